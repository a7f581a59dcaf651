//===- PadCombinations.cpp - Padding left out of what combines elements ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions, scans, sorts and matrix products of padded tiles.
//
//===----------------------------------------------------------------------===//

#include "TilePadder.h"

#include "tile/Dialect/Tile/IR/CombineIdentity.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::tile;

bool tile::runsForAnyValues(Region &region) {
  WalkResult walk = region.walk([](Operation *op) {
    bool isHarmless = isa<scf::IfOp>(op) ||
                      op->hasTrait<OpTrait::IsTerminator>() ||
                      (op->getNumRegions() == 0 && isSpeculatable(op) &&
                       isMemoryEffectFree(op));
    return isHarmless ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !walk.wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

/// A copy of the region's operations at the builder's place.
static SmallVector<Value> copyRegion(OpBuilder &builder, Block &body,
                                     ValueRange arguments) {
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  for (Operation &nested : body.without_terminator())
    builder.clone(nested, mapping);
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

/// Writes into `region` what combines elements, each with a flag after all
/// operands: two whose flags are true as `body` does, else the one whose flag
/// is.
template <typename ReturnOp>
static void combineWithFlags(OpBuilder &builder, Location loc, Block &body,
                             Region &region) {
  OpBuilder::InsertionGuard guard(builder);
  unsigned count = body.getNumArguments() / 2;
  SmallVector<Type> side(body.getArgumentTypes());
  side.truncate(count);
  side.push_back(builder.getI1Type());
  SmallVector<Type> types(side);
  llvm::append_range(types, side);
  Block *block = builder.createBlock(&region, region.begin(), types,
                                     SmallVector<Location>(types.size(), loc));
  ValueRange left = block->getArguments().take_front(count),
             right = block->getArguments().slice(count + 1, count);
  Value hasLeft = block->getArgument(count),
        hasRight = block->getArgument(2 * count + 1);
  SmallVector<Value> arguments(left);
  llvm::append_range(arguments, right);

  Value hasBoth = arith::AndIOp::create(builder, loc, hasLeft, hasRight);
  SmallVector<Value> one;
  for (auto [a, b] : llvm::zip(left, right))
    one.push_back(arith::SelectOp::create(builder, loc, hasLeft, a, b));
  SmallVector<Value> results;
  if (runsForAnyValues(*body.getParent())) {
    for (auto [both, single] :
         llvm::zip(copyRegion(builder, body, arguments), one))
      results.push_back(
          arith::SelectOp::create(builder, loc, hasBoth, both, single));
  } else {
    side.pop_back();
    auto branch = scf::IfOp::create(builder, loc, side, hasBoth,
                                    /*withElseRegion=*/true);
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(builder, loc, copyRegion(builder, body, arguments));
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, loc, one);
    builder.setInsertionPointAfter(branch);
    llvm::append_range(results, branch.getResults());
  }
  results.push_back(arith::OrIOp::create(builder, loc, hasLeft, hasRight));
  ReturnOp::create(builder, loc, results);
}

/// The identity in the padding of the operands, if the region has one.
static bool fillWithIdentity(TilePadder &padder, const PaddedOp &padded,
                             unsigned axis, Block &body) {
  std::optional<SmallVector<TypedAttr>> identity = findIdentity(body);
  if (!identity)
    return false;
  for (auto [operand, value] : llvm::zip(padded.op->getOpOperands(), *identity))
    operand.set(padder.fill(operand.get(),
                            padded.getOperandShape(operand.getOperandNumber()),
                            axis, value));
  return true;
}

/// The operands, and their flags.
static SmallVector<Value> addFlags(TilePadder &padder, const PaddedOp &padded,
                                   unsigned axis) {
  SmallVector<Value> operands(padded.op->getOperands());
  operands.push_back(padder.getMask(padded.getOperandShape(0), axis));
  return operands;
}

static bool isPaddedAlong(const PaddedOp &padded, unsigned axis) {
  int64_t size = padded.getOperandShape(0)[axis];
  return getPaddedSize(size) != size;
}

void tile::padReduce(TilePadder &padder, const PaddedOp &padded, ReduceOp op) {
  Block &body = op.getCombineOp().front();
  unsigned axis = op.getAxis();
  if (!isPaddedAlong(padded, axis) ||
      fillWithIdentity(padder, padded, axis, body))
    return;
  OpBuilder &builder = padder.getBuilder();
  SmallVector<Value> operands = addFlags(padder, padded, axis);
  SmallVector<Type> types(op.getResultTypes());
  types.push_back(getLike(types[0], builder.getI1Type()));
  auto flagged = ReduceOp::create(builder, op.getLoc(), types, operands, axis,
                                  op.isCommutative());
  flagged->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  combineWithFlags<ReduceReturnOp>(builder, op.getLoc(), body,
                                   flagged.getCombineOp());
  op->replaceAllUsesWith(flagged->getResults().drop_back());
  op.erase();
}

void tile::padScan(TilePadder &padder, const PaddedOp &padded, ScanOp op) {
  Block &body = op.getCombineOp().front();
  unsigned axis = op.getAxis();
  // What comes last is in no other element's result.
  if (!isPaddedAlong(padded, axis) ||
      (!op.getReverse() && runsForAnyValues(op.getCombineOp())) ||
      fillWithIdentity(padder, padded, axis, body))
    return;
  OpBuilder &builder = padder.getBuilder();
  SmallVector<Value> operands = addFlags(padder, padded, axis);
  auto flagged =
      ScanOp::create(builder, op.getLoc(), ValueRange(operands).getTypes(),
                     operands, axis, op.getReverse());
  flagged->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  combineWithFlags<ScanReturnOp>(builder, op.getLoc(), body,
                                 flagged.getCombineOp());
  op->replaceAllUsesWith(flagged->getResults().drop_back());
  op.erase();
}

//===----------------------------------------------------------------------===//
// Sorts
//===----------------------------------------------------------------------===//

/// The key after which no other one comes.
static TypedAttr getLastKey(Type type, bool isDescending, bool isUnsigned) {
  unsigned width = type.getIntOrFloatBitWidth();
  if (auto number = dyn_cast<FloatType>(type)) {
    // IEEE 754's total order ends in the NaNs of all ones.
    APInt bits = isDescending ? APInt::getAllOnes(width)
                              : APInt::getSignedMaxValue(width);
    return FloatAttr::get(number, APFloat(number.getFloatSemantics(), bits));
  }
  APInt last = isUnsigned     ? isDescending ? APInt::getZero(width)
                                             : APInt::getAllOnes(width)
               : isDescending ? APInt::getSignedMinValue(width)
                              : APInt::getSignedMaxValue(width);
  return IntegerAttr::get(type, last);
}

template <typename OpTy>
static void padOrder(TilePadder &padder, const PaddedOp &padded, OpTy op,
                     bool isDescending) {
  unsigned axis = op.getAxis();
  if (!isPaddedAlong(padded, axis))
    return;
  OpOperand &key = op->getOpOperand(0);
  TypedAttr last = getLastKey(getScalarType(key.get().getType()), isDescending,
                              op.getIsUnsigned());
  key.set(padder.fill(key.get(), padded.getOperandShape(0), axis, last));
  // Elements may have this key too, and stand before the padding.
  if (op->getNumOperands() > 1)
    op.setStable(true);
}

void tile::padSort(TilePadder &padder, const PaddedOp &padded, SortOp op) {
  padOrder(padder, padded, op, op.getDescending());
}

void tile::padTopK(TilePadder &padder, const PaddedOp &padded, TopKOp op) {
  padOrder(padder, padded, op, !op.getSmallest());
  op.setK(getPaddedSize(op.getK()));
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

/// Zeros in the padding along `dim`. A load can bring them itself.
static void fillWithZeros(TilePadder &padder, const PaddedOp &padded,
                          OpOperand &operand, unsigned dim) {
  ArrayRef<int64_t> shape = padded.getOperandShape(operand.getOperandNumber());
  if (getPaddedSize(shape[dim]) == shape[dim])
    return;
  Value tile = operand.get();
  auto type = cast<RankedTensorType>(tile.getType());
  TypedAttr zero = padder.getBuilder().getZeroAttr(type.getElementType());
  auto load = tile.getDefiningOp<LoadOp>();
  // Its mask is false in the padding.
  if (load && load.getMask()) {
    if (!load.getOther()) {
      OpBuilder builder(load);
      load.getOtherMutable().assign(arith::ConstantOp::create(
          builder, load.getLoc(), SplatElementsAttr::get(type, zero)));
    }
    DenseElementsAttr other;
    if (matchPattern(load.getOther(), m_Constant(&other)) && other.isSplat() &&
        other.getSplatValue<Attribute>() == zero)
      return;
  }
  operand.set(padder.fill(tile, shape, dim, zero));
}

void tile::padDot(TilePadder &padder, const PaddedOp &padded, DotOp op) {
  unsigned rank = op.getType().getRank();
  // Both: zero times what the padding has may be a NaN.
  fillWithZeros(padder, padded, op->getOpOperand(0), rank - 1);
  fillWithZeros(padder, padded, op->getOpOperand(1), rank - 2);
}

void tile::padDotScaled(TilePadder &padder, const PaddedOp &padded,
                        DotScaledOp op) {
  unsigned rank = op.getC().getType().getRank();
  fillWithZeros(padder, padded, op->getOpOperand(0), rank - 1);
  fillWithZeros(padder, padded, op->getOpOperand(1), rank - 2);
  // A scale may be a NaN as well; 127 is the exponent of 1.
  for (OpOperand &scale : op->getOpOperands().drop_front(3)) {
    Type type = getScalarType(scale.get().getType());
    TypedAttr one = isa<FloatType>(type)
                        ? TypedAttr(FloatAttr::get(type, 1.0))
                        : TypedAttr(IntegerAttr::get(type, 127));
    scale.set(padder.fill(scale.get(),
                          padded.getOperandShape(scale.getOperandNumber()),
                          rank - 1, one));
  }
}
