//===- AsmSizes.h - What the declarations of an asm take -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory and registers that a body declares, against what a GPU has. ptxas
// takes minutes and gigabytes over some of what is too much, and nothing at all
// over the rest.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_ASMSIZES_H
#define TILE_LIB_ASMCHECK_ASMSIZES_H

#include "AsmOperands.h"

namespace mlir::tile::ptx {

/// Adds up the declarations of one body.
class AsmSizes {
public:
  /// Without a target, the limits are the largest of any GPU.
  explicit AsmSizes(std::optional<Target> target) : target(target) {}

  /// What is too much with this declaration; each limit is reported once.
  std::optional<OperandProblem> add(const Variable &variable);

private:
  struct Total {
    uint64_t used = 0;
    bool isReported = false;
  };
  std::optional<OperandProblem> addTo(Total &total, uint64_t size,
                                      uint64_t limit, llvm::StringRef what,
                                      const Declarator &declarator);

  std::optional<Target> target;
  Total registers, shared, local, constants;
};

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_ASMSIZES_H
