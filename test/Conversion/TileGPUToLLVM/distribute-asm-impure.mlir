// RUN: tile-opt %s --tile-insert-shared-memory --tile-allocate-shared-memory --tile-insert-barriers --tile-distribute-to-threads | FileCheck %s
// RUN: tile-opt %s --tile-insert-shared-memory --tile-allocate-shared-memory --tile-insert-barriers --tilegpu-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: tilec %s --emit=llvm -o - | FileCheck %s --check-prefix=LLVM

// An asm with side effects runs once for each element; its results reach all
// threads that hold the element.

// LLVM-NOT: scf.
// LLVM-NOT: unrealized_conversion_cast

#b1 = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b2 = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#lanes = #tile.linear<{register = [], lane = [[1], [2], [4], [0], [0]], warp = [[8], [16]], block = []}>
#warps = #tile.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[0], [64]], block = []}>
#mixed = #tile.linear<{register = [[1], [2]], lane = [[1], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// No copies: no condition.
// CHECK-LABEL: @each_element(
// CHECK-NOT: scf.if
// CHECK-COUNT-2: llvm.inline_asm has_side_effects
// CHECK-NOT: llvm.inline_asm
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.return
tile.func private @each_element(%x0: tensor<256xi32, #b2>) -> (tensor<256xi32, #b2>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<256xi32, #b2> -> tensor<256xi32, #b2>
  tile.return %r#0 : tensor<256xi32, #b2>
}

// Copies in the lanes of a warp: the owners are those with bits 3 and 4 clear,
// and the others read from them.
// CHECK-LABEL: @lanes(
// CHECK: llvm.mlir.constant(24 : i32)
// CHECK: %[[OWNER:.*]] = llvm.icmp "eq"
// CHECK: %[[R:.*]] = scf.if %[[OWNER]] -> (i32) {
// CHECK:   %[[X:.*]] = llvm.inline_asm has_side_effects
// CHECK:   scf.yield %[[X]]
// CHECK: } else {
// CHECK:   %[[Z:.*]] = llvm.mlir.zero
// CHECK:   scf.yield %[[Z]]
// CHECK: llvm.mlir.constant(7 : i32)
// CHECK: nvvm.shfl.sync idx %{{.*}}, %[[R]],
tile.func private @lanes(%x0: tensor<32xi32, #lanes>) -> (tensor<32xi32, #lanes>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<32xi32, #lanes> -> tensor<32xi32, #lanes>
  tile.return %r#0 : tensor<32xi32, #lanes>
}

// CHECK-LABEL: @lanes_f16(
// CHECK: scf.if
// CHECK: llvm.bitcast %{{.*}} : f16 to i16
// CHECK: llvm.zext %{{.*}} : i16 to i32
// CHECK: nvvm.shfl.sync idx
// CHECK: llvm.trunc %{{.*}} : i32 to i16
// CHECK: llvm.bitcast %{{.*}} : i16 to f16
tile.func private @lanes_f16(%x0: tensor<32xf16, #lanes>) -> (tensor<32xf16, #lanes>) {
  %r:1 = tile.elementwise_inline_asm "mov.b16 $0, $1;" {constraints = "=h,h", packed_element = 1 : i32, pure = false} %x0 : tensor<32xf16, #lanes> -> tensor<32xf16, #lanes>
  tile.return %r#0 : tensor<32xf16, #lanes>
}

// CHECK-LABEL: @lanes_i64(
// CHECK: llvm.bitcast %{{.*}} : i64 to vector<2xi32>
// CHECK-COUNT-2: nvvm.shfl.sync idx
// CHECK: llvm.bitcast %{{.*}} : vector<2xi32> to i64
tile.func private @lanes_i64(%x0: tensor<32xi64, #lanes>) -> (tensor<32xi64, #lanes>) {
  %r:1 = tile.elementwise_inline_asm "mov.b64 $0, $1;" {constraints = "=l,l", packed_element = 1 : i32, pure = false} %x0 : tensor<32xi64, #lanes> -> tensor<32xi64, #lanes>
  tile.return %r#0 : tensor<32xi64, #lanes>
}

// CHECK-LABEL: @lanes_pointer(
// CHECK: llvm.ptrtoint
// CHECK-COUNT-2: nvvm.shfl.sync idx
// CHECK: llvm.inttoptr
tile.func private @lanes_pointer(%x0: tensor<32x!tile.ptr<f32>, #lanes>) -> (tensor<32x!tile.ptr<f32>, #lanes>) {
  %r:1 = tile.elementwise_inline_asm "mov.b64 $0, $1;" {constraints = "=l,l", packed_element = 1 : i32, pure = false} %x0 : tensor<32x!tile.ptr<f32>, #lanes> -> tensor<32x!tile.ptr<f32>, #lanes>
  tile.return %r#0 : tensor<32x!tile.ptr<f32>, #lanes>
}

