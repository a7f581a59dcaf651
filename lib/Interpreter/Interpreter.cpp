//===- Interpreter.cpp - Programs, functions, blocks ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds.h"
#include "Evaluation.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

/// Calls that may be active at once, so that the host's stack is enough.
static constexpr unsigned kMaxCalls = 500;
/// A step is so many elements.
static constexpr uint64_t kElementsPerStep = 1024;

std::optional<ElementType> interp::getElementType(Type scalar) {
  if (isa<PtrType>(scalar))
    return ElementType::U64;
  if (scalar.isIndex())
    return ElementType::I64;
  if (auto integer = dyn_cast<IntegerType>(scalar)) {
    switch (integer.getWidth()) {
    case 1:
      return ElementType::I1;
    case 8:
      return ElementType::I8;
    case 16:
      return ElementType::I16;
    case 32:
      return ElementType::I32;
    case 64:
      return ElementType::I64;
    default:
      return std::nullopt;
    }
  }
  if (scalar.isF64())
    return ElementType::F64;
  if (scalar.isF32())
    return ElementType::F32;
  if (scalar.isF16())
    return ElementType::F16;
  if (scalar.isBF16())
    return ElementType::BF16;
  if (isa<Float8E4M3FNType>(scalar))
    return ElementType::F8E4M3;
  if (isa<Float8E5M2Type>(scalar))
    return ElementType::F8E5M2;
  return std::nullopt;
}

std::string interp::quote(Type type) {
  std::string text = "'";
  llvm::raw_string_ostream(text) << type;
  return text + "'";
}

//===----------------------------------------------------------------------===//
// Preparing a function
//===----------------------------------------------------------------------===//

static bool isEvaluated(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return getElementType(getScalarType(type)).has_value() &&
         (!tile ||
          (tile.hasStaticShape() && tile.getNumElements() <= kMaxElements));
}

/// The elements of a constant; none if it is of another type.
static std::optional<Elements> readConstant(Attribute value, Type type) {
  std::optional<ElementType> element = getElementType(getScalarType(type));
  if (!element)
    return std::nullopt;
  auto getBits = [](Attribute scalar) -> std::optional<uint64_t> {
    if (auto integer = dyn_cast<IntegerAttr>(scalar))
      return integer.getValue().getZExtValue();
    if (auto number = dyn_cast<FloatAttr>(scalar))
      return number.getValue().bitcastToAPInt().getZExtValue();
    return std::nullopt;
  };
  if (!isEvaluated(type))
    return std::nullopt;
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense) {
    std::optional<uint64_t> bits = getBits(value);
    if (!bits)
      return std::nullopt;
    return Elements::makeScalar(*element, *bits);
  }
  Elements result(*element, dense.getNumElements());
  if (dense.isSplat()) {
    std::optional<uint64_t> bits = getBits(dense.getSplatValue<Attribute>());
    if (!bits)
      return std::nullopt;
    for (uint32_t i = 0; i < result.size(); ++i)
      result.setBits(i, *bits);
    return result;
  }
  uint32_t i = 0;
  for (Attribute scalar : dense.getValues<Attribute>()) {
    std::optional<uint64_t> bits = getBits(scalar);
    if (!bits)
      return std::nullopt;
    result.setBits(i++, *bits);
  }
  return result;
}

FunctionPlan &Evaluation::prepare(FuncOp function) {
  std::unique_ptr<FunctionPlan> &entry = plans[function];
  if (entry)
    return *entry;
  entry = std::make_unique<FunctionPlan>();
  FunctionPlan &result = *entry;
  auto number = [&](Value value) {
    result.numbers.try_emplace(value, result.numbers.size());
  };
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != function)
      for (Value value : op->getResults())
        number(value);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          number(argument);
  });
  function->walk([&](Block *block) { prepareBlock(*block, result, function); });
  return result;
}

