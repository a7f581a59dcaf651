/*===- fork-storm.c - Thousands of forks in bad moments ----------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* usage: fork-storm MODE COUNT KERNEL.mlir
|*
|* Forks COUNT times while threads do what the mode says:
|*   file   make the process's first compile, of the file
|*   text   make the process's first compile, of a text
|*   mlir   use mlir-c for the first time, in two contexts of their own
|*   warm   three threads compile a kernel of 500 pointers, for each of which
|*          LLVM takes a lock of the process; fork() is called by the first
|*   time   as warm, with the file's kernel, to see how long fork() takes
|* Each child of the first two compiles to PTX, so that it needs each lock that
|* the first compile makes; each of `mlir` does with mlir-c what the threads do;
|* each of the others compiles to PTX, too, which needs LLVM's lock. A child
|* that does nothing for a minute is ended, and counted; four of them end the
|* program. First times are those of new processes, of which each forks ten
|* times.
|*
|* The tests are short; 20,000 is the count to say something by.
|*
\*===----------------------------------------------------------------------===*/
/* The address sanitizer's list of freed memory may be locked for ever in a
 * child of fork(): it is to keep none.
 * DEFINE: %{run} = env ASAN_OPTIONS=quarantine_size_mb=0 %t
 */
// RUN: %cc_capi %s -o %t
// RUN: %{run} file 100 %kernels/copy.mlir | FileCheck %s
// RUN: %{run} text 100 %kernels/copy.mlir | FileCheck %s
// RUN: %{run} mlir 100 %kernels/copy.mlir | FileCheck %s
// RUN: %{run} warm 1000 %kernels/copy.mlir | FileCheck %s
// CHECK: {{100|1000}} forks, 0 children failed, 0 hung; fork() takes

#define _DEFAULT_SOURCE

#include "Check.h"
#include "Patience.h"

#include "tile-c/Compiler.h"
#include "tile-c/Dialect.h"
#include "tile-c/Passes.h"

#include <pthread.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  ForksOfProcess = 10,
  MaxForks = 1000000,
  NumPointers = 500,
  MaxText = 1 << 16,
  Seconds = 60,
  MaxHung = 4
};

static const char *path;
static char text[MaxText], pointers[MaxText];
/* Small, and with all that an emission of PTX does. */
static const char *const tiny =
    "tile.func public @f(%p: !tile.ptr<f32>) {\n"
    "  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : "
    "tensor<128xi32>\n"
    "  %b = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>\n"
    "  %a = tile.addptr %b, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32>\n"
    "  %x = tile.load %a : tensor<128x!tile.ptr<f32>>\n"
    "  tile.store %a, %x : tensor<128x!tile.ptr<f32>>\n"
    "  tile.return\n"
    "}\n";
static TileCompiler compiler;

/* Shared by all processes. */
static struct Shared {
  int numForks, numFailed, numHung;
  double microseconds[MaxForks];
} *shared;

static double getMicroseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

static unsigned getRandom(unsigned bound) {
  static unsigned long long state;
  if (!state)
    state = 88172645463325252u + 1000003u * (unsigned)getpid();
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state % bound);
}

/*===----------------------------------------------------------------------===*\
|* What threads and children do
\*===----------------------------------------------------------------------===*/

static void checkAndDestroy(TileKernelImage image) {
  EXPECT(strstr(tileKernelImageGetStage(image, TileStagePTX).data, ".entry"));
  tileKernelImageDestroy(image);
}

static void compileText(const char *source) {
  TileKernelImage image;
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString("text"), TileStagePTX, NULL,
                                    &image));
  checkAndDestroy(image);
}

static void compileFile(void) {
  TileKernelImage image;
  EXPECT_OK(tileCompilerCompileFile(compiler, tileString(path), TileStagePTX,
                                    NULL, &image));
  checkAndDestroy(image);
}

static void lowerByMLIR(void) {
  MlirContext context = mlirContextCreateWithThreading(false);
  EXPECT_OK(tileContextRegister(context));
  MlirModule module = mlirModuleCreateParse(context, tileString(text));
  EXPECT(module.ptr);
  MlirPassManager manager = mlirPassManagerCreate(context);
  EXPECT_OK(tilePipelineBuildTileToLLVM(
      mlirPassManagerGetAsOpPassManager(manager), NULL));
  EXPECT(mlirLogicalResultIsSuccess(
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))));
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

typedef struct Mode {
  const char *name;
  int numThreads;
  /* Whether it is about the first times in a process. */
  bool isFirst;
  void (*inThread)(void);
  void (*inChild)(void);
} Mode;

