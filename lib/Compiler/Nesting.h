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

#include <optional>

namespace mlir::tile {

/// Brackets within brackets, regions within regions, and attributes within
/// attributes. A level costs the parser up to 4 KB of stack, so this is less
/// than 1 MB.
constexpr unsigned kMaxNesting = 200;
/// Characters of an affine_map or affine_set, whose operators nest too, at a
/// level each.
constexpr size_t kMaxAffineLength = 500;

/// What text says of itself before it is parsed.
struct TextNesting {
  /// The first place that is beyond the bounds.
  std::optional<size_t> tooDeep;
  /// There may be aliases for attributes and types, which nest by their names.
  bool hasAliases = false;
};
TextNesting measureNesting(StringRef text);

/// The first place in text of an `array<index: ...>`, which is no attribute,
/// and which MLIR's parser does not survive; also where an alias stands for
/// `index`.
std::optional<size_t> findIndexArray(StringRef text);

/// Whether regions, attributes, types and locations of an operation and those
/// in it keep within the bounds. Calls nothing that calls itself.
bool isNestedTooDeeply(Operation *op);

/// Erases an operation that is nested however deeply.
void eraseNested(Operation *op);

} // namespace mlir::tile

#endif // TILE_COMPILER_NESTING_H
