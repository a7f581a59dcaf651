//===- AsmOperands.cpp - What operands of an inline asm may be ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandChecker.h"

#include "tile/PTX/Suggestions.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

std::optional<OperandProblem> OperandChecker::run() {
  bool isDescribed = match.form->operands != "...";
  if (is("call")) {
    std::string message = checkCall();
    if (message.empty())
      return std::nullopt;
    return OperandProblem{culprit ? culprit->location : instruction.location,
                          name,
                          message,
                          hint,
                          /*isWarning=*/false,
                          fixes};
  }
  if (is("createpolicy") && !hasPrioritiesInOrder())
    return OperandProblem{instruction.location, name,
                          "expected 'L2::evict_first' or "
                          "'L2::evict_unchanged' as the second priority of '" +
                              instruction.getMnemonic() + "'",
                          ""};
  if (is("cvta") && match.has("u32")) {
    std::string wide = instruction.getMnemonic();
    wide.replace(wide.rfind(".u32"), 4, ".u64");
    return OperandProblem{instruction.location,
                          name,
                          "expected an address of 64 bits, found '.u32' in "
                          "'cvta'",
                          "use '.u64'",
                          /*isWarning=*/false,
                          {Fix::rename(instruction, wide)}};
  }
  llvm::SmallVector<OperandPattern, 6> patterns;
  if (isDescribed)
    alignPatterns(patterns);
  if (const Operand *parameter = findGuardedParameter())
    return OperandProblem{parameter->location, name,
                          "expected '" + instruction.getMnemonic() +
                              "' of the parameter '" + parameter->name +
                              "' without a guard",
                          ""};
  std::optional<OperandProblem> warning;
  for (auto [i, operand] : llvm::enumerate(instruction.operands)) {
    position = i;
    std::string message;
    culprit = &operand;
    if (i < patterns.size())
      message = check(operand, patterns[i]);
    else
      message = checkUndescribed(operand);
    if (message.empty() && isVideoInstruction(instruction.opcode))
      message = checkVideoOperand(instruction, match, i, lookup);
    if (!message.empty())
      return OperandProblem{culprit->location,
                            name,
                            message + " as operand " + std::to_string(i + 1) +
                                " of '" + instruction.getMnemonic() + "'",
                            hint,
                            /*isWarning=*/false,
                            fixes};
    if (auto problem = checkConstant(instruction, match, i))
      return problem;
    if (i >= patterns.size() || warning)
      continue;
    warning = checkConstantWidth(instruction, operand, patterns[i], i);
    for (const Operand &element : operand.elements)
      if (!warning && operand.kind == Operand::Vector)
        warning = checkConstantWidth(instruction, element, patterns[i], i);
  }
  return warning;
}

const Operand *OperandChecker::findGuardedParameter() {
  if (!instruction.guard || getSpace() != "param")
    return nullptr;
  for (const Operand &operand : instruction.operands) {
    if (operand.kind != Operand::Address || operand.elements.empty())
      continue;
    const Operand &base = operand.elements[0];
    if (isNamed(base) && lookup(base).kind == AsmName::Variable)
      return &base;
  }
  return nullptr;
}

bool OperandChecker::hasPrioritiesInOrder() const {
  llvm::SmallVector<StringRef, 2> priorities;
  for (StringRef word : instruction.modifiers)
    if (word.starts_with("L2::evict"))
      priorities.push_back(word);
  return priorities.size() < 2 || priorities[1] == "L2::evict_first" ||
         priorities[1] == "L2::evict_unchanged";
}

/// Whether vectors stand where the patterns have them; `chosen` are those that
/// have an operand.
static bool chooseByVectors(llvm::ArrayRef<Operand> operands,
                            llvm::ArrayRef<OperandPattern> patterns,
                            llvm::SmallVectorImpl<OperandPattern> &chosen) {
  if (patterns.empty())
    return operands.empty();
  const OperandPattern &pattern = patterns.front();
  if (!operands.empty()) {
    bool needsVector = pattern.vectorSize != 0 && !pattern.mayLackBraces;
    bool isVector = operands.front().kind == Operand::Vector;
    chosen.push_back(pattern);
    if (needsVector == isVector &&
        chooseByVectors(operands.drop_front(), patterns.drop_front(), chosen))
      return true;
    chosen.pop_back();
  }
  return pattern.isOptional &&
         chooseByVectors(operands, patterns.drop_front(), chosen);
}

