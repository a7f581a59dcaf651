//===- SharedBoxes.cpp - Where tensor copies put the rows of boxes --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedBoxes.h"

#include "Block.h"
#include "Wgmma.h"

#include <array>
#include <optional>

using namespace mlir::tile;
using namespace mlir::tile::sim;

void SharedBoxes::add(const SharedBox &box) {
  auto it = boxes.lower_bound(box.begin);
  if (it != boxes.begin() &&
      std::prev(it)->second.begin + std::prev(it)->second.bytes > box.begin)
    --it;
  while (it != boxes.end() && it->first < box.begin + box.bytes)
    it = boxes.erase(it);
  boxes[box.begin] = box;
}

const SharedBox *SharedBoxes::find(uint64_t offset) const {
  auto it = boxes.upper_bound(offset);
  if (it == boxes.begin())
    return nullptr;
  const SharedBox &box = std::prev(it)->second;
  return offset < box.begin + box.bytes ? &box : nullptr;
}

namespace {
/// Of 16 bytes.
struct Place {
  const SharedBox *box;
  uint64_t row, column;
};
} // namespace

/// Nothing if another access wrote there last.
static std::optional<Place> findPlace(const Block &block, uint64_t address) {
  constexpr unsigned kBytes = 16;
  const SharedBox *box = block.boxes.find(address);
  if (!box)
    return std::nullopt;
  bool isOfBox = true;
  block.shadow.forWriters(address, kBytes,
                          [&](const SharedAccess &write, bool) {
                            isOfBox &= !write.clock || write.pc == box->pc;
                          });
  if (!isOfBox)
    return std::nullopt;
  uint64_t mask = box->swizzleBytes / kBytes - 1;
  uint64_t inside = (address ^ ((address >> 7) & mask) << 4) - box->begin;
  return Place{box, inside / box->pitch, inside % box->pitch};
}

static std::string describeMisfit(const Warp &warp, const SharedMatrix &matrix,
                                  const char *name, const SharedBox &box) {
  CodeLocation copy = warp.block.launch().program.locate(box.pc);
  std::string text = matrix.describe(name) +
                     ", and the tensor copy at PTX line " +
                     std::to_string(copy.ptxLine);
  if (!copy.source.empty())
    text += " (" + copy.source + ")";
  return text + " wrote rows of " + std::to_string(box.pitch) +
         " bytes there with " + describeSwizzle(box.swizzleBytes);
}

void mlir::tile::sim::compareWithBoxes(Warp &warp, const Inst &inst,
                                       const SharedMatrix &matrix,
                                       const char *name) {
  constexpr unsigned kBytes = 16, kMaxParts = 32;
  const Block &block = warp.block;
  // For each 16 bytes of a line: the bytes of the first line, and of the last.
  std::array<std::optional<Place>, kMaxParts> first, last;
  bool isDone = false;
  matrix.forChunks([&](uint64_t address, unsigned row, unsigned k) {
    unsigned part = matrix.isTransposed ? (row - matrix.first) / 8 : k / kBytes;
    unsigned line = matrix.isTransposed ? k : row - matrix.first;
    if (isDone || part >= kMaxParts || address + kBytes > block.sharedSize)
      return;
    std::optional<Place> place = findPlace(block, address);
    std::optional<Place> &before = last[part];
    if (line == 0)
      first[part] = place;
    // Of a line before and this one.
    auto getLines = [&](unsigned other) {
      unsigned begin = matrix.isTransposed ? 0 : matrix.first;
      return std::string(matrix.isTransposed ? ": k = " : ": rows ") +
             std::to_string(begin + other) + " and " +
             std::to_string(begin + line) + " of " + name;
    };
    if (line && place && first[part] && place->column != first[part]->column) {
      isDone = true;
      warp.note(ReportKind::Undefined, inst, kNumLanes, [&] {
        return describeMisfit(warp, matrix, name, *place->box) + getLines(0) +
               " are at bytes " + std::to_string(first[part]->column) +
               " and " + std::to_string(place->column) + " of rows of that box";
      });
    } else if (line && place && before && place->box == before->box &&
               place->row != before->row + 1) {
      isDone = true;
      warp.note(ReportKind::Undefined, inst, kNumLanes, [&] {
        return describeMisfit(warp, matrix, name, *place->box) +
               getLines(line - 1) + " are rows " + std::to_string(before->row) +
               " and " + std::to_string(place->row) + " of that box";
      });
    }
    before = place;
  });
}
