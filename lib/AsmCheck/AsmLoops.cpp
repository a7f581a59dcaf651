//===- AsmLoops.cpp - Loops of an asm that cannot end ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three kinds are certain: no branch leads out; nothing in the loop changes the
// predicates by which it ends; or it counts by a constant and never comes to
// the constant that ends it. A loop is the text from a label up to the last
// branch back to it, or up to another one that nothing branches before.
//
//===----------------------------------------------------------------------===//

#include "AsmValues.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

/// Instructions that are looked at before the rest is given up.
static constexpr size_t kMaxLoopSteps = 1 << 18;

namespace {

class LoopChecker {
public:
  LoopChecker(const AsmGraph &graph, const AsmContext &context,
              FindingList &findings)
      : graph(graph), isPure(context.isPure), findings(findings),
        values(graph, context) {}

  void run() {
    llvm::BitVector isEndless = findEndless();
    for (unsigned begin = 0; begin < graph.nodes.size(); ++begin) {
      unsigned end = findEnd(begin);
      if (end == graph.nodes.size() || !spend(end - begin + 1))
        continue;
      if (isEndless[begin])
        return report(end, "expected a loop that ends, found no branch out of "
                           "it");
      checkExits(begin, end);
      checkEarlierBranches(begin, end);
    }
  }

private:
  bool spend(size_t steps) {
    if (budget < steps)
      return false;
    budget -= steps;
    return true;
  }

  void report(unsigned node, const llvm::Twine &message) {
    findings.add(graph.nodes[node].instruction->location, Severity::Warning,
                 "loop-endless", message);
  }

  /// The last branch back to a node; the number of nodes if there is none.
  unsigned findEnd(unsigned begin) const {
    unsigned count = graph.nodes.size();
    if (lastBranch.empty()) {
      lastBranch.assign(count, count);
      for (unsigned i = 0; i < count; ++i)
        for (unsigned target : graph.nodes[i].targets)
          if (target <= i)
            lastBranch[target] = i;
    }
    return lastBranch[begin];
  }

  /// What a path from the beginning reaches, and no path leads out of.
  llvm::BitVector findEndless() {
    unsigned count = graph.nodes.size();
    llvm::BitVector reached(count + 1), ends(count + 1);
    ends.set(count);
    reached.set(0);
    for (bool changed = true; changed && spend(2 * count);) {
      changed = false;
      for (unsigned k = 0; k < count; ++k) {
        const AsmNode &forward = graph.nodes[k];
        auto reach = [&](unsigned next) {
          changed |= !reached[next];
          reached.set(next);
        };
        if (reached[k] && forward.fallsThrough)
          reach(k + 1);
        for (unsigned target : forward.targets)
          if (reached[k])
            reach(target);
        unsigned i = count - 1 - k;
        const AsmNode &node = graph.nodes[i];
        bool isLast = leaves(node) || (node.fallsThrough && ends[i + 1]) ||
                      llvm::any_of(node.targets, [&](unsigned target) {
                        return ends[target];
                      });
        changed |= isLast && !ends[i];
        if (isLast)
          ends.set(i);
      }
    }
    if (budget < 2 * count)
      return llvm::BitVector(count + 1);
    reached.reset(ends);
    return reached;
  }

  static bool leaves(const AsmNode &node) {
    StringRef opcode = node.instruction->opcode;
    return opcode == "ret" || opcode == "exit" || opcode == "trap" ||
           opcode == "call";
  }

  /// Whether the instructions of a loop run in the order of the text.
  bool isStraight(unsigned begin, unsigned end) const {
    for (unsigned i = begin; i < end; ++i)
      if (!graph.nodes[i].targets.empty() || !graph.nodes[i].fallsThrough)
        return false;
    return true;
  }

  /// A load that the compiler may do once, before the loop: of a place that the
  /// loop does not compute, where nothing orders or writes memory.
  static bool isWeakLoad(const AsmNode &node) {
    return node.row && node.instruction->opcode == "ld" &&
           !node.row->has("volatile") && !node.row->has("relaxed") &&
           !node.row->has("acquire") && !node.row->has("mmio");
  }

