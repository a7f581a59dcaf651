/*===- memory-pools.c - Pools, pinned memory, peers, rows --------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* On the simulator, and through the CUDA driver's functions.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t sim sim
// DEFINE: %{sim} = env LD_LIBRARY_PATH=%build/lib/sim TILEWRIGHT_SIM_DEVICES=2
// RUN: %{sim} %t cuda:0 cuda:1
// RUN: %if cuda %{ %t cuda:0 cuda:0 %}

#include "Check.h"

#include "tile-c/Launches.h"
#include "tile-c/Memory.h"

static const TileStream noStream = {NULL};
static const TileMemoryPool noPool = {NULL};
static TileDevice device;
/* The simulated driver counts nothing of pools, and no free memory. */
static bool countsPools;

static void testPools(void) {
  TileStream stream;
  TileMemoryPool pool;
  TileDeviceAddress x = 0, y = 0, z = 0;
  uint64_t reserved = 1, used = 1, freeBefore, freeAfter, total;
  uint32_t word = 42, found = 0;
  EXPECT_OK(tileStreamCreate(device, &stream));
  EXPECT_OK(tileMemoryPoolCreate(device, &pool));
  EXPECT_OK(tileMemoryPoolSetReleaseThreshold(pool, 64 << 20));
  EXPECT_OK(tileMemoryPoolGetUsage(pool, &reserved, &used));
  EXPECT(reserved == 0 && used == 0);
  EXPECT_OK(tileDeviceAllocateAsync(device, pool, 1 << 20, stream, &x));
  EXPECT_OK(tileDeviceAllocateAsync(device, noPool, 4096, stream, &y));
  EXPECT_OK(tileMemoryPoolGetUsage(pool, &reserved, &used));
  EXPECT(!countsPools || (used >= 1 << 20 && reserved >= used));
  EXPECT_OK(tileDeviceFill(device, x, &word, 4, 1024, stream));
  EXPECT_OK(tileDeviceCopy(device, y, x, 4096, stream));
  EXPECT_OK(tileDeviceCopyToHost(device, &found, y + 4092, 4, stream));
  EXPECT_OK(tileStreamSynchronize(stream));
  EXPECT(found == 42);
  EXPECT_OK(tileDeviceFreeAsync(device, x, stream));
  EXPECT_OK(tileDeviceFreeAsync(device, y, stream));
  EXPECT_OK(tileDeviceFreeAsync(device, 0, stream));
  EXPECT_OK(tileStreamSynchronize(stream));
  EXPECT_OK(tileMemoryPoolGetUsage(pool, &reserved, &used));
  EXPECT(used == 0);
  EXPECT_OK(tileMemoryPoolTrim(pool, 0));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected the address",
               tileDeviceFreeAsync(device, 12345, stream));

  EXPECT_OK(tileDeviceGetMemory(device, &freeBefore, &total));
  EXPECT_OK(tileDeviceAllocate(device, 256 << 20, &z));
  EXPECT_OK(tileDeviceGetMemory(device, &freeAfter, &total));
  EXPECT(!countsPools || freeAfter < freeBefore);
  EXPECT(freeBefore <= total);
  EXPECT_OK(tileDeviceFree(device, z));

  TileGraph graph;
  EXPECT_OK(tileStreamBeginCapture(stream));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected a stream that is not",
               tileDeviceAllocateAsync(device, noPool, 4, stream, &x));
  EXPECT_OK(tileStreamEndCapture(stream, &graph));
  tileGraphDestroy(graph);
  tileMemoryPoolDestroy(pool);
  EXPECT(tileMemoryPoolTrim(pool, 0) == TileStatusInvalidHandle);
  tileStreamDestroy(stream);
}

static void testHost(void) {
  static uint32_t own[4096];
  TileDeviceAddress x;
  void *memory = NULL;
  EXPECT_OK(tileDeviceAllocateHost(device, 4096, &memory));
  EXPECT(memory != NULL);
  memset(memory, 7, 4096);
  EXPECT_OK(tileDeviceAllocate(device, 4096, &x));
  /* The device knows it at its own address. */
  EXPECT_OK(tileDeviceCopy(device, x, (uintptr_t)memory, 4096, noStream));
  EXPECT_OK(tileDeviceCopyToHost(device, own, x, 4096, noStream));
  EXPECT(own[1023] == 0x07070707);
  EXPECT_OK(tileDeviceFreeHost(device, memory));
  EXPECT_OK(tileDeviceFreeHost(device, NULL));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected memory of the host",
               tileDeviceFreeHost(device, own));
  own[5] = 99;
  EXPECT_OK(tileDeviceRegisterHost(device, own, sizeof own));
  EXPECT_OK(tileDeviceCopy(device, x, (uintptr_t)own, 4096, noStream));
  EXPECT_OK(tileDeviceUnregisterHost(device, own));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected",
               tileDeviceUnregisterHost(device, own));
  own[5] = 0;
  EXPECT_OK(tileDeviceCopyToHost(device, own, x, 4096, noStream));
  EXPECT(own[5] == 99);
  EXPECT_OK(tileDeviceFree(device, x));
}

