//===- Lanes.h - Loops over the lanes of a warp -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops that handlers are made of. With all lanes active they are plain
// loops of 32 turns, which the compiler turns into vector instructions.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_LANES_H
#define TILE_LIB_SIMULATOR_LANES_H

#include "Warp.h"

#include <cstring>

namespace mlir::tile::sim {

/// The turns of the loop after it do not depend on each other. clang sees so
/// itself, or warns that it does not.
#ifdef __clang__
#define TILE_INDEPENDENT_TURNS
#else
#define TILE_INDEPENDENT_TURNS _Pragma("GCC ivdep")
#endif

/// A lane of a .b128 register.
struct Bits128 {
  uint64_t low, high;
};

/// Calls `f(lane)` for the lanes of the mask, in ascending order. `f` may write
/// only to its own lane of arrays: the order must not matter.
template <typename F> inline void forLanes(uint32_t mask, F f) {
  if (mask == kAllLanes) {
    TILE_INDEPENDENT_TURNS
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      f(lane);
    return;
  }
  for (; mask; mask &= mask - 1)
    f(unsigned(__builtin_ctz(mask)));
}

/// The lanes of the mask for which `f(lane)` is true.
template <typename F> inline uint32_t collectLanes(uint32_t mask, F f) {
  uint32_t result = 0;
  if (mask == kAllLanes) {
    // Bytes first: that loop becomes vector instructions. The product moves
    // the lowest bits of eight bytes into the highest byte.
    uint8_t flags[kNumLanes];
    TILE_INDEPENDENT_TURNS
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      flags[lane] = bool(f(lane));
    for (unsigned lane = 0; lane < kNumLanes; lane += 8) {
      uint64_t eight;
      std::memcpy(&eight, flags + lane, 8);
      result |= uint32_t((eight * 0x0102040810204080) >> 56) << lane;
    }
    return result;
  }
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    result |= uint32_t(bool(f(lane))) << lane;
  }
  return result;
}

/// dst = Op(a), lane by lane. Op has no state.
template <typename D, typename A, typename Op>
void runUnary(Warp &w, const Inst &i, uint32_t mask) {
  D *d = w.reg<D>(i.dst);
  const A *a = w.reg<A>(i.a);
  forLanes(mask, [&](unsigned l) { d[l] = Op()(a[l]); });
}

/// dst = Op(a, b).
template <typename D, typename A, typename Op>
void runBinary(Warp &w, const Inst &i, uint32_t mask) {
  D *d = w.reg<D>(i.dst);
  const A *a = w.reg<A>(i.a), *b = w.reg<A>(i.b);
  forLanes(mask, [&](unsigned l) { d[l] = Op()(a[l], b[l]); });
}

/// dst = Op(a, b, c), where c may have another type than a and b.
template <typename D, typename A, typename C, typename Op>
void runTernary(Warp &w, const Inst &i, uint32_t mask) {
  D *d = w.reg<D>(i.dst);
  const A *a = w.reg<A>(i.a), *b = w.reg<A>(i.b);
  const C *c = w.reg<C>(i.c);
  forLanes(mask, [&](unsigned l) { d[l] = Op()(a[l], b[l], c[l]); });
}

/// The predicate dst = Op(a, b), in the lanes of the mask.
template <typename A, typename Op>
void runPredicate(Warp &w, const Inst &i, uint32_t mask) {
  const A *a = w.reg<A>(i.a), *b = w.reg<A>(i.b);
  uint32_t result =
      collectLanes(mask, [&](unsigned l) { return Op()(a[l], b[l]); });
  w.setPredicate(i.dst, mask, result);
}

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_LANES_H
