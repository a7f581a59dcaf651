// RUN: tile-opt %s -allow-unregistered-dialect -split-input-file -verify-diagnostics

tile.func private @pack_no_power_of_two(%x: tensor<4xf32>) {
  // expected-error @below {{expected packed_element to be 1, 2, 4, 8, 16 or 32, found 3}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f", packed_element = 3 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @pack_negative(%x: tensor<4xf32>) {
  // expected-error @below {{expected packed_element to be 1, 2, 4, 8, 16 or 32, found -2147483648}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f", packed_element = -2147483648 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @pack_too_large(%x: tensor<4xf32>) {
  // expected-error @below {{expected packed_element to be 1, 2, 4, 8, 16 or 32, found 64}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f", packed_element = 64 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @pure_without_results(%x: tensor<4xf32>) {
  // expected-error @below {{expected a pure asm to have results, found none}}
  tile.elementwise_inline_asm "" {constraints = "f", packed_element = 1 : i32, pure = true} %x : tensor<4xf32>
  tile.return
}

// -----

tile.func private @ranks(%x: tensor<4xf32>, %y: tensor<1x4xf32>) {
  // expected-error @below {{expected operands of one number of dimensions, found 1 and 2}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x, %y : tensor<4xf32>, tensor<1x4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @shapes(%x: tensor<2x4xf32>, %y: tensor<2x8xf32>) {
  // expected-error @below {{expected operands whose shapes broadcast, found 4 and 8 in dimension 1}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x, %y : tensor<2x4xf32>, tensor<2x8xf32> -> tensor<2x8xf32>
  tile.return
}

// -----

tile.func private @result_shape(%x: tensor<2x1xf32>, %y: tensor<1x4xf32>) {
  // expected-error @below {{expected results of the operands' common shape 2x4, found 'tensor<2x1xf32>'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x, %y : tensor<2x1xf32>, tensor<1x4xf32> -> tensor<2x1xf32>
  tile.return
}

// -----

tile.func private @result_scalar(%x: tensor<4xf32>) {
  // expected-error @below {{expected results of the operands' common shape 4, found 'f32'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> f32
  tile.return
}

// -----

tile.func private @result_shapes() {
  // expected-error @below {{expected results of one shape, found 'tensor<4xf32>' and 'tensor<8xf32>'}}
  %0:2 = tile.elementwise_inline_asm "" {constraints = "=f,=f", packed_element = 1 : i32, pure = false} -> tensor<4xf32>, tensor<8xf32>
  tile.return
}

// -----

tile.func private @result_shapes_of_scalars(%x: f32) {
  // expected-error @below {{expected results of one shape, found 'tensor<4xf32>' and 'f32'}}
  %0:2 = tile.elementwise_inline_asm "" {constraints = "=f,=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> tensor<4xf32>, f32
  tile.return
}

// -----

tile.func private @scope_value(%x: f32) {
  // expected-error @below {{attribute 'scope' failed to satisfy constraint: how often an inline asm that is not pure runs}}
  %0 = "tile.elementwise_inline_asm"(%x) {asm_string = "", constraints = "=f,f", packed_element = 1 : i32, pure = true, scope = 9 : i32} : (f32) -> f32
  tile.return
}

// -----

tile.func private @no_attributes() {
  // expected-error @below {{requires attribute 'asm_string'}}
  "tile.elementwise_inline_asm"() : () -> ()
  tile.return
}

// -----

%t = "test.tile"() : () -> tensor<?xf32>
// expected-error @below {{expected a tile of static shape, found 'tensor<?xf32>'}}
%0 = tile.elementwise_inline_asm "" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %t : tensor<?xf32> -> tensor<?xf32>

// -----

tile.func private @layouts(%x: tensor<128xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
  // expected-error @below {{expected one layout for all tiles, found #tile.blocked}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : tensor<128xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<128xf32>
  tile.return
}

// -----

tile.func private @next_line_taken_for_operand(%x: f32) {
  tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false}
  // expected-error @below {{expected ':' and the types of the operands; an asm without operands and results ends in '-> ()'}}
  %0 = arith.addf %x, %x : f32
  tile.return
}

// -----

// ptxas takes -1.0, but no sign before bits.
tile.func private @sign_before_bits(%x: f32) -> f32 {
  // expected-error @below {{in the asm, line 1, column 19: expected a number as 1.0 after a sign, found '0f3F800000'}}
  %0 = tile.elementwise_inline_asm "add.f32 $0, $1, - 0f3F800000;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return %0 : f32
}
