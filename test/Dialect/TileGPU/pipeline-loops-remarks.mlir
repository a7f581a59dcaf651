// RUN: tile-opt %s --tile-schedule-loops --tile-pipeline-loops --verify-diagnostics --split-input-file | FileCheck %s

// Loads that stay where they are, and why.

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @volatile(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @volatile(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %p = tile.addptr %xs, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %q = tile.addptr %ys, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %zero = arith.constant dense<0.0> : tensor<128xf32, #one>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128xf32, #one>) : i32 {
    // expected-remark @below {{is not read ahead: it is volatile}}
    %v = tile.load %p {isVolatile = true} : tensor<128x!tile.ptr<f32>, #one>
    %a = arith.addf %acc, %v : tensor<128xf32, #one>
    scf.yield %a : tensor<128xf32, #one>
  } {tile.num_stages = 3 : i32}
  tile.store %q, %sum : tensor<128x!tile.ptr<f32>, #one>
  tile.return
}
}

// -----

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @store(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @store(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %p = tile.addptr %xs, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %q = tile.addptr %ys, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %zero = arith.constant dense<0.0> : tensor<128xf32, #one>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128xf32, #one>) : i32 {
    // expected-remark @below {{is not read ahead: 'tile.store' in the loop may write what it reads}}
    %v = tile.load %p : tensor<128x!tile.ptr<f32>, #one>
    %a = arith.addf %acc, %v : tensor<128xf32, #one>
    tile.store %p, %a : tensor<128x!tile.ptr<f32>, #one>
    scf.yield %a : tensor<128xf32, #one>
  } {tile.num_stages = 3 : i32}
  tile.store %q, %sum : tensor<128x!tile.ptr<f32>, #one>
  tile.return
}
}

// -----

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @barrier(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @barrier(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %p = tile.addptr %xs, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %q = tile.addptr %ys, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %zero = arith.constant dense<0.0> : tensor<128xf32, #one>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128xf32, #one>) : i32 {
    // expected-remark @below {{is not read ahead: 'tilegpu.barrier' in the loop may write what it reads}}
    %v = tile.load %p : tensor<128x!tile.ptr<f32>, #one>
    %a = arith.addf %acc, %v : tensor<128xf32, #one>
    tilegpu.barrier cta
    scf.yield %a : tensor<128xf32, #one>
  } {tile.num_stages = 3 : i32}
  tile.store %q, %sum : tensor<128x!tile.ptr<f32>, #one>
  tile.return
}
}

// -----

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @atomic(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @atomic(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %p = tile.addptr %xs, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %q = tile.addptr %ys, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %zero = arith.constant dense<0.0> : tensor<128xf32, #one>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128xf32, #one>) : i32 {
    // expected-remark @below {{is not read ahead: 'tile.atomic_rmw' in the loop may write what it reads}}
    %v = tile.load %p : tensor<128x!tile.ptr<f32>, #one>
    %a = arith.addf %acc, %v : tensor<128xf32, #one>
    %old = tile.atomic_rmw fadd, acq_rel, gpu, %q, %a : (tensor<128x!tile.ptr<f32>, #one>, tensor<128xf32, #one>) -> tensor<128xf32, #one>
    scf.yield %a : tensor<128xf32, #one>
  } {tile.num_stages = 3 : i32}
  tile.store %q, %sum : tensor<128x!tile.ptr<f32>, #one>
  tile.return
}
}

// -----

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @relaxed_atomic_elsewhere(
// CHECK: async_copy
// CHECK: tile.return
tile.func public @relaxed_atomic_elsewhere(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %p = tile.addptr %xs, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %q = tile.addptr %ys, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %zero = arith.constant dense<0.0> : tensor<128xf32, #one>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128xf32, #one>) : i32 {
    %v = tile.load %p : tensor<128x!tile.ptr<f32>, #one>
    %a = arith.addf %acc, %v : tensor<128xf32, #one>
    %old = tile.atomic_rmw fadd, relaxed, gpu, %q, %a : (tensor<128x!tile.ptr<f32>, #one>, tensor<128xf32, #one>) -> tensor<128xf32, #one>
    scf.yield %a : tensor<128xf32, #one>
  } {tile.num_stages = 3 : i32}
  tile.store %q, %sum : tensor<128x!tile.ptr<f32>, #one>
  tile.return
}
}

