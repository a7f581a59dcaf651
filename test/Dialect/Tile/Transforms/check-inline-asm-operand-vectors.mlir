// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: %if ptxas %{ python3 %S/Inputs/compare-with-ptxas.py %s %}

// Vectors of the wrong number or width of registers, vectors where one register is
// needed, and what cannot be in a vector or a matrix fragment.
// One program per rule.

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
tile.func public @special_register_in_fragment(%x0: i32, %x1: i32) {
  // expected-error @below {{in the asm, line 1, column 62: expected a register, found the special register '%lanemask_lt' as operand 2 of 'wmma.store.d.sync.aligned.col.m8n8k32.shared::cta.s32' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "wmma.store.d.sync.aligned.col.m8n8k32.shared::cta.s32 [$0], {%lanemask_lt, $1};" scope = thread {constraints = "r,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, i32 -> ()
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
tile.func public @name_in_two_pieces(%x0: !tile.ptr<i32>, %x1: i32, %x2: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected 'cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32', found 'cp.reduce.bulk.async.global.shared::cta.bulk_group.add.u32' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.reduce.bulk.async.global.shared::cta.bulk_group.add.u32 [$0], [$1], $2;" scope = thread {constraints = "l,r,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<i32>, i32, i32 -> ()
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
tile.func public @size_of_source_in_a_vector(%x0: i32, %x1: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 42: expected a register, found a vector as operand 4 of 'cp.async.ca.shared.global' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.ca.shared.global [$0], [$1], 4, {4, $0};" scope = thread {constraints = "r,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, !tile.ptr<i32> -> ()
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
  // expected-warning @below {{in the asm, line 3, column 20: expected 'q' to be written on every path to here, found one that leaves it unwritten; write it first [register-maybe-unwritten]}}
  %r = tile.elementwise_inline_asm "{ .reg .pred q;\0A@$2 setp.gt.s32 _|q, $1, 0;\0Aselp.b32 $0, 1, 0, q; }" {constraints = "=r,r,b", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i1 -> i32
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
tile.func public @constants_of_two_kinds_in_a_vector(%x0: i32) {
  // expected-error @below {{in the asm, line 1, column 69: expected neighbouring elements of one kind, found}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "stmatrix.sync.aligned.m8n8.x4.shared.b16 [$0], {$0, $0, 0f3F800000, 2};" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32 -> ()
  tile.return
}
}
