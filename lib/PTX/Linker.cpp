//===- Linker.cpp - Several modules of PTX as one -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Linker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>
#include <tuple>

using namespace mlir::tile;
using namespace mlir::tile::ptx;

//===----------------------------------------------------------------------===//
// Names of a module
//===----------------------------------------------------------------------===//

namespace {

/// Changes names of a module, and the numbers of its files, wherever they are.
class Renamer {
public:
  llvm::StringMap<std::string> names;
  unsigned firstFile = 0;

  void rename(Module &module) const;

private:
  using Hidden = llvm::StringSet<>;
  void rename(std::string &name, const Hidden &hidden) const;
  void rename(Operand &operand, const Hidden &hidden) const;
  void rename(Variable &variable, const Hidden &hidden) const;
  void rename(SourceLine &line) const {
    if (line.file)
      line.file += firstFile;
  }
  void rename(Statement &statement, const Hidden &hidden) const;
  void rename(Block &block, Hidden hidden) const;

  /// Adds what a declaration in a function hides.
  static void hide(const Variable &variable, Hidden &hidden) {
    for (const Declarator &name : variable.names)
      hidden.insert(name.name);
  }
};

} // namespace

void Renamer::rename(std::string &name, const Hidden &hidden) const {
  auto it = names.find(name);
  if (it != names.end() && !hidden.contains(name))
    name = it->second;
}

void Renamer::rename(Operand &operand, const Hidden &hidden) const {
  switch (operand.kind) {
  case Operand::Name:
  case Operand::Element:
  case Operand::Generic:
  case Operand::Masked:
    rename(operand.name, hidden);
    break;
  default:
    break;
  }
  for (Operand &element : operand.elements)
    rename(element, hidden);
}

void Renamer::rename(Variable &variable, const Hidden &hidden) const {
  for (Declarator &name : variable.names)
    if (name.initializer)
      rename(*name.initializer, hidden);
}

void Renamer::rename(Statement &statement, const Hidden &hidden) const {
  if (auto *instruction = statement.getIf<Instruction>()) {
    for (Operand &operand : instruction->operands)
      rename(operand, hidden);
    rename(instruction->source);
  } else if (auto *variable = statement.getIf<Variable>()) {
    rename(*variable, hidden);
  } else if (auto *block = statement.getIf<Block>()) {
    rename(*block, hidden);
  } else if (auto *line = statement.getIf<LineDirective>()) {
    rename(line->source);
    if (line->inlinedAt)
      rename(*line->inlinedAt);
  } else if (auto *targets = statement.getIf<TargetList>()) {
    if (targets->isCall)
      for (std::string &name : targets->names)
        rename(name, hidden);
  }
}

void Renamer::rename(Block &block, Hidden hidden) const {
  for (const Statement &statement : block.statements) {
    if (const auto *variable = statement.getIf<Variable>())
      hide(*variable, hidden);
    else if (const auto *label = statement.getIf<Label>())
      hidden.insert(label->name);
  }
  for (Statement &statement : block.statements)
    rename(statement, hidden);
}

void Renamer::rename(Module &module) const {
  const Hidden none;
  for (ModuleItem &item : module.items) {
    if (auto *function = std::get_if<Function>(&item)) {
      rename(function->name, none);
      Hidden hidden;
      for (const Variable &parameter : function->params)
        hide(parameter, hidden);
      for (const Variable &result : function->results)
        hide(result, hidden);
      if (function->body)
        rename(*function->body, std::move(hidden));
    } else if (auto *variable = std::get_if<Variable>(&item)) {
      for (Declarator &name : variable->names)
        rename(name.name, none);
      rename(*variable, none);
    } else if (auto *file = std::get_if<FileDirective>(&item)) {
      file->number += firstFile;
    } else if (auto *alias = std::get_if<Alias>(&item)) {
      rename(alias->name, none);
      rename(alias->aliasee, none);
    }
  }
}

//===----------------------------------------------------------------------===//
// The linker
//===----------------------------------------------------------------------===//

namespace {

/// What a module says of a name.
struct Symbol {
  unsigned input;
  Location location;
  Linkage linkage;
  bool isFunction;
  /// Bytes of a variable's elements, in declarations that name them.
  uint64_t size;
};

class Linker {
public:
  Linker(std::vector<LinkInput> inputs, std::vector<Diagnostic> &errors)
      : inputs(std::move(inputs)), errors(errors) {}
  std::optional<Module> link();

private:
  void fail(unsigned input, Location location, const std::string &message) {
    errors.push_back({location, inputs[input].name + ": " + message});
  }
  void joinHeads();
  void splitVariables(Module &module);
  void renameLocals();
  void collect();
  void choose(const Symbol &symbol, llvm::StringRef name);
  /// Whether the input's definition of the name is the one that stays.
  bool isChosen(unsigned input, llvm::StringRef name) const {
    auto it = chosen.find(name);
    return it == chosen.end() || it->second.input == input;
  }
  void emit();

  std::vector<LinkInput> inputs;
  std::vector<Diagnostic> &errors;
  Module result;
  /// The definition of each name that several modules can see.
  llvm::StringMap<Symbol> chosen;
};

} // namespace

