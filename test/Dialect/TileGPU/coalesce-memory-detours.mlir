// RUN: tile-opt %s --tile-assign-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s

// Accesses that are cheaper in a layout of their own, with a conversion.

// CHECK-DAG: #[[$BLOCKS:.+]] = #tile.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[$TURNED:.+]] = #tile.blocked<{sizePerThread = [4, 4], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-DAG: #[[$ROWS:.+]] = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// A block of 4x4 per thread would load rows and store columns by 16 bytes, but
// what is stored at once would be in 16 lines: the store goes through shared
// memory.
// CHECK-LABEL: @transpose(
// CHECK: tile.load {{.*}} : tensor<64x64x!tile.ptr<f32>, #[[$BLOCKS]]>
// CHECK: tile.trans {{.*}} : tensor<64x64xf32, #[[$BLOCKS]]> -> tensor<64x64xf32, #[[$TURNED]]>
// CHECK: %[[V:.*]] = tilegpu.convert_layout {{.*}} : tensor<64x64xf32, #[[$TURNED]]> -> tensor<64x64xf32, #[[$ROWS]]>
// CHECK-NOT: convert_layout
// CHECK: tile.store {{.*}}, %[[V]] : tensor<64x64x!tile.ptr<f32>, #[[$ROWS]]>
tile.func @transpose(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %o = tile.reshape %r : tensor<4096xi32> -> tensor<64x64xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %x = tile.load %pq : tensor<64x64x!tile.ptr<f32>>
  %y = tile.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf32> -> tensor<64x64xf32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %dq, %y : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

// So large a tile would take 128 KiB, which not every GPU has.
// CHECK-LABEL: @transpose_large(
// CHECK-NOT: convert_layout
// CHECK: tile.return
tile.func @transpose_large(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 32768 : i32} : tensor<32768xi32>
  %o = tile.reshape %r : tensor<32768xi32> -> tensor<128x256xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<128x256x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %o : tensor<128x256x!tile.ptr<f32>>, tensor<128x256xi32>
  %x = tile.load %pq : tensor<128x256x!tile.ptr<f32>>
  %y = tile.trans %x {order = array<i32: 1, 0>} : tensor<128x256xf32> -> tensor<256x128xf32>
  %o2 = tile.reshape %r : tensor<32768xi32> -> tensor<256x128xi32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<256x128x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %o2 : tensor<256x128x!tile.ptr<f32>>, tensor<256x128xi32>
  tile.store %dq, %y : tensor<256x128x!tile.ptr<f32>>
  tile.return
}

// The same values are loaded by rows and added to: one conversion of the sum, and
// none of what was loaded.
// CHECK-LABEL: @sum_transposed(
// CHECK: tile.load {{.*}} : tensor<64x64x!tile.ptr<f32>, #[[L:.*]]>
// CHECK: tile.load {{.*}} : tensor<64x64x!tile.ptr<f32>, #[[L]]>
// CHECK: arith.addf {{.*}} : tensor<64x64xf32, #[[L]]>
// CHECK: tilegpu.convert_layout
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tile.store {{.*}} : tensor<64x64x!tile.ptr<f32>, #[[$ROWS]]>
tile.func @sum_transposed(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %o = tile.reshape %r : tensor<4096xi32> -> tensor<64x64xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %x = tile.load %pq : tensor<64x64x!tile.ptr<f32>>
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %qq = tile.addptr %qs, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %y = tile.load %qq : tensor<64x64x!tile.ptr<f32>>
  %z = arith.addf %x, %y : tensor<64x64xf32>
  %t = tile.trans %z {order = array<i32: 1, 0>} : tensor<64x64xf32> -> tensor<64x64xf32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %dq, %t : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

// What is added to a transposed tile is loaded by the rows that are stored: the
// conversion stands before the sum, and a request of this load is in 4 lines
// instead of 16.
// CHECK-LABEL: @add_to_transposed(
// CHECK: tile.load {{.*}} : tensor<64x64x!tile.ptr<f32>, #[[$BLOCKS]]>
// CHECK: tile.load {{.*}} : tensor<64x64x!tile.ptr<f32>, #[[$ROWS]]>
// CHECK: %[[T:.*]] = tile.trans
// CHECK: tilegpu.convert_layout %[[T]] : tensor<64x64xf32, #[[$TURNED]]> -> tensor<64x64xf32, #[[$ROWS]]>
// CHECK: arith.addf {{.*}} : tensor<64x64xf32, #[[$ROWS]]>
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tile.store {{.*}} : tensor<64x64x!tile.ptr<f32>, #[[$ROWS]]>
tile.func @add_to_transposed(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %o = tile.reshape %r : tensor<4096xi32> -> tensor<64x64xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %x = tile.load %pq : tensor<64x64x!tile.ptr<f32>>
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %qq = tile.addptr %qs, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %y = tile.load %qq : tensor<64x64x!tile.ptr<f32>>
  %t = tile.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf32> -> tensor<64x64xf32>
  %s = arith.addf %t, %y : tensor<64x64xf32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %dq, %s : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

// What was loaded is used twice, so moving the conversion would make it two: the
// product is converted.
// CHECK-LABEL: @add_used(
// CHECK: tile.load {{.*}} : tensor<64x64x!tile.ptr<f32>, #[[$TURNED]]>
// CHECK: %[[S:.*]] = arith.mulf {{.*}} : tensor<64x64xf32, #[[$TURNED]]>
// CHECK: tilegpu.convert_layout %[[S]] : tensor<64x64xf32, #[[$TURNED]]> -> tensor<64x64xf32, #[[$ROWS]]>
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tile.return
tile.func @add_used(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %o = tile.reshape %r : tensor<4096xi32> -> tensor<64x64xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %x = tile.load %pq : tensor<64x64x!tile.ptr<f32>>
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %qq = tile.addptr %qs, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %y = tile.load %qq : tensor<64x64x!tile.ptr<f32>>
  %t = tile.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf32> -> tensor<64x64xf32>
  %s = arith.addf %t, %y : tensor<64x64xf32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %product = arith.mulf %s, %y : tensor<64x64xf32>
  tile.store %dq, %product : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

}
