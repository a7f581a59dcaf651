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

  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetAttr target = requireTarget(module);
    if (!target)
      return signalPassFailure();
    MLIRContext &context = getContext();
    LLVMTypeConverter converter(&context);
    RewritePatternSet patterns(&context);
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    populateMathToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);
    populateScalarMathPatterns(converter, patterns,
                               *lookupTarget(target.getChip()), fastMath);
    LLVMConversionTarget legal(context);
    legal.addLegalOp<ModuleOp>();
    legal.addLegalDialect<NVVM::NVVMDialect>();
    // No pattern fails after it has changed something.
    ConversionConfig config;
    config.allowPatternRollback = false;
    if (failed(applyFullConversion(module, legal, std::move(patterns), config)))
      return signalPassFailure();
    for (LLVM::LLVMFuncOp func : module.getOps<LLVM::LLVMFuncOp>())
      numFunctions += !func.isExternal();
  }
};

} // namespace
