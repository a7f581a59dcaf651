//===- ScheduleProgram.cpp - Waits and arrivals as a program --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleProgram.h"

#include "tile/Dialect/Tile/IR/AsmInfo.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/PTX/Instructions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

using Kind = ScheduleValue::Kind;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Whether it touches shared memory, tensor memory, a barrier or a queue.
static bool isAction(Operation *op) {
  return isa<MBarrierInitOp, MBarrierWaitOp, MBarrierArriveOp, BoxCopyOp,
             BoxStoreOp, BoxStoreWaitOp, AsyncCopyOp, AsyncCommitGroupOp,
             AsyncWaitOp, LocalStoreOp, LocalLoadOp, LocalGatherOp,
             LocalCountOp, WarpgroupDotOp, WarpgroupWaitOp, BarrierOp, TurnOp,
             FenceProxyOp, ProducerWarpOp, ProductWarpOp, TensorProductOp,
             TensorCommitOp, TensorLoadOp, TensorMemoryAllocOp,
             TensorMemoryDeallocOp, RequestProgramOp, ReadProgramOp,
             ClusterSumOp>(op);
}

/// Whether the loop goes on as long as a tilegpu.read_program finds a program.
static bool takesPrograms(scf::WhileOp loop) {
  auto goesOn = dyn_cast<BlockArgument>(loop.getConditionOp().getCondition());
  return goesOn && goesOn.getOwner() == loop.getBeforeBody() &&
         loop.getYieldOp()
             .getOperand(goesOn.getArgNumber())
             .getDefiningOp<ReadProgramOp>();
}

/// Whether it may take part in the schedule in a way that is not followed.
static bool isUnreadable(Operation *op) {
  if (auto inlineAsm = dyn_cast<ElementwiseInlineAsmOp>(op))
    return !inlineAsm.getUseFallback() &&
           getAsmInfo(inlineAsm)->getEffects() &
               (ptx::Synchronizes | ptx::AcrossWarps | ptx::ControlFlow);
  if (auto barrier = dyn_cast<BarrierOp>(op))
    return barrier.getScope() == BarrierScope::Group;
  if (isAction(op) || isa<LocalAllocOp>(op) || isMemoryEffectFree(op))
    return false;
  return isa<CallOpInterface>(op) ||
         llvm::any_of(op->getOperandTypes(), llvm::IsaPred<MemDescType>);
}

/// What an action needs of the values around: places, conditions, parities and
/// numbers of places, but not where boxes are.
static SmallVector<Value> getActionOperands(Operation *op) {
  bool isBox = isa<BoxCopyOp, BoxStoreOp>(op);
  return llvm::filter_to_vector(op->getOperands(), [&](Value operand) {
    Type type = operand.getType();
    return isa<MemDescType, TensorPlacesType>(type) ||
           type.isInteger(isBox ? 1 : 32) || type.isInteger(1);
  });
}

static unsigned getWidth(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer ? std::min(integer.getWidth(), 64u) : 64;
}

/// The kind of value that an operation of `arith` computes, if it is one.
static std::optional<Kind> getKind(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Kind>>(op)
      .Case([](arith::AddIOp) { return Kind::Add; })
      .Case([](AddPtrOp) { return Kind::Add; })
      .Case([](arith::SubIOp) { return Kind::Sub; })
      .Case([](arith::MulIOp) { return Kind::Mul; })
      .Case([](arith::DivSIOp) { return Kind::DivS; })
      .Case([](arith::DivUIOp) { return Kind::DivU; })
      .Case([](arith::CeilDivSIOp) { return Kind::CeilDivS; })
      .Case([](arith::CeilDivUIOp) { return Kind::CeilDivU; })
      .Case([](arith::RemSIOp) { return Kind::RemS; })
      .Case([](arith::RemUIOp) { return Kind::RemU; })
      .Case([](arith::MinSIOp) { return Kind::MinS; })
      .Case([](arith::MinUIOp) { return Kind::MinU; })
      .Case([](arith::MaxSIOp) { return Kind::MaxS; })
      .Case([](arith::MaxUIOp) { return Kind::MaxU; })
      .Case([](arith::AndIOp) { return Kind::And; })
      .Case([](arith::OrIOp) { return Kind::Or; })
      .Case([](arith::XOrIOp) { return Kind::Xor; })
      .Case([](arith::ShLIOp) { return Kind::Shl; })
      .Case([](arith::ShRSIOp) { return Kind::ShrS; })
      .Case([](arith::ShRUIOp) { return Kind::ShrU; })
      .Case([](arith::CmpIOp) { return Kind::Compare; })
      .Case([](arith::SelectOp) { return Kind::Select; })
      .Case([](arith::ExtSIOp) { return Kind::ExtendS; })
      .Case([](arith::ExtUIOp) { return Kind::ExtendU; })
      .Case([](arith::TruncIOp) { return Kind::Truncate; })
      .Case([](arith::IndexCastOp) { return Kind::Truncate; })
      .Case([](MemDescTransOp) { return Kind::Copy; })
      .Case([](MemDescIndexOp) { return Kind::Pick; })
      .Default([](Operation *) { return std::nullopt; });
}

