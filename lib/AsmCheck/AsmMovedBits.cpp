//===- AsmMovedBits.cpp - What an asm makes of moved bits -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A float may be made of the bits of another one, without a conversion: bf16 is
// the upper half of f32, and e5m2 that of f16. Then the sign has to become the
// sign, and the exponent the exponent. Followed is each bit that is moved:
//
//   shr.u32 $0, $1, 16;     bit k of $0 is bit k + 16 of $1
//
// of f32 in $1 and bf16 in $0: bit 15, the sign, is bit 31, the sign, and the
// exponents have 8 bits each. Of f16 in $0, the exponents would be 5 and 8.
//
// A word that is split into several results, as eight numbers of 4 bits
// are, has each bit in one of them. Where two results have the same bits, and
// others are in none, a mask or a shift is wrong.
//
//===----------------------------------------------------------------------===//

#include "AsmValues.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"

#include <array>

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// Where a bit comes from: `operand * 64 + bit`, or one of these.
enum : int { Unknown = -1, Zero = -2, One = -3 };

using Moved = std::array<int, 64>;

class MovedBitChecker {
public:
  MovedBitChecker(const AsmGraph &graph, const AsmContext &context,
                  FindingList &findings)
      : graph(graph), context(context), findings(findings),
        values(graph, context), registers(graph.symbols.size()),
        writers(graph.symbols.size()) {}

  void run() {
    for (auto [k, operand] : llvm::enumerate(context.operands))
      if (!operand.isOutput && !operand.isImmediate &&
          operand.valueBits <= 64) {
        Moved &bits =
            registers[operand.tiedTo >= 0 ? operand.tiedTo : k].emplace();
        for (unsigned i = 0; i < 64; ++i)
          bits[i] = i < operand.valueBits ? int(k * 64 + i) : Zero;
      }
    for (const AsmNode &node : graph.nodes) {
      if (!node.targets.empty())
        return;
      runNode(node);
    }
    for (unsigned k = 0; k < context.operands.size(); ++k)
      if (context.operands[k].isOutput && writers[k] && checkResult(k))
        return;
    checkFields();
  }

private:
  static unsigned getExponentBits(StringRef format) {
    return llvm::StringSwitch<unsigned>(format)
        .Cases({"f32", "bf16"}, 8)
        .Case("f64", 11)
        .Cases({"f16", "e5m2"}, 5)
        .Case("e4m3", 4)
        .Default(0);
  }

  //===--- Moves ----------------------------------------------------------===//

  Moved makeNumber(uint64_t value) const {
    Moved bits;
    for (unsigned i = 0; i < 64; ++i)
      bits[i] = value >> i & 1 ? One : Zero;
    return bits;
  }

  Moved read(const AsmNode &node, const Operand &operand) const {
    if (operand.kind == Operand::Integer || operand.kind == Operand::F64)
      return makeNumber(operand.bits);
    if (operand.kind == Operand::F32)
      return makeNumber(uint32_t(operand.bits));
    bool isRegister =
        operand.kind == Operand::Name || operand.kind == Operand::Placeholder;
    int symbol = isRegister && operand.component.empty()
                     ? AsmValues::findSymbol(node, operand)
                     : -1;
    if (symbol >= 0 && registers[symbol])
      return *registers[symbol];
    Moved bits;
    bits.fill(Unknown);
    return bits;
  }

  void write(const AsmNode &node, const Operand &operand, const Moved &bits) {
    int symbol = AsmValues::findSymbol(node, operand, true);
    if (symbol < 0)
      return;
    registers[symbol] = bits;
    writers[symbol] = &node;
  }

  void runNode(const AsmNode &node) {
    llvm::ArrayRef<Operand> operands = node.instruction->operands;
    for (const AsmUse &use : node.uses)
      if (use.isWritten)
        writers[use.symbol] = &node;
    std::optional<Moved> result;
    bool isMove = node.row && node.guard < 0 && operands.size() >= 2 &&
                  !node.row->types.empty();
    if (isMove && node.instruction->opcode == "mov") {
      if (operands[0].kind == Operand::Vector)
        return split(node);
      if (operands[1].kind == Operand::Vector)
        result = join(node);
      else
        result = read(node, operands[1]);
    } else if (isMove && operands[0].kind != Operand::Vector &&
               operands[0].kind != Operand::Pair) {
      result = compute(node);
    }
    if (result) {
      write(node, operands[0], *result);
      return;
    }
    noteFields(node);
    for (const AsmUse &use : node.uses)
      if (use.isWritten)
        registers[use.symbol].reset();
  }

  void split(const AsmNode &node) {
    llvm::ArrayRef<Operand> operands = node.instruction->operands;
    Moved whole = read(node, operands[1]);
    unsigned size =
        getTypeBits(node.row->types[0]) / operands[0].elements.size();
    for (auto [i, part] : llvm::enumerate(operands[0].elements)) {
      Moved bits = makeNumber(0);
      for (unsigned bit = 0; bit < size && i * size + bit < 64; ++bit)
        bits[bit] = whole[i * size + bit];
      write(node, part, bits);
    }
  }

  Moved join(const AsmNode &node) const {
    llvm::ArrayRef<Operand> parts = node.instruction->operands[1].elements;
    unsigned size = getTypeBits(node.row->types[0]) / parts.size();
    Moved bits = makeNumber(0);
    for (auto [i, part] : llvm::enumerate(parts)) {
      Moved from = read(node, part);
      for (unsigned bit = 0; bit < size && i * size + bit < 64; ++bit)
        bits[i * size + bit] = from[bit];
    }
    return bits;
  }

  static int combine(StringRef opcode, int a, int b) {
    if (a != Zero && a != One)
      std::swap(a, b);
    bool isNumber = a == Zero || a == One;
    if (!isNumber)
      return Unknown;
    if (opcode == "and")
      return a == Zero ? Zero : b;
    if (opcode == "or")
      return a == Zero ? b : int(One);
    if (a == Zero)
      return b;
    // The complement of a bit stands where it does.
    return b == Zero ? One : b == One ? Zero : b;
  }

  std::optional<Moved> compute(const AsmNode &node) const {
    const Instruction &instruction = *node.instruction;
    StringRef opcode = instruction.opcode, type = node.row->types.back();
    llvm::ArrayRef<Operand> operands = instruction.operands;
    unsigned width = getTypeBits(type);
    if (width == 0 || width > 64 || isFloatType(type))
      return std::nullopt;
    Moved bits = makeNumber(0), first = read(node, operands[1]);
    std::optional<int64_t> amount;
    if (operands.size() > 2)
      amount = values.findConstant(node, operands[2]);
    if (opcode == "and" || opcode == "or" || opcode == "xor") {
      Moved second = read(node, operands[2]);
      if (amount)
        second = makeNumber(*amount);
      for (unsigned i = 0; i < width; ++i)
        bits[i] = combine(opcode, first[i], second[i]);
      return bits;
    }
    if (opcode == "shl" && amount && *amount >= 0) {
      for (unsigned i = *amount; i < width; ++i)
        bits[i] = first[i - *amount];
      return bits;
    }
    if (opcode == "shr" && amount && *amount >= 0) {
      for (unsigned i = 0; i < width; ++i) {
        bool isInside = i + *amount < width;
        bits[i] = isInside                ? first[i + *amount]
                  : type.starts_with("s") ? int(Unknown)
                                          : int(Zero);
      }
      return bits;
    }
    if (opcode == "bfe" && !type.starts_with("s") && operands.size() == 4) {
      std::optional<int64_t> count = values.findConstant(node, operands[3]);
      if (!amount || !count || *amount < 0 || *count < 0)
        return std::nullopt;
      for (unsigned i = 0; i < *count && i + *amount < width; ++i)
        bits[i] = first[i + *amount];
      return bits;
    }
    if (opcode == "prmt" && operands.size() == 4 &&
        instruction.modifiers.size() == 1) {
      std::optional<int64_t> selector = values.findConstant(node, operands[3]);
      if (!selector)
        return std::nullopt;
      Moved second = amount ? makeNumber(*amount) : read(node, operands[2]);
      for (unsigned i = 0; i < 32; ++i) {
        unsigned byte = *selector >> (i / 8 * 4) & 0xf;
        const Moved &from = byte & 4 ? second : first;
        bits[i] = byte & 8 ? int(Unknown) : from[(byte & 3) * 8 + i % 8];
      }
      return bits;
    }
    if (opcode == "lop3" && operands.size() == 5)
      return computeTable(node);
    if (opcode == "cvt" && node.row->types.size() == 2 &&
        !isFloatType(node.row->types[0]) && !type.starts_with("s")) {
      unsigned count = std::min(width, getTypeBits(node.row->types[0]));
      std::copy(first.begin(), first.begin() + count, bits.begin());
      return bits;
    }
    return std::nullopt;
  }

