// z = x + y, for n numbers. Each program adds 1,024 of them, and the last one adds the rest.

tile.func public @add(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                      %y: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                      %z: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %pid = tile.get_program_id x : i32
  %size = arith.constant 1024 : i32
  %start = arith.muli %pid, %size : i32
  %range = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %i = arith.addi %starts, %range : tensor<1024xi32>
  %ns = tile.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<1024xi32>
  %x_base = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %y_base = tile.splat %y : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %z_base = tile.splat %z : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %y_ptrs = tile.addptr %y_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %z_ptrs = tile.addptr %z_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %xs = tile.load %x_ptrs, %mask : tensor<1024x!tile.ptr<f32>>
  %ys = tile.load %y_ptrs, %mask : tensor<1024x!tile.ptr<f32>>
  %sum = arith.addf %xs, %ys : tensor<1024xf32>
  tile.store %z_ptrs, %sum, %mask : tensor<1024x!tile.ptr<f32>>
  tile.return
}
