// Bugs of threads and their memory: races, barriers, bounds, masks, undefined
// values.
// LAUNCH no_barrier_at_the_end_of_a_loop 1 128
// LAUNCH no_barrier_in_the_last_warp 1 128
// LAUNCH tile_is_indexed_past_its_end 1 128
// LAUNCH named_barrier_of_too_few 1 128
// LAUNCH shuffle_with_lanes_elsewhere 1 32
// LAUNCH ballot_without_the_own_lane 1 32
// LAUNCH shuffle_from_an_ended_lane 1 32
// LAUNCH guard_is_one_too_large 17 64
// LAUNCH null_in_a_table 1 32
// LAUNCH CTAs_update_one_sum 8 32
// LAUNCH no_fence_before_the_flag 4 32
// LAUNCH parts_overlap 4 32
// LAUNCH shifts_in_place 4 32
// LAUNCH exchange_in_global_memory 1 128
#include "bug.h"

//===--- Shared memory ------------------------------------------------------===

/// The barrier that keeps the next round from overwriting what is read.
template <bool wrong> BUG_ON no_barrier_at_the_end_of_a_loop(int *in, int *out, int n) {
  __shared__ int s[128];
  int sum = 0;
  for (int i = 0; i < n; i += 128) {
    s[threadIdx.x] = in[i + threadIdx.x]; //! shared-race
    __syncthreads();
    sum += s[127 - threadIdx.x]; //! shared-race
    if (!wrong)
      __syncthreads();
  }
  out[threadIdx.x] = sum;
}
BUG(no_barrier_at_the_end_of_a_loop)

/// A tree whose barrier is missing in the last steps, as if a warp went in lock
/// step.
template <bool wrong> BUG_ON no_barrier_in_the_last_warp(int *in, int *out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 64; d; d /= 2) {
    int v = t < d ? s[t + d] : 0; //! shared-race
    if (!wrong || d > 16)
      __syncthreads();
    if (t < d)
      s[t] += v; //! shared-race
    if (!wrong || d > 16)
      __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}
BUG(no_barrier_in_the_last_warp)

/// Counts without an atomic operation.
template <bool wrong> BUG_ON counts_without_atomics(int *in, int *out, int n) {
  __shared__ int counts[8];
  if (threadIdx.x < 8)
    counts[threadIdx.x] = 0;
  __syncthreads();
  if (wrong)
    counts[in[threadIdx.x] % 8] += 1; //! shared-race
  else
    atomicAdd(&counts[in[threadIdx.x] % 8], 1);
  __syncthreads();
  if (threadIdx.x < 8)
    out[threadIdx.x] = counts[threadIdx.x];
}
BUG(counts_without_atomics)

/// An atomic operation and a plain load.
template <bool wrong> BUG_ON reads_a_counter_too_early(int *in, int *out, int n) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  atomicAdd(&count, in[threadIdx.x]); //! shared-race
  if (!wrong)
    __syncthreads();
  out[threadIdx.x] = count; //! shared-race
}
BUG(reads_a_counter_too_early)

/// Ballots choose a writer; the wrong one lets all with a bit write.
template <bool wrong> BUG_ON all_matches_write(int *in, int *out, int n) {
  __shared__ int found;
  if (threadIdx.x == 0)
    found = -1;
  __syncthreads();
  bool matches = in[threadIdx.x] % 4 == 1;
  if (wrong) {
    if (matches)
      found = threadIdx.x; //! shared-race
  } else {
    unsigned all = __ballot_sync(~0u, matches);
    if (threadIdx.x == __ffs(all) - 1)
      found = threadIdx.x;
  }
  __syncthreads();
  out[threadIdx.x] = found;
}
BUG(all_matches_write)

