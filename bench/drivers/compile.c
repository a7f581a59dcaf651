/*===- compile.c - Compile times beside NVRTC's ---------------------------===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Times compiles in a warm process: MLIR text to PTX, to a cubin, and from the
|* cache; and, in turn with them, NVRTC's of the same vector addition in CUDA C.
|*
\*===----------------------------------------------------------------------===*/
/*
 * usage: compile KERNEL.mlir [--count=100] [--nvrtc=FILE]
 *
 * NVRTC is loaded from the given file, or as libnvrtc.so.13, .12 or
 * libnvrtc.so; without it only ours is timed. Both compile for sm_90a.
 */

#include "tile-c/Compiler.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kMaxCount = 10000 };

static const char kCudaSource[] =
    "extern \"C\" __global__ void vector_add(const float *x, const float *y,\n"
    "                                      float *z, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n)\n"
    "    z[i] = x[i] + y[i];\n"
    "}\n";

/* As nvrtc.h declares them. */
typedef struct Nvrtc {
  int (*createProgram)(void **program, const char *source, const char *name,
                       int numHeaders, const char *const *headers,
                       const char *const *includeNames);
  int (*compileProgram)(void *program, int numOptions,
                        const char *const *options);
  int (*getPTXSize)(void *program, size_t *size);
  int (*getPTX)(void *program, char *ptx);
  int (*destroyProgram)(void **program);
} Nvrtc;

static void stop(const char *what) {
  fprintf(stderr, "compile: %s: %s\n", what, tileGetLastErrorMessage().data);
  exit(1);
}

#define TRY(call)                                                              \
  do {                                                                         \
    if ((call) != TileStatusSuccess)                                           \
      stop(#call);                                                             \
  } while (0)

static double getMilliseconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static int loadNvrtc(const char *file, Nvrtc *nvrtc) {
  const char *names[] = {file, "libnvrtc.so.13", "libnvrtc.so.12",
                         "libnvrtc.so"};
  void *library = NULL;
  for (size_t i = 0; i < sizeof(names) / sizeof(*names) && !library; ++i)
    if (names[i])
      library = dlopen(names[i], RTLD_NOW);
  if (!library)
    return 0;
  *(void **)&nvrtc->createProgram = dlsym(library, "nvrtcCreateProgram");
  *(void **)&nvrtc->compileProgram = dlsym(library, "nvrtcCompileProgram");
  *(void **)&nvrtc->getPTXSize = dlsym(library, "nvrtcGetPTXSize");
  *(void **)&nvrtc->getPTX = dlsym(library, "nvrtcGetPTX");
  *(void **)&nvrtc->destroyProgram = dlsym(library, "nvrtcDestroyProgram");
  return nvrtc->createProgram && nvrtc->compileProgram && nvrtc->getPTXSize &&
         nvrtc->getPTX && nvrtc->destroyProgram;
}

static void compileByNvrtc(const Nvrtc *nvrtc) {
  const char *options[] = {"--gpu-architecture=compute_90a"};
  void *program;
  size_t size = 0;
  char *ptx = NULL;
  if (nvrtc->createProgram(&program, kCudaSource, "add.cu", 0, NULL, NULL) ||
      nvrtc->compileProgram(program, 1, options) ||
      nvrtc->getPTXSize(program, &size) || !(ptx = malloc(size)) ||
      nvrtc->getPTX(program, ptx) || nvrtc->destroyProgram(&program)) {
    fprintf(stderr, "compile: NVRTC failed\n");
    exit(1);
  }
  free(ptx);
}

static void compileByUs(TileCompiler compiler, MlirStringRef source,
                        TileStage stage) {
  TileKernelImage image;
  TRY(tileCompilerCompileText(compiler, source, tileString("kernel.mlir"),
                              stage, NULL, &image));
  tileKernelImageDestroy(image);
}

enum { kOurPTX, kNvrtcPTX, kOurCubin, kOurHit, kNumWays };
static const char *const kWays[kNumWays] = {
    "tilewright, text to PTX", "NVRTC, CUDA C to PTX",
    "tilewright, text to cubin", "tilewright, from the cache"};

static int compareDoubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static char *readFile(const char *path) {
  FILE *file = fopen(path, "rb");
  enum { kLimit = 1 << 20 };
  char *text = malloc(kLimit);
  if (!file || !text) {
    fprintf(stderr, "compile: cannot read '%s'\n", path);
    exit(1);
  }
  text[fread(text, 1, kLimit - 1, file)] = '\0';
  fclose(file);
  return text;
}

int main(int argc, char **argv) {
  const char *path = NULL, *nvrtcFile = NULL;
  long count = 100;
  for (int i = 1; i < argc; ++i) {
    if (strncmp(argv[i], "--count=", 8) == 0)
      count = strtol(argv[i] + 8, NULL, 10);
    else if (strncmp(argv[i], "--nvrtc=", 8) == 0)
      nvrtcFile = argv[i] + 8;
    else
      path = argv[i];
  }
  if (!path || count < 1 || count > kMaxCount) {
    fprintf(stderr,
            "usage: compile KERNEL.mlir [--count=100] [--nvrtc=FILE]\n");
    return 2;
  }
  char *text = readFile(path);
  Nvrtc nvrtc = {0};
  int hasNvrtc = loadNvrtc(nvrtcFile, &nvrtc);

  TileCompilerOptions options = tileCompilerOptionsCreate();
  TRY(tileCompilerOptionsSetTarget(options, tileString("sm_90a")));
  TileCompiler cached, plain;
  TRY(tileCompilerCreate(options, &cached));
  TileCache none = {NULL};
  TRY(tileCompilerOptionsSetCache(options, none));
  TRY(tileCompilerCreate(options, &plain));
  TileKernelImage probe;
  int hasCubin = tileCompilerCompileText(
                     plain, tileString(text), tileString("kernel.mlir"),
                     TileStageCubin, NULL, &probe) == TileStatusSuccess;
  if (hasCubin)
    tileKernelImageDestroy(probe);

  static double times[kNumWays][kMaxCount];
  int isUsed[kNumWays] = {1, hasNvrtc, hasCubin, 1};
  double first[kNumWays] = {0};
  for (long i = -3; i < count; ++i)
    for (int way = 0; way < kNumWays; ++way) {
      if (!isUsed[way])
        continue;
      double start = getMilliseconds();
      if (way == kNvrtcPTX)
        compileByNvrtc(&nvrtc);
      else
        compileByUs(way == kOurHit ? cached : plain, tileString(text),
                    way == kOurCubin ? TileStageCubin : TileStagePTX);
      double time = getMilliseconds() - start;
      if (i == -3)
        first[way] = time;
      else if (i >= 0)
        times[way][i] = time;
    }
  printf("milliseconds, %ld compiles each way\n%-28s %8s %8s %8s %8s\n", count,
         "", "first", "median", "min", "max");
  double medians[kNumWays] = {0};
  for (int way = 0; way < kNumWays; ++way) {
    if (!isUsed[way])
      continue;
    qsort(times[way], (size_t)count, sizeof(double), compareDoubles);
    medians[way] = times[way][count / 2];
    printf("%-28s %8.3f %8.3f %8.3f %8.3f\n", kWays[way], first[way],
           medians[way], times[way][0], times[way][count - 1]);
  }
  if (hasNvrtc)
    printf("tilewright / NVRTC: %.3f\n", medians[kOurPTX] / medians[kNvrtcPTX]);
  else
    printf("NVRTC was not found\n");
  tileCompilerDestroy(cached);
  tileCompilerDestroy(plain);
  tileCompilerOptionsDestroy(options);
  free(text);
  return 0;
}
