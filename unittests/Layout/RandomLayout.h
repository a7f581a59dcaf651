//===- RandomLayout.h - Seeded random layouts for tests ---------*- C++ -*-===//
//
// Part of the Tilewright project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts drawn at random, small enough to try each of their inputs, and the
// same for every run and platform; and what a search through the inputs finds.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_LAYOUT_RANDOMLAYOUT_H
#define TILE_UNITTESTS_LAYOUT_RANDOMLAYOUT_H

#include "tile/Layout/LinearLayout.h"

#include "gtest/gtest.h"

#include <random>
#include <set>
#include <string>

namespace mlir {
namespace tile {

class RandomLayout {
public:
  explicit RandomLayout(uint32_t seed) : engine(seed) {}

  /// In [0, limit). Not std::uniform_int_distribution, which differs between
  /// standard libraries; the slight bias does not matter here.
  uint32_t below(uint32_t limit) { return engine() % limit; }

  /// Dimensions `names`, of 0 to `maxLog2` bits each.
  SmallVector<LinearLayout::NamedInt> dims(ArrayRef<StringRef> names,
                                           uint32_t maxLog2 = 3) {
    SmallVector<LinearLayout::NamedInt> result;
    for (StringRef name : names)
      result.emplace_back(name.str(), 1 << below(maxLog2 + 1));
    return result;
  }

  /// Any map at all between these.
  LinearLayout mapOf(ArrayRef<LinearLayout::NamedInt> ins,
                     ArrayRef<LinearLayout::NamedInt> outs) {
    LinearLayout::BasesT bases;
    for (const auto &[name, size] : ins) {
      auto &[basesName, dimBases] = bases.emplace_back();
      basesName = name;
      for (int32_t bit = 1; bit < size; bit *= 2) {
        std::vector<int32_t> &basis = dimBases.emplace_back();
        // Zero and unit bases are frequent in practice, and rare by chance.
        uint32_t kind = below(4);
        for (const auto &[outName, outSize] : outs)
          basis.push_back(kind == 0 ? 0 : below(outSize));
        if (kind == 1 && !basis.empty()) {
          size_t keep = below(basis.size());
          int32_t unit = 1 << below(4);
          for (size_t i = 0; i < basis.size(); ++i)
            basis[i] = i == keep && unit < outs[i].second ? unit : 0;
        }
      }
    }
    return LinearLayout(bases, outs, /*requireSurjective=*/false);
  }

  /// The same, of random sizes.
  LinearLayout map(ArrayRef<StringRef> ins, ArrayRef<StringRef> outs) {
    auto inDims = dims(ins), outDims = dims(outs);
    return mapOf(inDims, outDims);
  }

  /// A bijection from (a, b) to (x, y).
  LinearLayout bijection() {
    while (true) {
      int32_t log2 = below(4), split = below(log2 + 1),
              split2 = below(log2 + 1);
      LinearLayout result =
          mapOf({{"a", 1 << split}, {"b", 1 << (log2 - split)}},
                {{"x", 1 << split2}, {"y", 1 << (log2 - split2)}});
      if (result.isInvertible())
        return result;
    }
  }

  /// A surjection from (a, b) to (x, y), most often with replicas.
  LinearLayout surjection() {
    while (true) {
      LinearLayout result = mapOf(dims({"a", "b"}, 3), dims({"x", "y"}, 2));
      if (result.isSurjective())
        return result;
    }
  }

private:
  std::mt19937 engine;
};

/// Runs the body with a fresh generator for each of 200 seeds, which a failure
/// names.
template <typename Body> void forRandom(Body body) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomLayout random(seed);
    body(random);
    if (testing::Test::HasFailure())
      return;
  }
}

/// The packed outputs that are reached, by search.
inline std::set<uint64_t> imageOf(const LinearLayout &layout) {
  std::set<uint64_t> image;
  for (int64_t i = 0; i < layout.getTotalInDimSize(); ++i)
    image.insert(layout.applyPacked(i));
  return image;
}

/// All free bits of the layout, packed like its input.
inline uint64_t packedFreeMask(const LinearLayout &layout) {
  uint64_t result = 0;
  int32_t offset = 0;
  for (const auto &[name, mask] : layout.getFreeVariableMasks()) {
    result |= uint64_t(mask) << offset;
    offset += layout.getInDimSizeLog2(name);
  }
  return result;
}

} // namespace tile
} // namespace mlir

#endif // TILE_UNITTESTS_LAYOUT_RANDOMLAYOUT_H
