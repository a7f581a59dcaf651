//===- ScaledMaxima.cpp - Maxima of products by a constant ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A softmax in base 2 scales each score, takes the row's maximum, and subtracts
// it:
//
//   y = x * c                         m = max(x) * c
//   m = max(y)                        p = exp2(x * c - m)
//   p = exp2(y - m)
//
// Rounding keeps the order of numbers, so for c > 0 both maxima are the same
// number. On the right the products by c and the differences become one
// instruction per element where multiplications and sums are contracted, and
// on the left two.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Whether the region is the maximum of its two arguments.
static bool isMaximum(ReduceOp op) {
  Block &block = op.getCombineOp().front();
  if (block.getNumArguments() != 2 || !llvm::hasNItems(block, 2))
    return false;
  Operation &first = block.front();
  return isa<arith::MaxNumFOp, arith::MaximumFOp>(first) &&
         first.getOperand(0) == block.getArgument(0) &&
         first.getOperand(1) == block.getArgument(1) &&
         block.getTerminator()->getOperand(0) == first.getResult(0);
}

/// The constant greater than 0 that an operand of the product is.
static std::optional<APFloat> matchScale(arith::MulFOp scaled) {
  APFloat scale(0.0f);
  if (!matchPattern(scaled.getRhs(), m_ConstantFloat(&scale)) ||
      !scale.isFinite() || scale.isNegative() || scale.isZero())
    return std::nullopt;
  return scale;
}

static bool scaleMaximum(ReduceOp op) {
  if (op.getSrcs().size() != 1 || !isMaximum(op))
    return false;
  auto scaled = op.getSrcs()[0].getDefiningOp<arith::MulFOp>();
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  std::optional<APFloat> scale;
  if (!scaled || !type || !(scale = matchScale(scaled)) ||
      !llvm::all_of(scaled->getUsers(), [&](Operation *user) {
        return user == op.getOperation() ||
               isa<arith::SubFOp, arith::AddFOp>(user);
      }))
    return false;
  op.getSrcsMutable().assign(scaled.getLhs());
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Value factor = arith::ConstantOp::create(
      builder, op.getLoc(), DenseElementsAttr::get(type, *scale));
  auto maximum = arith::MulFOp::create(builder, op.getLoc(), op->getResult(0),
                                       factor, scaled.getFastmathAttr());
  op->getResult(0).replaceAllUsesExcept(maximum, maximum);
  if (scaled->use_empty())
    scaled->erase();
  return true;
}

unsigned tilegpu::scaleMaxima(FunctionOpInterface func) {
  unsigned count = 0;
  func->walk([&](scf::ForOp loop) {
    Block *body = loop.getBody();
    if (body->getOps<WarpgroupDotOp>().empty())
      return;
    for (ReduceOp op : llvm::make_early_inc_range(body->getOps<ReduceOp>()))
      count += scaleMaximum(op);
  });
  return count;
}
