/*===- runtime-launch.c - Modules, kernels and launches ----------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* On the simulator, and on a CUDA driver that simulates its GPUs.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t sim
// RUN: env LD_LIBRARY_PATH=%build/lib/sim %t cuda:0

#include "Check.h"

#include "tile-c/Runtime.h"

static bool isSim;
static const TileStream noStream = {NULL};
static TileDevice device;

/* Compiles one kernel, with an option or none, and loads it. */
static TileModule load(const char *source, const char *option,
                       const char *value) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  TileModule module = {NULL};
  if (option)
    EXPECT_OK(
        tileCompilerOptionsSet(options, tileString(option), tileString(value)));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString("test.mlir"), TileStagePTX, NULL,
                                    &image));
  EXPECT_OK(tileModuleLoad(device, image, &module));
  EXPECT(!tileModuleIsNull(module));
  /* A module needs nothing of what it came from. */
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  return module;
}

static TileKernel getKernel(TileModule module, const char *name) {
  TileKernel kernel = {NULL};
  EXPECT_OK(tileModuleGetKernel(module, tileString(name), &kernel));
  EXPECT(!tileKernelIsNull(kernel));
  return kernel;
}

static TileDeviceAddress allocate(uint64_t bytes) {
  TileDeviceAddress address;
  unsigned char zero = 0;
  EXPECT_OK(tileDeviceAllocate(device, bytes, &address));
  EXPECT_OK(tileDeviceFill(device, address, &zero, 1, bytes, noStream));
  return address;
}

static uint64_t readBits(TileDeviceAddress address) {
  uint64_t bits;
  EXPECT_OK(tileDeviceCopyToHost(device, &bits, address, 8, noStream));
  return bits;
}

/* A value of each type, and a pointer to where the kernel leaves it. */
static const char allTypes[] =
    "tile.func public @all(%p0: !tile.ptr<i32>, %v0: i1,\n"
    "    %p1: !tile.ptr<i8>, %v1: i8, %p2: !tile.ptr<i16>, %v2: i16,\n"
    "    %p3: !tile.ptr<i32>, %v3: i32, %p4: !tile.ptr<i64>, %v4: i64,\n"
    "    %p5: !tile.ptr<f16>, %v5: f16, %p6: !tile.ptr<bf16>, %v6: bf16,\n"
    "    %p7: !tile.ptr<f32>, %v7: f32, %p8: !tile.ptr<f64>, %v8: f64,\n"
    "    %p9: !tile.ptr<f8E4M3FN>, %v9: f8E4M3FN,\n"
    "    %p10: !tile.ptr<f8E5M2>, %v10: f8E5M2) {\n"
    "  %w0 = arith.extui %v0 : i1 to i32\n"
    "  tile.store %p0, %w0 : !tile.ptr<i32>\n"
    "  tile.store %p1, %v1 : !tile.ptr<i8>\n"
    "  tile.store %p2, %v2 : !tile.ptr<i16>\n"
    "  tile.store %p3, %v3 : !tile.ptr<i32>\n"
    "  tile.store %p4, %v4 : !tile.ptr<i64>\n"
    "  tile.store %p5, %v5 : !tile.ptr<f16>\n"
    "  tile.store %p6, %v6 : !tile.ptr<bf16>\n"
    "  tile.store %p7, %v7 : !tile.ptr<f32>\n"
    "  tile.store %p8, %v8 : !tile.ptr<f64>\n"
    "  tile.store %p9, %v9 : !tile.ptr<f8E4M3FN>\n"
    "  tile.store %p10, %v10 : !tile.ptr<f8E5M2>\n"
    "  tile.return\n"
    "}\n";

