//===- SplitReductions.cpp - Reductions over several warps ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes reductions apart that more than one warp takes part in.
//
// A tile whose axis lies in registers, lanes and warps is seen as
// [outer, high, kept, low, inner]: `kept` are the bits of the axis that tell
// warps apart. The warps reduce along `high` and `low` by themselves. What each
// of them has then, a tile [outer, kept, inner], is converted to a layout in
// which the threads that need a result have all of its parts, which takes one
// trip through shared memory and one barrier; and each of them reduces along
// `kept`, always in the same order, so that all have the same bits.
//
// Where order matters, `kept` is all of the axis from the lowest bit on that
// tells warps apart.
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/LayoutInference.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Layout/ReductionPlan.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILESPLITREDUCTIONS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// A thread reads at most so many partial results by itself; of more, lanes
/// that would read the same share the work.
static constexpr unsigned kMaxBitsPerThread = 3;

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

static RankedTensorType getType(ValueRange tiles) {
  return cast<RankedTensorType>(tiles.front().getType());
}

/// The same elements in another shape.
static SmallVector<Value> reshape(OpBuilder &builder, Location loc,
                                  ValueRange tiles, ArrayRef<int64_t> shape) {
  SmallVector<Value> results;
  for (Value tile : tiles) {
    auto type = cast<RankedTensorType>(tile.getType());
    if (type.getShape() == shape) {
      results.push_back(tile);
      continue;
    }
    Attribute layout =
        mapLayout(cast<LayoutAttrInterface>(type.getEncoding()),
                  type.getShape(), shape, [&](CoordinateBit bit) {
                    return mapRowMajor(bit, type.getShape(), shape);
                  });
    results.push_back(ReshapeOp::create(
        builder, loc,
        RankedTensorType::get(shape, type.getElementType(), layout), tile,
        /*allow_reorder=*/false, /*efficient_layout=*/false));
  }
  return results;
}

static SmallVector<Value> convert(OpBuilder &builder, Location loc,
                                  ValueRange values, TypeRange types) {
  SmallVector<Value> results;
  for (auto [value, type] : llvm::zip(values, types))
    results.push_back(
        value.getType() == type
            ? value
            : ConvertLayoutOp::create(builder, loc, type, value).getResult());
  return results;
}

/// Reduces along `axis` as `op` does along its own.
static SmallVector<Value> reduce(OpBuilder &builder, ReduceOp op,
                                 ValueRange tiles, unsigned axis) {
  SmallVector<Type> types;
  for (Value tile : tiles) {
    auto type = cast<RankedTensorType>(tile.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + axis);
    if (shape.empty())
      types.push_back(type.getElementType());
    else
      types.push_back(RankedTensorType::get(
          shape, type.getElementType(),
          SliceLayoutAttr::get(axis,
                               cast<LayoutAttrInterface>(type.getEncoding()))));
  }
  auto result = ReduceOp::create(builder, op.getLoc(), types, tiles, axis,
                                 op.getCommutative());
  IRMapping mapping;
  op.getCombineOp().cloneInto(&result.getCombineOp(), mapping);
  return result.getResults();
}

//===----------------------------------------------------------------------===//
// The split
//===----------------------------------------------------------------------===//