// -----

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @relaxed_atomic_there(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @relaxed_atomic_there(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %p = tile.addptr %xs, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %q = tile.addptr %ys, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %zero = arith.constant dense<0.0> : tensor<128xf32, #one>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128xf32, #one>) : i32 {
    // expected-remark @below {{is not read ahead: 'tile.atomic_rmw' in the loop may write what it reads}}
    %v = tile.load %p : tensor<128x!tile.ptr<f32>, #one>
    %a = arith.addf %acc, %v : tensor<128xf32, #one>
    %old = tile.atomic_rmw fadd, relaxed, gpu, %p, %a : (tensor<128x!tile.ptr<f32>, #one>, tensor<128xf32, #one>) -> tensor<128xf32, #one>
    scf.yield %a : tensor<128xf32, #one>
  } {tile.num_stages = 3 : i32}
  tile.store %q, %sum : tensor<128x!tile.ptr<f32>, #one>
  tile.return
}
}

// -----

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @cache_modifier(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @cache_modifier(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %p = tile.addptr %xs, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %q = tile.addptr %ys, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %zero = arith.constant dense<0.0> : tensor<128xf32, #one>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128xf32, #one>) : i32 {
    // expected-remark @below {{is not read ahead: of its cache modifier cs}}
    %v = tile.load %p cacheModifier = cs : tensor<128x!tile.ptr<f32>, #one>
    %a = arith.addf %acc, %v : tensor<128xf32, #one>
    scf.yield %a : tensor<128xf32, #one>
  } {tile.num_stages = 3 : i32}
  tile.store %q, %sum : tensor<128x!tile.ptr<f32>, #one>
  tile.return
}
}

// -----

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @narrow(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @narrow(%x: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %xs = tile.splat %x : !tile.ptr<f16> -> tensor<128x!tile.ptr<f16>, #one>
  %ys = tile.splat %y : !tile.ptr<f16> -> tensor<128x!tile.ptr<f16>, #one>
  %p = tile.addptr %xs, %r : tensor<128x!tile.ptr<f16>, #one>, tensor<128xi32, #one>
  %q = tile.addptr %ys, %r : tensor<128x!tile.ptr<f16>, #one>, tensor<128xi32, #one>
  %zero = arith.constant dense<0.0> : tensor<128xf16, #one>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128xf16, #one>) : i32 {
    %w = arith.muli %r, %r : tensor<128xi32, #one>
    %pw = tile.addptr %xs, %w : tensor<128x!tile.ptr<f16>, #one>, tensor<128xi32, #one>
    // expected-remark @below {{is not read ahead: only 2 bytes in a row are known to be adjacent, aligned and under one mask, and a copy takes 4, 8 or 16}}
    %v = tile.load %pw : tensor<128x!tile.ptr<f16>, #one>
    %a = arith.addf %acc, %v : tensor<128xf16, #one>
    scf.yield %a : tensor<128xf16, #one>
  } {tile.num_stages = 3 : i32}
  tile.store %q, %sum : tensor<128x!tile.ptr<f16>, #one>
  tile.return
}
}

// -----

// What an argument may promise: the remark names those of which nothing is
// known. The mask can be tested as a whole, so its
// bound has no part in it; `quotient` is divided.
#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {
// CHECK-LABEL: @promises(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @promises(%x: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32, %lda: i32, %bound: i32, %quotient: i32, %known: i32 {tile.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #one>
  %q0 = arith.divsi %quotient, %known : i32
  %q16 = arith.muli %q0, %known : i32
  %row = arith.muli %q16, %lda : i32
  %rows = tile.splat %row : i32 -> tensor<1024xi32, #one>
  %offs = arith.addi %rows, %r : tensor<1024xi32, #one>
  %bounds = tile.splat %bound : i32 -> tensor<1024xi32, #one>
  %mask = arith.cmpi slt, %r, %bounds : tensor<1024xi32, #one>
  %xs = tile.splat %x : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>, #one>
  %ys = tile.splat %y : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>, #one>
  %p0 = tile.addptr %xs, %r : tensor<1024x!tile.ptr<f16>, #one>, tensor<1024xi32, #one>
  %q = tile.addptr %ys, %r : tensor<1024x!tile.ptr<f16>, #one>, tensor<1024xi32, #one>
  %step = tile.splat %lda : i32 -> tensor<1024xi32, #one>
  %zero = arith.constant dense<0.0> : tensor<1024xf16, #one>
  %sum, %last = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %p0) -> (tensor<1024xf16, #one>, tensor<1024x!tile.ptr<f16>, #one>) : i32 {
    // expected-remark @below {{and a copy takes 4, 8 or 16; if 'arg3' is a multiple of 16, promise it by tile.divisibility or --assume=arg3:16}}
    %v = tile.load %p, %mask, %zero : tensor<1024x!tile.ptr<f16>, #one>
    %a = arith.addf %acc, %v : tensor<1024xf16, #one>
    %next = tile.addptr %p, %step : tensor<1024x!tile.ptr<f16>, #one>, tensor<1024xi32, #one>
    scf.yield %a, %next : tensor<1024xf16, #one>, tensor<1024x!tile.ptr<f16>, #one>
  } {tile.num_stages = 3 : i32}
  tile.store %q, %sum : tensor<1024x!tile.ptr<f16>, #one>
  tile.return
}
}

