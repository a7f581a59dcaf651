// y = 2 x, block by block, while the next block of x is on its way to the L2
// cache: one pointer for each 128 bytes of it, so 32 for 1024 elements of f32.

tile.func public @prefetch(%x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                           %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                           %blocks: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %size = arith.constant 1024 : i32
  %two = arith.constant dense<2.0> : tensor<1024xf32>
  %line = arith.constant dense<32> : tensor<32xi32>
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %k = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %lines = arith.muli %k, %line : tensor<32xi32>
  %last = arith.subi %blocks, %one : i32
  scf.for %block = %zero to %blocks step %one : i32 {
    %next = arith.addi %block, %one : i32
    %in_bounds = arith.minsi %next, %last : i32
    %ahead = arith.muli %in_bounds, %size : i32
    %ahead_ptr = tile.addptr %x_ptr, %ahead : !tile.ptr<f32>, i32
    %ahead_base = tile.splat %ahead_ptr : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
    %ahead_ptrs = tile.addptr %ahead_base, %lines : tensor<32x!tile.ptr<f32>>, tensor<32xi32>
    tile.elementwise_inline_asm "prefetch.global.L2 [$0];"
        {constraints = "l", packed_element = 1 : i32, pure = false}
        %ahead_ptrs : tensor<32x!tile.ptr<f32>>
    %start = arith.muli %block, %size : i32
    %starts = tile.splat %start : i32 -> tensor<1024xi32>
    %j = arith.addi %starts, %i : tensor<1024xi32>
    %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
    %x_ptrs = tile.addptr %x_base, %j : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
    %x = tile.load %x_ptrs : tensor<1024x!tile.ptr<f32>>
    %y = arith.mulf %x, %two : tensor<1024xf32>
    %y_base = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
    %y_ptrs = tile.addptr %y_base, %j : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
    tile.store %y_ptrs, %y : tensor<1024x!tile.ptr<f32>>
  }
  tile.return
}
