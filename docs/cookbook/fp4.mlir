// f32 to e2m1, two of these 4-bit floats a byte: 0, 0.5, 1, 1.5, 2, 3, 4, 6 and
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
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %q_base = tile.splat %q_ptr : !tile.ptr<i8> -> tensor<1024x!tile.ptr<i8>>
  %q_ptrs = tile.addptr %q_base, %i : tensor<1024x!tile.ptr<i8>>, tensor<1024xi32>
  tile.store %q_ptrs, %q : tensor<1024x!tile.ptr<i8>>
  tile.return
}
