/*===- device-allocator.c - Memory of the program's own ----------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A device whose memory comes from callbacks: on the simulator from an arena of
|* the host, on a GPU from another handle of the same context. Each block goes
|* back once, to the allocator that gave it; what callbacks do wrong is found.
|*
\*===----------------------------------------------------------------------===*/
// DEFINE: %{kernel} = %kernels/vector_add.mlir
// DEFINE: %{driver} = env LD_LIBRARY_PATH=%build/lib/sim
// RUN: %cc_capi %s -o %t
// RUN: %t sim %{kernel}
// RUN: %{driver} %t cuda:0 %{kernel}
// RUN: %if cuda %{ %t cuda:0 %{kernel} %}

#define _POSIX_C_SOURCE 200809L

#include "Check.h"

#include "tile-c/Launches.h"
#include "tile-c/Memory.h"
#include "tile-c/Tuner.h"

#include <pthread.h>

static const TileStream noStream = {NULL};
static const TileMemoryPool noPool = {NULL};
static const TileCache noCache = {NULL};
static bool isSim;
/* On a GPU, where the program has its memory from. */
static TileDevice other;

/* What an allocator gave and got back, and what it does wrong next. */
typedef struct Owner {
  pthread_mutex_t mutex;
  TileDeviceAddress live[64];
  uint64_t bytes[64];
  int count, allocations, frees, asyncAllocations, asyncFrees;
  void *stream;
  TileDeviceAddress wrong;
  bool isEmpty;
} Owner;

static TileDeviceAddress allocate(uint64_t bytes, void *cuStream, bool isAsync,
                                  void *userData) {
  Owner *owner = userData;
  TileDeviceAddress address = 0;
  if (owner->isEmpty)
    return 0;
  EXPECT(bytes > 0);
  if (isSim) {
    EXPECT(!cuStream && !isAsync);
    address = (uintptr_t)aligned_alloc(256, (bytes + 255) / 256 * 256);
  } else {
    EXPECT_OK(tileDeviceAllocate(other, bytes, &address));
  }
  if (owner->wrong) {
    TileDeviceAddress wrong = owner->wrong;
    if (isSim)
      free((void *)(uintptr_t)address);
    else
      EXPECT_OK(tileDeviceFree(other, address));
    owner->wrong = 0;
    return wrong;
  }
  EXPECT(pthread_mutex_lock(&owner->mutex) == 0);
  EXPECT(owner->count < 64);
  owner->live[owner->count] = address;
  owner->bytes[owner->count++] = bytes;
  ++owner->allocations;
  owner->asyncAllocations += isAsync;
  owner->stream = cuStream;
  EXPECT(pthread_mutex_unlock(&owner->mutex) == 0);
  return address;
}

static void freeBlock(TileDeviceAddress address, uint64_t bytes, void *cuStream,
                      bool isAsync, void *userData) {
  Owner *owner = userData;
  int found = -1;
  EXPECT(pthread_mutex_lock(&owner->mutex) == 0);
  for (int i = 0; i < owner->count; ++i)
    if (owner->live[i] == address)
      found = i;
  ++owner->frees;
  owner->asyncFrees += isAsync;
  owner->stream = cuStream;
  if (found >= 0) {
    EXPECT(owner->bytes[found] == bytes);
    --owner->count;
    owner->live[found] = owner->live[owner->count];
    owner->bytes[found] = owner->bytes[owner->count];
  }
  EXPECT(pthread_mutex_unlock(&owner->mutex) == 0);
  if (found < 0)
    return; /* One that was wrong. */
  if (isSim)
    free((void *)(uintptr_t)address);
  else
    EXPECT_OK(tileDeviceFree(other, address));
}

static Owner first = {.mutex = PTHREAD_MUTEX_INITIALIZER};
static Owner second = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void use(TileDevice device, Owner *owner) {
  TileDeviceAllocator allocator = {0};
  allocator.allocate = allocate;
  allocator.free = freeBlock;
  allocator.userData = owner;
  EXPECT_OK(tileDeviceSetAllocator(device, &allocator));
}

