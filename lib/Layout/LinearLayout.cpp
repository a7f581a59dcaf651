//===- LinearLayout.cpp - Making, reading and reshaping layouts -----------===//
//
// Part of the Tilewright project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What needs no linear algebra: construction with its checks, accessors,
// application, and the same map with other dimensions. Products, inverses and
// questions of rank are in LinearLayoutAlgebra.cpp, printing is in
// LinearLayoutPrint.cpp.
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/LinearLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace mlir::tile;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

const LinearLayout::Dim *LinearLayout::find(const Dims &dims, StringRef name) {
  for (const Dim &dim : dims)
    if (name == dim.name)
      return &dim;
  return nullptr;
}

const LinearLayout::Dim &LinearLayout::get(const Dims &dims, StringRef name) {
  const Dim *dim = find(dims, name);
  assert(dim && "the layout has no dimension of this name");
  return *dim;
}

void LinearLayout::append(Dims &dims, StringRef name, int32_t log2) {
  assert(!find(dims, name) && "two dimensions of one name");
  assert(log2 >= 0 && log2 <= maxDimLog2 && "dimension too large");
  int32_t offset = totalLog2(dims);
  assert(offset + log2 <= maxTotalLog2 && "layout too large");
  dims.push_back({name.str(), offset, log2});
}

bool LinearLayout::sameUpToOrder(const Dims &a, const Dims &b) {
  return a.size() == b.size() && llvm::all_of(a, [&](const Dim &dim) {
           const Dim *match = find(b, dim.name);
           return match && *match == dim;
         });
}

/// Moves each dimension of `to` from where `from` has it. A dimension that
/// `from` lacks is 0, one that `to` lacks is dropped, high bits that `to` has
/// no room for are dropped.
uint64_t LinearLayout::repack(uint64_t packed, const Dims &from,
                              const Dims &to) {
  uint64_t result = 0;
  for (const Dim &dim : to)
    if (const Dim *source = find(from, dim.name))
      result |= (uint64_t(source->extract(packed)) & dim.mask()) << dim.offset;
  return result;
}

static int32_t log2OfSize(int32_t size) {
  assert(size > 0 && llvm::isPowerOf2_32(size) && "size is not a power of two");
  return llvm::Log2_32(size);
}

//===----------------------------------------------------------------------===//
// Making one
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::identity1D(int32_t size, StringRef in,
                                      StringRef out) {
  int32_t sizeLog2 = log2OfSize(size);
  LinearLayout result;
  append(result.inDims, in, sizeLog2);
  append(result.outDims, out, sizeLog2);
  for (int32_t bit = 0; bit < sizeLog2; ++bit)
    result.columns.push_back(uint64_t(1) << bit);
  return result;
}

LinearLayout LinearLayout::zeros1D(int32_t size, StringRef in, StringRef out,
                                   int32_t outSize) {
  LinearLayout result;
  append(result.inDims, in, log2OfSize(size));
  append(result.outDims, out, log2OfSize(outSize));
  result.columns.assign(log2OfSize(size), 0);
  return result;
}

