// Bugs of kernels for Hopper: rings between a warp that copies and warpgroups
// that multiply, multicasts, clusters, epilogues, tensor maps and registers. The
// file is long because each bug is a kernel with its twin.
// LAUNCH parity_stays_in_the_second_round 1 64
// LAUNCH descriptor_of_another_stage 1 160
// LAUNCH slot_is_released_before_the_wait 1 160
// LAUNCH slot_is_computed_without_a_proxy_fence 1 256
// LAUNCH swizzle_of_B 1 128
// LAUNCH major_of_B 1 128
// LAUNCH rows_of_A_are_too_close 1 128
// LAUNCH too_many_registers 1 384
// LAUNCH turns_are_exchanged 1 256
// LAUNCH every_thread_releases 1 160
// LAUNCH multicast_leaves_out_a_CTA 2 64
// LAUNCH multicast_to_all_from_all 2 64
// LAUNCH multicast_before_the_neighbour_is_ready 2 64
// LAUNCH release_stays_in_the_CTA 2 64
// LAUNCH slot_of_the_neighbour_is_not_free 2 64
// LAUNCH barrier_of_the_neighbour_is_not_there 2 64
// LAUNCH ends_before_the_neighbour_arrives 2 64
// LAUNCH neighbour_sends_too_little 2 64
#include "bug.h"

#include <cstdint>

struct __align__(64) TensorMap {
  char bytes[128];
};

/// Two tensor maps: int32 of 32 columns in boxes of 8 rows, and f16 of 64
/// columns in boxes of 64 rows with a swizzle of 128 bytes.
#define KERNELS(name, attributes)                                             \
  extern "C" __global__ void attributes name##_wrong(                          \
      int *in, int *out, int n, const __grid_constant__ TensorMap rows,        \
      const __grid_constant__ TensorMap tiles) {                               \
    name<true>(in, out, rows, tiles);                                          \
  }                                                                            \
  extern "C" __global__ void attributes name##_right(                          \
      int *in, int *out, int n, const __grid_constant__ TensorMap rows,        \
      const __grid_constant__ TensorMap tiles) {                               \
    name<false>(in, out, rows, tiles);                                         \
  }
#define BUG_CTA(name) KERNELS(name, )
#define BUG_CLUSTER(name) KERNELS(name, __cluster_dims__(2, 1, 1))
#define BUG_BOUNDS(name) KERNELS(name, __launch_bounds__(384, 1))
#define ARGUMENTS                                                              \
  int *in, int *out, const TensorMap &rows, const TensorMap &tiles

constexpr int rowBytes = 1024, tileBytes = 8192;

