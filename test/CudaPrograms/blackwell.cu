// Needs sm_100a: matrix products in tensor memory, by hand.
#include "program.h"

#include <cuda.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>

__device__ unsigned toShared(const void *p) {
  return unsigned(__cvta_generic_to_shared(p));
}

//===--- Barriers -----------------------------------------------------------===

__device__ void initBarrier(unsigned barrier, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier),
               "r"(count)
               : "memory");
}

__device__ void waitFor(unsigned barrier, unsigned parity) {
  asm volatile("{ .reg .pred p;\n"
               "again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@!p bra again; }" ::"r"(barrier),
               "r"(parity)
               : "memory");
}

__device__ void expectBytes(unsigned barrier, unsigned bytes) {
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
      "r"(bytes)
      : "memory");
}

__device__ void syncCluster() {
  asm volatile("barrier.cluster.arrive.release.aligned;\n"
               "barrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
}

__device__ bool isElected() {
  unsigned elected;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xFFFFFFFF;\n"
               "selp.u32 %0, 1, 0, p; }"
               : "=r"(elected));
  return elected;
}

//===--- Tensor memory ------------------------------------------------------===

template <int kCtas> __device__ void allocate(unsigned to, unsigned columns) {
  if (kCtas == 2)
    asm volatile(
        "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 "
        "[%0], %1;\n"
        "tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;" ::"r"(to),
        "r"(columns)
        : "memory");
  else
    asm volatile(
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 "
        "[%0], %1;\n"
        "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::"r"(to),
        "r"(columns)
        : "memory");
}

template <int kCtas>
__device__ void deallocate(unsigned address, unsigned columns) {
  if (kCtas == 2)
    asm volatile(
        "tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, %1;" ::"r"(address),
        "r"(columns));
  else
    asm volatile(
        "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(address),
        "r"(columns));
}

__device__ void fenceBefore() {
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
}
__device__ void fenceAfter() {
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}

/// The 8 columns of a row of accumulators. The wait is in the same statement: a
/// debug build stores the registers after it.
__device__ void load8(unsigned address, unsigned (&d)[8]) {
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 "
               "{%0,%1,%2,%3,%4,%5,%6,%7}, [%8];\n"
               "tcgen05.wait::ld.sync.aligned;"
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]),
                 "=r"(d[5]), "=r"(d[6]), "=r"(d[7])
               : "r"(address)
               : "memory");
}

/// Rows of 128 bytes, K-major, swizzled.
__device__ uint64_t getDescriptor(unsigned address) {
  return uint64_t(address & 0x3FFFF) >> 4 | uint64_t(1) << 16 |
         uint64_t(1024 >> 4) << 32 | uint64_t(1) << 46 | uint64_t(2) << 61;
}
/// 32 rows of 16 bytes for tcgen05.cp.
__device__ uint64_t getDescriptorOfScales(unsigned address) {
  return uint64_t(address & 0x3FFFF) >> 4 | uint64_t(1) << 16 |
         uint64_t(128 >> 4) << 32 | uint64_t(1) << 46;
}

//===--- A product by pairs of CTAs -----------------------------------------===

// Two pairs, each of which makes 256 x 256 numbers; 64 of K at a time. Rank r
// has rows 128 r of a, and half r % 2 of the columns of b, which the two CTAs
// that need it load for each other.
constexpr int kStages = 3, kBlock = 64, kTileBytes = 128 * kBlock * 2;
constexpr int kStageBytes = 2 * kTileBytes;

__device__ void loadTile(unsigned to, const CUtensorMap &map, int k, int row,
                         unsigned barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.mbarrier::"
      "complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
      "l"(&map), "r"(k), "r"(row), "r"(barrier)
      : "memory");
}

__device__ void loadForPairs(unsigned to, const CUtensorMap &map, int k,
                             int row, unsigned barrier, uint16_t ranks) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::"
      "complete_tx::bytes.multicast::cluster.cta_group::2 [%0], [%1, {%2, "
      "%3}], [%4], %5;" ::"r"(to),
      "l"(&map), "r"(k), "r"(row), "r"(barrier), "h"(ranks)
      : "memory");
}

