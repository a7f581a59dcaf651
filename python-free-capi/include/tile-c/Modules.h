/*===- tile-c/Modules.h - Foreign code, linking, occupancy -------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Loads code of other compilers, links it with images, finds variables, and
|* reports the registers and memory of kernels.
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
 * archives. nvJitLink links them if the process finds its library, otherwise
 * the driver's linker does. The PTX of an image is linked, or its cubin if it
 * has no PTX. The simulator links PTX, images with PTX, and the newest PTX in a
 * fat binary that a GPU of its target runs, compressed or not.
 *
 * A kernel of foreign code is a TileKernel like any other. Its arguments have
 * the types of PTX: "u64", "b32". A launch accepts any argument with the same
 * number of bytes. Only tileKernelLaunchRaw can pass a struct. If the code has
 * no `.reqntid`, tileKernelLaunchWith sets the threads of a CTA
 * (tile-c/Launches.h).
 */

#ifndef TILE_C_MODULES_H
#define TILE_C_MODULES_H

#include "tile-c/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Since 0.1. */
typedef enum TileCodeKind {
  /* Recognised by its first bytes. */
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
  /* If it is null, `code` is used. */
  TileKernelImage image;
  /* For messages; may be empty. */
  MlirStringRef name;
  /* Text or bytes; PTX need not end in a null character. */
  MlirStringRef code;
  TileCodeKind kind;
} TileLinkInput;

/* Links the parts into one module. A single part that is code is loaded without
 * linking. The parts may be destroyed afterwards. CorruptData if code is not of
 * its kind, or is cut off. CompileFailed, with the linker's log, for wrong PTX,
 * and for a name that two parts define or no part defines. Unsupported for code
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
/* Calls back with the name of each kernel. Unsupported if the module has
 * foreign machine code and the driver is older than CUDA 12.4:
 * tileModuleGetKernel still finds a kernel by its name. Any thread. Since 0.1.
 */
MLIR_CAPI_EXPORTED TileStatus tileModuleForEachKernel(
    TileModule module, MlirStringCallback callback, void *userData);
/* The address of a variable in global or constant memory, and its bytes.
 * tileDeviceCopyToDevice can write it. The name is the variable's name in PTX.
 * The variable exists as long as the module. NotFound if there is none. Any
 * thread. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileModuleGetGlobal(TileModule module,
                                                  MlirStringRef name,
                                                  TileDeviceAddress *address,
                                                  uint64_t *bytes);
/* The CUmodule; null on the simulator, and for a wrong handle. Since 0.1. */
MLIR_CAPI_EXPORTED void *tileModuleGetCUDA(TileModule module);

/* Registers and memory of a kernel, as the driver or ptxas compiled it. Since
 * 0.1.
 */
typedef struct TileKernelUsage {
  /* False on the simulator, which has no machine code: registers, local and
   * constant memory and the binary target are then 0. */
  bool isKnown;
  unsigned registers;
  /* Bytes per thread, with spilled registers. */
  unsigned localMemory;
  /* Bytes per CTA, static. */
  unsigned sharedMemory;
  unsigned constantMemory;
  /* Threads that a CTA may have. On a GPU the driver reports it: it follows
   * from the registers, not from .reqntid. On the simulator it follows from
   * .reqntid. */
  unsigned maxThreads;
  /* Compute capability of the PTX and of the machine code, 90 for 9.0. */
  unsigned ptxTarget, binaryTarget;
} TileKernelUsage;

/* Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileKernelGetUsage(TileKernel kernel,
                                                 TileKernelUsage *usage);
/* How many CTAs, with `threads` threads and `dynamicBytes` bytes of dynamic
 * shared memory each, a multiprocessor runs at a time. The simulator does not
 * count registers. Since 0.1. */
MLIR_CAPI_EXPORTED TileStatus tileKernelGetOccupancy(TileKernel kernel,
                                                     unsigned threads,
                                                     uint64_t dynamicBytes,
                                                     unsigned *ctas);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_MODULES_H */