void OperandChecker::alignPatterns(
    llvm::SmallVectorImpl<OperandPattern> &patterns) {
  patterns = getOperandPatterns(match);
  llvm::SmallVector<OperandPattern, 8> chosen;
  if (patterns.size() > instruction.operands.size() &&
      chooseByVectors(instruction.operands, patterns, chosen)) {
    patterns.assign(chosen.begin(), chosen.end());
    return;
  }
  for (size_t i = 0;
       i < patterns.size() && patterns.size() > instruction.operands.size();) {
    if (patterns[i].isOptional)
      patterns.erase(patterns.begin() + i);
    else
      ++i;
  }
}

std::string OperandChecker::check(const Operand &operand,
                                  const OperandPattern &pattern) {
  switch (pattern.kind) {
  case OperandPattern::Address:
    if (pattern.addressKind == OperandPattern::TensorMemory)
      return checkTensorMemoryAddress(operand);
    if (pattern.addressKind == OperandPattern::Handle)
      return checkHandle(operand, pattern);
    return match.has("tensor") ? checkTensorAddress(operand)
                               : checkAddress(operand);
  case OperandPattern::Immediate:
    if (operand.isNegated || operand.isMinus)
      return "expected an integer constant alone";
    if (isNamed(operand) && lookup(operand).kind != AsmName::Constant)
      return "expected an integer constant, found '" + getSpelling(operand) +
             "'";
    if (!operand.component.empty())
      return "expected a constant without a component, found '" +
             operand.component.str() + "'";
    return "";
  case OperandPattern::Label:
  case OperandPattern::Name:
  case OperandPattern::List:
    if (operand.kind == Operand::Placeholder)
      return "expected a label, found '" + getSpelling(operand) + "'";
    if (isNamed(operand) && (operand.isNegated || operand.isMinus ||
                             operand.offset != 0 || !operand.component.empty()))
      return "expected a name alone, found more";
    return "";
  case OperandPattern::Any:
  case OperandPattern::Value:
    break;
  }
  if (operand.kind == Operand::Pair)
    return checkPair(operand, pattern);
  if (operand.kind == Operand::Vector)
    return checkVector(operand, pattern);
  if (pattern.vectorSize != 0 && !pattern.mayLackBraces &&
      (!isNamed(operand) || lookup(operand).vectorSize == 0))
    return "expected a vector in braces, found '" + getSpelling(operand) + "'";
  return checkScalar(operand, pattern, /*isElement=*/false);
}

std::string OperandChecker::checkUndescribed(const Operand &operand) {
  if (operand.kind == Operand::Address && !is("call"))
    return checkAddress(operand);
  if (isNamed(operand) && !operand.component.empty() &&
      !isVideoInstruction(instruction.opcode))
    return checkComponent(operand);
  return "";
}

