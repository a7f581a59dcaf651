//===- Main.cpp - main() of a tool with all it needs inside ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tools.h"

// The build defines TILE_TOOL_MAIN, one of the functions of Tools.h.
int main(int argc, char **argv) {
  return mlir::tile::TILE_TOOL_MAIN(argc, argv);
}
