//===- CheckInlineAsm.h - Mistakes in inline PTX ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work of the passes tile-check-inline-asm and tile-select-inline-asm.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_CHECKINLINEASM_H
#define TILE_DIALECT_TILE_TRANSFORMS_CHECKINLINEASM_H

#include "tile/Dialect/Tile/Transforms/AsmCheck.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::tile {

class InlineAsmAnalyzer;

namespace ptx {
struct Finding;
} // namespace ptx

struct InlineAsmStatistics {
  unsigned checked = 0;  ///< operations
  unsigned analyzed = 0; ///< bodies that differ from all before
  unsigned errors = 0;
  unsigned warnings = 0;
};

/// "in the asm, line 2, column 9: expected ...; use ... [operand-type]".
std::string describeFinding(const ptx::Finding &finding);

/// Emits what ptx::analyzeAsmBody finds, at each tile.elementwise_inline_asm of
/// the module, for the module's `tile.target` if it has one. That the target
/// lacks an instruction is not a finding where by `choice` the fallback runs.
/// The module stays as it is. Fails after an error.
LogicalResult checkInlineAsm(ModuleOp module, AsmCheck mode, AsmChoice choice,
                             InlineAsmStatistics &statistics,
                             InlineAsmAnalyzer &analyzer);

/// Decides for each tile.elementwise_inline_asm with a fallback which of the
/// two runs: sets `use_fallback`, or drops the region. Returns how many
/// fallbacks run; a remark says where the target left no choice.
unsigned selectInlineAsm(ModuleOp module, AsmChoice choice,
                         InlineAsmAnalyzer &analyzer);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_CHECKINLINEASM_H
