//===- ShapeOps.cpp - Making and reshaping tiles --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply.h"
#include "Bounds.h"
#include "Strides.h"

#include "tile/Run/Poison.h"

#include "mlir/IR/BuiltinTypes.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

static LogicalResult evaluateConstant(const Step &s) {
  if (!s.i.constant)
    return s.fail("is not evaluated: expected numbers, found another "
                  "attribute");
  return s.give(*s.i.constant);
}

static LogicalResult evaluatePoison(const Step &s) {
  Type type = s.op->getResult(0).getType();
  ElementType element = getResultType(s);
  auto tile = dyn_cast<RankedTensorType>(type);
  Elements result(element, tile ? tile.getNumElements() : 1);
  for (uint32_t k = 0; k < result.size(); ++k)
    result.setBits(k, run::getPoison(element));
  return s.give(std::move(result));
}

static LogicalResult evaluateMakeRange(const Step &s) {
  auto op = cast<MakeRangeOp>(s.op);
  Elements result(ElementType::I32, getTile(op.getResult()).getNumElements());
  std::iota(result.get<uint32_t>(), result.get<uint32_t>() + result.size(),
            uint32_t(op.getStart()));
  return s.give(std::move(result));
}

static LogicalResult evaluateSplat(const Step &s) {
  uint32_t count = getTile(s.op->getResult(0)).getNumElements();
  return s.give(s.get(0).gather(count, [](uint32_t) { return 0; }));
}

/// The same elements in the same order.
static LogicalResult keep(const Step &s) { return s.give(s.get(0)); }

static LogicalResult evaluateBroadcast(const Step &s) {
  RankedTensorType from = getTile(s.op->getOperand(0)),
                   to = getTile(s.op->getResult(0));
  // A dimension that grows is not walked along.
  SmallVector<int64_t> strides = getStrides(from.getShape());
  for (auto [stride, size, target] :
       llvm::zip(strides, from.getShape(), to.getShape()))
    if (size != target)
      stride = 0;
  return s.give(
      s.get(0).gather(to.getNumElements(), Walk(to.getShape(), strides)));
}

static LogicalResult evaluateTrans(const Step &s) {
  RankedTensorType from = getTile(s.op->getOperand(0)),
                   to = getTile(s.op->getResult(0));
  SmallVector<int64_t> strides = getStrides(from.getShape()), permuted;
  for (int32_t dim : cast<TransOp>(s.op).getOrder())
    permuted.push_back(strides[dim]);
  return s.give(
      s.get(0).gather(to.getNumElements(), Walk(to.getShape(), permuted)));
}

static LogicalResult evaluateJoin(const Step &s) {
  const Elements &a = s.get(0), &b = s.get(1);
  Elements result(a.getType(), 2 * a.size());
  withBits(a.getByteWidth(), [&](auto bits) {
    using B = decltype(bits);
    B *to = result.get<B>();
    for (uint32_t k = 0; k < a.size(); ++k) {
      to[2 * k] = a.get<B>()[k];
      to[2 * k + 1] = b.get<B>()[k];
    }
  });
  if (a.getBounds() || b.getBounds()) {
    std::vector<double> bounds(result.size());
    for (uint32_t k = 0; k < result.size(); ++k)
      bounds[k] = (k % 2 ? b : a).getBound(k / 2);
    result.setBounds(std::move(bounds));
  }
  return s.give(std::move(result));
}

/// The elements of `whole`, in row-major order, except that the elements of
/// `part` are at the offsets.
static Elements insertPart(const Elements &part, RankedTensorType partType,
                           const Elements &whole, RankedTensorType wholeType,
                           ArrayRef<int64_t> offsets) {
  SmallVector<int64_t> strides = getStrides(wholeType.getShape());
  int64_t first = 0;
  for (auto [offset, stride] : llvm::zip(offsets, strides))
    first += offset * stride;
  // Copies of elements share their memory, so what changes is made anew.
  ElementsBuilder result(whole.getType(), whole.size());
  for (uint32_t n = 0; n < whole.size(); ++n)
    result.set(n, whole, n);
  Walk walk(partType.getShape(), strides);
  for (uint32_t n = 0; n < part.size(); ++n)
    result.replace(first + walk(n), part, n);
  return result.take();
}

static LogicalResult evaluateCat(const Step &s) {
  auto op = cast<CatOp>(s.op);
  RankedTensorType lhs = getTile(op.getLhs()), all = getTile(op.getResult());
  SmallVector<int64_t> offsets(all.getRank(), 0);
  Elements result(s.get(0).getType(), all.getNumElements());
  result = insertPart(s.get(0), lhs, result, all, offsets);
  offsets[op.getAxis()] = lhs.getDimSize(op.getAxis());
  return s.give(
      insertPart(s.get(1), getTile(op.getRhs()), result, all, offsets));
}

static LogicalResult evaluateExtractSlice(const Step &s) {
  auto op = cast<ExtractSliceOp>(s.op);
  RankedTensorType to = getTile(op.getResult());
  SmallVector<int64_t> strides = getStrides(getTile(op.getSrc()).getShape());
  int64_t first = 0;
  for (auto [offset, stride] : llvm::zip(op.getOffsets(), strides))
    first += offset * stride;
  Walk walk(to.getShape(), strides);
  return s.give(s.get(0).gather(to.getNumElements(), [&](uint32_t n) {
    return uint32_t(first + walk(n));
  }));
}

static LogicalResult evaluateInsertSlice(const Step &s) {
  auto op = cast<InsertSliceOp>(s.op);
  SmallVector<int64_t> offsets(op.getOffsets().begin(), op.getOffsets().end());
  return s.give(insertPart(s.get(0), getTile(op.getSrc()), s.get(1),
                           getTile(op.getDst()), offsets));
}

static LogicalResult evaluateSplit(const Step &s) {
  Elements source = s.get(0);
  for (uint32_t half : {0, 1})
    s.set(half, source.gather(source.size() / 2,
                              [=](uint32_t k) { return 2 * k + half; }));
  return success();
}

void interp::addShapeEvaluators(EvaluatorTable &table) {
  table.addWithBounds("arith.constant", evaluateConstant);
  table.addWithBounds("ub.poison", evaluatePoison);
  table.addWithBounds("tile.make_range", evaluateMakeRange);
  table.addWithBounds("tile.splat", evaluateSplat);
  for (StringRef name : {"tile.unsplat", "tile.expand_dims", "tile.reshape",
                         "tilegpu.convert_layout"})
    table.addWithBounds(name, keep);
  table.addWithBounds("tile.broadcast", evaluateBroadcast);
  table.addWithBounds("tile.trans", evaluateTrans);
  table.addWithBounds("tile.join", evaluateJoin);
  table.addWithBounds("tile.cat", evaluateCat);
  table.addWithBounds("tile.extract_slice", evaluateExtractSlice);
  table.addWithBounds("tile.insert_slice", evaluateInsertSlice);
  table.addWithBounds("tile.split", evaluateSplit);
}
