"""Types, constants, loads and stores, atomic operations."""

from programs import LOAD, PTRS, RANGE, add, k

# Types and shapes.
f = "types"
for t in [
    "0",
    "0x128",
    "128x0",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "65536x65536",
    "1048577",
    "1048576",
    "2097152",
    "1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1",
    "1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1",
    "?",
    "*",
    "",
]:
    k(
        f,
        "splat_" + (t[:24].replace("?", "dyn").replace("*", "unranked") or "rank0") + str(len(t)),
        '  %%x = tt.splat %%n : i32 -> tensor<%si32>\n  tt.print " x" {hex = false, isSigned = array<i32: 1>} : %%x : tensor<%si32>' % ((t + "x") if t else "", (t + "x") if t else ""),
    )
for t in [
    "i0",
    "i3",
    "i17",
    "i65",
    "i128",
    "i16777215",
    "si32",
    "ui8",
    "index",
    "f80",
    "f128",
    "f4E2M1FN",
    "f6E2M3FN",
    "f8E8M0FNU",
    "f8E4M3FNUZ",
    "f8E5M2FNUZ",
    "tf32",
    "complex<f32>",
    "none",
    "vector<4xf32>",
    "tuple<f32, i32>",
    "memref<4xf32>",
    "!tt.ptr<!tt.ptr<!tt.ptr<f32>>>",
    "!tt.ptr<f32, 1000000>",
    "!tt.ptr<f32, -1>",
    "!tt.ptr<f32, 3>",
    "!tt.ptr<tensor<4x!tt.ptr<f32>>>",
    "!tt.ptr<none>",
    "!tt.ptr<>",
    "!tt.ptr",
    "!llvm.ptr",
    "!llvm.struct<(f32, i32)>",
    "!tile.ptr<f32>",
    "!tilegpu.memdesc<4xf32>",
    "!ttg.memdesc<4xf32>",
    "!ttg.async.token",
    "!tt.tensordesc<>",
    "!tt.tensordesc<tensor<f32>>",
    "tensor<4xtensor<4xf32>>",
    'tensor<4xf32, "x">',
    "tensor<4xf32, #ttg.blocked<{}>>",
    "tensor<4xindex>",
    "tensor<4xi128>",
    "(i32) -> i32",
]:
    nm = "".join(c if c.isalnum() else "_" for c in t)
    add(f, "arg_" + nm, 'tt.func public @k(%%x: %s, %%p: !tt.ptr<%s>) {\n  tt.print " x" {hex = false, isSigned = array<i32: 1>} : %%x : %s\n  tt.return\n}\n' % (t, t, t))
    add(
        f,
        "private_" + nm,
        """tt.func public @k(%%p: !tt.ptr<f32>) {
  tt.return
}
tt.func private @f(%%x: %s) -> %s attributes {noinline = true} {
  cf.br ^bb1(%%x : %s)
^bb1(%%y: %s):
  tt.return %%y : %s
}
""" % (t, t, t, t, t),
    )

# Constants and ranges.
f = "constants"
for i, (s, e, t) in enumerate(
    [
        ("0", "0", "0"),
        ("0", "1", "1"),
        ("5", "5", "0"),
        ("10", "0", "10"),
        ("-2147483648", "2147483647", "4294967295"),
        ("-64", "64", "128"),
        ("2147483647", "-2147483521", "128"),
        ("2147483520", "2147483647", "127"),
        ("0", "128", "64"),
        ("0", "129", "129"),
        ("0", "2147483647", "2147483647"),
        ("0", "4294967296", "128"),
        ("0", "100000000000000000000000", "128"),
        ("0", "1.5", "128"),
        ('"a"', "128", "128"),
    ]
):
    k(f, "range_%d" % i, '  %%r = tt.make_range {end = %s : i32, start = %s : i32} : tensor<%sxi32>\n  tt.print " r" {hex = false, isSigned = array<i32: 1>} : %%r : tensor<%sxi32>' % (e, s, t, t))
for i, t in enumerate(["f32", "i64", "i8", "i1", "!tt.ptr<f32>", "index", "i128"]):
    k(f, "range_type_%d" % i, "  %%r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128x%s>" % t)
