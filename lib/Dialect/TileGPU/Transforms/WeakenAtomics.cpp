//===- WeakenAtomics.cpp - Orders that order nothing ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEWEAKENATOMICS
#include "tile/Dialect/TileGPU/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Whether an operation by itself may access memory that other programs see.
static bool isAccess(Operation *op) {
  if (isMemoryEffectFree(op) || op->hasTrait<OpTrait::IsTerminator>() ||
      op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return false;
  // What the dialect's other operations touch is the CTA's own. What other grids
  // wrote, a release behind the wait for them hands on.
  return isa<AsyncCopyOp, GridDependencyWaitOp>(op) ||
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

/// What is left of an order of which some is not needed.
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

/// Returns whether the order of `op` became weaker.
static bool weakenAtomic(AtomicOpInterface op, ArrayRef<Operation *> accesses) {
  MemSemantic sem = weaken(
      op.getSem(),
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
  unsigned count = 0;
  for (Operation *op : accesses)
    if (auto atomic = dyn_cast<AtomicOpInterface>(op))
      count += weakenAtomic(atomic, accesses);
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
