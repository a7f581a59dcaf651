/*===- memory.c - Memory stays flat ------------------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* usage: memory MODE COUNT KERNEL.mlir...
|*
|* Does the same COUNT times in one process, and compares the process's resident
|* memory with what it was after the first 100 times or some more, so that each
|* kernel has had its turn as often as the others: at most 5 MB more or less,
|* each time that so many times have passed.
|*
\*===----------------------------------------------------------------------===*/
/* Kernels of each kind: what all of them do often.
 * DEFINE: %{each_kind} = %kernels/add_rms_norm_fp8.mlir \
 * DEFINE:   %kernels/bytes_max.mlir %kernels/copy_peeled.mlir \
 * DEFINE:   %kernels/cumsum.mlir %kernels/divide_rcp.mlir \
 * DEFINE:   %kernels/histogram.mlir %kernels/matmul_fp8.mlir \
 * DEFINE:   %kernels/matmul_mxfp4.mlir %kernels/softmax_online.mlir \
 * DEFINE:   %kernels/sum_atomic.mlir %kernels/topk_rows.mlir \
 * DEFINE:   %kernels/vector_add.mlir
 */
// The address sanitizer keeps what is freed for a while.
// UNSUPPORTED: sanitizers
// RUN: %cc_capi %s -o %t
// RUN: %t compile 1000 %kernels/vector_add.mlir | FileCheck %s
// RUN: %t compile 300 %{each_kind} | FileCheck %s
// RUN: %t fail 500 %kernels/vector_add.mlir | FileCheck %s
// RUN: %t cancel 500 %{each_kind} | FileCheck %s
// RUN: %t compilers 200 %kernels/vector_add.mlir | FileCheck %s
// RUN: %t handles 10000 %kernels/vector_add.mlir | FileCheck %s
// RUN: %t images 10000 %kernels/vector_add.mlir | FileCheck %s
// RUN: %t modules 3000 %kernels/vector_add.mlir | FileCheck %s
// RUN: %t launches 20000 %kernels/vector_add.mlir | FileCheck %s
// RUN: %t variants 300 %kernels/vector_add.mlir | FileCheck %s
// RUN: %t tunings 200 %kernels/vector_add.mlir | FileCheck %s
// RUN: %t layouts 10000 %kernels/vector_add.mlir | FileCheck %s
// CHECK: after 1
// CHECK: {{^}}flat{{$}}

#include "Check.h"

#include "tile-c/AOT.h"
#include "tile-c/Compiler.h"
#include "tile-c/Dialect.h"
#include "tile-c/Runtime.h"
#include "tile-c/Tuner.h"

#include <malloc.h>
#include <unistd.h>

enum { MaxSources = 64, Bound = 5 << 20, FirstCheck = 100 };

static MlirStringRef sources[MaxSources];
static unsigned numSources;

static MlirStringRef readFile(const char *path) {
  FILE *file = fopen(path, "rb");
  EXPECT(file && fseek(file, 0, SEEK_END) == 0);
  size_t size = (size_t)ftell(file);
  char *text = malloc(size + 1);
  rewind(file);
  EXPECT(text && fread(text, 1, size, file) == size);
  text[size] = '\0';
  fclose(file);
  return mlirStringRefCreate(text, size);
}

/* Bytes of the process that are in memory. What is free is given back first:
 * how much of it the C library keeps depends on where the last block lies. */
static long getResidentSize(void) {
  malloc_trim(0);
  FILE *file = fopen("/proc/self/statm", "r");
  long size = 0, resident = 0;
  EXPECT(file && fscanf(file, "%ld %ld", &size, &resident) == 2);
  fclose(file);
  return resident * sysconf(_SC_PAGESIZE);
}

/* No cache: each compile does all. */
static TileCompiler makeCompiler(void) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCache none = {NULL};
  EXPECT_OK(tileCompilerOptionsSetCache(options, none));
  TileCompiler compiler;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  tileCompilerOptionsDestroy(options);
  return compiler;
}

static TileCompiler compiler;
static TileKernelImage image;
static TileDevice device;

