// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s
// RUN: tile-opt %s --tilegpu-to-llvm | FileCheck %s --check-prefix=LLVM

#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// LLVM-NOT: arith.
// LLVM-NOT: math.
// LLVM-NOT: ub.

// CHECK-LABEL: @binary
// CHECK-SAME: (%[[A0:.*]]: f32, %[[A1:.*]]: f32, %[[B0:.*]]: f32, %[[B1:.*]]: f32)
tile.func private @binary(%a: tensor<256xf32, #two>, %b: tensor<256xf32, #two>) -> tensor<256xf32, #two> {
  // CHECK-DAG: arith.addf %[[A0]], %[[B0]] fastmath<contract> : f32
  // CHECK-DAG: arith.addf %[[A1]], %[[B1]] fastmath<contract> : f32
  %0 = arith.addf %a, %b fastmath<contract> : tensor<256xf32, #two>
  tile.return %0 : tensor<256xf32, #two>
}

// CHECK-LABEL: @unary
tile.func private @unary(%a: tensor<256xf32, #two>) -> tensor<256xf32, #two> {
  // CHECK-COUNT-2: math.exp2 %{{.*}} : f32
  %0 = math.exp2 %a : tensor<256xf32, #two>
  tile.return %0 : tensor<256xf32, #two>
}

// CHECK-LABEL: @compare
tile.func private @compare(%a: tensor<256xi32, #two>, %b: tensor<256xi32, #two>) -> tensor<256xi1, #two> {
  // CHECK-COUNT-2: arith.cmpi slt, %{{.*}} : i32
  %0 = arith.cmpi slt, %a, %b : tensor<256xi32, #two>
  tile.return %0 : tensor<256xi1, #two>
}

// CHECK-LABEL: @casts
tile.func private @casts(%a: tensor<256xi32, #two>) -> tensor<256xf64, #two> {
  // CHECK-COUNT-2: arith.trunci %{{.*}} : i32 to i8
  %0 = arith.trunci %a : tensor<256xi32, #two> to tensor<256xi8, #two>
  // CHECK-COUNT-2: arith.sitofp %{{.*}} : i8 to f64
  %1 = arith.sitofp %0 : tensor<256xi8, #two> to tensor<256xf64, #two>
  tile.return %1 : tensor<256xf64, #two>
}

// CHECK-LABEL: @select_scalar_condition
// CHECK-SAME: (%[[C:.*]]: i1, %[[A0:.*]]: f32, %[[A1:.*]]: f32, %[[B0:.*]]: f32, %[[B1:.*]]: f32)
tile.func private @select_scalar_condition(%c: i1, %a: tensor<256xf32, #two>, %b: tensor<256xf32, #two>) -> tensor<256xf32, #two> {
  // CHECK-DAG: arith.select %[[C]], %[[A0]], %[[B0]] : f32
  // CHECK-DAG: arith.select %[[C]], %[[A1]], %[[B1]] : f32
  %0 = arith.select %c, %a, %b : tensor<256xf32, #two>
  tile.return %0 : tensor<256xf32, #two>
}

// CHECK-LABEL: @select_pointers
tile.func private @select_pointers(%c: tensor<256xi1, #two>, %a: tensor<256x!tile.ptr<f16>, #two>, %b: tensor<256x!tile.ptr<f16>, #two>) -> tensor<256x!tile.ptr<f16>, #two> {
  // CHECK-COUNT-2: arith.select %{{.*}} : !llvm.ptr<1>
  %0 = arith.select %c, %a, %b : tensor<256xi1, #two>, tensor<256x!tile.ptr<f16>, #two>
  tile.return %0 : tensor<256x!tile.ptr<f16>, #two>
}

// CHECK-LABEL: @two_results
tile.func private @two_results(%a: tensor<256xi32, #two>, %b: tensor<256xi32, #two>) -> (tensor<256xi32, #two>, tensor<256xi32, #two>) {
  // CHECK: %[[L0:.*]], %[[H0:.*]] = arith.mului_extended
  // CHECK: %[[L1:.*]], %[[H1:.*]] = arith.mului_extended
  // CHECK: llvm.insertvalue %[[L0]], %{{.*}}[0]
  // CHECK: llvm.insertvalue %[[L1]], %{{.*}}[1]
  // CHECK: llvm.insertvalue %[[H0]], %{{.*}}[2]
  // CHECK: llvm.insertvalue %[[H1]], %{{.*}}[3]
  %0:2 = arith.mului_extended %a, %b : tensor<256xi32, #two>
  tile.return %0#0, %0#1 : tensor<256xi32, #two>, tensor<256xi32, #two>
}

// Attributes that are not the operation's own stay, too.
// CHECK-LABEL: @attributes
tile.func private @attributes(%a: tensor<256xi32, #two>) -> tensor<256xi32, #two> {
  // CHECK-COUNT-2: arith.addi %{{.*}} overflow<nsw> {test.note = 1 : i32} : i32
  %0 = arith.addi %a, %a overflow<nsw> {test.note = 1 : i32} : tensor<256xi32, #two>
  tile.return %0 : tensor<256xi32, #two>
}

// CHECK-LABEL: @poison
tile.func private @poison() -> (tensor<256xf32, #two>, !tile.ptr<f32>) {
  // CHECK-DAG: %[[P:.*]] = llvm.mlir.poison : f32
  // CHECK-DAG: llvm.insertvalue %[[P]], %{{.*}}[0]
  // CHECK-DAG: llvm.insertvalue %[[P]], %{{.*}}[1]
  // CHECK-DAG: llvm.mlir.poison : !llvm.ptr<1>
  %0 = ub.poison : tensor<256xf32, #two>
  %1 = ub.poison : !tile.ptr<f32>
  tile.return %0, %1 : tensor<256xf32, #two>, !tile.ptr<f32>
}

// Scalars stay as they are.
// CHECK-LABEL: @scalars
tile.func private @scalars(%a: i32, %b: f32) -> i32 {
  // CHECK: %[[X:.*]] = arith.muli %{{.*}} : i32
  // CHECK: llvm.return %[[X]]
  %0 = arith.muli %a, %a : i32
  tile.return %0 : i32
}
}
