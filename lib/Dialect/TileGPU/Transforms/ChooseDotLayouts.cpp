//===- ChooseDotLayouts.cpp - Layouts of matrix products ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/ChooseDotLayouts.h"

#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILECHOOSEDOTLAYOUTS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

static RankedTensorType getTile(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

/// Whether tensor cores multiply elements of these types (PTX ISA, "Warp-level
/// matrix instructions: mma"). 8-bit floats become f16 on targets that have no
/// instruction for them.
static bool hasInstruction(DotOp op) {
  return !getScalarType(op.getA().getType()).isF32() ||
         op.getInputPrecision() != InputPrecision::IEEE;
}

/// How many warps stand along the rows and the columns of a product.
static std::pair<unsigned, unsigned>
pickWarps(int64_t m, int64_t n, unsigned numWarps, bool isChained) {
  constexpr int64_t kRows = 16, kColumns = 8;
  unsigned rows = 1, columns = 1;
  while (rows * columns < numWarps) {
    int64_t height = m / rows, width = n / columns;
    bool canSplitRows = height > kRows, canSplitColumns = width > kColumns;
    // What is left over holds copies.
    if (canSplitRows && (isChained || height >= width || !canSplitColumns))
      rows *= 2;
    else if (canSplitColumns)
      columns *= 2;
    else
      rows *= 2;
  }
  return {rows, columns};
}

LayoutAttrInterface tilegpu::pickDotLayout(DotOp op, unsigned numWarps,
                                           bool isChained) {
  MLIRContext *context = op.getContext();
  ArrayRef<int64_t> shape = getTile(op.getResult()).getShape();
  unsigned rank = shape.size();
  int64_t m = shape[rank - 2], n = shape[rank - 1];
  if (hasInstruction(op)) {
    SmallVector<unsigned> warps;
    if (rank == 3) {
      warps.push_back(std::min<int64_t>(shape[0], numWarps));
      numWarps /= warps[0];
    }
    auto [rows, columns] = pickWarps(m, n, numWarps, isChained);
    warps.append({rows, columns});
    return NvidiaMmaLayoutAttr::get(context, /*versionMajor=*/2,
                                    /*versionMinor=*/0, warps, {16, 8});
  }
  // Blocks of up to 8x8: a thread reads 16 numbers for 64 products.
  int64_t room =
      ShapedType::getNumElements(shape) / (kThreadsPerWarp * int64_t(numWarps));
  SmallVector<unsigned> block(rank, 1);
  while (int64_t(block[rank - 1]) * block[rank - 2] * 2 <= room) {
    unsigned &row = block[rank - 2], &column = block[rank - 1];
    bool canGrowRow = row < 8 && row < m,
         canGrowColumn = column < 8 && column < n;
    if (canGrowColumn && (column <= row || !canGrowRow))
      column *= 2;
    else if (canGrowRow)
      row *= 2;
    else
      break;
  }
  SmallVector<unsigned> order(llvm::reverse(llvm::seq(0u, rank)));
  return BlockedLayoutAttr::get(context, shape, block, order, numWarps);
}

/// Adds a product whose result becomes an operand of another one, before a loop
/// carries it on, and that other one.
static void findChain(DotOp op, DenseSet<Operation *> &chained) {
  SmallVector<Operation *> todo{op};
  llvm::SmallPtrSet<Operation *, 16> seen{op};
  while (!todo.empty())
    for (OpOperand &use : todo.pop_back_val()->getUses()) {
      Operation *user = use.getOwner();
      if (isa<DotOp>(user)) {
        if (use.getOperandNumber() == 0)
          chained.insert_range(ArrayRef<Operation *>{op, user});
      } else if (user->getNumRegions() == 0 && seen.insert(user).second) {
        todo.push_back(user);
      }
    }
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// A conversion that ties layouts until they are chosen.
static bool isTie(Operation *op) {
  auto convert = dyn_cast<ConvertLayoutOp>(op);
  return convert && !convert.getPinned();
}

/// The bits of the narrowest element that is loaded for `value`, if all that it
/// is made of, loads and what is cheap to make aside, can work in the layout
/// that follows from `layout`; nothing if not.
static std::optional<unsigned> findNarrowestLoad(Value value, Attribute layout,
                                                 Block *block) {
  if (!isa<RankedTensorType>(value.getType()) || isCheap(value))
    return ~0u;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != block || !value.hasOneUse())
    return std::nullopt;
  if (isa<LoadOp>(op))
    return getBitWidth(getScalarType(value.getType()));
  if (isTie(op))
    return findNarrowestLoad(op->getOperand(0), layout, block);
  LayoutModel model(op);
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      !isMemoryEffectFree(op) || model.isFixed() || model.isAnchor())
    return std::nullopt;
  unsigned made = model.getClass(op->getResult(0));
  if (!model.accepts(made, layout))
    return std::nullopt;
  unsigned narrowest = ~0u;
  for (OpOperand &use : op->getOpOperands()) {
    if (!isa<RankedTensorType>(use.get().getType()))
      continue;
    Attribute own = model.inferLayout(made, layout, model.getClass(use));
    if (!own)
      return std::nullopt;
    std::optional<unsigned> bits = findNarrowestLoad(use.get(), own, block);
    if (!bits)
      return std::nullopt;
    narrowest = std::min(narrowest, *bits);
  }
  return narrowest;
}

