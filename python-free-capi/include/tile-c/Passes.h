/*===- tile-c/Passes.h - Passes and pipelines --------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* The compiler's passes and pipelines, for pass managers of mlir-c.
|*
\*===----------------------------------------------------------------------===*/
/*
 *   MlirPassManager manager = mlirPassManagerCreate(context);
 *   MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
 *   MlirPass setTarget = tileCreateSetTargetPass();
 *   tilePassSetOptions(setTarget, tileString("target=sm_80 num-warps=8"));
 *   mlirOpPassManagerAddOwnedPass(passes, setTarget);
 *   mlirOpPassManagerAddOwnedPass(passes, mlirCreateTransformsCSE());
 *   mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
 *
 * Each pass runs on a module, so the pass manager must be one for modules
 * ("builtin.module") or for any operation, as mlirPassManagerCreate makes it.
 * The context needs tileContextRegister, see tile-c/Dialect.h. Printing,
 * timing, statistics and nesting are mlir-c's, see mlir-c/Pass.h.
 *
 * By name, once they are registered, passes and pipelines come with text:
 *
 *   tileRegisterAllPasses();
 *   mlirParsePassPipeline(passes, tileString("builtin.module("
 *       "tile-to-tilegpu{target=sm_80}, cse)"), onError, NULL);
 *
 * docs/reference describes each pass and its options.
 */

#ifndef TILE_C_PASSES_H
#define TILE_C_PASSES_H

#include "mlir-c/Pass.h"
#include "tile-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Passes
|*
|* tileCreate...Pass makes a pass with default options. The caller owns it until
|* mlir-c's AddOwnedPass takes it, or tilePassDestroy destroys it. Any thread; a
|* pass is for one thread at a time.
|*
|* tileRegister...Pass makes the pass known by name to mlir-c's pipeline parser,
|* for the whole process. Again does nothing. Any threads at once, but not while
|* another thread parses a pipeline or calls a mlirRegister... function.
\*===----------------------------------------------------------------------===*/

#define TILE_DECLARE_PASS(name)                                                \
  MLIR_CAPI_EXPORTED MlirPass tileCreate##name##Pass(void);                    \
  MLIR_CAPI_EXPORTED void tileRegister##name##Pass(void)

/* tile-import-ttir: what the parser left of Triton's TTIR becomes tile. */
TILE_DECLARE_PASS(ImportTTIR);
/* tile-set-target: says what the module is compiled for. Options: target,
 * num-warps, ptx-version. */
TILE_DECLARE_PASS(SetTarget);
/* tile-check-inline-asm: finds mistakes in inline PTX. Options: mode, choice.
 */
TILE_DECLARE_PASS(CheckInlineAsm);
/* tile-raise-ptx-version: takes the PTX version that inline PTX needs. Options:
 * choice, newest. */
TILE_DECLARE_PASS(RaisePTXVersion);
/* tile-select-inline-asm: decides between inline PTX and its fallback. Options:
 * choice. */
TILE_DECLARE_PASS(SelectInlineAsm);
/* tile-group-programs: says how many programs share a CTA. Options: programs.
 */
TILE_DECLARE_PASS(GroupPrograms);
/* tile-fix-arguments: puts in the values that arguments are known to have. */
TILE_DECLARE_PASS(FixArguments);
/* tile-inline-functions: puts what functions do in the place of their calls. */
TILE_DECLARE_PASS(InlineFunctions);
/* tile-broadcast-asm-operands: the operands of an inline asm get one shape. */
TILE_DECLARE_PASS(BroadcastAsmOperands);
/* tile-raise-sorts: sorting networks that are written out become tile.sort. */
TILE_DECLARE_PASS(RaiseSorts);
/* tile-guard-remainders: remainders of what is not negative. */
TILE_DECLARE_PASS(FindBoxes);
TILE_DECLARE_PASS(GuardRemainders);
/* tile-decompose-scaled-dots: products with scales become conversions and
 * tile.dot. */
TILE_DECLARE_PASS(DecomposeScaledDots);
/* tile-flatten-loops: makes one loop of two where a loop asks for it. */
TILE_DECLARE_PASS(FlattenLoops);
/* tile-version-masked-blocks: a version without masks for whole tiles. Options:
 * max-ops, all-masks. */
TILE_DECLARE_PASS(VersionMaskedBlocks);
/* tile-pad-tiles: the dimensions of tiles become powers of two. */
TILE_DECLARE_PASS(PadTiles);
/* tile-assign-layouts: gives every tile a layout. */
TILE_DECLARE_PASS(AssignLayouts);
/* tile-choose-dot-layouts: layouts for matrix products. */
TILE_DECLARE_PASS(ChooseDotLayouts);
/* tile-coalesce-memory: layouts for loads and stores. */
TILE_DECLARE_PASS(CoalesceMemory);
/* tile-remove-layout-conversions: drops conversions where it can. */
TILE_DECLARE_PASS(RemoveLayoutConversions);
/* tile-split-reductions: takes reductions over several warps apart. */
TILE_DECLARE_PASS(SplitReductions);
/* tile-pipeline-loops: makes loads in loops run ahead of their use. */
TILE_DECLARE_PASS(PipelineLoops);
/* tile-split-scans: makes scans of what warps can scan by themselves. */
TILE_DECLARE_PASS(SplitScans);
/* tile-expand-sorts: makes sorts and top-k networks of compare-exchange steps.
 */
