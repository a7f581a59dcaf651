//===- UnknownNames.cpp - Names that nothing declares ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnknownNames.h"

#include "tile/PTX/Suggestions.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

/// "$0", "$0 or $1", "$0 to $3"
static std::string describeRegisters(unsigned count) {
  if (count == 1)
    return "$0";
  return (count == 2 ? "$0 or $" : "$0 to $") + std::to_string(count - 1);
}

/// The special register for which CUDA has a variable.
static StringRef lookupCudaVariable(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("threadIdx", "%tid")
      .Case("blockIdx", "%ctaid")
      .Case("blockDim", "%ntid")
      .Case("gridDim", "%nctaid")
      .Cases({"warpSize", "warpsize", "WARPSIZE"}, "WARP_SZ")
      .Case("clock", "%clock64")
      .Default("");
}

static std::string suggestName(const Operand &operand,
                               const RegisterScopes &registers,
                               std::vector<Fix> &fixes) {
  StringRef name = operand.name;
  std::string component = operand.component.str();
  auto fix = [&](const llvm::Twine &right) {
    fixes.push_back(Fix::replace(operand.location, spellName(operand),
                                 (right + component).str()));
  };
  std::string special = ("%" + name.ltrim("%")).str();
  if (StringRef known = lookupCudaVariable(name); !known.empty()) {
    fix(known);
    return "write '" + known.str() + component + "'";
  }
  for (const std::string &candidate : {special, StringRef(special).lower()})
    if (candidate != name && lookupSpecialRegister(candidate)) {
      fix(candidate);
      return "write '" + candidate + component + "'";
    }
  // `r8` of `r<8>` is one too many; `r1` and `r2` are not misspelt.
  StringRef stem = name.rtrim("0123456789");
  NearestNames nearest(name);
  bool isBeyondRange = false;
  registers.forEachName([&](StringRef known) {
    std::optional<DeclaredName> range = registers.lookup((known + "0").str());
    isBeyondRange |=
        known == stem && stem != name && range && !registers.lookup(known);
    if (known.rtrim("0123456789") != stem)
      nearest.add(known);
  });
  if (isBeyondRange)
    return ("'" + stem + "<...>' declares fewer registers").str();
  if (nearest.get().empty() && name.starts_with("%"))
    for (const SpecialRegister &entry : getSpecialRegisters())
      nearest.add(entry.name);
  if (nearest.get().empty())
    return "";
  fix(nearest.get()[0]);
  return "did you mean '" + nearest.get()[0].str() + component + "'";
}

UnknownName
mlir::tile::ptx::explainUnknownName(const Operand &operand,
                                    unsigned numOperands,
                                    const RegisterScopes &registers) {
  StringRef digits = operand.name;
  bool isPercent = digits.consume_front("%");
  bool isDollar = !isPercent && digits.consume_front("$$");
  bool isNumber = (isPercent || isDollar) && !digits.empty() &&
                  llvm::all_of(digits, llvm::isDigit);
  std::string found = ", found '" + operand.name + "'";
  if (numOperands == 0 && isNumber)
    return {"expected a register declared in the body" + found,
            "this asm has no operands, and no $" + digits.str()};
  UnknownName result;
  if (isNumber) {
    result.message = "expected " + describeRegisters(numOperands) + found;
    result.hint = isPercent
                      ? "the registers of an asm begin with '$' here, not '%'"
                      : "'$$' is a plain '$'; write $" + digits.str();
    unsigned number = 0;
    if (!digits.getAsInteger(10, number) && number < numOperands)
      result.fixes.push_back(
          Fix::replace(operand.location, operand.name, ("$" + digits).str()));
    return result;
  }
  std::string known =
      numOperands == 0 ? "" : describeRegisters(numOperands) + " or ";
  result.message =
      "expected " + known + "a register declared in the body" + found;
  result.hint = suggestName(operand, registers, result.fixes);
  return result;
}
