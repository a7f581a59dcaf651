//===- ReductionPlan.cpp - How elements along a dimension meet ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/ReductionPlan.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

using Level = ReductionRun::Level;

static constexpr llvm::StringLiteral kLevelNames[] = {"register", "lane",
                                                      "warp"};

std::optional<ReductionPlan> ReductionPlan::create(const LinearLayout &layout,
                                                   StringRef axis,
                                                   bool isCommutative,
                                                   std::string *error) {
  auto fail = [&](const llvm::Twine &message) -> std::optional<ReductionPlan> {
    if (error)
      *error = message.str();
    return std::nullopt;
  };
  struct Place {
    Level level;
    unsigned bit;
  };
  SmallVector<std::optional<Place>> places(
      llvm::Log2_32(layout.getOutDimSize(axis)));
  ReductionPlan plan;
  for (unsigned number = 0; number < 3; ++number) {
    StringRef name = kLevelNames[number];
    if (!layout.hasInDim(name))
      continue;
    for (int32_t bit = 0; bit < layout.getInDimSizeLog2(name); ++bit) {
      uint32_t along = 0;
      bool movesOthers = false;
      for (StringRef outDim : layout.getOutDimNames()) {
        uint32_t moved = layout.getBasis(name, bit, outDim);
        if (outDim == axis)
          along = moved;
        else
          movesOthers |= moved != 0;
      }
      if (along == 0)
        continue;
      auto where = [&] { return (name + " bit " + llvm::Twine(bit)).str(); };
      if (movesOthers)
        return fail(where() + " moves along " + axis +
                    " and along another dimension at once");
      if (!llvm::isPowerOf2_32(along))
        return fail(where() + " moves along " + axis + " by " +
                    llvm::Twine(along) + ", not by a power of two");
      std::optional<Place> &place = places[llvm::Log2_32(along)];
      if (place)
        return fail(where() + " moves along " + axis + " by " +
                    llvm::Twine(along) + ", as " +
                    kLevelNames[unsigned(place->level)] + " bit " +
                    llvm::Twine(place->bit) + " does");
      place = Place{Level(number), unsigned(bit)};
    }
  }

  SmallVector<unsigned> order;
  for (unsigned bit = 0; bit < places.size(); ++bit) {
    if (!places[bit])
      return fail("only blocks move along " + axis + " by " +
                  llvm::Twine(1u << bit));
    order.push_back(bit);
  }
  if (isCommutative)
    llvm::stable_sort(order, [&](unsigned a, unsigned b) {
      return places[a]->level < places[b]->level;
    });
  for (unsigned bit : order) {
    if (plan.runs.empty() || plan.runs.back().level != places[bit]->level)
      plan.runs.push_back({places[bit]->level, {}, {}});
    plan.runs.back().bits.push_back(places[bit]->bit);
    plan.runs.back().axisBits.push_back(bit);
  }
  plan.numValues = layout.getNumDistinct("register");
  return plan;
}

bool ReductionPlan::crossesWarps() const {
  return llvm::any_of(
      runs, [](const ReductionRun &run) { return run.level == Level::Warps; });
}

/// What a run of lane bits makes a warp do; `transposed` of them halve the
/// number of values.
static Work getLaneWork(unsigned numValues, unsigned numBits,
                        unsigned transposed, const RegionCost &cost) {
  unsigned left = numValues >> transposed;
  unsigned moved = numValues - left;
  Work work;
  work.shuffles = cost.words * (2 * moved + (numBits - transposed) * left);
  work.selects = cost.words * 4 * moved;
  work.instructions =
      cost.instructions * (moved + (numBits - transposed) * left);
  work.chains = 1;
  return work;
}

unsigned tile::getNumTransposedBits(unsigned numValues, unsigned numBits,
                                    const RegionCost &cost) {
  unsigned limit = std::min(numBits, llvm::Log2_32(numValues)), best = 0;
  for (unsigned bits = 1; bits <= limit; ++bits)
    if (getLaneWork(numValues, numBits, bits, cost).getPrice() <
        getLaneWork(numValues, numBits, best, cost).getPrice())
      best = bits;
  return best;
}

Work ReductionPlan::getWork(const RegionCost &cost) const {
  unsigned values = numValues;
  Work work;
  for (const ReductionRun &run : runs) {
    unsigned numBits = run.bits.size();
    switch (run.level) {
    case Level::Registers: {
      unsigned left = values >> numBits;
      work.instructions += (values - left) * cost.instructions;
      values = left;
      break;
    }
    case Level::Lanes:
      work += getLaneWork(values, numBits,
                          getNumTransposedBits(values, numBits, cost), cost);
      break;
    case Level::Warps:
      // A store, and a load of what four warps have or two of what eight have.
      work.wavefronts += 2 * values * cost.words *
                         (1 + llvm::divideCeil(1u << numBits, 4u) / 2);
      ++work.barriers;
      ++work.waits;
      // From here on it is another tile's turn.
      return work;
    }
  }
  return work;
}
