//===- RegionOps.cpp - Regions over scalars -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply.h"
#include "Bounds.h"
#include "Strides.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

//===----------------------------------------------------------------------===//
// tile.reduce
//===----------------------------------------------------------------------===//

/// Combines neighbours until each row has one element. The operands are the
/// rows, one after the other. The last element of an odd number waits.
static LogicalResult reduceRows(const Step &s, Region &region,
                                SmallVectorImpl<Elements> &values,
                                uint32_t size) {
  while (size > 1) {
    SmallVector<Elements> arguments, combined;
    uint32_t half = size / 2, rows = values.front().size() / size;
    uint32_t count = rows * half;
    for (uint32_t side : {0, 1})
      for (const Elements &value : values)
        arguments.push_back(value.gather(count, [=](uint32_t k) {
          return k / half * size + 2 * (k % half) + side;
        }));
    if (failed(s.runOverElements(region, arguments, count, combined)))
      return failure();
    if (size % 2 == 0) {
      values.assign(combined.begin(), combined.end());
      size = half;
      continue;
    }
    for (auto [value, pairs] : llvm::zip(values, combined)) {
      ElementsBuilder next(value.getType(), rows * (half + 1));
      for (uint32_t k = 0; k < rows * (half + 1); ++k) {
        uint32_t row = k / (half + 1), at = k % (half + 1);
        if (at < half)
          next.set(k, pairs, row * half + at);
        else
          next.set(k, value, row * size + size - 1);
      }
      value = next.take();
    }
    size = half + 1;
  }
  return success();
}

static LogicalResult evaluateReduce(const Step &s) {
  auto op = cast<ReduceOp>(s.op);
  auto tile = cast<RankedTensorType>(op->getOperand(0).getType());
  AxisShape shape(tile.getShape(), op.getAxis());
  SmallVector<Elements> values;
  for (unsigned k = 0; k < s.i.operands.size(); ++k)
    values.push_back(s.get(k).gather(tile.getNumElements(), [&](uint32_t n) {
      return shape.getIndex(n / shape.size, n % shape.size);
    }));
  SmallVector<Elements> rows(values);
  if (failed(reduceRows(s, op.getCombineOp(), values, shape.size)))
    return failure();
  if (s.e.options.followBounds)
    setCombinedBounds(op.getCombineOp(), rows, shape.size, values,
                      /*isScan=*/false);
  return s.giveAll(values);
}

//===----------------------------------------------------------------------===//
// tile.scan
//===----------------------------------------------------------------------===//

/// Combines `count` pairs: element `getPlace(false, k)` of the left values with
/// element `getPlace(true, k)` of the right ones.
template <typename F>
static LogicalResult combine(const Step &s, Region &region,
                             ArrayRef<Elements> left, ArrayRef<Elements> right,
                             uint32_t count, F getPlace,
                             SmallVectorImpl<Elements> &combined) {
  SmallVector<Elements> arguments;
  for (const Elements &value : left)
    arguments.push_back(value.gather(
        count, [&](uint32_t k) { return getPlace(/*isRight=*/false, k); }));
  for (const Elements &value : right)
    arguments.push_back(value.gather(
        count, [&](uint32_t k) { return getPlace(/*isRight=*/true, k); }));
  return s.runOverElements(region, arguments, count, combined);
}

/// Scans rows of `size` elements, one after the other: pairs of neighbours are
/// combined, what comes out is scanned, and gives the elements at odd places;
/// those at even ones are combined with what is left of them.
static LogicalResult scanRows(const Step &s, Region &region,
                              SmallVectorImpl<Elements> &values,
                              uint32_t size) {
  if (size == 1)
    return success();
  uint32_t total = values.front().size(), half = size / 2;
  SmallVector<Elements> pairs, evens;
  uint32_t rows = total / size;
  if (failed(combine(
          s, region, values, values, rows * half,
          [=](bool isRight, uint32_t k) {
            return k / half * size + 2 * (k % half) + isRight;
          },
          pairs)) ||
      failed(scanRows(s, region, pairs, half)))
    return failure();
  // Elements 2, 4, ... of each row; the first one stays.
  uint32_t others = (size - 1) / 2;
  if (others > 0 && failed(combine(
                        s, region, pairs, values, rows * others,
                        [=](bool isRight, uint32_t k) {
                          uint32_t row = k / others, at = k % others;
                          return isRight ? row * size + 2 * (at + 1)
                                         : row * half + at;
                        },
                        evens)))
    return failure();
  for (auto [number, value] : llvm::enumerate(values)) {
    ElementsBuilder result(value.getType(), total);
    for (uint32_t k = 0; k < total; ++k) {
      uint32_t row = k / size, at = k % size;
      if (at % 2)
        result.set(k, pairs[number], row * half + at / 2);
      else if (at == 0)
        result.set(k, value, k);
      else
        result.set(k, evens[number], row * others + at / 2 - 1);
    }
    value = result.take();
  }
  return success();
}

static LogicalResult evaluateScan(const Step &s) {
  auto op = cast<ScanOp>(s.op);
  auto tile = cast<RankedTensorType>(op->getOperand(0).getType());
  AxisShape shape(tile.getShape(), op.getAxis());
  uint32_t total = tile.getNumElements();
  // Rows one after the other, from their end if it is reverse.
  auto getPlace = [&](uint32_t n) {
    uint32_t k = n % shape.size;
    return shape.getIndex(n / shape.size,
                          op.getReverse() ? shape.size - 1 - k : k);
  };
  SmallVector<Elements> values;
  for (unsigned k = 0; k < s.i.operands.size(); ++k)
    values.push_back(s.get(k).gather(total, getPlace));
  SmallVector<Elements> rows(values);
  if (failed(scanRows(s, op.getCombineOp(), values, shape.size)))
    return failure();
  if (s.e.options.followBounds)
    setCombinedBounds(op.getCombineOp(), rows, shape.size, values,
                      /*isScan=*/true);
  std::vector<uint32_t> back(total);
  for (uint32_t n = 0; n < total; ++n)
    back[getPlace(n)] = n;
  for (auto [k, value] : llvm::enumerate(values))
    s.set(k, value.gather(total, [&](uint32_t n) { return back[n]; }));
  return success();
}

