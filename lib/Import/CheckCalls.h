//===- CheckCalls.h - Which functions may call which ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMPORT_CHECKCALLS_H
#define TILE_LIB_IMPORT_CHECKCALLS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::tile {

/// Whether no function calls itself, directly or through others. Triton has no
/// recursion: it specialises a function for each call. Reports the call that
/// closes the circle.
LogicalResult verifyNoRecursion(ModuleOp module);

} // namespace mlir::tile

#endif // TILE_LIB_IMPORT_CHECKCALLS_H