// -----

// Here the mask counts, too.
#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {
// CHECK-LABEL: @promises_of_mask(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @promises_of_mask(%x: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32, %lda: i32, %bound: i32, %quotient: i32, %known: i32 {tile.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #one>
  %q0 = arith.divsi %quotient, %known : i32
  %q16 = arith.muli %q0, %known : i32
  %row = arith.muli %q16, %lda : i32
  %rows = tile.splat %row : i32 -> tensor<1024xi32, #one>
  %offs = arith.addi %rows, %r : tensor<1024xi32, #one>
  %bounds = tile.splat %bound : i32 -> tensor<1024xi32, #one>
  %mask = arith.cmpi slt, %r, %bounds : tensor<1024xi32, #one>
  %either = arith.cmpi eq, %r, %bounds : tensor<1024xi32, #one>
  %any = arith.ori %mask, %either : tensor<1024xi1, #one>
  %xs = tile.splat %x : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>, #one>
  %ys = tile.splat %y : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>, #one>
  %p0 = tile.addptr %xs, %r : tensor<1024x!tile.ptr<f16>, #one>, tensor<1024xi32, #one>
  %q = tile.addptr %ys, %r : tensor<1024x!tile.ptr<f16>, #one>, tensor<1024xi32, #one>
  %step = tile.splat %lda : i32 -> tensor<1024xi32, #one>
  %zero = arith.constant dense<0.0> : tensor<1024xf16, #one>
  %sum, %last = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %p0) -> (tensor<1024xf16, #one>, tensor<1024x!tile.ptr<f16>, #one>) : i32 {
    // expected-remark @below {{and a copy takes 4, 8 or 16; if 'arg3' and 'arg4' are multiples of 16, promise it by tile.divisibility or --assume=arg3:16,arg4:16}}
    %v = tile.load %p, %any, %zero : tensor<1024x!tile.ptr<f16>, #one>
    %a = arith.addf %acc, %v : tensor<1024xf16, #one>
    %next = tile.addptr %p, %step : tensor<1024x!tile.ptr<f16>, #one>, tensor<1024xi32, #one>
    scf.yield %a, %next : tensor<1024xf16, #one>, tensor<1024x!tile.ptr<f16>, #one>
  } {tile.num_stages = 3 : i32}
  tile.store %q, %sum : tensor<1024x!tile.ptr<f16>, #one>
  tile.return
}
}

// -----

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @chain(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @chain(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #one>
  %p = tile.addptr %xs, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %q = tile.addptr %ys, %r : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
  %zero = arith.constant dense<0.0> : tensor<128xf32, #one>
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %at = %p) -> (tensor<128xf32, #one>, tensor<128x!tile.ptr<f32>, #one>) : i32 {
    // expected-remark @below {{is not read ahead: where it reads depends on what it read in the iteration before}}
    %v = tile.load %at : tensor<128x!tile.ptr<f32>, #one>
    %a = arith.addf %acc, %v : tensor<128xf32, #one>
    %j = arith.fptosi %v : tensor<128xf32, #one> to tensor<128xi32, #one>
    %next = tile.addptr %at, %j : tensor<128x!tile.ptr<f32>, #one>, tensor<128xi32, #one>
    scf.yield %a, %next : tensor<128xf32, #one>, tensor<128x!tile.ptr<f32>, #one>
  } {tile.num_stages = 3 : i32}
  tile.store %q, %sum#0 : tensor<128x!tile.ptr<f32>, #one>
  tile.return
}
}

// -----

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_86", num_warps = 1>} {
// CHECK-LABEL: @no_room(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @no_room(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 16384 : i32} : tensor<16384xi32, #one>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<16384x!tile.ptr<f32>, #one>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<16384x!tile.ptr<f32>, #one>
  %p = tile.addptr %xs, %r : tensor<16384x!tile.ptr<f32>, #one>, tensor<16384xi32, #one>
  %q = tile.addptr %ys, %r : tensor<16384x!tile.ptr<f32>, #one>, tensor<16384xi32, #one>
  %zero = arith.constant dense<0.0> : tensor<16384xf32, #one>
  // expected-remark @below {{is not pipelined: 2 stages need 131072 bytes of shared memory, and 101376 are left}}
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<16384xf32, #one>) : i32 {
    %v = tile.load %p : tensor<16384x!tile.ptr<f32>, #one>
    %a = arith.addf %acc, %v : tensor<16384xf32, #one>
    scf.yield %a : tensor<16384xf32, #one>
  } {tile.num_stages = 3 : i32}
  tile.store %q, %sum : tensor<16384x!tile.ptr<f32>, #one>
  tile.return
}
}

