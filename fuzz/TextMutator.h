//===- TextMutator.h - Changes of lines and words ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of the texts that differ from a program in some bytes, few are programs.
// Those that differ in a line or a word often are: they come further than the
// parser.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_FUZZ_TEXTMUTATOR_H
#define TILE_FUZZ_TEXTMUTATOR_H

#include "llvm/ADT/StringRef.h"

#include <random>
#include <string>

namespace mlir::tile::fuzz {

/// Changes a line or a word of `text`, or several. `other` is where lines and
/// words may come from, too; it may be the same text.
std::string changeLinesAndWords(llvm::StringRef text, llvm::StringRef other,
                                std::mt19937_64 &random);

} // namespace mlir::tile::fuzz

#endif // TILE_FUZZ_TEXTMUTATOR_H