k(f, "range_2d", "  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<8x16xi32>")
k(f, "range_scalar", "  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : i32")
for i, c in enumerate(
    [
        "99999999999999999999999999 : i32",
        "0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF : i128",
        "-1 : i1",
        "2 : i1",
        "-129 : i8",
        "1.0e999999 : f32",
        "1e-999999 : f64",
        "dense<1.0> : tensor<2147483648xf32>",
        "dense<[1, 2]> : tensor<128xi32>",
        'dense<"0x00"> : tensor<128xi32>',
        "dense<> : tensor<0xi32>",
        "dense<1> : tensor<1048576xi8>",
        "dense_resource<foo> : tensor<4xi32>",
        "sparse<[[0]], [1.0]> : tensor<4xf32>",
        "unit",
        '"string"',
        "@symbol",
        "dense<0x7FF> : tensor<2xf32>",
        "0x7FC00000 : f32",
        "dense<(1.0,2.0)> : tensor<4xcomplex<f32>>",
        "array<i32: 1, 2>",
        "affine_map<(d0) -> (d0)>",
        "strided<[1, 2]>",
        "distinct[0]<1 : i32>",
    ]
):
    k(f, "constant_%d" % i, "  %%c = arith.constant %s" % c)
k(
    f,
    "range_overflow_ptr",
    RANGE + """  %c = arith.constant dense<2147483647> : tensor<128xi32>
  %o = arith.muli %r, %c : tensor<128xi32>
  %o2 = arith.addi %o, %c : tensor<128xi32>
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %a = tt.addptr %b, %o2 : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %x = tt.load %a : tensor<128x!tt.ptr<f32>>
  tt.store %a, %x : tensor<128x!tt.ptr<f32>>""",
)
k(
    f,
    "i64_overflow_ptr",
    RANGE + """  %c = arith.constant dense<-9223372036854775808> : tensor<128xi64>
  %e = arith.extsi %r : tensor<128xi32> to tensor<128xi64>
  %o = arith.muli %e, %c : tensor<128xi64>
  %o2 = arith.subi %o, %c : tensor<128xi64>
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %a = tt.addptr %b, %o2 : tensor<128x!tt.ptr<f32>>, tensor<128xi64>
  %a2 = tt.addptr %a, %o2 : tensor<128x!tt.ptr<f32>>, tensor<128xi64>
  %x = tt.load %a2 : tensor<128x!tt.ptr<f32>>
  tt.store %a, %x : tensor<128x!tt.ptr<f32>>""",
)
for i, (op, a, b) in enumerate(
    [
        ("divsi", "-2147483648", "-1"),
        ("divsi", "1", "0"),
        ("remsi", "-2147483648", "-1"),
        ("remui", "5", "0"),
        ("shli", "1", "32"),
        ("shli", "1", "-1"),
        ("shrsi", "1", "2147483647"),
        ("shrui", "-1", "33"),
        ("ceildivsi", "-2147483648", "-1"),
        ("floordivsi", "1", "0"),
        ("ceildivui", "0", "0"),
    ]
):
    k(
        f,
        "fold_%s_%d" % (op, i),
        LOAD + """  %%u = arith.constant dense<%s> : tensor<128xi32>
  %%v = arith.constant dense<%s> : tensor<128xi32>
  %%w = arith.%s %%u, %%v : tensor<128xi32>
  %%z = arith.%s %%r, %%v : tensor<128xi32>
  %%zz = arith.addi %%w, %%z : tensor<128xi32>
  %%a2 = tt.addptr %%b, %%zz : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  tt.store %%a2, %%x : tensor<128x!tt.ptr<f32>>""" % (a, b, op, op),
    )

# Memory.
f = "memory"
for i, s in enumerate(["%p", "%p, %n", "%p, %n, %n", "%n", "", "%p, %p", "%m"]):
    for j, t in enumerate(["!tt.ptr<f32>", "f32", "tensor<128x!tt.ptr<f32>>", "!tt.ptr<tensor<8xf32>>", "!tt.tensordesc<tensor<8xf32>>"]):
        k(f, "load_%d_%d" % (i, j), "  %%x = tt.load %s : %s" % (s, t))
