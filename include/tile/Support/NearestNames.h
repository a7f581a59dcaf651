//===- NearestNames.h - What was meant by a misspelt word -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distances between words, and the words of a list that are nearest to one.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_SUPPORT_NEARESTNAMES_H
#define TILE_SUPPORT_NEARESTNAMES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::tile {

/// How many letters must be inserted, left out, replaced, or exchanged with
/// their neighbour to make `b` of `a`, up to `kMaxDistance`. Capital letters
/// are small ones.
unsigned getDistance(llvm::StringRef a, llvm::StringRef b);
inline constexpr unsigned kMaxDistance = 16;

/// Whether a person who wrote `a` may have meant `b`: one change, or at most
/// one change for each `letters` letters.
bool isNear(llvm::StringRef a, llvm::StringRef b, unsigned letters = 3);

/// The names that are nearest to `name` and near to it: those with the least
/// distance, at most `kMaxNearest`. All names are references to the caller's
/// strings.
class NearestNames {
public:
  explicit NearestNames(llvm::StringRef name, unsigned letters = 3)
      : name(name), letters(letters) {}
  static constexpr size_t kMaxNearest = 8;
  void add(llvm::StringRef candidate);
  llvm::ArrayRef<llvm::StringRef> get() const { return nearest; }

private:
  llvm::StringRef name;
  unsigned letters;
  unsigned distance = kMaxDistance;
  llvm::SmallVector<llvm::StringRef, 4> nearest;
};

} // namespace mlir::tile

#endif // TILE_SUPPORT_NEARESTNAMES_H
