// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics

// Exchanges, pauses, lanes, tables and carries that do nothing or something else.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @swap_same(%x0: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 81: expected another value than the expected one as operand 4 of 'atom.acquire.gpu.global.cas.b32', found 1, which leaves memory as it is [constant-idle]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 old; L: atom.acquire.gpu.global.cas.b32 old, [$0], 1, 1; setp.ne.b32 p, old, 0; @p bra L; }" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @swap_same_register(%x0: tensor<128x!tile.ptr<i32>>, %x1: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 35: expected two values as operands 3 and 4 of 'atom.global.cas.b32', found one twice, which leaves memory as it is [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "atom.global.cas.b32 $0, [$1], $2, $2;" {constraints = "=r,l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<128x!tile.ptr<i32>>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @lock(%x0: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "{ .reg .pred p; .reg .b32 old; L: atom.acquire.gpu.global.cas.b32 old, [$0], 0, 1; setp.ne.b32 p, old, 0; @p bra L; }" {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32>
  tile.return
}
tile.func private @load_by_swap(%x0: tensor<128x!tile.ptr<i32>>) {
  %r = tile.elementwise_inline_asm "atom.relaxed.gpu.global.cas.b32 $0, [$1], 0, 0;" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : tensor<128x!tile.ptr<i32>> -> tensor<128xi32>
  tile.return
}
tile.func private @sleep_long() {
  // expected-warning @below {{in the asm, line 1, column 15: expected at most 1000000 ns as operand 1 of 'nanosleep.u32', found 5000000, which counts as 1000000 [constant-idle]}}
  tile.elementwise_inline_asm "nanosleep.u32 5000000;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @sleep() {
  tile.elementwise_inline_asm "nanosleep.u32 1000000;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
tile.func private @lane_of_quad(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 27: expected 0 to 3 lanes of the segment as operand 3 of 'shfl.sync.idx.b32', found 4, which counts as 0 [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shfl.sync.idx.b32 $0, $1, 4, 0x1c1f, 0xffffffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @lane_of_quad_right(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "shfl.sync.idx.b32 $0, $1, 3, 0x1c1f, 0xffffffff;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @table_without_magic(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 71: expected a table of the three operands as operand 5 of 'lop3.b32', found 192, which does not depend on operand 4 [constant-idle]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 m; mov.b32 m, 0x64006400; lop3.b32 $0, $1, 0x000F000F, m, 0xC0; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @table_with_magic(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 m; mov.b32 m, 0x64006400; lop3.b32 $0, $1, 0x000F000F, m, 0xEA; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @table_with_zero(%x0: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b32 m; mov.b32 m, 0; lop3.b32 $0, $1, 0x000F000F, m, 0xC0; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @carry_for_borrow(%x0: tensor<128xi32>, %x1: tensor<128xi32>, %x2: tensor<128xi32>, %x3: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 24: expected 'subc' to take the borrow of 'sub.cc.u32', found 'addc.u32' [carry-lost]}}
  // expected-note @below {{the registers are }}
  %r:2 = tile.elementwise_inline_asm "sub.cc.u32 $0, $2, $4; addc.u32 $1, $3, $5;" {constraints = "=r,=r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3 : tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @borrow_for_carry(%x0: tensor<128xi32>, %x1: tensor<128xi32>, %x2: tensor<128xi32>, %x3: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 24: expected 'addc' to take the carry of 'add.cc.u32', found 'subc.u32' [carry-lost]}}
  // expected-note @below {{the registers are }}
  %r:2 = tile.elementwise_inline_asm "add.cc.u32 $0, $2, $4; subc.u32 $1, $3, $5;" {constraints = "=r,=r,r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2, %x3 : tensor<128xi32>, tensor<128xi32>, tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>, tensor<128xi32>
  tile.return
}
tile.func private @count_borrows(%x0: tensor<128xi32>, %x1: tensor<128xi32>, %x2: tensor<128xi32>) {
  %r = tile.elementwise_inline_asm "{ .reg .u32 t; sub.cc.u32 t, $1, $2; addc.u32 $0, $3, 0; }" {constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : tensor<128xi32>, tensor<128xi32>, tensor<128xi32> -> tensor<128xi32>
  tile.return
}
}
