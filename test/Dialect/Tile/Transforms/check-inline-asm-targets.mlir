// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: %if ptxas %{ python3 %S/Inputs/compare-with-ptxas.py %s %}

// Instructions of other targets and newer versions of PTX.

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {
tile.func public @add_bf16_on_sm80(%o0: !tile.ptr<bf16>, %x0: bf16) {
  // expected-error @below {{in the asm, line 1, column 1: 'add.bf16' needs sm_90, target is sm_80 [needs-target]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.bf16 $0, $1, $1;" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %x0 : bf16 -> bf16
  tile.store %o0, %r : !tile.ptr<bf16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {
tile.func public @fp8_on_sm80(%o0: !tile.ptr<i16>, %x0: f32, %x1: f32) {
  // expected-error @below {{in the asm, line 1, column 1: 'cvt.rn.satfinite.e4m3x2.f32' needs sm_89, target is sm_80 [needs-target]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;" {constraints = "=h,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : f32, f32 -> i16
  tile.store %o0, %r : !tile.ptr<i16>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @fp4_on_hopper(%o0: !tile.ptr<i32>, %x0: f32, %x1: f32) {
  // expected-error @below {{in the asm, line 3, column 1: 'cvt.rn.satfinite.e2m1x2.f32' needs sm_100a, sm_110a or sm_120a, target is sm_90a [needs-target]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .b8 t;\0Acvt.rn.satfinite.e2m1x2.f32 t, $1, $2;\0Acvt.u32.u8 $0, t;\0A}" {constraints = "=r,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : f32, f32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @stochastic_on_hopper(%o0: !tile.ptr<i32>, %x0: f32, %x1: f32, %x2: i32) {
  // expected-error @below {{in the asm, line 1, column 1: 'cvt.rs.f16x2.f32' needs sm_100a or sm_103a, target is sm_90a [needs-target]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "cvt.rs.f16x2.f32 $0, $1, $2, $3;" {constraints = "=r,f,f,r", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : f32, f32, i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @f32x2_on_hopper(%o0: !tile.ptr<i64>, %x0: i64) {
  // expected-error @below {{in the asm, line 1, column 1: 'add.rn.f32x2' needs sm_100, target is sm_90a [needs-target]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.rn.f32x2 $0, $1, $1;" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %x0 : i64 -> i64
  tile.store %o0, %r : !tile.ptr<i64>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 1>} {
tile.func public @wgmma_on_blackwell() {
  // expected-error @below {{in the asm, line 1, column 1: 'wgmma.fence.sync.aligned' needs sm_90a, target is sm_100a [needs-target]}}
  tile.elementwise_inline_asm "wgmma.fence.sync.aligned;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90", num_warps = 1>} {
tile.func public @wgmma_without_the_a() {
  // expected-error @below {{in the asm, line 1, column 1: 'wgmma.fence.sync.aligned' needs sm_90a, target is sm_90 [needs-target]}}
  tile.elementwise_inline_asm "wgmma.fence.sync.aligned;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @tcgen05_on_hopper() {
  // expected-error @below {{in the asm, line 1, column 1: 'tcgen05.wait::ld.sync.aligned' needs sm_100a or sm_110a, target is sm_90a [needs-target]}}
  tile.elementwise_inline_asm "tcgen05.wait::ld.sync.aligned;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {
tile.func public @cluster_register_on_sm80(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 13: '%cluster_ctarank' needs sm_90, target is sm_80 [needs-target]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.u32 $0, %cluster_ctarank;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {
tile.func public @cluster_scope_on_sm80() {
  // expected-error @below {{in the asm, line 1, column 1: 'fence.acq_rel.cluster' needs sm_90, target is sm_80 [needs-target]}}
  tile.elementwise_inline_asm "fence.acq_rel.cluster;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1, ptx = 81>} {
tile.func public @newer_version(%x0: i32, %x1: !tile.ptr<i32>, %x2: i32, %x3: i32) {
  // expected-error @below {{in the asm, line 1, column 1: 'cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes' needs PTX ISA 8.6, version is 8.1; that version was asked for, by --ptx-version or the module's target, and is kept [needs-ptx-version]}}
  // expected-note @below {{the registers are }}
  tile.elementwise_inline_asm "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [$0], [$1], $2, [$3];" scope = thread {constraints = "r,l,r,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2, %x3 : i32, !tile.ptr<i32>, i32, i32
  tile.return
}
}
