//===- OperandPlace.cpp - Where operands of products are stored -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/OperandPlace.h"

#include "tile/Dialect/TileGPU/Transforms/SliceDots.h"
#include "tile/Dialect/TileGPU/Transforms/WarpgroupDots.h"
#include "tile/Layout/ConversionPlan.h"
#include "tile/Layout/MatrixAccess.h"
#include "tile/Layout/SharedAccess.h"
#include "tile/Layout/WarpgroupPlan.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// A swizzle of rows that is this map, if there is one.
static SwizzledSharedAttr findSwizzle(MLIRContext *context,
                                      const LinearLayout &place,
                                      ArrayRef<int64_t> shape,
                                      ArrayRef<unsigned> order) {
  auto isPlace = [&](SwizzledSharedAttr attr) {
    return attr.toLinearLayout(shape) == place;
  };
  if (auto rows = SwizzledSharedAttr::get(context, 1, 1, 1, order);
      isPlace(rows))
    return rows;
  int64_t row = shape[order[0]];
  int64_t numRows = order.size() > 1 ? shape[order[1]] : 1;
  for (int64_t vec = 1; vec < row; vec *= 2)
    for (int64_t perPhase = 1; perPhase < numRows; perPhase *= 2)
      for (int64_t maxPhase = 2; maxPhase <= row / vec; maxPhase *= 2)
        if (auto attr = SwizzledSharedAttr::get(context, vec, perPhase,
                                                maxPhase, order);
            isPlace(attr))
          return attr;
  return {};
}

SharedLayoutAttrInterface
tilegpu::pickOperandPlace(ArrayRef<int64_t> shape, Type elementType,
                          ArrayRef<unsigned> order,
                          LayoutAttrInterface operand) {
  LinearLayout place = tile::pickOperandPlace(operand.toLinearLayout(shape),
                                              getByteWidth(elementType), order);
  MLIRContext *context = elementType.getContext();
  if (auto attr = findSwizzle(context, place, shape, order))
    return attr;
  return LinearSharedAttr::get(context, place);
}

SharedLayoutAttrInterface tilegpu::makeWarpgroupPlace(ArrayRef<int64_t> shape,
                                                      Type elementType,
                                                      ArrayRef<unsigned> order,
                                                      SwizzledVectors vectors) {
  std::optional<LinearLayout> place =
      getWarpgroupPlace(shape, getByteWidth(elementType), order, vectors);
  if (!place)
    return {};
  MLIRContext *context = elementType.getContext();
  if (auto attr = findSwizzle(context, *place, shape, order))
    return attr;
  return LinearSharedAttr::get(context, *place);
}

SharedLayoutAttrInterface
tilegpu::findWarpgroupPlace(Value tile, ArrayRef<int64_t> shape,
                            Type elementType, ArrayRef<unsigned> order) {
  bool isTransposed = false;
  while (tile.hasOneUse() && isa<TransOp>(*tile.user_begin())) {
    isTransposed ^= cast<TransOp>(*tile.user_begin()).getOrder()[0] == 1;
    tile = tile.user_begin()->getResult(0);
  }
  if (tile.use_empty() || shape.size() != 2)
    return {};
  for (SwizzledVectors vectors :
       {SwizzledVectors::Of16, SwizzledVectors::Of32}) {
    SharedLayoutAttrInterface place =
        makeWarpgroupPlace(shape, elementType, order, vectors);
    if (!place)
      return {};
    LinearLayout layout = place.toLinearLayout(shape);
    // Several products may take it, for example the products of two loops.
    auto canTake = [&](OpOperand &use) {
      Operation *dot = use.getOwner();
      return isa<DotOp, DotScaledOp>(dot) && use.getOperandNumber() <= 1 &&
             isWarpgroupLayout(
                 cast<RankedTensorType>(dot->getResult(0).getType())
                     .getEncoding()) &&
             findDescriptor(dot, use.getOperandNumber(), layout, elementType,
                            isTransposed);
    };
    if (llvm::all_of(tile.getUses(), canTake))
      return place;
  }
  return {};
}

std::optional<OperandSlice> tilegpu::findOperandSlice(Value tile) {
  auto type = dyn_cast<RankedTensorType>(tile.getType());
  if (!type || !tile.hasOneUse())
    return std::nullopt;
  OpOperand &use = *tile.use_begin();
  if (auto dot = dyn_cast<DotOp>(use.getOwner())) {
    unsigned operand = use.getOperandNumber();
    if (operand > 1)
      return std::nullopt;
    OperandSlice slice{unsigned(type.getRank()) - 1 - operand,
                       getSliceStep(dot)};
    if (type.getDimSize(slice.dim) <= slice.size)
      return std::nullopt;
    return slice;
  }
  bool isTrans = isa<TransOp>(use.getOwner());
  if (!isTrans && !isElementwise(use.getOwner()))
    return std::nullopt;
  if (use.getOwner()->getNumResults() != 1)
    return std::nullopt;
  auto slice = findOperandSlice(use.getOwner()->getResult(0));
  if (slice && isTrans)
    slice->dim = cast<TransOp>(use.getOwner()).getOrder()[slice->dim];
  return slice;
}

/// The layout with the registers of other slices moved to warps of their own:
/// then no vector has elements of two slices.
static LinearLayout separateSlices(const LinearLayout &layout,
                                   const OperandSlice &slice) {
  LinearLayout::BasesT bases = layout.getBases();
  auto find = [&](StringRef dim) -> std::vector<std::vector<int32_t>> & {
    return llvm::find_if(bases, [&](auto &entry) { return entry.first == dim; })
        ->second;
  };
  std::vector<std::vector<int32_t>> kept;
  for (std::vector<int32_t> &basis : find(kRegister))
    (basis[slice.dim] >= slice.size ? find(kWarp) : kept).push_back(basis);
  find(kRegister) = std::move(kept);
  return LinearLayout(bases, layout.getOutDims());
}

