// Quantises an m x n matrix to NVFP4: e2m1 codes, two to a byte, the first in the
// lower half, and an e4m3 scale for each 16 numbers of a row. n is a multiple of 16.
//
//   x       m x n numbers, bf16, f16 or f32
//   g       pointer to one f32, the global encode scale 6 * 448 / max |x|
//   codes   m x n / 2 bytes
//   scales  m x n / 16, or tiled, see below
//
// For each block of 16: scale = e4m3(max |x| / 6 * g), to nearest even, at most 448;
// codes = e2m1(x * (g / scale)), to nearest even, at most 6. A block of zeros has
// scale 0, and where the scale is 0 so are the codes; signs stay. NaN becomes 6, and
// counts in the maximum only where all 16 are NaN. A maximum or g that is infinite
// counts as the largest f32. All quotients and products are rounded to 24 bits, to
// nearest, so results are the same bits everywhere.
//
// The grid is (ceil(m * n / 8192), 1) for @nvfp4_quantize_bf16 and its like.
//
// @nvfp4_quantize_bf16_tiled and its like, with a grid of (ceil(n / 64),
// ceil(m / 128)), write the scales as block-scaled matrix multiplication wants them:
// rows padded to a multiple of 128 and columns of scales to one of 4, with zeros; each
// 128 x 4 scales are 512 bytes, row r and column c of them at r % 32 * 16 + r / 32 * 4
// + c, tiles row by row. There n is less than 2^24.
//
// Idea: the quantisation kernel of "Inline elementwise ASM in Triton"; the scales'
// order is that of cuBLAS, "1D Block Scaling Factors Layout".

// The largest magnitude of each 16; NaN only where all are NaN. Of 16-bit numbers
// two per instruction, whose sign means nothing.
tile.func private @amax_bf16(%x: tensor<512x16xbf16>) -> tensor<512xf32> {
  %x8 = tile.reshape %x : tensor<512x16xbf16> -> tensor<512x2x8xbf16>
  %p8 = tile.trans %x8 {order = array<i32: 0, 2, 1>} : tensor<512x2x8xbf16> -> tensor<512x8x2xbf16>
  %a8, %b8 = tile.split %p8 : tensor<512x8x2xbf16> -> tensor<512x8xbf16>
  %m8 = tile.elementwise_inline_asm "max.xorsign.abs.bf16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %a8, %b8 : tensor<512x8xbf16>, tensor<512x8xbf16> -> tensor<512x8xbf16> fallback (%a: bf16, %b: bf16) {
    %sign_bit = arith.constant 0x8000 : i16
    %abs_a = math.absf %a : bf16
    %abs_b = math.absf %b : bf16
    %max = arith.maxnumf %abs_a, %abs_b : bf16
    %a_bits = arith.bitcast %a : bf16 to i16
    %b_bits = arith.bitcast %b : bf16 to i16
    %max_bits = arith.bitcast %max : bf16 to i16
    %differ = arith.xori %a_bits, %b_bits : i16
    %sign = arith.andi %differ, %sign_bit : i16
    %signed = arith.ori %max_bits, %sign : i16
    %r = arith.bitcast %signed : i16 to bf16
    tile.asm.return %r : bf16
  }
  %x4 = tile.reshape %m8 : tensor<512x8xbf16> -> tensor<512x2x4xbf16>
  %p4 = tile.trans %x4 {order = array<i32: 0, 2, 1>} : tensor<512x2x4xbf16> -> tensor<512x4x2xbf16>
  %a4, %b4 = tile.split %p4 : tensor<512x4x2xbf16> -> tensor<512x4xbf16>
  %m4 = tile.elementwise_inline_asm "max.xorsign.abs.bf16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %a4, %b4 : tensor<512x4xbf16>, tensor<512x4xbf16> -> tensor<512x4xbf16> fallback (%a: bf16, %b: bf16) {
    %sign_bit = arith.constant 0x8000 : i16
    %abs_a = math.absf %a : bf16
    %abs_b = math.absf %b : bf16
    %max = arith.maxnumf %abs_a, %abs_b : bf16
    %a_bits = arith.bitcast %a : bf16 to i16
    %b_bits = arith.bitcast %b : bf16 to i16
    %max_bits = arith.bitcast %max : bf16 to i16
    %differ = arith.xori %a_bits, %b_bits : i16
    %sign = arith.andi %differ, %sign_bit : i16
    %signed = arith.ori %max_bits, %sign : i16
    %r = arith.bitcast %signed : i16 to bf16
    tile.asm.return %r : bf16
  }
  %x2 = tile.reshape %m4 : tensor<512x4xbf16> -> tensor<512x2x2xbf16>
  %p2 = tile.trans %x2 {order = array<i32: 0, 2, 1>} : tensor<512x2x2xbf16> -> tensor<512x2x2xbf16>
  %a2, %b2 = tile.split %p2 : tensor<512x2x2xbf16> -> tensor<512x2xbf16>
  %m2 = tile.elementwise_inline_asm "max.xorsign.abs.bf16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %a2, %b2 : tensor<512x2xbf16>, tensor<512x2xbf16> -> tensor<512x2xbf16> fallback (%a: bf16, %b: bf16) {
    %sign_bit = arith.constant 0x8000 : i16
    %abs_a = math.absf %a : bf16
    %abs_b = math.absf %b : bf16
    %max = arith.maxnumf %abs_a, %abs_b : bf16
    %a_bits = arith.bitcast %a : bf16 to i16
    %b_bits = arith.bitcast %b : bf16 to i16
    %max_bits = arith.bitcast %max : bf16 to i16
    %differ = arith.xori %a_bits, %b_bits : i16
    %sign = arith.andi %differ, %sign_bit : i16
    %signed = arith.ori %max_bits, %sign : i16
    %r = arith.bitcast %signed : i16 to bf16
    tile.asm.return %r : bf16
  }
  %m2_abs = math.absf %m2 : tensor<512x2xbf16>
  %m1 = "tile.reduce"(%m2_abs) <{axis = 1 : i32}> ({
  ^bb0(%a: bf16, %b: bf16):
    %max = arith.maxnumf %a, %b : bf16
    tile.reduce.return %max : bf16
  }) : (tensor<512x2xbf16>) -> tensor<512xbf16>
  %amax = arith.extf %m1 : tensor<512xbf16> to tensor<512xf32>
  tile.return %amax : tensor<512xf32>
}

