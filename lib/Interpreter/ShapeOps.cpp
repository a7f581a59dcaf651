//===- ShapeOps.cpp - Making and reshaping tiles --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply.h"
#include "Bounds.h"
#include "Formats.h"
#include "Strides.h"

#include "tile/Run/Poison.h"

#include "mlir/IR/BuiltinTypes.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

static LogicalResult evaluateConstant(Evaluation &e, const Instruction &i,
                                      Frame &frame) {
  if (!i.constant)
    return e.fail(i.op, "is not evaluated: expected numbers, found another "
                        "attribute");
  e.set(i, 0, *i.constant, frame);
  return success();
}

static LogicalResult evaluatePoison(Evaluation &e, const Instruction &i,
                                    Frame &frame) {
  Type type = i.op->getResult(0).getType();
  ElementType element = getResultType(i);
  auto tile = dyn_cast<RankedTensorType>(type);
  Elements result(element, tile ? tile.getNumElements() : 1);
  for (uint32_t k = 0; k < result.size(); ++k)
    result.setBits(k, run::getPoison(element));
  e.set(i, 0, std::move(result), frame);
  return success();
}

static LogicalResult evaluateMakeRange(Evaluation &e, const Instruction &i,
                                       Frame &frame) {
  auto op = cast<MakeRangeOp>(i.op);
  Elements result(ElementType::I32, getTile(op.getResult()).getNumElements());
  std::iota(result.get<uint32_t>(), result.get<uint32_t>() + result.size(),
            uint32_t(op.getStart()));
  e.set(i, 0, std::move(result), frame);
  return success();
}

static LogicalResult evaluateSplat(Evaluation &e, const Instruction &i,
                                   Frame &frame) {
  uint32_t count = getTile(i.op->getResult(0)).getNumElements();
  e.set(i, 0, e.get(i, 0, frame).gather(count, [](uint32_t) { return 0; }),
        frame);
  return success();
}

/// The same elements in the same order.
static LogicalResult keep(Evaluation &e, const Instruction &i, Frame &frame) {
  e.set(i, 0, e.get(i, 0, frame), frame);
  return success();
}

static LogicalResult evaluateBroadcast(Evaluation &e, const Instruction &i,
                                       Frame &frame) {
  RankedTensorType from = getTile(i.op->getOperand(0)),
                   to = getTile(i.op->getResult(0));
  // A dimension that grows is not walked along.
  SmallVector<int64_t> strides = getStrides(from.getShape());
  for (auto [stride, size, target] :
       llvm::zip(strides, from.getShape(), to.getShape()))
    if (size != target)
      stride = 0;
  e.set(i, 0,
        e.get(i, 0, frame)
            .gather(to.getNumElements(), Walk(to.getShape(), strides)),
        frame);
  return success();
}

static LogicalResult evaluateTrans(Evaluation &e, const Instruction &i,
                                   Frame &frame) {
  RankedTensorType from = getTile(i.op->getOperand(0)),
                   to = getTile(i.op->getResult(0));
  SmallVector<int64_t> strides = getStrides(from.getShape()), permuted;
  for (int32_t dim : cast<TransOp>(i.op).getOrder())
    permuted.push_back(strides[dim]);
  e.set(i, 0,
        e.get(i, 0, frame)
            .gather(to.getNumElements(), Walk(to.getShape(), permuted)),
        frame);
  return success();
}

static LogicalResult evaluateJoin(Evaluation &e, const Instruction &i,
                                  Frame &frame) {
  const Elements &a = e.get(i, 0, frame), &b = e.get(i, 1, frame);
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
  e.set(i, 0, std::move(result), frame);
  return success();
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

static LogicalResult evaluateCat(Evaluation &e, const Instruction &i,
                                 Frame &frame) {
  auto op = cast<CatOp>(i.op);
  RankedTensorType lhs = getTile(op.getLhs()), all = getTile(op.getResult());
  SmallVector<int64_t> offsets(all.getRank(), 0);
  Elements result(e.get(i, 0, frame).getType(), all.getNumElements());
  result = insertPart(e.get(i, 0, frame), lhs, result, all, offsets);
  offsets[op.getAxis()] = lhs.getDimSize(op.getAxis());
  e.set(i, 0,
        insertPart(e.get(i, 1, frame), getTile(op.getRhs()), result, all,
                   offsets),
        frame);
  return success();
}

static LogicalResult evaluateExtractSlice(Evaluation &e, const Instruction &i,
                                          Frame &frame) {
  auto op = cast<ExtractSliceOp>(i.op);
  RankedTensorType to = getTile(op.getResult());
  SmallVector<int64_t> strides = getStrides(getTile(op.getSrc()).getShape());
  int64_t first = 0;
  for (auto [offset, stride] : llvm::zip(op.getOffsets(), strides))
    first += offset * stride;
  Walk walk(to.getShape(), strides);
  e.set(i, 0,
        e.get(i, 0, frame)
            .gather(to.getNumElements(),
                    [&](uint32_t n) { return uint32_t(first + walk(n)); }),
        frame);
  return success();
}

static LogicalResult evaluateInsertSlice(Evaluation &e, const Instruction &i,
                                         Frame &frame) {
  auto op = cast<InsertSliceOp>(i.op);
  SmallVector<int64_t> offsets(op.getOffsets().begin(), op.getOffsets().end());
  e.set(i, 0,
        insertPart(e.get(i, 0, frame), getTile(op.getSrc()), e.get(i, 1, frame),
                   getTile(op.getDst()), offsets),
        frame);
  return success();
}

static LogicalResult evaluateSplit(Evaluation &e, const Instruction &i,
                                   Frame &frame) {
  Elements source = e.get(i, 0, frame);
  for (uint32_t half : {0, 1})
    e.set(i, half,
          source.gather(source.size() / 2,
                        [=](uint32_t k) { return 2 * k + half; }),
          frame);
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
