//===- SplitScans.cpp - Scans over several warps --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes scans apart that more than one warp takes part in.
//
// The bits of the axis below the lowest one that tells warps apart make a block
// (ScanPlan.h). A tile is seen as [outer, blocks, block, inner]:
//
//   1. each warp scans along `block` by itself;
//   2. the last element of each block is its total, a tile
//      [outer, blocks, 1, inner] that a tile.gather takes;
//   3. a conversion brings all totals of a row to each warp that has a part of
//      it, in lanes that would be idle: one store, one barrier, one load;
//   4. each warp scans the totals, always in the same order, so that all warps
//      have the same bits;
//   5. a tile.gather takes the total of all blocks before a block, and
//      tile.map_elementwise combines it with the elements of the block. Of the
//      first block nothing comes before: there stands the identity of the
//      region, or a select keeps its elements.
//
// Where a layout does not suit (a bit of the axis is not one bit of register,
// lane or warp alone, or the lowest bit is a warp's), the operands are
// converted to one that does, and the results back: a few neighbours along the
// axis in registers, the next in lanes, the next in registers again, and warps
// over other dimensions, or the last bits of the axis if there are too few of
// these.
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/CombineIdentity.h"
#include "tile/Dialect/Tile/IR/CombineRegions.h"
#include "tile/Dialect/Tile/IR/LayoutInference.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Layout/ScanPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILESPLITSCANS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {
/// What `splitScans` changed.
struct SplitScanCounts {
  unsigned split = 0;
  unsigned converted = 0;
};
} // namespace

using Level = std::vector<std::vector<int32_t>>;

static std::optional<ScanPlan> getPlan(ScanOp op) {
  return ScanPlan::create(
      toLinearLayout(cast<RankedTensorType>(op.getSrcs()[0].getType())),
      getDimName(op.getAxis()));
}

/// The layout for scans of this shape that the head of SplitScans.cpp
/// describes.
static LayoutAttrInterface getScanLayout(MLIRContext *context,
                                         ArrayRef<int64_t> shape, unsigned axis,
                                         unsigned numWarps) {
  constexpr unsigned kNeighbourBits = 2;
  unsigned rank = shape.size(), numLaneBits = llvm::Log2_32(kThreadsPerWarp),
           numWarpBits = llvm::Log2_32(numWarps);
  auto getBases = [&](unsigned dim) {
    Level bases;
    for (int64_t size = 1; size < shape[dim]; size *= 2) {
      bases.emplace_back(rank, 0);
      bases.back()[dim] = size;
    }
    return bases;
  };
  Level along = getBases(axis), others;
  for (unsigned dim = rank; dim-- > 0;)
    if (dim != axis)
      llvm::append_range(others, getBases(dim));
  Level registers, lanes, warps;
  auto take = [](Level &from, Level &to, size_t limit) {
    size_t count = 0;
    while (count < from.size() && to.size() < limit)
      to.push_back(from[count++]);
    from.erase(from.begin(), from.begin() + count);
  };
  take(along, registers, kNeighbourBits);
  take(along, lanes, numLaneBits);
  take(others, lanes, numLaneBits);
  take(others, warps, numWarpBits);
  // Warps that are left over have the last bits of the axis.
  size_t last = std::min<size_t>(along.size(), numWarpBits - warps.size());
  warps.insert(warps.end(), along.end() - last, along.end());
  along.resize(along.size() - last);
  llvm::append_range(registers, along);
  llvm::append_range(registers, others);
  lanes.resize(numLaneBits, std::vector<int32_t>(rank, 0));
  warps.resize(numWarpBits, std::vector<int32_t>(rank, 0));
  return getLayoutAttr(context, shape, registers, lanes, warps);
}

/// The layout of totals in which each warp has all of its rows': bits along
/// `axis` that warps had are in lanes that held copies, or in registers.
static LayoutAttrInterface getCollectingLayout(RankedTensorType totals,
                                               unsigned axis) {
  LinearLayout::BasesT bases = toLinearLayout(totals).getBases();
  Level registers = bases[0].second, lanes = bases[1].second,
        warps = bases[2].second, collected;
  auto isZero = [](const std::vector<int32_t> &basis) {
    return llvm::all_of(basis, [](int32_t c) { return c == 0; });
  };
  for (std::vector<int32_t> &basis : warps)
    if (basis[axis] != 0) {
      collected.push_back(basis);
      llvm::fill(basis, 0);
    }
  size_t next = 0;
  for (std::vector<int32_t> &basis : lanes)
    if (isZero(basis) && next < collected.size())
      basis = collected[next++];
  registers.insert(registers.end(), collected.begin() + next, collected.end());
  return getLayoutAttr(totals.getContext(), totals.getShape(), registers, lanes,
                       warps);
}

namespace {

/// Builds the parts of one scan.
class ScanSplitter {
public:
  explicit ScanSplitter(ScanOp op)
      : op(op), builder(op), loc(op.getLoc()), reverse(op.getReverse()) {}

  /// Splits the scan, which the plan says crosses warps, with at least one bit
  /// below them.
  void split(const ScanPlan &plan);

