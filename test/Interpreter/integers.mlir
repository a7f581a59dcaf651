// Integers: the expected values are Python's, reduced modulo 2^width.

// RUN: tile-run %s --device=interpreter | FileCheck %s

tile.func public @integers() {
  %m7 = arith.constant -7 : i32
  %2 = arith.constant 2 : i32
  %min8 = arith.constant -128 : i8
  %m1_8 = arith.constant -1 : i8
  %three = arith.constant 3 : i8
  %200 = arith.constant 200 : i8
  %big = arith.constant 0x123456789ABCDEF0 : i64
  %m3_64 = arith.constant -3 : i64
  %big16 = arith.constant 0x7ABC : i16
  %five = arith.constant 5 : i16
  %true = arith.constant true
  %0 = arith.constant 0 : i32
  %40 = arith.constant 40 : i32

  // Wrapping.
  %a = arith.addi %min8, %m1_8 : i8
  %b = arith.subi %min8, %three : i8
  %c = arith.muli %big, %big : i64
  %d = arith.muli %big16, %big16 : i16
  %e = arith.addi %true, %true : i1
  tile.print " addi " {hex = false, isSigned = array<i32: 1>} : %a : i8
  tile.print " subi " {hex = false, isSigned = array<i32: 1>} : %b : i8
  tile.print " muli64 " {hex = true, isSigned = array<i32: 0>} : %c : i64
  tile.print " muli16 " {hex = true, isSigned = array<i32: 0>} : %d : i16
  tile.print " addi1 " {hex = false, isSigned = array<i32: 0>} : %e : i1
  // CHECK: addi 127
  // CHECK: subi 125
  // CHECK: muli64 0xa5e20890f2a52100
  // CHECK: muli16 0xba10
  // CHECK: addi1 0

  // Division rounds toward zero, up, or down.
  %f = arith.divsi %m7, %2 : i32
  %g = arith.remsi %m7, %2 : i32
  %h = arith.ceildivsi %m7, %2 : i32
  %i = arith.floordivsi %m7, %2 : i32
  %j = arith.divui %200, %three : i8
  %k = arith.remui %200, %three : i8
  %l = arith.ceildivui %200, %three : i8
  %m = arith.remsi %min8, %m1_8 : i8
  tile.print " divsi " {hex = false, isSigned = array<i32: 1>} : %f : i32
  tile.print " remsi " {hex = false, isSigned = array<i32: 1>} : %g : i32
  tile.print " ceildivsi " {hex = false, isSigned = array<i32: 1>} : %h : i32
  tile.print " floordivsi " {hex = false, isSigned = array<i32: 1>} : %i : i32
  tile.print " divui " {hex = false, isSigned = array<i32: 0>} : %j : i8
  tile.print " remui " {hex = false, isSigned = array<i32: 0>} : %k : i8
  tile.print " ceildivui " {hex = false, isSigned = array<i32: 0>} : %l : i8
  tile.print " remsi8 " {hex = false, isSigned = array<i32: 1>} : %m : i8
  // CHECK: divsi -3
  // CHECK: remsi -1
  // CHECK: ceildivsi -3
  // CHECK: floordivsi -4
  // CHECK: divui 66
  // CHECK: remui 2
  // CHECK: ceildivui 67
  // CHECK: remsi8 0

  // Shifts; by too much the result is unspecified, which is shown by a pattern.
  %n = arith.shli %m7, %2 : i32
  %o = arith.shrsi %m7, %2 : i32
  %p = arith.shrui %m7, %2 : i32
  %q = arith.shrui %min8, %three : i8
  %r = arith.shli %2, %40 : i32
  tile.print " shli " {hex = false, isSigned = array<i32: 1>} : %n : i32
  tile.print " shrsi " {hex = false, isSigned = array<i32: 1>} : %o : i32
  tile.print " shrui " {hex = false, isSigned = array<i32: 0>} : %p : i32
  tile.print " shrui8 " {hex = false, isSigned = array<i32: 0>} : %q : i8
  tile.print " too much " {hex = true, isSigned = array<i32: 0>} : %r : i32
  // CHECK: shli -28
  // CHECK: shrsi -2
  // CHECK: shrui 1073741822
  // CHECK: shrui8 16
  // CHECK: too much 0xa5a5a5a5

  // Minima, maxima, bits.
  %s = arith.maxsi %min8, %three : i8
  %t = arith.maxui %min8, %three : i8
  %u = arith.minsi %min8, %three : i8
  %v = arith.minui %min8, %three : i8
  %w = math.absi %min8 : i8
  %x = math.ctlz %three : i8
  %y = math.cttz %0 : i32
  %z = math.ctpop %big : i64
  tile.print " maxsi " {hex = false, isSigned = array<i32: 1>} : %s : i8
  tile.print " maxui " {hex = false, isSigned = array<i32: 0>} : %t : i8
  tile.print " minsi " {hex = false, isSigned = array<i32: 1>} : %u : i8
  tile.print " minui " {hex = false, isSigned = array<i32: 0>} : %v : i8
  tile.print " absi " {hex = false, isSigned = array<i32: 1>} : %w : i8
  tile.print " ctlz " {hex = false, isSigned = array<i32: 0>} : %x : i8
  tile.print " cttz " {hex = false, isSigned = array<i32: 0>} : %y : i32
  tile.print " ctpop " {hex = false, isSigned = array<i32: 0>} : %z : i64
  // CHECK: maxsi 3
  // CHECK: maxui 128
  // CHECK: minsi -128
  // CHECK: minui 3
  // CHECK: absi -128
  // CHECK: ctlz 6
  // CHECK: cttz 32
  // CHECK: ctpop 32

  // Upper halves and carries.
  %lo, %hi = arith.mulsi_extended %big, %m3_64 : i64
  %ulo, %uhi = arith.mului_extended %200, %200 : i8
  %mulhi = tile.mulhiui %big, %m3_64 : i64
  %sum, %carry = arith.addui_extended %200, %200 : i8, i1
  %pow = math.ipowi %three, %three : i8
  tile.print " mulsi low " {hex = true, isSigned = array<i32: 0>} : %lo : i64
  tile.print " mulsi high " {hex = true, isSigned = array<i32: 0>} : %hi : i64
  tile.print " mului " {hex = true, isSigned = array<i32: 0, 0>} : %ulo, %uhi : i8, i8
  tile.print " mulhiui " {hex = true, isSigned = array<i32: 0>} : %mulhi : i64
  tile.print " addui " {hex = true, isSigned = array<i32: 0, 0>} : %sum, %carry : i8, i1
  tile.print " ipowi " {hex = false, isSigned = array<i32: 1>} : %pow : i8
  // CHECK: mulsi low 0xc962fc962fc96330
  // CHECK: mulsi high 0xffffffffffffffff
  // CHECK: mului 0x40
  // CHECK: mului 0x9c
  // CHECK: mulhiui 0x123456789abcdeef
  // CHECK: addui 0x90
  // CHECK: addui 0x1
  // CHECK: ipowi 27

  // Comparisons with and without a sign; selects.
  %lt = arith.cmpi slt, %min8, %three : i8
  %ult = arith.cmpi ult, %min8, %three : i8
  %sel = arith.select %ult, %min8, %three : i8
  %lt1 = arith.cmpi slt, %true, %e : i1
  tile.print " slt " {hex = false, isSigned = array<i32: 0>} : %lt : i1
  tile.print " ult " {hex = false, isSigned = array<i32: 0>} : %ult : i1
  tile.print " select " {hex = false, isSigned = array<i32: 1>} : %sel : i8
  tile.print " slt of i1 " {hex = false, isSigned = array<i32: 0>} : %lt1 : i1
  // CHECK: slt 1
  // CHECK: ult 0
  // CHECK: select 3
  // CHECK: slt of i1 1
  tile.return
}
