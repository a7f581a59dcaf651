//===- BlockScaling.h - Matrix instructions that take scales ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which instruction multiplies the operands of a tile.dot_scaled as they are:
// `mma.sync` with `.block_scale` (PTX ISA, "Block Scaling for mma.sync"), or
// `tcgen05.mma` with it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_BLOCKSCALING_H
#define TILE_DIALECT_TILE_IR_BLOCKSCALING_H

#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Hardware/TargetInfo.h"

namespace mlir::tile {

/// What decides about the instruction.
struct ScaledTypes {
  ScaledElement a, b;
  /// Whether pairs of e2m1, in all operands that have them, lie along K.
  bool arePairsAlongK;
  /// The elements of the scales, of both operands if both have some; null if
  /// they differ or there are none.
  Type scale;
  /// The extent along K, in elements.
  int64_t depth;

  static ScaledTypes get(DotScaledOp op);
  /// The same with bytes of another type for pairs of e2m1.
  ScaledTypes getUnpacked(ScaledElement byte) const;
};

/// An instruction of 32 bytes along K.
struct BlockScaling {
  /// "mxf8f6f4", "mxf4" or "mxf4nvf4".
  StringRef kind;
  /// Elements along K, 32 or 64; scales of a row among them, 1, 2 or 4.
  unsigned depth, numScales;
  /// "ue8m0" or "ue4m3".
  StringRef scaleType;
  /// The first PTX ISA version that has it, major * 10 + minor.
  unsigned minPTXVersion = 87;
};

/// The instruction for a product whose operands both have scales; nothing if
/// the target has none.
///
/// | elements of both operands | scales | extent along K | kind |
/// |---|---|---|---|
/// | e4m3, e5m2, e2m3, e3m2, in any mixture | i8 | any | mxf8f6f4 |
/// | e2m1, pairs along K | i8 | a multiple of 64 | mxf4 |
/// | e2m1, pairs along K | f8E4M3FN | a multiple of 64 | mxf4nvf4 |
std::optional<BlockScaling> getBlockScaling(const ScaledTypes &types,
                                            const TargetInfo &target);

/// Likewise for a product in tensor memory, of e4m3 and e5m2 in any mixture, or
/// of pairs of e2m1 as above. Elements of 6 bits would have to lie with gaps.
std::optional<BlockScaling> getTensorBlockScaling(const ScaledTypes &types);

/// Whether the product's sums can be in tensor memory: it is of a kernel with
/// whole warpgroups, its rows fill an instruction, and threads have registers
/// for the sums.
bool fitsTensorMemory(DotScaledOp op);

/// The registers that sums of a product of warpgroups may take in a thread.
/// ptxas wants up to 30 others next to them, else it fails; but not if they are
/// loaded in parts.
int64_t getMostSums(unsigned numWarps, bool areInParts = false);

/// Whether a product's sum begins as a constant, and only this product changes
/// it until it is complete: in tensor memory threads load it once, in parts.
bool isSumOfProducts(Operation *dot);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_BLOCKSCALING_H
