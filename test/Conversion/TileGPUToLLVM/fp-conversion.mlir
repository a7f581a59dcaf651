// tile.fp_to_fp where the target has the instructions: two elements a time.
// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#pair = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: llvm.func @f32_to_e4m3(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: %[[V:.*]] = nvvm.convert.f32x2.to.f8x2 %[[X]], %[[X]] {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : vector<2xi8>(f8E4M3FN)
// CHECK-DAG: llvm.extractelement %[[V]]
// CHECK-DAG: llvm.extractelement %[[V]]
// CHECK-NOT: nvvm.convert
// CHECK: llvm.return
tile.func @f32_to_e4m3(%x: f32) {
  %0 = tile.splat %x : f32 -> tensor<256xf32, #pair>
  %1 = tile.fp_to_fp %0, rounding = rtne : tensor<256xf32, #pair> -> tensor<256xf8E4M3FN, #pair>
  tile.return
}

// The first element goes to the lower byte, which the second operand makes.
// CHECK-LABEL: llvm.func @order_of_elements(
// CHECK: %[[FIRST:.*]] = arith.addf
// CHECK: %[[SECOND:.*]] = arith.addf
// CHECK: nvvm.convert.f32x2.to.f8x2 %[[SECOND]], %[[FIRST]]
tile.func @order_of_elements(%x: f32) {
  %0 = tile.splat %x : f32 -> tensor<256xf32, #pair>
  %1 = arith.addf %0, %0 : tensor<256xf32, #pair>
  %2 = tile.fp_to_fp %1 : tensor<256xf32, #pair> -> tensor<256xf8E5M2, #pair>
  tile.return
}

// One element per thread goes with itself.
// CHECK-LABEL: llvm.func @alone(
// CHECK: nvvm.convert.f32x2.to.f8x2 %[[X:.*]], %[[X]] {{.*}}(f8E5M2)
// CHECK: llvm.extractelement
// CHECK-NOT: llvm.extractelement
// CHECK: llvm.return
tile.func @alone(%x: f32) {
  %0 = tile.splat %x : f32 -> tensor<128xf32, #one>
  %1 = tile.fp_to_fp %0 : tensor<128xf32, #one> -> tensor<128xf8E5M2, #one>
  tile.return
}

// CHECK-LABEL: llvm.func @f16_to_f8(
// CHECK: nvvm.convert.f16x2.to.f8x2 %{{.*}} : vector<2xf16> -> vector<2xi8>(f8E4M3FN)
tile.func @f16_to_f8(%x: f16) {
  %0 = tile.splat %x : f16 -> tensor<256xf16, #pair>
  %1 = tile.fp_to_fp %0 : tensor<256xf16, #pair> -> tensor<256xf8E4M3FN, #pair>
  tile.return
}

// CHECK-LABEL: llvm.func @bf16_to_f8(
// CHECK-COUNT-2: llvm.fpext %{{.*}} : bf16 to f32
// CHECK: nvvm.convert.f32x2.to.f8x2
tile.func @bf16_to_f8(%x: bf16) {
  %0 = tile.splat %x : bf16 -> tensor<256xbf16, #pair>
  %1 = tile.fp_to_fp %0 : tensor<256xbf16, #pair> -> tensor<256xf8E4M3FN, #pair>
  tile.return
}

// By way of an f32 rounded to odd, so that nothing is rounded twice.
// CHECK-LABEL: llvm.func @f64_to_f8(
// CHECK-SAME: %[[X:.*]]: f64
// CHECK: %[[RZ:.*]] = llvm.call_intrinsic "llvm.nvvm.d2f.rz"(%[[X]])
// CHECK: %[[BACK:.*]] = llvm.fpext %[[RZ]] : f32 to f64
// CHECK: %[[INEXACT:.*]] = llvm.fcmp "une" %[[BACK]], %[[X]]
// CHECK: %[[BIT:.*]] = llvm.zext %[[INEXACT]]
// CHECK: %[[ODD:.*]] = llvm.or %{{.*}}, %[[BIT]]
// CHECK: %[[F32:.*]] = llvm.bitcast %[[ODD]] : i32 to f32
// CHECK: nvvm.convert.f32x2.to.f8x2 %[[F32]], %[[F32]]
tile.func @f64_to_f8(%x: f64) {
  %0 = tile.fp_to_fp %x : f64 -> f8E4M3FN
  tile.return
}

// CHECK-LABEL: llvm.func @f8_to_f16(
// CHECK: nvvm.convert.f8x2.to.f16x2 %{{.*}} : vector<2xi8>(f8E5M2) -> vector<2xf16>
// CHECK-NOT: llvm.fpext
// CHECK: llvm.return
tile.func @f8_to_f16(%x: f8E5M2) {
  %0 = tile.splat %x : f8E5M2 -> tensor<256xf8E5M2, #pair>
  %1 = tile.fp_to_fp %0 : tensor<256xf8E5M2, #pair> -> tensor<256xf16, #pair>
  tile.return
}

