//===- AsmLanes.h - What the lanes of a warp agree on ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which instructions of a body some lanes of a warp are sure to leave out. The
// opposite of AsmUniformity, which says what may differ: here, what differs is
// certain, and everything else counts as the same. `%laneid` differs, and so do
// the elements of a tile; `%tid.x` does, but not whether it is less than 64, or
// its bits from 5 on.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_ASMLANES_H
#define TILE_LIB_ASMCHECK_ASMLANES_H

#include "AsmValues.h"

namespace mlir::tile::ptx {

class AsmLanes {
public:
  AsmLanes(const AsmGraph &graph, const AsmContext &context);

  /// Whether some lanes of a warp run the instruction, and others do not.
  bool isDivided(unsigned node) const { return divided[node]; }
  /// Whether every lane that begins the body runs it.
  bool isRunByAll(unsigned node) const { return !conditional[node]; }

private:
  enum Kind : uint8_t {
    Same,
    /// `%tid.x`, and a number computed from it.
    Thread,
    ThreadSum,
    Differing,
  };

  Kind getKind(const AsmNode &node, const Operand &operand) const;
  Kind compute(const AsmNode &node) const;
  Kind compare(const AsmNode &node) const;
  void write(unsigned index, unsigned symbol, Kind kind);
  void divide(unsigned index);

  const AsmGraph &graph;
  AsmValues values;
  /// Of each symbol, before the current instruction.
  std::vector<Kind> kinds;
  llvm::BitVector divided, conditional;
};

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_ASMLANES_H
