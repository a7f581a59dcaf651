//===- SortPlan.cpp - Sorting networks over a layout ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/SortPlan.h"

#include "tile/Layout/ConversionPlan.h"
#include "tile/Layout/Subspace.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir::tile;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

static constexpr StringRef kRegister = "register", kLane = "lane",
                           kWarp = "warp";

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static unsigned getBits(const LinearLayout &layout, StringRef inDim) {
  return layout.hasInDim(inDim) ? layout.getInDimSizeLog2(inDim) : 0;
}

/// A basis as a word: the coordinates of all dimensions, one after the other.
static uint64_t getPackedBasis(const LinearLayout &layout, StringRef inDim,
                               unsigned bit) {
  uint64_t packed = 0;
  unsigned offset = 0;
  for (StringRef dim : layout.getOutDimNames()) {
    packed |= uint64_t(layout.getBasis(inDim, bit, dim)) << offset;
    offset += layout.getOutDimSizeLog2(dim);
  }
  return packed;
}

static uint64_t getPackedCoordinate(const LinearLayout &layout, StringRef axis,
                                    uint32_t coordinate) {
  unsigned offset = 0;
  for (StringRef dim : layout.getOutDimNames()) {
    if (dim == axis)
      break;
    offset += layout.getOutDimSizeLog2(dim);
  }
  return uint64_t(coordinate) << offset;
}

std::optional<PlaceDistance>
mlir::tile::findPlaceDistance(const LinearLayout &layout, StringRef axis,
                              uint32_t distance) {
  Subspace reached;
  SmallVector<std::pair<StringRef, unsigned>> bits;
  for (StringRef inDim : {kRegister, kLane})
    for (unsigned bit = 0; bit < getBits(layout, inDim); ++bit)
      if (reached.insert(getPackedBasis(layout, inDim, bit)))
        bits.emplace_back(inDim, bit);
  std::optional<uint64_t> coordinates =
      reached.getCoordinates(getPackedCoordinate(layout, axis, distance));
  if (!coordinates)
    return std::nullopt;
  PlaceDistance result;
  for (auto [i, place] : llvm::enumerate(bits))
    if (*coordinates >> i & 1)
      (place.first == kRegister ? result.reg : result.lane) |= 1u
                                                               << place.second;
  return result;
}

PlaceParity mlir::tile::getBitParity(const LinearLayout &layout, StringRef axis,
                                     unsigned bit) {
  auto getMask = [&](StringRef inDim) {
    uint32_t mask = 0;
    for (unsigned i = 0; i < getBits(layout, inDim); ++i)
      mask |= uint32_t(layout.getBasis(inDim, i, axis) >> bit & 1) << i;
    return mask;
  };
  return {getMask(kRegister), getMask(kLane), getMask(kWarp)};
}

/// The axis' place among the output dimensions.
static unsigned getAxisIndex(const LinearLayout &layout, StringRef axis) {
  unsigned index = 0;
  for (auto [i, name] : llvm::enumerate(layout.getOutDimNames()))
    if (name == axis)
      index = i;
  return index;
}

std::optional<LinearLayout>
mlir::tile::getKeepFirstLayout(const LinearLayout &layout, StringRef axis,
                               uint32_t distance) {
  std::optional<PlaceDistance> place =
      findPlaceDistance(layout, axis, distance);
  if (!place)
    return std::nullopt;
  unsigned dim = getAxisIndex(layout, axis);
  int32_t top = llvm::bit_floor(distance);
  LinearLayout::BasesT bases;
  for (auto &[inDim, old] : layout.getBases()) {
    auto kept = old;
    if (StringRef(inDim) == kRegister && place->reg)
      kept.erase(kept.begin() + llvm::Log2_32(place->reg));
    for (auto &basis : kept)
      if (basis[dim] & top)
        basis[dim] ^= int32_t(distance);
    bases.emplace_back(inDim, std::move(kept));
  }
  SmallVector<LinearLayout::NamedInt> outDims = layout.getOutDims();
  outDims[dim].second /= 2;
  return LinearLayout(bases, outDims);
}

