//===- LowerBlocks.cpp - Descriptors and block pointers -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor descriptor and a block pointer describe a tensor in memory by a
// pointer, sizes and strides. Here they become these numbers, and what is done
// by them accesses by tiles of pointers, under masks for the bounds:
//
//   descriptor of rank 2    pointer, 2 sizes (i64), 2 strides (i64), padding
//   (i1) block pointer of rank 2 pointer, 2 sizes, 2 strides, 2 offsets (i64)
//
// In loops, branches, calls and functions the parts stand where the whole
// stood. The parameters of a kernel are those that Triton gives it on GPUs
// without a tensor memory accelerator: a launcher passes the same arguments.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "BlockAccess.h"
#include "TTIR.h"
#include "tile/Dialect/Tile/IR/Lowerings.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::ttir;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// The types of what stands for a descriptor or a block pointer.
static SmallVector<Type> getPartTypes(Type type) {
  Type number = IntegerType::get(type.getContext(), 64);
  SmallVector<Type> parts;
  if (auto desc = dyn_cast<TensorDescType>(type)) {
    RankedTensorType tile = desc.getTileType();
    parts.push_back(PtrType::get(tile.getElementType()));
    parts.append(2 * tile.getRank(), number);
    parts.push_back(IntegerType::get(type.getContext(), 1));
  } else {
    auto pointer = cast<BlockPtrType>(type);
    parts.push_back(pointer.getElementPtrType());
    parts.append(3 * pointer.getTileType().getRank(), number);
  }
  return parts;
}

/// The sizes among the parts, and the strides after them.
static ValueRange getShape(ValueRange parts, unsigned rank) {
  return parts.slice(1, rank);
}
static ValueRange getStrides(ValueRange parts, unsigned rank) {
  return parts.slice(1 + rank, rank);
}

static BlockAccess makeAccess(ValueRange parts, RankedTensorType type) {
  unsigned rank = type.getRank();
  BlockAccess access;
  access.base = parts.front();
  access.shape = llvm::to_vector(getShape(parts, rank));
  access.strides = llvm::to_vector(getStrides(parts, rank));
  access.type = type;
  return access;
}

/// The block that begins at `start`, i32 or i64 numbers.
static BlockAccess makeAccessAt(OpBuilder &builder, Location loc,
                                ValueRange parts, RankedTensorType type,
                                ValueRange start) {
  BlockAccess access = makeAccess(parts, type);
  for (auto [dim, first] : llvm::enumerate(start)) {
    Value wide = first;
    if (!first.getType().isInteger(64))
      wide = arith::ExtSIOp::create(builder, loc, builder.getI64Type(), first);
    access.coordinates.push_back(
        makeCoordinates(builder, loc, type, dim, wide));
  }
  return access;
}

static SmallVector<int32_t> getAllDims(RankedTensorType type) {
  return llvm::to_vector(llvm::seq<int32_t>(0, type.getRank()));
}

/// NaN or 0, as a tile.
static Value makePadding(OpBuilder &builder, Location loc,
                         RankedTensorType type, bool isNaN) {
  TypedAttr zero = builder.getZeroAttr(type);
  if (isNaN) {
    auto element = cast<FloatType>(type.getElementType());
    zero = DenseElementsAttr::get(
        type, APFloat::getQNaN(element.getFloatSemantics()));
  }
  return arith::ConstantOp::create(builder, loc, zero);
}

/// What the elements of a descriptor's tile beyond the bounds are.
static Value makeDescriptorPadding(OpBuilder &builder, Location loc,
                                   RankedTensorType type, Value isNaN) {
  Value zero = makePadding(builder, loc, type, /*isNaN=*/false);
  if (!isa<FloatType>(type.getElementType()))
    return zero;
  Value nan = makePadding(builder, loc, type, /*isNaN=*/true);
  return builder.createOrFold<arith::SelectOp>(loc, isNaN, nan, zero);
}

