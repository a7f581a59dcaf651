/*===- tile-c/Tuner.h - Finds the fastest configuration ----------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Compiles a kernel in several configurations, measures them on a device, and
|* remembers which one was the fastest.
|*
\*===----------------------------------------------------------------------===*/
/*
 *   TileTuner tuner;
 *   TileKernel kernel;
 *   TileTunerChoice choice;
 *   TileTunerConfiguration configuration = {0};
 *   tileTunerCreate(options, device, tileString("scale"), &tuner);
 *   configuration.file = tileString("scale.mlir");
 *   configuration.grid = tileGrid(tileCeilDiv(n, 1024), 1, 1);
 *   configuration.options = tileString("num-warps=4");
 *   tileTunerAddConfiguration(tuner, &configuration);
 *   configuration.options = tileString("num-warps=8");
 *   tileTunerAddConfiguration(tuner, &configuration);
 *   tileTunerRun(tuner, arguments, 2, NULL, NULL);
 *   tileTunerGetChoice(tuner, &choice);
 *   tileTunerGetKernel(tuner, &kernel);
 *   tileKernelLaunch(kernel, choice.grid, arguments, 2, noStream);
 *
 * (each with its status looked at). A configuration is a source, options,
 * values of the source's tunable constants, and a grid. Where tiles differ in
 * size, the sources differ: the types of tiles are part of the text.
 *
 * What tileTunerRun does:
 *   1. It looks for an earlier choice in the cache of the options. The choice
 *      depends on the device and its driver, the library, the options, the
 *      texts and all else of the configurations, and the arguments: their
 *      values if they are integers, whether pointers are multiples of 16, or
 *      instead of these the text of tileTunerSetKey. If the choice is there,
 *      nothing is compiled and nothing is measured.
 *   2. It compiles all configurations on as many threads as there are cores: to
 *      cubins on a GPU if a ptxas is known, else to PTX.
 *   3. It drops what does not compile, what the device cannot have, and what
 *      spills registers if another configuration spills none. Registers and
 *      spills are known of cubins, and of PTX with the option verify-ptx.
 *   4. It measures those that are left. On a GPU each one launches once per
 *      round. The L2 cache is replaced before each launch. From `minSamples`
 *      rounds on, what is slower than `slowerThan` times the best is dropped.
 *      The median decides. On the simulator, which has no clock, each one runs
 *      once, on the first CTAs of its grid, and a cost decides; docs/c-api.md
 *      has its formula.
 *   5. It keeps the choice in the cache.
 *
 * The arguments. The launches are real and write the caller's memory. An array
 * that a kernel reads and writes must be named by tileTunerRestore. Then its
 * contents are restored before each launch, and when the tuning ends. Every
 * other array has afterwards what the last launch wrote; on the simulator, what
 * some of the CTAs wrote.
 *
 * Threads. One thread at a time may use a tuner. fork(). The callback of
 * tileTunerRun must not call it. If a fork comes while a tuner runs, the child
 * must not use this tuner.
 */

#ifndef TILE_C_TUNER_H
#define TILE_C_TUNER_H

#include "tile-c/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

TILE_DEFINE_HANDLE(TileTuner);

/*===----------------------------------------------------------------------===*\
|* Configurations
\*===----------------------------------------------------------------------===*/

/* For a kernel of this symbol (empty: the only one of each source) on a device.
 * The options are those that all configurations have; an empty target becomes
 * the device's. They are copied, and the device's handle may go afterwards. */
MLIR_CAPI_EXPORTED TileStatus tileTunerCreate(TileCompilerOptions options,
                                              TileDevice device,
                                              MlirStringRef kernel,
                                              TileTuner *tuner);
MLIR_CAPI_EXPORTED void tileTunerDestroy(TileTuner tuner);
static inline bool tileTunerIsNull(TileTuner tuner) { return !tuner.ptr; }

/* One way to compile the kernel. Start with `= {0}`: later versions may append
 * fields. */
