// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#rows = #tile.slice<{dim = 1, parent = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#columns = #tile.slice<{dim = 0, parent = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>
#swizzle = #tile.linear<{register = [[1], [2]], lane = [[5], [10], [16], [32], [64]], warp = [[128], [256]], block = []}>
#reversed = #tile.linear<{register = [], lane = [[16], [8], [4], [2], [1]], warp = [[0], [0]], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// One element per thread: the thread's index itself.
// CHECK-LABEL: @threads
// CHECK-NEXT: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK-NEXT: llvm.return %[[TID]]
tile.func private @threads() -> tensor<128xi32, #one> {
  %0 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  tile.return %0 : tensor<128xi32, #one>
}

// CHECK-LABEL: @start
// CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK: %[[START:.*]] = llvm.mlir.constant(64 : i32)
// CHECK: llvm.add %[[TID]], %[[START]] overflow<nsw>
tile.func private @start() -> tensor<128xi32, #one> {
  %0 = tile.make_range {start = 64 : i32, end = 192 : i32} : tensor<128xi32, #one>
  tile.return %0 : tensor<128xi32, #one>
}

// Four neighbours a thread: bits that never meet are joined by "or".
// CHECK-LABEL: @vector
// CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i32)
// CHECK: %[[BASE:.*]] = llvm.shl %[[TID]], %[[TWO]]
// CHECK-COUNT-3: llvm.or disjoint %[[BASE]], %{{.*}}
tile.func private @vector() -> tensor<512xi32, #four> {
  %0 = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #four>
  tile.return %0 : tensor<512xi32, #four>
}

// The tile repeats the layout: register 4 stands 512 elements on.
// CHECK-LABEL: @repeated
// CHECK: %[[BASE:.*]] = llvm.shl
// CHECK-COUNT-3: llvm.or disjoint %[[BASE]], %{{.*}}
// CHECK: %[[FAR:.*]] = llvm.mlir.constant(512 : i32)
// CHECK: llvm.or disjoint %[[BASE]], %[[FAR]]
tile.func private @repeated() -> tensor<1024xi32, #four> {
  %0 = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #four>
  tile.return %0 : tensor<1024xi32, #four>
}

// Threads beyond the tile hold copies: 8 elements, 4 per thread, two threads.
// CHECK-LABEL: @small
// CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: %[[LOW:.*]] = llvm.and %[[TID]], %[[ONE]]
// CHECK: llvm.shl %[[LOW]], %{{.*}}
// CHECK: llvm.return %{{.*}} : !llvm.struct<(i32, i32, i32, i32)>
tile.func private @small() -> tensor<8xi32, #four> {
  %0 = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32, #four>
  tile.return %0 : tensor<8xi32, #four>
}

// CHECK-LABEL: @one_element
// CHECK-NOT: tid
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: llvm.return %[[ZERO]]
tile.func private @one_element() -> tensor<1xi32, #four> {
  %0 = tile.make_range {start = 0 : i32, end = 1 : i32} : tensor<1xi32, #four>
  tile.return %0 : tensor<1xi32, #four>
}

// Rows: lane bits 3 and 4, then the warp: bits 3 to 6 of the thread's index.
// CHECK-LABEL: @row_slice
// CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK: %[[MASK:.*]] = llvm.mlir.constant(120 : i32)
// CHECK: %[[BITS:.*]] = llvm.and %[[TID]], %[[MASK]]
// CHECK: %[[THREE:.*]] = llvm.mlir.constant(3 : i32)
// CHECK: %[[ROW:.*]] = llvm.lshr %[[BITS]], %[[THREE]]
// CHECK: llvm.return %[[ROW]]
tile.func private @row_slice() -> tensor<16xi32, #rows> {
  %0 = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #rows>
  tile.return %0 : tensor<16xi32, #rows>
}

// Columns: lane bits 0 to 2, 4 registers.
// CHECK-LABEL: @column_slice
// CHECK: %[[MASK:.*]] = llvm.mlir.constant(7 : i32)
// CHECK: %[[BITS:.*]] = llvm.and %{{.*}}, %[[MASK]]
// CHECK: %[[BASE:.*]] = llvm.shl %[[BITS]], %{{.*}}
// CHECK-COUNT-3: llvm.or disjoint %[[BASE]]
tile.func private @column_slice() -> tensor<32xi32, #columns> {
  %0 = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #columns>
  tile.return %0 : tensor<32xi32, #columns>
}

// Bits of the thread that move the same elements as the register need an
// exclusive or: lane bit 0 moves by 4 + 1, lane bit 1 by 8 + 2.
// CHECK-LABEL: @swizzled
// CHECK-DAG: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK-DAG: %[[M3:.*]] = llvm.mlir.constant(3 : i32)
// CHECK: %[[LOW:.*]] = llvm.and %[[TID]], %[[M3]]
// CHECK: %[[HIGH:.*]] = llvm.shl %[[TID]], %{{.*}}
// CHECK: %[[BASE:.*]] = llvm.or disjoint %[[LOW]], %[[HIGH]]
// CHECK-COUNT-3: llvm.xor %[[BASE]], %{{.*}}
tile.func private @swizzled() -> tensor<512xi32, #swizzle> {
  %0 = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #swizzle>
  tile.return %0 : tensor<512xi32, #swizzle>
}

// CHECK-LABEL: @reversed_lanes
// CHECK-COUNT-4: llvm.or disjoint
// CHECK-NOT: llvm.xor
// CHECK: llvm.return
tile.func private @reversed_lanes() -> tensor<32xi32, #reversed> {
  %0 = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #reversed>
  tile.return %0 : tensor<32xi32, #reversed>
}
}
