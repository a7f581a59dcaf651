//===- GatherOps.cpp - Elements by number and by order --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply.h"
#include "Formats.h"
#include "Strides.h"

#include "tile/Run/Poison.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

static ArrayRef<int64_t> getShape(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

static LogicalResult evaluateGather(Evaluation &e, const Instruction &i,
                                    Frame &frame) {
  auto op = cast<GatherOp>(i.op);
  Elements source = e.get(i, 0, frame), indices = e.get(i, 1, frame);
  AxisShape from(getShape(op.getSrc()), op.getAxis());
  AxisShape to(getShape(op.getIndices()), op.getAxis());
  // One behind the last element stands for an index that is too large.
  std::vector<uint32_t> places(indices.size());
  for (uint32_t n = 0; n < indices.size(); ++n) {
    uint64_t index = indices.getBits(n);
    uint32_t row = n / (to.size * to.inner) * to.inner + n % to.inner;
    places[n] = index < from.size ? from.getIndex(row, index) : source.size();
  }
  Elements result = source.gather(indices.size(), [&](uint32_t n) {
    return std::min(places[n], source.size() - 1);
  });
  for (uint32_t n = 0; n < result.size(); ++n)
    if (places[n] == source.size())
      result.setBits(n, run::getPoison(source.getType()));
  if (indices.getBounds()) {
    std::vector<double> bounds(result.size());
    for (uint32_t n = 0; n < result.size(); ++n)
      bounds[n] = indices.getBound(n) != 0 ? kUnknownBound : result.getBound(n);
    result.setBounds(std::move(bounds));
  }
  e.set(i, 0, std::move(result), frame);
  return success();
}

static LogicalResult evaluateHistogram(Evaluation &e, const Instruction &i,
                                       Frame &frame) {
  auto op = cast<HistogramOp>(i.op);
  const Elements &source = e.get(i, 0, frame);
  const Elements *mask = op.getMask() ? &e.get(i, 1, frame) : nullptr;
  std::vector<uint64_t> counts(
      cast<RankedTensorType>(op.getResult().getType()).getNumElements(), 0);
  for (uint32_t n = 0; n < source.size(); ++n) {
    uint64_t number = source.getBits(n);
    if (number < counts.size() && (!mask || mask->getBits(n)))
      ++counts[number];
  }
  Elements result(getResultType(i), counts.size());
  for (uint32_t n = 0; n < result.size(); ++n)
    result.setBits(n, counts[n]);
  if (source.getBounds() || (mask && mask->getBounds()))
    result.setBounds(std::vector<double>(result.size(), kUnknownBound));
  e.set(i, 0, std::move(result), frame);
  return success();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Keys whose order as integers is that of the elements: floats by IEEE 754's
/// total order.
static std::vector<int64_t> getKeys(const Elements &value, bool isUnsigned) {
  std::vector<int64_t> keys(value.size());
  ElementType type = value.getType();
  unsigned width = run::isFloat(type) || type != ElementType::I1
                       ? 8 * value.getByteWidth()
                       : 1;
  for (uint32_t n = 0; n < value.size(); ++n) {
    uint64_t bits = value.getBits(n) << (64 - width);
    auto number = int64_t(bits);
    if (run::isFloat(type))
      // The magnitude of a negative number counts down.
      keys[n] = number < 0 ? int64_t(~bits ^ (uint64_t(1) << 63)) : number;
    else
      keys[n] = isUnsigned || type == ElementType::U64
                    ? int64_t(bits ^ (uint64_t(1) << 63))
                    : number;
  }
  return keys;
}

namespace {
struct Order {
  unsigned axis;
  bool isDescending, isUnsigned;
};
} // namespace

/// The first `count` elements of each row in the order of the key. Equal keys
/// keep their order, whether that is asked for or not.
static void evaluateOrder(Evaluation &e, const Instruction &i, Frame &frame,
                          Order order, uint32_t count) {
  AxisShape shape(getShape(i.op->getOperand(0)), order.axis);
  const Elements &key = e.get(i, 0, frame);
  std::vector<int64_t> keys = getKeys(key, order.isUnsigned);
  uint32_t total = shape.getNumRows() * count;
  std::vector<uint32_t> places(total), row(shape.size);
  // Where a key is not known exactly, neither is what stands where.
  std::vector<double> bounds;
  for (uint32_t r = 0; r < shape.getNumRows(); ++r) {
    for (uint32_t k = 0; k < shape.size; ++k)
      row[k] = shape.getIndex(r, k);
    llvm::stable_sort(row, [&](uint32_t a, uint32_t b) {
      return order.isDescending ? keys[a] > keys[b] : keys[a] < keys[b];
    });
    bool isExact =
        llvm::all_of(row, [&](uint32_t k) { return key.getBound(k) == 0; });
    if (!isExact)
      bounds.resize(total);
    for (uint32_t k = 0; k < count; ++k) {
      uint32_t to =
          (r / shape.inner * count + k) * shape.inner + r % shape.inner;
      places[to] = row[k];
      if (!isExact)
        bounds[to] = kUnknownBound;
    }
  }
  SmallVector<Elements> results;
  for (unsigned k = 0; k < i.operands.size(); ++k)
    results.push_back(e.get(i, k, frame).gather(total, [&](uint32_t n) {
      return places[n];
    }));
  for (auto [k, value] : llvm::enumerate(results)) {
    if (!bounds.empty()) {
      std::vector<double> own(total);
      for (uint32_t n = 0; n < total; ++n)
        own[n] = std::max(bounds[n], value.getBound(n));
      value.setBounds(std::move(own));
    }
    e.set(i, k, value, frame);
  }
}

static LogicalResult evaluateSort(Evaluation &e, const Instruction &i,
                                  Frame &frame) {
  auto op = cast<SortOp>(i.op);
  unsigned axis = op.getAxis();
  evaluateOrder(e, i, frame, {axis, op.getDescending(), op.getIsUnsigned()},
                getShape(op->getOperand(0))[axis]);
  return success();
}

static LogicalResult evaluateTopK(Evaluation &e, const Instruction &i,
                                  Frame &frame) {
  auto op = cast<TopKOp>(i.op);
  evaluateOrder(e, i, frame,
                {op.getAxis(), !op.getSmallest(), op.getIsUnsigned()},
                op.getK());
  return success();
}

void interp::addGatherEvaluators(EvaluatorTable &table) {
  table.addWithBounds("tile.gather", evaluateGather);
  table.addWithBounds("tile.histogram", evaluateHistogram);
  table.addWithBounds("tile.sort", evaluateSort);
  table.addWithBounds("tile.topk", evaluateTopK);
}
