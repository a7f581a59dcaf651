// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

// CHECK-LABEL: tile.func private @addptr(
tile.func private @addptr(%p: tensor<128x!tile.ptr<f32>>, %i: tensor<128xi32>, %q: !tile.ptr<f16, 3>, %j: i64) {
  // CHECK: %{{.*}} = tile.addptr %{{.*}}, %{{.*}} : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %1 = tile.addptr %p, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  // CHECK: %{{.*}} = tile.addptr %{{.*}}, %{{.*}} : !tile.ptr<f16, 3>, i64
  %2 = tile.addptr %q, %j : !tile.ptr<f16, 3>, i64
  tile.return
}

// CHECK-LABEL: tile.func private @load(
tile.func private @load(%p: tensor<128x!tile.ptr<f32>>, %m: tensor<128xi1>, %zero: tensor<128xf32>, %q: !tile.ptr<i8>, %c: i1) {
  // CHECK: %{{.*}} = tile.load %{{.*}} : tensor<128x!tile.ptr<f32>>
  %0 = tile.load %p : tensor<128x!tile.ptr<f32>>
  // CHECK: %{{.*}} = tile.load %{{.*}}, %{{.*}} : tensor<128x!tile.ptr<f32>>
  %1 = tile.load %p, %m : tensor<128x!tile.ptr<f32>>
  // CHECK: %{{.*}} = tile.load %{{.*}}, %{{.*}}, %{{.*}} cacheModifier = cg : tensor<128x!tile.ptr<f32>>
  %2 = tile.load %p, %m, %zero cacheModifier = cg : tensor<128x!tile.ptr<f32>>
  // CHECK: %{{.*}} = tile.load %{{.*}} cacheModifier = ca evictionPolicy = evict_last {isVolatile = true} : tensor<128x!tile.ptr<f32>>
  %3 = tile.load %p cacheModifier = ca evictionPolicy = evict_last {isVolatile = true} : tensor<128x!tile.ptr<f32>>
  // CHECK: %{{.*}} = tile.load %{{.*}}, %{{.*}} : !tile.ptr<i8>
  %4 = tile.load %q, %c : !tile.ptr<i8>
  tile.return
}

// CHECK-LABEL: tile.func private @load_cache_modifiers(
tile.func private @load_cache_modifiers(%p: tensor<128x!tile.ptr<f32>>) {
  // CHECK: tile.load %{{.*}} cacheModifier = ca : tensor<128x!tile.ptr<f32>>
  %xca = tile.load %p cacheModifier = ca : tensor<128x!tile.ptr<f32>>
  // CHECK: tile.load %{{.*}} cacheModifier = cg : tensor<128x!tile.ptr<f32>>
  %xcg = tile.load %p cacheModifier = cg : tensor<128x!tile.ptr<f32>>
  // CHECK: tile.load %{{.*}} cacheModifier = cs : tensor<128x!tile.ptr<f32>>
  %xcs = tile.load %p cacheModifier = cs : tensor<128x!tile.ptr<f32>>
  // CHECK: tile.load %{{.*}} cacheModifier = cv : tensor<128x!tile.ptr<f32>>
  %xcv = tile.load %p cacheModifier = cv : tensor<128x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @load_order_of_clauses(
tile.func private @load_order_of_clauses(%p: tensor<128x!tile.ptr<f32>>) {
  // CHECK: tile.load %{{.*}} cacheModifier = cs evictionPolicy = evict_first : tensor<128x!tile.ptr<f32>>
  %0 = tile.load %p evictionPolicy = evict_first cacheModifier = cs : tensor<128x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @load_defaults_are_not_printed(
tile.func private @load_defaults_are_not_printed(%p: tensor<128x!tile.ptr<f32>>) {
  // CHECK: tile.load %{{.*}} : tensor<128x!tile.ptr<f32>>
  %0 = tile.load %p cacheModifier = none evictionPolicy = evict_normal {isVolatile = false} : tensor<128x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @store(
tile.func private @store(%p: tensor<128x!tile.ptr<f32>>, %v: tensor<128xf32>, %m: tensor<128xi1>, %q: !tile.ptr<!tile.ptr<i8>>, %r: !tile.ptr<i8>) {
  // CHECK: tile.store %{{.*}}, %{{.*}} : tensor<128x!tile.ptr<f32>>
  tile.store %p, %v : tensor<128x!tile.ptr<f32>>
  // CHECK: tile.store %{{.*}}, %{{.*}}, %{{.*}} evictionPolicy = evict_first : tensor<128x!tile.ptr<f32>>
  tile.store %p, %v, %m evictionPolicy = evict_first : tensor<128x!tile.ptr<f32>>
  // CHECK: tile.store %{{.*}}, %{{.*}} cacheModifier = wb {isVolatile = true} : tensor<128x!tile.ptr<f32>>
  tile.store %p, %v cacheModifier = wb {isVolatile = true} : tensor<128x!tile.ptr<f32>>
  // CHECK: tile.store %{{.*}}, %{{.*}} cacheModifier = wt : tensor<128x!tile.ptr<f32>>
  tile.store %p, %v cacheModifier = wt : tensor<128x!tile.ptr<f32>>
  // CHECK: tile.store %{{.*}}, %{{.*}} : !tile.ptr<!tile.ptr<i8>>
  tile.store %q, %r : !tile.ptr<!tile.ptr<i8>>
  tile.return
}

// CHECK-LABEL: tile.func private @int_to_ptr(
tile.func private @int_to_ptr(%a: i64, %t: tensor<128xi64>) {
  // CHECK: %{{.*}} = tile.int_to_ptr %{{.*}} : i64 -> !tile.ptr<f32>
  %p = tile.int_to_ptr %a : i64 -> !tile.ptr<f32>
  // CHECK: %{{.*}} = tile.int_to_ptr %{{.*}} : tensor<128xi64> -> tensor<128x!tile.ptr<f32>>
  %q = tile.int_to_ptr %t : tensor<128xi64> -> tensor<128x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @ptr_to_int(
tile.func private @ptr_to_int(%p: tensor<128x!tile.ptr<f32>>, %q: !tile.ptr<f32, 0>) {
  // CHECK: %{{.*}} = tile.ptr_to_int %{{.*}} : tensor<128x!tile.ptr<f32>> -> tensor<128xi64>
  %a = tile.ptr_to_int %p : tensor<128x!tile.ptr<f32>> -> tensor<128xi64>
  // CHECK: %{{.*}} = tile.ptr_to_int %{{.*}} : !tile.ptr<f32, 0> -> i64
  %b = tile.ptr_to_int %q : !tile.ptr<f32, 0> -> i64
  tile.return
}
