// RUN: tile-opt %s --tile-schedule-loops --tile-pipeline-loops | FileCheck %s
// RUN: tile-opt %s --tile-schedule-loops=num-stages=1 --tile-pipeline-loops | FileCheck %s --check-prefix=OFF
// RUN: tile-opt %s --tile-schedule-loops --tile-pipeline-loops --tile-allocate-shared-memory --tile-insert-barriers | FileCheck %s --check-prefix=BARRIERS

// Loads that lead to products run ahead of their use.

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #tile.slice<{dim = 0, parent = #rows}>
#line = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// CHECK-DAG: #[[SHARED:.*]] = #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// Two loads, three stages: two copies of each in advance, one wait, one group.
// OFF-LABEL: @product(
// OFF-NOT: async
// OFF: tile.load
// OFF: tile.load
// OFF-NOT: async
// OFF: tile.return
// CHECK-LABEL: @product(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32) {
// CHECK-DAG: %[[A:.*]] = tilegpu.local_alloc : <3x64x32xf16, #[[SHARED]]>
// CHECK-DAG: %[[B:.*]] = tilegpu.local_alloc : <3x32x32xf16, #[[SHARED]]>
// CHECK: %[[ENTERED:.*]] = arith.cmpi sgt, %[[N]], %{{.*}} : i32
// CHECK: tilegpu.async_copy %{{.*}}, %{{.*}} if %[[ENTERED]]
// CHECK: tilegpu.async_copy %{{.*}}, %{{.*}} if %[[ENTERED]]
// CHECK-NEXT: tilegpu.async_commit_group
// CHECK: tilegpu.async_copy
// CHECK: tilegpu.async_copy
// CHECK-NEXT: tilegpu.async_commit_group
// CHECK-NOT: tilegpu.async_copy
// CHECK: %[[LOOP:.*]]:5 = scf.for %[[I:.*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[P:.*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}, %[[FROM:.*]] = %{{.*}}, %[[TO:.*]] = %{{.*}}) ->
// CHECK-NEXT: tilegpu.async_wait {pending = 1 : i32}
// CHECK: %[[LEFT:.*]] = arith.subi %[[N]], %[[I]] : i32
// CHECK: %[[COMES:.*]] = arith.cmpi ugt, %[[LEFT]], %{{.*}} : i32
// CHECK: %[[A_TO:.*]] = tilegpu.memdesc_index %[[A]][%[[TO]]]
// CHECK: tilegpu.async_copy %[[P]], %[[A_TO]] if %[[COMES]]
// CHECK: %[[B_TO:.*]] = tilegpu.memdesc_index %[[B]][%[[TO]]]
// CHECK: tilegpu.async_copy %[[Q]], %[[B_TO]] if %[[COMES]]
// CHECK-NEXT: tilegpu.async_commit_group
// CHECK: %[[A_FROM:.*]] = tilegpu.memdesc_index %[[A]][%[[FROM]]]
// CHECK: %[[X:.*]] = tilegpu.local_load %[[A_FROM]] : {{.*}} -> tensor<64x32xf16, #dot_op>
// CHECK: %[[B_FROM:.*]] = tilegpu.memdesc_index %[[B]][%[[FROM]]]
// CHECK: %[[Y:.*]] = tilegpu.local_load %[[B_FROM]] : {{.*}} -> tensor<32x32xf16, #dot_op1>
// CHECK: %[[SUM:.*]] = tile.dot %[[X]], %[[Y]], %[[ACC]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[FROM]], %{{.*}} : i32
// CHECK: %[[WRAPS:.*]] = arith.cmpi eq, %[[NEXT]], %{{.*}} : i32
// CHECK: %[[THEN:.*]] = arith.select %[[WRAPS]], %{{.*}}, %[[NEXT]] : i32
// CHECK: scf.yield %[[SUM]], %{{.*}}, %{{.*}}, %[[THEN]], %[[FROM]]
// CHECK: tilegpu.async_wait {pending = 0 : i32}
// CHECK-NOT: tilegpu.async
// CHECK: tile.store %{{.*}}, %[[LOOP]]#0
// One barrier for each iteration.
// BARRIERS-LABEL: @product(
// BARRIERS-NOT: tilegpu.barrier
// BARRIERS: scf.for
// BARRIERS: tilegpu.async_wait {pending = 1 : i32}
// BARRIERS: tilegpu.barrier cta
// BARRIERS-NOT: tilegpu.barrier
// BARRIERS: tilegpu.async_copy
// BARRIERS-NOT: tilegpu.barrier
// BARRIERS: tile.return
tile.func public @product(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %b: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x32xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %step = arith.constant dense<32> : tensor<64x32xi32, #rows>
  %step2 = arith.constant dense<1024> : tensor<32x32xi32, #rows>
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #columns>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<32xi32, #columns> -> tensor<1x32xi32, #rows>
  %ac = tile.broadcast %c : tensor<1x32xi32, #rows> -> tensor<64x32xi32, #rows>
  %bc = tile.broadcast %c : tensor<1x32xi32, #rows> -> tensor<32x32xi32, #rows>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<64x32x!tile.ptr<f16>, #rows>
  %bs = tile.splat %b : !tile.ptr<f16> -> tensor<32x32x!tile.ptr<f16>, #rows>
  %ap = tile.addptr %as, %ac : tensor<64x32x!tile.ptr<f16>, #rows>, tensor<64x32xi32, #rows>
  %bp = tile.addptr %bs, %bc : tensor<32x32x!tile.ptr<f16>, #rows>, tensor<32x32xi32, #rows>
  %sum:3 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %ap, %q = %bp) -> (tensor<64x32xf32, #mma>, tensor<64x32x!tile.ptr<f16>, #rows>, tensor<32x32x!tile.ptr<f16>, #rows>) : i32 {
    %x = tile.load %p : tensor<64x32x!tile.ptr<f16>, #rows>
    %y = tile.load %q : tensor<32x32x!tile.ptr<f16>, #rows>
    %xl = tilegpu.convert_layout pinned %x : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #left>
    %yr = tilegpu.convert_layout pinned %y : tensor<32x32xf16, #rows> -> tensor<32x32xf16, #right>
    %d = tile.dot %xl, %yr, %acc : tensor<64x32xf16, #left> * tensor<32x32xf16, #right> -> tensor<64x32xf32, #mma>
    %pn = tile.addptr %p, %step : tensor<64x32x!tile.ptr<f16>, #rows>, tensor<64x32xi32, #rows>
    %qn = tile.addptr %q, %step2 : tensor<32x32x!tile.ptr<f16>, #rows>, tensor<32x32xi32, #rows>
    scf.yield %d, %pn, %qn : tensor<64x32xf32, #mma>, tensor<64x32x!tile.ptr<f16>, #rows>, tensor<32x32x!tile.ptr<f16>, #rows>
  }
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<64x32x!tile.ptr<f32>, #mma>
  tile.store %o, %sum#0 : tensor<64x32x!tile.ptr<f32>, #mma>
  tile.return
}