static Value reshape(OpBuilder &builder, Location loc, Value tile,
                     RankedTensorType type) {
  if (tile.getType() == type)
    return tile;
  return ReshapeOp::create(builder, loc, type, tile);
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

namespace {

LogicalResult lowerMakeDescriptor(MakeTensorDescOp op,
                                  MakeTensorDescOp::Adaptor adaptor,
                                  ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  SmallVector<Value> parts{adaptor.getBase()};
  for (Value size : adaptor.getShape())
    parts.push_back(rewriter.createOrFold<arith::ExtSIOp>(
        loc, rewriter.getI64Type(), size));
  llvm::append_range(parts, adaptor.getStrides());
  parts.push_back(arith::ConstantOp::create(
      rewriter, loc,
      rewriter.getBoolAttr(op.getPadding() == PaddingOption::NaN)));
  rewriter.replaceOpWithMultiple(op, {parts});
  return success();
}

LogicalResult lowerDescriptorLoad(DescriptorLoadOp op,
                                  Parts<DescriptorLoadOp> adaptor,
                                  ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getDesc().getType().getTileType();
  ValueRange parts = adaptor.getDesc();
  BlockAccess access =
      makeAccessAt(rewriter, loc, parts, type, op.getIndices());
  CacheModifier cache = op.getCache();
  EvictionPolicy evict = op.getEvict();
  if (std::optional<CachePolicyAttr> policy = op.getCachePolicy()) {
    cache = policy->getCacheModifier();
    evict = policy->getEvictionPolicy();
  }
  Value load = LoadOp::create(
      rewriter, loc, type, access.getPointers(rewriter, loc),
      access.getMask(rewriter, loc, getAllDims(type)),
      makeDescriptorPadding(rewriter, loc, type, parts.back()), cache, evict);
  rewriter.replaceOp(
      op, reshape(rewriter, loc, load, cast<RankedTensorType>(op.getType())));
  return success();
}

LogicalResult lowerDescriptorStore(DescriptorStoreOp op,
                                   Parts<DescriptorStoreOp> adaptor,
                                   ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getDesc().getType().getTileType();
  BlockAccess access =
      makeAccessAt(rewriter, loc, adaptor.getDesc(), type, op.getIndices());
  rewriter.replaceOpWithNewOp<StoreOp>(
      op, access.getPointers(rewriter, loc),
      reshape(rewriter, loc, op.getSrc(), type),
      access.getMask(rewriter, loc, getAllDims(type)));
  return success();
}

LogicalResult lowerDescriptorReduce(DescriptorReduceOp op,
                                    Parts<DescriptorReduceOp> adaptor,
                                    ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getDesc().getType().getTileType();
  BlockAccess access =
      makeAccessAt(rewriter, loc, adaptor.getDesc(), type, op.getIndices());
  Value pointers = access.getPointers(rewriter, loc);
  Value mask = access.getMask(rewriter, loc, getAllDims(type));
  createBlockReduction(rewriter, op, pointers,
                       reshape(rewriter, loc, op.getSrc(), type), mask);
  rewriter.eraseOp(op);
  return success();
}

} // namespace

/// The rows `rows` of a matrix from column `column` on.
static BlockAccess makeRowAccess(OpBuilder &builder, Location loc,
                                 ValueRange parts, RankedTensorType type,
                                 Value rows, Value column) {
  BlockAccess access = makeAccess(parts, type);
  auto wide = RankedTensorType::get(type.getDimSize(0), builder.getI64Type());
  Value wideRows = arith::ExtSIOp::create(builder, loc, wide, rows);
  Value wideColumn =
      arith::ExtSIOp::create(builder, loc, builder.getI64Type(), column);
  access.coordinates = {spreadAlong(builder, loc, type, 0, wideRows),
                        makeCoordinates(builder, loc, type, 1, wideColumn)};
  return access;
}

namespace {

LogicalResult lowerDescriptorGather(DescriptorGatherOp op,
                                    Parts<DescriptorGatherOp> adaptor,
                                    ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getType());
  ValueRange parts = adaptor.getDesc();
  BlockAccess access = makeRowAccess(rewriter, loc, parts, type,
                                     op.getXOffsets(), op.getYOffset());
  rewriter.replaceOpWithNewOp<LoadOp>(
      op, type, access.getPointers(rewriter, loc),
      access.getMask(rewriter, loc, getAllDims(type)),
      makeDescriptorPadding(rewriter, loc, type, parts.back()));
  return success();
}

LogicalResult lowerDescriptorScatter(DescriptorScatterOp op,
                                     Parts<DescriptorScatterOp> adaptor,
                                     ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getSrc().getType());
  BlockAccess access = makeRowAccess(rewriter, loc, adaptor.getDesc(), type,
                                     op.getXOffsets(), op.getYOffset());
  rewriter.replaceOpWithNewOp<StoreOp>(
      op, access.getPointers(rewriter, loc), op.getSrc(),
      access.getMask(rewriter, loc, getAllDims(type)));
  return success();
}

