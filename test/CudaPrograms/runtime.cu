// The CUDA runtime: memory, streams, events, graphs, launches.
#include "program.h"

#include <cuda.h>
#include <cuda_profiler_api.h>

#include <ctime>

__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

__global__ void scale(float *x, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= by;
}

PROGRAM(vector_add) {
  std::vector<float> a = randomFloats(1000), b = randomFloats(1000);
  Array<float> x(a), y(b), z(1000);
  add<<<4, 256>>>(x, y, z, 1000);
  CHECK_LAUNCH();
  std::vector<float> c = z.get();
  for (int i = 0; i < 1000; ++i)
    EXPECT(c[i] == a[i] + b[i]);
  return true;
}

PROGRAM(streams_and_events) {
  cudaStream_t streams[2];
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreateWithFlags(&end, cudaEventDefault));
  std::vector<float> values = randomFloats(512);
  float *pinned;
  CHECK(cudaMallocHost(&pinned, 512 * sizeof(float)));
  std::memcpy(pinned, values.data(), 512 * sizeof(float));
  Array<float> x(512);
  for (cudaStream_t &stream : streams)
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaEventRecord(begin, streams[0]));
  CHECK(cudaMemcpyAsync(x, pinned, 512 * sizeof(float), cudaMemcpyHostToDevice,
                        streams[0]));
  scale<<<2, 256, 0, streams[0]>>>(x, 3, 512);
  CHECK(cudaEventRecord(end, streams[0]));
  CHECK(cudaStreamWaitEvent(streams[1], end));
  scale<<<2, 256, 0, streams[1]>>>(x, 2, 512);
  CHECK(cudaMemcpyAsync(pinned, x, 512 * sizeof(float), cudaMemcpyDeviceToHost,
                        streams[1]));
  CHECK(cudaStreamSynchronize(streams[1]));
  for (int i = 0; i < 512; ++i)
    EXPECT(pinned[i] == values[i] * 6);
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  EXPECT(milliseconds >= 0);
  // Time is the processor's: nothing passes while the host sleeps.
  CHECK(cudaEventRecord(begin));
  timespec pause = {0, 100 * 1000 * 1000};
  nanosleep(&pause, nullptr);
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  EXPECT(milliseconds >= 0 && milliseconds < 50);
  CHECK(cudaEventQuery(end));
  for (cudaStream_t stream : streams)
    CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFreeHost(pinned));
  return true;
}

PROGRAM(managed_memory) {
  float *x;
  CHECK(cudaMallocManaged(&x, 300 * sizeof(float)));
  for (int i = 0; i < 300; ++i)
    x[i] = i;
  scale<<<2, 256>>>(x, 4, 300);
  CHECK_LAUNCH();
  for (int i = 0; i < 300; ++i)
    EXPECT(x[i] == 4 * i);
  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, x));
  EXPECT(attributes.type == cudaMemoryTypeManaged);
  CHECK(cudaFree(x));
  return true;
}

__managed__ int managedCount = 5;
__device__ int deviceTable[4] = {1, 2, 3, 4};
__constant__ float factors[2];

__global__ void useVariables(float *out) {
  out[threadIdx.x] = deviceTable[threadIdx.x] * factors[threadIdx.x % 2];
  atomicAdd(&managedCount, 1);
}

PROGRAM(variables) {
  float values[2] = {10, 100};
  CHECK(cudaMemcpyToSymbol(factors, values, sizeof(values)));
  Array<float> out(4);
  useVariables<<<1, 4>>>(out);
  CHECK_LAUNCH();
  std::vector<float> found = out.get();
  EXPECT(found[0] == 10 && found[1] == 200 && found[2] == 30);
  EXPECT(managedCount == 9);
  int table[4];
  CHECK(cudaMemcpyFromSymbol(table, deviceTable, sizeof(table)));
  EXPECT(table[3] == 4);
  void *address;
  size_t bytes;
  CHECK(cudaGetSymbolAddress(&address, deviceTable));
  CHECK(cudaGetSymbolSize(&bytes, deviceTable));
  EXPECT(address && bytes == sizeof(table));
  return true;
}

