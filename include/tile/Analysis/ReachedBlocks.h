//===- ReachedBlocks.h - What data flow analyses build on -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's data flow analyses ask which blocks are reached. Its own answer comes
// with a propagation of constants through the whole function, which takes as
// long as an analysis of ours, and after canonicalization finds no more than
// the constants that branches have as operands.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ANALYSIS_REACHEDBLOCKS_H
#define TILE_ANALYSIS_REACHEDBLOCKS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir {
class DataFlowSolver;

namespace tile {

/// Loads what says which blocks are reached, in place of
/// `dataflow::loadBaselineAnalyses`. An operand of a branch, of an operation
/// with regions or of a region's end is a constant where a constant defines it.
void loadReachedBlocks(DataFlowSolver &solver);

/// The blocks that are reached in an operation's regions, and the ways to them.
/// Operations may be inserted and erased afterwards, except those that branch.
class ReachedBlocks {
public:
  explicit ReachedBlocks(Operation *root);

  bool isReached(Block &block) const { return reached.contains(&block); }
  /// Whether a branch at the end of a block may go to another one.
  bool isTaken(Block &from, Block &to) const {
    return taken.contains({&from, &to});
  }
  /// From where control may come to the first block of a region, or out of an
  /// operation with regions: that operation, or the ends of regions.
  ArrayRef<Operation *> getPredecessors(Block &block) const {
    auto it = beforeBlocks.find(&block);
    return it == beforeBlocks.end() ? ArrayRef<Operation *>() : it->second;
  }
  ArrayRef<Operation *> getPredecessors(Operation &op) const {
    auto it = beforeEnds.find(&op);
    return it == beforeEnds.end() ? ArrayRef<Operation *>() : it->second;
  }

private:
  using Operations = SmallVector<Operation *, 4>;

  DenseSet<Block *> reached;
  DenseSet<std::pair<Block *, Block *>> taken;
  DenseMap<Block *, Operations> beforeBlocks;
  DenseMap<Operation *, Operations> beforeEnds;
};

} // namespace tile
} // namespace mlir

#endif // TILE_ANALYSIS_REACHEDBLOCKS_H
