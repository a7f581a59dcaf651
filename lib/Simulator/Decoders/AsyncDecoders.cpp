//===- AsyncDecoders.cpp - cp.async ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.9.25.3 "cp.async" and its groups. Bulk copies and mbarriers
// are in BulkDecoders.cpp and MbarrierDecoders.cpp.
//
//===----------------------------------------------------------------------===//

#include "AsyncDecoders.h"

#include "Access.h"
#include "Lanes.h"
#include "Shadow/Undefined.h"

#include "tile/PTX/KnownDefects.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

namespace {
/// `Inst::a` is the number of bytes that are read; `Inst::b`, if `ignores`, a
/// predicate that makes it 0.
struct CopyData {
  MemoryOperand to, from;
  bool ignores = false;
  std::optional<ptx::KnownDefect> defect;
};
} // namespace

/// Notes what ptxas may make of the copy. It is right here.
static void noteDefect(Warp &w, const Inst &i, uint32_t mask,
                       const ptx::KnownDefect &defect) {
  unsigned lane = __builtin_ctz(mask);
  if (w.isRepeat(ReportKind::PtxasDefect, i, lane, /*isNote=*/true))
    return;
  Report report = w.makeReport(ReportKind::PtxasDefect, i, lane,
                               (defect.message + "; " + defect.hint).str());
  report.isNote = true;
  LaunchState &launch = w.block.launch();
  launch.add(std::move(report), launch.program.getPc(i));
}

/// The bytes that each lane reads.
static void getSourceBytes(Warp &w, const Inst &i, uint32_t mask,
                           const CopyData &data, uint32_t *sourceBytes) {
  uint32_t bytes = data.to.access.bytes;
  const uint32_t *asked = w.reg<uint32_t>(i.a);
  uint32_t ignored = data.ignores ? w.pred(i.b) ^ uint32_t(i.imm) : 0;
  uint32_t tooMany =
      collectLanes(mask, [&](unsigned l) { return asked[l] > bytes; });
  forLanes(mask, [&](unsigned l) {
    sourceBytes[l] = ignored >> l & 1 ? 0 : std::min(asked[l], bytes);
  });
  if (!tooMany)
    return;
  unsigned lane = __builtin_ctz(tooMany);
  w.report(ReportKind::Undefined, i, lane,
           "expected at most " + llvm::Twine(bytes) +
               " bytes to be read, found " + llvm::Twine(asked[lane]));
}

/// Checks and counts the reads at the addresses; `from` gets places on the
/// host, and where a read may not be done, `sourceBytes` is made 0. Returns the
/// lanes that read undefined bits, whose shadows are in `shadows`.
static uint32_t accessSources(Warp &w, const Inst &i, uint32_t mask,
                              const CopyData &data, uint32_t *sourceBytes,
                              const uint64_t *addresses, uint8_t **from,
                              uint8_t **shadows) {
  uint32_t rest =
      collectLanes(mask, [&](unsigned l) { return sourceBytes[l] != 0; });
  // Lanes that read as much are one request.
  uint32_t undefined = 0;
  while (rest) {
    Access access = data.from.access;
    access.bytes = sourceBytes[__builtin_ctz(rest)];
    uint32_t alike = collectLanes(
        rest, [&](unsigned l) { return sourceBytes[l] == access.bytes; });
    uint32_t good = w.access(i, alike, access, addresses, from);
    forLanes(alike & ~good, [&](unsigned l) { sourceBytes[l] = 0; });
    forLanes(good & w.followedLanes, [&](unsigned l) {
      shadows[l] = w.shadows[l];
      undefined |= uint32_t(hasUndefinedBits(shadows[l], access.bytes)) << l;
    });
    rest &= ~alike;
  }
  return undefined;
}

static void runCopy(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const CopyData *>(i.data);
  uint64_t addresses[kNumLanes], sources[kNumLanes];
  uint8_t *to[kNumLanes], *from[kNumLanes], *shadows[kNumLanes];
  uint32_t sourceBytes[kNumLanes];
  if (data.defect)
    noteDefect(w, i, mask, *data.defect);
  getSourceBytes(w, i, mask, data, sourceBytes);
  computeAddresses(w, data.from, mask, sources);
  uint32_t undefined =
      accessSources(w, i, mask, data, sourceBytes, sources, from, shadows);
  computeAddresses(w, data.to, mask, addresses);
  uint32_t good = w.access(i, mask, data.to.access, addresses, to);
  CopyGroups &groups = getAsync(w).groups;
  uint32_t pc = w.block.launch().program.getPc(i);
  forLanes(undefined & good & w.followedLanes, [&](unsigned lane) {
    std::memcpy(w.shadows[lane], shadows[lane], sourceBytes[lane]);
    noteOrigin(w, w.shadows[lane], sourceBytes[lane],
               packOrigin({pc, 0, Space::Global}));
  });
  for (; good; good &= good - 1) {
    unsigned lane = __builtin_ctz(good);
    AsyncCopy copy;
    copy.to = to[lane];
    copy.sourceBytes = sourceBytes[lane];
    copy.from = copy.sourceBytes ? from[lane] : to[lane];
    copy.bytes = data.to.access.bytes;
    uint64_t offset;
    if (Block *target = findShared(w.block, data.to.access.space,
                                   addresses[lane], offset)) {
      markTarget(w, i, lane, *target, offset, copy);
      if (copy.sourceBytes == copy.bytes)
        target->sources.set(offset, copy.bytes, sources[lane], pc);
    }
    groups.add(lane, pc, std::move(copy));
  }
}

