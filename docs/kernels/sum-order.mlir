// The sum of the 1,024 numbers of each row, in two ways: the tree of a reduction, and one
// number of 128 per step, which adds up columns first. The order of the additions differs,
// and so do the last bits of floats.

tile.func public @tree(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32>) {
  %row = tile.get_program_id x : i32
  %length = arith.constant 1024 : i32
  %start = arith.muli %row, %length : i32
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %x_row = tile.addptr %x, %start : !tile.ptr<f32>, i32
  %x_base = tile.splat %x_row : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %xs = tile.load %x_ptrs : tensor<1024x!tile.ptr<f32>>
  %sum = "tile.reduce"(%xs) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %both = arith.addf %a, %b : f32
    tile.reduce.return %both : f32
  }) : (tensor<1024xf32>) -> f32
  %y_row = tile.addptr %y, %row : !tile.ptr<f32>, i32
  tile.store %y_row, %sum : !tile.ptr<f32>
  tile.return
}

tile.func public @loop(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32>) {
  %row = tile.get_program_id x : i32
  %length = arith.constant 1024 : i32
  %start = arith.muli %row, %length : i32
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %x_row = tile.addptr %x, %start : !tile.ptr<f32>, i32
  %zero = arith.constant 0 : i32
  %step = arith.constant 128 : i32
  %zeros = arith.constant dense<0.0> : tensor<128xf32>
  %sums = scf.for %at = %zero to %length step %step iter_args(%before = %zeros) -> (tensor<128xf32>) : i32 {
    %x_part = tile.addptr %x_row, %at : !tile.ptr<f32>, i32
    %x_base = tile.splat %x_part : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
    %x_ptrs = tile.addptr %x_base, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
    %xs = tile.load %x_ptrs : tensor<128x!tile.ptr<f32>>
    %next = arith.addf %before, %xs : tensor<128xf32>
    scf.yield %next : tensor<128xf32>
  }
  %sum = "tile.reduce"(%sums) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %both = arith.addf %a, %b : f32
    tile.reduce.return %both : f32
  }) : (tensor<128xf32>) -> f32
  %y_row = tile.addptr %y, %row : !tile.ptr<f32>, i32
  tile.store %y_row, %sum : !tile.ptr<f32>
  tile.return
}
