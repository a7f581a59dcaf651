// RUN: tilec %s --emit=ptx -o %t.ptx && FileCheck %s < %t.ptx
// RUN: tile-run %t.ptx --output=256xi32 --check='out == i' | FileCheck %s --check-prefix=RIGHT

// Two warpgroups take turns, twice; the second one starts again only when the
// first one has come to the end.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {
// CHECK-LABEL: .entry turns
// CHECK: shr.u32 {{.*}}%[[GROUP:r[0-9]+]], %{{r[0-9]+}}, 7;
// CHECK: setp.ne.b32 {{.*}}%[[LAST:p[0-9]+]], %[[GROUP]], 0;
// CHECK: @%[[LAST]] bar.arrive 8, 256;
// CHECK: or.b32 {{.*}}%[[OWN:r[0-9]+]], %[[GROUP]], 8;
// CHECK: bar.sync %[[OWN]], 256;
// CHECK: selp.b32 {{.*}}%[[NEXT:r[0-9]+]], 8, 9, %[[LAST]];
// CHECK: bar.arrive %[[NEXT]], 256;
// CHECK: setp.eq.b32 {{.*}}%[[FIRST:p[0-9]+]], %[[GROUP]], 0;
// CHECK: bar.sync %[[OWN]], 256;
// CHECK-NEXT: @%[[FIRST]] bar.arrive %[[NEXT]], 256;
// CHECK: @%[[LAST]] bar.arrive 8, 256;
// RIGHT: check 1 of 1: out == i: ok
tile.func public @turns(%out: !tile.ptr<i32>) {
  tilegpu.turn start
  tilegpu.turn wait
  tilegpu.turn give
  tilegpu.turn stop
  tilegpu.turn start
  tilegpu.turn wait
  tilegpu.turn give
  tilegpu.turn wait
  tilegpu.turn give
  tilegpu.turn stop
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>>
  %p = tile.splat %out : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>>
  %q = tile.addptr %p, %r : tensor<256x!tile.ptr<i32>, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>>, tensor<256xi32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>>
  tile.store %q, %r : tensor<256x!tile.ptr<i32>, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>>
  tile.return
}
}
