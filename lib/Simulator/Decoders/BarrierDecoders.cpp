//===- BarrierDecoders.cpp - Barriers and fences --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.13.1 "bar, barrier" to 9.7.13.4 "membar, fence".
//
//===----------------------------------------------------------------------===//

#include "AsyncDecoders.h"
#include "Block.h"
#include "Collective.h"
#include "Decoder.h"
#include "Lanes.h"
#include "Mbarrier.h"
#include "MemoryOperand.h"
#include "Shadow/Order.h"

#include "llvm/ADT/STLExtras.h"

#include <atomic>

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

void mlir::tile::sim::fenceGlobal(Warp &w) {
  Block &block = w.block;
  // The CTAs of other threads see the kernel's accesses in their order, on
  // hosts that order less than x86-64 does, too.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (GlobalShadow *shadow = block.launch().globalShadow.get()) {
    shadow->synchronize(block.linear);
    ++block.epoch;
  }
}

//===----------------------------------------------------------------------===//
// bar and barrier
//===----------------------------------------------------------------------===//

namespace {
enum class Reduction : uint8_t { None, Popc, And, Or };

struct BarrierData {
  bool waits = true, isAligned = true;
  Reduction reduction = Reduction::None;
  uint32_t flip = 0;
};
} // namespace

/// Reports that lanes of the warp are not at an `.aligned` barrier with the
/// others; false if all are.
static bool reportApart(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t missing = w.live() & ~mask;
  if (!missing || w.isRelieved())
    return false;
  w.report(ReportKind::DivergentBarrier, i, __builtin_ctz(mask),
           "all threads of a warp must execute the barrier together, but " +
               llvm::Twine(__builtin_popcount(missing)) +
               " of them are elsewhere, the first of them lane " +
               llvm::Twine(__builtin_ctz(missing)));
  return true;
}

/// Notes that lanes of the warp have ended before a barrier: CUDA C++ wants all
/// threads of a block at __syncthreads(), though GPUs do not wait for those
/// that have ended.
static void noteEnded(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t ended = w.existing() & ~w.live();
  if (!ended)
    return;
  w.note(ReportKind::DivergentBarrier, i, __builtin_ctz(mask), [&] {
    return "all threads of a warp should execute the barrier, but " +
           std::to_string(__builtin_popcount(ended)) +
           " of them have ended, the first of them lane " +
           std::to_string(__builtin_ctz(ended));
  });
}

/// Results of bar.red, when the barrier is complete.
static void setResults(Warp &w, const Inst &i, const BarrierData &data,
                       uint32_t mask, const NamedBarrier &barrier) {
  switch (data.reduction) {
  case Reduction::Popc: {
    uint32_t *d = w.reg<uint32_t>(i.dst);
    forLanes(mask, [&](unsigned l) { d[l] = barrier.lastPopc; });
    return;
  }
  case Reduction::And:
    return w.setPredicate(i.dst, mask, barrier.lastAll ? kAllLanes : 0);
  case Reduction::Or:
    return w.setPredicate(i.dst, mask, barrier.lastAny ? kAllLanes : 0);
  case Reduction::None:
    return;
  }
}

/// The second half of bar.red: the lanes have waited.
static void runResults(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const BarrierData *>(i.data);
  unsigned number = w.reg<uint32_t>(i.a)[__builtin_ctz(mask)] & 15;
  setResults(w, i, data, mask, w.block.barriers[number]);
}

static void runBarrier(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const BarrierData *>(i.data);
  Block &block = w.block;
  unsigned lane = __builtin_ctz(mask);
  uint32_t number = w.reg<uint32_t>(i.a)[lane];
  uint32_t count = w.reg<uint32_t>(i.b)[lane];
  if (number >= 16) {
    w.report(ReportKind::Undefined, i, lane,
             "expected a barrier from 0 to 15, found " + llvm::Twine(number));
    return;
  }
  if (count % kNumLanes != 0) {
    w.report(ReportKind::Undefined, i, lane,
             "expected a count of threads that is a multiple of 32, found " +
                 llvm::Twine(count));
    count = llvm::alignTo(count, kNumLanes);
  }
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned l = __builtin_ctz(lanes);
    if (w.reg<uint32_t>(i.a)[l] != number) {
      w.report(
          ReportKind::Undefined, i, l,
          "lanes of a warp name different barriers: " + llvm::Twine(number) +
              " and " + llvm::Twine(w.reg<uint32_t>(i.a)[l]));
      break;
    }
  }
  if (data.isAligned && mask != w.live() && w.letOthersGoFirst(i))
    return;
  if (data.isAligned && reportApart(w, i, mask))
    block.barriers[number].isDivergent = true;
  else if (data.isAligned)
    noteEnded(w, i, mask);
  NamedBarrier &barrier = block.barriers[number];
  if (data.reduction != Reduction::None) {
    uint32_t values = (w.pred(i.c) ^ data.flip) & mask;
    barrier.popc += __builtin_popcount(values);
    barrier.all &= values == mask;
    barrier.any |= values != 0;
  }
  if (data.waits) {
    ++w.worker->statistics.barriers;
    w.wait(WaitKind::Barrier, number);
  }
  block.arrive(w, i, number, mask, count, data.isAligned);
}

