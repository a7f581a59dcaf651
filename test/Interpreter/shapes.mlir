// Operations that make tiles and move their elements: the element at each index.

// RUN: tile-run %s --device=interpreter | FileCheck %s

#blocked = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// CHECK-LABEL: idx (0) range 3
// CHECK-NEXT: idx (1) range 4
tile.func public @shapes() {
  %r = tile.make_range {start = 3 : i32, end = 5 : i32} : tensor<2xi32>
  tile.print " range " {hex = false, isSigned = array<i32: 1>} : %r : tensor<2xi32>
  %c = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>

  %t = tile.trans %c {order = array<i32: 1, 0>} : tensor<2x4xi32> -> tensor<4x2xi32>
  tile.print " trans " {hex = false, isSigned = array<i32: 1>} : %t : tensor<4x2xi32>
  // CHECK: idx (0, 0) trans 0
  // CHECK-NEXT: idx (0, 1) trans 4
  // CHECK-NEXT: idx (1, 0) trans 1
  // CHECK-NEXT: idx (1, 1) trans 5
  // CHECK-NEXT: idx (2, 0) trans 2
  // CHECK-NEXT: idx (2, 1) trans 6
  // CHECK-NEXT: idx (3, 0) trans 3
  // CHECK-NEXT: idx (3, 1) trans 7

  // Dimension i of the result is dimension order[i]: [2, 0, 1] of 2x1x4 is 4x2x1.
  %c3 = tile.reshape %c : tensor<2x4xi32> -> tensor<2x1x4xi32>
  %t3 = tile.trans %c3 {order = array<i32: 2, 0, 1>} : tensor<2x1x4xi32> -> tensor<4x2x1xi32>
  tile.print " trans3 " {hex = false, isSigned = array<i32: 1>} : %t3 : tensor<4x2x1xi32>
  // CHECK: idx (0, 1, 0) trans3 4
  // CHECK-NEXT: idx (1, 0, 0) trans3 1

  %rows = tile.expand_dims %r {axis = 1 : i32} : tensor<2xi32> -> tensor<2x1xi32>
  %b = tile.broadcast %rows : tensor<2x1xi32> -> tensor<2x2xi32>
  tile.print " broadcast " {hex = false, isSigned = array<i32: 1>} : %b : tensor<2x2xi32>
  // CHECK: idx (0, 0) broadcast 3
  // CHECK-NEXT: idx (0, 1) broadcast 3
  // CHECK-NEXT: idx (1, 0) broadcast 4
  // CHECK-NEXT: idx (1, 1) broadcast 4

  %s = tile.reshape %c : tensor<2x4xi32> -> tensor<4x2xi32>
  %left, %right = tile.split %s : tensor<4x2xi32> -> tensor<4xi32>
  tile.print " split " {hex = false, isSigned = array<i32: 1, 1>} : %left, %right : tensor<4xi32>, tensor<4xi32>
  // CHECK: idx (0) split 0
  // CHECK-NEXT: idx (1) split 2
  // CHECK-NEXT: idx (2) split 4
  // CHECK-NEXT: idx (3) split 6
  // CHECK-NEXT: idx (0) split 1
  // CHECK-NEXT: idx (1) split 3
  // CHECK-NEXT: idx (2) split 5
  // CHECK-NEXT: idx (3) split 7

  %j = tile.join %right, %left : tensor<4xi32> -> tensor<4x2xi32>
  tile.print " join " {hex = false, isSigned = array<i32: 1>} : %j : tensor<4x2xi32>
  // CHECK: idx (0, 0) join 1
  // CHECK-NEXT: idx (0, 1) join 0
  // CHECK-NEXT: idx (1, 0) join 3
  // CHECK-NEXT: idx (1, 1) join 2

  %x = arith.constant 2.5 : f32
  %splat = tile.splat %x : f32 -> tensor<1xf32>
  %back = tile.unsplat %splat : tensor<1xf32>
  tile.print " splat " {hex = false, isSigned = array<i32: 0, 0>} : %splat, %back : tensor<1xf32>, f32
  // CHECK: idx (0) splat 2.500000
  // CHECK-NEXT: pid (0, 0, 0) splat 2.500000

  // Layouts are ignored; a conversion keeps the elements.
  %p = ub.poison : tensor<128xi32, #blocked>
  %q = tilegpu.convert_layout %p : tensor<128xi32, #blocked> -> tensor<128xi32, #tile.slice<{dim = 0, parent = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>>
  tile.print " poison " {hex = true, isSigned = array<i32: 1>} : %q : tensor<128xi32, #tile.slice<{dim = 0, parent = #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>>
  // CHECK: idx (127) poison 0xa5a5a5a5
  tile.return
}
