// Loads that do not need each other are issued together where one of them gives an address,
// or goes to shared memory: bar.warp.sync keeps ptxas from putting a use in between. What is
// loaded further down comes up. Other kernels, loops, and loads behind a store keep ptxas' order,
// except that an iteration's loads come before stores in their place of what they do not make.

// RUN: split-file %s %t
// RUN: tilec %t/scatter.mlir -o - | FileCheck %s --check-prefix=SCATTER
// RUN: tile-run %t/scatter.mlir --input=x:512xi32=iota --input='at:512xi32=iota:511:-1' --output=y:512xi32 --check='y == 511 - i'
// RUN: tilec %t/transpose.mlir -o - | FileCheck %s --check-prefix=TRANSPOSE
// RUN: tilec %t/half.mlir -o - | FileCheck %s --check-prefix=HALF
// RUN: tile-run %t/half.mlir --input=x:64x64xf32=iota --output=y:64x64xf32=const:7 --check='y == 7 + i % 64 * 64 + i / 64'
// RUN: tilec %t/convolution.mlir -o - | FileCheck %s --check-prefix=CONVOLUTION
// RUN: tilec %t/map.mlir -o - | FileCheck %s --check-prefix=OTHER
// RUN: tilec %t/loop.mlir -o - | FileCheck %s --check-prefix=OTHER
// RUN: tilec %t/in-place.mlir -o - | FileCheck %s --check-prefix=PLACE
// RUN: tile-run %t/in-place.mlir --output=x:16384xf32=const:1 --input=i32=4 --output=o:4096xf32 --check='o == 4; x == i / 4096'
// RUN: sed 's/%%x_at, %%sum /%%x_at, %%now /' %t/in-place.mlir | tilec - -o - | FileCheck %s --check-prefix=OTHER
// RUN: sed 's/%%count step/%%many step/' %t/in-place.mlir | tilec - -o - | FileCheck %s --check-prefix=OTHER
// RUN: tilec %t/behind-store.mlir -o - | FileCheck %s --check-prefix=BEHIND
// RUN: tilec %t/table-of-tables.mlir -o - | FileCheck %s --check-prefix=TABLES
// RUN: tile-run %t/table-of-tables.mlir --input='t:256xi32=iota:255:-1' --input='u:256xi32=iota:255:-1' --input=d:256xf32=iota --output=o:256xf32 --check='o == 2 * i'

// SCATTER-COUNT-8: ld.global
// SCATTER-NOT:     mul
// SCATTER:         bar.warp.sync -1;
// SCATTER:         st.global
// SCATTER-NOT:     bar.warp.sync

// PLACE-COUNT-14: ld.global.v4
// PLACE:          bar.warp.sync -1;
// PLACE-COUNT-2:  ld.global.v4
// PLACE-COUNT-16: st.global.v4
// PLACE-NOT:      bar.warp.sync

// TRANSPOSE-COUNT-16: ld.global
// TRANSPOSE-NOT:      st.shared
// TRANSPOSE:          bar.warp.sync -1;
// TRANSPOSE:          st.shared
// TRANSPOSE:          bar.sync
// TRANSPOSE-NOT:      bar.warp.sync

// Half of the loads go to shared memory, and the others are needed behind it.

// HALF-COUNT-16: ld.global
// HALF-NOT:      bar.warp.sync
// HALF:          bar.sync
// HALF-NOT:      bar.warp.sync

// Only the weights do, and the data would wait for them.

// CONVOLUTION:     ld.global.v4
// CONVOLUTION:     ld.global
// CONVOLUTION-NOT: stmatrix
// CONVOLUTION:     bar.warp.sync -1;
// CONVOLUTION:     stmatrix

// OTHER-NOT: bar.warp.sync
// OTHER:     ret;

// BEHIND:      ld.global
// BEHIND-NEXT: ld.global
// BEHIND:      bar.warp.sync -1;
// BEHIND:      st.global
// BEHIND:      ld.global
// BEHIND-NOT:  bar.warp.sync

// A load that needs what another one gave stays behind it, however far it is.

// TABLES-COUNT-2: ld.global.v2
// TABLES-NOT:     ld.global
// TABLES:         bar.warp.sync -1;
// TABLES-COUNT-4: ld.global.b32
// TABLES:         st.global

