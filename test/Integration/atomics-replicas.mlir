// RUN: tile-run %s --kernel=small_tile --num-warps=1 --device=sim:sm_80 --output p:16xi32=iota:5:2 --output out:1024xi32 --check 'p == i * 2 + 6; out == 5 + 2 * (i %% 16)'
// RUN: tile-run %s --kernel=scalar --num-warps=1 --device=sim:sm_80 --output p:1xi32=const:9 --output out:1024xi32 --check 'p == 10; out == 9'
// RUN: tile-run %s --kernel=small_tile --num-warps=2 --device=sim:sm_90a --output p:16xi32=iota:5:2 --output out:1024xi32 --check 'p == i * 2 + 6; out == 5 + 2 * (i %% 16)'
// RUN: tile-run %s --kernel=scalar --num-warps=2 --device=sim:sm_90a --output p:1xi32=const:9 --output out:1024xi32 --check 'p == 10; out == 9'
// RUN: tile-run %s --kernel=small_tile --num-warps=4 --device=sim:sm_80 --output p:16xi32=iota:5:2 --output out:1024xi32 --check 'p == i * 2 + 6; out == 5 + 2 * (i %% 16)'
// RUN: tile-run %s --kernel=scalar --num-warps=4 --device=sim:sm_80 --output p:1xi32=const:9 --output out:1024xi32 --check 'p == 10; out == 9'
// RUN: tile-run %s --kernel=small_tile --num-warps=4 --device=sim:sm_90a --output p:16xi32=iota:5:2 --output out:1024xi32 --check 'p == i * 2 + 6; out == 5 + 2 * (i %% 16)'
// RUN: tile-run %s --kernel=scalar --num-warps=4 --device=sim:sm_90a --output p:1xi32=const:9 --output out:1024xi32 --check 'p == 10; out == 9'
// RUN: tile-run %s --kernel=small_tile --num-warps=32 --device=sim:sm_90a --output p:16xi32=iota:5:2 --output out:1024xi32 --check 'p == i * 2 + 6; out == 5 + 2 * (i %% 16)'
// RUN: tile-run %s --kernel=scalar --num-warps=32 --device=sim:sm_90a --output p:1xi32=const:9 --output out:1024xi32 --check 'p == 10; out == 9'

// Each kernel adds 1 once per element; what comes back goes to threads that held copies.

tile.func public @small_tile(%p: !tile.ptr<i32>, %out: !tile.ptr<i32>) {
  %i = tile.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %j = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %one = arith.constant dense<1> : tensor<16xi32>
  %ps = tile.splat %p : !tile.ptr<i32> -> tensor<16x!tile.ptr<i32>>
  %at = tile.addptr %ps, %i : tensor<16x!tile.ptr<i32>>, tensor<16xi32>
  %old = tile.atomic_rmw add, relaxed, gpu, %at, %one : (tensor<16x!tile.ptr<i32>>, tensor<16xi32>) -> tensor<16xi32>
  // Row r of the result is all that came back.
  %oc = tile.expand_dims %old {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %all = tile.broadcast %oc : tensor<1x16xi32> -> tensor<64x16xi32>
  %c16 = arith.constant dense<16> : tensor<64xi32>
  %jr = arith.muli %j, %c16 : tensor<64xi32>
  %jc = tile.expand_dims %jr {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %jb = tile.broadcast %jc : tensor<64x1xi32> -> tensor<64x16xi32>
  %ic = tile.expand_dims %i {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %ib = tile.broadcast %ic : tensor<1x16xi32> -> tensor<64x16xi32>
  %k = arith.addi %ib, %jb : tensor<64x16xi32>
  %os = tile.splat %out : !tile.ptr<i32> -> tensor<64x16x!tile.ptr<i32>>
  %op = tile.addptr %os, %k : tensor<64x16x!tile.ptr<i32>>, tensor<64x16xi32>
  tile.store %op, %all : tensor<64x16x!tile.ptr<i32>>
  tile.return
}

tile.func public @scalar(%p: !tile.ptr<i32>, %out: !tile.ptr<i32>) {
  %one = arith.constant 1 : i32
  %i = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %old = tile.atomic_rmw add, relaxed, gpu, %p, %one : (!tile.ptr<i32>, i32) -> i32
  %all = tile.splat %old : i32 -> tensor<1024xi32>
  %os = tile.splat %out : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %op = tile.addptr %os, %i : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  tile.store %op, %all : tensor<1024x!tile.ptr<i32>>
  tile.return
}