__device__ __forceinline__ void init(uint64_t *barrier, int count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(toShared(barrier)), "r"(count) : "memory");
}
__device__ __forceinline__ void fenceInit() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ __forceinline__ void fenceProxy() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ __forceinline__ void arrive(uint64_t *barrier) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(toShared(barrier)) : "memory"); //! undefined shared-race deadlock
}
__device__ __forceinline__ void expect(uint64_t *barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(toShared(barrier)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void expectOnly(uint64_t *barrier, int bytes) {
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared.b64 [%0], %1;" ::"r"(toShared(barrier)), "r"(bytes) : "memory"); //! undefined
}
__device__ __forceinline__ bool tryWait(uint64_t *barrier, int parity) {
  int done;
  asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p;}" //! deadlock
               : "=r"(done) : "r"(toShared(barrier)), "r"(parity) : "memory"); //! deadlock
  return done;
}
__device__ __forceinline__ void wait(uint64_t *barrier, int parity) {
  while (!tryWait(barrier, parity))
    ;
}
__device__ __forceinline__ void loadBox(void *to, const TensorMap &map, int column, int row, uint64_t *barrier) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" //! shared-race undefined global-race
               ::"r"(toShared(to)), "l"(&map), "r"(column), "r"(row), "r"(toShared(barrier)) : "memory"); //! shared-race undefined global-race
}
__device__ __forceinline__ void multicastBox(void *to, const TensorMap &map, int column, int row, uint64_t *barrier, int mask) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" //! shared-race undefined
               ::"r"(toShared(to)), "l"(&map), "r"(column), "r"(row), "r"(toShared(barrier)), "h"(short(mask)) : "memory"); //! shared-race undefined
}
__device__ __forceinline__ void storeBox(const TensorMap &map, int column, int row, const void *from) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" //! shared-race undefined
               ::"l"(&map), "r"(column), "r"(row), "r"(toShared(from)) : "memory"); //! shared-race undefined
}
__device__ __forceinline__ void commitStores() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
template <int n> __device__ __forceinline__ void waitStoresRead() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(n) : "memory");
}
template <int n> __device__ __forceinline__ void waitStores() {
  asm volatile("cp.async.bulk.wait_group %0;" ::"n"(n) : "memory");
}
__device__ __forceinline__ unsigned getRank() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ __forceinline__ unsigned getAddressIn(const void *p, unsigned rank) {
  unsigned address;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(address) : "r"(toShared(p)), "r"(rank));
  return address;
}
__device__ __forceinline__ void arriveIn(uint64_t *barrier, unsigned rank) {
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(getAddressIn(barrier, rank)) : "memory"); //! use-after-free shared-race uninitialized-shared undefined
}
__device__ __forceinline__ void arriveCluster() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
}
__device__ __forceinline__ void waitCluster() {
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); //! deadlock
}
__device__ __forceinline__ void syncCluster() {
  arriveCluster();
  waitCluster();
}
template <int id, int threads> __device__ __forceinline__ void syncNamed() {
  asm volatile("bar.sync %0, %1;" ::"n"(id), "n"(threads) : "memory"); //! deadlock
}
template <int id, int threads> __device__ __forceinline__ void arriveNamed() {
  asm volatile("bar.arrive %0, %1;" ::"n"(id), "n"(threads) : "memory");
}

enum Swizzle : uint64_t { Swizzle128 = 1, Swizzle64 = 2 };

/// Of a tile with 128 bytes in a row.
__device__ __forceinline__ uint64_t describe(const void *p, uint64_t swizzle = Swizzle128, uint64_t groupBytes = 1024) {
  return (toShared(p) & 0x3FFFF) >> 4 | 1ull << 16 | groupBytes >> 4 << 32 | swizzle << 62;
}
__device__ __forceinline__ void beginProduct() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
template <int transposeB = 0> __device__ __forceinline__ void multiply(float *d, uint64_t a, uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, %4, %5, 1, 1, 1, 0, %6;" //! shared-race undefined uninitialized-shared note
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b), "n"(transposeB)); //! shared-race undefined uninitialized-shared note
}
__device__ __forceinline__ void endProduct() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int n> __device__ __forceinline__ void waitProducts(float *d) {
  asm volatile("wgmma.wait_group.sync.aligned %4;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "n"(n) : "memory");
}

//===--- Rings --------------------------------------------------------------===

struct Ring {
  __align__(1024) char tile[2][tileBytes];
  uint64_t full[2], empty[2];
};

__device__ __forceinline__ void initRing(Ring &ring, int releases) {
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) {
      init(&ring.full[i], 1);
      init(&ring.empty[i], releases);
    }
    fenceInit();
  }
  __syncthreads();
}
__device__ __forceinline__ void produce(Ring &ring, const TensorMap &map, int count) {
  for (int i = 0; i < count; ++i) {
    wait(&ring.empty[i % 2], (i / 2 + 1) % 2);
    expect(&ring.full[i % 2], tileBytes);
    loadBox(ring.tile[i % 2], map, 0, 0, &ring.full[i % 2]);
  }
}

/// The last warp copies; threads 0 to 127 multiply.
template <bool wrong> BUG_ON descriptor_of_another_stage(ARGUMENTS) {
  __shared__ Ring ring;
  initRing(ring, 1);
  if (threadIdx.x == 128)
    produce(ring, tiles, 4);
  if (threadIdx.x >= 128)
    return;
  float d[4] = {};
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    wait(&ring.full[i % 2], i / 2);
    uint64_t tile = describe(ring.tile[(i + (wrong && i == 1)) % 2]);
    beginProduct();
    multiply(d, tile, tile);
    endProduct();
    waitProducts<0>(d);
    if (threadIdx.x == 0)
      arrive(&ring.empty[i % 2]);
  }
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
BUG_CTA(descriptor_of_another_stage)

