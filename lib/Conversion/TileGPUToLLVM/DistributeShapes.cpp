//===- DistributeShapes.cpp - Making and reshaping tiles ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

LogicalResult lowerMakeRange(MakeRangeOp op, MakeRangeOp::Adaptor,
                             ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  ThreadLayout layout(cast<RankedTensorType>(op.getType()));
  Value thread = layout.emitThreadOffset(rewriter, loc)[0];
  int32_t start = op.getStart();
  SmallVector<Value> registers;
  for (unsigned reg = 0; reg < layout.getNumRegisters(); ++reg) {
    Value index = layout.emitCoordinate(rewriter, loc, thread, reg, 0);
    if (start != 0)
      index = LLVM::AddOp::create(rewriter, loc, index,
                                  emitI32(rewriter, loc, start),
                                  LLVM::IntegerOverflowFlags::nsw);
    registers.push_back(index);
  }
  rewriter.replaceOpWithMultiple(op, {registers});
  return success();
}

LogicalResult lowerSplat(SplatOp op, SplatOp::Adaptor adaptor,
                         ConversionPatternRewriter &rewriter) {
  SmallVector<Value> registers(
      ThreadTypeConverter::getNumRegisters(op.getType()), adaptor.getSrc());
  rewriter.replaceOpWithMultiple(op, {registers});
  return success();
}

LogicalResult lowerUnsplat(UnsplatOp op, Parts<UnsplatOp> adaptor,
                           ConversionPatternRewriter &rewriter) {
  // Every thread holds a copy of a tile's only element.
  rewriter.replaceOp(op, adaptor.getSrc().front());
  return success();
}

/// Gives each register of the result the register of the operand that holds the
/// element it names; `collapsed` marks the dimensions along which the operand
/// has size 1 and the result does not.
LogicalResult replaceByRegisters(Operation *op, RankedTensorType from,
                                 RankedTensorType to, ArrayRef<bool> collapsed,
                                 ValueRange registers,
                                 ConversionPatternRewriter &rewriter) {
  ThreadLayout layout(from), target(to);
  std::optional<SmallVector<unsigned>> source =
      layout.findRegisters(target, collapsed);
  if (!source) {
    auto diag = op->emitOpError("moving elements between threads is not "
                                "supported yet: ");
    if (auto crossing = layout.findCrossing(target, collapsed))
      diag << "element (" << crossing->element << ") from thread "
           << crossing->from << " to thread " << crossing->to << ", ";
    return diag << "from layout " << from.getEncoding() << " to "
                << to.getEncoding();
  }
  SmallVector<Value> results;
  for (unsigned reg : *source)
    results.push_back(registers[reg]);
  rewriter.replaceOpWithMultiple(op, {results});
  return success();
}

/// Operations whose layouts are tied such that each register of the result is
/// that of the operand: a slice keeps its parent's order of registers, and the
/// verifiers of the others compare the maps.
template <typename ShapeOp>
LogicalResult lowerRename(ShapeOp op, Parts<ShapeOp> adaptor,
                          ConversionPatternRewriter &rewriter) {
  rewriter.replaceOpWithMultiple(op, {adaptor.getSrc()});
  return success();
}

/// The bit of the register index that moves along the last dimension of a tile
/// that tile.join made or tile.split takes: their verifier has seen to it.
unsigned getLastDimBit(Type type) {
  auto tile = cast<RankedTensorType>(type);
  LinearLayout layout = toLinearLayout(tile);
  StringRef lastDim = getDimName(tile.getRank() - 1);
  unsigned bit = 0;
  while (layout.getBasis(kRegister, bit, lastDim) == 0)
    ++bit;
  return bit;
}

LogicalResult lowerJoin(JoinOp op, Parts<JoinOp> adaptor,
                        ConversionPatternRewriter &rewriter) {
  ValueRange halves[2] = {adaptor.getLhs(), adaptor.getRhs()};
  unsigned bit = getLastDimBit(op.getType()), low = (1u << bit) - 1;
  SmallVector<Value> registers;
  for (unsigned reg = 0; reg < 2 * halves[0].size(); ++reg)
    registers.push_back(
        halves[reg >> bit & 1][(reg & low) | (reg >> 1 & ~low)]);
  rewriter.replaceOpWithMultiple(op, {registers});
  return success();
}

LogicalResult lowerSplit(SplitOp op, Parts<SplitOp> adaptor,
                         ConversionPatternRewriter &rewriter) {
  unsigned bit = getLastDimBit(op.getSrc().getType());
  SmallVector<SmallVector<Value>> halves(2);
  for (auto [reg, value] : llvm::enumerate(adaptor.getSrc()))
    halves[reg >> bit & 1].push_back(value);
  rewriter.replaceOpWithMultiple(op, std::move(halves));
  return success();
}

