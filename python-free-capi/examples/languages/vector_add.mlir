// z = x + y in tiles of 256, the sum in inline PTX.
tile.func public @vector_add(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %z_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %size = arith.constant 256 : i32
  %id = tile.get_program_id x : i32
  %start = arith.muli %id, %size : i32
  %starts = tile.splat %start : i32 -> tensor<256xi32>
  %range = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %offs = arith.addi %starts, %range : tensor<256xi32>
  %ns = tile.splat %n : i32 -> tensor<256xi32>
  %mask = arith.cmpi slt, %offs, %ns : tensor<256xi32>
  %xs = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %x_at = tile.addptr %xs, %offs : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %x = tile.load %x_at, %mask : tensor<256x!tile.ptr<f32>>
  %ys = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %y_at = tile.addptr %ys, %offs : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %y = tile.load %y_at, %mask : tensor<256x!tile.ptr<f32>>
  %z = tile.elementwise_inline_asm "add.rn.f32 $0, $1, $2;" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x, %y : tensor<256xf32>, tensor<256xf32> -> tensor<256xf32>
  %zs = tile.splat %z_ptr : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %z_at = tile.addptr %zs, %offs : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  tile.store %z_at, %z, %mask : tensor<256x!tile.ptr<f32>>
  tile.return
}
