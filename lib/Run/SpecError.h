//===- SpecError.h - What is wrong with a flag's value ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one form of the messages about values on the command line.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUN_SPECERROR_H
#define TILE_LIB_RUN_SPECERROR_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace mlir::tile::run {

/// "--input '8xf3', column 3: message"; `offset` is into `text`.
inline llvm::Error makeSpecError(llvm::StringRef flag, llvm::StringRef text,
                                 size_t offset, const llvm::Twine &message) {
  return llvm::createStringError(llvm::Twine(flag) + " '" + text +
                                 "', column " + llvm::Twine(offset + 1) + ": " +
                                 message);
}

/// What stands there: "'abc'", shortened, or "the end".
inline std::string describeFound(llvm::StringRef found) {
  if (found.empty())
    return "the end";
  constexpr size_t maxShown = 40;
  return ("'" + found.take_front(maxShown) +
          (found.size() > maxShown ? "...'" : "'"))
      .str();
}

} // namespace mlir::tile::run

#endif // TILE_LIB_RUN_SPECERROR_H
