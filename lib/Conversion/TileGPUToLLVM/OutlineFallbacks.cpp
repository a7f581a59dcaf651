//===- OutlineFallbacks.cpp - Fallbacks as functions ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fallback that is used is copied for each element, or group of elements, of
// a thread. A long fallback becomes a function before that, and the copies are
// calls of it.
//
//   %r = tile.elementwise_inline_asm "..." {..., use_fallback} %x fallback (%a)
//   {
//     %i = tile.call @__tile_fallback_0(%a)
//     tile.asm.return %i
//   }
//   tile.func private @__tile_fallback_0(%a) attributes {tile_fallback} { ... }
//
// Asms with equal fallbacks, of all kernels of the module, share a function. So
// it is lowered once, and LLVM simplifies it once, loops unrolled, before it
// inlines it everywhere (Optimize.cpp). That halves the compile time of a
// kernel with 48 copies of a loop of 25 operations.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tile/Dialect/Tile/IR/Fallback.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::tile;

/// Operations of a fallback from which on a call costs less than a copy.
static constexpr unsigned kLeastOperations = 16;

/// Whether a fallback is worth a function, and means the same in one.
static bool canBeOutlined(Region &fallback) {
  unsigned count = 0;
  bool isPure = true;
  fallback.walk([&](Operation *op) {
    ++count;
    isPure &= op->hasTrait<OpTrait::IsTerminator>() || isMemoryEffectFree(op);
  });
  if (!isPure || count < kLeastOperations)
    return false;
  // Constants may have been moved out of it.
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(fallback, captured);
  return llvm::all_of(captured, [](Value value) {
    Operation *op = value.getDefiningOp();
    return op && op->hasTrait<OpTrait::ConstantLike>();
  });
}

/// Copies the constants from outside into a fallback.
static void takeConstantsIn(Region &fallback) {
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(fallback, captured);
  auto builder = OpBuilder::atBlockBegin(&fallback.front());
  for (Value value : captured)
    replaceAllUsesInRegionWith(
        value, builder.clone(*value.getDefiningOp())->getResult(0), fallback);
}

/// Where an operation stands in the source, whatever it was inlined into: the
/// calls of the function say that.
static void dropCallers(Operation *root) {
  root->walk([](Operation *op) {
    while (auto site = dyn_cast<CallSiteLoc>(op->getLoc()))
      op->setLoc(site.getCallee());
  });
}

/// A function with the operations of a fallback, which become a call of it.
static FuncOp outline(ElementwiseInlineAsmOp op, unsigned number) {
  Region &fallback = op.getFallback();
  auto end = cast<AsmReturnOp>(fallback.front().getTerminator());
  auto type =
      FunctionType::get(op.getContext(), fallback.front().getArgumentTypes(),
                        end.getOperandTypes());
  OpBuilder builder(op.getContext());
  auto func = FuncOp::create(builder, op.getLoc(),
                             "__tile_fallback_" + std::to_string(number), type);
  func.setPrivate();
  func->setAttr(kFallbackAttrName, builder.getUnitAttr());
  IRMapping mapping;
  fallback.cloneInto(&func.getBody(), mapping);
  Operation *copy = func.getBody().front().getTerminator();
  builder.setInsertionPoint(copy);
  ReturnOp::create(builder, copy->getLoc(), copy->getOperands());
  copy->erase();
  dropCallers(func);
  // Copies stand where what they belong to runs once, and so does a call.
  func.walk(
      [](ElementwiseInlineAsmOp inner) { inner.setScope(AsmScope::Thread); });
  return func;
}

static void replaceByCall(ElementwiseInlineAsmOp op, FuncOp func) {
  Block &body = op.getFallback().front();
  Operation *end = body.getTerminator();
  OpBuilder builder(end);
  auto call = CallOp::create(builder, op.getLoc(), func, body.getArguments());
  end->setOperands(call.getResults());
  // Those after use those before.
  while (Operation *old = call->getPrevNode())
    old->erase();
}

void tile::outlineFallbacks(ModuleOp module) {
  SmallVector<ElementwiseInlineAsmOp> asms;
  module.walk<WalkOrder::PreOrder>([&](ElementwiseInlineAsmOp op) {
    if (!op.getUseFallback() || !canBeOutlined(op.getFallback()))
      return WalkResult::advance();
    asms.push_back(op);
    // An asm in it goes along.
    return WalkResult::skip();
  });
  SymbolTable symbols(module);
  SmallVector<std::pair<ElementwiseInlineAsmOp, FuncOp>> outlined;
  for (ElementwiseInlineAsmOp op : asms) {
    takeConstantsIn(op.getFallback());
    auto known = llvm::find_if(outlined, [&](auto &entry) {
      return OperationEquivalence::isRegionEquivalentTo(
          &entry.first.getFallback(), &op.getFallback(),
          OperationEquivalence::IgnoreLocations);
    });
    if (known == outlined.end()) {
      FuncOp func = outline(op, outlined.size());
      symbols.insert(func);
      outlined.emplace_back(op, func);
      continue;
    }
    replaceByCall(op, known->second);
  }
  for (auto [op, func] : outlined)
    replaceByCall(op, func);
}
