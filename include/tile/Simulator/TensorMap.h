//===- TensorMap.h - Tensors of bulk copies ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The 128 bytes that cuTensorMapEncodeTiled makes and cp.async.bulk.tensor
// reads. What NVIDIA has in them is not public; here they have the arguments of
// that function, so that only the simulator understands them.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SIMULATOR_TENSORMAP_H
#define TILE_SIMULATOR_TENSORMAP_H

#include <cstdint>
#include <string>

namespace mlir::tile::sim {

/// A tensor in global memory and the box of it that one copy moves. Dimension 0
/// is contiguous.
struct TensorMap {
  static constexpr unsigned kBytes = 128, kMaxRank = 5;

  /// The numbers are from CUtensorMapDataType, CUtensorMapInterleave,
  /// CUtensorMapSwizzle, CUtensorMapL2promotion and
  /// CUtensorMapFloatOOBfill in cuda.h.
  uint32_t type = 0, interleave = 0, swizzle = 0, promotion = 0, fill = 0;
  uint32_t rank = 1;
  uint64_t address = 0;
  /// In elements; 1 from the rank on.
  uint64_t sizes[kMaxRank] = {1, 1, 1, 1, 1};
  /// Bytes between elements of dimensions 1 to 4.
  uint64_t strides[kMaxRank - 1] = {};
  uint32_t box[kMaxRank] = {1, 1, 1, 1, 1};
  uint32_t elementStrides[kMaxRank] = {1, 1, 1, 1, 1};

  /// 0 if the type is none that the simulator knows.
  unsigned getElementBytes() const;
  bool isFloat() const;
  /// Bytes of a row of the swizzle; 16: none.
  unsigned getSwizzleBytes() const { return 16u << swizzle; }
  /// From one element to the next. Without interleave the hardware has none in
  /// dimension 0: what the map says there does not count.
  uint32_t getStep(unsigned dimension) const {
    return dimension == 0 ? 1 : elementStrides[dimension];
  }
  /// Elements that a copy moves along a dimension.
  uint32_t getCount(unsigned dimension) const {
    return (box[dimension] + getStep(dimension) - 1) / getStep(dimension);
  }
  /// Bytes that a copy moves, also where the box is outside of the tensor.
  uint64_t getBoxBytes() const;
  /// From one row of the box to the next in shared memory: a swizzle gives each
  /// row a line of its own, however short the row is.
  uint64_t getRowPitch() const;
  /// Rows of the box, in all dimensions but 0.
  uint64_t getNumRows() const;
  /// Bytes of shared memory that the box takes.
  uint64_t getSharedBytes() const { return getNumRows() * getRowPitch(); }
  /// Loads round elements to tf32.
  bool isTF32() const;

  /// What the driver would refuse, or "".
  std::string check() const;

  void encode(uint8_t *bytes) const;
  /// False if the bytes were not made by `encode`.
  bool decode(const uint8_t *bytes);
};

} // namespace mlir::tile::sim

#endif // TILE_SIMULATOR_TENSORMAP_H
