//===- AsmAddresses.cpp - Addresses and calls in an inline asm ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandChecker.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

std::string OperandChecker::checkCall() {
  llvm::ArrayRef<Operand> operands = instruction.operands;
  position = !operands.empty() && operands[0].kind == Operand::List ? 1 : 0;
  if (position >= operands.size())
    return "expected a function, found none";
  const Operand &function = operands[position];
  culprit = &function;
  size_t rest = position + 1;
  if (rest < operands.size() && operands[rest].kind == Operand::List)
    ++rest;
  bool hasPrototype = rest + 1 == operands.size() &&
                      operands[rest].kind == Operand::Name &&
                      operands[rest].component.empty();
  AsmName name = lookup(function);
  bool isRegister = isNamed(function) && (name.kind == AsmName::Register ||
                                          name.kind == AsmName::Constant);
  if (isRegister && !hasPrototype)
    return "expected a prototype after the call of a register, found none";
  if (isRegister && getTypeBits(name.type) != 64)
    return "expected the address of a function in 64 bits";
  if (isRegister)
    return "";
  if (function.kind != Operand::Name || name.kind != AsmName::Symbol)
    return "expected a function of the module, found '" +
           getSpelling(function) + "'";
  if (rest < operands.size()) {
    culprit = &operands[rest];
    return "expected nothing after the arguments of a function";
  }
  for (const Operand &list : operands)
    for (const Operand &element : list.elements) {
      culprit = &element;
      if (!isNamed(element) && !isConstant(element))
        return "expected registers, parameters or constants in a list";
    }
  return "";
}

std::string OperandChecker::checkTensorAddress(const Operand &operand) {
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
    bool isSpecial =
        element.kind == Operand::Name && lookupSpecialRegister(element.name);
    // LLVM's registers of the class f have no kind.
    bool isFloat =
        element.kind == Operand::Name && isFloatType(lookup(element).type);
    bool isWord = isNamed(element) && !element.isSink() && !isSpecial &&
                  !isFloat && element.component.empty() && !element.isNegated &&
                  !element.isMinus && element.offset == 0 &&
                  element.offsetPlaceholder < 0 &&
                  lookup(element).kind != AsmName::Variable &&
                  lookup(element).kind != AsmName::Symbol &&
                  (lookup(element).type.empty() ||
                   getTypeBits(lookup(element).type) == 32);
    if (!isWord && element.kind != Operand::Integer)
      return "expected coordinates of 32 bits";
  }
  const Operand &tensor = operand.elements[0];
  culprit = &tensor;
  if (tensor.offset != 0 || tensor.offsetPlaceholder >= 0)
    return "expected the address of a tensor alone, found a sum";
  if (isNamed(tensor) && lookup(tensor).kind == AsmName::Register &&
      getTypeBits(lookup(tensor).type) == 32) {
    if (tensor.kind == Operand::Placeholder)
      fixes.push_back(Fix::setConstraint(tensor.bits, 'l'));
    hint = tensor.kind == Operand::Placeholder ? "use constraint 'l'"
                                               : "use a '.reg .b64'";
    return ("expected 64 bits in the address of a tensor, found a register of "
            "type '." +
            lookup(tensor).type + "'")
        .str();
  }
  Operand address = operand;
  address.elements.pop_back();
  std::string message = checkAddress(address);
  culprit = &operand;
  return message;
}

bool OperandChecker::isRegisterOf(const Operand &base, unsigned bits) {
  if (!isNamed(base) || base.isSink() || base.isNegated || base.isMinus ||
      !base.component.empty())
    return false;
  AsmName name = lookup(base);
  if (name.kind == AsmName::Unknown)
    return base.kind != Operand::Name || !lookupSpecialRegister(base.name);
  // LLVM's registers of the classes f and d have no kind.
  bool isFloat = isFloatType(name.type) && base.kind != Operand::Placeholder;
  return name.kind == AsmName::Register && name.vectorSize == 0 && !isFloat &&
         (name.type.empty() || getTypeBits(name.type) == bits);
}

std::string OperandChecker::checkTensorMemoryAddress(const Operand &operand) {
  bool isSingle =
      operand.kind == Operand::Address && operand.elements.size() == 1;
  culprit = isSingle ? &operand.elements[0] : &operand;
  if (!isSingle || !isRegisterOf(*culprit, 32))
    return "expected a register of 32 bits as an address of tensor memory";
  return "";
}

std::string OperandChecker::checkHandle(const Operand &operand,
                                        const OperandPattern &pattern) {
  if (operand.kind != Operand::Address || operand.elements.empty())
    return "expected a texture or surface in brackets";
  const Operand &base = operand.elements[0];
  culprit = &base;
  if (!isRegisterOf(base, 64) || base.offset != 0 ||
      base.offsetPlaceholder >= 0)
    return "expected a register of 64 bits with the handle of a texture or "
           "surface";
  if (operand.elements.size() == 1)
    return pattern.numCoordinates == 0 ? ""
                                       : "expected coordinates, found none";
  if (pattern.numCoordinates == 0)
    return "expected a handle alone in the brackets";
  if (operand.elements.size() > 2)
    return "expected a handle and coordinates in the brackets, found more";
  const Operand &coordinates = operand.elements[1];
  if (coordinates.kind != Operand::Vector &&
      lookup(coordinates).kind == AsmName::Constant) {
    culprit = &coordinates;
    return "expected a register or braces around a coordinate, found a "
           "constant";
  }
  if (coordinates.kind != Operand::Vector)
    return checkCoordinate(coordinates, pattern.getCoordinate(0));
  for (auto [i, element] : llvm::enumerate(coordinates.elements)) {
    std::string message = checkCoordinate(element, pattern.getCoordinate(i));
    if (!message.empty())
      return message;
  }
  culprit = &coordinates;
  return checkAlike(coordinates);
}

