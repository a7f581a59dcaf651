//===- TTIROperations.h - The operations of TTIR ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All operations of Triton's dialect `tt`, with those that older versions
// have, and what the importer makes of each.
// The table decides what is accepted; docs/reference/TTIROperations.md is
// printed from it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_IMPORT_TTIROPERATIONS_H
#define TILE_IMPORT_TTIROPERATIONS_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::tile {

/// What becomes of an operation `tt.x`.
enum class TTIRSupport {
  Same,      ///< It becomes `tile.x`.
  Renamed,   ///< It is an older name of another one, `becomes`.
  Rewritten, ///< It becomes other operations, as the note says.
  Rejected   ///< It is an error, for the reason that the note says.
};

/// A row of the table.
struct TTIROperation {
  /// The name after `tt.`.
  StringLiteral name;
  TTIRSupport support;
  /// The last version of Triton that has it; empty for all of the newest one.
  StringLiteral until;
  /// The present name after `tt.`, if it has another one.
  StringLiteral becomes;
  /// Markdown: what it becomes, what is different, why it is rejected.
  StringLiteral note;
};

/// Names of operations have parts in common: `atomic_wait` is not a misspelt
/// `atomic_cas`. See NearestNames.
constexpr unsigned kLettersPerChange = 4;

/// The table, by name.
ArrayRef<TTIROperation> getTTIROperations();

/// The row of `tt.<name>`, null if Triton has no such operation.
const TTIROperation *findTTIROperation(StringRef name);

/// Prints the table as Markdown. Fails with a message where it says of an
/// operation that it is accepted, and no dialect has it.
LogicalResult printTTIROperations(raw_ostream &os, MLIRContext *context);

} // namespace mlir::tile

#endif // TILE_IMPORT_TTIROPERATIONS_H
