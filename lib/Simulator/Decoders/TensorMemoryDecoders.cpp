//===- TensorMemoryDecoders.cpp - tcgen05 as a whole
//-----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.16.7 "alloc", 9.7.16.8 "wait", 9.7.16.11 "fence", 9.7.16.12
// "commit". Loads, stores and copies are in TensorMoveDecoders.cpp, products in
// TensorProductDecoders.cpp.
//
//===----------------------------------------------------------------------===//

#include "TensorMemoryDecoders.h"

#include "Access.h"
#include "AsyncDecoders.h"
#include "Block.h"
#include "MatrixDecoders.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

static uint32_t getPc(const Warp &w, const Inst &i) {
  return w.block.launch().program.getPc(i);
}

static std::string describeLine(const Warp &w, uint32_t pc) {
  return std::to_string(w.block.launch().program.locate(pc).ptxLine);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

void mlir::tile::sim::decodeTensorAddress(Decoder &d,
                                          const ptx::Operand &operand,
                                          MemoryOperand &memory) {
  AddressOperand address = d.address(operand);
  memory.base = address.base;
  memory.isNarrow = address.baseBits == 32;
  memory.offset = address.offset;
}

static uint32_t readUniform(Warp &w, const Inst &i, uint32_t mask,
                            const uint64_t *values, const char *what) {
  unsigned first = __builtin_ctz(mask);
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    if (uint32_t(values[lane]) != uint32_t(values[first])) {
      w.report(ReportKind::Undefined, i, lane,
               "expected the same " + llvm::Twine(what) +
                   " in all threads, found 0x" +
                   llvm::Twine::utohexstr(uint32_t(values[first])) + " and 0x" +
                   llvm::Twine::utohexstr(uint32_t(values[lane])));
      break;
    }
  }
  return uint32_t(values[first]);
}

uint32_t mlir::tile::sim::readTensorAddress(Warp &w, const Inst &i,
                                            uint32_t mask,
                                            const MemoryOperand &memory) {
  uint64_t addresses[kNumLanes];
  computeAddresses(w, memory, mask, addresses);
  return readUniform(w, i, mask, addresses, "address of tensor memory");
}

static uint32_t readUniformRegister(Warp &w, const Inst &i, uint32_t mask,
                                    uint32_t offset, const char *what) {
  uint64_t values[kNumLanes];
  const uint32_t *from = w.reg<uint32_t>(offset);
  for (unsigned lane = 0; lane < kNumLanes; ++lane)
    values[lane] = from[lane];
  return readUniform(w, i, mask, values, what);
}

unsigned mlir::tile::sim::getIssuingLane(Warp &w, const Inst &i,
                                         uint32_t mask) {
  unsigned lane = __builtin_ctz(mask), count = __builtin_popcount(mask);
  if (count != 1)
    w.report(ReportKind::Undefined, i, lane,
             "expected one thread, found " + llvm::Twine(count) +
                 " of the warp, and each of them does it: expected elect.sync");
  return lane;
}

llvm::SmallVector<Block *, 2> mlir::tile::sim::getTensorBlocks(Warp &w,
                                                               const Inst &i,
                                                               unsigned lane,
                                                               bool isPair) {
  if (!isPair)
    return {&w.block};
  auto &blocks = w.block.cluster.blocks;
  unsigned first = w.block.rank & ~1u;
  if (first + 1 < blocks.size())
    return {blocks[first].get(), blocks[first + 1].get()};
  w.report(ReportKind::Undefined, i, lane,
           "expected a cluster in which each CTA has another one of its pair, "
           "found " +
               llvm::Twine(blocks.size()) +
               (blocks.size() == 1 ? " CTA" : " CTAs"));
  return {};
}

//===----------------------------------------------------------------------===//
// alloc, dealloc, relinquish_alloc_permit
//===----------------------------------------------------------------------===//

namespace {
/// `Inst::a` is the number of columns, `Inst::b` the address of dealloc.
struct AllocationData : MemoryOperand {
  bool isPair = false;
};
} // namespace

static bool checkColumns(Warp &w, const Inst &i, uint32_t count) {
  if (llvm::isPowerOf2_32(count) && count >= TensorMemory::kUnit &&
      count <= TensorMemory::kColumns)
    return true;
  w.report(ReportKind::Undefined, i, kNumLanes,
           "expected a power of two from 32 to 512 as the number of columns, "
           "found " +
               llvm::Twine(count));
  return false;
}

