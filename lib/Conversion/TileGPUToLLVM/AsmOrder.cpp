//===- AsmOrder.cpp - Inline PTX and accesses in program order ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program stores a tile, adds to it by an asm, and loads it: the store, the
// asm and the load of an element may be by three threads, as each has a layout,
// and of threads that hold copies one runs the asm while all of them load. A
// barrier keeps their order. Control flow is the same in all threads of a CTA,
// so that all come to it.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/PTX/AsmAnalysis.h"
#include "tile/PTX/Parser.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// The arguments of a function that pointers come from.
struct Roots {
  llvm::SmallSetVector<Value, 4> arguments;
  /// Some come from elsewhere, from memory for one.
  bool isUnknown = false;

  bool meet(const Roots &other) const {
    return isUnknown || other.isUnknown ||
           llvm::any_of(arguments, [&](Value argument) {
             return other.arguments.contains(argument);
           });
  }
};

/// Something that touches memory.
struct MemoryAccess {
  Operation *op;
  bool reads, writes;
  SmallVector<Value> pointers;
  Roots roots;
};

} // namespace

static bool isPointerLike(Value value) {
  return isa<PtrType>(getScalarType(value.getType()));
}

static Roots findRoots(ArrayRef<Value> pointers) {
  Roots roots;
  llvm::SmallSetVector<Value, 8> values(pointers.begin(), pointers.end());
  for (size_t i = 0; i < values.size(); ++i) {
    Value value = values[i];
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *parent = argument.getOwner()->getParentOp();
      if (auto loop = dyn_cast<scf::ForOp>(parent);
          loop && argument.getArgNumber() > 0) {
        unsigned index = argument.getArgNumber() - 1;
        values.insert(loop.getInitArgs()[index]);
        values.insert(loop.getYieldedValues()[index]);
      } else if (isa<FuncOp>(parent) && argument.getOwner()->isEntryBlock()) {
        roots.arguments.insert(value);
      } else {
        roots.isUnknown = true;
      }
      continue;
    }
    Operation *op = value.getDefiningOp();
    unsigned index = cast<OpResult>(value).getResultNumber();
    if (isa<AddPtrOp, SplatOp, BroadcastOp, ExpandDimsOp, ReshapeOp, TransOp,
            BitcastOp, IntToPtrOp, PtrToIntOp, UnsplatOp,
            tilegpu::ConvertLayoutOp>(op)) {
      values.insert(op->getOperand(0));
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      values.insert(loop.getInitArgs()[index]);
      values.insert(loop.getYieldedValues()[index]);
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      values.insert(branch.thenYield().getOperand(index));
      values.insert(branch.elseYield().getOperand(index));
    } else {
      roots.isUnknown = true;
    }
  }
  return roots;
}

/// What an asm that runs once for each element does to memory, if anything.
static std::optional<MemoryAccess> getAccess(ElementwiseInlineAsmOp op) {
  if (!op.isOncePerElement())
    return std::nullopt;
  unsigned effects = ptx::ReadsMemory | ptx::WritesMemory;
  if (!op.getUseFallback())
    effects = ptx::getAsmEffects(ptx::parseAsmBody(op.getAsmString()).value);
  MemoryAccess access{op,
                      (effects & ptx::ReadsMemory) != 0,
                      (effects & ptx::WritesMemory) != 0,
                      {},
                      {}};
  if (!access.reads && !access.writes)
    return std::nullopt;
  for (Value argument : op.getArgs())
    if (isPointerLike(argument) || argument.getDefiningOp<PtrToIntOp>())
      access.pointers.push_back(argument);
  access.roots = findRoots(access.pointers);
  return access;
}

static std::optional<MemoryAccess> getAccess(Operation *op) {
  if (auto inlineAsm = dyn_cast<ElementwiseInlineAsmOp>(op))
    return getAccess(inlineAsm);
  if (!isa<LoadOp, StoreOp>(op))
    return std::nullopt;
  bool isLoad = isa<LoadOp>(op);
  Value pointer = op->getOperand(0);
  return MemoryAccess{op, isLoad, !isLoad, {pointer}, findRoots({pointer})};
}

/// Whether the same thread makes both accesses to each address. Of threads that
/// hold copies, one stores and runs asm, and all load.
static bool isSameThread(const MemoryAccess &a, const MemoryAccess &b) {
  if (a.pointers.size() != 1 || a.pointers != b.pointers)
    return false;
  if (!isa<LoadOp>(a.op) && !isa<LoadOp>(b.op))
    return true;
  auto tile = dyn_cast<RankedTensorType>(a.pointers[0].getType());
  return tile && ThreadLayout(tile).getFreeThreadMask() == 0;
}

void tile::orderAsmEffects(ModuleOp module) {
  module.walk([](FuncOp func) {
    SmallVector<MemoryAccess> accesses;
    bool hasAsm = false;
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (std::optional<MemoryAccess> access = getAccess(op)) {
        hasAsm |= isa<ElementwiseInlineAsmOp>(op);
        accesses.push_back(std::move(*access));
      }
      // A fallback runs where its asm would.
      return isa<ElementwiseInlineAsmOp>(op) ? WalkResult::skip()
                                             : WalkResult::advance();
    });
    if (!hasAsm)
      return;
    for (const MemoryAccess &access : accesses) {
      if (!isa<ElementwiseInlineAsmOp>(access.op))
        continue;
      bool meetsOther = llvm::any_of(accesses, [&](const MemoryAccess &other) {
        return other.op != access.op && (access.writes || other.writes) &&
               access.roots.meet(other.roots) && !isSameThread(access, other);
      });
      if (!meetsOther)
        continue;
      OpBuilder builder(access.op);
      NVVM::Barrier0Op::create(builder, access.op->getLoc());
      builder.setInsertionPointAfter(access.op);
      NVVM::Barrier0Op::create(builder, access.op->getLoc());
    }
  });
}
