//===- InsertBarriers.cpp - Barriers where accesses need them -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaterLoads.h"
#include "MemoryAccesses.h"

#include "tile/Analysis/ForwardFlow.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/SharedMemory.h"

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
struct PendingAccesses {
  bool unite(const PendingAccesses &other) {
    bool grew = false;
    for (auto member : {&PendingAccesses::sinceCTA, &PendingAccesses::sinceWarp,
                        &PendingAccesses::underWay, &PendingAccesses::inFlight,
                        &PendingAccesses::before}) {
      if (!(other.*member).test(this->*member))
        continue;
      this->*member |= other.*member;
      grew = true;
    }
    return grew;
  }

  llvm::BitVector sinceCTA, sinceWarp;
  /// What copies that no thread has waited for yet will do.
  llvm::BitVector underWay;
  /// What products of warpgroups read that no thread has waited for yet.
  llvm::BitVector inFlight;
  /// Those that may have happened before the present iteration of some loop.
  llvm::BitVector before;
};

/// Which accesses are pending before each operation.
class PendingFlow : public ForwardFlow<PendingFlow, PendingAccesses> {
public:
  PendingFlow(FunctionOpInterface func, const ReachedBlocks &reached,
              const MemoryAccesses &accesses)
      : ForwardFlow(func->getRegion(0), reached), accesses(accesses) {}

  void transfer(Operation *op, PendingAccesses &state) const {
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
      if (!numbers.empty())
        to.resize(accesses.size());
      for (unsigned number : numbers)
        to.set(number);
    };
    add(state.sinceCTA, accesses.getNumbers(op));
    add(state.sinceWarp, accesses.getNumbers(op));
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
  }

  /// What a loop did was before its next iteration.
  void repeat(PendingAccesses &state) const {
    state.before |= state.sinceCTA;
    state.before |= state.sinceWarp;
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
    reached.emplace(func);
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
    // on all paths. What was before a loop is waited for once, before it.
    unsigned count = 0;
    for (BarrierOp barrier : inserted) {
      if (isNeededInBlock(barrier)) {
        ++count;
        continue;
      }
      Operation *next = barrier->getNextNode();
      barrier->remove();
      std::optional<Need> need = findNeed();
      if (!need) {
        barrier->destroy();
        continue;
      }
      ++count;
      if (need->loop && need->loop->isProperAncestor(next)) {
        OpBuilder(need->loop).insert(barrier);
        if (!findNeed())
          continue;
        barrier->remove();
      }
      next->getBlock()->getOperations().insert(next->getIterator(), barrier);
    }
    return count;
  }

