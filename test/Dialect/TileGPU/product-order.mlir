// RUN: tile-opt %s --tile-overlap-products | FileCheck %s

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#wide = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128]}>
#left = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#shared = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#turned = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
#word2 = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#word = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// As in attention's backward pass: the second product of places begins behind the
// first one, with what names its place, and each wait stands where its sum is used.
// CHECK-LABEL: @backward
// CHECK: %[[S:.*]] = tilegpu.warpgroup_dot
// CHECK-NEXT: %[[DO:.*]] = tilegpu.memdesc_trans
// CHECK-NEXT: %[[T:.*]] = tilegpu.warpgroup_dot %{{.*}}, %[[DO]]
// CHECK-NEXT: tilegpu.warpgroup_wait %[[S]] {pending = 1 : i32}
// CHECK: %[[DV:.*]] = tilegpu.warpgroup_dot
// CHECK-NEXT: tilegpu.warpgroup_wait %[[T]] {pending = 1 : i32}
// CHECK: %[[DK:.*]] = tilegpu.warpgroup_dot
// CHECK-NEXT: tilegpu.warpgroup_wait %[[DV]] {pending = 1 : i32}
// CHECK-NEXT: tilegpu.warpgroup_wait %[[DK]] {pending = 0 : i32}
// CHECK-NEXT: tile.return
tile.func private @backward(%dv: tensor<64x64xf32, #mma>, %dk: tensor<64x64xf32, #mma>) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %q = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #shared>
  %k = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #shared>
  %v = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #shared>
  %do = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #shared>
  %s = tilegpu.warpgroup_dot %q, %k, %zero : !tilegpu.memdesc<64x64xf16, #shared>, !tilegpu.memdesc<64x64xf16, #shared>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  %s1 = tilegpu.warpgroup_wait %s {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
  %e = math.exp2 %s1 : tensor<64x64xf32, #mma>
  %p = arith.truncf %e : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
  %p1 = tilegpu.convert_layout %p : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #left>
  %a = tilegpu.warpgroup_dot %p1, %do, %dv : tensor<64x64xf16, #left>, !tilegpu.memdesc<64x64xf16, #shared>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  %a1 = tilegpu.warpgroup_wait %a {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
  %dot = tilegpu.memdesc_trans %do : !tilegpu.memdesc<64x64xf16, #shared> -> !tilegpu.memdesc<64x64xf16, #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>>
  %t = tilegpu.warpgroup_dot %v, %dot, %zero : !tilegpu.memdesc<64x64xf16, #shared>, !tilegpu.memdesc<64x64xf16, #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  %t1 = tilegpu.warpgroup_wait %t {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
  %d = arith.mulf %e, %t1 : tensor<64x64xf32, #mma>
  %d1 = arith.truncf %d : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
  %d2 = tilegpu.convert_layout %d1 : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #left>
  %b = tilegpu.warpgroup_dot %d2, %q, %dk : tensor<64x64xf16, #left>, !tilegpu.memdesc<64x64xf16, #shared>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  %b1 = tilegpu.warpgroup_wait %b {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
  tile.return %a1, %b1 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
}

