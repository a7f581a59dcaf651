//===- CText.h - Names and texts as C wants them ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Identifiers, string literals and comments that are right in C11 and C++17,
// whatever the text that they are made of.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_AOT_CTEXT_H
#define TILE_AOT_CTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace mlir::tile::aot {

bool isCIdentifier(llvm::StringRef name);

/// "my_add" -> "MyAdd". Begins with a letter.
std::string makeCamelCase(llvm::StringRef name);

/// '_' for each byte that an identifier cannot have.
std::string replaceForeign(llvm::StringRef name);

/// Whether C11, C++20 or a macro of their headers has the name.
bool isReserved(llvm::StringRef name);

/// Gives each name once.
class UniqueNames {
public:
  /// Keeps a name from being given.
  void reserve(llvm::StringRef name) { taken.insert(name); }
  /// The name, or with "_2", "_3" ... if it is taken.
  std::string claim(const std::string &name);

private:
  llvm::StringSet<> taken;
};

/// What stands between the quotes of a string literal; of a format for printf
/// with `isFormat`.
std::string escapeString(llvm::StringRef text, bool isFormat = false);

/// Text that can stand in a comment: '_' for control characters and all that
/// could end or begin one.
std::string escapeComment(llvm::StringRef text);

/// Replaces each "@key@" of the template; every key that is there is in the
/// list.
std::string
fillTemplate(llvm::StringRef text,
             llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> keys);

} // namespace mlir::tile::aot

#endif // TILE_AOT_CTEXT_H
