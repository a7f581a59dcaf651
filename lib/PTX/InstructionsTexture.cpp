//===- InstructionsTexture.cpp - Textures and surfaces --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.10 "Texture Instructions", 9.7.11 "Surface Instructions", in
// the unified mode: the texture says its sampler.
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

using namespace mlir::tile::ptx;

static constexpr uint8_t kReduction = ReadsMemory | WritesMemory;

// A row for results without and with a predicate: whether the texture is there.
#define FETCH(opcode, words, operands)                                         \
  {opcode, words, "={v}T " operands, 20, "", ReadsMemory}, {                   \
    opcode, words, "={v}T&pred " operands, 71, "sm_60", ReadsMemory            \
  }
// By the type of the results.
#define TEX(mode, geometry, type, operands)                                    \
  FETCH("tex", mode geometry " v4 u32|s32|f16|f32 " type, operands),           \
      FETCH("tex", mode geometry " v2 f16x2 " type, operands)
// After the coordinates stand what the mode needs, then offsets of them, then
// the depth to compare with.
#define TEX_MODES(geometry, coordinates, gradient, type, offset, depth)        \
  TEX("base? ", geometry, type, "[h]" coordinates "U" offset depth),           \
      TEX("level ", geometry, type, "[h]" coordinates "U U" offset depth),     \
      TEX("grad ", geometry, type,                                             \
          "[h]" coordinates "U " gradient "f32 " gradient "f32" offset depth)
#define TEX_PLANE(geometry, coordinates, gradient)                             \
  TEX_MODES(geometry, coordinates, gradient, "f32", " " gradient "s32?",       \
            " f32?"),                                                          \
      TEX_MODES(geometry, coordinates, gradient, "s32", " " gradient "s32?",   \
                "")

// What suld, sust and sured do with a coordinate outside.
#define OUTSIDE " trap|clamp|zero"
#define SULD(words, coordinates)                                               \
  {"suld", words OUTSIDE, "={v}~T [h]" coordinates "s32", 20, "", ReadsMemory}
#define SURFACE_LOAD(geometry, coordinates)                                    \
  SULD("b ca|cg|cs|cv? " geometry " v2? b8|b16|b32|b64", coordinates),         \
      SULD("b ca|cg|cs|cv? " geometry " v4 b8|b16|b32", coordinates)
#define SUST(words, coordinates, type)                                         \
  {"sust", words OUTSIDE, "[h]" coordinates "s32 {v}" type, 20,                \
   "",     WritesMemory}
#define SURFACE_STORE(geometry, coordinates)                                   \
  SUST("b wb|cg|cs|wt? " geometry " v2? b8|b16|b32|b64", coordinates, "~T"),   \
      SUST("b wb|cg|cs|wt? " geometry " v4 b8|b16|b32", coordinates, "~T"),    \
      SUST("p wb|cg|cs|wt? " geometry " v2|v4? b32", coordinates, "T")
#define SURED(words, coordinates, version)                                     \
  {"sured", words OUTSIDE, "[h]" coordinates "s32 T", version, "", kReduction}
#define SURFACE_REDUCTION(geometry, coordinates)                               \
  SURED("b add " geometry " u32|s32|u64", coordinates, 20),                    \
      SURED("b min|max " geometry " u32|s32", coordinates, 20),                \
      SURED("b min|max " geometry " u64|s64", coordinates, 81),                \
      SURED("b and|or " geometry " b32", coordinates, 20),                     \
      SURED("p add|min|max|and|or " geometry " b32", coordinates, 20),         \
      SURED("p min|max " geometry " b64", coordinates, 81)

static constexpr InstructionForm kForms[] = {
    // 9.7.10.3 tex
    TEX_PLANE("1d", "{1}", "{1}"),
    TEX_PLANE("2d", "{2}", "{2}"),
    TEX_PLANE("a1d", "{i2}", "{1}"),
    TEX_PLANE("a2d", "{i4}", "{2}"),
    TEX_MODES("3d", "{4}", "{4}", "f32|s32", " {4}s32?", ""),
    TEX_MODES("cube", "{4}", "{4}", "f32", "", " f32?"),
    TEX_MODES("acube", "{i4}", "{4}", "f32", "", " f32?"),
    TEX("base? ", "2dms", "s32", "[h]{i4}U {2}s32?"),
    TEX("base? ", "a2dms", "s32", "[h]{i4}U {2}s32?"),
    // 9.7.10.4 tld4
    FETCH("tld4", "r|g|b|a 2d v4 u32|s32|f32 f32", "[h]{2}U {2}s32? f32?"),
    FETCH("tld4", "r|g|b|a a2d v4 u32|s32|f32 f32", "[h]{i4}U {2}s32? f32?"),
    FETCH("tld4", "r|g|b|a cube v4 u32|s32|f32 f32", "[h]{4}U f32?"),
    FETCH("tld4", "r|g|b|a acube v4 u32|s32|f32 f32", "[h]{i4}U f32?"),
    // 9.7.10.5 txq
    {"txq",
     "width|height|depth|channel_data_type|channel_order|normalized_coords|"
     "array_size|num_mipmap_levels|num_samples|filter_mode|addr_mode_0|"
     "addr_mode_1|addr_mode_2|force_unnormalized_coords b32",
     "=T [h]", 20, "", NoEffects},
    {"txq", "level width|height|depth b32", "=T [h] u32", 20, "", NoEffects},
    // 9.7.10.6 istypep
    {"istypep", "texref|samplerref|surfref", "=pred u64", 40, "", NoEffects},
    // 9.7.11.1 suld
    SURFACE_LOAD("1d", "{1}"),
    SURFACE_LOAD("2d", "{2}"),
    SURFACE_LOAD("3d", "{4}"),
    SURFACE_LOAD("a1d", "{i2}"),
    SURFACE_LOAD("a2d", "{i4}"),
    // 9.7.11.2 sust
    SURFACE_STORE("1d", "{1}"),
    SURFACE_STORE("2d", "{2}"),
    SURFACE_STORE("3d", "{4}"),
    SURFACE_STORE("a1d", "{i2}"),
    SURFACE_STORE("a2d", "{i4}"),
    // 9.7.11.3 sured
    SURFACE_REDUCTION("1d", "{1}"),
    SURFACE_REDUCTION("2d", "{2}"),
    SURFACE_REDUCTION("3d", "{4}"),
    // 9.7.11.4 suq
    {"suq",
     "width|height|depth|channel_data_type|channel_order|array_size|"
     "memory_layout b32",
     "=T [h]", 20, "", NoEffects},
};

llvm::ArrayRef<InstructionForm> mlir::tile::ptx::getTextureForms() {
  return kForms;
}
