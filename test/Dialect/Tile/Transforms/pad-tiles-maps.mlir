// RUN: tile-opt %s --tile-pad-tiles --cse | FileCheck %s

// CHECK-LABEL: @pure_asm_of_numbers
tile.func private @pure_asm_of_numbers(%x: tensor<5xf32>) -> tensor<5xf32> {
  // CHECK-NEXT: tile.elementwise_inline_asm
  %0 = tile.elementwise_inline_asm "rcp.approx.ftz.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : tensor<5xf32> -> tensor<5xf32>
  tile.return %0 : tensor<5xf32>
}

// CHECK-LABEL: @asm_once_for_each_element
tile.func private @asm_once_for_each_element(%p: tensor<4x5x!tile.ptr<f32>>, %x: f32) {
  // CHECK-NEXT: tile.elementwise_inline_asm {{.*}}extents = array<i64: 4, 5>
  tile.elementwise_inline_asm "st.global.f32 [$0], $1;" {constraints = "l,f", packed_element = 1 : i32, pure = false} %p, %x : tensor<4x5x!tile.ptr<f32>>, f32 -> ()
  tile.return
}

// Addresses in the padding are copies of the last one.
// CHECK-LABEL: @pure_asm_of_memory
tile.func private @pure_asm_of_memory(%p: tensor<5x!tile.ptr<f32>>) -> tensor<5xf32> {
  // CHECK: %[[LAST:.*]] = arith.constant dense<4> : tensor<8xi32>
  // CHECK: %[[NUMBER:.*]] = arith.minsi %{{.*}}, %[[LAST]]
  // CHECK: %[[P:.*]] = tile.gather %{{.*}}[%[[NUMBER]]] {axis = 0 : i32}
  // CHECK: tile.elementwise_inline_asm {{.*}} %[[P]]
  %0 = tile.elementwise_inline_asm "ld.global.nc.f32 $0, [$1];" {constraints = "=f,l", packed_element = 1 : i32, pure = true} %p : tensor<5x!tile.ptr<f32>> -> tensor<5xf32>
  tile.return %0 : tensor<5xf32>
}

// CHECK-LABEL: @asm_in_every_thread
tile.func private @asm_in_every_thread(%p: tensor<5x!tile.ptr<f32>>, %x: f32) {
  // CHECK: %[[P:.*]] = tile.gather
  // CHECK: tile.elementwise_inline_asm {{.*}} %[[P]]
  tile.elementwise_inline_asm "prefetch.global.L2 [$0];" scope = thread {constraints = "l", packed_element = 1 : i32, pure = false} %p : tensor<5x!tile.ptr<f32>> -> ()
  tile.return
}

// CHECK-LABEL: @extern_functions
tile.func private @extern_functions(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  // CHECK: tile.extern_elementwise %arg0
  %0 = tile.extern_elementwise %x {libname = "l", libpath = "l.bc", symbol = "f", pure = true} : (tensor<5xf32>) -> tensor<5xf32>
  // CHECK: %[[X:.*]] = tile.gather
  // CHECK: tile.extern_elementwise %[[X]]
  %1 = tile.extern_elementwise %x {libname = "l", libpath = "l.bc", symbol = "g", pure = false} : (tensor<5xf32>) -> tensor<5xf32>
  tile.return %0, %1 : tensor<5xf32>, tensor<5xf32>
}

// CHECK-LABEL: @map_as_it_is
tile.func private @map_as_it_is(%x: tensor<5xi32>) -> tensor<5xi32> {
  // CHECK-NEXT: "tile.map_elementwise"(%arg0)
  %0 = "tile.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    %b = arith.addi %a, %a : i32
    tile.map_elementwise.return %b : i32
  }) : (tensor<5xi32>) -> tensor<5xi32>
  tile.return %0 : tensor<5xi32>
}

// CHECK-LABEL: @map_with_a_loop
tile.func private @map_with_a_loop(%x: tensor<5xi32>) -> tensor<5xi32> {
  // CHECK: %[[OWN:.*]] = arith.cmpi slt
  // CHECK: "tile.map_elementwise"(%arg0, %[[OWN]])
  // CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[FLAG:.*]]: i1):
  // CHECK-NEXT: %[[B:.*]] = scf.if %[[FLAG]] -> (i32) {
  // CHECK-NEXT: scf.while
  // CHECK: } else {
  // CHECK-NEXT: ub.poison : i32
  // CHECK: tile.map_elementwise.return %[[B]]
  %0 = "tile.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    %b = scf.while (%i = %a) : (i32) -> i32 {
      %ten = arith.constant 10 : i32
      %less = arith.cmpi slt, %i, %ten : i32
      scf.condition(%less) %i : i32
    } do {
    ^bb0(%i: i32):
      %j = arith.addi %i, %i : i32
      scf.yield %j : i32
    }
    tile.map_elementwise.return %b : i32
  }) : (tensor<5xi32>) -> tensor<5xi32>
  tile.return %0 : tensor<5xi32>
}

// CHECK-LABEL: @map_of_groups
tile.func private @map_of_groups(%x: tensor<5xi32>) -> tensor<5xi32> {
  // CHECK: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32, %[[HASA:.*]]: i1, %[[HASB:.*]]: i1):
  // CHECK-NEXT: %[[ANY:.*]] = arith.ori %[[HASA]], %[[HASB]]
  // CHECK-NEXT: %[[FIRST:.*]] = arith.select %[[HASA]], %[[A]], %[[B]]
  // CHECK-NEXT: arith.select %[[HASA]], %[[A]], %[[FIRST]]
  // CHECK-NEXT: arith.select %[[HASB]], %[[B]], %[[FIRST]]
  // CHECK-NEXT: scf.if %[[ANY]] -> (i32, i32) {
  %0 = "tile.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.map_elementwise.return %c, %c : i32, i32
  }) : (tensor<5xi32>) -> tensor<5xi32>
  tile.return %0 : tensor<5xi32>
}

// Groups that are rows: none is padding in part.
// CHECK-LABEL: @groups_once_for_each_element
tile.func private @groups_once_for_each_element(%p: tensor<3x6x!tile.ptr<f32>>, %x: f32) -> tensor<3x6xf32> {
  // CHECK: %[[P:.*]] = tile.reshape %{{.*}} : tensor<32x!tile.ptr<f32>> -> tensor<16x2x!tile.ptr<f32>>
  // CHECK: %[[Y:.*]] = tile.elementwise_inline_asm {{.*}}extents = array<i64: 9, 2>{{.*}} %{{.*}}, %[[P]] : tensor<16x2xf32>, tensor<16x2x!tile.ptr<f32>> -> tensor<16x2xf32>
  // CHECK: %[[Z:.*]] = tile.reshape %{{.*}} : tensor<32xf32> -> tensor<4x8xf32>
  // CHECK: tile.return %[[Z]]
  %0 = tile.elementwise_inline_asm "ld.global.f32 $0, [$4]; ld.global.f32 $1, [$5];" {constraints = "=&f,=&f,f,f,l,l", packed_element = 2 : i32, pure = false} %x, %p : f32, tensor<3x6x!tile.ptr<f32>> -> tensor<3x6xf32>
  tile.return %0 : tensor<3x6xf32>
}
