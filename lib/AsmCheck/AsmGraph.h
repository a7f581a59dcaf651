//===- AsmGraph.h - An asm body as instructions and edges ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions of an asm body in the order of the text, with the registers
// that they read and write as numbers, and where they go on. What is wrong with
// names and with single instructions is found on the way.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_ASMGRAPH_H
#define TILE_LIB_ASMCHECK_ASMGRAPH_H

#include "tile/AsmCheck/AsmAnalysis.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/Twine.h"

#include <memory>

namespace mlir::tile::ptx {

/// A register that an instruction reads or writes.
struct AsmUse {
  /// `$k` is k, or the output that it shares a register with; registers of the
  /// body follow.
  unsigned symbol;
  bool isWritten;
  /// The `$k` as written, or -1.
  int placeholder;
  Location location;
};

/// Memory of the body that an instruction names.
struct AsmVariableUse {
  llvm::StringRef space;
  Location location;
  const Variable *variable = nullptr;
  const Declarator *declarator = nullptr;
};

struct AsmNode {
  const Instruction *instruction = nullptr;
  /// Null where the table has no such instruction. Instructions of the same
  /// words, on operands of the same kinds, share one.
  const InstructionMatch *row = nullptr;
  llvm::SmallVector<AsmUse, 4> uses;
  std::vector<AsmVariableUse> variables;
  /// The symbol of the guard, or -1.
  int guard = -1;
  bool isGuardNegated = false;
  /// Whether the next instruction may be next.
  bool fallsThrough = true;
  /// The other ones that may be; the number of nodes is the end of the body.
  llvm::SmallVector<unsigned, 1> targets;
};

/// The name of the carry, which is not an operand.
inline constexpr llvm::StringLiteral kCarry = "CC.CF";

struct AsmGraph {
  std::vector<AsmNode> nodes;
  /// What the rows of the nodes point to.
  std::vector<std::unique_ptr<const InstructionMatch>> rows;
  /// Of each symbol: `$0`, or the name of a register.
  std::vector<std::string> symbols;
  unsigned numOperands = 0;
  /// Of each symbol: whether an instruction that is wrong names it, so that
  /// what reads and writes it is not known.
  llvm::BitVector isUnclear;
  /// Whether the body has a name that nothing declares, which may stand for
  /// any register.
  bool hasUnknownName = false;
  /// Whether a branch leads nowhere, so that the paths are not known.
  bool hasUnknownTarget = false;

  bool hasVariables() const {
    return llvm::any_of(
        nodes, [](const AsmNode &node) { return !node.variables.empty(); });
  }
};

/// Findings of all kinds, up to a bound.
class FindingList {
public:
  void add(Location location, Severity severity, llvm::StringLiteral name,
           const llvm::Twine &message, const llvm::Twine &hint = "",
           std::vector<Fix> fixes = {});
  std::vector<Finding> take();
  size_t size() const { return findings.size(); }
  bool hasErrors() const;
  /// Whether there is a finding about an instruction, or an operand of it.
  bool isReported(const Instruction &instruction) const;

private:
  std::vector<Finding> findings;
};

/// The first operand that is a special register whose value varies so, or null.
const Operand *findSpecialRegister(const Instruction &instruction,
                                   SpecialRegister::Variation variation);

AsmGraph buildAsmGraph(const AsmBody &body, const AsmContext &context,
                       FindingList &findings);

/// Outputs that are not written, or not on all paths, or read before.
void checkAsmFlow(const AsmGraph &graph, const AsmContext &context,
                  FindingList &findings);

/// PTX ISA, "Tensorcore 5th Generation Instructions": all instructions of a
/// kernel on tensor memory are for one CTA, or all are for a pair.
void checkTensorGroups(const AsmGraph &graph, FindingList &findings);

/// What a pure asm must not do.
void checkAsmPurity(const AsmGraph &graph, const AsmContext &context,
                    FindingList &findings);

/// What depends on which threads run the asm: barriers, lanes, the end of a
/// thread, and registers that differ from thread to thread.
void checkAsmThreads(const AsmGraph &graph, const AsmContext &context,
                     FindingList &findings);

/// Elements of one format in an instruction on another.
void checkAsmFormats(const AsmGraph &graph, const AsmContext &context,
                     FindingList &findings);

/// Loops that cannot end.
void checkAsmLoops(const AsmGraph &graph, const AsmContext &context,
                   FindingList &findings);

/// Carries that nothing takes.
void checkAsmCarry(const AsmGraph &graph, FindingList &findings);

/// Values that are computed and that nothing reads.
void checkAsmUnread(const AsmGraph &graph, const AsmContext &context,
                    FindingList &findings);

/// Constants that make an instruction do nothing.
void checkAsmIdle(const AsmGraph &graph, const AsmContext &context,
                  FindingList &findings);

/// Floats that are never positive, or never negative, where that decides what
/// an instruction gives.
void checkAsmSigns(const AsmGraph &graph, const AsmContext &context,
                   FindingList &findings);

/// Accesses to the variables of the body: bounds, alignment, and reads of what
/// nothing wrote.
void checkAsmOwnMemory(const AsmGraph &graph, const AsmContext &context,
                       FindingList &findings);

/// Asynchronous copies and products without what they have to be waited for by.
void checkAsmAsync(const AsmGraph &graph, const AsmContext &context,
                   FindingList &findings);

/// mbarriers that the body makes, and what it does with them; barriers of the
/// cluster.
void checkAsmMbarriers(const AsmGraph &graph, const AsmContext &context,
                       FindingList &findings);

/// What threads do to each other: races, and accesses of some threads out of
/// bounds, found by a run of all threads of the CTA.
void checkAsmRaces(const AsmGraph &graph, const AsmContext &context,
                   FindingList &findings);

/// Results that are computed alike, halves of a shuffled value that do not
/// belong together, and sums over lanes that lack some.
void checkAsmEquality(const AsmGraph &graph, const AsmContext &context,
                      FindingList &findings);

/// Floats that are made of the moved bits of others, at the wrong place; words
/// that are split into fields, if two fields have the same bits.
void checkAsmMovedBits(const AsmGraph &graph, const AsmContext &context,
                       FindingList &findings);

/// Stores whose value nothing reads, and updates that are not atomic.
void checkAsmStores(const AsmGraph &graph, const AsmContext &context,
                    FindingList &findings);

/// Elements of a group that results exchange, mix or lose; results that are
/// always the same. The other checks come before it.
void checkAsmBits(const AsmGraph &graph, const AsmContext &context,
                  FindingList &findings);

/// Pointers in instructions on another state space.
void checkAsmSpaces(const AsmGraph &graph, const AsmContext &context,
                    FindingList &findings);

/// Registers that are used before `tcgen05.wait::ld`, allocations after the
/// right to them was given up, and instruction descriptors that say nothing
/// that is.
void checkAsmTensor(const AsmGraph &graph, const AsmContext &context,
                    FindingList &findings);

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_ASMGRAPH_H
