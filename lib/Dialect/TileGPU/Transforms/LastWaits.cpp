//===- LastWaits.cpp - Work during a loop's last products -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After a loop of products stands a wait for the last of them. Until they are
// made the warps have nothing to do, so what needs no sum comes before the
// wait:
//
//   loads from global memory that come after the wait, such as of a bias:
//
//     sum = for ... { begin a b }           sum = for ... { begin a b }
//     wait for sum                          bias = load
//     bias = load                           wait for sum
//     store sum + bias                      store sum + bias
//
//   and in a CTA that takes one program after the other, which tile the next
//   program makes. That is a chain of divisions:
//
//                                           row = first / columns
//     for program = first to end            for program = first to end (row)
//       row = program / columns               sum = for ... { begin a b }
//       sum = for ... { begin a b }           next = (program + step) / columns
//       wait for sum                          wait for sum
//       store sum at row                      store sum at row
//                                             yield next
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Registers of a thread that loads may need while the last sums are made. A
/// program's sums are up to 128 of the 240 that it has.
static constexpr unsigned kMostRegisters = 32;
/// Numbers of the next program that a loop may carry.
static constexpr unsigned kMostCarried = 4;

/// Whether a loop of the same block began what is waited for.
static bool endsLoop(WarpgroupWaitOp wait) {
  Operation *begins = wait.getSrc().getDefiningOp();
  return wait.getPending() == 0 && isa_and_present<scf::ForOp>(begins) &&
         begins->getBlock() == wait->getBlock();
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Whether an access of global memory, or one that other threads see, may not
/// pass the operation. What the CTA's own warps say to each other of places in
/// shared memory says nothing about global memory.
static bool holdsBack(Operation *op) {
  return !isa<LoadOp, LocalAllocOp, LocalLoadOp, LocalStoreOp, WarpgroupWaitOp,
              MBarrierArriveOp>(op) &&
         (op->getNumRegions() != 0 || !isMemoryEffectFree(op));
}

/// Puts loads that come after the wait before it, with what their addresses and
/// masks need.
static bool loadBefore(WarpgroupWaitOp wait) {
  DenseSet<Operation *> late = {wait};
  DenseSet<Operation *> after;
  llvm::SetVector<Operation *> moved;
  unsigned registers = 0;
  for (Operation *op = wait->getNextNode(); op && !holdsBack(op);
       op = op->getNextNode()) {
    after.insert(op);
    bool isFree = op->getNumRegions() == 0 &&
                  (isMemoryEffectFree(op) || isa<LoadOp>(op)) &&
                  llvm::none_of(op->getOperands(), [&](Value operand) {
                    Operation *source = operand.getDefiningOp();
                    return source && late.contains(source);
                  });
    if (!isFree) {
      late.insert(op);
      continue;
    }
    auto load = dyn_cast<LoadOp>(op);
    if (!load)
      continue;
    if (load.getIsVolatile())
      break;
    unsigned count = countRegisters(load.getType());
    if (registers + count > kMostRegisters) {
      late.insert(op);
      continue;
    }
    registers += count;
    SmallVector<Operation *> todo = {op};
    while (!todo.empty()) {
      Operation *next = todo.pop_back_val();
      if (!after.contains(next) || !moved.insert(next))
        continue;
      for (Value operand : next->getOperands())
        if (Operation *source = operand.getDefiningOp())
          todo.push_back(source);
    }
  }
  SmallVector<Operation *> inOrder = moved.takeVector();
  llvm::sort(inOrder,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *op : inOrder)
    op->moveBefore(wait);
  return !inOrder.empty();
}

//===----------------------------------------------------------------------===//
// The next program
//===----------------------------------------------------------------------===//

namespace {
/// What a loop over programs computes of a program's number by divisions.
class NextProgram {
public:
  explicit NextProgram(scf::ForOp loop) : loop(loop) {}

  /// Finds the operations and what others use of them.
  bool find() {
    SmallVector<Operation *> scalars;
    for (Operation &op : loop.getBody()->without_terminator()) {
      if (isa<LoopLikeOpInterface>(op))
        break;
      if (isScalar(op) && dependsOnProgram(op)) {
        dependent.insert(&op);
        scalars.push_back(&op);
      }
    }
    for (Operation *op : scalars)
      if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
              op))
        addWithOperands(op);
    if (ops.empty())
      return false;
    // An operation on found values alone may leave fewer of them to carry.
    for (Operation *op : scalars)
      if (!ops.contains(op) &&
          llvm::all_of(op->getOperands(), [&](Value value) {
            Operation *source = value.getDefiningOp();
            return value != loop.getInductionVar() &&
                   (!source || !dependent.contains(source) ||
                    ops.contains(source));
          })) {
        size_t before = getCarried().size();
        ops.insert(op);
        if (getCarried().size() > before)
          ops.remove(op);
      }
    size_t count = getCarried().size();
    return count != 0 && count <= kMostCarried;
  }

  /// Computes them before the loop, and for the next program before `wait`.
  void rewrite(WarpgroupWaitOp wait) {
    SmallVector<Value> carried = getCarried();
    SmallVector<Operation *> inOrder(ops.begin(), ops.end());
    llvm::sort(inOrder, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
    IRRewriter rewriter(loop);
    IRMapping first;
    first.map(loop.getInductionVar(), loop.getLowerBound());
    SmallVector<Value> inits = copy(rewriter, inOrder, carried, first);

    rewriter.setInsertionPoint(wait);
    Location loc = loop.getLoc();
    // After the last program there is none: its own numbers, once more.
    Value program = loop.getInductionVar();
    Value sum = arith::AddIOp::create(rewriter, loc, program, loop.getStep());
    Value isThere = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::slt, sum, loop.getUpperBound());
    IRMapping next;
    next.map(program,
             arith::SelectOp::create(rewriter, loc, isThere, sum, program));
    SmallVector<Value> yields = copy(rewriter, inOrder, carried, next);

    unsigned numBefore = loop.getNumRegionIterArgs();
    auto yieldAll = [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
      return yields;
    };
    auto made = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, yieldAll));
    for (auto [value, arg] : llvm::zip_equal(
             carried, made.getRegionIterArgs().drop_front(numBefore)))
      rewriter.replaceUsesWithIf(value, arg, [&](OpOperand &use) {
        return !ops.contains(use.getOwner());
      });
    for (Operation *op : llvm::reverse(inOrder))
      rewriter.eraseOp(op);
  }

