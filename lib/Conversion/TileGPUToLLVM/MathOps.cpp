//===- MathOps.cpp - The tile dialect's mathematics -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tile.bitcast, clampf, precise_sqrt, precise_divf, approx_divf, mulhiui and
// extern_elementwise.
//
//===----------------------------------------------------------------------===//

#include "BitBuilder.h"

#include "tile/Conversion/TileGPUToLLVM/BitcodeLibraries.h"
#include "tile/Conversion/TileGPUToLLVM/Lowering.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

struct BitcastLowering : ElementwiseLowering<BitcastOp> {
  using ElementwiseLowering::ElementwiseLowering;

  Value lowerElement(BitcastOp op, ArrayRef<Value> operands, Type elementType,
                     ConversionPatternRewriter &rewriter) const override {
    // Pointers of one address space, and 8-bit floats and integers, are one
    // type by now.
    if (operands[0].getType() == elementType)
      return operands[0];
    return LLVM::BitcastOp::create(rewriter, op.getLoc(), elementType,
                                   operands[0]);
  }
};

struct ClampFLowering : ElementwiseLowering<ClampFOp> {
  using ElementwiseLowering::ElementwiseLowering;

  Value lowerElement(ClampFOp op, ArrayRef<Value> operands, Type elementType,
                     ConversionPatternRewriter &rewriter) const override {
    BitBuilder b(rewriter, op.getLoc());
    Value x = operands[0], min = operands[1], max = operands[2];
    bool propagates = op.getPropagateNan() == PropagateNan::ALL;
    if (propagates && !elementType.isF64())
      return b.create<LLVM::MinimumOp>(b.create<LLVM::MaximumOp>(x, min), max);
    Value result =
        b.create<LLVM::MinNumOp>(b.create<LLVM::MaxNumOp>(x, min), max);
    if (!propagates)
      return result;
    // f64 has no max.NaN (PTX ISA, "max"); only x needs to be looked at.
    Value isNaN = b.create<LLVM::FCmpOp>(LLVM::FCmpPredicate::uno, x, x);
    return b.select(isNaN, x, result);
  }
};

struct PreciseSqrtLowering : ElementwiseLowering<PreciseSqrtOp> {
  using ElementwiseLowering::ElementwiseLowering;

  Value lowerElement(PreciseSqrtOp op, ArrayRef<Value> operands, Type,
                     ConversionPatternRewriter &rewriter) const override {
    // Without flags, sqrt.rn.
    return LLVM::SqrtOp::create(rewriter, op.getLoc(), operands[0]);
  }
};

struct PreciseDivFLowering : ElementwiseLowering<PreciseDivFOp> {
  using ElementwiseLowering::ElementwiseLowering;

  Value lowerElement(PreciseDivFOp op, ArrayRef<Value> operands, Type,
                     ConversionPatternRewriter &rewriter) const override {
    // Without flags, div.rn.
    return LLVM::FDivOp::create(rewriter, op.getLoc(), operands[0],
                                operands[1]);
  }
};

struct ApproxDivFLowering : ElementwiseLowering<ApproxDivFOp> {
  using ElementwiseLowering::ElementwiseLowering;

  Value lowerElement(ApproxDivFOp op, ArrayRef<Value> operands,
                     Type elementType,
                     ConversionPatternRewriter &rewriter) const override {
    BitBuilder b(rewriter, op.getLoc());
    return b.intrinsic("llvm.nvvm.div.approx.f", elementType, operands);
  }
};

/// The upper half of the product in twice the width, which LLVM makes a mul.hi.
struct MulhiUILowering : ElementwiseLowering<MulhiUIOp> {
  using ElementwiseLowering::ElementwiseLowering;

  Value lowerElement(MulhiUIOp op, ArrayRef<Value> operands, Type elementType,
                     ConversionPatternRewriter &rewriter) const override {
    BitBuilder b(rewriter, op.getLoc());
    unsigned width = elementType.getIntOrFloatBitWidth();
    Type wide = rewriter.getIntegerType(2 * width);
    Value product = b.create<LLVM::MulOp>(b.zeroExtend(operands[0], wide),
                                          b.zeroExtend(operands[1], wide));
    return b.truncate(b.shiftRight(product, width), elementType);
  }
};

struct ExternElementwiseLowering : OpConversionPattern<ExternElementwiseOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ExternElementwiseOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> argumentTypes;
    for (Value operand : op.getSrcs())
      argumentTypes.push_back(
          getTypeConverter()->convertType(getScalarType(operand.getType())));
    Type resultType =
        getTypeConverter()->convertType(getScalarType(op.getType()));
    auto type = LLVM::LLVMFunctionType::get(resultType, argumentTypes);

    Operation *existing = nullptr;
    LLVM::LLVMFuncOp func =
        getOrDeclareBitcodeFunction(rewriter, op, op.getSymbol(), type,
                                    op.getLibpath(), op.getPure(), &existing);
    if (!func)
      return reportConflict(op, type, existing);

    SmallVector<Value> results;
    unsigned count = ThreadTypeConverter::getNumRegisters(op.getType());
    for (unsigned i = 0; i < count; ++i) {
      SmallVector<Value> arguments;
      for (ValueRange registers : adaptor.getSrcs())
        arguments.push_back(registers[registers.size() == 1 ? 0 : i]);
      results.push_back(
          LLVM::CallOp::create(rewriter, op.getLoc(), func, arguments)
              .getResult());
    }
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }

private:
  static LogicalResult reportConflict(ExternElementwiseOp op,
                                      LLVM::LLVMFunctionType type,
                                      Operation *existing) {
    InFlightDiagnostic diag = op.emitOpError("expected '")
                              << op.getSymbol() << "' to be of type " << type
                              << ", as it is called here, found ";
    if (auto func = dyn_cast<LLVM::LLVMFuncOp>(existing))
      diag << func.getFunctionType();
    else
      diag << "a '" << existing->getName() << "'";
    diag.attachNote(existing->getLoc()) << "first used here";
    return failure();
  }
};

} // namespace

void tile::populateMathOpPatterns(const ThreadTypeConverter &converter,
                                  RewritePatternSet &patterns,
                                  const TargetInfo &target) {
  patterns.add<BitcastLowering, ClampFLowering, PreciseSqrtLowering,
               PreciseDivFLowering, ApproxDivFLowering, MulhiUILowering,
               ExternElementwiseLowering>(converter, patterns.getContext());
}