  bool hasMemoryOrder(unsigned begin, unsigned end) const {
    for (unsigned i = begin; i <= end; ++i) {
      const AsmNode &node = graph.nodes[i];
      unsigned effects = node.row ? node.row->form->effects : WritesMemory;
      bool isNeutral = !(effects & (ReadsMemory | WritesMemory | Synchronizes |
                                    Convergent)) ||
                       isWeakLoad(node);
      if (!isNeutral)
        return true;
    }
    return false;
  }

  /// The registers that may have another value in the next round, at its end;
  /// registers of loads may, unless `areLoadsSame`.
  llvm::BitVector findVarying(unsigned begin, unsigned end,
                              bool areLoadsSame = false) const {
    bool isInOrder = isStraight(begin, end);
    llvm::BitVector written(graph.symbols.size()), known(graph.symbols.size());
    llvm::BitVector varying(graph.symbols.size());
    for (unsigned i = begin; i <= end; ++i)
      for (const AsmUse &use : graph.nodes[i].uses)
        if (use.isWritten)
          written.set(use.symbol);
    for (unsigned i = begin; i <= end; ++i) {
      const AsmNode &node = graph.nodes[i];
      bool isSame =
          node.row && node.guard < 0 &&
          (node.row->form->effects == NoEffects ||
           (areLoadsSame && isWeakLoad(node))) &&
          !findSpecialRegister(*node.instruction, SpecialRegister::Reads) &&
          llvm::all_of(
              node.uses,
              [&](const AsmUse &use) {
                return use.isWritten || !written[use.symbol] ||
                       (known[use.symbol] && !varying[use.symbol]);
              });
      for (const AsmUse &use : node.uses)
        if (use.isWritten) {
          // Of two values in one round, the last one counts if there are no
          // branches.
          if (!isSame || (known[use.symbol] && !isInOrder))
            varying.set(use.symbol);
          else if (isInOrder)
            varying.reset(use.symbol);
          known.set(use.symbol);
        }
    }
    return varying;
  }

  /// Whether the predicate of a way out is computed before it from what
  /// nothing in the loop writes, whatever else the register is used for.
  bool isSameTest(unsigned exit, unsigned begin, unsigned end) const {
    const AsmNode &node = graph.nodes[exit];
    const AsmNode *test = values.findLastWriter(node.guard, node);
    if (!test || !test->row || test->row->form->effects != NoEffects ||
        findSpecialRegister(*test->instruction, SpecialRegister::Reads))
      return false;
    for (unsigned i = begin; i <= end; ++i)
      for (const AsmUse &use : graph.nodes[i].uses)
        if (use.isWritten && llvm::any_of(test->uses, [&](const AsmUse &other) {
              return !other.isWritten && other.symbol == use.symbol;
            }))
          return false;
    return true;
  }

  void checkExits(unsigned begin, unsigned end) {
    llvm::SmallVector<unsigned> exits;
    for (unsigned i = begin; i <= end; ++i) {
      const AsmNode &node = graph.nodes[i];
      bool isOut = llvm::any_of(node.targets, [&](unsigned target) {
        return target < begin || target > end;
      });
      isOut |= leaves(node) || (i == end && node.fallsThrough);
      if (!isOut)
        continue;
      // Of several targets, a register chooses.
      if (node.guard < 0 || node.targets.size() > 1)
        return;
      exits.push_back(i);
    }
    if (exits.empty())
      return;
    llvm::BitVector varying = findVarying(begin, end);
    for (unsigned exit : exits)
      if (varying[graph.nodes[exit].guard] && !isSameTest(exit, begin, end)) {
        if (checkSwaps(begin, end))
          return;
        checkCounter(begin, end, exits);
        return checkWeakLoads(begin, end, exits);
      }
    unsigned guard = graph.nodes[exits.front()].guard;
    report(end, "expected the loop to change the value that ends it, found "
                "nothing in it that changes '" +
                    llvm::Twine(graph.symbols[guard]) + "'");
  }

