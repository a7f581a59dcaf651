//===- DistributeElementwise.cpp - A copy of an operation for each register
//-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// arith and math operations on tiles: the same operation on each register.
struct ScalarizeElementwise : ConversionPattern {
  ScalarizeElementwise(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isElementwise(op) || isa<TileDialect>(op->getDialect()) ||
        op->getNumRegions() != 0)
      return rewriter.notifyMatchFailure(op, "not an elementwise operation");
    unsigned count = 1;
    SmallVector<Type> elementTypes;
    for (Type type : op->getResultTypes()) {
      count = ThreadTypeConverter::getNumRegisters(type);
      Type element = getTypeConverter()->convertType(getScalarType(type));
      if (!element)
        return rewriter.notifyMatchFailure(op, "result does not convert");
      elementTypes.push_back(element);
    }
    SmallVector<SmallVector<Value>> results(op->getNumResults());
    SmallVector<Value> scalars;
    for (unsigned i = 0; i < count; ++i) {
      scalars.clear();
      for (ValueRange registers : operands)
        scalars.push_back(registers[registers.size() == 1 ? 0 : i]);
      Operation *scalarOp = Operation::create(
          op->getLoc(), op->getName(), elementTypes, scalars,
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
          /*successors=*/{}, /*numRegions=*/0);
      rewriter.insert(scalarOp);
      for (auto [list, result] : llvm::zip(results, scalarOp->getResults()))
        list.push_back(result);
    }
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }
};

struct AddPtrLowering : ElementwiseLowering<AddPtrOp> {
  using ElementwiseLowering::ElementwiseLowering;

  Value lowerElement(AddPtrOp op, ArrayRef<Value> operands, Type elementType,
                     ConversionPatternRewriter &rewriter) const override {
    Type pointee = cast<PtrType>(getScalarType(op.getType())).getPointeeType();
    Type unit = getTypeConverter()->convertType(pointee);
    if (unit.isInteger(1))
      unit = rewriter.getI8Type();
    Value offset = operands[1];
    // LLVM truncates or sign-extends an index to the width of an address.
    return LLVM::GEPOp::create(rewriter, op.getLoc(), elementType, unit,
                               operands[0], ValueRange{offset});
  }
};

template <typename SourceOp, typename TargetOp>
struct CastLowering : ElementwiseLowering<SourceOp> {
  using ElementwiseLowering<SourceOp>::ElementwiseLowering;

  Value lowerElement(SourceOp op, ArrayRef<Value> operands, Type elementType,
                     ConversionPatternRewriter &rewriter) const override {
    return TargetOp::create(rewriter, op.getLoc(), elementType, operands[0]);
  }
};

/// A poisoned tile: the same poisoned scalar for each register.
struct PoisonLowering : OpConversionPattern<ub::PoisonOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ub::PoisonOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type element = getTypeConverter()->convertType(getScalarType(op.getType()));
    Value scalar = LLVM::PoisonOp::create(rewriter, op.getLoc(), element);
    SmallVector<Value> registers(
        ThreadTypeConverter::getNumRegisters(op.getType()), scalar);
    rewriter.replaceOpWithMultiple(op, {registers});
    return success();
  }
};

} // namespace

LogicalResult tile::verifyFloat8Uses(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    bool isMath = isa<ClampFOp>(op) ||
                  isa<arith::ArithDialect, math::MathDialect>(op->getDialect());
    // Those that move bits; tile-distribute-to-threads lowers arith.extf.
    if (!isMath || isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp,
                       arith::ExtFOp>(op))
      return WalkResult::advance();
    for (TypeRange types :
         {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
      for (Type type : types)
        if (auto scalar = dyn_cast<FloatType>(getScalarType(type));
            scalar && scalar.getWidth() == 8) {
          op->emitOpError("expected no 8-bit floats, which tile.fp_to_fp "
                          "converts, found ")
              << scalar;
          return WalkResult::interrupt();
        }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

void tile::populateElementwisePatterns(const ThreadTypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns.add<ScalarizeElementwise, AddPtrLowering,
               CastLowering<IntToPtrOp, LLVM::IntToPtrOp>,
               CastLowering<PtrToIntOp, LLVM::PtrToIntOp>, PoisonLowering>(
      converter, patterns.getContext());
}
