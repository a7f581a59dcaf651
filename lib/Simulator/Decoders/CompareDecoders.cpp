//===- CompareDecoders.cpp - Comparisons and selections -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.6 "Comparison and Selection Instructions" and 9.7.7, the
// same on f16 and bf16: set, setp, selp, slct of all types.
//
//===----------------------------------------------------------------------===//

#include "IntegerTypes.h"
#include "Shadow/Undefined.h"

#include "tile/Simulator/Float/HalfArithmetic.h"

#include "llvm/ADT/StringSwitch.h"

#include <utility>

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// The lanes of the mask in which a comparison of `a` and `b` holds.
using Compare = uint32_t (*)(Warp &, const Inst &, uint32_t mask);

/// On elements of T; elements of halves begin at bit `Shift` of it.
template <typename T, typename Op, unsigned Shift>
static uint32_t compareLanes(Warp &w, const Inst &i, uint32_t mask) {
  const T *a = w.reg<T>(i.a), *b = w.reg<T>(i.b);
  return collectLanes(mask, [&](unsigned l) {
    if constexpr (Shift == 0)
      return Op()(a[l], b[l]);
    else
      return Op()(a[l] >> Shift, b[l] >> Shift);
  });
}

/// setp with one result and nothing else.
template <Compare C>
static void runSetp(Warp &w, const Inst &i, uint32_t mask) {
  w.setPredicate(i.dst, mask, C(w, i, mask));
}

namespace {
/// A comparison and the instruction that is only that.
struct Comparer {
  Compare compare = nullptr;
  Handler setp = nullptr;
};
} // namespace

inline constexpr unsigned kNumComparisons = unsigned(Comparison::Nan) + 1;

template <typename T, template <Comparison> class Op, unsigned Shift,
          size_t... C>
static Comparer selectComparer(Comparison comparison,
                               std::index_sequence<C...>) {
  static constexpr Comparer kComparers[] = {
      {compareLanes<T, Op<Comparison(C)>, Shift>,
       runSetp<compareLanes<T, Op<Comparison(C)>, Shift>>}...};
  // Comparisons that integers do not have are not in their table.
  unsigned index = unsigned(comparison);
  return index < sizeof...(C) ? kComparers[index] : Comparer();
}

namespace {
/// Compares integers; those up to Ge.
template <typename T> struct Integers {
  template <Comparison C> struct Op {
    bool operator()(T a, T b) const { return compareFloats<C, T>(a, b); }
  };
};
} // namespace

template <typename T> static Comparer selectIntegers(Comparison comparison) {
  constexpr unsigned count = unsigned(Comparison::Ge) + 1;
  return selectComparer<T, Integers<T>::template Op, 0>(
      comparison, std::make_index_sequence<count>());
}

template <typename T, template <Comparison> class Op, unsigned Shift = 0>
static Comparer selectFloats(Comparison comparison) {
  return selectComparer<T, Op, Shift>(
      comparison, std::make_index_sequence<kNumComparisons>());
}

// The operators with one parameter.
template <Comparison C> using PlainF32 = CompareF32<C, false>;
template <Comparison C> using FlushedF32 = CompareF32<C, true>;
template <Comparison C> using PlainF64 = CompareF64<C>;
template <Comparison C> using PlainF16 = CompareHalf<kF16, C, false>;
template <Comparison C> using FlushedF16 = CompareHalf<kF16, C, true>;
template <Comparison C> using PlainBF16 = CompareHalf<kBF16, C, false>;

static bool isPairOfHalves(StringRef type) { return type.ends_with("x2"); }

