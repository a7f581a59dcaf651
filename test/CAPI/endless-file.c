/*===- endless-file.c - Files that do not end ---------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * RUN: %cc_capi %s -o %t && %t
 */

#include "Check.h"

#include "tile-c/Tuner.h"

int main(void) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  TileDevice device;
  TileTuner tuner;
  static const char message[] =
      "cannot read '/dev/zero': expected at most 268435456 bytes, found more";
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT_ERROR(TileStatusIOError, message,
               tileCompilerCompileFile(compiler, tileString("/dev/zero"),
                                       TileStagePTX, NULL, &image));
  EXPECT_ERROR(TileStatusIOError, message,
               tileKernelImageLoad(tileString("/dev/zero"), &image));
  EXPECT_ERROR(TileStatusIOError, "cannot read '/dev': Is a directory",
               tileCompilerCompileFile(compiler, tileString("/dev"),
                                       TileStagePTX, NULL, &image));
  EXPECT_OK(tileDeviceOpen(tileString("sim"), &device));
  EXPECT_OK(tileTunerCreate(options, device, tileString(""), &tuner));
  EXPECT_ERROR(TileStatusIOError, message,
               tileTunerAddFile(tuner, tileString("/dev/zero")));
  tileTunerDestroy(tuner);
  tileDeviceDestroy(device);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  return 0;
}
