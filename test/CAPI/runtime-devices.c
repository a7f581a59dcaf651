/*===- runtime-devices.c - Devices, memory, streams and events ---*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* On the simulator, and on a CUDA driver that simulates its GPUs.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t -ldl
// RUN: %t sim
// RUN: env LD_LIBRARY_PATH=%build/lib/sim TILEWRIGHT_SIM_DEVICES=2 %t cuda:0

#include "Check.h"

#include "tile-c/Runtime.h"

#include <dlfcn.h>

static bool isSim;
static const TileStream noStream = {NULL};

static TileDevice openDevice(const char *name) {
  TileDevice device = {NULL};
  EXPECT_OK(tileDeviceOpen(tileString(name), &device));
  EXPECT(!tileDeviceIsNull(device));
  return device;
}

static TileDeviceInfo getInfo(TileDevice device) {
  TileDeviceInfo info;
  EXPECT_OK(tileDeviceGetInfo(device, &info));
  return info;
}

static void testOpen(const char *name) {
  TileDevice device = openDevice(name), other = {NULL};
  TileDeviceInfo info = getInfo(device);
  EXPECT(info.isSimulator == isSim && info.ordinal == 0);
  EXPECT(info.name.length > 0 && equals(info.target, "sm_90a"));
  EXPECT(info.totalMemory > (1 << 20) && info.numMultiprocessors > 0);
  EXPECT((info.driverVersion == 0) == isSim);
  EXPECT(info.l2Size == 0 || !isSim);
  EXPECT_OK(tileDeviceSynchronize(device));
  tileDeviceDestroy(device);
  EXPECT_ERROR(TileStatusInvalidHandle,
               "expected a TileDevice, found a handle of another kind or of an "
               "object that was destroyed",
               tileDeviceSynchronize(device));

  device = openDevice("sim:sm_120a");
  EXPECT(equals(getInfo(device).target, "sm_120a"));
  tileDeviceDestroy(device);

  unsigned count = 99;
  TileStatus status = tileDeviceCountGPUs(&count);
  device = openDevice("auto");
  EXPECT(getInfo(device).isSimulator == (status != TileStatusSuccess));
  tileDeviceDestroy(device);
  /* Where there is a driver nothing can be said of its absence. */
  if (isSim && status != TileStatusSuccess) {
    EXPECT(status == TileStatusUnavailable && count == 99);
    EXPECT_ERROR(TileStatusUnavailable, "libcuda.so.1",
                 tileDeviceCountGPUs(&count));
    EXPECT_ERROR(TileStatusUnavailable, "libcuda.so.1",
                 tileDeviceOpen(tileString("cuda"), &other));
    EXPECT_ERROR(TileStatusUnavailable, "libcuda.so.1",
                 tileDeviceAdoptCUDA(&count, &other));
  } else if (!isSim) {
    EXPECT(count == 2);
    device = openDevice("cuda:1");
    EXPECT(getInfo(device).ordinal == 1);
    tileDeviceDestroy(device);
    device = openDevice("cuda");
    EXPECT(getInfo(device).ordinal == 0);
    tileDeviceDestroy(device);
    EXPECT_ERROR(TileStatusNotFound,
                 "expected a GPU below cuda:2, as the driver has 2, found "
                 "cuda:2",
                 tileDeviceOpen(tileString("cuda:2"), &other));
  }
  EXPECT_ERROR(TileStatusNotFound, "found 'tpu'",
               tileDeviceOpen(tileString("tpu"), &other));
  EXPECT_ERROR(TileStatusNotFound, "after 'sim:', found 'sm_99'",
               tileDeviceOpen(tileString("sim:sm_99"), &other));
  EXPECT_ERROR(TileStatusInvalidArgument, "found 'cuda:x'",
               tileDeviceOpen(tileString("cuda:x"), &other));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a pointer for 'cuContext', found null",
               tileDeviceAdoptCUDA(NULL, &other));
  EXPECT(other.ptr == NULL);
}

static void testSettings(TileDevice device) {
  TileSimulatorSettings settings = {0};
  settings.threads = 1;
  if (isSim)
    EXPECT_OK(tileDeviceSetSimulatorSettings(device, &settings));
  else
    EXPECT_ERROR(TileStatusUnsupported,
                 "expected a simulator for these settings",
                 tileDeviceSetSimulatorSettings(device, &settings));
}

