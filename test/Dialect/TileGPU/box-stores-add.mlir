// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --tile-allocate-shared-memory --tile-insert-barriers --tile-distribute-to-threads | FileCheck %s --check-prefix=LLVM

#shares = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 64]}>
#words = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {

// Where warps share the columns, each share's rows are below those of the one
// before, and its box begins where its columns do. These are added.
// CHECK-LABEL: @add_tensor_maps
// LLVM-LABEL: llvm.func @add_tensor_maps
tile.func public @add_tensor_maps(%a: !tile.ptr<f32>, %column: i32, %row: i32, %map: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 32, 16>, element = "f32", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 128 : i32}}) attributes {tile.tensor_map_entry_of = "add"} {
  %sums = arith.constant dense<1.0> : tensor<64x128xf32, #shares>
  %place = tilegpu.local_alloc : !tilegpu.memdesc<2x128x32xf32, #words>
  // CHECK: tilegpu.box_store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} {add} : tensor<64x128xf32, #mma>, <2x128x32xf32
  // LLVM-DAG: %[[ROWS:.*]] = llvm.and %[[WARP:.*]], %{{.*}} : i32
  // LLVM-DAG: llvm.lshr %[[WARP]], %{{.*}} : i32
  // LLVM: add.s32 c0, $4, 0;
  // LLVM-SAME: add.s32 c0, c0, $6;
  // LLVM-SAME: @acts cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [$3, {c0, c1}], [from+0];
  // LLVM-NOT: [from+8192]
  // LLVM: add.s32 c0, $4, 32;
  tilegpu.box_store %sums, %map[%column, %row], %place {add} : tensor<64x128xf32, #shares>, !tilegpu.memdesc<2x128x32xf32, #words>
  tilegpu.box_store_wait
  tile.return
}

}
