// Reductions along each dimension, of one operand and of several.

// RUN: tile-run %s --device=interpreter --kernel=axes | FileCheck %s --check-prefix=AXES
// RUN: tile-run %s --device=interpreter --kernel=tree | FileCheck %s --check-prefix=TREE
// RUN: tile-run %s --device=interpreter --kernel=branch | FileCheck %s --check-prefix=BRANCH

tile.func public @axes() {
  %c = arith.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 80]]]> : tensor<2x2x2xi32>
  %0 = "tile.reduce"(%c) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<2x2x2xi32>) -> tensor<2x2xi32>
  %1 = "tile.reduce"(%c) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<2x2x2xi32>) -> tensor<2x2xi32>
  %2 = "tile.reduce"(%c) <{axis = 2 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.maxsi %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<2x2x2xi32>) -> tensor<2x2xi32>
  tile.print " axis0 " {hex = false, isSigned = array<i32: 1>} : %0 : tensor<2x2xi32>
  tile.print " axis1 " {hex = false, isSigned = array<i32: 1>} : %1 : tensor<2x2xi32>
  tile.print " axis2 " {hex = false, isSigned = array<i32: 1>} : %2 : tensor<2x2xi32>
  // AXES: axis0 6
  // AXES-NEXT: axis0 8
  // AXES-NEXT: axis0 10
  // AXES-NEXT: axis0 84
  // AXES-NEXT: axis1 4
  // AXES-NEXT: axis1 6
  // AXES-NEXT: axis1 12
  // AXES-NEXT: axis1 86
  // AXES-NEXT: axis2 2
  // AXES-NEXT: axis2 4
  // AXES-NEXT: axis2 6
  // AXES-NEXT: axis2 80

  // The largest value and where it is first; a scalar.
  %v = arith.constant dense<[3.0, 9.0, 9.0, 1.0]> : tensor<4xf32>
  %i = tile.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %max, %at = "tile.reduce"(%v, %i) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %xi: i32, %y: f32, %yi: i32):
    %gt = arith.cmpf ogt, %x, %y : f32
    %eq = arith.cmpf oeq, %x, %y : f32
    %lower = arith.cmpi slt, %xi, %yi : i32
    %tie = arith.andi %eq, %lower : i1
    %left = arith.ori %gt, %tie : i1
    %m = arith.select %left, %x, %y : f32
    %mi = arith.select %left, %xi, %yi : i32
    tile.reduce.return %m, %mi : f32, i32
  }) : (tensor<4xf32>, tensor<4xi32>) -> (f32, i32)
  tile.print " argmax " {hex = false, isSigned = array<i32: 1, 1>} : %max, %at : f32, i32
  // AXES: argmax 9.000000
  // AXES-NEXT: argmax 1
  tile.return
}

// Neighbours first: (1 - 2) - (3 - 4) for a difference, which shows the order.
tile.func public @tree() {
  %c = arith.constant dense<[1, 2, 4, 8, 16, 32, 64, 128]> : tensor<8xi32>
  %outer = arith.constant 1 : i32
  %0 = "tile.reduce"(%c) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.subi %a, %b : i32
    %t = arith.muli %s, %outer : i32
    tile.reduce.return %t : i32
  }) : (tensor<8xi32>) -> i32
  tile.print " tree " {hex = false, isSigned = array<i32: 1>} : %0 : i32
  // ((1 - 2) - (4 - 8)) - ((16 - 32) - (64 - 128))
  // TREE: tree -45
  tile.return
}

// A region with control flow runs element by element.
tile.func public @branch() {
  %c = arith.constant dense<[[5, 2], [4, 8]]> : tensor<2x2xi32>
  %0 = "tile.reduce"(%c) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %lt = arith.cmpi slt, %a, %b : i32
    %s = scf.if %lt -> (i32) {
      scf.yield %b : i32
    } else {
      scf.yield %a : i32
    }
    tile.reduce.return %s : i32
  }) : (tensor<2x2xi32>) -> tensor<2xi32>
  tile.print " branch " {hex = false, isSigned = array<i32: 1>} : %0 : tensor<2xi32>
  // BRANCH: branch 5
  // BRANCH-NEXT: branch 8
  tile.return
}