k(f, "load_mask_shape", PTRS + "  %c = arith.constant dense<true> : tensor<64xi1>\n  %x = tt.load %a, %c : tensor<128x!tt.ptr<f32>>")
k(f, "load_other_type", PTRS + "  %c = arith.constant dense<true> : tensor<128xi1>\n  %o = arith.constant dense<0> : tensor<128xi32>\n  %x = tt.load %a, %c, %o : tensor<128x!tt.ptr<f32>>")
k(f, "load_no_mask_other", '  %x = "tt.load"(%p, %n) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!tt.ptr<f32>, i32) -> f32')
for i, seg in enumerate(
    [
        "array<i32: 1, 1, 1>",
        "array<i32: 0, 0, 1>",
        "array<i32: -1, 1, 1>",
        "array<i32: 1>",
        "array<i32>",
        "array<i64: 1, 0, 0>",
        "array<i32: 2147483647, 2147483647, 3>",
        "array<i32: 1, 0, 0, 0>",
        "1 : i32",
        "dense<[1, 0, 0]> : tensor<3xi32>",
        "dense<[1, 0, 0]> : vector<3xi32>",
    ]
):
    k(f, "load_segments_%d" % i, '  %%x = "tt.load"(%%p) <{operandSegmentSizes = %s}> : (!tt.ptr<f32>) -> f32' % seg)
    k(f, "load_segments_attr_%d" % i, '  %%x = "tt.load"(%%p) {operandSegmentSizes = %s} : (!tt.ptr<f32>) -> f32' % seg)
