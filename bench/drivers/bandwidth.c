/*===- bandwidth.c - Memory bandwidth of kernels beside a copy ------------===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Compiles each kernel of bench/kernels for the device, checks its results
|* against the host, and measures its bandwidth beside the driver's own copy.
|*
\*===----------------------------------------------------------------------===*/
/*
 * usage: bandwidth [--device=auto] [--kernels=FOLDER] [--only=NAME]
 *                  [--size=N]... [--check-only] [--no-check] [--json=FILE]
 *
 * Sizes are numbers of elements; without any: 0, 1, 127, 1000, 1008, 98432, and
 * on a GPU also 2^28 and 2^28 - 3. Kernels are compiled for what is true of n
 * (a multiple of 16 or not), as a specializer does. Bandwidth is shown from
 * 2^20 on: the bytes that a kernel must read and write, in 10^9 bytes per
 * second, of the median of cold launches. Exit code 1 if any result is wrong.
 */

#include "kernels.h"

#include "tile-c/Runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const TileStream kNoStream = {NULL};

enum { kMaxSizes = 16, kTile = 1024, kGuard = 64 };

typedef struct Options {
  const char *device, *kernels, *only, *json;
  uint64_t sizes[kMaxSizes];
  int numSizes, isChecked, isTimed;
} Options;

typedef struct Row {
  const char *kernel;
  uint64_t n;
  double milliseconds, p10, p90, gigabytes;
  const char *outcome;
} Row;

static void stop(const char *what) {
  fprintf(stderr, "bandwidth: %s: %s\n", what, tileGetLastErrorMessage().data);
  exit(1);
}

