// 8-bit floats, bf16, clusters, asynchronous copies.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

tile.func public @e4m3x2_of_f32(%o0: !tile.ptr<f8E4M3FN>, %x0: f32) {
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $2, $1;" {constraints = "=h,f,f", packed_element = 2 : i32, pure = true} %x0 : f32 -> f8E4M3FN
  tile.store %o0, %r : !tile.ptr<f8E4M3FN>
  tile.return
}

tile.func public @e4m3x4_of_f32(%o0: !tile.ptr<f8E4M3FN>, %x0: f32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b16 low, high;\0Acvt.rn.satfinite.e4m3x2.f32 low, $2, $1;\0Acvt.rn.satfinite.e4m3x2.f32 high, $4, $3;\0Amov.b32 $0, {low, high};\0A}" {constraints = "=r,r,r,r,r", packed_element = 4 : i32, pure = true} %x0 : f32 -> f8E4M3FN
  tile.store %o0, %r : !tile.ptr<f8E4M3FN>
  tile.return
}

tile.func public @e5m2x2_of_f16x2(%o0: !tile.ptr<f8E5M2>, %x0: f16) {
  %r = tile.elementwise_inline_asm "cvt.rn.satfinite.e5m2x2.f16x2 $0, $1;" {constraints = "=h,r", packed_element = 2 : i32, pure = true} %x0 : f16 -> f8E5M2
  tile.store %o0, %r : !tile.ptr<f8E5M2>
  tile.return
}

tile.func public @f16x2_of_e4m3x2(%o0: !tile.ptr<f16>, %x0: f8E4M3FN) {
  %r = tile.elementwise_inline_asm "cvt.rn.f16x2.e4m3x2 $0, $1;" {constraints = "=r,h", packed_element = 2 : i32, pure = true} %x0 : f8E4M3FN -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}

tile.func public @bf16_of_e4m3x4(%o0: !tile.ptr<bf16>, %x0: f8E4M3FN) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b16 low, high;\0A.reg .b32 a, b;\0A.reg .b16 h<4>;\0A.reg .f32 f<4>;\0Amov.b32 {low, high}, $2;\0Acvt.rn.f16x2.e4m3x2 a, low;\0Acvt.rn.f16x2.e4m3x2 b, high;\0Amov.b32 {h0, h1}, a;\0Amov.b32 {h2, h3}, b;\0Acvt.f32.f16 f0, h0;\0Acvt.f32.f16 f1, h1;\0Acvt.f32.f16 f2, h2;\0Acvt.f32.f16 f3, h3;\0Acvt.rn.bf16x2.f32 $0, f1, f0;\0Acvt.rn.bf16x2.f32 $1, f3, f2;\0A}" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %x0 : f8E4M3FN -> bf16
  tile.store %o0, %r : !tile.ptr<bf16>
  tile.return
}

tile.func public @bf16x2_of_f32(%o0: !tile.ptr<bf16>, %x0: f32) {
  %r = tile.elementwise_inline_asm "cvt.rn.bf16x2.f32 $0, $2, $1;" {constraints = "=r,f,f", packed_element = 2 : i32, pure = true} %x0 : f32 -> bf16
  tile.store %o0, %r : !tile.ptr<bf16>
  tile.return
}

