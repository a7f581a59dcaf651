// Quantises an m x n matrix to fp8: e4m3 codes, and an f32 scale for each 16 numbers of
// a row. n is a multiple of 16. One warp does 64 blocks, so a grid is
// (ceil(m * n / 1024), 1).
//
//   x       m x n numbers, bf16, f16 or f32
//   codes   m x n
//   scales  m x n / 16
//
// For each block of 16: scale = max |x| / 448, codes = e4m3(x * min(448 / max |x|,
// the largest f32)), to nearest even, at most 448. NaN becomes NaN, without sign, and
// counts in the maximum only where all 16 are NaN. All f32 operations are rounded to
// nearest, so results are the same bits everywhere.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// The largest magnitude of each 16; NaN only where all are NaN. Of 16-bit numbers
// two per instruction, whose sign means nothing.
tile.func private @amax_bf16(%x: tensor<64x16xbf16>) -> tensor<64xf32> {
  %x8 = tile.reshape %x : tensor<64x16xbf16> -> tensor<64x2x8xbf16>
  %p8 = tile.trans %x8 {order = array<i32: 0, 2, 1>} : tensor<64x2x8xbf16> -> tensor<64x8x2xbf16>
  %a8, %b8 = tile.split %p8 : tensor<64x8x2xbf16> -> tensor<64x8xbf16>
  %m8 = tile.elementwise_inline_asm "max.xorsign.abs.bf16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %a8, %b8 : tensor<64x8xbf16>, tensor<64x8xbf16> -> tensor<64x8xbf16> fallback (%a: bf16, %b: bf16) {
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
  %x4 = tile.reshape %m8 : tensor<64x8xbf16> -> tensor<64x2x4xbf16>
  %p4 = tile.trans %x4 {order = array<i32: 0, 2, 1>} : tensor<64x2x4xbf16> -> tensor<64x4x2xbf16>
  %a4, %b4 = tile.split %p4 : tensor<64x4x2xbf16> -> tensor<64x4xbf16>
  %m4 = tile.elementwise_inline_asm "max.xorsign.abs.bf16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %a4, %b4 : tensor<64x4xbf16>, tensor<64x4xbf16> -> tensor<64x4xbf16> fallback (%a: bf16, %b: bf16) {
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
  %x2 = tile.reshape %m4 : tensor<64x4xbf16> -> tensor<64x2x2xbf16>
  %p2 = tile.trans %x2 {order = array<i32: 0, 2, 1>} : tensor<64x2x2xbf16> -> tensor<64x2x2xbf16>
  %a2, %b2 = tile.split %p2 : tensor<64x2x2xbf16> -> tensor<64x2xbf16>
  %m2 = tile.elementwise_inline_asm "max.xorsign.abs.bf16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %a2, %b2 : tensor<64x2xbf16>, tensor<64x2xbf16> -> tensor<64x2xbf16> fallback (%a: bf16, %b: bf16) {
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
  %m2_abs = math.absf %m2 : tensor<64x2xbf16>
  %m1 = "tile.reduce"(%m2_abs) <{axis = 1 : i32}> ({
  ^bb0(%a: bf16, %b: bf16):
    %max = arith.maxnumf %a, %b : bf16
    tile.reduce.return %max : bf16
  }) : (tensor<64x2xbf16>) -> tensor<64xbf16>
  %amax = arith.extf %m1 : tensor<64xbf16> to tensor<64xf32>
  tile.return %amax : tensor<64xf32>
}

