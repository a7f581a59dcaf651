/*===- specializer.c - Variants for the arguments at hand --------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* On the simulator, and on a CUDA driver that simulates its GPUs.
|*
\*===----------------------------------------------------------------------===*/
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: cd %t && env TILEWRIGHT_CACHE_DIR=%t/one ./test sim
// RUN: cd %t && env TILEWRIGHT_CACHE_DIR=%t/one ./test sim
// RUN: cd %t && env LD_LIBRARY_PATH=%build/lib/sim ./test cuda:0

#include "Check.h"

#include "tile-c/Runtime.h"

#include <pthread.h>

static TileDevice device;
static TileCompiler compiler;
static const TileStream noStream = {NULL};

/* out[i] = in[i] * s for i < n. The promises are those of the source, which a
 * specializer drops. */
static const char source[] =
    "tile.func public @scale(\n"
    "    %out: !tile.ptr<f32> {tile.divisibility = 64 : i32},\n"
    "    %in: !tile.ptr<f32> {tile.divisibility = 64 : i32},\n"
    "    %n: i32 {tile.divisibility = 32 : i32}, %s: f32) {\n"
    "  %i = tile.make_range {start = 0 : i32, end = 256 : i32} : "
    "tensor<256xi32>\n"
    "  %ns = tile.splat %n : i32 -> tensor<256xi32>\n"
    "  %mask = arith.cmpi slt, %i, %ns : tensor<256xi32>\n"
    "  %o = tile.splat %out : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>\n"
    "  %a = tile.splat %in : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>\n"
    "  %oi = tile.addptr %o, %i : tensor<256x!tile.ptr<f32>>, "
    "tensor<256xi32>\n"
    "  %ai = tile.addptr %a, %i : tensor<256x!tile.ptr<f32>>, "
    "tensor<256xi32>\n"
    "  %x = tile.load %ai, %mask : tensor<256x!tile.ptr<f32>>\n"
    "  %ss = tile.splat %s : f32 -> tensor<256xf32>\n"
    "  %y = arith.mulf %x, %ss : tensor<256xf32>\n"
    "  tile.store %oi, %y, %mask : tensor<256x!tile.ptr<f32>>\n"
    "  tile.return\n"
    "}\n"
    "tile.func public @other(%v: f32, %w: i1) {\n"
    "  tile.return\n"
    "}\n";

static TileSpecializer makeSpecializer(const char *kernel) {
  TileSpecializer specializer = {NULL};
  EXPECT_OK(tileSpecializerCreate(compiler, device, tileString(source),
                                  tileString("scale.mlir"), tileString(kernel),
                                  &specializer));
  EXPECT(!tileSpecializerIsNull(specializer));
  EXPECT(tileSpecializerGetNumVariants(specializer) == 0);
  return specializer;
}

/* Launches with n elements that begin at these shifts, and checks all. */
static void runOne(TileSpecializer specializer, uint64_t outShift,
                   uint64_t inShift, int32_t n, TileStream stream) {
  enum { kBytes = 2048, kFloats = kBytes / 4 };
  float in[kFloats], out[kFloats];
  TileDeviceAddress from, to;
  for (int i = 0; i < kFloats; ++i) {
    in[i] = (float)i;
    out[i] = -7;
  }
  EXPECT_OK(tileDeviceAllocate(device, kBytes, &from));
  EXPECT_OK(tileDeviceAllocate(device, kBytes, &to));
  EXPECT_OK(tileDeviceCopyToDevice(device, from, in, kBytes, noStream));
  EXPECT_OK(tileDeviceCopyToDevice(device, to, out, kBytes, noStream));
  TileArgument arguments[] = {tileArgumentPointer(to + outShift),
                              tileArgumentPointer(from + inShift),
                              tileArgumentI32(n), tileArgumentF32(0.5f)};
  EXPECT_OK(tileSpecializerLaunch(specializer, tileGrid(1, 1, 1), arguments, 4,
                                  stream));
  EXPECT_OK(tileDeviceSynchronize(device));
  EXPECT_OK(tileDeviceCopyToHost(device, out, to, kBytes, noStream));
  for (int i = 0; i < kFloats; ++i) {
    int k = i - (int)(outShift / 4);
    /* Halves are exact. */
    EXPECT(out[i] ==
           (k >= 0 && k < n ? 0.5f * in[k + (int)(inShift / 4)] : -7));
  }
  EXPECT_OK(tileDeviceFree(device, from));
  EXPECT_OK(tileDeviceFree(device, to));
}

