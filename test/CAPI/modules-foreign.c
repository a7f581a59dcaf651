/*===- modules-foreign.c - Code of other compilers ---------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Foreign PTX is loaded and linked with other PTX and with an image: variables,
|* functions of other parts, names that two parts have, what kernels take, and
|* what is refused. On the simulator, and through the CUDA driver's functions.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t sim
// RUN: env LD_LIBRARY_PATH=%build/lib/sim %t cuda:0
// RUN: %if cuda %{ %t cuda:0 %}

#include "Inputs/CompileOnce.h"
#include "tile-c/Launches.h"
#include "tile-c/Modules.h"

static const char main_part[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".extern .func (.param .b32 r) twice (.param .b32 x);\n"
    ".extern .global .align 4 .u32 offset;\n"
    ".global .align 4 .u32 local = 5;\n"
    ".visible .entry apply(.param .u64 out, .param .u32 x) {\n"
    "  .reg .b32 %r<6>; .reg .b64 %rd<3>;\n"
    "  ld.param.u64 %rd1, [out]; ld.param.u32 %r1, [x];\n"
    "  cvta.to.global.u64 %rd1, %rd1;\n"
    "  { .param .b32 a; .param .b32 b;\n"
    "    st.param.b32 [a], %r1;\n"
    "    call.uni (b), twice, (a);\n"
    "    ld.param.b32 %r2, [b]; }\n"
    "  ld.global.u32 %r3, [offset]; ld.global.u32 %r4, [local];\n"
    "  add.u32 %r2, %r2, %r3; add.u32 %r2, %r2, %r4;\n"
    "  st.global.u32 [%rd1], %r2; ret; }\n";
static const char helper_part[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .global .align 4 .u32 offset = 100;\n"
    ".global .align 4 .u32 local = 1000;\n"
    ".visible .func (.param .b32 r) twice (.param .b32 x) {\n"
    "  .reg .b32 %r<4>;\n"
    "  ld.param.b32 %r1, [x]; ld.global.u32 %r2, [local];\n"
    "  add.u32 %r1, %r1, %r1; add.u32 %r1, %r1, %r2;\n"
    "  st.param.b32 [r], %r1; ret; }\n";
static const char sized[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry sized(.param .u64 out) .reqntid 32 {\n"
    "  .reg .b32 %r<3>; .reg .b64 %rd<4>;\n"
    "  ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd1, %rd1;\n"
    "  mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;\n"
    "  add.u64 %rd1, %rd1, %rd2; st.global.u32 [%rd1], %r1; ret; }\n";

static TileLinkInput part(const char *name, const char *text) {
  TileLinkInput input = {0};
  input.name = tileString(name);
  input.code = tileString(text);
  return input;
}

static uint32_t readWord(TileDevice device, TileDeviceAddress address) {
  TileStream none = {NULL};
  uint32_t word = 0;
  EXPECT_OK(tileDeviceCopyToHost(device, &word, address, sizeof word, none));
  return word;
}

static void countNames(MlirStringRef name, void *userData) {
  EXPECT(name.length > 0);
  ++*(unsigned *)userData;
}

static void checkLinking(TileDevice device, TileDeviceAddress out) {
  TileStream none = {NULL};
  TileModule module;
  TileKernel kernel;
  TileKernelInfo info;
  TileLinkInput parts[3];
  parts[0] = part("main.ptx", main_part);
  parts[1] = part("helper.ptx", helper_part);
  EXPECT_OK(tileModuleLink(device, parts, 2, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString(""), &kernel));
  EXPECT_OK(tileKernelGetInfo(kernel, &info));
  EXPECT(equals(info.name, "apply") && info.numArguments == 2);

  TileArgument arguments[2] = {tileArgumentPointer(out), tileArgumentI32(21)};
  TileGrid grid = tileGrid(1, 1, 1);
  EXPECT_ERROR(TileStatusInvalidArgument, "expected the threads of a CTA",
               tileKernelLaunch(kernel, grid, arguments, 2, none));
  TileLaunchOptions options = {0};
  options.block = grid;
  /* The two variables 'local' are two. */
  EXPECT_OK(tileKernelLaunchWith(kernel, grid, &options, arguments, 2, none));
  EXPECT(readWord(device, out) == 2 * 21 + 1000 + 100 + 5);

  TileDeviceAddress offset;
  uint64_t bytes = 0;
  EXPECT_OK(tileModuleGetGlobal(module, tileString("offset"), &offset, &bytes));
  EXPECT(bytes == 4 && readWord(device, offset) == 100);
  uint32_t changed = 7;
  EXPECT_OK(tileDeviceCopyToDevice(device, offset, &changed, 4, none));
  EXPECT_OK(tileKernelLaunchWith(kernel, grid, &options, arguments, 2, none));
  EXPECT(readWord(device, out) == 2 * 21 + 1000 + 7 + 5);
  EXPECT_ERROR(
      TileStatusNotFound, "found 'nothing'",
      tileModuleGetGlobal(module, tileString("nothing"), &offset, &bytes));

  /* Any type of four bytes, and no other. */
  arguments[1] = tileArgumentF32(0);
  EXPECT_OK(tileKernelCheckArguments(kernel, arguments, 2));
  arguments[1] = tileArgumentI64(1);
  EXPECT_ERROR(TileStatusInvalidArgument, "expected a value of 4 bytes",
               tileKernelCheckArguments(kernel, arguments, 2));
  tileModuleDestroy(module);

  EXPECT_ERROR(TileStatusCompileFailed, "expected a definition of 'twice'",
               tileModuleLink(device, parts, 1, &module));
  parts[2] = part("again.ptx", helper_part);
  EXPECT_ERROR(TileStatusCompileFailed, "expected one definition of 'offset'",
               tileModuleLink(device, parts, 3, &module));
}

