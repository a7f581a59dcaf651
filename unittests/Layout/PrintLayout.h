//===- PrintLayout.h - Layouts in the messages of tests ---------*- C++ -*-===//
//
// Part of the Tilewright project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A failed EXPECT_EQ shows the bases of both layouts. Each test of layouts
// includes this.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_LAYOUT_PRINTLAYOUT_H
#define TILE_UNITTESTS_LAYOUT_PRINTLAYOUT_H

#include "tile/Layout/LinearLayout.h"

#include <ostream>

namespace mlir {
namespace tile {

inline void PrintTo(const LinearLayout &layout, std::ostream *os) {
  *os << "\n" << layout.toString();
}

} // namespace tile
} // namespace mlir

#endif // TILE_UNITTESTS_LAYOUT_PRINTLAYOUT_H
