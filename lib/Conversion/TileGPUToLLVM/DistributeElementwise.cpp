//===- DistributeElementwise.cpp - A copy of an operation for each register
//-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <map>

using namespace mlir;
using namespace mlir::tile;

namespace {

/// arith and math operations on tiles: the same operation on each register.
struct ScalarizeElementwise : ConversionPattern {
  ScalarizeElementwise(const TypeConverter &converter, MLIRContext *context,
                       const EqualRegisters &equal)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context),
        equal(equal) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isElementwise(op) || isa_and_present<TileDialect>(op->getDialect()) ||
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
    auto equals = equal.find(op);
    for (unsigned i = 0; i < count; ++i) {
      if (equals != equal.end() && equals->second[i] != i) {
        for (SmallVector<Value> &list : results)
          list.push_back(list[equals->second[i]]);
        continue;
      }
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

private:
  const EqualRegisters &equal;
};

Value lowerAddPtr(AddPtrOp op, ArrayRef<Value> operands, Type elementType,
                  ConversionPatternRewriter &rewriter,
                  const ThreadTypeConverter &converter) {
  Type pointee = cast<PtrType>(getScalarType(op.getType())).getPointeeType();
  Type unit = converter.convertType(pointee);
  if (unit.isInteger(1))
    unit = rewriter.getI8Type();
  Value offset = operands[1];
  // LLVM truncates or sign-extends an index to the width of an address.
  return LLVM::GEPOp::create(rewriter, op.getLoc(), elementType, unit,
                             operands[0], ValueRange{offset});
}

template <typename SourceOp, typename TargetOp>
Value lowerCast(SourceOp op, ArrayRef<Value> operands, Type elementType,
                ConversionPatternRewriter &rewriter,
                const ThreadTypeConverter &) {
  return TargetOp::create(rewriter, op.getLoc(), elementType, operands[0]);
}

/// A poisoned tile: the same poisoned scalar for each register.
LogicalResult lowerPoison(ub::PoisonOp op, ub::PoisonOp::Adaptor,
                          ConversionPatternRewriter &rewriter,
                          const TypeConverter &converter) {
  Type element = converter.convertType(getScalarType(op.getType()));
  Value scalar = LLVM::PoisonOp::create(rewriter, op.getLoc(), element);
  SmallVector<Value> registers(
      ThreadTypeConverter::getNumRegisters(op.getType()), scalar);
  rewriter.replaceOpWithMultiple(op, {registers});
  return success();
}

} // namespace

static bool isFloat8(Type type) {
  auto scalar = dyn_cast<FloatType>(getScalarType(type));
  return scalar && scalar.getWidth() == 8;
}

void tile::lowerFloat8Signs(Operation *root) {
  root->walk([](Operation *op) {
    if (!isa<math::AbsFOp, math::CopySignOp, arith::NegFOp>(op) ||
        !isFloat8(op->getResult(0).getType()))
      return;
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Type type = op->getResult(0).getType();
    Type bits = getLike(type, builder.getI8Type());
    auto constant = [&](int64_t value) -> Value {
      Attribute attr = builder.getI8IntegerAttr(int8_t(value));
      if (auto tile = dyn_cast<RankedTensorType>(bits))
        attr = DenseElementsAttr::get(tile, attr);
      return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(attr));
    };
    auto getBits = [&](unsigned operand) -> Value {
      return BitcastOp::create(builder, loc, bits, op->getOperand(operand));
    };
    constexpr int64_t kSign = 0x80, kMagnitude = 0x7f;
    Value result;
    if (isa<arith::NegFOp>(op)) {
      result = arith::XOrIOp::create(builder, loc, getBits(0), constant(kSign));
    } else {
      result =
          arith::AndIOp::create(builder, loc, getBits(0), constant(kMagnitude));
      if (isa<math::CopySignOp>(op)) {
        Value sign =
            arith::AndIOp::create(builder, loc, getBits(1), constant(kSign));
        result = arith::OrIOp::create(builder, loc, result, sign);
      }
    }
    op->replaceAllUsesWith(BitcastOp::create(builder, loc, type, result));
    op->erase();
  });
}

LogicalResult tile::verifyFloat8Uses(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    bool isMath = isa<ClampFOp>(op) ||
                  isa_and_present<arith::ArithDialect, math::MathDialect>(
                      op->getDialect());
    // Those that move bits; tile-distribute-to-threads lowers arith.extf.
    if (!isMath || isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp,
                       arith::ExtFOp>(op))
      return WalkResult::advance();
    for (TypeRange types :
         {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
      for (Type type : types)
        if (isFloat8(type)) {
          op->emitOpError("expected no 8-bit floats, which tile.fp_to_fp "
                          "converts, found ")
              << getScalarType(type);
          return WalkResult::interrupt();
        }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

SmallVector<unsigned> tile::findEqualRegisters(Operation *op,
                                               const ModuleAxisInfo &axisInfo) {
  // What has to be the same: a load's result is where all of its operands are.
  SmallVector<Value> values;
  if (isa<arith::CmpIOp, arith::DivSIOp, arith::DivUIOp>(op))
    values.push_back(op->getResult(0));
  else if (auto load = dyn_cast<LoadOp>(op); load && !load.getIsVolatile())
    llvm::append_range(values, load->getOperands());
  auto type = values.empty()
                  ? nullptr
                  : dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type)
    return {};
  // Within aligned groups of so many elements nothing changes.
  SmallVector<uint32_t> groups;
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    int64_t constancy = type.getDimSize(dim);
    for (Value value : values) {
      const AxisInfo *info = axisInfo.lookup(value);
      constancy = std::min(constancy, info ? info->getConstancy(dim) : 1);
    }
    groups.push_back(constancy - 1);
  }
  if (llvm::all_of(groups, [](uint32_t mask) { return mask == 0; }))
    return {};
  ThreadLayout layout(type);
  std::map<SmallVector<int32_t>, unsigned> lowest;
  SmallVector<unsigned> equal;
  for (unsigned reg = 0; reg < layout.getNumRegisters(); ++reg) {
    SmallVector<int32_t> offset = layout.getRegisterOffset(reg);
    for (auto [c, group] : llvm::zip(offset, groups))
      c &= ~group;
    equal.push_back(lowest.try_emplace(offset, reg).first->second);
  }
  return equal;
}

void tile::populateElementwisePatterns(const Distribution &d) {
  d.patterns.add<ScalarizeElementwise>(d.converter, d.patterns.getContext(),
                                       d.equal);
  addLowering(d.converter, d.patterns, lowerPoison, d.converter);
  addElementLowering(d.converter, d.patterns, lowerAddPtr);
  addElementLowering(d.converter, d.patterns,
                     lowerCast<IntToPtrOp, LLVM::IntToPtrOp>);
  addElementLowering(d.converter, d.patterns,
                     lowerCast<PtrToIntOp, LLVM::PtrToIntOp>);
}
