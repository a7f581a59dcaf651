//===- SliceDots.cpp - Matrix products in steps ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/SliceDots.h"

#include "HeadRotation.h"
#include "LaterLoads.h"

#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"
#include "tile/Hardware/SharedMemory.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILESLICEDOTS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {

/// Makes the parts of one operand.
class OperandSlicer {
public:
  OperandSlicer(DotOp dot) : dot(dot) {}

  /// Whether `value` can be had in parts along `dim`. Adds the bytes of the
  /// places in shared memory from which it comes.
  bool canSlice(Value value, unsigned dim, int64_t &bytes) const {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || type.getDimSize(dim) == 1)
      return true;
    Operation *op = value.getDefiningOp();
    if (!op)
      return false;
    if (isSplatConstant(op) || isa<SplatOp, MakeRangeOp>(op))
      return true;
    // Indices and masks are made again.
    if ((!value.hasOneUse() || op->getBlock() != dot->getBlock()) &&
        !isCheap(value))
      return false;
    if (auto load = dyn_cast<LocalLoadOp>(op)) {
      bytes += cast<MemDescType>(load.getSrc().getType()).getNumBytes();
      return canLoadLater(load, dot);
    }
    if (auto trans = dyn_cast<TransOp>(op))
      return canSlice(trans.getSrc(), trans.getOrder()[dim], bytes);
    if (auto expand = dyn_cast<ExpandDimsOp>(op)) {
      std::optional<unsigned> from = getExpandedDim(expand, dim);
      return !from || canSlice(expand.getSrc(), *from, bytes);
    }
    if (auto broadcast = dyn_cast<BroadcastOp>(op))
      return canSlice(broadcast.getSrc(), dim, bytes);
    if (!isElementwise(op) || !isMemoryEffectFree(op) ||
        op->getNumResults() != 1)
      return false;
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return canSlice(operand, dim, bytes);
    });
  }

  /// The part of `value` that begins at `offset` along `dim`.
  Value slice(OpBuilder &builder, Value value, unsigned dim, int64_t offset,
              int64_t size) const {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || type.getDimSize(dim) == 1)
      return value;
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] = size;
    auto part =
        RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
    Operation *op = value.getDefiningOp();
    Location loc = op->getLoc();
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      return arith::ConstantOp::create(
          builder, loc,
          cast<DenseElementsAttr>(constant.getValue()).resizeSplat(part));
    if (auto splat = dyn_cast<SplatOp>(op))
      return SplatOp::create(builder, loc, part, splat.getSrc());
    if (auto range = dyn_cast<MakeRangeOp>(op)) {
      auto start = static_cast<int32_t>(range.getStart() + offset);
      return MakeRangeOp::create(builder, loc, part, start, start + size);
    }
    if (auto load = dyn_cast<LocalLoadOp>(op)) {
      SmallVector<int64_t> offsets(load.getOffsets());
      offsets.resize(type.getRank(), 0);
      offsets[dim] += offset;
      return LocalLoadOp::create(builder, loc, part, load.getSrc(), offsets);
    }
    IRMapping mapping;
    for (Value operand : op->getOperands()) {
      std::optional<unsigned> from = dim;
      if (auto trans = dyn_cast<TransOp>(op))
        from = trans.getOrder()[dim];
      else if (auto expand = dyn_cast<ExpandDimsOp>(op))
        from = getExpandedDim(expand, dim);
      if (from)
        mapping.map(operand, slice(builder, operand, *from, offset, size));
    }
    Operation *copy = builder.clone(*op, mapping);
    copy->getResult(0).setType(part);
    return copy->getResult(0);
  }

private:
  static bool isSplatConstant(Operation *op) {
    DenseElementsAttr elements;
    return isa<arith::ConstantOp>(op) &&
           matchPattern(op, m_Constant(&elements)) && elements.isSplat();
  }

  /// The operand's dimension that becomes `dim`; nothing for the new one.
  static std::optional<unsigned> getExpandedDim(ExpandDimsOp op, unsigned dim) {
    unsigned axis = op.getAxis();
    if (dim == axis)
      return std::nullopt;
    return dim > axis ? dim - 1 : dim;
  }

  DotOp dot;
};

} // namespace

int64_t tilegpu::getSliceStep(DotOp op) {
  auto layout =
      dyn_cast_or_null<DotOperandLayoutAttr>(getTile(op.getA()).getEncoding());
  // What four lanes hold, each kWidth twice; without an instruction, as many as
  // leave few registers with operands.
  int64_t step = layout && layout.getKWidth() ? 8 * layout.getKWidth() : 8;
  // Parts of f32 in bf16 have an instruction of 16 steps.
  InputPrecision precision = op.getInputPrecision();
  bool isSplit = precision == InputPrecision::BF16x3 ||
                 precision == InputPrecision::BF16x6;
  return isSplit && getScalarType(op.getA().getType()).isF32()
             ? std::max<int64_t>(step, 16)
             : step;
}

/// Whether both operands can be had in parts, from shared memory.
static bool comeInParts(DotOp op) {
  unsigned rank = getTile(op.getA()).getRank();
  OperandSlicer slicer(op);
  int64_t bytes = 0;
  if (!slicer.canSlice(op.getA(), rank - 1, bytes) ||
      !slicer.canSlice(op.getB(), rank - 2, bytes))
    return false;
  // Operands in parts are in shared memory at the same time.
  TargetAttr target = getTarget(op);
  const TargetInfo *info = target ? lookupTarget(target.getChip()) : nullptr;
  return bytes != 0 &&
         (!info || checkSharedMemory(*info, /*staticBytes=*/0, bytes).empty());
}

