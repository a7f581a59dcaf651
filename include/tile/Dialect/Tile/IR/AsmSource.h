//===- AsmSource.h - Inline PTX in the text of a module ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operation knows the line and column where it begins, and not where its asm
// string does. A tool that shows what is wrong with an asm at its characters,
// as an editor does, registers this interface with the tile dialect: it hears
// of each asm that is parsed, and of each that the verifier finds right, and it
// says where in the text a character of the asm stands.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_ASMSOURCE_H
#define TILE_DIALECT_TILE_IR_ASMSOURCE_H

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::tile {

class AsmSourceInterface : public DialectInterface::Base<AsmSourceInterface> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AsmSourceInterface)

  explicit AsmSourceInterface(Dialect *dialect) : Base(dialect) {}

  /// A parser has read an asm, written at `place` of its text.
  virtual void noteParsed(OpAsmParser &parser, SMLoc place, StringAttr text) {}

  /// The verifier has found the operation right, except its regions. Called
  /// from the verifier's threads.
  virtual void noteVerified(ElementwiseInlineAsmOp op) {}

  /// The location of a byte of the op's asm; none if it is not known.
  virtual std::optional<Location> locate(ElementwiseInlineAsmOp op,
                                         size_t offset) {
    return std::nullopt;
  }
};

/// The interface of the op's context; null if none is registered.
AsmSourceInterface *getAsmSource(MLIRContext *context);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_ASMSOURCE_H
