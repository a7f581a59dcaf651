// RUN: tile-opt %s --tile-schedule-products --tile-slice-dots | FileCheck %s
// RUN: tile-opt %s --tile-schedule-products --tile-slice-dots --tile-allocate-shared-memory --tile-insert-barriers | FileCheck %s --check-prefix=BARRIER

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#blocked = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_80", num_warps = 4>} {

// The wait, the copy and the first loads come before the last product of the
// iteration before; the first ones before the loop.
// CHECK-LABEL: @head
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: %[[PLACES:.*]] = tilegpu.local_alloc
// CHECK: %[[ANY:.*]] = arith.cmpi sgt, %[[N:.*]], %[[ZERO]] : i32
// CHECK-NEXT: tilegpu.async_wait {pending = 1 : i32}
// CHECK: %[[FIRST:.*]] = arith.andi %[[ANY]], %{{.*}} : i1
// CHECK-NEXT: tilegpu.async_copy {{.*}} if %[[FIRST]]
// CHECK: tilegpu.async_commit_group
// CHECK: %[[P0:.*]] = tilegpu.memdesc_index %[[PLACES]][%[[ZERO]]]
// CHECK: %[[A0:.*]] = tilegpu.local_load %[[P0]] at [0, 0]
// CHECK: %[[NEXT0:.*]] = arith.xori %[[ZERO]]
// CHECK: %[[R:.*]]:4 = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %[[STEP:[^ ]*]] iter_args(%[[SUM:.*]] = %{{.*}}, %[[NEXT:.*]] = %[[NEXT0]], %[[A:.*]] = %[[A0]], %[[NUMBER:.*]] = %[[ZERO]])
// CHECK-NEXT: %[[P:.*]] = tilegpu.memdesc_index %[[PLACES]][%[[NUMBER]]]
// CHECK-NEXT: %[[A1:.*]] = tilegpu.local_load %[[P]] at [0, 16]
// CHECK-NEXT: %[[D0:.*]] = tile.dot %[[A]], %{{.*}}, %[[SUM]]
// CHECK-NEXT: %[[I1:.*]] = arith.addi %[[I]], %[[STEP]]
// CHECK-NEXT: %[[LEFT:.*]] = arith.subi %[[N]], %[[I]]
// CHECK-NEXT: %[[COMES:.*]] = arith.cmpi ugt, %[[LEFT]], %[[STEP]]
// CHECK-NEXT: tilegpu.async_wait {pending = 1 : i32}
// CHECK-NEXT: %[[OWN:.*]] = arith.cmpi slt, %[[I1]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[COMES]], %[[OWN]] : i1
// CHECK-NEXT: tilegpu.async_copy {{.*}} if %[[BOTH]]
// CHECK: tilegpu.async_commit_group
// CHECK: %[[Q:.*]] = tilegpu.memdesc_index %[[PLACES]][%[[NEXT]]]
// CHECK-NEXT: %[[A2:.*]] = tilegpu.local_load %[[Q]] at [0, 0]
// CHECK-NEXT: %[[NEXT1:.*]] = arith.xori %[[NEXT]]
// CHECK-NEXT: %[[D1:.*]] = tile.dot %[[A1]], %{{.*}}, %[[D0]]
// CHECK-NEXT: scf.yield %[[D1]], %[[NEXT1]], %[[A2]], %[[NEXT]]
// CHECK: tile.return %[[R]]#0

