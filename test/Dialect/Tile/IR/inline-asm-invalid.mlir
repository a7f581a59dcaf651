// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @unknown_letter(%x0: i32) {
  // expected-error@+1 {{expected a register class (h, r, l, q, f, d or b), 'n', or the number of an output in constraints, found 'x'}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,x", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @unknown_output_letter(%x0: i32) {
  // expected-error@+1 {{expected a register class (h, r, l, q, f, d or b) in constraints, found '=m'}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=m,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @two_letters(%x0: i32) {
  // expected-error@+1 {{expected a register class (h, r, l, q, f, d or b) in constraints, found '=rf'}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=rf,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @register_by_name(%x0: i32) {
  // expected-error@+1 {{found '={r1}'}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "={r1},r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @empty_item(%x0: i32, %x1: i32) {
  // expected-error@+1 {{found ''}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i32
  tile.return
}

// -----

tile.func private @trailing_comma(%x0: i32) {
  // expected-error@+1 {{found ''}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,r,", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @lone_equals(%x0: i32) {
  // expected-error@+1 {{found '='}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @immediate_output(%x0: i32) {
  // expected-error@+1 {{expected a register class (h, r, l, q, f, d or b) in constraints, found '=n'}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=n,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @read_write(%x0: i32) {
  // expected-error@+1 {{expected '=' for an output in constraints, found '+r'; to read and write a register, give an output and an input tied to it by its number}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "+r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @commutative(%x0: i32, %x1: i32) {
  // expected-error@+1 {{found '%r'}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,%r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i32
  tile.return
}

// -----

