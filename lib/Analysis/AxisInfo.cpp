//===- AxisInfo.cpp - Runs, multiples and repeats in tiles --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lattice, the data flow analysis that fills it, and the questions that the
// compiler asks. What single operations do is in AxisInfoArith.cpp and
// AxisInfoTile.cpp.
//
//===----------------------------------------------------------------------===//

#include "tile/Analysis/AxisInfo.h"

#include "AxisInfoTransfer.h"

#include "tile/Analysis/ReachedBlocks.h"
#include "tile/Dialect/Tile/IR/PaddedShapes.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::tile;

//===----------------------------------------------------------------------===//
// AxisInfo
//===----------------------------------------------------------------------===//

int64_t AxisFacts::divisibilityAt(int64_t run, int64_t unit) const {
  if (run >= contiguity)
    return divisibility;
  return std::min(divisibility, axisinfo::saturatingProduct(run, unit));
}

AxisInfo AxisInfo::getUnknown(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  unsigned rank = tile ? std::max<int64_t>(tile.getRank(), 1) : 1;
  int64_t unit = 1;
  // Of other sizes, which no operation accesses, runs are not followed.
  if (auto ptr = dyn_cast<PtrType>(getScalarType(type)))
    if (unsigned bytes = getByteWidth(ptr.getPointeeType());
        llvm::isPowerOf2_32(bytes))
      unit = bytes;
  return AxisInfo(SmallVector<AxisFacts>(rank), unit);
}

AxisInfo AxisInfo::getConstant(Type type, int64_t value) {
  AxisInfo info = getUnknown(type);
  bool isBool = axisinfo::getIntegerWidth(type) == 1;
  if (isBool)
    value &= 1;
  auto tile = dyn_cast<RankedTensorType>(type);
  for (auto [dim, facts] : llvm::enumerate(info.dims))
    facts = {1, axisinfo::getPowerOfTwoDivisor(value),
             tile && tile.getRank() ? getPaddedSize(tile.getDimSize(dim)) : 1};
  info.constant = value;
  info.nonNegative = isBool ? value == 0 : value >= 0;
  return info;
}

int64_t AxisInfo::getAlignedContiguity(unsigned dim) const {
  const AxisFacts &facts = dims[dim];
  return std::min(facts.contiguity,
                  std::max<int64_t>(1, facts.divisibility / unit));
}

int64_t AxisInfo::getDivisibilityOfAll() const {
  int64_t result = 1;
  for (const AxisFacts &facts : dims)
    result = std::max(result, facts.divisibilityAt(1, unit));
  return result;
}

AxisInfo AxisInfo::join(const AxisInfo &a, const AxisInfo &b) {
  if (a.isUninitialized())
    return b;
  if (b.isUninitialized())
    return a;
  SmallVector<AxisFacts> dims;
  for (auto [x, y] : llvm::zip_equal(a.dims, b.dims)) {
    int64_t run = std::min(x.contiguity, y.contiguity);
    dims.push_back(
        {run,
         std::min(x.divisibilityAt(run, a.unit), y.divisibilityAt(run, b.unit)),
         std::min(x.constancy, y.constancy)});
  }
  return AxisInfo(dims, a.unit,
                  a.constant == b.constant ? a.constant : std::nullopt,
                  a.nonNegative && b.nonNegative);
}

void AxisInfo::print(raw_ostream &os) const {
  auto list = [&](StringRef name, int64_t AxisFacts::*fact) {
    os << name << " = [";
    llvm::interleaveComma(dims, os,
                          [&](const AxisFacts &facts) { os << facts.*fact; });
    os << "], ";
  };
  list("contiguity", &AxisFacts::contiguity);
  list("divisibility", &AxisFacts::divisibility);
  list("constancy", &AxisFacts::constancy);
  os << "constant = ";
  if (constant)
    os << *constant;
  else
    os << "none";
}

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

/// The numbers of a promise on an operation, one per dimension; see the
/// dialect's verifier for the two forms.
static SmallVector<int64_t> getPromise(Operation *op, StringRef name) {
  SmallVector<int64_t> numbers;
  Attribute attr = op->getDiscardableAttr(name);
  if (auto array = dyn_cast_if_present<DenseI32ArrayAttr>(attr))
    numbers.append(array.asArrayRef().begin(), array.asArrayRef().end());
  else if (auto dense = dyn_cast_if_present<DenseElementsAttr>(attr))
    for (const APInt &value : dense.getValues<APInt>())
      numbers.push_back(value.getSExtValue());
  return numbers;
}