// One barrier in an iteration, behind the wait.
// BARRIER-LABEL: @head
// BARRIER: scf.for
// BARRIER-NOT: tilegpu.barrier
// BARRIER: tilegpu.async_wait
// BARRIER-NEXT: tilegpu.barrier cta
// BARRIER-NOT: tilegpu.barrier
// BARRIER: scf.yield
tile.func private @head(%n: i32, %ptrs: tensor<64x32x!tile.ptr<f16>, #blocked>, %b: tensor<16x64xf16, #b>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %places = tilegpu.local_alloc : !tilegpu.memdesc<2x64x32xf16, #shared>
  %d:2 = scf.for %i = %zero to %n step %one iter_args(%sum = %c, %number = %zero) -> (tensor<64x64xf32, #mma>, i32) : i32 {
    tilegpu.async_wait {pending = 1 : i32}
    %comes = arith.cmpi slt, %i, %n : i32
    %other = arith.xori %number, %one : i32
    %to = tilegpu.memdesc_index %places[%other] : !tilegpu.memdesc<2x64x32xf16, #shared> -> !tilegpu.memdesc<64x32xf16, #shared>
    tilegpu.async_copy %ptrs, %to if %comes : tensor<64x32x!tile.ptr<f16>, #blocked>, !tilegpu.memdesc<64x32xf16, #shared>
    tilegpu.async_commit_group
    %p = tilegpu.memdesc_index %places[%number] : !tilegpu.memdesc<2x64x32xf16, #shared> -> !tilegpu.memdesc<64x32xf16, #shared>
    %a0 = tilegpu.local_load %p at [0, 0] : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x16xf16, #a>
    %a1 = tilegpu.local_load %p at [0, 16] : !tilegpu.memdesc<64x32xf16, #shared> -> tensor<64x16xf16, #a>
    %d0 = tile.dot %a0, %b, %sum : tensor<64x16xf16, #a> * tensor<16x64xf16, #b> -> tensor<64x64xf32, #mma>
    %d1 = tile.dot %a1, %b, %d0 : tensor<64x16xf16, #a> * tensor<16x64xf16, #b> -> tensor<64x64xf32, #mma>
    %next = arith.xori %number, %one : i32
    scf.yield %d1, %next : tensor<64x64xf32, #mma>, i32
  }
  tile.return %d#0 : tensor<64x64xf32, #mma>
}

// One product: its operands are those of the iteration before.
// CHECK-LABEL: @one_step
// CHECK: tilegpu.local_load
// CHECK: scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}, %[[A:.*]] = %{{.*}})
// CHECK: tilegpu.async_wait
// CHECK: %[[NEXT:.*]] = tilegpu.local_load
// CHECK: %[[D:.*]] = tile.dot %[[A]], %{{.*}}, %[[SUM]]
// CHECK: scf.yield %[[D]], %[[NEXT]]
tile.func private @one_step(%n: i32, %b: tensor<16x64xf16, #b>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %p = tilegpu.local_alloc : !tilegpu.memdesc<64x16xf16, #shared>
  %d = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<64x64xf32, #mma>) : i32 {
    tilegpu.async_wait {pending = 0 : i32}
    %a = tilegpu.local_load %p : !tilegpu.memdesc<64x16xf16, #shared> -> tensor<64x16xf16, #a>
    %d0 = tile.dot %a, %b, %sum : tensor<64x16xf16, #a> * tensor<16x64xf16, #b> -> tensor<64x64xf32, #mma>
    scf.yield %d0 : tensor<64x64xf32, #mma>
  }
  tile.return %d : tensor<64x64xf32, #mma>
}

// What moves would pass a store.
// CHECK-LABEL: @effect_behind
// CHECK-NOT: tilegpu.async_wait
// CHECK: scf.for
tile.func private @effect_behind(%n: i32, %ptr: !tile.ptr<i32>, %b: tensor<16x64xf16, #b>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %p = tilegpu.local_alloc : !tilegpu.memdesc<64x16xf16, #shared>
  %d = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<64x64xf32, #mma>) : i32 {
    tilegpu.async_wait {pending = 0 : i32}
    %a = tilegpu.local_load %p : !tilegpu.memdesc<64x16xf16, #shared> -> tensor<64x16xf16, #a>
    %d0 = tile.dot %a, %b, %sum : tensor<64x16xf16, #a> * tensor<16x64xf16, #b> -> tensor<64x64xf32, #mma>
    tile.store %ptr, %i : !tile.ptr<i32>
    scf.yield %d0 : tensor<64x64xf32, #mma>
  }
  tile.return %d : tensor<64x64xf32, #mma>
}

// A store before the loads would run once too often.
// CHECK-LABEL: @effect_before
// CHECK-NOT: tilegpu.async_wait
// CHECK: scf.for
tile.func private @effect_before(%n: i32, %ptr: !tile.ptr<i32>, %b: tensor<16x64xf16, #b>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %p = tilegpu.local_alloc : !tilegpu.memdesc<64x16xf16, #shared>
  %d = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<64x64xf32, #mma>) : i32 {
    tilegpu.async_wait {pending = 0 : i32}
    tile.store %ptr, %i : !tile.ptr<i32>
    %a = tilegpu.local_load %p : !tilegpu.memdesc<64x16xf16, #shared> -> tensor<64x16xf16, #a>
    %d0 = tile.dot %a, %b, %sum : tensor<64x16xf16, #a> * tensor<16x64xf16, #b> -> tensor<64x64xf32, #mma>
    scf.yield %d0 : tensor<64x64xf32, #mma>
  }
  tile.return %d : tensor<64x64xf32, #mma>
}

