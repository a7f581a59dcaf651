// Inline PTX is its fallback: per element, per group, with broadcast operands.

// RUN: tile-run %s --device=interpreter | FileCheck %s

tile.func public @fallbacks() {
  %i = tile.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %k = arith.constant 10 : i32
  %a = tile.elementwise_inline_asm "mad.lo.s32 $0, $1, $1, $2;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %i, %k : tensor<4xi32>, i32 -> tensor<4xi32> fallback (%x: i32, %y: i32) {
    %xx = arith.muli %x, %x : i32
    %r = arith.addi %xx, %y : i32
    tile.asm.return %r : i32
  }
  tile.print " square " {hex = false, isSigned = array<i32: 1>} : %a : tensor<4xi32>
  // CHECK: square 10
  // CHECK-NEXT: square 11
  // CHECK-NEXT: square 14
  // CHECK-NEXT: square 19

  // Two of a group change places.
  %b = tile.elementwise_inline_asm "mov.b32 $0, $3; mov.b32 $1, $2;" {constraints = "=&r,=&r,r,r", packed_element = 2 : i32, pure = true} %i : tensor<4xi32> -> tensor<4xi32> fallback (%x: i32, %y: i32) {
    tile.asm.return %y, %x : i32, i32
  }
  tile.print " swap " {hex = false, isSigned = array<i32: 1>} : %b : tensor<4xi32>
  // CHECK: idx (0) swap 1
  // CHECK-NEXT: idx (1) swap 0
  // CHECK-NEXT: idx (2) swap 3
  // CHECK-NEXT: idx (3) swap 2

  // With control flow, element by element.
  %c = tile.elementwise_inline_asm "max.s32 $0, $1, 2;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %i : tensor<4xi32> -> tensor<4xi32> fallback (%x: i32) {
    %two = arith.constant 2 : i32
    %lt = arith.cmpi slt, %x, %two : i32
    %r = scf.if %lt -> (i32) {
      scf.yield %two : i32
    } else {
      scf.yield %x : i32
    }
    tile.asm.return %r : i32
  }
  tile.print " max " {hex = false, isSigned = array<i32: 1>} : %c : tensor<4xi32>
  // CHECK: max 2
  // CHECK-NEXT: max 2
  // CHECK-NEXT: max 2
  // CHECK-NEXT: max 3
  tile.return
}