/* Two kinds of each pointer, three of n. */
static void testVariants(void) {
  TileSpecializer specializer = makeSpecializer("scale");
  static const uint64_t shifts[] = {0, 4, 16, 8, 32, 20};
  static const int32_t sizes[] = {1, 16, 17, 0, 256, 255, -3, 2};
  TileStream stream;
  EXPECT_OK(tileStreamCreate(device, &stream));
  for (int out = 0; out < 6; ++out)
    for (int in = 0; in < 6; ++in)
      for (int n = 0; n < 8; ++n)
        runOne(specializer, shifts[out], shifts[in], sizes[n],
               n % 2 ? stream : noStream);
  EXPECT(tileSpecializerGetNumVariants(specializer) == 2 * 2 * 3);
  tileStreamDestroy(stream);
  tileSpecializerDestroy(specializer);
  tileSpecializerDestroy(specializer);
  EXPECT(tileSpecializerGetNumVariants(specializer) == 0);
}

static void expectArgument(TileKernel kernel, size_t number, int64_t divisor,
                           bool isOne) {
  TileArgumentInfo info;
  EXPECT_OK(tileKernelGetArgument(kernel, number, &info));
  EXPECT(info.divisibility == divisor && info.hasFixedValue == isOne);
  EXPECT(info.fixedValue == isOne);
}

/* What a variant relies on is what held of its arguments. */
static void testKernels(void) {
  TileSpecializer specializer = makeSpecializer("scale");
  TileKernel aligned, odd, one, again;
  TileArgument arguments[] = {tileArgumentPointer(0x1000),
                              tileArgumentPointer(0x2010), tileArgumentI32(48),
                              tileArgumentF32(16)};
  EXPECT_OK(tileKernelSpecialize(specializer, arguments, 4, NULL, &aligned));
  expectArgument(aligned, 0, 16, false);
  expectArgument(aligned, 1, 16, false);
  expectArgument(aligned, 2, 16, false);
  expectArgument(aligned, 3, 1, false);
  TileKernelInfo info;
  EXPECT_OK(tileKernelGetInfo(aligned, &info));
  EXPECT(equals(info.symbol, "scale"));
  arguments[1] = tileArgumentPointer(0x2014);
  arguments[2] = tileArgumentI32(-1);
  EXPECT_OK(tileKernelSpecialize(specializer, arguments, 4, NULL, &odd));
  expectArgument(odd, 0, 16, false);
  expectArgument(odd, 1, 1, false);
  expectArgument(odd, 2, 1, false);
  arguments[2] = tileArgumentI32(1);
  EXPECT_OK(tileKernelSpecialize(specializer, arguments, 4, NULL, &one));
  expectArgument(one, 2, 1, true);
  EXPECT(aligned.ptr != odd.ptr && odd.ptr != one.ptr);
  EXPECT(tileSpecializerGetNumVariants(specializer) == 3);
  /* The same, for other values of the same kind. */
  arguments[0] = tileArgumentPointer(0xff00);
  EXPECT_OK(tileKernelSpecialize(specializer, arguments, 4, NULL, &again));
  EXPECT(again.ptr == one.ptr);
  EXPECT(tileSpecializerGetNumVariants(specializer) == 3);
  EXPECT_OK(tileKernelCheckArguments(one, arguments, 4));
  EXPECT_OK(tileKernelCheckArguments(odd, arguments, 4));
  EXPECT_ERROR(TileStatusAssumptionViolated,
               "argument 1 'in' of kernel 'scale': expected a multiple of 16",
               tileKernelCheckArguments(aligned, arguments, 4));
  /* Null is a multiple of all. */
  arguments[0] = arguments[1] = tileArgumentPointer(0);
  arguments[2] = tileArgumentI32(0);
  EXPECT_OK(tileKernelSpecialize(specializer, arguments, 4, NULL, &again));
  EXPECT(again.ptr == aligned.ptr);
  tileSpecializerDestroy(specializer);
  EXPECT_ERROR(TileStatusInvalidHandle, "expected a TileKernel, found a handle",
               tileKernelCheckArguments(aligned, arguments, 4));
}

