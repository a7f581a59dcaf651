// Copies n floats in one program: a loop over whole tiles without masks, then the
// last tile, which may be partial, with one.
//
// Idea: the peeled loop of "Demystify OpenAI Triton" (2023), by hand.

tile.func public @copy_peeled(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %block = arith.constant 128 : i32
  %round = arith.constant 127 : i32
  %n_up = arith.addi %n, %round : i32
  %tiles = arith.divsi %n_up, %block : i32
  %before = arith.subi %tiles, %one : i32
  %whole = arith.maxsi %before, %zero : i32
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %y_base = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  scf.for %i = %zero to %whole step %one  : i32 {
    %start = arith.muli %i, %block : i32
    %starts = tile.splat %start : i32 -> tensor<128xi32>
    %offs = arith.addi %starts, %range : tensor<128xi32>
    %x_ptrs = tile.addptr %x_base, %offs : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
    %x = tile.load %x_ptrs : tensor<128x!tile.ptr<f32>>
    %y_ptrs = tile.addptr %y_base, %offs : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
    tile.store %y_ptrs, %x : tensor<128x!tile.ptr<f32>>
  }
  %last = arith.muli %whole, %block : i32
  %lasts = tile.splat %last : i32 -> tensor<128xi32>
  %offs_l = arith.addi %lasts, %range : tensor<128xi32>
  %ns = tile.splat %n : i32 -> tensor<128xi32>
  %mask = arith.cmpi slt, %offs_l, %ns : tensor<128xi32>
  %x_ptrs_l = tile.addptr %x_base, %offs_l : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %x_l = tile.load %x_ptrs_l, %mask : tensor<128x!tile.ptr<f32>>
  %y_ptrs_l = tile.addptr %y_base, %offs_l : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  tile.store %y_ptrs_l, %x_l, %mask : tensor<128x!tile.ptr<f32>>
  tile.return
}
