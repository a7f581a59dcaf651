// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @fadd_of_integers(%p: !tile.ptr<i32>, %x: i32) {
  // expected-error @below {{'tile.atomic_rmw' op expected values of f16, bf16, f32 or f64 for fadd, found 'i32'}}
  %0 = tile.atomic_rmw fadd, relaxed, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// -----

tile.func private @add_of_floats(%p: tensor<4x!tile.ptr<f32>>, %x: tensor<4xf32>) {
  // expected-error @below {{'tile.atomic_rmw' op expected values of i32 or i64 for add, found 'tensor<4xf32>'}}
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (tensor<4x!tile.ptr<f32>>, tensor<4xf32>) -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @max_of_narrow_integers(%p: !tile.ptr<i16>, %x: i16) {
  // expected-error @below {{'tile.atomic_rmw' op expected values of i32 or i64 for max, found 'i16'}}
  %0 = tile.atomic_rmw max, relaxed, gpu, %p, %x : (!tile.ptr<i16>, i16) -> i16
  tile.return
}

// -----

tile.func private @exchange_of_narrow_values(%p: !tile.ptr<f16>, %x: f16) {
  // expected-error @below {{'tile.atomic_rmw' op expected values of 32 or 64 bits for exch, found 'f16'}}
  %0 = tile.atomic_rmw exch, relaxed, gpu, %p, %x : (!tile.ptr<f16>, f16) -> f16
  tile.return
}

// -----

tile.func private @compared_bytes(%p: !tile.ptr<i8>, %x: i8) {
  // expected-error @below {{'tile.atomic_cas' op expected values of 16, 32 or 64 bits, found 'i8'}}
  %0 = tile.atomic_cas relaxed, gpu, %p, %x, %x : (!tile.ptr<i8>, i8, i8) -> i8
  tile.return
}

// -----

tile.func private @constant_memory(%p: !tile.ptr<i32, 4>, %x: i32) {
  // expected-error @below {{'tile.atomic_rmw' op expected pointers to generic, global or shared memory, found '!tile.ptr<i32, 4>'}}
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (!tile.ptr<i32, 4>, i32) -> i32
  tile.return
}

// -----

tile.func private @local_memory(%p: !tile.ptr<i32, 5>, %x: i32) {
  // expected-error @below {{'tile.atomic_cas' op expected pointers to generic, global or shared memory, found '!tile.ptr<i32, 5>'}}
  %0 = tile.atomic_cas relaxed, gpu, %p, %x, %x : (!tile.ptr<i32, 5>, i32, i32) -> i32
  tile.return
}

// -----

tile.func private @other_value(%p: !tile.ptr<i32>, %x: i64) {
  // expected-error @below {{failed to verify that the value is what the pointer points to}}
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (!tile.ptr<i32>, i64) -> i64
  tile.return
}

// -----

tile.func private @other_result(%p: !tile.ptr<i32>, %x: i32) {
  // expected-error @below {{failed to verify that all of {val, result} have same type}}
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i64
  tile.return
}

// -----

tile.func private @other_mask(%p: tensor<4x!tile.ptr<i32>>, %x: tensor<4xi32>, %m: i1) {
  // expected-error @below {{failed to verify that the mask is i1 in the pointer's shape}}
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x, %m : (tensor<4x!tile.ptr<i32>>, tensor<4xi32>, i1) -> tensor<4xi32>
  tile.return
}

// -----

tile.func private @other_expectation(%p: !tile.ptr<i32>, %x: i32, %y: i64) {
  // expected-error @below {{failed to verify that all of {cmp, val} have same type}}
  %0 = tile.atomic_cas relaxed, gpu, %p, %y, %x : (!tile.ptr<i32>, i64, i32) -> i32
  tile.return
}

// -----

tile.func private @histogram_rank(%x: tensor<64xi32>) {
  // expected-error @below {{'tile.histogram' op expected a result of one dimension, of i32 or i64, found 'tensor<4x4xi32>'}}
  %0 = tile.histogram %x : tensor<64xi32> -> tensor<4x4xi32>
  tile.return
}

// -----

tile.func private @histogram_counts(%x: tensor<64xi32>) {
  // expected-error @below {{'tile.histogram' op expected a result of one dimension, of i32 or i64, found 'tensor<16xi16>'}}
  %0 = tile.histogram %x : tensor<64xi32> -> tensor<16xi16>
  tile.return
}

// -----

tile.func private @histogram_of_bits(%x: tensor<64xi1>) {
  // expected-error @below {{'tile.histogram' op expected numbers of 8 to 64 bits, found 'tensor<64xi1>'}}
  %0 = tile.histogram %x : tensor<64xi1> -> tensor<2xi32>
  tile.return
}

// -----

tile.func private @histogram_mask(%x: tensor<64xi32>, %m: tensor<32xi1>) {
  // expected-error @below {{failed to verify that the mask is i1 in the shape of `src`}}
  %0 = "tile.histogram"(%x, %m) : (tensor<64xi32>, tensor<32xi1>) -> tensor<16xi32>
  tile.return
}

// -----

tile.func private @narrow_pair(%p: !tile.ptr<i32>, %x: i32) {
  // expected-error @below {{'tile.atomic_cas_pair' op expected values of 64 bits, found 'i32'}}
  %0:2 = tile.atomic_cas_pair relaxed, gpu, %p, (%x, %x), (%x, %x) : !tile.ptr<i32>
  tile.return
}

// -----

tile.func private @pair_in_constant_memory(%p: !tile.ptr<i64, 4>, %x: i64) {
  // expected-error @below {{'tile.atomic_cas_pair' op expected pointers to generic, global or shared memory, found '!tile.ptr<i64, 4>'}}
  %0:2 = tile.atomic_cas_pair relaxed, gpu, %p, (%x, %x), (%x, %x) : !tile.ptr<i64, 4>
  tile.return
}

// -----

tile.func private @other_half(%p: !tile.ptr<i64>, %x: i64, %y: i32) {
  // expected-error @below {{failed to verify that `cmpSecond` is what the pointer points to}}
  %0:2 = "tile.atomic_cas_pair"(%p, %x, %y, %x, %x) <{sem = 1 : i32, scope = 1 : i32}> : (!tile.ptr<i64>, i64, i32, i64, i64) -> (i64, i64)
  tile.return
}

// -----

tile.func private @mask_of_pairs(%p: tensor<4x!tile.ptr<i64>>, %x: tensor<4xi64>, %m: i1) {
  // expected-error @below {{failed to verify that the mask is i1 in the pointer's shape}}
  %0:2 = "tile.atomic_cas_pair"(%p, %x, %x, %x, %x, %m) <{sem = 1 : i32, scope = 1 : i32}> : (tensor<4x!tile.ptr<i64>>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, i1) -> (tensor<4xi64>, tensor<4xi64>)
  tile.return
}

// -----

tile.func private @load_that_releases(%p: !tile.ptr<i32>) {
  // expected-error @below {{'tile.atomic_load' op expected the order relaxed or acquire, found release}}
  %0 = tile.atomic_load release, gpu, %p : (!tile.ptr<i32>) -> i32
  tile.return
}

// -----

tile.func private @store_that_acquires(%p: !tile.ptr<i32>, %x: i32) {
  // expected-error @below {{'tile.atomic_store' op expected the order relaxed or release, found acq_rel}}
  tile.atomic_store acq_rel, gpu, %p, %x : !tile.ptr<i32>
  tile.return
}

// -----

tile.func private @poll_that_releases(%p: !tile.ptr<i32>, %x: i32) {
  // expected-error @below {{'tile.atomic_poll' op expected the order relaxed or acquire, found release}}
  %0 = tile.atomic_poll release, gpu, %p, %x : !tile.ptr<i32>, i32 -> i1
  tile.return
}

// -----

tile.func private @load_of_bits(%p: !tile.ptr<i1>) {
  // expected-error @below {{'tile.atomic_load' op expected values of 8, 16, 32 or 64 bits, found 'i1'}}
  %0 = tile.atomic_load relaxed, gpu, %p : (!tile.ptr<i1>) -> i1
  tile.return
}

// -----

tile.func private @store_of_bits(%p: tensor<4x!tile.ptr<i1>>, %x: tensor<4xi1>) {
  // expected-error @below {{'tile.atomic_store' op expected values of 8, 16, 32 or 64 bits, found 'tensor<4xi1>'}}
  tile.atomic_store relaxed, gpu, %p, %x : tensor<4x!tile.ptr<i1>>
  tile.return
}

// -----

tile.func private @poll_of_bytes(%p: !tile.ptr<i8>, %x: i8) {
  // expected-error @below {{'tile.atomic_poll' op expected integers of 16, 32 or 64 bits, found 'i8'}}
  %0 = tile.atomic_poll relaxed, gpu, %p, %x : !tile.ptr<i8>, i8 -> i1
  tile.return
}

// -----

tile.func private @poll_of_other_numbers(%p: !tile.ptr<i32>, %x: i64) {
  // expected-error @below {{failed to verify that `expected` is what the pointer points to}}
  %0 = tile.atomic_poll relaxed, gpu, %p, %x : !tile.ptr<i32>, i64 -> i1
  tile.return
}

// -----

tile.func private @load_of_constant_memory(%p: !tile.ptr<i32, 4>) {
  // expected-error @below {{'tile.atomic_load' op expected pointers to generic, global or shared memory, found '!tile.ptr<i32, 4>'}}
  %0 = tile.atomic_load relaxed, gpu, %p : (!tile.ptr<i32, 4>) -> i32
  tile.return
}
