// Without libdevice, its functions that are a few instructions give the code that libdevice gives.
// tile-translate looks for no libdevice; tilec finds that of the CUDA toolkit.

// REQUIRES: libdevice
// RUN: tilec %s --target=sm_90a --emit=ptx -o %t.with
// RUN: tile-translate --tile-to-ptx %s -o %t.without
// RUN: diff %t.with %t.without
// RUN: FileCheck %s < %t.without

// CHECK-NOT: __nv_
// CHECK: .visible .entry k(
// CHECK-NOT: __nv_
// CHECK: ret;

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
llvm.func @__nv_fabsf(f32) -> f32
llvm.func @__nv_fabs(f64) -> f64
llvm.func @__nv_floorf(f32) -> f32
llvm.func @__nv_floor(f64) -> f64
llvm.func @__nv_ceilf(f32) -> f32
llvm.func @__nv_ceil(f64) -> f64
llvm.func @__nv_truncf(f32) -> f32
llvm.func @__nv_trunc(f64) -> f64
llvm.func @__nv_rintf(f32) -> f32
llvm.func @__nv_rint(f64) -> f64
llvm.func @__nv_nearbyintf(f32) -> f32
llvm.func @__nv_nearbyint(f64) -> f64
llvm.func @__nv_fminf(f32, f32) -> f32
llvm.func @__nv_fmin(f64, f64) -> f64
llvm.func @__nv_fmaxf(f32, f32) -> f32
llvm.func @__nv_fmax(f64, f64) -> f64
llvm.func @__nv_copysignf(f32, f32) -> f32
llvm.func @__nv_copysign(f64, f64) -> f64
llvm.func @__nv_fmaf(f32, f32, f32) -> f32
llvm.func @__nv_fma(f64, f64, f64) -> f64
llvm.func @__nv_fadd_rn(f32, f32) -> f32
llvm.func @__nv_fadd_rz(f32, f32) -> f32
llvm.func @__nv_fadd_ru(f32, f32) -> f32
llvm.func @__nv_fadd_rd(f32, f32) -> f32
llvm.func @__nv_dadd_rn(f64, f64) -> f64
llvm.func @__nv_dadd_rz(f64, f64) -> f64
llvm.func @__nv_dadd_ru(f64, f64) -> f64
llvm.func @__nv_dadd_rd(f64, f64) -> f64
llvm.func @__nv_fmul_rn(f32, f32) -> f32
llvm.func @__nv_fmul_rz(f32, f32) -> f32
llvm.func @__nv_fmul_ru(f32, f32) -> f32
llvm.func @__nv_fmul_rd(f32, f32) -> f32
llvm.func @__nv_dmul_rn(f64, f64) -> f64
llvm.func @__nv_dmul_rz(f64, f64) -> f64
llvm.func @__nv_dmul_ru(f64, f64) -> f64
llvm.func @__nv_dmul_rd(f64, f64) -> f64
llvm.func @__nv_fdiv_rn(f32, f32) -> f32
llvm.func @__nv_fdiv_rz(f32, f32) -> f32
llvm.func @__nv_fdiv_ru(f32, f32) -> f32
llvm.func @__nv_fdiv_rd(f32, f32) -> f32
llvm.func @__nv_ddiv_rn(f64, f64) -> f64
llvm.func @__nv_ddiv_rz(f64, f64) -> f64
llvm.func @__nv_ddiv_ru(f64, f64) -> f64
llvm.func @__nv_ddiv_rd(f64, f64) -> f64
llvm.func @__nv_frcp_rn(f32) -> f32
llvm.func @__nv_frcp_rz(f32) -> f32
llvm.func @__nv_frcp_ru(f32) -> f32
llvm.func @__nv_frcp_rd(f32) -> f32
llvm.func @__nv_drcp_rn(f64) -> f64
llvm.func @__nv_drcp_rz(f64) -> f64
llvm.func @__nv_drcp_ru(f64) -> f64
llvm.func @__nv_drcp_rd(f64) -> f64
llvm.func @__nv_fsqrt_rn(f32) -> f32
llvm.func @__nv_fsqrt_rz(f32) -> f32
llvm.func @__nv_fsqrt_ru(f32) -> f32
llvm.func @__nv_fsqrt_rd(f32) -> f32
llvm.func @__nv_dsqrt_rn(f64) -> f64
llvm.func @__nv_dsqrt_rz(f64) -> f64
llvm.func @__nv_dsqrt_ru(f64) -> f64
llvm.func @__nv_dsqrt_rd(f64) -> f64
llvm.func @__nv_fmaf_rn(f32, f32, f32) -> f32
llvm.func @__nv_fmaf_rz(f32, f32, f32) -> f32
llvm.func @__nv_fmaf_ru(f32, f32, f32) -> f32
llvm.func @__nv_fmaf_rd(f32, f32, f32) -> f32
llvm.func @__nv_fma_rn(f64, f64, f64) -> f64
llvm.func @__nv_fma_rz(f64, f64, f64) -> f64
llvm.func @__nv_fma_ru(f64, f64, f64) -> f64
llvm.func @__nv_fma_rd(f64, f64, f64) -> f64
llvm.func @__nv_sqrtf(f32) -> f32
llvm.func @__nv_sqrt(f64) -> f64
llvm.func @__nv_rsqrtf(f32) -> f32
llvm.func @__nv_saturatef(f32) -> f32
llvm.func @__nv_exp2f(f32) -> f32
llvm.func @__nv_fast_sinf(f32) -> f32
llvm.func @__nv_fast_cosf(f32) -> f32
llvm.func @__nv_fast_fdividef(f32, f32) -> f32
llvm.func @__nv_fast_log2f(f32) -> f32
llvm.func @__nv_fast_expf(f32) -> f32
llvm.func @__nv_fast_exp10f(f32) -> f32
llvm.func @__nv_fast_logf(f32) -> f32
llvm.func @__nv_fast_log10f(f32) -> f32
llvm.func @__nv_fast_powf(f32, f32) -> f32
llvm.func @__nv_isinff(f32) -> i32
llvm.func @__nv_isinfd(f64) -> i32
llvm.func @__nv_finitef(f32) -> i32
llvm.func @__nv_isfinited(f64) -> i32
llvm.func @__nv_abs(i32) -> i32
llvm.func @__nv_llabs(i64) -> i64
llvm.func @__nv_min(i32, i32) -> i32
llvm.func @__nv_max(i32, i32) -> i32
llvm.func @__nv_umin(i32, i32) -> i32
llvm.func @__nv_umax(i32, i32) -> i32
llvm.func @__nv_llmin(i64, i64) -> i64
llvm.func @__nv_llmax(i64, i64) -> i64
llvm.func @__nv_ullmin(i64, i64) -> i64
llvm.func @__nv_ullmax(i64, i64) -> i64
llvm.func @__nv_mulhi(i32, i32) -> i32
llvm.func @__nv_umulhi(i32, i32) -> i32
llvm.func @__nv_mul64hi(i64, i64) -> i64
llvm.func @__nv_umul64hi(i64, i64) -> i64
llvm.func @__nv_clz(i32) -> i32
llvm.func @__nv_clzll(i64) -> i32
llvm.func @__nv_popc(i32) -> i32
llvm.func @__nv_popcll(i64) -> i32
llvm.func @__nv_brev(i32) -> i32
llvm.func @__nv_brevll(i64) -> i64
llvm.func @k(%p: !llvm.ptr<1>, %f0: f32, %f1: f32, %f2: f32, %d0: f64, %d1: f64, %d2: f64, %i0: i32, %i1: i32, %l0: i64, %l1: i64) attributes {nvvm.kernel} {
  %0 = llvm.call @__nv_fabsf(%f0) : (f32) -> f32
  llvm.store volatile %0, %p : f32, !llvm.ptr<1>
  %1 = llvm.call @__nv_fabs(%d0) : (f64) -> f64
  llvm.store volatile %1, %p : f64, !llvm.ptr<1>
  %2 = llvm.call @__nv_floorf(%f0) : (f32) -> f32
  llvm.store volatile %2, %p : f32, !llvm.ptr<1>
  %3 = llvm.call @__nv_floor(%d0) : (f64) -> f64
  llvm.store volatile %3, %p : f64, !llvm.ptr<1>
  %4 = llvm.call @__nv_ceilf(%f0) : (f32) -> f32
  llvm.store volatile %4, %p : f32, !llvm.ptr<1>
  %5 = llvm.call @__nv_ceil(%d0) : (f64) -> f64
  llvm.store volatile %5, %p : f64, !llvm.ptr<1>
  %6 = llvm.call @__nv_truncf(%f0) : (f32) -> f32
  llvm.store volatile %6, %p : f32, !llvm.ptr<1>
  %7 = llvm.call @__nv_trunc(%d0) : (f64) -> f64
  llvm.store volatile %7, %p : f64, !llvm.ptr<1>
  %8 = llvm.call @__nv_rintf(%f0) : (f32) -> f32
  llvm.store volatile %8, %p : f32, !llvm.ptr<1>
  %9 = llvm.call @__nv_rint(%d0) : (f64) -> f64
  llvm.store volatile %9, %p : f64, !llvm.ptr<1>
  %10 = llvm.call @__nv_nearbyintf(%f0) : (f32) -> f32
  llvm.store volatile %10, %p : f32, !llvm.ptr<1>
  %11 = llvm.call @__nv_nearbyint(%d0) : (f64) -> f64
  llvm.store volatile %11, %p : f64, !llvm.ptr<1>
  %12 = llvm.call @__nv_fminf(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %12, %p : f32, !llvm.ptr<1>
  %13 = llvm.call @__nv_fmin(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %13, %p : f64, !llvm.ptr<1>
  %14 = llvm.call @__nv_fmaxf(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %14, %p : f32, !llvm.ptr<1>
  %15 = llvm.call @__nv_fmax(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %15, %p : f64, !llvm.ptr<1>
  %16 = llvm.call @__nv_copysignf(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %16, %p : f32, !llvm.ptr<1>
  %17 = llvm.call @__nv_copysign(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %17, %p : f64, !llvm.ptr<1>
  %18 = llvm.call @__nv_fmaf(%f0, %f1, %f2) : (f32, f32, f32) -> f32
  llvm.store volatile %18, %p : f32, !llvm.ptr<1>
  %19 = llvm.call @__nv_fma(%d0, %d1, %d2) : (f64, f64, f64) -> f64
  llvm.store volatile %19, %p : f64, !llvm.ptr<1>
  %20 = llvm.call @__nv_fadd_rn(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %20, %p : f32, !llvm.ptr<1>
  %21 = llvm.call @__nv_fadd_rz(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %21, %p : f32, !llvm.ptr<1>
  %22 = llvm.call @__nv_fadd_ru(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %22, %p : f32, !llvm.ptr<1>
  %23 = llvm.call @__nv_fadd_rd(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %23, %p : f32, !llvm.ptr<1>
  %24 = llvm.call @__nv_dadd_rn(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %24, %p : f64, !llvm.ptr<1>
  %25 = llvm.call @__nv_dadd_rz(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %25, %p : f64, !llvm.ptr<1>
  %26 = llvm.call @__nv_dadd_ru(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %26, %p : f64, !llvm.ptr<1>
  %27 = llvm.call @__nv_dadd_rd(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %27, %p : f64, !llvm.ptr<1>
  %28 = llvm.call @__nv_fmul_rn(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %28, %p : f32, !llvm.ptr<1>
  %29 = llvm.call @__nv_fmul_rz(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %29, %p : f32, !llvm.ptr<1>
  %30 = llvm.call @__nv_fmul_ru(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %30, %p : f32, !llvm.ptr<1>
  %31 = llvm.call @__nv_fmul_rd(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %31, %p : f32, !llvm.ptr<1>
  %32 = llvm.call @__nv_dmul_rn(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %32, %p : f64, !llvm.ptr<1>
  %33 = llvm.call @__nv_dmul_rz(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %33, %p : f64, !llvm.ptr<1>
  %34 = llvm.call @__nv_dmul_ru(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %34, %p : f64, !llvm.ptr<1>
  %35 = llvm.call @__nv_dmul_rd(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %35, %p : f64, !llvm.ptr<1>
  %36 = llvm.call @__nv_fdiv_rn(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %36, %p : f32, !llvm.ptr<1>
  %37 = llvm.call @__nv_fdiv_rz(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %37, %p : f32, !llvm.ptr<1>
  %38 = llvm.call @__nv_fdiv_ru(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %38, %p : f32, !llvm.ptr<1>
  %39 = llvm.call @__nv_fdiv_rd(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %39, %p : f32, !llvm.ptr<1>
  %40 = llvm.call @__nv_ddiv_rn(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %40, %p : f64, !llvm.ptr<1>
  %41 = llvm.call @__nv_ddiv_rz(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %41, %p : f64, !llvm.ptr<1>
  %42 = llvm.call @__nv_ddiv_ru(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %42, %p : f64, !llvm.ptr<1>
  %43 = llvm.call @__nv_ddiv_rd(%d0, %d1) : (f64, f64) -> f64
  llvm.store volatile %43, %p : f64, !llvm.ptr<1>
  %44 = llvm.call @__nv_frcp_rn(%f0) : (f32) -> f32
  llvm.store volatile %44, %p : f32, !llvm.ptr<1>
  %45 = llvm.call @__nv_frcp_rz(%f0) : (f32) -> f32
  llvm.store volatile %45, %p : f32, !llvm.ptr<1>
  %46 = llvm.call @__nv_frcp_ru(%f0) : (f32) -> f32
  llvm.store volatile %46, %p : f32, !llvm.ptr<1>
  %47 = llvm.call @__nv_frcp_rd(%f0) : (f32) -> f32
  llvm.store volatile %47, %p : f32, !llvm.ptr<1>
  %48 = llvm.call @__nv_drcp_rn(%d0) : (f64) -> f64
  llvm.store volatile %48, %p : f64, !llvm.ptr<1>
  %49 = llvm.call @__nv_drcp_rz(%d0) : (f64) -> f64
  llvm.store volatile %49, %p : f64, !llvm.ptr<1>
  %50 = llvm.call @__nv_drcp_ru(%d0) : (f64) -> f64
  llvm.store volatile %50, %p : f64, !llvm.ptr<1>
  %51 = llvm.call @__nv_drcp_rd(%d0) : (f64) -> f64
  llvm.store volatile %51, %p : f64, !llvm.ptr<1>
  %52 = llvm.call @__nv_fsqrt_rn(%f0) : (f32) -> f32
  llvm.store volatile %52, %p : f32, !llvm.ptr<1>
  %53 = llvm.call @__nv_fsqrt_rz(%f0) : (f32) -> f32
  llvm.store volatile %53, %p : f32, !llvm.ptr<1>
  %54 = llvm.call @__nv_fsqrt_ru(%f0) : (f32) -> f32
  llvm.store volatile %54, %p : f32, !llvm.ptr<1>
  %55 = llvm.call @__nv_fsqrt_rd(%f0) : (f32) -> f32
  llvm.store volatile %55, %p : f32, !llvm.ptr<1>
  %56 = llvm.call @__nv_dsqrt_rn(%d0) : (f64) -> f64
  llvm.store volatile %56, %p : f64, !llvm.ptr<1>
  %57 = llvm.call @__nv_dsqrt_rz(%d0) : (f64) -> f64
  llvm.store volatile %57, %p : f64, !llvm.ptr<1>
  %58 = llvm.call @__nv_dsqrt_ru(%d0) : (f64) -> f64
  llvm.store volatile %58, %p : f64, !llvm.ptr<1>
  %59 = llvm.call @__nv_dsqrt_rd(%d0) : (f64) -> f64
  llvm.store volatile %59, %p : f64, !llvm.ptr<1>
  %60 = llvm.call @__nv_fmaf_rn(%f0, %f1, %f2) : (f32, f32, f32) -> f32
  llvm.store volatile %60, %p : f32, !llvm.ptr<1>
  %61 = llvm.call @__nv_fmaf_rz(%f0, %f1, %f2) : (f32, f32, f32) -> f32
  llvm.store volatile %61, %p : f32, !llvm.ptr<1>
  %62 = llvm.call @__nv_fmaf_ru(%f0, %f1, %f2) : (f32, f32, f32) -> f32
  llvm.store volatile %62, %p : f32, !llvm.ptr<1>
  %63 = llvm.call @__nv_fmaf_rd(%f0, %f1, %f2) : (f32, f32, f32) -> f32
  llvm.store volatile %63, %p : f32, !llvm.ptr<1>
  %64 = llvm.call @__nv_fma_rn(%d0, %d1, %d2) : (f64, f64, f64) -> f64
  llvm.store volatile %64, %p : f64, !llvm.ptr<1>
  %65 = llvm.call @__nv_fma_rz(%d0, %d1, %d2) : (f64, f64, f64) -> f64
  llvm.store volatile %65, %p : f64, !llvm.ptr<1>
  %66 = llvm.call @__nv_fma_ru(%d0, %d1, %d2) : (f64, f64, f64) -> f64
  llvm.store volatile %66, %p : f64, !llvm.ptr<1>
  %67 = llvm.call @__nv_fma_rd(%d0, %d1, %d2) : (f64, f64, f64) -> f64
  llvm.store volatile %67, %p : f64, !llvm.ptr<1>
  %68 = llvm.call @__nv_sqrtf(%f0) : (f32) -> f32
  llvm.store volatile %68, %p : f32, !llvm.ptr<1>
  %69 = llvm.call @__nv_sqrt(%d0) : (f64) -> f64
  llvm.store volatile %69, %p : f64, !llvm.ptr<1>
  %70 = llvm.call @__nv_rsqrtf(%f0) : (f32) -> f32
  llvm.store volatile %70, %p : f32, !llvm.ptr<1>
  %71 = llvm.call @__nv_saturatef(%f0) : (f32) -> f32
  llvm.store volatile %71, %p : f32, !llvm.ptr<1>
  %72 = llvm.call @__nv_exp2f(%f0) : (f32) -> f32
  llvm.store volatile %72, %p : f32, !llvm.ptr<1>
  %73 = llvm.call @__nv_fast_sinf(%f0) : (f32) -> f32
  llvm.store volatile %73, %p : f32, !llvm.ptr<1>
  %74 = llvm.call @__nv_fast_cosf(%f0) : (f32) -> f32
  llvm.store volatile %74, %p : f32, !llvm.ptr<1>
  %75 = llvm.call @__nv_fast_fdividef(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %75, %p : f32, !llvm.ptr<1>
  %76 = llvm.call @__nv_fast_log2f(%f0) : (f32) -> f32
  llvm.store volatile %76, %p : f32, !llvm.ptr<1>
  %77 = llvm.call @__nv_fast_expf(%f0) : (f32) -> f32
  llvm.store volatile %77, %p : f32, !llvm.ptr<1>
  %78 = llvm.call @__nv_fast_exp10f(%f0) : (f32) -> f32
  llvm.store volatile %78, %p : f32, !llvm.ptr<1>
  %79 = llvm.call @__nv_fast_logf(%f0) : (f32) -> f32
  llvm.store volatile %79, %p : f32, !llvm.ptr<1>
  %80 = llvm.call @__nv_fast_log10f(%f0) : (f32) -> f32
  llvm.store volatile %80, %p : f32, !llvm.ptr<1>
  %81 = llvm.call @__nv_fast_powf(%f0, %f1) : (f32, f32) -> f32
  llvm.store volatile %81, %p : f32, !llvm.ptr<1>
  %82 = llvm.call @__nv_isinff(%f0) : (f32) -> i32
  llvm.store volatile %82, %p : i32, !llvm.ptr<1>
  %83 = llvm.call @__nv_isinfd(%d0) : (f64) -> i32
  llvm.store volatile %83, %p : i32, !llvm.ptr<1>
  %84 = llvm.call @__nv_finitef(%f0) : (f32) -> i32
  llvm.store volatile %84, %p : i32, !llvm.ptr<1>
  %85 = llvm.call @__nv_isfinited(%d0) : (f64) -> i32
  llvm.store volatile %85, %p : i32, !llvm.ptr<1>
  %86 = llvm.call @__nv_abs(%i0) : (i32) -> i32
  llvm.store volatile %86, %p : i32, !llvm.ptr<1>
  %87 = llvm.call @__nv_llabs(%l0) : (i64) -> i64
  llvm.store volatile %87, %p : i64, !llvm.ptr<1>
  %88 = llvm.call @__nv_min(%i0, %i1) : (i32, i32) -> i32
  llvm.store volatile %88, %p : i32, !llvm.ptr<1>
  %89 = llvm.call @__nv_max(%i0, %i1) : (i32, i32) -> i32
  llvm.store volatile %89, %p : i32, !llvm.ptr<1>
  %90 = llvm.call @__nv_umin(%i0, %i1) : (i32, i32) -> i32
  llvm.store volatile %90, %p : i32, !llvm.ptr<1>
  %91 = llvm.call @__nv_umax(%i0, %i1) : (i32, i32) -> i32
  llvm.store volatile %91, %p : i32, !llvm.ptr<1>
  %92 = llvm.call @__nv_llmin(%l0, %l1) : (i64, i64) -> i64
  llvm.store volatile %92, %p : i64, !llvm.ptr<1>
  %93 = llvm.call @__nv_llmax(%l0, %l1) : (i64, i64) -> i64
  llvm.store volatile %93, %p : i64, !llvm.ptr<1>
  %94 = llvm.call @__nv_ullmin(%l0, %l1) : (i64, i64) -> i64
  llvm.store volatile %94, %p : i64, !llvm.ptr<1>
  %95 = llvm.call @__nv_ullmax(%l0, %l1) : (i64, i64) -> i64
  llvm.store volatile %95, %p : i64, !llvm.ptr<1>
  %96 = llvm.call @__nv_mulhi(%i0, %i1) : (i32, i32) -> i32
  llvm.store volatile %96, %p : i32, !llvm.ptr<1>
  %97 = llvm.call @__nv_umulhi(%i0, %i1) : (i32, i32) -> i32
  llvm.store volatile %97, %p : i32, !llvm.ptr<1>
  %98 = llvm.call @__nv_mul64hi(%l0, %l1) : (i64, i64) -> i64
  llvm.store volatile %98, %p : i64, !llvm.ptr<1>
  %99 = llvm.call @__nv_umul64hi(%l0, %l1) : (i64, i64) -> i64
  llvm.store volatile %99, %p : i64, !llvm.ptr<1>
  %100 = llvm.call @__nv_clz(%i0) : (i32) -> i32
  llvm.store volatile %100, %p : i32, !llvm.ptr<1>
  %101 = llvm.call @__nv_clzll(%l0) : (i64) -> i32
  llvm.store volatile %101, %p : i32, !llvm.ptr<1>
  %102 = llvm.call @__nv_popc(%i0) : (i32) -> i32
  llvm.store volatile %102, %p : i32, !llvm.ptr<1>
  %103 = llvm.call @__nv_popcll(%l0) : (i64) -> i32
  llvm.store volatile %103, %p : i32, !llvm.ptr<1>
  %104 = llvm.call @__nv_brev(%i0) : (i32) -> i32
  llvm.store volatile %104, %p : i32, !llvm.ptr<1>
  %105 = llvm.call @__nv_brevll(%l0) : (i64) -> i64
  llvm.store volatile %105, %p : i64, !llvm.ptr<1>
  llvm.return
}
}
