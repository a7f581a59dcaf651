// RUN: tile-opt %s --tile-import-ttir | FileCheck %s

// Early returns of a function that is mapped: branches to the end of the region become results of scf.if.
// CHECK-LABEL: @early_return(
// CHECK: "tile.map_elementwise"
// CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
// CHECK: %[[LESS:.*]] = arith.cmpi slt, %[[A]], %[[B]] : i32
// CHECK: %[[R:.*]] = scf.if %[[LESS]] -> (i32) {
// CHECK: scf.yield %[[A]] : i32
// CHECK: } else {
// CHECK: %[[SUM:.*]] = arith.addi %[[A]], %[[B]] : i32
// CHECK: scf.yield %[[SUM]] : i32
// CHECK: tile.map_elementwise.return %[[R]] : i32
tt.func private @early_return(%x: tensor<64xi32>, %y: tensor<64xi32>) -> tensor<64xi32> {
  %0 = "tt.map_elementwise"(%x, %y) <{pack = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %less = arith.cmpi slt, %a, %b : i32
    cf.cond_br %less, ^end(%a : i32), ^other
  ^other:
    %sum = arith.addi %a, %b : i32
    cf.br ^end(%sum : i32)
  ^end(%c: i32):
    tt.map_elementwise.return %c : i32
  }) : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  tt.return %0 : tensor<64xi32>
}