ScheduleProgram::ScheduleProgram(FunctionOpInterface func) : func(func) {
  Region &body = func.getFunctionBody();
  // Barriers of a pair are signalled by another CTA, too.
  if (!body.hasOneBlock() || hasCTAPairs(func)) {
    problem = func;
    return;
  }
  body.walk([&](Operation *op) {
    if (isUnreadable(op))
      problem = op;
    if (problem)
      return WalkResult::interrupt();
    if (!isAction(op))
      return WalkResult::advance();
    needRegion(op->getParentOp());
    for (Value operand : getActionOperands(op))
      getValue(operand);
    return WalkResult::advance();
  });
  if (problem)
    return;
  auto readWarp = [&](Block &block) {
    int begin = steps.size();
    readBlock(block);
    steps[addStep(ScheduleStep::Move, func)].target = -1;
    return begin;
  };
  readWarp(body.front());
  if (ProducerWarpOp warp = getProducerWarp(func))
    producerBegin = readWarp(warp.getBody().front());
  if (ProductWarpOp warp = getProductWarp(func))
    productBegin = readWarp(warp.getBody().front());
}

/// What decides whether, and how often, a region runs.
void ScheduleProgram::needRegion(Operation *op) {
  if (isa<FunctionOpInterface, ProducerWarpOp, ProductWarpOp>(op) ||
      !needed.insert(op).second)
    return;
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (Value value : {loop.getLowerBound(), loop.getUpperBound(),
                        loop.getStep(), loop.getInductionVar()})
      getValue(value);
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    getValue(branch.getCondition());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op);
             loop && takesPrograms(loop)) {
    hasPrograms = true;
    getValue(loop.getConditionOp().getCondition());
  } else {
    problem = op;
    return;
  }
  needRegion(op->getParentOp());
}

int ScheduleProgram::addPlaces(Value value) {
  int first = places.size();
  int64_t count = 1, bytes = 1, offset = -1;
  if (auto type = dyn_cast<TensorPlacesType>(value.getType())) {
    count = type.getCount();
  } else {
    auto memdesc = cast<MemDescType>(value.getType());
    count = memdesc.getNumPlaces().value_or(1);
    bytes = memdesc.getNumBytes() / count;
    if (auto attr =
            value.getDefiningOp()->getAttrOfType<IntegerAttr>(kOffsetAttrName))
      offset = attr.getInt();
  }
  // Bytes that no other place has.
  constexpr int64_t kElsewhere = int64_t(1) << 40;
  if (offset < 0)
    offset = kElsewhere + (int64_t(first) << 20);
  for (int64_t i = 0; i < count; ++i)
    places.emplace_back(offset + i * bytes, offset + (i + 1) * bytes);
  return first;
}