static void testTypes(void) {
  TileModule module = load(allTypes, NULL, NULL);
  TileKernel kernel = getKernel(module, "");
  enum { kTypes = 11, kArguments = 2 * kTypes };
  TileDeviceAddress memory = allocate(16 * kTypes);
  /* What memory has afterwards: 2.5 is 0x4100 in binary16; 0x4020 are the upper
   * bytes of a binary32 2.5; 0x40200000 and 0x4004000000000000 in binary32 and
   * binary64. */
  TileArgument values[kTypes] = {
      tileArgumentI1(true),
      tileArgumentI8(-3),
      tileArgumentI16(-300),
      tileArgumentI32(-70000),
      tileArgumentI64(-5000000000),
      tileArgumentF16(2.5),
      tileArgumentBF16(2.5),
      tileArgumentF32(2.5f),
      tileArgumentF64(2.5),
      tileArgumentBits(TileArgumentTypeF8E4M3FN, 0x4a),
      tileArgumentBits(TileArgumentTypeF8E5M2, 0xc5)};
  static const uint64_t expected[kTypes] = {
      1,      0xfd,   0xfed4,     0xfffeee90,         0xfffffffed5fa0e00,
      0x4100, 0x4020, 0x40200000, 0x4004000000000000, 0x4a,
      0xc5};
  TileArgument arguments[kArguments];
  void *parameters[kArguments];
  for (int i = 0; i < kTypes; ++i) {
    arguments[2 * i] = tileArgumentPointer(memory + 16 * (uint64_t)i);
    arguments[2 * i + 1] = values[i];
  }
  for (int i = 0; i < kArguments; ++i)
    parameters[i] = &arguments[i].value;
  EXPECT_OK(tileKernelCheckArguments(kernel, arguments, kArguments));
  for (int raw = 0; raw < 2; ++raw) {
    unsigned char zero = 0;
    EXPECT_OK(tileDeviceFill(device, memory, &zero, 1, 16 * kTypes, noStream));
    EXPECT_OK(raw ? tileKernelLaunchRaw(kernel, tileGrid(1, 1, 1), parameters,
                                        noStream)
                  : tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments,
                                     kArguments, noStream));
    EXPECT_OK(tileDeviceSynchronize(device));
    for (int i = 0; i < kTypes; ++i) {
      EXPECT(readBits(memory + 16 * (uint64_t)i) == expected[i]);
      EXPECT(readBits(memory + 16 * (uint64_t)i + 8) == 0);
    }
  }
  /* A field for later versions is 0. */
  arguments[7].reserved = 0x20;
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected 0 in the field 'reserved' for argument 7 'v3' of "
               "kernel 'all', found 0x20",
               tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments,
                                kArguments, noStream));
  arguments[7].reserved = 0;
  /* Each wrong type is refused, by its name. */
  static const char *const names[kTypes] = {"i1",  "i8",       "i16",   "i32",
                                            "i64", "f16",      "bf16",  "f32",
                                            "f64", "f8E4M3FN", "f8E5M2"};
  for (int i = 0; i < kTypes; ++i)
    for (int k = 0; k < kTypes; ++k) {
      char message[128];
      snprintf(message, sizeof(message),
               "expected %s for argument %d 'v%d' of kernel 'all', found %s",
               names[i], 2 * i + 1, i, names[k]);
      arguments[2 * i + 1] = values[k];
      if (i == k)
        EXPECT_OK(tileKernelCheckArguments(kernel, arguments, kArguments));
      else
        EXPECT_ERROR(TileStatusInvalidArgument, message,
                     tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments,
                                      kArguments, noStream));
      arguments[2 * i + 1] = values[i];
    }
  EXPECT_OK(tileDeviceFree(device, memory));
  tileModuleDestroy(module);
}

/* CTA i writes its number and its grid's size to element i. */
static const char gridSource[] =
    "tile.func public @place(%p: !tile.ptr<i32> {tile.divisibility = 16 : "
    "i32},\n"
    "    %n: i32 {tile.divisibility = 8 : i32}) {\n"
    "  %x = tile.get_program_id x : i32\n"
    "  %y = tile.get_program_id y : i32\n"
    "  %z = tile.get_program_id z : i32\n"
    "  %w = tile.get_num_programs x : i32\n"
    "  %h = tile.get_num_programs y : i32\n"
    "  %a = arith.muli %z, %h : i32\n"
    "  %b = arith.addi %a, %y : i32\n"
    "  %c = arith.muli %b, %w : i32\n"
    "  %i = arith.addi %c, %x : i32\n"
    "  %q = tile.addptr %p, %i : !tile.ptr<i32>, i32\n"
    "  %v = arith.addi %i, %n : i32\n"
    "  tile.store %q, %v : !tile.ptr<i32>\n"
    "  tile.return\n"
    "}\n";

