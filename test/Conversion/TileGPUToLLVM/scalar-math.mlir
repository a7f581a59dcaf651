// arith and math on scalars: what becomes of each where upstream's choice is
// not the GPU's. docs/math.md has the table.
// RUN: tile-opt %s --tile-convert-to-llvm | FileCheck %s
// RUN: tile-opt %s --tile-convert-to-llvm=fast-math=true | FileCheck %s --check-prefix=FAST

// CHECK: module attributes {tile.bitcode_libraries = [""]
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: llvm.func @divide(
// CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.full"(%[[X]], %[[Y]])
// FAST-LABEL: llvm.func @divide(
// FAST: llvm.call_intrinsic "llvm.nvvm.div.approx.ftz.f"
llvm.func @divide(%x: f32, %y: f32) {
  %0 = arith.divf %x, %y : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @divide_f64(
// CHECK: llvm.fdiv %{{.*}} : f64
// FAST-LABEL: llvm.func @divide_f64(
// FAST: llvm.fdiv %{{.*}} : f64
llvm.func @divide_f64(%x: f64) {
  %0 = arith.divf %x, %x : f64
  llvm.return
}

// By a power of two: a product, exactly.
// CHECK-LABEL: llvm.func @divide_by_constant(
// CHECK: %[[HALF:.*]] = llvm.mlir.constant(5.000000e-01 : f32)
// CHECK: llvm.fmul %{{.*}}, %[[HALF]] : f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.full"
// FAST-LABEL: llvm.func @divide_by_constant(
// FAST: llvm.fmul
// FAST: llvm.mlir.constant(0.333333343 : f32)
// FAST: llvm.fmul
llvm.func @divide_by_constant(%x: f32) {
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %0 = arith.divf %x, %two : f32
  %1 = arith.divf %x, %three : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @reciprocal(
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.full"
// FAST-LABEL: llvm.func @reciprocal(
// FAST: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
llvm.func @reciprocal(%x: f32) {
  %one = arith.constant 1.0 : f32
  %0 = arith.divf %one, %x : f32
  llvm.return
}

// One operation may be less exact than the rest.
// CHECK-LABEL: llvm.func @one_approximate(
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.approx.ftz.f"
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.full"
llvm.func @one_approximate(%x: f32, %y: f32) {
  %0 = arith.divf %x, %y fastmath<afn> : f32
  %1 = arith.divf %x, %y : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @half_goes_through_f32(
// CHECK: llvm.fpext %{{.*}} : f16 to f32
// CHECK: llvm.fpext %{{.*}} : f16 to f32
// CHECK: %[[Q:.*]] = llvm.call_intrinsic "llvm.nvvm.div.full"
// CHECK: llvm.fptrunc %[[Q]] : f32 to f16
// CHECK: llvm.fpext %{{.*}} : bf16 to f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.sqrt.approx.ftz.f"
// CHECK: llvm.fptrunc %{{.*}} : f32 to bf16
llvm.func @half_goes_through_f32(%x: f16, %y: f16, %z: bf16) {
  %0 = arith.divf %x, %y : f16
  %1 = math.sqrt %z : bf16
  llvm.return
}

// CHECK-LABEL: llvm.func @vectors(
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.sqrt.approx.ftz.f"
// CHECK: llvm.insertelement %{{.*}} : vector<2xf32>
llvm.func @vectors(%x: vector<2xf32>) {
  %0 = math.sqrt %x : vector<2xf32>
  llvm.return
}

// CHECK-LABEL: llvm.func @remainder(
// CHECK: llvm.call @__tile_fmod_f32(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK: llvm.call @__tile_fmod_f64(%{{.*}}, %{{.*}}) : (f64, f64) -> f64
// FAST-LABEL: llvm.func @remainder(
// FAST: llvm.frem %{{.*}} : f32
llvm.func @remainder(%x: f32, %y: f64) {
  %0 = arith.remf %x, %x : f32
  %1 = arith.remf %y, %y : f64
  llvm.return
}

// CHECK-LABEL: llvm.func @exponentials(
// CHECK: %[[LOG2E:.*]] = llvm.mlir.constant(1.44269502 : f32)
// CHECK: llvm.fmul %{{.*}}, %[[LOG2E]]
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.f32"
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK: llvm.call @__nv_exp(
// CHECK: llvm.call @__nv_exp2(
// FAST-LABEL: llvm.func @exponentials(
// FAST: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// FAST: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// FAST: llvm.call @__nv_exp(
llvm.func @exponentials(%x: f32, %y: f64) {
  %0 = math.exp %x : f32
  %1 = math.exp2 %x : f32
  %2 = math.exp %y : f64
  %3 = math.exp2 %y : f64
  llvm.return
}

// CHECK-LABEL: llvm.func @logarithms(
// CHECK: llvm.call @__nv_logf(
// CHECK: llvm.call @__nv_log2f(
// CHECK: llvm.call @__nv_log10f(
// CHECK: llvm.call @__nv_log(
// FAST-LABEL: llvm.func @logarithms(
// FAST-COUNT-3: llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"
// FAST: llvm.call @__nv_log(
llvm.func @logarithms(%x: f32, %y: f64) {
  %0 = math.log %x : f32
  %1 = math.log2 %x : f32
  %2 = math.log10 %x : f32
  %3 = math.log %y : f64
  llvm.return
}

// CHECK-LABEL: llvm.func @roots(
// CHECK: llvm.call_intrinsic "llvm.nvvm.sqrt.approx.ftz.f"
// CHECK: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.ftz.f"
// CHECK: llvm.intr.sqrt(%{{.*}}) : (f64) -> f64
// CHECK: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.d"
// CHECK: llvm.call @__nv_cbrtf(
llvm.func @roots(%x: f32, %y: f64) {
  %0 = math.sqrt %x : f32
  %1 = math.rsqrt %x : f32
  %2 = math.sqrt %y : f64
  %3 = math.rsqrt %y : f64
  %4 = math.cbrt %x : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @trigonometry(
// CHECK: llvm.call @__nv_sinf(
// CHECK: llvm.call @__nv_cosf(
// CHECK: llvm.call @__nv_tanf(
// CHECK: llvm.call @__nv_tanhf(
// CHECK: llvm.call @__nv_sinf(
// CHECK: llvm.call @__nv_cosf(
// FAST-LABEL: llvm.func @trigonometry(
// FAST: llvm.call_intrinsic "llvm.nvvm.sin.approx.ftz.f"
// FAST: llvm.call_intrinsic "llvm.nvvm.cos.approx.ftz.f"
// FAST: llvm.call_intrinsic "llvm.nvvm.div.approx.ftz.f"
// FAST: llvm.intr.tanh(%{{.*}}) {fastmathFlags = #llvm.fastmath<afn>}
llvm.func @trigonometry(%x: f32) {
  %0 = math.sin %x : f32
  %1 = math.cos %x : f32
  %2 = math.tan %x : f32
  %3 = math.tanh %x : f32
  %4, %5 = math.sincos %x : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @library(
// CHECK: llvm.call @__nv_acosf(
// CHECK: llvm.call @__nv_acoshf(
// CHECK: llvm.call @__nv_asinf(
// CHECK: llvm.call @__nv_asinhf(
// CHECK: llvm.call @__nv_atanf(
// CHECK: llvm.call @__nv_atanhf(
// CHECK: llvm.call @__nv_atan2f(
// CHECK: llvm.call @__nv_coshf(
// CHECK: llvm.call @__nv_sinhf(
// CHECK: llvm.call @__nv_erff(
// CHECK: llvm.call @__nv_erfcf(
// CHECK: llvm.call @__nv_expm1f(
// CHECK: llvm.call @__nv_log1pf(
// CHECK: llvm.call @__nv_powf(
llvm.func @library(%x: f32, %y: f32) {
  %0 = math.acos %x : f32
  %1 = math.acosh %x : f32
  %2 = math.asin %x : f32
  %3 = math.asinh %x : f32
  %4 = math.atan %x : f32
  %5 = math.atanh %x : f32
  %6 = math.atan2 %x, %y : f32
  %7 = math.cosh %x : f32
  %8 = math.sinh %x : f32
  %9 = math.erf %x : f32
  %10 = math.erfc %x : f32
  %11 = math.expm1 %x : f32
  %12 = math.log1p %x : f32
  %13 = math.powf %x, %y : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @integer_power(
// CHECK: llvm.call @__nv_powif(%{{.*}}, %{{.*}}) : (f32, i32) -> f32
// CHECK: llvm.sext %{{.*}} : i16 to i32
// CHECK: llvm.call @__nv_powi(%{{.*}}, %{{.*}}) : (f64, i32) -> f64
llvm.func @integer_power(%x: f32, %n: i32, %y: f64, %m: i16) {
  %0 = math.fpowi %x, %n : f32, i32
  %1 = math.fpowi %y, %m : f64, i16
  llvm.return
}

// CHECK-LABEL: llvm.func @classes(
// CHECK: llvm.intr.is.fpclass"(%{{.*}}) <{bit = 516 : i32}>
// CHECK: llvm.intr.is.fpclass"(%{{.*}}) <{bit = 264 : i32}>
llvm.func @classes(%x: f32) {
  %0 = math.isinf %x : f32
  %1 = math.isnormal %x : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @clamp(
// CHECK: llvm.intr.maxnum
// CHECK: llvm.intr.minnum
llvm.func @clamp(%x: f32, %lo: f32, %hi: f32) {
  %0 = math.clampf %x to [%lo, %hi] : f32
  llvm.return
}

// What upstream's patterns already do right.
// CHECK-LABEL: llvm.func @upstream(
// CHECK: llvm.fadd %{{.*}} : f32
// CHECK: llvm.intr.maximum
// CHECK: llvm.intr.minnum
// CHECK: llvm.intr.floor
// CHECK: llvm.intr.fma
// CHECK: llvm.fpext %{{.*}} : bf16 to f32
llvm.func @upstream(%x: f32, %y: f32, %z: bf16) {
  %0 = arith.addf %x, %y : f32
  %1 = arith.maximumf %x, %y : f32
  %2 = arith.minnumf %x, %y : f32
  %3 = math.floor %x : f32
  %4 = math.fma %x, %y, %x : f32
  %5 = arith.extf %z : bf16 to f32
  llvm.return
}

// CHECK: llvm.func internal @__tile_fmod_f32(
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.rz.f"
// CHECK: llvm.func internal @__tile_fmod_f64(
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.rz.d"

}
