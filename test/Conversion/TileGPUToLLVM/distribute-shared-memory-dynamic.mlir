// RUN: tile-opt %s --tile-allocate-shared-memory --tile-insert-barriers --tile-distribute-to-threads | FileCheck %s

// More than 48 KiB: the array that launches size.

#shared = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#regs = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#other = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// CHECK-DAG: llvm.mlir.global external @__tile_dynamic_shared() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
// CHECK-DAG: llvm.mlir.global internal @__tile_shared_small() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<2048 x i8>
// CHECK-LABEL: llvm.func @large
// CHECK-SAME: tile.dynamic_shared_memory = 65536 : i64
// CHECK: llvm.mlir.addressof @__tile_dynamic_shared
tile.func public @large() {
  %a = arith.constant dense<1.0> : tensor<16384xf32, #regs>
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<16384xf32, #shared>
  tilegpu.local_store %a, %0 : tensor<16384xf32, #regs>, !tilegpu.memdesc<16384xf32, #shared>
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<16384xf32, #shared> -> tensor<16384xf32, #other>
  tile.return
}

// CHECK-LABEL: llvm.func @small
// CHECK-NOT: dynamic
// CHECK: llvm.mlir.addressof @__tile_shared_small
tile.func public @small() {
  %a = arith.constant dense<1.0> : tensor<512xf32, #regs>
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<512xf32, #shared>
  tilegpu.local_store %a, %0 : tensor<512xf32, #regs>, !tilegpu.memdesc<512xf32, #shared>
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<512xf32, #shared> -> tensor<512xf32, #other>
  tile.return
}
}