/* Sizes of more than 32 bits are refused, not cut off. */
static void testLargeSizes(TileKernel kernel, TileDeviceAddress memory) {
  TileArgument arguments[] = {tileArgumentPointer(memory), tileArgumentI32(0)};
  /* 2^32 CTAs, and a tile of nothing. */
  static const uint64_t tiles[] = {1024, 0};
  for (int i = 0; i < 2; ++i) {
    uint32_t count = tileCeilDiv((uint64_t)1 << 42, tiles[i]);
    EXPECT(count == UINT32_MAX);
    EXPECT_ERROR(TileStatusInvalidArgument,
                 "expected a grid of at most 2147483647 x 65535 x 65535 CTAs "
                 "for kernel 'place', found 4294967295 x 1 x 1",
                 tileKernelLaunch(kernel, tileGrid(count, 1, 1), arguments, 2,
                                  noStream));
  }
  EXPECT(tileCeilDiv(0, 0) == UINT32_MAX);
  EXPECT(tileCeilDiv(UINT64_MAX, 1) == UINT32_MAX);
  uint64_t large = (uint64_t)3 << 32;
  TileGrid grids[] = {tileGrid(large, 1, 1), tileGrid(1, large, 1),
                      tileGrid(1, 1, large)};
  for (int i = 0; i < 3; ++i)
    EXPECT_ERROR(TileStatusInvalidArgument, "expected a grid of at most",
                 tileKernelLaunch(kernel, grids[i], arguments, 2, noStream));
  arguments[1] = tileArgumentI32((int64_t)1 << 40);
  EXPECT_ERROR(
      TileStatusInvalidArgument,
      "expected a value that fits i32 for argument 1 'n' of kernel "
      "'place', found 1099511627776",
      tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments, 2, noStream));
  EXPECT_ERROR(
      TileStatusInvalidArgument,
      "bytes of dynamic shared memory for kernel 'place', found 4294967296",
      tileKernelSetDynamicSharedMemory(kernel, (uint64_t)1 << 32));
}

static void testGrid(void) {
  TileModule module = load(gridSource, NULL, NULL);
  TileKernel kernel = getKernel(module, "place");
  int32_t out[61];
  TileDeviceAddress memory = allocate(sizeof(out));
  TileArgument arguments[] = {tileArgumentPointer(memory),
                              tileArgumentI32(1000)};
  TileStream stream;
  EXPECT_OK(tileStreamCreate(device, &stream));
  EXPECT_OK(tileKernelLaunch(kernel, tileGrid(5, 4, 3), arguments, 2, stream));
  EXPECT_OK(tileStreamSynchronize(stream));
  EXPECT_OK(tileDeviceCopyToHost(device, out, memory, sizeof(out), noStream));
  for (int i = 0; i < 61; ++i)
    EXPECT(out[i] == (i < 60 ? 1000 + i : 0));
  /* A grid with a 0 launches nothing, but what is wrong is still said. */
  arguments[1] = tileArgumentI32(2000);
  EXPECT_OK(tileKernelLaunch(kernel, tileGrid(0, 4, 3), arguments, 2, stream));
  EXPECT_OK(tileKernelLaunch(kernel, tileGrid(5, 0, 3), arguments, 2, stream));
  EXPECT_OK(
      tileKernelLaunch(kernel, tileGrid(5, 4, 0), arguments, 2, noStream));
  EXPECT_OK(tileStreamSynchronize(stream));
  EXPECT_OK(tileDeviceCopyToHost(device, out, memory, sizeof(out), noStream));
  EXPECT(out[0] == 1000);
  EXPECT_ERROR(
      TileStatusInvalidArgument,
      "expected a grid of at most 2147483647 x 65535 x 65535 CTAs for "
      "kernel 'place', found 1 x 65536 x 1",
      tileKernelLaunch(kernel, tileGrid(1, 65536, 1), arguments, 2, noStream));
  EXPECT(tileKernelLaunch(kernel, tileGrid(0x80000000u, 1, 1), arguments, 2,
                          noStream) == TileStatusInvalidArgument);
  EXPECT(tileCeilDiv(0, 1024) == 0 && tileCeilDiv(1, 1024) == 1);
  EXPECT(tileCeilDiv(1024, 1024) == 1 && tileCeilDiv(1025, 1024) == 2);
  EXPECT(tileCeilDiv((uint64_t)UINT32_MAX << 10, 1024) == UINT32_MAX);
  testLargeSizes(kernel, memory);

  /* Refusals. */
  EXPECT_ERROR(
      TileStatusInvalidArgument,
      "expected 2 arguments for kernel 'place', found 1",
      tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments, 1, stream));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected a pointer for 'arguments'",
               tileKernelLaunch(kernel, tileGrid(1, 1, 1), NULL, 2, stream));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected a pointer for 'parameters'",
               tileKernelLaunchRaw(kernel, tileGrid(1, 1, 1), NULL, stream));
  arguments[1] = tileArgumentI32(-12);
  EXPECT_ERROR(TileStatusAssumptionViolated,
               "argument 1 'n' of kernel 'place': expected a multiple of 8, as "
               "its code relies on it, found -12; compile with --assume=n:1 "
               "to allow any value, or use a specializer "
               "(tileSpecializerCreate)",
               tileKernelCheckArguments(kernel, arguments, 2));
  arguments[1] = tileArgumentI32(-16);
  arguments[0] = tileArgumentPointer(0xabc8);
  EXPECT_ERROR(
      TileStatusAssumptionViolated,
      "argument 0 'p' of kernel 'place': expected a multiple of 16, as its "
      "code relies on it, found 0xabc8",
      tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments, 2, noStream));
  tileStreamDestroy(stream);
  EXPECT_ERROR(
      TileStatusInvalidHandle, "expected a TileStream",
      tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments, 2, stream));
  EXPECT_OK(tileDeviceFree(device, memory));
  tileModuleDestroy(module);
  EXPECT_ERROR(TileStatusInvalidHandle, "expected a TileKernel, found a handle",
               tileKernelCheckArguments(kernel, arguments, 2));
}

