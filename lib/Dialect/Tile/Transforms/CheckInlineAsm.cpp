//===- CheckInlineAsm.cpp - Mistakes in inline PTX ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/Transforms/CheckInlineAsm.h"

#include "tile/Dialect/Tile/IR/InlineAsm.h"
#include "tile/Dialect/Tile/Transforms/Passes.h"
#include "tile/Hardware/TargetInfo.h"
#include "tile/PTX/AsmAnalysis.h"
#include "tile/PTX/Parser.h"

#include "llvm/ADT/StringSet.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILECHECKINLINEASM
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

class InlineAsmChecker {
public:
  InlineAsmChecker(ModuleOp module, AsmCheck mode,
                   InlineAsmStatistics &statistics)
      : mode(mode), statistics(statistics) {
    if (TargetAttr attr = getTarget(module)) {
      target = ptx::Target::parse(attr.getChip());
      version = attr.getPtxVersion();
      const TargetInfo *info = lookupTarget(attr.getChip());
      if (version == 0 && info)
        version = info->getDefaultPTXVersion();
    }
    for (Operation &op : *module.getBody())
      if (auto symbol = dyn_cast<SymbolOpInterface>(op))
        symbols.insert(symbol.getName());
  }

  void check(ElementwiseInlineAsmOp op) {
    ++statistics.checked;
    FailureOr<AsmConstraints> constraints = parseAsmConstraints(
        op.getConstraints(), [&] { return op.emitOpError(); });
    // The verifier has said so.
    if (failed(constraints))
      return;
    SmallVector<AsmRegister> registers = getAsmRegisters(op);
    SmallVector<ptx::AsmOperand> operands =
        getPTXOperands(registers, *constraints);
    for (auto [reg, operand] : llvm::zip(registers, operands))
      operand.isUnused = reg.isResult && op->getResult(reg.index).use_empty();
    bool isFirst = true;
    for (const ptx::Finding &finding : analyze(op, operands)) {
      InFlightDiagnostic diagnostic = emit(op, finding);
      if (isFirst && !registers.empty())
        diagnostic.attachNote()
            << "the registers are " << describeRegisters(registers);
      isFirst = false;
    }
  }

private:
  /// The findings about the op's asm, from an op with the same one if there was
  /// one before.
  ArrayRef<ptx::Finding> analyze(ElementwiseInlineAsmOp op,
                                 ArrayRef<ptx::AsmOperand> operands) {
    // A constraint says the rest of an operand.
    std::string key =
        (op.getConstraints() + "\n" + Twine(op.getPure() ? "pure\n" : "\n"))
            .str();
    for (const ptx::AsmOperand &operand : operands)
      key += std::to_string(operand.valueBits) + "," +
             std::to_string(operand.value) + (operand.isUnused ? "-," : ",");
    key += op.getAsmString();
    auto [it, isNew] = known.try_emplace(key);
    if (!isNew)
      return it->second;
    ++statistics.analyzed;
    ptx::ParseResult<ptx::AsmBody> body = ptx::parseAsmBody(op.getAsmString());
    ptx::AsmContext context;
    context.operands = operands;
    context.target = target;
    context.version = version;
    context.isPure = op.getPure();
    auto isSymbol = [&](StringRef name) {
      // LLVM names a kernel's parameters after it.
      auto [kernel, number] = name.rsplit("_param_");
      return symbols.contains(name) ||
             (!number.empty() && symbols.contains(kernel));
    };
    context.isSymbol = isSymbol;
    it->second = ptx::analyzeAsmBody(body.value, context);
    return it->second;
  }

  InFlightDiagnostic emit(ElementwiseInlineAsmOp op,
                          const ptx::Finding &finding) {
    bool isError =
        finding.severity == ptx::Severity::Error && mode == AsmCheck::Error;
    ++(isError ? statistics.errors : statistics.warnings);
    InFlightDiagnostic diagnostic =
        isError ? emitError(op.getLoc()) : emitWarning(op.getLoc());
    diagnostic << "in the asm, line " << finding.location.line << ", column "
               << finding.location.column << ": " << finding.message;
    if (!finding.hint.empty())
      diagnostic << "; " << finding.hint;
    diagnostic << " [" << finding.name << "]";
    return diagnostic;
  }

  AsmCheck mode;
  InlineAsmStatistics &statistics;
  std::optional<ptx::Target> target;
  unsigned version = 0;
  /// What the module declares.
  llvm::StringSet<> symbols;
  llvm::StringMap<std::vector<ptx::Finding>> known;
};

struct TileCheckInlineAsm
    : tile::impl::TileCheckInlineAsmBase<TileCheckInlineAsm> {
  using TileCheckInlineAsmBase::TileCheckInlineAsmBase;

  void runOnOperation() override {
    InlineAsmStatistics statistics;
    if (failed(checkInlineAsm(getOperation(), mode, statistics)))
      signalPassFailure();
    numChecked += statistics.checked;
    numAnalyzed += statistics.analyzed;
    numErrors += statistics.errors;
    numWarnings += statistics.warnings;
    markAllAnalysesPreserved();
  }
};

} // namespace

LogicalResult tile::checkInlineAsm(ModuleOp module, AsmCheck mode,
                                   InlineAsmStatistics &statistics) {
  if (mode == AsmCheck::Off)
    return success();
  std::optional<InlineAsmChecker> checker;
  module.walk([&](ElementwiseInlineAsmOp op) {
    if (!checker)
      checker.emplace(module, mode, statistics);
    checker->check(op);
  });
  return success(statistics.errors == 0);
}