std::string OperandChecker::checkCoordinate(const Operand &operand,
                                            const OperandPattern &pattern) {
  culprit = &operand;
  if (!isNamed(operand) && !isConstant(operand))
    return "expected registers or constants as coordinates";
  if (operand.isSink())
    return "expected a value, found '_'";
  if (operand.kind == Operand::Name && lookupSpecialRegister(operand.name) &&
      lookup(operand).kind == AsmName::Unknown)
    return "expected a register, found the special register '" + operand.name +
           "'";
  return checkScalar(operand, pattern, /*isElement=*/true);
}

StringRef mlir::tile::ptx::getAddressSpace(const InstructionMatch &match) {
  for (StringRef word : match.words)
    for (StringRef space : {"shared", "local", "const", "param", "global"})
      if (word == space || (word.starts_with(space) &&
                            word.drop_front(space.size()).starts_with("::")))
        return space;
  return "";
}

StringRef mlir::tile::ptx::getAddressSpace(const Instruction &instruction,
                                           const InstructionMatch &match,
                                           size_t position) {
  // The third address of a copy is that of an mbarrier.
  bool isCopy = instruction.opcode == "cp";
  if (isCopy && position >= 2)
    return "shared";
  if (match.has("cp_fenceproxy"))
    return position == 0 ? "global" : "shared";
  // `st.async`: data and mbarrier are in one shared memory.
  if (match.has("async") && !isCopy)
    return getAddressSpace(match);
  // With two addresses the words name two spaces; of a copy, in their order.
  if (isCopy) {
    llvm::SmallVector<StringRef, 2> spaces;
    for (StringRef word : instruction.modifiers)
      if (word == "global" || word == "shared" || word.starts_with("shared::"))
        spaces.push_back(word.split(':').first);
    if (spaces.size() == 2)
      return spaces[position];
  }
  bool isSingle =
      llvm::count_if(instruction.operands, [](const Operand &o) {
        return o.kind == Operand::Address || o.kind == Operand::Element;
      }) == 1;
  return isSingle ? getAddressSpace(match) : StringRef();
}

StringRef OperandChecker::getSpace() const { return getAddressSpace(match); }

bool OperandChecker::needsWideAddress() const {
  bool isKind = llvm::StringSwitch<bool>(instruction.opcode)
                    .Cases({"applypriority", "atom", "discard", "ld"}, true)
                    .Cases({"ldu", "mbarrier", "multimem", "prefetch"}, true)
                    .Cases({"prefetchu", "red", "st"}, true)
                    .Default(false);
  StringRef space = getSpace();
  return isKind && (space.empty() || space == "global") &&
         !match.has("async") && !match.has("bulk");
}

std::string OperandChecker::checkAddress(const Operand &operand) {
  if (operand.kind == Operand::Element) {
    AsmName name = lookup(operand);
    bool isAccess = (is("ld") || is("ldu") || is("st")) &&
                    !match.has("async") && !match.has("bulk");
    if (!isAccess && !match.has("tensor"))
      return "expected an address in brackets, found an element of an array";
    bool isVariable =
        name.kind == AsmName::Variable || name.kind == AsmName::Symbol ||
        (name.kind == AsmName::Unknown && !lookupSpecialRegister(operand.name));
    return isVariable ? checkSpace(operand, name)
                      : "expected the name of a variable, found '" +
                            operand.name + "'";
  }
  if (operand.kind != Operand::Address || operand.elements.empty())
    return "";
  if (operand.elements.size() > 1)
    return "expected one address, found more in the brackets";
  const Operand &base = operand.elements[0];
  culprit = &base;
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
    return "expected a register in an address, found the vector '" + base.name +
           "'";
  return checkAddressType(base, name.type);
}

std::string OperandChecker::checkAddressType(const Operand &base,
                                             StringRef type) {
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
  if (isAsmOperand)
    fixes.push_back(Fix::setConstraint(base.bits, 'l'));
  hint = isAsmOperand ? "use constraint 'l', or name the state space of an "
                        "address of 32 bits"
                      : "use a '.reg .b64', or name the state space of an "
                        "address of 32 bits";
  return ("expected 64 bits in an address of " +
          (getSpace().empty() ? StringRef("no state space")
                              : StringRef("global memory")) +
          ", found a register of type '." + type + "'")
      .str();
}

std::string OperandChecker::checkSpace(const Operand &base,
                                       const AsmName &variable) {
  StringRef space = getAddressSpace(instruction, match, position);
  bool isGeneric = space.empty() && getSpace().empty() && !is("fence");
  // ptxas knows one, and that it cannot be there.
  StringRef only = is("mbarrier") && isGeneric ? "shared" : "";
  if (is("multimem") || is("prefetchu"))
    return "expected a register in an address of '" + instruction.opcode +
           "', found the variable '" + base.name + "'";
  if (is("atom") && isGeneric && variable.space == "local")
    return "expected a variable in .global or .shared, found '" + base.name +
           "' in .local";
  if (!only.empty())
    space = only;
  else if (isGeneric &&
           (variable.space == "const" || variable.space == "param")) {
    name = "address-space";
    hint = ("name the state space ." + variable.space).str();
    return ("expected a variable that an address without a state space "
            "reaches, found '" +
            base.name + "' in ." + variable.space)
        .str();
  }
  if (space.empty() || variable.space.empty() || variable.space == space)
    return "";
  name = "address-space";
  return ("expected a variable in ." + space + ", found '" + base.name +
          "' in ." + variable.space)
      .str();
}
