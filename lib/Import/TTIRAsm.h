//===- TTIRAsm.h - Inline asm as Triton runs it -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Triton runs an asm that is not pure in every thread. In the tile dialect it
// runs once per element, which is what is meant, unless it has a barrier.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMPORT_TTIRASM_H
#define TILE_LIB_IMPORT_TTIRASM_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::tile {

/// Whether an asm of TTIR needs `scope = thread`: it is not pure, names no
/// scope, and has an instruction that several warps run together, such as
/// `bar.sync`, or is one on which each thread depends by itself,
/// `griddepcontrol`. The attributes are the operation's, null if it lacks them.
/// Of a text that cannot be read nothing is known.
bool needsThreadScope(Attribute text, Attribute pure, Attribute scope);

/// Replaces each asm that is `griddepcontrol` and no more by the operation of
/// the tile dialect. Triton before 3.9 has none for it.
void raiseGridDependencies(ModuleOp module);

} // namespace mlir::tile

#endif // TILE_LIB_IMPORT_TTIRASM_H
