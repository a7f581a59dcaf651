/*===- modules-fatbin.c - Fat binaries of other compilers --------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Of a fat binary the simulator takes the PTX, as a driver does that finds no
|* machine code for its GPU: plain or compressed, the newest that fits. Prints
|* what it finds in each file; modules-fatbin.test runs it.
|*
|*   modules-fatbin DEVICE FILE...
|*
\*===----------------------------------------------------------------------===*/

#include "Check.h"

#include "tile-c/Launches.h"
#include "tile-c/Modules.h"

static const TileStream noStream = {NULL};

/* A part that links with each: it has a variable. */
static const char other[] = ".version 8.0\n.target sm_80\n.address_size 64\n"
                            ".visible .global .align 4 .u32 offset = 7;\n";

static void count(MlirStringRef name, void *userData) {
  EXPECT(strcmp(name.data, "scale") == 0);
  ++*(int *)userData;
}

/* Multiplies 32 words by 3, if the module does. */
static bool isRight(TileDevice device, TileModule module) {
  uint32_t words[32];
  TileKernel kernel;
  TileDeviceAddress at;
  TileLaunchOptions options = {0};
  options.block = tileGrid(32, 1, 1);
  for (uint32_t i = 0; i < 32; ++i)
    words[i] = i;
  EXPECT_OK(tileModuleGetKernel(module, tileString("scale"), &kernel));
  EXPECT_OK(tileDeviceAllocate(device, sizeof words, &at));
  EXPECT_OK(tileDeviceCopyToDevice(device, at, words, sizeof words, noStream));
  TileArgument arguments[] = {tileArgumentPointer(at), tileArgumentI32(3)};
  EXPECT_OK(tileKernelLaunchWith(kernel, tileGrid(1, 1, 1), &options, arguments,
                                 2, noStream));
  EXPECT_OK(tileDeviceCopyToHost(device, words, at, sizeof words, noStream));
  EXPECT_OK(tileDeviceFree(device, at));
  for (uint32_t i = 0; i < 32; ++i)
    if (words[i] != 3 * i)
      return false;
  return true;
}

/* Of the exact size, so that a sanitizer sees a read behind it. */
static MlirStringRef readFile(const char *path) {
  FILE *file = fopen(path, "rb");
  EXPECT(file && fseek(file, 0, SEEK_END) == 0);
  long size = ftell(file);
  EXPECT(size > 0);
  rewind(file);
  char *bytes = malloc((size_t)size);
  EXPECT(bytes && fread(bytes, (size_t)size, 1, file) == 1);
  fclose(file);
  return mlirStringRefCreate(bytes, (size_t)size);
}

/* What linking the code with another part gives. */
static void linkCode(TileDevice device, MlirStringRef code) {
  TileModule module;
  TileLinkInput parts[2] = {0};
  TileDeviceAddress offset;
  uint64_t bytes;
  parts[0].code = code;
  parts[0].kind = TileCodeKindFatbin;
  parts[1].code = tileString(other);
  EXPECT_OK(tileModuleLink(device, parts, 2, &module));
  EXPECT_OK(tileModuleGetGlobal(module, tileString("offset"), &offset, &bytes));
  printf(", linked: %s", isRight(device, module) ? "right" : "WRONG");
  tileModuleDestroy(module);
}

static void load(TileDevice device, const char *name, MlirStringRef code) {
  TileModule module;
  TileDeviceInfo info;
  int kernels = 0;
  TileStatus status =
      tileModuleLoadCode(device, code, TileCodeKindAuto, &module);
  if (status != TileStatusSuccess) {
    printf("%s: %s: %s\n", name, tileStatusGetName(status).data,
           tileGetLastErrorMessage().data);
    return;
  }
  EXPECT_OK(tileModuleForEachKernel(module, count, &kernels));
  printf("%s: %d kernel, %s", name, kernels,
         isRight(device, module) ? "right" : "WRONG");
  tileModuleDestroy(module);
  EXPECT_OK(tileDeviceGetInfo(device, &info));
  /* A GPU links the machine code in it only if that was made to be linked. */
  if (info.isSimulator)
    linkCode(device, code);
  printf("\n");
}

int main(int argc, char **argv) {
  TileDevice device;
  EXPECT(argc > 2);
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  for (int i = 2; i < argc; ++i) {
    MlirStringRef code = readFile(argv[i]);
    load(device, argv[i], code);
    free((void *)code.data);
  }
  tileDeviceDestroy(device);
  return 0;
}
