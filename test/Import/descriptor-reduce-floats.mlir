// The minimum and the maximum of floats are those of their bits.
// RUN: tile-opt %s --tile-import-ttir | FileCheck %s

// CHECK-LABEL: tile.func public @floats
// CHECK: %[[POSITIVE:.*]] = arith.cmpi sge, %[[BITS:.*]], %{{.*}} : tensor<64xi32>
// CHECK: %[[FIRST:.*]] = arith.andi %{{.*}}, %[[POSITIVE]]
// CHECK: tile.atomic_rmw min, relaxed, gpu, %[[PLACES:.*]], %[[BITS]], %[[FIRST]]
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[BITS]], %{{.*}} : tensor<64xi32>
// CHECK: %[[SECOND:.*]] = arith.andi %{{.*}}, %[[NEGATIVE]]
// CHECK: tile.atomic_rmw umax, relaxed, gpu, %[[PLACES]], %[[BITS]], %[[SECOND]]
// CHECK: tile.atomic_rmw max, relaxed, gpu
// CHECK: tile.atomic_rmw umin, relaxed, gpu
tt.func public @floats(%src: !tt.ptr<f32>, %dst: !tt.ptr<f32>) {
  %zero = arith.constant 0 : i32
  %n = arith.constant 50 : i32
  %one = arith.constant 1 : i64
  %a = tt.make_tensor_descriptor %src, [%n], [%one] : !tt.ptr<f32>, !tt.tensordesc<64xf32>
  %b = tt.make_tensor_descriptor %dst, [%n], [%one] : !tt.ptr<f32>, !tt.tensordesc<64xf32>
  %behind = tt.addptr %dst, %n : !tt.ptr<f32>, i32
  %c = tt.make_tensor_descriptor %behind, [%n], [%one] : !tt.ptr<f32>, !tt.tensordesc<64xf32>
  %x = tt.descriptor_load %a[%zero] : !tt.tensordesc<64xf32> -> tensor<64xf32>
  tt.descriptor_reduce min, %b[%zero], %x : !tt.tensordesc<64xf32>, tensor<64xf32>
  tt.descriptor_reduce max, %c[%zero], %x : !tt.tensordesc<64xf32>, tensor<64xf32>
  tt.return
}