std::string OperandChecker::checkPair(const Operand &operand,
                                      const OperandPattern &pattern) {
  if (operand.elements[0].kind == Operand::Vector) {
    OperandPattern predicate;
    predicate.type = "pred";
    predicate.isWritten = true;
    std::string message = checkVector(operand.elements[0], pattern);
    culprit = &operand.elements[1];
    return !message.empty() || culprit->isSink()
               ? message.empty() ? "expected a predicate, found '_'" : message
               : checkScalar(*culprit, predicate, true);
  }
  bool isFirstSink = operand.elements[0].isSink();
  bool isSecondSink = operand.elements[1].isSink();
  for (const Operand &element : operand.elements)
    if (element.isSink() && !element.component.empty()) {
      culprit = &element;
      return "expected '_' alone, found more";
    }
  culprit = &operand.elements[isFirstSink ? 0 : 1];
  if (isFirstSink && isSecondSink)
    return "expected a register, found '_' twice";
  // ptxas dies of a setp that is guarded and half nowhere.
  bool isGuarded = is("setp") && instruction.guard;
  bool isVector = pattern.vectorSize != 0;
  if ((isFirstSink && (is("shfl") || isGuarded || isVector)) ||
      (isSecondSink && pattern.mustBePair))
    return "expected a register, found '_'";
  OperandPattern predicate;
  predicate.type = "pred";
  predicate.isWritten = true;
  for (const Operand &element : operand.elements)
    if (!element.isSink()) {
      culprit = &element;
      bool isFirst = &element == &operand.elements[0];
      std::string message =
          checkScalar(element, isFirst ? pattern : predicate, true);
      if (!message.empty())
        return message;
    }
  return "";
}

std::string OperandChecker::checkScalar(const Operand &operand,
                                        const OperandPattern &pattern,
                                        bool isElement) {
  if (operand.kind == Operand::Element && is("cvta"))
    if (std::string message = checkConvertedSpace(operand); !message.empty())
      return message;
  if (operand.kind == Operand::Element)
    return takesSymbol() && !isElement && pattern.getBits() == 64 &&
                   !isFloatType(pattern.type) && hasConstantIndex(operand)
               ? ""
               : "expected a register, found an element of an array";
  if (operand.kind == Operand::Address || operand.kind == Operand::List ||
      operand.kind == Operand::String)
    return pattern.kind == OperandPattern::Any
               ? "expected a register or a constant"
               : "";
  if (isConstant(operand) && !operand.component.empty())
    return "expected a constant without a component, found '" +
           operand.component.str() + "'";
  if (isConstant(operand))
    return operand.isNegated ? "expected a constant without '!'"
                             : checkLiteral(operand, pattern, isElement);
  if (!isNamed(operand))
    return "";
  if (operand.isSink())
    return checkSink(operand, pattern);
  if (operand.isMinus && !pattern.mayBeMinus)
    return "expected an operand without '-', found '-" + getSpelling(operand) +
           "'";
  AsmName name = lookup(operand);
  bool isSymbol =
      name.kind == AsmName::Variable || name.kind == AsmName::Symbol;
  if ((pattern.isWritten || !isSymbol) &&
      (operand.offset != 0 || operand.offsetPlaceholder >= 0))
    return "expected a register alone, found a sum";
  if (!operand.component.empty()) {
    bool isSpecial =
        operand.kind == Operand::Name && lookupSpecialRegister(operand.name);
    if (isSpecial && name.kind == AsmName::Unknown && !isElement &&
        ((!is("mov") && !is("cvt")) || isFloatType(pattern.type) ||
         isFloatConversion()))
      return "expected a register, found the special register '" +
             operand.name + "'";
    return checkComponent(operand);
  }
  if (operand.isNegated && !name.type.empty() && name.type != "pred")
    return "expected a predicate after '!', found '" + getSpelling(operand) +
           "' of type '." + name.type.str() + "'";
  switch (name.kind) {
  case AsmName::Constant: {
    Operand constant = operand;
    constant.kind = Operand::Integer;
    if (operand.isNegated)
      return "expected a constant without '!'";
    return pattern.isWritten || isFloatType(pattern.type)
               ? "expected a register, found a constant"
               : checkLiteral(constant, pattern, isElement);
  }
  case AsmName::Unknown:
    if (operand.kind == Operand::Name && !isElement &&
        ((!is("mov") && !is("cvt")) || isFloatType(pattern.type) ||
         isFloatConversion()) &&
        lookupSpecialRegister(operand.name))
      return "expected a register, found the special register '" +
             operand.name + "'";
    return "";
  case AsmName::Register:
    return checkRegister(operand, name, pattern);
  case AsmName::Label:
    return "expected a register, found the label '" + operand.name + "'";
  case AsmName::Variable:
    if (is("cvta"))
      if (std::string message = checkConvertedSpace(operand); !message.empty())
        return message;
    if (name.space == "param")
      return "expected a register, found the parameter '" + operand.name +
             "', which has no address";
    break;
  case AsmName::Symbol:
    break;
  }
  bool isWide = pattern.getBits() == 64;
  bool isNarrow = pattern.getBits() == 32 && name.space != "global" &&
                  name.kind == AsmName::Variable;
  if (isElement || pattern.isWritten || !takesSymbol() ||
      isFloatType(pattern.type) || !(isWide || isNarrow))
    return "expected a register, found the variable '" + operand.name + "'";
  return "";
}