int ScheduleProgram::getValue(Value value) {
  auto [it, isNew] = numbers.try_emplace(value, values.size());
  int number = it->second;
  if (!isNew)
    return number;
  values.push_back({Kind::Input, uint8_t(getWidth(value.getType()))});
  ScheduleValue read = values.back();
  auto add = [&](ValueRange operands) {
    for (Value operand : operands)
      read.operands.push_back(getValue(operand));
  };
  Operation *op = value.getDefiningOp();
  auto result = dyn_cast<OpResult>(value);
  auto arg = dyn_cast<BlockArgument>(value);
  Operation *around = op ? op : arg.getOwner()->getParentOp();
  auto loop = dyn_cast<scf::ForOp>(around);
  if (auto whileOp = dyn_cast<scf::WhileOp>(around)) {
    needRegion(whileOp);
    read.kind = Kind::Carried;
    if (arg && arg.getOwner() == whileOp.getBeforeBody()) {
      add(whileOp.getInits()[arg.getArgNumber()]);
      getValue(whileOp.getYieldOp().getOperand(arg.getArgNumber()));
    } else {
      add(whileOp.getConditionOp()
              .getArgs()[arg ? arg.getArgNumber() : result.getResultNumber()]);
    }
  } else if (loop) {
    needRegion(loop);
    read.kind = Kind::Carried;
    if (arg && arg == loop.getInductionVar()) {
      add(loop.getLowerBound());
    } else if (arg) {
      add(loop.getTiedLoopInit(arg)->get());
      getValue(loop.getTiedLoopYieldedValue(arg)->get());
    } else {
      getValue(loop.getRegionIterArg(result.getResultNumber()));
    }
  } else if (arg) {
    bool isOfKernel = arg.getOwner()->getParentOp() == func;
    read.isNew = !isOfKernel;
    read.key = isOfKernel
                   ? arg.getArgNumber() + 1
                   : uint64_t(llvm::hash_value(value.getAsOpaquePointer()));
    if (isOfKernel && isa<IntegerType>(value.getType())) {
      auto divisor = func.getArgAttrOfType<IntegerAttr>(arg.getArgNumber(),
                                                        kDivisibilityAttrName);
      read.constant = divisor ? divisor.getInt() : 1;
    } else if (isOfKernel) {
      // Addresses that are far from each other.
      read.constant = int64_t(arg.getArgNumber() + 1) << 40;
      read.isFixed = true;
    }
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    needRegion(branch);
    read.kind = Kind::Joined;
    unsigned i = result.getResultNumber();
    add({branch.getCondition(), branch.thenYield().getOperand(i),
         branch.elseYield().getOperand(i)});
  } else if (isa<LocalAllocOp, TensorPlacesOp>(op)) {
    read.kind = Kind::Constant;
    read.constant = addPlaces(value);
  } else if (APInt integer; matchPattern(value, m_ConstantInt(&integer))) {
    read.kind = Kind::Constant;
    read.constant =
        read.width == 1 ? integer.getZExtValue() : integer.getSExtValue();
  } else if (std::optional<Kind> kind = getKind(op);
             kind && !isa<RankedTensorType>(value.getType())) {
    read.kind = *kind;
    add(op->getOperands());
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      read.predicate = compare.getPredicate();
    if (isa<arith::ExtUIOp, arith::ExtSIOp>(op))
      read.width = getWidth(op->getOperand(0).getType());
    if (*kind == Kind::Compare)
      read.width = getWidth(op->getOperand(0).getType());
    if (*kind == Kind::Pick)
      read.constant = cast<MemDescType>(op->getOperand(0).getType())
                          .getNumPlaces()
                          .value_or(1);
  } else {
    // Of the same operands it is the same, wherever it is computed.
    read.isNew =
        op->getNumRegions() != 0 ||
        llvm::any_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>);
    read.key =
        llvm::hash_combine(op->getName().getAsOpaquePointer(),
                           op->getAttrDictionary().getAsOpaquePointer(),
                           op->getPropertiesAsAttribute().getAsOpaquePointer(),
                           result.getResultNumber(), read.isNew ? op : nullptr);
    if (!read.isNew)
      add(op->getOperands());
    // A program has one CTA: more of them share the iterations, and their sums.
    read.isFixed = isa<GetProgramIdOp, CTARankOp, ClusterSizeOp>(op);
    read.isPositive = isa<GetNumProgramsOp>(op);
    read.constant = read.isPositive || isa<ClusterSizeOp>(op);
  }
  // Places are made where they can be seen.
  if (read.kind == Kind::Input &&
      isa<MemDescType, TensorPlacesType>(value.getType()))
    problem = op ? op : func;
  values[number] = std::move(read);
  return number;
}

int ScheduleProgram::addValue(Kind kind, Type type, ArrayRef<int> operands) {
  values.push_back({kind, uint8_t(getWidth(type))});
  values.back().operands.assign(operands.begin(), operands.end());
  return values.size() - 1;
}

int ScheduleProgram::addStep(ScheduleStep::Kind kind, Operation *op,
                             int value) {
  int number = steps.size();
  steps.push_back({kind, op, value, /*target=*/number + 1});
  return number;
}

void ScheduleProgram::addMove(ScheduleStep &step, Value from, Value to) {
  auto it = numbers.find(to);
  if (it != numbers.end())
    step.moves.emplace_back(numbers.lookup(from), it->second);
}

void ScheduleProgram::readBlock(Block &block) {
  for (Operation &op : block)
    read(&op);
}