static void testOwners(TileDevice device) {
  TileDeviceAddress a, b, c, d;
  use(device, &first);
  EXPECT_OK(tileDeviceAllocate(device, 4096, &a));
  EXPECT(first.count == 1 && first.live[0] == a && first.bytes[0] == 4096);
  use(device, &second);
  EXPECT_OK(tileDeviceAllocate(device, 0, &b));
  EXPECT(second.count == 1 && second.live[0] == b && second.bytes[0] == 1);
  EXPECT_OK(tileDeviceSetAllocator(device, NULL));
  EXPECT_OK(tileDeviceAllocate(device, 4096, &c));
  EXPECT(first.allocations == 1 && second.allocations == 1);
  /* Each goes back to where it came from. */
  EXPECT_OK(tileDeviceFree(device, a));
  EXPECT(first.frees == 1 && second.frees == 0 && first.count == 0);
  EXPECT_ERROR(TileStatusInvalidArgument, "expected the address",
               tileDeviceFree(device, a));
  EXPECT_OK(tileDeviceFree(device, b));
  EXPECT_OK(tileDeviceFree(device, c));
  EXPECT(first.frees == 1 && second.frees == 1 && second.count == 0);

  /* Pools and pinned memory are not the allocator's. */
  TileStream stream;
  TileMemoryPool pool;
  void *pinned;
  EXPECT_OK(tileStreamCreate(device, &stream));
  EXPECT_OK(tileMemoryPoolCreate(device, &pool));
  use(device, &first);
  EXPECT_OK(tileDeviceAllocateAsync(device, pool, 256, stream, &d));
  EXPECT_OK(tileDeviceAllocateHost(device, 256, &pinned));
  EXPECT(first.allocations == 1);
  EXPECT_OK(tileDeviceFreeAsync(device, d, stream));
  EXPECT_OK(tileDeviceFreeHost(device, pinned));
  EXPECT(first.frees == 1);
  EXPECT_OK(tileDeviceAllocateAsync(device, noPool, 512, stream, &d));
  EXPECT(first.allocations == 2 && first.asyncAllocations == !isSim);
  EXPECT(first.stream == tileStreamGetCUDA(stream));
  EXPECT_OK(tileDeviceFreeAsync(device, d, stream));
  EXPECT(first.frees == 2 && first.asyncFrees == !isSim);
  EXPECT(first.stream == tileStreamGetCUDA(stream));
  EXPECT_OK(tileStreamSynchronize(stream));
  tileMemoryPoolDestroy(pool);
  tileStreamDestroy(stream);
}

static void testMistakes(TileDevice device) {
  TileDeviceAddress a, b = 42;
  TileDeviceAllocator none = {0};
  EXPECT_ERROR(TileStatusInvalidArgument, "'allocator->allocate'",
               tileDeviceSetAllocator(device, &none));
  none.allocate = allocate;
  EXPECT_ERROR(TileStatusInvalidArgument, "'allocator->free'",
               tileDeviceSetAllocator(device, &none));
  use(device, &first);
  EXPECT_OK(tileDeviceAllocate(device, 4096, &a));
  int frees = first.frees;
  first.isEmpty = true;
  EXPECT_ERROR(TileStatusOutOfMemory, "gave no memory for 77 bytes",
               tileDeviceAllocate(device, 77, &b));
  first.isEmpty = false;
  EXPECT(first.frees == frees);
  first.wrong = a + 4;
  EXPECT_ERROR(TileStatusInvalidArgument, "to give a multiple of 256, found",
               tileDeviceAllocate(device, 4, &b));
  EXPECT(first.frees == frees + 1);
  /* What is allocated does not go back. */
  first.wrong = a;
  EXPECT_ERROR(TileStatusInvalidArgument, "which it gave before",
               tileDeviceAllocate(device, 4, &b));
  EXPECT(first.frees == frees + 1 && first.count == 1);
  if (isSim) {
    first.wrong = a + 256;
    EXPECT_ERROR(TileStatusInvalidArgument, "that the device does not have",
                 tileDeviceAllocate(device, 4, &b));
    EXPECT(first.frees == frees + 2 && first.count == 1);
    EXPECT_ERROR(TileStatusInvalidArgument, "which is freed by tileDeviceFree",
                 tileDeviceRemoveHostMemory(device, (void *)(uintptr_t)a));
  }
  EXPECT(b == 42);
  EXPECT_OK(tileDeviceFree(device, a));
}

