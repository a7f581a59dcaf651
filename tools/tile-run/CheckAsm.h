//===- CheckAsm.h - tile-run --check-asm ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares each inline asm of a module with its fallback, and says where they
// differ.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILERUN_CHECKASM_H
#define TILE_TOOLS_TILERUN_CHECKASM_H

#include "Options.h"

#include "tile/Runtime/Runtime.h"

namespace mlir::tile {

/// Checks what the command line asks for on the device and prints what is
/// found. Returns the exit code: 0 if there was something to check and nothing
/// differs.
int checkAsm(const RunCommandLine &line,
             std::unique_ptr<llvm::MemoryBuffer> buffer,
             std::shared_ptr<runtime::Device> device);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILERUN_CHECKASM_H
