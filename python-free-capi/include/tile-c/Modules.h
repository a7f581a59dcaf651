/*===- tile-c/Modules.h - Foreign code, linking, occupancy -------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Loads code of other compilers, links it with images, finds variables, and
|* says what kernels take.
|*
\*===----------------------------------------------------------------------===*/
/*
 *   TileLinkInput inputs[2] = {0};
 *   inputs[0].image = image;
 *   inputs[1].name = tileString("helpers.ptx");
 *   inputs[1].code = helpers;
 *   tileModuleLink(device, inputs, 2, &module);
 *
 * On a GPU the parts may be images, PTX, cubins, fat binaries, object files and
 * archives. They are linked by nvJitLink if the process finds its library, else
 * by the driver's linker. An image takes part with its PTX, or with its cubin
 * where it has no PTX. The simulator links PTX, images with PTX, and of fat
 * binaries the newest PTX that a GPU of its target runs, compressed or not.
 *
 * A kernel of foreign code is a TileKernel like any other. Its arguments have
 * the types of PTX: "u64", "b32". A launch takes any argument of as many bytes.
 * Only tileKernelLaunchRaw passes a struct. Where `.reqntid` does not say the
 * threads of a CTA, tileKernelLaunchWith says them (tile-c/Launches.h).
 */

#ifndef TILE_C_MODULES_H
#define TILE_C_MODULES_H

#include "tile-c/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Since 0.1. */
typedef enum TileCodeKind {
  /* Seen from the first bytes. */
  TileCodeKindAuto = 0,
  TileCodeKindPTX = 1,
  TileCodeKindCubin = 2,
  TileCodeKindFatbin = 3,
  /* An object file of the host with code for GPUs in it, as nvcc -c makes. */
  TileCodeKindObject = 4,
  /* An archive of such files. */
  TileCodeKindLibrary = 5
} TileCodeKind;

/* A part of a module. Start with `= {0}`: later versions may append fields.
 * Since 0.1. */
typedef struct TileLinkInput {
  /* Null: `code` counts. */
  TileKernelImage image;
  /* For messages; may be empty. */
  MlirStringRef name;
  /* Text or bytes; PTX need not end in a null character. */
  MlirStringRef code;
  TileCodeKind kind;
} TileLinkInput;

/* Links the parts into one module. One part of code alone is loaded as it is.
 * What is given may be destroyed afterwards. CorruptData for code that is not
 * of its kind, or not whole. CompileFailed, with the linker's log, for a name
 * that two parts define or none does, and for wrong PTX. Unsupported for code
 * that the device does not run. Any thread. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileModuleLink(TileDevice device,
                                             const TileLinkInput *inputs,
                                             size_t numInputs,
                                             TileModule *module);
/* The same for one part of foreign code. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileModuleLoadCode(TileDevice device,
                                                 MlirStringRef code,
                                                 TileCodeKind kind,
                                                 TileModule *module);
/* Calls back with the name of each kernel. Unsupported where the module has
 * foreign machine code and the driver is older than CUDA 12.4: then
 * tileModuleGetKernel finds a kernel by its name. Any thread. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileModuleForEachKernel(
    TileModule module, MlirStringCallback callback, void *userData);
/* Where a variable of global or constant memory is, and how many bytes it has.
 * tileDeviceCopyToDevice writes it. The name is that of the PTX. It is there as
 * long as the module. NotFound if there is none. Any thread. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileModuleGetGlobal(TileModule module,
                                                  MlirStringRef name,
                                                  TileDeviceAddress *address,
                                                  uint64_t *bytes);
/* The CUmodule; null on the simulator, and for a bad handle. Since 0.1. */
MLIR_CAPI_EXPORTED void *tileModuleGetCUDA(TileModule module);

/* What a kernel takes after the compile of the driver or of ptxas. Since 0.1.
 */
typedef struct TileKernelUsage {
  /* False on the simulator, which has no machine code: registers, local and
   * constant memory and the binary target are then 0. */
  bool isKnown;
  unsigned registers;
  /* Bytes per thread, spilled registers among them. */
  unsigned localMemory;
  /* Bytes per CTA, static. */
  unsigned sharedMemory;
  unsigned constantMemory;
  /* Threads that a CTA may have: on a GPU by its registers, as the driver
   * reports it, which does not look at .reqntid; else by that. */
  unsigned maxThreads;
  /* Compute capability of the PTX and of the machine code, 90 for 9.0. */
  unsigned ptxTarget, binaryTarget;
} TileKernelUsage;

/* Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileKernelGetUsage(TileKernel kernel,
                                                 TileKernelUsage *usage);
/* How many CTAs of so many threads, with so many bytes of dynamic shared memory
 * each, a multiprocessor runs at a time. The simulator counts no registers.
 * Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileKernelGetOccupancy(TileKernel kernel,
                                                     unsigned threads,
                                                     uint64_t dynamicBytes,
                                                     unsigned *ctas);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_MODULES_H */
