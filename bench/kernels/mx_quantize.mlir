// Quantises an m x n matrix to the microscaling formats MXFP8 and MXFP4: e4m3 codes, or
// e2m1 codes, two to a byte, the first in the lower half; and for each 32 numbers of a row
// a scale, a power of two, as ue8m0: its exponent plus 127. n is a multiple of 32.
//
//   x       m x n numbers, bf16, f16 or f32
//   codes   m x n bytes of e4m3, or m x n / 2 of e2m1
//   scales  m x n / 32 bytes, in tiles, see below
//
// For each block of 32: scale = the least power of two that is not less than max |x| / top,
// where top is 448 for e4m3 and 6 for e2m1, at least 2^-127 and at most 2^127; codes = x /
// scale, to nearest even, at most top. NaN becomes NaN without sign in e4m3, 6 in e2m1, and
// counts in the maximum only where all 32 are NaN: there the scale is NaN, 255.
//
// The grid is (ceil(n / 128), ceil(m / 128)). Scales are in the order that block-scaled
// matrix multiplication wants: rows are padded to a multiple of 128 and columns of scales
// to one of 4, with zeros; each 128 x 4 scales are 512 bytes, row r and column c of them at
// r % 32 * 16 + r / 32 * 4 + c, tiles row by row. n is less than 2^24.
//
// Formats: OCP Microscaling Formats Specification 1.0; the scale is rounded up, so that no
// number is larger than top. The scales' order is that of cuBLAS, "1D Block Scaling
// Factors Layout".

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 8>} {

// Of blocks that have `amax`: the scales, and the factors that their numbers are multiplied
// with, 2^127 / 2^scale.
tile.func private @block_scales(%amax: tensor<512xf32>, %top: f32) -> (tensor<512xi8>, tensor<512xf32>) {
  %tops = tile.splat %top : f32 -> tensor<512xf32>
  %quotients = tile.precise_divf %amax, %tops : tensor<512xf32>
  %scales = tile.elementwise_inline_asm "{ .reg .b16 low, high; cvt.rp.satfinite.ue8m0x2.f32 low, $2, $1; cvt.rp.satfinite.ue8m0x2.f32 high, $4, $3; mov.b32 $0, {low, high}; }"
      {constraints = "=r,r,r,r,r", packed_element = 4 : i32, pure = true}
      %quotients : tensor<512xf32> -> tensor<512xi8>
      fallback (%q: f32) {
    %twenty_three = arith.constant 23 : i32
    // What is added to the bits to round them up, and half of the least normal number.
    %almost_one = arith.constant 0x7FFFFF : i32
    %half_normal = arith.constant 0x400000 : i32
    %most = arith.constant 254 : i32
    %not_a_number = arith.constant 255 : i32
    %magnitude = arith.constant 0x7FFFFFFF : i32
    %infinity = arith.constant 0x7F800000 : i32
    %zero = arith.constant 0 : i32
    %bits = arith.bitcast %q : f32 to i32
    %abs = arith.andi %bits, %magnitude : i32
    %up = arith.addi %abs, %almost_one : i32
    %exponent = arith.shrui %up, %twenty_three : i32
    %is_least = arith.cmpi ule, %abs, %half_normal : i32
    %not_less = arith.select %is_least, %zero, %exponent : i32
    %finite = arith.minui %not_less, %most : i32
    %is_nan = arith.cmpi ugt, %abs, %infinity : i32
    %any = arith.select %is_nan, %not_a_number, %finite : i32
    %byte = arith.trunci %any : i32 to i8
    tile.asm.return %byte : i8
  }
  // The bits of 2^(127 - scale), except of 2^-127, which is not normal, and of NaN.
  %all = arith.constant dense<254> : tensor<512xi32>
  %nan_scale = arith.constant dense<255> : tensor<512xi32>
  %places = arith.constant dense<23> : tensor<512xi32>
  %subnormal = arith.constant dense<0x400000> : tensor<512xi32>
  %nan = arith.constant dense<0x7FC00000> : tensor<512xi32>
  %wide = arith.extui %scales : tensor<512xi8> to tensor<512xi32>
  %exponents = arith.subi %all, %wide : tensor<512xi32>
  %normal = arith.shli %exponents, %places : tensor<512xi32>
  %is_last = arith.cmpi eq, %wide, %all : tensor<512xi32>
  %finite = arith.select %is_last, %subnormal, %normal : tensor<512xi1>, tensor<512xi32>
  %is_nan = arith.cmpi eq, %wide, %nan_scale : tensor<512xi32>
  %bits = arith.select %is_nan, %nan, %finite : tensor<512xi1>, tensor<512xi32>
  %factors = tile.bitcast %bits : tensor<512xi32> -> tensor<512xf32>
  tile.return %scales, %factors : tensor<512xi8>, tensor<512xf32>
}

// x / scale, and the scales; `top` is the largest number of the codes.
tile.func private @scale(%x: tensor<512x32xf32>, %top: f32) -> (tensor<512x32xf32>, tensor<512xi8>) {
  %abs = math.absf %x : tensor<512x32xf32>
  %amax = "tile.reduce"(%abs) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max = arith.maxnumf %a, %b : f32
    tile.reduce.return %max : f32
  }) : (tensor<512x32xf32>) -> tensor<512xf32>
  %scales, %factors = tile.call @block_scales(%amax, %top) : (tensor<512xf32>, f32) -> (tensor<512xi8>, tensor<512xf32>)
  %factors1 = tile.expand_dims %factors {axis = 1 : i32} : tensor<512xf32> -> tensor<512x1xf32>
  %factors32 = tile.broadcast %factors1 : tensor<512x1xf32> -> tensor<512x32xf32>
  %scaled = arith.mulf %x, %factors32 : tensor<512x32xf32>
  tile.return %scaled, %scales : tensor<512x32xf32>, tensor<512xi8>
}

