// RUN: tile-opt %s -canonicalize | FileCheck %s

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// CHECK-LABEL: tile.func private @to_same
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor
// CHECK-NEXT:    tile.return %[[X]]
tile.func private @to_same(%x: tensor<128xf32, #a>) -> tensor<128xf32, #a> {
  %0 = tilegpu.convert_layout %x : tensor<128xf32, #a> -> tensor<128xf32, #a>
  tile.return %0 : tensor<128xf32, #a>
}

// CHECK-LABEL: tile.func private @of_constant
// CHECK-NEXT:    %[[C:.*]] = arith.constant dense<1.000000e+00> : tensor<128xf32, #blocked{{[0-9]*}}>
// CHECK-NEXT:    tile.return %[[C]]
tile.func private @of_constant() -> tensor<128xf32, #b> {
  %0 = arith.constant dense<1.0> : tensor<128xf32, #a>
  %1 = tilegpu.convert_layout %0 : tensor<128xf32, #a> -> tensor<128xf32, #b>
  tile.return %1 : tensor<128xf32, #b>
}

// CHECK-LABEL: tile.func private @chain
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<128xf32, #[[A:[a-z0-9]+]]>) -> tensor<128xf32, #[[C:[a-z0-9]+]]>
// CHECK-NEXT:    %[[R:.*]] = tilegpu.convert_layout %[[X]] : tensor<128xf32, #[[A]]> -> tensor<128xf32, #[[C]]>
// CHECK-NEXT:    tile.return %[[R]]
tile.func private @chain(%x: tensor<128xf32, #a>) -> tensor<128xf32, #c> {
  %0 = tilegpu.convert_layout %x : tensor<128xf32, #a> -> tensor<128xf32, #b>
  %1 = tilegpu.convert_layout %0 : tensor<128xf32, #b> -> tensor<128xf32, #c>
  tile.return %1 : tensor<128xf32, #c>
}

// CHECK-LABEL: tile.func private @there_and_back
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor
// CHECK-NEXT:    tile.return %[[X]]
tile.func private @there_and_back(%x: tensor<128xf32, #a>) -> tensor<128xf32, #a> {
  %0 = tilegpu.convert_layout %x : tensor<128xf32, #a> -> tensor<128xf32, #b>
  %1 = tilegpu.convert_layout %0 : tensor<128xf32, #b> -> tensor<128xf32, #a>
  tile.return %1 : tensor<128xf32, #a>
}

// CHECK-LABEL: tile.func private @stays
// CHECK-NEXT:    tilegpu.convert_layout
tile.func private @stays(%x: tensor<128xf32, #a>) -> tensor<128xf32, #b> {
  %0 = tilegpu.convert_layout %x : tensor<128xf32, #a> -> tensor<128xf32, #b>
  tile.return %0 : tensor<128xf32, #b>
}
