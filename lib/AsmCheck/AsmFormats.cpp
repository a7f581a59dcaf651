//===- AsmFormats.cpp - Elements of one format read as another ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register has no format, so that nothing stops an instruction on f32 from
// reading the bits of an f16. Looked at is what stands as `$k` in an
// instruction that names a format: an input as it came, and an output as it
// leaves; and a register whose value one instruction on another format gave.
// Instructions on bits stay free.
//
//===----------------------------------------------------------------------===//

#include "AsmSpaces.h"
#include "AsmValues.h"

#include "llvm/ADT/BitVector.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

/// The format of a type word: f16 of f16x2, f32 of tf32, "" of no float.
static StringRef getFormat(StringRef type) {
  if (!isFloatType(type))
    return "";
  if (type == "tf32")
    return "f32";
  if (type.ends_with("x2") || type.ends_with("x4"))
    return type.drop_back(2);
  return type;
}

static bool isInteger(StringRef type) {
  return type.starts_with("u") || type.starts_with("s");
}

/// Instructions that the search for paths looks at before it gives up.
static constexpr size_t kMaxPathSteps = 1 << 18;

namespace {

class FormatChecker {
public:
  FormatChecker(const AsmGraph &graph, const AsmContext &context,
                FindingList &findings)
      : graph(graph), context(context), findings(findings),
        values(graph, context), origins(graph, context) {}

  void run() {
    for (unsigned i = 0; i < graph.nodes.size(); ++i)
      if (graph.nodes[i].row)
        checkInstruction(i);
  }

private:
  void checkInstruction(unsigned index) {
    const Instruction &instruction = *graph.nodes[index].instruction;
    checkStore(graph.nodes[index]);
    checkLoad(index);
    // They move bits, whatever type they name.
    if (instruction.opcode == "mov" || instruction.opcode == "selp")
      return;
    if (llvm::none_of(instruction.operands, [](const Operand &operand) {
          return operand.kind == Operand::Vector ||
                 operand.kind == Operand::Name ||
                 operand.kind == Operand::Placeholder;
        }))
      return;
    llvm::SmallVector<OperandPattern, 6> patterns =
        getOperandPatterns(*graph.nodes[index].row);
    for (auto [i, item] :
         llvm::enumerate(llvm::zip(instruction.operands, patterns))) {
      auto &[operand, pattern] = item;
      if (pattern.kind != OperandPattern::Value)
        continue;
      check(index, i, operand, pattern);
      if (operand.kind == Operand::Vector)
        for (const Operand &element : operand.elements)
          check(index, i, element, pattern);
    }
  }

  /// The number of the asm operand that `$k` is, or -1: of a read of an output,
  /// the input that shares its register.
  int getNumber(const Operand &operand, bool isWritten) const {
    if (operand.kind != Operand::Placeholder ||
        operand.bits >= context.operands.size())
      return -1;
    if (isWritten || !context.operands[operand.bits].isOutput)
      return operand.bits;
    for (auto [k, other] : llvm::enumerate(context.operands))
      if (other.tiedTo == int(operand.bits))
        return k;
    return -1;
  }

  void check(unsigned index, size_t position, const Operand &operand,
             const OperandPattern &pattern) {
    if (!pattern.isWritten && checkWritten(index, position, operand, pattern))
      return;
    int number = getNumber(operand, pattern.isWritten);
    if (number < 0)
      return;
    const AsmOperand &bound = context.operands[number];
    if (bound.isImmediate || bound.floatFormat.empty())
      return;
    // A wrong instruction, which has its own message, may have any format.
    if (graph.isUnclear.test(bound.tiedTo >= 0 ? bound.tiedTo : number))
      return;
    StringRef format = getFormat(pattern.type);
    // Of instructions on integers, only conversions from and to floats: on
    // bits, the others are as good as any.
    bool isConverted = (format.empty() && isInteger(pattern.type) &&
                        (isFloatConversion(index) || isLaneSum(index))) ||
                       isAccumulator(index, position) ||
                       (position == 1 && isSumOfFloats(index));
    if (format.empty() ? !isConverted : format == bound.floatFormat)
      return;
    if (pattern.isWritten ? !isResult(index, bound, number)
                          : !isInput(index, bound, number))
      return;
    findings.add(operand.location, Severity::Warning, "element-format",
                 (pattern.isWritten ? "expected a result of "
                                    : "expected elements of ") +
                     Twine(bound.floatFormat) + ", which $" + Twine(number) +
                     " has, found '." + pattern.type + "' as operand " +
                     Twine(position + 1) + " of '" +
                     graph.nodes[index].instruction->getMnemonic() + "'",
                 "convert it, or, where the bits are meant, move them through "
                 "a register of the body");
  }