/// The product may still read the slot when the next box comes.
template <bool wrong> BUG_ON slot_is_released_before_the_wait(ARGUMENTS) {
  __shared__ Ring ring;
  initRing(ring, 1);
  if (threadIdx.x == 128)
    produce(ring, tiles, 4);
  if (threadIdx.x >= 128)
    return;
  float d[4] = {};
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    wait(&ring.full[i % 2], i / 2);
    uint64_t tile = describe(ring.tile[i % 2]);
    beginProduct();
    multiply(d, tile, tile);
    endProduct();
    if (wrong && threadIdx.x == 0)
      arrive(&ring.empty[i % 2]);
    waitProducts<0>(d);
    if (!wrong && threadIdx.x == 0)
      arrive(&ring.empty[i % 2]);
  }
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
BUG_CTA(slot_is_released_before_the_wait)

/// One product stays in flight, so the slot before may be released, and not this one.
template <bool wrong> BUG_ON slot_of_the_product_in_flight(ARGUMENTS) {
  __shared__ Ring ring;
  initRing(ring, 1);
  if (threadIdx.x == 128)
    produce(ring, tiles, 6);
  if (threadIdx.x >= 128)
    return;
  float d[4] = {};
#pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    wait(&ring.full[i % 2], i / 2 % 2);
    uint64_t tile = describe(ring.tile[i % 2]);
    beginProduct();
    multiply(d, tile, tile);
    endProduct();
    waitProducts<1>(d);
    if (threadIdx.x == 0 && (wrong || i > 0))
      arrive(&ring.empty[(wrong ? i : i - 1) % 2]);
  }
  waitProducts<0>(d);
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
// LAUNCH slot_of_the_product_in_flight 1 160
BUG_CTA(slot_of_the_product_in_flight)

/// The barrier counts one thread per warpgroup.
template <bool wrong> BUG_ON every_thread_releases(ARGUMENTS) {
  __shared__ Ring ring;
  initRing(ring, 1);
  if (threadIdx.x == 128)
    produce(ring, tiles, 4);
  if (threadIdx.x >= 128)
    return;
  float d[4] = {};
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    wait(&ring.full[i % 2], i / 2);
    uint64_t tile = describe(ring.tile[i % 2]);
    beginProduct();
    multiply(d, tile, tile);
    endProduct();
    waitProducts<0>(d);
    if (wrong || threadIdx.x == 0)
      arrive(&ring.empty[i % 2]);
  }
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
BUG_CTA(every_thread_releases)

/// The phase of a slot changes each time that the ring is through.
template <bool wrong> BUG_ON parity_stays_in_the_second_round(ARGUMENTS) {
  __shared__ __align__(128) int slot[2][256];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) {
      init(&full[i], 1);
      init(&empty[i], 32);
    }
    fenceInit();
  }
  __syncthreads();
  if (threadIdx.x == 32)
    for (int i = 0; i < 4; ++i) {
      wait(&empty[i % 2], (i / 2 + 1) % 2);
      expect(&full[i % 2], rowBytes);
      loadBox(slot[i % 2], rows, 0, 8 * i, &full[i % 2]);
    }
  if (threadIdx.x < 32) {
    int sum = 0;
    for (int i = 0; i < 4; ++i) {
      wait(&full[i % 2], wrong ? 0 : i / 2);
      sum += slot[i % 2][threadIdx.x]; //! shared-race uninitialized-shared
      arrive(&empty[i % 2]);
    }
    out[threadIdx.x] = sum;
  }
}
BUG_CTA(parity_stays_in_the_second_round)

