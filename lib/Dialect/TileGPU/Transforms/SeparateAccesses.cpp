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

/// Appends what a tile in a layout is made of by cheap operations: vectors, and
/// the layouts that they need. False if something large is among it, or the
/// operations are more than `maxOps`. What two layouts need, such as a range of
/// rows and columns, counts for each.
static bool findLeaves(Value tile, Attribute layout, unsigned maxOps,
                       SmallVectorImpl<std::pair<Value, Attribute>> &leaves) {
  int64_t most = getTileType(tile).getNumElements() / kLeafPart;
  llvm::SmallSetVector<std::pair<Value, Attribute>, 32> parts;
  parts.insert({tile, layout});
  unsigned numOps = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    auto [value, own] = parts[i];
    Operation *op = getCheapOp(value);
    if (!op) {
      if (getTileType(value).getNumElements() > most)
        return false;
      leaves.push_back(parts[i]);
      continue;
    }
    if (!isFreeConversion(op) && ++numOps > maxOps)
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

namespace {

/// Makes a tile again in a layout, of the leaves that `findLeaves` finds.
class Maker {
public:
  /// Before `at`. Leaves are converted before `loop`, if it is not null and
  /// they are made before it.
  Maker(Operation *at, scf::ForOp loop) : builder(at), loop(loop) {}

  Value make(Value value, Attribute own) {
    if (!getTileType(value))
      return value;
    if (auto known = made.find({value, own}); known != made.end())
      return known->second;
    Operation *op = getCheapOp(value);
    Value result;
    if (op) {
      IRMapping mapping;
      for (OpOperand &use : op->getOpOperands())
        mapping.map(use.get(), make(use.get(), inferLayout(use, own)));
      result = builder.clone(*op, mapping)->getResult(0);
    } else {
      result = convert(value, own);
    }
    return made[{value, own}] = result;
  }

private:
  Value convert(Value leaf, Attribute own) {
    OpBuilder outside(leaf.getContext());
    if (loop && loop.isDefinedOutsideOfLoop(leaf))
      outside.setInsertionPoint(loop);
    else
      outside.setInsertionPointAfterValue(leaf);
    RankedTensorType type = getTileType(leaf);
    auto convert = ConvertLayoutOp::create(outside, leaf.getLoc(),
                                           withLayout(type, own), leaf);
    convert.setPinned(true);
    // The types agree until layouts are chosen for all.
    return ConvertLayoutOp::create(outside, leaf.getLoc(), type, convert);
  }

  OpBuilder builder;
  scf::ForOp loop;
  DenseMap<std::pair<Value, Attribute>, Value> made;
};

} // namespace

/// Whether the loop carries this tile for `access` alone: besides, it is only
/// moved on to the next iteration, by cheap operations that need nothing of
/// another layout.
static bool isCarriedFor(BlockArgument argument, Operation *access,
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
      if (op == access || &use == yielded)
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

OwnOperands::OwnOperands(Operation *access, Attribute layout, unsigned maxOps)
    : loop(dyn_cast<scf::ForOp>(access->getParentOp())) {
  LayoutModel model(access);
  isPossible = model.getAccessedPointers() != nullptr;
  if (!isPossible)
    return;
  for (OpOperand &operand : access->getOpOperands()) {
    if (!getTileType(operand.get()) || operand.get() == model.getData() ||
        isCheap(operand.get(), maxOps))
      continue;
    OpOperand *place = &operand;
    if (auto argument = dyn_cast<BlockArgument>(operand.get());
        argument && loop && argument.getOwner() == loop.getBody()) {
      isPossible = isCarriedFor(argument, access, loop);
      if (!isPossible)
        return;
      place = loop.getTiedLoopInit(argument);
    }
    Attribute own = model.inferLayout(model.getDecidingClass(), layout,
                                      model.getClass(operand));
    isPossible = own && findLeaves(place->get(), own, maxOps, leaves);
    if (!isPossible)
      return;
    tiles.emplace_back(place, own);
  }
}

void OwnOperands::make() const {
  for (auto [place, layout] : tiles)
    place->set(Maker(place->getOwner(), loop).make(place->get(), layout));
}