/// A layout of [outer, kept, inner] in which each thread has, for each element
/// that `result` gives it of [outer, inner], those along `kept`, or shares them
/// with lanes that have the same elements. `result` is null for scalars.
static Attribute getGatheringLayout(MLIRContext *context,
                                    RankedTensorType result,
                                    ArrayRef<int64_t> shape, unsigned axis,
                                    unsigned numWarps, unsigned elementBits) {
  using Level = std::vector<std::vector<int32_t>>;
  Level registers, lanes, warps;
  if (result) {
    LinearLayout::BasesT bases = toLinearLayout(result).getBases();
    registers = bases[0].second;
    lanes = bases[1].second;
    warps = bases[2].second;
  } else {
    lanes.resize(llvm::Log2_32(kThreadsPerWarp));
    warps.resize(llvm::Log2_32(numWarps));
  }
  for (Level *level : {&registers, &lanes, &warps})
    for (std::vector<int32_t> &basis : *level)
      basis.insert(basis.begin() + axis, 0);

  unsigned numBits = llvm::Log2_64(shape[axis]);
  auto getBasis = [&](unsigned bit) {
    std::vector<int32_t> basis(shape.size(), 0);
    basis[axis] = 1 << bit;
    return basis;
  };
  // What one access takes; more is spread over lanes that are free.
  unsigned inThread = numBits;
  if (numBits > kMaxBitsPerThread) {
    unsigned atOnce = llvm::Log2_32(kMaxVectorBits / elementBits);
    inThread = std::min({numBits, atOnce, kMaxBitsPerThread});
    unsigned next = inThread;
    for (std::vector<int32_t> &basis : lanes)
      if (next < numBits &&
          llvm::all_of(basis, [](int32_t c) { return c == 0; }))
        basis = getBasis(next++);
    // The rest has no free lane.
    for (; next < numBits; ++next)
      registers.insert(registers.begin(), getBasis(next));
  }
  for (unsigned bit = inThread; bit-- > 0;)
    registers.insert(registers.begin(), getBasis(bit));

  return getLayoutAttr(context, shape, registers, lanes, warps);
}

/// Bits [first, last) of the axis that more than one warp holds parts of, or
/// that come between such bits; with an order to keep, all bits from the first
/// such one on.
static std::pair<unsigned, unsigned>
getKeptBits(const ReductionPlan &plan, unsigned numBits, bool isCommutative) {
  unsigned first = numBits, last = 0;
  for (const ReductionRun &run : plan.getRuns())
    if (run.level == ReductionRun::Level::Warps)
      for (unsigned bit : run.axisBits) {
        first = std::min(first, bit);
        last = std::max(last, bit + 1);
      }
  return {first, isCommutative ? last : numBits};
}

/// The type that a result is converted to before anybody uses it; its own if it
/// is used as it is.
static Type getUsedType(ReduceOp op) {
  Type type;
  for (Value result : op.getResults())
    for (Operation *user : result.getUsers()) {
      auto convert = dyn_cast<ConvertLayoutOp>(user);
      Attribute layout =
          convert ? convert.getType().getEncoding() : Attribute();
      if (!layout ||
          (type && cast<RankedTensorType>(type).getEncoding() != layout))
        return op.getResultTypes()[0];
      type = convert.getType();
    }
  return type ? type : op.getResultTypes()[0];
}

