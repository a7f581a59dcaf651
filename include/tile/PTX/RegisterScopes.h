//===- RegisterScopes.h - Which register a name means ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names that the blocks around a place declare. PTX ISA, "Identifiers": an
// inner declaration hides an outer one and ends with its block.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_REGISTERSCOPES_H
#define TILE_PTX_REGISTERSCOPES_H

#include "tile/PTX/AST.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::tile::ptx {

/// A name that a declaration gives.
struct DeclaredName {
  /// The declaration that it is of, counted from 0 in the order of `declare`.
  unsigned declaration = 0;
  /// Which one of `r<8>`; 0 of others.
  uint64_t number = 0;
  /// Its type word; "" of a vector register, or of a variable.
  llvm::StringRef type;
  bool isRegister = false;
  /// The declaration, and the part of it that has the name.
  const Variable *variable = nullptr;
  const Declarator *declarator = nullptr;
};

/// Has views into the declarations, which must outlive it.
class RegisterScopes {
public:
  void push() { scopes.emplace_back(); }
  void pop() { scopes.pop_back(); }

  /// Adds the names of a declaration to the innermost block. Calls back with
  /// those that the block has already.
  void
  declare(const Variable &variable,
          llvm::function_ref<void(const Declarator &)> onDuplicate = nullptr) {
    bool isRegister = variable.space == "reg";
    // A vector register is not one of the type.
    llvm::StringRef type = isRegister && variable.vectorSize == 0
                               ? llvm::StringRef(variable.type)
                               : llvm::StringRef();
    for (const Declarator &declarator : variable.names) {
      if (onDuplicate && clashes(declarator))
        onDuplicate(declarator);
      Entry entry{numDeclarations++,     type,      isRegister,
                  declarator.rangeCount, &variable, &declarator};
      Scope &scope = scopes.back();
      if (declarator.rangeCount) {
        scope.ranges[declarator.name] = entry;
      } else {
        scope.names[declarator.name] = entry;
        noteNumbered(scope, declarator.name);
      }
    }
  }

  std::optional<DeclaredName> lookup(llvm::StringRef name) const {
    for (const Scope &scope : llvm::reverse(scopes))
      if (std::optional<DeclaredName> found = lookup(scope, name))
        return found;
    return std::nullopt;
  }

  bool isDeclaredInInnermost(llvm::StringRef name) const {
    return lookup(scopes.back(), name).has_value();
  }

  /// All names in scope; of `r<8>` only the `r`.
  void forEachName(llvm::function_ref<void(llvm::StringRef)> callback) const {
    for (const Scope &scope : llvm::reverse(scopes))
      for (const llvm::StringMap<Entry> *names : {&scope.names, &scope.ranges})
        for (const auto &entry : *names)
          callback(entry.getKey());
  }

private:
  struct Entry {
    unsigned declaration = 0;
    llvm::StringRef type;
    bool isRegister = false;
    std::optional<uint64_t> rangeCount;
    const Variable *variable = nullptr;
    const Declarator *declarator = nullptr;
  };
  struct Scope {
    llvm::StringMap<Entry> names;
    /// By the name without a number: `r` of `r<8>`.
    llvm::StringMap<Entry> ranges;
    /// Of single names with a number, the least number by the rest: 2 of `r2`.
    llvm::StringMap<uint64_t> leastNumbers;
  };

  static void noteNumbered(Scope &scope, llvm::StringRef name) {
    llvm::StringRef stem = name.rtrim("0123456789");
    uint64_t number = 0;
    if (name.drop_front(stem.size()).getAsInteger(10, number))
      return;
    auto [it, isNew] = scope.leastNumbers.try_emplace(stem, number);
    it->second = std::min(it->second, number);
  }

  static std::optional<DeclaredName> lookup(const Scope &scope,
                                            llvm::StringRef name) {
    auto it = scope.names.find(name);
    if (it != scope.names.end())
      return DeclaredName{it->second.declaration, 0,
                          it->second.type,        it->second.isRegister,
                          it->second.variable,    it->second.declarator};
    // `r12` may be of `r<16>`, or of `r1<4>`.
    size_t stem = name.size();
    while (stem > 0 && llvm::isDigit(name[stem - 1]))
      --stem;
    for (size_t size = stem; size < name.size() && !scope.ranges.empty();
         ++size) {
      it = scope.ranges.find(name.take_front(size));
      uint64_t number = 0;
      if (it != scope.ranges.end() &&
          !name.drop_front(size).getAsInteger(10, number) &&
          number < *it->second.rangeCount)
        return DeclaredName{it->second.declaration, number,
                            it->second.type,        it->second.isRegister,
                            it->second.variable,    it->second.declarator};
    }
    return std::nullopt;
  }

  bool clashes(const Declarator &declarator) const {
    if (!declarator.rangeCount)
      return lookup(scopes.back(), declarator.name).has_value();
    const Scope &scope = scopes.back();
    if (scope.ranges.contains(declarator.name))
      return true;
    auto it = scope.leastNumbers.find(declarator.name);
    return it != scope.leastNumbers.end() &&
           it->second < *declarator.rangeCount;
  }

  std::vector<Scope> scopes;
  unsigned numDeclarations = 0;
};

} // namespace mlir::tile::ptx

#endif // TILE_PTX_REGISTERSCOPES_H
