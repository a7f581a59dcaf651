//===- InsertBarriers.cpp - Barriers where accesses need them -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaterLoads.h"
#include "MemoryAccesses.h"

#include "tile/Analysis/ReachedBlocks.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/SharedMemory.h"

#include "mlir/Analysis/DataFlow/DenseAnalysis.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEINSERTBARRIERS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Who meets at the operation, if anybody does.
static std::optional<BarrierScope> getScope(Operation *op) {
  if (auto barrier = dyn_cast<BarrierOp>(op))
    return barrier.getScope();
  if (isa<ProducerWarpOp>(op))
    return BarrierScope::CTA;
  return std::nullopt;
}

namespace {

/// The accesses that may have happened since the last barrier of the CTA, and
/// since the last one of the warp, by their numbers; and the accesses of copies
/// that may be in flight.
class PendingAccesses : public dataflow::AbstractDenseLattice {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PendingAccesses)
  using AbstractDenseLattice::AbstractDenseLattice;

  ChangeResult join(const AbstractDenseLattice &other) override {
    const auto &rhs = static_cast<const PendingAccesses &>(other);
    return unite(sinceCTA, rhs.sinceCTA) | unite(sinceWarp, rhs.sinceWarp) |
           unite(underWay, rhs.underWay) | unite(inFlight, rhs.inFlight) |
           unite(before, rhs.before);
  }
  void print(raw_ostream &os) const override {
    for (unsigned number : sinceCTA.set_bits())
      os << number << " ";
  }

  llvm::BitVector sinceCTA, sinceWarp;
  /// What copies that no thread has waited for yet will do.
  llvm::BitVector underWay;
  /// What products of warpgroups read that no thread has waited for yet.
  llvm::BitVector inFlight;
  /// Those that may have happened before the present iteration of some loop.
  llvm::BitVector before;

private:
  static ChangeResult unite(llvm::BitVector &into,
                            const llvm::BitVector &from) {
    if (into.size() < from.size())
      into.resize(from.size());
    if (!from.test(into))
      return ChangeResult::NoChange;
    into |= from;
    return ChangeResult::Change;
  }
};

/// Which accesses are pending before each operation.
class PendingAnalysis
    : public dataflow::DenseForwardDataFlowAnalysis<PendingAccesses> {
public:
  PendingAnalysis(DataFlowSolver &solver, const MemoryAccesses &accesses)
      : DenseForwardDataFlowAnalysis(solver), accesses(accesses) {}

  LogicalResult visitOperation(Operation *op, const PendingAccesses &before,
                               PendingAccesses *after) override {
    PendingAccesses state(after->getAnchor());
    state.sinceCTA = before.sinceCTA;
    state.sinceWarp = before.sinceWarp;
    state.before = before.before;
    if (std::optional<BarrierScope> scope = getScope(op)) {
      // A group may not be all that wait.
      if (*scope != BarrierScope::Group)
        state.sinceWarp.reset();
      if (*scope == BarrierScope::CTA) {
        state.sinceCTA.reset();
        state.before.reset();
      }
    }
    auto add = [&](llvm::BitVector &to, ArrayRef<unsigned> numbers) {
      to.resize(accesses.size());
      for (unsigned number : numbers)
        to.set(number);
    };
    add(state.sinceCTA, accesses.getNumbers(op));
    add(state.sinceWarp, accesses.getNumbers(op));
    state.underWay = before.underWay;
    state.inFlight = before.inFlight;
    add(isa<WarpgroupDotOp>(op) ? state.inFlight : state.underWay,
        accesses.getLaterNumbers(op));
    // Which the newest ones are is not followed.
    auto end = [&](llvm::BitVector &ending, unsigned pending) {
      state.sinceCTA |= ending;
      state.sinceWarp |= ending;
      if (pending == 0)
        ending.reset();
    };
    if (auto wait = dyn_cast<AsyncWaitOp>(op))
      end(state.underWay, wait.getPending());
    if (auto wait = dyn_cast<WarpgroupWaitOp>(op))
      end(state.inFlight, wait.getPending());
    propagateIfChanged(after, after->join(state));
    return success();
  }

  /// A loop goes on to its next iteration: what it did was before.
  void visitRegionBranchControlFlowTransfer(RegionBranchOpInterface branch,
                                            std::optional<unsigned> regionFrom,
                                            std::optional<unsigned> regionTo,
                                            const PendingAccesses &before,
                                            PendingAccesses *after) override {
    ChangeResult changed = after->join(before);
    if (regionFrom && isa<LoopLikeOpInterface>(branch.getOperation())) {
      PendingAccesses state(after->getAnchor());
      state.before = before.sinceCTA;
      state.before |= before.sinceWarp;
      changed |= after->join(state);
    }
    propagateIfChanged(after, changed);
  }
  /// As for blocks that branch to each other.
  void visitBlockTransfer(Block *, ProgramPoint *, Block *,
                          const PendingAccesses &before,
                          PendingAccesses *after) override {
    PendingAccesses state(after->getAnchor());
    state.before = before.sinceCTA;
    state.before |= before.sinceWarp;
    propagateIfChanged(after, after->join(before) | after->join(state));
  }

  /// A call is an access itself; nothing is known of what it leaves.
  void visitCallControlFlowTransfer(CallOpInterface call,
                                    dataflow::CallControlFlowAction,
                                    const PendingAccesses &before,
                                    PendingAccesses *after) override {
    (void)visitOperation(call, before, after);
  }

  /// A function's callers wait before they call it.
  void setToEntryState(PendingAccesses *lattice) override {
    propagateIfChanged(lattice, ChangeResult::NoChange);
  }

private:
  const MemoryAccesses &accesses;
};

