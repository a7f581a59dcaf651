/*===- tune.c - The fastest of several configurations ------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Tries a vector addition with several numbers of warps, and of programs that
|* share a CTA, prints what each of them takes, and launches the best one. The
|* second start takes the choice from the cache.
|*
|*   tune [kernel.mlir] [--device=auto|sim|cuda:N]
|*
\*===----------------------------------------------------------------------===*/

#include "tile-c/Tuner.h"

#include <stdio.h>

/* Elements, and how many of them a program adds, as the kernel says. */
enum { N = 98432, kTile = 1024 };
static float x[N], z[N];

#define TRY(call)                                                              \
  do {                                                                         \
    if ((call) != TileStatusSuccess) {                                         \
      fprintf(stderr, "error: %s\n", tileGetLastErrorMessage().data);          \
      goto cleanup;                                                            \
    }                                                                          \
  } while (0)

/* The configurations by number: 1, 2, 4 and 8 warps, then the same again with
 * two programs per CTA. */
static bool enumerate(size_t number, TileTunerConfiguration *configuration,
                      void *userData) {
  static char options[64]; /* Good until the next call. */
  if (number >= 8)
    return false;
  snprintf(options, sizeof options, "num-warps=%d programs-per-cta=%d",
           1 << number % 4, number < 4 ? 1 : 2);
  configuration->file = tileString(userData);
  configuration->options = tileString(options);
  configuration->grid = tileGrid(tileCeilDiv(N, kTile), 1, 1);
  return true;
}

static bool onProgress(const TileTunerProgress *progress, void *userData) {
  (void)userData;
  fprintf(stderr, "%s: %zu of %zu, about %.1f s left\n",
          progress->phase == TileTunerPhaseCompile ? "compiled" : "measured",
          progress->done, progress->total, progress->secondsLeft);
  return false; /* True would end it. */
}

int main(int argc, char **argv) {
  const char *deviceName = "auto";
  char *file = "kernels/vector_add.mlir";
  for (int i = 1; i < argc; ++i)
    if (strncmp(argv[i], "--device=", 9) == 0)
      deviceName = argv[i] + 9;
    else
      file = argv[i];

  TileDevice device = {NULL};
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileTuner tuner = {NULL};
  TileStream noStream = {NULL};
  TileKernel kernel; /* The tuner's. */
  TileTunerChoice choice;
  TileTunerResult result;
  TileDeviceAddress onDevice[3] = {0, 0, 0};
  int exitCode = 1;
  for (int i = 0; i < N; ++i)
    x[i] = (float)i;

  TRY(tileDeviceOpen(tileString(deviceName), &device));
  for (int i = 0; i < 3; ++i) {
    TRY(tileDeviceAllocate(device, sizeof x, &onDevice[i]));
    TRY(tileDeviceCopyToDevice(device, onDevice[i], x, sizeof x, noStream));
  }
  TileArgument arguments[] = {
      tileArgumentPointer(onDevice[0]), tileArgumentPointer(onDevice[1]),
      tileArgumentPointer(onDevice[2]), tileArgumentI32(N)};

  /* An empty name: the only kernel of the file. */
  TRY(tileTunerCreate(options, device, tileString(""), &tuner));
  TRY(tileTunerEnumerate(tuner, enumerate, file));
  TRY(tileTunerRun(tuner, arguments, 4, onProgress, NULL));
  TRY(tileTunerGetChoice(tuner, &choice));
  for (size_t i = 0; i < tileTunerGetNumConfigurations(tuner); ++i) {
    TRY(tileTunerGetResult(tuner, i, &result));
    printf("%-60s %10.4g %s%s\n", result.name.data, result.score,
           result.reason.data, i == choice.index ? " <- the choice" : "");
  }
  printf("%s\n", choice.isFromCache ? "known from before" : "found now");

  TRY(tileTunerGetKernel(tuner, &kernel));
  TRY(tileKernelLaunch(kernel, choice.grid, arguments, 4, noStream));
  TRY(tileDeviceCopyToHost(device, z, onDevice[2], sizeof z, noStream));
  for (int i = 0; i < N; ++i)
    if (z[i] != x[i] + x[i]) {
      fprintf(stderr, "error: z[%d] is %g\n", i, z[i]);
      goto cleanup;
    }
  printf("%d sums are right\n", N);
  exitCode = 0;

cleanup:
  for (int i = 0; i < 3; ++i)
    if (onDevice[i])
      tileDeviceFree(device, onDevice[i]);
  tileTunerDestroy(tuner);
  tileCompilerOptionsDestroy(options);
  tileDeviceDestroy(device);
  return exitCode;
}
