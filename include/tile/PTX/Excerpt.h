//===- Excerpt.h - A line of source under a message -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The line that a message is about, with a caret under the character, as a
// terminal can show it: no control characters, no tabs, and never more than
// `kMaxExcerpt` characters of it.
//
//===----------------------------------------------------------------------===//
//
// A line of 6 characters, and the byte 2 of it:
//
//   add $9;      text
//     ^          caret = 2
//
// Of a longer line only what is near the byte is shown:
//
//   ...mov.b32 t0, $1; add.s32 t1, t0, $9; mov.b32 $0, t1; mov.b32...
//                                      ^
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_EXCERPT_H
#define TILE_PTX_EXCERPT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::tile {

/// The most characters of a line that a message shows, dots included.
inline constexpr unsigned kMaxExcerpt = 200;

struct Excerpt {
  /// What is shown. Tabs are blanks; what cannot be printed is a '?'.
  std::string text;
  /// Columns of a terminal before the caret.
  unsigned caret = 0;

  /// The two lines, each after `indent` blanks, joined by '\n'.
  std::string print(unsigned indent) const;
};

/// The excerpt of a line around one of its bytes, from 0. The byte after the
/// last one, or any further one, is the end of the line.
[[nodiscard]] Excerpt makeExcerpt(llvm::StringRef line, size_t byte);

/// The excerpt of the line of a text that has the byte at `offset`.
[[nodiscard]] Excerpt makeExcerptAt(llvm::StringRef text, size_t offset);

} // namespace mlir::tile

#endif // TILE_PTX_EXCERPT_H
