// RUN: tile-opt %s --split-input-file --tile-distribute-to-threads | FileCheck %s

// Products of warpgroups: which instructions, with which descriptors and sums.

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16]}>
#oa = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
// Rows of 128, 64 and 32 bytes. Their numbers in a descriptor are 1, 2 and 3.
#s128 = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#s64 = #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#s32 = #tilegpu.swizzled_shared<{vec = 8, perPhase = 4, maxPhase = 2, order = [1, 0]}>
#t128 = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
!a = !tilegpu.memdesc<64x32xf16, #s64>
!b = !tilegpu.memdesc<32x16xf16, #s32>
!sum = tensor<64x16xf32, #mma>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// What is multiplied begins at a multiple of 1024 bytes.
// CHECK: llvm.mlir.global internal @__tile_shared_steps() {{.*}}alignment = 1024
// CHECK: llvm.mlir.global internal @__tile_shared_no_product() {{.*}}alignment = 128

// a has K along its rows: eight rows are 512 bytes (32 in the descriptor), and a
// step of K is 32 bytes (2). b has K along its columns: eight steps are 256 bytes
// (16), and an instruction takes 512 bytes (32).
// CHECK-LABEL: @steps(
// CHECK-SAME: %[[C0:[^:]*]]: f32, %[[C1:[^:]*]]: f32,
// CHECK: %[[BASE:.*]] = llvm.mlir.addressof @__tile_shared_steps
// CHECK: %[[PB:.*]] = llvm.getelementptr inbounds %{{.*}}[4096]
// CHECK: %[[AB:.*]] = llvm.ptrtoint %[[PB]]
// CHECK: %[[SB:.*]] = llvm.lshr %[[AB]]
// CHECK: %[[FB:.*]] = llvm.and %[[SB]]
// CHECK: %[[ZB:.*]] = llvm.zext %[[FB]] : i32 to i64
// 3 << 62 | 16 << 32 | 1 << 16
// CHECK: %[[BITSB:.*]] = llvm.mlir.constant(-4611685949707845632 : i64)
// CHECK: %[[DB:.*]] = llvm.or %[[ZB]], %[[BITSB]]
// 2 << 62 | 32 << 32 | 1 << 16
// CHECK: %[[BITSA:.*]] = llvm.mlir.constant(-9223371899415756800 : i64)
// CHECK: %[[DA:.*]] = llvm.or %{{.*}}, %[[BITSA]]
// CHECK: %[[D:.*]] = llvm.inline_asm has_side_effects "{
// CHECK-SAME: wgmma.fence.sync.aligned;
// CHECK-SAME: add.s64 a, $17, 0;{{[^;]*}}add.s64 b, $16, 0;
// CHECK-SAME: wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7}, a, b, adds, 1, 1, 0, 1;
// CHECK-SAME: add.s64 a, $17, 2;{{[^;]*}}add.s64 b, $16, 32;
// CHECK-SAME: wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7}, a, b, adds, 1, 1, 0, 1;
// CHECK-SAME: wgmma.commit_group.sync.aligned;
// CHECK-SAME: "=&f,=&f,=&f,=&f,=&f,=&f,=&f,=&f,0,1,2,3,4,5,6,7,l,l,~{memory}" %[[C0]], %[[C1]],
// CHECK-SAME: %[[DB]], %[[DA]] :
// CHECK: %[[D0:.*]] = llvm.extractvalue %[[D]][0]
// CHECK: %[[D1:.*]] = llvm.extractvalue %[[D]][1]
// CHECK: llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;{{.*}}", "=&f,=&f,=&f,=&f,=&f,=&f,=&f,=&f,0,1,2,3,4,5,6,7,~{memory}" %[[D0]], %[[D1]],
tile.func private @steps(%c: !sum) -> !sum attributes {tilegpu.shared_memory = 5120 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !a
  %1 = tilegpu.local_alloc {tilegpu.offset = 4096 : i32} : !b
  %d = tilegpu.warpgroup_dot %0, %1, %c : !a, !b, !sum -> !tilegpu.pending<!sum>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return %r : !sum
}

