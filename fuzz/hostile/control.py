"""Branches, loops, calls and functions; programs that are very long."""

from programs import LOAD, PTRS, RANGE, add, k, kernel

# Control flow.
f = "control"
k(f, "endless", "  cf.br ^bb1\n^bb1:\n  cf.br ^bb1\n^bb2:")
k(f, "endless_store", "  %c = arith.constant 1.0 : f32\n  cf.br ^bb1\n^bb1:\n  tt.store %p, %c : !tt.ptr<f32>\n  cf.br ^bb1\n^bb2:")
k(
    f,
    "irreducible",
    """  %c = arith.constant 0 : i32
  %t = arith.cmpi sgt, %n, %c : i32
  cf.cond_br %t, ^bb1, ^bb2
^bb1:
  %x = tt.load %p : !tt.ptr<f32>
  tt.store %p, %x : !tt.ptr<f32>
  cf.cond_br %t, ^bb2, ^bb3
^bb2:
  %y = tt.load %q : !tt.ptr<i32>
  %u = arith.cmpi sgt, %y, %c : i32
  cf.cond_br %u, ^bb1, ^bb3
^bb3:""",
)
k(
    f,
    "irreducible_tiles",
    LOAD + """  %c = arith.constant 0 : i32
  %t = arith.cmpi sgt, %n, %c : i32
  cf.cond_br %t, ^bb1(%x : tensor<128xf32>), ^bb2(%x : tensor<128xf32>)
^bb1(%v: tensor<128xf32>):
  %w = arith.addf %v, %x : tensor<128xf32>
  cf.cond_br %t, ^bb2(%w : tensor<128xf32>), ^bb3(%w : tensor<128xf32>)
^bb2(%v2: tensor<128xf32>):
  %w2 = arith.mulf %v2, %x : tensor<128xf32>
  %y = tt.load %q : !tt.ptr<i32>
  %u = arith.cmpi sgt, %y, %c : i32
  cf.cond_br %u, ^bb1(%w2 : tensor<128xf32>), ^bb3(%w2 : tensor<128xf32>)
^bb3(%z: tensor<128xf32>):
  tt.store %a, %z : tensor<128x!tt.ptr<f32>>""",
)
k(
    f,
    "irreducible_reduce",
    LOAD + """  %c = arith.constant 0 : i32
  %t = arith.cmpi sgt, %n, %c : i32
  cf.cond_br %t, ^bb1(%x : tensor<128xf32>), ^bb2(%x : tensor<128xf32>)
^bb1(%v: tensor<128xf32>):
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%e: f32, %g: f32):
    %h = arith.addf %e, %g : f32
    tt.reduce.return %h : f32
  }) : (tensor<128xf32>) -> f32
  %ss = tt.splat %s : f32 -> tensor<128xf32>
  cf.cond_br %t, ^bb2(%ss : tensor<128xf32>), ^bb3(%ss : tensor<128xf32>)
^bb2(%v2: tensor<128xf32>):
  %y = tt.load %q : !tt.ptr<i32>
  %u = arith.cmpi sgt, %y, %c : i32
  cf.cond_br %u, ^bb1(%v2 : tensor<128xf32>), ^bb3(%v2 : tensor<128xf32>)
^bb3(%z: tensor<128xf32>):
  tt.store %a, %z : tensor<128x!tt.ptr<f32>>""",
)
k(f, "unreachable_self", "  tt.return\n^bb1(%x: f32):\n  %y = arith.addf %x, %y : f32\n  cf.br ^bb1(%y : f32)\n^bb2:")
k(f, "unreachable_tile", "  tt.return\n^bb1(%x: tensor<128xf32>):\n  %y = arith.addf %x, %y : tensor<128xf32>\n  cf.br ^bb1(%y : tensor<128xf32>)\n^bb2:")
k(
    f,
    "unreachable_reduce",
    LOAD + """  tt.return
^bb1(%x1: tensor<128xf32>):
  %s = "tt.reduce"(%x1) <{axis = 0 : i32}> ({
  ^bb0(%e: f32, %g: f32):
    %h = arith.addf %e, %g : f32
    tt.reduce.return %h : f32
  }) : (tensor<128xf32>) -> f32
  tt.store %p, %s : !tt.ptr<f32>
  cf.br ^bb1(%x1 : tensor<128xf32>)
^bb2:""",
)
k(f, "entry_branch", "  cf.br ^bb0\n^bb0:\n  cf.br ^bb0\n^bb3:")
k(f, "branch_to_entry", "^bb9(%z: i32):\n  cf.br ^bb9(%z : i32)\n^bb1:")
k(f, "switch_many", "  cf.switch %n : i32, [\n    default: ^bb1,\n" + ",\n".join("    %d: ^bb1" % i for i in range(5000)) + "\n  ]\n^bb1:")
k(f, "switch_dup", "  cf.switch %n : i32, [\n    default: ^bb1,\n    1: ^bb1,\n    1: ^bb2\n  ]\n^bb1:\n  cf.br ^bb2\n^bb2:")
k(f, "switch_tile", RANGE + "  cf.switch %r : tensor<128xi32>, [\n    default: ^bb1\n  ]\n^bb1:")
k(f, "cond_tile", RANGE + "  cf.cond_br %r, ^bb1, ^bb2\n^bb1:\n  cf.br ^bb2\n^bb2:")
k(f, "no_terminator", "  cf.br ^bb1\n^bb1:\n  %x = arith.constant 1 : i32\n^bb2:")
k(f, "many_blocks", "  cf.br ^b0\n" + "".join("^b%d:\n  cf.br ^b%d\n" % (i, i + 1) for i in range(20000)) + "^b20000:")
k(
    f,
    "many_cond_blocks",
    "  %c = arith.constant 0 : i32\n  %t = arith.cmpi sgt, %n, %c : i32\n  cf.br ^b0\n"
    + "".join("^b%d:\n  tt.store %%q, %%n : !tt.ptr<i32>\n  cf.cond_br %%t, ^b%d, ^b%d\n" % (i, i + 1, min(i + 2, 3000)) for i in range(3000))
    + "^b3000:",
)
k(
    f,
    "many_tile_blocks",
    LOAD
    + "  %c = arith.constant 0 : i32\n  %t = arith.cmpi sgt, %n, %c : i32\n  cf.br ^b0(%x : tensor<128xf32>)\n"
    + "".join(
        "^b%d(%%x%d: tensor<128xf32>):\n  %%y%d = arith.addf %%x%d, %%x%d : tensor<128xf32>\n  cf.cond_br %%t, ^b%d(%%y%d : tensor<128xf32>), ^b%d(%%x%d : tensor<128xf32>)\n"
        % (i, i, i, i, i, i + 1, i, i + 1, i)
        for i in range(500)
    )
    + "^b500(%z: tensor<128xf32>):\n  tt.store %a, %z : tensor<128x!tt.ptr<f32>>",
)
k(f, "call_missing", "  tt.call @nobody(%n) : (i32) -> ()")
k(f, "call_not_function", "  tt.call @m(%n) : (i32) -> ()", more="module @m {}\n")
k(f, "call_nested_symbol", "  tt.call @m::@f(%n) : (i32) -> ()", more="module @m { tt.func private @f(%x: i32) { tt.return } }\n")
k(f, "call_types", "  %x = tt.call @f(%n) : (i32) -> f32", more="tt.func private @f(%x: i64) -> f32 { %c = arith.constant 1.0 : f32\n tt.return %c : f32 }\n")
k(f, "call_kernel", "  tt.call @other(%n) : (i32) -> ()", more="tt.func public @other(%x: i32) { tt.return }\n")
k(f, "call_itself", "  tt.call @kernel(%p, %q, %n, %m) : (!tt.ptr<f32>, !tt.ptr<i32>, i32, i64) -> ()")
k(f, "call_declaration", "  tt.call @f(%n) : (i32) -> ()", more="tt.func private @f(%x: i32)\n")
k(f, "kernel_declaration", "", more="tt.func public @g(%x: i32)\n")
k(
    f,
    "call_recursive_inline",
    "  tt.call @f(%n) : (i32) -> ()",
    more="tt.func private @f(%x: i32) { tt.call @g(%x) : (i32) -> ()\n tt.return }\ntt.func private @g(%x: i32) { tt.call @f(%x) : (i32) -> ()\n tt.return }\n",
)
k(
    f,
    "call_recursive_noinline",
    "  tt.call @f(%n) : (i32) -> ()",
    more="tt.func private @f(%x: i32) attributes {noinline = true} { tt.call @g(%x) : (i32) -> ()\n tt.return }\ntt.func private @g(%x: i32) attributes {noinline = true} { tt.call @f(%x) : (i32) -> ()\n tt.return }\n",
)
k(
    f,
    "call_chain",
    "  tt.call @f0(%n) : (i32) -> ()",
    more="".join("tt.func private @f%d(%%x: i32) { tt.call @f%d(%%x) : (i32) -> ()\n tt.return }\n" % (i, i + 1) for i in range(5000)) + "tt.func private @f5000(%x: i32) { tt.return }\n",
)
k(
    f,
    "call_chain_noinline",
    "  tt.call @f0(%n) : (i32) -> ()",
    more="".join("tt.func private @f%d(%%x: i32) attributes {noinline = true} { tt.call @f%d(%%x) : (i32) -> ()\n tt.return }\n" % (i, i + 1) for i in range(2000))
    + 'tt.func private @f2000(%x: i32) attributes {noinline = true} { tt.print " x" {hex = false, isSigned = array<i32: 1>} : %x : i32\n tt.return }\n',
)
k(
    f,
    "call_doubling",
    "  %x = tt.call @f0(%n) : (i32) -> i32\n  tt.store %q, %x : !tt.ptr<i32>",
    more="".join(
        "tt.func private @f%d(%%x: i32) -> i32 { %%a = tt.call @f%d(%%x) : (i32) -> i32\n %%b = tt.call @f%d(%%a) : (i32) -> i32\n tt.return %%b : i32 }\n" % (i, i + 1, i + 1) for i in range(40)
    )
    + "tt.func private @f40(%x: i32) -> i32 { %y = tt.load %x : !tt.ptr<i32>\n tt.return %y : i32 }\n",
)
k(
    f,
    "call_doubling_real",
    "  %x = tt.call @f0(%q, %n) : (!tt.ptr<i32>, i32) -> i32\n  tt.store %q, %x : !tt.ptr<i32>",
    more="".join(
        "tt.func private @f%d(%%q: !tt.ptr<i32>, %%x: i32) -> i32 { %%a = tt.call @f%d(%%q, %%x) : (!tt.ptr<i32>, i32) -> i32\n %%b = tt.call @f%d(%%q, %%a) : (!tt.ptr<i32>, i32) -> i32\n tt.return %%b : i32 }\n"
        % (i, i + 1, i + 1)
        for i in range(40)
    )
    + "tt.func private @f40(%q: !tt.ptr<i32>, %x: i32) -> i32 { %y = tt.load %q : !tt.ptr<i32>\n  %z = arith.addi %x, %y : i32\n tt.return %z : i32 }\n",
)
k(f, "return_count", "  tt.return %n : i32")
add(f, "return_missing", "tt.func private @f() -> i32 {\n  tt.return\n}\n")
add(f, "kernel_returns", "tt.func public @f(%n: i32) -> i32 {\n  tt.return %n : i32\n}\n")
add(f, "kernel_returns_tile", "tt.func public @f(%n: i32) -> tensor<4xi32> {\n  %x = tt.splat %n : i32 -> tensor<4xi32>\n  tt.return %x : tensor<4xi32>\n}\n")
add(f, "kernel_tile_argument", "tt.func public @f(%n: tensor<4xi32>) {\n  tt.return\n}\n")
add(f, "func_in_func", kernel("  tt.func private @g() {\n    tt.return\n  }"))
add(f, "two_same", kernel("") + kernel(""))
add(f, "no_functions", "module {\n}\n")
add(f, "only_private", "tt.func private @f() {\n  tt.return\n}\n")
add(f, "module_in_module", "module {\n module {\n module {\n" + kernel("") + "}\n}\n}\n")
add(f, "empty_region", '"tt.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "public"}> ({\n}) : () -> ()\n')
add(f, "two_regions", '"tt.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "public"}> ({\n"tt.return"() : () -> ()}, {}) : () -> ()\n')
add(f, "no_region", '"tt.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "public"}> : () -> ()\n')
add(f, "no_props", '"tt.func"() ({\n  "tt.return"() : () -> ()\n}) : () -> ()\n')
add(f, "func_type_int", '"tt.func"() <{function_type = i32, sym_name = "f", sym_visibility = "public"}> ({\n  "tt.return"() : () -> ()\n}) : () -> ()\n')
add(f, "func_args_mismatch", '"tt.func"() <{function_type = (i32, i32) -> (), sym_name = "f", sym_visibility = "public"}> ({\n^bb0(%x: f32):\n  "tt.return"() : () -> ()\n}) : () -> ()\n')
add(
    f,
    "func_many_attrs",
    '"tt.func"() <{arg_attrs = [{}, {}, {}], function_type = (i32) -> (), sym_name = "f", sym_visibility = "public"}> ({\n^bb0(%x: i32):\n  "tt.return"() : () -> ()\n}) : () -> ()\n',
)
add(
    f, "func_attrs_not_dicts", '"tt.func"() <{arg_attrs = [1], function_type = (i32) -> (), sym_name = "f", sym_visibility = "public"}> ({\n^bb0(%x: i32):\n  "tt.return"() : () -> ()\n}) : () -> ()\n'
)
add(f, "func_visibility", '"tt.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "odd"}> ({\n  "tt.return"() : () -> ()\n}) : () -> ()\n')
add(f, "func_empty_name", '"tt.func"() <{function_type = () -> (), sym_name = "", sym_visibility = "public"}> ({\n  "tt.return"() : () -> ()\n}) : () -> ()\n')
add(
    f,
    "func_result_attrs",
    '"tt.func"() <{function_type = () -> i32, res_attrs = [{tt.x = 1 : i32}], sym_name = "f", sym_visibility = "private"}> ({\n  %c = "arith.constant"() <{value = 1 : i32}> : () -> i32\n  "tt.return"(%c) : (i32) -> ()\n}) : () -> ()\n',
)
add(f, "vararg_many", "tt.func public @f(" + ", ".join("%%a%d: i64" % i for i in range(3000)) + ") {\n  tt.return\n}\n")
add(
    f,
    "vararg_used",
    "tt.func public @f(%p: !tt.ptr<i64>, " + ", ".join("%%a%d: i64" % i for i in range(600)) + ") {\n" + "".join("  tt.store %%p, %%a%d : !tt.ptr<i64>\n" % i for i in range(600)) + "  tt.return\n}\n",
)
for depth in (190, 10000):
    k(f, "nested_if_%d" % depth, "  %c = arith.constant true\n" + "  scf.if %c {\n" * depth + "  tt.store %q, %n : !tt.ptr<i32>\n" + "  }\n" * depth)
    k(f, "nested_for_%d" % depth, "".join("  scf.for %%i%d = %%n to %%n step %%n : i32 {\n" % i for i in range(depth)) + "  tt.store %q, %n : !tt.ptr<i32>\n" + "  }\n" * depth)
    k(
        f,
        "nested_tile_for_%d" % depth,
        LOAD
        + "".join("  %%x%d = scf.for %%i%d = %%n to %%n step %%n iter_args(%%y%d = %s) -> (tensor<128xf32>) : i32 {\n" % (i, i, i, "%%y%d" % (i - 1) if i else "%x") for i in range(depth))
        + "  %%z = arith.addf %%y%d, %%x : tensor<128xf32>\n  scf.yield %%z : tensor<128xf32>\n  }\n" % (depth - 1)
        + "".join("  scf.yield %%x%d : tensor<128xf32>\n  }\n" % i for i in range(depth - 1, 0, -1))
        + "  tt.store %a, %x0 : tensor<128x!tt.ptr<f32>>",
    )
