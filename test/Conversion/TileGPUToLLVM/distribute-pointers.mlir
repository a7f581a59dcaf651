// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @addptr
// CHECK-SAME: (%[[P0:.*]]: !llvm.ptr<1>, %[[P1:.*]]: !llvm.ptr<1>, %[[I0:.*]]: i32, %[[I1:.*]]: i32)
tile.func private @addptr(%p: tensor<256x!tile.ptr<f32>, #two>, %i: tensor<256xi32, #two>) -> tensor<256x!tile.ptr<f32>, #two> {
  // CHECK-DAG: llvm.getelementptr %[[P0]][%[[I0]]] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  // CHECK-DAG: llvm.getelementptr %[[P1]][%[[I1]]] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %0 = tile.addptr %p, %i : tensor<256x!tile.ptr<f32>, #two>, tensor<256xi32, #two>
  tile.return %0 : tensor<256x!tile.ptr<f32>, #two>
}

// An i1 takes a byte, as an 8-bit float does.
// CHECK-LABEL: @bytes
tile.func private @bytes(%p: !tile.ptr<i1>, %q: !tile.ptr<f8E4M3FN>, %i: i64) -> (!tile.ptr<i1>, !tile.ptr<f8E4M3FN>) {
  // CHECK-COUNT-2: llvm.getelementptr %{{.*}} : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  %0 = tile.addptr %p, %i : !tile.ptr<i1>, i64
  %1 = tile.addptr %q, %i : !tile.ptr<f8E4M3FN>, i64
  tile.return %0, %1 : !tile.ptr<i1>, !tile.ptr<f8E4M3FN>
}

// CHECK-LABEL: @pointers_to_pointers
tile.func private @pointers_to_pointers(%p: !tile.ptr<!tile.ptr<f16>>, %i: i32) -> !tile.ptr<!tile.ptr<f16>> {
  // CHECK: llvm.getelementptr %{{.*}} : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.ptr<1>
  %0 = tile.addptr %p, %i : !tile.ptr<!tile.ptr<f16>>, i32
  tile.return %0 : !tile.ptr<!tile.ptr<f16>>
}

// CHECK-LABEL: @shared
// CHECK-SAME: !llvm.ptr<3>
tile.func private @shared(%p: !tile.ptr<f16, 3>, %i: i8) -> !tile.ptr<f16, 3> {
  // CHECK: llvm.getelementptr %{{.*}} : (!llvm.ptr<3>, i8) -> !llvm.ptr<3>, f16
  %0 = tile.addptr %p, %i : !tile.ptr<f16, 3>, i8
  tile.return %0 : !tile.ptr<f16, 3>
}

// CHECK-LABEL: @casts
tile.func private @casts(%p: tensor<256x!tile.ptr<f32>, #two>) -> tensor<256x!tile.ptr<i8>, #two> {
  // CHECK-COUNT-2: llvm.ptrtoint %{{.*}} : !llvm.ptr<1> to i64
  // CHECK-COUNT-2: arith.addi %{{.*}} : i64
  // CHECK-COUNT-2: llvm.inttoptr %{{.*}} : i64 to !llvm.ptr<1>
  %0 = tile.ptr_to_int %p : tensor<256x!tile.ptr<f32>, #two> -> tensor<256xi64, #two>
  %1 = arith.addi %0, %0 : tensor<256xi64, #two>
  %2 = tile.int_to_ptr %1 : tensor<256xi64, #two> -> tensor<256x!tile.ptr<i8>, #two>
  tile.return %2 : tensor<256x!tile.ptr<i8>, #two>
}
}