static void checkImages(TileDevice device, TileDeviceAddress out) {
  TileStream none = {NULL};
  TileCache off = {NULL};
  TileCompiler compiler = makeCompiler(off, NULL, NULL);
  TileKernelImage image;
  TileLinkInput parts[3] = {0};
  TileModule module;
  TileKernel kernel;
  unsigned count = 0;
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(tinySource),
                                    tileString("tiny.mlir"), TileStagePTX, NULL,
                                    &image));
  parts[0].image = image;
  parts[1] = part("main.ptx", main_part);
  parts[2] = part("helper.ptx", helper_part);
  EXPECT_OK(tileModuleLink(device, parts, 3, &module));
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  EXPECT_OK(tileModuleForEachKernel(module, countNames, &count));
  EXPECT(count == 2);
  /* What the compiler knows of its kernel is still known. */
  EXPECT_OK(tileModuleGetKernel(module, tileString("tiny"), &kernel));
  TileArgument arguments[2] = {tileArgumentPointer(out), tileArgumentI32(9)};
  EXPECT_OK(tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments, 2, none));
  EXPECT(readWord(device, out) == 9);
  tileModuleDestroy(module);
}

static void checkUsage(TileDevice device, TileDeviceAddress out) {
  TileStream none = {NULL};
  TileModule module;
  TileKernel kernel;
  TileKernelUsage usage = {0};
  unsigned ctas = 0, clusters = 0;
  EXPECT_OK(
      tileModuleLoadCode(device, tileString(sized), TileCodeKindPTX, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString("sized"), &kernel));
  TileArgument arguments[1] = {tileArgumentPointer(out)};
  EXPECT_OK(tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments, 1, none));
  EXPECT(readWord(device, out + 4 * 31) == 31);
  EXPECT_OK(tileKernelGetUsage(kernel, &usage));
  /* CUDA's driver does not look at .reqntid. */
  EXPECT(usage.ptxTarget == 80 &&
         usage.maxThreads == (usage.isKnown ? 1024 : 32) &&
         usage.sharedMemory == 0);
  EXPECT(!usage.isKnown || (usage.registers > 0 && usage.binaryTarget > 0));
  /* A multiprocessor has room for 32 CTAs; with 100 KiB each, for two. */
  EXPECT_OK(tileKernelGetOccupancy(kernel, 32, 0, &ctas));
  EXPECT(ctas == 32);
  EXPECT_OK(tileKernelGetOccupancy(kernel, 32, 100 << 10, &ctas));
  EXPECT(usage.isKnown || ctas == 2);
  EXPECT_ERROR(TileStatusInvalidArgument, "expected 1 to 1024 threads",
               tileKernelGetOccupancy(kernel, 0, 0, &ctas));
  TileLaunchOptions options = {0};
  options.cluster = tileGrid(4, 1, 1);
  EXPECT_OK(tileKernelGetClusterOccupancy(kernel, &options, &clusters));
  EXPECT(clusters > 0 && clusters <= 132 * 32 / 4);
  options.cluster = tileGrid(32, 1, 1);
  EXPECT_ERROR(TileStatusInvalidArgument, "expected a cluster of 1 to 16",
               tileKernelGetClusterOccupancy(kernel, &options, &clusters));
  tileModuleDestroy(module);
}

static void checkRefusals(TileDevice device) {
  TileModule module;
  char elf[64] = "\x7f"
                 "ELF\x02\x01\x01";
  elf[18] = (char)190;
  EXPECT_ERROR(TileStatusCorruptData, "bytes of something else",
               tileModuleLoadCode(device, tileString("hello"), TileCodeKindAuto,
                                  &module));
  EXPECT_ERROR(TileStatusCorruptData, "expected a cubin as input 0",
               tileModuleLoadCode(device, tileString(sized), TileCodeKindCubin,
                                  &module));
  elf[40] = 100;
  elf[58] = 64;
  elf[60] = 3;
  EXPECT_ERROR(TileStatusCorruptData, "whose headers say more",
               tileModuleLoadCode(device, mlirStringRefCreate(elf, 64),
                                  TileCodeKindAuto, &module));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected a part to link",
               tileModuleLink(device, NULL, 0, &module));
  EXPECT_ERROR(TileStatusCompileFailed, "",
               tileModuleLoadCode(device,
                                  tileString(".version 8.0\n.target sm_80\n"
                                             ".visible .entry k() { nope; }"),
                                  TileCodeKindPTX, &module));
}

int main(int argc, char **argv) {
  TileDevice device;
  TileDeviceAddress out;
  EXPECT(argc == 2);
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  EXPECT_OK(tileDeviceAllocate(device, 4096, &out));
  checkLinking(device, out);
  checkImages(device, out);
  checkUsage(device, out);
  checkRefusals(device);
  EXPECT_OK(tileDeviceFree(device, out));
  tileDeviceDestroy(device);
  return 0;
}