/// The halo of a stencil is loaded by the first threads, but not enough of it.
template <bool wrong> BUG_ON halo_is_too_small(int *in, int *out, int n) {
  __shared__ int s[64 + 4];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < (wrong ? 2 : 4))
    s[64 + threadIdx.x] = in[64 + threadIdx.x];
  __syncthreads();
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i <= 4; ++i)
    sum += s[threadIdx.x + i];
  out[threadIdx.x] = sum; //! uninitialized-shared
}
BUG(halo_is_too_small)

/// The index of a transposed tile is the wrong way round.
template <bool wrong> BUG_ON tile_is_indexed_past_its_end(int *in, int *out, int n) {
  __shared__ int tile[8][16];
  int x = threadIdx.x % 16, y = threadIdx.x / 16;
  tile[y][x] = in[threadIdx.x];
  __syncthreads();
  int *flat = &tile[0][0];
  asm("" : "+l"(flat));
  out[threadIdx.x] = flat[wrong ? x * 16 + y : y * 16 + x]; //! out-of-bounds
}
BUG(tile_is_indexed_past_its_end)

/// The warps take turns with __syncwarp, which orders one warp only.
template <bool wrong> BUG_ON syncwarp_for_a_block(int *in, int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x]; //! shared-race
  if (wrong)
    __syncwarp();
  else
    __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x]; //! shared-race uninitialized-shared
}
BUG(syncwarp_for_a_block)

/// A barrier for half of the threads where all need it.
template <bool wrong> BUG_ON named_barrier_of_too_few(int *in, int *out, int n) {
  __shared__ int s[128];
  s[threadIdx.x] = in[threadIdx.x]; //! shared-race
  if (wrong)
    asm volatile("bar.sync %0, 64;" ::"r"(1 + threadIdx.x / 64) : "memory");
  else
    asm volatile("bar.sync 1, 128;" ::: "memory");
  out[threadIdx.x] = s[127 - threadIdx.x]; //! shared-race uninitialized-shared
}
BUG(named_barrier_of_too_few)

/// Two uses of a union of temporary storage.
template <bool wrong> BUG_ON storage_is_used_again_too_early(int *in, int *out, int n) {
  __shared__ union {
    int a[64];
    short b[128];
  } s;
  s.a[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int v = s.a[threadIdx.x ^ 33]; //! shared-race
  if (!wrong)
    __syncthreads();
  s.b[threadIdx.x] = v; //! shared-race
  s.b[threadIdx.x + 64] = v; //! shared-race
  __syncthreads();
  out[threadIdx.x] = s.b[127 - threadIdx.x];
}
BUG(storage_is_used_again_too_early)

//===--- Barriers -----------------------------------------------------------===

template <bool wrong> BUG_ON barrier_in_a_branch(int *in, int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  if (wrong) {
    if (in[threadIdx.x] % 3) {
      asm volatile("bar.sync 0;" ::: "memory"); //! divergent-barrier
      s[threadIdx.x] += 1;
    }
  } else {
    asm volatile("bar.sync 0;" ::: "memory");
    if (in[threadIdx.x] % 3)
      s[threadIdx.x] += 1;
  }
  out[threadIdx.x] = s[threadIdx.x];
}
BUG(barrier_in_a_branch)

/// A loop with a barrier whose number of rounds differs between lanes.
template <bool wrong> BUG_ON barrier_in_a_loop_of_lanes(int *in, int *out, int n) {
  int rounds = wrong ? in[threadIdx.x] % 3 + 1 : n % 3 + 1;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
    asm volatile("bar.sync 0;" ::: "memory"); //! divergent-barrier
    sum += i;
  }
  out[threadIdx.x] = sum;
}
BUG(barrier_in_a_loop_of_lanes)

/// Producers arrive at the wrong barrier.
template <bool wrong> BUG_ON barriers_are_mixed_up(int *in, int *out, int n) {
  __shared__ int s[32];
  if (threadIdx.x < 32) {
    s[threadIdx.x] = in[threadIdx.x];
    asm volatile("bar.arrive %0, 64;" ::"r"(wrong ? 2 : 1) : "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory"); //! deadlock
    out[threadIdx.x] = s[threadIdx.x - 32];
  }
}
BUG(barriers_are_mixed_up)

