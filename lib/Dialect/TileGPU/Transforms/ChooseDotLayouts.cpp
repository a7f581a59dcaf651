//===- ChooseDotLayouts.cpp - Layouts of matrix products ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/ChooseDotLayouts.h"

#include "TF32Operands.h"
#include "TransposeDot.h"

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/Tile/IR/BlockScaling.h"
#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"
#include "tile/Dialect/TileGPU/Transforms/WarpgroupDots.h"
#include "tile/Hardware/TargetInfo.h"
#include "tile/Layout/ScaleLayout.h"
#include "tile/Layout/TensorScales.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILECHOOSEDOTLAYOUTS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

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
static std::pair<unsigned, unsigned> pickWarps(int64_t m, int64_t n,
                                               unsigned numWarps,
                                               bool isChained,
                                               std::optional<unsigned> made) {
  // The last is what a warp should have of a dimension that is split first.
  constexpr int64_t kRows = 16, kColumns = 8, kPart = 32;
  unsigned rows = 1, columns = 1;
  while (rows * columns < numWarps) {
    int64_t height = m / rows, width = n / columns;
    bool canSplitRows = height > kRows, canSplitColumns = width > kColumns;
    // What is left over holds copies.
    if (made == 0 && height > kPart)
      rows *= 2;
    else if (made == 1 && width > kPart)
      columns *= 2;
    else if (canSplitRows && (isChained || height >= width || !canSplitColumns))
      rows *= 2;
    else if (canSplitColumns)
      columns *= 2;
    else
      rows *= 2;
  }
  return {rows, columns};
}

/// The layout of a product by instructions, of this shape.
static LayoutAttrInterface pickMmaLayout(MLIRContext *context,
                                         ArrayRef<int64_t> shape,
                                         unsigned numWarps, bool isChained,
                                         std::optional<unsigned> made) {
  unsigned rank = shape.size();
  SmallVector<unsigned> warps;
  if (rank == 3) {
    warps.push_back(std::min<int64_t>(shape[0], numWarps));
    numWarps /= warps[0];
  }
  auto [rows, columns] =
      pickWarps(shape[rank - 2], shape[rank - 1], numWarps, isChained, made);
  warps.append({rows, columns});
  return NvidiaMmaLayoutAttr::get(context, /*versionMajor=*/2,
                                  /*versionMinor=*/0, warps, {16, 8});
}

/// The layout of a product of warpgroups, of this shape; null if its sums do
/// not fit into registers: all that an asm adds to are there at the same time,
/// and all of a sum in tensor memory that not only its product changes.
static LayoutAttrInterface pickWarpgroupLayout(Operation *dot,
                                               const TargetInfo &target) {
  constexpr unsigned kMinColumns = 8;
  RankedTensorType type = getTile(dot->getResult(0));
  unsigned numWarps = getNumWarps(dot);
  int64_t most =
      getMostSums(numWarps, target.hasTensorMemory() && isSumOfProducts(dot));
  int64_t m = type.getDimSize(0), n = type.getDimSize(1);
  unsigned rows = kWarpgroupWarps, columns = 1;
  // Of a warp: an instruction makes 64 rows, or 128 in tensor memory.
  unsigned kRows = target.hasTensorMemory() && m >= 128 ? 32 : 16;
  // Registers of a thread, for the rows of an instruction and these columns.
  auto getSums = [&](int64_t columns) {
    return columns * getBitWidth(type.getElementType()) / 64 * (kRows / 16);
  };
  while (rows * columns < numWarps && getSums(n / columns) > most)
    columns *= 2;
  while (rows * columns < numWarps)
    if (rows * kRows < m || columns * kMinColumns >= n)
      rows *= 2;
    else
      columns *= 2;
  unsigned width =
      std::clamp<int64_t>(n / columns, kMinColumns, kMaxWarpgroupColumns);
  int64_t numBlocks = std::max<int64_t>(1, m / (rows * kRows)) *
                      std::max<int64_t>(1, n / (columns * width));
  if (numBlocks * getSums(width) > most)
    return {};
  return NvidiaMmaLayoutAttr::get(
      type.getContext(), target.hasTensorMemory() ? 5 : 3,
      /*versionMinor=*/0, {rows, columns}, {kRows, width});
}

