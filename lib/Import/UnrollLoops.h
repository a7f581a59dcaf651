//===- UnrollLoops.h - Loops that TTIR wants unrolled -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Triton unrolls loops by `tt.loop_unroll_factor` before it prints TTIR. Text
// of another origin may still have the attribute.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMPORT_UNROLLLOOPS_H
#define TILE_LIB_IMPORT_UNROLLLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

// Not in mlir::tile, for which MLIR's loop utilities have a function's name.
namespace mlir::ttir_loops {

struct LoopToUnroll {
  scf::ForOp loop;
  unsigned factor;
};

/// The factor that the attribute says. Reports one that is none.
FailureOr<unsigned> readUnrollFactor(scf::ForOp loop, NamedAttribute attr);

/// Operations that all unrolled bodies of a module have together: of nested
/// loops each multiplies the others. A larger number is a mistake.
constexpr uint64_t kMaxUnrolledOperations = 16384;

/// Repeats the body of a loop, and adds a loop for the iterations that are
/// left; returns that one, null if there is none. The module must be valid. A
/// loop whose body would have more operations than `budget` stays as it is; the
/// operations of an unrolled loop are subtracted from `budget`.
scf::ForOp unrollLoop(LoopToUnroll wish, uint64_t &budget);

} // namespace mlir::ttir_loops

#endif // TILE_LIB_IMPORT_UNROLLLOOPS_H
