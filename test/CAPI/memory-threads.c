/*===- memory-threads.c - Memory of a device in many threads ------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Threads allocate, fill, copy and free memory of one device at the same time,
|* on the simulator, and on a CUDA driver that simulates its GPUs.
|*
\*===----------------------------------------------------------------------===*/
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: %t/test sim
// RUN: env LD_LIBRARY_PATH=%build/lib/sim %t/test cuda:0

#include "Check.h"

#include "tile-c/Runtime.h"

#include <pthread.h>
#include <stdint.h>

enum { kThreads = 4, kRounds = 8000, kWords = 64 };

static TileDevice device;
static const TileStream noStream = {NULL};

static void *work(void *number) {
  for (uint32_t round = 0; round < kRounds; ++round) {
    uint32_t pattern = *(uint32_t *)number << 16 | round, words[kWords];
    uint64_t bytes = sizeof(words);
    TileDeviceAddress a, b;
    EXPECT_OK(tileDeviceAllocate(device, bytes, &a));
    EXPECT_OK(tileDeviceAllocate(device, bytes, &b));
    EXPECT_OK(tileDeviceFill(device, a, &pattern, 4, kWords, noStream));
    EXPECT_OK(tileDeviceCopy(device, b, a, bytes, noStream));
    EXPECT_OK(tileDeviceCopyToHost(device, words, b, bytes, noStream));
    for (int i = 0; i < kWords; ++i)
      EXPECT(words[i] == pattern);
    EXPECT_OK(tileDeviceCopyToDevice(device, a, words, bytes, noStream));
    EXPECT_OK(tileDeviceFree(device, a));
    EXPECT_OK(tileDeviceFree(device, b));
  }
  return NULL;
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  pthread_t threads[kThreads];
  uint32_t numbers[kThreads];
  for (uint32_t i = 0; i < kThreads; ++i) {
    numbers[i] = i;
    EXPECT(!pthread_create(&threads[i], NULL, work, &numbers[i]));
  }
  for (int i = 0; i < kThreads; ++i)
    EXPECT(!pthread_join(threads[i], NULL));
  tileDeviceDestroy(device);
  return 0;
}