//--- scatter.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @scatter(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %at: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i32>) {
  %i = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %ats = tile.splat %at : !tile.ptr<i32> -> tensor<512x!tile.ptr<i32>>
  %atp = tile.addptr %ats, %i : tensor<512x!tile.ptr<i32>>, tensor<512xi32>
  %index = tile.load %atp : tensor<512x!tile.ptr<i32>>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<512x!tile.ptr<i32>>
  %yp = tile.addptr %ys, %index : tensor<512x!tile.ptr<i32>>, tensor<512xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<512x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %i : tensor<512x!tile.ptr<i32>>, tensor<512xi32>
  %v = tile.load %xp : tensor<512x!tile.ptr<i32>>
  tile.store %yp, %v : tensor<512x!tile.ptr<i32>>
  tile.return
}
}

//--- transpose.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @transpose_sum(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %64 = arith.constant dense<64> : tensor<64x1xi32>
  %rows = tile.expand_dims %i {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %columns = tile.expand_dims %i {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %starts = arith.muli %rows, %64 : tensor<64x1xi32>
  %starts2 = tile.broadcast %starts : tensor<64x1xi32> -> tensor<64x64xi32>
  %columns2 = tile.broadcast %columns : tensor<1x64xi32> -> tensor<64x64xi32>
  %at = arith.addi %starts2, %columns2 : tensor<64x64xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %at : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %v = tile.load %xp : tensor<64x64x!tile.ptr<f32>>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %yp = tile.addptr %ys, %at : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %w = tile.load %yp : tensor<64x64x!tile.ptr<f32>>
  %sum = arith.addf %v, %w : tensor<64x64xf32>
  %t = tile.trans %sum {order = array<i32: 1, 0>} : tensor<64x64xf32> -> tensor<64x64xf32>
  tile.store %yp, %t : tensor<64x64x!tile.ptr<f32>>
  tile.return
}
}

//--- half.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @add_to_transposed(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %64 = arith.constant dense<64> : tensor<64x1xi32>
  %rows = tile.expand_dims %i {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %columns = tile.expand_dims %i {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %starts = arith.muli %rows, %64 : tensor<64x1xi32>
  %starts2 = tile.broadcast %starts : tensor<64x1xi32> -> tensor<64x64xi32>
  %columns2 = tile.broadcast %columns : tensor<1x64xi32> -> tensor<64x64xi32>
  %at = arith.addi %starts2, %columns2 : tensor<64x64xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %at : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %v = tile.load %xp : tensor<64x64x!tile.ptr<f32>>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %yp = tile.addptr %ys, %at : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %w = tile.load %yp : tensor<64x64x!tile.ptr<f32>>
  %t = tile.trans %v {order = array<i32: 1, 0>} : tensor<64x64xf32> -> tensor<64x64xf32>
  %sum = arith.addf %t, %w : tensor<64x64xf32>
  tile.store %yp, %sum : tensor<64x64x!tile.ptr<f32>>
  tile.return
}
}