/// Threads make the tile, and hand it over by an mbarrier.
template <bool wrong> BUG_ON slot_is_computed_without_a_proxy_fence(ARGUMENTS) {
  __shared__ Ring ring;
  if (threadIdx.x == 0)
    init(&ring.full[0], 128);
  __syncthreads();
  if (threadIdx.x >= 128) {
    for (int i = threadIdx.x - 128; i < tileBytes / 4; i += 128)
      reinterpret_cast<int *>(ring.tile[0])[i] = i & 1; //! shared-race
    if (!wrong)
      fenceProxy();
    arrive(&ring.full[0]);
    return;
  }
  wait(&ring.full[0], 0);
  float d[4] = {};
  uint64_t tile = describe(ring.tile[0]);
  beginProduct();
  multiply(d, tile, tile);
  endProduct();
  waitProducts<0>(d);
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
BUG_CTA(slot_is_computed_without_a_proxy_fence)

/// try_wait may come back before the phase is over.
template <bool wrong> BUG_ON result_of_try_wait_is_ignored(ARGUMENTS) {
  __shared__ __align__(128) int box[256];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    init(&full, 1);
    fenceInit();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&full, rowBytes);
    loadBox(box, rows, 0, 0, &full);
  }
  if (wrong)
    tryWait(&full, 0);
  else
    wait(&full, 0);
  out[threadIdx.x] = box[threadIdx.x]; //! shared-race uninitialized-shared
}
BUG_CTA(result_of_try_wait_is_ignored)

/// Nothing keeps the phase open until the other thread expects the bytes.
template <bool wrong> BUG_ON bytes_are_expected_by_another_thread(ARGUMENTS) {
  __shared__ __align__(128) int box[256];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    init(&full, wrong ? 1 : 2);
    fenceInit();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    arrive(&full);
    loadBox(box, rows, 0, 0, &full);
  }
  if (threadIdx.x == 32) {
    if (wrong)
      expectOnly(&full, rowBytes);
    else
      expect(&full, rowBytes);
  }
  wait(&full, 0);
  out[threadIdx.x] = box[threadIdx.x]; //! shared-race uninitialized-shared
}
BUG_CTA(bytes_are_expected_by_another_thread)

/// Three stages: two copies may be in flight while one is used.
template <bool wrong> BUG_ON ring_of_three_waits_for_one_too_few(ARGUMENTS) {
  __shared__ __align__(16) int slot[3][256];
  auto copy = [&](int i) {
    if (i < 4)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(toShared(&slot[i % 3][threadIdx.x * 4])), "l"(in + i * 256 + threadIdx.x * 4) : "memory"); //! shared-race
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  copy(0);
  copy(1);
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    if (wrong)
      asm volatile("cp.async.wait_group 2;" ::: "memory");
    else
      asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    copy(i + 2);
    sum += slot[i % 3][255 - threadIdx.x]; //! shared-race uninitialized-shared
  }
  out[threadIdx.x] = sum;
}
BUG_CTA(ring_of_three_waits_for_one_too_few)

/// The mbarrier's place is used for something else while a copy will signal it.
template <bool wrong> BUG_ON barrier_is_invalidated_too_early(ARGUMENTS) {
  __shared__ __align__(128) int box[256];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    init(&full, 1);
    fenceInit();
    expect(&full, rowBytes);
    loadBox(box, rows, 0, 0, &full);
    if (!wrong)
      wait(&full, 0);
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(toShared(&full)) : "memory"); //! undefined shared-race
    full = 7;
  }
  __syncthreads();
  out[threadIdx.x] = box[threadIdx.x] + int(full); //! shared-race uninitialized-shared
}
BUG_CTA(barrier_is_invalidated_too_early)

/// The arrivals of a warp are one: a GPU ends the launch if they are too many.
template <bool wrong> BUG_ON a_warp_arrives_where_one_is_expected(ARGUMENTS) {
  __shared__ uint64_t ready;
  if (threadIdx.x == 0) {
    init(&ready, wrong ? 31 : 32);
    fenceInit();
  }
  __syncthreads();
  if (threadIdx.x < 32)
    arrive(&ready);
  else
    wait(&ready, 0);
  out[threadIdx.x] = in[threadIdx.x];
}
BUG_CTA(a_warp_arrives_where_one_is_expected)

//===--- Tensor maps --------------------------------------------------------===

__device__ __forceinline__ void replaceAddress(TensorMap *map, const void *address) {
  asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(toShared(map)), "l"(address) : "memory");
}
__device__ __forceinline__ void copyMap(void *to, const TensorMap *from) {
  asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;"
               ::"l"(to), "r"(toShared(from)) : "memory");
}
__device__ __forceinline__ void acquireMap(const void *map) {
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
}