// Codes of e2m1. Where the instruction lacks, a code is the number of borders below |y|;
// a border itself belongs to the even code.
tile.func private @to_e2m1(%y: tensor<512x32xf32>) -> tensor<512x16xi8> {
  %pairs = tile.reshape %y : tensor<512x32xf32> -> tensor<512x16x2xf32>
  %even, %odd = tile.split %pairs : tensor<512x16x2xf32> -> tensor<512x16xf32>
  %codes = tile.elementwise_inline_asm "{ .reg .b8 t<4>; cvt.rn.satfinite.e2m1x2.f32 t0, $5, $1; cvt.rn.satfinite.e2m1x2.f32 t1, $6, $2; cvt.rn.satfinite.e2m1x2.f32 t2, $7, $3; cvt.rn.satfinite.e2m1x2.f32 t3, $8, $4; mov.b32 $0, {t0, t1, t2, t3}; }"
      {constraints = "=r,r,r,r,r,r,r,r,r", packed_element = 4 : i32, pure = true}
      %even, %odd : tensor<512x16xf32>, tensor<512x16xf32> -> tensor<512x16xi8>
      fallback (%e: f32, %o: f32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %b1 = arith.constant 0.25 : f32
    %b2 = arith.constant 0.75 : f32
    %b3 = arith.constant 1.25 : f32
    %b4 = arith.constant 1.75 : f32
    %b5 = arith.constant 2.5 : f32
    %b6 = arith.constant 3.5 : f32
    %b7 = arith.constant 5.0 : f32
    %sign_place = arith.constant 28 : i32
    %sign_bit = arith.constant 8 : i32
    // The odd element first, as its code ends in the upper half.
    %all:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%v = %o, %so_far = %c0) -> (f32, i32) : i32 {
      %abs = math.absf %v : f32
      %s1 = arith.cmpf ugt, %abs, %b1 : f32
      %s2 = arith.cmpf uge, %abs, %b2 : f32
      %s3 = arith.cmpf ugt, %abs, %b3 : f32
      %s4 = arith.cmpf uge, %abs, %b4 : f32
      %s5 = arith.cmpf ugt, %abs, %b5 : f32
      %s6 = arith.cmpf uge, %abs, %b6 : f32
      %s7 = arith.cmpf ugt, %abs, %b7 : f32
      %n1 = arith.extui %s1 : i1 to i32
      %n2 = arith.extui %s2 : i1 to i32
      %n3 = arith.extui %s3 : i1 to i32
      %n4 = arith.extui %s4 : i1 to i32
      %n5 = arith.extui %s5 : i1 to i32
      %n6 = arith.extui %s6 : i1 to i32
      %n7 = arith.extui %s7 : i1 to i32
      %n12 = arith.addi %n1, %n2 : i32
      %n34 = arith.addi %n3, %n4 : i32
      %n56 = arith.addi %n5, %n6 : i32
      %n1234 = arith.addi %n12, %n34 : i32
      %n567 = arith.addi %n56, %n7 : i32
      %n = arith.addi %n1234, %n567 : i32
      %bits = arith.bitcast %v : f32 to i32
      %moved = arith.shrui %bits, %sign_place : i32
      %sign = arith.andi %moved, %sign_bit : i32
      %is_nan = arith.cmpf uno, %v, %v : f32
      %no_nan = arith.select %is_nan, %c0, %sign : i32
      %code = arith.ori %n, %no_nan : i32
      %up = arith.shli %so_far, %c4 : i32
      %more = arith.ori %up, %code : i32
      scf.yield %e, %more : f32, i32
    }
    %byte = arith.trunci %all#1 : i32 to i8
    tile.asm.return %byte : i8
  }
  tile.return %codes : tensor<512x16xi8>
}

