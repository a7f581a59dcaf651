//===- PadTiles.cpp - Tiles of any size, made powers of two ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts are linear maps over bits, so the passes on them deal in tiles whose
// dimensions are powers of two. Here all others become such tiles.
//
// 1. The idea
//
// A tile of 6 elements becomes one of 8 that has them first:
//
//   a b c d e f ? ?
//
// The two last ones are padding. Their values mean nothing, and every operation
// is free to make of them what it makes of any element. So nearly all
// operations change their types and nothing else: a sum of two padded tiles is
// the padded sum. A few must not let the padding be seen, or must not be harmed
// by it. Which elements are the tile's own is known when the code is made:
// index < 6 along each dimension that has padding, the *mask* of the tile.
//
// 2. The rules
//
//   load, store, atomics   Their mask and the tile's.
//   reduce                 The neutral element in the padding where the region
//                          has one that is known, see CombineIdentity.h. Else a
//                          flag goes next to each element, true of the tile's
//                          own: the region combines two elements only if both
//                          flags are true, and otherwise keeps the one whose
//                          flag is.
//   scan                   Nothing, as the padding comes last; in reverse,
//                          where it comes first, as reduce.
//   sort, topk             The key that comes last of all keys in the padding.
//                          Real elements may have it too; but the padding is
//                          after them, and a stable sort leaves it there. A
//                          sort without other operands need not be stable:
//                          equal keys are the same bits.
//   histogram              Its mask and the tile's.
//   gather                 Nothing: indices are of the tile's own
//                          elements.
//   reshape                See 3.
//   dot, dot_scaled        Zeros along K, and scales of 1; the padding along M
//                          and N makes padding.
//   integer division       A divisor of 1, as a division by zero is undefined.
//   assert                 True in the padding.
//   print                  `extents`: prints the tile's own elements.
//   inline asm             A pure one that accesses no memory runs for padding,
//                          too: it must return for any bits, as PTX's
//                          arithmetic does. One that is to run once per element
//                          gets `extents` and does not run for padding; if it
//                          takes groups, the elements become rows of groups
//                          first, so that none is padding in part. Others,
//                          which may run several times per element, run for
//                          copies of the tile's last elements.
//   extern functions       Pure ones as asm; others run for copies of the last
//                          elements.
//   map_elementwise        As it is if the region has neither loops nor
//                          anything that some values make undefined, and takes
//                          one element. Else the region runs for groups that
//                          have elements of the tile's own, which stand in for
//                          those that are padding.
//
// What moves no elements, or moves them by whole dimensions (trans, join,
// split, expand_dims, broadcast, splat, loops, branches, calls), changes its
// types.
//
// 3. Reshapes
//
// Row-major order is kept within groups of dimensions: 48x100 -> 48x10x10 is
// 48 -> 48 next to 100 -> 10x10. In a group in which all dimensions but the
// first one are powers of two, on both sides, elements keep their places when
// the first one is padded: 48 -> 3x16 is 64 -> 4x16 with the last quarter as
// padding. In another group they do not:
//
//   6 as 2x3      a b c d e f ? ?   ->   a b c ?
//                                        d e f ?
//
// Each element of the result comes from a place that is known when the code is
// made, so a tile.gather along the group, as one dimension, brings it. Of a
// tile.make_range nothing moves: its numbers are made from the new coordinates.
//
// 4. Parts of tiles
//
// Along a dimension of P elements, let a part have the padded extent p and the
// offset o. If p divides o, the part is one of P/p blocks, and log2(P/p) times
// one of the two halves of the dimension is taken by tile.split. Otherwise, and
// where P/p is large, tile.gather picks the elements. insert_slice needs a tile
// of extent P in which the part stands at o: if p divides o, one that repeats
// the part P/p times has it there, without any movement; otherwise tile.gather
// makes it. tile.cat inserts its second operand into its first one, repeated.
//
// 5. Limits
//
// The padding costs registers and instructions: a tile of 520 elements is one
// of 1024. The number of elements that a tile may have counts the padding.
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/Tile.h"

#include "TilePadder.h"