// The first instruction begins the sums, and no register of them is an input.
// CHECK-LABEL: @from_zero(
// CHECK: llvm.inline_asm
// CHECK-SAME: a, b, begins, 1, 1, 0, 1;
// CHECK-SAME: a, b, adds, 1, 1, 0, 1;
// CHECK-SAME: "=&f,=&f,=&f,=&f,=&f,=&f,=&f,=&f,l,l,~{memory}" %{{[0-9]+}}, %{{[0-9]+}} : (i64, i64)
tile.func private @from_zero() -> !sum attributes {tilegpu.shared_memory = 5120 : i32} {
  %c = arith.constant dense<0.0> : !sum
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !a
  %1 = tilegpu.local_alloc {tilegpu.offset = 4096 : i32} : !b
  %d = tilegpu.warpgroup_dot %0, %1, %c : !a, !b, !sum -> !tilegpu.pending<!sum>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return %r : !sum
}

// -0 is no 0 that may be left out.
// CHECK-LABEL: @from_minus_zero(
// CHECK: llvm.inline_asm
// CHECK-NOT: a, b, begins
// CHECK-SAME: a, b, adds, 1, 1, 0, 1;
tile.func private @from_minus_zero() -> !sum attributes {tilegpu.shared_memory = 5120 : i32} {
  %c = arith.constant dense<-0.0> : !sum
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !a
  %1 = tilegpu.local_alloc {tilegpu.offset = 4096 : i32} : !b
  %d = tilegpu.warpgroup_dot %0, %1, %c : !a, !b, !sum -> !tilegpu.pending<!sum>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return %r : !sum
}

// Four words of a for each step, and no flag for how it lies.
// CHECK-LABEL: @left_in_registers(
// CHECK-SAME: %[[A0:[^:]*]]: f16, %[[A1:[^:]*]]: f16,
// CHECK: %[[LOW:.*]] = llvm.insertelement %[[A0]], %{{.*}} : vector<2xf16>
// CHECK: %[[PAIR:.*]] = llvm.insertelement %[[A1]], %[[LOW]]
// CHECK: %[[WORD:.*]] = llvm.bitcast %[[PAIR]] : vector<2xf16> to i32
// CHECK: llvm.inline_asm
// CHECK-SAME: m64n16k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7}, {$17, $18, $19, $20}, b, adds, 1, 1, 1;
// CHECK-SAME: m64n16k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7}, {$21, $22, $23, $24}, b, adds, 1, 1, 1;
// CHECK-SAME: "=&f,=&f,=&f,=&f,=&f,=&f,=&f,=&f,0,1,2,3,4,5,6,7,l,r,r,r,r,r,r,r,r,~{memory}"
// CHECK-SAME: %[[WORD]]
tile.func private @left_in_registers(%a: tensor<64x32xf16, #oa>, %c: !sum) -> !sum attributes {tilegpu.shared_memory = 1024 : i32} {
  %1 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !b
  %d = tilegpu.warpgroup_dot %a, %1, %c : tensor<64x32xf16, #oa>, !b, !sum -> !tilegpu.pending<!sum>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return %r : !sum
}

