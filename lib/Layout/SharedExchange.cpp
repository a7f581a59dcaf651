//===- SharedExchange.cpp - Conversions through shared memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Section 3 of ConversionPlan.h. An element of the tile is one word here, as
// LinearLayout packs its coordinates.
//
//===----------------------------------------------------------------------===//

#include "ConversionPlanParts.h"

#include "tile/Layout/Subspace.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir::tile;

namespace {
/// A layout as one side of the exchange.
struct Side {
  explicit Side(const LinearLayout &layout) {
    uint32_t used = getUsedBits(layout, "register");
    ArrayRef<uint64_t> columns = layout.getColumns();
    size_t numRegisterBits = layout.getInDimSizeLog2("register");
    for (size_t bit = 0; bit < numRegisterBits; ++bit)
      if (used >> bit & 1)
        registers.insert(columns[bit]);
    lanes = columns.slice(numRegisterBits, layout.getInDimSizeLog2("lane"));
    threads = columns.drop_front(numRegisterBits);
  }

  /// What the lanes reach that the hardware serves in one wavefront, when each
  /// accesses `bytes`.
  Subspace getWavefront(unsigned bytes) const {
    unsigned numLaneBits = 5;
    for (; bytes > kBankBytes; bytes /= 2)
      --numLaneBits;
    return Subspace(lanes.take_front(numLaneBits));
  }

  /// What a thread holds.
  Subspace registers;
  ArrayRef<uint64_t> lanes, threads;
};
} // namespace

/// Up to `count` elements of `from` that are independent of each other and of
/// `space`, which then contains them.
static SmallVector<uint64_t> takeIndependent(const Subspace &from,
                                             Subspace &space, size_t count) {
  SmallVector<uint64_t> result;
  for (uint64_t element : from.getBasis())
    if (result.size() < count && space.insert(element))
      result.push_back(element);
  return result;
}

/// A shared layout with the elements `common` in its low offset bits, then the
/// elements of `more`; `wide` accesses both at once, `narrow` the former.
static LinearLayout makeSharedLayout(const Conversion &conversion,
                                     const Side &wide, const Side &narrow,
                                     ArrayRef<uint64_t> common,
                                     ArrayRef<uint64_t> more) {
  unsigned numBits = conversion.source.getTotalOutDimSizeLog2();
  unsigned bytes = conversion.elementBytes;
  // All elements as sums of the vector and of the rest, which holds what the
  // threads reach: then each thread's accesses are aligned.
  Subspace all(common), rest;
  for (uint64_t element : more)
    all.insert(element);
  unsigned vectorSize = all.getDimension();
  auto insert = [&](uint64_t element) {
    if (all.insert(element))
      rest.insert(element);
  };
  for (const Side *side : {&wide, &narrow})
    for (uint64_t element : side->threads)
      insert(element);
  for (unsigned bit = 0; bit < numBits; ++bit)
    insert(uint64_t(1) << bit);

  // What follows the vectors up to a whole word of a bank: lanes that differ in
  // this alone ask for one word. From here on, the rest is what comes after.
  unsigned wordSize = llvm::countr_zero(std::max(kBankBytes, bytes) / bytes);
  unsigned inWord = std::min<unsigned>(
      rest.getDimension(), std::max(wordSize, vectorSize) - vectorSize);
  ArrayRef<uint64_t> outside = rest.getBasis().drop_front(inWord);

  // The lines, in coordinates of the rest, away from what each side's wavefront
  // reaches there.
  auto getCoordinates = [&](const Subspace &space) {
    Subspace coordinates;
    for (uint64_t element : space.getBasis())
      coordinates.insert(*all.getCoordinates(element) >> (vectorSize + inWord));
    return coordinates;
  };
  // The narrow side finds other words of a vector in other banks.
  Subspace otherLines = rest;
  for (uint64_t element :
       all.getBasis().take_front(std::min(wordSize, vectorSize)))
    otherLines.insert(element);
  SmallVector<uint64_t> lines = getCommonComplement(
      getCoordinates(wide.getWavefront(bytes << vectorSize)),
      getCoordinates(
          narrow.getWavefront(bytes << common.size()).intersect(otherLines)),
      outside.size());
  unsigned lineBit = llvm::countr_zero(kWavefrontBytes / bytes);
  lines.truncate(std::min<size_t>(lines.size(),
                                  numBits > lineBit ? numBits - lineBit : 0));
  Subspace reserved(lines);
  SmallVector<uint64_t> elements(common.begin(), common.end());
  elements.append(more.begin(), more.end());
  llvm::append_range(elements, rest.getBasis().take_front(inWord));
  for (unsigned bit = 0; bit < outside.size(); ++bit)
    if (reserved.insert(uint64_t(1) << bit))
      elements.push_back(outside[bit]);
  for (uint64_t line : lines)
    elements.push_back(applyColumns(outside, line));

  LinearLayout::BasesT bases(1);
  bases[0].first = "offset";
  SmallVector<LinearLayout::NamedInt> outs = conversion.source.getOutDims();
  for (uint64_t element : elements) {
    std::vector<int32_t> basis;
    for (auto &[name, size] : outs) {
      basis.push_back(element & (size - 1));
      element >>= llvm::countr_zero(uint32_t(size));
    }
    bases[0].second.push_back(std::move(basis));
  }
  return LinearLayout(bases, outs);
}

