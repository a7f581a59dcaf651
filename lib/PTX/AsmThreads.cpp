//===- AsmThreads.cpp - What depends on which threads run an asm ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An asm of scope element runs in threads that the compiler chooses. A barrier
// in it waits for threads that never come, or pairs with a barrier of the
// compiler, whose other threads then wait once too little. In scope thread all
// threads run it, and barrier 0, which the compiler uses, is right as long as
// all of them wait at it.
//
//===----------------------------------------------------------------------===//

#include "AsmUniformity.h"

using namespace mlir::tile::ptx;
using llvm::Twine;

/// The barrier of the CTA that the compiler uses: tilegpu.barrier.
static constexpr int64_t kBarrierOfCompiler = 0;

static const Operand *
findSpecialRegister(llvm::ArrayRef<Operand> operands,
                    SpecialRegister::Variation variation) {
  for (const Operand &operand : operands) {
    if (operand.kind == Operand::Name && !operand.name.empty() &&
        operand.name.front() == '%') {
      const SpecialRegister *special = lookupSpecialRegister(operand.name);
      if (special && special->variation == variation)
        return &operand;
    }
    if (const Operand *inner = findSpecialRegister(operand.elements, variation))
      return inner;
  }
  return nullptr;
}

const Operand *
mlir::tile::ptx::findSpecialRegister(const Instruction &instruction,
                                     SpecialRegister::Variation variation) {
  return ::findSpecialRegister(instruction.operands, variation);
}

namespace {

class ThreadChecker {
public:
  ThreadChecker(const AsmGraph &graph, const AsmContext &context,
                FindingList &findings)
      : graph(graph), context(context), findings(findings) {}

  void run() {
    if (context.isPure && context.hasThreadScope)
      findings.add(Location{0, 1, 1}, Severity::Error, "pure-scope",
                   "expected no scope of a pure asm, which may run any number "
                   "of times, found scope = thread",
                   "set pure = false, or leave out the scope");
    for (unsigned i = 0; i < graph.nodes.size(); ++i) {
      const AsmNode &node = graph.nodes[i];
      if (!node.row)
        continue;
      unsigned effects = node.row->form->effects;
      if (effects & ControlFlow)
        checkEnd(i);
      else if (context.isOncePerElement && (effects & Convergent))
        checkElement(node);
      else if (!context.isPure && !context.isOncePerElement &&
               (effects & IsNumberedBarrier))
        checkBarrier(i);
    }
  }

private:
  void add(const AsmNode &node, Severity severity, llvm::StringLiteral name,
           const Twine &message, const Twine &hint) {
    findings.add(node.instruction->location, severity, name, message, hint);
  }

  const AsmUniformity &getUniformity() {
    if (!uniformity)
      uniformity.emplace(graph, context);
    return *uniformity;
  }

  /// The text of the asm stands in the kernel, so that `ret` is the kernel's.
  void checkEnd(unsigned index) {
    const AsmNode &node = graph.nodes[index];
    if (node.instruction->opcode == "ret") {
      add(node, Severity::Error, "leaves-kernel",
          "expected the asm to go on to its end, found 'ret', which leaves the "
          "kernel around it, so that no result is written and nothing behind "
          "the asm runs",
          "branch to a label at the end");
      return;
    }
    // A pure asm has a finding for each end of the thread.
    if (node.instruction->opcode != "exit" || context.isPure)
      return;
    if (context.isOncePerElement)
      add(node, Severity::Error, "ends-thread",
          "expected an asm of scope element to go on to its end, found 'exit', "
          "which ends the thread that serves the element, with its other "
          "elements and all its later stores",
          "branch to a label at the end, or set scope = thread");
    else if (!getUniformity().isRunByAllOrNone(index))
      add(node, Severity::Warning, "ends-thread",
          "expected all threads of the CTA to end together, found 'exit' in "
          "some of them, whose results and later stores are missing, and for "
          "whom barriers may wait",
          "branch to a label at the end");
  }

  void checkElement(const AsmNode &node) {
    std::string mnemonic = node.instruction->getMnemonic();
    if (node.row->form->effects & AcrossWarps)
      add(node, Severity::Error, "element-barrier",
          "expected nothing in an asm of scope element that several warps have "
          "to run, found '" +
              mnemonic +
              "', which only the threads that serve elements come to",
          "set scope = thread, so that every thread runs it");
    else
      add(node, Severity::Warning, "element-lanes",
          "expected nothing in an asm of scope element that depends on other "
          "lanes, found '" +
              mnemonic + "', though it is open which lanes run it together",
          "set scope = thread, so that every thread runs it");
  }

