//===- AsmUniformity.h - What all threads of a CTA agree on ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which registers of an asm body may differ from thread to thread, and which
// instructions some threads may leave out. All threads of the CTA begin the
// body together, unless the context says otherwise.
//
//   mov.u32 t, %tid.x;        t differs
//   setp.lt.u32 p, t, 64;     p differs
//   @p bra SKIP;
//   mov.u32 u, 1;             some threads leave it out, so that u differs
//   SKIP: bar.sync 0;         all threads come to it
//
// A branch on what differs divides the threads up to its target. So text whose
// branches are nested, as compilers write it, is followed exactly. In a body
// that takes too long to follow, all threads count as agreeing.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_ASMUNIFORMITY_H
#define TILE_LIB_ASMCHECK_ASMUNIFORMITY_H

#include "AsmValues.h"

#include "llvm/ADT/BitVector.h"

namespace mlir::tile::ptx {

class AsmUniformity {
public:
  AsmUniformity(const AsmGraph &graph, const AsmContext &context);

  /// Whether all threads of the CTA run the instruction, or none does.
  bool isRunByAllOrNone(unsigned node) const;

private:
  bool varies(const AsmNode &node) const;
  bool divide(unsigned node);
  bool spend(size_t steps);

  const AsmGraph &graph;
  llvm::BitVector varyingSymbols;
  llvm::BitVector dividedNodes;
  /// Instructions that it looks at before it gives up.
  size_t budget = 1 << 22;
  bool gaveUp = false;
};

/// The same of the lanes of a warp: AsmLanes.cpp says how.
class AsmLanes {
public:
  AsmLanes(const AsmGraph &graph, const AsmContext &context);

  /// Whether some lanes of a warp run the instruction, and others do not.
  bool isDivided(unsigned node) const { return divided[node]; }
  /// Whether every lane that begins the body runs it.
  bool isRunByAll(unsigned node) const { return !conditional[node]; }

private:
  enum Kind : uint8_t {
    Same,
    /// `%tid.x`, and a number computed from it.
    Thread,
    ThreadSum,
    Differing,
  };

  Kind getKind(const AsmNode &node, const Operand &operand) const;
  Kind compute(const AsmNode &node) const;
  Kind compare(const AsmNode &node) const;
  void write(unsigned index, unsigned symbol, Kind kind);
  void divide(unsigned index);

  const AsmGraph &graph;
  AsmValues values;
  /// Of each symbol, before the current instruction.
  std::vector<Kind> kinds;
  llvm::BitVector divided, conditional;
};

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_ASMUNIFORMITY_H
