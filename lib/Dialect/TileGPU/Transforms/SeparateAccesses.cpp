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

/// How a tile is made in a layout: by cheap operations, of scalars and of
/// vectors. What two layouts need, such as a range of rows and columns, is made
/// for each.
class Recipe {
public:
  Recipe(Value tile, Attribute layout)
      : tile(tile), layout(layout),
        most(getTileType(tile).getNumElements() / kLeafPart) {}

  /// False if something large is among what it is made of.
  bool check() const {
    llvm::SmallSetVector<std::pair<Value, Attribute>, 32> parts;
    parts.insert({tile, layout});
    unsigned numOps = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
      auto [value, own] = parts[i];
      Operation *op = getCheapOp(value);
      if (!op) {
        if (getTileType(value).getNumElements() > most)
          return false;
        continue;
      }
      if (!isFreeConversion(op) && ++numOps > kMaxCheapOps)
        return false;
      for (OpOperand &use : op->getOpOperands())
        if (getTileType(use.get())) {
          Attribute other = inferLayout(use, own);
          if (!other)
            return false;
          parts.insert({use.get(), other});
        }
    }
    return numOps != 0;
  }

  /// The tile, made again before `at`. Its vectors are converted before `loop`,
  /// or in it if they are made there.
  Value make(Operation *at, scf::ForOp loop) {
    OpBuilder builder(at);
    return make(tile, layout, builder, loop);
  }

private:
  /// What makes the value, if it is cheap; else the value is a leaf.
  static Operation *getCheapOp(Value value) {
    Operation *op = value.getDefiningOp();
    return op && isCheapOp(op) ? op : nullptr;
  }

  /// What an operand must be if the operation's result is to have a layout.
  static Attribute inferLayout(OpOperand &use, Attribute made) {
    Operation *op = use.getOwner();
    if (isFreeConversion(op))
      return made;
    LayoutModel model(op);
    return model.inferLayout(model.getClass(op->getOpResult(0)), made,
                             model.getClass(use));
  }

  Value make(Value value, Attribute own, OpBuilder &builder, scf::ForOp loop) {
    if (!getTileType(value))
      return value;
    if (auto known = made.find({value, own}); known != made.end())
      return known->second;
    Operation *op = getCheapOp(value);
    Value result;
    if (op) {
      IRMapping mapping;
      for (OpOperand &use : op->getOpOperands())
        mapping.map(use.get(),
                    make(use.get(), inferLayout(use, own), builder, loop));
      result = builder.clone(*op, mapping)->getResult(0);
    } else {
      result = convert(value, own, loop);
    }
    return made[{value, own}] = result;
  }

  static Value convert(Value leaf, Attribute own, scf::ForOp loop) {
    OpBuilder builder(loop);
    if (!loop.isDefinedOutsideOfLoop(leaf))
      builder.setInsertionPointAfterValue(leaf);
    RankedTensorType type = getTileType(leaf);
    auto convert = ConvertLayoutOp::create(builder, leaf.getLoc(),
                                           withLayout(type, own), leaf);
    convert.setPinned(true);
    // The types agree until layouts are chosen for all.
    return ConvertLayoutOp::create(builder, leaf.getLoc(), type, convert);
  }

  Value tile;
  Attribute layout;
  int64_t most;
  DenseMap<std::pair<Value, Attribute>, Value> made;
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
    recipes.emplace_back(place, Recipe(place->get(), own));
    if (!own || !recipes.back().second.check())
      return false;
  }
  for (auto &[place, recipe] : recipes)
    place->set(recipe.make(place->getOwner(), loop));
  return !recipes.empty();
}
