// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: %if ptxas %{ python3 %S/Inputs/compare-with-ptxas.py %s %}

// Words of an instruction, and of its operands, in the wrong place.
// One program per rule.

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
  // expected-error @below {{in the asm, line 1, column 22: expected a whole register with a second operation, found '.b0' as operand 1 of 'vadd.s32.s32.s32.add' [operand-type]}}
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
tile.func public @mode_behind_types(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 1: expected 'dp2a.lo.u32.s32', found 'dp2a.u32.s32.lo' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "dp2a.u32.s32.lo $0, $1, $1, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
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
tile.func public @async_behind(%x0: i64) {
  // expected-error @below {{in the asm, line 1, column 1: expected 'red.async.relaxed.cluster.mbarrier::complete_tx::bytes.inc.u32', found 'red.relaxed.cluster.async.mbarrier::complete_tx::bytes.inc.u32' [unknown-modifier]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "red.relaxed.cluster.async.mbarrier::complete_tx::bytes.inc.u32 [$0], 31, [$0];" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %x0 : i64 -> ()
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
