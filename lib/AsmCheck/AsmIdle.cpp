//===- AsmIdle.cpp - Constants that make an instruction do nothing --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas accepts a shift by 32 of 32 bits, a `shfl.up` whose clamp lets no lane
// read another one, a `lop3` whose table ignores an operand, or the difference
// of a value and itself. The result is then a constant, or one of the operands,
// so the author meant something else.
//
//===----------------------------------------------------------------------===//

#include "AsmValues.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

class IdleChecker {
public:
  IdleChecker(const AsmGraph &graph, const AsmContext &context,
              FindingList &findings)
      : findings(findings), values(graph, context) {}

  void run(const AsmNode &ofNode, unsigned index) {
    enum Rule {
      None,
      Shift,
      Funnel,
      Extract,
      Insert,
      Table,
      Bytes,
      And,
      Or,
      Product,
      Division,
      Comparison,
      Least,
      Greatest,
      Shuffle,
      Mask,
      Pair,
      Swap,
      Sleep
    };
    Rule rule = llvm::StringSwitch<Rule>(ofNode.instruction->opcode)
                    .Cases({"shl", "shr"}, Shift)
                    .Case("shf", Funnel)
                    .Case("bfe", Extract)
                    .Case("bfi", Insert)
                    .Case("lop3", Table)
                    .Case("prmt", Bytes)
                    .Case("and", And)
                    .Case("or", Or)
                    .Cases({"mul", "mad", "mul24", "mad24"}, Product)
                    .Cases({"dp4a", "dp2a"}, Product)
                    .Cases({"div", "rem"}, Division)
                    .Cases({"setp", "set"}, Comparison)
                    .Case("min", Least)
                    .Case("max", Greatest)
                    .Case("shfl", Shuffle)
                    .Cases({"vote", "match", "redux", "elect", "bar"}, Mask)
                    .Cases({"sub", "xor", "selp", "slct"}, Pair)
                    .Cases({"atom", "red"}, Swap)
                    .Case("nanosleep", Sleep)
                    .Default(None);
    node = &ofNode;
    if (rule == None)
      return checkNothing(index);
    type = node->row->types.empty() ? StringRef() : node->row->types.back();
    width = getTypeBits(type);
    bool isInteger = width != 0 && width <= 64 && !isFloatType(type) &&
                     !type.ends_with("x2");
    if (checkSameTwice(isInteger))
      return;
    switch (rule) {
    case Shift:
      return isInteger ? checkShift() : void();
    case Funnel:
      return checkFunnel();
    case Extract:
      return checkField(2, 3);
    case Insert:
      return checkField(3, 4);
    case Table:
      return checkTable();
    case Bytes:
      return checkBytes();
    case And:
      return isInteger && !checkEither(0, "gives 0")
                 ? void(checkEither(getOnes(), "changes nothing"))
                 : void();
    case Or:
      return isInteger ? void(checkEither(getOnes(), "gives all ones"))
                       : void();
    case Product:
      return isInteger ? void(checkEither(0, "makes the product 0")) : void();
    case Division:
      return isInteger ? checkDivision() : void();
    case Comparison:
      return checkComparison(isInteger);
    case Least:
      if (isInteger && type.starts_with("u") &&
          (checkEither(0, "gives 0") ||
           checkEither(getOnes(), "changes nothing")))
        return;
      return checkClamp("max");
    case Greatest:
      if (isInteger && type.starts_with("u") &&
          (checkEither(0, "changes nothing") ||
           checkEither(getOnes(), "gives all ones")))
        return;
      return checkClamp("min");
    case Shuffle:
      return checkShuffle();
    case Mask:
      return checkMask();
    case Swap:
      return checkSwap();
    case Sleep:
      return checkSleep();
    case Pair:
    case None:
      return;
    }
  }

private:
  std::optional<uint64_t> getConstant(size_t position) const {
    if (position >= node->instruction->operands.size())
      return std::nullopt;
    std::optional<int64_t> value =
        values.findConstant(*node, node->instruction->operands[position]);
    if (!value)
      return std::nullopt;
    return uint64_t(*value);
  }

  uint64_t getOnes() const {
    return width >= 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  }

  void report(size_t position, const Twine &expected, const Twine &effect) {
    const Operand &operand = node->instruction->operands[position];
    findings.add(operand.location, Severity::Warning, "constant-idle",
                 "expected " + expected + " as operand " + Twine(position + 1) +
                     " of '" + node->instruction->getMnemonic() + "', found " +
                     Twine(int64_t(*getConstant(position))) + ", which " +
                     effect);
  }