/* Copies there, within, and back, with and without a stream. */
static void testCopies(TileDevice device) {
  TileStream stream;
  EXPECT_OK(tileStreamCreate(device, &stream));
  for (int round = 0; round < 2; ++round) {
    TileStream queue = round ? stream : noStream;
    TileDeviceAddress a, b, empty;
    EXPECT_OK(tileDeviceAllocate(device, 1000, &a));
    EXPECT_OK(tileDeviceAllocate(device, 1000, &b));
    EXPECT_OK(tileDeviceAllocate(device, 0, &empty));
    EXPECT(a && b && a % 256 == 0 && b % 256 == 0);
    EXPECT(a + 1000 <= b || b + 1000 <= a);
    unsigned char in[1000], out[1000];
    for (int i = 0; i < 1000; ++i)
      in[i] = (unsigned char)(i * 7 + round);
    memset(out, 0xee, sizeof(out));
    EXPECT_OK(tileDeviceCopyToDevice(device, a, in, 1000, queue));
    EXPECT_OK(tileDeviceCopy(device, b + 1, a + 3, 900, queue));
    EXPECT_OK(tileDeviceCopyToHost(device, out + 50, b + 1, 900, queue));
    EXPECT_OK(tileStreamSynchronize(stream));
    EXPECT(memcmp(out + 50, in + 3, 900) == 0);
    EXPECT(out[49] == 0xee && out[950] == 0xee);
    /* Nothing of nothing. */
    EXPECT_OK(tileDeviceCopyToDevice(device, a, NULL, 0, queue));
    EXPECT_OK(tileDeviceCopyToHost(device, NULL, a, 0, queue));
    EXPECT_OK(tileDeviceCopy(device, a, b, 0, queue));
    EXPECT_ERROR(TileStatusInvalidArgument,
                 "expected a pointer for 'source', found null",
                 tileDeviceCopyToDevice(device, a, NULL, 1, queue));
    EXPECT_ERROR(TileStatusInvalidArgument,
                 "expected a pointer for 'destination', found null",
                 tileDeviceCopyToHost(device, NULL, a, 1, queue));
    if (isSim) {
      EXPECT_ERROR(TileStatusInvalidArgument, "they are not in one allocation",
                   tileDeviceCopyToDevice(device, a + 1, in, 1000, queue));
      EXPECT_ERROR(TileStatusInvalidArgument, "they are not in one allocation",
                   tileDeviceCopyToHost(device, out, 64, 1, queue));
    }
    EXPECT_OK(tileDeviceFree(device, a));
    EXPECT(tileDeviceFree(device, a) == TileStatusInvalidArgument);
    EXPECT_OK(tileDeviceFree(device, b));
    EXPECT_OK(tileDeviceFree(device, empty));
    EXPECT_OK(tileDeviceFree(device, 0));
  }
  EXPECT(tileDeviceFree(device, 12345) == TileStatusInvalidArgument);
  TileDeviceAddress address = 7;
  EXPECT(tileDeviceAllocate(device, (uint64_t)1 << 60, &address) ==
         TileStatusOutOfMemory);
  EXPECT(address == 7 && tileGetLastErrorMessage().length > 0);
  tileStreamDestroy(stream);
}

/* Every size of pattern; nothing before or after is touched. */
static void testFill(TileDevice device) {
  enum { kBytes = 512 };
  unsigned char pattern[16], out[kBytes];
  for (int i = 0; i < 16; ++i)
    pattern[i] = (unsigned char)(0xa0 + i);
  TileDeviceAddress address;
  EXPECT_OK(tileDeviceAllocate(device, kBytes, &address));
  TileStream stream;
  EXPECT_OK(tileStreamCreate(device, &stream));
  for (unsigned size = 1; size <= 16; size *= 2)
    for (unsigned count = 0; count <= 17; ++count) {
      unsigned char zero = 0;
      TileStream queue = count % 2 ? stream : noStream;
      EXPECT_OK(tileDeviceFill(device, address, &zero, 1, kBytes, queue));
      EXPECT_OK(
          tileDeviceFill(device, address + 16, pattern, size, count, queue));
      EXPECT_OK(tileStreamSynchronize(stream));
      EXPECT_OK(tileDeviceCopyToHost(device, out, address, kBytes, noStream));
      for (unsigned i = 0; i < kBytes; ++i) {
        bool isInside = i >= 16 && i < 16 + size * count;
        EXPECT(out[i] == (isInside ? pattern[(i - 16) % size] : 0));
      }
    }
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a pattern of 1, 2, 4, 8 or 16 bytes to fill with, "
               "found 3",
               tileDeviceFill(device, address, pattern, 3, 1, noStream));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected an address to fill that is a multiple of 4, found 0x",
               tileDeviceFill(device, address + 2, pattern, 4, 1, noStream));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a pointer for 'pattern', found null",
               tileDeviceFill(device, address, NULL, 4, 1, noStream));
  EXPECT_OK(tileDeviceFree(device, address));
  tileStreamDestroy(stream);
}