/// Copies read a map through the tensormap proxy, which keeps the old one. Rounds that were acquired do not help later ones.
template <int acquired, int rounds> __device__ __forceinline__ void changeMap(ARGUMENTS) {
  __shared__ __align__(128) int box[256];
  __shared__ __align__(128) TensorMap copy;
  __shared__ uint64_t full;
  void *map = out + 256;
  if (threadIdx.x == 0) {
    init(&full, 1);
    fenceInit();
  }
  if (threadIdx.x < 32)
    reinterpret_cast<int *>(&copy)[threadIdx.x] = reinterpret_cast<const int *>(&rows)[threadIdx.x];
  __syncthreads();
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
    if (threadIdx.x == 0)
      replaceAddress(&copy, in + 256 * i);
    __syncwarp();
    if (threadIdx.x < 32) {
      copyMap(map, &copy);
      if (i < acquired)
        acquireMap(map);
    }
    __syncwarp();
    if (threadIdx.x == 0) {
      expect(&full, rowBytes);
      loadBox(box, *static_cast<TensorMap *>(map), 0, 0, &full);
    }
    wait(&full, i % 2);
    sum += box[threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

template <bool wrong> BUG_ON map_is_not_acquired(ARGUMENTS) {
  changeMap<!wrong, 1>(in, out, rows, tiles);
}
BUG_CTA(map_is_not_acquired)

template <bool wrong> BUG_ON second_map_is_not_acquired(ARGUMENTS) {
  changeMap<wrong ? 1 : 2, 2>(in, out, rows, tiles);
}
BUG_CTA(second_map_is_not_acquired)

/// Each CTA acquires for itself what the first one has changed.
template <bool wrong> BUG_ON map_is_acquired_by_another_CTA(ARGUMENTS) {
  __shared__ __align__(128) int box[256];
  __shared__ __align__(128) TensorMap copy;
  __shared__ uint64_t full;
  void *map = out + 256;
  volatile int *flag = out + 512;
  if (threadIdx.x == 0) {
    init(&full, 1);
    fenceInit();
  }
  if (blockIdx.x == 0 && threadIdx.x < 32) {
    reinterpret_cast<int *>(&copy)[threadIdx.x] = reinterpret_cast<const int *>(&rows)[threadIdx.x];
    __syncwarp();
    copyMap(map, &copy);
    acquireMap(map);
    __syncwarp();
    if (threadIdx.x == 0) {
      __threadfence();
      *flag = 1;
    }
  }
  if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (!*flag)
      ;
    __threadfence();
    if (!wrong)
      acquireMap(map);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&full, rowBytes);
    loadBox(box, *static_cast<TensorMap *>(map), 0, 0, &full);
  }
  wait(&full, 0);
  out[64 * blockIdx.x + threadIdx.x] = box[threadIdx.x];
}
// LAUNCH map_is_acquired_by_another_CTA 2 64
BUG_CTA(map_is_acquired_by_another_CTA)

//===--- Operands of products -----------------------------------------------===

__device__ __forceinline__ void loadTile(char *tile, const TensorMap &tiles, uint64_t *full) {
  if (threadIdx.x == 0) {
    init(full, 1);
    fenceInit();
    expect(full, tileBytes);
    loadBox(tile, tiles, 0, 0, full);
  }
  __syncthreads();
  wait(full, 0);
}

