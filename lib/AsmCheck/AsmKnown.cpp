//===- AsmKnown.cpp - Results of an asm that are always the same ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AsmBits follows which bits of a register are constant. A result all of whose
// bits are, though it is computed from a register that varies, is a mistake: a
// mask and a shift that leave nothing, or a comparison that a mask decides. An
// operand narrower than its register has zeros above, so that signed
// instructions do not see its sign.
//
// The same bits say how far an index reaches that a mask limits: here it is
// compared with the variable of the body that it is an index of.
//
//===----------------------------------------------------------------------===//

#include "AsmAddressing.h"
#include "AsmBitFlow.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// The least and the greatest value that the known bits allow.
struct Range {
  int64_t least, greatest;
};

class KnownChecker {
public:
  KnownChecker(AsmBitFlow &flow, const AsmGraph &graph,
               const AsmContext &context, FindingList &findings)
      : graph(graph), context(context), findings(findings), flow(flow),
        values(graph, context) {}

  bool run() {
    for (const AsmNode &node : graph.nodes)
      for (const AsmVariableUse &use : node.variables)
        if (use.declarator)
          variables[use.declarator] = use.variable;
    return flow.solve(
        [&](unsigned i, const AsmBitFlow::State &bits, bool isBehind) {
          node = &graph.nodes[i];
          state = &bits;
          if (isBehind)
            return checkResult();
          result = -1;
          if (flow.isTarget(i))
            places.clear();
          if (node->row) {
            check();
            checkStoredElement(*node, bits, flow, findings);
          }
          if (!variables.empty())
            followAddresses();
        });
  }

private:
  void check() {
    StringRef name = node->instruction->opcode;
    if (name == "brx")
      return checkSwitch();
    if (name == "bra")
      return checkBranch();
    type = node->row->types.empty() ? StringRef() : node->row->types.back();
    width = getTypeBits(type);
    bool isInteger = width != 0 && width <= 64 && !isFloatType(type) &&
                     type != "pred" && !type.ends_with("x2") &&
                     node->row->form->effects == NoEffects;
    if (!isInteger || findings.isReported(*node->instruction))
      return;
    StringRef opcode = node->instruction->opcode;
    if (opcode == "setp" || opcode == "set")
      return checkComparison();
    if (opcode == "abs" || opcode == "max")
      return checkSign();
    if (opcode == "shl" || opcode == "shr")
      checkAmount();
    static constexpr StringRef kComputed[] = {
        "add", "sub", "mul", "mad",  "and",  "or",  "xor", "not",
        "shl", "shr", "bfe", "prmt", "lop3", "shf", "min", "cvt"};
    if (llvm::is_contained(kComputed, opcode))
      prepareResult();
  }

  AsmBits read(const Operand &operand) const {
    if (operand.kind == Operand::Integer)
      return AsmBitAlgebra::makeConstant(operand.bits);
    AsmBits unknown;
    if (operand.kind == Operand::Placeholder &&
        operand.bits < context.operands.size() &&
        context.operands[operand.bits].isImmediate) {
      const AsmOperand &constant = context.operands[operand.bits];
      return constant.constant ? AsmBitAlgebra::makeConstant(*constant.constant)
                               : unknown;
    }
    bool isRegister =
        operand.kind == Operand::Name || operand.kind == Operand::Placeholder;
    int symbol = isRegister && operand.component.empty()
                     ? AsmValues::findSymbol(*node, operand)
                     : -1;
    return symbol < 0 ? unknown : (*state)[symbol];
  }

  /// The bits of a register that nothing wrote are not known.
  AsmBits readNumber(const Operand &operand) const {
    AsmBits bits = AsmBitAlgebra::extract(read(operand), 0, width);
    if (bits.isUnwritten)
      bits.zeros = bits.ones = 0;
    return bits;
  }

  /// Why signed instructions see no sign.
  std::string getSignHint() const {
    if (!type.starts_with("s") || context.isSignExtended)
      return "";
    for (const AsmOperand &operand : context.operands)
      if (!operand.isOutput && operand.floatFormat.empty() &&
          operand.numElements == 1 && operand.valueBits > 1 &&
          operand.valueBits < getTypeBits(operand.type))
        return "a lone element has zeros above; sign_extend has its sign there";
    return "";
  }