k(f, "load_two_results", '  %x:2 = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> (f32, f32)')
k(f, "load_no_result", '  "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> ()')
k(f, "load_wrong_result", '  %x = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> i64')
k(f, "load_region", '  %x = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> ({\n  ^bb0:\n    tt.return\n  }) : (!tt.ptr<f32>) -> f32')
k(f, "load_successor", '  %x = "tt.load"(%p)[^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32\n^bb1:')
k(f, "load_enum_range", '  %x = "tt.load"(%p) <{cache = 99 : i32, evict = -1 : i32, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32')
k(f, "load_boundary", '  %x = "tt.load"(%p) <{boundaryCheck = array<i32: 7, -1, 2147483647>, padding = 9 : i32, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32')
k(f, "load_unknown_prop", '  %x = "tt.load"(%p) <{zzz = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32')
k(f, "load_prop_not_dict", '  %x = "tt.load"(%p) <"abc"> : (!tt.ptr<f32>) -> f32')
k(f, "store_type", LOAD + "  tt.store %a, %r : tensor<128x!tt.ptr<f32>>")
k(f, "store_scalar_tile", LOAD + "  tt.store %p, %x : !tt.ptr<f32>")
k(f, "store_generic_none", '  "tt.store"() : () -> ()')
k(f, "store_generic_many", '  "tt.store"(%p, %p, %p, %p, %p) : (!tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>) -> ()')
k(f, "store_result", '  %c = arith.constant 1.0 : f32\n  %x = "tt.store"(%p, %c) : (!tt.ptr<f32>, f32) -> f32')
k(f, "addptr_float", LOAD + "  %z = tt.addptr %b, %x : tensor<128x!tt.ptr<f32>>, tensor<128xf32>")
k(f, "addptr_shape", PTRS + "  %z = tt.addptr %b, %n : tensor<128x!tt.ptr<f32>>, i32")
k(f, "addptr_i1", "  %c = arith.constant true\n  %z = tt.addptr %p, %c : !tt.ptr<f32>, i1\n  %x = tt.load %z : !tt.ptr<f32>\n  tt.store %p, %x : !tt.ptr<f32>")
k(f, "addptr_i8_min", "  %c = arith.constant -128 : i8\n  %z = tt.addptr %p, %c : !tt.ptr<f32>, i8\n  %x = tt.load %z : !tt.ptr<f32>\n  tt.store %p, %x : !tt.ptr<f32>")
k(f, "addptr_i128", "  %c = arith.constant -128 : i128\n  %z = tt.addptr %p, %c : !tt.ptr<f32>, i128")
k(
    f,
    "addptr_min_i64",
    "  %c = arith.constant -9223372036854775808 : i64\n  %z = tt.addptr %p, %c : !tt.ptr<f32>, i64\n  %y = tt.addptr %z, %c : !tt.ptr<f32>, i64\n  %x = tt.load %y : !tt.ptr<f32>\n  tt.store %z, %x : !tt.ptr<f32>",
)
k(f, "load_i1", "  %z = tt.load %p : !tt.ptr<i1>\n  tt.store %p, %z : !tt.ptr<i1>", args="%p: !tt.ptr<i1>")
k(
    f,
    "load_i1_tile",
    RANGE + """  %b = tt.splat %p : !tt.ptr<i1> -> tensor<128x!tt.ptr<i1>>
  %a = tt.addptr %b, %r : tensor<128x!tt.ptr<i1>>, tensor<128xi32>
  %x = tt.load %a : tensor<128x!tt.ptr<i1>>
  tt.store %a, %x : tensor<128x!tt.ptr<i1>>""",
    args="%p: !tt.ptr<i1>",
)
k(f, "load_i3", "  %z = tt.load %p : !tt.ptr<i3>\n  tt.store %p, %z : !tt.ptr<i3>", args="%p: !tt.ptr<i3>")
k(f, "load_f4", "  %z = tt.load %p : !tt.ptr<f4E2M1FN>\n  tt.store %p, %z : !tt.ptr<f4E2M1FN>", args="%p: !tt.ptr<f4E2M1FN>")
k(f, "load_ptr", "  %z = tt.load %p : !tt.ptr<!tt.ptr<f32>>\n  %y = tt.load %z : !tt.ptr<f32>\n  tt.store %z, %y : !tt.ptr<f32>", args="%p: !tt.ptr<!tt.ptr<f32>>")
k(
    f,
    "load_huge_tile",
    """  %r = tt.make_range {end = 1048576 : i32, start = 0 : i32} : tensor<1048576xi32>
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<1048576x!tt.ptr<f32>>
  %a = tt.addptr %b, %r : tensor<1048576x!tt.ptr<f32>>, tensor<1048576xi32>
  %x = tt.load %a : tensor<1048576x!tt.ptr<f32>>
  tt.store %a, %x : tensor<1048576x!tt.ptr<f32>>""",
)
k(f, "int_to_ptr_tile", PTRS + "  %z = tt.int_to_ptr %r : tensor<128xi32> -> tensor<128x!tt.ptr<f32>>\n  %x = tt.load %z : tensor<128x!tt.ptr<f32>>\n  tt.store %a, %x : tensor<128x!tt.ptr<f32>>")
k(f, "ptr_to_int_i8", '  %z = tt.ptr_to_int %p : !tt.ptr<f32> -> i8\n  tt.print " z" {hex = false, isSigned = array<i32: 1>} : %z : i8')
k(f, "bitcast_ptr_int", '  %z = tt.bitcast %p : !tt.ptr<f32> -> i64\n  tt.print " z" {hex = false, isSigned = array<i32: 1>} : %z : i64')
k(f, "bitcast_size", "  %z = tt.bitcast %n : i32 -> i64")
k(f, "bitcast_shape", RANGE + "  %z = tt.bitcast %r : tensor<128xi32> -> tensor<64xi64>")
k(f, "bitcast_space", "  %z = tt.bitcast %p : !tt.ptr<f32> -> !tt.ptr<f32, 3>\n  %x = tt.load %z : !tt.ptr<f32, 3>\n  tt.store %p, %x : !tt.ptr<f32>")
k(f, "arith_on_ptr", "  %z = arith.addi %p, %p : !tt.ptr<f32>")
k(f, "cmp_ptr", "  %z = arith.cmpi eq, %p, %p : !tt.ptr<f32>")
k(f, "select_ptr", "  %c = arith.constant true\n  %z = arith.select %c, %p, %p : !tt.ptr<f32>\n  %x = tt.load %z : !tt.ptr<f32>\n  tt.store %z, %x : !tt.ptr<f32>")
k(
    f,
    "select_ptr_tile",
    PTRS
    + "  %c = arith.constant dense<true> : tensor<128xi1>\n  %z = arith.select %c, %a, %b : tensor<128xi1>, tensor<128x!tt.ptr<f32>>\n  %x = tt.load %z : tensor<128x!tt.ptr<f32>>\n  tt.store %z, %x : tensor<128x!tt.ptr<f32>>",
)