// What the head hands on is used behind the loop, where it is another one.
// CHECK-LABEL: @used_behind
// CHECK-NOT: tilegpu.async_wait
// CHECK: scf.for
tile.func private @used_behind(%n: i32, %b: tensor<16x64xf16, #b>, %c: tensor<64x64xf32, #mma>) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %places = tilegpu.local_alloc : !tilegpu.memdesc<2x64x16xf16, #shared>
  %d:2 = scf.for %i = %zero to %n step %one iter_args(%sum = %c, %number = %zero) -> (tensor<64x64xf32, #mma>, i32) : i32 {
    tilegpu.async_wait {pending = 0 : i32}
    %p = tilegpu.memdesc_index %places[%number] : !tilegpu.memdesc<2x64x16xf16, #shared> -> !tilegpu.memdesc<64x16xf16, #shared>
    %a = tilegpu.local_load %p : !tilegpu.memdesc<64x16xf16, #shared> -> tensor<64x16xf16, #a>
    %d0 = tile.dot %a, %b, %sum : tensor<64x16xf16, #a> * tensor<16x64xf16, #b> -> tensor<64x64xf32, #mma>
    %next = arith.xori %number, %one : i32
    scf.yield %d0, %next : tensor<64x64xf32, #mma>, i32
  }
  tile.return %d#1 : i32
}

// The place of the next operands depends on the product.
// CHECK-LABEL: @depends_on_product
// CHECK-NOT: tilegpu.async_wait
// CHECK: scf.for
tile.func private @depends_on_product(%n: i32, %b: tensor<16x64xf16, #b>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %places = tilegpu.local_alloc : !tilegpu.memdesc<2x64x16xf16, #shared>
  %d:2 = scf.for %i = %zero to %n step %one iter_args(%sum = %c, %number = %zero) -> (tensor<64x64xf32, #mma>, i32) : i32 {
    tilegpu.async_wait {pending = 0 : i32}
    %p = tilegpu.memdesc_index %places[%number] : !tilegpu.memdesc<2x64x16xf16, #shared> -> !tilegpu.memdesc<64x16xf16, #shared>
    %a = tilegpu.local_load %p : !tilegpu.memdesc<64x16xf16, #shared> -> tensor<64x16xf16, #a>
    %d0 = tile.dot %a, %b, %sum : tensor<64x16xf16, #a> * tensor<16x64xf16, #b> -> tensor<64x64xf32, #mma>
    %rows = "tile.reduce"(%d0) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      tile.reduce.return %s : f32
    }) : (tensor<64x64xf32, #mma>) -> tensor<64xf32, #tile.slice<{dim = 1, parent = #mma}>>
    %all = "tile.reduce"(%rows) <{axis = 0 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      tile.reduce.return %s : f32
    }) : (tensor<64xf32, #tile.slice<{dim = 1, parent = #mma}>>) -> f32
    %next = arith.fptosi %all : f32 to i32
    scf.yield %d0, %next : tensor<64x64xf32, #mma>, i32
  }
  tile.return %d#0 : tensor<64x64xf32, #mma>
}

// Operands of too many registers stay where they are.
// CHECK-LABEL: @large
// CHECK-NOT: tilegpu.async_wait
// CHECK: scf.for
tile.func private @large(%n: i32, %b: tensor<64x64xf16, #b>, %c: tensor<128x64xf32, #mma>) -> tensor<128x64xf32, #mma> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %p = tilegpu.local_alloc : !tilegpu.memdesc<128x64xf16, #shared>
  %d = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<128x64xf32, #mma>) : i32 {
    tilegpu.async_wait {pending = 0 : i32}
    %a = tilegpu.local_load %p : !tilegpu.memdesc<128x64xf16, #shared> -> tensor<128x64xf16, #a>
    %d0 = tile.dot %a, %b, %sum : tensor<128x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<128x64xf32, #mma>
    scf.yield %d0 : tensor<128x64xf32, #mma>
  }
  tile.return %d : tensor<128x64xf32, #mma>
}

}
