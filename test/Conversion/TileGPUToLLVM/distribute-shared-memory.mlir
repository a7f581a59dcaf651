// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// Tiles in shared memory: how they are stored and loaded, and what barriers become.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#half = #tile.linear<{register = [], lane = [[1], [2], [4], [8], [0]], warp = [], block = []}>
#s128 = #tilegpu.linear_shared<[[1], [2], [4], [8], [16], [32], [64]]>
#s64 = #tilegpu.linear_shared<[[1], [2], [4], [8], [16], [32]]>
#s16 = #tilegpu.linear_shared<[[1], [2], [4], [8]]>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// The function's bytes, aligned such that banks are what the layout says.
// CHECK: llvm.mlir.global internal @__tile_shared_floats() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<528 x i8>

// Four neighbours are one access. The place begins behind another one. Loads of
// words with 32 lanes side by side are rows of matrices, four in an instruction.
// CHECK-LABEL: @floats(
// CHECK: %[[BASE:.*]] = llvm.mlir.addressof @__tile_shared_floats
// CHECK: %[[PLACE:.*]] = llvm.getelementptr inbounds %[[BASE]][16]
// CHECK: %[[AT:.*]] = llvm.getelementptr inbounds %[[PLACE]][%{{.*}}] : {{.*}}, i8
// CHECK: llvm.store %{{.*}}, %[[AT]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NOT: llvm.store
// CHECK: nvvm.barrier0
// CHECK: nvvm.ldmatrix %{{.*}} {eltType = {{.*}}<b16>, layout = {{.*}}<row>, num = 4 : i32,
// CHECK-NOT: llvm.load
// CHECK-NOT: nvvm.ldmatrix
// CHECK: llvm.return
tile.func private @floats(%x: tensor<128xf32, #four>) -> tensor<128xf32, #one> attributes {tilegpu.shared_memory = 528 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 16 : i32} : !tilegpu.memdesc<128xf32, #s128>
  tilegpu.local_store %x, %0 : tensor<128xf32, #four>, !tilegpu.memdesc<128xf32, #s128>
  tilegpu.barrier cta
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<128xf32, #s128> -> tensor<128xf32, #one>
  tile.return %1 : tensor<128xf32, #one>
}

// Bytes come as a word, by an instruction that LLVM does not take apart.
// CHECK-LABEL: @bytes(
// CHECK: %[[WORD:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<3> -> i32
// CHECK: llvm.trunc %[[WORD]] : i32 to i8
// CHECK-COUNT-3: nvvm.prmt <default> %{{.*}}, %[[WORD]], %{{.*}} : i32
// CHECK-NOT: llvm.load
// CHECK: llvm.return
tile.func private @bytes() -> tensor<128xi8, #four> attributes {tilegpu.shared_memory = 128 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<128xi8, #s128>
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<128xi8, #s128> -> tensor<128xi8, #four>
  tile.return %1 : tensor<128xi8, #four>
}

// CHECK-LABEL: @two_bytes(
// CHECK: %[[HALF:.*]] = llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> i16
// CHECK: llvm.zext %[[HALF]] : i16 to i32
// CHECK: nvvm.prmt
// CHECK-NOT: llvm.load
// CHECK: llvm.return
tile.func private @two_bytes() -> tensor<64xi8, #two> attributes {tilegpu.shared_memory = 64 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64xi8, #s64>
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<64xi8, #s64> -> tensor<64xi8, #two>
  tile.return %1 : tensor<64xi8, #two>
}

// An i1 takes a byte, a pointer eight.
// CHECK-LABEL: @other_types(
// CHECK: llvm.zext %{{.*}} : i1 to i8
// CHECK: llvm.store %{{.*}} {alignment = 1 : i64} : i8, !llvm.ptr<3>
// CHECK: llvm.ptrtoint %{{.*}} : !llvm.ptr<1> to i64
// CHECK: llvm.store %{{.*}} {alignment = 8 : i64} : i64, !llvm.ptr<3>
tile.func private @other_types(%x: tensor<64xi1, #one>, %y: tensor<64x!tile.ptr<f32>, #one>) attributes {tilegpu.shared_memory = 576 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64xi1, #s64>
  tilegpu.local_store %x, %0 : tensor<64xi1, #one>, !tilegpu.memdesc<64xi1, #s64>
  %1 = tilegpu.local_alloc {tilegpu.offset = 64 : i32} : !tilegpu.memdesc<64x!tile.ptr<f32>, #s64>
  tilegpu.local_store %y, %1 : tensor<64x!tile.ptr<f32>, #one>, !tilegpu.memdesc<64x!tile.ptr<f32>, #s64>
  tile.return
}

// Of the threads that hold copies one stores; all load.
// CHECK-LABEL: @copies(
// CHECK: scf.if
// CHECK: llvm.store
// CHECK: }
// CHECK: nvvm.bar.warp.sync
// CHECK-NOT: scf.if
// CHECK: llvm.load
tile.func private @copies(%x: tensor<16xf32, #half>) -> tensor<16xf32, #half> attributes {tilegpu.shared_memory = 64 : i32} {
  %0 = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<16xf32, #s16>
  tilegpu.local_store %x, %0 : tensor<16xf32, #half>, !tilegpu.memdesc<16xf32, #s16>
  tilegpu.barrier warp
  %1 = tilegpu.local_load %0 : !tilegpu.memdesc<16xf32, #s16> -> tensor<16xf32, #half>
  tile.return %1 : tensor<16xf32, #half>
}

// CHECK-LABEL: @group(
// CHECK: nvvm.barrier id = %{{.*}} number_of_threads = %{{.*}}
tile.func private @group() {
  tilegpu.barrier group {id = 3 : i32, warps = 2 : i32}
  tile.return
}
}
