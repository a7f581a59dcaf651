// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// Copies from global to shared memory that go on by themselves.

#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#plain = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#swizzled = #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#narrow = #tilegpu.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#line = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// 16 bytes at once: 16 rows of 32 elements of 2 bytes are two copies per thread.
// CHECK-LABEL: @whole_vectors(
// CHECK-COUNT-2: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
// CHECK-NOT: nvvm.cp.async.shared
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.wait.group 1
tile.func public @whole_vectors(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}) attributes {tilegpu.shared_memory = 1024 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<16x32xf16, #swizzled>
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #tile.slice<{dim = 0, parent = #rows}>>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<32xi32, #tile.slice<{dim = 0, parent = #rows}>> -> tensor<1x32xi32, #rows>
  %b = tile.broadcast %c : tensor<1x32xi32, #rows> -> tensor<16x32xi32, #rows>
  %s = tile.splat %p : !tile.ptr<f16> -> tensor<16x32x!tile.ptr<f16>, #rows>
  %q = tile.addptr %s, %b : tensor<16x32x!tile.ptr<f16>, #rows>, tensor<16x32xi32, #rows>
  tilegpu.async_copy %q, %0 : tensor<16x32x!tile.ptr<f16>, #rows>, !tilegpu.memdesc<16x32xf16, #swizzled>
  tilegpu.async_commit_group
  tilegpu.async_wait {pending = 1 : i32}
  tile.return
}

// The place decides as well: its vectors have 8 bytes.
// CHECK-LABEL: @vectors_of_the_place(
// CHECK-COUNT-4: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 8, cache = ca
// CHECK-NOT: nvvm.cp.async
tile.func public @vectors_of_the_place(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}) attributes {tilegpu.shared_memory = 1024 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<16x32xf16, #narrow>
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #tile.slice<{dim = 0, parent = #rows}>>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<32xi32, #tile.slice<{dim = 0, parent = #rows}>> -> tensor<1x32xi32, #rows>
  %b = tile.broadcast %c : tensor<1x32xi32, #rows> -> tensor<16x32xi32, #rows>
  %s = tile.splat %p : !tile.ptr<f16> -> tensor<16x32x!tile.ptr<f16>, #rows>
  %q = tile.addptr %s, %b : tensor<16x32x!tile.ptr<f16>, #rows>, tensor<16x32xi32, #rows>
  tilegpu.async_copy %q, %0 : tensor<16x32x!tile.ptr<f16>, #rows>, !tilegpu.memdesc<16x32xf16, #narrow>
  tile.return
}

// Under a mask that is the same for all of a copy nothing is read where it is false.
// CHECK-LABEL: @mask_of_whole_copies(
// CHECK-SAME: %{{.*}}: !llvm.ptr<1>{{.*}}, %[[N:.*]]: i32
// CHECK: %[[SIXTEEN:.*]] = llvm.mlir.constant(16 : i32)
// CHECK: %[[SIZE:.*]] = llvm.select %{{.*}}, %{{.*}}, %{{.*}} : i1, i32
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %{{.*}} : !llvm.ptr<3>, !llvm.ptr<1>, i32
tile.func public @mask_of_whole_copies(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 8 : i32}) attributes {tilegpu.shared_memory = 1024 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<16x32xf16, #swizzled>
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #tile.slice<{dim = 0, parent = #rows}>>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<32xi32, #tile.slice<{dim = 0, parent = #rows}>> -> tensor<1x32xi32, #rows>
  %b = tile.broadcast %c : tensor<1x32xi32, #rows> -> tensor<16x32xi32, #rows>
  %s = tile.splat %p : !tile.ptr<f16> -> tensor<16x32x!tile.ptr<f16>, #rows>
  %q = tile.addptr %s, %b : tensor<16x32x!tile.ptr<f16>, #rows>, tensor<16x32xi32, #rows>
  %ns = tile.splat %n : i32 -> tensor<16x32xi32, #rows>
  %m = arith.cmpi slt, %b, %ns : tensor<16x32xi32, #rows>
  tilegpu.async_copy %q, %0 mask %m : tensor<16x32x!tile.ptr<f16>, #rows>, !tilegpu.memdesc<16x32xf16, #swizzled>
  tile.return
}

