//===- AsmFlow.cpp - Which outputs an asm body writes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// More than 600 lines: the facts, how instructions change them, and what is
// reported of them, are one analysis.
//
// A forward analysis over the blocks of the body. For each output, and each
// register of the body that is read and written, the state is
// a set of facts "it is written if p is true" and "... if p is false", a bit
// each, for the first 31 predicates that guard anything; all bits set is
// "written, whatever holds". So
//
//   @p mov.b32 $0, 1;         facts: p
//   @!p mov.b32 $0, 2;        facts: p, !p, thus written
//
// A write of p withdraws the facts about p. On an edge where p is known to be
// false, "if p" holds of nothing and becomes a fact of all outputs, which lets
//
//   @!p bra SKIP;             to SKIP: p (as p is false); onward: !p
//   mov.b32 $0, 1;            written
//   SKIP: @!p mov.b32 $0, 2;  both paths have p; then !p: written
//
// pass. Paths meet by intersection. `setp p|q`, `not.pred q, p` and two
// opposite comparisons of the same values make q the negative of p where
// nothing else writes the two.
//
//
// More than 600 lines: conditions, paths and findings work on one state.
//
//===----------------------------------------------------------------------===//

#include "AsmGraph.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir::tile::ptx;
using llvm::SmallVector;

namespace {

/// A predicate that guards something, negated or not; none is index -1.
struct Condition {
  int index = -1;
  bool isNegated = false;
  Condition negate() const { return {index, !isNegated}; }
};

constexpr unsigned kMaxPredicates = 31;
constexpr uint64_t kAll = ~uint64_t(0);

/// Beyond this many blocks times outputs, only what needs no paths is checked;
/// the body's own registers are followed as far as they fit in.
constexpr size_t kMaxStates = 1 << 18;

uint64_t getFact(Condition condition) {
  return uint64_t(1) << (2 * condition.index + condition.isNegated);
}

/// The facts about each output, and whether anything may have written it.
struct State {
  SmallVector<uint64_t, 8> facts;
  llvm::BitVector mayBeWritten;
  bool isReached = false;

  void write(unsigned output, Condition condition) {
    mayBeWritten.set(output);
    uint64_t &fact = facts[output];
    if (condition.index < 0) {
      fact = kAll;
      return;
    }
    fact |= getFact(condition);
    if (fact & getFact(condition.negate()))
      fact = kAll;
  }
  bool isWritten(unsigned output, Condition condition) const {
    return facts[output] == kAll ||
           (condition.index >= 0 && (facts[output] & getFact(condition)));
  }
  void forget(unsigned predicate) {
    for (uint64_t &fact : facts)
      if (fact != kAll)
        fact &= ~(uint64_t(3) << (2 * predicate));
  }
  void assume(Condition condition) {
    if (condition.index < 0)
      return;
    for (uint64_t &fact : facts) {
      if (fact & getFact(condition))
        fact = kAll;
      else
        fact |= getFact(condition.negate());
    }
  }
  /// Whether anything changed.
  bool meet(const State &other) {
    if (!isReached) {
      *this = other;
      isReached = true;
      return true;
    }
    bool changed = false;
    for (auto [fact, otherFact] : llvm::zip(facts, other.facts)) {
      changed |= (fact & otherFact) != fact;
      fact &= otherFact;
    }
    llvm::BitVector before = mayBeWritten;
    mayBeWritten |= other.mayBeWritten;
    return changed || before != mayBeWritten;
  }
};

class FlowChecker {
public:
  FlowChecker(const AsmGraph &graph, const AsmContext &context,
              FindingList &findings)
      : graph(graph), context(context), findings(findings) {}

  void run() {
    collectUses();
    collectOutputs();
    checkInputs();
    checkLocals();
    if (outputs.empty() || graph.hasUnknownTarget)
      return;
    collectConditions();
    splitBlocks();
    if (blocks.size() * outputs.size() > kMaxStates)
      dropLocals();
    if (blocks.size() * outputs.size() > kMaxStates || outputs.empty())
      return;
    solve();
    report();
  }

private:
  struct Block {
    unsigned begin, end;
    State in;
  };

  /// One mistake is one message: of what a wrong instruction reads and writes,
  /// nothing more is said.
  bool isUnclear(unsigned symbol) const { return graph.isUnclear.test(symbol); }

