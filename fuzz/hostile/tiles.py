"""Reductions, scans, products, and what changes the shape of a tile."""

from programs import LOAD, PTRS, RANGE, add, k, kernel, stored

# Reductions, scans, sorts.
f = "reduce"


def red(op, region, src="%x", ty="tensor<128xf32>", res="f32", attrs="axis = 0 : i32"):
    return '  %%s = "tt.%s"(%s) <{%s}> (%s) : (%s) -> %s\n' % (op, src, attrs, region, ty, res)


ADD = "{\n  ^bb0(%%e: f32, %%g: f32):\n    %%h = arith.addf %%e, %%g : f32\n    tt.%s.return %%h : f32\n  }"
for op, res in (("reduce", "f32"), ("scan", "tensor<128xf32>")):
    R = ADD % op
    ex = ", reverse = false" if op == "scan" else ""

    def kk(name, body, **kw):
        k(f, op + "_" + name, body, **kw)

    kk("empty_region", LOAD + red(op, "{\n  }", res=res, attrs="axis = 0 : i32" + ex))
    kk("empty_block", LOAD + red(op, "{\n  ^bb0(%e: f32, %g: f32):\n  }", res=res, attrs="axis = 0 : i32" + ex))
    kk("no_region", LOAD + '  %%s = "tt.%s"(%%x) <{axis = 0 : i32%s}> : (tensor<128xf32>) -> %s' % (op, ex, res))
    kk("two_regions", LOAD + '  %%s = "tt.%s"(%%x) <{axis = 0 : i32%s}> (%s, %s) : (tensor<128xf32>) -> %s' % (op, ex, R, R, res))
    kk("few_args", LOAD + red(op, "{\n  ^bb0(%%e: f32):\n    tt.%s.return %%e : f32\n  }" % op, res=res, attrs="axis = 0 : i32" + ex))
    kk("arg_types", LOAD + red(op, "{\n  ^bb0(%%e: f16, %%g: f16):\n    tt.%s.return %%e : f16\n  }" % op, res=res, attrs="axis = 0 : i32" + ex))
    kk("tile_args", LOAD + red(op, "{\n  ^bb0(%%e: tensor<128xf32>, %%g: tensor<128xf32>):\n    tt.%s.return %%e : tensor<128xf32>\n  }" % op, res=res, attrs="axis = 0 : i32" + ex))
    kk("return_count", LOAD + red(op, "{\n  ^bb0(%%e: f32, %%g: f32):\n    tt.%s.return %%e, %%g : f32, f32\n  }" % op, res=res, attrs="axis = 0 : i32" + ex))
    kk("return_wrong", LOAD + red(op, "{\n  ^bb0(%e: f32, %g: f32):\n    scf.yield\n  }", res=res, attrs="axis = 0 : i32" + ex))
    kk("return_other", LOAD + red(op, "{\n  ^bb0(%%e: f32, %%g: f32):\n    tt.%s.return %%e : f32\n  }" % ("scan" if op == "reduce" else "reduce"), res=res, attrs="axis = 0 : i32" + ex))
    kk(
        "outer_scalar",
        LOAD
        + "  %o = arith.sitofp %n : i32 to f32\n"
        + red(
            op, "{\n  ^bb0(%%e: f32, %%g: f32):\n    %%h = arith.addf %%e, %%g : f32\n    %%h2 = arith.mulf %%h, %%o : f32\n    tt.%s.return %%h2 : f32\n  }" % op, res=res, attrs="axis = 0 : i32" + ex
        )
        + ("  tt.store %p, %s : !tt.ptr<f32>" if op == "reduce" else stored("%s")),
    )
    kk("outer_tile", LOAD + red(op, "{\n  ^bb0(%%e: f32, %%g: f32):\n    tt.store %%a, %%x : tensor<128x!tt.ptr<f32>>\n    tt.%s.return %%e : f32\n  }" % op, res=res, attrs="axis = 0 : i32" + ex))
    kk("store_inside", LOAD + red(op, "{\n  ^bb0(%%e: f32, %%g: f32):\n    tt.store %%p, %%e : !tt.ptr<f32>\n    tt.%s.return %%e : f32\n  }" % op, res=res, attrs="axis = 0 : i32" + ex))
    kk(
        "loop_inside",
        LOAD
        + red(
            op,
            "{\n  ^bb0(%%e: f32, %%g: f32):\n    %%l = scf.for %%i = %%n to %%n step %%n iter_args(%%w = %%e) -> (f32) : i32 {\n      %%v = arith.addf %%w, %%g : f32\n      scf.yield %%v : f32\n    }\n    tt.%s.return %%l : f32\n  }"
            % op,
            res=res,
            attrs="axis = 0 : i32" + ex,
        )
        + ("  tt.store %p, %s : !tt.ptr<f32>" if op == "reduce" else stored("%s")),
    )
    kk("cf_inside", LOAD + red(op, "{\n  ^bb0(%%e: f32, %%g: f32):\n    cf.br ^bb1\n  ^bb1:\n    tt.%s.return %%e : f32\n  }" % op, res=res, attrs="axis = 0 : i32" + ex))
    kk("endless_inside", LOAD + red(op, "{\n  ^bb0(%e: f32, %g: f32):\n    cf.br ^bb1\n  ^bb1:\n    cf.br ^bb1\n  }", res=res, attrs="axis = 0 : i32" + ex))
    kk(
        "nested",
        LOAD
        + red(
            op,
            '{\n  ^bb0(%%e: f32, %%g: f32):\n    %%t = tt.splat %%e : f32 -> tensor<4xf32>\n    %%y = "tt.reduce"(%%t) <{axis = 0 : i32}> ({\n    ^bb0(%%e1: f32, %%g1: f32):\n      tt.reduce.return %%e1 : f32\n    }) : (tensor<4xf32>) -> f32\n    tt.%s.return %%y : f32\n  }'
            % op,
            res=res,
            attrs="axis = 0 : i32" + ex,
        ),
    )
    kk(
        "call_inside",
        LOAD
        + red(op, "{\n  ^bb0(%%e: f32, %%g: f32):\n    %%y = tt.call @f(%%e, %%g) : (f32, f32) -> f32\n    tt.%s.return %%y : f32\n  }" % op, res=res, attrs="axis = 0 : i32" + ex)
        + ("  tt.store %p, %s : !tt.ptr<f32>" if op == "reduce" else stored("%s")),
        more="tt.func private @f(%x: f32, %y: f32) -> f32 attributes {noinline = true} { %z = arith.addf %x, %y : f32\n tt.return %z : f32 }\n",
    )
    kk(
        "asm_inside",
        LOAD
        + red(
            op,
            '{\n  ^bb0(%%e: f32, %%g: f32):\n    %%y = tt.elementwise_inline_asm "add.f32 $0, $1, $2;" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %%e, %%g : f32, f32 -> f32\n    tt.%s.return %%y : f32\n  }'
            % op,
            res=res,
            attrs="axis = 0 : i32" + ex,
        )
        + ("  tt.store %p, %s : !tt.ptr<f32>" if op == "reduce" else stored("%s")),
    )
    for i, ax in enumerate(["1 : i32", "-1 : i32", "2147483647 : i32", "0 : i64", '"x"', "0.0 : f32"]):
        kk("axis_%d" % i, LOAD + red(op, R, res=res, attrs="axis = %s%s" % (ax, ex)))
    kk("no_axis", LOAD + red(op, R, res=res, attrs="reverse = false" if ex else ""))
    kk("no_operands", '  "tt.%s"() <{axis = 0 : i32%s}> ({\n    "tt.%s.return"() : () -> ()\n  }) : () -> ()' % (op, ex, op))
    kk("scalar", '  %%c = arith.constant 1.0 : f32\n  %%s = "tt.%s"(%%c) <{axis = 0 : i32%s}> (%s) : (f32) -> f32' % (op, ex, R))
    kk("result_type", LOAD + red(op, R, res="f64", attrs="axis = 0 : i32" + ex))
    kk("result_shape", LOAD + red(op, R, res="tensor<64xf32>", attrs="axis = 0 : i32" + ex))
    for t in ["i1", "i8", "i64", "f64", "bf16", "f8E5M2", "!tt.ptr<f32>", "i128", "i7"]:
        rr = {"reduce": t, "scan": "tensor<64x%s>" % t}[op]
        kk(
            "type_" + "".join(c for c in t if c.isalnum()),
            """  %%r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %%b = tt.splat %%w : !tt.ptr<%s> -> tensor<64x!tt.ptr<%s>>
  %%a = tt.addptr %%b, %%r : tensor<64x!tt.ptr<%s>>, tensor<64xi32>
  %%x = tt.load %%a : tensor<64x!tt.ptr<%s>>
  %%s = "tt.%s"(%%x) <{axis = 0 : i32%s}> ({
  ^bb0(%%e: %s, %%g: %s):
    tt.%s.return %%g : %s
  }) : (tensor<64x%s>) -> %s
""" % (t, t, t, t, op, ex, t, t, op, t, t, rr) + ("  tt.store %%w, %%s : !tt.ptr<%s>" % t if op == "reduce" else "  tt.store %%a, %%s : tensor<64x!tt.ptr<%s>>" % t),
            args="%%w: !tt.ptr<%s>" % t,
        )
    kk(
        "i1_xor",
        LOAD
        + """  %%z = arith.constant dense<0.0> : tensor<128xf32>
  %%c = arith.cmpf ogt, %%x, %%z : tensor<128xf32>
  %%s = "tt.%s"(%%c) <{axis = 0 : i32%s}> ({
  ^bb0(%%e: i1, %%g: i1):
    %%h = arith.xori %%e, %%g : i1
    tt.%s.return %%h : i1
  }) : (tensor<128xi1>) -> %s
""" % (op, ex, op, "i1" if op == "reduce" else "tensor<128xi1>")
        + ("  %y = arith.extui %s : i1 to i32\n  tt.store %q, %y : !tt.ptr<i32>" if op == "reduce" else "  %y = arith.uitofp %s : tensor<128xi1> to tensor<128xf32>\n" + stored("%y")),
    )
    many = 40
    kk(
        "many_operands",
        LOAD
        + '  %%s:%d = "tt.%s"(%s) <{axis = 0 : i32%s}> ({\n  ^bb0(%s):\n    tt.%s.return %s : %s\n  }) : (%s) -> (%s)\n'
        % (
            many,
            op,
            ", ".join(["%x"] * many),
            ex,
            ", ".join("%%e%d: f32" % i for i in range(2 * many)),
            op,
            ", ".join("%%e%d" % i for i in range(many)),
            ", ".join(["f32"] * many),
            ", ".join(["tensor<128xf32>"] * many),
            ", ".join([res] * many),
        )
        + ("  tt.store %p, %s#3 : !tt.ptr<f32>" if op == "reduce" else stored("%s#3")),
    )
    kk(
        "shapes_differ",
        LOAD
        + RANGE.replace("%r", "%r2").replace("128", "64")
        + '  %%s:2 = "tt.%s"(%%x, %%r2) <{axis = 0 : i32%s}> ({\n  ^bb0(%%e: f32, %%g: i32, %%h: f32, %%i: i32):\n    tt.%s.return %%e, %%g : f32, i32\n  }) : (tensor<128xf32>, tensor<64xi32>) -> (%s, %s)'
        % (op, ex, op, res, res.replace("f32", "i32")),
    )
    kk(
        "size_one",
        """  %%x = tt.load %%p : !tt.ptr<f32>
  %%y = tt.splat %%x : f32 -> tensor<1xf32>
  %%s = "tt.%s"(%%y) <{axis = 0 : i32%s}> (%s) : (tensor<1xf32>) -> %s
""" % (op, ex, R, "f32" if op == "reduce" else "tensor<1xf32>"),
    )
    kk(
        "huge",
        """  %%r = tt.make_range {end = 1048576 : i32, start = 0 : i32} : tensor<1048576xi32>
  %%b = tt.splat %%p : !tt.ptr<f32> -> tensor<1048576x!tt.ptr<f32>>
  %%a = tt.addptr %%b, %%r : tensor<1048576x!tt.ptr<f32>>, tensor<1048576xi32>
  %%x = tt.load %%a : tensor<1048576x!tt.ptr<f32>>
  %%s = "tt.%s"(%%x) <{axis = 0 : i32%s}> (%s) : (tensor<1048576xf32>) -> %s
""" % (op, ex, R, "f32" if op == "reduce" else "tensor<1048576xf32>") + ("  tt.store %p, %s : !tt.ptr<f32>" if op == "reduce" else "  tt.store %a, %s : tensor<1048576x!tt.ptr<f32>>"),
    )
    kk("generic_return_none", LOAD + red(op, '{\n  ^bb0(%%e: f32, %%g: f32):\n    "tt.%s.return"() : () -> ()\n  }' % op, res=res, attrs="axis = 0 : i32" + ex))
    kk(
        "rank20",
        '  %%x = tt.load %%p : !tt.ptr<f32>\n  %%y = tt.splat %%x : f32 -> tensor<%sxf32>\n  %%s = "tt.%s"(%%y) <{axis = 19 : i32%s}> (%s) : (tensor<%sxf32>) -> tensor<%sxf32>\n  tt.print " s" {hex = false, isSigned = array<i32: 0>} : %%s : tensor<%sxf32>'
        % (("x".join(["2"] * 20), op, ex, R, "x".join(["2"] * 20)) + (("x".join(["2"] * (19 if op == "reduce" else 20)),) * 2)),
    )
