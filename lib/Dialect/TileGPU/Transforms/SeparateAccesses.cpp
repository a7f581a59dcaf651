//===- SeparateAccesses.cpp - Addresses of an access's own ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SeparateAccesses.h"

#include "LayoutComponents.h"

#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// A leaf has at most this part of the elements of the tile that is made of it.
static constexpr int64_t kLeafPart = 16;

/// Conversions are there until layouts are chosen for all.
static bool isFreeConversion(Operation *op) {
  auto convert = dyn_cast<ConvertLayoutOp>(op);
  return convert && !convert.getPinned();
}

static bool isCheapOp(Operation *op) {
  return isFreeConversion(op) ||
         (op->getNumResults() == 1 && op->getNumRegions() == 0 &&
          isMemoryEffectFree(op) && LayoutModel(op).isCheap());
}

namespace {

/// How a tile is made: by cheap operations, of scalars and of vectors.
class Recipe {
public:
  /// False if something large is among what it is made of, or something that
  /// `loop` changes; or if it is made of scalars alone.
  bool find(Value value, Attribute layout, scf::ForOp loop) {
    SmallVector<Value> todo{value};
    int64_t most = getTileType(value).getNumElements() / kLeafPart;
    while (!todo.empty()) {
      Value current = todo.pop_back_val();
      RankedTensorType type = getTileType(current);
      if (!type || leaves.contains(current))
        continue;
      Operation *op = current.getDefiningOp();
      if (op && isCheapOp(op)) {
        if (ops.size() == kMaxCheapOps)
          return false;
        if (!llvm::is_contained(ops, op)) {
          ops.push_back(op);
          llvm::append_range(todo, op->getOperands());
        }
        continue;
      }
      if (type.getNumElements() > most || !loop.isDefinedOutsideOfLoop(current))
        return false;
      leaves.insert(current);
    }
    return !leaves.empty() && !ops.empty() && findLayouts(value, layout);
  }

  /// The tile, made again before `at`; its vectors are converted before `loop`.
  Value make(Operation *at, scf::ForOp loop) {
    IRMapping mapping;
    OpBuilder outside(loop), builder(at);
    for (Value leaf : leaves) {
      RankedTensorType type = getTileType(leaf);
      auto convert = ConvertLayoutOp::create(
          outside, leaf.getLoc(), withLayout(type, wanted.lookup(leaf)), leaf);
      convert.setPinned(true);
      // The types agree until layouts are chosen for all.
      mapping.map(leaf,
                  ConvertLayoutOp::create(outside, leaf.getLoc(), type, convert)
                      .getResult());
    }
    Value last;
    for (Operation *op : llvm::reverse(ops))
      last = builder.clone(*op, mapping)->getResult(0);
    return last;
  }

private:
  /// From the tile back, what its vectors must be.
  bool findLayouts(Value value, Attribute layout) {
    DominanceInfo dominance;
    llvm::sort(ops, [&](Operation *a, Operation *b) {
      return a != b && dominance.properlyDominates(b, a);
    });
    wanted[value] = layout;
    for (Operation *op : ops) {
      LayoutModel model(op);
      for (OpOperand &use : op->getOpOperands()) {
        if (!getTileType(use.get()))
          continue;
        Attribute made = wanted.lookup(op->getResult(0));
        Attribute own =
            isFreeConversion(op)
                ? made
                : model.inferLayout(model.getClass(op->getOpResult(0)), made,
                                    model.getClass(use));
        auto [it, isNew] = wanted.try_emplace(use.get(), own);
        if (!own || (!isNew && it->second != own))
          return false;
      }
    }
    return true;
  }

  SmallVector<Operation *> ops;
  llvm::SetVector<Value> leaves;
  DenseMap<Value, Attribute> wanted;
};

} // namespace

/// Whether the loop carries this tile for `load` alone: besides, it is only
/// moved on to the next iteration, by cheap operations that need nothing of
/// another layout.
static bool isCarriedFor(BlockArgument argument, Operation *load,
                         scf::ForOp loop) {
  if (!loop.getTiedLoopResult(argument).use_empty())
    return false;
  OpOperand *yielded = loop.getTiedLoopYieldedValue(argument);
  bool isMovedOn = false;
  SmallVector<Value> todo{argument};
  while (!todo.empty())
    for (OpOperand &use : todo.pop_back_val().getUses()) {
      Operation *op = use.getOwner();
      isMovedOn |= &use == yielded;
      if (op == load || &use == yielded)
        continue;
      if (!isCheapOp(op) || op->getResult(0).getType() != argument.getType())
        return false;
      for (Value operand : op->getOperands())
        if (operand != use.get() && !isCheap(operand))
          return false;
      todo.push_back(op->getResult(0));
    }
  return isMovedOn;
}

bool tilegpu::separateOperands(Operation *load, Attribute layout) {
  auto loop = dyn_cast<scf::ForOp>(load->getParentOp());
  LayoutModel model(load);
  if (!loop || !isa<LoadOp>(load))
    return false;
  // All or none.
  SmallVector<std::pair<OpOperand *, Recipe>> recipes;
  for (OpOperand &operand : load->getOpOperands()) {
    if (!getTileType(operand.get()) || isCheap(operand.get()))
      continue;
    OpOperand *place = &operand;
    auto argument = dyn_cast<BlockArgument>(operand.get());
    if (argument) {
      if (argument.getOwner() != loop.getBody() ||
          !isCarriedFor(argument, load, loop))
        return false;
      place = loop.getTiedLoopInit(argument);
    }
    Attribute own = model.inferLayout(model.getDecidingClass(), layout,
                                      model.getClass(operand));
    recipes.emplace_back(place, Recipe());
    if (!own || !recipes.back().second.find(place->get(), own, loop))
      return false;
  }
  for (auto &[place, recipe] : recipes)
    place->set(recipe.make(place->getOwner(), loop));
  return !recipes.empty();
}
