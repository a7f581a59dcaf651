//===- ScheduleProducts.cpp - How products run next to other work ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes as attributes which products run an iteration late, which are made in
// steps, and which loops load first operands early. OverlapProducts.h and
// SliceDots.h have the ideas, and their passes do what the attributes say.
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/TileGPU/Transforms/OverlapProducts.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/SliceDots.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILESCHEDULEPRODUCTS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// A scalar as `value * factor + offset`.
struct LinearScalar {
  Value value;
  int64_t factor = 0, offset = 0;

  static LinearScalar of(Value scalar) {
    if (std::optional<int64_t> constant = getConstantIntValue(scalar))
      return {Value(), 0, *constant};
    Operation *op = scalar.getDefiningOp();
    std::optional<int64_t> right =
        isa_and_present<arith::AddIOp, arith::MulIOp>(op)
            ? getConstantIntValue(op->getOperand(1))
            : std::nullopt;
    if (!right)
      return {scalar, 1, 0};
    LinearScalar left = of(op->getOperand(0));
    if (isa<arith::AddIOp>(op))
      left.offset += *right;
    else
      left = {left.value, left.factor * *right, left.offset * *right};
    return left;
  }
};

/// Whether the loop is known to have so few iterations that what is gained in
/// the later ones is not worth the registers.
static bool isShort(scf::ForOp loop) {
  constexpr int64_t kShort = 2;
  auto begin = LinearScalar::of(loop.getLowerBound()),
       end = LinearScalar::of(loop.getUpperBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  return step && begin.value == end.value && begin.factor == end.factor &&
         end.offset - begin.offset <= kShort * *step;
}

/// Whether warpgroups gain by turns: if they have much to do between their
/// products, the products of one fill the time in which the other makes
/// operands. Without turns they come to both at the same time.
///
/// Compared are instructions per warp with the clocks of a warpgroup's
/// products, on each quarter of an SM. Attention on an H200, bf16, TFLOP/s
/// without and with turns: 128 x 128, heads of 128, 0.34: 688 and 675; 128 x
/// 64, 0.41: 527 and 551; with scores scaled by threads, 128 x 128, 0.47: 498
/// and 557; heads of 64, 0.63: 412 and 448.
static bool gainByTurns(scf::ForOp loop) {
  constexpr double kLeast = 0.4;
  // One thread issues what products in tensor memory there are.
  if (getNumWarps(loop) <= kWarpgroupWarps ||
      llvm::any_of(loop.getBody()->getOps<WarpgroupDotOp>(),
                   [](auto dot) { return isInTensorMemory(dot.getType()); }))
    return false;
  double instructions = 0, clocks = 0;
  auto countRegisters = [](Value value) -> int64_t {
    auto tile = dyn_cast<RankedTensorType>(value.getType());
    return tile ? toLinearLayout(tile).getInDimSize(kRegister) : 0;
  };
  // What a sum or difference is contracted with.
  auto isContracted = [](Operation *op) {
    return isa<arith::MulFOp>(op) &&
           llvm::all_of(op->getUsers(),
                        llvm::IsaPred<arith::AddFOp, arith::SubFOp>);
  };
  for (Operation &op : *loop.getBody()) {
    if (auto dot = dyn_cast<WarpgroupDotOp>(op)) {
      // In f16, of an SM (NVIDIA H100 Tensor Core GPU Architecture).
      constexpr double kProductsPerClock = 2048, kBitsOfF16 = 16;
      auto sums =
          cast<RankedTensorType>(cast<PendingType>(dot.getType()).getTile());
      auto right = cast<MemDescType>(dot.getB().getType());
      clocks += double(sums.getNumElements()) * right.getTileShape()[0] *
                getBitWidth(right.getElementType()) / kBitsOfF16 /
                kProductsPerClock / (getNumWarps(loop) / kWarpgroupWarps);
    } else if (isa<ReduceOp>(op)) {
      instructions += countRegisters(op.getOperand(0));
    } else if (isElementwise(&op) && op.getNumResults() == 1 &&
               !isa<BroadcastOp, SplatOp>(op) && !isContracted(&op)) {
      // Two are converted at a time.
      double registers = countRegisters(op.getResult(0));
      instructions += isa<arith::TruncFOp>(op) ? registers / 2 : registers;
    }
  }
  return instructions >= kLeast * clocks;
}

/// Whether two products' sums and what becomes of one of them leave too few
/// registers: a warpgroup with 128 rows has 64 of each of the two for 64
/// columns, and four numbers for each of a row. Attention on an H200, heads of
/// 64, f16, 128 x 64 by 4 warps, TFLOP/s with and without the late product: 361
/// and 358, but 267 and 283 where masks need registers, too, and 6 words are
/// spilled.
static bool haveNoRoom(ArrayRef<WarpgroupDotOp> dots) {
  constexpr int64_t kMost = 128;
  int64_t registers = 0;
  bool hasManyRows = true;
  for (WarpgroupDotOp dot : dots) {
    if (isInTensorMemory(dot.getType()))
      return false;
    auto sums =
        cast<RankedTensorType>(cast<PendingType>(dot.getType()).getTile());
    registers += countRegisters(sums);
    int64_t warpgroups =
        cast<NvidiaMmaLayoutAttr>(sums.getEncoding()).getWarpsPerCTA()[0] /
        kWarpgroupWarps;
    hasManyRows &= sums.getDimSize(0) > kWarpgroupRows * warpgroups;
  }
  return hasManyRows && registers >= kMost;
}

namespace {

struct TileScheduleProducts
    : tile::impl::TileScheduleProductsBase<TileScheduleProducts> {
  using TileScheduleProductsBase::TileScheduleProductsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    for (FuncOp func : module.getOps<FuncOp>()) {
      if (func.isExternal() || func->hasAttr(kProductsScheduledAttrName))
        continue;
      func->setAttr(kProductsScheduledAttrName, UnitAttr::get(&getContext()));
      schedule(func);
    }
  }

private:
  void schedule(FuncOp func) {
    Builder builder(&getContext());
    func.walk([&](DotOp dot) {
      if (!canSlice(dot))
        return;
      dot->setAttr(kSliceAttrName,
                   builder.getI64IntegerAttr(getSliceStep(dot)));
      ++numSliced;
    });
    bool mayRunLate = overlapProducts && getProducerWarp(func);
    func.walk([&](scf::ForOp loop) {
      auto mark = [&](Operation *op, StringRef name) {
        op->setDiscardableAttr(name, builder.getUnitAttr());
      };
      if (canLoadFirstSliceAhead(loop)) {
        mark(loop, kFirstSliceAheadAttrName);
        ++numAhead;
      }
      WarpgroupDotOp late = mayRunLate ? findLateProduct(loop) : nullptr;
      SmallVector<WarpgroupDotOp> dots(
          loop.getBody()->getOps<WarpgroupDotOp>());
      if (!late || isShort(loop) || haveNoRoom(ArrayRef(dots).take_back(2)))
        return;
      mark(late, kLateAttrName);
      if (gainByTurns(loop))
        mark(loop, kTurnsAttrName);
      ++numLate;
    });
  }
};

} // namespace
