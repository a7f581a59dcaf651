//===- PipelinePlan.cpp - What of a loop runs ahead -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file is long, as each decision on a loop asks the same questions: what it
// writes, what reaches its products, and how many bytes its places take.
//
//===----------------------------------------------------------------------===//

#include "PipelinePlan.h"

#include "BoxStores.h"

#include "MemoryAccesses.h"

#include "tile/Analysis/MissingPromises.h"
#include "tile/Dialect/Tile/IR/AsmInfo.h"
#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/Tile/Transforms/AllTrueCondition.h"
#include "tile/Dialect/TileGPU/Transforms/OperandPlace.h"
#include "tile/Dialect/TileGPU/Transforms/PipelineLoops.h"
#include "tile/Dialect/TileGPU/Transforms/WarpgroupDots.h"
#include "tile/Hardware/SharedMemory.h"
#include "tile/Hardware/TargetInfo.h"
#include "tile/Layout/ConversionPlan.h"
#include "tile/Layout/ReductionPlan.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MathExtras.h"

#include <variant>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Bytes of the widest access of shared memory, and of all its banks.
static constexpr int64_t kVectorBytes = 16, kBanksBytes = 128;

/// Bytes of the smallest copy (PTX ISA, "cp.async").
static constexpr unsigned kMinCopyBytes = 4;

/// Iterations that loads may run ahead because other loads need their results.
static constexpr unsigned kMaxIndirections = 3;

/// Elements per thread that may wait in registers for the next iteration.
static constexpr unsigned kMaxWaiting = 32;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

MemDescType tilegpu::getPlaces(LoadOp load, unsigned count) {
  auto tile = cast<RankedTensorType>(load.getType());
  SmallVector<unsigned> order =
      cast<LayoutAttrInterface>(tile.getEncoding()).getOrder();
  SmallVector<int64_t> shape{count};
  llvm::append_range(shape, tile.getShape());
  for (Operation *user : load->getUsers())
    if (auto convert = dyn_cast<ConvertLayoutOp>(user)) {
      auto layout = findWarpgroupPlace(convert, tile.getShape(),
                                       tile.getElementType(), order);
      if (!layout)
        layout = pickOperandPlace(
            tile.getShape(), tile.getElementType(), order,
            cast<LayoutAttrInterface>(convert.getType().getEncoding()));
      return MemDescType::get(shape, tile.getElementType(), layout);
    }
  // Eight rows of vectors lie in different banks.
  int64_t bytes = getByteWidth(tile.getElementType());
  int64_t rowBytes = tile.getDimSize(order[0]) * bytes;
  int64_t vec = std::max<int64_t>(1, kVectorBytes / bytes);
  int64_t perPhase = std::max<int64_t>(1, kBanksBytes / rowBytes);
  int64_t maxPhase = std::max<int64_t>(1, std::min(kBanksBytes, rowBytes) /
                                              std::max(kVectorBytes, bytes));
  auto layout = SwizzledSharedAttr::get(load.getContext(), vec, perPhase,
                                        maxPhase, order);
  return MemDescType::get(shape, tile.getElementType(), layout);
}

MemDescType tilegpu::getPlaces(const PipelinePlan &plan, LoadOp load,
                               unsigned count) {
  if (load != plan.shared)
    return getPlaces(load, count);
  SmallVector<int64_t> shape{count};
  llvm::append_range(shape, plan.sharedPlace.getShape());
  return MemDescType::get(shape, plan.sharedPlace.getElementType(),
                          plan.sharedPlace.getLayout());
}

static int64_t getPlaceBytes(LoadOp load) {
  auto tile = cast<RankedTensorType>(load.getType());
  return tile.getNumElements() * getByteWidth(tile.getElementType());
}

/// Whether a conversion goes through shared memory, and not from register to
/// register.
static bool needsPlace(ConvertLayoutOp op) {
  auto from = cast<RankedTensorType>(op.getSrc().getType());
  std::optional<ConversionPlan> plan = ConversionPlan::create(
      toLinearLayout(from),
      toLinearLayout(cast<RankedTensorType>(op.getType())),
      getBitWidth(from.getElementType()));
  return !plan || plan->getKind() == ConversionPlan::Kind::Shared;
}

/// Whether warps exchange parts of a reduction.
static bool needsPlace(ReduceOp op) {
  std::optional<ReductionPlan> plan = ReductionPlan::create(
      toLinearLayout(cast<RankedTensorType>(op.getSrcs()[0].getType())),
      getDimName(op.getAxis()), op.isCommutative());
  return !plan || plan->crossesWarps();
}

