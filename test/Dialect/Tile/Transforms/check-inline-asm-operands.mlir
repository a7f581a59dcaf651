// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: %if ptxas %{ python3 %S/Inputs/compare-with-ptxas.py %s %}

// Operands that an instruction of these words does not take, though their number
// and widths are right. One program a rule, which makes the file long.

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
tile.func public @float_for_half(%o0: !tile.ptr<f16>, %x0: f16) {
  // expected-error @below {{in the asm, line 1, column 17: expected a register for '.f16', found an f64 constant as operand 3 of 'add.f16'; put it into a register by mov.b16 first, as the bits 0x3C00 [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f16 $0, $1, 1.0;" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x0 : f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @float_for_pair(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 26: expected a register for '.f16x2', found an f32 constant as operand 4 of 'fma.rn.f16x2'; put it into a register by mov.b32 first, as the bits 0x3C003C00 [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "fma.rn.f16x2 $0, $1, $1, 0f3F800000;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @integer_for_pair(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 19: expected a register for '.s16x2', found an integer as operand 3 of 'add.s16x2' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s16x2 $0, $1, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @float_for_bits(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 2, column 17: expected a register for '.b32', found an f32 constant as operand 3 of 'shl.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "xor.b32 $0, $1, 0f80000000;\0Ashl.b32 $0, $0, 0f3F800000;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @wide_float_for_bits(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 13: expected a register for '.b32', found an f64 constant as operand 2 of 'mov.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, 1.0;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @narrow_float_for_wide_bits(%o0: !tile.ptr<i64>) {
  // expected-error @below {{in the asm, line 1, column 13: expected a register for '.b64', found an f32 constant as operand 2 of 'mov.b64' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b64 $0, 0f3F800000;" {constraints = "=l", packed_element = 1 : i32, pure = true} -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @float_for_predicate(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 20: expected a register for '.pred', found an f64 constant as operand 4 of 'selp.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "selp.b32 $0, 1, 2, 1.0;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @warp_size_as_float(%o0: !tile.ptr<f32>, %x0: f32) {
  // expected-error @below {{in the asm, line 1, column 17: expected a register, found a constant as operand 3 of 'add.f32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f32 $0, $1, WARP_SZ;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @warp_size_is_written(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 9: expected a register, found a constant as operand 1 of 'add.s32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 WARP_SZ, $1, 1;\0Amov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @register_for_table(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 26: expected an integer constant, found '$1' as operand 5 of 'lop3.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "lop3.b32 $0, $1, $1, $1, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @variable_as_value(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 2, column 13: expected a register, found the variable 'buffer' as operand 2 of 'add.u32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .b32 buffer[4];\0Aadd.u32 $0, buffer, 4; }" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @label_as_value(%o0: !tile.ptr<i64>) {
  // expected-error @below {{in the asm, line 2, column 13: expected $0 or a register declared in the body, found 'L' [register-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ L:\0Amov.u64 $0, L; }" {constraints = "=l", packed_element = 1 : i32, pure = true} -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @element_as_value(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 2, column 17: expected a register, found an element of an array as operand 3 of 'add.u32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .b32 buffer[4];\0Aadd.u32 $0, $1, buffer[1]; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @component_of_register(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 13: expected '$1' without a component, found '.x' as operand 2 of 'mov.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1.x;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @component_that_vector_lacks(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 4, column 13: expected 't' without a component, found '.z' as operand 2 of 'mov.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .v2 .b32 t;\0Amov.b32 t.x, $1;\0Amov.b32 t.y, $1;\0Amov.b32 $0, t.z; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @vector_as_value(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 4, column 13: expected a register, found the vector 't' as operand 2 of 'add.s32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .v2 .b32 t;\0Amov.b32 t.x, $1;\0Amov.b32 t.y, $1;\0Aadd.s32 $0, t, 1; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @pack_too_short(%o0: !tile.ptr<i64>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 13: expected elements of 64 bits in all, found 3 of 32 as operand 2 of 'mov.b64' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b64 $0, {$1, $1, $1};" {constraints = "=l,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @pack_too_wide(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 13: expected elements of 32 bits in all, found 2 of 32 as operand 2 of 'mov.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, {$1, $1};" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @pack_of_two_widths(%o0: !tile.ptr<i32>, %x0: i32, %x1: i16) {
  // expected-error @below {{in the asm, line 3, column 18: expected elements of one width, found 16 and 8 bits as operand 2 of 'mov.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b8 t;\0Acvt.u8.u32 t, $1;\0Amov.b32 $0, {$2, t}; }" {constraints = "=r,r,h", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i16 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @vector_of_two_widths(%o0: !tile.ptr<i16>, %o1: !tile.ptr<i32>, %x0: !tile.ptr<i16>) {
  // expected-error @below {{in the asm, line 1, column 23: expected elements of one width, found 16 and 32 bits as operand 1 of 'ld.global.v2.b16' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r:2 = tile.elementwise_inline_asm "ld.global.v2.b16 {$0, $1}, [$2];" {constraints = "=h,=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i16> -> i16, i32
  tile.store %o0, %r#0 : !tile.ptr<i16>
  tile.store %o1, %r#1 : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @vector_in_vector(%o0: !tile.ptr<i64>, %x0: i16, %x1: i32) {
  // expected-error @below {{in the asm, line 1, column 14: expected registers or constants in a vector as operand 2 of 'mov.b64' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b64 $0, {{$1, $1}, $2};" {constraints = "=l,h,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i16, i32 -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @braces_missing(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 42: expected a vector in braces, found '$0' as operand 1 of 'ldmatrix.sync.aligned.m8n8.x1.shared.b16' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ldmatrix.sync.aligned.m8n8.x1.shared.b16 $0, [$1];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @constant_in_fragment(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 43: expected a register for '.b32', found an integer as operand 2 of 'movmatrix.sync.aligned.m8n8.trans.b16' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "movmatrix.sync.aligned.m8n8.trans.b16 $0, 1;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @accumulators_too_few(%x0: i64) {
  // expected-error @below {{in the asm, line 4, column 51: expected a vector of 4 elements, found one of 2 as operand 1 of 'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p;\0Asetp.eq.s32 p, 0, 0;\0A.reg .f32 d<2>;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d0, d1}, $0, $0, p, 1, 1, 0, 0; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : i64 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @sum_is_written(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 9: expected a register alone, found a sum as operand 1 of 'mov.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0+4, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @word_in_wrong_place(%o0: !tile.ptr<f32>, %x0: f32) {
  // expected-error @below {{in the asm, line 1, column 1: expected 'div.full.f32', found 'div.f32.full' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "div.f32.full $0, $1, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @guard_is_a_special_register(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 2, column 2: expected a predicate after '@', found '%laneid' [guard-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, 0;\0A@%laneid mov.b32 $0, 1;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
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
tile.func public @branch_to_a_register(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-warning @below {{in the asm, line 1, column 1: expected the asm to read $1, found no instruction that does [input-unread]}}
  // expected-note @below {{the registers are }}
  // expected-error @below {{in the asm, line 2, column 5: expected a label, found '$1' as operand 1 of 'bra' [operand-type]}}
  %r = tile.elementwise_inline_asm "mov.b32 $0, 0;\0Abra $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @call_of_nothing(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 12: expected a function of the module, found 'nosuch' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "call ($0), nosuch, ($1);" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @call_of_a_register(%o0: !tile.ptr<i32>, %x0: i64, %x1: i32) {
  // expected-note @below {{the registers are }}
  // expected-error @below {{in the asm, line 1, column 12: expected a prototype behind the call of a register, found none [operand-type]}}
  %r = tile.elementwise_inline_asm "call ($0), $1, ($2);" {constraints = "=r,l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1, ptx = 81>} {
tile.func public @wide_class_in_an_old_version(%o0: !tile.ptr<i64>, %o1: !tile.ptr<i64>, %x0: i64) {
  // expected-error @below {{in the asm, line 1, column 20: expected PTX ISA 8.3 for a register of 128 bits, found $2 and version 8.1; that version was asked for, by --ptx-version or the module's target, and is kept [needs-ptx-version]}}
  // expected-note @below {{the registers are }}
  // expected-error @below {{in the asm, line 1, column 1: 'mov.b128' needs PTX ISA 8.3, version is 8.1; that version was asked for, by --ptx-version or the module's target, and is kept [needs-ptx-version]}}
  %r:2 = tile.elementwise_inline_asm "mov.b128 {$0, $1}, $2;" {constraints = "=l,=l,q", packed_element = 1 : i32, pure = true} %x0 : i64 -> i64, i64
  tile.store %o0, %r#0 : !tile.ptr<i64>
  tile.store %o1, %r#1 : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @sum_of_special_register(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 13: expected a register alone, found a sum as operand 2 of 'mov.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, %tid.x+4;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @component_of_constant(%o0: !tile.ptr<i32>, %x0: i32) {
  %c1 = arith.constant 3 : i32
  // expected-error @below {{in the asm, line 1, column 26: expected a constant without a component, found '.x' as operand 5 of 'lop3.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "lop3.b32 $0, $1, $1, $1, $2.x;" {constraints = "=r,r,n", packed_element = 1 : i32, pure = true} %x0, %c1 : i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @element_as_float(%o0: !tile.ptr<f64>) {
  // expected-error @below {{in the asm, line 2, column 13: expected a register, found an element of an array as operand 2 of 'mov.f64' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .f64 buffer[4];\0Amov.f64 $0, buffer[1]; }" {constraints = "=d", packed_element = 1 : i32, pure = true} -> f64
  tile.store %o0, %r : !tile.ptr<f64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @special_register_in_fragment(%x0: i32, %x1: i32) {
  // expected-error @below {{in the asm, line 1, column 62: expected a register, found the special register '%lanemask_lt' as operand 2 of 'wmma.store.d.sync.aligned.col.m8n8k32.shared::cta.s32' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "wmma.store.d.sync.aligned.col.m8n8k32.shared::cta.s32 [$0], {%lanemask_lt, $1};" scope = thread {constraints = "r,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @special_register_in_cvt_pack(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 26: expected a register, found the special register '%laneid', which only mov and cvt read [special-register]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.pack.sat.s16.s32 $0, %laneid, $1;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @constants_in_fragment(%x0: i32) {
  // expected-error @below {{in the asm, line 1, column 48: expected a register in the vector, found constants only as operand 2 of 'stmatrix.sync.aligned.m8n8.x2.shared.b16' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "stmatrix.sync.aligned.m8n8.x2.shared.b16 [$0], {1, 2};" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @constant_is_unpacked_to(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 10: expected a register, found an integer as operand 1 of 'mov.b64' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b64 {8}, 0;\0Amov.b32 $0, 1;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @list_without_label(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 1: expected a label before a list of targets or a prototype, found none [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".branchtargets A;\0AA:\0Amov.b32 $0, 1;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @label_of_unused_list(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 5: expected a label of the body, found 'B' [label-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ts: .branchtargets A, B;\0AA:\0Amov.b32 $0, 1;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @name_in_two_pieces(%x0: !tile.ptr<i32>, %x1: i32, %x2: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected 'cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32', found 'cp.reduce.bulk.async.global.shared::cta.bulk_group.add.u32' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.reduce.bulk.async.global.shared::cta.bulk_group.add.u32 [$0], [$1], $2;" scope = thread {constraints = "l,r,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<i32>, i32, i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @priorities_in_wrong_order(%o0: !tile.ptr<i64>) {
  // expected-error @below {{in the asm, line 1, column 1: expected 'L2::evict_first' or 'L2::evict_unchanged' as the second priority of 'createpolicy.fractional.L2::evict_first.L2::evict_last.b64' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "createpolicy.fractional.L2::evict_first.L2::evict_last.b64 $0, 1.0;" {constraints = "=l", packed_element = 1 : i32, pure = false} -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @video_part(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 22: expected a part that 'vadd' takes, found '.h2' as operand 2 of 'vadd.s32.s32.s32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "vadd.s32.s32.s32 $0, $1.h2, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @video_part_of_result(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 22: expected a whole register beside a second operation, found '.b0' as operand 1 of 'vadd.s32.s32.s32.add' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "vadd.s32.s32.s32.add $0.b0, $1, $1, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @video_second_operation(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected 4 operands of 'vadd.s32.s32.s32.add', found 3 [operand-count]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "vadd.s32.s32.s32.add $0, $1, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @video_constant(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 31: expected a register, found a constant as operand 4 of 'vadd2.s32.s32.s32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "vadd2.s32.s32.s32 $0, $1, $1, 5;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @video_negative(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 18: expected '-' at the product or at the last operand, without '.po' as operand 1 of 'vmad.s32.s32.s32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "vmad.s32.s32.s32 $0, -$1, $1, -$1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 1>} {
tile.func public @tensor_memory_registers(%x0: i32) {
  // expected-error @below {{in the asm, line 2, column 40: expected a vector of 4 elements, found one of 2 as operand 1 of 'tcgen05.ld.sync.aligned.16x256b.x1.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 d<2>;\0Atcgen05.ld.sync.aligned.16x256b.x1.b32 {d0, d1}, [$0]; }" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 1>} {
tile.func public @tensor_memory_columns(%x0: i64) {
  // expected-error @below {{in the asm, line 1, column 51: expected a power of two, found 48 as operand 2 of 'tcgen05.alloc.cta_group::1.sync.aligned.b32' [constant-range]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "tcgen05.alloc.cta_group::1.sync.aligned.b32 [$0], 48;" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : i64 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @warp_size_as_fragment(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 43: expected a register for '.b32', found an integer as operand 2 of 'movmatrix.sync.aligned.m8n8.trans.b16' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "movmatrix.sync.aligned.m8n8.trans.b16 $0, WARP_SZ;" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @special_register_as_mask() {
  // expected-error @below {{in the asm, line 1, column 15: expected a register, found the special register '%envreg3' as operand 1 of 'bar.warp.sync' [operand-type]}}
  tile.elementwise_inline_asm "bar.warp.sync %envreg3;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @special_register_in_conversion(%o0: !tile.ptr<f32>) {
  // expected-error @below {{in the asm, line 1, column 20: expected a register, found the special register '%laneid' as operand 2 of 'cvt.rn.f32.u32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.f32.u32 $0, %laneid;" scope = thread {constraints = "=f", packed_element = 1 : i32, pure = false} -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @special_register_as_barrier() {
  // expected-error @below {{in the asm, line 1, column 10: expected a register, found the special register '%warpid' as operand 1 of 'bar.sync' [operand-type]}}
  tile.elementwise_inline_asm "bar.sync %warpid;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
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

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @size_of_source_in_a_vector(%x0: i32, %x1: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 42: expected a size in 32 bits or a predicate as operand 4 of 'cp.async.ca.shared.global' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.ca.shared.global [$0], [$1], 4, {4, $0};" scope = thread {constraints = "r,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, !tile.ptr<i32> -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @type_before_wide(%o0: !tile.ptr<i64>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected 'mul.wide.u32', found 'mul.u32.wide' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mul.u32.wide $0, $1, $1;" {constraints = "=l,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @proxy_behind() {
  // expected-error @below {{in the asm, line 1, column 1: expected 'fence.proxy.async', found 'fence.async.proxy' [unknown-modifier]}}
  tile.elementwise_inline_asm "fence.async.proxy;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @constant_in_fragment_of_bytes(%x0: i32) {
  // expected-error @below {{in the asm, line 2, column 100: expected a register, found an integer as operand 3 of 'wmma.mma.sync.aligned.col.col.m16n16k16.s32.u8.u8.s32' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 d<8>;\0Awmma.mma.sync.aligned.col.col.m16n16k16.s32.u8.u8.s32 {d0, d1, d2, d3, d4, d5, d6, d7}, {$0, $0}, {1, $0}, {$0, $0, $0, $0, $0, $0, $0, $0}; }" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @mode_behind_types(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected 'dp2a.lo.u32.s32', found 'dp2a.u32.s32.lo' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "dp2a.u32.s32.lo $0, $1, $1, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @constant_in_sparse_fragment(%x0: i32, %x1: f32) {
  // expected-error @below {{in the asm, line 2, column 94: expected a register, found an f64 constant as operand 4 of 'mma.sp.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .f32 d<4>;\0Amma.sp.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {d0, d1, d2, d3}, {$0, $0}, {$0, $0}, {1.0, $1, $1, $1}, $0, 0; }" scope = thread {constraints = "r,f", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, f32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @wide_constant_in_a_pack(%o0: !tile.ptr<i16>) {
  // expected-error @below {{in the asm, line 1, column 13: expected at least two elements in a vector, found one as operand 2 of 'mov.b16' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b16 $0, {1.0};" {constraints = "=h", packed_element = 1 : i32, pure = true} -> i16
  tile.store %o0, %r : !tile.ptr<i16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @float_register_in_redux(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 2, column 20: expected a register of an integer, found one of type '.f32' as operand 1 of 'redux.sync.and.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .f32 t;\0Aredux.sync.and.b32 t, $1, -1;\0Amov.b32 $0, t; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @constants_in_multimem(%x0: !tile.ptr<f32>) {
  // expected-error @below {{in the asm, line 1, column 38: expected a register in the vector, found constants only as operand 2 of 'multimem.st.weak.global.v2.f32' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "multimem.st.weak.global.v2.f32 [$0], {1.0, 2.0};" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<f32> -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @special_register_with_component_as_barrier() {
  // expected-error @below {{in the asm, line 1, column 10: expected a register, found the special register '%tid' as operand 1 of 'bar.sync' [operand-type]}}
  tile.elementwise_inline_asm "bar.sync %tid.x;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @half_a_pair_under_a_guard(%o0: !tile.ptr<i32>, %x0: i32, %x1: i1) {
  // expected-error @below {{in the asm, line 2, column 17: expected a register, found '_' as operand 1 of 'setp.gt.s32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred q;\0A@$2 setp.gt.s32 _|q, $1, 0;\0Aselp.b32 $0, 1, 0, q; }" {constraints = "=r,r,b", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i1 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @shift_behind_its_mode(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected 'shf.l.wrap.b32', found 'shf.b32.wrap.l' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "shf.b32.wrap.l $0, $1, $1, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @vector_register_in_a_pack(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 14: expected a register, found the special register '%ctaid' as operand 2 of 'mov.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, {%ctaid};" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @async_behind(%x0: i64) {
  // expected-error @below {{in the asm, line 1, column 1: expected 'red.async.relaxed.cluster.mbarrier::complete_tx::bytes.inc.u32', found 'red.relaxed.cluster.async.mbarrier::complete_tx::bytes.inc.u32' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "red.relaxed.cluster.async.mbarrier::complete_tx::bytes.inc.u32 [$0], 31, [$0];" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : i64 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @constants_of_two_kinds_in_a_vector(%x0: i32) {
  // expected-error @below {{in the asm, line 1, column 69: expected neighbouring constants of one kind, found}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "stmatrix.sync.aligned.m8n8.x4.shared.b16 [$0], {$0, $0, 0f3F800000, 2};" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @matrix_before_sync(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 2, column 1: }}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b32 t<4>;\0Awmma.load.sync.a.aligned.row.m16n16k16.shared.bf16 {t0, t1, t2, t3}, [$1];\0Amov.b32 $0, t0;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}
