//===- TF32Rounding.h - How operands become numbers of tf32 -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a matrix product with `inputPrecision = tf32` does with the 13 bits of
// an f32 that tf32 lacks.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TF32ROUNDING_H
#define TILE_DIALECT_TILE_IR_TF32ROUNDING_H

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

/// What is cut off of a number m * 2^e, 1 <= m < 2, is 2^(e - 11) on the
/// average; this adds 0.71 m times that. Times m it stays below the last digit,
/// 2^(e - 10), so that numbers of tf32 stay the same.
inline constexpr double kTF32Compensation = 0x1.0016b6p0;

/// Half of the last digit of a number m * 2^e, over 2^e.
inline constexpr double kTF32HalfDigit = 0x1p-11;

/// The bits of an f32 that tf32 has.
inline constexpr uint32_t kTF32Digits = 0xffffe000;

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

#endif // TILE_DIALECT_TILE_IR_TF32ROUNDING_H
