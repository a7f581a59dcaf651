//===- LaneExchange.cpp - Conversions within a warp by shuffles -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Section 2 of ConversionPlan.h. A place of the source in a warp is one word
// here: its lane in the low bits, its register from bit kRegister on.
//
//===----------------------------------------------------------------------===//

#include "ConversionPlanParts.h"

#include "tile/Layout/Subspace.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir::tile;

uint32_t LaneExchange::getSender(uint32_t round, uint32_t lane) const {
  return applyColumns(senderByRound, round) ^ applyColumns(senderByLane, lane);
}
uint32_t LaneExchange::getSentRegister(uint32_t round, uint32_t lane) const {
  return applyColumns(sentByRound, round) ^ applyColumns(sentByLane, lane);
}
uint32_t LaneExchange::getReceivedRegister(uint32_t round,
                                           uint32_t lane) const {
  return round ^ applyColumns(receivedByLane, lane);
}
bool LaneExchange::isLocal(uint32_t round) const {
  for (size_t bit = 0; bit < senderByLane.size(); ++bit)
    if (senderByLane[bit] != 1u << bit)
      return false;
  return applyColumns(senderByRound, round) == 0;
}

static constexpr unsigned kRegister = 8;
static uint64_t getLane(uint64_t place) {
  return place & ((1u << kRegister) - 1);
}
static uint32_t getRegister(uint64_t place) { return place >> kRegister; }

/// Where the bits of `dim` read.
static SmallVector<uint64_t> getSourcePlaces(const LinearLayout &map,
                                             StringRef dim) {
  SmallVector<uint64_t> places;
  for (int32_t bit = 0; bit < map.getInDimSizeLog2(dim); ++bit)
    places.push_back(uint64_t(map.getBasis(dim, bit, "register")) << kRegister |
                     uint64_t(map.getBasis(dim, bit, "lane")));
  return places;
}

/// All sums of the bits of `mask`, sums of few bits first.
static SmallVector<uint32_t> getSubmasks(uint32_t mask) {
  SmallVector<uint32_t> masks = {0};
  for (uint32_t sub = mask; sub; sub = (sub - 1) & mask)
    masks.push_back(sub);
  llvm::stable_sort(masks, [](uint32_t a, uint32_t b) {
    return llvm::popcount(a) < llvm::popcount(b);
  });
  return masks;
}

/// G, one column for each lane bit: where a lane's round 0 goes. The images
/// `registers + lanes * G` may not meet `single`, what one lane holds alone.
/// With `prefersOwn` a lane rather reads itself in round 0 than has few
/// selects.
static std::optional<SmallVector<uint32_t>>
chooseReceivedByLane(ArrayRef<uint64_t> registers, ArrayRef<uint64_t> lanes,
                     uint32_t rounds, const Subspace &all,
                     const Subspace &single, bool prefersOwn) {
  // Lane by lane.
  SmallVector<uint32_t> result;
  SmallVector<uint32_t> candidates = getSubmasks(rounds);
  Subspace images, taken = single;
  for (auto [bit, place] : llvm::enumerate(lanes)) {
    std::optional<uint32_t> best;
    for (bool own : {true, false}) {
      if (own && !prefersOwn)
        continue;
      for (uint32_t candidate : candidates) {
        uint64_t image = place ^ applyColumns(registers, candidate);
        if (own && getLane(image) != uint64_t(1) << bit)
          continue;
        if (images.contains(image) || !taken.contains(image)) {
          best = candidate;
          break;
        }
      }
      if (best)
        break;
    }
    if (!best)
      break;
    uint64_t image = place ^ applyColumns(registers, *best);
    images.insert(image);
    taken.insert(image);
    result.push_back(*best);
  }
  if (result.size() == lanes.size())
    return result;

  // Or from a common complement of the registers' images and of `single`, in
  // the coordinates of the space of all places that are read.
  Subspace ours, theirs, received;
  SmallVector<uint32_t> bits;
  for (size_t bit = 0; bit < registers.size(); ++bit)
    if (rounds >> bit & 1 && received.insert(registers[bit])) {
      ours.insert(*all.getCoordinates(registers[bit]));
      bits.push_back(1u << bit);
    }
  for (uint64_t place : single.getBasis())
    theirs.insert(*all.getCoordinates(place));
  if (theirs.getDimension() > ours.getDimension())
    return std::nullopt;
  // A place is a sum of images of registers and of the complement; what it has
  // of the former is what G adds.
  for (uint64_t vector : getCommonComplement(ours, theirs, all.getDimension()))
    received.insert(applyColumns(all.getBasis(), vector));
  result.clear();
  for (uint64_t place : lanes) {
    uint64_t coordinates = *received.getCoordinates(place);
    result.push_back(
        applyColumns(bits, coordinates & ((uint64_t(1) << bits.size()) - 1)));
  }
  return result;
}

