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
  // After the scales of a matrix stands where they are, mostly by constants.
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
    if (isSpecial && (pattern.isWritten || isMatrix(instruction.opcode) ||
                      isWhole || is("tcgen05") || match.has("tensor")))
      return "expected a register, found the special register '" +
             element.name + "'";
    if (isConstant(element) && pattern.isWritten)
      return "expected a register, found " + describeConstant(element);
    if (element.isSink() && !element.component.empty())
      return "expected '_' without a component, found '" +
             element.component.str() + "'";
    areAllSinks &= element.isSink();
    if (element.isSink() && pattern.isWritten &&
        (isMatrix(is8Bit()) || is("multimem") || is("wgmma") ||
         (is("wmma") && match.has("tf32")) ||
         (is("tex") && pattern.type == "f16x2")))
      return "expected a register, found '_'";
    if (element.isSink() && !pattern.isWritten)
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
  if (is("mov"))
    return checkMovedVector(operand);
  std::string message = checkAlike(operand);
  if (message.empty())
    message = checkKinds(operand);
  if (message.empty() && isFragment)
    message = checkFragmentKind(operand);
  if (!message.empty())
    return message;
  if (is("wgmma") && position == 0)
    return checkAccumulators(operand);
  if (is("tcgen05"))
    return checkTensorMemory(operand);
  return match.has("tensor") ? checkImageOffsets(operand) : "";
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

OperandChecker::ElementKind
OperandChecker::getElementKind(const Operand &element) {
  if (isConstant(element))
    return element.kind == Operand::Integer ? ElementKind::Integer
                                            : ElementKind::Float;
  AsmName name = lookup(element);
  if (name.kind == AsmName::Constant)
    return ElementKind::Integer;
  // `$k` are registers without a kind.
  if (element.kind != Operand::Name || name.kind != AsmName::Register ||
      name.type.starts_with("b"))
    return ElementKind::Bits;
  if (name.type == "f16x2")
    return ElementKind::Halves;
  return isFloatType(name.type) ? ElementKind::Float : ElementKind::Integer;
}

std::string OperandChecker::describeElement(const Operand &element) {
  if (isConstant(element))
    return describeConstant(element);
  if (lookup(element).kind == AsmName::Constant)
    return "the constant '" + getSpelling(element) + "'";
  return "'" + getSpelling(element) + "' of type '." +
         lookup(element).type.str() + "'";
}

std::string OperandChecker::checkKinds(const Operand &vector) {
  const Operand *last = nullptr;
  for (const Operand &element : vector.elements) {
    if (element.isSink())
      continue;
    culprit = &element;
    ElementKind kind = getElementKind(element);
    bool areConstants = last && isConstant(*last) && isConstant(element) &&
                        last->kind != element.kind;
    bool areUnlike = last && kind != ElementKind::Bits &&
                     getElementKind(*last) != ElementKind::Bits &&
                     getElementKind(*last) != kind;
    if (areConstants || areUnlike)
      return "expected neighbouring elements of one kind, found " +
             describeElement(*last) + " and " + describeElement(element);
    last = &element;
  }
  culprit = &vector;
  return "";
}

/// The type word of the matrix whose fragment the operand is, or "".
static StringRef getFragmentType(const Instruction &instruction,
                                 const InstructionMatch &match,
                                 size_t position) {
  llvm::ArrayRef<StringRef> types = match.types;
  if (instruction.opcode == "wmma" && !match.has("mma"))
    return types.empty() ? StringRef() : types[0];
  // The factors of `wmma.mma...f32.f16` are of f16.
  if (types.size() == 2 && (position == 1 || position == 2))
    return "f16";
  size_t index = types.size() == 2 && position == 3 ? 1 : position;
  return position < 4 && index < types.size() ? types[index] : StringRef();
}

std::string OperandChecker::checkFragmentKind(const Operand &vector) {
  if (!is("mma") && !is("wmma"))
    return "";
  StringRef type = getFragmentType(instruction, match, position);
  unsigned bits = getTypeBits(type);
  // ptxas looks at small integers in the oldest shapes only.
  bool isSmall = bits != 0 && bits <= 8 && !isFloatType(type) &&
                 (is("wmma") || match.has("m8n8k16"));
  bool takesIntegers = type == "s32" || isSmall;
  if (!takesIntegers && type != "f16" && type != "bf16" && type != "tf32")
    return "";
  auto fits = [&](const Operand &element) {
    ElementKind kind = getElementKind(element);
    return element.isSink() || kind == ElementKind::Bits ||
           (takesIntegers && kind == ElementKind::Integer) ||
           (type == "f16" && kind == ElementKind::Halves);
  };
  // Of a wmma ptxas makes instructions with parts of the fragments: with two
  // registers of the sums, and with single ones of tf32.
  llvm::ArrayRef<Operand> elements = vector.elements;
  bool isInParts = is("wmma") && match.has("mma");
  bool isInPairs = isInParts && type == "f16" && (position % 3 == 0);
  // So it does of an mma of 8 bits with sums of f16.
  bool isInOnes =
      (isInParts && type == "tf32") || (!is8Bit().empty() && type == "f16");
  size_t size = isInPairs ? 2 : isInOnes ? 1 : elements.size();
  const Operand *wrong = nullptr;
  for (; !elements.empty() && !wrong; elements = elements.drop_front(size)) {
    size = std::min(size, elements.size());
    if (llvm::none_of(elements.take_front(size), fits))
      wrong = &elements.front();
  }
  if (!wrong)
    return "";
  culprit = wrong;
  StringRef expected = takesIntegers   ? "'.b32' or an integer type"
                       : type == "f16" ? "'.b32' or '.f16x2'"
                                       : "'.b32'";
  return ("expected a register declared as " + expected +
          " in a fragment of '." + type + "', found ")
             .str() +
         describeElement(*culprit);
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
  if (message.empty())
    message = checkKinds(vector);
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

std::string OperandChecker::checkImageOffsets(const Operand &vector) {
  unsigned dims = 0;
  for (StringRef word : match.words)
    if (word.size() == 2 && word[1] == 'd')
      dims = word[0] - '0';
  bool isRow = match.has("im2col::w") || match.has("im2col::w::128");
  unsigned expected = isRow ? 2 : dims - 2;
  if (vector.elements.size() == expected)
    return "";
  return "expected a vector of " + std::to_string(expected) +
         " offsets, found one of " + std::to_string(vector.elements.size());
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
