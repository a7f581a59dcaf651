// RUN: tilec %s -o - 2>&1 | FileCheck %s

// A `$` in a comment is no register, and stays as it is.

// CHECK-NOT: warning
// CHECK: // $5 is no operand, ${x no register
// CHECK-NEXT: add.s32 %r{{[0-9]+}}, %r{{[0-9]+}}, 7; /* $1, $9, $$ */
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @registers_in_comments(%o: !tile.ptr<i32>, %x: i32) {
  %seven = arith.constant 7 : i32
  %r = tile.elementwise_inline_asm "// $5 is no operand, ${x no register\0Aadd.s32 $0, $1, $2; /* $1, $9, $$ */" {constraints = "=r,r,n", packed_element = 1 : i32, pure = true} %x, %seven : i32, i32 -> i32
  tile.store %o, %r : !tile.ptr<i32>
  tile.return
}
}