std::optional<LinearLayout> LinearLayout::tryCreate(const BasesT &bases,
                                                    ArrayRef<NamedInt> outDims,
                                                    bool requireSurjective,
                                                    std::string *error) {
  auto fail = [&](const Twine &message) -> std::optional<LinearLayout> {
    if (error)
      *error = message.str();
    return std::nullopt;
  };
  LinearLayout result;

  for (const auto &[name, size] : outDims) {
    if (name.empty())
      return fail("an output dimension has an empty name");
    if (find(result.outDims, name))
      return fail("output dimension '" + name + "' appears twice");
    if (size <= 0 || !llvm::isPowerOf2_32(size))
      return fail("size of output dimension '" + name +
                  "' must be a power of two, but is " + Twine(size));
    int32_t log2 = llvm::Log2_32(size);
    if (totalLog2(result.outDims) + log2 > maxTotalLog2)
      return fail("the output dimensions have more than " +
                  Twine(maxTotalLog2) + " bits");
    append(result.outDims, name, log2);
  }

  for (const auto &[name, dimBases] : bases) {
    if (name.empty())
      return fail("an input dimension has an empty name");
    if (find(result.inDims, name))
      return fail("input dimension '" + name + "' appears twice");
    if (dimBases.size() > size_t(maxDimLog2))
      return fail("input dimension '" + name + "' has " +
                  Twine(dimBases.size()) + " bases, at most " +
                  Twine(maxDimLog2) + " are possible");
    if (totalLog2(result.inDims) + int32_t(dimBases.size()) > maxTotalLog2)
      return fail("the input dimensions have more than " + Twine(maxTotalLog2) +
                  " bits");
    append(result.inDims, name, dimBases.size());

    for (const auto &[pos, basis] : llvm::enumerate(dimBases)) {
      // Only where there is something to say: layouts are made all the time.
      auto which = [&name = name, pos = pos] {
        return ("basis " + Twine(pos) + " of input dimension '" + name + "'")
            .str();
      };
      if (basis.size() != result.outDims.size())
        return fail(which() + " must have " + Twine(result.outDims.size()) +
                    " coordinates, but has " + Twine(basis.size()));
      uint64_t column = 0;
      for (const auto &[dim, coordinate] :
           llvm::zip_equal(result.outDims, basis)) {
        if (coordinate < 0 || uint64_t(coordinate) > dim.mask())
          return fail(which() + " must be in [0, " + Twine(dim.mask() + 1) +
                      ") in output dimension '" + dim.name + "', but is " +
                      Twine(coordinate));
        column |= uint64_t(coordinate) << dim.offset;
      }
      result.columns.push_back(column);
    }
  }

  if (requireSurjective && !result.isSurjective())
    return fail("the layout must be surjective, but reaches only 2^" +
                Twine(result.rank()) + " of the 2^" +
                Twine(result.getTotalOutDimSizeLog2()) + " output elements");
  return result;
}

LinearLayout::LinearLayout(const BasesT &bases, ArrayRef<NamedInt> outDims,
                           bool requireSurjective) {
  std::string error;
  std::optional<LinearLayout> created =
      tryCreate(bases, outDims, requireSurjective, &error);
  assert(created && "invalid bases: tryCreate would say why");
  if (created)
    *this = std::move(*created);
}

//===----------------------------------------------------------------------===//
// Looking at it
//===----------------------------------------------------------------------===//

SmallVector<StringRef> LinearLayout::getInDimNames() const {
  return llvm::map_to_vector(inDims,
                             [](const Dim &d) -> StringRef { return d.name; });
}

SmallVector<StringRef> LinearLayout::getOutDimNames() const {
  return llvm::map_to_vector(outDims,
                             [](const Dim &d) -> StringRef { return d.name; });
}

bool LinearLayout::hasInDim(StringRef dim) const { return find(inDims, dim); }

bool LinearLayout::hasOutDim(StringRef dim) const { return find(outDims, dim); }

int32_t LinearLayout::getInDimSizeLog2(StringRef inDim) const {
  return get(inDims, inDim).log2;
}

int32_t LinearLayout::getOutDimSizeLog2(StringRef outDim) const {
  return get(outDims, outDim).log2;
}

SmallVector<LinearLayout::NamedInt> LinearLayout::getInDims() const {
  return llvm::map_to_vector(
      inDims, [](const Dim &d) { return NamedInt(d.name, 1 << d.log2); });
}

SmallVector<LinearLayout::NamedInt> LinearLayout::getOutDims() const {
  return llvm::map_to_vector(
      outDims, [](const Dim &d) { return NamedInt(d.name, 1 << d.log2); });
}

SmallVector<int32_t> LinearLayout::getBasis(StringRef inDim,
                                            int32_t pos) const {
  const Dim &in = get(inDims, inDim);
  assert(pos >= 0 && pos < in.log2 && "no such bit");
  uint64_t column = columns[in.offset + pos];
  return llvm::map_to_vector(
      outDims, [&](const Dim &out) { return out.extract(column); });
}

int32_t LinearLayout::getBasis(StringRef inDim, int32_t pos,
                               StringRef outDim) const {
  const Dim &in = get(inDims, inDim);
  assert(pos >= 0 && pos < in.log2 && "no such bit");
  return get(outDims, outDim).extract(columns[in.offset + pos]);
}

