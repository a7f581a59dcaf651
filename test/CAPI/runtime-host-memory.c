/*===- runtime-host-memory.c - The host's memory, and findings ---*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Kernels on the simulator reach memory of the host, and what is wrong with a
|* launch is handed out piece by piece.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t sim
// RUN: env LD_LIBRARY_PATH=%build/lib/sim %t cuda:0

#include "Check.h"

#include <stdlib.h>

#include "tile-c/Memory.h"
#include "tile-c/Runtime.h"

static const TileStream noStream = {NULL};
static TileDevice device;

/* y[i] = x[i] + 1 for the first 64 of x, in programs of 32; and an addition to
 * a counter. */
static const char *source =
    "tile.func public @next(%x: !tile.ptr<i32>, %y: !tile.ptr<i32>) {\n"
    "  %0 = tile.get_program_id x : i32\n"
    "  %c32 = arith.constant 32 : i32\n"
    "  %1 = arith.muli %0, %c32 : i32\n"
    "  %2 = tile.splat %1 : i32 -> tensor<32xi32>\n"
    "  %3 = tile.make_range {start = 0 : i32, end = 32 : i32} :"
    " tensor<32xi32>\n"
    "  %4 = arith.addi %2, %3 : tensor<32xi32>\n"
    "  %5 = tile.splat %x : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>>\n"
    "  %6 = tile.addptr %5, %4 : tensor<32x!tile.ptr<i32>>, tensor<32xi32>\n"
    "  %7 = tile.load %6 : tensor<32x!tile.ptr<i32>>\n"
    "  %one = arith.constant dense<1> : tensor<32xi32>\n"
    "  %8 = arith.addi %7, %one : tensor<32xi32>\n"
    "  %9 = tile.splat %y : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>>\n"
    "  %10 = tile.addptr %9, %4 : tensor<32x!tile.ptr<i32>>, tensor<32xi32>\n"
    "  tile.store %10, %8 : tensor<32x!tile.ptr<i32>>\n"
    "  tile.return\n"
    "}\n"
    "tile.func public @count(%n: !tile.ptr<i32>) {\n"
    "  %one = arith.constant 1 : i32\n"
    "  %0 = tile.atomic_rmw add, relaxed, gpu, %n, %one :"
    " (!tile.ptr<i32>, i32) -> i32\n"
    "  tile.return\n"
    "}\n";

/* What the last launch found. */
static unsigned numFindings, numNotes;
static char lastKind[64], lastSource[64], lastText[2048];
static uint64_t lastCount;

static void takeFinding(const TileFinding *finding, void *userData) {
  EXPECT(userData == &numFindings);
  EXPECT(equals(finding->kernel, "next") || equals(finding->kernel, "count"));
  EXPECT(finding->message.length > 0);
  ++*(finding->isNote ? &numNotes : &numFindings);
  snprintf(lastKind, sizeof lastKind, "%s", finding->kind.data);
  snprintf(lastSource, sizeof lastSource, "%s", finding->source.data);
  snprintf(lastText, sizeof lastText, "%s", finding->text.data);
  lastCount = finding->count;
  /* The device is free to be used. */
  EXPECT_OK(tileDeviceSynchronize(device));
}

static TileStatus launch(TileModule module, const char *name, unsigned programs,
                         void *x, void *y) {
  TileKernel kernel;
  TileArgument arguments[] = {tileArgumentPointer((uintptr_t)x),
                              tileArgumentPointer((uintptr_t)y)};
  numFindings = numNotes = 0;
  EXPECT_OK(tileModuleGetKernel(module, tileString(name), &kernel));
  return tileKernelLaunch(kernel, tileGrid(programs, 1, 1), arguments,
                          y ? 2 : 1, noStream);
}

static TileModule load(void) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  TileModule module;
  EXPECT_OK(tileCompilerOptionsSetLineInfo(options, true));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString("next.mlir"), TileStagePTX, NULL,
                                    &image));
  EXPECT_OK(tileModuleLoad(device, image, &module));
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  return module;
}

static void testOnGPU(void) {
  int x;
  EXPECT_ERROR(
      TileStatusUnsupported, "expected a simulator for memory of the host",
      tileDeviceAddHostMemory(device, &x, sizeof x, tileString("x"), NULL));
  EXPECT_ERROR(TileStatusUnsupported,
               "expected a simulator for memory of the host",
               tileDeviceRemoveHostMemory(device, &x));
  EXPECT_ERROR(TileStatusUnsupported,
               "expected a simulator for a handler of findings",
               tileDeviceSetFindingHandler(device, takeFinding, &numFindings));
}

