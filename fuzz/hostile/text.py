"""Names, locations, attributes, aliases, TTGIR, and bytes that are no text."""

from programs import LOAD, add, k, kernel, stored

# Attributes, names and locations.
f = "names"
for i, nm in enumerate(
    [
        '"a b"',
        '"\\22quoted\\22"',
        '"\\00"',
        '"a\\00b"',
        '"\u00e4\U0001f600"',
        '"\\FF\\FE"',
        '""',
        '"' + "x" * 100000 + '"',
        '"kernel.with.dots"',
        '"$%&/()"',
        '"_Z1fv"',
        '"123"',
        '"\\0A"',
        '".entry"',
        '"%tid"',
        '"main"',
        '"printf"',
        '"llvm.memcpy"',
        '"../../../etc/passwd"',
        '"' + "\\00" * 5000 + '"',
    ]
):
    add(f, "func_%d" % i, "tt.func public @%s(%%p: !tt.ptr<f32>) {\n  %%c = arith.constant 1.0 : f32\n  tt.store %%p, %%c : !tt.ptr<f32>\n  tt.return\n}\n" % nm)
    add(
        f,
        "callee_%d" % i,
        "tt.func public @kernel(%%p: !tt.ptr<f32>) {\n  %%c = arith.constant 1.0 : f32\n  %%d = tt.call @%s(%%p, %%c) : (!tt.ptr<f32>, f32) -> f32\n  tt.store %%p, %%d : !tt.ptr<f32>\n  tt.return\n}\ntt.func private @%s(%%p: !tt.ptr<f32>, %%x: f32) -> f32 attributes {noinline = true} {\n  %%y = tt.load %%p : !tt.ptr<f32>\n  %%z = arith.addf %%x, %%y : f32\n  tt.return %%z : f32\n}\n"
        % (nm, nm),
    )
    add(
        f,
        "loc_%d" % i,
        "tt.func public @kernel(%%p: !tt.ptr<f32> loc(%s(%s:1:2))) {\n  %%c = arith.constant 1.0 : f32 loc(%s)\n  tt.store %%p, %%c : !tt.ptr<f32> loc(%s:4294967295:4294967295)\n  tt.load %%c : f32 loc(%s:3:4)\n  tt.return loc(%s:0:0)\n} loc(%s:1:1)\n"
        % ((nm,) * 7),
    )
    add(
        f,
        "loc_good_%d" % i,
        "tt.func public @kernel(%%p: !tt.ptr<f32> loc(%s(%s:1:2))) {\n  %%c = arith.constant 1.0 : f32 loc(%s)\n  tt.store %%p, %%c : !tt.ptr<f32> loc(%s:4294967295:4294967295)\n  tt.return loc(%s:0:0)\n} loc(%s:1:1)\n"
        % ((nm,) * 6),
    )
LOCK = "tt.func public @kernel(%%p: !tt.ptr<f32>) {\n  %%c = arith.constant 1.0 : f32 loc(%s)\n  %%d = arith.constant 1 : i32 loc(%s)\n  tt.store %%p, %%c : !tt.ptr<f32> loc(%s)\n  tt.return\n}\n%s"


def loc(name, l, more=""):
    add(f, "locs_" + name, LOCK % (l, l, l, more))


