// RUN: tile-opt %s --tile-print-axis-info -verify-diagnostics -o /dev/null

// What is known of a tile stays known while it lies in shared memory.

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

tile.func @one_store() {
  // expected-remark@below {{contiguity = [512], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %range = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #a>
  %place = tilegpu.local_alloc : !tilegpu.memdesc<512xi32, #shared>
  tilegpu.local_store %range, %place : tensor<512xi32, #a>, !tilegpu.memdesc<512xi32, #shared>
  // expected-remark@below {{contiguity = [512], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %loaded = tilegpu.local_load %place : !tilegpu.memdesc<512xi32, #shared> -> tensor<512xi32, #b>
  tile.return
}

// What all stores have in common.
tile.func @two_stores(%condition: i1) {
  // expected-remark@below {{contiguity = [512], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %range = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #a>
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [512], constant = 8}}
  %eight = arith.constant dense<8> : tensor<512xi32, #a>
  %place = tilegpu.local_alloc : !tilegpu.memdesc<512xi32, #shared>
  scf.if %condition {
    tilegpu.local_store %range, %place : tensor<512xi32, #a>, !tilegpu.memdesc<512xi32, #shared>
  } else {
    tilegpu.local_store %eight, %place : tensor<512xi32, #a>, !tilegpu.memdesc<512xi32, #shared>
  }
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %loaded = tilegpu.local_load %place : !tilegpu.memdesc<512xi32, #shared> -> tensor<512xi32, #b>
  tile.return
}

// The next iteration reads what this one stores.
tile.func @in_loop(%n: i32) {
  // expected-remark@below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = 1}}
  %one = arith.constant 1 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [64], constancy = [512], constant = 64}}
  %first = arith.constant dense<64> : tensor<512xi32, #a>
  %place = tilegpu.local_alloc : !tilegpu.memdesc<512xi32, #shared>
  tilegpu.local_store %first, %place : tensor<512xi32, #a>, !tilegpu.memdesc<512xi32, #shared>
  scf.for %i = %zero to %n step %one : i32 {
    // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [512], constant = none}}
    %loaded = tilegpu.local_load %place : !tilegpu.memdesc<512xi32, #shared> -> tensor<512xi32, #a>
    // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [512], constant = 16}}
    %step = arith.constant dense<16> : tensor<512xi32, #a>
    // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [512], constant = none}}
    %next = arith.addi %loaded, %step : tensor<512xi32, #a>
    tilegpu.local_store %next, %place : tensor<512xi32, #a>, !tilegpu.memdesc<512xi32, #shared>
  }
  tile.return
}

// Copies and places among several may bring anything.
tile.func @other_writers(%base: !tile.ptr<i32>, %i: i32) {
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [512], constant = none}}
  %p = tile.splat %base : !tile.ptr<i32> -> tensor<512x!tile.ptr<i32>, #b>
  // expected-remark@below {{contiguity = [512], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %range = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #a>
  %copied = tilegpu.local_alloc : !tilegpu.memdesc<512xi32, #shared>
  tilegpu.local_store %range, %copied : tensor<512xi32, #a>, !tilegpu.memdesc<512xi32, #shared>
  tilegpu.async_copy %p, %copied : tensor<512x!tile.ptr<i32>, #b>, !tilegpu.memdesc<512xi32, #shared>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %x = tilegpu.local_load %copied : !tilegpu.memdesc<512xi32, #shared> -> tensor<512xi32, #a>
  %places = tilegpu.local_alloc : !tilegpu.memdesc<2x512xi32, #shared>
  %place = tilegpu.memdesc_index %places[%i] : !tilegpu.memdesc<2x512xi32, #shared> -> !tilegpu.memdesc<512xi32, #shared>
  tilegpu.local_store %range, %place : tensor<512xi32, #a>, !tilegpu.memdesc<512xi32, #shared>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %y = tilegpu.local_load %place : !tilegpu.memdesc<512xi32, #shared> -> tensor<512xi32, #a>
  // A part of a place begins anywhere in it.
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %z = tilegpu.local_load %place at [256] : !tilegpu.memdesc<512xi32, #shared> -> tensor<256xi32, #a>
  tile.return
}
