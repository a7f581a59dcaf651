//===- LinearLayoutAlgebra.cpp - Linear algebra of layouts ----------------===//
//
// Part of the Tilewright project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products, composition and inverses, parts of a layout, and questions of rank.
// A basis is one machine word, so adding two is one XOR.
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/LinearLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <array>
#include <cassert>

using namespace mlir::tile;
using llvm::Twine;

namespace {

/// Gaussian elimination over F2, one column at a time. A column that is a sum
/// of earlier ones is *free*; the others are *pivots*, and each vector in the
/// span is a sum of pivots in exactly one way.
class Elimination {
public:
  /// Takes the columns in this order.
  explicit Elimination(ArrayRef<uint64_t> columns) {
    for (const auto &[index, column] : llvm::enumerate(columns)) {
      uint64_t rest = column, sum = uint64_t(1) << index;
      reduce(rest, sum);
      if (!rest) {
        freeMask |= uint64_t(1) << index;
        continue;
      }
      int32_t leading = llvm::Log2_64(rest);
      rows[leading] = {rest, sum};
      leadingMask |= uint64_t(1) << leading;
    }
  }

  int32_t rank() const { return llvm::popcount(leadingMask); }

  /// Bit i is set if column i is free.
  uint64_t getFreeMask() const { return freeMask; }

  /// The set of pivots whose sum is `target`, as a mask of column numbers;
  /// nothing if it is not in the span.
  std::optional<uint64_t> solve(uint64_t target) const {
    uint64_t sum = 0;
    reduce(target, sum);
    if (target)
      return std::nullopt;
    return sum;
  }

private:
  /// A combination of columns, and which pivots it is the sum of.
  struct Row {
    uint64_t vector;
    uint64_t sum;
  };

  /// Clears the bits of `vector` that lead a row, from the highest down, and
  /// adds what it took to `sum`.
  void reduce(uint64_t &vector, uint64_t &sum) const {
    while (uint64_t hits = vector & leadingMask) {
      const Row &row = rows[llvm::Log2_64(hits)];
      vector ^= row.vector;
      sum ^= row.sum;
    }
  }

