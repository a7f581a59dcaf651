// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 2>} {

// CHECK: llvm.func @extern(f32) -> i32
tile.func private @extern(f32) -> i32

// CHECK-LABEL: llvm.func @kernel(
// CHECK-SAME: !llvm.ptr<1> {llvm.align = 16 : i64}, %{{.*}}: !llvm.ptr<1>, %{{.*}}: i32)
// CHECK-SAME: nvvm.kernel
// CHECK-SAME: nvvm.reqntid = array<i32: 64>
// CHECK-NEXT: llvm.return
tile.func public @kernel(%a: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                         %b: !tile.ptr<f16>, %n: i32 {tile.divisibility = 8 : i32}) {
  tile.return
}

// CHECK-LABEL: llvm.func internal @no_inline
// CHECK-SAME: no_inline
// CHECK-NOT: nvvm.kernel
tile.func private @no_inline(%a: f32) -> f32 attributes {noinline = true} {
  // CHECK: llvm.return %{{.*}} : f32
  tile.return %a : f32
}

// A tile of two registers is two arguments, and a struct of two as a result.
// CHECK-LABEL: llvm.func internal @tile_in_out
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32) -> !llvm.struct<(f32, f32)>
tile.func private @tile_in_out(%a: tensor<128xf32, #two>) -> tensor<128xf32, #two> {
  // CHECK: %[[P:.*]] = llvm.mlir.poison : !llvm.struct<(f32, f32)>
  // CHECK: %[[Q:.*]] = llvm.insertvalue %[[A]], %[[P]][0]
  // CHECK: %[[R:.*]] = llvm.insertvalue %[[B]], %[[Q]][1]
  // CHECK: llvm.return %[[R]]
  tile.return %a : tensor<128xf32, #two>
}

// CHECK-LABEL: llvm.func internal @several_results
// CHECK-SAME: (%[[S:.*]]: i8, %[[A:.*]]: f32, %[[B:.*]]: f32) -> !llvm.struct<(f32, f32, i8)>
tile.func private @several_results(%s: f8E5M2, %a: tensor<128xf32, #two>) -> (tensor<128xf32, #two>, f8E5M2) {
  // CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
  // CHECK: llvm.insertvalue %[[B]], %{{.*}}[1]
  // CHECK: llvm.insertvalue %[[S]], %{{.*}}[2]
  tile.return %a, %s : tensor<128xf32, #two>, f8E5M2
}

// CHECK-LABEL: llvm.func internal @nothing()
// CHECK-NEXT: llvm.return{{$}}
tile.func private @nothing() {
  tile.return
}

// CHECK-LABEL: llvm.func internal @calls
// CHECK-SAME: (%[[S:.*]]: i8, %[[A:.*]]: f32, %[[B:.*]]: f32)
tile.func private @calls(%s: f8E5M2, %a: tensor<128xf32, #two>) -> tensor<128xf32, #two> {
  // CHECK: llvm.call @nothing() : () -> ()
  tile.call @nothing() : () -> ()
  // CHECK: %[[R:.*]] = llvm.call @several_results(%[[S]], %[[A]], %[[B]])
  // CHECK: %[[X:.*]] = llvm.extractvalue %[[R]][0]
  // CHECK: %[[Y:.*]] = llvm.extractvalue %[[R]][1]
  // CHECK: %[[Z:.*]] = llvm.extractvalue %[[R]][2]
  %0:2 = tile.call @several_results(%s, %a) : (f8E5M2, tensor<128xf32, #two>) -> (tensor<128xf32, #two>, f8E5M2)
  // CHECK: llvm.call @several_results(%[[Z]], %[[X]], %[[Y]])
  %1:2 = tile.call @several_results(%0#1, %0#0) : (f8E5M2, tensor<128xf32, #two>) -> (tensor<128xf32, #two>, f8E5M2)
  tile.return %1#0 : tensor<128xf32, #two>
}

// One result needs no struct.
// CHECK-LABEL: llvm.func internal @call_one
tile.func private @call_one(%a: tensor<64xf32, #one>, %b: f32) -> tensor<64xf32, #one> {
  // CHECK: llvm.call @no_inline(%{{.*}}) : (f32) -> f32
  %0 = tile.call @no_inline(%b) : (f32) -> f32
  // CHECK: llvm.call @extern(%{{.*}}) : (f32) -> i32
  %1 = tile.call @extern(%0) : (f32) -> i32
  tile.return %a : tensor<64xf32, #one>
}

// CHECK-LABEL: llvm.func @grid
tile.func public @grid(%p: !tile.ptr<i32>) {
  // CHECK-DAG: nvvm.read.ptx.sreg.ctaid.x
  // CHECK-DAG: nvvm.read.ptx.sreg.ctaid.y
  // CHECK-DAG: nvvm.read.ptx.sreg.ctaid.z
  // CHECK-DAG: nvvm.read.ptx.sreg.nctaid.x
  // CHECK-DAG: nvvm.read.ptx.sreg.nctaid.y
  // CHECK-DAG: nvvm.read.ptx.sreg.nctaid.z
  %0 = tile.get_program_id x : i32
  %1 = tile.get_program_id y : i32
  %2 = tile.get_program_id z : i32
  %3 = tile.get_num_programs x : i32
  %4 = tile.get_num_programs y : i32
  %5 = tile.get_num_programs z : i32
  tile.return
}
}
