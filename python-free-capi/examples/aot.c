/*===- aot.c - Kernels compiled ahead of time ---------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Adds two vectors with a kernel that is C by now: vector_add.h and
|* vector_add.c, which `tilec --emit=c -o vector_add kernels/vector_add.mlir`
|* wrote. This program needs them and a C library; of CUDA only the driver,
|* which it loads. See aot.mk for how it is built.
|*
|* Without a GPU: LD_LIBRARY_PATH=../../../lib/tilewright/sim ./aot
|*
\*===----------------------------------------------------------------------===*/

#include "vector_add.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kSize = 1000003, kTile = 1024 }; /* The kernel's CTAs add 1024 each. */

/* What this program uses of the driver, as in cuda.h: CUresult and CUdevice are
 * int, CUcontext is a pointer, CUdeviceptr a number. */
typedef unsigned long long DeviceAddress;
static int (*cuInit)(unsigned flags);
static int (*cuDevicePrimaryCtxRetain)(void **context, int device);
static int (*cuDevicePrimaryCtxRelease)(int device);
static int (*cuCtxSetCurrent)(void *context);
static int (*cuMemAlloc)(DeviceAddress *address, size_t bytes);
static int (*cuMemFree)(DeviceAddress address);
static int (*cuMemcpyHtoD)(DeviceAddress to, const void *from, size_t bytes);
static int (*cuMemcpyDtoH)(void *to, DeviceAddress from, size_t bytes);

static void fail(const char *what, const char *why) {
  fprintf(stderr, "aot: %s: %s\n", what, why);
  exit(1);
}

static void check(const char *what, int result) {
  char text[32];
  if (result == 0)
    return;
  snprintf(text, sizeof(text), "CUDA error %d", result);
  fail(what, text);
}

static void loadDriver(void) {
  const struct {
    const char *name;
    void *place;
  } functions[] = {
      {"cuInit", &cuInit},
      {"cuDevicePrimaryCtxRetain", &cuDevicePrimaryCtxRetain},
      {"cuDevicePrimaryCtxRelease_v2", &cuDevicePrimaryCtxRelease},
      {"cuCtxSetCurrent", &cuCtxSetCurrent},
      {"cuMemAlloc_v2", &cuMemAlloc},
      {"cuMemFree_v2", &cuMemFree},
      {"cuMemcpyHtoD_v2", &cuMemcpyHtoD},
      {"cuMemcpyDtoH_v2", &cuMemcpyDtoH},
  };
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library)
    fail("there is no CUDA driver", dlerror());
  for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); ++i) {
    void *symbol = dlsym(library, functions[i].name);
    if (!symbol)
      fail("the CUDA driver is too old", functions[i].name);
    memcpy(functions[i].place, &symbol, sizeof(symbol));
  }
}

int main(void) {
  static float x[kSize], y[kSize], z[kSize];
  DeviceAddress dx, dy, dz;
  void *context;

  for (int i = 0; i < kSize; ++i) {
    x[i] = (float)i;
    y[i] = 0.5f * (float)(i % 7);
  }
  loadDriver();
  check("cuInit", cuInit(0));
  check("cuDevicePrimaryCtxRetain", cuDevicePrimaryCtxRetain(&context, 0));
  check("cuCtxSetCurrent", cuCtxSetCurrent(context));
  check("cuMemAlloc", cuMemAlloc(&dx, sizeof(x)));
  check("cuMemAlloc", cuMemAlloc(&dy, sizeof(y)));
  check("cuMemAlloc", cuMemAlloc(&dz, sizeof(z)));
  check("cuMemcpyHtoD", cuMemcpyHtoD(dx, x, sizeof(x)));
  check("cuMemcpyHtoD", cuMemcpyHtoD(dy, y, sizeof(y)));

  if (vector_add_vector_add((kSize + kTile - 1) / kTile, 1, 1, NULL,
                            (const void *)dx, (const void *)dy,
                            (const void *)dz, kSize) != VectorAddSuccess)
    fail("launch", vector_add_error());
  check("cuMemcpyDtoH", cuMemcpyDtoH(z, dz, sizeof(z)));
  for (int i = 0; i < kSize; ++i)
    if (z[i] != x[i] + y[i])
      fail("an element", "the sum is wrong");
  printf("added %d elements\n", (int)kSize);

  vector_add_unload();
  check("cuMemFree", cuMemFree(dx));
  check("cuMemFree", cuMemFree(dy));
  check("cuMemFree", cuMemFree(dz));
  check("cuDevicePrimaryCtxRelease", cuDevicePrimaryCtxRelease(0));
  return 0;
}