tile.func private @indirect(%x0: i32) {
  // expected-error@+1 {{found '=*r'}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=*r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @output_after_input(%x0: i32) {
  // expected-error@+1 {{expected outputs before inputs in constraints, found '=r' after an input}}
  %r:2 = tile.elementwise_inline_asm "" {constraints = "=r,r,=r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32, i32
  tile.return
}

// -----

tile.func private @tie_out_of_range(%x0: i32) {
  // expected-error@+1 {{expected an input tied to one of 1 outputs in constraints, found '1'}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,1", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @tie_huge(%x0: i32) {
  // expected-error@+1 {{found '99999999999'}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,99999999999", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @tied_twice(%x0: i32, %x1: i32) {
  // expected-error@+1 {{expected at most one input tied to output 0 in constraints, found '0' again}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,0,0", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i32
  tile.return
}

// -----

tile.func private @tied_too_narrow(%x0: i32) {
  // expected-error@+1 {{expected a register class of at least 32 bits, found 'h' of 16 for $1 (operand 0, element 0, i32)}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=h,0", packed_element = 1 : i32, pure = true} %x0 : i32 -> i16
  tile.return
}

// -----

tile.func private @clobber_without_braces(%x0: i32) {
  // expected-error@+1 {{expected a clobber as '~{name}' in constraints, found '~memory'}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,r,~memory", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @clobber_without_name(%x0: i32) {
  // expected-error@+1 {{expected a clobber as '~{name}' in constraints, found '~{}'}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,r,~{}", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @input_after_clobber(%x0: i32) {
  // expected-error@+1 {{expected only clobbers after '~{memory}' in constraints, found 'r'}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,~{memory},r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @too_few_outputs(%x0: i32) {
  // expected-error@+2 {{expected 1 output constraints, one for each register of the results, found 0}}
  // expected-note@+1 {{the registers are $0 (result 0, element 0, i32), $1 (operand 0, element 0, i32)}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @too_many_outputs(%x0: i32) {
  // expected-error@+2 {{expected 1 output constraints, one for each register of the results, found 2}}
  // expected-note@+1 {{the registers are}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @too_few_inputs(%x0: i32) {
  // expected-error@+2 {{expected 1 input constraints, one for each register of the operands, found 0}}
  // expected-note@+1 {{the registers are}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @too_many_inputs(%x0: i32) {
  // expected-error@+2 {{expected 1 input constraints, one for each register of the operands, found 2}}
  // expected-note@+1 {{the registers are}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @no_constraints(%x0: i32) {
  // expected-error@+2 {{expected 1 output constraints}}
  // expected-note@+1 {{the registers are}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @packed_count(%x0: tensor<64xf32>) {
  // expected-error@+2 {{expected 2 output constraints, one for each register of the results, found 1}}
  // expected-note@+1 {{the registers are $0 (result 0, element 0, f32), $1 (result 0, element 1, f32), $2 (operand 0, element 0, f32), $3 (operand 0, element 1, f32)}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x0 : tensor<64xf32> -> tensor<64xf32>
  tile.return
}

// -----

tile.func private @class_too_narrow(%x0: i32) {
  // expected-error@+1 {{expected a register class of at least 32 bits, found 'h' of 16 for $0 (result 0, element 0, i32)}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=h,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @double_in_float(%x0: f64) {
  // expected-error@+1 {{expected a register class of at least 64 bits, found 'f' of 32 for $1 (operand 0, element 0, f64)}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=d,f", packed_element = 1 : i32, pure = true} %x0 : f64 -> f64
  tile.return
}

// -----

tile.func private @pointer_in_r(%x0: !tile.ptr<f32>) {
  // expected-error@+1 {{expected a register class of at least 64 bits, found 'r' of 32}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=l,r", packed_element = 1 : i32, pure = true} %x0 : !tile.ptr<f32> -> !tile.ptr<f32>
  tile.return
}

// -----

tile.func private @packed_too_narrow(%x0: tensor<64xf16>) {
  // expected-error@+1 {{expected a register class of at least 32 bits, found 'h' of 16 for $0 (result 0, elements 0 to 1, f16)}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=h,r", packed_element = 2 : i32, pure = true} %x0 : tensor<64xf16> -> tensor<64xf16>
  tile.return
}

// -----

tile.func private @predicate_of_integer(%x0: i32) {
  // expected-error@+1 {{expected a lone i1 in a predicate register (b), found $1 (operand 0, element 0, i32)}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=b,b", packed_element = 1 : i32, pure = true} %x0 : i32 -> i1
  tile.return
}

// -----

tile.func private @predicate_of_packed(%x0: tensor<64xi1>) {
  // expected-error@+1 {{expected a lone i1 in a predicate register (b), found $0 (result 0, elements 0 to 1, i1)}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=b,r", packed_element = 2 : i32, pure = true} %x0 : tensor<64xi1> -> tensor<64xi1>
  tile.return
}

// -----

tile.func private @immediate_not_constant(%x0: i32) {
  // expected-error@+1 {{expected a constant for an immediate, found $1 (operand 0, element 0, i32)}}
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,n", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @register_out_of_range(%x0: i32) {
  // expected-error@+2 {{expected registers up to $1, found $9}}
  // expected-note@+1 {{the registers are}}
  %r:1 = tile.elementwise_inline_asm "mov.b32 $9, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @register_next(%x0: i32) {
  // expected-error@+2 {{expected registers up to $1, found $2}}
  // expected-note@+1 {{the registers are}}
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $2;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @register_in_braces(%x0: i32) {
  // expected-error@+2 {{expected registers up to $1, found $2}}
  // expected-note@+1 {{the registers are}}
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, ${2};" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @register_huge(%x0: i32) {
  // expected-error@+2 {{expected registers up to $1, found $2147483647}}
  // expected-note@+1 {{the registers are}}
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $99999999999;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

// In a comment it is no register.
tile.func private @register_in_comment(%x0: i32) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1; // not $7" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

// In a comment it is no register.
tile.func private @register_in_long_comment(%x0: i32) {
  %r:1 = tile.elementwise_inline_asm "/* $3 */ mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @dollar_and_letter(%x0: i32) {
  // expected-error@+1 {{expected '$' to begin a register as in '$0' or '${0}', '${:uid}', or '$$', found '$x'}}
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $x;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @dollar_at_end(%x0: i32) {
  // expected-error@+1 {{expected '$' to begin a register as in '$0' or '${0}', '${:uid}', or '$$', found '$'}}
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1; $" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @modifier(%x0: i32) {
  // expected-error@+1 {{expected '$' to begin a register as in '$0' or '${0}', '${:uid}', or '$$', found '${0:x}'}}
  %r:1 = tile.elementwise_inline_asm "mov.b32 ${0:x}, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @unknown_name(%x0: i32) {
  // expected-error@+1 {{expected '$' to begin a register as in '$0' or '${0}', '${:uid}', or '$$', found '${:foo}'}}
  %r:1 = tile.elementwise_inline_asm "L${:foo}: mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @unclosed(%x0: i32) {
  // expected-error@+1 {{expected '$' to begin a register as in '$0' or '${0}', '${:uid}', or '$$', found '${'}}
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, ${1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

tile.func private @variants(%x0: i32) {
  // expected-error@+1 {{expected '$' to begin a register as in '$0' or '${0}', '${:uid}', or '$$', found '$('}}
  %r:1 = tile.elementwise_inline_asm "$(mov.b32$|mov.u32$) $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// -----

// In a comment it is no register.
tile.func private @dollar_in_comment(%x0: i32) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1; // US$ 5" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}
