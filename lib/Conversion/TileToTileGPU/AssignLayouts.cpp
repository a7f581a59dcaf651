//===- AssignLayouts.cpp - A layout for every tile ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Conversion/TileToTileGPU/AssignLayouts.h"
#include "tile/Conversion/Passes.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEASSIGNLAYOUTS
#include "tile/Conversion/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

Attribute tile::getExpandDimsOperandLayout(ExpandDimsOp op,
                                           Attribute resultLayout) {
  return SliceLayoutAttr::get(op.getAxis(),
                              cast<LayoutAttrInterface>(resultLayout));
}

void tile::setTileType(Value value, RankedTensorType type) {
  value.setType(type);
  if (auto constant = value.getDefiningOp<arith::ConstantOp>()) {
    auto elements = cast<DenseElementsAttr>(constant.getValue());
    constant.setValueAttr(elements.isSplat() ? elements.resizeSplat(type)
                                             : elements.reshape(type));
  }
}

/// Fails at the operation that owns a tile which no layout can describe.
static LogicalResult checkTile(Operation *op, Type type) {
  return verifyTileType(type, [&] { return op->emitOpError(); });
}

FailureOr<unsigned> tile::assignDefaultLayouts(FunctionOpInterface func,
                                               unsigned numWarps) {
  MLIRContext *context = func.getContext();
  auto getType = [&](RankedTensorType type) {
    return withLayout(type,
                      getDefaultLayout(context, type.getShape(), numWarps));
  };
  auto needsLayout = [](Type type) {
    auto tile = dyn_cast<RankedTensorType>(type);
    return tile && !tile.getEncoding();
  };
  // Look first, then change.
  SmallVector<Value> values;
  WalkResult walk = func->walk([&](Operation *op) {
    auto visit = [&](Value value) {
      if (!needsLayout(value.getType()))
        return success();
      values.push_back(value);
      return checkTile(op, value.getType());
    };
    for (Value result : op->getResults())
      if (failed(visit(result)))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          if (failed(visit(argument)))
            return WalkResult::interrupt();
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (needsLayout(constant.getType()) &&
          !isa<DenseElementsAttr>(constant.getValue())) {
        constant.emitOpError("expected dense values, found ")
            << constant.getValue();
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();

  for (Value value : values)
    setTileType(value, getType(cast<RankedTensorType>(value.getType())));
  auto convert = [&](TypeRange types) {
    SmallVector<Type> converted(types);
    for (Type &type : converted)
      if (needsLayout(type))
        type = getType(cast<RankedTensorType>(type));
    return converted;
  };
  func.setType(FunctionType::get(context, convert(func.getArgumentTypes()),
                                 convert(func.getResultTypes())));
  // Operations that tie the layout of their operand, of another shape, to that
  // of their result.
  auto convertOperand = [&](Operation *op, Attribute layout) {
    OpOperand &operand = op->getOpOperand(0);
    auto type = cast<RankedTensorType>(operand.get().getType());
    if (type.getEncoding() == layout)
      return;
    OpBuilder builder(op);
    operand.set(tilegpu::ConvertLayoutOp::create(
        builder, op->getLoc(), withLayout(type, layout), operand.get()));
  };
  func->walk([&](Operation *op) {
    if (auto expand = dyn_cast<ExpandDimsOp>(op))
      convertOperand(
          op, getExpandDimsOperandLayout(expand, getLayout(expand.getType())));
    else if (auto broadcast = dyn_cast<BroadcastOp>(op))
      convertOperand(op, getLayout(broadcast.getType()));
  });
  return values.size();
}

namespace {

struct TileAssignLayouts
    : tile::impl::TileAssignLayoutsBase<TileAssignLayouts> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetAttr target = requireTarget(module);
    if (!target)
      return signalPassFailure();
    for (FuncOp func : module.getOps<FuncOp>()) {
      FailureOr<unsigned> count =
          assignDefaultLayouts(func, target.getNumWarps());
      if (failed(count))
        return signalPassFailure();
      numValues += *count;
    }
  }
};

} // namespace
