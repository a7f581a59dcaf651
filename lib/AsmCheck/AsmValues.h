//===- AsmValues.h - Constants in registers of an asm ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the one instruction that writes a register says of its value.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_ASMVALUES_H
#define TILE_LIB_ASMCHECK_ASMVALUES_H

#include "AsmGraph.h"

namespace mlir::tile::ptx {

/// Works where it is asked first.
class AsmValues {
public:
  AsmValues(const AsmGraph &graph, const AsmContext &context)
      : graph(graph), context(context) {}

  /// The symbol that an operand reads (or writes), or -1.
  static int findSymbol(const AsmNode &node, const Operand &operand,
                        bool isWritten = false);
  /// The instruction whose value a register has at a node, or null where
  /// several may be.
  const AsmNode *findWriter(unsigned symbol, const AsmNode &at) const;
  /// The last write before a node, up to where another path comes in, or
  /// null.
  const AsmNode *findLastWriter(unsigned symbol, const AsmNode &at) const;
  /// Whether two operands of a node are registers that surely have the same
  /// value, by name or as one is a copy of the other.
  bool areSameValue(const AsmNode &node, const Operand &first,
                    const Operand &second) const;
  /// The value of an operand that is a constant, or a register that holds one.
  std::optional<int64_t> findConstant(const AsmNode &node,
                                      const Operand &operand) const;

  /// Calls back with the instructions that an operand is computed by, loads and
  /// the like too, up to those that read memory; false where one is not known,
  /// except of what comes in.
  bool forEachSource(const AsmNode &node, const Operand &operand,
                     llvm::function_ref<void(const AsmNode &)> callback) const;

private:
  /// A register, and the instruction that wrote it; null of what comes in.
  using Origin = std::pair<int, const AsmNode *>;
  std::optional<Origin> findOrigin(const AsmNode &node,
                                   const Operand &operand) const;
  bool isNeverWritten(unsigned symbol) const;
  void countWriters() const;
  const AsmNode *findOnlyWriter(unsigned symbol) const;

  const AsmGraph &graph;
  const AsmContext &context;
  /// The nodes that a branch may lead to, and the end; computed at the first
  /// use.
  mutable llvm::BitVector isTarget;
  /// By symbol: one that writes it, and how many do.
  mutable std::vector<std::pair<const AsmNode *, unsigned>> writers;
};

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_ASMVALUES_H