  /// After a `cas` that fails, the next one has to expect what it found.
  bool checkSwaps(unsigned begin, unsigned end) {
    for (unsigned i = begin; i <= end; ++i) {
      const AsmNode &node = graph.nodes[i];
      const auto &operands = node.instruction->operands;
      if (!node.row || node.instruction->opcode != "atom" ||
          !node.row->has("cas") || operands.size() < 4)
        continue;
      int expected = AsmValues::findSymbol(node, operands[2]);
      const AsmNode *load =
          expected < 0 ? nullptr : values.findWriter(expected, node);
      // What is loaded in the loop is new each time.
      bool isOld = load && load < &graph.nodes[begin] &&
                   load->instruction->opcode == "ld";
      if (!isOld)
        continue;
      report(i, "expected the loop to change what '" +
                    node.instruction->getMnemonic() +
                    "' expects, found that '" + graph.symbols[expected] +
                    "' stays what was loaded before the loop");
      return true;
    }
    return false;
  }

  /// A loop that ends by what it loads only, as another thread stores it.
  void checkWeakLoads(unsigned begin, unsigned end,
                      llvm::ArrayRef<unsigned> exits) {
    // A pure asm must not wait at all.
    if (isPure)
      return;
    unsigned load = begin;
    while (load <= end && !isWeakLoad(graph.nodes[load]))
      ++load;
    if (load > end || hasMemoryOrder(begin, end))
      return;
    llvm::BitVector varying = findVarying(begin, end, /*areLoadsSame=*/true);
    for (unsigned exit : exits)
      if (varying[graph.nodes[exit].guard])
        return;
    const Instruction &instruction = *graph.nodes[load].instruction;
    findings.add(instruction.location, Severity::Warning, "load-stale",
                 "expected a load that sees what others store, as the loop "
                 "ends by it, found '" +
                     instruction.getMnemonic() +
                     "', which may be done once before the loop",
                 "ld.relaxed, ld.acquire or ld.volatile");
  }

  /// Branches back that are not the last one: what leads only through them
  /// comes back in the same way each time.
  void checkEarlierBranches(unsigned begin, unsigned end) {
    for (unsigned i = begin; i < end; ++i)
      if (llvm::is_contained(graph.nodes[i].targets, begin) &&
          isStraight(begin, i) && spend(i - begin + 1))
        checkExits(begin, i);
  }

  //===--- Counters -------------------------------------------------------===//

  /// The one node of the loop that writes a symbol, or none.
  std::optional<unsigned> findWriter(unsigned symbol, unsigned begin,
                                     unsigned end, unsigned &numOutside) const {
    std::optional<unsigned> found;
    unsigned count = 0;
    numOutside = 0;
    for (unsigned i = 0; i < graph.nodes.size(); ++i)
      for (const AsmUse &use : graph.nodes[i].uses) {
        if (!use.isWritten || use.symbol != symbol)
          continue;
        if (i < begin || i > end) {
          ++numOutside;
          continue;
        }
        found = i;
        ++count;
      }
    return count == 1 ? found : std::nullopt;
  }

  struct Counter {
    uint64_t value, step, bound;
    unsigned bits;
    StringRef comparison;
    bool isSigned, isBoundFirst, isStepFirst, endsIf;
  };

  static bool compare(const Counter &counter, uint64_t value) {
    auto extend = [&](uint64_t x) {
      return int64_t(x << (64 - counter.bits)) >> (64 - counter.bits);
    };
    uint64_t a = value, b = counter.bound;
    if (counter.isBoundFirst)
      std::swap(a, b);
    bool isLess = counter.isSigned ? extend(a) < extend(b) : a < b;
    bool isEqual = a == b;
    StringRef word = counter.comparison;
    if (word == "eq")
      return isEqual;
    if (word == "ne")
      return !isEqual;
    if (word == "lt" || word == "lo")
      return isLess;
    if (word == "le" || word == "ls")
      return isLess || isEqual;
    if (word == "gt" || word == "hi")
      return !isLess && !isEqual;
    return !isLess;
  }

