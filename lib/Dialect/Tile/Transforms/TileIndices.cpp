//===- TileIndices.cpp - Tiles of indices that are affine -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileIndices.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tile;

static unsigned getRank(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  return tile ? tile.getRank() : 0;
}

static bool isPointer(Value value) {
  return isa<PtrType>(getElementTypeOrSelf(value.getType()));
}

static TileIndex makeUniform(ScalarSum start, unsigned rank, Value base = {}) {
  TileIndex index;
  index.base = base;
  index.start = std::move(start);
  index.steps.resize(rank);
  return index;
}

/// `a + b`, or `a - b`. At most one is a pointer.
static std::optional<TileIndex> add(const TileIndex &a, const TileIndex &b,
                                    bool subtract = false) {
  if (a.steps.size() != b.steps.size() || (b.base && (a.base || subtract)))
    return std::nullopt;
  TileIndex sum = a;
  sum.base = a.base ? a.base : b.base;
  sum.start = subtract ? a.start - b.start : a.start + b.start;
  for (auto [step, other] : llvm::zip(sum.steps, b.steps))
    step = subtract ? step - other : step + other;
  llvm::append_range(sum.wraps, b.wraps);
  return sum;
}

static std::optional<TileIndex> multiply(const TileIndex &a,
                                         const TileIndex &b) {
  if (!b.isUniform())
    return a.isUniform() ? multiply(b, a) : std::nullopt;
  TileIndex product = a;
  product.start = a.start * b.start;
  for (ScalarSum &step : product.steps)
    step = step * b.start;
  llvm::append_range(product.wraps, b.wraps);
  return product;
}

/// `a` as if it were its remainder by `b`.
static std::optional<TileIndex> wrap(const TileIndex &a, const TileIndex &b) {
  if (!b.isUniform() || !a.wraps.empty() || !b.wraps.empty())
    return std::nullopt;
  std::optional<unsigned> dim;
  for (auto [number, step] : llvm::enumerate(a.steps)) {
    if (step.isZero())
      continue;
    if (dim || step.getConstant() != 1)
      return std::nullopt;
    dim = number;
  }
  if (!dim)
    return std::nullopt;
  TileIndex wrapped = a;
  wrapped.wraps.push_back({*dim, a.start, b.start, /*isRemainder=*/true});
  return wrapped;
}

/// `a` as if it were not 0 where it is not below its end.
static std::optional<TileIndex> cutOff(const TileIndex &a,
                                       const IndexCondition &isBelow) {
  TileIndex end = makeUniform(a.start - isBelow.index.start, a.steps.size());
  if (a.base || a.steps != isBelow.index.steps)
    return std::nullopt;
  std::optional<TileIndex> wrapped = wrap(a, end);
  if (wrapped)
    wrapped->wraps.back().isRemainder = false;
  return wrapped;
}

/// The index as that of a tile with a new dimension.
static TileIndex expand(TileIndex index, unsigned axis) {
  index.steps.insert(index.steps.begin() + axis, ScalarSum());
  for (TileIndex::Wrap &wrap : index.wraps)
    wrap.dim += wrap.dim >= axis;
  return index;
}

/// Along a dimension of size 1 there is one element only.
static TileIndex broadcast(TileIndex index, RankedTensorType from) {
  for (auto [step, size] : llvm::zip(index.steps, from.getShape()))
    if (size == 1)
      step = ScalarSum();
  return index;
}

static TileIndex transpose(const TileIndex &index, ArrayRef<int32_t> order) {
  TileIndex result = index;
  for (auto [to, from] : llvm::enumerate(order)) {
    result.steps[to] = index.steps[from];
    for (auto [wrap, old] : llvm::zip(result.wraps, index.wraps))
      if (old.dim == unsigned(from))
        wrap.dim = to;
  }
  return result;
}

std::optional<TileIndex> TileIndices::computeCarried(BlockArgument arg) {
  auto loop = dyn_cast_or_null<scf::ForOp>(arg.getOwner()->getParentOp());
  if (!loop || arg == loop.getInductionVar())
    return std::nullopt;
  std::optional<TileIndex> init = get(loop.getTiedLoopInit(arg)->get());
  APInt step;
  if (!init || !matchPattern(loop.getStep(), m_ConstantInt(&step)))
    return std::nullopt;
  // What an iteration makes of it, whatever it is.
  auto before = known;
  known[arg] = isPointer(arg) ? makeUniform(ScalarSum(), getRank(arg), arg)
                              : makeUniform(ScalarSum::of(arg), getRank(arg));
  std::optional<TileIndex> next = get(loop.getTiedLoopYieldedValue(arg)->get());
  known = std::move(before);
  if (!next || !next->isUniform() || !next->wraps.empty())
    return std::nullopt;
  ScalarSum added = next->start;
  if (isPointer(arg) ? next->base != arg : bool(next->base))
    return std::nullopt;
  if (!isPointer(arg))
    added = added - ScalarSum::of(arg);
  for (const ScalarTerm &term : added.getTerms())
    for (Value value : term.values)
      if (value == arg || !loop.isDefinedOutsideOfLoop(value))
        return std::nullopt;
  std::optional<ScalarSum> perStep = added.divideBy(step.getSExtValue());
  std::optional<TileIndex> first = get(loop.getLowerBound());
  if (!perStep || !first)
    return std::nullopt;
  TileIndex result = *init;
  result.start =
      result.start +
      *perStep * (ScalarSum::of(loop.getInductionVar()) - first->start);
  return result;
}