  /// Notes the result of an instruction that reads a register whose value is
  /// not known.
  void prepareResult() {
    const auto &operands = node->instruction->operands;
    // What a guard leaves has two values.
    if (operands.size() < 2 || node->guard >= 0 || node->row->has("sat") ||
        node->row->has("cc") || !operands[0].component.empty())
      return;
    int symbol = AsmValues::findSymbol(*node, operands[0], true);
    bool isVarying = false;
    for (const Operand &operand : llvm::drop_begin(operands)) {
      int source = AsmValues::findSymbol(*node, operand);
      // `xor t, t, t` writes 0.
      if (source == symbol && node->instruction->opcode == "xor")
        return;
      isVarying |= source >= 0 && !(*state)[source].isUnwritten &&
                   !(*state)[source].isConstant(width);
    }
    if (isVarying)
      result = symbol;
  }

  void checkResult() {
    unsigned resultBits = result < 0 ? 0 : getTypeBits(node->row->types[0]);
    if (result >= 0 && node->row->has("wide"))
      resultBits *= 2;
    if (resultBits == 0 || resultBits > 64 ||
        !(*state)[result].isConstant(resultBits))
      return;
    uint64_t value = (*state)[result].ones & AsmBitAlgebra::getMask(resultBits);
    findings.add(node->instruction->location, Severity::Warning, "value-known",
                 "expected '" + node->instruction->getMnemonic() +
                     "' to give a result that depends on its operands, found "
                     "that it always gives " +
                     (value < 10 ? std::to_string(value)
                                 : "0x" + llvm::utohexstr(value)),
                 getSignHint());
  }

  /// `abs` of a number whose sign is 0, `max` of one and 0.
  void checkSign() {
    const auto &operands = node->instruction->operands;
    uint64_t sign = uint64_t(1) << (width - 1);
    if (!type.starts_with("s") || operands.size() < 2 ||
        node->instruction->modifiers.size() != 1)
      return;
    bool isIdle = false;
    auto isVarying = [&](const AsmBits &bits) {
      return (bits.zeros & sign) && !bits.isConstant(width);
    };
    AsmBits first = readNumber(operands[1]);
    if (operands.size() == 2)
      isIdle = isVarying(first);
    else if (operands.size() == 3) {
      AsmBits second = readNumber(operands[2]);
      auto isAtMostZero = [&](const AsmBits &bits) {
        return bits.isConstant(width) && ((bits.ones & sign) || !bits.ones);
      };
      isIdle = (isVarying(first) && isAtMostZero(second)) ||
               (isVarying(second) && isAtMostZero(first));
    }
    if (isIdle)
      findings.add(node->instruction->location, Severity::Warning,
                   "value-known",
                   "expected a number that may be negative in '" +
                       node->instruction->getMnemonic() +
                       "', found an operand whose sign is always 0, so that "
                       "nothing changes",
                   getSignHint());
  }

  Range getRange(const AsmBits &bits) const {
    uint64_t mask = AsmBitAlgebra::getMask(width);
    uint64_t least = bits.ones & mask, greatest = ~bits.zeros & mask;
    if (!type.starts_with("s"))
      return {int64_t(least), int64_t(greatest)};
    uint64_t sign = uint64_t(1) << (width - 1);
    if (!((bits.zeros | bits.ones) & sign)) {
      least |= sign;
      greatest &= ~sign;
    }
    auto extend = [&](uint64_t x) {
      return int64_t(x << (64 - width)) >> (64 - width);
    };
    return {extend(least), extend(greatest)};
  }

  bool isLess(int64_t a, int64_t b) const {
    return type.starts_with("s") ? a < b : uint64_t(a) < uint64_t(b);
  }