static void testStreams(TileDevice device) {
  TileStream first, second;
  TileEvent start, end;
  bool isDone = false;
  float milliseconds = -1;
  EXPECT_OK(tileStreamCreate(device, &first));
  EXPECT_OK(tileStreamCreate(device, &second));
  EXPECT_OK(tileEventCreate(device, &start));
  EXPECT_OK(tileEventCreate(device, &end));
  EXPECT(!tileStreamIsNull(first) && !tileEventIsNull(start));
  EXPECT(tileEventGetElapsed(start, end, &milliseconds) ==
         TileStatusInvalidArgument);
  EXPECT(milliseconds == -1);

  TileDeviceAddress address;
  static unsigned char in[1 << 20], out[1 << 20];
  memset(in, 0x5a, sizeof(in));
  EXPECT_OK(tileDeviceAllocate(device, sizeof(in), &address));
  EXPECT_OK(tileEventRecord(start, first));
  EXPECT_OK(tileDeviceCopyToDevice(device, address, in, sizeof(in), first));
  EXPECT_OK(tileEventRecord(end, first));
  EXPECT_OK(tileStreamWait(second, end));
  EXPECT_OK(tileDeviceCopyToHost(device, out, address, sizeof(out), second));
  EXPECT_OK(tileStreamSynchronize(second));
  EXPECT(memcmp(in, out, sizeof(in)) == 0);
  EXPECT_OK(tileEventSynchronize(end));
  EXPECT_OK(tileEventIsDone(end, &isDone));
  EXPECT(isDone);
  isDone = false;
  EXPECT_OK(tileStreamIsDone(first, &isDone));
  EXPECT(isDone);
  EXPECT_OK(tileEventGetElapsed(start, end, &milliseconds));
  EXPECT(milliseconds >= 0 && milliseconds < 60000);
  /* In the default stream. */
  EXPECT_OK(tileEventRecord(end, noStream));
  EXPECT_OK(tileEventSynchronize(end));
  float longer = -1;
  EXPECT_OK(tileEventGetElapsed(start, end, &longer));
  EXPECT(longer >= milliseconds);

  /* A stream of another device. */
  TileDevice other = openDevice("sim:sm_80");
  TileStream foreign;
  EXPECT_OK(tileStreamCreate(other, &foreign));
  EXPECT_ERROR(
      TileStatusInvalidArgument, "expected a stream of this ",
      tileDeviceCopyToDevice(device, address, in, sizeof(in), foreign));
  EXPECT(tileEventRecord(start, foreign) == TileStatusInvalidArgument);
  tileStreamDestroy(foreign);
  tileDeviceDestroy(other);
  if (isSim)
    EXPECT_ERROR(TileStatusUnsupported,
                 "the simulator has no CUDA streams to adopt",
                 tileStreamAdoptCUDA(device, &isDone, &foreign));

  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a pointer for 'isDone', found null",
               tileStreamIsDone(first, NULL));
  EXPECT_ERROR(TileStatusInvalidHandle,
               "expected a TileEvent, found a null handle",
               tileStreamWait(first, (TileEvent){NULL}));
  EXPECT_OK(tileDeviceFree(device, address));
  tileStreamDestroy(first);
  EXPECT_ERROR(TileStatusInvalidHandle, "expected a TileStream, found a handle",
               tileDeviceCopyToDevice(device, address, in, 1, first));
  tileStreamDestroy(second);
  tileEventDestroy(start);
  tileEventDestroy(end);
  tileEventDestroy(end);
  EXPECT_ERROR(TileStatusInvalidHandle, "expected a TileEvent",
               tileEventSynchronize(end));
}

