//===- ExpandSorts.cpp - Sorting networks for tile.sort and tile.topk -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/LayoutInference.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Layout/SortPlan.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEEXPANDSORTS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

static RankedTensorType withElement(Type tile, Type element) {
  auto type = cast<RankedTensorType>(tile);
  return RankedTensorType::get(type.getShape(), element, type.getEncoding());
}

namespace {

/// Makes one integer of what elements are sorted by, and takes it apart again.
class KeyCoder {
public:
  KeyCoder(OpBuilder &builder, Location loc, Type element, bool isUnsigned)
      : builder(builder), loc(loc), element(element),
        width(getBitWidth(element)), isUnsigned(isUnsigned) {}

  /// An integer of the element's width, or of 8 bits for i1, in whose order the
  /// elements are.
  Value encode(Value key);
  Value decode(Value key);

  /// The key above something of `lowBits` that compares equal keys, in an
  /// integer of `bits`.
  Value join(Value key, Value low, unsigned lowBits, unsigned bits);
  Value takeKey(Value joined, unsigned lowBits);
  Value takeLow(Value joined, Type type);

private:
  Type getInteger(unsigned bits) { return builder.getIntegerType(bits); }
  Value getConstant(Type tile, const APInt &value) {
    auto type = cast<RankedTensorType>(tile);
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            type, builder.getIntegerAttr(type.getElementType(), value)));
  }
  /// Floating-point numbers of IEEE 754 order as integers do, once all bits of
  /// the negative ones but the first are inverted: its own inverse.
  Value flipNegatives(Value bits);
  Value extend(Value value, unsigned bits, bool zero) {
    Type type = withElement(value.getType(), getInteger(bits));
    if (type == value.getType())
      return value;
    if (zero)
      return arith::ExtUIOp::create(builder, loc, type, value);
    return arith::ExtSIOp::create(builder, loc, type, value);
  }
  Value shiftRight(Value value, unsigned amount) {
    unsigned bits = getBitWidth(getScalarType(value.getType()));
    Value by = getConstant(value.getType(), APInt(bits, amount));
    if (isUnsigned)
      return arith::ShRUIOp::create(builder, loc, value, by);
    return arith::ShRSIOp::create(builder, loc, value, by);
  }

  OpBuilder &builder;
  Location loc;
  Type element;
  unsigned width;
  bool isUnsigned;
};

} // namespace

Value KeyCoder::flipNegatives(Value bits) {
  Type type = bits.getType();
  Value sign = arith::ShRSIOp::create(
      builder, loc, bits, getConstant(type, APInt(width, width - 1)));
  Value mask = arith::AndIOp::create(
      builder, loc, sign, getConstant(type, APInt::getSignedMaxValue(width)));
  return arith::XOrIOp::create(builder, loc, bits, mask);
}

Value KeyCoder::encode(Value key) {
  if (isa<FloatType>(element))
    return flipNegatives(BitcastOp::create(
        builder, loc, withElement(key.getType(), getInteger(width)), key));
  return width == 1 ? extend(key, 8, isUnsigned) : key;
}

Value KeyCoder::decode(Value key) {
  Type type = withElement(key.getType(), element);
  if (isa<FloatType>(element))
    return BitcastOp::create(builder, loc, type, flipNegatives(key));
  if (width == 1)
    return arith::TruncIOp::create(builder, loc, type, key);
  return key;
}

Value KeyCoder::join(Value key, Value low, unsigned lowBits, unsigned bits) {
  Value high = extend(key, bits, isUnsigned);
  high = arith::ShLIOp::create(
      builder, loc, high, getConstant(high.getType(), APInt(bits, lowBits)));
  Type type = withElement(low.getType(), getInteger(bits));
  if (getBitWidth(getScalarType(low.getType())) > bits)
    low = arith::TruncIOp::create(builder, loc, type, low);
  else
    low = extend(low, bits, /*zero=*/true);
  return arith::OrIOp::create(builder, loc, high, low);
}

Value KeyCoder::takeKey(Value joined, unsigned lowBits) {
  Value key = shiftRight(joined, lowBits);
  Type type = withElement(joined.getType(), getInteger(std::max(width, 8u)));
  if (type == key.getType())
    return key;
  return arith::TruncIOp::create(builder, loc, type, key);
}