//--- convolution.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tt.func public @causal_conv(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i32 {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x128x4xf32>
    %cst_0 = arith.constant dense<0> : tensor<16x1x4xi32>
    %cst_1 = arith.constant dense<3> : tensor<16x1x4xi32>
    %cst_2 = arith.constant dense<4> : tensor<128x1xi32>
    %c128_i32 = arith.constant 128 : i32
    %c16_i32 = arith.constant 16 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c16_i32 : i32
    %2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %3 = tt.splat %1 : i32 -> tensor<16xi32>
    %4 = arith.addi %3, %2 : tensor<16xi32>
    %5 = tt.get_program_id y : i32
    %6 = arith.muli %5, %c128_i32 : i32
    %7 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %8 = tt.splat %6 : i32 -> tensor<128xi32>
    %9 = arith.addi %8, %7 : tensor<128xi32>
    %10 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %11 = tt.get_program_id z : i32
    %12 = arith.muli %11, %arg3 : i32
    %13 = tt.expand_dims %9 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %14 = arith.muli %13, %cst_2 : tensor<128x1xi32>
    %15 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<128x1x!tt.ptr<f32>>
    %16 = tt.addptr %15, %14 : tensor<128x1x!tt.ptr<f32>>, tensor<128x1xi32>
    %17 = tt.expand_dims %10 {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
    %18 = tt.broadcast %16 : tensor<128x1x!tt.ptr<f32>> -> tensor<128x4x!tt.ptr<f32>>
    %19 = tt.broadcast %17 : tensor<1x4xi32> -> tensor<128x4xi32>
    %20 = tt.addptr %18, %19 : tensor<128x4x!tt.ptr<f32>>, tensor<128x4xi32>
    %21 = tt.load %20 : tensor<128x4x!tt.ptr<f32>>
    %22 = tt.expand_dims %4 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %23 = tt.expand_dims %22 {axis = 2 : i32} : tensor<16x1xi32> -> tensor<16x1x1xi32>
    %24 = tt.expand_dims %17 {axis = 1 : i32} : tensor<1x4xi32> -> tensor<1x1x4xi32>
    %25 = tt.broadcast %23 : tensor<16x1x1xi32> -> tensor<16x1x4xi32>
    %26 = tt.broadcast %24 : tensor<1x1x4xi32> -> tensor<16x1x4xi32>
    %27 = arith.addi %25, %26 : tensor<16x1x4xi32>
    %28 = arith.subi %27, %cst_1 : tensor<16x1x4xi32>
    %29 = arith.cmpi sge, %28, %cst_0 : tensor<16x1x4xi32>
    %30 = tt.splat %12 : i32 -> tensor<16x1x4xi32>
    %31 = arith.addi %30, %28 : tensor<16x1x4xi32>
    %32 = tt.splat %arg4 : i32 -> tensor<16x1x4xi32>
    %33 = arith.muli %31, %32 : tensor<16x1x4xi32>
    %34 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<16x1x4x!tt.ptr<f32>>
    %35 = tt.addptr %34, %33 : tensor<16x1x4x!tt.ptr<f32>>, tensor<16x1x4xi32>
    %36 = tt.expand_dims %9 {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
    %37 = tt.expand_dims %36 {axis = 2 : i32} : tensor<1x128xi32> -> tensor<1x128x1xi32>
    %38 = tt.broadcast %35 : tensor<16x1x4x!tt.ptr<f32>> -> tensor<16x128x4x!tt.ptr<f32>>
    %39 = tt.broadcast %37 : tensor<1x128x1xi32> -> tensor<16x128x4xi32>
    %40 = tt.addptr %38, %39 : tensor<16x128x4x!tt.ptr<f32>>, tensor<16x128x4xi32>
    %41 = tt.broadcast %29 : tensor<16x1x4xi1> -> tensor<16x128x4xi1>
    %42 = tt.load %40, %41, %cst : tensor<16x128x4x!tt.ptr<f32>>
    %43 = tt.expand_dims %21 {axis = 0 : i32} : tensor<128x4xf32> -> tensor<1x128x4xf32>
    %44 = tt.broadcast %43 : tensor<1x128x4xf32> -> tensor<16x128x4xf32>
    %45 = arith.mulf %42, %44 : tensor<16x128x4xf32>
    %46 = "tt.reduce"(%45) <{axis = 2 : i32}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      %56 = arith.addf %arg5, %arg6 : f32
      tt.reduce.return %56 : f32
    }) : (tensor<16x128x4xf32>) -> tensor<16x128xf32>
    %47 = tt.splat %12 : i32 -> tensor<16x1xi32>
    %48 = arith.addi %47, %22 : tensor<16x1xi32>
    %49 = tt.splat %arg4 : i32 -> tensor<16x1xi32>
    %50 = arith.muli %48, %49 : tensor<16x1xi32>
    %51 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
    %52 = tt.addptr %51, %50 : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi32>
    %53 = tt.broadcast %52 : tensor<16x1x!tt.ptr<f32>> -> tensor<16x128x!tt.ptr<f32>>
    %54 = tt.broadcast %36 : tensor<1x128xi32> -> tensor<16x128xi32>
    %55 = tt.addptr %53, %54 : tensor<16x128x!tt.ptr<f32>>, tensor<16x128xi32>
    tt.store %55, %46 : tensor<16x128x!tt.ptr<f32>>
    tt.return
  }
}

