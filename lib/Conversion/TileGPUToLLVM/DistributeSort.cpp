//===- DistributeSort.cpp - Steps of sorting networks in a warp -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SortPlan.h says what the steps are. Elements `x` and `x ^ d` are the same
// distance of registers and lanes apart in all threads. Which of two places is
// the upper one is the parity of some bits of register, lane and warp: known
// for each register if no bit of lane or warp is among them, else a predicate
// that is computed once.
//
//   a step within a thread       minimum and maximum of two registers
//   a step between lanes         a shuffle; minimum or maximum by the predicate
//
// A maximum is the complement of the minimum of complements. So lanes that want
// the other one than their neighbours complement before and after: x * s + t,
// with (s, t) = (1, 0) or (-1, -1). Multiply-adds have units of their own,
// while minima, maxima, selects and XORs share one kind (CUDA C++ Programming
// Guide, "Throughput of Native Arithmetic Instructions"), which is what limits
// a sort. From one step to the next, what is undone and done again is one of
// them.
//
// Of a key with others, a comparison says whether to exchange: only what is
// strictly out of order, so that both threads decide alike.
//
//===----------------------------------------------------------------------===//

#include "LaneShuffle.h"
#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Layout/SortPlan.h"

#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;
using namespace mlir::tile;

namespace {

/// The registers of all operands of a network, and what steps make of them.
class Network {
public:
  Network(OpBuilder &builder, Location loc, RankedTensorType type,
          unsigned axis, bool descending, bool isUnsigned, bool breaksTies,
          ArrayRef<ValueRange> operands)
      : builder(builder), loc(loc), layout(toLinearLayout(type)),
        axis(getDimName(axis)), descending(descending), isUnsigned(isUnsigned),
        breaksTies(breaksTies), shuffler(builder, loc) {
    for (ValueRange registers : operands)
      elements.emplace_back(registers);
    // Minimum and maximum take 32 bits at least.
    keyType = elements[0][0].getType();
    if (keyType.getIntOrFloatBitWidth() < 32)
      for (Value &key : elements[0])
        key =
            isUnsigned
                ? LLVM::ZExtOp::create(builder, loc, builder.getI32Type(), key)
                      .getRes()
                : LLVM::SExtOp::create(builder, loc, builder.getI32Type(), key)
                      .getRes();
  }

  /// Sorts each run of 2^`log2` elements.
  void sortRuns(unsigned log2);
  /// A step of the network.
  void step(uint32_t distance);
  /// Leaves the first of two elements each.
  void keepFirst(uint32_t distance);

  /// The registers of each operand, in the types that they came in.
  SmallVector<SmallVector<Value>> take() {
    settle();
    if (elements[0][0].getType() != keyType)
      for (Value &key : elements[0])
        key = LLVM::TruncOp::create(builder, loc, keyType, key);
    return std::move(elements);
  }

private:
  unsigned getNumRegisters() const { return elements[0].size(); }
  bool isAlone() const { return elements.size() == 1; }

  /// Whether `a` comes before `b`, strictly: elements of all operands.
  Value isBefore(ArrayRef<Value> a, ArrayRef<Value> b) {
    if (descending)
      std::swap(a, b);
    using Predicate = LLVM::ICmpPredicate;
    auto compare = [&](Predicate predicate, unsigned operand) -> Value {
      return LLVM::ICmpOp::create(builder, loc, predicate, a[operand],
                                  b[operand]);
    };
    Value less = compare(isUnsigned ? Predicate::ult : Predicate::slt, 0);
    if (!breaksTies)
      return less;
    return LLVM::OrOp::create(builder, loc, less,
                              LLVM::AndOp::create(builder, loc,
                                                  compare(Predicate::eq, 0),
                                                  compare(Predicate::slt, 1)));
  }
  SmallVector<Value> getElements(unsigned reg) const {
    return llvm::map_to_vector(elements,
                               [&](auto &registers) { return registers[reg]; });
  }
  /// Of two keys the first, or the last.
  Value getFirst(Value a, Value b, bool last = false) {
    bool isMax = descending != last;
    if (isUnsigned)
      return isMax ? LLVM::UMaxOp::create(builder, loc, a, b).getRes()
                   : LLVM::UMinOp::create(builder, loc, a, b).getRes();
    return isMax ? LLVM::SMaxOp::create(builder, loc, a, b).getRes()
                 : LLVM::SMinOp::create(builder, loc, a, b).getRes();
  }
  Value select(Value condition, Value a, Value b) {
    return LLVM::SelectOp::create(builder, loc, condition, a, b);
  }