for i, (src, rt, extra) in enumerate(
    [
        ("tensor<128xf32>", "tensor<64xi32>", ""),
        ("tensor<128xi32>", "tensor<0xi32>", ""),
        ("tensor<128xi32>", "tensor<1073741824xi32>", ""),
        ("tensor<128xi32>", "tensor<64xf32>", ""),
        ("tensor<128xi32>", "i32", ""),
        ("tensor<128xi32>", "tensor<8x8xi32>", ""),
        ("tensor<128xi32>", "tensor<1048576xi32>", ""),
        ("tensor<128xi32>", "tensor<3xi1>", ""),
    ]
):
    k(f, "histogram_%d" % i, LOAD + "  %%s = tt.histogram %s : %s -> %s" % ("%x" if "f32" in src else "%r", src, rt))
for i, (s, ix, r, ax) in enumerate(
    [
        ("tensor<128xf32>", "tensor<128xf32>", "tensor<128xf32>", "0"),
        ("tensor<128xf32>", "tensor<128xi32>", "tensor<128xf32>", "1"),
        ("tensor<128xf32>", "tensor<128xi32>", "tensor<64xf32>", "0"),
        ("tensor<128xf32>", "tensor<128xi32>", "tensor<128xf32>", "-1"),
        ("tensor<128xf32>", "tensor<128xi32>", "tensor<128xi32>", "0"),
        ("tensor<128xf32>", "tensor<128xi32>", "f32", "0"),
    ]
):
    k(f, "gather_%d" % i, LOAD + "  %%s = tt.gather %%x[%s] {axis = %s : i32} : (%s, %s) -> %s" % ("%x" if "f32" in ix else "%r", ax, s, ix, r))
