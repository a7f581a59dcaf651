//===- ProductOrder.cpp - When products begin and end ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a block with several products of warpgroups, such as the loops of
// attention's backward pass, a product begins as soon as its operands are there
// and nothing else has to come first, and is waited for where its sum is used:
//
//   s = begin q k                     s = begin q k
//   wait for s                        t = begin v do
//   p = exp s                         wait for s, one may be in flight
//   dv = begin p do                   p = exp s
//   wait for dv                       dv = begin p do
//   t = begin v do                    wait for t, one may be in flight
//   wait for t                        d = p * t
//   d = p * t                         dk = begin d q
//   dk = begin d q                    wait for dv, one may be in flight
//   wait for dk                       wait for dk
//
// Products end in the order in which they begin. Where the sums of a block that
// are there at a time are more registers than a thread has, waits pass no
// product.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "LaterLoads.h"

#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Of a block, sums of at most so many registers may be there earlier than they
/// were, and only if the sums that are there at a time are no more than the
/// second number: a thread has 255, and needs some for operands.
static constexpr unsigned kMostRegisters = 64, kMostSums = 192;

/// Of a product's sum, whether it is in flight or not.
static unsigned countSums(WarpgroupDotOp dot) {
  Type type = dot.getC().getType();
  if (auto pending = dyn_cast<PendingType>(type))
    type = pending.getTile();
  return countRegisters(type);
}

/// Whether a product adds to a sum of all iterations, which has its registers
/// whether the product is in flight or not.
static bool isCarried(WarpgroupDotOp dot) {
  auto argument = dyn_cast<BlockArgument>(dot.getC());
  return argument && argument.getOwner() == dot->getBlock();
}

/// The registers of sums that are there at a time: all sums that iterations
/// carry, and two others, as a sum is used while the next one is made.
static unsigned countSumsAtATime(ArrayRef<WarpgroupDotOp> dots) {
  unsigned carried = 0, previous = 0, most = 0;
  for (WarpgroupDotOp dot : dots) {
    unsigned own = countSums(dot);
    if (isCarried(dot)) {
      carried += own;
      continue;
    }
    most = std::max(most, previous + own);
    previous = own;
  }
  return carried + most;
}

/// Whether the order of memory lets a product begin before `op` instead of
/// after it.
static bool mayPass(Operation *op) {
  return isa<WarpgroupWaitOp, LocalLoadOp>(op) || isMemoryEffectFree(op);
}

/// Moves a product, and what names its places, up to after the first product
/// of those before it after which it can begin, if there are `registers` for
/// its sums.
static bool beginEarly(WarpgroupDotOp dot, unsigned registers) {
  if (!isa<MemDescType>(dot.getA().getType()) ||
      !isa<RankedTensorType>(dot.getC().getType()) ||
      countSums(dot) > registers)
    return false;
  llvm::SmallPtrSet<Operation *, 8> needed;
  auto need = [&](Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp())
        needed.insert(def);
  };
  need(dot);
  // Names of places that lie between the product and `op`, the lowest first.
  SmallVector<Operation *> names;
  Operation *to = nullptr;
  size_t numMoved = 0;
  for (Operation *op = dot->getPrevNode(); op; op = op->getPrevNode()) {
    if (isa<WarpgroupDotOp>(op)) {
      to = op;
      numMoved = names.size();
    }
    if (needed.contains(op)) {
      if (!isa<MemDescIndexOp, MemDescTransOp>(op) &&
          !op->hasTrait<OpTrait::ConstantLike>())
        break;
      names.push_back(op);
      need(op);
    } else if (!isa<WarpgroupDotOp>(op) && !mayPass(op)) {
      break;
    }
  }
  if (!to || to->getNextNode() == dot)
    return false;
  names.truncate(numMoved);
  dot->moveAfter(to);
  for (Operation *op : names)
    op->moveAfter(to);
  return true;
}

