// Adds two vectors: z = x + y, in tiles of 1024.
//
// Idea: the vector addition of Triton's tutorials.

tile.func public @vector_add(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %z_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32) {
  %block = arith.constant 1024 : i32
  %pid = tile.get_program_id x : i32
  %start = arith.muli %pid, %block : i32
  %range = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %offs = arith.addi %starts, %range : tensor<1024xi32>
  %ns = tile.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %offs, %ns : tensor<1024xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %offs : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %x_ptrs, %mask : tensor<1024x!tile.ptr<f32>>
  %y_base = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_base, %offs : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %y = tile.load %y_ptrs, %mask : tensor<1024x!tile.ptr<f32>>
  %z = arith.addf %x, %y : tensor<1024xf32>
  %z_base = tile.splat %z_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %z_ptrs = tile.addptr %z_base, %offs : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %z_ptrs, %z, %mask : tensor<1024x!tile.ptr<f32>>
  tile.return
}