//===----------------------------------------------------------------------===//
// Block pointers
//===----------------------------------------------------------------------===//

LogicalResult lowerMakeBlockPointer(MakeTensorPtrOp op,
                                    MakeTensorPtrOp::Adaptor adaptor,
                                    ConversionPatternRewriter &rewriter) {
  SmallVector<Value> parts{adaptor.getBase()};
  llvm::append_range(parts, adaptor.getShape());
  llvm::append_range(parts, adaptor.getStrides());
  for (Value offset : adaptor.getOffsets())
    parts.push_back(rewriter.createOrFold<arith::ExtSIOp>(
        op.getLoc(), rewriter.getI64Type(), offset));
  rewriter.replaceOpWithMultiple(op, {parts});
  return success();
}

LogicalResult lowerAdvance(AdvanceOp op, Parts<AdvanceOp> adaptor,
                           ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  SmallVector<Value> parts(adaptor.getPtr());
  auto offsets = MutableArrayRef<Value>(parts).take_back(
      op.getType().getTileType().getRank());
  for (auto [offset, step] : llvm::zip_equal(offsets, op.getOffsets())) {
    Value wide =
        rewriter.createOrFold<arith::ExtSIOp>(loc, rewriter.getI64Type(), step);
    offset = rewriter.createOrFold<arith::AddIOp>(loc, offset, wide);
  }
  rewriter.replaceOpWithMultiple(op, {parts});
  return success();
}

LogicalResult lowerBlockLoad(BlockLoadOp op, Parts<BlockLoadOp> adaptor,
                             ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getPtr().getType().getTileType();
  ValueRange parts = adaptor.getPtr();
  BlockAccess access =
      makeAccessAt(rewriter, loc, parts, type, parts.take_back(type.getRank()));
  Value pointers = access.getPointers(rewriter, loc);
  Value mask = access.getMask(rewriter, loc, op.getBoundaryCheck());
  Value other;
  if (mask && op.getPadding())
    other = makePadding(rewriter, loc, type,
                        *op.getPadding() == PaddingOption::NaN);
  rewriter.replaceOpWithNewOp<LoadOp>(op, type, pointers, mask, other,
                                      op.getCache(), op.getEvict(),
                                      op.getIsVolatile());
  return success();
}

LogicalResult lowerBlockStore(BlockStoreOp op, Parts<BlockStoreOp> adaptor,
                              ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getPtr().getType().getTileType();
  ValueRange parts = adaptor.getPtr();
  BlockAccess access =
      makeAccessAt(rewriter, loc, parts, type, parts.take_back(type.getRank()));
  Value pointers = access.getPointers(rewriter, loc);
  Value mask = access.getMask(rewriter, loc, op.getBoundaryCheck());
  rewriter.replaceOpWithNewOp<StoreOp>(op, pointers, op.getValue(), mask,
                                       op.getCache(), op.getEvict());
  return success();
}

//===----------------------------------------------------------------------===//
// Functions and control flow
//===----------------------------------------------------------------------===//

LogicalResult lowerSelect(arith::SelectOp op, Parts<arith::SelectOp> adaptor,
                          ConversionPatternRewriter &rewriter) {
  SmallVector<Value> parts;
  for (auto [a, b] :
       llvm::zip_equal(adaptor.getTrueValue(), adaptor.getFalseValue()))
    parts.push_back(rewriter.createOrFold<arith::SelectOp>(
        op.getLoc(), op.getCondition(), a, b));
  rewriter.replaceOpWithMultiple(op, {parts});
  return success();
}

