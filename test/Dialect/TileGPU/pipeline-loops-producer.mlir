// RUN: tile-opt %s --tile-schedule-loops=num-stages=2 --tile-pipeline-loops --verify-diagnostics | FileCheck %s
// RUN: tile-opt %s --tile-schedule-loops="num-stages=2 producer-warp=false" --tile-pipeline-loops | FileCheck %s --check-prefix=THREAD

#blocked = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 128]}>
#rows = #tile.slice<{dim = 1, parent = #mma}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#linear = #tile.linear<{register = [[0, 1], [0, 8], [8, 0], [16, 0], [32, 0], [64, 0], [0, 16], [0, 32], [0, 64]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 0], [0, 0], [0, 0]], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {

// Two rings: what comes first is not kept back by what is needed later. The
// producer has what makes the coordinates and the bound, which it loads itself.
// CHECK-LABEL: tile.func public @attention_tensor_maps
// CHECK: %[[K:.*]] = tilegpu.local_alloc : <2x128x128xbf16
// CHECK: %[[V:.*]] = tilegpu.local_alloc : <2x128x128xbf16
// CHECK: %[[KFULL:.*]] = tilegpu.local_alloc : <2x1xi64
// CHECK: tilegpu.mbarrier_init %[[KFULL]] {count = 1 : i32}
// CHECK: %[[KEMPTY:.*]] = tilegpu.local_alloc : <2x1xi64
// CHECK: tilegpu.mbarrier_init %[[KEMPTY]] {count = 8 : i32}
// CHECK: %[[VFULL:.*]] = tilegpu.local_alloc : <2x1xi64
// CHECK: %[[VEMPTY:.*]] = tilegpu.local_alloc : <2x1xi64
// CHECK: %[[START:.*]] = tilegpu.local_alloc : <1x1xi64
// CHECK: tilegpu.mbarrier_init %[[START]] {count = 8 : i32}
// CHECK: tilegpu.producer_warp {
// CHECK-NOT: tensor<
// CHECK: %[[N:.*]] = tile.load %{{.*}} : !tile.ptr<i32>
// CHECK: %[[S:.*]] = tilegpu.memdesc_index %[[START]]
// CHECK: tilegpu.mbarrier_wait %[[S]], %{{.*}}
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[PLACE:.*]] = %{{.*}}, %[[PARITY:.*]] = %{{.*}})
// CHECK: %[[ROW:.*]] = arith.addi %[[I]], %{{.*}}
// CHECK: %[[E:.*]] = tilegpu.memdesc_index %[[KEMPTY]][%[[PLACE]]]
// CHECK: tilegpu.mbarrier_wait %[[E]], %[[PARITY]]
// CHECK: %[[TO:.*]] = tilegpu.memdesc_index %[[K]][%[[PLACE]]]
// CHECK: %[[F:.*]] = tilegpu.memdesc_index %[[KFULL]][%[[PLACE]]]
// CHECK: tilegpu.box_copy %{{.*}}[%{{.*}}, %[[ROW]]], %[[TO]], %[[F]] along [1, 0]
// CHECK: tilegpu.memdesc_index %[[VEMPTY]][%[[PLACE]]]
// CHECK: tilegpu.box_copy
// CHECK-NOT: tile.dot
// The others hand the places over when they come to the loop, and each place
// behind the product that reads it.
// CHECK: tilegpu.fence_proxy
// CHECK: tilegpu.mbarrier_arrive %{{.*}} hands %[[K]], %[[V]]
// CHECK: scf.for
// CHECK: %[[F:.*]] = tilegpu.memdesc_index %[[KFULL]]
// CHECK: tilegpu.mbarrier_wait %[[F]]
// CHECK: tilegpu.local_load
// CHECK: tile.dot
// CHECK: %[[E:.*]] = tilegpu.memdesc_index %[[KEMPTY]]
// CHECK: tilegpu.mbarrier_arrive %[[E]] hands
// CHECK: math.exp2
// CHECK: %[[F:.*]] = tilegpu.memdesc_index %[[VFULL]]
// CHECK: tilegpu.mbarrier_wait %[[F]]
// CHECK: tile.dot
// CHECK: %[[E:.*]] = tilegpu.memdesc_index %[[VEMPTY]]
// CHECK: tilegpu.mbarrier_arrive %[[E]] hands
// CHECK: scf.yield
// One thread instead: it copies an iteration ahead.
// THREAD-LABEL: tile.func public @attention_tensor_maps
// THREAD-NOT: tilegpu.producer_warp
// THREAD: tilegpu.box_copy
// THREAD: scf.for
// THREAD: tilegpu.box_copy
// THREAD-NOT: tilegpu.mbarrier_arrive
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
  %start = tile.get_program_id x : i32
  %many = tile.load %lengths : !tile.ptr<i32>
  %r:2 = scf.for %i = %c0 to %many step %c128 iter_args(%sum = %zero, %ls = %none) -> (tensor<128x128xf32, #mma>, tensor<128xf32, #rows>) : i32 {
    %row = arith.addi %i, %start : i32
    %k = tile.load %kp box %kmap[%c0, %row] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
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
    %v = tile.load %vp box %vmap[%c0, %row] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
    %v0 = tilegpu.convert_layout %v : tensor<128x128xbf16, #blocked> -> tensor<128x128xbf16, #right>
    %d = tile.dot %p0, %v0, %sum : tensor<128x128xbf16, #left> * tensor<128x128xbf16, #right> -> tensor<128x128xf32, #mma>
    scf.yield %d, %total : tensor<128x128xf32, #mma>, tensor<128xf32, #rows>
  }
  tile.store %op, %r#0 : tensor<128x128x!tile.ptr<f32>, #mma>
  tile.return
}

