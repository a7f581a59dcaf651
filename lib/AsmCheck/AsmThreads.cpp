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
#include "AsmValues.h"

#include "llvm/ADT/StringExtras.h"

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
      : graph(graph), context(context), findings(findings),
        values(graph, context) {}

  void run() {
    if (context.isPure && context.hasThreadScope)
      findings.add(Location{0, 1, 1}, Severity::Error, "pure-scope",
                   "expected no scope of a pure asm, which may run any number "
                   "of times, found scope = thread",
                   "set pure = false, or leave out the scope",
                   {Fix::makeImpure(), Fix::dropScope()});
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
               (effects & IsNumberedBarrier) && checkBarrier(i))
        continue;
      else if (!context.isOncePerElement &&
               (effects & (Convergent | IsNumberedBarrier)))
        checkLanes(i);
      if (context.isOncePerElement && !context.isPure)
        checkSpecialRegister(node);
    }
  }

private:
  void add(const AsmNode &node, Severity severity, llvm::StringLiteral name,
           const Twine &message, const Twine &hint,
           std::vector<Fix> fixes = {}) {
    findings.add(node.instruction->location, severity, name, message, hint,
                 std::move(fixes));
  }

  const AsmLanes &getLanes() {
    if (!lanes)
      lanes.emplace(graph, context);
    return *lanes;
  }

  /// In scope element the compiler chooses the thread.
  void checkSpecialRegister(const AsmNode &node) {
    // Elsewhere it has no place at all.
    if (node.instruction->opcode != "mov" && node.instruction->opcode != "cvt")
      return;
    if (const Operand *varying = findSpecialRegister(node.instruction->operands,
                                                     SpecialRegister::Threads))
      findings.add(varying->location, Severity::Warning, "element-thread",
                   "expected nothing in an asm of scope element that depends "
                   "on the thread, found '" +
                       varying->name +
                       "', though it is open which thread serves an element",
                   "set scope = thread, so that every thread runs it",
                   {Fix::setThreadScope(/*isPure=*/false)});
  }

  /// Lanes that are missing where all lanes of the warp, or of a mask, have to
  /// come.
  void checkLanes(unsigned index) {
    const AsmNode &node = graph.nodes[index];
    const Instruction &instruction = *node.instruction;
    bool isBarrier = node.row->form->effects & IsNumberedBarrier;
    bool isAligned =
        node.row->has("aligned") || (isBarrier && instruction.opcode == "bar");
    std::optional<uint32_t> mask = findMask(node);
    constexpr uint32_t kAllLanes = ~uint32_t(0);
    std::string mnemonic = instruction.getMnemonic();
    if ((isAligned || mask == kAllLanes) && getLanes().isDivided(index))
      add(node, Severity::Warning, "lanes-divided",
          "expected all lanes of the warp to reach '" + mnemonic +
              "', found a predicate that differs from lane to lane",
          isBarrier ? "barrier.sync and the like, without .aligned, or a "
                      "branch on whole warps"
          : isAligned
              ? "a branch on whole warps"
              : "a mask of the lanes that reach it, by vote.sync.ballot "
                "before the branch");
    else if (mask && *mask != kAllLanes && *mask != 0 &&
             getLanes().isRunByAll(index))
      add(node, Severity::Warning, "lanes-mask",
          "expected a mask of all lanes that run '" + mnemonic + "', found 0x" +
              llvm::utohexstr(*mask) + ", though all of them reach it",
          "use 0xffffffff, or let the other lanes branch around it");
  }

  /// The lanes that an instruction names by a constant.
  std::optional<uint32_t> findMask(const AsmNode &node) const {
    llvm::StringRef opcode = node.instruction->opcode;
    llvm::ArrayRef<Operand> operands = node.instruction->operands;
    bool isWithMask =
        llvm::is_contained({"shfl", "vote", "match", "redux", "elect"},
                           opcode) ||
        ((opcode == "bar" || opcode == "barrier") && node.row->has("warp"));
    if (!isWithMask || operands.empty() || !node.row->has("sync"))
      return std::nullopt;
    std::optional<int64_t> mask = findConstant(node, operands.back());
    if (!mask)
      return std::nullopt;
    return uint32_t(*mask);
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
          "expected the asm to continue to its end, found 'ret', which leaves "
          "the "
          "kernel around it, so that no result is written and nothing after "
          "the asm runs",
          "branch to a label at the end");
      return;
    }
    // A pure asm has a finding for each end of the thread.
    if (node.instruction->opcode != "exit" || context.isPure)
      return;
    if (context.isOncePerElement)
      add(node, Severity::Error, "ends-thread",
          "expected an asm of scope element to continue to its end, found "
          "'exit', "
          "which ends the thread that serves the element, with its other "
          "elements and all its later stores",
          "branch to a label at the end, or set scope = thread",
          {Fix::setThreadScope(/*isPure=*/false)});
    else if (!getUniformity().isRunByAllOrNone(index))
      add(node, Severity::Warning, "ends-thread",
          "expected all threads of the CTA to end together, found 'exit' in "
          "some of them, whose results and later stores are missing, and for "
          "which barriers may wait",
          "branch to a label at the end");
  }

  void checkElement(const AsmNode &node) {
    std::string mnemonic = node.instruction->getMnemonic();
    if (node.row->form->effects & AcrossWarps)
      add(node, Severity::Error, "element-barrier",
          "expected nothing in an asm of scope element that several warps have "
          "to run, found '" +
              mnemonic + "', which only the threads that serve elements reach",
          "set scope = thread, so that every thread runs it",
          {Fix::setThreadScope(/*isPure=*/false)});
    else
      add(node, Severity::Warning, "element-lanes",
          "expected nothing in an asm of scope element that depends on other "
          "lanes, found '" +
              mnemonic + "', though it is open which lanes run it together",
          "set scope = thread, so that every thread runs it",
          {Fix::setThreadScope(/*isPure=*/false)});
  }

  /// The value of an operand that is a constant, or a register that holds one.
  std::optional<int64_t> findConstant(const AsmNode &node,
                                      const Operand &operand) const {
    return values.findConstant(node, operand);
  }

  /// Whether there was a finding.
  bool checkBarrier(unsigned index) {
    const AsmNode &node = graph.nodes[index];
    llvm::ArrayRef<Operand> operands = node.instruction->operands;
    llvm::SmallVector<OperandPattern, 6> patterns =
        getOperandPatterns(*node.row);
    size_t position = 0;
    while (position < patterns.size() && patterns[position].isWritten)
      ++position;
    if (position >= operands.size() || position >= patterns.size())
      return false;
    std::optional<int64_t> number = findConstant(node, operands[position]);
    if (number && *number != kBarrierOfCompiler)
      return false;
    std::string what = describeHazard(index, patterns, position + 1);
    if (what.empty())
      return false;
    std::string mnemonic = node.instruction->getMnemonic();
    if (number)
      add(node, Severity::Warning, "barrier-shared",
          "expected all threads of the CTA to wait at barrier 0, where the "
          "compiler's own barriers wait, too, found '" +
              mnemonic + "' " + what,
          "use a barrier from 1 to 15");
    else
      add(node, Severity::Warning, "barrier-shared",
          "expected a constant as the number of the barrier, found a register "
          "in '" +
              mnemonic + "' " + what +
              "; barrier 0 is that of the compiler's own barriers",
          "use a constant from 1 to 15");
    return true;
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
  std::optional<AsmLanes> lanes;
  AsmValues values;
};

} // namespace

void mlir::tile::ptx::checkAsmThreads(const AsmGraph &graph,
                                      const AsmContext &context,
                                      FindingList &findings) {
  ThreadChecker(graph, context, findings).run();
}