  /// Whether it counts away from its end, or past it without meeting it.
  static bool isEndless(Counter counter) {
    uint64_t mask =
        counter.bits == 64 ? ~uint64_t(0) : (uint64_t(1) << counter.bits) - 1;
    counter.value &= mask;
    counter.bound &= mask;
    counter.step &= mask;
    constexpr unsigned kMaxRounds = 1 << 14;
    uint64_t value = counter.value;
    for (unsigned i = 0; i < kMaxRounds; ++i) {
      if (counter.isStepFirst)
        value = (value + counter.step) & mask;
      if (compare(counter, value) == counter.endsIf)
        return false;
      if (!counter.isStepFirst)
        value = (value + counter.step) & mask;
    }
    if (counter.step == 0)
      return true;
    auto extend = [&](uint64_t x) {
      return int64_t(x << (64 - counter.bits)) >> (64 - counter.bits);
    };
    // It meets the bound before it goes through 0, or hardly ever.
    if (counter.comparison == "eq" || counter.comparison == "ne") {
      bool isUp = extend(counter.step) > 0;
      uint64_t distance =
          isUp ? counter.bound - counter.value : counter.value - counter.bound;
      uint64_t step = isUp ? counter.step : uint64_t(0) - counter.step;
      // Away from it, whether the numbers have signs or not.
      uint64_t from = isUp ? counter.value : counter.bound;
      uint64_t to = isUp ? counter.bound : counter.value;
      if (to < from && extend(to) < extend(from))
        return true;
      return (distance & mask) % (step & mask) != 0;
    }
    // It comes nearer to its end, or goes the other way.
    bool isAbove = counter.isSigned
                       ? extend(counter.value) > extend(counter.bound)
                       : counter.value > counter.bound;
    return isAbove == (extend(counter.step) > 0);
  }

  /// Whether it is beyond its end before the first round, and after it.
  static bool isOver(const Counter &counter) {
    bool isOrder = counter.comparison != "eq" && counter.comparison != "ne";
    uint64_t mask =
        counter.bits == 64 ? ~uint64_t(0) : (uint64_t(1) << counter.bits) - 1;
    return isOrder && counter.isStepFirst && counter.step != 0 &&
           compare(counter, counter.value & mask) == counter.endsIf &&
           compare(counter, (counter.value + counter.step) & mask) ==
               counter.endsIf;
  }

  /// Whether no branch within the loop, or into it, leads over the node.
  bool runsOncePerRound(unsigned node, unsigned begin, unsigned end) const {
    for (unsigned i = 0; i < graph.nodes.size(); ++i)
      for (unsigned target : graph.nodes[i].targets) {
        bool isInside = i >= begin && i <= end;
        bool isTargetInside = target >= begin && target <= end;
        // The way out, the way back, and what has nothing to do with the loop.
        if (!isTargetInside || (i == end && target == begin))
          continue;
        if (!isInside && target != begin)
          return false;
        bool isForward = target > i;
        if (isInside && (isForward ? node > i && node < target
                                   : node >= target && node <= i))
          return false;
      }
    return true;
  }

