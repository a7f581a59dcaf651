// RUN: tile-opt %s --tile-check-inline-asm -split-input-file -verify-diagnostics
// RUN: %if ptxas %{ python3 %S/Inputs/compare-with-ptxas.py %s %}

// Registers and labels that are not declared, or twice.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @left_from_a_dump(%o0: !tile.ptr<f32>, %x0: f32) {
  // expected-error @below {{in the asm, line 1, column 13: expected $0 or $1 or a register declared in the body, found '%f1' [register-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.f32 $0, %f1, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x0 : f32 -> f32
  tile.store %o0, %r : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @not_declared(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 9: expected $0 or $1 or a register declared in the body, found 't' [register-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "add.s32 t, $1, 1;\0Amov.b32 $0, t;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @declared_behind_use(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 9: expected $0 or $1 or a register declared in the body, found 't' [register-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 t, $1;\0A.reg .b32 t;\0Amov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @used_behind_its_block(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 5, column 13: expected $0 or $1 or a register declared in the body, found 't' [register-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 t;\0Amov.b32 t, $1;\0A}\0Amov.b32 $0, t;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @beyond_the_range(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 3, column 9: expected $0 or $1 or a register declared in the body, found 't2'; 't<...>' declares fewer registers [register-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 t<2>;\0Amov.b32 t2, $1;\0Amov.b32 $0, t2;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @guard_not_declared(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 2, column 2: expected $0 or $1 or a register declared in the body, found 'p' [register-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, 0;\0A@p mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @address_of_nothing(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 1, column 20: expected $0 or a register declared in the body, found 'nowhere' [register-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ld.global.b32 $0, [nowhere];" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @in_a_vector(%o0: !tile.ptr<i32>, %x0: i64) {
  // expected-error @below {{in the asm, line 1, column 14: expected $0 or $1 or a register declared in the body, found 'high' [register-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b64 {$0, high}, $1;" {constraints = "=r,l", packed_element = 1 : i32, pure = true} %x0 : i64 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @no_registers_at_all() {
  // expected-error @below {{in the asm, line 1, column 16: expected a register declared in the body, found '%rd1' [register-undeclared]}}
  tile.elementwise_inline_asm "st.global.b32 [%rd1], 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @declared_twice(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 3, column 11: expected a name that the block does not have yet, found 't' again [register-redeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 t;\0A.reg .b32 t;\0Amov.b32 t, $1;\0Amov.b32 $0, t;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @declared_twice_in_a_list(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 14: expected a name that the block does not have yet, found 't' again [register-redeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b32 t, t;\0Amov.b32 t, $1;\0Amov.b32 $0, t;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @in_a_range_and_alone(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 2, column 11: expected a name that the block does not have yet, found 't2' again [register-redeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm ".reg .b32 t<4>;\0A.reg .b32 t2;\0Amov.b32 t2, $1;\0Amov.b32 $0, t2;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// The kernel stores x + x where x + 5 is meant, if x is in %r1.
// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @name_of_the_compiler(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 2, column 11: expected a name that the compiler does not use, found '%r1', which may be the register of $0; leave out the '%' [register-captures]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 %r1;\0Amov.b32 %r1, 5;\0Aadd.s32 $0, $1, %r1;\0A}" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas takes it.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @range_of_the_compiler(%o0: !tile.ptr<i32>, %x0: i32, %x1: i1) {
  // expected-error @below {{in the asm, line 2, column 12: expected a name that the compiler does not use, found '%p', which may be the register of $2; leave out the '%' [register-captures]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .pred %p<2>;\0Asetp.lt.s32 %p1, $1, 0;\0Aselp.b32 $0, 1, 2, %p1;\0Aselp.b32 $0, $0, 3, $2;\0A}" {constraints = "=r,r,b", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i1 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @label_not_there(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 2, column 5: expected a label of the body, found 'DONE' [label-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, 1;\0Abra DONE;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @label_in_an_inner_block(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 2, column 5: expected a label of the body, found 'L' [label-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "mov.b32 $0, 1;\0Abra L;\0A{\0AL:\0Amov.b32 $0, 2;\0A}" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @label_twice(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 3, column 1: expected a label that the block does not have yet, found 'L' again [label-redeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "L:\0Amov.b32 $0, 1;\0AL:\0Amov.b32 $0, 2;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @label_named_as_register(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 3, column 1: expected a label that the block does not have yet, found 'L' again [label-redeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0A.reg .b32 L;\0AL:\0Amov.b32 $0, 1;\0A}" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @register_named_as_label(%o0: !tile.ptr<i32>) {
  // expected-error @below {{in the asm, line 3, column 11: expected a name that the block does not have yet, found the label 'L' [register-redeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "{\0AL:\0A.reg .b32 L;\0Amov.b32 $0, 1;\0A}" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @no_list_of_labels(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 13: expected a list of labels ('.branchtargets'), found 'ts' [label-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "brx.idx $1, ts;\0AA:\0Amov.b32 $0, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @list_names_nothing(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 5: expected a label of the body, found 'B' [label-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "ts: .branchtargets A, B;\0Abrx.idx $1, ts;\0AA:\0Amov.b32 $0, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}

// -----

// ptxas reads it in the order of the text.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
tile.func public @list_behind_the_branch(%o0: !tile.ptr<i32>, %x0: i32) {
  // expected-error @below {{in the asm, line 1, column 13: expected the list of labels 'ts' before the branch, found it after [label-undeclared]}}
  // expected-note @below {{the registers are }}
  %r = tile.elementwise_inline_asm "brx.idx $1, ts;\0Ats: .branchtargets A, B;\0AA:\0Amov.b32 $0, 1;\0Abra E;\0AB:\0Amov.b32 $0, 2;\0AE:" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.store %o0, %r : !tile.ptr<i32>
  tile.return
}
}
