//===- LayoutInference.cpp - Layouts through shape operations -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/LayoutInference.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

using Bases = LinearLayout::BasesT;

static RankedTensorType getOperandType(Operation *op) {
  return dyn_cast<RankedTensorType>(op->getOperand(0).getType());
}

static RankedTensorType getResultType(Operation *op) {
  return dyn_cast<RankedTensorType>(op->getResult(0).getType());
}

bool tile::tiesLayouts(Operation *op) {
  return isa<ExpandDimsOp, BroadcastOp, ReshapeOp, TransOp, JoinOp, SplitOp,
             ReduceOp>(op);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// The bit at the same row-major position in another shape of as many elements.
static std::optional<CoordinateBit>
mapRowMajor(CoordinateBit bit, ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
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

static CoordinateBit insertDim(CoordinateBit bit, unsigned axis) {
  return {bit.dim + (bit.dim >= axis), bit.pos};
}

static std::optional<CoordinateBit> removeDim(CoordinateBit bit,
                                              unsigned axis) {
  if (bit.dim == axis)
    return std::nullopt;
  return CoordinateBit{bit.dim - (bit.dim > axis), bit.pos};
}

std::optional<CoordinateBit> tile::mapBit(Operation *op, CoordinateBit bit,
                                          bool toResult) {
  using Result = std::optional<CoordinateBit>;
  auto insertOrRemove = [&](unsigned axis, bool insert) {
    return insert ? Result(insertDim(bit, axis)) : removeDim(bit, axis);
  };
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](ExpandDimsOp expand) {
        return insertOrRemove(expand.getAxis(), toResult);
      })
      .Case([&](ReduceOp reduce) {
        return insertOrRemove(reduce.getAxis(), !toResult);
      })
      .Case([&](JoinOp join) {
        return insertOrRemove(getOperandType(op).getRank(), toResult);
      })
      .Case([&](SplitOp split) {
        return insertOrRemove(getResultType(op).getRank(), !toResult);
      })
      .Case([&](ReshapeOp) {
        ArrayRef<int64_t> from = getOperandType(op).getShape();
        ArrayRef<int64_t> to = getResultType(op).getShape();
        return toResult ? mapRowMajor(bit, from, to)
                        : mapRowMajor(bit, to, from);
      })
      .Case([&](TransOp trans) -> Result {
        ArrayRef<int32_t> order = trans.getOrder();
        if (!toResult)
          return CoordinateBit{unsigned(order[bit.dim]), bit.pos};
        const auto *it = llvm::find(order, int32_t(bit.dim));
        return CoordinateBit{unsigned(it - order.begin()), bit.pos};
      })
      .Case([&](BroadcastOp) { return bit; })
      .Default(Result());
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

static LayoutAttrInterface getLayoutAttr(MLIRContext *context,
                                         ArrayRef<int64_t> shape,
                                         const Bases &bases) {
  SmallVector<LinearLayout::NamedInt> outDims;
  for (auto [dim, size] : llvm::enumerate(shape))
    outDims.emplace_back(getDimName(dim).str(), size);
  return tile::getLayoutAttr(context, shape, LinearLayout(bases, outDims));
}

//===----------------------------------------------------------------------===//
// Inference
//===----------------------------------------------------------------------===//

/// The bases with each bit of their coordinates mapped; bits without a place on
/// the other side are left out.
static Bases mapBases(Operation *op, Bases bases, unsigned rank,
                      bool toResult) {
  for (auto &[inDim, vectors] : bases)
    for (std::vector<int32_t> &basis : vectors) {
      std::vector<int32_t> mapped(rank, 0);
      for (auto [dim, c] : llvm::enumerate(basis))
        for (uint32_t rest = c; rest; rest &= rest - 1) {
          CoordinateBit bit{unsigned(dim), unsigned(llvm::countr_zero(rest))};
          if (auto to = mapBit(op, bit, toResult))
            mapped[to->dim] |= 1 << to->pos;
        }
      basis = std::move(mapped);
    }
  return bases;
}

/// Removes the register that is the last dimension, of size 2, and nothing
/// else; false if there is none or anything else moves along that dimension.
static bool takeLastDimRegister(Bases &bases) {
  bool found = false;
  for (auto &[inDim, vectors] : bases)
    for (size_t i = 0; i < vectors.size(); ++i) {
      if (vectors[i].back() == 0)
        continue;
      std::optional<CoordinateBit> bit = getOnlyBit(vectors[i]);
      if (found || inDim != kRegister || !bit)
        return false;
      vectors.erase(vectors.begin() + i--);
      found = true;
    }
  return found;
}

static Attribute infer(Operation *op, RankedTensorType from,
                       RankedTensorType to, Attribute layout, bool toResult) {
  if (isa<BroadcastOp>(op))
    return layout;
  if (!from || !to)
    return {};
  auto fromLayout = cast<LayoutAttrInterface>(layout);
  // With or without a dimension: the slice says it, for other extents along
  // that dimension too.
  std::optional<unsigned> axis;
  if (auto expand = dyn_cast<ExpandDimsOp>(op))
    axis = expand.getAxis();
  else if (auto reduce = dyn_cast<ReduceOp>(op))
    axis = reduce.getAxis();
  if (axis) {
    if (to.getRank() < from.getRank())
      return SliceLayoutAttr::get(*axis, fromLayout);
    auto slice = dyn_cast<SliceLayoutAttr>(layout);
    return slice && slice.getDim() == *axis ? slice.getParent() : Attribute();
  }
  if (to.getRank() > int64_t(kMaxRank))
    return {};
  Bases bases = fromLayout.toLinearLayout(from.getShape()).getBases();
  bool dropsLast = isa<SplitOp>(op) ? toResult : isa<JoinOp>(op) && !toResult;
  bool addsLast = isa<JoinOp>(op) ? toResult : isa<SplitOp>(op) && !toResult;
  if (dropsLast && !takeLastDimRegister(bases))
    return {};
  bases = mapBases(op, std::move(bases), to.getRank(), toResult);
  if (addsLast) {
    std::vector<int32_t> basis(to.getRank(), 0);
    basis.back() = 1;
    bases[0].second.insert(bases[0].second.begin(), basis);
  }
  return getLayoutAttr(op->getContext(), to.getShape(), bases);
}

Attribute tile::inferResultLayout(Operation *op, Attribute operandLayout) {
  return infer(op, getOperandType(op), getResultType(op), operandLayout,
               /*toResult=*/true);
}

Attribute tile::inferOperandLayout(Operation *op, Attribute resultLayout) {
  return infer(op, getResultType(op), getOperandType(op), resultLayout,
               /*toResult=*/false);
}

Attribute tile::inferExpandedLayout(ExpandDimsOp op, Attribute operandLayout) {
  if (Attribute layout = inferResultLayout(op, operandLayout))
    return layout;
  RankedTensorType result = getResultType(op);
  Bases bases = cast<LayoutAttrInterface>(operandLayout)
                    .toLinearLayout(getOperandType(op).getShape())
                    .getBases();
  return ::getLayoutAttr(
      op->getContext(), result.getShape(),
      mapBases(op, std::move(bases), result.getRank(), /*toResult=*/true));
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Whether the operands' layout determines the results', of all that they can
/// have, or else the results' the operands'.
static bool isForward(Operation *op) { return isa<ReduceOp, SplitOp>(op); }

bool tile::areTied(Operation *op, Attribute operandLayout,
                   Attribute resultLayout) {
  Attribute inferred = isForward(op) ? inferResultLayout(op, operandLayout)
                                     : inferOperandLayout(op, resultLayout);
  Attribute actual = isForward(op) ? resultLayout : operandLayout;
  if (!inferred || inferred == actual)
    return inferred == actual;
  // Their types know one way to write it.
  if (isa<ExpandDimsOp, BroadcastOp>(op))
    return false;
  RankedTensorType type =
      isForward(op) ? getResultType(op) : getOperandType(op);
  return areEquivalent(type.getShape(), inferred, actual);
}

LogicalResult tile::verifyTiedLayouts(Operation *op) {
  auto operand = getOperandType(op);
  auto result = getResultType(op);
  if (!result)
    return success();
  Attribute operandLayout = operand.getEncoding();
  Attribute resultLayout = result.getEncoding();
  if (!operandLayout && !resultLayout)
    return success();
  if (!isa_and_present<LayoutAttrInterface>(operandLayout) ||
      !isa_and_present<LayoutAttrInterface>(resultLayout))
    return op->emitOpError("expected layouts on all tiles or on none, found ")
           << operand << " and " << result;
  if (areTied(op, operandLayout, resultLayout))
    return success();
  bool forward = isForward(op);
  Attribute inferred = forward ? inferResultLayout(op, operandLayout)
                               : inferOperandLayout(op, resultLayout);
  if (!inferred)
    return op->emitOpError("expected a layout with a register for the last "
                           "dimension and nothing else along it, found ")
           << (forward ? operandLayout : resultLayout);
  return op->emitOpError(forward ? "expected a result of layout "
                                 : "expected an operand of layout ")
         << inferred << ", found " << (forward ? resultLayout : operandLayout);
}
