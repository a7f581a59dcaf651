//===- AsmEquality.cpp - Values of an asm that are the same ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Value numbering: two registers have one number where the same instruction
// computed them from the same values, whatever the order of a sum.
//
//   min.f32 $0, $2, $3;      1 = min(a, b)
//   min.f32 $1, $3, $2;      1 = min(a, b): both results are the same
//
// Copies have the number of what they copy. At a label all numbers are new. So
// shuffles, too, are followed: which half of a 64-bit value they move, and
// which lanes a sum over a warp has.
//
//===----------------------------------------------------------------------===//

#include "AsmValues.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

using Arguments = llvm::SmallVector<int, 4>;

/// What a number stands for.
struct Expression {
  /// "min.f32"; "part" of a half of a register; "" of what comes in.
  StringRef name;
  Arguments arguments;
  /// Another one of the same hash, or -1.
  int previous = -1;
  /// The instruction that gave it first, or -1.
  int node = -1;
  /// Of a number: its value.
  std::optional<int64_t> constant;
  /// The steps of a sum over lanes that led to it, and its operation.
  std::vector<unsigned> steps;
  bool isExtended = false;
};

class EqualityChecker {
public:
  EqualityChecker(const AsmGraph &graph, const AsmContext &context,
                  FindingList &findings)
      : graph(graph), context(context), findings(findings),
        numbers(graph.symbols.size(), -1), lastNode(graph.symbols.size(), -1) {}

  void run() {
    llvm::BitVector isTarget(graph.nodes.size() + 1);
    for (const AsmNode &node : graph.nodes) {
      hasBranch |= !node.targets.empty();
      for (unsigned target : node.targets)
        isTarget.set(target);
    }
    begin();
    for (unsigned i = 0; i < graph.nodes.size(); ++i) {
      if (isTarget[i])
        begin();
      runNode(i);
    }
    if (!hasBranch)
      checkResults();
    checkLaneSums();
  }

private:
  bool has(const AsmNode &node, StringRef word) const {
    return llvm::is_contained(node.instruction->modifiers, word);
  }
  std::string getName(int node) const {
    return "'" + graph.nodes[node].instruction->getMnemonic() + "'";
  }
  void report(int node, llvm::StringLiteral name, const Twine &message,
              const Twine &hint) {
    const Instruction &instruction = *graph.nodes[node].instruction;
    if (!findings.isReported(instruction))
      findings.add(instruction.location, Severity::Warning, name, message,
                   hint);
  }

  //===--- Numbers --------------------------------------------------------===//

  int makeNew(int node = -1) {
    expressions.emplace_back();
    expressions.back().node = node;
    return expressions.size() - 1;
  }

  void begin() {
    for (int &number : numbers)
      number = -1;
  }

  int getSymbol(unsigned symbol) {
    if (numbers[symbol] < 0)
      numbers[symbol] = makeNew();
    return numbers[symbol];
  }

  /// The number of that name and these arguments.
  int find(StringRef name, Arguments arguments, int node) {
    return findInterned(intern(name), std::move(arguments), node);
  }

  /// Names of one text are one pointer.
  StringRef intern(StringRef name) {
    return names.insert(name).first->getKey();
  }

  int findInterned(StringRef name, Arguments arguments, int node) {
    size_t hash = llvm::hash_combine(
        name.data(),
        llvm::hash_combine_range(arguments.begin(), arguments.end()));
    // The last one with the hash, and the ones before it.
    int &last = known.try_emplace(hash, -1).first->second;
    for (int number = last; number >= 0; number = expressions[number].previous)
      if (expressions[number].name.data() == name.data() &&
          expressions[number].arguments == arguments)
        return number;
    int number = makeNew(node);
    expressions[number].name = name;
    expressions[number].arguments = std::move(arguments);
    expressions[number].previous = last;
    return last = number;
  }

  int findConstant(int64_t value, StringRef kind) {
    int number = find(kind, {int(value), int(value >> 32)}, -1);
    if (kind == "#")
      expressions[number].constant = value;
    return number;
  }

