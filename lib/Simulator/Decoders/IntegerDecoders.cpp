//===- IntegerDecoders.cpp - Arithmetic on integers -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.1 "Integer Arithmetic Instructions" and 9.7.2 "Extended-
// Precision Integer Arithmetic Instructions"; those about bits are in
// BitDecoders.cpp.
//
//===----------------------------------------------------------------------===//

#include "IntegerTypes.h"
#include "Shadow/Undefined.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

static int32_t clampToS32(int64_t value) {
  constexpr int64_t min = std::numeric_limits<int32_t>::min();
  constexpr int64_t max = std::numeric_limits<int32_t>::max();
  return int32_t(value < min ? min : value > max ? max : value);
}

namespace {
/// Op on the halves of 32 bits, the first in the low half.
template <typename T, template <typename> class Op> struct EachOfTwo {
  uint32_t operator()(uint32_t a, uint32_t b) const {
    uint32_t low = uint16_t(Op<T>()(T(a), T(b)));
    uint32_t high = uint16_t(Op<T>()(T(a >> 16), T(b >> 16)));
    return high << 16 | low;
  }
};
} // namespace

/// The instance of Op for the width of the type.
template <template <typename> class Op>
static Handler selectBinaryBits(StringRef type) {
  return selectBits(type, [](auto t) -> Handler {
    using T = typename decltype(t)::Type;
    return runBinary<T, T, Op<T>>;
  });
}

/// The same with signed and unsigned types.
template <template <typename> class Op>
static Handler selectBinary(StringRef type) {
  return selectInteger(type, [](auto t) -> Handler {
    using T = typename decltype(t)::Type;
    return runBinary<T, T, Op<T>>;
  });
}

//===----------------------------------------------------------------------===//
// add, sub
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct Add {
  T operator()(T a, T b) const {
    return T(WrappingInt<T>(a) + WrappingInt<T>(b));
  }
};

template <typename T> struct Sub {
  T operator()(T a, T b) const {
    return T(WrappingInt<T>(a) - WrappingInt<T>(b));
  }
};

struct AddSat {
  int32_t operator()(int32_t a, int32_t b) const {
    return clampToS32(int64_t(a) + b);
  }
};

struct SubSat {
  int32_t operator()(int32_t a, int32_t b) const {
    return clampToS32(int64_t(a) - b);
  }
};
} // namespace

static void decodeWithCarry(Decoder &d);

static void decodeAdd(Decoder &d) {
  if (d.has("cc"))
    return decodeWithCarry(d);
  StringRef type = d.type();
  if (!d.has("sat") && !type.ends_with("x2"))
    d.info.flow = flowCarry;
  emitBinary(d, type,
             d.has("sat") ? runBinary<int32_t, int32_t, AddSat>
             : type.ends_with("x2")
                 ? runBinary<uint32_t, uint32_t, EachOfTwo<uint16_t, Add>>
                 : selectBinaryBits<Add>(type));
}

static void decodeSub(Decoder &d) {
  if (d.has("cc"))
    return decodeWithCarry(d);
  if (!d.has("sat"))
    d.info.flow = flowCarry;
  emitBinary(d, d.type(),
             d.has("sat") ? runBinary<int32_t, int32_t, SubSat>
                          : selectBinaryBits<Sub>(d.type()));
}

//===----------------------------------------------------------------------===//
// mul, mad
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct MulLow {
  T operator()(T a, T b) const {
    return T(WrappingInt<T>(a) * WrappingInt<T>(b));
  }
};

template <typename T> struct MulHigh {
  T operator()(T a, T b) const {
    return T((WideInt<T>(a) * WideInt<T>(b)) >> kBitsOf<T>);
  }
};

template <typename T> struct MulWide {
  WideInt<T> operator()(T a, T b) const {
    return WideInt<T>(a) * WideInt<T>(b);
  }
};

