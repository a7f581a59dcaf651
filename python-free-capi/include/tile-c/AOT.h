/*===- tile-c/AOT.h - Kernels as C source ------------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Turns kernel images into a .h/.c pair with a typed launch function for each
|* kernel, which a program compiles in and ships without this library.
|*
\*===----------------------------------------------------------------------===*/
/*
 * The source is C11, and C++17 too, for GCC or Clang. It contains the images'
 * cubins and PTX. It loads the CUDA driver by dlopen when a kernel is first
 * launched. A GPU gets the cubin made for it, or else the newest PTX that runs
 * on it. For an output called "add" with a kernel
 * `vector_add(!tile.ptr<f32>, i32)` the header declares
 *
 *   AddStatus add_vector_add(uint32_t gridX, uint32_t gridY, uint32_t gridZ,
 *                            void *stream, const void *x, int32_t n);
 *   AddStatus add_load(void);
 *   const char *add_error(void);
 *   void add_unload(void);
 *
 * and documents them, with each argument and what the code relies on. A launch
 * checks the arguments. It costs about as much as cuLaunchKernel, once the
 * kernel is loaded. A launch loads it into the current CUDA context, once per
 * context.
 *
 *   !tile.ptr          const void *: fits what cudaMalloc gives, and a
 *                      CUdeviceptr by a cast
 *   i1                 bool
 *   i8 i16 i32 i64     int8_t ... int64_t
 *   f32 f64            float, double
 *   f16 bf16           uint16_t, the bits
 *   f8E4M3FN f8E5M2    uint8_t, the bits
 *
 * Names. "my_add" gives functions my_add_... and types MyAdd..., so do not use
 * two names in one program that differ only in '_' and capitals. In the names
 * of kernels and arguments '_' replaces characters that C does not allow. A
 * name that is already used gets "_2", "_3" and so on, and a keyword gets "_".
 */

#ifndef TILE_C_AOT_H
#define TILE_C_AOT_H

#include "tile-c/Compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the pair from images of the same kernels, compiled for different
 * targets with the same assumptions, each with PTX or a cubin or both. `name`
 * is the prefix of all functions, a C identifier; the source includes
 * "<name>.h". Each of the two texts goes to its callback, in one piece; they
 * share `userData`. The same images and name give the same texts.
 * InvalidArgument if the images do not agree, Unsupported if a kernel has an
 * argument that C cannot pass; then no callback is called. Any thread. */
MLIR_CAPI_EXPORTED TileStatus tileAOTEmitC(const TileKernelImage *images,
                                           size_t numImages, MlirStringRef name,
                                           MlirStringCallback onHeader,
                                           MlirStringCallback onSource,
                                           void *userData);

/* The same into `<prefix>.h` and `<prefix>.c`; what follows the last '/' of
 * the prefix is the name. IOError if they cannot be written; both are then as
 * they were. */
MLIR_CAPI_EXPORTED TileStatus tileAOTWriteC(const TileKernelImage *images,
                                            size_t numImages,
                                            MlirStringRef prefix);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_AOT_H */
