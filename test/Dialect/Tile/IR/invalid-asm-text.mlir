// RUN: tile-opt %s -split-input-file -verify-diagnostics

// The grammar of the text is checked; which instructions there are is not, but
// by the pass tile-check-inline-asm.

tile.func public @unknown_instruction(%x: f32) {
  %0 = tile.elementwise_inline_asm "frobnicate.fast $0, [$1 + 4], {a, _}, !p;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @missing_semicolon(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 20: expected ';', found the end of the text}}
  %0 = tile.elementwise_inline_asm "mov.b32     $0, $1 " {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @missing_semicolon_of_the_first_line(%x: f32) {
  // expected-error @below {{in the asm, line 2, column 1: expected ';' at the end of line 1, found 'add'}}
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1\0Aadd.f32 $0, $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @second_line(%x: f32) {
  // expected-error @below {{in the asm, line 2, column 16: expected ']', found ';'}}
  %0 = tile.elementwise_inline_asm "{ .reg .b32 t<2>;\0A ld.b32 t0, a[4;\0A mov.b32 $0, $1; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @open_brace(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 18: expected '}', found the end of the text}}
  %0 = tile.elementwise_inline_asm "{ mov.b32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @closing_brace(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 17: expected a statement, found '}'}}
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @open_comment(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 17: expected '*/' after '/*', found '/* $$1'}}
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1; /* $$1" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @not_ptx(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 1: expected a comment as '// ...', found '#'}}
  %0 = tile.elementwise_inline_asm "#define X $0 $1" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @byte_order_mark(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 1: expected PTX, found U+FEFF (byte order mark)}}
  %0 = tile.elementwise_inline_asm "\EF\BB\BFmov.b32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @no_break_space(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 12: expected PTX, found U+00A0 (no-break space)}}
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @no_break_space_in_a_name(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 4: expected PTX, found U+00A0 (no-break space)}}
  %0 = tile.elementwise_inline_asm "mov .b32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @minus_sign(%x: f32) {
  // expected-error @below {{in the asm, line 2, column 17: expected PTX, found U+2212 (minus sign)}}
  %0 = tile.elementwise_inline_asm "{ .reg .b32 t;\0A add.s32 t, $1, −1; mov.b32 $0, t; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @en_dash(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 17: expected PTX, found U+2013 (en dash)}}
  %0 = tile.elementwise_inline_asm "add.f32 $0, $1, –1.0;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @curly_quote(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 9: expected PTX, found U+201C (left double quotation mark)}}
  %0 = tile.elementwise_inline_asm ".pragma “nounroll”; mov.b32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @full_width_semicolon(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 15: expected PTX, found U+FF1B (full-width ';')}}
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1；" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @full_width_comma(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 11: expected PTX, found U+FF0C (full-width ',')}}
  %0 = tile.elementwise_inline_asm "mov.b32 $0， $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @letter(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 13: expected PTX, found U+00FC ('ü')}}
  %0 = tile.elementwise_inline_asm "{ .reg .b32 ü; mov.b32 $0, $1; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @no_utf8(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 15: expected PTX, found the byte 0xFC, which is no UTF-8}}
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1\FC;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @zero_byte(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 15: expected PTX, found U+0000 (null)}}
  %0 = tile.elementwise_inline_asm "mov.b32 $0, $1\00;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @vertical_tab(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 8: expected PTX, found U+000B (vertical tab)}}
  %0 = tile.elementwise_inline_asm "mov.b32\0B $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

tile.func public @letter_in_a_string(%x: f32) {
  // expected-error @below {{in the asm, line 1, column 10: expected ASCII in a string, found U+00FC ('ü')}}
  %0 = tile.elementwise_inline_asm ".pragma \22ü\22; mov.b32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}

// -----

// Comments may have anything; the PTX has '?' in its place.
tile.func public @comments(%x: f32) {
  %0 = tile.elementwise_inline_asm "// grün 中文\00\FC\0Amov.b32 $0, /*   */ $1; // −" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.return
}