std::optional<TileIndex> TileIndices::compute(Value value) {
  unsigned rank = getRank(value);
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return makeUniform(ScalarSum::constant(constant.getSExtValue()), rank);
  if (auto arg = dyn_cast<BlockArgument>(value))
    return computeCarried(arg);
  Operation *op = value.getDefiningOp();
  auto unary = [&]() { return get(op->getOperand(0)); };
  auto binary = [&](auto combine) -> std::optional<TileIndex> {
    std::optional<TileIndex> a = get(op->getOperand(0));
    std::optional<TileIndex> b = get(op->getOperand(1));
    return a && b ? combine(*a, *b) : std::nullopt;
  };
  auto sum = [](const TileIndex &a, const TileIndex &b) { return add(a, b); };
  if (isa<arith::AddIOp, AddPtrOp>(op))
    return binary(sum);
  if (isa<arith::SubIOp>(op))
    return binary([](const TileIndex &a, const TileIndex &b) {
      return add(a, b, /*subtract=*/true);
    });
  if (isa<arith::MulIOp>(op)) {
    bool isWide =
        getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth() > 32;
    return binary([&](TileIndex a, TileIndex b) {
      if (isWide)
        for (TileIndex *index : {&a, &b}) {
          index->start = index->start.widenConstants();
          for (ScalarSum &step : index->steps)
            step = step.widenConstants();
        }
      return multiply(a, b);
    });
  }
  if (isa<arith::RemSIOp, arith::RemUIOp>(op) && rank != 0)
    return binary(wrap);
  if (auto select = dyn_cast<arith::SelectOp>(op); select && rank != 0) {
    auto conditions = getConditions(select.getCondition());
    std::optional<TileIndex> index = get(select.getTrueValue());
    if (!conditions || conditions->size() != 1 || !index ||
        !matchPattern(select.getFalseValue(), m_Zero()))
      return std::nullopt;
    return cutOff(*index, conditions->front());
  }
  if (isa<arith::ExtSIOp>(op))
    return unary();
  if (auto range = dyn_cast<MakeRangeOp>(op)) {
    TileIndex index = makeUniform(
        ScalarSum::constant(static_cast<int32_t>(range.getStart())), rank);
    index.steps[0] = ScalarSum::constant(1);
    return index;
  }
  if (isa<SplatOp>(op)) {
    std::optional<TileIndex> index = unary();
    if (index)
      index->steps.resize(rank);
    return index;
  }
  std::optional<TileIndex> source;
  if (isa<ExpandDimsOp, BroadcastOp, TransOp>(op) && (source = unary())) {
    if (auto expanded = dyn_cast<ExpandDimsOp>(op))
      return expand(*source, expanded.getAxis());
    if (auto trans = dyn_cast<TransOp>(op))
      return transpose(*source, trans.getOrder());
    return broadcast(*source,
                     cast<RankedTensorType>(op->getOperand(0).getType()));
  }
  return std::nullopt;
}

std::optional<TileIndex> TileIndices::get(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  Type type = getElementTypeOrSelf(value.getType());
  std::optional<TileIndex> index;
  if (type.isSignlessInteger() || isa<PtrType>(type))
    index = compute(value);
  if (!index && getRank(value) == 0) {
    if (type.isSignlessInteger())
      index = makeUniform(ScalarSum::of(value), 0);
    else if (isa<PtrType>(type))
      index = makeUniform(ScalarSum(), 0, value);
  }
  known[value] = index;
  return index;
}

std::optional<std::vector<IndexCondition>>
TileIndices::getConditions(Value mask) {
  std::vector<IndexCondition> conditions;
  Attribute value;
  if (matchPattern(mask, m_Constant(&value))) {
    auto splat = dyn_cast<SplatElementsAttr>(value);
    auto scalar = dyn_cast<IntegerAttr>(value);
    bool isTrue = splat ? splat.getSplatValue<APInt>().isOne()
                        : scalar && scalar.getValue().isOne();
    return isTrue ? std::optional(conditions) : std::nullopt;
  }
  Operation *op = mask.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (isa<arith::AndIOp>(op)) {
    for (Value operand : op->getOperands()) {
      auto part = getConditions(operand);
      if (!part)
        return std::nullopt;
      llvm::append_range(conditions, *part);
    }
    return conditions;
  }
  if (isa<ExpandDimsOp, BroadcastOp, TransOp>(op)) {
    auto parts = getConditions(op->getOperand(0));
    if (!parts)
      return std::nullopt;
    for (IndexCondition &part : *parts) {
      if (auto expanded = dyn_cast<ExpandDimsOp>(op))
        part.index = expand(part.index, expanded.getAxis());
      else if (auto trans = dyn_cast<TransOp>(op))
        part.index = transpose(part.index, trans.getOrder());
      else
        part.index = broadcast(
            part.index, cast<RankedTensorType>(op->getOperand(0).getType()));
    }
    return parts;
  }
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return std::nullopt;
  std::optional<TileIndex> lhs = get(compare.getLhs()),
                           rhs = get(compare.getRhs());
  if (!lhs || !rhs || lhs->base || rhs->base || !lhs->wraps.empty() ||
      !rhs->wraps.empty())
    return std::nullopt;
  using Predicate = arith::CmpIPredicate;
  bool isReversed = false, isStrict = true;
  switch (compare.getPredicate()) {
  case Predicate::slt:
    break;
  case Predicate::sle:
    isStrict = false;
    break;
  case Predicate::sgt:
    isReversed = true;
    break;
  case Predicate::sge:
    isReversed = true;
    isStrict = false;
    break;
  default:
    return std::nullopt;
  }
  if (isReversed)
    std::swap(lhs, rhs);
  IndexCondition condition{*add(*lhs, *rhs, /*subtract=*/true)};
  if (!isStrict)
    condition.index.start = condition.index.start - ScalarSum::constant(1);
  conditions.push_back(std::move(condition));
  return conditions;
}