class BarrierInserter {
public:
  explicit BarrierInserter(FunctionOpInterface func)
      : func(func), accesses(func) {}

  unsigned run() {
    if (!accesses.needBarriers())
      return 0;
    if (isStraight())
      return runStraight();
    SmallVector<BarrierOp> inserted;
    llvm::SmallPtrSet<Operation *, 8> seen;
    while (std::optional<Need> need = findNeed()) {
      bool isNew = seen.insert(need->op).second;
      OpBuilder builder(isNew ? findPlace(need->op) : need->op);
      auto barrier =
          BarrierOp::create(builder, need->op->getLoc(), need->scope);
      inserted.push_back(barrier);
      insertBehind(barrier, inserted);
    }
    // Those that came first did so for the sake of one path; a later one may be
    // on all paths.
    unsigned count = 0;
    for (BarrierOp barrier : inserted) {
      if (isNeededInBlock(barrier)) {
        ++count;
        continue;
      }
      Operation *next = barrier->getNextNode();
      barrier->remove();
      if (findNeed()) {
        next->getBlock()->getOperations().insert(next->getIterator(), barrier);
        ++count;
      } else {
        barrier->destroy();
      }
    }
    return count;
  }

private:
  struct Need {
    Operation *op;
    BarrierScope scope;
  };

