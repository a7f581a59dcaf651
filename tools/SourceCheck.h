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
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <memory>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::tile {

/// Makes the handler that gets the errors of a context, for as long as what it
/// returns lives.
using MakeDiagnosticHandler =
    llvm::function_ref<std::shared_ptr<void>(MLIRContext *)>;

/// Checks text, each part between lines `splitMarker` by itself, as
/// `checkSourceText` does with the bounds of tools, and text and bytecode as
/// `checkBeforeVerifier` does. An empty marker splits nothing.
LogicalResult checkSource(llvm::MemoryBufferRef input, StringRef splitMarker,
                          MakeDiagnosticHandler makeHandler);

/// The same, and prints the error with its line.
LogicalResult checkToolSource(const llvm::MemoryBuffer &input,
                              StringRef splitMarker = {});

} // namespace mlir::tile

#endif // TILE_TOOLS_SOURCECHECK_H
