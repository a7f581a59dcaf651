//===- Histograms.cpp - Counts in shared memory ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Histograms.h"

#include "tile/Dialect/Tile/IR/LayoutInference.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"

#include "llvm/Support/MathExtras.h"

#include <deque>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

using Basis = std::vector<int32_t>;
using Bases = std::vector<Basis>;

/// Rows are a matter of time, not of room: what they may take of that.
static constexpr int64_t kMaxBytesOfRows = 16 * 1024;

/// How many warps have bins of their own.
static int64_t pickRows(int64_t numBins, int64_t numElements,
                        unsigned numWarps) {
  constexpr int64_t kElementsPerBin = 2, kBytesPerBin = 4;
  int64_t rows = numWarps;
  while (rows > 1 && (rows * numBins * kElementsPerBin > numElements ||
                      rows * numBins * kBytesPerBin > kMaxBytesOfRows))
    rows /= 2;
  return rows;
}

static LinearLayout makeMap(ArrayRef<std::pair<StringRef, Bases>> levels,
                            ArrayRef<int64_t> shape) {
  LinearLayout::BasesT bases;
  for (const auto &[name, level] : levels)
    bases.emplace_back(name.str(), level);
  return LinearLayout(bases, getOutDims(shape));
}

/// The images of the bits of a row's number and of a bin's.
static Bases getRowBits(int64_t rows) {
  Bases bits;
  for (int32_t bit = 1; bit < rows; bit *= 2)
    bits.push_back({bit, 0});
  return bits;
}
static Bases getBinBits(int64_t numBins) {
  Bases bits;
  for (int32_t bit = 1; bit < numBins; bit *= 2)
    bits.push_back({0, bit});
  return bits;
}

/// The layout in which each warp has the row that it counts in; of warps that
/// share a row, each has a part of it, as far as that goes.
static Attribute getWarpRows(MLIRContext *context, ArrayRef<int64_t> shape,
                             unsigned numWarps) {
  constexpr size_t kVectorBits = 2, kLaneBits = 5;
  std::deque<Basis> bins;
  llvm::append_range(bins, getBinBits(shape[1]));
  auto take = [&](Bases &level, size_t size) {
    for (; level.size() < size && !bins.empty(); bins.pop_front())
      level.push_back(bins.front());
  };
  Bases registers, lanes, warps = getRowBits(shape[0]);
  take(registers, kVectorBits);
  take(lanes, kLaneBits);
  take(warps, llvm::Log2_32(numWarps));
  take(registers, registers.size() + bins.size());
  lanes.resize(kLaneBits, {0, 0});
  warps.resize(llvm::Log2_32(numWarps), {0, 0});
  return getLayoutAttr(context, shape,
                       makeMap({{kRegister, registers},
                                {kLane, lanes},
                                {kWarp, warps},
                                {kBlock, {}}},
                               shape));
}

/// The layout of rows of `type`, a tile of bins, in which a thread has all rows
/// of the bins that it has of the tile.
static Attribute addRows(RankedTensorType type, int64_t rows) {
  LinearLayout layout = toLinearLayout(type);
  SmallVector<std::pair<StringRef, Bases>> levels;
  for (StringRef level : {kRegister, kLane, kWarp, kBlock}) {
    Bases &bases = levels.emplace_back(level, Bases()).second;
    for (int32_t bit = 0; bit < layout.getInDimSizeLog2(level); ++bit)
      bases.push_back({0, layout.getBasis(level, bit, getDimName(0))});
    if (level == kRegister)
      llvm::append_range(bases, getRowBits(rows));
  }
  int64_t shape[] = {rows, type.getDimSize(0)};
  return getLayoutAttr(type.getContext(), shape, makeMap(levels, shape));
}

/// The sums of the rows, a tile of this type.
static Value addUp(OpBuilder &builder, Location loc, Value rows, Type type) {
  auto sum = ReduceOp::create(builder, loc, TypeRange(type), rows, /*axis=*/0,
                              /*commutative=*/true);
  OpBuilder::InsertionGuard guard(builder);
  Type element = getScalarType(type);
  Block *body = builder.createBlock(&sum.getCombineOp(), {}, {element, element},
                                    {loc, loc});
  Value both = arith::AddIOp::create(builder, loc, body->getArgument(0),
                                     body->getArgument(1));
  ReduceReturnOp::create(builder, loc, both);
  return sum.getResult()[0];
}

static void lower(HistogramOp op) {
  MLIRContext *context = op.getContext();
  Location loc = op.getLoc();
  OpBuilder builder(op);
  Type i32 = builder.getI32Type();
  auto src = cast<RankedTensorType>(op.getSrc().getType());
  auto type = cast<RankedTensorType>(op.getType());
  unsigned numWarps = getNumWarps(op);
  int64_t numBins = type.getDimSize(0);
  int64_t shape[] = {pickRows(numBins, src.getNumElements(), numWarps),
                     numBins};

  Bases offsets = getBinBits(numBins);
  llvm::append_range(offsets, getRowBits(shape[0]));
  LinearLayout map = makeMap({{"offset", offsets}}, shape);
  Value place = LocalAllocOp::create(
      builder, loc,
      MemDescType::get(shape, i32, LinearSharedAttr::get(context, map)));
  auto zeroType =
      RankedTensorType::get(shape, i32, getWarpRows(context, shape, numWarps));
  Value zero = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(zeroType, builder.getI32IntegerAttr(0)));
  LocalStoreOp::create(builder, loc, zero, place);
  LocalCountOp::create(builder, loc, op.getSrc(), op.getMask(), place);
  Value rows = LocalLoadOp::create(
      builder, loc, RankedTensorType::get(shape, i32, addRows(type, shape[0])),
      place);
  auto sumType =
      RankedTensorType::get(type.getShape(), i32, type.getEncoding());
  Value sum = addUp(builder, loc, rows, sumType);
  if (sumType != type)
    sum = arith::ExtUIOp::create(builder, loc, type, sum);
  op.getResult().replaceAllUsesWith(sum);
  op.erase();
}

unsigned tilegpu::lowerHistograms(FunctionOpInterface func) {
  SmallVector<HistogramOp> ops;
  func->walk([&](HistogramOp op) { ops.push_back(op); });
  llvm::for_each(ops, lower);
  return ops.size();
}
