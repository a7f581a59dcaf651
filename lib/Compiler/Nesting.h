//===- Nesting.h - How deep a source may nest -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's parser, printer and verifier call themselves for what is nested, so a
// source that nests without bound would end the process. These checks bound it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_COMPILER_NESTING_H
#define TILE_COMPILER_NESTING_H

#include "mlir/IR/Operation.h"

namespace mlir::tile {

/// Regions within regions, and attributes within attributes. A level costs the
/// parser up to 4 KB of stack, so this is less than 1 MB.
constexpr unsigned kMaxNesting = 200;

/// Whether regions, attributes, types and locations of an operation and those
/// in it keep within the bounds. Calls nothing that calls itself.
bool isNestedTooDeeply(Operation *op);

/// Erases an operation that is nested however deeply.
void eraseNested(Operation *op);

} // namespace mlir::tile

#endif // TILE_COMPILER_NESTING_H
