//===- AssignLayouts.cpp - A layout for every tile ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Conversion/TileToTileGPU/AssignLayouts.h"
#include "tile/Conversion/Passes.h"
#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/Tile/IR/PaddedShapes.h"
#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEASSIGNLAYOUTS
#include "tile/Conversion/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

/// Fails at the operation that owns a tile which no layout can describe.
static LogicalResult checkTile(Operation *op, Type type) {
  return verifyPaddedTileType(type, [&] { return op->emitOpError(); });
}

/// Converts operands and results so that the layouts of an operation fit each
/// other: the free class keeps its layout, as it can have any.
static void tieLayouts(Operation *op) {
  LayoutModel model(op);
  SmallVector<Value> tiles = model.getTiles(model.getFreeClass());
  if (model.isFixed() || tiles.empty())
    return;
  // Its results before its operands.
  Attribute given = getLayout(tiles.back().getType());
  auto fits = [&](Value value, unsigned layoutClass) {
    return model.areTied(layoutClass, getLayout(value.getType()),
                         model.getFreeClass(), given);
  };
  OpBuilder builder(op);
  auto convert = [&](Value value, Attribute layout) -> Value {
    auto type = cast<RankedTensorType>(value.getType());
    return tilegpu::ConvertLayoutOp::create(builder, op->getLoc(),
                                            withLayout(type, layout), value);
  };
  auto infer = [&](unsigned layoutClass) {
    return model.inferLayout(model.getFreeClass(), given, layoutClass);
  };
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    unsigned layoutClass = model.getClass(operand);
    Attribute layout = infer(layoutClass);
    if (layout && !fits(operand.get(), layoutClass))
      operand.set(convert(operand.get(), layout));
  }
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type)
      continue;
    unsigned layoutClass = model.getClass(result);
    Attribute layout = infer(layoutClass);
    if (!layout || fits(result, layoutClass))
      continue;
    result.setType(withLayout(type, layout));
    Value back = convert(result, type.getEncoding());
    result.replaceAllUsesExcept(back, back.getDefiningOp());
  }
}

/// Whether it is a tile.join: of two tiles of one shape along dimension 0.
static bool isJoin(CatOp op) {
  return op.getAxis() == 0 && op.getLhs().getType() == op.getRhs().getType() &&
         !needsPadding(op.getLhs().getType());
}

/// Joins the operands as tiles of one dimension, so that any rank will do, and
/// brings the new dimension to the front.
static void expandCat(CatOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getType());
  auto reshape = [&](Value tile, ArrayRef<int64_t> shape) -> Value {
    if (cast<RankedTensorType>(tile.getType()).getShape() == shape)
      return tile;
    return ReshapeOp::create(
        builder, loc, RankedTensorType::get(shape, type.getElementType()), tile,
        /*allow_reorder=*/false, /*efficient_layout=*/false);
  };
  int64_t half = type.getNumElements() / 2;
  Value lhs = reshape(op.getLhs(), half), rhs = reshape(op.getRhs(), half);
  Value pairs = JoinOp::create(
      builder, loc, RankedTensorType::get({half, 2}, type.getElementType()),
      lhs, rhs);
  Value halves = TransOp::create(
      builder, loc, RankedTensorType::get({2, half}, type.getElementType()),
      pairs, ArrayRef<int32_t>{1, 0});
  op.replaceAllUsesWith(reshape(halves, type.getShape()));
  op.erase();
}

FailureOr<unsigned> tile::assignDefaultLayouts(FunctionOpInterface func) {
  MLIRContext *context = func.getContext();
  auto getType = [&](RankedTensorType type, unsigned numWarps) {
    return withLayout(type,
                      getDefaultLayout(context, type.getShape(), numWarps));
  };
  auto needsLayout = [](Type type) {
    auto tile = dyn_cast<RankedTensorType>(type);
    return tile && !tile.getEncoding();
  };
  SmallVector<CatOp> cats;
  func->walk([&](CatOp op) {
    if (needsLayout(op.getType()) && isJoin(op))
      cats.push_back(op);
  });
  llvm::for_each(cats, expandCat);

  // Look first, then change.
  SmallVector<Value> values;
  WalkResult walk = func->walk([&](Operation *op) {
    if (op->hasTrait<OpTrait::tile::NoLayouts>()) {
      op->emitOpError("expected none at this stage; run tile-pad-tiles first");
      return WalkResult::interrupt();
    }
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
    setTileType(value, getType(cast<RankedTensorType>(value.getType()),
                               getNumWarps(value.getParentRegion())));
  auto convert = [&](TypeRange types) {
    SmallVector<Type> converted(types);
    for (Type &type : converted)
      if (needsLayout(type))
        type = getType(cast<RankedTensorType>(type), getNumWarps(func));
    return converted;
  };
  func.setType(FunctionType::get(context, convert(func.getArgumentTypes()),
                                 convert(func.getResultTypes())));
  func->walk([](Operation *op) { tieLayouts(op); });
  return values.size();
}

namespace {

struct TileAssignLayouts
    : tile::impl::TileAssignLayoutsBase<TileAssignLayouts> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!requireTarget(module))
      return signalPassFailure();
    for (FuncOp func : module.getOps<FuncOp>()) {
      FailureOr<unsigned> count = assignDefaultLayouts(func);
      if (failed(count))
        return signalPassFailure();
      numValues += *count;
    }
  }
};

} // namespace
