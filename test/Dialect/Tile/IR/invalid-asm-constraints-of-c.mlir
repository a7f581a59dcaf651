// RUN: tile-opt %s -split-input-file -verify-diagnostics

// Constraints as GCC and CUDA have them, and what to write instead.

tile.func private @memory(%x: tensor<4xf32>) {
  // expected-error @below {{or the number of an output in constraints, found 'memory'; write '~{memory}'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f,memory", packed_element = 1 : i32, pure = false} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @memory_without_braces(%x: tensor<4xf32>) {
  // expected-error @below {{expected a clobber as '~{name}' in constraints, found '~memory'; write '~{memory}'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f,~memory", packed_element = 1 : i32, pure = false} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @memory_operand(%x: tensor<4xf32>) {
  // expected-error @below {{found 'm'; pass the pointer by 'l', and write [$k] in the asm}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,m", packed_element = 1 : i32, pure = false} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @type_for_a_letter(%x: tensor<4xf32>) {
  // expected-error @below {{found '=f32'; write '=f'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f32,f32", packed_element = 1 : i32, pure = false} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @integer_type_for_a_letter(%x: tensor<4xi64>) {
  // expected-error @below {{found 's64'; write 'l'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=l,s64", packed_element = 1 : i32, pure = false} %x : tensor<4xi64> -> tensor<4xi64>
  tile.return
}

// -----

tile.func private @capital_letter(%x: tensor<4xi32>) {
  // expected-error @below {{found '=R'; write '=r'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=R,R", packed_element = 1 : i32, pure = false} %x : tensor<4xi32> -> tensor<4xi32>
  tile.return
}

// -----

tile.func private @early_clobber_first(%x: tensor<4xf32>) {
  // expected-error @below {{found '&=f'; write '=&f'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "&=f,f", packed_element = 1 : i32, pure = false} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @semicolons(%x: tensor<4xf32>) {
  // expected-error @below {{found '=f;f'; separate constraints by ','}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f;f", packed_element = 1 : i32, pure = false} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @pasted(%x: tensor<4xf32>) {
  // expected-error @below {{write the letters alone, as '=r,r'; the values are the operands}}
  %0 = tile.elementwise_inline_asm "" {constraints = "\22=f\22(y),\22f\22(x)", packed_element = 1 : i32, pure = false} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @equals_sign_missing(%x: tensor<4xf32>) {
  // expected-error @below {{expected 1 output constraints, one for each register of the results, found 0; write '=' before each of an output}}
  // expected-note @below {{the registers are }}
  %0 = tile.elementwise_inline_asm "" {constraints = "f,f", packed_element = 1 : i32, pure = false} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @narrow_class(%x: tensor<4xf64>) {
  // expected-error @below {{expected a register class of at least 64 bits, found 'f' of 32 for $0 (result 0, element 0, f64); use 'd' or 'l'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f", packed_element = 1 : i32, pure = false} %x : tensor<4xf64> -> tensor<4xf64>
  tile.return
}
