// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#grid = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows2 = #tile.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#turned = #tile.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [0, 1]}>
#cube = #tile.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [2, 4, 4], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#five = #tile.blocked<{sizePerThread = [2, 1, 1, 1, 2], threadsPerWarp = [1, 2, 2, 2, 4], warpsPerCTA = [4, 1, 1, 1, 1], order = [4, 3, 2, 1, 0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// A column has one register, which all four of a row repeat.
// CHECK-LABEL: @column
// CHECK-SAME: (%[[A:.*]]: f32)
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[3]
tile.func private @column(%a: tensor<16x1xf32, #grid>) -> tensor<16x32xf32, #grid> {
  %0 = tile.broadcast %a : tensor<16x1xf32, #grid> -> tensor<16x32xf32, #grid>
  tile.return %0 : tensor<16x32xf32, #grid>
}

// A row has four registers; 32 rows make two sets of them.
// CHECK-LABEL: @row
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[C]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[D]], %{{.*}}[3]
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[4]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[5]
// CHECK: llvm.insertvalue %[[C]], %{{.*}}[6]
// CHECK: llvm.insertvalue %[[D]], %{{.*}}[7]
tile.func private @row(%a: tensor<1x32xf32, #grid>) -> tensor<32x32xf32, #grid> {
  %0 = tile.broadcast %a : tensor<1x32xf32, #grid> -> tensor<32x32xf32, #grid>
  tile.return %0 : tensor<32x32xf32, #grid>
}

// Registers are numbered in the layout's order: columns first ...
// CHECK-LABEL: @columns_first
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[3]
tile.func private @columns_first(%a: tensor<32x1xf32, #rows2>) -> tensor<32x16xf32, #rows2> {
  %0 = tile.broadcast %a : tensor<32x1xf32, #rows2> -> tensor<32x16xf32, #rows2>
  tile.return %0 : tensor<32x16xf32, #rows2>
}

// ... or rows first.
// CHECK-LABEL: @rows_first
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[3]
tile.func private @rows_first(%a: tensor<32x1xf32, #turned>) -> tensor<32x16xf32, #turned> {
  %0 = tile.broadcast %a : tensor<32x1xf32, #turned> -> tensor<32x16xf32, #turned>
  tile.return %0 : tensor<32x16xf32, #turned>
}

// CHECK-LABEL: @both_dimensions
// CHECK-SAME: (%[[A:.*]]: i1)
// CHECK-COUNT-8: llvm.insertvalue %[[A]],
tile.func private @both_dimensions(%a: tensor<1x1xi1, #grid>) -> tensor<32x32xi1, #grid> {
  %0 = tile.broadcast %a : tensor<1x1xi1, #grid> -> tensor<32x32xi1, #grid>
  tile.return %0 : tensor<32x32xi1, #grid>
}

// CHECK-LABEL: @middle
// CHECK-SAME: (%[[A:.*]]: f16, %[[B:.*]]: f16)
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[3]
tile.func private @middle(%a: tensor<8x1x8xf16, #cube>) -> tensor<8x8x8xf16, #cube> {
  %0 = tile.broadcast %a : tensor<8x1x8xf16, #cube> -> tensor<8x8x8xf16, #cube>
  tile.return %0 : tensor<8x8x8xf16, #cube>
}

// CHECK-LABEL: @five_dimensions
// CHECK-SAME: (%[[A:.*]]: i8, %[[B:.*]]: i8)
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[2]
// CHECK: llvm.insertvalue %[[B]], %{{.*}}[3]
tile.func private @five_dimensions(%a: tensor<8x2x2x2x1xi8, #five>) -> tensor<8x2x2x2x8xi8, #five> {
  %0 = tile.broadcast %a : tensor<8x2x2x2x1xi8, #five> -> tensor<8x2x2x2x8xi8, #five>
  tile.return %0 : tensor<8x2x2x2x8xi8, #five>
}
}