  void checkComparison() {
    const auto &operands = node->instruction->operands;
    if (operands.size() < 3 || node->row->words.empty())
      return;
    StringRef word = node->row->words[0];
    AsmBits a = readNumber(operands[1]), b = readNumber(operands[2]);
    if (a.isConstant(width) && b.isConstant(width))
      return;
    uint64_t mask = AsmBitAlgebra::getMask(width);
    Range first = getRange(a), second = getRange(b);
    for (auto [range, operand] :
         {std::pair(&first, &operands[1]), std::pair(&second, &operands[2])})
      if (const AsmNode *writer = findWriter(*node, *operand))
        if (llvm::is_contained({"popc", "clz"}, writer->instruction->opcode) &&
            !writer->row->types.empty())
          *range = {0, getTypeBits(writer->row->types[0])};
    bool isBelow = isLess(first.greatest, second.least);
    bool isAbove = isLess(second.greatest, first.least);
    bool isAtMost = !isLess(second.least, first.greatest);
    bool isAtLeast = !isLess(first.least, second.greatest);
    bool isUnequal = isBelow || isAbove ||
                     (((a.zeros & b.ones) | (a.ones & b.zeros)) & mask);
    std::optional<bool> outcome;
    auto decide = [&](bool isTrue, bool isFalse) {
      if (isTrue || isFalse)
        outcome = isTrue;
    };
    if (word == "eq" || word == "ne") {
      if (isUnequal)
        outcome = word == "ne";
    } else if (word == "lt" || word == "lo") {
      decide(isBelow, isAtLeast);
    } else if (word == "le" || word == "ls") {
      decide(isAtMost, isAbove);
    } else if (word == "gt" || word == "hi") {
      decide(isAbove, isAtMost);
    } else if (word == "ge" || word == "hs") {
      decide(isAtLeast, isBelow);
    }
    if (outcome)
      findings.add(
          node->instruction->location, Severity::Warning, "value-known",
          "expected a comparison that may be true or false, found '" +
              node->instruction->getMnemonic() +
              "' of bits that make it always " + (*outcome ? "true" : "false"),
          getSignHint());
  }

  //===--- Branches -------------------------------------------------------===//

  /// The instruction that gave a register, if there is one.
  const AsmNode *findWriter(const AsmNode &at, const Operand &operand) const {
    int symbol = AsmValues::findSymbol(at, operand);
    const AsmNode *writer =
        symbol < 0 ? nullptr : values.findWriter(symbol, at);
    return writer && writer->guard < 0 && writer->row ? writer : nullptr;
  }

  /// The greatest number that a register of the body may have as an unsigned
  /// one, by its bits and by what gave it.
  uint64_t getGreatest(const AsmNode &at, const Operand &operand) const {
    AsmBits bits = AsmBitAlgebra::extract(read(operand), 0, 32);
    uint64_t greatest =
        bits.isUnwritten ? 0xffffffff : ~bits.zeros & 0xffffffff;
    const AsmNode *writer = findWriter(at, operand);
    if (!writer || writer->row->types.empty())
      return greatest;
    StringRef opcode = writer->instruction->opcode;
    const auto &operands = writer->instruction->operands;
    uint64_t limit = greatest;
    if (opcode == "popc" || opcode == "clz")
      limit = getTypeBits(writer->row->types[0]);
    if (operands.size() == 3 && writer->row->types[0].starts_with("u"))
      if (std::optional<int64_t> constant =
              values.findConstant(*writer, operands[2])) {
        if (opcode == "min")
          limit = uint64_t(*constant) & 0xffffffff;
        else if (opcode == "rem" && *constant > 0)
          limit = *constant - 1;
      }
    return std::min(greatest, limit);
  }

  /// A shift by a sum with a constant that is all the bits there are.
  void checkAmount() {
    const auto &operands = node->instruction->operands;
    const AsmNode *writer =
        operands.size() == 3 ? findWriter(*node, operands[2]) : nullptr;
    if (!writer || writer->instruction->opcode != "add" ||
        writer->instruction->operands.size() != 3)
      return;
    for (unsigned i : {1, 2}) {
      const Operand &other = writer->instruction->operands[3 - i];
      std::optional<int64_t> constant =
          values.findConstant(*writer, writer->instruction->operands[i]);
      const AsmNode *count = findWriter(*writer, other);
      bool isCount = count && llvm::is_contained({"popc", "clz"},
                                                 count->instruction->opcode);
      if (!constant || *constant < int64_t(width) || !isCount)
        continue;
      findings.add(operands[2].location, Severity::Warning, "value-known",
                   "expected a shift by less than " + Twine(width) +
                       " bits in '" + node->instruction->getMnemonic() +
                       "', found a sum of at least " + Twine(*constant));
      return;
    }
  }

  bool isCompared(int symbol) const {
    return llvm::any_of(graph.nodes, [&](const AsmNode &other) {
      return other.instruction->opcode == "setp" &&
             llvm::any_of(other.uses, [&](const AsmUse &use) {
               return !use.isWritten && int(use.symbol) == symbol;
             });
    });
  }

