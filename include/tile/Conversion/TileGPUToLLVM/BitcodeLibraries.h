//===- BitcodeLibraries.h - Device functions from bitcode -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which LLVM bitcode files a module needs: lowerings that call a function of
// one note it on the module, and Target links what is noted.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CONVERSION_TILEGPUTOLLVM_BITCODELIBRARIES_H
#define TILE_CONVERSION_TILEGPUTOLLVM_BITCODELIBRARIES_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir {
class RewriterBase;
} // namespace mlir

namespace mlir::tile {

/// The path that stands for libdevice, which is looked up in the CUDA toolkit.
inline constexpr StringLiteral kLibdevicePath = "";

/// The paths of the bitcode files that `module` calls functions of, sorted and
/// each once; kLibdevicePath among them stands for libdevice. Empty if there
/// are none. Reads the module attribute `tile.bitcode_libraries`.
SmallVector<StringRef> getBitcodeLibraries(ModuleOp module);

/// Declares `symbol` with this type, or finds its declaration, and notes
/// `path` on the module that holds `op`. A pure function has no side effects,
/// so that unused and repeated calls of it go away. A null result says that the
/// symbol exists with another type, or is not a function; then nothing has
/// changed, and `found`, if not null, is what exists.
LLVM::LLVMFuncOp getOrDeclareBitcodeFunction(RewriterBase &rewriter,
                                             Operation *op, StringRef symbol,
                                             LLVM::LLVMFunctionType type,
                                             StringRef path, bool pure,
                                             Operation **found = nullptr);

} // namespace mlir::tile

#endif // TILE_CONVERSION_TILEGPUTOLLVM_BITCODELIBRARIES_H
