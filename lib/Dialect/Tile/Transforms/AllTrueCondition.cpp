//===- AllTrueCondition.cpp - Is a mask true everywhere? ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. The idea
//
// A mask `offset < n` is true everywhere if the largest offset is below n. With
// offset = splat(x) + range(0, 1024) the largest is x + 1023, so that one
// scalar compare stands for 1024. The danger is in "largest": tiles compute
// modulo 2^32, scalars can be anything, and a sum that wraps is not the largest
// one.
//
// 2. Exact forms
//
// A tile expression e of iN is described by a form
//
//   F = a1 * x1 + ... + ak * xk + r,   cmin <= r <= cmax,
//
// in exact integers, not modulo anything: the x are scalars of the program read
// as signed or as unsigned numbers, the a are integers, and r is the only part
// that differs between elements. Two facts carry the proof.
//
//  (A) Every element v of e is congruent to its F modulo 2^N. By induction: it
//      holds for splats (a number and its sign- or zero-extension are
//      congruent), constants and ranges, and +, -, * and truncation keep it.
//  (B) If additionally lo <= F <= hi holds for all elements, where [lo, hi] is
//      [-2^(N-1), 2^(N-1) - 1] for a signed reading of e and [0, 2^N - 1] for
//      an unsigned one, then v read in that way is F: both lie in [lo, hi],
//      which holds each class modulo 2^N once.
//
// An extension of e to more bits reads e, so (B) is demanded of e there, and
// (A) goes on with the same form for the wider type. A compare reads both
// sides.
//
// 3. The test of  e < f  (slt; ult has the unsigned lo and hi)
//
//   (1) lo <= the least F of e         a1 * x1 + ... + cmin(e) >= lo
//   (2) the greatest F of f <= hi      b1 * y1 + ... + cmax(f) <= hi
//   (3) the greatest of e < the least of f
//
// By (3) no element of e exceeds one of f, so (1) bounds both from below and
// (2) both from above: (B) holds for both sides, and (3) is the claim. For e <=
// f replace < in (3); for > and >= exchange the sides. What follows from the
// ranges of the x and y alone is not tested at run time.
//
// 4. Numbers
//
// i32, x = pid * 1024 computed by the program in i32, range(0, 1024), n.
//
//   x = 2147482624 = 2^31 - 1024   offsets 2^31 - 1024 ... 2^31 - 1, no wrap.
//       (1) x >= -2^31: always. (2) n <= 2^31 - 1: always.
//       (3) x + 1023 = 2147483647 < n: false for every n. Right: the last
//       offset is the largest i32, which is below no i32.
//   x = 2147483000                 offsets wrap after 647: the tile holds
//       2147483647, then -2147483648, ... For n = 2147483647 the mask is true
//       for 0 ... 646, false for 647, true again for 648 ... 1023. In i32,
//       x + 1023 = -2147483273 < n would say "all true". In i64, (3) is
//       2147484023 < 2147483647: false.
//   x = -512, offsets from x - 1   (1) x - 1 >= -2^31 is no longer always true
//       and is tested: at x = -2147483648 the tile's first element is
//       2147483647, above any n, although (3) would hold.
//   x = 4294967295 read unsigned (ult), range(0, 1024)   elements 4294967295,
//       0, 1, ...; (3) is 4294968318 < n, false for every n of 32 bits.
//
// 5. i64
//
// The tests are computed in i64. Each side's bounds are found from the ranges
// of its scalars, in arbitrary precision; if they fit i64, so does the exact
// value, and wrapping partial sums do no harm. If they do not (a sum of an
// unknown i64 and 1023) and the side is one scalar plus a constant c, the
// scalar is tested first: x <= 2^63 - 1 - 1023. Otherwise there is no
// condition. Tests are joined by a bitwise and, so all are computed: one that
// wraps may come out true, but then the test before it is false. Scalars of 64
// bits are always read signed; where an unsigned reading is asked for, (1)
// demands that it is not negative, and nothing that fits i64 is above 2^64 - 1.
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/Transforms/AllTrueCondition.h"

