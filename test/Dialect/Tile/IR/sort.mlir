// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

// CHECK-LABEL: tile.func private @merge(
tile.func private @merge(%x: tensor<4x16xi32>, %y: tensor<4x16xf32>) {
  // CHECK: tile.sort %{{.*}} {axis = 1 : i32, bitonic} : tensor<4x16xi32>
  %0 = tile.sort %x {axis = 1 : i32, bitonic} : tensor<4x16xi32>
  // CHECK: tile.sort %{{.*}}, %{{.*}} {axis = 0 : i32, bitonic, descending, isUnsigned} : tensor<4x16xi32>, tensor<4x16xf32>
  %1:2 = tile.sort %x, %y {axis = 0 : i32, bitonic, descending, isUnsigned} : tensor<4x16xi32>, tensor<4x16xf32>
  tile.return
}