static uint64_t countElements(const Declarator &name) {
  uint64_t count = 1;
  for (const std::optional<uint64_t> &dim : name.dims)
    count *= dim.value_or(0);
  return count;
}

/// The number of a target, and its suffix: 90 and "a" of "sm_90a".
static std::pair<unsigned, llvm::StringRef> splitTarget(llvm::StringRef name) {
  unsigned number = 0;
  if (!name.consume_front("sm_") || name.consumeInteger(10, number))
    return {0, ""};
  return {number, name};
}

void Linker::joinHeads() {
  for (auto [i, input] : llvm::enumerate(inputs)) {
    Module &module = input.module;
    if (std::tie(module.versionMajor, module.versionMinor) >
        std::tie(result.versionMajor, result.versionMinor))
      std::tie(result.versionMajor, result.versionMinor) =
          std::tie(module.versionMajor, module.versionMinor);
    if (module.addressSize && result.addressSize &&
        module.addressSize != result.addressSize)
      fail(i, {},
           "expected addresses of " + std::to_string(result.addressSize) +
               " bits, as in the modules before, found " +
               std::to_string(module.addressSize));
    if (module.addressSize)
      result.addressSize = module.addressSize;
    for (const std::string &word : module.targets) {
      auto [number, suffix] = splitTarget(word);
      if (!number) {
        if (!llvm::is_contained(result.targets, word))
          result.targets.push_back(word);
        continue;
      }
      auto it = llvm::find_if(result.targets, [](const std::string &known) {
        return splitTarget(known).first != 0;
      });
      if (it == result.targets.end()) {
        result.targets.insert(result.targets.begin(), word);
        continue;
      }
      auto [knownNumber, knownSuffix] = splitTarget(*it);
      bool isNewer =
          std::tie(number, suffix) > std::tie(knownNumber, knownSuffix);
      llvm::StringRef older = isNewer ? *it : llvm::StringRef(word);
      if (!splitTarget(older).second.empty() && *it != word) {
        fail(i, {},
             "expected code that one target can run, found code for " + word +
                 " and code for " + *it);
        continue;
      }
      if (isNewer)
        *it = word;
    }
  }
}

/// `.global .b32 a, b;` as two variables: one may stay and the other go.
void Linker::splitVariables(Module &module) {
  std::vector<ModuleItem> items;
  for (ModuleItem &item : module.items) {
    auto *variable = std::get_if<Variable>(&item);
    if (!variable || variable->names.size() < 2) {
      items.push_back(std::move(item));
      continue;
    }
    for (const Declarator &name : variable->names) {
      Variable one = *variable;
      one.names = {name};
      items.push_back(std::move(one));
    }
  }
  module.items = std::move(items);
}

void Linker::renameLocals() {
  llvm::StringSet<> taken;
  auto forEachName = [](Module &module, auto &&visit) {
    for (ModuleItem &item : module.items) {
      if (auto *function = std::get_if<Function>(&item))
        visit(function->name,
              function->linkage == Linkage::None && !function->isEntry);
      else if (auto *variable = std::get_if<Variable>(&item))
        for (Declarator &name : variable->names)
          visit(name.name, variable->linkage == Linkage::None);
      else if (auto *alias = std::get_if<Alias>(&item))
        visit(alias->name, false);
    }
  };
  // Names that all modules see keep their names.
  for (LinkInput &input : inputs)
    forEachName(input.module, [&](const std::string &name, bool isLocal) {
      if (!isLocal)
        taken.insert(name);
    });
  unsigned numFiles = 0;
  for (unsigned i = 0, e = inputs.size(); i < e; ++i) {
    LinkInput &input = inputs[i];
    Renamer renamer;
    renamer.firstFile = numFiles;
    // An alias or a prototype may make a local name visible: it is taken then.
    llvm::StringSet<> own;
    forEachName(input.module, [&](const std::string &name, bool isLocal) {
      if (!isLocal)
        own.insert(name);
    });
    forEachName(input.module, [&](const std::string &name, bool isLocal) {
      if (!isLocal || own.contains(name) || renamer.names.count(name))
        return;
      if (taken.insert(name).second) {
        own.insert(name);
        return;
      }
      std::string other = name + "$" + std::to_string(i);
      while (!taken.insert(other).second)
        other += "_";
      renamer.names[name] = other;
    });
    for (const ModuleItem &item : input.module.items)
      if (const auto *file = std::get_if<FileDirective>(&item))
        numFiles = std::max(numFiles, renamer.firstFile + file->number);
    renamer.rename(input.module);
  }
}