/* Assumptions of the options: a fixed value, and one that is withdrawn. */
static void testAssumptions(void) {
  TileModule module = load(gridSource, "assume", "n=-24,0:1");
  TileKernel kernel = getKernel(module, "place");
  TileArgumentInfo info;
  EXPECT_OK(tileKernelGetArgument(kernel, 0, &info));
  EXPECT(equals(info.name, "p") && info.isPointer && info.divisibility == 1);
  EXPECT_OK(tileKernelGetArgument(kernel, 1, &info));
  EXPECT(equals(info.type, "i32") && info.hasFixedValue);
  EXPECT(info.fixedValue == -24);
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected an argument's number below 2, found 2",
               tileKernelGetArgument(kernel, 2, &info));
  TileKernelInfo kernelInfo;
  EXPECT_OK(tileKernelGetInfo(kernel, &kernelInfo));
  EXPECT(equals(kernelInfo.symbol, "place") && kernelInfo.numArguments == 2);
  EXPECT(kernelInfo.numWarps == 4 && kernelInfo.numThreads == 128);
  EXPECT((tileKernelGetCUDA(kernel) == NULL) == isSim);

  TileDeviceAddress memory = allocate(64);
  TileArgument arguments[] = {tileArgumentPointer(memory + 4),
                              tileArgumentI32(-24)};
  EXPECT_OK(
      tileKernelLaunch(kernel, tileGrid(2, 1, 1), arguments, 2, noStream));
  EXPECT(readBits(memory) == (uint64_t)0xffffffe8u << 32);
  EXPECT(readBits(memory + 8) == 0xffffffe9u);
  arguments[1] = tileArgumentI32(24);
  EXPECT_ERROR(
      TileStatusAssumptionViolated,
      "argument 1 'n' of kernel 'place': expected -24, the one value "
      "its code is for, found 24; compile without --assume=n=-24",
      tileKernelLaunch(kernel, tileGrid(2, 1, 1), arguments, 2, noStream));
  /* Bits above the type's do not count. */
  arguments[1] = tileArgumentBits(TileArgumentTypeI32, 0xffffffe8u);
  EXPECT_OK(tileKernelCheckArguments(kernel, arguments, 2));

  EXPECT_OK(tileKernelSetDynamicSharedMemory(kernel, 1024));
  EXPECT_OK(
      tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments, 2, noStream));
  EXPECT_OK(tileKernelSetDynamicSharedMemory(kernel, 0));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "bytes of dynamic shared memory for kernel 'place', found "
               "1000000",
               tileKernelSetDynamicSharedMemory(kernel, 1000000));
  EXPECT_OK(tileDeviceFree(device, memory));
  tileModuleDestroy(module);
}

