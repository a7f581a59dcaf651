// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #tilegpu.linear_shared<[[1, 0], [2, 0], [0, 1], [0, 2], [0, 4], [0, 8]]>
#pairs = #tile.linear<{register = [[0, 1]], lane = [[0, 2], [1, 0], [2, 0], [0, 0], [0, 0]], warp = [], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// The axis in the lanes: one shuffle from the lane that the index is.
// CHECK-LABEL: @lanes
// CHECK-SAME: (%[[X:.*]]: i32, %[[I:.*]]: i32)
// CHECK: %[[INDEX:.*]] = llvm.and %[[I]], %{{.*}} : i32
// CHECK: nvvm.shfl.sync idx %{{.*}}, %[[X]], %[[INDEX]], %{{.*}}
// CHECK-NOT: {{shfl|llvm.select}}
// CHECK: llvm.return
tile.func private @lanes(%t: tensor<32xi32, #one>, %i: tensor<32xi32, #one>) -> tensor<32xi32, #one> {
  %0 = tile.gather %t[%i] {axis = 0 : i32} : (tensor<32xi32, #one>, tensor<32xi32, #one>) -> tensor<32xi32, #one>
  tile.return %0 : tensor<32xi32, #one>
}

// Two registers above the lanes: a shuffle of each, and a select.
// CHECK-LABEL: @registers_above
// CHECK-SAME: (%[[X:.*]]: i32, %[[Y:.*]]: i32, %{{.*}}: i32)
// CHECK: %[[A:.*]] = nvvm.shfl.sync idx %{{.*}}, %[[X]]
// CHECK: %[[B:.*]] = nvvm.shfl.sync idx %{{.*}}, %[[Y]]
// CHECK: llvm.select %{{.*}}, %[[B]], %[[A]]
// CHECK-NOT: shfl
// CHECK: llvm.return
tile.func private @registers_above(%t: tensor<64xi32, #one>, %i: tensor<32xi32, #one>) -> tensor<32xi32, #one> {
  %0 = tile.gather %t[%i] {axis = 0 : i32} : (tensor<64xi32, #one>, tensor<32xi32, #one>) -> tensor<32xi32, #one>
  tile.return %0 : tensor<32xi32, #one>
}

// The axis in registers: selects alone. The index has its extent's bits.
// CHECK-LABEL: @registers
// CHECK-SAME: (%{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %[[I:.*]]: i8)
// CHECK: %[[WIDE:.*]] = llvm.zext %[[I]] : i8 to i32
// CHECK: %[[THREE:.*]] = llvm.mlir.constant(3 : i32) : i32
// CHECK: llvm.and %[[WIDE]], %[[THREE]]
// CHECK-NOT: shfl
// CHECK-COUNT-3: llvm.select
// CHECK-NOT: {{shfl|llvm.select}}
// CHECK: llvm.return
tile.func private @registers(%t: tensor<32x4xi64, #rows>, %i: tensor<32x1xi8, #rows>) -> tensor<32x1xi64, #rows> {
  %0 = tile.gather %t[%i] {axis = 1 : i32} : (tensor<32x4xi64, #rows>, tensor<32x1xi8, #rows>) -> tensor<32x1xi64, #rows>
  tile.return %0 : tensor<32x1xi64, #rows>
}

// The last element of each row: one shuffle from a register that is known.
// CHECK-LABEL: @last
// CHECK-SAME: (%{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32, %[[X:[a-z0-9]*]]: i32)
// CHECK: nvvm.shfl.sync idx %{{.*}}, %[[X]]
// CHECK-NOT: {{shfl|llvm.select}}
// CHECK: llvm.return
tile.func private @last(%t: tensor<128xi32, #one>) -> tensor<1xi32, #one> {
  %i = arith.constant dense<127> : tensor<1xi32, #one>
  %0 = tile.gather %t[%i] {axis = 0 : i32} : (tensor<128xi32, #one>, tensor<1xi32, #one>) -> tensor<1xi32, #one>
  tile.return %0 : tensor<1xi32, #one>
}

// From shared memory: a load of one element each. Bits of the index beyond the
// extent are cut off, and what is left is the place's offset.
// CHECK-LABEL: @shared
// CHECK-SAME: (%[[I:.*]]: i64, %[[J:.*]]: i64)
// CHECK: %[[N:.*]] = llvm.trunc %[[I]] : i64 to i32
// CHECK: %[[MASK:.*]] = llvm.mlir.constant(15 : i32) : i32
// CHECK: llvm.and %[[N]], %[[MASK]]
// CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> i16
// CHECK: llvm.trunc %[[J]] : i64 to i32
// CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> i16
// CHECK-NOT: llvm.load
// CHECK: llvm.return
tile.func private @shared(%i: tensor<4x4xi64, #pairs>) -> tensor<4x4xf16, #pairs> attributes {tilegpu.shared_memory = 128 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<4x16xf16, #shared>
  %1 = tilegpu.local_gather %0[%i] {axis = 1 : i32} : (!tilegpu.memdesc<4x16xf16, #shared>, tensor<4x4xi64, #pairs>) -> tensor<4x4xf16, #pairs>
  tile.return %1 : tensor<4x4xf16, #pairs>
}
}
