// RUN: tile-opt %s --tile-broadcast-asm-operands | FileCheck %s
// RUN: tile-opt %s --tile-broadcast-asm-operands --tile-broadcast-asm-operands | FileCheck %s

// CHECK-LABEL: tile.func private @scalar_among_tiles
// CHECK-SAME:    %[[T:.*]]: tensor<128xf32>, %[[S:.*]]: f32
tile.func private @scalar_among_tiles(%t: tensor<128xf32>, %s: f32) -> tensor<128xf32> {
  // CHECK: %[[SPLAT:.*]] = tile.splat %[[S]] : f32 -> tensor<128xf32>
  // CHECK: tile.elementwise_inline_asm {{.*}} %[[T]], %[[SPLAT]] : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  %r = tile.elementwise_inline_asm "add.f32 $0, $1, $2;" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %t, %s : tensor<128xf32>, f32 -> tensor<128xf32>
  tile.return %r : tensor<128xf32>
}

// CHECK-LABEL: tile.func private @dimensions_of_size_one
// CHECK-SAME:    %[[T:.*]]: tensor<16x32xf32>, %[[ROW:.*]]: tensor<1x32xf32>, %[[COL:.*]]: tensor<16x1xi16>
tile.func private @dimensions_of_size_one(%t: tensor<16x32xf32>, %row: tensor<1x32xf32>, %col: tensor<16x1xi16>) -> tensor<16x32xi32> {
  // CHECK-DAG: %[[R:.*]] = tile.broadcast %[[ROW]] : tensor<1x32xf32> -> tensor<16x32xf32>
  // CHECK-DAG: %[[C:.*]] = tile.broadcast %[[COL]] : tensor<16x1xi16> -> tensor<16x32xi16>
  // CHECK: tile.elementwise_inline_asm {{.*}} %[[T]], %[[R]], %[[C]] : tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xi16> -> tensor<16x32xi32>
  %r = tile.elementwise_inline_asm "// $0 $1 $2 $3" {constraints = "=r,r,r,h", packed_element = 1 : i32, pure = true} %t, %row, %col : tensor<16x32xf32>, tensor<1x32xf32>, tensor<16x1xi16> -> tensor<16x32xi32>
  tile.return %r : tensor<16x32xi32>
}

// No operand has the common shape itself.
// CHECK-LABEL: tile.func private @outer_product
// CHECK-SAME:    %[[ROW:.*]]: tensor<1x32xf32>, %[[COL:.*]]: tensor<16x1xf32>
tile.func private @outer_product(%row: tensor<1x32xf32>, %col: tensor<16x1xf32>) -> tensor<16x32xf32> {
  // CHECK-DAG: %[[R:.*]] = tile.broadcast %[[ROW]] : tensor<1x32xf32> -> tensor<16x32xf32>
  // CHECK-DAG: %[[C:.*]] = tile.broadcast %[[COL]] : tensor<16x1xf32> -> tensor<16x32xf32>
  // CHECK: tile.elementwise_inline_asm {{.*}} %[[R]], %[[C]] :
  %r = tile.elementwise_inline_asm "mul.f32 $0, $1, $2;" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %row, %col : tensor<1x32xf32>, tensor<16x1xf32> -> tensor<16x32xf32>
  tile.return %r : tensor<16x32xf32>
}

// CHECK-LABEL: tile.func private @only_scalars_in
// CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: i64
tile.func private @only_scalars_in(%a: f32, %b: i64) -> (tensor<64xf32>, tensor<64xi16>) {
  // CHECK-DAG: %[[X:.*]] = tile.splat %[[A]] : f32 -> tensor<64xf32>
  // CHECK-DAG: %[[Y:.*]] = tile.splat %[[B]] : i64 -> tensor<64xi64>
  // CHECK: tile.elementwise_inline_asm {{.*}} %[[X]], %[[Y]] : tensor<64xf32>, tensor<64xi64> -> tensor<64xf32>, tensor<64xi16>
  %r:2 = tile.elementwise_inline_asm "// $0 $1 $2 $3" {constraints = "=f,=h,f,l", packed_element = 1 : i32, pure = true} %a, %b : f32, i64 -> tensor<64xf32>, tensor<64xi16>
  tile.return %r#0, %r#1 : tensor<64xf32>, tensor<64xi16>
}

