//===- Order.h - What fences order ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fence alone orders nothing: it takes a place that one thread writes and
// another reads (PTX ISA 9.0, 8.10.3 "Release and Acquire Patterns").
//
//===----------------------------------------------------------------------===//
//
// With the vector clocks of SharedShadow.h, of warps of a cluster:
//
//     warp 0                            warp 1
//     st [x]
//     fence       keeps its clock
//     st.relaxed [flag]   gives the     ld.relaxed [flag]  remembers it
//                 place what it kept    fence      knows it from now on
//                                       ld [x]     ordered
//
// An `.acquire` load is one with a fence after it, a `.release` store one with
// a fence before. Without the place, two fences are no barrier: so a
// `__threadfence_block()` where `__syncthreads()` is meant is found. Fences of
// proxies order nothing here.
//
// fence.mbarrier_init is a release of the thread's mbarrier.init alone. So what
// it keeps is of use for accesses to mbarriers only, and a relaxed arrival at
// barrier.cluster gives it to those that wait there (PTX ISA 9.0, 9.7.13.4
// "membar, fence").
//
// Between clusters GlobalShadow does not follow places.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_SHADOW_ORDER_H
#define TILE_LIB_SIMULATOR_SHADOW_ORDER_H

#include "SharedShadow.h"
#include "Warp.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::tile::sim {

class Order {
public:
  explicit Order(size_t numWarps)
      : fences(numWarps), reads(numWarps), initFences(numWarps),
        knownInits(numWarps) {}

  /// What each warp knew at its last fence, and what it has read since.
  std::vector<VectorClock> fences, reads;
  /// What each place was given by strong writes.
  llvm::DenseMap<const uint8_t *, VectorClock> places;

  // Of mbarrier.init: what each warp knew at its last fence.mbarrier_init, and
  // what it has heard of by barrier.cluster.
  std::vector<VectorClock> initFences, knownInits;
  /// The warp arrives at barrier.cluster, all have, and the warp has waited.
  void arriveAtCluster(unsigned warp);
  void meet();
  void passCluster(unsigned warp);

private:
  VectorClock arrivedInits, completedInits;
};

/// How far a fence orders.
enum class FenceScope : uint8_t { None, Block, Cluster, Device };

/// A fence of the warp: within the cluster, and with other CTAs if the scope is
/// wide enough.
void fence(Warp &w, FenceScope scope);
/// A fence of what the warp's threads initialised as mbarriers.
void fenceMbarriers(Warp &w);
/// What the warp knows where mbarriers are concerned. Until the next call.
const VectorClock &getMbarrierClock(const Warp &w);
/// A strong access to a place.
void orderAccess(Warp &w, const Access &access, const uint8_t *place);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_SHADOW_ORDER_H
