//===- Builtins.h - Functions that the driver provides ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_BUILTINS_H
#define TILE_LIB_SIMULATOR_BUILTINS_H

#include "Code.h"

namespace mlir::tile::sim {

/// The handler of a function that a kernel may call without a body for it:
/// `vprintf`, `__assertfail`, `malloc` and `free`. Null if there is none of
/// that name.
Handler lookupBuiltin(llvm::StringRef name);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_BUILTINS_H