/* The name is new each time, so the compiler's contexts get new locations. */
static TileStatus compile(long number, MlirStringRef source,
                          const TileCompileCallbacks *callbacks) {
  char name[64];
  snprintf(name, sizeof name, "source-%ld.mlir", number);
  TileKernelImage result;
  TileStatus status = tileCompilerCompileText(
      compiler, source, tileString(name), TileStagePTX, callbacks, &result);
  if (status == TileStatusSuccess)
    tileKernelImageDestroy(result);
  return status;
}

static void compileNext(long number) {
  EXPECT_OK(compile(number, sources[number % numSources], NULL));
}

/* Good ones, and ones that the parser, a verifier, a pass and the PTX checker
 * refuse. */
static void failNext(long number) {
  const char *const texts[] = {
      "tile.func @f(%x: i32) { %y = arith.addi %x, %z : i32 ",
      "tile.func @f(%x: i32) { %y = arith.addi %x, %x : i64\n tile.return }",
      "tile.func public @f(%x: tensor<3xi32>) { tile.return }",
      "module attributes {tile.target = #tile.target<\"sm_1\">} {}",
      "tile.func public @f(%x: !tile.ptr<i32>, %y: i32) {\n"
      "  %z = tile.inline_asm \"nonsense.b32 $0, $1;\" constraints \"=r,r\"\n"
      "    %y : (i32) -> i32\n"
      "  tile.store %x, %z : !tile.ptr<i32>\n"
      "  tile.return\n}\n",
  };
  enum { NumTexts = sizeof texts / sizeof *texts };
  if (number % 2)
    EXPECT_OK(compile(number, sources[number / 2 % numSources], NULL));
  else
    EXPECT_ERROR(
        TileStatusCompileFailed, "error: ",
        compile(number, tileString(texts[number / 2 % NumTexts]), NULL));
}

static bool cancelAtZero(void *userData) { return --*(long *)userData == 0; }

/* Cancelled at each of the places where that is asked. */
static void cancelNext(long number) {
  long left = 1 + number % 25;
  TileCompileCallbacks callbacks = {NULL, cancelAtZero, &left};
  TileStatus status = compile(number, sources[number % numSources], &callbacks);
  EXPECT(status == TileStatusSuccess || status == TileStatusCancelled);
}

static void makeCompilers(long number) {
  tileCompilerDestroy(compiler);
  compiler = makeCompiler();
  compileNext(number);
}

/* Objects of all kinds; not those of the modes below. */
static void makeHandles(long number) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(tileCompilerOptionsSet(options, tileString("assume"),
                                   tileString("n:16")));
  TileCache cache;
  EXPECT_OK(tileCacheCreate(tileString("nowhere"), 1 << 20, &cache));
  EXPECT_OK(tileCompilerOptionsSetCache(options, cache));
  tileCacheDestroy(cache);
  TileCompiler other;
  EXPECT_OK(tileCompilerCreate(options, &other));
  TileDevice sim;
  EXPECT_OK(tileDeviceOpen(tileString(number % 2 ? "sim" : "sim:sm_80"), &sim));
  TileStream stream;
  EXPECT_OK(tileStreamCreate(sim, &stream));
  TileEvent event;
  EXPECT_OK(tileEventCreate(sim, &event));
  TileDeviceAddress address;
  EXPECT_OK(tileDeviceAllocate(sim, 1 << 16, &address));
  EXPECT_ERROR(TileStatusInvalidHandle, "TileStream",
               tileEventRecord(event, (TileStream){event.ptr}));
  tileCompilerOptionsDestroy(options);
  tileCompilerDestroy(other);
  tileDeviceDestroy(sim);
  tileStreamDestroy(stream);
  tileEventDestroy(event);
}

static void keepSize(MlirStringRef string, void *userData) {
  *(size_t *)userData = string.length;
}

static void keepBytes(MlirStringRef string, void *userData) {
  char *copy = malloc(string.length);
  EXPECT(copy);
  memcpy(copy, string.data, string.length);
  *(MlirStringRef *)userData = mlirStringRefCreate(copy, string.length);
}

