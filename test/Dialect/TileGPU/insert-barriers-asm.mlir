// RUN: tile-opt %s --tile-insert-barriers | FileCheck %s

// Barriers around an asm that touches memory of which other accesses are by other
// threads.

#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// Sixteen threads hold the other sixteen's elements, and load them, too.
// CHECK-LABEL: @copies(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.elementwise_inline_asm "red.global
// CHECK: tilegpu.barrier
// CHECK: tile.load
// CHECK-NOT: tilegpu.barrier
tile.func public @copies(%x: !tile.ptr<i32>) {
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>, #two>
  %r = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #two>
  %p = tile.addptr %xs, %r : tensor<32x!tile.ptr<i32>, #two>, tensor<32xi32, #two>
  tile.elementwise_inline_asm "red.global.add.u32 [$0], 1;" {constraints = "l", packed_element = 1 : i32, pure = false} %p : tensor<32x!tile.ptr<i32>, #two> -> ()
  %v = tile.load %p : tensor<32x!tile.ptr<i32>, #two>
  tile.return
}

// Each element is of one thread.
// CHECK-LABEL: @same_threads(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func public @same_threads(%x: !tile.ptr<i32>) {
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>, #two>
  %r = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #two>
  %p = tile.addptr %xs, %r : tensor<64x!tile.ptr<i32>, #two>, tensor<64xi32, #two>
  tile.elementwise_inline_asm "red.global.add.u32 [$0], 1;" {constraints = "l", packed_element = 1 : i32, pure = false} %p : tensor<64x!tile.ptr<i32>, #two> -> ()
  %v = tile.load %p : tensor<64x!tile.ptr<i32>, #two>
  tile.return
}

// Memory of another argument, or none.
// CHECK-LABEL: @other_memory(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func public @other_memory(%x: !tile.ptr<i32>, %y: !tile.ptr<i32>) {
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>, #two>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>, #two>
  tile.elementwise_inline_asm "red.global.add.u32 [$0], 1;" {constraints = "l", packed_element = 1 : i32, pure = false} %ys : tensor<32x!tile.ptr<i32>, #two> -> ()
  tile.elementwise_inline_asm "prefetch.global.L2 [$0];" {constraints = "l", packed_element = 1 : i32, pure = false} %xs : tensor<32x!tile.ptr<i32>, #two> -> ()
  %v = tile.load %xs : tensor<32x!tile.ptr<i32>, #two>
  tile.return
}

// Pointers that a loop moves are of the argument that it began with.
// CHECK-LABEL: @loop(
// CHECK: scf.for
// CHECK-NEXT: tilegpu.barrier warp
// CHECK-NEXT: tile.load
// CHECK: tilegpu.barrier warp
// CHECK-NEXT: tile.elementwise_inline_asm "red.global
// CHECK-NOT: tilegpu.barrier
tile.func public @loop(%x: !tile.ptr<i32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>, #two>
  %ones = tile.splat %one : i32 -> tensor<32xi32, #two>
  %e = scf.for %i = %zero to %n step %one iter_args(%p = %xs) -> (tensor<32x!tile.ptr<i32>, #two>) : i32 {
    %v = tile.load %p : tensor<32x!tile.ptr<i32>, #two>
    %q = tile.addptr %p, %ones : tensor<32x!tile.ptr<i32>, #two>, tensor<32xi32, #two>
    tile.elementwise_inline_asm "red.global.add.u32 [$0], $1;" {constraints = "l,r", packed_element = 1 : i32, pure = false} %q, %v : tensor<32x!tile.ptr<i32>, #two>, tensor<32xi32, #two> -> ()
    scf.yield %q : tensor<32x!tile.ptr<i32>, #two>
  }
  tile.return
}
// So are those that scf.while and branches hand on: what one pointer leads to is
// no other argument's.
// CHECK-LABEL: @while(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func public @while(%x: !tile.ptr<i32>, %y: !tile.ptr<i32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>, #two>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>, #two>
  %ones = tile.splat %one : i32 -> tensor<32xi32, #two>
  %e:2 = scf.while (%i = %zero, %p = %xs) : (i32, tensor<32x!tile.ptr<i32>, #two>) -> (i32, tensor<32x!tile.ptr<i32>, #two>) {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i, %p : i32, tensor<32x!tile.ptr<i32>, #two>
  } do {
  ^bb0(%i: i32, %p: tensor<32x!tile.ptr<i32>, #two>):
    %v = tile.load %p : tensor<32x!tile.ptr<i32>, #two>
    tile.elementwise_inline_asm "red.global.add.u32 [$0], $1;" {constraints = "l,r", packed_element = 1 : i32, pure = false} %ys, %v : tensor<32x!tile.ptr<i32>, #two>, tensor<32xi32, #two> -> ()
    %q = tile.addptr %p, %ones : tensor<32x!tile.ptr<i32>, #two>, tensor<32xi32, #two>
    %next = arith.addi %i, %one : i32
    scf.yield %next, %q : i32, tensor<32x!tile.ptr<i32>, #two>
  }
  tile.return
}

// CHECK-LABEL: @branches(
// CHECK-NOT: tilegpu.barrier
// CHECK: tile.return
tile.func public @branches(%x: !tile.ptr<i32>, %y: !tile.ptr<i32>, %c: i1) {
  %one = arith.constant 1 : i32
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>, #two>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>, #two>
  %ones = tile.splat %one : i32 -> tensor<32xi32, #two>
  %later = tile.addptr %xs, %ones : tensor<32x!tile.ptr<i32>, #two>, tensor<32xi32, #two>
  cf.cond_br %c, ^both(%xs : tensor<32x!tile.ptr<i32>, #two>), ^both(%later : tensor<32x!tile.ptr<i32>, #two>)
^both(%p: tensor<32x!tile.ptr<i32>, #two>):
  %v = tile.load %p : tensor<32x!tile.ptr<i32>, #two>
  tile.elementwise_inline_asm "red.global.add.u32 [$0], $1;" {constraints = "l,r", packed_element = 1 : i32, pure = false} %ys, %v : tensor<32x!tile.ptr<i32>, #two>, tensor<32xi32, #two> -> ()
  tile.return
}

// What comes from memory may be anything.
// CHECK-LABEL: @from_memory(
// CHECK: tilegpu.barrier
tile.func public @from_memory(%x: !tile.ptr<i64>, %y: !tile.ptr<i32>) {
  %address = tile.load %x : !tile.ptr<i64>
  %p = tile.int_to_ptr %address : i64 -> !tile.ptr<i32>
  %xs = tile.splat %p : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>, #two>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>, #two>
  %v = tile.load %xs : tensor<32x!tile.ptr<i32>, #two>
  tile.elementwise_inline_asm "red.global.add.u32 [$0], $1;" {constraints = "l,r", packed_element = 1 : i32, pure = false} %ys, %v : tensor<32x!tile.ptr<i32>, #two>, tensor<32xi32, #two> -> ()
  tile.return
}
}
