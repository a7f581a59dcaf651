// GELU in its tanh form, 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), with
// the hardware's tanh: one instruction, relative error 2^-11.

tile.func public @gelu(%x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                       %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %half = arith.constant dense<0.5> : tensor<1024xf32>
  %one = arith.constant dense<1.0> : tensor<1024xf32>
  %cubic = arith.constant dense<0.044715> : tensor<1024xf32>
  %scale = arith.constant dense<0.7978845608> : tensor<1024xf32>
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %x_ptrs : tensor<1024x!tile.ptr<f32>>
  %x2 = arith.mulf %x, %x : tensor<1024xf32>
  %factor = math.fma %x2, %cubic, %one : tensor<1024xf32>
  %scaled = arith.mulf %x, %scale : tensor<1024xf32>
  %u = arith.mulf %scaled, %factor : tensor<1024xf32>
  %t = tile.elementwise_inline_asm "tanh.approx.f32 $0, $1;"
      {constraints = "=f,f", packed_element = 1 : i32, pure = true}
      %u : tensor<1024xf32> -> tensor<1024xf32> fallback (%v: f32) {
    %r = math.tanh %v : f32
    tile.asm.return %r : f32
  }
  %half_x = arith.mulf %x, %half : tensor<1024xf32>
  %y = math.fma %half_x, %t, %half_x : tensor<1024xf32>
  %y_base = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %y_ptrs, %y : tensor<1024x!tile.ptr<f32>>
  tile.return
}
