//===- WarpgroupDots.cpp - Matrix products of warpgroups ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/WarpgroupDots.h"

#include "LaterLoads.h"
#include "Steps.h"

#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/TileGPU/Transforms/OperandPlace.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/Rematerialization.h"
#include "tile/Hardware/TargetInfo.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/ADT/SetVector.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEUSEWARPGROUPDOTS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Whether there is a `wgmma` or `tcgen05.mma` for these elements (PTX ISA,
/// "wgmma.mma_async", "tcgen05.mma").
static bool hasInstruction(DotOp op, const TargetInfo &target) {
  Type a = getScalarType(op.getA().getType()),
       b = getScalarType(op.getB().getType()),
       c = getScalarType(op.getC().getType());
  auto is8BitFloat = [](Type type) {
    return isa<Float8E4M3FNType, Float8E5M2Type>(type);
  };
  if (is8BitFloat(a) && is8BitFloat(b)) {
    // Sums in between would be others.
    int64_t imprecise = op.getMaxNumImpreciseAcc();
    return c.isF32() &&
           (imprecise == 0 || imprecise > getTile(op.getA()).getDimSize(1));
  }
  // Of tf32, `cut` is what the instruction does.
  if (a.isF32() && b.isF32() && c.isF32())
    return op.getInputPrecision() == InputPrecision::TF32;
  // Sums of f16 in tensor memory are not written yet.
  if (a.isF16() && c.isF16())
    return !target.hasTensorMemory();
  if (a.isInteger(8) && c.isInteger(32))
    return !target.hasTensorMemory() || target.hasIntegerTensorMemoryProducts();
  return (a.isF16() || a.isBF16()) && c.isF32();
}

/// The least columns of an instruction of these rows.
static int64_t getLeastColumns(const TargetInfo &target, int64_t rows) {
  return target.hasTensorMemory() && rows >= 128 ? 16 : 8;
}

bool tilegpu::haveWarpgroupInstruction(DotOp op, unsigned numWarps) {
  TargetAttr target = getTarget(op);
  const TargetInfo *info = target ? lookupTarget(target.getChip()) : nullptr;
  if (!info || !info->hasProductsOfSharedMemory())
    return false;
  RankedTensorType a = getTile(op.getA()), b = getTile(op.getB());
  unsigned bytes = getByteWidth(a.getElementType());
  // Tensor memory is allocated for a kernel, by its first warp.
  auto func = op->getParentOfType<FuncOp>();
  bool canAllocate = !info->hasTensorMemory() ||
                     (func && func.isKernel() && getProgramsPerCTA(op) == 1);
  return canAllocate && numWarps % kWarpgroupWarps == 0 && a.getRank() == 2 &&
         hasInstruction(op, *info) && a.getDimSize(0) >= kWarpgroupRows &&
         a.getDimSize(1) * bytes >= kWarpgroupDepthBytes &&
         b.getDimSize(1) >= getLeastColumns(*info, a.getDimSize(0));
}

bool tilegpu::isWarpgroupLayout(Attribute layout) {
  auto mma = dyn_cast_or_null<NvidiaMmaLayoutAttr>(layout);
  return mma && mma.getVersionMajor() != 2;
}

bool tilegpu::isTensorMemoryLayout(Attribute layout) {
  auto mma = dyn_cast_or_null<NvidiaMmaLayoutAttr>(layout);
  return mma && mma.getVersionMajor() == 5;
}

int64_t tilegpu::getInstructionRows(RankedTensorType sums) {
  return kWarpgroupWarps *
         cast<NvidiaMmaLayoutAttr>(sums.getEncoding()).getInstrShape()[0];
}

int64_t tilegpu::getInstructionColumns(RankedTensorType sums) {
  // All warpgroups' columns at once, as far as an instruction takes them.
  if (isTensorMemoryLayout(sums.getEncoding()))
    return std::min<int64_t>(sums.getDimSize(1), kMaxWarpgroupColumns);
  return cast<NvidiaMmaLayoutAttr>(sums.getEncoding()).getInstrShape()[1];
}

std::optional<MatrixDescriptor>
tilegpu::findDescriptor(Operation *dot, unsigned number,
                        const LinearLayout &place, Type elementType,
                        bool isTransposed) {
  bool isLeft = number == 0;
  RankedTensorType sums = getTile(dot->getResult(0));
  std::optional<MatrixDescriptor> found = MatrixDescriptor::match(
      place, getByteWidth(elementType), /*kDim=*/isLeft != isTransposed ? 1 : 0,
      isLeft ? getInstructionRows(sums) : getInstructionColumns(sums),
      isTensorMemoryLayout(sums.getEncoding()));
  // Pairs lie along K.
  auto scaled = dyn_cast<DotScaledOp>(dot);
  bool arePairs =
      scaled && (isLeft ? scaled.getAElemType() : scaled.getBElemType()) ==
                    ScaledElement::E2M1;
  if (found && arePairs && found->isMNMajor())
    return std::nullopt;
  return found;
}

