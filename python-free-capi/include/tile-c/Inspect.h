/*===- tile-c/Inspect.h - Limits, counts, reports, checks --------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Limits of a device, counts of a launch on the simulator, checks of an inline
|* asm, the report of a compile, and the interpreter.
|*
\*===----------------------------------------------------------------------===*/
/*
 * The simulator's settings, its findings and exact arithmetic are in
 * tile-c/Runtime.h: they belong to a device.
 */

#ifndef TILE_C_INSPECT_H
#define TILE_C_INSPECT_H

#include "tile-c/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A number with a name. The name is valid during the callback only. */
typedef void (*TileNumberCallback)(MlirStringRef name, int64_t number,
                                   void *userData);

/*===----------------------------------------------------------------------===*\
|* Limits of devices
\*===----------------------------------------------------------------------===*/

/* A limit by its name, such as "max-threads-per-cta", "warp-size" or
 * "max-shared-memory-per-cta" (bytes); tileDeviceForEachLimit lists all.
 * NotFound for another name: the message lists the names. The simulator has the
 * limits of its target. Any thread. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceGetLimit(TileDevice device,
                                                 MlirStringRef name,
                                                 int64_t *number);
/* Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceForEachLimit(
    TileDevice device, TileNumberCallback callback, void *userData);

/*===----------------------------------------------------------------------===*\
|* What a launch does
\*===----------------------------------------------------------------------===*/

/* Runs the first `maxCTAs` CTAs of a launch on the simulator (0: all), one
 * after the other, and calls back with each number that it counts: "blocks",
 * "barriers", "global_loads.bytes" and so on, as `tile-run --stats=json` has
 * them (docs/simulator.md). What the CTAs write stays. Fails as a launch does;
 * Unsupported on a GPU. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileKernelCount(TileKernel kernel, TileGrid grid,
                                              const TileArgument *arguments,
                                              size_t numArguments,
                                              uint64_t maxCTAs,
                                              TileNumberCallback callback,
                                              void *userData);

/*===----------------------------------------------------------------------===*\
|* Inline asm
\*===----------------------------------------------------------------------===*/

/* A mistake, or a possible mistake, in an inline asm. Strings are valid
 * during the callback only. */
typedef struct TileAsmFinding {
  /* "output-unwritten": docs/inline-ptx.md lists them. */
  MlirStringRef name;
  /* One sentence, and how to correct the asm; the latter may be empty. */
  MlirStringRef message, hint;
  /* In the text, from 1. */
  unsigned line, column;
  /* Correct only for a reason that the text does not show. */
  bool isWarning;
} TileAsmFinding;

typedef void (*TileAsmFindingHandler)(const TileAsmFinding *finding,
                                      void *userData);
/* Checks the text of an inline asm by itself, and calls back with each finding,
 * in the order of the text. `constraints` are as in `tile.inline_asm`:
 * "=r,r,l". `target` is "sm_90a", or empty: any. `version` is of PTX, 87 for
 * 8.7; 0: any. Text that is not PTX gives findings, too; success means that the
 * check ran. InvalidArgument for wrong constraints or an unknown target. Any
 * thread. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileAsmCheckText(
    MlirStringRef text, MlirStringRef constraints, MlirStringRef target,
    unsigned version, TileAsmFindingHandler handler, void *userData);

/*===----------------------------------------------------------------------===*\
|* Reports and the interpreter
\*===----------------------------------------------------------------------===*/

/* Since 0.1. */
typedef enum TileReportFormat {
  TileReportFormatJSON = 0,
  TileReportFormatHTML = 1
} TileReportFormat;

/* Compiles a source and calls back with the report of each kernel, one text
 * each, in order (docs/report.md). `name` is for locations. The options'
 * kernel, if set, is the only one. CompileFailed if the source is wrong. Any
 * thread. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerReport(
    TileCompiler compiler, MlirStringRef source, MlirStringRef name,
    TileReportFormat format, MlirStringCallback callback, void *userData);

/* Memory of the caller that a kernel may use. */
typedef struct TileHostArray {
  void *memory;
  uint64_t bytes;
} TileHostArray;

/* Runs a kernel of a source by the interpreter (docs/interpreter.md). Its
 * results are a reference for the compiled kernel. A pointer argument is an
 * address in one of the arrays, or 0. The kernel's stores are in the arrays
 * afterwards, also after a failure. An empty `kernel` means the only kernel.
 * `stepLimit` counts operations per program; 0: 100 million. CompileFailed if
 * the source is wrong, LaunchFailed for mistakes of the kernel. Any thread.
 * Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerInterpret(
    TileCompiler compiler, MlirStringRef source, MlirStringRef name,
    MlirStringRef kernel, TileGrid grid, const TileArgument *arguments,
    size_t numArguments, const TileHostArray *arrays, size_t numArrays,
    uint64_t stepLimit);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_INSPECT_H */
