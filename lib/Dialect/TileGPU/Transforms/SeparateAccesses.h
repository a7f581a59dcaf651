//===- SeparateAccesses.h - Addresses of an access's own --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access may have a layout of its own: a detour (CoalesceMemory.h). Its
// pointers and its mask must then be in this layout as well. If they are made
// of ranges and scalars, they are made again. If a vector is among them that
// was loaded, as the rows of a gather, they are not cheap, and would move
// between threads, 8 bytes for each pointer, in each iteration of a loop:
//
//   rows = load(...)                               128 rows, loaded once
//   pointers = base + rows[:, None] * stride + range
//   for ...:  a = load(pointers); ...; pointers += 64
//   store(out + rows[:, None] * ..., sums)
//
// The access gets pointers and a mask of its own instead: what makes them of
// the vector is there once more, and the vector alone is converted, before the
// loop if it is made there. Pointers that the loop carries are never cheap, so
// they are made again even of ranges and scalars alone.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SEPARATEACCESSES_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SEPARATEACCESSES_H

#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tilegpu {

/// The pointers and the mask that an access has of its own, in a layout.
class OwnOperands {
public:
  /// Of an operand that is made by more than `maxOps` operations there is none.
  OwnOperands(Operation *access, Attribute layout,
              unsigned maxOps = kMaxCheapOps);

  /// Whether all operands can be its own that are not cheap to make again.
  /// What is stored cannot.
  explicit operator bool() const { return isPossible; }

  /// The vectors that are converted, each to the layout that it needs; and the
  /// loop before which they are, as far as it does not make them. Null if there
  /// is none.
  ArrayRef<std::pair<Value, Attribute>> getLeaves() const { return leaves; }
  scf::ForOp getLoop() const { return loop; }

  /// Gives the access the tiles, which nothing else uses.
  void make() const;

private:
  scf::ForOp loop;
  bool isPossible = true;
  SmallVector<std::pair<OpOperand *, Attribute>> tiles;
  SmallVector<std::pair<Value, Attribute>> leaves;
};

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SEPARATEACCESSES_H
