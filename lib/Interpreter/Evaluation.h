//===- Evaluation.h - One launch, and how an operation is run ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the families of operations have in common: the table of evaluators that
// they add to, the prepared form of a function, and the state of a launch.
//
//===----------------------------------------------------------------------===//
//
// A function is prepared once: each of its values gets a number, each operation
// an Instruction with the numbers of its operands and results. A Frame has the
// values of one call.
//
// A region over scalars, such as that of a reduction, runs once for many
// elements: its scalars are then arrays, and a scalar from outside is an array
// of one element, which repeats. So evaluators of maps over elements take their
// number of elements from the operands. Where a region has control flow or an
// effect, it runs element by element.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_EVALUATION_H
#define TILE_LIB_INTERPRETER_EVALUATION_H

#include "Elements.h"

#include "tile/Interpreter/Interpreter.h"

#include "llvm/ADT/StringMap.h"

namespace mlir::tile::interp {

struct Step;
using Frame = std::vector<Elements>;

struct Evaluator {
  std::function<LogicalResult(const Step &)> run;
  /// Whether it takes care of Elements::getBounds itself. Otherwise an element
  /// of a result has no bound that is known where one of an operand has one.
  bool keepsBounds = false;
};

/// By the operation's name.
class EvaluatorTable : public llvm::StringMap<Evaluator> {
public:
  template <typename F> void add(StringRef name, F run) {
    (*this)[name] = {std::move(run), false};
  }
  template <typename F> void addWithBounds(StringRef name, F run) {
    (*this)[name] = {std::move(run), true};
  }
};

void addIntegerEvaluators(EvaluatorTable &table);
void addFloatEvaluators(EvaluatorTable &table);
void addConversionEvaluators(EvaluatorTable &table);
void addMathEvaluators(EvaluatorTable &table);
void addExternEvaluators(EvaluatorTable &table);
void addShapeEvaluators(EvaluatorTable &table);
void addMemoryEvaluators(EvaluatorTable &table);
void addAtomicEvaluators(EvaluatorTable &table);
void addGatherEvaluators(EvaluatorTable &table);
void addDotEvaluators(EvaluatorTable &table);
void addRegionEvaluators(EvaluatorTable &table);
void addControlFlowEvaluators(EvaluatorTable &table);
void addProgramEvaluators(EvaluatorTable &table);

/// The name of a function of libdevice, or another error.
LogicalResult evaluateExtern(const Step &s);

/// A prepared operation.
struct Instruction {
  Operation *op = nullptr;
  const Evaluator *evaluator = nullptr;
  SmallVector<uint32_t, 4> operands;
  SmallVector<uint32_t, 2> results;
  /// The operands that no later operation uses.
  SmallVector<uint32_t, 2> last;
  /// The elements, if the operation is a constant.
  std::shared_ptr<Elements> constant;
  /// The first result type that the interpreter does not support, or null.
  Type unknown;
};

struct BlockPlan {
  SmallVector<uint32_t> arguments;
  std::vector<Instruction> instructions;
};

/// How a region with scalar arguments runs.
enum class RegionMode { AllElementsAtOnce, ElementByElement };

struct FunctionPlan {
  DenseMap<Block *, std::unique_ptr<BlockPlan>> blocks;
  DenseMap<Value, uint32_t> numbers;
  DenseMap<Region *, RegionMode> regions;
};

class Evaluation {
public:
  Evaluation(Memory &memory, const InterpreterOptions &options,
             const EvaluatorTable &table)
      : memory(memory), options(options), table(table) {}

  /// Runs one program of a kernel.
  LogicalResult runProgram(FuncOp kernel, ArrayRef<Elements> arguments,
                           std::array<uint32_t, 3> id);

  LogicalResult call(FuncOp function, ArrayRef<Elements> arguments,
                     SmallVectorImpl<Elements> &results, Operation *caller);

  /// Runs a region from its first block to a terminator without successors,
  /// whose operands are `yielded`. Null after an error.
  Operation *runRegion(Region &region, ArrayRef<Elements> arguments,
                       SmallVectorImpl<Elements> &yielded, Frame &frame);

  /// Runs a region over scalars for `count` elements: `arguments` has as many
  /// for each of its arguments, or one that repeats. So has `yielded`.
  LogicalResult runOverElements(Region &region, ArrayRef<Elements> arguments,
                                uint32_t count,
                                SmallVectorImpl<Elements> &yielded,
                                Frame &frame);

  /// Report an error of this program at an operation: "'tile.load' op " and the
  /// message and the place.
  LogicalResult fail(Operation *op, const Twine &message) const;
  LogicalResult failAt(Operation *op, uint32_t element,
                       const Twine &message) const;
  /// "program (3, 0, 0)".
  std::string describeProgram() const;

  std::array<uint32_t, 3> getProgramId() const { return program; }

  Memory &memory;
  const InterpreterOptions &options;

private:
  FunctionPlan &prepare(FuncOp function);
  void prepareBlock(Block &block, FunctionPlan &plan, FuncOp function);
  RegionMode getKind(Region &region);
  LogicalResult execute(const Instruction &i, Frame &frame);

  const EvaluatorTable &table;
  DenseMap<Operation *, std::unique_ptr<FunctionPlan>> plans;
  /// Of the function that runs, the innermost.
  FunctionPlan *plan = nullptr;
  std::array<uint32_t, 3> program{0, 0, 0};
  uint64_t steps = 0;
  unsigned depth = 0;
};

/// A run of a prepared operation, whose values are in a frame.
struct Step {
  Step(Evaluation &e, const Instruction &i, Frame &frame)
      : e(e), i(i), frame(frame), op(i.op) {}

  const Elements &get(unsigned operand) const {
    return frame[i.operands[operand]];
  }
  /// The elements of an operand, null if the operation does not have it.
  const Elements *find(Value operand) const {
    auto it = llvm::find(op->getOperands(), operand);
    return operand ? &get(it.getIndex()) : nullptr;
  }
  /// All operands from this one on.
  SmallVector<Elements> getAll(unsigned first = 0) const {
    return llvm::map_to_vector(ArrayRef(i.operands).drop_front(first),
                               [&](uint32_t k) { return frame[k]; });
  }

  void set(unsigned result, Elements value) const {
    frame[i.results[result]] = std::move(value);
  }
  /// Sets the only result, or all, and succeeds.
  LogicalResult give(Elements value) const {
    set(0, std::move(value));
    return success();
  }
  LogicalResult giveAll(ArrayRef<Elements> values) const {
    for (auto [k, value] : llvm::enumerate(values))
      set(k, value);
    return success();
  }

  Operation *runRegion(Region &region, ArrayRef<Elements> arguments,
                       SmallVectorImpl<Elements> &yielded) const {
    return e.runRegion(region, arguments, yielded, frame);
  }
  LogicalResult runOverElements(Region &region, ArrayRef<Elements> arguments,
                                uint32_t count,
                                SmallVectorImpl<Elements> &yielded) const {
    return e.runOverElements(region, arguments, count, yielded, frame);
  }

  LogicalResult fail(const Twine &message) const { return e.fail(op, message); }
  LogicalResult failAt(uint32_t element, const Twine &message) const {
    return e.failAt(op, element, message);
  }

  Evaluation &e;
  const Instruction &i;
  Frame &frame;
  Operation *op;
};

/// "'f32'", for messages.
std::string quote(Type type);

} // namespace mlir::tile::interp

#endif // TILE_LIB_INTERPRETER_EVALUATION_H
