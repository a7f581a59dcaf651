/*===- launch-graphs.c - Options of launches, graphs, callbacks --*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Clusters, cooperative and dependent launches, captured graphs whose launches
|* get other arguments, priorities, callbacks, and CUDA's own objects. On the
|* simulator, and through the CUDA driver's functions.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t sim
// RUN: env LD_LIBRARY_PATH=%build/lib/sim %t cuda:0
// RUN: %if cuda %{ %t cuda:0 %}

#include "Inputs/CompileOnce.h"
#include "tile-c/Launches.h"
#include "tile-c/Modules.h"

/* add: *p += v, by one thread of one CTA. ranks: each CTA writes its rank in
 * its cluster and the size of that. dependent: as add, after the launch before.
 */
static const char kernels[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry add(.param .u64 p, .param .u32 v) .reqntid 1 {\n"
    "  .reg .b32 %r<4>; .reg .b64 %rd<2>;\n"
    "  ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [v];\n"
    "  cvta.to.global.u64 %rd1, %rd1;\n"
    "  ld.global.u32 %r2, [%rd1]; add.u32 %r2, %r2, %r1;\n"
    "  st.global.u32 [%rd1], %r2; ret; }\n"
    ".visible .entry dependent(.param .u64 p, .param .u32 v) .reqntid 1 {\n"
    "  .reg .b32 %r<4>; .reg .b64 %rd<2>;\n"
    "  griddepcontrol.launch_dependents; griddepcontrol.wait;\n"
    "  ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [v];\n"
    "  cvta.to.global.u64 %rd1, %rd1;\n"
    "  ld.global.u32 %r2, [%rd1]; add.u32 %r2, %r2, %r1;\n"
    "  st.global.u32 [%rd1], %r2; ret; }\n"
    ".visible .entry ranks(.param .u64 p) .reqntid 1 {\n"
    "  .reg .b32 %r<6>; .reg .b64 %rd<4>;\n"
    "  ld.param.u64 %rd1, [p]; cvta.to.global.u64 %rd1, %rd1;\n"
    "  mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd2, %r1, 4;\n"
    "  add.u64 %rd1, %rd1, %rd2;\n"
    "  mov.u32 %r2, %cluster_ctarank; mov.u32 %r3, %cluster_nctarank;\n"
    "  mad.lo.u32 %r2, %r3, 100, %r2; st.global.u32 [%rd1], %r2; ret; }\n";

static const TileStream noStream = {NULL};
static TileDevice device;
static TileModule module;
static TileDeviceAddress memory;
static bool isSim;

static TileKernel find(const char *name) {
  TileKernel kernel;
  EXPECT_OK(tileModuleGetKernel(module, tileString(name), &kernel));
  return kernel;
}

static uint32_t readWord(unsigned index) {
  uint32_t word = 0;
  EXPECT_OK(tileDeviceSynchronize(device));
  EXPECT_OK(
      tileDeviceCopyToHost(device, &word, memory + 4 * index, 4, noStream));
  return word;
}

static void clear(void) {
  uint32_t zero = 0;
  EXPECT_OK(tileDeviceFill(device, memory, &zero, 4, 1024, noStream));
}

static TileStream newStream(void) {
  TileStream stream;
  EXPECT_OK(tileStreamCreate(device, &stream));
  return stream;
}

static void testOptions(void) {
  TileLaunchOptions options = {0};
  TileArgument arguments[2] = {tileArgumentPointer(memory), tileArgumentI32(3)};
  options.cluster = tileGrid(4, 1, 1);
  EXPECT_OK(tileKernelLaunchWith(find("ranks"), tileGrid(8, 1, 1), &options,
                                 arguments, 1, noStream));
  EXPECT(readWord(0) == 400 && readWord(3) == 403 && readWord(6) == 402);
  EXPECT_ERROR(TileStatusInvalidArgument, "expected a grid of whole clusters",
               tileKernelLaunchWith(find("ranks"), tileGrid(6, 1, 1), &options,
                                    arguments, 1, noStream));
  options.cluster = tileGrid(0, 0, 0);
  options.block = tileGrid(2, 1, 1);
  EXPECT_ERROR(TileStatusInvalidArgument, "expected CTAs of 1 x 1 x 1 threads",
               tileKernelLaunchWith(find("add"), tileGrid(1, 1, 1), &options,
                                    arguments, 2, noStream));
  options.block = tileGrid(0, 0, 0);
  options.cooperative = true;
  clear();
  EXPECT_OK(tileKernelLaunchWith(find("add"), tileGrid(1, 1, 1), &options,
                                 arguments, 2, noStream));
  EXPECT(readWord(0) == 3);
  EXPECT_ERROR(TileStatusInvalidArgument, "in a cooperative launch",
               tileKernelLaunchWith(find("add"), tileGrid(1 << 20, 1, 1),
                                    &options, arguments, 2, noStream));
  options.cooperative = false;
  options.dynamicSharedMemory = 100 << 10;
  EXPECT_OK(tileKernelLaunchWith(find("add"), tileGrid(1, 1, 1), &options,
                                 arguments, 2, noStream));
  options.dynamicSharedMemory = 1 << 20;
  EXPECT_ERROR(TileStatusInvalidArgument, "of dynamic shared memory",
               tileKernelLaunchWith(find("add"), tileGrid(1, 1, 1), &options,
                                    arguments, 2, noStream));
  options.dynamicSharedMemory = 0;
  options.dependent = true;
  options.hasPriority = true;
  options.priority = -1;
  TileStream stream = newStream();
  for (int i = 0; i < 4; ++i)
    EXPECT_OK(tileKernelLaunchWith(find("dependent"), tileGrid(1, 1, 1),
                                   &options, arguments, 2, stream));
  EXPECT(readWord(0) == 6 + 12);
  tileStreamDestroy(stream);
  EXPECT_OK(tileKernelSetSharedMemoryCarveout(find("add"), 100));
  EXPECT_ERROR(TileStatusInvalidArgument, "found 101",
               tileKernelSetSharedMemoryCarveout(find("add"), 101));
}

static void countCall(void *userData) { ++*(volatile int *)userData; }

static void testStreams(void) {
  int32_t least = 1, greatest = 1, priority = 1;
  TileStream stream;
  volatile int calls = 0;
  EXPECT_OK(tileDeviceGetPriorities(device, &least, &greatest));
  EXPECT(greatest <= least);
  EXPECT_OK(
      tileStreamCreateWithPriority(device, greatest - 100, false, &stream));
  EXPECT_OK(tileStreamGetPriority(stream, &priority));
  EXPECT(priority == greatest);
  EXPECT_OK(tileStreamAddCallback(stream, countCall, (void *)&calls));
  EXPECT_OK(tileStreamSynchronize(stream));
  EXPECT(calls == 1);
  tileStreamDestroy(stream);
}

static void testGraphs(void) {
  TileArgument arguments[2] = {tileArgumentPointer(memory), tileArgumentI32(1)};
  TileLaunchOptions clustered = {0}, dependent = {0};
  TileStream first = newStream(), second = newStream();
  TileEvent fork, join;
  TileGraph graph;
  bool isCapturing = false;
  volatile int calls = 0;
  clustered.cluster = tileGrid(2, 1, 1);
  dependent.dependent = true;
  EXPECT_OK(tileEventCreate(device, &fork));
  EXPECT_OK(tileEventCreate(device, &join));
  clear();
  EXPECT_OK(tileDeviceSynchronize(device));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected the stream that a capture",
               tileStreamEndCapture(first, &graph));

  EXPECT_OK(tileStreamBeginCapture(first));
  EXPECT_OK(
      tileKernelLaunch(find("add"), tileGrid(1, 1, 1), arguments, 2, first));
  EXPECT_OK(tileKernelLaunchWith(find("dependent"), tileGrid(1, 1, 1),
                                 &dependent, arguments, 2, first));
  EXPECT_OK(tileEventRecord(fork, first));
  EXPECT_OK(tileStreamWait(second, fork));
  EXPECT_OK(tileStreamIsCapturing(second, &isCapturing));
  EXPECT(isCapturing);
  TileArgument behind[1] = {tileArgumentPointer(memory + 64)};
  EXPECT_OK(tileKernelLaunchWith(find("ranks"), tileGrid(2, 1, 1), &clustered,
                                 behind, 1, second));
  EXPECT_OK(tileEventRecord(join, second));
  EXPECT_OK(tileStreamWait(first, join));
  EXPECT_OK(tileStreamAddCallback(first, countCall, (void *)&calls));
  /* What a capture does not survive is refused. */
  EXPECT(tileStreamSynchronize(first) != TileStatusSuccess);
  EXPECT(tileStreamBeginCapture(first) != TileStatusSuccess);
  EXPECT_OK(tileStreamEndCapture(first, &graph));
  EXPECT_OK(tileStreamIsCapturing(second, &isCapturing));
  EXPECT(!isCapturing);

  /* Nothing was done yet. */
  EXPECT(readWord(0) == 0 && calls == 0);
  for (int i = 0; i < 10; ++i)
    EXPECT_OK(tileGraphLaunch(graph, first));
  EXPECT(readWord(0) == 20 && readWord(17) == 201 && calls == 10);

  /* The launches have other arguments from now on. */
  int numKernels = 0;
  bool isKernel = false;
  for (size_t i = 0; i < tileGraphGetNumNodes(graph); ++i) {
    TileGraphNodeKind kind;
    MlirStringRef name;
    EXPECT_OK(tileGraphGetNode(graph, i, &kind, &name));
    numKernels += kind == TileGraphNodeKindKernel;
    if (equals(name, "add")) {
      isKernel = true;
      arguments[1] = tileArgumentI32(100);
      EXPECT_OK(tileGraphSetKernel(graph, i, tileGrid(1, 1, 1), arguments, 2));
      EXPECT_ERROR(
          TileStatusInvalidArgument, "expected 2 arguments",
          tileGraphSetKernel(graph, i, tileGrid(1, 1, 1), arguments, 1));
    }
    if (kind == TileGraphNodeKindCallback)
      EXPECT_ERROR(
          TileStatusInvalidArgument, "expected a node that launches",
          tileGraphSetKernel(graph, i, tileGrid(1, 1, 1), arguments, 2));
  }
  EXPECT(isKernel && numKernels == 3);
  EXPECT_OK(tileGraphLaunch(graph, second));
  EXPECT(readWord(0) == 20 + 101);
  /* The graph keeps the code of its kernels. */
  tileModuleDestroy(module);
  EXPECT_OK(tileGraphLaunch(graph, noStream));
  EXPECT(readWord(0) == 20 + 2 * 101);
  EXPECT((tileGraphGetCUDA(graph) == NULL) == isSim);
  tileGraphDestroy(graph);
  EXPECT(tileGraphLaunch(graph, noStream) == TileStatusInvalidHandle);
  tileEventDestroy(fork);
  tileEventDestroy(join);
  tileStreamDestroy(first);
  tileStreamDestroy(second);
}

static void testNative(void) {
  TileStream stream = newStream(), adopted;
  TileEvent event, adoptedEvent;
  EXPECT_OK(tileEventCreate(device, &event));
  EXPECT((tileDeviceGetCUDA(device) == NULL) == isSim);
  EXPECT((tileStreamGetCUDA(stream) == NULL) == isSim);
  EXPECT((tileEventGetCUDA(event) == NULL) == isSim);
  EXPECT((tileModuleGetCUDA(module) == NULL) == isSim);
  EXPECT((tileKernelGetCUDA(find("add")) == NULL) == isSim);
  if (isSim) {
    EXPECT_ERROR(TileStatusUnsupported, "no CUDA events",
                 tileEventAdoptCUDA(device, &event, &adoptedEvent));
  } else {
    EXPECT_OK(tileStreamAdoptCUDA(device, tileStreamGetCUDA(stream), &adopted));
    EXPECT_OK(
        tileEventAdoptCUDA(device, tileEventGetCUDA(event), &adoptedEvent));
    EXPECT_OK(tileEventRecord(adoptedEvent, adopted));
    EXPECT_OK(tileEventSynchronize(event));
    tileEventDestroy(adoptedEvent);
    tileStreamDestroy(adopted);
  }
  tileEventDestroy(event);
  tileStreamDestroy(stream);
}

int main(int argc, char **argv) {
  TileDeviceInfo info;
  EXPECT(argc == 2);
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  EXPECT_OK(tileDeviceGetInfo(device, &info));
  isSim = info.isSimulator;
  EXPECT_OK(tileDeviceAllocate(device, 4096, &memory));
  EXPECT_OK(tileModuleLoadCode(device, tileString(kernels), TileCodeKindPTX,
                               &module));
  testOptions();
  testStreams();
  testNative();
  testGraphs();
  EXPECT_OK(tileDeviceFree(device, memory));
  tileDeviceDestroy(device);
  return 0;
}
