//===- Order.cpp - What fences order --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Order.h"

#include "Block.h"
#include "Decoders/MemoryOperand.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

static void join(VectorClock &into, const VectorClock &from) {
  if (into.size() < from.size())
    into.resize(from.size(), 0);
  for (size_t i = 0; i < from.size(); ++i)
    into[i] = std::max(into[i], from[i]);
}

void Order::arriveAtCluster(unsigned warp) {
  join(arrivedInits, initFences[warp]);
}

void Order::meet() {
  join(completedInits, arrivedInits);
  arrivedInits.clear();
}

void Order::passCluster(unsigned warp) {
  join(knownInits[warp], completedInits);
}

void mlir::tile::sim::fenceMbarriers(Warp &w) {
  Order *order = w.block.cluster.order.get();
  if (!order)
    return;
  unsigned index = w.block.indexInCluster(w);
  join(order->initFences[index], order->knownInits[index]);
  join(order->initFences[index], w.block.clockOf(w));
  w.block.tick(w);
}

const VectorClock &mlir::tile::sim::getMbarrierClock(const Warp &w) {
  const VectorClock &clock = w.block.clockOf(w);
  VectorClock &known =
      w.block.cluster.order->knownInits[w.block.indexInCluster(w)];
  if (known.empty())
    return clock;
  join(known, clock);
  return known;
}

void mlir::tile::sim::fence(Warp &w, FenceScope scope) {
  Block &block = w.block;
  if (Order *order = block.cluster.order.get()) {
    unsigned index = block.indexInCluster(w);
    block.takeClock(w, order->reads[index]);
    order->reads[index].clear();
    order->fences[index] = block.clockOf(w);
    block.tick(w);
  }
  bool isClustered = block.launch().cluster.count() > 1;
  if (scope == FenceScope::Device ||
      (scope == FenceScope::Cluster && isClustered))
    fenceGlobal(w);
}

void mlir::tile::sim::orderAccess(Warp &w, const Access &access,
                                  const uint8_t *place) {
  Order *order = w.block.cluster.order.get();
  if (!order)
    return;
  unsigned index = w.block.indexInCluster(w);
  if (access.kind != AccessKind::Write) {
    auto known = order->places.find(place);
    if (known != order->places.end())
      join(order->reads[index], known->second);
  }
  if (access.kind == AccessKind::Read)
    return;
  // Atomic operations go on with what others released there.
  VectorClock &given = order->places[place];
  if (access.kind == AccessKind::Write)
    given.clear();
  join(given, order->fences[index]);
}
