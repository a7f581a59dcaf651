//===- InlineAsmAnalyzer.cpp - Inline PTX of a module ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/Transforms/InlineAsmAnalyzer.h"

#include "tile/Dialect/Tile/IR/AsmInfo.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Hardware/TargetInfo.h"
#include "tile/Simulator/AsmElements.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::tile;

/// Whether a branch around an operation may keep threads from it.
static bool mayLackThreads(Operation *op, Uniformity &uniformity) {
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp()) {
    if (auto branch = dyn_cast<scf::IfOp>(parent))
      if (!uniformity.isUniform(branch.getCondition()))
        return true;
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      for (Value bound :
           {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
        if (!uniformity.isUniform(bound))
          return true;
  }
  return false;
}

namespace {
/// What the operations around an asm say of how often it runs.
struct AsmPlace {
  /// It is in a region that runs for each element, on scalars.
  bool isPerElement = false;
  /// It runs in the threads that serve elements only.
  bool isOncePerElement = false;
  /// Some threads may not come to it.
  bool mayLackThreads = false;
};
} // namespace

static bool isScalar(ElementwiseInlineAsmOp op) {
  return llvm::none_of(op->getOperandTypes(), llvm::IsaPred<ShapedType>) &&
         llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
}

/// The elements that an asm on tiles maps; 0 of others, and of a body that runs
/// for the elements of an operation around it.
static uint64_t countElements(ElementwiseInlineAsmOp op, AsmPlace place) {
  if (place.isPerElement)
    return 0;
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      return tensor.hasStaticShape() ? tensor.getNumElements() : 0;
  return 0;
}

static AsmPlace findPlace(ElementwiseInlineAsmOp op) {
  AsmPlace place;
  place.isOncePerElement = op.isOncePerElement();
  for (Operation *parent = op->getParentOp();
       parent && !isa<FunctionOpInterface, ModuleOp>(parent);
       parent = parent->getParentOp()) {
    // Control flow is the same in all threads.
    if (isa_and_present<scf::SCFDialect>(parent->getDialect()))
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
static std::string getFlags(ElementwiseInlineAsmOp op, AsmPlace place) {
  std::string flags;
  for (bool flag : {op.getPure(), op.getScope() == AsmScope::Thread,
                    op.getSignExtend(), isScalar(op), place.isPerElement,
                    place.isOncePerElement, place.mayLackThreads})
    flags += flag ? '1' : '0';
  return flags + "\n";
}

InlineAsmAnalyzer::InlineAsmAnalyzer(ModuleOp module) {
  if (TargetAttr attr = getTarget(module)) {
    target = ptx::Target::parse(attr.getChip());
    version = attr.getPtxVersion();
    isVersionGiven = version != 0;
    const TargetInfo *info = lookupTarget(attr.getChip());
    if (version == 0 && info)
      version = info->getDefaultPTXVersion();
  }
  for (Operation &op : *module.getBody())
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      symbols.insert(symbol.getName());
}

void InlineAsmAnalyzer::withContext(
    ElementwiseInlineAsmOp op,
    function_ref<void(const ptx::AsmContext &, StringRef)> body) {
  std::shared_ptr<const AsmInfo> info = getAsmInfo(op);
  if (!info->constraints)
    return;
  SmallVector<ptx::AsmOperand> operands =
      getPTXOperands(op, *info->constraints);
  AsmPlace place = findPlace(op);
  place.mayLackThreads = mayLackThreads(op, uniformity);
  for (auto [reg, operand] : llvm::zip(getAsmRegisters(op), operands)) {
    operand.isUnused = reg.isResult && op->getResult(reg.index).use_empty();
    operand.isUniform =
        !reg.isResult && !place.isPerElement &&
        !isa<RankedTensorType>(op.getArgs()[reg.index].getType()) &&
        uniformity.isUniform(op.getArgs()[reg.index]);
  }
  ptx::AsmContext context;
  context.operands = operands;
  context.target = target;
  context.version = version;
  context.isVersionGiven = isVersionGiven;
  context.isPure = op.getPure();
  context.isOncePerElement = place.isOncePerElement;
  context.numElements = countElements(op, place);
  context.hasThreadScope = op.getScope() == AsmScope::Thread;
  context.isScalar = isScalar(op) && !place.isPerElement;
  context.mayLackThreads = place.mayLackThreads;
  context.isSignExtended = op.getSignExtend();
  context.numThreads = getNumWarps(op) * kThreadsPerWarp;
  context.isWholeCTA = !op->getParentOfType<WarpRegionsOpInterface>();
  auto isSymbol = [&](StringRef name) {
    // LLVM names a kernel's parameters after it.
    auto [kernel, number] = name.rsplit("_param_");
    return symbols.contains(name) ||
           (!number.empty() && symbols.contains(kernel));
  };
  context.isSymbol = isSymbol;
  body(context, getFlags(op, place) + std::to_string(context.numThreads) + "," +
                    std::to_string(context.numElements) +
                    (context.isWholeCTA ? "\n" : "-\n"));
}

/// All that the analysis of an asm depends on, besides the module.
static std::string makeKey(ElementwiseInlineAsmOp op, StringRef flags,
                           ArrayRef<ptx::AsmOperand> operands) {
  // A constraint says the rest of an operand.
  std::string key = (op.getConstraints() + "\n" + flags).str();
  for (const ptx::AsmOperand &operand : operands)
    key += (Twine(operand.valueBits) + "," + Twine(operand.value) +
            (operand.isUnused ? "-," : ",") + (operand.isUniform ? "u" : "") +
            (operand.isOfWholeGroup ? "g" : "") +
            (operand.isBoolean ? "b" : "") + operand.floatFormat +
            Twine(operand.numElements) + operand.space + operand.pointee +
            (operand.constant
                 ? "=" + operand.type.str() + std::to_string(*operand.constant)
                 : std::string()))
               .str();
  return key + op.getAsmString().str();
}

ArrayRef<ptx::Finding> InlineAsmAnalyzer::analyze(ElementwiseInlineAsmOp op) {
  ArrayRef<ptx::Finding> findings;
  withContext(op, [&](const ptx::AsmContext &context, StringRef flags) {
    auto [it, isNew] = known.try_emplace(makeKey(op, flags, context.operands));
    if (isNew) {
      // What is read of long texts is not kept by others.
      std::shared_ptr<const AsmInfo> info = getAsmInfo(op);
      const ptx::AsmBody &text = info->body;
      ptx::AnalyzedAsm analyzed = ptx::analyzeAsm(text, context);
      // One mistake is one message.
      if (analyzed.findings.empty() && context.isPure)
        if (std::optional<ptx::Finding> finding =
                sim::compareAsmElements(text, context, analyzed))
          analyzed.findings.push_back(std::move(*finding));
      it->second = std::move(analyzed.findings);
    }
    findings = it->second;
  });
  return findings;
}

std::optional<ptx::NeededVersion>
InlineAsmAnalyzer::findNeededVersion(ElementwiseInlineAsmOp op,
                                     ArrayRef<unsigned> versions) {
  std::optional<ptx::NeededVersion> needed;
  withContext(op, [&](const ptx::AsmContext &context, StringRef) {
    needed = ptx::findNeededVersion(getAsmInfo(op)->body, context, versions);
  });
  return needed;
}

bool InlineAsmAnalyzer::isAboutTarget(const ptx::Finding &finding) {
  return finding.name == "needs-target" || finding.name == "needs-ptx-version";
}
