//===- OperationNames.h - Misspelt names of operations ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's parser says that it does not know an operation. It does not say which
// one has nearly the same name.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_COMPILER_OPERATIONNAMES_H
#define TILE_COMPILER_OPERATIONNAMES_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

#include <string>

namespace mlir::tile {

/// What to add to a message of MLIR's parser or verifier about an operation
/// that no dialect has: "; did you mean 'tile.expand_dims'". Empty for another
/// message, and where no name is near. The context loads the dialect that the
/// operation is looked for in.
std::string suggestOperation(StringRef message, MLIRContext *context);

/// Adds the suggestion to a diagnostic.
void addSuggestion(Diagnostic &diagnostic);

/// While it lives, errors of the context about unknown operations have a
/// suggestion. Handlers that were there before get them with it.
class OperationSuggester : public ScopedDiagnosticHandler {
public:
  explicit OperationSuggester(MLIRContext *context)
      : ScopedDiagnosticHandler(context, [](Diagnostic &diagnostic) {
          addSuggestion(diagnostic);
          return failure(); // on to the handler that shows it
        }) {}
};

} // namespace mlir::tile

#endif // TILE_COMPILER_OPERATIONNAMES_H