  /// Converts operands and results; returns the scan in between.
  ScanOp convert();

private:
  RankedTensorType getType(Value tile) {
    return cast<RankedTensorType>(tile.getType());
  }
  /// The same elements in another shape, and the layout that follows or `type`.
  Value reshape(Value tile, ArrayRef<int64_t> shape, Type result = {}) {
    RankedTensorType type = getType(tile);
    if (!result) {
      Attribute layout =
          mapLayout(cast<LayoutAttrInterface>(type.getEncoding()),
                    type.getShape(), shape, [&](CoordinateBit bit) {
                      return mapRowMajor(bit, type.getShape(), shape);
                    });
      result = RankedTensorType::get(shape, type.getElementType(), layout);
    }
    if (result == type)
      return tile;
    return ReshapeOp::create(builder, loc, result, tile,
                             /*allow_reorder=*/false,
                             /*efficient_layout=*/false);
  }
  SmallVector<Value> scan(ValueRange tiles, unsigned axis) {
    auto made = ScanOp::create(builder, loc, tiles.getTypes(), tiles, axis,
                               op.getReverse());
    IRMapping mapping;
    op.getCombineOp().cloneInto(&made.getCombineOp(), mapping);
    return made.getResult();
  }
  Value gather(Value tile, Value indices, unsigned axis) {
    RankedTensorType type = getType(indices);
    return GatherOp::create(
        builder, loc,
        RankedTensorType::get(type.getShape(), getType(tile).getElementType(),
                              type.getEncoding()),
        tile, indices, axis, /*efficient_layout=*/false);
  }
  Value makeConstant(RankedTensorType type, TypedAttr value) {
    return arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(type, Attribute(value)));
  }
  Value makeConstant(RankedTensorType type, int64_t value) {
    return makeConstant(type,
                        builder.getIntegerAttr(type.getElementType(), value));
  }
  /// The coordinates along `dim` of a tile of this type's shape and layout.
  Value makeCoordinates(RankedTensorType type, unsigned dim);
  SmallVector<Value> combine(ValueRange before, ValueRange tiles,
                             Value isFirst);

  ScanOp op;
  OpBuilder builder;
  Location loc;
  bool reverse;
};

} // namespace

Value ScanSplitter::makeCoordinates(RankedTensorType type, unsigned dim) {
  Type i32 = builder.getI32Type();
  auto indexType =
      RankedTensorType::get(type.getShape(), i32, type.getEncoding());
  int64_t count = type.getNumElements(), inner = 1;
  for (int64_t size : type.getShape().drop_front(dim + 1))
    inner *= size;
  Attribute flat =
      mapLayout(cast<LayoutAttrInterface>(type.getEncoding()), type.getShape(),
                {count}, [&](CoordinateBit bit) {
                  return mapRowMajor(bit, type.getShape(), {count});
                });
  Value range =
      MakeRangeOp::create(builder, loc, RankedTensorType::get(count, i32, flat),
                          /*start=*/0, /*end=*/count);
  Value index = reshape(range, type.getShape(), indexType);
  if (inner != 1)
    index = arith::ShRUIOp::create(
        builder, loc, index, makeConstant(indexType, llvm::Log2_64(inner)));
  if (type.getDimSize(dim) * inner != count)
    index = arith::AndIOp::create(
        builder, loc, index, makeConstant(indexType, type.getDimSize(dim) - 1));
  return index;
}

/// What comes before, on the left, and the elements, on the right; only the
/// latter where `isFirst`, which may be null.
SmallVector<Value> ScanSplitter::combine(ValueRange before, ValueRange tiles,
                                         Value isFirst) {
  SmallVector<Value> operands(before);
  llvm::append_range(operands, tiles);
  if (isFirst)
    operands.push_back(isFirst);
  auto map = MapElementwiseOp::create(builder, loc, tiles.getTypes(), operands,
                                      /*pack=*/1);
  SmallVector<Type> types;
  for (Value operand : operands)
    types.push_back(getScalarType(operand.getType()));
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&map.getScalarOp(), {}, types,
                                     SmallVector<Location>(types.size(), loc));
  Block &body = op.getCombineOp().front();
  IRMapping mapping;
  mapping.map(body.getArguments(),
              block->getArguments().take_front(body.getNumArguments()));
  ValueRange own = block->getArguments().slice(tiles.size(), tiles.size());
  // What asserts something runs only where something comes before.
  scf::IfOp branch;
  if (isFirst && hasAsserts(body)) {
    branch = scf::IfOp::create(builder, loc, own.getTypes(),
                               block->getArguments().back(),
                               /*withElseRegion=*/true);
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(builder, loc, own);
    builder.setInsertionPointToStart(branch.elseBlock());
  }
  for (Operation &nested : body.without_terminator())
    builder.clone(nested, mapping);
  SmallVector<Value> results;
  for (auto [value, alone] :
       llvm::zip(body.getTerminator()->getOperands(), own)) {
    Value result = mapping.lookupOrDefault(value);
    if (isFirst && !branch)
      result = arith::SelectOp::create(
          builder, loc, block->getArguments().back(), alone, result);
    results.push_back(result);
  }
  if (branch) {
    scf::YieldOp::create(builder, loc, results);
    builder.setInsertionPointToEnd(block);
    results = branch.getResults();
  }
  MapElementwiseReturnOp::create(builder, loc, results);
  return map.getResult();
}