typedef struct TileTunerConfiguration {
  /* Its name in results; empty: its options and tunables, and its file. Each
   * configuration has its own name. */
  MlirStringRef name;
  /* The text of the source, or the file that has it: one of the two. */
  MlirStringRef source, file;
  /* "num-warps=8 num-stages=4": names and values as tileCompilerOptionsSet
   * takes them, with spaces between. The options keep-stages and cache come
   * from tileTunerCreate. */
  MlirStringRef options;
  /* "GROUP=8 STEP=2": names of `tile.tunable` attributes in the source, and the
   * values of the constants that have them. */
  MlirStringRef tunables;
  /* The grid of the launch, in programs. */
  TileGrid grid;
} TileTunerConfiguration;

/* Adds a copy of a configuration. InvalidArgument if it cannot be one, NotFound
 * for an unknown option, IOError for a file that cannot be read. tileTunerRun
 * reports mistakes in the source. */
MLIR_CAPI_EXPORTED TileStatus tileTunerAddConfiguration(
    TileTuner tuner, const TileTunerConfiguration *configuration);

/* Adds the configurations that a callback enumerates. The callback gets a
 * number, counted from 0. It fills in the configuration of this number and
 * returns true, or it returns false if there are no more. The strings must be
 * valid until the next call of the callback, or until this call returns. If a
 * configuration is wrong, the call fails, and earlier configurations stay. More
 * than 10,000 are InvalidArgument. */
typedef bool (*TileTunerEnumerator)(size_t number,
                                    TileTunerConfiguration *configuration,
                                    void *userData);
MLIR_CAPI_EXPORTED TileStatus tileTunerEnumerate(TileTuner tuner,
                                                 TileTunerEnumerator callback,
                                                 void *userData);

/* Adds the configurations of a file, all or none. docs/c-api.md has the format,
 * which tile-run --tune takes too. Paths in the file are relative to its
 * folder. The file's kernel is used if tileTunerCreate got an empty name. */
MLIR_CAPI_EXPORTED TileStatus tileTunerAddFile(TileTuner tuner,
                                               MlirStringRef path);

/* How many there are. */
MLIR_CAPI_EXPORTED size_t tileTunerGetNumConfigurations(TileTuner tuner);

/*===----------------------------------------------------------------------===*\
|* Tuning
\*===----------------------------------------------------------------------===*/

/* How much is measured. Start with `= {0}`, which is all defaults: later
 * versions may append fields. */
typedef struct TileTunerSettings {
  /* Threads that compile; 0: one per core. */
  unsigned threads;
  /* Samples of each configuration, on a GPU; 0: 3 and 20, or what is given for
   * the other if that is beyond. */
  unsigned minSamples, maxSamples;
  /* No round begins after this many milliseconds of measuring if there are
   * minSamples samples; 0: 1000. */
  double duration;
  /* A configuration is dropped when its median is more than this times the
   * best; 0: 1.5. */
  double slowerThan;
  /* CTAs of each configuration that run on the simulator; 0: 4. UINT64_MAX: all
   * of them. */
  uint64_t simulatedCTAs;
} TileTunerSettings;

/* The defaults as numbers. */
MLIR_CAPI_EXPORTED TileTunerSettings tileTunerSettingsGetDefault(void);
MLIR_CAPI_EXPORTED TileStatus
tileTunerSetSettings(TileTuner tuner, const TileTunerSettings *settings);

/* Makes the argument of this number, a pointer to `bytes` bytes, an array that
 * is restored. That takes as much memory of the device during the tuning. */
MLIR_CAPI_EXPORTED TileStatus tileTunerRestore(TileTuner tuner, size_t argument,
                                               uint64_t bytes);

/* A text that names what the best configuration depends on, such as
 * "n: 1024 to 4096". The cache finds choices by this text instead of the
 * arguments' values. Empty: by the arguments' values. */
