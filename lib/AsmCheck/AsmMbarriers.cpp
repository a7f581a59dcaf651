//===- AsmMbarriers.cpp - mbarriers that a body makes itself --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier".
//
//===----------------------------------------------------------------------===//
//
// Of an mbarrier that the body initializes, the phases are known: who
// initializes it, which phase is waited for, and what arrives.
//
//===----------------------------------------------------------------------===//

#include "AsmAddressing.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

class MbarrierChecker {
public:
  MbarrierChecker(const AsmGraph &graph, const AsmContext &context,
                  FindingList &findings)
      : graph(graph), context(context), findings(findings),
        addressing(graph, context), values(graph, context) {}

  void run() {
    for (unsigned i = 0; i < graph.nodes.size(); ++i)
      collect(i);
    for (unsigned i : inits)
      checkInit(i);
    for (unsigned i : waits)
      checkWait(i);
    checkClusterArrivals();
  }

private:
  bool has(const AsmNode &node, StringRef word) const {
    return llvm::is_contained(node.instruction->modifiers, word);
  }

  void report(unsigned index, llvm::StringLiteral name, const Twine &message,
              const Twine &hint) {
    findings.add(graph.nodes[index].instruction->location, Severity::Warning,
                 name, message, hint);
  }

  std::string getName(unsigned index) const {
    return "'" + graph.nodes[index].instruction->getMnemonic() + "'";
  }

  void collect(unsigned index) {
    const AsmNode &node = graph.nodes[index];
    StringRef opcode = node.instruction->opcode;
    if (opcode == "mbarrier" && has(node, "init"))
      inits.push_back(index);
    else if (opcode == "mbarrier" &&
             (has(node, "try_wait") || has(node, "test_wait")))
      waits.push_back(index);
    else if (opcode == "mbarrier" &&
             (has(node, "arrive") || has(node, "arrive_drop")))
      arrivals.push_back(index);
    else if (opcode == "cp" && has(node, "async") && has(node, "arrive"))
      (has(node, "noinc") ? arrivals : copyArrivals).push_back(index);
    else if (opcode == "cp" && has(node, "mbarrier::complete_tx::bytes"))
      copies.push_back(index);
  }

  /// The mbarrier that an instruction names; the last address of a copy.
  AsmAddress getBarrier(unsigned index) const {
    const AsmNode &node = graph.nodes[index];
    AsmAddress address;
    for (const Operand &operand : node.instruction->operands)
      if (operand.kind == Operand::Address && !operand.elements.empty())
        address = addressing.resolve(node, operand.elements[0]);
    return address;
  }

  bool isSameBarrier(unsigned a, unsigned b) const {
    return getBarrier(a).isSame(getBarrier(b));
  }

  /// Whether all instructions from one to another run in the order of the
  /// text, each once; the loop around a wait counts as one instruction.
  bool isStraight(unsigned first, unsigned last) const {
    for (unsigned i = 0; i < graph.nodes.size(); ++i)
      for (unsigned target : graph.nodes[i].targets) {
        bool isWaitLoop =
            target <= i && llvm::any_of(waits, [&](unsigned wait) {
              return target <= wait && wait < i && i - target < 8;
            });
        bool isOutside =
            (i < first && target <= first) || (i >= last && target >= last);
        if (!isWaitLoop && !isOutside)
          return false;
      }
    return true;
  }

  bool hasBarrier(unsigned first, unsigned last) const {
    for (unsigned i = first; i < last; ++i) {
      const AsmNode &node = graph.nodes[i];
      StringRef opcode = node.instruction->opcode;
      if (opcode == "bar" || opcode == "barrier" || opcode == "call" ||
          !node.row)
        return true;
    }
    return false;
  }

  //===--- Beginning ------------------------------------------------------===//