static void testModules(void) {
  static const char two[] = "tile.func public @one() {\n  tile.return\n}\n"
                            "tile.func public @\"two !\"() {\n"
                            "  tile.return\n}\n";
  TileModule module = load(two, NULL, NULL);
  TileKernel one = getKernel(module, "one"),
             second = getKernel(module, "two !"), kernel = {NULL};
  EXPECT(one.ptr != second.ptr && getKernel(module, "one").ptr == one.ptr);
  TileKernelInfo info;
  EXPECT_OK(tileKernelGetInfo(second, &info));
  /* The name in PTX finds it, too. */
  EXPECT(!equals(info.name, "two !"));
  EXPECT_OK(tileModuleGetKernel(module, info.name, &kernel));
  EXPECT(kernel.ptr == second.ptr);
  EXPECT_OK(tileKernelLaunch(second, tileGrid(1, 1, 1), NULL, 0, noStream));
  EXPECT_ERROR(TileStatusNotFound,
               "expected one of the kernels 'one', 'two !', found 'three'",
               tileModuleGetKernel(module, tileString("three"), &kernel));
  EXPECT(tileModuleGetKernel(module, tileString(""), &kernel) ==
         TileStatusInvalidArgument);
  EXPECT(lastErrorHas("'one', 'two !'"));
  tileModuleDestroy(module);
  tileModuleDestroy(module);
  EXPECT_ERROR(TileStatusInvalidHandle, "expected a TileModule",
               tileModuleGetKernel(module, tileString("one"), &kernel));
  EXPECT(tileKernelGetCUDA(second) == NULL);

  /* Images without code, and for other GPUs. */
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  EXPECT_OK(tileCompilerOptionsSetTarget(options, tileString("sm_100a")));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(two), tileString(""),
                                    TileStageLLVMIR, NULL, &image));
  EXPECT(tileModuleLoad(device, image, &module) == TileStatusUnsupported);
  tileKernelImageDestroy(image);
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(two), tileString(""),
                                    TileStagePTX, NULL, &image));
  if (isSim) {
    /* It runs code for any target. */
    EXPECT_OK(tileModuleLoad(device, image, &module));
    tileModuleDestroy(module);
  } else {
    EXPECT_ERROR(TileStatusUnsupported, "the image has PTX for sm_100a",
                 tileModuleLoad(device, image, &module));
    EXPECT(lastErrorHas("cannot run; compile for sm_90a"));
  }
  tileKernelImageDestroy(image);
  EXPECT_ERROR(TileStatusInvalidHandle, "expected a TileKernelImage",
               tileModuleLoad(device, image, &module));
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
}

/* A kernel that writes where nothing is. */
static void testFault(void) {
  static const char source[] = "tile.func public @fault(%p: !tile.ptr<i32>) {\n"
                               "  %v = arith.constant 1 : i32\n"
                               "  tile.store %p, %v : !tile.ptr<i32>\n"
                               "  tile.return\n}\n";
  TileModule module = load(source, "line-info", "true");
  TileKernel kernel = getKernel(module, "fault");
  TileDeviceAddress memory = allocate(8);
  TileArgument argument = tileArgumentPointer(memory + 8);
  TileStatus status =
      tileKernelLaunch(kernel, tileGrid(1, 1, 1), &argument, 1, noStream);
  if (isSim) {
    EXPECT(status == TileStatusLaunchFailed);
    EXPECT(lastErrorHas("kernel 'fault' failed on the simulator"));
    EXPECT(lastErrorHas("out-of-bounds: a store of 4 bytes"));
    EXPECT(lastErrorHas("test.mlir:3:3") && !lastErrorHas("--line-info"));
    /* Without the line it says how to get it. */
    TileModule other = load(source, "line-info", "false");
    EXPECT_ERROR(TileStatusLaunchFailed,
                 "compile with --line-info (in C: "
                 "tileCompilerOptionsSetLineInfo)",
                 tileKernelLaunch(getKernel(other, "fault"), tileGrid(1, 1, 1),
                                  &argument, 1, noStream));
    EXPECT(!lastErrorHas("test.mlir:3:3"));
    tileModuleDestroy(other);
    EXPECT(readBits(memory) == 0);
    /* And the simulator goes on. */
    argument = tileArgumentPointer(memory + 4);
    EXPECT_OK(
        tileKernelLaunch(kernel, tileGrid(1, 1, 1), &argument, 1, noStream));
    EXPECT(readBits(memory) == (uint64_t)1 << 32);
    /* A limit on steps, which this kernel is beyond. */
    TileSimulatorSettings settings = {0};
    settings.threads = 1;
    settings.stepLimit = 2;
    EXPECT_OK(tileDeviceSetSimulatorSettings(device, &settings));
    EXPECT_ERROR(
        TileStatusLaunchFailed, "step-limit",
        tileKernelLaunch(kernel, tileGrid(1, 1, 1), &argument, 1, noStream));
    settings.stepLimit = 0;
    EXPECT_OK(tileDeviceSetSimulatorSettings(device, &settings));
    EXPECT_OK(tileDeviceFree(device, memory));
  } else {
    /* At the latest at a call that waits; the context is then of no use. */
    if (status == TileStatusSuccess)
      status = tileDeviceSynchronize(device);
    EXPECT(status == TileStatusLaunchFailed);
    EXPECT(lastErrorHas("'fault'"));
  }
  tileModuleDestroy(module);
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  isSim = strcmp(argv[1], "sim") == 0;
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  testTypes();
  testGrid();
  testAssumptions();
  testModules();
  testFault();
  tileDeviceDestroy(device);
  return 0;
}