tile.func private @amax_f16(%x: tensor<512x16xf16>) -> tensor<512xf32> {
  %x8 = tile.reshape %x : tensor<512x16xf16> -> tensor<512x2x8xf16>
  %p8 = tile.trans %x8 {order = array<i32: 0, 2, 1>} : tensor<512x2x8xf16> -> tensor<512x8x2xf16>
  %a8, %b8 = tile.split %p8 : tensor<512x8x2xf16> -> tensor<512x8xf16>
  %m8 = tile.elementwise_inline_asm "max.xorsign.abs.f16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %a8, %b8 : tensor<512x8xf16>, tensor<512x8xf16> -> tensor<512x8xf16> fallback (%a: f16, %b: f16) {
    %sign_bit = arith.constant 0x8000 : i16
    %abs_a = math.absf %a : f16
    %abs_b = math.absf %b : f16
    %max = arith.maxnumf %abs_a, %abs_b : f16
    %a_bits = arith.bitcast %a : f16 to i16
    %b_bits = arith.bitcast %b : f16 to i16
    %max_bits = arith.bitcast %max : f16 to i16
    %differ = arith.xori %a_bits, %b_bits : i16
    %sign = arith.andi %differ, %sign_bit : i16
    %signed = arith.ori %max_bits, %sign : i16
    %r = arith.bitcast %signed : i16 to f16
    tile.asm.return %r : f16
  }
  %x4 = tile.reshape %m8 : tensor<512x8xf16> -> tensor<512x2x4xf16>
  %p4 = tile.trans %x4 {order = array<i32: 0, 2, 1>} : tensor<512x2x4xf16> -> tensor<512x4x2xf16>
  %a4, %b4 = tile.split %p4 : tensor<512x4x2xf16> -> tensor<512x4xf16>
  %m4 = tile.elementwise_inline_asm "max.xorsign.abs.f16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %a4, %b4 : tensor<512x4xf16>, tensor<512x4xf16> -> tensor<512x4xf16> fallback (%a: f16, %b: f16) {
    %sign_bit = arith.constant 0x8000 : i16
    %abs_a = math.absf %a : f16
    %abs_b = math.absf %b : f16
    %max = arith.maxnumf %abs_a, %abs_b : f16
    %a_bits = arith.bitcast %a : f16 to i16
    %b_bits = arith.bitcast %b : f16 to i16
    %max_bits = arith.bitcast %max : f16 to i16
    %differ = arith.xori %a_bits, %b_bits : i16
    %sign = arith.andi %differ, %sign_bit : i16
    %signed = arith.ori %max_bits, %sign : i16
    %r = arith.bitcast %signed : i16 to f16
    tile.asm.return %r : f16
  }
  %x2 = tile.reshape %m4 : tensor<512x4xf16> -> tensor<512x2x2xf16>
  %p2 = tile.trans %x2 {order = array<i32: 0, 2, 1>} : tensor<512x2x2xf16> -> tensor<512x2x2xf16>
  %a2, %b2 = tile.split %p2 : tensor<512x2x2xf16> -> tensor<512x2xf16>
  %m2 = tile.elementwise_inline_asm "max.xorsign.abs.f16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %a2, %b2 : tensor<512x2xf16>, tensor<512x2xf16> -> tensor<512x2xf16> fallback (%a: f16, %b: f16) {
    %sign_bit = arith.constant 0x8000 : i16
    %abs_a = math.absf %a : f16
    %abs_b = math.absf %b : f16
    %max = arith.maxnumf %abs_a, %abs_b : f16
    %a_bits = arith.bitcast %a : f16 to i16
    %b_bits = arith.bitcast %b : f16 to i16
    %max_bits = arith.bitcast %max : f16 to i16
    %differ = arith.xori %a_bits, %b_bits : i16
    %sign = arith.andi %differ, %sign_bit : i16
    %signed = arith.ori %max_bits, %sign : i16
    %r = arith.bitcast %signed : i16 to f16
    tile.asm.return %r : f16
  }
  %m2_abs = math.absf %m2 : tensor<512x2xf16>
  %m1 = "tile.reduce"(%m2_abs) <{axis = 1 : i32}> ({
  ^bb0(%a: f16, %b: f16):
    %max = arith.maxnumf %a, %b : f16
    tile.reduce.return %max : f16
  }) : (tensor<512x2xf16>) -> tensor<512xf16>
  %amax = arith.extf %m1 : tensor<512xf16> to tensor<512xf32>
  tile.return %amax : tensor<512xf32>
}