private:
  static bool isScalar(Operation &op) {
    return isa<arith::ArithDialect>(op.getDialect()) &&
           isMemoryEffectFree(&op) &&
           llvm::all_of(op.getResultTypes(),
                        [](Type type) { return type.isSignlessInteger(); });
  }

  bool dependsOnProgram(Operation &op) {
    return llvm::any_of(op.getOperands(), [&](Value value) {
      Operation *source = value.getDefiningOp();
      return value == loop.getInductionVar() ||
             (source && dependent.contains(source));
    });
  }

  void addWithOperands(Operation *op) {
    if (!ops.insert(op))
      return;
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp();
          source && dependent.contains(source))
        addWithOperands(source);
  }

  /// What operations that are not moved use.
  SmallVector<Value> getCarried() const {
    SmallVector<Value> values;
    for (Operation *op : ops)
      for (Value result : op->getResults())
        if (llvm::any_of(result.getUsers(),
                         [&](Operation *user) { return !ops.contains(user); }))
          values.push_back(result);
    return values;
  }

  /// Copies operations, and what they use that is not there.
  SmallVector<Value> copy(OpBuilder &builder, ArrayRef<Operation *> inOrder,
                          ArrayRef<Value> values, IRMapping &map) {
    for (Operation *op : inOrder)
      copyOne(builder, op, map);
    return llvm::map_to_vector(values,
                               [&](Value value) { return map.lookup(value); });
  }

  void copyOne(OpBuilder &builder, Operation *op, IRMapping &map) {
    bool isInside = builder.getBlock() == loop.getBody();
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp();
          source && source->getBlock() == loop.getBody() &&
          !(isInside && !dependent.contains(source)) && !map.contains(operand))
        copyOne(builder, source, map);
    builder.clone(*op, map);
  }

  scf::ForOp loop;
  /// Scalars of the program's number, and those that are computed earlier.
  DenseSet<Operation *> dependent;
  llvm::SetVector<Operation *> ops;
};
} // namespace

/// Whether the loop is over the programs of a CTA. A launch has no CTA without
/// a program.
static bool isOverPrograms(scf::ForOp loop) {
  return isa<FuncOp>(loop->getParentOp()) &&
         loop->getParentOp()->hasAttr(kPersistentAttrName) &&
         loop.getLowerBound().getDefiningOp<GetProgramIdOp>() &&
         loop.getStep().getDefiningOp<GetNumProgramsOp>();
}

unsigned tilegpu::fillLastWaits(FunctionOpInterface func) {
  SmallVector<WarpgroupWaitOp> waits;
  func->walk([&](WarpgroupWaitOp wait) {
    if (endsLoop(wait))
      waits.push_back(wait);
  });
  unsigned count = 0;
  for (WarpgroupWaitOp wait : waits) {
    bool isFilled = loadBefore(wait);
    auto loop = dyn_cast<scf::ForOp>(wait->getParentOp());
    if (loop && isOverPrograms(loop)) {
      NextProgram next(loop);
      if (next.find()) {
        next.rewrite(wait);
        isFilled = true;
      }
    }
    count += isFilled;
  }
  return count;
}
