// RUN: tile-opt %s --tile-slice-dots | FileCheck %s

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#shared = #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_80", num_warps = 4>} {

// The loads of a step come before the products of the step before it.
// CHECK-LABEL: @steps
tile.func private @steps(%c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %p = tilegpu.local_alloc : !tilegpu.memdesc<64x32xf16, #shared>
  %q = tilegpu.local_alloc : !tilegpu.memdesc<32x64xf16, #shared>
  // CHECK-SAME: (%[[C:.*]]: tensor
  // CHECK-NEXT: %[[P:.*]] = tilegpu.local_alloc
  // CHECK-NEXT: %[[Q:.*]] = tilegpu.local_alloc
  // CHECK-NEXT: %[[A0:.*]] = tilegpu.local_load %[[P]] at [0, 0] : {{.*}} -> tensor<64x16xf16
  // CHECK-NEXT: %[[B0:.*]] = tilegpu.local_load %[[Q]] at [0, 0] : {{.*}} -> tensor<16x64xf16
  // CHECK-NEXT: %[[A1:.*]] = tilegpu.local_load %[[P]] at [0, 16]
  // CHECK-NEXT: %[[B1:.*]] = tilegpu.local_load %[[Q]] at [16, 0]
  // CHECK-NEXT: %[[D0:.*]] = tile.dot %[[A0]], %[[B0]], %[[C]]
  // CHECK-NEXT: %[[D1:.*]] = tile.dot %[[A1]], %[[B1]], %[[D0]]
  // CHECK-NEXT: tile.return %[[D1]]
  %a = tilegpu.local_load %p : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x32xf16, #a>
  %b = tilegpu.local_load %q : !tilegpu.memdesc<32x64xf16, #shared> -> tensor<32x64xf16, #b>
  %d = tile.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
  tile.return %d : tensor<64x64xf32, #mma>
}

// What stands between load and product is made for each step.
// CHECK-LABEL: @between
tile.func private @between(%s: f16, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %p = tilegpu.local_alloc : !tilegpu.memdesc<64x32xi8, #shared>
  %q = tilegpu.local_alloc : !tilegpu.memdesc<64x32xf16, #shared>
  // CHECK: tilegpu.local_load %{{.*}} at [0, 0] : {{.*}} -> tensor<64x16xi8
  // CHECK: arith.sitofp %{{.*}} to tensor<64x16xf16
  // CHECK: arith.mulf
  // CHECK: tilegpu.local_load %{{.*}} at [0, 0] : {{.*}} -> tensor<64x16xf16, #linear>
  // CHECK: tile.trans {{.*}} -> tensor<16x64xf16
  // CHECK: tilegpu.local_load %{{.*}} at [0, 16] : {{.*}} -> tensor<64x16xi8
  // CHECK: tilegpu.local_load %{{.*}} at [0, 16] : {{.*}} -> tensor<64x16xf16, #linear>
  // CHECK: tile.dot
  // CHECK: tile.dot
  // CHECK-NOT: tile.dot
  %i = tilegpu.local_load %p : !tilegpu.memdesc<64x32xi8, #shared> -> tensor<64x32xi8, #a>
  %f = arith.sitofp %i : tensor<64x32xi8, #a> to tensor<64x32xf16, #a>
  %t = tile.splat %s : f16 -> tensor<64x32xf16, #a>
  %a = arith.mulf %f, %t : tensor<64x32xf16, #a>
  %l = tilegpu.local_load %q : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x32xf16, #tile.linear<{register = [[0, 1], [0, 8], [0, 16], [16, 0], [32, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [0, 0]], block = []}>>
  %b = tile.trans %l {order = array<i32: 1, 0>} : tensor<64x32xf16, #tile.linear<{register = [[0, 1], [0, 8], [0, 16], [16, 0], [32, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [0, 0]], block = []}>> -> tensor<32x64xf16, #b>
  %d = tile.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
  tile.return %d : tensor<64x64xf32, #mma>
}

// What is overwritten cannot be loaded later.
// CHECK-LABEL: @overwritten
tile.func private @overwritten(%x: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  // CHECK: tile.dot {{.*}} : tensor<64x32xf16
  %p = tilegpu.local_alloc : !tilegpu.memdesc<64x32xf16, #shared>
  %a = tilegpu.local_load %p : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x32xf16, #a>
  tilegpu.local_store %x, %p : tensor<64x32xf16, #a>, !tilegpu.memdesc<64x32xf16, #shared>
  %d = tile.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
  tile.return %d : tensor<64x64xf32, #mma>
}

// What is in registers anyway stays whole.
// CHECK-LABEL: @registers
tile.func private @registers(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  // CHECK-NEXT: tile.dot {{.*}} : tensor<64x32xf16
  %d = tile.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
  tile.return %d : tensor<64x64xf32, #mma>
}
}
