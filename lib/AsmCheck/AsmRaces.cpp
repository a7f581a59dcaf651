//===- AsmRaces.cpp - What the threads of an asm do to each other ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AsmThreadRun knows which bytes each thread reads and writes, in which round.
// Two accesses of one round to the same bytes are a race if one of them writes,
// unless both are atomic. The same places are compared with the sizes of
// variables and with what accesses need as alignment.
//
// A body of one element runs in one thread: that shows where a loop leaves its
// variables.
//
//===----------------------------------------------------------------------===//

#include "AsmAddressing.h"
#include "AsmThreadRun.h"

#include <map>

using namespace mlir::tile::ptx;
using llvm::Twine;

/// Pairs of accesses that are compared.
static constexpr size_t kMaxPairs = 1 << 20;

namespace {

class RaceChecker {
public:
  RaceChecker(const AsmGraph &graph, const AsmContext &context,
              FindingList &findings)
      : graph(graph), context(context), findings(findings),
        threads(graph, context), isAlone(!context.hasThreadScope) {}

  void run() {
    threads.run();
    checkCounts();
    checkWarpgroups();
    checkPlaces();
    if (isReported)
      return;
    checkOrder();
    if (isReported)
      return;
    checkUnwritten();
    checkEndlessWait();
  }

  /// Of a body of one element.
  void runAlone() {
    threads.run();
    for (const ThreadAccess &access : threads.accesses)
      if (threads.places[access.base].variable && checkVariable(access))
        return;
  }

private:
  std::string getMnemonic(unsigned node) const {
    return "'" + graph.nodes[node].instruction->getMnemonic() + "'";
  }
  std::string getName(int base) const {
    const ThreadPlace &place = threads.places[base];
    return place.declarator
               ? "'" + place.declarator->name + "'"
               : "what $" + std::to_string(place.operand) + " points to";
  }
  void report(unsigned node, llvm::StringLiteral name, const Twine &message,
              const Twine &hint) {
    const Instruction &instruction = *graph.nodes[node].instruction;
    isReported = true;
    if (!findings.isReported(instruction))
      findings.add(instruction.location, Severity::Warning, name, message,
                   hint);
  }

  //===--- Barriers -------------------------------------------------------===//

  void checkCounts() {
    if (!threads.wrongCount)
      return;
    auto [node, number, count, other] = *threads.wrongCount;
    unsigned index = node - graph.nodes.data();
    if (count > int64_t(context.numThreads))
      return report(index, "barrier-count",
                    "expected " + getMnemonic(index) + " of at most " +
                        Twine(context.numThreads) +
                        " threads, as the CTA has no more, found " +
                        Twine(count) + ", which never arrive",
                    "the number of threads that arrive");
    report(index, "barrier-count",
           "expected one number of threads for barrier " + Twine(number) +
               ", found " + Twine(other) + " and, in " + getMnemonic(index) +
               ", " + Twine(count),
           "the sum of the threads that arrive and the threads that wait");
  }

  /// The four warps of a warpgroup run its instructions together.
  void checkWarpgroups() {
    for (auto &[node, steps] : threads.groupSteps)
      for (unsigned warp = 0; warp < context.numThreads / 32; ++warp)
        if (steps[warp] != steps[warp / 4 * 4])
          return report(node, "lanes-divided",
                        "expected all four warps of a warpgroup to run " +
                            getMnemonic(node) + ", found that warp " +
                            Twine(steps[warp] ? warp / 4 * 4 : warp) +
                            " does not",
                        "a branch on whole warpgroups, of 128 threads");
  }

  //===--- Bounds and alignment -------------------------------------------===//

  void checkPlaces() {
    llvm::BitVector seen(graph.nodes.size());
    // Of vectors after a pointer: the place of the first thread.
    std::vector<int64_t> firstOffset(graph.nodes.size(), -1);
    for (const ThreadAccess &access : threads.accesses) {
      if (seen[access.node])
        continue;
      bool isFound = threads.places[access.base].variable
                         ? checkVariable(access)
                         : checkPointer(access, firstOffset[access.node]);
      if (isFound)
        seen.set(access.node);
    }
  }

  bool checkVariable(const ThreadAccess &access) {
    const ThreadPlace &place = threads.places[access.base];
    std::optional<int64_t> size =
        getVariableSize(*place.variable, *place.declarator);
    if (!size)
      return false;
    if (access.offset < 0 || access.offset + access.size > *size) {
      report(access.node, "variable-bounds",
             "expected " + getMnemonic(access.node) + " within the " +
                 Twine(*size) + " bytes of " + getName(access.base) +
                 ", found bytes " + Twine(access.offset) + " to " +
                 Twine(access.offset + access.size - 1) +
                 (isAlone ? std::string()
                          : " in thread " + std::to_string(access.thread)),
             isAlone ? "a larger variable, or fewer turns of the loop"
                     : "a larger variable, or fewer threads by a predicate");
      return true;
    }
    int64_t needed =
        std::min(getVariableAlignment(*place.variable), getNeeded(access));
    return needed > 1 && access.offset % needed != 0 &&
           reportAlignment(access, "variable-alignment", getNeeded(access));
  }

