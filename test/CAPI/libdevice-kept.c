/*===- libdevice-kept.c - What is kept of libdevice ---------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A compiler keeps the functions that kernels took of libdevice. A file that
|* was replaced, or that is named by another option, is read again; a kernel that
|* calls other functions gets those.
|*
\*===----------------------------------------------------------------------===*/
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: cd %t && ./test

#include "Inputs/CompileOnce.h"

static void writeLibrary(const char *path, const char *tanh, const char *log) {
  FILE *file = fopen(path, "w");
  EXPECT(file);
  fprintf(file,
          "define float @__nv_tanhf(float %%x) alwaysinline {\n"
          "  ret float %s\n}\n"
          "define float @__nv_logf(float %%x) alwaysinline {\n"
          "  ret float %s\n}\n",
          tanh, log);
  EXPECT(fclose(file) == 0);
}

/* Whether the kernel that stores the function of a number stores the number of
 * these bits, and calls nothing. */
static bool stores(TileCompiler compiler, const char *function, unsigned bits) {
  char source[512];
  snprintf(source, sizeof(source),
           "tile.func public @k(%%p: !tile.ptr<f32>, %%x: f32) {\n"
           "  %%y = math.%s %%x : f32\n"
           "  tile.store %%p, %%y : !tile.ptr<f32>\n"
           "  tile.return\n}\n",
           function);
  TileKernelImage image;
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString("k.mlir"), TileStagePTX, NULL,
                                    &image));
  MlirStringRef ptx = tileKernelImageGetStage(image, TileStagePTX);
  char *text = calloc(ptx.length + 1, 1);
  EXPECT(text);
  memcpy(text, ptx.data, ptx.length);
  char constant[32];
  snprintf(constant, sizeof(constant), ", %u;", bits);
  bool found = strstr(text, constant) != NULL;
  EXPECT(strstr(text, "call") == NULL);
  free(text);
  tileKernelImageDestroy(image);
  return found;
}

int main(void) {
  TileCache none = {NULL};
  writeLibrary("one.ll", "2.0", "4.0");
  writeLibrary("two.ll", "8.0", "16.0");
  TileCompiler one = makeCompiler(none, "libdevice", "one.ll");
  for (int i = 0; i < 3; ++i) {
    EXPECT(stores(one, "tanh", 0x40000000));
    EXPECT(stores(one, "log", 0x40800000));
  }
  TileCompiler two = makeCompiler(none, "libdevice", "two.ll");
  EXPECT(stores(two, "tanh", 0x41000000));
  /* Another file of the same name. */
  writeLibrary("new.ll", "32.0", "64.0");
  EXPECT(rename("new.ll", "one.ll") == 0);
  EXPECT(stores(one, "tanh", 0x42000000));
  EXPECT(stores(one, "log", 0x42800000));
  tileCompilerDestroy(two);
  /* With what `two` has left. */
  TileCompiler third = makeCompiler(none, "libdevice", "one.ll");
  EXPECT(stores(third, "tanh", 0x42000000));
  tileCompilerDestroy(third);
  tileCompilerDestroy(one);
  return 0;
}
