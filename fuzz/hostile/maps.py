"""Arithmetic, other dialects, inline asm, libraries, prints."""

from programs import LOAD, PTRS, RANGE, add, k, kernel, stored

# Arithmetic.
f = "arith"
for i, (op, s, d) in enumerate(
    [
        ("arith.extsi", "i32", "i32"),
        ("arith.extsi", "i64", "i32"),
        ("arith.trunci", "i32", "i64"),
        ("arith.extf", "f32", "f16"),
        ("arith.truncf", "f32", "f80"),
        ("arith.sitofp", "i32", "f8E5M2"),
        ("arith.fptosi", "f8E5M2", "i32"),
        ("arith.uitofp", "i1", "f32"),
        ("arith.fptoui", "f32", "i1"),
        ("arith.bitcast", "f32", "i64"),
        ("arith.index_cast", "i32", "index"),
        ("arith.truncf", "f64", "f8E4M3FN"),
        ("arith.extui", "i1", "i128"),
        ("arith.truncf", "f32", "tf32"),
        ("arith.trunci", "i32", "i3"),
        ("arith.sitofp", "i64", "bf16"),
        ("arith.fptosi", "bf16", "i8"),
        ("arith.extf", "f8E8M0FNU", "f32"),
        ("arith.truncf", "f32", "f4E2M1FN"),
    ]
):
    k(f, "cast_%d" % i, "  %%v = tt.load %%w : !tt.ptr<%s>\n  %%x = %s %%v : %s to %s\n  tt.store %%z, %%x : !tt.ptr<%s>" % (s, op, s, d, d), args="%%w: !tt.ptr<%s>, %%z: !tt.ptr<%s>" % (s, d))
    k(
        f,
        "cast_tile_%d" % i,
        "  %%v = tt.load %%w : !tt.ptr<%s>\n  %%vt = tt.splat %%v : %s -> tensor<64x%s>\n  %%x = %s %%vt : tensor<64x%s> to tensor<64x%s>\n  %%zt = tt.splat %%z : !tt.ptr<%s> -> tensor<64x!tt.ptr<%s>>\n  tt.store %%zt, %%x : tensor<64x!tt.ptr<%s>>"
        % (s, s, s, op, s, d, d, d, d),
        args="%%w: !tt.ptr<%s>, %%z: !tt.ptr<%s>" % (s, d),
    )
for i, (op, t) in enumerate(
    [
        ("arith.addf", "f8E5M2"),
        ("arith.addf", "i32"),
        ("arith.addi", "f32"),
        ("arith.addi", "i128"),
        ("arith.muli", "i1"),
        ("arith.divf", "bf16"),
        ("arith.remf", "f64"),
        ("arith.addi", "i7"),
        ("arith.addi", "index"),
        ("arith.maximumf", "f16"),
        ("arith.mulf", "f4E2M1FN"),
        ("math.powf", "f16"),
        ("math.fpowi", "f32"),
        ("math.atan2", "f64"),
        ("math.ipowi", "i32"),
        ("math.copysign", "bf16"),
        ("arith.mulsi_extended", "i64"),
        ("arith.addui_extended", "i8"),
        ("tt.mulhiui", "i8"),
        ("tt.mulhiui", "i1"),
        ("tt.precise_divf", "f16"),
        ("tt.precise_divf", "f64"),
        ("arith.shli", "i1"),
        ("arith.divsi", "i128"),
        ("arith.remui", "i1"),
    ]
):
    k(f, "binary_%d" % i, "  %%v = tt.load %%w : !tt.ptr<%s>\n  %%x = %s %%v, %%v : %s\n  tt.store %%w, %%x : !tt.ptr<%s>" % (t, op, t, t), args="%%w: !tt.ptr<%s>" % t)
    k(
        f,
        "binary_tile_%d" % i,
        "  %%v = tt.load %%w : !tt.ptr<%s>\n  %%vt = tt.splat %%v : %s -> tensor<64x%s>\n  %%x = %s %%vt, %%vt : tensor<64x%s>\n  %%zt = tt.splat %%w : !tt.ptr<%s> -> tensor<64x!tt.ptr<%s>>\n  tt.store %%zt, %%x : tensor<64x!tt.ptr<%s>>"
        % (t, t, t, op, t, t, t, t),
        args="%%w: !tt.ptr<%s>" % t,
    )
