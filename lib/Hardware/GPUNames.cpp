//===- GPUNames.cpp - Targets by the names of GPUs ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Hardware/GPUNames.h"

#include "llvm/ADT/StringSwitch.h"

// Source: NVIDIA, "CUDA GPUs", compute capability of each product; the target
// with all instructions of that GPU.
llvm::StringRef mlir::tile::resolveGPUName(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .CaseLower("a100", "sm_80")
      .CaseLower("h100", "sm_90a")
      .CaseLower("h200", "sm_90a")
      .CaseLower("b200", "sm_100a")
      .Default(name);
}
