"""Loops with all kinds of bounds and steps, offsets and masks at the ends of their types, tiles of odd sizes."""

import itertools

from programs import LOAD, PTRS, k

f = "loops"
BOUNDS = """  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %neg = arith.constant -1 : i32
  %min = arith.constant -2147483648 : i32
  %max = arith.constant 2147483647 : i32
"""
WISHES = {
    "unroll": "tt.loop_unroll_factor = 4 : i32",
    "stages": "tt.num_stages = 3 : i32",
    "flatten": "tt.flatten",
    "all": "tt.loop_unroll_factor = 4 : i32, tt.num_stages = 3 : i32, tt.flatten, tt.warp_specialize",
}
COUNTING = """  %%x = scf.for %%i = %%%s to %%%s step %%%s iter_args(%%v = %%z) -> (i32) : i32 {
    tt.store %%q, %%i : !tt.ptr<i32>
    %%w = arith.addi %%v, %%i : i32
    scf.yield %%w : i32
  } {%s}
  tt.store %%q, %%x : !tt.ptr<i32>"""
for low, high, step, wish in itertools.product(["z", "n", "min", "max"], ["z", "n", "three", "max", "min"], ["one", "n", "z", "neg", "max", "min"], ["unroll", "all"]):
    k(f, "count_%s_%s_%s_%s" % (low, high, step, wish), BOUNDS + COUNTING % (low, high, step, WISHES[wish]))

PRODUCT = """  %%r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %%e = tt.expand_dims %%r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %%eb = tt.broadcast %%e : tensor<32x1xi32> -> tensor<32x32xi32>
  %%b = tt.splat %%h : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
  %%a = tt.addptr %%b, %%eb : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
  %%cst = arith.constant dense<0.0> : tensor<32x32xf32>
  %%x = scf.for %%i = %%%s to %%%s step %%%s iter_args(%%acc = %%cst) -> (tensor<32x32xf32>) : i32 {
    %%is = tt.splat %%i : i32 -> tensor<32x32xi32>
    %%ai = tt.addptr %%a, %%is : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
    %%u = tt.load %%ai : tensor<32x32x!tt.ptr<f16>>
    %%v = tt.load %%a : tensor<32x32x!tt.ptr<f16>>
    %%d = tt.dot %%u, %%v, %%acc : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
    scf.yield %%d : tensor<32x32xf32>
  } {%s}
  %%t = arith.truncf %%x : tensor<32x32xf32> to tensor<32x32xf16>
  tt.store %%a, %%t : tensor<32x32x!tt.ptr<f16>>"""
for low, high, step, wish in itertools.product(["z", "n", "min"], ["z", "n", "three", "max"], ["one", "n", "z", "neg", "max"], ["stages", "flatten", "all"]):
    name = "product_%s_%s_%s_%s" % (low, high, step, wish)
    k(f, name, BOUNDS + PRODUCT % (low, high, step, WISHES[wish]), args="%h: !tt.ptr<f16>, %q: !tt.ptr<i32>, %n: i32")

NEST = """  %%y = scf.for %%i = %%%s to %%%s step %%%s iter_args(%%u = %%x) -> (tensor<128xf32>) : i32 {
    %%y2 = scf.for %%j = %%i to %%%s step %%%s iter_args(%%w = %%u) -> (tensor<128xf32>) : i32 {
      %%x2 = tt.load %%a : tensor<128x!tt.ptr<f32>>
      %%s = arith.addf %%x2, %%w : tensor<128xf32>
      scf.yield %%s : tensor<128xf32>
    }
    scf.yield %%y2 : tensor<128xf32>
  } {tt.flatten, tt.num_stages = 4 : i32, tt.loop_unroll_factor = 3 : i32}
  tt.store %%a, %%y : tensor<128x!tt.ptr<f32>>"""
for low, high, step in itertools.product(["z", "n"], ["z", "n", "max"], ["one", "n", "z", "neg"]):
    k(f, "nest_%s_%s_%s" % (low, high, step), BOUNDS + LOAD + NEST % (low, high, step, high, step))

# Masks and offsets.
f = "offsets"
for i, number in enumerate([0, 1, -1, 3, 65536, 2147483647, -2147483648]):
    for op in ["addi", "muli", "divsi", "divui", "remsi", "remui", "shli", "shrsi", "shrui", "andi", "xori", "maxsi", "minui"]:
        body = """  %%ns = tt.splat %%n : i32 -> tensor<128xi32>
  %%lim = arith.constant dense<%d> : tensor<128xi32>
  %%o0 = arith.%s %%r, %%lim : tensor<128xi32>
  %%o1 = arith.%s %%ns, %%o0 : tensor<128xi32>
  %%o = arith.%s %%o1, %%r : tensor<128xi32>
  %%a2 = tt.addptr %%a, %%o : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %%c = arith.cmpi slt, %%o, %%ns : tensor<128xi32>
  %%x = tt.load %%a2, %%c : tensor<128x!tt.ptr<f32>>
  tt.store %%a2, %%x, %%c : tensor<128x!tt.ptr<f32>>"""
        k(f, "%s_%d" % (op, i), PTRS + body % (number, op, op, op))

# Sizes that are no powers of two.
f = "odd"
SUM = """(%x) <{axis = 0 : i32}> ({
  ^bb0(%e: f32, %g: f32):
    %h = arith.addf %e, %g : f32
    tt.reduce.return %h : f32
  }) : (tensor<128xf32>) -> """
BODIES = {
    "sum": '  %y = "tt.reduce"' + SUM + "f32\n  tt.store %p, %y : !tt.ptr<f32>",
    "scan": '  %y = "tt.scan"' + SUM.replace("reduce", "scan").replace("0 : i32", "0 : i32, reverse = true") + "tensor<128xf32>\n  tt.store %a, %y : tensor<128x!tt.ptr<f32>>",
    "gather": "  %y = tt.gather %x[%r] {axis = 0 : i32} : (tensor<128xf32>, tensor<128xi32>) -> tensor<128xf32>\n  tt.store %a, %y : tensor<128x!tt.ptr<f32>>",
    "histogram": "  %y = tt.histogram %r : tensor<128xi32> -> tensor<128xi32>\n  %f = arith.sitofp %y : tensor<128xi32> to tensor<128xf32>\n  tt.store %a, %f : tensor<128x!tt.ptr<f32>>",
    "join": "  %y = tt.join %x, %x : tensor<128xf32> -> tensor<128x2xf32>\n  %l, %m2 = tt.split %y : tensor<128x2xf32> -> tensor<128xf32>\n  tt.store %a, %m2 : tensor<128x!tt.ptr<f32>>",
}
for size, (name, body) in itertools.product([1, 3, 7, 33, 100, 129, 1000, 4097, 65535, 99999], BODIES.items()):
    k(f, "%s_%d" % (name, size), (LOAD + body).replace("128", str(size)))
