//===- AsmAnalysis.cpp - What is wrong with an inline asm -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/AsmCheck/AnalyzedAsm.h"

#include "AsmGraph.h"

#include "tile/PTX/KnownDefects.h"
#include "tile/PTX/OperandAccess.h"

#include "llvm/ADT/BitVector.h"

#include <deque>

using namespace mlir::tile::ptx;
using llvm::ArrayRef;
using llvm::SmallVector;

void FindingList::add(Location location, Severity severity,
                      llvm::StringLiteral name, const llvm::Twine &message,
                      const llvm::Twine &hint, std::vector<Fix> fixes) {
  if (findings.size() < kMaxErrors)
    findings.push_back({location, severity, name, message.str(), hint.str(),
                        std::move(fixes)});
}

bool FindingList::hasErrors() const {
  return llvm::any_of(findings, [](const Finding &finding) {
    return finding.severity == Severity::Error;
  });
}

bool FindingList::isReported(const Instruction &instruction) const {
  size_t first = instruction.location.offset;
  size_t last = first;
  for (const Operand &operand : instruction.operands)
    last = std::max<size_t>(last, operand.location.offset);
  return llvm::any_of(findings, [&](const Finding &finding) {
    return finding.location.offset >= first && finding.location.offset <= last;
  });
}

std::vector<Finding> FindingList::take() {
  llvm::stable_sort(findings, [](const Finding &a, const Finding &b) {
    return a.location.offset < b.location.offset;
  });
  return std::move(findings);
}

/// What ptxas may make wrong machine code of.
static void checkKnownDefects(const AsmGraph &graph, const AsmContext &context,
                              FindingList &findings) {
  if (context.target && context.target->capability < 90)
    return;
  for (const AsmNode &node : graph.nodes)
    if (std::optional<KnownDefect> defect = findKnownDefect(*node.instruction))
      findings.add(node.instruction->location, Severity::Warning,
                   "ptxas-defect", defect->message, defect->hint);
}

AnalyzedAsm mlir::tile::ptx::analyzeAsm(const AsmBody &body,
                                        const AsmContext &context) {
  FindingList findings;
  AsmGraph graph = buildAsmGraph(body, context, findings);
  checkTensorGroups(graph, findings);
  checkAsmTensor(graph, context, findings);
  size_t numBefore = findings.size();
  checkAsmFlow(graph, context, findings);
  bool isFlowClear = findings.size() == numBefore;
  checkAsmThreads(graph, context, findings);
  checkAsmFormats(graph, context, findings);
  checkAsmSpaces(graph, context, findings);
  checkAsmLoops(graph, context, findings);
  checkAsmCarry(graph, findings);
  checkAsmIdle(graph, context, findings);
  checkAsmSigns(graph, context, findings);
  checkAsmOwnMemory(graph, context, findings);
  checkAsmBits(graph, context, findings);
  checkAsmAsync(graph, context, findings);
  checkAsmMbarriers(graph, context, findings);
  checkAsmEquality(graph, context, findings);
  checkAsmMovedBits(graph, context, findings);
  checkAsmRaces(graph, context, findings);
  checkKnownDefects(graph, context, findings);
  if (context.isPure)
    checkAsmPurity(graph, context, findings);
  checkAsmStores(graph, context, findings);
  // One mistake is one message: what is written to another register than was
  // meant leaves the other one unwritten, too.
  if (isFlowClear && !findings.hasErrors())
    checkAsmUnread(graph, context, findings);
  AnalyzedAsm analyzed{findings.take(), std::move(graph.rows), {}};
  for (const AsmNode &node : graph.nodes)
    analyzed.rowOf.push_back(node.row);
  return analyzed;
}

std::vector<Finding>
mlir::tile::ptx::analyzeAsmBody(const AsmBody &body,
                                const AsmContext &context) {
  return analyzeAsm(body, context).findings;
}

static void collectWrites(ArrayRef<Statement> statements,
                          ArrayRef<AsmOperand> operands,
                          llvm::BitVector &written) {
  for (const Statement &statement : statements) {
    if (const auto *block = statement.getIf<Block>())
      collectWrites(block->statements, operands, written);
    const auto *instruction = statement.getIf<Instruction>();
    if (!instruction)
      continue;
    std::optional<InstructionMatch> row = findRow(*instruction);
    forEachAccess(*instruction, row ? &*row : nullptr,
                  [&](const Operand &operand, AccessContext access) {
                    if (access.access == Access::Write &&
                        operand.kind == Operand::Placeholder &&
                        operand.bits < written.size())
                      written.set(operand.bits);
                  });
  }
}

