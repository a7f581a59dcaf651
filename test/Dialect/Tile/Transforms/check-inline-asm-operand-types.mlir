// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: %if ptxas %{ python3 %S/Inputs/compare-with-ptxas.py %s %}

// Registers of a width that is right and of a type that an instruction of these
// words does not take.
// One program per rule.

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
tile.func public @element_as_float(%o0: !tile.ptr<f64>) {
  // expected-error @below {{in the asm, line 2, column 13: expected a register, found an element of an array as operand 2 of 'mov.f64' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .f64 buffer[4];\0Amov.f64 $0, buffer[1]; }" {constraints = "=d", packed_element = 1 : i32, pure = true} -> f64
  tile.store %o0, %r : !tile.ptr<f64>
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
tile.func public @float_register_in_redux(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 2, column 20: expected a register of an integer, found one of type '.f32' as operand 1 of 'redux.sync.and.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .f32 t;\0Aredux.sync.and.b32 t, $1, -1;\0Amov.b32 $0, t; }" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}