static void testMistakes(void) {
  TileSpecializer specializer = makeSpecializer("scale"), none = {NULL};
  TileArgument arguments[] = {tileArgumentPointer(0), tileArgumentPointer(0),
                              tileArgumentI32(1), tileArgumentF32(1)};
  TileKernel kernel = {NULL};
  const TileGrid grid = {1, 1, 1};
  EXPECT_ERROR(
      TileStatusInvalidArgument,
      "expected 4 arguments for kernel 'scale', found 3",
      tileSpecializerLaunch(specializer, grid, arguments, 3, noStream));
  arguments[2] = tileArgumentI64(1);
  EXPECT_ERROR(
      TileStatusInvalidArgument,
      "expected i32 for argument 2 'n' of kernel 'scale', found i64",
      tileSpecializerLaunch(specializer, grid, arguments, 4, noStream));
  arguments[2].type = 77;
  EXPECT(tileKernelSpecialize(specializer, arguments, 4, NULL, &kernel) ==
         TileStatusInvalidArgument);
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a pointer for 'arguments', found null",
               tileSpecializerLaunch(specializer, grid, NULL, 4, noStream));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a pointer for 'kernel', found null",
               tileKernelSpecialize(specializer, arguments, 4, NULL, NULL));
  EXPECT_ERROR(TileStatusInvalidHandle,
               "expected a TileSpecializer, found a null handle",
               tileSpecializerLaunch(none, grid, arguments, 4, noStream));
  EXPECT(tileSpecializerGetNumVariants(specializer) == 0 && !kernel.ptr);
  EXPECT(tileSpecializerGetNumVariants(none) == 0);
  /* Types are compared with those of a variant that is there, too. */
  arguments[2] = tileArgumentI32(1);
  EXPECT_OK(tileKernelSpecialize(specializer, arguments, 4, NULL, &kernel));
  arguments[2] = tileArgumentI64(1);
  EXPECT_ERROR(
      TileStatusInvalidArgument, "expected i32 for argument 2 'n'",
      tileSpecializerLaunch(specializer, grid, arguments, 4, noStream));
  tileSpecializerDestroy(specializer);

  EXPECT_ERROR(TileStatusNotFound,
               "expected one of the kernels scale, other of 'scale.mlir', "
               "found ''",
               tileSpecializerCreate(compiler, device, tileString(source),
                                     tileString("scale.mlir"), tileString(""),
                                     &none));
  EXPECT_ERROR(TileStatusCompileFailed, "wrong.mlir:1:1: error: ",
               tileSpecializerCreate(compiler, device, tileString("wrong"),
                                     tileString("wrong.mlir"), tileString(""),
                                     &none));
  EXPECT(none.ptr == NULL);
  /* A kernel whose arguments leave nothing to specialise. */
  specializer = makeSpecializer("other");
  TileArgument few[] = {tileArgumentF32(16),
                        tileArgumentBits(TileArgumentTypeI1, 1)};
  EXPECT_OK(tileSpecializerLaunch(specializer, grid, few, 2, noStream));
  few[0] = tileArgumentF32(3);
  few[1] = tileArgumentBits(TileArgumentTypeI1, 0);
  EXPECT_OK(tileSpecializerLaunch(specializer, grid, few, 2, noStream));
  EXPECT(tileSpecializerGetNumVariants(specializer) == 1);
  tileSpecializerDestroy(specializer);
}

