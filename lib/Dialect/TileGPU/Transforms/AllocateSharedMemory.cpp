//===- AllocateSharedMemory.cpp - Bytes for tiles in shared memory --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/Passes.h"
#include "tile/Dialect/TileGPU/Transforms/SharedMemory.h"
#include "tile/Hardware/SharedMemory.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEALLOCATESHAREDMEMORY
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Places begin at multiples of the largest access (128 bits).
static constexpr int64_t kAlignment = 16;

/// Places of at most so many bytes have their bytes alone, as long as all of
/// them together take no more than `kMaxBytesApart`: to use bytes again takes a
/// barrier, and so few do not keep CTAs from an SM.
static constexpr int64_t kMaxSmallPlace = 512, kMaxBytesApart = 2048;

namespace {

/// A place, and the positions of operations between which it is in use.
struct Interval {
  LocalAllocOp op;
  int64_t bytes;
  unsigned first, last;
  int64_t offset = 0;
  int64_t alignment = kAlignment;
  /// Whether it shares its bytes with no other place.
  bool isApart = false;

  bool meets(const Interval &other) const {
    return isApart || other.isApart ||
           (first <= other.last && other.first <= last);
  }
};

/// Numbers the operations of a function in program order.
class Positions {
public:
  explicit Positions(FunctionOpInterface func) {
    func->walk<WalkOrder::PreOrder>([&](Operation *op) {
      first[op] = ops.size();
      ops.push_back(op);
    });
    func->walk<WalkOrder::PostOrder>([&](Operation *op) {
      unsigned end = first.lookup(op);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          if (!block.empty())
            end = std::max(end, last.lookup(&block.back()));
      last[op] = end;
    });
  }

  /// From the first to the last operation that may run while `op` is in use.
  Interval getInterval(LocalAllocOp op) const {
    Interval interval{op, cast<MemDescType>(op.getType()).getNumBytes(), ~0u,
                      first.lookup(op)};
    Operation *func = op->getParentOfType<FunctionOpInterface>();
    SmallVector<Operation *> users(op->getUsers());
    // The producer warp touches it from where it is handed over on, which may
    // be in a branch.
    MBarrierArriveOp handing = findHanding(op);
    Block *block = handing ? handing->getBlock() : op->getBlock();
    for (size_t i = 0; i < users.size(); ++i) {
      Operation *user = users[i];
      // Another name of the place, or of one of several.
      if (isa<MemDescIndexOp, MemDescTransOp>(user)) {
        llvm::append_range(users, user->getUsers());
        continue;
      }
      if (handing && user->getParentOfType<ProducerWarpOp>()) {
        if (isCopied(user))
          interval.alignment = kWarpgroupAlignment;
        continue;
      }
      // The others say when they know that its products have ended.
      if (handing && user->getParentOfType<ProductWarpOp>())
        continue;
      // The operation next to the alloc that holds the user: a loop's later
      // iterations come after its earlier ones.
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      // Handed on, or used in another block: anywhere.
      if (!isa<PlaceAccessOpInterface, TensorLoadOp>(user) ||
          isUsedAfter(user) || !ancestor || isBarrier(op))
        ancestor = func;
      if (isCopied(user) && !isBarrier(op))
        interval.alignment = kWarpgroupAlignment;
      interval.first = std::min(interval.first, first.lookup(ancestor));
      if (has(user, Until::Group) && ancestor != func)
        ancestor = findEndOfCopies(ancestor, func);
      if (auto dot = dyn_cast<WarpgroupDotOp>(user)) {
        interval.alignment = kWarpgroupAlignment;
        ancestor = findEndOfProduct(dot, block, func);
      }
      interval.last = std::max(interval.last, last.lookup(ancestor));
    }
    interval.first = std::min(interval.first, interval.last);
    return interval;
  }

  Operation *getOperation(unsigned position) const { return ops[position]; }

private:
  using Until = PlaceAccess::Until;

  static bool has(Operation *op, Until until) {
    return llvm::any_of(getPlaceAccesses(op), [&](const PlaceAccess &access) {
      return access.until == until;
    });
  }
  /// Whether a unit uses places of the operation until a time that no wait for
  /// this operation names.
  static bool isUsedAfter(Operation *op) {
    return llvm::any_of(getPlaceAccesses(op), [](const PlaceAccess &access) {
      return access.by == PlaceAccess::By::Grid ||
             (access.reads &&
              (access.until == Until::Store || access.until == Until::Phase));
    });
  }
  /// Whether the unit for bulk copies touches places of the operation.
  static bool isCopied(Operation *op) {
    return llvm::any_of(getPlaceAccesses(op), [](const PlaceAccess &access) {
      return access.by == PlaceAccess::By::Copies;
    });
  }
  /// Whether the place has mbarriers, whose bytes no other tile may use (PTX
  /// ISA, "mbarrier.inval").
  static bool isBarrier(LocalAllocOp op) {
    return llvm::any_of(op->getUsers(), llvm::IsaPred<MBarrierInitOp>);
  }

