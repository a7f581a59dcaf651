//===- TensorScales.cpp - Scales of blocks in tensor memory ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/TensorScales.h"

#include <algorithm>

using namespace mlir::tile;

static constexpr int32_t kLanes = 32, kBytes = 4;

int64_t mlir::tile::countScaleColumns(int64_t rows, int64_t scales) {
  return std::max<int64_t>(1, rows / kLanes) *
         std::max<int64_t>(1, scales / kBytes);
}

LinearLayout mlir::tile::getTensorScaleLayout(int64_t rows, int64_t scales,
                                              unsigned numWarps) {
  std::vector<std::vector<int32_t>> registers, lanes, warps;
  for (int32_t byte = 1; byte < std::min<int64_t>(kBytes, scales); byte *= 2)
    registers.push_back({0, byte});
  for (int32_t row = kLanes; row < rows; row *= 2)
    registers.push_back({row, 0});
  for (int32_t word = kBytes; word < scales; word *= 2)
    registers.push_back({0, word});
  for (int32_t row = 1; row < kLanes; row *= 2)
    lanes.push_back({row < rows ? row : 0, 0});
  for (unsigned warp = 1; warp < numWarps; warp *= 2)
    warps.push_back({0, 0});
  return LinearLayout({{"register", registers},
                       {"lane", lanes},
                       {"warp", warps},
                       {"block", {}}},
                      {{"dim0", int32_t(rows)}, {"dim1", int32_t(scales)}});
}