// A mask that may be false somewhere: without it where a test of scalars says that
// it is not, both ways behind one barrier. The store of the other way goes to
// another place than the one that is read, and needs no barrier behind it.
// CHECK-LABEL: @mask_within_vectors(
// CHECK: scf.for
// CHECK: tilegpu.async_wait {pending = 1 : i32}
// CHECK: tilegpu.barrier cta
// CHECK: scf.if
// CHECK: tilegpu.async_copy %{{[a-z0-9]+}}, %{{[a-z0-9]+}} if %[[COMES:[a-z0-9]+]] :
// CHECK: else
// CHECK: tile.splat %[[COMES]]
// CHECK: tile.load
// CHECK: tilegpu.local_store
// CHECK: tilegpu.async_commit_group
// CHECK: tilegpu.local_load
// CHECK: scf.yield
// BARRIERS-LABEL: @mask_within_vectors(
// BARRIERS: scf.for
// BARRIERS: tilegpu.async_wait
// BARRIERS: tilegpu.barrier cta
// BARRIERS-NOT: tilegpu.barrier
// BARRIERS: tile.return
tile.func public @mask_within_vectors(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32, #mma>
  %step = arith.constant dense<32> : tensor<32x32xi32, #rows>
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #columns>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<32xi32, #columns> -> tensor<1x32xi32, #rows>
  %ac = tile.broadcast %c : tensor<1x32xi32, #rows> -> tensor<32x32xi32, #rows>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<32x32x!tile.ptr<f16>, #rows>
  %ap = tile.addptr %as, %ac : tensor<32x32x!tile.ptr<f16>, #rows>, tensor<32x32xi32, #rows>
  %sum:2 = scf.for %i = %c0 to %n step %c32 iter_args(%acc = %zero, %p = %ap) -> (tensor<32x32xf32, #mma>, tensor<32x32x!tile.ptr<f16>, #rows>) : i32 {
    %left = arith.subi %n, %i : i32
    %lefts = tile.splat %left : i32 -> tensor<32x32xi32, #rows>
    %m = arith.cmpi slt, %ac, %lefts : tensor<32x32xi32, #rows>
    %x = tile.load %p, %m : tensor<32x32x!tile.ptr<f16>, #rows>
    %xl = tilegpu.convert_layout pinned %x : tensor<32x32xf16, #rows> -> tensor<32x32xf16, #left>
    %xr = tilegpu.convert_layout pinned %x : tensor<32x32xf16, #rows> -> tensor<32x32xf16, #right>
    %d = tile.dot %xl, %xr, %acc : tensor<32x32xf16, #left> * tensor<32x32xf16, #right> -> tensor<32x32xf32, #mma>
    %pn = tile.addptr %p, %step : tensor<32x32x!tile.ptr<f16>, #rows>, tensor<32x32xi32, #rows>
    scf.yield %d, %pn : tensor<32x32xf32, #mma>, tensor<32x32x!tile.ptr<f16>, #rows>
  }
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<32x32x!tile.ptr<f32>, #mma>
  tile.store %o, %sum#0 : tensor<32x32x!tile.ptr<f32>, #mma>
  tile.return
}

