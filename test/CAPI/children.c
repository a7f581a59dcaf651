/*===- children.c - Hosts that take the end of every child -------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A host that ignores SIGCHLD, as daemons do, or that waits for all children in
|* a handler leaves nothing to wait for. How ptxas ended then follows from what
|* it has left.
|*
\*===----------------------------------------------------------------------===*/
// REQUIRES: ptxas
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: cd %t && ./test %kernels/vector_add.mlir

#define _GNU_SOURCE

#include "Check.h"

#include "tile-c/Compiler.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

static const char *file;

static bool neverCancel(void *userData) {
  (void)userData;
  return false;
}

/* With polling or without; empty: the usual ptxas. */
static TileStatus compile(const char *ptxas, bool polls,
                          TileKernelImage *image) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileCompileCallbacks callbacks = {NULL, polls ? neverCancel : NULL, NULL};
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  EXPECT_OK(tileCompilerOptionsSetPtxasPath(options, tileString(ptxas)));
  EXPECT_OK(tileCompilerOptionsSetPtxasTimeLimit(options, polls ? 300 : 0));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  TileStatus status = tileCompilerCompileFile(
      compiler, tileString(file), TileStageCubin, &callbacks, image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  return status;
}

static void writeScript(const char *path, const char *lines) {
  FILE *script = fopen(path, "w");
  EXPECT(script);
  fprintf(script, "#!/bin/sh\n%s\n", lines);
  EXPECT(!fclose(script));
  char command[100];
  snprintf(command, sizeof(command), "chmod +x %s", path);
  EXPECT(system(command) == 0);
}

static void takeAllChildren(int number) {
  int saved = errno;
  (void)number;
  while (waitpid(-1, NULL, WNOHANG) > 0)
    ;
  errno = saved;
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  file = argv[1];
  /* Each writes what is no whole cubin to the file behind -o. */
  const char *find = "while [ \"$1\" != -o ]; do shift; done\n";
  char text[200];
  writeScript("./killed", "kill -9 $$");
  snprintf(text, sizeof(text), "%s%s", find, "printf '\\177ELF' > \"$2\"");
  writeScript("./partial", text);
  writeScript("./wrong", "echo 'ptxas fatal   : Out of luck' >&2; exit 1");

  TileKernelImage whole, image;
  EXPECT_OK(compile("", false, &whole));
  for (int way = 0; way < 3; ++way) {
    struct sigaction action = {0};
    action.sa_handler = way == 0 ? SIG_IGN : takeAllChildren;
    if (way == 1)
      action.sa_handler = SIG_DFL;
    action.sa_flags = way == 1 ? SA_NOCLDWAIT : 0;
    EXPECT(!sigaction(SIGCHLD, &action, NULL));
    for (int polls = 0; polls < 2; ++polls) {
      EXPECT_OK(compile("", polls, &image));
      EXPECT(
          mlirStringRefEqual(tileKernelImageGetStage(image, TileStageCubin),
                             tileKernelImageGetStage(whole, TileStageCubin)));
      tileKernelImageDestroy(image);
      EXPECT_ERROR(TileStatusCompileFailed, "Out of luck",
                   compile("./wrong", polls, &image));
      /* Whoever waits first, it is an error. */
      EXPECT_ERROR(TileStatusCompileFailed, "ptxas",
                   compile("./killed", polls, &image));
      if (way != 2)
        EXPECT_ERROR(TileStatusCompileFailed, "how it ended is not known",
                     compile("./partial", polls, &image));
    }
  }
  tileKernelImageDestroy(whole);
  return 0;
}
