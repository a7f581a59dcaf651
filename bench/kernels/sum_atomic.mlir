// Adds the sum of the n numbers of x to one number in memory.
//
// Each program adds up tiles of 4096 numbers, one for each step of the grid, then the
// elements of their sum, and that to memory.

tile.func public @sum_atomic(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %sum_ptr: !tile.ptr<f32>,
    %n: i32) {
  %size = arith.constant 4096 : i32
  %zeros = arith.constant dense<0.0> : tensor<4096xf32>
  %pid = tile.get_program_id x : i32
  %programs = tile.get_num_programs x : i32
  %tiles = arith.ceildivsi %n, %size : i32
  %range = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %ns = tile.splat %n : i32 -> tensor<4096xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %sums = scf.for %tile = %pid to %tiles step %programs
      iter_args(%so_far = %zeros) -> tensor<4096xf32> : i32 {
    %start = arith.muli %tile, %size : i32
    %starts = tile.splat %start : i32 -> tensor<4096xi32>
    %offs = arith.addi %starts, %range : tensor<4096xi32>
    %mask = arith.cmpi slt, %offs, %ns : tensor<4096xi32>
    %x_ptrs = tile.addptr %x_base, %offs : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
    %x = tile.load %x_ptrs, %mask, %zeros : tensor<4096x!tile.ptr<f32>>
    %next = arith.addf %so_far, %x : tensor<4096xf32>
    scf.yield %next : tensor<4096xf32>
  }
  %sum = "tile.reduce"(%sums) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<4096xf32>) -> f32
  %old = tile.atomic_rmw fadd, acq_rel, gpu, %sum_ptr, %sum : (!tile.ptr<f32>, f32) -> f32
  tile.return
}
