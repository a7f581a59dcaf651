// Forms that later versions of Triton print, in pretty and in generic form.
// RUN: tile-opt %s --tile-import-ttir | FileCheck %s

#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>

// Address spaces by name and by number.
// CHECK-LABEL: tile.func private @address_spaces(
// CHECK-SAME: !tile.ptr<f32>, %{{.*}}: !tile.ptr<f32>, %{{.*}}: !tile.ptr<i8, 0>, %{{.*}}: !tile.ptr<i8, 0>, %{{.*}}: tensor<4x!tile.ptr<i8>>)
tt.func private @address_spaces(%a: !tt.ptr<f32, "global">, %b: !tt.ptr<f32, "constant">, %c: !tt.ptr<i8, "descriptor">, %d: !tt.ptr<i8, 0>, %e: tensor<4x!tt.ptr<i8, "constant">>) {
  tt.return
}

// Descriptors' blocks, with and without a layout of shared memory.
// CHECK-LABEL: tile.func public @descriptors(
// CHECK-COUNT-4: tile.load {{.*}} cacheModifier = cg evictionPolicy = evict_first
tt.func public @descriptors(%a: !tt.tensordesc<8x16xf16>, %b: !tt.tensordesc<8x16xf16, #shared>, %c: !tt.tensordesc<tensor<8x16xf16>>, %d: !tt.tensordesc<tensor<8x16xf16, #shared>>, %p: !tt.ptr<f16>) {
  %c0 = arith.constant 0 : i32
  %x = tt.descriptor_load %a[%c0, %c0] {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_first>} : !tt.tensordesc<8x16xf16> -> tensor<8x16xf16>
  %y = tt.descriptor_load %b[%c0, %c0] cacheModifier = cg evictionPolicy = evict_first : !tt.tensordesc<8x16xf16, #shared> -> tensor<8x16xf16>
  %z = "tt.descriptor_load"(%c, %c0, %c0) <{cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_first>}> : (!tt.tensordesc<tensor<8x16xf16>>, i32, i32) -> tensor<8x16xf16>
  %w = "tt.descriptor_load"(%d, %c0, %c0) <{cache = 3 : i32, evict = 2 : i32}> : (!tt.tensordesc<tensor<8x16xf16, #shared>>, i32, i32) -> tensor<8x16xf16>
  %0 = arith.addf %x, %y : tensor<8x16xf16>
  %1 = arith.addf %z, %w : tensor<8x16xf16>
  %2 = arith.addf %0, %1 : tensor<8x16xf16>
  tt.descriptor_store %a[%c0, %c0], %2 : !tt.tensordesc<8x16xf16>, tensor<8x16xf16>
  tt.return
}

// CHECK-LABEL: tile.func private @accesses(
// CHECK: tile.load %{{.*}} cacheModifier = ca evictionPolicy = evict_last : !tile.ptr<f32>
// CHECK: tile.load %{{.*}} cacheModifier = ca evictionPolicy = evict_last {isVolatile = true} : !tile.ptr<f32>
// CHECK: tile.load %{{.*}} evictionPolicy = evict_last : !tile.ptr<f32>
// CHECK: tile.store %{{.*}}, %{{.*}} cacheModifier = wt : !tile.ptr<f32>
// CHECK: tile.store %{{.*}}, %{{.*}} cacheModifier = wt : !tile.ptr<f32>
// CHECK: tile.store %{{.*}}, %{{.*}} : !tile.ptr<f32>
tt.func private @accesses(%p: !tt.ptr<f32>) {
  %0 = tt.load %p {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_last>} : !tt.ptr<f32>
  %1 = "tt.load"(%p) <{cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_last>, isVolatile = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32
  // As older MLIR printed it.
  %2 = "tt.load"(%p) {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_last>, operandSegmentSizes = array<i32: 1, 0, 0>} : (!tt.ptr<f32>) -> f32
  tt.store %p, %0 {cachePolicy = #tt.cache_policy<cache_modifier = wt, eviction_policy = evict_normal>, ignore_cta} : !tt.ptr<f32>
  "tt.store"(%p, %1) <{cachePolicy = #tt.cache_policy<cache_modifier = wt, eviction_policy = evict_normal>, ignore_cta}> : (!tt.ptr<f32>, f32) -> ()
  tt.store %p, %2 {ignore_cta} : !tt.ptr<f32>
  tt.return
}

// CHECK-LABEL: tile.func private @generic(
// CHECK: tile.atomic_load acquire, cta, %{{.*}}, %{{.*}} : (!tile.ptr<i32>, i1) -> i32
// CHECK: tile.atomic_store release, sys, %{{.*}}, %{{.*}} : !tile.ptr<i32>
// CHECK: tile.atomic_poll acquire, gpu, %{{.*}}, %{{.*}} timeout %{{.*}} : !tile.ptr<i32>, i32 -> i1
// CHECK: tile.atomic_poll relaxed, gpu, %{{.*}}, %{{.*}} : !tile.ptr<i32>, i32 -> i1
// CHECK: tile.approx_divf
// CHECK: tile.grid_dependency_wait
// CHECK: tile.grid_dependency_launch_dependents
// CHECK-COUNT-2: tilegpu.barrier cta
tt.func private @generic(%p: !tt.ptr<i32>, %m: i1, %t: i64, %x: tensor<32xf32>) {
  %0 = "tt.atomic_load"(%p, %m) <{scope = 2 : i32, sem = 2 : i32}> : (!tt.ptr<i32>, i1) -> i32
  "tt.atomic_store"(%p, %0) <{scope = 3 : i32, sem = 3 : i32}> : (!tt.ptr<i32>, i32) -> ()
  %1 = "tt.atomic_poll"(%p, %0, %t) <{scope = 1 : i32, sem = 2 : i32}> : (!tt.ptr<i32>, i32, i64) -> i1
  %2 = "tt.atomic_poll"(%p, %0) {scope = 1 : i32, sem = 1 : i32} : (!tt.ptr<i32>, i32) -> i1
  %3 = "tt.approx_divf"(%x, %x) : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
  "tt.grid_dependency_wait"() : () -> ()
  "tt.grid_dependency_launch_dependents"() : () -> ()
  ttg.barrier all
  "ttg.barrier"() <{addrSpace = 7 : i32}> : () -> ()
  tt.return
}

// Notes for later stages.
// CHECK-LABEL: tile.func private @notes(
// CHECK-SAME: %{{[a-z0-9]+}}: !tile.ptr<f32>, %{{.*}}: i32)
// CHECK-NEXT: arith.addi %{{.*}}, %{{.*}} : i32
tt.func private @notes(%p: !tt.ptr<f32> {tt.pointee_type = f32}, %i: i32) {
  %0 = arith.addi %i, %i {tt.desired_encoding = "any"} : i32
  tt.return
}

// What nobody reads may be anything.
// CHECK-LABEL: tile.func private @poison(
// CHECK-COUNT-4: ub.poison
tt.func private @poison() -> (i32, tensor<8xf16>, !tt.ptr<f32>, tensor<8x!tt.ptr<f32>>) {
  %0 = ub.poison : i32
  %1 = ub.poison : tensor<8xf16>
  %2 = ub.poison : !tt.ptr<f32>
  %3 = ub.poison : tensor<8x!tt.ptr<f32>>
  tt.return %0, %1, %2, %3 : i32, tensor<8xf16>, !tt.ptr<f32>, tensor<8x!tt.ptr<f32>>
}

// Only an asm that waits for grids, and whose result nobody reads, is one.
// CHECK-LABEL: tile.func private @asm(
// CHECK-COUNT-2: tile.grid_dependency_wait
// CHECK: tile.elementwise_inline_asm "griddepcontrol.wait; mov.u32 $0, 1;" {
// CHECK: tile.elementwise_inline_asm "griddepcontrol.wait;" {
tt.func private @asm() -> i32 {
  %0 = tt.elementwise_inline_asm "griddepcontrol.wait; // dummy $0" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  %1 = "tt.elementwise_inline_asm"() <{asm_string = "griddepcontrol.wait;", constraints = "=r", packed_element = 1 : i32, pure = false}> : () -> i32
  %2 = tt.elementwise_inline_asm "griddepcontrol.wait; mov.u32 $0, 1;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.elementwise_inline_asm "griddepcontrol.wait;" {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tt.return %2 : i32
}
