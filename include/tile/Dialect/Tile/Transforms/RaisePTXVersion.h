//===- RaisePTXVersion.h - The PTX version that asm needs -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work of the pass tile-raise-ptx-version.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_RAISEPTXVERSION_H
#define TILE_DIALECT_TILE_TRANSFORMS_RAISEPTXVERSION_H

#include "tile/Dialect/Tile/Transforms/AsmCheck.h"

#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <memory>

namespace mlir {
class Pass;

namespace tile {

class InlineAsmAnalyzer;

/// Where the module's `tile.target` names no PTX version, and inline PTX that
/// may run by `choice` needs a newer one than the target's default: names the
/// first that all of it can be compiled with, with a remark, and returns it;
/// else 0. Products of 8-bit floats and atomic operations on pairs need one,
/// too, where the target has an instruction for them. `getNewest`, which may be
/// null, says which version ptxas has. It is asked once, and only where a newer
/// one is needed.
unsigned raisePTXVersion(ModuleOp module, AsmChoice choice,
                         function_ref<unsigned()> getNewest,
                         InlineAsmAnalyzer &analyzer);

/// The pass with such a function, which may be empty.
std::unique_ptr<Pass>
createRaisePTXVersionPass(AsmChoice choice,
                          std::function<unsigned()> getNewest);

} // namespace tile
} // namespace mlir

#endif // TILE_DIALECT_TILE_TRANSFORMS_RAISEPTXVERSION_H