static void runAllocate(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const AllocationData *>(i.data);
  Block &block = w.block;
  if (!checkWholeWarp(w, i, mask))
    return;
  uint32_t count = readUniformRegister(w, i, mask, i.a, "number of columns");
  if (!checkColumns(w, i, count) ||
      getTensorBlocks(w, i, 0, data.isPair).empty())
    return;
  if (!block.tensorMemory)
    block.tensorMemory = std::make_unique<TensorMemory>();
  TensorMemory &memory = *block.tensorMemory;
  if (memory.relinquished)
    w.report(ReportKind::Undefined, i, kNumLanes, [&] {
      return "allocates tensor memory after tcgen05.relinquish_alloc_permit at "
             "PTX line " +
             describeLine(w, memory.relinquished);
    });
  std::optional<unsigned> column = memory.findFree(count);
  if (!column)
    return w.wait(WaitKind::TensorMemory, 0, /*again=*/true);
  memory.allocate({*column, count, getPc(w, i), data.isPair});
  block.noteProgress();
  uint64_t addresses[kNumLanes];
  computeAddresses(w, data, mask, addresses);
  readUniform(w, i, mask, addresses, "address");
  if (uint8_t *to = accessOne(w, i, 0, data.access, addresses[0]))
    std::memcpy(to, &*column, 4);
}

static void runFree(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const AllocationData *>(i.data);
  if (!checkWholeWarp(w, i, mask))
    return;
  uint32_t count = readUniformRegister(w, i, mask, i.a, "number of columns");
  uint32_t address =
      readUniformRegister(w, i, mask, i.b, "address of tensor memory");
  if (!checkColumns(w, i, count))
    return;
  unsigned column = getTensorColumn(address);
  TensorRange range = {0, TensorMemory::kLanes, column, count};
  if (getTensorLane(address) != 0 || column + count > TensorMemory::kColumns)
    return w.report(ReportKind::OutOfBounds, i, kNumLanes,
                    "expected an address that tcgen05.alloc gave, found 0x" +
                        llvm::Twine::utohexstr(address));
  TensorMemory *memory = accessTensor(w, i, kNumLanes, w.block, range);
  if (!memory)
    return;
  const TensorMemory::Allocation *allocation = memory->find(column, count);
  if (allocation->column != column || allocation->count != count ||
      allocation->isPair != data.isPair)
    return w.report(ReportKind::Undefined, i, kNumLanes, [&] {
      return "expected the address, the number of columns and .cta_group of "
             "the tcgen05.alloc at PTX line " +
             describeLine(w, allocation->pc) + ": " +
             std::to_string(allocation->count) + " columns from " +
             std::to_string(allocation->column) +
             " on, .cta_group::" + (allocation->isPair ? "2" : "1") +
             "; found " + std::to_string(count) + " from " +
             std::to_string(column) +
             " on, .cta_group::" + (data.isPair ? "2" : "1");
    });
  // Like a store: all that was issued must be over.
  followTensor(w, i, kNumLanes, w.block, range, TensorPipe::Store,
               issueTensor(w, TensorPipe::Store), AccessKind::Write,
               /*isFreed=*/true);
  memory->free(allocation);
  w.block.noteProgress();
  for (auto &warp : w.block.warps)
    warp->release(WaitKind::TensorMemory, 0);
}

static void runRelinquish(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  if (!w.block.tensorMemory)
    w.block.tensorMemory = std::make_unique<TensorMemory>();
  w.block.tensorMemory->relinquished = getPc(w, i);
}

static void decodeAllocate(Decoder &d) {
  AllocationData data;
  data.isPair = d.has("cta_group::2");
  decodeAddress(d, d.operand(0), data);
  setAccess(d, data, AccessKind::Write, 4, 4);
  d.inst.a = d.read(1, "b32");
  d.setData(data);
  d.inst.control = Control::Wait;
  d.emit(runAllocate);
}

static void decodeFree(Decoder &d) {
  AllocationData data;
  data.isPair = d.has("cta_group::2");
  d.inst.b = d.read(0, "b32");
  d.inst.a = d.read(1, "b32");
  d.setData(data);
  d.emit(runFree);
}

//===----------------------------------------------------------------------===//
// wait, fence
//===----------------------------------------------------------------------===//

/// A count of the warp's own clock, if clocks are followed.
static void setKnown(Warp &w, unsigned what, uint32_t count) {
  Block &block = w.block;
  if (block.launch().options.findSharedRaces)
    block.clockOf(
        w)[block.cluster.getTensorPlace(block.indexInCluster(w), what)] = count;
}

/// `Inst::mode` is the pipe.
static void runWait(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  TensorState &state = getAsync(w).tensor;
  setKnown(w, i.mode, state.issued[i.mode]);
  if (TensorPipe(i.mode) == TensorPipe::Load)
    state.loading.clear();
}

static void runFenceBefore(Warp &w, const Inst &, uint32_t) {
  Block &block = w.block;
  if (!block.launch().options.findSharedRaces)
    return;
  VectorClock &clock = block.clockOf(w);
  for (TensorPipe pipe : {TensorPipe::Load, TensorPipe::Store}) {
    unsigned place =
        block.cluster.getTensorPlace(block.indexInCluster(w), unsigned(pipe));
    clock[place + kNumTensorPipes] = clock[place];
  }
}

static void runFenceAfter(Warp &w, const Inst &, uint32_t) {
  if (w.block.launch().options.findSharedRaces)
    getAsync(w).tensor.usable = w.block.clockOf(w);
}

