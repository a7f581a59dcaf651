//===- BulkDecoders.cpp - Bulk copies -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.9.25.4 "cp.async.bulk", 9.7.9.12 "st.async", 9.7.9.13
// "st.bulk", 9.7.13.7 "red.async". Tensor copies are in
// TensorDecoders.cpp.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "AsyncDecoders.h"
#include "Lanes.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

/// Addresses and sizes of bulk copies are multiples of it.
static constexpr unsigned kBulkBytes = 16;
static constexpr unsigned kBankRowBytes = 128;
/// More than any CTA has.
static constexpr uint64_t kMaxBulkFill = 1 << 20;

uint8_t *mlir::tile::sim::accessOne(Warp &w, const Inst &i, unsigned lane,
                                    const Access &access, uint64_t address) {
  uint64_t addresses[kNumLanes];
  uint8_t *pointers[kNumLanes];
  addresses[lane] = address;
  return w.access(i, 1u << lane, access, addresses, pointers) ? pointers[lane]
                                                              : nullptr;
}

uint8_t *mlir::tile::sim::accessTarget(Warp &w, const Inst &i, unsigned lane,
                                       Access access, uint64_t address,
                                       Block *&block, uint64_t &offset) {
  uint8_t *to = accessOne(w, i, lane, access, address);
  block = to ? findShared(w.block, access.space, address, offset) : nullptr;
  if (to && !block)
    w.report(ReportKind::Undefined, i, lane,
             "expected an address in shared memory");
  return block ? to : nullptr;
}

//===----------------------------------------------------------------------===//
// What a barrier tracks
//===----------------------------------------------------------------------===//

static void addTracked(Warp &w, Mbarrier &barrier, AsyncCopy copy) {
  TrackedOperation operation;
  operation.completedBytes = copy.bytes;
  operation.copy = std::move(copy);
  if (w.block.launch().options.findSharedRaces)
    w.block.giveClock(w, operation.clock);
  operation.turn = w.block.cluster.numTurns;
  barrier.tracked.push_back(std::move(operation));
}

/// The barrier completes the bytes of the copy when it is tested.
static void track(Warp &w, const Inst &i, unsigned lane,
                  const MemoryOperand &memory, const Block &target,
                  AsyncCopy copy) {
  forEachMbarrier(
      w, i, 1u << lane, memory,
      [&](unsigned, Block &block, uint64_t, Mbarrier &barrier) {
        if (&block != &target)
          w.report(ReportKind::Undefined, i, lane,
                   "expected the mbarrier to be in the shared memory of the "
                   "CTA that is written to");
        addTracked(w, barrier, std::move(copy));
        block.noteProgress();
      });
}

Mbarrier *mlir::tile::sim::findSignalled(Warp &w, const Inst &i, unsigned lane,
                                         Block &block, uint64_t offset) {
  Mbarrier *barrier = offset % 8 == 0 && block.hasShared(offset, 8)
                          ? findMbarrier(w, i, lane, block, offset)
                          : nullptr;
  if (barrier)
    checkIsKnown(w, i, lane, *barrier, offset);
  return barrier;
}

void mlir::tile::sim::trackAt(Warp &w, const Inst &i, unsigned lane,
                              Block &block, uint64_t offset, AsyncCopy copy) {
  Mbarrier *barrier = findSignalled(w, i, lane, block, offset);
  if (!barrier)
    return;
  // As Triton leaves the fence out, this is not a finding unless asked for.
  const RunOptions &options = w.block.launch().options;
  bool isThroughProxy = copy.from || copy.deferred;
  if (isThroughProxy && !barrier->isPublished && options.findSharedRaces &&
      options.strictRaces)
    w.report(ReportKind::SharedRace, i, lane,
             "the mbarrier at byte " + llvm::Twine(offset) +
                 " of shared memory is signalled through the async proxy: "
                 "expected fence.mbarrier_init or fence.proxy.async after "
                 "mbarrier.init");
  addTracked(w, *barrier, std::move(copy));
  writeMbarrier(block, offset, *barrier);
  block.noteProgress();
}

//===----------------------------------------------------------------------===//
// cp.async.bulk, cp.reduce.async.bulk
//===----------------------------------------------------------------------===//

namespace {
/// `Inst::a` is the size, `Inst::b` the mask of bytes, `Inst::c` that of the
/// CTAs of a multicast.
struct BulkData {
  MemoryOperand to, from, barrier;
  /// A copy to global memory, in a group.
  bool isGrouped = false;
  bool isMulticast = false;
  AtomicFunction reduce = nullptr;
  uint8_t elementBytes = 0;
};
} // namespace

