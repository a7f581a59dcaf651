//===- GatherOps.cpp - Elements by number and by order --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply.h"
#include "Bounds.h"
#include "Strides.h"

#include "tile/Run/Poison.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

static ArrayRef<int64_t> getShape(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

static LogicalResult evaluateGather(const Step &s) {
  auto op = cast<GatherOp>(s.op);
  Elements source = s.get(0), indices = s.get(1);
  AxisShape from(getShape(op.getSrc()), op.getAxis());
  AxisShape to(getShape(op.getIndices()), op.getAxis());
  // One after the last element stands for an index that is too large.
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
  return s.give(std::move(result));
}

static LogicalResult evaluateHistogram(const Step &s) {
  auto op = cast<HistogramOp>(s.op);
  const Elements &source = s.get(0);
  const Elements *mask = s.find(op.getMask());
  std::vector<uint64_t> counts(
      cast<RankedTensorType>(op.getResult().getType()).getNumElements(), 0);
  for (uint32_t n = 0; n < source.size(); ++n) {
    uint64_t number = source.getBits(n);
    if (number < counts.size() && (!mask || mask->getBits(n)))
      ++counts[number];
  }
  Elements result(getResultType(s), counts.size());
  for (uint32_t n = 0; n < result.size(); ++n)
    result.setBits(n, counts[n]);
  // Each number that may be another one may be in any bin or in none.
  double unknown = 0;
  for (uint32_t n = 0; n < source.size(); ++n)
    if ((!mask || mask->getBits(n) || mask->getBound(n) != 0) &&
        (source.getBound(n) != 0 || (mask && mask->getBound(n) != 0)))
      ++unknown;
  result.setBounds(std::vector<double>(result.size(), unknown));
  return s.give(std::move(result));
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

/// A row of a sort whose keys are not all exact.
class UncertainRow {
public:
  /// `row` has the places of the elements, in order.
  UncertainRow(const Elements &key, ArrayRef<uint32_t> row, Order order)
      : row(row), order(order) {
    auto gather = [&](const Elements &value) {
      return value.gather(row.size(), [&](uint32_t n) { return row[n]; });
    };
    Elements own = gather(key);
    for (uint32_t k = 0; k < row.size(); ++k)
      isKnown &= hasRange(own, k, !order.isUnsigned);
    low = getEnd(own, /*isHigh=*/false, !order.isUnsigned);
    high = getEnd(own, /*isHigh=*/true, !order.isUnsigned);
    findGroups();
    sortedLow = sortEnds(low);
    sortedHigh = sortEnds(high);
  }

  /// The bound of the key at a place of the result, which is `bits` here. The
  /// n-th of some numbers is between the n-th of their lower ends and the n-th
  /// of their upper ones.
  double getKeyBound(ElementType type, uint32_t k, uint64_t bits) const {
    return isKnown
               ? std::max(getDistance(type, bits, low.getBits(sortedLow[k])),
                          getDistance(type, bits, high.getBits(sortedHigh[k])))
               : kUnknownBound;
  }

  /// The bound of what goes along with the key at a place: any element of those
  /// whose keys may be there.
  double getValueBound(const Elements &value, uint32_t k) const {
    if (!isKnown)
      return kUnknownBound;
    uint64_t bits = value.getBits(row[k]);
    double bound = 0;
    for (uint32_t n = groups[k].first; n < groups[k].second; ++n)
      bound = std::max(
          bound, getDistance(value.getType(), bits, value.getBits(row[n])) +
                     value.getBound(row[n]));
    return bound;
  }

private:
  /// Parts of the row that no element leaves: all ranges of a part are before
  /// the ranges of the next one.
  void findGroups() {
    std::vector<int64_t> least = getKeys(low, order.isUnsigned),
                         most = getKeys(high, order.isUnsigned);
    // As if it were ascending.
    if (order.isDescending) {
      std::swap(least, most);
      for (std::vector<int64_t> *keys : {&least, &most})
        for (int64_t &number : *keys)
          number = ~number;
    }
    uint32_t size = row.size();
    std::vector<int64_t> leastBehind(size + 1,
                                     std::numeric_limits<int64_t>::max());
    for (uint32_t k = size; k-- > 0;)
      leastBehind[k] = std::min(least[k], leastBehind[k + 1]);
    groups.resize(size);
    int64_t mostSoFar = std::numeric_limits<int64_t>::min();
    for (uint32_t k = 0, start = 0; k < size; ++k) {
      mostSoFar = std::max(mostSoFar, most[k]);
      // Equal keys that are exact keep their order.
      bool isTie = k + 1 < size && mostSoFar == leastBehind[k + 1] &&
                   start == k && least[k] == most[k] &&
                   isExactFrom(least, most, k + 1);
      if (k + 1 < size && mostSoFar >= leastBehind[k + 1] && !isTie)
        continue;
      for (uint32_t n = start; n <= k; ++n)
        groups[n] = {start, k + 1};
      start = k + 1;
    }
  }

  /// Whether all elements that may be equal to the one before are exact.
  static bool isExactFrom(ArrayRef<int64_t> least, ArrayRef<int64_t> most,
                          uint32_t first) {
    for (uint32_t k = first; k < least.size(); ++k)
      if (least[k] <= most[first - 1] && least[k] != most[k])
        return false;
    return true;
  }

  std::vector<uint32_t> sortEnds(const Elements &ends) const {
    std::vector<int64_t> keys = getKeys(ends, order.isUnsigned);
    std::vector<uint32_t> sorted(row.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    llvm::stable_sort(sorted, [&](uint32_t a, uint32_t b) {
      return order.isDescending ? keys[a] > keys[b] : keys[a] < keys[b];
    });
    return sorted;
  }

  ArrayRef<uint32_t> row;
  Order order;
  bool isKnown = true;
  Elements low, high;
  std::vector<uint32_t> sortedLow, sortedHigh;
  /// The part of each place, and its end.
  std::vector<std::pair<uint32_t, uint32_t>> groups;
};
} // namespace

/// The first `count` elements of each row in the order of the key. Equal keys
/// keep their order, whether that is asked for or not.
static void evaluateOrder(const Step &s, Order order, uint32_t count) {
  AxisShape shape(getShape(s.op->getOperand(0)), order.axis);
  const Elements &key = s.get(0);
  std::vector<int64_t> keys = getKeys(key, order.isUnsigned);
  uint32_t total = shape.getNumRows() * count;
  std::vector<uint32_t> places(total), row(shape.size);
  SmallVector<std::vector<double>> bounds(s.i.operands.size());
  for (uint32_t r = 0; r < shape.getNumRows(); ++r) {
    for (uint32_t k = 0; k < shape.size; ++k)
      row[k] = shape.getIndex(r, k);
    llvm::stable_sort(row, [&](uint32_t a, uint32_t b) {
      return order.isDescending ? keys[a] > keys[b] : keys[a] < keys[b];
    });
    bool isExact =
        llvm::all_of(row, [&](uint32_t k) { return key.getBound(k) == 0; });
    std::optional<UncertainRow> uncertain;
    if (!isExact)
      uncertain.emplace(key, row, order);
    for (uint32_t k = 0; k < count; ++k) {
      uint32_t to =
          (r / shape.inner * count + k) * shape.inner + r % shape.inner;
      places[to] = row[k];
      for (unsigned number = 0; number < s.i.operands.size() && uncertain;
           ++number) {
        const Elements &value = s.get(number);
        bounds[number].resize(total);
        bounds[number][to] =
            number == 0
                ? uncertain->getKeyBound(key.getType(), k, key.getBits(row[k]))
                : uncertain->getValueBound(value, k);
      }
    }
  }
  SmallVector<Elements> results;
  for (unsigned k = 0; k < s.i.operands.size(); ++k)
    results.push_back(
        s.get(k).gather(total, [&](uint32_t n) { return places[n]; }));
  for (auto [k, value] : llvm::enumerate(results)) {
    std::vector<double> &own = bounds[k];
    if (!own.empty()) {
      // Of the rows whose keys are exact, what they have.
      for (uint32_t n = 0; n < total; ++n)
        if (k != 0)
          own[n] = std::max(own[n], value.getBound(n));
      value.setBounds(std::move(own));
    }
    s.set(k, value);
  }
}

/// The order in which the last merge of a bitonic network puts the elements of
/// a row with these keys.
static std::vector<uint32_t> mergeRow(ArrayRef<int64_t> keys, Order order) {
  std::vector<uint32_t> row(keys.size());
  std::iota(row.begin(), row.end(), 0);
  for (size_t distance = row.size() / 2; distance > 0; distance /= 2)
    for (size_t k = 0; k < row.size(); ++k) {
      if (k & distance)
        continue;
      uint32_t &first = row[k], &second = row[k + distance];
      bool isWrong = order.isDescending ? keys[first] < keys[second]
                                        : keys[first] > keys[second];
      if (isWrong)
        std::swap(first, second);
    }
  return row;
}

/// tile.sort with `bitonic`. Minimum and maximum are monotone, so each element
/// of the result is between what the merge makes of the lower ends of the keys
/// and what it makes of the upper ones.
static void evaluateMerge(const Step &s, Order order) {
  AxisShape shape(getShape(s.op->getOperand(0)), order.axis);
  const Elements &key = s.get(0);
  std::vector<uint32_t> places(key.size());
  std::vector<double> bounds(key.size());
  std::vector<bool> isExact(key.size(), true);
  bool hasBounds = static_cast<bool>(key.getBounds());
  for (uint32_t r = 0; r < shape.getNumRows(); ++r) {
    Elements row = key.gather(shape.size,
                              [&](uint32_t k) { return shape.getIndex(r, k); });
    std::vector<uint32_t> merged =
        mergeRow(getKeys(row, order.isUnsigned), order);
    bool isRowExact = true, isKnown = true;
    for (uint32_t k = 0; k < shape.size; ++k) {
      isRowExact &= row.getBound(k) == 0;
      isKnown &= hasRange(row, k, !order.isUnsigned);
    }
    SmallVector<std::pair<Elements, std::vector<uint32_t>>> ends;
    for (bool isHigh : {false, true})
      if (!isRowExact && isKnown) {
        Elements end = getEnd(row, isHigh, !order.isUnsigned);
        std::vector<uint32_t> own =
            mergeRow(getKeys(end, order.isUnsigned), order);
        ends.emplace_back(std::move(end), std::move(own));
      }
    for (uint32_t k = 0; k < shape.size; ++k) {
      uint32_t to = shape.getIndex(r, k);
      places[to] = shape.getIndex(r, merged[k]);
      isExact[to] = isRowExact;
      if (isRowExact)
        continue;
      bounds[to] = isKnown ? 0 : kUnknownBound;
      for (auto &[end, own] : ends)
        bounds[to] = std::max(bounds[to],
                              getDistance(key.getType(), row.getBits(merged[k]),
                                          end.getBits(own[k])));
    }
  }
  SmallVector<Elements> results;
  for (unsigned k = 0; k < s.i.operands.size(); ++k)
    results.push_back(
        s.get(k).gather(places.size(), [&](uint32_t n) { return places[n]; }));
  for (auto [k, value] : llvm::enumerate(results)) {
    if (hasBounds) {
      std::vector<double> own(places.size());
      for (uint32_t n = 0; n < own.size(); ++n)
        own[n] = isExact[n] ? value.getBound(n)
                 : k == 0   ? bounds[n]
                            : kUnknownBound;
      value.setBounds(std::move(own));
    }
    s.set(k, value);
  }
}

static LogicalResult evaluateSort(const Step &s) {
  auto op = cast<SortOp>(s.op);
  unsigned axis = op.getAxis();
  if (op.getBitonic()) {
    evaluateMerge(s, {axis, op.getDescending(), op.getIsUnsigned()});
    return success();
  }
  evaluateOrder(s, {axis, op.getDescending(), op.getIsUnsigned()},
                getShape(op->getOperand(0))[axis]);
  return success();
}

static LogicalResult evaluateTopK(const Step &s) {
  auto op = cast<TopKOp>(s.op);
  evaluateOrder(s, {op.getAxis(), !op.getSmallest(), op.getIsUnsigned()},
                op.getK());
  return success();
}

void interp::addGatherEvaluators(EvaluatorTable &table) {
  table.addWithBounds("tile.gather", evaluateGather);
  table.addWithBounds("tile.histogram", evaluateHistogram);
  table.addWithBounds("tile.sort", evaluateSort);
  table.addWithBounds("tile.topk", evaluateTopK);
}
