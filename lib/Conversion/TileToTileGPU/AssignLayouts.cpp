//===- AssignLayouts.cpp - A layout for every tile ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Conversion/TileToTileGPU/AssignLayouts.h"
#include "tile/Conversion/Passes.h"
#include "tile/Dialect/Tile/IR/LayoutInference.h"
#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEASSIGNLAYOUTS
#include "tile/Conversion/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

/// Fails at the operation that owns a tile which no layout can describe.
static LogicalResult checkTile(Operation *op, Type type) {
  return verifyTileType(type, [&] { return op->emitOpError(); });
}

/// Converts operands, or results, of an operation that ties their layouts.
static void tieLayouts(Operation *op) {
  OpBuilder builder(op);
  auto convert = [&](Value value, Attribute layout) -> Value {
    auto type = cast<RankedTensorType>(value.getType());
    return tilegpu::ConvertLayoutOp::create(builder, op->getLoc(),
                                            withLayout(type, layout), value);
  };
  // The result decides, unless not every layout can be one's result.
  if (!isa<JoinOp, ReduceOp>(op)) {
    Attribute result = getLayout(op->getResult(0).getType());
    for (OpOperand &operand : op->getOpOperands())
      if (!areTied(op, getLayout(operand.get().getType()), result))
        operand.set(convert(operand.get(), inferOperandLayout(op, result)));
    return;
  }
  Attribute layout =
      inferResultLayout(op, getLayout(op->getOperand(0).getType()));
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || type.getEncoding() == layout)
      continue;
    result.setType(withLayout(type, layout));
    Value back = convert(result, type.getEncoding());
    result.replaceAllUsesExcept(back, back.getDefiningOp());
  }
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
  func->walk([&](Operation *op) {
    if (tiesLayouts(op))
      tieLayouts(op);
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