LayoutAttrInterface tilegpu::pickDotLayout(DotOp op, unsigned numWarps,
                                           bool isChained,
                                           std::optional<unsigned> made) {
  MLIRContext *context = op.getContext();
  ArrayRef<int64_t> shape = getTile(op.getResult()).getShape();
  unsigned rank = shape.size();
  int64_t m = shape[rank - 2], n = shape[rank - 1];
  if (hasInstruction(op))
    return pickMmaLayout(context, shape, numWarps, isChained, made);
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

/// Whether two products that multiply by the same right operand have results of
/// the same shape: warps that stand alike read it alike.
static bool shareRightOperand(DotOp a, DotOp b) {
  return a.getB() == b.getB() &&
         getTile(a.getResult()).getShape() == getTile(b.getResult()).getShape();
}

/// The products whose results become left operands of other ones, before a loop
/// carries them on, and those other ones. Then those that add to a sum of one
/// of these, that begin such a sum, or that share a right operand: in one
/// layout nothing between them moves. But a right operand that a loop does not
/// change stays in registers, and warps along the rows each have all of it.
static DenseSet<Operation *> findChains(ArrayRef<DotOp> ops) {
  DenseSet<Operation *> chained;
  SmallVector<std::pair<Operation *, Operation *>> alike;
  auto addAlike = [&](DotOp a, DotOp b) {
    auto keepsRightOperand = [](DotOp op) {
      auto loop = op->getParentOfType<LoopLikeOpInterface>();
      return loop && loop.isDefinedOutsideOfLoop(op.getB());
    };
    if (!keepsRightOperand(a) && !keepsRightOperand(b))
      alike.push_back({a, b});
  };
  for (DotOp op : ops) {
    SmallVector<Operation *> todo{op};
    llvm::SmallPtrSet<Operation *, 16> seen{op};
    while (!todo.empty())
      for (OpOperand &use : todo.pop_back_val()->getUses()) {
        Operation *user = use.getOwner();
        if (auto other = dyn_cast<DotOp>(user)) {
          if (use.getOperandNumber() == 0)
            chained.insert_range(ArrayRef<Operation *>{op, user});
          else if (&use == &other.getCMutable())
            addAlike(op, other);
        } else if (user->getNumRegions() == 0 && seen.insert(user).second) {
          todo.push_back(user);
        }
      }
    for (Operation *user : op.getB().getUsers())
      if (auto other = dyn_cast<DotOp>(user))
        if (shareRightOperand(op, other))
          addAlike(op, other);
  }
  for (size_t known = 0; known != chained.size();) {
    known = chained.size();
    for (auto [a, b] : alike)
      if (chained.contains(a) || chained.contains(b))
        chained.insert_range(ArrayRef<Operation *>{a, b});
  }
  return chained;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// A conversion that ties layouts until they are chosen.
static bool isTie(Operation *op) {
  auto convert = dyn_cast_or_null<ConvertLayoutOp>(op);
  return convert && !convert.getPinned();
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

namespace {
/// What makes an operand of a product, up to its loads, in the layouts that
/// follow from the operand's. Loads are converted; what is cheap to make is
/// converted where it is used.
class OperandTree {
public:
  /// Collects it. False if some of it cannot work in the layout that follows.
  bool collect(OpOperand &root, Attribute layout) {
    block = root.getOwner()->getBlock();
    if (!collect(root.get(), layout, /*parts=*/1))
      return false;
    auto isInside = [&](OpOperand &use) {
      return &use == &root || ops.contains(use.getOwner());
    };
    return llvm::all_of(layouts, [&](auto &pair) {
      return llvm::all_of(pair.first.getUses(), isInside);
    });
  }

  /// The bits of the narrowest element that is loaded, a part of one where
  /// several elements are made of it.
  unsigned getNarrowest() const { return narrowest; }

  /// Whether some of it computes, besides what gives elements other places.
  bool computes() const {
    return llvm::any_of(ops, [](Operation *op) {
      return !isTie(op) && LayoutModel(op).getNumClasses() == 1;
    });
  }

  /// Gives all of it the layouts.
  void apply(OpOperand &root, Attribute layout) {
    for (Operation *op : ops) {
      if (isTie(op))
        continue;
      LayoutModel model(op);
      unsigned made = model.getClass(op->getResult(0));
      Attribute own = layouts.lookup(op->getResult(0));
      for (OpOperand &use : op->getOpOperands())
        if (isa<RankedTensorType>(use.get().getType()))
          bring(use, model.inferLayout(made, own, model.getClass(use)));
    }
    bring(root, layout);
    for (auto [value, own] : layouts)
      if (!isa<LoadOp>(value.getDefiningOp()))
        setTileType(value, withLayout(getTile(value), own));
    for (Operation *op : ops)
      if (isTie(op))
        op->erase();
  }

private:
  bool collect(Value value, Attribute layout, unsigned parts) {
    if (!isa<RankedTensorType>(value.getType()) || isCheap(value))
      return true;
    auto known = layouts.find(value);
    if (known != layouts.end())
      return known->second == layout;
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != block)
      return false;
    if (isa<LoadOp>(op)) {
      layouts[value] = layout;
      narrowest = std::min(narrowest,
                           getBitWidth(getScalarType(value.getType())) / parts);
      return true;
    }
    if (isTie(op)) {
      layouts[value] = layout;
      ops.insert(op);
      return collect(op->getOperand(0), layout, parts);
    }
    LayoutModel model(op);
    // Of operations with regions, maps: the others look at several elements.
    if (!isMemoryEffectFree(op) || model.isFixed() || model.isAnchor() ||
        (op->getNumRegions() != 0 && model.getNumClasses() != 1))
      return false;
    unsigned made = model.getClass(cast<OpResult>(value));
    for (OpResult result : op->getResults()) {
      unsigned other = model.getClass(result);
      Attribute own =
          other == made ? layout : model.inferLayout(made, layout, other);
      if (!own || !model.accepts(other, own))
        return false;
      layouts[result] = own;
    }
    ops.insert(op);
    // Two halves of what was loaded as one.
    if (isa<JoinOp>(op))
      parts *= 2;
    return llvm::all_of(op->getOpOperands(), [&](OpOperand &use) {
      if (!isa<RankedTensorType>(use.get().getType()))
        return true;
      Attribute own = model.inferLayout(made, layout, model.getClass(use));
      return own && collect(use.get(), own, parts);
    });
  }

  /// Lets an operation read what it reads in a layout.
  void bring(OpOperand &use, Attribute layout) {
    while (isTie(use.get().getDefiningOp()) && layouts.count(use.get()))
      use.set(use.get().getDefiningOp()->getOperand(0));
    Value value = use.get();
    if (isCheap(value))
      return convert(use, layout, /*pinned=*/false);
    if (!isa<LoadOp>(value.getDefiningOp()))
      return;
    Value &converted = loaded[value];
    if (!converted) {
      convert(use, layout, /*pinned=*/true);
      converted = use.get();
      // Before all that read it.
      if (!value.hasOneUse())
        converted.getDefiningOp()->moveAfter(value.getDefiningOp());
    } else {
      use.set(converted);
    }
  }

  Block *block = nullptr;
  unsigned narrowest = ~0u;
  llvm::SmallSetVector<Operation *, 16> ops;
  /// Results of `ops`, and of loads.
  llvm::MapVector<Value, Attribute> layouts;
  /// Conversions of loads.
  DenseMap<Value, Value> loaded;
};
} // namespace

/// The transposition that makes an operand, if others use what it transposes,
/// too; else null.
static TransOp findSharedTrans(Value operand, Attribute layout) {
  bool isShared = false;
  auto skipTies = [&](Value value) {
    for (isShared = !value.hasOneUse(); isTie(value.getDefiningOp());
         isShared |= !value.hasOneUse())
      value = value.getDefiningOp()->getOperand(0);
    return value;
  };
  auto trans = skipTies(operand).getDefiningOp<TransOp>();
  Value source = trans ? skipTies(trans.getSrc()) : Value();
  // What threads compute is a left operand of warpgroups in registers.
  auto operandLayout = dyn_cast<DotOperandLayoutAttr>(layout);
  bool mustBeLoaded =
      operandLayout && isWarpgroupLayout(operandLayout.getParent());
  return source && isShared && (!mustBeLoaded || source.getDefiningOp<LoadOp>())
             ? trans
             : TransOp();
}

/// Brings an operand into a layout: its loads, if all that makes it of them can
/// follow. What is used both as it is and transposed is transposed after its
/// conversion: then its conversions can take it from one place.
static void bringInto(OpOperand &use, Attribute layout) {
  OperandTree tree;
  if (tree.collect(use, layout))
    return tree.apply(use, layout);
  if (TransOp trans = findSharedTrans(use.get(), layout)) {
    LayoutModel model(trans);
    if (Attribute source =
            model.inferLayout(model.getClass(trans->getOpResult(0)), layout,
                              model.getClass(trans->getOpOperand(0)))) {
      OpBuilder builder(use.getOwner());
      auto again =
          TransOp::create(builder, trans.getLoc(),
                          withLayout(getTile(trans.getResult()), layout),
                          trans.getSrc(), trans.getOrder());
      use.set(again);
      return bringInto(again->getOpOperand(0), source);
    }
  }
  convert(use, layout, /*pinned=*/!isCheap(use.get()));
}

/// Of a product, with scales or without, with a kWidth of at most `maxWidth`.
static void chooseOperands(Operation *op, LayoutAttrInterface layout,
                           unsigned maxWidth = ~0u) {
  RankedTensorType a = getTile(op->getOperand(0));
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
    return std::clamp<int64_t>(32 / std::max(bits, 4u), 1,
                               std::max<int64_t>(1, k / 4));
  };
  unsigned kWidth = 0;
  for (unsigned number : {0, 1}) {
    OpOperand &use = op->getOpOperand(number);
    unsigned bits = getBitWidth(getScalarType(use.get().getType()));
    unsigned width = getWidth(bits), widest = getWidth(/*bits=*/0);
    OperandTree tree;
    bool follows = tree.collect(use, getLayoutOf(number, width));
    // Halves that are joined along K stay in one lane if the width has room for
    // all of a word.
    for (unsigned other = width; !follows && other < widest;) {
      other *= 2;
      tree = OperandTree();
      follows = tree.collect(use, getLayoutOf(number, other));
      if (follows)
        width = other;
    }
    if (follows)
      width = std::max(width, getWidth(std::min(bits, tree.getNarrowest())));
    kWidth = std::max(kWidth, width);
  }
  // A warpgroup takes words of neighbours, whatever they were loaded as.
  if (isWarpgroupLayout(layout))
    maxWidth = getWidth(getBitWidth(a.getElementType()));
  kWidth = std::min(kWidth, maxWidth);
  // Of what threads compute, tensor memory takes left operands of 128 rows.
  bool hasPlaces = isTensorMemoryLayout(layout),
       takesLeft = hasPlaces && a.getDimSize(0) >= 128;
  for (unsigned number : {0, 1}) {
    OpOperand &use = op->getOpOperand(number);
    Attribute own = getLayoutOf(number, kWidth);
    OperandTree tree;
    if ((hasPlaces ? number == 1 || !takesLeft
                   : number == 1 && isWarpgroupLayout(layout)) &&
        tree.collect(use, own) && tree.computes())
      convert(use, own, /*pinned=*/!isCheap(use.get()));
    else
      bringInto(use, own);
  }
}

/// The operand, if it is one only, that is computed from what is loaded.
static std::optional<unsigned> findMadeOperand(DotOp op,
                                               LayoutAttrInterface layout) {
  std::optional<unsigned> made;
  for (unsigned number : {0, 1}) {
    unsigned bits =
        getBitWidth(getScalarType(op->getOperand(number).getType()));
    unsigned kWidth = std::max(1u, 32 / std::max(bits, 8u));
    OperandTree tree;
    if (!tree.collect(op->getOpOperand(number),
                      DotOperandLayoutAttr::get(number, layout, kWidth)) ||
        !tree.computes())
      continue;
    if (made)
      return std::nullopt;
    made = number;
  }
  return made;
}

/// An operation that becomes a call which stays one; null if there is none.
/// ptxas lets `wgmma` wait for each other in all of a function with a call.
static Operation *findCall(FunctionOpInterface func) {
  Operation *found = nullptr;
  func->walk([&](Operation *op) {
    if (!isa<PrintOp, AssertOp, CallOp>(op))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

/// Whether an operand is the same in all iterations of the loop around the
/// product: it is stored once, in whatever order.
static bool isInvariant(OpOperand &use) {
  auto loop = use.getOwner()->getParentOfType<LoopLikeOpInterface>();
  Value value = use.get();
  while (isTie(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return loop && loop.isDefinedOutsideOfLoop(value);
}

/// Whether what a tile is loaded from has neighbours along `dim`, enough of
/// them for the widest access, as far as it is loaded.
static bool isLoadedAlong(Value tile, unsigned dim,
                          const ModuleAxisInfo &axisInfo) {
  constexpr unsigned kAccessBytes = 16;
  while (Operation *op = tile.getDefiningOp()) {
    if (auto trans = dyn_cast<TransOp>(op))
      dim = trans.getOrder()[dim];
    else if (!isTie(op))
      break;
    tile = op->getOperand(0);
  }
  auto load = tile.getDefiningOp<LoadOp>();
  return !load || axisInfo.getPointerContiguity(load.getPtr(), dim) *
                          getByteWidth(getScalarType(load.getType())) >=
                      kAccessBytes;
}

/// Whether an operand is made of loads that can follow to `layout`, and with
/// computations or without, as `computed` says.
static bool isMadeOfLoads(OpOperand &use, Attribute layout, bool computed) {
  OperandTree tree;
  return tree.collect(use, layout) && tree.computes() == computed;
}

/// Rows of a product whose right operand is computed, from which on warpgroups
/// make it.
static constexpr int64_t kLeastRowsOfMade = 128;

/// The layout of a product that warpgroups should make, which is one whose
/// right operand comes to shared memory as it is; else null. Of elements that
/// have not 16 bits `wgmma` takes neighbours along K only.
static LayoutAttrInterface findWarpgroupLayout(DotOp op,
                                               const ModuleAxisInfo &axisInfo,
                                               const TargetInfo &target) {
  if (isCheap(op.getB()))
    return {};
  auto liesAlong = [&](OpOperand &use, unsigned dim) {
    return isInvariant(use) || isLoadedAlong(use.get(), dim, axisInfo);
  };
  unsigned bytes = getByteWidth(getScalarType(op.getB().getType()));
  if (!target.hasTensorMemory() && bytes != 2 &&
      !liesAlong(op.getBMutable(), /*dim=*/0))
    return {};
  // Nor are numbers of 32 bits stored in another order in each iteration for
  // the left operand: banks would conflict.
  if (!target.hasTensorMemory() && bytes == 4 &&
      !liesAlong(op.getAMutable(), /*dim=*/1))
    return {};
  auto layout = pickWarpgroupLayout(op, target);
  if (!layout)
    return {};
  // In tensor memory's products threads store it to shared memory, and where
  // the warps of two rows or more would each make it of their own.
  bool isMade =
      !target.hasTensorMemory() &&
      getTile(op.getA()).getDimSize(0) < kLeastRowsOfMade &&
      isMadeOfLoads(op.getBMutable(), DotOperandLayoutAttr::get(1, layout, 2),
                    /*computed=*/true);
  return isMade ? LayoutAttrInterface() : layout;
}

/// Whether warpgroups should make the transposed product instead: its left
/// operand is computed in registers, by one warp each, and its right one comes
/// to shared memory as it is.
static bool isBetterTransposed(DotOp op, const TargetInfo &target) {
  constexpr int64_t kRowsOfWarp = 16;
  RankedTensorType b = getTile(op.getB());
  if (!target.hasWarpgroupProducts() || getByteWidth(b.getElementType()) != 2 ||
      getTile(op.getA()).getDimSize(0) >= kLeastRowsOfMade ||
      b.getDimSize(1) < kRowsOfWarp * getNumWarps(op))
    return false;
  auto layout = pickWarpgroupLayout(op, target);
  auto getLayoutOf = [&](unsigned number) {
    return DotOperandLayoutAttr::get(number, layout, /*kWidth=*/2);
  };
  return layout && canTransposeDot(op) &&
         isMadeOfLoads(op.getAMutable(), getLayoutOf(0), /*computed=*/false) &&
         isMadeOfLoads(op.getBMutable(), getLayoutOf(1), /*computed=*/true);
}

/// The layout around the product: of its result, and of what it is added to.
static void setResultLayout(Operation *op, LayoutAttrInterface layout) {
  convert(op->getOpOperand(2), layout, /*pinned=*/false);
  Value result = op->getResult(0);
  RankedTensorType type = getTile(result);
  setTileType(result, withLayout(type, layout));
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  auto back = ConvertLayoutOp::create(builder, op->getLoc(), type, result);
  result.replaceAllUsesExcept(back, back);
}

/// Likewise in tensor memory: `tile-decompose-scaled-dots` has left only those
/// that fit.
static void chooseTensorScaledLayouts(DotScaledOp op,
                                      LayoutAttrInterface layout) {
  chooseOperands(op, layout);
  for (OpOperand *use :
       {&op.getAScaleMutable()[0], &op.getBScaleMutable()[0]}) {
    ArrayRef<int64_t> shape = getTile(use->get()).getShape();
    bringInto(*use,
              LinearLayoutAttr::get(
                  op.getContext(),
                  getTensorScaleLayout(shape[0], shape[1], getNumWarps(op))));
  }
  setResultLayout(op, layout);
}

/// Operands with scales are multiplied as they are.
static void chooseScaledLayouts(DotScaledOp op) {
  MLIRContext *context = op.getContext();
  ArrayRef<int64_t> shape = getTile(op.getResult()).getShape();
  auto layout = pickMmaLayout(context, shape, getNumWarps(op),
                              /*isChained=*/false, std::nullopt);
  // Blocks along K that an instruction takes are in order: a lane has a word of
  // each half of them.
  bool arePairs = op.getAElemType() == ScaledElement::E2M1;
  chooseOperands(op, layout, /*maxWidth=*/arePairs ? 4 : 8);
  for (bool isLeft : {true, false}) {
    OpOperand &use =
        isLeft ? op.getAScaleMutable()[0] : op.getBScaleMutable()[0];
    RankedTensorType operand = getTile(op->getOperand(isLeft ? 0 : 1));
    bringInto(use, LinearLayoutAttr::get(
                       context,
                       getScaleLayout(toLinearLayout(operand), isLeft,
                                      getTile(use.get()).getShape().back())));
  }
  setResultLayout(op, layout);
}

DotLayoutCounts tilegpu::chooseDotLayouts(FunctionOpInterface func,
                                          TF32Rounding rounding) {
  DotLayoutCounts counts;
  TargetAttr target = getTarget(func);
  const TargetInfo *info = target ? lookupTarget(target.getChip()) : nullptr;
  std::optional<ModuleAxisInfo> axisInfo;
  Operation *calling = nullptr;
  SmallVector<DotOp> ops;
  func->walk([&](DotOp op) { ops.push_back(op); });
  DenseSet<Operation *> chained = findChains(ops);
  for (DotOp op : ops) {
    LayoutAttrInterface layout;
    if (haveWarpgroupInstruction(op, getNumWarps(op))) {
      if (!chained.contains(op) && isBetterTransposed(op, *info))
        op = transposeDot(op);
      if (!axisInfo) {
        axisInfo.emplace(func->getParentOfType<ModuleOp>());
        if (info->hasWarpgroupProducts())
          calling = findCall(func);
      }
      if (calling)
        op.emitRemark("is multiplied by single warps: '")
            << calling->getName()
            << "' calls a function, for which warpgroups would have to wait "
               "again and again";
      else
        layout = findWarpgroupLayout(op, *axisInfo, *info);
    }
    bool isOfWarpgroups = bool(layout);
    if (!isOfWarpgroups)
      layout = pickDotLayout(op, getNumWarps(op), chained.contains(op));
    if (isa<NvidiaMmaLayoutAttr>(layout) && !isOfWarpgroups &&
        !chained.contains(op))
      if (std::optional<unsigned> made = findMadeOperand(op, layout))
        layout = pickDotLayout(op, getNumWarps(op), /*isChained=*/false, made);
    ++(isa<NvidiaMmaLayoutAttr>(layout) ? counts.fragments : counts.blocks);
    if (isOfWarpgroups && getScalarType(op.getA().getType()).isF32())
      roundOperands(op, rounding);
    chooseOperands(op, layout);
    setResultLayout(op, layout);
  }
  SmallVector<DotScaledOp> scaled;
  func->walk([&](DotScaledOp op) { scaled.push_back(op); });
  for (DotScaledOp op : scaled) {
    if (info && info->hasTensorMemory())
      chooseTensorScaledLayouts(op, pickWarpgroupLayout(op, *info));
    else
      chooseScaledLayouts(op);
    ++counts.fragments;
  }
  return counts;
}

namespace {

struct TileChooseDotLayouts
    : tile::impl::TileChooseDotLayoutsBase<TileChooseDotLayouts> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!requireTarget(module) || failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    std::optional<TF32Rounding> rounding = parseTF32Rounding(tf32);
    if (!rounding) {
      module.emitError("expected cut, compensated or nearest as tf32, found '")
          << tf32 << "'";
      return signalPassFailure();
    }
    if (keepsLayouts(module))
      return;
    for (FuncOp func : module.getOps<FuncOp>()) {
      DotLayoutCounts counts = chooseDotLayouts(func, *rounding);
      numFragments += counts.fragments;
      numBlocks += counts.blocks;
    }
  }
};

} // namespace