  /// Whether the thread's part of a parity is odd: null if it never is.
  Value isThreadOdd(PlaceParity parity) {
    uint32_t mask = getThreadMask(parity);
    if (!mask)
      return {};
    Value &odd = odds[mask];
    if (!odd) {
      Value bits = LLVM::AndOp::create(builder, loc, emitThreadId(builder, loc),
                                       emitI32(builder, loc, mask));
      if (!llvm::isPowerOf2_32(mask))
        bits = LLVM::AndOp::create(
            builder, loc,
            LLVM::CtPopOp::create(builder, loc, bits.getType(), bits),
            emitI32(builder, loc, 1));
      odd = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, bits,
                                 emitI32(builder, loc, 0));
    }
    return odd;
  }

  /// (s, t) for complements where the thread's part of a parity is odd, or
  /// with `inverse` where it is even.
  std::pair<Value, Value> getFactors(uint32_t mask, bool inverse) {
    auto &factors = complements[{mask, inverse}];
    if (!factors.first) {
      Value bits = LLVM::AndOp::create(builder, loc, emitThreadId(builder, loc),
                                       emitI32(builder, loc, mask));
      if (llvm::isPowerOf2_32(mask))
        bits = LLVM::LShrOp::create(builder, loc, bits,
                                    emitI32(builder, loc, llvm::Log2_32(mask)));
      else
        bits = LLVM::AndOp::create(
            builder, loc,
            LLVM::CtPopOp::create(builder, loc, bits.getType(), bits),
            emitI32(builder, loc, 1));
      if (inverse)
        bits =
            LLVM::XOrOp::create(builder, loc, bits, emitI32(builder, loc, 1));
      Value twice =
          LLVM::ShlOp::create(builder, loc, bits, emitI32(builder, loc, 1));
      factors = {
          LLVM::SubOp::create(builder, loc, emitI32(builder, loc, 1), twice),
          LLVM::SubOp::create(builder, loc, emitI32(builder, loc, 0), bits)};
    }
    return factors;
  }
  /// The complement of a key of 32 bits in threads with an odd parity, or with
  /// `inverse` in the others.
  Value complement(Value key, uint32_t mask, bool inverse = false) {
    if (!mask)
      return inverse ? LLVM::XOrOp::create(builder, loc, key,
                                           emitI32(builder, loc, -1))
                           .getRes()
                     : key;
    auto [factor, term] = getFactors(mask, inverse);
    return LLVM::AddOp::create(
        builder, loc, LLVM::MulOp::create(builder, loc, key, factor), term);
  }
  /// Takes back the complements of the last step between lanes.
  void settle() {
    if (complemented)
      for (Value &key : elements[0])
        key = complement(key, complemented);
    complemented = 0;
  }
  static uint32_t getThreadMask(PlaceParity parity) {
    return parity.lane | parity.warp << llvm::Log2_32(kThreadsPerWarp);
  }

  /// Puts two registers of this thread in order. With `flip`, a predicate, the
  /// other way round where it is true.
  void order(unsigned low, unsigned high, Value flip);
  /// What a step between lanes leaves in a register; `partner` has the
  /// elements of the other lane.
  void merge(unsigned reg, ArrayRef<Value> partner, bool isUpper, Value flip);

  /// What is `distance` away, of all operands, for each register.
  std::vector<SmallVector<Value>> getPartners(PlaceDistance distance);