/// One product of the tile with its first eight rows.
template <int transposeB> __device__ __forceinline__ void multiplyTile(int *out, uint64_t a, uint64_t b) {
  float d[4] = {};
  beginProduct();
  multiply<transposeB>(d, a, b);
  endProduct();
  waitProducts<0>(d);
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

template <bool wrong> BUG_ON swizzle_of_B(ARGUMENTS) {
  __shared__ __align__(1024) char tile[tileBytes];
  __shared__ uint64_t full;
  loadTile(tile, tiles, &full);
  multiplyTile<0>(out, describe(tile), describe(tile, wrong ? Swizzle64 : Swizzle128));
}
BUG_CTA(swizzle_of_B)

/// With 72 columns of B, which a major along N would have in two tiles of 64.
template <bool wrong> BUG_ON major_of_B(ARGUMENTS) {
  __shared__ __align__(1024) char tile[2][tileBytes];
  __shared__ uint64_t full[2];
  loadTile(tile[0], tiles, &full[0]);
  loadTile(tile[1], tiles, &full[1]);
  unsigned d[18] = {};
  beginProduct();
  asm volatile("wgmma.mma_async.sync.aligned.m64n72k16.f16.f16.f16 "
               "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17}, %18, %19, 1, 1, 1, 0, %20;" //! note
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]), "+r"(d[8]), //! note
                 "+r"(d[9]), "+r"(d[10]), "+r"(d[11]), "+r"(d[12]), "+r"(d[13]), "+r"(d[14]), "+r"(d[15]), "+r"(d[16]), "+r"(d[17]) //! note
               : "l"(describe(tile[0])), "l"(describe(tile[0])), "n"(wrong)); //! note
  endProduct();
  asm volatile("wgmma.wait_group.sync.aligned 0;"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]), "+r"(d[8]),
                 "+r"(d[9]), "+r"(d[10]), "+r"(d[11]), "+r"(d[12]), "+r"(d[13]), "+r"(d[14]), "+r"(d[15]), "+r"(d[16]), "+r"(d[17])
               :: "memory");
  for (int i = 1; i < 18; ++i)
    d[0] ^= d[i];
  out[threadIdx.x] = d[0];
}
BUG_CTA(major_of_B)

template <bool wrong> BUG_ON rows_of_A_are_too_close(ARGUMENTS) {
  __shared__ __align__(1024) char tile[tileBytes];
  __shared__ uint64_t full;
  loadTile(tile, tiles, &full);
  multiplyTile<0>(out, describe(tile, Swizzle128, wrong ? 512 : 1024), describe(tile));
}
BUG_CTA(rows_of_A_are_too_close)

//===--- Warpgroups ---------------------------------------------------------===

/// Three warpgroups begin with 168 registers in each thread, which are 504 for three; 240 + 240 + 40 are more.
template <bool wrong> BUG_ON too_many_registers(ARGUMENTS) {
  if (threadIdx.x < 128) {
    if (wrong)
      asm volatile("setmaxnreg.dec.sync.aligned.u32 40;" ::: "memory");
    else
      asm volatile("setmaxnreg.dec.sync.aligned.u32 24;" ::: "memory");
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;" ::: "memory"); //! deadlock
  }
  out[threadIdx.x] = in[threadIdx.x];
}
BUG_BOUNDS(too_many_registers)

/// The second warpgroup waits for its turn, which the first one gives it.
template <bool wrong> BUG_ON turns_are_exchanged(ARGUMENTS) {
  __shared__ int s[128];
  if (threadIdx.x < 128) {
    s[threadIdx.x] = in[threadIdx.x];
    arriveNamed<wrong ? 2 : 1, 256>();
    syncNamed<2, 256>();
    out[threadIdx.x] = s[127 - threadIdx.x];
  } else {
    syncNamed<1, 256>();
    s[threadIdx.x - 128] += 1;
    arriveNamed<2, 256>();
  }
}
BUG_CTA(turns_are_exchanged)

//===--- Epilogues ----------------------------------------------------------===

__device__ __forceinline__ void fillBox(int *box, int value) {
  for (int i = threadIdx.x; i < 256; i += 64)
    box[i] = value + i; //! shared-race
}

/// A wait for groups waits for nothing that is in none.
template <bool wrong> BUG_ON store_is_in_no_group(ARGUMENTS) {
  __shared__ __align__(128) int box[256];
  for (int i = 0; i < 2; ++i) {
    fillBox(box, i);
    fenceProxy();
    __syncthreads();
    if (threadIdx.x == 0) {
      storeBox(rows, 0, 8 * i, box);
      if (!wrong)
        commitStores();
      waitStoresRead<0>();
    }
    __syncthreads();
  }
}
BUG_CTA(store_is_in_no_group)

