// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#two_linear = #tile.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [], block = []}>
#order10 = #tile.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#order01 = #tile.linear<{register = [[1, 0], [0, 1]], lane = [[0, 2], [0, 4], [0, 8], [2, 0], [4, 0]], warp = [], block = []}>
#replicas = #tile.linear<{register = [[32], [33], [1]], lane = [[2], [4], [8], [16], [0]], warp = [], block = []}>
#compact = #tile.linear<{register = [[1], [32]], lane = [[2], [4], [8], [16], [0]], warp = [], block = []}>
#even = #tile.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [], block = []}>
#odd = #tile.linear<{register = [[2]], lane = [[1], [4], [8], [16], [32]], warp = [], block = []}>
#even_by_lane = #tile.linear<{register = [[1]], lane = [[4], [2], [8], [16], [32]], warp = [], block = []}>
#lanes = #tile.linear<{register = [], lane = [[2], [1], [4], [8], [16]], warp = [], block = []}>
#all = #tile.linear<{register = [[1], [2]], lane = [[0], [0], [0], [0], [0]], warp = [], block = []}>
#spread = #tile.linear<{register = [], lane = [[1], [2], [0], [0], [0]], warp = [], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// Equal maps, written differently: nothing to do.
// CHECK-LABEL: @identity
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[1]
tile.func private @identity(%a: tensor<64xf32, #two>) -> tensor<64xf32, #two_linear> {
  %0 = tilegpu.convert_layout %a : tensor<64xf32, #two> -> tensor<64xf32, #two_linear>
  tile.return %0 : tensor<64xf32, #two_linear>
}

// The same elements in the same threads, registers in another order.
// CHECK-LABEL: @permutation
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[C]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[D]], %{{.*}}[3]
tile.func private @permutation(%a: tensor<8x16xf32, #order10>) -> tensor<8x16xf32, #order01> {
  %0 = tilegpu.convert_layout %a : tensor<8x16xf32, #order10> -> tensor<8x16xf32, #order01>
  tile.return %0 : tensor<8x16xf32, #order01>
}

// In a tile of one element all layouts are one.
// CHECK-LABEL: @one_element
// CHECK-SAME: (%[[A:.*]]: f32)
// CHECK-NEXT: llvm.return %[[A]]
tile.func private @one_element(%a: tensor<1xf32, #one>) -> tensor<1xf32, #two> {
  %0 = tilegpu.convert_layout %a : tensor<1xf32, #one> -> tensor<1xf32, #two>
  tile.return %0 : tensor<1xf32, #two>
}

// Registers that repeat an element: elements 0, 32, 33, 1, 1, 33, 32, 0 in this
// order, so the first ones of each are registers 0, 3, 1, 2.
// CHECK-LABEL: @from_replicas
// CHECK-SAME: (%[[R0:.*]]: f32, %[[R1:.*]]: f32, %[[R2:.*]]: f32, %[[R3:.*]]: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32)
// CHECK: llvm.insertvalue %[[R0]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[R3]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[R1]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[R2]], %{{.*}}[3]
tile.func private @from_replicas(%a: tensor<64xf32, #replicas>) -> tensor<64xf32, #compact> {
  %0 = tilegpu.convert_layout %a : tensor<64xf32, #replicas> -> tensor<64xf32, #compact>
  tile.return %0 : tensor<64xf32, #compact>
}

// CHECK-LABEL: @to_replicas
// CHECK-SAME: (%[[R0:.*]]: f32, %[[R1:.*]]: f32, %[[R2:.*]]: f32, %[[R3:.*]]: f32)
// CHECK: llvm.insertvalue %[[R0]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[R2]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[R3]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[R1]], %{{.*}}[3]
// CHECK: llvm.insertvalue %[[R1]], %{{.*}}[4]
// CHECK: llvm.insertvalue %[[R3]], %{{.*}}[5]
// CHECK: llvm.insertvalue %[[R2]], %{{.*}}[6]
// CHECK: llvm.insertvalue %[[R0]], %{{.*}}[7]
tile.func private @to_replicas(%a: tensor<64xf32, #compact>) -> tensor<64xf32, #replicas> {
  %0 = tilegpu.convert_layout %a : tensor<64xf32, #compact> -> tensor<64xf32, #replicas>
  tile.return %0 : tensor<64xf32, #replicas>
}

// Each lane has one of two neighbours of another one: one shuffle, whose sender
// selects before and whose receiver selects after.
// CHECK-LABEL: @lanes
// CHECK: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.return
tile.func private @lanes(%a: tensor<64xf32, #even>) -> tensor<64xf32, #odd> {
  %0 = tilegpu.convert_layout %a : tensor<64xf32, #even> -> tensor<64xf32, #odd>
  tile.return %0 : tensor<64xf32, #odd>
}

// Each thread has all elements; which one it gives depends on the thread: no
// shuffle, but selects.
// CHECK-LABEL: @from_all_threads
// CHECK-NOT: nvvm.shfl
// CHECK-COUNT-3: llvm.select
// CHECK-NOT: llvm.select
// CHECK: llvm.return
tile.func private @from_all_threads(%a: tensor<4xf32, #all>) -> tensor<4xf32, #spread> {
  %0 = tilegpu.convert_layout %a : tensor<4xf32, #all> -> tensor<4xf32, #spread>
  tile.return %0 : tensor<4xf32, #spread>
}

// Two bytes that go the same way travel in one word: half of it is theirs.
// CHECK-LABEL: @two_bytes
// CHECK: %[[PAIR:.*]] = llvm.bitcast %{{.*}} : vector<2xi8> to i16
// CHECK: %[[WORD:.*]] = llvm.zext %[[PAIR]] : i16 to i32
// CHECK: %[[MOVED:.*]] = nvvm.shfl.sync idx %{{.*}}, %[[WORD]]
// CHECK: %[[BACK:.*]] = llvm.trunc %[[MOVED]] : i32 to i16
// CHECK: llvm.bitcast %[[BACK]] : i16 to vector<2xi8>
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.return
tile.func private @two_bytes(%a: tensor<64xi8, #even>) -> tensor<64xi8, #even_by_lane> {
  %0 = tilegpu.convert_layout %a : tensor<64xi8, #even> -> tensor<64xi8, #even_by_lane>
  tile.return %0 : tensor<64xi8, #even_by_lane>
}

// One byte has a word of its own, an i1 as well, a pointer two.
// CHECK-LABEL: @other_types
// CHECK: llvm.zext %{{.*}} : i1 to i8
// CHECK: llvm.zext %{{.*}} : i8 to i32
// CHECK: nvvm.shfl
// CHECK: llvm.ptrtoint %{{.*}} : !llvm.ptr<1> to i64
// CHECK: llvm.bitcast %{{.*}} : i64 to vector<2xi32>
// CHECK-COUNT-2: nvvm.shfl
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.inttoptr
// CHECK: llvm.return
tile.func private @other_types(%a: tensor<32xi1, #one>, %b: tensor<32x!tile.ptr<f32>, #one>) -> (tensor<32xi1, #lanes>, tensor<32x!tile.ptr<f32>, #lanes>) {
  %0 = tilegpu.convert_layout %a : tensor<32xi1, #one> -> tensor<32xi1, #lanes>
  %1 = tilegpu.convert_layout %b : tensor<32x!tile.ptr<f32>, #one> -> tensor<32x!tile.ptr<f32>, #lanes>
  tile.return %0, %1 : tensor<32xi1, #lanes>, tensor<32x!tile.ptr<f32>, #lanes>
}
}
