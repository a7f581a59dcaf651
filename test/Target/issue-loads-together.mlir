// Loads that do not need each other are issued together where one of them gives an address,
// or goes to shared memory: bar.warp.sync keeps ptxas from putting a use in between. What is
// loaded further down comes up. Other kernels, loops, and loads behind a store keep ptxas' order.

// RUN: split-file %s %t
// RUN: tilec %t/scatter.mlir -o - | FileCheck %s --check-prefix=SCATTER
// RUN: tile-run %t/scatter.mlir --input=x:512xi32=iota --input='at:512xi32=iota:511:-1' --output=y:512xi32 --check='y == 511 - i'
// RUN: tilec %t/transpose.mlir -o - | FileCheck %s --check-prefix=TRANSPOSE
// RUN: tilec %t/map.mlir -o - | FileCheck %s --check-prefix=OTHER
// RUN: tilec %t/loop.mlir -o - | FileCheck %s --check-prefix=OTHER
// RUN: tilec %t/behind-store.mlir -o - | FileCheck %s --check-prefix=BEHIND
// RUN: tilec %t/table-of-tables.mlir -o - | FileCheck %s --check-prefix=TABLES
// RUN: tile-run %t/table-of-tables.mlir --input='t:256xi32=iota:255:-1' --input='u:256xi32=iota:255:-1' --input=d:256xf32=iota --output=o:256xf32 --check='o == 2 * i'

// SCATTER-COUNT-8: ld.global
// SCATTER-NOT:     mul
// SCATTER:         bar.warp.sync -1;
// SCATTER:         st.global
// SCATTER-NOT:     bar.warp.sync

// TRANSPOSE-COUNT-16: ld.global
// TRANSPOSE-NOT:      st.shared
// TRANSPOSE:          bar.warp.sync -1;
// TRANSPOSE:          st.shared
// TRANSPOSE:          bar.sync
// TRANSPOSE-NOT:      bar.warp.sync

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
tile.func public @transpose_add(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
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
