// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// One instruction for each element, or group of neighbours, of a thread: `red`
// where nobody reads the result, and a predicate where not all threads act.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#eight = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#copies = #tile.linear<{register = [[1], [2], [3]], lane = [[4], [8], [16], [32], [64]], warp = [], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: @unread(
// CHECK: llvm.inline_asm has_side_effects {{.*}}"red.relaxed.gpu.global.add.u32 [$0], $1;", "l,r,~{memory}"
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
tile.func private @unread(%p: tensor<32x!tile.ptr<i32>, #one>, %x: tensor<32xi32, #one>) {
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (tensor<32x!tile.ptr<i32>, #one>, tensor<32xi32, #one>) -> tensor<32xi32, #one>
  tile.return
}

// CHECK-LABEL: @read(
// CHECK: llvm.inline_asm has_side_effects {{.*}}"atom.acq_rel.sys.global.max.s64 $0, [$1], $2;", "=l,l,l,~{memory}"
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
tile.func private @read(%p: tensor<32x!tile.ptr<i64>, #one>, %x: tensor<32xi64, #one>) -> tensor<32xi64, #one> {
  %0 = tile.atomic_rmw max, acq_rel, sys, %p, %x : (tensor<32x!tile.ptr<i64>, #one>, tensor<32xi64, #one>) -> tensor<32xi64, #one>
  tile.return %0 : tensor<32xi64, #one>
}

// `red` does neither.
// CHECK-LABEL: @unread_exchange_and_acquire(
// CHECK: "atom.relaxed.gpu.global.exch.b32 $0, [$1], $2;"
// CHECK: "atom.acquire.gpu.global.add.u32 $0, [$1], $2;"
tile.func private @unread_exchange_and_acquire(%p: tensor<32x!tile.ptr<i32>, #one>, %x: tensor<32xi32, #one>) {
  %0 = tile.atomic_rmw exch, relaxed, gpu, %p, %x : (tensor<32x!tile.ptr<i32>, #one>, tensor<32xi32, #one>) -> tensor<32xi32, #one>
  %1 = tile.atomic_rmw add, acquire, gpu, %p, %x : (tensor<32x!tile.ptr<i32>, #one>, tensor<32xi32, #one>) -> tensor<32xi32, #one>
  tile.return
}

// CHECK-LABEL: @spaces(
// CHECK: "red.relaxed.cta.add.u32 [$0], $1;"
// CHECK: "red.relaxed.cta.shared.add.u32 [$0], $1;"
tile.func private @spaces(%p: tensor<32x!tile.ptr<i32, 0>, #one>, %q: tensor<32x!tile.ptr<i32, 3>, #one>, %x: tensor<32xi32, #one>) {
  %0 = tile.atomic_rmw add, relaxed, cta, %p, %x : (tensor<32x!tile.ptr<i32, 0>, #one>, tensor<32xi32, #one>) -> tensor<32xi32, #one>
  %1 = tile.atomic_rmw add, relaxed, cta, %q, %x : (tensor<32x!tile.ptr<i32, 3>, #one>, tensor<32xi32, #one>) -> tensor<32xi32, #one>
  tile.return
}

// Zero where the mask is false.
// CHECK-LABEL: @mask(
// CHECK: %[[ZERO:.*]] = llvm.mlir.zero : i32
// CHECK: llvm.inline_asm has_side_effects {{.*}}"@$3 atom.relaxed.gpu.global.xor.b32 $0, [$1], $2;", "=r,l,r,b,0,~{memory}" %{{.*}}, %{{.*}}, %{{.*}}, %[[ZERO]]
tile.func private @mask(%p: tensor<32x!tile.ptr<i32>, #one>, %x: tensor<32xi32, #one>, %m: tensor<32xi1, #one>) -> tensor<32xi32, #one> {
  %0 = tile.atomic_rmw xor, relaxed, gpu, %p, %x, %m : (tensor<32x!tile.ptr<i32>, #one>, tensor<32xi32, #one>, tensor<32xi1, #one>) -> tensor<32xi32, #one>
  tile.return %0 : tensor<32xi32, #one>
}

// Thread 0 acts, and the other lanes get what it got.
// CHECK-LABEL: @scalar(
// CHECK: %[[THREAD:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[OLD:.*]] = llvm.inline_asm has_side_effects {{.*}}"@$3 atom.relaxed.gpu.global.min.u32 $0, [$1], $2;"
// CHECK-NOT: llvm.inline_asm
// CHECK: nvvm.shfl.sync idx %{{.*}}, %[[OLD]], %{{.*}}, %{{.*}} : i32
// CHECK: llvm.return
tile.func private @scalar(%p: !tile.ptr<i32>, %x: i32) -> i32 {
  %0 = tile.atomic_rmw umin, relaxed, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  tile.return %0 : i32
}

// CHECK-LABEL: @compare(
// CHECK: "atom.release.cluster.global.cas.b16 $0, [$1], $2, $3;", "=h,l,h,h,~{memory}"
tile.func private @compare(%p: tensor<32x!tile.ptr<f16>, #one>, %x: tensor<32xf16, #one>, %y: tensor<32xf16, #one>) -> tensor<32xf16, #one> {
  %0 = tile.atomic_cas release, cluster, %p, %x, %y : (tensor<32x!tile.ptr<f16>, #one>, tensor<32xf16, #one>, tensor<32xf16, #one>) -> tensor<32xf16, #one>
  tile.return %0 : tensor<32xf16, #one>
}

// CHECK-LABEL: @compare_some(
// CHECK-SAME: %[[MASK:[a-z0-9]+]]: i1)
// CHECK: "@$4 atom.relaxed.gpu.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,b,0,~{memory}" %{{.*}}, %{{.*}}, %{{.*}}, %[[MASK]], %{{.*}} :
tile.func private @compare_some(%p: tensor<32x!tile.ptr<i32>, #one>, %x: tensor<32xi32, #one>, %y: tensor<32xi32, #one>, %m: tensor<32xi1, #one>) -> tensor<32xi32, #one> {
  %0 = tile.atomic_cas relaxed, gpu, %p, %x, %y, %m : (tensor<32x!tile.ptr<i32>, #one>, tensor<32xi32, #one>, tensor<32xi32, #one>, tensor<32xi1, #one>) -> tensor<32xi32, #one>
  tile.return %0 : tensor<32xi32, #one>
}

// Registers 4 to 7 hold the elements of 3, 2, 1 and 0: these act, and all get
// what they got.
// CHECK-LABEL: @copies_in_registers(
// CHECK: %[[A:.*]] = llvm.inline_asm {{.*}}"atom
// CHECK: %[[B:.*]] = llvm.inline_asm {{.*}}"atom
// CHECK: %[[C:.*]] = llvm.inline_asm {{.*}}"atom
// CHECK: %[[D:.*]] = llvm.inline_asm {{.*}}"atom
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[D]], %{{.*}}[3]
// CHECK: llvm.insertvalue %[[D]], %{{.*}}[4]
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[7]
tile.func private @copies_in_registers(%p: tensor<128x!tile.ptr<i32>, #copies>, %x: tensor<128xi32, #copies>) -> tensor<128xi32, #copies> {
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (tensor<128x!tile.ptr<i32>, #copies>, tensor<128xi32, #copies>) -> tensor<128xi32, #copies>
  tile.return %0 : tensor<128xi32, #copies>
}

// CHECK-LABEL: @vector_f32(
// CHECK: "red.relaxed.gpu.global.add.v4.f32 [$0], {$1, $2, $3, $4};", "l,f,f,f,f,~{memory}"
// CHECK: "atom.relaxed.gpu.global.add.v4.f32 {$0, $1, $2, $3}, [$4], {$5, $6, $7, $8};"
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
tile.func public @vector_f32(%q: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %s: f32) {
  %x = tile.splat %s : f32 -> tensor<128xf32, #four>
  %r = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #four>
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #four>
  %p = tile.addptr %qs, %r : tensor<128x!tile.ptr<f32>, #four>, tensor<128xi32, #four>
  %0 = tile.atomic_rmw fadd, relaxed, gpu, %p, %x : (tensor<128x!tile.ptr<f32>, #four>, tensor<128xf32, #four>) -> tensor<128xf32, #four>
  %1 = tile.atomic_rmw fadd, relaxed, gpu, %p, %x : (tensor<128x!tile.ptr<f32>, #four>, tensor<128xf32, #four>) -> tensor<128xf32, #four>
  tile.store %p, %1 : tensor<128x!tile.ptr<f32>, #four>
  tile.return
}

// CHECK-LABEL: @vector_bf16(
// CHECK: "red.relaxed.gpu.global.add.noftz.v4.bf16x2 [$0], {$1, $2, $3, $4};", "l,r,r,r,r,~{memory}"
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
tile.func public @vector_bf16(%q: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %s: bf16) {
  %x = tile.splat %s : bf16 -> tensor<256xbf16, #eight>
  %r = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #eight>
  %qs = tile.splat %q : !tile.ptr<bf16> -> tensor<256x!tile.ptr<bf16>, #eight>
  %p = tile.addptr %qs, %r : tensor<256x!tile.ptr<bf16>, #eight>, tensor<256xi32, #eight>
  %0 = tile.atomic_rmw fadd, relaxed, gpu, %p, %x : (tensor<256x!tile.ptr<bf16>, #eight>, tensor<256xbf16, #eight>) -> tensor<256xbf16, #eight>
  tile.return
}

// Integers have no vectors.
// CHECK-LABEL: @no_vector_of_integers(
// CHECK-COUNT-4: "red.relaxed.gpu.global.add.u32 [$0], $1;"
tile.func public @no_vector_of_integers(%q: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %s: i32) {
  %x = tile.splat %s : i32 -> tensor<128xi32, #four>
  %r = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #four>
  %qs = tile.splat %q : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #four>
  %p = tile.addptr %qs, %r : tensor<128x!tile.ptr<i32>, #four>, tensor<128xi32, #four>
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (tensor<128x!tile.ptr<i32>, #four>, tensor<128xi32, #four>) -> tensor<128xi32, #four>
  tile.return
}

// Shared memory has pairs, and no vectors.
// CHECK-LABEL: @pairs_in_shared_memory(
// CHECK-COUNT-2: "red.relaxed.cta.shared.add.noftz.f16x2 [$0], $1;"
tile.func public @pairs_in_shared_memory(%q: !tile.ptr<f16, 3> {tile.divisibility = 16 : i32}, %s: f16) {
  %x = tile.splat %s : f16 -> tensor<128xf16, #four>
  %r = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #four>
  %qs = tile.splat %q : !tile.ptr<f16, 3> -> tensor<128x!tile.ptr<f16, 3>, #four>
  %p = tile.addptr %qs, %r : tensor<128x!tile.ptr<f16, 3>, #four>, tensor<128xi32, #four>
  %0 = tile.atomic_rmw fadd, relaxed, cta, %p, %x : (tensor<128x!tile.ptr<f16, 3>, #four>, tensor<128xf16, #four>) -> tensor<128xf16, #four>
  tile.return
}

// CHECK-LABEL: @pointers(
// CHECK: %[[BITS:.*]] = llvm.ptrtoint %arg1 : !llvm.ptr<1> to i64
// CHECK: %[[OLD:.*]] = llvm.inline_asm {{.*}}"atom.relaxed.gpu.global.exch.b64 $0, [$1], $2;", "=l,l,l,~{memory}" %arg0, %[[BITS]]
// CHECK: llvm.inttoptr %[[OLD]] : i64 to !llvm.ptr<1>
tile.func private @pointers(%p: tensor<32x!tile.ptr<!tile.ptr<f32>>, #one>, %x: tensor<32x!tile.ptr<f32>, #one>) -> tensor<32x!tile.ptr<f32>, #one> {
  %0 = tile.atomic_rmw exch, relaxed, gpu, %p, %x : (tensor<32x!tile.ptr<!tile.ptr<f32>>, #one>, tensor<32x!tile.ptr<f32>, #one>) -> tensor<32x!tile.ptr<f32>, #one>
  tile.return %0 : tensor<32x!tile.ptr<f32>, #one>
}

// Four of a thread share a fence on each side.
// CHECK-LABEL: @fences(
// CHECK: llvm.inline_asm has_side_effects {{.*}}"fence.acq_rel.sys;", "~{memory}" : () -> ()
// CHECK-COUNT-4: "atom.relaxed.sys.global.add.u32 $0, [$1], $2;"
// CHECK-NEXT: llvm.inline_asm has_side_effects {{.*}}"fence.acq_rel.sys;"
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
tile.func private @fences(%p: tensor<128x!tile.ptr<i32>, #four>, %x: tensor<128xi32, #four>) -> tensor<128xi32, #four> {
  %0 = tile.atomic_rmw add, acq_rel, sys, %p, %x : (tensor<128x!tile.ptr<i32>, #four>, tensor<128xi32, #four>) -> tensor<128xi32, #four>
  tile.return %0 : tensor<128xi32, #four>
}

// CHECK-LABEL: @fence_of_a_release(
// CHECK: "fence.acq_rel.gpu;"
// CHECK-COUNT-4: "red.relaxed.gpu.global.add.u32 [$0], $1;"
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
tile.func private @fence_of_a_release(%p: tensor<128x!tile.ptr<i32>, #four>, %x: tensor<128xi32, #four>) {
  %0 = tile.atomic_rmw add, release, gpu, %p, %x : (tensor<128x!tile.ptr<i32>, #four>, tensor<128xi32, #four>) -> tensor<128xi32, #four>
  tile.return
}

}
