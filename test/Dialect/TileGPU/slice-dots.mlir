// RUN: tile-opt %s --tile-schedule-products --tile-slice-dots | FileCheck %s

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

// Indices and masks are made for each step, also if others use them.
// CHECK-LABEL: @masked
tile.func private @masked(%c: tensor<64x64xf32, #mma>) -> (tensor<64x64xf32, #mma>, tensor<32xi32, #tile.slice<{dim = 0, parent = #a}>>) {
  %p = tilegpu.local_alloc : !tilegpu.memdesc<64x32xf16, #shared>
  %q = tilegpu.local_alloc : !tilegpu.memdesc<32x64xf16, #shared>
  // CHECK: tile.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32
  // CHECK: arith.select {{.*}} : tensor<64x16xi1
  // CHECK: tile.make_range {end = 32 : i32, start = 16 : i32} : tensor<16xi32
  // CHECK: arith.select {{.*}} : tensor<64x16xi1
  // CHECK: tile.dot {{.*}} : tensor<64x16xf16
  // CHECK: tile.dot {{.*}} : tensor<64x16xf16
  // CHECK-NOT: tile.dot
  %columns = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #tile.slice<{dim = 0, parent = #a}>>
  %rows = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #tile.slice<{dim = 1, parent = #a}>>
  %column = tile.expand_dims %columns {axis = 0 : i32} : tensor<32xi32, #tile.slice<{dim = 0, parent = #a}>> -> tensor<1x32xi32, #a>
  %row = tile.expand_dims %rows {axis = 1 : i32} : tensor<64xi32, #tile.slice<{dim = 1, parent = #a}>> -> tensor<64x1xi32, #a>
  %column_all = tile.broadcast %column : tensor<1x32xi32, #a> -> tensor<64x32xi32, #a>
  %row_all = tile.broadcast %row : tensor<64x1xi32, #a> -> tensor<64x32xi32, #a>
  %below = arith.cmpi sle, %row_all, %column_all : tensor<64x32xi32, #a>
  %zeros = arith.constant dense<0.0> : tensor<64x32xf16, #a>
  %l = tilegpu.local_load %p : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x32xf16, #a>
  %a = arith.select %below, %l, %zeros : tensor<64x32xi1, #a>, tensor<64x32xf16, #a>
  %b = tilegpu.local_load %q : !tilegpu.memdesc<32x64xf16, #shared> -> tensor<32x64xf16, #b>
  %d = tile.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
  tile.return %d, %columns : tensor<64x64xf32, #mma>, tensor<32xi32, #tile.slice<{dim = 0, parent = #a}>>
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
