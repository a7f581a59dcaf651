//===- CheckInlineAsm.cpp - Mistakes in inline PTX, and its fallbacks -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/Transforms/CheckInlineAsm.h"

#include "tile/AsmCheck/AsmPlace.h"
#include "tile/Dialect/Tile/IR/InlineAsm.h"
#include "tile/Dialect/Tile/Transforms/InlineAsmAnalyzer.h"
#include "tile/Dialect/Tile/Transforms/Passes.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILECHECKINLINEASM
#define GEN_PASS_DEF_TILESELECTINLINEASM
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

class InlineAsmChecker {
public:
  InlineAsmChecker(AsmCheck mode, AsmChoice choice,
                   InlineAsmStatistics &statistics, InlineAsmAnalyzer &analyzer)
      : analyzer(analyzer), mode(mode), choice(choice), statistics(statistics) {
  }

  void check(ElementwiseInlineAsmOp op) {
    ++statistics.checked;
    bool runsFallback = op.hasFallback() && choice != AsmChoice::Native;
    bool isFirst = true;
    for (const ptx::Finding &finding : analyzer.analyze(op)) {
      if (InlineAsmAnalyzer::isAboutTarget(finding) && runsFallback)
        continue;
      InFlightDiagnostic diagnostic = emit(op, finding);
      SmallVector<AsmRegister> registers = getAsmRegisters(op);
      if (isFirst && !registers.empty())
        diagnostic.attachNote()
            << "the registers are " << describeRegisters(registers);
      isFirst = false;
      if (InlineAsmAnalyzer::isAboutTarget(finding) && op.hasFallback())
        diagnostic.attachNote(op.getFallback().getLoc())
            << "its fallback would run with --asm=auto";
    }
    statistics.analyzed = analyzer.getNumAnalyzed();
  }

private:
  InFlightDiagnostic emit(ElementwiseInlineAsmOp op,
                          const ptx::Finding &finding) {
    bool isError =
        finding.severity == ptx::Severity::Error && mode == AsmCheck::Error;
    ++(isError ? statistics.errors : statistics.warnings);
    InFlightDiagnostic diagnostic =
        isError ? emitError(op.getLoc()) : emitWarning(op.getLoc());
    diagnostic << describeFinding(finding)
               << ptx::showPlace(op.getAsmString(), finding.location);
    return diagnostic;
  }

  InlineAsmAnalyzer &analyzer;
  AsmCheck mode;
  AsmChoice choice;
  InlineAsmStatistics &statistics;
};

struct TileCheckInlineAsm
    : tile::impl::TileCheckInlineAsmBase<TileCheckInlineAsm> {
  using TileCheckInlineAsmBase::TileCheckInlineAsmBase;

  void runOnOperation() override {
    InlineAsmStatistics statistics;
    if (failed(checkInlineAsm(getOperation(), mode, choice, statistics,
                              getAnalysis<InlineAsmAnalyzer>())))
      signalPassFailure();
    numChecked += statistics.checked;
    numAnalyzed += statistics.analyzed;
    numErrors += statistics.errors;
    numWarnings += statistics.warnings;
    markAllAnalysesPreserved();
  }
};

struct TileSelectInlineAsm
    : tile::impl::TileSelectInlineAsmBase<TileSelectInlineAsm> {
  using TileSelectInlineAsmBase::TileSelectInlineAsmBase;

  void runOnOperation() override {
    numFallbacks += selectInlineAsm(getOperation(), choice,
                                    getAnalysis<InlineAsmAnalyzer>());
  }
};

} // namespace

std::string tile::describeFinding(const ptx::Finding &finding) {
  return ptx::describePlace(finding.location) + finding.message +
         (finding.hint.empty() ? "" : "; " + finding.hint) + " [" +
         finding.name.str() + "]";
}

LogicalResult tile::checkInlineAsm(ModuleOp module, AsmCheck mode,
                                   AsmChoice choice,
                                   InlineAsmStatistics &statistics,
                                   InlineAsmAnalyzer &analyzer) {
  if (mode == AsmCheck::Off)
    return success();
  InlineAsmChecker checker(mode, choice, statistics, analyzer);
  module.walk([&](ElementwiseInlineAsmOp op) { checker.check(op); });
  return success(statistics.errors == 0);
}

/// The operation without its region, which an operation cannot lose.
static void dropFallback(ElementwiseInlineAsmOp op) {
  OpBuilder builder(op);
  auto native = ElementwiseInlineAsmOp::create(
      builder, op.getLoc(), op.getResultTypes(), op.getArgs(), op->getAttrs(),
      /*fallbacksCount=*/0);
  op.replaceAllUsesWith(native);
  op.erase();
}

unsigned tile::selectInlineAsm(ModuleOp module, AsmChoice choice,
                               InlineAsmAnalyzer &analyzer) {
  unsigned fallbacks = 0;
  // Innermost first: a region that is dropped has been visited.
  module.walk([&](ElementwiseInlineAsmOp op) {
    if (!op.hasFallback() || op.getUseFallback())
      return;
    bool useFallback = choice == AsmChoice::Fallback;
    if (choice == AsmChoice::Auto) {
      ArrayRef<ptx::Finding> findings = analyzer.analyze(op);
      const auto *lacking =
          llvm::find_if(findings, InlineAsmAnalyzer::isAboutTarget);
      useFallback = lacking != findings.end();
      if (useFallback) {
        InFlightDiagnostic remark = emitRemark(op.getLoc());
        remark << "the fallback of this asm runs: " << lacking->message;
        if (!lacking->hint.empty())
          remark << "; " << lacking->hint;
      }
    }
    if (useFallback) {
      op.setUseFallback(true);
      ++fallbacks;
    } else {
      dropFallback(op);
    }
  });
  return fallbacks;
}
