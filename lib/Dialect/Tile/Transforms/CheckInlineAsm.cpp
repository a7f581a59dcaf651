//===- CheckInlineAsm.cpp - Mistakes in inline PTX, and its fallbacks -----===//
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

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILECHECKINLINEASM
#define GEN_PASS_DEF_TILESELECTINLINEASM
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

/// The constant integer that a scalar, or each element of a tile, is.
std::optional<int64_t> getInteger(Value value) {
  if (auto splat = value.getDefiningOp<SplatOp>())
    value = splat.getSrc();
  APInt integer;
  APFloat number(0.0);
  if (matchPattern(value, m_ConstantFloat(&number)))
    integer = number.bitcastToAPInt();
  else if (!matchPattern(value, m_ConstantInt(&integer)))
    return std::nullopt;
  if (integer.getBitWidth() > 64)
    return std::nullopt;
  return integer.getBitWidth() == 1 ? integer.getZExtValue()
                                    : integer.getSExtValue();
}

/// What the operations around an asm say of how often it runs.
struct AsmPlace {
  /// It is in a region that runs for each element, on scalars.
  bool isPerElement = false;
  /// It runs in the threads that serve elements only.
  bool isOncePerElement = false;
  /// Some threads may not come to it.
  bool mayLackThreads = false;
};

/// Which values differ from thread to thread where they should not: those that
/// come from an asm of scope thread.
class ThreadValues {
public:
  /// Whether all threads have the same scalar, as far as the function shows.
  bool isUniform(Value value) {
    SmallVector<Value> work{value};
    llvm::SmallDenseSet<Value> seen;
    while (!work.empty()) {
      Value next = work.pop_back_val();
      Operation *op = next.getDefiningOp();
      if (!op || known.contains(next) || !seen.insert(next).second)
        continue;
      auto inlineAsm = dyn_cast<ElementwiseInlineAsmOp>(op);
      if (inlineAsm && !inlineAsm.getPure() && !inlineAsm.isOncePerElement())
        return false;
      // What an element of a tile is, the asm may not know.
      for (Value operand : op->getOperands())
        work.push_back(operand);
    }
    known.insert(seen.begin(), seen.end());
    return true;
  }

