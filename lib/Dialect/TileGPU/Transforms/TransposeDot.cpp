//===- TransposeDot.cpp - The transposed product --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposeDot.h"

#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// What the loop around the product carries the sums in, if nothing else in it
/// reads them; null if that is not so.
static BlockArgument getCarriedSums(DotOp op) {
  auto sums = dyn_cast<BlockArgument>(op.getC());
  auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
  if (!sums || !loop || sums.getOwner() != loop.getBody() ||
      !sums.hasOneUse() || !op.getResult().hasOneUse())
    return {};
  return loop.getTiedLoopYieldedValue(sums)->get() == op.getResult()
             ? sums
             : BlockArgument();
}

bool tilegpu::canTransposeDot(DotOp op) {
  return isCheap(op.getC()) || getCarriedSums(op);
}

DotOp tilegpu::transposeDot(DotOp op) {
  Location loc = op.getLoc();
  OpBuilder builder(op);
  auto transpose = [&](Value value) -> Value {
    auto trans = TransOp::create(builder, loc, value, ArrayRef<int32_t>{1, 0});
    LayoutModel model(trans);
    Attribute layout =
        model.inferLayout(model.getClass(trans->getOpOperand(0)),
                          cast<RankedTensorType>(value.getType()).getEncoding(),
                          model.getClass(trans->getResult(0)));
    setTileType(trans.getResult(), withLayout(trans.getType(), layout));
    return trans;
  };
  Value a = transpose(op.getA()), b = transpose(op.getB());
  BlockArgument sums = getCarriedSums(op);
  Value c = sums ? sums : transpose(op.getC());
  if (sums) {
    auto loop = cast<scf::ForOp>(op->getParentOp());
    OpOperand &init = *loop.getTiedLoopInit(sums);
    OpResult result = loop.getTiedLoopResult(sums);
    builder.setInsertionPoint(loop);
    init.set(transpose(init.get()));
    sums.setType(init.get().getType());
    Type whole = result.getType();
    result.setType(init.get().getType());
    builder.setInsertionPointAfter(loop);
    Value back = transpose(result);
    back.setType(whole);
    result.replaceAllUsesExcept(back, back.getDefiningOp());
    builder.setInsertionPoint(op);
  }
  auto turned =
      DotOp::create(builder, loc, c.getType(), b, a, c, op.getInputPrecision(),
                    op.getMaxNumImpreciseAcc());
  if (sums) {
    op.replaceAllUsesWith(turned.getResult());
  } else {
    Value back = transpose(turned);
    back.setType(op.getType());
    op.replaceAllUsesWith(back);
  }
  op.erase();
  return turned;
}
