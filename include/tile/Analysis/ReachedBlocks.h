//===- ReachedBlocks.h - Where control may go -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which blocks are reached, and from where. What data flow analyses build on.
//
//===----------------------------------------------------------------------===//
//
// An operand of a branch, of an operation with regions or of a region's end is
// a constant where a constant defines it.
//
// Considered instead: MLIR's DeadCodeAnalysis. It comes with a propagation of
// constants through the whole function, which after canonicalization finds no
// more, and takes longer than an analysis that builds on it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ANALYSIS_REACHEDBLOCKS_H
#define TILE_ANALYSIS_REACHEDBLOCKS_H

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tile {

/// The blocks that are reached from the beginnings of an operation's regions,
/// and the ways to them. Operations may be inserted and erased afterwards,
/// except those that branch.
class ReachedBlocks {
public:
  explicit ReachedBlocks(Operation *root);

  bool isReached(Block &block) const { return reached.contains(&block); }
  /// Whether a branch at the end of a block may go to another one.
  bool isTaken(Block &from, Block &to) const {
    return taken.contains({&from, &to});
  }

  /// How control comes to the first block of a region, or out of an operation
  /// with regions.
  struct Way {
    /// That operation, or the end of one of its regions.
    Operation *from;
    RegionSuccessor to;
  };
  ArrayRef<Way> getWaysInto(Block &block) const { return lookup(&block); }
  ArrayRef<Way> getWaysOutOf(Operation &op) const { return lookup(&op); }

private:
  using Place = llvm::PointerUnion<Block *, Operation *>;

  ArrayRef<Way> lookup(Place place) const {
    auto it = ways.find(place);
    return it == ways.end() ? ArrayRef<Way>() : it->second;
  }
  void reach(Block &first);
  void visit(Operation &op, SmallVectorImpl<Block *> &worklist);

  DenseSet<Block *> reached;
  DenseSet<std::pair<Block *, Block *>> taken;
  DenseMap<Place, SmallVector<Way, 2>> ways;
};

} // namespace mlir::tile

#endif // TILE_ANALYSIS_REACHEDBLOCKS_H