// CHECK-LABEL: llvm.func @f8_to_wider(
// CHECK: nvvm.convert.f8x2.to.f16x2
// CHECK: llvm.fpext %{{.*}} : f16 to f32
// CHECK: nvvm.convert.f8x2.to.f16x2
// CHECK: llvm.fpext %{{.*}} : f16 to f64
// CHECK: nvvm.convert.f8x2.to.f16x2
// CHECK: llvm.fpext %{{.*}} : f16 to f32
// CHECK: llvm.fptrunc %{{.*}} : f32 to bf16
tile.func @f8_to_wider(%x: f8E4M3FN) {
  %0 = tile.fp_to_fp %x : f8E4M3FN -> f32
  %1 = tile.fp_to_fp %x : f8E4M3FN -> f64
  %2 = tile.fp_to_fp %x : f8E4M3FN -> bf16
  tile.return
}

// CHECK-LABEL: llvm.func @f8_to_f8(
// CHECK: nvvm.convert.f8x2.to.f16x2 {{.*}}(f8E5M2)
// CHECK: nvvm.convert.f16x2.to.f8x2 {{.*}}(f8E4M3FN)
tile.func @f8_to_f8(%x: f8E5M2) {
  %0 = tile.fp_to_fp %x : f8E5M2 -> f8E4M3FN
  tile.return
}

// arith.extf of an 8-bit float is the same conversion.
// CHECK-LABEL: llvm.func @extf(
// CHECK: nvvm.convert.f8x2.to.f16x2
// CHECK: llvm.fpext %{{.*}} : f16 to f32
tile.func @extf(%x: f8E5M2) {
  %0 = arith.extf %x : f8E5M2 to f32
  tile.return
}

// No instruction rounds to an 8-bit float toward zero: integer arithmetic.
// CHECK-LABEL: llvm.func @f16_to_f8_rtz(
// CHECK-NOT: nvvm.convert
// CHECK: llvm.return
tile.func @f16_to_f8_rtz(%x: f16) {
  %0 = tile.fp_to_fp %x, rounding = rtz : f16 -> f8E4M3FN
  tile.return
}

// CHECK-LABEL: llvm.func @narrow_pairs(
// CHECK: llvm.fptrunc %{{.*}} : vector<2xf32> to vector<2xbf16>
tile.func @narrow_pairs(%x: f32) {
  %0 = tile.splat %x : f32 -> tensor<256xf32, #pair>
  %1 = tile.fp_to_fp %0 : tensor<256xf32, #pair> -> tensor<256xbf16, #pair>
  tile.return
}

// CHECK-LABEL: llvm.func @narrow_rtz(
// CHECK: llvm.call_intrinsic "llvm.nvvm.ff2f16x2.rz"
// CHECK: llvm.call_intrinsic "llvm.nvvm.ff2bf16x2.rz"
// CHECK: %[[F32:.*]] = llvm.call_intrinsic "llvm.nvvm.d2f.rz"
// CHECK: llvm.call_intrinsic "llvm.nvvm.ff2bf16x2.rz"(%[[F32]], %[[F32]])
// CHECK: llvm.call_intrinsic "llvm.nvvm.d2f.rz"
tile.func @narrow_rtz(%x: f32, %y: f64) {
  %0 = tile.fp_to_fp %x, rounding = rtz : f32 -> f16
  %1 = tile.fp_to_fp %x, rounding = rtz : f32 -> bf16
  %2 = tile.fp_to_fp %y, rounding = rtz : f64 -> bf16
  %3 = tile.fp_to_fp %y, rounding = rtz : f64 -> f32
  tile.return
}

// bf16 has f32's range, so that it narrows to f16 with a rounding.
// CHECK-LABEL: llvm.func @bf16_to_f16(
// CHECK: llvm.fpext %{{.*}} : bf16 to f32
// CHECK: llvm.fptrunc %{{.*}} : f32 to f16
// CHECK: llvm.call_intrinsic "llvm.nvvm.ff2f16x2.rz"
tile.func @bf16_to_f16(%x: bf16) {
  %0 = tile.fp_to_fp %x, rounding = rtne : bf16 -> f16
  %1 = tile.fp_to_fp %x, rounding = rtz : bf16 -> f16
  tile.return
}

// Nothing to convert.
// CHECK-LABEL: llvm.func @untouched(
// CHECK: arith.truncf %{{.*}} : f32 to f16
tile.func @untouched(%x: f32) {
  %0 = arith.truncf %x : f32 to f16
  tile.return
}

}
