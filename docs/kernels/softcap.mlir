// y = 50 tanh(x / 50), which keeps numbers between -50 and 50: with the hardware's tanh,
// and with the accurate one. The grid covers the numbers.

tile.func public @softcap(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                          %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %cap = arith.constant dense<50.0> : tensor<1024xf32>
  %inverse = arith.constant dense<0.02> : tensor<1024xf32>
  %pid = tile.get_program_id x : i32
  %size = arith.constant 1024 : i32
  %start = arith.muli %pid, %size : i32
  %x_block = tile.addptr %x, %start : !tile.ptr<f32>, i32
  %y_block = tile.addptr %y, %start : !tile.ptr<f32>, i32
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %x_base = tile.splat %x_block : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %xs = tile.load %x_ptrs : tensor<1024x!tile.ptr<f32>>
  %scaled = arith.mulf %xs, %inverse : tensor<1024xf32>
  %t = tile.elementwise_inline_asm "tanh.approx.f32 $0, $1;"
      {constraints = "=f,f", packed_element = 1 : i32, pure = true}
      %scaled : tensor<1024xf32> -> tensor<1024xf32> fallback (%v: f32) {
    %exact = math.tanh %v : f32
    tile.asm.return %exact : f32
  }
  %capped = arith.mulf %t, %cap : tensor<1024xf32>
  %y_base = tile.splat %y_block : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %y_ptrs, %capped : tensor<1024x!tile.ptr<f32>>
  tile.return
}