std::string OperandChecker::checkConvertedSpace(const Operand &variable) {
  AsmName known = lookup(variable);
  if (known.kind != AsmName::Variable || getSpace().empty() ||
      known.space == getSpace())
    return "";
  name = "address-space";
  return ("expected a variable in ." + getSpace() + ", found '" +
          variable.name + "' in ." + known.space)
      .str();
}

bool OperandChecker::hasConstantIndex(const Operand &element) {
  return !element.elements.empty() &&
         element.elements[0].kind == Operand::Integer;
}

bool OperandChecker::isFloatConversion() const {
  return is("cvt") && llvm::any_of(match.types, isFloatType);
}

bool OperandChecker::takesSymbol() const {
  return (is("mov") && !match.has("pred")) || (is("cvta") && !match.has("to"));
}

std::string OperandChecker::checkRegister(const Operand &operand,
                                          const AsmName &name,
                                          const OperandPattern &pattern) {
  if (is("redux") && operand.kind == Operand::Name && isFloatType(name.type) &&
      !isFloatType(pattern.type))
    return ("expected a register of an integer, found one of type '." +
            name.type + "'")
        .str();
  // ptxas rounds to zero in a register of the type, and has none that wide.
  bool isWide = llvm::any_of(
      match.types, [](StringRef type) { return getTypeBits(type) == 64; });
  if (is("cvt") && match.has("ftz") && isWide && position == 0 &&
      name.type == "b128")
    return "expected a register of at most 64 bits for a result of '.ftz', "
           "found one of type '.b128'";
  bool isNarrowing = match.types.size() == 2 && match.types[0] == "f32" &&
                     match.types[1] == "f64" && !match.has("rn");
  if (is("cvt") && match.has("ftz") && isNarrowing && position == 0 &&
      getTypeBits(name.type) > 32)
    return ("expected a register of 32 bits for a result of '.ftz', found one "
            "of type '." +
            name.type + "'")
        .str();
  if (is("stackrestore") || name.vectorSize == 0 || pattern.type.empty())
    return "";
  // A vector register: all of it.
  unsigned size = pattern.vectorSize;
  bool isWhole = is("mov") && size == 0 &&
                 name.vectorSize * getTypeBits(name.type) == pattern.getBits();
  if (isWhole || size == name.vectorSize || size == kAnyVectorSize)
    return "";
  return "expected a register, found the vector '" + operand.name + "'";
}

std::string OperandChecker::checkComponent(const Operand &operand) {
  AsmName name = lookup(operand);
  StringRef component = operand.component;
  bool isUnknown =
      operand.kind == Operand::Name && name.kind == AsmName::Unknown;
  const SpecialRegister *special =
      isUnknown ? lookupSpecialRegister(operand.name) : nullptr;
  // Reported as a name that nothing declares.
  if (isUnknown && !special)
    return "";
  if (special && special->isVector && component.size() == 2)
    return "";
  if (isVideoInstruction(instruction.opcode) && name.vectorSize == 0)
    return "";
  size_t index = StringRef("xyzw").find(component.back());
  if (index == StringRef::npos)
    index = StringRef("rgba").find(component.back());
  if (name.kind == AsmName::Register && component.size() == 2 &&
      index < name.vectorSize)
    return "";
  return "expected '" + getSpelling(operand) +
         "' without a component, found "
         "'" +
         component.str() + "'";
}

