// RUN: tile-opt %s --tile-schedule-loops="num-stages=2 split-loops=false" --tile-pipeline-loops --tile-insert-shared-memory --tile-use-warpgroup-dots --tile-schedule-products --tile-overlap-products | FileCheck %s
// RUN: tile-opt %s --tile-schedule-loops="num-stages=2 producer-warp=false split-loops=false" --tile-pipeline-loops --tile-insert-shared-memory --tile-use-warpgroup-dots --tile-schedule-products --tile-overlap-products | FileCheck %s --check-prefix=THREAD
// RUN: tile-opt %s --tile-schedule-loops="num-stages=2 split-loops=false" --tile-pipeline-loops --tile-insert-shared-memory --tile-use-warpgroup-dots --tile-schedule-products | FileCheck %s --check-prefix=MARKS
// RUN: tile-opt %s --tile-schedule-loops="num-stages=2 split-loops=false" --tile-pipeline-loops --tile-insert-shared-memory --tile-use-warpgroup-dots --tile-schedule-products=overlap-products=false | FileCheck %s --check-prefix=NEVER
// RUN: tilec %s --verify-each --verify-ptx=%if ptxas %{true%} %else %{false%} -o /dev/null

#blocked = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 128]}>
#rows = #tile.slice<{dim = 1, parent = #mma}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#linear = #tile.linear<{register = [[0, 1], [0, 8], [8, 0], [16, 0], [32, 0], [64, 0], [0, 16], [0, 32], [0, 64]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 0], [0, 0], [0, 0]], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {

// NEVER-NOT: tilegpu.late
// NEVER-NOT: tilegpu.turns
// MARKS-LABEL: tile.func public @attention_tensor_maps{{.*}} attributes {{{.*}}tilegpu.products_scheduled
// MARKS: tilegpu.warpgroup_dot {{.*}} : tensor<128x128xbf16
// MARKS: tilegpu.warpgroup_dot {{.*}} {tilegpu.late}
// MARKS-NOT: tilegpu.turns
// MARKS-LABEL: tile.func public @dependent_tensor_maps
// MARKS-NOT: tilegpu.late
// MARKS-LABEL: tile.func public @short_tensor_maps
// MARKS-NOT: tilegpu.late
// MARKS-LABEL: tile.func public @softmax_tensor_maps
// MARKS: {tilegpu.late}
// MARKS: } {tilegpu.turns}
// MARKS-LABEL: tile.func public @stores_tensor_maps
// MARKS-NOT: tilegpu.late

