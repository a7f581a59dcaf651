// RUN: tile-opt %s --split-input-file --tile-assign-layouts --tile-coalesce-memory --tile-remove-layout-conversions | FileCheck %s

// What accesses cost whose addresses are not consecutive, and how many
// instructions they take.

// A thread that had a column of its own would need no exchange, but load it in
// 32 pieces of two bytes, and half of the warps would hold copies.
// CHECK: #[[$L:.+]] = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-LABEL: @sums_of_columns_are_loaded_by_rows(
// CHECK: tile.load {{.*}} : tensor<32x64x!tile.ptr<f16>, #[[$L]]>
// CHECK-NOT: convert_layout
// CHECK: tile.reduce
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @sums_of_columns_are_loaded_by_rows(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %zeros = arith.constant dense<0.0> : tensor<32x64xf32>
  %none = arith.constant dense<0.0> : tensor<32x64xf16>
  %column = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %column2 = tile.expand_dims %column {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %columns = tile.broadcast %column2 : tensor<1x64xi32> -> tensor<32x64xi32>
  %ps = tile.splat %p : !tile.ptr<f16> -> tensor<32x64x!tile.ptr<f16>>
  %ns = tile.splat %n : i32 -> tensor<32x1xi32>
  %ms = tile.splat %m : i32 -> tensor<32x1xi32>
  %sums:2 = scf.for %i = %c0 to %m step %c32 iter_args(%so_far = %zeros, %squares = %zeros) -> (tensor<32x64xf32>, tensor<32x64xf32>) : i32 {
    %row = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
    %first = tile.splat %i : i32 -> tensor<32xi32>
    %rows = arith.addi %first, %row : tensor<32xi32>
    %row2 = tile.expand_dims %rows {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %inside = arith.cmpi slt, %row2, %ms : tensor<32x1xi32>
    %mask = tile.broadcast %inside : tensor<32x1xi1> -> tensor<32x64xi1>
    %begin = arith.muli %row2, %ns : tensor<32x1xi32>
    %begins = tile.broadcast %begin : tensor<32x1xi32> -> tensor<32x64xi32>
    %o = arith.addi %begins, %columns : tensor<32x64xi32>
    %pq = tile.addptr %ps, %o : tensor<32x64x!tile.ptr<f16>>, tensor<32x64xi32>
    %x = tile.load %pq, %mask, %none : tensor<32x64x!tile.ptr<f16>>
    %y = arith.extf %x : tensor<32x64xf16> to tensor<32x64xf32>
    %sum = arith.addf %so_far, %y : tensor<32x64xf32>
    %square = arith.mulf %y, %y : tensor<32x64xf32>
    %sum2 = arith.addf %squares, %square : tensor<32x64xf32>
    scf.yield %sum, %sum2 : tensor<32x64xf32>, tensor<32x64xf32>
  }
  %mean = "tile.reduce"(%sums#0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.reduce.return %c : f32
  }) : (tensor<32x64xf32>) -> tensor<64xf32>
  %var = "tile.reduce"(%sums#1) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.reduce.return %c : f32
  }) : (tensor<32x64xf32>) -> tensor<64xf32>
  %result = arith.divf %var, %mean : tensor<64xf32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %column : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  tile.store %dq, %result : tensor<64x!tile.ptr<f32>>
  tile.return
}
}

// -----

// The lanes of a store with a stride of two lie side by side: 4 sectors for a
// request instead of 32.
// CHECK: #[[$L:.+]] = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-LABEL: @every_other_number_is_stored(
// CHECK: tile.store {{.*}} : tensor<1024x!tile.ptr<f16>, #[[$L]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @every_other_number_is_stored(%p: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f16> {tile.divisibility = 16 : i32}) {
  %two = arith.constant dense<2> : tensor<1024xi32>
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %ps = tile.splat %p : !tile.ptr<i8> -> tensor<1024x!tile.ptr<i8>>
  %pq = tile.addptr %ps, %r : tensor<1024x!tile.ptr<i8>>, tensor<1024xi32>
  %x = tile.load %pq : tensor<1024x!tile.ptr<i8>>
  %y = arith.sitofp %x : tensor<1024xi8> to tensor<1024xf16>
  %o = arith.muli %r, %two : tensor<1024xi32>
  %ds = tile.splat %d : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %dq = tile.addptr %ds, %o : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  tile.store %dq, %y : tensor<1024x!tile.ptr<f16>>
  tile.return
}
}

// -----