private:
  struct Need {
    Operation *op;
    BarrierScope scope;
    /// The outermost loop around the operation that has none of the accesses
    /// that have to be waited for; null if each loop has one.
    Operation *loop;
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

  /// Whether nothing in an operation's regions is an access, or waits.
  bool isQuiet(Operation *op) const {
    if (op->getNumRegions() == 0)
      return true;
    auto isNone = [&](Operation *inner) {
      bool counts = getScope(inner) ||
                    isa<AsyncWaitOp, WarpgroupWaitOp>(inner) ||
                    !accesses.getNumbers(inner).empty() ||
                    !accesses.getLaterNumbers(inner).empty();
      return inner != op && counts ? WalkResult::interrupt()
                                   : WalkResult::advance();
    };
    return !getScope(op) && !op->walk(isNone).wasInterrupted();
  }

  /// What follows a barrier in its block needs no analysis.
  void insertBehind(BarrierOp barrier, SmallVectorImpl<BarrierOp> &inserted) {
    if (barrier.getScope() != BarrierScope::CTA)
      return;
    SmallVector<unsigned> since;
    for (Operation *op = barrier->getNextNode(); op; op = op->getNextNode()) {
      if (isa<BarrierOp, AsyncWaitOp, WarpgroupWaitOp>(op) || !isQuiet(op))
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
         op && isQuiet(op) && !isa<BarrierOp>(op); op = op->getPrevNode())
      llvm::append_range(before, accesses.getNumbers(op));
    for (Operation *op = barrier->getNextNode();
         op && isQuiet(op) && !isa<BarrierOp>(op); op = op->getNextNode())
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
  std::optional<Need> findNeed() {
    std::optional<Need> first;
    unsigned firstNumber = accesses.size();
    PendingFlow(func, *reached, accesses)
        .run([&](Operation *op, const PendingAccesses &pending) {
          // What a copy does later is done after a barrier that its beginning
          // has.
          for (unsigned number : accesses.getNumbers(op)) {
            if (number > firstNumber)
              continue;
            if (auto scope = findBarrier(number, pending)) {
              first = Need{op, *scope, findLoop(op, number, *scope, pending)};
              firstNumber = number;
            }
          }
        });
    return first;
  }

  /// The barrier that an access needs after those that are pending.
  std::optional<BarrierScope>
  findBarrier(unsigned number, const PendingAccesses &pending) const {
    auto isBefore = [&](unsigned other) {
      return other < pending.before.size() && pending.before.test(other);
    };
    auto needs = [&](const llvm::BitVector &since, BarrierScope scope) {
      return llvm::any_of(since.set_bits(), [&](unsigned other) {
        return getBarrier(other, number, !isBefore(other)) == scope;
      });
    };
    if (needs(pending.sinceCTA, BarrierScope::CTA))
      return BarrierScope::CTA;
    if (needs(pending.sinceWarp, BarrierScope::Warp))
      return BarrierScope::Warp;
    return std::nullopt;
  }

  /// The outermost loop around `op` with none of the pending accesses for which
  /// `op` needs the barrier.
  Operation *findLoop(Operation *op, unsigned number, BarrierScope scope,
                      const PendingAccesses &pending) const {
    const llvm::BitVector &since =
        scope == BarrierScope::CTA ? pending.sinceCTA : pending.sinceWarp;
    Operation *found = nullptr;
    for (Operation *loop = op->getParentOp(); isa<LoopLikeOpInterface>(loop);
         loop = loop->getParentOp()) {
      bool hasOne = llvm::any_of(since.set_bits(), [&](unsigned other) {
        bool isBefore =
            other < pending.before.size() && pending.before.test(other);
        return loop->isAncestor(accesses.getOperation(other)) &&
               getBarrier(other, number, !isBefore) == scope;
      });
      if (hasOne)
        break;
      found = loop;
    }
    return found;
  }

  FunctionOpInterface func;
  MemoryAccesses accesses;
  std::optional<ReachedBlocks> reached;
  mutable DenseMap<std::tuple<unsigned, unsigned, unsigned>,
                   std::optional<BarrierScope>>
      known;
};

/// The places, by the operations that make them, that products of warpgroups
/// read, and to which threads wrote since their last fence. A null one stands
/// for any place.
struct UnfencedWrites {
  using Places = DenseSet<Operation *>;

  bool unite(const UnfencedWrites &other) {
    size_t before = written.size() + underWay.size();
    written.insert_range(other.written);
    underWay.insert_range(other.underWay);
    return written.size() + underWay.size() != before;
  }

  Places written;
  /// Where copies will have written at the wait for them.
  Places underWay;
};

class UnfencedFlow : public ForwardFlow<UnfencedFlow, UnfencedWrites> {
public:
  UnfencedFlow(FunctionOpInterface func, const ReachedBlocks &reached,
               const UnfencedWrites::Places &read)
      : ForwardFlow(func->getRegion(0), reached), read(read) {}

  void transfer(Operation *op, UnfencedWrites &state) const {
    auto add = [&](UnfencedWrites::Places &places, Value place) {
      Operation *allocation = getAllocation(place);
      if (!allocation || read.contains(allocation) || read.contains(nullptr))
        places.insert(allocation);
    };
    for (const PlaceAccess &access : getPlaceAccesses(op))
      if (access.writes && (access.by == PlaceAccess::By::Threads ||
                            access.by == PlaceAccess::By::Owners))
        add(access.writesLater() ? state.underWay : state.written,
            access.place);
    if (auto wait = dyn_cast<AsyncWaitOp>(op)) {
      // Which copies the newest groups are is not followed.
      state.written.insert_range(state.underWay);
      if (wait.getPending() == 0)
        state.underWay.clear();
    } else if (auto barrier = dyn_cast<BarrierOp>(op)) {
      // A fence stands before it if it is needed.
      if (barrier.getScope() == BarrierScope::CTA)
        state.written.clear();
    }
  }
  void repeat(UnfencedWrites &) const {}

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
  ReachedBlocks reached(func);
  SmallVector<BarrierOp> barriers;
  UnfencedFlow(func, reached, read)
      .run([&](Operation *op, const UnfencedWrites &writes) {
        auto barrier = dyn_cast<BarrierOp>(op);
        if (barrier && barrier.getScope() == BarrierScope::CTA &&
            !writes.written.empty())
          barriers.push_back(barrier);
      });
  for (BarrierOp barrier : barriers) {
    OpBuilder builder(barrier);
    FenceProxyOp::create(builder, barrier.getLoc());
  }
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