  int read(const AsmNode &node, const Operand &operand) {
    switch (operand.kind) {
    case Operand::Integer:
      return findConstant(operand.bits, "#");
    case Operand::F32:
      return findConstant(operand.bits, "f");
    case Operand::F64:
      return findConstant(operand.bits, "d");
    case Operand::Name:
    case Operand::Placeholder:
      break;
    default:
      return makeNew();
    }
    int symbol = AsmValues::findSymbol(node, operand);
    if (symbol < 0 || !operand.component.empty() || operand.isMinus ||
        operand.offset != 0)
      return makeNew();
    int number = getSymbol(symbol);
    return operand.isNegated ? negate(number) : number;
  }

  int negate(int number) {
    if (expressions[number].name == "not.pred")
      return expressions[number].arguments[0];
    return find("not.pred", {number}, -1);
  }

  void runNode(int index) {
    const AsmNode &node = graph.nodes[index];
    const Instruction &instruction = *node.instruction;
    llvm::ArrayRef<Operand> operands = instruction.operands;
    bool isComputed = node.row && operands.size() >= 2 &&
                      (node.row->form->effects == NoEffects ||
                       instruction.opcode == "shfl") &&
                      !findSpecialRegister(instruction, SpecialRegister::Reads);
    for (const AsmUse &use : node.uses)
      isComputed &= graph.symbols[use.symbol] != kCarry;
    if (!isComputed)
      return forget(node, index);
    if (instruction.opcode == "mov" && runMove(node, index))
      return;
    // One result, by its register.
    const Operand &result = operands[0].kind == Operand::Pair
                                ? operands[0].elements[0]
                                : operands[0];
    int symbol = AsmValues::findSymbol(node, result, true);
    if (symbol < 0 || !result.component.empty() ||
        (operands[0].kind == Operand::Pair && instruction.opcode != "shfl"))
      return forget(node, index);
    Arguments arguments;
    for (const Operand &operand : operands.drop_front())
      arguments.push_back(read(node, operand));
    if (operands[0].kind == Operand::Pair)
      forget(node, index);
    StringRef &mnemonic = mnemonics[node.row];
    if (mnemonic.empty())
      mnemonic = intern(instruction.getMnemonic());
    write(node, index, symbol,
          compute(node, index, mnemonic, std::move(arguments)));
  }

  void forget(const AsmNode &node, int index) {
    for (const AsmUse &use : node.uses)
      if (use.isWritten) {
        numbers[use.symbol] = makeNew(index);
        lastNode[use.symbol] = index;
      }
  }

  void write(const AsmNode &node, int index, int symbol, int number) {
    if (node.guard >= 0) {
      int guard = getSymbol(node.guard);
      if (node.isGuardNegated)
        guard = negate(guard);
      checkArms(index, symbol, guard, number);
      number = find("guard", {guard, number, getSymbol(symbol)}, index);
    }
    numbers[symbol] = number;
    lastNode[symbol] = index;
  }

  bool runMove(const AsmNode &node, int index) {
    llvm::ArrayRef<Operand> operands = node.instruction->operands;
    if (operands[0].kind == Operand::Vector && node.guard < 0 &&
        operands[1].kind != Operand::Vector) {
      int whole = read(node, operands[1]);
      std::string name = "part" + std::to_string(operands[0].elements.size());
      for (auto [i, part] : llvm::enumerate(operands[0].elements)) {
        int symbol = AsmValues::findSymbol(node, part, true);
        if (symbol < 0)
          continue;
        numbers[symbol] = find(name + "." + std::to_string(i), {whole}, index);
        lastNode[symbol] = index;
      }
      return true;
    }
    int symbol = AsmValues::findSymbol(node, operands[0], true);
    if (symbol < 0)
      return false;
    if (operands[1].kind == Operand::Vector) {
      Arguments parts;
      for (const Operand &part : operands[1].elements)
        parts.push_back(read(node, part));
      checkHalves(index, parts);
      write(
          node, index, symbol,
          find("join" + std::to_string(parts.size()), std::move(parts), index));
      return true;
    }
    write(node, index, symbol, read(node, operands[1]));
    return true;
  }

  static bool isCommutative(StringRef opcode) {
    return llvm::StringSwitch<bool>(opcode)
        .Cases({"add", "mul", "min", "max", "and", "or", "xor"}, true)
        .Cases({"mad", "fma"}, true)
        .Default(false);
  }

  int compute(const AsmNode &node, int index, StringRef name,
              Arguments arguments) {
    StringRef opcode = node.instruction->opcode;
    bool isPred = has(node, "pred");
    if (opcode == "not" && isPred)
      return negate(arguments[0]);
    if (opcode == "and" && isPred && negate(arguments[0]) == arguments[1]) {
      report(index, "value-known",
             "expected predicates that may both be true in " + getName(index) +
                 ", found one and its opposite, so that it always gives false",
             "");
      return makeNew(index);
    }
    if (isCommutative(opcode) && arguments.size() >= 2 &&
        arguments[0] > arguments[1])
      std::swap(arguments[0], arguments[1]);
    // `selp a, b, !p` is `selp b, a, p`.
    if (opcode == "selp" && arguments.size() == 3 &&
        expressions[arguments[2]].name == "not.pred") {
      arguments[2] = expressions[arguments[2]].arguments[0];
      std::swap(arguments[0], arguments[1]);
    }
    if (opcode == "min" || opcode == "max")
      checkAbsorbed(node, index, arguments);
    if (opcode == "cvt")
      checkExtended(node, index, arguments[0]);
    size_t numBefore = expressions.size();
    int number = findInterned(name, std::move(arguments), index);
    if (expressions.size() != numBefore)
      noteLaneSum(node, index, number);
    return number;
  }

  //===--- Results that are the same --------------------------------------===//

  /// `max(min(a, b), b)` is b.
  void checkAbsorbed(const AsmNode &node, int index,
                     llvm::ArrayRef<int> arguments) {
    if (arguments.size() != 2 || node.guard >= 0)
      return;
    StringRef opposite = node.instruction->opcode == "min" ? "max" : "min";
    for (int i : {0, 1}) {
      const Expression &inner = expressions[arguments[i]];
      StringRef name = inner.name;
      bool isOpposite = name.consume_front(opposite) && name.starts_with(".");
      if (!isOpposite ||
          !llvm::is_contained(inner.arguments, arguments[1 - i]) ||
          expressions[arguments[1 - i]].constant)
        continue;
      report(index, "value-known",
             "expected " + getName(index) +
                 " of two values that may each be the result, found " +
                 getName(inner.node) +
                 " of the other one as an operand, so that it changes nothing",
             "write the first result to a register of the body");
      return;
    }
  }

  /// `@p add r, a, b; @!p add r, a, b;`
  void checkArms(int index, int symbol, int guard, int number) {
    const Expression &old = expressions[getSymbol(symbol)];
    if (old.name != "guard" || old.arguments[0] != negate(guard) ||
        old.arguments[1] != number || expressions[number].node < 0 ||
        expressions[number].node == index)
      return;
    report(index, "results-equal",
           "expected " + getName(index) + " to give another value than " +
               getName(old.node) +
               " under the opposite predicate, found the "
               "same",
           "");
  }

  /// Two results that two instructions compute in the same way; a copied result
  /// is intended.
  void checkResults() {
    for (unsigned a = 0; a < context.operands.size(); ++a)
      for (unsigned b = a + 1; b < context.operands.size(); ++b) {
        const AsmOperand &first = context.operands[a];
        const AsmOperand &second = context.operands[b];
        if (!first.isOutput || !second.isOutput ||
            first.value == second.value || numbers[a] < 0 ||
            numbers[a] != numbers[b] || graph.isUnclear[a] ||
            graph.isUnclear[b])
          continue;
        const Expression &expression = expressions[numbers[a]];
        bool isComputed = expression.node >= 0 && lastNode[a] >= 0 &&
                          lastNode[b] >= 0 && !isCopy(lastNode[a]) &&
                          !isCopy(lastNode[b]) &&
                          expression.arguments.size() > 1;
        if (!isComputed)
          continue;
        report(lastNode[b], "results-equal",
               "expected $" + Twine(b) + " to be another value than $" +
                   Twine(a) + ", found that " + getName(lastNode[b]) +
                   " computes the same of the same values",
               "another instruction or operand; mov where both are to be "
               "equal");
        return;
      }
  }