loc("unknown", "unknown")
loc("fused_empty", "fused[]")
loc("fused_meta", 'fused<"x">["a", "b":1:2]')
loc("callsite", 'callsite("a":1:1 at callsite("b":2:2 at "c":3:3))')
loc("recursive", "#loc1", "#loc1 = loc(#loc2)\n#loc2 = loc(#loc1)\n")
loc("recursive_self", "#loc1", "#loc1 = loc(callsite(#loc1 at #loc1))\n")
loc("missing", "#loc77")
loc("not_loc", "#loc1", "#loc1 = 5 : i32\n")
loc("deep_name", "#loc5000", "".join('#loc%d = loc("n%d"(#loc%d))\n' % (i, i, i - 1) for i in range(1, 5001)) + '#loc0 = loc("a":1:1)\n')
loc("deep_call", "#loc5000", '#loc0 = loc("a":1:1)\n' + "".join('#loc%d = loc(callsite("n%d":%d:1 at #loc%d))\n' % (i, i, i, i - 1) for i in range(1, 5001)))
loc("deep_inline", 'callsite("a":1:1 at ' * 5000 + '"b":1:1' + ")" * 5000)
loc("deep_150", 'callsite("a":1:1 at ' * 150 + '"b":1:1' + ")" * 150)
loc("wide", "fused[" + ", ".join('"a":%d:1' % i for i in range(50000)) + "]")
loc("doubling", "#loc40", '#loc0 = loc("a":1:1)\n' + "".join("#loc%d = loc(callsite(#loc%d at #loc%d))\n" % (i, i - 1, i - 1) for i in range(1, 41)))
loc("doubling_fused", "#loc40", '#loc0 = loc("a":1:1)\n' + "".join('#loc%d = loc(fused<"x%d">[#loc%d, #loc%d])\n' % (i, i, i - 1, i - 1) for i in range(1, 41)))
loc("line_big", '"a":99999999999999999999:1')
loc("line_neg", '"a":-1:1')
loc("range", '"a":1:2 to 3:4')
loc("llvm_di", 'fused<#llvm.di_file<"a" in "b">>["c":1:1]')
loc(
    "di_subprogram",
    'fused<#sp>["c":1:1]',
    '#file = #llvm.di_file<"a" in "b">\n#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = true, emissionKind = Full>\n#sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #cu, scope = #file, name = "f", file = #file, line = 1>\n',
)
for i, a in enumerate(
    [
        "tt.divisibility = 16 : i32, tt.divisibility = 8 : i32",
        'tt.future = [1, 2, {a = "b"}]',
        'tile.divisibility = "x"',
        "tile.divisibility = 3 : i32",
        "tile.divisibility = -16 : i64",
        "llvm.byval = i32",
        "llvm.noalias",
        "llvm.align = 3 : i64",
        "llvm.nonsense",
        "nvvm.grid_constant",
        "tt.divisibility = 9223372036854775807 : i64",
        "tt.divisibility = 340282366920938463463374607431768211456 : i129",
        "tt.divisibility = dense<16> : tensor<1xi32>",
        'foo.bar = #foo.baz<"x">',
        "ttg.x = 1",
        "tile.alignment = 7",
    ]
):
    add(f, "arg_attr_%d" % i, "tt.func public @kernel(%%p: !tt.ptr<f32> {%s}) {\n  %%c = arith.constant 1.0 : f32\n  tt.store %%p, %%c : !tt.ptr<f32>\n  tt.return\n}\n" % a)
    add(f, "func_attr_%d" % i, "tt.func public @kernel(%%p: !tt.ptr<f32>) attributes {%s} {\n  %%c = arith.constant 1.0 : f32\n  tt.store %%p, %%c : !tt.ptr<f32>\n  tt.return\n}\n" % a)
    add(
        f,
        "op_attr_%d" % i,
        "tt.func public @kernel(%%p: !tt.ptr<f32>) {\n  %%c = arith.constant 1.0 : f32\n  tt.store %%p, %%c {%s} : !tt.ptr<f32>\n  %%x = tt.addptr %%p, %%n {%s} : !tt.ptr<f32>, i32\n  tt.return\n}\n".replace(
            "(%%p: !tt.ptr<f32>)", "(%%p: !tt.ptr<f32>, %%n: i32)"
        )
        % (a, a),
    )
    add(f, "module_attr_%d" % i, "module attributes {%s} {\ntt.func public @kernel(%%p: !tt.ptr<f32>) {\n  tt.return\n}\n}\n" % a)
for i, a in enumerate(
    [
        '"ttg.num-warps" = 0 : i32',
        '"ttg.num-warps" = -4 : i32',
        '"ttg.num-warps" = 3 : i32',
        '"ttg.num-warps" = 1000000 : i32',
        '"ttg.num-warps" = "x"',
        '"ttg.num-ctas" = 2 : i32',
        '"ttg.threads-per-warp" = 64 : i32',
        'ttg.target = "cuda:90"',
        'ttg.target = "hip:gfx942"',
        'ttg.target = "cuda:"',
        'ttg.target = "cuda:99999999999999999999"',
        "ttg.target = 90 : i32",
        'tile.target = "x"',
        "ttg.shared = 99999999 : i32",
        '"ttg.total-num-warps" = 5 : i32',
        "ttg.maxnreg = -1 : i32",
        "dlti.dl_spec = #dlti.dl_spec<>",
        'llvm.data_layout = "zzz"',
        'llvm.target_triple = "a"',
        'sym_name = "m"',
        "gpu.container_module",
    ]
):
    add(f, "module_ttg_%d" % i, "module attributes {%s} {\n%s}\n" % (a, kernel(LOAD + stored("%x"))))