k(
    f,
    "gather_ptr",
    PTRS
    + "  %s = tt.gather %a[%r] {axis = 0 : i32} : (tensor<128x!tt.ptr<f32>>, tensor<128xi32>) -> tensor<128x!tt.ptr<f32>>\n  %x = tt.load %s : tensor<128x!tt.ptr<f32>>\n  tt.store %a, %x : tensor<128x!tt.ptr<f32>>",
)
for op in ["tt.sort", "tt.topk", "tile.sort", "tile.topk"]:
    k(
        f,
        op.replace(".", "_") + "_ptr",
        PTRS + "  %%s = %s %%a {axis = 0 : i32%s} : tensor<128x!tt.ptr<f32>>%s" % (op, ", k = 8 : i32" if "topk" in op else "", " -> tensor<8x!tt.ptr<f32>>" if "topk" in op else ""),
    )
for i, kv in enumerate(["0", "-1", "129", "128", "2147483647"]):
    k(f, "topk_k%d" % i, LOAD + "  %%s = tile.topk %%x {axis = 0 : i32, k = %s : i32} : tensor<128xf32> -> tensor<%sxf32>" % (kv, kv.replace("-", "")))

# Dots.
f = "dot"


def dot(M, N, K, ta, tb, tc, extra="", shapeA=None, shapeB=None, shapeC=None, op="tt.dot"):
    def ld(nm, shape, ty):
        n = 1
        for d in shape:
            n *= d
        s = "x".join(map(str, shape))
        return "  %%%s = tt.load %%%sp : !tt.ptr<%s>\n  %%%st = tt.splat %%%s : %s -> tensor<%sx%s>\n" % (nm, nm, ty, nm, nm, ty, s, ty)

    A = shapeA or [M, K]
    B = shapeB or [K, N]
    C = shapeC or [M, N]
    t = lambda S, ty: "tensor<%sx%s>" % ("x".join(map(str, S)), ty)
    return kernel(
        ld("a", A, ta)
        + ld("b", B, tb)
        + ld("c", C, tc)
        + '  %%d = tt.dot %%at, %%bt, %%ct%s : %s * %s -> %s\n  tt.print " d" {hex = false, isSigned = array<i32: 0>} : %%d : %s' % (extra, t(A, ta), t(B, tb), t(C, tc), t(C, tc)),
        args="%%ap: !tt.ptr<%s>, %%bp: !tt.ptr<%s>, %%cp: !tt.ptr<%s>" % (ta, tb, tc),
    )


