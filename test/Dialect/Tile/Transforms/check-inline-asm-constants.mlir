// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: %if ptxas %{ python3 %S/Inputs/compare-with-ptxas.py %s %}

// Constants that an instruction does not take, and what a body cannot declare.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @barrier_number() {
  // expected-error @below {{in the asm, line 1, column 10: expected 0 to 15, found 16 as operand 1 of 'bar.sync' [constant-range]}}
  tile.elementwise_inline_asm "bar.sync 16;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @barrier_number_in_a_constant() {
  %c0 = arith.constant 16 : i32
  // expected-error @below {{in the asm, line 1, column 10: expected 0 to 15, found 16 as operand 1 of 'bar.sync' [constant-range]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "bar.sync $0;" scope = thread {constraints = "n", packed_element = 1 : i32, pure = false} %c0 : i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @barrier_of_half_a_warp() {
  // expected-error @below {{in the asm, line 1, column 13: expected a multiple of 32 threads, found 48 as operand 2 of 'bar.sync' [constant-range]}}
  tile.elementwise_inline_asm "bar.sync 1, 48;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @register_count() {
  // expected-error @below {{in the asm, line 1, column 33: expected a multiple of 8, found 28 as operand 1 of 'setmaxnreg.inc.sync.aligned.u32' [constant-range]}}
  tile.elementwise_inline_asm "setmaxnreg.inc.sync.aligned.u32 28;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @register_count_too_small() {
  // expected-error @below {{in the asm, line 1, column 33: expected 24 to 256, found 16 as operand 1 of 'setmaxnreg.dec.sync.aligned.u32' [constant-range]}}
  tile.elementwise_inline_asm "setmaxnreg.dec.sync.aligned.u32 16;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @field_beyond_a_byte(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 17: expected 0 to 255, found 300 as operand 3 of 'bfe.u32' [constant-range]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bfe.u32 $0, $1, 300, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @field_in_a_constant(%o0: !tile.ptr<i32>, %x0: i32) {
  %c1 = arith.constant -1 : i32
  // expected-error @below {{in the asm, line 1, column 21: expected 0 to 255, found -1 as operand 4 of 'bfi.b32' [constant-range]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bfi.b32 $0, $1, $1, $2, 8;" {constraints = "=r,r,n", packed_element = 1 : i32, pure = true} %x0, %c1 : i32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @size_of_copy(%x0: i32, %x1: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 39: expected 4, 8 or 16, found 12 as operand 3 of 'cp.async.ca.shared.global' [constant-range]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.ca.shared.global [$0], [$1], 12;" scope = thread {constraints = "r,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, !tile.ptr<i32> -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @size_of_copy_past_l1(%x0: i32, %x1: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 39: expected 16, found 8 as operand 3 of 'cp.async.cg.shared.global' [constant-range]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.cg.shared.global [$0], [$1], 8;" scope = thread {constraints = "r,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, !tile.ptr<i32> -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @size_of_source(%x0: i32, %x1: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 43: expected 0 to 16, found 32 as operand 4 of 'cp.async.cg.shared.global' [constant-range]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.cg.shared.global [$0], [$1], 16, 32;" scope = thread {constraints = "r,l", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, !tile.ptr<i32> -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @size_of_bulk_copy(%x0: !tile.ptr<i32>, %x1: i32) {
  // expected-error @below {{in the asm, line 1, column 57: expected a multiple of 16, found 24 as operand 3 of 'cp.async.bulk.global.shared::cta.bulk_group' [constant-range]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], 24;" scope = thread {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @size_of_prefetch(%x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 40: expected a multiple of 16, found 24 as operand 2 of 'cp.async.bulk.prefetch.L2.global' [constant-range]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.bulk.prefetch.L2.global [$0], 24;" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @event_number() {
  // expected-error @below {{in the asm, line 1, column 9: expected 0 to 15, found 16 as operand 1 of 'pmevent' [constant-range]}}
  tile.elementwise_inline_asm "pmevent 16;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @size_of_hint(%x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 25: expected 128, found 64 as operand 2 of 'discard.global.L2' [constant-range]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "discard.global.L2 [$0], 64;" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @phase(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 2, column 52: expected 0 to 1, found 2 as operand 3 of 'mbarrier.test_wait.parity.shared::cta.b64' [constant-range]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .pred p;\0Ambarrier.test_wait.parity.shared::cta.b64 p, [$1], 2;\0Aselp.b32 $0, 1, 0, p; }" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @arrivals(%x0: i32) {
  // expected-error @below {{in the asm, line 2, column 42: expected at least 1, found 0 as operand 3 of 'mbarrier.arrive.shared::cta.b64' [constant-range]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .b64 t;\0Ambarrier.arrive.shared::cta.b64 t, [$0], 0; }" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @fraction(%o0: !tile.ptr<i64>) {
  // expected-error @below {{in the asm, line 1, column 49: expected a fraction above 0 and up to 1, found 1.500000 as operand 2 of 'createpolicy.fractional.L2::evict_first.b64' [constant-range]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "createpolicy.fractional.L2::evict_first.b64 $0, 1.5;" {constraints = "=l", packed_element = 1 : i32, pure = false} -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @sizes_of_a_range(%o0: !tile.ptr<i64>, %x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 50: expected at most the size of all, found 2 as operand 3 of 'createpolicy.range.L2::evict_first.b64' [constant-range]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "createpolicy.range.L2::evict_first.b64 $0, [$1], 2, 1;" {constraints = "=l,l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @alignment(%o0: !tile.ptr<i64>, %x0: i64) {
  // expected-error @below {{in the asm, line 1, column 20: expected a power of two, found 12 as operand 3 of 'alloca.u64' [constant-range]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "alloca.u64 $0, $1, 12;" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %x0 : i64 -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @groups_to_wait_for() {
  // expected-error @below {{in the asm, line 1, column 31: expected at least 0, found -1 as operand 1 of 'wgmma.wait_group.sync.aligned' [constant-range]}}
  tile.elementwise_inline_asm "wgmma.wait_group.sync.aligned -1;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @scale_of_wgmma(%x0: i64) {
  // expected-error @below {{in the asm, line 4, column 80: expected -1 or 1, found 2 as operand 5 of 'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16' [constant-range]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p;\0Asetp.eq.s32 p, 0, 0;\0A.reg .f32 d<4>;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d0, d1, d2, d3}, $0, $0, p, 2, 1, 0, 0; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : i64 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @transposition_of_wgmma(%x0: i64) {
  // expected-error @below {{in the asm, line 4, column 89: expected 0 or 1, found 2 as operand 8 of 'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16' [constant-range]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .pred p;\0Asetp.eq.s32 p, 0, 0;\0A.reg .f32 d<4>;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d0, d1, d2, d3}, $0, $0, p, 1, 1, 0, 2; }" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : i64 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @lanes_of_sparse_metadata(%x0: i32, %x1: f32) {
  // expected-error @below {{in the asm, line 2, column 132: expected 0 to 1, found 2 as operand 6 of 'mma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32' [constant-range]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "{ .reg .f32 d<4>;\0Amma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 {d0, d1, d2, d3}, {$0, $0, $0, $0}, {$0, $0, $0, $0}, {$1, $1, $1, $1}, $0, 2; }" scope = thread {constraints = "r,f", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, f32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @field_of_tensor_map(%x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: 'tensormap.replace.tile.elemtype.shared::cta.b1024.b32' needs PTX ISA 8.3, version is 8.1; --ptx-version sets it [needs-ptx-version]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [$0], 13;" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x0 : i32 -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @type_of_register(%o0: !tile.ptr<bf16>) {
  // expected-error @below {{in the asm, line 1, column 3: expected a type that variables have, found '.bf16'; write '.b16' [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .bf16 t;\0Amov.b16 $0, 0; }" {constraints = "=h", packed_element = 1 : i32, pure = true} -> bf16
  tile.store %o0, %r : !tile.ptr<bf16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @array_of_registers(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 13: expected a register, found an array; 'name<8>' declares name0 to name7 [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 t[4];\0Amov.b32 $0, 0; }" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @value_of_shared_variable(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 16: expected no initial value for '.b32' in .shared [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .b32 t = 5;\0Amov.b32 $0, 0; }" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @predicate_in_memory(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 3: expected predicates in single registers, found '.shared' [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .pred t;\0Amov.b32 $0, 0; }" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @vector_of_predicates(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 3: expected predicates in single registers, found a vector [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .v2 .pred t;\0Amov.b32 $0, 0; }" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @vector_beyond_128_bits(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 3: expected a vector of at most 4 elements and 128 bits, found .v4 of '.b64' [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .v4 .b64 t;\0Amov.b32 $0, 0; }" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @array_without_size(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 15: expected the size of an array, found none [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .b8 t[];\0Amov.b32 $0, 0; }" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @visible_variable(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 3: expected a declaration without linkage in a body [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .extern .shared .b8 t[4];\0Amov.b32 $0, 0; }" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @name_that_ptx_has(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 13: expected a name of its own, found 'WARP_SZ' [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b32 WARP_SZ;\0Amov.b32 $0, 0; }" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {
tile.func public @wide_register_in_an_old_version(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 3: expected a type of PTX ISA 8.1, found '.b128' [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .reg .b128 t;\0Amov.b32 $0, 0; }" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @number_as_pragma(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 1: expected '.pragma' and a string, or an instruction, found '.pragma' [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".pragma 5;\0Amov.b32 $0, 0;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @name_without_letters(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 16: expected a name of its own, found '$$' [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{ .shared .b32 $$[4];\0Amov.b32 $0, 0; }" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @label_without_letters(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 1: expected a name of its own, found '$$' [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "$$:\0Amov.b32 $0, 0;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @warp_size_as_value(%x0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 25: expected 128, found 32 as operand 2 of 'discard.global.L2' [constant-range]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "discard.global.L2 [$0], WARP_SZ;" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : !tile.ptr<i32> -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @threads_that_arrive() {
  // expected-error @below {{in the asm, line 1, column 15: expected a number of threads, found 0 as operand 2 of 'bar.arrive' [constant-range]}}
  tile.elementwise_inline_asm "bar.arrive 1, 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @float_as_field(%o0: !tile.ptr<i32>, %x0: i32) {
  %c1 = arith.constant 1.5 : f32
  // expected-error @below {{in the asm, line 1, column 21: expected 0 to 255, found 1069547520 as operand 4 of 'bfi.b32' [constant-range]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "bfi.b32 $0, $1, $1, $2, 8;" {constraints = "=r,r,n", packed_element = 1 : i32, pure = true} %x0, %c1 : i32, f32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @large_alignment(%o0: !tile.ptr<i64>, %x0: i64) {
  // expected-error @below {{in the asm, line 1, column 20: expected at most 8388608, found 16777216 as operand 3 of 'alloca.u64' [constant-range]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "alloca.u64 $0, $1, 16777216;" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %x0 : i64 -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @label_of_a_number(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 1: expected a name of its own, found '${:uid}' [declaration]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "${:uid}:\0Amov.b32 $0, 0;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}
