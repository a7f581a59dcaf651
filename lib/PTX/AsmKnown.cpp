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
      : graph(graph), context(context), findings(findings), flow(flow) {}

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
          if (node->row)
            check();
          if (!variables.empty())
            followAddresses();
        });
  }

private:
  void check() {
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
                       "', found one whose sign is always 0, which it leaves "
                       "as it is",
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

  //===--- Variables of the body ------------------------------------------===//

  /// An address: bytes behind a variable.
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

  /// Computes addresses of variables; looks at those of accesses.
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
  return KnownChecker(flow, graph, context, findings).run();
}