for M, N, K in [(1, 1, 1), (16, 16, 1), (1, 1, 16), (2, 4, 8), (128, 128, 1), (3, 5, 7), (16, 8, 100), (0, 16, 16), (16, 16, 0), (1024, 1024, 16), (4096, 16, 4096), (16, 16, 65536)]:
    add(f, "f16_%d_%d_%d" % (M, N, K), dot(M, N, K, "f16", "f16", "f32"))
    add(f, "f32_%d_%d_%d" % (M, N, K), dot(M, N, K, "f32", "f32", "f32", ", inputPrecision = tf32"))
for ta, tb, tc in [
    ("f16", "bf16", "f32"),
    ("f16", "f32", "f32"),
    ("i8", "i8", "i32"),
    ("i8", "i16", "i32"),
    ("i32", "i32", "i32"),
    ("i64", "i64", "i64"),
    ("i1", "i1", "i32"),
    ("i4", "i4", "i32"),
    ("f64", "f64", "f64"),
    ("f8E5M2", "f8E4M3FN", "f32"),
    ("f8E4M3FN", "f16", "f32"),
    ("f16", "f16", "f16"),
    ("bf16", "bf16", "bf16"),
    ("f16", "f16", "i32"),
    ("i8", "i8", "f32"),
    ("f16", "f16", "f64"),
    ("!tt.ptr<f32>", "!tt.ptr<f32>", "f32"),
    ("f8E4M3B11FNUZ", "f8E4M3B11FNUZ", "f32"),
    ("f8E4M3FNUZ", "f8E4M3FNUZ", "f32"),
    ("f4E2M1FN", "f4E2M1FN", "f32"),
]:
    add(f, "types_" + "_".join("".join(c for c in t if c.isalnum()) for t in (ta, tb, tc)), dot(32, 32, 32, ta, tb, tc))
