//===- ProgramOps.cpp - The place of a program in its grid --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/Tile.h"

using namespace mlir;
using namespace mlir::tile;

// CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability": the largest grid, along x and along y and z.
static constexpr int64_t kMaxGridX = (int64_t(1) << 31) - 1;
static constexpr int64_t kMaxGridYZ = 65535;

static int64_t getMaxGrid(ProgramAxis axis) {
  return axis == ProgramAxis::X ? kMaxGridX : kMaxGridYZ;
}

static ConstantIntRanges getRange(int64_t min, int64_t max) {
  return ConstantIntRanges::fromSigned(APInt(32, min), APInt(32, max));
}

void GetProgramIdOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                       SetIntRangeFn setResultRange) {
  setResultRange(getResult(), getRange(0, getMaxGrid(getAxis()) - 1));
}

void GetNumProgramsOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                         SetIntRangeFn setResultRange) {
  setResultRange(getResult(), getRange(1, getMaxGrid(getAxis())));
}
