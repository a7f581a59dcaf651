// Every operation of arith and math on floats compiles, for each type: none is
// left to LLVM that NVPTX cannot select.
// REQUIRES: libdevice
// RUN: tilec %s --target=sm_80 --emit=ptx -o - | FileCheck %s
// RUN: tilec %s --target=sm_90a --fast-math --emit=ptx -o - | FileCheck %s

// CHECK: .entry all_f16(
// CHECK: ret;
tile.func public @all_f16(%p: !tile.ptr<f16>, %n: i32, %q: !tile.ptr<i1>) {
  %x = tile.load %p : !tile.ptr<f16>
  %0 = math.absf %x : f16
  %1 = math.acos %0 : f16
  %2 = math.acosh %1 : f16
  %3 = math.asin %2 : f16
  %4 = math.asinh %3 : f16
  %5 = math.atan %4 : f16
  %6 = math.atanh %5 : f16
  %7 = math.cbrt %6 : f16
  %8 = math.ceil %7 : f16
  %9 = math.cos %8 : f16
  %10 = math.cosh %9 : f16
  %11 = math.erf %10 : f16
  %12 = math.erfc %11 : f16
  %13 = math.exp %12 : f16
  %14 = math.exp2 %13 : f16
  %15 = math.expm1 %14 : f16
  %16 = math.floor %15 : f16
  %17 = math.log %16 : f16
  %18 = math.log10 %17 : f16
  %19 = math.log1p %18 : f16
  %20 = math.log2 %19 : f16
  %21 = math.round %20 : f16
  %22 = math.roundeven %21 : f16
  %23 = math.rsqrt %22 : f16
  %24 = math.sin %23 : f16
  %25 = math.sinh %24 : f16
  %26 = math.sqrt %25 : f16
  %27 = math.tan %26 : f16
  %28 = math.tanh %27 : f16
  %29 = math.trunc %28 : f16
  %30 = math.atan2 %29, %x : f16
  %31 = math.copysign %30, %x : f16
  %32 = math.powf %31, %x : f16
  %33 = arith.addf %32, %x : f16
  %34 = arith.subf %33, %x : f16
  %35 = arith.mulf %34, %x : f16
  %36 = arith.divf %35, %x : f16
  %37 = arith.remf %36, %x : f16
  %38 = arith.maximumf %37, %x : f16
  %39 = arith.minimumf %38, %x : f16
  %40 = arith.maxnumf %39, %x : f16
  %41 = arith.minnumf %40, %x : f16
  %42 = math.fma %41, %x, %x : f16
  %43 = math.clampf %42 to [%x, %x] : f16
  %44 = math.fpowi %43, %n : f16, i32
  %sin, %cos = math.sincos %44 : f16
  %45 = arith.addf %sin, %cos : f16
  tile.store %p, %45 : !tile.ptr<f16>
  %finite = math.isfinite %45 : f16
  %inf = math.isinf %45 : f16
  %nan = math.isnan %45 : f16
  %normal = math.isnormal %45 : f16
  %or0 = arith.ori %finite, %inf : i1
  %or1 = arith.ori %nan, %normal : i1
  %xor = arith.xori %or0, %or1 : i1
  tile.store %q, %xor : !tile.ptr<i1>
  tile.return
}

