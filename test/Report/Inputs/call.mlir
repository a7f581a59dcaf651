// A function that is inlined.

tile.func private @square(%x: tensor<128xf32>) -> tensor<128xf32> {
  %y = arith.mulf %x, %x : tensor<128xf32>
  tile.return %y : tensor<128xf32>
}

tile.func public @squares(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %base = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %x = tile.load %ptrs : tensor<128x!tile.ptr<f32>>
  %y = tile.call @square(%x) : (tensor<128xf32>) -> tensor<128xf32>
  tile.store %ptrs, %y : tensor<128x!tile.ptr<f32>>
  tile.return
}
