// RUN: tile-opt %s --tile-distribute-to-threads -split-input-file | FileCheck %s

#one = #tile.linear<{register = [[1], [2]], lane = [[4], [0], [0], [0], [0]], warp = [], block = []}>
#half = #tile.linear<{register = [[1]], lane = [[3], [0], [0], [0], [0]], warp = [], block = []}>
#other = #tile.linear<{register = [[2], [4]], lane = [[1], [0], [0], [0], [0]], warp = [], block = []}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// Runs of 4: the five comparisons of odd-even merging, each a minimum and a
// maximum.
// CHECK-LABEL: @runs
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: i32, %[[D:.*]]: i32
// CHECK: %[[AB:.*]] = llvm.intr.smin(%[[A]], %[[B]])
// CHECK: %[[BA:.*]] = llvm.intr.smax(%[[A]], %[[B]])
// CHECK: %[[CD:.*]] = llvm.intr.smin(%[[C]], %[[D]])
// CHECK: %[[DC:.*]] = llvm.intr.smax(%[[C]], %[[D]])
// CHECK: %[[FIRST:.*]] = llvm.intr.smin(%[[AB]], %[[CD]])
// CHECK: %[[X:.*]] = llvm.intr.smax(%[[AB]], %[[CD]])
// CHECK: %[[Y:.*]] = llvm.intr.smin(%[[BA]], %[[DC]])
// CHECK: %[[LAST:.*]] = llvm.intr.smax(%[[BA]], %[[DC]])
// CHECK: %[[SECOND:.*]] = llvm.intr.smin(%[[Y]], %[[X]])
// CHECK: %[[THIRD:.*]] = llvm.intr.smax(%[[Y]], %[[X]])
// CHECK-NOT: nvvm.shfl
tile.func private @runs(%k: tensor<8xi32, #one>) -> tensor<8xi32, #one> {
  %0 = tilegpu.compare_exchange %k {axis = 0 : i32, runs = 2 : i32, steps = array<i32>} : tensor<8xi32, #one>
  tile.return %0 : tensor<8xi32, #one>
}

// Between lanes: one shuffle for each register, from register r ^ 3. Odd lanes
// complement, by a multiply-add, and take the minimum as well.
// CHECK-LABEL: @lanes
// CHECK-SAME: %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32, %[[D:.*]]: i32
// CHECK: nvvm.shfl.sync bfly %{{.*}}, %[[D]], %{{.*}}, %{{.*}} : i32 -> i32
// CHECK-COUNT-3: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.mul
// CHECK-NEXT: llvm.add
// CHECK-COUNT-4: llvm.intr.umin
// CHECK-NOT: llvm.intr.umax
tile.func private @lanes(%k: tensor<8xi32, #one>) -> tensor<8xi32, #one> {
  %0 = tilegpu.compare_exchange %k {axis = 0 : i32, runs = 0 : i32, steps = array<i32: 7>, isUnsigned} : tensor<8xi32, #one>
  tile.return %0 : tensor<8xi32, #one>
}

// What goes along moves only if keys are strictly out of order.
// CHECK-LABEL: @values
// CHECK-SAME: %[[K0:[^ ]*]]: i64, %[[K1:[^ ]*]]: i64, %{{[^ ]*}}: i64, %{{[^ ]*}}: i64, %[[V0:[^ ]*]]: f32, %[[V1:[^ ]*]]: f32
// CHECK: %[[SWAP:.*]] = llvm.icmp "slt" %[[K0]], %[[K1]] : i64
// CHECK: llvm.select %[[SWAP]], %[[K1]], %[[K0]]
// CHECK: llvm.select %[[SWAP]], %[[K0]], %[[K1]]
// CHECK: llvm.select %[[SWAP]], %[[V1]], %[[V0]]
// CHECK: llvm.select %[[SWAP]], %[[V0]], %[[V1]]
tile.func private @values(%k: tensor<8xi64, #one>, %v: tensor<8xf32, #one>) -> (tensor<8xi64, #one>, tensor<8xf32, #one>) {
  %0, %1 = tilegpu.compare_exchange %k, %v {axis = 0 : i32, runs = 0 : i32, steps = array<i32: 1>, descending} : tensor<8xi64, #one>, tensor<8xf32, #one>
  tile.return %0, %1 : tensor<8xi64, #one>, tensor<8xf32, #one>
}

// CHECK-LABEL: @ties
// CHECK: llvm.icmp "slt"
// CHECK: llvm.icmp "eq"
// CHECK: llvm.icmp "slt"
tile.func private @ties(%k: tensor<8xi64, #one>, %v: tensor<8xi32, #one>) -> tensor<8xi64, #one> {
  %0, %1 = tilegpu.compare_exchange %k, %v {axis = 0 : i32, runs = 0 : i32, steps = array<i32: 1>, breaksTies} : tensor<8xi64, #one>, tensor<8xi32, #one>
  tile.return %0 : tensor<8xi64, #one>
}

// Narrow keys are extended once, and shortened at the end.
// CHECK-LABEL: @narrow
// CHECK-COUNT-4: llvm.sext %{{.*}} : i8 to i32
// CHECK-NOT: llvm.trunc
// CHECK: llvm.intr.smin
// CHECK-COUNT-4: llvm.trunc %{{.*}} : i32 to i8
tile.func private @narrow(%k: tensor<8xi8, #one>) -> tensor<8xi8, #one> {
  %0 = tilegpu.compare_exchange %k {axis = 0 : i32, runs = 2 : i32, steps = array<i32: 2, 1>} : tensor<8xi8, #one>
  tile.return %0 : tensor<8xi8, #one>
}

// Two lanes with four registers keep two each.
// CHECK-LABEL: @keep_first
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: i32, %[[D:.*]]: i32
// CHECK: %[[S0:.*]] = nvvm.shfl.sync bfly %{{.*}}, %[[D]]
// CHECK: llvm.intr.smax(%[[A]], %[[S0]])
// CHECK: %[[S1:.*]] = nvvm.shfl.sync bfly %{{.*}}, %[[C]]
// CHECK: llvm.intr.smax(%[[B]], %[[S1]])
// CHECK-NOT: nvvm.shfl.sync
tile.func private @keep_first(%k: tensor<8xi32, #one>) -> tensor<4xi32, #half> {
  %0 = tilegpu.keep_first %k {axis = 0 : i32, distance = 7 : i32, descending} : tensor<8xi32, #one> -> tensor<4xi32, #half>
  tile.return %0 : tensor<4xi32, #half>
}

// CHECK-LABEL: @relabel
// CHECK-SAME: %[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32
// CHECK-NOT: nvvm
// CHECK: llvm.return
tile.func private @relabel(%k: tensor<8xf32, #one>) -> tensor<8xf32, #other> {
  %0 = tilegpu.relabel %k : tensor<8xf32, #one> -> tensor<8xf32, #other>
  tile.return %0 : tensor<8xf32, #other>
}
}
