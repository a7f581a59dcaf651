/*===- BuilderKernels.c - Built kernels that run -----------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Kernels with inline PTX and its fallback, a loop, a branch, a call and a
|* reduction, built, compiled, and run on the simulator.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: env TILEWRIGHT_CACHE_DIR=%t.cache %t | FileCheck %s

#include "Check.h"

#include "tile-c/Builder.h"
#include "tile-c/Runtime.h"

#include <math.h>

enum { Size = 128 };
static const int64_t shape[] = {Size};
static const TileStream noStream = {NULL};
static TileDevice device;
static MlirContext context;
static MlirType f32, i32, floats;
static const MlirValue noValue = {NULL};

/* A kernel that has names for its arguments: two arrays and a number. */
static TileBuilder startKernel(MlirModule module, const char *name) {
  TileBuilder b = {.location = mlirLocationUnknownGet(context)};
  MlirType pointer = tilePointerTypeGet(f32, TileAddressSpaceGlobal);
  const MlirType types[] = {pointer, pointer, i32};
  const int64_t divisibility[] = {16, 16, 1};
  EXPECT_OK(tileModuleAppendKernel(module, b.location, tileString(name), 3,
                                   types, divisibility, &b.block));
  EXPECT(tileBuildNamedArgument(&b, 0, "x_ptr").ptr);
  EXPECT(tileBuildNamedArgument(&b, 1, "y_ptr").ptr);
  EXPECT(tileBuildNamedArgument(&b, 2, "n").ptr);
  return b;
}

/* The addresses of the elements of array `argument`, from `start` on. */
static MlirValue addresses(TileBuilder *b, MlirValue base, MlirValue start) {
  MlirValue first = tileBuildBinary(b, "tile.addptr", base, start);
  return tileBuildBinary(b, "tile.addptr", tileBuildSplat(b, first, 1, shape),
                         tileBuildRange(b, 0, Size));
}

static void finish(TileBuilder *b) {
  tileBuildEnd(b, 0, NULL);
  EXPECT_OK(b->status);
  EXPECT(mlirBlockIsNull(b->block));
}

/* y = 1 / x by inline PTX, or by its fallback. */
static void buildDivide(MlirModule module) {
  TileBuilder b = startKernel(module, "divide");
  MlirValue x = tileBuildArgument(&b, 0), y = tileBuildArgument(&b, 1);
  MlirValue zero = tileBuildInteger(&b, 32, 0);
  MlirValue value = tileBuildLoad(&b, addresses(&b, x, zero), noValue, noValue);
  MlirValue to = addresses(&b, y, zero), inverse;
  const TileInlineAsm rcp = {.text = tileString("rcp.approx.ftz.f32 $0, $1;"),
                             .constraints = tileString("=f,f"),
                             .isPure = true,
                             .fallback = TileAsmFallbackElement};
  tileBuildInlineAsm(&b, &rcp, 1, &value, 1, &floats, &inverse);
  MlirValue element = tileBuildArgument(&b, 0);
  MlirValue one = tileBuildFloat(&b, f32, 1.0);
  MlirValue quotient = tileBuildBinary(&b, "arith.divf", one, element);
  tileBuildEnd(&b, 1, &quotient);
  tileBuildStore(&b, to, inverse, noValue);
  finish(&b);
}

/* y[0 to 128] = the sums of n tiles of x. */
static void buildLoop(MlirModule module) {
  TileBuilder b = startKernel(module, "loop");
  MlirValue x = tileBuildArgument(&b, 0), y = tileBuildArgument(&b, 1);
  MlirValue n = tileBuildArgument(&b, 2), sum;
  MlirValue zero = tileBuildInteger(&b, 32, 0);
  MlirValue one = tileBuildInteger(&b, 32, 1);
  MlirValue size = tileBuildInteger(&b, 32, Size);
  MlirValue first = tileBuildFloat(&b, floats, 0.0);
  tileBuildFor(&b, zero, n, one, 1, &first, &sum);
  MlirValue i = tileBuildArgument(&b, 0), before = tileBuildArgument(&b, 1);
  MlirValue start = tileBuildBinary(&b, "arith.muli", i, size);
  MlirValue tile = tileBuildLoad(&b, addresses(&b, x, start), noValue, noValue);
  MlirValue next = tileBuildBinary(&b, "arith.addf", before, tile);
  tileBuildEnd(&b, 1, &next);
  tileBuildStore(&b, addresses(&b, y, zero), sum, noValue);
  finish(&b);
}

/* y = x, or -x if n is negative; and if it is 0, y[0] = 7. */
static void buildBranch(MlirModule module) {
  TileBuilder b = startKernel(module, "branch");
  MlirValue x = tileBuildArgument(&b, 0), y = tileBuildArgument(&b, 1);
  MlirValue n = tileBuildArgument(&b, 2), chosen;
  MlirValue zero = tileBuildInteger(&b, 32, 0);
  MlirValue tile = tileBuildLoad(&b, addresses(&b, x, zero), noValue, noValue);
  MlirValue isNegative = tileBuildCompare(&b, TilePredicateSLT, n, zero);
  tileBuildIfElse(&b, isNegative, 1, &floats, &chosen);
  MlirValue negated = tileBuildFrom(&b, "arith.negf", 1, &tile);
  tileBuildEnd(&b, 1, &negated);
  tileBuildEnd(&b, 1, &tile);
  tileBuildStore(&b, addresses(&b, y, zero), chosen, noValue);
  tileBuildIf(&b, tileBuildCompare(&b, TilePredicateEQ, n, zero));
  tileBuildStore(&b, y, tileBuildFloat(&b, f32, 7.0), noValue);
  tileBuildEnd(&b, 0, NULL);
  finish(&b);
}