//===--- Warps --------------------------------------------------------------===

/// A shuffle in a branch names lanes that are not in it.
template <bool wrong> BUG_ON shuffle_with_lanes_elsewhere(int *in, int *out, int n) {
  int v = in[threadIdx.x];
  if (threadIdx.x < 16) {
    unsigned mask = wrong ? ~0u : 0xFFFF;
    v += __shfl_xor_sync(mask, v, 1); //! undefined deadlock
    out[threadIdx.x] = v;
  } else {
    v += __shfl_xor_sync(0xFFFF0000, v, 2); //! undefined deadlock
    out[threadIdx.x] = v;
  }
}
BUG(shuffle_with_lanes_elsewhere)

/// A mask without the own lane.
template <bool wrong> BUG_ON ballot_without_the_own_lane(int *in, int *out, int n) {
  unsigned mask = wrong ? 0x7FFFFFFF : ~0u;
  asm volatile("" : "+r"(mask));
  out[threadIdx.x] = __ballot_sync(mask, in[threadIdx.x] & 1); //! undefined
}
BUG(ballot_without_the_own_lane)

/// Reads a lane that has ended.
template <bool wrong> BUG_ON shuffle_from_an_ended_lane(int *in, int *out, int n) {
  if (threadIdx.x >= 20)
    return;
  int v = in[threadIdx.x];
  int from = wrong ? 25 : 5;
  asm volatile("" : "+r"(from));
  out[threadIdx.x] = __shfl_sync(0xFFFFF, v, from); //! undefined
}
BUG(shuffle_from_an_ended_lane)

//===--- Global memory ------------------------------------------------------===

template <bool wrong> BUG_ON guard_is_one_too_large(int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (wrong ? i <= n : i < n)
    out[i] = in[i] + 1; //! out-of-bounds
}
BUG(guard_is_one_too_large)

template <bool wrong> BUG_ON index_is_negative(int *in, int *out, int n) {
  int i = int(threadIdx.x) - 1;
  if (wrong || i >= 0)
    out[threadIdx.x] = in[i]; //! out-of-bounds
}
BUG(index_is_negative)

/// A product of 32 bits wraps around.
template <bool wrong> BUG_ON index_overflows(int *in, int *out, int n) {
  int row = threadIdx.x * 1048576 + 1, stride = 4096;
  asm volatile("" : "+r"(row));
  long long at = wrong ? int(unsigned(row) * unsigned(stride)) >> 12
                       : (long long)row * stride >> 32;
  out[threadIdx.x] = in[wrong ? at - 524288 * (threadIdx.x % 2) : at / 1048576]; //! out-of-bounds
}
BUG(index_overflows)

template <bool wrong> BUG_ON vector_at_an_odd_address(int *in, int *out, int n) {
  const int *p = in + (wrong ? 1 : 4);
  asm volatile("" : "+l"(p));
  int4 v = reinterpret_cast<const int4 *>(p)[threadIdx.x]; //! misaligned
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
BUG(vector_at_an_odd_address)

/// Pointers of a struct that nobody filled in.
template <bool wrong> BUG_ON null_in_a_table(int *in, int *out, int n) {
  __shared__ int *table[2];
  if (threadIdx.x == 0) {
    table[0] = in;
    table[1] = wrong ? nullptr : in + 32;
  }
  __syncthreads();
  out[threadIdx.x] = table[threadIdx.x / 16][threadIdx.x]; //! out-of-bounds
}
BUG(null_in_a_table)

template <bool wrong> BUG_ON CTAs_update_one_sum(int *in, int *out, int n) {
  if (threadIdx.x == 0) {
    if (wrong)
      out[0] += in[blockIdx.x]; //! global-race
    else
      atomicAdd(&out[0], in[blockIdx.x]);
  }
}
BUG(CTAs_update_one_sum)

/// The last CTA sums up, but nobody fenced what the others wrote.
template <bool wrong> BUG_ON no_fence_before_the_flag(int *in, int *out, int n) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    out[1 + blockIdx.x] = in[blockIdx.x]; //! global-race
    if (!wrong)
      __threadfence();
    isLast = atomicAdd(&out[100], 1) == gridDim.x - 1;
    if (!wrong)
      __threadfence();
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; ++i)
      sum += out[1 + i]; //! global-race
    out[0] = sum;
  }
}
BUG(no_fence_before_the_flag)

