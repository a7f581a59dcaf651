//===- JSONShape.h - What a JSON text asks of a parser ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// llvm::json::parse recurses as deep as arrays and objects nest, and takes
// 4 KiB for each object that is not empty. Who reads what anybody may have
// written looks at the text before.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SUPPORT_JSONSHAPE_H
#define TILE_SUPPORT_JSONSHAPE_H

#include "llvm/ADT/StringRef.h"

namespace mlir::tile {

struct JSONShape {
  /// How deep arrays and objects nest: 2 of `[{}]`.
  unsigned depth = 0;
  size_t numObjects = 0;
};

/// Of any text, JSON or not; takes time in proportion to it.
JSONShape measureJSON(llvm::StringRef text);

} // namespace mlir::tile

#endif // TILE_SUPPORT_JSONSHAPE_H