#include "tile/Dialect/Tile/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEPADTILES
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {
struct PadCounts {
  /// Values that were padded.
  unsigned padded = 0;
  /// Slices and cats that were replaced.
  unsigned slices = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// TilePadder
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> getShape(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getShape();
}

Value TilePadder::makeSplat(ArrayRef<int64_t> shape, TypedAttr value) {
  auto type = RankedTensorType::get(shape, value.getType());
  return arith::ConstantOp::create(builder, loc,
                                   SplatElementsAttr::get(type, value));
}

Value TilePadder::makeConstant(ArrayRef<int64_t> shape, int64_t value) {
  return makeSplat(shape, builder.getI32IntegerAttr(value));
}

Value TilePadder::makeRange(int64_t size) {
  return MakeRangeOp::create(
      builder, loc, RankedTensorType::get({size}, builder.getI32Type()),
      /*start=*/0, /*end=*/size);
}

Value TilePadder::spread(Value line, ArrayRef<int64_t> shape, unsigned dim) {
  for (unsigned other = 0; other < shape.size(); ++other)
    if (other != dim)
      line = ExpandDimsOp::create(builder, loc, line, other);
  auto type = RankedTensorType::get(shape, getScalarType(line.getType()));
  if (line.getType() == type)
    return line;
  return BroadcastOp::create(builder, loc, type, line);
}

Value TilePadder::reshape(Value tile, ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(tile.getType());
  if (type.getShape() == shape)
    return tile;
  return ReshapeOp::create(builder, loc, type.clone(shape), tile,
                           /*allow_reorder=*/false,
                           /*efficient_layout=*/false);
}

Value TilePadder::gather(Value tile, Value numbers, unsigned dim) {
  auto type = cast<RankedTensorType>(tile.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = getShape(numbers)[0];
  return GatherOp::create(builder, loc, type.clone(shape), tile,
                          spread(numbers, shape, dim), dim,
                          /*efficient_layout=*/false);
}

Value TilePadder::getMask(ArrayRef<int64_t> shape, unsigned dim) {
  if (getPaddedSize(shape[dim]) == shape[dim])
    return {};
  SmallVector<int64_t> padded = getPaddedShape(shape);
  SmallVector<int64_t> key(padded);
  key.push_back(dim);
  key.append({shape[dim], -1});
  Value &mask = masks[key];
  if (mask)
    return mask;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&function.getBody().front());
  Value range = makeRange(padded[dim]);
  Value extent = makeConstant(padded[dim], shape[dim]);
  Value line = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                     range, extent);
  return mask = spread(line, padded, dim);
}

Value TilePadder::getMask(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> key(shape);
  Value &mask = masks[key];
  if (mask)
    return mask;
  SmallVector<Value> parts;
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    if (Value part = getMask(shape, dim))
      parts.push_back(part);
  if (parts.size() < 2)
    return mask = parts.empty() ? Value() : parts[0];
  OpBuilder::InsertionGuard guard(builder);
  // After all parts, wherever they stand at the entry.
  Operation *last = parts[0].getDefiningOp();
  for (Value part : parts)
    if (last->isBeforeInBlock(part.getDefiningOp()))
      last = part.getDefiningOp();
  builder.setInsertionPointAfter(last);
  Value all = parts[0];
  for (Value part : ArrayRef(parts).drop_front())
    all = arith::AndIOp::create(builder, loc, all, part);
  return mask = all;
}

Value TilePadder::restrictMask(Value mask, ArrayRef<int64_t> shape) {
  if (!mask)
    return getMask(shape);
  // Not a conjunction: what the mask is in the padding may be undefined.
  return fill(mask, shape, builder.getBoolAttr(false));
}

/// `tile` where `mask` is true, `value` elsewhere.
static Value choose(TilePadder &padder, Value mask, Value tile,
                    TypedAttr value) {
  return arith::SelectOp::create(padder.getBuilder(), padder.getLoc(), mask,
                                 tile, padder.makeSplat(getShape(tile), value));
}

Value TilePadder::fill(Value tile, ArrayRef<int64_t> shape, unsigned dim,
                       TypedAttr value) {
  Value mask = getMask(shape, dim);
  return mask ? choose(*this, mask, tile, value) : tile;
}

Value TilePadder::fill(Value tile, ArrayRef<int64_t> shape, TypedAttr value) {
  Value mask = getMask(shape);
  return mask ? choose(*this, mask, tile, value) : tile;
}

Value TilePadder::repeatLast(Value tile, ArrayRef<int64_t> shape) {
  for (auto [dim, size] : llvm::enumerate(shape)) {
    int64_t padded = getPaddedSize(size);
    if (padded == size)
      continue;
    Value number = arith::MinSIOp::create(builder, loc, makeRange(padded),
                                          makeConstant(padded, size - 1));
    tile = gather(tile, number, dim);
  }
  return tile;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Elements in row-major order, each of the tile's own at its place in the
/// padded tile and the first one in the padding.
static DenseElementsAttr padElements(DenseElementsAttr elements,
                                     RankedTensorType type) {
  if (elements.isSplat())
    return elements.resizeSplat(type);
  SmallVector<Attribute> own(elements.getValues<Attribute>());
  ArrayRef<int64_t> from = elements.getType().getShape(), to = type.getShape();
  SmallVector<Attribute> all(type.getNumElements(), own.front());
  for (auto [number, value] : llvm::enumerate(own)) {
    int64_t rest = number, place = 0, step = 1;
    for (unsigned dim = from.size(); dim-- > 0;) {
      place += rest % from[dim] * step;
      rest /= from[dim];
      step *= to[dim];
    }
    all[place] = value;
  }
  return DenseElementsAttr::get(type, all);
}

/// Ranges and constants say their size themselves.
static LogicalResult padSource(Operation *op) {
  if (auto range = dyn_cast<MakeRangeOp>(op)) {
    int64_t end =
        int64_t(int32_t(range.getStart())) + range.getType().getDimSize(0);
    if (llvm::isInt<32>(end)) {
      range.setEnd(end);
      return success();
    }
    // The padding is beyond the integers, where a sum wraps.
    OpBuilder builder(op);
    builder.setInsertionPointAfter(op);
    auto start = SplatElementsAttr::get(range.getType(), range.getStartAttr());
    Value first = arith::ConstantOp::create(builder, op->getLoc(), start);
    auto sum = arith::AddIOp::create(builder, op->getLoc(), range, first);
    range.setStart(0);
    range.setEnd(range.getType().getDimSize(0));
    range.getResult().replaceAllUsesExcept(sum, sum);
    return success();
  }
  auto constant = dyn_cast<arith::ConstantOp>(op);
  if (!constant)
    return success();
  auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
  if (!elements)
    return constant.emitOpError("expected dense values, found ")
           << constant.getValue();
  constant.setValueAttr(
      padElements(elements, cast<RankedTensorType>(constant.getType())));
  return success();
}

//===----------------------------------------------------------------------===//
// Small rules
//===----------------------------------------------------------------------===//

template <typename OpTy>
static void padAccess(TilePadder &padder, const PaddedOp &padded, OpTy op) {
  op.getMaskMutable().assign(
      padder.restrictMask(op.getMask(), padded.getOperandShape(0)));
}

static void padAssert(TilePadder &padder, const PaddedOp &padded, AssertOp op) {
  op.getConditionMutable().assign(
      padder.fill(op.getCondition(), padded.getOperandShape(0),
                  padder.getBuilder().getBoolAttr(true)));
}

/// One operation for each operand, as each has extents of its own.
static void padPrint(TilePadder &padder, const PaddedOp &padded, PrintOp op) {
  OpBuilder &builder = padder.getBuilder();
  for (auto [number, value] : llvm::enumerate(op.getArgs())) {
    ArrayRef<int64_t> shape = padded.getOperandShape(number);
    PrintOp::create(builder, op.getLoc(), op.getPrefix(), op.getHex(), value,
                    ArrayRef<int32_t>(op.getIsSigned()[number]),
                    needsPadding(shape) ? builder.getDenseI64ArrayAttr(shape)
                                        : DenseI64ArrayAttr());
  }
  op.erase();
}

/// Division by what the padding has would be undefined.
static void padDivision(TilePadder &padder, const PaddedOp &padded,
                        Operation *op) {
  Value divisor = op->getOperand(1);
  if (divisor.getDefiningOp<SplatOp>() || matchPattern(divisor, m_Constant()))
    return;
  Type type = getScalarType(divisor.getType());
  op->setOperand(1, padder.fill(divisor, padded.getOperandShape(1),
                                IntegerAttr::get(type, 1)));
}

static void padExtern(TilePadder &padder, const PaddedOp &padded,
                      ExternElementwiseOp op) {
  if (op.getPure())
    return;
  for (OpOperand &operand : op->getOpOperands())
    if (ArrayRef<int64_t> shape =
            padded.getOperandShape(operand.getOperandNumber());
        needsPadding(shape))
      operand.set(padder.repeatLast(operand.get(), shape));
}

/// Whether a cat becomes a join.
static bool isJoin(const PaddedOp &padded) {
  return cast<CatOp>(padded.op).getAxis() == 0 &&
         padded.operandTypes[0] == padded.operandTypes[1] &&
         !needsPadding(padded.operandTypes[0]);
}

/// Whether the operation makes padding of padding, whatever that is: a map
/// without effects, a constant, or one that passes values on.
static bool passesPaddingOn(Operation *op) {
  return (isElementwise(op) && isMemoryEffectFree(op)) ||
         op->hasTrait<OpTrait::ConstantLike>() || isa<ub::PoisonOp>(op) ||
         op->hasTrait<OpTrait::IsTerminator>() ||
         isa<RegionBranchOpInterface, BranchOpInterface, CallOpInterface>(op);
}

static LogicalResult pad(TilePadder &padder, const PaddedOp &padded,
                         PadCounts &counts) {
  padder.setPlace(padded.op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(padded.op)
      .Case<LoadOp, StoreOp, AtomicRMWOp, AtomicCASOp, AtomicCASPairOp,
            AtomicLoadOp, AtomicStoreOp, AtomicPollOp, HistogramOp>(
          [&](auto op) {
            if (needsPadding(padded.getOperandShape(0)))
              padAccess(padder, padded, op);
            return success();
          })
      .Case([&](AssertOp op) {
        padAssert(padder, padded, op);
        return success();
      })
      .Case([&](PrintOp op) {
        padPrint(padder, padded, op);
        return success();
      })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
            arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(
          [&](auto op) {
            padDivision(padder, padded, op);
            return success();
          })
      .Case([&](ExternElementwiseOp op) {
        padExtern(padder, padded, op);
        return success();
      })
      .Case([&](ElementwiseInlineAsmOp op) {
        padAsm(padder, padded, op);
        return success();
      })
      .Case([&](MapElementwiseOp op) {
        padMap(padder, padded, op);
        return success();
      })
      .Case([&](ReduceOp op) {
        padReduce(padder, padded, op);
        return success();
      })
      .Case([&](ScanOp op) {
        padScan(padder, padded, op);
        return success();
      })
      .Case([&](SortOp op) {
        padSort(padder, padded, op);
        return success();
      })
      .Case([&](TopKOp op) {
        padTopK(padder, padded, op);
        return success();
      })
      .Case([&](DotOp op) {
        padDot(padder, padded, op);
        return success();
      })
      .Case([&](DotScaledOp op) {
        padDotScaled(padder, padded, op);
        return success();
      })
      .Case([&](ReshapeOp op) {
        padReshape(padder, padded, op);
        return success();
      })
      .Case([&](ExtractSliceOp op) {
        ++counts.slices;
        expandExtractSlice(padder, padded, op);
        return success();
      })
      .Case([&](InsertSliceOp op) {
        ++counts.slices;
        expandInsertSlice(padder, padded, op);
        return success();
      })
      .Case([&](CatOp op) {
        if (isJoin(padded))
          return success();
        ++counts.slices;
        expandCat(padder, padded, op);
        return success();
      })
      .Case<ExpandDimsOp, BroadcastOp, TransOp, JoinOp, SplitOp, SplatOp,
            MakeRangeOp, GatherOp>([](Operation *) { return success(); })
      .Default([&](Operation *op) -> LogicalResult {
        if (passesPaddingOn(op))
          return success();
        Type type = *llvm::find_if(
            llvm::concat<const Type>(padded.operandTypes, padded.resultTypes),
            [](Type type) { return needsPadding(type); });
        return op->emitOpError("expected dimensions that are powers of two, as "
                               "it has no rule for padding, found ")
               << type;
      });
}

/// Makes the dimensions of all tiles of `function`, which have no layouts,
/// powers of two, and replaces slices. Fails after an error at what cannot be
/// padded.
static FailureOr<PadCounts> padTiles(FuncOp function) {
  PadCounts counts;
  SmallVector<PaddedOp> ops;
  SmallVector<Value> values;
  auto note = [&](ValueRange list) {
    for (Value value : list)
      if (needsPadding(value.getType()))
        values.push_back(value);
  };
  auto anyNeedsPadding = [](TypeRange types) {
    return llvm::any_of(types, [](Type type) { return needsPadding(type); });
  };
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        note(block.getArguments());
    note(op->getResults());
    if (op->hasTrait<OpTrait::tile::NoLayouts>() ||
        anyNeedsPadding(op->getOperandTypes()) ||
        anyNeedsPadding(op->getResultTypes()))
      ops.push_back({op, SmallVector<Type>(op->getOperandTypes()),
                     SmallVector<Type>(op->getResultTypes())});
  });

  for (Value value : values)
    value.setType(getPaddedType(value.getType()));
  counts.padded = values.size();
  auto padTypes = [](TypeRange types) {
    return llvm::map_to_vector(types, getPaddedType);
  };
  function.setType(FunctionType::get(function.getContext(),
                                     padTypes(function.getArgumentTypes()),
                                     padTypes(function.getResultTypes())));
  TilePadder padder(function);
  for (const PaddedOp &padded : ops)
    if (failed(padSource(padded.op)) || failed(pad(padder, padded, counts)))
      return failure();
  return counts;
}

namespace {

struct TilePadTiles : tile::impl::TilePadTilesBase<TilePadTiles> {
  void runOnOperation() override {
    bool changed = false;
    for (auto function : getOperation().getOps<FuncOp>()) {
      FailureOr<PadCounts> counts = padTiles(function);
      if (failed(counts))
        return signalPassFailure();
      numPadded += counts->padded;
      numSlices += counts->slices;
      changed |= counts->padded || counts->slices;
    }
    if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace
