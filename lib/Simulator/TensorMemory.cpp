//===- TensorMemory.cpp - The memory of tcgen05 ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMemory.h"

#include "AsyncCopies.h"
#include "Block.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

//===----------------------------------------------------------------------===//
// Words and allocations
//===----------------------------------------------------------------------===//

bool TensorMemory::hasUndefined(const TensorRange &range) const {
  for (unsigned c = 0; c < range.numColumns; ++c) {
    const uint8_t *first =
        undefined.data() + (range.column + c) * kLanes + range.lane;
    if (llvm::any_of(llvm::ArrayRef(first, range.numLanes),
                     [](uint8_t word) { return word != 0; }))
      return true;
  }
  return false;
}

std::optional<unsigned> TensorMemory::findFree(unsigned count) const {
  for (unsigned first = 0; first + count <= kColumns; first += kUnit)
    if (llvm::none_of(allocations, [&](const Allocation &other) {
          return other.column < first + count &&
                 first < other.column + other.count;
        }))
      return first;
  return std::nullopt;
}

void TensorMemory::allocate(const Allocation &allocation) {
  allocations.push_back(allocation);
  auto fill = [&](auto &values, unsigned perColumn, auto value) {
    std::fill_n(values.begin() + allocation.column * perColumn,
                allocation.count * perColumn, value);
  };
  fill(words, kLanes, 0u);
  fill(undefined, kLanes, uint8_t(1));
  fill(cells, kLanes / kGroupLanes, Cell());
}

const TensorMemory::Allocation *TensorMemory::find(unsigned column,
                                                   unsigned count) const {
  const Allocation *it =
      llvm::find_if(allocations, [&](const Allocation &allocation) {
        return allocation.column <= column &&
               column + count <= allocation.column + allocation.count;
      });
  return it == allocations.end() ? nullptr : it;
}

void TensorMemory::free(const Allocation *allocation) {
  allocations.erase(allocations.begin() + (allocation - allocations.begin()));
}

bool mlir::tile::sim::isTensorLoad(const InstInfo &info) {
  return info.source && info.source->opcode == "tcgen05" &&
         llvm::is_contained(info.source->modifiers, "ld");
}

std::string mlir::tile::sim::describe(const TensorRange &range) {
  auto interval = [](unsigned first, unsigned count) {
    return std::to_string(first) + " to " + std::to_string(first + count - 1);
  };
  return "columns " + interval(range.column, range.numColumns) + " of lanes " +
         interval(range.lane, range.numLanes) + " of tensor memory";
}

TensorMemory *mlir::tile::sim::accessTensor(Warp &w, const Inst &i,
                                            unsigned lane, Block &block,
                                            const TensorRange &range) {
  TensorMemory *memory = block.tensorMemory.get();
  if (memory && range.lane + range.numLanes <= TensorMemory::kLanes &&
      memory->find(range.column, range.numColumns))
    return memory;
  w.report(ReportKind::OutOfBounds, i, lane, [&] {
    std::string allocated;
    if (memory)
      for (const TensorMemory::Allocation &allocation : memory->allocations)
        allocated += (allocated.empty() ? "" : ", ") +
                     std::to_string(allocation.column) + " to " +
                     std::to_string(allocation.column + allocation.count - 1);
    std::string of = &block == &w.block
                         ? " of the CTA"
                         : " of the CTA of rank " + std::to_string(block.rank);
    return "accesses " + describe(range) + of + ", which has 128 lanes; " +
           (allocated.empty() ? "no columns are allocated"
                              : "allocated are columns " + allocated);
  });
  return nullptr;
}

