//===- NearestNames.cpp - What was meant by a misspelt word ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Support/NearestNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile;
using llvm::StringRef;

unsigned mlir::tile::getDistance(StringRef a, StringRef b) {
  // The words of code are short; of longer ones nothing is near.
  constexpr size_t kMaxLength = 40;
  if (a.size() > kMaxLength || b.size() > kMaxLength)
    return a.equals_insensitive(b) ? 0 : kMaxDistance;
  unsigned rows[3][kMaxLength + 1];
  for (size_t j = 0; j <= b.size(); ++j)
    rows[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    unsigned *row = rows[i % 3];
    const unsigned *above = rows[(i - 1) % 3];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      char x = llvm::toLower(a[i - 1]), y = llvm::toLower(b[j - 1]);
      row[j] =
          std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y)});
      if (i > 1 && j > 1 && x == llvm::toLower(b[j - 2]) &&
          llvm::toLower(a[i - 2]) == y)
        row[j] = std::min(row[j], rows[(i - 2) % 3][j - 2] + 1);
    }
  }
  return std::min(rows[a.size() % 3][b.size()], kMaxDistance);
}

bool mlir::tile::isNear(StringRef a, StringRef b, unsigned letters) {
  unsigned distance = getDistance(a, b);
  size_t length = std::max(a.size(), b.size());
  return distance == 0 || (distance == 1 && length > 1) ||
         (distance * letters <= length && distance < kMaxDistance);
}

void NearestNames::add(StringRef candidate) {
  if (candidate == name || !isNear(name, candidate, letters))
    return;
  unsigned found = getDistance(name, candidate);
  if (found > distance)
    return;
  if (found < distance)
    nearest.clear();
  distance = found;
  if (nearest.size() < kMaxNearest && !llvm::is_contained(nearest, candidate))
    nearest.push_back(candidate);
}
