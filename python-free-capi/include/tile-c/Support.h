/*===- tile-c/Support.h - Statuses, handles and strings ----------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* What all headers of this API share.
|*
\*===----------------------------------------------------------------------===*/
/*
 * Strings. They go in as MlirStringRef: a pointer and a length, and the text
 * need not end in a null character. They come out by MlirStringCallback, or as
 * a MlirStringRef, whose comment says how long it is valid. Strings that come
 * out end in a null character, so `ref.data` can be printed.
 *
 * Handles. Small structs by value, as in mlir-c. `ptr` is not an address, but a
 * number that names an object of this library. No number is used twice. So
 * every function recognises a handle that is null, of another kind, made up, or
 * of a destroyed object. It then returns TileStatusInvalidHandle. A function
 * without a status returns null, 0 or false, and does nothing. ...Create
 * returns an object that the caller destroys by ...Destroy. What a ...Get
 * returns belongs to the object it was taken from. Destroying a null or
 * destroyed handle does nothing. Handles of mlir-c (MlirContext and so on) are
 * pointers: null is recognised, garbage is not.
 *
 * Errors. A function that can fail returns a TileStatus. If it fails, it does
 * not change what its last parameter points to, and the message is in
 * tileGetLastErrorMessage of the same thread. A null pointer for a result is
 * TileStatusInvalidArgument. Nothing throws, aborts, exits or prints, with
 * these exceptions, which this library cannot prevent:
 *   - LLVM and MLIR end the process if the system has no memory left for
 *     them. TileStatusOutOfMemory is for device memory, and for large objects
 *     that this library itself allocates.
 *   - A pool of mlirLlvmThreadPoolCreate makes its threads when a compile first
 *     needs them, and ends the process if the system cannot start them.
 *     Compiles without a pool need no thread, and a launch on the simulator
 *     uses the threads that it gets.
 *   - Calls run on the stack of the calling thread, and the process ends
 *     if that stack is too small. 64 KB are enough for the sources of usual
 *     kernels, 1 MB for those that nest as deep as the compiler allows.
 *   - Two copies of mlir-c in one process, such as this library and a libMLIR
 *     next to it, have types of their own. An object of one copy is garbage to
 *     the other. Take all of mlir-c from this library.
 *   - A kernel that prints on the simulator prints, as it does on a GPU.
 *
 * Numbers. Arguments of kernels, kernels of an image, stages and steps are
 * numbered from 0, in functions, options and messages alike. A number that is
 * too high is TileStatusInvalidArgument.
 *
 * Threads. Any thread may use an object, and several may use it at once if
 * its comment says so. No thread may destroy an object while another thread is
 * inside a call that uses it.
 *
 * Floating point. Neither the code of a compile nor a result of the simulator
 * depends on the calling thread's rounding mode, flushing of denormal numbers
 * and floating-point exceptions. A call restores these modes before it
 * returns. Callbacks of a compile run with the default modes.
 *
 * Environment. Only these variables are read, each when it is needed and only
 * if no option replaces it: TILEWRIGHT_PTXAS, TILEWRIGHT_LIBDEVICE,
 * CUDA_HOME, PATH and LD_LIBRARY_PATH (to find the CUDA toolkit),
 * TILEWRIGHT_CACHE_DIR, XDG_CACHE_HOME and HOME (to find the cache).
 */

#ifndef TILE_C_SUPPORT_H
#define TILE_C_SUPPORT_H

#include "mlir-c/Support.h"

#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A function, type or field whose comment names no version is there since 0.1.
 * docs/c-api.md lists which functions the simulator has, and which need a GPU.
 */

/* The version of these headers; tileGetVersion is the version of the library.
 * A program that uses later additions asks TILE_VERSION_AT_LEAST. Since
 * 0.1. */
#define TILE_VERSION_MAJOR 0
#define TILE_VERSION_MINOR 1
#define TILE_VERSION_PATCH 0
#define TILE_VERSION_NUMBER(major, minor, patch)                               \
  ((major) * 10000 + (minor) * 100 + (patch))