MLIR_CAPI_EXPORTED TileStatus tileTunerSetKey(TileTuner tuner,
                                              MlirStringRef key);

typedef enum TileTunerPhase {
  TileTunerPhaseCompile = 0, /* `done` and `total` are configurations. */
  TileTunerPhaseMeasure = 1  /* They are launches; `total` gets smaller. */
} TileTunerPhase;

typedef struct TileTunerProgress {
  TileTunerPhase phase;
  size_t done, total;
  /* Since tileTunerRun was called, and estimated to the end of the phase. */
  double seconds, secondsLeft;
} TileTunerProgress;

/* Any thread calls it, one at a time, about 20 times per second, and where a
 * phase ends: `done` is `total` then. It is never called for a choice from the
 * cache. If it returns true, the tuning ends with Cancelled. It must not use
 * the tuner. */
typedef bool (*TileTunerCallback)(const TileTunerProgress *progress,
                                  void *userData);

/* Finds the best configuration for these arguments. `onProgress` may be null. A
 * configuration that does not compile or run is not a failure, if another one
 * does. If none does, the call fails with the first one's reason. A kernel that
 * makes a GPU's context unusable ends the tuning. The tuner may run again, with
 * other arguments. After a failure it has no results. */
MLIR_CAPI_EXPORTED TileStatus tileTunerRun(TileTuner tuner,
                                           const TileArgument *arguments,
                                           size_t numArguments,
                                           TileTunerCallback onProgress,
                                           void *userData);

/*===----------------------------------------------------------------------===*\
|* Results of the last tileTunerRun that succeeded. Strings and kernels live
|* until the tuner runs again, gets configurations or is destroyed.
\*===----------------------------------------------------------------------===*/

/* The result of a configuration, or why it has none. */
typedef enum TileTunerFate {
  TileTunerFateMeasured = 0,
  /* Dropped after a few samples. */
  TileTunerFateSlower = 1,
  /* It spills registers, and another one spills none. */
  TileTunerFateSpills = 2,
  TileTunerFateCompileFailed = 3,
  /* The device cannot load it: another target, too much shared memory. */
  TileTunerFateLoadFailed = 4,
  /* It does not take the arguments, or the launch failed. */
  TileTunerFateLaunchFailed = 5,
  /* It has the same code and launch as a configuration before it. That one was
   * measured for both. So this one has the other's score, and no samples. */
  TileTunerFateDuplicate = 6
} TileTunerFate;

typedef struct TileTunerResult {
  MlirStringRef name;
  TileTunerFate fate;
  /* A message, for the fates from Spills on; else empty. */
  MlirStringRef reason;
  double compileMilliseconds;
  /* Whether registers and spills are known. */
  bool hasResources;
  unsigned registers, spilledBytes;
  /* Static and dynamic, per CTA. */
  unsigned sharedMemory;
  /* The median in milliseconds; on the simulator the cost. 0 if it never ran.
   */
  double score;
  unsigned numSamples;
} TileTunerResult;

typedef struct TileTunerChoice {
  /* The configuration's number, from 0, in the order of adding. */
  size_t index;
  TileGrid grid;
  /* Nothing was compiled or measured. */
  bool isFromCache;
} TileTunerChoice;

/* NotFound if there are no results. */
MLIR_CAPI_EXPORTED TileStatus tileTunerGetResult(TileTuner tuner, size_t index,
                                                 TileTunerResult *result);
MLIR_CAPI_EXPORTED TileStatus tileTunerGetChoice(TileTuner tuner,
                                                 TileTunerChoice *choice);
/* The chosen kernel on the device; it belongs to the tuner. */
MLIR_CAPI_EXPORTED TileStatus tileTunerGetKernel(TileTuner tuner,
                                                 TileKernel *kernel);
/* The chosen image, which the caller destroys: to be saved or shipped. */
MLIR_CAPI_EXPORTED TileStatus tileTunerGetImage(TileTuner tuner,
                                                TileKernelImage *image);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_TUNER_H */