  /// Where threads hand the place, or all of several, to the producer warp.
  static MBarrierArriveOp findHanding(LocalAllocOp op) {
    for (Operation *user : op->getUsers())
      if (auto arrive = dyn_cast<MBarrierArriveOp>(user);
          arrive && llvm::is_contained(arrive.getPlaces(), op.getResult()))
        return arrive;
    return {};
  }

  /// The operation in `block` at which a product is not in flight any more: the
  /// one that holds the wait for it, or the first after it that waits for all,
  /// or else the function.
  static Operation *findEndOfProduct(WarpgroupDotOp dot, Block *block,
                                     Operation *func) {
    auto waitsForAll = [](Operation *op) {
      auto wait = dyn_cast<WarpgroupWaitOp>(op);
      return wait &&
             (isa<RankedTensorType>(wait.getType()) || wait.getPending() == 0);
    };
    Operation *end = block->findAncestorOpInBlock(*dot);
    if (!end)
      return func;
    if (llvm::all_of(dot->getUsers(), waitsForAll)) {
      for (Operation *user : dot->getUsers()) {
        Operation *ancestor = block->findAncestorOpInBlock(*user);
        if (!ancestor)
          return func;
        if (end->isBeforeInBlock(ancestor))
          end = ancestor;
      }
      return end;
    }
    while ((end = end->getNextNode()))
      if (waitsForAll(end))
        return end;
    return func;
  }

  /// The operation at which no copy is in flight any more that `op`, or an
  /// operation in it, began: the first after it, in its block, that waits for
  /// all of them, or else the function.
  static Operation *findEndOfCopies(Operation *op, Operation *func) {
    while ((op = op->getNextNode()))
      if (auto wait = dyn_cast<AsyncWaitOp>(op); wait && wait.getPending() == 0)
        return op;
    return func;
  }

  SmallVector<Operation *> ops;
  DenseMap<Operation *, unsigned> first, last;
};

} // namespace

int64_t tilegpu::allocateSharedMemory(FunctionOpInterface func) {
  SmallVector<Interval> intervals;
  func->walk([&](LocalAllocOp op) {
    if (intervals.empty())
      intervals.reserve(8);
    intervals.push_back({op, 0, 0, 0});
  });
  if (intervals.empty()) {
    func->removeAttr(kSharedMemoryAttrName);
    return 0;
  }
  Positions positions(func);
  for (Interval &interval : intervals)
    interval = positions.getInterval(interval.op);

  int64_t bytesApart = 0;
  for (const Interval &interval : intervals)
    if (interval.bytes <= kMaxSmallPlace)
      bytesApart += llvm::alignTo(interval.bytes, kAlignment);
  for (Interval &interval : intervals)
    interval.isApart =
        interval.bytes <= kMaxSmallPlace && bytesApart <= kMaxBytesApart;

  // The largest first; of equal ones in program order.
  SmallVector<Interval *> order;
  for (Interval &interval : intervals)
    order.push_back(&interval);
  llvm::stable_sort(
      order, [](Interval *a, Interval *b) { return a->bytes > b->bytes; });
  int64_t total = 0;
  for (auto [i, interval] : llvm::enumerate(order)) {
    SmallVector<Interval *> inTheWay;
    for (Interval *other : ArrayRef(order).take_front(i))
      if (interval->meets(*other))
        inTheWay.push_back(other);
    llvm::sort(inTheWay,
               [](Interval *a, Interval *b) { return a->offset < b->offset; });
    for (Interval *other : inTheWay) {
      if (interval->offset + interval->bytes <= other->offset)
        break;
      interval->offset = std::max<int64_t>(
          interval->offset,
          llvm::alignTo(other->offset + other->bytes, interval->alignment));
    }
    total = std::max(total, interval->offset + interval->bytes);
  }
  // So that the bytes of the next program in the CTA begin there, too.
  int64_t alignment = 1;
  for (Interval &interval : intervals)
    if (interval.alignment != kAlignment)
      alignment = interval.alignment;
  total = llvm::alignTo(total, alignment);
  OpBuilder builder(func);
  for (Interval &interval : intervals)
    interval.op->setAttr(kOffsetAttrName,
                         builder.getI32IntegerAttr(interval.offset));
  func->setAttr(kSharedMemoryAttrName, builder.getI32IntegerAttr(total));
  return total;
}

