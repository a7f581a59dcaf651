//===- LayoutInference.cpp - Layouts through shape operations -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/LayoutInference.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

using Bases = LinearLayout::BasesT;

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

std::optional<CoordinateBit> tile::mapRowMajor(CoordinateBit bit,
                                               ArrayRef<int64_t> from,
                                               ArrayRef<int64_t> to) {
  if (bit.pos >= llvm::Log2_64(from[bit.dim]))
    return std::nullopt;
  unsigned position = bit.pos;
  for (int64_t size : from.drop_front(bit.dim + 1))
    position += llvm::Log2_64(size);
  for (unsigned dim = to.size(); dim-- > 0;) {
    unsigned bits = llvm::Log2_64(to[dim]);
    if (position < bits)
      return CoordinateBit{dim, position};
    position -= bits;
  }
  return std::nullopt;
}

CoordinateBit tile::insertDim(CoordinateBit bit, unsigned axis) {
  return {bit.dim + (bit.dim >= axis), bit.pos};
}

std::optional<CoordinateBit> tile::removeDim(CoordinateBit bit, unsigned axis) {
  if (bit.dim == axis)
    return std::nullopt;
  return CoordinateBit{bit.dim - (bit.dim > axis), bit.pos};
}

//===----------------------------------------------------------------------===//
// From a map to an attribute
//===----------------------------------------------------------------------===//

/// The dimension and the bit of a basis that is a single bit.
static std::optional<CoordinateBit> getOnlyBit(ArrayRef<int32_t> basis) {
  std::optional<CoordinateBit> bit;
  for (auto [dim, c] : llvm::enumerate(basis)) {
    if (c == 0)
      continue;
    if (bit || !llvm::isPowerOf2_32(c))
      return std::nullopt;
    bit = CoordinateBit{unsigned(dim), llvm::Log2_32(c)};
  }
  return bit;
}

namespace {

/// Sizes and order of a blocked layout.
struct BlockedSizes {
  SmallVector<unsigned> perThread, perWarp, perCTA, order;
};

} // namespace

/// The order in which dimensions follow one another, where `slower[a]` is the
/// mask of those that come after `a` somewhere: of several the last one first,
/// and those that no bit moves at the end. Nothing if they contradict.
static std::optional<SmallVector<unsigned>> sortDims(ArrayRef<unsigned> slower,
                                                     unsigned moved) {
  unsigned rank = slower.size();
  SmallVector<unsigned> order;
  for (unsigned placed = 0; order.size() < rank;) {
    std::optional<unsigned> next;
    for (bool needsMove : {true, false})
      for (unsigned dim = rank; dim-- > 0 && !next;) {
        bool isFree = llvm::none_of(llvm::seq(rank), [&](unsigned other) {
          return !(placed >> other & 1) && (slower[other] >> dim & 1);
        });
        if (!(placed >> dim & 1) && isFree && (moved >> dim & 1 || !needsMove))
          next = dim;
      }
    if (!next)
      return std::nullopt;
    order.push_back(*next);
    placed |= 1u << *next;
  }
  return order;
}

/// The sizes that a blocked layout of this map would have, if all its bases are
/// single bits. Lanes and warps that hold copies count as the slowest
/// dimension, or, with `copiesFollow`, as the one that the bits before them
/// move.
static std::optional<BlockedSizes>
getBlockedSizes(const Bases &bases, unsigned rank, bool copiesFollow) {
  // The lowest bit of each dimension that lanes and warps move: what registers
  // move below it is the thread's block, what they move above it repetition.
  SmallVector<unsigned> lowest(rank, 32);
  for (auto &[inDim, vectors] : ArrayRef(bases).drop_front())
    for (const std::vector<int32_t> &basis : vectors)
      if (auto bit = getOnlyBit(basis))
        lowest[bit->dim] = std::min(lowest[bit->dim], bit->pos);

  BlockedSizes sizes;
  SmallVector<unsigned> slower(rank, 0);
  unsigned moved = 0, copies[3] = {1, 1, 1};
  SmallVector<unsigned> *lists[] = {&sizes.perThread, &sizes.perWarp,
                                    &sizes.perCTA};
  for (auto [level, entry] : llvm::enumerate(ArrayRef(bases).take_front(3))) {
    SmallVector<unsigned> &list = *lists[level];
    list.assign(rank, 1);
    std::optional<unsigned> previous;
    for (const std::vector<int32_t> &basis : entry.second) {
      if (llvm::all_of(basis, [](int32_t c) { return c == 0; })) {
        (copiesFollow && previous ? list[*previous] : copies[level]) *= 2;
        continue;
      }
      std::optional<CoordinateBit> bit = getOnlyBit(basis);
      if (!bit)
        return std::nullopt;
      if (level == 0 && bit->pos > lowest[bit->dim])
        continue;
      list[bit->dim] *= 2;
      moved |= 1u << bit->dim;
      if (previous && *previous != bit->dim)
        slower[*previous] |= 1u << bit->dim;
      previous = bit->dim;
    }
  }
  auto order = sortDims(slower, moved);
  if (!order)
    return std::nullopt;
  sizes.order = std::move(*order);
  for (unsigned level = 0; level < 3; ++level)
    (*lists[level])[sizes.order.back()] *= copies[level];
  return sizes;
}

