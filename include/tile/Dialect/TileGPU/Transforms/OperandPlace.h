//===- OperandPlace.h - Where operands of products are stored ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layout of shared memory from which an operand of a matrix product is
// loaded without bank conflicts, and to which chunks of 16 bytes are copied
// without. tile/Layout/MatrixAccess.h says how it is found.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_OPERANDPLACE_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_OPERANDPLACE_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Layout/WarpgroupPlan.h"

namespace mlir::tilegpu {

/// The place of a tile of `shape` that is loaded in layout `operand`, an
/// operand of a product or what `tile.trans` makes one of; any layout of a tile
/// of this shape will do. `order` lists the tile's dimensions as they lie in
/// memory, the fastest first: for a tile that is loaded from global memory, the
/// order there.
///
/// It is a #tilegpu.swizzled_shared if rows have chunks to permute: with rows
/// of 128 bytes and more chunk ^ row % 8, of 64 bytes chunk ^ (row / 2) % 4,
/// and others where the loads want them; else a #tilegpu.linear_shared.
SharedLayoutAttrInterface pickOperandPlace(ArrayRef<int64_t> shape,
                                           Type elementType,
                                           ArrayRef<unsigned> order,
                                           tile::LayoutAttrInterface operand);

/// Where a tile of this shape should lie in shared memory, so that a descriptor
/// can say it (WarpgroupPlan.h); null if none can. `order` lists the
/// dimensions, that of neighbours first.
SharedLayoutAttrInterface
makeWarpgroupPlace(ArrayRef<int64_t> shape, Type elementType,
                   ArrayRef<unsigned> order,
                   tile::SwizzledVectors vectors = tile::SwizzledVectors::Of16);

/// Where a tile should lie in shared memory that becomes an operand of a
/// product of warpgroups as it is, or transposed: as a descriptor can say it
/// (WarpgroupPlan.h). Null if it does not, or nothing can. `shape`,
/// `elementType` and `order` describe the stored tile.
SharedLayoutAttrInterface findWarpgroupPlace(Value tile,
                                             ArrayRef<int64_t> shape,
                                             Type elementType,
                                             ArrayRef<unsigned> order);

/// What is loaded of an operand at once: `size` neighbours along `dim`.
struct OperandSlice {
  unsigned dim;
  int64_t size;
};

/// The slice of a tile that a product takes in a step (`tile-slice-dots`),
/// where the tile is used by one product, or by operations that do not mix
/// elements and end in one.
std::optional<OperandSlice> findOperandSlice(Value tile);

/// A conversion: the type of its result, and what is loaded of that at once, if
/// not all.
struct PlaceReader {
  RankedTensorType type;
  std::optional<OperandSlice> slice;
};

/// A place, and the rank of the accesses of it (Work::getRank).
struct ConversionPlace {
  tile::LinearLayout layout;
  std::pair<int64_t, int64_t> rank;
};

/// The place through which conversions of `from` to `targets` go, which store
/// once: of those that are best for vectors (ConversionPlan.h), and of those
/// whose rows suit `ldmatrix` or, where `hasMatrixStores`, `stmatrix`, the one
/// that takes the fewest wavefronts, of these the fewest instructions, and of
/// these, where `countsMoves`, the fewest moves between registers.
ConversionPlace pickConversionPlace(RankedTensorType from,
                                    ArrayRef<PlaceReader> targets,
                                    bool hasMatrixStores, bool countsMoves);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_OPERANDPLACE_H
