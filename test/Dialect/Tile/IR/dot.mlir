// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --mlir-print-op-generic | tile-opt | FileCheck %s

// CHECK-DAG: #[[MMA:.*]] = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
// CHECK-DAG: #[[A:.*]] = #tile.dot_op<{opIdx = 0, parent = #[[MMA]], kWidth = 2}>
// CHECK-DAG: #[[B:.*]] = #tile.dot_op<{opIdx = 1, parent = #[[MMA]], kWidth = 2}>
#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>

// CHECK-LABEL: @fragments
tile.func private @fragments(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #mma>) {
  // CHECK: tile.dot {{.*}} : tensor<64x32xf16, #[[A]]> * tensor<32x64xf16, #[[B]]> -> tensor<64x64xf32, #[[MMA]]>
  %0 = tile.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
  tile.return
}

// CHECK-LABEL: @without_layouts
tile.func private @without_layouts(%a: tensor<64x32xf32>, %b: tensor<32x64xf32>, %c: tensor<64x64xf32>) {
  // CHECK: tile.dot %{{.*}}, %{{.*}}, %{{.*}}, inputPrecision = tf32x3 : tensor<64x32xf32>
  %0 = tile.dot %a, %b, %c, inputPrecision = tf32x3 : tensor<64x32xf32> * tensor<32x64xf32> -> tensor<64x64xf32>
  tile.return
}

// CHECK-LABEL: @batch
tile.func private @batch(%a: tensor<4x64x32xi8>, %b: tensor<4x32x64xi8>, %c: tensor<4x64x64xi32>) {
  // CHECK: tile.dot {{.*}} tensor<4x64x32xi8> * tensor<4x32x64xi8> -> tensor<4x64x64xi32>
  %0 = tile.dot %a, %b, %c : tensor<4x64x32xi8> * tensor<4x32x64xi8> -> tensor<4x64x64xi32>
  tile.return
}

// CHECK-LABEL: @scaled
tile.func private @scaled(%a: tensor<64x32xi8>, %b: tensor<64x64xi8>, %c: tensor<64x64xf32>, %sa: tensor<64x2xi8>) {
  // CHECK: tile.dot_scaled %{{.*}} scale %{{.*}}, %{{.*}}, %{{.*}} lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<64x32xi8>, tensor<64x2xi8> * tensor<64x64xi8> -> tensor<64x64xf32>
  %0 = tile.dot_scaled %a scale %sa, %b, %c lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<64x32xi8>, tensor<64x2xi8> * tensor<64x64xi8> -> tensor<64x64xf32>
  tile.return
}