/* Handles go in any order; what a device made keeps it. */
static void testLifetime(const char *name) {
  TileDevice device = openDevice(name);
  TileStream stream;
  TileEvent event;
  bool isDone = false;
  EXPECT_OK(tileStreamCreate(device, &stream));
  EXPECT_OK(tileEventCreate(device, &event));
  tileDeviceDestroy(device);
  EXPECT_OK(tileEventRecord(event, stream));
  EXPECT_OK(tileStreamSynchronize(stream));
  EXPECT_OK(tileEventIsDone(event, &isDone));
  EXPECT(isDone);
  tileStreamDestroy(stream);
  EXPECT_OK(tileEventSynchronize(event));
  tileEventDestroy(event);
}

/* A context and a stream of somebody else, who has the driver, too. */
static void testAdopt(void) {
  typedef int (*DeviceGet)(int *device, int ordinal);
  typedef int (*ContextCreate)(void **context, unsigned flags, int device);
  typedef int (*ContextGet)(void **context);
  typedef int (*ContextDestroy)(void *context);
  typedef int (*StreamCreate)(void **stream, unsigned flags);
  typedef int (*MemAlloc)(TileDeviceAddress *address, size_t bytes);
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  EXPECT(driver);
  /* A pointer to a function, as POSIX has it. */
#define LOOKUP(type, variable, name)                                           \
  type variable;                                                               \
  *(void **)&variable = dlsym(driver, name);                                   \
  EXPECT(variable)
  LOOKUP(DeviceGet, deviceGet, "cuDeviceGet");
  LOOKUP(ContextCreate, contextCreate, "cuCtxCreate_v2");
  LOOKUP(ContextGet, contextGet, "cuCtxGetCurrent");
  LOOKUP(ContextDestroy, contextDestroy, "cuCtxDestroy_v2");
  LOOKUP(StreamCreate, streamCreate, "cuStreamCreate");
  LOOKUP(MemAlloc, memAlloc, "cuMemAlloc_v2");
  void *context, *native, *current;
  int ordinal;
  EXPECT(deviceGet(&ordinal, 1) == 0);
  EXPECT(contextCreate(&context, 0, ordinal) == 0);
  EXPECT(streamCreate(&native, 0) == 0);
  TileDeviceAddress address;
  EXPECT(memAlloc(&address, 64) == 0);

  TileDevice device, primary = openDevice("cuda:1");
  TileStream stream;
  EXPECT_OK(tileDeviceAdoptCUDA(context, &device));
  EXPECT(getInfo(device).ordinal == 1);
  EXPECT_OK(tileStreamAdoptCUDA(device, native, &stream));
  uint64_t value = 0x0123456789abcdef, back = 0;
  EXPECT_OK(tileDeviceFill(device, address, &value, 8, 8, stream));
  EXPECT_OK(tileDeviceCopyToHost(device, &back, address + 56, 8, stream));
  EXPECT_OK(tileStreamSynchronize(stream));
  EXPECT(back == value);
  EXPECT(contextGet(&current) == 0 && current == context);
  /* Not a stream of another context of the same GPU. */
  TileStream other = {NULL};
  EXPECT(tileStreamAdoptCUDA(primary, native, &other) ==
         TileStatusInvalidArgument);
  EXPECT(tileDeviceFill(primary, address, &value, 8, 8, stream) ==
         TileStatusInvalidArgument);
  EXPECT(other.ptr == NULL);
  tileStreamDestroy(stream);
  tileDeviceDestroy(device);
  tileDeviceDestroy(primary);
  /* The context is still the caller's. */
  EXPECT(contextGet(&current) == 0 && current == context);
  EXPECT(contextDestroy(context) == 0);
  dlclose(driver);
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  isSim = strcmp(argv[1], "sim") == 0;
  testOpen(argv[1]);
  TileDevice device = openDevice(argv[1]);
  testSettings(device);
  testCopies(device);
  testFill(device);
  testStreams(device);
  tileDeviceDestroy(device);
  testLifetime(argv[1]);
  if (!isSim)
    testAdopt();
  return 0;
}
