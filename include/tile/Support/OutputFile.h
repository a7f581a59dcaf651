//===- OutputFile.h - Files that are whole or not there ----------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writing results to files.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SUPPORT_OUTPUTFILE_H
#define TILE_SUPPORT_OUTPUTFILE_H

#include "llvm/Support/Error.h"

namespace mlir::tile {

/// Writes to a file, or for "-" to the standard output. A regular file is
/// written beside its place and then renamed: at no time does it hold a part,
/// and after an error it is what it was before.
llvm::Error writeOutput(llvm::StringRef path, llvm::StringRef contents);

} // namespace mlir::tile

#endif // TILE_SUPPORT_OUTPUTFILE_H
