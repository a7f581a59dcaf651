//===- RaiseSorts.cpp - Written-out sorting networks ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/Transforms/RaiseSorts.h"

#include "tile/Dialect/Tile/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILERAISESORTS
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

namespace {

/// The number 0 or 1 of each element of a cube: the XOR of the coordinates
/// along some dimensions, and of a constant.
struct Parity {
  uint64_t dims = 0;
  bool constant = false;

  bool operator==(const Parity &other) const {
    return dims == other.dims && constant == other.constant;
  }
};

} // namespace

static ArrayRef<int64_t> getShape(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getShape();
}

/// Whether a tile's dimensions have sizes 1 and 2, few enough for a mask.
static bool isPartOfCube(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() <= 64 &&
         llvm::all_of(type.getShape(),
                      [](int64_t size) { return size == 1 || size == 2; });
}

/// What a tile of 0 and 1 is; nothing if it may be something else, or takes
/// more operations to tell than a library needs.
static std::optional<Parity> evaluate(Value value, unsigned depth = 0) {
  constexpr unsigned kMaxDepth = 8;
  if (!isPartOfCube(value) || depth > kMaxDepth)
    return std::nullopt;
  Attribute attribute;
  if (matchPattern(value, m_Constant(&attribute))) {
    auto splat = dyn_cast<SplatElementsAttr>(attribute);
    if (!splat || !isa<IntegerType>(splat.getElementType()))
      return std::nullopt;
    APInt number = splat.getSplatValue<APInt>();
    if (number.ugt(1))
      return std::nullopt;
    return Parity{0, number.isOne()};
  }
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto range = dyn_cast<MakeRangeOp>(op)) {
    if (range.getStart() != 0 || range.getEnd() > 2)
      return std::nullopt;
    return Parity{range.getEnd() == 2 ? 1u : 0u, false};
  }
  if (auto xorOp = dyn_cast<arith::XOrIOp>(op)) {
    auto left = evaluate(xorOp.getLhs(), depth + 1),
         right = evaluate(xorOp.getRhs(), depth + 1);
    if (!left || !right)
      return std::nullopt;
    return Parity{left->dims ^ right->dims, left->constant != right->constant};
  }
  // Of two numbers that are 0 or 1.
  if (auto cmp = dyn_cast<arith::CmpIOp>(op)) {
    bool isEqual = cmp.getPredicate() == arith::CmpIPredicate::eq;
    auto left = evaluate(cmp.getLhs(), depth + 1),
         right = evaluate(cmp.getRhs(), depth + 1);
    if (!left || !right ||
        (!isEqual && cmp.getPredicate() != arith::CmpIPredicate::ne))
      return std::nullopt;
    return Parity{left->dims ^ right->dims,
                  (left->constant != right->constant) != isEqual};
  }
  if (auto broadcast = dyn_cast<BroadcastOp>(op))
    return evaluate(broadcast.getSrc(), depth + 1);
  bool isReshape = isa<ReshapeOp>(op) && !cast<ReshapeOp>(op).getAllowReorder();
  if (!isReshape && !isa<ExpandDimsOp>(op))
    return std::nullopt;
  Value src = op->getOperand(0);
  std::optional<Parity> inner = evaluate(src, depth + 1);
  if (!inner)
    return std::nullopt;
  // The dimensions of size 2 keep their order.
  Parity result{0, inner->constant};
  ArrayRef<int64_t> to = getShape(value);
  size_t target = 0;
  for (auto [dim, size] : llvm::enumerate(getShape(src))) {
    if (size == 1)
      continue;
    while (to[target] == 1)
      ++target;
    if (inner->dims >> dim & 1)
      result.dims |= uint64_t(1) << target;
    ++target;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// The operand of a bitcast, or the value itself.
static Value skipBitcast(Value value) {
  auto bitcast = value.getDefiningOp<BitcastOp>();
  return bitcast ? bitcast.getSrc() : value;
}

/// The only operation of a reduction of one tile, on both arguments of the
/// region; null if there is more.
static Operation *getReducer(ReduceOp reduce) {
  if (reduce.getNumOperands() != 1)
    return nullptr;
  Block &body = reduce.getCombineOp().front();
  Operation *op = &body.front();
  Operation *end = body.getTerminator();
  if (op->getNextNode() != end || op->getNumOperands() != 2 ||
      op->getNumResults() != 1 || end->getOperand(0) != op->getResult(0))
    return nullptr;
  Value a = body.getArgument(0), b = body.getArgument(1);
  bool isInOrder = op->getOperand(0) == a && op->getOperand(1) == b;
  bool isReversed = op->getOperand(0) == b && op->getOperand(1) == a;
  return isInOrder || isReversed ? op : nullptr;
}

/// The dimension of a cube along which `partner` has the other element of
/// `cube`.
static std::optional<unsigned> findPartnerDim(Value cube, Value partner) {
  auto xorOp = skipBitcast(partner).getDefiningOp<arith::XOrIOp>();
  if (!xorOp)
    return std::nullopt;
  for (auto [bits, sum] : {std::pair(xorOp.getLhs(), xorOp.getRhs()),
                           std::pair(xorOp.getRhs(), xorOp.getLhs())}) {
    if (skipBitcast(bits) != cube && bits != cube)
      continue;
    auto broadcast = sum.getDefiningOp<BroadcastOp>();
    auto expand =
        broadcast ? broadcast.getSrc().getDefiningOp<ExpandDimsOp>() : nullptr;
    auto reduce = expand ? expand.getSrc().getDefiningOp<ReduceOp>() : nullptr;
    if (!reduce || reduce.getAxis() != expand.getAxis())
      continue;
    Operation *reducer = getReducer(reduce);
    // The same bits, be they of one bitcast or of two.
    Value reduced = reduce.getSrcs().empty() ? Value() : reduce.getSrcs()[0];
    if (!reducer || !isa<arith::XOrIOp>(reducer) || !reduced ||
        (reduced != bits && skipBitcast(reduced) != cube) ||
        reduced.getType() != bits.getType())
      continue;
    return reduce.getAxis();
  }
  return std::nullopt;
}

namespace {

enum class Order { Signed, Unsigned, Float };

/// One step of a network that is written out.
struct Step {
  Value next;
  unsigned dim;
  Parity mask;
  Order order;
};

} // namespace

/// How a comparison says that `a` is greater than `b`.
static std::optional<Order> matchGreater(Value condition, Value a, Value b) {
  if (auto cmp = condition.getDefiningOp<arith::CmpFOp>()) {
    using Predicate = arith::CmpFPredicate;
    bool isGreater = cmp.getPredicate() == Predicate::OGT &&
                     cmp.getLhs() == a && cmp.getRhs() == b;
    bool isLess = cmp.getPredicate() == Predicate::OLT && cmp.getLhs() == b &&
                  cmp.getRhs() == a;
    return isGreater || isLess ? std::optional(Order::Float) : std::nullopt;
  }
  auto cmp = condition.getDefiningOp<arith::CmpIOp>();
  if (!cmp)
    return std::nullopt;
  using Predicate = arith::CmpIPredicate;
  Predicate predicate = cmp.getPredicate();
  if (cmp.getLhs() == b && cmp.getRhs() == a)
    predicate = predicate == Predicate::slt   ? Predicate::sgt
                : predicate == Predicate::ult ? Predicate::ugt
                                              : Predicate::eq;
  else if (cmp.getLhs() != a || cmp.getRhs() != b)
    return std::nullopt;
  if (predicate == Predicate::sgt)
    return Order::Signed;
  if (predicate == Predicate::ugt)
    return Order::Unsigned;
  return std::nullopt;
}

/// The step that a selection makes of a cube.
static std::optional<Step> matchStep(Value cube, arith::SelectOp select) {
  Value partner = select.getTrueValue();
  if (select.getFalseValue() != cube)
    return std::nullopt;
  std::optional<unsigned> dim = findPartnerDim(cube, partner);
  auto differs = select.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!dim || !differs || differs.getPredicate() != arith::CmpIPredicate::ne)
    return std::nullopt;
  for (auto [greater, mask] : {std::pair(differs.getLhs(), differs.getRhs()),
                               std::pair(differs.getRhs(), differs.getLhs())}) {
    auto extend = greater.getDefiningOp<arith::ExtUIOp>();
    std::optional<Order> order =
        matchGreater(extend ? extend.getIn() : greater, cube, partner);
    std::optional<Parity> parity = order ? evaluate(mask) : std::nullopt;
    if (parity)
      return Step{select.getResult(), *dim, *parity, *order};
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Networks
//===----------------------------------------------------------------------===//

namespace {

/// Follows a network from the reshape with which it begins.
class NetworkMatcher {
public:
  explicit NetworkMatcher(ReshapeOp reshape)
      : start(reshape.getResult()), cube(start) {}

  /// Whether there is a whole network; the rest may be asked only then.
  bool match();

  /// The cube with which it ends.
  Value getEnd() const { return cube; }
  /// log2 of the elements that are sorted, and of those that are kept.
  unsigned getExtentLog2() const { return extent; }
  unsigned getKeptLog2() const { return kept; }
  bool isDescending() const { return descending; }
  /// Whether it is the last merge only, of what should be bitonic.
  bool isLastMerge() const { return lastMerge; }
  bool isUnsigned() const { return order == Order::Unsigned; }
  /// The conversion to a wider type that the elements went through, if any.
  Operation *getExtension() const { return extension; }

private:
  unsigned getRank() const { return getShape(cube).size(); }
  bool matchMerge(unsigned stage, std::optional<Parity> flip);
  std::optional<bool> matchReduction(unsigned dim);
  bool matchLastMerge();

  Value start, cube;
  std::optional<Order> order;
  unsigned extent = 0, kept = 0;
  bool descending = false, lastMerge = false;
  Operation *extension = nullptr;
};

} // namespace

/// The steps of a merge of runs of 2^`stage`. With `flip` that is what the mask
/// has apart from the dimension of the step; without it, a constant, which
/// becomes the network's order.
bool NetworkMatcher::matchMerge(unsigned stage, std::optional<Parity> flip) {
  Value before = cube;
  std::optional<bool> constant;
  for (unsigned i = stage; i-- > 0;) {
    unsigned dim = getRank() - 1 - i;
    std::optional<Step> found;
    for (Operation *user : cube.getUsers())
      if (auto select = dyn_cast<arith::SelectOp>(user))
        if (auto step = matchStep(cube, select); step && step->dim == dim) {
          found = step;
          break;
        }
    bool isRight = found && (!order || *order == found->order);
    if (isRight) {
      Parity expected = flip.value_or(Parity{0, found->mask.constant});
      expected.dims ^= uint64_t(1) << dim;
      isRight = found->mask == expected &&
                (flip || !constant || *constant == found->mask.constant);
    }
    if (!isRight) {
      cube = before;
      return false;
    }
    order = found->order;
    constant = found->mask.constant;
    cube = found->next;
  }
  if (!flip)
    descending = *constant;
  return true;
}

/// Whether the cube is reduced along `dim` by maximum, true, or minimum, false;
/// perhaps after a conversion to a wider type.
std::optional<bool> NetworkMatcher::matchReduction(unsigned dim) {
  auto find = [&](Value from) -> std::optional<bool> {
    for (Operation *user : from.getUsers()) {
      auto reduce = dyn_cast<ReduceOp>(user);
      Operation *reducer = reduce ? getReducer(reduce) : nullptr;
      if (!reducer || reduce.getAxis() != dim ||
          !isa<RankedTensorType>(reduce.getResult()[0].getType()))
        continue;
      bool isFloat = order == Order::Float,
           isUnsigned = order == Order::Unsigned;
      bool isMax = isFloat ? isa<arith::MaxNumFOp, arith::MaximumFOp>(reducer)
                   : isUnsigned ? isa<arith::MaxUIOp>(reducer)
                                : isa<arith::MaxSIOp>(reducer);
      bool isMin = isFloat ? isa<arith::MinNumFOp, arith::MinimumFOp>(reducer)
                   : isUnsigned ? isa<arith::MinUIOp>(reducer)
                                : isa<arith::MinSIOp>(reducer);
      if (!isMax && !isMin)
        continue;
      cube = reduce.getResult()[0];
      return isMax;
    }
    return std::nullopt;
  };
  if (std::optional<bool> isMax = find(cube))
    return isMax;
  if (extension)
    return std::nullopt;
  for (Operation *user : cube.getUsers()) {
    bool keepsOrder = order == Order::Float      ? isa<arith::ExtFOp>(user)
                      : order == Order::Unsigned ? isa<arith::ExtUIOp>(user)
                                                 : isa<arith::ExtSIOp>(user);
    if (!keepsOrder)
      continue;
    if (std::optional<bool> isMax = find(user->getResult(0))) {
      extension = user;
      return isMax;
    }
  }
  return std::nullopt;
}

/// Whether the steps of one merge alone follow, all in one order. Where a row
/// is short, each step as it is written becomes one shuffle, too, and the tile
/// has the layouts of its neighbours: counted in the simulator, a row of 256
/// takes as many shuffles then and fewer instructions, and from 1024 on more of
/// both.
bool NetworkMatcher::matchLastMerge() {
  constexpr unsigned kLeastLog2 = 10;
  for (unsigned stage = getRank(); stage >= kLeastLog2; --stage)
    if (matchMerge(stage, std::nullopt)) {
      extent = kept = stage;
      return lastMerge = true;
    }
  return false;
}

bool NetworkMatcher::match() {
  unsigned rank = getRank();
  // A mask is of one dimension more than the runs that it concerns, unless they
  // are all there is.
  for (unsigned stage = 1; stage <= rank; ++stage) {
    bool isAlternating =
        stage < rank &&
        matchMerge(stage, Parity{uint64_t(1) << (rank - 1 - stage), false});
    if (isAlternating) {
      kept = stage;
      continue;
    }
    if (matchMerge(stage, std::nullopt)) {
      extent = kept = stage;
      return true;
    }
    break;
  }
  if (kept == 0)
    return matchLastMerge();
  // Halves of runs; the better one is kept and sorted.
  std::optional<bool> isMax;
  for (unsigned stage = kept + 1; kept < getRank(); ++stage) {
    std::optional<bool> found = matchReduction(getRank() - 1 - kept);
    if (!found || (isMax && *isMax != *found))
      return false;
    isMax = found;
    unsigned rest = getRank();
    if (kept < rest &&
        matchMerge(kept, Parity{uint64_t(1) << (rest - 1 - kept), false}))
      continue;
    if (!matchMerge(kept, std::nullopt))
      return false;
    extent = stage;
    return *isMax == descending;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Replacement
//===----------------------------------------------------------------------===//

static Value reshape(OpBuilder &builder, Location loc, Value value,
                     ArrayRef<int64_t> shape) {
  if (auto inner = value.getDefiningOp<ReshapeOp>();
      inner && !inner.getAllowReorder())
    value = inner.getSrc();
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == shape)
    return value;
  return ReshapeOp::create(builder, loc,
                           RankedTensorType::get(shape, type.getElementType()),
                           value, /*allow_reorder=*/false,
                           /*efficient_layout=*/false);
}

/// Returns the cube that replaces the last one.
static Value replace(RewriterBase &rewriter, ReshapeOp start,
                     const NetworkMatcher &network) {
  Location loc = network.getEnd().getLoc();
  rewriter.setInsertionPointAfterValue(network.getEnd());
  int64_t extent = int64_t(1) << network.getExtentLog2();
  int64_t kept = int64_t(1) << network.getKeptLog2();
  auto type = cast<RankedTensorType>(start.getType());
  SmallVector<int64_t> shape{type.getNumElements() / extent, extent};
  if (shape[0] == 1)
    shape.erase(shape.begin());
  int32_t axis = shape.size() - 1;
  Value rows = reshape(rewriter, loc, start.getResult(), shape);
  Value sorted;
  if (kept == extent)
    sorted = SortOp::create(rewriter, loc, rows, axis, network.isDescending(),
                            /*stable=*/false, network.isUnsigned(),
                            network.isLastMerge())
                 .getResult()[0];
  else
    sorted = TopKOp::create(rewriter, loc, rows, axis, int32_t(kept),
                            /*smallest=*/!network.isDescending(),
                            /*stable=*/false, network.isUnsigned())
                 .getResult()[0];
  if (Operation *extension = network.getExtension()) {
    OperationState state(loc, extension->getName());
    state.addOperands(sorted);
    state.addTypes(RankedTensorType::get(
        getShape(sorted), getScalarType(extension->getResult(0).getType())));
    state.addAttributes(extension->getAttrs());
    sorted = rewriter.create(state)->getResult(0);
  }
  Value end = network.getEnd();
  Value cube = reshape(rewriter, loc, sorted, getShape(end));
  rewriter.replaceAllUsesWith(end, cube);
  return cube;
}

//===----------------------------------------------------------------------===//
// The first one
//===----------------------------------------------------------------------===//

/// Whether a value is a tile of 2x2x...x2 without a layout.
static bool isCube(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && !type.getEncoding() && type.getRank() <= 64 &&
         llvm::all_of(type.getShape(), [](int64_t size) { return size == 2; });
}

/// Whether a reduction is one along the last dimension of a cube.
static bool isOfLastDim(ReduceOp reduce) {
  return reduce.getSrcs().size() == 1 && isCube(reduce.getSrcs()[0]) &&
         reduce.getAxis() ==
             cast<RankedTensorType>(reduce.getSrcs()[0].getType()).getRank() -
                 1;
}

static bool isSameReduction(ReduceOp a, ReduceOp b) {
  return OperationEquivalence::isRegionEquivalentTo(
             &a.getCombineOp(), &b.getCombineOp(),
             OperationEquivalence::IgnoreLocations) &&
         a.getCommutative() == b.getCommutative() &&
         a->getDiscardableAttrDictionary() == b->getDiscardableAttrDictionary();
}

/// The reduction of the result of `reduce` along what is then the last
/// dimension, by the same region; null if there is none.
static ReduceOp findNextReduction(ReduceOp reduce) {
  Value result = reduce.getResult()[0];
  if (!result.hasOneUse())
    return nullptr;
  auto next = dyn_cast<ReduceOp>(*result.getUsers().begin());
  return next && isOfLastDim(next) && isSameReduction(reduce, next) ? next
                                                                    : nullptr;
}

/// Makes one reduction of those that follow each other along the last
/// dimensions of a cube, which is what the first k are where k = 1. Elements
/// keep their order, so that regions that do not commute may be among them.
static bool joinReductions(RewriterBase &rewriter, ReduceOp first) {
  auto before = first.getSrcs()[0].getDefiningOp<ReduceOp>();
  bool isFirst =
      !before || !isOfLastDim(before) || findNextReduction(before) != first;
  if (!isOfLastDim(first) || !isFirst)
    return false;
  ReduceOp last = first;
  unsigned count = 1;
  for (; ReduceOp next = findNextReduction(last); ++count)
    last = next;
  if (count == 1)
    return false;
  Location loc = last.getLoc();
  rewriter.setInsertionPointAfter(last);
  auto cube = cast<RankedTensorType>(first.getSrcs()[0].getType());
  int64_t extent = int64_t(1) << count;
  SmallVector<int64_t> shape{cube.getNumElements() / extent, extent};
  bool isScalar = !isa<RankedTensorType>(last.getResult()[0].getType());
  if (isScalar)
    shape.erase(shape.begin());
  Value rows = reshape(rewriter, loc, first.getSrcs()[0], shape);
  Type type = cube.getElementType();
  if (!isScalar)
    type = RankedTensorType::get({shape[0]}, type);
  IRMapping mapping;
  mapping.map(first.getSrcs()[0], rows);
  auto joined = cast<ReduceOp>(rewriter.clone(*first, mapping));
  joined.setAxis(shape.size() - 1);
  joined->getResult(0).setType(type);
  Value result = joined->getResult(0);
  if (!isScalar)
    result = reshape(rewriter, loc, result, getShape(last.getResult()[0]));
  rewriter.replaceAllUsesWith(last.getResult()[0], result);
  return true;
}

unsigned tile::raiseSorts(RewriterBase &rewriter, FuncOp function) {
  SmallVector<ReshapeOp> starts;
  function.walk([&](ReshapeOp op) {
    auto type = cast<RankedTensorType>(op.getType());
    if (isCube(op.getResult()) && !op.getAllowReorder() &&
        type.getElementType().isIntOrFloat() && type.getRank() > 1)
      starts.push_back(op);
  });
  unsigned count = 0;
  for (size_t i = 0; i < starts.size(); ++i) {
    NetworkMatcher network(starts[i]);
    if (!network.match())
      continue;
    Value cube = replace(rewriter, starts[i], network);
    ++count;
    // Another network may follow on the same cube.
    if (auto next = cube.getDefiningOp<ReshapeOp>();
        next && isCube(cube) && getShape(cube).size() > 1)
      starts.push_back(next);
  }
  SmallVector<ReduceOp> reductions;
  function.walk([&](ReduceOp op) { reductions.push_back(op); });
  for (ReduceOp reduce : reductions)
    count += joinReductions(rewriter, reduce);
  if (count) {
    // Users come after what they use.
    SmallVector<Operation *> ops;
    function.walk<WalkOrder::PreOrder>(
        [&](Operation *op) { ops.push_back(op); });
    for (Operation *op : llvm::reverse(ops))
      if (isOpTriviallyDead(op))
        rewriter.eraseOp(op);
  }
  return count;
}

namespace {

struct TileRaiseSorts : tile::impl::TileRaiseSortsBase<TileRaiseSorts> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (auto function : getOperation().getOps<FuncOp>())
      numSorts += raiseSorts(rewriter, function);
  }
};

} // namespace
