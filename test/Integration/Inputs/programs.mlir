// Programs that use shared memory again and again, where they have several warps:
// each takes a row of 256 numbers, and the number of programs.

tile.func public @rows(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %total: !tile.ptr<i32>, %columns: !tile.ptr<i32>, %num: !tile.ptr<i32>) {
  %pid = tile.get_program_id x : i32
  %n = tile.call @count() : () -> i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c16 = arith.constant 16 : i32
  %c256 = arith.constant 256 : i32
  %first = arith.muli %pid, %c256 : i32
  %range = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %firsts = tile.splat %first : i32 -> tensor<256xi32>
  %at = arith.addi %firsts, %range : tensor<256xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %from = tile.addptr %xs, %at : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  %row = tile.load %from : tensor<256x!tile.ptr<i32>>

  // The sum of the row, of the row plus 1, and of the row plus 2.
  %sums = scf.for %step = %c0 to %c3 step %c1 iter_args(%before = %c0) -> i32 : i32 {
    %steps = tile.splat %step : i32 -> tensor<256xi32>
    %added = arith.addi %row, %steps : tensor<256xi32>
    %sum = "tile.reduce"(%added) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      tile.reduce.return %s : i32
    }) : (tensor<256xi32>) -> i32
    %after = arith.addi %before, %sum : i32
    scf.yield %after : i32
  }
  %total_at = tile.addptr %total, %pid : !tile.ptr<i32>, i32
  tile.store %total_at, %sums : !tile.ptr<i32>

  // The sums of each 16 neighbours.
  %square = tile.reshape %row : tensor<256xi32> -> tensor<16x16xi32>
  %turned = tile.trans %square {order = array<i32: 1, 0>} : tensor<16x16xi32> -> tensor<16x16xi32>
  %parts = "tile.reduce"(%turned) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<16x16xi32>) -> tensor<16xi32>
  %column_range = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %first_column = arith.muli %pid, %c16 : i32
  %first_columns = tile.splat %first_column : i32 -> tensor<16xi32>
  %columns_at = arith.addi %first_columns, %column_range : tensor<16xi32>
  %column_ptrs = tile.splat %columns : !tile.ptr<i32> -> tensor<16x!tile.ptr<i32>>
  %column_at = tile.addptr %column_ptrs, %columns_at : tensor<16x!tile.ptr<i32>>, tensor<16xi32>
  tile.store %column_at, %parts : tensor<16x!tile.ptr<i32>>

  %num_at = tile.addptr %num, %pid : !tile.ptr<i32>, i32
  tile.store %num_at, %n : !tile.ptr<i32>
  tile.return
}

tile.func private @count() -> i32 attributes {noinline = true} {
  %n = tile.get_num_programs x : i32
  tile.return %n : i32
}
