//===- Parts.cpp - Kernels that are compiled one by one -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"

#include "tile/Target/CodeGen.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::tile;

/// Whether each part that uses this gets it: it is inlined, or it is declared
/// by a line that the parts have in common.
static bool isCopied(const llvm::GlobalValue &value) {
  if (const auto *function = dyn_cast<llvm::Function>(&value))
    return function->isIntrinsic() ||
           (function->hasLocalLinkage() &&
            function->hasFnAttribute(llvm::Attribute::AlwaysInline));
  return isa<llvm::GlobalVariable>(value) && value.isDeclaration();
}

void tile::visitUsedGlobals(
    const llvm::GlobalValue &value,
    llvm::function_ref<bool(const llvm::GlobalValue &)> visit) {
  DenseSet<const llvm::Constant *> seen = {&value};
  SmallVector<const llvm::Constant *> worklist;
  auto addOperands = [&](const llvm::User &user) {
    for (const llvm::Use &operand : user.operands())
      if (auto *constant = dyn_cast<llvm::Constant>(operand))
        if (!isa<llvm::ConstantData>(constant) && seen.insert(constant).second)
          worklist.push_back(constant);
  };
  auto enter = [&](const llvm::Constant &constant) {
    addOperands(constant);
    if (const auto *function = dyn_cast<llvm::Function>(&constant))
      for (const llvm::Instruction &instruction : llvm::instructions(function))
        addOperands(instruction);
  };
  enter(value);
  while (!worklist.empty()) {
    const llvm::Constant *constant = worklist.pop_back_val();
    const auto *used = dyn_cast<llvm::GlobalValue>(constant);
    if (!used || visit(*used))
      enter(*constant);
  }
}

SmallVector<ModulePart> tile::divideModule(const llvm::Module &module) {
  llvm::EquivalenceClasses<const llvm::GlobalValue *> shared;
  for (const llvm::GlobalValue &value : module.global_values()) {
    if (isCopied(value))
      continue;
    shared.insert(&value);
    visitUsedGlobals(value, [&](const llvm::GlobalValue &used) {
      bool copied = isCopied(used);
      if (!copied)
        shared.unionSets(&value, &used);
      return copied;
    });
  }

  llvm::MapVector<const llvm::GlobalValue *, ModulePart> parts;
  auto findPart = [&](const llvm::GlobalValue &value) -> ModulePart & {
    ModulePart &part = parts[shared.getLeaderValue(&value)];
    part.functions.resize(module.size());
    part.variables.resize(module.global_size());
    return part;
  };
  for (const llvm::Function &function : module)
    if (!function.isDeclaration() && !isCopied(function))
      (void)findPart(function);
  // Variables that no function uses are in the first part.
  const llvm::GlobalValue *first =
      parts.empty() ? nullptr : parts.begin()->first;
  for (const llvm::GlobalVariable &variable : module.globals())
    if (first && !isCopied(variable) &&
        !parts.contains(shared.getLeaderValue(&variable)))
      shared.unionSets(first, &variable);
  // A union may have chosen another leader.
  decltype(parts) united;
  std::swap(parts, united);
  for (auto [i, function] : llvm::enumerate(module))
    if (!function.isDeclaration() && !isCopied(function))
      findPart(function).functions.set(i);
  for (auto [i, variable] : llvm::enumerate(module.globals()))
    if (first && !isCopied(variable))
      findPart(variable).variables.set(i);

  // What is copied goes to each part; what the part does not use is dropped.
  SmallVector<ModulePart> result;
  for (auto &[leader, part] : parts) {
    for (auto [i, function] : llvm::enumerate(module))
      if (isCopied(function))
        part.functions.set(i);
    for (auto [i, variable] : llvm::enumerate(module.globals()))
      if (isCopied(variable))
        part.variables.set(i);
    result.push_back(std::move(part));
  }
  // NVPTX has few aliases, and they are not worth a rule.
  if (result.empty() || !module.alias_empty() || !module.ifunc_empty())
    result.assign({{llvm::BitVector(module.size(), true),
                    llvm::BitVector(module.global_size(), true)}});
  return result;
}