  void checkShift() {
    std::optional<uint64_t> amount = getConstant(2);
    if (amount && (*amount & 0xffffffff) >= width)
      report(2, "a shift by less than " + Twine(width) + " bits",
             type.starts_with("s") && node->instruction->opcode == "shr"
                 ? "leaves the sign only"
                 : "gives 0");
  }

  void checkFunnel() {
    std::optional<uint64_t> amount = getConstant(3);
    bool isWrapped = node->row->has("wrap");
    if (amount && (*amount & 0xffffffff) > (isWrapped ? 31 : 32))
      report(3,
             isWrapped ? "a shift by 0 to 31 bits" : "a shift by 0 to 32 bits",
             isWrapped ? "counts as " + Twine(*amount & 31) : "counts as 32");
    else if (amount && *amount == 0 &&
             node->instruction->operands[3].kind == Operand::Integer)
      report(3, "a shift by 1 to 31 bits", "leaves one operand as it is");
  }

  void checkField(size_t first, size_t size) {
    std::optional<uint64_t> begin = getConstant(first),
                            count = getConstant(size);
    bool isExtract = first == 2;
    StringRef effect = isExtract ? "gives 0" : "inserts nothing";
    // Above 255 is another finding.
    if ((count && *count > 255) || (begin && *begin > 255))
      return;
    if (count && *count == 0)
      report(size, "a field of at least 1 bit", effect);
    else if (begin && *begin >= width)
      report(first, "a place below bit " + Twine(width),
             isExtract && type.starts_with("s") ? "leaves the sign only"
                                                : effect);
    else if (begin && count && *begin + *count > width && *count < width)
      report(size, "a field that ends at bit " + Twine(width) + " at the last",
             "reaches beyond it");
  }

  void checkTable() {
    std::optional<uint64_t> table = getConstant(4);
    if (!table || node->instruction->operands.size() < 5)
      return;
    switch (*table) {
    case 0:
      return report(4, "a table of the three operands", "gives 0");
    case 0xff:
      return report(4, "a table of the three operands", "gives all ones");
    case 0xf0:
    case 0xcc:
    case 0xaa:
      return report(4, "a table of the three operands",
                    "gives operand " +
                        Twine(*table == 0xf0   ? 2
                              : *table == 0xcc ? 3
                                               : 4) +
                        " alone");
    default:
      return checkIgnored(*table);
    }
  }

  /// A table that does not depend on one of three registers.
  void checkIgnored(unsigned table) {
    const auto &operands = node->instruction->operands;
    constexpr unsigned kShifts[] = {4, 2, 1}, kMasks[] = {0x0f, 0x33, 0x55};
    for (unsigned k = 0; k < 3; ++k) {
      if (((table >> kShifts[k]) & kMasks[k]) != (table & kMasks[k]))
        continue;
      // 0, all ones, or what is there already fills the place.
      const Operand &ignored = operands[k + 1];
      std::optional<uint64_t> number = getConstant(k + 1);
      bool isFiller = number
                          ? *number == 0 || (*number & 0xffffffff) == 0xffffffff
                          : AsmValues::findSymbol(*node, ignored) < 0;
      for (unsigned other : {1, 2, 3})
        isFiller |= other != k + 1 && isSame(ignored, operands[other]);
      if (!isFiller)
        return report(4, "a table of the three operands",
                      "does not depend on operand " + Twine(k + 2));
    }
  }

  void checkBytes() {
    const auto &operands = node->instruction->operands;
    std::optional<uint64_t> selector = getConstant(3);
    bool hasMode = node->instruction->modifiers.size() != 1;
    if (!selector || hasMode || operands.size() != 4 || *selector > 0xffff)
      return;
    for (unsigned k : {0, 1}) {
      bool isZero = operands[k + 1].kind == Operand::Integer &&
                    (operands[k + 1].bits & 0xffffffff) == 0;
      // Bit 2 of each digit says which of the two it takes a byte of.
      if (isZero && (*selector & 0x4444) == (k == 0 ? 0 : 0x4444))
        return report(3, "a selector of the other operand, too", "gives 0");
    }
  }

  /// One of the two numbers is a constant that decides the result.
  bool checkEither(uint64_t constant, const Twine &effect) {
    for (size_t position : {1, 2}) {
      std::optional<uint64_t> value = getConstant(position);
      // A register may hold what another target or size makes it.
      if (!value || (*value & getOnes()) != constant ||
          node->instruction->operands[position].kind != Operand::Integer)
        continue;
      // `mul.wide` and the like by 0, `and` of two constants.
      report(position, "another constant", effect);
      return true;
    }
    return false;
  }

