//===- CollectiveDecoders.cpp - Shuffles, votes, reductions ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.9.6 "shfl.sync", 9.7.13.2 "bar.warp.sync", 9.7.13.9
// "vote.sync" to 9.7.13.12 "redux.sync", 9.7.13.16 "elect.sync".
//
//===----------------------------------------------------------------------===//

#include "Collective.h"

#include "Block.h"
#include "Decoder.h"
#include "Lanes.h"
#include "Shadow/Undefined.h"

#include "tile/Simulator/Float/FloatArithmetic.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

static void runCollective(Warp &w, const Inst &i, uint32_t mask) {
  w.meet(i, mask);
}

/// Emits the instruction, whose operands are set.
static void emitCollective(Decoder &d, const Collective &collective) {
  d.info.handlesWrites = true;
  // What is handed on may be undefined; the mask of lanes may not.
  size_t numGuards = d.inst.guard != kTrueOffset ? 1 : 0;
  for (size_t r = numGuards; r < d.info.reads.size(); ++r)
    d.info.reads[r].isHandled = d.info.reads[r].offset != d.inst.d;
  d.inst.data = &collective;
  d.inst.control = Control::Wait;
  d.inst.flags |= MayBlock;
  d.emit(runCollective);
}

template <typename T>
static void collectValues(Warp &w, const Inst &i, uint32_t lanes,
                          Exchange &exchange) {
  const T *a = w.reg<T>(i.a);
  forLanes(lanes, [&](unsigned l) { exchange.values[l] = a[l]; });
}

/// `Inst::imm` flips the predicate.
static void collectPredicate(Warp &w, const Inst &i, uint32_t lanes,
                             Exchange &exchange) {
  uint32_t a = w.pred(i.a) ^ uint32_t(i.imm);
  forLanes(lanes, [&](unsigned l) { exchange.values[l] = a >> l & 1; });
}

static void setAll(Warp &w, uint32_t offset, uint32_t lanes, uint32_t value) {
  uint32_t *d = w.reg<uint32_t>(offset);
  forLanes(lanes, [&](unsigned l) { d[l] = value; });
}

//===----------------------------------------------------------------------===//
// shfl.sync
//===----------------------------------------------------------------------===//

namespace {
enum class Shuffle : uint8_t { Up, Down, Butterfly, Index };
} // namespace

namespace {
/// Where the lanes of a shuffle read from.
struct ShuffleSources {
  /// The lane, and the one that was asked for.
  int from[kNumLanes], wanted[kNumLanes];
  /// Lanes for which that is within the segment, and for which it takes no
  /// part: they read from themselves.
  uint32_t inRange = 0, missing = 0;
};
} // namespace

template <Shuffle Mode>
static ShuffleSources findSources(Warp &w, const Inst &i, uint32_t lanes,
                                  const Exchange &exchange) {
  const uint32_t *b = w.reg<uint32_t>(i.b), *c = w.reg<uint32_t>(i.c);
  ShuffleSources sources;
  forLanes(lanes, [&](unsigned l) {
    int by = b[l] & 31, clamp = c[l] & 31, segment = c[l] >> 8 & 31;
    int lane = l;
    int last = (lane & segment) | (clamp & ~segment);
    int from = 0;
    bool isIn = false;
    switch (Mode) {
    case Shuffle::Up:
      from = lane - by;
      isIn = from >= last;
      break;
    case Shuffle::Down:
      from = lane + by;
      isIn = from <= last;
      break;
    case Shuffle::Butterfly:
      from = lane ^ by;
      isIn = from <= last;
      break;
    case Shuffle::Index:
      from = (lane & segment) | (by & ~segment);
      isIn = from <= last;
      break;
    }
    if (!isIn)
      from = lane;
    sources.wanted[l] = from;
    if (!(exchange.lanes >> from & 1)) {
      sources.missing |= 1u << l;
      from = lane;
    }
    sources.from[l] = from;
    sources.inRange |= uint32_t(isIn) << l;
  });
  return sources;
}

/// The bits go where the values do.
template <Shuffle Mode>
static void followShuffle(Warp &w, const Inst &i, uint32_t lanes,
                          const Exchange &exchange) {
  ShuffleSources sources = findSources<Mode>(w, i, lanes, exchange);
  uint32_t *d = getShadow<uint32_t>(w, i.dst);
  forLanes(lanes, [&](unsigned l) {
    d[l] = exchange.unsure >> l & 1
               ? ~0u
               : uint32_t(exchange.shadows[sources.from[l]]);
  });
  if (i.dst2 == kSinkOffset)
    return;
  uint32_t &inRange = *getShadow<uint32_t>(w, i.dst2);
  inRange = (inRange & ~lanes) | (exchange.unsure & lanes);
}