SmallVector<SharedPlace> tilegpu::getSharedPlaces(FunctionOpInterface func) {
  Positions positions(func);
  SmallVector<SharedPlace> places;
  func->walk<WalkOrder::PreOrder>([&](LocalAllocOp op) {
    auto offset = op->getAttrOfType<IntegerAttr>(kOffsetAttrName);
    if (!offset)
      return;
    Interval interval = positions.getInterval(op);
    places.push_back({op, offset.getInt(), interval.bytes,
                      positions.getOperation(interval.first),
                      positions.getOperation(interval.last)});
  });
  return places;
}

/// Lets threads hand places to the producer warp as soon as the kernel begins,
/// instead of where they come to the first loop, if its places need no more
/// memory then: copies begin while threads do something else. No thread has
/// written there, so that no fence is needed.
static void handOverEarly(FunctionOpInterface func, int64_t &bytes) {
  Operation *producer = getProducerWarp(func);
  if (Operation *products = getProductWarp(func))
    producer = products;
  if (!producer)
    return;
  MBarrierArriveOp handing;
  for (Operation *op = producer->getNextNode(); op && !handing;
       op = op->getNextNode())
    handing = dyn_cast<MBarrierArriveOp>(op);
  auto barrier =
      handing ? handing.getBarrier().getDefiningOp<MemDescIndexOp>() : nullptr;
  auto number = barrier ? barrier.getIndex().getDefiningOp() : nullptr;
  auto fence = handing ? dyn_cast_or_null<FenceProxyOp>(
                             barrier ? barrier->getPrevNode() : nullptr)
                       : FenceProxyOp();
  if (!fence || !number || handing.getPred() ||
      number->getBlock() != producer->getBlock() ||
      !number->hasTrait<OpTrait::ConstantLike>() ||
      !llvm::all_of(handing.getPlaces(), [](Value place) {
        return isa_and_present<LocalAllocOp>(place.getDefiningOp());
      }))
    return;
  Operation *back = handing->getNextNode();
  // The constant may be that of others before it.
  if (producer->isBeforeInBlock(number))
    number->moveAfter(producer);
  Operation *first = producer->isBeforeInBlock(number) ? number : producer;
  barrier->moveAfter(first);
  handing->moveAfter(barrier);
  int64_t early = allocateSharedMemory(func);
  if (early <= bytes) {
    fence.erase();
    return;
  }
  barrier->moveBefore(back);
  handing->moveBefore(back);
  bytes = allocateSharedMemory(func);
}

namespace {

/// Fails, naming the largest tiles, if a CTA cannot have so many bytes.
LogicalResult checkLimit(FuncOp func, int64_t bytes, const TargetInfo &target) {
  std::string problem =
      bytes > kDefaultSharedMemory
          ? checkSharedMemory(target, /*staticBytes=*/0, bytes)
          : std::string();
  if (problem.empty())
    return success();
  SmallVector<LocalAllocOp> places;
  func->walk([&](LocalAllocOp op) { places.push_back(op); });
  auto getBytes = [](LocalAllocOp op) {
    return cast<MemDescType>(op.getType()).getNumBytes();
  };
  llvm::stable_sort(places, [&](LocalAllocOp a, LocalAllocOp b) {
    return getBytes(a) > getBytes(b);
  });
  // Without the function's text after it.
  InFlightDiagnostic diagnostic = mlir::emitError(func.getLoc())
                                  << "'" << func.getName() << "': " << problem;
  constexpr size_t kMaxNotes = 3;
  for (LocalAllocOp op : ArrayRef(places).take_front(kMaxNotes))
    diagnostic.attachNote(op.getLoc())
        << getBytes(op) << " bytes for a tile here";
  return diagnostic;
}

struct TileAllocateSharedMemory
    : tile::impl::TileAllocateSharedMemoryBase<TileAllocateSharedMemory> {
  void runOnOperation() override {
    TargetAttr target = requireTarget(getOperation());
    if (!target)
      return signalPassFailure();
    for (FuncOp func : getOperation().getOps<FuncOp>()) {
      func->walk([&](LocalAllocOp) { ++numPlaces; });
      int64_t bytes = allocateSharedMemory(func);
      handOverEarly(func, bytes);
      // Also of a function without places: it says that no place is missing.
      if (bytes == 0 && !func.isExternal())
        func->setAttr(kSharedMemoryAttrName,
                      Builder(func).getI32IntegerAttr(0));
      numBytes.updateMax(bytes);
      if (failed(checkLimit(func, bytes, *lookupTarget(target.getChip()))))
        return signalPassFailure();
    }
  }
};

} // namespace