  //===--- Without paths --------------------------------------------------===//

  void collectUses() {
    numWrites.assign(graph.symbols.size(), 0);
    numReads.assign(graph.symbols.size(), 0);
    firstWrite.resize(graph.symbols.size());
    firstRead.resize(graph.symbols.size());
    for (const AsmNode &node : graph.nodes)
      for (const AsmUse &use : node.uses) {
        unsigned &count = (use.isWritten ? numWrites : numReads)[use.symbol];
        if (count++ == 0)
          (use.isWritten ? firstWrite : firstRead)[use.symbol] = use.location;
      }
  }

  void checkInputs() {
    size_t count = context.operands.size();
    for (size_t k = 0; k < count; ++k) {
      const AsmOperand &operand = context.operands[k];
      if (operand.isOutput || operand.tiedTo >= 0)
        continue;
      if (numWrites[k] != 0 && !operand.isImmediate && !isUnclear(k))
        findings.add(firstWrite[k], Severity::Warning, "input-written",
                     "expected inputs to be only read, found a write of $" +
                         llvm::Twine(k) + ", which gets a copy",
                     "tie it to an output by its number, or use a register of "
                     "the body");
      // All registers of a value at once.
      size_t last = k;
      bool isRead = numReads[k] != 0 || numWrites[k] != 0 ||
                    graph.hasUnknownName || graph.nodes.empty();
      while (last + 1 < count && !context.operands[last + 1].isOutput &&
             context.operands[last + 1].tiedTo < 0 &&
             context.operands[last + 1].value == operand.value) {
        ++last;
        isRead |= numReads[last] != 0 || numWrites[last] != 0;
      }
      bool isFirst = k == 0 || context.operands[k - 1].isOutput ||
                     context.operands[k - 1].value != operand.value;
      if (!isRead && isFirst)
        findings.add(Location{0, 1, 1}, Severity::Warning, "input-unread",
                     "expected the asm to read $" + llvm::Twine(k) +
                         (last > k ? " to $" + llvm::Twine(last) : "") +
                         ", found no instruction that does");
    }
  }

  void checkLocals() {
    for (size_t symbol = graph.numOperands; symbol < graph.symbols.size();
         ++symbol)
      if (numReads[symbol] != 0 && numWrites[symbol] == 0 &&
          !isUnclear(symbol) && !graph.hasUnknownName)
        findings.add(firstRead[symbol], Severity::Warning, "register-unwritten",
                     "expected '" + llvm::Twine(graph.symbols[symbol]) +
                         "' to be written before it is read, found no "
                         "instruction that does",
                     getCarryHint(symbol));
  }

  llvm::StringRef getCarryHint(unsigned symbol) const {
    return graph.symbols[symbol] == kCarry
               ? "add.cc, sub.cc or mad.cc of the same asm writes the carry"
               : "";
  }

  /// Outputs without a tie, and which of them nothing writes; and the body's
  /// own registers, which are followed as outputs are.
  void collectOutputs() {
    llvm::BitVector isTied(context.operands.size());
    for (const AsmOperand &operand : context.operands)
      if (operand.tiedTo >= 0 && operand.tiedTo < int(isTied.size()))
        isTied.set(operand.tiedTo);
    outputOfSymbol.assign(graph.symbols.size(), -1);
    for (size_t k = 0; k < context.operands.size(); ++k) {
      if (!context.operands[k].isOutput || isTied[k] || isUnclear(k))
        continue;
      outputOfSymbol[k] = outputs.size();
      outputs.push_back(k);
      if (numWrites[k] == 0 && !mayStayUnwritten(k) && !graph.hasUnknownName)
        findings.add(Location{0, 1, 1}, Severity::Error, "output-unwritten",
                     "expected the asm to write $" + llvm::Twine(k) +
                         ", found no instruction that does");
    }
    for (size_t symbol = graph.numOperands; symbol < graph.symbols.size();
         ++symbol) {
      if (numReads[symbol] == 0 || numWrites[symbol] == 0 || isUnclear(symbol))
        continue;
      outputOfSymbol[symbol] = outputs.size();
      outputs.push_back(symbol);
    }
  }

