//===- SourceText.h - Text that MLIR's parser can read ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's parser and printer call themselves for what is nested, some of their
// steps take the square of a word's length, a result's number takes memory for
// all numbers below it, and aliases for attributes can double what they stand
// for in each line. Text from anywhere is checked before
// the parser sees it, and what the parser made of it before the verifiers do.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_COMPILER_SOURCETEXT_H
#define TILE_COMPILER_SOURCETEXT_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace mlir::tile {

/// Brackets within brackets, where the stack may be that of any thread.
constexpr unsigned kMaxBrackets = 200;
/// The same for a tool that has the main thread's stack of 8 MB.
constexpr unsigned kMaxBracketsOfTools = 1000;

/// What text says of itself.
struct SourceText {
  /// There may be aliases for attributes and types, which nest by their names.
  bool hasAliases = false;
};

/// Checks text, or a part of it that begins after `firstLine` lines: brackets
/// nest, words are short, aliases stand for little, results have numbers that
/// there can be, and there is no `array<index: ...>`, which MLIR's parser does
/// not survive. Fails with an error at the first place that is not so. Takes
/// time linear in the length.
FailureOr<SourceText> checkSourceText(llvm::MemoryBufferRef source,
                                      MLIRContext *context,
                                      unsigned maxBrackets = kMaxBrackets,
                                      unsigned firstLine = 0);

/// Reports what was parsed and MLIR's own verifiers do not survive: an
/// arith.select of tiles for a scalar. `root` need not be verified.
LogicalResult checkBeforeVerifier(Operation *root);

} // namespace mlir::tile

#endif // TILE_COMPILER_SOURCETEXT_H
