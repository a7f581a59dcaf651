//===- ImportTTIR.h - TTIR becomes tile -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the TTIR that Triton 3.6 to 3.9 print, and some TTGIR, the stage after
// it. docs/ttir.md says what is accepted.
//
// TTIR differs from the tile dialect in the names of operations, types and
// attributes, hardly in syntax. So there is no translator that rewrites text:
// a dialect `tt` that exists only for the parser reads each `tt.x` with the
// parser of `tile.x` and creates that operation at once, and `!tt.ptr` is read
// as `!tile.ptr`. Source locations, and with them the names of values, are
// the parser's and stay exact. Descriptors and block pointers, which the tile
// dialect lacks, are types and operations of `tt` (TTIROps.td). Any other
// operation is an error where it stands in the text. What a parser hook does
// not see is left to `convertTTIR`: attributes, operations in generic form, and
// what descriptors and block pointers become.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_IMPORT_IMPORTTTIR_H
#define TILE_IMPORT_IMPORTTTIR_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::tile {

/// Adds the dialects that exist only to read TTIR, `tt` and `ttg`, and `gpu`,
/// whose barrier TTIR may hold. A name that the registry already knows keeps
/// the dialect it has.
void registerTTIRDialects(DialectRegistry &registry);

/// What `convertTTIR` did.
struct TTIRConversion {
  /// Operations in generic form that became operations of the tile dialect.
  unsigned operations = 0;
  /// Attributes that got the tile dialect's name.
  unsigned renamedAttributes = 0;
  /// Attributes that were dropped, because they ask for an optimisation or say
  /// something that the compiler has no use for.
  unsigned droppedAttributes = 0;
};

/// Turns what the parser left of TTIR into the tile dialect. The module may
/// hold no TTIR at all: then nothing changes, in constant time if nothing in
/// the context ever was TTIR.
///
/// Fails after an error for each operation that the tile dialect lacks; the
/// module is unchanged then. It also fails where an operation's attributes do
/// not fit. The result is not verified.
LogicalResult convertTTIR(ModuleOp module, TTIRConversion *done = nullptr);

/// Parses the main buffer, converts it and verifies the result. Loads the
/// dialects it needs into the context. Null after errors, which go to the
/// context's diagnostic handlers.
OwningOpRef<ModuleOp> importTTIR(llvm::SourceMgr &sourceMgr,
                                 MLIRContext *context);

} // namespace mlir::tile

#endif // TILE_IMPORT_IMPORTTTIR_H
