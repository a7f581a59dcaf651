// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: %if ptxas %{ python3 %S/Inputs/compare-with-ptxas.py %s %}

// What stands in brackets, and variables that a body declares.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @address_is_a_number(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 20: expected a register or a variable in an address, found an integer as operand 2 of 'ld.global.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.b32 $0, [16];" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @address_is_a_constant(%o0: !tile.ptr<i32>) {
  %c0 = arith.constant 16 : i32
  // expected-error @below {{in the asm, line 1, column 20: expected a register or a variable in an address, found an integer as operand 2 of 'ld.shared.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.shared.b32 $0, [$1];" {constraints = "=r,n", packed_element = 1 : i32, pure = false} %c0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @address_of_32_bits(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 20: expected 64 bits in an address of global memory, found a register of type '.b32' as operand 2 of 'ld.global.b32'; use constraint 'l', or name the state space of an address of 32 bits [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.b32 $0, [$1];" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @generic_address_of_32_bits(%x0: i32, %x1: i32) {
  // expected-error @below {{in the asm, line 1, column 9: expected 64 bits in an address of no state space, found a register of type '.b32' as operand 1 of 'st.b32'; use constraint 'l', or name the state space of an address of 32 bits [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "st.b32 [$0], $1;" scope = thread {constraints = "r,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @address_in_a_predicate(%o0: !tile.ptr<i32>, %x0: i1) {
  // expected-error @below {{in the asm, line 1, column 20: expected an integer of 32 or 64 bits in an address, found a register of type '.pred' as operand 2 of 'ld.global.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.b32 $0, [$1];" {constraints = "=r,b", packed_element = 1 : i32, pure = false} %x0 : i1 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @address_is_a_float(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 20: expected $0 or a register declared in the body, found 't' [register-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.shared.b32 $0, [t]; .reg .f32 t;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @address_in_a_float(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 3, column 20: expected an integer of 32 or 64 bits in an address, found a register of type '.f32' as operand 2 of 'ld.shared.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .f32 t;\0Amov.f32 t, 0f00000000;\0Ald.shared.b32 $0, [t]; }" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @address_is_negative(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 20: expected a register or a variable in an address as operand 2 of 'ld.global.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.b32 $0, [-$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @two_addresses(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 19: expected one address, found more in the brackets as operand 2 of 'ld.global.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.b32 $0, [$1, $1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @address_is_a_vector(%o0: !tile.ptr<i32>, %x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 3, column 20: expected a register in an address, found the vector 't' as operand 2 of 'ld.global.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .v2 .b64 t;\0Amov.b64 t.x, $1;\0Ald.global.b32 $0, [t]; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @other_space(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 2, column 20: expected a variable in .global, found 'buffer' in .shared as operand 2 of 'ld.global.b32' [address-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .b32 buffer[4];\0Ald.global.b32 $0, [buffer]; }" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @other_space_in_cvta(%o0: !tile.ptr<i64>) {
  // expected-error @below {{in the asm, line 2, column 24: expected a variable in .global, found 'buffer' in .shared as operand 2 of 'cvta.to.global.u64' [address-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .b32 buffer[4];\0Acvta.to.global.u64 $0, buffer; }" {constraints = "=l", packed_element = 1 : i32, pure = true} -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @narrow_cvta(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected an address of 64 bits, found '.u32' in 'cvta'; use '.u64' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvta.to.shared.u32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @coordinates_missing(%x0: i64) {
  // expected-error @below {{in the asm, line 1, column 44: expected an address and a vector of 2 coordinates in the brackets as operand 1 of 'cp.async.bulk.prefetch.tensor.2d.L2.global' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.bulk.prefetch.tensor.2d.L2.global [$0];" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : i64 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @coordinate_too_many(%x0: i64, %x1: i32) {
  // expected-error @below {{in the asm, line 1, column 44: expected an address and a vector of 2 coordinates in the brackets as operand 1 of 'cp.async.bulk.prefetch.tensor.2d.L2.global' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.bulk.prefetch.tensor.2d.L2.global [$0, {$1, $1, $1}];" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @coordinate_too_wide(%x0: i64) {
  // expected-error @below {{in the asm, line 1, column 50: expected coordinates of 32 bits as operand 1 of 'cp.async.bulk.prefetch.tensor.1d.L2.global' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.bulk.prefetch.tensor.1d.L2.global [$0, {$0}];" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : i64 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @address_of_global_in_32_bits(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 2, column 13: expected a register, found the variable 'buffer' as operand 2 of 'mov.u32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .global .b32 buffer[4];\0Amov.u32 $0, buffer; }" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @address_of_16_bits(%o0: !tile.ptr<i32>, %x0: i16) {
  // expected-error @below {{in the asm, line 1, column 20: expected an integer of 32 or 64 bits in an address, found a register of type '.b16' as operand 2 of 'ld.shared.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.shared.b32 $0, [$1];" {constraints = "=r,h", packed_element = 1 : i32, pure = false} %x0 : i16 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @address_is_a_special_register(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 20: expected a register or a variable in an address, found the special register '%laneid' as operand 2 of 'ld.shared.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.shared.b32 $0, [%laneid+4];" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @stored_parameter(%x0: i64, %x1: i32) {
  // expected-error @below {{in the asm, line 1, column 15: expected a parameter that the body declares, found a register as operand 1 of 'st.param.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "st.param.b32 [$0], $1;" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @parameter_without_call(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 2, column 19: expected a call that gives the parameter a value, found none [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .param .b32 x;\0Ald.param.b32 $0, [x]; }" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @size_of_source_in_64_bits(%x0: i32, %x1: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 42: expected a register for '.b32', found one of type '.b64' as operand 4 of 'cp.async.ca.shared.global'; use a}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.ca.shared.global [$0], [$1], 4, $1;" scope = thread {constraints = "r,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, !tile.ptr<i32> -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 1>} {
tile.func public @tensor_memory_address(%x0: i64) {
  // expected-error @below {{in the asm, line 2, column 46: expected a register of 32 bits as an address of tensor memory as operand 2 of 'tcgen05.ld.sync.aligned.32x32b.x1.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b32 d<1>;\0Atcgen05.ld.sync.aligned.32x32b.x1.b32 {d0}, [$0]; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : i64 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @element_of_special_register(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 19: expected the name of a variable, found '%laneid' as operand 2 of 'ld.shared.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.shared.b32 $0, %laneid[4];" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @variable_of_other_space_in_cvta(%o0: !tile.ptr<i64>) {
  // expected-error @below {{in the asm, line 2, column 20: expected a variable in .const, found 'buffer' in .shared as operand 2 of 'cvta.const.u64' [address-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .b32 buffer[4];\0Acvta.const.u64 $0, buffer; }" {constraints = "=l", packed_element = 1 : i32, pure = false} -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @direction_of_cvta_behind(%o0: !tile.ptr<i64>, %x0: i64) {
  // expected-error @below {{in the asm, line 1, column 1: expected 'cvta.to.global.u64', found 'cvta.u64.global.to' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvta.u64.global.to $0, $1;" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %x0 : i64 -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @copy_to_other_space(%x0: i64) {
  // expected-error @below {{in the asm, line 2, column 46: expected a variable in .global, found 'buffer' in .shared as operand 1 of 'cp.async.bulk.global.shared::cta.bulk_group' [address-space]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .shared .align 16 .b8 buffer[64];\0Acp.async.bulk.global.shared::cta.bulk_group [buffer], [$0], 16; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : i64 -> ()
  tile.return
}
}
