//===- ScanPlan.cpp - Running combinations along a dimension --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/ScanPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

using Level = ScanRun::Level;

static constexpr llvm::StringLiteral kLevelNames[] = {"register", "lane",
                                                      "warp"};

namespace {
/// What moves along one bit of the axis.
struct Place {
  Level level;
  unsigned bit;
};
} // namespace

/// By bit of the axis; an empty list, and `error`, if the layout does not suit.
static SmallVector<std::optional<Place>>
findPlaces(const LinearLayout &layout, StringRef axis, std::string &error) {
  SmallVector<std::optional<Place>> places(
      llvm::Log2_32(layout.getOutDimSize(axis)));
  for (unsigned number = 0; number < 3; ++number) {
    StringRef name = kLevelNames[number];
    if (!layout.hasInDim(name))
      continue;
    for (int32_t bit = 0; bit < layout.getInDimSizeLog2(name); ++bit) {
      uint32_t along = layout.getBasis(name, bit, axis);
      if (along == 0)
        continue;
      std::string where = (name + " bit " + llvm::Twine(bit)).str();
      for (StringRef other : layout.getOutDimNames())
        if (other != axis && layout.getBasis(name, bit, other) != 0) {
          error = where + " moves along " + axis.str() + " and along " +
                  other.str() + " at once";
          return {};
        }
      std::string distance =
          " moves along " + axis.str() + " by " + std::to_string(along);
      if (!llvm::isPowerOf2_32(along)) {
        error = where + distance + ", not by a power of two";
        return {};
      }
      std::optional<Place> &place = places[llvm::Log2_32(along)];
      if (place) {
        error = where + distance + ", as " +
                kLevelNames[unsigned(place->level)].str() + " bit " +
                std::to_string(place->bit) + " does";
        return {};
      }
      place = Place{Level(number), unsigned(bit)};
    }
  }
  for (auto [bit, place] : llvm::enumerate(places))
    if (!place) {
      error = "no register, lane or warp moves along " + axis.str() + " by " +
              std::to_string(1u << bit);
      return {};
    }
  return places;
}

std::optional<ScanPlan> ScanPlan::create(const LinearLayout &layout,
                                         StringRef axis, std::string *error) {
  std::string problem;
  SmallVector<std::optional<Place>> places = findPlaces(layout, axis, problem);
  if (!problem.empty()) {
    if (error)
      *error = std::move(problem);
    return std::nullopt;
  }
  ScanPlan plan;
  for (const std::optional<Place> &place : places) {
    if (plan.runs.empty() || plan.runs.back().level != place->level)
      plan.runs.push_back({place->level, {}});
    plan.runs.back().bits.push_back(place->bit);
  }
  plan.numRegisters = layout.getNumDistinct("register");
  return plan;
}

bool ScanPlan::crossesWarps() const {
  return llvm::any_of(
      runs, [](const ScanRun &run) { return run.level == Level::Warps; });
}

unsigned ScanPlan::getNumBlockBits() const {
  unsigned bits = 0;
  for (const ScanRun &run : runs) {
    if (run.level == Level::Warps)
      break;
    bits += run.bits.size();
  }
  return bits;
}

Work ScanPlan::getWork(const RegionCost &cost) const {
  Work work;
  unsigned values = numRegisters;
  bool isFirst = true;
  auto scan = [&](unsigned bits) {
    work.shuffles += values * bits * cost.words;
    work.selects += values * bits * cost.words;
    work.instructions += values * bits * cost.instructions;
  };
  for (const ScanRun &run : runs) {
    unsigned bits = run.bits.size();
    bool isLast = &run == &runs.back();
    switch (run.level) {
    case Level::Registers: {
      unsigned groups = values >> bits;
      work.instructions += (values - groups) * cost.instructions;
      values = groups;
      break;
    }
    case Level::Lanes:
      scan(bits);
      // The total, and what comes before.
      work.shuffles += values * cost.words * (!isLast + !isFirst);
      ++work.chains;
      break;
    case Level::Warps:
      // Each warp scans the totals of all blocks.
      scan(bits);
      work.barriers += 2;
      work.waits += 2;
      break;
    }
    // What comes before is combined with what there was before this run.
    if (!isLast)
      work.instructions += values * cost.instructions;
    isFirst = false;
  }
  if (runs.size() > 1)
    work.instructions += numRegisters * cost.instructions;
  return work;
}
