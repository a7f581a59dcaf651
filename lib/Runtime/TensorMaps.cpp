//===- TensorMaps.cpp - Which entry a launch takes ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Runtime/TensorMaps.h"

#include "Checks.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstring>

using namespace mlir::tile;
using namespace mlir::tile::runtime;

/// The most elements along a dimension. The driver takes up to 2^32, but copies
/// through maps with more than 2^31 end in an illegal instruction: measured on
/// an H200, driver 580.
/// Dimensions without an extent have so many; extents are smaller.
static constexpr uint64_t kMaxSize = uint64_t(1) << 31;
static constexpr uint64_t kStrideEnd = uint64_t(1) << 40;
static constexpr uint64_t kAlignment = 16;
/// Addresses of GPUs have 57 bits at most.
static constexpr uint64_t kAddressEnd = uint64_t(1) << 57;
/// Of a dimension with an origin and no end: what 2^31 elements so far apart
/// reach is more than a GPU has, and coordinates in 32 bits reach all of it.
static constexpr int64_t kLeastFarStride = 128;
/// CU_TENSOR_MAP_L2_PROMOTION_L2_128B.
static constexpr uint32_t kPromotion = 2;
/// None of CUtensorMapDataType.
static constexpr uint32_t kNoType = ~0u;

/// The number of CUtensorMapDataType. Signs say nothing where elements are only
/// copied: there is no signed type of 8 or 16 bits.
static uint32_t getDataType(llvm::StringRef elementType) {
  return llvm::StringSwitch<uint32_t>(elementType)
      .Cases({"i8", "f8E4M3FN", "f8E5M2"}, 0)
      .Case("i16", 1)
      .Case("i32", 3)
      .Case("i64", 5)
      .Case("f16", 6)
      .Case("f32", 7)
      .Case("f64", 8)
      .Case("bf16", 9)
      .Default(kNoType);
}

/// Whole clusters, one at least, and no more than a launch ever has.
static uint32_t roundToClusters(uint64_t numCTAs, unsigned ctasPerCluster) {
  numCTAs =
      std::clamp<uint64_t>(numCTAs, ctasPerCluster, kMaxPersistentPrograms);
  return numCTAs - numCTAs % ctasPerCluster;
}

TensorMaps::TensorMaps(const KernelInfo &kernel, uint64_t maxCTAs,
                       Encoder encoder, const Clusters &clusters)
    : entry(*kernel.tensorMapEntry),
      maxCTAs(roundToClusters(maxCTAs, entry.ctasPerCluster)),
      clusters(clusters), encoder(std::move(encoder)),
      cache(entry.maps.size() * kValueWords,
            entry.maps.size() * EncodedTensorMaps::kWords) {
  for (const KernelArgument &argument : kernel.arguments)
    sizes.push_back(argument.type == "i1" ? 0 : argument.size);
  for (const TensorMapInfo &map : entry.maps) {
    sim::TensorMap &tensor = tensors.emplace_back();
    tensor.type = getDataType(map.elementType);
    // 0, 32, 64 and 128 bytes are 0 to 3.
    tensor.swizzle = map.swizzle ? llvm::Log2_32(map.swizzle / 16) : 0;
    tensor.promotion = kPromotion;
    tensor.rank = map.dims.size();
    for (auto [box, dim] : llvm::zip(tensor.box, map.dims))
      box = dim.box;
  }
}

/// How many CTAs take `programs` that last equally long: the fewest that need
/// no more rounds than `maxCTAs` do. The last round is a full one then, and
/// what an SM leaves undone costs no power. On an H200, products of matrices
/// are up to 1.05 times as fast by it. A multiple of four and of the cluster:
/// 131 instead of 132 CTAs cost 0.5 to 0.8 %, as neighbours no longer read the
/// same tiles.
static uint32_t balanceCTAs(uint64_t programs, uint32_t maxCTAs,
                            unsigned ctasPerCluster) {
  if (programs <= maxCTAs)
    return programs;
  uint64_t rounds = llvm::divideCeil(programs, maxCTAs);
  return std::min<uint64_t>(llvm::alignTo(llvm::divideCeil(programs, rounds),
                                          std::max(4u, ctasPerCluster)),
                            maxCTAs);
}

