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
  if (layout.hasInDim("register")) {
    auto free = static_cast<uint32_t>(layout.getFreeVariableMask("register"));
    plan.numValues = layout.getInDimSize("register") >> llvm::popcount(free);
  }
  return plan;
}

bool ReductionPlan::crossesWarps() const {
  return llvm::any_of(
      runs, [](const ReductionRun &run) { return run.level == Level::Warps; });
}

/// In quarters of a clock, for a warp: a run of lane bits; `transposed` of them
/// halve the number of values.
static unsigned getQuarters(unsigned numValues, unsigned numBits,
                            unsigned transposed, const RegionCost &cost) {
  unsigned left = numValues >> transposed;
  unsigned moved = numValues - left;
  unsigned shuffles = 2 * moved + (numBits - transposed) * left;
  unsigned selects = 4 * moved;
  unsigned combined = moved + (numBits - transposed) * left;
  return cost.words * (4 * shuffles + 2 * selects) +
         cost.instructions * combined;
}

unsigned tile::getNumTransposedBits(unsigned numValues, unsigned numBits,
                                    const RegionCost &cost) {
  unsigned limit = std::min(numBits, llvm::Log2_32(numValues)), best = 0;
  for (unsigned bits = 1; bits <= limit; ++bits)
    if (getQuarters(numValues, numBits, bits, cost) <
        getQuarters(numValues, numBits, best, cost))
      best = bits;
  return best;
}

unsigned ReductionPlan::getClocks(const RegionCost &cost) const {
  unsigned values = numValues, quarters = 0;
  for (const ReductionRun &run : runs)
    switch (run.level) {
    case Level::Registers: {
      unsigned left = values >> run.bits.size();
      quarters += (values - left) * cost.instructions;
      values = left;
      break;
    }
    case Level::Lanes: {
      unsigned numBits = run.bits.size();
      quarters += getQuarters(
          values, numBits, getNumTransposedBits(values, numBits, cost), cost);
      break;
    }
    case Level::Warps:
      // From here on it is another tile's turn.
      return llvm::divideCeil(quarters, 4u);
    }
  return llvm::divideCeil(quarters, 4u);
}