//===----------------------------------------------------------------------===//
// tile.map_elementwise
//===----------------------------------------------------------------------===//

/// Runs a region for groups of `pack` neighbours: `pack` arguments for each
/// operand, or one for those that `isPerGroup`, and `pack` values for each
/// result. A tile of fewer elements repeats its last one.
static LogicalResult runOverGroups(const Step &s, Region &region,
                                   ArrayRef<Elements> operands, uint32_t count,
                                   uint32_t pack,
                                   function_ref<bool(unsigned)> isPerGroup) {
  uint32_t groups = (count + pack - 1) / pack;
  SmallVector<Elements> grouped, results;
  for (auto [k, operand] : llvm::enumerate(operands))
    for (uint32_t n = 0, each = isPerGroup(k) ? 1 : pack; n < each; ++n)
      grouped.push_back(operand.gather(groups, [=](uint32_t group) {
        return std::min(group * pack + n, count - 1);
      }));
  if (failed(s.runOverElements(region, grouped, groups, results)))
    return failure();
  for (unsigned k = 0; k < s.i.results.size(); ++k) {
    ElementsBuilder value(results[k * pack].getType(), count);
    for (uint32_t n = 0; n < count; ++n)
      value.set(n, results[k * pack + n % pack], n / pack);
    s.set(k, value.take());
  }
  return success();
}

static LogicalResult evaluateMap(const Step &s) {
  auto op = cast<MapElementwiseOp>(s.op);
  SmallVector<Elements> operands = s.getAll();
  auto tile = cast<RankedTensorType>(op->getResult(0).getType());
  return runOverGroups(s, op.getScalarOp(), operands, tile.getNumElements(),
                       op.getPack(), [](unsigned) { return false; });
}

//===----------------------------------------------------------------------===//
// tile.elementwise_inline_asm
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> getShape(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? tile.getShape() : ArrayRef<int64_t>();
}

/// The shape that all operands and results broadcast to.
static SmallVector<int64_t> getCommonShape(Operation *op) {
  SmallVector<int64_t> result;
  auto add = [&](Type type) {
    ArrayRef<int64_t> shape = getShape(type);
    if (shape.size() > result.size())
      result.insert(result.begin(), shape.size() - result.size(), 1);
    size_t skip = result.size() - shape.size();
    for (auto [d, size] : llvm::enumerate(shape))
      result[skip + d] = std::max(result[skip + d], size);
  };
  llvm::for_each(op->getOperandTypes(), add);
  llvm::for_each(op->getResultTypes(), add);
  return result;
}

/// The elements of an operand for each place of the common shape.
static Elements broadcastTo(ArrayRef<int64_t> common, uint32_t count,
                            ArrayRef<int64_t> shape, const Elements &value) {
  if (value.size() == count)
    return value;
  size_t skip = common.size() - shape.size();
  SmallVector<int64_t> strides(skip, 0);
  llvm::append_range(strides, getStrides(shape));
  for (auto [d, size] : llvm::enumerate(shape))
    if (size != common[skip + d])
      strides[skip + d] = 0;
  return value.gather(count, Walk(common, strides));
}

/// `value`, of this shape, with copies of elements within the extents in place
/// of all others.
static Elements repeatLast(const Elements &value, ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> extents) {
  SmallVector<int64_t> strides = getStrides(shape);
  return value.gather(value.size(), [&](uint32_t n) {
    uint32_t place = 0;
    for (auto [size, stride, extent] : llvm::zip(shape, strides, extents))
      place += std::min(n / stride % size, extent - 1) * stride;
    return place;
  });
}

static LogicalResult evaluateAsm(const Step &s) {
  auto op = cast<ElementwiseInlineAsmOp>(s.op);
  if (!op.hasFallback())
    return s.fail("is not evaluated: expected a fallback, which says what "
                  "it computes, found only PTX");
  if (!op.getPure() && op.getScope() == AsmScope::Thread)
    return s.fail("is not evaluated: expected 'scope = element', found "
                  "'scope = thread', and programs have no threads here");
  SmallVector<int64_t> shape = getCommonShape(op);
  uint32_t count = 1;
  for (int64_t size : shape)
    count *= size;
  SmallVector<Elements> arguments, results;
  for (auto [k, operand] : llvm::enumerate(op.getArgs()))
    arguments.push_back(
        broadcastTo(shape, count, getShape(operand.getType()), s.get(k)));
  if (op.getExtents())
    for (Elements &argument : arguments)
      argument = repeatLast(argument, shape, *op.getExtents());
  if (op.isFallbackPerElement()) {
    if (failed(s.runOverElements(op.getFallback(), arguments, count, results)))
      return failure();
    return s.giveAll(results);
  }
  return runOverGroups(
      s, op.getFallback(), arguments, count, op.getPackedElement(),
      [&](unsigned operand) { return op.isPerGroup(operand); });
}

void interp::addRegionEvaluators(EvaluatorTable &table) {
  table.addWithBounds("tile.reduce", evaluateReduce);
  table.addWithBounds("tile.scan", evaluateScan);
  table.addWithBounds("tile.map_elementwise", evaluateMap);
  table.addWithBounds("tile.elementwise_inline_asm", evaluateAsm);
}