static void testPeers(const char *name) {
  TileDevice peer;
  TileDeviceAddress there, here;
  uint32_t word = 0xabcd, found = 0;
  bool canAccess = true;
  EXPECT_OK(tileDeviceOpen(tileString(name), &peer));
  EXPECT_OK(tileDeviceAllocate(peer, 64, &there));
  EXPECT_OK(tileDeviceAllocate(device, 64, &here));
  EXPECT_OK(tileDeviceFill(peer, there, &word, 4, 16, noStream));
  EXPECT_OK(tileDeviceCopyFromPeer(device, here, peer, there, 64, noStream));
  EXPECT_OK(tileDeviceCopyToHost(device, &found, here + 60, 4, noStream));
  EXPECT(found == word);
  EXPECT_OK(tileDeviceCanAccessPeer(device, peer, &canAccess));
  if (canAccess)
    EXPECT_OK(tileDeviceSetPeerAccess(device, peer, true));
  else
    EXPECT_ERROR(TileStatusUnsupported, "tileDeviceCopyFromPeer",
                 tileDeviceSetPeerAccess(device, peer, true));
  EXPECT_OK(tileDeviceFree(peer, there));
  EXPECT_OK(tileDeviceFree(device, here));
  tileDeviceDestroy(peer);
}

static void testRows(void) {
  enum { Height = 5, Width = 12, HostPitch = 20, Pitch = 64 };
  unsigned char from[Height * HostPitch], to[Height * HostPitch];
  TileDeviceAddress x, y;
  for (unsigned i = 0; i < sizeof from; ++i)
    from[i] = (unsigned char)i;
  memset(to, 0xee, sizeof to);
  EXPECT_OK(tileDeviceAllocate(device, Height * Pitch, &x));
  EXPECT_OK(tileDeviceAllocate(device, Height * Pitch, &y));
  EXPECT_OK(tileDeviceCopyRowsToDevice(device, x, Pitch, from, HostPitch, Width,
                                       Height, noStream));
  EXPECT_OK(
      tileDeviceCopyRows(device, y, 32, x, Pitch, Width, Height, noStream));
  /* The second and the third word of each row. */
  uint32_t pattern = 0x01020304;
  EXPECT_OK(
      tileDeviceFillRows(device, y + 4, 32, &pattern, 4, 2, Height, noStream));
  EXPECT_OK(tileDeviceCopyRowsToHost(device, to, HostPitch, y, 32, Width,
                                     Height, noStream));
  for (unsigned row = 0; row < Height; ++row) {
    unsigned char *line = to + row * HostPitch;
    EXPECT(memcmp(line, from + row * HostPitch, 4) == 0);
    EXPECT(memcmp(line + 4, &pattern, 4) == 0);
    EXPECT(memcmp(line + 8, &pattern, 4) == 0);
    EXPECT(line[12] == 0xee && line[19] == 0xee);
  }
  EXPECT_ERROR(
      TileStatusInvalidArgument, "expected a pitch of the source",
      tileDeviceCopyRows(device, y, 32, x, 8, Width, Height, noStream));
  EXPECT_ERROR(TileStatusInvalidArgument, "at most 2^59 bytes",
               tileDeviceCopyRows(device, y, 32, x, UINT64_MAX, Width, Height,
                                  noStream));
  EXPECT_ERROR(TileStatusInvalidArgument, "a pattern of 1, 2 or 4 bytes",
               tileDeviceFillRows(device, x, 32, from, 8, 1, 1, noStream));
  EXPECT_ERROR(TileStatusInvalidArgument, "multiples of 4",
               tileDeviceFillRows(device, x, 33, from, 4, 1, 1, noStream));
  EXPECT_OK(tileDeviceFree(device, x));
  EXPECT_OK(tileDeviceFree(device, y));
}

int main(int argc, char **argv) {
  EXPECT(argc == 3);
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  TileDeviceInfo info;
  EXPECT_OK(tileDeviceGetInfo(device, &info));
  countsPools = info.isSimulator || !equals(info.name, "PTX simulator");
  testPools();
  testHost();
  testPeers(argv[2]);
  testRows();
  tileDeviceDestroy(device);
  return 0;
}
