// RUN: tile-opt %s --tile-print-axis-info -verify-diagnostics -o /dev/null

// Ranges, constants, shapes and pointers.

tile.func @ranges() {
  // expected-remark@below {{contiguity = [8], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r0 = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  // expected-remark@below {{contiguity = [8], divisibility = [8], constancy = [1], constant = none}}
  %r8 = tile.make_range {start = 8 : i32, end = 16 : i32} : tensor<8xi32>
  // expected-remark@below {{contiguity = [8], divisibility = [1], constancy = [1], constant = none}}
  %r3 = tile.make_range {start = 3 : i32, end = 11 : i32} : tensor<8xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [2], constancy = [1], constant = 6}}
  %r1 = tile.make_range {start = 6 : i32, end = 7 : i32} : tensor<1xi32>
  tile.return
}

// The last run of a dimension that is no power of two may end early. Runs of
// another dimension are as long as both dimensions are multiples of.
tile.func @odd_sizes(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  // expected-remark@below {{contiguity = [128], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 96 : i32} : tensor<96xi32>
  // expected-remark@below {{contiguity = [1, 16], divisibility = [1, 16], constancy = [1, 1], constant = none}}
  %s = tile.reshape %r : tensor<96xi32> -> tensor<2x48xi32>
  // expected-remark@below {{contiguity = [16], divisibility = [16], constancy = [1], constant = none}}
  %t = tile.reshape %s : tensor<2x48xi32> -> tensor<96xi32>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [2, 64], constant = 3}}
  %c = arith.constant dense<3> : tensor<2x48xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [16], constant = none}}
  %q = tile.splat %p : !tile.ptr<f32> -> tensor<12x!tile.ptr<f32>>
  tile.return
}

// The tables of AxisInfo.h, element by element.
tile.func @constants() {
  // expected-remark@below {{contiguity = [4], divisibility = [8], constancy = [1], constant = none}}
  %a = arith.constant dense<[8, 9, 10, 11, 0, 1, 2, 3]> : tensor<8xi32>
  // expected-remark@below {{contiguity = [2], divisibility = [2], constancy = [1], constant = none}}
  %b = arith.constant dense<[6, 7, 8, 9, 10, 11, 20, 21]> : tensor<8xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [4], constant = none}}
  %c = arith.constant dense<[0, 0, 0, 0, 4, 4, 4, 4]> : tensor<8xi32>
  // expected-remark@below {{contiguity = [1, 4], divisibility = [1, 8], constancy = [1, 1], constant = none}}
  %d = arith.constant dense<[[0, 1, 2, 3], [8, 9, 10, 11]]> : tensor<2x4xi32>
  // expected-remark@below {{contiguity = [4, 1], divisibility = [4, 1], constancy = [1, 1], constant = none}}
  %e = arith.constant dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [2], constant = none}}
  %f = arith.constant dense<[true, true, false, false]> : tensor<4xi1>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [1, 1], constancy = [2, 4], constant = 7}}
  %g = arith.constant dense<7> : tensor<2x4xi32>
  // expected-remark@below {{contiguity = [2], divisibility = [1], constancy = [1], constant = none}}
  %h = arith.constant dense<[127, -128]> : tensor<2xi8>
  tile.return
}

// row * 1024 + column, of 4 rows and 8 columns.
tile.func @rows_and_columns() {
  // expected-remark@below {{contiguity = [4], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %row = tile.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  // expected-remark@below {{contiguity = [4, 1], divisibility = [4611686018427387904, 1], constancy = [1, 1], constant = none}}
  %row_2d = tile.expand_dims %row {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [1024, 1024], constancy = [4, 1], constant = 1024}}
  %pitch = arith.constant dense<1024> : tensor<4x1xi32>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [1024, 1024], constancy = [1, 1], constant = none}}
  %start = arith.muli %row_2d, %pitch : tensor<4x1xi32>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [1024, 1024], constancy = [1, 8], constant = none}}
  %starts = tile.broadcast %start : tensor<4x1xi32> -> tensor<4x8xi32>
  // expected-remark@below {{contiguity = [8], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %column = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  // expected-remark@below {{contiguity = [1, 8], divisibility = [1, 4611686018427387904], constancy = [1, 1], constant = none}}
  %column_2d = tile.expand_dims %column {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  // expected-remark@below {{contiguity = [1, 8], divisibility = [1, 4611686018427387904], constancy = [4, 1], constant = none}}
  %columns = tile.broadcast %column_2d : tensor<1x8xi32> -> tensor<4x8xi32>
  // expected-remark@below {{contiguity = [1, 8], divisibility = [1, 1024], constancy = [1, 1], constant = none}}
  %offset = arith.addi %starts, %columns : tensor<4x8xi32>
  tile.return
}

