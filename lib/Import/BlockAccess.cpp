//===- BlockAccess.cpp - Pointers and masks of a block --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockAccess.h"

#include "tile/Dialect/Tile/IR/Tile.h"

using namespace mlir;
using namespace mlir::tile;

static RankedTensorType withElement(RankedTensorType type, Type element) {
  return RankedTensorType::get(type.getShape(), element);
}

Value BlockAccess::broadcast(OpBuilder &builder, Location loc,
                             Value tile) const {
  auto from = cast<RankedTensorType>(tile.getType());
  RankedTensorType to = withElement(type, from.getElementType());
  return from == to ? tile : BroadcastOp::create(builder, loc, to, tile);
}

Value BlockAccess::getPointers(OpBuilder &builder, Location loc) const {
  Value offset;
  for (auto [coordinate, stride] : llvm::zip_equal(coordinates, strides)) {
    Value step = SplatOp::create(builder, loc, coordinate.getType(), stride);
    Value part = broadcast(
        builder, loc, arith::MulIOp::create(builder, loc, coordinate, step));
    offset = offset ? arith::AddIOp::create(builder, loc, offset, part) : part;
  }
  RankedTensorType pointers = withElement(type, base.getType());
  Value bases = SplatOp::create(builder, loc, pointers, base);
  return AddPtrOp::create(builder, loc, pointers, bases, offset);
}

Value BlockAccess::getMask(OpBuilder &builder, Location loc,
                           ArrayRef<int32_t> dims) const {
  Value mask;
  for (int32_t dim : dims) {
    Value coordinate = coordinates[dim];
    auto tile = cast<RankedTensorType>(coordinate.getType());
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(tile));
    Value size = SplatOp::create(builder, loc, tile, shape[dim]);
    Value isBehindStart = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sge, coordinate, zero);
    Value isBeforeEnd = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, coordinate, size);
    Value part = broadcast(
        builder, loc,
        arith::AndIOp::create(builder, loc, isBehindStart, isBeforeEnd));
    mask = mask ? arith::AndIOp::create(builder, loc, mask, part) : part;
  }
  return mask;
}

Value tile::spreadAlong(OpBuilder &builder, Location loc, RankedTensorType type,
                        unsigned dim, Value tile) {
  auto line = cast<RankedTensorType>(tile.getType());
  SmallVector<int64_t> shape(line.getShape());
  for (unsigned axis = 0; axis < type.getRank(); ++axis) {
    if (axis == dim)
      continue;
    shape.insert(shape.begin() + axis, 1);
    tile = ExpandDimsOp::create(
        builder, loc, RankedTensorType::get(shape, line.getElementType()), tile,
        axis);
  }
  return tile;
}

Value tile::makeCoordinates(OpBuilder &builder, Location loc,
                            RankedTensorType type, unsigned dim, Value start) {
  int64_t size = type.getDimSize(dim);
  auto narrow = RankedTensorType::get(size, builder.getI32Type());
  auto wide = RankedTensorType::get(size, builder.getI64Type());
  Value range = MakeRangeOp::create(builder, loc, narrow, 0, int32_t(size));
  range = arith::ExtSIOp::create(builder, loc, wide, range);
  Value first = SplatOp::create(builder, loc, wide, start);
  return spreadAlong(builder, loc, type, dim,
                     arith::AddIOp::create(builder, loc, first, range));
}
