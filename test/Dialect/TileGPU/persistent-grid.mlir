// RUN: tile-opt %s --tile-schedule-loops="num-stages=4 persistent-grid=true" --tile-pipeline-loops | FileCheck %s
// RUN: tile-opt %s --tile-schedule-loops="num-stages=4" --tile-pipeline-loops | FileCheck %s --check-prefix=AUTO
// RUN: tile-opt %s --tile-schedule-loops="num-stages=4 persistent-grid=false" --tile-pipeline-loops | FileCheck %s --check-prefix=NEVER

#blocked = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 256]}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {

// The program is in a loop over the CTA's programs, in both parts, and rings go
// on where the program before has left them. What is in flight at the end of the
// inner loop hands its place back behind it. The result goes by bulk copies.
// CHECK-LABEL: tile.func public @product_tensor_maps
// CHECK-SAME: %[[X:[a-z0-9]*]]: i32, %[[Y:[a-z0-9]*]]: i32, %[[Z:[a-z0-9]*]]: i32) attributes {tile.persistent
// CHECK: %[[OUT:.*]] = tilegpu.local_alloc : <2x128x64xbf16
// CHECK: tilegpu.producer_warp {
// CHECK: %[[CTA:.*]] = tile.get_program_id x
// CHECK: %[[CTAS:.*]] = tile.get_num_programs x
// CHECK: scf.for %[[P:.*]] = %[[CTA]] to %{{.*}} step %[[CTAS]] iter_args(%[[PLACE:.*]] = %{{.*}}, %[[PARITY:.*]] = %{{.*}})
// CHECK: %[[ID:.*]] = arith.remui %[[P]], %[[X]]
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[PLACE]], %{{.*}} = %[[PARITY]])
// CHECK: tilegpu.box_copy
// CHECK: tilegpu.box_copy
// CHECK: scf.yield %[[R]]#0, %[[R]]#1
// CHECK-NOT: hands
// CHECK: scf.for {{.*}} iter_args(%[[PLACE:.*]] = %{{.*}}, %[[PARITY:.*]] = %{{.*}})
// CHECK: %[[R:.*]]:3 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %[[PLACE]], %{{.*}} = %[[PARITY]])
// CHECK: tile.dot
// CHECK: tilegpu.mbarrier_arrive %{{.*}} if %{{.*}} hands
// CHECK: scf.yield
// CHECK: tilegpu.mbarrier_arrive %{{.*}} if %{{.*}} hands
// CHECK-NOT: tile.store
// CHECK: tilegpu.box_store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}], %[[OUT]]
// CHECK: scf.yield %[[R]]#1, %[[R]]#2
// CHECK: tilegpu.box_store_wait
// AUTO-LABEL: tile.func public @product_tensor_maps
// AUTO-SAME: tile.persistent
// NEVER-LABEL: tile.func public @product_tensor_maps
// NEVER-NOT: tile.persistent
// NEVER-NOT: tilegpu.producer_warp
// NEVER: tile.store %{{.*}}, %{{.*}} :
tile.func public @product_tensor_maps(%as: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %bs: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %k: i32, %amap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 4096>]], swizzle = 0 : i32}}, %bmap: !tile.tensor_map {tile.tensor_map = {argument = 1 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 256>]], swizzle = 0 : i32}}, %outmap: !tile.tensor_map {tile.tensor_map = {argument = 2 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 256>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "product"} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x256xf32, #mma>
  %ap = tile.splat %as : !tile.ptr<bf16> -> tensor<128x64x!tile.ptr<bf16>, #blocked>
  %bp = tile.splat %bs : !tile.ptr<bf16> -> tensor<64x256x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<bf16> -> tensor<128x256x!tile.ptr<bf16>, #blocked>
  %id = tile.get_program_id x : i32
  %row = arith.muli %id, %c128 : i32
  %sum = scf.for %i = %c0 to %k step %c64 iter_args(%acc = %zero) -> (tensor<128x256xf32, #mma>) : i32 {
    %a = tile.load %ap box %amap[%i, %row] along [1, 0] : tensor<128x64x!tile.ptr<bf16>, #blocked>
    %a0 = tilegpu.convert_layout %a : tensor<128x64xbf16, #blocked> -> tensor<128x64xbf16, #left>
    %b = tile.load %bp box %bmap[%c0, %i] along [1, 0] : tensor<64x256x!tile.ptr<bf16>, #blocked>
    %b0 = tilegpu.convert_layout %b : tensor<64x256xbf16, #blocked> -> tensor<64x256xbf16, #right>
    %d = tile.dot %a0, %b0, %acc : tensor<128x64xbf16, #left> * tensor<64x256xbf16, #right> -> tensor<128x256xf32, #mma>
    scf.yield %d : tensor<128x256xf32, #mma>
  }
  %cut = arith.truncf %sum : tensor<128x256xf32, #mma> to tensor<128x256xbf16, #mma>
  %value = tilegpu.convert_layout %cut : tensor<128x256xbf16, #mma> -> tensor<128x256xbf16, #blocked>
  tile.store %op, %value box %outmap[%c0, %row] along [1, 0] : tensor<128x256x!tile.ptr<bf16>, #blocked>
  tile.return
}

}
