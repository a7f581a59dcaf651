/*===- dynamic-shared.c - Shared memory that launches give -------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* On the simulator, and on a CUDA driver that simulates its GPUs.
|*
\*===----------------------------------------------------------------------===*/
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: cd %t && env TILEWRIGHT_CACHE_DIR=%t/one ./test sim
// RUN: cd %t && env LD_LIBRARY_PATH=%build/lib/sim TILEWRIGHT_CACHE_DIR=%t/two
// ./test cuda:0

#include "Check.h"

#include "tile-c/Runtime.h"

enum { kNeeded = 65536, kThreads = 64 };

static TileDevice device;
static TileCompiler compiler;
static const TileStream noStream = {NULL};

/* Each thread writes its number to its word at the end of 64 KiB, then reads
 * that of the thread opposite; thread 0 leaves how many bytes there are behind
 * them. Pointers come as f64, about which a specializer assumes nothing. */
static const char source[] =
    "llvm.mlir.global external @__tile_dynamic_shared()\n"
    "    {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>\n"
    "llvm.func @\"mirror !\"(%bits: f64) attributes {nvvm.kernel,\n"
    "    nvvm.reqntid = array<i32: 64>,\n"
    "    tile.dynamic_shared_memory = 65536 : i64} {\n"
    "  %address = llvm.bitcast %bits : f64 to i64\n"
    "  %out = llvm.inttoptr %address : i64 to !llvm.ptr<1>\n"
    "  %shared = llvm.mlir.addressof @__tile_dynamic_shared : !llvm.ptr<3>\n"
    "  %first = llvm.mlir.constant(16320 : i32) : i32\n"
    "  %last = llvm.mlir.constant(63 : i32) : i32\n"
    "  %thread = nvvm.read.ptx.sreg.tid.x : i32\n"
    "  %mirrored = llvm.sub %last, %thread : i32\n"
    "  %i = llvm.add %first, %thread : i32\n"
    "  %k = llvm.add %first, %mirrored : i32\n"
    "  %to = llvm.getelementptr %shared[%i]\n"
    "      : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32\n"
    "  %from = llvm.getelementptr %shared[%k]\n"
    "      : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32\n"
    "  llvm.store %thread, %to : i32, !llvm.ptr<3>\n"
    "  nvvm.barrier0\n"
    "  %x = llvm.load %from : !llvm.ptr<3> -> i32\n"
    "  %result = llvm.getelementptr %out[%thread]\n"
    "      : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32\n"
    "  llvm.store %x, %result : i32, !llvm.ptr<1>\n"
    "  %size = llvm.inline_asm \"mov.u32 $0, %dynamic_smem_size;\", \"=r\" : "
    "() "
    "-> i32\n"
    "  %size_out = llvm.getelementptr %out[64]\n"
    "      : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32\n"
    "  %zero = llvm.mlir.constant(0 : i32) : i32\n"
    "  %is_first = llvm.icmp \"eq\" %thread, %zero : i32\n"
    "  llvm.cond_br %is_first, ^size, ^end\n"
    "^size:\n"
    "  llvm.store %size, %size_out : i32, !llvm.ptr<1>\n"
    "  llvm.br ^end\n"
    "^end:\n"
    "  llvm.return\n"
    "}\n"
    "tile.func public @other() {\n"
    "  tile.return\n"
    "}\n";

static TileKernelImage compile(void) {
  TileKernelImage image = {NULL};
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString("mirror.mlir"), TileStagePTX,
                                    NULL, &image));
  return image;
}

static TileArgument addressAsF64(TileDeviceAddress address) {
  return tileArgumentBits(TileArgumentTypeF64, address);
}

/* Zeroes memory for the results. */
static TileDeviceAddress allocate(void) {
  TileDeviceAddress out;
  unsigned char zero = 0;
  EXPECT_OK(tileDeviceAllocate(device, 4 * (kThreads + 1), &out));
  EXPECT_OK(
      tileDeviceFill(device, out, &zero, 1, 4 * (kThreads + 1), noStream));
  return out;
}

static void expectMirrored(TileDeviceAddress out, int bytes) {
  int results[kThreads + 1];
  EXPECT_OK(tileDeviceSynchronize(device));
  EXPECT_OK(
      tileDeviceCopyToHost(device, results, out, sizeof(results), noStream));
  for (int i = 0; i < kThreads; ++i)
    EXPECT(results[i] == kThreads - 1 - i);
  EXPECT(results[kThreads] == bytes);
  EXPECT_OK(tileDeviceFree(device, out));
}

static void launch(TileKernel kernel, int bytes) {
  TileDeviceAddress out = allocate();
  TileArgument argument = addressAsF64(out);
  EXPECT_OK(
      tileKernelLaunch(kernel, tileGrid(1, 1, 1), &argument, 1, noStream));
  expectMirrored(out, bytes);
}

