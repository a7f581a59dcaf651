//===- ScalarTiles.cpp - Tiles without dimensions -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarTiles.h"

#include "tile/Dialect/Tile/IR/Tile.h"

using namespace mlir;
using namespace mlir::tile;

static bool isScalarTile(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile && tile.getRank() == 0;
}

void tile::keepScalarTiles(OperationState &state, StringRef name) {
  // A function's types stand in its signature, too: those are reported.
  if (llvm::is_contained({"tt.func", "tt.call", "tt.return"}, name))
    return;
  if (llvm::none_of(state.types, isScalarTile) &&
      llvm::none_of(ValueRange(state.operands).getTypes(), isScalarTile))
    return;
  // Its attributes, wherever the parser has put them.
  Operation *parsed = Operation::create(state);
  NamedAttrList attributes(parsed->getDiscardableAttrDictionary());
  if (auto inherent = dyn_cast_if_present<DictionaryAttr>(
          parsed->getPropertiesAsAttribute()))
    attributes.append(inherent.begin(), inherent.end());
  // A state has no way to part with its properties, except at its end.
  state.~OperationState();
  new (&state) OperationState(parsed->getLoc(),
                              OperationName(name, parsed->getContext()));
  state.addOperands(parsed->getOperands());
  state.addTypes(parsed->getResultTypes());
  state.addAttributes(attributes.getAttrs());
  for (Region &region : parsed->getRegions())
    state.addRegion()->takeBody(region);
  parsed->destroy();
}

/// Whether the operation gives its elements as they are, in another shape.
static bool isReshaping(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return op->getNumOperands() == 1 && op->getNumResults() == 1 &&
         llvm::is_contained({"tt.splat", "tt.unsplat", "tt.expand_dims",
                             "tt.broadcast", "tt.reshape", "tt.trans"},
                            name);
}

void tile::convertScalarTiles(ModuleOp module) {
  SmallVector<Operation *> reshaping;
  auto convert = [](Value value) {
    if (!isScalarTile(value.getType()))
      return false;
    value.setType(getScalarType(value.getType()));
    return true;
  };
  module.walk([&](Operation *op) {
    bool isConverted = false;
    for (Value result : op->getResults())
      isConverted |= convert(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          convert(argument);
    if (isReshaping(op))
      reshaping.push_back(op);
    if (auto constant = dyn_cast<arith::ConstantOp>(op);
        constant && isConverted)
      if (auto value = dyn_cast<DenseElementsAttr>(constant.getValue());
          value && constant.getType().isIntOrIndexOrFloat())
        constant.setValueAttr(
            cast<TypedAttr>(*value.getValues<Attribute>().begin()));
  });
  for (Operation *op : reshaping) {
    Value from = op->getOperand(0);
    Type to = op->getResult(0).getType();
    bool hadTile = isa<RankedTensorType>(from.getType());
    OpBuilder builder(op);
    Value result;
    if (!hadTile && from.getType() == to)
      result = from;
    else if (!hadTile && isa<RankedTensorType>(to))
      result = SplatOp::create(builder, op->getLoc(), to, from);
    else if (hadTile && !isa<RankedTensorType>(to) &&
             to == getScalarType(from.getType()))
      result = UnsplatOp::create(builder, op->getLoc(), to, from);
    else
      continue;
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  }
}