/// Raises the facts about the result of `op` to what its author promised.
static AxisInfo applyPromises(Operation *op, AxisInfo info) {
  if (op->getDiscardableAttrDictionary().empty())
    return info;
  SmallVector<int64_t> contiguity = getPromise(op, kContiguityAttrName);
  SmallVector<int64_t> divisibility = getPromise(op, kDivisibilityAttrName);
  SmallVector<int64_t> constancy = getPromise(op, kConstancyAttrName);
  auto tile = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<AxisFacts> dims(info.getDims());
  for (auto [d, facts] : llvm::enumerate(dims)) {
    int64_t size =
        tile && tile.getRank() ? getPaddedSize(tile.getDimSize(d)) : 1;
    if (d < contiguity.size())
      facts.contiguity =
          std::max(facts.contiguity, std::min(contiguity[d], size));
    if (d < divisibility.size())
      facts.divisibility = std::max(facts.divisibility, divisibility[d]);
    if (d < constancy.size())
      facts.constancy = std::max(facts.constancy, std::min(constancy[d], size));
  }
  return AxisInfo(dims, info.getUnit(), info.getConstantValue(),
                  info.isNonNegative());
}

//===----------------------------------------------------------------------===//
// Data flow
//===----------------------------------------------------------------------===//

namespace {

/// What is known of the values that are reached. Facts only get fewer, and each
/// operation is visited again until they do not.
class AxisInfoFlow {
public:
  AxisInfoFlow(Operation *root, const AxisInfoOptions &options,
               DenseMap<Value, AxisInfo> &facts)
      : reached(root), options(options), facts(facts) {
    root->walk([&](CallOpInterface call) {
      callers[call.resolveCallable()].calls.push_back(call);
    });
    const bool hasCalls = !callers.empty();
    if (hasCalls)
      if (auto uses = SymbolTable::getSymbolUses(&root->getRegion(0)))
        for (const SymbolTable::SymbolUse &use : *uses)
          if (!isa<CallOpInterface>(use.getUser()))
            callers[SymbolTable::lookupNearestSymbolFrom(use.getUser(),
                                                         use.getSymbolRef())]
                .areAllKnown = false;
    bool again;
    do {
      grew = false;
      loads.clear();
      visitRegions(*root);
      again = hasCalls && grew;
      // Of stores that come later.
      for (tilegpu::LocalLoadOp load : loads)
        again |= join(load.getResult(), joinStores(load));
    } while (again);
  }

private:
  /// True if less is known of a value than before.
  bool join(Value value, const AxisInfo &info) {
    AxisInfo &known = facts[value];
    AxisInfo joined = AxisInfo::join(known, info);
    if (joined == known)
      return false;
    known = std::move(joined);
    grew = true;
    return true;
  }
  bool joinFrom(Value source, Value value) {
    const AxisInfo *info = lookup(source);
    // A copy, as facts may move.
    return info && join(value, AxisInfo(*info));
  }
  bool joinEntryStates(ValueRange values) {
    bool changed = false;
    for (Value value : values)
      changed |= join(value, getEntryState(value));
    return changed;
  }
  const AxisInfo *lookup(Value value) const {
    auto it = facts.find(value);
    return it == facts.end() || it->second.isUninitialized() ? nullptr
                                                             : &it->second;
  }

  void visitRegion(Region &region) {
    bool again;
    do {
      for (Block &block : region)
        if (reached.isReached(block)) {
          (void)joinBranches(block);
          for (Operation &op : block)
            visit(op);
        }
      again = false;
      for (Block &block : region)
        again |= reached.isReached(block) && joinBranches(block);
    } while (again);
  }

  /// The arguments of a block that is not the first of its region.
  bool joinBranches(Block &block) {
    bool changed = false;
    if (block.isEntryBlock() || block.args_empty())
      return changed;
    for (auto it = block.pred_begin(), end = block.pred_end(); it != end;
         ++it) {
      if (!reached.isTaken(**it, block))
        continue;
      auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
      if (!branch) {
        changed |= joinEntryStates(block.getArguments());
        continue;
      }
      SuccessorOperands operands =
          branch.getSuccessorOperands(it.getSuccessorIndex());
      for (auto [i, argument] : llvm::enumerate(block.getArguments()))
        changed |= operands[i] ? joinFrom(operands[i], argument)
                               : join(argument, getEntryState(argument));
    }
    return changed;
  }

  void visitRegions(Operation &op) {
    if (isNeverCalled(op))
      return;
    auto branch = dyn_cast<RegionBranchOpInterface>(op);
    bool again;
    do {
      auto enter = [&](Region &region) {
        if (region.empty() || !reached.isReached(region.front()))
          return false;
        return branch ? joinWays(branch, reached.getWaysInto(region.front()),
                                 region.getArguments())
                      : joinArguments(op, region);
      };
      for (Region &region : op.getRegions()) {
        (void)enter(region);
        visitRegion(region);
      }
      again = false;
      if (branch)
        for (Region &region : op.getRegions())
          again |= enter(region);
    } while (again);
  }