  bool isCopy(int node) const {
    return graph.nodes[node].instruction->opcode == "mov";
  }

  //===--- Shuffles -------------------------------------------------------===//

  /// The value that a shuffle moves, or the value itself.
  int getMoved(int number) const {
    const Expression &expression = expressions[number];
    return expression.name.starts_with("shfl.") && !expression.arguments.empty()
               ? expression.arguments[0]
               : number;
  }

  bool isShuffled(int number) const { return getMoved(number) != number; }

  /// Both halves of a 64-bit value come from the same lane.
  void checkHalves(int index, llvm::ArrayRef<int> parts) {
    if (parts.size() != 2 || (!isShuffled(parts[0]) && !isShuffled(parts[1])))
      return;
    const Expression &low = expressions[getMoved(parts[0])];
    const Expression &high = expressions[getMoved(parts[1])];
    auto isPart = [](const Expression &part) {
      return part.name.starts_with("part2.");
    };
    if (!isPart(low) || !isPart(high) || low.arguments != high.arguments)
      return;
    auto getLanes = [&](int number) {
      const Expression &moved = expressions[number];
      return isShuffled(number)
                 ? std::pair(moved.name,
                             std::vector<int>(moved.arguments.begin() + 1,
                                              moved.arguments.end()))
                 : std::pair(StringRef(), std::vector<int>());
    };
    bool isSameLane = getLanes(parts[0]) == getLanes(parts[1]);
    bool isOrdered = low.name == "part2.0" && high.name == "part2.1";
    if (isSameLane && isOrdered)
      return;
    report(index, "lane-halves",
           "expected the halves of a 64-bit value, lower one first, from one "
           "lane in " +
               getName(index) + ", found " +
               (!isSameLane             ? "halves from two lanes"
                : low.name == high.name ? "one of them twice"
                                        : "them exchanged"),
           "shuffle both halves by the same lane");
  }

  /// `cvt.u64.u32` of what a shuffle moved of the lower half of 64 bits.
  void checkExtended(const AsmNode &node, int index, int number) {
    if (node.row->types.size() < 2 || getTypeBits(node.row->types[0]) != 64 ||
        getTypeBits(node.row->types[1]) != 32 || !isShuffled(number) ||
        isFloatType(node.row->types[0]))
      return;
    const Expression &low = expressions[getMoved(number)];
    StringRef name = low.name;
    bool isLow = name == "cvt.u32.u64" || name == "cvt.s32.s64" ||
                 name == "cvt.u32.s64" || name == "cvt.s32.u64";
    if (!isLow)
      return;
    // Of a number that was extended before, nothing is lost.
    const Expression &whole = expressions[low.arguments[0]];
    bool isWhole =
        whole.node < 0 || graph.nodes[whole.node].instruction->opcode == "ld";
    if (isWhole)
      report(index, "lane-halves",
             "expected both halves of a 64-bit value from another lane in " +
                 getName(index) +
                 ", found the lower one alone, so that the upper bits are lost",
             "mov.b64 {a, b} of the value, and a shuffle of each half");
  }

