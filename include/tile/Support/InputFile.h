//===- InputFile.h - Sources from files, pipes and devices ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading what is compiled or run.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SUPPORT_INPUTFILE_H
#define TILE_SUPPORT_INPUTFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::tile {

/// Bytes of a source: 256 MiB. No source comes near it; a device, or a pipe
/// that is never closed, would fill all memory.
inline constexpr uint64_t kMaxInputBytes = uint64_t(256) << 20;

/// Reads a file, which may be a pipe or a device. An error, IOError of
/// Status.h, says "cannot read '...': ...".
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInputFile(llvm::StringRef path, uint64_t maxBytes = kMaxInputBytes);

/// The same, or for "-" the standard input.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInput(llvm::StringRef path);

} // namespace mlir::tile

#endif // TILE_SUPPORT_INPUTFILE_H
