// Bugs of asynchronous copies and products, of mbarriers, proxies and clusters.
// LAUNCH copy_groups_are_counted_wrong 1 64
// LAUNCH accumulators_are_read_in_flight 1 128
// LAUNCH product_is_not_committed 1 128
// LAUNCH no_wgmma_fence 1 128
// LAUNCH operands_went_through_no_proxy_fence 1 128
// LAUNCH operands_are_fenced_too_late 1 128
// LAUNCH operands_are_overwritten_in_flight 1 128
// LAUNCH neighbour_may_not_have_written 2 64
// LAUNCH neighbour_may_have_ended 2 64
// LAUNCH rank_past_the_cluster 2 64
// LAUNCH remote_counter_without_atomics 2 64
#include "bug.h"

#include <cstdint>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

struct __align__(64) TensorMap {
  char bytes[128];
};

/// The kernels get a tensor map, too: int32, 32 columns, boxes of 8 rows.
#define BUG_TMA(name)                                                          \
  extern "C" __global__ void name##_wrong(                                     \
      int *in, int *out, int n, const __grid_constant__ TensorMap map) {       \
    name<true>(in, out, n, map);                                               \
  }                                                                            \
  extern "C" __global__ void name##_right(                                     \
      int *in, int *out, int n, const __grid_constant__ TensorMap map) {       \
    name<false>(in, out, n, map);                                              \
  }

#define BUG_CLUSTER(name)                                                      \
  extern "C" __global__ void __cluster_dims__(2, 1, 1)                         \
      name##_wrong(int *in, int *out, int n) {                                 \
    name<true>(in, out, n);                                                    \
  }                                                                            \
  extern "C" __global__ void __cluster_dims__(2, 1, 1)                         \
      name##_right(int *in, int *out, int n) {                                 \
    name<false>(in, out, n);                                                   \
  }

//===--- cp.async -----------------------------------------------------------===

__device__ __forceinline__ void copy16(int *to, const int *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(toShared(to)), "l"(from) : "memory"); //! shared-race misaligned
}
__device__ __forceinline__ void commit() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
template <int n> __device__ __forceinline__ void wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(n) : "memory");
}

template <bool wrong> BUG_ON copy_is_not_waited_for(int *in, int *out, int n) {
  __shared__ __align__(16) int s[256];
  copy16(&s[threadIdx.x * 4], &in[threadIdx.x * 4]);
  commit();
  if (!wrong)
    wait<0>();
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x]; //! uninitialized-shared shared-race
}
BUG(copy_is_not_waited_for)

/// The wait leaves one group, which is the one that is needed.
template <bool wrong> BUG_ON copy_groups_are_counted_wrong(int *in, int *out, int n) {
  __shared__ __align__(16) int s[2][256];
  for (int i = 0; i < 2; ++i) {
    copy16(&s[i][threadIdx.x * 4], &in[i * 256 + threadIdx.x * 4]);
    commit();
  }
  wait<wrong ? 1 : 0>();
  __syncthreads();
  out[threadIdx.x] = s[0][threadIdx.x] + s[1][255 - threadIdx.x]; //! uninitialized-shared shared-race
}
BUG(copy_groups_are_counted_wrong)

/// Each thread waits for its own copies only.
template <bool wrong> BUG_ON wait_without_a_barrier(int *in, int *out, int n) {
  __shared__ __align__(16) int s[256];
  copy16(&s[threadIdx.x * 4], &in[threadIdx.x * 4]);
  commit();
  wait<0>();
  if (!wrong)
    __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x]; //! uninitialized-shared shared-race
}
BUG(wait_without_a_barrier)

/// The next copy goes into the buffer that others still read.
template <bool wrong> BUG_ON buffer_is_reused_too_early(int *in, int *out, int n) {
  __shared__ __align__(16) int s[256];
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 3; ++i) {
    copy16(&s[threadIdx.x * 4], &in[i * 256 + threadIdx.x * 4]);
    commit();
    wait<0>();
    __syncthreads();
    sum += s[255 - threadIdx.x]; //! shared-race
    if (!wrong)
      __syncthreads();
  }
  out[threadIdx.x] = sum;
}
BUG(buffer_is_reused_too_early)

