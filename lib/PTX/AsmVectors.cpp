//===- AsmVectors.cpp - Vectors of registers in an inline asm -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandChecker.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

std::string OperandChecker::checkVector(const Operand &operand,
                                        const OperandPattern &pattern) {
  // Behind the scales of a matrix stands where they are, mostly by constants.
  bool isFragment = isMatrix(instruction.opcode) && pattern.type != "b16";
  bool areAllSinks = true, areAllConstants = true;
  for (const Operand &element : operand.elements) {
    culprit = &element;
    if (!isNamed(element) && !isConstant(element))
      return "expected registers or constants in a vector";
    areAllConstants &= isConstant(element);
    bool isSpecial = element.kind == Operand::Name &&
                     lookupSpecialRegister(element.name) &&
                     lookup(element).kind == AsmName::Unknown;
    if (isFragment && isNamed(element) &&
        lookup(element).kind == AsmName::Constant)
      return "expected a register, found a constant";
    bool isWhole = isSpecial && element.component.empty() &&
                   lookupSpecialRegister(element.name)->isVector;
    if (isSpecial &&
        (pattern.isWritten || isMatrix(instruction.opcode) || isWhole))
      return "expected a register, found the special register '" +
             element.name + "'";
    if (isConstant(element) && pattern.isWritten)
      return "expected a register, found " + describeConstant(element);
    if (element.isSink() && !element.component.empty())
      return "expected '_' without a component, found '" +
             element.component.str() + "'";
    areAllSinks &= element.isSink();
    if (element.isSink() && pattern.isWritten &&
        (isMatrix(is8Bit()) || is("multimem") ||
         (is("tex") && pattern.type == "f16x2")))
      return "expected a register, found '_'";
    if (element.isSink() && !pattern.isWritten && !is("mov"))
      return "expected a value, found '_'";
    if (element.isSink())
      continue;
    OperandPattern elementPattern = pattern;
    if (pattern.kind == OperandPattern::Any)
      elementPattern.type = "";
    std::string message = checkScalar(element, elementPattern, true);
    if (!message.empty())
      return message;
    if (isConstant(element) && isFragment)
      message = checkFragmentConstant(element, pattern, operand);
    if (!message.empty())
      return message;
  }
  culprit = &operand;
  // ptxas may die of it.
  if (is("mov") && operand.elements.size() == 1)
    return "expected at least two elements in a vector, found one";
  if (areAllConstants && (isFragment || is("multimem")))
    return "expected a register in the vector, found constants only";
  if (areAllSinks)
    return "expected a register in the vector, found '_' only";
  // ptxas compares neighbours.
  if (is("stmatrix")) {
    const Operand *last = nullptr;
    for (const Operand &element : operand.elements) {
      culprit = &element;
      if (last && isConstant(*last) && isConstant(element) &&
          last->kind != element.kind)
        return "expected neighbouring constants of one kind, found " +
               describeConstant(*last) + " and " + describeConstant(element);
      last = &element;
    }
    culprit = &operand;
  }
  if (is("mov"))
    return checkMovedVector(operand);
  std::string message = checkAlike(operand);
  if (!message.empty())
    return message;
  if (is("wgmma") && position == 0)
    return checkAccumulators(operand);
  if (is("tcgen05"))
    return checkTensorMemory(operand);
  return "";
}

std::string OperandChecker::checkAlike(const Operand &vector) {
  unsigned each = 0;
  for (const Operand &element : vector.elements) {
    if (element.isSink() || !isNamed(element))
      continue;
    unsigned width = getTypeBits(lookup(element).type);
    if (const SpecialRegister *special = lookupSpecialRegister(element.name))
      if (element.kind == Operand::Name && width == 0)
        width = getTypeBits(special->type);
    culprit = &element;
    if (each != 0 && width != 0 && width != each)
      return "expected elements of one width, found " + std::to_string(each) +
             " and " + std::to_string(width) + " bits";
    each = width != 0 ? width : each;
  }
  culprit = &vector;
  return "";
}

StringRef OperandChecker::is8Bit() const {
  return match.has("e4m3") || match.has("e5m2") ? StringRef(instruction.opcode)
                                                : StringRef();
}

std::string OperandChecker::checkFragmentConstant(const Operand &element,
                                                  const OperandPattern &pattern,
                                                  const Operand &vector) {
  bool isWord = pattern.type == "b32";
  bool isFactor = instruction.opcode != "stmatrix" && !match.has("store") &&
                  (position == 1 || position == 2);
  bool isSparse = match.has("sp") || match.has("sp::ordered_metadata");
  if (vector.elements.size() == 1 || !is8Bit().empty() || isFactor ||
      isSparse || (isWord && element.kind == Operand::F64) ||
      (match.has("store") && element.kind != Operand::F32))
    return "expected a register, found " + describeConstant(element);
  return "";
}

std::string OperandChecker::checkMovedVector(const Operand &vector) {
  unsigned bits = match.types.empty() ? 0 : getTypeBits(match.types[0]);
  unsigned count = vector.elements.size();
  std::string message = checkAlike(vector);
  if (!message.empty())
    return message;
  unsigned each = 0;
  for (const Operand &element : vector.elements)
    if (isNamed(element) && !element.isSink())
      each = std::max(each, getTypeBits(lookup(element).type));
  if (each == 0)
    each = bits / count;
  for (const Operand &element : vector.elements) {
    culprit = &element;
    if ((element.kind == Operand::F32 && each != 32) ||
        (element.kind == Operand::F64 && each != 64))
      return "expected a constant of " + std::to_string(each) +
             " bits, found " + describeConstant(element);
  }
  culprit = &vector;
  if (bits == 0 || each * count == bits)
    return "";
  return "expected elements of " + std::to_string(bits) +
         " bits in all, found " + std::to_string(count) + " of " +
         std::to_string(each);
}

std::string OperandChecker::checkAccumulators(const Operand &vector) {
  unsigned n = 0;
  for (StringRef word : match.words)
    if (word.consume_front("m64n"))
      word.split('k').first.getAsInteger(10, n);
  bool isHalf = !match.types.empty() && match.types[0] == "f16";
  unsigned expected = n / (isHalf ? 4 : 2);
  if (n != 0 && vector.elements.size() != expected)
    return "expected a vector of " + std::to_string(expected) +
           " elements, found one of " + std::to_string(vector.elements.size());
  for (const Operand &element : vector.elements) {
    culprit = &element;
    StringRef type = lookup(element).type;
    if (!type.empty() && (getTypeBits(type) != 32 || (isHalf && type == "f32")))
      return ("expected a register of 32 bits, found one of type '." + type +
              "'")
          .str();
  }
  return "";
}

std::string OperandChecker::checkTensorMemory(const Operand &vector) {
  unsigned number = 0, each = 1;
  for (StringRef word : match.words) {
    if (word == "16x128b")
      each = 2;
    else if (word == "16x256b")
      each = 4;
    else if (word.consume_front("x"))
      word.getAsInteger(10, number);
  }
  unsigned count = number * each;
  if (number != 0 && vector.elements.size() != count)
    return "expected a vector of " + std::to_string(count) +
           " elements, found one of " + std::to_string(vector.elements.size());
  for (const Operand &element : vector.elements) {
    culprit = &element;
    if (element.isSink())
      return "expected a register, found '_'";
    if (isConstant(element) || lookup(element).kind == AsmName::Constant)
      return "expected a register, found a constant";
  }
  return "";
}
