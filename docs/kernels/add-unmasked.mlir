// z = x + y. Each program adds 1,024 numbers, without a mask: the last one goes past the end.

tile.func public @add_unmasked(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %z: !tile.ptr<f32>) {
  %pid = tile.get_program_id x : i32
  %size = arith.constant 1024 : i32
  %start = arith.muli %pid, %size : i32
  %range = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %i = arith.addi %starts, %range : tensor<1024xi32>
  %x_base = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %y_base = tile.splat %y : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %z_base = tile.splat %z : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %y_ptrs = tile.addptr %y_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %z_ptrs = tile.addptr %z_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %xs = tile.load %x_ptrs : tensor<1024x!tile.ptr<f32>>
  %ys = tile.load %y_ptrs : tensor<1024x!tile.ptr<f32>>
  %sum = arith.addf %xs, %ys : tensor<1024xf32>
  tile.store %z_ptrs, %sum : tensor<1024x!tile.ptr<f32>>
  tile.return
}