/// The place that an operand was loaded from, with transpositions, if it still
/// has it at the product and a descriptor can say where.
static Value findPlace(OpBuilder &builder, Operation *op, unsigned number) {
  bool isTransposed = false;
  Value value = op->getOperand(number);
  while (auto trans = value.getDefiningOp<TransOp>()) {
    isTransposed ^= trans.getOrder()[0] == 1;
    value = trans.getSrc();
  }
  auto load = value.getDefiningOp<LocalLoadOp>();
  if (!load || !load.getOffsets().empty() || !canLoadAnywhereLater(load, op))
    return {};
  Value place = load.getSrc();
  MemDescType type = load.getSrc().getType();
  if (isTransposed) {
    place = MemDescTransOp::create(builder, op->getLoc(), place);
    type = cast<MemDescType>(place.getType());
  }
  if (findDescriptor(op, number, type.toLinearLayout(), type.getElementType()))
    return place;
  if (place != load.getSrc())
    place.getDefiningOp()->erase();
  return {};
}

/// Whether the left operand is in registers as the instruction takes it.
static bool isInRegisters(DotOp op, const WarpgroupSums &sums) {
  RankedTensorType a = getTile(op.getA());
  LinearLayout layout = toLinearLayout(a);
  unsigned bytes = getByteWidth(a.getElementType());
  bool inTensorMemory =
      isTensorMemoryLayout(getTile(op.getResult()).getEncoding());
  // A of 64 rows in tensor memory is not written yet.
  if (inTensorMemory && sums.warpRows != 32)
    return false;
  int32_t depth = getWarpgroupDepth(layout);
  for (const WarpgroupSums::Block &block : sums.blocks)
    for (int32_t k = 0; k < depth; k += kWarpgroupDepthBytes / bytes)
      if (!findWarpgroupOperand(layout, sums, bytes, block.row, k,
                                /*mayShareDepth=*/inTensorMemory))
        return false;
  return true;
}

/// Whether a tile is computed from what the block loads of shared memory, and
/// from what is cheap to make or made before it, element by element.
static bool isMadeOfLoads(Value tile, Block *block) {
  bool hasLoads = false;
  llvm::SmallSetVector<Value, 16> values;
  values.insert(tile);
  for (size_t i = 0; i < values.size(); ++i) {
    Operation *op = values[i].getDefiningOp();
    if (!op || op->getBlock() != block || isCheap(values[i]))
      continue;
    if (isa<LocalLoadOp>(op)) {
      hasLoads |= i != 0;
      continue;
    }
    LayoutModel model(op);
    if (!isMemoryEffectFree(op) || model.isFixed() || model.isAnchor())
      return false;
    values.insert_range(op->getOperands());
  }
  return hasLoads;
}

static bool useWarpgroups(DotOp op) {
  RankedTensorType type = getTile(op.getResult());
  if (!isWarpgroupLayout(type.getEncoding()) ||
      !haveWarpgroupInstruction(op, toLinearLayout(type).getInDimSize(kWarp)))
    return false;
  auto layout = cast<NvidiaMmaLayoutAttr>(type.getEncoding());
  std::optional<WarpgroupSums> sums =
      planWarpgroupSums(toLinearLayout(type), layout.getInstrShape()[0]);
  if (!sums || sums->numColumns != layout.getInstrShape()[1])
    return false;
  OpBuilder builder(op);
  Value b = findPlace(builder, op, 1);
  if (!b)
    return false;
  Value a = findPlace(builder, op, 0);
  if (!a && !isInRegisters(op, *sums)) {
    if (isa_and_present<MemDescTransOp>(b.getDefiningOp()))
      b.getDefiningOp()->erase();
    return false;
  }
  auto dot =
      WarpgroupDotOp::create(builder, op.getLoc(), PendingType::get(type),
                             a ? a : op.getA(), b, op.getC());
  // Threads make the next step's part while tensor cores multiply.
  dot.setInSteps(!a && isMadeOfLoads(op.getA(), op->getBlock()));
  op.replaceAllUsesWith(
      WarpgroupWaitOp::create(builder, op.getLoc(), type, dot, /*pending=*/0)
          .getResult());
  op.erase();
  return true;
}

