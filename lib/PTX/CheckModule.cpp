//===- CheckModule.cpp - All instructions of a module or an asm body ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Checker.h"
#include "tile/PTX/RegisterScopes.h"
#include "tile/PTX/TensorShape.h"

using namespace mlir::tile::ptx;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {
/// Walks the blocks with the registers that are in scope.
class Walker {
public:
  Walker(Target target, unsigned version, ArrayRef<StringRef> operandTypes,
         std::vector<Diagnostic> &errors)
      : target(target), version(version), operandTypes(operandTypes),
        errors(errors) {}

  void declare(const Variable &variable) {
    if (variable.space == "reg")
      scopes.declare(variable);
  }

  void walk(ArrayRef<Statement> statements) {
    scopes.push();
    for (const Statement &statement : statements) {
      if (errors.size() >= kMaxErrors)
        break;
      if (const auto *variable = statement.getIf<Variable>())
        declare(*variable);
      else if (const auto *block = statement.getIf<Block>())
        walk(block->statements);
      else if (const auto *instruction = statement.getIf<Instruction>())
        check(*instruction);
    }
    scopes.pop();
  }

  void walkFunction(const Function &function) {
    scopes.push();
    group = "";
    for (const Variable &variable : function.results)
      declare(variable);
    for (const Variable &variable : function.params)
      declare(variable);
    if (function.body)
      walk(function.body->statements);
    scopes.pop();
  }

  /// Tensor memory that nothing in the functions gives back; null if there is
  /// none.
  const Instruction *findLeak() const {
    return hasDeallocation ? nullptr : allocation;
  }
  /// The first instruction on tensor memory that is for another number of CTAs
  /// than those before it in its function.
  const std::optional<Diagnostic> &getMixed() const { return mixed; }

private:
  void check(const Instruction &instruction) {
    Diagnostic error;
    auto lookup = [&](const Operand &operand) { return getType(operand); };
    if (!checkInstruction(instruction, target, version, lookup, error))
      errors.push_back(std::move(error));
    StringRef own = getTensorGroup(instruction);
    if (group.empty())
      group = own;
    if (!own.empty() && own != group && !mixed)
      mixed = Diagnostic{instruction.location,
                         ("expected '." + group +
                          "' as in the instructions before, found '" +
                          instruction.getMnemonic() + "'")
                             .str()};
    auto has = [&](StringRef word) {
      return instruction.opcode == "tcgen05" &&
             llvm::is_contained(instruction.modifiers, word);
    };
    if (has("alloc") && !allocation)
      allocation = &instruction;
    hasDeallocation |= has("dealloc");
  }

  StringRef getType(const Operand &operand) const {
    if (operand.kind == Operand::Placeholder)
      return operand.bits < operandTypes.size() ? operandTypes[operand.bits]
                                                : StringRef();
    // `mov.u32` reads some 64-bit special registers, too: not checked.
    std::optional<DeclaredName> name = scopes.lookup(operand.name);
    return name && operand.component.empty() ? name->type : StringRef();
  }

  Target target;
  unsigned version;
  ArrayRef<StringRef> operandTypes;
  std::vector<Diagnostic> &errors;
  RegisterScopes scopes;
  /// Of the tcgen05 instructions of the function: `cta_group::1`.
  StringRef group;
  std::optional<Diagnostic> mixed;
  const Instruction *allocation = nullptr;
  bool hasDeallocation = false;
};
} // namespace

std::vector<Diagnostic> mlir::tile::ptx::checkModule(const Module &module) {
  std::vector<Diagnostic> errors;
  std::optional<Target> target =
      module.targets.empty() ? std::nullopt : Target::parse(module.targets[0]);
  if (!target) {
    errors.push_back(
        {Location{0, 1, 1},
         "expected a target such as sm_90a, found " +
             (module.targets.empty() ? std::string("none")
                                     : "'" + module.targets[0] + "'")});
    return errors;
  }
  Walker walker(*target, module.getVersion(), {}, errors);
  for (const auto &item : module.items)
    if (const auto *function = std::get_if<Function>(&item))
      walker.walkFunction(*function);
  // Whether instructions go together is asked of right ones only.
  if (!errors.empty())
    return errors;
  if (walker.getMixed())
    errors.push_back(*walker.getMixed());
  // What other modules have is not known.
  bool isWhole = llvm::none_of(module.items, [](const auto &item) {
    const auto *function = std::get_if<Function>(&item);
    return function && !function->body;
  });
  const Instruction *leak = walker.findLeak();
  if (leak && isWhole)
    errors.push_back(
        {leak->location, "expected 'tcgen05.dealloc' of what '" +
                             leak->getMnemonic() +
                             "' allocates, found none in the module"});
  return errors;
}

std::vector<Diagnostic>
mlir::tile::ptx::checkAsmBody(const AsmBody &body, const Target &target,
                              unsigned version,
                              ArrayRef<StringRef> operandTypes) {
  std::vector<Diagnostic> errors;
  Walker(target, version, operandTypes, errors).walk(body.statements);
  return errors;
}