/// The comparer of a type; of a pair, of its high half if `isHigh`.
static Comparer selectType(StringRef type, Comparison comparison,
                           bool isFlushed, bool isHigh) {
  if (type == "f32")
    return isFlushed ? selectFloats<float, FlushedF32>(comparison)
                     : selectFloats<float, PlainF32>(comparison);
  if (type == "f64")
    return selectFloats<double, PlainF64>(comparison);
  if (type == "f16")
    return isFlushed ? selectFloats<uint16_t, FlushedF16>(comparison)
                     : selectFloats<uint16_t, PlainF16>(comparison);
  if (type == "bf16")
    return selectFloats<uint16_t, PlainBF16>(comparison);
  if (type == "f16x2" && isHigh)
    return isFlushed ? selectFloats<uint32_t, FlushedF16, 16>(comparison)
                     : selectFloats<uint32_t, PlainF16, 16>(comparison);
  if (type == "f16x2")
    return isFlushed ? selectFloats<uint32_t, FlushedF16>(comparison)
                     : selectFloats<uint32_t, PlainF16>(comparison);
  if (type == "bf16x2")
    return isHigh ? selectFloats<uint32_t, PlainBF16, 16>(comparison)
                  : selectFloats<uint32_t, PlainBF16>(comparison);
  bool isSigned = type.starts_with("s");
  switch (ptx::getTypeBits(type)) {
  case 16:
    return isSigned ? selectIntegers<int16_t>(comparison)
                    : selectIntegers<uint16_t>(comparison);
  case 32:
    return isSigned ? selectIntegers<int32_t>(comparison)
                    : selectIntegers<uint32_t>(comparison);
  default:
    return isSigned ? selectIntegers<int64_t>(comparison)
                    : selectIntegers<uint64_t>(comparison);
  }
}

/// The first word of `set` and `setp`. `.lo` to `.hs` are the unsigned ones.
static Comparison getComparison(const Decoder &d) {
  return llvm::StringSwitch<Comparison>(d.match.words.front())
      .Case("eq", Comparison::Eq)
      .Case("ne", Comparison::Ne)
      .Cases({"lt", "lo"}, Comparison::Lt)
      .Cases({"le", "ls"}, Comparison::Le)
      .Cases({"gt", "hi"}, Comparison::Gt)
      .Cases({"ge", "hs"}, Comparison::Ge)
      .Case("equ", Comparison::Equ)
      .Case("neu", Comparison::Neu)
      .Case("ltu", Comparison::Ltu)
      .Case("leu", Comparison::Leu)
      .Case("gtu", Comparison::Gtu)
      .Case("geu", Comparison::Geu)
      .Case("num", Comparison::Num)
      .Default(Comparison::Nan);
}

static InstructionClass getClass(StringRef type) {
  if (!ptx::isFloatType(type))
    return InstructionClass::Integer;
  return type == "f32" || type == "f64" ? InstructionClass::Float
                                        : InstructionClass::Half;
}

//===----------------------------------------------------------------------===//
// What is done with the results of comparisons
//===----------------------------------------------------------------------===//

namespace {
enum class BoolOp : uint8_t { None, And, Or, Xor };

struct ComparePlan {
  Compare compare = nullptr;
  /// Of the high halves; null if there are none.
  Compare compareHigh = nullptr;
  BoolOp op = BoolOp::None;
  /// Of integers: their width, and how they are compared.
  Comparison comparison = Comparison::Eq;
  unsigned integerBytes = 0;
  bool isSigned = false;

  uint32_t combine(uint32_t result, uint32_t other) const {
    switch (op) {
    case BoolOp::And:
      return result & other;
    case BoolOp::Or:
      return result | other;
    case BoolOp::Xor:
      return result ^ other;
    default:
      return result;
    }
  }
};

/// Compares what `set` and `setp` compare and reads the predicate of a boolean
/// operation: to be called before anything is written, as it may be a result.
struct CompareResults {
  CompareResults(Warp &w, const Inst &i, uint32_t mask) {
    const auto &plan = *static_cast<const ComparePlan *>(i.data);
    uint32_t other = w.pred(i.c) ^ uint32_t(i.imm);
    uint32_t result = plan.compare(w, i, mask);
    low = plan.combine(result, other);
    high = plan.combine(
        plan.compareHigh ? plan.compareHigh(w, i, mask) : ~result, other);
  }
  uint32_t low;
  /// Of the high halves, or of the negated comparison.
  uint32_t high;
};
} // namespace