add(f, "k_differs", dot(32, 32, 32, "f16", "f16", "f32", shapeA=[32, 16]))
add(f, "c_differs", dot(32, 32, 32, "f16", "f16", "f32", shapeC=[32, 16]))
add(f, "rank1", dot(32, 32, 32, "f16", "f16", "f32", shapeA=[32], shapeB=[32], shapeC=[32]))
add(f, "rank3", dot(32, 32, 32, "f16", "f16", "f32", shapeA=[3, 32, 32], shapeB=[3, 32, 32], shapeC=[3, 32, 32]))
add(f, "rank3_mixed", dot(32, 32, 32, "f16", "f16", "f32", shapeA=[2, 32, 32], shapeB=[4, 32, 32], shapeC=[2, 32, 32]))
add(f, "rank4", dot(32, 32, 32, "f16", "f16", "f32", shapeA=[2, 2, 32, 32], shapeB=[2, 2, 32, 32], shapeC=[2, 2, 32, 32]))
add(f, "rank3_batch1000", dot(32, 32, 32, "f16", "f16", "f32", shapeA=[1000, 16, 16], shapeB=[1000, 16, 16], shapeC=[1000, 16, 16]))
for i, e in enumerate(
    [
        ", inputPrecision = nothing",
        ", inputPrecision = tf32 {maxNumImpreciseAcc = -1 : i32}",
        " {maxNumImpreciseAcc = 2147483647 : i32}",
        " {maxNumImpreciseAcc = 7 : i32}",
        ' {maxNumImpreciseAcc = "a"}',
        ", inputPrecision = bf16x6",
        ", inputPrecision = ieee",
    ]
):
    add(f, "precision_%d" % i, dot(32, 32, 32, "f32", "f32", "f32", e))
    add(f, "precision_f8_%d" % i, dot(32, 32, 32, "f8E5M2", "f8E5M2", "f32", e))


