//===- AsmDeclarations.cpp - What the body of an asm may declare ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "State Spaces", "Types", "Variables"; and ptxas.
//
//===----------------------------------------------------------------------===//

#include "AsmOperands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

/// PTX ISA, "Fundamental Types", and .f16x2.
static bool isFundamental(StringRef type) {
  return llvm::StringSwitch<bool>(type)
      .Cases({"b8", "b16", "b32", "b64", "b128"}, true)
      .Cases({"u8", "u16", "u32", "u64"}, true)
      .Cases({"s8", "s16", "s32", "s64"}, true)
      .Cases({"f16", "f16x2", "f32", "f64", "pred"}, true)
      .Default(false);
}

static bool isSpace(StringRef space) {
  return llvm::is_contained(
      {"reg", "shared", "local", "global", "const", "param"}, space);
}

/// PTX ISA, "Identifiers": `_`, `$` and `%` need more characters after them.
/// `$$` is how an asm has a `$`.
static bool isNameOfBody(StringRef name) {
  // `${:uid}` is a number.
  return name != "_" && name != "%" && name != "$$" && name != "WARP_SZ" &&
         !name.starts_with("${:uid}");
}

std::optional<OperandProblem>
mlir::tile::ptx::checkAsmLabel(const Label &label) {
  if (isNameOfBody(label.name))
    return std::nullopt;
  return OperandProblem{
      label.location, "declaration",
      "expected a name of its own, found '" + label.name + "'", ""};
}

static std::string checkType(const Variable &variable, unsigned version) {
  std::string type = "'." + variable.type + "'";
  if (!isFundamental(variable.type))
    return "expected a type that variables have, found " + type +
           (getTypeBits(variable.type) >= 8 && getTypeBits(variable.type) <= 64
                ? "; write '.b" + std::to_string(getTypeBits(variable.type)) +
                      "'"
                : "");
  bool isPredicate = variable.type == "pred";
  if (isPredicate && (variable.space != "reg" || variable.vectorSize != 0))
    return "expected predicates in single registers, found " +
           (variable.vectorSize ? "a vector" : "'." + variable.space + "'");
  if (variable.type == "b128" && version != 0 && version < 83)
    return "expected a type of PTX ISA " + std::to_string(version / 10) + "." +
           std::to_string(version % 10) + ", found " + type;
  if (variable.vectorSize > 4 ||
      variable.vectorSize * getTypeBits(variable.type) > 128)
    return "expected a vector of at most 4 elements and 128 bits, found .v" +
           std::to_string(variable.vectorSize) + " of " + type;
  return "";
}

static std::string checkDeclarator(const Variable &variable,
                                   const Declarator &declarator) {
  StringRef name = declarator.name;
  if (!isNameOfBody(name))
    return "expected a name of its own, found '" + declarator.name + "'";
  bool isRegister = variable.space == "reg";
  if (isRegister && !declarator.dims.empty())
    return "expected a register, found an array; 'name<8>' declares name0 to "
           "name7";
  bool hasValue = declarator.initializer.has_value();
  bool mayHaveValue = variable.space == "global" || variable.space == "const";
  if (hasValue &&
      (!mayHaveValue || variable.type == "f16" || variable.type == "f16x2"))
    return "expected no initial value for '." + variable.type + "' in ." +
           variable.space +
           (variable.space == "reg" ? "; write it with mov" : "");
  for (auto [i, size] : llvm::enumerate(declarator.dims))
    if (size ? *size == 0 : !(i == 0 && hasValue))
      return "expected the size of an array, found none";
  return "";
}

std::optional<OperandProblem>
mlir::tile::ptx::checkAsmDeclaration(const Variable &variable,
                                     unsigned version) {
  auto fail = [](Location location, const std::string &message) {
    return OperandProblem{location, "declaration", message, ""};
  };
  if (variable.linkage != Linkage::None)
    return fail(variable.location, "expected a declaration without linkage in "
                                   "a body");
  if (!isSpace(variable.space))
    return fail(variable.location,
                "expected '.reg', '.shared', '.local', '.global', '.const' or "
                "'.param' in a body, found '." +
                    variable.space + "'");
  std::string message = checkType(variable, version);
  if (!message.empty())
    return fail(variable.location, message);
  for (const Declarator &declarator : variable.names) {
    message = checkDeclarator(variable, declarator);
    if (!message.empty())
      return fail(declarator.location, message);
  }
  return std::nullopt;
}

std::optional<OperandProblem>
mlir::tile::ptx::checkAsmDirective(const Directive &directive) {
  if (directive.name == "pragma" && !directive.arguments.empty() &&
      llvm::all_of(directive.arguments, [](const Operand &argument) {
        return argument.kind == Operand::String;
      }))
    return std::nullopt;
  return OperandProblem{directive.location, "declaration",
                        "expected '.pragma' and a string, or an instruction, "
                        "found '." +
                            directive.name + "'",
                        ""};
}
