//===- Output.h - Files that are whole or not there -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writing the results of a compile.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILEC_OUTPUT_H
#define TILE_TOOLS_TILEC_OUTPUT_H

#include "llvm/Support/Error.h"

namespace mlir::tile {

/// Writes to a file, or for "-" to the standard output. A regular file is
/// written beside its place and then renamed: at no time does it hold a part,
/// and after an error it is what it was before.
llvm::Error writeOutput(llvm::StringRef path, llvm::StringRef contents);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILEC_OUTPUT_H
