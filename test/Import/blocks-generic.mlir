// Descriptors and block pointers in generic form; the spelling of types of Triton 3.7; what a branch or a switch carries.
// RUN: tile-opt %s --tile-import-ttir | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt --tile-import-ttir | FileCheck %s

// CHECK-LABEL: tile.func private @generic(%{{.*}}: !tile.ptr<f32>, %{{.*}}: i32, %{{.*}}: i64) -> tensor<16x32xf32>
// CHECK: %[[OTHER:.*]] = arith.constant dense<0x7FC00000> : tensor<16x32xf32>
// CHECK: %[[X:.*]] = tile.load %{{.*}}, %{{.*}}, %[[OTHER]] cacheModifier = cg : tensor<16x32x!tile.ptr<f32>>
// CHECK: tile.store %{{.*}}, %[[X]], %{{.*}} : tensor<16x32x!tile.ptr<f32>>
// CHECK: tile.load %{{.*}} evictionPolicy = evict_last {isVolatile = true} : tensor<16x32x!tile.ptr<f32>>
// CHECK: tile.store
"tt.func"() <{function_type = (!tt.ptr<f32>, i32, i64) -> tensor<16x32xf32>, sym_name = "generic", sym_visibility = "private"}> ({
^bb0(%p: !tt.ptr<f32>, %n: i32, %s: i64):
  %one = arith.constant 1 : i64
  %d = "tt.make_tensor_descriptor"(%p, %n, %n, %s, %one) <{padding = 2 : i32}> : (!tt.ptr<f32>, i32, i32, i64, i64) -> !tt.tensordesc<tensor<16x32xf32>>
  %x = "tt.descriptor_load"(%d, %n, %n) <{cache = 3 : i32, evict = 1 : i32}> : (!tt.tensordesc<tensor<16x32xf32>>, i32, i32) -> tensor<16x32xf32>
  "tt.descriptor_store"(%d, %x, %n, %n) : (!tt.tensordesc<16x32xf32>, tensor<16x32xf32>, i32, i32) -> ()
  %b = "tt.make_tensor_ptr"(%p, %s, %s, %s, %one, %n, %n) <{order = array<i32: 1, 0>}> : (!tt.ptr<f32>, i64, i64, i64, i64, i32, i32) -> !tt.ptr<tensor<16x32xf32>>
  %c = "tt.advance"(%b, %n, %n) : (!tt.ptr<tensor<16x32xf32>>, i32, i32) -> !tt.ptr<tensor<16x32xf32>>
  %y = "tt.load"(%c) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 3 : i32, isVolatile = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<tensor<16x32xf32>>) -> tensor<16x32xf32>
  "tt.store"(%c, %y) <{boundaryCheck = array<i32: 1>, cache = 1 : i32, evict = 1 : i32}> : (!tt.ptr<tensor<16x32xf32>>, tensor<16x32xf32>) -> ()
  "tt.return"(%y) : (tensor<16x32xf32>) -> ()
}) {noinline = true} : () -> ()

// A layout of shared memory in a descriptor's type says nothing of the tensor.
// CHECK-LABEL: tile.func private @graph(%{{.*}}: !tile.ptr<f32>, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i1, %{{.*}}: i1, %{{.*}}: i32)
// CHECK: cf.cond_br %{{.*}}, ^bb1(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : !tile.ptr<f32>, i64, i64, i1), ^bb2
// CHECK: scf.index_switch %{{.*}} -> !tile.ptr<f32>, i64, i64, i1
// CHECK: scf.while ({{.*}}) : (!tile.ptr<f32>, i64, i64, i1) -> (!tile.ptr<f32>, i64, i64, i1)
// CHECK-COUNT-4: arith.select
// CHECK: tile.return %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : !tile.ptr<f32>, i64, i64, i1
tt.func private @graph(%d: !tt.tensordesc<tensor<64xf32>>, %c: i1, %n: i32) -> !tt.tensordesc<tensor<64xf32>> {
  %i = arith.index_cast %n : i32 to index
  %nothing = ub.poison : !tt.tensordesc<tensor<64xf32>>
  cf.cond_br %c, ^bb1(%d : !tt.tensordesc<tensor<64xf32>>), ^bb2(%nothing : !tt.tensordesc<tensor<64xf32>>)
^bb1(%e: !tt.tensordesc<tensor<64xf32>>):
  %f = scf.index_switch %i -> !tt.tensordesc<tensor<64xf32>>
  case 3 {
    scf.yield %d : !tt.tensordesc<tensor<64xf32>>
  }
  default {
    scf.yield %e : !tt.tensordesc<tensor<64xf32>>
  }
  %g = scf.while (%w = %f) : (!tt.tensordesc<tensor<64xf32>>) -> !tt.tensordesc<tensor<64xf32>> {
    scf.condition(%c) %w : !tt.tensordesc<tensor<64xf32>>
  } do {
  ^bb0(%w: !tt.tensordesc<tensor<64xf32>>):
    scf.yield %w : !tt.tensordesc<tensor<64xf32>>
  }
  cf.br ^bb2(%g : !tt.tensordesc<tensor<64xf32>>)
^bb2(%h: !tt.tensordesc<tensor<64xf32>>):
  %k = arith.select %c, %h, %d : !tt.tensordesc<tensor<64xf32>>
  %l = tt.call @identity(%k) : (!tt.tensordesc<tensor<64xf32>>) -> !tt.tensordesc<tensor<64xf32>>
  tt.return %l : !tt.tensordesc<tensor<64xf32>>
}
tt.func private @identity(%d: !tt.tensordesc<tensor<64xf32>>) -> !tt.tensordesc<tensor<64xf32>> attributes {noinline = true} {
  tt.return %d : !tt.tensordesc<tensor<64xf32>>
}

// What a loop is asked for stays on it.
// CHECK-LABEL: tile.func private @loop
// CHECK: scf.for
// CHECK: } {tile.num_stages = 3 : i32}
tt.func private @loop(%b: !tt.ptr<tensor<64xf32>>, %n: i32) -> !tt.ptr<tensor<64xf32>> {
  %c = scf.for %i = %n to %n step %n iter_args(%p = %b) -> (!tt.ptr<tensor<64xf32>>) : i32 {
    %q = tt.advance %p, [%i] : <tensor<64xf32>>
    scf.yield %q : !tt.ptr<tensor<64xf32>>
  } {tt.num_stages = 3 : i32}
  tt.return %c : !tt.ptr<tensor<64xf32>>
}
