// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s
// RUN: tilec %s --verify-each --verify-ptx=%if ptxas %{true%} %else %{false%} -o /dev/null

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#left8 = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#right8 = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {

// A product's operand that crosses iterations: a thread has 16 bytes of it, four words.
// CHECK-LABEL: func @bytes
// CHECK: %[[FIRST:.*]] = llvm.bitcast %{{.*}} : vector<4xi8> to i32
// CHECK: scf.for {{.*}}, %[[A0:[a-z0-9]+]] = %[[FIRST]], %[[A1:[a-z0-9]+]] = %{{[0-9]+}}, %[[A2:[a-z0-9]+]] = %{{[0-9]+}}, %[[A3:[a-z0-9]+]] = %{{[0-9]+}}) -> (i32, i32, i32, i32, i32, i32, i32, i32)
// CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.s8"(%[[A0]], %[[A1]], %[[A2]], %[[A3]],
// CHECK: %[[NEXT:.*]] = llvm.bitcast %{{.*}} : vector<4xi8> to i32
// CHECK: scf.yield {{.*}}%[[NEXT]]
tile.func public @bytes(%out: !tile.ptr<i32>, %n: i32, %first: i8) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0> : tensor<16x8xi32, #mma>
  %a = tile.splat %first : i8 -> tensor<16x32xi8, #left8>
  %b = tile.splat %first : i8 -> tensor<32x8xi8, #right8>
  %d:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zeros, %left = %a) -> (tensor<16x8xi32, #mma>, tensor<16x32xi8, #left8>) : i32 {
    %more = tile.dot %left, %b, %sum : tensor<16x32xi8, #left8> * tensor<32x8xi8, #right8> -> tensor<16x8xi32, #mma>
    %next = arith.addi %a, %a : tensor<16x32xi8, #left8>
    scf.yield %more, %next : tensor<16x8xi32, #mma>, tensor<16x32xi8, #left8>
  }
  %p = tile.splat %out : !tile.ptr<i32> -> tensor<16x8x!tile.ptr<i32>, #mma>
  tile.store %p, %d#0 : tensor<16x8x!tile.ptr<i32>, #mma>
  tile.return
}

// Bytes that an iteration uses one by one stay bytes, and so do those that are used twice.
// CHECK-LABEL: func @apart
// CHECK: scf.for {{.*}} -> (i32, i32, i32, i32, i8, i8, i8,
tile.func public @apart(%out: !tile.ptr<i32>, %n: i32, %first: i8) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0> : tensor<16x8xi32, #mma>
  %a = tile.splat %first : i8 -> tensor<16x32xi8, #left8>
  %b = tile.splat %first : i8 -> tensor<32x8xi8, #right8>
  %d:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zeros, %left = %a) -> (tensor<16x8xi32, #mma>, tensor<16x32xi8, #left8>) : i32 {
    %more = tile.dot %left, %b, %sum : tensor<16x32xi8, #left8> * tensor<32x8xi8, #right8> -> tensor<16x8xi32, #mma>
    %next = arith.addi %left, %a : tensor<16x32xi8, #left8>
    scf.yield %more, %next : tensor<16x8xi32, #mma>, tensor<16x32xi8, #left8>
  }
  %p = tile.splat %out : !tile.ptr<i32> -> tensor<16x8x!tile.ptr<i32>, #mma>
  tile.store %p, %d#0 : tensor<16x8x!tile.ptr<i32>, #mma>
  tile.return
}
}
