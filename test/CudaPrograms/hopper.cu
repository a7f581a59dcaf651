// Matrix products by mma and WGMMA, and TMA, by hand.
#include "program.h"

#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_fp16.h>

namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

static std::vector<__half> randomHalves(size_t size) {
  std::vector<__half> values(size);
  for (size_t i = 0; i < size; ++i)
    values[i] = __half(float(int(random(i) % 9) - 4));
  return values;
}

/// c[i][j] of a row by row and b column by column.
static float product(const std::vector<__half> &a, const std::vector<__half> &b,
                     int i, int j, int k) {
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += float(a[i * k + l]) * float(b[j * k + l]);
  return sum;
}

__device__ unsigned toShared(const void *p) {
  return unsigned(__cvta_generic_to_shared(p));
}

//===--- Products -----------------------------------------------------------===

__global__ void multiplyByMma(const __half *a, const __half *b, float *c) {
  __shared__ __align__(16) __half sa[16][16], sb[8][16];
  int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32)
    sa[i / 16][i % 16] = a[i];
  for (int i = lane; i < 128; i += 32)
    sb[i / 16][i % 16] = b[i];
  __syncwarp();
  unsigned x[4], y[2];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
               : "r"(toShared(&sa[lane % 16][lane / 16 * 8])));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
               : "=r"(y[0]), "=r"(y[1])
               : "r"(toShared(&sb[lane % 8][lane / 8 % 2 * 8])));
  float d[4] = {};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]),
                 "r"(y[1]));
  int row = lane / 4, col = lane % 4 * 2;
  c[row * 8 + col] = d[0];
  c[row * 8 + col + 1] = d[1];
  c[(row + 8) * 8 + col] = d[2];
  c[(row + 8) * 8 + col + 1] = d[3];
}

PROGRAM(mma_by_hand) {
  auto a = randomHalves(16 * 16), b = randomHalves(8 * 16);
  Array<__half> x(a), y(b);
  Array<float> z(16 * 8);
  multiplyByMma<<<1, 32>>>(x, y, z);
  CHECK_LAUNCH();
  auto c = z.get();
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j)
      EXPECT(c[i * 8 + j] == product(a, b, i, j, 16));
  return true;
}

/// Without a swizzle: blocks of 8 rows of 16 bytes.
__device__ unsigned long long getDescriptor(const void *p) {
  unsigned long long address = toShared(p) & 0x3FFFF;
  return address >> 4 | 128ull >> 4 << 16 | 256ull >> 4 << 32;
}

/// One of several asm statements, in a function: a debug build stores the
/// accumulators, which are not there yet.
__device__ void addProduct(float (&d)[4], unsigned long long a,
                           unsigned long long b, int accumulates) {
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %6, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%0,%1,%2,%3}, %4, %5, p, 1, 1, 0, 0; }"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(a), "l"(b), "r"(accumulates));
}

__global__ void multiplyByWgmma(const __half *a, const __half *b, float *c) {
  // Rows of 16: two blocks of 8 columns side by side, 8 rows each.
  __shared__ __align__(128) __half sa[64 * 16], sb[8 * 16];
  auto place = [](int row, int col) {
    return row / 8 * 128 + col / 8 * 64 + row % 8 * 8 + col % 8;
  };
  for (int i = threadIdx.x; i < 64 * 16; i += 128)
    sa[place(i / 16, i % 16)] = a[i];
  for (int i = threadIdx.x; i < 8 * 16; i += 128)
    sb[place(i / 16, i % 16)] = b[i];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  addProduct(d, getDescriptor(sa), getDescriptor(sb), 0);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int row = warp * 16 + lane / 4, col = lane % 4 * 2;
  c[row * 8 + col] = d[0];
  c[row * 8 + col + 1] = d[1];
  c[(row + 8) * 8 + col] = d[2];
  c[(row + 8) * 8 + col + 1] = d[3];
}

PROGRAM(wgmma_by_hand) {
  auto a = randomHalves(64 * 16), b = randomHalves(8 * 16);
  Array<__half> x(a), y(b);
  Array<float> z(64 * 8);
  multiplyByWgmma<<<1, 128>>>(x, y, z);
  CHECK_LAUNCH();
  auto c = z.get();
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 8; ++j)
      EXPECT(c[i * 8 + j] == product(a, b, i, j, 16));
  return true;
}

//===--- Bulk copies --------------------------------------------------------===

__global__ void copyInBulk(const int *in, int *out) {
  __shared__ alignas(128) int buffer[256];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::memcpy_async(buffer, in + blockIdx.x * 256,
                       cuda::aligned_size_t<16>(sizeof(buffer)), barrier);
    token = cuda::device::barrier_arrive_tx(barrier, 1, 0);
  } else {
    token = barrier.arrive();
  }
  barrier.wait(std::move(token));
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    buffer[i] += 1;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared,
                       out + blockIdx.x * 256, buffer, sizeof(buffer));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