#define TRY(call)                                                              \
  do {                                                                         \
    if ((call) != TileStatusSuccess)                                           \
      stop(#call);                                                             \
  } while (0)

static void *allocateHost(size_t bytes) {
  void *data = malloc(bytes ? bytes : 1);
  if (!data) {
    fprintf(stderr, "bandwidth: no memory for %zu bytes\n", bytes);
    exit(1);
  }
  return data;
}

static void printDiagnostic(const TileDiagnostic *diagnostic, void *userData) {
  (void)userData;
  fprintf(stderr, "%s:%u:%u: %s\n", diagnostic->file.data, diagnostic->line,
          diagnostic->column, diagnostic->message.data);
}

/* Compiles a kernel for the device, and for a size that is a multiple of 16 or
 * of nothing. */
static TileModule loadKernel(const Options *options, const KernelCase *kernel,
                             TileDevice device, int isDivisible) {
  TileDeviceInfo info;
  TRY(tileDeviceGetInfo(device, &info));
  char path[4096];
  snprintf(path, sizeof(path), "%s/%s.mlir", options->kernels, kernel->name);
  TileCompilerOptions compilerOptions = tileCompilerOptionsCreate();
  TRY(tileCompilerOptionsSetTarget(compilerOptions, info.target));
  TRY(tileCompilerOptionsSetNumWarps(compilerOptions, kernel->numWarps));
  if (isDivisible) {
    char last[8];
    snprintf(last, sizeof(last), "%d", kernel->numInputs + kernel->numOutputs);
    TRY(tileCompilerOptionsAssumeDivisible(compilerOptions, tileString(last),
                                           16));
  }
  TileCompiler compiler;
  TRY(tileCompilerCreate(compilerOptions, &compiler));
  TileCompileCallbacks callbacks = {0};
  callbacks.onDiagnostic = printDiagnostic;
  TileKernelImage image;
  /* With a ptxas there is machine code for the GPU, else the driver makes it.
   */
  TileStage last = info.isSimulator ? TileStagePTX : TileStageCubin;
  if (tileCompilerCompileFile(compiler, tileString(path), last,
                              last == TileStagePTX ? &callbacks : NULL, &image))
    TRY(tileCompilerCompileFile(compiler, tileString(path), TileStagePTX,
                                &callbacks, &image));
  TileModule module;
  TRY(tileModuleLoad(device, image, &module));
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(compilerOptions);
  return module;
}

/* Returns the number of wrong elements. */
static size_t runCase(const Options *options, const KernelCase *kernel,
                      TileDevice device, uint64_t size, Row *row) {
  uint64_t units = size / kernel->rowSize, n = units * kernel->rowSize;
  TileModule module = loadKernel(options, kernel, device, units % 16 == 0);
  TileKernel function;
  TRY(tileModuleGetKernel(module, tileString(kernel->name), &function));

  void *inputs[kMaxInputs], *outputs[kMaxOutputs];
  TileArgument arguments[kMaxInputs + kMaxOutputs + 1];
  int numArguments = 0;
  uint64_t bytes = 0;
  for (int i = 0; i < kernel->numInputs; ++i) {
    uint64_t length = n * getElementSize(kernel->inputs[i]);
    inputs[i] = allocateHost(length);
    fillRandom(kernel->inputs[i], inputs[i], n, 1 + (uint64_t)i);
    TileDeviceAddress address;
    TRY(tileDeviceAllocate(device, length, &address));
    TRY(tileDeviceCopyToDevice(device, address, inputs[i], length, kNoStream));
    arguments[numArguments++] = tileArgumentPointer(address);
    bytes += length;
  }
  /* Behind each output are bytes that must stay as they are. */
  const uint8_t guard = 0xA5;
  for (int i = 0; i < kernel->numOutputs; ++i) {
    uint64_t length = n * getElementSize(kernel->outputs[i]);
    outputs[i] = allocateHost(length + kGuard);
    TileDeviceAddress address;
    TRY(tileDeviceAllocate(device, length + kGuard, &address));
    TRY(tileDeviceFill(device, address, &guard, 1, length + kGuard, kNoStream));
    arguments[numArguments++] = tileArgumentPointer(address);
    bytes += length;
  }
  arguments[numArguments++] = tileArgumentI32((int32_t)units);
  TileGrid grid = tileGrid(kernel->isOneCTA ? 1 : tileCeilDiv(n, kTile), 1, 1);
  TRY(tileKernelLaunch(function, grid, arguments, (size_t)numArguments,
                       kNoStream));
  TRY(tileDeviceSynchronize(device));

  size_t wrong = 0;
  row->outcome = "not checked";
  if (options->isChecked) {
    char message[256] = "";
    for (int i = 0; i < kernel->numOutputs; ++i) {
      uint64_t length = n * getElementSize(kernel->outputs[i]);
      TRY(tileDeviceCopyToHost(device, outputs[i],
                               arguments[kernel->numInputs + i].value.bits,
                               length + kGuard, kNoStream));
      for (int k = 0; k < kGuard; ++k)
        if (((uint8_t *)outputs[i])[length + (uint64_t)k] != guard && !wrong++)
          snprintf(message, sizeof(message),
                   "output %d: written behind its end", i);
    }
    wrong += countWrong(kernel, n, inputs, outputs, message);
    if (wrong)
      fprintf(stderr, "bandwidth: %s, n = %llu: %zu wrong; %s\n", kernel->name,
              (unsigned long long)n, wrong, message);
    row->outcome = wrong ? "WRONG" : "right";
  }
  row->kernel = kernel->name;
  row->n = n;
  if (options->isTimed && n >= (1 << 20)) {
    TileBenchmarkResult result;
    TRY(tileKernelBenchmark(function, grid, arguments, (size_t)numArguments,
                            NULL, &result));
    row->milliseconds = result.median;
    row->p10 = result.p10;
    row->p90 = result.p90;
    row->gigabytes = (double)bytes / result.median / 1e6;
  }
  for (int i = 0; i < kernel->numInputs + kernel->numOutputs; ++i)
    TRY(tileDeviceFree(device, arguments[i].value.bits));
  for (int i = 0; i < kernel->numInputs; ++i)
    free(inputs[i]);
  for (int i = 0; i < kernel->numOutputs; ++i)
    free(outputs[i]);
  tileModuleDestroy(module);
  return wrong;
}

typedef struct CopyStep {
  TileDevice device;
  TileDeviceAddress from, to;
  uint64_t bytes;
} CopyStep;

static TileStatus copyOnce(void *userData) {
  const CopyStep *step = userData;
  return tileDeviceCopy(step->device, step->to, step->from, step->bytes,
                        kNoStream);
}

/* The driver's copy of as many floats. */
static void runCopy(TileDevice device, uint64_t n, Row *row) {
  CopyStep step = {device, 0, 0, 4 * n};
  TRY(tileDeviceAllocate(device, step.bytes, &step.from));
  TRY(tileDeviceAllocate(device, step.bytes, &step.to));
  const uint32_t pattern = 0x3F8CCCCD;
  TRY(tileDeviceFill(device, step.from, &pattern, 4, n, kNoStream));
  TileBenchmarkResult result;
  TRY(tileDeviceBenchmark(device, copyOnce, &step, NULL, &result));
  row->kernel = "(device copy)";
  row->n = n;
  row->milliseconds = result.median;
  row->p10 = result.p10;
  row->p90 = result.p90;
  row->gigabytes = 2.0 * (double)step.bytes / result.median / 1e6;
  row->outcome = "";
  TRY(tileDeviceFree(device, step.from));
  TRY(tileDeviceFree(device, step.to));
}

static void printRow(const Row *row) {
  printf("%-24s %11llu", row->kernel, (unsigned long long)row->n);
  if (row->milliseconds > 0)
    printf(" %10.4f %10.4f %10.4f %9.0f", row->milliseconds, row->p10, row->p90,
           row->gigabytes);
  else
    printf(" %10s %10s %10s %9s", "", "", "", "");
  printf("  %s\n", row->outcome);
  fflush(stdout);
}

static void writeJSON(const char *path, const TileDeviceInfo *info,
                      const Row *rows, size_t numRows) {
  FILE *file = fopen(path, "w");
  if (!file) {
    fprintf(stderr, "bandwidth: cannot write '%s'\n", path);
    exit(1);
  }
  fprintf(file,
          "{\"device\": \"%s\", \"target\": \"%s\", \"driver\": %u,\n"
          " \"version\": \"%s\", \"results\": [",
          info->name.data, info->target.data, info->driverVersion,
          tileGetVersion().data);
  for (size_t i = 0; i < numRows; ++i)
    fprintf(file,
            "%s\n  {\"kernel\": \"%s\", \"n\": %llu, \"milliseconds\": %.6f, "
            "\"p10\": %.6f, \"p90\": %.6f, \"gigabytesPerSecond\": %.1f, "
            "\"outcome\": \"%s\"}",
            i ? "," : "", rows[i].kernel, (unsigned long long)rows[i].n,
            rows[i].milliseconds, rows[i].p10, rows[i].p90, rows[i].gigabytes,
            rows[i].outcome);
  fprintf(file, "\n]}\n");
  if (fclose(file) != 0) {
    fprintf(stderr, "bandwidth: cannot write '%s'\n", path);
    exit(1);
  }
}

/* The text behind "--name=", or null. */
static const char *getValue(const char *argument, const char *name) {
  size_t length = strlen(name);
  return strncmp(argument, name, length) == 0 && argument[length] == '='
             ? argument + length + 1
             : NULL;
}

static Options parseOptions(int argc, char **argv) {
  Options options = {"auto", "kernels", NULL, NULL, {0}, 0, 1, 1};
  for (int i = 1; i < argc; ++i) {
    const char *value;
    char *end;
    if ((value = getValue(argv[i], "--device")))
      options.device = value;
    else if ((value = getValue(argv[i], "--kernels")))
      options.kernels = value;
    else if ((value = getValue(argv[i], "--only")))
      options.only = value;
    else if ((value = getValue(argv[i], "--json")))
      options.json = value;
    else if ((value = getValue(argv[i], "--size")) &&
             options.numSizes < kMaxSizes &&
             (options.sizes[options.numSizes] = strtoull(value, &end, 0),
              *value && !*end && options.sizes[options.numSizes] < 1u << 31))
      ++options.numSizes;
    else if (strcmp(argv[i], "--check-only") == 0)
      options.isTimed = 0;
    else if (strcmp(argv[i], "--no-check") == 0)
      options.isChecked = 0;
    else {
      fprintf(stderr,
              "usage: bandwidth [--device=auto] [--kernels=FOLDER] "
              "[--only=NAME] [--size=N]...\n"
              "                 [--check-only] [--no-check] [--json=FILE]\n"
              "bandwidth: expected one of these, found '%s'\n",
              argv[i]);
      exit(2);
    }
  }
  return options;
}

int main(int argc, char **argv) {
  Options options = parseOptions(argc, argv);
  TileDevice device;
  TRY(tileDeviceOpen(tileString(options.device), &device));
  TileDeviceInfo info;
  TRY(tileDeviceGetInfo(device, &info));
  if (options.numSizes == 0) {
    static const uint64_t sizes[] = {0,    1,     127,     1000,
                                     1008, 98432, 1 << 28, (1 << 28) - 3};
    options.numSizes = info.isSimulator ? 6 : 8;
    memcpy(options.sizes, sizes, sizeof(sizes));
  }
  printf("%s, %s\n%-24s %11s %10s %10s %10s %9s\n", info.name.data,
         info.target.data, "kernel", "n", "median ms", "p10", "p90", "GB/s");
  static Row rows[kMaxSizes * 16];
  size_t numRows = 0, wrong = 0, numFound = 0;
  for (int s = 0; s < options.numSizes; ++s) {
    if (options.isTimed && options.sizes[s] >= 1 << 20) {
      runCopy(device, options.sizes[s], &rows[numRows]);
      printRow(&rows[numRows++]);
    }
    for (size_t k = 0; k < kNumKernelCases; ++k) {
      if (options.only && strcmp(options.only, kKernelCases[k].name) != 0)
        continue;
      ++numFound;
      wrong += runCase(&options, &kKernelCases[k], device, options.sizes[s],
                       &rows[numRows]);
      printRow(&rows[numRows++]);
    }
  }
  if (numFound == 0) {
    fprintf(stderr, "bandwidth: no kernel is called '%s'\n", options.only);
    return 1;
  }
  if (options.json)
    writeJSON(options.json, &info, rows, numRows);
  tileDeviceDestroy(device);
  printf("%s\n", !options.isChecked ? "not checked"
                 : wrong            ? "some results are wrong"
                                    : "all results are right");
  return wrong != 0;
}