// THREAD-LABEL: tile.func public @attention_tensor_maps
// THREAD-NOT: pending = 1
// CHECK-LABEL: tile.func public @attention_tensor_maps
// CHECK: tilegpu.producer_warp
// CHECK: %[[ENTERED:.*]] = arith.cmpi slt, %{{.*}}, %arg3
// CHECK: scf.if %[[ENTERED]]
// CHECK-NOT: tilegpu.turn
// The first part of the first iteration.
// CHECK: tilegpu.mbarrier_wait
// CHECK: %[[S:.*]] = tilegpu.warpgroup_dot
// CHECK: tilegpu.warpgroup_wait %[[S]] {pending = 0 : i32}
// CHECK: tilegpu.mbarrier_arrive
// CHECK: %[[E0:.*]] = math.exp2
// CHECK: %[[P0:.*]] = arith.truncf %[[E0]]
// CHECK: %[[LEFT0:.*]] = tilegpu.convert_layout %[[P0]]
// CHECK: %[[LOOP:.*]]:6 = scf.for %{{.*}} to %arg3 step %{{.*}} iter_args(%[[SUM:[a-z0-9]+]] = %{{.*}}, %[[LEFT:[a-z0-9]+]] = %[[LEFT0]]
// The product that comes, the late one.
// CHECK: tilegpu.mbarrier_wait
// CHECK: %[[S:.*]] = tilegpu.warpgroup_dot
// CHECK: tilegpu.mbarrier_wait
// CHECK: %[[O:.*]] = tilegpu.warpgroup_dot %[[LEFT]], %{{.*}}, %[[SUM]]
// CHECK: %[[SDONE:.*]] = tilegpu.warpgroup_wait %[[S]] {pending = 1 : i32} : {{.*}} -> tensor<128x128xf32
// CHECK: tilegpu.mbarrier_arrive
// CHECK: %[[E:.*]] = math.exp2 %[[SDONE]]
// CHECK: %[[P:.*]] = arith.truncf %[[E]]
// CHECK: %[[NEXT:.*]] = tilegpu.convert_layout %[[P]]
// CHECK: %[[ODONE:.*]] = tilegpu.warpgroup_wait %[[O]] {pending = 0 : i32}
// CHECK: tilegpu.mbarrier_arrive
// CHECK: scf.yield %[[ODONE]], {{.*}}%[[NEXT]]
// CHECK: }
// The second part of the last one.
// CHECK: tilegpu.mbarrier_wait
// CHECK: tilegpu.warpgroup_dot %[[LOOP]]#{{[0-9]+}}, %{{.*}}, %[[LOOP]]#0
// CHECK: tilegpu.warpgroup_wait %{{.*}} {pending = 0 : i32}
// CHECK: tilegpu.mbarrier_arrive
// CHECK: } else {
// CHECK: scf.yield
// CHECK: tile.store
tile.func public @attention_tensor_maps(%ks: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %vs: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32, %lengths: !tile.ptr<i32>, %kmap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}, %vmap: !tile.tensor_map {tile.tensor_map = {argument = 1 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "attention"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %q = arith.constant dense<1.0> : tensor<128x128xbf16, #left>
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %none = arith.constant dense<0.0> : tensor<128xf32, #rows>
  %kp = tile.splat %ks : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %vp = tile.splat %vs : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<f32> -> tensor<128x128x!tile.ptr<f32>, #mma>
  %r:2 = scf.for %i = %c0 to %n step %c128 iter_args(%sum = %zero, %ls = %none) -> (tensor<128x128xf32, #mma>, tensor<128xf32, #rows>) : i32 {
    %k = tile.load %kp box %kmap[%c0, %i] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
    %k0 = tilegpu.convert_layout %k : tensor<128x128xbf16, #blocked> -> tensor<128x128xbf16, #linear>
    %k1 = tile.trans %k0 {order = array<i32: 1, 0>} : tensor<128x128xbf16, #linear> -> tensor<128x128xbf16, #right>
    %s = tile.dot %q, %k1, %zero : tensor<128x128xbf16, #left> * tensor<128x128xbf16, #right> -> tensor<128x128xf32, #mma>
    %e = math.exp2 %s : tensor<128x128xf32, #mma>
    %l = "tile.reduce"(%e) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tile.reduce.return %z : f32
    }) : (tensor<128x128xf32, #mma>) -> tensor<128xf32, #rows>
    %total = arith.addf %ls, %l : tensor<128xf32, #rows>
    %p = arith.truncf %e : tensor<128x128xf32, #mma> to tensor<128x128xbf16, #mma>
    %p0 = tilegpu.convert_layout %p : tensor<128x128xbf16, #mma> -> tensor<128x128xbf16, #left>
    %v = tile.load %vp box %vmap[%c0, %i] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
    %v0 = tilegpu.convert_layout %v : tensor<128x128xbf16, #blocked> -> tensor<128x128xbf16, #right>
    %d = tile.dot %p0, %v0, %sum : tensor<128x128xbf16, #left> * tensor<128x128xbf16, #right> -> tensor<128x128xf32, #mma>
    scf.yield %d, %total : tensor<128x128xf32, #mma>, tensor<128xf32, #rows>
  }
  tile.store %op, %r#0 : tensor<128x128x!tile.ptr<f32>, #mma>
  tile.return
}

