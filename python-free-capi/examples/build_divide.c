/*===- build_divide.c - A loop and inline PTX without text -------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Builds a kernel that divides tile after tile by inline PTX, with a fallback
|* for GPUs without the instruction, and prints its PTX for a device.
|*
|*   build_divide [--device=auto|sim|cuda:N]
|*
\*===----------------------------------------------------------------------===*/

#include "tile-c/Builder.h"
#include "tile-c/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

enum { kTile = 1024 };
static const int64_t kShape[] = {kTile};
static const MlirValue kNone = {NULL};

static void check(TileStatus status) {
  if (status == TileStatusSuccess)
    return;
  fprintf(stderr, "error: %s\n", tileGetLastErrorMessage().data);
  exit(EXIT_FAILURE);
}

/* The addresses of a tile of an array. */
static MlirValue addresses(TileBuilder *b, MlirValue array, MlirValue offsets) {
  MlirValue bases = tileBuildSplat(b, array, 1, kShape);
  return tileBuildBinary(b, "tile.addptr", bases, offsets);
}

/* 1 / x for each element of a tile. */
static MlirValue invert(TileBuilder *b, MlirValue x) {
  const MlirType tile = mlirValueGetType(x);
  const MlirType f32 = mlirShapedTypeGetElementType(tile);
  const TileInlineAsm rcp = {.text = tileString("rcp.approx.ftz.f32 $0, $1;"),
                             .constraints = tileString("=f,f"),
                             .isPure = true,
                             .fallback = TileAsmFallbackElement};
  MlirValue inverse;
  tileBuildInlineAsm(b, &rcp, 1, &x, 1, &tile, &inverse); /* into it */
  MlirValue one = tileBuildFloat(b, f32, 1.0);
  MlirValue element = tileBuildArgument(b, 0);
  MlirValue exact = tileBuildBinary(b, "arith.divf", one, element);
  tileBuildEnd(b, 1, &exact); /* out of it */
  return inverse;
}

/* y = x / y, in one program: n elements, a tile in each iteration. */
static void buildBody(TileBuilder *b) {
  MlirValue x = tileBuildNamedArgument(b, 0, "x");
  MlirValue y = tileBuildNamedArgument(b, 1, "y");
  MlirValue n = tileBuildNamedArgument(b, 2, "n");
  MlirValue zero = tileBuildInteger(b, 32, 0);
  MlirValue size = tileBuildInteger(b, 32, kTile);
  MlirValue range = tileBuildRange(b, 0, kTile);
  MlirValue ends = tileBuildSplat(b, n, 1, kShape);
  tileBuildFor(b, zero, n, size, 0, NULL, NULL);
  MlirValue start = tileBuildSplat(b, tileBuildArgument(b, 0), 1, kShape);
  MlirValue offsets = tileBuildBinary(b, "arith.addi", start, range);
  MlirValue mask = tileBuildCompare(b, TilePredicateSLT, offsets, ends);
  MlirValue from = addresses(b, x, offsets), to = addresses(b, y, offsets);
  MlirValue above = tileBuildLoad(b, from, mask, kNone);
  MlirValue below = tileBuildLoad(b, to, mask, kNone);
  if (b->status == TileStatusSuccess)
    below = invert(b, below);
  tileBuildStore(b, to, tileBuildBinary(b, "arith.mulf", above, below), mask);
  tileBuildEnd(b, 0, NULL); /* of the loop */
  tileBuildEnd(b, 0, NULL); /* of the kernel */
}

int main(int argc, char **argv) {
  bool isNamed = argc == 2 && strncmp(argv[1], "--device=", 9) == 0;
  if (argc != 1 && !isNamed)
    return fprintf(stderr, "usage: %s [--device=auto|sim|cuda:N]\n", argv[0]),
           EXIT_FAILURE;
  TileDevice device;
  TileDeviceInfo info;
  check(tileDeviceOpen(tileString(isNamed ? argv[1] + 9 : "auto"), &device));
  check(tileDeviceGetInfo(device, &info));
  MlirContext context = mlirContextCreate();
  check(tileContextRegister(context));
  TileBuilder b = {.location = mlirLocationUnknownGet(context)};
  MlirModule module = mlirModuleCreateEmpty(b.location);
  MlirType pointer =
      tilePointerTypeGet(mlirF32TypeGet(context), TileAddressSpaceGlobal);
  const MlirType types[] = {pointer, pointer, mlirIntegerTypeGet(context, 32)};
  const int64_t divisibility[] = {16, 16, 1};
  check(tileModuleAppendKernel(module, b.location, tileString("divide"), 3,
                               types, divisibility, &b.block));
  buildBody(&b);
  check(b.status);

  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  check(tileCompilerOptionsSetTarget(options, info.target));
  check(tileCompilerCreate(options, &compiler));
  check(
      tileCompilerCompileModule(compiler, module, TileStagePTX, NULL, &image));
  fputs(tileKernelImageGetStage(image, TileStagePTX).data, stdout);

  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  tileDeviceDestroy(device);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return EXIT_SUCCESS;
}
