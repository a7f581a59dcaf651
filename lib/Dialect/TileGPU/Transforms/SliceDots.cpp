//===- SliceDots.cpp - Matrix products in steps ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/SliceDots.h"

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

static bool sliceDot(DotOp op) {
  RankedTensorType a = getTile(op.getA());
  unsigned rank = a.getRank(), aDim = rank - 1, bDim = rank - 2;
  int64_t k = a.getDimSize(aDim), step = getSliceStep(op);
  OperandSlicer slicer(op);
  int64_t bytes = 0;
  // In parts, sums of lower precision would be others.
  int64_t imprecise = op.getMaxNumImpreciseAcc();
  if (k <= step || (imprecise != 0 && imprecise <= k) ||
      !slicer.canSlice(op.getA(), aDim, bytes) ||
      !slicer.canSlice(op.getB(), bDim, bytes))
    return false;
  // Operands in parts are in shared memory at the same time.
  TargetAttr target = getTarget(op);
  const TargetInfo *info = target ? lookupTarget(target.getChip()) : nullptr;
  if (bytes == 0 ||
      (info && !checkSharedMemory(*info, /*staticBytes=*/0, bytes).empty()))
    return false;
  OpBuilder builder(op);
  auto load = [&](int64_t offset) {
    return std::pair(slicer.slice(builder, op.getA(), aDim, offset, step),
                     slicer.slice(builder, op.getB(), bDim, offset, step));
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
  return true;
}

unsigned tilegpu::sliceDots(FunctionOpInterface func) {
  SmallVector<DotOp> ops;
  func->walk([&](DotOp op) { ops.push_back(op); });
  unsigned count = 0;
  for (DotOp op : ops)
    count += sliceDot(op);
  if (count)
    eraseDeadLoads(func);
  return count;
}

namespace {

struct TileSliceDots : tile::impl::TileSliceDotsBase<TileSliceDots> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    for (FuncOp func : module.getOps<FuncOp>())
      numSliced += sliceDots(func);
  }
};

} // namespace