tile.func private @amax_f16(%x: tensor<64x16xf16>) -> tensor<64xf32> {
  %x8 = tile.reshape %x : tensor<64x16xf16> -> tensor<64x2x8xf16>
  %p8 = tile.trans %x8 {order = array<i32: 0, 2, 1>} : tensor<64x2x8xf16> -> tensor<64x8x2xf16>
  %a8, %b8 = tile.split %p8 : tensor<64x8x2xf16> -> tensor<64x8xf16>
  %m8 = tile.elementwise_inline_asm "max.xorsign.abs.f16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %a8, %b8 : tensor<64x8xf16>, tensor<64x8xf16> -> tensor<64x8xf16> fallback (%a: f16, %b: f16) {
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
  %x4 = tile.reshape %m8 : tensor<64x8xf16> -> tensor<64x2x4xf16>
  %p4 = tile.trans %x4 {order = array<i32: 0, 2, 1>} : tensor<64x2x4xf16> -> tensor<64x4x2xf16>
  %a4, %b4 = tile.split %p4 : tensor<64x4x2xf16> -> tensor<64x4xf16>
  %m4 = tile.elementwise_inline_asm "max.xorsign.abs.f16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %a4, %b4 : tensor<64x4xf16>, tensor<64x4xf16> -> tensor<64x4xf16> fallback (%a: f16, %b: f16) {
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
  %x2 = tile.reshape %m4 : tensor<64x4xf16> -> tensor<64x2x2xf16>
  %p2 = tile.trans %x2 {order = array<i32: 0, 2, 1>} : tensor<64x2x2xf16> -> tensor<64x2x2xf16>
  %a2, %b2 = tile.split %p2 : tensor<64x2x2xf16> -> tensor<64x2xf16>
  %m2 = tile.elementwise_inline_asm "max.xorsign.abs.f16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %a2, %b2 : tensor<64x2xf16>, tensor<64x2xf16> -> tensor<64x2xf16> fallback (%a: f16, %b: f16) {
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
  %m2_abs = math.absf %m2 : tensor<64x2xf16>
  %m1 = "tile.reduce"(%m2_abs) <{axis = 1 : i32}> ({
  ^bb0(%a: f16, %b: f16):
    %max = arith.maxnumf %a, %b : f16
    tile.reduce.return %max : f16
  }) : (tensor<64x2xf16>) -> tensor<64xf16>
  %amax = arith.extf %m1 : tensor<64xf16> to tensor<64xf32>
  tile.return %amax : tensor<64xf32>
}

tile.func private @amax_f32(%x: tensor<64x16xf32>) -> tensor<64xf32> {
  %abs = math.absf %x : tensor<64x16xf32>
  %amax = "tile.reduce"(%abs) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %max = arith.maxnumf %a, %b : f32
    tile.reduce.return %max : f32
  }) : (tensor<64x16xf32>) -> tensor<64xf32>
  tile.return %amax : tensor<64xf32>
}

// Blocks of 16, counted through the matrix: where the 64 of this program begin in
// x, where each begins there, and which of them there are.
tile.func private @row_blocks(%m: i32, %n: i32) -> (i64, tensor<64xi32>, tensor<64xi1>) {
  %sixteen = arith.constant 16 : i64
  %sixteens = arith.constant dense<16> : tensor<64xi32>
  %tile = arith.constant 64 : i64
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
  %index = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ends = tile.splat %here32 : i32 -> tensor<64xi32>
  %inside = arith.cmpi slt, %index, %ends : tensor<64xi32>
  %start = arith.muli %first, %sixteen : i64
  %begins = arith.muli %index, %sixteens : tensor<64xi32>
  tile.return %start, %begins, %inside : i64, tensor<64xi32>, tensor<64xi1>
}