// CHECK: .entry all_bf16(
// CHECK: ret;
tile.func public @all_bf16(%p: !tile.ptr<bf16>, %n: i32, %q: !tile.ptr<i1>) {
  %x = tile.load %p : !tile.ptr<bf16>
  %0 = math.absf %x : bf16
  %1 = math.acos %0 : bf16
  %2 = math.acosh %1 : bf16
  %3 = math.asin %2 : bf16
  %4 = math.asinh %3 : bf16
  %5 = math.atan %4 : bf16
  %6 = math.atanh %5 : bf16
  %7 = math.cbrt %6 : bf16
  %8 = math.ceil %7 : bf16
  %9 = math.cos %8 : bf16
  %10 = math.cosh %9 : bf16
  %11 = math.erf %10 : bf16
  %12 = math.erfc %11 : bf16
  %13 = math.exp %12 : bf16
  %14 = math.exp2 %13 : bf16
  %15 = math.expm1 %14 : bf16
  %16 = math.floor %15 : bf16
  %17 = math.log %16 : bf16
  %18 = math.log10 %17 : bf16
  %19 = math.log1p %18 : bf16
  %20 = math.log2 %19 : bf16
  %21 = math.round %20 : bf16
  %22 = math.roundeven %21 : bf16
  %23 = math.rsqrt %22 : bf16
  %24 = math.sin %23 : bf16
  %25 = math.sinh %24 : bf16
  %26 = math.sqrt %25 : bf16
  %27 = math.tan %26 : bf16
  %28 = math.tanh %27 : bf16
  %29 = math.trunc %28 : bf16
  %30 = math.atan2 %29, %x : bf16
  %31 = math.copysign %30, %x : bf16
  %32 = math.powf %31, %x : bf16
  %33 = arith.addf %32, %x : bf16
  %34 = arith.subf %33, %x : bf16
  %35 = arith.mulf %34, %x : bf16
  %36 = arith.divf %35, %x : bf16
  %37 = arith.remf %36, %x : bf16
  %38 = arith.maximumf %37, %x : bf16
  %39 = arith.minimumf %38, %x : bf16
  %40 = arith.maxnumf %39, %x : bf16
  %41 = arith.minnumf %40, %x : bf16
  %42 = math.fma %41, %x, %x : bf16
  %43 = math.clampf %42 to [%x, %x] : bf16
  %44 = math.fpowi %43, %n : bf16, i32
  %sin, %cos = math.sincos %44 : bf16
  %45 = arith.addf %sin, %cos : bf16
  tile.store %p, %45 : !tile.ptr<bf16>
  %finite = math.isfinite %45 : bf16
  %inf = math.isinf %45 : bf16
  %nan = math.isnan %45 : bf16
  %normal = math.isnormal %45 : bf16
  %or0 = arith.ori %finite, %inf : i1
  %or1 = arith.ori %nan, %normal : i1
  %xor = arith.xori %or0, %or1 : i1
  tile.store %q, %xor : !tile.ptr<i1>
  tile.return
}

// CHECK: .entry all_f32(
// CHECK: ret;
tile.func public @all_f32(%p: !tile.ptr<f32>, %n: i32, %q: !tile.ptr<i1>) {
  %x = tile.load %p : !tile.ptr<f32>
  %0 = math.absf %x : f32
  %1 = math.acos %0 : f32
  %2 = math.acosh %1 : f32
  %3 = math.asin %2 : f32
  %4 = math.asinh %3 : f32
  %5 = math.atan %4 : f32
  %6 = math.atanh %5 : f32
  %7 = math.cbrt %6 : f32
  %8 = math.ceil %7 : f32
  %9 = math.cos %8 : f32
  %10 = math.cosh %9 : f32
  %11 = math.erf %10 : f32
  %12 = math.erfc %11 : f32
  %13 = math.exp %12 : f32
  %14 = math.exp2 %13 : f32
  %15 = math.expm1 %14 : f32
  %16 = math.floor %15 : f32
  %17 = math.log %16 : f32
  %18 = math.log10 %17 : f32
  %19 = math.log1p %18 : f32
  %20 = math.log2 %19 : f32
  %21 = math.round %20 : f32
  %22 = math.roundeven %21 : f32
  %23 = math.rsqrt %22 : f32
  %24 = math.sin %23 : f32
  %25 = math.sinh %24 : f32
  %26 = math.sqrt %25 : f32
  %27 = math.tan %26 : f32
  %28 = math.tanh %27 : f32
  %29 = math.trunc %28 : f32
  %30 = math.atan2 %29, %x : f32
  %31 = math.copysign %30, %x : f32
  %32 = math.powf %31, %x : f32
  %33 = arith.addf %32, %x : f32
  %34 = arith.subf %33, %x : f32
  %35 = arith.mulf %34, %x : f32
  %36 = arith.divf %35, %x : f32
  %37 = arith.remf %36, %x : f32
  %38 = arith.maximumf %37, %x : f32
  %39 = arith.minimumf %38, %x : f32
  %40 = arith.maxnumf %39, %x : f32
  %41 = arith.minnumf %40, %x : f32
  %42 = math.fma %41, %x, %x : f32
  %43 = math.clampf %42 to [%x, %x] : f32
  %44 = math.fpowi %43, %n : f32, i32
  %sin, %cos = math.sincos %44 : f32
  %45 = arith.addf %sin, %cos : f32
  tile.store %p, %45 : !tile.ptr<f32>
  %finite = math.isfinite %45 : f32
  %inf = math.isinf %45 : f32
  %nan = math.isnan %45 : f32
  %normal = math.isnormal %45 : f32
  %or0 = arith.ori %finite, %inf : i1
  %or1 = arith.ori %nan, %normal : i1
  %xor = arith.xori %or0, %or1 : i1
  tile.store %q, %xor : !tile.ptr<i1>
  tile.return
}

