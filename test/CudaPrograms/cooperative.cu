// Cooperative groups, cuda::barrier, cuda::pipeline, clusters.
#include "program.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

//===--- Groups -------------------------------------------------------------===

__global__ void gridSum(const int *in, int n, int *parts, int *out) {
  cg::grid_group grid = cg::this_grid();
  int sum = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.num_threads())
    sum += in[i];
  parts[grid.thread_rank()] = sum;
  for (unsigned d = grid.num_threads() / 2; d; d /= 2) {
    grid.sync();
    if (grid.thread_rank() < d)
      parts[grid.thread_rank()] += parts[grid.thread_rank() + d];
  }
  grid.sync();
  if (grid.thread_rank() < 32)
    out[grid.thread_rank()] = parts[0];
}

PROGRAM(grid_sync) {
  auto in = randomInts(4000, 100);
  int n = in.size(), sum = 0;
  for (int value : in)
    sum += value;
  Array<int> x(in), parts(512), out(32);
  void *arguments[] = {&x.data, &n, &parts.data, &out.data};
  CHECK(cudaLaunchCooperativeKernel((void *)gridSum, 8, 64, arguments, 0, 0));
  CHECK_LAUNCH();
  EXPECT(out.get()[0] == sum && out.get()[31] == sum);
  EXPECT(cudaLaunchCooperativeKernel((void *)gridSum, 100000, 64, arguments, 0,
                                     0) == cudaErrorCooperativeLaunchTooLarge);
  (void)cudaGetLastError();
  return true;
}

/// A heat equation: many steps in one launch.
__global__ void diffuse(float *a, float *b, int n, int steps) {
  cg::grid_group grid = cg::this_grid();
  int i = grid.thread_rank();
  for (int step = 0; step < steps; ++step) {
    float left = i ? a[i - 1] : 0, right = i + 1 < n ? a[i + 1] : 0;
    b[i] = .5f * a[i] + .25f * (left + right);
    grid.sync();
    float *t = a;
    a = b;
    b = t;
  }
}

PROGRAM(diffusion) {
  int n = 256, steps = 6;
  std::vector<float> a(n), b(n);
  a[100] = 64;
  Array<float> x(a), y(n);
  void *arguments[] = {&x.data, &y.data, &n, &steps};
  CHECK(cudaLaunchCooperativeKernel((void *)diffuse, 4, 64, arguments, 0, 0));
  CHECK_LAUNCH();
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < n; ++i)
      b[i] = .5f * a[i] +
             .25f * ((i ? a[i - 1] : 0) + (i + 1 < n ? a[i + 1] : 0));
    std::swap(a, b);
  }
  EXPECT(x.get() == a);
  return true;
}

__global__ void tiles(const int *in, int *sums, int *scans) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  int x = in[block.thread_rank()];
  sums[block.thread_rank()] = cg::reduce(tile, x, cg::plus<int>());
  scans[block.thread_rank()] = cg::inclusive_scan(tile, x);
  if (x % 2) {
    auto odd = cg::coalesced_threads();
    sums[block.thread_rank()] += 1000 * odd.num_threads();
  }
}

PROGRAM(tiled_partition) {
  auto in = randomInts(64, 50);
  Array<int> x(in), sums(64), scans(64);
  tiles<<<1, 64>>>(x, sums, scans);
  CHECK_LAUNCH();
  auto s = sums.get(), c = scans.get();
  for (int i = 0; i < 64; ++i) {
    int sum = 0, scan = 0, odd = 0;
    for (int j = i / 8 * 8; j < i / 8 * 8 + 8; ++j) {
      sum += in[j];
      scan += j <= i ? in[j] : 0;
    }
    for (int j = i / 32 * 32; j < i / 32 * 32 + 32; ++j)
      odd += in[j] % 2;
    EXPECT(c[i] == scan && s[i] == sum + (in[i] % 2 ? 1000 * odd : 0));
  }
  return true;
}

__global__ void largeTiles(const int *in, int *out) {
  __shared__ cg::block_tile_memory<256> memory;
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<128>(block);
  int sum = cg::reduce(tile, in[block.thread_rank()], cg::plus<int>());
  tile.sync();
  out[block.thread_rank()] = sum;
}

PROGRAM(large_tiles) {
  auto in = randomInts(256, 50);
  Array<int> x(in), y(256);
  largeTiles<<<1, 256>>>(x, y);
  CHECK_LAUNCH();
  int sum = 0;
  for (int i = 128; i < 256; ++i)
    sum += in[i];
  EXPECT(y.get()[128] == sum && y.get()[255] == sum);
  return true;
}