static void compileTheText(void) { compileText(text); }
static void compilePointers(void) { compileText(pointers); }
static void compileTiny(void) { compileText(tiny); }

static const Mode modes[] = {
    {"file", 1, true, compileFile, compileFile},
    {"text", 1, true, compileTheText, compileTheText},
    {"mlir", 2, true, lowerByMLIR, lowerByMLIR},
    {"warm", 3, false, compilePointers, compileTiny},
    {"time", 3, false, compileFile, compileTiny},
};
static const Mode *mode;

static void *work(void *unused) {
  (void)unused;
  for (;;)
    mode->inThread();
  return NULL;
}

/*===----------------------------------------------------------------------===*\
|* Processes
\*===----------------------------------------------------------------------===*/

/* False if there is none. */
static bool waitForChild(void) {
  int status;
  if (wait(&status) < 0)
    return false;
  if (WIFSIGNALED(status) && WTERMSIG(status) == PatienceSignal)
    __atomic_fetch_add(&shared->numHung, 1, __ATOMIC_SEQ_CST);
  else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    __atomic_fetch_add(&shared->numFailed, 1, __ATOMIC_SEQ_CST);
  return true;
}

/* Whether more forks would only take more minutes. */
static bool hasEnough(void) {
  return __atomic_load_n(&shared->numHung, __ATOMIC_SEQ_CST) >= MaxHung;
}

/* Forks `count` times, two children at a time, while threads are at work. */
static void forkWhileWorking(int count, unsigned maxPause) {
  for (int i = 0; i < mode->numThreads; ++i) {
    pthread_t thread;
    EXPECT(!pthread_create(&thread, NULL, work, NULL));
  }
  for (int i = 0; i < count && !hasEnough(); ++i) {
    usleep(getRandom(maxPause));
    double start = getMicroseconds();
    pid_t child = fork();
    if (child == 0) {
      endIfHung(Seconds);
      mode->inChild();
      _exit(0);
    }
    double end = getMicroseconds();
    EXPECT(child > 0);
    int number = __atomic_fetch_add(&shared->numForks, 1, __ATOMIC_SEQ_CST);
    shared->microseconds[number] = end - start;
    if (i > 0)
      EXPECT(waitForChild());
  }
  while (waitForChild())
    ;
}

static int compareTimes(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void readText(void) {
  FILE *file = fopen(path, "rb");
  EXPECT(file);
  size_t size = fread(text, 1, MaxText - 1, file);
  EXPECT(size > 0);
  fclose(file);
  /* Of which the first is used. */
  size_t length =
      (size_t)sprintf(pointers, "tile.func public @f(%%p: !tile.ptr<f32>");
  for (int i = 0; i < NumPointers; ++i)
    length += (size_t)sprintf(pointers + length, ", %%p%d: !tile.ptr<f32>", i);
  sprintf(pointers + length, "%s", strstr(tiny, ")"));
}

int main(int argc, char **argv) {
  EXPECT(argc == 4);
  int count = atoi(argv[2]);
  EXPECT(count > 0 && count <= MaxForks);
  path = argv[3];
  for (size_t i = 0; i < sizeof modes / sizeof *modes; ++i)
    if (strcmp(modes[i].name, argv[1]) == 0)
      mode = &modes[i];
  EXPECT(mode);
  readText();
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  EXPECT(shared != MAP_FAILED);
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  EXPECT_OK(tileCompilerCreate(options, &compiler));

  if (mode->isFirst) {
    for (int done = 0; done < count && !hasEnough(); done += ForksOfProcess) {
      pid_t process = fork();
      EXPECT(process >= 0);
      if (process == 0) {
        /* A first compile takes about 20 ms. */
        forkWhileWorking(ForksOfProcess, 5000);
        _exit(0);
      }
      if (done > 0)
        EXPECT(waitForChild());
    }
    while (waitForChild())
      ;
  } else {
    mode->inThread();
    forkWhileWorking(count, 500);
  }

  int numForks = shared->numForks;
  qsort(shared->microseconds, (size_t)numForks, sizeof(double), compareTimes);
  printf("%s: %d forks, %d children failed, %d hung; fork() takes %.0f us "
         "(median), %.0f us at most\n",
         mode->name, numForks, shared->numFailed, shared->numHung,
         shared->microseconds[numForks / 2],
         shared->microseconds[numForks - 1]);
  fflush(stdout);
  /* Threads are at work. */
  _exit(shared->numFailed || shared->numHung);
}