static bool always(void *userData) {
  ++*(int *)userData;
  return true;
}

/* A compile that is cancelled leaves no variant; the next makes it. */
static void testCancel(const char *name) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler uncached;
  TileSpecializer specializer;
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  EXPECT_OK(tileCompilerCreate(options, &uncached));
  EXPECT_OK(tileSpecializerCreate(uncached, device, tileString(source),
                                  tileString("scale.mlir"), tileString("scale"),
                                  &specializer));
  TileArgument arguments[] = {tileArgumentPointer(0), tileArgumentPointer(0),
                              tileArgumentI32(1), tileArgumentF32(1)};
  TileKernel kernel = {NULL};
  int asked = 0;
  TileCompileCallbacks callbacks = {0};
  callbacks.shouldCancel = always;
  callbacks.userData = &asked;
  EXPECT_ERROR(
      TileStatusCancelled, "the compile was cancelled by its callback",
      tileKernelSpecialize(specializer, arguments, 4, &callbacks, &kernel));
  EXPECT(asked == 1 && kernel.ptr == NULL);
  EXPECT(tileSpecializerGetNumVariants(specializer) == 0);
  EXPECT_OK(tileKernelSpecialize(specializer, arguments, 4, NULL, &kernel));
  /* A variant that is there asks nobody. */
  EXPECT_OK(
      tileKernelSpecialize(specializer, arguments, 4, &callbacks, &kernel));
  EXPECT(asked == 1);
  tileSpecializerDestroy(specializer);
  tileCompilerDestroy(uncached);
  tileCompilerOptionsDestroy(options);

  /* A target of the options is kept; on a GPU the code must fit. */
  options = tileCompilerOptionsCreate();
  EXPECT_OK(tileCompilerOptionsSetTarget(options, tileString("sm_100a")));
  EXPECT_OK(tileCompilerCreate(options, &uncached));
  EXPECT_OK(tileSpecializerCreate(uncached, device, tileString(source),
                                  tileString("scale.mlir"), tileString("scale"),
                                  &specializer));
  TileStatus status =
      tileKernelSpecialize(specializer, arguments, 4, NULL, &kernel);
  EXPECT(status == (strcmp(name, "sim") == 0 ? TileStatusSuccess
                                             : TileStatusUnsupported));
  tileSpecializerDestroy(specializer);
  tileCompilerDestroy(uncached);
  tileCompilerOptionsDestroy(options);
}

/* Threads that need the same variants at the same time. */
static TileSpecializer shared;
static void *specializeAll(void *unused) {
  (void)unused;
  for (int i = 0; i < 12; ++i)
    runOne(shared, i & 1 ? 4 : 0, i & 2 ? 4 : 0, i / 4 ? 16 * (i / 4) - 15 : 64,
           noStream);
  return NULL;
}

static void testThreads(void) {
  enum { kThreads = 6 };
  pthread_t threads[kThreads];
  shared = makeSpecializer("scale");
  for (int i = 0; i < kThreads; ++i)
    EXPECT(!pthread_create(&threads[i], NULL, specializeAll, NULL));
  for (int i = 0; i < kThreads; ++i)
    EXPECT(!pthread_join(threads[i], NULL));
  /* n: 64, 1 and 17. */
  EXPECT(tileSpecializerGetNumVariants(shared) == 2 * 2 * 3);
  tileSpecializerDestroy(shared);
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  TileCompilerOptions options = tileCompilerOptionsCreate();
  /* Assumptions of the options are dropped, too. */
  EXPECT_OK(tileCompilerOptionsAssumeValue(options, tileString("n"), 5));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  testVariants();
  testKernels();
  testMistakes();
  testCancel(argv[1]);
  testThreads();
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  tileDeviceDestroy(device);
  return 0;
}
