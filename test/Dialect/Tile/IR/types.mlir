// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

// CHECK: tile.func private @pointers(!tile.ptr<f32>, !tile.ptr<f32>, !tile.ptr<f16, 3>, !tile.ptr<i8, 0>, !tile.ptr<i1, 4>, !tile.ptr<f64, 5>, !tile.ptr<!tile.ptr<i32>, 3>)
tile.func private @pointers(!tile.ptr<f32>, !tile.ptr<f32, 1>, !tile.ptr<f16, 3>, !tile.ptr<i8, 0>, !tile.ptr<i1, 4>, !tile.ptr<f64, 5>, !tile.ptr<!tile.ptr<i32>, 3>)

// CHECK: tile.func private @tiles(tensor<1xi1>, tensor<2x4xi8>, tensor<2x4x8xf16>, tensor<1x1x1x1xbf16>, tensor<1x2x4x8x16xf8E5M2>, tensor<128x!tile.ptr<i8>>, tensor<1048576xi8>)
tile.func private @tiles(tensor<1xi1>, tensor<2x4xi8>, tensor<2x4x8xf16>, tensor<1x1x1x1xbf16>, tensor<1x2x4x8x16xf8E5M2>, tensor<128x!tile.ptr<i8>>, tensor<1048576xi8>)
