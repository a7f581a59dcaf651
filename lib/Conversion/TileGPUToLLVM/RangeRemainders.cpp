//===- RangeRemainders.cpp - Remainders of consecutive numbers ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel whose last block reaches over the end of a matrix wraps its columns:
//
//   columns = (pid * 64 + range(0, 64)) % N
//
// In 64 bits a remainder takes a thread more than 40 instructions and a branch.
// Of numbers that follow each other one is enough, and it is a scalar: if N is
// at least 64, what comes after it is too large by N at most.
//
//   first = pid * 64 % N
//   columns = first + range < N ? first + range : first + range - N
//
// The kernel tests in scalars whether this is so, and does as before if not:
// if N is smaller, or something is negative. In 32 bits a remainder takes 20
// instructions, and the two ways took ptxas up to 22 registers more.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// A remainder of `start + range` by `divisor`, where the range begins at 0 or
/// later and ends at `end`.
struct RangeRemainder {
  Operation *op;
  Value start, range, divisor;
  int64_t end;
};

} // namespace

/// The end of a range of numbers that are not negative, in any width; 0 if the
/// value is something else.
static int64_t getRangeEnd(Value value) {
  Operation *op = value.getDefiningOp();
  while (isa_and_present<arith::ExtSIOp, arith::ExtUIOp>(op))
    op = op->getOperand(0).getDefiningOp();
  auto range = dyn_cast_or_null<MakeRangeOp>(op);
  return range && int32_t(range.getStart()) >= 0 ? int32_t(range.getEnd()) : 0;
}

static std::optional<RangeRemainder> match(Operation *op) {
  if (!isa<arith::RemSIOp, arith::RemUIOp>(op))
    return std::nullopt;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  auto sum = op->getOperand(0).getDefiningOp<arith::AddIOp>();
  auto divisor = op->getOperand(1).getDefiningOp<SplatOp>();
  if (!type || !type.getElementType().isInteger(64) || !sum || !divisor ||
      matchPattern(divisor.getSrc(), m_Constant()))
    return std::nullopt;
  // A thread with one element would have the scalar's remainder in addition.
  ThreadLayout layout(type);
  unsigned count = 0;
  for (unsigned reg = 0; reg < layout.getNumRegisters(); ++reg)
    count += layout.getOwnerRegister(reg) == reg;
  if (count < 2)
    return std::nullopt;
  Value lhs = sum.getLhs(), rhs = sum.getRhs();
  if (!rhs.getDefiningOp<SplatOp>())
    std::swap(lhs, rhs);
  auto start = rhs.getDefiningOp<SplatOp>();
  int64_t end = getRangeEnd(lhs);
  if (!start || end == 0)
    return std::nullopt;
  return RangeRemainder{op, start.getSrc(), lhs, divisor.getSrc(), end};
}

static void share(const RangeRemainder &found) {
  Operation *op = found.op;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type tile = op->getResult(0).getType();
  auto scalar = cast<IntegerType>(found.start.getType());
  auto constant = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(scalar, value));
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value a,
                     const APInt &b) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, a, constant(b));
  };
  auto both = [&](Value a, Value b) -> Value {
    return arith::AndIOp::create(builder, loc, a, b);
  };
  APInt end(scalar.getWidth(), found.end);
  Value fits = both(
      compare(arith::CmpIPredicate::sge, found.divisor, end),
      // Neither negative nor so large that a sum overflows: as no sign is set.
      compare(arith::CmpIPredicate::ule, found.start,
              APInt::getSignedMaxValue(scalar.getWidth()) - end));
  Value first =
      arith::RemUIOp::create(builder, loc, found.start, found.divisor);
  auto branch = scf::IfOp::create(builder, loc, tile, fits,
                                  /*withElseRegion=*/true);
  op->getResult(0).replaceAllUsesWith(branch.getResult(0));
  builder.setInsertionPointToStart(branch.elseBlock());
  op->moveBefore(scf::YieldOp::create(builder, loc, op->getResult(0)));

  builder.setInsertionPointToStart(branch.thenBlock());
  Value number = arith::AddIOp::create(
      builder, loc, SplatOp::create(builder, loc, tile, first), found.range);
  Value divisor = op->getOperand(1);
  Value wrapped = arith::SubIOp::create(builder, loc, number, divisor);
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, number, divisor);
  scf::YieldOp::create(
      builder, loc,
      arith::SelectOp::create(builder, loc, isInside, number, wrapped)
          .getResult());
}

void tile::shareRemainders(Operation *root) {
  SmallVector<RangeRemainder> found;
  root->walk([&](Operation *op) {
    if (std::optional<RangeRemainder> remainder = match(op))
      found.push_back(*remainder);
  });
  llvm::for_each(found, share);
}