  /// `lop3` of one register and two constants, in any order.
  std::optional<Moved> computeTable(const AsmNode &node) const {
    llvm::ArrayRef<Operand> operands = node.instruction->operands;
    std::optional<int64_t> table = values.findConstant(node, operands[4]);
    if (!table)
      return std::nullopt;
    Moved inputs[3];
    for (unsigned i = 0; i < 3; ++i) {
      std::optional<int64_t> number =
          values.findConstant(node, operands[1 + i]);
      inputs[i] = number ? makeNumber(*number) : read(node, operands[1 + i]);
    }
    Moved bits = makeNumber(0);
    for (unsigned i = 0; i < 32; ++i) {
      unsigned index = 0, numOpen = 0, open = 0;
      for (unsigned k = 0; k < 3; ++k) {
        int bit = inputs[k][i];
        index |= (bit == One) << (2 - k);
        if (bit != One && bit != Zero) {
          ++numOpen;
          open = k;
        }
      }
      bool isLow = *table >> index & 1;
      bool isHigh = *table >> (index | 1 << (2 - open)) & 1;
      bits[i] = numOpen > 1 ? int(Unknown)
                : numOpen == 0 || isLow == isHigh
                    ? (isLow ? int(One) : int(Zero))
                    : inputs[open][i];
    }
    return bits;
  }

  //===--- Fields of a word -----------------------------------------------===//

  /// Of each input: the bits that a result has, by the number of the result.
  void noteField(unsigned result, const Moved &bits) {
    for (int bit : bits) {
      if (bit < 0)
        continue;
      unsigned operand = bit / 64;
      if (fields.empty() || fields.back().result != result ||
          fields.back().operand != operand)
        fields.push_back({result, operand, 0});
      fields.back().bits |= uint64_t(1) << (bit % 64);
    }
  }

  /// What an instruction that moves no bits reads.
  void noteFields(const AsmNode &node) {
    int result = -1;
    for (const AsmUse &use : node.uses)
      if (use.isWritten && use.symbol < graph.numOperands)
        result = use.symbol;
    for (const AsmUse &use : node.uses) {
      if (use.isWritten)
        continue;
      if (!registers[use.symbol])
        continue;
      const Moved &bits = *registers[use.symbol];
      if (result >= 0)
        noteField(result, bits);
      else
        // In a register of the body it may be of any result.
        for (int bit : bits)
          if (bit >= 0 &&
              (isUsedOtherwise.empty() || isUsedOtherwise.back() != bit / 64))
            isUsedOtherwise.push_back(bit / 64);
    }
  }

  void checkFields() {
    for (unsigned k = 0; k < context.operands.size(); ++k)
      if (context.operands[k].isOutput && writers[k] && registers[k])
        noteField(k, *registers[k]);
    for (auto [k, operand] : llvm::enumerate(context.operands)) {
      uint64_t all = operand.valueBits >= 64
                         ? ~uint64_t(0)
                         : (uint64_t(1) << operand.valueBits) - 1;
      if (operand.isOutput || operand.valueBits < 32 ||
          operand.numElements > 1 || !operand.floatFormat.empty() ||
          llvm::is_contained(isUsedOtherwise, int(k)))
        continue;
      uint64_t once = 0, twice = 0;
      unsigned numResults = 0;
      int last = -1;
      for (unsigned result = 0; result < context.operands.size(); ++result) {
        uint64_t taken = 0;
        for (const Field &field : fields)
          if (field.result == result && field.operand == k)
            taken |= field.bits;
        if (!taken)
          continue;
        ++numResults;
        if (once & taken)
          last = result;
        twice |= once & taken;
        once |= taken;
      }
      constexpr int kFieldBits = 4;
      bool isWrong = numResults > 1 && llvm::popcount(twice) >= kFieldBits &&
                     llvm::popcount(all & ~once) >= kFieldBits;
      if (!isWrong || !writers[last] ||
          findings.isReported(*writers[last]->instruction))
        continue;
      auto list = [](uint64_t bits) {
        unsigned first = llvm::countr_zero(bits);
        unsigned count = llvm::countr_one(bits >> first);
        return "bits " + std::to_string(first) + " to " +
               std::to_string(first + count - 1);
      };
      findings.add(writers[last]->instruction->location, Severity::Warning,
                   "fields-overlap",
                   "expected the results to have different bits of $" +
                       Twine(k) + ", found " + list(twice) +
                       " in two of them, also in $" + Twine(last) + ", and " +
                       list(all & ~once) + " in none",
                   "another shift or mask");
      return;
    }
  }

  //===--- Results --------------------------------------------------------===//

