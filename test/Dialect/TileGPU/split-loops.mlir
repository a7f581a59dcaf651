// RUN: tile-opt %s --tile-schedule-loops="num-stages=3" --tile-pipeline-loops | FileCheck %s
// RUN: tile-opt %s --tile-schedule-loops="num-stages=3 split-loops=false" --tile-pipeline-loops | FileCheck %s --check-prefix=WHOLE
// RUN: sed 's/"sm_90a"/"sm_100a"/' %s | tile-opt --tile-schedule-loops="num-stages=3" --tile-pipeline-loops | FileCheck %s --check-prefix=WHOLE

#blocked = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>

// WHOLE-NOT: tile.loop_split
// WHOLE-NOT: tilegpu.cta_rank
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// Each CTA of a cluster runs a part of the iterations. What comes after the loop is
// rank 0's. Numbers and pointers that advance begin where the part does.
// CHECK-LABEL: tile.func public @product_tensor_maps
// CHECK-SAME: tile.loop_split = {length = [array<i64: 1, 3>, array<i64: 63>], step = 64 : i64}
// CHECK: %[[RANK:.*]] = tilegpu.cta_rank : i32
// CHECK: %[[SIZE:.*]] = tilegpu.cluster_size : i32
// CHECK: %[[EACH:.*]] = arith.shrui
// CHECK: %[[START:.*]] = arith.muli %[[RANK]],
// CHECK: %[[FIRST:.*]] = arith.minui %[[START]],
// CHECK: %[[END:.*]] = arith.addi %[[FIRST]],
// CHECK: %[[LAST:.*]] = arith.minui %[[END]],
// CHECK: %[[BEGIN:.*]] = arith.muli %[[FIRST]],
// CHECK: %[[STEP:.*]] = tile.splat %{{.*}} : i32 -> tensor<64x64xi32
// CHECK: %[[TIMES:.*]] = tile.splat %[[FIRST]] : i32 -> tensor<64x64xi32
// CHECK: %[[BEFORE:.*]] = arith.muli %[[TIMES]], %[[STEP]]
// CHECK: tile.addptr %{{.*}}, %[[BEFORE]]
// CHECK: %[[OWN:.*]]:{{.*}} = scf.for
// CHECK: tile.dot
// CHECK: %[[ALONE:.*]] = arith.cmpi eq, %[[SIZE]],
// CHECK: scf.if %[[ALONE]] {
// CHECK: arith.truncf %[[OWN]]#0
// CHECK: tile.store
// CHECK: } else {
// CHECK: %[[PLACE:.*]] = tilegpu.local_alloc : <4096xi32
// CHECK: %[[ALL:.*]] = tilegpu.cluster_sum %[[OWN]]#0, %[[PLACE]]
// CHECK: %[[IS_FIRST:.*]] = arith.cmpi eq, %[[RANK]],
// CHECK: scf.if %[[IS_FIRST]] {
// CHECK: arith.truncf %[[ALL]]
// CHECK: tile.store
// CHECK: }
tile.func public @product_tensor_maps(%as: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %bs: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %k: i32, %ldb: i32, %amap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 4096>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "product"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c63 = arith.constant 63 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %ap = tile.splat %as : !tile.ptr<bf16> -> tensor<64x64x!tile.ptr<bf16>, #blocked>
  %bp = tile.splat %bs : !tile.ptr<bf16> -> tensor<64x64x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<bf16> -> tensor<64x64x!tile.ptr<bf16>, #blocked>
  %up = arith.addi %k, %c63 : i32
  %n = arith.divsi %up, %c64 : i32
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %bp) -> (tensor<64x64xf32, #mma>, tensor<64x64x!tile.ptr<bf16>, #blocked>) : i32 {
    %at = arith.muli %i, %c64 : i32
    %a = tile.load %ap box %amap[%at, %c0] along [1, 0] : tensor<64x64x!tile.ptr<bf16>, #blocked>
    %a0 = tilegpu.convert_layout %a : tensor<64x64xbf16, #blocked> -> tensor<64x64xbf16, #left>
    %b = tile.load %p : tensor<64x64x!tile.ptr<bf16>, #blocked>
    %b0 = tilegpu.convert_layout %b : tensor<64x64xbf16, #blocked> -> tensor<64x64xbf16, #right>
    %d = tile.dot %a0, %b0, %acc : tensor<64x64xbf16, #left> * tensor<64x64xbf16, #right> -> tensor<64x64xf32, #mma>
    %rows = arith.muli %ldb, %c64 : i32
    %step = tile.splat %rows : i32 -> tensor<64x64xi32, #blocked>
    %next = tile.addptr %p, %step : tensor<64x64x!tile.ptr<bf16>, #blocked>, tensor<64x64xi32, #blocked>
    scf.yield %d, %next : tensor<64x64xf32, #mma>, tensor<64x64x!tile.ptr<bf16>, #blocked>
  }
  %cut = arith.truncf %sum#0 : tensor<64x64xf32, #mma> to tensor<64x64xbf16, #mma>
  %value = tilegpu.convert_layout %cut : tensor<64x64xbf16, #mma> -> tensor<64x64xbf16, #blocked>
  tile.store %op, %value : tensor<64x64x!tile.ptr<bf16>, #blocked>
  tile.return
}

