/*===- tile-c/Runtime.h - Devices, memory and launches -----------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Runs kernel images on a GPU, through the CUDA driver, or on the built-in PTX
|* simulator. A program needs neither a GPU nor a driver to start.
|*
\*===----------------------------------------------------------------------===*/
/*
 *   TileDevice device;              TileDeviceAddress x;
 *   TileModule module;              TileKernel kernel;
 *   tileDeviceOpen(tileString("auto"), &device);
 *   tileDeviceAllocate(device, n * sizeof(float), &x);
 *   tileModuleLoad(device, image, &module);
 *   tileModuleGetKernel(module, tileString("scale"), &kernel);
 *   TileArgument arguments[] = {tileArgumentPointer(x), tileArgumentI32(n)};
 *   TileGrid grid = tileGrid(tileCeilDiv(n, 1024), 1, 1);
 *   tileKernelLaunch(kernel, grid, arguments, 2, noStream);
 *
 * (a program checks the status of each call). Kinds of objects:
 *   TileDevice       a GPU, or a simulated one with a memory of its own.
 *   TileStream       an ordered queue of work; a null one is the default.
 *   TileEvent        a mark in a stream, with a time.
 *   TileModule       an image on a device. Owns its kernels.
 *   TileKernel       of a module, or of a specializer; destroyed with it.
 *   TileSpecializer  a source that is compiled for the arguments of launches.
 *
 * Memory is named by addresses: a CUdeviceptr, or an address of the simulator.
 *
 * Lifetime. What a device makes keeps the device alive, so handles may be
 * destroyed in any order. Memory that is not freed ends with the device's last
 * object on the simulator, and with the context on a GPU.
 *
 * Threads. Several threads may use any object at once. The simulator runs
 * one launch of a device at a time, on several threads of its own.
 *
 * CUDA. The driver is loaded by tileDeviceOpen with "cuda..." or "auto". The
 * library uses a GPU's primary context, as cudaMalloc and torch do, or the
 * caller's by tileDeviceAdoptCUDA. Each call leaves the current context of the
 * thread as it was.
 *
 * Asynchrony. On a GPU a launch returns at once. An error of the kernel is
 * reported by a later call that waits, with the kernel's name. On the simulator
 * a launch returns when all is done, with the kernel's error.
 *
 * Costs. A launch takes no lock, allocates nothing and hashes nothing.
 *
 * fork(). A child opens devices of its own and loads images on them. CUDA works
 * in no child of a process that used it. A simulated device works in a child if
 * no other thread was using it at that moment.
 */

#ifndef TILE_C_RUNTIME_H
#define TILE_C_RUNTIME_H

#include "tile-c/Compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

TILE_DEFINE_HANDLE(TileDevice);
TILE_DEFINE_HANDLE(TileStream);
TILE_DEFINE_HANDLE(TileEvent);
TILE_DEFINE_HANDLE(TileModule);
TILE_DEFINE_HANDLE(TileKernel);
TILE_DEFINE_HANDLE(TileSpecializer);

typedef uint64_t TileDeviceAddress;

/*===----------------------------------------------------------------------===*\
|* Devices
\*===----------------------------------------------------------------------===*/

/* Facts about a device. Strings live as long as the device. */
typedef struct TileDeviceInfo {
  bool isSimulator;
  /* The N of cuda:N. */
  unsigned ordinal;
  /* "NVIDIA H200", "PTX simulator". */
  MlirStringRef name;
  /* What to compile for: "sm_90a". */
  MlirStringRef target;
  /* Bytes. The simulator has the host's memory, and no L2 cache. */
  uint64_t totalMemory, l2Size;
  unsigned numMultiprocessors;
  /* CUDA version of the driver, 13000 for 13.0; 0 for the simulator. */
  unsigned driverVersion;
} TileDeviceInfo;

