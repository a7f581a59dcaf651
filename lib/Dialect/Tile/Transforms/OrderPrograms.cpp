//===- OrderPrograms.cpp - Long programs first ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU starts programs in the order of their numbers, and is done when the
// last one is. In causal attention later programs of a head have more keys than
// earlier ones:
//
//   programs in order            SM 0  1...  3......  5.........
//                                SM 1  2....  4.......  (nothing left to do)
//   the last ones first          SM 0  5.........  2....
//                                SM 1  4.......  3......  1...
//
// So where the iterations of loops of products grow with the program's number
// along x, programs take their numbers from the last one on. No program can
// observe this: a launch says nothing of the order. Kernels whose programs may
// wait for each other keep it.
//
//===----------------------------------------------------------------------===//

#include "BoxFinder.h"

#include "TileIndices.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tile;

static bool isProgramNumber(Value value) {
  auto id = value.getDefiningOp<GetProgramIdOp>();
  return id && id.getAxis() == ProgramAxis::X;
}

/// Whether a program may wait for another one, or ask in which order they run.
static bool mayWait(FuncOp kernel) {
  WalkResult walked = kernel.walk([](Operation *op) {
    auto load = dyn_cast<LoadOp>(op);
    bool waits = isa<AtomicOpInterface, CallOp, scf::WhileOp>(op) ||
                 (load && load.getIsVolatile()) ||
                 (isa<ElementwiseInlineAsmOp>(op) && !isMemoryEffectFree(op) &&
                  !op->getParentOfType<scf::IfOp>());
    return waits ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

/// What a bound is as a sum; of the lesser of two values, the one in which the
/// program's number is.
static ScalarSum getBound(TileIndices &indices, Value bound) {
  auto dependsOnProgram = [&](Value value) {
    std::optional<TileIndex> index = indices.get(value);
    return index && llvm::any_of(index->start.getTerms(), [](auto &term) {
             return llvm::any_of(term.values, isProgramNumber);
           });
  };
  while (auto lesser = bound.getDefiningOp<arith::MinSIOp>())
    bound =
        dependsOnProgram(lesser.getLhs()) ? lesser.getLhs() : lesser.getRhs();
  std::optional<TileIndex> index = indices.get(bound);
  return index ? index->start : ScalarSum::of(bound);
}

bool tile::startLongProgramsFirst(FuncOp kernel) {
  if (mayWait(kernel))
    return false;
  TileIndices indices;
  int64_t growth = 0;
  bool isKnown = true;
  kernel.walk([&](scf::ForOp loop) {
    if (loop.getOps<DotOp>().empty())
      return;
    ScalarSum length = getBound(indices, loop.getUpperBound()) -
                       getBound(indices, loop.getLowerBound());
    for (const ScalarTerm &term : length.getTerms()) {
      if (llvm::none_of(term.values, isProgramNumber))
        continue;
      if (term.values.size() == 1)
        growth += term.factor;
      else
        isKnown = false;
    }
  });
  if (!isKnown || growth <= 0)
    return false;
  SmallVector<GetProgramIdOp> ids;
  kernel.walk([&](GetProgramIdOp op) {
    if (isProgramNumber(op))
      ids.push_back(op);
  });
  for (GetProgramIdOp id : ids) {
    OpBuilder builder(kernel.getContext());
    builder.setInsertionPointAfter(id);
    Location loc = id.getLoc();
    Value all = GetNumProgramsOp::create(builder, loc, ProgramAxis::X);
    Value minusOne =
        arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(-1));
    Operation *last = arith::AddIOp::create(builder, loc, all, minusOne);
    Operation *reversed =
        arith::SubIOp::create(builder, loc, last->getResult(0), id);
    id.getResult().replaceAllUsesExcept(reversed->getResult(0), reversed);
  }
  return true;
}
