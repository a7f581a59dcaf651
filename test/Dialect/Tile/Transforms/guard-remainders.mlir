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
  %6 = tile.addptr %5, %4 : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.store %6, %1 : tensor<128x!tile.ptr<i32>>
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
  %6 = tile.addptr %5, %4 : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.store %6, %1 : tensor<128x!tile.ptr<i32>>
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
  %6 = tile.addptr %5, %4 : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.store %6, %1 : tensor<128x!tile.ptr<i32>>
  tile.return
}

// Rows and columns: the offset is scaled, and spreads over a tile.
// CHECK-LABEL: @matrix
tile.func @matrix(%pid: i32, %m: i32 {tile.divisibility = 16 : i32}, %p: !tile.ptr<i32>, %pitch: i32) {
  %c128 = arith.constant 128 : i32
  %start = arith.muli %pid, %c128 : i32
  %0 = tile.splat %start : i32 -> tensor<128xi32>
  %1 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %2 = arith.addi %0, %1 : tensor<128xi32>
  %3 = tile.splat %m : i32 -> tensor<128xi32>
  // CHECK: scf.if
  // CHECK: arith.remui
  %4 = arith.remsi %2, %3 : tensor<128xi32>
  %5 = tile.expand_dims %4 {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %6 = tile.broadcast %5 : tensor<1x128xi32> -> tensor<64x128xi32>
  %7 = tile.splat %pitch : i32 -> tensor<64x128xi32>
  %8 = arith.addi %6, %7 : tensor<64x128xi32>
  %9 = arith.extsi %8 : tensor<64x128xi32> to tensor<64x128xi64>
  %10 = tile.splat %p : !tile.ptr<i32> -> tensor<64x128x!tile.ptr<i32>>
  %11 = tile.addptr %10, %9 : tensor<64x128x!tile.ptr<i32>>, tensor<64x128xi64>
  tile.store %11, %7 : tensor<64x128x!tile.ptr<i32>>
  tile.return
}

// A remainder that is brought above 0 may be negative before.
// CHECK-LABEL: @circle
tile.func @circle(%start: i32 {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}, %p: !tile.ptr<i32>) {
  // CHECK-NOT: scf.if
  // CHECK: arith.remsi
  // CHECK: arith.remsi
  %0 = tile.splat %start : i32 -> tensor<128xi32>
  %1 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %2 = arith.addi %0, %1 : tensor<128xi32>
  %3 = tile.splat %n : i32 -> tensor<128xi32>
  %4 = arith.remsi %2, %3 : tensor<128xi32>
  %5 = arith.addi %4, %3 : tensor<128xi32>
  %6 = arith.remsi %5, %3 : tensor<128xi32>
  %7 = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %8 = tile.addptr %7, %6 : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.store %8, %1 : tensor<128x!tile.ptr<i32>>
  tile.return
}

// So may one that is compared, or stored.
// CHECK-LABEL: @value
tile.func @value(%start: i32 {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}, %p: !tile.ptr<i32>) {
  // CHECK-NOT: scf.if
  // CHECK: arith.remsi
  %0 = tile.splat %start : i32 -> tensor<128xi32>
  %1 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %2 = arith.addi %0, %1 : tensor<128xi32>
  %3 = tile.splat %n : i32 -> tensor<128xi32>
  %4 = arith.remsi %2, %3 : tensor<128xi32>
  %5 = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %6 = tile.addptr %5, %1 : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.store %6, %4 : tensor<128x!tile.ptr<i32>>
  tile.return
}

// Positions in a loop: its counter is not negative, and too small for an overflow.
// CHECK-LABEL: @pages
tile.func @pages(%length: i32, %p: !tile.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %sixteen = arith.constant dense<16> : tensor<16xi32>
  %range = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %count = arith.divsi %length, %c16 : i32
  %p_all = tile.splat %p : !tile.ptr<i32> -> tensor<16x!tile.ptr<i32>>
  // CHECK: scf.for
  // CHECK-NOT: scf.if
  // CHECK: arith.divui {{.*}} : tensor<16xi32>
  // CHECK: arith.remui {{.*}} : tensor<16xi32>
  scf.for %i = %c0 to %count step %c1 : i32 {
    %start = arith.muli %i, %c16 : i32
    %start_all = tile.splat %start : i32 -> tensor<16xi32>
    %position = arith.addi %start_all, %range : tensor<16xi32>
    %page = arith.divsi %position, %sixteen : tensor<16xi32>
    %inside = arith.remsi %position, %sixteen : tensor<16xi32>
    %at = tile.addptr %p_all, %page : tensor<16x!tile.ptr<i32>>, tensor<16xi32>
    tile.store %at, %inside : tensor<16x!tile.ptr<i32>>
  }
  tile.return
}

// A position more may overflow.
// CHECK-LABEL: @many_pages
tile.func @many_pages(%count: i32, %p: !tile.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %sixteen = arith.constant dense<16> : tensor<16xi32>
  %range = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %p_all = tile.splat %p : !tile.ptr<i32> -> tensor<16x!tile.ptr<i32>>
  // CHECK: scf.for
  // CHECK: arith.divsi
  scf.for %i = %c0 to %count step %c1 : i32 {
    %start = arith.muli %i, %c16 : i32
    %start_all = tile.splat %start : i32 -> tensor<16xi32>
    %position = arith.addi %start_all, %range : tensor<16xi32>
    %page = arith.divsi %position, %sixteen : tensor<16xi32>
    %at = tile.addptr %p_all, %page : tensor<16x!tile.ptr<i32>>, tensor<16xi32>
    tile.store %at, %range : tensor<16x!tile.ptr<i32>>
  }
  tile.return
}