/// The place of an operand with scales, which is stored in one if it has none.
static Value makePlace(OpBuilder &builder, DotScaledOp op, unsigned number) {
  if (Value place = findPlace(builder, op, number))
    return place;
  Value tile = op->getOperand(number);
  RankedTensorType type = getTile(tile);
  unsigned k = number == 0 ? 1 : 0;
  SharedLayoutAttrInterface layout = makeWarpgroupPlace(
      type.getShape(), type.getElementType(), /*order=*/{k, 1 - k});
  if (!layout)
    return {};
  Value place = LocalAllocOp::create(
      builder, op.getLoc(),
      MemDescType::get(type.getShape(), type.getElementType(), layout));
  LocalStoreOp::create(builder, op.getLoc(), tile, place);
  return place;
}

static LogicalResult useTensorMemory(DotScaledOp op) {
  RankedTensorType type = getTile(op.getResult());
  OpBuilder builder(op);
  Value a = makePlace(builder, op, 0), b = makePlace(builder, op, 1);
  if (!a || !b)
    return op.emitOpError("expected operands with at least 32 bytes along K, "
                          "found ")
           << op.getA().getType() << " and " << op.getB().getType();
  auto dot = WarpgroupDotOp::create(builder, op.getLoc(),
                                    PendingType::get(type), a, b, op.getC());
  dot.getAScaleMutable().assign(op.getAScale());
  dot.getBScaleMutable().assign(op.getBScale());
  dot.setAElemType(op.getAElemType());
  dot.setBElemType(op.getBElemType());
  op.replaceAllUsesWith(
      WarpgroupWaitOp::create(builder, op.getLoc(), type, dot, /*pending=*/0)
          .getResult());
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Products in flight
//===----------------------------------------------------------------------===//

/// Lets the loop store what products read to two places in turn, if it stores
/// it to one: the product of the iteration before still reads the other one.
/// Returns the loop, which may be a new one.
static scf::ForOp storeInTurn(scf::ForOp loop, ArrayRef<Value> operands) {
  SmallVector<LocalAllocOp> places;
  for (Value operand : operands)
    if (LocalAllocOp place = getAllocation(operand);
        place && place->getBlock() == loop.getBody())
      places.push_back(place);
  if (places.empty())
    return loop;
  IRRewriter rewriter(loop);
  Location loc = loop.getLoc();
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantOp::create(rewriter, loc,
                                     rewriter.getI32IntegerAttr(number));
  };
  Value first = constant(0), one = constant(1);
  loop = cast<scf::ForOp>(
      *cast<LoopLikeOpInterface>(*loop).replaceWithAdditionalYields(
          rewriter, first, /*replaceInitOperandUsesInLoop=*/false,
          [&](OpBuilder &builder, Location loc,
              ArrayRef<BlockArgument> number) {
            return SmallVector<Value>{
                arith::XOrIOp::create(builder, loc, number[0], one)};
          }));
  Value number = loop.getRegionIterArgs().back();
  for (LocalAllocOp place : places) {
    MemDescType type = place.getType();
    SmallVector<int64_t> shape{2};
    llvm::append_range(shape, type.getShape());
    rewriter.setInsertionPoint(loop);
    Value both = LocalAllocOp::create(
        rewriter, place.getLoc(),
        MemDescType::get(shape, type.getElementType(), type.getLayout()));
    rewriter.setInsertionPoint(place);
    rewriter.replaceOpWithNewOp<MemDescIndexOp>(place, type, both, number);
  }
  return loop;
}

/// The loop again, with the sum of its only product in flight from one
/// iteration to the next: an iteration waits for the product of the one before.
/// Returns the loop, which may be a new one.
static scf::ForOp keepInFlight(scf::ForOp loop) {
  loop->removeDiscardableAttr(kProductsInFlightAttrName);
  SmallVector<WarpgroupDotOp> dots;
  bool hasOther = false;
  loop.getBody()->walk([&](Operation *op) {
    if (auto dot = dyn_cast<WarpgroupDotOp>(op))
      dots.push_back(dot);
    hasOther |= isa<DotOp>(op);
  });
  if (dots.size() != 1 || hasOther || dots[0]->getBlock() != loop.getBody() ||
      !dots[0]->hasOneUse())
    return loop;
  WarpgroupDotOp dot = dots[0];
  auto wait = dyn_cast<WarpgroupWaitOp>(*dot->user_begin());
  auto carried = dyn_cast<BlockArgument>(dot.getC());
  if (!wait || !wait->hasOneUse() || !carried || !carried.hasOneUse() ||
      carried.getOwner() != loop.getBody() ||
      !isa<MemDescType>(dot.getA().getType()))
    return loop;
  OpOperand &use = *wait->use_begin();
  OpOperand *yielded = loop.getTiedLoopYieldedValue(carried);
  if (&use != yielded)
    return loop;

  OpBuilder builder(loop);
  Location loc = dot.getLoc();
  OpOperand *init = loop.getTiedLoopInit(carried);
  OpResult result = loop.getTiedLoopResult(carried);
  Type pending = dot.getType(), tile = result.getType();
  init->set(PendingSumOp::create(builder, loc, pending, init->get()));
  carried.setType(pending);
  result.setType(pending);
  builder.setInsertionPointAfter(loop);
  Value sum =
      WarpgroupWaitOp::create(builder, loc, tile, result, /*pending=*/0);
  result.replaceAllUsesExcept(sum, sum.getDefiningOp());
  builder.setInsertionPoint(wait);
  yielded->set(
      WarpgroupWaitOp::create(builder, loc, pending, dot, /*pending=*/1));
  wait.erase();
  return storeInTurn(loop, {dot.getA(), dot.getB()});
}

