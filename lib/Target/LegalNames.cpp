//===- LegalNames.cpp - Symbols become PTX identifiers --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"

using namespace mlir;

static bool isFollowing(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$';
}

static bool isIdentifier(StringRef name) {
  if (name.empty() || !llvm::all_of(name, isFollowing))
    return false;
  // The one predefined name without a '%'.
  if (name == "WARP_SZ")
    return false;
  return llvm::isAlpha(name.front()) ||
         (name.size() > 1 && !llvm::isDigit(name.front()));
}

/// The nearest identifier. Runs of other characters become one '_', so that
/// Triton's "square__fp32__(1,)cconstexpr_4_" stays readable.
static std::string makeIdentifier(StringRef name) {
  std::string result;
  for (char c : name) {
    if (isFollowing(c))
      result += c;
    else if (result.empty() || result.back() != '_')
      result += '_';
  }
  if (!isIdentifier(result))
    result.insert(0, "k_");
  return result;
}

void tile::legalizeNames(llvm::Module &module,
                         llvm::StringMap<std::string> &renamed) {
  for (llvm::GlobalValue &value : module.global_values()) {
    StringRef name = value.getName();
    if (name.starts_with("llvm.") || isIdentifier(name))
      continue;
    std::string identifier = makeIdentifier(name);
    std::string unique = identifier;
    for (unsigned i = 1; module.getNamedValue(unique); ++i)
      unique = identifier + "_" + std::to_string(i);
    renamed[name] = unique;
    value.setName(unique);
  }
}
