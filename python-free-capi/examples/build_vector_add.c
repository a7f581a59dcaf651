/*===- build_vector_add.c - A kernel without a line of text ------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Builds z = x + y operation by operation, compiles it, runs it, checks it.
|* bench/kernels/vector_add.mlir is the same kernel as text.
|*
|*   build_vector_add [--device=auto|sim|cuda:N]
|*
\*===----------------------------------------------------------------------===*/

#include "tile-c/Builder.h"
#include "tile-c/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

enum { kTile = 1024, N = 98432 }; /* 96 full tiles, and one of 128. */

static void check(TileStatus status) {
  if (status == TileStatusSuccess)
    return;
  fprintf(stderr, "error: %s\n", tileGetLastErrorMessage().data);
  exit(EXIT_FAILURE);
}

/* What one CTA does: the elements from kTile * program id, as far as there are
 * any. The builder keeps the first error; after it, results are null. */
static void buildBody(TileBuilder *b) {
  const int64_t shape[] = {kTile};
  MlirValue id = tileBuildProgramId(b, TileProgramAxisX);
  MlirValue size = tileBuildInteger(b, 32, kTile);
  MlirValue start = tileBuildBinary(b, "arith.muli", id, size);
  MlirValue starts = tileBuildSplat(b, start, 1, shape);
  MlirValue range = tileBuildRange(b, 0, kTile);
  MlirValue offsets = tileBuildBinary(b, "arith.addi", starts, range);
  MlirValue end = mlirBlockGetArgument(b->block, 3);
  MlirValue ends = tileBuildSplat(b, end, 1, shape);
  MlirValue mask = tileBuildCompare(b, TilePredicateSLT, offsets, ends);
  MlirValue at[3], none = {NULL}; /* The addresses in x, y and z. */
  for (int i = 0; i < 3; ++i) {
    MlirValue base = mlirBlockGetArgument(b->block, i);
    MlirValue bases = tileBuildSplat(b, base, 1, shape);
    at[i] = tileBuildBinary(b, "tile.addptr", bases, offsets);
  }
  MlirValue x = tileBuildLoad(b, at[0], mask, none);
  MlirValue y = tileBuildLoad(b, at[1], mask, none);
  tileBuildStore(b, at[2], tileBuildBinary(b, "arith.addf", x, y), mask);
  tileBuildFrom(b, "tile.return", 0, NULL);
}

/* The function around it. Pointers are aligned: accesses can be 16 bytes. */
static void buildKernel(MlirContext context, MlirModule module) {
  TileBuilder b = {.location = mlirLocationUnknownGet(context)};
  MlirType f32 = mlirF32TypeGet(context), i32 = mlirIntegerTypeGet(context, 32);
  MlirType pointer = tilePointerTypeGet(f32, TileAddressSpaceGlobal);
  const MlirType types[] = {pointer, pointer, pointer, i32};
  const int64_t divisibility[] = {16, 16, 16, 1};
  check(tileModuleAppendKernel(module, b.location, tileString("vector_add"), 4,
                               types, divisibility, &b.block));
  buildBody(&b);
  check(b.status);
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

  /* The kernel, compiled for this device. */
  MlirContext context = mlirContextCreate();
  check(tileContextRegister(context));
  MlirModule built = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  buildKernel(context, built);
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  TileModule module;
  TileKernel kernel;
  check(tileCompilerOptionsSetTarget(options, info.target));
  check(tileCompilerCreate(options, &compiler));
  check(tileCompilerCompileModule(compiler, built, TileStagePTX, NULL, &image));
  check(tileModuleLoad(device, image, &module));
  check(tileModuleGetKernel(module, tileString("vector_add"), &kernel));

  /* x, y and z, one after the other: small integers, whose sums are exact. */
  static float data[3][N];
  const TileStream wait = {NULL}; /* The default stream: each call waits. */
  TileDeviceAddress at;
  int wrong = 0;
  for (int i = 0; i < 2 * N; ++i)
    data[i / N][i % N] = (float)i;
  check(tileDeviceAllocate(device, sizeof data, &at));
  check(tileDeviceCopyToDevice(device, at, data, sizeof data, wait));
  const TileArgument arguments[] = {
      tileArgumentPointer(at), tileArgumentPointer(at + sizeof data[0]),
      tileArgumentPointer(at + 2 * sizeof data[0]), tileArgumentI32(N)};
  check(tileKernelLaunch(kernel, tileGrid(tileCeilDiv(N, kTile), 1, 1),
                         arguments, 4, wait));
  check(tileDeviceCopyToHost(device, data, at, sizeof data, wait));
  for (int i = 0; i < N; ++i)
    wrong += data[2][i] != (float)(i + N + i);
  printf("%s: %d sums, %d wrong\n", info.name.data, N, wrong);

  check(tileDeviceFree(device, at));
  tileModuleDestroy(module);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  tileDeviceDestroy(device);
  mlirModuleDestroy(built);
  mlirContextDestroy(context);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
