//===- BitDecoders.cpp - Logic, shifts, and counts of bits ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.8 "Logic and Shift Instructions", 9.7.9.7 "prmt", and from
// 9.7.1 what works on bits: 9.7.1.14 "popc" to 9.7.1.22 "bmsk". Longer than
// most files, as it is a list of instructions of a few lines each.
//
//===----------------------------------------------------------------------===//

#include "IntegerTypes.h"
#include "Shadow/Undefined.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// and, or, xor, not, cnot
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct And {
  T operator()(T a, T b) const { return a & b; }
};

template <typename T> struct Or {
  T operator()(T a, T b) const { return a | b; }
};

template <typename T> struct Xor {
  T operator()(T a, T b) const { return a ^ b; }
};
} // namespace

/// Predicates, a bit per lane: `imm` has what to flip of b and, above, of a.
template <template <typename> class Op>
static void runPredicateLogic(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t a = w.pred(i.a) ^ uint32_t(i.imm >> 32);
  uint32_t b = w.pred(i.b) ^ uint32_t(i.imm);
  w.setPredicate(i.dst, mask, Op<uint32_t>()(a, b));
}

template <template <typename> class Op, uint8_t Table>
static void decodeLogic(Decoder &d) {
  StringRef type = d.type();
  d.info.flow = flowTable;
  d.info.table = Table;
  if (type != "pred")
    return emitBinary(d, type, selectBits(type, [](auto t) -> Handler {
                        using T = typename decltype(t)::Type;
                        return runBinary<T, T, Op<T>>;
                      }));
  uint32_t flipA, flipB;
  d.inst.a = d.readPredicate(d.operand(1), flipA);
  d.inst.b = d.readPredicate(d.operand(2), flipB);
  d.inst.imm = uint64_t(flipA) << 32 | flipB;
  d.inst.dst = d.write(0, type);
  d.emit(runPredicateLogic<Op>);
}

namespace {
template <typename T> struct Not {
  T operator()(T a) const { return ~a; }
};

/// 1 if all bits are 0.
template <typename T> struct LogicalNot {
  T operator()(T a) const { return a == 0; }
};
} // namespace

template <template <typename> class Op>
static Handler selectUnary(StringRef type) {
  return selectBits(type, [](auto t) -> Handler {
    using T = typename decltype(t)::Type;
    return runUnary<T, T, Op<T>>;
  });
}

static void runNotPredicate(Warp &w, const Inst &i, uint32_t mask) {
  w.setPredicate(i.dst, mask, ~(w.pred(i.a) ^ uint32_t(i.imm)));
}

static void decodeNot(Decoder &d) {
  StringRef type = d.type();
  if (type != "pred") {
    // What is undefined stays where it is.
    d.info.flow = flowParts;
    d.info.table = 1;
    return emitUnary(d, type, selectUnary<Not>(type));
  }
  uint32_t flip;
  d.inst.a = d.readPredicate(d.operand(1), flip);
  d.inst.imm = flip;
  d.inst.dst = d.write(0, type);
  d.emit(runNotPredicate);
}

static void decodeLogicalNot(Decoder &d) {
  emitUnary(d, d.type(), selectUnary<LogicalNot>(d.type()));
}

//===----------------------------------------------------------------------===//
// lop3
//===----------------------------------------------------------------------===//

namespace {
/// The function of three bits whose value for (a, b, c) is bit 4a + 2b + c of
/// the table, on 32 of each: a tree of selections by c, b and a, whose leaves
/// are spread over words before the loop.
struct Lookup {
  explicit Lookup(uint32_t table) {
    for (unsigned k = 0; k < 8; ++k)
      leaf[k] = (table >> k) & 1 ? ~0u : 0;
    for (unsigned k = 0; k < 8; k += 2)
      leaf[k + 1] ^= leaf[k];
  }
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const {
    uint32_t c0 = leaf[0] ^ (leaf[1] & c), c1 = leaf[2] ^ (leaf[3] & c);
    uint32_t c2 = leaf[4] ^ (leaf[5] & c), c3 = leaf[6] ^ (leaf[7] & c);
    uint32_t b0 = c0 ^ ((c0 ^ c1) & b), b1 = c2 ^ ((c2 ^ c3) & b);
    return b0 ^ ((b0 ^ b1) & a);
  }
  uint32_t leaf[8];
};
} // namespace

