// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

// CHECK: module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>}
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: tile.func public @divisibility(
// CHECK-SAME:    %{{.*}}: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %{{.*}}: i32 {tile.divisibility = 8 : i64}, %{{.*}}: i64 {tile.divisibility = 1 : i32})
tile.func public @divisibility(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 8 : i64}, %m: i64 {tile.divisibility = 1 : i32}) {
  tile.return
}

// CHECK-LABEL: tile.func private @promises(
tile.func private @promises(%x: tensor<16x32xi32>, %s: i32) {
  // CHECK: arith.addi {{.*}} {tile.constancy = array<i32: 1, 1>, tile.contiguity = array<i32: 1, 32>, tile.divisibility = array<i32: 1, 16>}
  %0 = arith.addi %x, %x {tile.contiguity = array<i32: 1, 32>, tile.divisibility = array<i32: 1, 16>, tile.constancy = array<i32: 1, 1>} : tensor<16x32xi32>
  // As TTIR writes it.
  // CHECK: arith.muli {{.*}} {tile.divisibility = dense<[1, 16]> : tensor<2xi32>}
  %1 = arith.muli %x, %x {tile.divisibility = dense<[1, 16]> : tensor<2xi32>} : tensor<16x32xi32>
  // A scalar has one number.
  // CHECK: arith.muli {{.*}} {tile.divisibility = array<i32: 16>}
  %2 = arith.muli %s, %s {tile.divisibility = array<i32: 16>} : i32
  tile.return
}

// CHECK-LABEL: tile.func private @versioned(
tile.func private @versioned(%c: i1) {
  scf.if %c {
    tile.print "in bounds" {hex = false, isSigned = array<i32>}
  } else {
    tile.print "not" {hex = false, isSigned = array<i32>}
  // CHECK: } {tile.versioned}
  } {tile.versioned}
  tile.return
}

}