/// The bits of the destination's register that travel together in 32 bits: what
/// they read depends on nothing else.
static void choosePacked(ArrayRef<uint64_t> registers, ArrayRef<uint64_t> lanes,
                         unsigned maxBits, LaneExchange &exchange) {
  for (size_t bit = 0; bit < registers.size(); ++bit) {
    if (exchange.packed.size() == maxBits)
      return;
    uint64_t place = registers[bit];
    if (!(exchange.rounds >> bit & 1) || getLane(place) != 0)
      continue;
    Subspace others;
    for (size_t other = 0; other < registers.size(); ++other)
      if (other != bit && exchange.rounds >> other & 1)
        others.insert(uint64_t(getRegister(registers[other])) << kRegister);
    for (uint64_t lane : lanes)
      others.insert(uint64_t(getRegister(lane)) << kRegister);
    for (auto [_, source] : exchange.packed)
      others.insert(uint64_t(source) << kRegister);
    if (others.contains(place))
      continue;
    exchange.packed.emplace_back(1u << bit, getRegister(place));
    exchange.rounds &= ~(1u << bit);
  }
}

/// All that follows from G, and what it costs.
static void complete(LaneExchange &exchange, const Conversion &conversion,
                     ArrayRef<uint64_t> registers, ArrayRef<uint64_t> lanes,
                     Work &work) {
  // T, and Q by what each sender's images say; where nothing reads a lane, it
  // may send anything.
  Subspace senders;
  SmallVector<uint32_t> sent;
  for (auto [bit, place] : llvm::enumerate(lanes)) {
    uint64_t image =
        place ^ applyColumns(registers, exchange.receivedByLane[bit]);
    exchange.senderByLane.push_back(getLane(image));
    if (senders.insert(getLane(image)))
      sent.push_back(getRegister(image));
  }
  int32_t numLaneBits = conversion.source.getInDimSizeLog2("lane");
  for (int32_t bit = 0; bit < numLaneBits; ++bit)
    if (senders.insert(uint64_t(1) << bit))
      sent.push_back(0);
  for (int32_t bit = 0; bit < numLaneBits; ++bit)
    exchange.sentByLane.push_back(
        applyColumns(sent, *senders.getCoordinates(uint64_t(1) << bit)));
  // D, and P = A + Q D.
  for (uint64_t place : registers) {
    exchange.senderByRound.push_back(getLane(place));
    exchange.sentByRound.push_back(
        getRegister(place) ^ applyColumns(exchange.sentByLane, getLane(place)));
  }

  auto getRank = [](ArrayRef<uint32_t> columns) {
    Subspace space;
    for (uint32_t column : columns)
      space.insert(column);
    return space.getDimension();
  };
  unsigned numRounds = 0, numShuffled = 0;
  for (uint32_t round : getSubmasks(exchange.rounds)) {
    ++numRounds;
    numShuffled += !exchange.isLocal(round);
  }
  unsigned words = std::max(1u, conversion.elementBytes / 4);
  work.shuffles = words * numShuffled;
  work.selects = words * (getRank(exchange.sentByLane) * numShuffled +
                          getRank(exchange.receivedByLane) * numRounds);
  work.waits = work.getPrice() != 0;
}

std::optional<LaneExchange> mlir::tile::planLanes(const Conversion &conversion,
                                                  Work &work) {
  const LinearLayout &map = conversion.map;
  SmallVector<uint64_t> registers = getSourcePlaces(map, "register");
  SmallVector<uint64_t> lanes = getSourcePlaces(map, "lane");
  // More rounds than this never pay.
  if (registers.size() > 10)
    return std::nullopt;
  LaneExchange exchange;
  exchange.rounds = getUsedBits(conversion.destination, "register");
  unsigned perWord = std::max(1u, 4 / conversion.elementBytes);
  choosePacked(registers, lanes, llvm::countr_zero(perWord), exchange);

  Subspace all, lanesAlone;
  for (size_t bit = 0; bit < registers.size(); ++bit)
    if (exchange.rounds >> bit & 1)
      all.insert(registers[bit]);
  for (uint64_t place : lanes)
    all.insert(place);
  for (unsigned bit = 0; bit < 32; ++bit)
    lanesAlone.insert(uint64_t(1) << (bit + kRegister));
  Subspace single = all.intersect(lanesAlone);
  // Lanes that keep an element save a shuffle: by that it is decided whether
  // the conversion goes by lanes. Where all lanes get the same elements, that
  // takes many selects, and another G is better.
  std::optional<LaneExchange> best;
  int64_t bestPrice = 0;
  for (bool prefersOwn : {true, false}) {
    auto received = chooseReceivedByLane(registers, lanes, exchange.rounds, all,
                                         single, prefersOwn);
    if (!received)
      return std::nullopt;
    LaneExchange other = exchange;
    other.receivedByLane = *received;
    Work otherWork;
    complete(other, conversion, registers, lanes, otherWork);
    if (best && otherWork.getPrice() >= bestPrice)
      continue;
    if (!best)
      work = otherWork;
    best = std::move(other);
    bestPrice = otherWork.getPrice();
  }
  return best;
}