/// A pass through all banks moves 128 bytes.
static void countShared(Warp &w, bool isRead, uint64_t bytes) {
  Statistics &s = w.worker->statistics;
  MemoryStatistics &m = isRead ? s.sharedLoads : s.sharedStores;
  ++m.requests;
  m.bytes += bytes;
  m.wavefronts += (bytes + kBankRowBytes - 1) / kBankRowBytes;
}

/// Copies to the same place in each CTA of the mask.
static void multicast(Warp &w, const Inst &i, unsigned lane,
                      const BulkData &data, const AsyncCopy &copy,
                      uint64_t offset) {
  uint32_t mask = w.reg<uint16_t>(i.c)[lane];
  auto &blocks = w.block.cluster.blocks;
  uint64_t addresses[kNumLanes], barrier;
  computeAddresses(w, data.barrier, 1u << lane, addresses);
  if (!findShared(w.block, data.barrier.access.space, addresses[lane], barrier))
    return w.report(ReportKind::Undefined, i, lane,
                    "expected the address of an mbarrier in shared memory");
  if (mask >> blocks.size())
    w.report(ReportKind::Undefined, i, lane,
             "expected a mask of the cluster's " + llvm::Twine(blocks.size()) +
                 " CTAs, found 0x" + llvm::Twine::utohexstr(mask));
  for (size_t rank = 0; rank < blocks.size(); ++rank) {
    if (!(mask >> rank & 1))
      continue;
    Block &target = *blocks[rank];
    AsyncCopy each = copy;
    each.to = target.shared.data() + offset;
    if (copy.bytes && !target.sharedShadow.empty())
      std::memset(target.sharedShadow.data() + offset, 0, copy.bytes);
    markTarget(w, i, lane, target, offset, each);
    trackAt(w, i, lane, target, barrier, std::move(each));
  }
}

static void runBulkOfLane(Warp &w, const Inst &i, unsigned lane,
                          const BulkData &data, uint64_t toAddress,
                          uint64_t fromAddress) {
  uint32_t bytes = w.reg<uint32_t>(i.a)[lane];
  if (bytes % kBulkBytes != 0) {
    w.report(ReportKind::Undefined, i, lane,
             "expected a size that is a multiple of 16, found " +
                 llvm::Twine(bytes));
    bytes -= bytes % kBulkBytes;
  }
  AsyncCopy copy;
  copy.bytes = copy.sourceBytes = bytes;
  copy.reduce = data.reduce;
  copy.elementBytes = data.elementBytes;
  if (data.to.access.space == Space::Global)
    copy.byteMask = w.reg<uint16_t>(i.b)[lane];
  Access from = data.from.access, to = data.to.access;
  from.bytes = to.bytes = bytes;
  Block *target = nullptr;
  uint64_t offset = 0;
  if (bytes) {
    copy.from = accessOne(w, i, lane, from, fromAddress);
    if (copy.from && data.isGrouped && !data.reduce)
      getAsync(w).bulkGroups.addStore(w, lane, to);
    if (copy.from)
      copy.to = data.isGrouped
                    ? accessOne(w, i, lane, to, toAddress)
                    : accessTarget(w, i, lane, to, toAddress, target, offset);
    if (!copy.to)
      return;
    if (!from.isCounted)
      countShared(w, /*isRead=*/true, bytes);
    if (!to.isCounted)
      countShared(w, /*isRead=*/false, bytes);
    countBulkShared(w, bytes);
    if (from.space == Space::Global)
      countBulkRow(w, fromAddress, bytes);
    if (to.space == Space::Global)
      countBulkRow(w, toAddress, bytes);
  } else {
    target = findShared(w.block, to.space, toAddress, offset);
  }
  uint64_t sourceOffset;
  Block *source =
      from.space == Space::Shared && copy.from
          ? findShared(w.block, from.space, fromAddress, sourceOffset)
          : nullptr;
  if (source) {
    copy.source = source;
    copy.sourceOffset = sourceOffset;
    source->shadow.beginReading(sourceOffset, bytes);
    copy.writer = describeShared(w, i, lane, /*isStrong=*/false,
                                 /*isOrdering=*/false, /*isAsync=*/true);
  }
  if (data.isGrouped)
    return getAsync(w).bulkGroups.add(lane, w.block.launch().program.getPc(i),
                                      std::move(copy));
  if (!target)
    return;
  if (data.isMulticast)
    return multicast(w, i, lane, data, copy, offset);
  // Reductions of several CTAs may be in flight at once.
  if (!data.reduce)
    markTarget(w, i, lane, *target, offset, copy);
  if (!data.reduce && from.space == Space::Global)
    target->sources.set(offset, bytes, fromAddress,
                        w.block.launch().program.getPc(i));
  track(w, i, lane, data.barrier, *target, std::move(copy));
}

