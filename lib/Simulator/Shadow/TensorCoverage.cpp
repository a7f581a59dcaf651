//===- TensorCoverage.cpp - Which boxes of tensors a launch copies --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorCoverage.h"

#include "Block.h"

#include <numeric>

using namespace mlir::tile;
using namespace mlir::tile::sim;

static bool isBefore(const Report &a, const Report &b) {
  auto place = [](const Report &r) {
    return std::make_tuple(r.block.z, r.block.y, r.block.x, r.thread.z,
                           r.thread.y, r.thread.x);
  };
  return place(a) < place(b);
}

void TensorCoverage::add(const Warp &warp, const Inst &inst, unsigned lane,
                         const TensorMap &map, const int64_t *coordinates,
                         bool isStore) {
  Key key;
  map.encode(key.first.data());
  key.second = isStore;
  auto it = maps.find(key);
  bool isNew = it == maps.end();
  if (isNew && maps.size() == kMaxMaps)
    return;
  Boxes &boxes = isNew ? maps[key] : it->second;
  if (isNew || isBefore(warp.makeReport(ReportKind::Undefined, inst, lane, ""),
                        boxes.first)) {
    boxes.first = warp.makeReport(ReportKind::Undefined, inst, lane, "");
    boxes.pc = warp.block.launch().program.getPc(inst);
  }
  boxes.map = map;
  boxes.isStore = isStore;
  ++boxes.count;
  for (unsigned d = 0; d < map.rank; ++d) {
    Boxes::Dimension &dimension = boxes.dimensions[d];
    int64_t begin = coordinates[d];
    if (dimension.begins.size() <= kMaxBegins)
      dimension.begins.insert(begin);
    dimension.numOutside += begin >= int64_t(map.sizes[d]) ||
                            begin + int64_t(boxes.getExtent(d)) <= 0;
  }
}

void TensorCoverage::add(const TensorCoverage &other) {
  for (const auto &[key, boxes] : other.maps) {
    auto [it, isNew] = maps.try_emplace(key, boxes);
    if (isNew)
      continue;
    Boxes &to = it->second;
    if (isBefore(boxes.first, to.first)) {
      to.first = boxes.first;
      to.pc = boxes.pc;
    }
    to.count += boxes.count;
    for (unsigned d = 0; d < boxes.map.rank; ++d) {
      const auto &from = boxes.dimensions[d];
      to.dimensions[d].begins.insert(from.begins.begin(), from.begins.end());
      to.dimensions[d].numOutside += from.numOutside;
    }
  }
}

uint64_t TensorCoverage::Boxes::getStep(unsigned d) const {
  const std::set<int64_t> &begins = dimensions[d].begins;
  uint64_t step = 0;
  for (int64_t begin : begins)
    step = std::gcd(step, uint64_t(begin - *begins.begin()));
  return step;
}

uint64_t TensorCoverage::Boxes::getCovered(unsigned d) const {
  uint64_t covered = 0;
  int64_t end = 0, size = map.sizes[d];
  for (int64_t begin : dimensions[d].begins) {
    int64_t last = std::min<int64_t>(begin + getExtent(d), size);
    covered += std::max<int64_t>(last - std::max(begin, end), 0);
    end = std::max(end, last);
  }
  return covered;
}

/// "64 x 128"
template <typename F>
static std::string describeSizes(unsigned rank, F getSize) {
  std::string text;
  for (unsigned d = 0; d < rank; ++d)
    text += (d ? " x " : "") + std::to_string(getSize(d));
  return text;
}

/// "boxes of 64 x 128 elements of a tensor of 256 x 2048"
std::string TensorCoverage::Boxes::describe() const {
  return "boxes of " +
         describeSizes(map.rank, [&](unsigned d) { return map.box[d]; }) +
         " elements of a tensor of " +
         describeSizes(map.rank, [&](unsigned d) { return map.sizes[d]; });
}

static constexpr const char *kAsIf =
    ", as if the coordinates of the two dimensions were exchanged (dimension 0 "
    "is the contiguous one)";

std::string TensorCoverage::Boxes::findSteps(unsigned d, unsigned other) const {
  uint64_t step = getStep(d), otherStep = getStep(other);
  uint64_t extent = getExtent(d), otherExtent = getExtent(other);
  // The quotients are the same, without fractions.
  if (step <= extent || otherStep == 0 || otherStep >= otherExtent ||
      step * otherStep != extent * otherExtent || step % extent != 0)
    return "";
  return "when the launch was over, the " + describe() +
         " began at multiples of " + std::to_string(step) + " in dimension " +
         std::to_string(d) + ", which leaves gaps, and at multiples of " +
         std::to_string(otherStep) + " in dimension " + std::to_string(other) +
         ", so that they overlap" + kAsIf;
}

std::string TensorCoverage::Boxes::findOutside(unsigned d,
                                               unsigned other) const {
  // As many elements as a map can have say that the dimension has no bound.
  constexpr uint64_t kFewest = 4, kUnbounded = uint64_t(1) << 31;
  uint64_t outside = dimensions[d].numOutside, covered = getCovered(other);
  if (count < kFewest || 2 * outside < count ||
      map.sizes[other] >= kUnbounded || 2 * covered >= map.sizes[other])
    return "";
  return "when the launch was over, " + std::to_string(outside) + " of " +
         std::to_string(count) + " " + describe() +
         " were outside of it in dimension " + std::to_string(d) +
         ", and of dimension " + std::to_string(other) + " only " +
         std::to_string(covered) + " of " + std::to_string(map.sizes[other]) +
         " were ever " + (isStore ? "stored" : "loaded") + kAsIf;
}

void TensorCoverage::report(LaunchState &launch) const {
  for (const auto &entry : maps) {
    const Boxes &boxes = entry.second;
    std::string message;
    auto isKnown = [&](unsigned d) {
      return boxes.dimensions[d].begins.size() <= kMaxBegins;
    };
    for (unsigned d = 0; d < boxes.map.rank; ++d)
      for (unsigned other = 0; other < boxes.map.rank; ++other)
        if (message.empty() && d != other && isKnown(d) && isKnown(other)) {
          message = boxes.findSteps(d, other);
          if (message.empty())
            message = boxes.findOutside(d, other);
        }
    if (message.empty())
      continue;
    Report report = boxes.first;
    report.message = std::move(message);
    report.isNote = !launch.options.strictRaces;
    if (!launch.countRepeat(report.kind, report.isNote, boxes.pc, report.block,
                            report.thread))
      launch.add(std::move(report), boxes.pc);
  }
}
