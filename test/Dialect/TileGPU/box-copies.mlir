// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --tile-allocate-shared-memory --tile-insert-barriers | FileCheck %s --check-prefix=BARRIERS
// RUN: tile-opt %s --tile-allocate-shared-memory --tile-insert-barriers --tile-distribute-to-threads | FileCheck %s --check-prefix=LLVM

#lines = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#word = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#blocked = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// A box of 512 lines takes two copies. The barriers have bytes of their own, one
// array behind the other.
// CHECK-LABEL: @copy
// BARRIERS-LABEL: @copy
// LLVM-LABEL: llvm.func @copy_tensor_maps
// LLVM-SAME: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}
// LLVM-SAME: tile.tensor_map_entry_of = "copy"
tile.func public @copy_tensor_maps(%a: !tile.ptr<f16>, %row: i32, %more: i1, %map: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 64, 256>, element = "f16", extents = [unit, [array<i64: 1, 1>]], strides = [[], [array<i64: 64>]], swizzle = 128 : i32}}) attributes {tile.tensor_map_entry_of = "copy"} {
  %zero = arith.constant 0 : i32
  %place = tilegpu.local_alloc : !tilegpu.memdesc<512x64xf16, #lines>
  // BARRIERS: tilegpu.local_alloc {tilegpu.offset = 131072 : i32} : <2x1xi64
  %barriers = tilegpu.local_alloc : !tilegpu.memdesc<2x1xi64, #word>
  // BARRIERS: tilegpu.local_alloc {tilegpu.offset = 131088 : i32} : <2x1xi64
  %others = tilegpu.local_alloc : !tilegpu.memdesc<2x1xi64, #word>
  // CHECK: tilegpu.mbarrier_init %{{.*}} {count = 1 : i32} : <2x1xi64
  // BARRIERS: tilegpu.mbarrier_init
  // BARRIERS: tilegpu.barrier cta
  // LLVM: mbarrier.init.shared::cta.b64 [$1+0], 1;
  // LLVM-SAME: mbarrier.init.shared::cta.b64 [$1+8], 1;
  // LLVM-SAME: fence.mbarrier_init.release.cluster;
  // LLVM: nvvm.barrier
  tilegpu.mbarrier_init %barriers {count = 1 : i32} : !tilegpu.memdesc<2x1xi64, #word>
  %barrier = tilegpu.memdesc_index %barriers[%zero] : !tilegpu.memdesc<2x1xi64, #word> -> !tilegpu.memdesc<1xi64, #word>
  // CHECK: tilegpu.box_copy %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}, %{{.*}} if %{{.*}} along [1, 0]
  // BARRIERS-NOT: tilegpu.barrier cta
  // BARRIERS: tilegpu.box_copy
  // A thread of the first warp copies, which ptxas knows to be one.
  // LLVM: elect.sync _|acts, -1;
  // LLVM-SAME: and.pred acts, acts, $0;
  // LLVM-SAME: @acts mbarrier.arrive.expect_tx.shared::cta.b64 _, [$1], 65536;
  // LLVM-SAME: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$2+0], [$3, {c0, c1}], [$1];
  // LLVM-SAME: add.s32 c1, $5, 256;
  // LLVM-SAME: [$2+32768], [$3, {c0, c1}], [$1];
  tilegpu.box_copy %map[%zero, %row], %place, %barrier if %more along [1, 0] : !tilegpu.memdesc<512x64xf16, #lines>, !tilegpu.memdesc<1xi64, #word>
  // CHECK: tilegpu.mbarrier_wait %{{.*}}, %{{.*}} : <1xi64
  // BARRIERS-NOT: tilegpu.barrier cta
  // BARRIERS: tilegpu.mbarrier_wait
  // LLVM: mbarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;
  tilegpu.mbarrier_wait %barrier, %zero : !tilegpu.memdesc<1xi64, #word>
  // What the copy brought is there without a barrier.
  // BARRIERS-NOT: tilegpu.barrier cta
  // BARRIERS: tilegpu.local_load
  %v = tilegpu.local_load %place : !tilegpu.memdesc<512x64xf16, #lines> -> tensor<512x64xf16, #blocked>
  %other = tilegpu.local_alloc : !tilegpu.memdesc<512x64xf16, #lines>
  tilegpu.local_store %v, %other : tensor<512x64xf16, #blocked>, !tilegpu.memdesc<512x64xf16, #lines>
  // All have read when the next one begins.
  // BARRIERS: tilegpu.barrier cta
  // BARRIERS: tilegpu.box_copy
  tilegpu.box_copy %map[%zero, %row], %place, %barrier along [1, 0] : !tilegpu.memdesc<512x64xf16, #lines>, !tilegpu.memdesc<1xi64, #word>
  tilegpu.mbarrier_init %others {count = 1 : i32} : !tilegpu.memdesc<2x1xi64, #word>
  %last = tilegpu.memdesc_index %others[%zero] : !tilegpu.memdesc<2x1xi64, #word> -> !tilegpu.memdesc<1xi64, #word>
  tilegpu.box_copy %map[%zero, %row], %other, %last along [1, 0] : !tilegpu.memdesc<512x64xf16, #lines>, !tilegpu.memdesc<1xi64, #word>
  tile.return
}

// A vector of more elements than a box has takes two copies, one after the other.
// CHECK-LABEL: @line
// LLVM-LABEL: llvm.func @line_tensor_maps
tile.func public @line_tensor_maps(%a: !tile.ptr<f32>, %column: i32, %plane: i32, %map: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 256>, element = "f32", extents = [[array<i64: 1, 1>]], strides = [[]], swizzle = 0 : i32}}, %planes: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 256, 1>, element = "f32", extents = [[array<i64: 1, 1>], unit], strides = [[], [array<i64: 1, 1>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "line"} {
  %zero = arith.constant 0 : i32
  %place = tilegpu.local_alloc : !tilegpu.memdesc<512xf32, #word>
  %barriers = tilegpu.local_alloc : !tilegpu.memdesc<1x1xi64, #word>
  tilegpu.mbarrier_init %barriers {count = 2 : i32} : !tilegpu.memdesc<1x1xi64, #word>
  %barrier = tilegpu.memdesc_index %barriers[%zero] : !tilegpu.memdesc<1x1xi64, #word> -> !tilegpu.memdesc<1xi64, #word>
  // CHECK: tilegpu.box_copy %{{.*}}[%{{.*}}], %{{.*}}, %{{.*}} along [0] : <512xf32
  // LLVM: mbarrier.arrive.expect_tx.shared::cta.b64 _, [$1], 2048;
  // LLVM-SAME: cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$2+0], [$3, {c0}], [$1];
  // LLVM-SAME: add.s32 c0, $4, 256;
  // LLVM-SAME: [$2+1024], [$3, {c0}], [$1];
  tilegpu.box_copy %map[%column], %place, %barrier along [0] : !tilegpu.memdesc<512xf32, #word>, !tilegpu.memdesc<1xi64, #word>
  // LLVM: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$2+0], [$3, {c0, c1}], [$1];
  tilegpu.box_copy %planes[%column, %plane], %place, %barrier along [0] : !tilegpu.memdesc<512xf32, #word>, !tilegpu.memdesc<1xi64, #word>
  tilegpu.mbarrier_wait %barrier, %zero : !tilegpu.memdesc<1xi64, #word>
  tile.return
}

}
