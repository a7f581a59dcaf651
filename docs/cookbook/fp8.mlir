// f32 to f8E4M3FN, two elements per instruction; what is too large becomes 448.
// cvt puts its first source into the upper half: the second element, $2.

tile.func public @fp8(%x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                      %y_ptr: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %x_ptrs : tensor<1024x!tile.ptr<f32>>
  %y = tile.elementwise_inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $2, $1;"
      {constraints = "=h,f,f", packed_element = 2 : i32, pure = true}
      %x : tensor<1024xf32> -> tensor<1024xf8E4M3FN> fallback (%v: f32) {
    %r = tile.fp_to_fp %v, rounding = rtne : f32 -> f8E4M3FN
    tile.asm.return %r : f8E4M3FN
  }
  %y_base = tile.splat %y_ptr : !tile.ptr<f8E4M3FN> -> tensor<1024x!tile.ptr<f8E4M3FN>>
  %y_ptrs = tile.addptr %y_base, %i : tensor<1024x!tile.ptr<f8E4M3FN>>, tensor<1024xi32>
  tile.store %y_ptrs, %y : tensor<1024x!tile.ptr<f8E4M3FN>>
  tile.return
}
