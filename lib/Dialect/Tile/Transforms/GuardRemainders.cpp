//===- GuardRemainders.cpp - Remainders of what is not negative -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/Transforms/GuardRemainders.h"

#include "ValueRange.h"

#include "tile/Dialect/Tile/Transforms/Passes.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEGUARDREMAINDERS
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

/// A remainder of `start + 0, 1, ..., count - 1` by `divisor`.
struct Remainder {
  arith::RemSIOp op;
  Value start, divisor;
  int64_t first, last;
};

} // namespace

/// Whether a value is an offset of pointers and nothing else. What is compared,
/// selected, stored or divided again may well be negative.
static bool isOffsetOnly(Value value) {
  llvm::SmallSetVector<Value, 16> values;
  values.insert(value);
  for (size_t i = 0; i < values.size(); ++i)
    for (Operation *user : values[i].getUsers()) {
      if (isa<AddPtrOp>(user))
        continue;
      if (!isa<ExpandDimsOp, BroadcastOp, ReshapeOp, TransOp, arith::ExtSIOp,
               arith::AddIOp, arith::MulIOp>(user))
        return false;
      values.insert(user->getResult(0));
    }
  return true;
}

static std::optional<Remainder> match(arith::RemSIOp op,
                                      const ModuleAxisInfo &axisInfo) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  auto sum = op.getLhs().getDefiningOp<arith::AddIOp>();
  auto divisor = op.getRhs().getDefiningOp<SplatOp>();
  if (!type || !type.getElementType().isInteger(32) || !sum || !divisor)
    return std::nullopt;
  Value lhs = sum.getLhs(), rhs = sum.getRhs();
  if (lhs.getDefiningOp<MakeRangeOp>())
    std::swap(lhs, rhs);
  auto start = lhs.getDefiningOp<SplatOp>();
  auto range = rhs.getDefiningOp<MakeRangeOp>();
  const AxisInfo *x = axisInfo.lookup(op.getLhs());
  const AxisInfo *y = axisInfo.lookup(op.getRhs());
  if (!start || !range || !x || !y || x->isNonNegative() ||
      !isOffsetOnly(op.getResult()))
    return std::nullopt;
  // What AxisInfo.h says of arith.remui.
  int64_t run = std::min(
      {x->getContiguity(0), x->getDivisibility(0), y->getDivisibility(0)});
  if (run < 2)
    return std::nullopt;
  return Remainder{op, start.getSrc(), divisor.getSrc(),
                   int64_t(range.getStart()), int64_t(range.getEnd()) - 1};
}

void tile::emitTrapIf(OpBuilder &builder, Location loc, Value isBad) {
  auto branch = scf::IfOp::create(builder, loc, isBad);
  OpBuilder inside = branch.getThenBodyBuilder();
  // PTX ISA, "trap".
  OperationState trap(loc, ElementwiseInlineAsmOp::getOperationName());
  trap.addAttribute("asm_string", builder.getStringAttr("trap;"));
  trap.addAttribute("constraints", builder.getStringAttr(""));
  trap.addAttribute("pure", builder.getBoolAttr(false));
  trap.addAttribute("packed_element", builder.getI32IntegerAttr(1));
  trap.addAttribute("scope",
                    AsmScopeAttr::get(builder.getContext(), AsmScope::Thread));
  inside.create(trap);
}

unsigned tile::guardRemainders(FunctionOpInterface func,
                               const ModuleAxisInfo &axisInfo) {
  SmallVector<Remainder> found;
  func->walk([&](arith::RemSIOp op) {
    if (std::optional<Remainder> remainder = match(op, axisInfo))
      found.push_back(*remainder);
  });
  for (Remainder &remainder : found) {
    OpBuilder builder(remainder.op);
    Location loc = remainder.op.getLoc();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(builder, loc,
                                       builder.getI32IntegerAttr(value));
    };
    auto isBelow = [&](Value value, int64_t bound) -> Value {
      return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                   value, constant(bound));
    };
    auto either = [&](Value a, Value b) -> Value {
      return arith::OrIOp::create(builder, loc, a, b);
    };
    // The first and the last dividend, without overflow in between.
    constexpr int64_t kMax = std::numeric_limits<int32_t>::max();
    Value isBad = isBelow(remainder.start, -remainder.first);
    isBad =
        either(isBad, arith::CmpIOp::create(
                          builder, loc, arith::CmpIPredicate::sgt,
                          remainder.start, constant(kMax - remainder.last)));
    isBad = either(isBad, isBelow(remainder.divisor, 1));
    emitTrapIf(builder, loc, isBad);
    Value unsignedOp = arith::RemUIOp::create(
        builder, loc, remainder.op.getLhs(), remainder.op.getRhs());
    remainder.op.replaceAllUsesWith(unsignedOp);
    remainder.op.erase();
  }
  return found.size();
}

unsigned tile::dropSigns(FunctionOpInterface func) {
  SmallVector<Operation *> found;
  func->walk([&](Operation *op) {
    if (isa<arith::DivSIOp, arith::RemSIOp>(op) &&
        isa<RankedTensorType>(op->getResult(0).getType()) &&
        op->getParentOfType<LoopLikeOpInterface>() &&
        llvm::all_of(op->getOperands(), [](Value operand) {
          return getValueRange(operand).smin().isNonNegative();
        }))
      found.push_back(op);
  });
  for (Operation *op : found) {
    OpBuilder builder(op);
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    Value result =
        isa<arith::DivSIOp>(op)
            ? arith::DivUIOp::create(builder, op->getLoc(), lhs, rhs)
                  .getResult()
            : arith::RemUIOp::create(builder, op->getLoc(), lhs, rhs);
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  }
  return found.size();
}

namespace {

struct TileGuardRemainders
    : tile::impl::TileGuardRemaindersBase<TileGuardRemainders> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool hasRemainders = false;
    for (FuncOp func : module.getOps<FuncOp>())
      numUnsigned += dropSigns(func);
    module.walk([&](arith::RemSIOp) { hasRemainders = true; });
    if (!hasRemainders)
      return;
    ModuleAxisInfo axisInfo(module);
    for (FuncOp func : module.getOps<FuncOp>())
      numGuarded += guardRemainders(func, axisInfo);
  }
};

} // namespace