/// Op(a, b) + c.
template <typename T, template <typename> class Op> struct MulThenAdd {
  template <typename C> C operator()(T a, T b, C c) const {
    return Add<C>()(Op<T>()(a, b), c);
  }
};

struct MadHighSat {
  int32_t operator()(int32_t a, int32_t b, int32_t c) const {
    return clampToS32(int64_t(MulHigh<int32_t>()(a, b)) + c);
  }
};
} // namespace

/// "b32" of u16 and s16, "b64" of u32 and s32.
static StringRef getWideType(StringRef type) {
  return ptx::getTypeBits(type) == 16 ? "b32" : "b64";
}

/// `f` of the types that `.wide` has: u16, s16, u32 and s32.
template <typename F> static Handler selectForWide(StringRef type, F f) {
  bool isSigned = type.starts_with("s");
  if (ptx::getTypeBits(type) == 16)
    return isSigned ? f(TypeTag<int16_t>()) : f(TypeTag<uint16_t>());
  return isSigned ? f(TypeTag<int32_t>()) : f(TypeTag<uint32_t>());
}

static void decodeMul(Decoder &d) {
  StringRef type = d.type();
  if (!d.has("hi"))
    d.info.flow = flowCarry;
  if (!d.has("wide"))
    return emitBinary(d, type,
                      d.has("hi") ? selectBinary<MulHigh>(type)
                                  : selectBinaryBits<MulLow>(type));
  d.inst.a = d.read(1, type);
  d.inst.b = d.read(2, type);
  d.inst.dst = d.write(0, getWideType(type));
  d.emit(selectForWide(type, [](auto t) -> Handler {
    using T = typename decltype(t)::Type;
    return runBinary<WideInt<T>, T, MulWide<T>>;
  }));
}

static void decodeMad(Decoder &d) {
  StringRef type = d.type();
  if (d.has("cc"))
    return decodeWithCarry(d);
  if (d.has("sat"))
    return emitTernary(d, type,
                       runTernary<int32_t, int32_t, int32_t, MadHighSat>);
  if (!d.has("hi"))
    d.info.flow = flowCarry;
  if (d.has("lo"))
    return emitTernary(d, type, selectBits(type, [](auto t) -> Handler {
                         using T = typename decltype(t)::Type;
                         return runTernary<T, T, T, MulThenAdd<T, MulLow>>;
                       }));
  if (d.has("hi"))
    return emitTernary(d, type, selectInteger(type, [](auto t) -> Handler {
                         using T = typename decltype(t)::Type;
                         return runTernary<T, T, T, MulThenAdd<T, MulHigh>>;
                       }));
  d.inst.a = d.read(1, type);
  d.inst.b = d.read(2, type);
  d.inst.c = d.read(3, getWideType(type));
  d.inst.dst = d.write(0, getWideType(type));
  d.emit(selectForWide(type, [](auto t) -> Handler {
    using T = typename decltype(t)::Type;
    return runTernary<WideInt<T>, T, WideInt<T>, MulThenAdd<T, MulWide>>;
  }));
}

//===----------------------------------------------------------------------===//
// mul24, mad24
//===----------------------------------------------------------------------===//

/// The low 24 bits of a number of 32, extended by their sign if T has one.
template <typename T> static int64_t getLow24(T a) {
  return T(uint32_t(a) << 8) >> 8;
}

namespace {
template <typename T> struct Mul24Low {
  T operator()(T a, T b) const { return T(getLow24(a) * getLow24(b)); }
};

/// Bits 16 to 47 of the product of 48 bits.
template <typename T> struct Mul24High {
  T operator()(T a, T b) const { return T((getLow24(a) * getLow24(b)) >> 16); }
};

struct Mad24HighSat {
  int32_t operator()(int32_t a, int32_t b, int32_t c) const {
    return clampToS32(int64_t(Mul24High<int32_t>()(a, b)) + c);
  }
};
} // namespace

