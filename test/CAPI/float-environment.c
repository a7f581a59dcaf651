/*===- float-environment.c - The host's floating-point modes -----*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A host may round otherwise than to nearest, flush denormal numbers to zero,
|* as programs with -ffast-math do, or have floating-point exceptions that end
|* it. Neither the code of a kernel nor its results on the simulator depend on
|* that, and the host's modes stay as they are.
|*
\*===----------------------------------------------------------------------===*/
// REQUIRES: libdevice
// RUN: %cc_capi %s -o %t -lm
// RUN: %t

#define _GNU_SOURCE

#include "Check.h"

#include "tile-c/Runtime.h"

#include <fenv.h>
#include <math.h>

/* Constants that are folded, with results that are not exact, infinite and
 * denormal; the same of values that are loaded. */
static const char source[] =
    "tile.func public @k(%p: !tile.ptr<f32>) {\n"
    "  %r = tile.make_range {end = 128 : i32, start = 0 : i32} : "
    "tensor<128xi32>\n"
    "  %b = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>\n"
    "  %q = tile.addptr %b, %r : tensor<128x!tile.ptr<f32>>, tensor<128xi32>\n"
    "  %x = tile.load %q : tensor<128x!tile.ptr<f32>>\n"
    "  %c0 = arith.constant dense<0.0> : tensor<128xf32>\n"
    "  %c1 = arith.constant dense<1.7> : tensor<128xf32>\n"
    "  %c2 = arith.constant dense<1.0e-30> : tensor<128xf32>\n"
    "  %c3 = arith.constant dense<1.0e-10> : tensor<128xf32>\n"
    "  %log = math.log %c0 : tensor<128xf32>\n"
    "  %exp = math.exp %c1 : tensor<128xf32>\n"
    "  %tiny = arith.mulf %c2, %c3 : tensor<128xf32>\n"
    "  %y0 = arith.maximumf %x, %log : tensor<128xf32>\n"
    "  %y1 = arith.mulf %y0, %exp : tensor<128xf32>\n"
    "  %y2 = arith.divf %y1, %c1 : tensor<128xf32>\n"
    "  %y3 = arith.divf %y2, %x : tensor<128xf32>\n"
    "  %y4 = math.sqrt %y1 : tensor<128xf32>\n"
    "  %y5 = arith.addf %y3, %y4 : tensor<128xf32>\n"
    "  %y6 = arith.mulf %y1, %c2 : tensor<128xf32>\n"
    "  %y7 = arith.mulf %y6, %c3 : tensor<128xf32>\n"
    "  %y8 = math.log %y1 : tensor<128xf32>\n"
    "  %is = arith.cmpf ogt, %x, %c0 : tensor<128xf32>\n"
    "  %z = arith.select %is, %y5, %y7 : tensor<128xi1>, tensor<128xf32>\n"
    "  %z1 = arith.addf %z, %tiny : tensor<128xf32>\n"
    "  %z2 = arith.maximumf %z1, %y8 : tensor<128xf32>\n"
    "  tile.store %q, %z2 : tensor<128x!tile.ptr<f32>>\n"
    "  tile.return\n"
    "}\n";

enum { n = 128 };

/* Compiles and launches; the results. Gives the image. */
static TileKernelImage run(float *out) {
  static const TileStream noStream = {NULL};
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  TileDevice device;
  TileModule module;
  TileKernel kernel;
  TileDeviceAddress memory;
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString("k.mlir"), TileStagePTX, NULL,
                                    &image));
  EXPECT_OK(tileDeviceOpen(tileString("sim"), &device));
  EXPECT_OK(tileModuleLoad(device, image, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString("k"), &kernel));
  EXPECT_OK(tileDeviceAllocate(device, n * sizeof(float), &memory));
  /* Zero, negative, denormal, infinite, and fractions. */
  static const unsigned special[] = {0, 0x80000000, 0xbf800000,
                                     1, 0x7fffff,   0x7f800000};
  memcpy(out, special, sizeof(special));
  for (unsigned i = sizeof(special) / 4; i < n; ++i) {
    unsigned bits = 0x3c000000 + i * 1234567;
    memcpy(out + i, &bits, 4);
  }
  EXPECT_OK(
      tileDeviceCopyToDevice(device, memory, out, n * sizeof(float), noStream));
  TileArgument arguments[] = {tileArgumentPointer(memory)};
  EXPECT_OK(
      tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments, 1, noStream));
  EXPECT_OK(
      tileDeviceCopyToHost(device, out, memory, n * sizeof(float), noStream));
  tileModuleDestroy(module);
  tileDeviceDestroy(device);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  return image;
}

/* Denormal operands and results are zero: by bits 6 and 15 of x86-64's
 * register, and by bit 24 of Arm's. */
static void flushDenormals(void) {
#if defined(__SSE2__)
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#elif defined(__aarch64__)
  unsigned long modes;
  __asm__ volatile("mrs %0, fpcr" : "=r"(modes));
  __asm__ volatile("msr fpcr, %0" : : "r"(modes | 1ul << 24));
#endif
}

int main(void) {
  float expected[n], found[n];
  TileKernelImage first = run(expected);
  for (int mode = 0; mode < 4; ++mode) {
    fenv_t before;
    EXPECT(!fegetenv(&before));
    if (mode == 0)
      EXPECT(!fesetround(FE_UPWARD));
    else if (mode == 1)
      EXPECT(!fesetround(FE_TOWARDZERO));
    else if (mode == 2)
      flushDenormals();
    else if (feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW) == -1)
      continue; /* Processors of Arm need not have traps. */
    int round = fegetround(), traps = fegetexcept();
    volatile float tiny = 1e-30f;
    bool flushes = tiny * 1e-10f == 0;
    TileKernelImage image = run(found);
    EXPECT(fegetround() == round && fegetexcept() == traps);
    EXPECT((tiny * 1e-10f == 0) == flushes && flushes == (mode == 2));
    EXPECT(!fesetenv(&before));
    EXPECT(mlirStringRefEqual(tileKernelImageGetStage(image, TileStagePTX),
                              tileKernelImageGetStage(first, TileStagePTX)));
    EXPECT(!memcmp(expected, found, sizeof(found)));
    tileKernelImageDestroy(image);
  }
  tileKernelImageDestroy(first);
  return 0;
}