// Rows of 41 elements, of which the first iteration has 32: its mask is known to be true,
// and the second one's to be false somewhere. That one has a load and a store, no copy.
// CHECK-LABEL: @mask_of_known_iterations(
// CHECK: scf.if
// CHECK: tilegpu.async_copy
// CHECK: tilegpu.async_commit_group
// CHECK-NOT: tilegpu.async_copy
// CHECK: tile.load
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.async_commit_group
// CHECK: scf.for
tile.func public @mask_of_known_iterations(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32, #mma>
  %limit = arith.constant dense<41> : tensor<32x32xi32, #rows>
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #columns>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<32xi32, #columns> -> tensor<1x32xi32, #rows>
  %ac = tile.broadcast %c : tensor<1x32xi32, #rows> -> tensor<32x32xi32, #rows>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<32x32x!tile.ptr<f16>, #rows>
  %sum = scf.for %i = %c0 to %c2 step %c1 iter_args(%acc = %zero) -> (tensor<32x32xf32, #mma>) : i32 {
    %first = arith.muli %i, %c32 : i32
    %firsts = tile.splat %first : i32 -> tensor<32x32xi32, #rows>
    %o = arith.addi %ac, %firsts : tensor<32x32xi32, #rows>
    %p = tile.addptr %as, %o : tensor<32x32x!tile.ptr<f16>, #rows>, tensor<32x32xi32, #rows>
    %m = arith.cmpi slt, %o, %limit : tensor<32x32xi32, #rows>
    %x = tile.load %p, %m : tensor<32x32x!tile.ptr<f16>, #rows>
    %xl = tilegpu.convert_layout pinned %x : tensor<32x32xf16, #rows> -> tensor<32x32xf16, #left>
    %xr = tilegpu.convert_layout pinned %x : tensor<32x32xf16, #rows> -> tensor<32x32xf16, #right>
    %d = tile.dot %xl, %xr, %acc : tensor<32x32xf16, #left> * tensor<32x32xf16, #right> -> tensor<32x32xf32, #mma>
    scf.yield %d : tensor<32x32xf32, #mma>
  }
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<32x32x!tile.ptr<f32>, #mma>
  tile.store %o, %sum : tensor<32x32x!tile.ptr<f32>, #mma>
  tile.return
}

