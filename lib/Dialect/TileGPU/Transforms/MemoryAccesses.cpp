//===- MemoryAccesses.cpp - What a function does to memory ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryAccesses.h"

#include "tile/Dialect/Tile/IR/AsmInfo.h"
#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Layout/MatrixAccess.h"
#include "tile/Layout/SharedAccess.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

bool PointerRoots::meet(const PointerRoots &other) const {
  return isUnknown || other.isUnknown ||
         llvm::any_of(arguments, [&](Value argument) {
           return other.arguments.contains(argument);
         });
}

/// Whether the pointers that an operation returns are made of those that it
/// takes, and of nothing else.
static bool derivesPointers(Operation *op) {
  return isa<AddPtrOp, SplatOp, BroadcastOp, ExpandDimsOp, ReshapeOp, TransOp,
             JoinOp, SplitOp, BitcastOp, IntToPtrOp, PtrToIntOp, UnsplatOp,
             ConvertLayoutOp, arith::SelectOp>(op);
}

PointerRoots tilegpu::findRoots(ArrayRef<Value> pointers,
                                const ValueFlow &flow) {
  PointerRoots roots;
  llvm::SmallSetVector<Value, 8> values(pointers.begin(), pointers.end());
  for (size_t i = 0; i < values.size(); ++i) {
    Value value = values[i];
    // What comes through loops and branches.
    if (flow.hasAllSources(value)) {
      for (OpOperand *source : flow.getSources(value))
        values.insert(source->get());
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!op) {
      Block *block = cast<BlockArgument>(value).getOwner();
      if (isa<FuncOp>(block->getParentOp()) && block->isEntryBlock())
        roots.arguments.insert(value);
      else
        roots.isUnknown = true;
    } else if (isa<arith::SelectOp>(op)) {
      values.insert(op->getOperand(1));
      values.insert(op->getOperand(2));
    } else if (isa<AddPtrOp>(op)) {
      values.insert(op->getOperand(0));
    } else if (derivesPointers(op)) {
      values.insert(op->operand_begin(), op->operand_end());
    } else {
      roots.isUnknown = true;
    }
  }
  return roots;
}

GlobalWrites::GlobalWrites(Block &block, FunctionOpInterface func)
    : flow(func) {
  block.walk([&](Operation *op) {
    auto atomic = dyn_cast<AtomicOpInterface>(op);
    // What nothing reads and orders nothing is a store to memory.
    if (isa<StoreOp>(op) ||
        (atomic && atomic.getSem() == MemSemantic::Relaxed && op->use_empty()))
      stores.emplace_back(op, findRoots(op->getOperand(0), flow));
    else if (!isa<LoadOp, PrintOp, AssertOp>(op) && !isMemoryEffectFree(op) &&
             !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
             !op->hasTrait<OpTrait::IsTerminator>())
      any = op;
    // What a fallback does, its asm would.
    return isa<ElementwiseInlineAsmOp>(op) ? WalkResult::skip()
                                           : WalkResult::advance();
  });
}

