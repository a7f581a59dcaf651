//===- TensorMap.cpp - Tensors of bulk copies -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/TensorMap.h"

#include <cstring>

using namespace mlir::tile::sim;

/// Bytes of the types of CUtensorMapDataType: u8, u16, u32, s32, u64, s64, f16,
/// f32, f64, bf16, f32 (ftz), tf32, tf32 (ftz).
static constexpr unsigned kElementBytes[] = {1, 2, 4, 4, 8, 8, 2,
                                             4, 8, 2, 4, 4, 4};
static constexpr uint32_t kFirstFloat = 6, kFirstTF32 = 11, kMostSwizzle = 3;
static constexpr uint32_t kMagic = 0x54574D31;

unsigned TensorMap::getElementBytes() const {
  return type < std::size(kElementBytes) ? kElementBytes[type] : 0;
}

bool TensorMap::isFloat() const { return type >= kFirstFloat; }

bool TensorMap::isTF32() const { return type >= kFirstTF32; }

uint64_t TensorMap::getNumRows() const {
  uint64_t rows = 1;
  for (unsigned d = 1; d < rank; ++d)
    rows *= getCount(d);
  return rows;
}

uint64_t TensorMap::getBoxBytes() const {
  return uint64_t(getCount(0)) * getElementBytes() * getNumRows();
}

uint64_t TensorMap::getRowPitch() const {
  return swizzle ? getSwizzleBytes()
                 : uint64_t(getCount(0)) * getElementBytes();
}

std::string TensorMap::check() const {
  auto ofDimension = [](unsigned d, const char *text, uint64_t found) {
    return text + std::to_string(found) + " in dimension " + std::to_string(d);
  };
  if (rank < 1 || rank > kMaxRank)
    return "expected a rank from 1 to 5, found " + std::to_string(rank);
  if (!getElementBytes())
    return "expected a type of 8 bits or more, found number " +
           std::to_string(type);
  if (interleave != 0)
    return "expected no interleave, found number " + std::to_string(interleave);
  if (swizzle > kMostSwizzle)
    return "expected no swizzle or one of 32, 64 or 128 bytes, found number " +
           std::to_string(swizzle);
  if (address % 16 != 0)
    return "expected an address that is a multiple of 16";
  if (fill > 1 || (fill == 1 && !isFloat()))
    return "expected zeros as fill of integers";
  for (unsigned d = 0; d < rank; ++d) {
    if (sizes[d] < 1 || sizes[d] > uint64_t(1) << 32)
      return ofDimension(d, "expected a size from 1 to 2^32, found ", sizes[d]);
    if (box[d] < 1 || box[d] > 256)
      return ofDimension(d, "expected a box from 1 to 256, found ", box[d]);
    if (elementStrides[d] < 1 || elementStrides[d] > 8)
      return ofDimension(d, "expected an element stride from 1 to 8, found ",
                         elementStrides[d]);
    if (d && (strides[d - 1] % 16 != 0 || strides[d - 1] >> 40))
      return ofDimension(
          d, "expected a stride that is a multiple of 16 below 2^40, found ",
          strides[d - 1]);
  }
  uint64_t inner = uint64_t(getCount(0)) * getElementBytes();
  if (inner % 16 != 0)
    return "expected rows of the box of a multiple of 16 bytes, found " +
           std::to_string(inner);
  if (swizzle && inner > getSwizzleBytes())
    return "expected rows of the box of at most the " +
           std::to_string(getSwizzleBytes()) + " bytes of the swizzle, found " +
           std::to_string(inner);
  return "";
}

namespace {
/// As it is in memory; sizes less one.
struct Encoded {
  uint32_t magic;
  uint8_t type, interleave, swizzle, promotion, fill, rank;
  uint8_t elementStrides[TensorMap::kMaxRank];
  uint8_t box[TensorMap::kMaxRank];
  uint64_t address;
  uint64_t strides[TensorMap::kMaxRank - 1];
  uint32_t sizes[TensorMap::kMaxRank];
};
static_assert(sizeof(Encoded) <= TensorMap::kBytes);
} // namespace

void TensorMap::encode(uint8_t *bytes) const {
  Encoded encoded = {};
  encoded.magic = kMagic;
  encoded.type = type;
  encoded.interleave = interleave;
  encoded.swizzle = swizzle;
  encoded.promotion = promotion;
  encoded.fill = fill;
  encoded.rank = rank;
  encoded.address = address;
  for (unsigned d = 0; d < kMaxRank; ++d) {
    encoded.sizes[d] = uint32_t(sizes[d] - 1);
    encoded.box[d] = uint8_t(box[d] - 1);
    encoded.elementStrides[d] = elementStrides[d];
    if (d)
      encoded.strides[d - 1] = strides[d - 1];
  }
  std::memset(bytes, 0, kBytes);
  std::memcpy(bytes, &encoded, sizeof(encoded));
}

bool TensorMap::decode(const uint8_t *bytes) {
  Encoded encoded;
  std::memcpy(&encoded, bytes, sizeof(encoded));
  if (encoded.magic != kMagic)
    return false;
  type = encoded.type;
  interleave = encoded.interleave;
  swizzle = encoded.swizzle;
  promotion = encoded.promotion;
  fill = encoded.fill;
  rank = encoded.rank;
  address = encoded.address;
  for (unsigned d = 0; d < kMaxRank; ++d) {
    sizes[d] = uint64_t(encoded.sizes[d]) + 1;
    box[d] = encoded.box[d] + 1u;
    elementStrides[d] = encoded.elementStrides[d];
    if (d)
      strides[d - 1] = encoded.strides[d - 1];
  }
  return true;
}
