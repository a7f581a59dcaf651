// f32 to bf16, rounded up or down by chance: random bits are added to those that
// are cut off. Two elements take 32 random bits, the first the lower half of them.

tile.func public @stochastic(%x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                             %random_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
                             %y_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %x_ptrs : tensor<1024x!tile.ptr<f32>>
  %random_base = tile.splat %random_ptr : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %random_ptrs = tile.addptr %random_base, %i : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %random = tile.load %random_ptrs : tensor<1024x!tile.ptr<i32>>
  %y = tile.elementwise_inline_asm "cvt.rs.bf16x2.f32 $0, $2, $1, $3;"
      {constraints = "=r,f,f,r", packed_element = 2 : i32, per_group = array<i32: 1>, pure = true}
      %x, %random : tensor<1024xf32>, tensor<1024xi32> -> tensor<1024xbf16>
      fallback (%first: f32, %second: f32, %bits: i32) {
    %c16 = arith.constant 16 : i32
    %low_half = arith.constant 0xFFFF : i32
    %infinity = arith.constant 0x7F800000 : f32
    %first_random = arith.andi %bits, %low_half : i32
    %first_bits = arith.bitcast %first : f32 to i32
    %first_sum = arith.addi %first_bits, %first_random : i32
    %first_cut = arith.shrui %first_sum, %c16 : i32
    %first_short = arith.trunci %first_cut : i32 to i16
    %first_bf16 = arith.bitcast %first_short : i16 to bf16
    %first_abs = math.absf %first : f32
    %first_finite = arith.cmpf olt, %first_abs, %infinity : f32
    %first_plain = arith.truncf %first : f32 to bf16
    %r0 = arith.select %first_finite, %first_bf16, %first_plain : bf16
    %second_random = arith.shrui %bits, %c16 : i32
    %second_bits = arith.bitcast %second : f32 to i32
    %second_sum = arith.addi %second_bits, %second_random : i32
    %second_cut = arith.shrui %second_sum, %c16 : i32
    %second_short = arith.trunci %second_cut : i32 to i16
    %second_bf16 = arith.bitcast %second_short : i16 to bf16
    %second_abs = math.absf %second : f32
    %second_finite = arith.cmpf olt, %second_abs, %infinity : f32
    %second_plain = arith.truncf %second : f32 to bf16
    %r1 = arith.select %second_finite, %second_bf16, %second_plain : bf16
    tile.asm.return %r0, %r1 : bf16, bf16
  }
  %y_base = tile.splat %y_ptr : !tile.ptr<bf16> -> tensor<1024x!tile.ptr<bf16>>
  %y_ptrs = tile.addptr %y_base, %i : tensor<1024x!tile.ptr<bf16>>, tensor<1024xi32>
  tile.store %y_ptrs, %y : tensor<1024x!tile.ptr<bf16>>
  tile.return
}
