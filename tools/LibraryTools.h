/*===- LibraryTools.h - The tools inside libtilewright.so --------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* How the executables of the distribution reach the library that holds them.
|*
\*===----------------------------------------------------------------------===*/

#ifndef TILE_TOOLS_LIBRARYTOOLS_H
#define TILE_TOOLS_LIBRARYTOOLS_H

#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Runs `tilec`, `tile-opt` and so on with a command line and returns its exit
 * code. Not part of the API: it prints, reads the environment, may exit, works
 * once in a process, and has no version but the one of the tools that come
 * with the library. */
MLIR_CAPI_EXPORTED int tileToolMain(const char *tool, int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif /* TILE_TOOLS_LIBRARYTOOLS_H */
