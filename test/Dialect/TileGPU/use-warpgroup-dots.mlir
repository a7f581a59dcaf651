// RUN: tile-opt %s --split-input-file --tile-use-warpgroup-dots | FileCheck %s

#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#oa = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#ob = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// Such neighbours do not lie as a descriptor can say it.
#padded = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#ta = #tile.linear<{register = [[1, 0], [0, 8], [8, 0], [16, 0], [32, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]], warp = [[0, 16], [0, 32]], block = []}>
#tb = #tile.linear<{register = [[0, 1], [0, 8], [8, 0], [16, 0], [32, 0], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 0], [0, 0]], block = []}>
!place = !tilegpu.memdesc<64x64xf16, #s>
!left = tensor<64x64xf16, #oa>
!right = tensor<64x64xf16, #ob>
!sum = tensor<64x64xf32, #mma>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @both_in_places(
// CHECK-SAME: %[[C:.*]]: tensor
// CHECK: %[[P:.*]] = tilegpu.local_alloc
// CHECK: %[[Q:.*]] = tilegpu.local_alloc
// CHECK-NOT: local_load
// CHECK: %[[D:.*]] = tilegpu.warpgroup_dot %[[P]], %[[Q]], %[[C]] :
// CHECK-NEXT: %[[R:.*]] = tilegpu.warpgroup_wait %[[D]] {pending = 0 : i32}
// CHECK-NEXT: tile.return %[[R]]
tile.func private @both_in_places(%c: !sum) -> !sum {
  %p = tilegpu.local_alloc : !place
  %q = tilegpu.local_alloc : !place
  %a = tilegpu.local_load %p : !place -> !left
  %b = tilegpu.local_load %q : !place -> !right
  %d = tile.dot %a, %b, %c : !left * !right -> !sum
  tile.return %d : !sum
}

// What is transposed in registers is another name of the place.
// CHECK-LABEL: @transposed(
// CHECK: %[[P:.*]] = tilegpu.local_alloc
// CHECK: %[[Q:.*]] = tilegpu.local_alloc
// CHECK-NOT: {{local_load|tile.trans}}
// CHECK-DAG: %[[S:.*]] = tilegpu.memdesc_trans %[[P]] : <64x64xf16
// CHECK-DAG: %[[T:.*]] = tilegpu.memdesc_trans %[[Q]] : <64x64xf16
// CHECK: tilegpu.warpgroup_dot %[[S]], %[[T]],
tile.func private @transposed(%c: !sum) -> !sum {
  %p = tilegpu.local_alloc : !place
  %q = tilegpu.local_alloc : !place
  %l = tilegpu.local_load %p : !place -> tensor<64x64xf16, #ta>
  %m = tilegpu.local_load %q : !place -> tensor<64x64xf16, #tb>
  %a = tile.trans %l {order = array<i32: 1, 0>} : tensor<64x64xf16, #ta> -> !left
  %b = tile.trans %m {order = array<i32: 1, 0>} : tensor<64x64xf16, #tb> -> !right
  %d = tile.dot %a, %b, %c : !left * !right -> !sum
  tile.return %d : !sum
}

// CHECK-LABEL: @left_in_registers(
// CHECK-SAME: %[[A:.*]]: tensor<64x64xf16
// CHECK: %[[Q:.*]] = tilegpu.local_alloc
// CHECK: tilegpu.warpgroup_dot %[[A]], %[[Q]],
tile.func private @left_in_registers(%a: !left, %c: !sum) -> !sum {
  %q = tilegpu.local_alloc : !place
  %b = tilegpu.local_load %q : !place -> !right
  %d = tile.dot %a, %b, %c : !left * !right -> !sum
  tile.return %d : !sum
}

// The place of the left operand cannot be said, but it may come by registers.
// CHECK-LABEL: @left_in_another_place(
// CHECK: %[[P:.*]] = tilegpu.local_alloc
// CHECK: %[[A:.*]] = tilegpu.local_load %[[P]]
// CHECK: tilegpu.warpgroup_dot %[[A]],
tile.func private @left_in_another_place(%c: !sum) -> !sum {
  %p = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #padded>
  %q = tilegpu.local_alloc : !place
  %a = tilegpu.local_load %p : !tilegpu.memdesc<64x64xf16, #padded> -> !left
  %b = tilegpu.local_load %q : !place -> !right
  %d = tile.dot %a, %b, %c : !left * !right -> !sum
  tile.return %d : !sum
}

