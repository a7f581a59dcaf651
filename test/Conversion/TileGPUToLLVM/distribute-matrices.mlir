// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: sed s/sm_90a/sm_80/ %s | tile-opt --tile-distribute-to-threads | FileCheck %s --check-prefixes=CHECK,SM80

// Where rows of 16 bytes lie as the lanes hold them, `ldmatrix` and `stmatrix`
// copy between registers and shared memory.

#mma = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a2 = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b2 = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#a4 = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#a1 = #tile.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>
#b1 = #tile.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>
#rows = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#bytes = #tilegpu.swizzled_shared<{vec = 16, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#words = #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// Four matrices: rows 0 and 8, columns 0 and 8.
// CHECK-LABEL: @along_k(
// CHECK: %[[ALL:.*]] = nvvm.ldmatrix %{{.*}} {eltType = {{.*}}<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32,
// CHECK: %[[WORD:.*]] = llvm.extractvalue %[[ALL]][0]
// CHECK: %[[PAIR:.*]] = llvm.bitcast %[[WORD]] : i32 to vector<2xf16>
// CHECK: llvm.extractelement %[[PAIR]]
// CHECK-NOT: nvvm.ldmatrix
// CHECK-NOT: llvm.load
// CHECK: llvm.return
tile.func private @along_k() -> tensor<16x16xf16, #a2> attributes {tilegpu.shared_memory = 2048 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<16x64xf16, #rows>
  %1 = tilegpu.local_load %0 at [0, 0] : !tilegpu.memdesc<16x64xf16, #rows> -> tensor<16x16xf16, #a2>
  tile.return %1 : tensor<16x16xf16, #a2>
}

// The start flips bits that the rows flip, too: 32 bytes.
// CHECK-LABEL: @at_an_offset(
// CHECK: %[[FLIPPED:.*]] = llvm.mlir.constant(32 : i32) : i32
// CHECK: %[[AT:.*]] = llvm.xor %{{.*}}, %[[FLIPPED]]
// CHECK: %[[POINTER:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[AT]]]
// CHECK: nvvm.ldmatrix %[[POINTER]]
tile.func private @at_an_offset() -> tensor<16x16xf16, #a2> attributes {tilegpu.shared_memory = 4096 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<32x64xf16, #rows>
  %1 = tilegpu.local_load %0 at [0, 16] : !tilegpu.memdesc<32x64xf16, #rows> -> tensor<16x16xf16, #a2>
  tile.return %1 : tensor<16x16xf16, #a2>
}

// A start that flips none is a constant of the instruction: 16 rows of 128
// bytes.
// CHECK-LABEL: @at_a_row(
// CHECK: %[[POINTER:.*]] = llvm.getelementptr inbounds %{{.*}}[2048]
// CHECK: nvvm.ldmatrix %[[POINTER]]
tile.func private @at_a_row() -> tensor<16x16xf16, #a2> attributes {tilegpu.shared_memory = 4096 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<32x64xf16, #rows>
  %1 = tilegpu.local_load %0 at [16, 0] : !tilegpu.memdesc<32x64xf16, #rows> -> tensor<16x16xf16, #a2>
  tile.return %1 : tensor<16x16xf16, #a2>
}

// Columns of b lie side by side.
// CHECK-LABEL: @along_n(
// CHECK-COUNT-4: nvvm.ldmatrix %{{.*}} layout = #nvvm.mma_layout<col>, num = 4 : i32,
// CHECK-NOT: nvvm.ldmatrix
// CHECK: llvm.return
tile.func private @along_n() -> tensor<16x64xf16, #b2> attributes {tilegpu.shared_memory = 2048 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<16x64xf16, #rows>
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<16x64xf16, #rows> -> tensor<16x64xf16, #b2>
  tile.return %1 : tensor<16x64xf16, #b2>
}

// Two matrices.
// CHECK-LABEL: @eight_columns(
// CHECK: nvvm.ldmatrix %{{.*}} num = 2 : i32,
tile.func private @eight_columns() -> tensor<16x8xf16, #b2> attributes {tilegpu.shared_memory = 2048 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<16x64xf16, #rows>
  %1 = tilegpu.local_load %0 at [0, 0] : !tilegpu.memdesc<16x64xf16, #rows> -> tensor<16x8xf16, #b2>
  tile.return %1 : tensor<16x8xf16, #b2>
}

// CHECK-LABEL: @of_bytes(
// CHECK: nvvm.ldmatrix %{{.*}} layout = #nvvm.mma_layout<row>, num = 4 : i32,
// CHECK: llvm.trunc %{{.*}} : i32 to i8
tile.func private @of_bytes() -> tensor<16x32xi8, #a4> attributes {tilegpu.shared_memory = 2048 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<16x128xi8, #bytes>
  %1 = tilegpu.local_load %0 at [0, 0] : !tilegpu.memdesc<16x128xi8, #bytes> -> tensor<16x32xi8, #a4>
  tile.return %1 : tensor<16x32xi8, #a4>
}

// CHECK-LABEL: @of_words(
// CHECK: nvvm.ldmatrix %{{.*}} layout = #nvvm.mma_layout<row>, num = 4 : i32,
tile.func private @of_words() -> tensor<16x8xf32, #a1> attributes {tilegpu.shared_memory = 2048 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<16x32xf32, #words>
  %1 = tilegpu.local_load %0 at [0, 0] : !tilegpu.memdesc<16x32xf32, #words> -> tensor<16x8xf32, #a1>
  tile.return %1 : tensor<16x8xf32, #a1>
}

// There is no transposition of words.
// CHECK-LABEL: @words_along_n(
// CHECK-NOT: nvvm.ldmatrix
// CHECK: llvm.load
tile.func private @words_along_n() -> tensor<8x32xf32, #b1> attributes {tilegpu.shared_memory = 1024 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<8x32xf32, #words>
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<8x32xf32, #words> -> tensor<8x32xf32, #b1>
  tile.return %1 : tensor<8x32xf32, #b1>
}

// CHECK-LABEL: @store(
// SM90-COUNT-4: nvvm.stmatrix %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {{{.*}}layout = #nvvm.mma_layout<row>
// SM90-NOT: nvvm.stmatrix
// SM80-NOT: nvvm.stmatrix
// SM80-COUNT-16: llvm.store %{{.*}} {alignment = 4 : i64}
// SM80-NOT: llvm.store
// CHECK: llvm.return
tile.func private @store(%x: tensor<16x64xf16, #mma>) attributes {tilegpu.shared_memory = 2048 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<16x64xf16, #rows>
  tilegpu.local_store %x, %0 : tensor<16x64xf16, #mma>, !tilegpu.memdesc<16x64xf16, #rows>
  tile.return
}
}
