/*===- serve.c - A model from a shared cache, replayed as a graph -*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* What a server does. It takes the kernels of a model from a store that
|* machines share, and compiles them if they are not there. Each of two threads
|* captures the model's three launches in a stream of its own, and replays the
|* graph: a launch with clusters, a dependent launch, and a plain one. Half-way
|* the graph gets another argument. The results are exact.
|*
|*   serve [--device=auto|sim|cuda:N] [--replays=N] [--store=FOLDER] [FILE]
|*
|* Clusters and dependent launches need a GPU of sm_90 or later, or the
|* simulator. FILE is models/serve.mlir, N is 1000, FOLDER is serve.store.
|*
\*===----------------------------------------------------------------------===*/

#define _POSIX_C_SOURCE 200809L

#include "tile-c/Launches.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Rows of 1024 floats, CTAs that share a row, streams. */
enum { kRows = 2, kElements = kRows * 1024, kCluster = 4, kStreams = 2 };

static void fail(const char *why) {
  fprintf(stderr, "error: %s\n", why);
  exit(EXIT_FAILURE);
}

static void check(TileStatus status) {
  if (status != TileStatusSuccess)
    fail(tileGetLastErrorMessage().data);
}

/*===----------------------------------------------------------------------===*\
|* The store: a file for each key, in a folder that machines may share. Another
|* one needs three functions like these. Whoever can write to the store decides
|* what runs. The functions run on any thread, several at once.
\*===----------------------------------------------------------------------===*/

static const char *store = "serve.store";

/* False if the path is too long. A key ends in a null character. */
static bool makePath(char path[4096], MlirStringRef key, const char *suffix) {
  return snprintf(path, 4096, "%s/%s%s", store, key.data, suffix) < 4096;
}

static TileStatus getEntry(MlirStringRef key, MlirStringCallback sink,
                           void *sinkData, void *userData) {
  char path[4096], *bytes = NULL;
  struct stat facts;
  (void)userData;
  if (!makePath(path, key, ""))
    return TileStatusIOError;
  FILE *file = fopen(path, "rb");
  if (!file)
    return errno == ENOENT ? TileStatusNotFound : TileStatusIOError;
  TileStatus status = TileStatusIOError;
  if (fstat(fileno(file), &facts) == 0 && facts.st_size > 0 &&
      (bytes = malloc((size_t)facts.st_size)) &&
      fread(bytes, (size_t)facts.st_size, 1, file) == 1) {
    sink(mlirStringRefCreate(bytes, (size_t)facts.st_size), sinkData);
    status = TileStatusSuccess;
  }
  free(bytes);
  fclose(file);
  return status;
}

/* Writes another file and renames it: a reader sees all of it, or nothing. */
static TileStatus putEntry(MlirStringRef key, MlirStringRef bytes,
                           void *userData) {
  char path[4096], temporary[4096];
  (void)userData;
  if (!makePath(path, key, "") || !makePath(temporary, key, ".XXXXXX"))
    return TileStatusIOError;
  int descriptor = mkstemp(temporary);
  if (descriptor < 0)
    return TileStatusIOError;
  bool isWritten =
      write(descriptor, bytes.data, bytes.length) == (ssize_t)bytes.length;
  if (close(descriptor) == 0 && isWritten && rename(temporary, path) == 0)
    return TileStatusSuccess;
  unlink(temporary);
  return TileStatusIOError;
}

static TileStatus removeEntry(MlirStringRef key, void *userData) {
  char path[4096];
  (void)userData;
  bool isGone =
      makePath(path, key, "") && (unlink(path) == 0 || errno == ENOENT);
  return isGone ? TileStatusSuccess : TileStatusIOError;
}

/* For this user alone: what is in the store runs as code. */
static TileCache openStore(void) {
  TileCacheCallbacks callbacks = {0};
  TileCache cache;
  if (mkdir(store, 0700) != 0 && errno != EEXIST)
    fail("cannot make the folder of the store");
  callbacks.get = getEntry;
  callbacks.put = putEntry;
  callbacks.remove = removeEntry;
  check(tileCacheCreateWithCallbacks(&callbacks, &cache));
  return cache;
}