static void runBulk(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const BulkData *>(i.data);
  uint64_t to[kNumLanes], from[kNumLanes];
  computeAddresses(w, data.to, mask, to);
  computeAddresses(w, data.from, mask, from);
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    runBulkOfLane(w, i, lane, data, to[lane], from[lane]);
  }
  // As after an arrival.
  w.yield(/*isIdle=*/false);
}

/// The operation of a reduction; false, after an error or with the instruction
/// emitted as not simulated, if there is none.
static bool decodeReduction(Decoder &d, AtomicFunction &reduce,
                            uint8_t &elementBytes, bool isGlobal) {
  for (StringRef op : {"add", "min", "max", "inc", "dec", "and", "or", "xor"}) {
    if (!d.has(op))
      continue;
    AtomicOperation operation =
        getAtomicOperation(op, d.type(), d.program().isExact);
    reduce = isGlobal ? operation.global : operation.shared;
  }
  elementBytes = ptx::getTypeBits(d.type()) / 8;
  if (reduce)
    return true;
  d.emitNotSimulated();
  return false;
}

static void decodeBulkCopy(Decoder &d) {
  BulkData data;
  data.isGrouped = d.has("bulk_group");
  bool isToCTA = !data.isGrouped && d.has("shared::cta") && d.has("global");
  bool isFromGlobal = !data.isGrouped && d.has("global");
  Space shared = isToCTA ? Space::Shared : Space::SharedCluster;
  AccessKind kind = AccessKind::Write;
  if (d.has("reduce")) {
    if (!decodeReduction(d, data.reduce, data.elementBytes, data.isGrouped))
      return;
    kind = AccessKind::Atomic;
  }
  decodeAddress(d, d.operand(0), data.to);
  data.to.access.space = data.isGrouped ? Space::Global : shared;
  setAccess(d, data.to, kind, kBulkBytes, kBulkBytes);
  data.to.access.isCounted = data.isGrouped;
  data.to.access.isAsync = data.from.access.isAsync = true;
  decodeAddress(d, d.operand(1), data.from);
  data.from.access.space = isFromGlobal ? Space::Global : Space::Shared;
  setAccess(d, data.from, AccessKind::Read, kBulkBytes, kBulkBytes);
  data.from.access.isStrong = false;
  data.from.access.isCounted = isFromGlobal;
  d.inst.a = d.read(2, "b32");
  unsigned next = 3;
  if (!data.isGrouped)
    decodeMbarrierAddress(d, d.operand(next++), shared, data.barrier);
  data.isMulticast = d.has("multicast::cluster");
  if (data.isMulticast)
    d.inst.c = d.read(next++, "b16");
  if (d.has("L2::cache_hint"))
    d.read(next++, "b64");
  d.inst.b = d.has("cp_mask") ? d.read(next, "b16") : d.constant(0xFFFF, 16);
  d.setData(data);
  d.inst.control = Control::Wait;
  d.emit(runBulk);
}

static void runCommit(Warp &w, const Inst &, uint32_t mask) {
  getAsync(w).bulkGroups.commit(mask);
}

/// To wait for the reads alone (`.read`, Inst::mode) does the copies, too; but
/// what is written to global memory is not there for others.
static void runWaitGroup(Warp &w, const Inst &i, uint32_t mask) {
  CopyGroups &groups = getAsync(w).bulkGroups;
  groups.wait(w, mask, uint32_t(i.imm));
  if (!i.mode)
    groups.endStores(w, mask, uint32_t(i.imm));
}

void mlir::tile::sim::decodeBulk(Decoder &d) {
  if (d.has("prefetch") && !d.has("tensor"))
    return decodeHint(d);
  if (d.has("commit_group"))
    return d.emit(runCommit);
  if (d.has("wait_group")) {
    int64_t allowed;
    if (!d.immediate(d.operand(0), allowed))
      return;
    d.inst.imm = uint64_t(allowed);
    d.inst.mode = d.has("read");
    return d.emit(runWaitGroup);
  }
  if (d.has("tensor"))
    return decodeTensorCopy(d);
  decodeBulkCopy(d);
}