static void makeImages(long number) {
  static MlirStringRef bytes;
  if (number == 0)
    EXPECT_OK(tileKernelImageSerialize(image, keepBytes, &bytes));
  TileKernelImage copy;
  EXPECT_OK(tileKernelImageDeserialize(bytes, &copy));
  size_t size = 0;
  EXPECT_OK(tileKernelImageGetMetadata(copy, keepSize, &size));
  EXPECT_OK(tileKernelImageSerialize(copy, keepSize, &size));
  EXPECT(size == bytes.length);
  EXPECT_OK(
      tileAOTEmitC(&copy, 1, tileString("add"), keepSize, keepSize, &size));
  tileKernelImageDestroy(copy);
  EXPECT_ERROR(TileStatusCorruptData, "",
               tileKernelImageDeserialize(
                   mlirStringRefCreate(bytes.data, bytes.length / 2), &copy));
}

static void loadModules(long number) {
  (void)number;
  TileModule module;
  TileKernel kernel;
  EXPECT_OK(tileModuleLoad(device, image, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString(""), &kernel));
  tileModuleDestroy(module);
  EXPECT_ERROR(TileStatusInvalidHandle, "TileKernel",
               tileKernelCheckArguments(kernel, NULL, 0));
}

/* 1 CTA of vector_add, in new memory each time. */
static void launch(TileKernel kernel, TileSpecializer specializer, int32_t n) {
  const TileStream stream = {NULL};
  TileDeviceAddress addresses[3];
  TileArgument arguments[4];
  float ones[1024];
  for (int i = 0; i < 1024; ++i)
    ones[i] = 1;
  for (int i = 0; i < 3; ++i) {
    EXPECT_OK(tileDeviceAllocate(device, sizeof ones, &addresses[i]));
    EXPECT_OK(tileDeviceCopyToDevice(device, addresses[i], ones, sizeof ones,
                                     stream));
    arguments[i] = tileArgumentPointer(addresses[i]);
  }
  arguments[3] = tileArgumentI32(n);
  if (specializer.ptr)
    EXPECT_OK(tileSpecializerLaunch(specializer, tileGrid(1, 1, 1), arguments,
                                    4, stream));
  else
    EXPECT_OK(
        tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments, 4, stream));
  EXPECT_OK(
      tileDeviceCopyToHost(device, ones, addresses[2], sizeof ones, stream));
  EXPECT(ones[n - 1] == 2 && (n == 1024 || ones[n] == 1));
  for (int i = 0; i < 3; ++i)
    EXPECT_OK(tileDeviceFree(device, addresses[i]));
}

static void launchNext(long number) {
  static TileModule module;
  static TileKernel kernel;
  const TileSpecializer none = {NULL};
  if (number == 0) {
    EXPECT_OK(tileModuleLoad(device, image, &module));
    EXPECT_OK(tileModuleGetKernel(module, tileString(""), &kernel));
  }
  launch(kernel, none, 1 + (int32_t)(number % 1024));
}

static void makeVariants(long number) {
  static const int32_t sizes[] = {1, 16, 17};
  const TileKernel none = {NULL};
  TileSpecializer specializer;
  EXPECT_OK(tileSpecializerCreate(compiler, device, sources[0],
                                  tileString("add.mlir"), tileString(""),
                                  &specializer));
  launch(none, specializer, sizes[number % 3]);
  tileSpecializerDestroy(specializer);
}

