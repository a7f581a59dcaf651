//===- AsmOperands.cpp - What operands of an inline asm may be ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmOperands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

static bool isNamed(const Operand &operand) {
  return operand.kind == Operand::Name || operand.kind == Operand::Placeholder;
}

static bool isConstant(const Operand &operand) {
  return operand.kind == Operand::Integer || operand.kind == Operand::F32 ||
         operand.kind == Operand::F64;
}

static std::string getSpelling(const Operand &operand) {
  return operand.kind == Operand::Placeholder
             ? "$" + std::to_string(operand.bits)
             : operand.name;
}

static std::string describeConstant(const Operand &operand) {
  switch (operand.kind) {
  case Operand::Integer:
    return "an integer";
  case Operand::F32:
    return "an f32 constant";
  default:
    return "an f64 constant";
  }
}

static bool isMatrix(StringRef opcode) {
  return opcode == "mma" || opcode == "wmma" || opcode == "wgmma" ||
         opcode == "stmatrix";
}

namespace {
class OperandChecker {
public:
  OperandChecker(const Instruction &instruction, const InstructionMatch &match,
                 AsmNameLookup lookup)
      : instruction(instruction), match(match), lookup(lookup) {}

  std::optional<OperandProblem> run() {
    bool isDescribed = match.form->operands != "...";
    if (is("call")) {
      std::string message = checkCall();
      if (message.empty())
        return std::nullopt;
      return OperandProblem{culprit ? culprit->location : instruction.location,
                            name, message, hint};
    }
    if (is("createpolicy") && !hasPrioritiesInOrder())
      return OperandProblem{
          instruction.location, name,
          "expected 'L2::evict_first' or "
          "'L2::evict_unchanged' as the second priority of '" +
              instruction.getMnemonic() + "'",
          ""};
    if (is("cvta") && match.has("u32"))
      return OperandProblem{instruction.location, name,
                            "expected an address of 64 bits, found '.u32' in "
                            "'cvta'",
                            "use '.u64'"};
    llvm::SmallVector<OperandPattern, 6> patterns;
    if (isDescribed)
      alignPatterns(patterns);
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
        return OperandProblem{culprit->location, name,
                              message + " as operand " + std::to_string(i + 1) +
                                  " of '" + instruction.getMnemonic() + "'",
                              hint};
      if (auto problem = checkConstant(instruction, match, i))
        return problem;
    }
    return std::nullopt;
  }

private:
  /// Of two priorities, the second is for the rest of the lines. Which is which
  /// is known by the order alone.
  bool hasPrioritiesInOrder() const {
    llvm::SmallVector<StringRef, 2> priorities;
    for (StringRef word : instruction.modifiers)
      if (word.starts_with("L2::evict"))
        priorities.push_back(word);
    return priorities.size() < 2 || priorities[1] == "L2::evict_first" ||
           priorities[1] == "L2::evict_unchanged";
  }

  /// The patterns that the operands fit, without optional ones that are left
  /// out. Of several ways the first that fits kinds is taken.
  void alignPatterns(llvm::SmallVectorImpl<OperandPattern> &patterns) {
    patterns = getOperandPatterns(match);
    for (size_t i = 0; i < patterns.size() &&
                       patterns.size() > instruction.operands.size();) {
      if (patterns[i].isOptional)
        patterns.erase(patterns.begin() + i);
      else
        ++i;
    }
  }

  bool is(StringRef opcode) const { return instruction.opcode == opcode; }

  std::string check(const Operand &operand, const OperandPattern &pattern) {
    switch (pattern.kind) {
    case OperandPattern::Address:
      return match.has("tensor") ? checkTensorAddress(operand)
                                 : checkAddress(operand);
    case OperandPattern::Immediate:
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
      if (isNamed(operand) &&
          (operand.isNegated || operand.isMinus || operand.offset != 0 ||
           !operand.component.empty()))
        return "expected a name alone, found more";
      return "";
    case OperandPattern::Any:
    case OperandPattern::Value:
      break;
    }
    if (is("cp") && pattern.kind == OperandPattern::Any) {
      std::string message = checkSourceSize(operand);
      if (!message.empty())
        return message;
    }
    if (operand.kind == Operand::Pair)
      return checkPair(operand, pattern);
    if (operand.kind == Operand::Vector)
      return checkVector(operand, pattern);
    if (pattern.vectorSize != 0 && !pattern.mayLackBraces &&
        (!isNamed(operand) || lookup(operand).vectorSize == 0))
      return "expected a vector in braces, found '" + getSpelling(operand) +
             "'";
    return checkScalar(operand, pattern, /*isElement=*/false);
  }