#include "ValueRange.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DynamicAPInt.h"

using namespace mlir;
using namespace mlir::tile;

using llvm::DynamicAPInt;
using Leaf = AllTrueCondition::Leaf;
using Affine = AllTrueCondition::Affine;

/// Operations that one mask may be made of, each counted as often as it is
/// reached: sharing must not cost exponential time.
static constexpr unsigned kMaxVisits = 256;

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

static DynamicAPInt toExact(const APInt &value, bool isSigned) {
  return DynamicAPInt(isSigned ? value : value.zext(value.getBitWidth() + 1));
}

static DynamicAPInt powerOf2(unsigned exponent) {
  return DynamicAPInt(APInt::getOneBitSet(exponent + 2, exponent));
}

static std::optional<int64_t> toInt64(const DynamicAPInt &value) {
  if (value < std::numeric_limits<int64_t>::min() ||
      value > std::numeric_limits<int64_t>::max())
    return std::nullopt;
  return int64_t(value);
}

namespace {

/// The sum of coefficient * leaf, and of a number from `min` to `max`.
struct Form {
  SmallVector<std::pair<Leaf, DynamicAPInt>> terms;
  DynamicAPInt min, max;

  static Form constant(const DynamicAPInt &value) { return {{}, value, value}; }

  bool isConstant() const { return terms.empty() && min == max; }

  void scale(const DynamicAPInt &factor) {
    for (auto &term : terms)
      term.second *= factor;
    llvm::erase_if(terms, [](auto &term) { return term.second == 0; });
    min *= factor;
    max *= factor;
    if (factor < 0)
      std::swap(min, max);
  }

  void add(const Form &other) {
    for (const auto &[leaf, coefficient] : other.terms) {
      auto *it = llvm::find_if(
          terms, [&leaf = leaf](auto &term) { return term.first == leaf; });
      if (it == terms.end())
        terms.emplace_back(leaf, coefficient);
      else
        it->second += coefficient;
    }
    llvm::erase_if(terms, [](auto &term) { return term.second == 0; });
    min += other.min;
    max += other.max;
  }

  /// Without scalars, the form may be replaced by a congruent one: the one
  /// whose least element is what iN reads.
  void normalize(unsigned width, bool isSigned) {
    if (!terms.empty())
      return;
    DynamicAPInt low = isSigned ? -powerOf2(width - 1) : DynamicAPInt(0);
    DynamicAPInt least = low + llvm::mod(min - low, powerOf2(width));
    max += least - min;
    min = least;
  }

  /// The form of the least and of the greatest elements.
  Form atMin() const { return {terms, min, min}; }
  Form atMax() const { return {terms, max, max}; }
};

/// The least and the greatest that a form can be, whatever the program does.
struct Bounds {
  DynamicAPInt min, max;

