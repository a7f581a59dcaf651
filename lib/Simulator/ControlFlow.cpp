//===- ControlFlow.cpp - Where divergent branches meet again --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The immediate post-dominator of each block, found with the algorithm of
// Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm", 2001) on
// the reversed graph.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

static bool endsBlock(const Inst &inst) {
  return inst.control == Control::Branch ||
         inst.control == Control::IndexedBranch ||
         inst.control == Control::Return || inst.control == Control::Exit;
}

static bool isGuarded(const Inst &inst) { return inst.guard != kTrueOffset; }

ControlFlowGraph::ControlFlowGraph(const ProgramCode &program,
                                   const FunctionCode &function) {
  uint32_t begin = function.begin, end = function.end;
  std::vector<bool> isLeader(end - begin + 1, false);
  isLeader[0] = true;
  auto lead = [&](uint32_t pc) {
    if (pc >= begin && pc < end)
      isLeader[pc - begin] = true;
  };
  for (uint32_t pc = begin; pc < end; ++pc) {
    const Inst &inst = program.code[pc];
    if (!endsBlock(inst))
      continue;
    lead(pc + 1);
    if (inst.control == Control::Branch)
      lead(inst.target);
    if (inst.control == Control::IndexedBranch)
      for (uint32_t target :
           static_cast<const IndexedTargets *>(inst.data)->targets)
        lead(target);
  }
  std::vector<unsigned> blockAt(end - begin, 0);
  for (uint32_t pc = begin; pc < end; ++pc) {
    if (isLeader[pc - begin])
      blocks.push_back({pc, pc, {}, {}});
    blocks.back().end = pc + 1;
    blockAt[pc - begin] = blocks.size() - 1;
  }
  for (unsigned number = 0; number < blocks.size(); ++number) {
    Block &block = blocks[number];
    const Inst &last = program.code[block.end - 1];
    auto connect = [&](uint32_t pc) {
      if (pc < begin || pc >= end)
        return;
      unsigned to = blockAt[pc - begin];
      if (!llvm::is_contained(block.successors, to))
        block.successors.push_back(to);
    };
    if (!endsBlock(last) || isGuarded(last))
      connect(block.end);
    if (last.control == Control::Branch)
      connect(last.target);
    if (last.control == Control::IndexedBranch)
      for (uint32_t target :
           static_cast<const IndexedTargets *>(last.data)->targets)
        connect(target);
    block.leaves =
        last.control == Control::Return || last.control == Control::Exit;
  }
  for (unsigned number = 0; number < blocks.size(); ++number)
    for (unsigned successor : blocks[number].successors)
      blocks[successor].predecessors.push_back(number);
}

std::vector<unsigned> ControlFlowGraph::computePostDominators() const {
  unsigned exit = blocks.size(), none = exit + 1;
  // The reversed graph in post-order from the exit. Without recursion: a
  // function may have a hundred thousand blocks.
  std::vector<unsigned> order, number(exit + 1, none);
  std::vector<bool> isSeen(exit + 1, false);
  std::vector<std::pair<unsigned, unsigned>> stack;
  std::vector<unsigned> exits;
  for (unsigned b = 0; b < exit; ++b)
    if (blocks[b].leaves)
      exits.push_back(b);
  auto predecessorsOf = [&](unsigned node) -> llvm::ArrayRef<unsigned> {
    return node == exit ? llvm::ArrayRef<unsigned>(exits)
                        : llvm::ArrayRef<unsigned>(blocks[node].predecessors);
  };
  isSeen[exit] = true;
  stack.push_back({exit, 0});
  while (!stack.empty()) {
    auto &[node, next] = stack.back();
    llvm::ArrayRef<unsigned> predecessors = predecessorsOf(node);
    if (next < predecessors.size()) {
      unsigned to = predecessors[next++];
      if (!isSeen[to]) {
        isSeen[to] = true;
        stack.push_back({to, 0});
      }
      continue;
    }
    number[node] = order.size();
    order.push_back(node);
    stack.pop_back();
  }
  std::vector<unsigned> dominator(exit + 1, none);
  dominator[exit] = exit;
  auto intersect = [&](unsigned a, unsigned b) {
    while (a != b) {
      while (number[a] < number[b])
        a = dominator[a];
      while (number[b] < number[a])
        b = dominator[b];
    }
    return a;
  };
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (unsigned node : llvm::reverse(order)) {
      if (node == exit)
        continue;
      unsigned found = none;
      auto meet = [&](unsigned successor) {
        if (number[successor] == none || dominator[successor] == none)
          return;
        found = found == none ? successor : intersect(found, successor);
      };
      if (blocks[node].leaves)
        meet(exit);
      for (unsigned successor : blocks[node].successors)
        meet(successor);
      if (found != dominator[node]) {
        dominator[node] = found;
        isChanged = true;
      }
    }
  }
  // What never leaves (an endless loop) meets nowhere.
  for (unsigned &d : dominator)
    if (d == none)
      d = exit;
  return dominator;
}

void mlir::tile::sim::findJoins(ProgramCode &program,
                                const FunctionCode &function) {
  // Lanes that an instruction takes elsewhere for a while meet the others after
  // it.
  for (uint32_t pc = function.begin; pc + 1 < function.end; ++pc) {
    const Inst &inst = program.code[pc];
    if (inst.control == Control::Call || (inst.flags & MayBlock))
      program.code[pc + 1].flags |= IsJoin;
  }
  ControlFlowGraph graph(program, function);
  std::vector<unsigned> dominators = graph.computePostDominators();
  for (unsigned b = 0; b < graph.blocks.size(); ++b) {
    Inst &last = program.code[graph.blocks[b].end - 1];
    if (last.control != Control::Branch &&
        last.control != Control::IndexedBranch)
      continue;
    if (dominators[b] == graph.blocks.size()) {
      last.reconverge = ~0u;
      continue;
    }
    last.reconverge = graph.blocks[dominators[b]].begin;
    // Where a kernel only ends, no lane has to wait for another: barriers do
    // not wait for threads that have ended.
    const Inst &meeting = program.code[last.reconverge];
    if (function.isEntry && !isGuarded(meeting) &&
        (meeting.control == Control::Return ||
         meeting.control == Control::Exit)) {
      last.reconverge = ~0u;
      continue;
    }
    program.code[last.reconverge].flags |= IsJoin;
  }
}
