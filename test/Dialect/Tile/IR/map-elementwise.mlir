// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: @branches
tile.func private @branches(%t: tensor<128xf32>, %u: tensor<128xf32>) -> tensor<128xf32> {
  // CHECK:      "tile.map_elementwise"(%{{.*}}, %{{.*}}) <{pack = 1 : i32}> ({
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
  // CHECK:        scf.if
  // CHECK:        tile.map_elementwise.return %{{.*}} : f32
  // CHECK-NEXT: }) : (tensor<128xf32>, tensor<128xf32>) -> tensor<128xf32>
  %0 = "tile.map_elementwise"(%t, %u) <{pack = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %less = arith.cmpf olt, %a, %b : f32
    %c = scf.if %less -> (f32) {
      %d = math.sin %a : f32
      scf.yield %d : f32
    } else {
      scf.yield %b : f32
    }
    tile.map_elementwise.return %c : f32
  }) : (tensor<128xf32>, tensor<128xf32>) -> tensor<128xf32>
  tile.return %0 : tensor<128xf32>
}

// CHECK-LABEL: @packs
tile.func private @packs(%t: tensor<128xi32>) {
  // CHECK: ^bb0(%{{.*}}: i32, %{{.*}}: i32):
  // CHECK: tile.map_elementwise.return %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : f32, f32, i32, i32
  %0:2 = "tile.map_elementwise"(%t) <{pack = 2 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.sitofp %a : i32 to f32
    tile.map_elementwise.return %c, %c, %b, %a : f32, f32, i32, i32
  }) : (tensor<128xi32>) -> (tensor<128xf32>, tensor<128xi32>)
  tile.return
}