  //===--- One value twice ------------------------------------------------===//

  /// What an operation gives of a value and itself; "" if that may be meant.
  StringRef getResultOfSame(bool isInteger) const {
    StringRef opcode = node->instruction->opcode;
    bool isBits = isInteger || type == "pred";
    if (opcode == "sub" || opcode == "xor")
      return isBits || isFloatType(type) ? "gives 0" : "";
    if (opcode == "and" || opcode == "or")
      return isBits ? "changes nothing" : "";
    // Of floats, a quiet NaN.
    if (opcode == "min" || opcode == "max")
      return isInteger ? "changes nothing" : "";
    if (opcode == "div" || opcode == "rem")
      return !isInteger ? "" : opcode == "div" ? "gives 1" : "gives 0";
    if (opcode == "selp" || opcode == "slct")
      return "leaves nothing to choose";
    if ((opcode != "setp" && opcode != "set") || node->row->words.empty())
      return "";
    StringRef comparison = node->row->words[0];
    bool isUnequal =
        llvm::is_contained({"ne", "lt", "gt", "lo", "hi"}, comparison);
    if (isUnequal)
      return "is never true";
    // Of floats, the others ask whether it is a NaN.
    return isInteger ? "is always true" : "";
  }

  /// A copy of a register to itself, and a branch that leads to where the
  /// asm goes on without it.
  void checkNothing(unsigned index) {
    const Instruction &instruction = *node->instruction;
    const auto &operands = instruction.operands;
    bool isCopy = instruction.opcode == "mov" && operands.size() == 2 &&
                  AsmValues::findSymbol(*node, operands[1]) >= 0 &&
                  isSame(operands[0], operands[1]);
    bool isBranch = instruction.opcode == "bra" && node->guard >= 0 &&
                    node->targets.size() == 1 && node->targets[0] == index + 1;
    if (isCopy || isBranch)
      findings.add(instruction.location, Severity::Warning, "constant-idle",
                   isCopy ? "expected another register as operand 2 of '" +
                                instruction.getMnemonic() + "', found the same"
                          : "expected a branch over some instructions, found "
                            "one to the next instruction");
  }

  /// Whether an operation on two values has one value twice.
  bool checkSameTwice(bool isInteger) {
    const auto &operands = node->instruction->operands;
    if (operands.size() < 3)
      return false;
    StringRef result = getResultOfSame(isInteger);
    if (result.empty() || !values.areSameValue(*node, operands[1], operands[2]))
      return false;
    // `xor t, t, t` is how some write 0.
    StringRef opcode = node->instruction->opcode;
    bool isZero = (opcode == "xor" || opcode == "sub") && !isFloatType(type);
    if (isZero && isSame(operands[0], operands[1]))
      return false;
    findings.add(operands[2].location, Severity::Warning, "constant-idle",
                 "expected two values as operands 2 and 3 of '" +
                     node->instruction->getMnemonic() +
                     "', found one twice, which " + result);
    return true;
  }

  //===--- Clamps ---------------------------------------------------------===//

  /// Whether the first of two constants of the type is at most the second.
  std::optional<bool> isAtMost(const Operand &a, const Operand &b) const {
    if (type == "f32" && a.kind == Operand::F32 && b.kind == Operand::F32)
      return llvm::bit_cast<float>(uint32_t(a.bits)) <=
             llvm::bit_cast<float>(uint32_t(b.bits));
    bool isInteger = type.starts_with("s") || type.starts_with("u");
    if (!isInteger || type.ends_with("x2") || a.kind != Operand::Integer ||
        b.kind != Operand::Integer)
      return std::nullopt;
    uint64_t x = a.bits << (64 - width), y = b.bits << (64 - width);
    return type.starts_with("s") ? int64_t(x) <= int64_t(y) : x <= y;
  }

