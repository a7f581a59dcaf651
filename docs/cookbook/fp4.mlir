// f32 to e2m1, two of these 4-bit floats per byte: 0, 0.5, 1, 1.5, 2, 3, 4, 6 and
// their negatives; what is too large becomes 6. Element 2 i of x becomes the
// lower half of byte i, element 2 i + 1 the upper half.

tile.func public @fp4(%x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                      %q_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32}) {
  %j = tile.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<2048x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %j : tensor<2048x!tile.ptr<f32>>, tensor<2048xi32>
  %x = tile.load %x_ptrs : tensor<2048x!tile.ptr<f32>>
  %pairs = tile.reshape %x : tensor<2048xf32> -> tensor<1024x2xf32>
  %even, %odd = tile.split %pairs : tensor<1024x2xf32> -> tensor<1024xf32>
  %q = tile.elementwise_inline_asm ".reg .b8 b; cvt.rn.satfinite.e2m1x2.f32 b, $2, $1; cvt.u32.u8 $0, b;"
      {constraints = "=r,f,f", packed_element = 1 : i32, pure = true}
      %even, %odd : tensor<1024xf32>, tensor<1024xf32> -> tensor<1024xi8>
      fallback (%low: f32, %high: f32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %three = arith.constant 3 : i32
    %four = arith.constant 4 : i32
    %thirty_one = arith.constant 31 : i32
    %half = arith.constant 0.5 : f32
    %f2 = arith.constant 2.0 : f32
    %f4 = arith.constant 4.0 : f32
    %f6 = arith.constant 6.0 : f32
    %byte = scf.for %k = %zero to %two step %one iter_args(%above = %zero) -> (i32) : i32 {
      %is_high = arith.cmpi eq, %k, %zero : i32
      %v = arith.select %is_high, %high, %low : f32
      // The numbers are 0.5 apart below 2, 1 below 4, 2 below 6. A NaN is 6.
      %abs = math.absf %v : f32
      %a = arith.minnumf %abs, %f2 : f32
      %a_steps = arith.addf %a, %a : f32
      %a_code = math.roundeven %a_steps : f32
      %b4 = arith.minnumf %abs, %f4 : f32
      %b2 = arith.maxnumf %b4, %f2 : f32
      %b_steps = arith.subf %b2, %f2 : f32
      %b_code = math.roundeven %b_steps : f32
      %c6 = arith.minnumf %abs, %f6 : f32
      %c4 = arith.maxnumf %c6, %f4 : f32
      %c = arith.subf %c4, %f4 : f32
      %c_steps = arith.mulf %c, %half : f32
      %c_code = math.roundeven %c_steps : f32
      %ab = arith.addf %a_code, %b_code : f32
      %abc = arith.addf %ab, %c_code : f32
      %code = arith.fptoui %abc : f32 to i32
      %bits = arith.bitcast %v : f32 to i32
      %sign = arith.shrui %bits, %thirty_one : i32
      %is_nan = arith.cmpf uno, %v, %v : f32
      %kept_sign = arith.select %is_nan, %zero, %sign : i32
      %sign_bit = arith.shli %kept_sign, %three : i32
      %nibble = arith.ori %code, %sign_bit : i32
      %moved = arith.shli %above, %four : i32
      %both = arith.ori %moved, %nibble : i32
      scf.yield %both : i32
    }
    %r = arith.trunci %byte : i32 to i8
    tile.asm.return %r : i8
  }
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %q_base = tile.splat %q_ptr : !tile.ptr<i8> -> tensor<1024x!tile.ptr<i8>>
  %q_ptrs = tile.addptr %q_base, %i : tensor<1024x!tile.ptr<i8>>, tensor<1024xi32>
  tile.store %q_ptrs, %q : tensor<1024x!tile.ptr<i8>>
  tile.return
}
