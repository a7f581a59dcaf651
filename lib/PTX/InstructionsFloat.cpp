//===- InstructionsFloat.cpp - Arithmetic on floats -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.3 "Floating Point Instructions", 9.7.4 "Half Precision
// Floating Point Instructions", 9.7.5 "Mixed Precision Floating Point".
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

using namespace mlir::tile::ptx;

static constexpr InstructionForm kForms[] = {
    // 9.7.3.1 testp, 9.7.3.2 copysign
    {"testp", "finite|infinite|number|notanumber|normal|subnormal f32|f64",
     "=pred T", 20, ""},
    {"copysign", "f32|f64", "=T T T", 20, ""},
    // 9.7.3.3 add, 9.7.4.1 add
    {"add", "rn|rz|rm|rp? ftz? sat? f32", "=T T T", 10, ""},
    {"add", "rn|rz|rm|rp? f64", "=T T T", 10, ""},
    {"add", "rn|rz|rm|rp? ftz? f32x2", "=T T T", 86, "sm_100"},
    {"add", "rn? ftz? sat? f16|f16x2", "=T T T", 42, ""},
    {"add", "rn? bf16|bf16x2", "=T T T", 78, "sm_90"},
    // 9.7.5.1 add of mixed precision
    {"add", "rn|rz|rm|rp? sat? f32 f16|bf16", "=T U T", 86, "sm_100"},
    // 9.7.3.4 sub, 9.7.4.2 sub, 9.7.5.2 sub
    {"sub", "rn|rz|rm|rp? ftz? sat? f32", "=T T T", 10, ""},
    {"sub", "rn|rz|rm|rp? f64", "=T T T", 10, ""},
    {"sub", "rn|rz|rm|rp? ftz? f32x2", "=T T T", 86, "sm_100"},
    {"sub", "rn? ftz? sat? f16|f16x2", "=T T T", 42, ""},
    {"sub", "rn? bf16|bf16x2", "=T T T", 78, "sm_90"},
    {"sub", "rn|rz|rm|rp? sat? f32 f16|bf16", "=T U T", 86, "sm_100"},
    // 9.7.3.5 mul, 9.7.4.3 mul
    {"mul", "rn|rz|rm|rp? ftz? sat? f32", "=T T T", 10, ""},
    {"mul", "rn|rz|rm|rp? f64", "=T T T", 10, ""},
    {"mul", "rn|rz|rm|rp? ftz? f32x2", "=T T T", 86, "sm_100"},
    {"mul", "rn? ftz? sat? f16|f16x2", "=T T T", 42, ""},
    {"mul", "rn? bf16|bf16x2", "=T T T", 78, "sm_90"},
    // 9.7.3.6 fma, 9.7.4.4 fma, 9.7.5.3 fma
    {"fma", "rn|rz|rm|rp ftz? sat? f32", "=T T T T", 20, ""},
    {"fma", "rn|rz|rm|rp f64", "=T T T T", 14, ""},
    {"fma", "rn|rz|rm|rp ftz? f32x2", "=T T T T", 86, "sm_100"},
    {"fma", "rn ftz? sat? f16|f16x2", "=T T T T", 42, ""},
    {"fma", "rn ftz? relu f16|f16x2", "=T T T T", 70, "sm_80"},
    {"fma", "rn relu? bf16|bf16x2", "=T T T T", 70, "sm_80"},
    {"fma", "rn oob relu? f16|f16x2|bf16|bf16x2", "=T T T T", 81, "sm_90"},
    {"fma", "rn|rz|rm|rp sat? f32 f16|bf16", "=T U U T", 86, "sm_100"},
    // 9.7.3.7 mad
    {"mad", "rn|rz|rm|rp ftz? sat? f32", "=T T T T", 10, ""},
    {"mad", "rn|rz|rm|rp f64", "=T T T T", 10, ""},
    // 9.7.3.8 div
    {"div", "approx ftz? f32", "=T T T", 14, ""},
    {"div", "full ftz? f32", "=T T T", 14, ""},
    {"div", "rn|rz|rm|rp ftz? f32", "=T T T", 14, ""},
    {"div", "rn|rz|rm|rp f64", "=T T T", 14, ""},
    // 9.7.3.9 abs, 9.7.4.6 abs
    {"abs", "ftz? f32", "=T T", 10, ""},
    {"abs", "f64", "=T T", 10, ""},
    {"abs", "ftz? f16|f16x2", "=T T", 65, ""},
    {"abs", "bf16|bf16x2", "=T T", 70, "sm_80"},
    // 9.7.3.10 neg, 9.7.4.5 neg
    {"neg", "ftz? f32", "=T T", 10, ""},
    {"neg", "f64", "=T T", 10, ""},
    {"neg", "ftz? f16|f16x2", "=T T", 60, ""},
    {"neg", "bf16|bf16x2", "=T T", 70, "sm_80"},
    // 9.7.3.11 min, 9.7.4.7 min
    {"min", "ftz? f32", "=T T T", 10, ""},
    {"min", "f64", "=T T T", 10, ""},
    {"min", "ftz? NaN f32", "=T T T", 70, "sm_80"},
    {"min", "ftz? NaN? xorsign abs f32", "=T T T", 72, "sm_86"},
    {"min", "ftz? NaN? abs? f32", "=T T T T", 88, "sm_100"},
    {"min", "ftz? NaN? f16|f16x2", "=T T T", 70, "sm_80"},
    {"min", "ftz? NaN? xorsign abs f16|f16x2", "=T T T", 72, "sm_86"},
    {"min", "NaN? bf16|bf16x2", "=T T T", 70, "sm_80"},
    {"min", "NaN? xorsign abs bf16|bf16x2", "=T T T", 72, "sm_86"},
    // 9.7.3.12 max, 9.7.4.8 max
    {"max", "ftz? f32", "=T T T", 10, ""},
    {"max", "f64", "=T T T", 10, ""},
    {"max", "ftz? NaN f32", "=T T T", 70, "sm_80"},
    {"max", "ftz? NaN? xorsign abs f32", "=T T T", 72, "sm_86"},
    {"max", "ftz? NaN? abs? f32", "=T T T T", 88, "sm_100"},
    {"max", "ftz? NaN? f16|f16x2", "=T T T", 70, "sm_80"},
    {"max", "ftz? NaN? xorsign abs f16|f16x2", "=T T T", 72, "sm_86"},
    {"max", "NaN? bf16|bf16x2", "=T T T", 70, "sm_80"},
    {"max", "NaN? xorsign abs bf16|bf16x2", "=T T T", 72, "sm_86"},
    // 9.7.3.13 rcp, 9.7.3.14 rcp.approx.ftz.f64
    {"rcp", "approx ftz? f32", "=T T", 10, ""},
    {"rcp", "rn|rz|rm|rp ftz? f32", "=T T", 14, ""},
    {"rcp", "rn|rz|rm|rp f64", "=T T", 14, ""},
    {"rcp", "approx ftz f64", "=T T", 21, ""},
    // 9.7.3.15 sqrt
    {"sqrt", "approx ftz? f32", "=T T", 10, ""},
    {"sqrt", "rn|rz|rm|rp ftz? f32", "=T T", 14, ""},
    {"sqrt", "rn|rz|rm|rp f64", "=T T", 14, ""},
    // 9.7.3.16 rsqrt, 9.7.3.17 rsqrt.approx.ftz.f64
    {"rsqrt", "approx ftz? f32", "=T T", 10, ""},
    {"rsqrt", "approx f64", "=T T", 14, ""},
    {"rsqrt", "approx ftz f64", "=T T", 40, ""},
    // 9.7.3.18 sin, 9.7.3.19 cos, 9.7.3.20 lg2
    {"sin", "approx ftz? f32", "=T T", 14, ""},
    {"cos", "approx ftz? f32", "=T T", 14, ""},
    {"lg2", "approx ftz? f32", "=T T", 14, ""},
    // 9.7.3.21 ex2, 9.7.4.10 ex2
    {"ex2", "approx ftz? f32", "=T T", 14, ""},
    {"ex2", "approx f16|f16x2", "=T T", 70, ""},
    {"ex2", "approx ftz bf16|bf16x2", "=T T", 78, "sm_90"},
    // 9.7.3.22 tanh, 9.7.4.9 tanh
    {"tanh", "approx f32|f16|f16x2", "=T T", 70, ""},
    {"tanh", "approx bf16|bf16x2", "=T T", 78, "sm_90"},
};

llvm::ArrayRef<InstructionForm> mlir::tile::ptx::getFloatForms() {
  return kForms;
}
