// RUN: tile-opt %s --tile-guard-remainders | FileCheck %s

// CHECK-LABEL: @wrapped_rows
// CHECK-SAME: %[[PID:[^:]*]]: i32, %[[M:[^:]*]]: i32
tile.func @wrapped_rows(%pid: i32, %m: i32 {tile.divisibility = 16 : i32}, %p: !tile.ptr<i32>) {
  %c128 = arith.constant 128 : i32
  // CHECK: %[[START:.*]] = arith.muli %[[PID]]
  %start = arith.muli %pid, %c128 : i32
  %0 = tile.splat %start : i32 -> tensor<128xi32>
  %1 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %2 = arith.addi %0, %1 : tensor<128xi32>
  %3 = tile.splat %m : i32 -> tensor<128xi32>
  // CHECK: %[[LOW:.*]] = arith.cmpi slt, %[[START]], %c0_i32
  // CHECK: %[[HIGH:.*]] = arith.cmpi sgt, %[[START]], %c2147483520_i32
  // CHECK: %[[BAD:.*]] = arith.ori %[[LOW]], %[[HIGH]]
  // CHECK: %[[NONE:.*]] = arith.cmpi slt, %[[M]], %c1_i32
  // CHECK: %[[ANY:.*]] = arith.ori %[[BAD]], %[[NONE]]
  // CHECK: scf.if %[[ANY]] {
  // CHECK-NEXT: tile.elementwise_inline_asm "trap;" scope = thread
  // CHECK: arith.remui
  // CHECK-NOT: arith.remsi
  %4 = arith.remsi %2, %3 : tensor<128xi32>
  %5 = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  tile.store %5, %4 : tensor<128x!tile.ptr<i32>>
  tile.return
}

// Nothing is known of the divisor: neighbours stay together nowhere.
// CHECK-LABEL: @any_divisor
tile.func @any_divisor(%pid: i32, %m: i32, %p: !tile.ptr<i32>) {
  %c128 = arith.constant 128 : i32
  %start = arith.muli %pid, %c128 : i32
  %0 = tile.splat %start : i32 -> tensor<128xi32>
  %1 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %2 = arith.addi %0, %1 : tensor<128xi32>
  %3 = tile.splat %m : i32 -> tensor<128xi32>
  // CHECK-NOT: scf.if
  // CHECK: arith.remsi
  %4 = arith.remsi %2, %3 : tensor<128xi32>
  %5 = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  tile.store %5, %4 : tensor<128x!tile.ptr<i32>>
  tile.return
}

// A program's number is not negative.
// CHECK-LABEL: @known_sign
tile.func @known_sign(%m: i32 {tile.divisibility = 16 : i32}, %p: !tile.ptr<i32>) {
  %c128 = arith.constant 128 : i32
  %pid = tile.get_program_id x : i32
  %start = arith.muli %pid, %c128 : i32
  %0 = tile.splat %start : i32 -> tensor<128xi32>
  %1 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %2 = arith.addi %0, %1 : tensor<128xi32>
  %3 = tile.splat %m : i32 -> tensor<128xi32>
  // CHECK-NOT: scf.if
  // CHECK: arith.remsi
  %4 = arith.remsi %2, %3 : tensor<128xi32>
  %5 = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  tile.store %5, %4 : tensor<128x!tile.ptr<i32>>
  tile.return
}