/// The waits for products of a loop's body that add to `sum` one after the
/// other, if the loop carries what the last one makes of it, and nothing else
/// in the loop sees the sum.
static SmallVector<WarpgroupWaitOp> findAdditions(scf::ForOp loop,
                                                  BlockArgument sum) {
  SmallVector<WarpgroupWaitOp> waits;
  for (Value value = sum; value.hasOneUse();) {
    OpOperand &use = *value.use_begin();
    if (!waits.empty() && &use == loop.getTiedLoopYieldedValue(sum))
      return waits;
    auto dot = dyn_cast<WarpgroupDotOp>(use.getOwner());
    if (!dot || dot->getBlock() != loop.getBody() || use.get() != dot.getC() ||
        !dot->hasOneUse())
      break;
    auto wait = dyn_cast<WarpgroupWaitOp>(*dot->user_begin());
    if (!wait || wait->getBlock() != loop.getBody())
      break;
    waits.push_back(wait);
    value = wait.getResult();
  }
  return {};
}

/// Leaves sums in tensor memory from one iteration to the next, where only
/// products change them.
static void keepInTensorMemory(scf::ForOp loop) {
  OpBuilder builder(loop);
  for (BlockArgument sum : loop.getRegionIterArgs()) {
    auto type = dyn_cast<RankedTensorType>(sum.getType());
    if (!type || !isTensorMemoryLayout(type.getEncoding()))
      continue;
    SmallVector<WarpgroupWaitOp> waits = findAdditions(loop, sum);
    if (waits.empty())
      continue;
    Type pending = PendingType::get(type);
    Location loc = waits.back().getLoc();
    OpOperand *init = loop.getTiedLoopInit(sum);
    OpResult result = loop.getTiedLoopResult(sum);
    builder.setInsertionPoint(loop);
    init->set(PendingSumOp::create(builder, loc, pending, init->get()));
    sum.setType(pending);
    result.setType(pending);
    for (WarpgroupWaitOp wait : waits)
      wait.getResult().setType(pending);
    builder.setInsertionPointAfter(loop);
    Value tile =
        WarpgroupWaitOp::create(builder, loc, type, result, /*pending=*/0);
    result.replaceAllUsesExcept(tile, tile.getDefiningOp());
  }
}

FailureOr<unsigned> tilegpu::useWarpgroupDots(FunctionOpInterface func) {
  SmallVector<DotOp> ops;
  func->walk([&](DotOp op) { ops.push_back(op); });
  unsigned count = 0;
  for (DotOp op : ops)
    count += useWarpgroups(op);
  SmallVector<DotScaledOp> scaled;
  func->walk([&](DotScaledOp op) {
    if (isTensorMemoryLayout(getTile(op.getResult()).getEncoding()))
      scaled.push_back(op);
  });
  for (DotScaledOp op : scaled) {
    if (failed(useTensorMemory(op)))
      return failure();
    ++count;
  }
  if (count)
    eraseDeadLoads(func);
  if (getProducerWarp(func))
    scaleMaxima(func);
  SmallVector<scf::ForOp> loops;
  func->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    if (loop->hasAttr(kProductsInFlightAttrName))
      loop = keepInFlight(loop);
    keepInTensorMemory(loop);
  }
  return count;
}

namespace {

struct TileUseWarpgroupDots
    : tile::impl::TileUseWarpgroupDotsBase<TileUseWarpgroupDots> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetAttr target = requireTarget(module);
    if (!target || failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    if (!lookupTarget(target.getChip())->hasProductsOfSharedMemory())
      return;
    for (FuncOp func : module.getOps<FuncOp>()) {
      FailureOr<unsigned> count = useWarpgroupDots(func);
      if (failed(count))
        return signalPassFailure();
      numProducts += *count;
    }
  }
};

} // namespace