/* The launches of an image. */
static void testImage(TileKernelImage image) {
  TileKernelInfo info;
  TileModule module;
  TileKernel kernel;
  size_t index;
  EXPECT_OK(tileKernelImageFindKernel(image, tileString("mirror !"), &index));
  EXPECT_OK(tileKernelImageGetKernel(image, index, &info));
  EXPECT(!equals(info.name, "mirror !"));
  EXPECT(info.sharedMemory == 0 && info.dynamicSharedMemory == kNeeded);
  EXPECT_OK(tileKernelImageFindKernel(image, tileString("other"), &index));
  EXPECT_OK(tileKernelImageGetKernel(image, index, &info));
  EXPECT(info.sharedMemory == 0 && info.dynamicSharedMemory == 0);

  EXPECT_OK(tileModuleLoad(device, image, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString("mirror !"), &kernel));
  EXPECT_OK(tileKernelGetInfo(kernel, &info));
  EXPECT(info.dynamicSharedMemory == kNeeded);
  launch(kernel, kNeeded);
  /* More bytes are those of the caller. */
  EXPECT_OK(tileKernelSetDynamicSharedMemory(kernel, 1000));
  launch(kernel, kNeeded + 1000);
  EXPECT_OK(tileKernelSetDynamicSharedMemory(kernel, 0));
  launch(kernel, kNeeded);
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected at most 166912 bytes of dynamic shared memory for "
               "kernel 'mirror !' in addition to the 65536 that its code needs, found "
               "166913",
               tileKernelSetDynamicSharedMemory(kernel, 166913));
  tileModuleDestroy(module);
}

static void keep(MlirStringRef bytes, void *userData) {
  EXPECT_OK(tileKernelImageDeserialize(bytes, (TileKernelImage *)userData));
}

/* Compiled, out of bytes, and out of the cache. */
static void testImages(void) {
  TileKernelImage image = compile(), read = {NULL}, cached;
  EXPECT(!tileKernelImageIsFromCache(image));
  testImage(image);
  EXPECT_OK(tileKernelImageSerialize(image, keep, &read));
  testImage(read);
  cached = compile();
  EXPECT(tileKernelImageIsFromCache(cached));
  testImage(cached);
  tileKernelImageDestroy(cached);
  tileKernelImageDestroy(read);
  tileKernelImageDestroy(image);
}

static void testSpecializer(void) {
  TileSpecializer specializer;
  TileDeviceAddress out = allocate();
  TileArgument argument = addressAsF64(out);
  EXPECT_OK(tileSpecializerCreate(compiler, device, tileString(source),
                                  tileString("mirror.mlir"),
                                  tileString("mirror !"), &specializer));
  EXPECT_OK(tileSpecializerLaunch(specializer, tileGrid(1, 1, 1), &argument, 1,
                                  noStream));
  expectMirrored(out, kNeeded);
  tileSpecializerDestroy(specializer);
}

/* An image of another GPU, and a compile for one. */
static void testLimits(void) {
  char text[sizeof(source)];
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler other;
  TileKernelImage image;
  memcpy(text, source, sizeof(source));
  memcpy(strstr(text, "65536"), "99999", 5);
  EXPECT_OK(tileCompilerOptionsSetTarget(options, tileString("sm_86")));
  EXPECT_OK(tileCompilerCreate(options, &other));
  EXPECT_OK(tileCompilerCompileText(other, tileString(text),
                                    tileString("mirror.mlir"), TileStagePTX,
                                    NULL, &image));
  tileKernelImageDestroy(image);
  char *number = strstr(text, "99999 : i64");
  memcpy(number, "101377: i64", 11);
  EXPECT_ERROR(TileStatusCompileFailed,
               "kernel 'mirror !': expected at most 101376 bytes of shared "
               "memory per CTA on sm_86, found 101377: 0 static and 101377 "
               "dynamic",
               tileCompilerCompileText(other, tileString(text),
                                       tileString("mirror.mlir"), TileStagePTX,
                                       NULL, &image));
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(text),
                                    tileString("mirror.mlir"), TileStagePTX,
                                    NULL, &image));
  TileDevice small;
  TileModule module;
  EXPECT_OK(tileDeviceOpen(tileString("sim:sm_86"), &small));
  EXPECT_ERROR(TileStatusUnsupported,
               "expected at most 101376 bytes of shared memory per CTA for "
               "kernel 'mirror !' of the image, which is what 'PTX simulator' "
               "has, found 101377: 0 static and 101377 dynamic",
               tileModuleLoad(small, image, &module));
  tileDeviceDestroy(small);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(other);
  tileCompilerOptionsDestroy(options);
}

int main(int argc, char **argv) {
  TileDeviceInfo info;
  EXPECT(argc == 2);
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  EXPECT_OK(tileDeviceGetInfo(device, &info));
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(tileCompilerOptionsSetTarget(options, info.target));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  tileCompilerOptionsDestroy(options);
  testImages();
  testSpecializer();
  testLimits();
  tileCompilerDestroy(compiler);
  tileDeviceDestroy(device);
  return 0;
}