def scaled(ash, at, bsh, bt, csh, sa, sb, ea, eb, extra=""):
    t = lambda S, ty: "tensor<%sx%s>" % ("x".join(map(str, S)), ty)
    s = "  %%a = tt.splat %%x : i8 -> %s\n  %%b = tt.splat %%x : i8 -> %s\n  %%c = tt.splat %%f : f32 -> %s\n" % (t(ash, "i8"), t(bsh, "i8"), t(csh, "f32"))
    if sa:
        s += "  %%sa = tt.splat %%x : i8 -> %s\n" % t(sa, "i8")
    if sb:
        s += "  %%sb = tt.splat %%x : i8 -> %s\n" % t(sb, "i8")
    s += "  %%d = tt.dot_scaled %%a%s, %%b%s, %%c lhs = %s rhs = %s {fastMath = false%s} : %s%s * %s%s -> %s\n" % (
        " scale %sa" if sa else "",
        " scale %sb" if sb else "",
        ea,
        eb,
        extra,
        t(ash, "i8"),
        (", " + t(sa, "i8")) if sa else "",
        t(bsh, "i8"),
        (", " + t(sb, "i8")) if sb else "",
        t(csh, "f32"),
    )
    return kernel(s + '  tt.print " d" {hex = false, isSigned = array<i32: 0>} : %%d : %s' % t(csh, "f32"), args="%x: i8, %f: f32")