template <Shuffle Mode>
static void finishShuffle(Warp &w, const Inst &i, uint32_t lanes,
                          const Exchange &exchange) {
  // All of b and c are read before anything is written: they may be the
  // destination.
  ShuffleSources sources = findSources<Mode>(w, i, lanes, exchange);
  uint32_t *d = w.reg<uint32_t>(i.dst);
  forLanes(lanes, [&](unsigned l) {
    d[l] = uint32_t(exchange.values[sources.from[l]]);
  });
  w.setPredicate(i.dst2, lanes, sources.inRange);
  // An undefined lane may be any lane.
  uint32_t missing = sources.missing & ~exchange.unsure;
  if (!missing)
    return;
  unsigned lane = __builtin_ctz(missing);
  w.report(ReportKind::Undefined, i, lane,
           "lane " + llvm::Twine(lane) + " reads from lane " +
               llvm::Twine(sources.wanted[lane]) +
               ", which does not take part in the shuffle");
}

static constexpr Collective kShuffles[] = {
    {collectValues<uint32_t>, finishShuffle<Shuffle::Up>,
     followShuffle<Shuffle::Up>},
    {collectValues<uint32_t>, finishShuffle<Shuffle::Down>,
     followShuffle<Shuffle::Down>},
    {collectValues<uint32_t>, finishShuffle<Shuffle::Butterfly>,
     followShuffle<Shuffle::Butterfly>},
    {collectValues<uint32_t>, finishShuffle<Shuffle::Index>,
     followShuffle<Shuffle::Index>},
};

static void decodeShuffle(Decoder &d) {
  Shuffle mode = d.has("up")     ? Shuffle::Up
                 : d.has("down") ? Shuffle::Down
                 : d.has("bfly") ? Shuffle::Butterfly
                                 : Shuffle::Index;
  d.inst.a = d.read(1, "b32");
  d.inst.b = d.read(2, "b32");
  d.inst.c = d.read(3, "b32");
  d.inst.d = d.read(4, "b32");
  auto results = Decoder::elements(d.operand(0));
  d.inst.dst = d.write(results[0], "b32");
  if (results.size() > 1)
    d.inst.dst2 = d.write(results[1], "pred");
  emitCollective(d, kShuffles[unsigned(mode)]);
}

//===----------------------------------------------------------------------===//
// vote.sync, activemask
//===----------------------------------------------------------------------===//

/// The lanes whose value is not 0.
static uint32_t getBallot(const Exchange &exchange) {
  return collectLanes(exchange.lanes,
                      [&](unsigned l) { return exchange.values[l] != 0; });
}

namespace {
enum class Vote : uint8_t { All, Any, Uniform, Ballot };
} // namespace

template <Vote Mode>
static void finishVote(Warp &w, const Inst &i, uint32_t lanes,
                       const Exchange &exchange) {
  uint32_t ballot = getBallot(exchange);
  if (Mode == Vote::Ballot)
    return setAll(w, i.dst, lanes, ballot);
  bool isAll = ballot == exchange.lanes, isAny = ballot != 0;
  bool result = Mode == Vote::All   ? isAll
                : Mode == Vote::Any ? isAny
                                    : isAll || !isAny;
  w.setPredicate(i.dst, lanes, result ? kAllLanes : 0);
}

/// A vote that defined lanes have decided is defined.
template <Vote Mode>
static void followVote(Warp &w, const Inst &i, uint32_t lanes,
                       const Exchange &exchange) {
  uint32_t undefined = collectLanes(
      exchange.lanes, [&](unsigned l) { return exchange.shadows[l] != 0; });
  uint32_t known = exchange.lanes & ~undefined;
  uint32_t yes = getBallot(exchange) & known, no = known & ~yes;
  if (Mode == Vote::Ballot) {
    uint32_t *d = getShadow<uint32_t>(w, i.dst);
    forLanes(lanes, [&](unsigned l) { d[l] = undefined; });
    return;
  }
  bool isDecided = Mode == Vote::All   ? no != 0
                   : Mode == Vote::Any ? yes != 0
                                       : yes != 0 && no != 0;
  uint32_t &d = *getShadow<uint32_t>(w, i.dst);
  d = isDecided ? d & ~lanes : d | lanes;
}