PROGRAM(bulk_copies) {
  auto in = randomInts(1024, 1000);
  Array<int> x(in), y(1024);
  copyInBulk<<<4, 64>>>(x, y);
  CHECK_LAUNCH();
  auto out = y.get();
  for (int i = 0; i < 1024; ++i)
    EXPECT(out[i] == in[i] + 1);
  return true;
}

//===--- TMA ----------------------------------------------------------------===

static bool makeMap(CUtensorMap &map, void *data, unsigned rows, unsigned cols,
                    unsigned boxRows, unsigned boxCols) {
  using Encode = decltype(&cuTensorMapEncodeTiled);
  void *function = nullptr;
  cudaDriverEntryPointQueryResult status;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function,
                                         12000, cudaEnableDefault, &status));
  cuuint64_t sizes[] = {cols, rows}, strides[] = {cols * 4};
  cuuint32_t box[] = {boxCols, boxRows}, steps[] = {1, 1};
  return reinterpret_cast<Encode>(function)(
             &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, data, sizes, strides, box,
             steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
             CU_TENSOR_MAP_L2_PROMOTION_NONE,
             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
}

__global__ void addToTiles(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) int tile[8][32];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  int32_t at[2] = {int(blockIdx.x) * 32, int(blockIdx.y) * 8};
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &tile,
                              &map, at,
                              cuda::device::barrier_native_handle(barrier));
    token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof(tile));
  } else {
    token = barrier.arrive();
  }
  barrier.wait(std::move(token));
  for (int row = 0; row < 8; ++row)
    tile[row][threadIdx.x] += 100 * row;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at,
                              &tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

PROGRAM(tma_tiles) {
  const int rows = 20, cols = 80;
  auto in = randomInts(rows * cols, 100);
  Array<int> x(in);
  CUtensorMap map{};
  EXPECT(makeMap(map, x.data, rows, cols, 8, 32));
  addToTiles<<<dim3(3, 3), 32>>>(map);
  CHECK_LAUNCH();
  auto out = x.get();
  for (int i = 0; i < rows * cols; ++i)
    EXPECT(out[i] == in[i] + i / cols % 8 * 100);
  return true;
}

/// One warp loads tiles, one adds them; two buffers go round.
__global__ void sumTiles(const __grid_constant__ CUtensorMap map, int count,
                         int *out) {
  __shared__ alignas(128) int tiles[2][8][32];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], 32);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < count; ++i) {
      int s = i % 2;
      while (!ptx::mbarrier_try_wait_parity(&empty[s], (i / 2 + 1) % 2))
        ;
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                     ptx::space_shared, &full[s],
                                     sizeof(tiles[s]));
      int32_t at[2] = {0, i * 8};
      ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global,
                                &tiles[s], &map, at, &full[s]);
    }
  } else if (threadIdx.x >= 32) {
    int lane = threadIdx.x % 32, sum = 0;
    for (int i = 0; i < count; ++i) {
      int s = i % 2;
      while (!ptx::mbarrier_try_wait_parity(&full[s], i / 2 % 2))
        ;
      for (int row = 0; row < 8; ++row)
        sum += tiles[s][row][lane];
      ptx::mbarrier_arrive(&empty[s]);
    }
    out[lane] = sum;
  }
}

PROGRAM(tma_warp_specialized) {
  const int rows = 48, cols = 32;
  auto in = randomInts(rows * cols, 100);
  Array<int> x(in), y(32);
  CUtensorMap map{};
  EXPECT(makeMap(map, x.data, rows, cols, 8, 32));
  sumTiles<<<1, 64>>>(map, rows / 8, y);
  CHECK_LAUNCH();
  auto out = y.get();
  for (int col = 0; col < cols; ++col) {
    int sum = 0;
    for (int row = 0; row < rows; ++row)
      sum += in[row * cols + col];
    EXPECT(out[col] == sum);
  }
  return true;
}

/// One CTA of the cluster loads for both.
__global__ void __cluster_dims__(2, 1, 1)
    multicast(const __grid_constant__ CUtensorMap map, int *out) {
  __shared__ alignas(128) int tile[8][32];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full, sizeof(tile));
  }
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    int32_t at[2] = {0, 0};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &tile,
                              &map, at, &full, uint16_t(3));
  }
  while (!ptx::mbarrier_try_wait_parity(&full, 0))
    ;
  for (int row = 0; row < 8; ++row)
    out[(blockIdx.x * 8 + row) * 32 + threadIdx.x] =
        tile[row][threadIdx.x] + blockIdx.x;
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
}

PROGRAM(tma_multicast) {
  auto in = randomInts(8 * 32, 100);
  Array<int> x(in), y(2 * 8 * 32);
  CUtensorMap map{};
  EXPECT(makeMap(map, x.data, 8, 32, 8, 32));
  multicast<<<2, 32>>>(map, y);
  CHECK_LAUNCH();
  auto out = y.get();
  for (int i = 0; i < 512; ++i)
    EXPECT(out[i] == in[i % 256] + i / 256);
  return true;
}

MAIN()
