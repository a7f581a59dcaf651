//===- SameAddresses.cpp - What is accessed more than once ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A load and a store of the same pointers race where the threads differ:
//
//   %old = tile.load %p : !tile.ptr<i32>     all threads load
//   tile.store %p, %new : !tile.ptr<i32>     thread 0 stores
//   %t = tile.splat %old                     all threads need the old number
//
// The warp of thread 0 may be the first, and another one loads what it stored.
// So do two stores of the same pointers in two layouts.
//
//===----------------------------------------------------------------------===//

#include "MemoryAccesses.h"

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// How many pairs of values are compared at most; addresses are short.
static constexpr unsigned kMostPairs = 256;

static Value skipConversions(Value value) {
  while (auto convert = value.getDefiningOp<ConvertLayoutOp>())
    value = convert.getSrc();
  return value;
}

static Type dropLayout(Type type) {
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return RankedTensorType::get(tile.getShape(), tile.getElementType());
  return type;
}

/// Whether two operations do the same to operands that are alike.
static bool areAlike(Operation *a, Operation *b) {
  if (a->getName() != b->getName() ||
      a->getNumOperands() != b->getNumOperands() || a->getNumRegions() != 0 ||
      !isMemoryEffectFree(a))
    return false;
  Attribute valueA, valueB;
  if (matchPattern(a, m_Constant(&valueA)) &&
      matchPattern(b, m_Constant(&valueB))) {
    auto tileA = dyn_cast<DenseElementsAttr>(valueA);
    auto tileB = dyn_cast<DenseElementsAttr>(valueB);
    if (!tileA || !tileB)
      return valueA == valueB;
    // Their types have layouts.
    return tileA.getRawData() == tileB.getRawData();
  }
  return a->getAttrDictionary() == b->getAttrDictionary();
}

bool tilegpu::areComputedAlike(Value a, Value b) {
  llvm::SmallSetVector<std::pair<Value, Value>, 16> pairs;
  auto add = [&](Value x, Value y) {
    x = skipConversions(x);
    y = skipConversions(y);
    if (x != y)
      pairs.insert({x, y});
  };
  add(a, b);
  for (size_t i = 0; i < pairs.size(); ++i) {
    auto [x, y] = pairs[i];
    auto resultX = dyn_cast<OpResult>(x), resultY = dyn_cast<OpResult>(y);
    if (i == kMostPairs || !resultX || !resultY ||
        resultX.getResultNumber() != resultY.getResultNumber() ||
        dropLayout(x.getType()) != dropLayout(y.getType()) ||
        !areAlike(resultX.getOwner(), resultY.getOwner()))
      return false;
    for (auto [operandX, operandY] :
         llvm::zip_equal(resultX.getOwner()->getOperands(),
                         resultY.getOwner()->getOperands()))
      add(operandX, operandY);
  }
  return true;
}

bool tilegpu::varyInLoops(Value pointers, Operation *op) {
  llvm::SmallSetVector<Value, 16> values;
  values.insert(pointers);
  for (size_t i = 0; i < values.size(); ++i) {
    if (auto argument = dyn_cast<BlockArgument>(values[i])) {
      // Blocks of functions have arguments of their own where they branch.
      Operation *parent = argument.getOwner()->getParentOp();
      if (!argument.getOwner()->isEntryBlock() ||
          (isa<LoopLikeOpInterface>(parent) && parent->isProperAncestor(op)))
        return true;
      continue;
    }
    Operation *made = values[i].getDefiningOp();
    // What is loaded, or comes out of a branch, may be anything.
    if (made->getNumRegions() != 0 || !isMemoryEffectFree(made))
      return made->getParentOfType<LoopLikeOpInterface>() != nullptr;
    values.insert(made->operand_begin(), made->operand_end());
  }
  return false;
}

static Attribute getEncoding(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? tile.getEncoding() : Attribute();
}

bool tilegpu::areCopiesUsed(LoadOp load) {
  Attribute layout = getEncoding(load.getType());
  auto hasLayout = [&](Type type) { return getEncoding(type) == layout; };
  llvm::SmallSetVector<Value, 16> values;
  values.insert(load.getResult());
  for (size_t i = 0; i < values.size(); ++i)
    for (Operation *user : values[i].getUsers()) {
      bool isMap = tile::isElementwise(user) && isMemoryEffectFree(user);
      bool isByOwner =
          isa<StoreOp, AtomicOpInterface>(user) && user->use_empty();
      if ((!isMap && !isByOwner) ||
          !llvm::all_of(user->getOperandTypes(), hasLayout) ||
          !llvm::all_of(user->getResultTypes(), hasLayout))
        return true;
      values.insert(user->result_begin(), user->result_end());
    }
  return false;
}