/// Two buffers take turns, so one store may still read, and not two.
template <bool wrong> BUG_ON buffer_of_the_store_before_last(ARGUMENTS) {
  __shared__ __align__(128) int box[2][256];
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    if (threadIdx.x == 0) {
      if (wrong)
        waitStoresRead<2>();
      else
        waitStoresRead<1>();
    }
    __syncthreads();
    fillBox(box[i % 2], i);
    fenceProxy();
    __syncthreads();
    if (threadIdx.x == 0) {
      storeBox(rows, 0, 8 * i, box[i % 2]);
      commitStores();
    }
  }
  if (threadIdx.x == 0)
    waitStoresRead<0>();
}
BUG_CTA(buffer_of_the_store_before_last)

/// Another thread than the one that stored waits: groups are a thread's own.
template <bool wrong> BUG_ON another_thread_waits_for_the_store(ARGUMENTS) {
  __shared__ __align__(128) int box[256];
  for (int i = 0; i < 2; ++i) {
    fillBox(box, i);
    fenceProxy();
    __syncthreads();
    if (threadIdx.x == 32) {
      storeBox(rows, 0, 8 * i, box);
      commitStores();
    }
    if (threadIdx.x == (wrong ? 0 : 32))
      waitStoresRead<0>();
    __syncthreads();
  }
}
BUG_CTA(another_thread_waits_for_the_store)

/// Behind wait_group.read the box has been read, and need not have been written.
template <bool wrong> BUG_ON box_is_loaded_before_it_is_stored(ARGUMENTS) {
  __shared__ __align__(128) int box[256];
  fillBox(box, 0);
  fenceProxy();
  __syncthreads();
  if (threadIdx.x == 0) {
    storeBox(rows, 0, 0, box);
    commitStores();
    if (wrong)
      waitStoresRead<0>();
    else
      waitStores<0>();
  }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x]; //! global-race
}
BUG_CTA(box_is_loaded_before_it_is_stored)

/// A reduction reads its buffer like a store.
template <bool wrong> BUG_ON sums_are_added_without_a_proxy_fence(ARGUMENTS) {
  __shared__ __align__(128) int box[256];
  fillBox(box, 0);
  if (!wrong)
    fenceProxy();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], 1024;" //! shared-race
                 ::"l"(out), "r"(toShared(box)) : "memory"); //! shared-race
    commitStores();
    waitStoresRead<0>();
  }
  __syncthreads();
}
BUG_CTA(sums_are_added_without_a_proxy_fence)

//===--- Clusters -----------------------------------------------------------===

/// The leader copies a box to both CTAs, and each waits for it.
template <bool wrong> BUG_ON multicast_leaves_out_a_CTA(ARGUMENTS) {
  __shared__ __align__(128) int box[256];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    init(&full, 1);
    fenceInit();
  }
  syncCluster();
  if (threadIdx.x == 0) {
    expect(&full, rowBytes);
    if (getRank() == 0)
      multicastBox(box, rows, 0, 0, &full, wrong ? 1 : 3);
  }
  wait(&full, 0);
  out[blockIdx.x * 64 + threadIdx.x] = box[threadIdx.x];
  syncCluster();
}
BUG_CLUSTER(multicast_leaves_out_a_CTA)

/// Each copies its half to both; the masks of the wrong one send one half twice.
template <bool wrong> BUG_ON multicast_to_all_from_all(ARGUMENTS) {
  __shared__ __align__(128) int box[2][256];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    init(&full, 1);
    fenceInit();
  }
  syncCluster();
  if (threadIdx.x == 0) {
    expect(&full, 2 * rowBytes);
    unsigned half = wrong ? 0 : getRank();
    multicastBox(box[half], rows, 0, 8 * half, &full, 3);
  }
  wait(&full, 0);
  out[blockIdx.x * 64 + threadIdx.x] = box[0][threadIdx.x] + box[1][threadIdx.x]; //! uninitialized-shared shared-race
  syncCluster();
}
BUG_CLUSTER(multicast_to_all_from_all)