// Each step has a fence of its own and adds to the sums of the step before it. The
// last one ends the group.
// CHECK-LABEL: @in_steps(
// CHECK: %[[FIRST:.*]] = llvm.inline_asm has_side_effects "{
// CHECK-SAME: wgmma.fence.sync.aligned;
// CHECK-SAME: {$17, $18, $19, $20}, b, adds, 1, 1, 1;
// CHECK-NOT: wgmma
// CHECK: %[[SUM:.*]] = llvm.extractvalue %[[FIRST]][0]
// CHECK: llvm.inline_asm has_side_effects "{
// CHECK-SAME: wgmma.fence.sync.aligned;
// CHECK-SAME: add.s64 b, $16, 32;
// CHECK-SAME: {$17, $18, $19, $20}, b, adds, 1, 1, 1;
// CHECK-SAME: wgmma.commit_group.sync.aligned;
// CHECK-SAME: "=&f,=&f,=&f,=&f,=&f,=&f,=&f,=&f,0,1,2,3,4,5,6,7,l,r,r,r,r,~{memory}" %[[SUM]]
tile.func private @in_steps(%a: tensor<64x32xf16, #oa>, %c: !sum) -> !sum attributes {tilegpu.shared_memory = 1024 : i32} {
  %1 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !b
  %d = tilegpu.warpgroup_dot %a, %1, %c {in_steps} : tensor<64x32xf16, #oa>, !b, !sum -> !tilegpu.pending<!sum>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return %r : !sum
}

// a lies along M: 64 rows are a line of 128 bytes, and eight steps of K are 1024.
// Two sums share a register.
// CHECK-LABEL: @halves_and_transposed(
// CHECK: llvm.inline_asm
// CHECK-SAME: add.s64 a, $9, 0;{{[^;]*}}add.s64 b, $8, 0;
// CHECK-SAME: m64n16k16.f16.f16.f16 {$0, $1, $2, $3}, a, b, adds, 1, 1, 1, 1;
// CHECK-SAME: add.s64 a, $9, 128;{{[^;]*}}add.s64 b, $8, 32;
// CHECK-SAME: "=&r,=&r,=&r,=&r,0,1,2,3,l,l,~{memory}"
// CHECK: llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;{{.*}}", "=&r,=&r,=&r,=&r,0,1,2,3,~{memory}"
// CHECK: llvm.bitcast %{{.*}} : i32 to vector<2xf16>
tile.func private @halves_and_transposed(%c: tensor<64x16xf16, #mma>) -> tensor<64x16xf16, #mma> attributes {tilegpu.shared_memory = 5120 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<32x64xf16, #s128>
  %t = tilegpu.memdesc_trans %0 : !tilegpu.memdesc<32x64xf16, #s128> -> !tilegpu.memdesc<64x32xf16, #t128>
  %1 = tilegpu.local_alloc {tilegpu.offset = 4096 : i32} : !b
  %d = tilegpu.warpgroup_dot %t, %1, %c : !tilegpu.memdesc<64x32xf16, #t128>, !b, tensor<64x16xf16, #mma> -> !tilegpu.pending<tensor<64x16xf16, #mma>>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<tensor<64x16xf16, #mma>> -> tensor<64x16xf16, #mma>
  tile.return %r : tensor<64x16xf16, #mma>
}

