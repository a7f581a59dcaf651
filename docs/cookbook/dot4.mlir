// c = the dot product of 4 bytes of a and 4 of b, a word each, added up in 32
// bits; and the sum of 8 such words, so that d has the dot products of 32 bytes.

tile.func public @dot4(%a_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
                       %b_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
                       %d_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %zero = arith.constant 0 : i32
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %a_words = tile.bitcast %a_ptr : !tile.ptr<i8> -> !tile.ptr<i32>
  %a_base = tile.splat %a_words : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %a_ptrs = tile.addptr %a_base, %i : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %a = tile.load %a_ptrs : tensor<1024x!tile.ptr<i32>>
  %b_words = tile.bitcast %b_ptr : !tile.ptr<i8> -> !tile.ptr<i32>
  %b_base = tile.splat %b_words : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %b_ptrs = tile.addptr %b_base, %i : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %b = tile.load %b_ptrs : tensor<1024x!tile.ptr<i32>>
  %c = tile.elementwise_inline_asm "dp4a.s32.s32 $0, $1, $2, $3;"
      {constraints = "=r,r,r,n", packed_element = 1 : i32, pure = true}
      %a, %b, %zero : tensor<1024xi32>, tensor<1024xi32>, i32 -> tensor<1024xi32>
      fallback (%x: i32, %y: i32, %start: i32) {
    %low = arith.constant 0 : i32
    %step = arith.constant 8 : i32
    %high = arith.constant 32 : i32
    %top = arith.constant 24 : i32
    %r = scf.for %k = %low to %high step %step iter_args(%sum = %start) -> (i32) : i32 {
      %x_moved = arith.shli %x, %k : i32
      %x_byte = arith.shrsi %x_moved, %top : i32
      %y_moved = arith.shli %y, %k : i32
      %y_byte = arith.shrsi %y_moved, %top : i32
      %product = arith.muli %x_byte, %y_byte : i32
      %next = arith.addi %sum, %product : i32
      scf.yield %next : i32
    }
    tile.asm.return %r : i32
  }
  %rows = tile.reshape %c : tensor<1024xi32> -> tensor<128x8xi32>
  %d = "tile.reduce"(%rows) <{axis = 1 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %sum = arith.addi %x, %y : i32
    tile.reduce.return %sum : i32
  }) : (tensor<128x8xi32>) -> tensor<128xi32>
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %d_base = tile.splat %d_ptr : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %d_ptrs = tile.addptr %d_base, %r : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.store %d_ptrs, %d : tensor<128x!tile.ptr<i32>>
  tile.return
}
