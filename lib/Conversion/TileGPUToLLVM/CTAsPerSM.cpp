//===- CTAsPerSM.cpp - How many CTAs an SM should run ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CTAsPerSM.h"

#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Hardware/Occupancy.h"
#include "tile/Hardware/SharedMemory.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "mlir/Analysis/Liveness.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::tile;

/// The tile that is in registers, also of a sum in flight; null if none is.
static RankedTensorType getTileInRegisters(Value value) {
  if (auto pending = dyn_cast<tilegpu::PendingType>(value.getType()))
    return tilegpu::isInTensorMemory(pending) ? RankedTensorType()
                                              : pending.getTile();
  return dyn_cast<RankedTensorType>(value.getType());
}

/// 32-bit registers that a tile takes in each thread; none in shared memory.
static unsigned getWords(Value value) {
  return countRegisters(getTileInRegisters(value));
}

/// 32-bit registers that a product's instruction adds to: of the rows that the
/// warps have at a time, and the most columns.
static unsigned getInstructionWords(tilegpu::WarpgroupDotOp dot) {
  constexpr unsigned kMost = kMaxWarpgroupColumns / 2, kRowsOfWarp = 16;
  RankedTensorType sums = getTileInRegisters(dot.getResult());
  if (!sums)
    return 0;
  auto layout = cast<NvidiaMmaLayoutAttr>(sums.getEncoding());
  unsigned rows = kRowsOfWarp * layout.getWarpsPerCTA()[0];
  return std::min<unsigned>(kMost,
                            getWords(dot.getResult()) /
                                llvm::divideCeil(sums.getDimSize(0), rows));
}

/// 32-bit registers of a right operand that threads compute and store in the
/// product's block.
static unsigned getStoredWords(tilegpu::WarpgroupDotOp dot) {
  Value place = dot.getB();
  unsigned words = 0;
  for (Operation *user : place.getUsers()) {
    auto store = dyn_cast<tilegpu::LocalStoreOp>(user);
    if (store && store->getBlock() == dot->getBlock() &&
        !isa_and_present<LoadOp>(store.getSrc().getDefiningOp()) &&
        !isa<BlockArgument>(store.getSrc()))
      words = std::max(words, getWords(store.getSrc()));
  }
  return words;
}

namespace {
/// The registers of tiles that are alive at one time. Tiles of floats count,
/// and of others what is not cheap to make again: positions, masks and pointers
/// are sums of a few numbers and constants, which are made where they are
/// needed.
class LiveWords {
public:
  explicit LiveWords(FuncOp func)
      : func(func), liveness(func),
        hasProducer(tilegpu::getProducerWarp(func)) {
    func->walk([&](tilegpu::WarpgroupDotOp dot) {
      if (dot.getInSteps())
        addParts(dot.getA());
    });
  }

  /// The most in any place of the function.
  unsigned getMost() {
    for (Block &block : func.getBody())
      visit(block, 0);
    return most;
  }

private:
  /// Adds what a product's operand in steps is made of. Of that, only the part
  /// of a step is there at one time.
  void addParts(Value operand) {
    Operation *op = operand.getDefiningOp();
    if (!op)
      return;
    for (Value value : op->getOperands())
      if (value.getDefiningOp() &&
          value.getDefiningOp()->getBlock() == op->getBlock() &&
          parts.insert(value).second)
        addParts(value);
  }

  unsigned getCounted(Value value) const {
    RankedTensorType type = getTileInRegisters(value);
    if (!type || isa<PtrType>(type.getElementType()) || parts.contains(value))
      return 0;
    Operation *op = value.getDefiningOp();
    // Sums of a cluster take the registers of the CTA's own.
    if (op && (op->hasTrait<OpTrait::ConstantLike>() ||
               isa<tilegpu::ClusterSumOp>(op)))
      return 0;
    // Registers of what it is made of.
    if (hasProducer && isa_and_present<BroadcastOp, ExpandDimsOp, SplatOp>(op))
      return 0;
    bool counts =
        isa<FloatType>(type.getElementType()) ||
        (op && LayoutModel(op).isKnown() && !LayoutModel(op).isCheap());
    return counts ? getWords(value) : 0;
  }

  /// Goes through a block backwards. `words` are alive in all of it: of what is
  /// defined outside of its operation.
  void visit(Block &block, unsigned words) {
    llvm::SmallDenseSet<Value, 16> alive;
    auto add = [&](Value value) {
      if (isInside(value, block) && alive.insert(value).second)
        words += getCounted(value);
    };
    for (Value value : liveness.getLiveOut(&block))
      add(value);
    for (Operation &op : llvm::reverse(block)) {
      most = std::max(most, words);
      for (Value result : op.getResults())
        if (alive.erase(result))
          words -= getCounted(result);
      // What a loop begins with is what it carries from then on.
      bool isLoop = hasProducer && isa<LoopLikeOpInterface>(op);
      if (!isLoop)
        for (Value operand : op.getOperands())
          add(operand);
      // What a loop needs is alive in all of its iterations.
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          for (Value value : liveness.getLiveIn(&inner))
            add(value);
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          visit(inner, words);
      if (isLoop)
        for (Value operand : op.getOperands())
          add(operand);
    }
    most = std::max(most, words);
  }

  static bool isInside(Value value, Block &block) {
    return block.getParent()->isAncestor(value.getParentRegion());
  }

  FuncOp func;
  Liveness liveness;
  bool hasProducer;
  llvm::SmallDenseSet<Value, 16> parts;
  unsigned most = 0;
};
} // namespace