tile.func @splat_and_unsplat(%n: i32 {tile.divisibility = 16 : i32}) {
  // expected-remark@below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [4, 8], constant = none}}
  %t = tile.splat %n : i32 -> tensor<4x8xi32>
  // expected-remark@below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 1], constant = none}}
  %one = tile.splat %n : i32 -> tensor<1x1xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [1], constant = none}}
  %back = tile.unsplat %one : tensor<1x1xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [1], constant = 24}}
  %k = arith.constant dense<24> : tensor<1xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [1], constant = 24}}
  %scalar = tile.unsplat %k : tensor<1xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [8], constancy = [8], constant = 24}}
  %again = tile.splat %scalar : i32 -> tensor<8xi32>
  tile.return
}

// The multiples of pointers are bytes, their runs elements.
tile.func @pointers(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %h: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %u: !tile.ptr<f32>) {
  // expected-remark@below {{contiguity = [8], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [2], constancy = [8], constant = 2}}
  %two = arith.constant dense<2> : tensor<8xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %pid = tile.get_program_id x : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = 1185}}
  %pitch = arith.constant 1185 : i32
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %start = arith.muli %pid, %pitch : i32
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [8], constant = none}}
  %p_tile = tile.splat %p : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>>
  // expected-remark@below {{contiguity = [8], divisibility = [16], constancy = [1], constant = none}}
  %p_run = tile.addptr %p_tile, %r : tensor<8x!tile.ptr<f32>>, tensor<8xi32>
  // expected-remark@below {{contiguity = [8], divisibility = [8], constancy = [1], constant = none}}
  %p_run2 = tile.addptr %p_run, %two : tensor<8x!tile.ptr<f32>>, tensor<8xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [1], constant = none}}
  %p_row = tile.addptr %p, %start : !tile.ptr<f32>, i32
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [8], constant = none}}
  %row_tile = tile.splat %p_row : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>>
  // expected-remark@below {{contiguity = [8], divisibility = [4], constancy = [1], constant = none}}
  %row_run = tile.addptr %row_tile, %r : tensor<8x!tile.ptr<f32>>, tensor<8xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [8], constant = none}}
  %h_tile = tile.splat %h : !tile.ptr<f16> -> tensor<8x!tile.ptr<f16>>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [8], constant = none}}
  %h_run2 = tile.addptr %h_tile, %two : tensor<8x!tile.ptr<f16>>, tensor<8xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [8], constant = none}}
  %u_tile = tile.splat %u : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>>
  // expected-remark@below {{contiguity = [8], divisibility = [1], constancy = [1], constant = none}}
  %u_run = tile.addptr %u_tile, %r : tensor<8x!tile.ptr<f32>>, tensor<8xi32>
  tile.return
}

// An offset of 8 bits is sign-extended: 0 to 127, then -128 to -1.
tile.func @narrow_offset(%p: !tile.ptr<i8> {tile.divisibility = 256 : i32}) {
  // expected-remark@below {{contiguity = [256], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  // expected-remark@below {{contiguity = [256], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %narrow = arith.trunci %r : tensor<256xi32> to tensor<256xi8>
  // expected-remark@below {{contiguity = [1], divisibility = [256], constancy = [256], constant = none}}
  %tile = tile.splat %p : !tile.ptr<i8> -> tensor<256x!tile.ptr<i8>>
  // expected-remark@below {{contiguity = [128], divisibility = [128], constancy = [1], constant = none}}
  %run = tile.addptr %tile, %narrow : tensor<256x!tile.ptr<i8>>, tensor<256xi8>
  tile.return
}

