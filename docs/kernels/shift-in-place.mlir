// x[i] = x[i + 1] in place: a program overwrites what another program still has to read.

tile.func public @shift_in_place(%x: !tile.ptr<f32>, %n: i32) {
  %pid = tile.get_program_id x : i32
  %size = arith.constant 256 : i32
  %start = arith.muli %pid, %size : i32
  %range = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %starts = tile.splat %start : i32 -> tensor<256xi32>
  %i = arith.addi %starts, %range : tensor<256xi32>
  %ones = arith.constant dense<1> : tensor<256xi32>
  %next = arith.addi %i, %ones : tensor<256xi32>
  %ns = tile.splat %n : i32 -> tensor<256xi32>
  %mask = arith.cmpi slt, %next, %ns : tensor<256xi32>
  %base = tile.splat %x : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %from = tile.addptr %base, %next : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %to = tile.addptr %base, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %value = tile.load %from, %mask : tensor<256x!tile.ptr<f32>>
  tile.store %to, %value, %mask : tensor<256x!tile.ptr<f32>>
  tile.return
}