/// Whether the operation must not run before the product of `places` has ended.
static bool needsEnd(Operation *op, ArrayRef<LocalAllocOp> places) {
  if (op->getNumRegions() != 0 || isa<BarrierOp>(op) || beginsCopy(op))
    return true;
  // What the block allocates may share memory with other places of the block.
  auto mayShare = [&](const PlaceAccess &access) {
    LocalAllocOp to = getAllocation(access.place);
    return !to || llvm::any_of(places, [&](LocalAllocOp alloc) {
      return !alloc || alloc == to || alloc->getBlock() == op->getBlock();
    });
  };
  for (const PlaceAccess &access : getPlaceAccesses(op))
    if (access.writes && access.until == PlaceAccess::Until::Now &&
        mayShare(access))
      return true;
  auto arrive = dyn_cast<MBarrierArriveOp>(op);
  return arrive && llvm::any_of(arrive.getPlaces(), [&](Value place) {
           LocalAllocOp alloc = getAllocation(place);
           return !alloc || llvm::is_contained(places, alloc);
         });
}

static void moveWait(WarpgroupWaitOp wait, WarpgroupDotOp dot, Operation *to) {
  wait->moveBefore(to);
  unsigned pending = 0;
  for (Operation *op = dot->getNextNode(); op != wait; op = op->getNextNode())
    pending += isa<WarpgroupDotOp>(op);
  wait.setPending(pending);
}

/// Moves a wait down to where the sum is used; past other products, whose sums
/// take registers from when they begin, only if it may. Returns whether it has
/// moved.
static bool endLate(WarpgroupWaitOp wait, bool mayPassProducts) {
  auto dot = wait->getOperand(0).getDefiningOp<WarpgroupDotOp>();
  if (!dot || dot->getBlock() != wait->getBlock() || !dot->hasOneUse())
    return false;
  SmallVector<LocalAllocOp> places;
  for (Value operand : {dot.getA(), Value(dot.getB())})
    if (isa<MemDescType>(operand.getType()))
      places.push_back(getAllocation(operand));
  Block *block = wait->getBlock();
  llvm::SmallPtrSet<Operation *, 4> users;
  for (Operation *user : wait->getUsers())
    users.insert(block->findAncestorOpInBlock(*user));
  Operation *to = wait->getNextNode();
  while (!users.contains(to) && !to->hasTrait<OpTrait::IsTerminator>() &&
         !needsEnd(to, places) && (mayPassProducts || !isa<WarpgroupDotOp>(to)))
    to = to->getNextNode();
  bool isMoved = to != wait->getNextNode();
  moveWait(wait, dot, to);
  return isMoved;
}

/// A product has ended when a later one has: its wait comes no later. ptxas
/// runs products one after the other if their waits are out of order.
static void orderWaits(ArrayRef<WarpgroupDotOp> dots) {
  WarpgroupWaitOp next;
  for (WarpgroupDotOp dot : llvm::reverse(dots)) {
    if (!dot->hasOneUse())
      continue;
    auto wait = dyn_cast<WarpgroupWaitOp>(*dot->user_begin());
    if (!wait || wait->getBlock() != dot->getBlock() ||
        (next && next->isBeforeInBlock(dot)))
      continue;
    if (next && next->isBeforeInBlock(wait))
      moveWait(wait, dot, next);
    next = wait;
  }
}

unsigned tilegpu::orderProducts(FunctionOpInterface func) {
  SmallVector<Block *> blocks;
  func->walk([&](Block *block) {
    auto dots = block->getOps<WarpgroupDotOp>();
    bool waitsAtOnce = llvm::all_of(
        block->getOps<WarpgroupWaitOp>(),
        [](WarpgroupWaitOp wait) { return wait.getPending() == 0; });
    if (waitsAtOnce && llvm::range_size(dots) > 1)
      blocks.push_back(block);
  });
  unsigned count = 0;
  for (Block *block : blocks) {
    SmallVector<WarpgroupDotOp> dots(block->getOps<WarpgroupDotOp>());
    bool hasRoom = countSumsAtATime(dots) <= kMostSums;
    unsigned registers = hasRoom ? kMostRegisters : 0;
    for (WarpgroupDotOp dot : dots)
      if (beginEarly(dot, registers)) {
        registers -= countSums(dot);
        ++count;
      }
    SmallVector<WarpgroupWaitOp> waits(block->getOps<WarpgroupWaitOp>());
    for (WarpgroupWaitOp wait : waits)
      count += endLate(wait, hasRoom);
    orderWaits(SmallVector<WarpgroupDotOp>(block->getOps<WarpgroupDotOp>()));
  }
  return count;
}