  int64_t getNeeded(const ThreadAccess &access) const {
    const Instruction &instruction = *graph.nodes[access.node].instruction;
    bool isBulk = instruction.opcode == "cp" &&
                  llvm::is_contained(instruction.modifiers, "bulk");
    return isBulk ? 16 : access.size;
  }

  bool checkPointer(const ThreadAccess &access, int64_t &firstOffset) {
    const AsmOperand &operand =
        context.operands[threads.places[access.base].operand];
    int64_t natural = operand.pointeeBits / 8;
    int64_t needed = getNeeded(access);
    if (natural > 1 && access.offset % std::min(natural, needed) != 0)
      return reportAlignment(access, "pointer-offset", needed);
    // Where the pointer itself is aligned is not known; two threads cannot both
    // be.
    if (needed <= 1 || (needed & (needed - 1)) != 0)
      return false;
    int64_t rest = access.offset & (needed - 1);
    if (firstOffset < 0)
      firstOffset = rest;
    return firstOffset != rest &&
           reportAlignment(access, "pointer-offset", needed);
  }

  bool reportAlignment(const ThreadAccess &access, llvm::StringLiteral name,
                       int64_t needed) {
    report(access.node, name,
           "expected a multiple of " + Twine(needed) +
               " bytes as the place for " + getMnemonic(access.node) +
               " in all threads, found byte " + Twine(access.offset) + " of " +
               getName(access.base) + " in thread " + Twine(access.thread),
           "multiply the index by " + Twine(needed) +
               ", or access less at once");
    return true;
  }

  //===--- Races ----------------------------------------------------------===//

  void checkOrder() {
    std::vector<const ThreadAccess *> sorted;
    for (const ThreadAccess &access : threads.accesses) {
      const ThreadPlace &place = threads.places[access.base];
      if (!place.variable || place.variable->space != "local")
        sorted.push_back(&access);
      if (access.kind == ThreadAccess::Write)
        writers.try_emplace({access.node, access.thread, access.offset},
                            &access);
    }
    llvm::stable_sort(sorted, [](const ThreadAccess *a, const ThreadAccess *b) {
      return std::pair(a->base, a->offset) < std::pair(b->base, b->offset);
    });
    size_t numPairs = 0;
    std::vector<const ThreadAccess *> active;
    for (const ThreadAccess *access : sorted) {
      llvm::erase_if(active, [&](const ThreadAccess *other) {
        return other->base != access->base ||
               other->offset + other->size <= access->offset;
      });
      for (const ThreadAccess *other : active) {
        if (++numPairs > kMaxPairs)
          return;
        if (isRace(*other, *access))
          return reportRace(*other, *access);
      }
      active.push_back(access);
    }
  }

  static bool isAllSame(const ThreadValue &value) {
    return value.kind == ThreadValue::Same ||
           (value.kind == ThreadValue::Known && !value.varies);
  }

  bool isRace(const ThreadAccess &a, const ThreadAccess &b) const {
    bool isWritten =
        a.kind == ThreadAccess::Write || b.kind == ThreadAccess::Write;
    bool isOtherRound = a.last < b.first || b.last < a.first;
    if (a.thread == b.thread)
      return isPending(a, b) || isPending(b, a);
    if (!isWritten || isOtherRound)
      return false;
    bool isSameWarp = a.thread / 32 == b.thread / 32;
    bool isPlain = a.first == a.last && b.first == b.last;
    if (isSameWarp && isPlain && a.warpStep != b.warpStep)
      return false;
    if (a.kind == ThreadAccess::Write && b.kind == ThreadAccess::Write) {
      bool areKnown = a.value.isNumber() && b.value.isNumber();
      if (areKnown)
        return a.value.offset != b.value.offset;
      // In memory outside, any of the values may be intended.
      return threads.places[a.base].variable &&
             a.value.kind == ThreadValue::Differing &&
             b.value.kind == ThreadValue::Differing;
    }
    // All threads write one value, which a reader that has written it to the
    // place before finds in any case.
    const ThreadAccess &write = a.kind == ThreadAccess::Write ? a : b;
    const ThreadAccess &other = &write == &a ? b : a;
    auto own = writers.find({write.node, other.thread, write.offset});
    return !isAllSame(write.value) || own == writers.end() ||
           own->second > &other;
  }

  /// Whether the thread itself stores to where its copy still writes.
  bool isPending(const ThreadAccess &copy, const ThreadAccess &other) const {
    size_t number = &other - threads.accesses.data();
    return copy.kind == ThreadAccess::Write && copy.end > 0 &&
           other.kind == ThreadAccess::Write && other.end == 0 &&
           &copy < &other && number < copy.end;
  }

