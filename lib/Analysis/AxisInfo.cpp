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

#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
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

using AxisInfoLattice = dataflow::Lattice<AxisInfo>;

class AxisInfoAnalysis
    : public dataflow::SparseForwardDataFlowAnalysis<AxisInfoLattice> {
public:
  AxisInfoAnalysis(DataFlowSolver &solver, const AxisInfoOptions &options)
      : SparseForwardDataFlowAnalysis(solver), options(options) {}

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const AxisInfoLattice *> operands,
                               ArrayRef<AxisInfoLattice *> results) override {
    SmallVector<const AxisInfo *> infos;
    for (const AxisInfoLattice *operand : operands) {
      // Visited again once the operand is reached.
      if (operand->getValue().isUninitialized())
        return success();
      infos.push_back(&operand->getValue());
    }
    if (auto load = dyn_cast<tilegpu::LocalLoadOp>(op)) {
      // Visited again whenever more is known of a store.
      AxisInfo info = joinStores(load);
      propagateIfChanged(results[0], results[0]->join(info));
      return success();
    }
    for (AxisInfoLattice *result : results) {
      AxisInfo info = infer(op, result->getAnchor().getType(), infos);
      if (results.size() == 1)
        info = applyPromises(op, std::move(info));
      propagateIfChanged(result, result->join(info));
    }
    return success();
  }

  void setToEntryState(AxisInfoLattice *lattice) override {
    Value value = lattice->getAnchor();
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
    propagateIfChanged(lattice, lattice->join(info));
  }

  /// The induction variable of an scf.for: lower bound + i * step. It never
  /// passes the upper bound, so with signed bounds it keeps the lower one's
  /// sign without any assumption.
  void visitNonControlFlowArguments(Operation *op,
                                    const RegionSuccessor &successor,
                                    ArrayRef<AxisInfoLattice *> arguments,
                                    unsigned firstIndex) override {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop || successor.isParent())
      return SparseForwardDataFlowAnalysis::visitNonControlFlowArguments(
          op, successor, arguments, firstIndex);
    ProgramPoint *point = getProgramPointBefore(loop.getBody());
    const AxisInfo &lower =
        getLatticeElementFor(point, loop.getLowerBound())->getValue();
    const AxisInfo &step =
        getLatticeElementFor(point, loop.getStep())->getValue();
    if (lower.isUninitialized() || step.isUninitialized())
      return;
    AxisFacts facts{
        1, std::min(lower.getDivisibility(0), step.getDivisibility(0)), 1};
    AxisInfo info({facts}, /*unit=*/1, std::nullopt,
                  lower.isNonNegative() && !loop.getUnsignedCmp());
    propagateIfChanged(arguments[0], arguments[0]->join(info));
  }

private:
  /// What all stores to the place have in common, if they alone write to it.
  AxisInfo joinStores(tilegpu::LocalLoadOp load) {
    AxisInfo unknown = AxisInfo::getUnknown(load.getType());
    auto place = load.getSrc().getDefiningOp<tilegpu::LocalAllocOp>();
    if (!place || !load.getOffsets().empty())
      return unknown;
    AxisInfo info;
    for (Operation *user : place->getUsers()) {
      if (auto store = dyn_cast<tilegpu::LocalStoreOp>(user))
        info = AxisInfo::join(
            info,
            getLatticeElementFor(getProgramPointAfter(load), store.getSrc())
                ->getValue());
      else if (!isa<tilegpu::LocalLoadOp>(user))
        return unknown;
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

  const AxisInfoOptions options;
};

} // namespace

//===----------------------------------------------------------------------===//
// ModuleAxisInfo
//===----------------------------------------------------------------------===//

ModuleAxisInfo::ModuleAxisInfo(Operation *root, const AxisInfoOptions &options)
    : solver(std::make_unique<DataFlowSolver>()) {
  // Who calls a function is known from its module only.
  while (!isa<ModuleOp>(root) && root->getParentOp())
    root = root->getParentOp();
  loadReachedBlocks(*solver);
  solver->load<AxisInfoAnalysis>(options);
  // On failure the lattices may hold more than is true: forget them.
  if (failed(run(root)))
    solver = std::make_unique<DataFlowSolver>();
}

LogicalResult ModuleAxisInfo::run(Operation *root) {
  auto module = dyn_cast<ModuleOp>(root);
  bool hasCalls =
      root->walk([](CallOpInterface) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (!module || hasCalls)
    return solver->initializeAndRun(root);
  // Without the search for the uses of each symbol, which takes as long as the
  // analysis itself.
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal() && failed(solver->initializeAndRun(function)))
      return failure();
  return success();
}

ModuleAxisInfo::~ModuleAxisInfo() = default;
ModuleAxisInfo::ModuleAxisInfo(ModuleAxisInfo &&) = default;

const AxisInfo *ModuleAxisInfo::lookup(Value value) const {
  const auto *lattice = solver->lookupState<AxisInfoLattice>(value);
  if (!lattice || lattice->getValue().isUninitialized())
    return nullptr;
  return &lattice->getValue();
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