/*===----------------------------------------------------------------------===*\
|* The model
\*===----------------------------------------------------------------------===*/

static TileDevice device;
static TileCompiler compiler; /* Threads share it. */
static const char *source = "models/serve.mlir";
static unsigned replays = 1000;

static TileKernelImage loadImage(void) {
  TileKernelImage image;
  check(tileCompilerCompileFile(compiler, tileString(source), TileStagePTX,
                                NULL, &image));
  return image;
}

typedef struct Worker {
  pthread_t thread;
  unsigned number;
  TileModule module;
  TileStream stream;
  TileDeviceAddress x, h, y;
  float values[kElements]; /* The input, and then the result. */
  double seconds;          /* For all replays. */
} Worker;

static TileKernel find(const Worker *worker, const char *name) {
  TileKernel kernel; /* Belongs to the module. */
  check(tileModuleGetKernel(worker->module, tileString(name), &kernel));
  return kernel;
}

/* Each worker has another scale and another bias. */
static float getScale(const Worker *w) { return (float)(w->number + 1); }
static float getBias(const Worker *w) { return -3.0f * (float)w->number; }
static float getInput(int i) { return (float)(i % 17 - 5); }

/* Nothing is launched while the stream is captured. */
static TileGraph capture(const Worker *w) {
  TileLaunchOptions clustered = {0}, dependent = {0};
  TileGraph graph;
  clustered.cluster = tileGrid(kCluster, 1, 1);
  /* The kernel waits for the launch before by tile.grid_dependency_wait. */
  dependent.dependent = true;
  TileArgument scale[] = {tileArgumentPointer(w->x), tileArgumentPointer(w->h),
                          tileArgumentF32(getScale(w))};
  TileArgument bias[] = {tileArgumentPointer(w->h),
                         tileArgumentF32(getBias(w))};
  TileArgument accumulate[] = {tileArgumentPointer(w->h),
                               tileArgumentPointer(w->y), tileArgumentF32(1)};
  check(tileStreamBeginCapture(w->stream));
  check(tileKernelLaunchWith(find(w, "scale"), tileGrid(kRows * kCluster, 1, 1),
                             &clustered, scale, 3, w->stream));
  check(tileKernelLaunchWith(find(w, "bias"), tileGrid(kRows, 1, 1), &dependent,
                             bias, 2, w->stream));
  check(tileKernelLaunch(find(w, "accumulate"), tileGrid(kRows, 1, 1),
                         accumulate, 3, w->stream));
  check(tileStreamEndCapture(w->stream, &graph));
  return graph;
}

/* Replays from now on add twice the values. What runs stays as it was. */
static void doubleGain(const Worker *w, TileGraph graph) {
  TileArgument accumulate[] = {tileArgumentPointer(w->h),
                               tileArgumentPointer(w->y), tileArgumentF32(2)};
  TileGraphNodeKind kind;
  MlirStringRef name;
  for (size_t i = 0; i < tileGraphGetNumNodes(graph); ++i) {
    check(tileGraphGetNode(graph, i, &kind, &name));
    if (kind == TileGraphNodeKindKernel && strcmp(name.data, "accumulate") == 0)
      check(tileGraphSetKernel(graph, i, tileGrid(kRows, 1, 1), accumulate, 3));
  }
}

static double readClock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* All values are integers below 2^24 for up to 100,000 replays: exact. */
static void compare(const Worker *w) {
  const float gains = (float)(replays / 2 + 2 * (replays - replays / 2));
  for (int i = 0; i < kElements; ++i) {
    float h = getInput(i) * getScale(w) + getBias(w);
    float expected = h > 0 ? h * gains : 0;
    if (w->values[i] != expected) {
      fprintf(stderr, "error: stream %u: expected y[%d] = %g, found %g\n",
              w->number, i, expected, w->values[i]);
      exit(EXIT_FAILURE);
    }
  }
}