// The first product needs the second one's sum.
// CHECK-LABEL: tile.func public @dependent_tensor_maps
// CHECK-NOT: pending = 1
tile.func public @dependent_tensor_maps(%ks: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %vs: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32, %lengths: !tile.ptr<i32>, %kmap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}, %vmap: !tile.tensor_map {tile.tensor_map = {argument = 1 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "dependent"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %q = arith.constant dense<1.0> : tensor<128x128xbf16, #left>
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %none = arith.constant dense<0.0> : tensor<128xf32, #rows>
  %kp = tile.splat %ks : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %vp = tile.splat %vs : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<f32> -> tensor<128x128x!tile.ptr<f32>, #mma>
  %r:2 = scf.for %i = %c0 to %n step %c128 iter_args(%sum = %zero, %ls = %none) -> (tensor<128x128xf32, #mma>, tensor<128xf32, #rows>) : i32 {
    %k = tile.load %kp box %kmap[%c0, %i] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
    %k0 = tilegpu.convert_layout %k : tensor<128x128xbf16, #blocked> -> tensor<128x128xbf16, #linear>
    %k1 = tile.trans %k0 {order = array<i32: 1, 0>} : tensor<128x128xbf16, #linear> -> tensor<128x128xbf16, #right>
    %s = tile.dot %q, %k1, %sum : tensor<128x128xbf16, #left> * tensor<128x128xbf16, #right> -> tensor<128x128xf32, #mma>
    %e = math.exp2 %s : tensor<128x128xf32, #mma>
    %l = "tile.reduce"(%e) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tile.reduce.return %z : f32
    }) : (tensor<128x128xf32, #mma>) -> tensor<128xf32, #rows>
    %total = arith.addf %ls, %l : tensor<128xf32, #rows>
    %p = arith.truncf %e : tensor<128x128xf32, #mma> to tensor<128x128xbf16, #mma>
    %p0 = tilegpu.convert_layout %p : tensor<128x128xbf16, #mma> -> tensor<128x128xbf16, #left>
    %v = tile.load %vp box %vmap[%c0, %i] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
    %v0 = tilegpu.convert_layout %v : tensor<128x128xbf16, #blocked> -> tensor<128x128xbf16, #right>
    %d = tile.dot %p0, %v0, %sum : tensor<128x128xbf16, #left> * tensor<128x128xbf16, #right> -> tensor<128x128xf32, #mma>
    scf.yield %d, %total : tensor<128x128xf32, #mma>, tensor<128xf32, #rows>
  }
  tile.store %op, %r#0 : tensor<128x128x!tile.ptr<f32>, #mma>
  tile.return
}

// Two iterations at most: there is no other work beside them.
// CHECK-LABEL: tile.func public @short_tensor_maps
// CHECK-NOT: pending = 1
tile.func public @short_tensor_maps(%ks: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %vs: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32, %lengths: !tile.ptr<i32>, %kmap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}, %vmap: !tile.tensor_map {tile.tensor_map = {argument = 1 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "short"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %q = arith.constant dense<1.0> : tensor<128x128xbf16, #left>
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %none = arith.constant dense<0.0> : tensor<128xf32, #rows>
  %kp = tile.splat %ks : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %vp = tile.splat %vs : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<f32> -> tensor<128x128x!tile.ptr<f32>, #mma>
  %pid = tile.get_program_id x : i32
  %lo = arith.muli %pid, %c128 : i32
  %next = arith.addi %pid, %c1 : i32
  %hi = arith.muli %next, %c128 : i32
  %r:2 = scf.for %i = %lo to %hi step %c128 iter_args(%sum = %zero, %ls = %none) -> (tensor<128x128xf32, #mma>, tensor<128xf32, #rows>) : i32 {
    %k = tile.load %kp box %kmap[%c0, %i] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
    %k0 = tilegpu.convert_layout %k : tensor<128x128xbf16, #blocked> -> tensor<128x128xbf16, #linear>
    %k1 = tile.trans %k0 {order = array<i32: 1, 0>} : tensor<128x128xbf16, #linear> -> tensor<128x128xbf16, #right>
    %s = tile.dot %q, %k1, %zero : tensor<128x128xbf16, #left> * tensor<128x128xbf16, #right> -> tensor<128x128xf32, #mma>
    %e = math.exp2 %s : tensor<128x128xf32, #mma>
    %l = "tile.reduce"(%e) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tile.reduce.return %z : f32
    }) : (tensor<128x128xf32, #mma>) -> tensor<128xf32, #rows>
    %total = arith.addf %ls, %l : tensor<128xf32, #rows>
    %p = arith.truncf %e : tensor<128x128xf32, #mma> to tensor<128x128xbf16, #mma>
    %p0 = tilegpu.convert_layout %p : tensor<128x128xbf16, #mma> -> tensor<128x128xbf16, #left>
    %v = tile.load %vp box %vmap[%c0, %i] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
    %v0 = tilegpu.convert_layout %v : tensor<128x128xbf16, #blocked> -> tensor<128x128xbf16, #right>
    %d = tile.dot %p0, %v0, %sum : tensor<128x128xbf16, #left> * tensor<128x128xbf16, #right> -> tensor<128x128xf32, #mma>
    scf.yield %d, %total : tensor<128x128xf32, #mma>, tensor<128xf32, #rows>
  }
  tile.store %op, %r#0 : tensor<128x128x!tile.ptr<f32>, #mma>
  tile.return
}

