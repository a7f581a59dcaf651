// Functions of floats: the expected digits are those of a calculator.

// RUN: tile-run %s --kernel=functions --device=interpreter | FileCheck %s --check-prefix=MATH
// RUN: tile-run %s --kernel=libdevice --device=interpreter | FileCheck %s --check-prefix=EXTERN

tile.func public @functions() {
  %x = arith.constant 0.5 : f64
  %y = arith.constant -2.5 : f64
  %z = arith.constant 10.0 : f64
  %n = arith.constant -3 : i32

  %e0 = math.exp %x : f64
  %e1 = math.exp2 %y : f64
  %e2 = math.expm1 %x : f64
  %e3 = math.log %z : f64
  %e4 = math.log2 %z : f64
  %e5 = math.log10 %x : f64
  %e6 = math.log1p %x : f64
  tile.print " e " {hex = false, isSigned = array<i32: 0, 0, 0, 0, 0, 0, 0>} : %e0, %e1, %e2, %e3, %e4, %e5, %e6 : f64, f64, f64, f64, f64, f64, f64
  // MATH: e 1.648721
  // MATH-NEXT: e 0.176777
  // MATH-NEXT: e 0.648721
  // MATH-NEXT: e 2.302585
  // MATH-NEXT: e 3.321928
  // MATH-NEXT: e -0.301030
  // MATH-NEXT: e 0.405465

  %t0 = math.sin %x : f64
  %t1 = math.cos %x : f64
  %t2 = math.tan %x : f64
  %t3 = math.asin %x : f64
  %t4 = math.acos %x : f64
  %t5 = math.atan %x : f64
  %t6 = math.atan2 %x, %y : f64
  %t7, %t8 = math.sincos %z : f64
  tile.print " t " {hex = false, isSigned = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0>} : %t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7, %t8 : f64, f64, f64, f64, f64, f64, f64, f64, f64
  // MATH: t 0.479426
  // MATH-NEXT: t 0.877583
  // MATH-NEXT: t 0.546302
  // MATH-NEXT: t 0.523599
  // MATH-NEXT: t 1.047198
  // MATH-NEXT: t 0.463648
  // MATH-NEXT: t 2.944197
  // MATH-NEXT: t -0.544021
  // MATH-NEXT: t -0.839072

  %h0 = math.sinh %x : f64
  %h1 = math.cosh %x : f64
  %h2 = math.tanh %x : f64
  %h3 = math.asinh %x : f64
  %h4 = math.acosh %z : f64
  %h5 = math.atanh %x : f64
  %h6 = math.erf %x : f64
  %h7 = math.erfc %x : f64
  tile.print " h " {hex = false, isSigned = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>} : %h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7 : f64, f64, f64, f64, f64, f64, f64, f64
  // MATH: h 0.521095
  // MATH-NEXT: h 1.127626
  // MATH-NEXT: h 0.462117
  // MATH-NEXT: h 0.481212
  // MATH-NEXT: h 2.993223
  // MATH-NEXT: h 0.549306
  // MATH-NEXT: h 0.520500
  // MATH-NEXT: h 0.479500

  %r0 = math.floor %y : f64
  %r1 = math.ceil %y : f64
  %r2 = math.trunc %y : f64
  %r3 = math.round %y : f64
  %r4 = math.roundeven %y : f64
  tile.print " r " {hex = false, isSigned = array<i32: 0, 0, 0, 0, 0>} : %r0, %r1, %r2, %r3, %r4 : f64, f64, f64, f64, f64
  // MATH: r -3.000000
  // MATH-NEXT: r -2.000000
  // MATH-NEXT: r -2.000000
  // MATH-NEXT: r -3.000000
  // MATH-NEXT: r -2.000000

  %p0 = math.powf %z, %x : f64
  %p1 = math.fpowi %y, %n : f64, i32
  %p2 = math.cbrt %z : f64
  %p3 = math.rsqrt %z : f64
  tile.print " p " {hex = false, isSigned = array<i32: 0, 0, 0, 0>} : %p0, %p1, %p2, %p3 : f64, f64, f64, f64
  // MATH: p 3.162278
  // MATH-NEXT: p -0.064000
  // MATH-NEXT: p 2.154435
  // MATH-NEXT: p 0.316228

  // f32 and f16 are rounded once: exp(0.5) is 1.64872127070 in f64.
  %x32 = arith.constant 0.5 : f32
  %x16 = arith.constant 0.5 : f16
  %s0 = math.exp %x32 : f32
  %s1 = math.exp %x16 : f16
  tile.print " s " {hex = true, isSigned = array<i32: 0, 0>} : %s0, %s1 : f32, f16
  // MATH: s 0x3fd3094c
  // MATH-NEXT: s 0x3e98
  tile.return
}

tile.func public @libdevice() {
  %x = arith.constant 0.5 : f32
  %d = arith.constant 0.5 : f64
  %i = arith.constant -40 : i32
  %j = arith.constant 3 : i32
  %a = tile.extern_elementwise %x {libname = "libdevice", libpath = "", symbol = "__nv_sinf", pure = true} : (f32) -> f32
  %b = tile.extern_elementwise %d {libname = "libdevice", libpath = "", symbol = "__nv_cos", pure = true} : (f64) -> f64
  %c = tile.extern_elementwise %x, %x {libname = "libdevice", libpath = "", symbol = "__nv_powf", pure = true} : (f32, f32) -> f32
  %e = tile.extern_elementwise %x, %x, %x {libname = "libdevice", libpath = "", symbol = "__nv_fmaf", pure = true} : (f32, f32, f32) -> f32
  %f = tile.extern_elementwise %x, %x {libname = "libdevice", libpath = "", symbol = "__nv_fadd_rn", pure = true} : (f32, f32) -> f32
  %g = tile.extern_elementwise %x, %j {libname = "libdevice", libpath = "", symbol = "__nv_ldexpf", pure = true} : (f32, i32) -> f32
  %h = tile.extern_elementwise %d {libname = "libdevice", libpath = "", symbol = "__nv_isnand", pure = true} : (f64) -> i32
  %k = tile.extern_elementwise %i {libname = "libdevice", libpath = "", symbol = "__nv_abs", pure = true} : (i32) -> i32
  %l = tile.extern_elementwise %j {libname = "libdevice", libpath = "", symbol = "__nv_clz", pure = true} : (i32) -> i32
  %m = tile.extern_elementwise %i, %j {libname = "libdevice", libpath = "", symbol = "__nv_umax", pure = true} : (i32, i32) -> i32
  %n = tile.extern_elementwise %i, %j {libname = "libdevice", libpath = "", symbol = "__nv_mulhi", pure = true} : (i32, i32) -> i32
  %o = tile.extern_elementwise %x {libname = "libdevice", libpath = "", symbol = "__nv_fast_expf", pure = true} : (f32) -> f32
  tile.print " v " {hex = false, isSigned = array<i32: 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0>} : %a, %b, %c, %e, %f, %g, %h, %k, %l, %m, %n, %o : f32, f64, f32, f32, f32, f32, i32, i32, i32, i32, i32, f32
  // EXTERN: v 0.479426
  // EXTERN-NEXT: v 0.877583
  // EXTERN-NEXT: v 0.707107
  // EXTERN-NEXT: v 0.750000
  // EXTERN-NEXT: v 1.000000
  // EXTERN-NEXT: v 4.000000
  // EXTERN-NEXT: v 0
  // EXTERN-NEXT: v 40
  // EXTERN-NEXT: v 30
  // EXTERN-NEXT: v -40
  // EXTERN-NEXT: v -1
  // EXTERN-NEXT: v 1.648721
  tile.return
}
