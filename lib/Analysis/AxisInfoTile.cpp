//===- AxisInfoTile.cpp - AxisInfo of tiles, pointers, constants --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transfer functions for the tile and tilegpu dialects, for constants, and
// for maps without a rule of their own.
//
//===----------------------------------------------------------------------===//

#include "AxisInfoTransfer.h"

#include "tile/Dialect/Tile/IR/PaddedShapes.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::axisinfo;

/// The tile's shape, or one element for a scalar.
static SmallVector<int64_t> getShape(Type type) {
  if (auto tile = dyn_cast<RankedTensorType>(type))
    if (tile.getRank() > 0)
      return SmallVector<int64_t>(tile.getShape());
  return {1};
}

unsigned axisinfo::getIntegerWidth(Type type) {
  Type scalar = getElementTypeOrSelf(type);
  return scalar.isIndex() ? 64 : scalar.getIntOrFloatBitWidth();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The facts about a tile given element by element, row-major, along one
/// dimension: runs end at each index that breaks them, so their length is the
/// largest power of two that divides all such indices.
static AxisFacts inferDense(ArrayRef<APInt> values, ArrayRef<int64_t> shape,
                            unsigned dim) {
  int64_t size = shape[dim], stride = 1;
  for (int64_t extent : shape.drop_front(dim + 1))
    stride *= extent;
  int64_t all = getPaddedSize(size);
  AxisFacts facts{all, AxisInfo::kMaxDivisibility, all};
  for (int64_t i = 0, e = values.size(); i < e; ++i) {
    int64_t index = i / stride % size;
    if (index == 0)
      continue;
    const APInt &before = values[i - stride];
    if (values[i] != before + 1)
      facts.contiguity = std::min(facts.contiguity, index & -index);
    if (values[i] != before)
      facts.constancy = std::min(facts.constancy, index & -index);
  }
  for (int64_t i = 0, e = values.size(); i < e; ++i)
    if (i / stride % size % facts.contiguity == 0)
      facts.divisibility = std::min(
          facts.divisibility, getPowerOfTwoDivisor(values[i].getSExtValue()));
  return facts;
}

AxisInfo axisinfo::inferConstant(Type type, Attribute value) {
  auto unknown = AxisInfo::getUnknown(type);
  Type scalar = getElementTypeOrSelf(type);
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integer.getValue().getBitWidth() <= 64
               ? AxisInfo::getConstant(type, integer.getValue().getSExtValue())
               : unknown;
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense)
    return unknown;
  bool isInteger = scalar.isIntOrIndex() && getIntegerWidth(scalar) <= 64;
  if (dense.isSplat()) {
    if (isInteger)
      return AxisInfo::getConstant(type,
                                   dense.getSplatValue<APInt>().getSExtValue());
    SmallVector<AxisFacts> dims;
    for (int64_t size : getPaddedShape(getShape(type)))
      dims.push_back({1, 1, size});
    return AxisInfo(dims, /*unit=*/1);
  }
  if (!isInteger)
    return unknown;
  SmallVector<APInt> values(dense.getValues<APInt>());
  SmallVector<AxisFacts> dims;
  SmallVector<int64_t> shape = getShape(type);
  for (unsigned d = 0; d < shape.size(); ++d)
    dims.push_back(inferDense(values, shape, d));
  return AxisInfo(dims, /*unit=*/1, std::nullopt,
                  llvm::all_of(values, [](const APInt &value) {
                    return value.isNonNegative();
                  }));
}

//===----------------------------------------------------------------------===//
// Making and reshaping tiles
//===----------------------------------------------------------------------===//

static AxisInfo inferMakeRange(MakeRangeOp op) {
  int64_t start = int32_t(op.getStart());
  int64_t size = cast<RankedTensorType>(op.getType()).getDimSize(0);
  if (size == 1)
    return AxisInfo::getConstant(op.getType(), start);
  return AxisInfo({{getPaddedSize(size), getPowerOfTwoDivisor(start), 1}},
                  /*unit=*/1, std::nullopt, start >= 0);
}

