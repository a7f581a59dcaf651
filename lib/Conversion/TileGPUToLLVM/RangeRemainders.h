//===- RangeRemainders.h - Remainders of consecutive numbers ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel whose last block reaches over the end of a matrix wraps its columns:
//
//   columns = (pid * 64 + range(0, 64)) % N
//
// In 64 bits a remainder takes a thread more than 40 instructions and a branch.
// Of numbers that follow each other one is enough, and it is a scalar: if N is
// at least 64, what comes after it is too large by N at most.
//
//   first = pid * 64 % N
//   columns = first + range < N ? first + range : first + range - N
//
// The kernel tests in scalars whether this is so, and does as before if not:
// if N is smaller, or something is negative. In 32 bits a remainder takes 20
// instructions, and the two ways took ptxas up to 22 registers more.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_RANGEREMAINDERS_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_RANGEREMAINDERS_H

#include "mlir/IR/Operation.h"

namespace mlir::tile {

/// Shares a scalar remainder among the elements of tiles of 64-bit integers of
/// which each thread has several. Tiles have their layouts.
void shareRemainders(Operation *root);

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_RANGEREMAINDERS_H