static void runSetpCombined(Warp &w, const Inst &i, uint32_t mask) {
  CompareResults results(w, i, mask);
  w.setPredicate(i.dst, mask, results.low);
  w.setPredicate(i.dst2, mask, results.high);
}

/// What two operands of a lane may be if some of their bits are undefined.
struct Range {
  uint64_t least, greatest;
};

static Range getRange(uint64_t value, uint64_t shadow, bool isSigned,
                      unsigned bits) {
  Range range{value & ~shadow, value | shadow};
  // A sign that is not known is negative first. Signed numbers are in the order
  // of unsigned ones if their signs are flipped.
  uint64_t sign = isSigned ? uint64_t(1) << (bits - 1) : 0;
  if (shadow & sign)
    range = {(value & ~shadow) | sign, (value | shadow) & ~sign};
  return {range.least ^ sign, range.greatest ^ sign};
}

/// Whether a comparison of integers is the same whatever the undefined bits
/// are.
static bool isDecided(Comparison comparison, Range a, Range b, bool differs) {
  switch (comparison) {
  case Comparison::Eq:
  case Comparison::Ne:
    return differs;
  case Comparison::Lt:
  case Comparison::Ge:
    return a.greatest < b.least || a.least >= b.greatest;
  default:
    return a.greatest <= b.least || a.least > b.greatest;
  }
}

/// Undefined bits of a comparison and of what its result is combined with.
static void followCompare(Warp &w, const Inst &i, const InstInfo &info,
                          uint32_t mask) {
  const auto &plan = *static_cast<const ComparePlan *>(i.data);
  // Of lanes, whether the comparison is undecided.
  uint32_t undecided = 0;
  for (const RegisterUse &use : info.reads)
    if (use.index >= 0 && use.offset != i.guard &&
        (use.offset == i.a || use.offset == i.b))
      undecided |= w.frame().undefined[use.index] & mask;
  if (plan.integerBytes)
    undecided = collectLanes(undecided, [&](unsigned lane) {
      unsigned bytes = plan.integerBytes;
      auto read = [&](const uint8_t *from) {
        uint64_t value = 0;
        std::memcpy(&value, from + lane * bytes, bytes);
        return value;
      };
      uint64_t a = read(w.reg<uint8_t>(i.a)), b = read(w.reg<uint8_t>(i.b));
      uint64_t shadowA = read(getShadow<uint8_t>(w, i.a)),
               shadowB = read(getShadow<uint8_t>(w, i.b));
      return !isDecided(plan.comparison,
                        getRange(a, shadowA, plan.isSigned, 8 * bytes),
                        getRange(b, shadowB, plan.isSigned, 8 * bytes),
                        ((a ^ b) & ~(shadowA | shadowB)) != 0);
    });
  uint32_t compared = plan.compare(w, i, mask);
  uint32_t other = w.pred(i.c) ^ uint32_t(i.imm);
  uint32_t otherShadow =
      plan.op == BoolOp::None ? 0 : *getShadow<uint32_t>(w, i.c);
  auto combine = [&](uint32_t result) {
    uint32_t all = undecided | otherShadow;
    // One side that is known may decide.
    if (plan.op == BoolOp::And)
      return all & (result | undecided) & (other | otherShadow);
    if (plan.op == BoolOp::Or)
      return all & (~result | undecided) & (~other | otherShadow);
    return all;
  };
  uint32_t shadows[2] = {combine(compared),
                         plan.compareHigh
                             ? combine(plan.compareHigh(w, i, mask))
                             : combine(~compared)};
  for (const RegisterUse &use : info.writes) {
    uint32_t &to = *getShadow<uint32_t>(w, use.offset);
    uint32_t result = shadows[use.offset == i.dst2];
    to = (to & ~mask) | (result & mask);
  }
}

