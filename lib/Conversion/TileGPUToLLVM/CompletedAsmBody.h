//===- CompletedAsmBody.h - What LLVM gets of an asm body -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of an inline asm as LLVM pastes it, once for each invocation: with
// braces and copies where the author's text goes without.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_COMPLETEDASMBODY_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_COMPLETEDASMBODY_H

#include "tile/Dialect/Tile/IR/InlineAsm.h"

#include <string>

namespace mlir::tile {

struct CompletedAsmBody {
  std::string text;
  /// So that an output may be written before the last input is read.
  bool hasSeveralStatements = false;
};

/// Several statements, or one with a label or a declaration, get braces, so
/// that registers and labels are the invocation's own. An input that the body
/// writes is copied first, and the copy is written: LLVM takes it that an asm
/// leaves its inputs as they are, and may read the register again. Immediates
/// stand in the text as PTX writes them: LLVM knows integers only. Comments are
/// ASCII, as ptxas wants them.
CompletedAsmBody completeAsmBody(ElementwiseInlineAsmOp op,
                                 const AsmConstraints &constraints);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_COMPLETEDASMBODY_H