  /// Follows outputs only; those come first.
  void dropLocals() {
    while (!outputs.empty() && !isOperand(outputs.back()))
      outputOfSymbol[outputs.pop_back_val()] = -1;
  }

  bool isOperand(unsigned symbol) const { return symbol < graph.numOperands; }

  bool mayStayUnwritten(unsigned output) const {
    return !context.isPure && context.operands[output].isUnused;
  }

  //===--- Conditions -----------------------------------------------------===//

  void follow(unsigned predicate, int &next) {
    if (conditions[predicate].index >= 0)
      return;
    if (next < int(kMaxPredicates))
      conditions[predicate] = {next++, false};
    else
      isLackingPredicates = true;
  }

  void collectConditions() {
    conditions.assign(graph.symbols.size(), Condition());
    int next = 0;
    for (const AsmNode &node : graph.nodes)
      if (node.guard >= 0)
        follow(node.guard, next);
    // What chooses is as good as a guard.
    for (const AsmNode &node : graph.nodes)
      if (node.instruction->opcode == "selp" &&
          node.instruction->operands.size() == 4)
        for (const AsmUse &use : node.uses)
          if (!use.isWritten &&
              use.location.offset ==
                  node.instruction->operands[3].location.offset)
            follow(use.symbol, next);
    // Predicates that are the negative of others.
    for (const AsmNode &node : graph.nodes) {
      const Instruction &instruction = *node.instruction;
      llvm::StringRef opcode = instruction.opcode;
      SmallVector<unsigned, 2> written, read;
      for (const AsmUse &use : node.uses)
        (use.isWritten ? written : read).push_back(use.symbol);
      if (node.guard >= 0)
        continue;
      bool isPair = opcode == "setp" && written.size() == 2 &&
                    instruction.operands.size() == 3;
      bool isNot = opcode == "not" && written.size() == 1 && read.size() == 1 &&
                   node.row && node.row->has("pred") &&
                   !instruction.operands[1].isNegated;
      if (isPair)
        relate(written[0], written[1], /*maxWritesOfFirst=*/1);
      else if (isNot)
        relate(read[0], written[0],
               /*maxWritesOfFirst=*/read[0] < graph.numOperands ? 0 : 1);
    }
    relateComparisons();
  }

  /// The comparison that holds where `word` does not; "" if there is none. Of
  /// floats, that one holds of NaNs, too.
  static llvm::StringRef getOpposite(llvm::StringRef word, bool isFloat) {
    using Words = std::pair<llvm::StringLiteral, llvm::StringLiteral>;
    static constexpr Words kIntegers[] = {
        {"eq", "ne"}, {"lt", "ge"}, {"gt", "le"}, {"lo", "hs"}, {"hi", "ls"}};
    static constexpr Words kFloats[] = {
        {"eq", "neu"}, {"equ", "ne"}, {"lt", "geu"}, {"ltu", "ge"},
        {"gt", "leu"}, {"gtu", "le"}, {"num", "nan"}};
    llvm::ArrayRef<Words> pairs = kIntegers;
    if (isFloat)
      pairs = kFloats;
    for (const auto &[first, second] : pairs) {
      if (word == first)
        return second;
      if (word == second)
        return first;
    }
    return "";
  }

  /// Whether two unguarded comparisons of the same values are opposite.
  static bool areOpposite(const AsmNode &first, const AsmNode &second) {
    const Instruction &a = *first.instruction, &b = *second.instruction;
    if (a.modifiers.size() != b.modifiers.size() ||
        !isSame(a.operands[1], b.operands[1]) ||
        !isSame(a.operands[2], b.operands[2]))
      return false;
    bool isFloat = isFloatType(first.row->types.back());
    unsigned numOpposite = 0;
    for (auto [x, y] : llvm::zip(a.modifiers, b.modifiers)) {
      if (x == y)
        continue;
      if (getOpposite(x, isFloat) != y)
        return false;
      ++numOpposite;
    }
    return numOpposite == 1;
  }