/// Reads the operands of a comparison of `type`, plans it, and returns the
/// handler of a setp that needs no plan.
static Handler planComparison(Decoder &d, StringRef type) {
  Comparison comparison = getComparison(d);
  bool isFlushed = d.has("ftz");
  ComparePlan plan;
  Comparer low = selectType(type, comparison, isFlushed, false);
  plan.compare = low.compare;
  if (isPairOfHalves(type))
    plan.compareHigh = selectType(type, comparison, isFlushed, true).compare;
  if (!ptx::isFloatType(type)) {
    plan.comparison = comparison;
    plan.integerBytes = ptx::getTypeBits(type) / 8;
    plan.isSigned = type.starts_with("s");
  }
  plan.op = d.has("and")   ? BoolOp::And
            : d.has("or")  ? BoolOp::Or
            : d.has("xor") ? BoolOp::Xor
                           : BoolOp::None;
  d.inst.a = d.read(1, type);
  d.inst.b = d.read(2, type);
  if (plan.op != BoolOp::None) {
    uint32_t flip;
    d.inst.c = d.readPredicate(d.operand(3), flip);
    d.inst.imm = flip;
  }
  d.setData(plan);
  d.inst.cls = getClass(type);
  return plan.op == BoolOp::None ? low.setp : nullptr;
}

static void decodeSetp(Decoder &d) {
  Handler simple = planComparison(d, d.type());
  llvm::ArrayRef<ptx::Operand> results = Decoder::elements(d.operand(0));
  d.inst.dst = d.write(results[0], "pred");
  if (results.size() > 1)
    d.inst.dst2 = d.write(results[1], "pred");
  d.info.flow = followCompare;
  d.emit(simple && results.size() == 1 ? simple : runSetpCombined);
}

//===----------------------------------------------------------------------===//
// Masks of lanes as masks of bits
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct LaneBits {
  constexpr LaneBits() : bit() {
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      bit[lane] = uint32_t(1) << lane;
  }
  T bit[kNumLanes];
};
} // namespace

/// Bit l at place l, in numbers as wide as what is selected: such a loop,
/// unlike one with shifts, becomes vector instructions.
template <typename T> inline constexpr LaneBits<T> kLaneBits{};

/// dst[l] = bit l of `selected` ? a(l) : b(l)
template <typename T, typename A, typename B>
static void selectLanes(T *d, uint32_t mask, uint32_t selected, A a, B b) {
  if constexpr (sizeof(T) == 2) {
    forLanes(mask, [&](unsigned l) {
      d[l] = (selected & kLaneBits<uint32_t>.bit[l]) ? a(l) : b(l);
    });
  } else {
    T bits = selected;
    forLanes(mask, [&](unsigned l) {
      T x = a(l), y = b(l);
      d[l] = (bits & kLaneBits<T>.bit[l]) ? x : y;
    });
  }
}

//===----------------------------------------------------------------------===//
// set
//===----------------------------------------------------------------------===//

/// The upper half of `imm` is what a true comparison gives.
template <typename T>
static void runSet(Warp &w, const Inst &i, uint32_t mask) {
  CompareResults results(w, i, mask);
  T yes = T(i.imm >> 32);
  selectLanes(
      w.reg<T>(i.dst), mask, results.low, [&](unsigned) { return yes; },
      [](unsigned) { return T(0); });
}

/// The same for each half.
static void runSetPair(Warp &w, const Inst &i, uint32_t mask) {
  CompareResults results(w, i, mask);
  uint32_t yes = uint32_t(i.imm >> 32);
  uint32_t *d = w.reg<uint32_t>(i.dst);
  forLanes(mask, [&](unsigned l) {
    uint32_t bit = kLaneBits<uint32_t>.bit[l];
    d[l] = (results.low & bit ? yes & 0xffff : 0) |
           (results.high & bit ? yes & 0xffff0000 : 0);
  });
}

