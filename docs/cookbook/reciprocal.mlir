// y = 1 / x, approximately: one instruction instead of a correctly rounded
// division. The error is below 1 ulp; subnormal numbers count as zero.

tile.func public @reciprocal(%x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                             %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %x_ptrs : tensor<1024x!tile.ptr<f32>>
  %y = tile.elementwise_inline_asm "rcp.approx.ftz.f32 $0, $1;"
      {constraints = "=f,f", packed_element = 1 : i32, pure = true}
      %x : tensor<1024xf32> -> tensor<1024xf32> fallback (%v: f32) {
    %one = arith.constant 1.0 : f32
    %r = arith.divf %one, %v : f32
    tile.asm.return %r : f32
  }
  %y_base = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %y_ptrs, %y : tensor<1024x!tile.ptr<f32>>
  tile.return
}