// The same of all elements of the blocks.
tile.func private @elements(%begins: tensor<64xi32>, %inside: tensor<64xi1>) -> (tensor<64x16xi32>, tensor<64x16xi1>) {
  %column = tile.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %column1 = tile.expand_dims %column {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %columns = tile.broadcast %column1 : tensor<1x16xi32> -> tensor<64x16xi32>
  %begins1 = tile.expand_dims %begins {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %begins16 = tile.broadcast %begins1 : tensor<64x1xi32> -> tensor<64x16xi32>
  %offsets = arith.addi %begins16, %columns : tensor<64x16xi32>
  %inside1 = tile.expand_dims %inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %inside16 = tile.broadcast %inside1 : tensor<64x1xi1> -> tensor<64x16xi1>
  tile.return %offsets, %inside16 : tensor<64x16xi32>, tensor<64x16xi1>
}

// Codes and scales of blocks. Where the instruction lacks, numbers of at least 2^-6,
// e4m3's smallest normal one, are rounded as integers, as their exponents lie side by
// side with the three bits of e4m3; smaller ones are rounded to multiples of 2^-9 by
// adding 2^23 to 512 |y|.
tile.func private @quantize(%x: tensor<64x16xf32>, %amax: tensor<64xf32>) -> (tensor<64x16xf8E4M3FN>, tensor<64xf32>) {
  %top = arith.constant dense<448.0> : tensor<64xf32>
  %largest = arith.constant dense<0x7F7FFFFF> : tensor<64xf32>
  %scales = tile.precise_divf %amax, %top : tensor<64xf32>
  %inverse = tile.precise_divf %top, %amax : tensor<64xf32>
  %factors = arith.minimumf %inverse, %largest : tensor<64xf32>
  %factors1 = tile.expand_dims %factors {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %factors16 = tile.broadcast %factors1 : tensor<64x1xf32> -> tensor<64x16xf32>
  %scaled = arith.mulf %x, %factors16 : tensor<64x16xf32>
  %codes = tile.elementwise_inline_asm "{ .reg .b16 low, high; cvt.rn.satfinite.e4m3x2.f32 low, $2, $1; cvt.rn.satfinite.e4m3x2.f32 high, $4, $3; mov.b32 $0, {low, high}; }"
      {constraints = "=r,r,r,r,r", packed_element = 4 : i32, pure = true}
      %scaled : tensor<64x16xf32> -> tensor<64x16xi8>
      fallback (%y: f32) {
    %one = arith.constant 1 : i32
    %twenty = arith.constant 20 : i32
    %twenty_four = arith.constant 24 : i32
    %almost_half = arith.constant 0x7FFFF : i32
    // 8 * (127 - 7), the difference of the exponents' biases.
    %bias = arith.constant 960 : i32
    %max_code = arith.constant 0x7E : i32
    %nan_code = arith.constant 0x7F : i32
    %infinity = arith.constant 0x7F800000 : i32
    %magnitude = arith.constant 0x7FFFFFFF : i32
    %sign_bit = arith.constant 0x80 : i32
    %min_normal = arith.constant 0.015625 : f32
    %steps = arith.constant 512.0 : f32
    %from0 = arith.constant 8388608.0 : f32
    %from0_bits = arith.constant 0x4B000000 : i32
    %bits = arith.bitcast %y : f32 to i32
    %abs_bits = arith.andi %bits, %magnitude : i32
    %last = arith.shrui %abs_bits, %twenty : i32
    %is_odd = arith.andi %last, %one : i32
    %raised = arith.addi %abs_bits, %almost_half : i32
    %raised_even = arith.addi %raised, %is_odd : i32
    %cut = arith.shrui %raised_even, %twenty : i32
    %normal = arith.subi %cut, %bias : i32
    %abs = math.absf %y : f32
    %line = math.fma %abs, %steps, %from0 : f32
    %line_bits = arith.bitcast %line : f32 to i32
    %subnormal = arith.subi %line_bits, %from0_bits : i32
    %is_subnormal = arith.cmpf olt, %abs, %min_normal : f32
    %finite = arith.select %is_subnormal, %subnormal, %normal : i32
    %code = arith.minsi %finite, %max_code : i32
    %sign = arith.shrui %bits, %twenty_four : i32
    %only_sign = arith.andi %sign, %sign_bit : i32
    %signed = arith.ori %code, %only_sign : i32
    %is_nan = arith.cmpi ugt, %abs_bits, %infinity : i32
    %any = arith.select %is_nan, %nan_code, %signed : i32
    %byte = arith.trunci %any : i32 to i8
    tile.asm.return %byte : i8
  }
  %e4m3 = tile.bitcast %codes : tensor<64x16xi8> -> tensor<64x16xf8E4M3FN>
  tile.return %e4m3, %scales : tensor<64x16xf8E4M3FN>, tensor<64xf32>
}

// Stores the scales, one per block.
tile.func private @store_scales(%scales_ptr: !tile.ptr<f32>, %start: i64, %inside: tensor<64xi1>, %scales: tensor<64xf32>) {
  %sixteen = arith.constant 16 : i64
  %block = arith.divui %start, %sixteen : i64
  %first = tile.addptr %scales_ptr, %block : !tile.ptr<f32>, i64
  %index = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %base = tile.splat %first : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %index : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  tile.store %ptrs, %scales, %inside : tensor<64x!tile.ptr<f32>>
  tile.return
}

tile.func public @fp8_quantize_bf16(
    %x_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %codes_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %start, %begins, %inside = tile.call @row_blocks(%m, %n) : (i32, i32) -> (i64, tensor<64xi32>, tensor<64xi1>)
  %offsets, %inside16 = tile.call @elements(%begins, %inside) : (tensor<64xi32>, tensor<64xi1>) -> (tensor<64x16xi32>, tensor<64x16xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<bf16>, i64
  %base = tile.splat %first : !tile.ptr<bf16> -> tensor<64x16x!tile.ptr<bf16>>
  %ptrs = tile.addptr %base, %offsets : tensor<64x16x!tile.ptr<bf16>>, tensor<64x16xi32>
  %x = tile.load %ptrs, %inside16 cacheModifier = cg : tensor<64x16x!tile.ptr<bf16>>
  %amax = tile.call @amax_bf16(%x) : (tensor<64x16xbf16>) -> tensor<64xf32>
  %wide = arith.extf %x : tensor<64x16xbf16> to tensor<64x16xf32>
  %codes, %scales = tile.call @quantize(%wide, %amax) : (tensor<64x16xf32>, tensor<64xf32>) -> (tensor<64x16xf8E4M3FN>, tensor<64xf32>)
  %codes_first = tile.addptr %codes_ptr, %start : !tile.ptr<f8E4M3FN>, i64
  %codes_base = tile.splat %codes_first : !tile.ptr<f8E4M3FN> -> tensor<64x16x!tile.ptr<f8E4M3FN>>
  %codes_ptrs = tile.addptr %codes_base, %offsets : tensor<64x16x!tile.ptr<f8E4M3FN>>, tensor<64x16xi32>
  tile.store %codes_ptrs, %codes, %inside16 : tensor<64x16x!tile.ptr<f8E4M3FN>>
  tile.call @store_scales(%scales_ptr, %start, %inside, %scales) : (!tile.ptr<f32>, i64, tensor<64xi1>, tensor<64xf32>) -> ()
  tile.return
}

tile.func public @fp8_quantize_f16(
    %x_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %codes_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %start, %begins, %inside = tile.call @row_blocks(%m, %n) : (i32, i32) -> (i64, tensor<64xi32>, tensor<64xi1>)
  %offsets, %inside16 = tile.call @elements(%begins, %inside) : (tensor<64xi32>, tensor<64xi1>) -> (tensor<64x16xi32>, tensor<64x16xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<f16>, i64
  %base = tile.splat %first : !tile.ptr<f16> -> tensor<64x16x!tile.ptr<f16>>
  %ptrs = tile.addptr %base, %offsets : tensor<64x16x!tile.ptr<f16>>, tensor<64x16xi32>
  %x = tile.load %ptrs, %inside16 cacheModifier = cg : tensor<64x16x!tile.ptr<f16>>
  %amax = tile.call @amax_f16(%x) : (tensor<64x16xf16>) -> tensor<64xf32>
  %wide = arith.extf %x : tensor<64x16xf16> to tensor<64x16xf32>
  %codes, %scales = tile.call @quantize(%wide, %amax) : (tensor<64x16xf32>, tensor<64xf32>) -> (tensor<64x16xf8E4M3FN>, tensor<64xf32>)
  %codes_first = tile.addptr %codes_ptr, %start : !tile.ptr<f8E4M3FN>, i64
  %codes_base = tile.splat %codes_first : !tile.ptr<f8E4M3FN> -> tensor<64x16x!tile.ptr<f8E4M3FN>>
  %codes_ptrs = tile.addptr %codes_base, %offsets : tensor<64x16x!tile.ptr<f8E4M3FN>>, tensor<64x16xi32>
  tile.store %codes_ptrs, %codes, %inside16 : tensor<64x16x!tile.ptr<f8E4M3FN>>
  tile.call @store_scales(%scales_ptr, %start, %inside, %scales) : (!tile.ptr<f32>, i64, tensor<64xi1>, tensor<64xf32>) -> ()
  tile.return
}

tile.func public @fp8_quantize_f32(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %codes_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32},
    %scales_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32 {tile.divisibility = 16 : i32}) {
  %start, %begins, %inside = tile.call @row_blocks(%m, %n) : (i32, i32) -> (i64, tensor<64xi32>, tensor<64xi1>)
  %offsets, %inside16 = tile.call @elements(%begins, %inside) : (tensor<64xi32>, tensor<64xi1>) -> (tensor<64x16xi32>, tensor<64x16xi1>)
  %first = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %base = tile.splat %first : !tile.ptr<f32> -> tensor<64x16x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %offsets : tensor<64x16x!tile.ptr<f32>>, tensor<64x16xi32>
  %x = tile.load %ptrs, %inside16 : tensor<64x16x!tile.ptr<f32>>
  %amax = tile.call @amax_f32(%x) : (tensor<64x16xf32>) -> tensor<64xf32>
  %codes, %scales = tile.call @quantize(%x, %amax) : (tensor<64x16xf32>, tensor<64xf32>) -> (tensor<64x16xf8E4M3FN>, tensor<64xf32>)
  %codes_first = tile.addptr %codes_ptr, %start : !tile.ptr<f8E4M3FN>, i64
  %codes_base = tile.splat %codes_first : !tile.ptr<f8E4M3FN> -> tensor<64x16x!tile.ptr<f8E4M3FN>>
  %codes_ptrs = tile.addptr %codes_base, %offsets : tensor<64x16x!tile.ptr<f8E4M3FN>>, tensor<64x16xi32>
  tile.store %codes_ptrs, %codes, %inside16 : tensor<64x16x!tile.ptr<f8E4M3FN>>
  tile.call @store_scales(%scales_ptr, %start, %inside, %scales) : (!tile.ptr<f32>, i64, tensor<64xi1>, tensor<64xf32>) -> ()
  tile.return
}
}
