//===- ConversionPlanParts.h - The two kinds of movement --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ConversionPlan.cpp asks of LaneExchange.cpp and SharedExchange.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_LAYOUT_CONVERSIONPLANPARTS_H
#define TILE_LIB_LAYOUT_CONVERSIONPLANPARTS_H

#include "tile/Layout/ConversionPlan.h"

namespace mlir::tile {

/// The most that one instruction moves for a thread, what one wavefront moves
/// for all of a warp, and the width of a bank of shared memory.
inline constexpr unsigned kMaxSharedAccessBytes = 16, kWavefrontBytes = 128,
                          kBankBytes = 4;

/// Two layouts with the inputs register, lane, warp and block, and outputs in
/// the same order; and the map from the second's places to the first's.
struct Conversion {
  LinearLayout source, destination, map;
  unsigned elementBytes;
};

/// The exchange between lanes, if there is one of this kind. The map stays in
/// each warp, and is the same in all.
std::optional<LaneExchange> planLanes(const Conversion &conversion, Work &work);

/// The way through shared memory; there always is one.
SharedExchange planShared(const Conversion &conversion, Work &work);

/// The XOR of the columns that the bits of `word` choose.
template <typename Columns>
auto applyColumns(const Columns &columns, uint64_t word) {
  auto sum = columns.empty() ? 0 : columns[0] ^ columns[0];
  for (size_t bit = 0; bit < columns.size(); ++bit)
    if (word >> bit & 1)
      sum ^= columns[bit];
  return sum;
}

/// The bits of `dim` that are not replicas.
inline uint32_t getUsedBits(const LinearLayout &layout, StringRef dim) {
  return (layout.getInDimSize(dim) - 1) & ~layout.getFreeVariableMask(dim);
}

} // namespace mlir::tile

#endif // TILE_LIB_LAYOUT_CONVERSIONPLANPARTS_H
