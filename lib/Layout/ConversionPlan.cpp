//===- ConversionPlan.cpp - How elements get from layout to layout --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/ConversionPlan.h"

#include "ConversionPlanParts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>

using namespace mlir::tile;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// What a conversion has to do
//===----------------------------------------------------------------------===//

/// The layout with the four inputs that a plan speaks of, in this order.
static std::optional<LinearLayout>
getPlaces(const LinearLayout &layout, StringRef role, std::string *error) {
  static constexpr StringRef kDims[] = {"register", "lane", "warp", "block"};
  LinearLayout result = layout;
  for (StringRef dim : layout.getInDimNames())
    if (!llvm::is_contained(kDims, dim)) {
      if (error)
        *error = (Twine("the ") + role + " has an input '" + dim +
                  "', expected register, lane, warp or block")
                     .str();
      return std::nullopt;
    }
  for (StringRef dim : kDims)
    if (!layout.hasInDim(dim))
      result = result.unsqueezeIn(dim);
  result = result.transposeIns(kDims);
  if (result.getInDimSizeLog2("lane") > 5) {
    if (error)
      *error =
          (Twine("the ") + role + " has " + Twine(result.getInDimSize("lane")) +
           " lanes, expected at most 32")
              .str();
    return std::nullopt;
  }
  return result;
}

/// Both layouts as places, and the map between them.
static std::optional<Conversion> getConversion(const LinearLayout &source,
                                               const LinearLayout &destination,
                                               unsigned elementBits,
                                               std::string *error) {
  auto fail = [&](const char *message) {
    if (error)
      *error = message;
    return std::nullopt;
  };
  if (elementBits == 0 || elementBits > 64)
    return fail("expected elements of 1 to 64 bits");
  auto from = getPlaces(source, "source", error);
  auto to = getPlaces(destination, "destination", error);
  if (!from || !to)
    return std::nullopt;
  if (!from->isSurjective() || !to->isSurjective())
    return fail("expected layouts that reach every element");
  auto map = to->tryInvertAndCompose(*from);
  if (!map || from->getTotalOutDimSizeLog2() != to->getTotalOutDimSizeLog2())
    return fail("expected layouts of the same elements");
  if (!map->preserves({"block"}))
    return fail("the conversion moves elements between CTAs");
  Conversion conversion;
  conversion.source = *from;
  conversion.destination = to->transposeOuts(from->getOutDimNames());
  conversion.map = *map;
  conversion.elementBytes = llvm::bit_ceil(std::max(elementBits, 8u)) / 8;
  return conversion;
}

//===----------------------------------------------------------------------===//
// ConversionPlan
//===----------------------------------------------------------------------===//

std::optional<ConversionPlan>
ConversionPlan::createShared(const LinearLayout &source,
                             const LinearLayout &destination,
                             unsigned elementBits, std::string *error) {
  auto conversion = getConversion(source, destination, elementBits, error);
  if (!conversion)
    return std::nullopt;
  ConversionPlan plan;
  plan.map = conversion->map;
  plan.kind = Kind::Shared;
  plan.shared = planShared(*conversion, plan.work);
  return plan;
}

std::optional<ConversionPlan>
ConversionPlan::create(const LinearLayout &source,
                       const LinearLayout &destination, unsigned elementBits,
                       std::string *error) {
  auto conversion = getConversion(source, destination, elementBits, error);
  if (!conversion)
    return std::nullopt;
  ConversionPlan plan;
  plan.map = conversion->map;
  const LinearLayout &map = plan.map;
  if (map.preserves({"register", "lane", "warp"}) &&
      conversion->source.getInDimSizeLog2("register") ==
          conversion->destination.getInDimSizeLog2("register"))
    return plan;
  if (map.preserves({"lane", "warp"}) &&
      map.sublayoutIsZero({"lane", "warp", "block"}, {"register"})) {
    plan.kind = Kind::Registers;
    return plan;
  }
  plan.kind = Kind::Shared;
  plan.shared = planShared(*conversion, plan.work);
  if (!map.preserves({"warp"}) ||
      !map.sublayoutIsZero({"warp", "block"}, {"register", "lane"}))
    return plan;
  // Whole wavefronts count here: what goes on meanwhile hides shuffles, too.
  Work work, whole = plan.work;
  whole.wavefronts *= kClock / kWavefront;
  if (auto lanes = planLanes(*conversion, work);
      lanes && work.getPrice() <= whole.getPrice()) {
    plan.kind = Kind::Lanes;
    plan.lanes = std::move(*lanes);
    plan.shared = SharedExchange();
    plan.work = work;
  }
  return plan;
}
