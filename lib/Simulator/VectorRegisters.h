//===- VectorRegisters.h - Vector registers as single ones ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The simulator has no vector registers: before a module is decoded, each of
// `.reg .v2 .b32 v;` becomes two registers `v.x` and `v.y`, and `v` the vector
// `{v.x, v.y}`. PTX ISA, "Vectors".
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_VECTORREGISTERS_H
#define TILE_LIB_SIMULATOR_VECTORREGISTERS_H

#include "tile/PTX/AST.h"

namespace mlir::tile::sim {

/// A longer range, as `v<100000>`, stays one of vectors, which the decoder
/// refuses.
inline constexpr uint64_t kMaxVectorRange = 1 << 16;

/// Replaces the vector registers of all functions. A module that has none is
/// not walked over.
void expandVectorRegisters(ptx::Module &module);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_VECTORREGISTERS_H
