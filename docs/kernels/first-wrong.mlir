// The same with a mistake: if x is not positive, no operation writes the result.

tile.func public @reciprocal(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %base = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %ptrs : tensor<1024x!tile.ptr<f32>>
  %y = tile.elementwise_inline_asm
      "{ .reg .pred p; setp.gt.f32 p, $1, 0.0; @p rcp.approx.ftz.f32 $0, $1; }"
      {constraints = "=f,f", packed_element = 1 : i32, pure = true}
      %x : tensor<1024xf32> -> tensor<1024xf32>
  tile.store %ptrs, %y : tensor<1024x!tile.ptr<f32>>
  tile.return
}
