/*===- build-info.c - Which library this is ----------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* The library says what its tools say. Another revision of the same code has
|* the same place in the cache.
|*
\*===----------------------------------------------------------------------===*/
// RUN: rm -rf %t && mkdir -p %t/a %t/b
// RUN: %cc_capi %s -o %t/program
// RUN: cp %build/lib/libtilewright.so.0 %t/a && cp %t/a/* %t/b
// RUN: %src/scripts/stamp-revision --revision=aaaa %t/a/libtilewright.so.0
// RUN: %src/scripts/stamp-revision --revision=bbbb %t/b/libtilewright.so.0
// RUN: env LD_PRELOAD=%t/a/libtilewright.so.0 TILEWRIGHT_CACHE_DIR=%t/cache
// %t/program | FileCheck %s --check-prefixes=CHECK,A RUN: env
// LD_PRELOAD=%t/b/libtilewright.so.0 TILEWRIGHT_CACHE_DIR=%t/cache %t/program |
// FileCheck %s --check-prefixes=CHECK,B CHECK: Tilewright [[V:[0-9.]+]],
// revision A-SAME: aaaa, {{.*}} build B-SAME: bbbb, {{.*}} build CHECK-NEXT:
// LLVM 22.1 CHECK-NEXT: PTX ISA A: from the cache: no B: from the cache: yes

#include "Check.h"

#include "tile-c/Compiler.h"

int main(void) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  EXPECT(strstr(tileGetBuildInfo().data, tileGetVersion().data));
  printString(tileGetBuildInfo(), NULL);
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT_OK(tileCompilerCompileText(
      compiler, tileString("tile.func public @k() {\n  tile.return\n}\n"),
      tileString("k.mlir"), TileStagePTX, NULL, &image));
  printf("from the cache: %s\n",
         tileKernelImageIsFromCache(image) ? "yes" : "no");
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  return 0;
}