static void split(ReduceOp op, const ReductionPlan &plan) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getSrcs()[0].getType());
  unsigned axis = op.getAxis();
  int64_t extent = type.getDimSize(axis);
  auto [first, last] =
      getKeptBits(plan, llvm::Log2_64(extent), op.isCommutative());
  int64_t low = int64_t(1) << first, kept = int64_t(1) << (last - first);

  // As [outer, high, kept, low, inner], without what has size 1.
  int64_t outer = 1, inner = 1;
  for (int64_t size : type.getShape().take_front(axis))
    outer *= size;
  for (int64_t size : type.getShape().drop_front(axis + 1))
    inner *= size;
  SmallVector<int64_t> shape;
  auto add = [&](int64_t size) -> std::optional<unsigned> {
    if (size == 1)
      return std::nullopt;
    shape.push_back(size);
    return shape.size() - 1;
  };
  add(outer);
  std::optional<unsigned> highDim = add(extent / low / kept);
  unsigned keptDim = *add(kept);
  std::optional<unsigned> lowDim = add(low);
  add(inner);

  // Within the warps. The high part comes first, as it is in registers mostly.
  SmallVector<Value> tiles = reshape(builder, loc, op.getSrcs(), shape);
  if (highDim) {
    tiles = reduce(builder, op, tiles, *highDim);
    --keptDim;
    if (lowDim)
      --*lowDim;
  }
  if (lowDim)
    tiles = reduce(builder, op, tiles, *lowDim);

  // What each warp has goes to all that need it.
  SmallVector<int64_t> partial(getType(tiles).getShape()), rest(partial);
  rest.erase(rest.begin() + keptDim);
  SmallVector<Type> resultTypes(op.getResultTypes());
  if (auto used = dyn_cast<RankedTensorType>(getUsedType(op)))
    for (Type &type : resultTypes)
      type = withLayout(cast<RankedTensorType>(type), used.getEncoding());
  RankedTensorType wanted;
  // A tile of one element is left with one dimension.
  if (auto result = dyn_cast<RankedTensorType>(resultTypes[0]);
      result && !rest.empty()) {
    Attribute layout =
        mapLayout(cast<LayoutAttrInterface>(result.getEncoding()),
                  result.getShape(), rest, [&](CoordinateBit bit) {
                    return mapRowMajor(bit, result.getShape(), rest);
                  });
    wanted = RankedTensorType::get(rest, result.getElementType(), layout);
  }
  unsigned elementBits = 8;
  for (Value tile : tiles)
    elementBits =
        std::max(elementBits, getBitWidth(getScalarType(tile.getType())));
  Attribute gathering = getGatheringLayout(
      op.getContext(), wanted, partial, keptDim, getNumWarps(op), elementBits);
  SmallVector<Type> gathered;
  for (Value tile : tiles)
    gathered.push_back(
        withLayout(cast<RankedTensorType>(tile.getType()), gathering));
  tiles = convert(builder, loc, tiles, gathered);
  tiles = reduce(builder, op, tiles, keptDim);

  // As the result was.
  if (auto result = dyn_cast<RankedTensorType>(resultTypes[0])) {
    if (rest.empty()) {
      for (auto [tile, resultType] : llvm::zip(tiles, resultTypes))
        tile = SplatOp::create(builder, loc, resultType, tile);
    } else {
      tiles = reshape(builder, loc, tiles, result.getShape());
      tiles = convert(builder, loc, tiles, resultTypes);
    }
  }
  for (auto [result, tile] : llvm::zip(op.getResults(), tiles)) {
    if (result.getType() != tile.getType())
      for (Operation *user : llvm::make_early_inc_range(result.getUsers())) {
        user->getResult(0).replaceAllUsesWith(tile);
        user->erase();
      }
    result.replaceAllUsesWith(tile);
  }
  op.erase();
}

/// Converts the operands to a layout in which lanes run along the axis first.
static ReduceOp convertOperands(ReduceOp op) {
  OpBuilder builder(op);
  auto type = cast<RankedTensorType>(op.getSrcs()[0].getType());
  unsigned rank = type.getRank(), axis = op.getAxis();
  SmallVector<unsigned> order{axis};
  for (unsigned dim = rank; dim-- > 0;)
    if (dim != axis)
      order.push_back(dim);
  auto layout = BlockedLayoutAttr::get(op.getContext(), type.getShape(),
                                       SmallVector<unsigned>(rank, 1), order,
                                       getNumWarps(op));
  SmallVector<Type> types;
  for (Value src : op.getSrcs())
    types.push_back(withLayout(cast<RankedTensorType>(src.getType()), layout));
  SmallVector<Value> tiles = convert(builder, op.getLoc(), op.getSrcs(), types);
  SmallVector<Value> results = reduce(builder, op, tiles, axis);
  auto converted = results[0].getDefiningOp<ReduceOp>();
  op->replaceAllUsesWith(
      convert(builder, op.getLoc(), results, op.getResultTypes()));
  op.erase();
  return converted;
}

/// After this each tile.reduce has its axis within a warp. Returns how many had
/// not.
static unsigned splitReductions(FunctionOpInterface func) {
  SmallVector<ReduceOp> ops;
  func->walk([&](ReduceOp op) { ops.push_back(op); });
  unsigned count = 0;
  auto getPlan = [](ReduceOp op) {
    return ReductionPlan::create(
        toLinearLayout(cast<RankedTensorType>(op.getSrcs()[0].getType())),
        getDimName(op.getAxis()), op.isCommutative());
  };
  for (ReduceOp op : ops) {
    std::optional<ReductionPlan> plan = getPlan(op);
    if (!plan) {
      op = convertOperands(op);
      plan = getPlan(op);
    }
    if (!plan->crossesWarps())
      continue;
    split(op, *plan);
    ++count;
  }
  return count;
}

namespace {

struct TileSplitReductions
    : tile::impl::TileSplitReductionsBase<TileSplitReductions> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!requireTarget(module) || failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    for (FuncOp func : module.getOps<FuncOp>())
      numSplit += splitReductions(func);
  }
};

} // namespace
