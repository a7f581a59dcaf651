//===- DistributeToThreads.cpp - From tiles to each thread's scalars ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CTAsPerSM.h"
#include "DistributePrograms.h"
#include "Patterns.h"
#include "TensorCoreDot.h"

#include "tile/Analysis/AxisInfo.h"
#include "tile/Conversion/Passes.h"
#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEDISTRIBUTETOTHREADS
#include "tile/Conversion/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

static void setCTAsPerSM(ModuleOp module, const TargetInfo &target,
                         const VectorShapes &shapes) {
  for (FuncOp func : module.getOps<FuncOp>()) {
    if (func.isKernel() && wantsLargeCTAs(func))
      func->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                    Builder(func.getContext())
                        .getI32IntegerAttr(getCTAsPerSM(func, target, shapes)));
  }
}

namespace {

struct TileDistributeToThreads
    : tile::impl::TileDistributeToThreadsBase<TileDistributeToThreads> {
  using TileDistributeToThreadsBase::TileDistributeToThreadsBase;
  /// A copy makes patterns of its own.
  TileDistributeToThreads(const TileDistributeToThreads &other)
      : TileDistributeToThreadsBase(other) {}

  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetAttr target = requireTarget(module);
    if (!target)
      return signalPassFailure();
    const TargetInfo &info = *lookupTarget(target.getChip());
    std::optional<TF32Rounding> rounding = parseTF32Rounding(tf32);
    if (!rounding) {
      module.emitError("expected cut, compensated or nearest as tf32, found '")
          << tf32 << "'";
      return signalPassFailure();
    }
    lowerFloat8Signs(module);
    if (failed(verifyTilesHaveLayouts(module)) ||
        failed(verifyFloat8Uses(module)) ||
        failed(verifyAtomicPairs(module, info)))
      return signalPassFailure();

    shapes.clear();
    equal.clear();
    ModuleAxisInfo axisInfo(module);
    module.walk([&](Operation *op) {
      if (auto found = findEqualRegisters(op, axisInfo); !found.empty())
        equal[op] = std::move(found);
      if (!isa<LoadOp, StoreOp>(op) && !LayoutModel(op).getAccessedPointers())
        return;
      ++numAccesses;
      if ((shapes[op] = axisInfo.getVectorShape(op)).width > 1)
        ++numVectorAccesses;
    });

    outlineFallbacks(module);
    shareRemainders(module);
    if (failed(distributePrograms(module)))
      return signalPassFailure();
    declareSharedMemory(module);
    setCTAsPerSM(module, info, shapes);

    unsigned ptxVersion = target.getPtxVersion() ? target.getPtxVersion()
                                                 : info.getDefaultPTXVersion();
    MLIRContext &context = getContext();
    makePatterns(context, info, ptxVersion, *rounding);
    // The conversion ends at the first operation that is rejected. A pattern
    // has said why, and what comes after it, the driver's own error, says no
    // more. Where no pattern has, the driver's error gets other words.
    bool explained = false;
    std::optional<Location> rejected;
    std::string name;
    ScopedDiagnosticHandler onError(&context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
        return failure();
      if (explained)
        return success();
      std::string text = diagnostic.str();
      if (StringRef(text).starts_with("failed to legalize operation '")) {
        rejected = diagnostic.getLocation();
        name = StringRef(text).split('\'').second.split('\'').first.str();
        return success();
      }
      explained = true;
      return failure();
    });
    if (failed(applyPartialConversion(module, *legal, patterns))) {
      if (rejected)
        emitError(*rejected, "expected an operation that "
                             "'tile-distribute-to-threads' lowers, found '")
            << name
            << "'; it needs a pattern of this pass, or a pass before this one "
               "that replaces it";
      return signalPassFailure();
    }
    SmallVector<UnrealizedConversionCastOp> casts;
    module.walk(
        [&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
    reconcileUnrealizedCasts(casts);
    lowerProducerWarps(module);
    for (auto func : module.getOps<FunctionOpInterface>()) {
      carryWords(func);
      eraseDeadLoopValues(func);
    }
  }

private:
  /// They serve all modules that are compiled for a target.
  void makePatterns(MLIRContext &context, const TargetInfo &info,
                    unsigned ptxVersion, TF32Rounding rounding) {
    auto madeFor = std::make_tuple(&info, ptxVersion, rounding);
    if (patternsMadeFor == madeFor)
      return;
    patternsMadeFor = madeFor;
    converter.emplace(&context);
    legal.emplace(context);
    RewritePatternSet set(&context);
    Distribution d{*converter, set, info, ptxVersion, rounding, shapes, equal};
    populateFunctionPatterns(d);
    populateElementwisePatterns(d);
    populateShapePatterns(d);
    populateExchangePatterns(d);
    populateSharedMemoryPatterns(d);
    populateCountPatterns(d);
    populateClusterPatterns(d);
    populateDotPatterns(d);
    populateWarpgroupDotPatterns(d);
    populateTensorMemoryPatterns(d);
    populateReducePatterns(d);
    populateScanPatterns(d);
    populateGatherPatterns(d);
    populateMapPatterns(d);
    populateSortPatterns(d);
    populateMemoryPatterns(d);
    populateAtomicPatterns(d);
    populateAsyncCopyPatterns(d);
    populateBoxCopyPatterns(d);
    populateAsmPatterns(d);
    populateDebugPatterns(d);
    populateFpConversionPatterns(d);
    populateByteConversionPatterns(d);
    populateMathOpPatterns(d);

    legal->addIllegalDialect<TileDialect, tilegpu::TileGPUDialect>();
    addLLVMOps(*legal);
    // Around copies of a fallback, whose operations get their types later.
    legal->addLegalOp<UnrealizedConversionCastOp>();
    // What is in it counts; lowerProducerWarps does the rest.
    legal->addLegalOp<tilegpu::ProducerWarpOp, tilegpu::ProductWarpOp>();
    legal->addDynamicallyLegalDialect<arith::ArithDialect, math::MathDialect,
                                      ub::UBDialect>(
        [&](Operation *op) { return converter->isLegal(op); });
    scf::populateSCFStructuralTypeConversionsAndLegality(*converter, set,
                                                         *legal);
    cf::populateCFStructuralTypeConversionsAndLegality(*converter, set, *legal);
    legal->markUnknownOpDynamicallyLegal(
        [&](Operation *op) { return converter->isLegal(op); });
    patterns = FrozenRewritePatternSet(std::move(set));
  }

  std::optional<ThreadTypeConverter> converter;
  std::optional<ConversionTarget> legal;
  FrozenRewritePatternSet patterns;
  std::optional<std::tuple<const TargetInfo *, unsigned, TF32Rounding>>
      patternsMadeFor;
  /// Of the module's operations; patterns look them up.
  VectorShapes shapes;
  EqualRegisters equal;
};

} // namespace