// Where a store goes depends on data: neighbours may well go to one line.
// CHECK: #[[$L:.+]] = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-LABEL: @scatter(
// CHECK: tile.store {{.*}} : tensor<1024x!tile.ptr<f16>, #[[$L]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @scatter(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %i: !tile.ptr<i64> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32, %m: i32) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %ps = tile.splat %p : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %pq = tile.addptr %ps, %r : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %x = tile.load %pq : tensor<1024x!tile.ptr<f16>>
  %is = tile.splat %i : !tile.ptr<i64> -> tensor<1024x!tile.ptr<i64>>
  %iq = tile.addptr %is, %r : tensor<1024x!tile.ptr<i64>>, tensor<1024xi32>
  %index = tile.load %iq : tensor<1024x!tile.ptr<i64>>
  %ns = tile.splat %n : i32 -> tensor<1024xi32>
  %ms = tile.splat %m : i32 -> tensor<1024xi32>
  %row = arith.divsi %r, %ns : tensor<1024xi32>
  %begin = arith.muli %row, %ms : tensor<1024xi32>
  %ds = tile.splat %d : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %de = tile.addptr %ds, %begin : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %dq = tile.addptr %de, %index : tensor<1024x!tile.ptr<f16>>, tensor<1024xi64>
  tile.store %dq, %x : tensor<1024x!tile.ptr<f16>>
  tile.return
}
}

// -----

// The same where the indices are loaded in two versions, one with a mask.
// CHECK: #[[$L:.+]] = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-LABEL: @scatter_of_two_versions(
// CHECK: tile.store {{.*}} : tensor<1024x!tile.ptr<f16>, #[[$L]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @scatter_of_two_versions(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %i: !tile.ptr<i64> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32, %whole: i1) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %ns = tile.splat %n : i32 -> tensor<1024xi32>
  %inside = arith.cmpi slt, %r, %ns : tensor<1024xi32>
  %is = tile.splat %i : !tile.ptr<i64> -> tensor<1024x!tile.ptr<i64>>
  %iq = tile.addptr %is, %r : tensor<1024x!tile.ptr<i64>>, tensor<1024xi32>
  %ps = tile.splat %p : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %pq = tile.addptr %ps, %r : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %index, %x = scf.if %whole -> (tensor<1024xi64>, tensor<1024xf16>) {
    %index = tile.load %iq : tensor<1024x!tile.ptr<i64>>
    %x = tile.load %pq : tensor<1024x!tile.ptr<f16>>
    scf.yield %index, %x : tensor<1024xi64>, tensor<1024xf16>
  } else {
    %index = tile.load %iq, %inside : tensor<1024x!tile.ptr<i64>>
    %x = tile.load %pq, %inside : tensor<1024x!tile.ptr<f16>>
    scf.yield %index, %x : tensor<1024xi64>, tensor<1024xf16>
  }
  %ds = tile.splat %d : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %dq = tile.addptr %ds, %index : tensor<1024x!tile.ptr<f16>>, tensor<1024xi64>
  tile.store %dq, %x, %inside : tensor<1024x!tile.ptr<f16>>
  tile.return
}
}

// -----

// A weight per channel is no gather, as 16 elements or more share one: the other
// accesses keep their 16 bytes.
// CHECK: #[[$L:.+]] = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-LABEL: @a_quotient_changes_seldom(
// CHECK: tile.load {{.*}} : tensor<1024x!tile.ptr<f16>, #[[$L]]>
// CHECK: tile.load {{.*}} : tensor<1024x!tile.ptr<f32>, #[[$L]]>
// CHECK: tile.store {{.*}} : tensor<1024x!tile.ptr<f16>, #[[$L]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @a_quotient_changes_seldom(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %w: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %area: i32 {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %areas = tile.splat %area : i32 -> tensor<1024xi32>
  %channel = arith.divsi %r, %areas : tensor<1024xi32>
  %ps = tile.splat %p : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %pq = tile.addptr %ps, %r : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %x = tile.load %pq : tensor<1024x!tile.ptr<f16>>
  %ws = tile.splat %w : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %wq = tile.addptr %ws, %channel : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %weight = tile.load %wq : tensor<1024x!tile.ptr<f32>>
  %xf = arith.extf %x : tensor<1024xf16> to tensor<1024xf32>
  %y = arith.mulf %xf, %weight : tensor<1024xf32>
  %yh = arith.truncf %y : tensor<1024xf32> to tensor<1024xf16>
  %ds = tile.splat %d : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %dq = tile.addptr %ds, %r : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  tile.store %dq, %yh : tensor<1024x!tile.ptr<f16>>
  tile.return
}
}

