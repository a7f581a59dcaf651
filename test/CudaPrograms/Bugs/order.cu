// Bugs of those who wait for each other: dead locks, flags, locks, stages of
// buffers; and of addresses that an instruction makes itself.
// LAUNCH each_waits_for_the_other_first 1 64
// LAUNCH flag_is_read_without_acquire 2 32
// LAUNCH lock_without_fences 4 32
// LAUNCH stage_is_filled_before_it_is_empty 1 64
// LAUNCH reads_the_stage_that_is_filled 1 64
// LAUNCH dynamic_memory_is_too_small 1 64 128
// LAUNCH reduction_with_lanes_elsewhere 1 32
// LAUNCH scan_without_syncwarp 1 32
// LAUNCH matrix_rows_are_misaligned 1 32
#include "bug.h"

#include <cstdint>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

struct __align__(64) TensorMap {
  char bytes[128];
};

#define BUG_TMA(name)                                                          \
  extern "C" __global__ void name##_wrong(                                     \
      int *in, int *out, int n, const __grid_constant__ TensorMap map) {       \
    name<true>(in, out, n, map);                                               \
  }                                                                            \
  extern "C" __global__ void name##_right(                                     \
      int *in, int *out, int n, const __grid_constant__ TensorMap map) {       \
    name<false>(in, out, n, map);                                              \
  }

__device__ __forceinline__ void waitFor(uint64_t *barrier, uint32_t parity) {
  while (!ptx::mbarrier_try_wait_parity(barrier, parity)) //! deadlock
    ;
}

//===--- Dead locks ---------------------------------------------------------===

/// Only the threads of the branch arrive.
template <bool wrong> BUG_ON some_do_not_arrive(int *in, int *out, int n) {
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&barrier, 64);
  __syncthreads();
  if (!wrong || in[threadIdx.x] % 2)
    ptx::mbarrier_arrive(&barrier);
  waitFor(&barrier, 0);
  out[threadIdx.x] = in[threadIdx.x];
}
BUG(some_do_not_arrive)

/// Each warp arrives where the other one waits, but waits before.
template <bool wrong> BUG_ON each_waits_for_the_other_first(int *in, int *out, int n) {
  __shared__ uint64_t barriers[2];
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barriers[0], 32);
    ptx::mbarrier_init(&barriers[1], 32);
  }
  __syncthreads();
  int warp = threadIdx.x / 32;
  if (!wrong)
    ptx::mbarrier_arrive(&barriers[warp ^ 1]);
  waitFor(&barriers[warp], 0);
  if (wrong)
    ptx::mbarrier_arrive(&barriers[warp ^ 1]);
  out[threadIdx.x] = in[threadIdx.x];
}
BUG(each_waits_for_the_other_first)

/// The consumers come to the barrier of the CTA, which the producer has not
/// come to: it waits for them.
template <bool wrong> BUG_ON producer_is_not_at_the_barrier(int *in, int *out, int n) {
  __shared__ uint64_t empty;
  __shared__ int s[32];
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&empty, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    waitFor(&empty, 0);
    s[threadIdx.x] = in[threadIdx.x];
  } else if (!wrong) {
    ptx::mbarrier_arrive(&empty);
  }
  __syncthreads();
  if (wrong && threadIdx.x >= 32)
    ptx::mbarrier_arrive(&empty);
  out[threadIdx.x] = s[threadIdx.x % 32];
}
BUG(producer_is_not_at_the_barrier)

/// Waits for more of them than there are.
template <bool wrong> BUG_ON flag_never_gets_there(int *in, int *out, int n) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  while (atomicOr(&count, 0) < 64)
    ;
  int wanted = wrong ? 65 : 64;
  asm volatile("" : "+r"(wanted));
  while (*(volatile int *)&count < wanted) //! deadlock
    ;
  out[threadIdx.x] = in[threadIdx.x];
}
BUG(flag_never_gets_there)

//===--- Flags and locks ----------------------------------------------------===

__device__ __forceinline__ void release(int *flag) {
  asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
}
template <bool isAcquire> __device__ __forceinline__ int look(int *flag) {
  int v;
  if (isAcquire)
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
  else
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
  return v;
}

/// CTA 1 writes and sets a flag; CTA 0 sees it and reads.
template <bool wrong> BUG_ON flag_is_read_without_acquire(int *in, int *out, int n) {
  if (threadIdx.x)
    return;
  if (blockIdx.x == 1) {
    out[1] = in[1]; //! global-race
    release(&out[100]);
    return;
  }
  while (!look<!wrong>(&out[100]))
    ;
  out[0] = out[1]; //! global-race
}
BUG(flag_is_read_without_acquire)

/// A lock keeps the others out, but orders nothing.
template <bool wrong> BUG_ON lock_without_fences(int *in, int *out, int n) {
  if (threadIdx.x)
    return;
  while (atomicCAS(&out[100], 0, 1))
    ;
  if (!wrong)
    __threadfence();
  out[0] += in[blockIdx.x]; //! global-race
  if (!wrong)
    __threadfence();
  atomicExch(&out[100], 0);
}
BUG(lock_without_fences)

//===--- Stages -------------------------------------------------------------===