static void runLookup(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t *d = w.reg<uint32_t>(i.dst);
  const uint32_t *a = w.reg<uint32_t>(i.a), *b = w.reg<uint32_t>(i.b),
                 *c = w.reg<uint32_t>(i.c);
  const Lookup lookup{uint32_t(i.imm)};
  forLanes(mask, [&](unsigned l) { d[l] = lookup(a[l], b[l], c[l]); });
}

namespace {
enum LookupMode : uint8_t { LookupOr, LookupAnd };
} // namespace

/// With a predicate: whether any bit is set, combined with another.
static void runLookupPredicate(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t other = w.pred(i.d) ^ uint32_t(i.imm >> 32);
  runLookup(w, i, mask);
  // In case the word has no user: all handlers may write to the sink.
  const uint32_t *d = w.reg<uint32_t>(i.dst);
  uint32_t isSet = collectLanes(mask, [&](unsigned l) { return d[l] != 0; });
  w.setPredicate(i.dst2, mask,
                 i.mode == LookupOr ? isSet | other : isSet & other);
}

static void decodeLookup(Decoder &d) {
  int64_t table;
  if (!d.immediate(d.operand(4), table))
    return;
  if (table < 0 || table > 255)
    return d.fail("expected a table of 8 bits, 0 to 255, found " +
                  llvm::Twine(table));
  d.inst.imm = uint64_t(table);
  d.info.table = uint8_t(table);
  d.inst.a = d.read(1, "b32");
  d.inst.b = d.read(2, "b32");
  d.inst.c = d.read(3, "b32");
  bool hasPredicate = d.numOperands() > 5;
  if (!hasPredicate)
    d.info.flow = flowTable;
  if (hasPredicate) {
    uint32_t flip;
    d.inst.d = d.readPredicate(d.operand(5), flip);
    d.inst.imm |= uint64_t(flip) << 32;
    d.inst.mode = d.has("or") ? LookupOr : LookupAnd;
  }
  llvm::ArrayRef<ptx::Operand> results = Decoder::elements(d.operand(0));
  d.inst.dst = d.write(results[0], "b32");
  if (results.size() > 1)
    d.inst.dst2 = d.write(results[1], "pred");
  d.emit(hasPredicate ? runLookupPredicate : runLookup);
}

//===----------------------------------------------------------------------===//
// shl, shr, shf
//===----------------------------------------------------------------------===//

// Amounts above the width count as the width (9.7.8.8).

namespace {
template <typename T> struct ShiftLeft {
  T operator()(T a, uint32_t amount) const {
    return amount < kBitsOf<T> ? T(WrappingInt<T>(a) << amount) : 0;
  }
};

template <typename T> struct ShiftRight {
  T operator()(T a, uint32_t amount) const {
    if (std::is_signed<T>::value)
      return T(a >> (amount < kBitsOf<T> ? amount : kBitsOf<T> - 1));
    return amount < kBitsOf<T> ? T(a >> amount) : 0;
  }
};
} // namespace

template <typename T, template <typename> class Op>
static void runShift(Warp &w, const Inst &i, uint32_t mask) {
  T *d = w.reg<T>(i.dst);
  const T *a = w.reg<T>(i.a);
  const uint32_t *b = w.reg<uint32_t>(i.b);
  forLanes(mask, [&](unsigned l) { d[l] = Op<T>()(a[l], b[l]); });
}

/// By the same amount in all lanes: most shifts, and vector instructions do it.
template <typename T, template <typename> class Op>
static void runShiftConstant(Warp &w, const Inst &i, uint32_t mask) {
  T *d = w.reg<T>(i.dst);
  const T *a = w.reg<T>(i.a);
  uint32_t amount = uint32_t(i.imm);
  forLanes(mask, [&](unsigned l) { d[l] = Op<T>()(a[l], amount); });
}