// Two products, one behind the other, in two groups; the first wait leaves one,
// whose sums are no operands of it.
// CHECK-LABEL: @in_flight(
// CHECK: llvm.inline_asm {{.*}}wgmma.mma_async{{.*}}wgmma.commit_group
// CHECK: llvm.inline_asm {{.*}}wgmma.mma_async{{.*}}wgmma.commit_group
// CHECK: llvm.inline_asm {{.*}}wgmma.wait_group.sync.aligned 1;{{[^"]*}}", "~{memory}" :
// CHECK: llvm.inline_asm {{.*}}wgmma.wait_group.sync.aligned 0;{{[^"]*}}", "=&f,
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
tile.func private @in_flight(%c: !sum) -> !sum attributes {tilegpu.shared_memory = 5120 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !a
  %1 = tilegpu.local_alloc {tilegpu.offset = 4096 : i32} : !b
  %d = tilegpu.warpgroup_dot %0, %1, %c : !a, !b, !sum -> !tilegpu.pending<!sum>
  %e = tilegpu.warpgroup_dot %0, %1, %d : !a, !b, !tilegpu.pending<!sum> -> !tilegpu.pending<!sum>
  %w = tilegpu.warpgroup_wait %e {pending = 1 : i32} : !tilegpu.pending<!sum> -> !tilegpu.pending<!sum>
  %r = tilegpu.warpgroup_wait %w {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tilegpu.fence_proxy
  tile.return %r : !sum
}

// A loop carries the sums in flight as one value, which begins as zeros or as
// the tile's elements.
// CHECK-LABEL: @carried(
// CHECK: %[[ZERO:.*]] = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
// CHECK: scf.for {{.*}} iter_args(%[[SUMS:.*]] = %[[ZERO]]) -> (!llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>)
// CHECK: llvm.extractvalue %[[SUMS]][0]
// CHECK: %[[NEXT:.*]] = llvm.inline_asm
// CHECK: scf.yield %[[NEXT]]
// CHECK-COUNT-8: llvm.insertvalue
// CHECK: llvm.inline_asm
tile.func private @carried(%n: i32, %c: !sum) -> (!sum, !sum) attributes {tilegpu.shared_memory = 5120 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !a
  %1 = tilegpu.local_alloc {tilegpu.offset = 4096 : i32} : !b
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : !sum
  %p = tilegpu.pending_sum %zeros : !sum
  %s = scf.for %i = %zero to %n step %one iter_args(%sums = %p) -> (!tilegpu.pending<!sum>) : i32 {
    %d = tilegpu.warpgroup_dot %0, %1, %sums : !a, !b, !tilegpu.pending<!sum> -> !tilegpu.pending<!sum>
    scf.yield %d : !tilegpu.pending<!sum>
  }
  %q = tilegpu.pending_sum %c : !sum
  %t = tilegpu.warpgroup_wait %q {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  %r = tilegpu.warpgroup_wait %s {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return %r, %t : !sum, !sum
}

tile.func private @no_product() attributes {tilegpu.shared_memory = 4096 : i32} {
  tile.return
}
}

// -----

// Two warpgroups beside each other, of two blocks of 64 rows each; along K
// outermost. The number of the warpgroup is the same in all lanes.
#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 16]}>
#s64 = #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#t64 = #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [0, 1]}>
!a = !tilegpu.memdesc<128x32xbf16, #s64>
!b = !tilegpu.memdesc<32x32xbf16, #t64>
!sum = tensor<128x32xf32, #mma>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {
// CHECK-LABEL: @blocks(
// CHECK: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[SEVEN:.*]] = llvm.mlir.constant(7 : i32)
// CHECK: %[[G:.*]] = llvm.lshr %{{.*}}, %[[SEVEN]]
// CHECK: nvvm.shfl.sync idx %{{.*}}, %[[G]],
// CHECK: llvm.inline_asm
// CHECK-SAME: add.s64 a, $33, 0;{{[^;]*}}add.s64 b, $32, 0;
// CHECK-SAME: m64n16k16.f32.bf16.bf16 {$0, $1, $2, $3, $4, $5, $6, $7}, a, b,
// CHECK-SAME: add.s64 a, $33, 256;{{[^;]*}}add.s64 b, $32, 0;
// CHECK-SAME: m64n16k16.f32.bf16.bf16 {$8, $9, $10, $11, $12, $13, $14, $15}, a, b,
// CHECK-SAME: add.s64 a, $33, 2;{{[^;]*}}add.s64 b, $32, 2;
// CHECK-SAME: m64n16k16.f32.bf16.bf16 {$0, $1, $2, $3, $4, $5, $6, $7}, a, b,
// CHECK-SAME: add.s64 a, $33, 258;{{[^;]*}}add.s64 b, $32, 2;
// CHECK-SAME: m64n16k16.f32.bf16.bf16 {$8, $9, $10, $11, $12, $13, $14, $15}, a, b,
// CHECK-SAME: wgmma.commit_group
tile.func private @blocks(%c: !sum) -> !sum attributes {tilegpu.shared_memory = 10240 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !a
  %1 = tilegpu.local_alloc {tilegpu.offset = 8192 : i32} : !b
  %d = tilegpu.warpgroup_dot %0, %1, %c : !a, !b, !sum -> !tilegpu.pending<!sum>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return %r : !sum
}
}

// -----

// A left operand of 64 registers that is computed. In steps, only the part of one
// is computed at a time: two CTAs.
// CHECK-LABEL: llvm.func @at_once(
// CHECK-SAME: nvvm.minctasm = 1
// CHECK-LABEL: llvm.func @in_steps(
// CHECK-SAME: nvvm.minctasm = 2
#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 16]}>
#a = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#sa = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#sb = #tilegpu.swizzled_shared<{vec = 8, perPhase = 4, maxPhase = 2, order = [1, 0]}>
!left = tensor<256x128xf16, #a>
!sum = tensor<256x16xf32, #mma>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {
tile.func public @at_once() attributes {tilegpu.shared_memory = 69632 : i32} {
  %zero = arith.constant dense<0.0> : !sum
  %p = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<256x128xf16, #sa>
  %q = tilegpu.local_alloc {tilegpu.offset = 65536 : i32} : !tilegpu.memdesc<128x16xf16, #sb>
  %x = tilegpu.local_load %p : !tilegpu.memdesc<256x128xf16, #sa> -> !left
  %a = arith.addf %x, %x : !left
  %d = tilegpu.warpgroup_dot %a, %q, %zero : !left, !tilegpu.memdesc<128x16xf16, #sb>, !sum -> !tilegpu.pending<!sum>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return
}

tile.func public @in_steps() attributes {tilegpu.shared_memory = 69632 : i32} {
  %zero = arith.constant dense<0.0> : !sum
  %p = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<256x128xf16, #sa>
  %q = tilegpu.local_alloc {tilegpu.offset = 65536 : i32} : !tilegpu.memdesc<128x16xf16, #sb>
  %x = tilegpu.local_load %p : !tilegpu.memdesc<256x128xf16, #sa> -> !left
  %a = arith.addf %x, %x : !left
  %d = tilegpu.warpgroup_dot %a, %q, %zero {in_steps} : !left, !tilegpu.memdesc<128x16xf16, #sb>, !sum -> !tilegpu.pending<!sum>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return
}
}

