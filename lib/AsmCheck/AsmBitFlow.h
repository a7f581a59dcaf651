//===- AsmBitFlow.h - Bits of registers through an asm body ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of the bits of each register at each instruction. The
// instructions run in the order of the text. Paths that meet unite what they
// know. What a loop changes is open from its beginning on: the text is run
// again with that, until no loop changes more.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_ASMBITFLOW_H
#define TILE_LIB_ASMCHECK_ASMBITFLOW_H

#include "AsmBitRules.h"

namespace mlir::tile::ptx {

/// An element of an operand in its register.
struct ElementSource {
  unsigned operand;
  unsigned index;
};

/// Bits of each element of an operand.
inline unsigned getElementBits(const AsmOperand &operand) {
  return operand.valueBits / std::max(1u, operand.numElements);
}

class AsmBitFlow {
public:
  using State = std::vector<AsmBits>;
  /// Sees an instruction with the bits of all registers: once before it runs,
  /// and once after it.
  using Visitor =
      llvm::function_ref<void(unsigned, const State &, bool isBehind)>;

  /// Without sources, constant bits are all that is followed.
  AsmBitFlow(const AsmGraph &graph, const AsmContext &context,
             llvm::ArrayRef<ElementSource> sources,
             llvm::ArrayRef<unsigned> positions)
      : algebra(positions), graph(graph), context(context), sources(sources),
        rules(graph, context, algebra) {}

  /// Shows what it found; false where it takes too long.
  bool solve(Visitor visitor);
  /// Whether a branch leads to an instruction.
  bool isTarget(unsigned node) const {
    return std::binary_search(starts.begin(), starts.end(), node);
  }

  AsmBitAlgebra algebra;
  /// What is known after the body; none if no path leads there.
  std::optional<State> end;
  /// A predicate decides which instructions run.
  bool hasBranch = false;

private:
  State makeEntry();
  void findTargets();
  bool runText(std::optional<Visitor> visitor);
  bool noteChanges(const State &before, const State &after,
                   llvm::BitVector &changed) const;
  void open(State &state, const llvm::BitVector &changed);

  const AsmGraph &graph;
  const AsmContext &context;
  llvm::ArrayRef<ElementSource> sources;
  AsmBitRules rules;
  /// The nodes that branches lead to, in order; they may be the end.
  std::vector<unsigned> starts;
  /// By target of a branch: the symbols that a loop from there changes.
  std::vector<llvm::BitVector> opened;
};

/// Results that are always the same, by the bits that are known, and indices
/// that leave a variable of the body. Solves `flow`; false where it takes too
/// long.
bool checkAsmKnown(AsmBitFlow &flow, const AsmGraph &graph,
                   const AsmContext &context, FindingList &findings);

/// The value of a store that depends on another element of the group than the
/// address, which is an operand as it came; `state` is what is known before.
void checkStoredElement(const AsmNode &node, const AsmBitFlow::State &state,
                        const AsmBitFlow &flow, FindingList &findings);

/// Results none of whose remaining bits depends on an operand, and i1 that are
/// always true, by what a solved `flow` knows after the body.
void checkAsmResults(const AsmBitFlow &flow, const AsmGraph &graph,
                     const AsmContext &context, FindingList &findings);

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_ASMBITFLOW_H