// Nothing leads to a product, and the loop does not ask: as it was.
// CHECK-LABEL: @no_product(
// CHECK-NOT: tilegpu
// CHECK: tile.return
tile.func public @no_product(%a: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x32xf32, #rows>
  %p = tile.splat %a : !tile.ptr<f32> -> tensor<64x32x!tile.ptr<f32>, #rows>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x32xf32, #rows>) : i32 {
    %x = tile.load %p : tensor<64x32x!tile.ptr<f32>, #rows>
    %s = arith.addf %acc, %x : tensor<64x32xf32, #rows>
    scf.yield %s : tensor<64x32xf32, #rows>
  }
  tile.store %p, %sum : tensor<64x32x!tile.ptr<f32>, #rows>
  tile.return
}

// It asks. The numbers that say where the copies read are loaded one iteration
// further ahead, and wait in registers.
// CHECK-LABEL: @loaded_numbers(
// CHECK-DAG: tilegpu.local_alloc : <2x256xf32
// CHECK: tile.load
// CHECK: tilegpu.async_copy
// CHECK: tile.load
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[NUMBERS:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) ->
// CHECK: %[[AT:.*]] = tile.addptr %{{.*}}, %[[NUMBERS]]
// CHECK: tilegpu.async_copy %[[AT]]
// CHECK: %[[NEXT:.*]] = tile.load
// CHECK: scf.yield %{{.*}}, %[[NEXT]], %{{.*}}, %{{.*}}
tile.func public @loaded_numbers(%a: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %k: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<256xf32, #line>
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #line>
  %ps = tile.splat %a : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>, #line>
  %ks = tile.splat %k : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>, #line>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256xf32, #line>) : i32 {
    %is = tile.splat %i : i32 -> tensor<256xi32, #line>
    %at = arith.addi %is, %r : tensor<256xi32, #line>
    %kp = tile.addptr %ks, %at : tensor<256x!tile.ptr<i32>, #line>, tensor<256xi32, #line>
    %j = tile.load %kp : tensor<256x!tile.ptr<i32>, #line>
    %p = tile.addptr %ps, %j : tensor<256x!tile.ptr<f32>, #line>, tensor<256xi32, #line>
    %x = tile.load %p : tensor<256x!tile.ptr<f32>, #line>
    %s = arith.addf %acc, %x : tensor<256xf32, #line>
    scf.yield %s : tensor<256xf32, #line>
  } {tile.num_stages = 2 : i32}
  tile.store %ps, %sum : tensor<256x!tile.ptr<f32>, #line>
  tile.return
}

