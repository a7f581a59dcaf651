//===- LoopExpander.h - Loops whose parts run iterations apart --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits a loop again, in parts. Part d of an iteration runs d iterations ahead
// of part 0:
//
//   for i = 0 to n:                 part 2 of iteration 0
//     part 2                        part 1 of iteration 0, part 2 of 1
//     part 1                        for i = 0 to n:
//     part 0                          part 2 of i + 2, if that comes
//                                     part 1 of i + 1, if that comes
//                                     part 0 of i
//
// What a part does its user emits, in any order in the body, and also what
// happens if the iteration does not come. The expander knows what is carried:
// each part has its own values of what the loop carries, as far as it reads
// them, and it may take results of the part one iteration further ahead.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LOOPEXPANDER_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LOOPEXPANDER_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

#include <functional>

namespace mlir::tilegpu {

/// Operations of a loop's body, and all that makes what they read, in their
/// iteration and in those before.
class BodySlice {
public:
  /// What operations that `isEnd` takes read is not followed.
  explicit BodySlice(scf::ForOp loop,
                     std::function<bool(Operation *)> isEnd = {})
      : loop(loop), isEnd(std::move(isEnd)) {}

  void add(ValueRange values);
  void add(Operation *op);

  bool contains(Operation *op) const { return ops.contains(op); }
  bool contains(BlockArgument arg) const { return args.contains(arg); }
  /// In the order in which they were found.
  ArrayRef<Operation *> getOps() const { return ops.getArrayRef(); }
  ArrayRef<BlockArgument> getArgs() const { return args.getArrayRef(); }
  bool usesInductionVar() const { return hasInductionVar; }

private:
  scf::ForOp loop;
  std::function<bool(Operation *)> isEnd;
  bool isFollowed(Operation *op) const { return !isEnd || !isEnd(op); }
  llvm::SetVector<Operation *> ops;
  llvm::SetVector<BlockArgument> args;
  bool hasInductionVar = false;
};

class LoopExpander {
public:
  /// The first part runs `most` iterations ahead.
  LoopExpander(scf::ForOp loop, unsigned most)
      : loop(loop), most(most), maps(most + 1) {}

  /// A part carries a value of the loop by itself.
  void carry(unsigned part, BlockArgument arg);
  /// A part takes what part + 1 has of a value, an iteration later. The new
  /// loop carries values in the order of these calls.
  void take(unsigned part, Value value) {
    carried.push_back({part, value, /*isTaken=*/true});
  }

  /// Emits the first iterations of parts that run ahead. `emit` emits one
  /// iteration of a part; `map` knows what the part has and learns what it
  /// makes.
  void emitPrologue(
      function_ref<void(unsigned part, unsigned iteration, IRMapping &map)>
          emit);

  /// Emits the loop, from the iteration of `first` on. It carries `more`, too.
  /// `emit` emits its body, knows what each part has, and returns the next
  /// values of `more`.
  scf::ForOp
  emitLoop(OpBuilder &builder, Value first, ValueRange more,
           function_ref<SmallVector<Value>(
               scf::ForOp loop, MutableArrayRef<IRMapping> maps, ValueRange)>
               emit);

  /// The new loop, once it is there.
  scf::ForOp getLoop() const { return newLoop; }
  /// What a part of the iteration after the last one would have.
  IRMapping mapResults(unsigned part);
  /// Replaces results of the loop by what part 0 carries, and erases the loop.
  void replaceLoop();

  /// Whether iteration `steps` after the one of `iv` comes; that of `iv` itself
  /// is known to. Null if it is known to.
  Value emitComes(OpBuilder &builder, Value iv, int64_t steps);
  /// `steps` times the loop's step.
  Value emitSteps(OpBuilder &builder, int64_t steps);
  /// A number, at the beginning of the function.
  Value getConstant(Type type, int64_t value);

private:
  struct Carried {
    unsigned part;
    Value value;
    bool isTaken;
  };
  Value getNext(const Carried &value);

  scf::ForOp loop, newLoop;
  unsigned most;
  SmallVector<Carried> carried;
  /// By part, what it has.
  SmallVector<IRMapping> maps;
  DenseMap<std::pair<Type, int64_t>, Value> constants;
};

/// Whether the loop has iterations; null if it always has.
Value emitIsEntered(OpBuilder &builder, scf::ForOp loop, const IRMapping &map);

/// Both conditions; each may be null for true.
Value emitBoth(OpBuilder &builder, Location loc, Value a, Value b);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_LOOPEXPANDER_H
