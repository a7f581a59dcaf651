// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s
// RUN: %if ptxas %{ tilec %s --emit=cubin -o %t.cubin %}

#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-DAG: llvm.func @__assertfail(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64)
// CHECK-DAG: @[[MESSAGE:tile_string_[0-9]+]]("index out of range\00")
// CHECK-DAG: @[[FUNCTION:tile_string_[0-9]+]]("tile\00")
// CHECK-DAG: @[[FILE:tile_string_[0-9]+]]("kernel.py\00")

// The thread checks all its elements at once.
// CHECK-LABEL: llvm.func internal @tile(
// CHECK-SAME: %[[A:.*]]: i1, %[[B:.*]]: i1)
// CHECK: %[[BOTH:.*]] = llvm.and %[[A]], %[[B]]
// CHECK: %[[FAILS:.*]] = llvm.xor %[[BOTH]], %{{.*}}
// CHECK: scf.if %[[FAILS]] {
// CHECK-DAG: llvm.mlir.addressof @[[MESSAGE]]
// CHECK-DAG: llvm.mlir.addressof @[[FILE]]
// CHECK-DAG: llvm.mlir.addressof @[[FUNCTION]]
// CHECK-DAG: llvm.mlir.constant(12 : i32)
// CHECK: llvm.call @__assertfail(
// CHECK: }
tile.func private @tile(%ok: tensor<256xi1, #two>) {
  tile.assert %ok, "index out of range" : tensor<256xi1, #two> loc("kernel.py":12:3)
  tile.return
}

// CHECK-LABEL: llvm.func internal @scalar(
// CHECK-SAME: %[[A:.*]]: i1)
// CHECK: %[[FAILS:.*]] = llvm.xor %[[A]], %{{.*}}
// CHECK: scf.if %[[FAILS]]
tile.func private @scalar(%ok: i1) {
  tile.assert %ok, "" : i1 loc(unknown)
  tile.return
}

// The location of the innermost file.
// CHECK-LABEL: llvm.func internal @named_location(
// CHECK: llvm.mlir.constant(7 : i32)
tile.func private @named_location(%ok: i1) {
  tile.assert %ok, "" : i1 loc(callsite("f"("kernel.py":7:1) at "main.py":99:1))
  tile.return
}
}