// 128 x 4 blocks, whose first is in row 128 * program y and column 128 * program x: the
// number of the first element, the number after it where each block begins, and whether it
// is inside of the matrix.
tile.func private @blocks(%m: i32, %n: i32) -> (i64, tensor<512xi32>, tensor<512xi1>) {
  %c128 = arith.constant 128 : i32
  %fours = arith.constant dense<4> : tensor<512xi32>
  %thirty_twos = arith.constant dense<32> : tensor<512xi32>
  %pid_x = tile.get_program_id x : i32
  %pid_y = tile.get_program_id y : i32
  %first_row = arith.muli %pid_y, %c128 : i32
  %first_column = arith.muli %pid_x, %c128 : i32
  %first_row64 = arith.extui %first_row : i32 to i64
  %first_column64 = arith.extui %first_column : i32 to i64
  %n64 = arith.extui %n : i32 to i64
  %rows_before = arith.muli %first_row64, %n64 : i64
  %start = arith.addi %rows_before, %first_column64 : i64
  %index = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %row = arith.divui %index, %fours : tensor<512xi32>
  %block = arith.remui %index, %fours : tensor<512xi32>
  %column = arith.muli %block, %thirty_twos : tensor<512xi32>
  %ns = tile.splat %n : i32 -> tensor<512xi32>
  %row_begins = arith.muli %row, %ns : tensor<512xi32>
  %begins = arith.addi %row_begins, %column : tensor<512xi32>
  %rows_left = arith.subi %m, %first_row : i32
  %columns_left = arith.subi %n, %first_column : i32
  %last_row = tile.splat %rows_left : i32 -> tensor<512xi32>
  %last_column = tile.splat %columns_left : i32 -> tensor<512xi32>
  %in_rows = arith.cmpi slt, %row, %last_row : tensor<512xi32>
  %in_columns = arith.cmpi slt, %column, %last_column : tensor<512xi32>
  %inside = arith.andi %in_rows, %in_columns : tensor<512xi1>
  tile.return %start, %begins, %inside : i64, tensor<512xi32>, tensor<512xi1>
}

