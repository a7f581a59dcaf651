/*===- threads.c - Everything from many threads at once ----------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* usage: threads FOLDER SECONDS KERNEL.mlir...
|*
|* 16 threads make the process's first compiles, all at once; and a simulator
|* each. Then 16 threads compile for some seconds, each with a compiler of its
|* own and one that all share, with a cache that all share, and use images,
|* devices and handles, and fork meanwhile. They go on until each of these has
|* happened, but not for longer than a minute more. What comes out is compared
|* with what one thread alone made. The folder is for the cache.
|* scripts/check-tsan runs it with the thread sanitizer.
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
// RUN: %cc_capi %s -o %t
// RUN: rm -rf %t.cache
// RUN: %t %t.cache 3 %{each_kind} | FileCheck %s
// CHECK: 16 threads, 3 s: {{[1-9][0-9]*}} compiles, {{[1-9][0-9]*}} from the
// CHECK-SAME: cache, {{[1-9][0-9]*}} cancelled, {{[1-9][0-9]*}} failed,
// CHECK-SAME: {{[1-9][0-9]*}} launches, {{[1-9][0-9]*}} forks
// CHECK-NEXT: done

#define _POSIX_C_SOURCE 200809L

#include "Check.h"

#include "tile-c/AOT.h"
#include "tile-c/Compiler.h"
#include "tile-c/Dialect.h"
#include "tile-c/Passes.h"
#include "tile-c/Runtime.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NumThreads = 16, MaxSources = 64, NumTargets = 3 };

typedef struct Source {
  MlirStringRef text;
  const char *name;
  /* What one thread alone made of it. */
  MlirStringRef ptx[NumTargets];
} Source;

static const char *const targets[NumTargets] = {"sm_80", "sm_90a", "sm_100a"};
static Source sources[MaxSources];
static unsigned numSources;
static const char *folder;
static double deadline;

/* Shared by all threads. */
static TileCache cache;
static TileCompiler sharedCompiler;
static TileKernelImage sharedImage;
static TileDevice sharedDevice;
static TileModule sharedModule;
static TileSpecializer sharedSpecializer;
static TileLinearLayout sharedLayout;
static atomic_long numCompiles, numHits, numCancelled, numFailed, numLaunches,
    numForks;

static double now(void) {
  struct timespec time;
  EXPECT(timespec_get(&time, TIME_UTC) == TIME_UTC);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

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

static void keepString(MlirStringRef string, void *userData) {
  char *copy = malloc(string.length + 1);
  EXPECT(copy);
  memcpy(copy, string.data, string.length);
  copy[string.length] = '\0';
  *(MlirStringRef *)userData = mlirStringRefCreate(copy, string.length);
}

static TileCompiler makeCompiler(const char *target, TileCache where) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(tileCompilerOptionsSetTarget(options, tileString(target)));
  EXPECT_OK(tileCompilerOptionsSetCache(options, where));
  TileCompiler compiler;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  tileCompilerOptionsDestroy(options);
  return compiler;
}

static TileKernelImage compile(TileCompiler compiler, const Source *source) {
  TileKernelImage image;
  EXPECT_OK(tileCompilerCompileText(compiler, source->text,
                                    tileString(source->name), TileStagePTX,
                                    NULL, &image));
  return image;
}

static void expectText(MlirStringRef found, MlirStringRef expected) {
  EXPECT(found.length == expected.length &&
         memcmp(found.data, expected.data, found.length) == 0);
}

/* A thread's own random numbers. */
typedef struct Thread {
  pthread_t id;
  uint64_t state;
  TileCompiler compilers[NumTargets];
  TileDevice device;
  TileModule module;
  /* Of the first compile. */
  unsigned number;
  MlirStringRef ptx;
} Thread;

static unsigned getRandom(Thread *thread, unsigned bound) {
  thread->state ^= thread->state << 13;
  thread->state ^= thread->state >> 7;
  thread->state ^= thread->state << 17;
  return (unsigned)(thread->state % bound);
}

/*===----------------------------------------------------------------------===*\
|* What a thread does
\*===----------------------------------------------------------------------===*/

static void compileOwn(Thread *thread) {
  unsigned target = getRandom(thread, NumTargets);
  Source *source = &sources[getRandom(thread, numSources)];
  TileKernelImage image = compile(thread->compilers[target], source);
  expectText(tileKernelImageGetStage(image, TileStagePTX), source->ptx[target]);
  tileKernelImageDestroy(image);
  ++numCompiles;
}

