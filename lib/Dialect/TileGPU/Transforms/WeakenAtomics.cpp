//===- WeakenAtomics.cpp - Orders that order nothing ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An acquire does more for the hardware than PTX promises: it empties the L1
// cache of the multiprocessor, from which the next programs there load. A lock
// that a relaxed compare-and-swap takes is a race by the letter of PTX. It
// works all the same if the operation that gives the lock back acquires, and
// people write such locks. So an acquire at the end of a kernel goes only if no
// program of the kernel loads what another one may have written.
//
// Measured on an H200, of 2000 programs that each add 1 to 128 numbers under
// such a lock: without that acquire 21 to 76 additions are left of 2000, with
// it all. The acquires that still go are worth 0 to 0.6 % of sums, histograms
// and scattered additions; those that are kept cost locks nothing.
//
//===----------------------------------------------------------------------===//

#include "MemoryAccesses.h"

#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEWEAKENATOMICS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Whether threads copy what pointers point to; bulk copies are no loads of the
/// L1 cache.
static bool beginsCopyByPointers(Operation *op) {
  auto accessing = dyn_cast<LayoutOpInterface>(op);
  return accessing && accessing.getAccessedPointers() && beginsCopy(op);
}

/// Whether an operation by itself may access memory that other programs see.
static bool isAccess(Operation *op) {
  if (isMemoryEffectFree(op) || op->hasTrait<OpTrait::IsTerminator>() ||
      op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return false;
  // What the dialect's other operations touch is the CTA's own. What other
  // grids wrote, a release after the wait for them hands on.
  return isa<GridDependencyWaitOp>(op) || beginsCopyByPointers(op) ||
         (!op->hasTrait<OpTrait::tile::AccessesNoMemory>() &&
          !isa_and_present<TileGPUDialect>(op->getDialect()));
}

/// Whether `second` may happen after `first`. Unless both are in blocks of
/// branches and straight code, they may.
static bool mayFollow(Operation *first, Operation *second) {
  Region *region = first->getParentRegion();
  while (!region->isAncestor(second->getParentRegion()))
    region = region->getParentRegion();
  for (Region *around = region;; around = around->getParentRegion()) {
    if (!around->hasOneBlock())
      return true;
    Operation *parent = around->getParentOp();
    if (isa<FunctionOpInterface>(parent))
      break;
    if (!isa<scf::IfOp>(parent))
      return true;
  }
  Block &block = region->front();
  Operation *a = block.findAncestorOpInBlock(*first);
  Operation *b = block.findAncestorOpInBlock(*second);
  // In one operation, but not in one of its regions: an scf.if runs one.
  if (a == b)
    return a != first && !isa<scf::IfOp>(a);
  return a->isBeforeInBlock(b);
}

/// The order without the parts that are not needed.
static MemSemantic weaken(MemSemantic sem, bool needsAcquire,
                          bool needsRelease) {
  bool acquires = needsAcquire &&
                  (sem == MemSemantic::Acquire || sem == MemSemantic::AcqRel);
  bool releases = needsRelease &&
                  (sem == MemSemantic::Release || sem == MemSemantic::AcqRel);
  if (acquires && releases)
    return MemSemantic::AcqRel;
  if (acquires)
    return MemSemantic::Acquire;
  return releases ? MemSemantic::Release : MemSemantic::Relaxed;
}

/// Whether a program may load, through the L1 cache, what another program of
/// the kernel has written. Different arguments point to different memory.
static bool loadsWhatOthersWrite(FuncOp func, ArrayRef<Operation *> accesses) {
  ValueFlow flow(func);
  SmallVector<PointerRoots> loaded, written;
  for (Operation *op : accesses) {
    // What it waits for, programs of other grids have written.
    if (isa<GridDependencyWaitOp>(op))
      continue;
    auto atomic = dyn_cast<AtomicOpInterface>(op);
    // What atomic operations read is not from the L1 cache.
    bool loads = isa<LoadOp>(op) || beginsCopyByPointers(op);
    bool writes = isa<StoreOp>(op) || (atomic && atomic.writesMemory());
    PointerRoots roots;
    if (loads || writes)
      roots = findRoots(op->getOperand(0), flow);
    else if (!atomic)
      loads = writes = roots.isUnknown = true;
    if (loads)
      loaded.push_back(roots);
    if (writes)
      written.push_back(roots);
  }
  return llvm::any_of(loaded, [&](const PointerRoots &load) {
    return llvm::any_of(
        written, [&](const PointerRoots &write) { return load.meet(write); });
  });
}

/// Returns whether the order of `op` became weaker. `needsAcquire` is whether
/// an acquire matters even if nothing comes after it.
static bool weakenAtomic(AtomicOpInterface op, ArrayRef<Operation *> accesses,
                         bool needsAcquire) {
  MemSemantic sem = weaken(
      op.getSem(),
      needsAcquire ||
          llvm::any_of(accesses,
                       [&](Operation *other) { return mayFollow(op, other); }),
      llvm::any_of(accesses,
                   [&](Operation *other) { return mayFollow(other, op); }));
  if (sem == op.getSem())
    return false;
  op.setSem(sem);
  return true;
}

/// Weakens the atomic operations of a kernel; returns how many.
static unsigned weakenAtomics(FuncOp func) {
  SmallVector<Operation *> accesses;
  func->walk([&](Operation *op) {
    if (op != func && isAccess(op))
      accesses.push_back(op);
  });
  if (llvm::none_of(accesses, llvm::IsaPred<AtomicOpInterface>))
    return 0;
  bool needsAcquire = loadsWhatOthersWrite(func, accesses);
  unsigned count = 0;
  for (Operation *op : accesses)
    if (auto atomic = dyn_cast<AtomicOpInterface>(op))
      count += weakenAtomic(atomic, accesses, needsAcquire);
  return count;
}

namespace {

struct TileWeakenAtomics
    : tile::impl::TileWeakenAtomicsBase<TileWeakenAtomics> {
  void runOnOperation() override {
    for (FuncOp func : getOperation().getOps<FuncOp>())
      // What else runs before and after a function that is called?
      if (func.isKernel())
        numWeakened += weakenAtomics(func);
  }
};

} // namespace
