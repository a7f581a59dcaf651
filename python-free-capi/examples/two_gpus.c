/*===- two_gpus.c - Data split over all GPUs ---------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Adds two vectors, a part on each GPU of the machine, from one thread: copies
|* and launches go into a stream of each GPU, and run while the host goes on.
|* With fewer than two GPUs two simulated ones take their place; a device that
|* is named works as two.
|*
|*   two_gpus [kernel.mlir] [--device=auto|sim|cuda:N]
|*
\*===----------------------------------------------------------------------===*/

#include "tile-c/Runtime.h"

#include <stdio.h>

enum { kMaxParts = 16, kTile = 1024, kTiles = 301, N = kTiles * kTile - 7 };
static float x[N], y[N], z[N];

/* What one device works with, and which elements are its own. */
static struct Part {
  TileDevice device;
  TileModule module;
  TileKernel kernel;    /* Belongs to the module. */
  TileStream stream;    /* An ordered queue of work. */
  TileEvent start, end; /* Marks in it, to measure between. */
  TileDeviceAddress x, y, z;
  size_t begin, size;
} parts[kMaxParts];

/* Opens a device and loads the kernel there. Each call gives a status, 0 for
 * success; the first that fails ends the chain. */
static bool prepare(struct Part *p, const char *name, const char *file) {
  const uint64_t bytes = p->size * sizeof(float);
  TileDeviceInfo info;
  TileKernelImage image = {NULL};
  TileCompiler compiler = {NULL};
  TileCompilerOptions options = tileCompilerOptionsCreate();
  /* Devices may differ; those that do not find their image in the cache. */
  bool isReady = !tileDeviceOpen(tileString(name), &p->device) &&
                 !tileDeviceGetInfo(p->device, &info) &&
                 !tileCompilerOptionsSetTarget(options, info.target) &&
                 !tileCompilerCreate(options, &compiler) &&
                 !tileCompilerCompileFile(compiler, tileString(file),
                                          TileStagePTX, NULL, &image) &&
                 !tileModuleLoad(p->device, image, &p->module) &&
                 !tileModuleGetKernel(p->module, tileString(""), &p->kernel) &&
                 !tileStreamCreate(p->device, &p->stream) &&
                 !tileEventCreate(p->device, &p->start) &&
                 !tileEventCreate(p->device, &p->end) &&
                 !tileDeviceAllocate(p->device, bytes, &p->x) &&
                 !tileDeviceAllocate(p->device, bytes, &p->y) &&
                 !tileDeviceAllocate(p->device, bytes, &p->z);
  /* The module needs none of these any more. */
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  return isReady;
}

/* Adds the work to the stream. A GPU's copies are fully asynchronous only for
 * memory of cuMemHostAlloc; for other memory the driver may wait. */
static bool start(const struct Part *p) {
  const uint64_t bytes = p->size * sizeof(float);
  const TileGrid grid = tileGrid(tileCeilDiv(p->size, kTile), 1, 1);
  const TileArgument arguments[] = {
      tileArgumentPointer(p->x), tileArgumentPointer(p->y),
      tileArgumentPointer(p->z), tileArgumentI32((int32_t)p->size)};
  return !tileEventRecord(p->start, p->stream) &&
         !tileDeviceCopyToDevice(p->device, p->x, x + p->begin, bytes,
                                 p->stream) &&
         !tileDeviceCopyToDevice(p->device, p->y, y + p->begin, bytes,
                                 p->stream) &&
         !tileKernelLaunch(p->kernel, grid, arguments, 4, p->stream) &&
         !tileDeviceCopyToHost(p->device, z + p->begin, p->z, bytes,
                               p->stream) &&
         !tileEventRecord(p->end, p->stream);
}

/* Waits for the work and says how long it took. */
static bool finish(const struct Part *p) {
  float milliseconds;
  if (tileStreamSynchronize(p->stream) ||
      tileEventGetElapsed(p->start, p->end, &milliseconds))
    return false;
  printf("from element %zu on: %zu sums in %.3f ms\n", p->begin, p->size,
         milliseconds);
  return true;
}

int main(int argc, char **argv) {
  const char *file = "kernels/vector_add.mlir", *deviceName = "auto";
  for (int i = 1; i < argc; ++i)
    if (strncmp(argv[i], "--device=", 9) == 0)
      deviceName = argv[i] + 9;
    else
      file = argv[i];
  unsigned count = 0;
  bool isAuto = strcmp(deviceName, "auto") == 0, isRight = true;
  bool usesGPUs = isAuto && !tileDeviceCountGPUs(&count) && count >= 2;
  count = !usesGPUs ? 2 : count < kMaxParts ? count : kMaxParts;

  for (int i = 0; i < N; ++i) {
    x[i] = (float)i;
    y[i] = 0.25f * (float)(i % 1000);
  }
  for (unsigned i = 0; i < count && isRight; ++i) {
    size_t end = (size_t)(i + 1) * kTiles / count * kTile;
    parts[i].begin = (size_t)i * kTiles / count * kTile;
    parts[i].size = (end < N ? end : N) - parts[i].begin;
    char name[32];
    snprintf(name, sizeof(name), "cuda:%u", i);
    isRight = prepare(&parts[i],
                      usesGPUs ? name
                      : isAuto ? "sim"
                               : deviceName,
                      file);
  }
  /* All are at work before the first is waited for. */
  for (unsigned i = 0; i < count && isRight; ++i)
    isRight = start(&parts[i]);
  for (unsigned i = 0; i < count && isRight; ++i)
    isRight = finish(&parts[i]);
  if (!isRight)
    fprintf(stderr, "error: %s\n", tileGetLastErrorMessage().data);
  for (int i = 0; i < N && isRight; ++i) /* One rounding, as on the host. */
    if (!(isRight = z[i] == x[i] + y[i]))
      fprintf(stderr, "error: z[%d] is %g\n", i, z[i]);

  for (struct Part *p = parts; p < parts + count; ++p) {
    /* After this nothing reads or writes our arrays any more. */
    tileDeviceSynchronize(p->device);
    tileDeviceFree(p->device, p->x);
    tileDeviceFree(p->device, p->y);
    tileDeviceFree(p->device, p->z);
    tileModuleDestroy(p->module);
    tileEventDestroy(p->start);
    tileEventDestroy(p->end);
    tileStreamDestroy(p->stream);
    tileDeviceDestroy(p->device);
  }
  return !isRight;
}
