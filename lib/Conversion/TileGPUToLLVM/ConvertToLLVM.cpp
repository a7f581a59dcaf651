//===- ConvertToLLVM.cpp - From scalars to LLVM -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Conversion/Passes.h"
#include "tile/Conversion/TileGPUToLLVM/Lowering.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILECONVERTTOLLVM
#include "tile/Conversion/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

struct TileConvertToLLVM
    : tile::impl::TileConvertToLLVMBase<TileConvertToLLVM> {
  using TileConvertToLLVMBase::TileConvertToLLVMBase;
  /// A copy makes patterns of its own.
  TileConvertToLLVM(const TileConvertToLLVM &other)
      : TileConvertToLLVMBase(other) {}

  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetAttr target = requireTarget(module);
    if (!target)
      return signalPassFailure();
    MLIRContext &context = getContext();
    makePatterns(context, *lookupTarget(target.getChip()));
    LLVMConversionTarget legal(context);
    legal.addLegalOp<ModuleOp>();
    legal.addLegalDialect<NVVM::NVVMDialect>();
    // No pattern fails after it has changed something.
    ConversionConfig config;
    config.allowPatternRollback = false;
    if (failed(applyFullConversion(module, legal, patterns, config)))
      return signalPassFailure();
    for (LLVM::LLVMFuncOp func : module.getOps<LLVM::LLVMFuncOp>())
      numFunctions += !func.isExternal();
  }

private:
  /// They serve all modules that are compiled for a target.
  void makePatterns(MLIRContext &context, const TargetInfo &target) {
    if (patternsTarget == &target)
      return;
    patternsTarget = &target;
    converter.emplace(&context);
    RewritePatternSet set(&context);
    populateSCFToControlFlowConversionPatterns(set);
    arith::populateCeilFloorDivExpandOpsPatterns(set);
    arith::populateArithToLLVMConversionPatterns(*converter, set);
    populateMathToLLVMConversionPatterns(*converter, set);
    cf::populateControlFlowToLLVMConversionPatterns(*converter, set);
    ub::populateUBToLLVMConversionPatterns(*converter, set);
    populateScalarMathPatterns(*converter, set, target, fastMath);
    patterns = FrozenRewritePatternSet(std::move(set));
  }

  std::optional<LLVMTypeConverter> converter;
  FrozenRewritePatternSet patterns;
  const TargetInfo *patternsTarget = nullptr;
};

} // namespace