Operation *GlobalWrites::find(LoadOp load) const {
  if (any)
    return any;
  PointerRoots roots = findRoots(load.getPtr(), flow);
  for (const auto &[op, written] : stores)
    if (written.meet(roots))
      return op;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static MemoryAccess getSharedAccess(Operation *op, const PlaceAccess &by) {
  MemoryAccess access{op, MemoryAccess::Kind::Shared};
  access.reads = by.reads;
  access.writes = by.writes;
  access.isByOwners = by.by == PlaceAccess::By::Owners;
  Value place = by.place;
  auto type = cast<MemDescType>(place.getType());
  if (by.touched) {
    access.offsets = getSharedOffsets(*by.touched, type.toLinearLayout());
    access.isByWarps =
        by.mayMoveMatrices &&
        chooseMatrixAccess(*access.offsets, getByteWidth(type.getElementType()),
                           /*isStore=*/by.writes);
  }
  int64_t bytes = type.getNumBytes();
  while (auto trans = place.getDefiningOp<MemDescTransOp>())
    place = trans.getSrc();
  // Of several places it may be any one, unless the number is known.
  int64_t first = 0;
  Value dynamicIndex;
  if (auto index = place.getDefiningOp<MemDescIndexOp>()) {
    place = index.getSrc();
    APInt number;
    if (matchPattern(index.getIndex(), m_ConstantInt(&number)))
      first = number.getSExtValue() * bytes;
    else
      bytes = cast<MemDescType>(place.getType()).getNumBytes();
    dynamicIndex = index.getIndex();
  }
  auto alloc = place.getDefiningOp<LocalAllocOp>();
  auto offset = alloc ? alloc->getAttrOfType<IntegerAttr>(kOffsetAttrName)
                      : IntegerAttr();
  // Handed on, or not placed yet: any bytes.
  access.end = std::numeric_limits<int64_t>::max();
  if (offset) {
    access.place = place;
    access.index = dynamicIndex;
    access.begin = offset.getInt() + first;
    access.end = access.begin + bytes;
  }
  return access;
}

/// What an asm that runs once for each element does to memory, if anything. One
/// that each thread runs is ordered by its author.
static std::optional<MemoryAccess> getAccess(ElementwiseInlineAsmOp op,
                                             const ValueFlow &flow) {
  if (!op.isOncePerElement())
    return std::nullopt;
  unsigned effects = ptx::ReadsMemory | ptx::WritesMemory;
  if (!op.getUseFallback())
    effects = getAsmInfo(op)->getEffects();
  MemoryAccess access{op, MemoryAccess::Kind::Global};
  access.reads = effects & ptx::ReadsMemory;
  access.writes = effects & ptx::WritesMemory;
  if (!access.reads && !access.writes)
    return std::nullopt;
  for (Value argument : op.getArgs())
    if (isa<PtrType>(getScalarType(argument.getType())) ||
        argument.getDefiningOp<PtrToIntOp>())
      access.pointers.push_back(argument);
  access.roots = findRoots(access.pointers, flow);
  return access;
}

/// Whether it accesses what its first operand points to, and nothing else.
static bool isPlainAccess(Operation *op) {
  return isa<LoadOp, StoreOp, AtomicOpInterface>(op);
}

static std::optional<MemoryAccess> getAccess(Operation *op,
                                             const ValueFlow &flow) {
  if (auto inlineAsm = dyn_cast<ElementwiseInlineAsmOp>(op))
    return getAccess(inlineAsm, flow);
  if (isPlainAccess(op)) {
    MemoryAccess access{op, MemoryAccess::Kind::Global};
    access.reads = !isa<StoreOp>(op);
    access.writes = !isa<LoadOp>(op);
    if (auto atomic = dyn_cast<AtomicOpInterface>(op)) {
      access.reads = atomic.readsMemory();
      access.writes = atomic.writesMemory();
      access.acquires = atomic.acquires();
      access.releases = atomic.releases();
    }
    access.pointers.push_back(op->getOperand(0));
    access.roots = findRoots(access.pointers, flow);
    return access;
  }
  // What touches places says so; of the dialect, nothing else does. Barriers
  // are no accesses.
  if (isa<PlaceAccessOpInterface>(op) ||
      isa_and_present<TileGPUDialect>(op->getDialect()) ||
      op->hasTrait<OpTrait::tile::AccessesNoMemory>() ||
      op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
      op->hasTrait<OpTrait::IsTerminator>() || isMemoryEffectFree(op))
    return std::nullopt;
  MemoryAccess access{op, MemoryAccess::Kind::Unknown};
  access.reads = access.writes = true;
  return access;
}

void MemoryAccesses::addShared(Operation *op, const PlaceAccess &touch,
                               const ValueFlow &flow) {
  using Until = PlaceAccess::Until;
  // Such operations wait by themselves, and nothing reads what they write.
  if (touch.until == Until::Store)
    return;
  MemoryAccess access = getSharedAccess(op, touch), later = access;
  // Iterations later the number is another one.
  later.index = {};
  if (touch.until == Until::Group)
    add(std::move(later), laterNumbers);
  if (touch.writesLater())
    access.kind = MemoryAccess::Kind::SharedBegin;
  add(std::move(access), numbers);
  if (touch.until == Until::Product)
    add(std::move(later), laterNumbers);
  // Global memory may be read at any time between. What a copy reads by a
  // tensor map is known by the map alone.
  auto pointers = isa<LayoutOpInterface>(op)
                      ? cast<LayoutOpInterface>(op).getAccessedPointers()
                      : Value();
  if (touch.until == Until::Group && pointers) {
    MemoryAccess read{op, MemoryAccess::Kind::Global};
    read.reads = true;
    read.pointers.push_back(pointers);
    read.roots = findRoots(read.pointers, flow);
    add(read, numbers);
    add(std::move(read), laterNumbers);
  }
}

MemoryAccesses::MemoryAccesses(FunctionOpInterface func) {
  ValueFlow flow(func);
  func->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == func.getOperation())
      return WalkResult::advance();
    // What these warps do, mbarriers order.
    if (isa<ProducerWarpOp, ProductWarpOp>(op))
      return WalkResult::skip();
    if (std::optional<MemoryAccess> access = getAccess(op, flow))
      add(std::move(*access), numbers);
    for (const PlaceAccess &touch : getPlaceAccesses(op))
      addShared(op, touch, flow);
    // A fallback runs where its asm would.
    return isa<ElementwiseInlineAsmOp>(op) ? WalkResult::skip()
                                           : WalkResult::advance();
  });
}

