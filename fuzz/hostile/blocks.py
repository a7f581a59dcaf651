"""Tensor descriptors and block pointers."""

from programs import LOAD, add, k

# Descriptors and block pointers.
f = "blocks"
D = lambda shape, ty="f32": "!tt.tensordesc<tensor<%s%s>>" % ("".join("%dx" % s for s in shape), ty)


def mk(shape, ty="f32", sizes=None, strides=None, extra=""):
    sizes = len(shape) if sizes is None else sizes
    strides = len(shape) if strides is None else strides
    return "  %%d = tt.make_tensor_descriptor %%w, [%s], [%s]%s : <%s>, <tensor<%s%s>>\n" % (", ".join(["%n"] * sizes), ", ".join(["%m"] * strides), extra, ty, "".join("%dx" % s for s in shape), ty)


def ldst(shape, ty="f32", idx=None):
    idx = len(shape) if idx is None else idx
    t = "tensor<%s%s>" % ("".join("%dx" % s for s in shape), ty)
    return "  %%x = tt.descriptor_load %%d[%s] : %s -> %s\n  tt.descriptor_store %%d[%s], %%x : %s, %s\n" % (", ".join(["%n"] * idx), D(shape, ty), t, ", ".join(["%n"] * idx), D(shape, ty), t)


def kb(name, body, ty="f32", **kw):
    k(f, name, body, args="%%w: !tt.ptr<%s>, %%q: !tt.ptr<i32>, %%n: i32, %%m: i64" % ty, **kw)


for i, sh in enumerate([(), (1,), (0,), (3,), (4, 0), (2, 2, 2, 2, 2), (2, 2, 2, 2, 2, 2), (1,) * 21, (65536,), (1048576,), (2147483648,), (100, 7), (2,) * 20, (2,) * 21]):
    kb("shape_%d" % i, mk(sh) + ldst(sh))
for t in ["i1", "i3", "i4", "i7", "i24", "i128", "f4E2M1FN", "f6E3M2FN", "f80", "f64", "i64", "bf16", "index", "!tt.ptr<f32>", "f8E8M0FNU", "tf32", "complex<f32>"]:
    kb("elem_" + "".join(c for c in t if c.isalnum()), mk((16, 16), t) + ldst((16, 16), t), ty=t)
kb("few_strides", mk((16, 16), strides=1) + ldst((16, 16)))
kb("no_strides", mk((16, 16), strides=0) + ldst((16, 16)))
kb("many_sizes", mk((16, 16), sizes=9) + ldst((16, 16)))
kb("no_indices", mk((16, 16)) + ldst((16, 16), idx=0))
kb("many_indices", mk((16, 16)) + ldst((16, 16), idx=7))
kb("padding", mk((16, 16), extra=" {padding = 77 : i32}") + ldst((16, 16)))
kb("padding_string", mk((16, 16), extra=' {padding = "x"}') + ldst((16, 16)))
kb(
    "negative_strides",
    "  %k = arith.constant -9223372036854775808 : i64\n  %z = arith.constant -2147483648 : i32\n"
    + mk((16, 16)).replace("%m, %m", "%k, %k").replace("%n, %n", "%z, %z")
    + ldst((16, 16)).replace("%n", "%z"),
)
kb("i64_sizes", '  %%d = "tt.make_tensor_descriptor"(%%w, %%m, %%m, %%m, %%m) : (!tt.ptr<f32>, i64, i64, i64, i64) -> %s\n' % D((16, 16)) + ldst((16, 16)))
kb("i8_sizes", '  %%k = arith.constant 8 : i8\n  %%d = "tt.make_tensor_descriptor"(%%w, %%k, %%k, %%m, %%m) : (!tt.ptr<f32>, i8, i8, i64, i64) -> %s\n' % D((16, 16)) + ldst((16, 16)))
kb(
    "gather",
    mk((1, 16))
    + "  %%r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>\n  %%x = tt.descriptor_gather %%d[%%r, %%n] : (%s, tensor<64xi32>, i32) -> tensor<64x16xf32>\n  tt.descriptor_scatter %%d[%%r, %%n], %%x : %s, tensor<64xi32>, i32, tensor<64x16xf32>\n"
    % (D((1, 16)), D((1, 16))),
)
for i, (dd, rt, res) in enumerate(
    [
        ((1, 16), "tensor<64xf32>", "tensor<64x16xf32>"),
        ((1, 16), "tensor<64xi32>", "tensor<32x16xf32>"),
        ((1, 16), "tensor<0xi32>", "tensor<0x16xf32>"),
        ((16,), "tensor<64xi32>", "tensor<64x16xf32>"),
        ((1, 1, 16), "tensor<64xi32>", "tensor<64x16xf32>"),
        ((1, 16), "i32", "tensor<1x16xf32>"),
        ((1, 16), "tensor<64xi64>", "tensor<64x16xf32>"),
        ((1, 16), "tensor<64xi32>", "tensor<64x16xf16>"),
    ]
):
    kb("gather_%d" % i, mk(dd) + '  %%r = "ub.poison"() <{value = #ub.poison}> : () -> %s\n  %%x = tt.descriptor_gather %%d[%%r, %%n] : (%s, %s, i32) -> %s' % (rt, D(dd), rt, res))