// It is made of what is loaded: each step begins as soon as its part is made.
// CHECK-LABEL: @left_made_in_registers(
// CHECK: tilegpu.warpgroup_dot %{{.*}} {in_steps} : tensor
tile.func private @left_made_in_registers(%c: !sum) -> !sum {
  %p = tilegpu.local_alloc : !place
  %q = tilegpu.local_alloc : !place
  %l = tilegpu.local_load %p : !place -> !left
  %a = arith.addf %l, %l : !left
  %b = tilegpu.local_load %q : !place -> !right
  %d = tile.dot %a, %b, %c : !left * !right -> !sum
  tile.return %d : !sum
}

// Its rows are summed first: all of it is made at once.
// CHECK-LABEL: @left_reduced(
// CHECK: tilegpu.warpgroup_dot
// CHECK-NOT: in_steps
// CHECK: tilegpu.warpgroup_wait
tile.func private @left_reduced(%c: !sum) -> !sum {
  %p = tilegpu.local_alloc : !place
  %q = tilegpu.local_alloc : !place
  %l = tilegpu.local_load %p : !place -> !left
  %rows = "tile.reduce"(%l) <{axis = 1 : i32}> ({
  ^bb0(%x: f16, %y: f16):
    %m = arith.maximumf %x, %y : f16
    tile.reduce.return %m : f16
  }) : (!left) -> tensor<64xf16, #tile.slice<{dim = 1, parent = #oa}>>
  %column = tile.expand_dims %rows {axis = 1 : i32} : tensor<64xf16, #tile.slice<{dim = 1, parent = #oa}>> -> tensor<64x1xf16, #oa>
  %all = tile.broadcast %column : tensor<64x1xf16, #oa> -> !left
  %a = arith.subf %l, %all : !left
  %b = tilegpu.local_load %q : !place -> !right
  %d = tile.dot %a, %b, %c : !left * !right -> !sum
  tile.return %d : !sum
}

// The right one may not.
// CHECK-LABEL: @right_in_another_place(
// CHECK-NOT: warpgroup
// CHECK: tile.dot
tile.func private @right_in_another_place(%c: !sum) -> !sum {
  %p = tilegpu.local_alloc : !place
  %q = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #padded>
  %a = tilegpu.local_load %p : !place -> !left
  %b = tilegpu.local_load %q : !tilegpu.memdesc<64x64xf16, #padded> -> !right
  %d = tile.dot %a, %b, %c : !left * !right -> !sum
  tile.return %d : !sum
}

// CHECK-LABEL: @right_made_in_registers(
// CHECK-NOT: warpgroup
// CHECK: tile.dot
tile.func private @right_made_in_registers(%c: !sum) -> !sum {
  %p = tilegpu.local_alloc : !place
  %q = tilegpu.local_alloc : !place
  %a = tilegpu.local_load %p : !place -> !left
  %l = tilegpu.local_load %q : !place -> !right
  %b = arith.addf %l, %l : !right
  %d = tile.dot %a, %b, %c : !left * !right -> !sum
  tile.return %d : !sum
}

// The place has something else by then.
// CHECK-LABEL: @overwritten(
// CHECK-NOT: warpgroup
// CHECK: tile.dot
tile.func private @overwritten(%x: !right, %a: !left, %c: !sum) -> !sum {
  %q = tilegpu.local_alloc : !place
  %b = tilegpu.local_load %q : !place -> !right
  tilegpu.local_store %x, %q : !right, !place
  %d = tile.dot %a, %b, %c : !left * !right -> !sum
  tile.return %d : !sum
}

