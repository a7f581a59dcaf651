//===- LoopCounters.cpp - Numbers that go with a loop's own ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that takes one tile after the other often counts the tiles twice,
// once for what it loads and once for what it stores, so that these two are not
// one value for its author's compiler:
//
//   stored = first - programs
//   for tile = first to tiles, step programs:
//     ... loads of `tile` ...
//     stored = stored + programs
//     ... stores of `stored` ...
//
// Here they are to be one, so that what bounds the stores bounds the loads.
//
//===----------------------------------------------------------------------===//

#include "BoxFinder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;
using namespace mlir::tile;

static bool isSame(Value a, Value b) {
  APInt x, y;
  return a == b ||
         (a.getType() == b.getType() && matchPattern(a, m_ConstantInt(&x)) &&
          matchPattern(b, m_ConstantInt(&y)) && x == y);
}

/// Whether `sum` is `a + b`.
static bool isSum(Operation *sum, Value a, Value b) {
  return isa_and_present<arith::AddIOp>(sum) &&
         ((sum->getOperand(0) == a && isSame(sum->getOperand(1), b)) ||
          (sum->getOperand(1) == a && isSame(sum->getOperand(0), b)));
}

bool tile::unifyLoopCounters(FuncOp func) {
  bool isChanged = false;
  func.walk([&](scf::ForOp loop) {
    Value counter = loop.getInductionVar(), step = loop.getStep();
    for (auto [arg, init, next] :
         llvm::zip(loop.getRegionIterArgs(), loop.getInitArgs(),
                   loop.getYieldedValues())) {
      auto first = init.getDefiningOp<arith::SubIOp>();
      // One step too small, until the step is added.
      if (arg.getType() != counter.getType() || !first ||
          first.getLhs() != loop.getLowerBound() ||
          !isSame(first.getRhs(), step) ||
          !isSum(next.getDefiningOp(), arg, step))
        continue;
      SmallVector<Operation *> users(arg.getUsers());
      for (Operation *user : users)
        if (isSum(user, arg, step)) {
          user->getResult(0).replaceAllUsesWith(counter);
          isChanged = true;
        }
    }
  });
  if (isChanged) {
    IRRewriter rewriter(func.getContext());
    DominanceInfo dominance(func);
    eliminateCommonSubExpressions(rewriter, dominance, func);
  }
  return isChanged;
}