void Evaluation::prepareBlock(Block &block, FunctionPlan &plan,
                              FuncOp function) {
  auto result = std::make_unique<BlockPlan>();
  for (Value argument : block.getArguments())
    result->arguments.push_back(plan.numbers.lookup(argument));
  // The last operation of the block that uses, itself or inside, a value of the
  // block that no other block uses.
  DenseMap<Operation *, SmallVector<Value, 2>> lastUses;
  auto findLast = [&](Value value) {
    Operation *last = nullptr;
    for (Operation *user : value.getUsers()) {
      Operation *here = block.findAncestorOpInBlock(*user);
      if (!here)
        return;
      if (!last || last->isBeforeInBlock(here))
        last = here;
    }
    if (!last)
      last = value.getDefiningOp();
    if (last)
      lastUses[last].push_back(value);
  };
  for (Value argument : block.getArguments())
    findLast(argument);
  for (Operation &op : block)
    for (Value value : op.getResults())
      findLast(value);
  for (Operation &op : block) {
    Instruction &i = result->instructions.emplace_back();
    i.op = &op;
    auto found = table.find(op.getName().getStringRef());
    if (found != table.end())
      i.evaluator = &found->second;
    for (Value operand : op.getOperands())
      i.operands.push_back(plan.numbers.lookup(operand));
    for (Value value : op.getResults()) {
      i.results.push_back(plan.numbers.lookup(value));
      if (!isEvaluated(value.getType()))
        i.unknown = value.getType();
    }
    // A terminator's operands are still to be handed on.
    if (!op.hasTrait<OpTrait::IsTerminator>())
      for (Value value : lastUses.lookup(&op))
        i.last.push_back(plan.numbers.lookup(value));
    Attribute value;
    if (op.hasTrait<OpTrait::ConstantLike>() &&
        matchPattern(&op, m_Constant(&value)))
      if (auto elements = readConstant(value, op.getResult(0).getType()))
        i.constant = std::make_shared<Elements>(std::move(*elements));
  }
  plan.blocks[&block] = std::move(result);
}

/// All elements of a region can run at once if it is one block of maps over
/// scalars, which may load.
static bool isMap(Operation &op) {
  auto isScalar = [](Type type) { return getElementType(type).has_value(); };
  if (op.getNumRegions() != 0 ||
      !llvm::all_of(op.getOperandTypes(), isScalar) ||
      !llvm::all_of(op.getResultTypes(), isScalar))
    return false;
  return isMemoryEffectFree(&op) || isa<LoadOp, ExternElementwiseOp>(op);
}

