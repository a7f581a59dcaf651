// RUN: tile-opt %s --tile-print-axis-info=print-access -verify-diagnostics -o /dev/null

// How many elements one access of a load or store takes.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#sixteen = #tile.blocked<{sizePerThread = [16], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #tile.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>

// The layout gives each thread 1, 4 or 16 neighbours; 4 floats are 128 bits.
tile.func @by_layout(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  // expected-remark@below {{contiguity = [2048], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r1 = tile.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32, #one>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [2048], constant = none}}
  %p1 = tile.splat %p : !tile.ptr<f32> -> tensor<2048x!tile.ptr<f32>, #one>
  // expected-remark@below {{contiguity = [2048], divisibility = [16], constancy = [1], constant = none}}
  %q1 = tile.addptr %p1, %r1 : tensor<2048x!tile.ptr<f32>, #one>, tensor<2048xi32, #one>
  // expected-remark@below {{elements per access = 1}}
  %x1 = tile.load %q1 : tensor<2048x!tile.ptr<f32>, #one>
  // expected-remark@below {{contiguity = [2048], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r4 = tile.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32, #four>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [2048], constant = none}}
  %p4 = tile.splat %p : !tile.ptr<f32> -> tensor<2048x!tile.ptr<f32>, #four>
  // expected-remark@below {{contiguity = [2048], divisibility = [16], constancy = [1], constant = none}}
  %q4 = tile.addptr %p4, %r4 : tensor<2048x!tile.ptr<f32>, #four>, tensor<2048xi32, #four>
  // expected-remark@below {{elements per access = 4}}
  %x4 = tile.load %q4 : tensor<2048x!tile.ptr<f32>, #four>
  // expected-remark@below {{elements per access = 4}}
  tile.store %q4, %x4 : tensor<2048x!tile.ptr<f32>, #four>
  // expected-remark@below {{contiguity = [2048], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r16 = tile.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32, #sixteen>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [2048], constant = none}}
  %p16 = tile.splat %p : !tile.ptr<f32> -> tensor<2048x!tile.ptr<f32>, #sixteen>
  // expected-remark@below {{contiguity = [2048], divisibility = [16], constancy = [1], constant = none}}
  %q16 = tile.addptr %p16, %r16 : tensor<2048x!tile.ptr<f32>, #sixteen>, tensor<2048xi32, #sixteen>
  // expected-remark@below {{elements per access = 4}}
  %x16 = tile.load %q16 : tensor<2048x!tile.ptr<f32>, #sixteen>
  tile.return
}

// By element: 16 bytes are 16 of i8 and of i1, 8 of f16, 2 of f64.
tile.func @by_element(%b: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %m: !tile.ptr<i1> {tile.divisibility = 16 : i32}, %h: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f64> {tile.divisibility = 16 : i32}) {
  // expected-remark@below {{contiguity = [2048], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32, #sixteen>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [2048], constant = none}}
  %bs = tile.splat %b : !tile.ptr<i8> -> tensor<2048x!tile.ptr<i8>, #sixteen>
  // expected-remark@below {{contiguity = [2048], divisibility = [16], constancy = [1], constant = none}}
  %bp = tile.addptr %bs, %r : tensor<2048x!tile.ptr<i8>, #sixteen>, tensor<2048xi32, #sixteen>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  // expected-remark@below {{elements per access = 16}}
  %x = tile.load %bp : tensor<2048x!tile.ptr<i8>, #sixteen>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [2048], constant = none}}
  %ms = tile.splat %m : !tile.ptr<i1> -> tensor<2048x!tile.ptr<i1>, #sixteen>
  // expected-remark@below {{contiguity = [2048], divisibility = [16], constancy = [1], constant = none}}
  %mp = tile.addptr %ms, %r : tensor<2048x!tile.ptr<i1>, #sixteen>, tensor<2048xi32, #sixteen>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  // expected-remark@below {{elements per access = 16}}
  %y = tile.load %mp : tensor<2048x!tile.ptr<i1>, #sixteen>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [2048], constant = none}}
  %hs = tile.splat %h : !tile.ptr<f16> -> tensor<2048x!tile.ptr<f16>, #sixteen>
  // expected-remark@below {{contiguity = [2048], divisibility = [16], constancy = [1], constant = none}}
  %hp = tile.addptr %hs, %r : tensor<2048x!tile.ptr<f16>, #sixteen>, tensor<2048xi32, #sixteen>
  // expected-remark@below {{elements per access = 8}}
  %z = tile.load %hp : tensor<2048x!tile.ptr<f16>, #sixteen>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [2048], constant = none}}
  %ds = tile.splat %d : !tile.ptr<f64> -> tensor<2048x!tile.ptr<f64>, #sixteen>
  // expected-remark@below {{contiguity = [2048], divisibility = [16], constancy = [1], constant = none}}
  %dp = tile.addptr %ds, %r : tensor<2048x!tile.ptr<f64>, #sixteen>, tensor<2048xi32, #sixteen>
  // expected-remark@below {{elements per access = 2}}
  %w = tile.load %dp : tensor<2048x!tile.ptr<f64>, #sixteen>
  tile.return
}

