// RUN: tile-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: tile.func private @addptr_zero
// CHECK-SAME:    %[[P:[a-z0-9]+]]: tensor<4x!tile.ptr<f32>>
// CHECK-NEXT:    tile.return %[[P]]
tile.func private @addptr_zero(%p: tensor<4x!tile.ptr<f32>>) -> tensor<4x!tile.ptr<f32>> {
  %zero = arith.constant dense<0> : tensor<4xi32>
  %0 = tile.addptr %p, %zero : tensor<4x!tile.ptr<f32>>, tensor<4xi32>
  tile.return %0 : tensor<4x!tile.ptr<f32>>
}

// CHECK-LABEL: tile.func private @addptr_not_zero
// CHECK:         tile.addptr
tile.func private @addptr_not_zero(%p: tensor<4x!tile.ptr<f32>>) -> tensor<4x!tile.ptr<f32>> {
  %o = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %0 = tile.addptr %p, %o : tensor<4x!tile.ptr<f32>>, tensor<4xi32>
  tile.return %0 : tensor<4x!tile.ptr<f32>>
}

// CHECK-LABEL: tile.func private @load_mask_true
// CHECK:         %[[R:.*]] = tile.load %{{[^,]*}} cacheModifier = cg : tensor
// CHECK-NEXT:    tile.return %[[R]]
tile.func private @load_mask_true(%p: tensor<4x!tile.ptr<f32>>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %m = arith.constant dense<true> : tensor<4xi1>
  %0 = tile.load %p, %m, %o cacheModifier = cg : tensor<4x!tile.ptr<f32>>
  tile.return %0 : tensor<4xf32>
}

// CHECK-LABEL: tile.func private @load_mask_false
// CHECK-SAME:    %[[O:[a-z0-9]+]]: tensor<4xf32>)
// CHECK-NEXT:    tile.return %[[O]]
tile.func private @load_mask_false(%p: tensor<4x!tile.ptr<f32>>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %m = arith.constant dense<false> : tensor<4xi1>
  %0 = tile.load %p, %m, %o : tensor<4x!tile.ptr<f32>>
  tile.return %0 : tensor<4xf32>
}

// CHECK-LABEL: tile.func private @load_mask_false_without_other
// CHECK-NEXT:    %[[U:.*]] = ub.poison : tensor<4xf32>
// CHECK-NEXT:    tile.return %[[U]]
tile.func private @load_mask_false_without_other(%p: tensor<4x!tile.ptr<f32>>) -> tensor<4xf32> {
  %m = arith.constant dense<false> : tensor<4xi1>
  %0 = tile.load %p, %m : tensor<4x!tile.ptr<f32>>
  tile.return %0 : tensor<4xf32>
}

// CHECK-LABEL: tile.func private @load_scalar_masks
// CHECK-SAME:    %[[P:[a-z0-9]+]]: !tile.ptr<f32>, %[[O:[a-z0-9]+]]: f32)
// CHECK-NEXT:    %[[R:.*]] = tile.load %[[P]] : !tile.ptr<f32>
// CHECK-NEXT:    tile.return %[[R]], %[[O]]
tile.func private @load_scalar_masks(%p: !tile.ptr<f32>, %o: f32) -> (f32, f32) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = tile.load %p, %t, %o : !tile.ptr<f32>
  %1 = tile.load %p, %f, %o : !tile.ptr<f32>
  tile.return %0, %1 : f32, f32
}

// CHECK-LABEL: tile.func private @load_mixed_mask
// CHECK:         tile.load %{{.*}}, %{{.*}}, %{{.*}} : tensor
tile.func private @load_mixed_mask(%p: tensor<4x!tile.ptr<f32>>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %m = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
  %0 = tile.load %p, %m, %o : tensor<4x!tile.ptr<f32>>
  tile.return %0 : tensor<4xf32>
}

