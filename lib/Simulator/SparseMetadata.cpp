//===- SparseMetadata.cpp - Where the elements of a sparse A are ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SparseMetadata.h"

#include "Decoders/Decoder.h"
#include "Shadow/Undefined.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

SparseLayout SparseLayout::get(StringRef type, unsigned k) {
  SparseLayout layout;
  layout.k = k;
  // Floats of less than a byte have one of their own.
  layout.bits = ptx::isFloatType(type) && ptx::getTypeBits(type) < 8
                    ? 8
                    : ptx::getTypeBits(type);
  if (type == "tf32") {
    layout.bits = 32;
    layout.groupColumns = 2;
    layout.groupStored = 1;
  } else if (layout.bits == 4) {
    layout.groupColumns = 8;
    layout.groupStored = 4;
    layout.together = 2;
  }
  layout.numLanes = std::max(1u, k / layout.groupColumns / 4);
  return layout;
}

bool SparseLayout::select(Decoder &d, int64_t selector) {
  firstLane = unsigned(selector) * numLanes;
  if (selector >= 0 && selector < int64_t(4 / numLanes))
    return true;
  d.fail("expected a sparsity selector from 0 to " +
         llvm::Twine(4 / numLanes - 1) + ", found " + llvm::Twine(selector));
  return false;
}

static std::string describeBits(unsigned bits) {
  std::string text = "0b";
  for (unsigned bit = 4; bit-- > 0;)
    text += bits >> bit & 1 ? '1' : '0';
  return text;
}

void mlir::tile::sim::readPlaces(Warp &w, const Inst &i,
                                 const SparseLayout &layout, uint32_t offset,
                                 SparsePlaces &places) {
  const uint32_t *words = w.reg<uint32_t>(offset);
  // What is undefined has no value that could be wrong.
  const uint32_t *shadow =
      w.frame().shadow ? getShadow<uint32_t>(w, offset) : nullptr;
  bool isReported = false;
  auto report = [&](unsigned lane, const char *expected, unsigned bits) {
    if (!std::exchange(isReported, true))
      w.report(ReportKind::Undefined, i, lane,
               "expected " + llvm::Twine(expected) +
                   " in the metadata, found " + describeBits(bits));
  };
  layout.forGroups([&](unsigned row, unsigned group, unsigned lane,
                       unsigned shift) {
    unsigned bits = words[lane] >> shift & 15, low = bits & 3, high = bits >> 2;
    unsigned first = group * layout.groupColumns;
    uint8_t *to = &places.column[row][group * layout.groupStored];
    bool isKnown = !shadow || (shadow[lane] >> shift & 15) == 0;
    if (layout.groupColumns == 2) {
      if (isKnown && bits != 0b0100 && bits != 0b1110)
        report(lane, "0b0100 or 0b1110", bits);
      to[0] = first + low / 2;
      return;
    }
    if (isKnown && layout.isOrdered && low >= high)
      report(lane, "the lower place first", bits);
    else if (isKnown && low == high)
      report(lane, "two places that differ", bits);
    unsigned together = layout.together;
    for (unsigned e = 0; e < together; ++e) {
      to[e] = first + low * together + e;
      to[together + e] = first + high * together + e;
    }
  });
}
