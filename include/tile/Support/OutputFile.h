//===- OutputFile.h - Files that are whole or not there ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writing results to files.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SUPPORT_OUTPUTFILE_H
#define TILE_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlir::tile {

/// Writes to a file, or for "-" to the standard output. A regular file is
/// written under another name in its folder and then renamed: at no time does
/// it hold a part, and after an error it is what it was before.
llvm::Error writeOutput(llvm::StringRef path, llvm::StringRef contents);

/// A path and what to write there.
using Output = std::pair<llvm::StringRef, llvm::StringRef>;

/// Writes files that belong together: all are written under other names before
/// the first is renamed, so a full disk or a folder that is not there
/// leaves all of them as they were.
llvm::Error writeOutputs(llvm::ArrayRef<Output> outputs);

} // namespace mlir::tile

#endif // TILE_SUPPORT_OUTPUTFILE_H
