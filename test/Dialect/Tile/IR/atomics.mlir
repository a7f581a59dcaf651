// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

// CHECK-LABEL: tile.func private @operations(
tile.func private @operations(%p: !tile.ptr<i32>, %i: i32, %q: !tile.ptr<f32>, %x: f32) {
  // CHECK: tile.atomic_rmw and, relaxed, gpu, %{{.*}}, %{{.*}} : (!tile.ptr<i32>, i32) -> i32
  %0 = tile.atomic_rmw and, relaxed, gpu, %p, %i : (!tile.ptr<i32>, i32) -> i32
  // CHECK: tile.atomic_rmw or, relaxed, gpu,
  %1 = tile.atomic_rmw or, relaxed, gpu, %p, %i : (!tile.ptr<i32>, i32) -> i32
  // CHECK: tile.atomic_rmw xor, relaxed, gpu,
  %2 = tile.atomic_rmw xor, relaxed, gpu, %p, %i : (!tile.ptr<i32>, i32) -> i32
  // CHECK: tile.atomic_rmw add, relaxed, gpu,
  %3 = tile.atomic_rmw add, relaxed, gpu, %p, %i : (!tile.ptr<i32>, i32) -> i32
  // CHECK: tile.atomic_rmw fadd, relaxed, gpu, %{{.*}}, %{{.*}} : (!tile.ptr<f32>, f32) -> f32
  %4 = tile.atomic_rmw fadd, relaxed, gpu, %q, %x : (!tile.ptr<f32>, f32) -> f32
  // CHECK: tile.atomic_rmw max, relaxed, gpu,
  %5 = tile.atomic_rmw max, relaxed, gpu, %p, %i : (!tile.ptr<i32>, i32) -> i32
  // CHECK: tile.atomic_rmw min, relaxed, gpu,
  %6 = tile.atomic_rmw min, relaxed, gpu, %p, %i : (!tile.ptr<i32>, i32) -> i32
  // CHECK: tile.atomic_rmw umax, relaxed, gpu,
  %7 = tile.atomic_rmw umax, relaxed, gpu, %p, %i : (!tile.ptr<i32>, i32) -> i32
  // CHECK: tile.atomic_rmw umin, relaxed, gpu,
  %8 = tile.atomic_rmw umin, relaxed, gpu, %p, %i : (!tile.ptr<i32>, i32) -> i32
  // CHECK: tile.atomic_rmw exch, relaxed, gpu,
  %9 = tile.atomic_rmw exch, relaxed, gpu, %p, %i : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// CHECK-LABEL: tile.func private @orders(
tile.func private @orders(%p: !tile.ptr<i64>, %i: i64) {
  // CHECK: tile.atomic_rmw add, acquire, cta,
  %0 = tile.atomic_rmw add, acquire, cta, %p, %i : (!tile.ptr<i64>, i64) -> i64
  // CHECK: tile.atomic_rmw add, release, cluster,
  %1 = tile.atomic_rmw add, release, cluster, %p, %i : (!tile.ptr<i64>, i64) -> i64
  // CHECK: tile.atomic_cas acq_rel, sys, %{{.*}}, %{{.*}}, %{{.*}} : (!tile.ptr<i64>, i64, i64) -> i64
  %2 = tile.atomic_cas acq_rel, sys, %p, %i, %i : (!tile.ptr<i64>, i64, i64) -> i64
  tile.return
}

// CHECK-LABEL: tile.func private @tiles(
tile.func private @tiles(%p: tensor<64x!tile.ptr<bf16>>, %x: tensor<64xbf16>, %m: tensor<64xi1>, %s: tensor<64x!tile.ptr<i32, 3>>, %i: tensor<64xi32>) {
  // CHECK: tile.atomic_rmw fadd, relaxed, gpu, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<64x!tile.ptr<bf16>>, tensor<64xbf16>, tensor<64xi1>) -> tensor<64xbf16>
  %0 = tile.atomic_rmw fadd, relaxed, gpu, %p, %x, %m : (tensor<64x!tile.ptr<bf16>>, tensor<64xbf16>, tensor<64xi1>) -> tensor<64xbf16>
  // CHECK: tile.atomic_rmw add, relaxed, cta, %{{.*}}, %{{.*}} : (tensor<64x!tile.ptr<i32, 3>>, tensor<64xi32>) -> tensor<64xi32>
  %1 = tile.atomic_rmw add, relaxed, cta, %s, %i : (tensor<64x!tile.ptr<i32, 3>>, tensor<64xi32>) -> tensor<64xi32>
  // CHECK: tile.atomic_cas relaxed, gpu, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<64x!tile.ptr<bf16>>, tensor<64xbf16>, tensor<64xbf16>, tensor<64xi1>) -> tensor<64xbf16>
  %masked = tile.atomic_cas relaxed, gpu, %p, %x, %x, %m : (tensor<64x!tile.ptr<bf16>>, tensor<64xbf16>, tensor<64xbf16>, tensor<64xi1>) -> tensor<64xbf16>
  // CHECK: tile.atomic_cas relaxed, gpu, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<64x!tile.ptr<bf16>>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<64xbf16>
  %2 = tile.atomic_cas relaxed, gpu, %p, %x, %x : (tensor<64x!tile.ptr<bf16>>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<64xbf16>
  tile.return
}

// CHECK-LABEL: tile.func private @pointers(
tile.func private @pointers(%p: !tile.ptr<!tile.ptr<f32>>, %x: !tile.ptr<f32>) {
  // CHECK: tile.atomic_rmw exch, relaxed, gpu, %{{.*}}, %{{.*}} : (!tile.ptr<!tile.ptr<f32>>, !tile.ptr<f32>) -> !tile.ptr<f32>
  %0 = tile.atomic_rmw exch, relaxed, gpu, %p, %x : (!tile.ptr<!tile.ptr<f32>>, !tile.ptr<f32>) -> !tile.ptr<f32>
  // CHECK: tile.atomic_cas relaxed, gpu, %{{.*}}, %{{.*}}, %{{.*}} : (!tile.ptr<!tile.ptr<f32>>, !tile.ptr<f32>, !tile.ptr<f32>) -> !tile.ptr<f32>
  %1 = tile.atomic_cas relaxed, gpu, %p, %x, %x : (!tile.ptr<!tile.ptr<f32>>, !tile.ptr<f32>, !tile.ptr<f32>) -> !tile.ptr<f32>
  tile.return
}

// CHECK-LABEL: tile.func private @histogram(
tile.func private @histogram(%x: tensor<4x64xi8>, %m: tensor<4x64xi1>) {
  // CHECK: tile.histogram %{{.*}} : tensor<4x64xi8> -> tensor<256xi32>
  %0 = tile.histogram %x : tensor<4x64xi8> -> tensor<256xi32>
  // CHECK: tile.histogram %{{.*}}, %{{.*}} : tensor<4x64xi8> -> tensor<16xi64>
  %1 = tile.histogram %x, %m : tensor<4x64xi8> -> tensor<16xi64>
  tile.return
}

// CHECK-LABEL: tile.func private @pairs(
tile.func private @pairs(%p: tensor<8x!tile.ptr<i64>>, %x: tensor<8xi64>, %m: tensor<8xi1>, %q: !tile.ptr<f64, 3>, %y: f64) {
  // CHECK: %{{.*}}, %{{.*}} = tile.atomic_cas_pair acquire, gpu, %{{.*}}, (%{{.*}}, %{{.*}}), (%{{.*}}, %{{.*}}), %{{.*}} : tensor<8x!tile.ptr<i64>>
  %0:2 = tile.atomic_cas_pair acquire, gpu, %p, (%x, %x), (%x, %x), %m : tensor<8x!tile.ptr<i64>>
  // CHECK: tile.atomic_cas_pair acq_rel, sys, %{{.*}}, (%{{.*}}, %{{.*}}), (%{{.*}}, %{{.*}}) : !tile.ptr<f64, 3>
  %1:2 = tile.atomic_cas_pair acq_rel, sys, %q, (%y, %y), (%y, %y) : !tile.ptr<f64, 3>
  tile.return
}

// CHECK-LABEL: tile.func private @loads(
tile.func private @loads(%p: tensor<64x!tile.ptr<f16>>, %m: tensor<64xi1>, %q: !tile.ptr<i8, 3>) {
  // CHECK: tile.atomic_load acquire, gpu, %{{.*}}, %{{.*}} : (tensor<64x!tile.ptr<f16>>, tensor<64xi1>) -> tensor<64xf16>
  %0 = tile.atomic_load acquire, gpu, %p, %m : (tensor<64x!tile.ptr<f16>>, tensor<64xi1>) -> tensor<64xf16>
  // CHECK: tile.atomic_load relaxed, cta, %{{.*}} : (!tile.ptr<i8, 3>) -> i8
  %1 = tile.atomic_load relaxed, cta, %q : (!tile.ptr<i8, 3>) -> i8
  tile.return
}

// CHECK-LABEL: tile.func private @stores(
tile.func private @stores(%p: tensor<64x!tile.ptr<f8E5M2>>, %x: tensor<64xf8E5M2>, %m: tensor<64xi1>, %q: !tile.ptr<!tile.ptr<i8>>, %y: !tile.ptr<i8>) {
  // CHECK: tile.atomic_store release, sys, %{{.*}}, %{{.*}}, %{{.*}} : tensor<64x!tile.ptr<f8E5M2>>
  tile.atomic_store release, sys, %p, %x, %m : tensor<64x!tile.ptr<f8E5M2>>
  // CHECK: tile.atomic_store relaxed, cluster, %{{.*}}, %{{.*}} : !tile.ptr<!tile.ptr<i8>>
  tile.atomic_store relaxed, cluster, %q, %y : !tile.ptr<!tile.ptr<i8>>
  tile.return
}

// CHECK-LABEL: tile.func private @polls(
tile.func private @polls(%p: tensor<64x!tile.ptr<i16>>, %x: tensor<64xi16>, %m: tensor<64xi1>, %q: !tile.ptr<i64>, %y: i64) {
  // CHECK: tile.atomic_poll acquire, gpu, %{{.*}}, %{{.*}}, %{{.*}} timeout %{{.*}} : tensor<64x!tile.ptr<i16>>, tensor<64xi16> -> tensor<64xi1>
  %0 = tile.atomic_poll acquire, gpu, %p, %x, %m timeout %y : tensor<64x!tile.ptr<i16>>, tensor<64xi16> -> tensor<64xi1>
  // CHECK: tile.atomic_poll relaxed, sys, %{{.*}}, %{{.*}} : !tile.ptr<i64>, i64 -> i1
  %1 = tile.atomic_poll relaxed, sys, %q, %y : !tile.ptr<i64>, i64 -> i1
  // CHECK: tile.atomic_poll acquire, gpu, %{{.*}}, %{{.*}} timeout %{{.*}} : !tile.ptr<i64>, i64 -> i1
  %2 = tile.atomic_poll acquire, gpu, %q, %y timeout %y : !tile.ptr<i64>, i64 -> i1
  tile.return
}
