//===- AxisInfoTransfer.h - What operations make of AxisInfo ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transfer functions of the AxisInfo analysis, split by family of
// operations. Private to this folder.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ANALYSIS_AXISINFOTRANSFER_H
#define TILE_LIB_ANALYSIS_AXISINFOTRANSFER_H

#include "tile/Analysis/AxisInfo.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::tile::axisinfo {

/// The facts about an operation's operands; all are initialized.
using Operands = ArrayRef<const AxisInfo *>;

/// The facts about the one result of an arith operation on integers, or nothing
/// if `op` is none that is understood. `AxisInfoArith.cpp`.
std::optional<AxisInfo> inferArith(Operation *op, Operands operands,
                                   const AxisInfoOptions &options);

/// The same for the tile and tilegpu dialects. `AxisInfoTile.cpp`.
std::optional<AxisInfo> inferTile(Operation *op, Operands operands);

/// The facts about an arith.constant.
AxisInfo inferConstant(Type type, Attribute value);

/// What holds of any pure map over elements: equal operands, equal results.
AxisInfo inferElementwise(Type type, Operands operands);

/// The bits of an integer or index, or of the elements of a tile of them.
unsigned getIntegerWidth(Type type);

/// The largest power of two that divides `value`, as AxisInfo counts it.
inline int64_t getPowerOfTwoDivisor(int64_t value) {
  if (value == 0)
    return AxisInfo::kMaxDivisibility;
  return std::min<uint64_t>(uint64_t(value) & -uint64_t(value),
                            AxisInfo::kMaxDivisibility);
}

/// Product of powers of two that stays at the divisibility of zero.
inline int64_t saturatingProduct(int64_t a, int64_t b) {
  return a > AxisInfo::kMaxDivisibility / b ? AxisInfo::kMaxDivisibility
                                            : a * b;
}

/// The length of aligned runs of consecutive integers of `width` bits that
/// cross neither the wrap nor the sign change.
inline int64_t getExactRun(const AxisFacts &facts, unsigned width) {
  int64_t run = std::min(facts.contiguity, facts.divisibility);
  return width > 62 ? run : std::min(run, int64_t(1) << (width - 1));
}

} // namespace mlir::tile::axisinfo

#endif // TILE_LIB_ANALYSIS_AXISINFOTRANSFER_H
