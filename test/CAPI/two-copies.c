/*===- two-copies.c - Two copies of the library in a process ------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * Each copy refuses the other's handles, and destroys nothing of the other's.
 *
 * RUN: %cc_capi %s -o %t -ldl
 * RUN: cp %build/lib/libtilewright.so %t.copy.so
 * RUN: %t %t.copy.so
 */

#define _GNU_SOURCE

#include "Check.h"

#include "tile-c/Compiler.h"

#include <dlfcn.h>

/* Functions of the copy. */
static TileCompilerOptions (*copyCreate)(void);
static void (*copyDestroy)(TileCompilerOptions);
static TileStatus (*copySetLineInfo)(TileCompilerOptions, bool);

static void find(void *library, const char *name, void *place) {
  void *symbol = dlsym(library, name);
  EXPECT(symbol);
  memcpy(place, &symbol, sizeof(symbol));
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  EXPECT(library);
  find(library, "tileCompilerOptionsCreate", &copyCreate);
  find(library, "tileCompilerOptionsDestroy", &copyDestroy);
  find(library, "tileCompilerOptionsSetLineInfo", &copySetLineInfo);
  EXPECT(copyCreate != tileCompilerOptionsCreate);

  /* The same number of each kind in both, so that slots are the same. */
  enum { kCount = 100 };
  TileCompilerOptions ours[kCount], theirs[kCount];
  for (int i = 0; i < kCount; ++i) {
    ours[i] = tileCompilerOptionsCreate();
    theirs[i] = copyCreate();
  }
  for (int i = 0; i < kCount; ++i) {
    EXPECT_OK(tileCompilerOptionsSetLineInfo(ours[i], true));
    EXPECT(copySetLineInfo(theirs[i], true) == TileStatusSuccess);
    EXPECT_ERROR(TileStatusInvalidHandle, "found a handle of another kind",
                 tileCompilerOptionsSetLineInfo(theirs[i], true));
    EXPECT(copySetLineInfo(ours[i], true) == TileStatusInvalidHandle);
    tileCompilerOptionsDestroy(theirs[i]);
    copyDestroy(ours[i]);
    EXPECT_OK(tileCompilerOptionsSetLineInfo(ours[i], true));
    EXPECT(copySetLineInfo(theirs[i], true) == TileStatusSuccess);
  }
  for (int i = 0; i < kCount; ++i) {
    tileCompilerOptionsDestroy(ours[i]);
    copyDestroy(theirs[i]);
  }
  return 0;
}
