//===- PTXKernels.h - What PTX says of its kernels --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names, parameters and sizes of the entries of a PTX module, for launches by
// the CUDA driver.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILERUN_PTXKERNELS_H
#define TILE_TOOLS_TILERUN_PTXKERNELS_H

#include "tile/Simulator/Simulator.h"

namespace mlir::tile {

struct PTXKernel {
  std::string name;
  std::vector<sim::ParameterInfo> parameters;
  /// What `.reqntid` says.
  std::optional<sim::Dim3> requiredBlock;
  /// Bytes of static shared memory that it may use: its own, and the bytes of
  /// the module and of functions.
  uint64_t sharedMemory = 0;
};

/// The entries with a body, in order.
std::vector<PTXKernel> collectPTXKernels(const ptx::Module &module);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILERUN_PTXKERNELS_H