unsigned TensorMaps::chooseCTAsPerProgram(uint64_t programs,
                                          void *const *parameters) const {
  // What a CTA saves by fewer iterations has to be more than the time in which
  // the sums are added: on an H200, 1 to 2 us with two CTAs, and hardly more
  // with four or eight. Two CTAs on an SM save less.
  constexpr int64_t kLeastOfTwo = 16, kLeastIterations = 8,
                    kLeastOnSharedSM = 64;
  unsigned ctas = 1;
  if (!entry.split || programs > clusters.resident[0])
    return ctas;
  int64_t iterations =
      compute(entry.split->length, parameters).value_or(0) / entry.split->step;
  for (uint64_t resident : clusters.resident) {
    unsigned next = 2 * ctas;
    int64_t least = programs * next <= clusters.multiprocessors
                        ? (next == 2 ? kLeastOfTwo : kLeastIterations)
                        : kLeastOnSharedSM;
    if (programs > resident || iterations < next * least)
      break;
    ctas = next;
  }
  return ctas;
}

bool TensorMaps::computeCTAs(const Grid &programs, void *const *parameters,
                             EncodedTensorMaps &maps,
                             unsigned ctasPerProgram) const {
  uint64_t inPlane = uint64_t(programs.y) * programs.z;
  uint64_t number = programs.x;
  bool isCounted = inPlane <= kMaxPersistentPrograms &&
                   inPlane * number <= kMaxPersistentPrograms;
  if (entry.isPersistent && !isCounted)
    return false;
  if (ctasPerProgram == 0)
    ctasPerProgram =
        isCounted ? chooseCTAsPerProgram(number * inPlane, parameters) : 1;
  else if (ctasPerProgram > 1 && (!entry.split || !isCounted))
    return false;
  maps.ctas = programs;
  maps.ctasPerProgram = ctasPerProgram;
  if (entry.isPersistent) {
    number *= inPlane;
    maps.ctas = {ctasPerProgram > 1
                     ? uint32_t(number)
                     : balanceCTAs(number, maxCTAs, entry.ctasPerCluster),
                 1, 1};
  } else {
    // Launches make clusters whole.
    uint64_t whole = llvm::alignTo(number, entry.ctasPerCluster);
    maps.ctas.x = whole;
    number = whole;
    if (entry.ctasPerCluster > 1 && whole > kMaxGridX)
      return false;
  }
  maps.ctas.x *= ctasPerProgram;
  // A power of two.
  return (number & (entry.ctasPerCluster - 1)) == 0;
}

int64_t TensorMaps::read(unsigned argument, void *const *parameters) const {
  const void *value = parameters[argument];
  auto readAs = [&](auto number) {
    std::memcpy(&number, value, sizeof(number));
    return static_cast<int64_t>(number);
  };
  switch (sizes[argument]) {
  case 0:
    return readAs(uint8_t()) & 1;
  case 1:
    return readAs(int8_t());
  case 2:
    return readAs(int16_t());
  case 4:
    return readAs(int32_t());
  default:
    return readAs(int64_t());
  }
}

std::optional<int64_t> TensorMaps::compute(const ArgumentSum &sum,
                                           void *const *parameters) const {
  int64_t total = 0;
  for (const ArgumentTerm &term : sum) {
    int64_t product = term.factor;
    for (unsigned argument : term.arguments)
      if (llvm::MulOverflow(product, read(argument, parameters), product))
        return std::nullopt;
    if (llvm::AddOverflow(total, product, total))
      return std::nullopt;
  }
  return total;
}

bool TensorMaps::compute(unsigned map, void *const *parameters,
                         Values &values) const {
  const TensorMapInfo &info = entry.maps[map];
  std::memcpy(&values.address, parameters[info.argument],
              sizeof(values.address));
  if (values.address == 0 || values.address % kAlignment != 0)
    return false;
  int64_t elementBytes = tensors[map].getElementBytes();
  for (auto [i, dim] : llvm::enumerate(info.dims)) {
    values.sizes[i] = kMaxSize;
    if (dim.extent) {
      std::optional<int64_t> size = compute(*dim.extent, parameters);
      // From 2^31 on the kernel's own sum may have wrapped.
      if (!size || *size <= 0 || uint64_t(*size) >= kMaxSize)
        return false;
      values.sizes[i] = *size + dim.origin;
      if (values.sizes[i] >= kMaxSize)
        return false;
    }
    int64_t bytes = elementBytes;
    if (i != 0) {
      std::optional<int64_t> stride = compute(dim.stride, parameters);
      if (!stride || llvm::MulOverflow(*stride, elementBytes, bytes) ||
          bytes <= 0 || uint64_t(bytes) >= kStrideEnd ||
          bytes % kAlignment != 0)
        return false;
      values.strides[i - 1] = bytes;
    }
    // No memory need be there, but there are no addresses below 0.
    uint64_t before = uint64_t(bytes) * dim.origin;
    if (dim.origin != 0 &&
        (uint64_t(bytes) > kAddressEnd / dim.origin ||
         before >= values.address || (!dim.extent && bytes < kLeastFarStride)))
      return false;
    values.address -= before;
  }
  return values.address % kAlignment == 0;
}