// -----

// The pitch of a matrix may be anything: what is stored along it is far apart,
// and in the thread as it comes.
// CHECK: #[[$L:.+]] = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-LABEL: @a_pitch_is_far(
// CHECK: tile.store {{.*}} : tensor<1024x!tile.ptr<f32>, #[[$L]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @a_pitch_is_far(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %pitch: i32) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %pq : tensor<1024x!tile.ptr<f32>>
  %pitches = tile.splat %pitch : i32 -> tensor<1024xi32>
  %o = arith.muli %r, %pitches : tensor<1024xi32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %o : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %dq, %x : tensor<1024x!tile.ptr<f32>>
  tile.return
}
}

// -----

// Two taps with a stride of four, one per column, do not make the other loads
// narrow: they move to the layout of those.
// CHECK: #[[$L:.+]] = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-LABEL: @taps_are_loaded_apart(
// CHECK-COUNT-2: tilegpu.convert_layout {{.*}} : tensor<1x128xbf16
// CHECK: tile.load {{.*}} : tensor<16x128x!tile.ptr<bf16>, #[[$L]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @taps_are_loaded_apart(%p: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %w: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %d: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}, %m: i32) {
  %four = arith.constant dense<4> : tensor<1x128xi32>
  %one = arith.constant dense<1> : tensor<1x128xi32>
  %none = arith.constant dense<0.0> : tensor<16x128xbf16>
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %column = tile.expand_dims %r {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %columns = tile.broadcast %column : tensor<1x128xi32> -> tensor<16x128xi32>
  %s = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %row = tile.expand_dims %s {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %ns = tile.splat %n : i32 -> tensor<16x1xi32>
  %ms = tile.splat %m : i32 -> tensor<16x1xi32>
  %inside = arith.cmpi slt, %row, %ms : tensor<16x1xi32>
  %mask = tile.broadcast %inside : tensor<16x1xi1> -> tensor<16x128xi1>
  %begin = arith.muli %row, %ns : tensor<16x1xi32>
  %begins = tile.broadcast %begin : tensor<16x1xi32> -> tensor<16x128xi32>
  %o = arith.addi %begins, %columns : tensor<16x128xi32>
  %tap = arith.muli %column, %four : tensor<1x128xi32>
  %ws = tile.splat %w : !tile.ptr<bf16> -> tensor<1x128x!tile.ptr<bf16>>
  %w0 = tile.addptr %ws, %tap : tensor<1x128x!tile.ptr<bf16>>, tensor<1x128xi32>
  %w1 = tile.addptr %w0, %one : tensor<1x128x!tile.ptr<bf16>>, tensor<1x128xi32>
  %tap0 = tile.load %w0 : tensor<1x128x!tile.ptr<bf16>>
  %tap1 = tile.load %w1 : tensor<1x128x!tile.ptr<bf16>>
  %tap0s = tile.broadcast %tap0 : tensor<1x128xbf16> -> tensor<16x128xbf16>
  %tap1s = tile.broadcast %tap1 : tensor<1x128xbf16> -> tensor<16x128xbf16>
  %ps = tile.splat %p : !tile.ptr<bf16> -> tensor<16x128x!tile.ptr<bf16>>
  %pq = tile.addptr %ps, %o : tensor<16x128x!tile.ptr<bf16>>, tensor<16x128xi32>
  %x = tile.load %pq, %mask, %none : tensor<16x128x!tile.ptr<bf16>>
  %next = tile.splat %n : i32 -> tensor<16x128xi32>
  %pn = tile.addptr %pq, %next : tensor<16x128x!tile.ptr<bf16>>, tensor<16x128xi32>
  %y = tile.load %pn, %mask, %none : tensor<16x128x!tile.ptr<bf16>>
  %a = arith.mulf %x, %tap0s : tensor<16x128xbf16>
  %b = arith.mulf %y, %tap1s : tensor<16x128xbf16>
  %c = arith.addf %a, %b : tensor<16x128xbf16>
  %ds = tile.splat %d : !tile.ptr<bf16> -> tensor<16x128x!tile.ptr<bf16>>
  %dq = tile.addptr %ds, %o : tensor<16x128x!tile.ptr<bf16>>, tensor<16x128xi32>
  tile.store %dq, %c, %mask : tensor<16x128x!tile.ptr<bf16>>
  tile.return
}
}