static void *serve(void *data) {
  Worker *w = data;
  TileKernelImage image = loadImage();
  if (!tileKernelImageIsFromCache(image))
    fprintf(stderr, "warning: stream %u: the store gave nothing\n", w->number);
  check(tileModuleLoad(device, image, &w->module));
  tileKernelImageDestroy(image);
  /* One that does not wait for the other. */
  check(tileStreamCreateWithPriority(device, 0, false, &w->stream));
  const float zero = 0;
  const uint64_t bytes = sizeof w->values;
  for (int i = 0; i < kElements; ++i)
    w->values[i] = getInput(i);
  check(tileDeviceAllocate(device, bytes, &w->x));
  check(tileDeviceAllocate(device, bytes, &w->h));
  check(tileDeviceAllocate(device, bytes, &w->y));
  check(tileDeviceCopyToDevice(device, w->x, w->values, bytes, w->stream));
  check(tileDeviceFill(device, w->h, &zero, sizeof zero, kElements, w->stream));
  check(tileDeviceFill(device, w->y, &zero, sizeof zero, kElements, w->stream));
  check(tileStreamSynchronize(w->stream));

  TileGraph graph = capture(w);
  double start = readClock();
  for (unsigned i = 0; i < replays; ++i) {
    if (i == replays / 2)
      doubleGain(w, graph);
    check(tileGraphLaunch(graph, w->stream));
  }
  check(tileStreamSynchronize(w->stream));
  w->seconds = readClock() - start;
  check(tileDeviceCopyToHost(device, w->values, w->y, bytes, w->stream));
  check(tileStreamSynchronize(w->stream));
  compare(w);

  tileGraphDestroy(graph);
  check(tileDeviceFree(device, w->x));
  check(tileDeviceFree(device, w->h));
  check(tileDeviceFree(device, w->y));
  tileStreamDestroy(w->stream);
  tileModuleDestroy(w->module);
  return NULL;
}

int main(int argc, char **argv) {
  const char *deviceName = "auto";
  for (int i = 1; i < argc; ++i)
    if (strncmp(argv[i], "--device=", 9) == 0)
      deviceName = argv[i] + 9;
    else if (strncmp(argv[i], "--replays=", 10) == 0)
      replays = (unsigned)strtoul(argv[i] + 10, NULL, 10);
    else if (strncmp(argv[i], "--store=", 8) == 0)
      store = argv[i] + 8;
    else
      source = argv[i];
  if (replays == 0 || replays > 100000)
    fail("expected 1 to 100000 replays");

  TileDeviceInfo info;
  check(tileDeviceOpen(tileString(deviceName), &device));
  check(tileDeviceGetInfo(device, &info));
  TileCache cache = openStore();
  TileCompilerOptions options = tileCompilerOptionsCreate();
  check(tileCompilerOptionsSetTarget(options, info.target));
  check(tileCompilerOptionsSetCache(options, cache));
  check(tileCompilerCreate(options, &compiler));
  /* Once, so that each thread finds it. */
  TileKernelImage image = loadImage();
  printf("%s: %zu kernels, %s\n", info.name.data,
         tileKernelImageGetNumKernels(image),
         tileKernelImageIsFromCache(image) ? "from the store" : "compiled");
  tileKernelImageDestroy(image);

  static Worker workers[kStreams];
  for (unsigned i = 0; i < kStreams; ++i) {
    workers[i].number = i;
    if (pthread_create(&workers[i].thread, NULL, serve, &workers[i]) != 0)
      fail("the system makes no thread");
  }
  for (unsigned i = 0; i < kStreams; ++i) {
    pthread_join(workers[i].thread, NULL);
    printf("stream %u: %u replays of 3 launches, %.1f us each, exact\n", i,
           replays, 1e6 * workers[i].seconds / replays);
  }
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  tileCacheDestroy(cache);
  tileDeviceDestroy(device);
  return EXIT_SUCCESS;
}
