// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --mlir-print-op-generic | tile-opt | FileCheck %s

// Constraints and bodies that are legal, though not all are usual.

// CHECK-LABEL: @spaces
// CHECK: tile.elementwise_inline_asm
tile.func private @spaces(%x0: i32) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = " =r , r ", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// CHECK-LABEL: @early_clobber
// CHECK: tile.elementwise_inline_asm
tile.func private @early_clobber(%x0: i32) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=&r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// CHECK-LABEL: @tied
// CHECK: tile.elementwise_inline_asm
tile.func private @tied(%x0: i32) {
  %r:1 = tile.elementwise_inline_asm "add.s32 $0, $0, 1;" {constraints = "=r,0", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// CHECK-LABEL: @tied_in_two_digits
// CHECK: tile.elementwise_inline_asm
tile.func private @tied_in_two_digits(%x0: i32) {
  %r:11 = tile.elementwise_inline_asm "" {constraints = "=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,10", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
  tile.return
}

// CHECK-LABEL: @wider_class
// CHECK: tile.elementwise_inline_asm
tile.func private @wider_class(%x0: i32) {
  %r:1 = tile.elementwise_inline_asm "cvt.u32.u64 $0, $1;" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// CHECK-LABEL: @quad
// CHECK: tile.elementwise_inline_asm
tile.func private @quad(%x0: i64) {
  %r:1 = tile.elementwise_inline_asm "mov.b128 $0, $1;" {constraints = "=q,q", packed_element = 1 : i32, pure = true} %x0 : i64 -> i64
  tile.return
}

// CHECK-LABEL: @predicate
// CHECK: tile.elementwise_inline_asm
tile.func private @predicate(%x0: i1) {
  %r:1 = tile.elementwise_inline_asm "not.pred $0, $1;" {constraints = "=b,b", packed_element = 1 : i32, pure = true} %x0 : i1 -> i1
  tile.return
}

// CHECK-LABEL: @bool_as_byte
// CHECK: tile.elementwise_inline_asm
tile.func private @bool_as_byte(%x0: i1) {
  %r:1 = tile.elementwise_inline_asm "not.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i1 -> i1
  tile.return
}

// CHECK-LABEL: @four_bools
// CHECK: tile.elementwise_inline_asm
tile.func private @four_bools(%x0: tensor<128xi1>) {
  %r:1 = tile.elementwise_inline_asm "not.b32 $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x0 : tensor<128xi1> -> tensor<128xi1>
  tile.return
}

// CHECK-LABEL: @clobbers
// CHECK: tile.elementwise_inline_asm
tile.func private @clobbers(%x0: i32) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r,~{memory},~{cc}", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// CHECK-LABEL: @only_clobber
// CHECK: tile.elementwise_inline_asm
tile.func private @only_clobber() {
  tile.elementwise_inline_asm "membar.gl;" {constraints = "~{memory}", packed_element = 1 : i32, pure = false}
  tile.return
}

// CHECK-LABEL: @no_registers
// CHECK: tile.elementwise_inline_asm
tile.func private @no_registers() {
  tile.elementwise_inline_asm "membar.gl;" {constraints = "", packed_element = 1 : i32, pure = false}
  tile.return
}

// CHECK-LABEL: @braced_register
// CHECK: tile.elementwise_inline_asm
tile.func private @braced_register(%x0: i32) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 ${0}, ${1};" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// CHECK-LABEL: @unique_label
// CHECK: tile.elementwise_inline_asm
tile.func private @unique_label(%x0: i32) {
  %r:1 = tile.elementwise_inline_asm "L${:uid}: mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// CHECK-LABEL: @dollar
// CHECK: tile.elementwise_inline_asm
tile.func private @dollar(%x0: i32) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1; // $$9" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x0 : i32 -> i32
  tile.return
}

// CHECK-LABEL: @pack_of_32
// CHECK: tile.elementwise_inline_asm
tile.func private @pack_of_32(%x0: tensor<32xi8>) {
  %r:1 = tile.elementwise_inline_asm "" {constraints = "=r,=r,=r,=r,=r,=r,=r,=r,0,1,2,3,4,5,6,7", packed_element = 32 : i32, pure = true} %x0 : tensor<32xi8> -> tensor<32xi8>
  tile.return
}

// CHECK-LABEL: @unused_register
// CHECK: tile.elementwise_inline_asm
tile.func private @unused_register(%x0: i32, %x1: i32) {
  %r:1 = tile.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x0, %x1 : i32, i32 -> i32
  tile.return
}

// CHECK-LABEL: @immediates
// CHECK: tile.elementwise_inline_asm
tile.func private @immediates(%x: tensor<32xi32>) {
  %c = arith.constant 3 : i32
  %s = tile.splat %c : i32 -> tensor<32xi32>
  %d = arith.constant dense<1.0> : tensor<32xf32>
  %r = tile.elementwise_inline_asm "shl.b32 $0, $1, $2;" {constraints = "=r,r,n,i,n", packed_element = 1 : i32, pure = true} %x, %s, %d, %c : tensor<32xi32>, tensor<32xi32>, tensor<32xf32>, i32 -> tensor<32xi32>
  tile.return
}