  OpBuilder &builder;
  Location loc;
  LinearLayout layout;
  StringRef axis;
  bool descending, isUnsigned, breaksTies;
  Type keyType;
  LaneShuffler shuffler;
  /// The key's registers, then the other operands' registers.
  SmallVector<SmallVector<Value>> elements;
  llvm::SmallDenseMap<uint32_t, Value> odds;
  std::map<std::pair<uint32_t, bool>, std::pair<Value, Value>> complements;
  /// The keys are complements in threads in which an odd number of these bits
  /// of the thread's index is set.
  uint32_t complemented = 0;
};

} // namespace

void Network::order(unsigned low, unsigned high, Value flip) {
  Value a = elements[0][low], b = elements[0][high];
  if (isAlone()) {
    Value first = getFirst(a, b), last = getFirst(a, b, /*last=*/true);
    elements[0][low] = flip ? select(flip, last, first) : first;
    elements[0][high] = flip ? select(flip, first, last) : last;
    return;
  }
  SmallVector<Value> lower = getElements(low), upper = getElements(high);
  Value swap = isBefore(upper, lower);
  if (flip)
    swap = select(flip, isBefore(lower, upper), swap);
  for (SmallVector<Value> &registers : elements) {
    Value atLow = registers[low], atHigh = registers[high];
    registers[low] = select(swap, atHigh, atLow);
    registers[high] = select(swap, atLow, atHigh);
  }
}

void Network::merge(unsigned reg, ArrayRef<Value> partner, bool isUpper,
                    Value flip) {
  SmallVector<Value> own = getElements(reg);
  if (isAlone()) {
    Value result = getFirst(own[0], partner[0], isUpper);
    if (flip)
      result = select(flip, getFirst(own[0], partner[0], !isUpper), result);
    elements[0][reg] = result;
    return;
  }
  auto isWanted = [&](bool upper) {
    return upper ? isBefore(own, partner) : isBefore(partner, own);
  };
  Value take = isWanted(isUpper);
  if (flip)
    take = select(flip, isWanted(!isUpper), take);
  for (auto [registers, received] : llvm::zip(elements, partner))
    registers[reg] = select(take, received, registers[reg]);
}

std::vector<SmallVector<Value>> Network::getPartners(PlaceDistance distance) {
  std::vector<SmallVector<Value>> partners(getNumRegisters());
  for (unsigned reg = 0; reg < getNumRegisters(); ++reg)
    for (SmallVector<Value> &registers : elements) {
      Value value = registers[reg ^ distance.reg];
      partners[reg].push_back(
          distance.lane ? shuffler.exchange(value, distance.lane) : value);
    }
  return partners;
}

void Network::sortRuns(unsigned log2) {
  settle();
  SmallVector<uint32_t> places{0};
  SmallVector<uint32_t> parities;
  for (unsigned bit = 0; bit < log2; ++bit) {
    uint32_t reg = findPlaceDistance(layout, axis, 1u << bit)->reg;
    for (size_t i = 0, size = places.size(); i < size; ++i)
      places.push_back(places[i] ^ reg);
    parities.push_back(getBitParity(layout, axis, bit).reg);
  }
  auto pairs = getOddEvenNetwork(log2);
  for (unsigned first = 0; first < getNumRegisters(); ++first) {
    bool isFirst = llvm::none_of(parities, [&](uint32_t mask) {
      return llvm::popcount(first & mask) & 1;
    });
    if (!isFirst)
      continue;
    for (auto [low, high] : pairs)
      order(first ^ places[low], first ^ places[high], /*flip=*/{});
  }
}

void Network::step(uint32_t distance) {
  PlaceDistance place = *findPlaceDistance(layout, axis, distance);
  PlaceParity parity = getBitParity(layout, axis, llvm::Log2_32(distance));
  Value flip = isThreadOdd(parity);
  auto isUpper = [&](unsigned reg) -> bool {
    return llvm::popcount(reg & parity.reg) & 1;
  };
  if (!place.lane) {
    settle();
    for (unsigned reg = 0; reg < getNumRegisters(); ++reg)
      if (!isUpper(reg))
        order(reg, reg ^ place.reg, flip);
    return;
  }
  std::vector<SmallVector<Value>> partners = getPartners(place);
  uint32_t mask = getThreadMask(parity);
  if (isAlone() && mask && elements[0][0].getType().isInteger(32)) {
    // The other lane's keys are complements there, not here, if the distance
    // changes that parity.
    bool isOther = llvm::popcount(complemented & place.lane) & 1;
    for (unsigned reg = 0; reg < getNumRegisters(); ++reg) {
      Value own = complement(elements[0][reg], complemented ^ mask);
      Value other = complement(partners[reg][0], complemented ^ mask, isOther);
      elements[0][reg] = getFirst(own, other, isUpper(reg));
    }
    complemented = mask;
    return;
  }
  for (unsigned reg = 0; reg < getNumRegisters(); ++reg)
    merge(reg, partners[reg], isUpper(reg), flip);
}

