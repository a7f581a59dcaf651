//===- Tunables.h - Replaces constants of a source --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before anything is compiled, constants with a `tile.tunable` become what a
// configuration says.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_COMPILER_TUNABLES_H
#define TILE_COMPILER_TUNABLES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>
#include <utility>

namespace mlir::tile {

/// The source with these values, as bytecode that has the source's locations;
/// without values it is the source as it is. Every name must be that of a
/// constant, every value must fit the constants of its name. Constants of other
/// names stay as they are. Fails with CompileFailed for a source that does not
/// parse, else with InvalidArgument.
llvm::Expected<std::string>
setTunables(llvm::MemoryBufferRef source,
            llvm::ArrayRef<std::pair<std::string, int64_t>> values);

/// Takes the names of constants away. They have done what they are for, and
/// would keep equal constants apart.
void dropTunables(ModuleOp module);

} // namespace mlir::tile

#endif // TILE_COMPILER_TUNABLES_H
