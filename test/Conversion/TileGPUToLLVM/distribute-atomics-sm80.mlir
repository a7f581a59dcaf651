// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// What targets before sm_90 lack: vectors, bf16 and clusters.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

module attributes {tile.target = #tile.target<"sm_80", num_warps = 1>} {

// CHECK-LABEL: @bf16(
// CHECK: "{\0A.reg .pred different;\0A.reg .b16 old, expected, sum, one;\0Amov.b16 one, 0x3F80;\0Ald.relaxed.gpu.global.b16 old, [$1];\0Aagain:\0Amov.b16 expected, old;\0Afma.rn.bf16 sum, expected, one, $2;\0Aatom.acq_rel.gpu.global.cas.b16 old, [$1], expected, sum;\0Asetp.ne.b16 different, old, expected;\0A@different bra again;\0Amov.b16 $0, old;\0Adone:\0A}", "=h,l,h,~{memory}"
tile.func private @bf16(%p: tensor<32x!tile.ptr<bf16>, #one>, %x: tensor<32xbf16, #one>) -> tensor<32xbf16, #one> {
  %0 = tile.atomic_rmw fadd, acq_rel, gpu, %p, %x : (tensor<32x!tile.ptr<bf16>, #one>, tensor<32xbf16, #one>) -> tensor<32xbf16, #one>
  tile.return %0 : tensor<32xbf16, #one>
}

// Two neighbours take one loop; a thread under the mask does not begin it.
// CHECK-LABEL: @bf16_pairs(
// CHECK-COUNT-2: .reg .b32 old, {{.*}}@!$2 bra done;{{.*}}one, 0x3F803F80;{{.*}}fma.rn.bf16x2 {{.*}}.cas.b32 {{.*}}"l,r,b,~{memory}"
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
tile.func public @bf16_pairs(%q: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %s: bf16, %c: i1) {
  %x = tile.splat %s : bf16 -> tensor<128xbf16, #four>
  %r = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #four>
  %qs = tile.splat %q : !tile.ptr<bf16> -> tensor<128x!tile.ptr<bf16>, #four>
  %p = tile.addptr %qs, %r : tensor<128x!tile.ptr<bf16>, #four>, tensor<128xi32, #four>
  %m = tile.splat %c : i1 -> tensor<128xi1, #four>
  %0 = tile.atomic_rmw fadd, relaxed, gpu, %p, %x, %m : (tensor<128x!tile.ptr<bf16>, #four>, tensor<128xbf16, #four>, tensor<128xi1, #four>) -> tensor<128xbf16, #four>
  tile.return
}

// CHECK-LABEL: @f16_pairs(
// CHECK-COUNT-2: "red.relaxed.gpu.global.add.noftz.f16x2 [$0], $1;"
tile.func public @f16_pairs(%q: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %s: f16) {
  %x = tile.splat %s : f16 -> tensor<128xf16, #four>
  %r = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #four>
  %qs = tile.splat %q : !tile.ptr<f16> -> tensor<128x!tile.ptr<f16>, #four>
  %p = tile.addptr %qs, %r : tensor<128x!tile.ptr<f16>, #four>, tensor<128xi32, #four>
  %0 = tile.atomic_rmw fadd, relaxed, gpu, %p, %x : (tensor<128x!tile.ptr<f16>, #four>, tensor<128xf16, #four>) -> tensor<128xf16, #four>
  tile.return
}

// CHECK-LABEL: @f32(
// CHECK-COUNT-4: "red.relaxed.gpu.global.add.f32 [$0], $1;"
tile.func public @f32(%q: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %s: f32) {
  %x = tile.splat %s : f32 -> tensor<128xf32, #four>
  %r = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #four>
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #four>
  %p = tile.addptr %qs, %r : tensor<128x!tile.ptr<f32>, #four>, tensor<128xi32, #four>
  %0 = tile.atomic_rmw fadd, relaxed, gpu, %p, %x : (tensor<128x!tile.ptr<f32>, #four>, tensor<128xf32, #four>) -> tensor<128xf32, #four>
  tile.return
}

// A CTA is its own cluster.
// CHECK-LABEL: @cluster(
// CHECK: "red.relaxed.cta.global.add.u32 [$0], $1;"
tile.func private @cluster(%p: tensor<32x!tile.ptr<i32>, #one>, %x: tensor<32xi32, #one>) {
  %0 = tile.atomic_rmw add, relaxed, cluster, %p, %x : (tensor<32x!tile.ptr<i32>, #one>, tensor<32xi32, #one>) -> tensor<32xi32, #one>
  tile.return
}

// There is no launch that grids could depend on.
// CHECK-LABEL: @grid_dependency(
// CHECK-NEXT: llvm.return
tile.func private @grid_dependency() {
  tile.grid_dependency_wait
  tile.grid_dependency_launch_dependents
  tile.return
}

}
