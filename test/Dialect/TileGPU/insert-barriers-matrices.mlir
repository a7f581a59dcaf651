// RUN: tile-opt %s --tile-insert-barriers | FileCheck %s

// With `ldmatrix` lanes load for each other: a warp waits even where each thread
// reads only what it stored itself.

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#rows = #tile.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @matrices
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.barrier warp
// CHECK-NEXT: tilegpu.local_load
tile.func private @matrices(%x: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #mma> attributes {tilegpu.shared_memory = 8192 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64x64xf16, #shared>
  tilegpu.local_store %x, %0 : tensor<64x64xf16, #mma>, !tilegpu.memdesc<64x64xf16, #shared>
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<64x64xf16, #shared> -> tensor<64x64xf16, #mma>
  tile.return %1 : tensor<64x64xf16, #mma>
}

// CHECK-LABEL: @vectors
// CHECK: tilegpu.local_store
// CHECK-NEXT: tilegpu.local_load
tile.func private @vectors(%x: tensor<64x64xf16, #rows>) -> tensor<64x64xf16, #rows> attributes {tilegpu.shared_memory = 8192 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64x64xf16, #shared>
  tilegpu.local_store %x, %0 : tensor<64x64xf16, #rows>, !tilegpu.memdesc<64x64xf16, #shared>
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<64x64xf16, #shared> -> tensor<64x64xf16, #rows>
  tile.return %1 : tensor<64x64xf16, #rows>
}
}