template <template <typename> class Op> static void decodeShift(Decoder &d) {
  StringRef type = d.type();
  int64_t amount;
  bool isConstant = d.isConstant(d.operand(2), amount);
  d.info.flow = flowMove;
  d.info.controls = isConstant ? 0 : ControlB;
  d.inst.a = d.read(1, type);
  if (isConstant)
    d.inst.imm = uint32_t(amount);
  else
    d.inst.b = d.read(2, "b32");
  d.inst.dst = d.write(0, type);
  d.emit(selectInteger(type, [&](auto t) -> Handler {
    using T = typename decltype(t)::Type;
    return isConstant ? runShiftConstant<T, Op> : runShift<T, Op>;
  }));
}

namespace {
/// The high half of (b:a) << n, n being at most 32.
struct FunnelLeft {
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t n) const {
    return uint32_t(((uint64_t(b) << 32 | a) << n) >> 32);
  }
};

/// The low half of (b:a) >> n.
struct FunnelRight {
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t n) const {
    return uint32_t((uint64_t(b) << 32 | a) >> n);
  }
};

template <typename Op, bool Clamp> struct Funnel {
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const {
    return Op()(a, b, Clamp ? (c < 32 ? c : 32) : c & 31);
  }
};
} // namespace

template <typename Op> static Handler getFunnel(bool isClamped) {
  return isClamped
             ? runTernary<uint32_t, uint32_t, uint32_t, Funnel<Op, true>>
             : runTernary<uint32_t, uint32_t, uint32_t, Funnel<Op, false>>;
}

static void decodeFunnel(Decoder &d) {
  bool isClamped = d.has("clamp");
  d.info.flow = flowMove;
  d.info.controls = ControlC;
  emitTernary(d, "b32",
              d.has("l") ? getFunnel<FunnelLeft>(isClamped)
                         : getFunnel<FunnelRight>(isClamped));
}

//===----------------------------------------------------------------------===//
// prmt
//===----------------------------------------------------------------------===//

/// The selector of four nibbles that a mode makes of its control (9.7.9.7).
static uint32_t getSelector(unsigned mode, uint32_t control) {
  static constexpr uint16_t kSelectors[6][4] = {
      {0x3210, 0x4321, 0x5432, 0x6543}, // f4e
      {0x5670, 0x6701, 0x7012, 0x0123}, // b4e
      {0x0000, 0x1111, 0x2222, 0x3333}, // rc8
      {0x3210, 0x3211, 0x3222, 0x3333}, // ecl
      {0x0000, 0x1110, 0x2210, 0x3210}, // ecr
      {0x1010, 0x3232, 0x1010, 0x3232}, // rc16
  };
  return mode == 0 ? control : kSelectors[mode - 1][control & 3];
}

/// Each nibble chooses a byte of b:a; with its bit 3 set, 8 times its sign.
static uint32_t permute(uint32_t a, uint32_t b, uint32_t selector) {
  uint64_t bytes = uint64_t(b) << 32 | a;
  uint32_t result = 0;
  for (unsigned k = 0; k < 4; ++k) {
    unsigned nibble = selector >> (4 * k);
    uint32_t byte = (bytes >> (8 * (nibble & 7))) & 0xff;
    uint32_t sign = (nibble & 8) ? ~0u : 0;
    byte = (byte & ~sign) | ((0u - (byte >> 7)) & sign & 0xff);
    result |= byte << (8 * k);
  }
  return result;
}

static void runPermute(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t *d = w.reg<uint32_t>(i.dst);
  const uint32_t *a = w.reg<uint32_t>(i.a), *b = w.reg<uint32_t>(i.b),
                 *c = w.reg<uint32_t>(i.c);
  forLanes(mask, [&](unsigned l) {
    d[l] = permute(a[l], b[l], getSelector(i.mode, c[l]));
  });
}

/// The selector is `imm`.
static void runPermuteConstant(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t *d = w.reg<uint32_t>(i.dst);
  const uint32_t *a = w.reg<uint32_t>(i.a), *b = w.reg<uint32_t>(i.b);
  uint32_t selector = uint32_t(i.imm);
  forLanes(mask, [&](unsigned l) { d[l] = permute(a[l], b[l], selector); });
}