//===----------------------------------------------------------------------===//
// st.async, red.async
//===----------------------------------------------------------------------===//

namespace {
/// `Inst::list` has the elements.
struct StoreData {
  MemoryOperand to, barrier;
  unsigned elementBytes = 4;
  AtomicFunction reduce = nullptr;
};
} // namespace

static void runStore(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const StoreData *>(i.data);
  uint64_t addresses[kNumLanes];
  computeAddresses(w, data.to, mask, addresses);
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    AsyncCopy copy;
    copy.bytes = copy.sourceBytes = data.to.access.bytes;
    copy.reduce = data.reduce;
    copy.elementBytes = data.elementBytes;
    for (unsigned e = 0; e < i.listSize; ++e)
      std::memcpy(copy.value.data() + e * data.elementBytes,
                  w.reg<uint8_t>(i.list[e]) + lane * data.elementBytes,
                  data.elementBytes);
    Block *target;
    uint64_t offset;
    copy.to = accessTarget(w, i, lane, data.to.access, addresses[lane], target,
                           offset);
    if (!copy.to)
      continue;
    if (!data.reduce)
      markTarget(w, i, lane, *target, offset, copy);
    track(w, i, lane, data.barrier, *target, std::move(copy));
  }
}

/// The operands are the address, the value and the barrier.
static void decodeStore(Decoder &d, StoreData data, AccessKind kind) {
  StringRef type = d.type();
  data.elementBytes = ptx::getTypeBits(type) / 8;
  llvm::ArrayRef<ptx::Operand> elements = Decoder::elements(d.operand(1));
  decodeAddress(d, d.operand(0), data.to);
  setAccess(d, data.to, kind, data.elementBytes * unsigned(elements.size()),
            data.elementBytes);
  decodeAddress(d, d.operand(2), data.barrier);
  decodeMbarrierAddress(d, d.operand(2), data.barrier.access.space,
                        data.barrier);
  llvm::SmallVector<uint32_t, 4> list;
  for (const ptx::Operand &element : elements)
    list.push_back(d.read(element, type));
  d.setList(list);
  d.setData(data);
  d.inst.cls = InstructionClass::Async;
  d.emit(runStore);
}

void mlir::tile::sim::decodeStoreAsync(Decoder &d) {
  decodeStore(d, {}, AccessKind::Write);
}

void mlir::tile::sim::decodeReductionAsync(Decoder &d) {
  StoreData data;
  uint8_t elementBytes;
  if (decodeReduction(d, data.reduce, elementBytes, /*isGlobal=*/false))
    decodeStore(d, data, AccessKind::Atomic);
}

//===----------------------------------------------------------------------===//
// st.bulk
//===----------------------------------------------------------------------===//

static void runFill(Warp &w, const Inst &i, uint32_t mask) {
  const auto &memory = *static_cast<const MemoryOperand *>(i.data);
  uint64_t addresses[kNumLanes];
  computeAddresses(w, memory, mask, addresses);
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    uint64_t bytes = w.reg<uint64_t>(i.a)[lane];
    if (bytes % 8 != 0 || bytes > kMaxBulkFill) {
      w.report(ReportKind::Undefined, i, lane,
               "expected a size that is a multiple of 8 and at most " +
                   llvm::Twine(kMaxBulkFill) + ", found " + llvm::Twine(bytes));
      continue;
    }
    if (bytes == 0)
      continue;
    Access access = memory.access;
    access.bytes = bytes;
    Block *block;
    uint64_t offset;
    uint8_t *to =
        accessTarget(w, i, lane, access, addresses[lane], block, offset);
    if (!to)
      continue;
    std::memset(to, 0, bytes);
    countShared(w, /*isRead=*/false, bytes);
  }
}

void mlir::tile::sim::decodeStoreBulk(Decoder &d) {
  int64_t value;
  if (!d.immediate(d.operand(2), value))
    return;
  if (value != 0)
    return d.fail("expected 0 as the value of st.bulk, found " +
                  llvm::Twine(value));
  MemoryOperand memory;
  decodeAddress(d, d.operand(0), memory);
  setAccess(d, memory, AccessKind::Write, 8, 8);
  memory.access.isCounted = false;
  d.inst.a = d.read(1, "b64");
  d.setData(memory);
  d.inst.cls = InstructionClass::Shared;
  d.emit(runFill);
}
