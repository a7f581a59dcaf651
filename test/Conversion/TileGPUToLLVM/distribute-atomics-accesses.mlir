// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// Loads, stores and polls that are atomic: one instruction for each element.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: @load(
// CHECK: llvm.inline_asm has_side_effects {{.*}}"ld.acquire.sys.global.b32 $0, [$1];", "=f,l,~{memory}"
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
tile.func private @load(%p: tensor<32x!tile.ptr<f32>, #one>) -> tensor<32xf32, #one> {
  %0 = tile.atomic_load acquire, sys, %p : (tensor<32x!tile.ptr<f32>, #one>) -> tensor<32xf32, #one>
  tile.return %0 : tensor<32xf32, #one>
}

// Also without a use, as it is ordered. Of several, one fence orders all.
// CHECK-LABEL: @unused_loads(
// CHECK-COUNT-2: "ld.relaxed.gpu.global.b64 $0, [$1];", "=l,l,~{memory}"
// CHECK: "fence.acq_rel.gpu;"
tile.func private @unused_loads(%p: tensor<64x!tile.ptr<i64>, #two>) {
  %0 = tile.atomic_load acquire, gpu, %p : (tensor<64x!tile.ptr<i64>, #two>) -> tensor<64xi64, #two>
  tile.return
}

// The smallest registers have 16 bits.
// CHECK-LABEL: @bytes(
// CHECK: %[[WIDE:.*]] = llvm.inline_asm {{.*}}"@$2 ld.relaxed.cta.shared.b8 $0, [$1];", "=h,l,b,0,~{memory}"
// CHECK: %[[BYTE:.*]] = llvm.trunc %[[WIDE]] : i16 to i8
// CHECK: %[[AGAIN:.*]] = llvm.zext %{{.*}} : i8 to i16
// CHECK: "@$2 st.relaxed.cta.shared.b8 [$0], $1;", "l,h,b,~{memory}" %{{.*}}, %[[AGAIN]],
tile.func private @bytes(%p: tensor<32x!tile.ptr<i8, 3>, #one>, %m: tensor<32xi1, #one>) {
  %0 = tile.atomic_load relaxed, cta, %p, %m : (tensor<32x!tile.ptr<i8, 3>, #one>, tensor<32xi1, #one>) -> tensor<32xi8, #one>
  tile.atomic_store relaxed, cta, %p, %0, %m : tensor<32x!tile.ptr<i8, 3>, #one>
  tile.return
}

// CHECK-LABEL: @store(
// CHECK: "st.release.gpu.global.b16 [$0], $1;", "l,h,~{memory}"
tile.func private @store(%p: tensor<32x!tile.ptr<bf16>, #one>, %x: tensor<32xbf16, #one>) {
  tile.atomic_store release, gpu, %p, %x : tensor<32x!tile.ptr<bf16>, #one>
  tile.return
}

// CHECK-LABEL: @stores(
// CHECK: "fence.acq_rel.gpu;"
// CHECK-COUNT-2: "st.relaxed.gpu.global.b64 [$0], $1;", "l,d,~{memory}"
tile.func private @stores(%p: tensor<64x!tile.ptr<f64>, #two>, %x: tensor<64xf64, #two>) {
  tile.atomic_store release, gpu, %p, %x : tensor<64x!tile.ptr<f64>, #two>
  tile.return
}

// What is read in vain orders nothing: the fence is behind the loop.
// CHECK-LABEL: @poll(
// CHECK: %[[READ:.*]] = llvm.inline_asm {{.*}}"{\0A.reg .pred again;\0Aread:\0Ald.relaxed.gpu.global.b32 $0, [$1];\0Asetp.ne.b32 again, $0, $2;\0A@again bra read;\0Adone:\0A}", "=&r,l,r,~{memory}"
// CHECK: llvm.icmp "eq" %[[READ]]
// CHECK: "fence.acq_rel.gpu;"
tile.func private @poll(%p: tensor<32x!tile.ptr<i32>, #one>, %x: tensor<32xi32, #one>) -> tensor<32xi1, #one> {
  %0 = tile.atomic_poll acquire, gpu, %p, %x : tensor<32x!tile.ptr<i32>, #one>, tensor<32xi32, #one> -> tensor<32xi1, #one>
  tile.return %0 : tensor<32xi1, #one>
}

// All elements have one time together.
// CHECK-LABEL: @poll_with_timeout(
// CHECK-SAME: i1, %[[NS:[a-z0-9]+]]: i64)
// CHECK: %[[BEGIN:.*]] = llvm.inline_asm {{.*}}"mov.u64 $0, %globaltimer;", "=l,~{memory}"
// CHECK-COUNT-2: "{\0A.reg .pred again;\0A.reg .b64 time;\0A@!$5 bra done;\0Aread:\0Ald.relaxed.sys.global.b64 $0, [$1];\0Asetp.ne.b64 again, $0, $2;\0A@!again bra done;\0Amov.u64 time, %globaltimer;\0Asub.u64 time, time, $3;\0Asetp.lt.u64 again, time, $4;\0A@again bra read;\0Adone:\0A}", "=&l,l,l,l,l,b,0,~{memory}" %{{.*}}, %{{.*}}, %[[BEGIN]], %[[NS]],
// CHECK-NOT: fence
tile.func private @poll_with_timeout(%p: tensor<64x!tile.ptr<i64>, #two>, %x: tensor<64xi64, #two>, %m: tensor<64xi1, #two>, %t: i64) -> tensor<64xi1, #two> {
  %0 = tile.atomic_poll relaxed, sys, %p, %x, %m timeout %t : tensor<64x!tile.ptr<i64>, #two>, tensor<64xi64, #two> -> tensor<64xi1, #two>
  tile.return %0 : tensor<64xi1, #two>
}

// Each thread waits for itself.
// CHECK-LABEL: @grid_dependency(
// CHECK-NEXT: llvm.inline_asm has_side_effects {{.*}}"griddepcontrol.wait;", "~{memory}"
// CHECK-NEXT: llvm.inline_asm has_side_effects {{.*}}"griddepcontrol.launch_dependents;", "~{memory}"
// CHECK-NEXT: llvm.return
tile.func private @grid_dependency() {
  tile.grid_dependency_wait
  tile.grid_dependency_launch_dependents
  tile.return
}

}
