// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// CHECK-LABEL: tile.func private @convert_layout
tile.func private @convert_layout(%0: tensor<128xf32, #a>, %1: tensor<128x!tile.ptr<i8>, #a>) {
  // CHECK: tilegpu.convert_layout %{{.*}} : tensor<128xf32, #[[A:.*]]> -> tensor<128xf32, #[[B:.*]]>
  %2 = tilegpu.convert_layout %0 : tensor<128xf32, #a> -> tensor<128xf32, #b>
  // CHECK: tilegpu.convert_layout %{{.*}} : tensor<128x!tile.ptr<i8>, #[[A]]> -> tensor<128x!tile.ptr<i8>, #[[B]]>
  %3 = tilegpu.convert_layout %1 : tensor<128x!tile.ptr<i8>, #a> -> tensor<128x!tile.ptr<i8>, #b>
  tile.return
}
