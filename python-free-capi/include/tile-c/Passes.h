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
 * Each pass runs on a module, so the pass manager must be for modules
 * ("builtin.module") or for any operation, as mlirPassManagerCreate makes it.
 * The context needs tileContextRegister (tile-c/Dialect.h). mlir-c/Pass.h has
 * functions for printing, timing, statistics and nesting.
 *
 * Passes and pipelines that are registered can be named in text:
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
|* mlir-c's AddOwnedPass takes it, or tilePassDestroy destroys it. Any thread
|* may call it; one thread at a time may use a pass.
|*
|* tileRegister...Pass makes the pass known by name to mlir-c's pipeline parser,
|* for the whole process. A second call does nothing. Any threads may call it at
|* once, but not while another thread parses a pipeline or calls a
|* mlirRegister... function.
\*===----------------------------------------------------------------------===*/

#define TILE_DECLARE_PASS(name)                                                \
  MLIR_CAPI_EXPORTED MlirPass tileCreate##name##Pass(void);                    \
  MLIR_CAPI_EXPORTED void tileRegister##name##Pass(void)

/* tile-import-ttir: turns the TTIR that the parser did not convert into the
 * tile dialect. */
TILE_DECLARE_PASS(ImportTTIR);
/* tile-set-target: says what the module is compiled for. */
TILE_DECLARE_PASS(SetTarget);
/* tile-check-inline-asm: finds mistakes in inline PTX. */
TILE_DECLARE_PASS(CheckInlineAsm);
/* tile-raise-ptx-version: raises the PTX version to what inline PTX needs. */
TILE_DECLARE_PASS(RaisePTXVersion);
/* tile-select-inline-asm: decides between inline PTX and its fallback.
 */
TILE_DECLARE_PASS(SelectInlineAsm);
/* tile-group-programs: says how many programs share a CTA. */
TILE_DECLARE_PASS(GroupPrograms);
/* tile-specialize-kernels: keeps one kernel, and makes promises about
 * arguments. */
TILE_DECLARE_PASS(SpecializeKernels);
/* tile-fix-arguments: replaces arguments by the values that they are known to
 * have. */
TILE_DECLARE_PASS(FixArguments);
/* tile-inline-functions: replaces calls by the bodies of the functions. */
TILE_DECLARE_PASS(InlineFunctions);
/* tile-broadcast-asm-operands: gives operands of an inline asm one shape. */
TILE_DECLARE_PASS(BroadcastAsmOperands);
/* tile-narrow-loads: loads elements that repeat once. */
TILE_DECLARE_PASS(NarrowLoads);
/* tile-raise-sorts: replaces sorting networks that are written out by tile.sort
 * and tile.topk. */
TILE_DECLARE_PASS(RaiseSorts);
/* tile-find-boxes: finds loads that bulk copies can make. */
TILE_DECLARE_PASS(FindBoxes);
/* tile-guard-remainders: replaces signed remainders by a test and unsigned
 * ones. */
TILE_DECLARE_PASS(GuardRemainders);
/* tile-decompose-scaled-dots: makes products with scales of conversions and
 * tile.dot. */
TILE_DECLARE_PASS(DecomposeScaledDots);
/* tile-version-masked-blocks: adds a path without masks for tiles that are
 * wholly in bounds. */
TILE_DECLARE_PASS(VersionMaskedBlocks);
/* tile-pad-tiles: makes the dimensions of tiles powers of two. */
TILE_DECLARE_PASS(PadTiles);
/* tile-assign-layouts: gives every tile a layout. */
TILE_DECLARE_PASS(AssignLayouts);
/* tile-choose-dot-layouts: chooses layouts for matrix products. */
TILE_DECLARE_PASS(ChooseDotLayouts);
/* tile-coalesce-memory: chooses layouts for loads and stores. */
TILE_DECLARE_PASS(CoalesceMemory);
/* tile-remove-layout-conversions: removes conversions where it can. */
TILE_DECLARE_PASS(RemoveLayoutConversions);
/* tile-split-reductions: splits reductions over several warps. */
TILE_DECLARE_PASS(SplitReductions);
/* tile-schedule-loops: chooses which loads of loops run ahead of their use. */
TILE_DECLARE_PASS(ScheduleLoops);
/* tile-pipeline-loops: makes loads in loops run ahead as their schedules say.
 */
TILE_DECLARE_PASS(PipelineLoops);
/* tile-split-scans: splits scans over several warps. */
TILE_DECLARE_PASS(SplitScans);
/* tile-expand-sorts: makes sorts and top-k networks of compare-exchange steps.
 */
TILE_DECLARE_PASS(ExpandSorts);
/* tile-insert-shared-memory: moves values between warps through shared memory.
 */