void Network::keepFirst(uint32_t distance) {
  settle();
  PlaceDistance place = *findPlaceDistance(layout, axis, distance);
  PlaceParity parity = getBitParity(layout, axis, llvm::Log2_32(distance));
  uint32_t dropped = llvm::bit_floor(place.reg);
  // Only where two threads make the same choice do they have to agree on it.
  Value flip = dropped ? Value() : isThreadOdd(parity);
  SmallVector<SmallVector<Value>> kept(elements.size());
  for (unsigned reg = 0; reg < getNumRegisters(); ++reg) {
    if (reg & dropped)
      continue;
    SmallVector<Value> partner;
    for (SmallVector<Value> &registers : elements) {
      Value value = registers[reg ^ place.reg];
      partner.push_back(place.lane ? shuffler.exchange(value, place.lane)
                                   : value);
    }
    SmallVector<Value> own = getElements(reg);
    if (isAlone()) {
      kept[0].push_back(getFirst(own[0], partner[0]));
      continue;
    }
    Value take = isBefore(partner, own);
    if (flip) {
      // Of equal ones, that of the lower place.
      Value isNotAfter = LLVM::XOrOp::create(
          builder, loc, isBefore(own, partner),
          LLVM::ConstantOp::create(builder, loc, builder.getI1Type(),
                                   builder.getBoolAttr(true)));
      bool isUpper = llvm::popcount(reg & parity.reg) & 1;
      take = isUpper ? select(flip, take, isNotAfter)
                     : select(flip, isNotAfter, take);
    }
    for (auto [list, registers, received] : llvm::zip(kept, elements, partner))
      list.push_back(select(take, received, registers[reg]));
  }
  elements = std::move(kept);
}

namespace {

LogicalResult lowerCompareExchange(tilegpu::CompareExchangeOp op,
                                   Parts<tilegpu::CompareExchangeOp> adaptor,
                                   ConversionPatternRewriter &rewriter) {
  Network network(rewriter, op.getLoc(),
                  cast<RankedTensorType>(op.getSrcs()[0].getType()),
                  op.getAxis(), op.getDescending(), op.getIsUnsigned(),
                  op.getBreaksTies(), adaptor.getSrcs());
  network.sortRuns(op.getRuns());
  for (int32_t distance : op.getSteps())
    network.step(distance);
  rewriter.replaceOpWithMultiple(op, network.take());
  return success();
}

LogicalResult lowerKeepFirst(tilegpu::KeepFirstOp op,
                             Parts<tilegpu::KeepFirstOp> adaptor,
                             ConversionPatternRewriter &rewriter) {
  Network network(rewriter, op.getLoc(),
                  cast<RankedTensorType>(op.getSrcs()[0].getType()),
                  op.getAxis(), op.getDescending(), op.getIsUnsigned(),
                  op.getBreaksTies(), adaptor.getSrcs());
  network.keepFirst(op.getDistance());
  rewriter.replaceOpWithMultiple(op, network.take());
  return success();
}

LogicalResult lowerRelabel(tilegpu::RelabelOp op,
                           Parts<tilegpu::RelabelOp> adaptor,
                           ConversionPatternRewriter &rewriter) {
  rewriter.replaceOpWithMultiple(op, {adaptor.getSrc()});
  return success();
}

} // namespace

void tile::populateSortPatterns(const Distribution &d) {
  addLowerings(d.converter, d.patterns, lowerCompareExchange, lowerKeepFirst,
               lowerRelabel);
}
