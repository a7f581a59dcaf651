//===- InstructionsData.cpp - Comparison, selection, moves, conversion ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.6 and 9.7.7 "Comparison and Selection Instructions", 9.7.9
// "Data Movement and Conversion Instructions": those that touch no memory.
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

using namespace mlir::tile::ptx;

#define FLOAT_COMPARISONS "eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan"
#define UNSIGNED_COMPARISONS "eq|ne|lt|le|gt|ge|lo|ls|hi|hs"
#define SIGNED_COMPARISONS "eq|ne|lt|le|gt|ge"
#define UNSIGNED "u16|u32|u64"
#define SIGNED "s16|s32|s64"
#define BITS "b16|b32|b64"
#define INTEGERS "u8|u16|u32|u64|s8|s16|s32|s64"

// A comparison, and one whose result is combined with a predicate.
#define COMPARE(opcode, comparisons, types, operands, version, target)         \
  {opcode, comparisons " " types, operands, version, target}, {                \
    opcode, comparisons " and|or|xor " types, operands " !pred", version,      \
        target                                                                 \
  }

static constexpr InstructionForm kForms[] = {
    // 9.7.6.1 set, 9.7.7.1 set
    COMPARE("set", FLOAT_COMPARISONS, "ftz? u32|s32|f32 f32", "=T U U", 10, ""),
    COMPARE("set", FLOAT_COMPARISONS, "u32|s32|f32 f64", "=T U U", 10, ""),
    COMPARE("set", UNSIGNED_COMPARISONS, "u32|s32|f32 " UNSIGNED, "=T U U", 10,
            ""),
    COMPARE("set", SIGNED_COMPARISONS, "u32|s32|f32 " SIGNED, "=T U U", 10, ""),
    COMPARE("set", "eq|ne", "u32|s32|f32 " BITS, "=T U U", 10, ""),
    COMPARE("set", FLOAT_COMPARISONS, "ftz? f16 f16", "=T U U", 42, ""),
    COMPARE("set", FLOAT_COMPARISONS, "ftz? u16|s16|u32|s32 f16", "=T U U", 65,
            ""),
    COMPARE("set", FLOAT_COMPARISONS, "ftz? f16x2 f16x2", "=T U U", 42, ""),
    COMPARE("set", FLOAT_COMPARISONS, "ftz? u32|s32 f16x2", "=T U U", 65, ""),
    COMPARE("set", FLOAT_COMPARISONS, "bf16|u16|s16|u32|s32 bf16", "=T U U", 78,
            "sm_90"),
    COMPARE("set", FLOAT_COMPARISONS, "bf16x2|u32|s32 bf16x2", "=T U U", 78,
            "sm_90"),
    // 9.7.6.2 setp, 9.7.7.2 setp
    COMPARE("setp", FLOAT_COMPARISONS, "ftz? f32", "=pred|pred T T", 10, ""),
    COMPARE("setp", FLOAT_COMPARISONS, "f64", "=pred|pred T T", 10, ""),
    COMPARE("setp", UNSIGNED_COMPARISONS, UNSIGNED, "=pred|pred T T", 10, ""),
    COMPARE("setp", SIGNED_COMPARISONS, SIGNED, "=pred|pred T T", 10, ""),
    COMPARE("setp", "eq|ne", BITS, "=pred|pred T T", 10, ""),
    COMPARE("setp", FLOAT_COMPARISONS, "ftz? f16", "=pred T T", 42, ""),
    COMPARE("setp", FLOAT_COMPARISONS, "ftz? f16x2", "=pred|pred T T", 42, ""),
    COMPARE("setp", FLOAT_COMPARISONS, "bf16", "=pred T T", 78, "sm_90"),
    COMPARE("setp", FLOAT_COMPARISONS, "bf16x2", "=pred|pred T T", 78, "sm_90"),
    // 9.7.6.3 selp, 9.7.6.4 slct
    {"selp", BITS "|" UNSIGNED "|" SIGNED "|f32|f64", "=T T T !pred", 10, ""},
    {"slct", BITS "|" UNSIGNED "|" SIGNED "|f32|f64 s32", "=T T T U", 10, ""},
    {"slct", "ftz? " BITS "|" UNSIGNED "|" SIGNED "|f32|f64 f32", "=T T T U",
     10, ""},

    // 9.7.9.1 mov
    {"mov", "pred|" BITS "|" UNSIGNED "|" SIGNED "|f32|f64", "=T !T", 10, ""},
    {"mov", "b16|b32|b64", "=T {*}any", 10, ""},
    {"mov", "b16|b32|b64", "={*}any T", 10, ""},
    {"mov", "b128", "=T T", 83, ""},
    {"mov", "b128", "=T {*}any", 83, ""},
    {"mov", "b128", "={*}any T", 83, ""},
    // 9.7.9.20 cvta, 9.7.9.19 isspacep
    {"cvta", "const|global|local|shared|param|param::entry u32|u64", "=T T", 20,
     ""},
    {"cvta", "shared::cta|shared::cluster u32|u64", "=T T", 78, ""},
    {"cvta", "to const|global|local|shared|param|param::entry u32|u64", "=T T",
     20, ""},
    {"cvta", "to shared::cta|shared::cluster u32|u64", "=T T", 78, ""},
    {"isspacep", "const|global|local|shared|param", "=pred b64", 20, ""},
    {"isspacep", "shared::cta|shared::cluster|param::entry", "=pred b64", 78,
     ""},
    // 9.7.9.23 mapa, 9.7.9.24 getctarank
    {"mapa", "shared::cluster? u32|u64", "=T T b32", 78, "sm_90"},
    {"getctarank", "shared::cluster? u32|u64", "=b32 T", 78, "sm_90"},
    // 9.7.9.18 createpolicy
    {"createpolicy",
     "fractional L2::evict_last|L2::evict_normal|L2::evict_first|"
     "L2::evict_unchanged L2::evict_first|L2::evict_unchanged? b64",
     "=b64 f32?", 74, "sm_80"},
    {"createpolicy",
     "range global? L2::evict_last|L2::evict_normal|L2::evict_first|"
     "L2::evict_unchanged L2::evict_first|L2::evict_unchanged? b64",
     "=b64 [] b32 b32", 74, "sm_80"},
    {"createpolicy", "cvt L2 b64", "=b64 b64", 74, "sm_80"},

    // 9.7.9.21 cvt: integers
    {"cvt", INTEGERS " " INTEGERS, "=~T ~U", 10, ""},
    // .sat where the source has values that the destination has not.
    {"cvt", "sat u8 u16|u32|u64|s8|s16|s32|s64", "=~T ~U", 10, ""},
    {"cvt", "sat s8 u8|u16|u32|u64|s16|s32|s64", "=~T ~U", 10, ""},
    {"cvt", "sat u16 u32|u64|s8|s16|s32|s64", "=~T ~U", 10, ""},
    {"cvt", "sat s16 u16|u32|u64|s32|s64", "=~T ~U", 10, ""},
    {"cvt", "sat u32 u64|s8|s16|s32|s64", "=~T ~U", 10, ""},
    {"cvt", "sat s32 u32|u64|s64", "=~T ~U", 10, ""},
    {"cvt", "sat u64 s8|s16|s32|s64", "=~T ~U", 10, ""},
    {"cvt", "sat s64 u64", "=~T ~U", 10, ""},
    {"cvt", "rni|rzi|rmi|rpi ftz? sat? " INTEGERS " f32", "=~T ~U", 10, ""},
    {"cvt", "rni|rzi|rmi|rpi sat? " INTEGERS " f64|f16", "=~T ~U", 10, ""},
    {"cvt", "rni|rzi|rmi|rpi " UNSIGNED "|" SIGNED " bf16", "=T U", 78,
     "sm_90"},
    {"cvt", "rn|rz|rm|rp sat? f16|f64 " INTEGERS, "=~T ~U", 10, ""},
    {"cvt", "rn|rz|rm|rp ftz? sat? f32 " INTEGERS, "=~T ~U", 10, ""},
    {"cvt", "rn|rz|rm|rp bf16 " UNSIGNED "|" SIGNED, "=T U", 78, "sm_90"},
    // 9.7.9.21 cvt: floats
    {"cvt", "ftz? sat? f32 f32|f16", "=~T ~U", 10, ""},
    {"cvt", "ftz? sat? f64 f32", "=~T ~U", 10, ""},
    {"cvt", "sat? f64 f64|f16", "=~T ~U", 10, ""},
    {"cvt", "sat? f16 f16", "=~T ~U", 42, ""},
    {"cvt", "rni|rzi|rmi|rpi ftz? sat? f32 f32", "=~T ~U", 10, ""},
    {"cvt", "rni|rzi|rmi|rpi sat? f64 f64", "=~T ~U", 10, ""},
    {"cvt", "rni|rzi|rmi|rpi sat? f16 f16", "=~T ~U", 42, ""},
    {"cvt", "rn|rz|rm|rp ftz? sat? f32 f64", "=~T ~U", 10, ""},
    {"cvt", "rn|rz|rm|rp ftz? sat? f16 f32", "=~T ~U", 42, ""},
    {"cvt", "rn|rz|rm|rp sat? f16 f64", "=~T ~U", 42, ""},
    {"cvt", "rn|rz relu f16 f32", "=~T ~U", 70, "sm_80"},
    {"cvt", "rn|rz satfinite f16 f32", "=~T ~U", 81, ""},
    {"cvt", "rn|rz relu satfinite f16 f32", "=~T ~U", 81, "sm_80"},
    {"cvt", "rn|rz relu? bf16 f32", "=T U", 70, "sm_80"},
    {"cvt", "rn|rz relu? satfinite bf16 f32", "=T U", 81, "sm_80"},
    {"cvt", "rn|rz|rm|rp bf16 f16|f64", "=T U", 78, "sm_90"},
    {"cvt", "bf16 f16|bf16", "=T U", 78, "sm_90"},
    {"cvt", "f16 bf16", "=T U", 78, "sm_90"},
    {"cvt", "rn|rz|rm|rp ftz? bf16 f32", "=T U", 70, "sm_80"},
    {"cvt", "rn|rz|rm|rp f32 bf16", "=T U", 71, "sm_80"},
    {"cvt", "rn|rz|rm|rp? ftz? f32 bf16", "=T U", 78, "sm_90"},
    {"cvt", "f32 bf16", "=T U", 71, "sm_80"},
    {"cvt", "rn|rz|rm|rp? f64 bf16", "=T U", 78, "sm_90"},
    {"cvt", "rn|rz|rm|rp f16 bf16", "=T U", 78, "sm_90"},
    {"cvt", "rni|rzi|rmi|rpi bf16 bf16", "=T U", 78, "sm_90"},
    // 9.7.9.21 cvt: two floats at once
    {"cvt", "rn|rz relu? f16x2|bf16x2 f32", "=T U U", 70, "sm_80"},
    {"cvt", "rn|rz relu? satfinite f16x2|bf16x2 f32", "=T U U", 81, "sm_80"},
    {"cvt", "rs relu? satfinite? f16x2|bf16x2 f32", "=T U U .b32", 87,
     "sm_100a|sm_103a"},
    // 9.7.9.21 cvt: tf32
    {"cvt", "rna tf32 f32", "=T U", 70, "sm_80"},
    {"cvt", "rna satfinite tf32 f32", "=T U", 81, "sm_80"},
    {"cvt", "rn|rz relu? tf32 f32", "=T U", 78, "sm_90"},
    {"cvt", "rn|rz relu? satfinite tf32 f32", "=T U", 86, "sm_100"},
    // 9.7.9.21 cvt: eight bits and fewer
    {"cvt", "rn satfinite relu? e4m3x2|e5m2x2 f32", "=T U U", 78, "sm_90"},
    {"cvt", "rn satfinite relu? e4m3x2|e5m2x2 f32", "=T U U", 81, "sm_89"},
    {"cvt", "rn satfinite relu? e4m3x2|e5m2x2 f16x2", "=T U", 78, "sm_90"},
    {"cvt", "rn satfinite relu? e4m3x2|e5m2x2 f16x2", "=T U", 81, "sm_89"},
    {"cvt", "rn relu? f16x2 e4m3x2|e5m2x2", "=T U", 78, "sm_90"},
    {"cvt", "rn relu? f16x2 e4m3x2|e5m2x2", "=T U", 81, "sm_89"},
    {"cvt", "rn satfinite relu? e2m1x2|e2m3x2|e3m2x2 f32", "=T U U", 86,
     "sm_100f|sm_110f|sm_120f"},
    {"cvt", "rn relu? f16x2 e2m1x2|e2m3x2|e3m2x2", "=T U", 86,
     "sm_100f|sm_110f|sm_120f"},
    {"cvt", "rz|rp satfinite? ue8m0x2 f32", "=T U U", 86,
     "sm_100f|sm_110f|sm_120f"},
    {"cvt", "rz|rp satfinite? ue8m0x2 bf16x2", "=T U", 86,
     "sm_100f|sm_110f|sm_120f"},
    {"cvt", "rn bf16x2 ue8m0x2", "=T U", 86, "sm_100f|sm_110f|sm_120f"},
    {"cvt", "rs relu? satfinite e4m3x4|e5m2x4|e2m3x4|e3m2x4|e2m1x4 f32",
     "=T {4}U .b32", 87, "sm_100a|sm_103a"},
    // 9.7.9.22 cvt.pack
    {"cvt", "pack sat u16|s16 s32", "=b32 U U", 65, ""},
    {"cvt", "pack sat u2|s2|u4|s4|u8|s8 s32 b32", "=b32 U U %b32", 65, ""},
};

llvm::ArrayRef<InstructionForm> mlir::tile::ptx::getDataForms() {
  return kForms;
}
