// Adds the sum of the n numbers of x to one number in memory.
//
// Each program adds up tiles of 8192 numbers that follow one another, an equal count of
// tiles for each program, then the elements of their sum, and that to memory. On an H200
// a grid of n / 32768 was the fastest.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 16>} {

tile.func public @sum_atomic(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %sum_ptr: !tile.ptr<f32>,
    %n: i32) {
  %size = arith.constant 8192 : i32
  %zeros = arith.constant dense<0.0> : tensor<8192xf32>
  %pid = tile.get_program_id x : i32
  %programs = tile.get_num_programs x : i32
  %tiles = arith.ceildivsi %n, %size : i32
  %each = arith.ceildivsi %tiles, %programs : i32
  %first = arith.muli %pid, %each : i32
  %after = arith.addi %first, %each : i32
  %end = arith.minsi %after, %tiles : i32
  %one = arith.constant 1 : i32
  %range = tile.make_range {end = 8192 : i32, start = 0 : i32} : tensor<8192xi32>
  %ns = tile.splat %n : i32 -> tensor<8192xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<8192x!tile.ptr<f32>>
  %sums = scf.for %tile = %first to %end step %one
      iter_args(%so_far = %zeros) -> tensor<8192xf32> : i32 {
    %start = arith.muli %tile, %size : i32
    %starts = tile.splat %start : i32 -> tensor<8192xi32>
    %offs = arith.addi %starts, %range : tensor<8192xi32>
    %mask = arith.cmpi slt, %offs, %ns : tensor<8192xi32>
    %x_ptrs = tile.addptr %x_base, %offs : tensor<8192x!tile.ptr<f32>>, tensor<8192xi32>
    %x = tile.load %x_ptrs, %mask, %zeros : tensor<8192x!tile.ptr<f32>>
    %next = arith.addf %so_far, %x : tensor<8192xf32>
    scf.yield %next : tensor<8192xf32>
  }
  %sum = "tile.reduce"(%sums) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.reduce.return %s : f32
  }) : (tensor<8192xf32>) -> f32
  %old = tile.atomic_rmw fadd, acq_rel, gpu, %sum_ptr, %sum : (!tile.ptr<f32>, f32) -> f32
  tile.return
}

}