// A load that nobody uses goes, unless it is volatile.
// CHECK-LABEL: tile.func private @dead_loads
// CHECK-NEXT:    tile.load %{{.*}} {isVolatile = true}
// CHECK-NEXT:    tile.return
tile.func private @dead_loads(%p: tensor<4x!tile.ptr<f32>>) {
  %0 = tile.load %p : tensor<4x!tile.ptr<f32>>
  %1 = tile.load %p {isVolatile = true} : tensor<4x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @store_mask_true
// CHECK-NEXT:    tile.store %{{[^,]*}}, %{{[^,]*}} evictionPolicy = evict_first : tensor
tile.func private @store_mask_true(%p: tensor<4x!tile.ptr<f32>>, %v: tensor<4xf32>) {
  %m = arith.constant dense<true> : tensor<4xi1>
  tile.store %p, %v, %m evictionPolicy = evict_first : tensor<4x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @store_mask_false
// CHECK-NEXT:    tile.return
tile.func private @store_mask_false(%p: tensor<4x!tile.ptr<f32>>, %v: tensor<4xf32>) {
  %m = arith.constant dense<false> : tensor<4xi1>
  tile.store %p, %v, %m : tensor<4x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @store_mixed_mask
// CHECK:         tile.store %{{.*}}, %{{.*}}, %{{.*}} : tensor
tile.func private @store_mixed_mask(%p: tensor<4x!tile.ptr<f32>>, %v: tensor<4xf32>, %m: tensor<4xi1>) {
  tile.store %p, %v, %m : tensor<4x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @pointer_round_trips
// CHECK-SAME:    %[[P:[a-z0-9]+]]: !tile.ptr<f32>, %[[A:[a-z0-9]+]]: i64)
// CHECK-NEXT:    tile.return %[[P]], %[[A]]
tile.func private @pointer_round_trips(%p: !tile.ptr<f32>, %a: i64) -> (!tile.ptr<f32>, i64) {
  %0 = tile.ptr_to_int %p : !tile.ptr<f32> -> i64
  %1 = tile.int_to_ptr %0 : i64 -> !tile.ptr<f32>
  %2 = tile.int_to_ptr %a : i64 -> !tile.ptr<f16, 3>
  %3 = tile.ptr_to_int %2 : !tile.ptr<f16, 3> -> i64
  tile.return %1, %3 : !tile.ptr<f32>, i64
}

// The pointer that comes back is another one.
// CHECK-LABEL: tile.func private @pointer_changes
// CHECK:         tile.ptr_to_int
// CHECK:         tile.int_to_ptr
tile.func private @pointer_changes(%p: !tile.ptr<f32>) -> !tile.ptr<f16> {
  %0 = tile.ptr_to_int %p : !tile.ptr<f32> -> i64
  %1 = tile.int_to_ptr %0 : i64 -> !tile.ptr<f16>
  tile.return %1 : !tile.ptr<f16>
}

// CHECK-LABEL: tile.func private @atomic_mask_true
// CHECK:         %[[R:.*]] = tile.atomic_rmw add, acquire, sys, %{{[^,]*}}, %{{[^,]*}} : (!tile.ptr<i32>, i32) -> i32
// CHECK-NEXT:    tile.return %[[R]]
tile.func private @atomic_mask_true(%p: !tile.ptr<i32>, %x: i32) -> i32 {
  %m = arith.constant true
  %0 = tile.atomic_rmw add, acquire, sys, %p, %x, %m : (!tile.ptr<i32>, i32, i1) -> i32
  tile.return %0 : i32
}

// CHECK-LABEL: tile.func private @atomic_mask_false
// CHECK-NEXT:    tile.return
tile.func private @atomic_mask_false(%p: tensor<4x!tile.ptr<i32>>, %x: tensor<4xi32>) {
  %m = arith.constant dense<false> : tensor<4xi1>
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x, %m : (tensor<4x!tile.ptr<i32>>, tensor<4xi32>, tensor<4xi1>) -> tensor<4xi32>
  tile.return
}

// CHECK-LABEL: tile.func private @atomic_accesses_masked
// CHECK-NEXT:    %[[X:.*]] = tile.atomic_load acquire, gpu, %{{[^,]*}} : (!tile.ptr<i32>) -> i32
// CHECK-NEXT:    tile.atomic_store release, gpu, %{{[^,]*}}, %[[X]] : !tile.ptr<i32>
// CHECK-NEXT:    tile.return
tile.func private @atomic_accesses_masked(%p: !tile.ptr<i32>, %q: tensor<4x!tile.ptr<i32>>, %y: tensor<4xi32>) {
  %true = arith.constant true
  %m = arith.constant dense<false> : tensor<4xi1>
  %x = tile.atomic_load acquire, gpu, %p, %true : (!tile.ptr<i32>, i1) -> i32
  tile.atomic_store release, gpu, %p, %x, %true : !tile.ptr<i32>
  %0 = tile.atomic_load acquire, gpu, %q, %m : (tensor<4x!tile.ptr<i32>>, tensor<4xi1>) -> tensor<4xi32>
  tile.atomic_store release, gpu, %q, %y, %m : tensor<4x!tile.ptr<i32>>
  tile.return
}

// What nobody reads has an order, and another one may be there the second time.
// CHECK-LABEL: tile.func private @atomic_loads_unused
// CHECK-COUNT-2: tile.atomic_load
// CHECK: tile.atomic_poll
tile.func private @atomic_loads_unused(%p: !tile.ptr<i32>, %x: i32) {
  %0 = tile.atomic_load relaxed, gpu, %p : (!tile.ptr<i32>) -> i32
  %1 = tile.atomic_load relaxed, gpu, %p : (!tile.ptr<i32>) -> i32
  %2 = tile.atomic_poll relaxed, gpu, %p, %x : !tile.ptr<i32>, i32 -> i1
  tile.return
}

// Nobody reads what was there, but it changes.
// CHECK-LABEL: tile.func private @atomic_unused
// CHECK:         tile.atomic_rmw
// CHECK:         tile.atomic_cas
tile.func private @atomic_unused(%p: !tile.ptr<i32>, %x: i32) {
  %0 = tile.atomic_rmw add, relaxed, gpu, %p, %x : (!tile.ptr<i32>, i32) -> i32
  %1 = tile.atomic_cas relaxed, gpu, %p, %x, %x : (!tile.ptr<i32>, i32, i32) -> i32
  tile.return
}
