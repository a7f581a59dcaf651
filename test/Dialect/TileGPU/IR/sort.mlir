// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --emit-bytecode | tile-opt | FileCheck %s

#b = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#whole = #tile.linear<{register = [[1], [2]], lane = [[4], [0], [0], [0], [0]], warp = [], block = []}>
#half = #tile.linear<{register = [[1]], lane = [[3], [0], [0], [0], [0]], warp = [], block = []}>
#other = #tile.linear<{register = [[2], [4]], lane = [[1], [0], [0], [0], [0]], warp = [], block = []}>

// CHECK-LABEL: @compare_exchange
// CHECK: tilegpu.compare_exchange %{{.*}} {axis = 0 : i32, runs = 1 : i32, steps = array<i32: 3, 1>} : tensor<128xi32, #{{.*}}>
// CHECK: tilegpu.compare_exchange %{{.*}}, %{{.*}} {axis = 0 : i32, breaksTies, descending, isUnsigned, runs = 0 : i32, steps = array<i32: 63>}
tile.func private @compare_exchange(%k: tensor<128xi32, #b>) {
  %0 = tilegpu.compare_exchange %k {axis = 0 : i32, runs = 1 : i32, steps = array<i32: 3, 1>} : tensor<128xi32, #b>
  %1, %2 = tilegpu.compare_exchange %k, %0 {axis = 0 : i32, runs = 0 : i32, steps = array<i32: 63>, descending, isUnsigned, breaksTies} : tensor<128xi32, #b>, tensor<128xi32, #b>
  tile.return
}

// CHECK-LABEL: @keep_first
// CHECK: tilegpu.keep_first %{{.*}} {axis = 0 : i32, descending, distance = 7 : i32} : tensor<8xi32, #{{.*}}> -> tensor<4xi32, #{{.*}}>
tile.func private @keep_first(%k: tensor<8xi32, #whole>) {
  %0 = tilegpu.keep_first %k {axis = 0 : i32, distance = 7 : i32, descending} : tensor<8xi32, #whole> -> tensor<4xi32, #half>
  tile.return
}

// CHECK-LABEL: @relabel
// CHECK: tilegpu.relabel %{{.*}} : tensor<8xf32, #{{.*}}> -> tensor<8xf32, #{{.*}}>
tile.func private @relabel(%k: tensor<8xf32, #whole>) {
  %0 = tilegpu.relabel %k : tensor<8xf32, #whole> -> tensor<8xf32, #other>
  tile.return
}