template <typename T> static Handler selectMad24(bool isHigh) {
  return isHigh ? runTernary<T, T, T, MulThenAdd<T, Mul24High>>
                : runTernary<T, T, T, MulThenAdd<T, Mul24Low>>;
}

static void decodeMul24(Decoder &d) {
  bool isHigh = d.has("hi");
  emitBinary(d, d.type(),
             d.type() == "s32"
                 ? (isHigh ? runBinary<int32_t, int32_t, Mul24High<int32_t>>
                           : runBinary<int32_t, int32_t, Mul24Low<int32_t>>)
                 : (isHigh
                        ? runBinary<uint32_t, uint32_t, Mul24High<uint32_t>>
                        : runBinary<uint32_t, uint32_t, Mul24Low<uint32_t>>));
}

static void decodeMad24(Decoder &d) {
  emitTernary(d, d.type(),
              d.has("sat") ? runTernary<int32_t, int32_t, int32_t, Mad24HighSat>
              : d.type() == "s32" ? selectMad24<int32_t>(d.has("hi"))
                                  : selectMad24<uint32_t>(d.has("hi")));
}

//===----------------------------------------------------------------------===//
// sad, div, rem
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct SumOfDifferences {
  T operator()(T a, T b, T c) const {
    T difference = a < b ? Sub<T>()(b, a) : Sub<T>()(a, b);
    return Add<T>()(c, difference);
  }
};
} // namespace

static void decodeSad(Decoder &d) {
  emitTernary(d, d.type(), selectInteger(d.type(), [](auto t) -> Handler {
                using T = typename decltype(t)::Type;
                return runTernary<T, T, T, SumOfDifferences<T>>;
              }));
}

// PTX leaves division by zero open (9.7.1.8, 9.7.1.9): quotient and remainder
// have all bits set, as on an H200. The least number over -1 wraps around.
namespace {
template <typename T> struct Div {
  T operator()(T a, T b) const {
    if (b == 0)
      return T(~T(0));
    if (std::is_signed<T>::value && b == T(-1))
      return Sub<T>()(0, a);
    return T(a / b);
  }
};

template <typename T> struct Rem {
  T operator()(T a, T b) const {
    if (b == 0)
      return T(~T(0));
    if (std::is_signed<T>::value && b == T(-1))
      return 0;
    return T(a % b);
  }
};
} // namespace

static void decodeDiv(Decoder &d) {
  emitBinary(d, d.type(), selectBinary<Div>(d.type()));
}

static void decodeRem(Decoder &d) {
  emitBinary(d, d.type(), selectBinary<Rem>(d.type()));
}

//===----------------------------------------------------------------------===//
// abs, neg, min, max
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct Abs {
  T operator()(T a) const { return a < 0 ? Sub<T>()(0, a) : a; }
};

template <typename T> struct Neg {
  T operator()(T a) const { return Sub<T>()(0, a); }
};
} // namespace

template <template <typename> class Op> static void decodeUnary(Decoder &d) {
  emitUnary(d, d.type(), selectInteger(d.type(), [](auto t) -> Handler {
              using T = typename decltype(t)::Type;
              return runUnary<T, T, Op<T>>;
            }));
}

namespace {
template <typename T> struct Min {
  T operator()(T a, T b) const { return a < b ? a : b; }
};

template <typename T> struct Max {
  T operator()(T a, T b) const { return a > b ? a : b; }
};

/// With `.relu`: at least 0.
template <typename T> struct MinRelu {
  T operator()(T a, T b) const { return Max<T>()(Min<T>()(a, b), 0); }
};

template <typename T> struct MaxRelu {
  T operator()(T a, T b) const { return Max<T>()(Max<T>()(a, b), 0); }
};
} // namespace