  /// Comparisons that follow one another, with nothing between that branches or
  /// writes what they compare.
  void relateComparisons() {
    llvm::BitVector isTarget(graph.nodes.size() + 1);
    for (const AsmNode &node : graph.nodes)
      for (unsigned target : node.targets)
        isTarget.set(target);
    SmallVector<const AsmNode *> known;
    for (unsigned i = 0, e = graph.nodes.size(); i != e; ++i) {
      const AsmNode &node = graph.nodes[i];
      if (isTarget[i] || !node.targets.empty() || !node.fallsThrough)
        known.clear();
      // A write of what was compared, or of the predicate.
      llvm::erase_if(known, [&](const AsmNode *before) {
        return llvm::any_of(node.uses, [&](const AsmUse &use) {
          return use.isWritten &&
                 llvm::any_of(before->uses, [&](const AsmUse &other) {
                   return other.symbol == use.symbol;
                 });
        });
      });
      const Instruction &instruction = *node.instruction;
      bool isComparison = instruction.opcode == "setp" && node.guard < 0 &&
                          node.row && !node.row->types.empty() &&
                          instruction.operands.size() == 3 &&
                          !node.uses.empty() && isSingleResult(node);
      if (!isComparison)
        continue;
      for (const AsmNode *before : known)
        if (areOpposite(*before, node))
          relate(getResult(*before), getResult(node), /*maxWritesOfFirst=*/1);
      constexpr size_t kMaxKnown = 32;
      if (known.size() < kMaxKnown)
        known.push_back(&node);
    }
  }

  static bool isSingleResult(const AsmNode &node) {
    return llvm::count_if(node.uses,
                          [](const AsmUse &use) { return use.isWritten; }) == 1;
  }

  static unsigned getResult(const AsmNode &node) {
    return llvm::find_if(node.uses,
                         [](const AsmUse &use) { return use.isWritten; })
        ->symbol;
  }

  /// `second` is the negative of `first` from here on.
  void relate(unsigned first, unsigned second, unsigned maxWritesOfFirst) {
    if (numWrites[first] > maxWritesOfFirst || numWrites[second] != 1 ||
        first == second || conditions[second].index < 0)
      return;
    if (conditions[first].index < 0)
      conditions[first] = conditions[second].negate();
    else
      conditions[second] = conditions[first].negate();
  }

  Condition getCondition(const AsmNode &node) const {
    if (node.guard < 0)
      return {};
    Condition condition = conditions[node.guard];
    return node.isGuardNegated ? condition.negate() : condition;
  }

  //===--- Paths ----------------------------------------------------------===//

  void splitBlocks() {
    unsigned count = graph.nodes.size();
    llvm::BitVector starts(count + 1);
    starts.set(0);
    starts.set(count);
    for (unsigned i = 0; i < count; ++i) {
      const AsmNode &node = graph.nodes[i];
      for (unsigned target : node.targets)
        starts.set(target);
      if (!node.targets.empty() || !node.fallsThrough)
        starts.set(i + 1);
    }
    // The block that starts at the end of the body is the way out.
    blockOfNode.assign(count + 1, 0);
    for (unsigned start : starts.set_bits()) {
      int next = starts.find_next(start);
      blockOfNode[start] = blocks.size();
      blocks.push_back({start, next < 0 ? count : unsigned(next), {}});
    }
  }

  /// What holds where it matters what a register had: one that `selp` does not
  /// choose, or that the other predicate of an `and` decides, may have
  /// anything.
  Condition getReadCondition(const AsmNode &node, const AsmUse &use) const {
    Condition condition = getCondition(node);
    const Instruction &instruction = *node.instruction;
    llvm::StringRef opcode = instruction.opcode;
    llvm::ArrayRef<Operand> operands = instruction.operands;
    auto getOf = [&](size_t position) {
      for (const AsmUse &other : node.uses)
        if (!other.isWritten &&
            other.location.offset == operands[position].location.offset) {
          Condition found = conditions[other.symbol];
          return operands[position].isNegated ? found.negate() : found;
        }
      return Condition();
    };
    auto isAt = [&](size_t position) {
      return operands[position].location.offset == use.location.offset;
    };
    if (condition.index >= 0)
      return condition;
    if (opcode == "selp" && operands.size() == 4)
      return isAt(1) ? getOf(3) : isAt(2) ? getOf(3).negate() : condition;
    if (opcode == "setp" && operands.size() == 4 &&
        llvm::is_contained(instruction.modifiers, "and"))
      return isAt(1) || isAt(2) ? getOf(3) : condition;
    if (opcode == "and" && operands.size() == 3 &&
        llvm::is_contained(instruction.modifiers, "pred"))
      return isAt(1) ? getOf(2) : isAt(2) ? getOf(1) : condition;
    return condition;
  }

