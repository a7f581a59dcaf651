//===- CTAsPerSM.h - How many CTAs an SM should run -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_CTASPERSM_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_CTASPERSM_H

#include "Patterns.h"

#include "tile/Hardware/TargetInfo.h"

namespace mlir::tile {

/// How many CTAs of a kernel of matrix products an SM should run. As many as
/// shared memory has room for, as long as each thread has enough registers for
/// its sums, the operands of two steps and what its loops load, and for the
/// tiles that are alive at one time: CTAs hide each other's waits. Not more:
/// with the registers that are left, operands are loaded well before their use.
/// But where an SM would have few warps, threads may have to do with a fifth
/// less than that, on targets with products of warpgroups.
/// (Without a number, ptxas takes so few registers that each operand is loaded
/// right before.)
unsigned getCTAsPerSM(FuncOp func, const TargetInfo &target,
                      const VectorShapes &shapes);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_CTASPERSM_H
