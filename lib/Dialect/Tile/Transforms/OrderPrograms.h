//===- OrderPrograms.h - Long programs first --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU starts programs in the order of their numbers, and is done when the
// last one is. In causal attention later programs of a head have more keys than
// earlier ones:
//
//   programs in order            SM 0  1...  3......  5.........
//                                SM 1  2....  4.......  (nothing left to do)
//   the last ones first          SM 0  5.........  2....
//                                SM 1  4.......  3......  1...
//
// So where the iterations of loops of products grow with the program's number
// along x, programs take their numbers from the last one on. No program can
// observe this: a launch says nothing of the order. Kernels whose programs may
// wait for each other keep it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILE_TRANSFORMS_ORDERPROGRAMS_H
#define TILE_LIB_DIALECT_TILE_TRANSFORMS_ORDERPROGRAMS_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// Does so for a kernel; returns whether it did.
bool startLongProgramsFirst(FuncOp kernel);

} // namespace mlir::tile

#endif // TILE_LIB_DIALECT_TILE_TRANSFORMS_ORDERPROGRAMS_H
