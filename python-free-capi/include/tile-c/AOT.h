/*===- tile-c/AOT.h - Kernels as C source ------------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Turns kernel images into a .h/.c pair with a typed launch function for each
|* kernel, which a program compiles in and ships without this library.
|*
\*===----------------------------------------------------------------------===*/
/*
 * The C source is C11, and C++ too. It holds the images' cubins and PTX, and
 * loads the CUDA driver by dlopen when a kernel is first launched. On a GPU for
 * which there is a cubin that one is taken, else the newest PTX that fits. For
 * an output called "add" with a kernel `vector_add(!tile.ptr<f32>, i32)`:
 *
 *   AddStatus add_vector_add(uint32_t gridX, uint32_t gridY, uint32_t gridZ,
 *                            AddStream stream, AddPointer x, int32_t n);
 *   const char *add_error(void);
 *   void add_unload(void);
 *
 * The generated header documents them.
 */

#ifndef TILE_C_AOT_H
#define TILE_C_AOT_H

#include "tile-c/Compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the pair from images of the same kernels, compiled for different
 * targets with the same assumptions. `name` is the prefix of all functions, a C
 * identifier; the source includes "<name>.h". Each of the two texts goes to its
 * callback, in one piece; they share `userData`. InvalidArgument if the images
 * do not agree, or a kernel has an argument that C cannot pass. */
MLIR_CAPI_EXPORTED TileStatus tileAOTEmitC(const TileKernelImage *images,
                                           size_t numImages, MlirStringRef name,
                                           MlirStringCallback onHeader,
                                           MlirStringCallback onSource,
                                           void *userData);

/* The same into `<prefix>.h` and `<prefix>.c`; the last part of the prefix is
 * the name. */
MLIR_CAPI_EXPORTED TileStatus tileAOTWriteC(const TileKernelImage *images,
                                            size_t numImages,
                                            MlirStringRef prefix);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_AOT_H */