/* Opens a device: "cuda:0", "cuda:1", ..., "cuda" (the first GPU); "sim", or
 * "sim:sm_80" for a simulator that reports the target sm_80 (it runs code for
 * any target); "auto": the first GPU that works, or the simulator if none does.
 * Unavailable without a driver or GPU. NotFound if the number is too high, or
 * the target or the kind of device unknown. InvalidArgument if the text after
 * "cuda:" is not a number. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceOpen(MlirStringRef name,
                                             TileDevice *device);
/* The device of an existing CUcontext, which must outlive the object. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceAdoptCUDA(void *cuContext,
                                                  TileDevice *device);
/* How many GPUs there are; Unavailable, and why, without a working driver. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceCountGPUs(unsigned *count);
MLIR_CAPI_EXPORTED void tileDeviceDestroy(TileDevice device);
static inline bool tileDeviceIsNull(TileDevice device) { return !device.ptr; }
MLIR_CAPI_EXPORTED TileStatus tileDeviceGetInfo(TileDevice device,
                                                TileDeviceInfo *info);
/* Waits for all work of the device (on a GPU: of its context). */
MLIR_CAPI_EXPORTED TileStatus tileDeviceSynchronize(TileDevice device);

/* How the simulator runs; see docs/simulator.md. Start with `= {0}`, which is
 * all defaults: later versions may append fields. */
typedef struct TileSimulatorSettings {
  /* Host threads that run a launch; 0: one per core. */
  unsigned threads;
  /* Mistakes that the simulator does not look for, to save time. */
  bool skipGlobalRaces, skipSharedRaces, skipUninitialized;
  /* Instructions of a CTA's warps after which a launch fails; 0: 100 million.
   */
  uint64_t stepLimit;
  /* Also fails a launch for races that may be intended: threads that store
   * equal values to one address, volatile accesses without an order. */
  bool strictRaces;
  /* A launch with findings runs to its end. By default it stops after 20
   * findings, or 100,000 repeats of one. It fails in both cases; what it has
   * written can be read. */
  bool continueAfterFindings;
  /* The number that the device reports, and that kernels see; 0: 132, an
   * H200's. Persistent entries for tensor maps (docs/c-api.md, "Tensor maps")
   * of modules that are loaded from now on are launched with as many CTAs. */
  unsigned multiprocessors;
  /* Modules that are loaded from now on compute with floats as numbers modulo
   * 37^3, whose sums do not depend on their order: see docs/simulator.md,
   * "Exact arithmetic". Arrays and arguments of f16, bf16, f32 and f64 are such
   * numbers, too: tileExactFromFloat makes them. */
  bool exactArithmetic;
  /* Modules that are loaded from now on report uses of undefined values: in
   * memory of tileDeviceAddHostMemory, and in memory that is allocated from now
   * on and that neither the host nor a kernel has written. This costs time for
   * each use of a loaded value, and a byte of the host for each byte. */
  bool findUninitializedGlobal;
} TileSimulatorSettings;

/* Unsupported on a GPU. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceSetSimulatorSettings(
    TileDevice device, const TileSimulatorSettings *settings);

/* The bits that an element of a type, "f16", "bf16", "f32" or "f64", has in
 * exact arithmetic for the number that a float is. InvalidArgument for other
 * types. Any thread may call it. */
MLIR_CAPI_EXPORTED TileStatus tileExactFromFloat(MlirStringRef type,
                                                 double value, uint64_t *bits);
/* The number of an element's bits, which a kernel has made or
 * tileExactFromFloat: an integer from -25326 to 25326, an infinity or NaN. */
MLIR_CAPI_EXPORTED TileStatus tileExactToNumber(MlirStringRef type,
                                                uint64_t bits, double *number);

/* A mistake, or a possible mistake, in a launch on the simulator. Strings
 * are valid during the callback only. */
typedef struct TileFinding {
  /* The kernel's symbol. */
  MlirStringRef kernel;
  /* "out-of-bounds", "global-race", ...: docs/simulator.md lists them. */
  MlirStringRef kind;
  /* One sentence. */
  MlirStringRef message;
  /* "kernel.py:12:5": the source line of the access, and of the other access of
   * a race. Empty if unknown, or if the code has no line information. */
  MlirStringRef source, otherSource;
  /* The whole text that tile-run prints: lines with the instruction, the CTA,
   * the thread, and where undefined bits are from. */
  MlirStringRef text;
  /* A possible mistake. A launch with notes only succeeds. */
  bool isNote;
  /* How often it happened at this instruction. */
  uint64_t count;
} TileFinding;

