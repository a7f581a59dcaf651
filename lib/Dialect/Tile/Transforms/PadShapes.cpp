//===- PadShapes.cpp - Padded tiles in other shapes, and parts of tiles ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TilePadder.h"

using namespace mlir;
using namespace mlir::tile;

static int64_t getProduct(ArrayRef<int64_t> shape) {
  int64_t product = 1;
  for (int64_t size : shape)
    product *= size;
  return product;
}

static ArrayRef<int64_t> getShape(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getShape();
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

namespace {

/// Neighbouring dimensions of both shapes that have the same elements.
struct DimGroup {
  SmallVector<int64_t> from, to;

  /// Whether padding each dimension leaves the elements where they are.
  bool keepsPlaces() const {
    return !needsPadding(ArrayRef(from).drop_front()) &&
           !needsPadding(ArrayRef(to).drop_front());
  }
  int64_t getPaddedFrom() const { return getProduct(getPaddedShape(from)); }
  int64_t getPaddedTo() const { return getProduct(getPaddedShape(to)); }
};

/// Arithmetic on tiles of numbers of one dimension.
class Numbers {
public:
  Numbers(TilePadder &padder, int64_t size) : padder(padder), size(size) {}

  Value range() { return padder.makeRange(size); }
  Value multiply(Value a, int64_t b) {
    return b == 1 ? a : make<arith::MulIOp>(a, b);
  }
  Value divide(Value a, int64_t b) {
    return b == 1 ? a : make<arith::DivUIOp>(a, b);
  }
  Value remainder(Value a, int64_t b) { return make<arith::RemUIOp>(a, b); }
  Value add(Value a, int64_t b) {
    return b == 0 ? a : make<arith::AddIOp>(a, b);
  }
  /// `a` may be null, for 0.
  Value sum(Value a, Value b) {
    return a ? Value(arith::AddIOp::create(padder.getBuilder(), padder.getLoc(),
                                           a, b))
             : b;
  }

private:
  template <typename OpTy> Value make(Value a, int64_t b) {
    return OpTy::create(padder.getBuilder(), padder.getLoc(), a,
                        padder.makeConstant(size, b));
  }

  TilePadder &padder;
  int64_t size;
};

} // namespace

/// The groups, in order. Dimensions of size 1 are in none.
static SmallVector<DimGroup> getGroups(ArrayRef<int64_t> from,
                                       ArrayRef<int64_t> to) {
  auto withoutOnes = [](ArrayRef<int64_t> shape) {
    SmallVector<int64_t> sizes(shape);
    llvm::erase(sizes, 1);
    return sizes;
  };
  SmallVector<int64_t> source = withoutOnes(from), target = withoutOnes(to);
  SmallVector<DimGroup> groups;
  for (unsigned i = 0, j = 0; i < source.size();) {
    DimGroup &group = groups.emplace_back();
    int64_t a = source[i], b = target[j];
    group.from.push_back(source[i++]);
    group.to.push_back(target[j++]);
    while (a != b) {
      if (a < b) {
        a *= source[i];
        group.from.push_back(source[i++]);
      } else {
        b *= target[j];
        group.to.push_back(target[j++]);
      }
    }
  }
  return groups;
}

/// The coordinate in the padded tile of shape `from`, as one dimension, of the
/// element at each place of the padded tile of shape `to`.
static Value makePlaces(TilePadder &padder, const DimGroup &group) {
  Numbers numbers(padder, group.getPaddedTo());
  // From a place to the number of its element among the tile's own. Steps that
  // are the same in both come in one piece.
  Value place = numbers.range(), element;
  int64_t step = getProduct(group.to), paddedStep = group.getPaddedTo();
  for (auto [dim, size] : llvm::enumerate(group.to)) {
    step /= size;
    paddedStep /= getPaddedSize(size);
    Value digit = numbers.divide(place, paddedStep);
    if (dim > 0)
      digit = numbers.remainder(digit, getPaddedSize(size));
    element = numbers.sum(element, numbers.multiply(digit, step));
  }
  // And on to its place among the padded ones.
  Value result;
  step = getProduct(group.from);
  paddedStep = group.getPaddedFrom();
  for (auto [dim, size] : llvm::enumerate(group.from)) {
    step /= size;
    paddedStep /= getPaddedSize(size);
    Value digit = numbers.divide(element, step);
    if (dim > 0)
      digit = numbers.remainder(digit, size);
    result = numbers.sum(result, numbers.multiply(digit, paddedStep));
  }
  return result;
}

/// A range in another shape, from the coordinates: nothing moves.
static Value makeRange(TilePadder &padder, ArrayRef<int64_t> shape,
                       int64_t start) {
  SmallVector<int64_t> padded = getPaddedShape(shape);
  OpBuilder &builder = padder.getBuilder();
  Value sum = padder.makeConstant(padded, int32_t(start));
  int64_t step = getProduct(shape);
  for (auto [dim, size] : llvm::enumerate(shape)) {
    step /= size;
    if (size == 1)
      continue;
    Numbers numbers(padder, padded[dim]);
    Value part =
        padder.spread(numbers.multiply(numbers.range(), step), padded, dim);
    sum = arith::AddIOp::create(builder, padder.getLoc(), sum, part);
  }
  return sum;
}

Value tile::rearrange(TilePadder &padder, Value tile, ArrayRef<int64_t> from,
                      ArrayRef<int64_t> to) {
  SmallVector<DimGroup> groups = getGroups(from, to);
  SmallVector<unsigned> moved;
  for (auto [number, group] : llvm::enumerate(groups))
    if (!group.keepsPlaces())
      moved.push_back(number);
  SmallVector<int64_t> padded = getPaddedShape(to);
  if (moved.empty())
    return padder.reshape(tile, padded);
  if (auto range = tile.getDefiningOp<MakeRangeOp>())
    return makeRange(padder, to, int32_t(range.getStart()));
  // Those that shrink come first: no tile is larger than both ends.
  llvm::stable_sort(moved, [&](unsigned a, unsigned b) {
    auto grows = [&](unsigned number) {
      return groups[number].getPaddedTo() > groups[number].getPaddedFrom();
    };
    return grows(a) < grows(b);
  });
  tile = padder.reshape(tile,
                        llvm::map_to_vector(groups, [](const DimGroup &group) {
                          return group.getPaddedFrom();
                        }));
  for (unsigned number : moved)
    tile = padder.gather(tile, makePlaces(padder, groups[number]), number);
  return padder.reshape(tile, padded);
}

void tile::padReshape(TilePadder &padder, const PaddedOp &padded,
                      ReshapeOp op) {
  op.replaceAllUsesWith(rearrange(padder, op.getSrc(),
                                  padded.getOperandShape(0),
                                  padded.getResultShape(0)));
  op.erase();
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// One of the halves of a tile along a dimension.
static Value takeHalf(TilePadder &padder, Value tile, unsigned dim,
                      bool isUpper) {
  OpBuilder &builder = padder.getBuilder();
  SmallVector<int64_t> shape(getShape(tile));
  shape[dim] /= 2;
  shape.insert(shape.begin() + dim, 2);
  Value halves = padder.reshape(tile, shape);
  SmallVector<int32_t> order;
  for (unsigned other = 0; other < shape.size(); ++other)
    if (other != dim)
      order.push_back(other);
  order.push_back(dim);
  Value last = TransOp::create(builder, padder.getLoc(), halves, order);
  return SplitOp::create(builder, padder.getLoc(), last)
      ->getResult(isUpper ? 1 : 0);
}

void tile::expandExtractSlice(TilePadder &padder, const PaddedOp &padded,
                              ExtractSliceOp op) {
  // Halves of halves cost a few operations each; a gather costs one exchange.
  constexpr int64_t kMostBlocks = 16;
  Value tile = op.getSrc();
  for (auto [dim, size] : llvm::enumerate(padded.getResultShape(0))) {
    int64_t offset = op.getOffsets()[dim], part = getPaddedSize(size);
    int64_t extent = getShape(tile)[dim];
    if (offset == 0 && part == extent)
      continue;
    if (offset % part != 0 || extent / part > kMostBlocks) {
      Numbers numbers(padder, part);
      tile = padder.gather(tile, numbers.add(numbers.range(), offset), dim);
      continue;
    }
    for (; extent > part; extent /= 2) {
      bool isUpper = offset >= extent / 2;
      tile = takeHalf(padder, tile, dim, isUpper);
      offset -= isUpper ? extent / 2 : 0;
    }
  }
  op.replaceAllUsesWith(tile);
  op.erase();
}

/// A tile of the extent `extent` along `dim` in which the elements of `tile`
/// begin at `offset`.
static Value place(TilePadder &padder, Value tile, unsigned dim, int64_t offset,
                   int64_t extent) {
  SmallVector<int64_t> shape(getShape(tile));
  int64_t part = shape[dim];
  if (part == extent && offset == 0)
    return tile;
  if (offset % part != 0) {
    Numbers numbers(padder, extent);
    return padder.gather(tile, numbers.add(numbers.range(), -offset), dim);
  }
  shape.insert(shape.begin() + dim, 1);
  Value block = padder.reshape(tile, shape);
  shape[dim] = extent / part;
  Value blocks = BroadcastOp::create(
      padder.getBuilder(), padder.getLoc(),
      cast<RankedTensorType>(tile.getType()).clone(shape), block);
  shape.erase(shape.begin() + dim);
  shape[dim] = extent;
  return padder.reshape(blocks, shape);
}

/// Which elements of a padded tile of shape `shape` have `size` ones from
/// `offset` on along `dim`; null if all of the tile's own.
static Value makePart(TilePadder &padder, ArrayRef<int64_t> shape, unsigned dim,
                      int64_t offset, int64_t size) {
  if (size == shape[dim])
    return {};
  SmallVector<int64_t> padded = getPaddedShape(shape);
  Numbers numbers(padder, padded[dim]);
  auto compare = [&](arith::CmpIPredicate predicate, Value a, int64_t b) {
    return arith::CmpIOp::create(padder.getBuilder(), padder.getLoc(),
                                 predicate, a,
                                 padder.makeConstant(padded[dim], b));
  };
  // Up to the end, what the padding becomes does not matter.
  Value line = offset + size == shape[dim]
                   ? compare(arith::CmpIPredicate::sge, numbers.range(), offset)
                   : compare(arith::CmpIPredicate::ult,
                             numbers.add(numbers.range(), -offset), size);
  return padder.spread(line, padded, dim);
}

/// `whole`, of shape `shape` before padding, with `part` at the offsets.
static Value insert(TilePadder &padder, Value part, ArrayRef<int64_t> partShape,
                    Value whole, ArrayRef<int64_t> shape,
                    ArrayRef<int64_t> offsets) {
  OpBuilder &builder = padder.getBuilder();
  Value mask;
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    part = place(padder, part, dim, offsets[dim], getPaddedSize(shape[dim]));
    Value along = makePart(padder, shape, dim, offsets[dim], partShape[dim]);
    if (along && mask)
      along = arith::AndIOp::create(builder, padder.getLoc(), mask, along);
    if (along)
      mask = along;
  }
  return mask ? Value(arith::SelectOp::create(builder, padder.getLoc(), mask,
                                              part, whole))
              : part;
}

void tile::expandInsertSlice(TilePadder &padder, const PaddedOp &padded,
                             InsertSliceOp op) {
  SmallVector<int64_t> offsets(op.getOffsets().begin(), op.getOffsets().end());
  op.replaceAllUsesWith(insert(padder, op.getSrc(), padded.getOperandShape(0),
                               op.getDst(), padded.getOperandShape(1),
                               offsets));
  op.erase();
}

void tile::expandCat(TilePadder &padder, const PaddedOp &padded, CatOp op) {
  unsigned axis = op.getAxis();
  ArrayRef<int64_t> shape = padded.getResultShape(0);
  SmallVector<int64_t> offsets(shape.size(), 0);
  Value whole = place(padder, op.getLhs(), axis, /*offset=*/0,
                      getPaddedSize(shape[axis]));
  offsets[axis] = padded.getOperandShape(0)[axis];
  op.replaceAllUsesWith(insert(padder, op.getRhs(), padded.getOperandShape(1),
                               whole, shape, offsets));
  op.erase();
}
