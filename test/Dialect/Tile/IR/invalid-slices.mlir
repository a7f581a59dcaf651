// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @cat_axis(%a: tensor<4x8xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{'tile.cat' op expected tiles with a dimension 2, found 'tensor<4x8xf32>'}}
  %0 = tile.cat %a, %a {axis = 2 : i32} : tensor<4x8xf32> -> tensor<8x8xf32>
  tile.return
}

// -----

tile.func private @cat_extents(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{'tile.cat' op expected tiles of one element type and of equal extents except along dimension 0, found 'tensor<4x8xf32>' and 'tensor<4x7xf32>'}}
  %0 = tile.cat %a, %b : tensor<4x8xf32>, tensor<4x7xf32> -> tensor<8x8xf32>
  tile.return
}

// -----

tile.func private @cat_elements(%a: tensor<4xf32>, %b: tensor<4xi32>) {
  // expected-error @below {{failed to infer returned types}}
  // expected-error @below {{'tile.cat' op expected tiles of one element type and of equal extents except along dimension 0, found 'tensor<4xf32>' and 'tensor<4xi32>'}}
  %0 = tile.cat %a, %b : tensor<4xf32>, tensor<4xi32> -> tensor<8xf32>
  tile.return
}

// -----

tile.func private @extract_rank(%a: tensor<4x8xf32>) {
  // expected-error @below {{'tile.extract_slice' op expected a part of 2 dimensions, as 'tensor<4x8xf32>' has, found 'tensor<4xf32>'}}
  %0 = tile.extract_slice %a[0, 0] : tensor<4x8xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @extract_offsets(%a: tensor<4x8xf32>) {
  // expected-error @below {{'tile.extract_slice' op expected 2 offsets, one per dimension, found 1}}
  %0 = tile.extract_slice %a[0] : tensor<4x8xf32> -> tensor<4x4xf32>
  tile.return
}

// -----

tile.func private @extract_beyond(%a: tensor<4x8xf32>) {
  // expected-error @below {{'tile.extract_slice' op expected a part within the 8 elements of dimension 1, found elements 6 to 8}}
  %0 = tile.extract_slice %a[0, 6] : tensor<4x8xf32> -> tensor<4x3xf32>
  tile.return
}

// -----

tile.func private @insert_before(%a: tensor<4x8xf32>, %b: tensor<4x3xf32>) {
  // expected-error @below {{'tile.insert_slice' op expected a part within the 8 elements of dimension 1, found elements -1 to 1}}
  %0 = tile.insert_slice %b into %a[0, -1] : tensor<4x3xf32> into tensor<4x8xf32>
  tile.return
}

// -----

#blocked = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tile.func private @extract_layout(%a: tensor<256xf32, #blocked>) {
  // expected-error @below {{'tile.extract_slice' op expected tiles without layouts, found}}
  %0 = tile.extract_slice %a[0] : tensor<256xf32, #blocked> -> tensor<128xf32, #blocked>
  tile.return
}

// -----

tile.func private @print_extents_of_two(%a: tensor<8xf32>) {
  // expected-error @below {{'tile.print' op expected one operand with 'extents', found 2}}
  tile.print "x" {extents = array<i64: 6>, hex = false, isSigned = array<i32: 1, 1>} : %a, %a : tensor<8xf32>, tensor<8xf32>
  tile.return
}

// -----

tile.func private @print_extents(%a: tensor<8xf32>) {
  // expected-error @below {{'tile.print' op expected 'extents' of a part of its tile, one per dimension, found [9] for 'tensor<8xf32>'}}
  tile.print "x" {extents = array<i64: 9>, hex = false, isSigned = array<i32: 1>} : %a : tensor<8xf32>
  tile.return
}

// -----

tile.func private @asm_extents_of_pure(%a: tensor<8xf32>) {
  // expected-error @below {{expected an asm with 'extents' to run once for each element, found another}}
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", extents = array<i64: 6>, packed_element = 1 : i32, pure = true} %a : tensor<8xf32> -> tensor<8xf32>
  tile.return
}

// -----

tile.func private @asm_no_whole_groups(%a: tensor<6xf32>) {
  // expected-error @below {{expected a multiple of packed_element elements in the tile of an asm that runs once for each, which is 4, found 6}}
  tile.elementwise_inline_asm "" {constraints = "r,r,r,r", packed_element = 4 : i32, pure = false} %a : tensor<6xf32> -> ()
  tile.return
}

// -----

tile.func private @asm_extents_beside_groups(%a: tensor<8xf32>) {
  // expected-error @below {{expected packed_element, which is 2, as the last extent with 'extents', found 6 of 8}}
  tile.elementwise_inline_asm "" {constraints = "r,r", extents = array<i64: 6>, packed_element = 2 : i32, pure = false} %a : tensor<8xf32> -> ()
  tile.return
}

// -----

tile.func private @asm_extents(%a: tensor<8xf32>) {
  // expected-error @below {{expected 'extents' of a part of its tile, one per dimension, found [6, 6] for 'tensor<8xf32>'}}
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", extents = array<i64: 6, 6>, packed_element = 1 : i32, pure = false} %a : tensor<8xf32> -> tensor<8xf32>
  tile.return
}

// -----

#blocked = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tile.func private @cat_with_layouts(%a: tensor<128xf32, #blocked>) {
  // expected-error @below {{'tile.cat' op expected tiles without layouts, found 'tensor<128xf32, #tile.blocked}}
  %0 = tile.cat %a, %a : tensor<128xf32, #blocked> -> tensor<256xf32, #blocked>
  tile.return
}