for i, (op, t) in enumerate(
    [
        ("math.exp", "f8E5M2"),
        ("math.sin", "f64"),
        ("math.erf", "bf16"),
        ("math.ctpop", "i1"),
        ("math.absi", "i1"),
        ("math.absf", "f8E4M3FN"),
        ("math.tanh", "f16"),
        ("math.rsqrt", "f128"),
        ("math.cttz", "i64"),
        ("math.isnan", "f32"),
        ("tt.precise_sqrt", "f16"),
        ("arith.negf", "f8E5M2"),
        ("math.cbrt", "f64"),
        ("math.sincos", "f32"),
        ("math.acosh", "f32"),
        ("math.roundeven", "f16"),
        ("math.exp", "i32"),
    ]
):
    k(f, "unary_%d" % i, "  %%v = tt.load %%w : !tt.ptr<%s>\n  %%x = %s %%v : %s\n  tt.store %%w, %%x : !tt.ptr<%s>" % (t, op, t, t), args="%%w: !tt.ptr<%s>" % t)
for i, (s, d, r) in enumerate(
    [
        ("f32", "f16", ""),
        ("f32", "f8E5M2", ""),
        ("f32", "f8E5M2", ", rounding = rtz"),
        ("f16", "f32", ", rounding = rtne"),
        ("f32", "f32", ""),
        ("i32", "f32", ""),
        ("f8E5M2", "f8E4M3FN", ", rounding = rtne"),
        ("f32", "f8E4M3B11FNUZ", ", rounding = rtne"),
        ("f64", "f8E4M3FN", ", rounding = rtne"),
        ("f32", "f8E8M0FNU", ", rounding = rtne"),
        ("f32", "f8E5M2", ", rounding = rs"),
        ("bf16", "f8E4M3FN", ", rounding = rtz"),
    ]
):
    k(
        f,
        "fp_to_fp_%d" % i,
        "  %%v = tt.load %%w : !tt.ptr<%s>\n  %%vt = tt.splat %%v : %s -> tensor<64x%s>\n  %%x = tt.fp_to_fp %%vt%s : tensor<64x%s> -> tensor<64x%s>\n  %%zt = tt.splat %%z : !tt.ptr<%s> -> tensor<64x!tt.ptr<%s>>\n  tt.store %%zt, %%x : tensor<64x!tt.ptr<%s>>"
        % (s, s, s, r, s, d, d, d, d),
        args="%%w: !tt.ptr<%s>, %%z: !tt.ptr<%s>" % (s, d),
    )
