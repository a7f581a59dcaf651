//===- LayoutAttrs.h - What layout attributes share -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parsing, verifying and adapting to a shape, for all kinds of layouts.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILE_IR_LAYOUTATTRS_H
#define TILE_LIB_DIALECT_TILE_IR_LAYOUTATTRS_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile::detail {

/// The given bases (register, lane, warp, block) for a tile of this shape:
/// coordinates beyond the shape wrap to 0, registers that then repeat an
/// element vanish, and where the bases do not reach the whole tile, registers
/// are added, dimensions in `order`.
LinearLayout adaptToShape(LinearLayout::BasesT bases, ArrayRef<int64_t> shape,
                          ArrayRef<unsigned> order);

/// What all layouts require of the tile that carries them.
LogicalResult verifyRankAndShape(LayoutAttrInterface layout,
                                 ArrayRef<int64_t> shape, Type elementType,
                                 function_ref<InFlightDiagnostic()> emitError);

/// Parses `[` numbers `]`.
ParseResult parseUnsignedList(AsmParser &parser,
                              SmallVectorImpl<unsigned> &values);

/// Parses `<{` name = ..., ... `}>`, each of `names` once, in any order; calls
/// `parseValue` with the index of the name.
ParseResult parseNamedFields(AsmParser &parser, ArrayRef<StringRef> names,
                             function_ref<ParseResult(unsigned)> parseValue);

} // namespace mlir::tile::detail

#endif // TILE_LIB_DIALECT_TILE_IR_LAYOUTATTRS_H