static void convert(OpOperand &use, Attribute layout, bool pinned) {
  OpBuilder builder(use.getOwner());
  // Once, before the loop, what does not change in it.
  Operation *source = use.get().getDefiningOp();
  if (pinned && source && source->getBlock() != use.getOwner()->getBlock())
    builder.setInsertionPointAfter(source);
  auto op = ConvertLayoutOp::create(builder, use.get().getLoc(),
                                    withLayout(getTile(use.get()), layout),
                                    use.get());
  op.setPinned(pinned);
  use.set(op);
}

/// Brings an operand into a layout. With `throughOps`, which
/// `findNarrowestLoad` allows, all that makes it follows, and its loads are
/// converted.
static void bringInto(OpOperand &use, Attribute layout, bool throughOps) {
  if (!isa<RankedTensorType>(use.get().getType()))
    return;
  if (isCheap(use.get()))
    return convert(use, layout, /*pinned=*/false);
  Operation *op = use.get().getDefiningOp();
  if (!throughOps || isa<LoadOp>(op))
    return convert(use, layout, /*pinned=*/true);
  if (isTie(op)) {
    use.set(op->getOperand(0));
    op->erase();
    return bringInto(use, layout, throughOps);
  }
  LayoutModel model(op);
  unsigned made = model.getClass(op->getResult(0));
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()))
      bringInto(operand,
                model.inferLayout(made, layout, model.getClass(operand)),
                throughOps);
  setTileType(op->getResult(0), withLayout(getTile(op->getResult(0)), layout));
}

static void chooseOperands(DotOp op, LayoutAttrInterface layout) {
  RankedTensorType a = getTile(op.getA());
  bool isMma = isa<NvidiaMmaLayoutAttr>(layout);
  auto getLayoutOf = [&](unsigned number, unsigned kWidth) -> Attribute {
    return DotOperandLayoutAttr::get(number, layout, kWidth);
  };
  // Neighbours along K that fill 32 bits, unless K has not so many for the four
  // lanes that share it.
  int64_t k = a.getShape().back();
  auto getWidth = [&](unsigned bits) -> unsigned {
    if (!isMma)
      return 0;
    return std::clamp<int64_t>(32 / std::max(bits, 8u), 1,
                               std::max<int64_t>(1, k / 4));
  };
  unsigned kWidth = 0;
  std::optional<unsigned> narrowest[2];
  for (unsigned number : {0, 1}) {
    unsigned bits =
        getBitWidth(getScalarType(op->getOperand(number).getType()));
    // Which operations follow does not depend on the width.
    narrowest[number] =
        findNarrowestLoad(op->getOperand(number),
                          getLayoutOf(number, getWidth(bits)), op->getBlock());
    kWidth = std::max(
        kWidth, getWidth(std::min(bits, narrowest[number].value_or(bits))));
  }
  for (unsigned number : {0, 1}) {
    Attribute own = getLayoutOf(number, kWidth);
    bool follows =
        narrowest[number] &&
        findNarrowestLoad(op->getOperand(number), own, op->getBlock());
    bringInto(op->getOpOperand(number), own, follows);
  }
}

DotLayoutCounts tilegpu::chooseDotLayouts(FunctionOpInterface func) {
  DotLayoutCounts counts;
  SmallVector<DotOp> ops;
  func->walk([&](DotOp op) { ops.push_back(op); });
  DenseSet<Operation *> chained;
  for (DotOp op : ops)
    findChain(op, chained);
  for (DotOp op : ops) {
    LayoutAttrInterface layout =
        pickDotLayout(op, getNumWarps(op), chained.contains(op));
    ++(isa<NvidiaMmaLayoutAttr>(layout) ? counts.fragments : counts.blocks);
    chooseOperands(op, layout);
    convert(op->getOpOperand(2), layout, /*pinned=*/false);
    Value result = op.getResult();
    RankedTensorType type = getTile(result);
    setTileType(result, withLayout(type, layout));
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    auto back = ConvertLayoutOp::create(builder, op.getLoc(), type, result);
    result.replaceAllUsesExcept(back, back);
  }
  return counts;
}

namespace {

struct TileChooseDotLayouts
    : tile::impl::TileChooseDotLayoutsBase<TileChooseDotLayouts> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!requireTarget(module) || failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    for (FuncOp func : module.getOps<FuncOp>()) {
      DotLayoutCounts counts = chooseDotLayouts(func);
      numFragments += counts.fragments;
      numBlocks += counts.blocks;
    }
  }
};

} // namespace
