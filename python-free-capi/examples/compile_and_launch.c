/*===- compile_and_launch.c - From a kernel's text to its result -*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Compiles a division, c = a * rcp(b), runs it on a GPU or on the simulator,
|* and compares with the host. Start here.
|*
|*   compile_and_launch [kernel.mlir] [--device=auto|sim|cuda:N]
|*
\*===----------------------------------------------------------------------===*/

#include "tile-c/Runtime.h"

#include <math.h>
#include <stdio.h>

/* Elements, and how many of them a CTA computes, as the kernel says. */
enum { N = 98432, kTile = 1024 };
static float a[N], b[N], c[N];

/* The compiler's messages, each with its place in the source. */
static void onDiagnostic(const TileDiagnostic *diagnostic, void *userData) {
  static const char *const severities[] = {"error", "warning", "remark",
                                           "note"};
  (void)userData;
  fprintf(stderr, "%s:%u:%u: %s: %s\n", diagnostic->file.data, diagnostic->line,
          diagnostic->column, severities[diagnostic->severity],
          diagnostic->message.data);
}

/* Every call that can fail returns a status, and leaves a message. */
#define TRY(call)                                                              \
  do {                                                                         \
    if ((call) != TileStatusSuccess) {                                         \
      fprintf(stderr, "error: %s\n", tileGetLastErrorMessage().data);          \
      goto cleanup;                                                            \
    }                                                                          \
  } while (0)

int main(int argc, char **argv) {
  const char *file = "kernels/divide_rcp.mlir", *deviceName = "auto";
  for (int i = 1; i < argc; ++i)
    if (strncmp(argv[i], "--device=", 9) == 0)
      deviceName = argv[i] + 9;
    else
      file = argv[i];

  /* Handles. To destroy one that stayed null does nothing. */
  TileDevice device = {NULL};           /* A GPU, or a simulated one. */
  TileCompilerOptions options = {NULL}; /* What to compile for. */
  TileCompiler compiler = {NULL};       /* Made of options. */
  TileKernelImage image = {NULL};       /* What a compile makes: PTX, facts. */
  TileModule module = {NULL};           /* An image on a device. */
  TileKernel kernel = {NULL};           /* Belongs to its module. */
  TileStream noStream = {NULL};         /* Null is the default stream. */
  TileDeviceInfo info;
  /* Addresses of the device's memory, which the host cannot read. */
  TileDeviceAddress onDevice[3] = {0, 0, 0};
  TileCompileCallbacks callbacks = {0};
  callbacks.onDiagnostic = onDiagnostic;
  int exitCode = 1;

  /* Text to PTX, for the GPU that is there. */
  TRY(tileDeviceOpen(tileString(deviceName), &device));
  TRY(tileDeviceGetInfo(device, &info));
  options = tileCompilerOptionsCreate();
  TRY(tileCompilerOptionsSetTarget(options, info.target));
  TRY(tileCompilerCreate(options, &compiler));
  TRY(tileCompilerCompileFile(compiler, tileString(file), TileStagePTX,
                              &callbacks, &image));
  /* PTX to a kernel. An empty name: the only one there is. */
  TRY(tileModuleLoad(device, image, &module));
  TRY(tileModuleGetKernel(module, tileString(""), &kernel));

  for (int i = 0; i < N; ++i) {
    a[i] = (float)(i % 1000 - 500) / 7;
    b[i] = (float)(i % 97 + 1) / 3;
  }
  for (int i = 0; i < 3; ++i)
    TRY(tileDeviceAllocate(device, sizeof(a), &onDevice[i]));
  TRY(tileDeviceCopyToDevice(device, onDevice[0], a, sizeof(a), noStream));
  TRY(tileDeviceCopyToDevice(device, onDevice[1], b, sizeof(b), noStream));
  TileArgument arguments[] = {
      tileArgumentPointer(onDevice[0]), tileArgumentPointer(onDevice[1]),
      tileArgumentPointer(onDevice[2]), tileArgumentI32(N)};
  TRY(tileKernelLaunch(kernel, tileGrid(tileCeilDiv(N, kTile), 1, 1), arguments,
                       4, noStream));
  TRY(tileDeviceCopyToHost(device, c, onDevice[2], sizeof(c), noStream));

  /* The reciprocal is right to about 1 in 2^23, the product rounds once. */
  for (int i = 0; i < N; ++i)
    if (!(fabsf(c[i] - a[i] / b[i]) <= 1e-6f * fabsf(a[i] / b[i]))) {
      fprintf(stderr, "error: %g / %g is not %g\n", a[i], b[i], c[i]);
      goto cleanup;
    }
  printf("%s: %d quotients are right to 1e-6\n", info.name.data, N);

  /* The kernel promises pointers that are multiples of 16, for accesses of 16
   * bytes. On a GPU, others would be a fault; a launch refuses them before. */
  arguments[0] = tileArgumentPointer(onDevice[0] + 4);
  if (tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments, 4, noStream) !=
      TileStatusAssumptionViolated) {
    fprintf(stderr, "error: a misaligned pointer was not refused\n");
    goto cleanup;
  }
  printf("refused, as it should be: %s\n", tileGetLastErrorMessage().data);
  exitCode = 0;

cleanup:
  for (int i = 0; i < 3; ++i)
    if (onDevice[i])
      tileDeviceFree(device, onDevice[i]);
  tileModuleDestroy(module);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  tileDeviceDestroy(device);
  return exitCode;
}