// CHECK: .entry all_f64(
// CHECK: ret;
tile.func public @all_f64(%p: !tile.ptr<f64>, %n: i32, %q: !tile.ptr<i1>) {
  %x = tile.load %p : !tile.ptr<f64>
  %0 = math.absf %x : f64
  %1 = math.acos %0 : f64
  %2 = math.acosh %1 : f64
  %3 = math.asin %2 : f64
  %4 = math.asinh %3 : f64
  %5 = math.atan %4 : f64
  %6 = math.atanh %5 : f64
  %7 = math.cbrt %6 : f64
  %8 = math.ceil %7 : f64
  %9 = math.cos %8 : f64
  %10 = math.cosh %9 : f64
  %11 = math.erf %10 : f64
  %12 = math.erfc %11 : f64
  %13 = math.exp %12 : f64
  %14 = math.exp2 %13 : f64
  %15 = math.expm1 %14 : f64
  %16 = math.floor %15 : f64
  %17 = math.log %16 : f64
  %18 = math.log10 %17 : f64
  %19 = math.log1p %18 : f64
  %20 = math.log2 %19 : f64
  %21 = math.round %20 : f64
  %22 = math.roundeven %21 : f64
  %23 = math.rsqrt %22 : f64
  %24 = math.sin %23 : f64
  %25 = math.sinh %24 : f64
  %26 = math.sqrt %25 : f64
  %27 = math.tan %26 : f64
  %28 = math.tanh %27 : f64
  %29 = math.trunc %28 : f64
  %30 = math.atan2 %29, %x : f64
  %31 = math.copysign %30, %x : f64
  %32 = math.powf %31, %x : f64
  %33 = arith.addf %32, %x : f64
  %34 = arith.subf %33, %x : f64
  %35 = arith.mulf %34, %x : f64
  %36 = arith.divf %35, %x : f64
  %37 = arith.remf %36, %x : f64
  %38 = arith.maximumf %37, %x : f64
  %39 = arith.minimumf %38, %x : f64
  %40 = arith.maxnumf %39, %x : f64
  %41 = arith.minnumf %40, %x : f64
  %42 = math.fma %41, %x, %x : f64
  %43 = math.clampf %42 to [%x, %x] : f64
  %44 = math.fpowi %43, %n : f64, i32
  %sin, %cos = math.sincos %44 : f64
  %45 = arith.addf %sin, %cos : f64
  tile.store %p, %45 : !tile.ptr<f64>
  %finite = math.isfinite %45 : f64
  %inf = math.isinf %45 : f64
  %nan = math.isnan %45 : f64
  %normal = math.isnormal %45 : f64
  %or0 = arith.ori %finite, %inf : i1
  %or1 = arith.ori %nan, %normal : i1
  %xor = arith.xori %or0, %or1 : i1
  tile.store %q, %xor : !tile.ptr<i1>
  tile.return
}