  void checkInit(unsigned init) {
    const AsmNode &node = graph.nodes[init];
    if (!isStraight(0, init))
      return;
    bool isEarly = llvm::any_of(arrivals, [&](unsigned arrival) {
      return arrival > init && !has(graph.nodes[arrival], "expect_tx") &&
             isStraight(init, arrival) && isSameBarrier(init, arrival) &&
             !hasBarrier(init, arrival);
    });
    if (node.guard < 0 && context.hasThreadScope && context.numThreads > 1 &&
        isEarly && getBarrier(init).variable) {
      report(init, "mbarrier-init",
             "expected one thread to run " + getName(init) +
                 ", found that all do, and that some may have arrived before",
             "a predicate such as %tid.x = 0, and bar.sync after it");
      return;
    }
    if (node.guard < 0)
      return;
    for (llvm::ArrayRef<unsigned> users :
         {llvm::ArrayRef<unsigned>(arrivals), llvm::ArrayRef<unsigned>(waits)})
      for (unsigned user : users)
        if (user > init && graph.nodes[user].guard != node.guard &&
            isStraight(init, user) && isSameBarrier(init, user) &&
            !hasBarrier(init, user)) {
          report(user, "mbarrier-init",
                 "expected a barrier between " + getName(init) +
                     " of some threads and " + getName(user) +
                     " of others, found none",
                 "bar.sync 0");
          return;
        }
  }

  //===--- Waiting --------------------------------------------------------===//

  void checkWait(unsigned wait) {
    const AsmNode &node = graph.nodes[wait];
    if (checkLoop(wait))
      return;
    bool isOwn = llvm::any_of(
        inits, [&](unsigned init) { return isSameBarrier(init, wait); });
    if (!isOwn)
      return;
    if (has(node, "parity"))
      checkParity(wait);
    checkArrivals(wait);
  }

  /// A branch back while the predicate is true.
  bool checkLoop(unsigned wait) {
    const AsmNode &node = graph.nodes[wait];
    const AsmUse *result = llvm::find_if(
        node.uses, [](const AsmUse &use) { return use.isWritten; });
    if (result == node.uses.end() || wait + 1 >= graph.nodes.size())
      return false;
    const AsmNode &next = graph.nodes[wait + 1];
    bool isBackWhileTrue = next.guard == int(result->symbol) &&
                           !next.isGuardNegated && next.targets.size() == 1 &&
                           next.targets[0] == wait;
    if (isBackWhileTrue)
      report(wait + 1, "wait-once",
             "expected the loop to continue while " + getName(wait) +
                 " gives false, found one that continues while it gives true",
             "'@!' instead of '@'");
    return isBackWhileTrue;
  }

  /// The first phase has parity 0. In a loop, the next round waits for the
  /// next phase.
  void checkParity(unsigned wait) {
    const AsmNode &node = graph.nodes[wait];
    const Operand &parity = node.instruction->operands.back();
    if (parity.kind == Operand::Address ||
        node.instruction->operands.size() < 3)
      return;
    const Operand &phase = node.instruction->operands[2];
    std::optional<int64_t> number = values.findConstant(node, phase);
    if (number && *number == 1 && wait == waits.front() &&
        isStraight(0, wait) && isStraight(wait, graph.nodes.size())) {
      report(wait, "mbarrier-phase",
             "expected " + getName(wait) +
                 " to wait for the first phase, of parity 0, found parity 1, "
                 "which counts as complete before it",
             "0 for the first phase, 1 for the second");
      return;
    }
    int symbol = AsmValues::findSymbol(node, phase);
    for (unsigned end = wait; end < graph.nodes.size(); ++end)
      for (unsigned begin : graph.nodes[end].targets) {
        if (begin >= wait || !hasNode(arrivals, begin, end) ||
            hasNode(inits, begin, end) || isWritten(symbol, begin, end))
          continue;
        report(wait, "mbarrier-phase",
               "expected another parity of " + getName(wait) +
                   " in each iteration of the loop, found nothing in it that "
                   "changes it, so that the second iteration does not wait",
               "xor.b32 of the parity and 1 after the wait");
        return;
      }
  }

  static bool hasNode(llvm::ArrayRef<unsigned> nodes, unsigned begin,
                      unsigned end) {
    return llvm::any_of(nodes,
                        [&](unsigned i) { return i >= begin && i <= end; });
  }

