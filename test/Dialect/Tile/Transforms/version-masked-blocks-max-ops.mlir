// RUN: tile-opt %s --tile-version-masked-blocks="all-masks max-ops=2" -verify-diagnostics | FileCheck %s

// CHECK-LABEL: tile.func private @too_large
// CHECK-NOT:     scf.if
// CHECK:         tile.return
tile.func private @too_large(%p: tensor<64x!tile.ptr<f32>>, %n: i32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  // expected-remark @below {{no path without masks: it would clone 3 operations, more than max-ops = 2}}
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  %b = arith.negf %a : tensor<64xf32>
  tile.store %p, %b, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @small_enough
// CHECK:         scf.if
tile.func private @small_enough(%p: tensor<64x!tile.ptr<f32>>, %n: i32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %a = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %a, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}