  /// The bytes that cp.async reads, or a predicate by which it reads none.
  std::string checkSourceSize(const Operand &operand) {
    StringRef type = isNamed(operand) ? lookup(operand).type : StringRef();
    if (type.empty() || type == "pred" || getTypeBits(type) == 32)
      return "";
    return ("expected a size in 32 bits or a predicate, found a register of "
            "type '." +
            type + "'")
        .str();
  }

  /// Of rows that say nothing of their operands.
  std::string checkUndescribed(const Operand &operand) {
    if (operand.kind == Operand::Address && !is("call"))
      return operand.elements.size() > 1 ? "" : checkAddress(operand);
    if (isNamed(operand) && !operand.component.empty() &&
        !isVideoInstruction(instruction.opcode))
      return checkComponent(operand);
    return "";
  }

  //===--- Registers and constants ----------------------------------------===//

  std::string checkPair(const Operand &operand, const OperandPattern &pattern) {
    bool isFirstSink = operand.elements[0].isSink();
    bool isSecondSink = operand.elements[1].isSink();
    culprit = &operand.elements[isFirstSink ? 0 : 1];
    if (isFirstSink && isSecondSink)
      return "expected a register, found '_' twice";
    if ((isFirstSink && is("shfl")) || (isSecondSink && is("elect")))
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

  std::string checkVector(const Operand &operand,
                          const OperandPattern &pattern) {
    bool areAllSinks = true, areAllConstants = true;
    for (const Operand &element : operand.elements) {
      culprit = &element;
      if (!isNamed(element) && !isConstant(element))
        return "expected registers or constants in a vector";
      areAllConstants &= isConstant(element);
      bool isSpecial = element.kind == Operand::Name &&
                       lookupSpecialRegister(element.name) &&
                       lookup(element).kind == AsmName::Unknown;
      if (isSpecial && (pattern.isWritten || isMatrix(instruction.opcode)))
        return "expected a register, found the special register '" +
               element.name + "'";
      if (isConstant(element) && pattern.isWritten)
        return "expected a register, found " + describeConstant(element);
      areAllSinks &= element.isSink();
      if (element.isSink() && pattern.isWritten && isMatrix(is8Bit()))
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
      if (isConstant(element) && isMatrix(instruction.opcode))
        message = checkFragmentConstant(element, pattern, operand);
      if (!message.empty())
        return message;
    }
    culprit = &operand;
    if (areAllConstants && isMatrix(instruction.opcode))
      return "expected a register in the vector, found constants only";
    if (areAllSinks)
      return "expected a register in the vector, found '_' only";
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

  /// Elements of a vector in memory have one width.
  std::string checkAlike(const Operand &vector) {
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

  /// The opcode of matrix instructions on types of 8 bits, else "": ptxas makes
  /// several instructions of those.
  StringRef is8Bit() const {
    return match.has("e4m3") || match.has("e5m2")
               ? StringRef(instruction.opcode)
               : StringRef();
  }

  std::string checkFragmentConstant(const Operand &element,
                                    const OperandPattern &pattern,
                                    const Operand &vector) {
    bool isWord = pattern.type == "b32";
    if (vector.elements.size() == 1 || !is8Bit().empty() ||
        (isWord && element.kind == Operand::F64) ||
        (match.has("store") && element.kind != Operand::F32))
      return "expected a register, found " + describeConstant(element);
    return "";
  }

  /// `mov.b64 {a, b}, c`: the elements are alike and make up the type.
  std::string checkMovedVector(const Operand &vector) {
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
    culprit = &vector;
    if (bits == 0 || each * count == bits)
      return "";
    return "expected elements of " + std::to_string(bits) +
           " bits in all, found " + std::to_string(count) + " of " +
           std::to_string(each);
  }

  /// PTX ISA, "Register Fragments" of wgmma: n / 2 registers of 32 bits for a
  /// matrix of 64 rows, or n / 4 with two f16 in each.
  std::string checkAccumulators(const Operand &vector) {
    unsigned n = 0;
    for (StringRef word : match.words)
      if (word.consume_front("m64n"))
        word.split('k').first.getAsInteger(10, n);
    bool isHalf = !match.types.empty() && match.types[0] == "f16";
    unsigned expected = n / (isHalf ? 4 : 2);
    if (n != 0 && vector.elements.size() != expected)
      return "expected a vector of " + std::to_string(expected) +
             " elements, found one of " +
             std::to_string(vector.elements.size());
    for (const Operand &element : vector.elements) {
      culprit = &element;
      StringRef type = lookup(element).type;
      if (!type.empty() &&
          (getTypeBits(type) != 32 || (isHalf && type == "f32")))
        return ("expected a register of 32 bits, found one of type '." + type +
                "'")
            .str();
    }
    return "";
  }

  /// PTX ISA, "tcgen05.ld": as many registers as a lane has of the shape, times
  /// the number of `.x8`.
  std::string checkTensorMemory(const Operand &vector) {
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
             " elements, found one of " +
             std::to_string(vector.elements.size());
    for (const Operand &element : vector.elements) {
      culprit = &element;
      if (element.isSink())
        return "expected a register, found '_'";
      if (isConstant(element))
        return "expected a register, found a constant";
    }
    return "";
  }

  std::string checkScalar(const Operand &operand, const OperandPattern &pattern,
                          bool isElement) {
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
      return checkConstantType(operand, pattern, isElement);
    if (!isNamed(operand))
      return "";
    if (operand.isSink())
      return checkSink(operand, pattern);
    if (operand.isMinus && !pattern.mayBeMinus)
      return "expected an operand without '-', found '-" +
             getSpelling(operand) + "'";
    AsmName name = lookup(operand);
    bool isSymbol =
        name.kind == AsmName::Variable || name.kind == AsmName::Symbol;
    if ((pattern.isWritten || !isSymbol) &&
        (operand.offset != 0 || operand.offsetPlaceholder >= 0))
      return "expected a register alone, found a sum";
    if (!operand.component.empty())
      return checkComponent(operand);
    if (operand.isNegated && !name.type.empty() && name.type != "pred")
      return "expected a predicate behind '!', found '" + getSpelling(operand) +
             "' of type '." + name.type.str() + "'";
    switch (name.kind) {
    case AsmName::Constant:
      return pattern.isWritten || isFloatType(pattern.type)
                 ? "expected a register, found a constant"
                 : "";
    case AsmName::Unknown:
      return "";
    case AsmName::Register:
      return checkRegister(operand, name, pattern);
    case AsmName::Label:
      return "expected a register, found the label '" + operand.name + "'";
    case AsmName::Variable:
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

  static bool hasConstantIndex(const Operand &element) {
    return !element.elements.empty() &&
           element.elements[0].kind == Operand::Integer;
  }

  /// Addresses of variables are values of these only.
  bool takesSymbol() const {
    return (is("mov") && !match.has("pred")) ||
           (is("cvta") && !match.has("to"));
  }

  std::string checkRegister(const Operand &operand, const AsmName &name,
                            const OperandPattern &pattern) {
    if (is("stackrestore") || name.vectorSize == 0 || pattern.type.empty())
      return "";
    // A vector register: all of it.
    unsigned size = pattern.vectorSize;
    bool isWhole =
        is("mov") && size == 0 &&
        name.vectorSize * getTypeBits(name.type) == pattern.getBits();
    if (isWhole || size == name.vectorSize || size == kAnyVectorSize)
      return "";
    return "expected a register, found the vector '" + operand.name + "'";
  }

  std::string checkComponent(const Operand &operand) {
    AsmName name = lookup(operand);
    StringRef component = operand.component;
    const SpecialRegister *special =
        operand.kind == Operand::Name && name.kind == AsmName::Unknown
            ? lookupSpecialRegister(operand.name)
            : nullptr;
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

  /// Of the scalar results only these may go nowhere.
  std::string checkSink(const Operand &operand, const OperandPattern &pattern) {
    if (pattern.mustBeSink)
      return "";
    bool isFine =
        // ptxas dies of it with bf16.
        (is("atom") && !match.has("bf16") && !match.has("bf16x2")) ||
        (is("mbarrier") && (match.has("arrive") || match.has("arrive_drop"))) ||
        is("lop3") || (is("match") && match.has("all")) ||
        (is("setp") && !instruction.guard);
    return isFine ? "" : "expected a register, found '_'";
  }

  /// Whether the row says the operand's type by its words: data, not a count
  /// or a mask.
  bool isData() const {
    llvm::SmallVector<StringRef, 8> texts;
    StringRef(match.form->operands).split(texts, ' ', -1, false);
    if (position >= texts.size())
      return true;
    StringRef text = texts[position].ltrim("=~!{}*v1234");
    return text.size() >= 1 && StringRef("TUVW").contains(text[0]);
  }

  std::string checkConstantType(const Operand &operand,
                                const OperandPattern &pattern, bool isElement) {
    StringRef type = pattern.type;
    bool isInteger = operand.kind == Operand::Integer;
    bool isMatrixVector = isElement && isMatrix(instruction.opcode);
    bool isFine = true;
    if (is("stackrestore") || is("movmatrix") || is("brx"))
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
      isFine = operand.kind == Operand::F32 && isData();
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

  //===--- Calls ----------------------------------------------------------===//

  /// `call (results), function, (arguments)`, or a register and a prototype.
  std::string checkCall() {
    llvm::ArrayRef<Operand> operands = instruction.operands;
    position = !operands.empty() && operands[0].kind == Operand::List ? 1 : 0;
    if (position >= operands.size())
      return "expected a function, found none";
    const Operand &function = operands[position];
    culprit = &function;
    size_t rest = position + 1;
    if (rest < operands.size() && operands[rest].kind == Operand::List)
      ++rest;
    bool hasPrototype =
        rest + 1 == operands.size() && operands[rest].kind == Operand::Name;
    AsmName name = lookup(function);
    bool isRegister = isNamed(function) && (name.kind == AsmName::Register ||
                                            name.kind == AsmName::Constant);
    if (isRegister && !hasPrototype)
      return "expected a prototype behind the call of a register, found none";
    if (isRegister && getTypeBits(name.type) != 64)
      return "expected the address of a function in 64 bits";
    if (isRegister)
      return "";
    if (function.kind != Operand::Name || name.kind != AsmName::Symbol)
      return "expected a function of the module, found '" +
             getSpelling(function) + "'";
    if (rest < operands.size()) {
      culprit = &operands[rest];
      return "expected nothing behind the arguments of a function";
    }
    for (const Operand &list : operands)
      for (const Operand &element : list.elements) {
        culprit = &element;
        if (!isNamed(element) && !isConstant(element))
          return "expected registers, parameters or constants in a list";
      }
    return "";
  }

  //===--- Addresses ------------------------------------------------------===//

  /// Of the two addresses of a copy, one is that of a tensor, with coordinates:
  /// the first where it is written, reduced or fetched only.
  std::string checkTensorAddress(const Operand &operand) {
    size_t numAddresses = 0, index = 0;
    for (const Operand &other : instruction.operands) {
      if (&other == &operand)
        index = numAddresses;
      numAddresses += other.kind == Operand::Address;
    }
    size_t global = ~size_t(0), shared = ~size_t(0);
    unsigned dims = 0;
    for (auto [i, word] : llvm::enumerate(instruction.modifiers)) {
      if (word == "global")
        global = std::min(global, i);
      if (StringRef(word).starts_with("shared"))
        shared = std::min(shared, i);
      if (word.size() == 2 && word[1] == 'd')
        dims = word[0] - '0';
    }
    if (match.has("tile::gather4") || match.has("tile::scatter4"))
      dims = 5;
    bool isFirst = is("red") || match.has("reduce") || match.has("prefetch") ||
                   global < shared;
    if (index != (isFirst ? 0u : 1u) || operand.kind != Operand::Address)
      return checkAddress(operand);
    if (operand.elements.size() != 2 ||
        operand.elements[1].kind != Operand::Vector ||
        operand.elements[1].elements.size() != dims)
      return "expected an address and a vector of " + std::to_string(dims) +
             " coordinates in the brackets";
    for (const Operand &element : operand.elements[1].elements) {
      culprit = &element;
      bool isWord = isNamed(element) && !element.isSink() &&
                    element.component.empty() && !element.isNegated &&
                    !element.isMinus &&
                    (lookup(element).type.empty() ||
                     getTypeBits(lookup(element).type) == 32);
      if (!isWord && element.kind != Operand::Integer)
        return "expected coordinates of 32 bits";
    }
    Operand address = operand;
    address.elements.pop_back();
    std::string message = checkAddress(address);
    culprit = &operand;
    return message;
  }

  /// The state space that the words name; "" for a generic address.
  StringRef getSpace() const {
    for (StringRef word : match.words)
      for (StringRef space : {"shared", "local", "const", "param", "global"})
        if (word == space || (word.starts_with(space) &&
                              word.drop_front(space.size()).starts_with("::")))
          return space;
    return "";
  }

  /// Whether the address takes 64 bits, as those of global memory do: ptxas
  /// has given up 32. Instructions with an address of shared memory beside it
  /// take any width.
  bool needsWideAddress() const {
    bool isKind = llvm::StringSwitch<bool>(instruction.opcode)
                      .Cases({"applypriority", "atom", "discard", "ld"}, true)
                      .Cases({"ldu", "mbarrier", "multimem", "prefetch"}, true)
                      .Cases({"prefetchu", "red", "st"}, true)
                      .Default(false);
    StringRef space = getSpace();
    return isKind && (space.empty() || space == "global") &&
           !match.has("async") && !match.has("bulk");
  }

  std::string checkAddress(const Operand &operand) {
    if (operand.kind == Operand::Element) {
      AsmName name = lookup(operand);
      bool isVariable = name.kind == AsmName::Variable ||
                        name.kind == AsmName::Symbol ||
                        name.kind == AsmName::Unknown;
      return isVariable ? checkSpace(operand, name)
                        : "expected the name of a variable, found '" +
                              operand.name + "'";
    }
    if (operand.kind != Operand::Address || operand.elements.empty())
      return "";
    if (operand.elements.size() > 1 && !is("tex") && !is("tld4") &&
        !is("suld") && !is("sust") && !is("sured") && !is("tcgen05"))
      return "expected one address, found more in the brackets";
    const Operand &base = operand.elements[0];
    culprit = &base;
    if (is("tcgen05") &&
        (match.has("ld") || match.has("st") || match.has("cp") ||
         match.has("shift")) &&
        (!isNamed(base) || (lookup(base).kind != AsmName::Unknown &&
                            getTypeBits(lookup(base).type) != 32)))
      return "expected a register of 32 bits as an address of tensor memory";
    if (base.kind == Operand::Integer) {
      if (getSpace() == "local" || is("fence"))
        return "";
      return "expected a register or a variable in an address, found an "
             "integer";
    }
    if (!isNamed(base) || base.isSink() || base.isNegated || base.isMinus ||
        !base.component.empty())
      return "expected a register or a variable in an address";
    AsmName name = lookup(base);
    switch (name.kind) {
    case AsmName::Unknown:
      if (base.kind == Operand::Name && lookupSpecialRegister(base.name))
        return "expected a register or a variable in an address, found the "
               "special register '" +
               base.name + "'";
      return "";
    case AsmName::Constant:
      return getSpace() == "local"
                 ? ""
                 : "expected a register or a variable in an address, found a "
                   "constant";
    case AsmName::Label:
      return "expected a register or a variable in an address, found the "
             "label '" +
             base.name + "'";
    case AsmName::Symbol:
      return is("st") && getSpace() == "param"
                 ? "expected a parameter that the body declares, found '" +
                       base.name + "'"
                 : "";
    case AsmName::Variable:
      return checkSpace(base, name);
    case AsmName::Register:
      break;
    }
    if (is("st") && getSpace() == "param")
      return "expected a parameter that the body declares, found a register";
    if (name.vectorSize != 0)
      return "expected a register in an address, found the vector '" +
             base.name + "'";
    return checkAddressType(base, name.type);
  }

  std::string checkAddressType(const Operand &base, StringRef type) {
    // LLVM's registers of the classes f and d have no kind.
    bool isAsmOperand = base.kind == Operand::Placeholder;
    bool isFloat = isFloatType(type) && !isAsmOperand;
    unsigned bits = getTypeBits(type);
    if (type == "pred" || isFloat || (bits != 0 && bits != 32 && bits != 64))
      return ("expected an integer of 32 or 64 bits in an address, found a "
              "register of type '." +
              type + "'")
          .str();
    if (getTypeBits(type) != 32 || !needsWideAddress())
      return "";
    hint = "use constraint 'l', or name the state space of an address of 32 "
           "bits";
    return ("expected 64 bits in an address of " +
            (getSpace().empty() ? StringRef("no state space")
                                : StringRef("global memory")) +
            ", found a register of type '." + type + "'")
        .str();
  }

  /// Generic addresses are of any variable.
  std::string checkSpace(const Operand &base, const AsmName &variable) {
    StringRef space = getSpace();
    // With two addresses the words name two spaces.
    bool isSingle =
        llvm::count_if(instruction.operands, [](const Operand &o) {
          return o.kind == Operand::Address || o.kind == Operand::Element;
        }) == 1;
    if (space.empty() || !isSingle || variable.space.empty() ||
        variable.space == space)
      return "";
    name = "address-space";
    return ("expected a variable in ." + space + ", found '" + base.name +
            "' in ." + variable.space)
        .str();
  }

  const Instruction &instruction;
  const InstructionMatch &match;
  AsmNameLookup lookup;
  size_t position = 0;
  const Operand *culprit = nullptr;
  llvm::StringLiteral name = "operand-type";
  std::string hint;
};
} // namespace

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
