// Scans, gathers, histograms, sorts: the expected elements are counted by hand.

// RUN: tile-run %s --kernel=scans --device=interpreter | FileCheck %s --check-prefix=SCAN
// RUN: tile-run %s --kernel=numbers --device=interpreter | FileCheck %s --check-prefix=NUMBERS
// RUN: tile-run %s --kernel=sorts --device=interpreter | FileCheck %s --check-prefix=SORT
// RUN: tile-run %s --kernel=merges --device=interpreter | FileCheck %s --check-prefix=MERGE
// RUN: tile-run %s --kernel=maps --device=interpreter | FileCheck %s --check-prefix=MAP

tile.func public @scans() {
  %c = arith.constant dense<[[1, 2, 3, 4], [10, 20, 30, 40]]> : tensor<2x4xi32>
  %0 = "tile.scan"(%c) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.scan.return %s : i32
  }) : (tensor<2x4xi32>) -> tensor<2x4xi32>
  %1 = "tile.scan"(%c) <{axis = 1 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.scan.return %s : i32
  }) : (tensor<2x4xi32>) -> tensor<2x4xi32>
  %2 = "tile.scan"(%c) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.scan.return %s : i32
  }) : (tensor<2x4xi32>) -> tensor<2x4xi32>
  tile.print " sum " {hex = false, isSigned = array<i32: 1>} : %0 : tensor<2x4xi32>
  tile.print " back " {hex = false, isSigned = array<i32: 1>} : %1 : tensor<2x4xi32>
  tile.print " down " {hex = false, isSigned = array<i32: 1>} : %2 : tensor<2x4xi32>
  // SCAN: (0, 0) sum 1
  // SCAN-NEXT: (0, 1) sum 3
  // SCAN-NEXT: (0, 2) sum 6
  // SCAN-NEXT: (0, 3) sum 10
  // SCAN-NEXT: (1, 0) sum 10
  // SCAN-NEXT: (1, 1) sum 30
  // SCAN-NEXT: (1, 2) sum 60
  // SCAN-NEXT: (1, 3) sum 100
  // SCAN-NEXT: (0, 0) back 10
  // SCAN-NEXT: (0, 1) back 9
  // SCAN-NEXT: (0, 2) back 7
  // SCAN-NEXT: (0, 3) back 4
  // SCAN-NEXT: (1, 0) back 100
  // SCAN: (1, 3) back 40
  // SCAN: (0, 3) down 4
  // SCAN-NEXT: (1, 0) down 11
  // SCAN-NEXT: (1, 1) down 22
  // SCAN-NEXT: (1, 2) down 33
  // SCAN-NEXT: (1, 3) down 44

  // The left side comes before the right one: the last that is not 0, and where
  // it was; a region with control flow.
  %v = arith.constant dense<[0, 5, 0, 0, 7, 0, 8, 0]> : tensor<8xi32>
  %i = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %last, %at = "tile.scan"(%v, %i) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
    %zero = arith.constant 0 : i32
    %is = arith.cmpi eq, %b, %zero : i32
    %w, %wi = scf.if %is -> (i32, i32) {
      scf.yield %a, %ai : i32, i32
    } else {
      scf.yield %b, %bi : i32, i32
    }
    tile.scan.return %w, %wi : i32, i32
  }) : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>)
  tile.print " last " {hex = false, isSigned = array<i32: 1, 1>} : %last, %at : tensor<8xi32>, tensor<8xi32>
  // SCAN: (0) last 0
  // SCAN-NEXT: (1) last 5
  // SCAN-NEXT: (2) last 5
  // SCAN-NEXT: (3) last 5
  // SCAN-NEXT: (4) last 7
  // SCAN-NEXT: (5) last 7
  // SCAN-NEXT: (6) last 8
  // SCAN-NEXT: (7) last 8
  // SCAN-NEXT: (0) last 0
  // SCAN-NEXT: (1) last 1
  // SCAN-NEXT: (2) last 1
  // SCAN-NEXT: (3) last 1
  // SCAN-NEXT: (4) last 4
  // SCAN-NEXT: (5) last 4
  // SCAN-NEXT: (6) last 6
  // SCAN-NEXT: (7) last 6
  tile.return
}