bool mlir::tile::canRelabel(const LinearLayout &from, const LinearLayout &to) {
  if (from.getTotalInDimSizeLog2() != to.getTotalInDimSizeLog2() ||
      from.rank() != to.rank())
    return false;
  // The places that differ by what goes to 0 are copies. Both have the same
  // ones if the two maps together tell apart no more places than each alone.
  Subspace both;
  auto ins = from.getInDims(), others = to.getInDims();
  if (ins != others)
    return false;
  unsigned shift = from.getTotalOutDimSizeLog2();
  if (shift + to.getTotalOutDimSizeLog2() > 64)
    return false;
  for (auto [a, b] : llvm::zip(from.getColumns(), to.getColumns()))
    both.insert(a | b << shift);
  return int32_t(both.getDimension()) == from.rank();
}

static void addMerge(unsigned first, unsigned size, unsigned stride,
                     std::vector<std::pair<unsigned, unsigned>> &pairs) {
  unsigned step = stride * 2;
  if (step >= size) {
    pairs.emplace_back(first, first + stride);
    return;
  }
  addMerge(first, size, step, pairs);
  addMerge(first + stride, size, step, pairs);
  for (unsigned i = first + stride; i + stride < first + size; i += step)
    pairs.emplace_back(i, i + stride);
}