  /// The arguments of a region that control does not come to by its operation's
  /// interface. A function's arguments come from its calls, if all are known.
  bool joinArguments(Operation &op, Region &region) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    auto known = callers.find(&op);
    if (!function || !function.isPrivate() || known == callers.end() ||
        !known->second.areAllKnown)
      return joinEntryStates(region.getArguments());
    bool changed = false;
    for (CallOpInterface call : known->second.calls)
      for (auto [operand, argument] :
           llvm::zip(call.getArgOperands(), region.getArguments()))
        changed |= joinFrom(operand, argument);
    return changed;
  }

  /// Whether others are, and this function is not.
  bool isNeverCalled(Operation &op) const {
    auto function = dyn_cast<FunctionOpInterface>(op);
    return function && function.isPrivate() && !callers.empty() &&
           !callers.contains(&op);
  }

  /// What comes to the arguments of a region, or to the results of an operation
  /// with regions.
  bool joinWays(RegionBranchOpInterface branch,
                ArrayRef<ReachedBlocks::Way> ways, ValueRange targets) {
    bool changed = false;
    for (const ReachedBlocks::Way &way : ways) {
      OperandRange operands =
          way.from == branch ? branch.getEntrySuccessorOperands(way.to)
                             : cast<RegionBranchTerminatorOpInterface>(way.from)
                                   .getSuccessorOperands(way.to);
      ValueRange inputs = way.to.getSuccessorInputs();
      size_t first = inputs.empty() ? 0
                                    : llvm::find(targets, inputs.front()) -
                                          targets.begin();
      auto loop = dyn_cast<scf::ForOp>(branch.getOperation());
      if (inputs.size() == targets.size()) {
      } else if (loop && !way.to.isParent()) {
        changed |= joinInductionVariable(loop);
      } else {
        changed |= joinEntryStates(targets.take_front(first));
        changed |= joinEntryStates(targets.drop_front(first + inputs.size()));
      }
      for (auto [operand, target] : llvm::zip(operands, inputs))
        changed |= joinFrom(operand, target);
    }
    return changed;
  }

  /// The induction variable of an scf.for: lower bound + i * step. It never
  /// passes the upper bound, so with signed bounds it keeps the lower one's
  /// sign without any assumption.
  bool joinInductionVariable(scf::ForOp loop) {
    const AxisInfo *lower = lookup(loop.getLowerBound());
    const AxisInfo *step = lookup(loop.getStep());
    if (!lower || !step)
      return false;
    AxisFacts facts{
        1, std::min(lower->getDivisibility(0), step->getDivisibility(0)), 1};
    return join(loop.getInductionVar(),
                AxisInfo({facts}, /*unit=*/1, std::nullopt,
                         lower->isNonNegative() && !loop.getUnsignedCmp()));
  }