// Copies in other warps: through shared memory, behind one barrier.
// CHECK-LABEL: @warps(
// CHECK: llvm.mlir.constant(32 : i32)
// CHECK: scf.if %{{.*}} -> (f32, f32)
// CHECK: llvm.mlir.addressof @__tile_shared_warps : !llvm.ptr<3>
// CHECK: scf.if
// CHECK: llvm.store %{{.*}} {alignment = 8 : i64} : vector<2xi32>, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xi32>
// CHECK-NOT: nvvm.barrier0
// CHECK: llvm.return
tile.func private @warps(%x0: tensor<128xf32, #warps>) -> (tensor<128xf32, #warps>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<128xf32, #warps> -> tensor<128xf32, #warps>
  tile.return %r#0 : tensor<128xf32, #warps>
}

// Lane bit 0 moves as register bit 0 does: the copies are in other registers,
// where no shuffle of the same register finds them. A warp keeps to itself.
// CHECK-LABEL: @mixed(
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.mlir.addressof @__tile_shared_mixed
// CHECK-NOT: nvvm.barrier0
// CHECK: nvvm.bar.warp.sync
// CHECK-NOT: nvvm.barrier0
// CHECK: llvm.return
tile.func private @mixed(%x0: tensor<256xi32, #mixed>) -> (tensor<256xi32, #mixed>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<256xi32, #mixed> -> tensor<256xi32, #mixed>
  tile.return %r#0 : tensor<256xi32, #mixed>
}

// A tile of one element: thread 0.
// CHECK-LABEL: @small(
// CHECK: llvm.mlir.constant(127 : i32)
// CHECK: scf.if
// CHECK: llvm.inline_asm
// CHECK: nvvm.barrier0
tile.func private @small(%x0: tensor<1xi32, #b1>) -> (tensor<1xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<1xi32, #b1> -> tensor<1xi32, #b1>
  tile.return %r#0 : tensor<1xi32, #b1>
}

// Nothing to hand out.
// CHECK-LABEL: @no_results(
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: %{{.*}} = llvm.ptrtoint
// CHECK-NEXT: llvm.inline_asm has_side_effects {tile.never_copied} "st.global.b32 [$0], $1;", "l,r,~{memory}"
// CHECK-NEXT: }
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.return
tile.func private @no_results(%x0: tensor<32x!tile.ptr<i32>, #lanes>, %x1: tensor<32xi32, #lanes>) {
  tile.elementwise_inline_asm "st.global.b32 [$0], $1;" {constraints = "l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : tensor<32x!tile.ptr<i32>, #lanes>, tensor<32xi32, #lanes>
  tile.return
}

// CHECK-LABEL: @no_operands(
// CHECK-COUNT-2: llvm.inline_asm has_side_effects {tile.never_copied} "mov.u64 $0, %clock64;", "=l,~{memory}"  : () -> i64
// CHECK-NOT: llvm.inline_asm
tile.func private @no_operands() -> (tensor<256xi64, #b2>) {
  %r:1 = tile.elementwise_inline_asm "mov.u64 $0, %clock64;" {constraints = "=l", packed_element = 1 : i32, pure = false} -> tensor<256xi64, #b2>
  tile.return %r#0 : tensor<256xi64, #b2>
}

// On scalars: once in the CTA.
// CHECK-LABEL: @scalar(
// CHECK: llvm.mlir.constant(127 : i32)
// CHECK: scf.if
// CHECK: llvm.inline_asm has_side_effects
// CHECK: llvm.mlir.addressof @__tile_shared_scalar
// CHECK: scf.if
// CHECK: llvm.store
// CHECK: nvvm.barrier0
// CHECK: llvm.load
// CHECK-NOT: nvvm.barrier0
// CHECK: llvm.return
tile.func private @scalar(%x0: !tile.ptr<i32>, %x1: i32) -> (i32) {
  %r:1 = tile.elementwise_inline_asm "atom.global.add.u32 $0, [$1], $2;" {constraints = "=r,l,r", packed_element = 1 : i32, pure = false} %x0, %x1 : !tile.ptr<i32>, i32 -> i32
  tile.return %r#0 : i32
}

// CHECK-LABEL: @nothing_at_all(
// CHECK: scf.if
// CHECK-NEXT: llvm.inline_asm has_side_effects {tile.never_copied} "membar.gl;", "~{memory}"
tile.func private @nothing_at_all() {
  tile.elementwise_inline_asm "membar.gl;" {constraints = "", packed_element = 1 : i32, pure = false}
  tile.return
}

// Results that nobody reads are not handed out.
// CHECK-LABEL: @unused(
// CHECK: scf.if
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.return
tile.func private @unused(%x: tensor<32xi32, #lanes>) {
  %r = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : tensor<32xi32, #lanes> -> tensor<32xi32, #lanes>
  tile.return
}

// scope = thread: every thread.
// CHECK-LABEL: @thread(
// CHECK-NOT: scf.if
// CHECK: llvm.inline_asm has_side_effects {tile.never_copied} "bar.sync 0;", "~{memory}"
tile.func private @thread() {
  tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false}
  tile.return
}

// CHECK-LABEL: @thread_tile(
// CHECK-NOT: scf.if
// CHECK: llvm.inline_asm has_side_effects
// CHECK-NOT: nvvm.shfl
// CHECK: llvm.return
tile.func private @thread_tile(%x0: tensor<32xi32, #lanes>) -> (tensor<32xi32, #lanes>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<32xi32, #lanes> -> tensor<32xi32, #lanes>
  tile.return %r#0 : tensor<32xi32, #lanes>
}
}
