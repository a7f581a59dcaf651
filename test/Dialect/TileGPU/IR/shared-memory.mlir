// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s

#regs = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>

// CHECK-DAG: #[[SWIZZLED:.*]] = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-DAG: #[[LINEAR:.*]] = #tilegpu.linear_shared<{{\[}}[0, 1], [0, 2], [1, 1], [2, 2]]>
// CHECK-DAG: #[[POINT:.*]] = #tilegpu.linear_shared<[], rank = 1>
#swizzled = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#linear = #tilegpu.linear_shared<[[0, 1], [0, 2], [1, 1], [2, 2]]>
#point = #tilegpu.linear_shared<[], rank = 1>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
// CHECK-LABEL: @places
tile.func private @places() {
  // CHECK: tilegpu.local_alloc : <32x32xf32, #[[SWIZZLED]]>
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32x32xf32, #swizzled>
  // CHECK: tilegpu.local_alloc {tilegpu.offset = 16 : i32} : <4x4xi1, #[[LINEAR]]>
  %1 = tilegpu.local_alloc {tilegpu.offset = 16 : i32} : !tilegpu.memdesc<4x4xi1, #linear>
  // CHECK: tilegpu.local_alloc : <1x!tile.ptr<f16>, #[[POINT]]>
  %2 = tilegpu.local_alloc : !tilegpu.memdesc<1x!tile.ptr<f16>, #point>
  tile.return
}

// CHECK-LABEL: @counts
tile.func private @counts(%a: tensor<32x32xi8, #regs>, %m: tensor<32x32xi1, #regs>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<4x4xi32, #linear>
  // CHECK: tilegpu.local_count %{{.*}}, %{{.*}} : tensor<32x32xi8, #{{.*}}>, <4x4xi32, #[[LINEAR]]>
  tilegpu.local_count %a, %0 : tensor<32x32xi8, #regs>, !tilegpu.memdesc<4x4xi32, #linear>
  // CHECK: tilegpu.local_count %{{.*}} where %{{.*}}, %{{.*}} : tensor<32x32xi8, #{{.*}}>, <4x4xi32, #[[LINEAR]]>
  tilegpu.local_count %a where %m, %0 : tensor<32x32xi8, #regs>, !tilegpu.memdesc<4x4xi32, #linear>
  tile.return
}

// CHECK-LABEL: @copies
// CHECK-SAME: attributes {tilegpu.shared_memory = 4096 : i32}
tile.func private @copies(%a: tensor<32x32xf32, #regs>) -> tensor<32x32xf32, #regs> attributes {tilegpu.shared_memory = 4096 : i32} {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32x32xf32, #swizzled>
  // CHECK: tilegpu.local_store %{{.*}}, %{{.*}} : tensor<32x32xf32, #{{.*}}>, <32x32xf32, #[[SWIZZLED]]>
  tilegpu.local_store %a, %0 : tensor<32x32xf32, #regs>, !tilegpu.memdesc<32x32xf32, #swizzled>
  // CHECK: tilegpu.barrier warp
  tilegpu.barrier warp
  // CHECK: tilegpu.barrier cta
  tilegpu.barrier cta
  // CHECK: tilegpu.barrier group {id = 3 : i32, warps = 2 : i32}
  tilegpu.barrier group {id = 3 : i32, warps = 2 : i32}
  // CHECK: tilegpu.local_load %{{.*}} : <32x32xf32, #[[SWIZZLED]]> -> tensor<32x32xf32, #{{.*}}>
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<32x32xf32, #swizzled> -> tensor<32x32xf32, #regs>
  tile.return %1 : tensor<32x32xf32, #regs>
}

// CHECK-LABEL: @gather
tile.func private @gather(%i: tensor<4x32xi16, #regs>) -> tensor<4x32xf32, #regs> {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32x32xf32, #swizzled>
  // CHECK: tilegpu.local_gather %{{.*}}[%{{.*}}] {axis = 0 : i32} : (!tilegpu.memdesc<32x32xf32, #[[SWIZZLED]]>, tensor<4x32xi16, #{{.*}}>) -> tensor<4x32xf32, #{{.*}}>
  %1 = tilegpu.local_gather %0[%i] {axis = 0 : i32} : (!tilegpu.memdesc<32x32xf32, #swizzled>, tensor<4x32xi16, #regs>) -> tensor<4x32xf32, #regs>
  tile.return %1 : tensor<4x32xf32, #regs>
}
}