PROGRAM(mapped_memory) {
  float *host, *device;
  CHECK(cudaHostAlloc(&host, 256 * sizeof(float), cudaHostAllocMapped));
  for (int i = 0; i < 256; ++i)
    host[i] = i;
  CHECK(cudaHostGetDevicePointer(&device, host, 0));
  scale<<<1, 256>>>(device, 2, 256);
  CHECK_LAUNCH();
  for (int i = 0; i < 256; ++i)
    EXPECT(host[i] == 2 * i);
  CHECK(cudaFreeHost(host));
  std::vector<float> own(256, 3.f);
  CHECK(cudaHostRegister(own.data(), 256 * sizeof(float), 0));
  scale<<<1, 256>>>(own.data(), 2, 256);
  CHECK_LAUNCH();
  EXPECT(own[255] == 6);
  CHECK(cudaHostUnregister(own.data()));
  return true;
}

PROGRAM(rows) {
  char *memory;
  size_t pitch;
  CHECK(cudaMallocPitch(&memory, &pitch, 100, 7));
  CHECK(cudaMemset2D(memory, pitch, 5, 100, 7));
  std::vector<char> from(7 * 100, 9), to(7 * 100);
  CHECK(cudaMemcpy2D(memory + pitch, pitch, from.data(), 100, 100, 3,
                     cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy2D(to.data(), 100, memory, pitch, 100, 7,
                     cudaMemcpyDeviceToHost));
  for (int i = 0; i < 700; ++i)
    EXPECT(to[i] == (i >= 100 && i < 400 ? 9 : 5));
  CHECK(cudaFree(memory));
  return true;
}

PROGRAM(ordered_allocation) {
  float *x;
  CHECK(cudaMallocAsync(&x, 64 * sizeof(float), 0));
  CHECK(cudaMemsetAsync(x, 0, 64 * sizeof(float), 0));
  scale<<<1, 64>>>(x, 2, 64);
  CHECK(cudaFreeAsync(x, 0));
  CHECK_LAUNCH();
  return true;
}

PROGRAM(captured_graph) {
  cudaStream_t stream, other;
  cudaEvent_t fork, join;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamCreate(&other));
  CHECK(cudaEventCreate(&fork));
  CHECK(cudaEventCreate(&join));
  std::vector<float> ones(256, 1.f);
  Array<float> x(ones), y(ones);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  scale<<<1, 256, 0, stream>>>(x, 2, 256);
  CHECK(cudaEventRecord(fork, stream));
  CHECK(cudaStreamWaitEvent(other, fork));
  scale<<<1, 256, 0, other>>>(y, 3, 256);
  CHECK(cudaEventRecord(join, other));
  CHECK(cudaStreamWaitEvent(stream, join));
  add<<<1, 256, 0, stream>>>(x, y, x, 256);
  CHECK(cudaStreamEndCapture(stream, &graph));
  EXPECT(x.get()[0] == 1);
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 3; ++i)
    CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  // x: 1, 2 + 3, 10 + 9, 38 + 27.
  EXPECT(x.get()[255] == 65 && y.get()[0] == 27);
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  return true;
}

static void countCall(void *data) { ++*static_cast<int *>(data); }

PROGRAM(graph_of_nodes) {
  Array<float> x(256);
  int n = 256, calls = 0;
  float by = 5;
  cudaGraph_t graph;
  cudaGraphNode_t fill, kernel, copy, host;
  CHECK(cudaGraphCreate(&graph, 0));
  float two = 2;
  unsigned bits;
  std::memcpy(&bits, &two, 4);
  cudaMemsetParams memset = {x.data, 0, bits, 4, 256, 1};
  CHECK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &memset));
  void *arguments[] = {&x.data, &by, &n};
  cudaKernelNodeParams params = {(void *)scale, 1, 256, 0, arguments, nullptr};
  CHECK(cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &params));
  std::vector<float> out(256);
  CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, out.data(), x.data,
                                 256 * sizeof(float), cudaMemcpyDeviceToHost));
  cudaHostNodeParams callback = {countCall, &calls};
  CHECK(cudaGraphAddHostNode(&host, graph, &copy, 1, &callback));
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphLaunch(exec, 0));
  CHECK(cudaDeviceSynchronize());
  EXPECT(out[100] == 10 && calls == 1);
  by = 7;
  CHECK(cudaGraphExecKernelNodeSetParams(exec, kernel, &params));
  CHECK(cudaGraphLaunch(exec, 0));
  CHECK(cudaDeviceSynchronize());
  EXPECT(out[100] == 14 && calls == 2);
  // A copy has the nodes as they were, and lives longer.
  cudaGraph_t clone;
  CHECK(cudaGraphClone(&clone, graph));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphInstantiate(&exec, clone, 0));
  CHECK(cudaProfilerStart());
  CHECK(cudaGraphLaunch(exec, 0));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaProfilerStop());
  EXPECT(out[100] == 10 && calls == 3);
  return true;
}