template <template <typename> class Op, template <typename> class OpRelu>
static void decodeMinMax(Decoder &d) {
  StringRef type = d.type();
  bool isRelu = d.has("relu");
  Handler handler;
  if (type == "u16x2")
    handler = runBinary<uint32_t, uint32_t, EachOfTwo<uint16_t, Op>>;
  else if (type == "s16x2")
    handler = isRelu ? runBinary<uint32_t, uint32_t, EachOfTwo<int16_t, OpRelu>>
                     : runBinary<uint32_t, uint32_t, EachOfTwo<int16_t, Op>>;
  else
    handler = isRelu ? runBinary<int32_t, int32_t, OpRelu<int32_t>>
                     : selectBinary<Op>(type);
  emitBinary(d, type, handler);
}

//===----------------------------------------------------------------------===//
// dp4a, dp2a
//===----------------------------------------------------------------------===//

namespace {
/// A is int8_t or uint8_t, as is B.
template <typename A, typename B> struct DotFour {
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const {
    for (unsigned shift = 0; shift < 32; shift += 8)
      c += uint32_t(int32_t(A(a >> shift)) * int32_t(B(b >> shift)));
    return c;
  }
};

/// A is int16_t or uint16_t, B int8_t or uint8_t; the bytes of b from `Shift`.
template <typename A, typename B, unsigned Shift> struct DotTwo {
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const {
    c += uint32_t(int32_t(A(a)) * int32_t(B(b >> Shift)));
    return c + uint32_t(int32_t(A(a >> 16)) * int32_t(B(b >> (Shift + 8))));
  }
};
} // namespace

template <typename Op> static Handler getDot() {
  return runTernary<uint32_t, uint32_t, uint32_t, Op>;
}

static void decodeDotFour(Decoder &d) {
  bool isSignedB = d.type(1) == "s32";
  emitTernary(d, "b32",
              d.type(0) == "s32"
                  ? (isSignedB ? getDot<DotFour<int8_t, int8_t>>()
                               : getDot<DotFour<int8_t, uint8_t>>())
                  : (isSignedB ? getDot<DotFour<uint8_t, int8_t>>()
                               : getDot<DotFour<uint8_t, uint8_t>>()));
}

template <unsigned Shift>
static Handler getDotTwo(bool isSignedA, bool isSignedB) {
  if (isSignedA)
    return isSignedB ? getDot<DotTwo<int16_t, int8_t, Shift>>()
                     : getDot<DotTwo<int16_t, uint8_t, Shift>>();
  return isSignedB ? getDot<DotTwo<uint16_t, int8_t, Shift>>()
                   : getDot<DotTwo<uint16_t, uint8_t, Shift>>();
}

static void decodeDotTwo(Decoder &d) {
  bool isSignedA = d.type(0) == "s32", isSignedB = d.type(1) == "s32";
  emitTernary(d, "b32",
              d.has("hi") ? getDotTwo<16>(isSignedA, isSignedB)
                          : getDotTwo<0>(isSignedA, isSignedB));
}

//===----------------------------------------------------------------------===//
// add.cc, addc, sub.cc, subc, mad.cc, madc
//===----------------------------------------------------------------------===//

/// a + b + carry; the carry becomes that of the sum. Ops on carries have in
/// `kStart` the one that instructions begin with that do not read it.
template <typename T> static T addWithCarry(T a, T b, bool &carry) {
  T sum = a + b, result = sum + carry;
  carry = (sum < a) | (result < sum);
  return result;
}

namespace {
template <typename T> struct AddCarry {
  static constexpr bool kStart = false;
  T operator()(T a, T b, T, bool &carry) const {
    return addWithCarry(a, b, carry);
  }
};

/// a + ~b + carry: the carry says that there was no borrow, as on an H200; PTX
/// does not say what addc does after sub.cc.
template <typename T> struct SubCarry {
  static constexpr bool kStart = true;
  T operator()(T a, T b, T, bool &carry) const {
    return addWithCarry(a, T(~b), carry);
  }
};

/// Product is MulLow or MulHigh of a type of T's width.
template <typename T, typename Product> struct MadCarry {
  static constexpr bool kStart = false;
  T operator()(T a, T b, T c, bool &carry) const {
    return addWithCarry(T(Product()(a, b)), c, carry);
  }
};

enum CarryMode : uint8_t { ReadsCarry = 1, WritesCarry = 2 };
} // namespace