  /// PTX ISA, "brx.idx": an index beyond the list leads anywhere.
  void checkSwitch() {
    const auto &operands = node->instruction->operands;
    if (operands.empty() || node->targets.empty() ||
        (operands[0].kind != Operand::Name &&
         operands[0].kind != Operand::Placeholder))
      return;
    int symbol = AsmValues::findSymbol(*node, operands[0]);
    const AsmNode *writer = findWriter(*node, operands[0]);
    // Which numbers an operand has its author knows; a limit that is written
    // and too high is a mistake.
    static constexpr StringRef kLimits[] = {"min", "and", "rem",
                                            "bfe", "shr", "popc"};
    if (symbol < 0 || isCompared(symbol) || !writer ||
        !llvm::is_contained(kLimits, writer->instruction->opcode))
      return;
    // Of `max`, and then `min`.
    if (writer->instruction->opcode == "min" &&
        writer->row->types[0].starts_with("s") &&
        findWriter(*writer, writer->instruction->operands[1]))
      return;
    uint64_t greatest = getGreatest(*node, operands[0]);
    if (greatest < node->targets.size())
      return;
    findings.add(operands[0].location, Severity::Warning, "switch-bounds",
                 "expected an index below " + Twine(node->targets.size()) +
                     ", the number of labels, in '" +
                     node->instruction->getMnemonic() +
                     "', found one that may be " + Twine(greatest),
                 "min.u32 with " + std::to_string(node->targets.size() - 1) +
                     ", or a branch before it");
  }

  /// A branch forward whose predicate is a constant.
  void checkBranch() {
    if (node->guard < 0 || node->targets.size() != 1 ||
        graph.nodes.data() + node->targets[0] <= node)
      return;
    const AsmNode *writer = values.findWriter(node->guard, *node);
    if (!writer || writer->guard >= 0 ||
        writer->instruction->opcode != "setp" || !writer->row ||
        writer->instruction->operands.size() != 3 || writer->row->words.empty())
      return;
    const auto &operands = writer->instruction->operands;
    // What a comparison with a register gives has its own finding.
    std::optional<int64_t> a = values.findConstant(*writer, operands[1]);
    std::optional<int64_t> b = values.findConstant(*writer, operands[2]);
    StringRef word = writer->row->words[0];
    if (!a || !b || (word != "eq" && word != "ne"))
      return;
    bool isTaken = ((*a == *b) == (word == "eq")) != node->isGuardNegated;
    // A stop that nothing should come to.
    if (!isTaken || llvm::is_contained({"trap", "exit", "ret", "brkpt"},
                                       (node + 1)->instruction->opcode))
      return;
    findings.add(node->instruction->location, Severity::Warning, "value-known",
                 "expected a branch that may be taken or not, found '" +
                     writer->instruction->getMnemonic() +
                     "' of two constants, so that it always is",
                 "");
  }

  //===--- Variables of the body ------------------------------------------===//

  /// An address: bytes after a variable.
  struct Place {
    const Declarator *variable = nullptr;
    AsmBits offset;
  };

  const Declarator *findVariable(const Operand &operand) const {
    for (const AsmVariableUse &use : node->variables)
      if (use.location.offset == operand.location.offset)
        return use.declarator;
    return nullptr;
  }

  std::optional<Place> findPlace(const Operand &operand) const {
    if (const Declarator *variable = findVariable(operand))
      return Place{variable, AsmBitAlgebra::makeConstant(operand.offset)};
    auto it = places.find(AsmValues::findSymbol(*node, operand));
    if (it == places.end())
      return std::nullopt;
    return it->second;
  }

  /// Computes addresses of variables; checks the addresses of accesses.
  void followAddresses() {
    const auto &operands = node->instruction->operands;
    if (node->row && !operands.empty())
      for (const Operand &operand : operands)
        if (operand.kind == Operand::Address && !operand.elements.empty() &&
            operand.elements[0].offsetPlaceholder < 0)
          checkAccess(operand.elements[0]);
    std::optional<Place> place = node->row ? computePlace() : std::nullopt;
    for (const AsmUse &use : node->uses)
      if (use.isWritten)
        places.erase(use.symbol);
    int symbol =
        operands.empty() ? -1 : AsmValues::findSymbol(*node, operands[0], true);
    if (place && symbol >= 0 && node->guard < 0)
      places[symbol] = std::move(*place);
  }

