// Arithmetic of floats, bit by bit. The expected bits are those of exact
// fractions, rounded once.

// RUN: tile-run %s --device=interpreter | FileCheck %s

tile.func public @floats() {
  %x = arith.constant 0.1 : f32
  %y = arith.constant 3.0 : f32
  %nan = arith.constant 0x7FC12345 : f32
  %inf = arith.constant 0x7F800000 : f32
  %zero = arith.constant 0.0 : f32
  %minus_zero = arith.constant -0.0 : f32

  %a = arith.addf %x, %y : f32
  %b = arith.subf %x, %y : f32
  %c = arith.mulf %x, %y : f32
  %d = arith.divf %x, %y : f32
  %e = arith.remf %y, %x : f32
  %f = math.sqrt %y : f32
  %g = tile.precise_sqrt %x : f32
  %h = tile.precise_divf %y, %x : f32
  tile.print " addf " {hex = true, isSigned = array<i32: 0>} : %a : f32
  tile.print " subf " {hex = true, isSigned = array<i32: 0>} : %b : f32
  tile.print " mulf " {hex = true, isSigned = array<i32: 0>} : %c : f32
  tile.print " divf " {hex = true, isSigned = array<i32: 0>} : %d : f32
  tile.print " remf " {hex = true, isSigned = array<i32: 0>} : %e : f32
  tile.print " sqrt " {hex = true, isSigned = array<i32: 0>} : %f : f32
  tile.print " precise_sqrt " {hex = true, isSigned = array<i32: 0>} : %g : f32
  tile.print " precise_divf " {hex = true, isSigned = array<i32: 0>} : %h : f32
  // CHECK: addf 0x40466666
  // CHECK: subf 0xc039999a
  // CHECK: mulf 0x3e99999a
  // CHECK: divf 0x3d088889
  // CHECK: remf 0x3dccccc7
  // CHECK: sqrt 0x3fddb3d7
  // CHECK: precise_sqrt 0x3ea1e89b
  // CHECK: precise_divf 0x41f00000

  // A NaN that is made has PTX's bits; the sign of a NaN is a bit like others.
  %i = arith.subf %inf, %inf : f32
  %j = arith.addf %nan, %x : f32
  %k = arith.negf %nan : f32
  %l = math.absf %k : f32
  %m = math.copysign %x, %minus_zero : f32
  tile.print " inf - inf " {hex = true, isSigned = array<i32: 0>} : %i : f32
  tile.print " nan + x " {hex = true, isSigned = array<i32: 0>} : %j : f32
  tile.print " -nan " {hex = true, isSigned = array<i32: 0>} : %k : f32
  tile.print " abs " {hex = true, isSigned = array<i32: 0>} : %l : f32
  tile.print " copysign " {hex = true, isSigned = array<i32: 0>} : %m : f32
  // CHECK: inf - inf 0x7fffffff
  // CHECK: nan + x 0x7fffffff
  // CHECK: -nan 0xffc12345
  // CHECK: abs 0x7fc12345
  // CHECK: copysign 0xbdcccccd

  // Maxima and minima: NaN wins or loses, -0 is below +0.
  %n = arith.maximumf %nan, %x : f32
  %o = arith.maxnumf %nan, %x : f32
  %p = arith.minnumf %x, %nan : f32
  %q = arith.minimumf %x, %nan : f32
  %r = arith.maximumf %minus_zero, %zero : f32
  %s = arith.minimumf %zero, %minus_zero : f32
  %t = arith.maxnumf %zero, %minus_zero : f32
  tile.print " maximumf " {hex = true, isSigned = array<i32: 0>} : %n : f32
  tile.print " maxnumf " {hex = true, isSigned = array<i32: 0>} : %o : f32
  tile.print " minnumf " {hex = true, isSigned = array<i32: 0>} : %p : f32
  tile.print " minimumf " {hex = true, isSigned = array<i32: 0>} : %q : f32
  tile.print " max of zeros " {hex = true, isSigned = array<i32: 0>} : %r : f32
  tile.print " min of zeros " {hex = true, isSigned = array<i32: 0>} : %s : f32
  tile.print " maxnum of zeros " {hex = true, isSigned = array<i32: 0>} : %t : f32
  // CHECK: maximumf 0x7fffffff
  // CHECK: maxnumf 0x3dcccccd
  // CHECK: minnumf 0x3dcccccd
  // CHECK: minimumf 0x7fffffff
  // CHECK: max of zeros 0x00000000
  // CHECK: min of zeros 0x80000000
  // CHECK: maxnum of zeros 0x00000000

  // Clamps: a NaN gives the lower bound, or NaN.
  %u = tile.clampf %nan, %x, %y, propagateNan = none : f32
  %v = tile.clampf %nan, %x, %y, propagateNan = all : f32
  %w = tile.clampf %inf, %x, %y, propagateNan = none : f32
  tile.print " clamp none " {hex = true, isSigned = array<i32: 0>} : %u : f32
  tile.print " clamp all " {hex = true, isSigned = array<i32: 0>} : %v : f32
  tile.print " clamp inf " {hex = true, isSigned = array<i32: 0>} : %w : f32
  // CHECK: clamp none 0x3dcccccd
  // CHECK: clamp all 0x7fffffff
  // CHECK: clamp inf 0x40400000

  // Comparisons: an unordered one is true where there is a NaN.
  %oeq = arith.cmpf oeq, %zero, %minus_zero : f32
  %one = arith.cmpf one, %nan, %x : f32
  %une = arith.cmpf une, %nan, %x : f32
  %ugt = arith.cmpf ugt, %nan, %x : f32
  %ole = arith.cmpf ole, %x, %x : f32
  %uno = arith.cmpf uno, %nan, %x : f32
  tile.print " cmpf " {hex = false, isSigned = array<i32: 0, 0, 0, 0, 0, 0>} : %oeq, %one, %une, %ugt, %ole, %uno : i1, i1, i1, i1, i1, i1
  // CHECK: cmpf 1
  // CHECK-NEXT: cmpf 0
  // CHECK-NEXT: cmpf 1
  // CHECK-NEXT: cmpf 1
  // CHECK-NEXT: cmpf 1
  // CHECK-NEXT: cmpf 1

  // Classes.
  %tiny = arith.constant 0x00000001 : f32
  %is0 = math.isnan %nan : f32
  %is1 = math.isinf %nan : f32
  %is2 = math.isfinite %inf : f32
  %is3 = math.isnormal %tiny : f32
  %is4 = math.isnormal %x : f32
  tile.print " class " {hex = false, isSigned = array<i32: 0, 0, 0, 0, 0>} : %is0, %is1, %is2, %is3, %is4 : i1, i1, i1, i1, i1
  // CHECK: class 1
  // CHECK-NEXT: class 0
  // CHECK-NEXT: class 0
  // CHECK-NEXT: class 0
  // CHECK-NEXT: class 1
  tile.return
}