tile.func public @bf16_relu(%o0: !tile.ptr<bf16>, %x0: f32) {
  %r = tile.elementwise_inline_asm "cvt.rn.relu.bf16.f32 $0, $1;" {constraints = "=h,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> bf16
  tile.store %o0, %r : !tile.ptr<bf16>
  tile.return
}

tile.func public @f16x2_of_f32(%o0: !tile.ptr<f16>, %x0: f32) {
  %r = tile.elementwise_inline_asm "cvt.rn.f16x2.f32 $0, $2, $1;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0 : f32 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}

tile.func public @tf32_of_f32(%o0: !tile.ptr<i32>, %x0: f32) {
  %r = tile.elementwise_inline_asm "cvt.rna.tf32.f32 $0, $1;" {constraints = "=r,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @add_bf16x2(%o0: !tile.ptr<bf16>, %x0: bf16, %x1: bf16) {
  %r = tile.elementwise_inline_asm "add.bf16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : bf16, bf16 -> bf16
  tile.store %o0, %r : !tile.ptr<bf16>
  tile.return
}

tile.func public @add_bf16(%o0: !tile.ptr<bf16>, %x0: bf16, %x1: bf16) {
  %r = tile.elementwise_inline_asm "add.rn.bf16 $0, $1, $2;" {constraints = "=h,h,h", packed_element = 1 : i32, pure = true} %x0, %x1 : bf16, bf16 -> bf16
  tile.store %o0, %r : !tile.ptr<bf16>
  tile.return
}

tile.func public @tanh_bf16x2(%o0: !tile.ptr<bf16>, %x0: bf16) {
  %r = tile.elementwise_inline_asm "tanh.approx.bf16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : bf16 -> bf16
  tile.store %o0, %r : !tile.ptr<bf16>
  tile.return
}

tile.func public @ex2_bf16x2(%o0: !tile.ptr<bf16>, %x0: bf16) {
  %r = tile.elementwise_inline_asm "ex2.approx.ftz.bf16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : bf16 -> bf16
  tile.store %o0, %r : !tile.ptr<bf16>
  tile.return
}

tile.func public @max_s16x2_relu(%o0: !tile.ptr<i16>, %x0: i16, %x1: i16) {
  %r = tile.elementwise_inline_asm "max.relu.s16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : i16, i16 -> i16
  tile.store %o0, %r : !tile.ptr<i16>
  tile.return
}

tile.func public @min_xorsign(%o0: !tile.ptr<f16>, %x0: f16, %x1: f16) {
  %r = tile.elementwise_inline_asm "min.xorsign.abs.f16x2 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1 : f16, f16 -> f16
  tile.store %o0, %r : !tile.ptr<f16>
  tile.return
}

tile.func public @fma_oob(%o0: !tile.ptr<bf16>, %x0: bf16, %x1: bf16, %x2: bf16) {
  %r = tile.elementwise_inline_asm "fma.rn.oob.bf16x2 $0, $1, $2, $3;" {constraints = "=r,r,r,r", packed_element = 2 : i32, pure = true} %x0, %x1, %x2 : bf16, bf16, bf16 -> bf16
  tile.store %o0, %r : !tile.ptr<bf16>
  tile.return
}

tile.func public @cluster_rank(%o0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "mov.u32 $0, %cluster_ctarank;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @map_to_cluster(%o0: !tile.ptr<i32>, %x0: i32) {
  %r = tile.elementwise_inline_asm "mapa.shared::cluster.u32 $0, $1, 0;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @grid_dependency() {
  tile.elementwise_inline_asm "griddepcontrol.wait;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}

tile.func public @launch_dependents() {
  tile.elementwise_inline_asm "griddepcontrol.launch_dependents;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}

tile.func public @fence_proxy() {
  tile.elementwise_inline_asm "fence.proxy.async.shared::cta;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}

tile.func public @mbarrier_wait(%x0: i32, %x1: i32) {
  tile.elementwise_inline_asm "{\0A.reg .pred p;\0AWAIT:\0Ambarrier.try_wait.parity.shared::cta.b64 p, [$0], $1;\0A@!p bra WAIT;\0A}" scope = thread {constraints = "r,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, i32
  tile.return
}

tile.func public @mbarrier_expect(%x0: i32, %x1: i32) {
  tile.elementwise_inline_asm "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;" scope = thread {constraints = "r,r", packed_element = 1 : i32, pure = false} %x0, %x1 : i32, i32
  tile.return
}

tile.func public @elect_one(%o0: !tile.ptr<i32>) {
  %r = tile.elementwise_inline_asm "{\0A.reg .pred p;\0Aelect.sync _|p, -1;\0Aselp.b32 $0, 1, 0, p;\0A}" scope = thread {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}

tile.func public @bulk_copy(%x0: i32, %x1: !tile.ptr<i32>, %x2: i32, %x3: i32) {
  tile.elementwise_inline_asm "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], $2, [$3];" scope = thread {constraints = "r,l,r,r", packed_element = 1 : i32, pure = false} %x0, %x1, %x2, %x3 : i32, !tile.ptr<i32>, i32, i32
  tile.return
}

tile.func public @red_vector(%x0: !tile.ptr<f32>, %x1: f32, %x2: f32) {
  tile.elementwise_inline_asm "red.global.add.v2.f32 [$0], {$1, $2};" {constraints = "l,f,f", packed_element = 1 : i32, pure = false} %x0, %x1, %x2 : !tile.ptr<f32>, f32, f32
  tile.return
}

tile.func public @wgmma_fence() {
  tile.elementwise_inline_asm "wgmma.fence.sync.aligned;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}

tile.func public @set_max_registers() {
  tile.elementwise_inline_asm "setmaxnreg.dec.sync.aligned.u32 40;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}

tile.func public @load_128(%o0: !tile.ptr<i64>, %o1: !tile.ptr<i64>, %x0: i64, %x1: i64) {
  %r:2 = tile.elementwise_inline_asm "{\0A.reg .b128 t;\0Amov.b128 t, {$2, $3};\0Amov.b128 {$0, $1}, t;\0A}" {constraints = "=l,=l,l,l", packed_element = 1 : i32, pure = true} %x0, %x1 : i64, i64 -> i64, i64
  tile.store %o0, %r#0 : !tile.ptr<i64>
  tile.store %o1, %r#1 : !tile.ptr<i64>
  tile.return
}

tile.func public @cvt_s8_pack4(%o0: !tile.ptr<i32>, %x0: f32, %x1: f32) {
  %r = tile.elementwise_inline_asm "{\0A.reg .b16 a, b;\0A.reg .b32 t0, t1;\0Acvt.rni.sat.s8.f32 t0, $1;\0Acvt.rni.sat.s8.f32 t1, $2;\0Abfi.b32 $0, t1, t0, 8, 8;\0A}" {constraints = "=r,f,f", packed_element = 1 : i32, pure = true} %x0, %x1 : f32, f32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}