LogicalResult lowerPoison(ub::PoisonOp op, ub::PoisonOp::Adaptor,
                          ConversionPatternRewriter &rewriter) {
  SmallVector<Value> parts;
  for (Type type : getPartTypes(op.getType()))
    parts.push_back(ub::PoisonOp::create(rewriter, op.getLoc(), type));
  rewriter.replaceOpWithMultiple(op, {parts});
  return success();
}

SmallVector<Value> flatten(ArrayRef<ValueRange> values) {
  SmallVector<Value> flat;
  for (ValueRange value : values)
    llvm::append_range(flat, value);
  return flat;
}

LogicalResult lowerCall(CallOp op, Parts<CallOp> adaptor,
                        ConversionPatternRewriter &rewriter,
                        const TypeConverter &converter) {
  SmallVector<Type> types;
  SmallVector<size_t> counts;
  for (Type type : op.getResultTypes()) {
    size_t before = types.size();
    if (failed(converter.convertTypes(type, types)))
      return failure();
    counts.push_back(types.size() - before);
  }
  auto call = CallOp::create(rewriter, op.getLoc(), types, op.getCalleeAttr(),
                             flatten(adaptor.getOperands()), nullptr, nullptr);
  SmallVector<ValueRange> results;
  ValueRange rest = call.getResults();
  for (size_t count : counts) {
    results.push_back(rest.take_front(count));
    rest = rest.drop_front(count);
  }
  rewriter.replaceOpWithMultiple(op, results);
  return success();
}

LogicalResult lowerReturn(ReturnOp op, Parts<ReturnOp> adaptor,
                          ConversionPatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<ReturnOp>(op, flatten(adaptor.getOperands()));
  return success();
}

struct LowerFunction : OpConversionPattern<FuncOp> {
  LowerFunction(const TypeConverter &converter, MLIRContext *context,
                SmallVectorImpl<BlockArgument> &ones)
      : OpConversionPattern(converter, context), ones(ones) {}

  LogicalResult
  matchAndRewrite(FuncOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TypeConverter::SignatureConversion signature(op.getNumArguments());
    SmallVector<Type> results;
    if (failed(getTypeConverter()->convertSignatureArgs(op.getArgumentTypes(),
                                                        signature)) ||
        failed(getTypeConverter()->convertTypes(op.getResultTypes(), results)))
      return failure();

    SmallVector<Attribute> attributes;
    SmallVector<unsigned> last; // strides
    for (auto [i, type] : llvm::enumerate(op.getArgumentTypes())) {
      if (!isBlockType(type)) {
        DictionaryAttr old = op.getArgAttrDict(i);
        attributes.push_back(old ? old : DictionaryAttr::get(getContext()));
        continue;
      }
      unsigned first = attributes.size();
      attributes.append(getPartTypes(type).size(),
                        DictionaryAttr::get(getContext()));
      auto desc = dyn_cast<TensorDescType>(type);
      if (!desc || !op.isKernel())
        continue;
      RankedTensorType tile = desc.getTileType();
      unsigned rank = tile.getRank();
      // What Triton's launcher asks of a descriptor: the base and the strides
      // are multiples of 16 bytes, except the last stride, which is 1.
      unsigned multiple = 16 / getByteWidth(tile.getElementType());
      attributes[first] = makePromise(16);
      for (unsigned dim = 0; dim + 1 < rank; ++dim)
        attributes[first + 1 + rank + dim] = makePromise(multiple);
      last.push_back(first + 2 * rank);
    }

    bool hasBody = !op.getBody().empty();
    if (hasBody && failed(rewriter.convertRegionTypes(
                       &op.getBody(), *getTypeConverter(), &signature)))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op.setFunctionType(FunctionType::get(
          getContext(), signature.getConvertedTypes(), results));
      op.setArgAttrsAttr(ArrayAttr::get(getContext(), attributes));
    });
    if (hasBody)
      for (unsigned i : last)
        ones.push_back(op.getBody().front().getArgument(i));
    return success();
  }

