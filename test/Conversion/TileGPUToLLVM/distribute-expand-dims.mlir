// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#grid = #tile.blocked<{sizePerThread = [2, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #tile.slice<{dim = 1, parent = #grid}>
#columns = #tile.slice<{dim = 0, parent = #grid}>
#cube = #tile.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [2, 4, 4], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#depth = #tile.slice<{dim = 0, parent = #tile.slice<{dim = 1, parent = #cube}>}>
#plane = #tile.slice<{dim = 1, parent = #cube}>
// The rows of a fragment of mma.m16n8 (PTX ISA, "Matrix Fragments"): lanes that
// differ in the lowest two bits hold copies.
#fragment = #tile.linear<{register = [[8]], lane = [[0], [0], [1], [2], [4]], warp = [[16], [0]], block = []}>
#fragments = #tile.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [0, 0]], block = []}>
#column = #tile.linear<{register = [[8, 0]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [0, 0]], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// No data moves: the registers stay as they are.
// CHECK-LABEL: @rows
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK-NOT: llvm.load
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[1]
// CHECK-NEXT: llvm.return
tile.func private @rows(%a: tensor<32xf32, #rows>) -> tensor<32x1xf32, #grid> {
  %0 = tile.expand_dims %a {axis = 1 : i32} : tensor<32xf32, #rows> -> tensor<32x1xf32, #grid>
  tile.return %0 : tensor<32x1xf32, #grid>
}

// CHECK-LABEL: @columns
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[C]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[D]], %{{.*}}[3]
tile.func private @columns(%a: tensor<32xf32, #columns>) -> tensor<1x32xf32, #grid> {
  %0 = tile.expand_dims %a {axis = 0 : i32} : tensor<32xf32, #columns> -> tensor<1x32xf32, #grid>
  tile.return %0 : tensor<1x32xf32, #grid>
}

// CHECK-LABEL: @twice
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[1]
tile.func private @twice(%a: tensor<8xf32, #depth>) -> tensor<1x1x8xf32, #cube> {
  %0 = tile.expand_dims %a {axis = 0 : i32} : tensor<8xf32, #depth> -> tensor<1x8xf32, #plane>
  %1 = tile.expand_dims %0 {axis = 1 : i32} : tensor<1x8xf32, #plane> -> tensor<1x1x8xf32, #cube>
  tile.return %1 : tensor<1x1x8xf32, #cube>
}

// The row index of a tile: both ways to it meet in the same registers.
// CHECK-LABEL: @index
// CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[ROW:.*]] = llvm.lshr
// CHECK: %[[NEXT:.*]] = llvm.or disjoint %[[ROW]]
// CHECK-COUNT-4: llvm.insertvalue %[[ROW]],
// CHECK-COUNT-4: llvm.insertvalue %[[NEXT]],
tile.func private @index() -> tensor<32x32xi32, #grid> {
  %0 = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #rows>
  %1 = tile.expand_dims %0 {axis = 1 : i32} : tensor<32xi32, #rows> -> tensor<32x1xi32, #grid>
  %2 = tile.broadcast %1 : tensor<32x1xi32, #grid> -> tensor<32x32xi32, #grid>
  tile.return %2 : tensor<32x32xi32, #grid>
}

// A linear layout expands as a slice does, into what is written in another way.
// CHECK-LABEL: @linear
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[1]
tile.func private @linear(%a: tensor<32xf32, #fragment>) -> tensor<32x1xf32, #column> {
  %0 = tile.expand_dims %a {axis = 1 : i32} : tensor<32xf32, #fragment> -> tensor<32x1xf32, #column>
  tile.return %0 : tensor<32x1xf32, #column>
}

// Each row's element meets the two of its row in the fragment.
// CHECK-LABEL: @fragment
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK-COUNT-2: llvm.insertvalue %[[A]],
// CHECK-COUNT-2: llvm.insertvalue %[[B]],
tile.func private @fragment(%a: tensor<32xf32, #fragment>) -> tensor<32x8xf32, #fragments> {
  %0 = tile.expand_dims %a {axis = 1 : i32} : tensor<32xf32, #fragment> -> tensor<32x1xf32, #fragments>
  %1 = tile.broadcast %0 : tensor<32x1xf32, #fragments> -> tensor<32x8xf32, #fragments>
  tile.return %1 : tensor<32x8xf32, #fragments>
}
}
