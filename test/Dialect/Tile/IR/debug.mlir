// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

// CHECK-LABEL: tile.func private @print(
tile.func private @print(%0: tensor<128xi32>, %p: !tile.ptr<f32>) {
  // CHECK: tile.print " x: " {hex = false, isSigned = array<i32: 1>} : %{{.*}} : tensor<128xi32>
  tile.print " x: " {hex = false, isSigned = array<i32: 1>} : %0 : tensor<128xi32>
  // CHECK: tile.print "two" {hex = true, isSigned = array<i32: 1, 0>} : %{{.*}}, %{{.*}} : tensor<128xi32>, !tile.ptr<f32>
  tile.print "two" {hex = true, isSigned = array<i32: 1, 0>} : %0, %p : tensor<128xi32>, !tile.ptr<f32>
  // CHECK: tile.print "none" {hex = false, isSigned = array<i32>}
  tile.print "none" {hex = false, isSigned = array<i32>}
  tile.return
}

// CHECK-LABEL: tile.func private @assert(
tile.func private @assert(%ok: tensor<128xi1>, %c: i1) {
  // CHECK: tile.assert %{{.*}}, "index out of range" : tensor<128xi1>
  tile.assert %ok, "index out of range" : tensor<128xi1>
  // CHECK: tile.assert %{{.*}}, "quotes \22and\22 \\" : i1
  tile.assert %c, "quotes \"and\" \\" : i1
  tile.return
}
