/*===- specialize.c - Code for the arguments at hand -------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Launches one kernel with sizes and addresses of many kinds. A specializer
|* compiles it anew for each kind, so that aligned data gets wide accesses, and
|* other data still works.
|*
|*   specialize [kernel.mlir] [--device=auto|sim|cuda:N]
|*
\*===----------------------------------------------------------------------===*/

#include "tile-c/Runtime.h"

#include <stdio.h>

/* The largest array, with room after it for a shift. */
enum { kMax = 98304, kRoom = 16, kTile = 1024 };
static float x[kMax], y[kMax + kRoom];
static const int32_t sizes[] = {1, 16, 17, 48, 1000, 1024, 65536, kMax};
/* Bytes after a multiple of 256 at which x begins. */
static const uint64_t shifts[] = {0, 4, 16, 20};

#define TRY(call)                                                              \
  do {                                                                         \
    if ((call) != TileStatusSuccess) {                                         \
      fprintf(stderr, "error: %s\n", tileGetLastErrorMessage().data);          \
      goto cleanup;                                                            \
    }                                                                          \
  } while (0)

/* Reads a whole file as text that ends in a null character; false if it cannot
 * or the text is too long. */
static bool readText(const char *path, char *text, size_t size) {
  FILE *file = fopen(path, "rb");
  size_t length = file ? fread(text, 1, size, file) : size;
  if (file)
    fclose(file);
  if (length == size)
    return false;
  text[length] = 0;
  return true;
}

int main(int argc, char **argv) {
  const char *path = "kernels/copy.mlir", *deviceName = "auto";
  for (int i = 1; i < argc; ++i)
    if (strncmp(argv[i], "--device=", 9) == 0)
      deviceName = argv[i] + 9;
    else
      path = argv[i];
  static char source[1 << 16];
  if (!readText(path, source, sizeof(source))) {
    fprintf(stderr, "error: cannot read '%s'\n", path);
    return 1;
  }

  TileDevice device = {NULL};
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler = {NULL};
  TileSpecializer specializer = {NULL};
  TileStream noStream = {NULL};
  TileDeviceInfo info;
  TileDeviceAddress from = 0, to = 0;
  int exitCode = 1, launches = 0;

  TRY(tileDeviceOpen(tileString(deviceName), &device));
  TRY(tileDeviceGetInfo(device, &info));
  /* Options without a target: a specializer takes its device's. */
  TRY(tileCompilerCreate(options, &compiler));
  TRY(tileSpecializerCreate(compiler, device, tileString(source),
                            tileString(path), tileString("copy"),
                            &specializer));
  TRY(tileDeviceAllocate(device, sizeof(y), &from));
  TRY(tileDeviceAllocate(device, sizeof(y), &to));
  for (int i = 0; i < kMax; ++i)
    x[i] = (float)i + 0.5f;

  for (size_t s = 0; s < sizeof(shifts) / sizeof(shifts[0]); ++s)
    for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); ++k) {
      const int32_t n = sizes[k];
      const float unwritten = -1;
      TileArgument arguments[] = {tileArgumentPointer(from + shifts[s]),
                                  tileArgumentPointer(to), tileArgumentI32(n)};
      TRY(tileDeviceCopyToDevice(device, from + shifts[s], x,
                                 (uint64_t)n * sizeof(float), noStream));
      TRY(tileDeviceFill(device, to, &unwritten, sizeof(float), kMax + kRoom,
                         noStream));
      /* Compiles where there is no variant for such arguments yet. */
      TRY(tileSpecializerLaunch(specializer,
                                tileGrid(tileCeilDiv((uint64_t)n, kTile), 1, 1),
                                arguments, 3, noStream));
      TRY(tileDeviceCopyToHost(device, y, to, sizeof(y), noStream));
      /* A copy is exact, and nothing after it was changed. */
      for (int i = 0; i < kMax + kRoom; ++i)
        if (y[i] != (i < n ? x[i] : unwritten)) {
          fprintf(stderr, "error: of %d elements, y[%d] is %g\n", n, i, y[i]);
          goto cleanup;
        }
      ++launches;
    }
  /* x aligned or not, times n equal to 1, a multiple of 16, or neither. */
  printf("%s: %d launches of %zu variants, each copy exact\n", info.name.data,
         launches, tileSpecializerGetNumVariants(specializer));
  exitCode = 0;

cleanup:
  if (!tileDeviceIsNull(device)) {
    tileDeviceFree(device, from);
    tileDeviceFree(device, to);
  }
  tileSpecializerDestroy(specializer);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  tileDeviceDestroy(device);
  return exitCode;
}