/* A kernel works on such memory, and a tuner takes its copies from there. */
static void testKernels(TileDevice device, const char *file) {
  enum { n = 4096 };
  static float x[n], y[n], z[n];
  TileDeviceInfo info;
  TileKernelImage image;
  TileModule module;
  TileKernel kernel;
  TileCompiler compiler;
  TileDeviceAddress at[3];
  TileCompilerOptions options = tileCompilerOptionsCreate();
  use(device, &first);
  EXPECT_OK(tileDeviceGetInfo(device, &info));
  EXPECT_OK(tileCompilerOptionsSetTarget(options, info.target));
  EXPECT_OK(tileCompilerOptionsSetCache(options, noCache));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT_OK(tileCompilerCompileFile(compiler, tileString(file), TileStagePTX,
                                    NULL, &image));
  EXPECT_OK(tileModuleLoad(device, image, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString(""), &kernel));
  for (int i = 0; i < n; ++i) {
    x[i] = (float)i;
    y[i] = 0.5f;
  }
  for (int i = 0; i < 3; ++i)
    EXPECT_OK(tileDeviceAllocate(device, sizeof x, &at[i]));
  EXPECT(first.count == 3);
  EXPECT_OK(tileDeviceCopyToDevice(device, at[0], x, sizeof x, noStream));
  EXPECT_OK(tileDeviceCopyToDevice(device, at[1], y, sizeof y, noStream));
  TileArgument arguments[] = {tileArgumentPointer(at[0]),
                              tileArgumentPointer(at[1]),
                              tileArgumentPointer(at[2]), tileArgumentI32(n)};
  TileGrid grid = tileGrid(n / 1024, 1, 1);
  EXPECT_OK(tileKernelLaunch(kernel, grid, arguments, 4, noStream));
  EXPECT_OK(tileDeviceCopyToHost(device, z, at[2], sizeof z, noStream));
  for (int i = 0; i < n; ++i)
    EXPECT(z[i] == x[i] + y[i]);
  if (isSim) {
    /* What is behind the array is not the kernel's. */
    arguments[3] = tileArgumentI32(n + 1);
    EXPECT_ERROR(TileStatusLaunchFailed, "past the end of allocation",
                 tileKernelLaunch(kernel, tileGrid(n / 1024 + 1, 1, 1),
                                  arguments, 4, noStream));
    arguments[3] = tileArgumentI32(n);
  }

  int before = first.allocations;
  TileTuner tuner;
  TileTunerConfiguration configuration = {0};
  configuration.file = tileString(file);
  configuration.grid = grid;
  EXPECT_OK(tileTunerCreate(options, device, tileString(""), &tuner));
  EXPECT_OK(tileTunerAddConfiguration(tuner, &configuration));
  EXPECT_OK(tileTunerRestore(tuner, 2, sizeof z));
  EXPECT_OK(tileTunerRun(tuner, arguments, 4, NULL, NULL));
  EXPECT(first.allocations > before && first.count == 3);
  tileTunerDestroy(tuner);

  for (int i = 0; i < 3; ++i)
    EXPECT_OK(tileDeviceFree(device, at[i]));
  tileModuleDestroy(module);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
}

/* Threads allocate and free; another one changes the allocator. */
static void *churn(void *data) {
  TileDevice device = *(TileDevice *)data;
  for (int i = 0; i < 200; ++i) {
    TileDeviceAddress address[4];
    for (int k = 0; k < 4; ++k)
      EXPECT_OK(tileDeviceAllocate(device, 64, &address[k]));
    for (int k = 0; k < 4; ++k)
      EXPECT_OK(tileDeviceFree(device, address[k]));
  }
  return NULL;
}

static void testThreads(TileDevice device) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    EXPECT(pthread_create(&threads[i], NULL, churn, &device) == 0);
  for (int i = 0; i < 100; ++i) {
    use(device, i % 2 ? &first : &second);
    if (i % 10 == 0)
      EXPECT_OK(tileDeviceSetAllocator(device, NULL));
  }
  for (int i = 0; i < 4; ++i)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  EXPECT(first.count == 0 && second.count == 0);
}

int main(int argc, char **argv) {
  TileDevice device;
  TileDeviceInfo info;
  TileDeviceAddress left[3];
  TileStream stream;
  EXPECT(argc == 3);
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &other));
  EXPECT_OK(tileDeviceGetInfo(device, &info));
  isSim = info.isSimulator;
  testOwners(device);
  testMistakes(device);
  testKernels(device, argv[2]);
  testThreads(device);

  /* What is left goes back with the last object of the device. */
  use(device, &first);
  for (int i = 0; i < 3; ++i)
    EXPECT_OK(tileDeviceAllocate(device, 1000, &left[i]));
  EXPECT_OK(tileStreamCreate(device, &stream));
  tileDeviceDestroy(device);
  EXPECT(first.count == 3);
  tileStreamDestroy(stream);
  EXPECT(first.count == 0 &&
         first.allocations == first.frees - (isSim ? 2 : 1));
  EXPECT(second.allocations == second.frees);
  tileDeviceDestroy(other);
  return 0;
}