template <bool wrong> BUG_ON copy_is_misaligned(int *in, int *out, int n) {
  __shared__ __align__(16) int s[260];
  copy16(&s[threadIdx.x * 4], &in[threadIdx.x * 4 + (wrong ? 1 : 0)]);
  commit();
  wait<0>();
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
BUG(copy_is_misaligned)

//===--- mbarriers and bulk copies ------------------------------------------===

__device__ __forceinline__ void waitFor(uint64_t *barrier, uint32_t parity) {
  while (!ptx::mbarrier_try_wait_parity(barrier, parity)) //! deadlock shared-race
    ;
}

template <bool wrong> BUG_ON no_barrier_after_init(int *in, int *out, int n) {
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&barrier, 64); //! shared-race
  if (!wrong)
    __syncthreads();
  ptx::mbarrier_arrive(&barrier); //! shared-race undefined uninitialized-shared deadlock
  waitFor(&barrier, 0);
  out[threadIdx.x] = in[threadIdx.x];
}
BUG(no_barrier_after_init)

template <bool wrong> BUG_ON expects_too_few_arrivals(int *in, int *out, int n) {
  __shared__ uint64_t barrier;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&barrier, wrong ? 32 : 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x]; //! shared-race
  ptx::mbarrier_arrive(&barrier);
  waitFor(&barrier, 0);
  out[threadIdx.x] = s[63 - threadIdx.x]; //! shared-race uninitialized-shared
}
BUG(expects_too_few_arrivals)

/// The parity of the second round is that of the first.
template <bool wrong> BUG_ON parity_does_not_flip(int *in, int *out, int n) {
  __shared__ uint64_t barrier;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&barrier, 64);
  __syncthreads();
  int v = in[threadIdx.x];
#pragma unroll 1
  for (int i = 0; i < 3; ++i) {
    s[threadIdx.x] = v; //! shared-race
    ptx::mbarrier_arrive(&barrier);
    waitFor(&barrier, wrong ? 0 : i % 2);
    v = s[63 - threadIdx.x]; //! shared-race
    __syncthreads();
  }
  out[threadIdx.x] = v; //! uninitialized-shared
}
BUG(parity_does_not_flip)

/// Loads 512 bytes in bulk.
template <bool wrong> BUG_ON expects_too_many_bytes(int *in, int *out, int n) {
  __shared__ __align__(128) int s[128];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &barrier,
                                   wrong ? 1024 : 512);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, in, 512,
                       &barrier);
  }
  waitFor(&barrier, 0);
  out[threadIdx.x] = s[threadIdx.x];
}
BUG(expects_too_many_bytes)

template <bool wrong> BUG_ON bulk_copy_is_not_waited_for(int *in, int *out, int n) {
  __shared__ __align__(128) int s[128];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &barrier, 512);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, in, 512, //! shared-race
                       &barrier);
  }
  if (!wrong)
    waitFor(&barrier, 0);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x]; //! uninitialized-shared shared-race
}
BUG(bulk_copy_is_not_waited_for)

/// Threads wrote what the copy reads.
template <bool wrong> BUG_ON bulk_store_without_a_proxy_fence(int *in, int *out, int n) {
  __shared__ __align__(128) int s[64];
  s[threadIdx.x] = in[threadIdx.x] * 2; //! shared-race
  if (!wrong)
    ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, s, 256); //! shared-race
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}
BUG(bulk_store_without_a_proxy_fence)

/// Thread 0 fences for all, behind the barrier.
template <bool wrong> BUG_ON one_thread_fences_for_all(int *in, int *out, int n) {
  __shared__ __align__(128) int s[64];
  s[threadIdx.x] = in[threadIdx.x] * 2; //! shared-race
  if (!wrong)
    ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    if (wrong)
      ptx::fence_proxy_async(ptx::space_shared);
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, s, 256); //! shared-race
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}
BUG(one_thread_fences_for_all)

template <bool wrong> BUG_ON bulk_store_still_reads(int *in, int *out, int n) {
  __shared__ __align__(128) int s[64];
  s[threadIdx.x] = in[threadIdx.x] * 2;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, s, 256); //! shared-race undefined
    ptx::cp_async_bulk_commit_group();
    if (!wrong)
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
  __syncthreads();
  s[threadIdx.x] = 0; //! shared-race
  __syncthreads();
  in[threadIdx.x] = s[threadIdx.x ^ 1];
}
BUG(bulk_store_still_reads)