// A rest that does much with the sums is there once.
// CHECK-LABEL: tile.func public @long_rest_tensor_maps
// CHECK: %[[RANK:.*]] = tilegpu.cta_rank : i32
// CHECK: %[[OWN:.*]]:{{.*}} = scf.for
// CHECK: %[[SUM:.*]] = scf.if
// CHECK-NEXT: scf.yield %[[OWN]]#0
// CHECK: } else {
// CHECK: %[[ALL:.*]] = tilegpu.cluster_sum %[[OWN]]#0,
// CHECK-NEXT: scf.yield %[[ALL]]
// CHECK: %[[IS_FIRST:.*]] = arith.cmpi eq, %[[RANK]],
// CHECK: scf.if %[[IS_FIRST]] {
// CHECK: arith.negf %[[SUM]]
// CHECK-NOT: arith.negf
tile.func public @long_rest_tensor_maps(%as: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %k: i32, %amap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 4096>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "long_rest"} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %b0 = arith.constant dense<1.0> : tensor<64x64xbf16, #right>
  %ap = tile.splat %as : !tile.ptr<bf16> -> tensor<64x64x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>, #mma>
  %sum = scf.for %i = %c0 to %k step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %a = tile.load %ap box %amap[%i, %c0] along [1, 0] : tensor<64x64x!tile.ptr<bf16>, #blocked>
    %a0 = tilegpu.convert_layout %a : tensor<64x64xbf16, #blocked> -> tensor<64x64xbf16, #left>
    %d = tile.dot %a0, %b0, %acc : tensor<64x64xbf16, #left> * tensor<64x64xbf16, #right> -> tensor<64x64xf32, #mma>
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  %negative = arith.negf %sum : tensor<64x64xf32, #mma>
  %exp = math.exp %negative : tensor<64x64xf32, #mma>
  %more = arith.addf %exp, %exp : tensor<64x64xf32, #mma>
  %quotient = arith.divf %sum, %more : tensor<64x64xf32, #mma>
  %square = arith.mulf %quotient, %quotient : tensor<64x64xf32, #mma>
  tile.store %op, %square : tensor<64x64x!tile.ptr<f32>, #mma>
  tile.return
}

// The sum begins with something.
// CHECK-LABEL: tile.func public @begun_tensor_maps
// CHECK-NOT: tilegpu.cta_rank
tile.func public @begun_tensor_maps(%as: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %k: i32, %amap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 4096>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "begun"} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %ones = arith.constant dense<1.0> : tensor<64x64xf32, #mma>
  %b0 = arith.constant dense<1.0> : tensor<64x64xbf16, #right>
  %ap = tile.splat %as : !tile.ptr<bf16> -> tensor<64x64x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>, #mma>
  %sum = scf.for %i = %c0 to %k step %c64 iter_args(%acc = %ones) -> (tensor<64x64xf32, #mma>) : i32 {
    %a = tile.load %ap box %amap[%i, %c0] along [1, 0] : tensor<64x64x!tile.ptr<bf16>, #blocked>
    %a0 = tilegpu.convert_layout %a : tensor<64x64xbf16, #blocked> -> tensor<64x64xbf16, #left>
    %d = tile.dot %a0, %b0, %acc : tensor<64x64xbf16, #left> * tensor<64x64xbf16, #right> -> tensor<64x64xf32, #mma>
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  tile.store %op, %sum : tensor<64x64x!tile.ptr<f32>, #mma>
  tile.return
}