PROGRAM(callbacks) {
  int calls = 0;
  CHECK(cudaLaunchHostFunc(0, countCall, &calls));
  CHECK(cudaDeviceSynchronize());
  EXPECT(calls == 1);
  return true;
}

PROGRAM(properties_and_occupancy) {
  int devices, device;
  CHECK(cudaGetDeviceCount(&devices));
  CHECK(cudaSetDevice(0));
  CHECK(cudaGetDevice(&device));
  EXPECT(devices >= 1 && device == 0);
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  EXPECT(properties.major == 9 && properties.warpSize == 32);
  EXPECT(properties.maxThreadsPerBlock == 1024 && properties.clusterLaunch &&
         properties.cooperativeLaunch && properties.sharedMemPerBlockOptin);
  int blocks, grid, block;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 256, 0));
  EXPECT(blocks == 8);
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale));
  EXPECT(block >= 32 && grid >= 1);
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, scale));
  EXPECT(attributes.maxThreadsPerBlock == 1024 && attributes.ptxVersion == 90);
  return true;
}

extern __shared__ float dynamicMemory[];
__global__ void useDynamic(float *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    dynamicMemory[i] = i;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = dynamicMemory[n - 1 - i];
}

PROGRAM(dynamic_shared_memory) {
  int n = 100 * 1024 / 4;
  Array<float> out(n);
  useDynamic<<<1, 256, n * 4>>>(out, n);
  EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration ||
         !"more shared memory than was asked for");
  CHECK(cudaFuncSetAttribute(
      useDynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, n * 4));
  useDynamic<<<1, 256, n * 4>>>(out, n);
  CHECK_LAUNCH();
  EXPECT(out.get()[0] == n - 1);
  return true;
}

PROGRAM(launch_attributes) {
  Array<float> x(std::vector<float>(512, 1.f));
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = 256;
  cudaLaunchAttribute attributes[2];
  attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[0].val.programmaticStreamSerializationAllowed = 1;
  attributes[1].id = cudaLaunchAttributeClusterDimension;
  attributes[1].val.clusterDim = {2, 1, 1};
  config.attrs = attributes;
  config.numAttrs = 2;
  CHECK(cudaLaunchKernelEx(&config, scale, x.data, 2.f, 512));
  CHECK_LAUNCH();
  EXPECT(x.get()[511] == 2);
  return true;
}

PROGRAM(driver_entry_points) {
  void *function = nullptr;
  cudaDriverEntryPointQueryResult status;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function,
                                         12000, cudaEnableDefault, &status));
  EXPECT(status == cudaDriverEntryPointSuccess && function);
  return true;
}

PROGRAM(wrong_calls) {
  float x;
  EXPECT(cudaMemcpy(&x, &x, 4, cudaMemcpyHostToDevice) ==
         cudaErrorInvalidValue);
  EXPECT(cudaPeekAtLastError() == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaSuccess);
  scale<<<1, 2048>>>(nullptr, 1, 0);
  EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
  EXPECT(cudaSetDevice(1000) == cudaErrorInvalidDevice);
  EXPECT(cudaFree(&x) == cudaErrorInvalidValue);
  (void)cudaGetLastError();
  return true;
}

MAIN()
