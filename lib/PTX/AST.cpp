//===- AST.cpp - PTX as data ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/AST.h"

using namespace mlir::tile::ptx;

std::string Instruction::getMnemonic() const {
  std::string text = opcode;
  for (const std::string &modifier : modifiers)
    text += "." + modifier;
  return text;
}

const Function *Module::lookupFunction(llvm::StringRef name) const {
  for (const auto &item : items)
    if (const auto *function = std::get_if<Function>(&item))
      if (function->name == name && function->body)
        return function;
  return nullptr;
}
