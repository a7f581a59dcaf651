//===- ScheduleProgram.h - Waits and arrivals as a program ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel does to shared memory and its barriers, and the scalars that
// decide about it, as lists of steps that run fast and can stop anywhere.
//
//===----------------------------------------------------------------------===//
//
// A kernel with a producer warp has several lists: one of the warps of the
// target, and one of each additional warp. All of them compute with integers.
// Integers that the kernel does not compute are inputs: arguments, numbers of
// programs, what memory has, what tiles have. An input has a key, so that two
// warps that compute the same key have the same integer: the producer repeats
// the others' computations of addresses and trip counts.
//
// `setTrips` chooses inputs such that a loop has a number of iterations: it
// goes backward from the loop's bound. For 4 iterations of a loop from 0 to %n
// step 32, with
//
//   %n = minsi(%a, %b)    both are to be 128
//   %a = divui(%x, 8)     %x is to be 1024: an argument, and an input now
//
// It fails if the inputs that the bound depends on have values already.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SCHEDULEPROGRAM_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SCHEDULEPROGRAM_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tilegpu {

/// How a value is computed.
struct ScheduleValue {
  enum Kind : uint8_t {
    Constant,
    /// A place: the first one has the number `constant`.
    Pick,
    /// An integer that the kernel does not compute; `key` and the operands say
    /// which one.
    Input,
    /// `arith`, and what is like it.
    Add,
    Sub,
    Mul,
    DivS,
    DivU,
    CeilDivS,
    CeilDivU,
    RemS,
    RemU,
    MinS,
    MinU,
    MaxS,
    MaxU,
    And,
    Or,
    Xor,
    Shl,
    ShrS,
    ShrU,
    Compare,
    Select,
    ExtendS,
    ExtendU,
    Truncate,
    Copy,
    /// Of a loop or a branch: what steps move there. Before the first iteration
    /// it is the first operand. Of a branch, a selection.
    Carried,
    Joined
  };
  Kind kind;
  /// Bits of the result; of an extension and a comparison, bits of the operand.
  uint8_t width;
  arith::CmpIPredicate predicate = {};
  SmallVector<int, 3> operands = {};
  int64_t constant = 0;
  uint64_t key = 0;
  /// Of an input, whether each execution may have another integer.
  bool isNew = false;
  /// Of an input, whether `setTrips` may not choose it, or only a
  /// positive one.
  bool isFixed = false, isPositive = false;
};

struct ScheduleStep {
  enum Kind : uint8_t {
    Compute,
    /// To `target` if the value is 0.
    Branch,
    /// Moves, and goes to `target`; -1 is the end.
    Move,
    /// Something that touches shared memory, a barrier or a queue.
    Act
  };
  Kind kind;
  Operation *op = nullptr;
  int value = 0, target = 0;
  /// From value to value, all at the same time.
  SmallVector<std::pair<int, int>, 4> moves = {};
};

struct ScheduleLoop {
  scf::ForOp op;
  int lower, upper, step;
  /// The first step of an iteration.
  int body = 0;
  /// Whether another loop of the list is inside.
  bool hasLoops = false;
};

class ScheduleProgram {
public:
  /// Reads a kernel. `problem` says what it cannot read, if anything.
  explicit ScheduleProgram(FunctionOpInterface func);

  Operation *problem = nullptr;

  SmallVector<ScheduleStep, 0> steps;
  SmallVector<ScheduleLoop, 4> loops;
  /// Where the steps of additional warps begin, after the steps of the others.
  /// -1 if there are none.
  int producerBegin = -1, productBegin = -1;
  /// Bytes of each place, allocation by allocation. Places in tensor memory
  /// have bytes that no other place has.
  SmallVector<std::pair<int64_t, int64_t>, 0> places;

  /// Whether CTAs ask for further programs, and how many each gets.
  bool hasPrograms = false;
  int numPrograms = 1;

  /// The number of a value that steps compute.
  int find(Value value) const { return numbers.lookup(value); }
  /// Whether steps compute or need it.
  bool needs(Value value) const { return numbers.contains(value); }
  /// The integers before the first step.
  SmallVector<int64_t, 0> getStart();
  /// Computes a value of those in `registers`.
  int64_t compute(int value, ArrayRef<int64_t> registers, unsigned execution);

  /// Forgets the inputs. With `withRests` those that `setTrips` chooses leave
  /// rests where they are divided, and a part of the last iteration.
  void reset(bool withRests);
  /// Whether inputs could be found with which the loop has so many iterations.
  bool setTrips(const ScheduleLoop &loop, int64_t trips);
  /// The same for the same inputs that `setTrips` has chosen.
  uint64_t hashInputs() const;
  /// The arguments that `setTrips` has chosen, for a message.
  std::string describeInputs();

private:
  int getValue(Value value);
  int addPlaces(Value value);
  void needRegion(Operation *op);
  void readBlock(Block &block);
  void readLoop(scf::ForOp loop);
  void readWhile(scf::WhileOp loop);
  void readBranch(scf::IfOp branch);
  void read(Operation *op);
  int addValue(ScheduleValue::Kind kind, Type type, ArrayRef<int> operands);
  int addStep(ScheduleStep::Kind kind, Operation *op, int value = 0);
  void addMove(ScheduleStep &step, Value from, Value to);
  int64_t computeOf(const ScheduleValue &value, ArrayRef<int64_t> operands,
                    unsigned execution);
  int64_t getInput(const ScheduleValue &value, ArrayRef<int64_t> operands,
                   unsigned execution, uint64_t *keyToSet = nullptr);
  std::optional<int64_t> evaluate(int value);
  bool solve(int value, int64_t target);
  void undo(size_t numInputs);

  FunctionOpInterface func;
  SmallVector<ScheduleValue, 0> values;
  DenseMap<Value, int> numbers;
  DenseSet<Operation *> needed;
  /// Inputs with values, in the order in which they got them.
  SmallVector<std::pair<uint64_t, int64_t>, 8> inputs;
  bool hasRests = false;
  /// How often `solve` was called for a loop.
  unsigned numSolved = 0;
  /// What `evaluate` found with the present inputs.
  SmallVector<std::optional<int64_t>, 0> known;
};

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_SCHEDULEPROGRAM_H