// Stores the scales of a program: all 512, with zeros outside of the matrix.
tile.func private @store_scales(%scales_ptr: !tile.ptr<i8>, %n: i32, %inside: tensor<512xi1>, %scales: tensor<512xi8>) {
  %c127 = arith.constant 127 : i32
  %c128 = arith.constant 128 : i32
  %c512 = arith.constant 512 : i64
  %zeros = arith.constant dense<0> : tensor<512xi8>
  %fours = arith.constant dense<4> : tensor<512xi32>
  %sixteens = arith.constant dense<16> : tensor<512xi32>
  %thirty_twos = arith.constant dense<32> : tensor<512xi32>
  %pid_x = tile.get_program_id x : i32
  %pid_y = tile.get_program_id y : i32
  %pid_x64 = arith.extui %pid_x : i32 to i64
  %pid_y64 = arith.extui %pid_y : i32 to i64
  %rounded = arith.addi %n, %c127 : i32
  %tiles = arith.divui %rounded, %c128 : i32
  %tiles64 = arith.extui %tiles : i32 to i64
  %tiles_before = arith.muli %pid_y64, %tiles64 : i64
  %number = arith.addi %tiles_before, %pid_x64 : i64
  %start = arith.muli %number, %c512 : i64
  %first = tile.addptr %scales_ptr, %start : !tile.ptr<i8>, i64
  %index = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %row = arith.divui %index, %fours : tensor<512xi32>
  %column = arith.remui %index, %fours : tensor<512xi32>
  %line = arith.remui %row, %thirty_twos : tensor<512xi32>
  %group = arith.divui %row, %thirty_twos : tensor<512xi32>
  %line_begins = arith.muli %line, %sixteens : tensor<512xi32>
  %group_begins = arith.muli %group, %fours : tensor<512xi32>
  %begins = arith.addi %line_begins, %group_begins : tensor<512xi32>
  %offsets = arith.addi %begins, %column : tensor<512xi32>
  %base = tile.splat %first : !tile.ptr<i8> -> tensor<512x!tile.ptr<i8>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x!tile.ptr<i8>>, tensor<512xi32>
  %padded = arith.select %inside, %scales, %zeros : tensor<512xi1>, tensor<512xi8>
  tile.store %ptrs, %padded : tensor<512x!tile.ptr<i8>>
  tile.return
}

