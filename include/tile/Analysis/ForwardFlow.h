//===- ForwardFlow.h - What may have happened before --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may have happened before each operation of a function, for passes that
// ask again after each of their changes.
//
//===----------------------------------------------------------------------===//
//
// A state is carried through each block; where ways meet, states are united.
// Blocks are visited in the order of the code until no state grows any more,
// which takes one visit more than loops are nested.
//
// Calls are operations as others. The first block of a region that nothing is
// known of begins with an empty state.
//
// Considered instead: MLIR's dense analyses. They keep a state before and after
// each operation and take more than ten times as long: to place the six
// barriers of a loop with two reductions, a sixth of the compile.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ANALYSIS_FORWARDFLOW_H
#define TILE_ANALYSIS_FORWARDFLOW_H

#include "tile/Analysis/ReachedBlocks.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::tile {

/// `State` begins empty, and has `bool unite(const State &)`, which says
/// whether it grew. A derived class says what operations do:
///
///   void transfer(Operation *op, State &state);
///   // On the way back to the beginning of a loop, or from block to block.
///   void repeat(State &state);
template <typename Derived, typename State> class ForwardFlow {
public:
  /// `reached` is of `region`'s operation or one around it.
  ForwardFlow(Region &region, const ReachedBlocks &reached)
      : region(region), reached(reached) {}

  /// Calls `visit` with each reached operation and the state before it, in the
  /// order of the code.
  void run(llvm::function_ref<void(Operation *, const State &)> visit) {
    ends.clear();
    beginnings.clear();
    do {
      grew = false;
      visitRegion(region, nullptr);
    } while (grew);
    visitRegion(region, visit);
  }

private:
  using Visitor = llvm::function_ref<void(Operation *, const State &)>;

  Derived &derived() { return static_cast<Derived &>(*this); }

  void visitRegion(Region &region, Visitor visit) {
    for (Block &block : region)
      if (reached.isReached(block))
        visitBlock(block, visit);
  }

  void visitBlock(Block &block, Visitor visit) {
    State state = enter(block);
    for (Operation &op : block) {
      if (visit)
        visit(&op, state);
      // Most operations have no regions, and the question takes a while.
      auto branch = op.getNumRegions() == 0
                        ? RegionBranchOpInterface()
                        : dyn_cast<RegionBranchOpInterface>(op);
      if (branch)
        grew |= beginnings[&op].unite(state);
      else
        derived().transfer(&op, state);
      for (Region &nested : op.getRegions())
        visitRegion(nested, visit);
      if (branch)
        state = meet(branch, reached.getWaysOutOf(op));
    }
    grew |= ends[&block].unite(state);
  }

  State enter(Block &block) {
    State state;
    if (!block.isEntryBlock()) {
      for (Block *before : block.getPredecessors())
        if (reached.isTaken(*before, block))
          join(state, ends[before], /*again=*/true);
      return state;
    }
    auto branch = dyn_cast<RegionBranchOpInterface>(block.getParentOp());
    return branch ? meet(branch, reached.getWaysInto(block)) : state;
  }

  /// The states after the ends of an operation's regions, and before it.
  State meet(RegionBranchOpInterface branch,
             ArrayRef<ReachedBlocks::Way> ways) {
    State state;
    for (const ReachedBlocks::Way &way : ways) {
      if (way.from == branch)
        join(state, beginnings[way.from], /*again=*/false);
      else
        join(state, ends[way.from->getBlock()],
             /*again=*/isa<LoopLikeOpInterface>(branch.getOperation()));
    }
    return state;
  }

  void join(State &state, const State &arriving, bool again) {
    state.unite(arriving);
    if (!again)
      return;
    State repeated = arriving;
    derived().repeat(repeated);
    state.unite(repeated);
  }

  Region &region;
  const ReachedBlocks &reached;
  /// After the last operation of a block.
  DenseMap<Block *, State> ends;
  /// Before an operation with regions.
  DenseMap<Operation *, State> beginnings;
  bool grew = false;
};

} // namespace mlir::tile

#endif // TILE_ANALYSIS_FORWARDFLOW_H
