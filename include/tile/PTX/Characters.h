//===- Characters.h - Characters that PTX cannot have -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX is ASCII (PTX ISA, "Source Format"). ptxas 13.0 stops at any byte above
// 127, also in a comment, takes a zero byte for the end of the file, and takes
// a vertical tab in comments only. People write comments in their language, and
// editors put no-break spaces and curly quotes where they look like ASCII. Here
// the former become ASCII, and the latter get a name.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_CHARACTERS_H
#define TILE_PTX_CHARACTERS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::tile::ptx {

/// Whether ptxas does not take a byte outside of comments.
inline bool isForeign(char c) {
  return static_cast<unsigned char>(c) > 127 || c == '\0' || c == '\v';
}

/// The bytes that the character at the beginning of the text takes: 1 where the
/// text is no UTF-8. The text is not empty.
size_t getCharacterLength(llvm::StringRef text);

/// The character at the beginning of the text, for messages: "U+00A0 (no-break
/// space)", "U+FF1B (full-width ';')", "U+4E2D ('...')" with the character
/// itself, "the byte 0xFC, which is no UTF-8".
std::string describeCharacter(llvm::StringRef text);

/// Calls back with each part of a text: a comment, or what is between two.
void forEachTextPart(
    llvm::StringRef text,
    llvm::function_ref<void(llvm::StringRef part, bool isComment)> callback);

/// The text with `$$` for each `$` in its comments, which LLVM would else take
/// for a register of an inline asm.
std::string escapeComments(llvm::StringRef text);

/// The text with a '?' for each character in its comments that ptxas does not
/// take.
std::string makeCommentsASCII(llvm::StringRef text);

/// The text with \042 for each quote inside a string: LLVM writes \", and ptxas
/// does not take that.
std::string makeQuotesOctal(llvm::StringRef text);

/// What stands for itself and by escapes (\303, \", \\) between the quotes of
/// a string.
std::string unescapeString(llvm::StringRef text);

/// Where a text has its first foreign character outside of comments; npos if
/// nowhere.
size_t findForeignCharacter(llvm::StringRef text);

} // namespace mlir::tile::ptx

#endif // TILE_PTX_CHARACTERS_H
