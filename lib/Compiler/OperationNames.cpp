//===- OperationNames.cpp - Misspelt names of operations ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/OperationNames.h"

#include "tile/Import/TTIROperations.h"
#include "tile/Support/NearestNames.h"

#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::tile;

/// The name that a message says is unknown; empty for another message. These
/// are all messages about that of MLIR's parser and of its verifier.
static StringRef findUnknownName(StringRef message) {
  auto readQuoted = [](StringRef text) { return text.split('\'').first; };
  StringRef rest = message;
  if (rest.consume_front("custom op '"))
    return rest.contains("' is unknown") ? readQuoted(rest) : StringRef();
  if (rest.consume_front("unregistered operation '"))
    return readQuoted(rest);
  if (rest.consume_front("Dialect `"))
    return readQuoted(rest.split("not found for custom op '").second);
  return {};
}

/// The nearest names of dialects; only the name itself where a dialect has it.
static SmallVector<StringRef> findDialects(StringRef name,
                                           MLIRContext *context) {
  std::vector<StringRef> available = context->getAvailableDialects();
  if (llvm::is_contained(available, name))
    return {name};
  NearestNames nearest(name);
  for (StringRef candidate : available)
    nearest.add(candidate);
  return llvm::to_vector(nearest.get());
}

std::string tile::suggestOperation(StringRef message, MLIRContext *context) {
  StringRef name = findUnknownName(message);
  if (name.empty())
    return "";
  auto [prefix, word] = name.split('.');
  SmallVector<StringRef> dialects{"tile"};
  if (word.empty())
    word = prefix; // `load` alone
  else
    dialects = findDialects(prefix, context);

  std::vector<std::string> candidates;
  for (StringRef dialect : dialects) {
    if (!context->getOrLoadDialect(dialect))
      continue;
    for (RegisteredOperationName op : context->getRegisteredOperations())
      if (op.getDialectNamespace() == dialect)
        candidates.push_back(op.getStringRef().str());
    if (dialect == "tt")
      for (const TTIROperation &op : getTTIROperations())
        candidates.push_back(("tt." + op.name).str());
  }
  std::string best;
  NearestNames nearest(word, kLettersPerChange);
  for (StringRef candidate : candidates) {
    StringRef known = candidate.split('.').second;
    if (known == word) { // the dialect is wrong, or was left out
      best = candidate.str();
      break;
    }
    nearest.add(known);
  }
  if (best.empty() && !nearest.get().empty())
    for (StringRef candidate : candidates)
      if (candidate.split('.').second == nearest.get()[0]) {
        best = candidate.str();
        break;
      }
  return best.empty() || best == name ? "" : "; did you mean '" + best + "'";
}

void tile::addSuggestion(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
    return;
  std::string text = diagnostic.str();
  diagnostic << Twine(suggestOperation(StringRef(text).rtrim(),
                                       diagnostic.getLocation()->getContext()));
}