add(f, "alias_cycle", "#a = [#b]\n#b = [#a]\nmodule attributes {x.y = #a} {\n}\n")
add(f, "alias_type_cycle", "!a = tuple<!b>\n!b = tuple<!a>\nmodule attributes {x.y = !a} {\n}\n")
add(f, "alias_deep", "#a0 = []\n" + "".join("#a%d = [#a%d]\n" % (i, i - 1) for i in range(1, 10000)) + "module attributes {x.y = #a9999} {\n}\n")
add(f, "alias_doubling", "#a0 = [1]\n" + "".join("#a%d = [#a%d, #a%d]\n" % (i, i - 1, i - 1) for i in range(1, 41)) + "module attributes {x.y = #a40} {\n}\n")
add(f, "alias_type_doubling", "!a0 = i32\n" + "".join("!a%d = tuple<!a%d, !a%d>\n" % (i, i - 1, i - 1) for i in range(1, 41)) + "module attributes {x.y = !a40} {\n}\n")
add(f, "alias_type_doubling_used", "!a0 = i32\n" + "".join("!a%d = tuple<!a%d, !a%d>\n" % (i, i - 1, i - 1) for i in range(1, 31)) + "tt.func public @k(%p: !a30) {\n  tt.return\n}\n")
add(f, "deep_ptr", "tt.func public @k(%p: " + "!tt.ptr<" * 5000 + "f32" + ">" * 5000 + ") {\n  tt.return\n}\n")
add(f, "deep_ptr_150", "tt.func public @k(%p: " + "!tt.ptr<" * 150 + "f32" + ">" * 150 + ") {\n  tt.return\n}\n")
add(f, "deep_array", "module attributes {x.y = " + "[" * 10000 + "]" * 10000 + "} {\n}\n")
add(f, "deep_dict", "module attributes {x.y = " + "{a = " * 10000 + "1" + "}" * 10000 + "} {\n}\n")
add(f, "deep_module", "module {\n" * 10000 + "}\n" * 10000)
add(f, "deep_generic", '"builtin.module"() ({\n' * 10000 + "}) : () -> ()\n" * 10000)
add(f, "deep_opaque", "module attributes {x.y = #foo.bar<" + "<" * 10000 + ">" * 10000 + ">} {\n}\n")
add(f, "deep_parens", "module attributes {x.y = affine_map<(d0) -> (" + "(" * 10000 + "d0" + ")" * 10000 + ")>} {\n}\n")
add(f, "deep_func_type", "module attributes {x.y = " + "(" * 9000 + ") -> ()" * 9000 + "} {\n}\n")
add(f, "resource", kernel("") + '\n{-#\n  dialect_resources: {\n    builtin: {\n      blob: "0x08000000010000000000000002000000"\n    }\n  }\n#-}\n')
add(
    f,
    "resource_bad",
    kernel("")
    + '\n{-#\n  dialect_resources: {\n    tile: {\n      blob: "0x0"\n    }\n  },\n external_resources: { mlir_reproducer: { pipeline: "builtin.module(foo)", disable_threading: true, verify_each: true } }\n#-}\n',
)
add(f, "resource_reproducer", kernel("") + '\n{-#\n external_resources: { mlir_reproducer: { pipeline: "builtin.module(canonicalize)", disable_threading: true, verify_each: true } }\n#-}\n')
add(f, "unregistered", '"foo.bar"() : () -> ()\n' + kernel(""))
add(f, "unregistered_in", kernel('  "foo.bar"(%p) ({\n  ^bb0(%x: !foo.t<[[>):\n  }) : (!tt.ptr<f32>) -> ()'))
add(f, "future_dialect", kernel("  %x = ttng.tmem_alloc : () -> !ttng.memdesc<4>"))
add(f, "future_type", kernel("", args="%p: !tt.superptr<f32>"))
add(f, "gluon", kernel("  %x = gluon.set_auto_layout %n : i32"))
add(f, "dup_value", kernel("  %x = arith.constant 1 : i32\n  %x = arith.constant 2 : i32"))
add(f, "many_results", kernel('  %x:100000 = "foo.bar"() : () -> (i32)'))
add(f, "result_number", kernel("  %x:2 = tt.split %y : tensor<2xi32> -> i32\n  tt.store %q, %x#5 : !tt.ptr<i32>"))
add(f, "result_number_huge", kernel("  tt.store %q, %n#99999999999999999999 : !tt.ptr<i32>"))
add(f, "dialect_attr_junk", kernel("  %x = arith.constant 1 : i32 {a = #tile.blocked<{}>, b = #tile.linear<[]>, c = #tt.x, d = #ttg.blocked<{sizePerThread = []}>}"))

# TTGIR.
f = "ttgir"