TILE_DECLARE_PASS(InsertSharedMemory);
/* tile-use-warpgroup-dots: uses wgmma and tcgen05.mma for matrix products. */
TILE_DECLARE_PASS(UseWarpgroupDots);
/* tile-schedule-products: chooses which products run late or in steps. */
TILE_DECLARE_PASS(ScheduleProducts);
/* tile-overlap-products: runs products while their loops do other work. */
TILE_DECLARE_PASS(OverlapProducts);
/* tile-allocate-tensor-memory: gives sums columns of tensor memory. */
TILE_DECLARE_PASS(AllocateTensorMemory);
/* tile-slice-dots: splits matrix products along K. */
TILE_DECLARE_PASS(SliceDots);
/* tile-allocate-shared-memory: gives tiles in shared memory their addresses. */
TILE_DECLARE_PASS(AllocateSharedMemory);
/* tile-weaken-atomics: weakens atomic operations that order no accesses. */
TILE_DECLARE_PASS(WeakenAtomics);
/* tile-insert-barriers: puts barriers between accesses that need them. */
TILE_DECLARE_PASS(InsertBarriers);
/* tile-choose-programs-per-cta: lets small programs share CTAs. */
TILE_DECLARE_PASS(ChooseProgramsPerCTA);
/* tile-check-schedule: finds waits and arrivals that hang or come too early. */
TILE_DECLARE_PASS(CheckSchedule);
/* tile-distribute-to-threads: turns tiles into the scalars that each thread
 * holds. */
TILE_DECLARE_PASS(DistributeToThreads);
/* tile-convert-to-llvm: lowers scalar operations to llvm and nvvm. */
TILE_DECLARE_PASS(ConvertToLLVM);
/* tile-print-axis-info: gives a remark with what is known of each value. */
TILE_DECLARE_PASS(PrintAxisInfo);

/* All passes above, the pipelines below, and the passes of MLIR that go with
 * them:
 * canonicalize, cse, inline, symbol-dce, loop-invariant-code-motion,
 * convert-scf-to-cf. The rules of tileRegister...Pass apply. mlir-c's own
 * functions may register some of them, before or after. */
MLIR_CAPI_EXPORTED void tileRegisterAllPasses(void);

/* Sets options by text, "name=value name=value"; other options keep their
 * values. `pass` may also be a pass of mlir-c. No pass manager may own it yet.
 * InvalidArgument for a null pass, an unknown name or a wrong value; some of
 * the options may then be set. LLVM's command line library reads the options of
 * MLIR's passes, and writes wrong values to standard error. */
MLIR_CAPI_EXPORTED TileStatus tilePassSetOptions(MlirPass pass,
                                                 MlirStringRef options);
/* Destroys a pass that no pass manager owns; null is allowed. */
MLIR_CAPI_EXPORTED void tilePassDestroy(MlirPass pass);

/*===----------------------------------------------------------------------===*\
|* Pipelines
|*
|* Each function adds its passes to a pass manager, which no other thread may
|* use meanwhile. `options` may be null and is not kept. InvalidArgument, and
|* nothing is added, if the pass manager is null or not for modules. An unknown
|* target, and values that do not fit it, are errors at the module when the
|* passes run.
\*===----------------------------------------------------------------------===*/

/* Start with `= {0}`, which is all defaults: later versions may append fields.
 */
typedef struct TilePipelineOptions {
  /* sm_80 or later; empty: the module's, or sm_90a. */
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
  /* Iterations in flight at a time in loops of matrix products, 1 to 32; 0: the
   * default, 3. */
  unsigned numStages;
} TilePipelineOptions;

/* Turns TTIR into the tile dialect, sets the module's target, checks inline
 * PTX, and chooses between each inline asm and its fallback. */
MLIR_CAPI_EXPORTED TileStatus tilePipelineBuildImport(
    MlirOpPassManager passes, const TilePipelineOptions *options);
/* From the result of tilePipelineBuildImport to tiles with layouts. */
MLIR_CAPI_EXPORTED TileStatus tilePipelineBuildLayout(
    MlirOpPassManager passes, const TilePipelineOptions *options);
/* Both of the above; its name in text is tile-to-tilegpu. */
MLIR_CAPI_EXPORTED TileStatus tilePipelineBuildTileToTileGPU(
    MlirOpPassManager passes, const TilePipelineOptions *options);
/* From tiles with layouts to llvm and nvvm; its name in text is
 * tilegpu-to-llvm. */
MLIR_CAPI_EXPORTED TileStatus tilePipelineBuildTileGPUToLLVM(
    MlirOpPassManager passes, const TilePipelineOptions *options);
/* All of them; its name in text is tile-to-llvm. */
MLIR_CAPI_EXPORTED TileStatus tilePipelineBuildTileToLLVM(
    MlirOpPassManager passes, const TilePipelineOptions *options);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_PASSES_H */
