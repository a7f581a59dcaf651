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
#include "tile/Dialect/Tile/IR/LoopHints.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/Tile/Transforms/AllTrueCondition.h"
#include "tile/Dialect/TileGPU/Transforms/OperandPlace.h"
#include "tile/Dialect/TileGPU/Transforms/WarpgroupDots.h"
#include "tile/Hardware/SharedMemory.h"
#include "tile/Hardware/TargetInfo.h"
#include "tile/Layout/ConversionPlan.h"
#include "tile/Layout/ReductionPlan.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Bytes of the widest access of shared memory, and of all its banks.
static constexpr int64_t kVectorBytes = 16, kBanksBytes = 128;

/// Bytes of the smallest copy (PTX ISA, "cp.async").
static constexpr unsigned kMinCopyBytes = 4;

/// Elements per thread that may wait in registers for the next iteration.
static constexpr unsigned kMaxWaiting = 32;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The type of a place for what a load reads.
static MemDescType getPlace(LoadOp load) {
  auto tile = cast<RankedTensorType>(load.getType());
  SmallVector<unsigned> order =
      cast<LayoutAttrInterface>(tile.getEncoding()).getOrder();
  for (Operation *user : load->getUsers())
    if (auto convert = dyn_cast<ConvertLayoutOp>(user)) {
      auto layout = findWarpgroupPlace(convert, tile.getShape(),
                                       tile.getElementType(), order);
      if (!layout)
        layout = pickOperandPlace(
            tile.getShape(), tile.getElementType(), order,
            cast<LayoutAttrInterface>(convert.getType().getEncoding()));
      return MemDescType::get(tile.getShape(), tile.getElementType(), layout);
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
  return MemDescType::get(tile.getShape(), tile.getElementType(), layout);
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
  return wanted && *wanted == getPlace(load).toLinearLayout();
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

int64_t tilegpu::getBytes(const PipelinePlan &plan) {
  int64_t bytes = 0;
  for (const auto &entry : plan.loads)
    bytes += plan.getPlaces(cast<LoadOp>(entry.first)).getNumBytes();
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
    AheadKind kind = entry.second.kind;
    return kind == AheadKind::Copy || kind == AheadKind::Box ||
           (storedBytes != 0 && kind == AheadKind::Registers &&
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

/// Iterations ahead that copies keep, so that CTAs share an SM.
static constexpr unsigned kLeastDistance = 2;

/// Decides whether a product stays in flight during the next iteration, which
/// takes a place more, or two CTAs share an SM and one multiplies while the
/// other waits. Measured on an H200, bf16, 4096 x 4096 x 4096: 128 x 128 x
/// 64 by 4 warps with 3 places, two CTAs: 696 TFLOP/s; in flight with 4 places,
/// one CTA: 537. 128 x 256 x 64 by 8 warps, which is alone on an SM in any
/// case: 559, and 703 in flight.
static void placeProductInFlight(PipelinePlan &plan, DotOp dot,
                                 int64_t sharedBytes, bool mayShareSM) {
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

/// The operations of a loop's body that need one of the values, products too,
/// up to the next products.
static SetVector<Operation *> findUsers(scf::ForOp loop, ValueRange values) {
  SetVector<Operation *> found;
  SmallVector<Value> todo(values);
  while (!todo.empty())
    for (Operation *user : todo.pop_back_val().getUsers()) {
      Operation *op = loop.getBody()->findAncestorOpInBlock(*user);
      if (op && found.insert(op) && !isa<DotOp>(op))
        llvm::append_range(todo, op->getResults());
    }
  return found;
}

/// Whether a product of an iteration waits for another one of the same: between
/// them the warps have nothing to multiply. Where it waits for the sums of the
/// iteration before, as in a recurrence, there are few programs.
static bool hasProductAfterProduct(scf::ForOp loop) {
  for (BlockArgument carried : loop.getRegionIterArgs()) {
    auto type = dyn_cast<RankedTensorType>(carried.getType());
    if (!type || type.getRank() < 2)
      continue;
    SetVector<Operation *> users = findUsers(loop, carried);
    for (Operation *op : users)
      if (auto dot = dyn_cast<DotOp>(op))
        for (Value operand : {dot.getA(), dot.getB()})
          if (operand == carried || users.contains(operand.getDefiningOp()))
            return false;
  }
  return llvm::any_of(loop.getBody()->getOps<DotOp>(), [&](DotOp dot) {
    return llvm::any_of(findUsers(loop, dot->getResults()),
                        llvm::IsaPred<DotOp>);
  });
}

/// CTAs that share an SM; of one that does not fit itself, one.
static int64_t getSharingCTAs(const PipelinePlan &plan) {
  return std::max<int64_t>(getCTAsPerSM(plan, /*hasProducer=*/false), 1);
}

/// Gives a loop fewer places for its copies, or each copy the place that was
/// just read, if more CTAs then share an SM that has few warps: these wait for
/// each other, and another CTA has work.
static void shareSM(PipelinePlan &plan) {
  constexpr unsigned kManyWarps = 8;
  // Other targets keep the schedule until the change is measured on them.
  TargetAttr target = getTarget(plan.loop);
  const TargetInfo *info = target ? lookupTarget(target.getChip()) : nullptr;
  if (!info || !info->hasWarpgroupProducts() || plan.spare ||
      plan.hasProducer || !plan.canCopyInPlace() ||
      getNumWarps(plan.loop) * getSharingCTAs(plan) >= kManyWarps)
    return;
  // With fewer places more copies may be on their way to an SM.
  auto getCopies = [](const PipelinePlan &plan) {
    return getSharingCTAs(plan) * plan.distance;
  };
  PipelinePlan best = plan;
  for (PipelinePlan other = plan; other.distance > kLeastDistance;) {
    --other.distance;
    if (getCopies(other) > getCopies(best))
      best = other;
  }
  // On an H200, attention of 16 heads that share chosen pages of 128 keys,
  // heads of 128, 4 warps: 259 us in place, and 423 with three places. A
  // product alone has nothing to wait for except the copies (key-value sums of
  // a linear attention, 64 x 128: 21.1 us, and 18.3 with three places).
  if (hasProductAfterProduct(plan.loop)) {
    PipelinePlan other = plan;
    other.inPlace = true;
    other.distance = 1;
    int64_t count = getSharingCTAs(other);
    if (count > getSharingCTAs(plan)) {
      for (; other.distance < plan.distance; ++other.distance) {
        PipelinePlan more = other;
        ++more.distance;
        if (getSharingCTAs(more) < count)
          break;
      }
      best = other;
    }
  }
  plan = best;
}

//===----------------------------------------------------------------------===//
// A warp of its own
//===----------------------------------------------------------------------===//

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
    MemDescType place = plan.loads.lookup(load).place;
    if (!findDescriptor(dot, number, place.toLinearLayout(),
                        place.getElementType(), isTransposed))
      return false;
  }
  // What is multiplied somewhere else, too, or has to be filled up, threads
  // load.
  for (const auto &[op, ahead] : plan.loads) {
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
  GlobalWrites writes(*loop.getBody(),
                      loop->getParentOfType<FunctionOpInterface>());
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
    AheadLoad ahead{AheadKind::Copy, getPlace(load)};
    std::string reason =
        checkCopy(load, axisInfo, settings.boxesInLoops, ahead.kind);
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
    if (!reason.empty())
      ahead.kind = AheadKind::Registers;
    plan.loads.insert({load, ahead});
    std::string problem = findGroups(plan);
    if (!problem.empty()) {
      refuse(load, problem);
      plan.loads.erase(load);
    }
  }

  // As many stages as there is room for. Where copies go on during the rest of
  // the loop around, that needs room at the same time.
  scf::ForOp outer = getFlattened(loop);
  Region &region = (outer ? outer : loop).getRegion();
  int64_t otherBytes = getOtherBytes(region, [&](Operation *op) {
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
    ScalarSlice slice;
    plan.hasProductWarp = addToSlice(slice, plan).empty();
    plan.hasProducer = plan.hasProductWarp;
  }
  DotOp inFlight = findProductInFlight(plan);
  if (inFlight && !plan.hasProductWarp)
    placeProductInFlight(plan, inFlight, sharedBytes,
                         /*mayShareSM=*/!settings.boxesInLoops ||
                             getLoopsAround(loop).empty());
  if (!inFlight)
    shareSM(plan);
  if (neededBytes != 0)
    loop.emitRemark("has ")
        << plan.distance + 1 << " stages instead of " << numStages << ": "
        << plan.distance + 2 << " need " << neededBytes
        << " bytes of shared memory, and " << sharedBytes << " are left";
  if (!plan.hasProducer && isProducerWanted(plan, settings.producerWarp) &&
      plan.hasOnlyBoxes()) {
    ScalarSlice slice;
    std::string problem = addToSlice(slice, plan);
    plan.hasProducer = problem.empty();
    if (!problem.empty())
      loop.emitRemark("has no warp of its own that copies: ") << problem;
  }
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