  /// By the highest bit of the vector; valid where `leadingMask` is set.
  std::array<Row, LinearLayout::maxTotalLog2> rows;
  uint64_t leadingMask = 0;
  uint64_t freeMask = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

std::optional<LinearLayout>
LinearLayout::tryMultiply(const LinearLayout &right, std::string *error) const {
  auto multiplyDims = [&](const Dims &a, const Dims &b, StringRef side,
                          Dims &result) {
    auto add = [&](StringRef name, int32_t log2) {
      bool dimFits = log2 <= maxDimLog2;
      if (!dimFits || totalLog2(result) + log2 > maxTotalLog2) {
        if (error)
          *error = dimFits ? ("the product has more than " +
                              Twine(maxTotalLog2) + " " + side + " bits")
                                 .str()
                           : (side + " dimension '" + name +
                              "' of the product has " + Twine(log2) +
                              " bits, at most " + Twine(maxDimLog2) +
                              " are possible")
                                 .str();
        return false;
      }
      append(result, name, log2);
      return true;
    };
    for (const Dim &dim : a) {
      const Dim *same = find(b, dim.name);
      if (!add(dim.name, dim.log2 + (same ? same->log2 : 0)))
        return false;
    }
    for (const Dim &dim : b)
      if (!find(a, dim.name) && !add(dim.name, dim.log2))
        return false;
    return true;
  };

  LinearLayout result;
  if (!multiplyDims(inDims, right.inDims, "input", result.inDims) ||
      !multiplyDims(outDims, right.outDims, "output", result.outDims))
    return std::nullopt;

  auto raise = [&](uint64_t column) {
    uint64_t raised = 0;
    for (const Dim &out : right.outDims) {
      const Dim *below = find(outDims, out.name);
      raised |=
          uint64_t(out.extract(column))
          << (get(result.outDims, out.name).offset + (below ? below->log2 : 0));
    }
    return raised;
  };
  for (const Dim &in : result.inDims) {
    if (const Dim *low = find(inDims, in.name))
      for (uint64_t column : getColumns().slice(low->offset, low->log2))
        result.columns.push_back(repack(column, outDims, result.outDims));
    if (const Dim *high = find(right.inDims, in.name))
      for (uint64_t column : right.getColumns().slice(high->offset, high->log2))
        result.columns.push_back(raise(column));
  }
  return result;
}

LinearLayout LinearLayout::operator*(const LinearLayout &right) const {
  std::optional<LinearLayout> result = tryMultiply(right);
  assert(result && "the product passes the size limits");
  return std::move(*result);
}

//===----------------------------------------------------------------------===//
// Composition and inverses
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::compose(const LinearLayout &outer) const {
  assert(outDims.size() == outer.inDims.size() &&
         llvm::all_of(outDims,
                      [&](const Dim &out) {
                        const Dim *in = find(outer.inDims, out.name);
                        return in && out.log2 <= in->log2;
                      }) &&
         "the outputs of the inner layout do not fit the outer one");
  LinearLayout result;
  result.inDims = inDims;
  result.outDims = outer.outDims;
  for (uint64_t column : columns)
    result.columns.push_back(
        outer.applyPacked(repack(column, outDims, outer.inDims)));
  return result;
}

LinearLayout LinearLayout::invert() const {
  assert(isInvertible() && "the layout is no bijection");
  return *tryPseudoinvert();
}

std::optional<LinearLayout> LinearLayout::tryPseudoinvert() const {
  Elimination elimination(columns);
  LinearLayout result;
  result.inDims = outDims;
  result.outDims = inDims;
  for (int32_t bit = 0, e = getTotalOutDimSizeLog2(); bit < e; ++bit) {
    std::optional<uint64_t> place = elimination.solve(uint64_t(1) << bit);
    if (!place)
      return std::nullopt;
    result.columns.push_back(*place);
  }
  return result;
}

std::optional<LinearLayout>
LinearLayout::tryInvertAndCompose(const LinearLayout &outer) const {
  // Output dimensions may differ in order, and in size where nothing uses the
  // larger one: compare in a space that has room for both.
  if (outDims.size() != outer.outDims.size())
    return std::nullopt;
  Dims common;
  for (const Dim &dim : outer.outDims) {
    const Dim *same = find(outDims, dim.name);
    if (!same)
      return std::nullopt;
    int32_t log2 = std::max(dim.log2, same->log2);
    if (totalLog2(common) + log2 > maxTotalLog2)
      return std::nullopt;
    append(common, dim.name, log2);
  }
  SmallVector<uint64_t, 16> outerColumns;
  for (uint64_t column : outer.columns)
    outerColumns.push_back(repack(column, outer.outDims, common));
  Elimination elimination(outerColumns);

  LinearLayout result;
  result.inDims = inDims;
  result.outDims = outer.inDims;
  for (const Dim &in : inDims) {
    const Dim *same = find(outer.inDims, in.name);
    for (int32_t pos = 0; pos < in.log2; ++pos) {
      uint64_t target = repack(columns[in.offset + pos], outDims, common);
      // Start from this same bit of outer. If it is free the solution in pivots
      // never has it, so the replica that has it is taken; if it is a pivot
      // then the solution is unique and starting from it changes nothing.
      uint64_t start = 0;
      if (same && pos < same->log2) {
        start = uint64_t(1) << (same->offset + pos);
        target ^= outerColumns[same->offset + pos];
      }
      std::optional<uint64_t> rest = elimination.solve(target);
      if (!rest)
        return std::nullopt;
      result.columns.push_back(*rest ^ start);
    }
  }
  return result;
}

LinearLayout LinearLayout::invertAndCompose(const LinearLayout &outer) const {
  std::optional<LinearLayout> result = tryInvertAndCompose(outer);
  assert(result && "the outer layout does not reach every output");
  return std::move(*result);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::sublayout(ArrayRef<StringRef> inDimNames,
                                     ArrayRef<StringRef> outDimNames) const {
  assert(llvm::all_of(inDimNames, [&](StringRef n) { return hasInDim(n); }) &&
         llvm::all_of(outDimNames, [&](StringRef n) { return hasOutDim(n); }) &&
         "the layout has no dimension of this name");
  LinearLayout result;
  for (const Dim &out : outDims)
    if (llvm::is_contained(outDimNames, out.name))
      append(result.outDims, out.name, out.log2);
  for (const Dim &in : inDims) {
    if (!llvm::is_contained(inDimNames, in.name))
      continue;
    append(result.inDims, in.name, in.log2);
    for (uint64_t column : getColumns().slice(in.offset, in.log2))
      result.columns.push_back(repack(column, outDims, result.outDims));
  }
  return result;
}

bool LinearLayout::sublayoutIsZero(ArrayRef<StringRef> inDimNames,
                                   ArrayRef<StringRef> outDimNames) const {
  return llvm::all_of(sublayout(inDimNames, outDimNames).columns,
                      [](uint64_t column) { return column == 0; });
}

bool LinearLayout::preserves(ArrayRef<StringRef> dims) const {
  return llvm::all_of(dims, [&](StringRef name) {
    const Dim *in = find(inDims, name), *out = find(outDims, name);
    if (!in || !out || in->log2 != out->log2)
      return false;
    for (const auto &[bit, column] : llvm::enumerate(columns))
      if (out->extract(column) != in->extract(uint64_t(1) << bit))
        return false;
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

int32_t LinearLayout::rank() const { return Elimination(columns).rank(); }

SmallVector<LinearLayout::NamedInt> LinearLayout::getFreeVariableMasks() const {
  uint64_t freeMask = Elimination(columns).getFreeMask();
  return llvm::map_to_vector(inDims, [&](const Dim &in) {
    return NamedInt(in.name, in.extract(freeMask));
  });
}

int32_t LinearLayout::getNumDistinct(StringRef inDim) const {
  if (!hasInDim(inDim))
    return 1;
  return getInDimSize(inDim) >>
         llvm::popcount(static_cast<uint32_t>(getFreeVariableMask(inDim)));
}

int32_t LinearLayout::getFreeVariableMask(StringRef inDim) const {
  return get(inDims, inDim).extract(Elimination(columns).getFreeMask());
}

int32_t LinearLayout::getContiguity(StringRef inDim, StringRef outDim) const {
  return 1 << getContiguousBits(inDim, outDim).size();
}

SmallVector<int32_t> LinearLayout::getContiguousBits(StringRef inDim,
                                                     StringRef outDim) const {
  const Dim &in = get(inDims, inDim), &out = get(outDims, outDim);
  ArrayRef<uint64_t> own = getColumns().slice(in.offset, in.log2);
  // The output bits that another dimension touches.
  uint64_t touched = 0;
  for (const auto &[bit, column] : llvm::enumerate(columns))
    if (int32_t(bit) < in.offset || int32_t(bit) >= in.offset + in.log2)
      touched |= column;

  SmallVector<int32_t> result;
  for (int32_t bit = 0; bit < out.log2; ++bit) {
    uint64_t wanted = uint64_t(1) << (out.offset + bit);
    const uint64_t *found = llvm::find(own, wanted);
    if ((touched & wanted) || found == own.end())
      break;
    result.push_back(found - own.begin());
  }
  return result;
}
