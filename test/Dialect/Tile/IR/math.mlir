// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

// CHECK-LABEL: tile.func private @bitcast(
tile.func private @bitcast(%0: tensor<128xf32>, %p: !tile.ptr<f32>, %b: bf16) {
  // CHECK: %{{.*}} = tile.bitcast %{{.*}} : tensor<128xf32> -> tensor<128xi32>
  %1 = tile.bitcast %0 : tensor<128xf32> -> tensor<128xi32>
  // CHECK: %{{.*}} = tile.bitcast %{{.*}} : !tile.ptr<f32> -> !tile.ptr<i8>
  %2 = tile.bitcast %p : !tile.ptr<f32> -> !tile.ptr<i8>
  // CHECK: %{{.*}} = tile.bitcast %{{.*}} : bf16 -> f16
  %3 = tile.bitcast %b : bf16 -> f16
  tile.return
}

// CHECK-LABEL: tile.func private @fp_to_fp(
tile.func private @fp_to_fp(%0: tensor<128xf32>, %h: f16, %e: tensor<128xf8E5M2>) {
  // CHECK: %{{.*}} = tile.fp_to_fp %{{.*}}, rounding = rtne : tensor<128xf32> -> tensor<128xf8E4M3FN>
  %1 = tile.fp_to_fp %0, rounding = rtne : tensor<128xf32> -> tensor<128xf8E4M3FN>
  // CHECK: %{{.*}} = tile.fp_to_fp %{{.*}}, rounding = rtz : tensor<128xf32> -> tensor<128xbf16>
  %2 = tile.fp_to_fp %0, rounding = rtz : tensor<128xf32> -> tensor<128xbf16>
  // CHECK: %{{.*}} = tile.fp_to_fp %{{.*}} : f16 -> f64
  %3 = tile.fp_to_fp %h : f16 -> f64
  // CHECK: %{{.*}} = tile.fp_to_fp %{{.*}} : tensor<128xf8E5M2> -> tensor<128xf16>
  %4 = tile.fp_to_fp %e : tensor<128xf8E5M2> -> tensor<128xf16>
  tile.return
}

// CHECK-LABEL: tile.func private @clampf(
tile.func private @clampf(%x: tensor<128xf16>, %lo: tensor<128xf16>, %hi: tensor<128xf16>, %s: f32) {
  // CHECK: %{{.*}} = tile.clampf %{{.*}}, %{{.*}}, %{{.*}}, propagateNan = none : tensor<128xf16>
  %1 = tile.clampf %x, %lo, %hi, propagateNan = none : tensor<128xf16>
  // CHECK: %{{.*}} = tile.clampf %{{.*}}, %{{.*}}, %{{.*}}, propagateNan = all : f32
  %2 = tile.clampf %s, %s, %s, propagateNan = all : f32
  tile.return
}

// CHECK-LABEL: tile.func private @precise_sqrt(
tile.func private @precise_sqrt(%0: tensor<128xf32>, %d: f64) {
  // CHECK: %{{.*}} = tile.precise_sqrt %{{.*}} : tensor<128xf32>
  %1 = tile.precise_sqrt %0 : tensor<128xf32>
  // CHECK: %{{.*}} = tile.precise_sqrt %{{.*}} : f64
  %2 = tile.precise_sqrt %d : f64
  tile.return
}

// CHECK-LABEL: tile.func private @precise_divf(
tile.func private @precise_divf(%a: tensor<128xf32>, %b: tensor<128xf32>) {
  // CHECK: %{{.*}} = tile.precise_divf %{{.*}}, %{{.*}} : tensor<128xf32>
  %q = tile.precise_divf %a, %b : tensor<128xf32>
  tile.return
}

// CHECK-LABEL: tile.func private @approx_divf(
tile.func private @approx_divf(%a: tensor<128xf32>, %b: tensor<128xf32>) {
  // CHECK: %{{.*}} = tile.approx_divf %{{.*}}, %{{.*}} : tensor<128xf32>
  %q = tile.approx_divf %a, %b : tensor<128xf32>
  tile.return
}

// CHECK-LABEL: tile.func private @mulhiui(
tile.func private @mulhiui(%a: tensor<128xi32>, %b: i64) {
  // CHECK: %{{.*}} = tile.mulhiui %{{.*}}, %{{.*}} : tensor<128xi32>
  %h = tile.mulhiui %a, %a : tensor<128xi32>
  // CHECK: %{{.*}} = tile.mulhiui %{{.*}}, %{{.*}} : i64
  %l = tile.mulhiui %b, %b : i64
  tile.return
}

// CHECK-LABEL: tile.func private @extern_elementwise(
tile.func private @extern_elementwise(%0: tensor<128xf32>, %s: f32, %i: i32) {
  // CHECK: %{{.*}} = tile.extern_elementwise %{{.*}} {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_tanhf"} : (tensor<128xf32>) -> tensor<128xf32>
  %1 = tile.extern_elementwise %0 {libname = "libdevice", libpath = "", symbol = "__nv_tanhf", pure = true} : (tensor<128xf32>) -> tensor<128xf32>
  // CHECK: %{{.*}} = tile.extern_elementwise %{{.*}}, %{{.*}} {libname = "l", libpath = "l.bc", pure = false, symbol = "f"} : (f32, i32) -> f64
  %2 = tile.extern_elementwise %s, %i {libname = "l", libpath = "l.bc", symbol = "f", pure = false} : (f32, i32) -> f64
  tile.return
}
