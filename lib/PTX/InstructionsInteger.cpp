//===- InstructionsInteger.cpp - Arithmetic on integers and bits ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.1 "Integer Arithmetic Instructions", 9.7.2 "Extended-
// Precision Integer Arithmetic", 9.7.8 "Logic and Shift Instructions".
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

using namespace mlir::tile::ptx;

#define ALL_INTEGERS "u16|u32|u64|s16|s32|s64"
#define WIDE_INTEGERS "u32|u64|s32|s64"

static constexpr InstructionForm kForms[] = {
    // 9.7.1.1 add, 9.7.1.2 sub
    {"add", ALL_INTEGERS, "=T T T", 10, ""},
    {"add", "sat s32", "=T T T", 10, ""},
    {"add", "u16x2|s16x2", "=T T T", 80, "sm_90"},
    {"sub", ALL_INTEGERS, "=T T T", 10, ""},
    {"sub", "sat s32", "=T T T", 10, ""},
    // 9.7.1.3 mul
    {"mul", "hi|lo " ALL_INTEGERS, "=T T T", 10, ""},
    {"mul", "wide u16|u32|s16|s32", "=2T T T", 10, ""},
    // 9.7.1.4 mad
    {"mad", "hi|lo " ALL_INTEGERS, "=T T T T", 10, ""},
    {"mad", "wide u16|u32|s16|s32", "=2T T T 2T", 10, ""},
    {"mad", "hi sat s32", "=T T T T", 10, ""},
    // 9.7.1.5 mul24, 9.7.1.6 mad24
    {"mul24", "hi|lo u32|s32", "=T T T", 10, ""},
    {"mad24", "hi|lo u32|s32", "=T T T T", 10, ""},
    {"mad24", "hi sat s32", "=T T T T", 10, ""},
    // 9.7.1.7 sad, 9.7.1.8 div, 9.7.1.9 rem
    {"sad", ALL_INTEGERS, "=T T T T", 10, ""},
    {"div", ALL_INTEGERS, "=T T T", 10, ""},
    {"rem", ALL_INTEGERS, "=T T T", 10, ""},
    // 9.7.1.10 abs, 9.7.1.11 neg
    {"abs", "s16|s32|s64", "=T T", 10, ""},
    {"neg", "s16|s32|s64", "=T T", 10, ""},
    // 9.7.1.12 min, 9.7.1.13 max
    {"min", ALL_INTEGERS, "=T T T", 10, ""},
    {"min", "u16x2|s16x2", "=T T T", 80, "sm_90"},
    {"min", "relu s32|s16x2", "=T T T", 80, "sm_90"},
    {"max", ALL_INTEGERS, "=T T T", 10, ""},
    {"max", "u16x2|s16x2", "=T T T", 80, "sm_90"},
    {"max", "relu s32|s16x2", "=T T T", 80, "sm_90"},
    // 9.7.1.14 popc, 9.7.1.15 clz, 9.7.1.16 bfind, 9.7.1.17 fns
    {"popc", "b32|b64", "=b32 T", 20, ""},
    {"clz", "b32|b64", "=b32 T", 20, ""},
    {"bfind", "shiftamt? " WIDE_INTEGERS, "=b32 T", 20, ""},
    {"fns", "b32", "=T %b32 %b32 %b32", 60, ""},
    // 9.7.1.18 brev, 9.7.1.19 bfe, 9.7.1.20 bfi
    {"brev", "b32|b64", "=T T", 20, ""},
    {"bfe", WIDE_INTEGERS, "=T T b32 b32", 20, ""},
    {"bfi", "b32|b64", "=T T T b32 b32", 20, ""},
    // 9.7.1.21 szext, 9.7.1.22 bmsk
    {"szext", "clamp|wrap u32|s32", "=T T b32", 76, ""},
    {"bmsk", "clamp|wrap b32", "=b32 b32 b32", 76, ""},
    // 9.7.1.23 dp4a, 9.7.1.24 dp2a
    {"dp4a", "u32|s32 u32|s32", "=b32 b32 b32 b32", 50, ""},
    {"dp2a", "lo|hi u32|s32 u32|s32", "=b32 b32 b32 b32", 50, ""},

    // 9.7.2.1 add.cc to 9.7.2.6 madc: 64 bits since 4.3
    {"add", "cc " WIDE_INTEGERS, "=T T T", 12, ""},
    {"addc", "cc? " WIDE_INTEGERS, "=T T T", 12, ""},
    {"sub", "cc " WIDE_INTEGERS, "=T T T", 12, ""},
    {"subc", "cc? " WIDE_INTEGERS, "=T T T", 12, ""},
    {"mad", "hi|lo cc " WIDE_INTEGERS, "=T T T T", 30, ""},
    {"madc", "hi|lo cc? " WIDE_INTEGERS, "=T T T T", 30, ""},

    // 9.7.8.1 and, 9.7.8.2 or, 9.7.8.3 xor
    {"and", "pred|b16|b32|b64", "=T !T !T", 10, ""},
    {"or", "pred|b16|b32|b64", "=T !T !T", 10, ""},
    {"xor", "pred|b16|b32|b64", "=T !T !T", 10, ""},
    // 9.7.8.4 not, 9.7.8.5 cnot
    {"not", "pred|b16|b32|b64", "=T !T", 10, ""},
    {"cnot", "b16|b32|b64", "=T T", 10, ""},
    // 9.7.8.6 lop3
    {"lop3", "b32", "=T T T T #", 43, ""},
    {"lop3", "or|and b32", "=T&pred T T T # !pred", 82, ""},
    // 9.7.8.7 shf, 9.7.8.8 shl, 9.7.8.9 shr
    {"shf", "l|r clamp|wrap b32", "=T T T b32", 31, ""},
    {"shl", "b16|b32|b64", "=T T b32", 10, ""},
    {"shr", "b16|b32|b64|" ALL_INTEGERS, "=T T b32", 10, ""},
    // 9.7.9.7 prmt
    {"prmt", "b32 f4e|b4e|rc8|ecl|ecr|rc16?", "=T T T %b32", 20, ""},
};

llvm::ArrayRef<InstructionForm> mlir::tile::ptx::getIntegerForms() {
  return kForms;
}