for i, a in enumerate(
    [
        ((32, 32), "i8", (64, 16), "i8", (32, 16), (32, 2), (16, 2), "e2m1", "e5m2"),
        ((32, 32), "i8", (64, 16), "i8", (32, 16), (32, 3), (16, 2), "e2m1", "e5m2"),
        ((32, 32), "i8", (64, 16), "i8", (32, 16), (32,), (16, 2), "e2m1", "e5m2"),
        ((32, 32), "i8", (32, 16), "i8", (32, 16), None, None, "e5m2", "e5m2"),
        ((32, 32), "i8", (32, 16), "i8", (32, 16), None, None, "fp16", "e5m2"),
        ((32, 32), "i8", (32, 16), "i8", (32, 16), (1, 1), (1, 1), "e5m2", "e5m2"),
        ((32, 1), "i8", (1, 16), "i8", (32, 16), (32, 1), (16, 1), "e5m2", "e4m3"),
        ((32, 16), "i8", (32, 16), "i8", (32, 16), (32, 1), (16, 1), "e2m1", "e4m3"),
        ((32, 32), "i8", (64, 16), "i8", (32, 16), (32, 0), (16, 2), "e2m1", "e5m2"),
        ((32,), "i8", (32,), "i8", (32,), (1,), (1,), "e4m3", "e5m2"),
        ((32, 32), "i8", (32, 16), "i8", (32, 16), (32, 1), (16, 1), "e3m2", "bogus"),
    ]
):
    add(f, "scaled_%d" % i, scaled(*a))
k(f, "dot_ints", "  %x = tt.dot %n, %n, %n : i32 * i32 -> i32")
k(f, "dot_generic_none", '  %x = "tt.dot"() : () -> tensor<16x16xf32>')
k(f, "dot_scaled_generic_none", '  %x = "tt.dot_scaled"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0>}> : () -> tensor<16x16xf32>')

# Shape operations.
f = "shapes"
for i, (op, s, d) in enumerate(
    [
        ("tt.splat %n", "i32", "i32"),
        ("tt.splat %n", "i32", "tensor<4xf32>"),
        ("tt.splat %r", "tensor<128xi32>", "tensor<128x128xi32>"),
        ("tt.unsplat %r", "tensor<128xi32>", "i32"),
        ("tt.unsplat %n", "i32", "i32"),
        ("tt.expand_dims %r {axis = 2 : i32}", "tensor<128xi32>", "tensor<128x1xi32>"),
        ("tt.expand_dims %r {axis = -1 : i32}", "tensor<128xi32>", "tensor<128x1xi32>"),
        ("tt.expand_dims %r {axis = 0 : i32}", "tensor<128xi32>", "tensor<128x1xi32>"),
        ("tt.expand_dims %r {axis = 2147483647 : i32}", "tensor<128xi32>", "tensor<128x1xi32>"),
        ("tt.expand_dims %r", "tensor<128xi32>", "tensor<128x1xi32>"),
        ("tt.broadcast %r", "tensor<128xi32>", "tensor<256xi32>"),
        ("tt.broadcast %r", "tensor<128xi32>", "tensor<128x128xi32>"),
        ("tt.broadcast %n", "i32", "tensor<4xi32>"),
        ("tt.broadcast %r", "tensor<128xi32>", "tensor<0xi32>"),
        ("tt.reshape %r", "tensor<128xi32>", "tensor<64xi32>"),
        ("tt.reshape %r", "tensor<128xi32>", "tensor<2x2x2x2x2x2x2xi32>"),
        ("tt.reshape %r", "tensor<128xi32>", "tensor<128xf32>"),
        ("tt.reshape %r", "tensor<128xi32>", "tensor<i32>"),
        ("tt.reshape %r", "tensor<128xi32>", "tensor<?x2xi32>"),
        ("tt.reshape %r", "tensor<128xi32>", "tensor<0x128xi32>"),
        ("tt.reshape %r", "tensor<128xi32>", "tensor<4294967296x4294967296xi32>"),
        ("tt.reshape %r", "tensor<128xi32>", "i32"),
        ("tt.reshape %r allow_reorder efficient_layout", "tensor<128xi32>", "tensor<2x64xi32>"),
        ("tt.trans %r {order = array<i32: 0>}", "tensor<128xi32>", "tensor<128xi32>"),
        ("tt.trans %r {order = array<i32: 1>}", "tensor<128xi32>", "tensor<128xi32>"),
        ("tt.trans %r {order = array<i32>}", "tensor<128xi32>", "tensor<128xi32>"),
        ("tt.trans %r {order = array<i32: -1>}", "tensor<128xi32>", "tensor<128xi32>"),
        ("tt.trans %r", "tensor<128xi32>", "tensor<128xi32>"),
        ("tt.trans %r {order = array<i32: 0, 0>}", "tensor<128xi32>", "tensor<128xi32>"),
        ("tt.join %r, %r", "tensor<128xi32>", "tensor<128x2xi32>"),
        ("tt.join %r, %r", "tensor<128xi32>", "tensor<2x128xi32>"),
        ("tt.join %n, %n", "i32", "tensor<2xi32>"),
        ("tt.cat %r, %r", "tensor<128xi32>", "tensor<256xi32>"),
        ("tt.cat %r, %r", "tensor<128xi32>", "tensor<255xi32>"),
        ("tt.cat %n, %n", "i32", "tensor<2xi32>"),
    ]
):
    k(f, "op_%d" % i, RANGE + '  %%y = %s : %s -> %s\n  tt.print " y" {hex = false, isSigned = array<i32: 0>} : %%y : %s' % (op, s, d, d))