void tile::keepPart(llvm::Module &module, const ModulePart &part) {
  SmallVector<llvm::Function *> dropped;
  for (auto [i, function] : llvm::enumerate(module))
    if (!part.functions[i] && !function.isDeclaration()) {
      function.deleteBody();
      dropped.push_back(&function);
    }
  // Of a module that is read lazily: all but the bodies of other parts.
  llvm::cantFail(module.materializeAll());
  SmallVector<llvm::GlobalVariable *> variables;
  for (auto [i, variable] : llvm::enumerate(module.globals()))
    if (!part.variables[i])
      variables.push_back(&variable);
  for (llvm::GlobalVariable *variable : variables) {
    variable->setInitializer(nullptr);
    variable->removeDeadConstantUsers();
  }
  for (llvm::Function *function : dropped)
    function->removeDeadConstantUsers();
  for (llvm::GlobalVariable *variable : variables)
    variable->eraseFromParent();
  for (llvm::Function *function : dropped)
    function->eraseFromParent();
  for (llvm::Function &function : llvm::make_early_inc_range(module))
    if (function.use_empty() && isCopied(function))
      function.eraseFromParent();
  for (llvm::GlobalVariable &variable :
       llvm::make_early_inc_range(module.globals())) {
    variable.removeDeadConstantUsers();
    if (variable.use_empty() && isCopied(variable))
      variable.eraseFromParent();
  }
}

std::unique_ptr<llvm::Module> tile::readPart(llvm::MemoryBufferRef bitcode,
                                             const ModulePart &part,
                                             llvm::LLVMContext &context) {
  std::unique_ptr<llvm::Module> module =
      llvm::cantFail(llvm::getLazyBitcodeModule(bitcode, context));
  keepPart(*module, part);
  return module;
}

namespace {
/// The text of a module's PTX, in its order.
struct Sections {
  /// Up to the size of addresses.
  StringRef head;
  /// The comment with the name of the first function.
  StringRef name;
  StringRef declarations;
  StringRef functions;
};
} // namespace

static Sections findSections(StringRef text) {
  Sections sections;
  size_t end = text.find(".address_size ");
  end = end == StringRef::npos ? 0 : text.find('\n', end) + 1;
  sections.head = text.take_front(end);
  text = text.drop_front(end);
  // The blank line that follows.
  size_t begin = text.find_first_not_of('\n');
  begin = std::min(begin, text.size());
  sections.head = StringRef(sections.head.data(), end + begin);
  text = text.drop_front(begin);
  if (text.starts_with("\t// .globl")) {
    size_t line = text.find('\n') + 1;
    sections.name = text.take_front(line);
    text = text.drop_front(line);
  }
  // The first line that begins the definition of a function.
  size_t at = 0;
  while (at < text.size()) {
    StringRef line = text.drop_front(at).split('\n').first;
    bool isFunction = (line.contains(".entry ") || line.contains(".func ")) &&
                      !line.starts_with(".extern");
    if (isFunction) {
      // A definition, as the parameters of a declaration end by ");" or ";".
      StringRef rest = text.drop_front(at);
      size_t stop = rest.find_first_of("{;");
      if (stop != StringRef::npos && rest[stop] == '{')
        break;
    }
    at = text.find('\n', at);
    at = at == StringRef::npos ? text.size() : at + 1;
  }
  sections.declarations = text.take_front(at);
  sections.functions = text.drop_front(at);
  return sections;
}

/// Adds `text`, in which the numbers of functions in labels and names of stacks
/// grow by `offset`.
static void addRenumbered(StringRef text, unsigned offset,
                          std::string &result) {
  if (!offset) {
    result += text;
    return;
  }
  // NVPTXAsmPrinter writes $L__BB<function>_<block>, __local_depot<function>.
  while (!text.empty()) {
    size_t label = text.find("$L__BB"), stack = text.find("__local_depot");
    size_t at = std::min(label, stack);
    if (at == StringRef::npos)
      break;
    at += at == label ? StringRef("$L__BB").size()
                      : StringRef("__local_depot").size();
    result += text.take_front(at);
    text = text.drop_front(at);
    StringRef digits = text.take_while(llvm::isDigit);
    unsigned number;
    if (digits.getAsInteger(10, number))
      continue;
    result += std::to_string(number + offset);
    text = text.drop_front(digits.size());
  }
  result += text;
}

std::string tile::joinPTX(ArrayRef<PartText> parts) {
  if (parts.size() == 1)
    return parts.front().text.str();
  SmallVector<Sections> sections;
  for (const PartText &part : parts)
    sections.push_back(findSections(part.text));
  std::string result = (sections.front().head + sections.front().name).str();
  // Parts declare the same variables by the same lines.
  llvm::StringSet<> declared;
  for (const Sections &part : sections)
    for (StringRef line : llvm::split(part.declarations, '\n')) {
      bool isVariable = line.starts_with(".extern") && line.ends_with(";");
      if (!line.empty() && (!isVariable || declared.insert(line).second))
        result += (line + "\n").str();
    }
  result += "\n";
  unsigned offset = 0;
  for (auto [i, part] : llvm::enumerate(sections)) {
    if (i != 0)
      result += part.name;
    addRenumbered(part.functions, offset, result);
    offset += parts[i].numFunctions;
  }
  return result;
}
