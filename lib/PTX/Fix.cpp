//===- Fix.cpp - Changes that put a finding right -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Fix.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

Fix Fix::replace(Location location, StringRef before, StringRef after) {
  Fix fix;
  fix.title = ("write '" + after + "'").str();
  fix.edits.push_back({location.offset, before.str(), after.str()});
  return fix;
}

Fix Fix::rename(const Instruction &instruction, StringRef mnemonic) {
  return replace(instruction.location, instruction.getMnemonic(), mnemonic);
}

Fix Fix::setConstraint(unsigned number, char letter) {
  Fix fix;
  fix.title = std::string("use constraint '") + letter + "' for $" +
              std::to_string(number);
  fix.constraints.emplace_back(number, letter);
  return fix;
}

Fix Fix::makeImpure() {
  Fix fix;
  fix.title = "set pure = false";
  fix.makesImpure = true;
  return fix;
}

Fix Fix::dropScope() {
  Fix fix;
  fix.title = "leave out the scope";
  fix.dropsScope = true;
  return fix;
}

Fix Fix::setThreadScope(bool isPure) {
  Fix fix;
  fix.title =
      isPure ? "set pure = false and scope = thread" : "set scope = thread";
  fix.makesImpure = isPure;
  fix.setsThreadScope = true;
  return fix;
}

std::string mlir::tile::ptx::spellName(const Operand &operand) {
  if (operand.kind == Operand::Placeholder)
    return "$" + std::to_string(operand.bits) + operand.component.str();
  if (operand.kind == Operand::Name)
    return operand.name + operand.component.str();
  return "";
}
