//===- AnalyzedAsm.h - What the analysis of an asm has read -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The findings about the body of an inline asm, and how its instructions read
// as rows of the table, for those who go on with the body: the simulator runs
// it without reading it again.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ASMCHECK_ANALYZEDASM_H
#define TILE_ASMCHECK_ANALYZEDASM_H

#include "tile/AsmCheck/AsmAnalysis.h"

#include <memory>

namespace mlir::tile::ptx {

struct AnalyzedAsm {
  /// The options of analyzeAsmBody.
  std::vector<Finding> findings;
  /// The rows that the body has instructions of. They have views into the words
  /// of the body.
  std::vector<std::unique_ptr<const InstructionMatch>> rows;
  /// Of each instruction, in the order of the text, one of them; null where the
  /// table has no such instruction.
  std::vector<const InstructionMatch *> rowOf;
};

AnalyzedAsm analyzeAsm(const AsmBody &body, const AsmContext &context);

/// As of the body alone.
unsigned getAsmEffects(const AnalyzedAsm &analyzed);
bool mayDifferByThread(const AsmBody &body, const AnalyzedAsm &analyzed);

} // namespace mlir::tile::ptx

#endif // TILE_ASMCHECK_ANALYZEDASM_H
