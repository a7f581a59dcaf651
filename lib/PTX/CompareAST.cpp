//===- CompareAST.cpp - Whether two pieces of PTX are the same ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each type has a function `same`, which compares all its members but Location.
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/AST.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile::ptx;

namespace {

/// Overloads that find each other, whatever their order.
struct Comparer {
  template <typename T>
  static std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>, bool>
  same(T a, T b) {
    return a == b;
  }
  static bool same(const std::string &a, const std::string &b) {
    return a == b;
  }
  static bool same(const Component &a, const Component &b) { return a == b; }
  template <typename T>
  static bool same(const std::vector<T> &a, const std::vector<T> &b) {
    return llvm::equal(a, b, [](const T &x, const T &y) { return same(x, y); });
  }
  template <typename T>
  static bool same(const std::optional<T> &a, const std::optional<T> &b) {
    return a.has_value() == b.has_value() && (!a || same(*a, *b));
  }
  template <typename T> static bool same(const Boxed<T> &a, const Boxed<T> &b) {
    return a.has_value() == b.has_value() && (!a || same(*a, *b));
  }
  template <typename... Ts>
  static bool same(const std::variant<Ts...> &a, const std::variant<Ts...> &b) {
    return a.index() == b.index() &&
           std::visit(
               [&](const auto &x) {
                 return same(x, std::get<std::decay_t<decltype(x)>>(b));
               },
               a);
  }

  static bool same(const Operand &a, const Operand &b) {
    return a.kind == b.kind && a.isUnsigned == b.isUnsigned &&
           a.isNegated == b.isNegated && a.isMinus == b.isMinus &&
           a.offsetPlaceholder == b.offsetPlaceholder && a.name == b.name &&
           a.component == b.component && a.bits == b.bits &&
           a.offset == b.offset && same(a.elements, b.elements);
  }
  static bool same(const SourceLine &a, const SourceLine &b) {
    return a.file == b.file && a.line == b.line && a.column == b.column;
  }
  static bool same(const Instruction &a, const Instruction &b) {
    return same(a.guard, b.guard) && a.opcode == b.opcode &&
           a.modifiers == b.modifiers && same(a.operands, b.operands) &&
           same(a.source, b.source);
  }
  static bool same(const Declarator &a, const Declarator &b) {
    return a.name == b.name && a.rangeCount == b.rangeCount &&
           a.dims == b.dims && same(a.initializer, b.initializer);
  }
  static bool same(const Variable &a, const Variable &b) {
    return a.linkage == b.linkage && a.space == b.space &&
           a.alignment == b.alignment && a.vectorSize == b.vectorSize &&
           a.type == b.type && a.attribute == b.attribute &&
           a.isPointer == b.isPointer && a.pointeeSpace == b.pointeeSpace &&
           a.pointeeAlignment == b.pointeeAlignment && same(a.names, b.names);
  }
  static bool same(const Directive &a, const Directive &b) {
    return a.name == b.name && same(a.arguments, b.arguments);
  }
  static bool same(const Label &a, const Label &b) { return a.name == b.name; }
  static bool same(const FileDirective &a, const FileDirective &b) {
    return a.number == b.number && a.path == b.path && a.numbers == b.numbers;
  }
  static bool same(const LineDirective &a, const LineDirective &b) {
    return same(a.source, b.source) && same(a.functionName, b.functionName) &&
           same(a.inlinedAt, b.inlinedAt);
  }
  static bool same(const Section &a, const Section &b) {
    return a.name == b.name && a.text == b.text;
  }
  static bool same(const TargetList &a, const TargetList &b) {
    return a.isCall == b.isCall && a.names == b.names;
  }
  static bool same(const CallPrototype &a, const CallPrototype &b) {
    return a.name == b.name && same(a.results, b.results) &&
           same(a.params, b.params) && same(a.directives, b.directives);
  }
  static bool same(const Block &a, const Block &b) {
    return same(a.statements, b.statements);
  }
  static bool same(const Statement &a, const Statement &b) {
    return same(a.value, b.value);
  }
  static bool same(const Function &a, const Function &b) {
    return a.linkage == b.linkage && a.isEntry == b.isEntry &&
           a.attribute == b.attribute && a.name == b.name &&
           same(a.results, b.results) && same(a.params, b.params) &&
           same(a.directives, b.directives) && same(a.body, b.body);
  }
  static bool same(const Alias &a, const Alias &b) {
    return a.name == b.name && a.aliasee == b.aliasee;
  }
};

} // namespace

bool mlir::tile::ptx::isSame(const Operand &a, const Operand &b) {
  return Comparer::same(a, b);
}

bool mlir::tile::ptx::isSame(const Statement &a, const Statement &b) {
  return Comparer::same(a, b);
}

bool mlir::tile::ptx::isSame(const Module &a, const Module &b) {
  return a.versionMajor == b.versionMajor && a.versionMinor == b.versionMinor &&
         a.targets == b.targets && a.addressSize == b.addressSize &&
         Comparer::same(a.items, b.items);
}

bool mlir::tile::ptx::isSame(const AsmBody &a, const AsmBody &b) {
  return Comparer::same(a.statements, b.statements);
}
