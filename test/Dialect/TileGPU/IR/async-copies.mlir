// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#s = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>

// CHECK-LABEL: @copies
tile.func private @copies(%p: tensor<32x!tile.ptr<f32>, #a>, %m: tensor<32xi1, #a>, %i: i32, %c: i1) {
  // CHECK: tilegpu.local_alloc : <3x32xf32, #{{.*}}>
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<3x32xf32, #s>
  // CHECK: tilegpu.memdesc_index %{{.*}}[%{{.*}}] : <3x32xf32, #{{.*}}> -> <32xf32, #{{.*}}>
  %1 = tilegpu.memdesc_index %0[%i] : !tilegpu.memdesc<3x32xf32, #s> -> !tilegpu.memdesc<32xf32, #s>
  // CHECK: tilegpu.async_copy %{{.*}}, %{{.*}} : tensor<32x!tile.ptr<f32>, #{{.*}}>, <32xf32, #{{.*}}>
  tilegpu.async_copy %p, %1 : tensor<32x!tile.ptr<f32>, #a>, !tilegpu.memdesc<32xf32, #s>
  // CHECK: tilegpu.async_copy %{{.*}}, %{{.*}} mask %{{.*}} if %{{.*}} cacheModifier = ca :
  tilegpu.async_copy %p, %1 mask %m if %c cacheModifier = ca : tensor<32x!tile.ptr<f32>, #a>, !tilegpu.memdesc<32xf32, #s>
  // CHECK: tilegpu.async_commit_group
  tilegpu.async_commit_group
  // CHECK: tilegpu.async_wait {pending = 2 : i32}
  tilegpu.async_wait {pending = 2 : i32}
  tile.return
}