// By alignment, 8 bytes here, and by mask.
tile.func @by_address_and_mask(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %u: !tile.ptr<f32> {tile.divisibility = 8 : i32}, %n: i32, %m: i32 {tile.divisibility = 2 : i32}) {
  // expected-remark@below {{contiguity = [512], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #four>
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [512], constant = none}}
  %us = tile.splat %u : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #four>
  // expected-remark@below {{contiguity = [512], divisibility = [8], constancy = [1], constant = none}}
  %up = tile.addptr %us, %r : tensor<512x!tile.ptr<f32>, #four>, tensor<512xi32, #four>
  // expected-remark@below {{elements per access = 2}}
  %x = tile.load %up : tensor<512x!tile.ptr<f32>, #four>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [512], constant = none}}
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #four>
  // expected-remark@below {{contiguity = [512], divisibility = [16], constancy = [1], constant = none}}
  %pp = tile.addptr %ps, %r : tensor<512x!tile.ptr<f32>, #four>, tensor<512xi32, #four>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [512], constant = none}}
  %ns = tile.splat %n : i32 -> tensor<512xi32, #four>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %less_n = arith.cmpi slt, %r, %ns : tensor<512xi32, #four>
  // expected-remark@below {{elements per access = 1}}
  %y = tile.load %pp, %less_n : tensor<512x!tile.ptr<f32>, #four>
  // expected-remark@below {{contiguity = [1], divisibility = [2], constancy = [512], constant = none}}
  %ms = tile.splat %m : i32 -> tensor<512xi32, #four>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [2], constant = none}}
  %less_m = arith.cmpi slt, %r, %ms : tensor<512xi32, #four>
  // expected-remark@below {{elements per access = 2}}
  tile.store %pp, %y, %less_m : tensor<512x!tile.ptr<f32>, #four>
  // expected-remark@below {{elements per access = 1}}
  %z = tile.load %p : !tile.ptr<f32>
  tile.return
}

// The addresses follow each other along the rows: the layout must too.
tile.func @two_dimensions(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %pitch: i32 {tile.divisibility = 16 : i32}) {
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %row = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #tile.slice<{dim = 1, parent = #rows}>>
  // expected-remark@below {{contiguity = [32, 1], divisibility = [4611686018427387904, 1], constancy = [1, 1], constant = none}}
  %row_2d = tile.expand_dims %row {axis = 1 : i32} : tensor<32xi32, #tile.slice<{dim = 1, parent = #rows}>> -> tensor<32x1xi32, #rows>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [32, 1], constant = none}}
  %pitches = tile.splat %pitch : i32 -> tensor<32x1xi32, #rows>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 1], constant = none}}
  %start = arith.muli %row_2d, %pitches : tensor<32x1xi32, #rows>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 32], constant = none}}
  %starts = tile.broadcast %start : tensor<32x1xi32, #rows> -> tensor<32x32xi32, #rows>
  // expected-remark@below {{contiguity = [32], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %column = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #tile.slice<{dim = 0, parent = #rows}>>
  // expected-remark@below {{contiguity = [1, 32], divisibility = [1, 4611686018427387904], constancy = [1, 1], constant = none}}
  %column_2d = tile.expand_dims %column {axis = 0 : i32} : tensor<32xi32, #tile.slice<{dim = 0, parent = #rows}>> -> tensor<1x32xi32, #rows>
  // expected-remark@below {{contiguity = [1, 32], divisibility = [1, 4611686018427387904], constancy = [32, 1], constant = none}}
  %columns = tile.broadcast %column_2d : tensor<1x32xi32, #rows> -> tensor<32x32xi32, #rows>
  // expected-remark@below {{contiguity = [1, 32], divisibility = [1, 16], constancy = [1, 1], constant = none}}
  %offset = arith.addi %starts, %columns : tensor<32x32xi32, #rows>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [32, 32], constant = none}}
  %base = tile.splat %p : !tile.ptr<f32> -> tensor<32x32x!tile.ptr<f32>, #rows>
  // expected-remark@below {{contiguity = [1, 32], divisibility = [4, 16], constancy = [1, 1], constant = none}}
  %ptr = tile.addptr %base, %offset : tensor<32x32x!tile.ptr<f32>, #rows>, tensor<32x32xi32, #rows>
  // expected-remark@below {{elements per access = 4}}
  %x = tile.load %ptr : tensor<32x32x!tile.ptr<f32>, #rows>
  // expected-remark@below {{contiguity = [1, 32], divisibility = [4, 16], constancy = [1, 1], constant = none}}
  %other = tilegpu.convert_layout %ptr : tensor<32x32x!tile.ptr<f32>, #rows> -> tensor<32x32x!tile.ptr<f32>, #columns>
  // expected-remark@below {{elements per access = 1}}
  %y = tile.load %other : tensor<32x32x!tile.ptr<f32>, #columns>
  tile.return
}

// Without a layout nobody knows what a thread owns.
tile.func @no_layout(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  // expected-remark@below {{contiguity = [512], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [512], constant = none}}
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  // expected-remark@below {{contiguity = [512], divisibility = [16], constancy = [1], constant = none}}
  %pp = tile.addptr %ps, %r : tensor<512x!tile.ptr<f32>>, tensor<512xi32>
  // expected-remark@below {{elements per access = 1}}
  %x = tile.load %pp : tensor<512x!tile.ptr<f32>>
  tile.return
}