  /// Runs the instructions of a block over its state.
  template <typename OnRead>
  State run(const Block &block, OnRead onRead) const {
    State state = block.in;
    for (unsigned i = block.begin; i < block.end; ++i) {
      const AsmNode &node = graph.nodes[i];
      Condition condition = getCondition(node);
      for (const AsmUse &use : node.uses)
        if (!use.isWritten && outputOfSymbol[use.symbol] >= 0)
          onRead(state, i, use, getReadCondition(node, use));
      for (const AsmUse &use : node.uses) {
        if (!use.isWritten)
          continue;
        Condition written = conditions[use.symbol];
        if (written.index >= 0 && !isNegative(use.symbol))
          state.forget(written.index);
      }
      for (const AsmUse &use : node.uses) {
        if (!use.isWritten || outputOfSymbol[use.symbol] < 0)
          continue;
        // A guard that is not followed may be false.
        bool isUnknown = node.instruction->guard && condition.index < 0;
        if (isUnknown)
          state.mayBeWritten.set(outputOfSymbol[use.symbol]);
        else
          state.write(outputOfSymbol[use.symbol], condition);
      }
    }
    return state;
  }

  /// Whether the symbol is known as the negative of another one, whose write
  /// withdraws the facts.
  bool isNegative(unsigned symbol) const {
    return conditions[symbol].isNegated;
  }

  void solve() {
    State &entry = blocks[0].in;
    entry.facts.assign(outputs.size(), 0);
    entry.mayBeWritten.resize(outputs.size());
    entry.isReached = true;
    llvm::SetVector<unsigned> work;
    work.insert(0);
    while (!work.empty()) {
      unsigned index = work.pop_back_val();
      const Block &block = blocks[index];
      if (block.begin == graph.nodes.size())
        continue;
      State out =
          run(block, [](const State &, unsigned, const AsmUse &, Condition) {});
      const AsmNode &last = graph.nodes[block.end - 1];
      Condition condition = getCondition(last);
      bool isBranch = !last.targets.empty();
      if (last.fallsThrough) {
        State next = out;
        if (isBranch || last.instruction->opcode == "ret" ||
            last.instruction->opcode == "exit" ||
            last.instruction->opcode == "trap")
          next.assume(condition.negate());
        if (blocks[index + 1].in.meet(next))
          work.insert(index + 1);
      }
      if (!isBranch)
        continue;
      out.assume(condition);
      for (unsigned target : last.targets)
        if (blocks[blockOfNode[target]].in.meet(out))
          work.insert(blockOfNode[target]);
    }
  }

  /// Whether an instruction between a label and a branch back to it writes the
  /// symbol.
  bool isWrittenInLoop(unsigned symbol) {
    if (!writtenInLoop.empty())
      return writtenInLoop[symbol];
    writtenInLoop.resize(graph.symbols.size());
    llvm::BitVector inLoop(graph.nodes.size());
    for (unsigned i = 0; i < graph.nodes.size(); ++i)
      for (unsigned target : graph.nodes[i].targets)
        if (target <= i)
          inLoop.set(target, i + 1);
    for (unsigned i : inLoop.set_bits())
      for (const AsmUse &use : graph.nodes[i].uses)
        if (use.isWritten)
          writtenInLoop.set(use.symbol);
    return writtenInLoop[symbol];
  }

  /// Whether no path leads over a write of the symbol to its read at a node
  /// when it comes there for the first time.
  bool isReadFirst(unsigned symbol, unsigned reader) {
    const AsmNode &end = graph.nodes[reader];
    if (end.instruction->guard)
      return false;
    // Before each node: reached, and reached over a write.
    llvm::BitVector reached(graph.nodes.size() + 1);
    llvm::BitVector written(graph.nodes.size() + 1);
    SmallVector<std::pair<unsigned, bool>> work = {{0, false}};
    while (!work.empty()) {
      auto [index, isWritten] = work.pop_back_val();
      llvm::BitVector &seen = isWritten ? written : reached;
      if (seen[index] || index == graph.nodes.size())
        continue;
      seen.set(index);
      if (index == reader) {
        if (isWritten)
          return false;
        continue;
      }
      if (stepsLeft == 0)
        return false;
      --stepsLeft;
      const AsmNode &node = graph.nodes[index];
      isWritten |= llvm::any_of(node.uses, [&](const AsmUse &use) {
        return use.isWritten && use.symbol == symbol;
      });
      if (node.fallsThrough)
        work.push_back({index + 1, isWritten});
      for (unsigned target : node.targets)
        work.push_back({target, isWritten});
    }
    return true;
  }