LogicalResult lowerBroadcast(BroadcastOp op, Parts<BroadcastOp> adaptor,
                             ConversionPatternRewriter &rewriter) {
  auto from = cast<RankedTensorType>(op.getSrc().getType());
  auto to = cast<RankedTensorType>(op.getType());
  SmallVector<bool> collapsed;
  for (auto [a, b] : llvm::zip(from.getShape(), to.getShape()))
    collapsed.push_back(a != b);
  return replaceByRegisters(op, from, to, collapsed, adaptor.getSrc(),
                            rewriter);
}

/// Constants. A splat is one scalar; other values are read from a table in
/// constant memory, each thread at its elements' positions.
struct ConstantLowering : OpConversionPattern<arith::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type elementType =
        getTypeConverter()->convertType(getScalarType(op.getType()));
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!elementType)
      return rewriter.notifyMatchFailure(op, "type does not convert");
    auto convert = [&](Attribute value) -> TypedAttr {
      // 8-bit floats travel as integers.
      if (auto number = dyn_cast<FloatAttr>(value);
          number && number.getType() != elementType)
        return IntegerAttr::get(elementType,
                                number.getValue().bitcastToAPInt());
      return cast<TypedAttr>(value);
    };
    if (!type) {
      if (op.getType() == elementType)
        return rewriter.notifyMatchFailure(op, "already a scalar");
      rewriter.replaceOpWithNewOp<arith::ConstantOp>(op,
                                                     convert(op.getValue()));
      return success();
    }
    auto values = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!values)
      return op.emitOpError("expected dense values, found ") << op.getValue();
    ThreadLayout layout(type);
    SmallVector<Value> registers;
    if (values.isSplat()) {
      Value scalar = arith::ConstantOp::create(
          rewriter, loc, convert(values.getSplatValue<Attribute>()));
      registers.assign(layout.getNumRegisters(), scalar);
    } else {
      if (elementType.isInteger(1))
        return op.emitOpError("expected a tile of i1 to have one value "
                              "everywhere (others are not supported yet), "
                              "found ")
               << op.getValue();
      FlatSymbolRefAttr table =
          getOrCreateTable(op, values, elementType, convert, rewriter);
      auto ptrType = LLVM::LLVMPointerType::get(getContext(), kConstantSpace);
      Value base =
          LLVM::AddressOfOp::create(rewriter, loc, ptrType, table.getValue());
      SmallVector<Value> thread = layout.emitThreadOffset(rewriter, loc);
      for (unsigned reg = 0; reg < layout.getNumRegisters(); ++reg) {
        Value index = layout.emitLinearIndex(rewriter, loc, thread, reg);
        Value address = LLVM::GEPOp::create(rewriter, loc, ptrType, elementType,
                                            base, ValueRange{index});
        registers.push_back(
            LLVM::LoadOp::create(rewriter, loc, elementType, address));
      }
    }
    rewriter.replaceOpWithMultiple(op, {registers});
    return success();
  }

private:
  /// LLVM's number of PTX's constant state space.
  static constexpr unsigned kConstantSpace = 4;

  FlatSymbolRefAttr
  getOrCreateTable(arith::ConstantOp op, DenseElementsAttr values,
                   Type elementType, function_ref<TypedAttr(Attribute)> convert,
                   ConversionPatternRewriter &rewriter) const {
    auto module = op->getParentOfType<ModuleOp>();
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(module.getBody());
    unsigned number = 0;
    std::string name;
    do
      name = "tile_constant_" + std::to_string(number++);
    while (module.lookupSymbol(name));
    SmallVector<Attribute> elements;
    for (Attribute value : values.getValues<Attribute>())
      elements.push_back(convert(value));
    auto tableType = RankedTensorType::get(
        {static_cast<int64_t>(elements.size())}, elementType);
    auto arrayType = LLVM::LLVMArrayType::get(elementType, elements.size());
    LLVM::GlobalOp::create(rewriter, op.getLoc(), arrayType,
                           /*isConstant=*/true, LLVM::Linkage::Internal, name,
                           DenseElementsAttr::get(tableType, elements),
                           /*alignment=*/0, kConstantSpace);
    return FlatSymbolRefAttr::get(getContext(), name);
  }
};

} // namespace

void tile::populateShapePatterns(const Distribution &d) {
  addLowerings(d.converter, d.patterns, lowerMakeRange, lowerSplat,
               lowerUnsplat, lowerRename<ExpandDimsOp>, lowerRename<ReshapeOp>,
               lowerRename<TransOp>, lowerBroadcast, lowerJoin, lowerSplit);
  d.patterns.add<ConstantLowering>(d.converter, d.patterns.getContext());
}
