//===- AsmPlace.cpp - Places in an inline asm, for messages ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/AsmCheck/AsmPlace.h"

#include "tile/PTX/Excerpt.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

Location mlir::tile::ptx::locateByte(StringRef text, size_t offset) {
  StringRef before = text.take_front(offset);
  size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
  return {before.size(), unsigned(before.count('\n')) + 1,
          unsigned(before.size() - lineStart) + 1};
}

std::string mlir::tile::ptx::describePlace(Location location) {
  return "in the asm, line " + std::to_string(location.line) + ", column " +
         std::to_string(location.column) + ": ";
}

std::string mlir::tile::ptx::showPlace(StringRef text, Location location) {
  constexpr unsigned kIndent = 4;
  return "\n" + makeExcerptAt(text, location.offset).print(kIndent);
}