static AxisInfo inferSplat(SplatOp op, const AxisInfo &x) {
  SmallVector<AxisFacts> dims;
  for (int64_t size : getPaddedShape(getShape(op.getType())))
    dims.push_back({1, x.getDivisibilityOfAll(), size});
  return AxisInfo(dims, x.getUnit(), x.getConstantValue(), x.isNonNegative());
}

static AxisInfo inferUnsplat(const AxisInfo &x) {
  return AxisInfo({{1, x.getDivisibilityOfAll(), 1}}, x.getUnit(),
                  x.getConstantValue(), x.isNonNegative());
}

/// Along a dimension of size 1 every element is the first of its run.
static AxisInfo inferExpandDims(ExpandDimsOp op, const AxisInfo &x) {
  SmallVector<AxisFacts> dims(x.getDims());
  dims.insert(dims.begin() + op.getAxis(), {1, x.getDivisibilityOfAll(), 1});
  return AxisInfo(dims, x.getUnit(), x.getConstantValue(), x.isNonNegative());
}

static AxisInfo inferBroadcast(BroadcastOp op, const AxisInfo &x) {
  SmallVector<AxisFacts> dims(x.getDims());
  SmallVector<int64_t> from = getShape(op.getSrc().getType());
  SmallVector<int64_t> to = getShape(op.getType());
  for (unsigned d = 0; d < dims.size(); ++d)
    if (from[d] != to[d])
      dims[d] = {1, dims[d].divisibilityAt(1, x.getUnit()),
                 getPaddedSize(to[d])};
  return AxisInfo(dims, x.getUnit(), x.getConstantValue(), x.isNonNegative());
}

/// The longest aligned runs that a dimension of this size is made of.
static int64_t getLongestRun(int64_t size) { return size & -size; }

/// Neighbours along a dimension of the result are neighbours along one of the
/// operand, as far as both reach, if steps along the two are equal: if as many
/// elements lie after each. Of the other dimensions nothing is known.
static AxisInfo inferReshape(ReshapeOp op, const AxisInfo &x) {
  SmallVector<int64_t> from = getShape(op.getSrc().getType());
  SmallVector<int64_t> to = getShape(op.getType());
  SmallVector<AxisFacts> dims(to.size(), {1, x.getDivisibilityOfAll(), 1});
  int64_t step = 1;
  for (unsigned dim = to.size(); dim-- > 0; step *= to[dim]) {
    int64_t sourceStep = 1;
    for (unsigned source = from.size(); source-- > 0;
         sourceStep *= from[source]) {
      if (sourceStep != step || from[source] == 1)
        continue;
      const AxisFacts &facts = x.getDim(source);
      // Runs of another dimension's length stay aligned as far as both lengths
      // are multiples of them.
      int64_t longest =
          from[source] == to[dim]
              ? getPaddedSize(to[dim])
              : std::min(getLongestRun(from[source]), getLongestRun(to[dim]));
      int64_t run = std::min(facts.contiguity, longest);
      dims[dim] = {run, facts.divisibilityAt(run, x.getUnit()),
                   std::min(facts.constancy, longest)};
    }
  }
  return AxisInfo(dims, x.getUnit(), x.getConstantValue(), x.isNonNegative());
}

