// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @clobber_form(%x: tensor<4xf32>) {
  // expected-error @below {{expected a clobber as '~{name}' in constraints, found '~memory'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f,~memory", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @clobber_empty(%x: tensor<4xf32>) {
  // expected-error @below {{expected a clobber as '~{name}' in constraints, found '~{}'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f,~{}", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @clobbers_last(%x: tensor<4xf32>) {
  // expected-error @below {{expected only clobbers after '~{memory}' in constraints, found 'f'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,~{memory},f", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @read_and_write(%x: tensor<4xf32>) {
  // expected-error @below {{expected '=' for an output in constraints, found '+f'; to read and write a register, give an output and an input tied to it by its number}}
  %0 = tile.elementwise_inline_asm "" {constraints = "+f,f", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @outputs_first(%x: tensor<4xf32>) {
  // expected-error @below {{expected outputs before inputs in constraints, found '=f' after an input}}
  %0 = tile.elementwise_inline_asm "" {constraints = "f,=f", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @tied_to_no_output(%x: tensor<4xf32>) {
  // expected-error @below {{expected an input tied to one of 1 outputs in constraints, found '1'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,1", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @tied_twice(%x: tensor<4xf32>) {
  // expected-error @below {{expected at most one input tied to output 0 in constraints, found '0' again}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,0,0", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @class_of_input(%x: tensor<4xf32>) {
  // expected-error @below {{expected a register class (h, r, l, q, f, d or b), 'n', or the number of an output in constraints, found 'x'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,x", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @class_of_output(%x: tensor<4xf32>) {
  // expected-error @below {{expected a register class (h, r, l, q, f, d or b) in constraints, found '=n'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=n,f", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @class_missing(%x: tensor<4xf32>) {
  // expected-error @below {{expected a register class (h, r, l, q, f, d or b), 'n', or the number of an output in constraints, found ''}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f,", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @tied_number_huge(%x: tensor<4xf32>) {
  // expected-error @below {{in constraints, found '99999999999999999999'}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,99999999999999999999", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @too_few_outputs(%x: tensor<4xf32>) {
  // expected-error @below {{expected 1 output constraints, one for each register of the results, found 0}}
  // expected-note @below {{the registers are $0 (result 0}}
  %0 = tile.elementwise_inline_asm "" {constraints = "f", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @too_many_outputs(%x: tensor<4xf32>) {
  // expected-error @below {{expected 1 output constraints, one for each register of the results, found 2}}
  // expected-note @below {{the registers are $0 (result 0}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,=f,f", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @outputs_of_pack(%x: tensor<4xf32>) {
  // expected-error @below {{expected 2 output constraints, one for each register of the results, found 1}}
  // expected-note @below {{the registers are $0 (result 0}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f,f", packed_element = 2 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @too_few_inputs(%x: tensor<4xf32>) {
  // expected-error @below {{expected 1 input constraints, one for each register of the operands, found 0}}
  // expected-note @below {{the registers are $0 (result 0}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @too_many_inputs(%x: tensor<4xf32>) {
  // expected-error @below {{expected 1 input constraints, one for each register of the operands, found 2}}
  // expected-note @below {{the registers are $0 (result 0}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @immediate(%x: tensor<4xf32>) {
  // expected-error @below {{expected a constant for an immediate, found $1 (operand 0}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,n", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @predicate(%x: tensor<4xf32>) {
  // expected-error @below {{expected a lone i1 in a predicate register (b), found $1 (operand 0}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,b", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @class_too_narrow(%x: tensor<4xf32>) {
  // expected-error @below {{expected a register class of at least 32 bits, found 'h' of 16 for $1 (operand 0}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,h", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @class_too_narrow_for_pack(%x: tensor<4xf16>) {
  // expected-error @below {{expected a register class of at least 32 bits, found 'h' of 16 for $0 (result 0}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=h,r", packed_element = 2 : i32, pure = true} %x : tensor<4xf16> -> tensor<4xf16>
  tile.return
}

// -----

tile.func private @class_too_narrow_for_pointer(%x: tensor<4x!tile.ptr<f32>>) {
  // expected-error @below {{expected a register class of at least 64 bits, found 'r' of 32 for $1 (operand 0}}
  %0 = tile.elementwise_inline_asm "" {constraints = "=f,r", packed_element = 1 : i32, pure = true} %x : tensor<4x!tile.ptr<f32>> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @register_out_of_range(%x: tensor<4xf32>) {
  // expected-error @below {{expected registers up to $1, found $2}}
  // expected-note @below {{the registers are $0 (result 0}}
  %0 = tile.elementwise_inline_asm "add.f32 $0, $1, $2;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @register_huge(%x: tensor<4xf32>) {
  // expected-error @below {{expected registers up to $1, found $}}
  // expected-note @below {{the registers are $0 (result 0}}
  %0 = tile.elementwise_inline_asm "neg.f32 $0, $99999999999999999999;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

tile.func private @reference(%x: tensor<4xf32>) {
  // expected-error @below {{expected '$' to begin a register as in '$0' or '${0}', '${:uid}', or '$$', found '}}
  %0 = tile.elementwise_inline_asm "neg.f32 $0, $x;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : tensor<4xf32> -> tensor<4xf32>
  tile.return
}