static void decodePermute(Decoder &d) {
  static constexpr llvm::StringLiteral kModes[] = {"f4e", "b4e", "rc8",
                                                   "ecl", "ecr", "rc16"};
  for (unsigned k = 0; k < 6; ++k)
    if (d.has(kModes[k]))
      d.inst.mode = k + 1;
  int64_t control;
  bool isConstant = d.isConstant(d.operand(3), control);
  // Of a constant selector it is known which sources it chooses from. LLVM
  // names a register that nothing wrote as the other one, and fills bytes that
  // a later permutation leaves out with such a register.
  bool readsA = true, readsB = true;
  d.info.flow = flowMove;
  d.info.controls = isConstant ? 0 : ControlC;
  if (isConstant) {
    d.inst.imm = getSelector(d.inst.mode, uint32_t(control));
    uint32_t fromB = uint32_t(d.inst.imm) & 0x4444;
    readsA = fromB != 0x4444;
    readsB = fromB != 0;
  }
  d.inst.a = d.read(readsA ? 1 : 2, "b32");
  d.inst.b = d.read(readsB ? 2 : 1, "b32");
  if (!isConstant)
    d.inst.c = d.read(3, "b32");
  d.inst.dst = d.write(0, "b32");
  d.emit(isConstant ? runPermuteConstant : runPermute, InstructionClass::Move);
}

//===----------------------------------------------------------------------===//
// popc, clz, brev, bfind, fns
//===----------------------------------------------------------------------===//

namespace {
/// Sums of neighbours, then of pairs and so on.
template <typename T> struct PopCount {
  uint32_t operator()(T a) const {
    a -= (a >> 1) & T(0x5555555555555555);
    a = (a & T(0x3333333333333333)) + ((a >> 2) & T(0x3333333333333333));
    a = (a + (a >> 4)) & T(0x0f0f0f0f0f0f0f0f);
    return uint32_t(T(a * T(0x0101010101010101)) >> (kBitsOf<T> - 8));
  }
};

template <typename T> struct CountLeadingZeros {
  uint32_t operator()(T a) const {
    if (a == 0)
      return kBitsOf<T>;
    return sizeof(T) == 8 ? __builtin_clzll(a) : __builtin_clz(uint32_t(a));
  }
};

/// The index of the highest bit that differs from the sign, ~0 if there is
/// none; with Amount, how far it is from the highest bit.
template <typename T, bool Amount> struct FindHighest {
  uint32_t operator()(T a) const {
    using U = std::make_unsigned_t<T>;
    U bits = a < 0 ? U(~a) : U(a);
    if (bits == 0)
      return ~0u;
    uint32_t zeros = CountLeadingZeros<U>()(bits);
    return Amount ? zeros : kBitsOf<T> - 1 - zeros;
  }
};

template <typename T> struct ReverseBits {
  T operator()(T a) const {
    auto swap = [&](unsigned shift, uint64_t low) {
      a = T((a >> shift) & T(low)) | T((a & T(low)) << shift);
    };
    swap(1, 0x5555555555555555);
    swap(2, 0x3333333333333333);
    swap(4, 0x0f0f0f0f0f0f0f0f);
    return sizeof(T) == 8 ? __builtin_bswap64(a) : __builtin_bswap32(a);
  }
};
} // namespace

/// A result of 32 bits.
static void emitCount(Decoder &d, Handler handler) {
  d.inst.a = d.read(1, d.type());
  d.inst.dst = d.write(0, "b32");
  d.emit(handler);
}

template <template <typename> class Op> static void decodeCount(Decoder &d) {
  emitCount(d, selectWideBits(d.type(), [](auto t) -> Handler {
              using T = typename decltype(t)::Type;
              return runUnary<uint32_t, T, Op<T>>;
            }));
}

static void decodeFindHighest(Decoder &d) {
  bool isAmount = d.has("shiftamt");
  emitCount(d, selectInteger(d.type(), [&](auto t) -> Handler {
              using T = typename decltype(t)::Type;
              return isAmount ? runUnary<uint32_t, T, FindHighest<T, true>>
                              : runUnary<uint32_t, T, FindHighest<T, false>>;
            }));
}

