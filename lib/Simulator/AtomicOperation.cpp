//===- AtomicOperation.cpp - What an atomic operation computes ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicOperation.h"

#include "tile/Simulator/Float/ExactArithmetic.h"
#include "tile/Simulator/Float/HalfArithmetic.h"

#include <algorithm>
#include <cstring>

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Operations on values
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct Add {
  T operator()(T old, T a) const { return old + a; }
};
/// Of two NaN the sum in shared memory is the one that was there.
struct AddSharedF64 {
  double operator()(double old, double a) const { return AddF64<>()(a, old); }
};
/// In global memory a NaN stays as it is, even a signaling one; of two, the
/// operand.
struct AddGlobalF64 {
  double operator()(double old, double a) const {
    return a != a ? a : old != old ? old : AddF64<>()(old, a);
  }
};
template <typename T> struct Min {
  T operator()(T old, T a) const { return std::min(old, a); }
};
template <typename T> struct Max {
  T operator()(T old, T a) const { return std::max(old, a); }
};
/// Counts up to `a`, then begins anew.
struct Increment {
  uint32_t operator()(uint32_t old, uint32_t a) const {
    return old >= a ? 0 : old + 1;
  }
};
/// Counts down from `a`.
struct Decrement {
  uint32_t operator()(uint32_t old, uint32_t a) const {
    return old == 0 || old > a ? a : old - 1;
  }
};
template <typename T> struct And {
  T operator()(T old, T a) const { return old & a; }
};
template <typename T> struct Or {
  T operator()(T old, T a) const { return old | a; }
};
template <typename T> struct Xor {
  T operator()(T old, T a) const { return old ^ a; }
};
/// Of all numbers in a word.
template <exact::Format F, typename Word> struct AddExact {
  Word operator()(Word old, Word a) const {
    constexpr unsigned bits = exact::getBits(F);
    uint64_t sum = 0;
    for (unsigned at = 0; at < 8 * sizeof(Word); at += bits)
      sum |= exact::encode(exact::add(exact::decode(old >> at, F),
                                      exact::decode(a >> at, F)),
                           F)
             << at;
    return Word(sum);
  }
};
template <typename T> struct Exchange {
  T operator()(T, T a) const { return a; }
};
} // namespace

//===----------------------------------------------------------------------===//
// Operations on memory
//===----------------------------------------------------------------------===//

/// The integer that is exchanged for values of a size.
template <unsigned Size> struct WordOfSize;
template <> struct WordOfSize<2> {
  typedef uint16_t Type __attribute__((may_alias));
};
template <> struct WordOfSize<4> {
  typedef uint32_t Type __attribute__((may_alias));
};
template <> struct WordOfSize<8> {
  typedef uint64_t Type __attribute__((may_alias));
};

