//===- SourceCheck.h - Text that a tool hands to MLIR -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tools that read through MLIR's own driver check the text before it does, as
// the compiler does by itself.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_SOURCECHECK_H
#define TILE_TOOLS_SOURCECHECK_H

#include "mlir/Support/LLVM.h"

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace mlir::tile {

/// Checks text, each part between lines `splitMarker` by itself, as
/// `checkSourceText` does with the bounds of tools, and text and bytecode as
/// `checkBeforeVerifier` does; prints the error with its line. An empty marker
/// splits nothing.
LogicalResult checkToolSource(const llvm::MemoryBuffer &input,
                              StringRef splitMarker = {});

} // namespace mlir::tile

#endif // TILE_TOOLS_SOURCECHECK_H