void ScanSplitter::split(const ScanPlan &plan) {
  RankedTensorType type = getType(op.getSrcs()[0]);
  unsigned axis = op.getAxis();
  int64_t block = int64_t(1) << plan.getNumBlockBits();
  int64_t blocks = type.getDimSize(axis) / block, outer = 1, inner = 1;
  for (int64_t size : type.getShape().take_front(axis))
    outer *= size;
  for (int64_t size : type.getShape().drop_front(axis + 1))
    inner *= size;
  // Dimensions of size 1 say nothing.
  SmallVector<int64_t> shape;
  if (outer != 1)
    shape.push_back(outer);
  unsigned blocksDim = shape.size(), blockDim = blocksDim + 1;
  shape.push_back(blocks);
  shape.push_back(block);
  if (inner != 1)
    shape.push_back(inner);

  SmallVector<Value> tiles;
  for (Value src : op.getSrcs())
    tiles.push_back(reshape(src, shape));
  tiles = scan(tiles, blockDim);

  SmallVector<int64_t> totalsShape(shape);
  totalsShape[blockDim] = 1;
  auto indexType = RankedTensorType::get(totalsShape, builder.getI32Type(),
                                         getType(tiles[0]).getEncoding());
  Value last = makeConstant(indexType, reverse ? 0 : block - 1);
  SmallVector<Value> totals;
  for (Value tile : tiles)
    totals.push_back(gather(tile, last, blockDim));
  Attribute collecting = getCollectingLayout(indexType, blocksDim);
  for (Value &total : totals)
    total = ConvertLayoutOp::create(
        builder, loc, withLayout(getType(total), collecting), total);
  totals = scan(totals, blocksDim);

  Value number = makeCoordinates(indexType, blocksDim);
  Value isFirst =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, number,
                            makeConstant(indexType, reverse ? blocks - 1 : 0));
  Value previous = arith::AddIOp::create(
      builder, loc, number, makeConstant(indexType, reverse ? 1 : -1));
  previous = arith::AndIOp::create(builder, loc, previous,
                                   makeConstant(indexType, blocks - 1));
  auto identity = findIdentity(op.getCombineOp().front());
  SmallVector<Value> before;
  for (auto [i, total] : llvm::enumerate(totals)) {
    Value value = gather(total, previous, blocksDim);
    if (identity)
      value = arith::SelectOp::create(
          builder, loc, isFirst, makeConstant(getType(value), (*identity)[i]),
          value);
    before.push_back(
        BroadcastOp::create(builder, loc, tiles[i].getType(), value));
  }
  Value condition;
  if (!identity)
    condition =
        BroadcastOp::create(builder, loc,
                            RankedTensorType::get(shape, builder.getI1Type(),
                                                  indexType.getEncoding()),
                            isFirst);
  SmallVector<Value> results = combine(before, tiles, condition);
  for (auto [result, old] : llvm::zip(results, op.getResults()))
    result = reshape(result, type.getShape(), old.getType());
  op->replaceAllUsesWith(results);
  op.erase();
}

ScanOp ScanSplitter::convert() {
  RankedTensorType type = getType(op.getSrcs()[0]);
  Attribute layout = getScanLayout(op.getContext(), type.getShape(),
                                   op.getAxis(), getNumWarps(op));
  SmallVector<Value> tiles;
  for (Value src : op.getSrcs())
    tiles.push_back(ConvertLayoutOp::create(
        builder, loc, withLayout(getType(src), layout), src));
  SmallVector<Value> results = scan(tiles, op.getAxis());
  auto scanned = results[0].getDefiningOp<ScanOp>();
  for (auto [result, old] : llvm::zip(results, op.getResults()))
    result = ConvertLayoutOp::create(builder, loc, old.getType(), result);
  op->replaceAllUsesWith(results);
  op.erase();
  return scanned;
}

/// After this each tile.scan of `func` has its axis within a warp.
static SplitScanCounts splitScans(FunctionOpInterface func) {
  SmallVector<ScanOp> ops;
  func->walk([&](ScanOp op) { ops.push_back(op); });
  SplitScanCounts counts;
  for (ScanOp op : ops) {
    std::optional<ScanPlan> plan = getPlan(op);
    if (!plan || (plan->crossesWarps() && plan->getNumBlockBits() == 0)) {
      op = ScanSplitter(op).convert();
      plan = getPlan(op);
      ++counts.converted;
    }
    if (!plan->crossesWarps())
      continue;
    ScanSplitter(op).split(*plan);
    ++counts.split;
  }
  return counts;
}

namespace {

struct TileSplitScans : tile::impl::TileSplitScansBase<TileSplitScans> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!requireTarget(module) || failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    for (FuncOp func : module.getOps<FuncOp>()) {
      SplitScanCounts counts = splitScans(func);
      numSplit += counts.split;
      numConverted += counts.converted;
    }
  }
};

} // namespace