  /// Whether a branch around an operation may keep threads from it.
  bool mayLackThreads(Operation *op) {
    for (Operation *parent = op->getParentOp(); parent;
         parent = parent->getParentOp()) {
      if (auto branch = dyn_cast<scf::IfOp>(parent))
        if (!isUniform(branch.getCondition()))
          return true;
      if (auto loop = dyn_cast<scf::ForOp>(parent))
        for (Value bound :
             {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
          if (!isUniform(bound))
            return true;
    }
    return false;
  }

private:
  /// Those that are uniform.
  llvm::DenseSet<Value> known;
};

bool isScalar(ElementwiseInlineAsmOp op) {
  return llvm::none_of(op->getOperandTypes(), llvm::IsaPred<ShapedType>) &&
         llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
}

AsmPlace findPlace(ElementwiseInlineAsmOp op) {
  AsmPlace place;
  place.isOncePerElement = op.isOncePerElement();
  for (Operation *parent = op->getParentOp();
       parent && !isa<FunctionOpInterface, ModuleOp>(parent);
       parent = parent->getParentOp()) {
    // Control flow is the same in all threads.
    if (isa<scf::SCFDialect>(parent->getDialect()))
      continue;
    auto outer = dyn_cast<ElementwiseInlineAsmOp>(parent);
    place.isPerElement |= !outer || !isScalar(outer);
    // A fallback runs where its asm would.
    place.isOncePerElement |=
        !op.getPure() && outer && outer.isOncePerElement();
  }
  return place;
}

/// What tells two asms of one text apart, besides their registers.
std::string getFlags(ElementwiseInlineAsmOp op, AsmPlace place) {
  std::string flags;
  for (bool flag : {op.getPure(), op.getScope() == AsmScope::Thread,
                    op.getSignExtend(), isScalar(op), place.isPerElement,
                    place.isOncePerElement, place.mayLackThreads})
    flags += flag ? '1' : '0';
  return flags + "\n";
}

/// Analyses bodies for the target of a module, each different one once.
class InlineAsmAnalyzer {
public:
  explicit InlineAsmAnalyzer(ModuleOp module) {
    if (TargetAttr attr = getTarget(module)) {
      target = ptx::Target::parse(attr.getChip());
      version = attr.getPtxVersion();
      const TargetInfo *info = lookupTarget(attr.getChip());
      if (version == 0 && info)
        version = info->getDefaultPTXVersion();
      numThreads = attr.getNumWarps() * kThreadsPerWarp;
    }
    for (Operation &op : *module.getBody())
      if (auto symbol = dyn_cast<SymbolOpInterface>(op))
        symbols.insert(symbol.getName());
  }

  /// What is wrong with the op's asm; nothing where the verifier has said it.
  ArrayRef<ptx::Finding> analyze(ElementwiseInlineAsmOp op) {
    FailureOr<AsmConstraints> constraints = parseAsmConstraints(
        op.getConstraints(), [&] { return op.emitOpError(); });
    if (failed(constraints))
      return {};
    SmallVector<AsmRegister> registers = getAsmRegisters(op);
    SmallVector<ptx::AsmOperand> operands =
        getPTXOperands(registers, *constraints);
    AsmPlace place = findPlace(op);
    place.mayLackThreads = threadValues.mayLackThreads(op);
    for (auto [reg, operand] : llvm::zip(registers, operands)) {
      operand.isUnused = reg.isResult && op->getResult(reg.index).use_empty();
      operand.isUniform =
          !reg.isResult && !place.isPerElement &&
          !isa<RankedTensorType>(op.getArgs()[reg.index].getType()) &&
          threadValues.isUniform(op.getArgs()[reg.index]);
      if (operand.isImmediate)
        operand.constant = getInteger(op.getArgs()[reg.index]);
    }
    // A constraint says the rest of an operand.
    std::string key = (op.getConstraints() + "\n" + getFlags(op, place)).str();
    for (const ptx::AsmOperand &operand : operands)
      key += (Twine(operand.valueBits) + "," + Twine(operand.value) +
              (operand.isUnused ? "-," : ",") + (operand.isUniform ? "u" : "") +
              operand.floatFormat + Twine(operand.numElements) + operand.space +
              (operand.constant ? "=" + std::to_string(*operand.constant) : ""))
                 .str();
    key += op.getAsmString();
    auto [it, isNew] = known.try_emplace(key);
    if (!isNew)
      return it->second;
    ptx::ParseResult<ptx::AsmBody> body = ptx::parseAsmBody(op.getAsmString());
    ptx::AsmContext context;
    context.operands = operands;
    context.target = target;
    context.version = version;
    context.isPure = op.getPure();
    context.isOncePerElement = place.isOncePerElement;
    context.hasThreadScope = op.getScope() == AsmScope::Thread;
    context.isScalar = isScalar(op) && !place.isPerElement;
    context.mayLackThreads = place.mayLackThreads;
    context.isSignExtended = op.getSignExtend();
    context.numThreads = numThreads;
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

  /// Different bodies so far.
  unsigned getNumAnalyzed() const { return known.size(); }

private:
  std::optional<ptx::Target> target;
  unsigned version = 0;
  unsigned numThreads = 0;
  ThreadValues threadValues;
  /// What the module declares.
  llvm::StringSet<> symbols;
  llvm::StringMap<std::vector<ptx::Finding>> known;
};

/// Whether a body is right, but not for the target.
bool isAboutTarget(const ptx::Finding &finding) {
  return finding.name == "needs-target" || finding.name == "needs-ptx-version";
}

class InlineAsmChecker {
public:
  InlineAsmChecker(ModuleOp module, AsmCheck mode, AsmChoice choice,
                   InlineAsmStatistics &statistics)
      : analyzer(module), mode(mode), choice(choice), statistics(statistics) {}

  void check(ElementwiseInlineAsmOp op) {
    ++statistics.checked;
    bool runsFallback = op.hasFallback() && choice != AsmChoice::Native;
    bool isFirst = true;
    for (const ptx::Finding &finding : analyzer.analyze(op)) {
      if (isAboutTarget(finding) && runsFallback)
        continue;
      InFlightDiagnostic diagnostic = emit(op, finding);
      SmallVector<AsmRegister> registers = getAsmRegisters(op);
      if (isFirst && !registers.empty())
        diagnostic.attachNote()
            << "the registers are " << describeRegisters(registers);
      isFirst = false;
      if (isAboutTarget(finding) && op.hasFallback())
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
    diagnostic << "in the asm, line " << finding.location.line << ", column "
               << finding.location.column << ": " << finding.message;
    if (!finding.hint.empty())
      diagnostic << "; " << finding.hint;
    diagnostic << " [" << finding.name << "]";
    return diagnostic;
  }

  InlineAsmAnalyzer analyzer;
  AsmCheck mode;
  AsmChoice choice;
  InlineAsmStatistics &statistics;
};

struct TileCheckInlineAsm
    : tile::impl::TileCheckInlineAsmBase<TileCheckInlineAsm> {
  using TileCheckInlineAsmBase::TileCheckInlineAsmBase;

  void runOnOperation() override {
    InlineAsmStatistics statistics;
    if (failed(checkInlineAsm(getOperation(), mode, choice, statistics)))
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
    numFallbacks += selectInlineAsm(getOperation(), choice);
  }
};

} // namespace

LogicalResult tile::checkInlineAsm(ModuleOp module, AsmCheck mode,
                                   AsmChoice choice,
                                   InlineAsmStatistics &statistics) {
  if (mode == AsmCheck::Off)
    return success();
  std::optional<InlineAsmChecker> checker;
  module.walk([&](ElementwiseInlineAsmOp op) {
    if (!checker)
      checker.emplace(module, mode, choice, statistics);
    checker->check(op);
  });
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

unsigned tile::selectInlineAsm(ModuleOp module, AsmChoice choice) {
  std::optional<InlineAsmAnalyzer> analyzer;
  unsigned fallbacks = 0;
  // Innermost first: a region that is dropped has been visited.
  module.walk([&](ElementwiseInlineAsmOp op) {
    if (!op.hasFallback() || op.getUseFallback())
      return;
    bool useFallback = choice == AsmChoice::Fallback;
    if (choice == AsmChoice::Auto) {
      if (!analyzer)
        analyzer.emplace(module);
      ArrayRef<ptx::Finding> findings = analyzer->analyze(op);
      const auto *lacking = llvm::find_if(findings, isAboutTarget);
      useFallback = lacking != findings.end();
      if (useFallback)
        emitRemark(op.getLoc())
            << "the fallback of this asm runs: " << lacking->message;
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
