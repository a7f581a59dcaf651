//===- ValueFlow.h - How values pass through control flow -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which operands arrive at which block arguments and results, for all passes
// that follow values through loops and branches.
//
//===----------------------------------------------------------------------===//
//
//   %r = scf.for %i = %l to %u step %s iter_args(%x = %a) -> (T) {   // use %a
//     %y = ... %x ...
//     scf.yield %y : T                                               // use %y
//   }
//
//   getTargets(use of %a by the loop)  = {%x, %r}
//   getTargets(use of %y by the yield) = {%x, %r}
//   getSources(%x) = getSources(%r)    = {use of %a, use of %y}
//
// The structured operations are known by RegionBranchOpInterface, branches by
// BranchOpInterface. What their constants exclude counts all the same:
// scf.for's interface leaves out the body of a loop without iterations, and the
// way past the body of one with some, but the types of all four values must
// agree.
//
// Considered instead: MLIR's data-flow framework. It propagates facts over
// these edges, but its users here need the edges.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ANALYSIS_VALUEFLOW_H
#define TILE_ANALYSIS_VALUEFLOW_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tile {

/// The edges of all operations nested in one, at the time it was made. Operands
/// may change their values afterwards; operations that pass values on must
/// stay. All lists are in the order of the code, so the same in each run.
class ValueFlow {
public:
  explicit ValueFlow(Operation *root);

  /// The block arguments and results that take the value of `use`; empty if it
  /// passes no value on.
  ArrayRef<Value> getTargets(OpOperand &use) const;

  /// The operands whose values may arrive at a block argument or result; empty
  /// for what an operation computes, the arguments of functions, and the like.
  ArrayRef<OpOperand *> getSources(Value target) const;

  /// Whether `getSources` names all that may arrive at `target`. False for all
  /// that is computed, for the induction variable of a loop, for arguments of
  /// functions and of regions that nothing is known of.
  bool hasAllSources(Value target) const { return complete.contains(target); }

private:
  void link(OpOperand &use, Value target);
  void collectLoop(Operation *op);
  void collectRegions(Operation *op);
  void collectBranch(Operation *op);
  void checkBlocks(Region &region);

  llvm::DenseMap<OpOperand *, SmallVector<Value, 2>> targets;
  llvm::DenseMap<Value, SmallVector<OpOperand *, 2>> sources;
  llvm::DenseSet<Value> complete;
};

} // namespace mlir::tile

#endif // TILE_ANALYSIS_VALUEFLOW_H