tile.func public @numbers() {
  // Element (i, j) is (i, index); or (index, j). What is too large is unspecified.
  %c = arith.constant dense<[[1, 2, 3, 4], [10, 20, 30, 40]]> : tensor<2x4xi32>
  %i = arith.constant dense<[[3, 0], [1, 4]]> : tensor<2x2xi32>
  %g = tile.gather %c[%i] {axis = 1 : i32} : (tensor<2x4xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %j = arith.constant dense<[[0, 1, 1, -1]]> : tensor<1x4xi8>
  %h = tile.gather %c[%j] {axis = 0 : i32} : (tensor<2x4xi32>, tensor<1x4xi8>) -> tensor<1x4xi32>
  tile.print " gather " {hex = true, isSigned = array<i32: 1, 1>} : %g, %h : tensor<2x2xi32>, tensor<1x4xi32>
  // NUMBERS: (0, 0) gather 0x00000004
  // NUMBERS-NEXT: (0, 1) gather 0x00000001
  // NUMBERS-NEXT: (1, 0) gather 0x00000014
  // NUMBERS-NEXT: (1, 1) gather 0xa5a5a5a5
  // NUMBERS-NEXT: (0, 0) gather 0x00000001
  // NUMBERS-NEXT: (0, 1) gather 0x00000014
  // NUMBERS-NEXT: (0, 2) gather 0x0000001e
  // NUMBERS-NEXT: (0, 3) gather 0xa5a5a5a5

  %n = arith.constant dense<[1, 3, 1, 9, 0, 3, 3, -1]> : tensor<8xi16>
  %m = arith.constant dense<[true, true, true, true, false, true, false, true]> : tensor<8xi1>
  %all = tile.histogram %n : tensor<8xi16> -> tensor<4xi32>
  %some = tile.histogram %n, %m : tensor<8xi16> -> tensor<4xi64>
  tile.print " histogram " {hex = false, isSigned = array<i32: 1, 1>} : %all, %some : tensor<4xi32>, tensor<4xi64>
  // NUMBERS: (0) histogram 1
  // NUMBERS-NEXT: (1) histogram 2
  // NUMBERS-NEXT: (2) histogram 0
  // NUMBERS-NEXT: (3) histogram 3
  // NUMBERS-NEXT: (0) histogram 0
  // NUMBERS-NEXT: (1) histogram 2
  // NUMBERS-NEXT: (2) histogram 0
  // NUMBERS-NEXT: (3) histogram 2

  %cat = tile.cat %c, %c : tensor<2x4xi32> -> tensor<4x4xi32>
  %row = tile.reshape %cat : tensor<4x4xi32> -> tensor<16xi32>
  tile.print " cat " {hex = false, isSigned = array<i32: 1>} : %row : tensor<16xi32>
  // NUMBERS: (7) cat 40
  // NUMBERS-NEXT: (8) cat 1
  // NUMBERS: (15) cat 40
  tile.return
}

tile.func public @merges() {
  // 1 3 5 7 6 4 2 0 rises and falls. The other row does not, and the same steps do
  // not sort it: 6 1 5 2 8 3 7 4, then 5 1 6 2 7 3 8 4, then each pair.
  %v = arith.constant dense<[[1, 3, 5, 7, 6, 4, 2, 0], [8, 1, 7, 2, 6, 3, 5, 4]]> : tensor<2x8xi32>
  %i = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %from = tile.reshape %i : tensor<16xi32> -> tensor<2x8xi32>
  %up, %along = tile.sort %v, %from {axis = 1 : i32, bitonic} : tensor<2x8xi32>, tensor<2x8xi32>
  tile.print " merge " {hex = false, isSigned = array<i32: 1, 1>} : %up, %along : tensor<2x8xi32>, tensor<2x8xi32>
  // MERGE: (0, 0) merge 0
  // MERGE-NEXT: (0, 1) merge 1
  // MERGE: (0, 7) merge 7
  // MERGE-NEXT: (1, 0) merge 1
  // MERGE-NEXT: (1, 1) merge 5
  // MERGE-NEXT: (1, 2) merge 2
  // MERGE-NEXT: (1, 3) merge 6
  // MERGE-NEXT: (1, 4) merge 3
  // MERGE-NEXT: (1, 5) merge 7
  // MERGE-NEXT: (1, 6) merge 4
  // MERGE-NEXT: (1, 7) merge 8
  // MERGE-NEXT: (0, 0) merge 7
  // MERGE-NEXT: (0, 1) merge 0
  // MERGE: (1, 0) merge 9
  tile.return
}

tile.func public @sorts() {
  // The total order of floats; what goes along keeps its key.
  %v = arith.constant dense<[0.0, -0.0, 0x7FC00000, -1.0, 0xFFC00000, 2.0, 0xFF800000, -0.0]> : tensor<8xf32>
  %i = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %up, %from = tile.sort %v, %i {axis = 0 : i32, stable} : tensor<8xf32>, tensor<8xi32>
  tile.print " up " {hex = false, isSigned = array<i32: 1>} : %from : tensor<8xi32>
  // SORT: (0) up 4
  // SORT-NEXT: (1) up 6
  // SORT-NEXT: (2) up 3
  // SORT-NEXT: (3) up 1
  // SORT-NEXT: (4) up 7
  // SORT-NEXT: (5) up 0
  // SORT-NEXT: (6) up 5
  // SORT-NEXT: (7) up 2

  %c = arith.constant dense<[[5, -1], [3, 7], [-2, 7], [4, 0]]> : tensor<4x2xi8>
  %down = tile.sort %c {axis = 0 : i32, descending} : tensor<4x2xi8>
  %unsigned = tile.sort %c {axis = 1 : i32, isUnsigned} : tensor<4x2xi8>
  tile.print " sort " {hex = false, isSigned = array<i32: 1, 1>} : %down, %unsigned : tensor<4x2xi8>, tensor<4x2xi8>
  // SORT: (0, 0) sort 5
  // SORT-NEXT: (0, 1) sort 7
  // SORT-NEXT: (1, 0) sort 4
  // SORT-NEXT: (1, 1) sort 7
  // SORT-NEXT: (2, 0) sort 3
  // SORT-NEXT: (2, 1) sort 0
  // SORT-NEXT: (3, 0) sort -2
  // SORT-NEXT: (3, 1) sort -1
  // SORT-NEXT: (0, 0) sort 5
  // SORT-NEXT: (0, 1) sort -1
  // SORT: (2, 0) sort 7
  // SORT-NEXT: (2, 1) sort -2
  // SORT-NEXT: (3, 0) sort 0
  // SORT-NEXT: (3, 1) sort 4

  %k, %where = tile.topk %v, %i {axis = 0 : i32, k = 2 : i32, stable} : tensor<8xf32>, tensor<8xi32> -> tensor<2xf32>, tensor<2xi32>
  %small = tile.topk %c {axis = 0 : i32, k = 2 : i32, smallest} : tensor<4x2xi8> -> tensor<2x2xi8>
  tile.print " topk " {hex = false, isSigned = array<i32: 1, 1>} : %where, %small : tensor<2xi32>, tensor<2x2xi8>
  // SORT: (0) topk 2
  // SORT-NEXT: (1) topk 5
  // SORT-NEXT: (0, 0) topk -2
  // SORT-NEXT: (0, 1) topk -1
  // SORT-NEXT: (1, 0) topk 3
  // SORT-NEXT: (1, 1) topk 0
  tile.return
}

tile.func public @maps() {
  %a = tile.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %b = arith.constant dense<2> : tensor<4xi32>
  // The larger of the two, doubled if it is of b.
  %0 = "tile.map_elementwise"(%a, %b) <{pack = 1 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %less = arith.cmpi slt, %x, %y : i32
    %c = scf.if %less -> (i32) {
      %d = arith.addi %y, %y : i32
      scf.yield %d : i32
    } else {
      scf.yield %x : i32
    }
    tile.map_elementwise.return %c : i32
  }) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // Two at once: sums and differences of what stands at the same places.
  %1, %2 = "tile.map_elementwise"(%a, %b) <{pack = 2 : i32}> ({
  ^bb0(%x0: i32, %x1: i32, %y0: i32, %y1: i32):
    %s0 = arith.addi %x0, %y0 : i32
    %s1 = arith.addi %x1, %y1 : i32
    %d0 = arith.subi %x0, %y0 : i32
    %d1 = arith.subi %x1, %y1 : i32
    tile.map_elementwise.return %s0, %s1, %d0, %d1 : i32, i32, i32, i32
  }) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  tile.print " map " {hex = false, isSigned = array<i32: 1, 1, 1>} : %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
  // MAP: (0) map 4
  // MAP-NEXT: (1) map 4
  // MAP-NEXT: (2) map 2
  // MAP-NEXT: (3) map 3
  // MAP-NEXT: (0) map 2
  // MAP-NEXT: (1) map 3
  // MAP-NEXT: (2) map 4
  // MAP-NEXT: (3) map 5
  // MAP-NEXT: (0) map -2
  // MAP-NEXT: (1) map -1
  // MAP-NEXT: (2) map 0
  // MAP-NEXT: (3) map 1
  tile.return
}