typedef void (*TileFindingHandler)(const TileFinding *finding, void *userData);
/* Calls back for each finding and each note of a launch of tileKernelLaunch,
 * tileKernelLaunchRaw or a specializer, on the thread of the launch, when the
 * launch has ended and before the call returns. The callback may use the
 * device. A null handler ends the calls. `userData` is passed on. Unsupported
 * on a GPU. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceSetFindingHandler(
    TileDevice device, TileFindingHandler handler, void *userData);

/*===----------------------------------------------------------------------===*\
|* Memory. With a null stream a call has finished when it returns. With another
|* stream, host memory must not change until the stream has done the copy. The
|* simulator refuses ranges that are not in one allocation.
\*===----------------------------------------------------------------------===*/

/* The address is a multiple of 256. `bytes` may be 0. OutOfMemory if there is
 * no room. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceAllocate(TileDevice device,
                                                 uint64_t bytes,
                                                 TileDeviceAddress *address);
/* Address 0 is allowed. InvalidArgument if nothing is allocated there. No work
 * may use the memory any more. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceFree(TileDevice device,
                                             TileDeviceAddress address);
MLIR_CAPI_EXPORTED TileStatus
tileDeviceCopyToDevice(TileDevice device, TileDeviceAddress destination,
                       const void *source, uint64_t bytes, TileStream stream);
MLIR_CAPI_EXPORTED TileStatus tileDeviceCopyToHost(TileDevice device,
                                                   void *destination,
                                                   TileDeviceAddress source,
                                                   uint64_t bytes,
                                                   TileStream stream);
/* Within the device. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceCopy(TileDevice device,
                                             TileDeviceAddress destination,
                                             TileDeviceAddress source,
                                             uint64_t bytes, TileStream stream);
/* Writes a pattern of 1, 2, 4, 8 or 16 bytes `count` times, one after the
 * other. The address is a multiple of the pattern's size, or of 4 if that is
 * less.
 */
MLIR_CAPI_EXPORTED TileStatus tileDeviceFill(TileDevice device,
                                             TileDeviceAddress destination,
                                             const void *pattern,
                                             unsigned patternBytes,
                                             uint64_t count, TileStream stream);

/* Lets kernels on the simulator reach memory of the host at the host's own
 * address, as CUDA does with memory that is registered. The memory stays the
 * caller's, and must be valid until it is removed, or the device's last object
 * is destroyed. Findings call it `name`. `undefined` is null, or has a
 * byte for each byte of the memory, whose 1-bits mark the bits that have no
 * value yet. A kernel's store clears them. With findUninitializedGlobal, the
 * simulator reports uses of such bits. The array `undefined` stays the
 * caller's, who may change it between launches. InvalidArgument if the memory
 * would overlap with other memory of the device. Unsupported on a GPU. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceAddHostMemory(TileDevice device,
                                                      void *memory,
                                                      uint64_t bytes,
                                                      MlirStringRef name,
                                                      uint8_t *undefined);
/* InvalidArgument if no memory was added at this address. */
MLIR_CAPI_EXPORTED TileStatus tileDeviceRemoveHostMemory(TileDevice device,
                                                         void *memory);

/*===----------------------------------------------------------------------===*\
|* Streams and events
\*===----------------------------------------------------------------------===*/

MLIR_CAPI_EXPORTED TileStatus tileStreamCreate(TileDevice device,
                                               TileStream *stream);
/* Wraps a CUstream of the device's context; it stays the caller's. Unsupported
 * on the simulator. */
MLIR_CAPI_EXPORTED TileStatus tileStreamAdoptCUDA(TileDevice device,
                                                  void *cuStream,
                                                  TileStream *stream);
MLIR_CAPI_EXPORTED void tileStreamDestroy(TileStream stream);
static inline bool tileStreamIsNull(TileStream stream) { return !stream.ptr; }
/* Waits for all work in the stream, and reports an error of its kernels.
 * Fails while the stream is captured. */
MLIR_CAPI_EXPORTED TileStatus tileStreamSynchronize(TileStream stream);
/* Whether all work in the stream is done. */
MLIR_CAPI_EXPORTED TileStatus tileStreamIsDone(TileStream stream, bool *isDone);
/* Work added from now on waits for the event. */
MLIR_CAPI_EXPORTED TileStatus tileStreamWait(TileStream stream,
                                             TileEvent event);

