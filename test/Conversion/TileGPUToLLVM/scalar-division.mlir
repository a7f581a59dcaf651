// RUN: tile-opt %s --tile-convert-to-llvm | FileCheck %s

// Divisions that round up or down are made of one that rounds toward zero and a
// correction.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: llvm.func @ceil_signed
llvm.func @ceil_signed(%a: i32, %b: i32) -> i32 {
  // CHECK: [[Q:%.*]] = llvm.sdiv %arg0, %arg1 : i32
  // CHECK: llvm.add [[Q]], {{%.*}} : i32
  // CHECK: llvm.select
  %0 = arith.ceildivsi %a, %b : i32
  llvm.return %0 : i32
}

// CHECK-LABEL: llvm.func @ceil_unsigned
llvm.func @ceil_unsigned(%a: i32, %b: i32) -> i32 {
  // CHECK: llvm.udiv
  // CHECK: llvm.select
  %0 = arith.ceildivui %a, %b : i32
  llvm.return %0 : i32
}

// CHECK-LABEL: llvm.func @floor_signed
llvm.func @floor_signed(%a: i64, %b: i64) -> i64 {
  // CHECK: [[Q:%.*]] = llvm.sdiv %arg0, %arg1 : i64
  // CHECK: llvm.add [[Q]], {{%.*}} : i64
  // CHECK: llvm.select
  %0 = arith.floordivsi %a, %b : i64
  llvm.return %0 : i64
}

// CHECK-LABEL: llvm.func @truncating
llvm.func @truncating(%a: i32, %b: i32) -> i32 {
  // CHECK-NEXT: llvm.sdiv
  // CHECK-NEXT: llvm.return
  %0 = arith.divsi %a, %b : i32
  llvm.return %0 : i32
}

}
