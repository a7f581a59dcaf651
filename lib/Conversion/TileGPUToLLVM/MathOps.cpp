//===- MathOps.cpp - The tile dialect's mathematics -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tile.bitcast, clampf, precise_sqrt, precise_divf, approx_divf, mulhiui and
// extern_elementwise.
//
//===----------------------------------------------------------------------===//

#include "BitBuilder.h"
#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/BitcodeLibraries.h"
#include "tile/Conversion/TileGPUToLLVM/Lowering.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

Value lowerBitcast(BitcastOp op, ArrayRef<Value> operands, Type elementType,
                   ConversionPatternRewriter &rewriter,
                   const ThreadTypeConverter &) {
  // Pointers of one address space, and 8-bit floats and integers, are one
  // type by now.
  if (operands[0].getType() == elementType)
    return operands[0];
  return LLVM::BitcastOp::create(rewriter, op.getLoc(), elementType,
                                 operands[0]);
}

Value lowerClampF(ClampFOp op, ArrayRef<Value> operands, Type elementType,
                  ConversionPatternRewriter &rewriter,
                  const ThreadTypeConverter &) {
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

Value lowerPreciseSqrt(PreciseSqrtOp op, ArrayRef<Value> operands, Type,
                       ConversionPatternRewriter &rewriter,
                       const ThreadTypeConverter &) {
  // Without flags, sqrt.rn.
  return LLVM::SqrtOp::create(rewriter, op.getLoc(), operands[0]);
}

Value lowerPreciseDivF(PreciseDivFOp op, ArrayRef<Value> operands, Type,
                       ConversionPatternRewriter &rewriter,
                       const ThreadTypeConverter &) {
  // Without flags, div.rn.
  return LLVM::FDivOp::create(rewriter, op.getLoc(), operands[0], operands[1]);
}

Value lowerApproxDivF(ApproxDivFOp op, ArrayRef<Value> operands,
                      Type elementType, ConversionPatternRewriter &rewriter,
                      const ThreadTypeConverter &) {
  BitBuilder b(rewriter, op.getLoc());
  return b.intrinsic("llvm.nvvm.div.approx.f", elementType, operands);
}

/// The upper half of the product in twice the width, which LLVM makes a mul.hi.
Value lowerMulhiUI(MulhiUIOp op, ArrayRef<Value> operands, Type elementType,
                   ConversionPatternRewriter &rewriter,
                   const ThreadTypeConverter &) {
  BitBuilder b(rewriter, op.getLoc());
  unsigned width = elementType.getIntOrFloatBitWidth();
  Type wide = rewriter.getIntegerType(2 * width);
  Value product = b.create<LLVM::MulOp>(b.zeroExtend(operands[0], wide),
                                        b.zeroExtend(operands[1], wide));
  return b.truncate(b.shiftRight(product, width), elementType);
}

LogicalResult reportConflict(ExternElementwiseOp op,
                             LLVM::LLVMFunctionType type, Operation *existing) {
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

LogicalResult lowerExternElementwise(ExternElementwiseOp op,
                                     Parts<ExternElementwiseOp> adaptor,
                                     ConversionPatternRewriter &rewriter,
                                     const ThreadTypeConverter &converter) {
  SmallVector<Type> argumentTypes;
  for (Value operand : op.getSrcs())
    argumentTypes.push_back(converter.convertElement(operand.getType()));
  Type resultType = converter.convertElement(op.getType());
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

} // namespace

void tile::populateMathOpPatterns(const Distribution &d) {
  addElementLowering(d.converter, d.patterns, lowerBitcast);
  addElementLowering(d.converter, d.patterns, lowerClampF);
  addElementLowering(d.converter, d.patterns, lowerPreciseSqrt);
  addElementLowering(d.converter, d.patterns, lowerPreciseDivF);
  addElementLowering(d.converter, d.patterns, lowerApproxDivF);
  addElementLowering(d.converter, d.patterns, lowerMulhiUI);
  addLowering(d.converter, d.patterns, lowerExternElementwise, d.converter);
}
