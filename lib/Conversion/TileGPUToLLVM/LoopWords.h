//===- LoopWords.h - Bytes that loops carry as words ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_LOOPWORDS_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_LOOPWORDS_H

#include "mlir/IR/Operation.h"

namespace mlir::tile {

/// Lets `scf.for` under `root`, a function, carry a word in place of four bytes
/// that an iteration only packs to this word: bytes take a register each, and
/// instructions to pack them in each iteration.
void carryWords(Operation *root);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_LOOPWORDS_H
