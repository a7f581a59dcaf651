//===- Definedness.cpp - Registers that may have undefined bits -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A register that every way to a read has written, with values that have no
// undefined bits, needs no shadow when the kernel runs; in many kernels these
// are all. Of the others, the instructions that read or write them are marked.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <deque>

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::BitVector;

namespace {
/// What is known on all ways to an instruction.
struct Knowledge {
  /// Registers that were written, and those that have no undefined bits.
  BitVector written, defined;

  bool operator!=(const Knowledge &other) const {
    return written != other.written || defined != other.defined;
  }
  void meet(const Knowledge &other) {
    written &= other.written;
    defined &= other.defined;
  }
};
} // namespace

/// Whether what the instruction writes may have undefined bits.
static bool mayMakeUndefined(const ProgramCode &program, const InstInfo &info,
                             const BitVector &defined) {
  if ((info.loadsLocal && program.followsLocal) ||
      (info.loadsShared && program.followsShared) ||
      ((info.loadsParam || info.isCall) && program.followsParams) ||
      (info.loadsGlobal && program.followsGlobal))
    return true;
  // What has an effect is reported, and defined after it.
  return llvm::any_of(info.reads, [&](const RegisterUse &use) {
    return use.index >= 0 && (use.isHandled || !info.hasEffect) &&
           !defined.test(use.index);
  });
}

static void step(const ProgramCode &program, const Inst &inst,
                 const InstInfo &info, Knowledge &known) {
  bool isUndefined = mayMakeUndefined(program, info, known.defined);
  bool isGuarded = inst.guard != kTrueOffset && inst.control != Control::Call;
  for (const RegisterUse &use : info.writes) {
    if (use.index < 0)
      continue;
    if (!isGuarded)
      known.written.set(use.index);
    if (isUndefined)
      known.defined.reset(use.index);
    else if (!isGuarded)
      known.defined.set(use.index);
  }
}

/// What is known at the start of each block; nothing of those that no way
/// leads to.
static std::vector<std::optional<Knowledge>>
solve(const ProgramCode &program, const FunctionCode &function,
      const ControlFlowGraph &graph) {
  size_t numBlocks = graph.blocks.size();
  std::vector<std::optional<Knowledge>> in(numBlocks);
  in[0] = {BitVector(function.numRegisters, false),
           BitVector(function.numRegisters, false)};
  for (const FunctionCode::Formal &formal : function.params)
    if (formal.registerIndex >= 0) {
      in[0]->written.set(formal.registerIndex);
      if (!program.followsParams)
        in[0]->defined.set(formal.registerIndex);
    }
  std::deque<unsigned> work = {0};
  std::vector<bool> isQueued(numBlocks, false);
  while (!work.empty()) {
    unsigned b = work.front();
    work.pop_front();
    isQueued[b] = false;
    Knowledge out = *in[b];
    for (uint32_t pc = graph.blocks[b].begin; pc < graph.blocks[b].end; ++pc)
      step(program, program.code[pc], program.infos[pc], out);
    for (unsigned successor : graph.blocks[b].successors) {
      std::optional<Knowledge> before = in[successor];
      if (before)
        in[successor]->meet(out);
      else
        in[successor] = out;
      bool isChanged = !before || *before != *in[successor];
      if (isChanged && !isQueued[successor]) {
        isQueued[successor] = true;
        work.push_back(successor);
      }
    }
  }
  return in;
}

void mlir::tile::sim::findUndefinedReads(ProgramCode &program,
                                         FunctionCode &function) {
  if (function.numRegisters == 0)
    return;
  ControlFlowGraph graph(program, function);
  std::vector<std::optional<Knowledge>> in = solve(program, function, graph);
  // Registers that may have undefined bits somewhere, and that may be read
  // before they are written.
  BitVector followed(function.numRegisters, false), unwritten = followed;
  function.unwritten.clear();
  for (size_t b = 0; b < graph.blocks.size(); ++b) {
    if (!in[b])
      continue;
    Knowledge known = *in[b];
    for (uint32_t pc = graph.blocks[b].begin; pc < graph.blocks[b].end; ++pc) {
      const InstInfo &info = program.infos[pc];
      for (const RegisterUse &use : info.reads) {
        if (use.index < 0)
          continue;
        if (!known.defined.test(use.index)) {
          program.code[pc].flags |= ChecksReads;
          followed.set(use.index);
        }
        if (!known.written.test(use.index) && !unwritten.test(use.index)) {
          unwritten.set(use.index);
          function.unwritten.push_back(use);
        }
      }
      step(program, program.code[pc], info, known);
      for (const RegisterUse &use : info.writes)
        if (use.index >= 0 && !known.defined.test(use.index))
          followed.set(use.index);
    }
  }
  function.hasUndefined = followed.any();
  function.followed = followed;
  for (uint32_t pc = function.begin; pc < function.end; ++pc)
    for (const RegisterUse &use : program.infos[pc].writes)
      if (use.index >= 0 && followed.test(use.index))
        program.code[pc].flags |= MarksWrites;
}