namespace {
/// 32-bit registers that products and loads of a thread take.
struct Words {
  /// Of sums, and of a product's operands.
  unsigned sums = 0, operands = 0;
  /// Of what loops load, and of its addresses.
  unsigned loaded = 0;
  /// What a product's instruction adds to.
  unsigned largest = 0;

  /// Adds what `op` takes, with all that is in it. Of a branch and its other
  /// side, one runs.
  void add(Operation *op, const VectorShapes &shapes);

private:
  void addOwn(Operation *op, const VectorShapes &shapes);
};
} // namespace

void Words::add(Operation *op, const VectorShapes &shapes) {
  addOwn(op, shapes);
  Words before = *this, most = *this;
  for (Region &region : op->getRegions()) {
    if (isa<scf::IfOp>(op))
      *this = before;
    for (Operation &inner : region.getOps())
      add(&inner, shapes);
    most.sums = std::max(most.sums, sums);
    most.operands = std::max(most.operands, operands);
    most.loaded = std::max(most.loaded, loaded);
    most.largest = std::max(most.largest, largest);
  }
  *this = most;
}

void Words::addOwn(Operation *op, const VectorShapes &shapes) {
  if (auto dot = dyn_cast<DotOp>(op)) {
    // A product in steps adds to the same registers.
    if (!dot.getC().getDefiningOp<DotOp>())
      sums += getWords(dot.getC());
    operands = std::max(operands, getWords(dot.getA()) + getWords(dot.getB()));
  } else if (auto dot = dyn_cast<tilegpu::WarpgroupDotOp>(op)) {
    largest = std::max(largest, getInstructionWords(dot));
    if (!isa<tilegpu::PendingType>(dot.getC().getType()))
      sums += getWords(dot.getC());
    // In steps no part of it is there twice.
    operands =
        std::max(operands, getWords(dot.getA()) / (dot.getInSteps() ? 2 : 1));
    if (tilegpu::isInTensorMemory(dot.getType()))
      operands = std::max(operands, getStoredWords(dot));
  } else if (auto scaled = dyn_cast<DotScaledOp>(op)) {
    sums += getWords(scaled.getC());
    operands =
        std::max(operands, getWords(scaled.getA()) + getWords(scaled.getB()));
  }
  if (!isa<LoadOp, tilegpu::AsyncCopyOp>(op) ||
      !op->getParentOfType<LoopLikeOpInterface>())
    return;
  if (auto load = dyn_cast<LoadOp>(op))
    loaded += getWords(load.getResult());
  // Addresses of 64 bits, one for each vector.
  unsigned numPointers =
      ThreadTypeConverter::getNumRegisters(op->getOperand(0).getType());
  loaded += 2 * llvm::divideCeil(numPointers, shapes.lookup(op).width);
}

unsigned tile::getCTAsPerSM(FuncOp func, const TargetInfo &target,
                            const VectorShapes &shapes) {
  constexpr unsigned kMost = 256, kOthers = 32, kFewWarps = 16, kManyWarps = 32,
                     kParts = 4;
  Words words;
  words.add(func, shapes);
  bool hasBoxes =
      func->walk([](tilegpu::BoxCopyOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  unsigned threads =
      getNumWarps(func) * getProgramsPerCTA(func) * kThreadsPerWarp;
  // All that the producer's threads keep.
  unsigned others =
      (tilegpu::getThreadsPerCTA(func) - threads) * tilegpu::kProducerRegisters;
  unsigned bySharedMemory =
      getSharedMemoryPerSM(target.capability, target.suffix) /
      (getSharedMemory(func) + kReservedSharedMemory);
  // Its loops have their first and last parts apart: the same sums come again.
  bool hasProducer = bool(tilegpu::getProducerWarp(func));
  unsigned byProducts =
      hasProducer ? 0
                  : words.sums + 2 * words.operands + words.loaded + kOthers;
  // What bulk copies bring is there in time. Other loads need warps that hide
  // each other's waits: a chunk of a state space scan, 177 us for 202 on an
  // H200.
  bool hidesWaits = !hasBoxes && target.hasWarpgroupProducts();
  unsigned least = getMostRegisters(hidesWaits ? kManyWarps : kFewWarps);
  unsigned wanted =
      std::max({least, byProducts,
                std::min(kMost, LiveWords(func).getMost() + kOthers)});
  unsigned byRegisters = kRegistersPerSM / (others + threads * wanted);
  unsigned ctas = std::min(bySharedMemory, byRegisters);
  // An SM of few warps takes more CTAs, alike in each of its four parts, even
  // if threads have a fifth less than they want; but sums stay where they are.
  // On an H200 two CTAs of 8 warps instead of one take 35 us for 47 (keys,
  // values and weights of a delta rule), three of 4 warps for two 33 for 44.
  unsigned warps = threads / kThreadsPerWarp;
  unsigned more = ctas + 1;
  while (more * warps % kParts != 0)
    ++more;
  if (hidesWaits && more <= bySharedMemory && more * warps <= kFewWarps) {
    unsigned left = getMostRegisters(more * warps);
    if (wanted * 4 <= left * 5 && words.sums * 4 <= left * 3)
      ctas = more;
  }
  // ptxas wants a product's registers, the operands' too, in what all threads
  // begin with (C7602): 90 for 64 sums. The producer's take their part of it.
  if (hasProducer)
    ctas = std::min(ctas, kRegistersPerSM / (tilegpu::getThreadsPerCTA(func) *
                                             (words.largest + kOthers)));
  ctas = std::max(1u, ctas);
  // Others would wait for the columns.
  if (auto columns =
          func->getAttrOfType<IntegerAttr>(tilegpu::kTensorMemoryAttrName))
    ctas = std::min<unsigned>(ctas,
                              tilegpu::kTensorMemoryColumns / columns.getInt());
  return ctas;
}