static int64_t getDepth(DotOp op) {
  return getTile(op.getA()).getShape().back();
}

bool tilegpu::canSlice(DotOp op) {
  int64_t k = getDepth(op), imprecise = op.getMaxNumImpreciseAcc();
  // In parts, sums of lower precision would be others.
  return k > getSliceStep(op) && (imprecise == 0 || imprecise > k) &&
         comeInParts(op);
}

static LogicalResult sliceDot(DotOp op) {
  auto attr = op->getAttrOfType<IntegerAttr>(kSliceAttrName);
  int64_t k = getDepth(op), least = getSliceStep(op), step = attr.getInt();
  if (step % least != 0 || k % step != 0)
    return op.emitOpError("expected '")
           << kSliceAttrName << "' to be a multiple of " << least
           << " that divides " << k << ", found " << step;
  op->removeAttr(kSliceAttrName);
  if (!canSlice(op)) {
    op.emitRemark("is not made in steps of ")
        << step
        << " of K: its operands do not come from shared memory in parts, or "
           "its sums would be others";
    return success();
  }
  unsigned rank = getTile(op.getA()).getRank();
  OperandSlicer slicer(op);
  OpBuilder builder(op);
  auto load = [&](int64_t offset) {
    return std::pair(slicer.slice(builder, op.getA(), rank - 1, offset, step),
                     slicer.slice(builder, op.getB(), rank - 2, offset, step));
  };
  Value sum = op.getC();
  std::pair<Value, Value> next = load(0);
  for (int64_t offset = 0; offset < k; offset += step) {
    std::pair<Value, Value> current = next;
    if (offset + step < k)
      next = load(offset + step);
    sum = DotOp::create(builder, op.getLoc(), op.getType(), current.first,
                        current.second, sum, op.getInputPrecision(),
                        op.getMaxNumImpreciseAcc());
  }
  op.getResult().replaceAllUsesWith(sum);
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// The first slice
//===----------------------------------------------------------------------===//

/// What makes the head worth moving: the loads of the first product, and what
/// has effects before them, which must be a wait.
static std::optional<HeadRotation> findHead(scf::ForOp loop) {
  Block *body = loop.getBody();
  SmallVector<DotOp> dots(body->getOps<DotOp>());
  if (dots.empty())
    return std::nullopt;
  DotOp first = dots.front(), last = dots.back();
  HeadRotation rotation(loop, last);
  SmallVector<Value> values{first.getA(), first.getB()};
  while (!values.empty()) {
    Operation *op = values.pop_back_val().getDefiningOp();
    if (!op || op->getBlock() != body)
      continue;
    if (isa<LocalLoadOp>(op))
      rotation.add(op);
    else
      addOperands(op, values);
  }
  if (rotation.isEmpty())
    return std::nullopt;
  // The loads of slices will stand before their products.
  auto slice = first->getAttrOfType<IntegerAttr>(kSliceAttrName);
  bool isBeforeLoads = true, hasWait = false;
  for (Operation &op : body->without_terminator()) {
    isBeforeLoads &= slice ? &op != first : !isa<LocalLoadOp>(op);
    if (isMemoryEffectFree(&op))
      continue;
    if (last->isBeforeInBlock(&op))
      return std::nullopt;
    if (!isBeforeLoads || isa<LocalLoadOp>(op))
      continue;
    // These do no harm in an iteration that does not come.
    if (!isa<AsyncWaitOp, AsyncCopyOp, AsyncCommitGroupOp>(op))
      return std::nullopt;
    rotation.add(&op);
    hasWait |= isa<AsyncWaitOp>(op);
  }
  if (!hasWait || !rotation.plan(slice ? getDepth(first) / slice.getInt() : 1))
    return std::nullopt;
  return rotation;
}

bool tilegpu::canLoadFirstSliceAhead(scf::ForOp loop) {
  return findHead(loop).has_value();
}

FailureOr<unsigned> tilegpu::sliceDots(FunctionOpInterface func) {
  func->removeAttr(kProductsScheduledAttrName);
  SmallVector<DotOp> ops;
  SmallVector<scf::ForOp> loops;
  func->walk([&](Operation *op) {
    if (auto dot = dyn_cast<DotOp>(op); dot && dot->hasAttr(kSliceAttrName))
      ops.push_back(dot);
    if (auto loop = dyn_cast<scf::ForOp>(op);
        loop && loop->hasAttr(kFirstSliceAheadAttrName))
      loops.push_back(loop);
  });
  for (DotOp op : ops)
    if (failed(sliceDot(op)))
      return failure();
  if (!ops.empty())
    eraseDeadLoads(func);
  for (scf::ForOp loop : loops) {
    loop->removeDiscardableAttr(kFirstSliceAheadAttrName);
    if (std::optional<HeadRotation> rotation = findHead(loop))
      rotation->run();
    else
      loop.emitRemark("does not load the first operands of its next iteration "
                      "early: they do not follow a wait for copies, need what "
                      "the iteration makes, or take too many registers");
  }
  return ops.size();
}

namespace {

struct TileSliceDots : tile::impl::TileSliceDotsBase<TileSliceDots> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    for (FuncOp func : module.getOps<FuncOp>()) {
      FailureOr<unsigned> count = sliceDots(func);
      if (failed(count))
        return signalPassFailure();
      numSliced += *count;
    }
  }
};

} // namespace
