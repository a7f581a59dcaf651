//===- InlineAsmAnalyzer.h - Inline PTX of a module -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx::analyzeAsmBody for the operations of a module: with its target, its
// symbols, and what constraints and operands say of registers. Each body that
// differs is analysed once. The passes on inline PTX share it as an analysis of
// the module, so that a compile analyses each body once, too.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_INLINEASMANALYZER_H
#define TILE_DIALECT_TILE_TRANSFORMS_INLINEASMANALYZER_H

#include "tile/Dialect/Tile/IR/InlineAsm.h"
#include "tile/Dialect/Tile/IR/Uniformity.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::tile {

class InlineAsmAnalyzer {
public:
  /// Takes target and symbols from the module as it is.
  explicit InlineAsmAnalyzer(ModuleOp module);

  /// What is wrong with the op's asm; nothing where the verifier has said it.
  ArrayRef<ptx::Finding> analyze(ElementwiseInlineAsmOp op);

  /// The PTX version that the op's asm needs, if it is not the module's but
  /// one of `versions`, which are newer, in ascending order.
  std::optional<ptx::NeededVersion>
  findNeededVersion(ElementwiseInlineAsmOp op, ArrayRef<unsigned> versions);

  /// Different bodies so far.
  unsigned getNumAnalyzed() const { return known.size(); }

  /// The PTX version of the module; 0 without a target.
  unsigned getVersion() const { return version; }
  /// Whether the module's target names it; else it is the target's default.
  bool hasGivenVersion() const { return isVersionGiven; }

  /// Whether a body is right, but not for the target or the PTX version.
  static bool isAboutTarget(const ptx::Finding &finding);

private:
  /// Runs `body` with the asm and its context, unless constraints are wrong.
  void withContext(
      ElementwiseInlineAsmOp op,
      function_ref<void(const ptx::AsmContext &context, StringRef flags)> body);

  std::optional<ptx::Target> target;
  unsigned version = 0;
  bool isVersionGiven = false;
  Uniformity uniformity;
  /// What the module declares.
  llvm::StringSet<> symbols;
  llvm::StringMap<std::vector<ptx::Finding>> known;
};

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_INLINEASMANALYZER_H