  explicit Bounds(const Form &form) : min(form.min), max(form.max) {
    for (const auto &[leaf, coefficient] : form.terms) {
      ConstantIntRanges range = getValueRange(leaf.value);
      DynamicAPInt low = leaf.isSigned ? toExact(range.smin(), true)
                                       : toExact(range.umin(), false);
      DynamicAPInt high = leaf.isSigned ? toExact(range.smax(), true)
                                        : toExact(range.umax(), false);
      min += coefficient * (coefficient > 0 ? low : high);
      max += coefficient * (coefficient > 0 ? high : low);
    }
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Finding the condition
//===----------------------------------------------------------------------===//

namespace mlir::tile {

/// Walks a mask and collects the tests. Every method fails if there can be no
/// condition; the tests collected so far then mean nothing.
class AllTrueFinder {
public:
  LogicalResult addMask(Value mask);

  AllTrueCondition condition;

private:
  LogicalResult addCompare(arith::CmpIOp op);
  std::optional<Form> getForm(Value value, bool isSigned);
  std::optional<Form> getLeaf(Value value, bool isSigned);

  /// Demands (B) of a form of iN: from below, from above.
  LogicalResult addLowerBound(const Form &form, unsigned width, bool isSigned);
  LogicalResult addUpperBound(const Form &form, unsigned width, bool isSigned);
  /// Demands lhs <= rhs or lhs < rhs of two forms without a range.
  LogicalResult addInequality(const Form &lhs, const Form &rhs, bool strict);
  void addTest(AllTrueCondition::Inequality test);
  /// The form as i64 arithmetic, after the test that it does not overflow.
  std::optional<Affine> getAffine(const Form &form);

  bool visit() { return ++visits <= kMaxVisits; }

  unsigned visits = 0;
};

} // namespace mlir::tile

LogicalResult AllTrueFinder::addMask(Value mask) {
  Attribute constant;
  if (!visit())
    return failure();
  if (matchPattern(mask, m_Constant(&constant))) {
    if (auto scalar = dyn_cast<IntegerAttr>(constant))
      return success(scalar.getValue().isOne());
    auto tile = dyn_cast<DenseIntElementsAttr>(constant);
    return success(tile && llvm::all_of(tile.getValues<bool>(),
                                        [](bool value) { return value; }));
  }
  if (!isa<RankedTensorType>(mask.getType())) {
    if (!isUniform(mask))
      return failure();
    condition.flags.insert(mask);
    return success();
  }
  Operation *op = mask.getDefiningOp();
  if (!op)
    return failure();
  if (isa<SplatOp, BroadcastOp, ExpandDimsOp>(op))
    return addMask(op->getOperand(0));
  if (isa<arith::AndIOp>(op))
    return success(succeeded(addMask(op->getOperand(0))) &&
                   succeeded(addMask(op->getOperand(1))));
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return addCompare(compare);
  return failure();
}

LogicalResult AllTrueFinder::addCompare(arith::CmpIOp op) {
  using P = arith::CmpIPredicate;
  P predicate = op.getPredicate();
  bool isSigned =
      llvm::is_contained({P::slt, P::sle, P::sgt, P::sge}, predicate);
  bool isUnsigned =
      llvm::is_contained({P::ult, P::ule, P::ugt, P::uge}, predicate);
  if (!isSigned && !isUnsigned)
    return failure();
  Type type = getScalarType(op.getLhs().getType());
  if (!type.isSignlessInteger())
    return failure();
  unsigned width = type.getIntOrFloatBitWidth();

  std::optional<Form> small = getForm(op.getLhs(), isSigned);
  std::optional<Form> big = getForm(op.getRhs(), isSigned);
  if (!small || !big)
    return failure();
  small->normalize(width, isSigned);
  big->normalize(width, isSigned);
  if (llvm::is_contained({P::sgt, P::sge, P::ugt, P::uge}, predicate))
    std::swap(small, big);
  bool strict = llvm::is_contained({P::slt, P::sgt, P::ult, P::ugt}, predicate);

  return success(
      succeeded(addLowerBound(*small, width, isSigned)) &&
      succeeded(addUpperBound(*big, width, isSigned)) &&
      succeeded(addInequality(small->atMax(), big->atMin(), strict)));
}

std::optional<Form> AllTrueFinder::getLeaf(Value value, bool isSigned) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return Form::constant(toExact(constant, /*isSigned=*/true));
  if (!value.getType().isSignlessInteger() ||
      value.getType().getIntOrFloatBitWidth() > 64 || !isUniform(value))
    return std::nullopt;
  Leaf leaf{value, isSigned || value.getType().isInteger(64)};
  return Form{{{leaf, DynamicAPInt(1)}}, DynamicAPInt(0), DynamicAPInt(0)};
}

/// `isSigned` says how the leaves are read; by (A) either is right, and the one
/// that fits the compare loses less.
std::optional<Form> AllTrueFinder::getForm(Value value, bool isSigned) {
  if (!visit())
    return std::nullopt;
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant))) {
    auto tile = dyn_cast<DenseIntElementsAttr>(constant);
    if (!tile || tile.empty())
      return std::nullopt;
    // A lone constant is read as asked; as a part of a sum, -1 is a small step
    // down and not a large one up. `normalize` cares for the former.
    std::optional<Form> form;
    auto include = [&](const APInt &element) {
      DynamicAPInt exact = toExact(element, /*isSigned=*/true);
      if (!form)
        form = Form::constant(exact);
      form->min = std::min(form->min, exact);
      form->max = std::max(form->max, exact);
    };
    if (tile.isSplat())
      include(tile.getSplatValue<APInt>());
    else
      for (const APInt &element : tile.getValues<APInt>())
        include(element);
    return form;
  }
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto splat = dyn_cast<SplatOp>(op))
    return getLeaf(splat.getSrc(), isSigned);
  if (auto range = dyn_cast<MakeRangeOp>(op))
    return Form{
        {},
        DynamicAPInt(static_cast<int32_t>(range.getStart())),
        DynamicAPInt(int64_t(static_cast<int32_t>(range.getEnd())) - 1)};
  if (isa<BroadcastOp, ExpandDimsOp, arith::TruncIOp>(op))
    return getForm(op->getOperand(0), isSigned);
  if (isa<arith::ExtSIOp, arith::ExtUIOp>(op)) {
    bool extendsSign = isa<arith::ExtSIOp>(op);
    Value src = op->getOperand(0);
    unsigned width = getScalarType(src.getType()).getIntOrFloatBitWidth();
    std::optional<Form> form = getForm(src, extendsSign);
    if (form)
      form->normalize(width, extendsSign);
    if (!form || failed(addLowerBound(*form, width, extendsSign)) ||
        failed(addUpperBound(*form, width, extendsSign)))
      return std::nullopt;
    return form;
  }
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return std::nullopt;
  std::optional<Form> lhs = getForm(op->getOperand(0), isSigned);
  std::optional<Form> rhs = getForm(op->getOperand(1), isSigned);
  if (!lhs || !rhs)
    return std::nullopt;
  if (isa<arith::MulIOp>(op)) {
    if (lhs->isConstant())
      std::swap(lhs, rhs);
    if (!rhs->isConstant())
      return std::nullopt;
    lhs->scale(rhs->min);
    return lhs;
  }
  if (isa<arith::SubIOp>(op))
    rhs->scale(DynamicAPInt(-1));
  lhs->add(*rhs);
  return lhs;
}

