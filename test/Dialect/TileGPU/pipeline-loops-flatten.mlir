// RUN: tile-opt %s --tile-schedule-loops --tile-pipeline-loops --verify-diagnostics --split-input-file | FileCheck %s

// Where the loop around asks for it, the first copies of the loop inside come
// before the rest of the iteration before.

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
#columns = #tile.slice<{dim = 0, parent = #rows}>
module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {

// The places are made before both loops. The copies before them are for the first
// tile, if there is one and its loop has iterations.
// CHECK-LABEL: @next_tile(
// CHECK-SAME: %[[M:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i32) {
// CHECK: tilegpu.local_alloc : <3x16x16xf16
// CHECK: %[[ANY:.*]] = arith.cmpi sgt, %[[M]]
// CHECK: %[[ENTERED:.*]] = arith.cmpi sgt, %[[N]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[ANY]], %[[ENTERED]]
// CHECK-NEXT: tilegpu.async_copy %{{[a-z0-9]+}}, %{{[a-z0-9]+}} if %[[BOTH]]
// CHECK-NEXT: tilegpu.async_commit_group
// CHECK: tilegpu.async_copy
// CHECK-NEXT: tilegpu.async_commit_group
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[M]]
// CHECK-NOT: tilegpu.async
// CHECK: scf.for
// CHECK: tilegpu.async_wait {pending = 1 : i32}
// CHECK: tilegpu.async_copy
// CHECK: tile.dot
// CHECK: tilegpu.async_wait {pending = 0 : i32}
// CHECK: %[[LEFT:.*]] = arith.subi %[[M]], %[[I]]
// CHECK: %[[COMES:.*]] = arith.cmpi ugt, %[[LEFT]]
// CHECK: %[[NEXT:.*]] = arith.andi %[[COMES]]
// CHECK-NEXT: tilegpu.async_copy %{{[a-z0-9]+}}, %{{[a-z0-9]+}} if %[[NEXT]]
// CHECK-NEXT: tilegpu.async_commit_group
// CHECK: tilegpu.async_copy
// CHECK-NEXT: tilegpu.async_commit_group
// CHECK: tile.store
// CHECK-NOT: tilegpu.async
// CHECK: tile.return
tile.func public @next_tile(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %m: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %x = arith.constant dense<1.0> : tensor<16x16xf16, #left>
  %zero = arith.constant dense<0.0> : tensor<16x16xf32, #mma>
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #columns>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<16xi32, #columns> -> tensor<1x16xi32, #rows>
  %cs = tile.broadcast %c : tensor<1x16xi32, #rows> -> tensor<16x16xi32, #rows>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>, #rows>
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>, #mma>
  scf.for %i = %c0 to %m step %c1 : i32 {
    %first = arith.muli %i, %c16 : i32
    %firsts = tile.splat %first : i32 -> tensor<16x16xi32, #rows>
    %at = arith.addi %cs, %firsts : tensor<16x16xi32, #rows>
    %p = tile.addptr %as, %at : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<16x16xf32, #mma>) : i32 {
      %k = arith.muli %j, %c16 : i32
      %ks = tile.splat %k : i32 -> tensor<16x16xi32, #rows>
      %q = tile.addptr %p, %ks : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
      %y = tile.load %q : tensor<16x16x!tile.ptr<f16>, #rows>
      %yr = tilegpu.convert_layout pinned %y : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #right>
      %d = tile.dot %x, %yr, %acc : tensor<16x16xf16, #left> * tensor<16x16xf16, #right> -> tensor<16x16xf32, #mma>
      scf.yield %d : tensor<16x16xf32, #mma>
    }
    tile.store %o, %sum : tensor<16x16x!tile.ptr<f32>, #mma>
  } {tile.flatten}
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
#columns = #tile.slice<{dim = 0, parent = #rows}>
module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {

// What the rest of the iteration stores may be what the copies read.
// CHECK-LABEL: @written_around(
// CHECK: scf.for
// CHECK: tilegpu.async_copy
// CHECK: scf.for
// CHECK: tilegpu.async_copy
// CHECK-NOT: tilegpu.async_copy
// CHECK: tile.return
tile.func public @written_around(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %m: i32, %n: i32) {
  %out = tile.bitcast %a : !tile.ptr<f16> -> !tile.ptr<f32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %x = arith.constant dense<1.0> : tensor<16x16xf16, #left>
  %zero = arith.constant dense<0.0> : tensor<16x16xf32, #mma>
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #columns>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<16xi32, #columns> -> tensor<1x16xi32, #rows>
  %cs = tile.broadcast %c : tensor<1x16xi32, #rows> -> tensor<16x16xi32, #rows>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>, #rows>
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>, #mma>
  // expected-remark @below {{has no loads before the next run of the loop inside: 'tile.store' may write what they read}}
  scf.for %i = %c0 to %m step %c1 : i32 {
    %first = arith.muli %i, %c16 : i32
    %firsts = tile.splat %first : i32 -> tensor<16x16xi32, #rows>
    %at = arith.addi %cs, %firsts : tensor<16x16xi32, #rows>
    %p = tile.addptr %as, %at : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<16x16xf32, #mma>) : i32 {
      %k = arith.muli %j, %c16 : i32
      %ks = tile.splat %k : i32 -> tensor<16x16xi32, #rows>
      %q = tile.addptr %p, %ks : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
      %y = tile.load %q : tensor<16x16x!tile.ptr<f16>, #rows>
      %yr = tilegpu.convert_layout pinned %y : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #right>
      %d = tile.dot %x, %yr, %acc : tensor<16x16xf16, #left> * tensor<16x16xf16, #right> -> tensor<16x16xf32, #mma>
      scf.yield %d : tensor<16x16xf32, #mma>
    }
    tile.store %o, %sum : tensor<16x16x!tile.ptr<f32>, #mma>
  } {tile.flatten}
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
#columns = #tile.slice<{dim = 0, parent = #rows}>
module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {

// CHECK-LABEL: @two_loops(
// CHECK: scf.for
// CHECK: tilegpu.async_copy
tile.func public @two_loops(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %m: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %x = arith.constant dense<1.0> : tensor<16x16xf16, #left>
  %zero = arith.constant dense<0.0> : tensor<16x16xf32, #mma>
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #columns>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<16xi32, #columns> -> tensor<1x16xi32, #rows>
  %cs = tile.broadcast %c : tensor<1x16xi32, #rows> -> tensor<16x16xi32, #rows>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>, #rows>
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>, #mma>
  // expected-remark @below {{has no loads before the next run of the loop inside: it has 2 loops inside}}
  scf.for %i = %c0 to %m step %c1 : i32 {
    %first = arith.muli %i, %c16 : i32
    %firsts = tile.splat %first : i32 -> tensor<16x16xi32, #rows>
    %at = arith.addi %cs, %firsts : tensor<16x16xi32, #rows>
    %p = tile.addptr %as, %at : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<16x16xf32, #mma>) : i32 {
      %k = arith.muli %j, %c16 : i32
      %ks = tile.splat %k : i32 -> tensor<16x16xi32, #rows>
      %q = tile.addptr %p, %ks : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
      %y = tile.load %q : tensor<16x16x!tile.ptr<f16>, #rows>
      %yr = tilegpu.convert_layout pinned %y : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #right>
      %d = tile.dot %x, %yr, %acc : tensor<16x16xf16, #left> * tensor<16x16xf16, #right> -> tensor<16x16xf32, #mma>
      scf.yield %d : tensor<16x16xf32, #mma>
    }
    scf.for %l = %c0 to %n step %c1 : i32 {
      tile.store %o, %zero : tensor<16x16x!tile.ptr<f32>, #mma>
    }
    tile.store %o, %sum : tensor<16x16x!tile.ptr<f32>, #mma>
  } {tile.flatten}
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
#columns = #tile.slice<{dim = 0, parent = #rows}>
module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {

// Where a tile is, is loaded: that is not known before its iteration.
// CHECK-LABEL: @loaded_number(
// CHECK: scf.for
// CHECK: tile.load
// CHECK: tilegpu.async_copy
tile.func public @loaded_number(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %numbers: !tile.ptr<i32>, %out: !tile.ptr<f32>, %m: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %x = arith.constant dense<1.0> : tensor<16x16xf16, #left>
  %zero = arith.constant dense<0.0> : tensor<16x16xf32, #mma>
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #columns>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<16xi32, #columns> -> tensor<1x16xi32, #rows>
  %cs = tile.broadcast %c : tensor<1x16xi32, #rows> -> tensor<16x16xi32, #rows>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>, #rows>
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>, #mma>
  // expected-remark @below {{has no loads before the next run of the loop inside: these need what is not known then}}
  scf.for %i = %c0 to %m step %c1 : i32 {
    %at_number = tile.addptr %numbers, %i : !tile.ptr<i32>, i32
    %number = tile.load %at_number : !tile.ptr<i32>
    %first = arith.muli %number, %c16 : i32
    %firsts = tile.splat %first : i32 -> tensor<16x16xi32, #rows>
    %at = arith.addi %cs, %firsts : tensor<16x16xi32, #rows>
    %p = tile.addptr %as, %at : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<16x16xf32, #mma>) : i32 {
      %k = arith.muli %j, %c16 : i32
      %ks = tile.splat %k : i32 -> tensor<16x16xi32, #rows>
      %q = tile.addptr %p, %ks : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
      %y = tile.load %q : tensor<16x16x!tile.ptr<f16>, #rows>
      %yr = tilegpu.convert_layout pinned %y : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #right>
      %d = tile.dot %x, %yr, %acc : tensor<16x16xf16, #left> * tensor<16x16xf16, #right> -> tensor<16x16xf32, #mma>
      scf.yield %d : tensor<16x16xf32, #mma>
    }
    tile.store %o, %sum : tensor<16x16x!tile.ptr<f32>, #mma>
  } {tile.flatten}
  tile.return
}
}
