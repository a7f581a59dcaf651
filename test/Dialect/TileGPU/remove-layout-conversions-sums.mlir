// RUN: tile-opt %s --tile-assign-layouts --tile-choose-dot-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s

// Sums that begin as one row for all rows of the tile: the tile is made in the layout of
// the sums, and only the row is converted.

// CHECK: #[[$SUMS:.+]] = #tile.nvidia_mma<{{.*}}instrShape = [16, 128]
// CHECK-LABEL: @bias
// CHECK: tilegpu.convert_layout {{.*}} -> tensor<128xf32, #tile.slice<{dim = 0, parent = #[[$SUMS]]}>>
// CHECK-NOT: tilegpu.convert_layout {{.*}}tensor<128x128xf32
// CHECK: tile.broadcast {{.*}} -> tensor<128x128xf32, #[[$SUMS]]>
// CHECK-NOT: tilegpu.convert_layout {{.*}}tensor<128x128xf32
// CHECK: tile.dot {{.*}} -> tensor<128x128xf32, #[[$SUMS]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {
tile.func @bias(%n: i32, %p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %x: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %c = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %c1 = tile.expand_dims %c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %r1 = tile.expand_dims %r {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %k64 = arith.constant dense<64> : tensor<128x1xi32>
  %r2 = arith.muli %r1, %k64 : tensor<128x1xi32>
  %r3 = tile.broadcast %r2 : tensor<128x1xi32> -> tensor<128x64xi32>
  %c2 = tile.broadcast %c1 : tensor<1x64xi32> -> tensor<128x64xi32>
  %i = arith.addi %r3, %c2 : tensor<128x64xi32>
  %xs = tile.splat %x : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %xp = tile.addptr %xs, %i : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %a = tile.load %xp : tensor<128x64x!tile.ptr<f16>>
  %at = tile.trans %a {order = array<i32: 1, 0>} : tensor<128x64xf16> -> tensor<64x128xf16>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %r : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %row = tile.load %pq : tensor<128x!tile.ptr<f32>>
  %minus = arith.negf %row : tensor<128xf32>
  %row2 = tile.expand_dims %minus {axis = 0 : i32} : tensor<128xf32> -> tensor<1x128xf32>
  %start = tile.broadcast %row2 : tensor<1x128xf32> -> tensor<128x128xf32>
  %sum = tile.dot %a, %at, %start : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
  %e = math.exp2 %sum : tensor<128x128xf32>
  %t = arith.truncf %e : tensor<128x128xf32> to tensor<128x128xf16>
  %z = arith.constant dense<0.0> : tensor<128x64xf32>
  %o = tile.dot %t, %a, %z : tensor<128x128xf16> * tensor<128x64xf16> -> tensor<128x64xf32>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %yp = tile.addptr %ys, %i : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  tile.store %yp, %o : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
}