static constexpr Collective kVotes[] = {
    {collectPredicate, finishVote<Vote::All>, followVote<Vote::All>},
    {collectPredicate, finishVote<Vote::Any>, followVote<Vote::Any>},
    {collectPredicate, finishVote<Vote::Uniform>, followVote<Vote::Uniform>},
    {collectPredicate, finishVote<Vote::Ballot>, followVote<Vote::Ballot>},
};

static void decodeVote(Decoder &d) {
  Vote mode = d.has("all")   ? Vote::All
              : d.has("any") ? Vote::Any
              : d.has("uni") ? Vote::Uniform
                             : Vote::Ballot;
  uint32_t flip;
  d.inst.a = d.readPredicate(d.operand(1), flip);
  d.inst.imm = flip;
  d.inst.d = d.read(2, "b32");
  d.inst.dst = d.write(0, mode == Vote::Ballot ? "b32" : "pred");
  emitCollective(d, kVotes[unsigned(mode)]);
}

static void decodeActiveMask(Decoder &d) {
  d.inst.dst = d.write(0, "b32");
  d.emit([](Warp &w, const Inst &i, uint32_t mask) {
    setAll(w, i.dst, mask, mask);
  });
}

//===----------------------------------------------------------------------===//
// match.sync
//===----------------------------------------------------------------------===//

static void finishMatchAny(Warp &w, const Inst &i, uint32_t lanes,
                           const Exchange &exchange) {
  uint32_t *d = w.reg<uint32_t>(i.dst);
  forLanes(lanes, [&](unsigned l) {
    d[l] = collectLanes(exchange.lanes, [&](unsigned other) {
      return exchange.values[other] == exchange.values[l];
    });
  });
}

static void finishMatchAll(Warp &w, const Inst &i, uint32_t lanes,
                           const Exchange &exchange) {
  uint64_t value = exchange.values[__builtin_ctz(exchange.lanes)];
  bool isAll = collectLanes(exchange.lanes, [&](unsigned l) {
                 return exchange.values[l] == value;
               }) == exchange.lanes;
  setAll(w, i.dst, lanes, isAll ? exchange.lanes : 0);
  w.setPredicate(i.dst2, lanes, isAll ? kAllLanes : 0);
}

static constexpr Collective kMatches[] = {
    {collectValues<uint32_t>, finishMatchAny},
    {collectValues<uint64_t>, finishMatchAny},
    {collectValues<uint32_t>, finishMatchAll},
    {collectValues<uint64_t>, finishMatchAll},
};

static void decodeMatch(Decoder &d) {
  StringRef type = d.type();
  d.inst.a = d.read(1, type);
  d.inst.d = d.read(2, "b32");
  auto results = Decoder::elements(d.operand(0));
  d.inst.dst = d.write(results[0], "b32");
  if (results.size() > 1)
    d.inst.dst2 = d.write(results[1], "pred");
  emitCollective(d, kMatches[(d.has("all") ? 2 : 0) + (type == "b64")]);
}

//===----------------------------------------------------------------------===//
// redux.sync
//===----------------------------------------------------------------------===//

/// Op(a, b) of all lanes that take part, lowest first.
template <typename T, typename Op>
static void finishReduction(Warp &w, const Inst &i, uint32_t lanes,
                            const Exchange &exchange) {
  uint32_t rest = exchange.lanes & (exchange.lanes - 1);
  T result = T(exchange.values[__builtin_ctz(exchange.lanes)]);
  for (; rest; rest &= rest - 1)
    result = Op()(result, T(exchange.values[__builtin_ctz(rest)]));
  setAll(w, i.dst, lanes, uint32_t(result));
}

namespace {
template <typename T> struct Least {
  T operator()(T a, T b) const { return std::min(a, b); }
};
template <typename T> struct Greatest {
  T operator()(T a, T b) const { return std::max(a, b); }
};

template <MinMax M, bool PropagateNaN> struct MinMaxBits {
  uint32_t operator()(uint32_t a, uint32_t b) const {
    return selectMinMax<uint32_t, M, PropagateNaN, MinMaxSign::Keep>(
        a, b, 0x7f800000u, FloatRules::kNaN32);
  }
};
} // namespace

