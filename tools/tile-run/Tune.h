//===- Tune.h - The best configuration for a run ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What --tune does before the run.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILERUN_TUNE_H
#define TILE_TOOLS_TILERUN_TUNE_H

#include "Options.h"

#include "tile/Runtime/Runtime.h"

namespace mlir::tile {

/// Tunes the kernel for the arguments of the command line, prints the table,
/// and returns the image of the choice. The command line gets its grid and
/// options. Nothing after an error, which is printed.
std::optional<KernelImage> tuneKernel(RunCommandLine &line,
                                      const llvm::MemoryBuffer &input,
                                      std::shared_ptr<runtime::Device> device);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILERUN_TUNE_H