// -----

// Instructions that both choices take do not hide what moves: one warp that sums
// rows in a loop does not give each thread a row of its own.
// CHECK: #[[$L:.+]] = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [1, 0]}>
// CHECK-LABEL: @rows_are_shared_by_lanes(
// CHECK: tile.load {{.*}} : tensor<32x64x!tile.ptr<f32>, #[[$L]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func @rows_are_shared_by_lanes(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zeros = arith.constant dense<0.0> : tensor<32x64xf32>
  %row = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %row2 = tile.expand_dims %row {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %column = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %column2 = tile.expand_dims %column {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %ns = tile.splat %n : i32 -> tensor<32x1xi32>
  %ms = tile.splat %m : i32 -> tensor<32x1xi32>
  %inside = arith.cmpi slt, %row2, %ms : tensor<32x1xi32>
  %mask = tile.broadcast %inside : tensor<32x1xi1> -> tensor<32x64xi1>
  %begin = arith.muli %row2, %ns : tensor<32x1xi32>
  %begins = tile.broadcast %begin : tensor<32x1xi32> -> tensor<32x64xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<32x64x!tile.ptr<f32>>
  %pb = tile.addptr %ps, %begins : tensor<32x64x!tile.ptr<f32>>, tensor<32x64xi32>
  %sums = scf.for %i = %c0 to %n step %c64 iter_args(%so_far = %zeros) -> (tensor<32x64xf32>) : i32 {
    %first = tile.splat %i : i32 -> tensor<1x64xi32>
    %columns = arith.addi %first, %column2 : tensor<1x64xi32>
    %o = tile.broadcast %columns : tensor<1x64xi32> -> tensor<32x64xi32>
    %pq = tile.addptr %pb, %o : tensor<32x64x!tile.ptr<f32>>, tensor<32x64xi32>
    %x = tile.load %pq, %mask, %zeros : tensor<32x64x!tile.ptr<f32>>
    %sum = arith.addf %so_far, %x : tensor<32x64xf32>
    scf.yield %sum : tensor<32x64xf32>
  }
  %result = "tile.reduce"(%sums) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.reduce.return %c : f32
  }) : (tensor<32x64xf32>) -> tensor<32xf32>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  %dq = tile.addptr %ds, %row : tensor<32x!tile.ptr<f32>>, tensor<32xi32>
  tile.store %dq, %result : tensor<32x!tile.ptr<f32>>
  tile.return
}
}

// -----

// Two codes per byte along K, which is consecutive in memory: no two elements are
// neighbours, but 32 of a column lie in 16 bytes, and those of a row far apart.
// CHECK: #[[$K:.+]] = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-LABEL: @threads_are_along_the_nearest_addresses(
// CHECK: tile.load {{.*}} : tensor<32x64x!tile.ptr<i8>, #[[$K]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func @threads_are_along_the_nearest_addresses(%p: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %d: !tile.ptr<i32>, %pitch: i32) {
  %k = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %n = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %two = arith.constant dense<2> : tensor<32x1xi32>
  %k2 = tile.expand_dims %k {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %n2 = tile.expand_dims %n {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %half = arith.divsi %k2, %two : tensor<32x1xi32>
  %pitches = tile.splat %pitch : i32 -> tensor<1x64xi32>
  %columns = arith.muli %n2, %pitches : tensor<1x64xi32>
  %halves = tile.broadcast %half : tensor<32x1xi32> -> tensor<32x64xi32>
  %starts = tile.broadcast %columns : tensor<1x64xi32> -> tensor<32x64xi32>
  %o = arith.addi %halves, %starts : tensor<32x64xi32>
  %ps = tile.splat %p : !tile.ptr<i8> -> tensor<32x64x!tile.ptr<i8>>
  %pq = tile.addptr %ps, %o : tensor<32x64x!tile.ptr<i8>>, tensor<32x64xi32>
  %x = tile.load %pq : tensor<32x64x!tile.ptr<i8>>
  %y = arith.extui %x : tensor<32x64xi8> to tensor<32x64xi32>
  %ds = tile.splat %d : !tile.ptr<i32> -> tensor<32x64x!tile.ptr<i32>>
  %dq = tile.addptr %ds, %o : tensor<32x64x!tile.ptr<i32>>, tensor<32x64xi32>
  tile.store %dq, %y : tensor<32x64x!tile.ptr<i32>>
  tile.return
}
}