template <MinMax M, bool PropagateNaN, bool Abs>
static void finishFloatReduction(Warp &w, const Inst &i, uint32_t lanes,
                                 const Exchange &exchange) {
  uint32_t result = 0;
  bool isFirst = true;
  for (uint32_t rest = exchange.lanes; rest; rest &= rest - 1) {
    uint32_t value = uint32_t(exchange.values[__builtin_ctz(rest)]);
    if (Abs)
      value &= 0x7fffffff;
    // Alone, a NaN becomes the canonical one, too.
    result = MinMaxBits<M, PropagateNaN>()(isFirst ? value : result, value);
    isFirst = false;
  }
  setAll(w, i.dst, lanes, result);
}

template <typename T, typename Op>
static constexpr Collective kReduction = {collectValues<uint32_t>,
                                          finishReduction<T, Op>};
template <MinMax M, bool PropagateNaN, bool Abs>
static constexpr Collective kFloatReduction = {
    collectValues<uint32_t>, finishFloatReduction<M, PropagateNaN, Abs>};

template <MinMax M>
static const Collective &selectFloatReduction(bool propagates, bool isAbs) {
  if (propagates)
    return isAbs ? kFloatReduction<M, true, true>
                 : kFloatReduction<M, true, false>;
  return isAbs ? kFloatReduction<M, false, true>
               : kFloatReduction<M, false, false>;
}

static const Collective &selectReduction(const Decoder &d) {
  if (d.type() == "f32")
    return d.has("min")
               ? selectFloatReduction<MinMax::Min>(d.has("NaN"), d.has("abs"))
               : selectFloatReduction<MinMax::Max>(d.has("NaN"), d.has("abs"));
  bool isSigned = d.type() == "s32";
  if (d.has("add"))
    return kReduction<uint32_t, std::plus<uint32_t>>;
  if (d.has("min"))
    return isSigned ? kReduction<int32_t, Least<int32_t>>
                    : kReduction<uint32_t, Least<uint32_t>>;
  if (d.has("max"))
    return isSigned ? kReduction<int32_t, Greatest<int32_t>>
                    : kReduction<uint32_t, Greatest<uint32_t>>;
  if (d.has("and"))
    return kReduction<uint32_t, std::bit_and<uint32_t>>;
  if (d.has("or"))
    return kReduction<uint32_t, std::bit_or<uint32_t>>;
  return kReduction<uint32_t, std::bit_xor<uint32_t>>;
}

static void decodeReduction(Decoder &d) {
  d.inst.a = d.read(1, d.type());
  d.inst.d = d.read(2, "b32");
  d.inst.dst = d.write(0, d.type());
  emitCollective(d, selectReduction(d));
}

//===----------------------------------------------------------------------===//
// elect.sync, bar.warp.sync
//===----------------------------------------------------------------------===//

/// The leader is the lowest lane, as on the hardware; PTX only says that it is
/// always the same one.
static void finishElection(Warp &w, const Inst &i, uint32_t lanes,
                           const Exchange &exchange) {
  unsigned leader = __builtin_ctz(exchange.lanes);
  setAll(w, i.dst, lanes, leader);
  w.setPredicate(i.dst2, lanes, 1u << leader);
}

static constexpr Collective kElection = {nullptr, finishElection};

static void decodeElection(Decoder &d) {
  d.inst.d = d.read(1, "b32");
  auto results = Decoder::elements(d.operand(0));
  d.inst.dst = d.write(results[0], "b32");
  if (results.size() > 1)
    d.inst.dst2 = d.write(results[1], "pred");
  emitCollective(d, kElection);
}

static void finishWarpSync(Warp &w, const Inst &, uint32_t, const Exchange &) {
  if (w.block.launch().options.findSharedRaces)
    w.block.tick(w);
}

static constexpr Collective kWarpSync = {nullptr, finishWarpSync};

void mlir::tile::sim::decodeWarpSync(Decoder &d) {
  d.inst.d = d.read(0, "b32");
  emitCollective(d, kWarpSync);
}

void mlir::tile::sim::addCollectiveDecoders(DecoderTable &table) {
  auto add = [&](StringRef opcode, DecodeFunction decode) {
    table.add(opcode, decode, InstructionClass::Collective);
  };
  add("shfl", decodeShuffle);
  add("vote", decodeVote);
  add("match", decodeMatch);
  add("redux", decodeReduction);
  add("elect", decodeElection);
  add("activemask", decodeActiveMask);
}
