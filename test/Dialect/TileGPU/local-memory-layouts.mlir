// RUN: tile-opt %s --tile-coalesce-memory --tile-remove-layout-conversions -split-input-file -verify-diagnostics | FileCheck %s

// Tiles that come from shared memory, or go there, may have any layout: nobody
// says that nothing is known of them, and conversions beside them go.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#line = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// What is stored to global memory is loaded in the layout of the store.
// CHECK: #[[FOUR:.+]] = #tile.blocked<{sizePerThread = [4],
// CHECK-LABEL: @load(
// CHECK: %[[V:.+]] = tilegpu.local_load {{.*}} -> tensor<512xf32, #[[FOUR]]>
// CHECK-NEXT: %[[W:.+]] = arith.addf %[[V]], %[[V]] : tensor<512xf32, #[[FOUR]]>
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tile.store {{.*}}, %[[W]] : tensor<512x!tile.ptr<f32>, #[[FOUR]]>
tile.func private @load(%q: tensor<512x!tile.ptr<f32>, #four>) {
  %m = tilegpu.local_alloc : !tilegpu.memdesc<512xf32, #line>
  %v = tilegpu.local_load %m : !tilegpu.memdesc<512xf32, #line> -> tensor<512xf32, #one>
  %w = arith.addf %v, %v : tensor<512xf32, #one>
  %x = tilegpu.convert_layout %w : tensor<512xf32, #one> -> tensor<512xf32, #four>
  tile.store %q, %x : tensor<512x!tile.ptr<f32>, #four>
  tile.return
}

// What is loaded from global memory is stored to shared memory as it is.
// CHECK-LABEL: @store(
// CHECK: %[[V:.+]] = tile.load {{.*}} : tensor<512x!tile.ptr<f32>, #[[FOUR]]>
// CHECK-NEXT: %[[M:.+]] = tilegpu.local_alloc
// CHECK-NEXT: tilegpu.local_store %[[V]], %[[M]] : tensor<512xf32, #[[FOUR]]>
tile.func private @store(%p: tensor<512x!tile.ptr<f32>, #four>) {
  %v = tile.load %p : tensor<512x!tile.ptr<f32>, #four>
  %m = tilegpu.local_alloc : !tilegpu.memdesc<512xf32, #line>
  %x = tilegpu.convert_layout %v : tensor<512xf32, #four> -> tensor<512xf32, #one>
  tilegpu.local_store %x, %m : tensor<512xf32, #one>, !tilegpu.memdesc<512xf32, #line>
  tile.return
}

// Indices and what they take out have one layout; so have numbers that are
// counted and their mask.
// CHECK-LABEL: @gather_and_count(
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tilegpu.local_gather {{.*}} (!tilegpu.memdesc<512xi32, #{{.*}}>, tensor<512xi32, #[[FOUR]]>) -> tensor<512xi32, #[[FOUR]]>
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tilegpu.local_count %{{.*}} where %{{.*}}, %{{.*}} : tensor<512xi32, #[[FOUR]]>
tile.func private @gather_and_count(%p: tensor<512x!tile.ptr<i32>, #four>, %c: tensor<512xi1, #four>) {
  %m = tilegpu.local_alloc : !tilegpu.memdesc<512xi32, #line>
  %bins = tilegpu.local_alloc : !tilegpu.memdesc<1x256xi32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>>
  %i = tile.load %p : tensor<512x!tile.ptr<i32>, #four>
  %j = tilegpu.convert_layout %i : tensor<512xi32, #four> -> tensor<512xi32, #one>
  %v = tilegpu.local_gather %m[%j] {axis = 0 : i32} : (!tilegpu.memdesc<512xi32, #line>, tensor<512xi32, #one>) -> tensor<512xi32, #one>
  %d = tilegpu.convert_layout %c : tensor<512xi1, #four> -> tensor<512xi1, #one>
  tilegpu.local_count %v where %d, %bins : tensor<512xi32, #one>, !tilegpu.memdesc<1x256xi32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>>
  tile.return
}
}