for i, (s, d) in enumerate(
    [
        ("tensor<128x2xi32>", "tensor<128xi32>"),
        ("tensor<128x3xi32>", "tensor<128xi32>"),
        ("tensor<2xi32>", "i32"),
        ("tensor<128x2xi32>", "tensor<128xf32>"),
        ("tensor<128x1xi32>", "tensor<128xi32>"),
        ("tensor<128x2xi32>", "tensor<2xi32>"),
    ]
):
    k(f, "split_%d" % i, '  %%x = tt.splat %%n : i32 -> %s\n  %%y, %%z = tt.split %%x : %s -> %s\n  tt.print " y" {hex = false, isSigned = array<i32: 0>} : %%y : %s' % (s, s, d, d))
k(f, "split_generic", RANGE + '  %y:3 = "tt.split"(%r) : (tensor<128xi32>) -> (tensor<64xi32>, tensor<64xi32>, tensor<1xi32>)')
k(f, "cat_types", LOAD + '  %y = "tt.cat"(%r, %x) : (tensor<128xi32>, tensor<128xf32>) -> tensor<256xi32>')
k(f, "join_types", LOAD + '  %y = "tt.join"(%r, %x) : (tensor<128xi32>, tensor<128xf32>) -> tensor<128x2xi32>')
k(
    f,
    "trans_rank20",
    '  %%x = tt.splat %%n : i32 -> tensor<%sxi32>\n  %%y = tt.trans %%x {order = array<i32: %s>} : tensor<%sxi32> -> tensor<%sxi32>\n  tt.print " y" {hex = false, isSigned = array<i32: 0>} : %%y : tensor<%sxi32>'
    % ((lambda s: (s, ", ".join(str(19 - i) for i in range(20)), s, s, s))("x".join(["2"] * 20))),
)
k(f, "expand_to_21", "  %%x = tt.splat %%n : i32 -> tensor<%sxi32>\n  %%y = tt.expand_dims %%x {axis = 0 : i32} : tensor<%sxi32> -> tensor<1x%sxi32>" % (("x".join(["1"] * 20),) * 3))
k(f, "broadcast_huge", "  %x = tt.splat %n : i32 -> tensor<1x1xi32>\n  %y = tt.broadcast %x : tensor<1x1xi32> -> tensor<1048576x1048576xi32>")
k(f, "pid_axis", '  %x = "tt.get_program_id"() <{axis = 3 : i32}> : () -> i32')
k(f, "pid_axis_neg", '  %x = "tt.get_program_id"() <{axis = -1 : i32}> : () -> i32')
k(f, "pid_type", '  %x = "tt.get_program_id"() <{axis = 0 : i32}> : () -> i64')
k(f, "pid_none", '  %x = "tt.get_program_id"() : () -> i32')
k(f, "pid_letter", "  %x = tt.get_program_id w : i32")
k(f, "num_programs_i64", '  %x = "tt.get_num_programs"() <{axis = 1 : i64}> : () -> i32')
