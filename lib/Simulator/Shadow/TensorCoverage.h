//===- TensorCoverage.h - Which boxes of tensors a launch copies -*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds coordinates of tensor copies that are exchanged.
//
//===----------------------------------------------------------------------===//
//
// A box outside of the tensor is right for PTX, as its elements are zeros. So
// are boxes that overlap, or that leave gaps. But when the launch is over it is
// known where all boxes of a tensor began. If a kernel takes the coordinates of
// two dimensions for each other, one of two things shows, unless the extents of
// the box and of the tensor are the same in both.
//
// The steps are along the other dimension. A box of 64 x 128 elements:
//
//     dimension             0              1
//     extent of the box     64             128
//     steps, right          64             128
//     steps, exchanged      128, so gaps   64, so overlaps, of the same ratio
//
// Or most boxes are outside of the tensor in one dimension, while most of
// another one is never copied. That most boxes are outside is no sign alone:
// tiles of small matrices are so.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_SHADOW_TENSORCOVERAGE_H
#define TILE_LIB_SIMULATOR_SHADOW_TENSORCOVERAGE_H

#include "tile/Simulator/Report.h"
#include "tile/Simulator/TensorMap.h"

#include <array>
#include <map>
#include <set>

namespace mlir::tile::sim {

class LaunchState;
class Warp;
struct Inst;

/// The boxes of tensors that one host thread has copied.
class TensorCoverage {
public:
  /// A lane copies the box at the coordinates.
  void add(const Warp &warp, const Inst &inst, unsigned lane,
           const TensorMap &map, const int64_t *coordinates, bool isStore);
  void add(const TensorCoverage &other);
  /// Notes what is found, when all boxes are known.
  void report(LaunchState &launch) const;

private:
  /// Of all copies with one map.
  struct Boxes {
    TensorMap map;
    bool isStore = false;
    /// The instruction, and the first thread in the order of the grid.
    uint32_t pc = 0;
    Report first;
    uint64_t count = 0;
    struct Dimension {
      /// Where boxes begin.
      std::set<int64_t> begins;
      /// Boxes that are wholly outside of the tensor.
      uint64_t numOutside = 0;
    };
    std::array<Dimension, TensorMap::kMaxRank> dimensions;

    uint64_t getExtent(unsigned d) const {
      return uint64_t(map.getCount(d) - 1) * map.getStep(d) + 1;
    }
    /// The greatest number that all distances of begins are multiples of; 0 if
    /// there is one begin only.
    uint64_t getStep(unsigned d) const;
    /// Elements inside of the tensor that some box has.
    uint64_t getCovered(unsigned d) const;
    std::string describe() const;
    std::string findSteps(unsigned d, unsigned other) const;
    std::string findOutside(unsigned d, unsigned other) const;
  };
  /// By the bytes of the map, and whether it is stored to.
  using Key = std::pair<std::array<uint8_t, TensorMap::kBytes>, bool>;
  /// More than these are not followed, nor more begins of a dimension.
  static constexpr size_t kMaxMaps = 256, kMaxBegins = 4096;
  std::map<Key, Boxes> maps;
};

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_SHADOW_TENSORCOVERAGE_H