static void decodeCopy(Decoder &d) {
  CopyData data;
  int64_t bytes;
  if (!d.immediate(d.operand(2), bytes))
    return;
  bool isAllowed = bytes == 16 || (d.has("ca") && (bytes == 4 || bytes == 8));
  if (!isAllowed)
    return d.fail("expected a copy of " +
                  llvm::Twine(d.has("ca") ? "4, 8 or 16" : "16") +
                  " bytes, found " + llvm::Twine(bytes));
  decodeAddress(d, d.operand(0), data.to);
  data.to.access.space = Space::Shared;
  setAccess(d, data.to, AccessKind::Write, bytes, bytes);
  decodeAddress(d, d.operand(1), data.from);
  data.from.access.space = Space::Global;
  setAccess(d, data.from, AccessKind::Read, bytes, bytes);
  d.inst.a = d.constant(bytes, 32);
  unsigned end = d.numOperands() - (d.has("L2::cache_hint") ? 1 : 0);
  if (end > 3) {
    const ptx::Operand &last = d.operand(3);
    data.ignores = last.kind == ptx::Operand::Name &&
                   d.function.lookup(last).type == "pred";
    uint32_t flip = 0;
    if (data.ignores)
      d.inst.b = d.readPredicate(last, flip);
    else
      d.inst.a = d.read(3, "b32");
    d.inst.imm = flip;
  }
  if (end < d.numOperands())
    d.read(end, "b64"); // A cache policy.
  data.defect = ptx::findKnownDefect(d.source);
  d.setData(data);
  d.emit(runCopy);
}

//===----------------------------------------------------------------------===//
// Groups, and arrivals when copies are done
//===----------------------------------------------------------------------===//

static void runCommit(Warp &w, const Inst &, uint32_t mask) {
  getAsync(w).groups.commit(mask);
}

static void runWaitGroup(Warp &w, const Inst &i, uint32_t mask) {
  getAsync(w).groups.wait(w, mask, uint32_t(i.imm));
}

static void runWaitAll(Warp &w, const Inst &, uint32_t mask) {
  CopyGroups &groups = getAsync(w).groups;
  groups.commit(mask);
  groups.wait(w, mask, 0);
}

static void runCopyArrive(Warp &w, const Inst &i, uint32_t mask) {
  const auto &memory = *static_cast<const MemoryOperand *>(i.data);
  bool hasIncrement = i.mode;
  forEachMbarrier(
      w, i, mask, memory,
      [&](unsigned lane, Block &block, uint64_t offset, Mbarrier &barrier) {
        if (hasIncrement)
          ++barrier.pending;
        TrackedOperation operation;
        operation.warp = &w;
        operation.lanes = 1u << lane;
        operation.number = getAsync(w).groups.issued;
        operation.pc = w.block.launch().program.getPc(i);
        operation.writerClock =
            describeShared(w, i, lane, /*isStrong=*/false).clock;
        if (w.block.launch().options.findSharedRaces)
          w.block.giveClock(w, operation.clock);
        unsigned arrivals = 1;
        for (const TrackedOperation &other : barrier.tracked)
          arrivals += other.warp != nullptr;
        if (arrivals > barrier.pending)
          w.report(ReportKind::Undefined, i, lane,
                   "arrives at the mbarrier at byte " + llvm::Twine(offset) +
                       ", where no more arrivals are pending");
        operation.turn = w.block.cluster.numTurns;
        barrier.tracked.push_back(std::move(operation));
        block.noteProgress();
      });
}

static void decodeCopyArrive(Decoder &d) {
  MemoryOperand memory;
  decodeAddress(d, d.operand(0), memory);
  decodeMbarrierAddress(d, d.operand(0), memory.access.space, memory);
  d.inst.mode = !d.has("noinc");
  d.setData(memory);
  d.emit(runCopyArrive);
}

static void decodeAsync(Decoder &d) {
  if (d.has("bulk"))
    return decodeBulk(d);
  if (d.has("commit_group"))
    return d.emit(runCommit);
  if (d.has("wait_all"))
    return d.emit(runWaitAll);
  if (d.has("arrive"))
    return decodeCopyArrive(d);
  if (!d.has("wait_group"))
    return decodeCopy(d);
  int64_t allowed;
  if (!d.immediate(d.operand(0), allowed))
    return;
  d.inst.imm = uint64_t(allowed);
  d.emit(runWaitGroup);
}

void mlir::tile::sim::addAsyncDecoders(DecoderTable &table) {
  table.add("cp", decodeAsync, InstructionClass::Async);
  table.add("mbarrier", decodeMbarrier, InstructionClass::Async);
  table.add("tensormap", decodeTensorMap, InstructionClass::Async);
  table.add("clusterlaunchcontrol", decodeClusterLaunch,
            InstructionClass::Async);
}