/// The destination is 8 bytes off.
template <bool wrong> BUG_ON bulk_copy_is_misaligned(int *in, int *out, int n) {
  __shared__ __align__(128) int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + (wrong ? 2 : 4), s, 256); //! misaligned
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}
BUG(bulk_copy_is_misaligned)

//===--- TMA ----------------------------------------------------------------===

template <bool wrong> BUG_ON box_has_more_bytes(int *in, int *out, int n, const TensorMap &map) {
  __shared__ __align__(128) int s[8][32];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &barrier,
                                   wrong ? 512 : 1024);
    int32_t at[2] = {0, 0};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, s, &map, at, //! undefined shared-race
                              &barrier);
  }
  __syncthreads();
  waitFor(&barrier, 0);
  out[threadIdx.x] = s[threadIdx.x / 32][threadIdx.x % 32]; //! uninitialized-shared shared-race
}
BUG_TMA(box_has_more_bytes)

template <bool wrong> BUG_ON tile_is_not_aligned(int *in, int *out, int n, const TensorMap &map) {
  __shared__ __align__(128) int s[9 * 32];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &barrier, 1024);
    int32_t at[2] = {0, 0};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, s + (wrong ? 4 : 32), &map, at, //! misaligned
                              &barrier);
  }
  __syncthreads();
  waitFor(&barrier, 0);
  out[threadIdx.x] = s[32 + threadIdx.x]; //! uninitialized-shared
}
BUG_TMA(tile_is_not_aligned)

template <bool wrong> BUG_ON tile_is_stored_before_the_barrier(int *in, int *out, int n, const TensorMap &map) {
  __shared__ __align__(128) int s[8][32];
  for (int row = threadIdx.x / 32; row < 8; row += 2)
    s[row][threadIdx.x % 32] = row; //! shared-race
  ptx::fence_proxy_async(ptx::space_shared);
  if (!wrong)
    __syncthreads();
  if (threadIdx.x == 0) {
    int32_t at[2] = {0, 8};
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at, s); //! shared-race uninitialized-shared
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}
BUG_TMA(tile_is_stored_before_the_barrier)

//===--- WGMMA --------------------------------------------------------------===

__device__ __forceinline__ uint64_t describe(const void *p) {
  return (toShared(p) & 0x3FFFF) >> 4 | 128ull >> 4 << 16 | 256ull >> 4 << 32;
}

struct Operands {
  __align__(128) int a[64 * 8], b[8 * 8];
};

__device__ __forceinline__ void fill(Operands &s, const int *in) {
  for (int i = threadIdx.x; i < 64 * 8; i += 128)
    s.a[i] = (in[i] & 1) * 0x3C003C00; //! shared-race
  for (int i = threadIdx.x; i < 8 * 8; i += 128)
    s.b[i] = 0x3C003C00; //! shared-race
}

#define WGMMA_FENCE() asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define WGMMA_COMMIT()                                                         \
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WGMMA_WAIT()                                                           \
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory")
#define WGMMA(d, s)                                                            \
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "            \
               "{%0,%1,%2,%3}, %4, %5, 1, 1, 1, 0, 0;"                         \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                \
               : "l"(describe(s.a)), "l"(describe(s.b)))