def G(lay, body="", ty="tensor<128xf32, #l>", pre=""):
    return (
        '%s#l = %s\n#smem = #ttg.shared_memory\nmodule attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {\n  tt.func public @kernel(%%p: !tt.ptr<f32>, %%n: i32) {\n    %%x = tt.load %%p : !tt.ptr<f32>\n    %%y = tt.splat %%x : f32 -> %s\n%s    tt.return\n  }\n}\n'
        % (pre, lay, ty, body)
    )


for i, l in enumerate(
    [
        "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>",
        "#ttg.blocked<{sizePerThread = [0], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>",
        "#ttg.blocked<{sizePerThread = [3], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>",
        "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [16], warpsPerCTA = [4], order = [0]}>",
        "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>",
        "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 0]}>",
        "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [7]}>",
        "#ttg.blocked<{}>",
        "#ttg.blocked<{sizePerThread = [4294967296], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>",
        "#ttg.blocked<{sizePerThread = [-1], threadsPerWarp = [-32], warpsPerCTA = [-4], order = [-1]}>",
        "#ttg.slice<{dim = 5, parent = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>}>",
        "#ttg.slice<{dim = 0, parent = #l}>",
        "#ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], block = []}>",
        "#ttg.linear<{register = [], lane = [[3], [3], [3], [3], [3]], warp = [[0], [0]], block = []}>",
        "#ttg.linear<{register = [[1000000000000]], lane = [], warp = [], block = []}>",
        "#ttg.linear<{}>",
        "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>",
        "#ttg.nvidia_mma<{versionMajor = 9, versionMinor = 9, warpsPerCTA = [], instrShape = []}>",
        "#ttg.dot_op<{opIdx = 7, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 0}>",
        "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>",
        "#ttg.swizzled_shared<{vec = 3, perPhase = 0, maxPhase = -1, order = [0]}>",
        "#ttg.padded_shared<[32:+4] {order = [0], shape = [128]}>",
        "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>",
        "#ttg.amd_mfma<{}>",
        "#ttg.shared_memory",
        "5 : i32",
    ]
):
    add(f, "layout_%d" % i, G(l, '    tt.print "y" {hex = false, isSigned = array<i32: 0>} : %y : tensor<128xf32, #l>\n'))
    add(
        f,
        "alloc_%d" % i,
        G(
            l,
            "    %%a = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #l, #smem, mutable>\n    ttg.local_store %%z, %%a : tensor<128xf32> -> !ttg.memdesc<128xf32, #l, #smem, mutable>\n    %%b = ttg.local_load %%a : !ttg.memdesc<128xf32, #l, #smem, mutable> -> tensor<128xf32>\n".replace(
                "%%", "%"
            ).replace(
                "%z", "%y"
            ),
            ty="tensor<128xf32>",
        ),
    )
SH = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>"
for i, md in enumerate(["0xf32", "2147483648xf32", "1000000xf32", "128x!tt.ptr<f32>", "128xi1", "f32", "?xf32", "3x128xf32", "128xi3", "2x2x2x2x2x2x2xf32"]):
    t = "!ttg.memdesc<%s, #l, #smem, mutable>" % md
    add(
        f,
        "memdesc_%d" % i,
        G(
            SH,
            "    %%a = ttg.local_alloc : () -> %s\n    %%c = arith.constant 0 : i32\n    %%b = ttg.memdesc_index %%a[%%c] : %s -> !ttg.memdesc<128xf32, #l, #smem, mutable>\n    %%d = ttg.local_load %%a : %s -> tensor<128xf32>\n"
            % (t, t, t),
            ty="tensor<128xf32>",
        ),
    )
for i, b in enumerate(
    [
        "%a = ttg.convert_layout %y : tensor<128xf32> -> tensor<128xf32, #l>",
        "%a = ttg.convert_layout %y : tensor<128xf32> -> tensor<64xf32>",
        "%a = ttg.convert_layout %n : i32 -> i32",
        "ttg.async_wait {num = -1 : i32}",
        "ttg.async_wait {num = 1000000 : i32}",
        "%a = ttg.async_commit_group",
        "ttg.local_dealloc %y : tensor<128xf32>",
        "ttg.warp_specialize()",
        "%a = ttg.memdesc_subview %y[%n] : tensor<128xf32> -> i32",
        "ttg.local_barrier",
        "ttg.barrier all",
        "ttng.fence_async_shared {bCluster = false}",
        "%a = ttng.init_barrier %y, 1 : tensor<128xf32>",
        "%a = ttg.local_alloc %y : (tensor<128xf32>) -> !ttg.memdesc<64xf32, #l, #smem>",
        "%a = ttg.local_alloc",
        '%a = "ttg.local_alloc"() : () -> ()',
        '%a = "ttg.memdesc_index"() : () -> i32',
        '"ttg.async_copy_global_to_local"() : () -> ()',
    ]
):
    add(f, "op_%d" % i, G(SH, "    %s\n" % b, ty="tensor<128xf32>"))