/* Two configurations, one after the other, and one that does not compile. */
static void tune(long number) {
  static const char *const choices[] = {"num-warps=1", "num-warps=2"};
  const TileCache none = {NULL};
  const TileStream stream = {NULL};
  const uint32_t zero = 0;
  TileDeviceAddress address;
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileTuner tuner;
  TileTunerConfiguration configuration = {0};
  TileTunerSettings settings = tileTunerSettingsGetDefault();
  EXPECT_OK(tileCompilerOptionsSetCache(options, none));
  EXPECT_OK(tileTunerCreate(options, device, tileString(""), &tuner));
  tileCompilerOptionsDestroy(options);
  settings.threads = 1;
  EXPECT_OK(tileTunerSetSettings(tuner, &settings));
  configuration.source = sources[0];
  configuration.grid = tileGrid(1, 1, 1);
  for (int i = 0; i < 2; ++i) {
    configuration.options = tileString(choices[i]);
    EXPECT_OK(tileTunerAddConfiguration(tuner, &configuration));
  }
  configuration.tunables = tileString("NOTHING=1");
  EXPECT_OK(tileTunerAddConfiguration(tuner, &configuration));
  EXPECT_OK(tileDeviceAllocate(device, 4096, &address));
  EXPECT_OK(tileDeviceFill(device, address, &zero, 4, 1024, stream));
  const TileArgument array = tileArgumentPointer(address);
  TileArgument arguments[] = {array, array, array, tileArgumentI32(1024)};
  EXPECT_OK(tileTunerRestore(tuner, 2, 4096));
  EXPECT_OK(tileTunerRun(tuner, arguments, 4, NULL, NULL));
  EXPECT_OK(tileDeviceFree(device, address));
  tileTunerDestroy(tuner);
  (void)number;
}

static void makeLayouts(long number) {
  static MlirContext context;
  if (!context.ptr) {
    context = mlirContextCreate();
    EXPECT_OK(tileContextRegister(context));
  }
  const int64_t shape[] = {32 << number % 3, 64};
  MlirAttribute layout =
      tileBlockedLayoutAttrGetForShape(context, 2, shape, NULL, NULL, 4);
  TileLinearLayout map, inverse, identity;
  EXPECT_OK(tileLinearLayoutCreateFromAttribute(layout, 2, shape, &map));
  EXPECT_OK(tileLinearLayoutInvert(map, &inverse));
  EXPECT_OK(tileLinearLayoutCompose(inverse, map, &identity));
  EXPECT(!tileLinearLayoutAttrGet(context, inverse).ptr);
  size_t size;
  EXPECT_OK(tileLinearLayoutPrint(identity, keepSize, &size));
  tileLinearLayoutDestroy(map);
  tileLinearLayoutDestroy(inverse);
  tileLinearLayoutDestroy(identity);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*step)(long number);
  } modes[] = {{"compile", compileNext},   {"fail", failNext},
               {"cancel", cancelNext},     {"compilers", makeCompilers},
               {"handles", makeHandles},   {"images", makeImages},
               {"modules", loadModules},   {"launches", launchNext},
               {"variants", makeVariants}, {"layouts", makeLayouts},
               {"tunings", tune}};
  EXPECT(argc >= 4 && argc - 3 <= MaxSources);
  void (*step)(long number) = NULL;
  for (size_t i = 0; i < sizeof modes / sizeof *modes; ++i)
    if (strcmp(modes[i].name, argv[1]) == 0)
      step = modes[i].step;
  EXPECT(step);
  long count = atol(argv[2]);
  EXPECT(argc - 3 <= MaxSources);
  for (int i = 3; i < argc; ++i)
    sources[numSources++] = readFile(argv[i]);
  /* Where every second time is another mistake, a turn is twice as long. */
  long turn = 2 * (long)numSources;
  long distance = (FirstCheck + turn - 1) / turn * turn;
  compiler = makeCompiler();
  EXPECT_OK(tileCompilerCompileText(compiler, sources[0], tileString("0.mlir"),
                                    TileStagePTX, NULL, &image));
  EXPECT_OK(tileDeviceOpen(tileString("sim"), &device));

  long base = 0, lowest = 0, highest = 0;
  for (long i = 0; i < count; ++i) {
    step(i);
    if ((i + 1) % distance != 0)
      continue;
    long size = getResidentSize();
    if (i + 1 == distance) {
      base = lowest = highest = size;
      printf("after %ld: %ld KB\n", distance, base >> 10);
    }
    lowest = size < lowest ? size : lowest;
    highest = size > highest ? size : highest;
  }
  printf("after %ld: %ld KB; from %+ld to %+ld KB of that\n", count,
         getResidentSize() >> 10, (lowest - base) / 1024,
         (highest - base) / 1024);
  bool isFlat = highest - base <= Bound && base - lowest <= Bound;
  printf("%s\n", isFlat ? "flat" : "not flat");
  return !isFlat;
}