// Loaded before a loop from what is stored once: it is still there.
// CHECK-LABEL: @invariant(
// CHECK: %[[Q:.*]] = tilegpu.local_alloc
// CHECK-NOT: local_load
// CHECK: scf.for
// CHECK: tilegpu.warpgroup_dot %{{.*}}, %[[Q]],
tile.func private @invariant(%x: !right, %a: !left, %c: !sum, %n: i32) -> !sum {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %q = tilegpu.local_alloc : !place
  tilegpu.local_store %x, %q : !right, !place
  %b = tilegpu.local_load %q : !place -> !right
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (!sum) : i32 {
    %d = tile.dot %a, %b, %s : !left * !right -> !sum
    scf.yield %d : !sum
  }
  tile.return %r : !sum
}

// Loaded before a loop in which it is stored again.
// CHECK-LABEL: @no_invariant(
// CHECK-NOT: warpgroup
// CHECK: tile.dot
tile.func private @no_invariant(%x: !right, %a: !left, %c: !sum, %n: i32) -> !sum {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %q = tilegpu.local_alloc : !place
  tilegpu.local_store %x, %q : !right, !place
  %b = tilegpu.local_load %q : !place -> !right
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (!sum) : i32 {
    %d = tile.dot %a, %b, %s : !left * !right -> !sum
    tilegpu.local_store %x, %q : !right, !place
    scf.yield %d : !sum
  }
  tile.return %r : !sum
}

// An iteration waits for the product of the one before, as a pass has asked for.
// CHECK-LABEL: @in_flight(
// CHECK-SAME: %[[C:.*]]: tensor<64x64xf32, #{{.*}}>, %{{.*}}: i32
// CHECK: %[[INIT:.*]] = tilegpu.pending_sum %[[C]]
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[S:.*]] = %[[INIT]]) -> (!tilegpu.pending<
// CHECK: %[[D:.*]] = tilegpu.warpgroup_dot %{{.*}}, %{{.*}}, %[[S]]
// CHECK-NEXT: %[[W:.*]] = tilegpu.warpgroup_wait %[[D]] {pending = 1 : i32}
// CHECK-NEXT: scf.yield %[[W]]
// CHECK-NOT: products_in_flight
// CHECK: %[[R:.*]] = tilegpu.warpgroup_wait %[[SUM]] {pending = 0 : i32}
// CHECK-NEXT: tile.return %[[R]]
tile.func private @in_flight(%c: !sum, %n: i32) -> !sum {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = tilegpu.local_alloc : !place
  %q = tilegpu.local_alloc : !place
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (!sum) : i32 {
    %a = tilegpu.local_load %p : !place -> !left
    %b = tilegpu.local_load %q : !place -> !right
    %d = tile.dot %a, %b, %s : !left * !right -> !sum
    scf.yield %d : !sum
  } {tilegpu.products_in_flight}
  tile.return %r : !sum
}

// Not so if a is in registers, which would be made again, or if the iteration
// looks at its sum.
// CHECK-LABEL: @not_in_flight(
// CHECK-NOT: {{pending_sum|pending = 1}}
// CHECK: tile.return
tile.func private @not_in_flight(%a: !left, %c: !sum, %n: i32) -> (!sum, !sum) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = tilegpu.local_alloc : !place
  %q = tilegpu.local_alloc : !place
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (!sum) : i32 {
    %b = tilegpu.local_load %q : !place -> !right
    %d = tile.dot %a, %b, %s : !left * !right -> !sum
    scf.yield %d : !sum
  } {tilegpu.products_in_flight}
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (!sum) : i32 {
    %x = tilegpu.local_load %p : !place -> !left
    %b = tilegpu.local_load %q : !place -> !right
    %d = tile.dot %x, %b, %s : !left * !right -> !sum
    %e = arith.addf %d, %d : !sum
    scf.yield %e : !sum
  } {tilegpu.products_in_flight}
  tile.return %r, %t : !sum, !sum
}

// Fewer steps of K than an instruction has.
// CHECK-LABEL: @shallow(
// CHECK-NOT: warpgroup
// CHECK: tile.dot
tile.func private @shallow(%a: tensor<64x8xf16, #oa>, %c: !sum) -> !sum {
  %q = tilegpu.local_alloc : !tilegpu.memdesc<8x64xf16, #s>
  %b = tilegpu.local_load %q : !tilegpu.memdesc<8x64xf16, #s> -> tensor<8x64xf16, #ob>
  %d = tile.dot %a, %b, %c : tensor<64x8xf16, #oa> * tensor<8x64xf16, #ob> -> !sum
  tile.return %d : !sum
}
}

