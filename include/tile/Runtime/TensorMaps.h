//===- TensorMaps.h - Which entry a launch takes ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensor maps of a launch, of its arguments, by what the image says
// (TensorMapEntry in tile/Image/KernelInfo.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_TENSORMAPS_H
#define TILE_RUNTIME_TENSORMAPS_H

#include "TensorMapCache.h"

#include "tile/Image/TensorMapEntry.h"
#include "tile/Runtime/Runtime.h"
#include "tile/Simulator/Simulator.h"
#include "tile/Simulator/TensorMap.h"

#include <array>
#include <functional>

namespace mlir::tile::runtime {

/// Where a launch has its maps: the driver copies them, as all parameters. Not
/// initialised. The driver encodes at multiples of 64.
struct alignas(64) EncodedTensorMaps {
  static constexpr unsigned kWords = kTensorMapBytes / sizeof(uint64_t);
  uint64_t maps[kMaxTensorMaps][kWords];
  /// The CTAs of the launch; of a persistent entry others than the programs.
  Grid ctas;
  /// More than 1: CTAs of a cluster along x, which run a program together.
  unsigned ctasPerProgram;
};

/// The maps of a kernel's launches. Any threads may call at once.
class TensorMaps {
public:
  /// Writes the 128 bytes of a map that `check` accepts; false if the device
  /// refuses it.
  using Encoder = std::function<bool(const sim::TensorMap &tensor, void *map)>;
  /// What a device runs at a time of an entry whose loop is split.
  struct Clusters {
    unsigned multiprocessors = 0;
    /// Clusters of 2, 4 and 8 CTAs.
    std::array<uint64_t, 3> resident{};

    /// Of one CTA per multiprocessor.
    static Clusters ofOneCTA(unsigned multiprocessors) {
      return {multiprocessors,
              {multiprocessors / 2, multiprocessors / 4, multiprocessors / 8}};
    }
  };

  /// The kernel has an entry in which `findTensorMapProblem` finds nothing. If
  /// it is persistent, launches have up to `maxCTAs`, rounded down to whole
  /// clusters, and at least one cluster. CTAs share programs as `clusters` has
  /// room.
  TensorMaps(const KernelInfo &kernel, uint64_t maxCTAs, Encoder encoder,
             const Clusters &clusters);

  /// The maps and CTAs of a launch of that many programs, of pointers to the
  /// values of its arguments; false if it has to take the plain entry. Encodes
  /// only what it has not lately, and allocates nothing except then; takes no
  /// lock. `ctasPerProgram` is 1, 2, 4 or 8 where the launch has no choice, as
  /// when it changes a node of a graph.
  bool encode(const Grid &programs, void *const *parameters,
              EncodedTensorMaps &maps, unsigned ctasPerProgram = 0);

private:
  /// What of a map is another one at each launch.
  struct Values {
    uint64_t address;
    /// In elements.
    uint64_t sizes[kMaxTensorMapDims];
    /// In bytes, from dimension 1 on.
    uint64_t strides[kMaxTensorMapDims - 1];
  };
  static constexpr unsigned kValueWords = sizeof(Values) / sizeof(uint64_t);
  static_assert(sim::TensorMap::kBytes == kTensorMapBytes &&
                sim::TensorMap::kMaxRank == kMaxTensorMapDims);

  /// False if the launch has to take the plain entry.
  bool computeCTAs(const Grid &programs, void *const *parameters,
                   EncodedTensorMaps &maps, unsigned ctasPerProgram) const;
  /// How many CTAs should share a program.
  unsigned chooseCTAsPerProgram(uint64_t programs,
                                void *const *parameters) const;
  int64_t read(unsigned argument, void *const *parameters) const;
  /// Nothing on an overflow.
  std::optional<int64_t> compute(const ArgumentSum &sum,
                                 void *const *parameters) const;
  bool compute(unsigned map, void *const *parameters, Values &values) const;

  TensorMapEntry entry;
  /// Of a persistent entry.
  uint32_t maxCTAs;
  Clusters clusters;
  /// Bytes of each argument as an integer; 0: it is an i1.
  std::vector<unsigned char> sizes;
  /// The maps without their values.
  std::vector<sim::TensorMap> tensors;
  Encoder encoder;
  TensorMapCache cache;
};

/// Lets a launch of the plain entry in the simulator take the one of the maps,
/// if it can. `ctasPerProgram` as in `TensorMaps::encode`.
void takeTensorMapEntry(TensorMaps &maps, const TensorMapEntry &entry,
                        sim::Launch &launch, unsigned ctasPerProgram = 0);

} // namespace mlir::tile::runtime

#endif // TILE_RUNTIME_TENSORMAPS_H