/* From the cache, or into it: of 20 names some thread comes first. */
static void compileShared(Thread *thread) {
  Source source = sources[getRandom(thread, numSources)];
  char name[32];
  snprintf(name, sizeof name, "%u-%s", getRandom(thread, 20),
           strrchr(source.name, '/') + 1);
  source.name = name;
  TileKernelImage image = compile(sharedCompiler, &source);
  expectText(tileKernelImageGetStage(image, TileStagePTX), source.ptx[1]);
  numHits += tileKernelImageIsFromCache(image);
  tileKernelImageDestroy(image);
  ++numCompiles;
  if (getRandom(thread, 50) == 0)
    EXPECT_OK(tileCachePrune(cache));
  if (getRandom(thread, 300) == 0)
    EXPECT_OK(tileCacheClear(cache));
  TileCacheStatistics statistics;
  EXPECT_OK(tileCacheGetStatistics(cache, &statistics));
}

static void countDiagnostic(const TileDiagnostic *diagnostic, void *userData) {
  EXPECT(diagnostic->severity == TileSeverityError);
  EXPECT(diagnostic->line == 1 && diagnostic->message.length);
  ++*(int *)userData;
}

/* Messages are of the thread that they belong to. */
static void compileWrong(Thread *thread) {
  char text[100], message[100];
  unsigned number = getRandom(thread, 1u << 30);
  snprintf(text, sizeof text,
           "tile.func @f() { %%y = arith.x%u %%z : f32 tile.return }", number);
  snprintf(message, sizeof message, "x%u", number);
  int count = 0;
  TileCompileCallbacks callbacks = {countDiagnostic, NULL, &count};
  TileKernelImage image;
  EXPECT_ERROR(TileStatusCompileFailed, message,
               tileCompilerCompileText(sharedCompiler, tileString(text),
                                       tileString("wrong"), TileStagePTX,
                                       &callbacks, &image));
  EXPECT(count == 1);
  ++numFailed;
}

static bool cancelAtZero(void *userData) { return --*(int *)userData <= 0; }

static void cancel(Thread *thread) {
  int left = 1 + (int)getRandom(thread, 30);
  TileCompileCallbacks callbacks = {NULL, cancelAtZero, &left};
  TileKernelImage image;
  TileStatus status = tileCompilerCompileText(
      thread->compilers[0], sources[0].text, tileString("cancelled"),
      TileStagePTX, &callbacks, &image);
  EXPECT(status == TileStatusSuccess || status == TileStatusCancelled);
  if (status == TileStatusSuccess)
    tileKernelImageDestroy(image);
  numCancelled += status == TileStatusCancelled;
}

static void makeHandles(Thread *thread) {
  TileCompilerOptions options[8];
  for (int i = 0; i < 8; ++i) {
    options[i] = tileCompilerOptionsCreate();
    EXPECT_OK(tileCompilerOptionsSetNumWarps(options[i], 8));
  }
  TileCompiler compiler;
  EXPECT_OK(tileCompilerCreate(options[getRandom(thread, 8)], &compiler));
  for (int i = 0; i < 8; ++i)
    tileCompilerOptionsDestroy(options[i]);
  EXPECT_ERROR(TileStatusInvalidHandle, "TileCompilerOptions",
               tileCompilerOptionsSetNumWarps(options[3], 8));
  tileCompilerDestroy(compiler);
  tileCompilerDestroy(compiler);
  TileCache other;
  EXPECT_OK(tileCacheCreate(tileString(folder), 0, &other));
  tileCacheDestroy(other);
}

static void useImage(Thread *thread) {
  MlirStringRef bytes, metadata, again;
  EXPECT_OK(tileKernelImageSerialize(sharedImage, keepString, &bytes));
  EXPECT_OK(tileKernelImageGetMetadata(sharedImage, keepString, &metadata));
  TileKernelImage copy;
  EXPECT_OK(tileKernelImageDeserialize(bytes, &copy));
  EXPECT_OK(tileKernelImageGetMetadata(copy, keepString, &again));
  expectText(again, metadata);
  free((void *)again.data);
  EXPECT_OK(tileAOTEmitC(&copy, 1, tileString("add"), keepString, keepString,
                         &again));
  TileModule module;
  EXPECT_OK(tileModuleLoad(getRandom(thread, 2) ? sharedDevice : thread->device,
                           copy, &module));
  tileKernelImageDestroy(copy);
  TileKernel kernel;
  TileKernelInfo info;
  EXPECT_OK(tileModuleGetKernel(module, tileString("vector_add"), &kernel));
  EXPECT_OK(tileKernelGetInfo(kernel, &info));
  EXPECT(info.numArguments == 4);
  tileModuleDestroy(module);
  free((void *)bytes.data);
  free((void *)metadata.data);
}

/* Two CTAs of vector_add, on the thread's device or the shared one; by a
 * kernel or by the shared specializer. */