private:
  DictionaryAttr makePromise(unsigned divisor) const {
    Builder builder(getContext());
    return builder.getDictionaryAttr(builder.getNamedAttr(
        kDivisibilityAttrName, builder.getI32IntegerAttr(divisor)));
  }

  /// Arguments that are known to be 1.
  SmallVectorImpl<BlockArgument> &ones;
};

} // namespace

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static bool hasBlockType(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isBlockType) ||
         llvm::any_of(op->getResultTypes(), isBlockType);
}

static bool hasBlockArgument(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (llvm::any_of(block.getArgumentTypes(), isBlockType))
        return true;
  auto func = dyn_cast<FuncOp>(op);
  return func && (llvm::any_of(func.getArgumentTypes(), isBlockType) ||
                  llvm::any_of(func.getResultTypes(), isBlockType));
}

bool tile::hasBlocks(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return hasBlockType(op) || hasBlockArgument(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether there is a pattern for an operation with blocks.
static LogicalResult verifyCanLower(Operation *op) {
  if (auto func = dyn_cast<FuncOp>(op)) {
    for (Type type : func.getArgumentTypes())
      if (isa<BlockPtrType>(type) && func.isKernel())
        return func.emitError()
               << "'tt.func' op expected a kernel's arguments to be scalars, "
                  "pointers and descriptors, found "
               << type;
    return success();
  }
  if (!hasBlockType(op) && !hasBlockArgument(op))
    return success();
  if (auto reduce = dyn_cast<DescriptorReduceOp>(op))
    return verifyBlockReduction(reduce);
  if (isa<ttir::TTDialect>(op->getDialect()) ||
      isa<CallOp, ReturnOp, arith::SelectOp, ub::PoisonOp, cf::BranchOp,
          cf::CondBranchOp, cf::SwitchOp, scf::ForOp, scf::IfOp, scf::WhileOp,
          scf::IndexSwitchOp, scf::YieldOp, scf::ConditionOp>(op))
    return success();
  return op->emitError()
         << "'" << op->getName()
         << "' op expected no tensor descriptor and no block pointer among "
            "its operands and results";
}

LogicalResult tile::lowerBlocks(ModuleOp module) {
  if (module
          .walk([](Operation *op) {
            return succeeded(verifyCanLower(op)) ? WalkResult::advance()
                                                 : WalkResult::interrupt();
          })
          .wasInterrupted())
    return failure();

  MLIRContext *context = module.getContext();
  TypeConverter converter;
  converter.addConversion([](Type type) { return type; });
  converter.addConversion(
      [](Type type,
         SmallVectorImpl<Type> &parts) -> std::optional<LogicalResult> {
        if (!isBlockType(type))
          return std::nullopt;
        llvm::append_range(parts, getPartTypes(type));
        return success();
      });

  SmallVector<BlockArgument> ones;
  RewritePatternSet patterns(context);
  ConversionTarget target(*context);
  target.addIllegalDialect<ttir::TTDialect>();
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    return !hasBlockType(op) && !hasBlockArgument(op);
  });
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  cf::populateCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                     target);
  addLowerings(converter, patterns, lowerMakeDescriptor, lowerDescriptorLoad,
               lowerDescriptorStore, lowerDescriptorReduce,
               lowerDescriptorGather, lowerDescriptorScatter,
               lowerMakeBlockPointer, lowerAdvance, lowerBlockLoad,
               lowerBlockStore, lowerSelect, lowerPoison, lowerReturn);
  addLowering(converter, patterns, lowerCall, converter);
  patterns.add<LowerFunction>(converter, context, ones);
  if (failed(applyPartialConversion(module, target, std::move(patterns))))
    return failure();

  for (BlockArgument argument : ones) {
    auto builder = OpBuilder::atBlockBegin(argument.getOwner());
    argument.replaceAllUsesWith(arith::ConstantOp::create(
        builder, argument.getLoc(), builder.getI64IntegerAttr(1)));
  }
  return success();
}