MLIR_CAPI_EXPORTED TileStatus tileEventCreate(TileDevice device,
                                              TileEvent *event);
MLIR_CAPI_EXPORTED void tileEventDestroy(TileEvent event);
static inline bool tileEventIsNull(TileEvent event) { return !event.ptr; }
/* Marks the end of the work in the stream; a null stream is the default. */
MLIR_CAPI_EXPORTED TileStatus tileEventRecord(TileEvent event,
                                              TileStream stream);
/* Waits for the work before the mark. An event that was never recorded has
 * none. */
MLIR_CAPI_EXPORTED TileStatus tileEventSynchronize(TileEvent event);
MLIR_CAPI_EXPORTED TileStatus tileEventIsDone(TileEvent event, bool *isDone);
/* Milliseconds between two events that are recorded and done; InvalidArgument
 * if one is not recorded. */
MLIR_CAPI_EXPORTED TileStatus tileEventGetElapsed(TileEvent start,
                                                  TileEvent end,
                                                  float *milliseconds);

/*===----------------------------------------------------------------------===*\
|* Modules and kernels
\*===----------------------------------------------------------------------===*/

/* Loads an image: its cubin if that fits the GPU, or else its PTX. The driver
 * compiles the PTX, and the simulator runs it. The image may be destroyed
 * afterwards. Unsupported if the image is for another GPU, or if a kernel needs
 * more shared memory than a CTA of the device can have. */
MLIR_CAPI_EXPORTED TileStatus tileModuleLoad(TileDevice device,
                                             TileKernelImage image,
                                             TileModule *module);
MLIR_CAPI_EXPORTED void tileModuleDestroy(TileModule module);
static inline bool tileModuleIsNull(TileModule module) { return !module.ptr; }
/* By symbol or PTX name; an empty name finds the only kernel. Belongs to the
 * module. */
MLIR_CAPI_EXPORTED TileStatus tileModuleGetKernel(TileModule module,
                                                  MlirStringRef name,
                                                  TileKernel *kernel);
static inline bool tileKernelIsNull(TileKernel kernel) { return !kernel.ptr; }
/* Strings live as long as the module. */
MLIR_CAPI_EXPORTED TileStatus tileKernelGetInfo(TileKernel kernel,
                                                TileKernelInfo *info);
MLIR_CAPI_EXPORTED TileStatus tileKernelGetArgument(TileKernel kernel,
                                                    size_t argument,
                                                    TileArgumentInfo *info);
/* Sets the bytes of dynamic shared memory per CTA that launches from now on
 * have in addition to the bytes that the code needs; 0 at first. First come
 * TileKernelInfo.dynamicSharedMemory bytes for the code, then these. All
 * arrays without a size (.extern .shared) begin at the first byte, so an
 * author's asm finds its own bytes after the code's. Above 48 KiB this call and
 * the load of the module request them from the driver. InvalidArgument for more
 * than the device has. */
MLIR_CAPI_EXPORTED TileStatus
tileKernelSetDynamicSharedMemory(TileKernel kernel, uint64_t bytes);
/* The CUfunction; null on the simulator. A program that launches it by
 * cuLaunchKernel passes TileKernelInfo.dynamicSharedMemory as the bytes of
 * shared memory; this library has already allowed them. */
MLIR_CAPI_EXPORTED void *tileKernelGetCUDA(TileKernel kernel);

/*===----------------------------------------------------------------------===*\
|* Launches
\*===----------------------------------------------------------------------===*/

/* CTAs in each dimension. A grid with a 0 launches nothing. A launch takes at
 * most 2^31 - 1 in x, and 65,535 in y and z. */
typedef struct TileGrid {
  uint32_t x, y, z;
} TileGrid;

/* A number of more than 32 bits becomes UINT32_MAX, which launches refuse. */
static inline uint32_t tileSaturate(uint64_t number) {
  return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}
static inline TileGrid tileGrid(uint64_t x, uint64_t y, uint64_t z) {
  TileGrid grid;
  grid.x = tileSaturate(x);
  grid.y = tileSaturate(y);
  grid.z = tileSaturate(z);
  return grid;
}
/* How many tiles of `tile` elements cover n. If 32 bits cannot count them, or
 * if `tile` is 0, it is UINT32_MAX, which launches refuse. */
