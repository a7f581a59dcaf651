// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#t = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
!sum = tensor<64x64xf32, #mma>
!pending = !tilegpu.pending<!sum>

// CHECK-LABEL: tile.func private @products(
// CHECK-SAME: %[[A:.*]]: tensor<64x32xf16, #{{.*}}>, %[[C:.*]]: tensor<64x64xf32, #[[MMA:.*]]>) ->
tile.func private @products(%a: tensor<64x32xf16, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %c: !sum) -> !sum {
  // CHECK-NEXT: %[[P:.*]] = tilegpu.local_alloc : <64x32xf16, #[[S:.*]]>
  %p = tilegpu.local_alloc : !tilegpu.memdesc<64x32xf16, #s>
  // CHECK-NEXT: tilegpu.fence_proxy
  tilegpu.fence_proxy
  // CHECK-NEXT: %[[T:.*]] = tilegpu.memdesc_trans %[[P]] : <64x32xf16, #[[S]]> -> <32x64xf16, #{{.*}}>
  %q = tilegpu.memdesc_trans %p : !tilegpu.memdesc<64x32xf16, #s> -> !tilegpu.memdesc<32x64xf16, #t>
  // CHECK-NEXT: %[[D:.*]] = tilegpu.warpgroup_dot %[[P]], %[[T]], %[[C]] : !tilegpu.memdesc<64x32xf16, {{.*}}, tensor<64x64xf32, #[[MMA]]> -> <tensor<64x64xf32, #[[MMA]]>>
  %d = tilegpu.warpgroup_dot %p, %q, %c : !tilegpu.memdesc<64x32xf16, #s>, !tilegpu.memdesc<32x64xf16, #t>, !sum -> !pending
  // CHECK-NEXT: %[[E:.*]] = tilegpu.warpgroup_dot %[[A]], %[[T]], %[[D]] : tensor<64x32xf16, {{.*}}, !tilegpu.pending<tensor<64x64xf32, #[[MMA]]>> -> <tensor<64x64xf32, #[[MMA]]>>
  %e = tilegpu.warpgroup_dot %a, %q, %d : tensor<64x32xf16, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, !tilegpu.memdesc<32x64xf16, #t>, !pending -> !pending
  // CHECK-NEXT: %[[W:.*]] = tilegpu.warpgroup_wait %[[E]] {pending = 1 : i32}
  %w = tilegpu.warpgroup_wait %e {pending = 1 : i32} : !pending -> !pending
  // CHECK-NEXT: %[[R:.*]] = tilegpu.warpgroup_wait %[[W]] {pending = 0 : i32} : <tensor<64x64xf32, #[[MMA]]>> -> tensor<64x64xf32, #[[MMA]]>
  %r = tilegpu.warpgroup_wait %w {pending = 0 : i32} : !pending -> !sum
  // CHECK-NEXT: tilegpu.pending_sum %[[R]] : tensor<64x64xf32, #[[MMA]]>
  %n = tilegpu.pending_sum %r : !sum
  tile.return %r : !sum
}
