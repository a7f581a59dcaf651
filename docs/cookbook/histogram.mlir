// Adds 1 to h[x] for each byte x: 256 counters in global memory.

tile.func public @histogram(%x_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
                            %h_ptr: !tile.ptr<i32>, %n: i32) {
  %size = arith.constant 1024 : i32
  %one = arith.constant 1 : i32
  %pid = tile.get_program_id x : i32
  %start = arith.muli %pid, %size : i32
  %range = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %i = arith.addi %starts, %range : tensor<1024xi32>
  %ns = tile.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<1024xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<i8> -> tensor<1024x!tile.ptr<i8>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<1024x!tile.ptr<i8>>, tensor<1024xi32>
  %x = tile.load %x_ptrs, %mask : tensor<1024x!tile.ptr<i8>>
  %bin = arith.extui %x : tensor<1024xi8> to tensor<1024xi32>
  %h_base = tile.splat %h_ptr : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %h_ptrs = tile.addptr %h_base, %bin : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  tile.elementwise_inline_asm "@$1 red.global.add.u32 [$0], $2;"
      {constraints = "l,b,n", packed_element = 1 : i32, pure = false}
      %h_ptrs, %mask, %one : tensor<1024x!tile.ptr<i32>>, tensor<1024xi1>, i32
  tile.return
}