  std::optional<Place> computePlace() {
    StringRef opcode = node->instruction->opcode;
    const auto &operands = node->instruction->operands;
    if ((opcode == "mov" || opcode == "cvta" || opcode == "cvt") &&
        operands.size() == 2)
      return findPlace(operands[1]);
    bool isSum = opcode == "add" && operands.size() == 3;
    bool isProduct = opcode == "mad" && operands.size() == 4;
    if ((!isSum && !isProduct) || node->row->has("hi"))
      return std::nullopt;
    if (isProduct) {
      std::optional<Place> place = findPlace(operands[3]);
      bool isSigned = node->row->types[0].starts_with("s");
      unsigned bits = getTypeBits(node->row->types[0]);
      auto number = [&](const Operand &operand) {
        AsmBits value = read(operand);
        return isSigned ? flow.algebra.extractSigned(value, 0, bits)
                        : AsmBitAlgebra::extract(value, 0, bits);
      };
      if (place)
        place->offset = flow.algebra.add(
            place->offset,
            flow.algebra.multiply(number(operands[1]), number(operands[2]), 64),
            64);
      return place;
    }
    for (unsigned base : {1, 2})
      if (std::optional<Place> place = findPlace(operands[base])) {
        place->offset =
            flow.algebra.add(place->offset, read(operands[3 - base]), 64);
        return place;
      }
    return std::nullopt;
  }

  /// Whether all bits of an operand decide an offset: its author knows which
  /// numbers it has.
  bool isWholeOperand(const AsmBits &offset) const {
    unsigned count = llvm::popcount(~(offset.zeros | offset.ones));
    return llvm::any_of(context.operands, [&](const AsmOperand &operand) {
      return !operand.isOutput && !operand.isBoolean &&
             count >= getElementBits(operand);
    });
  }

  /// An offset of bits that may each be 0 or 1, but not all constant.
  void checkAccess(const Operand &operand) {
    static constexpr StringRef kAccesses[] = {"ld", "st", "atom", "red"};
    auto it = places.find(AsmValues::findSymbol(*node, operand));
    if (it == places.end() || node->row->types.empty() ||
        !llvm::is_contained(kAccesses, node->instruction->opcode) ||
        findings.isReported(*node->instruction))
      return;
    const auto &[variable, offset] = it->second;
    bool isKnown = (offset.zeros | offset.ones | offset.copied) == ~uint64_t(0);
    if (!isKnown || offset.isConstant(64) || isWholeOperand(offset))
      return;
    int64_t bytes = getTypeBits(node->row->types.back()) / 8 *
                    std::max(1u, node->row->vectorSize);
    int64_t last = int64_t(~offset.zeros) + operand.offset;
    std::optional<int64_t> size =
        getVariableSize(*variables[variable], *variable);
    std::string name = "'" + variable->name + "'";
    if (size && (last + bytes > *size || last < 0)) {
      findings.add(operand.location, Severity::Warning, "variable-bounds",
                   "expected '" + node->instruction->getMnemonic() +
                       "' within the " + Twine(*size) + " bytes of " + name +
                       ", found an index that reaches bytes " + Twine(last) +
                       " to " + Twine(last + bytes - 1),
                   "a smaller mask of the index, or a larger variable");
      return;
    }
    if (bytes > 0 && (last % bytes != 0 || (offset.copied & (bytes - 1))))
      findings.add(
          operand.location, Severity::Warning, "variable-alignment",
          "expected a multiple of " + Twine(bytes) +
              " bytes as the place for '" + node->instruction->getMnemonic() +
              "', found an index of " + name + " that counts smaller parts",
          "multiply the index by " + std::to_string(bytes));
  }

  const AsmGraph &graph;
  const AsmContext &context;
  FindingList &findings;
  AsmBitFlow &flow;
  const AsmNode *node = nullptr;
  const AsmBitFlow::State *state = nullptr;
  AsmValues values;
  /// The symbol that an instruction writes that may be found to be constant.
  int result = -1;
  StringRef type;
  unsigned width = 0;
  llvm::DenseMap<const Declarator *, const Variable *> variables;
  /// By symbol.
  llvm::DenseMap<int, Place> places;
};

} // namespace

bool mlir::tile::ptx::checkAsmKnown(AsmBitFlow &flow, const AsmGraph &graph,
                                    const AsmContext &context,
                                    FindingList &findings) {
  if (!KnownChecker(flow, graph, context, findings).run())
    return false;
  checkAsmResults(flow, graph, context, findings);
  return true;
}