/// index = lower;
/// while (index < upper) { body; index += step; }
void ScheduleProgram::readLoop(scf::ForOp loop) {
  int number = loops.size();
  loops.push_back({loop, find(loop.getLowerBound()), find(loop.getUpperBound()),
                   find(loop.getStep())});
  Type type = loop.getLowerBound().getType();
  int index = find(loop.getInductionVar());
  int next = addValue(Kind::Add, type, {index, loops[number].step});
  int goesOn = addValue(Kind::Compare, type, {index, loops[number].upper});
  values[goesOn].predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                   : arith::CmpIPredicate::slt;
  int begin = addStep(ScheduleStep::Move, loop);
  addStep(ScheduleStep::Compute, loop, goesOn);
  int leave = addStep(ScheduleStep::Branch, loop, goesOn);
  loops[number].body = leave + 1;
  readBlock(*loop.getBody());
  addStep(ScheduleStep::Compute, loop, next);
  int repeat = addStep(ScheduleStep::Move, loop);
  int end = addStep(ScheduleStep::Move, loop);
  for (BlockArgument arg : loop.getRegionIterArgs()) {
    addMove(steps[begin], loop.getTiedLoopInit(arg)->get(), arg);
    addMove(steps[repeat], loop.getTiedLoopYieldedValue(arg)->get(), arg);
    addMove(steps[end], arg, loop.getTiedLoopResult(arg));
  }
  steps[begin].moves.emplace_back(loops[number].lower, index);
  steps[repeat].moves.emplace_back(next, index);
  steps[repeat].target = begin + 1;
  steps[leave].target = end;
  loops[number].hasLoops = loops.size() > size_t(number) + 1;
}

/// while (condition) { body; }
void ScheduleProgram::readWhile(scf::WhileOp loop) {
  scf::ConditionOp condition = loop.getConditionOp();
  int begin = addStep(ScheduleStep::Move, loop);
  readBlock(*loop.getBeforeBody());
  int leave =
      addStep(ScheduleStep::Branch, loop, find(condition.getCondition()));
  int enter = addStep(ScheduleStep::Move, loop);
  readBlock(*loop.getAfterBody());
  int repeat = addStep(ScheduleStep::Move, loop);
  int end = addStep(ScheduleStep::Move, loop);
  for (auto [i, arg] : llvm::enumerate(loop.getBeforeArguments())) {
    addMove(steps[begin], loop.getInits()[i], arg);
    addMove(steps[repeat], loop.getYieldOp().getOperand(i), arg);
  }
  for (auto [i, value] : llvm::enumerate(condition.getArgs())) {
    addMove(steps[enter], value, loop.getAfterArguments()[i]);
    addMove(steps[end], value, loop.getResult(i));
  }
  steps[repeat].target = begin + 1;
  steps[leave].target = end;
}

void ScheduleProgram::readBranch(scf::IfOp branch) {
  int begin =
      addStep(ScheduleStep::Branch, branch, find(branch.getCondition()));
  auto readSide = [&](Block &block) {
    readBlock(block);
    int move = addStep(ScheduleStep::Move, branch);
    for (auto [value, result] :
         llvm::zip(block.getTerminator()->getOperands(), branch.getResults()))
      addMove(steps[move], value, result);
    return move;
  };
  int move = readSide(*branch.thenBlock());
  steps[begin].target = steps.size();
  if (Block *otherwise = branch.elseBlock())
    readSide(*otherwise);
  steps[move].target = steps.size();
}

void ScheduleProgram::read(Operation *op) {
  if (isAction(op)) {
    addStep(ScheduleStep::Act, op);
    return;
  }
  if (op->getNumRegions() != 0 && needed.contains(op)) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return readLoop(loop);
    if (auto loop = dyn_cast<scf::WhileOp>(op))
      return readWhile(loop);
    return readBranch(cast<scf::IfOp>(op));
  }
  if (isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op))
    return;
  for (Value result : op->getResults())
    if (auto it = numbers.find(result);
        it != numbers.end() && values[it->second].kind != Kind::Constant)
      addStep(ScheduleStep::Compute, op, it->second);
}

//===----------------------------------------------------------------------===//
// Computing
//===----------------------------------------------------------------------===//

/// The integer of `width` bits that its lowest bits are.
static int64_t wrap(int64_t value, unsigned width) {
  if (width == 1)
    return value & 1;
  return width == 64 ? value : llvm::SignExtend64(value, width);
}

static int64_t toUnsigned(int64_t value, unsigned width) {
  return width == 64 ? value : value & llvm::maskTrailingOnes<uint64_t>(width);
}

