/*===- two_gpus.c - Data split over all GPUs ---------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Adds two vectors, a part on each GPU of the machine, from one thread: copies
|* and launches go into a stream of each GPU, and run while the host goes on.
|* If there are fewer than two, or one is named, a single device works as two.
|*
|*   two_gpus [kernel.mlir] [--device=auto|sim|cuda:N]
|*
\*===----------------------------------------------------------------------===*/

#include "tile-c/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

enum { kMaxParts = 16, kTile = 1024, N = 308217 };
static float x[N], y[N], z[N];

/* What one device works with, and which elements are its own. */
static struct Part {
  size_t begin, size;
  TileDevice device;
  TileModule module;
  TileStream stream;       /* An ordered queue of work. */
  TileDeviceAddress at[3]; /* Of x, y and z. */
} parts[kMaxParts];

static void check(TileStatus status) {
  if (status == TileStatusSuccess)
    return;
  fprintf(stderr, "error: %s\n", tileGetLastErrorMessage().data);
  exit(EXIT_FAILURE);
}

/* Loads the kernel, compiled for the device; for a second one, by the cache. */
static void load(struct Part *p, const char *file) {
  TileDeviceInfo info;
  TileKernelImage image;
  TileCompiler compiler;
  TileCompilerOptions options = tileCompilerOptionsCreate();
  check(tileDeviceGetInfo(p->device, &info));
  check(tileCompilerOptionsSetTarget(options, info.target));
  check(tileCompilerCreate(options, &compiler));
  check(tileCompilerCompileFile(compiler, tileString(file), TileStagePTX, NULL,
                                &image));
  check(tileModuleLoad(p->device, image, &p->module));
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
}

/* Adds the work to a stream. A GPU's copies are fully asynchronous only for
 * memory of cuMemHostAlloc; for other memory the driver may wait. */
static void start(struct Part *p) {
  const uint64_t bytes = p->size * sizeof(float);
  const size_t i = p->begin;
  TileKernel kernel; /* Belongs to the module. */
  check(tileModuleGetKernel(p->module, tileString(""), &kernel));
  check(tileStreamCreate(p->device, &p->stream));
  for (int k = 0; k < 3; ++k)
    check(tileDeviceAllocate(p->device, bytes, &p->at[k]));
  const TileArgument arguments[] = {
      tileArgumentPointer(p->at[0]), tileArgumentPointer(p->at[1]),
      tileArgumentPointer(p->at[2]), tileArgumentI32((int32_t)p->size)};
  check(tileDeviceCopyToDevice(p->device, p->at[0], &x[i], bytes, p->stream));
  check(tileDeviceCopyToDevice(p->device, p->at[1], &y[i], bytes, p->stream));
  check(tileKernelLaunch(kernel, tileGrid(tileCeilDiv(p->size, kTile), 1, 1),
                         arguments, 4, p->stream));
  check(tileDeviceCopyToHost(p->device, &z[i], p->at[2], bytes, p->stream));
}

/* Waits for the work, and frees what it needed. */
static void finish(struct Part *p) {
  check(tileStreamSynchronize(p->stream));
  printf("from element %zu on: %zu sums\n", p->begin, p->size);
  for (int k = 0; k < 3; ++k)
    check(tileDeviceFree(p->device, p->at[k]));
  tileStreamDestroy(p->stream);
  tileModuleDestroy(p->module);
  tileDeviceDestroy(p->device);
}

int main(int argc, char **argv) {
  const char *file = "kernels/vector_add.mlir", *deviceName = "auto";
  for (int i = 1; i < argc; ++i)
    if (strncmp(argv[i], "--device=", 9) == 0)
      deviceName = argv[i] + 9;
    else
      file = argv[i];
  unsigned count = 0;
  bool usesGPUs = strcmp(deviceName, "auto") == 0 &&
                  !tileDeviceCountGPUs(&count) && count >= 2;
  count = !usesGPUs ? 2 : count < kMaxParts ? count : kMaxParts;
  for (int i = 0; i < N; ++i) {
    x[i] = (float)i;
    y[i] = 0.25f * (float)(i % 1000);
  }

  for (unsigned i = 0; i < count; ++i) {
    struct Part *p = &parts[i];
    char gpu[32];
    snprintf(gpu, sizeof gpu, "cuda:%u", i);
    check(tileDeviceOpen(tileString(usesGPUs ? gpu : deviceName), &p->device));
    p->begin = (size_t)i * N / count;
    p->size = (size_t)(i + 1) * N / count - p->begin;
    load(p, file);
  }
  /* All are at work before the first is waited for. */
  for (unsigned i = 0; i < count; ++i)
    start(&parts[i]);
  for (unsigned i = 0; i < count; ++i)
    finish(&parts[i]);
  for (int i = 0; i < N; ++i) /* One rounding, as on the host. */
    if (z[i] != x[i] + y[i])
      return fprintf(stderr, "error: z[%d] is %g\n", i, z[i]), EXIT_FAILURE;
  return EXIT_SUCCESS;
}