// The number of each element of the blocks, and whether it is inside of the matrix.
tile.func private @places_32(%begins: tensor<512xi32>, %inside: tensor<512xi1>) -> (tensor<512x32xi32>, tensor<512x32xi1>) {
  %column = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %column1 = tile.expand_dims %column {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %columns = tile.broadcast %column1 : tensor<1x32xi32> -> tensor<512x32xi32>
  %begins1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<512xi32> -> tensor<512x1xi32>
  %begins2 = tile.broadcast %begins1 : tensor<512x1xi32> -> tensor<512x32xi32>
  %offsets = arith.addi %begins2, %columns : tensor<512x32xi32>
  %inside1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<512xi1> -> tensor<512x1xi1>
  %inside2 = tile.broadcast %inside1 : tensor<512x1xi1> -> tensor<512x32xi1>
  tile.return %offsets, %inside2 : tensor<512x32xi32>, tensor<512x32xi1>
}

// The same of bytes of two elements.
tile.func private @places_16(%begins: tensor<512xi32>, %inside: tensor<512xi1>) -> (tensor<512x16xi32>, tensor<512x16xi1>) {
  %column = tile.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %column1 = tile.expand_dims %column {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %columns = tile.broadcast %column1 : tensor<1x16xi32> -> tensor<512x16xi32>
  %begins1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<512xi32> -> tensor<512x1xi32>
  %begins2 = tile.broadcast %begins1 : tensor<512x1xi32> -> tensor<512x16xi32>
  %offsets = arith.addi %begins2, %columns : tensor<512x16xi32>
  %inside1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<512xi1> -> tensor<512x1xi1>
  %inside2 = tile.broadcast %inside1 : tensor<512x1xi1> -> tensor<512x16xi1>
  tile.return %offsets, %inside2 : tensor<512x16xi32>, tensor<512x16xi1>
}

tile.func public @mxfp8_quantize_bf16(
    %x_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %codes_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %top = arith.constant 448.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<512x32xbf16>
  %start, %begins, %inside = tile.call @blocks(%m, %n) : (i32, i32) -> (i64, tensor<512xi32>, tensor<512xi1>)
  %offsets, %inside32 = tile.call @places_32(%begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x32xi32>, tensor<512x32xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<bf16>, i64
  %base = tile.splat %first : !tile.ptr<bf16> -> tensor<512x32x!tile.ptr<bf16>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x32x!tile.ptr<bf16>>, tensor<512x32xi32>
  %x = tile.load %ptrs, %inside32, %zeros : tensor<512x32x!tile.ptr<bf16>>
  %wide = arith.extf %x : tensor<512x32xbf16> to tensor<512x32xf32>
  %y, %scales = tile.call @scale(%wide, %top) : (tensor<512x32xf32>, f32) -> (tensor<512x32xf32>, tensor<512xi8>)
  %codes = tile.fp_to_fp %y, rounding = rtne : tensor<512x32xf32> -> tensor<512x32xf8E4M3FN>
  %codes_first = tile.addptr %codes_ptr, %start : !tile.ptr<f8E4M3FN>, i64
  %codes_base = tile.splat %codes_first : !tile.ptr<f8E4M3FN> -> tensor<512x32x!tile.ptr<f8E4M3FN>>
  %codes_ptrs = tile.addptr %codes_base, %offsets : tensor<512x32x!tile.ptr<f8E4M3FN>>, tensor<512x32xi32>
  tile.store %codes_ptrs, %codes, %inside32 : tensor<512x32x!tile.ptr<f8E4M3FN>>
  tile.call @store_scales(%scales_ptr, %n, %inside, %scales) : (!tile.ptr<i8>, i32, tensor<512xi1>, tensor<512xi8>) -> ()
  tile.return
}

tile.func public @mxfp8_quantize_f16(
    %x_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %codes_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %top = arith.constant 448.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<512x32xf16>
  %start, %begins, %inside = tile.call @blocks(%m, %n) : (i32, i32) -> (i64, tensor<512xi32>, tensor<512xi1>)
  %offsets, %inside32 = tile.call @places_32(%begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x32xi32>, tensor<512x32xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<f16>, i64
  %base = tile.splat %first : !tile.ptr<f16> -> tensor<512x32x!tile.ptr<f16>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x32x!tile.ptr<f16>>, tensor<512x32xi32>
  %x = tile.load %ptrs, %inside32, %zeros : tensor<512x32x!tile.ptr<f16>>
  %wide = arith.extf %x : tensor<512x32xf16> to tensor<512x32xf32>
  %y, %scales = tile.call @scale(%wide, %top) : (tensor<512x32xf32>, f32) -> (tensor<512x32xf32>, tensor<512xi8>)
  %codes = tile.fp_to_fp %y, rounding = rtne : tensor<512x32xf32> -> tensor<512x32xf8E4M3FN>
  %codes_first = tile.addptr %codes_ptr, %start : !tile.ptr<f8E4M3FN>, i64
  %codes_base = tile.splat %codes_first : !tile.ptr<f8E4M3FN> -> tensor<512x32x!tile.ptr<f8E4M3FN>>
  %codes_ptrs = tile.addptr %codes_base, %offsets : tensor<512x32x!tile.ptr<f8E4M3FN>>, tensor<512x32xi32>
  tile.store %codes_ptrs, %codes, %inside32 : tensor<512x32x!tile.ptr<f8E4M3FN>>
  tile.call @store_scales(%scales_ptr, %n, %inside, %scales) : (!tile.ptr<i8>, i32, tensor<512xi1>, tensor<512xi8>) -> ()
  tile.return
}

tile.func public @mxfp8_quantize_f32(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %codes_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %top = arith.constant 448.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<512x32xf32>
  %start, %begins, %inside = tile.call @blocks(%m, %n) : (i32, i32) -> (i64, tensor<512xi32>, tensor<512xi1>)
  %offsets, %inside32 = tile.call @places_32(%begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x32xi32>, tensor<512x32xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %base = tile.splat %first : !tile.ptr<f32> -> tensor<512x32x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x32x!tile.ptr<f32>>, tensor<512x32xi32>
  %x = tile.load %ptrs, %inside32, %zeros : tensor<512x32x!tile.ptr<f32>>
  %y, %scales = tile.call @scale(%x, %top) : (tensor<512x32xf32>, f32) -> (tensor<512x32xf32>, tensor<512xi8>)
  %codes = tile.fp_to_fp %y, rounding = rtne : tensor<512x32xf32> -> tensor<512x32xf8E4M3FN>
  %codes_first = tile.addptr %codes_ptr, %start : !tile.ptr<f8E4M3FN>, i64
  %codes_base = tile.splat %codes_first : !tile.ptr<f8E4M3FN> -> tensor<512x32x!tile.ptr<f8E4M3FN>>
  %codes_ptrs = tile.addptr %codes_base, %offsets : tensor<512x32x!tile.ptr<f8E4M3FN>>, tensor<512x32xi32>
  tile.store %codes_ptrs, %codes, %inside32 : tensor<512x32x!tile.ptr<f8E4M3FN>>
  tile.call @store_scales(%scales_ptr, %n, %inside, %scales) : (!tile.ptr<i8>, i32, tensor<512xi1>, tensor<512xi8>) -> ()
  tile.return
}

tile.func public @mxfp4_quantize_bf16(
    %x_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %codes_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %top = arith.constant 6.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<512x32xbf16>
  %start, %begins, %inside = tile.call @blocks(%m, %n) : (i32, i32) -> (i64, tensor<512xi32>, tensor<512xi1>)
  %offsets, %inside32 = tile.call @places_32(%begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x32xi32>, tensor<512x32xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<bf16>, i64
  %base = tile.splat %first : !tile.ptr<bf16> -> tensor<512x32x!tile.ptr<bf16>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x32x!tile.ptr<bf16>>, tensor<512x32xi32>
  %x = tile.load %ptrs, %inside32, %zeros : tensor<512x32x!tile.ptr<bf16>>
  %wide = arith.extf %x : tensor<512x32xbf16> to tensor<512x32xf32>
  %y, %scales = tile.call @scale(%wide, %top) : (tensor<512x32xf32>, f32) -> (tensor<512x32xf32>, tensor<512xi8>)
  %two = arith.constant 2 : i64
  %twos = arith.constant dense<2> : tensor<512xi32>
  %codes = tile.call @to_e2m1(%y) : (tensor<512x32xf32>) -> tensor<512x16xi8>
  %half_start = arith.divui %start, %two : i64
  %half_begins = arith.divui %begins, %twos : tensor<512xi32>
  %half_offsets, %inside16 = tile.call @places_16(%half_begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x16xi32>, tensor<512x16xi1>)
  %codes_first = tile.addptr %codes_ptr, %half_start : !tile.ptr<i8>, i64
  %codes_base = tile.splat %codes_first : !tile.ptr<i8> -> tensor<512x16x!tile.ptr<i8>>
  %codes_ptrs = tile.addptr %codes_base, %half_offsets : tensor<512x16x!tile.ptr<i8>>, tensor<512x16xi32>
  tile.store %codes_ptrs, %codes, %inside16 : tensor<512x16x!tile.ptr<i8>>
  tile.call @store_scales(%scales_ptr, %n, %inside, %scales) : (!tile.ptr<i8>, i32, tensor<512xi1>, tensor<512xi8>) -> ()
  tile.return
}

tile.func public @mxfp4_quantize_f16(
    %x_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %codes_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %top = arith.constant 6.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<512x32xf16>
  %start, %begins, %inside = tile.call @blocks(%m, %n) : (i32, i32) -> (i64, tensor<512xi32>, tensor<512xi1>)
  %offsets, %inside32 = tile.call @places_32(%begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x32xi32>, tensor<512x32xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<f16>, i64
  %base = tile.splat %first : !tile.ptr<f16> -> tensor<512x32x!tile.ptr<f16>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x32x!tile.ptr<f16>>, tensor<512x32xi32>
  %x = tile.load %ptrs, %inside32, %zeros : tensor<512x32x!tile.ptr<f16>>
  %wide = arith.extf %x : tensor<512x32xf16> to tensor<512x32xf32>
  %y, %scales = tile.call @scale(%wide, %top) : (tensor<512x32xf32>, f32) -> (tensor<512x32xf32>, tensor<512xi8>)
  %two = arith.constant 2 : i64
  %twos = arith.constant dense<2> : tensor<512xi32>
  %codes = tile.call @to_e2m1(%y) : (tensor<512x32xf32>) -> tensor<512x16xi8>
  %half_start = arith.divui %start, %two : i64
  %half_begins = arith.divui %begins, %twos : tensor<512xi32>
  %half_offsets, %inside16 = tile.call @places_16(%half_begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x16xi32>, tensor<512x16xi1>)
  %codes_first = tile.addptr %codes_ptr, %half_start : !tile.ptr<i8>, i64
  %codes_base = tile.splat %codes_first : !tile.ptr<i8> -> tensor<512x16x!tile.ptr<i8>>
  %codes_ptrs = tile.addptr %codes_base, %half_offsets : tensor<512x16x!tile.ptr<i8>>, tensor<512x16xi32>
  tile.store %codes_ptrs, %codes, %inside16 : tensor<512x16x!tile.ptr<i8>>
  tile.call @store_scales(%scales_ptr, %n, %inside, %scales) : (!tile.ptr<i8>, i32, tensor<512xi1>, tensor<512xi8>) -> ()
  tile.return
}

tile.func public @mxfp4_quantize_f32(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %codes_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %top = arith.constant 6.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<512x32xf32>
  %start, %begins, %inside = tile.call @blocks(%m, %n) : (i32, i32) -> (i64, tensor<512xi32>, tensor<512xi1>)
  %offsets, %inside32 = tile.call @places_32(%begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x32xi32>, tensor<512x32xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %base = tile.splat %first : !tile.ptr<f32> -> tensor<512x32x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x32x!tile.ptr<f32>>, tensor<512x32xi32>
  %x = tile.load %ptrs, %inside32, %zeros : tensor<512x32x!tile.ptr<f32>>
  %y, %scales = tile.call @scale(%x, %top) : (tensor<512x32xf32>, f32) -> (tensor<512x32xf32>, tensor<512xi8>)
  %two = arith.constant 2 : i64
  %twos = arith.constant dense<2> : tensor<512xi32>
  %codes = tile.call @to_e2m1(%y) : (tensor<512x32xf32>) -> tensor<512x16xi8>
  %half_start = arith.divui %start, %two : i64
  %half_begins = arith.divui %begins, %twos : tensor<512xi32>
  %half_offsets, %inside16 = tile.call @places_16(%half_begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x16xi32>, tensor<512x16xi1>)
  %codes_first = tile.addptr %codes_ptr, %half_start : !tile.ptr<i8>, i64
  %codes_base = tile.splat %codes_first : !tile.ptr<i8> -> tensor<512x16x!tile.ptr<i8>>
  %codes_ptrs = tile.addptr %codes_base, %half_offsets : tensor<512x16x!tile.ptr<i8>>, tensor<512x16xi32>
  tile.store %codes_ptrs, %codes, %inside16 : tensor<512x16x!tile.ptr<i8>>
  tile.call @store_scales(%scales_ptr, %n, %inside, %scales) : (!tile.ptr<i8>, i32, tensor<512xi1>, tensor<512xi8>) -> ()
  tile.return
}

}