template <typename T> static T load(const uint8_t *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

/// Op is applied to values of type T until no other thread has changed the
/// value in between.
template <typename T, typename Op>
static void update(uint8_t *at, const uint8_t *a, const uint8_t *,
                   uint8_t *old) {
  using Word = typename WordOfSize<sizeof(T)>::Type;
  auto *place = reinterpret_cast<Word *>(at);
  T operand = load<T>(a);
  Word before = __atomic_load_n(place, __ATOMIC_SEQ_CST), after;
  do {
    T result = Op()(llvm::bit_cast<T>(before), operand);
    std::memcpy(&after, &result, sizeof(T));
  } while (!__atomic_compare_exchange_n(place, &before, after, /*weak=*/true,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  std::memcpy(old, &before, sizeof(T));
}

template <typename T>
static void compareAndSwap(uint8_t *at, const uint8_t *a, const uint8_t *b,
                           uint8_t *old) {
  using Word = typename WordOfSize<sizeof(T)>::Type;
  Word before = load<T>(a);
  __atomic_compare_exchange_n(reinterpret_cast<Word *>(at), &before, load<T>(b),
                              /*weak=*/false, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
  std::memcpy(old, &before, sizeof(T));
}

__extension__ typedef unsigned __int128 Word128 __attribute__((may_alias));

/// Replaces `expected` by `after`, and returns what was there. On x86-64 by
/// cmpxchg16b, which the first processors lacked, so that compilers use it only
/// where a function asks for it; and clang forgets that when it inlines.
#ifdef __x86_64__
__attribute__((target("cx16"), noinline))
#endif
static Word128 exchangeIfEqual(uint8_t *at, Word128 expected, Word128 after) {
  return __sync_val_compare_and_swap(reinterpret_cast<Word128 *>(at), expected,
                                     after);
}

static void exchange128(uint8_t *at, const uint8_t *a, const uint8_t *,
                        uint8_t *old) {
  auto after = load<Word128>(a);
  // Any value will do to begin with; a plain load may see half of a write.
  Word128 before = 0, expected;
  do {
    expected = before;
    before = exchangeIfEqual(at, expected, after);
  } while (before != expected);
  std::memcpy(old, &before, sizeof(before));
}

static void compareAndSwap128(uint8_t *at, const uint8_t *a, const uint8_t *b,
                              uint8_t *old) {
  Word128 before = exchangeIfEqual(at, load<Word128>(a), load<Word128>(b));
  std::memcpy(old, &before, sizeof(before));
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

template <typename T, typename Op> static AtomicOperation make() {
  return {update<T, Op>, update<T, Op>};
}

template <typename T> static AtomicOperation selectBits(StringRef op) {
  if (op == "and")
    return make<T, And<T>>();
  if (op == "or")
    return make<T, Or<T>>();
  if (op == "xor")
    return make<T, Xor<T>>();
  if (op == "exch")
    return make<T, Exchange<T>>();
  if (op == "cas")
    return {compareAndSwap<T>, compareAndSwap<T>};
  return {};
}

template <typename T> static AtomicOperation selectInteger(StringRef op) {
  if (op == "add")
    return make<T, Add<T>>();
  if (op == "min")
    return make<T, Min<T>>();
  if (op == "max")
    return make<T, Max<T>>();
  return {};
}

template <const FloatFormat &F>
static AtomicOperation selectHalf(StringRef op, bool isPair) {
  if (op == "add")
    return isPair ? make<uint32_t, EachHalf<AddHalf<F>>>()
                  : make<uint16_t, AddHalf<F>>();
  if (op == "min")
    return isPair ? make<uint32_t, EachHalf<MinMaxHalf<F, MinMax::Min>>>()
                  : make<uint16_t, MinMaxHalf<F, MinMax::Min>>();
  if (op == "max")
    return isPair ? make<uint32_t, EachHalf<MinMaxHalf<F, MinMax::Max>>>()
                  : make<uint16_t, MinMaxHalf<F, MinMax::Max>>();
  return {};
}

static AtomicOperation selectExactSum(StringRef type) {
  using exact::Format;
  if (type == "f16")
    return make<uint16_t, AddExact<Format::F16, uint16_t>>();
  if (type == "f16x2")
    return make<uint32_t, AddExact<Format::F16, uint32_t>>();
  if (type == "bf16")
    return make<uint16_t, AddExact<Format::BF16, uint16_t>>();
  if (type == "bf16x2")
    return make<uint32_t, AddExact<Format::BF16, uint32_t>>();
  if (type == "f32")
    return make<uint32_t, AddExact<Format::F32, uint32_t>>();
  if (type == "f64")
    return make<uint64_t, AddExact<Format::F64, uint64_t>>();
  return {};
}

AtomicOperation mlir::tile::sim::getAtomicOperation(StringRef op,
                                                    StringRef type,
                                                    bool isExact) {
  if (isExact && op == "add")
    if (AtomicOperation sum = selectExactSum(type); sum.global)
      return sum;
  if (type == "u32" && op == "inc")
    return make<uint32_t, Increment>();
  if (type == "u32" && op == "dec")
    return make<uint32_t, Decrement>();
  if (type == "u32")
    return selectInteger<uint32_t>(op);
  if (type == "s32")
    return op == "add" ? selectInteger<uint32_t>(op)
                       : selectInteger<int32_t>(op);
  if (type == "u64")
    return selectInteger<uint64_t>(op);
  if (type == "s64")
    return op == "add" ? selectInteger<uint64_t>(op)
                       : selectInteger<int64_t>(op);
  if (type == "b16")
    return selectBits<uint16_t>(op);
  if (type == "b32")
    return selectBits<uint32_t>(op);
  if (type == "b64")
    return selectBits<uint64_t>(op);
  if (type == "b128" && op == "exch")
    return {exchange128, exchange128};
  if (type == "b128" && op == "cas")
    return {compareAndSwap128, compareAndSwap128};
  // 9.7.13.5: sums of f32 flush subnormal numbers in global memory only.
  if (type == "f32" && op == "add")
    return {update<float, AddF32<>>,
            update<float, AddF32<kNearestEven, /*Ftz=*/true>>};
  if (type == "f64" && op == "add")
    return {update<double, AddSharedF64>, update<double, AddGlobalF64>};
  if (type == "f16" || type == "f16x2")
    return selectHalf<kF16>(op, type == "f16x2");
  if (type == "bf16" || type == "bf16x2")
    return selectHalf<kBF16>(op, type == "bf16x2");
  return {};
}
