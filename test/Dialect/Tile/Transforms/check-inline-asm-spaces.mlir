// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: tile-opt %s --tile-check-inline-asm=mode=off -split-input-file -o /dev/null

// Pointers in instructions on another state space.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @shared_load_of_global(%p: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 20: expected an address in .shared for 'ld.shared.b32', found $1, which points to .global; name .global, or no state space [pointer-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.shared.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @shared_store_to_global(%p: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 21: expected an address in .shared for 'st.shared::cta.b32', found $0, which points to .global; name .global, or no state space [pointer-space]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "st.shared::cta.b32 [$0+4], 1;" {constraints = "l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @local_load_of_global(%p: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 19: expected an address in .local for 'ld.local.b32', found $1, which points to .global; name .global, or no state space [pointer-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.local.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @constant_load_of_global(%p: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 19: expected an address in .const for 'ld.const.b32', found $1, which points to .global; name .global, or no state space [pointer-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.const.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @shared_atomic_on_global(%p: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 26: expected an address in .shared for 'atom.shared.add.u32', found $1, which points to .global; name .global, or no state space [pointer-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "atom.shared.add.u32 $0, [$1], 1;" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @shared_reduction_on_global_tile(%p: tensor<32x!tile.ptr<i32>>) {
  // expected-warning @below {{in the asm, line 1, column 21: expected an address in .shared for 'red.shared.add.u32', found $0, which points to .global; name .global, or no state space [pointer-space]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "red.shared.add.u32 [$0], 1;" {constraints = "l", packed_element = 1 : i32, pure = false} %p : tensor<32x!tile.ptr<i32>>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @global_load_of_shared(%p: !tile.ptr<i32, 3>) {
  // expected-warning @below {{in the asm, line 1, column 20: expected an address in .global for 'ld.global.b32', found $1, which points to .shared; name .shared, or no state space [pointer-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32, 3> -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @copy_within_global(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 28: expected an address in .shared for 'cp.async.ca.shared.global', found $0, which points to .global; name .global, or no state space [pointer-space]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.ca.shared.global [$0], [$1], 4;" {constraints = "l,l", packed_element = 1 : i32, pure = false} %p, %q : !tile.ptr<i32>, !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @barrier_in_global(%p: !tile.ptr<i64>) {
  // expected-warning @below {{in the asm, line 1, column 32: expected an address in .shared for 'mbarrier.init.shared::cta.b64', found $0, which points to .global; name .global, or no state space [pointer-space]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "mbarrier.init.shared::cta.b64 [$0], 1;" {constraints = "l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @after_an_offset(%p: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 71: expected an address in .shared for 'ld.shared.b32', found one computed from $1, which points to .global; name .global, or no state space [pointer-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b64 a, b; mov.b64 a, $1; add.u64 b, a, 16; ld.shared.b32 $0, [b]; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @after_an_index(%p: !tile.ptr<i32>, %i: i32) {
  // expected-warning @below {{in the asm, line 1, column 62: expected an address in .shared for 'ld.shared.b32', found one computed from $1, which points to .global; name .global, or no state space [pointer-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b64 a; mad.wide.u32 a, $2, 4, $1; ld.shared.b32 $0, [a]; }" {constraints = "=r,l,r", packed_element = 1 : i32, pure = false} %p, %i : !tile.ptr<i32>, i32 -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @in_a_loop(%p: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 79: expected an address in .shared for 'ld.shared.b32', found one computed from $1, which points to .global; name .global, or no state space [pointer-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b64 a; .reg .pred p; .reg .b32 t; mov.b64 a, $1; L: ld.shared.b32 t, [a]; add.u64 a, a, 4; setp.eq.b32 p, t, 0; @p bra L; mov.b32 $0, t; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> i32
  tile.return
}
}

// -----

// One finding is enough.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @converted_to_another_space(%p: !tile.ptr<i32>) {
  // expected-warning @below {{in the asm, line 1, column 51: expected an address in .shared for 'cvta.to.shared.u64', found $1, which points to .global; name .global, or no state space [pointer-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b64 a; .reg .b32 b; cvta.to.shared.u64 a, $1; cvt.u32.u64 b, a; ld.shared.b32 $0, [b]; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> i32
  tile.return
}
}

// -----

// A wrong instruction has one message: its state space means nothing.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @space_of_a_wrong_load(%p: !tile.ptr<i32>) {
  // expected-error @below {{operand-type}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.shared.b32 $0, [$1];" {constraints = "=h,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> i16
  tile.return
}
}

// -----

// What is right, or cannot be followed.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @written_over(%p: !tile.ptr<i32>) {
  // expected-warning @below {{[value-unread]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b64 a; mov.b64 a, $1; mov.b64 a, 64; ld.shared.b32 $0, [a]; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @global(%p: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "{ .reg .b64 a; cvta.to.global.u64 a, $1; ld.global.b32 $0, [a]; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @generic(%p: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "ld.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @generic_pointer(%p: !tile.ptr<i32, 0>) {
  %r = tile.elementwise_inline_asm "ld.shared.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32, 0> -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @shared_pointer(%p: !tile.ptr<i32, 3>) {
  %r = tile.elementwise_inline_asm "ld.shared.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32, 3> -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @copy_to_shared(%s: i32, %q: !tile.ptr<i32>) {
  tile.elementwise_inline_asm "cp.async.ca.shared.global [$0], [$1], 4;" {constraints = "r,l", packed_element = 1 : i32, pure = false} %s, %q : i32, !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @variable_indexed_by_what_a_pointer_shows(%p: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "{ .shared .b32 t[32]; .reg .b64 a, b; .reg .b32 i; ld.global.b32 i, [$1]; and.b32 i, i, 31; mov.b64 b, t; mad.wide.u32 a, i, 4, b; st.shared.b32 [a], i; ld.shared.b32 $0, [a]; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> i32
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func public @table_hashed_by_address(%p: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "{ .shared .b32 t[32]; .reg .b64 a, b; and.b64 a, $1, 124; mov.b64 b, t; add.u64 a, a, b; st.shared.b32 [a], 1; ld.shared.b32 $0, [a]; }" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %p : !tile.ptr<i32> -> i32
  tile.return
}
}

// -----

// Variables of the body, whose address a mov takes.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @shared_as_generic(%x0: tensor<128xi32>) {
  // expected-warning @below {{in the asm, line 1, column 58: expected a generic address for 'st.b32', found one computed from a variable in .shared; name .shared, or convert the address by cvta.shared.u64 [address-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".shared .b32 s; .reg .u64 a; mov.u64 a, s;       st.b32 [a], $1; ld.shared.b32 $0, [s];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
tile.func private @generic_as_shared(%x0: tensor<128xi32>) {
  // expected-warning @below {{expected an address in .shared for 'st.shared.b32', found one computed from a variable in .shared, which cvta made generic; leave out .shared, or the cvta [address-space]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".shared .b32 s; .reg .u64 a; cvta.shared.u64 a, s; st.shared.b32 [a], $1; ld.shared.b32 $0, [s];" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xi32> -> tensor<128xi32>
  tile.return
}
}