void mlir::tile::sim::reportTensorLeaks(Warp &w) {
  for (const TensorMemory::Allocation &allocation :
       w.block.tensorMemory->allocations)
    w.report(ReportKind::Undefined,
             w.block.launch().program.code[allocation.pc], kNumLanes,
             llvm::Twine(allocation.count) +
                 " columns of tensor memory are still allocated when the CTA "
                 "ends: expected tcgen05.dealloc");
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

uint32_t mlir::tile::sim::issueTensor(Warp &w, TensorPipe pipe) {
  return ++getAsync(w).tensor.issued[unsigned(pipe)];
}

uint32_t mlir::tile::sim::issueProduct(Warp &w, unsigned lane, bool isPair) {
  TensorState &state = getAsync(w).tensor;
  state.isPair[lane] = isPair;
  return state.lastProduct[lane] =
             ++state.issued[unsigned(TensorPipe::Product)];
}

namespace {
enum class TensorOrder {
  Ordered,
  /// By a barrier, but not by the letter.
  NoFenceBefore,
  NoFenceAfter,
  /// Of the own warp.
  NotWaited,
  /// Another warp has not waited before the barrier; or there is no barrier.
  OtherNotWaited,
  Race
};
} // namespace

static TensorOrder compare(Warp &w, TensorPipe pipe,
                           const TensorAccess &before) {
  const Block &block = w.block;
  const Cluster &cluster = block.cluster;
  if (!before.number)
    return TensorOrder::Ordered;
  bool isOwn = before.warp == block.indexInCluster(w);
  bool isProduct = before.pipe == TensorPipe::Product;
  if (isOwn && isProduct && pipe == TensorPipe::Product)
    return TensorOrder::Ordered;
  unsigned place = cluster.getTensorPlace(before.warp, unsigned(before.pipe));
  const VectorClock &clock = block.clockOf(w);
  if (clock[place] < before.number) {
    if (isOwn || isProduct)
      return TensorOrder::NotWaited;
    return cluster.clocks[before.warp][place] < before.number
               ? TensorOrder::OtherNotWaited
               : TensorOrder::Race;
  }
  if (isOwn && !isProduct)
    return TensorOrder::Ordered;
  if (!isProduct && clock[place + kNumTensorPipes] < before.number)
    return TensorOrder::NoFenceBefore;
  const VectorClock &usable = getAsync(w).tensor.usable;
  if (place >= usable.size() || usable[place] < before.number)
    return TensorOrder::NoFenceAfter;
  return TensorOrder::Ordered;
}

static const char *describeOrder(TensorOrder order, TensorPipe pipe) {
  if (order == TensorOrder::NoFenceBefore)
    return "expected tcgen05.fence::before_thread_sync before the barrier "
           "between them";
  if (order == TensorOrder::NoFenceAfter)
    return "expected tcgen05.fence::after_thread_sync after the barrier "
           "between them";
  if (pipe == TensorPipe::Product)
    return "expected tcgen05.commit, and a wait for its mbarrier, between "
           "them";
  if (order == TensorOrder::Race)
    return "expected a barrier between them";
  if (order == TensorOrder::NotWaited)
    return pipe == TensorPipe::Load ? "expected tcgen05.wait::ld between them"
                                    : "expected tcgen05.wait::st between them";
  return pipe == TensorPipe::Load
             ? "expected tcgen05.wait::ld, and then a barrier, between them"
             : "expected tcgen05.wait::st, and then a barrier, between them";
}

static const char *describePipe(TensorPipe pipe, bool isWrite) {
  switch (pipe) {
  case TensorPipe::Load:
    return "loads";
  case TensorPipe::Store:
    return "stores";
  case TensorPipe::Product:
    return isWrite ? "writes" : "reads";
  }
  return "";
}

static void report(Warp &w, const Inst &i, unsigned lane,
                   const TensorRange &range, AccessKind kind, TensorOrder order,
                   const TensorAccess &before, bool wasWrite, bool isFreed) {
  LaunchState &launch = w.block.launch();
  if (w.isRepeat(ReportKind::SharedRace, i, lane))
    return;
  std::string message = (isFreed                    ? "frees "
                         : kind == AccessKind::Read ? "reads "
                                                    : "writes ") +
                        describe(range) + ", which another operation " +
                        describePipe(before.pipe, wasWrite) + ": " +
                        describeOrder(order, before.pipe);
  Report report = w.makeReport(ReportKind::SharedRace, i, lane, message);
  report.hasOther = true;
  report.other = launch.program.locate(before.pc);
  const Warp &agent = w.block.cluster.getAgent(before.warp);
  report.otherBlock = agent.block.position;
  report.otherThread = agent.getThread(0);
  launch.add(std::move(report), launch.program.getPc(i));
}

void mlir::tile::sim::followTensor(Warp &w, const Inst &i, unsigned lane,
                                   Block &block, const TensorRange &range,
                                   TensorPipe pipe, uint32_t number,
                                   AccessKind kind, bool isFreed) {
  const LaunchState &launch = w.block.launch();
  if (!launch.options.findSharedRaces || !block.tensorMemory)
    return;
  bool needsFences = launch.options.strictRaces && !isFreed;
  TensorAccess self;
  self.warp = w.block.indexInCluster(w);
  self.pipe = pipe;
  self.number = number;
  self.pc = launch.program.getPc(i);
  TensorOrder worst = TensorOrder::Ordered;
  TensorAccess other;
  bool wasWrite = false;
  auto check = [&](const TensorAccess &before, bool isWrite) {
    TensorOrder order = compare(w, pipe, before);
    bool isFence = order == TensorOrder::NoFenceBefore ||
                   order == TensorOrder::NoFenceAfter;
    if (order <= worst || (isFence && !needsFences))
      return;
    worst = order;
    other = before;
    wasWrite = isWrite;
  };
  constexpr unsigned kGroup = TensorMemory::kGroupLanes;
  unsigned firstGroup = range.lane / kGroup,
           lastGroup = (range.lane + range.numLanes - 1) / kGroup;
  for (unsigned c = 0; c < range.numColumns; ++c)
    for (unsigned group = firstGroup; group <= lastGroup; ++group) {
      TensorMemory::Cell &cell =
          block.tensorMemory->getCell(group, range.column + c);
      check(cell.writer, /*isWrite=*/true);
      if (kind == AccessKind::Read) {
        auto *known = llvm::find_if(cell.readers, [&](const TensorAccess &r) {
          return r.warp == self.warp && r.pipe == self.pipe;
        });
        if (known != cell.readers.end())
          *known = self;
        else
          cell.readers.push_back(self);
        continue;
      }
      for (const TensorAccess &reader : cell.readers)
        check(reader, /*isWrite=*/false);
      cell.readers.clear();
      cell.writer = self;
    }
  if (worst != TensorOrder::Ordered)
    report(w, i, lane, range, kind, worst, other, wasWrite, isFreed);
}

//===----------------------------------------------------------------------===//
// Registers that are being loaded
//===----------------------------------------------------------------------===//

void mlir::tile::sim::followLoading(Warp &w, const Inst &inst,
                                    const InstInfo &info) {
  TensorState &state = getAsync(w).tensor;
  if (state.loading.empty() || state.frame != &w.frame())
    return;
  // PTX ISA, "Register dependencies, same thread": what reads a register comes
  // after its load.
  for (const RegisterUse &use : info.reads)
    if (use.index >= 0)
      state.loading.erase(use.offset);
  for (const RegisterUse &use : info.writes) {
    auto it =
        use.index < 0 ? state.loading.end() : state.loading.find(use.offset);
    if (it == state.loading.end())
      continue;
    w.report(ReportKind::Undefined, inst, kNumLanes, [&] {
      CodeLocation begun = w.block.launch().program.locate(it->second);
      return "writes register " + use.name.str() +
             ", which the tcgen05.ld at PTX line " +
             std::to_string(begun.ptxLine) +
             " loads: expected tcgen05.wait::ld before";
    });
    state.loading.erase(it);
  }
}