LogicalResult AllTrueFinder::addLowerBound(const Form &form, unsigned width,
                                           bool isSigned) {
  if (isSigned && width == 64)
    return success(getAffine(form.atMin()).has_value());
  DynamicAPInt low = isSigned ? -powerOf2(width - 1) : DynamicAPInt(0);
  return addInequality(Form::constant(low), form.atMin(), /*strict=*/false);
}

LogicalResult AllTrueFinder::addUpperBound(const Form &form, unsigned width,
                                           bool isSigned) {
  if (width == 64)
    return success(getAffine(form.atMax()).has_value());
  DynamicAPInt high = powerOf2(isSigned ? width - 1 : width) - 1;
  return addInequality(form.atMax(), Form::constant(high), /*strict=*/false);
}

LogicalResult AllTrueFinder::addInequality(const Form &lhs, const Form &rhs,
                                           bool strict) {
  Bounds left(lhs), right(rhs);
  if (strict ? left.max < right.min : left.max <= right.min)
    return success();
  if (strict ? left.min >= right.max : left.min > right.max)
    return failure();
  std::optional<Affine> leftAffine = getAffine(lhs);
  std::optional<Affine> rightAffine = getAffine(rhs);
  if (!leftAffine || !rightAffine)
    return failure();
  addTest({*leftAffine, *rightAffine, strict});
  return success();
}

void AllTrueFinder::addTest(AllTrueCondition::Inequality test) {
  if (!llvm::is_contained(condition.inequalities, test))
    condition.inequalities.push_back(std::move(test));
}