// A mask that may change within 16 bytes makes smaller copies.
// CHECK-LABEL: @mask_of_pairs(
// CHECK-COUNT-8: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 4, cache = ca, %{{.*}} : !llvm.ptr<3>, !llvm.ptr<1>, i32
// CHECK-NOT: nvvm.cp.async
tile.func public @mask_of_pairs(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 2 : i32}) attributes {tilegpu.shared_memory = 1024 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<16x32xf16, #swizzled>
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #tile.slice<{dim = 0, parent = #rows}>>
  %c = tile.expand_dims %r {axis = 0 : i32} : tensor<32xi32, #tile.slice<{dim = 0, parent = #rows}>> -> tensor<1x32xi32, #rows>
  %b = tile.broadcast %c : tensor<1x32xi32, #rows> -> tensor<16x32xi32, #rows>
  %s = tile.splat %p : !tile.ptr<f16> -> tensor<16x32x!tile.ptr<f16>, #rows>
  %q = tile.addptr %s, %b : tensor<16x32x!tile.ptr<f16>, #rows>, tensor<16x32xi32, #rows>
  %ns = tile.splat %n : i32 -> tensor<16x32xi32, #rows>
  %m = arith.cmpi slt, %b, %ns : tensor<16x32xi32, #rows>
  tilegpu.async_copy %q, %0 mask %m : tensor<16x32x!tile.ptr<f16>, #rows>, !tilegpu.memdesc<16x32xf16, #swizzled>
  tile.return
}

// A predicate turns copies off without a branch.
// CHECK-LABEL: @predicate(
// CHECK-NOT: scf.if
// CHECK: llvm.inline_asm has_side_effects {{.*}}"@$2 cp.async.ca.shared.global [$0], [$1], 4;", "r,l,b,~{memory}"
tile.func private @predicate(%q: tensor<32x!tile.ptr<f32>, #one>, %more: i1) attributes {tilegpu.shared_memory = 128 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<32xf32, #line>
  tilegpu.async_copy %q, %0 if %more : tensor<32x!tile.ptr<f32>, #one>, !tilegpu.memdesc<32xf32, #line>
  tile.return
}

// Of threads with the same elements one copies.
// CHECK-LABEL: @owners(
// CHECK: %[[BITS:.*]] = llvm.and %{{.*}}, %{{.*}} : i32
// CHECK: %[[OWNER:.*]] = llvm.icmp "eq" %[[BITS]]
// CHECK: llvm.inline_asm has_side_effects {{.*}}"@$2 cp.async.ca.shared.global [$0], [$1], 4;", {{.*}} %[[OWNER]]
tile.func private @owners(%q: tensor<16x!tile.ptr<f32>, #one>) attributes {tilegpu.shared_memory = 64 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<16xf32, #line>
  tilegpu.async_copy %q, %0 : tensor<16x!tile.ptr<f32>, #one>, !tilegpu.memdesc<16xf32, #line>
  tile.return
}

// One of several places: they lie one after the other.
// CHECK-LABEL: @places(
// CHECK-SAME: %[[I:.*]]: i32
// CHECK: %[[BASE:.*]] = llvm.mlir.addressof
// CHECK: %[[SIZE:.*]] = llvm.mlir.constant(128 : i32)
// CHECK: %[[OFFSET:.*]] = llvm.mul %[[I]], %[[SIZE]]
// CHECK: %[[PLACE:.*]] = llvm.getelementptr inbounds %[[BASE]][%[[OFFSET]]]
// CHECK: %[[AT:.*]] = llvm.getelementptr inbounds %[[PLACE]]
// CHECK: llvm.load %[[AT]]
tile.func private @places(%i: i32) -> tensor<32xf32, #one> attributes {tilegpu.shared_memory = 384 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<3x32xf32, #line>
  %1 = tilegpu.memdesc_index %0[%i] : !tilegpu.memdesc<3x32xf32, #line> -> !tilegpu.memdesc<32xf32, #line>
  %2 = tilegpu.local_load %1 : !tilegpu.memdesc<32xf32, #line> -> tensor<32xf32, #one>
  tile.return %2 : tensor<32xf32, #one>
}
}
