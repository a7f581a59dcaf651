// RUN: tile-opt %s --tile-split-scans | FileCheck %s
// RUN: tile-opt %s --tile-split-scans | tile-opt --tile-split-scans -o %t.again && tile-opt %s --tile-split-scans | diff - %t.again

#warps = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #tile.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [0, 1]}>
#mixed = #tile.linear<{register = [[0, 1]], lane = [[1, 1], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 2], [0, 4]], block = []}>
#first = #tile.linear<{register = [], lane = [[4], [8], [16], [32], [64]], warp = [[1], [2]], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// Four blocks of 128 elements, whose totals change warps. Where nothing comes
// before, the identity stands.
// CHECK-LABEL: @sum
// CHECK-SAME: (%[[X:.*]]: tensor<512xf32, #[[WARPS:.+]]>)
// CHECK: %[[BLOCKS:.*]] = tile.reshape %[[X]] : tensor<512xf32, #[[WARPS]]> -> tensor<4x128xf32, #[[TWO:.+]]>
// CHECK: %[[WITHIN:.*]] = "tile.scan"(%[[BLOCKS]]) <{axis = 1 : i32, reverse = false}>
// CHECK: %[[LAST:.*]] = arith.constant dense<127> : tensor<4x1xi32, #[[TWO]]>
// CHECK: %[[TOTALS:.*]] = tile.gather %[[WITHIN]][%[[LAST]]] {axis = 1 : i32}
// CHECK: %[[ALL:.*]] = tilegpu.convert_layout %[[TOTALS]] : tensor<4x1xf32, #[[TWO]]> -> tensor<4x1xf32, #[[COLLECTED:.+]]>
// CHECK: %[[SCANNED:.*]] = "tile.scan"(%[[ALL]]) <{axis = 0 : i32, reverse = false}>
// CHECK: %[[NUMBER:.*]] = tile.reshape {{.*}} -> tensor<4x1xi32, #[[TWO]]>
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[NUMBER]],
// CHECK: %[[ONE:.*]] = arith.constant dense<-1> :
// CHECK: arith.addi %[[NUMBER]], %[[ONE]]
// CHECK: %[[BEFORE:.*]] = tile.gather %[[SCANNED]][%{{.*}}] {axis = 0 : i32}
// CHECK: %[[NONE:.*]] = arith.constant dense<-0.0
// CHECK: %[[PREFIX:.*]] = arith.select %[[FIRST]], %[[NONE]], %[[BEFORE]]
// CHECK: %[[WIDE:.*]] = tile.broadcast %[[PREFIX]]
// CHECK: %[[R:.*]] = "tile.map_elementwise"(%[[WIDE]], %[[WITHIN]]) <{pack = 1 : i32}>
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[B]] : f32
// CHECK-NEXT: tile.map_elementwise.return %[[S]] : f32
// CHECK: tile.reshape %[[R]] : tensor<4x128xf32, #[[TWO]]> -> tensor<512xf32, #[[WARPS]]>
tile.func private @sum(%x: tensor<512xf32, #warps>) -> tensor<512xf32, #warps> {
  %0 = "tile.scan"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<512xf32, #warps>) -> tensor<512xf32, #warps>
  tile.return %0 : tensor<512xf32, #warps>
}

// From the end, without an identity: the total of a block is its first element,
// and the last block keeps its elements.
// CHECK-LABEL: @reverse
// CHECK: "tile.scan"({{.*}}) <{axis = 1 : i32, reverse = true}>
// CHECK: arith.constant dense<0> : tensor<4x1xi32
// CHECK: arith.constant dense<3> : tensor<4x1xi32
// CHECK: %[[FIRST:.*]] = arith.cmpi eq
// CHECK: %[[WIDE:.*]] = tile.broadcast %[[FIRST]] : tensor<4x1xi1, {{.*}}> -> tensor<4x128xi1,
// CHECK: "tile.map_elementwise"(%{{.*}}, %{{.*}}, %[[WIDE]])
// CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: i1):
// CHECK-NEXT: %[[S:.*]] = arith.subi %[[A]], %[[B]] : i32
// CHECK-NEXT: arith.select %[[C]], %[[B]], %[[S]] : i32
tile.func private @reverse(%x: tensor<512xi32, #warps>) -> tensor<512xi32, #warps> {
  %0 = "tile.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.subi %a, %b : i32
    tile.scan.return %s : i32
  }) : (tensor<512xi32, #warps>) -> tensor<512xi32, #warps>
  tile.return %0 : tensor<512xi32, #warps>
}

// What is around the axis becomes one dimension on each side.
// CHECK-LABEL: @columns
// CHECK: tile.reshape {{.*}} : tensor<64x8xf32, {{.*}}> -> tensor<8x8x8xf32,
// CHECK: "tile.scan"({{.*}}) <{axis = 1 : i32, reverse = false}>
// CHECK: "tile.scan"({{.*}}) <{axis = 0 : i32, reverse = false}>
// CHECK: (tensor<8x1x8xf32,
tile.func private @columns(%x: tensor<64x8xf32, #columns>) -> tensor<64x8xf32, #columns> {
  %0 = "tile.scan"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<64x8xf32, #columns>) -> tensor<64x8xf32, #columns>
  tile.return %0 : tensor<64x8xf32, #columns>
}

// The warps over rows: nothing to do.
// CHECK-LABEL: @within_warps
// CHECK-NEXT: "tile.scan"
// CHECK-NOT: {{tile.reshape|tile.gather|convert_layout}}
// CHECK: tile.return
tile.func private @within_warps(%x: tensor<8x512xf32, #rows>) -> tensor<8x512xf32, #rows> {
  %0 = "tile.scan"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<8x512xf32, #rows>) -> tensor<8x512xf32, #rows>
  tile.return %0 : tensor<8x512xf32, #rows>
}

// A bit of the axis is moved together with another dimension: another layout.
// CHECK-LABEL: @mixed
// CHECK: %[[C:.*]] = tilegpu.convert_layout %{{.*}} : tensor<32x8xf32, #[[MIXED:.+]]> -> tensor<32x8xf32, #[[OTHER:.+]]>
// CHECK-NEXT: %[[S:.*]] = "tile.scan"(%[[C]])
// CHECK: tilegpu.convert_layout %[[S]] : tensor<32x8xf32, #[[OTHER]]> -> tensor<32x8xf32, #[[MIXED]]>
// CHECK-NOT: tile.gather
// CHECK: tile.return
tile.func private @mixed(%x: tensor<32x8xf32, #mixed>) -> tensor<32x8xf32, #mixed> {
  %0 = "tile.scan"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<32x8xf32, #mixed>) -> tensor<32x8xf32, #mixed>
  tile.return %0 : tensor<32x8xf32, #mixed>
}

// The warps have the lowest bits of the axis: another layout as well.
// CHECK-LABEL: @warps_first
// CHECK: tilegpu.convert_layout %{{.*}} : tensor<128xf32, #[[FIRST:.+]]> -> tensor<128xf32,
// CHECK: "tile.scan"
// CHECK: tilegpu.convert_layout %{{.*}} : tensor<128xf32, {{.*}}> -> tensor<128xf32, #[[FIRST]]>
tile.func private @warps_first(%x: tensor<128xf32, #first>) -> tensor<128xf32, #first> {
  %0 = "tile.scan"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.scan.return %s : f32
  }) : (tensor<128xf32, #first>) -> tensor<128xf32, #first>
  tile.return %0 : tensor<128xf32, #first>
}
}
