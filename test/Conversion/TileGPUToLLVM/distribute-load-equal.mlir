// RUN: tile-opt %s --tile-distribute-to-threads --canonicalize --cse | FileCheck %s

// Registers that are known to be equal are computed, and loaded, once.

#l = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// 16 neighbours or more have one quotient, so the 8 elements of a thread do.
// CHECK-LABEL: @a_weight_per_group(
// CHECK-COUNT-1: arith.divsi
// CHECK-NOT: arith.divsi
// CHECK-COUNT-1: llvm.load {{.*}} -> f32
// CHECK-NOT: llvm.load
// CHECK: return
tile.func @a_weight_per_group(%w: !tile.ptr<f32>, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %size: i32 {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #l>
  %sizes = tile.splat %size : i32 -> tensor<1024xi32, #l>
  %group = arith.divsi %r, %sizes : tensor<1024xi32, #l>
  %ws = tile.splat %w : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>, #l>
  %wq = tile.addptr %ws, %group : tensor<1024x!tile.ptr<f32>, #l>, tensor<1024xi32, #l>
  %x = tile.load %wq : tensor<1024x!tile.ptr<f32>, #l>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>, #l>
  %dq = tile.addptr %ds, %r : tensor<1024x!tile.ptr<f32>, #l>, tensor<1024xi32, #l>
  tile.store %dq, %x : tensor<1024x!tile.ptr<f32>, #l>
  tile.return
}

// With a mask that is the same for all of them, the predicated load, too.
// CHECK-LABEL: @a_mask_per_group(
// CHECK-COUNT-1: llvm.inline_asm {{.*}}ld.global
// CHECK-NOT: ld.global
// CHECK: return
tile.func @a_mask_per_group(%w: !tile.ptr<f32>, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %size: i32 {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #l>
  %ns = tile.splat %n : i32 -> tensor<1024xi32, #l>
  %inside = arith.cmpi slt, %r, %ns : tensor<1024xi32, #l>
  %sizes = tile.splat %size : i32 -> tensor<1024xi32, #l>
  %group = arith.divsi %r, %sizes : tensor<1024xi32, #l>
  %ws = tile.splat %w : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>, #l>
  %wq = tile.addptr %ws, %group : tensor<1024x!tile.ptr<f32>, #l>, tensor<1024xi32, #l>
  %x = tile.load %wq, %inside : tensor<1024x!tile.ptr<f32>, #l>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>, #l>
  %dq = tile.addptr %ds, %r : tensor<1024x!tile.ptr<f32>, #l>, tensor<1024xi32, #l>
  tile.store %dq, %x, %inside : tensor<1024x!tile.ptr<f32>, #l>
  tile.return
}

// Each element may have a mask of its own: none stands for another.
// CHECK-LABEL: @a_mask_per_element(
// CHECK-COUNT-8: llvm.inline_asm {{.*}}ld.global
// CHECK: return
tile.func @a_mask_per_element(%w: !tile.ptr<f32>, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %size: i32 {tile.divisibility = 16 : i32}, %n: i32) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #l>
  %ns = tile.splat %n : i32 -> tensor<1024xi32, #l>
  %inside = arith.cmpi slt, %r, %ns : tensor<1024xi32, #l>
  %sizes = tile.splat %size : i32 -> tensor<1024xi32, #l>
  %group = arith.divsi %r, %sizes : tensor<1024xi32, #l>
  %ws = tile.splat %w : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>, #l>
  %wq = tile.addptr %ws, %group : tensor<1024x!tile.ptr<f32>, #l>, tensor<1024xi32, #l>
  %x = tile.load %wq, %inside : tensor<1024x!tile.ptr<f32>, #l>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>, #l>
  %dq = tile.addptr %ds, %r : tensor<1024x!tile.ptr<f32>, #l>, tensor<1024xi32, #l>
  tile.store %dq, %x : tensor<1024x!tile.ptr<f32>, #l>
  tile.return
}

// What is volatile is read as often as the program says.
// CHECK-LABEL: @volatile_is_read_each_time(
// CHECK-COUNT-8: llvm.load volatile
// CHECK: return
tile.func @volatile_is_read_each_time(%w: !tile.ptr<f32>, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #l>
  %ws = tile.splat %w : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>, #l>
  %x = tile.load %ws {isVolatile = true} : tensor<1024x!tile.ptr<f32>, #l>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>, #l>
  %dq = tile.addptr %ds, %r : tensor<1024x!tile.ptr<f32>, #l>, tensor<1024xi32, #l>
  tile.store %dq, %x : tensor<1024x!tile.ptr<f32>, #l>
  tile.return
}

}
