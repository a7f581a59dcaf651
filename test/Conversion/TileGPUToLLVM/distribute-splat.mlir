// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#five = #tile.blocked<{sizePerThread = [1, 1, 1, 1, 2], threadsPerWarp = [2, 2, 2, 2, 2], warpsPerCTA = [4, 1, 1, 1, 1], order = [4, 3, 2, 1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @splat
// CHECK-SAME: (%[[A:.*]]: f32)
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[1]
tile.func private @splat(%a: f32) -> tensor<256xf32, #two> {
  %0 = tile.splat %a : f32 -> tensor<256xf32, #two>
  tile.return %0 : tensor<256xf32, #two>
}

// CHECK-LABEL: @pointer
// CHECK-SAME: (%[[A:.*]]: !llvm.ptr<1>)
// CHECK-COUNT-2: llvm.insertvalue %[[A]],
tile.func private @pointer(%a: !tile.ptr<f32>) -> tensor<256x!tile.ptr<f32>, #two> {
  %0 = tile.splat %a : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>, #two>
  tile.return %0 : tensor<256x!tile.ptr<f32>, #two>
}

// CHECK-LABEL: @five_dimensions
// CHECK-SAME: (%[[A:.*]]: i8)
// CHECK-COUNT-2: llvm.insertvalue %[[A]],
tile.func private @five_dimensions(%a: f8E4M3FN) -> tensor<8x2x2x2x4xf8E4M3FN, #five> {
  %0 = tile.splat %a : f8E4M3FN -> tensor<8x2x2x2x4xf8E4M3FN, #five>
  tile.return %0 : tensor<8x2x2x2x4xf8E4M3FN, #five>
}

// CHECK-LABEL: @unsplat
// CHECK-SAME: (%[[A:.*]]: f16)
// CHECK-NEXT: llvm.return %[[A]]
tile.func private @unsplat(%a: tensor<1xf16, #two>) -> f16 {
  %0 = tile.unsplat %a : tensor<1xf16, #two>
  tile.return %0 : f16
}

// The largest tile there is: 512 registers.
// CHECK-LABEL: @largest
// CHECK: llvm.insertvalue %{{.*}}[511]
// CHECK-NOT: llvm.insertvalue %{{.*}}[512]
tile.func private @largest(%a: i32) -> tensor<65536xi32, #two> {
  %0 = tile.splat %a : i32 -> tensor<65536xi32, #two>
  tile.return %0 : tensor<65536xi32, #two>
}
}
