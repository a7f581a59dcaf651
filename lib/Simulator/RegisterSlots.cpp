//===- RegisterSlots.cpp - Registers that share their place ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterSlots.h"
#include "ControlFlow.h"
#include "TensorMemory.h"
#include "Wgmma.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <deque>
#include <map>
#include <numeric>
#include <queue>

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::BitVector;

/// Functions with more bits in the sets of their blocks keep their places.
static constexpr uint64_t kMaxBits = uint64_t(1) << 28;

namespace {
/// From the first to the last instruction where a register is needed.
struct Range {
  int32_t index = -1;
  uint32_t begin = ~0u, end = 0;
  uint16_t bits = 0;
  bool isFollowed = false;

  void add(uint32_t pc) {
    begin = std::min(begin, pc);
    end = std::max(end, pc);
  }
};

struct Place {
  uint32_t offset = 0;
  /// Of its first register.
  int32_t number = -1;

  bool operator<(const Place &other) const { return offset < other.offset; }
};

/// The places for one kind of registers.
struct Places {
  using Used = std::pair<uint32_t, Place>; // Its last use.
  std::priority_queue<Used, std::vector<Used>, std::greater<>> used;
  llvm::SmallVector<Place> free;
};
} // namespace

/// Registers that are read at the start of a block or after it before they are
/// written.
static std::vector<BitVector> findLive(const ProgramCode &program,
                                       const ControlFlowGraph &graph,
                                       unsigned numRegisters) {
  size_t numBlocks = graph.blocks.size();
  std::vector<BitVector> read(numBlocks, BitVector(numRegisters)),
      written(numBlocks, BitVector(numRegisters));
  for (size_t b = 0; b < numBlocks; ++b)
    for (uint32_t pc = graph.blocks[b].end; pc-- > graph.blocks[b].begin;) {
      const InstInfo &info = program.infos[pc];
      if (program.code[pc].guard == kTrueOffset)
        for (const RegisterUse &use : info.writes)
          if (use.index >= 0) {
            written[b].set(use.index);
            read[b].reset(use.index);
          }
      for (const RegisterUse &use : info.reads)
        if (use.index >= 0)
          read[b].set(use.index);
    }
  std::vector<BitVector> live = read;
  std::deque<unsigned> work;
  std::vector<bool> isQueued(numBlocks, true);
  for (size_t b = numBlocks; b-- > 0;)
    work.push_back(b);
  while (!work.empty()) {
    unsigned b = work.front();
    work.pop_front();
    isQueued[b] = false;
    BitVector in(numRegisters);
    for (unsigned successor : graph.blocks[b].successors)
      in |= live[successor];
    in.reset(written[b]);
    in |= read[b];
    if (in == live[b])
      continue;
    live[b] = std::move(in);
    for (unsigned predecessor : graph.blocks[b].predecessors)
      if (!isQueued[predecessor]) {
        isQueued[predecessor] = true;
        work.push_back(predecessor);
      }
  }
  return live;
}

/// Of each register that may share; in no order.
static std::vector<Range> findRanges(const ProgramCode &program,
                                     const FunctionCode &function,
                                     const ControlFlowGraph &graph) {
  std::vector<Range> ranges(function.numRegisters);
  BitVector isAlone(function.numRegisters);
  for (const auto *formals : {&function.params, &function.results})
    for (const FunctionCode::Formal &formal : *formals)
      if (formal.registerIndex >= 0)
        isAlone.set(formal.registerIndex);
  for (uint32_t pc = function.begin; pc < function.end; ++pc) {
    const InstInfo &info = program.infos[pc];
    bool isMatrix = (program.code[pc].flags & TouchesMatrix) || isWgmma(info) ||
                    isTensorLoad(info);
    auto visit = [&](const RegisterUse &use) {
      if (use.index < 0)
        return;
      Range &range = ranges[use.index];
      range.index = use.index;
      range.bits = use.bits;
      range.isFollowed = function.followed[use.index];
      range.add(pc);
      if (isMatrix || use.bits == 1)
        isAlone.set(use.index);
    };
    llvm::for_each(info.reads, visit);
    llvm::for_each(info.writes, visit);
  }
  std::vector<BitVector> live = findLive(program, graph, function.numRegisters);
  for (auto [b, block] : llvm::enumerate(graph.blocks)) {
    for (unsigned index : live[b].set_bits())
      ranges[index].add(block.begin);
    for (unsigned successor : block.successors)
      for (unsigned index : live[successor].set_bits())
        ranges[index].add(block.end - 1);
  }
  llvm::erase_if(ranges, [&](const Range &range) {
    return range.index < 0 || isAlone.test(range.index);
  });
  return ranges;
}

RegisterSlots mlir::tile::sim::findRegisterSlots(const ProgramCode &program,
                                                 const FunctionCode &function) {
  RegisterSlots slots;
  slots.offsets.assign(function.numRegisters, RegisterSlots::kNone);
  slots.numbers.resize(function.numRegisters);
  std::iota(slots.numbers.begin(), slots.numbers.end(), 0);
  ControlFlowGraph graph(program, function);
  if (uint64_t(graph.blocks.size()) * function.numRegisters > kMaxBits)
    return slots;
  std::vector<Range> ranges = findRanges(program, function, graph);
  llvm::sort(ranges, [](const Range &a, const Range &b) {
    return std::make_pair(a.begin, a.index) < std::make_pair(b.begin, b.index);
  });
  std::map<std::pair<uint16_t, bool>, Places> kinds;
  for (const Range &range : ranges) {
    Places &places = kinds[{range.bits, range.isFollowed}];
    while (!places.used.empty() && places.used.top().first < range.begin) {
      places.free.push_back(places.used.top().second);
      places.used.pop();
    }
    Place place;
    if (!places.free.empty()) {
      // The one that was used last is in the caches.
      place = places.free.pop_back_val();
    } else {
      place = {uint32_t(llvm::alignTo(slots.end, 64)), range.index};
      slots.end = place.offset + kNumLanes * range.bits / 8;
    }
    places.used.push({range.end, place});
    slots.offsets[range.index] = place.offset;
    slots.numbers[range.index] = place.number;
  }
  return slots;
}