/// Whether several threads load the same element, as they may if no pass has
/// chosen a layout yet.
static bool hasCopies(LoadOp load) {
  auto tile = dyn_cast<RankedTensorType>(load.getPtr().getType());
  if (!tile || !isa_and_present<LayoutAttrInterface>(tile.getEncoding()))
    return true;
  LinearLayout layout = toLinearLayout(tile);
  return layout.getFreeVariableMask(kLane) != 0 ||
         layout.getFreeVariableMask(kWarp) != 0;
}

/// Whether the same thread makes both accesses to each address. Of threads that
/// hold copies, one stores, runs asm and is atomic, and all load.
static bool isSameThread(const MemoryAccess &a, const MemoryAccess &b) {
  if (a.pointers.size() != 1 || a.pointers != b.pointers)
    return false;
  auto load = dyn_cast<LoadOp>(a.op);
  if (!load)
    load = dyn_cast<LoadOp>(b.op);
  return !load || !hasCopies(load);
}

/// Whether `b` needs a barrier after `a` as both access the same addresses:
/// another thread stores than the one that loads, stores or is atomic.
/// Pointers that are not computed alike are ordered by the author.
/// `inOneIteration`: both may happen in one iteration.
static bool areOfSameAddresses(const MemoryAccess &a, const MemoryAccess &b,
                               bool inOneIteration) {
  if (!isPlainAccess(a.op) || !isPlainAccess(b.op) || (!a.writes && !b.writes))
    return false;
  const MemoryAccess &loading = isa<LoadOp>(a.op) ? a : b;
  auto load = dyn_cast<LoadOp>(loading.op);
  Value pointersA = a.pointers[0], pointersB = b.pointers[0];
  bool isOtherLayout = pointersA.getType() != pointersB.getType();
  // In one layout one thread makes both accesses, unless one is a load. Atomic
  // operations do not race with each other.
  if (!load && (!isOtherLayout || (a.reads && b.reads)))
    return false;
  if (!areComputedAlike(pointersA, pointersB) ||
      (!inOneIteration && varyInLoops(loading.pointers[0], loading.op)))
    return false;
  if (isOtherLayout)
    return true;
  // All threads with copies load, and one of them stores. What comes too late
  // may be loaded by the others, if no operation uses it.
  if (load == b.op)
    return hasCopies(load);
  if (!loading.servesCopies)
    loading.servesCopies = hasCopies(load) && areCopiesUsed(load);
  return *loading.servesCopies;
}

void MemoryAccesses::add(MemoryAccess access, Numbers &into) {
  hasOrdered |= access.kind != MemoryAccess::Kind::Global ||
                isa<ElementwiseInlineAsmOp>(access.op) || access.acquires ||
                access.releases;
  if (!hasOrdered)
    hasOrdered = llvm::any_of(accesses, [&](const MemoryAccess &other) {
      return other.roots.meet(access.roots) &&
             (areOfSameAddresses(other, access, /*inOneIteration=*/true) ||
              areOfSameAddresses(access, other, /*inOneIteration=*/false));
    });
  into[access.op].push_back(accesses.size());
  accesses.push_back(std::move(access));
}

/// Whether one thread makes both accesses, as it does for all of scalars.
static bool areOfFirstThread(const MemoryAccess &a, const MemoryAccess &b) {
  auto isOfFirstThread = [](Operation *op) {
    auto isTile = [](Type type) { return isa<RankedTensorType>(type); };
    return LayoutModel(op).isOncePerElement() &&
           llvm::none_of(op->getOperandTypes(), isTile) &&
           llvm::none_of(op->getResultTypes(), isTile);
  };
  return isOfFirstThread(a.op) && isOfFirstThread(b.op) &&
         getFirstThread(a.op->getParentRegion()) ==
             getFirstThread(b.op->getParentRegion());
}