__global__ void partitions(int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto part = cg::binary_partition(warp, threadIdx.x % 3 == 0);
  auto label = cg::labeled_partition(warp, threadIdx.x % 5);
  out[threadIdx.x] = part.num_threads() * 100 + label.thread_rank();
}

PROGRAM(partitions_by_value) {
  Array<int> y(32);
  partitions<<<1, 32>>>(y);
  CHECK_LAUNCH();
  auto out = y.get();
  for (int i = 0; i < 32; ++i)
    EXPECT(out[i] == (i % 3 ? 21 : 11) * 100 + i / 5);
  return true;
}

__global__ void copyAsync(const float *in, float *out) {
  __shared__ float s[256];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + blockIdx.x * 256, sizeof(s));
  cg::wait(block);
  out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}

PROGRAM(memcpy_async) {
  auto in = randomFloats(1024);
  Array<float> x(in), y(1024);
  copyAsync<<<4, 256>>>(x, y);
  CHECK_LAUNCH();
  auto out = y.get();
  for (int i = 0; i < 1024; ++i)
    EXPECT(out[i] == in[i / 256 * 256 + 255 - i % 256]);
  return true;
}

//===--- Barriers and pipelines ---------------------------------------------===

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void splitBarrier(int *x, int steps) {
  __shared__ Barrier barrier;
  __shared__ int s[2][128];
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  int value = x[threadIdx.x];
  for (int step = 0; step < steps; ++step) {
    s[step % 2][threadIdx.x] = value;
    auto token = barrier.arrive();
    int own = value * 2;
    barrier.wait(std::move(token));
    value = (own + s[step % 2][(threadIdx.x + 1) % 128]) % 1000;
  }
  x[threadIdx.x] = value;
}

PROGRAM(split_arrive_and_wait) {
  auto in = randomInts(128, 100);
  Array<int> x(in);
  splitBarrier<<<1, 128>>>(x, 5);
  CHECK_LAUNCH();
  for (int step = 0; step < 5; ++step) {
    auto old = in;
    for (int i = 0; i < 128; ++i)
      in[i] = (old[i] * 2 + old[(i + 1) % 128]) % 1000;
  }
  EXPECT(x.get() == in);
  return true;
}

/// Half of the warps load, half of them compute.
__global__ void producerConsumer(const int *in, int *out, int batches) {
  __shared__ Barrier full[2], empty[2];
  __shared__ int buffer[2][64];
  if (threadIdx.x < 2) {
    init(&full[threadIdx.x], blockDim.x);
    init(&empty[threadIdx.x], blockDim.x);
  }
  __syncthreads();
  int lane = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int i = 0; i < batches; ++i) {
      empty[i % 2].arrive_and_wait();
      buffer[i % 2][lane] = in[i * 64 + lane];
      (void)full[i % 2].arrive();
    }
  } else {
    (void)empty[0].arrive();
    (void)empty[1].arrive();
    for (int i = 0; i < batches; ++i) {
      full[i % 2].arrive_and_wait();
      out[i * 64 + lane] = buffer[i % 2][63 - lane] + 1;
      (void)empty[i % 2].arrive();
    }
  }
}

PROGRAM(producer_and_consumer) {
  auto in = randomInts(64 * 6, 100);
  Array<int> x(in), y(in.size());
  producerConsumer<<<1, 128>>>(x, y, 6);
  CHECK_LAUNCH();
  auto out = y.get();
  for (size_t i = 0; i < in.size(); ++i)
    EXPECT(out[i] == in[i / 64 * 64 + 63 - i % 64] + 1);
  return true;
}

