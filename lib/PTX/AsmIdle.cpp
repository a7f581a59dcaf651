//===- AsmIdle.cpp - Constants that make an instruction do nothing --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas takes a shift by 32 of 32 bits, a `shfl.up` whose clamp lets no lane
// read another one, or a `lop3` whose table ignores the operands. The result is
// then a constant, or one of the operands, and somebody meant something else.
//
//===----------------------------------------------------------------------===//

#include "AsmValues.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

class IdleChecker {
public:
  IdleChecker(const AsmGraph &graph, const AsmContext &context,
              FindingList &findings)
      : findings(findings), values(graph, context) {}

  void run(const AsmNode &ofNode) {
    enum Rule {
      None,
      Shift,
      Funnel,
      Extract,
      Insert,
      Table,
      And,
      Or,
      Product,
      Division,
      Comparison,
      Least,
      Greatest,
      Shuffle,
      Mask
    };
    Rule rule = llvm::StringSwitch<Rule>(ofNode.instruction->opcode)
                    .Cases({"shl", "shr"}, Shift)
                    .Case("shf", Funnel)
                    .Case("bfe", Extract)
                    .Case("bfi", Insert)
                    .Case("lop3", Table)
                    .Case("and", And)
                    .Case("or", Or)
                    .Cases({"mul", "mad", "mul24", "mad24"}, Product)
                    .Cases({"div", "rem"}, Division)
                    .Cases({"setp", "set"}, Comparison)
                    .Case("min", Least)
                    .Case("max", Greatest)
                    .Case("shfl", Shuffle)
                    .Cases({"vote", "match", "redux", "elect", "bar"}, Mask)
                    .Default(None);
    if (rule == None)
      return;
    node = &ofNode;
    type = node->row->types.empty() ? StringRef() : node->row->types.back();
    width = getTypeBits(type);
    bool isInteger = width != 0 && width <= 64 && !isFloatType(type) &&
                     !type.ends_with("x2");
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
    case And:
      return isInteger ? checkEither(0, "gives 0") : void();
    case Or:
      return isInteger ? checkEither(getOnes(), "gives all ones") : void();
    case Product:
      return isInteger ? checkEither(0, "makes the product 0") : void();
    case Division:
      return isInteger ? checkDivision() : void();
    case Comparison:
      return checkComparison(isInteger);
    case Least:
      if (isInteger && type.starts_with("u"))
        checkEither(0, "gives 0");
      return;
    case Greatest:
      if (isInteger && type.starts_with("u"))
        checkEither(0, "changes nothing");
      return;
    case Shuffle:
      return checkShuffle();
    case Mask:
      return checkMask();
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
      return;
    }
  }

  /// One of the two numbers is a constant that decides the result.
  void checkEither(uint64_t constant, const Twine &effect) {
    for (size_t position : {1, 2}) {
      std::optional<uint64_t> value = getConstant(position);
      // A register may hold what another target or size makes it.
      if (!value || (*value & getOnes()) != constant ||
          node->instruction->operands[position].kind != Operand::Integer)
        continue;
      // `mul.wide` and the like by 0, `and` of two constants.
      return report(position, "another constant", effect);
    }
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
  for (const AsmNode &node : graph.nodes)
    if (node.row)
      checker.run(node);
}