static inline uint32_t tileCeilDiv(uint64_t n, uint64_t tile) {
  return tile ? tileSaturate(n / tile + (n % tile != 0)) : UINT32_MAX;
}

typedef enum TileArgumentType {
  TileArgumentTypePointer = 0,
  TileArgumentTypeI1 = 1,
  TileArgumentTypeI8 = 2,
  TileArgumentTypeI16 = 3,
  TileArgumentTypeI32 = 4,
  TileArgumentTypeI64 = 5,
  TileArgumentTypeF16 = 6,
  TileArgumentTypeBF16 = 7,
  TileArgumentTypeF32 = 8,
  TileArgumentTypeF64 = 9,
  TileArgumentTypeF8E4M3FN = 10,
  TileArgumentTypeF8E5M2 = 11
} TileArgumentType;

/* An argument with its type; make it by the functions below. An integer may
 * have its sign or zeros in the bits above the bits of its type. A launch
 * refuses a value that does not fit, also for floats of 8 and 16 bits. */
typedef struct TileArgument {
  uint32_t type;     /* TileArgumentType */
  uint32_t reserved; /* 0; launches refuse another value. */
  union {
    uint64_t bits; /* Floating-point types of 8 and 16 bits: their bits. */
    int64_t integer;
    float f32;
    double f64;
  } value;
} TileArgument;

static inline TileArgument tileArgumentBits(TileArgumentType type,
                                            uint64_t bits) {
  TileArgument argument;
  argument.type = (uint32_t)type;
  argument.reserved = 0;
  argument.value.bits = bits;
  return argument;
}
static inline TileArgument tileArgumentPointer(TileDeviceAddress address) {
  return tileArgumentBits(TileArgumentTypePointer, address);
}
/* The parameters of integers have 64 bits, so that a launch can refuse a value
 * that does not fit the type. */
static inline TileArgument tileArgumentI1(bool value) {
  return tileArgumentBits(TileArgumentTypeI1, value);
}
static inline TileArgument tileArgumentI8(int64_t value) {
  return tileArgumentBits(TileArgumentTypeI8, (uint64_t)value);
}
static inline TileArgument tileArgumentI16(int64_t value) {
  return tileArgumentBits(TileArgumentTypeI16, (uint64_t)value);
}
static inline TileArgument tileArgumentI32(int64_t value) {
  return tileArgumentBits(TileArgumentTypeI32, (uint64_t)value);
}
static inline TileArgument tileArgumentI64(int64_t value) {
  return tileArgumentBits(TileArgumentTypeI64, (uint64_t)value);
}
/* Rounds to nearest, ties to even; a value that is too large becomes infinite.
 */
MLIR_CAPI_EXPORTED TileArgument tileArgumentF16(double value);
MLIR_CAPI_EXPORTED TileArgument tileArgumentBF16(double value);
static inline TileArgument tileArgumentF32(float value) {
  TileArgument argument = tileArgumentBits(TileArgumentTypeF32, 0);
  argument.value.f32 = value;
  return argument;
}
static inline TileArgument tileArgumentF64(double value) {
  TileArgument argument = tileArgumentBits(TileArgumentTypeF64, 0);
  argument.value.f64 = value;
  return argument;
}

/* Compares the arguments with what the kernel expects, and launches.
 * InvalidArgument for a wrong number of arguments, a wrong type, and a value
 * that does not fit its type. AssumptionViolated if a value breaks an
 * assumption of the code (alignment, divisibility, a fixed value). The message
 * then names the kernel and the argument, by its number from 0, and says how to
 * compile without the assumption. `stream` may be null. */
MLIR_CAPI_EXPORTED TileStatus tileKernelLaunch(TileKernel kernel, TileGrid grid,
                                               const TileArgument *arguments,
                                               size_t numArguments,
                                               TileStream stream);
/* Launches without any check, at about the cost of cuLaunchKernel. As there,
 * `parameters` has a pointer to each argument's value. Arguments that
 * the code does not expect are undefined behaviour on a GPU. */
MLIR_CAPI_EXPORTED TileStatus tileKernelLaunchRaw(TileKernel kernel,
                                                  TileGrid grid,
                                                  void **parameters,
                                                  TileStream stream);
