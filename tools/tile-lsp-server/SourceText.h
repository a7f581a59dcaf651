//===- SourceText.h - The text that an editor shows -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places in a document, and what stands there by its text alone, so that it is
// known during typing, while the document cannot be parsed.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_SOURCETEXT_H
#define TILE_TOOLS_TILELSPSERVER_SOURCETEXT_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <utility>

namespace mlir::tile {

/// The byte of a place as editors count: lines from 0, UTF-16 code units. A
/// place after the end of its line is that end; none if there is no such line.
std::optional<size_t> findOffset(llvm::StringRef text, size_t line,
                                 size_t character);

/// How many UTF-16 code units, in which editors count, a text has.
unsigned countUnits(llvm::StringRef text);

/// An inline asm at a place of the document.
struct AsmAtPlace {
  std::string text; ///< the whole body, without escapes
  size_t offset;    ///< of the place, in that body
};

/// The string of an inline asm that has this byte of the document between its
/// quotes.
std::optional<AsmAtPlace> findAsm(llvm::StringRef text, size_t offset);

/// The name with dots that has this byte of the document, outside of strings
/// and comments: "tile.load"; "" if there is none.
llvm::StringRef findName(llvm::StringRef text, size_t offset);

/// The word of PTX at this byte of an asm: the whole, and the part before
/// the byte. Its first word is where an instruction begins, or an operand.
struct AsmWord {
  llvm::StringRef whole, before;
  bool isInstruction;
};
AsmWord findAsmWord(llvm::StringRef body, size_t offset);

/// The part of a document between lines "// -----" that has this byte, and
/// where in the document it begins.
std::pair<llvm::StringRef, size_t> findPart(llvm::StringRef text,
                                            size_t offset);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_SOURCETEXT_H
