//===- IntegerTypes.h - From type words to C++ types ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Picks the instance of a handler template that a type word of PTX names, and
// emits instructions of the usual shapes.
//
//===----------------------------------------------------------------------===//
//
//   template <typename T> struct Add { T operator()(T a, T b) const; };
//   emitBinary(d, selectBits(d.type(), [](auto t) -> Handler {
//                using T = typename decltype(t)::Type;
//                return runBinary<T, T, Add<T>>;
//              }));
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_DECODERS_INTEGERTYPES_H
#define TILE_LIB_SIMULATOR_DECODERS_INTEGERTYPES_H

#include "Decoder.h"
#include "Lanes.h"

#include <limits>
#include <type_traits>

namespace mlir::tile::sim {

template <typename T> struct TypeTag {
  using Type = T;
};

/// The unsigned type in which sums and products of T wrap around: at least as
/// wide as int, so that nothing is promoted to a signed type.
template <typename T>
using WrappingInt = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

template <typename T> inline constexpr unsigned kBitsOf = sizeof(T) * 8;

/// The integer type of twice the width.
template <typename T> struct DoubleWidth;
template <> struct DoubleWidth<uint16_t> : TypeTag<uint32_t> {};
template <> struct DoubleWidth<int16_t> : TypeTag<int32_t> {};
template <> struct DoubleWidth<uint32_t> : TypeTag<uint64_t> {};
template <> struct DoubleWidth<int32_t> : TypeTag<int64_t> {};
template <> struct DoubleWidth<uint64_t> : TypeTag<unsigned __int128> {};
template <> struct DoubleWidth<int64_t> : TypeTag<__int128> {};
template <typename T> using WideInt = typename DoubleWidth<T>::Type;

/// `f` of the unsigned type that is as wide as the word: b16, s32, f64 ...
template <typename F> Handler selectBits(llvm::StringRef type, F f) {
  switch (ptx::getTypeBits(type)) {
  case 16:
    return f(TypeTag<uint16_t>());
  case 32:
    return f(TypeTag<uint32_t>());
  default:
    return f(TypeTag<uint64_t>());
  }
}

/// The same for widths of 32 and 64.
template <typename F> Handler selectWideBits(llvm::StringRef type, F f) {
  return ptx::getTypeBits(type) == 32 ? f(TypeTag<uint32_t>())
                                      : f(TypeTag<uint64_t>());
}

/// `f` of the type that the word names: s16 to u64. `.b` types are unsigned.
template <typename F> Handler selectInteger(llvm::StringRef type, F f) {
  if (!type.starts_with("s"))
    return selectBits(type, f);
  switch (ptx::getTypeBits(type)) {
  case 16:
    return f(TypeTag<int16_t>());
  case 32:
    return f(TypeTag<int32_t>());
  default:
    return f(TypeTag<int64_t>());
  }
}

/// dst = op(a), all of the type.
inline void emitUnary(Decoder &d, llvm::StringRef type, Handler handler) {
  d.inst.a = d.read(1, type);
  d.inst.dst = d.write(0, type);
  d.emit(handler);
}

/// dst = op(a, b).
inline void emitBinary(Decoder &d, llvm::StringRef type, Handler handler) {
  d.inst.a = d.read(1, type);
  d.inst.b = d.read(2, type);
  d.inst.dst = d.write(0, type);
  d.emit(handler);
}

/// dst = op(a, b, c).
inline void emitTernary(Decoder &d, llvm::StringRef type, Handler handler) {
  d.inst.a = d.read(1, type);
  d.inst.b = d.read(2, type);
  d.inst.c = d.read(3, type);
  d.inst.dst = d.write(0, type);
  d.emit(handler);
}

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_DECODERS_INTEGERTYPES_H
