//===- TF32Rounding.h - How operands become numbers of tf32 -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a matrix product with `inputPrecision = tf32` does with the 13 bits of
// an f32 that tf32 lacks.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CONVERSION_TILEGPUTOLLVM_TF32ROUNDING_H
#define TILE_CONVERSION_TILEGPUTOLLVM_TF32ROUNDING_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace mlir::tile {

enum class TF32Rounding : uint8_t {
  /// They are cut off, as tensor cores do: all products are too small.
  Cut,
  /// The operand is multiplied by 1 + 0.71 * 2^-11 before they are cut off: on
  /// the average it is as large as it was. Numbers of tf32 stay the same.
  Compensated,
  /// The operand is rounded to nearest, ties away from zero.
  Nearest
};

/// The names of the cases, in order.
inline constexpr llvm::StringLiteral kTF32RoundingNames[] = {
    "cut", "compensated", "nearest"};

inline llvm::StringRef stringifyTF32Rounding(TF32Rounding rounding) {
  return kTF32RoundingNames[static_cast<unsigned>(rounding)];
}

inline std::optional<TF32Rounding> parseTF32Rounding(llvm::StringRef name) {
  const auto *found = llvm::find(kTF32RoundingNames, name);
  if (found == std::end(kTF32RoundingNames))
    return std::nullopt;
  return static_cast<TF32Rounding>(found - kTF32RoundingNames);
}

} // namespace mlir::tile

#endif // TILE_CONVERSION_TILEGPUTOLLVM_TF32ROUNDING_H
