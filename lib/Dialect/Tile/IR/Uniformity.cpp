//===- Uniformity.cpp - What all threads agree on -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/Uniformity.h"

#include "tile/Dialect/Tile/IR/Tile.h"

using namespace mlir;
using namespace mlir::tile;

#include "tile/Dialect/Tile/IR/UniformOpInterface.cpp.inc"

/// Values that one question may lead to. No kernel comes near.
static constexpr size_t kMaxValues = 1 << 16;

/// Functions that call each other.
static constexpr unsigned kMaxCallDepth = 8;

/// Control flow that all threads take alike if all conditions and bounds are
/// uniform.
static bool isSequentialControlFlow(Operation *op) {
  return isa_and_present<scf::SCFDialect>(op->getDialect()) &&
         !op->hasTrait<OpTrait::HasParallelRegion>();
}

static bool keepsUniform(Operation *op, unsigned callDepth) {
  auto keepInside = [&](Operation *outer) {
    return !outer
                ->walk<WalkOrder::PreOrder>([&](Operation *inner) {
                  return inner == outer ||
                                 inner->hasTrait<OpTrait::IsTerminator>() ||
                                 keepsUniform(inner, callDepth)
                             ? WalkResult::advance()
                             : WalkResult::interrupt();
                })
                .wasInterrupted();
  };
  if (auto uniform = dyn_cast<UniformOpInterface>(op))
    return uniform.isUniformMap() && keepInside(op);
  if (isa_and_present<arith::ArithDialect, math::MathDialect, ub::UBDialect>(
          op->getDialect()))
    return op->getNumRegions() == 0 && isMemoryEffectFree(op);
  if (isSequentialControlFlow(op))
    return keepInside(op);
  auto call = dyn_cast<CallOp>(op);
  if (!call || callDepth == kMaxCallDepth)
    return false;
  auto callee =
      SymbolTable::lookupNearestSymbolFrom<FuncOp>(op, call.getCalleeAttr());
  if (!callee || callee.isExternal())
    return false;
  // An operation without a result does not affect the results of others.
  return !callee
              ->walk([&](Operation *inner) {
                return inner == callee || inner->getNumResults() == 0 ||
                               keepsUniform(inner, callDepth + 1)
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

bool tile::keepsUniform(Operation *op) {
  return ::keepsUniform(op, /*callDepth=*/0);
}

bool Uniformity::isUniform(Value value) {
  llvm::SetVector<Value> values;
  auto add = [&](ValueRange range) {
    for (Value next : range)
      if (!uniform.contains(next))
        values.insert(next);
  };
  // All that decides which values leave a branch or a loop, and how often it
  // runs.
  auto addControlFlow = [&](Operation *op) {
    add(op->getOperands());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (!block.empty())
          add(block.back().getOperands());
  };
  add(value);
  for (size_t i = 0; i < values.size(); ++i) {
    if (values.size() > kMaxValues)
      return false;
    auto argument = dyn_cast<BlockArgument>(values[i]);
    Operation *op = argument ? argument.getOwner()->getParentOp()
                             : values[i].getDefiningOp();
    if (!op)
      return false;
    if (argument && isa<FunctionOpInterface>(op)) {
      // Of the entry block it is the function's. Another block may get it from
      // any of those before it, by what these branch on.
      for (Block *predecessor : argument.getOwner()->getPredecessors())
        add(predecessor->back().getOperands());
    } else if (isSequentialControlFlow(op)) {
      addControlFlow(op);
    } else if (!argument && keepsUniform(op)) {
      add(op->getOperands());
    } else {
      return false;
    }
  }
  uniform.insert(values.begin(), values.end());
  return true;
}

bool tile::isUniform(Value value) { return Uniformity().isUniform(value); }