# Atomics.
f = "atomics"
for op in ["add", "fadd", "and", "or", "xor", "max", "min", "umax", "umin", "exch", "nand", "inc"]:
    for t in ["i32", "f32", "i1", "i8", "i16", "i128", "f8E5M2", "!tt.ptr<f32>", "f64", "bf16"]:
        k(
            f,
            "rmw_%s_%s" % (op, "".join(c for c in t if c.isalnum())),
            "  %%v = tt.load %%w : !tt.ptr<%s>\n  %%c = arith.constant true\n  %%x = tt.atomic_rmw %s, acq_rel, gpu, %%w, %%v, %%c : (!tt.ptr<%s>, %s, i1) -> %s\n  tt.store %%w, %%x : !tt.ptr<%s>"
            % (t, op, t, t, t, t),
            args="%%w: !tt.ptr<%s>" % t,
        )
for i, t in enumerate(["i1", "i8", "i16", "i128", "f32", "f64", "bf16", "!tt.ptr<f32>"]):
    k(
        f,
        "cas_%d" % i,
        "  %%v = tt.load %%w : !tt.ptr<%s>\n  %%x = tt.atomic_cas acq_rel, gpu, %%w, %%v, %%v : (!tt.ptr<%s>, %s, %s) -> %s\n  tt.store %%w, %%x : !tt.ptr<%s>" % (t, t, t, t, t, t),
        args="%%w: !tt.ptr<%s>" % t,
    )
k(f, "rmw_mask_shape", LOAD + "  %c = arith.constant true\n  %y = tt.atomic_rmw fadd, relaxed, gpu, %a, %x, %c : (tensor<128x!tt.ptr<f32>>, tensor<128xf32>, i1) -> tensor<128xf32>")
k(f, "rmw_value_shape", LOAD + "  %c = arith.constant 1.0 : f32\n  %y = tt.atomic_rmw fadd, relaxed, gpu, %a, %c : (tensor<128x!tt.ptr<f32>>, f32) -> tensor<128xf32>")
k(f, "rmw_sem", LOAD + "  %y = tt.atomic_rmw fadd, seq_cst, gpu, %a, %x : (tensor<128x!tt.ptr<f32>>, tensor<128xf32>) -> tensor<128xf32>")
k(f, "rmw_scope", LOAD + "  %y = tt.atomic_rmw fadd, relaxed, galaxy, %a, %x : (tensor<128x!tt.ptr<f32>>, tensor<128xf32>) -> tensor<128xf32>")
k(f, "rmw_nothing", '  %y = "tt.atomic_rmw"() : () -> f32')
k(f, "rmw_enum", '  %c = arith.constant 1.0 : f32\n  %y = "tt.atomic_rmw"(%p, %c) <{atomic_rmw_op = 99 : i32, scope = 77 : i32, sem = -5 : i32}> : (!tt.ptr<f32>, f32) -> f32')
k(
    f,
    "rmw_same_address",
    '  %c = arith.constant dense<1> : tensor<1024xi32>\n  %b = tt.splat %q : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>>\n  %y = tt.atomic_rmw add, relaxed, gpu, %b, %c : (tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>) -> tensor<1024xi32>\n  tt.print " y" {hex = false, isSigned = array<i32: 0>} : %y : tensor<1024xi32>',
)
k(
    f,
    "cas_same_address",
    '  %c = arith.constant dense<1> : tensor<1024xi32>\n  %b = tt.splat %q : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>>\n  %y = tt.atomic_cas relaxed, gpu, %b, %c, %c : (tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>, tensor<1024xi32>) -> tensor<1024xi32>\n  tt.print " y" {hex = false, isSigned = array<i32: 0>} : %y : tensor<1024xi32>',
)