for kind in ["add", "min", "max", "inc", "dec", "and", "or", "xor", "none", "fadd"]:
    for t in ["f32", "i8", "f8E5M2", "i1", "f64", "bf16"]:
        kb(
            "reduce_%s_%s" % (kind, t),
            mk((16, 16), t)
            + "  %%x = tt.descriptor_load %%d[%%n, %%n] : %s -> tensor<16x16x%s>\n  tt.descriptor_reduce %s, %%d[%%n, %%n], %%x : %s, tensor<16x16x%s>\n"
            % (D((16, 16), t), t, kind, D((16, 16), t), t),
            ty=t,
        )
for i, dsh in enumerate([(1, 16, 16), (16, 1, 16), (16, 16, 1), (1, 1, 1, 16, 16), (256,), (16, 8)]):
    kb(
        "rank_reduce_%d" % i,
        mk(dsh)
        + "  %%x = tt.descriptor_load %%d[%s] : %s -> tensor<16x16xf32>\n  tt.descriptor_store %%d[%s], %%x : %s, tensor<16x16xf32>"
        % (", ".join(["%n"] * len(dsh)), D(dsh), ", ".join(["%n"] * len(dsh)), D(dsh)),
    )
add(f, "arg_desc_6", "tt.func public @k(%%d: %s, %%n: i32) {\n%s  tt.return\n}\n" % (D((2,) * 6), ldst((2,) * 6)))
add(f, "arg_desc_0", "tt.func public @k(%%d: %s, %%n: i32) {\n%s  tt.return\n}\n" % (D(()), ldst(())))
add(f, "arg_desc_unused_21", "tt.func public @k(%%d: %s, %%n: i32) {\n  tt.return\n}\n" % D((2,) * 21))
add(f, "arg_desc_signed", "tt.func public @k(%%d: %s, %%n: i32) {\n  tt.return\n}\n" % D((2, 4), "si32"))
kb("desc_in_cfg", mk((16, 16)) + "  cf.br ^bb1(%%d : %s)\n^bb1(%%e: %s):\n  cf.cond_br %%c, ^bb1(%%e : %s), ^bb2\n^bb2:" % ((D((16, 16)),) * 3))
kb("desc_in_tile", mk((16, 16)) + "  %%t = tt.splat %%d : %s -> tensor<4x%s>" % (D((16, 16)), D((16, 16))))
kb("desc_stored", mk((16, 16)) + "  tt.store %%w, %%d : !tt.ptr<%s>" % D((16, 16)))
kb("desc_printed", mk((16, 16)) + '  tt.print " d" {hex = false, isSigned = array<i32: 0>} : %%d : %s' % D((16, 16)))
kb("desc_bitcast", mk((16, 16)) + "  %%e = tt.bitcast %%d : %s -> %s" % (D((16, 16)), D((8, 16))))
kb("desc_unrealized", mk((16, 16)) + '  %%e = builtin.unrealized_conversion_cast %%d : %s to i64\n  tt.print " d" {hex = false, isSigned = array<i32: 0>} : %%e : i64' % D((16, 16)))
kb(
    "desc_reduce_region",
    mk((16, 16))
    + LOAD.replace("%p", "%w")
    + '  %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({\n  ^bb0(%e: f32, %g: f32):\n    %y = tt.descriptor_load %d[%n, %n] : '
    + D((16, 16))
    + " -> tensor<16x16xf32>\n    tt.reduce.return %e : f32\n  }) : (tensor<128xf32>) -> f32\n",
)
kb(
    "desc_in_call",
    mk((16, 16)) + "  tt.call @f(%%d) : (%s) -> ()" % D((16, 16)),
    more="tt.func private @f(%%d: %s) attributes {noinline = true} {\n  tt.call @f(%%d) : (%s) -> ()\n  tt.return\n}\n" % (D((16, 16)), D((16, 16))),
)
kb("desc_call_wrong", mk((16, 16)) + "  tt.call @f(%%d) : (%s) -> ()" % D((16, 16)), more="tt.func private @f(%%d: %s) attributes {noinline = true} {\n  tt.return\n}\n" % D((8, 16)))
kb("desc_call_missing", mk((16, 16)) + "  tt.call @f(%%d) : (%s) -> ()" % D((16, 16)))
kb(
    "desc_chain",
    mk((16,))
    + "".join("  %%d%d = arith.select %%c, %s, %%d : %s\n" % (i, "%%d%d" % (i - 1) if i else "%d", D((16,))) for i in range(3000))
    .replace("%c", "%cc")
    .replace("  %d0", "  %cc = arith.constant true\n  %d0", 1)
    + ldst((16,)).replace("%d[", "%d2999["),
)
kb("desc_unknown_user", mk((16, 16)) + '  %%x = "foo.bar"(%%d) : (%s) -> i32' % D((16, 16)))
kb("desc_future", mk((16, 16)) + "  %%x = tt.descriptor_frob %%d : %s" % D((16, 16)))
kb("desc_select_tile", mk((16, 16)) + "  %%c = arith.constant dense<true> : tensor<4xi1>\n  %%e = arith.select %%c, %%d, %%d : tensor<4xi1>, %s" % D((16, 16)))
B = lambda sh, ty="f32": "!tt.ptr<tensor<%s%s>>" % ("".join("%dx" % s for s in sh), ty)