tile.func private @amax_f32(%x: tensor<512x16xf32>) -> tensor<512xf32> {
  %abs = math.absf %x : tensor<512x16xf32>
  %amax = "tile.reduce"(%abs) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max = arith.maxnumf %a, %b : f32
    tile.reduce.return %max : f32
  }) : (tensor<512x16xf32>) -> tensor<512xf32>
  tile.return %amax : tensor<512xf32>
}

// The scales of blocks, and the factors that their numbers are multiplied with.
//
// Quotients are products with the reciprocal, corrected by the exact rest; so rounded
// to nearest, they need neither the branch nor the registers of tile.precise_divf.
// Where g is large, so that g / scale may be infinite and max |x| subnormal, both are
// moved to the middle of f32 first, by powers of two.
tile.func private @block_scales(%amax: tensor<512xf32>, %g: f32) -> (tensor<512xf8E4M3FN>, tensor<512xf32>) {
  %zero = arith.constant dense<0.0> : tensor<512xf32>
  %one = arith.constant dense<1.0> : tensor<512xf32>
  %minus_six = arith.constant dense<-6.0> : tensor<512xf32>
  %one_sixth = arith.constant dense<0x3E2AAAAB> : tensor<512xf32>
  %largest = arith.constant dense<0x7F7FFFFF> : tensor<512xf32>
  %largest_g = arith.constant 0x7F7FFFFF : f32
  // 2^64, 2^32, 2^-32 and 2^0.
  %much = arith.constant 0x5F800000 : f32
  %high = arith.constant 0x4F800000 : f32
  %low = arith.constant 0x2F800000 : f32
  %same = arith.constant 1.0 : f32
  %finite_g = arith.minimumf %g, %largest_g : f32
  %is_much = arith.cmpf ogt, %finite_g, %much : f32
  %down = arith.select %is_much, %low, %same : f32
  %up = arith.select %is_much, %high, %same : f32
  %moved_g = arith.mulf %finite_g, %down : f32
  %ups = tile.splat %up : f32 -> tensor<512xf32>
  %gs = tile.splat %moved_g : f32 -> tensor<512xf32>
  %moved_amax = arith.mulf %amax, %ups : tensor<512xf32>
  %finite_amax = arith.minimumf %moved_amax, %largest : tensor<512xf32>
  %sixth0 = arith.mulf %finite_amax, %one_sixth : tensor<512xf32>
  %sixth_rest = math.fma %sixth0, %minus_six, %finite_amax : tensor<512xf32>
  %sixth = math.fma %sixth_rest, %one_sixth, %sixth0 : tensor<512xf32>
  %exact = arith.mulf %sixth, %gs : tensor<512xf32>
  %scales = tile.fp_to_fp %exact, rounding = rtne : tensor<512xf32> -> tensor<512xf8E4M3FN>
  %rounded = tile.fp_to_fp %scales : tensor<512xf8E4M3FN> -> tensor<512xf32>
  %negative = arith.negf %rounded : tensor<512xf32>
  %inverse0 = tile.elementwise_inline_asm "rcp.approx.ftz.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %rounded : tensor<512xf32> -> tensor<512xf32>
  %inverse_rest = math.fma %negative, %inverse0, %one : tensor<512xf32>
  %inverse = math.fma %inverse_rest, %inverse0, %inverse0 : tensor<512xf32>
  %factor0 = arith.mulf %gs, %inverse : tensor<512xf32>
  %factor_rest = math.fma %negative, %factor0, %gs : tensor<512xf32>
  %factor = math.fma %factor_rest, %inverse, %factor0 : tensor<512xf32>
  %moved_back = arith.mulf %factor, %ups : tensor<512xf32>
  %is_zero = arith.cmpf oeq, %rounded, %zero : tensor<512xf32>
  %factors = arith.select %is_zero, %zero, %moved_back : tensor<512xi1>, tensor<512xf32>
  tile.return %scales, %factors : tensor<512xf8E4M3FN>, tensor<512xf32>
}