__global__ void stages(const int *in, int *out, int batches) {
  constexpr int kStages = 3;
  __shared__ int s[kStages][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages>
      state;
  auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  int loaded = 0;
  for (int i = 0; i < batches; ++i) {
    for (; loaded < batches && loaded < i + kStages; ++loaded) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, s[loaded % kStages], in + loaded * 128,
                         cuda::aligned_size_t<16>(512), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    out[i * 128 + threadIdx.x] = s[i % kStages][127 - threadIdx.x] * 2;
    pipeline.consumer_release();
  }
}

PROGRAM(pipeline_of_a_block) {
  auto in = randomInts(128 * 7, 100);
  Array<int> x(in), y(in.size());
  stages<<<1, 128>>>(x, y, 7);
  CHECK_LAUNCH();
  auto out = y.get();
  for (size_t i = 0; i < in.size(); ++i)
    EXPECT(out[i] == 2 * in[i / 128 * 128 + 127 - i % 128]);
  return true;
}

__global__ void threadPipeline(const float4 *in, float4 *out, int batches) {
  __shared__ float4 s[2][64];
  auto pipeline = cuda::make_pipeline();
  auto load = [&](int i) {
    pipeline.producer_acquire();
    if (i < batches)
      cuda::memcpy_async(&s[i % 2][threadIdx.x], &in[i * 64 + threadIdx.x],
                         cuda::aligned_size_t<16>(16), pipeline);
    pipeline.producer_commit();
  };
  load(0);
  for (int i = 0; i < batches; ++i) {
    load(i + 1);
    cuda::pipeline_consumer_wait_prior<1>(pipeline);
    float4 v = s[i % 2][threadIdx.x];
    v.x += v.w;
    out[i * 64 + threadIdx.x] = v;
    pipeline.consumer_release();
  }
}

PROGRAM(pipeline_of_a_thread) {
  auto in = randomFloats(64 * 4 * 5);
  Array<float> x(in), y(in.size());
  threadPipeline<<<1, 64>>>((float4 *)x.data, (float4 *)y.data, 5);
  CHECK_LAUNCH();
  auto out = y.get();
  for (size_t i = 0; i < in.size(); ++i)
    EXPECT(out[i] == in[i] + (i % 4 ? 0 : in[i + 3]));
  return true;
}

//===--- Clusters -----------------------------------------------------------===

__global__ void __cluster_dims__(4, 1, 1)
    clusterHistogram(const int *in, int n, int *counts) {
  __shared__ int mine[16];
  auto cluster = cg::this_cluster();
  if (threadIdx.x < 16)
    mine[threadIdx.x] = 0;
  cluster.sync();
  for (int i = cluster.thread_rank(); i < n; i += cluster.num_threads()) {
    int value = in[i];
    int *theirs = cluster.map_shared_rank(mine, value / 16);
    atomicAdd(&theirs[value % 16], 1);
  }
  cluster.sync();
  if (threadIdx.x < 16)
    counts[cluster.block_rank() * 16 + threadIdx.x] = mine[threadIdx.x];
}

PROGRAM(distributed_histogram) {
  auto in = randomInts(2000, 64);
  Array<int> x(in), y(64);
  clusterHistogram<<<4, 64>>>(x, 2000, y);
  CHECK_LAUNCH();
  std::vector<int> expected(64);
  for (int value : in)
    ++expected[value];
  EXPECT(y.get() == expected);
  return true;
}

__global__ void __cluster_dims__(2, 1, 1) ring(const int *in, int *out) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = in[i];
  cluster.sync();
  out[i] = *cluster.map_shared_rank(&s[63 - threadIdx.x],
                                    cluster.block_rank() ^ 1);
  cluster.sync();
}

PROGRAM(exchange_in_clusters) {
  auto in = randomInts(256, 1000);
  Array<int> x(in), y(256);
  ring<<<4, 64>>>(x, y);
  CHECK_LAUNCH();
  auto out = y.get();
  for (int i = 0; i < 256; ++i)
    EXPECT(out[i] == in[(i / 64 ^ 1) * 64 + 63 - i % 64]);
  return true;
}

/// A remote mbarrier says that a neighbour's data are there.
__global__ void __cluster_dims__(2, 1, 1) remoteBarrier(int *out) {
  __shared__ Barrier barrier;
  __shared__ int data[32];
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    init(&barrier, 32);
  cluster.sync();
  int other = cluster.block_rank() ^ 1;
  *cluster.map_shared_rank(&data[threadIdx.x], other) =
      threadIdx.x + 100 * cluster.block_rank();
  unsigned address = __cvta_generic_to_shared(&barrier), remote;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(remote)
               : "r"(address), "r"(other));
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
                   remote)
               : "memory");
  unsigned done;
  do
    asm volatile("{ .reg .pred p; "
                 "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, "
                 "[%1], 0; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(address)
                 : "memory");
  while (!done);
  out[blockIdx.x * 32 + threadIdx.x] = data[threadIdx.x];
  cluster.sync();
}

PROGRAM(remote_mbarrier) {
  Array<int> y(64);
  remoteBarrier<<<2, 32>>>(y);
  CHECK_LAUNCH();
  auto out = y.get();
  for (int i = 0; i < 64; ++i)
    EXPECT(out[i] == i % 32 + (i < 32 ? 100 : 0));
  return true;
}

MAIN()