static void launch(Thread *thread) {
  enum { Size = 2048 };
  bool isShared = getRandom(thread, 2), isSpecialized = getRandom(thread, 2);
  TileDevice device = isShared || isSpecialized ? sharedDevice : thread->device;
  TileStream stream;
  EXPECT_OK(tileStreamCreate(device, &stream));
  TileEvent event;
  EXPECT_OK(tileEventCreate(device, &event));
  float values[Size];
  TileDeviceAddress addresses[3];
  TileArgument arguments[4];
  for (int i = 0; i < Size; ++i)
    values[i] = (float)i;
  for (int i = 0; i < 3; ++i) {
    EXPECT_OK(tileDeviceAllocate(device, sizeof values, &addresses[i]));
    EXPECT_OK(tileDeviceCopyToDevice(device, addresses[i], values,
                                     sizeof values, stream));
    arguments[i] = tileArgumentPointer(addresses[i]);
  }
  static const int32_t sizes[] = {Size, Size - 1, 1, 16};
  int32_t n = sizes[getRandom(thread, 4)];
  arguments[3] = tileArgumentI32(n);
  TileGrid grid = tileGrid(2, 1, 1);
  if (isSpecialized) {
    EXPECT_OK(
        tileSpecializerLaunch(sharedSpecializer, grid, arguments, 4, stream));
    EXPECT(tileSpecializerGetNumVariants(sharedSpecializer) >= 1);
  } else {
    TileKernel kernel;
    EXPECT_OK(tileModuleGetKernel(isShared ? sharedModule : thread->module,
                                  tileString(""), &kernel));
    EXPECT_OK(tileKernelLaunch(kernel, grid, arguments, 4, stream));
  }
  EXPECT_OK(tileEventRecord(event, stream));
  EXPECT_OK(tileEventSynchronize(event));
  EXPECT_OK(tileDeviceCopyToHost(device, values, addresses[2], sizeof values,
                                 stream));
  for (int i = 0; i < Size; ++i)
    EXPECT(values[i] == (float)(i < n ? 2 * i : i));
  for (int i = 0; i < 3; ++i)
    EXPECT_OK(tileDeviceFree(device, addresses[i]));
  tileEventDestroy(event);
  tileStreamDestroy(stream);
  ++numLaunches;
}

/* An MLIR context of the thread's own, and a layout of all threads'. */
static void useMLIR(Thread *thread) {
  MlirContext context = mlirContextCreateWithThreading(getRandom(thread, 2));
  EXPECT_OK(tileContextRegister(context));
  tileRegisterAllPasses();
  Source *source = &sources[getRandom(thread, numSources)];
  MlirModule module = mlirModuleCreateParse(context, source->text);
  EXPECT(module.ptr);
  TileKernelImage image;
  TileCompiler compiler = sharedCompiler;
  if (!compiler.ptr)
    compiler = makeCompiler(targets[1], cache);
  EXPECT_OK(tileCompilerCompileModule(compiler, module, TileStageTileGPU, NULL,
                                      &image));
  if (!sharedCompiler.ptr)
    tileCompilerDestroy(compiler);
  tileKernelImageDestroy(image);
  MlirPassManager manager = mlirPassManagerCreate(context);
  EXPECT_OK(tilePipelineBuildTileToLLVM(
      mlirPassManagerGetAsOpPassManager(manager), NULL));
  EXPECT(mlirLogicalResultIsSuccess(
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))));
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  if (sharedLayout.ptr) {
    MlirAttribute attribute = tileLinearLayoutAttrGet(context, sharedLayout);
    EXPECT(attribute.ptr && tileLayoutAttrGetNumWarps(attribute) == 4);
  }
  EXPECT(!tileTargetAttrGet(context, tileString("sm_1"), 4, 0).ptr);
  EXPECT(lastErrorHas("sm_1"));
  mlirContextDestroy(context);
}

/* While the others are at work. The child does nothing: the thread sanitizer
 * lets it make no threads. */
static void forkChild(Thread *thread) {
  if (getRandom(thread, 20))
    return;
  pid_t child = fork();
  EXPECT(child >= 0);
  if (child == 0)
    _exit(0);
  int status;
  EXPECT(waitpid(child, &status, 0) == child);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  ++numForks;
}

static void *run(void *argument) {
  Thread *thread = argument;
  const TileCache none = {NULL};
  for (int i = 0; i < NumTargets; ++i)
    thread->compilers[i] = makeCompiler(targets[i], none);
  EXPECT_OK(tileDeviceOpen(tileString("sim"), &thread->device));
  EXPECT_OK(tileModuleLoad(thread->device, sharedImage, &thread->module));
  static void (*const actions[])(Thread *thread) = {
      compileOwn,   compileOwn,  compileShared, compileShared,
      compileWrong, makeHandles, useImage,      launch,
      cancel,       useMLIR,     forkChild};
  enum { NumActions = sizeof actions / sizeof *actions };
  while (now() < deadline || (!(numCompiles && numHits && numCancelled &&
                                numFailed && numLaunches && numForks) &&
                              now() < deadline + 60))
    actions[getRandom(thread, NumActions)](thread);
  for (int i = 0; i < NumTargets; ++i)
    tileCompilerDestroy(thread->compilers[i]);
  tileDeviceDestroy(thread->device);
  tileModuleDestroy(thread->module);
  return NULL;
}

