// From tiles to instructions: each operation is the instruction it should be.
// RUN: tilec %s --target=sm_90a --emit=ptx -o - | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: tilec %s --target=sm_80 --emit=ptx -o - | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: tilec %s --target=sm_90a --fast-math --emit=ptx -o - | FileCheck %s --check-prefix=FAST

// CHECK-LABEL: .entry sigmoid(
// CHECK: ex2.approx.f32
// CHECK: div.full.f32
// CHECK: st.global
// FAST-LABEL: .entry sigmoid(
// FAST: ex2.approx.ftz.f32
// FAST: rcp.approx.ftz.f32
// FAST: st.global
tile.func public @sigmoid(%p: !tile.ptr<f32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %x = tile.load %p : !tile.ptr<f32>
  %n = arith.subf %zero, %x : f32
  %e = math.exp %n : f32
  %d = arith.addf %e, %one : f32
  %r = arith.divf %one, %d : f32
  tile.store %p, %r : !tile.ptr<f32>
  tile.return
}

// CHECK-LABEL: .entry precise(
// CHECK: sqrt.rn.f32
// CHECK: div.rn.f32
// FAST-LABEL: .entry precise(
// FAST: sqrt.rn.f32
// FAST: div.rn.f32
tile.func public @precise(%p: !tile.ptr<f32>) {
  %x = tile.load %p : !tile.ptr<f32>
  %s = tile.precise_sqrt %x : f32
  %r = tile.precise_divf %s, %x : f32
  tile.store %p, %r : !tile.ptr<f32>
  tile.return
}

// Neither flushed nor made exact.
// CHECK-LABEL: .entry approximate(
// CHECK: div.approx.f32
// FAST-LABEL: .entry approximate(
// FAST: div.approx.f32
tile.func public @approximate(%p: !tile.ptr<f32>) {
  %x = tile.load %p : !tile.ptr<f32>
  %r = tile.approx_divf %x, %x : f32
  tile.store %p, %r : !tile.ptr<f32>
  tile.return
}

// CHECK-LABEL: .entry fuses(
// CHECK: fma.rn.f32
// CHECK: max.NaN.f32
// CHECK: mul.hi.u32
tile.func public @fuses(%p: !tile.ptr<f32>, %q: !tile.ptr<i32>) {
  %x = tile.load %p : !tile.ptr<f32>
  %m = arith.mulf %x, %x : f32
  %a = arith.addf %m, %x : f32
  %r = arith.maximumf %a, %x : f32
  tile.store %p, %r : !tile.ptr<f32>
  %i = tile.load %q : !tile.ptr<i32>
  %h = tile.mulhiui %i, %i : i32
  tile.store %q, %h : !tile.ptr<i32>
  tile.return
}

// CHECK-LABEL: .entry quantize(
// SM90: cvt.rn.satfinite.e4m3x2.f32
// SM90: cvt.rn.f16x2.e4m3x2
// SM80-NOT: e4m3x2
// CHECK: st.global
tile.func public @quantize(%p: !tile.ptr<f32>, %q: !tile.ptr<f16>) {
  %r = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %pr = tile.addptr %ps, %r : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %x = tile.load %pr : tensor<256x!tile.ptr<f32>>
  %f = tile.fp_to_fp %x, rounding = rtne : tensor<256xf32> -> tensor<256xf8E4M3FN>
  %h = tile.fp_to_fp %f : tensor<256xf8E4M3FN> -> tensor<256xf16>
  %qs = tile.splat %q : !tile.ptr<f16> -> tensor<256x!tile.ptr<f16>>
  %qr = tile.addptr %qs, %r : tensor<256x!tile.ptr<f16>>, tensor<256xi32>
  tile.store %qr, %h : tensor<256x!tile.ptr<f16>>
  tile.return
}