Value KeyCoder::takeLow(Value joined, Type type) {
  Type scalar = getScalarType(type);
  Type bits = withElement(joined.getType(), getInteger(getBitWidth(scalar)));
  Value low = arith::TruncIOp::create(builder, loc, bits, joined);
  if (isa<IntegerType>(scalar))
    return low;
  return BitcastOp::create(builder, loc, withElement(low.getType(), scalar),
                           low);
}

/// The coordinate along `axis` of each element of a tile of this type.
static Value getCoordinates(OpBuilder &builder, Location loc,
                            RankedTensorType type, unsigned axis) {
  Type i32 = builder.getI32Type();
  auto layout = cast<LayoutAttrInterface>(type.getEncoding());
  // The layouts that come of taking out all other dimensions, the last first.
  SmallVector<LayoutAttrInterface> layouts{layout};
  for (unsigned dim = type.getRank(); dim-- > 0;)
    if (dim != axis)
      layouts.push_back(SliceLayoutAttr::get(dim, layouts.back()));
  int64_t extent = type.getDimSize(axis);
  Value value = MakeRangeOp::create(
      builder, loc, RankedTensorType::get({extent}, i32, layouts.back()), 0,
      extent);
  SmallVector<int64_t> shape{extent};
  layouts.pop_back();
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    if (dim == axis)
      continue;
    shape.insert(shape.begin() + dim, 1);
    value = ExpandDimsOp::create(
        builder, loc, RankedTensorType::get(shape, i32, layouts.back()), value,
        dim);
    layouts.pop_back();
  }
  auto whole = RankedTensorType::get(type.getShape(), i32, layout);
  if (value.getType() == whole)
    return value;
  return BroadcastOp::create(builder, loc, whole, value);
}

//===----------------------------------------------------------------------===//
// Networks
//===----------------------------------------------------------------------===//

namespace {

/// What tile.sort and tile.topk have in common.
struct Sort {
  Operation *op;
  unsigned axis;
  int64_t kept;
  bool descending, stable, isUnsigned;
  bool isBitonic = false;
};

/// Carries a plan out on tiles.
class NetworkBuilder {
public:
  NetworkBuilder(OpBuilder &builder, const Sort &sort, bool breaksTies)
      : builder(builder), loc(sort.op->getLoc()), sort(sort),
        breaksTies(breaksTies) {}

  SmallVector<Value> run(const SortPlan &plan, SmallVector<Value> tiles) {
    for (const SortAction &action : plan.getActions())
      tiles = run(action, tiles);
    return tiles;
  }

private:
  SmallVector<Value> run(const SortAction &action, ArrayRef<Value> tiles);

  OpBuilder &builder;
  Location loc;
  const Sort &sort;
  bool breaksTies;
};

} // namespace