static void decodeBarrier(Decoder &d) {
  BarrierData data;
  data.waits = !d.has("arrive");
  data.isAligned = d.source.opcode == "bar" || d.has("aligned");
  data.reduction = !d.has("red")   ? Reduction::None
                   : d.has("popc") ? Reduction::Popc
                   : d.has("and")  ? Reduction::And
                                   : Reduction::Or;
  bool reduces = data.reduction != Reduction::None;
  unsigned first = reduces ? 1 : 0, last = d.numOperands() - (reduces ? 1 : 0);
  d.inst.a = d.read(first, "b32");
  d.inst.b = last > first + 1 ? d.read(first + 1, "b32") : d.constant(0, 32);
  if (reduces)
    d.inst.c = d.readPredicate(d.operand(last), data.flip);
  d.setData(data);
  Inst second = d.inst;
  d.inst.control = Control::Wait;
  d.inst.flags |= MayBlock;
  d.emit(runBarrier);
  if (!reduces)
    return;
  // The results come after the wait: an instruction of its own.
  d.inst = second;
  d.inst.flags |= IsHidden;
  d.inst.dst = d.write(0, data.reduction == Reduction::Popc ? "u32" : "pred");
  d.emit(runResults);
}

//===----------------------------------------------------------------------===//
// barrier.cluster
//===----------------------------------------------------------------------===//

/// `Inst::mode` is 1 for `.aligned`, `Inst::imm` for `.relaxed`.
static void runClusterArrive(Warp &w, const Inst &i, uint32_t mask) {
  if (i.mode)
    reportApart(w, i, mask);
  if (uint32_t again = mask & w.clusterDue)
    w.report(ReportKind::Undefined, i, __builtin_ctz(again),
             "the thread arrives twice without barrier.cluster.wait between");
  w.clusterDue |= mask;
  w.clusterArrived |= mask;
  Cluster &cluster = w.block.cluster;
  cluster.isMeeting = true;
  if (cluster.order)
    cluster.order->arriveAtCluster(w.block.indexInCluster(w));
  if (!i.imm) {
    if (w.block.launch().options.findSharedRaces)
      w.block.giveClock(w, cluster.arrivedClock);
    fenceGlobal(w);
  }
  cluster.meet();
}

static void runClusterWait(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t waiting = mask & w.clusterArrived;
  if (waiting && waiting != mask)
    return w.splitToWait(i, waiting);
  if (i.mode)
    reportApart(w, i, mask);
  if (uint32_t missing = mask & ~w.clusterDue)
    w.report(ReportKind::Undefined, i, __builtin_ctz(missing),
             "the thread waits without barrier.cluster.arrive before");
  w.clusterDue &= ~mask;
  ++w.worker->statistics.barriers;
  if (waiting)
    w.wait(WaitKind::Cluster, 0);
  else
    w.block.passCluster(w);
}

static void decodeClusterBarrier(Decoder &d) {
  d.inst.mode = d.has("aligned");
  d.inst.imm = d.has("relaxed");
  if (d.has("arrive"))
    return d.emit(runClusterArrive);
  d.inst.control = Control::Wait;
  d.inst.flags |= MayBlock;
  d.emit(runClusterWait);
}

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

FenceScope mlir::tile::sim::getScope(const Decoder &d) {
  return d.has("cta")       ? FenceScope::Block
         : d.has("cluster") ? FenceScope::Cluster
                            : FenceScope::Device;
}

static void runFence(Warp &w, const Inst &i, uint32_t) {
  if (FenceScope(i.mode) != FenceScope::None)
    fence(w, FenceScope(i.mode));
}

static void runAsyncFence(Warp &w, const Inst &, uint32_t mask) {
  publishMbarriers(w);
  if (w.block.launch().options.findSharedRaces)
    w.block.fenceAsync(w, mask);
}

static void runMbarrierFence(Warp &w, const Inst &, uint32_t) {
  publishMbarriers(w);
  fenceMbarriers(w);
}

/// Fences of other proxies do not affect the order of accesses that the
/// simulator tracks.
static void decodeFence(Decoder &d) {
  if (d.has("proxy") && d.has("async") && !d.has("global"))
    return d.emit(runAsyncFence);
  if (d.has("tensormap::generic") && d.has("acquire"))
    return decodeTensorMapAcquire(d);
  if (d.has("mbarrier_init"))
    return d.emit(runMbarrierFence);
  bool isOther =
      d.has("proxy") || llvm::any_of(d.match.words, [](StringRef word) {
        return word.starts_with("proxy");
      });
  d.inst.mode = uint8_t(isOther ? FenceScope::None : getScope(d));
  d.emit(runFence);
}

static void decodeAnyBarrier(Decoder &d) {
  if (d.has("warp"))
    return decodeWarpSync(d);
  if (d.has("cluster"))
    return decodeClusterBarrier(d);
  decodeBarrier(d);
}

void mlir::tile::sim::addBarrierDecoders(DecoderTable &table) {
  auto add = [&](StringRef opcode, DecodeFunction decode) {
    table.add(opcode, decode, InstructionClass::Barrier);
  };
  add("bar", decodeAnyBarrier);
  add("barrier", decodeAnyBarrier);
  add("membar", decodeFence);
  add("fence", decodeFence);
}