/// The instructions that a copy may need besides its accesses: one for each
/// word whose elements are not neighbours in registers, and one for each word
/// that is no neighbour of the others of its access.
static int64_t countMoves(const LinearLayout &offsets, unsigned bytes,
                          bool isStore, bool mayUseMatrices) {
  constexpr unsigned kWordBytes = 4;
  // Words of bytes are split in any case.
  if (bytes == 1)
    return 0;
  auto count = [](ArrayRef<uint32_t> word, ArrayRef<uint32_t> words,
                  int64_t numWords) {
    uint32_t next = 1;
    auto isInOrder = [&](uint32_t reg) {
      return reg == std::exchange(next, 2 * next);
    };
    bool isPacked = llvm::all_of(word, isInOrder);
    next = 1u << word.size();
    return numWords * (!isPacked + !llvm::all_of(words, isInOrder));
  };
  std::optional<MatrixAccess> matrices;
  if (mayUseMatrices)
    matrices = chooseMatrixAccess(offsets, bytes, isStore);
  if (matrices)
    return count(
        matrices->word,
        ArrayRef(matrices->repetitions).take_front(matrices->log2Matrices),
        int64_t(1) << matrices->repetitions.size());
  SharedAccess access = planSharedAccess(offsets, bytes, isStore);
  ArrayRef<uint32_t> vector = access.vector;
  size_t inWord = std::min<size_t>(vector.size(), bytes == 2 ? 1 : 0);
  int64_t numBytes =
      bytes * (int64_t(access.getNumAccesses()) << vector.size());
  return count(vector.take_front(inWord), vector.drop_front(inWord),
               numBytes / kWordBytes);
}

ConversionPlace tilegpu::pickConversionPlace(RankedTensorType from,
                                             ArrayRef<PlaceReader> targets,
                                             bool hasMatrixStores,
                                             bool countsMoves) {
  Type type = from.getElementType();
  unsigned bytes = getByteWidth(type), rank = from.getRank();
  LinearLayout source = toLinearLayout(from);
  /// What a target loads at once, and how often.
  struct Load {
    LinearLayout destination, loaded;
    int64_t count = 1;
  };
  SmallVector<Load, 0> loads;
  for (const auto &[to, slice] : targets) {
    Load load{toLinearLayout(to), toLinearLayout(to)};
    if (slice) {
      load.destination = separateSlices(load.destination, *slice);
      SmallVector<int64_t> shape(to.getShape());
      load.count = shape[slice->dim] / slice->size;
      shape[slice->dim] = slice->size;
      load.loaded =
          cast<LayoutAttrInterface>(to.getEncoding()).toLinearLayout(shape);
    }
    loads.push_back(std::move(load));
  }
  auto getRank = [&](const LinearLayout &place) {
    LinearLayout stored = getSharedOffsets(source, place);
    Work work = getCopyWork(stored, bytes, /*isStore=*/true, hasMatrixStores);
    int64_t moves =
        countMoves(stored, bytes, /*isStore=*/true, hasMatrixStores);
    for (const Load &load : loads) {
      LinearLayout offsets = getSharedOffsets(load.loaded, place);
      work +=
          getCopyWork(offsets, bytes, /*isStore=*/false).ofWarps(load.count);
      moves += load.count * countMoves(offsets, bytes, /*isStore=*/false,
                                       /*mayUseMatrices=*/true);
    }
    return std::pair(work.getRank(), countsMoves ? moves : 0);
  };
  std::optional<ConversionPlace> best;
  int64_t leastMoves = 0;
  auto consider = [&](LinearLayout candidate) {
    auto [rank, moves] = getRank(candidate);
    if (best && std::pair(rank, moves) >= std::pair(best->rank, leastMoves))
      return;
    best = {std::move(candidate), rank};
    leastMoves = moves;
  };
  for (const Load &load : loads) {
    std::optional<ConversionPlan> plan =
        ConversionPlan::createShared(source, load.destination, 8 * bytes);
    assert(plan && "layouts of one tile");
    consider(plan->getShared().layout);
  }
  if (!type.isIntOrFloat() || type.isInteger(1) || rank < 2)
    return *best;
  auto considerRows = [&](const LinearLayout &layout, bool isStore,
                          bool isSlice, ArrayRef<unsigned> order) {
    LinearLayout candidate = tile::pickOperandPlace(layout, bytes, order);
    if (isSlice ||
        chooseMatrixAccess(getSharedOffsets(layout, candidate), bytes, isStore))
      consider(std::move(candidate));
  };
  // Rows along each dimension, the others after it from the last one on.
  for (unsigned fastest = 0; fastest < rank; ++fastest) {
    SmallVector<unsigned> order{fastest};
    for (unsigned dim = rank; dim-- > 0;)
      if (dim != fastest)
        order.push_back(dim);
    for (auto [load, target] : llvm::zip(loads, targets))
      considerRows(load.destination, /*isStore=*/false,
                   target.slice.has_value(), order);
    if (hasMatrixStores)
      considerRows(source, /*isStore=*/true,
                   llvm::any_of(targets,
                                [](const PlaceReader &target) {
                                  return target.slice.has_value();
                                }),
                   order);
  }
  return *best;
}