SharedExchange mlir::tile::planShared(const Conversion &conversion,
                                      Work &work) {
  Side from(conversion.source), to(conversion.destination);
  unsigned bytes = conversion.elementBytes;
  unsigned maxVector = llvm::countr_zero(kMaxSharedAccessBytes / bytes);
  // What both sides move in one access: each thread has it alone.
  Subspace threads;
  for (const Side *side : {&from, &to})
    for (uint64_t element : side->threads)
      threads.insert(element);
  SmallVector<uint64_t> common = takeIndependent(
      from.registers.intersect(to.registers), threads, maxVector);

  std::optional<SharedExchange> best;
  auto getAccesses = [](const SharedExchange &exchange) {
    Work work = getSharedWork(exchange.store);
    return work += getSharedWork(exchange.load);
  };
  // One side may move more at once: first of all what the other side's lanes
  // reach in one wavefront, so that they find it in different banks.
  for (bool isStoreWide : {false, true}) {
    const Side &wide = isStoreWide ? from : to;
    const Side &narrow = isStoreWide ? to : from;
    Subspace reached = narrow.getWavefront(bytes << common.size());
    for (uint64_t element : common)
      reached.insert(element);
    Subspace taken(wide.threads);
    for (uint64_t element : common)
      taken.insert(element);
    unsigned maxMore = maxVector - common.size();
    SmallVector<uint64_t> candidates =
        takeIndependent(wide.registers.intersect(reached), taken, maxMore);
    llvm::append_range(
        candidates,
        takeIndependent(wide.registers, taken, maxMore - candidates.size()));
    for (size_t size = 0; size <= candidates.size(); ++size) {
      ArrayRef<uint64_t> more = ArrayRef(candidates).take_front(size);
      SharedExchange exchange;
      exchange.layout =
          makeSharedLayout(conversion, wide, narrow, common, more);
      exchange.store = planSharedAccess(
          getSharedOffsets(conversion.source, exchange.layout), bytes,
          /*isStore=*/true);
      exchange.load = planSharedAccess(
          getSharedOffsets(conversion.destination, exchange.layout), bytes,
          /*isStore=*/false);
      // Of warps that are replicas, only one stores.
      exchange.isWithinWarp =
          conversion.map.preserves({"warp"}) &&
          conversion.source.getFreeVariableMask("warp") == 0;
      // The first one has no conflicts.
      bool hasConflicts = exchange.store.conflicts || exchange.load.conflicts;
      if (!best || (!hasConflicts && getAccesses(exchange).getRank() <
                                         getAccesses(*best).getRank()))
        best = std::move(exchange);
    }
  }
  work = getAccesses(*best);
  best->bytes = bytes << conversion.source.getTotalOutDimSizeLog2();
  work.barriers = best->isWithinWarp ? 0 : 1;
  work.waits = 1;
  return std::move(*best);
}