static AxisInfo inferTrans(TransOp op, const AxisInfo &x) {
  SmallVector<AxisFacts> dims;
  for (int32_t dim : op.getOrder())
    dims.push_back(x.getDim(dim));
  return AxisInfo(dims, x.getUnit(), x.getConstantValue(), x.isNonNegative());
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

/// A sum, with the offset in pointees. The offset is sign-extended first, so
/// its runs are as short as its numbers of one sign.
static AxisInfo inferAddPtr(AddPtrOp op, const AxisInfo &ptr,
                            const AxisInfo &offset) {
  int64_t bytes = ptr.getUnit();
  auto type = cast<PtrType>(getScalarType(op.getType()));
  if (getByteWidth(type.getPointeeType()) != bytes)
    return inferElementwise(op.getType(), {&ptr, &offset});
  unsigned width = getIntegerWidth(op.getOffset().getType());
  SmallVector<AxisFacts> dims;
  for (unsigned d = 0; d < ptr.getRank(); ++d) {
    const AxisFacts &p = ptr.getDim(d), &o = offset.getDim(d);
    int64_t offsets = o.contiguity;
    if (width <= 62)
      offsets = std::min(offsets, int64_t(1) << (width - 1));
    int64_t run = std::max(std::min(p.contiguity, o.constancy),
                           std::min(p.constancy, offsets));
    int64_t divisibility =
        std::min(p.divisibilityAt(run, bytes),
                 saturatingProduct(o.divisibilityAt(run), bytes));
    dims.push_back({run, divisibility, std::min(p.constancy, o.constancy)});
  }
  return AxisInfo(dims, bytes);
}

/// The same addresses as values of `type`: runs survive if a step is the same
/// number of bytes, else only what holds of every element.
static AxisInfo inferSameBits(const AxisInfo &x, Type type) {
  int64_t unit = AxisInfo::getUnknown(type).getUnit();
  if (unit == x.getUnit())
    return AxisInfo(x.getDims(), unit);
  SmallVector<AxisFacts> dims;
  for (const AxisFacts &facts : x.getDims())
    dims.push_back({1, facts.divisibilityAt(1, x.getUnit()), facts.constancy});
  return AxisInfo(dims, unit);
}

/// Floats have no runs: only repetition passes from and to them.
static AxisInfo inferBitcast(BitcastOp op, const AxisInfo &x) {
  if (isa<PtrType>(getScalarType(op.getType())))
    return inferSameBits(x, op.getType());
  if (op.getType() == op.getSrc().getType())
    return x;
  return inferElementwise(op.getType(), {&x});
}

/// Equal addresses have equal contents, where no thread may write in between.
static AxisInfo inferLoad(LoadOp op, Operands operands) {
  if (op.getIsVolatile())
    return AxisInfo::getUnknown(op.getType());
  size_t count = 1 + bool(op.getMask()) + bool(op.getOther());
  return axisinfo::inferElementwise(op.getType(), operands.take_front(count));
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

AxisInfo axisinfo::inferElementwise(Type type, Operands operands) {
  SmallVector<AxisFacts> dims;
  SmallVector<int64_t> shape = getPaddedShape(getShape(type));
  for (unsigned d = 0; d < shape.size(); ++d) {
    int64_t same = shape[d];
    // A scalar operand goes to every element.
    for (const AxisInfo *operand : operands)
      if (operand->getRank() == shape.size())
        same = std::min(same, operand->getConstancy(d));
      else if (operand->getRank() != 1)
        same = 1;
    dims.push_back({1, 1, same});
  }
  return AxisInfo(dims, AxisInfo::getUnknown(type).getUnit());
}

std::optional<AxisInfo> axisinfo::inferTile(Operation *op, Operands operands) {
  using Result = std::optional<AxisInfo>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<GetProgramIdOp, GetNumProgramsOp>([&](auto) {
        return AxisInfo({AxisFacts()}, /*unit=*/1, std::nullopt,
                        /*nonNegative=*/true);
      })
      .Case([&](MakeRangeOp range) { return inferMakeRange(range); })
      .Case([&](SplatOp splat) { return inferSplat(splat, *operands[0]); })
      .Case([&](UnsplatOp) { return inferUnsplat(*operands[0]); })
      .Case([&](ExpandDimsOp expand) {
        return inferExpandDims(expand, *operands[0]);
      })
      .Case([&](BroadcastOp broadcast) {
        return inferBroadcast(broadcast, *operands[0]);
      })
      .Case([&](ReshapeOp reshape) {
        return inferReshape(reshape, *operands[0]);
      })
      .Case([&](TransOp trans) { return inferTrans(trans, *operands[0]); })
      .Case([&](tilegpu::ConvertLayoutOp) { return *operands[0]; })
      .Case([&](AddPtrOp add) {
        return inferAddPtr(add, *operands[0], *operands[1]);
      })
      .Case<IntToPtrOp, PtrToIntOp>([&](auto cast) {
        return inferSameBits(*operands[0], cast.getType());
      })
      .Case([&](LoadOp load) { return inferLoad(load, operands); })
      .Case([&](BitcastOp cast) { return inferBitcast(cast, *operands[0]); })
      .Default(Result());
}