k(f, "for_step_zero", "  %z = arith.constant 0 : i32\n  scf.for %i = %z to %n step %z : i32 {\n    tt.store %q, %i : !tt.ptr<i32>\n  }")
k(f, "for_step_negative", "  %z = arith.constant 0 : i32\n  %s = arith.constant -1 : i32\n  scf.for %i = %n to %z step %s : i32 {\n    tt.store %q, %i : !tt.ptr<i32>\n  }")
k(
    f,
    "for_full_range",
    "  %z = arith.constant -2147483648 : i32\n  %e = arith.constant 2147483647 : i32\n  %s = arith.constant 1 : i32\n  scf.for %i = %z to %e step %s : i32 {\n    tt.store %q, %i : !tt.ptr<i32>\n  }",
)
k(
    f,
    "for_step_overflow",
    "  %z = arith.constant 2147483000 : i32\n  %e = arith.constant 2147483647 : i32\n  %s = arith.constant 1000000000 : i32\n  scf.for %i = %z to %e step %s : i32 {\n    tt.store %q, %i : !tt.ptr<i32>\n  }",
)
k(
    f,
    "for_unroll_huge",
    "  %z = arith.constant 0 : i32\n  %s = arith.constant 1 : i32\n  scf.for %i = %z to %n step %s : i32 {\n    tt.store %q, %i : !tt.ptr<i32>\n  } {tt.loop_unroll_factor = 1000000000 : i32}",
)
for i, v in enumerate(["1000 : i32", "65536 : i32", "-1 : i32", "0 : i32", "2147483647 : i32", "9223372036854775807 : i64", '"x"', "unit", "1.0 : f32", "3 : i8"]):
    for a in ["tt.loop_unroll_factor", "tt.num_stages", "tt.flatten", "tt.warp_specialize", "tt.latency", "llvm.loop_annotation"]:
        k(
            f,
            "for_%s_%d" % (a.replace(".", "_"), i),
            LOAD
            + "  %%z = arith.constant 0 : i32\n  %%s = arith.constant 1 : i32\n  scf.for %%i = %%z to %%n step %%s : i32 {\n    %%y = tt.load %%a : tensor<128x!tt.ptr<f32>>\n    tt.store %%a, %%y : tensor<128x!tt.ptr<f32>>\n  } {%s = %s}"
            % (a, v),
        )
