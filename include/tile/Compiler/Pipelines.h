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

#include "mlir/Pass/PassOptions.h"

#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::tile {

/// What the pipelines ask of a compile. The target and the number of warps are
/// written into the module as `tile.target` unless it already has one.
struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  PassOptions::Option<std::string> target{
      *this, "target",
      llvm::cl::desc("GPU to compile for, sm_80 to sm_121a; used where the "
                     "module names none"),
      llvm::cl::init("sm_90a")};
  PassOptions::Option<unsigned> numWarps{
      *this, "num-warps",
      llvm::cl::desc("warps in a CTA: 1, 2, 4, 8, 16 or 32; used where the "
                     "module names no target"),
      llvm::cl::init(4)};
  PassOptions::Option<bool> fastMath{
      *this, "fast-math",
      llvm::cl::desc("allow less exact mathematics, see docs/math.md"),
      llvm::cl::init(false)};
};

/// From tiles without layouts, as written or imported, to tiles with layouts.
void buildTileToTileGPUPipeline(OpPassManager &pm,
                                const PipelineOptions &options);

/// From tiles with layouts to the llvm and nvvm dialects.
void buildTileGPUToLLVMPipeline(OpPassManager &pm,
                                const PipelineOptions &options);

/// Both, one after the other.
void buildTileToLLVMPipeline(OpPassManager &pm, const PipelineOptions &options);

/// Registers the three with the pass parser.
void registerPipelines();

} // namespace mlir::tile

#endif // TILE_COMPILER_PIPELINES_H
