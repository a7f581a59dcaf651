// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: %if ptxas %{ python3 %S/Inputs/compare-with-ptxas.py %s %}

// Operands `_`, which discard a result, where no result may be discarded.
// One program per rule.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @sink_as_result(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 9: expected a register, found '_' as operand 1 of 'add.s32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 _, $1, 1;\0Amov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @sink_of_atomic_in_bf16(%x0: !tile.ptr<bf16>, %x1: bf16) {
  // expected-error @below {{in the asm, line 1, column 28: expected a register, found '_' as operand 1 of 'atom.global.add.noftz.bf16' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "atom.global.add.noftz.bf16 _, [$0], $1;" scope = thread {constraints = "l,h", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<bf16>, bf16 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @sink_of_mma(%x0: i32, %x1: f32) {
  // expected-error @below {{in the asm, line 2, column 1: 'mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32' needs PTX ISA 8.4, version is 8.1; --ptx-version sets it [needs-ptx-version]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .f32 d<3>;\0Amma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {_, d0, d1, d2}, {$0, $0, $0, $0}, {$0, $0}, {$1, $1, $1, $1}; }" scope = thread {constraints = "r,f", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, f32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @only_sinks(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 18: expected a register in the vector, found '_' only as operand 1 of 'ld.global.v2.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.v2.b32 {_, _}, [$1];\0Amov.b32 $0, 1;" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @sink_stored(%x0: !tile.ptr<i32>, %x1: i32) {
  // expected-error @below {{in the asm, line 1, column 24: expected a value, found '_' as operand 2 of 'st.global.v2.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "st.global.v2.b32 [$0], {$1, _};" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @value_of_shuffle_as_sink(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 2, column 19: expected a register, found '_' as operand 1 of 'shfl.sync.idx.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p;\0Ashfl.sync.idx.b32 _|p, $1, 0, 31, -1;\0Aselp.b32 $0, 1, 0, p; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @guard_is_a_sink(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 2, column 2: expected a predicate after '@', found '_' [guard-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, 0;\0A@!_ mov.b32 $0, 1;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @sink_with_component(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 23: expected '_' without a component, found '.x' as operand 1 of 'ld.global.v2.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.v2.b32 {$0, _.x}, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1, ptx = 83>} {
tile.func public @no_predicate_of_lop3(%o0: !tile.ptr<i32>, %x0: i32, %x1: i1) {
  // expected-error @below {{in the asm, line 1, column 16: expected a register, found '_' as operand 1 of 'lop3.or.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "lop3.or.b32 $0|_, $1, $1, $1, 8, $2;" {constraints = "=r,r,b", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i1 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}