/// Warp 0 fills two stages in turn, warp 1 adds them up.
template <bool wrong> BUG_ON stage_is_filled_before_it_is_empty(int *in, int *out, int n) {
  __shared__ uint64_t full[2], empty[2];
  __shared__ int s[2][32];
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; ++i) {
      ptx::mbarrier_init(&full[i], 32);
      ptx::mbarrier_init(&empty[i], 32);
    }
  __syncthreads();
  int lane = threadIdx.x % 32, sum = 0;
#pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    int stage = i % 2, round = i / 2;
    if (threadIdx.x < 32) {
      if (!wrong)
        waitFor(&empty[stage], (round + 1) % 2);
      s[stage][lane] = in[i * 32 + lane]; //! shared-race
      ptx::mbarrier_arrive(&full[stage]);
    } else {
      waitFor(&full[stage], round % 2);
      sum += s[stage][31 - lane]; //! shared-race
      ptx::mbarrier_arrive(&empty[stage]);
    }
  }
  out[threadIdx.x] = sum;
}
BUG(stage_is_filled_before_it_is_empty)

/// The next tile is loaded into one half while the other is used.
template <bool wrong> BUG_ON reads_the_stage_that_is_filled(int *in, int *out, int n) {
  __shared__ int s[2][64];
  s[0][threadIdx.x] = in[threadIdx.x];
  s[1][threadIdx.x] = 0;
  __syncthreads();
  int sum = 0;
#pragma unroll 1
  for (int i = 1; i < 5; ++i) {
    s[i % 2][threadIdx.x] = in[i * 64 + threadIdx.x]; //! shared-race
    int used = wrong ? i % 2 : (i + 1) % 2;
    sum += s[used][63 - threadIdx.x]; //! shared-race
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
BUG(reads_the_stage_that_is_filled)

/// What is written past the end is the barrier behind it.
template <bool wrong> BUG_ON mbarrier_is_overwritten(int *in, int *out, int n) {
  __shared__ struct {
    int values[64];
    uint64_t barrier;
  } s;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&s.barrier, 64);
  __syncthreads();
  int at = wrong ? threadIdx.x + 1 : threadIdx.x;
  asm volatile("" : "+r"(at));
  s.values[at] = in[threadIdx.x]; //! shared-race
  __syncthreads();
  ptx::mbarrier_arrive(&s.barrier); //! undefined
  if (!wrong)
    waitFor(&s.barrier, 0);
  out[threadIdx.x] = s.values[threadIdx.x / 2 + 1];
}
BUG(mbarrier_is_overwritten)

//===--- Warps --------------------------------------------------------------===

template <bool wrong> BUG_ON scan_without_syncwarp(int *in, int *out, int n) {
  __shared__ int s[32];
  int v = in[threadIdx.x];
  s[threadIdx.x] = v;
  __syncwarp();
#pragma unroll 1
  for (int d = 1; d < 32; d *= 2) {
    if (threadIdx.x >= d)
      v += s[threadIdx.x - d]; //! shared-race
    if (!wrong)
      __syncwarp();
    s[threadIdx.x] = v; //! shared-race
    __syncwarp();
  }
  out[threadIdx.x] = v;
}
BUG(scan_without_syncwarp)

/// The mask of all lanes in a branch of some.
template <bool wrong> BUG_ON reduction_with_lanes_elsewhere(int *in, int *out, int n) {
  unsigned v = in[threadIdx.x];
  unsigned even = __ballot_sync(~0u, v % 2 == 0);
  if (v % 2 == 0)
    v = __reduce_add_sync(wrong ? ~0u : even, v); //! undefined
  out[threadIdx.x] = v;
}
BUG(reduction_with_lanes_elsewhere)

/// Rows of 16 bytes, 20 bytes apart.
template <bool wrong> BUG_ON matrix_rows_are_misaligned(int *in, int *out, int n) {
  __shared__ __align__(16) int s[8 * 8];
  for (int i = threadIdx.x; i < 64; i += 32)
    s[i] = in[i];
  __syncwarp();
  unsigned row = toShared(s) + threadIdx.x % 8 * (wrong ? 20 : 32);
  int v;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v) : "r"(row) : "memory"); //! misaligned
  out[threadIdx.x] = v;
}
BUG(matrix_rows_are_misaligned)

//===--- Bounds -------------------------------------------------------------===

/// The launch gives 128 bytes.
template <bool wrong> BUG_ON dynamic_memory_is_too_small(int *in, int *out, int n) {
  extern __shared__ int dynamic[];
  int at = wrong ? threadIdx.x : threadIdx.x % 32;
  if (wrong || threadIdx.x < 32)
    dynamic[at] = in[threadIdx.x]; //! out-of-bounds
  __syncthreads();
  if (threadIdx.x < 32)
    out[threadIdx.x] = dynamic[31 - threadIdx.x];
}
BUG(dynamic_memory_is_too_small)

template <bool wrong> BUG_ON tile_is_stored_above_the_tensor(int *in, int *out, int n, const TensorMap &map) {
  __shared__ __align__(128) int s[8][32];
  for (int row = threadIdx.x / 32; row < 8; row += 2)
    s[row][threadIdx.x % 32] = row;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    int32_t at[2] = {0, wrong ? -1 : 1};
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at, s); //! out-of-bounds
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}
BUG_TMA(tile_is_stored_above_the_tensor)
