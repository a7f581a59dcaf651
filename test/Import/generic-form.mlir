// Operations in generic form, which no hook of the parser sees, inherent
// attributes between < and > or among the others, as older MLIR printed them.
// RUN: tile-opt %s --tile-import-ttir | FileCheck %s

// CHECK-LABEL: tile.func public @scale(
// CHECK-SAME:    %[[P:.*]]: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %[[N:.*]]: i32) attributes {noinline = false}
"tt.func"() <{arg_attrs = [{tt.divisibility = 16 : i32}, {}], function_type = (!tt.ptr<f32>, i32) -> (), sym_name = "scale", sym_visibility = "public"}> ({
^bb0(%p: !tt.ptr<f32>, %n: i32):
  // CHECK: %[[PID:.*]] = tile.get_program_id y : i32
  %pid = "tt.get_program_id"() <{axis = 1 : i32}> : () -> i32
  // CHECK: %[[R:.*]] = tile.make_range {end = 64 : i32, start = 0 : i32, tile.contiguity = array<i32: 64>} : tensor<64xi32>
  %r = "tt.make_range"() {end = 64 : i32, start = 0 : i32, tt.contiguity = dense<64> : tensor<1xi32>} : () -> tensor<64xi32>
  %s = "tt.splat"(%n) : (i32) -> tensor<64xi32>
  %m = "arith.cmpi"(%r, %s) <{predicate = 2 : i64}> : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
  %b = "tt.splat"(%p) : (!tt.ptr<f32>) -> tensor<64x!tt.ptr<f32>>
  // CHECK: %[[Q:.*]] = tile.addptr
  %q = "tt.addptr"(%b, %r) : (tensor<64x!tt.ptr<f32>>, tensor<64xi32>) -> tensor<64x!tt.ptr<f32>>
  // CHECK: tile.load %[[Q]], %[[M:.*]] cacheModifier = cg evictionPolicy = evict_last {isVolatile = true} : tensor<64x!tile.ptr<f32>>
  %x = "tt.load"(%q, %m) <{boundaryCheck = array<i32>, cache = 3 : i32, evict = 3 : i32, isVolatile = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<64x!tt.ptr<f32>>, tensor<64xi1>) -> tensor<64xf32>
  // CHECK: %[[Y:.*]] = tile.elementwise_inline_asm "neg.f32 $0, $1;"
  %y = "tt.elementwise_inline_asm"(%x) <{asm_string = "neg.f32 $0, $1;", constraints = "=f,f", packed_element = 1 : i32, pure = true}> : (tensor<64xf32>) -> tensor<64xf32>
  // CHECK: %[[Z:.*]] = tile.call @twice(%[[Y]]) : (tensor<64xf32>) -> tensor<64xf32>
  %z = "tt.call"(%y) <{callee = @twice}> : (tensor<64xf32>) -> tensor<64xf32>
  // CHECK: scf.for
  // CHECK:   tile.store %[[Q]], %[[Z]], %[[M]] : tensor<64x!tile.ptr<f32>>
  // CHECK: {{^ *}}} {tile.num_stages = 2 : i32}{{$}}
  "scf.for"(%pid, %n, %pid) ({
  ^bb0(%i: i32):
    "tt.store"(%q, %z, %m) <{cache = 1 : i32, evict = 1 : i32}> : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> ()
    "scf.yield"() : () -> ()
  }) {tt.num_stages = 2 : i32} : (i32, i32, i32) -> ()
  // CHECK: %{{.*}}:2 = "tile.scan"(%[[Y]], %[[Z]]) <{axis = 0 : i32, reverse = true}> ({
  // CHECK: tile.scan.return %{{.*}}, %{{.*}} : f32, f32
  %scanned:2 = "tt.scan"(%y, %z) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: f32, %c: f32, %d: f32, %e: f32):
    "tt.scan.return"(%d, %c) : (f32, f32) -> ()
  }) : (tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
  // CHECK: "tile.map_elementwise"(%[[Y]]) <{pack = 2 : i32}> ({
  // CHECK: tile.map_elementwise.return %{{.*}}, %{{.*}} : f32, f32
  %mapped = "tt.map_elementwise"(%y) <{pack = 2 : i32}> ({
  ^bb0(%a: f32, %c: f32):
    tt.map_elementwise.return %c, %a : f32, f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  // CHECK: tile.gather %[[Y]][%[[R]]] {axis = 0 : i32, efficient_layout} : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32>
  %gathered = "tt.gather"(%y, %r) <{axis = 0 : i32, efficient_layout}> : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32>
  // CHECK: tile.cat %[[Y]], %[[Z]] : tensor<64xf32> -> tensor<128xf32>
  %both = "tt.cat"(%y, %z) : (tensor<64xf32>, tensor<64xf32>) -> tensor<128xf32>
  // CHECK: tilegpu.barrier cta
  "gpu.barrier"() : () -> ()
  // CHECK: tile.print " y: " {hex = false, isSigned = array<i32: 0>} : %[[Y]] : tensor<64xf32>
  "tt.print"(%y) <{hex = false, isSigned = array<i32: 0>, prefix = " y: "}> : (tensor<64xf32>) -> ()
  // CHECK: tile.return
  "tt.return"() : () -> ()
}) {noinline = false} : () -> ()

// CHECK-LABEL: tile.func private @twice(
// CHECK: cf.br ^bb1
// CHECK: ^bb1:
// CHECK: tile.fp_to_fp %{{.*}}, rounding = rtz : tensor<64xf32> -> tensor<64xf8E5M2>
// CHECK: tile.return
"tt.func"() ({
^bb0(%x: tensor<64xf32>):
  %s = "arith.addf"(%x, %x) <{fastmath = #arith.fastmath<none>}> : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  "cf.br"()[^bb1] : () -> ()
^bb1:
  %h = "tt.fp_to_fp"(%s) <{rounding = 0 : i32}> : (tensor<64xf32>) -> tensor<64xf8E5M2>
  "tt.return"(%s) : (tensor<64xf32>) -> ()
}) {function_type = (tensor<64xf32>) -> tensor<64xf32>, noinline = true, sym_name = "twice", sym_visibility = "private"} : () -> ()

// The region of an argmax does not show that it commutes, that of a sum does.
// CHECK-LABEL: tile.func private @reductions(
// CHECK: "tile.reduce"(%{{.*}}, %{{.*}}) <{axis = 0 : i32, commutative}>
// CHECK: "tile.reduce"(%{{.*}}) <{axis = 0 : i32}>
"tt.func"() ({
^bb0(%x: tensor<64xf32>, %i: tensor<64xi32>):
  %m, %j = "tt.reduce"(%x, %i) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %k: i32, %b: f32, %l: i32):
    %more = "arith.cmpf"(%a, %b) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
    %v = "arith.select"(%more, %a, %b) : (i1, f32, f32) -> f32
    %w = "arith.select"(%more, %k, %l) : (i1, i32, i32) -> i32
    "tt.reduce.return"(%v, %w) : (f32, i32) -> ()
  }) : (tensor<64xf32>, tensor<64xi32>) -> (f32, i32)
  %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %v = "arith.addf"(%a, %b) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "tt.reduce.return"(%v) : (f32) -> ()
  }) : (tensor<64xf32>) -> f32
  "tt.return"() : () -> ()
}) {function_type = (tensor<64xf32>, tensor<64xi32>) -> (), noinline = true, sym_name = "reductions", sym_visibility = "private"} : () -> ()

