//===- SourceLines.h - Lines of source under messages -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A message comes with the line of the file that it is about. An asm in one
// string makes lines of thousands of characters: these are cut around the
// caret.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_SOURCELINES_H
#define TILE_TOOLS_SOURCELINES_H

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::tile {

/// From now on messages of `sourceMgr` go to standard error, with at most
/// `kMaxExcerpt` characters of a line.
void cutSourceLines(llvm::SourceMgr &sourceMgr);

} // namespace mlir::tile

#endif // TILE_TOOLS_SOURCELINES_H