/// A copy signals the mbarrier of the other CTA, which may not be there yet.
template <bool wrong> BUG_ON multicast_before_the_neighbour_is_ready(ARGUMENTS) {
  __shared__ __align__(128) int box[256];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    init(&full, 1); //! shared-race
    fenceInit();
    expect(&full, rowBytes);
  }
  if (wrong)
    __syncthreads();
  else
    syncCluster();
  if (threadIdx.x == 0 && getRank() == 1)
    multicastBox(box, rows, 0, 0, &full, 3);
  wait(&full, 0);
  out[blockIdx.x * 64 + threadIdx.x] = box[threadIdx.x]; //! uninitialized-shared shared-race
  syncCluster();
}
BUG_CLUSTER(multicast_before_the_neighbour_is_ready)

/// The leader copies to both again when both have read: each tells it by an arrival there.
template <bool wrong> BUG_ON release_stays_in_the_CTA(ARGUMENTS) {
  __shared__ __align__(128) int box[256];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    init(&full, 1);
    init(&empty, 4);
    fenceInit();
  }
  syncCluster();
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    if (threadIdx.x == 0) {
      expect(&full, rowBytes);
      if (getRank() == 0) {
        wait(&empty, (i + 1) % 2);
        multicastBox(box, rows, 0, 8 * i, &full, 3);
      }
    }
    __syncwarp();
    wait(&full, i % 2);
    sum += box[threadIdx.x];
    __syncwarp();
    if (threadIdx.x % 32 == 0)
      arriveIn(&empty, wrong ? getRank() : 0);
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
  syncCluster();
}
BUG_CLUSTER(release_stays_in_the_CTA)

/// The barrier of the leader counts its own warps only, so it does not wait for the other CTA.
template <bool wrong> BUG_ON slot_of_the_neighbour_is_not_free(ARGUMENTS) {
  __shared__ __align__(128) int box[256];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    init(&full, 1);
    init(&empty, wrong ? 2 : 4);
    fenceInit();
  }
  syncCluster();
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    if (threadIdx.x == 0) {
      expect(&full, rowBytes);
      if (getRank() == 0) {
        wait(&empty, (i + 1) % 2);
        multicastBox(box, rows, 0, 8 * i, &full, 3);
      }
    }
    __syncwarp();
    wait(&full, i % 2);
    sum += box[threadIdx.x]; //! shared-race uninitialized-shared
    __syncwarp();
    if (threadIdx.x % 32 == 0 && (!wrong || getRank() == 0))
      arriveIn(&empty, 0);
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
  syncCluster();
}
BUG_CLUSTER(slot_of_the_neighbour_is_not_free)

/// A barrier of the CTA does not say that the other CTA has initialised its mbarriers.
template <bool wrong> BUG_ON barrier_of_the_neighbour_is_not_there(ARGUMENTS) {
  __shared__ uint64_t ready;
  if (threadIdx.x == 0) {
    init(&ready, 64); //! shared-race
    fenceInit();
  }
  if (wrong)
    __syncthreads();
  else
    syncCluster();
  arriveIn(&ready, getRank() ^ 1);
  wait(&ready, 0);
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x];
  syncCluster();
}
BUG_CLUSTER(barrier_of_the_neighbour_is_not_there)

/// Nobody waits for the last arrivals, which come from the other CTA.
template <bool wrong> BUG_ON ends_before_the_neighbour_arrives(ARGUMENTS) {
  __shared__ uint64_t ready;
  if (threadIdx.x == 0) {
    init(&ready, 64);
    fenceInit();
  }
  syncCluster();
  arriveIn(&ready, getRank() ^ 1);
  if (!wrong)
    wait(&ready, 0);
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x];
}
BUG_CLUSTER(ends_before_the_neighbour_arrives)

/// 64 threads store 4 bytes each in the other CTA, which expects them.
template <bool wrong> BUG_ON neighbour_sends_too_little(ARGUMENTS) {
  __shared__ int s[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    init(&full, 1);
    fenceInit();
    expect(&full, 256);
  }
  syncCluster();
  if (threadIdx.x < (wrong ? 63 : 64))
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];"
                 ::"r"(getAddressIn(&s[threadIdx.x], getRank() ^ 1)), "r"(in[threadIdx.x]), "r"(getAddressIn(&full, getRank() ^ 1)) : "memory");
  wait(&full, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
  syncCluster();
}
BUG_CLUSTER(neighbour_sends_too_little)