__device__ void commitToRanks(unsigned barrier, uint16_t ranks) {
  asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::"
               "cluster.multicast::cluster.b64 [%0], %1;" ::"r"(barrier),
               "h"(ranks)
               : "memory");
}

__device__ void multiplyPair(unsigned d, uint64_t a, uint64_t b, unsigned shape,
                             bool accumulates) {
  asm volatile(
      "{ .reg .pred p; setp.ne.b32 p, %4, 0;\n"
      "tcgen05.mma.cta_group::2.kind::f16 [%0], %1, %2, %3, p; }" ::"r"(d),
      "l"(a), "l"(b), "r"(shape), "r"(unsigned(accumulates))
      : "memory");
}

__global__ void __cluster_dims__(4, 1, 1)
    multiplyByPairs(const __grid_constant__ CUtensorMap mapA,
                    const __grid_constant__ CUtensorMap mapB, int blocks,
                    float *c) {
  extern __shared__ __align__(1024) unsigned char stages[];
  __shared__ uint64_t full[kStages], empty[kStages], done;
  __shared__ unsigned tensorMemory;
  unsigned rank = blockIdx.x % 4, warp = threadIdx.x / 32;
  if (threadIdx.x == 0) {
    for (int s = 0; s < kStages; ++s) {
      initBarrier(toShared(&full[s]), 1);
      // The leaders of both pairs.
      initBarrier(toShared(&empty[s]), 2);
    }
    initBarrier(toShared(&done), 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  syncCluster();
  if (warp == 2)
    allocate<2>(toShared(&tensorMemory), 256);
  fenceBefore();
  __syncthreads();
  fenceAfter();
  unsigned d = tensorMemory;
  if (warp == 0 && isElected()) {
    for (int i = 0; i < blocks; ++i) {
      int s = i % kStages;
      waitFor(toShared(&empty[s]), (i / kStages + 1) % 2);
      // The mbarrier of the CTA of even rank of the pair.
      unsigned barrier = toShared(&full[s]) & 0xFEFFFFFF;
      if (rank % 2 == 0)
        expectBytes(toShared(&full[s]), 2 * kStageBytes);
      unsigned a = toShared(stages) + s * kStageBytes;
      unsigned b = a + kTileBytes + rank / 2 * (kTileBytes / 2);
      loadTile(a, mapA, i * kBlock, blockIdx.x * 128, barrier);
      loadForPairs(b, mapB, i * kBlock, rank % 2 * 128 + rank / 2 * 64, barrier,
                   uint16_t(5 << rank % 2));
    }
  } else if (warp == 1 && rank % 2 == 0 && isElected()) {
    constexpr unsigned shape = 1 << 4 | 256 / 8 << 17 | 256 / 16 << 24;
    for (int i = 0; i < blocks; ++i) {
      int s = i % kStages;
      waitFor(toShared(&full[s]), i / kStages % 2);
      fenceAfter();
      unsigned a = toShared(stages) + s * kStageBytes;
      uint64_t ofA = getDescriptor(a), ofB = getDescriptor(a + kTileBytes);
      for (int k = 0; k < kBlock / 16; ++k)
        multiplyPair(d, ofA + 2 * k, ofB + 2 * k, shape, i > 0 || k > 0);
      commitToRanks(toShared(&empty[s]), 15);
    }
    commitToRanks(toShared(&done), uint16_t(3 << rank));
  }
  __syncwarp();
  waitFor(toShared(&done), 0);
  fenceAfter();
  float *row = c + (blockIdx.x * 128 + threadIdx.x) * 256;
  for (int column = 0; column < 256; column += 8) {
    unsigned words[8];
    load8(d + (warp << 21) + column, words);
    for (int e = 0; e < 8; ++e)
      row[column + e] = __uint_as_float(words[e]);
  }
  fenceBefore();
  syncCluster();
  if (warp == 2)
    deallocate<2>(d, 256);
}

static bool makeMap(CUtensorMap &map, void *data, unsigned rows, unsigned cols,
                    unsigned boxRows) {
  using Encode = decltype(&cuTensorMapEncodeTiled);
  void *function = nullptr;
  cudaDriverEntryPointQueryResult status;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function,
                                         12000, cudaEnableDefault, &status));
  cuuint64_t sizes[] = {cols, rows}, strides[] = {cols * 2};
  cuuint32_t box[] = {kBlock, boxRows}, steps[] = {1, 1};
  return reinterpret_cast<Encode>(function)(
             &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, data, sizes, strides,
             box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
             CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
}

PROGRAM(product_by_pairs) {
  // More blocks than stages, and the last one is not whole.
  const int m = 512, n = 256, k = 280, blocks = divideUp(k, kBlock);
  std::vector<__half> a(m * k), b(n * k);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = __half((int(random(i) % 2001) - 1000) / 512.0f);
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = __half((int(random(i + 7) % 2001) - 1000) / 256.0f);
  Array<__half> x(a), y(b);
  Array<float> z(m * n);
  CUtensorMap mapA{}, mapB{};
  EXPECT(makeMap(mapA, x.data, m, k, 128) && makeMap(mapB, y.data, n, k, 64));
  int bytes = kStages * kStageBytes;
  CHECK(cudaFuncSetAttribute(
      multiplyByPairs, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  multiplyByPairs<<<4, 128, bytes>>>(mapA, mapB, blocks, z);
  CHECK_LAUNCH();
  auto c = z.get();
  std::vector<double> wideA(a.begin(), a.end()), wideB(b.begin(), b.end());
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0, size = 0;
      for (int l = 0; l < k; ++l) {
        double product = wideA[i * k + l] * wideB[j * k + l];
        sum += product;
        size += std::abs(product);
      }
      EXPECT(std::abs(c[i * n + j] - sum) <= size * k * 0x1p-24);
    }
  return true;
}

//===--- Products of one CTA, of each kind ----------------------------------===

// 128 x 64 numbers, of rows of 128 bytes: 4 instructions.
enum class Kind { F16, TF32, F8, I8, MXF8, MXF4, NVF4 };

template <Kind kind>
__device__ void multiply(unsigned d, uint64_t a, uint64_t b, unsigned shape,
                         unsigned scaleA, unsigned scaleB, unsigned more) {
#define MULTIPLY(words, scales)                                                \
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %4, 0;\n"                       \
               "tcgen05.mma.cta_group::1." words " [%0], %1, %2, %3, " scales  \
               "p; }" ::"r"(d),                                                \
               "l"(a), "l"(b), "r"(shape), "r"(more), "r"(scaleA), "r"(scaleB) \
               : "memory")
  if constexpr (kind == Kind::F16)
    MULTIPLY("kind::f16", "");
  if constexpr (kind == Kind::TF32)
    MULTIPLY("kind::tf32", "");
  if constexpr (kind == Kind::F8)
    MULTIPLY("kind::f8f6f4", "");
  if constexpr (kind == Kind::I8)
    MULTIPLY("kind::i8", "");
  if constexpr (kind == Kind::MXF8)
    MULTIPLY("kind::mxf8f6f4.block_scale.scale_vec::1X", "[%5], [%6], ");
  if constexpr (kind == Kind::MXF4)
    MULTIPLY("kind::mxf4.block_scale.scale_vec::2X", "[%5], [%6], ");
  if constexpr (kind == Kind::NVF4)
    MULTIPLY("kind::mxf4nvf4.block_scale.scale_vec::4X", "[%5], [%6], ");
#undef MULTIPLY
}

/// Scales that an instruction takes of a row.
template <Kind kind>
constexpr int kScales = kind == Kind::MXF8   ? 1
                        : kind == Kind::MXF4 ? 2
                        : kind == Kind::NVF4 ? 4
                                             : 0;

/// `scales`: units of 512 bytes, four of a, then four of b.
template <Kind kind>
__global__ void multiplyRows(const uint4 *a, const uint4 *b,
                             const uint4 *scales, unsigned shape, unsigned *c) {
  __shared__ __align__(1024) uint4 sharedA[128 * 8], sharedB[64 * 8];
  __shared__ __align__(128) uint4 sharedScales[8 * 32];
  __shared__ uint64_t done;
  __shared__ unsigned tensorMemory;
  unsigned warp = threadIdx.x / 32;
  auto place = [](int i) { return (i & ~7) | ((i ^ i / 8) & 7); };
  for (int i = threadIdx.x; i < 128 * 8; i += 128)
    sharedA[place(i)] = a[i];
  for (int i = threadIdx.x; i < 64 * 8; i += 128)
    sharedB[place(i)] = b[i];
  for (int i = threadIdx.x; i < 8 * 32; i += 128)
    sharedScales[i] = scales[i];
  if (threadIdx.x == 0)
    initBarrier(toShared(&done), 1);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  if (warp == 0)
    allocate<1>(toShared(&tensorMemory), 128);
  fenceBefore();
  __syncthreads();
  fenceAfter();
  unsigned d = tensorMemory, scaleA = d + 64, scaleB = d + 80;
  if (warp == 1 && isElected()) {
    constexpr int count = kScales<kind>;
    for (int unit = 0; unit < count; ++unit)
      for (int isB = 0; isB < 2; ++isB)
        asm volatile("tcgen05.cp.cta_group::1.32x128b.warpx4 [%0], %1;" ::"r"(
                         (isB ? scaleB : scaleA) + 4 * unit),
                     "l"(getDescriptorOfScales(
                         toShared(sharedScales + 32 * (4 * isB + unit))))
                     : "memory");
    for (int k = 0; k < 4; ++k) {
      // Which bytes of which word an instruction takes.
      unsigned first = k * count, byte = first % 4, word = first / 4 * 4;
      multiply<kind>(d, getDescriptor(toShared(sharedA)) + 2 * k,
                     getDescriptor(toShared(sharedB)) + 2 * k,
                     shape | byte << 29 | byte << 4, scaleA + word,
                     scaleB + word, k > 0);
    }
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::"
                 "cluster.b64 [%0];" ::"r"(toShared(&done))
                 : "memory");
  }
  __syncwarp();
  waitFor(toShared(&done), 0);
  fenceAfter();
  for (int column = 0; column < 64; column += 8) {
    unsigned words[8];
    load8(d + (warp << 21) + column, words);
    for (int e = 0; e < 8; ++e)
      c[threadIdx.x * 64 + column + e] = words[e];
  }
  fenceBefore();
  __syncthreads();
  if (warp == 0)
    deallocate<1>(d, 128);
}

