// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --tile-allocate-shared-memory --tile-insert-barriers | FileCheck %s --check-prefix=BARRIERS
// RUN: tile-opt %s --tile-allocate-shared-memory --tile-insert-barriers --tile-distribute-to-threads | FileCheck %s --check-prefix=LLVM

#lines = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#sums = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128]}>
#blocked = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// Columns of 64 go to two places in turns, and a warp's rows are 16 of each 64.
// Nobody waits for other warps, and nobody else has the bytes.
// CHECK-LABEL: @store_tensor_maps
// BARRIERS-LABEL: @store_tensor_maps
// LLVM-LABEL: llvm.func @store_tensor_maps
tile.func public @store_tensor_maps(%a: !tile.ptr<f16>, %column: i32, %row: i32, %map: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 64, 16>, element = "f16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 128 : i32}}) attributes {tile.tensor_map_entry_of = "store"} {
  %sums = arith.constant dense<1.0> : tensor<128x128xf16, #sums>
  %tile = arith.constant dense<1.0> : tensor<128x64xf16, #blocked>
  // BARRIERS: tilegpu.local_alloc {tilegpu.offset = 0 : i32} : <2x128x64xf16
  %place = tilegpu.local_alloc : !tilegpu.memdesc<2x128x64xf16, #lines>
  // CHECK: tilegpu.box_store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : tensor<128x128xf16, #mma>, <2x128x64xf16
  // BARRIERS-NOT: tilegpu.barrier
  // BARRIERS: tilegpu.box_store
  // LLVM: cp.async.bulk.wait_group.read 1;
  // LLVM-SAME: bar.warp.sync -1;
  // LLVM: nvvm.stmatrix
  // LLVM: fence.proxy.async.shared::cta;
  // LLVM-SAME: bar.warp.sync -1;
  // LLVM-SAME: elect.sync _|acts, -1;
  // LLVM-SAME: @acts cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [$3, {c0, c1}], [from+0];
  // LLVM-SAME: add.s32 c1, c1, 64;
  // LLVM-SAME: [$3, {c0, c1}], [from+8192];
  // LLVM-SAME: cp.async.bulk.commit_group;
  // LLVM: cp.async.bulk.wait_group.read 1;
  // LLVM: add.s32 c0, $4, 64;
  tilegpu.box_store %sums, %map[%column, %row], %place : tensor<128x128xf16, #sums>, !tilegpu.memdesc<2x128x64xf16, #lines>
  // BARRIERS: tilegpu.local_alloc {tilegpu.offset = 32768 : i32} : <128x64xf16
  %other = tilegpu.local_alloc : !tilegpu.memdesc<128x64xf16, #lines>
  // BARRIERS-NOT: tilegpu.barrier
  // BARRIERS: tilegpu.local_store
  tilegpu.local_store %tile, %other : tensor<128x64xf16, #blocked>, !tilegpu.memdesc<128x64xf16, #lines>
  // LLVM: cp.async.bulk.wait_group.read 0;
  // CHECK: tilegpu.box_store_wait
  tilegpu.box_store_wait
  tile.return
}

}