//===----------------------------------------------------------------------===//
// commit
//===----------------------------------------------------------------------===//

namespace {
/// `Inst::a` is the mask of a multicast.
struct CommitData : MemoryOperand {
  bool isPair = false, isMulticast = false;
};
} // namespace

static void arriveAt(Warp &w, const Inst &i, unsigned lane, Block &block,
                     uint64_t offset, uint32_t number) {
  Mbarrier *barrier = findSignalled(w, i, lane, block, offset);
  if (!barrier)
    return;
  if (barrier->pending == 0)
    return w.report(ReportKind::Undefined, i, lane,
                    "more arrivals at the mbarrier at byte " +
                        llvm::Twine(offset) + " than the " +
                        llvm::Twine(barrier->expected) +
                        " that it expects in a phase");
  if (w.block.launch().options.findSharedRaces) {
    w.block.giveClock(w, barrier->clock);
    uint32_t &known = barrier->clock[w.block.cluster.getTensorPlace(
        w.block.indexInCluster(w), unsigned(TensorPipe::Product))];
    known = std::max(known, number);
  }
  barrier->addEvent(Mbarrier::Event::Arrival, getPc(w, i), 1);
  --barrier->pending;
  barrier->advance();
  writeMbarrier(block, offset, *barrier);
  block.noteProgress();
}

static void runCommit(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const CommitData *>(i.data);
  unsigned lane = getIssuingLane(w, i, mask);
  TensorState &state = getAsync(w).tensor;
  uint32_t number = state.lastProduct[lane];
  if (number && state.isPair[lane] != data.isPair)
    w.report(ReportKind::Undefined, i, lane, [&] {
      return std::string("expected .cta_group::") +
             (state.isPair[lane] ? "2" : "1") +
             " as in the products that it waits for";
    });
  if (!number && state.issued[unsigned(TensorPipe::Product)])
    w.report(ReportKind::Undefined, i, lane,
             "this thread has issued no tcgen05.mma or tcgen05.cp, but another "
             "one of its warp has: a commit waits for its own thread's only");
  uint64_t addresses[kNumLanes], offset;
  computeAddresses(w, data, 1u << lane, addresses);
  // Triton gives an address in shared memory where a generic one is due.
  Space space =
      data.access.space == Space::Generic && addresses[lane] >= kSharedWindow
          ? Space::Generic
          : Space::SharedCluster;
  Block *block = findShared(w.block, space, addresses[lane], offset);
  if (!block)
    return w.report(ReportKind::Undefined, i, lane,
                    "expected the address of an mbarrier in shared memory");
  if (!data.isMulticast)
    return arriveAt(w, i, lane, *block, offset, number);
  auto &blocks = w.block.cluster.blocks;
  uint32_t ctas = w.reg<uint16_t>(i.a)[lane];
  if (ctas >> blocks.size())
    w.report(ReportKind::Undefined, i, lane,
             "expected a mask of the cluster's " + llvm::Twine(blocks.size()) +
                 " CTAs, found 0x" + llvm::Twine::utohexstr(ctas));
  for (size_t rank = 0; rank < blocks.size(); ++rank)
    if (ctas >> rank & 1)
      arriveAt(w, i, lane, *blocks[rank], offset, number);
}

static void decodeCommit(Decoder &d) {
  CommitData data;
  data.isPair = d.has("cta_group::2");
  data.isMulticast = d.has("multicast::cluster");
  decodeAddress(d, d.operand(0), data);
  if (d.has("shared::cluster"))
    data.access.space = Space::SharedCluster;
  setAccess(d, data, AccessKind::Atomic, 8, 8);
  if (data.isMulticast)
    d.inst.a = d.read(1, "b16");
  d.setData(data);
  d.emit(runCommit);
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

void mlir::tile::sim::decodeTensorMemory(Decoder &d) {
  d.program().usesTensorMemory = true;
  if (d.has("mma"))
    return decodeTensorProduct(d);
  d.inst.cls = InstructionClass::Async;
  if (d.has("alloc"))
    return decodeAllocate(d);
  if (d.has("dealloc"))
    return decodeFree(d);
  if (d.has("relinquish_alloc_permit"))
    return d.emit(runRelinquish);
  if (d.has("ld") || d.has("st"))
    return decodeTensorMove(d);
  if (d.has("wait::ld") || d.has("wait::st")) {
    d.inst.mode =
        unsigned(d.has("wait::ld") ? TensorPipe::Load : TensorPipe::Store);
    return d.emit(runWait);
  }
  if (d.has("fence::before_thread_sync"))
    return d.emit(runFenceBefore);
  if (d.has("fence::after_thread_sync"))
    return d.emit(runFenceAfter);
  if (d.has("commit"))
    return decodeCommit(d);
  if (d.has("cp"))
    return decodeTensorMemoryCopy(d);
  if (d.has("shift"))
    return decodeTensorShift(d);
  d.emitNotSimulated();
}