k(f, "clampf_int", "  %x = tt.clampf %n, %n, %n, propagateNan = none : i32")
k(f, "clampf_generic", '  %c = arith.constant 1.0 : f32\n  %x = "tt.clampf"(%c, %c, %c) <{propagateNan = 55 : i32}> : (f32, f32, f32) -> f32')
k(f, "affine_apply", "  %i = arith.constant 1 : index\n  %x = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)")
k(f, "linalg", "  %x = linalg.index 0 : index")
k(f, "tensor_empty", "  %x = tensor.empty() : tensor<4xf32>")
k(f, "memref_alloc", "  %x = memref.alloc() : memref<4xf32>")
k(f, "vector_op", "  %x = vector.broadcast %n : i32 to vector<4xi32>")
k(f, "llvm_undef", "  %x = llvm.mlir.undef : i32\n  tt.store %q, %x : !tt.ptr<i32>")
k(f, "llvm_alloca", "  %c = llvm.mlir.constant(1 : i32) : i32\n  %x = llvm.alloca %c x i32 : (i32) -> !llvm.ptr")
k(f, "llvm_asm", '  llvm.inline_asm has_side_effects "trap;", "" : () -> ()')
k(f, "llvm_unreachable", "  llvm.unreachable\n^bb1:")
k(f, "llvm_fence", '  llvm.fence syncscope("agent") seq_cst')
k(f, "llvm_intr", "  %x = llvm.intr.bswap(%n) : (i32) -> i32\n  tt.store %q, %x : !tt.ptr<i32>")
k(f, "llvm_call_intrinsic", '  %x = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32\n  tt.store %q, %x : !tt.ptr<i32>')
k(f, "llvm_call_intrinsic_bad", '  %x = llvm.call_intrinsic "llvm.nonsense.foo"() : () -> i32\n  tt.store %q, %x : !tt.ptr<i32>')
k(f, "nvvm_op", "  %x = nvvm.read.ptx.sreg.tid.x : i32\n  tt.store %q, %x : !tt.ptr<i32>")
k(f, "gpu_thread_id", "  %x = gpu.thread_id x")
k(f, "gpu_launch", "  %c = arith.constant 1 : index\n  gpu.launch blocks(%a, %b, %cc) in (%d = %c, %e = %c, %f = %c) threads(%g, %h, %i) in (%j = %c, %k = %c, %l = %c) {\n    gpu.terminator\n  }")
k(f, "assume", "  %c = arith.constant false\n  llvm.intr.assume %c : i1")
k(f, "assume_tile", "  %c = arith.constant dense<false> : tensor<4xi1>\n  llvm.intr.assume %c : tensor<4xi1>")
k(f, "ub_unreachable", "  ub.unreachable\n^bb1:")
k(f, "poison_everywhere", "  %p2 = ub.poison : !tt.ptr<f32>\n  %c = ub.poison : i1\n  %x = tt.load %p2, %c : !tt.ptr<f32>\n  tt.store %p, %x : !tt.ptr<f32>\n  cf.cond_br %c, ^bb1, ^bb1\n^bb1:")
k(f, "func_func", "", more="func.func @g() {\n  return\n}\n")
k(f, "llvm_func", "", more="llvm.func @g() {\n  llvm.return\n}\n")
k(f, "llvm_global", "", more="llvm.mlir.global external @g() : i32\n")

# Inline asm, extern, print, assert, map.
f = "code"
for i, (s, c, pk, t) in enumerate(
    [
        ("", "", 1, "f32"),
        ("add.f32 $0, $1, $1;", "=f,f", 0, "f32"),
        ("add.f32 $0, $1, $1;", "=f,f", -1, "f32"),
        ("add.f32 $0, $1, $1;", "=f,f", 1000, "f32"),
        ("add.f32 $0, $1, $9;", "=f,f", 1, "f32"),
        ("}", "=f,f", 1, "f32"),
        ("{{{{", "=f,f", 1, "f32"),
        ("ret;", "=f,f", 1, "f32"),
        ("exit;", "=f,f", 1, "f32"),
        ("bra $L; $L: ;", "=f,f", 1, "f32"),
        (".reg .f32 x; mov.f32 x, $1; mov.f32 $0, x;", "=f,f", 1, "f32"),
        ("add.f32 $0, $1, $1;", "=f,f,f,f,f", 1, "f32"),
        ("add.f32 $0, $1, $1;", "=q,zz", 1, "f32"),
        ("add.f32 $0, $1, $1;", ",,,,", 1, "f32"),
        ("add.f32 $0, $1, $1;", "=r,0", 1, "f32"),
        ("\\00\\01\\FF", "=f,f", 1, "f32"),
        ("// " + "x" * 1000000, "=f,f", 1, "f32"),
        ("add.f32 $0, $1, $1;" * 20000, "=f,f", 1, "f32"),
        (".version 9.9\\n.target sm_10", "=f,f", 1, "f32"),
        ("$$$$$ ${0:z} $18446744073709551616", "=f,f", 1, "f32"),
        ("add.u64 $0, $1, $1;", "=l,l", 1, "!tt.ptr<f32>"),
        ("mov.b128 $0, $1;", "=q,q", 1, "i128"),
        ('.pragma "x"; frobnicate.b32 $0, $1;', "=r,r", 1, "i32"),
        ("/* ", "=f,f", 1, "f32"),
    ]
):
    k(
        f,
        "asm_%d" % i,
        '  %%v = tt.load %%w : !tt.ptr<%s>\n  %%vt = tt.splat %%v : %s -> tensor<64x%s>\n  %%x = tt.elementwise_inline_asm "%s" {constraints = "%s", packed_element = %d : i32, pure = true} %%vt : tensor<64x%s> -> tensor<64x%s>\n  %%zt = tt.splat %%w : !tt.ptr<%s> -> tensor<64x!tt.ptr<%s>>\n  tt.store %%zt, %%x : tensor<64x!tt.ptr<%s>>'
        % (t, t, t, s, c, pk, t, t, t, t, t),
        args="%%w: !tt.ptr<%s>" % t,
    )