  /// A step of a sum over lanes that moves what the sum was before an earlier
  /// step.
  void checkMovedPart(int index, StringRef opcode, int own,
                      const Expression &moved) {
    int sum = own;
    while (!expressions[sum].steps.empty() && expressions[sum].node >= 0 &&
           graph.nodes[expressions[sum].node].instruction->opcode == opcode) {
      const Arguments &parts = expressions[sum].arguments;
      int part = isShuffled(parts[0]) ? parts[1] : parts[0];
      if (part == moved.arguments[0] && moved.name.contains(".bfly"))
        return report(
            index, "lane-sum",
            "expected " + getName(index) +
                " of the sum so far and the sum of another lane, found the "
                "value that the other lane had before an earlier step",
            "shuffle the sum");
      if (part >= sum)
        return;
      sum = part;
    }
  }

  /// v + shfl(v): a step of a sum over lanes.
  void noteLaneSum(const AsmNode &node, int index, int number) {
    Arguments arguments = expressions[number].arguments;
    if (arguments.size() != 2)
      return;
    StringRef opcode = node.instruction->opcode;
    if (!llvm::is_contained({"add", "min", "max", "mul", "and", "or", "xor"},
                            opcode))
      return;
    for (int i : {0, 1}) {
      const Expression &moved = expressions[arguments[i]];
      int own = arguments[1 - i];
      if (!isShuffled(arguments[i]) || moved.arguments.size() < 3)
        continue;
      if (moved.arguments[0] != own) {
        checkMovedPart(index, opcode, own, moved);
        continue;
      }
      std::optional<int64_t> step = expressions[moved.arguments[1]].constant;
      std::optional<int64_t> clamp = expressions[moved.arguments[2]].constant;
      StringRef mode = moved.name;
      if (!step || !clamp)
        return;
      if (mode.contains(".up") && *clamp == 0 && node.guard < 0 &&
          (opcode == "add" || opcode == "mul"))
        report(index, "lane-sum",
               "expected " + getName(index) +
                   " only in lanes that 'shfl.sync.up' gives the value of "
                   "another one, found it in all: the first " +
                   Twine(*step) + " get their own value twice",
               "shfl.sync.up.b32 u|p, and @p before the sum");
      if (*clamp != 31 || !mode.contains(".bfly") || *step <= 0 || *step > 16)
        return;
      Expression &before = expressions[own];
      bool isSameSum = !before.steps.empty() && before.node >= 0 &&
                       graph.nodes[before.node].instruction->opcode == opcode;
      std::vector<unsigned> steps;
      if (isSameSum)
        steps = before.steps;
      bool isRepeated = llvm::is_contained(steps, unsigned(*step));
      if (isRepeated && (opcode == "add" || opcode == "mul" || opcode == "xor"))
        report(index, "lane-sum",
               "expected each step of a sum over lanes once, found lanes " +
                   Twine(*step) + " apart added twice",
               "");
      before.isExtended = true;
      steps.push_back(*step);
      expressions[number].steps = std::move(steps);
      return;
    }
  }

  /// A sum with the steps 16 and 1 is one over the warp.
  void checkLaneSums() {
    for (const Expression &expression : expressions) {
      unsigned steps = 0;
      for (unsigned step : expression.steps)
        steps |= step;
      if (expression.isExtended || !(steps & 16) || !(steps & 1) ||
          steps == 31 || expression.node < 0)
        continue;
      unsigned missing = 31 & ~steps;
      report(expression.node, "lane-sum",
             "expected a sum over all 32 lanes with the steps 16, 8, 4, 2 and "
             "1, found none of " +
                 Twine(missing & -missing),
             "a shuffle for each step");
    }
  }

  const AsmGraph &graph;
  const AsmContext &context;
  FindingList &findings;
  std::vector<Expression> expressions;
  llvm::StringSet<> names;
  /// By the hash of a name and arguments.
  llvm::DenseMap<size_t, int> known;
  /// Of each row, the name of its instructions.
  llvm::DenseMap<const InstructionMatch *, StringRef> mnemonics;
  /// By symbol.
  std::vector<int> numbers, lastNode;
  bool hasBranch = false;
};

} // namespace

void mlir::tile::ptx::checkAsmEquality(const AsmGraph &graph,
                                       const AsmContext &context,
                                       FindingList &findings) {
  if (!graph.hasUnknownName)
    EqualityChecker(graph, context, findings).run();
}