/// Bytes of what comes from outside of a loop and stays in shared memory, where
/// products of warpgroups read it, as attention's products do the queries.
static int64_t getOperandBytes(scf::ForOp loop) {
  SetVector<Value> above;
  getUsedValuesDefinedAbove(loop.getRegion(), above);
  int64_t bytes = 0;
  for (Value value : above) {
    while (auto trans = value.getDefiningOp<TransOp>())
      value = trans.getSrc();
    auto convert = value.getDefiningOp<ConvertLayoutOp>();
    if (!convert || !needsPlace(convert))
      continue;
    auto tile = cast<RankedTensorType>(convert.getSrc().getType());
    SmallVector<unsigned> order =
        cast<LayoutAttrInterface>(tile.getEncoding()).getOrder();
    if (findWarpgroupPlace(convert, tile.getShape(), tile.getElementType(),
                           order))
      bytes += tile.getNumElements() * getByteWidth(tile.getElementType());
  }
  return bytes;
}

int64_t tilegpu::getOtherBytes(Region &region,
                               function_ref<bool(Operation *)> isPlanned) {
  // Parts of reductions and scans, and what comes between places.
  constexpr int64_t kMargin = 4096;
  int64_t bytes = 0;
  // Between products of warpgroups much stays in registers, and places are
  // large. Other targets' plans were measured with all of it counted.
  TargetAttr target = getTarget(region.getParentOp());
  const TargetInfo *info = target ? lookupTarget(target.getChip()) : nullptr;
  bool isExact = info && info->hasProductsOfSharedMemory();
  region.walk([&](Operation *op) {
    auto convert = dyn_cast<ConvertLayoutOp>(op);
    auto reduce = dyn_cast<ReduceOp>(op);
    if (isExact &&
        ((convert && !needsPlace(convert)) || (reduce && !needsPlace(reduce))))
      return;
    if (isa<ConvertLayoutOp, GatherOp, SortOp, TopKOp>(op) && !isPlanned(op)) {
      auto tile = cast<RankedTensorType>(op->getOperand(0).getType());
      bytes += tile.getNumElements() * getByteWidth(tile.getElementType());
    }
    if (isa<ReduceOp, ScanOp, HistogramOp>(op))
      bytes = std::max(bytes, kMargin);
  });
  return bytes;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

SmallVector<LoadOp> AheadGroup::getTaken() const {
  SmallVector<LoadOp> taken(slice.loads.begin(), slice.loads.end());
  for (LoadOp load : stores)
    if (!slice.loads.contains(load))
      taken.push_back(load);
  return taken;
}

/// Whether the operation is a loop, or has one.
static bool hasLoop(Operation *op) {
  return op->walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// What of the loop's body makes `seeds`; or why it cannot run ahead.
static std::variant<LoopSlice, std::string>
collectSlice(scf::ForOp loop, ArrayRef<Value> seeds) {
  std::string hasEffects = "what makes its address has effects";
  LoopSlice slice;
  Block *body = loop.getBody();
  llvm::SmallSetVector<Value, 16> values(seeds.begin(), seeds.end());
  llvm::SmallSetVector<Operation *, 16> ops;
  for (size_t i = 0; i < values.size(); ++i) {
    Value value = values[i];
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      if (arg.getOwner() != body)
        continue;
      if (arg == loop.getInductionVar()) {
        slice.usesInductionVar = true;
        continue;
      }
      slice.args.insert(arg);
      values.insert(loop.getTiedLoopYieldedValue(arg)->get());
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (op->getBlock() != body)
      continue;
    if (auto load = dyn_cast<LoadOp>(op)) {
      if (load.getIsVolatile())
        return hasEffects;
      slice.loads.insert(load);
      continue;
    }
    if (hasLoop(op))
      return std::string("where it reads depends on a loop inside");
    if (!isMemoryEffectFree(op))
      return hasEffects;
    if (!ops.insert(op))
      continue;
    values.insert(op->operand_begin(), op->operand_end());
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    values.insert(captured.begin(), captured.end());
  }
  slice.ops.assign(ops.begin(), ops.end());
  llvm::sort(slice.ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return slice;
}

/// Whether a result of `op` reaches, through operations without effects in the
/// loop's body, an operation and operand that `isEnd` takes.
static bool reaches(Operation *op, function_ref<bool(OpOperand &)> isEnd) {
  Block *body = op->getBlock();
  llvm::SmallSetVector<Operation *, 16> ops;
  ops.insert(op);
  for (size_t i = 0; i < ops.size(); ++i)
    for (OpOperand &use : ops[i]->getUses()) {
      if (isEnd(use))
        return true;
      Operation *user = use.getOwner();
      if (body->findAncestorOpInBlock(*user) && isMemoryEffectFree(user) &&
          !user->hasTrait<OpTrait::IsTerminator>())
        ops.insert(user);
    }
  return false;
}

bool tilegpu::feedsDot(LoadOp load) {
  return reaches(load, [](OpOperand &use) {
    return isa<DotOp, DotScaledOp>(use.getOwner()) &&
           use.getOperandNumber() != 2;
  });
}

/// Whether the load says where another one of `loads` reads.
static bool feedsLoad(LoadOp load, ArrayRef<LoadOp> loads) {
  return reaches(load, [&](OpOperand &use) {
    auto other = dyn_cast<LoadOp>(use.getOwner());
    return other && other != load && llvm::is_contained(loads, other);
  });
}

//===----------------------------------------------------------------------===//
// What stands in the way
//===----------------------------------------------------------------------===//

namespace {
/// What a loop, or a kernel, writes to global memory.
struct LoopWrites {
  /// Something may write anything, or orders the accesses around it.
  Operation *any = nullptr;
  SmallVector<std::pair<Operation *, PointerRoots>> stores;

  ValueFlow flow;

  explicit LoopWrites(scf::ForOp loop)
      : LoopWrites(*loop.getBody(),
                   loop->getParentOfType<FunctionOpInterface>()) {}
  LoopWrites(Block &block, FunctionOpInterface func) : flow(func) {
    block.walk([&](Operation *op) {
      auto atomic = dyn_cast<AtomicOpInterface>(op);
      // What nothing reads and orders nothing is a store to memory.
      if (isa<StoreOp>(op) ||
          (atomic && atomic.getSem() == MemSemantic::Relaxed &&
           op->use_empty()))
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

  /// The operation that may write what `load` reads; null if none does.
  Operation *find(LoadOp load) const {
    if (any)
      return any;
    PointerRoots roots = findRoots(load.getPtr(), flow);
    for (auto &[op, written] : stores)
      if (written.meet(roots))
        return op;
    return nullptr;
  }
};
} // namespace

/// The most bytes that neighbouring registers have of neighbours in memory,
/// along the dimension that moves fastest: what a copy takes if no mask is in
/// the way.
static unsigned getFullCopyBytes(LoadOp load, const ModuleAxisInfo &axisInfo) {
  auto tile = cast<RankedTensorType>(load.getType());
  unsigned dim = cast<LayoutAttrInterface>(tile.getEncoding()).getOrder()[0];
  auto access = cast<LayoutOpInterface>(load.getOperation());
  return getByteWidth(tile.getElementType()) *
         std::min<int64_t>(
             {access.getMaxAccessWidth(),
              axisInfo.getPointerContiguity(load.getPtr(), dim),
              toLinearLayout(tile).getContiguity(kRegister, getDimName(dim))});
}

/// Whether the load is a box, and a product takes it from a place such as bulk
/// copies fill, or it is a line. The barriers of these are made once: only the
/// producer warp goes on with them where the loop runs again.
static bool isBox(LoadOp load, bool mayBeInLoops) {
  auto tile = cast<RankedTensorType>(load.getType());
  if (!load.getMap())
    return false;
  auto loop = cast<scf::ForOp>(load->getParentOp());
  if (loop->getParentOfType<LoopLikeOpInterface>() &&
      !(mayBeInLoops && isInLoopsOnly(loop)))
    return false;
  std::optional<LinearLayout> wanted = BoxCopyOp::getPlace(
      tile.getShape(), getByteWidth(tile.getElementType()), load.getBoxDims());
  return wanted && *wanted == getPlaces(load, 1).toLinearLayout();
}

/// Whether caches may answer the load: then it may be made earlier.
static bool isCached(LoadOp load) {
  return llvm::is_contained(
      {CacheModifier::None, CacheModifier::CA, CacheModifier::CG},
      load.getCache());
}

/// Why the load cannot be a copy to shared memory; empty if it can, of this
/// kind.
static std::string checkCopy(LoadOp load, const ModuleAxisInfo &axisInfo,
                             bool mayBeInLoops, AheadKind &kind) {
  if (isBox(load, mayBeInLoops)) {
    kind = AheadKind::Box;
    return "";
  }
  kind = AheadKind::Registers;
  auto tile = cast<RankedTensorType>(load.getType());
  auto pointer = cast<PtrType>(
      cast<RankedTensorType>(load.getPtr().getType()).getElementType());
  if (pointer.getAddressSpace() != 1)
    return "it does not read global memory";
  if (tile.getElementType().isInteger(1))
    return "its elements are truth values";
  if (!isCached(load))
    return ("of its cache modifier " + stringifyCacheModifier(load.getCache()))
        .str();
  ModuleAxisInfo::VectorShape shape = axisInfo.getVectorShape(load);
  unsigned elementBytes = getByteWidth(tile.getElementType());
  unsigned bytes = shape.width * elementBytes;
  bool isFastest =
      cast<LayoutAttrInterface>(tile.getEncoding()).getOrder()[0] == shape.dim;
  // The mask may be all that makes them small.
  unsigned fullBytes = getFullCopyBytes(load, axisInfo);
  if (load.getMask() && fullBytes >= kMinCopyBytes && fullBytes > bytes &&
      AllTrueCondition::get(load.getMask())) {
    kind = AheadKind::CopyIfFull;
    return "";
  }
  kind = AheadKind::Copy;
  if (bytes < kMinCopyBytes || (elementBytes < kMinCopyBytes && !isFastest)) {
    // A mask that can be tested as a whole would be no obstacle to copies.
    bool isMaskTested = load.getMask() && AllTrueCondition::get(load.getMask());
    unsigned fastest =
        cast<LayoutAttrInterface>(tile.getEncoding()).getOrder()[0];
    return "only " + std::to_string(bytes) +
           " bytes in a row are known to be adjacent, aligned and under one "
           "mask, and a copy takes 4, 8 or 16" +
           suggestPromises(load, fastest, axisInfo, !isMaskTested);
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

/// The attribute of the loop, or else `numStages`.
static unsigned getNumStages(scf::ForOp loop, unsigned numStages) {
  auto attr = loop->getAttrOfType<IntegerAttr>(kNumStagesAttrName);
  return attr ? attr.getInt() : numStages;
}

/// The groups for `distance`, or why there are none.
static std::variant<SmallVector<AheadGroup, 0>, std::string>
planGroups(const PipelinePlan &plan) {
  scf::ForOp loop = plan.loop;
  SmallVector<AheadGroup, 0> groups;
  auto getGroup = [&](unsigned distance) -> AheadGroup & {
    while (groups.size() < distance) {
      groups.emplace_back();
      groups.back().distance = groups.size();
    }
    return groups[distance - 1];
  };
  for (auto [op, kind] : plan.loads) {
    auto load = cast<LoadOp>(op);
    if (plan.isCopy(load))
      getGroup(plan.distance).copies.push_back(load);
    else
      getGroup(1).stores.push_back(load);
  }
  for (unsigned i = 0; i < groups.size(); ++i) {
    if (i > plan.distance + kMaxIndirections)
      return std::string("where it reads depends on what it read in the "
                         "iteration before");
    SmallVector<Value> seeds;
    auto addOperands = [&](LoadOp load, bool withOther) {
      if (plan.isBox(load)) {
        llvm::append_range(seeds, load.getCoordinates());
        return;
      }
      for (Value operand : {load.getPtr(), load.getMask(),
                            withOther ? load.getOther() : Value()})
        if (operand)
          seeds.push_back(operand);
    };
    for (LoadOp load : groups[i].copies)
      addOperands(load, /*withOther=*/plan.loads.lookup(load) ==
                            AheadKind::CopyIfFull);
    for (LoadOp load : groups[i].loads)
      addOperands(load, /*withOther=*/true);
    auto slice = collectSlice(loop, seeds);
    if (auto *problem = std::get_if<std::string>(&slice))
      return std::move(*problem);
    groups[i].slice = std::move(std::get<LoopSlice>(slice));
    for (LoadOp load : groups[i].getTaken())
      getGroup(i + 2).loads.insert(load);
  }
  llvm::erase_if(groups, [](const AheadGroup &group) {
    return group.copies.empty() && group.stores.empty() && group.loads.empty();
  });
  return groups;
}

int64_t tilegpu::getBytes(const PipelinePlan &plan) {
  int64_t bytes = 0;
  for (auto [op, kind] : plan.loads)
    bytes +=
        getPlaceBytes(cast<LoadOp>(op)) * plan.getNumPlaces(cast<LoadOp>(op));
  return bytes;
}

void tilegpu::explainOtherLoops(FunctionOpInterface func) {
  func->walk([&](LoadOp load) {
    Operation *parent = load->getParentOp();
    auto loop = load->getParentOfType<LoopLikeOpInterface>();
    if (!loop || parent == func || !isa<RankedTensorType>(load.getType()) ||
        !feedsDot(load))
      return;
    if (!isa<scf::ForOp>(loop))
      load.emitRemark("is not read ahead: its loop is '")
          << loop->getName() << "', whose iterations cannot be counted";
    else if (parent != loop)
      load.emitRemark("is not read ahead: it is in a branch");
  });
}

/// Bytes of the place in shared memory where threads store, in each iteration
/// of a loop, what they have computed, for products in tensor memory; 0 if it
/// is not such an operand.
static int64_t getStoredBytes(Value operand, scf::ForOp loop) {
  while (auto trans = operand.getDefiningOp<TransOp>())
    operand = trans.getSrc();
  auto convert = operand.getDefiningOp<ConvertLayoutOp>();
  if (!convert || convert->getBlock() != loop.getBody() || !needsPlace(convert))
    return 0;
  auto tile = cast<RankedTensorType>(convert.getType());
  for (unsigned first : {0u, 1u})
    if (findWarpgroupPlace(convert, tile.getShape(), tile.getElementType(),
                           /*order=*/{first, 1 - first}))
      return tile.getNumElements() * getByteWidth(tile.getElementType());
  return 0;
}

/// The loop's only product, if it adds, by warpgroups, what copies bring to a
/// sum that it carries: then it may still be in flight when the next one
/// begins. In tensor memory threads may have stored operands.
static DotOp findProductInFlight(PipelinePlan &plan) {
  scf::ForOp loop = plan.loop;
  SmallVector<DotOp> dots;
  loop.getBody()->walk([&](Operation *op) {
    if (auto dot = dyn_cast<DotOp>(op))
      dots.push_back(dot);
  });
  if (dots.size() != 1 || dots[0]->getBlock() != loop.getBody() ||
      !isWarpgroupLayout(dots[0].getType().getEncoding()))
    return {};
  Value sum = dots[0].getC();
  if (auto convert = sum.getDefiningOp<ConvertLayoutOp>())
    sum = convert.getSrc();
  auto carried = dyn_cast<BlockArgument>(sum);
  if (!carried || carried.getOwner() != loop.getBody() ||
      carried == loop.getInductionVar() || !carried.hasOneUse() ||
      !dots[0].getResult().hasOneUse())
    return {};
  bool inTensorMemory = isTensorMemoryLayout(dots[0].getType().getEncoding());
  llvm::SmallPtrSet<Operation *, 2> copied;
  int64_t storedBytes = 0;
  for (Value operand : {dots[0].getA(), dots[0].getB()}) {
    Value value = operand;
    while (isa_and_present<TransOp, ConvertLayoutOp>(value.getDefiningOp()))
      value = value.getDefiningOp()->getOperand(0);
    auto load = value.getDefiningOp<LoadOp>();
    if (load && plan.loads.contains(load)) {
      copied.insert(load);
      continue;
    }
    int64_t bytes = inTensorMemory ? getStoredBytes(operand, loop) : 0;
    if (bytes == 0)
      return {};
    storedBytes += bytes;
  }
  // What threads read, and have waited for, may come through registers.
  bool areReady = llvm::all_of(plan.loads, [&](auto &entry) {
    return entry.second == AheadKind::Copy || entry.second == AheadKind::Box ||
           (storedBytes != 0 && entry.second == AheadKind::Registers &&
            !copied.contains(entry.first));
  });
  if (!areReady)
    return {};
  plan.storedBytes = storedBytes;
  return dots[0];
}

/// Bytes of shared memory that the sum may take on its way to the loop, where
/// copies for the first iterations are in flight already.
static int64_t getInitBytes(scf::ForOp loop, DotOp dot) {
  Value sum = dot.getC();
  if (auto convert = sum.getDefiningOp<ConvertLayoutOp>())
    sum = convert.getSrc();
  Value init = loop.getTiedLoopInit(cast<BlockArgument>(sum))->get();
  if (auto convert = init.getDefiningOp<ConvertLayoutOp>())
    init = convert.getSrc();
  Operation *op = init.getDefiningOp();
  if (op && (op->hasTrait<OpTrait::ConstantLike>() || isa<SplatOp>(op)))
    return 0;
  auto type = cast<RankedTensorType>(dot.getType());
  return type.getNumElements() * getByteWidth(type.getElementType());
}

/// Registers of the sums of a loop's products.
static int64_t countSums(scf::ForOp loop) {
  int64_t sums = 0;
  loop.getBody()->walk(
      [&](DotOp dot) { sums += countRegisters(dot.getType()); });
  return sums;
}

int64_t tilegpu::getCTAsPerSM(const PipelinePlan &plan, bool hasProducer,
                              bool ofKernel) {
  // Pointers, masks and what is moved, in addition to the sums.
  constexpr unsigned kOthers = 64;
  scf::ForOp loop = plan.loop;
  TargetAttr target = getTarget(loop);
  const TargetInfo *info = target ? lookupTarget(target.getChip()) : nullptr;
  if (!info)
    return 1;
  int64_t sums = countSums(loop);
  if (ofKernel)
    loop->getParentOfType<FunctionOpInterface>()->walk(
        [&](scf::ForOp other) { sums = std::max(sums, countSums(other)); });
  int64_t byRegisters =
      kRegistersPerSM /
      (getNumWarps(loop) * kThreadsPerWarp * (sums + kOthers) +
       hasProducer * kProducerWarps * kThreadsPerWarp * kProducerRegisters);
  int64_t byMemory = getSharedMemoryPerSM(info->capability, info->suffix) /
                     (getBytes(plan) + plan.storedBytes * (1 + plan.spare) +
                      kReservedSharedMemory);
  return std::min(byMemory, byRegisters);
}

/// Decides whether a product stays in flight during the next iteration, which
/// takes a place more, or two CTAs share an SM and one multiplies while the
/// other waits. Measured on an H200, bf16, 4096 x 4096 x 4096: 128 x 128 x
/// 64 by 4 warps with 3 places, two CTAs: 696 TFLOP/s; in flight with 4 places,
/// one CTA: 537. 128 x 256 x 64 by 8 warps, which is alone on an SM in any
/// case: 559, and 703 in flight.
static void placeProductInFlight(PipelinePlan &plan, DotOp dot,
                                 int64_t sharedBytes, bool mayShareSM) {
  constexpr unsigned kLeastDistance = 2;
  auto getCTAs = [&](unsigned distance, unsigned spare) {
    PipelinePlan other = plan;
    other.distance = distance;
    other.spare = spare;
    return getCTAsPerSM(other, /*hasProducer=*/false);
  };
  unsigned distance = plan.distance;
  while (mayShareSM && distance > kLeastDistance && getCTAs(distance, 0) < 2 &&
         getCTAs(kLeastDistance, 0) >= 2)
    --distance;
  if (getCTAs(distance, 0) >= 2) {
    if (distance < plan.distance)
      plan.loop.emitRemark("has ")
          << distance + 1 << " stages instead of " << plan.distance + 1
          << ": two CTAs then share an SM";
    plan.distance = distance;
    plan.spare = getCTAs(distance, 1) == getCTAs(distance, 0);
    return;
  }
  plan.spare = 1;
  // One of the places that threads store to is counted already.
  if (getBytes(plan) + plan.storedBytes + getInitBytes(plan.loop, dot) <=
      sharedBytes)
    return;
  if (plan.distance > 1)
    --plan.distance;
  else
    plan.spare = 0;
}

//===----------------------------------------------------------------------===//
// A warp of its own
//===----------------------------------------------------------------------===//

/// Whether the asm asks for the CTA's threads, or waits for them.
static bool countsThreads(ElementwiseInlineAsmOp op) {
  if (op.getUseFallback())
    return false;
  unsigned effects = getAsmInfo(op)->getEffects();
  return (effects &
          (ptx::Synchronizes | ptx::AcrossWarps | ptx::IsNumberedBarrier)) ||
         op.getAsmString().contains("%ntid") ||
         op.getAsmString().contains("%nwarpid");
}

/// Whether a loop of boxes gains by a warp of its own that copies, or `use`
/// says that it has one in any case.
///
/// A product alone has nothing to run next to, and one thread's copies do as
/// well: 4096 x 4096 x 4096, bf16, on an H200, 759 TFLOP/s, and 749 with the
/// warp; with K of 512, 8192 x 8192, 539 and 507. Fewer CTAs on an SM cost more
/// than the warp gains: attention of heads of 64, 64 x 128 by 4 warps: 486
/// TFLOP/s, and with the warp, two CTAs instead of three, 467; heads of 128, 64
/// x 64 by 4 warps, two CTAs in any case: 549, and 600 with the warp. A loop
/// that runs again has results to run next to, and kernels with such loops
/// start as many CTAs as there are SMs.
static bool isProducerWanted(const PipelinePlan &plan, AutoChoice use) {
  if (use != AutoChoice::Auto)
    return use == AutoChoice::Always;
  scf::ForOp loop = plan.loop;
  unsigned numProducts = 0;
  loop.getBody()->walk([&](DotOp) { ++numProducts; });
  auto countCTAs = [&](bool hasProducer) {
    return std::max<int64_t>(
        1, getCTAsPerSM(plan, hasProducer, /*ofKernel=*/true));
  };
  if (!getLoopsAround(loop).empty())
    return numProducts != 0;
  return numProducts > 1 && countCTAs(true) == countCTAs(false);
}

bool tilegpu::mayHaveProducerWarp(FunctionOpInterface kernel) {
  // With more warps than these, the producer's would leave fewer registers.
  constexpr unsigned kMostWarps = 8;
  auto func = dyn_cast<FuncOp>(kernel.getOperation());
  // Branches to blocks, of early returns, would have to be the producer's, too.
  if (!func || !func.isKernel() || !func.getBody().hasOneBlock() ||
      getProgramsPerCTA(func) != 1 ||
      getNumWarps(func) % kWarpgroupWarps != 0 ||
      getNumWarps(func) > kMostWarps)
    return false;
  WalkResult walked = func.walk([](Operation *op) {
    bool counts = isa<CallOp, PrintOp, ProducerWarpOp>(op) ||
                  (isa<ElementwiseInlineAsmOp>(op) &&
                   countsThreads(cast<ElementwiseInlineAsmOp>(op))) ||
                  (isa<BarrierOp>(op) &&
                   cast<BarrierOp>(op).getScope() == BarrierScope::Group);
    return counts ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !walked.wasInterrupted();
}

/// Whether a loop has nothing but one product, in tensor memory, of boxes that
/// descriptors can name, which it adds to 0.
static bool isProductAlone(const PipelinePlan &plan) {
  scf::ForOp loop = plan.loop;
  DotOp dot;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto found = dyn_cast<DotOp>(op)) {
      if (dot)
        return false;
      dot = found;
    } else if (!plan.loads.contains(&op) &&
               (!isMemoryEffectFree(&op) || op.getNumRegions() != 0)) {
      return false;
    }
  }
  if (!dot || !isTensorMemoryLayout(dot.getType().getEncoding()) ||
      !dot->hasOneUse())
    return false;
  auto sum = dyn_cast<BlockArgument>(dot.getC());
  if (!sum || sum.getOwner() != loop.getBody() ||
      sum == loop.getInductionVar() || !sum.hasOneUse() ||
      loop.getTiedLoopYieldedValue(sum)->get() != dot.getResult())
    return false;
  for (OpResult result : loop.getResults())
    if (result != loop.getTiedLoopResult(sum) && !result.use_empty())
      return false;
  Value init = loop.getTiedLoopInit(sum)->get();
  while (isa_and_present<SplatOp, ConvertLayoutOp>(init.getDefiningOp()))
    init = init.getDefiningOp()->getOperand(0);
  if (!matchPattern(init, m_PosZeroFloat()) && !matchPattern(init, m_Zero()))
    return false;
  llvm::SmallPtrSet<Operation *, 2> used;
  for (unsigned number : {0, 1}) {
    auto [load, isTransposed] = findLoad(dot->getOperand(number));
    if (!load || !plan.loads.contains(load) || !plan.isBox(load))
      return false;
    used.insert(load);
    MemDescType place = getPlaces(load, 1);
    if (!findDescriptor(dot, number, place.toLinearLayout(),
                        place.getElementType(), isTransposed))
      return false;
  }
  // What is multiplied somewhere else, too, or has to be filled up, threads
  // load.
  for (auto &[op, kind] : plan.loads) {
    auto load = cast<LoadOp>(op);
    if (!used.contains(load))
      return false;
    Value other = load.getMask() ? load.getOther() : Value();
    if (other && !matchPattern(other, m_PosZeroFloat()) &&
        !matchPattern(other, m_Zero()))
      return false;
    SmallVector<Operation *> users(load->getUsers());
    for (size_t i = 0; i < users.size(); ++i) {
      if (isa<TransOp, ConvertLayoutOp>(users[i]))
        llvm::append_range(users, users[i]->getUsers());
      else if (users[i] != dot)
        return false;
    }
  }
  return true;
}

int64_t tilegpu::countSumColumns(FunctionOpInterface kernel) {
  int64_t columns = 0;
  kernel->walk([&](DotOp dot) {
    auto type = cast<RankedTensorType>(dot.getType());
    if (isTensorMemoryLayout(type.getEncoding()))
      columns += countTensorMemoryColumns(type);
  });
  return columns;
}

std::string tilegpu::setSlice(PipelinePlan &plan) {
  auto func = plan.loop->getParentOfType<FunctionOpInterface>();
  std::optional<LoopWrites> writes;
  SmallVector<LoadOp> loads;
  for (auto &entry : plan.loads)
    loads.push_back(cast<LoadOp>(entry.first));
  plan.slice = ScalarSlice();
  return plan.slice.add(plan.loop, loads, [&](LoadOp load) {
    if (!writes)
      writes.emplace(func.getFunctionBody().front(), func);
    return isCached(load) && !writes->find(load);
  });
}

SmallVector<SmallVector<LoadOp>> tilegpu::groupBoxes(const PipelinePlan &plan) {
  llvm::MapVector<Operation *, SmallVector<LoadOp>> groups;
  for (auto &entry : plan.loads) {
    Operation *op = entry.first, *first = nullptr;
    (void)reaches(op, [&](OpOperand &use) {
      Operation *dot = use.getOwner();
      if (isa<DotOp, DotScaledOp>(dot) && dot->getBlock() == op->getBlock() &&
          (!first || dot->isBeforeInBlock(first)))
        first = dot;
      return false;
    });
    groups[first ? first : op].push_back(cast<LoadOp>(op));
  }
  return llvm::to_vector(llvm::make_second_range(groups));
}

/// Plans a loop. `others` are the plans of the loops inside, among others.
static std::optional<PipelinePlan> planLoop(scf::ForOp loop,
                                            const PipelineSettings &settings,
                                            const ModuleAxisInfo &axisInfo,
                                            ArrayRef<PipelinePlan> others) {
  bool isAsked = loop->hasAttr(kNumStagesAttrName);
  unsigned numStages = getNumStages(loop, settings.numStages);
  if (numStages < 2)
    return std::nullopt;
  int64_t sharedBytes = settings.sharedBytes;
  // Of a loop with loops inside, those use shared memory at the same time. An
  // iteration is long: two stages do.
  SmallVector<const PipelinePlan *> inner;
  for (const PipelinePlan &other : others)
    if (loop->isProperAncestor(other.loop)) {
      inner.push_back(&other);
      sharedBytes -= getBytes(other);
    }
  // These will carry what the rings inside have come to.
  if (llvm::any_of(
          inner, [](const PipelinePlan *other) { return other->hasProducer; }))
    return std::nullopt;
  if (!isAsked &&
      llvm::any_of(*loop.getBody(), [](Operation &op) { return hasLoop(&op); }))
    numStages = 2;
  SmallVector<LoadOp> all, loads;
  for (LoadOp load : loop.getBody()->getOps<LoadOp>())
    if (isa<RankedTensorType>(load.getType()))
      all.push_back(load);
  llvm::copy_if(all, std::back_inserter(loads), feedsDot);
  if (isAsked)
    for (LoadOp load : all)
      if (!llvm::is_contained(loads, load) && !feedsLoad(load, all))
        loads.push_back(load);
  if (loads.empty())
    return std::nullopt;

  PipelinePlan plan;
  plan.loop = loop;
  plan.distance = numStages - 1;
  LoopWrites writes(loop);
  unsigned registers = 0;
  auto refuse = [](LoadOp load, const Twine &reason) {
    load.emitRemark("is not read ahead: ") << reason;
  };
  for (LoadOp load : loads) {
    if (load.getIsVolatile()) {
      refuse(load, "it is volatile");
      continue;
    }
    if (Operation *write = writes.find(load)) {
      load.emitRemark("is not read ahead: '")
          << write->getName() << "' in the loop may write what it reads";
      continue;
    }
    AheadKind kind;
    std::string reason = checkCopy(load, axisInfo, settings.boxesInLoops, kind);
    // Other than loads for products, which can wait in registers: the products
    // need most of these.
    if (!reason.empty()) {
      unsigned count = toLinearLayout(cast<RankedTensorType>(load.getType()))
                           .getInDimSize(kRegister);
      if (!feedsDot(load) || registers + count > kMaxWaiting) {
        refuse(load, reason);
        continue;
      }
      registers += count;
      load.emitRemark("is read ahead into registers, one iteration: ")
          << reason;
    }
    plan.loads.insert({load, reason.empty() ? kind : AheadKind::Registers});
    auto groups = planGroups(plan);
    if (auto *problem = std::get_if<std::string>(&groups)) {
      refuse(load, *problem);
      plan.loads.erase(load);
    }
  }

  // As many stages as there is room for.
  int64_t otherBytes = getOtherBytes(loop.getRegion(), [&](Operation *op) {
    Operation *load = op->getOperand(0).getDefiningOp();
    return plan.loads.contains(load) ||
           goesToBoxes(op, /*onlyAdditions=*/true) ||
           llvm::any_of(inner, [&](const PipelinePlan *other) {
             return other->loads.contains(load);
           });
  });
  sharedBytes =
      std::max<int64_t>(0, sharedBytes - otherBytes - getOperandBytes(loop));
  int64_t neededBytes = 0;
  while (plan.distance > 1 && getBytes(plan) > sharedBytes) {
    neededBytes = getBytes(plan);
    --plan.distance;
  }
  if (plan.loads.empty())
    return std::nullopt;
  if (getBytes(plan) > sharedBytes) {
    loop.emitRemark("is not pipelined: 2 stages need ")
        << getBytes(plan) << " bytes of shared memory, and " << sharedBytes
        << " are left";
    return std::nullopt;
  }
  // Whatever the order, all sums have room.
  if (settings.producerWarp != AutoChoice::Never && isProductAlone(plan) &&
      countSumColumns(loop->getParentOfType<FunctionOpInterface>()) <=
          int64_t(kTensorMemoryColumns)) {
    plan.hasProductWarp = setSlice(plan).empty();
    plan.hasProducer = plan.hasProductWarp;
  }
  DotOp inFlight = findProductInFlight(plan);
  if (inFlight && !plan.hasProductWarp)
    placeProductInFlight(plan, inFlight, sharedBytes,
                         /*mayShareSM=*/!settings.boxesInLoops ||
                             getLoopsAround(loop).empty());
  if (neededBytes != 0)
    loop.emitRemark("has ")
        << plan.distance + 1 << " stages instead of " << numStages << ": "
        << plan.distance + 2 << " need " << neededBytes
        << " bytes of shared memory, and " << sharedBytes << " are left";
  if (!plan.hasProducer && isProducerWanted(plan, settings.producerWarp) &&
      llvm::all_of(plan.loads, [](auto &entry) {
        return entry.second == AheadKind::Box;
      })) {
    std::string problem = setSlice(plan);
    plan.hasProducer = problem.empty();
    if (!problem.empty())
      loop.emitRemark("has no warp of its own that copies: ") << problem;
  }
  if (!plan.hasProducer)
    plan.groups = std::get<SmallVector<AheadGroup, 0>>(planGroups(plan));
  return plan;
}

SmallVector<PipelinePlan, 0>
tilegpu::planLoops(FunctionOpInterface func, const PipelineSettings &settings,
                   const ModuleAxisInfo &axisInfo) {
  PipelineSettings allowed = settings;
  if (!mayHaveProducerWarp(func))
    allowed.producerWarp = AutoChoice::Never;
  SmallVector<PipelinePlan, 0> plans;
  func->walk([&](scf::ForOp loop) {
    if (std::optional<PipelinePlan> plan =
            planLoop(loop, allowed, axisInfo, plans))
      plans.push_back(std::move(*plan));
  });
  return plans;
}
