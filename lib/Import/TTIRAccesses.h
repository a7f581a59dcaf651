//===- TTIRAccesses.h - Loads and stores of TTIR ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tt.load` and `tt.store` take a pointer, a tile of pointers or a block
// pointer. Only their last type says which, after everything else: so they
// have a parser of their own, instead of that of `tile.load` or `tile.store`.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMPORT_TTIRACCESSES_H
#define TILE_LIB_IMPORT_TTIRACCESSES_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::tile {

/// Reads what follows `tt.load` as a `tile.load` or a `tt.block_load`.
ParseResult parseTTLoad(OpAsmParser &parser, OperationState &state);

/// Reads what follows `tt.store` as a `tile.store` or a `tt.block_store`.
ParseResult parseTTStore(OpAsmParser &parser, OperationState &state);

/// The name of the operation of the dialect `tt` that the operation `op`, in
/// generic form, is because of a block pointer among its operands; null for all
/// others.
std::optional<RegisteredOperationName> getBlockOperation(Operation *op);

/// Replaces `cachePolicy`, as Triton 3.9 writes both cache hints of a load or a
/// store, by `cache` and `evict`, and drops `ignore_cta`, which concerns
/// programs of several CTAs. `emit` reports what is wrong.
LogicalResult convertAccessAttributes(StringRef name, NamedAttrList &attributes,
                                      function_ref<InFlightDiagnostic()> emit);

/// Whether a load or store with a block pointer has the operands that it can
/// have. Reports it, if not.
LogicalResult verifyBlockOperands(Operation *op);

} // namespace mlir::tile

#endif // TILE_LIB_IMPORT_TTIRACCESSES_H