// -----

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @fewer(
// CHECK: tilegpu.local_alloc : <3x16384xf32
// CHECK: tile.return
tile.func public @fewer(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 16384 : i32} : tensor<16384xi32, #one>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<16384x!tile.ptr<f32>, #one>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<16384x!tile.ptr<f32>, #one>
  %p = tile.addptr %xs, %r : tensor<16384x!tile.ptr<f32>, #one>, tensor<16384xi32, #one>
  %q = tile.addptr %ys, %r : tensor<16384x!tile.ptr<f32>, #one>, tensor<16384xi32, #one>
  %zero = arith.constant dense<0.0> : tensor<16384xf32, #one>
  // expected-remark @below {{has 3 stages instead of 5: 4 need 262144 bytes of shared memory, and 232448 are left}}
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<16384xf32, #one>) : i32 {
    %v = tile.load %p : tensor<16384x!tile.ptr<f32>, #one>
    %a = arith.addf %acc, %v : tensor<16384xf32, #one>
    scf.yield %a : tensor<16384xf32, #one>
  } {tile.num_stages = 5 : i32}
  tile.store %q, %sum : tensor<16384x!tile.ptr<f32>, #one>
  tile.return
}
}

// -----

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @shared_memory(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @shared_memory(%x: !tile.ptr<i32, 3> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %xs = tile.splat %x : !tile.ptr<i32, 3> -> tensor<128x!tile.ptr<i32, 3>, #one>
  %p = tile.addptr %xs, %r : tensor<128x!tile.ptr<i32, 3>, #one>, tensor<128xi32, #one>
  %zero = arith.constant dense<0> : tensor<128xi32, #one>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128xi32, #one>) : i32 {
    // expected-remark @below {{is not read ahead: it does not read global memory}}
    %v = tile.load %p : tensor<128x!tile.ptr<i32, 3>, #one>
    %a = arith.addi %acc, %v : tensor<128xi32, #one>
    scf.yield %a : tensor<128xi32, #one>
  } {tile.num_stages = 3 : i32}
  tile.print "sum" {hex = false, isSigned = array<i32: 1>} : %sum : tensor<128xi32, #one>
  tile.return
}
}

// -----

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @truth_values(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @truth_values(%x: !tile.ptr<i1> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %xs = tile.splat %x : !tile.ptr<i1> -> tensor<128x!tile.ptr<i1>, #one>
  %p = tile.addptr %xs, %r : tensor<128x!tile.ptr<i1>, #one>, tensor<128xi32, #one>
  %zero = arith.constant dense<0> : tensor<128xi1, #one>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128xi1, #one>) : i32 {
    // expected-remark @below {{is not read ahead: its elements are truth values}}
    %v = tile.load %p : tensor<128x!tile.ptr<i1>, #one>
    %a = arith.addi %acc, %v : tensor<128xi1, #one>
    scf.yield %a : tensor<128xi1, #one>
  } {tile.num_stages = 3 : i32}
  tile.print "sum" {hex = false, isSigned = array<i32: 1>} : %sum : tensor<128xi1, #one>
  tile.return
}
}

// -----

#one = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @address_has_effects(
// CHECK-NOT: async_copy
// CHECK: tile.return
tile.func public @address_has_effects(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #one>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #one>
  %p = tile.addptr %xs, %r : tensor<128x!tile.ptr<i32>, #one>, tensor<128xi32, #one>
  %zero = arith.constant dense<0> : tensor<128xi32, #one>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128xi32, #one>) : i32 {
    %j = tile.load %p {isVolatile = true} : tensor<128x!tile.ptr<i32>, #one>
    %q = tile.addptr %xs, %j : tensor<128x!tile.ptr<i32>, #one>, tensor<128xi32, #one>
    // expected-remark @below {{is not read ahead: what makes its address has effects}}
    %v = tile.load %q : tensor<128x!tile.ptr<i32>, #one>
    %a = arith.addi %acc, %v : tensor<128xi32, #one>
    scf.yield %a : tensor<128xi32, #one>
  } {tile.num_stages = 3 : i32}
  tile.print "sum" {hex = false, isSigned = array<i32: 1>} : %sum : tensor<128xi32, #one>
  tile.return
}
}