/// Numbers of floats of few bits: the fraction's bits and the exponent's bias.
static double decode(unsigned code, int bits, int fraction, int bias) {
  unsigned sign = code >> (bits - 1) & 1,
           rest = code & ((1u << (bits - 1)) - 1);
  int exponent = int(rest >> fraction),
      low = int(rest & ((1u << fraction) - 1));
  double value =
      exponent ? std::ldexp((1 << fraction) + low, exponent - bias - fraction)
               : std::ldexp(low, 1 - bias - fraction);
  return sign ? -value : value;
}

/// Element `e` of a row.
static double getElement(Kind kind, const std::vector<unsigned char> &bytes,
                         int row, int e) {
  const unsigned char *at = bytes.data() + row * 128;
  switch (kind) {
  case Kind::F16:
    return decode(at[2 * e] | at[2 * e + 1] << 8, 16, 10, 15);
  case Kind::TF32:
    return decode(at[4 * e + 2] | at[4 * e + 3] << 8, 16, 7, 127);
  case Kind::F8:
  case Kind::MXF8:
    return decode(at[e], 8, 3, 7);
  case Kind::I8:
    return (signed char)at[e];
  default:
    return decode(at[e / 2] >> e % 2 * 4 & 15, 4, 1, 1);
  }
}

template <Kind kind> static bool runProduct(unsigned types) {
  constexpr bool isPacked = kind == Kind::MXF4 || kind == Kind::NVF4;
  constexpr int k = isPacked             ? 256
                    : kind == Kind::F16  ? 64
                    : kind == Kind::TF32 ? 32
                                         : 128;
  constexpr int count = kScales<kind>;
  std::vector<unsigned char> a(128 * 128), b(64 * 128), scales(8 * 512);
  auto fill = [](std::vector<unsigned char> &bytes, unsigned seed) {
    for (size_t i = 0; i < bytes.size(); ++i) {
      unsigned value = random(i + seed);
      // Of floats of more than a byte, small numbers of few bits.
      if (kind == Kind::F16)
        value = i % 2 ? (value & 0x83) | 0x38 : value & 0xC0;
      else if (kind == Kind::TF32)
        value = i % 4 == 3 ? (value & 0x80) | 0x3F : i % 4 == 2 ? value : 0;
      // No NaN.
      else if ((kind == Kind::F8 || kind == Kind::MXF8) && (value & 127) == 127)
        value &= 0xF8;
      bytes[i] = value;
    }
  };
  fill(a, 0);
  fill(b, 5000);
  for (size_t i = 0; i < scales.size(); ++i)
    scales[i] = kind == Kind::NVF4 ? random(i) % 96 + 16 : random(i) % 8 + 124;
  auto getScale = [&](bool isB, int row, int e) {
    if (!count)
      return 1.0;
    int number = e / (k / 4 / count);
    unsigned code = scales[(4 * isB + number / 4) * 512 + row % 32 * 16 +
                           row / 32 * 4 + number % 4];
    return kind == Kind::NVF4 ? decode(code, 8, 3, 7)
                              : std::ldexp(1.0, int(code) - 127);
  };
  Array<unsigned char> x(a), y(b), s(scales);
  Array<unsigned> z(128 * 64);
  unsigned shape = types | 64 / 8 << 17 | 128 / 16 << 24;
  multiplyRows<kind><<<1, 128>>>(reinterpret_cast<uint4 *>(x.data),
                                 reinterpret_cast<uint4 *>(y.data),
                                 reinterpret_cast<uint4 *>(s.data), shape, z);
  CHECK_LAUNCH();
  auto c = z.get();
  for (int i = 0; i < 128; ++i)
    for (int j = 0; j < 64; ++j) {
      double sum = 0, size = 0, found;
      for (int e = 0; e < k; ++e) {
        double product = getElement(kind, a, i, e) * getElement(kind, b, j, e) *
                         getScale(false, i, e) * getScale(true, j, e);
        sum += product;
        size += std::abs(product);
      }
      if (kind == Kind::I8) {
        found = int(c[i * 64 + j]);
        EXPECT(found == sum);
        continue;
      }
      float number;
      std::memcpy(&number, &c[i * 64 + j], 4);
      EXPECT(std::abs(number - sum) <= size * k * 0x1p-24);
    }
  return true;
}

// Types of the results and of the factors, and of the scales.
PROGRAM(product_of_f16) { return runProduct<Kind::F16>(1 << 4); }
PROGRAM(product_of_tf32) {
  return runProduct<Kind::TF32>(1 << 4 | 2 << 7 | 2 << 10);
}
PROGRAM(product_of_f8) { return runProduct<Kind::F8>(1 << 4); }
PROGRAM(product_of_i8) {
  return runProduct<Kind::I8>(2 << 4 | 1 << 7 | 1 << 10);
}
PROGRAM(product_of_mxf8) { return runProduct<Kind::MXF8>(1 << 23); }
PROGRAM(product_of_mxf4) {
  return runProduct<Kind::MXF4>(1 << 7 | 1 << 10 | 1 << 23);
}
PROGRAM(product_of_nvf4) { return runProduct<Kind::NVF4>(1 << 7 | 1 << 10); }

MAIN()
