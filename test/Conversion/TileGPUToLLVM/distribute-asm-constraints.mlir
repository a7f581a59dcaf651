// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// What the lowering adds to constraints and body.

#b1 = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b2 = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b4 = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b8 = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// One statement reads all its inputs before it writes.
// CHECK-LABEL: @one_statement(
// CHECK: llvm.inline_asm "add.s32 $0, $1, $2;", "=r,r,r"
tile.func private @one_statement(%x0: tensor<32xi32, #b1>, %x1: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "add.s32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<32xi32, #b1>, tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// Of several, the first must not write over what the second reads.
// CHECK-LABEL: @two_statements(
// CHECK: llvm.inline_asm "{\0Aadd.s32 $0, $1, 1; mul.lo.s32 $0, $0, $2;\0A}", "=&r,r,r"
tile.func private @two_statements(%x0: tensor<32xi32, #b1>, %x1: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "add.s32 $0, $1, 1; mul.lo.s32 $0, $0, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<32xi32, #b1>, tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// The other operand may have the value of the tied one, and would share its
// register without the early clobber.
// CHECK-LABEL: @tied(
// CHECK-SAME: %[[X:.*]]: i32, %[[Y:.*]]: i32)
// CHECK: llvm.inline_asm "{{.*}}", "=&r,0,r" %[[X]], %[[Y]]
tile.func private @tied(%x0: tensor<32xi32, #b1>, %x1: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "add.s32 $0, $0, 1; add.s32 $0, $0, $2;" {constraints = "=r,0,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<32xi32, #b1>, tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// CHECK-LABEL: @tied_one_statement(
// CHECK: llvm.inline_asm "add.s32 $0, $0, $2;", "=r,0,r"
tile.func private @tied_one_statement(%x0: tensor<32xi32, #b1>, %x1: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "add.s32 $0, $0, $2;" {constraints = "=r,0,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<32xi32, #b1>, tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// CHECK-LABEL: @given(
// CHECK: llvm.inline_asm "add.s32 $0, $1, $2;", "=&r,r,r"
tile.func private @given(%x0: tensor<32xi32, #b1>, %x1: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "add.s32 $0, $1, $2;" {constraints = "=&r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<32xi32, #b1>, tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// CHECK-LABEL: @spaces(
// CHECK: llvm.inline_asm " add.s32 $0, $1, $2;", "=r,r,r"
tile.func private @spaces(%x0: tensor<32xi32, #b1>, %x1: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm " add.s32 $0, $1, $2;" {constraints = " =r , r,r ", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<32xi32, #b1>, tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// Braces around the whole body are enough ...
// CHECK-LABEL: @braces(
// CHECK: llvm.inline_asm "{ .reg .b32 t; add.s32 t, $1, 1; mov.b32 $0, t; }", "=&r,r"
tile.func private @braces(%x0: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "{ .reg .b32 t; add.s32 t, $1, 1; mov.b32 $0, t; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// ... those of a part of it are not.
// CHECK-LABEL: @two_scopes(
// CHECK: llvm.inline_asm "{\0A{ mov.b32 $0, $1; } { add.s32 $0, $0, 1; }\0A}", "=&r,r"
tile.func private @two_scopes(%x0: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "{ mov.b32 $0, $1; } { add.s32 $0, $0, 1; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// Braces of an operand are no scope.
// CHECK-LABEL: @vector_operand(
// CHECK: llvm.inline_asm "mov.b64 {$0, $1}, $2;", "=r,=r,l"
tile.func private @vector_operand(%x0: tensor<32xi64, #b1>) -> (tensor<32xi32, #b1>, tensor<32xi32, #b1>) {
  %r:2 = tile.elementwise_inline_asm "mov.b64 {$0, $1}, $2;" {constraints = "=r,=r,l", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi64, #b1> -> tensor<32xi32, #b1>, tensor<32xi32, #b1>
  tile.return %r#0, %r#1 : tensor<32xi32, #b1>, tensor<32xi32, #b1>
}

// CHECK-LABEL: @vector_operands(
// CHECK: llvm.inline_asm "{\0Amov.b64 {$0, $1}, $2; add.s32 $0, $0, $1;\0A}", "=&r,=&r,l"
tile.func private @vector_operands(%x0: tensor<32xi64, #b1>) -> (tensor<32xi32, #b1>, tensor<32xi32, #b1>) {
  %r:2 = tile.elementwise_inline_asm "mov.b64 {$0, $1}, $2; add.s32 $0, $0, $1;" {constraints = "=r,=r,l", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi64, #b1> -> tensor<32xi32, #b1>, tensor<32xi32, #b1>
  tile.return %r#0, %r#1 : tensor<32xi32, #b1>, tensor<32xi32, #b1>
}

// Semicolons in comments end no statement.
// CHECK-LABEL: @comments(
// CHECK: llvm.inline_asm "/* a; b; */ mov.b32 $0, $1; // c; d;", "=r,r"
tile.func private @comments(%x0: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "/* a; b; */ mov.b32 $0, $1; // c; d;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// A label is the invocation's own.
// CHECK-LABEL: @label(
// CHECK: llvm.inline_asm "{\0AL: mov.b32 $0, $1;\0A}", "=r,r"
tile.func private @label(%x0: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "L: mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// CHECK-LABEL: @no_label(
// CHECK: llvm.inline_asm has_side_effects {tile.never_copied} "fence.proxy.async.shared::cta;", "~{memory}"
tile.func private @no_label() {
  tile.elementwise_inline_asm "fence.proxy.async.shared::cta;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}

// CHECK-LABEL: @dollar(
// CHECK: llvm.inline_asm "mov.b32 $0, $1; // $$$$1", "=r,r"
tile.func private @dollar(%x0: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1; // $$1" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// CHECK-LABEL: @clobbers(
// CHECK: "=r,r,~{memory},~{cc}"
tile.func private @clobbers(%x0: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r,~{memory},~{cc}", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// An asm with side effects clobbers memory, said or not.
// CHECK-LABEL: @impure(
// CHECK: llvm.inline_asm has_side_effects {tile.never_copied} "mov.b32 $0, $1;", "=r,r,~{memory}"
tile.func private @impure(%x0: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x0 : tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// CHECK-LABEL: @impure_said(
// CHECK: has_side_effects {tile.never_copied} "mov.b32 $0, $1;", "=r,r,~{memory}" %
tile.func private @impure_said(%x0: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r,~{memory}", packed_element = 1 : i32, pure = false} %x0 : tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// CHECK-LABEL: @impure_more(
// CHECK: has_side_effects {tile.never_copied} "mov.b32 $0, $1;", "=r,r,~{cc},~{memory}" %
tile.func private @impure_more(%x0: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r,~{cc}", packed_element = 1 : i32, pure = false} %x0 : tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// An empty body with a tie is a copy that LLVM cannot see through.
// CHECK-LABEL: @empty(
// CHECK: llvm.inline_asm "", "=r,0" %{{.*}} : (i32) -> i32
tile.func private @empty(%x0: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,0", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// Immediates stand in the text: floats by their bits, true as 1. Their operands
// keep the numbers of the others.
// CHECK-LABEL: @immediates(
// CHECK: %[[ZERO:.*]] = {{.*}}constant{{.*}}0 : i32
// CHECK: llvm.inline_asm "{\0Amov.b32 $0, 7; and.b32 $0, $0, 0f3FC00000; add.s32 $0, $0, 1;\0Aadd.s32 $0, $0, $4; // $$$$1, L1\0A}", "=&r,n,n,n,r" %[[ZERO]], %{{.*}}, %{{.*}}, %{{.*}} : (i32, i32, i32, i32) -> i32
tile.func private @immediates(%x: tensor<32xi32, #b1>) -> tensor<32xi32, #b1> {
  %i = arith.constant dense<7> : tensor<32xi32, #b1>
  %f = arith.constant dense<1.5> : tensor<32xf32, #b1>
  %t = arith.constant dense<true> : tensor<32xi1, #b1>
  %r = tile.elementwise_inline_asm "mov.b32 $0, ${1}; and.b32 $0, $0, $2; add.s32 $0, $0, $3;\0Aadd.s32 $0, $0, $4; // $$1, L$3" {constraints = "=r,n,i,n,r", packed_element = 1 : i32, pure = true} %i, %f, %t, %x : tensor<32xi32, #b1>, tensor<32xf32, #b1>, tensor<32xi1, #b1>, tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r : tensor<32xi32, #b1>
}

// As in a register of 32 bits, a narrow element is extended with zeros, or with
// sign_extend by its sign; a float by its bits.
// CHECK-LABEL: @narrow_immediates(
// CHECK: llvm.inline_asm "add.s32 $0, 253, 65533;"
// CHECK: llvm.inline_asm "add.s32 $0, -3, -3;"
// CHECK: llvm.inline_asm "add.s32 $0, -3, 1;"
// CHECK: llvm.inline_asm "vadd.u32.u32.u32.add $0, 48640, 49088, 1;"
// CHECK: llvm.inline_asm "add.f64 $0, 0dBFF8000000000000, 0d0000000000000001;"
// CHECK: llvm.inline_asm "add.s64 $0, -9223372036854775808, -1;"
tile.func private @narrow_immediates() {
  %b = arith.constant dense<-3> : tensor<32xi8, #b1>
  %h = arith.constant dense<-3> : tensor<32xi16, #b1>
  %i = arith.constant dense<-3> : tensor<32xi32, #b1>
  %t = arith.constant dense<true> : tensor<32xi1, #b1>
  %f = arith.constant dense<-1.5> : tensor<32xf16, #b1>
  %g = arith.constant dense<-1.5> : tensor<32xbf16, #b1>
  %d = arith.constant dense<-1.5> : tensor<32xf64, #b1>
  %e = arith.constant dense<0x0000000000000001> : tensor<32xf64, #b1>
  %m = arith.constant dense<-9223372036854775808> : tensor<32xi64, #b1>
  %n = arith.constant dense<-1> : tensor<32xi64, #b1>
  %0 = tile.elementwise_inline_asm "add.s32 $0, $1, $2;" {constraints = "=r,n,n", packed_element = 1 : i32, pure = true} %b, %h : tensor<32xi8, #b1>, tensor<32xi16, #b1> -> tensor<32xi32, #b1>
  %1 = tile.elementwise_inline_asm "add.s32 $0, $1, $2;" {constraints = "=r,n,i", packed_element = 1 : i32, pure = true, sign_extend} %b, %h : tensor<32xi8, #b1>, tensor<32xi16, #b1> -> tensor<32xi32, #b1>
  %2 = tile.elementwise_inline_asm "add.s32 $0, $1, $2;" {constraints = "=r,n,n", packed_element = 1 : i32, pure = true, sign_extend} %i, %t : tensor<32xi32, #b1>, tensor<32xi1, #b1> -> tensor<32xi32, #b1>
  %3 = tile.elementwise_inline_asm "vadd.u32.u32.u32.add $0, $1, $2, $3;" {constraints = "=r,n,n,n", packed_element = 1 : i32, pure = true, sign_extend} %f, %g, %t : tensor<32xf16, #b1>, tensor<32xbf16, #b1>, tensor<32xi1, #b1> -> tensor<32xi32, #b1>
  %4 = tile.elementwise_inline_asm "add.f64 $0, $1, $2;" {constraints = "=d,n,n", packed_element = 1 : i32, pure = true} %d, %e : tensor<32xf64, #b1>, tensor<32xf64, #b1> -> tensor<32xf64, #b1>
  %5 = tile.elementwise_inline_asm "add.s64 $0, $1, $2;" {constraints = "=l,n,n", packed_element = 1 : i32, pure = true} %m, %n : tensor<32xi64, #b1>, tensor<32xi64, #b1> -> tensor<32xi64, #b1>
  tile.return
}

// An input that the body writes is copied first, and the copy is written: the
// register may be read again behind the asm.
// CHECK-LABEL: @written_input(
// CHECK: llvm.inline_asm "{\0A.reg .b32 copy_of_1;\0Amov.b32 copy_of_1, $1;\0Aadd.s32 copy_of_1, copy_of_1, 1; add.s32 $0, copy_of_1, $2;\0A}", "=&r,r,r"
tile.func private @written_input(%x0: tensor<32xi32, #b1>, %x1: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "add.s32 $1, ${1}, 1; add.s32 $0, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : tensor<32xi32, #b1>, tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// One statement with its copies is several: the output gets its register late.
// CHECK-LABEL: @written_inputs_of_all_classes(
// CHECK: "{\0A.reg .b16 _copy_of_1;\0Amov.b16 _copy_of_1, $1;\0A.reg .pred _copy_of_3;\0Amov.pred _copy_of_3, $3;\0A
// CHECK-SAME: // copy_of_1 $$$$1 $${:uid}\0Amov.b32 {_copy_of_1, $0}, $2; setp.lt.s32 _copy_of_3, $2, 0;\0A}", "=&h,h,r,b"
tile.func private @written_inputs_of_all_classes(%x0: tensor<32xi16, #b1>, %x1: tensor<32xi32, #b1>, %x2: tensor<32xi1, #b1>) -> (tensor<32xi16, #b1>) {
  %r:1 = tile.elementwise_inline_asm "// copy_of_1 $$1 ${:uid}\0Amov.b32 {$1, $0}, $2; setp.lt.s32 $3, $2, 0;" {constraints = "=h,h,r,b", packed_element = 1 : i32, pure = true} %x0, %x1, %x2 : tensor<32xi16, #b1>, tensor<32xi32, #b1>, tensor<32xi1, #b1> -> tensor<32xi16, #b1>
  tile.return %r#0 : tensor<32xi16, #b1>
}

// $10 is not $1 and a 0.
// CHECK-LABEL: @written_input_of_one_digit(
// CHECK: "{\0A.reg .b32 copy_of_1;\0Amov.b32 copy_of_1, $1;\0Aadd.s32 copy_of_1, $10, $11; add.s32 $0, copy_of_1, $10;\0A}"
tile.func private @written_input_of_one_digit(%x: i32) -> i32 {
  %r = tile.elementwise_inline_asm "add.s32 $1, $10, $11; add.s32 $0, $1, $10;" {constraints = "=r,r,r,r,r,r,r,r,r,r,r,r", packed_element = 1 : i32, pure = true} %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 -> i32
  tile.return %r : i32
}

// A tied input is the output.
// CHECK-LABEL: @written_through_a_tie(
// CHECK: llvm.inline_asm "add.s32 $1, $1, 1;", "=r,0"
tile.func private @written_through_a_tie(%x0: tensor<32xi32, #b1>) -> (tensor<32xi32, #b1>) {
  %r:1 = tile.elementwise_inline_asm "add.s32 $1, $1, 1;" {constraints = "=r,0", packed_element = 1 : i32, pure = true} %x0 : tensor<32xi32, #b1> -> tensor<32xi32, #b1>
  tile.return %r#0 : tensor<32xi32, #b1>
}

// A declaration is the invocation's own, alone, too.
// CHECK-LABEL: @declaration(
// CHECK: llvm.inline_asm has_side_effects {tile.never_copied} "{\0A.reg .b32 t;\0A}"
tile.func private @declaration() {
  tile.elementwise_inline_asm ".reg .b32 t;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  tile.return
}
}
