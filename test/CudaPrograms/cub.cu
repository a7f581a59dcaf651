// CUB and Thrust: algorithms of warps, of CTAs and of the device.
#include "program.h"

#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

#include <algorithm>
#include <numeric>

__global__ void warps(const int *in, int *sums, int *scans) {
  __shared__ cub::WarpReduce<int>::TempStorage reduce[4];
  __shared__ cub::WarpScan<int>::TempStorage scan[4];
  int warp = threadIdx.x / 32, x = in[threadIdx.x];
  int sum = cub::WarpReduce<int>(reduce[warp]).Sum(x);
  if (threadIdx.x % 32 == 0)
    sums[warp] = sum;
  cub::WarpScan<int>(scan[warp]).ExclusiveSum(x, scans[threadIdx.x]);
}

PROGRAM(cub_warp) {
  auto in = randomInts(128, 50);
  Array<int> x(in), sums(4), scans(128);
  warps<<<1, 128>>>(x, sums, scans);
  CHECK_LAUNCH();
  auto s = sums.get(), c = scans.get();
  for (int w = 0; w < 4; ++w) {
    int sum = 0;
    for (int i = 32 * w; i < 32 * w + 32; ++i) {
      EXPECT(c[i] == sum);
      sum += in[i];
    }
    EXPECT(s[w] == sum);
  }
  return true;
}

__global__ void sortBlock(int *values) {
  using Sort = cub::BlockRadixSort<int, 128, 4>;
  __shared__ Sort::TempStorage storage;
  int mine[4];
  for (int i = 0; i < 4; ++i)
    mine[i] = values[threadIdx.x * 4 + i];
  Sort(storage).Sort(mine);
  for (int i = 0; i < 4; ++i)
    values[threadIdx.x * 4 + i] = mine[i];
}

PROGRAM(cub_block_sort) {
  auto in = randomInts(512, 100000);
  Array<int> x(in);
  sortBlock<<<1, 128>>>(x);
  CHECK_LAUNCH();
  std::sort(in.begin(), in.end());
  EXPECT(x.get() == in);
  return true;
}

__global__ void scanBlock(const int *in, int *out, int *sum) {
  using Scan = cub::BlockScan<int, 128>;
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ union {
    Scan::TempStorage scan;
    Reduce::TempStorage reduce;
  } storage;
  Scan(storage.scan).InclusiveSum(in[threadIdx.x], out[threadIdx.x]);
  __syncthreads();
  int all = Reduce(storage.reduce).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0)
    *sum = all;
}

PROGRAM(cub_block_scan) {
  auto in = randomInts(128, 100);
  Array<int> x(in), y(128), sum(1);
  scanBlock<<<1, 128>>>(x, y, sum);
  CHECK_LAUNCH();
  std::partial_sum(in.begin(), in.end(), in.begin());
  EXPECT(y.get() == in && sum.get()[0] == in.back());
  return true;
}

/// Calls an algorithm twice: it says what memory it needs, then it runs.
template <typename F> static cudaError_t twice(F f) {
  size_t bytes = 0;
  if (cudaError_t error = f(nullptr, bytes); error != cudaSuccess)
    return error;
  Array<char> memory(bytes);
  cudaError_t error = f(memory.data, bytes);
  return error != cudaSuccess ? error : cudaDeviceSynchronize();
}

PROGRAM(cub_device_reduce) {
  auto in = randomInts(20000, 100);
  Array<int> x(in), y(1);
  CHECK(twice([&](void *memory, size_t &bytes) {
    return cub::DeviceReduce::Sum(memory, bytes, x.data, y.data, 20000);
  }));
  EXPECT(y.get()[0] == std::accumulate(in.begin(), in.end(), 0));
  return true;
}

PROGRAM(cub_device_scan) {
  auto in = randomInts(20000, 100);
  Array<int> x(in), y(in.size());
  CHECK(twice([&](void *memory, size_t &bytes) {
    return cub::DeviceScan::InclusiveSum(memory, bytes, x.data, y.data, 20000);
  }));
  std::partial_sum(in.begin(), in.end(), in.begin());
  EXPECT(y.get() == in);
  return true;
}

PROGRAM(cub_device_sort) {
  auto in = randomInts(6000, 1 << 30);
  Array<int> x(in), y(in.size());
  CHECK(twice([&](void *memory, size_t &bytes) {
    return cub::DeviceRadixSort::SortKeys(memory, bytes, x.data, y.data, 6000);
  }));
  std::sort(in.begin(), in.end());
  EXPECT(y.get() == in);
  return true;
}

struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x & 1; }
};

PROGRAM(cub_device_select) {
  auto in = randomInts(8000, 100);
  Array<int> x(in), y(in.size()), count(1);
  CHECK(twice([&](void *memory, size_t &bytes) {
    return cub::DeviceSelect::If(memory, bytes, x.data, y.data, count.data,
                                 8000, IsOdd());
  }));
  std::vector<int> expected;
  std::copy_if(in.begin(), in.end(), std::back_inserter(expected), IsOdd());
  auto out = y.get();
  out.resize(count.get()[0]);
  EXPECT(out == expected);
  return true;
}

PROGRAM(cub_device_histogram) {
  auto in = randomInts(8000, 64);
  Array<int> x(in), y(64);
  CHECK(twice([&](void *memory, size_t &bytes) {
    return cub::DeviceHistogram::HistogramEven(memory, bytes, x.data, y.data,
                                               65, 0, 64, 8000);
  }));
  std::vector<int> expected(64);
  for (int value : in)
    ++expected[value];
  EXPECT(y.get() == expected);
  return true;
}

MAIN()