// Codes and scales of blocks.
//
// Where the instruction lacks, the code of |y| is found as the nearest even integer to
// min(2 |y|, |y| + 2, |y| / 2 + 4), at most 7, the three straight lines that the codes
// of 0 to 2, 2 to 4 and 4 to 6 lie on. Rounding is monotone, so each line is rounded
// by itself, by one operation that adds 2^23; the least is the same as integers. The
// third is 7 - clamp(3 - |y| / 2, 0, 1), which is exact before it is rounded, stays at
// most 7, and is 7 for NaN, while the others are NaN: large as integers. The codes
// then are the last bits of 2^23 + code, summed up with the constants they carry, and
// the signs are the first bits of y / 2, which has none if it is NaN.
tile.func private @quantize(%x: tensor<512x16xf32>, %amax: tensor<512xf32>, %g: f32) -> (tensor<512x8xi8>, tensor<512xf8E4M3FN>) {
  %scales, %factors = tile.call @block_scales(%amax, %g) : (tensor<512xf32>, f32) -> (tensor<512xf8E4M3FN>, tensor<512xf32>)
  %factors1 = tile.expand_dims %factors {axis = 1 : i32} : tensor<512xf32> -> tensor<512x1xf32>
  %factors16 = tile.broadcast %factors1 : tensor<512x1xf32> -> tensor<512x16xf32>
  %scaled = arith.mulf %x, %factors16 : tensor<512x16xf32>
  %pairs = tile.reshape %scaled : tensor<512x16xf32> -> tensor<512x8x2xf32>
  %even, %odd = tile.split %pairs : tensor<512x8x2xf32> -> tensor<512x8xf32>
  %codes = tile.elementwise_inline_asm "{ .reg .b8 t<4>; cvt.rn.satfinite.e2m1x2.f32 t0, $5, $1; cvt.rn.satfinite.e2m1x2.f32 t1, $6, $2; cvt.rn.satfinite.e2m1x2.f32 t2, $7, $3; cvt.rn.satfinite.e2m1x2.f32 t3, $8, $4; mov.b32 $0, {t0, t1, t2, t3}; }"
      {constraints = "=r,r,r,r,r,r,r,r,r", packed_element = 4 : i32, pure = true}
      %even, %odd : tensor<512x8xf32>, tensor<512x8xf32> -> tensor<512x8xi8>
      fallback (%e0: f32, %e1: f32, %e2: f32, %e3: f32, %o0: f32, %o1: f32, %o2: f32, %o3: f32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %c24 = arith.constant 24 : i32
    %c28 = arith.constant 28 : i32
    // 0x4B000000, the bits of 2^23, times 1 + 16 + ... + 16^7.
    %carried = arith.constant 0xFB000000 : i32
    %sign_bits = arith.constant 0x88888888 : i32
    %zero = arith.constant 0.0 : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    %three = arith.constant 3.0 : f32
    %four = arith.constant 4.0 : f32
    %from0 = arith.constant 8388608.0 : f32
    %from2 = arith.constant 8388610.0 : f32
    %from7 = arith.constant 8388615.0 : f32
    // The last element first, as it ends in the first bits; the others move up.
    %all:10 = scf.for %i = %c0 to %c8 step %c1
        iter_args(%y = %o3, %y1 = %e3, %y2 = %o2, %y3 = %e2, %y4 = %o1, %y5 = %e1, %y6 = %o0, %y7 = %e0, %sum = %c0, %signs = %c0)
        -> (f32, f32, f32, f32, f32, f32, f32, f32, i32, i32) : i32 {
      %h = arith.mulf %y, %half : f32
      %a = math.absf %h : f32
      %line0 = math.fma %a, %four, %from0 : f32
      %line1 = math.fma %a, %two, %from2 : f32
      %below = arith.subf %three, %a : f32
      %not_less = arith.maxnumf %below, %zero : f32
      %clamped = arith.minnumf %not_less, %one : f32
      %line2 = arith.subf %from7, %clamped : f32
      %bits0 = arith.bitcast %line0 : f32 to i32
      %bits1 = arith.bitcast %line1 : f32 to i32
      %bits2 = arith.bitcast %line2 : f32 to i32
      %least01 = arith.minui %bits0, %bits1 : i32
      %least = arith.minui %least01, %bits2 : i32
      %sum_up = arith.shli %sum, %c4 : i32
      %new_sum = arith.addi %sum_up, %least : i32
      %h_bits = arith.bitcast %h : f32 to i32
      %sign = arith.shrui %h_bits, %c28 : i32
      %signs_up = arith.shli %signs, %c4 : i32
      %new_signs = arith.ori %signs_up, %sign : i32
      scf.yield %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y, %new_sum, %new_signs : f32, f32, f32, f32, f32, f32, f32, f32, i32, i32
    }
    %magnitudes = arith.subi %all#8, %carried : i32
    %only_signs = arith.andi %all#9, %sign_bits : i32
    %word = arith.ori %magnitudes, %only_signs : i32
    %word1 = arith.shrui %word, %c8 : i32
    %word2 = arith.shrui %word, %c16 : i32
    %word3 = arith.shrui %word, %c24 : i32
    %q0 = arith.trunci %word : i32 to i8
    %q1 = arith.trunci %word1 : i32 to i8
    %q2 = arith.trunci %word2 : i32 to i8
    %q3 = arith.trunci %word3 : i32 to i8
    tile.asm.return %q0, %q1, %q2, %q3 : i8, i8, i8, i8
  }
  tile.return %codes, %scales : tensor<512x8xi8>, tensor<512xf8E4M3FN>
}