// A store before the loop would come once from each CTA, after another CTA's rest,
// perhaps.
// CHECK-LABEL: tile.func public @stores_before_tensor_maps
// CHECK-NOT: tilegpu.cta_rank
tile.func public @stores_before_tensor_maps(%as: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %k: i32, %amap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 4096>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "stores_before"} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %b0 = arith.constant dense<1.0> : tensor<64x64xbf16, #right>
  %ap = tile.splat %as : !tile.ptr<bf16> -> tensor<64x64x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>, #mma>
  tile.store %op, %zero : tensor<64x64x!tile.ptr<f32>, #mma>
  %sum = scf.for %i = %c0 to %k step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %a = tile.load %ap box %amap[%i, %c0] along [1, 0] : tensor<64x64x!tile.ptr<bf16>, #blocked>
    %a0 = tilegpu.convert_layout %a : tensor<64x64xbf16, #blocked> -> tensor<64x64xbf16, #left>
    %d = tile.dot %a0, %b0, %acc : tensor<64x64xbf16, #left> * tensor<64x64xbf16, #right> -> tensor<64x64xf32, #mma>
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  tile.store %op, %sum : tensor<64x64x!tile.ptr<f32>, #mma>
  tile.return
}

// 8 iterations are over before sums are added. And of a loop whose length depends on
// the program, a launch does not know it.
// CHECK-LABEL: tile.func public @short_tensor_maps
// CHECK-NOT: tilegpu.cta_rank
tile.func public @short_tensor_maps(%as: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %amap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 4096>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "short"} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %k = arith.constant 512 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %b0 = arith.constant dense<1.0> : tensor<64x64xbf16, #right>
  %ap = tile.splat %as : !tile.ptr<bf16> -> tensor<64x64x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>, #mma>
  %sum = scf.for %i = %c0 to %k step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %a = tile.load %ap box %amap[%i, %c0] along [1, 0] : tensor<64x64x!tile.ptr<bf16>, #blocked>
    %a0 = tilegpu.convert_layout %a : tensor<64x64xbf16, #blocked> -> tensor<64x64xbf16, #left>
    %d = tile.dot %a0, %b0, %acc : tensor<64x64xbf16, #left> * tensor<64x64xbf16, #right> -> tensor<64x64xf32, #mma>
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  tile.store %op, %sum : tensor<64x64x!tile.ptr<f32>, #mma>
  tile.return
}

// CHECK-LABEL: tile.func public @uneven_tensor_maps
// CHECK-NOT: tilegpu.cta_rank
tile.func public @uneven_tensor_maps(%as: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %amap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 4096>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "uneven"} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %k = tile.get_program_id x : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %b0 = arith.constant dense<1.0> : tensor<64x64xbf16, #right>
  %ap = tile.splat %as : !tile.ptr<bf16> -> tensor<64x64x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>, #mma>
  %sum = scf.for %i = %c0 to %k step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %a = tile.load %ap box %amap[%i, %c0] along [1, 0] : tensor<64x64x!tile.ptr<bf16>, #blocked>
    %a0 = tilegpu.convert_layout %a : tensor<64x64xbf16, #blocked> -> tensor<64x64xbf16, #left>
    %d = tile.dot %a0, %b0, %acc : tensor<64x64xbf16, #left> * tensor<64x64xbf16, #right> -> tensor<64x64xf32, #mma>
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  tile.store %op, %sum : tensor<64x64x!tile.ptr<f32>, #mma>
  tile.return
}

}