TILE_DECLARE_PASS(ExpandSorts);
/* tile-insert-shared-memory: makes explicit what goes through shared memory.
 * Options: remarks. */
TILE_DECLARE_PASS(InsertSharedMemory);
/* tile-use-warpgroup-dots: matrix products by wgmma and tcgen05.mma. */
TILE_DECLARE_PASS(UseWarpgroupDots);
/* tile-overlap-products: matrix products next to other work of their loops. */
TILE_DECLARE_PASS(OverlapProducts);
/* tile-allocate-tensor-memory: columns of tensor memory for sums. */
TILE_DECLARE_PASS(AllocateTensorMemory);
/* tile-slice-dots: matrix products in steps along K. */
TILE_DECLARE_PASS(SliceDots);
/* tile-prefetch-slices: the first operands of a loop's next iteration early. */
TILE_DECLARE_PASS(PrefetchSlices);
/* tile-allocate-shared-memory: gives tiles in shared memory their bytes. */
TILE_DECLARE_PASS(AllocateSharedMemory);
/* tile-weaken-atomics: takes orders from atomics that order nothing. */
TILE_DECLARE_PASS(WeakenAtomics);
/* tile-insert-barriers: puts barriers between accesses that need them. */
TILE_DECLARE_PASS(InsertBarriers);
/* tile-choose-programs-per-cta: lets small programs share CTAs. */
TILE_DECLARE_PASS(ChooseProgramsPerCTA);
/* tile-distribute-to-threads: tiles become what each thread has. Options:
 * tf32. */
TILE_DECLARE_PASS(DistributeToThreads);
/* tile-convert-to-llvm: the rest becomes llvm and nvvm. Options: fast-math. */
TILE_DECLARE_PASS(ConvertToLLVM);
/* tile-print-axis-info: remarks what is known of each value. Options:
 * assume-no-signed-wrap, print-access. */
TILE_DECLARE_PASS(PrintAxisInfo);

/* All passes above, the pipelines below, and the passes of MLIR that go with
 * them:
 * canonicalize, cse, inline, symbol-dce, loop-invariant-code-motion,
 * convert-scf-to-cf. As tileRegister...Pass; mlir-c's own functions may
 * register some of them, before or after. */
MLIR_CAPI_EXPORTED void tileRegisterAllPasses(void);

/* Sets options by text, "name=value name=value"; others keep their values.
 * Takes passes of mlir-c as well, before a pass manager owns them.
 * InvalidArgument for a null pass, an unknown name or a wrong value; some of
 * the options may then be set. Wrong values for options of MLIR's passes, which
 * LLVM's command line library reads, are written to standard error by it. */
MLIR_CAPI_EXPORTED TileStatus tilePassSetOptions(MlirPass pass,
                                                 MlirStringRef options);
/* Destroys a pass that no pass manager owns; null is allowed. */
MLIR_CAPI_EXPORTED void tilePassDestroy(MlirPass pass);

/*===----------------------------------------------------------------------===*\
|* Pipelines
|*
|* Each adds its passes to a pass manager, which only this thread may use
|* meanwhile. `options` may be null and is not kept. InvalidArgument, and
|* nothing added, for a null pass manager or one for operations that are no
|* modules. An unknown target, and values that do not fit it, are errors at the
|* module when the passes run.
\*===----------------------------------------------------------------------===*/

/* Start with `= {0}`, which is all defaults: later versions may append fields.
 */
typedef struct TilePipelineOptions {
  /* sm_80 ... sm_121a; empty: the module's, or sm_90a. */
  MlirStringRef target;
  /* Warps of a program: 1, 2, 4, 8, 16 or 32; 0: the module's, or what fits. */
  unsigned numWarps;
  /* Major * 10 + minor; 0: the module's, or the target's default. */
  unsigned ptxVersion;
  /* Less exact mathematics, see docs/math.md. */
  bool fastMath;
  /* What becomes of errors in inline PTX. */
  TileAsmCheck asmCheck;
  /* Which of an inline asm and its fallback runs. */
  TileAsmChoice asmChoice;
  /* Programs that share a CTA: 1, 2, 4, 8, 16 or 32; 0: the module's, or 1. */
  unsigned programsPerCTA;
  /* Iterations in flight at a time in loops of matrix products, up to 32; 1:
   * one after the other; 0: the default, 3. */
  unsigned numStages;
} TilePipelineOptions;

/* What is imported becomes tile, the module gets its target, inline PTX is
 * checked, and what runs in its place is decided. */
MLIR_CAPI_EXPORTED TileStatus tilePipelineBuildImport(
    MlirOpPassManager passes, const TilePipelineOptions *options);
/* From there to tiles with layouts. */
MLIR_CAPI_EXPORTED TileStatus tilePipelineBuildLayout(
    MlirOpPassManager passes, const TilePipelineOptions *options);
/* Both; by name, tile-to-tilegpu. */
MLIR_CAPI_EXPORTED TileStatus tilePipelineBuildTileToTileGPU(
    MlirOpPassManager passes, const TilePipelineOptions *options);
/* From tiles with layouts to llvm and nvvm; by name, tilegpu-to-llvm. */
MLIR_CAPI_EXPORTED TileStatus tilePipelineBuildTileGPUToLLVM(
    MlirOpPassManager passes, const TilePipelineOptions *options);
/* All of them; by name, tile-to-llvm. */
MLIR_CAPI_EXPORTED TileStatus tilePipelineBuildTileToLLVM(
    MlirOpPassManager passes, const TilePipelineOptions *options);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_PASSES_H */