  /// The float of an operand that a bit is of, and the place in it.
  std::optional<std::pair<unsigned, unsigned>> getSource(int bit) const {
    if (bit < 0)
      return std::nullopt;
    const AsmOperand &operand = context.operands[bit / 64];
    if (operand.floatFormat.empty())
      return std::nullopt;
    unsigned size = operand.valueBits / std::max(1u, operand.numElements);
    return std::pair(unsigned(bit / 64), bit % 64 % std::max(1u, size));
  }

  bool checkResult(unsigned k) {
    const AsmOperand &operand = context.operands[k];
    unsigned numExponent = getExponentBits(operand.floatFormat);
    unsigned size = operand.valueBits / std::max(1u, operand.numElements);
    if (numExponent == 0 || size == 0)
      return false;
    for (unsigned i = 0; i < operand.numElements; ++i)
      if (checkElement(k, i * size, size, numExponent))
        return true;
    return false;
  }

  bool checkElement(unsigned k, unsigned begin, unsigned size,
                    unsigned numExponent) {
    if (!registers[k])
      return false;
    const Moved &bits = *registers[k];
    unsigned sign = size - 1;
    unsigned fraction = sign - numExponent;
    auto report = [&](const Twine &found) {
      const AsmOperand &operand = context.operands[k];
      if (!findings.isReported(*writers[k]->instruction))
        findings.add(writers[k]->instruction->location, Severity::Warning,
                     "float-bits",
                     "expected the bits of $" + Twine(k) + " to be bits of " +
                         operand.floatFormat + ", found " + found,
                     "a conversion, or a shift by other bits");
      return true;
    };
    auto getFormat = [&](unsigned from) {
      const AsmOperand &operand = context.operands[from];
      unsigned elementSize =
          operand.valueBits / std::max(1u, operand.numElements);
      return std::pair(elementSize - 1, operand.floatFormat);
    };
    // All of the exponent is known, and moved.
    bool isMovedWhole = true, isZero = true, hasFraction = false;
    for (unsigned i = fraction; i < sign; ++i) {
      isMovedWhole &= getSource(bits[begin + i]).has_value();
      isZero &= bits[begin + i] == Zero;
    }
    for (unsigned i = 0; i < fraction; ++i)
      hasFraction |= getSource(bits[begin + i]).has_value();
    if (isZero && hasFraction)
      return report("an exponent that is always 0, with other bits of a float "
                    "below it");
    for (unsigned i = 0; i < sign; ++i) {
      auto source = getSource(bits[begin + i]);
      if (!source || source->second != getFormat(source->first).first)
        continue;
      bool isExponent = i >= fraction;
      bool isKnown = true;
      for (unsigned j = fraction; j <= sign; ++j)
        isKnown &= bits[begin + j] != Unknown;
      if (isExponent && isKnown)
        return report("the sign of $" + Twine(source->first) +
                      " in the exponent");
    }
    auto top = getSource(bits[begin + sign]);
    if (!top || !isMovedWhole)
      return false;
    auto [signOfSource, format] = getFormat(top->first);
    if (top->second != signOfSource)
      return report("bit " + Twine(top->second) + " of the " + format +
                    " in $" + Twine(top->first) + " as the sign");
    // Below the sign comes the exponent, which needs as many bits.
    bool isInRow = true;
    for (unsigned i = fraction; i < sign; ++i) {
      auto source = getSource(bits[begin + i]);
      isInRow &= source->first == top->first &&
                 source->second + (sign - i) == top->second;
    }
    unsigned other = getExponentBits(format);
    if (isInRow && other != 0 && other != numExponent)
      return report("bits of the " + format + " in $" + Twine(top->first) +
                    ", whose exponent has " + Twine(other) + " bits, not " +
                    Twine(numExponent));
    return false;
  }

  const AsmGraph &graph;
  const AsmContext &context;
  FindingList &findings;
  AsmValues values;
  /// By symbol.
  /// None where no bit is known.
  std::vector<std::optional<Moved>> registers;
  std::vector<const AsmNode *> writers;
  struct Field {
    unsigned result, operand;
    uint64_t bits;
  };
  std::vector<Field> fields;
  /// Operands with bits in a computation of no one result.
  llvm::SmallVector<int> isUsedOtherwise;
};

} // namespace

void mlir::tile::ptx::checkAsmMovedBits(const AsmGraph &graph,
                                        const AsmContext &context,
                                        FindingList &findings) {
  constexpr size_t kMaxSymbols = 1024;
  if (!context.operands.empty() && !graph.hasUnknownName &&
      graph.symbols.size() <= kMaxSymbols)
    MovedBitChecker(graph, context, findings).run();
}
