// The kernels that docs/inline-ptx.md shows in part, a few lines each.

// y = a * row + s: a tile, a row that repeats, and a scalar.
tile.func public @broadcast(%a_ptr: !tile.ptr<f32>, %row_ptr: !tile.ptr<f32>,
                            %s: f32, %y_ptr: !tile.ptr<f32>) {
  %width = arith.constant dense<64> : tensor<16x1xi32>
  %r = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %c = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows = tile.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %columns = tile.expand_dims %c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %starts = arith.muli %rows, %width : tensor<16x1xi32>
  %row_starts = tile.broadcast %starts : tensor<16x1xi32> -> tensor<16x64xi32>
  %all_columns = tile.broadcast %columns : tensor<1x64xi32> -> tensor<16x64xi32>
  %i = arith.addi %row_starts, %all_columns : tensor<16x64xi32>
  %a_base = tile.splat %a_ptr : !tile.ptr<f32> -> tensor<16x64x!tile.ptr<f32>>
  %a_ptrs = tile.addptr %a_base, %i : tensor<16x64x!tile.ptr<f32>>, tensor<16x64xi32>
  %a = tile.load %a_ptrs : tensor<16x64x!tile.ptr<f32>>
  %row_base = tile.splat %row_ptr : !tile.ptr<f32> -> tensor<1x64x!tile.ptr<f32>>
  %row_ptrs = tile.addptr %row_base, %columns : tensor<1x64x!tile.ptr<f32>>, tensor<1x64xi32>
  %row = tile.load %row_ptrs : tensor<1x64x!tile.ptr<f32>>
  %y = tile.elementwise_inline_asm "fma.rn.f32 $0, $1, $2, $3;"
      {constraints = "=f,f,f,f", packed_element = 1 : i32, pure = true}
      %a, %row, %s : tensor<16x64xf32>, tensor<1x64xf32>, f32 -> tensor<16x64xf32>
  %y_base = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<16x64x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_base, %i : tensor<16x64x!tile.ptr<f32>>, tensor<16x64xi32>
  tile.store %y_ptrs, %y : tensor<16x64x!tile.ptr<f32>>
  tile.return
}

// y = |x|: the sign bit of the f32 cleared by an instruction on bits.
tile.func public @bits(%x_ptr: !tile.ptr<f32>, %y_ptr: !tile.ptr<f32>) {
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %x = tile.load %x_ptrs : tensor<128x!tile.ptr<f32>>
  %y = tile.elementwise_inline_asm "and.b32 $0, $1, 0x7FFFFFFF;"
      {constraints = "=r,r", packed_element = 1 : i32, pure = true}
      %x : tensor<128xf32> -> tensor<128xf32>
  %y_base = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_base, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  tile.store %y_ptrs, %y : tensor<128x!tile.ptr<f32>>
  tile.return
}

// y = x + 1 in 32 bits, of bytes.
tile.func public @narrow(%x_ptr: !tile.ptr<i8>, %y_ptr: !tile.ptr<i32>) {
  %i = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<i8> -> tensor<256x!tile.ptr<i8>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<256x!tile.ptr<i8>>, tensor<256xi32>
  %x = tile.load %x_ptrs : tensor<256x!tile.ptr<i8>>
  %y = tile.elementwise_inline_asm "add.s32 $0, $1, 1;"
      {constraints = "=r,r", packed_element = 1 : i32, pure = true}
      %x : tensor<256xi8> -> tensor<256xi32>
  %y_base = tile.splat %y_ptr : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %y_ptrs = tile.addptr %y_base, %i : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  tile.store %y_ptrs, %y : tensor<256x!tile.ptr<i32>>
  tile.return
}

// y = c + the dot product of 4 bytes; c and y share a register.
tile.func public @immediate(%x_ptr: !tile.ptr<i32>, %y_ptr: !tile.ptr<i32>) {
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %x = tile.load %x_ptrs : tensor<128x!tile.ptr<i32>>
  %minus_three = arith.constant -3 : i8
  %y = tile.elementwise_inline_asm "add.s32 $0, $1, $2;"
      {constraints = "=r,r,n", packed_element = 1 : i32, pure = true}
      %x, %minus_three : tensor<128xi32>, i8 -> tensor<128xi32>
  %y_base = tile.splat %y_ptr : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %y_ptrs = tile.addptr %y_base, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.store %y_ptrs, %y : tensor<128x!tile.ptr<i32>>
  tile.return
}