static void decodeReverse(Decoder &d) {
  d.info.flow = flowMove;
  emitUnary(d, d.type(), selectWideBits(d.type(), [](auto t) -> Handler {
              using T = typename decltype(t)::Type;
              return runUnary<T, T, ReverseBits<T>>;
            }));
}

namespace {
/// The position of the n-th bit set at or above base, at or below if n is
/// negative; with n = 0 base itself, if it is set. ~0 if there is none.
struct FindNthSet {
  uint32_t operator()(uint32_t bits, uint32_t base, uint32_t offset) const {
    int32_t n = int32_t(offset);
    if (n == 0)
      return base < 32 && ((bits >> base) & 1) ? base : ~0u;
    uint32_t count = n > 0 ? uint32_t(n) : 0u - uint32_t(n);
    for (uint32_t position = base; position < 32; position += n > 0 ? 1 : -1)
      if (((bits >> position) & 1) && --count == 0)
        return position;
    return ~0u;
  }
};
} // namespace

static void decodeFindNth(Decoder &d) {
  emitTernary(d, "b32", runTernary<uint32_t, uint32_t, uint32_t, FindNthSet>);
}

//===----------------------------------------------------------------------===//
// bfe, bfi, szext, bmsk
//===----------------------------------------------------------------------===//

/// The low n bits set; all of T if n is its width or more.
template <typename T> static T getLowBits(uint64_t n) {
  return n < kBitsOf<T> ? T((T(1) << n) - 1) : T(~T(0));
}

/// A position or length of a field of T. PTX has them from 0 to 255; of more,
/// an H200 looks at the low byte for 32 bits, and at all for 64.
template <typename T> static uint64_t getFieldNumber(uint32_t x) {
  return sizeof(T) == 8 ? x : x & 0xff;
}

namespace {
/// `length` bits of a from `position`, extended by the highest bit of the
/// field, or of a if the field passes it.
template <typename T> struct ExtractField {
  T operator()(T a, uint32_t positionBits, uint32_t lengthBits) const {
    using U = std::make_unsigned_t<T>;
    constexpr uint64_t last = kBitsOf<T> - 1;
    uint64_t position = getFieldNumber<T>(positionBits);
    uint64_t length = getFieldNumber<T>(lengthBits);
    U field = 0, inField = 0;
    if (position <= last) {
      field = U(a) >> position;
      inField = getLowBits<U>(length) & getLowBits<U>(kBitsOf<T> - position);
    }
    if (std::is_unsigned<T>::value || length == 0)
      return T(field & inField);
    uint64_t signAt = position + length - 1;
    bool isNegative = (U(a) >> (signAt < last ? signAt : last)) & 1;
    return T((field & inField) | (isNegative ? U(~inField) : 0));
  }
};
} // namespace

/// b with `length` bits from `position` replaced by the low bits of a.
template <typename T>
static T insertField(T a, T b, uint32_t positionBits, uint32_t lengthBits) {
  uint64_t position = getFieldNumber<T>(positionBits);
  if (position >= kBitsOf<T>)
    return b;
  T inField = T(getLowBits<T>(getFieldNumber<T>(lengthBits)) << position);
  return (b & ~inField) | (T(a << position) & inField);
}

static void decodeExtract(Decoder &d) {
  StringRef type = d.type();
  d.info.flow = flowMove;
  d.info.controls = ControlB | ControlC;
  d.inst.a = d.read(1, type);
  d.inst.b = d.read(2, "b32");
  d.inst.c = d.read(3, "b32");
  d.inst.dst = d.write(0, type);
  d.emit(selectInteger(type, [](auto t) -> Handler {
    using T = typename decltype(t)::Type;
    return [](Warp &w, const Inst &i, uint32_t mask) {
      T *d = w.reg<T>(i.dst);
      const T *a = w.reg<T>(i.a);
      const uint32_t *b = w.reg<uint32_t>(i.b), *c = w.reg<uint32_t>(i.c);
      forLanes(mask,
               [&](unsigned l) { d[l] = ExtractField<T>()(a[l], b[l], c[l]); });
    };
  }));
}