// Blocks of 16, counted through the matrix: where the 512 of this program begin in
// x, where each begins there, and which of them there are.
tile.func private @row_blocks(%m: i32, %n: i32) -> (i64, tensor<512xi32>, tensor<512xi1>) {
  %sixteen = arith.constant 16 : i64
  %sixteens = arith.constant dense<16> : tensor<512xi32>
  %tile = arith.constant 512 : i64
  %pid = tile.get_program_id x : i32
  %pid64 = arith.extui %pid : i32 to i64
  %first = arith.muli %pid64, %tile : i64
  %m64 = arith.extui %m : i32 to i64
  %n64 = arith.extui %n : i32 to i64
  %elements = arith.muli %m64, %n64 : i64
  %blocks = arith.divui %elements, %sixteen : i64
  %left = arith.subi %blocks, %first : i64
  %here = arith.minsi %left, %tile : i64
  %here32 = arith.trunci %here : i64 to i32
  %index = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %ends = tile.splat %here32 : i32 -> tensor<512xi32>
  %inside = arith.cmpi slt, %index, %ends : tensor<512xi32>
  %start = arith.muli %first, %sixteen : i64
  %begins = arith.muli %index, %sixteens : tensor<512xi32>
  tile.return %start, %begins, %inside : i64, tensor<512xi32>, tensor<512xi1>
}