std::string OperandChecker::checkSink(const Operand &operand,
                                      const OperandPattern &pattern) {
  if (!operand.component.empty() || operand.offset != 0)
    return "expected '_' alone, found more";
  if (pattern.mustBeSink)
    return "";
  bool isFine =
      // ptxas dies of it with bf16.
      (is("atom") && !match.has("bf16") && !match.has("bf16x2")) ||
      (is("mbarrier") && (match.has("arrive") || match.has("arrive_drop"))) ||
      // Under a guard ptxas dies of these.
      ((is("lop3") || is("setp") || (is("match") && match.has("all"))) &&
       !instruction.guard);
  return isFine ? "" : "expected a register, found '_'";
}

bool OperandChecker::isData() const {
  llvm::SmallVector<StringRef, 8> texts;
  StringRef(match.form->operands).split(texts, ' ', -1, false);
  if (position >= texts.size())
    return true;
  StringRef text = texts[position].ltrim("=~!.%{}*v1234");
  return text.size() >= 1 && StringRef("TUVW").contains(text[0]);
}

std::string OperandChecker::checkLiteral(const Operand &operand,
                                         const OperandPattern &pattern,
                                         bool isElement) {
  std::string message = checkConstantType(operand, pattern, isElement);
  if (!message.empty())
    hint = suggestOperand(operand, pattern, fixes);
  return message;
}

std::string OperandChecker::checkConstantType(const Operand &operand,
                                              const OperandPattern &pattern,
                                              bool isElement) {
  StringRef type = pattern.type;
  bool isInteger = operand.kind == Operand::Integer;
  bool isMatrixVector = isElement && isMatrix(instruction.opcode);
  bool isFine = true;
  if (pattern.mayNotBeConstant)
    isFine = false;
  else if (isInteger)
    isFine = type != "u16x2" && type != "s16x2" &&
             !(type == "b128" && is("atom")) &&
             !(type == "pred" && (is("set") || is("setp")) &&
               (match.has("bf16") || match.has("bf16x2"))) &&
             // The metadata of a sparse matrix.
             !(type == "b32" && !isElement && isMatrix(instruction.opcode) &&
               !is("wmma"));
  else if (type.empty() || isMatrixVector)
    isFine = true;
  else if (type == "f32")
    isFine = operand.kind == Operand::F32 || !match.has("tf32");
  else if (type == "f64")
    isFine = true;
  else if (type == "b32")
    isFine = operand.kind == Operand::F32 && isData() && !is("redux");
  else if (type == "b64")
    isFine = operand.kind == Operand::F64 && isData();
  else
    isFine = false;
  if (isFine)
    return "";
  return ("expected a register" +
          (type.empty() ? Twine() : " for '." + type + "'") + ", found " +
          describeConstant(operand))
      .str();
}

std::optional<OperandProblem>
mlir::tile::ptx::checkAsmOperands(const Instruction &instruction,
                                  const InstructionMatch &match,
                                  AsmNameLookup lookup) {
  return OperandChecker(instruction, match, lookup).run();
}

std::optional<OperandProblem>
mlir::tile::ptx::checkAsmGuard(const Operand &guard, AsmNameLookup lookup) {
  AsmName name = lookup(guard);
  StringRef type = name.type;
  const SpecialRegister *special =
      guard.kind == Operand::Name ? lookupSpecialRegister(guard.name) : nullptr;
  if (special && name.kind == AsmName::Unknown)
    type = special->type;
  bool isPredicate =
      type == "pred" || (type.empty() && name.kind == AsmName::Unknown);
  if (isPredicate && !guard.isSink() && guard.component.empty() &&
      guard.offset == 0 && !guard.isMinus && name.vectorSize == 0)
    return std::nullopt;
  return OperandProblem{
      guard.location, "guard-type",
      "expected a predicate after '@', found '" + getSpelling(guard) + "'", ""};
}
