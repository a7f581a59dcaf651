//===- Definedness.cpp - Registers that may be read before written --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A register that every way to a read has written needs no check when the
// kernel runs; usually these are all. The others are followed lane by lane, and
// so are those loaded from local memory, which may have no value.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "llvm/ADT/BitVector.h"

#include <deque>

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::BitVector;

/// Whether all registers that the instruction reads are in the set.
static bool readsDefined(const InstInfo &info, const BitVector &defined) {
  return llvm::all_of(info.reads, [&](const RegisterUse &use) {
    return use.index < 0 || defined.test(use.index);
  });
}

/// Adds what the instruction writes whatever the guard says, and removes what
/// it may write no value to.
static void step(const ProgramCode &program, const Inst &inst,
                 const InstInfo &info, BitVector &defined) {
  bool copies =
      (inst.flags & Propagates) ||
      (info.movesBits && (program.followsLocal || program.followsParams));
  bool isDefined = !copies || readsDefined(info, defined);
  if ((info.loadsLocal && program.followsLocal) ||
      (info.loadsParam && program.followsParams))
    isDefined = false;
  bool isGuarded = inst.guard != kTrueOffset && inst.control != Control::Call;
  for (const RegisterUse &use : info.writes) {
    if (use.index < 0)
      continue;
    if (!isDefined)
      defined.reset(use.index);
    else if (!isGuarded)
      defined.set(use.index);
  }
}

bool mlir::tile::sim::findUndefinedReads(ProgramCode &program,
                                         const FunctionCode &function) {
  if (function.numRegisters == 0)
    return false;
  ControlFlowGraph graph(program, function);
  size_t numBlocks = graph.blocks.size();
  // What is defined at the start of each block, on all ways; all ones until a
  // way is known.
  std::vector<BitVector> in(numBlocks);
  std::vector<bool> isReached(numBlocks, false);
  in[0] = BitVector(function.numRegisters, false);
  for (const FunctionCode::Formal &formal : function.params)
    if (formal.registerIndex >= 0)
      in[0].set(formal.registerIndex);
  isReached[0] = true;
  std::deque<unsigned> work = {0};
  std::vector<bool> isQueued(numBlocks, false);
  while (!work.empty()) {
    unsigned b = work.front();
    work.pop_front();
    isQueued[b] = false;
    BitVector out = in[b];
    for (uint32_t pc = graph.blocks[b].begin; pc < graph.blocks[b].end; ++pc)
      step(program, program.code[pc], program.infos[pc], out);
    for (unsigned successor : graph.blocks[b].successors) {
      bool isChanged = !isReached[successor];
      if (isChanged) {
        in[successor] = out;
        isReached[successor] = true;
      } else {
        BitVector before = in[successor];
        in[successor] &= out;
        isChanged = before != in[successor];
      }
      if (isChanged && !isQueued[successor]) {
        isQueued[successor] = true;
        work.push_back(successor);
      }
    }
  }
  // Reads that may find nothing, and the registers that they are of.
  BitVector followed(function.numRegisters, false);
  bool hasStore = false;
  for (unsigned b = 0; b < numBlocks; ++b) {
    if (!isReached[b])
      continue;
    BitVector defined = in[b];
    for (uint32_t pc = graph.blocks[b].begin; pc < graph.blocks[b].end; ++pc) {
      Inst &inst = program.code[pc];
      InstInfo &info = program.infos[pc];
      for (RegisterUse &use : info.reads) {
        if (use.index < 0 || defined.test(use.index))
          continue;
        use.isChecked = true;
        inst.flags |= ChecksReads;
        followed.set(use.index);
        hasStore |= use.isStored;
      }
      step(program, inst, info, defined);
    }
  }
  if (followed.none())
    return false;
  for (uint32_t pc = function.begin; pc < function.end; ++pc)
    for (const RegisterUse &use : program.infos[pc].writes)
      if (use.index >= 0 && followed.test(use.index))
        program.code[pc].flags |= MarksWrites;
  // A copy of something followed must be followed itself: its reads are.
  return hasStore;
}