  bool isWritten(int symbol, unsigned begin, unsigned end) const {
    for (unsigned i = begin; i <= end; ++i)
      for (const AsmUse &use : graph.nodes[i].uses)
        if (use.isWritten && int(use.symbol) == symbol)
          return true;
    return false;
  }

  /// `cp.async.mbarrier.arrive` counts itself: it does not arrive for what
  /// `init` counts.
  void checkArrivals(unsigned wait) {
    if (arrivals.empty() && !copyArrivals.empty() && copies.empty() &&
        isSameBarrier(copyArrivals.front(), wait))
      report(copyArrivals.front(), "mbarrier-phase",
             "expected an arrival that 'mbarrier.init' counts, found " +
                 getName(copyArrivals.front()) +
                 " alone, which counts itself, so that the phase does not end",
             "'.noinc', or mbarrier.arrive");
    // One thread expects the bytes of one copy.
    for (unsigned copy : copies)
      for (unsigned arrival : arrivals)
        if (has(graph.nodes[arrival], "expect_tx") &&
            graph.nodes[arrival].guard >= 0 && graph.nodes[copy].guard < 0 &&
            context.numThreads > 1 && isStraight(0, wait) &&
            isSameBarrier(arrival, copy))
          return report(
              copy, "mbarrier-phase",
              "expected " + getName(copy) + " under the predicate of " +
                  getName(arrival) +
                  ", found none, so that more bytes arrive than are expected",
              "the same predicate");
  }

  //===--- Clusters -------------------------------------------------------===//

  /// A store to a variable of the body, which all CTAs have.
  bool isToVariable(const AsmNode &node) const {
    const Operand &place = node.instruction->operands[0];
    return place.kind == Operand::Address && !place.elements.empty() &&
           addressing.resolve(node, place.elements[0]).variable;
  }

  void checkClusterArrivals() {
    const AsmNode *arrived = nullptr, *stored = nullptr;
    for (unsigned i = 0; i < graph.nodes.size(); ++i) {
      const AsmNode &node = graph.nodes[i];
      if (!node.targets.empty())
        arrived = stored = nullptr;
      bool isRemote = has(node, "shared::cluster");
      if (node.instruction->opcode == "st" && !isRemote && isToVariable(node))
        stored = &node;
      if (node.instruction->opcode == "ld" && isRemote && stored)
        return report(i, "mbarrier-phase",
                      "expected a barrier of the cluster between '" +
                          stored->instruction->getMnemonic() +
                          "' of the other CTAs and " + getName(i) +
                          " of what they wrote, found none",
                      "barrier.cluster.arrive and barrier.cluster.wait");
      if (node.instruction->opcode != "barrier" || !has(node, "cluster"))
        continue;
      if (has(node, "wait"))
        stored = nullptr;
      if (has(node, "arrive") && arrived && node.guard < 0) {
        report(i, "mbarrier-phase",
               "expected 'barrier.cluster.wait' between two " + getName(i) +
                   ", found none",
               "arrive and wait take turns");
        return;
      }
      arrived = has(node, "arrive") && node.guard < 0 ? &node : nullptr;
    }
  }

  const AsmGraph &graph;
  const AsmContext &context;
  FindingList &findings;
  AsmAddressing addressing;
  AsmValues values;
  /// The nodes that do so.
  llvm::SmallVector<unsigned> inits, waits, arrivals, copyArrivals, copies;
};

} // namespace

void mlir::tile::ptx::checkAsmMbarriers(const AsmGraph &graph,
                                        const AsmContext &context,
                                        FindingList &findings) {
  bool isUsed = llvm::any_of(graph.nodes, [](const AsmNode &node) {
    StringRef opcode = node.instruction->opcode;
    return opcode == "mbarrier" || opcode == "barrier" || opcode == "mapa";
  });
  if (isUsed && !graph.hasUnknownName && !graph.hasUnknownTarget)
    MbarrierChecker(graph, context, findings).run();
}