void Linker::choose(const Symbol &symbol, llvm::StringRef name) {
  auto [it, isNew] = chosen.try_emplace(name, symbol);
  if (isNew)
    return;
  Symbol &known = it->second;
  // A prototype and the definition after it, in one module.
  if (known.isFunction != symbol.isFunction) {
    fail(symbol.input, symbol.location,
         "expected '" + name.str() + "' to be a " +
             (known.isFunction ? "function" : "variable") + ", as in " +
             inputs[known.input].name + ", found a " +
             (symbol.isFunction ? "function" : "variable"));
    return;
  }
  auto isStrong = [](const Symbol &of) {
    return of.linkage == Linkage::Visible || of.linkage == Linkage::None;
  };
  if (isStrong(known) && isStrong(symbol)) {
    fail(symbol.input, symbol.location,
         "expected one definition of '" + name.str() + "', found another in " +
             inputs[known.input].name);
    return;
  }
  bool isLarger = symbol.linkage == Linkage::Common &&
                  known.linkage == Linkage::Common && symbol.size > known.size;
  if ((isStrong(symbol) && !isStrong(known)) || isLarger)
    known = symbol;
}

void Linker::collect() {
  for (auto [i, input] : llvm::enumerate(inputs))
    for (const ModuleItem &item : input.module.items) {
      if (const auto *function = std::get_if<Function>(&item)) {
        if (function->body)
          choose({unsigned(i), function->location, function->linkage, true, 0},
                 function->name);
      } else if (const auto *variable = std::get_if<Variable>(&item)) {
        if (variable->linkage != Linkage::Extern)
          for (const Declarator &name : variable->names)
            choose({unsigned(i), variable->location, variable->linkage, false,
                    countElements(name)},
                   name.name);
      }
    }
}

/// Whether two functions have parameters and results of the same types.
static bool isSameType(llvm::ArrayRef<Variable> a, llvm::ArrayRef<Variable> b) {
  return llvm::equal(a, b, [](const Variable &x, const Variable &y) {
    if (x.type.size() < 2 || y.type.size() < 2 ||
        x.type.substr(1) != y.type.substr(1) || x.vectorSize != y.vectorSize ||
        x.names.size() != y.names.size())
      return false;
    return llvm::equal(x.names, y.names,
                       [](const Declarator &m, const Declarator &n) {
                         return m.dims == n.dims;
                       });
  });
}

void Linker::emit() {
  // Files first, then variables and prototypes: what is used is declared.
  std::vector<ModuleItem> files, variables, prototypes, functions, aliases;
  llvm::StringMap<size_t> declared;
  llvm::StringMap<const Function *> definitions;
  for (const LinkInput &input : inputs)
    for (const ModuleItem &item : input.module.items)
      if (const auto *function = std::get_if<Function>(&item))
        if (function->body)
          if (isChosen(&input - inputs.data(), function->name))
            definitions[function->name] = function;
  for (auto [i, input] : llvm::enumerate(inputs))
    for (const ModuleItem &item : input.module.items) {
      if (const auto *function = std::get_if<Function>(&item)) {
        auto it = definitions.find(function->name);
        if (function->body) {
          if (isChosen(i, function->name))
            functions.push_back(*function);
          continue;
        }
        if (it != definitions.end()) {
          if (!isSameType(function->params, it->second->params) ||
              !isSameType(function->results, it->second->results)) {
            fail(i, function->location,
                 "expected the parameters and results that '" + function->name +
                     "' has in " +
                     inputs[chosen.find(function->name)->second.input].name +
                     ", found others");
            continue;
          }
        }
        if (!declared.try_emplace(function->name, prototypes.size()).second)
          continue;
        Function prototype = *function;
        if (it != definitions.end())
          prototype.linkage = it->second->linkage;
        prototypes.push_back(std::move(prototype));
      } else if (const auto *variable = std::get_if<Variable>(&item)) {
        const std::string &name = variable->names.front().name;
        if (variable->linkage != Linkage::Extern) {
          if (isChosen(i, name))
            variables.push_back(*variable);
          continue;
        }
        if (chosen.count(name))
          continue;
        auto [it, isNew] = declared.try_emplace(name, variables.size());
        if (isNew) {
          variables.push_back(*variable);
          continue;
        }
        Variable &known = std::get<Variable>(variables[it->second]);
        known.alignment = std::max(known.alignment, variable->alignment);
      } else if (std::holds_alternative<FileDirective>(item)) {
        files.push_back(item);
      } else if (std::holds_alternative<Alias>(item)) {
        aliases.push_back(item);
      } else if (std::holds_alternative<Directive>(item)) {
        files.push_back(item);
      }
    }
  for (std::vector<ModuleItem> *part :
       {&files, &prototypes, &variables, &functions, &aliases})
    for (ModuleItem &item : *part)
      result.items.push_back(std::move(item));
}

std::optional<Module> Linker::link() {
  size_t before = errors.size();
  joinHeads();
  for (LinkInput &input : inputs)
    splitVariables(input.module);
  renameLocals();
  collect();
  if (errors.size() == before)
    emit();
  if (errors.size() != before)
    return std::nullopt;
  return std::move(result);
}

std::optional<Module>
mlir::tile::ptx::linkModules(std::vector<LinkInput> inputs,
                             std::vector<Diagnostic> &errors) {
  if (inputs.empty()) {
    errors.push_back({{}, "expected a module to link, found none"});
    return std::nullopt;
  }
  return Linker(std::move(inputs), errors).link();
}
