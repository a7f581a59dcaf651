// RUN: tile-opt %s -split-input-file -verify-diagnostics --tile-distribute-to-threads

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @result_of_another_warp(%p: !tile.ptr<i32>, %x: i32) -> i32 {
  // expected-error @below {{'tile.atomic_rmw' op expected result 0 to reach other warps through shared memory at this stage; run tile-insert-shared-memory first}}
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return %0 : i32
}
}

// -----

#all = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @tile_of_another_warp(%p: tensor<64x!tile.ptr<i32>, #all>, %x: tensor<64xi32, #all>) -> tensor<64xi32, #all> {
  // expected-error @below {{'tile.atomic_cas' op expected result 0 to reach other warps through shared memory at this stage; run tile-insert-shared-memory first}}
  %0 = tile.atomic_cas relaxed, gpu, %p, %x, %x : (tensor<64x!tile.ptr<i32>, #all>, tensor<64xi32, #all>, tensor<64xi32, #all>) -> tensor<64xi32, #all>
  tile.return %0 : tensor<64xi32, #all>
}
}

// -----

module attributes {tile.target = #tile.target<"sm_89", num_warps = 1>} {
tile.func private @pair_of_an_older_target(%p: !tile.ptr<i64>, %x: i64) {
  // expected-error @below {{'tile.atomic_cas_pair' op expected a target with atomic operations on 128 bits, which sm_90 and later ones have, found sm_89}}
  %0:2 = tile.atomic_cas_pair relaxed, gpu, %p, (%x, %x), (%x, %x) : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1, ptx = 82>} {
tile.func private @pair_of_an_older_version(%p: !tile.ptr<i64>, %x: i64) {
  // expected-error @below {{'tile.atomic_cas_pair' op expected PTX ISA 8.3 or later for an atomic operation on 128 bits of scope gpu, found 8.2}}
  %0:2 = tile.atomic_cas_pair relaxed, gpu, %p, (%x, %x), (%x, %x) : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4, ptx = 83>} {
tile.func private @half_of_a_pair_of_another_warp(%p: !tile.ptr<i64>, %x: i64) -> i64 {
  // expected-error @below {{'tile.atomic_cas_pair' op expected result 1 to reach other warps through shared memory at this stage; run tile-insert-shared-memory first}}
  %0:2 = tile.atomic_cas_pair relaxed, gpu, %p, (%x, %x), (%x, %x) : !tile.ptr<i64>
  tile.return %0#1 : i64
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @load_of_another_warp(%p: !tile.ptr<i32>) -> i32 {
  // expected-error @below {{'tile.atomic_load' op expected result 0 to reach other warps through shared memory at this stage; run tile-insert-shared-memory first}}
  %0 = tile.atomic_load relaxed, gpu, %p : (!tile.ptr<i32>) -> i32
  tile.return %0 : i32
}
}