LayoutAttrInterface tile::getLayoutAttr(MLIRContext *context,
                                        ArrayRef<int64_t> shape,
                                        const LinearLayout &layout) {
  Bases bases = layout.getBases();
  for (bool copiesFollow : {false, true}) {
    auto sizes = getBlockedSizes(bases, shape.size(), copiesFollow);
    if (!sizes)
      break;
    auto blocked = BlockedLayoutAttr::get(
        context, sizes->perThread, sizes->perWarp, sizes->perCTA, sizes->order);
    if (blocked.toLinearLayout(shape) == layout)
      return blocked;
  }
  return LinearLayoutAttr::get(context, layout);
}

//===----------------------------------------------------------------------===//
// Inference
//===----------------------------------------------------------------------===//

using MapBitFn = function_ref<std::optional<CoordinateBit>(CoordinateBit)>;

/// The bases with each bit of their coordinates mapped; bits without a place on
/// the other side are left out.
static Bases mapBases(Bases bases, unsigned rank, MapBitFn mapBit) {
  for (auto &[inDim, vectors] : bases)
    for (std::vector<int32_t> &basis : vectors) {
      std::vector<int32_t> mapped(rank, 0);
      for (auto [dim, c] : llvm::enumerate(basis))
        for (uint32_t rest = c; rest; rest &= rest - 1) {
          CoordinateBit bit{unsigned(dim), unsigned(llvm::countr_zero(rest))};
          if (auto to = mapBit(bit))
            mapped[to->dim] |= 1 << to->pos;
        }
      basis = std::move(mapped);
    }
  return bases;
}

LayoutAttrInterface tile::getLayoutAttr(MLIRContext *context,
                                        ArrayRef<int64_t> shape,
                                        LayoutBases registers,
                                        LayoutBases lanes, LayoutBases warps) {
  LinearLayout::BasesT bases;
  bases.emplace_back(kRegister.str(), std::move(registers));
  bases.emplace_back(kLane.str(), std::move(lanes));
  bases.emplace_back(kWarp.str(), std::move(warps));
  bases.emplace_back(kBlock.str(), LayoutBases());
  return getLayoutAttr(context, shape, LinearLayout(bases, getOutDims(shape)));
}

/// The attribute for these bases, null if they miss an element of the shape.
static LayoutAttrInterface getLayoutAttr(MLIRContext *context,
                                         ArrayRef<int64_t> shape,
                                         const Bases &bases) {
  if (shape.size() > kMaxRank)
    return {};
  std::optional<LinearLayout> layout = LinearLayout::tryCreate(
      bases, getOutDims(shape), /*requireSurjective=*/true);
  return layout ? tile::getLayoutAttr(context, shape, *layout)
                : LayoutAttrInterface();
}

LayoutAttrInterface tile::mapLayout(LayoutAttrInterface layout,
                                    ArrayRef<int64_t> from,
                                    ArrayRef<int64_t> to, MapBitFn mapBit) {
  return ::getLayoutAttr(
      layout.getContext(), to,
      mapBases(layout.toLinearLayout(from).getBases(), to.size(), mapBit));
}

LayoutAttrInterface tile::addLastDim(LayoutAttrInterface layout,
                                     ArrayRef<int64_t> shape) {
  SmallVector<int64_t> whole(shape);
  whole.push_back(2);
  Bases bases = mapBases(layout.toLinearLayout(shape).getBases(), whole.size(),
                         [](CoordinateBit bit) { return bit; });
  std::vector<int32_t> basis(whole.size(), 0);
  basis.back() = 1;
  bases[0].second.insert(bases[0].second.begin(), basis);
  return ::getLayoutAttr(layout.getContext(), whole, bases);
}

LayoutAttrInterface tile::takeLastDim(LayoutAttrInterface layout,
                                      ArrayRef<int64_t> whole) {
  Bases bases = layout.toLinearLayout(whole).getBases();
  bool found = false;
  for (auto &[inDim, vectors] : bases)
    for (size_t i = 0; i < vectors.size(); ++i) {
      if (vectors[i].back() == 0)
        continue;
      std::optional<CoordinateBit> bit = getOnlyBit(vectors[i]);
      if (found || inDim != kRegister || !bit)
        return {};
      vectors.erase(vectors.begin() + i--);
      found = true;
    }
  if (!found)
    return {};
  ArrayRef<int64_t> shape = whole.drop_back();
  return ::getLayoutAttr(
      layout.getContext(), shape,
      mapBases(std::move(bases), shape.size(), [&](CoordinateBit bit) {
        return removeDim(bit, shape.size());
      }));
}
