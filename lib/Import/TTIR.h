//===- TTIR.h - What TTIR has and the tile dialect lacks --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types and operations of tile/Import/TTIROps.td.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMPORT_TTIR_H
#define TILE_LIB_IMPORT_TTIR_H

#include "tile/Dialect/Tile/IR/Tile.h"

#include "tile/Import/TTIRDialect.h.inc"
#include "tile/Import/TTIREnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tile/Import/TTIRAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tile/Import/TTIRTypes.h.inc"

#define GET_OP_CLASSES
#include "tile/Import/TTIROps.h.inc"

namespace mlir::tile::ttir {

/// Whether `type` is a tensor descriptor or a block pointer.
inline bool isBlockType(Type type) {
  return isa<TensorDescType, BlockPtrType>(type);
}

/// Whether `shape` and `other` are the same without their dimensions of size 1:
/// one names the dimensions of size 1 that the other lacks.
bool haveSameElements(ArrayRef<int64_t> shape, ArrayRef<int64_t> other);

} // namespace mlir::tile::ttir

#endif // TILE_LIB_IMPORT_TTIR_H