  void checkCounter(unsigned begin, unsigned end,
                    llvm::ArrayRef<unsigned> exits) {
    if (exits.size() != 1)
      return;
    const AsmNode &exit = graph.nodes[exits.front()];
    unsigned numOutside;
    const AsmNode *writer = values.findWriter(exit.guard, exit);
    if (!writer)
      return;
    const AsmNode &comparison = *writer;
    unsigned test = writer - graph.nodes.data();
    if (test < begin || test > end)
      return;
    const Instruction &setp = *comparison.instruction;
    if (setp.opcode != "setp" || setp.operands.size() != 3 ||
        setp.operands[0].kind == Operand::Pair || comparison.guard >= 0 ||
        setp.modifiers.size() != 2 || !comparison.row ||
        isFloatType(comparison.row->types[0]))
      return;
    Counter counter;
    std::optional<int64_t> second =
        values.findConstant(comparison, setp.operands[2]);
    std::optional<int64_t> first =
        values.findConstant(comparison, setp.operands[1]);
    counter.isBoundFirst = first.has_value();
    std::optional<int64_t> bound = first ? first : second;
    int symbol = AsmValues::findSymbol(
        comparison, setp.operands[counter.isBoundFirst ? 2 : 1]);
    if (!bound || symbol < 0)
      return;
    std::optional<unsigned> step = findWriter(symbol, begin, end, numOutside);
    std::optional<int64_t> start = findStart(symbol, begin);
    if (!step || numOutside != 1 || !start)
      return;
    // Once in each round.
    for (unsigned node : {test, *step, exits.front()})
      if (!runsOncePerRound(node, begin, end))
        return;
    std::optional<int64_t> amount = findStep(graph.nodes[*step], symbol);
    // 0 stays 0, however often it is shifted or multiplied.
    const Instruction &change = *graph.nodes[*step].instruction;
    bool isProduct =
        llvm::is_contained({"shl", "shr", "mul"}, change.opcode) &&
        graph.nodes[*step].guard < 0 && change.operands.size() == 3 &&
        AsmValues::findSymbol(graph.nodes[*step], change.operands[1]) == symbol;
    if (!amount && isProduct && *start == 0)
      amount = 0;
    if (!amount)
      return;
    counter.value = *start;
    counter.step = *amount;
    counter.bound = *bound;
    counter.comparison = setp.modifiers[0];
    counter.bits = getTypeBits(comparison.row->types[0]);
    counter.isSigned = comparison.row->types[0].starts_with("s");
    counter.isStepFirst = *step < test;
    bool isBackEdge = exits.front() == end;
    counter.endsIf = isBackEdge == exit.isGuardNegated;
    if (counter.bits != 0 && counter.bits <= 64 && isOver(counter))
      findings.add(exit.instruction->location, Severity::Warning, "value-known",
                   "expected a loop that continues, found one whose counter '" +
                       llvm::Twine(graph.symbols[symbol]) + "' goes from " +
                       llvm::Twine(*start) + " in steps of " +
                       llvm::Twine(*amount) +
                       ", so that it ends in the first round",
                   "the other step, or the other comparison");
    if (counter.bits != 0 && counter.bits <= 64 && isEndless(counter))
      report(end, "expected a loop that ends, found one whose counter '" +
                      llvm::Twine(graph.symbols[symbol]) + "' goes from " +
                      llvm::Twine(*start) + " in steps of " +
                      llvm::Twine(*amount) + ", and does not come to " +
                      llvm::Twine(*bound));
  }

  std::optional<int64_t> findStart(unsigned symbol, unsigned begin) const {
    for (unsigned i = 0; i < begin; ++i) {
      const AsmNode &node = graph.nodes[i];
      if (AsmValues::findSymbol(node,
                                node.instruction->operands.empty()
                                    ? Operand()
                                    : node.instruction->operands[0],
                                /*isWritten=*/true) != int(symbol))
        continue;
      if (node.instruction->opcode != "mov" || node.guard >= 0 ||
          node.instruction->operands.size() != 2)
        return std::nullopt;
      return values.findConstant(node, node.instruction->operands[1]);
    }
    return std::nullopt;
  }

  /// What an instruction adds to the counter.
  std::optional<int64_t> findStep(const AsmNode &node, int symbol) const {
    const Instruction &instruction = *node.instruction;
    bool isSum = instruction.opcode == "add" || instruction.opcode == "sub";
    if (!isSum || node.guard >= 0 || instruction.modifiers.size() != 1 ||
        instruction.operands.size() != 3 || !node.row ||
        isFloatType(node.row->types[0]) ||
        AsmValues::findSymbol(node, instruction.operands[1]) != symbol)
      return std::nullopt;
    std::optional<int64_t> amount =
        values.findConstant(node, instruction.operands[2]);
    if (amount && instruction.opcode == "sub")
      return -*amount;
    return amount;
  }

  const AsmGraph &graph;
  bool isPure;
  FindingList &findings;
  AsmValues values;
  mutable std::vector<unsigned> lastBranch;
  size_t budget = kMaxLoopSteps;
};

} // namespace

void mlir::tile::ptx::checkAsmLoops(const AsmGraph &graph,
                                    const AsmContext &context,
                                    FindingList &findings) {
  bool hasLoop = false;
  for (unsigned i = 0; i < graph.nodes.size() && !hasLoop; ++i)
    for (unsigned target : graph.nodes[i].targets)
      hasLoop |= target <= i;
  if (hasLoop && !graph.hasUnknownTarget && !graph.hasUnknownName)
    LoopChecker(graph, context, findings).run();
}