bool TensorMaps::encode(const Grid &programs, void *const *parameters,
                        EncodedTensorMaps &maps, unsigned ctasPerProgram) {
  if (!computeCTAs(programs, parameters, maps, ctasPerProgram))
    return false;
  for (const ArgumentSum &sum : entry.positives)
    if (std::optional<int64_t> value = compute(sum, parameters);
        !value || *value <= 0)
      return false;
  unsigned numMaps = tensors.size();
  Values values[kMaxTensorMaps];
  // Equal maps have equal words, also beyond their dimensions.
  std::memset(values, 0, numMaps * sizeof(Values));
  for (unsigned i = 0; i < numMaps; ++i)
    if (!compute(i, parameters, values[i]))
      return false;
  uint64_t key[kMaxTensorMaps * kValueWords];
  std::memcpy(key, values, numMaps * sizeof(Values));
  if (LLVM_LIKELY(cache.find(key, maps.maps[0])))
    return true;
  for (unsigned i = 0; i < numMaps; ++i) {
    sim::TensorMap tensor = tensors[i];
    tensor.address = values[i].address;
    for (unsigned d = 0; d < tensor.rank; ++d) {
      tensor.sizes[d] = values[i].sizes[d];
      if (d)
        tensor.strides[d - 1] = values[i].strides[d - 1];
    }
    if (!tensor.check().empty() || !encoder(tensor, maps.maps[i]))
      return false;
  }
  cache.insert(key, maps.maps[0]);
  return true;
}

void Kernel::setUsesTensorMaps(bool uses) {
  usesTensorMaps.store(uses, std::memory_order_relaxed);
}

bool Kernel::mayTakeTensorMaps() const {
  return tensorMaps && usesTensorMaps.load(std::memory_order_relaxed) &&
         dynamicSharedMemory.load(std::memory_order_relaxed) ==
             info.dynamicSharedMemory;
}

bool Kernel::encodeTensorMaps(const Grid &grid, void *const *parameters,
                              EncodedTensorMaps &maps,
                              unsigned ctasPerProgram) const {
  // No kernel with several programs per CTA has the entry.
  return mayTakeTensorMaps() &&
         tensorMaps->encode(grid, parameters, maps, ctasPerProgram);
}

bool Kernel::takesTensorMaps(Grid grid, void *const *parameters) const {
  EncodedTensorMaps maps;
  return grid.x && grid.y && grid.z && encodeTensorMaps(grid, parameters, maps);
}

void mlir::tile::runtime::takeTensorMapEntry(TensorMaps &maps,
                                             const TensorMapEntry &entry,
                                             sim::Launch &launch,
                                             unsigned ctasPerProgram) {
  llvm::SmallVector<void *, 16> values;
  for (std::vector<uint8_t> &argument : launch.arguments)
    values.push_back(argument.data());
  EncodedTensorMaps encoded;
  Grid programs = {launch.grid.x, launch.grid.y, launch.grid.z};
  if (!maps.encode(programs, values.data(), encoded, ctasPerProgram))
    return;
  launch.kernel = entry.name;
  launch.dynamicSharedMemory = entry.dynamicSharedMemory;
  launch.block = sim::Dim3{entry.numThreads};
  for (size_t i = 0; i < entry.maps.size(); ++i) {
    auto *bytes = reinterpret_cast<const uint8_t *>(encoded.maps[i]);
    launch.arguments.emplace_back(bytes, bytes + kTensorMapBytes);
  }
  launch.grid = {encoded.ctas.x, encoded.ctas.y, encoded.ctas.z};
  if (encoded.ctasPerProgram > 1)
    launch.cluster = sim::Dim3{encoded.ctasPerProgram};
  const uint32_t numbers[] = {programs.x, programs.y, programs.z};
  for (unsigned i = 0, e = countGridParameters(entry); i < e; ++i) {
    auto *bytes = reinterpret_cast<const uint8_t *>(&numbers[i]);
    launch.arguments.emplace_back(bytes, bytes + sizeof(numbers[i]));
  }
}