for i, (sym, ln, lp, ty) in enumerate(
    [
        ("__nv_expf", "", "", "(tensor<128xf32>) -> tensor<128xf32>"),
        ("", "", "", "(tensor<128xf32>) -> tensor<128xf32>"),
        ("nobody", "", "", "(tensor<128xf32>) -> tensor<128xf32>"),
        ("__nv_expf", "libdevice", "/nonexistent/x.bc", "(tensor<128xf32>) -> tensor<128xf32>"),
        ("__nv_expf", "libdevice", "/dev/zero", "(tensor<128xf32>) -> tensor<128xf32>"),
        ("__nv_expf", "libdevice", "/dev", "(tensor<128xf32>) -> tensor<128xf32>"),
        ("__nv_expf", "libdevice", "/dev/null", "(tensor<128xf32>) -> tensor<128xf32>"),
        ("__nv_expf", "x\\00y", "\\00", "(tensor<128xf32>) -> tensor<128xf32>"),
        ("__nv_exp", "", "", "(tensor<128xf32>) -> tensor<128xf32>"),
        ("__nv_expf", "", "", "(tensor<128xf32>) -> tensor<128xi32>"),
        ("a\\00b", "", "", "(tensor<128xf32>) -> tensor<128xf32>"),
        ("kernel", "", "", "(tensor<128xf32>) -> tensor<128xf32>"),
        ("llvm.sqrt.f32", "", "", "(tensor<128xf32>) -> tensor<128xf32>"),
        ("__nv_frexpf", "", "", "(tensor<128xf32>) -> tensor<128xf32>"),
        ("vprintf", "", "", "(tensor<128xf32>) -> tensor<128xf32>"),
        ("__assertfail", "", "", "(tensor<128xf32>) -> tensor<128xf32>"),
    ]
):
    k(
        f,
        "extern_%d" % i,
        LOAD + '  %%y = tt.extern_elementwise %%x {libname = "%s", libpath = "%s", pure = true, symbol = "%s"} : %s\n  %s' % (ln, lp, sym, ty, stored("%y") if ty.endswith("f32>") else ""),
    )
for i, (pre, hexa, sg, arg) in enumerate(
    [
        ("x" * 1000000, "false", "0", "%x : tensor<128xf32>"),
        ("%s%n%d", "false", "0", "%x : tensor<128xf32>"),
        ("\\00", "true", "0", "%x : tensor<128xf32>"),
        ("a", "false", "", "%x : tensor<128xf32>"),
        ("a", "false", "1, 1, 1", "%x : tensor<128xf32>"),
        ("a", "false", "7", "%p : !tt.ptr<f32>"),
        ("\u00e4\U0001f600", "false", "0", "%x : tensor<128xf32>"),
        ("\\FF\\FE\\80", "false", "0", "%x : tensor<128xf32>"),
        ("", "true", "0", "%m : i64"),
        ("a", "3", "0", "%m : i64"),
    ]
):
    k(f, "print_%d" % i, LOAD + '  tt.print "%s" {hex = %s, isSigned = array<i32%s>} : %s' % (pre, hexa, (": " + sg) if sg else "", arg))
