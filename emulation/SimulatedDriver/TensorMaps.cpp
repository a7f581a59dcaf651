//===- TensorMaps.cpp - Tensor maps of the simulated driver ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include "tile/Simulator/TensorMap.h"

using namespace mlir::tile;
using namespace mlir::tile::cuda;

/// Needs no context. Dimension 0 has no stride.
TILE_CUDA_API
cuTensorMapEncodeTiled(void *map, int type, unsigned rank, void *address,
                       const uint64_t *sizes, const uint64_t *strides,
                       const uint32_t *box, const uint32_t *elementStrides,
                       int interleave, int swizzle, int promotion, int fill) {
  if (!map || !address || !sizes || !box || !elementStrides || rank < 1 ||
      rank > sim::TensorMap::kMaxRank || (rank > 1 && !strides))
    return Result::InvalidValue;
  sim::TensorMap tensor;
  tensor.type = uint32_t(type);
  tensor.rank = rank;
  tensor.address = reinterpret_cast<uint64_t>(address);
  tensor.interleave = uint32_t(interleave);
  tensor.swizzle = uint32_t(swizzle);
  tensor.promotion = uint32_t(promotion);
  tensor.fill = uint32_t(fill);
  for (unsigned d = 0; d < rank; ++d) {
    tensor.sizes[d] = sizes[d];
    tensor.box[d] = box[d];
    tensor.elementStrides[d] = elementStrides[d];
    if (d)
      tensor.strides[d - 1] = strides[d - 1];
  }
  if (!tensor.check().empty())
    return Result::InvalidValue;
  tensor.encode(static_cast<uint8_t *>(map));
  return Result::Success;
}

/// The map goes on with a tensor at another address.
TILE_CUDA_API cuTensorMapReplaceAddress(void *map, void *address) {
  sim::TensorMap tensor;
  if (!map || !address || !tensor.decode(static_cast<const uint8_t *>(map)))
    return Result::InvalidValue;
  tensor.address = reinterpret_cast<uint64_t>(address);
  if (!tensor.check().empty())
    return Result::InvalidValue;
  tensor.encode(static_cast<uint8_t *>(map));
  return Result::Success;
}