RegionMode Evaluation::getKind(Region &region) {
  auto [entry, isNew] =
      plan->regions.try_emplace(&region, RegionMode::ElementByElement);
  if (isNew && region.hasOneBlock() && llvm::all_of(region.front(), isMap))
    entry->second = RegionMode::AllElementsAtOnce;
  return entry->second;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

std::string Evaluation::describeProgram() const {
  return "program (" + std::to_string(program[0]) + ", " +
         std::to_string(program[1]) + ", " + std::to_string(program[2]) + ")";
}

LogicalResult Evaluation::fail(Operation *op, const Twine &message) const {
  return op->emitOpError() << message << ", in " << describeProgram();
}

LogicalResult Evaluation::failAt(Operation *op, uint32_t element,
                                 const Twine &message) const {
  std::string place;
  auto tile =
      llvm::find_if(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>);
  if (tile != op->getOperandTypes().end()) {
    // The index in the tile.
    ArrayRef<int64_t> shape = cast<RankedTensorType>(*tile).getShape();
    SmallVector<int64_t> index(shape.size());
    int64_t rest = element;
    for (size_t d = shape.size(); d-- > 0; rest /= shape[d])
      index[d] = rest % shape[d];
    place = "element (";
    for (auto [d, at] : llvm::enumerate(index))
      place += (d ? ", " : "") + std::to_string(at);
    place += ") of ";
  }
  return op->emitOpError() << message << ", at " << place << describeProgram();
}

LogicalResult Evaluation::execute(const Instruction &i, Frame &frame) {
  if (!i.evaluator)
    return fail(i.op, "is not evaluated: the interpreter does not know it");
  if (i.unknown)
    return fail(i.op, "is not evaluated: expected integers of 1, 8, 16, 32 or "
                      "64 bits, floats of 8, 16, 32 or 64 or pointers, or "
                      "tiles of them, found " +
                          quote(i.unknown));
  uint64_t cost = 1;
  Step step(*this, i, frame);
  if (failed(i.evaluator->run(step)))
    return failure();
  if (options.followBounds && !i.evaluator->keepsBounds)
    deriveBounds(step);
  for (uint32_t result : i.results)
    cost += frame[result].size() / kElementsPerStep;
  steps += cost;
  if (steps > options.stepLimit)
    return fail(i.op, "is the end of the run: expected at most " +
                          Twine(options.stepLimit) +
                          " steps in a program, found more");
  for (uint32_t value : i.last)
    frame[value] = Elements();
  return success();
}

/// Where a switch goes for the flag `bits`.
static unsigned getSuccessor(cf::SwitchOp op, uint64_t bits) {
  unsigned successor = 1;
  if (auto cases = op.getCaseValues())
    for (const APInt &value : cases->getValues<APInt>()) {
      if (value.getZExtValue() == bits)
        return successor;
      ++successor;
    }
  return 0;
}

Operation *Evaluation::runRegion(Region &region, ArrayRef<Elements> arguments,
                                 SmallVectorImpl<Elements> &yielded,
                                 Frame &frame) {
  Block *block = &region.front();
  SmallVector<Elements> incoming(arguments);
  while (true) {
    const BlockPlan &code = *plan->blocks.find(block)->second;
    for (auto [number, value] : llvm::zip(code.arguments, incoming))
      frame[number] = std::move(value);
    incoming.clear();
    for (const Instruction &i : code.instructions) {
      Operation *op = i.op;
      if (!op->hasTrait<OpTrait::IsTerminator>()) {
        if (failed(execute(i, frame)))
          return nullptr;
        continue;
      }
      if (++steps > options.stepLimit)
        return (void)fail(op, "is the end of the run: expected at most " +
                                  Twine(options.stepLimit) +
                                  " steps in a program, found more"),
               nullptr;
      if (op->getNumSuccessors() == 0) {
        yielded.clear();
        for (uint32_t operand : i.operands)
          yielded.push_back(frame[operand]);
        return op;
      }
      auto branch = dyn_cast<BranchOpInterface>(op);
      unsigned successor = 0;
      if (isa<cf::CondBranchOp>(op))
        successor = frame[i.operands[0]].getBits(0) & 1 ? 0 : 1;
      else if (auto choice = dyn_cast<cf::SwitchOp>(op))
        successor = getSuccessor(choice, frame[i.operands[0]].getBits(0));
      else if (!isa<cf::BranchOp>(op))
        return (void)fail(op,
                          "is not evaluated: the interpreter does not know it"),
               nullptr;
      SuccessorOperands operands = branch.getSuccessorOperands(successor);
      for (Value operand : operands.getForwardedOperands())
        incoming.push_back(frame[plan->numbers.lookup(operand)]);
      block = op->getSuccessor(successor);
      break;
    }
  }
}

LogicalResult Evaluation::runOverElements(Region &region,
                                          ArrayRef<Elements> arguments,
                                          uint32_t count,
                                          SmallVectorImpl<Elements> &yielded,
                                          Frame &frame) {
  // A value of one element that stands for `count` copies.
  auto expand = [&](Elements &value) {
    if (value.size() != count)
      value = value.gather(count, [](uint32_t) { return 0; });
  };
  if (count == 1 || getKind(region) == RegionMode::AllElementsAtOnce) {
    if (!runRegion(region, arguments, yielded, frame))
      return failure();
    for (Elements &value : yielded)
      expand(value);
    return success();
  }
  SmallVector<ElementsBuilder> results;
  SmallVector<Elements> one;
  for (uint32_t index = 0; index < count; ++index) {
    SmallVector<Elements> scalars;
    for (const Elements &argument : arguments)
      scalars.push_back(argument.gather(
          1, [&](uint32_t) { return argument.size() == 1 ? 0 : index; }));
    if (!runRegion(region, scalars, one, frame))
      return failure();
    if (index == 0)
      for (const Elements &value : one)
        results.emplace_back(value.getType(), count);
    for (auto [result, value] : llvm::zip(results, one))
      result.set(index, value, 0);
  }
  yielded.clear();
  for (ElementsBuilder &result : results)
    yielded.push_back(result.take());
  return success();
}

LogicalResult Evaluation::call(FuncOp function, ArrayRef<Elements> arguments,
                               SmallVectorImpl<Elements> &results,
                               Operation *caller) {
  if (function.isExternal())
    return fail(caller, "expected a function with a body, found '" +
                            function.getName() + "' without one");
  if (depth == kMaxCalls)
    return fail(caller, "expected at most " + Twine(kMaxCalls) +
                            " calls in one another, found more");
  FunctionPlan *outer = plan;
  plan = &prepare(function);
  ++depth;
  Frame frame(plan->numbers.size());
  Operation *end = runRegion(function.getBody(), arguments, results, frame);
  --depth;
  plan = outer;
  return success(end != nullptr);
}

LogicalResult Evaluation::runProgram(FuncOp kernel,
                                     ArrayRef<Elements> arguments,
                                     std::array<uint32_t, 3> id) {
  program = id;
  steps = 0;
  SmallVector<Elements> results;
  return call(kernel, arguments, results, kernel);
}

static EvaluatorTable makeTable() {
  EvaluatorTable table;
  addIntegerEvaluators(table);
  addFloatEvaluators(table);
  addConversionEvaluators(table);
  addMathEvaluators(table);
  addExternEvaluators(table);
  addShapeEvaluators(table);
  addMemoryEvaluators(table);
  addAtomicEvaluators(table);
  addGatherEvaluators(table);
  addDotEvaluators(table);
  addRegionEvaluators(table);
  addControlFlowEvaluators(table);
  addProgramEvaluators(table);
  return table;
}

std::vector<std::string> interp::getEvaluatedOperations() {
  std::vector<std::string> names;
  for (const auto &entry : makeTable())
    names.push_back(entry.getKey().str());
  llvm::sort(names);
  return names;
}

LogicalResult interp::interpret(FuncOp kernel, ArrayRef<uint64_t> arguments,
                                Memory &memory,
                                const InterpreterOptions &options) {
  if (kernel.isExternal())
    return kernel.emitOpError() << "expected a function with a body, found '"
                                << kernel.getName() << "' without one";
  if (arguments.size() != kernel.getNumArguments())
    return kernel.emitOpError()
           << "expected " << kernel.getNumArguments()
           << " arguments, as the kernel has, found " << arguments.size();
  SmallVector<Elements> values;
  for (auto [type, bits] : llvm::zip(kernel.getArgumentTypes(), arguments)) {
    std::optional<ElementType> element = getElementType(type);
    if (!element)
      return kernel.emitOpError()
             << "expected scalars and pointers as arguments, found " << type;
    values.push_back(Elements::makeScalar(
        *element, *element == ElementType::I1 ? bits & 1 : bits));
  }
  EvaluatorTable table = makeTable();
  Evaluation evaluation(memory, options, table);
  auto [x, y, z] = options.grid;
  uint64_t total = uint64_t(x) * y * z, done = 0;
  for (uint32_t k = 0; k < z; ++k)
    for (uint32_t j = 0; j < y; ++j)
      for (uint32_t i = 0; i < x; ++i) {
        if (failed(evaluation.runProgram(kernel, values, {i, j, k})))
          return failure();
        if (options.onProgress)
          options.onProgress(++done, total);
      }
  return success();
}