  /// The format that an instruction gives a register: of its result; of the
  /// elements that a pointer points to, where it loads one as bits; "mask" of
  /// a comparison that gives 0 or all ones. "" if that is not known.
  StringRef getWrittenFormat(const AsmNode &writer, unsigned symbol) {
    const Instruction &instruction = *writer.instruction;
    StringRef opcode = instruction.opcode;
    // A part of an input whose elements are as wide as the part.
    if (writer.guard < 0 && opcode == "mov" && writer.row &&
        instruction.operands.size() == 2 &&
        instruction.operands[0].kind == Operand::Vector) {
      int number = getNumber(instruction.operands[1], /*isWritten=*/false);
      if (number < 0 || graph.isUnclear.test(number))
        return "";
      const AsmOperand &bound = context.operands[number];
      size_t numParts = instruction.operands[0].elements.size();
      bool isElement = !bound.isImmediate && bound.numElements == numParts &&
                       bound.numElements > 1 &&
                       isInput(&writer - graph.nodes.data(), bound, number);
      return isElement ? StringRef(bound.floatFormat) : StringRef();
    }
    // A float that is written as one.
    if (writer.guard < 0 && opcode == "mov" &&
        instruction.operands.size() == 2) {
      Operand::Kind kind = instruction.operands[1].kind;
      return kind == Operand::F32 ? "f32" : kind == Operand::F64 ? "f64" : "";
    }
    if (writer.guard >= 0 || !writer.row || instruction.operands.empty() ||
        opcode == "mov" || opcode == "selp")
      return "";
    // The sums of a product; a vector has several.
    if ((opcode == "mma" || opcode == "wgmma") && !writer.row->types.empty())
      return isInteger(writer.row->types[0]) ? "integer"
                                             : getFormat(writer.row->types[0]);
    if (AsmValues::findSymbol(writer, instruction.operands[0],
                              /*isWritten=*/true) != int(symbol))
      return "";
    OperandPattern result = getOperandPatterns(*writer.row)[0];
    if (opcode == "ld" && !isFloatType(result.type))
      return instruction.operands.size() < 2
                 ? StringRef()
                 : getPointeeFormat(writer, instruction.operands[1]);
    if (opcode == "set" && isInteger(result.type))
      return "mask";
    bool isRounded = opcode == "cvt" && isInteger(result.type) &&
                     writer.row->types.size() > 1 &&
                     isFloatType(writer.row->types[1]);
    if (isRounded)
      return "integer";
    return getFormat(result.type);
  }

  /// An element of one format that is loaded as bits into a result of another.
  void checkLoad(unsigned index) {
    const AsmNode &node = graph.nodes[index];
    const std::vector<Operand> &operands = node.instruction->operands;
    if (node.instruction->opcode != "ld" || operands.size() < 2)
      return;
    int number = getNumber(operands[0], /*isWritten=*/true);
    StringRef pointee = getPointeeFormat(node, operands[1]);
    if (number < 0 || pointee.empty())
      return;
    const AsmOperand &bound = context.operands[number];
    if (bound.floatFormat.empty() || bound.numElements > 1 ||
        pointee == bound.floatFormat || graph.isUnclear.test(number) ||
        !isResult(index, bound, number))
      return;
    findings.add(operands[0].location, Severity::Warning, "element-format",
                 "expected a result of " + Twine(bound.floatFormat) +
                     ", which $" + Twine(number) + " has, found the " +
                     pointee + " that '" + node.instruction->getMnemonic() +
                     "' loads",
                 "convert it");
  }

  /// What the pointer in an address points to, if that is a float and the
  /// instruction moves one as bits.
  StringRef getPointeeFormat(const AsmNode &access,
                             const Operand &address) const {
    if (address.kind != Operand::Address || address.elements.empty() ||
        access.row->types.empty())
      return "";
    AsmOrigin origin = origins.get(access, address.elements[0]);
    StringRef type = access.row->types.back();
    if (origin.kind != AsmOrigin::Pointer || isFloatType(type) ||
        getTypeBits(type) != origin.pointeeBits)
      return "";
    return isFloatType(origin.pointee) ? getFormat(origin.pointee) : "";
  }