// CHECK-LABEL: tile.func private @no_results
// CHECK-SAME:    %[[P:.*]]: !tile.ptr<i32>, %[[ROW:.*]]: tensor<1x8xi32>, %[[T:.*]]: tensor<4x1xi32>
tile.func private @no_results(%p: !tile.ptr<i32>, %row: tensor<1x8xi32>, %t: tensor<4x1xi32>) {
  // CHECK-DAG: %[[PS:.*]] = tile.splat %[[P]] : !tile.ptr<i32> -> tensor<4x8x!tile.ptr<i32>>
  // CHECK: tile.elementwise_inline_asm {{.*}} %[[PS]], %{{.*}}, %{{.*}} : tensor<4x8x!tile.ptr<i32>>, tensor<4x8xi32>, tensor<4x8xi32>
  // CHECK-NEXT: tile.return
  tile.elementwise_inline_asm "// $0 $1 $2" {constraints = "l,r,r", packed_element = 1 : i32, pure = false} %p, %row, %t : !tile.ptr<i32>, tensor<1x8xi32>, tensor<4x1xi32>
  tile.return
}

// A tile of one element is a tile: the scalar beside it is splat.
// CHECK-LABEL: tile.func private @one_element
tile.func private @one_element(%t: tensor<1xf32>, %s: f32) -> tensor<1xf32> {
  // CHECK: tile.splat %{{.*}} : f32 -> tensor<1xf32>
  %r = tile.elementwise_inline_asm "add.f32 $0, $1, $2;" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %t, %s : tensor<1xf32>, f32 -> tensor<1xf32>
  tile.return %r : tensor<1xf32>
}

#b = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>

// CHECK-LABEL: tile.func private @with_layouts
tile.func private @with_layouts(%row: tensor<1x32xf32, #b>, %s: f32) -> tensor<16x32xf32, #b> {
  // CHECK: tile.splat %{{.*}} : f32 -> tensor<16x32xf32, #blocked>
  // CHECK: tile.elementwise_inline_asm
  %t = arith.constant dense<0.0> : tensor<16x32xf32, #b>
  %r = tile.elementwise_inline_asm "fma.rn.f32 $0, $1, $2, $3;" {constraints = "=f,f,f,f", packed_element = 1 : i32, pure = true} %t, %t, %s : tensor<16x32xf32, #b>, tensor<16x32xf32, #b>, f32 -> tensor<16x32xf32, #b>
  tile.return %r : tensor<16x32xf32, #b>
}

// Constants stay constants, so that they can be immediates.
// CHECK-LABEL: tile.func private @constants
tile.func private @constants(%t: tensor<16x32xi32>) -> tensor<16x32xi32> {
  // CHECK-DAG: %[[C:.*]] = arith.constant dense<3> : tensor<16x32xi32>
  // CHECK-DAG: %[[D:.*]] = arith.constant dense<5> : tensor<16x32xi32>
  // CHECK: tile.elementwise_inline_asm {{.*}} %{{.*}}, %[[C]], %[[D]] :
  %c = arith.constant 3 : i32
  %d = arith.constant dense<5> : tensor<1x32xi32>
  %r = tile.elementwise_inline_asm "vadd.s32.s32.s32.add $0, $1, $2, $3;" {constraints = "=r,r,n,n", packed_element = 1 : i32, pure = true} %t, %c, %d : tensor<16x32xi32>, i32, tensor<1x32xi32> -> tensor<16x32xi32>
  tile.return %r : tensor<16x32xi32>
}

// Nothing to do: one shape already, only scalars, no operands.
// CHECK-LABEL: tile.func private @nothing_to_do
tile.func private @nothing_to_do(%t: tensor<128xf32>, %s: f32) -> (tensor<128xf32>, f32, tensor<128xi64>) {
  // CHECK-NOT: tile.splat
  // CHECK-NOT: tile.broadcast
  // CHECK: tile.return
  %a = tile.elementwise_inline_asm "neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %t : tensor<128xf32> -> tensor<128xf32>
  %b = tile.elementwise_inline_asm "add.f32 $0, $1, $2;" {constraints = "=f,f,f", packed_element = 1 : i32, pure = true} %s, %s : f32, f32 -> f32
  tile.elementwise_inline_asm "// $0" {constraints = "f", packed_element = 1 : i32, pure = false} %s : f32
  %c = tile.elementwise_inline_asm "mov.u64 $0, %globaltimer;" {constraints = "=l", packed_element = 1 : i32, pure = false} -> tensor<128xi64>
  tile.return %a, %b, %c : tensor<128xf32>, f32, tensor<128xi64>
}
