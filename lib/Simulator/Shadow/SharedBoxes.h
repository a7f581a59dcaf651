//===- SharedBoxes.h - Where tensor copies put boxes ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds matrices of wgmma whose descriptor does not fit what a tensor copy
// wrote.
//
//===----------------------------------------------------------------------===//
//
// A product reads a matrix as lines of K (or of rows, if it is transposed), 16
// bytes at a time. A copy writes a box as rows of a pitch. If both agree, then
// the same 16 bytes of all lines are in one column of the box, and lines that
// are neighbours in the matrix are neighbours in the box, too. With a swizzle
// of 128 bytes in the tensor map and of 64 in the descriptor:
//
//     line of the matrix     0    1    2    3    4
//     row of the box         0    0    1    1    2     expected 0 1 2 3 4
//
// PTX allows this, as bytes are bytes. So it is a note.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_SHADOW_SHAREDBOXES_H
#define TILE_LIB_SIMULATOR_SHADOW_SHAREDBOXES_H

#include <cstdint>
#include <map>

namespace mlir::tile::sim {

class Warp;
struct Inst;
struct SharedMatrix;

/// A box that a tensor copy has written, or will.
struct SharedBox {
  uint64_t begin = 0, bytes = 0;
  /// Bytes of a row of the box, and of the swizzle; 16: none.
  uint32_t pitch = 16, swizzleBytes = 16;
  /// Of the copy.
  uint32_t pc = 0;
};

/// The boxes in the shared memory of a CTA.
class SharedBoxes {
public:
  void clear() { boxes.clear(); }
  /// It replaces those that it overlaps.
  void add(const SharedBox &box);
  /// Null if there is none.
  const SharedBox *find(uint64_t offset) const;

private:
  /// By where they begin.
  std::map<uint64_t, SharedBox> boxes;
};

/// Notes a matrix of a product that does not fit the boxes that it is in;
/// `name` is "A" or "B". Who wrote last is known where races are found.
void compareWithBoxes(Warp &warp, const Inst &inst, const SharedMatrix &matrix,
                      const char *name);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_SHADOW_SHAREDBOXES_H