/* Nothing of the library is in use yet: all of it is initialised here. */
static void *runFirst(void *argument) {
  Thread *thread = argument;
  const TileCache none = {NULL};
  thread->compilers[1] = makeCompiler(targets[1], none);
  TileKernelImage image =
      compile(thread->compilers[1], &sources[thread->number % numSources]);
  keepString(tileKernelImageGetStage(image, TileStagePTX), &thread->ptx);
  EXPECT_OK(tileDeviceOpen(tileString("sim"), &thread->device));
  EXPECT_OK(tileModuleLoad(thread->device, image, &thread->module));
  tileKernelImageDestroy(image);
  tileDeviceDestroy(thread->device);
  tileModuleDestroy(thread->module);
  tileCompilerDestroy(thread->compilers[1]);
  useMLIR(thread);
  return NULL;
}

static Thread threads[NumThreads];

static void runAll(void *(*function)(void *)) {
  for (int i = 0; i < NumThreads; ++i)
    EXPECT(pthread_create(&threads[i].id, NULL, function, &threads[i]) == 0);
  for (int i = 0; i < NumThreads; ++i)
    EXPECT(pthread_join(threads[i].id, NULL) == 0);
}

/* The layout of a tile of 128 numbers in 4 warps. */
static TileLinearLayout makeLayout(void) {
  MlirContext context = mlirContextCreate();
  EXPECT_OK(tileContextRegister(context));
  const int64_t shape[] = {128};
  MlirAttribute attribute =
      tileBlockedLayoutAttrGetForShape(context, 1, shape, NULL, NULL, 4);
  TileLinearLayout layout;
  EXPECT_OK(tileLinearLayoutCreateFromAttribute(attribute, 1, shape, &layout));
  mlirContextDestroy(context);
  return layout;
}

int main(int argc, char **argv) {
  EXPECT(argc >= 4 && argc - 3 <= MaxSources);
  folder = argv[1];
  const TileCache none = {NULL};
  const Source *add = NULL;
  for (int i = 3; i < argc; ++i) {
    Source *source = &sources[numSources++];
    source->name = argv[i];
    source->text = readFile(argv[i]);
    if (strstr(argv[i], "vector_add"))
      add = source;
  }
  EXPECT(add);
  for (unsigned i = 0; i < NumThreads; ++i) {
    threads[i].number = i;
    threads[i].state = 88172645463325252u + 1000003u * i;
  }
  runAll(runFirst);

  for (Source *source = sources; source != sources + numSources; ++source)
    for (int target = 0; target < NumTargets; ++target) {
      TileCompiler compiler = makeCompiler(targets[target], none);
      TileKernelImage image = compile(compiler, source);
      keepString(tileKernelImageGetStage(image, TileStagePTX),
                 &source->ptx[target]);
      tileKernelImageDestroy(image);
      tileCompilerDestroy(compiler);
    }
  for (unsigned i = 0; i < NumThreads; ++i)
    expectText(threads[i].ptx, sources[i % numSources].ptx[1]);
  EXPECT_OK(tileCacheCreate(tileString(folder), 1 << 20, &cache));
  sharedCompiler = makeCompiler(targets[1], cache);
  sharedImage = compile(sharedCompiler, add);
  EXPECT_OK(tileDeviceOpen(tileString("sim"), &sharedDevice));
  EXPECT_OK(tileModuleLoad(sharedDevice, sharedImage, &sharedModule));
  EXPECT_OK(tileSpecializerCreate(sharedCompiler, sharedDevice, add->text,
                                  tileString("add.mlir"), tileString(""),
                                  &sharedSpecializer));
  sharedLayout = makeLayout();

  double seconds = atof(argv[2]);
  deadline = now() + seconds;
  runAll(run);
  printf("%d threads, %g s: %ld compiles, %ld from the cache, %ld cancelled, "
         "%ld failed, %ld launches, %ld forks\n",
         NumThreads, seconds, numCompiles, numHits, numCancelled, numFailed,
         numLaunches, numForks);

  tileSpecializerDestroy(sharedSpecializer);
  tileModuleDestroy(sharedModule);
  tileDeviceDestroy(sharedDevice);
  tileKernelImageDestroy(sharedImage);
  tileCompilerDestroy(sharedCompiler);
  tileCacheDestroy(cache);
  tileLinearLayoutDestroy(sharedLayout);
  printf("done\n");
  return 0;
}