// Both loops have rings of their own, whose places are filled from where they
// are handed over on. A branch around a loop is there twice.
// CHECK-LABEL: tile.func public @two_tensor_maps
// CHECK: tilegpu.producer_warp {
// CHECK: scf.if
// CHECK: tilegpu.mbarrier_wait
// CHECK: scf.for
// CHECK: tilegpu.box_copy
// CHECK: tilegpu.box_copy
// CHECK: tilegpu.mbarrier_wait
// CHECK: scf.for
// CHECK: tilegpu.box_copy
// CHECK: tilegpu.box_copy
// CHECK: scf.if
// CHECK: tilegpu.mbarrier_arrive %{{.*}} hands
// CHECK: scf.for
// CHECK: tilegpu.mbarrier_arrive %{{.*}} hands
// CHECK: scf.for
tile.func public @two_tensor_maps(%ks: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %vs: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32, %lengths: !tile.ptr<i32>, %kmap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}, %vmap: !tile.tensor_map {tile.tensor_map = {argument = 1 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "two"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %q = arith.constant dense<1.0> : tensor<128x128xbf16, #left>
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %none = arith.constant dense<0.0> : tensor<128xf32, #rows>
  %kp = tile.splat %ks : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %vp = tile.splat %vs : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<f32> -> tensor<128x128x!tile.ptr<f32>, #mma>
  %more = arith.cmpi sgt, %n, %c128 : i32
  %first = scf.if %more -> (tensor<128x128xf32, #mma>) {
    %a:2 = scf.for %i = %c0 to %n step %c128 iter_args(%sum = %zero, %ls = %none) -> (tensor<128x128xf32, #mma>, tensor<128xf32, #rows>) : i32 {
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
    scf.yield %a#0 : tensor<128x128xf32, #mma>
  } else {
    scf.yield %zero : tensor<128x128xf32, #mma>
  }
  %r:2 = scf.for %i = %c0 to %n step %c128 iter_args(%sum = %first, %ls = %none) -> (tensor<128x128xf32, #mma>, tensor<128xf32, #rows>) : i32 {
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

// What a kernel may write, or a tile says, is known to the others alone.
// CHECK-LABEL: tile.func public @written_tensor_maps
// CHECK-NOT: tilegpu.producer_warp
tile.func public @written_tensor_maps(%ks: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %vs: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32, %lengths: !tile.ptr<i32>, %kmap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}, %vmap: !tile.tensor_map {tile.tensor_map = {argument = 1 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "written"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %q = arith.constant dense<1.0> : tensor<128x128xbf16, #left>
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %none = arith.constant dense<0.0> : tensor<128xf32, #rows>
  %kp = tile.splat %ks : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %vp = tile.splat %vs : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<f32> -> tensor<128x128x!tile.ptr<f32>, #mma>
  %start = tile.load %lengths : !tile.ptr<i32>
  tile.store %lengths, %n : !tile.ptr<i32>
  // expected-remark @below {{has no warp of its own that copies: 'tile.load', on which it depends, may not run twice}}
  %r:2 = scf.for %i = %c0 to %n step %c128 iter_args(%sum = %zero, %ls = %none) -> (tensor<128x128xf32, #mma>, tensor<128xf32, #rows>) : i32 {
    %row = arith.addi %i, %start : i32
    %k = tile.load %kp box %kmap[%c0, %row] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
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
    %v = tile.load %vp box %vmap[%c0, %row] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
    %v0 = tilegpu.convert_layout %v : tensor<128x128xbf16, #blocked> -> tensor<128x128xbf16, #right>
    %d = tile.dot %p0, %v0, %sum : tensor<128x128xbf16, #left> * tensor<128x128xbf16, #right> -> tensor<128x128xf32, #mma>
    scf.yield %d, %total : tensor<128x128xf32, #mma>, tensor<128xf32, #rows>
  }
  tile.store %op, %r#0 : tensor<128x128x!tile.ptr<f32>, #mma>
  tile.return
}

// CHECK-LABEL: tile.func public @tile_tensor_maps
// CHECK-NOT: tilegpu.producer_warp
tile.func public @tile_tensor_maps(%ks: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %vs: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32, %lengths: !tile.ptr<i32>, %kmap: !tile.tensor_map {tile.tensor_map = {argument = 0 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}, %vmap: !tile.tensor_map {tile.tensor_map = {argument = 1 : i32, box = array<i32: 1, 1>, element = "bf16", extents = [unit, unit], strides = [[], [array<i64: 128>]], swizzle = 0 : i32}}) attributes {tile.tensor_map_entry_of = "tile"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %q = arith.constant dense<1.0> : tensor<128x128xbf16, #left>
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %none = arith.constant dense<0.0> : tensor<128xf32, #rows>
  %kp = tile.splat %ks : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %vp = tile.splat %vs : !tile.ptr<bf16> -> tensor<128x128x!tile.ptr<bf16>, #blocked>
  %op = tile.splat %out : !tile.ptr<f32> -> tensor<128x128x!tile.ptr<f32>, #mma>
  %many = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #rows>
  %start = "tile.reduce"(%many) <{axis = 0 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %z = arith.maxsi %x, %y : i32
    tile.reduce.return %z : i32
  }) : (tensor<128xi32, #rows>) -> i32
  // expected-remark @below {{has no warp of its own that copies: elements of tiles say where it reads}}
  %r:2 = scf.for %i = %c0 to %n step %c128 iter_args(%sum = %zero, %ls = %none) -> (tensor<128x128xf32, #mma>, tensor<128xf32, #rows>) : i32 {
    %row = arith.addi %i, %start : i32
    %k = tile.load %kp box %kmap[%c0, %row] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
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
    %v = tile.load %vp box %vmap[%c0, %row] along [1, 0] : tensor<128x128x!tile.ptr<bf16>, #blocked>
    %v0 = tilegpu.convert_layout %v : tensor<128x128xbf16, #blocked> -> tensor<128x128xbf16, #right>
    %d = tile.dot %p0, %v0, %sum : tensor<128x128xbf16, #left> * tensor<128x128xbf16, #right> -> tensor<128x128xf32, #mma>
    scf.yield %d, %total : tensor<128x128xf32, #mma>, tensor<128xf32, #rows>
  }
  tile.store %op, %r#0 : tensor<128x128x!tile.ptr<f32>, #mma>
  tile.return
}
}
