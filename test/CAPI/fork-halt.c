/*===- fork-halt.c - fork() in a process that is halted ----------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A fork waits ten seconds for a compile that is in the middle of something. A
|* time for which the whole process is halted (by a debugger, by job control, or
|* with its machine) does not count: the compile cannot go on in it, either.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: rm -f %t.pipe
// RUN: %t %t.pipe

#define _DEFAULT_SOURCE

#include "Check.h"
#include "Patience.h"

#include "tile-c/Compiler.h"

#include <pthread.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of a halt: longer than a fork waits. */
enum { HaltSeconds = 12 };

/* The library of a kernel is read in the middle of its compile. */
static const char *const library =
    "define float @g(float %x) {\n  ret float %x\n}\n";
static const char *path;
static TileCompiler compiler;

/* Shared by all processes. */
static struct Shared {
  bool isForking, hasForked;
} *shared;

static void compile(const char *map) {
  char text[4096];
  snprintf(text, sizeof text,
           "tile.func public @f(%%p: !tile.ptr<f32>) {\n"
           "  %%i = tile.make_range {start = 0 : i32, end = 128 : i32} : "
           "tensor<128xi32>\n"
           "  %%b = tile.splat %%p : !tile.ptr<f32> -> "
           "tensor<128x!tile.ptr<f32>>\n"
           "  %%a = tile.addptr %%b, %%i : tensor<128x!tile.ptr<f32>>, "
           "tensor<128xi32>\n"
           "  %%x = tile.load %%a : tensor<128x!tile.ptr<f32>>\n"
           "  %%y = %s : (tensor<128xf32>) -> tensor<128xf32>\n"
           "  tile.store %%a, %%y : tensor<128x!tile.ptr<f32>>\n"
           "  tile.return\n"
           "}\n",
           map);
  TileKernelImage image;
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(text),
                                    tileString("text"), TileStagePTX, NULL,
                                    &image));
  tileKernelImageDestroy(image);
}

/* In the middle of it until somebody writes to the pipe. */
static void *compileWithPipe(void *unused) {
  char call[1024];
  snprintf(call, sizeof call,
           "tile.extern_elementwise %%x {libname = \"\", libpath = \"%s\", "
           "symbol = \"g\", pure = true}",
           path);
  compile(call);
  return unused;
}

static void expectSuccess(pid_t process) {
  int status;
  EXPECT(waitpid(process, &status, 0) == process);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void forkWhileCompiling(void) {
  pthread_t thread;
  /* Where the test fails, nobody writes to the pipe. */
  endIfHung(60);
  EXPECT(!pthread_create(&thread, NULL, compileWithPipe, NULL));
  sleep(1);
  __atomic_store_n(&shared->isForking, true, __ATOMIC_SEQ_CST);
  pid_t child = fork();
  EXPECT(child >= 0);
  if (child == 0) {
    endIfHung(60);
    compile("\"math.sqrt\"(%x)");
    _exit(0);
  }
  __atomic_store_n(&shared->hasForked, true, __ATOMIC_SEQ_CST);
  expectSuccess(child);
  EXPECT(!pthread_join(thread, NULL));
  _exit(0);
}

/* For at most two minutes in which this process is awake. */
static void waitFor(bool *flag) {
  for (int turn = 0; !__atomic_load_n(flag, __ATOMIC_SEQ_CST); ++turn) {
    EXPECT(turn < 12000);
    usleep(10000);
  }
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  path = argv[1];
  EXPECT(!mkfifo(path, 0600));
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  EXPECT(shared != MAP_FAILED);
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  EXPECT_OK(tileCompilerCreate(options, &compiler));

  pid_t process = fork();
  EXPECT(process >= 0);
  if (process == 0)
    forkWhileCompiling();
  waitFor(&shared->isForking);
  sleep(1);
  EXPECT(!shared->hasForked);
  EXPECT(!kill(process, SIGSTOP));
  sleep(HaltSeconds);
  EXPECT(!kill(process, SIGCONT));
  sleep(1);
  bool hasWaited = !__atomic_load_n(&shared->hasForked, __ATOMIC_SEQ_CST);

  FILE *pipe = fopen(path, "w");
  EXPECT(pipe);
  EXPECT(fputs(library, pipe) >= 0 && !fclose(pipe));
  waitFor(&shared->hasForked);
  expectSuccess(process);
  EXPECT(hasWaited);
  return 0;
}