template <typename T, typename Op>
static void runWithCarry(Warp &w, const Inst &i, uint32_t mask) {
  T *d = w.reg<T>(i.dst);
  const T *a = w.reg<T>(i.a), *b = w.reg<T>(i.b), *c = w.reg<T>(i.c);
  uint32_t carries = i.mode & ReadsCarry ? w.carry : Op::kStart ? ~0u : 0;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = __builtin_ctz(rest);
    bool carry = (carries >> l) & 1;
    d[l] = Op()(a[l], b[l], c[l], carry);
    carries = (carries & ~(1u << l)) | uint32_t(carry) << l;
  }
  if (i.mode & WritesCarry)
    w.carry = (w.carry & ~mask) | (carries & mask);
}

/// The handler for `mad` and `madc`; the sign matters to the high half only.
static Handler selectMadCarry(StringRef type, bool isHigh) {
  if (!isHigh)
    return selectWideBits(type, [](auto t) -> Handler {
      using T = typename decltype(t)::Type;
      return runWithCarry<T, MadCarry<T, MulLow<T>>>;
    });
  if (ptx::getTypeBits(type) == 32)
    return type == "s32"
               ? runWithCarry<uint32_t, MadCarry<uint32_t, MulHigh<int32_t>>>
               : runWithCarry<uint32_t, MadCarry<uint32_t, MulHigh<uint32_t>>>;
  return type == "s64"
             ? runWithCarry<uint64_t, MadCarry<uint64_t, MulHigh<int64_t>>>
             : runWithCarry<uint64_t, MadCarry<uint64_t, MulHigh<uint64_t>>>;
}

static void decodeWithCarry(Decoder &d) {
  StringRef type = d.type(), opcode = d.source.opcode;
  d.inst.mode = (opcode.ends_with("c") ? ReadsCarry : 0) |
                (d.has("cc") ? WritesCarry : 0);
  RegisterUse carry = d.function.getCarry();
  if (d.inst.mode & ReadsCarry)
    d.info.reads.push_back(carry);
  if (d.inst.mode & WritesCarry)
    d.info.writes.push_back(carry);
  d.info.flow = flowAll;
  if (opcode.starts_with("mad"))
    return emitTernary(d, type, selectMadCarry(type, d.has("hi")));
  bool isAdd = opcode.starts_with("add");
  emitBinary(d, type, selectWideBits(type, [&](auto t) -> Handler {
               using T = typename decltype(t)::Type;
               return isAdd ? runWithCarry<T, AddCarry<T>>
                            : runWithCarry<T, SubCarry<T>>;
             }));
}

void mlir::tile::sim::addIntegerDecoders(DecoderTable &table) {
  auto add = [&](StringRef opcode, DecodeFunction decode) {
    table.add(opcode, decode, InstructionClass::Integer);
  };
  add("add", decodeAdd);
  add("sub", decodeSub);
  add("mul", decodeMul);
  add("mad", decodeMad);
  add("mul24", decodeMul24);
  add("mad24", decodeMad24);
  add("sad", decodeSad);
  add("div", decodeDiv);
  add("rem", decodeRem);
  add("abs", decodeUnary<Abs>);
  add("neg", decodeUnary<Neg>);
  add("min", decodeMinMax<Min, MinRelu>);
  add("max", decodeMinMax<Max, MaxRelu>);
  add("dp4a", decodeDotFour);
  add("dp2a", decodeDotTwo);
  add("addc", decodeWithCarry);
  add("subc", decodeWithCarry);
  add("madc", decodeWithCarry);
}
