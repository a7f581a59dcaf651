// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Loops that cannot end, carries that are lost, and registers of the body that
// a path leaves unwritten.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @local_unwritten_on_path(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 79: expected 't' to be written on every path to here, found one that leaves it unwritten; write it first [register-maybe-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 t; setp.gt.s32 p, $1, 0; @p mov.b32 t, 7; add.s32 $0, t, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @local_unwritten_branch(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 89: expected 't' to be written on every path to here, found one that leaves it unwritten; write it first [register-maybe-unwritten]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 t; setp.gt.s32 p, $1, 0; @p bra L; mov.b32 t, 7; L: add.s32 $0, t, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @carry_dropped(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 1: expected an addc, subc or madc that takes the carry of 'add.cc.u32', found none; the upper part is a sum with the carry: addc, subc or madc [carry-lost]}}
  // expected-note @below {{the registers are }}
  %r:2 = tile.elementwise_inline_asm "add.cc.u32 $0, $2, $3; add.u32 $1, $2, $3;" {constraints = "=r,=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @carry_of_three(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 24: expected '.cc' of 'addc.u32', as 'addc.u32' takes a carry after it, found none; write 'addc.cc' [carry-lost]}}
  // expected-note @below {{the registers are }}
  %r:3 = tile.elementwise_inline_asm "add.cc.u32 $0, $3, $4; addc.u32 $1, $3, $4; addc.u32 $2, $3, $4;" {constraints = "=r,=r,=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @endless(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 39: expected a loop that ends, found no branch out of it [loop-endless]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1; L: add.s32 $0, $0, 1; bra L;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @endless_guard(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 75: expected the loop to change the value that ends it, found nothing in it that changes 'p' [loop-endless]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p; setp.gt.s32 p, $1, 0; mov.b32 $0, $1; L: add.s32 $0, $0, 1; @p bra L;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @endless_constant(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 102: expected the loop to change the value that ends it, found nothing in it that changes 'p' [loop-endless]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 i; mov.b32 i, 0; mov.b32 $0, $1; L: add.s32 $0, $0, $1; setp.lt.s32 p, i, 4; @p bra L;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @counter_away(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 119: expected a loop that ends, found one whose counter 'i' goes from 0 in steps of -1, and does not come to 4 [loop-endless]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 i; mov.b32 i, 0; mov.b32 $0, $1; L: add.s32 $0, $0, $1; sub.s32 i, i, 1; setp.lt.s32 p, i, 4; @p bra L;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @counter_past(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 119: expected a loop that ends, found one whose counter 'i' goes from 0 in steps of 2, and does not come to 7 [loop-endless]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .pred p; .reg .b32 i; mov.b32 i, 0; mov.b32 $0, $1; L: add.s32 $0, $0, $1; add.s32 i, i, 2; setp.ne.s32 p, i, 7; @p bra L;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
}


// -----

// Loops around loops, and back edges that are not the last.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @outer_not_counted(%x0: tensor<128xi32>) {
  // expected-warning @below {{[loop-endless]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .u32 i, j; .reg .pred q; mov.u32 $0, 0; mov.u32 i, 0; A: mov.u32 j, 0; B: add.u32 $0, $0, $1; add.u32 j, j, 1; setp.lt.u32 q, j, 3; @q bra B; setp.ne.u32 q, i, 4; @q bra A; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @outer_counted_past_its_end(%x0: tensor<128xi32>) {
  // expected-warning @below {{[loop-endless]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .u32 i, j; .reg .pred q; mov.u32 $0, 0; mov.u32 i, 0; A: mov.u32 j, 0; B: add.u32 $0, $0, $1; add.u32 j, j, 1; setp.lt.u32 q, j, 3; @q bra B; add.u32 i, i, 3; setp.ne.u32 q, i, 4; @q bra A; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @inner_branch_to_the_outer_label(%x0: tensor<128xi32>) {
  // expected-warning @below {{[loop-endless]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .u32 i, j; .reg .pred q; mov.u32 $0, 0; mov.u32 i, 0; A: mov.u32 j, 0; add.u32 $0, $0, $1; add.u32 j, j, 1; setp.lt.u32 q, j, 3; @q bra A; add.u32 i, i, 1; setp.ne.u32 q, i, 4; @q bra A; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @third_takes_the_carry_of_the_first(%x0: tensor<128xi64>, %x1: tensor<128xi64>) {
  // expected-warning @below {{[carry-lost]}}
  // expected-note @below {{the registers are }}
  %r:2 = tile.elementwise_inline_asm "{ .reg .u32 a, b, c, d, e; mov.b64 {a, b}, $2; mov.b64 {c, d}, $3; add.cc.u32 a, a, c; addc.u32 b, b, d; addc.u32 e, 0, 0; mov.b64 $0, {a, b}; mov.u32 $1, e; }" {constraints = "=l,=r,l,l", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi64>, tensor<128xi64> -> tensor<128xi64>, tensor<128xi32>
  tile.return
}
tile.func private @carry_twice_as_a_number(%x0: tensor<128xi32>, %x1: tensor<128xi32>) {
  %r:2 = tile.elementwise_inline_asm "{ .reg .u32 a, b, m; sub.cc.u32 a, $2, $3; subc.u32 m, 0, 0; subc.u32 b, 0, 0; and.b32 m, m, $3; add.u32 $0, a, m; mov.u32 $1, b; }" {constraints = "=r,=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @loops_that_end(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 i, j; .reg .pred q; mov.u32 $0, 0; mov.u32 i, 0; A: mov.u32 j, 0; B: add.u32 $0, $0, $1; add.u32 j, j, 1; setp.lt.u32 q, j, 3; @q bra B; add.u32 i, i, 2; setp.ne.u32 q, i, 4; @q bra A; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @continued(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 i, t; .reg .pred q; mov.u32 $0, 0; mov.u32 i, 0; A: add.u32 i, i, 1; and.b32 t, $1, i; setp.eq.u32 q, t, 0; @q bra N; add.u32 $0, $0, 1; N: setp.ne.u32 q, i, 32; @q bra A; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
}
