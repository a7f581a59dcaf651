// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @source_without_layout(%x: tensor<128xf32>) {
  // expected-error @below {{expected tiles with layouts, found 'tensor<128xf32>'}}
  %0 = tilegpu.convert_layout %x : tensor<128xf32> -> tensor<128xf32>
  tile.return
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tile.func private @result_without_layout(%x: tensor<128xf32, #a>) {
  // expected-error @below {{expected tiles with layouts, found 'tensor<128xf32>'}}
  %0 = tilegpu.convert_layout %x : tensor<128xf32, #a> -> tensor<128xf32>
  tile.return
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tile.func private @layout_of_another_kind(%x: tensor<128xf32, #a>) {
  // expected-error @below {{expected tiles with layouts, found 'tensor<128xf32, "somewhere">'}}
  %0 = tilegpu.convert_layout %x : tensor<128xf32, #a> -> tensor<128xf32, "somewhere">
  tile.return
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tile.func private @shape(%x: tensor<128xf32, #a>) {
  // expected-error @below {{requires the same shape for all operands and results}}
  %0 = tilegpu.convert_layout %x : tensor<128xf32, #a> -> tensor<256xf32, #a>
  tile.return
}

// -----

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tile.func private @element(%x: tensor<128xf32, #a>) {
  // expected-error @below {{requires the same element type for all operands and results}}
  %0 = tilegpu.convert_layout %x : tensor<128xf32, #a> -> tensor<128xi32, #a>
  tile.return
}