  /// `max` with a constant, and then `min` with one that is no greater, or the
  /// other way: the second constant is the result.
  void checkClamp(StringRef before) {
    const auto &operands = node->instruction->operands;
    if (operands.size() != 3)
      return;
    int symbol = AsmValues::findSymbol(*node, operands[1]);
    const AsmNode *writer =
        symbol < 0 ? nullptr : values.findWriter(symbol, *node);
    if (!writer || writer->guard >= 0 ||
        writer->instruction->opcode != before || !writer->row ||
        writer->row->types.empty() || writer->row->types.back() != type ||
        writer->instruction->operands.size() != 3)
      return;
    const Operand &first = writer->instruction->operands[2];
    bool isLower = before == "min";
    std::optional<bool> isEmpty =
        isLower ? isAtMost(first, operands[2]) : isAtMost(operands[2], first);
    if (isEmpty && *isEmpty)
      findings.add(operands[2].location, Severity::Warning, "constant-idle",
                   "expected the '" + node->instruction->getMnemonic() +
                       "' after '" + writer->instruction->getMnemonic() +
                       "' to leave a range, found constants that make its "
                       "result the second one",
                   "max with the lower limit, min with the upper one");
  }

  /// A `cas` that stores what it finds.
  void checkSwap() {
    bool isCounter = node->row->has("inc") || node->row->has("dec");
    size_t limit = node->instruction->opcode == "atom" ? 2 : 1;
    std::optional<uint64_t> last =
        isCounter ? getConstant(limit) : std::nullopt;
    if (last && (*last & getOnes()) == 0)
      return report(limit, "a limit above 0", "makes the counter 0 each time");
    if (!node->row->has("cas") || node->instruction->operands.size() < 4)
      return;
    const auto &operands = node->instruction->operands;
    std::optional<uint64_t> expected = getConstant(2), stored = getConstant(3);
    bool isSameNumber =
        expected && stored && ((*expected ^ *stored) & getOnes()) == 0;
    // Zero twice is an atomic load.
    if (isSameNumber && (*expected & getOnes()) != 0)
      report(3, "another value than the expected one",
             "leaves memory as it is");
    else if (!expected && !isSameNumber &&
             values.areSameValue(*node, operands[2], operands[3]))
      findings.add(operands[3].location, Severity::Warning, "constant-idle",
                   "expected two values as operands 3 and 4 of '" +
                       node->instruction->getMnemonic() +
                       "', found one twice, which leaves memory as it is");
  }

  /// PTX ISA, "nanosleep": 1 ms at the most.
  void checkSleep() {
    std::optional<uint64_t> duration = getConstant(0);
    constexpr uint64_t kMaxSleep = 1'000'000;
    if (duration && (*duration & 0xffffffff) > kMaxSleep)
      report(0, "at most 1000000 ns", "counts as 1000000");
  }

  void checkDivision() {
    std::optional<uint64_t> divisor = getConstant(2);
    if (divisor && (*divisor & getOnes()) == 0)
      report(2, "another divisor", "no number can be divided by");
    else if (divisor && *divisor == 1 && node->instruction->opcode == "rem")
      report(2, "a divisor above 1", "leaves a rest of 0");
  }

  void checkComparison(bool isInteger) {
    StringRef comparison = node->row->words.empty() ? "" : node->row->words[0];
    const auto &operands = node->instruction->operands;
    auto isLiteral = [](const Operand &operand) {
      return operand.kind == Operand::Integer || operand.kind == Operand::F32 ||
             operand.kind == Operand::F64;
    };
    // Equal and unequal numbers are how some write true and false.
    bool isOrder = comparison != "eq" && comparison != "ne";
    if (operands.size() >= 3 && isOrder && isLiteral(operands[1]) &&
        isLiteral(operands[2])) {
      findings.add(operands[1].location, Severity::Warning, "constant-idle",
                   "expected a register as operand 2 or 3 of '" +
                       node->instruction->getMnemonic() +
                       "', found two constants, whose result is known");
      return;
    }
    for (size_t position : {1, 2}) {
      if (position >= operands.size())
        return;
      const Operand &operand = operands[position];
      if (isFloatType(type)) {
        if (isNaN(operand) && comparison != "nan" && comparison != "num")
          findings.add(
              operand.location, Severity::Warning, "constant-idle",
              "expected a number as operand " + Twine(position + 1) + " of '" +
                  node->instruction->getMnemonic() +
                  "', found a NaN, with which the comparison is " +
                  (comparison.ends_with("u") ? "always true" : "never true"),
              "testp.notanumber, or '.nan' of the value with itself");
        continue;
      }
      if (!isInteger || !type.starts_with("u") ||
          operand.kind != Operand::Integer)
        continue;
      uint64_t value = operand.bits & getOnes();
      bool isSecond = position == 2;
      // With the constant second: x < 0, x >= 0, x > max, x <= max.
      bool isLess = comparison == "lt" || comparison == "lo";
      bool isGreaterEqual = comparison == "ge" || comparison == "hs";
      bool isGreater = comparison == "gt" || comparison == "hi";
      bool isLessEqual = comparison == "le" || comparison == "ls";
      bool isNever = (isSecond ? isLess : isGreater) && value == 0;
      bool isAlways = (isSecond ? isGreaterEqual : isLessEqual) && value == 0;
      isNever |= (isSecond ? isGreater : isLess) && value == getOnes();
      isAlways |=
          (isSecond ? isLessEqual : isGreaterEqual) && value == getOnes();
      if (isNever || isAlways)
        return report(position, "a comparison that may be true or false",
                      isNever ? "makes it always false"
                              : "makes it always true");
    }
  }