SmallVector<unsigned>
mlir::tile::ptx::findWrittenInputs(const AsmBody &body,
                                   ArrayRef<AsmOperand> operands) {
  llvm::BitVector written(operands.size());
  collectWrites(body.statements, operands, written);
  SmallVector<unsigned> inputs;
  for (unsigned k : written.set_bits())
    if (!operands[k].isOutput && operands[k].tiedTo < 0 &&
        !operands[k].isImmediate)
      inputs.push_back(k);
  return inputs;
}

/// The rows of the instructions of a body, of each mnemonic and number of
/// operands once.
namespace {
class RowsOfBody {
public:
  const InstructionMatch *get(const Instruction &instruction) {
    for (const auto &[first, row] : rows)
      if (first->opcode == instruction.opcode &&
          first->modifiers == instruction.modifiers &&
          hasSameShape(*first, instruction))
        return row ? &*row : nullptr;
    rows.emplace_back(&instruction, findRow(instruction));
    return rows.back().second ? &*rows.back().second : nullptr;
  }

private:
  static bool hasSameShape(const Instruction &a, const Instruction &b) {
    return llvm::equal(
        a.operands, b.operands,
        [](const Operand &x, const Operand &y) { return x.kind == y.kind; });
  }
  std::deque<std::pair<const Instruction *, std::optional<InstructionMatch>>>
      rows;
};
} // namespace

static unsigned getEffects(const InstructionMatch *row) {
  return row ? row->form->effects : ReadsMemory | WritesMemory;
}

static unsigned collectEffects(ArrayRef<Statement> statements,
                               RowsOfBody &rows) {
  unsigned effects = NoEffects;
  for (const Statement &statement : statements) {
    if (const auto *block = statement.getIf<Block>())
      effects |= collectEffects(block->statements, rows);
    if (const auto *instruction = statement.getIf<Instruction>())
      effects |= getEffects(rows.get(*instruction));
  }
  return effects;
}

/// Whether instructions of the row, on the same operands, may give another
/// result in another thread.
static bool mayDifferByThread(const InstructionMatch *row) {
  if (!row)
    return true;
  unsigned effects = row->form->effects;
  bool isAtomic = (effects & ReadsMemory) && (effects & WritesMemory);
  // Barriers give all threads the same number.
  bool isAmongLanes = (effects & Convergent) && !(effects & IsNumberedBarrier);
  // Each thread has its own `.local`.
  return isAtomic || isAmongLanes || row->has("volatile") ||
         row->has("relaxed") || row->has("acquire") || row->has("local");
}

/// The same for what the instructions read, and who uses variables.
static bool readsOfThread(ArrayRef<Statement> statements) {
  return llvm::any_of(statements, [&](const Statement &statement) {
    if (const auto *block = statement.getIf<Block>())
      return readsOfThread(block->statements);
    if (const auto *variable = statement.getIf<Variable>())
      return variable->space == "local";
    const auto *instruction = statement.getIf<Instruction>();
    return instruction &&
           (findSpecialRegister(*instruction, SpecialRegister::Threads) ||
            findSpecialRegister(*instruction, SpecialRegister::Reads));
  });
}

static bool hasRowOfThread(ArrayRef<Statement> statements, RowsOfBody &rows) {
  return llvm::any_of(statements, [&](const Statement &statement) {
    if (const auto *block = statement.getIf<Block>())
      return hasRowOfThread(block->statements, rows);
    const auto *instruction = statement.getIf<Instruction>();
    return instruction && mayDifferByThread(rows.get(*instruction));
  });
}

bool mlir::tile::ptx::mayDifferByThread(const AsmBody &body) {
  RowsOfBody rows;
  return readsOfThread(body.statements) ||
         hasRowOfThread(body.statements, rows);
}

bool mlir::tile::ptx::mayDifferByThread(const AsmBody &body,
                                        const AnalyzedAsm &analyzed) {
  return readsOfThread(body.statements) ||
         llvm::is_contained(analyzed.rowOf, nullptr) ||
         llvm::any_of(analyzed.rows, [](const auto &row) {
           return ::mayDifferByThread(row.get());
         });
}

unsigned mlir::tile::ptx::getAsmEffects(const AsmBody &body) {
  RowsOfBody rows;
  return collectEffects(body.statements, rows);
}

unsigned mlir::tile::ptx::getAsmEffects(const AnalyzedAsm &analyzed) {
  unsigned effects = NoEffects;
  for (const InstructionMatch *row : analyzed.rowOf)
    effects |= getEffects(row);
  return effects;
}