template <typename T>
static void runInsert(Warp &w, const Inst &i, uint32_t mask) {
  T *d = w.reg<T>(i.dst);
  const T *a = w.reg<T>(i.a), *b = w.reg<T>(i.b);
  const uint32_t *c = w.reg<uint32_t>(i.c), *length = w.reg<uint32_t>(i.d);
  forLanes(mask, [&](unsigned l) {
    d[l] = insertField<T>(a[l], b[l], c[l], length[l]);
  });
}

static void decodeInsert(Decoder &d) {
  StringRef type = d.type();
  d.info.flow = flowMove;
  d.info.controls = ControlC | ControlD;
  d.inst.a = d.read(1, type);
  d.inst.b = d.read(2, type);
  d.inst.c = d.read(3, "b32");
  d.inst.d = d.read(4, "b32");
  d.inst.dst = d.write(0, type);
  d.emit(selectWideBits(type, [](auto t) -> Handler {
    return runInsert<typename decltype(t)::Type>;
  }));
}

namespace {
/// The low b bits of a, extended; b above 31 is taken modulo 32 or, with
/// Clamp, as all bits.
template <typename T, bool Clamp> struct Extend {
  uint32_t operator()(uint32_t a, uint32_t b) const {
    if (Clamp && b >= 32)
      return a;
    uint32_t n = b & 31;
    uint32_t kept = a & getLowBits<uint32_t>(n);
    bool isNegative =
        std::is_signed<T>::value && n != 0 && ((a >> ((n - 1) & 31)) & 1);
    return isNegative ? kept | ~getLowBits<uint32_t>(n) : kept;
  }
};
} // namespace

template <bool Clamp> static Handler getExtend(bool isSigned) {
  return isSigned ? runBinary<uint32_t, uint32_t, Extend<int32_t, Clamp>>
                  : runBinary<uint32_t, uint32_t, Extend<uint32_t, Clamp>>;
}

static void decodeExtend(Decoder &d) {
  bool isSigned = d.type() == "s32";
  d.info.flow = flowMove;
  d.info.controls = ControlB;
  emitBinary(d, "b32",
             d.has("clamp") ? getExtend<true>(isSigned)
                            : getExtend<false>(isSigned));
}

namespace {
/// b bits set from position a on; beyond 31 both are taken modulo 32 or, with
/// Clamp, as 32.
template <bool Clamp> struct MakeMask {
  uint32_t operator()(uint32_t a, uint32_t b) const {
    if (Clamp && a >= 32)
      return 0;
    uint32_t length = Clamp ? b : b & 31;
    return getLowBits<uint32_t>(length) << (a & 31);
  }
};
} // namespace

static void decodeMakeMask(Decoder &d) {
  emitBinary(d, "b32",
             d.has("clamp") ? runBinary<uint32_t, uint32_t, MakeMask<true>>
                            : runBinary<uint32_t, uint32_t, MakeMask<false>>);
}

void mlir::tile::sim::addBitDecoders(DecoderTable &table) {
  auto add = [&](StringRef opcode, DecodeFunction decode) {
    table.add(opcode, decode, InstructionClass::Integer);
  };
  add("and", decodeLogic<And, kTableAnd>);
  add("or", decodeLogic<Or, kTableOr>);
  add("xor", decodeLogic<Xor, kTableXor>);
  add("not", decodeNot);
  add("cnot", decodeLogicalNot);
  add("lop3", decodeLookup);
  add("shl", decodeShift<ShiftLeft>);
  add("shr", decodeShift<ShiftRight>);
  add("shf", decodeFunnel);
  add("prmt", decodePermute);
  add("popc", decodeCount<PopCount>);
  add("clz", decodeCount<CountLeadingZeros>);
  add("bfind", decodeFindHighest);
  add("fns", decodeFindNth);
  add("brev", decodeReverse);
  add("bfe", decodeExtract);
  add("bfi", decodeInsert);
  add("szext", decodeExtend);
  add("bmsk", decodeMakeMask);
}
