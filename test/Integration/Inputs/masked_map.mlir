// Each program has its 1000 elements; SIZE is replaced by the extent of a tile.
tile.func public @map(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %size = arith.constant 1000 : i32
  %id = tile.get_program_id x : i32
  %start = arith.muli %id, %size : i32
  %starts = tile.splat %start : i32 -> tensor<SIZExi32>
  %range = tile.make_range {end = SIZE : i32, start = 0 : i32} : tensor<SIZExi32>
  %i = arith.addi %starts, %range : tensor<SIZExi32>
  %ns = tile.splat %n : i32 -> tensor<SIZExi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<SIZExi32>
  %x_base = tile.splat %x : !tile.ptr<f32> -> tensor<SIZEx!tile.ptr<f32>>
  %y_base = tile.splat %y : !tile.ptr<f32> -> tensor<SIZEx!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<SIZEx!tile.ptr<f32>>, tensor<SIZExi32>
  %y_ptrs = tile.addptr %y_base, %i : tensor<SIZEx!tile.ptr<f32>>, tensor<SIZExi32>
  %v = tile.load %x_ptrs, %mask : tensor<SIZEx!tile.ptr<f32>>
  %w = arith.addf %v, %v : tensor<SIZExf32>
  tile.store %y_ptrs, %w, %mask : tensor<SIZEx!tile.ptr<f32>>
  tile.return
}