/* y[0] = the largest of each 8 of x, summed up by a function. */
static void buildCall(MlirModule module) {
  TileBuilder b = {.location = mlirLocationUnknownGet(context)};
  const int64_t wide[] = {16, 8}, narrow[] = {16};
  MlirType argument = tileBuildTileType(&b, f32, 2, wide);
  MlirType result = tileBuildTileType(&b, f32, 1, narrow);
  EXPECT_OK(tileModuleAppendFunction(module, b.location, tileString("largest"),
                                     1, &argument, 1, &result, &b.block));
  MlirValue max = tileBuildReduce(&b, tileBuildArgument(&b, 0), 1);
  MlirValue greater = tileBuildBinary(
      &b, "arith.maxnumf", tileBuildArgument(&b, 0), tileBuildArgument(&b, 1));
  tileBuildEnd(&b, 1, &greater);
  tileBuildEnd(&b, 1, &max);
  EXPECT_OK(b.status);

  b = startKernel(module, "call");
  MlirValue x = tileBuildArgument(&b, 0), y = tileBuildArgument(&b, 1);
  MlirValue zero = tileBuildInteger(&b, 32, 0), row;
  MlirValue tile = tileBuildLoad(&b, addresses(&b, x, zero), noValue, noValue);
  MlirValue rows = tileBuild(&b, "tile.reshape", argument, 1, &tile, 0, NULL);
  tileBuildCall(&b, "largest", 1, &rows, 1, &row);
  MlirValue bases = tileBuildSplat(&b, y, 1, narrow);
  MlirValue to =
      tileBuildBinary(&b, "tile.addptr", bases, tileBuildRange(&b, 0, 16));
  tileBuildStore(&b, to, row, noValue);
  finish(&b);
}

/* Runs a kernel on x[i] = i + 1, and gives y. */
static void run(TileModule module, const char *name, int32_t n, float *y) {
  TileKernel kernel;
  float x[4 * Size];
  for (int i = 0; i < 4 * Size; ++i)
    x[i] = (float)(i + 1);
  EXPECT_OK(tileModuleGetKernel(module, tileString(name), &kernel));
  TileDeviceAddress at;
  EXPECT_OK(tileDeviceAllocate(device, 2 * sizeof x, &at));
  EXPECT_OK(tileDeviceCopyToDevice(device, at, x, sizeof x, noStream));
  const TileArgument arguments[] = {tileArgumentPointer(at),
                                    tileArgumentPointer(at + sizeof x),
                                    tileArgumentI32(n)};
  EXPECT_OK(
      tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments, 3, noStream));
  EXPECT_OK(tileDeviceCopyToHost(device, y, at + sizeof x, Size * sizeof(float),
                                 noStream));
  EXPECT_OK(tileDeviceFree(device, at));
}

int main(void) {
  context = mlirContextCreate();
  EXPECT_OK(tileContextRegister(context));
  f32 = mlirF32TypeGet(context);
  i32 = mlirIntegerTypeGet(context, 32);
  floats = mlirRankedTensorTypeGet(1, shape, f32, mlirAttributeGetNull());
  MlirModule built = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  buildDivide(built);
  buildLoop(built);
  buildBranch(built);
  buildCall(built);
  EXPECT(mlirOperationVerify(mlirModuleGetOperation(built)));
  EXPECT_OK(tileDeviceOpen(tileString("sim"), &device));

  float y[Size];
  for (int useFallback = 0; useFallback < 2; ++useFallback) {
    TileCompilerOptions options = tileCompilerOptionsCreate();
    TileCompiler compiler;
    TileKernelImage image;
    TileModule module;
    EXPECT_OK(tileCompilerOptionsSet(
        options, tileString("asm"),
        tileString(useFallback ? "fallback" : "native")));
    EXPECT_OK(tileCompilerCreate(options, &compiler));
    EXPECT_OK(
        tileCompilerCompileModule(compiler, built, TileStagePTX, NULL, &image));
    MlirStringRef ptx = tileKernelImageGetStage(image, TileStagePTX);
    printf("rcp.approx: %s\n",
           strstr(ptx.data, "rcp.approx.ftz.f32") ? "yes" : "no");
    TileArgumentInfo argument;
    EXPECT_OK(tileKernelImageGetArgument(image, 0, 1, &argument));
    printf("argument 1: %.*s\n", (int)argument.name.length, argument.name.data);
    EXPECT_OK(tileModuleLoad(device, image, &module));
    run(module, "divide", 0, y);
    for (int i = 0; i < Size; ++i)
      EXPECT(fabsf(y[i] * (float)(i + 1) - 1.0f) < 1e-6f);
    run(module, "loop", 3, y);
    for (int i = 0; i < Size; ++i)
      EXPECT(y[i] == (float)(3 * (i + 1) + 3 * Size));
    run(module, "branch", 1, y);
    EXPECT(y[0] == 1.0f && y[5] == 6.0f);
    run(module, "branch", -1, y);
    EXPECT(y[0] == -1.0f && y[5] == -6.0f);
    run(module, "branch", 0, y);
    EXPECT(y[0] == 7.0f && y[5] == 6.0f);
    run(module, "call", 0, y);
    for (int i = 0; i < 16; ++i)
      EXPECT(y[i] == (float)(8 * (i + 1)));
    tileModuleDestroy(module);
    tileKernelImageDestroy(image);
    tileCompilerDestroy(compiler);
    tileCompilerOptionsDestroy(options);
  }
  // CHECK: rcp.approx: yes
  // CHECK-NEXT: argument 1: y_ptr
  // CHECK-NEXT: rcp.approx: no
  tileDeviceDestroy(device);
  mlirModuleDestroy(built);
  mlirContextDestroy(context);
  printf("done\n");
  // CHECK: done
  return 0;
}
