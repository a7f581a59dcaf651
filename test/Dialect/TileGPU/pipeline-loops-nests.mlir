// RUN: tile-opt %s --tile-schedule-loops --tile-pipeline-loops --verify-diagnostics --split-input-file | FileCheck %s

// Loops in loops, loops with several products, and what is left alone there.

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
#columns = #tile.slice<{dim = 0, parent = #rows}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// The outer loop's load runs one iteration ahead, whose address does not depend on the
// inner loop; the inner loop is pipelined by itself, and ends with nothing in flight.
// CHECK-LABEL: @outer_and_inner(
// CHECK: tilegpu.local_alloc : <2x16x16xf16
// CHECK: tilegpu.async_copy
// CHECK: tilegpu.async_commit_group
// CHECK: scf.for
// CHECK: tilegpu.async_wait {pending = 0 : i32}
// CHECK: tilegpu.async_copy
// CHECK: tilegpu.async_commit_group
// CHECK: tilegpu.local_load
// CHECK: tilegpu.local_alloc : <3x16x16xf16
// CHECK: scf.for
// CHECK: tilegpu.async_wait {pending = 1 : i32}
// CHECK: tilegpu.async_copy
// CHECK: tile.dot
// CHECK: tilegpu.async_wait {pending = 0 : i32}
// CHECK: tile.store
// CHECK: tilegpu.async_wait {pending = 0 : i32}
// CHECK: tile.return
tile.func public @outer_and_inner(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %b: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %m: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %zero = arith.constant dense<0.0> : tensor<16x16xf32, #mma>
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #columns>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<16xi32, #columns> -> tensor<1x16xi32, #rows>
  %cs = tile.broadcast %c : tensor<1x16xi32, #rows> -> tensor<16x16xi32, #rows>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>, #rows>
  %bs = tile.splat %b : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>, #rows>
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>, #mma>
  scf.for %i = %c0 to %m step %c1 : i32 {
    %first = arith.muli %i, %c16 : i32
    %firsts = tile.splat %first : i32 -> tensor<16x16xi32, #rows>
    %at = arith.addi %cs, %firsts : tensor<16x16xi32, #rows>
    %p = tile.addptr %as, %at : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
    %x = tile.load %p : tensor<16x16x!tile.ptr<f16>, #rows>
    %xl = tilegpu.convert_layout pinned %x : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #left>
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<16x16xf32, #mma>) : i32 {
      %k = arith.muli %j, %c16 : i32
      %ks = tile.splat %k : i32 -> tensor<16x16xi32, #rows>
      %kt = arith.addi %cs, %ks : tensor<16x16xi32, #rows>
      %q = tile.addptr %bs, %kt : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
      %y = tile.load %q : tensor<16x16x!tile.ptr<f16>, #rows>
      %yr = tilegpu.convert_layout pinned %y : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #right>
      %d = tile.dot %xl, %yr, %acc : tensor<16x16xf16, #left> * tensor<16x16xf16, #right> -> tensor<16x16xf32, #mma>
      scf.yield %d : tensor<16x16xf32, #mma>
    }
    tile.store %o, %sum : tensor<16x16x!tile.ptr<f32>, #mma>
  }
  tile.return
}