// The maximum is scaled in place of what it is taken of. And there is much to do
// beside the products: warpgroups take turns at them.
// CHECK-LABEL: tile.func public @softmax_tensor_maps
// CHECK: scf.if
// CHECK: tilegpu.turn start
// CHECK: scf.for
// CHECK: tilegpu.turn wait
// CHECK: tilegpu.warpgroup_dot
// CHECK: tilegpu.warpgroup_dot
// CHECK: tilegpu.turn give
// CHECK: %[[S:.*]] = tilegpu.warpgroup_wait %{{.*}} {pending = 1 : i32}
// CHECK: %[[A:.*]] = arith.mulf %[[S]], %[[SCALE:[a-z0-9_]+]] : tensor<128x128xf32
// CHECK: %[[B:.*]] = arith.mulf %[[A]], %[[SCALE]]
// CHECK: %[[M:.*]] = "tile.reduce"(%[[A]])
// CHECK: arith.maxnumf
// CHECK: %[[ROWS:.*]] = arith.constant dense<0.127517432> : tensor<128xf32
// CHECK: %[[SCALED:.*]] = arith.mulf %[[M]], %[[ROWS]]
// CHECK: tile.expand_dims %[[SCALED]]
// CHECK: arith.subf %[[B]]
// CHECK: scf.yield
// CHECK: tilegpu.turn stop
// CHECK: tilegpu.warpgroup_dot
tile.func public @softmax_tensor_maps(%ks: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %vs: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32, %lengths: !tile.ptr<i32>, %kmap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}, %vmap: !tile.tensor_map {tile.tensor_map = {argument = 1 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "softmax"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %q = arith.constant dense<1.0> : tensor<128x128xbf16, #left>
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %scale = arith.constant dense<0.127517432> : tensor<128x128xf32, #mma>
  %none = arith.constant dense<0.0> : tensor<128xf32, #rows>
  %kp = tile.splat %ks : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %vp = tile.splat %vs : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<f32> -> tensor<128x128x!tile.ptr<f32>, #mma>
  %r:2 = scf.for %i = %c0 to %n step %c128 iter_args(%sum = %zero, %ls = %none) -> (tensor<128x128xf32, #mma>, tensor<128xf32, #rows>) : i32 {
    %k = tile.load %kp box %kmap[%c0, %i] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
    %k0 = tilegpu.convert_layout %k : tensor<128x128xbf16, #blocked> -> tensor<128x128xbf16, #linear>
    %k1 = tile.trans %k0 {order = array<i32: 1, 0>} : tensor<128x128xbf16, #linear> -> tensor<128x128xbf16, #right>
    %s = tile.dot %q, %k1, %zero : tensor<128x128xbf16, #left> * tensor<128x128xbf16, #right> -> tensor<128x128xf32, #mma>
    %a = arith.mulf %s, %scale : tensor<128x128xf32, #mma>
    %b = arith.mulf %a, %scale : tensor<128x128xf32, #mma>
    %m = "tile.reduce"(%b) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.maxnumf %x, %y : f32
      tile.reduce.return %z : f32
    }) : (tensor<128x128xf32, #mma>) -> tensor<128xf32, #rows>
    %m1 = tile.expand_dims %m {axis = 1 : i32} : tensor<128xf32, #rows> -> tensor<128x1xf32, #mma>
    %m2 = tile.broadcast %m1 : tensor<128x1xf32, #mma> -> tensor<128x128xf32, #mma>
    %less = arith.subf %b, %m2 : tensor<128x128xf32, #mma>
    %d0 = math.exp2 %less : tensor<128x128xf32, #mma>
    %e = math.absf %d0 : tensor<128x128xf32, #mma>
    %old = arith.mulf %sum, %m2 : tensor<128x128xf32, #mma>
    %l = "tile.reduce"(%e) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tile.reduce.return %z : f32
    }) : (tensor<128x128xf32, #mma>) -> tensor<128xf32, #rows>
    %total = arith.addf %ls, %l : tensor<128xf32, #rows>
    %p = arith.truncf %e : tensor<128x128xf32, #mma> to tensor<128x128xbf16, #mma>
    %p0 = tilegpu.convert_layout %p : tensor<128x128xbf16, #mma> -> tensor<128x128xbf16, #left>
    %v = tile.load %vp box %vmap[%c0, %i] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
    %v0 = tilegpu.convert_layout %v : tensor<128x128xbf16, #blocked> -> tensor<128x128xbf16, #right>
    %d = tile.dot %p0, %v0, %old : tensor<128x128xbf16, #left> * tensor<128x128xbf16, #right> -> tensor<128x128xf32, #mma>
    scf.yield %d, %total : tensor<128x128xf32, #mma>, tensor<128xf32, #rows>
  }
  tile.store %op, %r#0 : tensor<128x128x!tile.ptr<f32>, #mma>
  tile.return
}