SmallVector<Value> NetworkBuilder::run(const SortAction &action,
                                       ArrayRef<Value> tiles) {
  if (action.kind == SortAction::Kind::Exchange) {
    SmallVector<int32_t> steps(action.distances.begin(),
                               action.distances.end());
    auto op = CompareExchangeOp::create(builder, loc, tiles, sort.axis,
                                        action.runs, steps, sort.descending,
                                        sort.isUnsigned, breaksTies);
    return llvm::to_vector_of<Value>(op.getResults());
  }
  auto getType = [&](Value tile) {
    auto type = cast<RankedTensorType>(tile.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[sort.axis] = action.layout->getOutDimSize(getDimName(sort.axis));
    return RankedTensorType::get(
        shape, type.getElementType(),
        getLayoutAttr(builder.getContext(), shape, *action.layout));
  };
  if (action.kind == SortAction::Kind::KeepFirst) {
    SmallVector<Type> types = llvm::map_to_vector(
        tiles, [&](Value tile) -> Type { return getType(tile); });
    auto op = KeepFirstOp::create(builder, loc, types, tiles, sort.axis,
                                  action.distances[0], sort.descending,
                                  sort.isUnsigned, breaksTies);
    return llvm::to_vector_of<Value>(op.getResults());
  }
  return llvm::map_to_vector(tiles, [&](Value tile) -> Value {
    if (action.kind == SortAction::Kind::Relabel)
      return RelabelOp::create(builder, loc, getType(tile), tile);
    return ConvertLayoutOp::create(builder, loc, getType(tile), tile);
  });
}

static void expand(const Sort &sort) {
  OpBuilder builder(sort.op);
  Location loc = sort.op->getLoc();
  // Not before: they may be results of a sort that has been expanded.
  SmallVector<Value> srcs(sort.op->getOperands());
  auto type = cast<RankedTensorType>(srcs[0].getType());
  Type element = type.getElementType();
  KeyCoder coder(builder, loc, element, sort.isUnsigned);
  Value key = coder.encode(srcs[0]);
  unsigned width = getBitWidth(getScalarType(key.getType()));
  SmallVector<Value> tiles(srcs);
  tiles[0] = key;

  // Equal keys without anything that goes along are the same.
  int64_t extent = type.getDimSize(sort.axis);
  enum class Joined { Nothing, Position, Value } joined = Joined::Nothing;
  unsigned lowBits = 0;
  bool breaksTies = false;
  if (sort.stable && tiles.size() > 1) {
    Value position = getCoordinates(builder, loc, type, sort.axis);
    if (sort.descending) {
      Value last = arith::ConstantOp::create(
          builder, loc,
          DenseElementsAttr::get(cast<RankedTensorType>(position.getType()),
                                 builder.getI32IntegerAttr(extent - 1)));
      position = arith::XOrIOp::create(builder, loc, position, last);
    }
    unsigned needed = llvm::Log2_64(extent);
    breaksTies = width == 64;
    if (breaksTies) {
      tiles.insert(tiles.begin() + 1, position);
    } else {
      joined = Joined::Position;
      lowBits = width + needed <= 32 ? needed : 32;
      tiles[0] =
          coder.join(key, position, lowBits, width + needed <= 32 ? 32 : 64);
    }
  } else if (tiles.size() == 2 && !sort.isBitonic) {
    // Equal keys may as well be sorted by what goes along, except that a
    // sequence would not be bitonic any more.
    Type other = getScalarType(tiles[1].getType());
    if (other.isIntOrFloat() && width + getBitWidth(other) <= 32) {
      joined = Joined::Value;
      lowBits = getBitWidth(other);
      Value bits = tiles[1];
      if (!isa<IntegerType>(other))
        bits = BitcastOp::create(
            builder, loc,
            withElement(bits.getType(), builder.getIntegerType(lowBits)), bits);
      tiles = {coder.join(key, bits, lowBits, 32)};
    }
  }

  SmallVector<unsigned> elementBits;
  for (Value tile : tiles)
    elementBits.push_back(getBitWidth(getScalarType(tile.getType())));
  auto resultType = cast<RankedTensorType>(sort.op->getResult(0).getType());
  SortPlan plan =
      SortPlan::create({toLinearLayout(type), getDimName(sort.axis),
                        unsigned(llvm::Log2_64(sort.kept)), elementBits,
                        toLinearLayout(resultType), sort.isBitonic});
  tiles = NetworkBuilder(builder, sort, breaksTies).run(plan, tiles);
  // The layout as the result has it written.
  for (Value &tile : tiles)
    if (auto found = cast<RankedTensorType>(tile.getType());
        found.getEncoding() != resultType.getEncoding())
      tile = ConvertLayoutOp::create(
          builder, loc, withLayout(found, resultType.getEncoding()), tile);

  if (breaksTies)
    tiles.erase(tiles.begin() + 1);
  if (joined == Joined::Value)
    tiles.push_back(coder.takeLow(tiles[0], srcs[1].getType()));
  if (joined != Joined::Nothing)
    tiles[0] = coder.takeKey(tiles[0], lowBits);
  tiles[0] = coder.decode(tiles[0]);
  sort.op->replaceAllUsesWith(tiles);
  sort.op->erase();
}

namespace {

struct TileExpandSorts : tile::impl::TileExpandSortsBase<TileExpandSorts> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!requireTarget(module) || failed(verifyTilesHaveLayouts(module)))
      return signalPassFailure();
    SmallVector<Sort> sorts;
    module.walk([&](Operation *op) {
      if (auto sort = dyn_cast<SortOp>(op)) {
        auto type = cast<RankedTensorType>(sort.getSrcs()[0].getType());
        sorts.push_back({op, sort.getAxis(), type.getDimSize(sort.getAxis()),
                         sort.getDescending(), sort.getStable(),
                         sort.getIsUnsigned(), sort.getBitonic()});
      } else if (auto topk = dyn_cast<TopKOp>(op)) {
        sorts.push_back({op, topk.getAxis(), topk.getK(), !topk.getSmallest(),
                         topk.getStable(), topk.getIsUnsigned()});
      }
    });
    for (const Sort &sort : sorts)
      expand(sort);
    numSorts += sorts.size();
  }
};

} // namespace