  static bool isNaN(const Operand &operand) {
    if (operand.kind == Operand::F32)
      return (operand.bits & 0x7fffffff) > 0x7f800000;
    return operand.kind == Operand::F64 &&
           (operand.bits & ~(uint64_t(1) << 63)) > (uint64_t(0x7ff) << 52);
  }

  /// PTX ISA, "shfl.sync": whether some lane reads another one.
  static bool movesLanes(StringRef mode, unsigned amount, unsigned control) {
    unsigned segment = control >> 8 & 31, clamp = control & 31;
    for (unsigned lane = 0; lane < 32; ++lane) {
      unsigned last = (lane & segment) | (clamp & ~segment & 31);
      unsigned from = lane;
      bool isValid = false;
      if (mode == "up") {
        from = lane - amount;
        isValid = int(from) >= int(last);
      } else if (mode == "down") {
        from = lane + amount;
        isValid = from <= last;
      } else if (mode == "bfly") {
        from = lane ^ amount;
        isValid = from <= last;
      } else {
        from = (lane & segment) | (amount & ~segment & 31);
        isValid = from <= last;
      }
      if (isValid && from != lane)
        return true;
    }
    return false;
  }

  void checkShuffle() {
    static constexpr StringRef kModes[] = {"up", "down", "bfly", "idx"};
    StringRef mode;
    for (StringRef word : kModes)
      if (node->row->has(word))
        mode = word;
    checkMask();
    std::optional<uint64_t> amount = getConstant(2), control = getConstant(3);
    if (mode.empty())
      return;
    if (amount && (*amount & 0xffffffff) > 31)
      return report(2, "0 to 31 lanes", "counts as " + Twine(*amount & 31));
    if (amount && *amount == 0 && mode != "idx")
      return report(2, "1 to 31 lanes", "gives each lane its own value");
    if (!control)
      return;
    if (*control & ~uint64_t(0x1f1f))
      return report(3, "a clamp in bits 0 to 4 and a segment in bits 8 to 12",
                    "has other bits, too");
    // The bits of a lane that the segment has are the reader's bits.
    if (mode == "idx" && amount && (*amount & (*control >> 8) & 31))
      return report(
          2, "0 to " + Twine(~(*control >> 8) & 31) + " lanes of the segment",
          "counts as " + Twine(*amount & ~(*control >> 8) & 31));
    bool isMoved = false;
    for (unsigned k = amount ? *amount : 0, last = amount ? *amount : 31;
         k <= last; ++k)
      isMoved |= movesLanes(mode, k, *control);
    if (!isMoved)
      report(3,
             mode == "up" ? "0 as the first lane of a whole warp"
                          : "0x1f as the last lane of a whole warp",
             "gives each lane its own value");
  }

  /// The lanes of what several lanes do together.
  void checkMask() {
    StringRef opcode = node->instruction->opcode;
    bool isOfLanes = opcode != "bar" || node->row->has("warp");
    size_t count = node->instruction->operands.size();
    if (!isOfLanes || count == 0)
      return;
    std::optional<uint64_t> mask = getConstant(count - 1);
    if (mask && (*mask & 0xffffffff) == 0 && node->row->has("sync"))
      report(count - 1, "a mask of lanes", "names no lane");
  }

  FindingList &findings;
  AsmValues values;
  const AsmNode *node = nullptr;
  StringRef type;
  unsigned width = 0;
};

} // namespace

void mlir::tile::ptx::checkAsmIdle(const AsmGraph &graph,
                                   const AsmContext &context,
                                   FindingList &findings) {
  IdleChecker checker(graph, context, findings);
  for (auto [i, node] : llvm::enumerate(graph.nodes))
    if (node.row)
      checker.run(node, i);
}