/* The check of tileKernelLaunch, without the launch. */
MLIR_CAPI_EXPORTED TileStatus tileKernelCheckArguments(
    TileKernel kernel, const TileArgument *arguments, size_t numArguments);

/*===----------------------------------------------------------------------===*\
|* Specialisation
|*
|* Code is faster if it may rely on properties of the arguments: pointers
|* aligned to 16 bytes, integers that are multiples of 16 or equal to 1. A
|* specializer looks at the arguments of a launch, compiles a variant of the
|* source for their properties, or takes it from memory or from the compiler's
|* cache, and launches it. It drops promises in the source: the arguments
decide.
\*===----------------------------------------------------------------------===*/

/* For a kernel of a source text (an empty name: its only kernel) on a device.
 * The text and the compiler's options are copied, so that the text, the
 * compiler and the device's handle may be destroyed afterwards. An empty target
 * in the options becomes the device's. The options' assumptions and kernel are
 * ignored. Variants are cubins on a GPU if the compiler knows a ptxas, else
 * PTX. */
MLIR_CAPI_EXPORTED TileStatus tileSpecializerCreate(
    TileCompiler compiler, TileDevice device, MlirStringRef source,
    MlirStringRef name, MlirStringRef kernel, TileSpecializer *specializer);
MLIR_CAPI_EXPORTED void tileSpecializerDestroy(TileSpecializer specializer);
static inline bool tileSpecializerIsNull(TileSpecializer specializer) {
  return !specializer.ptr;
}
/* The variant for these arguments, compiled if it is new. It is valid for all
 * arguments that tileKernelCheckArguments passes, and belongs to the
 * specializer. Callbacks may be null. */
MLIR_CAPI_EXPORTED TileStatus
tileKernelSpecialize(TileSpecializer specializer, const TileArgument *arguments,
                     size_t numArguments, const TileCompileCallbacks *callbacks,
                     TileKernel *kernel);
/* Specialises, and launches. If the variant exists, it takes no lock, allocates
 * nothing and hashes nothing. */
MLIR_CAPI_EXPORTED TileStatus tileSpecializerLaunch(
    TileSpecializer specializer, TileGrid grid, const TileArgument *arguments,
    size_t numArguments, TileStream stream);
/* How many variants there are by now. */
MLIR_CAPI_EXPORTED size_t
tileSpecializerGetNumVariants(TileSpecializer specializer);

/*===----------------------------------------------------------------------===*\
|* Benchmarks
\*===----------------------------------------------------------------------===*/

/* Start with `= {0}`, which is all defaults: later versions may append fields.
 */
typedef struct TileBenchmarkOptions {
  /* Milliseconds of launches before the first sample, at least one launch; 0:
   * 25. */
  double warmUp;
  /* Samples are taken until their times add up to this, in milliseconds,
   * within the bounds on their number; 0: 100. */
  double duration;
  /* 0: 10 and 10,000, or the other bound if it is beyond this default. */
  unsigned minSamples, maxSamples;
  /* Keeps the contents of the L2 cache. By default they are replaced before
   * each sample, which does not count in its time. */
  bool warmL2;
} TileBenchmarkOptions;

/* The defaults as numbers: 25 ms, 100 ms, 10 to 10,000 samples, cold. */
MLIR_CAPI_EXPORTED TileBenchmarkOptions tileBenchmarkOptionsGetDefault(void);

/* Milliseconds per launch; on the simulator, the host's time. */
typedef struct TileBenchmarkResult {
  double median, mean, min, max, p10, p90, p99;
  unsigned numSamples;
} TileBenchmarkResult;

/* Measures checked launches on the default stream. `options` may be null. */
MLIR_CAPI_EXPORTED TileStatus tileKernelBenchmark(
    TileKernel kernel, TileGrid grid, const TileArgument *arguments,
    size_t numArguments, const TileBenchmarkOptions *options,
    TileBenchmarkResult *result);
/* Measures the work that a callback adds to the default stream, such as a copy
 * to compare with. If the callback returns another status than success, the
 * measurement ends with this status. */
typedef TileStatus (*TileBenchmarkStep)(void *userData);
MLIR_CAPI_EXPORTED TileStatus tileDeviceBenchmark(
    TileDevice device, TileBenchmarkStep step, void *userData,
    const TileBenchmarkOptions *options, TileBenchmarkResult *result);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_RUNTIME_H */
