// Each row of x becomes exp(x - max) / sum(exp(x - max)). One program per row, of up to
// 1,024 numbers.

tile.func public @softmax(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                          %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %row = tile.get_program_id x : i32
  %start = arith.muli %row, %n : i32
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %ns = tile.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<1024xi32>
  %x_row = tile.addptr %x, %start : !tile.ptr<f32>, i32
  %x_base = tile.splat %x_row : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %minus_inf = arith.constant dense<0xFF800000> : tensor<1024xf32>
  %xs = tile.load %x_ptrs, %mask, %minus_inf : tensor<1024x!tile.ptr<f32>>
  %max = "tile.reduce"(%xs) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %larger = arith.maxnumf %a, %b : f32
    tile.reduce.return %larger : f32
  }) : (tensor<1024xf32>) -> f32
  %maxs = tile.splat %max : f32 -> tensor<1024xf32>
  %below = arith.subf %xs, %maxs : tensor<1024xf32>
  %e = math.exp %below : tensor<1024xf32>
  %sum = "tile.reduce"(%e) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %both = arith.addf %a, %b : f32
    tile.reduce.return %both : f32
  }) : (tensor<1024xf32>) -> f32
  %sums = tile.splat %sum : f32 -> tensor<1024xf32>
  %quotient = arith.divf %e, %sums : tensor<1024xf32>
  %y_row = tile.addptr %y, %start : !tile.ptr<f32>, i32
  %y_base = tile.splat %y_row : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %y_ptrs, %quotient, %mask : tensor<1024x!tile.ptr<f32>>
  tile.return
}