// The number is a scalar, as that of a page is: its load has a scalar for a mask.
// CHECK-LABEL: @loaded_page(
// CHECK: scf.for %[[PAGE_I:.*]] = %{{.*}} to
// CHECK: %[[PAGE_MASK:.*]] = arith.andi %{{.*}}, %[[PAGE_COMES:.*]] : i1
// CHECK: tile.load %{{.*}}, %[[PAGE_MASK]] : !tile.ptr<i32>
// CHECK: tile.load %{{.*}}, %[[PAGE_COMES]] : !tile.ptr<i32>
// CHECK: scf.yield
tile.func public @loaded_page(%a: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %k: !tile.ptr<i32>, %n: i32, %pages: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<256xf32, #line>
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #line>
  %ps = tile.splat %a : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>, #line>
  %at = tile.addptr %ps, %r : tensor<256x!tile.ptr<f32>, #line>, tensor<256xi32, #line>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<256xf32, #line>) : i32 {
    %kp = tile.addptr %k, %i : !tile.ptr<i32>, i32
    %ok = arith.cmpi slt, %i, %pages : i32
    %j = tile.load %kp, %ok : !tile.ptr<i32>
    %m = tile.load %kp : !tile.ptr<i32>
    %jm = arith.addi %j, %m : i32
    %js = tile.splat %jm : i32 -> tensor<256xi32, #line>
    %p = tile.addptr %at, %js : tensor<256x!tile.ptr<f32>, #line>, tensor<256xi32, #line>
    %x = tile.load %p : tensor<256x!tile.ptr<f32>, #line>
    %s = arith.addf %acc, %x : tensor<256xf32, #line>
    scf.yield %s : tensor<256xf32, #line>
  } {tile.num_stages = 2 : i32}
  tile.store %ps, %sum : tensor<256x!tile.ptr<f32>, #line>
  tile.return
}

// Copies of 2 bytes there are none: what is loaded waits in registers for one
// iteration, and goes to the place for the next one.
// CHECK-LABEL: @waits_in_registers(
// CHECK: %[[PLACES:.*]] = tilegpu.local_alloc : <2x32x32xf16
// CHECK: tile.load
// CHECK: tilegpu.local_store
// CHECK: %[[SECOND:.*]] = tile.load
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[WAITS:.*]] = %[[SECOND]], %[[FROM:.*]] = %{{.*}}) ->
// CHECK: %[[TO:.*]] = arith.xori %[[FROM]], %{{.*}} : i32
// CHECK: %[[TARGET:.*]] = tilegpu.memdesc_index %[[PLACES]][%[[TO]]]
// CHECK: tilegpu.local_store %[[WAITS]], %[[TARGET]]
// CHECK: %[[NEXT:.*]] = tile.load
// CHECK: %[[SOURCE:.*]] = tilegpu.memdesc_index %[[PLACES]][%[[FROM]]]
// CHECK: tilegpu.local_load %[[SOURCE]]
// CHECK: scf.yield %{{.*}}, %[[NEXT]], %[[TO]]
// BARRIERS-LABEL: @waits_in_registers(
// BARRIERS: scf.for
// BARRIERS: tilegpu.barrier cta
// BARRIERS-NEXT: tilegpu.local_store
// BARRIERS-NOT: tilegpu.barrier
// BARRIERS: scf.yield
tile.func public @waits_in_registers(%a: !tile.ptr<f16>, %out: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32, #mma>
  %p = tile.splat %a : !tile.ptr<f16> -> tensor<32x32x!tile.ptr<f16>, #rows>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<32x32xf32, #mma>) : i32 {
    %is = tile.splat %i : i32 -> tensor<32x32xi32, #rows>
    %q = tile.addptr %p, %is : tensor<32x32x!tile.ptr<f16>, #rows>, tensor<32x32xi32, #rows>
    %x = tile.load %q : tensor<32x32x!tile.ptr<f16>, #rows>
    %xl = tilegpu.convert_layout pinned %x : tensor<32x32xf16, #rows> -> tensor<32x32xf16, #left>
    %xr = tilegpu.convert_layout pinned %x : tensor<32x32xf16, #rows> -> tensor<32x32xf16, #right>
    %d = tile.dot %xl, %xr, %acc : tensor<32x32xf16, #left> * tensor<32x32xf16, #right> -> tensor<32x32xf32, #mma>
    scf.yield %d : tensor<32x32xf32, #mma>
  }
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<32x32x!tile.ptr<f32>, #mma>
  tile.store %o, %sum : tensor<32x32x!tile.ptr<f32>, #mma>
  tile.return
}
}