/// Whether `b` is made of `a` such that it is never equal: a ^ c and a + c with
/// a c other than 0, and a selection of such values, or of a constant where `a`
/// is known to be another one.
static bool differsFrom(Value a, Value b) {
  APInt c;
  auto isPlusConstant = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return op && isa<arith::XOrIOp, arith::AddIOp>(op) &&
           op->getOperand(0) == a &&
           matchPattern(op->getOperand(1), m_ConstantInt(&c)) && !c.isZero();
  };
  if (isPlusConstant(b))
    return true;
  auto select = b.getDefiningOp<arith::SelectOp>();
  if (!select || !isPlusConstant(select.getFalseValue()))
    return false;
  auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
  APInt at, instead;
  return isPlusConstant(select.getTrueValue()) ||
         (compare && compare.getPredicate() == arith::CmpIPredicate::eq &&
          compare.getLhs() == a &&
          matchPattern(compare.getRhs(), m_ConstantInt(&at)) &&
          matchPattern(select.getTrueValue(), m_ConstantInt(&instead)) &&
          at != instead);
}

/// The barrier between two accesses of the same bytes, or `all` if any threads
/// may meet.
static std::optional<BarrierScope> getReuseBarrier(const MemoryAccess &a,
                                                   const MemoryAccess &b,
                                                   BarrierScope all) {
  if (!a.place || a.place != b.place || !a.offsets || !b.offsets)
    return all;
  // Counts do not race with each other.
  if (isa<LocalCountOp>(a.op) && isa<LocalCountOp>(b.op))
    return std::nullopt;
  switch (getSharedReuse(*a.offsets, a.isByOwners, *b.offsets, b.isByOwners)) {
  case SharedReuse::SameThread:
    if (a.isByWarps || b.isByWarps)
      return BarrierScope::Warp;
    return std::nullopt;
  case SharedReuse::SameWarp:
    return BarrierScope::Warp;
  case SharedReuse::SameCTA:
    return all;
  }
  llvm_unreachable("all kinds of reuse are handled");
}

std::optional<BarrierScope>
MemoryAccesses::getBarrier(unsigned first, unsigned second,
                           bool inOneIteration) const {
  using Kind = MemoryAccess::Kind;
  const MemoryAccess &a = accesses[first], &b = accesses[second];
  // What acquires is read, and what is read after it is newer.
  if (!a.writes && !b.writes && !a.acquires)
    return std::nullopt;
  // All threads that run the region, as far as a barrier can name them.
  BarrierScope all =
      getNumWarps(b.op) == 1 ? BarrierScope::Warp : BarrierScope::CTA;
  if (a.kind == Kind::Unknown || b.kind == Kind::Unknown)
    return all;
  // Nothing follows from a copy that has begun, as no thread may access its
  // place.
  if (a.kind == Kind::SharedBegin)
    return std::nullopt;
  if ((a.kind == Kind::Global) != (b.kind == Kind::Global))
    return std::nullopt;
  if (a.kind == Kind::Global) {
    if ((a.acquires || b.releases) && !areOfFirstThread(a, b))
      return all;
    // Numbers are in program order.
    if (areOfSameAddresses(a, b, inOneIteration || first < second))
      return all;
    bool isOrdered =
        isa<ElementwiseInlineAsmOp>(a.op) || isa<ElementwiseInlineAsmOp>(b.op);
    if (!isOrdered || first == second || !a.roots.meet(b.roots) ||
        isSameThread(a, b))
      return std::nullopt;
    return all;
  }
  if (a.end <= b.begin || b.end <= a.begin)
    return std::nullopt;
  if (inOneIteration && a.place && a.place == b.place && a.index && b.index &&
      (differsFrom(a.index, b.index) || differsFrom(b.index, a.index)))
    return std::nullopt;
  return getReuseBarrier(a, b, all);
}

bool tilegpu::needBarrierOfCTA(Operation *first, Operation *second) {
  for (const PlaceAccess &a : getPlaceAccesses(first))
    for (const PlaceAccess &b : getPlaceAccesses(second))
      if (getReuseBarrier(getSharedAccess(first, a), getSharedAccess(second, b),
                          BarrierScope::CTA) == BarrierScope::CTA)
        return true;
  return false;
}