k(
    f,
    "for_unroll_nested",
    "  %z = arith.constant 0 : i32\n  %s = arith.constant 1 : i32\n"
    + "".join("  scf.for %%i%d = %%z to %%n step %%s : i32 {\n" % i for i in range(6))
    + "    tt.store %q, %n : !tt.ptr<i32>\n"
    + "  } {tt.loop_unroll_factor = 32 : i32}\n" * 6,
)
k(f, "for_i1", "  %z = arith.constant false\n  %s = arith.constant true\n  scf.for %i = %z to %s step %s : i1 {\n    tt.store %q, %n : !tt.ptr<i32>\n  }")
k(f, "for_i128", "  %z = arith.constant 0 : i128\n  %s = arith.constant 1 : i128\n  scf.for %i = %z to %s step %s : i128 {\n    tt.store %q, %n : !tt.ptr<i32>\n  }")
k(f, "for_f32", "  %z = arith.constant 0.0 : f32\n  scf.for %i = %z to %z step %z : f32 {\n  }")
k(f, "for_tile_bounds", RANGE + "  scf.for %i = %r to %r step %r : tensor<128xi32> {\n  }")
k(f, "for_args", "  %x = scf.for %i = %n to %n step %n iter_args(%a = %n, %b = %n) -> (i32) : i32 {\n  scf.yield %a : i32\n  }")
k(f, "for_generic_empty", '  "scf.for"(%n, %n, %n) ({\n  }) : (i32, i32, i32) -> ()')
k(f, "for_generic_noargs", '  "scf.for"(%n, %n, %n) ({\n    "scf.yield"() : () -> ()\n  }) : (i32, i32, i32) -> ()')
k(f, "for_generic_one", '  "scf.for"(%n) ({\n  ^bb0(%i: i32):\n    "scf.yield"() : () -> ()\n  }) : (i32) -> ()')
k(f, "if_generic_empty", '  %c = arith.constant true\n  "scf.if"(%c) ({\n  }, {\n  }) : (i1) -> ()')
k(f, "if_result_no_else", "  %c = arith.constant true\n  %x = scf.if %c -> i32 {\n    scf.yield %n : i32\n  }")
k(f, "if_tile", RANGE + "  scf.if %r {\n  }")
k(f, "while_endless", "  %c = arith.constant true\n  scf.while : () -> () {\n    scf.condition(%c)\n  } do {\n    scf.yield\n  }")
k(f, "while_mismatch", "  %c = arith.constant true\n  %x = scf.while (%a = %n) : (i32) -> f32 {\n    scf.condition(%c) %a : i32\n  } do {\n  ^bb0(%b: f32):\n    scf.yield %b : f32\n  }")
k(f, "while_terminators", "  scf.while : () -> () {\n    scf.yield\n  } do {\n    scf.yield\n  }")
k(f, "forall", "  scf.forall (%i) in (4) {\n  }")
k(f, "parallel", "  %i = arith.constant 1 : index\n  scf.parallel (%a) = (%i) to (%i) step (%i) {\n    scf.reduce\n  }")
k(f, "execute_region", "  scf.execute_region {\n    cf.br ^bb1\n  ^bb1:\n    scf.yield\n  }")
k(f, "return_in_loop", "  scf.for %i = %n to %n step %n : i32 {\n    tt.return\n  }")
k(f, "yield_at_top", "  scf.yield")
k(f, "reduce_return_at_top", "  tt.reduce.return %n : i32")
k(f, "scan_return_at_top", "  tt.scan.return %n : i32")
k(f, "map_return_at_top", "  tt.map_elementwise.return %n : i32")
k(f, "long_line", "\n".join("  %%x%d = arith.addi %s, %%n : i32" % (i, "%%x%d" % (i - 1) if i else "%n") for i in range(100000)) + "\n  tt.store %q, %x99999 : !tt.ptr<i32>")
k(
    f,
    "long_line_xor",
    "  %l = tt.load %q : !tt.ptr<i32>\n"
    + "\n".join("  %%x%d = arith.%s %s, %%l : i32" % (i, ("addi", "muli", "xori")[i % 3], "%%x%d" % (i - 1) if i else "%n") for i in range(100000))
    + "\n  tt.store %q, %x99999 : !tt.ptr<i32>",
)
k(
    f,
    "long_tile",
    LOAD
    + "\n".join("  %%x%d = arith.%s %s, %%x : tensor<128xf32>" % (i, ("addf", "mulf")[i % 2], "%%x%d" % (i - 1) if i else "%x") for i in range(20000))
    + "\n  tt.store %a, %x19999 : tensor<128x!tt.ptr<f32>>",
)
k(f, "long_loads", PTRS + "\n".join("  %%y%d = tt.load %%a : tensor<128x!tt.ptr<f32>>\n  tt.store %%a, %%y%d : tensor<128x!tt.ptr<f32>>" % (i, i) for i in range(5000)))
k(f, "long_dead", "\n".join("  %%x%d = arith.addi %%n, %%n : i32" % i for i in range(100000)))
k(f, "long_wide", LOAD + "\n".join("  %%x%d = math.exp %%x : tensor<128xf32>" % i for i in range(1000)) + "\n" + "\n".join("  tt.store %%a, %%x%d : tensor<128x!tt.ptr<f32>>" % i for i in range(1000)))
k(f, "self_use", "  %x = arith.addi %x, %n : i32\n  tt.store %q, %x : !tt.ptr<i32>")
k(f, "use_before_def", "  %x = arith.addi %y, %n : i32\n  %y = arith.addi %x, %n : i32\n  tt.store %q, %x : !tt.ptr<i32>")
