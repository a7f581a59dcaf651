//===- AtomicOperation.h - What an atomic operation computes ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of atom, red, and the reductions that are asynchronous copies,
// on bytes of the host that other threads of the host may use, too.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_ATOMICOPERATION_H
#define TILE_LIB_SIMULATOR_ATOMICOPERATION_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace mlir::tile::sim {

/// Replaces the value at `at` by what the operation makes of it and of the
/// value at `a`; `old` gets what was there. `cas` compares with `a` and puts
/// `b`. All are as long as the type; `at` is a multiple of that.
using AtomicFunction = void (*)(uint8_t *at, const uint8_t *a, const uint8_t *b,
                                uint8_t *old);

struct AtomicOperation {
  /// On shared and on global memory: f32 sums differ.
  AtomicFunction shared = nullptr, global = nullptr;
};

/// `op` is "add" or the like, `type` "f16x2". Null functions if there is none.
/// `isExact`: of programs in exact arithmetic.
AtomicOperation getAtomicOperation(llvm::StringRef op, llvm::StringRef type,
                                   bool isExact);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_ATOMICOPERATION_H