// Stores keep their order.
// CHECK-LABEL: tile.func public @stores_tensor_maps
// CHECK-NOT: pending = 1
tile.func public @stores_tensor_maps(%ks: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %vs: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32, %lengths: !tile.ptr<i32>, %kmap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}, %vmap: !tile.tensor_map {tile.tensor_map = {argument = 1 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "stores"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %q = arith.constant dense<1.0> : tensor<128x128xbf16, #left>
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %none = arith.constant dense<0.0> : tensor<128xf32, #rows>
  %kp = tile.splat %ks : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %vp = tile.splat %vs : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<f32> -> tensor<128x128x!tile.ptr<f32>, #mma>
  %r:2 = scf.for %i = %c0 to %n step %c128 iter_args(%sum = %zero, %ls = %none) -> (tensor<128x128xf32, #mma>, tensor<128xf32, #rows>) : i32 {
    %k = tile.load %kp box %kmap[%c0, %i] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
    %k0 = tilegpu.convert_layout %k : tensor<128x128xbf16, #blocked> -> tensor<128x128xbf16, #linear>
    %k1 = tile.trans %k0 {order = array<i32: 1, 0>} : tensor<128x128xbf16, #linear> -> tensor<128x128xbf16, #right>
    %s = tile.dot %q, %k1, %zero : tensor<128x128xbf16, #left> * tensor<128x128xbf16, #right> -> tensor<128x128xf32, #mma>
    %e = math.exp2 %s : tensor<128x128xf32, #mma>
    %l = "tile.reduce"(%e) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tile.reduce.return %z : f32
    }) : (tensor<128x128xf32, #mma>) -> tensor<128xf32, #rows>
    %total = arith.addf %ls, %l : tensor<128xf32, #rows>
    %p = arith.truncf %e : tensor<128x128xf32, #mma> to tensor<128x128xbf16, #mma>
    %p0 = tilegpu.convert_layout %p : tensor<128x128xbf16, #mma> -> tensor<128x128xbf16, #left>
    %v = tile.load %vp box %vmap[%c0, %i] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
    %v0 = tilegpu.convert_layout %v : tensor<128x128xbf16, #blocked> -> tensor<128x128xbf16, #right>
    %d = tile.dot %p0, %v0, %sum : tensor<128x128xbf16, #left> * tensor<128x128xbf16, #right> -> tensor<128x128xf32, #mma>
    tile.store %op, %s : tensor<128x128x!tile.ptr<f32>, #mma>
    scf.yield %d, %total : tensor<128x128xf32, #mma>, tensor<128xf32, #rows>
  }
  tile.store %op, %r#0 : tensor<128x128x!tile.ptr<f32>, #mma>
  tile.return
}
}
