//===- ClusterLaunchDecoders.cpp - clusterlaunchcontrol -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.13.17 "clusterlaunchcontrol": a cluster replaces
// another one in the grid that has not begun, which then does not run.
//
//===----------------------------------------------------------------------===//
//
// The answer is opaque: 16 bytes in shared memory. Here its words are the
// coordinates of the first CTA, and whether there is one. As the host threads
// take clusters one after the other, an answer that there is no more is true;
// on a GPU it may come too early, and the other clusters run by themselves.
// RunOptions::failingCancels has the same here.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "AsyncDecoders.h"
#include "Block.h"
#include "Lanes.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

static constexpr unsigned kAnswerBytes = 16;

namespace {
struct CancelData {
  MemoryOperand answer, barrier;
  bool isMulticast = false;
};
} // namespace

/// The answer of a request: takes the next cluster of the grid, if there is
/// one.
static std::array<uint32_t, 4> takeCluster(Warp &w) {
  LaunchState &launch = w.block.launch();
  uint64_t failing = launch.options.failingCancels;
  if (failing && ++launch.numCancels % failing == 0)
    return {0, 0, 0, 0};
  uint64_t index = launch.nextCluster++;
  if (index >= launch.clusters.count())
    return {0, 0, 0, 0};
  launch.doneBlocks += launch.cluster.count();
  Dim3 position = launch.clusters.at(index);
  return {position.x * launch.cluster.x, position.y * launch.cluster.y,
          position.z * launch.cluster.z, 1};
}

static void runTry(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const CancelData *>(i.data);
  uint64_t answers[kNumLanes], barriers[kNumLanes];
  computeAddresses(w, data.answer, mask, answers);
  computeAddresses(w, data.barrier, mask, barriers);
  Cluster &cluster = w.block.cluster;
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    if (cluster.hasNoMore)
      w.report(ReportKind::Undefined, i, lane,
               "asks for another cluster after an answer said that there is "
               "none");
    Block *target;
    uint64_t offset, barrier;
    uint8_t *to = accessTarget(w, i, lane, data.answer.access, answers[lane],
                               target, offset);
    if (!to)
      continue;
    if (!findShared(w.block, data.barrier.access.space, barriers[lane],
                    barrier)) {
      w.report(ReportKind::Undefined, i, lane,
               "expected the address of an mbarrier in shared memory");
      continue;
    }
    std::array<uint32_t, 4> answer = takeCluster(w);
    AsyncCopy copy;
    copy.bytes = copy.sourceBytes = kAnswerBytes;
    std::memcpy(copy.value.data(), answer.data(), kAnswerBytes);
    for (auto &block : cluster.blocks) {
      if (!data.isMulticast && block.get() != target)
        continue;
      AsyncCopy each = copy;
      each.to = block->shared.data() + offset;
      if (!block->sharedShadow.empty())
        std::memset(block->sharedShadow.data() + offset, 0, kAnswerBytes);
      markTarget(w, i, lane, *block, offset, each);
      trackAt(w, i, lane, *block, barrier, std::move(each));
    }
  }
  // As after an arrival.
  w.yield(/*isIdle=*/false);
}

static const Bits128 *getAnswers(Warp &w, const Inst &i) {
  return w.reg<Bits128>(i.a);
}

static bool isCanceled(const Bits128 &answer) { return answer.high >> 32 & 1; }

static void runIsCanceled(Warp &w, const Inst &i, uint32_t mask) {
  const Bits128 *answers = getAnswers(w, i);
  uint32_t result =
      collectLanes(mask, [&](unsigned l) { return isCanceled(answers[l]); });
  w.setPredicate(i.dst, mask, result);
  w.block.cluster.hasNoMore |= result != mask;
}

static void runFirstCta(Warp &w, const Inst &i, uint32_t mask) {
  const Bits128 *answers = getAnswers(w, i);
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    const Bits128 &answer = answers[lane];
    if (!isCanceled(answer))
      w.report(ReportKind::Undefined, i, lane,
               "reads the CTA of an answer that names none: expected "
               "query_cancel.is_canceled to be true");
    uint32_t words[4] = {uint32_t(answer.low), uint32_t(answer.low >> 32),
                         uint32_t(answer.high), 0};
    for (unsigned e = 0; e < i.listSize; ++e)
      w.reg<uint32_t>(i.list[e])[lane] = words[i.mode + e];
  }
}

static void decodeQuery(Decoder &d) {
  d.inst.a = d.read(1, "b128");
  if (d.has("is_canceled")) {
    d.inst.dst = d.write(0, "pred");
    return d.emit(runIsCanceled);
  }
  d.inst.mode = d.has("get_first_ctaid::y")   ? 1
                : d.has("get_first_ctaid::z") ? 2
                                              : 0;
  llvm::SmallVector<uint32_t, 4> list;
  for (const ptx::Operand &element : Decoder::elements(d.operand(0)))
    list.push_back(d.write(element, "b32"));
  d.setList(list);
  d.emit(runFirstCta);
}

void mlir::tile::sim::decodeClusterLaunch(Decoder &d) {
  if (d.has("query_cancel"))
    return decodeQuery(d);
  CancelData data;
  data.isMulticast = d.has("multicast::cluster::all");
  decodeAddress(d, d.operand(0), data.answer);
  Space space = d.has("shared::cta") ? Space::Shared : Space::Generic;
  data.answer.access.space = space;
  setAccess(d, data.answer, AccessKind::Write, kAnswerBytes, kAnswerBytes);
  data.answer.access.isAsync = true;
  data.answer.access.isCounted = false;
  decodeMbarrierAddress(d, d.operand(1), space, data.barrier);
  d.setData(data);
  d.inst.control = Control::Wait;
  d.emit(runTry);
}