def mkb(sh, ty="f32", order=None, sizes=None, offs=None):
    o = list(reversed(range(len(sh)))) if order is None else order
    sizes = len(sh) if sizes is None else sizes
    offs = len(sh) if offs is None else offs
    return "  %%d = tt.make_tensor_ptr %%w, [%s], [%s], [%s] {order = array<i32%s>} : <tensor<%s%s>>\n" % (
        ", ".join(["%m"] * sizes),
        ", ".join(["%m"] * sizes),
        ", ".join(["%n"] * offs),
        (": " + ", ".join(map(str, o))) if o else "",
        "".join("%dx" % s for s in sh),
        ty,
    )


for i, sh in enumerate([(), (1,), (0,), (3,), (2,) * 6, (2,) * 20, (2,) * 21, (2147483648,), (1048576,)]):
    kb("bp_shape_%d" % i, mkb(sh) + "  %%x = tt.load %%d : %s\n  tt.store %%d, %%x : %s" % (B(sh), B(sh)))
for i, o in enumerate([[], [0], [0, 0], [1, 2], [-1, 0], [0, 1, 2], [2147483647, 0]]):
    kb("bp_order_%d" % i, mkb((16, 16), order=o) + "  %%x = tt.load %%d : %s\n  tt.store %%d, %%x : %s" % (B((16, 16)), B((16, 16))))
for i, (bc, pad) in enumerate([("0, 1", "1"), ("2", "1"), ("-1", "2"), ("0, 0, 0", "3"), ("", "2"), ("1", "2"), ("2147483647", "0")]):
    kb(
        "bp_check_%d" % i,
        mkb((16, 16))
        + '  %%x = "tt.load"(%%d) <{boundaryCheck = array<i32%s>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>, padding = %s : i32}> : (%s) -> tensor<16x16xf32>\n  "tt.store"(%%d, %%x) <{boundaryCheck = array<i32%s>}> : (%s, tensor<16x16xf32>) -> ()'
        % ((": " + bc) if bc else "", pad, B((16, 16)), (": " + bc) if bc else "", B((16, 16))),
    )
kb("bp_masked", mkb((16, 16)) + "  %%c = arith.constant dense<true> : tensor<16x16xi1>\n  %%x = tt.load %%d, %%c : %s" % B((16, 16)))
kb("bp_advance_few", mkb((16, 16)) + "  %e = tt.advance %d, [%n] : <tensor<16x16xf32>>")
kb("bp_advance_i64", mkb((16, 16)) + '  %%e = "tt.advance"(%%d, %%m, %%m) : (%s, i64, i64) -> %s\n  %%x = tt.load %%e : %s\n  tt.store %%e, %%x : %s' % ((B((16, 16)),) * 4))
kb("bp_advance_type", mkb((16, 16)) + '  %%e = "tt.advance"(%%d, %%n, %%n) : (%s, i32, i32) -> %s' % (B((16, 16)), B((8, 16))))
kb("bp_sizes_few", mkb((16, 16), sizes=1) + "  %%x = tt.load %%d : %s" % B((16, 16)))
kb("bp_offs_many", mkb((16, 16), offs=4) + "  %%x = tt.load %%d : %s" % B((16, 16)))
kb("bp_addptr", mkb((16, 16)) + "  %%e = tt.addptr %%d, %%n : %s, i32" % B((16, 16)))
kb("bp_atomic", mkb((16, 16)) + "  %%c = arith.constant true\n  %%x = tt.atomic_rmw fadd, relaxed, gpu, %%d, %%w, %%c : (%s, !tt.ptr<f32>, i1) -> f32" % B((16, 16)))
kb(
    "bp_arg",
    "  %%e = tt.call @f(%%w) : (!tt.ptr<f32>) -> %s" % B((16, 16)),
    more="tt.func private @f(%%w: !tt.ptr<f32>) -> %s attributes {noinline = true} {\n  %%x = tt.call @f(%%w) : (!tt.ptr<f32>) -> %s\n  tt.return %%x : %s\n}\n" % ((B((16, 16)),) * 3),
)
kb("bp_of_ptr", "  %x = tt.load %w : !tt.ptr<tensor<16x!tt.ptr<f32>>>")
