//===- AlternatePlaces.cpp - Two places by turns in a loop ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlternatePlaces.h"

#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Layout/SharedAccess.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Bytes that the places of a loop may have, before there are twice as many.
/// 4 KiB per CTA do not keep CTAs from an SM.
static constexpr int64_t kMaxBytes = 2048;

/// What touches the shared memory of a place, with the layout of its tile.
static LinearLayout getOffsets(Operation *op, MemDescType place) {
  auto store = dyn_cast<LocalStoreOp>(op);
  Value tile = store ? Value(store.getSrc()) : Value(op->getResult(0));
  return getSharedOffsets(
      toLinearLayout(cast<RankedTensorType>(tile.getType())),
      place.toLinearLayout());
}

/// Whether some load reads what a thread of another warp has stored.
static bool isBetweenWarps(LocalAllocOp alloc) {
  auto place = cast<MemDescType>(alloc.getType());
  for (Operation *store : alloc->getUsers())
    for (Operation *load : alloc->getUsers())
      if (isa<LocalStoreOp>(store) && isa<LocalLoadOp>(load) &&
          getSharedReuse(getOffsets(store, place), /*isFirstStore=*/true,
                         getOffsets(load, place),
                         /*isSecondStore=*/false) == SharedReuse::SameCTA)
        return true;
  return false;
}

/// The places of a loop's body if all that it does with shared memory is to
/// store to them and then to load from them; else none.
static SmallVector<LocalAllocOp> findPlaces(scf::ForOp loop) {
  SmallVector<LocalAllocOp> places(loop.getBody()->getOps<LocalAllocOp>());
  int64_t bytes = 0;
  bool isBetween = false;
  for (LocalAllocOp alloc : places) {
    auto type = cast<MemDescType>(alloc.getType());
    if (type.getTileShape() != type.getShape())
      return {};
    bytes += type.getNumBytes();
    for (Operation *user : alloc->getUsers()) {
      auto load = dyn_cast<LocalLoadOp>(user);
      bool isWhole =
          load &&
          cast<RankedTensorType>(load.getType()).getShape() == type.getShape();
      if (user->getBlock() != loop.getBody() ||
          (!isWhole && !isa<LocalStoreOp>(user)))
        return {};
    }
    isBetween = isBetween || isBetweenWarps(alloc);
  }
  if (!isBetween || bytes > kMaxBytes || getNumWarps(loop) == 1)
    return {};
  bool hasLoaded = false, isOneRound = true;
  loop.getBody()->walk([&](Operation *op) {
    hasLoaded |= isa<LocalLoadOp>(op);
    bool isOwn = op->getBlock() == loop.getBody() &&
                 isa<LocalAllocOp, LocalStoreOp, LocalLoadOp>(op);
    bool isShared =
        llvm::any_of(op->getOperandTypes(), llvm::IsaPred<MemDescType>) ||
        llvm::any_of(op->getResultTypes(), llvm::IsaPred<MemDescType>);
    // Their barriers, or their waits, serve the places, too.
    bool waits = isa<BarrierOp, AsyncWaitOp, LoopLikeOpInterface>(op);
    if ((isShared && !isOwn) || waits || (hasLoaded && isa<LocalStoreOp>(op)))
      isOneRound = false;
  });
  return isOneRound ? places : SmallVector<LocalAllocOp>();
}

/// The type of two places of `type`.
static MemDescType getTwo(MemDescType type) {
  SmallVector<int64_t> shape{2};
  llvm::append_range(shape, type.getShape());
  return MemDescType::get(shape, type.getElementType(), type.getLayout());
}

static void alternate(scf::ForOp loop, ArrayRef<LocalAllocOp> places) {
  IRRewriter rewriter(loop);
  Location loc = places.front()->getLoc();
  Value zero = arith::ConstantIntOp::create(rewriter, loc, 0, 32);
  Value one = arith::ConstantIntOp::create(rewriter, loc, 1, 32);
  SmallVector<Value> both;
  for (LocalAllocOp alloc : places)
    both.push_back(LocalAllocOp::create(
        rewriter, alloc->getLoc(), getTwo(cast<MemDescType>(alloc.getType()))));
  // What the loop read when it last ran.
  if (loop->getParentOfType<LoopLikeOpInterface>())
    BarrierOp::create(rewriter, loc, BarrierScope::CTA);
  auto replaced = loop.replaceWithAdditionalYields(
      rewriter, zero, /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &builder, Location yieldLoc,
          ArrayRef<BlockArgument> arguments) -> SmallVector<Value> {
        return {
            arith::XOrIOp::create(builder, yieldLoc, arguments.back(), one)};
      });
  auto with = cast<scf::ForOp>(replaced->getOperation());
  Value turn = with.getRegionIterArgs().back();
  for (auto [place, two] : llvm::zip(places, both)) {
    LocalAllocOp alloc = place;
    rewriter.setInsertionPoint(alloc);
    rewriter.replaceOpWithNewOp<MemDescIndexOp>(alloc, alloc.getType(), two,
                                                turn);
  }
}

unsigned tilegpu::alternatePlaces(FunctionOpInterface func) {
  SmallVector<scf::ForOp> loops;
  func->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  unsigned count = 0;
  for (scf::ForOp loop : loops) {
    SmallVector<LocalAllocOp> places = findPlaces(loop);
    if (places.empty())
      continue;
    alternate(loop, places);
    count += places.size();
  }
  return count;
}