// -----

// Of tf32 a step of K is eight numbers, and the right operand has neighbours along K.
// CHECK-LABEL: llvm.func internal @tf32(
// CHECK: wgmma.mma_async.sync.aligned.m64n16k8.f32.tf32.tf32 {$0, $1, $2, $3, $4, $5, $6, $7}, a, b, adds, 1, 1;
// CHECK-SAME: add.s64 b, $16, 2;
// CHECK-SAME: wgmma.mma_async.sync.aligned.m64n16k8.f32.tf32.tf32 {$0, $1, $2, $3, $4, $5, $6, $7}, a, b, adds, 1, 1;
#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16]}>
#sa = #tilegpu.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#sb = #tilegpu.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [0, 1]}>
!sum = tensor<64x16xf32, #mma>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
tile.func private @tf32(%c: !sum) -> !sum attributes {tilegpu.shared_memory = 5120 : i32} {
  %p = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64x16xf32, #sa>
  %q = tilegpu.local_alloc {tilegpu.offset = 4096 : i32} : !tilegpu.memdesc<16x16xf32, #sb>
  %d = tilegpu.warpgroup_dot %p, %q, %c : !tilegpu.memdesc<64x16xf32, #sa>, !tilegpu.memdesc<16x16xf32, #sb>, !sum -> !tilegpu.pending<!sum>
  %r = tilegpu.warpgroup_wait %d {pending = 0 : i32} : !tilegpu.pending<!sum> -> !sum
  tile.return %r : !sum
}
}
