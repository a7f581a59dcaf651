// RUN: tile-opt %s -split-input-file -verify-diagnostics

// The grammar of the text is checked; which instructions there are is not, but
// by the pass tile-check-inline-asm.

tile.func public @unknown_instruction(%x: f32) {
  %0 = tile.elementwise_inline_asm "frobnicate.fast $0, [$1 + 4], {a, _}, !p;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @missing_semicolon(%x: f32) {
  // expected-error @below {{expected ';', found the end of the text at line 1, column 20 of the asm}}
  %0 = tile.elementwise_inline_asm "mov.b32     $0, $1 " {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @missing_semicolon_of_the_first_line(%x: f32) {
  // expected-error @below {{expected ';' at the end of line 1, found 'add' at line 2, column 1 of the asm}}
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1\0Aadd.f32 $0, $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @second_line(%x: f32) {
  // expected-error @below {{expected ']', found ';' at line 2, column 16 of the asm}}
  %0 = tile.elementwise_inline_asm "{ .reg .b32 t<2>;\0A ld.b32 t0, a[4;\0A mov.b32 $0, $1; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @open_brace(%x: f32) {
  // expected-error @below {{expected '}', found the end of the text at line 1, column 18 of the asm}}
  %0 = tile.elementwise_inline_asm "{ mov.b32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @closing_brace(%x: f32) {
  // expected-error @below {{expected a statement, found '}' at line 1, column 17 of the asm}}
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @open_comment(%x: f32) {
  // expected-error @below {{expected '*/' after '/*', found '/* $$1' at line 1, column 17 of the asm}}
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1; /* $$1" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @not_ptx(%x: f32) {
  // expected-error @below {{expected a comment as '// ...', found '#' at line 1, column 1 of the asm}}
  %0 = tile.elementwise_inline_asm "#define X $0 $1" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}
