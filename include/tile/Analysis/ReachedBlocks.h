//===- ReachedBlocks.h - What data flow analyses build on -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's data flow analyses ask which blocks are reached. Its own answer comes
// with a propagation of constants through the whole function, which takes as
// long as an analysis of ours, and after canonicalization finds no more than
// the constants that branches have as operands.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ANALYSIS_REACHEDBLOCKS_H
#define TILE_ANALYSIS_REACHEDBLOCKS_H

namespace mlir {
class DataFlowSolver;

namespace tile {

/// Loads what says which blocks are reached, in place of
/// `dataflow::loadBaselineAnalyses`. An operand of a branch, of an operation
/// with regions or of a region's end is a constant where a constant defines it.
void loadReachedBlocks(DataFlowSolver &solver);

} // namespace tile
} // namespace mlir

#endif // TILE_ANALYSIS_REACHEDBLOCKS_H
