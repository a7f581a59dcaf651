//===- ControlFlow.h - Basic blocks of decoded functions --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_CONTROLFLOW_H
#define TILE_LIB_SIMULATOR_CONTROLFLOW_H

#include "Decoders/FunctionDecoder.h"

namespace mlir::tile::sim {

struct ControlFlowGraph {
  ControlFlowGraph(const ProgramCode &program, const FunctionCode &function);

  struct Block {
    /// Instructions [begin, end).
    uint32_t begin, end;
    llvm::SmallVector<unsigned, 2> successors, predecessors;
    /// It may leave the function.
    bool leaves = false;
  };
  /// In the order of the code; the first is the entry.
  std::vector<Block> blocks;

  /// Of each block, the one that all ways to the function's exit pass next;
  /// blocks.size() is the exit.
  std::vector<unsigned> computePostDominators() const;
};

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_CONTROLFLOW_H
