//===- VectorRegisters.cpp - Vector registers as single ones --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorRegisters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

static bool isVectorRegister(const ptx::Variable &variable) {
  return variable.space == "reg" && variable.vectorSize != 0;
}

static bool hasVectorRegister(llvm::ArrayRef<ptx::Statement> statements) {
  return llvm::any_of(statements, [](const ptx::Statement &statement) {
    if (const auto *block = statement.getIf<ptx::Block>())
      return hasVectorRegister(block->statements);
    const auto *variable = statement.getIf<ptx::Variable>();
    return variable && isVectorRegister(*variable);
  });
}

namespace {

/// Names by blocks: an inner declaration hides an outer one.
class Expander {
public:
  void walk(std::vector<ptx::Statement> &statements) {
    scopes.emplace_back();
    for (ptx::Statement &statement : statements) {
      if (auto *block = statement.getIf<ptx::Block>())
        walk(block->statements);
      else if (auto *variable = statement.getIf<ptx::Variable>())
        declare(*variable);
      else if (auto *instruction = statement.getIf<ptx::Instruction>())
        for (ptx::Operand &operand : instruction->operands)
          expand(operand);
    }
    scopes.pop_back();
  }

private:
  void declare(ptx::Variable &variable) {
    bool isExpanded =
        isVectorRegister(variable) &&
        llvm::all_of(variable.names, [](const ptx::Declarator &declarator) {
          return declarator.rangeCount.value_or(0) <= kMaxVectorRange;
        });
    std::vector<ptx::Declarator> names;
    for (const ptx::Declarator &declarator : variable.names) {
      auto add = [&](const std::string &name) {
        scopes.back()[name] = isExpanded ? variable.vectorSize : 0;
        for (unsigned i = 0; isExpanded && i < variable.vectorSize; ++i) {
          ptx::Declarator element;
          element.location = declarator.location;
          element.name = getElement(name, i);
          names.push_back(std::move(element));
        }
      };
      if (!declarator.rangeCount)
        add(declarator.name);
      uint64_t count = declarator.rangeCount.value_or(0);
      for (uint64_t i = 0; i < count && i < kMaxVectorRange; ++i)
        add(declarator.name + std::to_string(i));
    }
    if (!isExpanded)
      return;
    variable.names = std::move(names);
    variable.vectorSize = 0;
  }

  static std::string getElement(StringRef name, unsigned element) {
    return (name + "." + StringRef("xyzw").substr(element, 1)).str();
  }

  /// The elements of a vector register; 0 of other names.
  unsigned lookup(StringRef name) const {
    for (const llvm::StringMap<unsigned> &scope : llvm::reverse(scopes))
      if (auto it = scope.find(name); it != scope.end())
        return it->second;
    return 0;
  }

  void expand(ptx::Operand &operand) {
    for (ptx::Operand &element : operand.elements)
      expand(element);
    unsigned size =
        operand.kind == ptx::Operand::Name ? lookup(operand.name) : 0;
    if (size == 0)
      return;
    if (!operand.component.empty()) {
      StringRef component = operand.component;
      size_t element = StringRef("xyzw").find(component.back());
      if (element == StringRef::npos)
        element = StringRef("rgba").find(component.back());
      if (component.size() != 2 || element >= size)
        return;
      operand.name = getElement(operand.name, element);
      operand.component = ptx::Component();
      return;
    }
    ptx::Operand vector;
    vector.kind = ptx::Operand::Vector;
    vector.location = operand.location;
    for (unsigned i = 0; i < size; ++i) {
      vector.elements.push_back(operand);
      vector.elements.back().name = getElement(operand.name, i);
    }
    operand = std::move(vector);
  }

  std::vector<llvm::StringMap<unsigned>> scopes;
};

} // namespace

void mlir::tile::sim::expandVectorRegisters(ptx::Module &module) {
  for (ptx::ModuleItem &item : module.items) {
    auto *function = std::get_if<ptx::Function>(&item);
    if (function && function->body &&
        hasVectorRegister(function->body->statements))
      Expander().walk(function->body->statements);
  }
}
