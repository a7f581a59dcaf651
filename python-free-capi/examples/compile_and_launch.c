/*===- compile_and_launch.c - From a kernel's text to its result -*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Compiles a division c = a * rcp(b), runs it on a GPU or the simulator, and
|* compares with the host. Start here.
|*
|*   compile_and_launch [kernel.mlir] [--device=auto|sim|cuda:N]
|*
\*===----------------------------------------------------------------------===*/

#include "tile-c/Runtime.h"

#include <math.h>
#include <stdio.h>

/* Elements; the last of the kernel's tiles of 1024 is not full. */
enum { N = 98432, TILE = 1024 };
static float a[N], b[N], c[N];

/* The kernel in the tile dialect. A CTA computes one tile; the mask keeps it
 * inside the arrays. That pointers are multiples of 16 bytes is a promise, for
 * which the compiler makes loads and stores of 16 bytes a thread. */
static const char divide[] =
    "tile.func public @divide_rcp(\n"
    "    %a: !tile.ptr<f32> {tile.divisibility = 16 : i32},\n"
    "    %b: !tile.ptr<f32> {tile.divisibility = 16 : i32},\n"
    "    %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {\n"
    "  %size = arith.constant 1024 : i32\n"
    "  %cta = tile.get_program_id x : i32\n"
    "  %first = arith.muli %cta, %size : i32\n"
    "  %s = tile.splat %first : i32 -> tensor<1024xi32>\n"
    "  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} :"
    " tensor<1024xi32>\n"
    "  %i = arith.addi %s, %r : tensor<1024xi32>\n"
    "  %ns = tile.splat %n : i32 -> tensor<1024xi32>\n"
    "  %mask = arith.cmpi slt, %i, %ns : tensor<1024xi32>\n"
    "  %one = arith.constant dense<1.0> : tensor<1024xf32>\n"
    "  %a0 = tile.splat %a : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>\n"
    "  %b0 = tile.splat %b : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>\n"
    "  %c0 = tile.splat %c : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>\n"
    "  %ai = tile.addptr %a0, %i : tensor<1024x!tile.ptr<f32>>,"
    " tensor<1024xi32>\n"
    "  %bi = tile.addptr %b0, %i : tensor<1024x!tile.ptr<f32>>,"
    " tensor<1024xi32>\n"
    "  %ci = tile.addptr %c0, %i : tensor<1024x!tile.ptr<f32>>,"
    " tensor<1024xi32>\n"
    "  %x = tile.load %ai, %mask : tensor<1024x!tile.ptr<f32>>\n"
    "  %y = tile.load %bi, %mask, %one : tensor<1024x!tile.ptr<f32>>\n"
    "  %rcp = tile.elementwise_inline_asm \"rcp.approx.ftz.f32 $0, $1;\"\n"
    "      {constraints = \"=r,r\", packed_element = 1 : i32, pure = true}\n"
    "      %y : tensor<1024xf32> -> tensor<1024xf32>\n"
    "  %z = arith.mulf %x, %rcp : tensor<1024xf32>\n"
    "  tile.store %ci, %z, %mask : tensor<1024x!tile.ptr<f32>>\n"
    "  tile.return\n"
    "}\n";

/* The compiler's messages, each with its place in the source. */
static void onDiagnostic(const TileDiagnostic *diagnostic, void *userData) {
  static const char *const severities[] = {"error", "warning", "remark",
                                           "note"};
  (void)userData;
  fprintf(stderr, "%s:%u:%u: %s: %s\n", diagnostic->file.data, diagnostic->line,
          diagnostic->column, severities[diagnostic->severity],
          diagnostic->message.data);
}

/* Every call that can fail returns a status; its message is kept per thread. */
#define TRY(call)                                                              \
  if ((call) != TileStatusSuccess) {                                           \
    fprintf(stderr, "error: %s\n", tileGetLastErrorMessage().data);            \
    goto cleanup;                                                              \
  }

int main(int argc, char **argv) {
  const char *file = NULL, *deviceName = "auto";
  for (int i = 1; i < argc; ++i)
    if (strncmp(argv[i], "--device=", 9) == 0)
      deviceName = argv[i] + 9;
    else
      file = argv[i];

  int exitCode = 1;
  /* Handles; those that stay null may be destroyed all the same. */
  TileDevice device = {NULL};           /* A GPU, or a simulated one. */
  TileCompilerOptions options = {NULL}; /* What to compile for. */
  TileCompiler compiler = {NULL};       /* Made of options; thread-safe. */
  TileKernelImage image = {NULL};       /* What a compile makes: PTX, facts. */
  TileModule module = {NULL};           /* An image loaded on a device. */
  TileKernel kernel;                    /* Belongs to the module. */
  TileStream noStream = {NULL};         /* The default one. */
  TileDeviceInfo info;
  /* Addresses on the device, which the host cannot follow. */
  TileDeviceAddress onDevice[3] = {0, 0, 0};
  const uint64_t bytes = sizeof(a);
  TileCompileCallbacks callbacks = {0};
  callbacks.onDiagnostic = onDiagnostic;

  TRY(tileDeviceOpen(tileString(deviceName), &device));
  TRY(tileDeviceGetInfo(device, &info));
  options = tileCompilerOptionsCreate();
  TRY(tileCompilerOptionsSetTarget(options, info.target));
  TRY(tileCompilerCreate(options, &compiler));
  TRY(file ? tileCompilerCompileFile(compiler, tileString(file), TileStagePTX,
                                     &callbacks, &image)
           : tileCompilerCompileText(compiler, tileString(divide),
                                     tileString("divide_rcp.mlir"),
                                     TileStagePTX, &callbacks, &image));
  TRY(tileModuleLoad(device, image, &module));
  TRY(tileModuleGetKernel(module, tileString(""), &kernel));

  for (int i = 0; i < N; ++i) {
    a[i] = (float)(i % 1000 - 500) / 7;
    b[i] = (float)(i % 97 + 1) / 3;
  }