/// What `set` gives for true: 1.0 of float types, else all ones.
static uint32_t getTrue(StringRef type) {
  return llvm::StringSwitch<uint32_t>(type)
      .Case("f32", 0x3f800000)
      .Case("f16", 0x3c00)
      .Case("bf16", 0x3f80)
      .Case("f16x2", 0x3c003c00)
      .Case("bf16x2", 0x3f803f80)
      .Default(~0u);
}

static void decodeSet(Decoder &d) {
  StringRef type = d.type(0), compared = d.type(1);
  planComparison(d, compared);
  d.inst.imm |= uint64_t(getTrue(type)) << 32;
  d.inst.dst = d.write(0, type);
  d.emit(isPairOfHalves(compared)       ? runSetPair
         : ptx::getTypeBits(type) == 16 ? runSet<uint16_t>
                                        : runSet<uint32_t>);
}

//===----------------------------------------------------------------------===//
// selp, slct
//===----------------------------------------------------------------------===//

template <typename T>
static void runSelect(Warp &w, const Inst &i, uint32_t mask) {
  const T *a = w.reg<T>(i.a), *b = w.reg<T>(i.b);
  selectLanes(
      w.reg<T>(i.dst), mask, w.pred(i.c) ^ uint32_t(i.imm),
      [&](unsigned l) { return a[l]; }, [&](unsigned l) { return b[l]; });
}

static void decodeSelect(Decoder &d) {
  StringRef type = d.type();
  uint32_t flip;
  d.inst.a = d.read(1, type);
  d.inst.b = d.read(2, type);
  d.inst.c = d.readPredicate(d.operand(3), flip);
  d.inst.imm = flip;
  d.inst.dst = d.write(0, type);
  // Compilers load what they may not need, and leave it out here.
  d.info.flow = flowMove;
  d.info.controls = ControlC;
  d.emit(selectBits(type,
                    [](auto t) -> Handler {
                      return runSelect<typename decltype(t)::Type>;
                    }),
         InstructionClass::Move);
}

namespace {
struct IsNotNegative {
  bool operator()(int32_t c) const { return c >= 0; }
};

/// -0 is not negative, NaN counts as negative (9.7.6.4).
template <bool Ftz> struct IsNotNegativeF32 {
  bool operator()(float c) const { return readF32<Ftz>(c) >= 0.0f; }
};
} // namespace

template <typename T, typename C, typename Op>
static void runSelectBySign(Warp &w, const Inst &i, uint32_t mask) {
  T *d = w.reg<T>(i.dst);
  const T *a = w.reg<T>(i.a), *b = w.reg<T>(i.b);
  const C *c = w.reg<C>(i.c);
  forLanes(mask, [&](unsigned l) {
    T x = a[l], y = b[l];
    d[l] = Op()(c[l]) ? x : y;
  });
}

static void decodeSelectBySign(Decoder &d) {
  StringRef type = d.type(0), signType = d.type(1);
  bool isFlushed = d.has("ftz");
  d.inst.a = d.read(1, type);
  d.inst.b = d.read(2, type);
  d.inst.c = d.read(3, signType);
  d.info.flow = flowMove;
  d.info.controls = ControlC;
  d.inst.dst = d.write(0, type);
  d.emit(selectBits(
             type,
             [&](auto t) -> Handler {
               using T = typename decltype(t)::Type;
               if (signType == "s32")
                 return runSelectBySign<T, int32_t, IsNotNegative>;
               return isFlushed
                          ? runSelectBySign<T, float, IsNotNegativeF32<true>>
                          : runSelectBySign<T, float, IsNotNegativeF32<false>>;
             }),
         InstructionClass::Move);
}

void mlir::tile::sim::addCompareDecoders(DecoderTable &table) {
  table.add("set", decodeSet, InstructionClass::Integer);
  table.add("setp", decodeSetp, InstructionClass::Integer);
  table.add("selp", decodeSelect, InstructionClass::Move);
  table.add("slct", decodeSelectBySign, InstructionClass::Move);
}