  /// The one instruction that writes a register, or null.
  const AsmNode *findWriter(unsigned symbol) {
    if (writers.empty()) {
      writers.resize(graph.symbols.size());
      for (const AsmNode &node : graph.nodes)
        for (const AsmUse &use : node.uses)
          if (use.isWritten) {
            auto &[writer, count] = writers[use.symbol];
            writer = &node;
            ++count;
          }
    }
    auto [writer, count] = writers[symbol];
    return count == 1 ? writer : nullptr;
  }

  /// The value of an operand that is a constant, or a register that holds one.
  std::optional<int64_t> findConstant(const AsmNode &node,
                                      const Operand &operand) {
    if (operand.kind == Operand::Integer)
      return operand.bits;
    if (operand.kind == Operand::Placeholder &&
        operand.bits < context.operands.size() &&
        context.operands[operand.bits].isImmediate)
      return context.operands[operand.bits].constant;
    const AsmUse *read = llvm::find_if(node.uses, [&](const AsmUse &use) {
      return !use.isWritten && use.location.offset == operand.location.offset;
    });
    if (read == node.uses.end())
      return std::nullopt;
    const AsmNode *writer = findWriter(read->symbol);
    bool isInput = read->symbol < context.operands.size() &&
                   !context.operands[read->symbol].isOutput;
    if (!writer || isInput || writer->guard >= 0 ||
        writer->instruction->opcode != "mov" ||
        writer->instruction->operands.size() != 2 ||
        writer->instruction->operands[1].kind != Operand::Integer)
      return std::nullopt;
    return writer->instruction->operands[1].bits;
  }

  void checkBarrier(unsigned index) {
    const AsmNode &node = graph.nodes[index];
    llvm::ArrayRef<Operand> operands = node.instruction->operands;
    llvm::SmallVector<OperandPattern, 6> patterns =
        getOperandPatterns(*node.row);
    size_t position = 0;
    while (position < patterns.size() && patterns[position].isWritten)
      ++position;
    if (position >= operands.size() || position >= patterns.size())
      return;
    std::optional<int64_t> number = findConstant(node, operands[position]);
    if (number && *number != kBarrierOfCompiler)
      return;
    std::string what = describeHazard(index, patterns, position + 1);
    if (what.empty())
      return;
    std::string mnemonic = node.instruction->getMnemonic();
    if (number)
      add(node, Severity::Warning, "barrier-shared",
          "expected all threads of the CTA to wait at barrier 0, where those "
          "of the compiler's own barriers wait, too, found '" +
              mnemonic + "' " + what,
          "use a barrier from 1 to 15");
    else
      add(node, Severity::Warning, "barrier-shared",
          "expected a constant as the number of the barrier, found a register "
          "in '" +
              mnemonic + "' " + what +
              "; barrier 0 is that of the compiler's own barriers",
          "use a constant from 1 to 15");
  }

  /// Why a barrier may let go, or count, other threads than all of the CTA.
  std::string
  describeHazard(unsigned index,
                 const llvm::SmallVectorImpl<OperandPattern> &patterns,
                 size_t position) {
    const AsmNode &node = graph.nodes[index];
    llvm::ArrayRef<Operand> operands = node.instruction->operands;
    if (node.row->has("arrive"))
      return "by threads that do not wait";
    bool hasCount = position < operands.size() && position < patterns.size() &&
                    patterns[position].type == "b32";
    if (hasCount) {
      std::optional<int64_t> count = findConstant(node, operands[position]);
      if (!count)
        return "of a number of threads in a register";
      if (*count != context.numThreads)
        return "of " + std::to_string(*count) + " threads";
    }
    return getUniformity().isRunByAllOrNone(index)
               ? ""
               : "that some threads may leave out";
  }

  const AsmGraph &graph;
  const AsmContext &context;
  FindingList &findings;
  std::optional<AsmUniformity> uniformity;
  /// By symbol: one that writes it, and how many do.
  std::vector<std::pair<const AsmNode *, unsigned>> writers;
};

} // namespace

void mlir::tile::ptx::checkAsmThreads(const AsmGraph &graph,
                                      const AsmContext &context,
                                      FindingList &findings) {
  ThreadChecker(graph, context, findings).run();
}