  void report() {
    llvm::BitVector isReported(outputs.size());
    for (const Block &block : blocks) {
      if (!block.in.isReached || block.begin == graph.nodes.size())
        continue;
      (void)run(block, [&](const State &state, unsigned node, const AsmUse &use,
                           Condition condition) {
        unsigned output = outputOfSymbol[use.symbol];
        if (state.isWritten(output, condition) || isReported[output])
          return;
        // Reported as an output that nothing writes.
        if (numWrites[use.symbol] == 0)
          return;
        bool isSure = !state.mayBeWritten[output];
        if (!isOperand(use.symbol)) {
          // How often a loop runs that writes it, the body may know; but not
          // where no write comes before the first read.
          if (!isSure && isWrittenInLoop(use.symbol))
            isSure = condition.index < 0 && isReadFirst(use.symbol, node);
          if (!isSure && (isLackingPredicates || isWrittenInLoop(use.symbol)))
            return;
          isReported.set(output);
          std::string name = "'" + graph.symbols[use.symbol] + "'";
          findings.add(use.location, Severity::Warning,
                       isSure ? llvm::StringLiteral("register-read-first")
                              : llvm::StringLiteral("register-maybe-unwritten"),
                       isSure ? "expected " + name +
                                    " to be written before it is read, found "
                                    "only later writes"
                              : "expected " + name +
                                    " to be written on every path to here, "
                                    "found one that leaves it unwritten",
                       isSure ? getCarryHint(use.symbol) : "write it first");
          return;
        }
        isReported.set(output);
        std::string name = "$" + std::to_string(use.placeholder);
        findings.add(use.location, isSure ? Severity::Error : Severity::Warning,
                     isSure ? llvm::StringLiteral("output-read-first")
                            : llvm::StringLiteral("output-maybe-read-first"),
                     isSure ? "expected " + name +
                                  " to be written before it is read, found "
                                  "only later writes"
                            : "expected " + name +
                                  " to be written on every path to here, "
                                  "found one that leaves it unwritten",
                     "write it first, or tie an input to it by its number");
      });
    }
    const State &out = blocks.back().in;
    if (!out.isReached)
      return;
    for (auto [i, symbol] : llvm::enumerate(outputs))
      if (isOperand(symbol) && out.facts[i] != kAll && numWrites[symbol] != 0 &&
          !isReported[i] && !mayStayUnwritten(symbol))
        findings.add(firstWrite[symbol], Severity::Warning,
                     "output-maybe-unwritten",
                     "expected $" + llvm::Twine(symbol) +
                         " to be written on every path, found one that leaves "
                         "it unwritten",
                     "write it first, or tie an input to it by its number");
  }

  const AsmGraph &graph;
  const AsmContext &context;
  FindingList &findings;

  /// By symbol.
  std::vector<unsigned> numWrites, numReads;
  std::vector<Location> firstWrite, firstRead;
  std::vector<int> outputOfSymbol;
  std::vector<Condition> conditions;
  /// Some predicates are not followed.
  bool isLackingPredicates = false;
  /// By symbol, if the caller asked for it.
  llvm::BitVector writtenInLoop;
  /// Instructions that first reads in loops are still looked for in.
  size_t stepsLeft = kMaxStates;
  /// The symbols that are followed: outputs, by their `k`, and registers of the
  /// body.
  SmallVector<unsigned, 8> outputs;
  std::vector<Block> blocks;
  std::vector<unsigned> blockOfNode;
};

} // namespace

void mlir::tile::ptx::checkAsmFlow(const AsmGraph &graph,
                                   const AsmContext &context,
                                   FindingList &findings) {
  FlowChecker(graph, context, findings).run();
}