#define TILE_VERSION                                                           \
  TILE_VERSION_NUMBER(TILE_VERSION_MAJOR, TILE_VERSION_MINOR,                  \
                      TILE_VERSION_PATCH)
#define TILE_VERSION_AT_LEAST(major, minor, patch)                             \
  (TILE_VERSION >= TILE_VERSION_NUMBER(major, minor, patch))

#define TILE_DEFINE_HANDLE(name)                                               \
  typedef struct name {                                                        \
    void *ptr;                                                                 \
  } name

/* A string that ends in a null character, as MlirStringRef; null is empty. */
static inline MlirStringRef tileString(const char *text) {
  return mlirStringRefCreate(text ? text : "", text ? strlen(text) : 0);
}

/* Why a call failed. The numbers stay the same in later versions. */
typedef enum TileStatus {
  TileStatusSuccess = 0,
  /* A value that no call of this kind could take. */
  TileStatusInvalidArgument = 1,
  /* A handle that is null, of another kind, or of a destroyed object. */
  TileStatusInvalidHandle = 2,
  /* No file, kernel, option or device of that name. */
  TileStatusNotFound = 3,
  /* Not on this machine: the CUDA driver, a GPU, ptxas. */
  TileStatusUnavailable = 4,
  /* The source is wrong; the diagnostics say where. */
  TileStatusCompileFailed = 5,
  /* A callback asked to stop. */
  TileStatusCancelled = 6,
  TileStatusOutOfMemory = 7,
  /* Reading or writing a file failed. */
  TileStatusIOError = 8,
  /* Arguments of a launch break an assumption of the kernel's code. */
  TileStatusAssumptionViolated = 9,
  /* The simulator or the GPU reported a mistake of the kernel. */
  TileStatusLaunchFailed = 10,
  /* Another error of the CUDA driver. */
  TileStatusDriverError = 11,
  /* Correct, but not possible on this device or with this image. */
  TileStatusUnsupported = 12,
  /* Bytes that should be an image are not one, or are damaged. */
  TileStatusCorruptData = 13,
  /* A mistake of this library; please report it. */
  TileStatusInternal = 14
} TileStatus;

/* "success", "invalid-argument", ...; "unknown" for other numbers. Never
 * freed. */
MLIR_CAPI_EXPORTED MlirStringRef tileStatusGetName(TileStatus status);

/* The message of the last call of this API that failed on this thread: one
 * sentence or more, without a line break at the end. Empty if none has failed.
 * Valid until the next call that fails on this thread. A call that succeeds
 * does not change it. */
MLIR_CAPI_EXPORTED MlirStringRef tileGetLastErrorMessage(void);

/* The library's version, "0.1.0". Never freed. */
MLIR_CAPI_EXPORTED MlirStringRef tileGetVersion(void);

/* What the tools print for --version, for reports of problems: lines with the
 * version, the git revision ("unknown" without git) and the kind of build, with
 * LLVM's version, and with the versions of PTX. Never freed. */
MLIR_CAPI_EXPORTED MlirStringRef tileGetBuildInfo(void);

/* Whether errors in inline PTX stop a compile; docs/inline-ptx.md lists them.
 * Errors that would crash LLVM always stop it. */
typedef enum TileAsmCheck {
  TileAsmCheckError = 0, /* They stop the compile; the default. */
  TileAsmCheckWarn = 1,  /* They are warnings. */
  TileAsmCheckOff = 2    /* Nothing is checked. */
} TileAsmCheck;

/* Whether an inline asm or its fallback runs. */
typedef enum TileAsmChoice {
  /* The fallback if the target lacks an instruction of the asm; the
   * default. */
  TileAsmChoiceAuto = 0,
  TileAsmChoiceNative = 1,  /* The asm. */
  TileAsmChoiceFallback = 2 /* The fallback, if there is one. */
} TileAsmChoice;

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_SUPPORT_H */