  /// Whether all accesses and barriers are in one block, and none goes on
  /// after its operation.
  bool isStraight() const {
    Region &body = func->getRegion(0);
    WalkResult walked = body.walk([&](Operation *op) {
      bool waits = isa<BarrierOp, AsyncWaitOp, WarpgroupWaitOp>(op);
      bool isElsewhere = op->getBlock() != &body.front() &&
                         (waits || !accesses.getNumbers(op).empty());
      return isElsewhere || !accesses.getLaterNumbers(op).empty()
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    return body.hasOneBlock() && !walked.wasInterrupted();
  }

  /// The same as with the analysis, for one block.
  unsigned runStraight() {
    SmallVector<unsigned> sinceCTA, sinceWarp;
    auto wait = [&](BarrierScope scope) {
      // A group may not be all that wait.
      if (scope != BarrierScope::Group)
        sinceWarp.clear();
      if (scope == BarrierScope::CTA)
        sinceCTA.clear();
    };
    unsigned count = 0;
    for (Operation &op :
         llvm::make_early_inc_range(func->getRegion(0).front())) {
      if (std::optional<BarrierScope> scope = getScope(&op))
        wait(*scope);
      ArrayRef<unsigned> numbers = accesses.getNumbers(&op);
      auto insertIfNeeded = [&](ArrayRef<unsigned> since, BarrierScope scope) {
        bool isNeeded = llvm::any_of(since, [&](unsigned first) {
          return llvm::any_of(numbers, [&](unsigned second) {
            return getBarrier(first, second, /*inOneIteration=*/true) == scope;
          });
        });
        if (!isNeeded)
          return;
        OpBuilder builder(&op);
        BarrierOp::create(builder, op.getLoc(), scope);
        wait(scope);
        ++count;
      };
      insertIfNeeded(sinceCTA, BarrierScope::CTA);
      insertIfNeeded(sinceWarp, BarrierScope::Warp);
      llvm::append_range(sinceCTA, numbers);
      llvm::append_range(sinceWarp, numbers);
    }
    return count;
  }

  /// The analysis takes a while; what follows a barrier in its block needs
  /// none.
  void insertBehind(BarrierOp barrier, SmallVectorImpl<BarrierOp> &inserted) {
    if (barrier.getScope() != BarrierScope::CTA)
      return;
    SmallVector<unsigned> since;
    for (Operation *op = barrier->getNextNode(); op; op = op->getNextNode()) {
      if (op->getNumRegions() != 0 ||
          isa<BarrierOp, AsyncWaitOp, WarpgroupWaitOp>(op))
        return;
      std::optional<BarrierScope> scope = getBarrier(since, op);
      if (scope && scope != BarrierScope::CTA)
        return;
      if (scope) {
        OpBuilder builder(op);
        inserted.push_back(BarrierOp::create(builder, op->getLoc(), *scope));
        since.clear();
      }
      llvm::append_range(since, accesses.getNumbers(op));
    }
  }

  /// The widest barrier that `op` needs after `since`, in one iteration.
  std::optional<BarrierScope> getBarrier(ArrayRef<unsigned> since,
                                         Operation *op) {
    std::optional<BarrierScope> widest;
    for (unsigned number : accesses.getNumbers(op))
      for (unsigned other : since)
        if (auto scope = getBarrier(other, number, /*inOneIteration=*/true);
            scope && (!widest || scope == BarrierScope::CTA))
          widest = scope;
    return widest;
  }

  std::optional<BarrierScope> getBarrier(unsigned first, unsigned second,
                                         bool inOneIteration) const {
    // Of these there may be too many pairs to keep.
    if (accesses.areGlobal(first, second))
      return accesses.getBarrier(first, second, inOneIteration);
    auto [it, isNew] =
        known.try_emplace({first, second, unsigned(inOneIteration)});
    if (isNew)
      it->second = accesses.getBarrier(first, second, inOneIteration);
    return it->second;
  }

  /// Whether accesses of the barrier's own block, with no other barrier between
  /// them, need it.
  bool isNeededInBlock(BarrierOp barrier) {
    SmallVector<unsigned> before;
    for (Operation *op = barrier->getPrevNode();
         op && op->getNumRegions() == 0 && !isa<BarrierOp>(op);
         op = op->getPrevNode())
      llvm::append_range(before, accesses.getNumbers(op));
    for (Operation *op = barrier->getNextNode();
         op && op->getNumRegions() == 0 && !isa<BarrierOp>(op);
         op = op->getNextNode())
      if (getBarrier(before, op) == barrier.getScope())
        return true;
    return false;
  }

  /// Where a barrier should stand that is missing before `op`. Several copies
  /// share the one after their wait, which loads after them need as well.
  static Operation *findPlace(Operation *op) {
    if (!beginsCopy(op))
      return op;
    for (Operation *before = op->getPrevNode(); before;
         before = before->getPrevNode()) {
      if (isa<AsyncWaitOp>(before))
        return before->getNextNode();
      if (!beginsCopy(before) && !isa<AsyncCommitGroupOp>(before) &&
          !isMemoryEffectFree(before))
        return op;
    }
    return op;
  }

  /// The first access, in program order, before which a barrier is missing.
  std::optional<Need> findNeed() const {
    DataFlowSolver solver;
    loadReachedBlocks(solver);
    solver.load<PendingAnalysis>(accesses);
    if (failed(solver.initializeAndRun(func)))
      return std::nullopt;
    for (unsigned number = 0; number < accesses.size(); ++number) {
      Operation *op = accesses.getOperation(number);
      const auto *pending =
          solver.lookupState<PendingAccesses>(solver.getProgramPointBefore(op));
      if (!pending)
        continue;
      // What a copy does later is done after a barrier that its beginning has.
      if (!llvm::is_contained(accesses.getNumbers(op), number))
        continue;
      auto isBefore = [&](unsigned other) {
        return other < pending->before.size() && pending->before.test(other);
      };
      auto needs = [&](const llvm::BitVector &since, BarrierScope scope) {
        for (unsigned other : since.set_bits())
          if (getBarrier(other, number, !isBefore(other)) == scope)
            return true;
        return false;
      };
      if (needs(pending->sinceCTA, BarrierScope::CTA))
        return Need{op, BarrierScope::CTA};
      if (needs(pending->sinceWarp, BarrierScope::Warp))
        return Need{op, BarrierScope::Warp};
    }
    return std::nullopt;
  }

  FunctionOpInterface func;
  MemoryAccesses accesses;
  mutable DenseMap<std::tuple<unsigned, unsigned, unsigned>,
                   std::optional<BarrierScope>>
      known;
};

/// The places, by the operations that make them, that products of warpgroups
/// read, and to which threads wrote since their last fence. A null one stands
/// for any place.
class UnfencedWrites : public dataflow::AbstractDenseLattice {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UnfencedWrites)
  using AbstractDenseLattice::AbstractDenseLattice;
  using Places = DenseSet<Operation *>;

  ChangeResult join(const AbstractDenseLattice &other) override {
    const auto &rhs = static_cast<const UnfencedWrites &>(other);
    return add(rhs.written, rhs.underWay);
  }
  ChangeResult add(const Places &moreWritten, const Places &moreUnderWay) {
    size_t before = written.size() + underWay.size();
    written.insert_range(moreWritten);
    underWay.insert_range(moreUnderWay);
    return written.size() + underWay.size() == before ? ChangeResult::NoChange
                                                      : ChangeResult::Change;
  }
  void print(raw_ostream &os) const override { os << written.size(); }

  Places written;
  /// Where copies will have written at the wait for them.
  Places underWay;
};

class UnfencedAnalysis
    : public dataflow::DenseForwardDataFlowAnalysis<UnfencedWrites> {
public:
  UnfencedAnalysis(DataFlowSolver &solver, const UnfencedWrites::Places &read)
      : DenseForwardDataFlowAnalysis(solver), read(read) {}

  LogicalResult visitOperation(Operation *op, const UnfencedWrites &before,
                               UnfencedWrites *after) override {
    UnfencedWrites::Places written = before.written, underWay = before.underWay;
    auto add = [&](UnfencedWrites::Places &places, Value place) {
      Operation *allocation = getAllocation(place);
      if (!allocation || read.contains(allocation) || read.contains(nullptr))
        places.insert(allocation);
    };
    for (const PlaceAccess &access : getPlaceAccesses(op))
      if (access.writes && (access.by == PlaceAccess::By::Threads ||
                            access.by == PlaceAccess::By::Owners))
        add(access.writesLater() ? underWay : written, access.place);
    if (auto wait = dyn_cast<AsyncWaitOp>(op)) {
      // Which copies the newest groups are is not followed.
      written.insert_range(underWay);
      if (wait.getPending() == 0)
        underWay.clear();
    } else if (auto barrier = dyn_cast<BarrierOp>(op)) {
      // A fence stands before it if it is needed.
      if (barrier.getScope() == BarrierScope::CTA)
        written.clear();
    }
    propagateIfChanged(after, after->add(written, underWay));
    return success();
  }
  void visitCallControlFlowTransfer(CallOpInterface,
                                    dataflow::CallControlFlowAction,
                                    const UnfencedWrites &before,
                                    UnfencedWrites *after) override {
    propagateIfChanged(after, after->join(before));
  }
  void setToEntryState(UnfencedWrites *lattice) override {
    propagateIfChanged(lattice, ChangeResult::NoChange);
  }

private:
  const UnfencedWrites::Places &read;
};

/// Puts fences before the barriers after which products of warpgroups read
/// what threads wrote.
void insertFences(FunctionOpInterface func) {
  UnfencedWrites::Places read;
  func->walk([&](Operation *op) {
    for (const PlaceAccess &access : getPlaceAccesses(op))
      if (access.until == PlaceAccess::Until::Product)
        read.insert(getAllocation(access.place));
  });
  if (read.empty())
    return;
  DataFlowSolver solver;
  loadReachedBlocks(solver);
  solver.load<UnfencedAnalysis>(read);
  if (failed(solver.initializeAndRun(func)))
    return;
  func->walk([&](BarrierOp barrier) {
    const auto *writes = solver.lookupState<UnfencedWrites>(
        solver.getProgramPointBefore(barrier));
    if (barrier.getScope() != BarrierScope::CTA || !writes ||
        writes->written.empty())
      return;
    OpBuilder builder(barrier);
    FenceProxyOp::create(builder, barrier.getLoc());
  });
}

} // namespace

unsigned tilegpu::insertBarriers(FunctionOpInterface func) {
  if (func.isExternal())
    return 0;
  unsigned count = BarrierInserter(func).run();
  insertFences(func);
  return count;
}

namespace {

struct TileInsertBarriers
    : tile::impl::TileInsertBarriersBase<TileInsertBarriers> {
  void runOnOperation() override {
    for (FuncOp func : getOperation().getOps<FuncOp>())
      numBarriers += insertBarriers(func);
  }
};

} // namespace
