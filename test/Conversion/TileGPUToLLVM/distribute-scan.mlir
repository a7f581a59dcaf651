// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#scattered = #tile.linear<{register = [[0, 2], [0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [], block = []}>
#twice = #tile.linear<{register = [[0, 1], [0, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [], block = []}>
#swapped = #tile.linear<{register = [], lane = [[4], [2], [1], [0], [0]], warp = [], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// One after the other in registers.
// CHECK-LABEL: @registers
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK-NEXT: %[[AB:.*]] = arith.subf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[ABC:.*]] = arith.subf %[[AB]], %[[C]] : f32
// CHECK-NEXT: %[[ABCD:.*]] = arith.subf %[[ABC]], %[[D]] : f32
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[AB]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[ABC]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[ABCD]], %{{.*}}[3]
tile.func private @registers(%t: tensor<32x4xf32, #rows>) -> tensor<32x4xf32, #rows> {
  %0 = "tile.scan"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<32x4xf32, #rows>) -> tensor<32x4xf32, #rows>
  tile.return %0 : tensor<32x4xf32, #rows>
}

// From the end: what comes later is on the left side.
// CHECK-LABEL: @reverse
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK-NEXT: %[[DC:.*]] = arith.subf %[[D]], %[[C]] : f32
// CHECK-NEXT: %[[DCB:.*]] = arith.subf %[[DC]], %[[B]] : f32
// CHECK-NEXT: %[[DCBA:.*]] = arith.subf %[[DCB]], %[[A]] : f32
// CHECK: llvm.insertvalue %[[DCBA]], %{{.*}}[0]
tile.func private @reverse(%t: tensor<32x4xf32, #rows>) -> tensor<32x4xf32, #rows> {
  %0 = "tile.scan"(%t) <{axis = 1 : i32, reverse = true}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<32x4xf32, #rows>) -> tensor<32x4xf32, #rows>
  tile.return %0 : tensor<32x4xf32, #rows>
}

// In the order of the axis, whatever that of the registers is.
// CHECK-LABEL: @scattered
// CHECK-SAME: (%[[R0:.*]]: f32, %[[R1:.*]]: f32, %[[R2:.*]]: f32, %[[R3:.*]]: f32)
// CHECK-NEXT: %[[B:.*]] = arith.subf %[[R0]], %[[R2]] : f32
// CHECK-NEXT: %[[C:.*]] = arith.subf %[[B]], %[[R1]] : f32
// CHECK-NEXT: arith.subf %[[C]], %[[R3]] : f32
tile.func private @scattered(%t: tensor<32x4xf32, #scattered>) -> tensor<32x4xf32, #scattered> {
  %0 = "tile.scan"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<32x4xf32, #scattered>) -> tensor<32x4xf32, #scattered>
  tile.return %0 : tensor<32x4xf32, #scattered>
}

// A register that repeats others takes no part.
// CHECK-LABEL: @copies
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK-NEXT: %[[AB:.*]] = arith.subf %[[A]], %[[B]] : f32
// CHECK-NOT: arith.subf
tile.func private @copies(%t: tensor<32x2xf32, #twice>) -> tensor<32x2xf32, #twice> {
  %0 = "tile.scan"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<32x2xf32, #twice>) -> tensor<32x2xf32, #twice>
  tile.return %0 : tensor<32x2xf32, #twice>
}

// Across 32 lanes: five shuffles, and nothing more for one element in each.
// CHECK-LABEL: @lanes
// CHECK: nvvm.shfl.sync bfly
// CHECK-COUNT-4: nvvm.shfl.sync idx
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.return
tile.func private @lanes(%t: tensor<32xi32, #one>) -> tensor<32xi32, #one> {
  %0 = "tile.scan"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.scan.return %s : i32
  }) : (tensor<32xi32, #one>) -> tensor<32xi32, #one>
  tile.return %0 : tensor<32xi32, #one>
}

// Only the totals of the threads cross lanes: five shuffles, and one that brings
// what comes before, or the identity. 3 + 5 + 4 combinations.
// CHECK-LABEL: @totals
// CHECK: %[[NONE:.*]] = arith.constant -0.0
// CHECK-COUNT-3: arith.addf
// CHECK: nvvm.shfl.sync bfly
// CHECK: arith.addf
// CHECK-COUNT-4: nvvm.shfl.sync idx
// CHECK: arith.addf
// CHECK-NEXT: llvm.select
// CHECK-NOT: arith.addf
// CHECK: nvvm.shfl.sync up
// CHECK: llvm.select %{{.*}}, %{{.*}}, %[[NONE]]
// CHECK-COUNT-4: arith.addf
// CHECK-NOT: {{arith.addf|shfl|llvm.select}}
// CHECK: llvm.return
tile.func private @totals(%t: tensor<128xf32, #four>) -> tensor<128xf32, #four> {
  %0 = "tile.scan"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<128xf32, #four>) -> tensor<128xf32, #four>
  tile.return %0 : tensor<128xf32, #four>
}

// Without an identity a select keeps the first elements.
// CHECK-LABEL: @no_identity
// CHECK: nvvm.shfl.sync down
// CHECK-COUNT-4: llvm.select
// CHECK-NOT: llvm.select
// CHECK: llvm.return
tile.func private @no_identity(%t: tensor<128xf32, #four>) -> tensor<128xf32, #four> {
  %0 = "tile.scan"(%t) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<128xf32, #four>) -> tensor<128xf32, #four>
  tile.return %0 : tensor<128xf32, #four>
}

// Repetition above the lanes: the total of a group goes to all lanes, and on to the
// next group. Nobody asks for that of the last group.
// CHECK-LABEL: @groups
// CHECK-COUNT-2: nvvm.shfl.sync bfly
// CHECK-COUNT-8: nvvm.shfl.sync idx
// CHECK: llvm.or %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: llvm.mlir.constant(-1 : i32)
// CHECK-NEXT: llvm.mlir.constant(31 : i32)
// CHECK-NEXT: nvvm.shfl.sync idx
// CHECK-NEXT: arith.addi
// CHECK-NOT: nvvm.shfl.sync {{(idx|bfly)}}
// CHECK: llvm.return
tile.func private @groups(%t: tensor<64xi32, #one>) -> tensor<64xi32, #one> {
  %0 = "tile.scan"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.scan.return %s : i32
  }) : (tensor<64xi32, #one>) -> tensor<64xi32, #one>
  tile.return %0 : tensor<64xi32, #one>
}

// Lanes in another order than the axis.
// CHECK-LABEL: @swapped
// CHECK: llvm.icmp "ne"
// CHECK: %[[FOUR:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: nvvm.shfl.sync bfly %{{.*}}, %{{.*}}, %[[FOUR]], %{{.*}}
// CHECK-COUNT-2: nvvm.shfl.sync idx
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.return
tile.func private @swapped(%t: tensor<8xi32, #swapped>) -> tensor<8xi32, #swapped> {
  %0 = "tile.scan"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.scan.return %s : i32
  }) : (tensor<8xi32, #swapped>) -> tensor<8xi32, #swapped>
  tile.return %0 : tensor<8xi32, #swapped>
}
}
