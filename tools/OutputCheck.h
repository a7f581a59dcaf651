//===- OutputCheck.h - Where a tool may write -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks between the reading of a command line and the opening of files.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_OUTPUTCHECK_H
#define TILE_TOOLS_OUTPUTCHECK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlir::tile {

/// An error if an option that names a file to write, such as "o", was given
/// more than once, or if one of the files is the input, by whatever name. `-`
/// and what is not a regular file are fine.
llvm::Error checkOutputs(llvm::StringRef input,
                         llvm::ArrayRef<std::string> outputs);

} // namespace mlir::tile

#endif // TILE_TOOLS_OUTPUTCHECK_H
