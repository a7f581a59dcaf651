//===- Access.h - Counts and checks of memory accesses ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_ACCESS_H
#define TILE_LIB_SIMULATOR_ACCESS_H

#include "Shadow/SharedShadow.h"
#include "Warp.h"

namespace mlir::tile::sim {

/// The sectors of 32 bytes that the lanes touch, each counted once.
uint64_t countSectors(uint32_t mask, const uint64_t *addresses, unsigned bytes);

struct Wavefronts {
  unsigned wavefronts = 0;
  /// The least that there can be: groups of lanes that are served together.
  unsigned groups = 0;
};
/// The passes through the banks that the lanes need.
Wavefronts countWavefronts(uint32_t mask, const uint64_t *offsets,
                           unsigned bytes);

/// The CTA whose shared memory an address of `space` is in, and the offset
/// there; null if it is in none. The offset may be past the end.
Block *findShared(Block &own, Space space, uint64_t address, uint64_t &offset);

/// What the shadow of shared memory remembers of an access now.
SharedAccess describeShared(const Warp &warp, const Inst &inst, unsigned lane,
                            bool isStrong, bool isOrdering = false,
                            bool isAsync = false);

/// "a load of 4 bytes"
std::string describe(const Access &access);

/// `Warp::access` of local memory, and of parameters: addresses within them.
uint32_t accessLocal(Warp &warp, const Inst &inst, uint32_t mask,
                     const Access &access, const uint64_t *addresses,
                     uint8_t **pointers);
uint32_t accessParam(Warp &warp, const Inst &inst, uint32_t mask,
                     const Access &access, const uint64_t *addresses,
                     uint8_t **pointers, bool isGeneric = false);

/// Notes the accesses of an instruction to shared memory, and reports races and
/// what no thread wrote. It lives no longer than the instruction runs: the
/// count of the warp must not change.
class SharedFollower {
public:
  SharedFollower(Warp &warp, const Inst &inst, const Access &access);
  /// An access of `Access::bytes` of a lane.
  void follow(unsigned lane, Block &block, uint64_t offset);
  /// Another agent, which has a place in clocks, makes the accesses: of its
  /// operation of this number, from 1 on.
  void actAs(unsigned agent, uint32_t number);
  /// Whether reads of what was written so would find nothing.
  bool isOrderedAfter(llvm::ArrayRef<SharedAccess> writes) const;

private:
  void report(unsigned lane, uint64_t offset, SharedShadow::Finding finding,
              bool hasEqual, const SharedAccess &other);

  Warp &warp;
  const Inst &inst;
  const Access &access;
  bool isOn;
  SharedAccess self;
  const VectorClock *clock;
};

/// Says in a report who accessed global memory before.
void setOther(const Warp &warp, Report &report, const GlobalAccess &other);
/// ", which another thread ..." of a race.
std::string describeRace(bool isRelaxed, bool isEqual);
/// The same of what was found in shared memory.
std::string describeFinding(SharedShadow::Finding finding, bool isEqual);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_ACCESS_H