k(f, "print_many", '  tt.print "x" {hex = false, isSigned = array<i32: %s>} : %s : %s' % (", ".join(["1"] * 100), ", ".join(["%n"] * 100), ", ".join(["i32"] * 100)))
k(f, "print_huge", '  %x = tt.splat %n : i32 -> tensor<1048576xi32>\n  tt.print "x" {hex = false, isSigned = array<i32: 1>} : %x : tensor<1048576xi32>')
k(f, "assert_int", '  tt.assert %n, "x" : i32')
k(f, "assert_msg", '  %c = arith.constant false\n  tt.assert %c, "a\\00b\\FF%s' + "y" * 100000 + '" : i1')
k(f, "assert_tile_i32", RANGE + '  tt.assert %r, "x" : tensor<128xi32>')
k(f, "assert_ptr", PTRS + '  tt.assert %a, "x" : tensor<128x!tt.ptr<f32>>')
for i, (pack, blk, ret) in enumerate(
    [
        ("1", "%e: f32", "%e : f32"),
        ("0", "%e: f32", "%e : f32"),
        ("-1", "%e: f32", "%e : f32"),
        ("3", "%e: f32, %g: f32, %h: f32", "%e, %g, %h : f32, f32, f32"),
        ("1000000", "%e: f32", "%e : f32"),
        ("2", "%e: f32", "%e : f32"),
        ("256", ", ".join("%%e%d: f32" % i for i in range(256)), ", ".join("%%e%d" % i for i in range(256)) + " : " + ", ".join(["f32"] * 256)),
        ("1", "%e: f64", "%e : f64"),
        ("1", "", ""),
        ("1", "%e: f32", ""),
    ]
):
    k(
        f,
        "map_%d" % i,
        LOAD
        + '  %%y = "tt.map_elementwise"(%%x) <{pack = %s : i32}> ({\n  ^bb0%s:\n    tt.map_elementwise.return %s\n  }) : (tensor<128xf32>) -> tensor<128xf32>\n'
        % (pack, ("(%s)" % blk) if blk else "", ret)
        + stored("%y"),
    )
k(
    f,
    "map_store",
    LOAD
    + '  %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({\n  ^bb0(%e: f32):\n    tt.store %p, %e : !tt.ptr<f32>\n    tt.map_elementwise.return %e : f32\n  }) : (tensor<128xf32>) -> tensor<128xf32>\n'
    + stored("%y"),
)
k(
    f,
    "map_endless",
    LOAD + '  %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({\n  ^bb0(%e: f32):\n    cf.br ^bb1\n  ^bb1:\n    cf.br ^bb1\n  }) : (tensor<128xf32>) -> tensor<128xf32>\n' + stored("%y"),
)
k(
    f,
    "map_tile_inside",
    LOAD
    + '  %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({\n  ^bb0(%e: f32):\n    tt.store %a, %x : tensor<128x!tt.ptr<f32>>\n    tt.map_elementwise.return %e : f32\n  }) : (tensor<128xf32>) -> tensor<128xf32>\n'
    + stored("%y"),
)
k(
    f,
    "map_atomic_inside",
    LOAD
    + '  %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({\n  ^bb0(%e: f32):\n    %c = arith.constant true\n    %o = tt.atomic_rmw fadd, relaxed, gpu, %p, %e, %c : (!tt.ptr<f32>, f32, i1) -> f32\n    tt.map_elementwise.return %o : f32\n  }) : (tensor<128xf32>) -> tensor<128xf32>\n'
    + stored("%y"),
)
k(f, "map_empty", LOAD + '  %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({\n  }) : (tensor<128xf32>) -> tensor<128xf32>\n' + stored("%y"))
