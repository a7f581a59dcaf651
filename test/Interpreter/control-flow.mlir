// Loops, branches and calls.

// RUN: tile-run %s --device=interpreter --kernel=control --input=n:i32=5 | FileCheck %s

tile.func private @twice(%x: tensor<2xi32>, %k: i32) -> (tensor<2xi32>, i32) {
  %2 = arith.addi %x, %x : tensor<2xi32>
  %k2 = arith.addi %k, %k : i32
  tile.return %2, %k2 : tensor<2xi32>, i32
}

tile.func private @factorial(%n: i32) -> i32 attributes {noinline = true} {
  %1 = arith.constant 1 : i32
  %isSmall = arith.cmpi sle, %n, %1 : i32
  cf.cond_br %isSmall, ^small(%1 : i32), ^large
^small(%result: i32):
  tile.return %result : i32
^large:
  %less = arith.subi %n, %1 : i32
  %rest = tile.call @factorial(%less) : (i32) -> i32
  %product = arith.muli %n, %rest : i32
  cf.br ^small(%product : i32)
}

tile.func private @choose(%n: i32) -> i32 {
  %7 = arith.constant 7 : i32
  cf.switch %n : i32, [default: ^end(%n : i32), 5: ^five, 6: ^end(%7 : i32)]
^five:
  %i = arith.index_cast %n : i32 to index
  %chosen = scf.index_switch %i -> i32
  case -1 {
    scf.yield %n : i32
  }
  case 5 {
    %8 = arith.constant 8 : i32
    scf.yield %8 : i32
  }
  default {
    scf.yield %7 : i32
  }
  cf.br ^end(%chosen : i32)
^end(%result: i32):
  tile.return %result : i32
}

tile.func public @control(%n: i32) {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.constant 2 : i32
  %range = tile.make_range {start = 0 : i32, end = 2 : i32} : tensor<2xi32>

  // 0 + 2 + 4; no trip leaves the values as they are.
  %sum, %tile = scf.for %i = %0 to %n step %2 iter_args(%s = %0, %t = %range) -> (i32, tensor<2xi32>) : i32 {
    %s2 = arith.addi %s, %i : i32
    %t2 = arith.addi %t, %range : tensor<2xi32>
    scf.yield %s2, %t2 : i32, tensor<2xi32>
  }
  %none = scf.for %i = %n to %0 step %1 iter_args(%s = %n) -> (i32) : i32 {
    scf.yield %0 : i32
  }
  tile.print " for " {hex = false, isSigned = array<i32: 1, 1, 1>} : %sum, %tile, %none : i32, tensor<2xi32>, i32
  // CHECK: for 6
  // CHECK-NEXT: idx (0) for 0
  // CHECK-NEXT: idx (1) for 4
  // CHECK-NEXT: for 5

  // Up to the largest number, which has no next one; and without a sign.
  %126 = arith.constant 126 : i8
  %127 = arith.constant 127 : i8
  %two8 = arith.constant 2 : i8
  %trips = scf.for %i = %126 to %127 step %two8 iter_args(%s = %0) -> (i32) : i8 {
    %s2 = arith.addi %s, %1 : i32
    scf.yield %s2 : i32
  }
  %m1 = arith.constant -1 : i8
  %unsigned = scf.for unsigned %i = %127 to %m1 step %127 iter_args(%s = %0) -> (i32) : i8 {
    %s2 = arith.addi %s, %1 : i32
    scf.yield %s2 : i32
  }
  tile.print " trips " {hex = false, isSigned = array<i32: 1, 1>} : %trips, %unsigned : i32, i32
  // CHECK: trips 1
  // CHECK-NEXT: trips 2

  // The powers of 2 up to 5: 8.
  %count, %power = scf.while (%c = %0, %p = %1) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi sle, %p, %n : i32
    scf.condition(%more) %c, %p : i32, i32
  } do {
  ^bb0(%c: i32, %p: i32):
    %c2 = arith.addi %c, %1 : i32
    %p2 = arith.addi %p, %p : i32
    scf.yield %c2, %p2 : i32, i32
  }
  tile.print " while " {hex = false, isSigned = array<i32: 1, 1>} : %count, %power : i32, i32
  // CHECK: while 3
  // CHECK-NEXT: while 8

  %odd = arith.trunci %n : i32 to i1
  %either = scf.if %odd -> (i32) {
    scf.yield %1 : i32
  } else {
    scf.yield %2 : i32
  }
  scf.if %odd {
    tile.print " is odd" {hex = false, isSigned = array<i32>}
  }
  tile.print " if " {hex = false, isSigned = array<i32: 1>} : %either : i32
  // CHECK: pid (0, 0, 0) is odd
  // CHECK-NEXT: if 1

  %doubled, %k = tile.call @twice(%range, %n) : (tensor<2xi32>, i32) -> (tensor<2xi32>, i32)
  %product = tile.call @factorial(%n) : (i32) -> i32
  tile.print " call " {hex = false, isSigned = array<i32: 1, 1, 1>} : %doubled, %k, %product : tensor<2xi32>, i32, i32
  // CHECK: idx (0) call 0
  // CHECK-NEXT: idx (1) call 2
  // CHECK-NEXT: call 10
  // CHECK-NEXT: call 120
  %five = tile.call @choose(%n) : (i32) -> i32
  %six = arith.addi %n, %1 : i32
  %other = tile.call @choose(%six) : (i32) -> i32
  %default = tile.call @choose(%1) : (i32) -> i32
  tile.print " switch " {hex = false, isSigned = array<i32: 1, 1, 1>} : %five, %other, %default : i32, i32, i32
  // CHECK: switch 8
  // CHECK-NEXT: switch 7
  // CHECK-NEXT: switch 1
  tile.assert %odd, "n is odd" : i1
  tilegpu.barrier cta
  tile.return
}
