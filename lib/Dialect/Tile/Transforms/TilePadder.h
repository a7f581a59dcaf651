//===- TilePadder.h - What the rules of padding share -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The masks of a function's tiles, and the rules of the operations that must
// know of their padding; see PadTiles.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILE_TRANSFORMS_TILEPADDER_H
#define TILE_LIB_DIALECT_TILE_TRANSFORMS_TILEPADDER_H

#include "tile/Dialect/Tile/IR/PaddedShapes.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/Builders.h"

#include <map>

namespace mlir::tile {

/// An operation, and the types that it had before they were padded.
struct PaddedOp {
  Operation *op;
  SmallVector<Type> operandTypes, resultTypes;

  ArrayRef<int64_t> getOperandShape(unsigned number) const {
    return getShape(operandTypes[number]);
  }
  ArrayRef<int64_t> getResultShape(unsigned number) const {
    return getShape(resultTypes[number]);
  }

private:
  /// Nothing for a scalar.
  static ArrayRef<int64_t> getShape(Type type) {
    auto tile = dyn_cast<RankedTensorType>(type);
    return tile ? tile.getShape() : ArrayRef<int64_t>();
  }
};

/// Makes operations on padded tiles before one operation. Shapes are those
/// before padding; tiles have the padded ones.
class TilePadder {
public:
  explicit TilePadder(FuncOp function)
      : builder(function.getContext()), function(function) {}

  /// What is made next stands before `op`.
  void setPlace(Operation *op) {
    builder.setInsertionPoint(op);
    loc = op->getLoc();
  }
  OpBuilder &getBuilder() { return builder; }
  Location getLoc() const { return loc; }

  /// Which elements of the padded tile are the tile's own along `dim`; null if
  /// all are. It stands at the function's entry.
  Value getMask(ArrayRef<int64_t> shape, unsigned dim);
  /// Along all dimensions.
  Value getMask(ArrayRef<int64_t> shape);

  /// `mask`, which may be null, for the tile's own elements only.
  Value restrictMask(Value mask, ArrayRef<int64_t> shape);
  /// `tile` with `value` in its padding along `dim`.
  Value fill(Value tile, ArrayRef<int64_t> shape, unsigned dim,
             TypedAttr value);
  /// `tile` with `value` in all of its padding.
  Value fill(Value tile, ArrayRef<int64_t> shape, TypedAttr value);
  /// `tile` with copies of its last elements in its padding.
  Value repeatLast(Value tile, ArrayRef<int64_t> shape);

  /// A tile in which each element is `value`.
  Value makeSplat(ArrayRef<int64_t> shape, TypedAttr value);
  Value makeConstant(ArrayRef<int64_t> shape, int64_t value);
  /// 0, 1, ..., size - 1.
  Value makeRange(int64_t size);
  /// A tile of one dimension as dimension `dim` of `shape`, repeated along all
  /// others.
  Value spread(Value line, ArrayRef<int64_t> shape, unsigned dim);
  Value reshape(Value tile, ArrayRef<int64_t> shape);
  /// Elements along `dim` by their numbers, a tile of one dimension.
  Value gather(Value tile, Value numbers, unsigned dim);

private:
  OpBuilder builder;
  Location loc = UnknownLoc::get(builder.getContext());
  FuncOp function;
  std::map<SmallVector<int64_t>, Value> masks;
};

/// The rules of operations; see PadTiles.cpp.
void padReduce(TilePadder &padder, const PaddedOp &padded, ReduceOp op);
void padScan(TilePadder &padder, const PaddedOp &padded, ScanOp op);
void padSort(TilePadder &padder, const PaddedOp &padded, SortOp op);
void padTopK(TilePadder &padder, const PaddedOp &padded, TopKOp op);
void padDot(TilePadder &padder, const PaddedOp &padded, DotOp op);
void padDotScaled(TilePadder &padder, const PaddedOp &padded, DotScaledOp op);
void padAsm(TilePadder &padder, const PaddedOp &padded,
            ElementwiseInlineAsmOp op);
void padMap(TilePadder &padder, const PaddedOp &padded, MapElementwiseOp op);
/// `tile`, of shape `from`, in the shape `to`.
Value rearrange(TilePadder &padder, Value tile, ArrayRef<int64_t> from,
                ArrayRef<int64_t> to);
void padReshape(TilePadder &padder, const PaddedOp &padded, ReshapeOp op);
void expandExtractSlice(TilePadder &padder, const PaddedOp &padded,
                        ExtractSliceOp op);
void expandInsertSlice(TilePadder &padder, const PaddedOp &padded,
                       InsertSliceOp op);
void expandCat(TilePadder &padder, const PaddedOp &padded, CatOp op);

/// Whether the region can run for any values of its arguments: it has no loops,
/// and nothing that some values make undefined.
bool runsForAnyValues(Region &region);

} // namespace mlir::tile

#endif // TILE_LIB_DIALECT_TILE_TRANSFORMS_TILEPADDER_H