static void testMemory(TileModule module) {
  _Alignas(16) static int x[64], y[64];
  for (int i = 0; i < 64; ++i)
    x[i] = i;
  EXPECT_OK(
      tileDeviceAddHostMemory(device, x, sizeof x, tileString("x"), NULL));
  EXPECT_OK(
      tileDeviceAddHostMemory(device, y, sizeof y, tileString("y"), NULL));
  EXPECT_OK(launch(module, "next", 2, x, y));
  EXPECT(numFindings == 0 && numNotes == 0);
  for (int i = 0; i < 64; ++i)
    EXPECT(y[i] == i + 1);
  EXPECT_ERROR(
      TileStatusInvalidArgument, "overlaps with no other memory",
      tileDeviceAddHostMemory(device, x + 32, 4, tileString("z"), NULL));
  EXPECT_ERROR(TileStatusInvalidArgument, "memory of the host that was added",
               tileDeviceRemoveHostMemory(device, x + 32));
  /* Its tables alone have more bytes than the host. */
  EXPECT_OK(tileDeviceRemoveHostMemory(device, x));
  void *huge = (void *)(uintptr_t)((uint64_t)1 << 56);
  EXPECT_OK(tileDeviceAddHostMemory(device, huge, (uint64_t)1 << 60,
                                    tileString("huge"), NULL));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "the host has no memory to find races between CTAs",
               launch(module, "next", 2, x, y));
  EXPECT_OK(tileDeviceRemoveHostMemory(device, huge));
  EXPECT_OK(
      tileDeviceAddHostMemory(device, x, sizeof x, tileString("x"), NULL));
  /* Shorter: the second program reads behind it. */
  EXPECT_OK(tileDeviceRemoveHostMemory(device, x));
  EXPECT_OK(tileDeviceAddHostMemory(device, x, 32 * sizeof *x, tileString("x"),
                                    NULL));
  EXPECT_ERROR(TileStatusLaunchFailed, "past the end of x of 128 bytes",
               launch(module, "next", 2, x, y));
  EXPECT(numFindings == 1 && lastCount >= 1);
  EXPECT(strcmp(lastKind, "out-of-bounds") == 0);
  EXPECT(strncmp(lastSource, "next.mlir:10:", 13) == 0);
  EXPECT(strstr(lastText, "error: out-of-bounds: a load of ") == lastText);
  /* Without a handler the error is all there is. */
  EXPECT_OK(tileDeviceSetFindingHandler(device, NULL, NULL));
  EXPECT_ERROR(TileStatusLaunchFailed, "past the end of x of 128 bytes",
               launch(module, "next", 2, x, y));
  EXPECT(numFindings == 0);
  EXPECT_OK(tileDeviceSetFindingHandler(device, takeFinding, &numFindings));
  EXPECT_OK(tileDeviceRemoveHostMemory(device, x));
  EXPECT_OK(tileDeviceRemoveHostMemory(device, y));
}

static void testUndefined(TileModule module, bool isFollowed) {
  _Alignas(16) static int x[64], y[64];
  static uint8_t undefinedX[sizeof x], undefinedY[sizeof y];
  memset(undefinedX, 0xFF, sizeof undefinedX);
  memset(undefinedY, 0xFF, sizeof undefinedY);
  memset(undefinedX, 0, 63 * sizeof *x);
  EXPECT_OK(tileDeviceAddHostMemory(device, x, sizeof x, tileString("x"),
                                    undefinedX));
  EXPECT_OK(tileDeviceAddHostMemory(device, y, sizeof y, tileString("y"),
                                    undefinedY));
  /* The first program reads what has values, and gives y some. */
  EXPECT_OK(launch(module, "next", 1, x, y));
  for (size_t i = 0; i < sizeof y; ++i)
    EXPECT(undefinedY[i] == (i < sizeof y / 2 ? 0 : 0xFF));
  /* The last element has none. */
  TileStatus status = launch(module, "next", 2, x, y);
  EXPECT(status == (isFollowed ? TileStatusLaunchFailed : TileStatusSuccess));
  EXPECT(numFindings == isFollowed);
  if (isFollowed) {
    EXPECT(strcmp(lastKind, "uninitialized-global") == 0 && lastCount == 1);
    EXPECT(strstr(lastText, "is stored to global memory but comes from global "
                            "memory that was never written"));
    EXPECT(strncmp(lastSource, "next.mlir:15:", 13) == 0);
  }
  /* What is stored counts as written: one mistake is one finding. */
  for (size_t i = 0; i < sizeof y; ++i)
    EXPECT(undefinedY[i] == 0);
  /* So does a counter that nobody set. */
  status = launch(module, "count", 1, x + 63, NULL);
  EXPECT(status == TileStatusLaunchFailed && numFindings == 1);
  EXPECT(strcmp(lastKind, "uninitialized-global") == 0);
  EXPECT(strstr(lastText, "an atomic operation of 4 bytes at byte 252 of x, "
                          "which was never written"));
  EXPECT_OK(launch(module, "count", 1, x + 63, NULL));
  EXPECT_OK(tileDeviceRemoveHostMemory(device, x));
  EXPECT_OK(tileDeviceRemoveHostMemory(device, y));
}

