//===- Cost.h - What work takes of an SM ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one list of prices: plans and operations count what they do (`Work`), and
// only this file says what that takes of a multiprocessor (`Cost`). Needs no
// MLIR.
//
//===----------------------------------------------------------------------===//
//
// Prices choose between layouts, and between ways to move elements. So only
// differences count, and each number is an estimate. The unit is a quarter of a
// clock of one SM, as its four schedulers issue an instruction of a warp each
// per clock. A cost has four parts:
//
//   issue     the schedulers
//   memory    the caches, and the way to the second one
//   shared    the banks of shared memory, which shuffles go through, too
//   latency   all warps wait
//
// Example: a 64x64 tile of f32 goes through shared memory, by 4 warps: 32
// wavefronts of stores and 32 of loads each, a barrier and a wait: 4 * 64 * 2 +
// 160 + 240 = 912 quarters, 228 clocks.
//
// Sources: the numbers without another source were measured on an H200, by the
// speed of transposes, conversions and short reductions (`bench/peers`,
// movement.py and reductions.py).
//
//===----------------------------------------------------------------------===//

#ifndef TILE_HARDWARE_COST_H
#define TILE_HARDWARE_COST_H

#include <cstdint>
#include <string>
#include <utility>

namespace mlir::tile {

/// Quarters of a clock.
inline constexpr int64_t kClock = 4;

/// An instruction of a warp (CUDA C++ Programming Guide, "Compute
/// Capabilities": four schedulers), a select and a shuffle.
inline constexpr int64_t kInstruction = 1, kSelect = 2, kShuffle = kClock;

/// A wavefront is 128 bytes, one clock of the banks; half of it is hidden, as
/// wavefronts go on while other warps compute or memory delivers.
inline constexpr int64_t kWavefront = kClock / 2;

/// A barrier of the CTA takes 21 to 77 clocks. What an exchange brings is there
/// 60 clocks after it began, and a chain of shuffles is over after half of
/// them.
inline constexpr int64_t kBarrier = 40 * kClock, kWait = 60 * kClock,
                         kChain = kWait / 2;

/// A request of a warp to global memory, and each line of 128 bytes that it
/// touches: the cache looks up one line per clock.
inline constexpr int64_t kRequest = kClock, kLine = kClock;
/// A sector of 32 bytes: an H200 moves 4.2 TB/s on 132 SMs at 1.75 GHz, 18
/// bytes per clock and SM. One that a load touches again comes from the cache.
inline constexpr int64_t kSector = 2 * kClock, kSectorAgain = kClock / 4;
/// A line whose sectors a request takes in part, and a later one the rest: sums
/// of rows of 128 bytes or more take 1.15 times as long if two threads load a
/// row in pieces of 16 bytes, a sector of each line per request, and 1.45 times
/// if they load two tiles at a time; with four threads 1.0 and 1.2 times.
inline constexpr int64_t kLineAgain = kClock / 2;
/// The address of a request, and to pack or unpack what it moves; with a mask,
/// a predicate and a register to clear.
inline constexpr int64_t kPrepare = 2 * kClock, kPrepareMasked = 4 * kClock;

/// The price of what is not to be had at any price.
inline constexpr int64_t kNever = int64_t(1) << 40;

/// What memory moves at once (CUDA C++ Best Practices Guide, "Coalesced Access
/// to Global Memory").
inline constexpr int64_t kSectorBytes = 32, kLineBytes = 128;

/// What work takes of an SM, in quarters of a clock.
struct Cost {
  int64_t issue = 0, memory = 0, shared = 0, latency = 0;

  int64_t getSum() const { return issue + memory + shared + latency; }
  /// "228 clocks of an SM (shared 128, latency 100)", for messages.
  std::string describe() const;
};

/// What a warp, or all warps of a CTA, do to elements that change threads.
struct Work {
  int64_t instructions = 0, selects = 0, shuffles = 0;
  /// Instructions that access shared memory, which have no price of their own,
  /// and their wavefronts.
  int64_t accesses = 0, wavefronts = 0;
  /// Of the CTA: barriers, and how often all of its warps wait for what an
  /// exchange brings, or for a chain of shuffles.
  int64_t barriers = 0, waits = 0, chains = 0;

  /// Of a warp's work: that of so many warps, which wait together.
  Work ofWarps(int64_t warps) const {
    return {instructions * warps,
            selects * warps,
            shuffles * warps,
            accesses * warps,
            wavefronts * warps,
            barriers,
            waits,
            chains};
  }
  Work &operator+=(const Work &other) {
    instructions += other.instructions;
    selects += other.selects;
    shuffles += other.shuffles;
    accesses += other.accesses;
    wavefronts += other.wavefronts;
    barriers += other.barriers;
    waits += other.waits;
    chains += other.chains;
    return *this;
  }
  /// Of what cannot be done.
  static Work getImpossible() {
    Work work;
    work.waits = kNever / kWait;
    return work;
  }
  Cost getCost() const {
    return {kInstruction * instructions + kSelect * selects, 0,
            kShuffle * shuffles + kWavefront * wavefronts,
            kBarrier * barriers + kWait * waits + kChain * chains};
  }
  /// In quarters of a clock.
  int64_t getPrice() const { return getCost().getSum(); }
  /// The lower one is better: of one price, what takes fewer accesses.
  std::pair<int64_t, int64_t> getRank() const { return {getPrice(), accesses}; }
};

} // namespace mlir::tile

#endif // TILE_HARDWARE_COST_H