template <bool wrong> BUG_ON operands_went_through_no_proxy_fence(int *in, int *out, int n) {
  __shared__ Operands s;
  fill(s, in);
  if (!wrong)
    ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  float d[4] = {};
  WGMMA_FENCE();
  WGMMA(d, s); //! shared-race
  WGMMA_COMMIT();
  WGMMA_WAIT();
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
BUG(operands_went_through_no_proxy_fence)

/// The warps fence behind the barrier: nobody knows of the others' fences.
template <bool wrong> BUG_ON operands_are_fenced_too_late(int *in, int *out, int n) {
  __shared__ Operands s;
  fill(s, in);
  if (!wrong)
    ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (wrong)
    ptx::fence_proxy_async(ptx::space_shared);
  float d[4] = {};
  WGMMA_FENCE();
  WGMMA(d, s); //! shared-race
  WGMMA_COMMIT();
  WGMMA_WAIT();
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
BUG(operands_are_fenced_too_late)

template <bool wrong> BUG_ON no_wgmma_fence(int *in, int *out, int n) {
  __shared__ Operands s;
  fill(s, in);
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  float d[4] = {};
  if (!wrong)
    WGMMA_FENCE();
  WGMMA(d, s); //! undefined
  WGMMA_COMMIT();
  WGMMA_WAIT();
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
BUG(no_wgmma_fence)

template <bool wrong> BUG_ON accumulators_are_read_in_flight(int *in, int *out, int n) {
  __shared__ Operands s;
  fill(s, in);
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  float d[4] = {};
  WGMMA_FENCE();
  WGMMA(d, s);
  WGMMA_COMMIT();
  if (!wrong)
    WGMMA_WAIT();
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3]; //! undefined
  WGMMA_WAIT();
}
BUG(accumulators_are_read_in_flight)

/// A wait for groups waits for nothing that is in none.
template <bool wrong> BUG_ON product_is_not_committed(int *in, int *out, int n) {
  __shared__ Operands s;
  fill(s, in);
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  float d[4] = {};
  WGMMA_FENCE();
  WGMMA(d, s);
  if (!wrong)
    WGMMA_COMMIT();
  WGMMA_WAIT();
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3]; //! undefined
}
BUG(product_is_not_committed)

template <bool wrong> BUG_ON operands_are_overwritten_in_flight(int *in, int *out, int n) {
  __shared__ Operands s;
  fill(s, in);
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  float d[4] = {};
  WGMMA_FENCE();
  WGMMA(d, s); //! shared-race
  WGMMA_COMMIT();
  if (!wrong)
    WGMMA_WAIT();
  __syncthreads();
  s.a[threadIdx.x] = 0; //! shared-race
  WGMMA_WAIT();
  __syncthreads();
  out[threadIdx.x] = d[0] + s.a[threadIdx.x ^ 1];
}
BUG(operands_are_overwritten_in_flight)

//===--- Clusters -----------------------------------------------------------===

__device__ __forceinline__ unsigned map(const void *p, unsigned rank) {
  unsigned address;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(address)
               : "r"(toShared(p)), "r"(rank));
  return address;
}
__device__ __forceinline__ int load(unsigned address) {
  int v;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(address) : "memory"); //! shared-race uninitialized-shared use-after-free out-of-bounds
  return v;
}
__device__ __forceinline__ void store(unsigned address, int v) {
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(address), "r"(v) : "memory"); //! shared-race
}
__device__ __forceinline__ unsigned getRank() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ __forceinline__ void syncCluster() {
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
}

template <bool wrong> BUG_ON neighbour_may_not_have_written(int *in, int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x]; //! shared-race
  if (wrong)
    __syncthreads();
  else
    syncCluster();
  int v = load(map(&s[threadIdx.x], getRank() ^ 1));
  syncCluster();
  out[blockIdx.x * 64 + threadIdx.x] = v; //! uninitialized-shared
}
BUG_CLUSTER(neighbour_may_not_have_written)

template <bool wrong> BUG_ON neighbour_may_have_ended(int *in, int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  syncCluster();
  int v = load(map(&s[threadIdx.x], getRank() ^ 1));
  if (!wrong)
    syncCluster();
  out[blockIdx.x * 64 + threadIdx.x] = v;
}
BUG_CLUSTER(neighbour_may_have_ended)

template <bool wrong> BUG_ON rank_past_the_cluster(int *in, int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  syncCluster();
  unsigned rank = getRank() + 1;
  int v = load(map(&s[threadIdx.x], wrong ? rank : rank % 2));
  syncCluster();
  out[blockIdx.x * 64 + threadIdx.x] = v;
}
BUG_CLUSTER(rank_past_the_cluster)

template <bool wrong> BUG_ON remote_counter_without_atomics(int *in, int *out, int n) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  syncCluster();
  unsigned address = map(&count, 0);
  if (threadIdx.x == 0) {
    if (wrong)
      store(address, load(address) + 1);
    else
      asm volatile("atom.shared::cluster.add.u32 %0, [%1], 1;"
                   : "=r"(n)
                   : "r"(address)
                   : "memory");
  }
  syncCluster();
  out[blockIdx.x * 64 + threadIdx.x] = count;
}
BUG_CLUSTER(remote_counter_without_atomics)