// -----

// Products of single warps stay, also on this target.
#mma2 = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-LABEL: @of_warps(
// CHECK-NOT: warpgroup
// CHECK: tile.dot
tile.func private @of_warps(%a: tensor<64x64xf16, #tile.dot_op<{opIdx = 0, parent = #mma2, kWidth = 2}>>, %c: tensor<64x64xf32, #mma2>) {
  %q = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #s>
  %b = tilegpu.local_load %q : !tilegpu.memdesc<64x64xf16, #s> -> tensor<64x64xf16, #tile.dot_op<{opIdx = 1, parent = #mma2, kWidth = 2}>>
  %d = tile.dot %a, %b, %c : tensor<64x64xf16, #tile.dot_op<{opIdx = 0, parent = #mma2, kWidth = 2}>> * tensor<64x64xf16, #tile.dot_op<{opIdx = 1, parent = #mma2, kWidth = 2}>> -> tensor<64x64xf32, #mma2>
  tile.return
}
}

// -----

// A target without the instruction.
#mma = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64]}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
module attributes {tile.target = #tile.target<"sm_120a", num_warps = 4>} {
// CHECK-LABEL: @other_target(
// CHECK-NOT: warpgroup
// CHECK: tile.dot
tile.func private @other_target(%a: tensor<64x64xf16, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %c: tensor<64x64xf32, #mma>) {
  %q = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf16, #s>
  %b = tilegpu.local_load %q : !tilegpu.memdesc<64x64xf16, #s> -> tensor<64x64xf16, #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  %d = tile.dot %a, %b, %c : tensor<64x64xf16, #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [32, 64]}>
#oa = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#ob = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!place = !tilegpu.memdesc<128x64xf16, #s>
!right_place = !tilegpu.memdesc<64x64xf16, #s>
!sum_place = !tilegpu.memdesc<128x64xf32, #s>
!left = tensor<128x64xf16, #oa>
!right = tensor<64x64xf16, #ob>
!sum = tensor<128x64xf32, #mma>

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 4>} {

// A sum that only products change stays in tensor memory from one iteration to
// the next, and is loaded after the loop.
// CHECK-LABEL: @stays(
// CHECK: %[[INIT:.*]] = tilegpu.pending_sum %{{.*}}
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[S:.*]] = %[[INIT]]) -> (!tilegpu.pending<
// CHECK: %[[D:.*]] = tilegpu.warpgroup_dot %{{.*}}, %{{.*}}, %[[S]]
// CHECK-NEXT: %[[W:.*]] = tilegpu.warpgroup_wait %[[D]] {pending = 0 : i32} : <{{.*}} -> !tilegpu.pending
// CHECK: %[[E:.*]] = tilegpu.warpgroup_dot %{{.*}}, %{{.*}}, %[[W]]
// CHECK-NEXT: %[[X:.*]] = tilegpu.warpgroup_wait %[[E]] {pending = 0 : i32} : <{{.*}} -> !tilegpu.pending
// CHECK-NEXT: scf.yield %[[X]]
// CHECK: %[[R:.*]] = tilegpu.warpgroup_wait %[[SUM]] {pending = 0 : i32} : <{{.*}} -> tensor
// CHECK-NEXT: tilegpu.local_store %[[R]]
tile.func @stays(%n: i32) {
  %c = arith.constant dense<0.0> : !sum
  %o = tilegpu.local_alloc : !sum_place
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = tilegpu.local_alloc : !place
  %q = tilegpu.local_alloc : !right_place
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (!sum) : i32 {
    %a = tilegpu.local_load %p : !place -> !left
    %b = tilegpu.local_load %q : !right_place -> !right
    %d = tile.dot %a, %b, %s : !left * !right -> !sum
    %e = tile.dot %a, %b, %d : !left * !right -> !sum
    scf.yield %e : !sum
  }
  tilegpu.local_store %r, %o : !sum, !sum_place
  tile.return
}

// Not so if the iteration looks at the sum.
// CHECK-LABEL: @seen(
// CHECK-NOT: pending_sum
// CHECK: tile.return
tile.func @seen(%n: i32) {
  %c = arith.constant dense<0.0> : !sum
  %o = tilegpu.local_alloc : !sum_place
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = tilegpu.local_alloc : !place
  %q = tilegpu.local_alloc : !right_place
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (!sum) : i32 {
    %a = tilegpu.local_load %p : !place -> !left
    %b = tilegpu.local_load %q : !right_place -> !right
    %d = tile.dot %a, %b, %s : !left * !right -> !sum
    %e = arith.addf %d, %d : !sum
    scf.yield %e : !sum
  }
  tilegpu.local_store %r, %o : !sum, !sum_place
  tile.return
}

// The product of the iteration before is in flight, and reads what threads have stored:
// they store to two places in turn.
// CHECK-LABEL: @in_turn(
// CHECK: %[[BOTH:.*]] = tilegpu.local_alloc : <2x64x64xf16
// CHECK-NEXT: scf.for {{.*}} iter_args(%[[S:[a-z0-9]*]] = %{{.*}}, %[[N:[a-z0-9]*]] = %{{.*}}) -> (!tilegpu.pending<
// CHECK: %[[PLACE:.*]] = tilegpu.memdesc_index %[[BOTH]][%[[N]]]
// CHECK-NEXT: tilegpu.local_store %{{.*}}, %[[PLACE]]
// CHECK: %[[D:.*]] = tilegpu.warpgroup_dot %{{.*}}, %[[PLACE]], %[[S]]
// CHECK-NEXT: %[[W:.*]] = tilegpu.warpgroup_wait %[[D]] {pending = 1 : i32}
// CHECK: %[[NEXT:.*]] = arith.xori %[[N]], %
// CHECK-NEXT: scf.yield %[[W]], %[[NEXT]]
tile.func @in_turn(%x: f16, %n: i32) {
  %w = tile.splat %x : f16 -> tensor<64x64xf16, #rows>
  %c = arith.constant dense<0.0> : !sum
  %o = tilegpu.local_alloc : !sum_place
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = tilegpu.local_alloc : !place
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (!sum) : i32 {
    %a = tilegpu.local_load %p : !place -> !left
    %q = tilegpu.local_alloc : !right_place
    tilegpu.local_store %w, %q : tensor<64x64xf16, #rows>, !right_place
    %b = tilegpu.local_load %q : !right_place -> !right
    %d = tile.dot %a, %b, %s : !left * !right -> !sum
    scf.yield %d : !sum
  } {tilegpu.products_in_flight}
  tilegpu.local_store %r, %o : !sum, !sum_place
  tile.return
}
}

// -----

#mma = #tile.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [32, 32]}>
#oa = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#ob = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#s = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
!sum_place = !tilegpu.memdesc<128x64xf32, #s>
!right_place = !tilegpu.memdesc<64x64xf16, #s>
!left = tensor<128x64xf16, #oa>
!right = tensor<64x64xf16, #ob>
!sum = tensor<128x64xf32, #mma>

module attributes {tile.target = #tile.target<"sm_100a", num_warps = 8>} {

// Each of two warpgroups has half of the left operand's columns, and stores them to
// tensor memory.
// CHECK-LABEL: @halves(
// CHECK: %[[A:.*]] = tile.splat %{{.*}} -> tensor<128x64xf16
// CHECK: tilegpu.warpgroup_dot %[[A]], %
tile.func public @halves(%x: f16) {
  %a = tile.splat %x : f16 -> !left
  %c = arith.constant dense<0.0> : !sum
  %q = tilegpu.local_alloc : !right_place
  %o = tilegpu.local_alloc : !sum_place
  %b = tilegpu.local_load %q : !right_place -> !right
  %d = tile.dot %a, %b, %c : !left * !right -> !sum
  tilegpu.local_store %d, %o : !sum, !sum_place
  tile.return
}
}