tile.func public @tied(%a_ptr: !tile.ptr<i32>, %b_ptr: !tile.ptr<i32>,
                       %c: i32, %y_ptr: !tile.ptr<i32>) {
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %a_base = tile.splat %a_ptr : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %a_ptrs = tile.addptr %a_base, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %a = tile.load %a_ptrs : tensor<128x!tile.ptr<i32>>
  %b_base = tile.splat %b_ptr : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %b_ptrs = tile.addptr %b_base, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %b = tile.load %b_ptrs : tensor<128x!tile.ptr<i32>>
  %y = tile.elementwise_inline_asm "dp4a.u32.u32 $0, $2, $3, $0;"
      {constraints = "=r,0,r,r", packed_element = 1 : i32, pure = true}
      %c, %a, %b : i32, tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  %y_base = tile.splat %y_ptr : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %y_ptrs = tile.addptr %y_base, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.store %y_ptrs, %y : tensor<128x!tile.ptr<i32>>
  tile.return
}

// y = a^2 + b, in two statements.
tile.func public @several(%a_ptr: !tile.ptr<f32>, %b_ptr: !tile.ptr<f32>,
                          %y_ptr: !tile.ptr<f32>) {
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %a_base = tile.splat %a_ptr : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %a_ptrs = tile.addptr %a_base, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %a = tile.load %a_ptrs : tensor<128x!tile.ptr<f32>>
  %b_base = tile.splat %b_ptr : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %b_ptrs = tile.addptr %b_base, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %b = tile.load %b_ptrs : tensor<128x!tile.ptr<f32>>
  %y = tile.elementwise_inline_asm "mul.rn.f32 $0, $1, $1; add.rn.f32 $0, $0, $2;"
      {constraints = "=f,f,f", packed_element = 1 : i32, pure = true}
      %a, %b : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  %y_base = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_base, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  tile.store %y_ptrs, %y : tensor<128x!tile.ptr<f32>>
  tile.return
}

// y = the greatest common divisor of a and b, by a loop of its own.
tile.func public @gcd(%a_ptr: !tile.ptr<i32>, %b: i32, %y_ptr: !tile.ptr<i32>) {
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %a_base = tile.splat %a_ptr : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %a_ptrs = tile.addptr %a_base, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %a = tile.load %a_ptrs : tensor<128x!tile.ptr<i32>>
  %y = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 a, b; mov.b32 a, $1; mov.b32 $0, $2; again: rem.u32 b, a, $0; setp.ne.u32 p, b, 0; mov.b32 a, $0; @p mov.b32 $0, b; @p bra again;"
      {constraints = "=r,r,r", packed_element = 1 : i32, pure = true}
      %a, %b : tensor<128xi32>, i32 -> tensor<128xi32>
  %y_base = tile.splat %y_ptr : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %y_ptrs = tile.addptr %y_base, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.store %y_ptrs, %y : tensor<128x!tile.ptr<i32>>
  tile.return
}

// Counts how often an asm runs, on a tile of 32 elements that 128 threads hold.
tile.func public @count_elements(%count_ptr: !tile.ptr<i32>) {
  %one = arith.constant dense<1> : tensor<32xi32>
  tile.elementwise_inline_asm "red.global.add.u32 [$0], $1;"
      {constraints = "l,r", packed_element = 1 : i32, pure = false}
      %count_ptr, %one : !tile.ptr<i32>, tensor<32xi32>
  tile.return
}

tile.func public @count_threads(%count_ptr: !tile.ptr<i32>) {
  %one = arith.constant dense<1> : tensor<32xi32>
  tile.elementwise_inline_asm "red.global.add.u32 [$0], $1;" scope = thread
      {constraints = "l,r", packed_element = 1 : i32, pure = false}
      %count_ptr, %one : !tile.ptr<i32>, tensor<32xi32>
  tile.return
}
