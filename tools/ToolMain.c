/*===- ToolMain.c - A tool that is in libtilewright.so --------------------===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* The loader finds the library by the tool's RUNPATH, $ORIGIN/../lib, and knows
|* $ORIGIN from /proc. In a chroot without /proc it does not. So the tool opens
|* the library itself, there by the path that execve was called with.
|*
\*===----------------------------------------------------------------------===*/

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "LibraryTools.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* The build defines TILE_TOOL_NAME and TILE_LIBRARY_NAME, strings. */
static const char kFromTool[] = "/../lib/" TILE_LIBRARY_NAME;

/* The library next to the folder of the tool, or NULL. */
static void *openBeside(const char *tool) {
  char *path = tool ? realpath(tool, NULL) : NULL;
  char *end = path ? strrchr(path, '/') : NULL;
  char *whole = end ? malloc((size_t)(end - path) + sizeof(kFromTool)) : NULL;
  void *library = NULL;
  if (whole) {
    memcpy(whole, path, (size_t)(end - path));
    memcpy(whole + (end - path), kFromTool, sizeof(kFromTool));
    library = dlopen(whole, RTLD_LAZY | RTLD_GLOBAL);
  }
  free(whole);
  free(path);
  return library;
}

int main(int argc, char **argv) {
  void *library = NULL;
  if (access("/proc/self/exe", F_OK))
    library = openBeside((const char *)getauxval(AT_EXECFN));
  if (!library)
    library = dlopen(TILE_LIBRARY_NAME, RTLD_LAZY | RTLD_GLOBAL);
  void *symbol = library ? dlsym(library, "tileToolMain") : NULL;
  if (!symbol) {
    fprintf(stderr,
            "%s: error: expected %s in the folder lib next to the "
            "tool's, found none: %s\n",
            TILE_TOOL_NAME, TILE_LIBRARY_NAME, dlerror());
    return 127;
  }
  __typeof__(&tileToolMain) toolMain;
  memcpy(&toolMain, &symbol, sizeof(toolMain));
  return toolMain(TILE_TOOL_NAME, argc, argv);
}