static bool compare(arith::CmpIPredicate predicate, int64_t a, int64_t b) {
  return arith::applyCmpPredicate(predicate, APInt(64, a, /*isSigned=*/true),
                                  APInt(64, b, /*isSigned=*/true));
}

static int64_t combine(const ScheduleValue &value, int64_t a, int64_t b) {
  unsigned width = value.width;
  uint64_t ua = toUnsigned(a, width), ub = toUnsigned(b, width);
  switch (value.kind) {
  case Kind::Add:
    return wrap(uint64_t(a) + b, width);
  case Kind::Sub:
    return wrap(uint64_t(a) - b, width);
  case Kind::Mul:
    return wrap(uint64_t(a) * b, width);
  case Kind::DivS:
    return b == 0 || b == -1 ? wrap(-uint64_t(a), width) : a / b;
  case Kind::RemS:
    return b == 0 || b == -1 ? 0 : a % b;
  case Kind::CeilDivS:
    return b <= 0 ? 0 : llvm::divideCeilSigned(a, b);
  case Kind::DivU:
    return ub == 0 ? 0 : wrap(ua / ub, width);
  case Kind::CeilDivU:
    return ub == 0 ? 0 : wrap(ua / ub + (ua % ub != 0), width);
  case Kind::RemU:
    return ub == 0 ? 0 : wrap(ua % ub, width);
  case Kind::MinS:
    return std::min(a, b);
  case Kind::MaxS:
    return std::max(a, b);
  case Kind::MinU:
    return wrap(std::min(ua, ub), width);
  case Kind::MaxU:
    return wrap(std::max(ua, ub), width);
  case Kind::And:
    return a & b;
  case Kind::Or:
    return a | b;
  case Kind::Xor:
    return a ^ b;
  case Kind::Shl:
    return ub >= width ? 0 : wrap(uint64_t(a) << ub, width);
  case Kind::ShrS:
    return a >> std::min<uint64_t>(ub, width - 1);
  case Kind::ShrU:
    return ub >= width ? 0 : wrap(ua >> ub, width);
  case Kind::Compare:
    return compare(value.predicate, a, b);
  case Kind::Pick:
    // A number that no place has says that there is none.
    return b >= 0 && b < value.constant ? a + b : -1;
  default:
    llvm_unreachable("not of two operands");
  }
}

int64_t ScheduleProgram::getInput(const ScheduleValue &value,
                                  ArrayRef<int64_t> operands,
                                  unsigned execution, uint64_t *keyToSet) {
  uint64_t key = value.key;
  if (!operands.empty() || value.isNew)
    key = llvm::hash_combine(
        key, llvm::hash_combine_range(operands.begin(), operands.end()),
        value.isNew ? execution : 0);
  if (keyToSet)
    *keyToSet = key;
  for (auto [other, integer] : inputs)
    if (other == key)
      return integer;
  // Which way a branch goes that data decide differs from time to time.
  return value.width == 1 ? key >> 7 & 1 : value.constant;
}

int64_t ScheduleProgram::computeOf(const ScheduleValue &value,
                                   ArrayRef<int64_t> operands,
                                   unsigned execution) {
  switch (value.kind) {
  case Kind::Constant:
    return value.constant;
  case Kind::Input:
    return getInput(value, operands, execution);
  case Kind::Select:
  case Kind::Joined:
    return operands[operands[0] ? 1 : 2];
  case Kind::ExtendS:
    return value.width == 1 ? -operands[0] : operands[0];
  case Kind::ExtendU:
    return toUnsigned(operands[0], value.width);
  case Kind::Truncate:
    return wrap(operands[0], value.width);
  case Kind::Copy:
  case Kind::Carried:
    return operands[0];
  default:
    return combine(value, operands[0], operands[1]);
  }
}

int64_t ScheduleProgram::compute(int number, ArrayRef<int64_t> registers,
                                 unsigned execution) {
  const ScheduleValue &value = values[number];
  SmallVector<int64_t, 4> operands;
  for (int operand : value.operands)
    operands.push_back(registers[operand]);
  return computeOf(value, operands, execution);
}

SmallVector<int64_t, 0> ScheduleProgram::getStart() {
  SmallVector<int64_t, 0> registers(values.size());
  for (auto [number, value] : llvm::enumerate(values))
    if (value.kind == Kind::Constant ||
        (value.kind == Kind::Input && value.operands.empty()))
      registers[number] = compute(number, registers, 0);
  return registers;
}
