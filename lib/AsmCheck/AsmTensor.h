//===- AsmTensor.h - Tensor memory in an inline asm -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is wrong in the order of tcgen05 instructions, and in their constants.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_ASMTENSOR_H
#define TILE_LIB_ASMCHECK_ASMTENSOR_H

#include "AsmGraph.h"

namespace mlir::tile::ptx {

/// Registers that are used before `tcgen05.wait::ld`, allocations after the
/// right to them was given up, and instruction descriptors that say nothing
/// that is.
void checkAsmTensor(const AsmGraph &graph, const AsmContext &context,
                    FindingList &findings);

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_ASMTENSOR_H
