//===- LoopExpander.cpp - Loops whose parts run iterations apart ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopExpander.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::tilegpu;

/// What an operation reads, also in its regions, of what is around it.
static SmallVector<Value> getReadValues(Operation *op) {
  SmallVector<Value> values(op->getOperands());
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  llvm::append_range(values, captured);
  return values;
}

void BodySlice::add(Operation *op) {
  if (ops.insert(op) && isFollowed(op))
    add(getReadValues(op));
}

void BodySlice::add(ValueRange values) {
  Block *body = loop.getBody();
  SmallVector<Value> todo(values);
  for (size_t i = 0; i < todo.size(); ++i) {
    Value value = todo[i];
    Operation *op = value.getDefiningOp();
    if (value.getParentBlock() != body)
      continue;
    if (value == loop.getInductionVar()) {
      hasInductionVar = true;
    } else if (!op) {
      auto arg = cast<BlockArgument>(value);
      if (args.insert(arg))
        todo.push_back(loop.getTiedLoopYieldedValue(arg)->get());
    } else if (ops.insert(op) && isFollowed(op)) {
      llvm::append_range(todo, getReadValues(op));
    }
  }
}

void LoopExpander::carry(unsigned part, BlockArgument arg) {
  carried.push_back({part, arg, /*isTaken=*/false});
  maps[part].map(arg, loop.getTiedLoopInit(arg)->get());
}

Value LoopExpander::getNext(const Carried &entry) {
  if (entry.isTaken)
    return maps[entry.part + 1].lookupOrNull(entry.value);
  auto arg = cast<BlockArgument>(entry.value);
  return maps[entry.part].lookupOrDefault(
      loop.getTiedLoopYieldedValue(arg)->get());
}

void LoopExpander::emitPrologue(
    function_ref<void(unsigned, unsigned, IRMapping &)> emit) {
  for (unsigned time = 0; time < most; ++time) {
    auto runs = [&](unsigned part) { return part + time >= most; };
    for (unsigned part = 1; part <= most; ++part)
      if (runs(part))
        emit(part, part + time - most, maps[part]);
    SmallVector<IRMapping> next(most + 1);
    for (const Carried &entry : carried) {
      Value value = runs(entry.part + entry.isTaken)
                        ? getNext(entry)
                        : maps[entry.part].lookupOrNull(entry.value);
      if (value)
        next[entry.part].map(entry.value, value);
    }
    maps = std::move(next);
  }
}

scf::ForOp LoopExpander::emitLoop(
    OpBuilder &builder, Value first, ValueRange more,
    function_ref<SmallVector<Value>(scf::ForOp, MutableArrayRef<IRMapping>,
                                    ValueRange)>
        emit) {
  SmallVector<Value> inits;
  for (const Carried &entry : carried)
    inits.push_back(maps[entry.part].lookup(entry.value));
  llvm::append_range(inits, more);
  Location loc = loop.getLoc();
  newLoop =
      scf::ForOp::create(builder, loc, first, loop.getUpperBound(),
                         loop.getStep(), inits, nullptr, loop.getUnsignedCmp());
  newLoop->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = newLoop.getBody();
  // Without results it comes with its terminator.
  if (!body->empty())
    body->back().erase();
  builder.setInsertionPointToEnd(body);
  ValueRange args = newLoop.getRegionIterArgs();
  maps.assign(most + 1, IRMapping());
  for (auto [entry, arg] : llvm::zip(carried, args))
    maps[entry.part].map(entry.value, arg);
  SmallVector<Value> last =
      emit(newLoop, maps, args.drop_front(carried.size()));
  SmallVector<Value> yielded;
  for (const Carried &entry : carried)
    yielded.push_back(getNext(entry));
  llvm::append_range(yielded, last);
  scf::YieldOp::create(builder, loc, yielded);
  return newLoop;
}

IRMapping LoopExpander::mapResults(unsigned part) {
  IRMapping map;
  for (auto [entry, result] : llvm::zip(carried, newLoop.getResults()))
    if (entry.part == part)
      map.map(entry.value, result);
  return map;
}

void LoopExpander::replaceLoop() {
  for (auto [entry, result] : llvm::zip(carried, newLoop.getResults()))
    if (entry.part == 0 && !entry.isTaken)
      loop.getTiedLoopResult(cast<BlockArgument>(entry.value))
          .replaceAllUsesWith(result);
  loop.erase();
}

Value LoopExpander::getConstant(Type type, int64_t value) {
  Value &known = constants[{type, value}];
  if (!known) {
    auto func = loop->getParentOfType<FunctionOpInterface>();
    auto builder = OpBuilder::atBlockBegin(&func.getFunctionBody().front());
    known = arith::ConstantOp::create(builder, loop.getLoc(),
                                      builder.getIntegerAttr(type, value));
  }
  return known;
}

Value LoopExpander::emitSteps(OpBuilder &builder, int64_t steps) {
  if (steps == 1)
    return loop.getStep();
  return builder.createOrFold<arith::MulIOp>(
      loop.getLoc(), loop.getStep(),
      getConstant(loop.getStep().getType(), steps));
}

Value LoopExpander::emitComes(OpBuilder &builder, Value iv, int64_t steps) {
  Location loc = loop.getLoc();
  // As unsigned numbers all counts from the present iteration to the end are
  // right.
  Value left =
      builder.createOrFold<arith::SubIOp>(loc, loop.getUpperBound(), iv);
  Value needed = emitSteps(builder, steps);
  // The product might wrap if the step is not known.
  if (steps != 1 && !getConstantIntValue(loop.getStep()) &&
      left.getType().isSignlessInteger(32)) {
    Type wide = builder.getI64Type();
    left = builder.createOrFold<arith::ExtUIOp>(loc, wide, left);
    needed = builder.createOrFold<arith::MulIOp>(
        loc, builder.createOrFold<arith::ExtUIOp>(loc, wide, loop.getStep()),
        getConstant(wide, steps));
  }
  Value comes = builder.createOrFold<arith::CmpIOp>(
      loc, arith::CmpIPredicate::ugt, left, needed);
  return matchPattern(comes, m_One()) ? Value() : comes;
}

Value tilegpu::emitIsEntered(OpBuilder &builder, scf::ForOp loop,
                             const IRMapping &map) {
  Value entered = builder.createOrFold<arith::CmpIOp>(
      loop.getLoc(),
      loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                            : arith::CmpIPredicate::slt,
      map.lookupOrDefault(loop.getLowerBound()),
      map.lookupOrDefault(loop.getUpperBound()));
  return matchPattern(entered, m_One()) ? Value() : entered;
}

Value tilegpu::emitBoth(OpBuilder &builder, Location loc, Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return builder.createOrFold<arith::AndIOp>(loc, a, b);
}