// A place that is handed back, or written, before the sum is used: the product has
// ended by then. What waits for a place is not passed.
// CHECK-LABEL: @places
// CHECK: %[[S:.*]] = tilegpu.warpgroup_dot
// CHECK-NEXT: tilegpu.warpgroup_wait %[[S]] {pending = 0 : i32}
// CHECK-NEXT: tilegpu.mbarrier_arrive
// CHECK-NEXT: tilegpu.mbarrier_wait
// CHECK-NEXT: %[[T:.*]] = tilegpu.warpgroup_dot
// CHECK-NEXT: tilegpu.warpgroup_wait %[[T]] {pending = 0 : i32}
// CHECK-NEXT: tilegpu.barrier cta
tile.func private @places(%parity: i32, %x: tensor<64x64xf16, #mma>) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %bar = tilegpu.local_alloc : !tilegpu.memdesc<1xi64, #word>
  %q = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #shared>
  %k = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #shared>
  %s = tilegpu.warpgroup_dot %q, %k, %zero : !tilegpu.memdesc<64x64xf16, #shared>, !tilegpu.memdesc<64x64xf16, #shared>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  %s1 = tilegpu.warpgroup_wait %s {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
  tilegpu.mbarrier_arrive %bar hands %k : !tilegpu.memdesc<1xi64, #word>, !tilegpu.memdesc<64x64xf16, #shared>
  tilegpu.mbarrier_wait %bar, %parity : !tilegpu.memdesc<1xi64, #word>
  %t = tilegpu.warpgroup_dot %q, %k, %zero : !tilegpu.memdesc<64x64xf16, #shared>, !tilegpu.memdesc<64x64xf16, #shared>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
  %t1 = tilegpu.warpgroup_wait %t {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
  tilegpu.barrier cta
  tilegpu.local_store %x, %q : tensor<64x64xf16, #mma>, !tilegpu.memdesc<64x64xf16, #shared>
  tile.return %s1, %t1 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
}

// Sums of all iterations have their registers anyway, and the others are used one after
// the other: 128 and 64 at a time, though all are 224. A store to a place of the iteration
// does not wait for products of places from outside, and waits are in the order of products.
// CHECK-LABEL: @carried
// CHECK: scf.for
// CHECK-NEXT: %[[S:.*]] = tilegpu.warpgroup_dot
// CHECK-NEXT: %[[T:.*]] = tilegpu.warpgroup_dot
// CHECK-NEXT: tilegpu.warpgroup_wait %[[S]] {pending = 1 : i32}
// CHECK: %[[DV:.*]] = tilegpu.warpgroup_dot
// CHECK-NEXT: tilegpu.warpgroup_wait %[[T]] {pending = 1 : i32}
// CHECK: %[[DK:.*]] = tilegpu.warpgroup_dot
// CHECK-NEXT: %[[PLACE:.*]] = tilegpu.local_alloc
// CHECK-NEXT: tilegpu.local_store %{{.*}}, %[[PLACE]]
// CHECK-NEXT: %[[DQ:.*]] = tilegpu.warpgroup_dot %[[PLACE]]
// CHECK: tilegpu.warpgroup_wait %[[DV]] {pending = 2 : i32}
// CHECK-NEXT: tilegpu.warpgroup_wait %[[DK]] {pending = 1 : i32}
// CHECK-NEXT: tilegpu.warpgroup_wait %[[DQ]] {pending = 0 : i32}
// CHECK-NEXT: tilegpu.local_store
// CHECK-NEXT: scf.yield
tile.func private @carried(%n: i32, %dk0: tensor<64x128xf32, #wide>, %dv0: tensor<64x128xf32, #wide>) -> (tensor<64x128xf32, #wide>, tensor<64x128xf32, #wide>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %q = tilegpu.local_alloc : !tilegpu.memdesc<64x128xf16, #shared>
  %k = tilegpu.local_alloc : !tilegpu.memdesc<64x128xf16, #shared>
  %v = tilegpu.local_alloc : !tilegpu.memdesc<64x128xf16, #shared>
  %do = tilegpu.local_alloc : !tilegpu.memdesc<64x128xf16, #shared>
  %k2 = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #shared>
  %qt = tilegpu.memdesc_trans %q : !tilegpu.memdesc<64x128xf16, #shared> -> !tilegpu.memdesc<128x64xf16, #turned>
  %dot = tilegpu.memdesc_trans %do : !tilegpu.memdesc<64x128xf16, #shared> -> !tilegpu.memdesc<128x64xf16, #turned>
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%dk = %dk0, %dv = %dv0) -> (tensor<64x128xf32, #wide>, tensor<64x128xf32, #wide>) : i32 {
    %s = tilegpu.warpgroup_dot %k, %qt, %zero : !tilegpu.memdesc<64x128xf16, #shared>, !tilegpu.memdesc<128x64xf16, #turned>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
    %s1 = tilegpu.warpgroup_wait %s {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
    %t = tilegpu.warpgroup_dot %v, %dot, %zero : !tilegpu.memdesc<64x128xf16, #shared>, !tilegpu.memdesc<128x64xf16, #turned>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
    %t1 = tilegpu.warpgroup_wait %t {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
    %e = math.exp2 %s1 : tensor<64x64xf32, #mma>
    %p = arith.truncf %e : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
    %p1 = tilegpu.convert_layout %p : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #left>
    %a = tilegpu.warpgroup_dot %p1, %do, %dv : tensor<64x64xf16, #left>, !tilegpu.memdesc<64x128xf16, #shared>, tensor<64x128xf32, #wide> -> !tilegpu.pending<tensor<64x128xf32, #wide>>
    %a1 = tilegpu.warpgroup_wait %a {pending = 0 : i32} : !tilegpu.pending<tensor<64x128xf32, #wide>> -> tensor<64x128xf32, #wide>
    %d = arith.mulf %e, %t1 : tensor<64x64xf32, #mma>
    %d1 = arith.truncf %d : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
    %d2 = tilegpu.convert_layout %d1 : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #left>
    %b = tilegpu.warpgroup_dot %d2, %q, %dk : tensor<64x64xf16, #left>, !tilegpu.memdesc<64x128xf16, #shared>, tensor<64x128xf32, #wide> -> !tilegpu.pending<tensor<64x128xf32, #wide>>
    %b1 = tilegpu.warpgroup_wait %b {pending = 0 : i32} : !tilegpu.pending<tensor<64x128xf32, #wide>> -> tensor<64x128xf32, #wide>
    %ds = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #shared>
    tilegpu.local_store %d1, %ds : tensor<64x64xf16, #mma>, !tilegpu.memdesc<64x64xf16, #shared>
    %c = tilegpu.warpgroup_dot %ds, %k2, %zero : !tilegpu.memdesc<64x64xf16, #shared>, !tilegpu.memdesc<64x64xf16, #shared>, tensor<64x64xf32, #mma> -> !tilegpu.pending<tensor<64x64xf32, #mma>>
    %c2 = tilegpu.warpgroup_wait %c {pending = 0 : i32} : !tilegpu.pending<tensor<64x64xf32, #mma>> -> tensor<64x64xf32, #mma>
    %dq = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf32, #word2>
    tilegpu.local_store %c2, %dq : tensor<64x64xf32, #mma>, !tilegpu.memdesc<64x64xf32, #word2>
    scf.yield %b1, %a1 : tensor<64x128xf32, #wide>, tensor<64x128xf32, #wide>
  }
  tile.return %sum#0, %sum#1 : tensor<64x128xf32, #wide>, tensor<64x128xf32, #wide>
}

}