  /// Bits of one format that are stored where another one is.
  void checkStore(const AsmNode &node) {
    const std::vector<Operand> &operands = node.instruction->operands;
    if (node.instruction->opcode != "st" || operands.size() < 2)
      return;
    StringRef pointee = getPointeeFormat(node, operands[0]);
    if (pointee.empty())
      return;
    if (operands[1].kind != Operand::Vector)
      return checkStored(node, operands[1], pointee);
    for (const Operand &element : operands[1].elements)
      checkStored(node, element, pointee);
  }

  void checkStored(const AsmNode &node, const Operand &stored,
                   StringRef pointee) {
    int symbol = AsmValues::findSymbol(node, stored);
    if (symbol < 0 || graph.isUnclear[symbol])
      return;
    const AsmNode *writer = values.findWriter(symbol, node);
    StringRef written = writer ? getWrittenFormat(*writer, symbol) : "";
    if (!written.empty() && written != "mask" && written != pointee)
      findings.add(stored.location, Severity::Warning, "element-format",
                   "expected a value of " + Twine(pointee) + " for '" +
                       node.instruction->getMnemonic() + "', found the " +
                       written + " of '" + writer->instruction->getMnemonic() +
                       "'",
                   "convert to the type of the elements");
  }

  /// A read of a register that another instruction of the body wrote. Whether
  /// the value is known to be wrong.
  bool checkWritten(unsigned index, size_t position, const Operand &operand,
                    const OperandPattern &pattern) {
    StringRef format = getFormat(pattern.type);
    // Of instructions on integers, those that no bits of a float are meant for.
    bool isNumber = format.empty() && isInteger(pattern.type) &&
                    (isFloatConversion(index) || isLaneSum(index));
    if ((format.empty() && !isNumber) ||
        (operand.kind != Operand::Name && operand.kind != Operand::Placeholder))
      return false;
    const AsmNode &node = graph.nodes[index];
    int symbol = AsmValues::findSymbol(node, operand);
    if (symbol < 0 || graph.isUnclear[symbol] || !operand.component.empty())
      return false;
    const AsmNode *writer = values.findWriter(symbol, node);
    StringRef written = writer ? getWrittenFormat(*writer, symbol) : "";
    if (written.empty() || written == format ||
        (isNumber && (written == "integer" || written == "mask")))
      return false;
    std::string expected = written == "mask" ? "a mask in instructions on bits"
                           : written == "integer"
                               ? "an integer"
                               : "a value of " + written.str();
    findings.add(operand.location, Severity::Warning, "element-format",
                 "expected " + expected + ", as '" +
                     writer->instruction->getMnemonic() +
                     "' gives it, found '." + pattern.type + "' as operand " +
                     Twine(position + 1) + " of '" +
                     node.instruction->getMnemonic() + "'",
                 "convert it, or, where the bits are meant, move them through "
                 "another register");
    return true;
  }

  /// Whether the instruction makes floats of integers, or the other way.
  bool isFloatConversion(unsigned index) const {
    const AsmNode &node = graph.nodes[index];
    return node.instruction->opcode == "cvt" &&
           llvm::any_of(node.row->types,
                        [](StringRef type) { return isFloatType(type); });
  }

  /// A sum over lanes, of numbers; minima of bits may be minima of floats.
  bool isLaneSum(unsigned index) const {
    const AsmNode &node = graph.nodes[index];
    return node.instruction->opcode == "redux" && node.row->has("add");
  }

  /// What dp4a and dp2a add to; the factors are bytes.
  bool isAccumulator(unsigned index, size_t position) const {
    StringRef opcode = graph.nodes[index].instruction->opcode;
    return position == 3 && (opcode == "dp4a" || opcode == "dp2a");
  }

  /// An integer sum or product of two floats, as they come, that leaves as a
  /// float. With a constant, or changed afterwards, bits may be meant.
  bool isSumOfFloats(unsigned index) {
    const AsmNode &node = graph.nodes[index];
    const std::vector<Operand> &operands = node.instruction->operands;
    StringRef opcode = node.instruction->opcode;
    bool isSum = opcode == "add" && !node.row->has("cc");
    bool isProduct = opcode == "mul" && node.row->has("lo");
    if ((!isSum && !isProduct) || operands.size() != 3 ||
        !isInteger(node.row->types.empty() ? "" : node.row->types[0]))
      return false;
    const AsmOperand *bound[3];
    int numbers[3];
    for (unsigned i = 0; i < 3; ++i) {
      numbers[i] = getNumber(operands[i], /*isWritten=*/i == 0);
      if (numbers[i] < 0)
        return false;
      bound[i] = &context.operands[numbers[i]];
      if (bound[i]->isImmediate || bound[i]->floatFormat.empty() ||
          bound[i]->numElements > 1 ||
          bound[i]->floatFormat != bound[0]->floatFormat)
        return false;
    }
    return numbers[1] != numbers[2] && bound[1]->value != bound[2]->value &&
           isInput(index, *bound[2], numbers[2]) &&
           isResult(index, *bound[0], numbers[0]);
  }