static TileStatus launchOnDevice(TileModule module, TileDeviceAddress x,
                                 TileDeviceAddress y) {
  return launch(module, "next", 2, (void *)(uintptr_t)x, (void *)(uintptr_t)y);
}

/* The kernel has read something without a value. */
static void expectUndefined(TileStatus status) {
  EXPECT(status == TileStatusLaunchFailed && numFindings == 1);
  EXPECT(strcmp(lastKind, "uninitialized-global") == 0);
  EXPECT(strstr(lastText, "never written"));
}

/* What neither the host nor a kernel wrote has no value in an allocation. */
static void testAllocations(TileModule module, TileMemoryPool pool) {
  int ones[64], pattern = 7;
  uint64_t bytes = sizeof ones;
  TileDeviceAddress x, y, z;
  for (int i = 0; i < 64; ++i)
    ones[i] = 1;
  EXPECT_OK(tileDeviceAllocateAsync(device, pool, bytes, noStream, &x));
  EXPECT_OK(tileDeviceAllocate(device, bytes, &y));
  EXPECT_OK(tileDeviceAllocate(device, bytes, &z));
  expectUndefined(launchOnDevice(module, x, y));
  /* All but the last element. */
  EXPECT_OK(tileDeviceCopyToDevice(device, x, ones, bytes - 4, noStream));
  expectUndefined(launchOnDevice(module, x, y));
  EXPECT_OK(tileDeviceFill(device, x + bytes - 4, &pattern, 4, 1, noStream));
  EXPECT_OK(launchOnDevice(module, x, y));
  EXPECT(numFindings == 0);
  /* Copies have values where their sources have. */
  EXPECT_OK(tileDeviceCopy(device, x, y, bytes, noStream));
  EXPECT_OK(launchOnDevice(module, x, y));
  EXPECT_OK(tileDeviceCopy(device, x + 64, z, 4, noStream));
  expectUndefined(launchOnDevice(module, x, y));
  EXPECT_OK(tileDeviceFill(device, x, &pattern, 4, 64, noStream));
  EXPECT_OK(tileDeviceCopyRows(device, x, 16, z, 32, 4, 3, noStream));
  expectUndefined(launchOnDevice(module, x, y));
  EXPECT_OK(tileDeviceFillRows(device, x, 16, &pattern, 4, 1, 2, noStream));
  expectUndefined(launchOnDevice(module, x, y));
  EXPECT_OK(
      tileDeviceCopyRowsToDevice(device, x + 32, 4, ones, 4, 4, 1, noStream));
  EXPECT_OK(launchOnDevice(module, x, y));
  EXPECT_OK(tileDeviceFree(device, x));
  EXPECT_OK(tileDeviceFree(device, y));
  EXPECT_OK(tileDeviceFree(device, z));
}

static TileDeviceAddress allocateByProgram(uint64_t bytes, void *stream,
                                           bool isAsync, void *userData) {
  (void)stream, (void)isAsync, (void)userData;
  return (uintptr_t)aligned_alloc(256, (bytes + 255) / 256 * 256);
}

static void freeByProgram(TileDeviceAddress address, uint64_t bytes,
                          void *stream, bool isAsync, void *userData) {
  (void)bytes, (void)stream, (void)isAsync, (void)userData;
  free((void *)(uintptr_t)address);
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  if (strcmp(argv[1], "sim") != 0) {
    testOnGPU();
    return 0;
  }
  EXPECT_OK(tileDeviceSetFindingHandler(device, takeFinding, &numFindings));
  TileModule module = load();
  testMemory(module);
  testUndefined(module, false);
  /* Of modules that are loaded from now on. */
  TileSimulatorSettings settings = {0};
  settings.findUninitializedGlobal = true;
  EXPECT_OK(tileDeviceSetSimulatorSettings(device, &settings));
  module = load();
  testUndefined(module, true);
  TileMemoryPool pool = {NULL};
  testAllocations(module, pool);
  EXPECT_OK(tileMemoryPoolCreate(device, &pool));
  testAllocations(module, pool);
  tileMemoryPoolDestroy(pool);
  TileDeviceAllocator allocator = {allocateByProgram, freeByProgram, NULL};
  EXPECT_OK(tileDeviceSetAllocator(device, &allocator));
  testAllocations(module, (TileMemoryPool){NULL});
  return 0;
}
