//===- GatherPlan.cpp - How elements chosen by number arrive --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/GatherPlan.h"

#include "tile/Hardware/Cost.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

static constexpr llvm::StringLiteral kRegister = "register", kLane = "lane",
                                     kWarp = "warp", kBlock = "block";

LinearLayout tile::getGatheredCoordinates(const LinearLayout &result,
                                          StringRef axis, int32_t extent) {
  SmallVector<LinearLayout::NamedInt> outDims = result.getOutDims();
  unsigned place = 0;
  while (outDims[place].first != axis)
    ++place;
  outDims[place].second = extent;
  LinearLayout::BasesT bases = result.getBases();
  for (auto &entry : bases)
    for (std::vector<int32_t> &basis : entry.second)
      basis[place] = 0;
  std::vector<std::vector<int32_t>> index;
  for (int32_t bit = 1; bit < extent; bit *= 2) {
    std::vector<int32_t> &basis =
        index.emplace_back(std::vector<int32_t>(outDims.size(), 0));
    basis[place] = bit;
  }
  bases.emplace_back(GatherPlan::kIndex.str(), index);
  return LinearLayout(bases, outDims, /*requireSurjective=*/false);
}

/// The space that these vectors span, as a basis in which each vector has a
/// highest bit that no other one has.
static SmallVector<uint32_t> reduceBasis(ArrayRef<uint32_t> vectors) {
  SmallVector<uint32_t> basis;
  for (uint32_t vector : vectors) {
    for (uint32_t known : basis)
      if (vector >> llvm::Log2_32(known) & 1)
        vector ^= known;
    if (vector == 0)
      continue;
    for (uint32_t &known : basis)
      if (known >> llvm::Log2_32(vector) & 1)
        known ^= vector;
    basis.push_back(vector);
  }
  return basis;
}

/// Whether shuffles and selects take a warp no longer than a trip through
/// shared memory, where lanes that read at random meet in a bank about four
/// times.
static bool isCheap(unsigned sourceRegisters, unsigned resultRegisters,
                    unsigned numChoices, bool changesLane) {
  constexpr unsigned kConflicts = 4, kMaxChoices = 16;
  unsigned choices = 1u << numChoices;
  Work local, shared;
  local.shuffles = changesLane ? resultRegisters * choices : 0;
  local.selects = resultRegisters * (choices - 1);
  shared.wavefronts = sourceRegisters + kConflicts * resultRegisters;
  shared.barriers = 1;
  return choices <= kMaxChoices && local.getPrice() <= shared.getPrice();
}

GatherPlan GatherPlan::create(const LinearLayout &source,
                              const LinearLayout &result, StringRef axis,
                              unsigned elementBits, bool isIndexKnown) {
  GatherPlan plan;
  plan.map = getGatheredCoordinates(result, axis, source.getOutDimSize(axis))
                 .invertAndCompose(source);
  const LinearLayout &map = plan.map;
  auto isKept = [&](StringRef dim) {
    return !map.hasOutDim(dim) || map.preserves({dim});
  };
  if (!isKept(kWarp) || !isKept(kBlock))
    return plan;
  plan.otherLane = !isKept(kLane);
  SmallVector<uint32_t> moved;
  if (map.hasOutDim(kRegister))
    for (StringRef dim :
         {StringRef(kLane), StringRef(kWarp), StringRef(kIndex)})
      if (map.hasInDim(dim) && !(isIndexKnown && dim == kIndex))
        for (int32_t bit = 0; bit < map.getInDimSizeLog2(dim); ++bit)
          moved.push_back(map.getBasis(dim, bit, kRegister));
  plan.choices = reduceBasis(moved);
  unsigned words = llvm::divideCeil(elementBits, 32u);
  plan.withinWarp = isCheap(words * source.getNumDistinct(kRegister),
                            words * result.getNumDistinct(kRegister),
                            plan.choices.size(), plan.otherLane);
  return plan;
}
