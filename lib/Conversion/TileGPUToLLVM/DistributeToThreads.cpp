//===- DistributeToThreads.cpp - From tiles to each thread's scalars ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeadLoopValues.h"
#include "DistributePrograms.h"
#include "OutlineFallbacks.h"
#include "Patterns.h"
#include "TensorCoreDot.h"

#include "tile/Analysis/AxisInfo.h"
#include "tile/Conversion/Passes.h"
#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Hardware/SharedMemory.h"

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

/// 32-bit registers that a tile takes in each thread.
static unsigned getWords(Value tile) {
  unsigned bits = std::max(8u, getBitWidth(getScalarType(tile.getType())));
  return llvm::divideCeil(
      ThreadTypeConverter::getNumRegisters(tile.getType()) * bits, 32);
}

/// How many CTAs of a kernel of matrix products an SM should run. As many as
/// shared memory has room for, as long as each thread has enough registers for
/// its sums, the operands of two steps, and what its loops load: CTAs hide each
/// other's waits. Not more: with the registers that are left, operands are
/// loaded well before their use. (Without a number, ptxas takes so few
/// registers that each operand is loaded right before.)
static unsigned getCTAsPerSM(FuncOp func, const TargetInfo &target,
                             const VectorShapes &shapes) {
  constexpr unsigned kRegistersPerSM = 65536, kOthers = 32, kLeast = 128;
  unsigned sums = 0, operands = 0, loaded = 0;
  func->walk([&](Operation *op) {
    if (auto dot = dyn_cast<DotOp>(op)) {
      // A product in steps adds to the same registers.
      if (!dot.getC().getDefiningOp<DotOp>())
        sums += getWords(dot.getC());
      operands =
          std::max(operands, getWords(dot.getA()) + getWords(dot.getB()));
    } else if (auto scaled = dyn_cast<DotScaledOp>(op)) {
      sums += getWords(scaled.getC());
      operands =
          std::max(operands, getWords(scaled.getA()) + getWords(scaled.getB()));
    }
    if (!isa<LoadOp, tilegpu::AsyncCopyOp>(op) ||
        !op->getParentOfType<LoopLikeOpInterface>())
      return;
    if (auto load = dyn_cast<LoadOp>(op))
      loaded += getWords(load.getResult());
    // Addresses of 64 bits, one for each vector.
    unsigned numPointers =
        ThreadTypeConverter::getNumRegisters(op->getOperand(0).getType());
    loaded += 2 * llvm::divideCeil(numPointers, shapes.lookup(op).width);
  });
  unsigned threads =
      getNumWarps(func) * getProgramsPerCTA(func) * kThreadsPerWarp;
  unsigned bySharedMemory =
      getSharedMemoryPerSM(target.capability, target.suffix) /
      (getSharedMemory(func) + kReservedSharedMemory);
  unsigned byRegisters =
      kRegistersPerSM / threads /
      std::max(kLeast, sums + 2 * operands + loaded + kOthers);
  return std::max(1u, std::min(bySharedMemory, byRegisters));
}

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
    if (failed(verifyTilesHaveLayouts(module)) ||
        failed(verifyFloat8Uses(module)) ||
        failed(verifyAtomicPairs(module, info)))
      return signalPassFailure();

    VectorShapes shapes;
    ModuleAxisInfo axisInfo(module);
    EqualRegisters equal;
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
    if (failed(distributePrograms(module)))
      return signalPassFailure();
    declareSharedMemory(module);
    setCTAsPerSM(module, info, shapes);

    MLIRContext &context = getContext();
    ThreadTypeConverter converter(&context);
    RewritePatternSet patterns(&context);
    populateFunctionPatterns(converter, patterns);
    populateElementwisePatterns(converter, patterns, equal);
    populateShapePatterns(converter, patterns);
    populateExchangePatterns(converter, patterns);
    populateSharedMemoryPatterns(converter, patterns, info);
    populateCountPatterns(converter, patterns);
    unsigned ptxVersion = target.getPtxVersion() ? target.getPtxVersion()
                                                 : info.getDefaultPTXVersion();
    populateDotPatterns(converter, patterns, info, ptxVersion);
    if (*rounding != TF32Rounding::Cut)
      populateRoundedDotPatterns(converter, patterns, info, ptxVersion,
                                 *rounding);
    populateReducePatterns(converter, patterns);
    populateScanPatterns(converter, patterns);
    populateGatherPatterns(converter, patterns);
    populateMapPatterns(converter, patterns);
    populateSortPatterns(converter, patterns);
    populateMemoryPatterns(converter, patterns, shapes, equal);
    populateAtomicPatterns(converter, patterns, shapes, info);
    populateAsyncCopyPatterns(converter, patterns, shapes);
    populateAsmPatterns(converter, patterns);
    populateDebugPatterns(converter, patterns);
    populateFpConversionPatterns(converter, patterns, info);
    populateMathOpPatterns(converter, patterns, info);

    ConversionTarget legal(context);
    legal.addIllegalDialect<TileDialect, tilegpu::TileGPUDialect>();
    legal.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
    // Around copies of a fallback, whose operations get their types later.
    legal.addLegalOp<UnrealizedConversionCastOp>();
    legal.addDynamicallyLegalDialect<arith::ArithDialect, math::MathDialect,
                                     ub::UBDialect>(
        [&](Operation *op) { return converter.isLegal(op); });
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         legal);
    cf::populateCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       legal);
    legal.markUnknownOpDynamicallyLegal(
        [&](Operation *op) { return converter.isLegal(op); });
    // The conversion ends at the first operation that is rejected. A pattern
    // has said why, and what comes after it, the driver's own error, says no
    // more.
    bool explained = false;
    ScopedDiagnosticHandler dropEcho(&context, [&](Diagnostic &diagnostic) {
      bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
      bool isEcho = isError && explained;
      explained |= isError;
      return success(isEcho);
    });
    if (failed(applyPartialConversion(module, legal, std::move(patterns))))
      return signalPassFailure();
    SmallVector<UnrealizedConversionCastOp> casts;
    module.walk(
        [&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
    reconcileUnrealizedCasts(casts);
    for (auto func : module.getOps<FunctionOpInterface>())
      eraseDeadLoopValues(func);
  }
};

} // namespace
