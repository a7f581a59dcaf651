//===- DeadLoopValues.cpp - Values that loops carry in vain ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

class DeadLoopValues {
public:
  explicit DeadLoopValues(Operation *root) : root(root) {}

  void run() {
    SmallVector<scf::ForOp> loops;
    root->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    if (loops.empty())
      return;
    root->walk([&](Operation *op) {
      if (stays(op))
        needOperands(op);
    });
    while (!todo.empty())
      follow(todo.pop_back_val());
    llvm::erase_if(loops, [&](scf::ForOp loop) {
      return llvm::all_of(loop.getRegionIterArgs(),
                          [&](Value arg) { return live.contains(arg); });
    });
    if (loops.empty())
      return;

    SmallVector<Operation *> dead;
    root->walk([&](Operation *op) {
      if (!stays(op) && !isLoopYield(op) &&
          llvm::none_of(op->getResults(),
                        [&](Value value) { return live.contains(value); }))
        dead.push_back(op);
    });
    for (Operation *op : dead)
      op->dropAllReferences();
    for (scf::ForOp loop : loops)
      dropArguments(loop);
    for (Operation *op : dead)
      op->erase();
  }

private:
  static bool isLoopYield(Operation *op) {
    return isa<scf::YieldOp>(op) && isa<scf::ForOp>(op->getParentOp());
  }
  /// Whether an operation stays whatever becomes of its results.
  static bool stays(Operation *op) {
    return !isLoopYield(op) &&
           (op->getNumResults() == 0 || op->getNumRegions() != 0 ||
            !isMemoryEffectFree(op));
  }

  void need(Value value) {
    if (live.insert(value).second)
      todo.push_back(value);
  }
  void needOperands(Operation *op) {
    auto loop = dyn_cast<scf::ForOp>(op);
    // Others are those that it carries.
    for (Value operand : loop ? op->getOperands().take_front(3)
                              : OperandRange(op->getOperands()))
      need(operand);
  }
  void needCarried(scf::ForOp loop, unsigned number) {
    need(loop.getRegionIterArg(number));
    need(loop.getInitArgs()[number]);
    need(loop.getYieldedValues()[number]);
  }
  void follow(Value value) {
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp());
      if (loop && arg.getArgNumber() > 0)
        needCarried(loop, arg.getArgNumber() - 1);
      return;
    }
    auto result = cast<OpResult>(value);
    if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
      needCarried(loop, result.getResultNumber());
    else if (!stays(result.getOwner()))
      needOperands(result.getOwner());
  }

  void dropArguments(scf::ForOp loop) {
    llvm::BitVector isDead(loop.getNumRegionIterArgs());
    SmallVector<Value> inits;
    for (auto [number, arg] : llvm::enumerate(loop.getRegionIterArgs()))
      if (live.contains(arg))
        inits.push_back(loop.getInitArgs()[number]);
      else
        isDead.set(number);
    OpBuilder builder(loop);
    auto kept = scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                                   loop.getUpperBound(), loop.getStep(), inits,
                                   nullptr, loop.getUnsignedCmp());
    kept->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    kept.getRegion().takeBody(loop.getRegion());
    Block *body = kept.getBody();
    body->getTerminator()->eraseOperands(isDead);
    body->eraseArguments([&](BlockArgument arg) {
      return arg.getArgNumber() > 0 && isDead.test(arg.getArgNumber() - 1);
    });
    unsigned next = 0;
    for (auto [number, result] : llvm::enumerate(loop.getResults()))
      if (!isDead.test(number))
        result.replaceAllUsesWith(kept.getResult(next++));
    // Loops after and around this one may hand on what is dead.
    loop->dropAllUses();
    loop.erase();
  }

  Operation *root;
  llvm::DenseSet<Value> live;
  SmallVector<Value> todo;
};

} // namespace

void tile::eraseDeadLoopValues(Operation *root) { DeadLoopValues(root).run(); }