  void visit(Operation &op) {
    if (op.getNumRegions() != 0)
      visitRegions(op);
    if (op.getNumResults() == 0)
      return;
    if (op.getNumRegions() != 0)
      if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
        (void)joinWays(branch, reached.getWaysOutOf(op), op.getResults());
        return;
      }
    if (auto call = dyn_cast<CallOpInterface>(op))
      return visitCall(call);
    SmallVector<const AxisInfo *> operands;
    for (Value operand : op.getOperands()) {
      operands.push_back(lookup(operand));
      // Visited again once the operand is reached.
      if (!operands.back())
        return;
    }
    if (auto load = dyn_cast<tilegpu::LocalLoadOp>(op)) {
      loads.push_back(load);
      (void)join(load.getResult(), joinStores(load));
      return;
    }
    SmallVector<AxisInfo, 1> infos;
    for (Type type : op.getResultTypes())
      infos.push_back(infer(&op, type, operands));
    if (infos.size() == 1)
      infos[0] = applyPromises(&op, std::move(infos[0]));
    for (auto [result, info] : llvm::zip(op.getResults(), infos))
      (void)join(result, info);
  }

  /// What a function of the module returns.
  void visitCall(CallOpInterface call) {
    auto function =
        dyn_cast_if_present<FunctionOpInterface>(call.resolveCallable());
    if (!function || function.isExternal()) {
      (void)joinEntryStates(call->getResults());
      return;
    }
    for (Block &block : function.getFunctionBody())
      if (Operation *end = block.getTerminator();
          reached.isReached(block) && end->hasTrait<OpTrait::ReturnLike>())
        for (auto [operand, result] :
             llvm::zip(end->getOperands(), call->getResults()))
          (void)joinFrom(operand, result);
  }

  static AxisInfo getEntryState(Value value) {
    AxisInfo info = AxisInfo::getUnknown(value.getType());
    auto argument = dyn_cast<BlockArgument>(value);
    auto func =
        argument
            ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
            : FunctionOpInterface();
    if (func && argument.getOwner()->isEntryBlock())
      if (auto promise = func.getArgAttrOfType<IntegerAttr>(
              argument.getArgNumber(), kDivisibilityAttrName)) {
        SmallVector<AxisFacts> dims(info.getDims());
        for (AxisFacts &facts : dims)
          facts.divisibility = promise.getInt();
        info = AxisInfo(dims, info.getUnit());
      }
    return info;
  }

  /// What all stores to the place have in common, if they alone write to it.
  AxisInfo joinStores(tilegpu::LocalLoadOp load) const {
    AxisInfo unknown = AxisInfo::getUnknown(load.getType());
    auto place = load.getSrc().getDefiningOp<tilegpu::LocalAllocOp>();
    if (!place || !load.getOffsets().empty())
      return unknown;
    AxisInfo info;
    for (Operation *user : place->getUsers()) {
      if (auto store = dyn_cast<tilegpu::LocalStoreOp>(user)) {
        if (const AxisInfo *stored = lookup(store.getSrc()))
          info = AxisInfo::join(info, *stored);
      } else if (!isa<tilegpu::LocalLoadOp>(user)) {
        return unknown;
      }
    }
    return info;
  }

  AxisInfo infer(Operation *op, Type type,
                 ArrayRef<const AxisInfo *> operands) const {
    if (std::optional<AxisInfo> info =
            axisinfo::inferArith(op, operands, options))
      return *info;
    if (std::optional<AxisInfo> info = axisinfo::inferTile(op, operands))
      return *info;
    // Inline PTX and foreign functions are maps too, but only as far as their
    // author is right about it.
    if (isElementwise(op) && isMemoryEffectFree(op) &&
        !isa<ElementwiseInlineAsmOp, ExternElementwiseOp>(op))
      return axisinfo::inferElementwise(type, operands);
    return AxisInfo::getUnknown(type);
  }

  const ReachedBlocks reached;
  const AxisInfoOptions options;
  DenseMap<Value, AxisInfo> &facts;
  struct Callers {
    SmallVector<CallOpInterface> calls;
    /// What a function is used for otherwise may call it, too.
    bool areAllKnown = true;
  };
  /// Of each function that is used.
  DenseMap<Operation *, Callers> callers;
  SmallVector<tilegpu::LocalLoadOp> loads;
  /// Whether facts got fewer in this visit of all.
  bool grew = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// ModuleAxisInfo
//===----------------------------------------------------------------------===//

ModuleAxisInfo::ModuleAxisInfo(Operation *root,
                               const AxisInfoOptions &options) {
  // Who calls a function is known from its module only.
  while (!isa<ModuleOp>(root) && root->getParentOp())
    root = root->getParentOp();
  AxisInfoFlow(root, options, facts);
}

const AxisInfo *ModuleAxisInfo::lookup(Value value) const {
  auto it = facts.find(value);
  return it == facts.end() || it->second.isUninitialized() ? nullptr
                                                           : &it->second;
}

int64_t ModuleAxisInfo::getAlignment(Value ptr) const {
  const AxisInfo *info = lookup(ptr);
  return info ? info->getDivisibilityOfAll() : 1;
}

unsigned ModuleAxisInfo::getPointerContiguity(Value ptr, unsigned dim) const {
  const AxisInfo *info = lookup(ptr);
  return info && dim < info->getRank() ? info->getAlignedContiguity(dim) : 1;
}

unsigned ModuleAxisInfo::getMaskAlignment(Value mask, unsigned dim) const {
  const AxisInfo *info = lookup(mask);
  return info && dim < info->getRank() ? info->getConstancy(dim) : 1;
}

ModuleAxisInfo::VectorShape
ModuleAxisInfo::getVectorShape(Operation *op) const {
  VectorShape shape;
  auto access = dyn_cast<LayoutOpInterface>(op);
  Value ptr = access ? access.getAccessedPointers() : Value();
  auto type =
      ptr ? dyn_cast<RankedTensorType>(ptr.getType()) : RankedTensorType();
  auto attr = dyn_cast_if_present<LayoutAttrInterface>(type ? type.getEncoding()
                                                            : Attribute());
  if (!attr)
    return shape;
  LinearLayout layout = toLinearLayout(type);
  Value mask = access.getAccessMask();
  unsigned widest = access.getMaxAccessWidth();
  for (unsigned dim : attr.getOrder()) {
    unsigned width = std::min(widest, getPointerContiguity(ptr, dim));
    width = std::min<unsigned>(
        width, layout.getContiguity(kRegister, getDimName(dim)));
    if (mask)
      width = std::min(width, getMaskAlignment(mask, dim));
    if (width > shape.width)
      shape = {dim, width};
  }
  return shape;
}
