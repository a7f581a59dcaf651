//===- Pipelines.h - The named pipelines ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages of a compile as pass pipelines, for pass managers and, by name,
// for tile-opt: tile-to-tilegpu, tilegpu-to-llvm, tile-to-llvm.
//
//===----------------------------------------------------------------------===//
//
// What the pipelines read of the options is what getNamedOptions() marks as of
// passes; by name, they take these options and no others. Target, warps and PTX
// version go into the module's `tile.target`, see the pass tile-set-target.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_COMPILER_PIPELINES_H
#define TILE_COMPILER_PIPELINES_H

#include "tile/Compiler/Compiler.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::tile {

/// What is imported becomes tile, the module gets its target, inline PTX is
/// checked, what runs in its place is decided, and kernels get the options'
/// promises about arguments. The result is the `tile` stage.
/// `getNewestPTXVersion` says which PTX version the ptxas at hand has, see
/// raisePTXVersion; it may be empty.
void buildImportPipeline(OpPassManager &pm, const CompilerOptions &options,
                         std::function<unsigned()> getNewestPTXVersion = {});

/// The passes of the next pipeline that decide on layouts. Those after them
/// give shared memory its places, order what accesses it, and change no layout.
void buildLayoutChoicePipeline(OpPassManager &pm,
                               const CompilerOptions &options);

/// From the `tile` stage, or from the schedule that a module has, to tiles with
/// layouts, or to the schedule that options name.
void buildLayoutPipeline(OpPassManager &pm, const CompilerOptions &options,
                         tilegpu::Schedule first = {});

/// Both: from tiles as written or imported to tiles with layouts.
void buildTileToTileGPUPipeline(OpPassManager &pm,
                                const CompilerOptions &options);

/// From tiles with layouts to the llvm and nvvm dialects.
void buildTileGPUToLLVMPipeline(OpPassManager &pm,
                                const CompilerOptions &options);

/// All of them, one after the other.
void buildTileToLLVMPipeline(OpPassManager &pm, const CompilerOptions &options);

/// The stage that a module is at: `Tile`, `TileGPU` if its functions know the
/// shared memory that they take, or `LLVM` if it has operations of the llvm
/// and nvvm dialects alone. A compile begins there.
Stage findStage(ModuleOp module);

/// What compiles the module as it is to the stage `last`, which is `LLVM` at
/// most. The import pipeline is always there. Where loads or products have a
/// schedule, a compile goes on from there.
void buildStagesPipeline(OpPassManager &pm, const CompilerOptions &options,
                         ModuleOp module, Stage last);

/// Registers the three named above with the pass parser.
void registerPipelines();

} // namespace mlir::tile

#endif // TILE_COMPILER_PIPELINES_H