LinearLayout::BasesT LinearLayout::getBases() const {
  BasesT result;
  for (const Dim &in : inDims) {
    auto &[name, bases] = result.emplace_back();
    name = in.name;
    for (int32_t pos = 0; pos < in.log2; ++pos) {
      std::vector<int32_t> &basis = bases.emplace_back();
      for (const Dim &out : outDims)
        basis.push_back(out.extract(columns[in.offset + pos]));
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Using it as a function
//===----------------------------------------------------------------------===//

SmallVector<LinearLayout::NamedInt>
LinearLayout::apply(ArrayRef<NamedIntRef> ins) const {
  assert(ins.size() == inDims.size() && "one value for each input dimension");
  uint64_t packed = 0;
  for (const auto &[index, in] : llvm::enumerate(ins)) {
    const auto &[name, value] = in;
    assert(llvm::none_of(ins.take_front(index),
                         [name = name](const NamedIntRef &other) {
                           return other.first == name;
                         }) &&
           "input dimension given twice");
    const Dim &dim = get(inDims, name);
    assert(value >= 0 && uint64_t(value) <= dim.mask() && "input out of range");
    packed |= uint64_t(value) << dim.offset;
  }
  uint64_t result = applyPacked(packed);
  return llvm::map_to_vector(outDims, [&](const Dim &out) {
    return NamedInt(out.name, out.extract(result));
  });
}

void LinearLayout::applyInto(ArrayRef<int32_t> ins,
                             SmallVectorImpl<int32_t> &outs) const {
  assert(ins.size() == inDims.size() && "one value for each input dimension");
  uint64_t result = 0;
  for (size_t i = 0, e = ins.size(); i < e; ++i) {
    const Dim &dim = inDims[i];
    assert(ins[i] >= 0 && uint64_t(ins[i]) <= dim.mask() &&
           "input out of range");
    const uint64_t *bases = columns.data() + dim.offset;
    for (uint32_t bits = ins[i]; bits; bits &= bits - 1)
      result ^= bases[llvm::countr_zero(bits)];
  }
  outs.resize_for_overwrite(outDims.size());
  for (size_t i = 0, e = outDims.size(); i < e; ++i)
    outs[i] = outDims[i].extract(result);
}

//===----------------------------------------------------------------------===//
// The same map with other dimensions
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::transposeIns(ArrayRef<StringRef> newOrder) const {
  assert(newOrder.size() == inDims.size() && "not a permutation");
  LinearLayout result;
  result.outDims = outDims;
  for (StringRef name : newOrder) {
    const Dim &dim = get(inDims, name);
    append(result.inDims, name, dim.log2);
    llvm::append_range(result.columns,
                       getColumns().slice(dim.offset, dim.log2));
  }
  return result;
}

LinearLayout LinearLayout::transposeOuts(ArrayRef<StringRef> newOrder) const {
  assert(newOrder.size() == outDims.size() && "not a permutation");
  LinearLayout result;
  result.inDims = inDims;
  for (StringRef name : newOrder)
    append(result.outDims, name, get(outDims, name).log2);
  for (uint64_t column : columns)
    result.columns.push_back(repack(column, outDims, result.outDims));
  return result;
}

LinearLayout LinearLayout::unsqueezeIn(StringRef newDim) const {
  LinearLayout result = *this;
  append(result.inDims, newDim, 0);
  return result;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

bool LinearLayout::operator==(const LinearLayout &other) const {
  return columns == other.columns && inDims == other.inDims &&
         outDims == other.outDims;
}

bool LinearLayout::isEquivalent(const LinearLayout &other) const {
  return sameUpToOrder(inDims, other.inDims) &&
         sameUpToOrder(outDims, other.outDims) &&
         *this == other.transposeIns(getInDimNames())
                      .transposeOuts(getOutDimNames());
}

llvm::hash_code mlir::tile::hash_value(const LinearLayout &layout) {
  llvm::hash_code hash = llvm::hash_combine(
      layout.inDims.size(), layout.outDims.size(),
      llvm::hash_combine_range(layout.columns.begin(), layout.columns.end()));
  for (const auto *dims : {&layout.inDims, &layout.outDims})
    for (const LinearLayout::Dim &dim : *dims)
      hash = llvm::hash_combine(hash, StringRef(dim.name), dim.log2);
  return hash;
}