// Two products of one loaded tile and of one each: three tiles, one group of copies.
// CHECK-LABEL: @two_products(
// CHECK-COUNT-3: tilegpu.local_alloc : <3x16x16xf16
// CHECK: scf.for
// CHECK: tilegpu.async_wait {pending = 1 : i32}
// CHECK-COUNT-3: tilegpu.async_copy
// CHECK-NEXT: tilegpu.async_commit_group
// CHECK-COUNT-2: tile.dot %
// CHECK: tilegpu.async_wait {pending = 0 : i32}
tile.func public @two_products(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %b: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %b2: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %zero = arith.constant dense<0.0> : tensor<16x16xf32, #mma>
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #columns>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<16xi32, #columns> -> tensor<1x16xi32, #rows>
  %cs = tile.broadcast %c : tensor<1x16xi32, #rows> -> tensor<16x16xi32, #rows>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>, #rows>
  %bs = tile.splat %b : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>, #rows>
  %b2s = tile.splat %b2 : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>, #rows>
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>, #mma>
  %sums:2 = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero, %acc2 = %zero) -> (tensor<16x16xf32, #mma>, tensor<16x16xf32, #mma>) : i32 {
    %k = arith.muli %j, %c16 : i32
    %ks = tile.splat %k : i32 -> tensor<16x16xi32, #rows>
    %kt = arith.addi %cs, %ks : tensor<16x16xi32, #rows>
    %p = tile.addptr %as, %kt : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
    %q = tile.addptr %bs, %kt : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
    %q2 = tile.addptr %b2s, %kt : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
    %x = tile.load %p : tensor<16x16x!tile.ptr<f16>, #rows>
    %y = tile.load %q : tensor<16x16x!tile.ptr<f16>, #rows>
    %y2 = tile.load %q2 : tensor<16x16x!tile.ptr<f16>, #rows>
    %xl = tilegpu.convert_layout pinned %x : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #left>
    %yr = tilegpu.convert_layout pinned %y : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #right>
    %y2r = tilegpu.convert_layout pinned %y2 : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #right>
    %d = tile.dot %xl, %yr, %acc : tensor<16x16xf16, #left> * tensor<16x16xf16, #right> -> tensor<16x16xf32, #mma>
    %d2 = tile.dot %xl, %y2r, %acc2 : tensor<16x16xf16, #left> * tensor<16x16xf16, #right> -> tensor<16x16xf32, #mma>
    scf.yield %d, %d2 : tensor<16x16xf32, #mma>, tensor<16x16xf32, #mma>
  }
  tile.store %o, %sums#0 : tensor<16x16x!tile.ptr<f32>, #mma>
  tile.store %o, %sums#1 : tensor<16x16x!tile.ptr<f32>, #mma>
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
#columns = #tile.slice<{dim = 0, parent = #rows}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @address_from_inner_loop(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @address_from_inner_loop(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %m: i32, %n: i32) {
  %c8 = arith.constant 8 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16x16xf32, #mma>
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #columns>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<16xi32, #columns> -> tensor<1x16xi32, #rows>
  %cs = tile.broadcast %c : tensor<1x16xi32, #rows> -> tensor<16x16xi32, #rows>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>, #rows>
  %p = tile.addptr %as, %cs : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>, #mma>
  scf.for %i = %c0 to %m step %c1 : i32 {
    %j = scf.for %l = %c0 to %n step %c1 iter_args(%s = %i) -> (i32) : i32 {
      %t = arith.muli %s, %s : i32
      scf.yield %t : i32
    }
    %j8 = arith.muli %j, %c8 : i32
    %js = tile.splat %j8 : i32 -> tensor<16x16xi32, #rows>
    %q = tile.addptr %p, %js : tensor<16x16x!tile.ptr<f16>, #rows>, tensor<16x16xi32, #rows>
    // expected-remark @below {{is not read ahead: where it reads depends on a loop inside}}
    %x = tile.load %q : tensor<16x16x!tile.ptr<f16>, #rows>
    %xl = tilegpu.convert_layout pinned %x : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #left>
    %xr = tilegpu.convert_layout pinned %x : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #right>
    %d = tile.dot %xl, %xr, %zero : tensor<16x16xf16, #left> * tensor<16x16xf16, #right> -> tensor<16x16xf32, #mma>
    tile.store %o, %d : tensor<16x16x!tile.ptr<f32>, #mma>
  }
  tile.return
}

// CHECK-LABEL: @in_a_branch(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @in_a_branch(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16x16xf32, #mma>
  %p = tile.splat %a : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>, #rows>
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>, #mma>
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.if %if {
      // expected-remark @below {{is not read ahead: it is in a branch}}
      %x = tile.load %p : tensor<16x16x!tile.ptr<f16>, #rows>
      %xl = tilegpu.convert_layout pinned %x : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #left>
      %xr = tilegpu.convert_layout pinned %x : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #right>
      %d = tile.dot %xl, %xr, %zero : tensor<16x16xf16, #left> * tensor<16x16xf16, #right> -> tensor<16x16xf32, #mma>
      tile.store %o, %d : tensor<16x16x!tile.ptr<f32>, #mma>
    }
  }
  tile.return
}

// CHECK-LABEL: @in_a_while_loop(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @in_a_while_loop(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32, #mma>
  %p = tile.splat %a : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>, #rows>
  %o = tile.splat %out : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>, #mma>
  %c1 = arith.constant 1 : i32
  %end = scf.while (%i = %n) : (i32) -> i32 {
    %more = arith.cmpi sgt, %i, %c1 : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    // expected-remark @below {{is not read ahead: its loop is 'scf.while', whose iterations cannot be counted}}
    %x = tile.load %p : tensor<16x16x!tile.ptr<f16>, #rows>
    %xl = tilegpu.convert_layout pinned %x : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #left>
    %xr = tilegpu.convert_layout pinned %x : tensor<16x16xf16, #rows> -> tensor<16x16xf16, #right>
    %d = tile.dot %xl, %xr, %zero : tensor<16x16xf16, #left> * tensor<16x16xf16, #right> -> tensor<16x16xf32, #mma>
    tile.store %o, %d : tensor<16x16x!tile.ptr<f32>, #mma>
    %less = arith.subi %i, %c1 : i32
    scf.yield %less : i32
  }
  tile.return
}
}