//--- map.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @sum(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<2048x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %i : tensor<2048x!tile.ptr<i32>>, tensor<2048xi32>
  %v = tile.load %xp : tensor<2048x!tile.ptr<i32>>
  %square = arith.muli %v, %v : tensor<2048xi32>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<2048x!tile.ptr<i32>>
  %yp = tile.addptr %ys, %i : tensor<2048x!tile.ptr<i32>>, tensor<2048xi32>
  tile.store %yp, %square : tensor<2048x!tile.ptr<i32>>
  tile.return
}
}

//--- loop.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @scatter(%x: !tile.ptr<i32>, %at: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i32>, %n: i32) {
  %i = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %ats = tile.splat %at : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %zero = arith.constant 0 : i32
  %step = arith.constant 1024 : i32
  scf.for %k = %zero to %n step %step : i32 {
    %ks = tile.splat %k : i32 -> tensor<1024xi32>
    %j = arith.addi %ks, %i : tensor<1024xi32>
    %atp = tile.addptr %ats, %j : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
    %index = tile.load %atp : tensor<1024x!tile.ptr<i32>>
    %yp = tile.addptr %ys, %index : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
    tile.store %yp, %j : tensor<1024x!tile.ptr<i32>>
  }
  tile.return
}
}

//--- behind-store.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @scatter(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %at: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i32>) {
  %i = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %ats = tile.splat %at : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %atp = tile.addptr %ats, %i : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %index = tile.load %atp : tensor<1024x!tile.ptr<i32>>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %yp = tile.addptr %ys, %index : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  tile.store %yp, %i : tensor<1024x!tile.ptr<i32>>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %i : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %v = tile.load %xp : tensor<1024x!tile.ptr<i32>>
  tile.store %atp, %v : tensor<1024x!tile.ptr<i32>>
  tile.return
}
}

//--- in-place.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 2>} {
tile.func public @sums_before(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %count: i32, %o: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %next = arith.constant dense<4096> : tensor<4096xi32>
  %none = arith.constant dense<0.0> : tensor<4096xf32>
  // A count that is not the same for all threads.
  %many_all = arith.constant dense<4> : tensor<4096xi32>
  %at_end = arith.minsi %i, %many_all : tensor<4096xi32>
  %many = "tile.reduce"(%at_end) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %most = arith.maxsi %a, %b : i32
    tile.reduce.return %most : i32
  }) : (tensor<4096xi32>) -> i32
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %x_first = tile.addptr %xs, %i : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %end:2 = scf.for %n = %zero to %count step %one iter_args(%sum = %none, %x_at = %x_first) -> (tensor<4096xf32>, tensor<4096x!tile.ptr<f32>>) : i32 {
    %now = tile.load %x_at : tensor<4096x!tile.ptr<f32>>
    tile.store %x_at, %sum : tensor<4096x!tile.ptr<f32>>
    %more = arith.addf %sum, %now : tensor<4096xf32>
    %x_next = tile.addptr %x_at, %next : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
    scf.yield %more, %x_next : tensor<4096xf32>, tensor<4096x!tile.ptr<f32>>
  }
  %os = tile.splat %o : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %op = tile.addptr %os, %i : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  tile.store %op, %end#0 : tensor<4096x!tile.ptr<f32>>
  tile.return
}
}

//--- table-of-tables.mlir
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @tables(%t: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %u: !tile.ptr<i32>, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %o: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %ts = tile.splat %t : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %tp = tile.addptr %ts, %i : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  %a = tile.load %tp : tensor<256x!tile.ptr<i32>>
  %ds = tile.splat %d : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %wp = tile.addptr %ds, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %w = tile.load %wp : tensor<256x!tile.ptr<f32>>
  %us = tile.splat %u : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %up = tile.addptr %us, %a : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  %b = tile.load %up : tensor<256x!tile.ptr<i32>>
  %dp = tile.addptr %ds, %b : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %x = tile.load %dp : tensor<256x!tile.ptr<f32>>
  %sum = arith.addf %x, %w : tensor<256xf32>
  %os = tile.splat %o : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %op = tile.addptr %os, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  tile.store %op, %sum : tensor<256x!tile.ptr<f32>>
  tile.return
}
}
