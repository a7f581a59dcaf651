//===- KernelInfo.cpp - What a launch must know of a kernel ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Image/KernelInfo.h"

using namespace mlir::tile;
using llvm::StringLiteral;
using llvm::StringRef;

static constexpr StringLiteral kStageNames[kNumStages] = {
    "tile", "tilegpu", "llvm", "llvmir", "ptx", "cubin"};
static constexpr StringLiteral kStageSuffixes[kNumStages] = {
    "mlir", "mlir", "mlir", "ll", "ptx", "cubin"};

StringRef mlir::tile::getStageName(Stage stage) {
  return kStageNames[static_cast<unsigned>(stage)];
}

StringRef mlir::tile::getStageSuffix(Stage stage) {
  return kStageSuffixes[static_cast<unsigned>(stage)];
}

std::optional<Stage> mlir::tile::getStageByName(StringRef name) {
  for (unsigned i = 0; i < kNumStages; ++i)
    if (kStageNames[i] == name)
      return static_cast<Stage>(i);
  return std::nullopt;
}