// Addresses step by 4 where runs step by 1, so only bytes keep their runs.
tile.func @pointer_casts(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %b: !tile.ptr<i8> {tile.divisibility = 16 : i32}) {
  // expected-remark@below {{contiguity = [8], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %r = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [8], constant = none}}
  %p_tile = tile.splat %p : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>>
  // expected-remark@below {{contiguity = [8], divisibility = [16], constancy = [1], constant = none}}
  %p_run = tile.addptr %p_tile, %r : tensor<8x!tile.ptr<f32>>, tensor<8xi32>
  // expected-remark@below {{contiguity = [8], divisibility = [16], constancy = [1], constant = none}}
  %as_i32 = tile.bitcast %p_run : tensor<8x!tile.ptr<f32>> -> tensor<8x!tile.ptr<i32>>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [1], constant = none}}
  %as_f16 = tile.bitcast %p_run : tensor<8x!tile.ptr<f32>> -> tensor<8x!tile.ptr<f16>>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [8], constant = none}}
  %uniform = tile.bitcast %p_tile : tensor<8x!tile.ptr<f32>> -> tensor<8x!tile.ptr<f64>>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [1], constant = none}}
  %number = tile.ptr_to_int %p_run : tensor<8x!tile.ptr<f32>> -> tensor<8xi64>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [8], constant = none}}
  %b_tile = tile.splat %b : !tile.ptr<i8> -> tensor<8x!tile.ptr<i8>>
  // expected-remark@below {{contiguity = [8], divisibility = [16], constancy = [1], constant = none}}
  %b_run = tile.addptr %b_tile, %r : tensor<8x!tile.ptr<i8>>, tensor<8xi32>
  // expected-remark@below {{contiguity = [8], divisibility = [16], constancy = [1], constant = none}}
  %b_number = tile.ptr_to_int %b_run : tensor<8x!tile.ptr<i8>> -> tensor<8xi64>
  // expected-remark@below {{contiguity = [8], divisibility = [16], constancy = [1], constant = none}}
  %b_again = tile.int_to_ptr %b_number : tensor<8xi64> -> tensor<8x!tile.ptr<i8>>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %as_f32 = tile.int_to_ptr %b_number : tensor<8xi64> -> tensor<8x!tile.ptr<f32>>
  tile.return
}

// What is loaded may be anything, but equal addresses have equal contents.
tile.func @loads(%p: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %x = tile.load %p : !tile.ptr<i32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [8], constant = none}}
  %p_tile = tile.splat %p : !tile.ptr<i32> -> tensor<8x!tile.ptr<i32>>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [8], constant = none}}
  %y = tile.load %p_tile : tensor<8x!tile.ptr<i32>>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [8], constant = none}}
  %gather = tile.addptr %p_tile, %y : tensor<8x!tile.ptr<i32>>, tensor<8xi32>
  // Another thread may write between two volatile loads.
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %volatile = tile.load %p_tile {isVolatile = true} : tensor<8x!tile.ptr<i32>>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %n = tile.get_num_programs y : i32
  tile.return
}

// Numbers of pages: 16 neighbours are in a page. A mask divides runs, and what stands for
// elements that are not loaded does.
tile.func @paged_loads(%p: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %n: i32, %b: i1) {
  // expected-remark@below {{contiguity = [64], divisibility = [4611686018427387904], constancy = [1], constant = none}}
  %tokens = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [64], constant = 16}}
  %page = arith.constant dense<16> : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %entries = arith.divsi %tokens, %page : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [16], constancy = [64], constant = none}}
  %p_tile = tile.splat %p : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>>
  // expected-remark@below {{contiguity = [1], divisibility = [4], constancy = [16], constant = none}}
  %ptrs = tile.addptr %p_tile, %entries : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %pages = tile.load %ptrs : tensor<64x!tile.ptr<i32>>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [64], constant = none}}
  %end = tile.splat %n : i32 -> tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %mask = arith.cmpi slt, %tokens, %end : tensor<64xi32>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %masked = tile.load %ptrs, %mask, %page : tensor<64x!tile.ptr<i32>>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [64], constant = none}}
  %all = tile.splat %b : i1 -> tensor<64xi1>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [16], constant = none}}
  %uniform = tile.load %ptrs, %all, %page : tensor<64x!tile.ptr<i32>>
  // expected-remark@below {{contiguity = [1], divisibility = [1], constancy = [1], constant = none}}
  %others = tile.load %ptrs, %all, %tokens : tensor<64x!tile.ptr<i32>>
  tile.return
}

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
tile.func @layouts() {
  // expected-remark@below {{contiguity = [128], divisibility = [16], constancy = [1], constant = none}}
  %r = tile.make_range {start = 16 : i32, end = 144 : i32} : tensor<128xi32, #one>
  // expected-remark@below {{contiguity = [128], divisibility = [16], constancy = [1], constant = none}}
  %c = tilegpu.convert_layout %r : tensor<128xi32, #one> -> tensor<128xi32, #four>
  tile.return
}
