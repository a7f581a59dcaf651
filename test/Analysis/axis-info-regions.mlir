// RUN: tile-opt %s --tile-print-axis-info -o /dev/null 2>&1 | FileCheck %s

// Regions on scalars: nothing of a tile's axes goes into them, nothing comes out.

// CHECK-LABEL: @map
tile.func @map() {
  %0 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %1 = "tile.map_elementwise"(%0) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    %two = arith.constant 2 : i32
    %zero = arith.constant 0 : i32
    %b = arith.muli %a, %two : i32
    %less = arith.cmpi slt, %b, %zero : i32
    %c = scf.if %less -> (i32) {
      scf.yield %two : i32
    } else {
      scf.yield %b : i32
    }
    tile.map_elementwise.return %c : i32
  }) : (tensor<128xi32>) -> tensor<128xi32>
  %2 = "tile.scan"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tile.scan.return %s : i32
  }) : (tensor<128xi32>) -> tensor<128xi32>
  tile.return
}