// CHECK-LABEL: tile.func private @products
"tt.func"() <{function_type = (tensor<32x64xf32>, tensor<64x16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32>, sym_name = "products", sym_visibility = "private"}> ({
^bb0(%a: tensor<32x64xf32>, %b: tensor<64x16xf32>, %c: tensor<32x16xf32>):
  // The numbers of the cases are Triton's.
  // CHECK: tile.dot %{{.*}}, %{{.*}}, %{{.*}}, inputPrecision = tf32 {maxNumImpreciseAcc = 32 : i32} : tensor<32x64xf32> * tensor<64x16xf32> -> tensor<32x16xf32>
  %0 = "tt.dot"(%a, %b, %c) <{inputPrecision = 0 : i32, maxNumImpreciseAcc = 32 : i32}> : (tensor<32x64xf32>, tensor<64x16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32>
  // CHECK: tile.dot {{.*}} inputPrecision = tf32x3 :
  %1 = "tt.dot"(%a, %b, %0) <{inputPrecision = 1 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<32x64xf32>, tensor<64x16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32>
  // CHECK: tile.dot %{{.*}}, %{{.*}}, %{{.*}} : tensor<32x64xf32>
  %2 = "tt.dot"(%a, %b, %1) <{inputPrecision = 2 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<32x64xf32>, tensor<64x16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32>
  // CHECK: tile.dot {{.*}} inputPrecision = bf16x3 :
  %3 = "tt.dot"(%a, %b, %2) <{inputPrecision = 3 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<32x64xf32>, tensor<64x16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32>
  // CHECK: tile.dot {{.*}} inputPrecision = bf16x6 :
  %4 = "tt.dot"(%a, %b, %3) <{inputPrecision = 4 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<32x64xf32>, tensor<64x16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32>
  "tt.return"(%4) : (tensor<32x16xf32>) -> ()
}) : () -> ()

// CHECK-LABEL: tile.func private @scaled
"tt.func"() <{function_type = (tensor<32x32xi8>, tensor<64x16xi8>, tensor<32x16xf32>, tensor<32x2xi8>, tensor<16x2xi8>) -> tensor<32x16xf32>, sym_name = "scaled", sym_visibility = "private"}> ({
^bb0(%a: tensor<32x32xi8>, %b: tensor<64x16xi8>, %c: tensor<32x16xf32>, %s: tensor<32x2xi8>, %t: tensor<16x2xi8>):
  // CHECK: tile.dot_scaled %{{.*}} scale %{{.*}}, %{{.*}} scale %{{.*}}, %{{.*}} lhs = e2m1 rhs = e5m2 {fastMath = true} :
  %0 = "tt.dot_scaled"(%a, %b, %c, %s, %t) <{a_elem_type = 4 : i32, b_elem_type = 1 : i32, fastMath = true, lhs_k_pack = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>, rhs_k_pack = true}> : (tensor<32x32xi8>, tensor<64x16xi8>, tensor<32x16xf32>, tensor<32x2xi8>, tensor<16x2xi8>) -> tensor<32x16xf32>
  // CHECK: tile.dot_scaled %{{.*}}, %{{.*}} scale %{{.*}}, %{{.*}} lhs = e2m1 rhs = e4m3 {fastMath = false} :
  %1 = "tt.dot_scaled"(%a, %b, %0, %t) <{a_elem_type = 4 : i32, b_elem_type = 0 : i32, fastMath = false, lhs_k_pack = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>, rhs_k_pack = true}> : (tensor<32x32xi8>, tensor<64x16xi8>, tensor<32x16xf32>, tensor<16x2xi8>) -> tensor<32x16xf32>
  "tt.return"(%1) : (tensor<32x16xf32>) -> ()
}) : () -> ()