for l, n in (("blocked", "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>"),):
    add(f, "num_warps_differ", G(n, '    tt.print "y" {hex = false, isSigned = array<i32: 0>} : %y : tensor<128xf32, #l>\n').replace('num-warps" = 4', 'num-warps" = 8'))

# Text.
f = "text"
GOOD = kernel(LOAD + stored("%x"))
add(f, "empty", b"")
add(f, "newline", b"\n")
add(f, "nul", b"\0")
add(f, "nuls", b"\0" * 100000)
add(f, "crlf", GOOD.replace("\n", "\r\n"))
add(f, "cr", GOOD.replace("\n", "\r"))
add(f, "bom8", b"\xef\xbb\xbf" + GOOD.encode())
add(f, "utf16", GOOD.encode("utf-16"))
add(f, "utf16be", GOOD.encode("utf-16-be"))
add(f, "utf32", GOOD.encode("utf-32"))
add(f, "nul_inside", GOOD.replace("tt.load", "tt.\0load").encode())
add(f, "nul_after", GOOD.encode() + b"\0\0\0")
add(f, "nul_space", GOOD.replace(" %x", "\0%x").encode())
add(f, "ctrl_z", GOOD.encode() + b"\x1a")
add(f, "form_feed", GOOD.replace("\n", "\f\n"))
add(f, "latin1", GOOD.replace("kernel", "k\xe4rnel").encode("latin-1"))
add(f, "utf8_name", GOOD.replace("kernel", "k\xe4rnel"))
add(f, "nbsp", GOOD.replace("  ", "\u00a0"))
add(f, "bytecode_magic", b"ML\xefR")
add(f, "bytecode_junk", b"ML\xefR" + bytes(range(256)) * 40)
add(f, "llvm_bitcode", b"BC\xc0\xde" + b"\0" * 100)
add(f, "elf", b"\x7fELF\x02\x01\x01" + b"\0" * 100)
add(f, "gzip", b"\x1f\x8b\x08\0" + b"x" * 100)
add(f, "ptx", ".version 8.5\n.target sm_90\n.address_size 64\n.visible .entry k() {\n  ret;\n}\n")
add(f, "llvm_ir", "define void @k() {\n  ret void\n}\n")
add(f, "python", "import triton\n@triton.jit\ndef f(x): pass\n")
add(f, "comment_only", "// nothing\n")
add(f, "comment_open", "/* " + GOOD)
add(f, "string_open", GOOD + '"abc')
add(f, "brackets", "}" * 1000 + "{" * 1000)
add(f, "quotes", '"' * 99999)
add(f, "percent", "%" * 100000)
add(f, "ats", "@" * 100000)
add(f, "hashes", "#" * 100000)
add(f, "bangs", "!" * 100000)
add(f, "lt", "<" * 100000)
add(f, "parens", "(" * 100000)
add(f, "spaces_1M", b" " * 1000000)
add(f, "long_identifier", "tt.func public @" + "x" * 3000000 + "() {\n  tt.return\n}\n")
add(f, "long_number", kernel("  %x = arith.constant " + "9" * 300000 + " : i32"))
add(f, "long_float", kernel("  %x = arith.constant 1." + "9" * 300000 + " : f32"))
add(f, "long_hex", kernel("  %x = arith.constant 0x" + "F" * 300000 + " : i32"))
add(f, "long_int_type", kernel("  %x = arith.constant 1 : i" + "9" * 100000))
add(f, "exponent", kernel("  %x = arith.constant 1.0e" + "9" * 10000 + " : f32"))
add(f, "long_exponent", kernel("  %x = arith.constant 1.0e2147483647 : f32"))
add(f, "dims", kernel("", args="%p: !tt.ptr<tensor<" + "1x" * 50000 + "f32>>"))
add(f, "dims_t", "tt.func private @f(%p: tensor<" + "1x" * 50000 + "f32>) {\n  tt.return\n}\n")
add(f, "two_modules", "module {\n" + GOOD + "}\nmodule {\n" + GOOD + "}\n")
add(f, "split_marker", GOOD + "// -----\n" + GOOD.replace("@kernel", "@other"))
for i in range(0, len(GOOD), 29):
    add(f, "cut_%03d" % i, GOOD[:i])
