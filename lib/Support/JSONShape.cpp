//===- JSONShape.cpp - What a JSON text asks of a parser ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Support/JSONShape.h"

#include <algorithm>

using namespace mlir::tile;

JSONShape mlir::tile::measureJSON(llvm::StringRef text) {
  JSONShape shape;
  unsigned depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inString = false;
      continue;
    }
    if (c == '"')
      inString = true;
    else if (c == '[' || c == '{')
      shape.depth = std::max(shape.depth, ++depth);
    else if ((c == ']' || c == '}') && depth > 0)
      --depth;
    shape.numObjects += c == '{';
  }
  return shape;
}
