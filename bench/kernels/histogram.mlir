// Adds to h[v], for 256 values v, how often v occurs among the n numbers of x. Other
// numbers are not counted.
//
// Each program counts tiles of 4096 numbers, one for each step of the grid, and adds
// what it has counted to memory at its end.

tile.func public @histogram(
    %x_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %h_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %n: i32) {
  %size = arith.constant 4096 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0> : tensor<256xi32>
  %pid = tile.get_program_id x : i32
  %programs = tile.get_num_programs x : i32
  %tiles = arith.ceildivsi %n, %size : i32
  %range = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %ns = tile.splat %n : i32 -> tensor<4096xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<i32> -> tensor<4096x!tile.ptr<i32>>
  %counts = scf.for %tile = %pid to %tiles step %programs
      iter_args(%sum = %zeros) -> tensor<256xi32> : i32 {
    %start = arith.muli %tile, %size : i32
    %starts = tile.splat %start : i32 -> tensor<4096xi32>
    %offs = arith.addi %starts, %range : tensor<4096xi32>
    %mask = arith.cmpi slt, %offs, %ns : tensor<4096xi32>
    %x_ptrs = tile.addptr %x_base, %offs : tensor<4096x!tile.ptr<i32>>, tensor<4096xi32>
    %x = tile.load %x_ptrs, %mask : tensor<4096x!tile.ptr<i32>>
    %found = tile.histogram %x, %mask : tensor<4096xi32> -> tensor<256xi32>
    %next = arith.addi %sum, %found : tensor<256xi32>
    scf.yield %next : tensor<256xi32>
  }
  %bins = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %h_base = tile.splat %h_ptr : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %h_ptrs = tile.addptr %h_base, %bins : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  %old = tile.atomic_rmw add, relaxed, gpu, %h_ptrs, %counts : (tensor<256x!tile.ptr<i32>>, tensor<256xi32>) -> tensor<256xi32>
  tile.return
}
