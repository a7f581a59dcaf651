// Tiles whose dimensions are no powers of two, as they are: the expected elements
// are counted by hand.

// RUN: tile-run %s --kernel=rows --device=interpreter | FileCheck %s --check-prefix=ROWS
// RUN: tile-run %s --kernel=parts --device=interpreter | FileCheck %s --check-prefix=PARTS
// What tile-pad-tiles makes of them gives the same.
// RUN: tile-opt %s --tile-pad-tiles -o %t.mlir
// RUN: tile-run %t.mlir --kernel=rows --device=interpreter | FileCheck %s --check-prefix=ROWS
// RUN: tile-run %t.mlir --kernel=parts --device=interpreter | FileCheck %s --check-prefix=PARTS
// RUN: tile-run %s --kernel=asm --device=interpreter --input=p:3xi32=iota | FileCheck %s --check-prefix=ASM
// RUN: tile-run %t.mlir --kernel=asm --device=interpreter --input=p:3xi32=iota | FileCheck %s --check-prefix=ASM
// RUN: tile-run %s --kernel=compare --device=interpreter --output=p:4xi32=const:5 --check='p == 5 + 2 * (i < 2)' | FileCheck %s --check-prefix=COMPARE

tile.func public @rows() {
  %c = arith.constant dense<[[1, 2, 3, 4, 5], [10, 20, 30, 40, 50]]> : tensor<2x5xi32>
  %0 = "tile.reduce"(%c) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    tile.reduce.return %b : i32
  }) : (tensor<2x5xi32>) -> tensor<2xi32>
  %1 = "tile.reduce"(%c) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.reduce.return %s : i32
  }) : (tensor<2x5xi32>) -> tensor<2xi32>
  %2 = "tile.scan"(%c) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.scan.return %s : i32
  }) : (tensor<2x5xi32>) -> tensor<2x5xi32>
  %3 = "tile.scan"(%c) <{axis = 1 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.scan.return %s : i32
  }) : (tensor<2x5xi32>) -> tensor<2x5xi32>
  tile.print " last " {hex = false, isSigned = array<i32: 1>} : %0 : tensor<2xi32>
  tile.print " sum " {hex = false, isSigned = array<i32: 1>} : %1 : tensor<2xi32>
  tile.print " up " {hex = false, isSigned = array<i32: 1>} : %2 : tensor<2x5xi32>
  tile.print " down " {hex = false, isSigned = array<i32: 1>} : %3 : tensor<2x5xi32>
  // ROWS: (0) last 5
  // ROWS: (1) last 50
  // ROWS: (0) sum 15
  // ROWS: (1) sum 150
  // ROWS: (0, 0) up 1{{$}}
  // ROWS: (0, 1) up 3
  // ROWS: (0, 2) up 6
  // ROWS: (0, 3) up 10
  // ROWS: (0, 4) up 15
  // ROWS: (1, 3) up 100
  // ROWS: (1, 4) up 150
  // ROWS: (0, 0) down 15
  // ROWS: (0, 2) down 12
  // ROWS: (1, 4) down 50
  tile.return
}

tile.func public @parts() {
  %c = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %d = arith.constant dense<[[7], [8]]> : tensor<2x1xi32>
  %0 = tile.extract_slice %c[1, 1] : tensor<2x3xi32> -> tensor<1x2xi32>
  tile.print " part " {hex = false, isSigned = array<i32: 1>} : %0 : tensor<1x2xi32>
  // PARTS: (0, 0) part 5
  // PARTS-NEXT: (0, 1) part 6
  %1 = tile.insert_slice %d into %c[0, 1] : tensor<2x1xi32> into tensor<2x3xi32>
  tile.print " whole " {hex = false, isSigned = array<i32: 1>} : %1 : tensor<2x3xi32>
  // PARTS-NEXT: (0, 0) whole 1
  // PARTS-NEXT: (0, 1) whole 7
  // PARTS-NEXT: (0, 2) whole 3
  // PARTS-NEXT: (1, 0) whole 4
  // PARTS-NEXT: (1, 1) whole 8
  // PARTS-NEXT: (1, 2) whole 6
  // The operand stays what it is.
  tile.print " old " {hex = false, isSigned = array<i32: 1>} : %c : tensor<2x3xi32>
  // PARTS-NEXT: (0, 0) old 1
  // PARTS-NEXT: (0, 1) old 2
  // PARTS-NEXT: (0, 2) old 3
  // PARTS-NEXT: (1, 0) old 4
  // PARTS-NEXT: (1, 1) old 5
  // PARTS-NEXT: (1, 2) old 6
  %2 = tile.cat %d, %c {axis = 1 : i32} : tensor<2x1xi32>, tensor<2x3xi32> -> tensor<2x4xi32>
  tile.print " cat " {hex = false, isSigned = array<i32: 1>} : %2 : tensor<2x4xi32>
  // PARTS-NEXT: (0, 0) cat 7
  // PARTS-NEXT: (0, 1) cat 1
  // PARTS-NEXT: (0, 2) cat 2
  // PARTS-NEXT: (0, 3) cat 3
  // PARTS-NEXT: (1, 0) cat 8
  // PARTS-NEXT: (1, 1) cat 4
  tile.return
}

// The fallback loads; behind the last element there is nothing to load.
tile.func public @asm(%p: !tile.ptr<i32>) {
  %i = tile.make_range {start = 0 : i32, end = 3 : i32} : tensor<3xi32>
  %ps = tile.splat %p : !tile.ptr<i32> -> tensor<3x!tile.ptr<i32>>
  %pi = tile.addptr %ps, %i : tensor<3x!tile.ptr<i32>>, tensor<3xi32>
  // ASM: (0) loaded 0
  // ASM-NEXT: (1) loaded 1
  // ASM-NEXT: (2) loaded 2
  // ASM-NOT: loaded
  %v = tile.elementwise_inline_asm "ld.global.b32 $0, [$1];" {constraints = "=r,l", packed_element = 1 : i32, pure = false} %pi : tensor<3x!tile.ptr<i32>> -> tensor<3xi32> fallback (%a: !tile.ptr<i32>) {
    %w = tile.load %a : !tile.ptr<i32>
    tile.asm.return %w : i32
  }
  tile.print " loaded " {hex = false, isSigned = array<i32: 1>} : %v : tensor<3xi32>
  tile.return
}

// Only the elements whose mask is true are compared and exchanged.
tile.func public @compare(%p: !tile.ptr<i32>) {
  %i = tile.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %two = arith.constant dense<2> : tensor<4xi32>
  %five = arith.constant dense<5> : tensor<4xi32>
  %seven = arith.constant dense<7> : tensor<4xi32>
  %mask = arith.cmpi slt, %i, %two : tensor<4xi32>
  %ps = tile.splat %p : !tile.ptr<i32> -> tensor<4x!tile.ptr<i32>>
  %pi = tile.addptr %ps, %i : tensor<4x!tile.ptr<i32>>, tensor<4xi32>
  // COMPARE: ok, exact
  %old = tile.atomic_cas relaxed, gpu, %pi, %five, %seven, %mask : (tensor<4x!tile.ptr<i32>>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>) -> tensor<4xi32>
  tile.return
}
