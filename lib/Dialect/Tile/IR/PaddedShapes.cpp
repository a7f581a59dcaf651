//===- PaddedShapes.cpp - Shapes made powers of two -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/PaddedShapes.h"
#include "tile/Dialect/Tile/IR/TileTypes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

int64_t tile::getPaddedSize(int64_t size) {
  return int64_t(llvm::PowerOf2Ceil(uint64_t(size)));
}

SmallVector<int64_t> tile::getPaddedShape(ArrayRef<int64_t> shape) {
  return llvm::map_to_vector(shape, getPaddedSize);
}

bool tile::needsPadding(ArrayRef<int64_t> shape) {
  return llvm::any_of(shape,
                      [](int64_t size) { return !llvm::isPowerOf2_64(size); });
}

bool tile::needsPadding(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile && tile.hasStaticShape() && needsPadding(tile.getShape());
}

Type tile::getPaddedType(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? tile.clone(getPaddedShape(tile.getShape())) : type;
}

LogicalResult
tile::verifyPaddedTileType(Type type,
                           function_ref<InFlightDiagnostic()> emitError) {
  if (failed(verifyTileType(type, emitError)))
    return failure();
  if (!needsPadding(type))
    return success();
  auto tile = cast<RankedTensorType>(type);
  const int64_t *odd = llvm::find_if(
      tile.getShape(), [](int64_t size) { return !llvm::isPowerOf2_64(size); });
  return emitError() << "expected a power of two for dimension "
                     << odd - tile.getShape().begin()
                     << ", because only such tiles have layouts, found " << *odd
                     << " in " << type << "; tile-pad-tiles makes it one";
}

LogicalResult tile::verifyExtents(Operation *op, Type type,
                                  ArrayRef<int64_t> extents) {
  auto tile = dyn_cast_if_present<RankedTensorType>(type);
  bool fits = tile && extents.size() == size_t(tile.getRank());
  for (size_t dim = 0; fits && dim < extents.size(); ++dim)
    fits = extents[dim] >= 1 && extents[dim] <= tile.getDimSize(dim);
  if (fits)
    return success();
  InFlightDiagnostic diag = op->emitOpError(
      "expected 'extents' of a part of its tile, one per dimension, found [");
  llvm::interleaveComma(extents, diag);
  diag << "]";
  if (type)
    diag << " for " << type;
  return diag;
}
