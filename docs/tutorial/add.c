/* Compiles docs/kernels/add.mlir, and adds n numbers with it on a GPU or in the
   simulator.

     usage: add KERNEL.mlir [OFFSET]

   OFFSET moves the result by so many floats, which the kernel does not allow if
   they are no multiple of 16 bytes. */

#include "tile-c/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

enum { n = 100000 };
static float x[n], y[n], z[n];

static void check(TileStatus status) {
  if (status != TileStatusSuccess) {
    fprintf(stderr, "add: %s\n", tileGetLastErrorMessage().data);
    exit(1);
  }
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: add KERNEL.mlir [OFFSET]\n");
    return 1;
  }
  for (int i = 0; i < n; ++i) {
    x[i] = (float)i;
    y[i] = 1;
  }

  /* A GPU if there is one, or else the simulator. */
  TileDevice device;
  TileDeviceInfo info;
  check(tileDeviceOpen(tileString("auto"), &device));
  check(tileDeviceGetInfo(device, &info));

  /* Text to PTX, for this device. */
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  check(tileCompilerOptionsSetTarget(options, info.target));
  check(tileCompilerCreate(options, &compiler));
  TileStatus status = tileCompilerCompileFile(compiler, tileString(argv[1]),
                                              TileStagePTX, NULL, &image);
  if (status == TileStatusCompileFailed)
    fputs(tileGetLastCompileLog().data, stderr);
  check(status);

  /* PTX to a kernel that can be launched. */
  TileModule module;
  TileKernel add;
  check(tileModuleLoad(device, image, &module));
  check(tileModuleGetKernel(module, tileString("add"), &add));

  /* Data to the device. The default stream waits for each copy. */
  TileStream wait = {NULL};
  TileDeviceAddress at;
  check(tileDeviceAllocate(device, sizeof x + sizeof y + 2 * sizeof z, &at));
  check(tileDeviceCopyToDevice(device, at, x, sizeof x, wait));
  check(tileDeviceCopyToDevice(device, at + sizeof x, y, sizeof y, wait));
  TileDeviceAddress result = at + sizeof x + sizeof y;
  if (argc > 2)
    result += sizeof(float) * (TileDeviceAddress)atoi(argv[2]);

  /* One program for every 1,024 numbers. */
  TileArgument arguments[] = {tileArgumentPointer(at),
                              tileArgumentPointer(at + sizeof x),
                              tileArgumentPointer(result), tileArgumentI32(n)};
  check(tileKernelLaunch(add, tileGrid(tileCeilDiv(n, 1024), 1, 1), arguments,
                         4, wait));
  check(tileDeviceCopyToHost(device, z, result, sizeof z, wait));
  printf("%g + %g = %g\n", (double)x[n - 1], (double)y[n - 1],
         (double)z[n - 1]);

  check(tileDeviceFree(device, at));
  tileModuleDestroy(module);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  tileDeviceDestroy(device);
  return 0;
}