std::vector<std::pair<unsigned, unsigned>>
mlir::tile::getOddEvenNetwork(unsigned log2) {
  std::vector<std::pair<unsigned, unsigned>> pairs;
  for (unsigned size = 2; size <= 1u << log2; size *= 2)
    for (unsigned first = 0; first < 1u << log2; first += size)
      addMerge(first, size, 1, pairs);
  return pairs;
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

namespace mlir::tile {

/// Makes one plan: appends actions to it and follows the layout.
class SortPlanner {
public:
  SortPlanner(const SortProblem &problem)
      : problem(problem), axis(problem.axis), current(problem.layout) {}

  /// Fails where the layout's places along the axis cannot be relabelled.
  bool run(bool convertFirst);

  SortPlan take() {
    plan.layout = current;
    return std::move(plan);
  }

private:
  /// Bits of registers, lanes and warps that move along the axis alone.
  struct Places {
    SmallVector<unsigned> reg, lane, warp;
    unsigned size() const { return reg.size() + lane.size() + warp.size(); }
  };

  unsigned getExtentLog2() const { return current.getOutDimSizeLog2(axis); }
  std::optional<Places> findPlaces() const;
  LinearLayout withLabels(const Places &places,
                          ArrayRef<uint32_t> labels) const;
  LinearLayout makeLayout(bool topFirst, uint32_t last = 0) const;
  size_t countWithinWarp(const LinearLayout &layout,
                         ArrayRef<uint32_t> distances) const;
  static SmallVector<uint32_t> getMergeDistances(unsigned log2);

  void relabel(const LinearLayout &layout);
  void convert(const LinearLayout &layout);
  void exchange(unsigned runs, ArrayRef<uint32_t> distances);
  void keepFirst(uint32_t distance);

  void sort(const Places &places);
  void merge();
  void select(const Places &places);
  void cutSorted();

  /// Adds `count` steps, each of all registers divided by 2^`shift`.
  void addSteps(PlaceDistance place, unsigned count = 1, unsigned shift = 0);

  const SortProblem &problem;
  StringRef axis;
  LinearLayout current;
  SortPlan plan;
};

} // namespace mlir::tile

std::optional<SortPlanner::Places> SortPlanner::findPlaces() const {
  Places places;
  for (auto [inDim, found] : {std::pair(kRegister, &places.reg),
                              {kLane, &places.lane},
                              {kWarp, &places.warp}})
    for (unsigned bit = 0; bit < getBits(current, inDim); ++bit) {
      uint32_t along = current.getBasis(inDim, bit, axis);
      if (!along)
        continue;
      if (getPackedBasis(current, inDim, bit) !=
          getPackedCoordinate(current, axis, along))
        return std::nullopt;
      found->push_back(bit);
    }
  if (places.size() != getExtentLog2())
    return std::nullopt;
  return places;
}

/// The current layout with other distances along the axis: first the distances
/// of registers, then of lanes, then of warps.
LinearLayout SortPlanner::withLabels(const Places &places,
                                     ArrayRef<uint32_t> labels) const {
  LinearLayout::BasesT bases = current.getBases();
  unsigned dim = getAxisIndex(current, axis);
  const uint32_t *next = labels.begin();
  for (auto [inDim, bits] : {std::pair(kRegister, ArrayRef(places.reg)),
                             {kLane, ArrayRef(places.lane)},
                             {kWarp, ArrayRef(places.warp)}})
    for (auto &[name, list] : bases)
      if (StringRef(name) == inDim)
        for (unsigned bit : bits)
          list[bit][dim] = int32_t(*next++);
  return LinearLayout(bases, current.getOutDims());
}

/// A layout for a tile of the current shape in which as much of the axis as can
/// be is in registers, then lanes. The registers get the lowest bits of the
/// axis, or with `topFirst` the highest; in either case the bits of `last` come
/// after all others.
LinearLayout SortPlanner::makeLayout(bool topFirst, uint32_t last) const {
  SmallVector<LinearLayout::NamedInt> outDims = current.getOutDims();
  using Basis = std::vector<int32_t>;
  SmallVector<Basis> along, across;
  for (size_t dim = outDims.size(); dim-- > 0;)
    for (int32_t coordinate = 1; coordinate < outDims[dim].second;
         coordinate *= 2) {
      Basis basis(outDims.size(), 0);
      basis[dim] = coordinate;
      (outDims[dim].first == axis ? along : across).push_back(basis);
    }
  if (topFirst)
    std::reverse(along.begin(), along.end());
  unsigned axisIndex = getAxisIndex(current, axis);
  std::stable_partition(along.begin(), along.end(), [&](const Basis &basis) {
    return (uint32_t(basis[axisIndex]) & last) == 0;
  });
  unsigned lanes = getBits(current, kLane), warps = getBits(current, kWarp);
  unsigned total = along.size() + across.size();
  unsigned registers = total - std::min(total, lanes + warps);
  // A machine of single lanes has to compare somewhere.
  if (lanes == 0 && registers == 0)
    registers = std::min(total, 1u);
  std::vector<Basis> reg, lane, warp;
  auto deal = [](SmallVector<Basis> &from, std::vector<Basis> &to,
                 unsigned room) {
    while (!from.empty() && to.size() < room) {
      to.push_back(from.front());
      from.erase(from.begin());
    }
  };
  deal(along, reg, registers);
  deal(along, lane, lanes);
  deal(across, warp, warps);
  deal(along, warp, warps);
  deal(across, lane, lanes);
  deal(across, reg, registers);
  lane.resize(lanes, Basis(outDims.size(), 0));
  warp.resize(warps, Basis(outDims.size(), 0));
  LinearLayout::BasesT bases;
  for (const LinearLayout::NamedInt &inDim : current.getInDims()) {
    StringRef name = inDim.first;
    bases.emplace_back(name.str(), name == kRegister ? reg
                                   : name == kLane   ? lane
                                   : name == kWarp   ? warp
                                                     : std::vector<Basis>());
  }
  return LinearLayout(bases, outDims);
}

SmallVector<uint32_t> SortPlanner::getMergeDistances(unsigned log2) {
  SmallVector<uint32_t> distances;
  for (unsigned bit = log2; bit-- > 0;)
    distances.push_back(distances.empty() ? (1u << log2) - 1 : 1u << bit);
  return distances;
}

//===----------------------------------------------------------------------===//
// Actions and their prices
//===----------------------------------------------------------------------===//

/// For one register, a key alone takes a minimum or a maximum, and where the
/// lane decides which, both. What goes along is chosen after a comparison.
void SortPlanner::addSteps(PlaceDistance place, unsigned count,
                           unsigned shift) {
  bool isAlone = problem.elementBits.size() == 1 && problem.elementBits[0] < 64;
  unsigned words = 0;
  for (unsigned bits : problem.elementBits)
    words += bits > 32 ? 2 : 1;
  Work step;
  step.shuffles = place.lane ? words : 0;
  step.selects = isAlone ? (place.lane ? 2 : 1) : words + 1;
  plan.work +=
      step.ofWarps((int64_t(count) * current.getInDimSize(kRegister) >> shift)
                   << getBits(current, kWarp));
}

void SortPlanner::relabel(const LinearLayout &layout) {
  if (layout == current)
    return;
  plan.actions.push_back({SortAction::Kind::Relabel, layout, 0, {}});
  current = layout;
}

void SortPlanner::convert(const LinearLayout &layout) {
  if (layout == current)
    return;
  plan.actions.push_back({SortAction::Kind::Convert, layout, 0, {}});
  // No conversion is impossible, but one of several CTAs.
  for (unsigned bits : problem.elementBits)
    if (auto conversion = ConversionPlan::create(current, layout, bits))
      plan.work +=
          conversion->getWork().ofWarps(int64_t(1) << getBits(current, kWarp));
    else
      plan.work += Work::getImpossible();
  current = layout;
}

void SortPlanner::exchange(unsigned runs, ArrayRef<uint32_t> distances) {
  if (runs == 0 && distances.empty())
    return;
  bool isNew = plan.actions.empty() ||
               plan.actions.back().kind != SortAction::Kind::Exchange || runs;
  if (isNew)
    plan.actions.push_back({SortAction::Kind::Exchange, {}, runs, {}});
  llvm::append_range(plan.actions.back().distances, distances);
  if (runs)
    addSteps({1, 0}, 2 * getOddEvenNetwork(runs).size(), runs);
  for (uint32_t distance : distances)
    addSteps(*findPlaceDistance(current, axis, distance));
}

void SortPlanner::keepFirst(uint32_t distance) {
  PlaceDistance place = *findPlaceDistance(current, axis, distance);
  LinearLayout layout = *getKeepFirstLayout(current, axis, distance);
  plan.actions.push_back({SortAction::Kind::KeepFirst, layout, 0, {distance}});
  current = layout;
  addSteps(place);
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// Sorts all of the axis. The current layout may be relabelled.
void SortPlanner::sort(const Places &places) {
  unsigned bits = getExtentLog2(), registers = places.reg.size();
  SmallVector<uint32_t> labels;
  for (unsigned bit = 0; bit < bits; ++bit)
    labels.push_back(1u << bit);
  LinearLayout home = withLabels(places, labels);
  relabel(home);
  exchange(registers, {});
  auto isWithinWarp = [&](ArrayRef<uint32_t> distances) {
    return llvm::all_of(distances, [&](uint32_t distance) {
      return findPlaceDistance(home, axis, distance).has_value();
    });
  };
  for (unsigned stage = registers + 1; stage <= bits; ++stage) {
    SmallVector<uint32_t> distances = getMergeDistances(stage);
    ArrayRef<uint32_t> rest = distances;
    while (!rest.empty()) {
      if (isWithinWarp(rest)) {
        convert(home);
        exchange(0, rest);
        break;
      }
      // The next few distances into registers, or into lanes if no register is
      // the axis'; the bits that these are not about anywhere.
      unsigned count = std::min<size_t>(
          registers ? registers : places.lane.size(), rest.size());
      SmallVector<uint32_t> others(rest.take_front(count));
      uint32_t taken = 0;
      for (uint32_t distance : others)
        taken |= llvm::bit_floor(distance);
      for (uint32_t label : labels)
        if (!(label & taken))
          others.push_back(label);
      convert(withLabels(places, others));
      exchange(0, rest.take_front(count));
      rest = rest.drop_front(count);
    }
  }
}

/// How many of the first steps stay within each warp.
size_t SortPlanner::countWithinWarp(const LinearLayout &layout,
                                    ArrayRef<uint32_t> distances) const {
  return llvm::find_if_not(
             distances,
             [&](uint32_t distance) {
               return findPlaceDistance(layout, axis, distance).has_value();
             }) -
         distances.begin();
}

/// Sorts what is bitonic. Each element keeps its place along the axis.
void SortPlanner::merge() {
  SmallVector<uint32_t> distances;
  for (unsigned bit = getExtentLog2(); bit-- > 0;)
    distances.push_back(1u << bit);
  ArrayRef<uint32_t> rest = distances;
  while (!rest.empty()) {
    size_t count = countWithinWarp(current, rest);
    if (count == 0) {
      bool canEnd = problem.result &&
                    countWithinWarp(*problem.result, rest) == rest.size();
      // The bits whose steps are done may be in any warp.
      uint32_t done = ~(2 * rest.front() - 1);
      convert(canEnd ? *problem.result : makeLayout(/*topFirst=*/true, done));
      count = countWithinWarp(current, rest);
    }
    exchange(0, rest.take_front(count));
    rest = rest.drop_front(count);
  }
}

/// Drops all but the first elements of a sorted axis.
void SortPlanner::cutSorted() {
  while (getExtentLog2() > problem.keptLog2) {
    uint32_t distance = 1u << (getExtentLog2() - 1);
    if (!findPlaceDistance(current, axis, distance))
      convert(makeLayout(/*topFirst=*/true));
    keepFirst(distance);
  }
}

/// Keeps the first elements of the axis. The current layout may be relabelled.
void SortPlanner::select(const Places &places) {
  unsigned kept = problem.keptLog2, registers = places.reg.size();
  unsigned bits = getExtentLog2(), inWarp = registers + places.lane.size();
  if (kept == bits || kept > inWarp) {
    sort(places);
    return cutSorted();
  }
  // The lowest bits, within runs, go to the first registers and lanes; then
  // come the warps, the lanes and the registers, as the highest go first.
  SmallVector<uint32_t> labels(bits, 0);
  unsigned next = 0;
  for (unsigned i = 0; i < kept; ++i)
    labels[i] = 1u << next++;
  for (unsigned i = inWarp; i < bits; ++i)
    labels[i] = 1u << next++;
  for (unsigned i = registers; i < inWarp; ++i)
    if (!labels[i])
      labels[i] = 1u << next++;
  for (unsigned i = 0; i < registers; ++i)
    if (!labels[i])
      labels[i] = 1u << next++;
  relabel(withLabels(places, labels));
  unsigned runs = std::min(kept, registers);
  exchange(runs, {});
  for (unsigned stage = runs + 1; stage <= kept; ++stage)
    exchange(0, getMergeDistances(stage));
  SmallVector<uint32_t> merge;
  for (unsigned bit = kept; bit-- > 0;)
    merge.push_back(1u << bit);
  while (getExtentLog2() > kept) {
    uint32_t distance = 1u << (getExtentLog2() - 1) | ((1u << kept) - 1);
    auto isWithinWarp = [&](ArrayRef<uint32_t> distances) {
      return llvm::all_of(distances, [&](uint32_t d) {
        return findPlaceDistance(current, axis, d).has_value();
      });
    };
    if (!isWithinWarp(distance))
      convert(makeLayout(/*topFirst=*/false));
    // What does not fit into one warp is sorted whole.
    if (!isWithinWarp(distance) || !isWithinWarp(merge)) {
      sort(*findPlaces());
      return cutSorted();
    }
    keepFirst(distance);
    exchange(0, merge);
  }
}

bool SortPlanner::run(bool convertFirst) {
  if (convertFirst)
    convert(makeLayout(/*topFirst=*/problem.isBitonic));
  if (problem.isBitonic) {
    merge();
    if (problem.result)
      convert(*problem.result);
    return true;
  }
  std::optional<Places> places = findPlaces();
  if (!places ||
      (places->reg.empty() && places->lane.empty() && getExtentLog2() > 0))
    return false;
  if (problem.keptLog2 == getExtentLog2())
    sort(*places);
  else
    select(*places);
  if (problem.result)
    convert(*problem.result);
  return true;
}

SortPlan SortPlan::create(const SortProblem &problem) {
  SortPlanner asIs(problem), converted(problem);
  bool canStay = asIs.run(/*convertFirst=*/false);
  [[maybe_unused]] bool done = converted.run(/*convertFirst=*/true);
  assert(done && "a layout made for it can be sorted");
  SortPlan best = converted.take();
  if (canStay) {
    SortPlan other = asIs.take();
    if (other.work.getPrice() <= best.work.getPrice())
      return other;
  }
  return best;
}
