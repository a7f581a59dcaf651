//===- SpecialValues.h - Inputs at which code goes wrong --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of an element type at which two implementations of a function
// differ if they differ anywhere: ends of ranges, zeros, infinities, NaNs, ties
// of roundings, and the neighbours of these.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUN_SPECIALVALUES_H
#define TILE_RUN_SPECIALVALUES_H

#include "tile/Run/ElementType.h"

#include <vector>

namespace mlir::tile::run {

/// As many special values as there are of each type: a power of two, so that
/// bits of a number choose one.
inline constexpr unsigned kSpecialValueBits = 8;
inline constexpr unsigned kNumSpecialValues = 1u << kSpecialValueBits;

/// Numbers that the code in question mentions: where it compares and clamps.
struct MentionedNumbers {
  std::vector<double> floats;
  std::vector<uint64_t> integers;
};

/// The bits of `kNumSpecialValues` values of the type, the most special ones
/// first. Types of 8 bits have all of theirs; I1 has 0 and 1 in turn; the
/// others have no value twice, and random ones fill the rest, the same in every
/// call.
///
/// Floats: both zeros, the ends of the denormal and of the normal range, 1,
/// both infinities, quiet and signalling NaNs; the ties between neighbours in
/// e2m1, e4m3, e5m2, f16, bf16 and integers, and the values one ulp next to
/// these; what is mentioned, next to it, and negated.
/// Integers: 0, 1, -1, the ends of the range, patterns of bits, powers of two
/// and their neighbours; what is mentioned, and next to it.
std::vector<uint64_t> getSpecialValues(ElementType type,
                                       const MentionedNumbers &mentioned = {});

} // namespace mlir::tile::run

#endif // TILE_RUN_SPECIALVALUES_H
