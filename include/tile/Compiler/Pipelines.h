//===- Pipelines.h - The named pipelines ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages of a compile as pass pipelines, for pass managers and, by name,
// for tile-opt: tile-to-tilegpu, tilegpu-to-llvm, tile-to-llvm.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_COMPILER_PIPELINES_H
#define TILE_COMPILER_PIPELINES_H

#include "tile/Dialect/Tile/Transforms/AsmCheck.h"

#include "mlir/Pass/PassOptions.h"

#include <functional>
#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::tile {

/// What the pipelines ask of a compile. Target, warps and PTX version go into
/// the module's `tile.target`, see the pass tile-set-target.
struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  PassOptions::Option<std::string> target{
      *this, "target",
      llvm::cl::desc("GPU to compile for, sm_80 to sm_121a; empty takes the "
                     "module's, or sm_90a"),
      llvm::cl::init("")};
  PassOptions::Option<unsigned> numWarps{
      *this, "num-warps",
      llvm::cl::desc("warps in a CTA: 1, 2, 4, 8, 16 or 32; 0 takes the "
                     "module's, or 4"),
      llvm::cl::init(0)};
  PassOptions::Option<unsigned> ptxVersion{
      *this, "ptx-version",
      llvm::cl::desc("PTX ISA version, major * 10 + minor; 0 takes the "
                     "module's, or the target's default"),
      llvm::cl::init(0)};
  PassOptions::Option<bool> fastMath{
      *this, "fast-math",
      llvm::cl::desc("allow less exact mathematics, see docs/math.md"),
      llvm::cl::init(false)};
  PassOptions::Option<AsmCheck> asmCheck{
      *this, "asm-check",
      llvm::cl::desc("what becomes of errors in inline PTX, see the pass "
                     "tile-check-inline-asm"),
      llvm::cl::init(AsmCheck::Error), getAsmCheckValues()};
  PassOptions::Option<AsmChoice> asmChoice{
      *this, "asm",
      llvm::cl::desc("which of an inline asm and its fallback runs, see the "
                     "pass tile-select-inline-asm"),
      llvm::cl::init(AsmChoice::Auto), getAsmChoiceValues()};
  /// Which PTX version the ptxas at hand has, see raisePTXVersion; it may be
  /// empty. No text can say it.
  std::function<unsigned()> getNewestPTXVersion;
};

/// What is imported becomes tile, the module gets its target, inline PTX is
/// checked, and what runs in its place is decided. The result is the `tile`
/// stage.
void buildImportPipeline(OpPassManager &pm, const PipelineOptions &options);

/// From the `tile` stage to tiles with layouts.
void buildLayoutPipeline(OpPassManager &pm, const PipelineOptions &options);

/// Both: from tiles as written or imported to tiles with layouts.
void buildTileToTileGPUPipeline(OpPassManager &pm,
                                const PipelineOptions &options);

/// From tiles with layouts to the llvm and nvvm dialects.
void buildTileGPUToLLVMPipeline(OpPassManager &pm,
                                const PipelineOptions &options);

/// All of them, one after the other.
void buildTileToLLVMPipeline(OpPassManager &pm, const PipelineOptions &options);

/// Registers the three named above with the pass parser.
void registerPipelines();

} // namespace mlir::tile

#endif // TILE_COMPILER_PIPELINES_H
