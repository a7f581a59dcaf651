// Each program doubles a row of 256 numbers and adds the number of programs.

tile.func public @double(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %pid = tile.get_program_id x : i32
  %n = tile.get_num_programs x : i32
  %c256 = arith.constant 256 : i32
  %first = arith.muli %pid, %c256 : i32
  %range = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %firsts = tile.splat %first : i32 -> tensor<256xi32>
  %at = arith.addi %firsts, %range : tensor<256xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %from = tile.addptr %xs, %at : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  %row = tile.load %from : tensor<256x!tile.ptr<i32>>
  %twice = arith.addi %row, %row : tensor<256xi32>
  %ns = tile.splat %n : i32 -> tensor<256xi32>
  %result = arith.addi %twice, %ns : tensor<256xi32>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %to = tile.addptr %ys, %at : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  tile.store %to, %result : tensor<256x!tile.ptr<i32>>
  tile.return
}
