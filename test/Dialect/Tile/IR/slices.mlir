// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --emit-bytecode | tile-opt | FileCheck %s
// RUN: tile-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: @any_size
tile.func private @any_size(%a: tensor<48xf32>, %b: tensor<100x3xi8>) -> tensor<48x1xf32> {
  // CHECK: tile.expand_dims %{{.*}} {axis = 1 : i32} : tensor<48xf32> -> tensor<48x1xf32>
  %0 = tile.expand_dims %a {axis = 1 : i32} : tensor<48xf32> -> tensor<48x1xf32>
  tile.return %0 : tensor<48x1xf32>
}

// CHECK-LABEL: @cat_along
tile.func private @cat_along(%a: tensor<16x64xf32>, %b: tensor<16x36xf32>, %c: tensor<5x64xf32>) {
  // CHECK: tile.cat %{{.*}}, %{{.*}} {axis = 1 : i32} : tensor<16x64xf32>, tensor<16x36xf32> -> tensor<16x100xf32>
  %0 = tile.cat %a, %b {axis = 1 : i32} : tensor<16x64xf32>, tensor<16x36xf32> -> tensor<16x100xf32>
  // CHECK: tile.cat %{{.*}}, %{{.*}} : tensor<16x64xf32>, tensor<5x64xf32> -> tensor<21x64xf32>
  %1 = tile.cat %a, %c : tensor<16x64xf32>, tensor<5x64xf32> -> tensor<21x64xf32>
  // CHECK: tile.cat %{{.*}}, %{{.*}} {axis = 1 : i32} : tensor<16x64xf32> -> tensor<16x128xf32>
  %2 = tile.cat %a, %a {axis = 1 : i32} : tensor<16x64xf32> -> tensor<16x128xf32>
  tile.return
}

// CHECK-LABEL: @extract
tile.func private @extract(%a: tensor<64x64xf32>, %b: tensor<7x!tile.ptr<f32>>) {
  // CHECK: tile.extract_slice %{{.*}}[0, 16] : tensor<64x64xf32> -> tensor<64x32xf32>
  %0 = tile.extract_slice %a[0, 16] : tensor<64x64xf32> -> tensor<64x32xf32>
  // CHECK: tile.extract_slice %{{.*}}[3] : tensor<7x!tile.ptr<f32>> -> tensor<4x!tile.ptr<f32>>
  %1 = tile.extract_slice %b[3] : tensor<7x!tile.ptr<f32>> -> tensor<4x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: @insert
tile.func private @insert(%a: tensor<64x64xf32>, %b: tensor<64x32xf32>) {
  // CHECK: tile.insert_slice %{{.*}} into %{{.*}}[0, 16] : tensor<64x32xf32> into tensor<64x64xf32>
  %0 = tile.insert_slice %b into %a[0, 16] : tensor<64x32xf32> into tensor<64x64xf32>
  tile.return
}

// FOLD-LABEL: @all_of_it
// FOLD-SAME: (%[[A:.*]]: tensor<7xf32>, %[[B:.*]]: tensor<7xf32>)
tile.func private @all_of_it(%a: tensor<7xf32>, %b: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<3xf32>) {
  %0 = tile.extract_slice %a[0] : tensor<7xf32> -> tensor<7xf32>
  %1 = tile.insert_slice %b into %a[0] : tensor<7xf32> into tensor<7xf32>
  %ones = arith.constant dense<1.0> : tensor<7xf32>
  // FOLD: %[[ONES:.*]] = arith.constant dense<1.000000e+00> : tensor<3xf32>
  %2 = tile.extract_slice %ones[4] : tensor<7xf32> -> tensor<3xf32>
  // FOLD: tile.return %[[A]], %[[B]], %[[ONES]]
  tile.return %0, %1, %2 : tensor<7xf32>, tensor<7xf32>, tensor<3xf32>
}
