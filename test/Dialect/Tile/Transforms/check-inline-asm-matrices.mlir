// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: %if ptxas %{ python3 %S/Inputs/compare-with-ptxas.py %s %}

// Words and operands of textures, surfaces and tensor memory, and what random
// asm ops found. One program a rule.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @redux_of_a_float_constant(%x0: i32, %o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 24: expected a register for '.b32', found an f32 constant as operand 2 of 'redux.sync.and.b32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "redux.sync.and.b32 $0, 0f3F800000, $1;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @barrier_cluster_words_swapped() {
  // expected-error @below {{in the asm, line 1, column 1: expected 'barrier.cluster.wait.aligned', found 'barrier.cluster.aligned.wait' [unknown-modifier]}}
  tile.elementwise_inline_asm "barrier.cluster.aligned.wait;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @sink_with_a_component_in_a_pair(%x0: i32) {
  // expected-error @below {{in the asm, line 1, column 28: expected '_' alone, found more as operand 1 of 'elect.sync' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; elect.sync _.ballot|p, $0; }" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @copy_with_spaces_swapped(%x0: i32, %x1: i64) {
  // expected-error @below {{in the asm, line 1, column 1: expected 'cp.async.ca.shared.global', found 'cp.async.ca.global.shared' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.ca.global.shared [$0], [$1], 16;" scope = thread {constraints = "r,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, i64 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @texture_with_too_few_coordinates(%x0: i64, %x1: f32, %o0: !tile.ptr<f32>, %o1: !tile.ptr<f32>, %o2: !tile.ptr<f32>, %o3: !tile.ptr<f32>) {
  // expected-error @below {{in the asm, line 1, column 37: expected a handle and a vector of 4 coordinates in the brackets as operand 2 of 'tex.3d.v4.f32.f32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r:4 = tile.elementwise_inline_asm "tex.3d.v4.f32.f32 {$0, $1, $2, $3}, [$4, {$5, $5}];" scope = thread {constraints = "=f,=f,=f,=f,l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, f32 -> f32, f32, f32, f32
  tile.store %o0, %r#0 : !tile.ptr<f32>
  tile.store %o1, %r#1 : !tile.ptr<f32>
  tile.store %o2, %r#2 : !tile.ptr<f32>
  tile.store %o3, %r#3 : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @texture_by_a_narrow_handle(%x0: i32, %x1: f32, %o0: !tile.ptr<f32>, %o1: !tile.ptr<f32>, %o2: !tile.ptr<f32>, %o3: !tile.ptr<f32>) {
  // expected-error @below {{in the asm, line 1, column 38: expected a register of 64 bits with the handle of a texture or surface as operand 2 of 'tex.1d.v4.f32.f32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r:4 = tile.elementwise_inline_asm "tex.1d.v4.f32.f32 {$0, $1, $2, $3}, [$4, {$5}];" scope = thread {constraints = "=f,=f,=f,=f,r,f", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, f32 -> f32, f32, f32, f32
  tile.store %o0, %r#0 : !tile.ptr<f32>
  tile.store %o1, %r#1 : !tile.ptr<f32>
  tile.store %o2, %r#2 : !tile.ptr<f32>
  tile.store %o3, %r#3 : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @array_index_of_a_texture_in_floats(%x0: i64, %x1: f32, %o0: !tile.ptr<f32>, %o1: !tile.ptr<f32>, %o2: !tile.ptr<f32>, %o3: !tile.ptr<f32>) {
  // expected-error @below {{in the asm, line 1, column 66: expected a register for '.u32', found one of type '.f32' as operand 2 of 'tex.a1d.v4.f32.f32' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r:4 = tile.elementwise_inline_asm ".reg .f32 t; mov.f32 t, $5; tex.a1d.v4.f32.f32 {$0, $1, $2, $3}, [$4, {t, $5}];" scope = thread {constraints = "=f,=f,=f,=f,l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, f32 -> f32, f32, f32, f32
  tile.store %o0, %r#0 : !tile.ptr<f32>
  tile.store %o1, %r#1 : !tile.ptr<f32>
  tile.store %o2, %r#2 : !tile.ptr<f32>
  tile.store %o3, %r#3 : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @surface_load_in_floats(%x0: i64, %x1: f32, %o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 52: expected a register for '.s32', found one of type '.f32' as operand 2 of 'suld.b.1d.b32.trap' [operand-type]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .f32 t; mov.f32 t, $2; suld.b.1d.b32.trap $0, [$1, {t}];" scope = thread {constraints = "=r,l,f", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, f32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @surface_reduction_of_an_array(%x0: i64, %x1: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected '.1d' after 'sured.b.add', found '.a1d'; write 'sured.b.add.1d.u32.trap' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "sured.b.add.a1d.u32.trap [$0, {$1, $1}], $1;" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 1>} {
tile.func public @product_with_a_wide_address(%x0: i64, %x1: i32) {
  // expected-error @below {{in the asm, line 1, column 75: expected a register of 32 bits as an address of tensor memory as operand 1 of 'tcgen05.mma.cta_group::1.kind::f16' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; setp.ne.u64 p, $0, 0; tcgen05.mma.cta_group::1.kind::f16 [$0], $0, $0, $1, p; }" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 1>} {
tile.func public @product_with_lanes_of_a_pair(%x0: i64, %x1: i32) {
  // expected-error @below {{in the asm, line 1, column 92: expected a vector of 8 elements, found one of 4 as operand 5 of 'tcgen05.mma.cta_group::2.kind::f16' [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; setp.ne.u64 p, $0, 0; tcgen05.mma.cta_group::2.kind::f16 [$1], $0, $0, $1, {$1, $1, $1, $1}, p; }" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 1>} {
tile.func public @product_with_a_large_scale(%x0: i64, %x1: i32) {
  // expected-error @below {{in the asm, line 1, column 95: expected 0 to 15, found 16 as operand 6 of 'tcgen05.mma.cta_group::1.kind::f16' [constant-range]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; setp.ne.u64 p, $0, 0; tcgen05.mma.cta_group::1.kind::f16 [$1], $0, $0, $1, p, 16; }" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 1>} {
tile.func public @shifted_product_from_shared_memory(%x0: i64, %x1: i32) {
  // expected-error @below {{in the asm, line 1, column 87: expected an address, found '$0' as operand 2 of 'tcgen05.mma.cta_group::1.kind::f16.ashift'; write [$0] [operand-type]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p; setp.ne.u64 p, $0, 0; tcgen05.mma.cta_group::1.kind::f16.ashift [$1], $0, $0, $1, p; }" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i64, i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 1>} {
tile.func public @one_cta_and_a_pair() {
  // expected-error @below {{in the asm, line 1, column 60: expected '.cta_group::1' as in the instructions before, found 'tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned' [cta-group]}}
  tile.elementwise_inline_asm "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned; tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}