  /// Whether a write may be the last one of the output.
  bool isResult(unsigned index, const AsmOperand &bound, unsigned number) {
    return bound.isOutput &&
           reaches(index, number, graph.nodes.size(), /*isAfter=*/true);
  }

  /// Whether a read may see what the asm was given.
  bool isInput(unsigned index, const AsmOperand &bound, unsigned number) {
    unsigned symbol = bound.tiedTo >= 0 ? unsigned(bound.tiedTo) : number;
    return reaches(0, symbol, index, /*isAfter=*/false);
  }

  /// Whether a path from a node, or from after it, comes to `end` with the
  /// register as it was.
  bool reaches(unsigned begin, unsigned symbol, unsigned end, bool isAfter) {
    // What it takes to begin, for the bits of all instructions.
    if (!spend(graph.nodes.size() / 64 + 1))
      return false;
    llvm::BitVector seen(graph.nodes.size() + 1);
    llvm::SmallVector<unsigned> work;
    auto visit = [&](unsigned node) {
      if (!seen[node]) {
        seen.set(node);
        work.push_back(node);
      }
    };
    auto visitNext = [&](unsigned index) {
      const AsmNode &node = graph.nodes[index];
      if (node.fallsThrough)
        visit(index + 1);
      for (unsigned target : node.targets)
        visit(target);
    };
    if (isAfter)
      visitNext(begin);
    else
      visit(begin);
    while (!work.empty()) {
      unsigned index = work.pop_back_val();
      if (index == end)
        return true;
      if (index == graph.nodes.size())
        continue;
      if (!spend(1))
        return false;
      const AsmNode &node = graph.nodes[index];
      bool isWritten =
          node.guard < 0 && llvm::any_of(
                                node.uses,
                                [&](const AsmUse &use) {
                                  return use.isWritten && use.symbol == symbol;
                                });
      if (!isWritten)
        visitNext(index);
    }
    return false;
  }

  bool spend(size_t steps) {
    if (budget < steps)
      return false;
    budget -= steps;
    return true;
  }

  const AsmGraph &graph;
  const AsmContext &context;
  FindingList &findings;
  AsmValues values;
  AsmOrigins origins;
  size_t budget = kMaxPathSteps;
};

} // namespace

/// The sign extends integers. So it is a mistake if a float is narrower than
/// its register and would be extended, or if no operand is an integer.
static void checkSignExtension(const AsmContext &context,
                               FindingList &findings) {
  bool hasInput = false, hasOther = false;
  const AsmOperand *narrow = nullptr, *first = nullptr;
  for (const AsmOperand &operand : context.operands) {
    if (operand.isOutput || operand.isImmediate)
      continue;
    hasInput = true;
    hasOther |= operand.floatFormat.empty();
    if (operand.floatFormat.empty())
      continue;
    if (!first)
      first = &operand;
    unsigned bits = operand.tiedTo >= 0
                        ? getTypeBits(context.operands[operand.tiedTo].type)
                        : getTypeBits(operand.type);
    if (!narrow && operand.numElements == 1 && operand.valueBits < bits)
      narrow = &operand;
  }
  const AsmOperand *culprit = narrow ? narrow : hasOther ? nullptr : first;
  if (!hasInput || !culprit)
    return;
  findings.add(Location{0, 1, 1}, Severity::Error, "sign-extend",
               "expected integers with sign_extend, found $" +
                   Twine(culprit - context.operands.data()) + " of " +
                   culprit->floatFormat,
               narrow ? "convert it in the asm, or give it a register of its "
                        "own width"
                      : "leave out sign_extend");
}

void mlir::tile::ptx::checkAsmFormats(const AsmGraph &graph,
                                      const AsmContext &context,
                                      FindingList &findings) {
  if (context.isSignExtended &&
      llvm::any_of(context.operands, [](const AsmOperand &operand) {
        return !operand.floatFormat.empty();
      }))
    checkSignExtension(context, findings);
  FormatChecker(graph, context, findings).run();
}