  void reportRace(const ThreadAccess &a, const ThreadAccess &b) {
    bool isFirst = a.node <= b.node;
    const ThreadAccess &before = isFirst ? a : b, &behind = isFirst ? b : a;
    auto getVerb = [](const ThreadAccess &access) {
      return access.kind == ThreadAccess::Read    ? "reads"
             : access.kind == ThreadAccess::Write ? "writes"
                                                  : "changes";
    };
    int64_t byte = std::max(a.offset, b.offset);
    bool isSameWarp = a.thread / 32 == b.thread / 32;
    bool isCopy = before.first != before.last;
    bool isOne = before.node == behind.node;
    if (a.thread == b.thread)
      return report(behind.node, "async-unwaited",
                    "expected a wait for " + getMnemonic(before.node) +
                        " before " + getMnemonic(behind.node) +
                        " of the same place, found none, so that the copy may "
                        "be the last to write",
                    "wait for the copy first");
    report(behind.node, "thread-race",
           (isOne ? "expected one thread to write each place in " +
                        getMnemonic(behind.node)
                  : "expected a barrier between " + getMnemonic(before.node) +
                        " and " + getMnemonic(behind.node) +
                        " of another thread") +
               ", found none: thread " + Twine(before.thread) + " " +
               getVerb(before) + " byte " + Twine(byte) + " of " +
               getName(a.base) + ", which thread " + Twine(behind.thread) +
               " " + getVerb(behind),
           isOne        ? "a predicate for one thread, or an atomic operation"
           : isCopy     ? "wait for the copy, and bar.sync 0 after the wait"
           : isSameWarp ? "bar.sync 0, or bar.warp.sync in a warp"
                        : "bar.sync 0");
  }

  //===--- Reads of what nothing wrote ------------------------------------===//

  void checkUnwritten() {
    for (int base = 0; base < int(threads.places.size()); ++base) {
      const ThreadPlace &place = threads.places[base];
      if (!place.variable || place.variable->space != "shared" ||
          threads.isOpenPlace[base])
        continue;
      std::optional<int64_t> size =
          getVariableSize(*place.variable, *place.declarator);
      if (!size || *size > (1 << 18))
        continue;
      llvm::BitVector written(*size);
      for (const ThreadAccess &access : threads.accesses)
        if (access.base == base && access.kind != ThreadAccess::Read)
          written.set(access.offset, access.offset + access.size);
      for (const ThreadAccess &access : threads.accesses) {
        if (access.base != base || access.kind != ThreadAccess::Read ||
            written.find_first_in(access.offset, access.offset + access.size) >=
                0)
          continue;
        report(access.node, "variable-unwritten",
               "expected " + getName(base) + " to be written before " +
                   getMnemonic(access.node) +
                   " reads it, found no instruction that writes bytes " +
                   Twine(access.offset) + " to " +
                   Twine(access.offset + access.size - 1) + ", which thread " +
                   Twine(access.thread) + " reads",
               "");
        return;
      }
    }
  }

  //===--- mbarriers ------------------------------------------------------===//

  void checkEndlessWait() {
    if (!threads.endlessWait)
      return;
    const ThreadMbarrier &barrier = threads.endlessBarrier;
    int64_t missing = barrier.pending;
    unsigned node = threads.endlessWait - graph.nodes.data();
    std::string found =
        missing > 0 ? ("that " + Twine(missing) + " of " +
                       Twine(barrier.count) + " arrivals never happen")
                          .str()
                    : ("that " + Twine(std::abs(barrier.bytes)) + " bytes " +
                       (barrier.bytes > 0 ? "which are expected never arrive"
                                          : "arrive which are not expected"))
                          .str();
    report(node, "mbarrier-phase",
           "expected the phase that " + getMnemonic(node) +
               " waits for to end, found " + found,
           missing > 0 ? "the number of arrivals in mbarrier.init"
                       : "the bytes of the copies in expect_tx");
  }

  const AsmGraph &graph;
  const AsmContext &context;
  FindingList &findings;
  AsmThreadRun threads;
  bool isAlone;
  /// By instruction, thread and place: the first write.
  std::map<std::tuple<unsigned, unsigned, int64_t>, const ThreadAccess *>
      writers;
  bool isReported = false;
};

} // namespace

void mlir::tile::ptx::checkAsmRaces(const AsmGraph &graph,
                                    const AsmContext &context,
                                    FindingList &findings) {
  bool isRun = context.hasThreadScope && !context.mayLackThreads &&
               context.isWholeCTA && context.numThreads > 1 &&
               !graph.hasUnknownName && !graph.hasUnknownTarget &&
               findings.size() == 0;
  bool hasMemory = llvm::any_of(graph.nodes, [](const AsmNode &node) {
    return node.row && (node.row->form->effects &
                        (ReadsMemory | WritesMemory | Synchronizes));
  });
  // Without a loop, AsmOwnMemory knows all places that can be known.
  bool isLoop = llvm::any_of(llvm::enumerate(graph.nodes), [](auto entry) {
    return llvm::any_of(entry.value().targets, [&](unsigned target) {
      return target <= entry.index();
    });
  });
  if (!context.hasThreadScope && isLoop && graph.hasVariables() &&
      !graph.hasUnknownName && !graph.hasUnknownTarget &&
      findings.size() == 0) {
    AsmContext alone = context;
    alone.numThreads = 1;
    return RaceChecker(graph, alone, findings).runAlone();
  }
  // What the other checks found is one mistake, which has its message.
  if (isRun && hasMemory)
    RaceChecker(graph, context, findings).run();
}
