//===- CText.cpp - Names and texts as C wants them ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile;
using llvm::StringRef;

// C11, 6.4.1; C++20, 5.11; then macros that headers and compilers define.
static constexpr llvm::StringLiteral kReserved[] = {
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
    "EOF",
    "I",
    "NULL",
    "assert",
    "complex",
    "errno",
    "imaginary",
    "linux",
    "offsetof",
    "stderr",
    "stdin",
    "stdout",
    "unix",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uintptr_t",
};

bool aot::isCIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

std::string aot::makeCamelCase(StringRef name) {
  std::string result;
  bool atStart = true;
  for (char c : name) {
    if (c != '_')
      result += atStart ? llvm::toUpper(c) : c;
    atStart = c == '_';
  }
  if (result.empty() || !llvm::isAlpha(result.front()))
    result.insert(0, "Tile");
  return result;
}

std::string aot::replaceForeign(StringRef name) {
  std::string result = name.str();
  for (char &c : result)
    if (!llvm::isAlnum(c))
      c = '_';
  return result;
}

bool aot::isReserved(StringRef name) {
  return llvm::is_contained(kReserved, name) ||
         // <stdint.h>, which the header includes.
         ((name.starts_with("INT") || name.starts_with("UINT")) &&
          (name.ends_with("_C") || name.ends_with("_MAX") ||
           name.ends_with("_MIN")));
}

std::string aot::UniqueNames::claim(const std::string &name) {
  std::string result = name;
  for (unsigned i = 2; !taken.insert(result).second; ++i)
    result = name + "_" + std::to_string(i);
  return result;
}

std::string aot::escapeString(StringRef text, bool isFormat) {
  std::string result;
  for (char c : text) {
    if (c == '\n')
      result += "\\n";
    else if (c == '\t')
      result += "\\t";
    else if (c == '"' || c == '\\' || c == '?') // "??" begins a trigraph
      (result += '\\') += c;
    else if (c == '%' && isFormat)
      result += "%%";
    else if (llvm::isPrint(c))
      result += c;
    else
      for (int shift : {9, 6, 3, 0}) // three octal digits cannot run on
        result +=
            shift == 9
                ? '\\'
                : static_cast<char>(
                      '0' + ((static_cast<unsigned char>(c) >> shift) & 7));
  }
  return result;
}

std::string aot::escapeComment(StringRef text) {
  std::string result = text.str();
  for (char &c : result)
    if (!llvm::isPrint(c) || StringRef("*/\\?@").contains(c))
      c = '_';
  return result;
}

std::string
aot::fillTemplate(StringRef text,
                  llvm::ArrayRef<std::pair<StringRef, StringRef>> keys) {
  std::string result;
  while (!text.empty()) {
    auto [before, rest] = text.split('@');
    result += before;
    if (before.size() == text.size())
      break;
    auto [key, after] = rest.split('@');
    const auto *it = llvm::find_if(
        keys, [key = key](const auto &entry) { return entry.first == key; });
    assert(it != keys.end() && "template with an unknown key");
    result += it->second;
    text = after;
  }
  return result;
}