std::optional<Affine> AllTrueFinder::getAffine(const Form &form) {
  Affine affine;
  std::optional<int64_t> constant = toInt64(form.min);
  if (!constant)
    return std::nullopt;
  affine.constant = *constant;
  for (const auto &[leaf, exact] : form.terms) {
    std::optional<int64_t> coefficient = toInt64(exact);
    if (!coefficient)
      return std::nullopt;
    affine.terms.emplace_back(leaf, *coefficient);
  }
  Bounds bounds(form);
  if (toInt64(bounds.min) && toInt64(bounds.max))
    return affine;

  if (affine.terms.size() != 1 || affine.terms.front().second != 1)
    return std::nullopt;
  Affine leaf{affine.terms, 0};
  int64_t c = affine.constant;
  if (c > 0)
    addTest({leaf, {{}, std::numeric_limits<int64_t>::max() - c}, false});
  else
    addTest({{{}, std::numeric_limits<int64_t>::min() - c}, leaf, false});
  return affine;
}

//===----------------------------------------------------------------------===//
// AllTrueCondition
//===----------------------------------------------------------------------===//

std::optional<AllTrueCondition> AllTrueCondition::get(Value mask) {
  AllTrueFinder finder;
  if (failed(finder.addMask(mask)))
    return std::nullopt;
  return std::move(finder.condition);
}

void AllTrueCondition::conjoin(const AllTrueCondition &other) {
  flags.insert_range(other.flags);
  for (const Inequality &test : other.inequalities)
    if (!llvm::is_contained(inequalities, test))
      inequalities.push_back(test);
}

bool AllTrueCondition::isSubsetOf(const AllTrueCondition &other) const {
  return llvm::all_of(flags,
                      [&](Value flag) { return other.flags.contains(flag); }) &&
         llvm::all_of(inequalities, [&](const Inequality &test) {
           return llvm::is_contained(other.inequalities, test);
         });
}

SetVector<Value> AllTrueCondition::getScalars() const {
  SetVector<Value> scalars(flags.begin(), flags.end());
  for (const Inequality &test : inequalities)
    for (const Affine *side : {&test.lhs, &test.rhs})
      for (const auto &[leaf, coefficient] : side->terms)
        scalars.insert(leaf.value);
  return scalars;
}

/// The side of a test as i64 arithmetic. `mapping` says what has taken the
/// place of a scalar.
static Value emitAffine(OpBuilder &builder, Location loc, const Affine &affine,
                        const IRMapping &mapping) {
  Type i64 = builder.getI64Type();
  auto getConstant = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, i64, value);
  };
  Value sum;
  for (const auto &[leaf, coefficient] : affine.terms) {
    Value value = mapping.lookupOrDefault(leaf.value);
    if (!value.getType().isInteger(64))
      value =
          leaf.isSigned
              ? arith::ExtSIOp::create(builder, loc, i64, value).getResult()
              : arith::ExtUIOp::create(builder, loc, i64, value).getResult();
    if (coefficient != 1)
      value =
          arith::MulIOp::create(builder, loc, value, getConstant(coefficient));
    sum = sum ? arith::AddIOp::create(builder, loc, sum, value).getResult()
              : value;
  }
  if (!sum)
    return getConstant(affine.constant);
  if (affine.constant != 0)
    sum =
        arith::AddIOp::create(builder, loc, sum, getConstant(affine.constant));
  return sum;
}

Value AllTrueCondition::emit(OpBuilder &builder, Location loc,
                             const IRMapping &mapping) const {
  Value condition;
  auto add = [&](Value test) {
    condition =
        condition
            ? arith::AndIOp::create(builder, loc, condition, test).getResult()
            : test;
  };
  for (Value flag : flags)
    add(mapping.lookupOrDefault(flag));
  for (const Inequality &test : inequalities) {
    Value lhs = emitAffine(builder, loc, test.lhs, mapping);
    Value rhs = emitAffine(builder, loc, test.rhs, mapping);
    add(arith::CmpIOp::create(builder, loc,
                              test.strict ? arith::CmpIPredicate::slt
                                          : arith::CmpIPredicate::sle,
                              lhs, rhs));
  }
  if (!condition)
    condition =
        arith::ConstantIntOp::create(builder, loc, builder.getI1Type(), 1);
  return condition;
}