/// Parts that overlap by one.
template <bool wrong> BUG_ON parts_overlap(int *in, int *out, int n) {
  int begin = blockIdx.x * 32, end = begin + (wrong ? 33 : 32);
  for (int i = begin + threadIdx.x; i < end; i += blockDim.x)
    out[i] = in[i] + blockIdx.x; //! global-race
}
BUG(parts_overlap)

/// In place, while others still read.
template <bool wrong> BUG_ON shifts_in_place(int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = in[i + 1]; //! global-race
  (wrong ? in : out)[i] = v; //! global-race
}
BUG(shifts_in_place)

/// Threads of a CTA exchange through global memory without a barrier.
template <bool wrong> BUG_ON exchange_in_global_memory(int *in, int *out, int n) {
  out[threadIdx.x] = in[threadIdx.x]; //! global-race
  if (!wrong)
    __syncthreads();
  int v = reinterpret_cast<volatile int *>(out)[127 - threadIdx.x]; //! global-race
  in[threadIdx.x] = v;
}
BUG(exchange_in_global_memory)

//===--- Local memory and registers -----------------------------------------===

template <bool wrong> BUG_ON local_array_is_not_filled(int *in, int *out, int n) {
  int values[8];
#pragma unroll 1
  for (int i = 0; i < (wrong ? 7 : 8); ++i)
    values[i] = in[threadIdx.x + i];
  int at = in[threadIdx.x] % 8;
  asm volatile("" : "+r"(at));
  out[threadIdx.x] = values[at]; //! uninitialized-local
}
BUG(local_array_is_not_filled)

template <bool wrong> BUG_ON local_array_is_too_short(int *in, int *out, int n) {
  int values[8];
#pragma unroll 1
  for (int i = 0; i < 8; ++i)
    values[i] = in[threadIdx.x + i];
  int at = wrong ? in[threadIdx.x] + 8 : in[threadIdx.x] % 8;
  asm volatile("" : "+r"(at));
  out[threadIdx.x] = values[at]; //! out-of-bounds
}
BUG(local_array_is_too_short)

template <bool wrong> BUG_ON register_is_set_on_one_way(int *in, int *out, int n) {
  int v;
  asm volatile("{ .reg .b32 r; .reg .pred p; setp.lt.s32 p, %1, %2;\n"
               "@p mov.b32 r, 5;\n"
               "mov.b32 %0, r; }" : "=r"(v) : "r"(in[threadIdx.x]), "r"(wrong ? 20 : 100000));
  out[threadIdx.x] = v; //! uninitialized-register
}
BUG(register_is_set_on_one_way)

template <bool wrong> BUG_ON assertion(int *in, int *out, int n) {
  if (in[threadIdx.x] >= (wrong ? 20 : 64))
    __trap(); //! trap
  out[threadIdx.x] = in[threadIdx.x];
}
BUG(assertion)

//===--- The heap -----------------------------------------------------------===

template <bool wrong> BUG_ON freed_twice(int *in, int *out, int n) {
  int *p = static_cast<int *>(malloc(16));
  *p = in[threadIdx.x];
  out[threadIdx.x] = *p;
  free(p);
  if (wrong)
    free(p); //! use-after-free
}
BUG(freed_twice)

template <bool wrong> BUG_ON full_heap_is_not_checked(int *in, int *out, int n) {
  char *p = static_cast<char *>(malloc(n << 20));
  if (wrong || p)
    *p = 1; //! out-of-bounds
}
BUG(full_heap_is_not_checked)