// The same of 128 x 4 blocks, whose first is in row 128 * program y and column
// 64 * program x.
tile.func private @tile_blocks(%m: i32, %n: i32) -> (i64, tensor<512xi32>, tensor<512xi1>) {
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %fours = arith.constant dense<4> : tensor<512xi32>
  %sixteens = arith.constant dense<16> : tensor<512xi32>
  %pid_x = tile.get_program_id x : i32
  %pid_y = tile.get_program_id y : i32
  %first_row = arith.muli %pid_y, %c128 : i32
  %first_column = arith.muli %pid_x, %c64 : i32
  %first_row64 = arith.extui %first_row : i32 to i64
  %first_column64 = arith.extui %first_column : i32 to i64
  %n64 = arith.extui %n : i32 to i64
  %rows_before = arith.muli %first_row64, %n64 : i64
  %start = arith.addi %rows_before, %first_column64 : i64
  %index = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %row = arith.divui %index, %fours : tensor<512xi32>
  %block = arith.remui %index, %fours : tensor<512xi32>
  %column = arith.muli %block, %sixteens : tensor<512xi32>
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

// The same of all elements of the blocks.
tile.func private @elements(%begins: tensor<512xi32>, %inside: tensor<512xi1>) -> (tensor<512x16xi32>, tensor<512x16xi1>) {
  %column = tile.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %column1 = tile.expand_dims %column {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %columns = tile.broadcast %column1 : tensor<1x16xi32> -> tensor<512x16xi32>
  %begins1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<512xi32> -> tensor<512x1xi32>
  %begins16 = tile.broadcast %begins1 : tensor<512x1xi32> -> tensor<512x16xi32>
  %offsets = arith.addi %begins16, %columns : tensor<512x16xi32>
  %inside1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<512xi1> -> tensor<512x1xi1>
  %inside16 = tile.broadcast %inside1 : tensor<512x1xi1> -> tensor<512x16xi1>
  tile.return %offsets, %inside16 : tensor<512x16xi32>, tensor<512x16xi1>
}

// Stores codes: half as many bytes as x has elements.
tile.func private @store_codes(%codes_ptr: !tile.ptr<i8>, %start: i64, %begins: tensor<512xi32>, %inside: tensor<512xi1>, %codes: tensor<512x8xi8>) {
  %two = arith.constant 2 : i64
  %twos = arith.constant dense<2> : tensor<512xi32>
  %half_start = arith.divui %start, %two : i64
  %half_begins = arith.divui %begins, %twos : tensor<512xi32>
  %begins1 = tile.expand_dims %half_begins {axis = 1 : i32} : tensor<512xi32> -> tensor<512x1xi32>
  %begins8 = tile.broadcast %begins1 : tensor<512x1xi32> -> tensor<512x8xi32>
  %column = tile.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %column1 = tile.expand_dims %column {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %columns = tile.broadcast %column1 : tensor<1x8xi32> -> tensor<512x8xi32>
  %offsets = arith.addi %begins8, %columns : tensor<512x8xi32>
  %inside1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<512xi1> -> tensor<512x1xi1>
  %inside8 = tile.broadcast %inside1 : tensor<512x1xi1> -> tensor<512x8xi1>
  %first = tile.addptr %codes_ptr, %half_start : !tile.ptr<i8>, i64
  %base = tile.splat %first : !tile.ptr<i8> -> tensor<512x8x!tile.ptr<i8>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x8x!tile.ptr<i8>>, tensor<512x8xi32>
  tile.store %ptrs, %codes, %inside8 : tensor<512x8x!tile.ptr<i8>>
  tile.return
}

// Stores the scales of @row_blocks: one per block.
tile.func private @store_row_scales(%scales_ptr: !tile.ptr<f8E4M3FN>, %start: i64, %inside: tensor<512xi1>, %scales: tensor<512xf8E4M3FN>) {
  %sixteen = arith.constant 16 : i64
  %block = arith.divui %start, %sixteen : i64
  %first = tile.addptr %scales_ptr, %block : !tile.ptr<f8E4M3FN>, i64
  %index = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %base = tile.splat %first : !tile.ptr<f8E4M3FN> -> tensor<512x!tile.ptr<f8E4M3FN>>
  %ptrs = tile.addptr %base, %index : tensor<512x!tile.ptr<f8E4M3FN>>, tensor<512xi32>
  tile.store %ptrs, %scales, %inside : tensor<512x!tile.ptr<f8E4M3FN>>
  tile.return
}

// Stores the scales of @tile_blocks: all 512, those beyond the matrix as zeros.
tile.func private @store_tile_scales(%scales_ptr: !tile.ptr<f8E4M3FN>, %n: i32, %scales: tensor<512xf8E4M3FN>) {
  %c63 = arith.constant 63 : i32
  %c64 = arith.constant 64 : i32
  %c512 = arith.constant 512 : i64
  %fours = arith.constant dense<4> : tensor<512xi32>
  %sixteens = arith.constant dense<16> : tensor<512xi32>
  %thirty_twos = arith.constant dense<32> : tensor<512xi32>
  %pid_x = tile.get_program_id x : i32
  %pid_y = tile.get_program_id y : i32
  %pid_x64 = arith.extui %pid_x : i32 to i64
  %pid_y64 = arith.extui %pid_y : i32 to i64
  %rounded = arith.addi %n, %c63 : i32
  %tiles = arith.divui %rounded, %c64 : i32
  %tiles64 = arith.extui %tiles : i32 to i64
  %tiles_before = arith.muli %pid_y64, %tiles64 : i64
  %number = arith.addi %tiles_before, %pid_x64 : i64
  %start = arith.muli %number, %c512 : i64
  %first = tile.addptr %scales_ptr, %start : !tile.ptr<f8E4M3FN>, i64
  %index = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %row = arith.divui %index, %fours : tensor<512xi32>
  %column = arith.remui %index, %fours : tensor<512xi32>
  %line = arith.remui %row, %thirty_twos : tensor<512xi32>
  %group = arith.divui %row, %thirty_twos : tensor<512xi32>
  %line_begins = arith.muli %line, %sixteens : tensor<512xi32>
  %group_begins = arith.muli %group, %fours : tensor<512xi32>
  %begins = arith.addi %line_begins, %group_begins : tensor<512xi32>
  %offsets = arith.addi %begins, %column : tensor<512xi32>
  %base = tile.splat %first : !tile.ptr<f8E4M3FN> -> tensor<512x!tile.ptr<f8E4M3FN>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x!tile.ptr<f8E4M3FN>>, tensor<512xi32>
  tile.store %ptrs, %scales : tensor<512x!tile.ptr<f8E4M3FN>>
  tile.return
}

tile.func public @nvfp4_quantize_bf16(
    %x_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %g_ptr: !tile.ptr<f32>,
    %codes_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %g = tile.load %g_ptr : !tile.ptr<f32>
  %start, %begins, %inside = tile.call @row_blocks(%m, %n) : (i32, i32) -> (i64, tensor<512xi32>, tensor<512xi1>)
  %offsets, %inside16 = tile.call @elements(%begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x16xi32>, tensor<512x16xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<bf16>, i64
  %base = tile.splat %first : !tile.ptr<bf16> -> tensor<512x16x!tile.ptr<bf16>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x16x!tile.ptr<bf16>>, tensor<512x16xi32>
  %zeros = arith.constant dense<0.0> : tensor<512x16xbf16>
  %x = tile.load %ptrs, %inside16, %zeros : tensor<512x16x!tile.ptr<bf16>>
  %amax = tile.call @amax_bf16(%x) : (tensor<512x16xbf16>) -> tensor<512xf32>
  %wide = arith.extf %x : tensor<512x16xbf16> to tensor<512x16xf32>
  %codes, %scales = tile.call @quantize(%wide, %amax, %g) : (tensor<512x16xf32>, tensor<512xf32>, f32) -> (tensor<512x8xi8>, tensor<512xf8E4M3FN>)
  tile.call @store_codes(%codes_ptr, %start, %begins, %inside, %codes) : (!tile.ptr<i8>, i64, tensor<512xi32>, tensor<512xi1>, tensor<512x8xi8>) -> ()
  tile.call @store_row_scales(%scales_ptr, %start, %inside, %scales) : (!tile.ptr<f8E4M3FN>, i64, tensor<512xi1>, tensor<512xf8E4M3FN>) -> ()
  tile.return
}

tile.func public @nvfp4_quantize_f16(
    %x_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %g_ptr: !tile.ptr<f32>,
    %codes_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %g = tile.load %g_ptr : !tile.ptr<f32>
  %start, %begins, %inside = tile.call @row_blocks(%m, %n) : (i32, i32) -> (i64, tensor<512xi32>, tensor<512xi1>)
  %offsets, %inside16 = tile.call @elements(%begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x16xi32>, tensor<512x16xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<f16>, i64
  %base = tile.splat %first : !tile.ptr<f16> -> tensor<512x16x!tile.ptr<f16>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x16x!tile.ptr<f16>>, tensor<512x16xi32>
  %zeros = arith.constant dense<0.0> : tensor<512x16xf16>
  %x = tile.load %ptrs, %inside16, %zeros : tensor<512x16x!tile.ptr<f16>>
  %amax = tile.call @amax_f16(%x) : (tensor<512x16xf16>) -> tensor<512xf32>
  %wide = arith.extf %x : tensor<512x16xf16> to tensor<512x16xf32>
  %codes, %scales = tile.call @quantize(%wide, %amax, %g) : (tensor<512x16xf32>, tensor<512xf32>, f32) -> (tensor<512x8xi8>, tensor<512xf8E4M3FN>)
  tile.call @store_codes(%codes_ptr, %start, %begins, %inside, %codes) : (!tile.ptr<i8>, i64, tensor<512xi32>, tensor<512xi1>, tensor<512x8xi8>) -> ()
  tile.call @store_row_scales(%scales_ptr, %start, %inside, %scales) : (!tile.ptr<f8E4M3FN>, i64, tensor<512xi1>, tensor<512xf8E4M3FN>) -> ()
  tile.return
}

tile.func public @nvfp4_quantize_f32(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %g_ptr: !tile.ptr<f32>,
    %codes_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %g = tile.load %g_ptr : !tile.ptr<f32>
  %start, %begins, %inside = tile.call @row_blocks(%m, %n) : (i32, i32) -> (i64, tensor<512xi32>, tensor<512xi1>)
  %offsets, %inside16 = tile.call @elements(%begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x16xi32>, tensor<512x16xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %base = tile.splat %first : !tile.ptr<f32> -> tensor<512x16x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x16x!tile.ptr<f32>>, tensor<512x16xi32>
  %zeros = arith.constant dense<0.0> : tensor<512x16xf32>
  %x = tile.load %ptrs, %inside16, %zeros : tensor<512x16x!tile.ptr<f32>>
  %amax = tile.call @amax_f32(%x) : (tensor<512x16xf32>) -> tensor<512xf32>
  %codes, %scales = tile.call @quantize(%x, %amax, %g) : (tensor<512x16xf32>, tensor<512xf32>, f32) -> (tensor<512x8xi8>, tensor<512xf8E4M3FN>)
  tile.call @store_codes(%codes_ptr, %start, %begins, %inside, %codes) : (!tile.ptr<i8>, i64, tensor<512xi32>, tensor<512xi1>, tensor<512x8xi8>) -> ()
  tile.call @store_row_scales(%scales_ptr, %start, %inside, %scales) : (!tile.ptr<f8E4M3FN>, i64, tensor<512xi1>, tensor<512xf8E4M3FN>) -> ()
  tile.return
}

tile.func public @nvfp4_quantize_bf16_tiled(
    %x_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %g_ptr: !tile.ptr<f32>,
    %codes_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %g = tile.load %g_ptr : !tile.ptr<f32>
  %start, %begins, %inside = tile.call @tile_blocks(%m, %n) : (i32, i32) -> (i64, tensor<512xi32>, tensor<512xi1>)
  %offsets, %inside16 = tile.call @elements(%begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x16xi32>, tensor<512x16xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<bf16>, i64
  %base = tile.splat %first : !tile.ptr<bf16> -> tensor<512x16x!tile.ptr<bf16>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x16x!tile.ptr<bf16>>, tensor<512x16xi32>
  %zeros = arith.constant dense<0.0> : tensor<512x16xbf16>
  %x = tile.load %ptrs, %inside16, %zeros : tensor<512x16x!tile.ptr<bf16>>
  %amax = tile.call @amax_bf16(%x) : (tensor<512x16xbf16>) -> tensor<512xf32>
  %wide = arith.extf %x : tensor<512x16xbf16> to tensor<512x16xf32>
  %codes, %scales = tile.call @quantize(%wide, %amax, %g) : (tensor<512x16xf32>, tensor<512xf32>, f32) -> (tensor<512x8xi8>, tensor<512xf8E4M3FN>)
  tile.call @store_codes(%codes_ptr, %start, %begins, %inside, %codes) : (!tile.ptr<i8>, i64, tensor<512xi32>, tensor<512xi1>, tensor<512x8xi8>) -> ()
  tile.call @store_tile_scales(%scales_ptr, %n, %scales) : (!tile.ptr<f8E4M3FN>, i32, tensor<512xf8E4M3FN>) -> ()
  tile.return
}

tile.func public @nvfp4_quantize_f16_tiled(
    %x_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %g_ptr: !tile.ptr<f32>,
    %codes_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %g = tile.load %g_ptr : !tile.ptr<f32>
  %start, %begins, %inside = tile.call @tile_blocks(%m, %n) : (i32, i32) -> (i64, tensor<512xi32>, tensor<512xi1>)
  %offsets, %inside16 = tile.call @elements(%begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x16xi32>, tensor<512x16xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<f16>, i64
  %base = tile.splat %first : !tile.ptr<f16> -> tensor<512x16x!tile.ptr<f16>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x16x!tile.ptr<f16>>, tensor<512x16xi32>
  %zeros = arith.constant dense<0.0> : tensor<512x16xf16>
  %x = tile.load %ptrs, %inside16, %zeros : tensor<512x16x!tile.ptr<f16>>
  %amax = tile.call @amax_f16(%x) : (tensor<512x16xf16>) -> tensor<512xf32>
  %wide = arith.extf %x : tensor<512x16xf16> to tensor<512x16xf32>
  %codes, %scales = tile.call @quantize(%wide, %amax, %g) : (tensor<512x16xf32>, tensor<512xf32>, f32) -> (tensor<512x8xi8>, tensor<512xf8E4M3FN>)
  tile.call @store_codes(%codes_ptr, %start, %begins, %inside, %codes) : (!tile.ptr<i8>, i64, tensor<512xi32>, tensor<512xi1>, tensor<512x8xi8>) -> ()
  tile.call @store_tile_scales(%scales_ptr, %n, %scales) : (!tile.ptr<f8E4M3FN>, i32, tensor<512xf8E4M3FN>) -> ()
  tile.return
}

tile.func public @nvfp4_quantize_f32_tiled(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %g_ptr: !tile.ptr<f32>,
    %codes_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %g = tile.load %g_ptr : !tile.ptr<f32>
  %start, %begins, %inside = tile.call @tile_blocks(%m, %n) : (i32, i32) -> (i64, tensor<512xi32>, tensor<512xi1>)
  %offsets, %inside16 = tile.call @elements(%begins, %inside) : (tensor<512xi32>, tensor<512xi1>) -> (tensor<512x16xi32>, tensor<512x16xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %base = tile.splat %first : !tile.ptr<f32> -> tensor<512x16x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %offsets : tensor<512x16x!tile.ptr<f32>>, tensor<512x16xi32>
  %zeros = arith.constant dense<0.0> : tensor<512x16xf32>
  %x = tile.load %ptrs, %inside16, %zeros : tensor<512x16x!tile.ptr<f32>>
  %amax = tile.call @amax_f32(%x) : (tensor<512x16xf32>) -> tensor<512xf32>
  %codes, %scales = tile.call @quantize(%x, %amax, %g) : (tensor<512x16xf32>, tensor<512xf32>, f32) -> (tensor<512x8xi8>, tensor<512xf8E4M3FN>)
  tile.call @store_codes(%codes_ptr, %start, %begins, %inside, %codes) : (!tile.ptr<i8>, i64, tensor<512xi32>, tensor<512xi1>, tensor<512x8xi8>) -> ()
  tile.call @store_tile_scales(%scales_ptr, %n, %scales) : (!tile.ptr<f8E4M3FN>, i32, tensor<512xf8E4M3FN>) -> ()
  tile.return
}
