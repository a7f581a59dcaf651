//===- FindBoxes.cpp - Accesses that are boxes of tensors -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Second entries of kernels, whose loads for products bulk copies can make, and
// whose stores and additions.
//
// A tile of pointers
//
//   base + (row + i) * stride + (column + j)
//
// with a mask that is a bound of each dimension, is a box of a tensor: at
// (column, row), of extents that the bounds are. If the base is an argument,
// and strides and extents are sums of products of arguments, the host can make
// a tensor map of them before the launch, and one thread's instruction copies
// the box: no thread computes addresses and masks, and elements outside are 0.
//
// The pass makes a copy of the kernel in which such loads also say which box
// they are (tile.load). That one has the maps after its arguments. It is for
// launches that can make the maps: 16-byte alignment, strides that are
// multiples of 16 bytes. All others take the kernel as it was, and so do
// launchers that know nothing of maps. tile-pipeline-loops makes copies of the
// boxes that it can use; if there are none, the second entry goes again.
//
// So is a load of a line in the loop of such loads, as of a number for each
// row, if the loop says how many stages it has.
//
// What must be proven; otherwise it is not a box, and a remark can say why:
//
// - Each element is at the address that the pointers say, and those that the
//   mask excludes are outside of the tensor: both are sums of products of the
//   same values (TileIndices.h). Index arithmetic is taken not to overflow.
// - The kernel does not write the tensor: a bulk copy is not an access of a
//   thread, and need not see what threads wrote in the same launch.
// - Lines of the box begin at multiples of 16 bytes.
// - No coordinate is negative: a bulk copy would read 0 there. Coordinates that
//   may be, except columns without a bound, count from 2^28 rows (2^24 along
//   further dimensions) before what the argument points to, where the map
//   begins (TensorMapDim, `origin`): no memory need be there. Where the
//   pointers have remainders, `(row + i) % rows`, the kernel tests them
//   instead, and traps, as tile-guard-remainders lets it.
// - Such a remainder is not a box where it wraps. Its rows from `rows` on may
//   be
//   anything only if they reach no memory: if they lead, row by row, through
//   products and elementwise operations, to stores whose mask excludes them.
//   The same holds of rows that a select makes 0, `row + i < rows ? row + i :
//   0`.
// - The loop of a load is in nothing but loops. What counts tiles twice there,
//   once a step late, is one counter first (LoopCounters.h).
//
// `row` may be a sum with the first row of a plane, `plane * rows`: then it
// counts along the rows, or along a dimension of planes if the bound is that of
// a plane's rows.
//
// A store is a box, too (tile.store), where in addition
//
// - no box begins below the tensor where a mask would exclude that: an H200
//   stops with an illegal instruction. If boxes begin at multiples of their
//   size such a one is wholly outside, and begins past the end instead.
// - lines end at multiples of 16 bytes: copies write so many.
// - stores of a loop, and several of an iteration, begin at multiples of their
//   size: two of them are one box or have nothing in common (BoxStores.cpp).
// - the program reads nothing else of the tensor than what goes to the store
//   element by element, and writes nothing else there: threads' accesses and
//   bulk copies have no order.
//
// So is an addition (tile.atomic_rmw), which a bulk reduction makes. It is
// relaxed, nothing reads its result, and nothing in the kernel orders it or
// reads the sums. Boxes may have elements in common.
//
//===----------------------------------------------------------------------===//

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "BoxFinder.h"

#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/Tile/Transforms/GuardRemainders.h"
#include "tile/Dialect/Tile/Transforms/Passes.h"
#include "tile/Hardware/TargetInfo.h"
#include "tile/Image/TensorMapEntry.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEFINDBOXES
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

/// A sum in two parts; the first part does not change in the loop of a load.
static std::pair<ScalarSum, ScalarSum> splitByLoop(LoadOp load,
                                                   const ScalarSum &sum) {
  auto loop = cast<scf::ForOp>(load->getParentOp());
  ScalarSum fixed, moving;
  for (const ScalarTerm &term : sum.getTerms()) {
    bool isFixed = llvm::all_of(term.values, [&](Value value) {
      return loop.isDefinedOutsideOfLoop(value);
    });
    ScalarSum &part = isFixed ? fixed : moving;
    part = part + ScalarSum::of(term);
  }
  return {fixed, moving};
}

//===----------------------------------------------------------------------===//
// The second entry
//===----------------------------------------------------------------------===//

/// The sum with the values of a copy.
static ScalarSum map(const ScalarSum &sum, const IRMapping &mapping) {
  ScalarSum result;
  for (const ScalarTerm &term : sum.getTerms()) {
    ScalarTerm copy{term.factor, {}};
    for (Value value : term.values)
      copy.values.push_back(mapping.lookupOrDefault(value));
    result = result + ScalarSum::of(copy);
  }
  return result;
}

static Value emitIsNegative(OpBuilder &builder, Location loc, Value value) {
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, value,
                               zero);
}

/// Emits a coordinate of a load, what does not change in its loop before that,
/// as `fixed`.
static Value emitCoordinate(LoadOp load, const ScalarSum &sum, unsigned origin,
                            Value &fixed) {
  OpBuilder builder(load), outside(load->getParentOp());
  Location loc = load.getLoc();
  auto [fixedPart, moving] = splitByLoop(load, sum);
  fixedPart = fixedPart + ScalarSum::constant(origin);
  fixed = fixedPart.emit(outside, loc);
  if (moving.isZero())
    return fixed;
  Value inside = moving.emit(builder, loc);
  if (fixedPart.isZero())
    return inside;
  return arith::AddIOp::create(builder, loc, inside, fixed);
}

/// A parameter more, for the box's map.
static Value addMap(FuncOp entry, const Box &box) {
  MLIRContext *context = entry.getContext();
  unsigned number = entry.getNumArguments();
  NamedAttribute attr(StringAttr::get(context, kTensorMapAttrName),
                      makeTensorMapAttr(context, box.map));
  (void)entry.insertArgument(number, TensorMapType::get(context),
                             DictionaryAttr::get(context, attr),
                             box.access->getLoc());
  return entry.getArgument(number);
}

/// Lets the copy of a load say which box it is.
static void setBox(FuncOp entry, LoadOp load, const Box &box,
                   const IRMapping &mapping) {
  load.getMapMutable().assign(addMap(entry, box));
  SmallVector<Value> coordinates, fixed(box.coordinates.size());
  for (auto [sum, dim, part] : llvm::zip(box.coordinates, box.map.dims, fixed))
    coordinates.push_back(
        emitCoordinate(load, map(sum, mapping), dim.origin, part));
  OpBuilder builder(load->getParentOp());
  for (unsigned number : box.trapping)
    emitTrapIf(builder, load.getLoc(),
               emitIsNegative(builder, load.getLoc(), fixed[number]));
  load.getCoordinatesMutable().assign(coordinates);
  load.setBoxDims(box.tileDims);
}

/// The same of the copy of a store, or of an addition.
template <typename Access>
static void setStoredBox(FuncOp entry, Access store, const Box &box,
                         const IRMapping &mapping) {
  store.getMapMutable().assign(addMap(entry, box));
  SmallVector<Value> coordinates;
  OpBuilder builder(store);
  for (auto [sum, dim] : llvm::zip(box.coordinates, box.map.dims)) {
    ScalarSum all = map(sum, mapping) + ScalarSum::constant(dim.origin);
    coordinates.push_back(all.emit(builder, store.getLoc()));
  }
  for (unsigned number : box.leaving) {
    Value outside = arith::ConstantOp::create(
        builder, store.getLoc(), builder.getI32IntegerAttr(kOutside));
    coordinates[number] = arith::MinUIOp::create(builder, store.getLoc(),
                                                 coordinates[number], outside);
  }
  store.getCoordinatesMutable().assign(coordinates);
  store.setBoxDims(box.tileDims);
}

/// Whether the load is an operand, as it is or transposed, of a product in its
/// loop.
static bool feedsDot(LoadOp load) {
  auto isOperand = [](OpOperand &use) {
    return isa<DotOp, DotScaledOp>(use.getOwner()) &&
           use.getOperandNumber() < 2;
  };
  return llvm::any_of(load->getUses(), [&](OpOperand &use) {
    auto trans = dyn_cast<TransOp>(use.getOwner());
    return trans ? llvm::any_of(trans->getUses(), isOperand) : isOperand(use);
  });
}

/// Makes the second entry of a kernel, if a load of it for a product is a box.
/// Returns how many are. `symbols` are the module's symbols. `showRemarks`:
/// says of the other loads for products why they are none.
static unsigned findBoxes(FuncOp func, const ModuleAxisInfo &axisInfo,
                          SymbolTable &symbols, bool showRemarks) {
  SmallVector<LoadOp> loads;
  // What rings carry from one run of a loop to the next goes through loops
  // alone.
  func.walk([&](LoadOp load) {
    auto loop = dyn_cast<scf::ForOp>(load->getParentOp());
    if (loop &&
        (!loop->getParentOfType<LoopLikeOpInterface>() ||
         isInLoopsOnly(loop)) &&
        feedsDot(load))
      loads.push_back(load);
  });
  BoxFinder finder(axisInfo);
  std::vector<Box> boxes;
  auto add = [&](auto access) {
    std::string reason;
    if (boxes.size() == kMaxTensorMaps)
      reason = "the kernel has " + std::to_string(kMaxTensorMaps) + " maps";
    else if (std::optional<Box> box = finder.find(access, reason)) {
      boxes.push_back(std::move(*box));
      return;
    }
    if (showRemarks)
      access.emitRemark("is not a box that a bulk copy takes: ") << reason;
  };
  llvm::for_each(loads, add);
  if (boxes.empty())
    return 0;
  // Lines that come with these, where the loop says that its loads are to come
  // early.
  llvm::SmallSetVector<Operation *, 4> loops;
  for (const Box &box : boxes)
    loops.insert(box.access->getParentOp());
  for (Operation *loop : loops)
    if (loop->hasAttr(kNumStagesAttrName))
      for (LoadOp load : cast<scf::ForOp>(loop).getBody()->getOps<LoadOp>())
        if (auto tile = dyn_cast<RankedTensorType>(load.getType());
            tile && tile.getRank() == 1)
          add(load);
  func.walk([&](Operation *op) {
    if (auto store = dyn_cast<StoreOp>(op))
      add(store);
    else if (auto atomic = dyn_cast<AtomicRMWOp>(op))
      add(atomic);
  });

  IRMapping mapping;
  auto entry = cast<FuncOp>(func->clone(mapping));
  entry.setName((func.getName() + "_tensor_maps").str());
  MLIRContext *context = func.getContext();
  entry->setAttr(kTensorMapEntryOfAttrName, func.getNameAttr());
  entry->setAttr(kPositiveArgumentsAttrName,
                 makeSumsAttr(context, finder.getPositives()));
  symbols.insert(entry, std::next(func->getIterator()));
  for (Box &box : boxes) {
    Operation *access = mapping.lookup(box.access);
    if (auto store = dyn_cast<StoreOp>(access))
      setStoredBox(entry, store, box, mapping);
    else if (auto atomic = dyn_cast<AtomicRMWOp>(access))
      setStoredBox(entry, atomic, box, mapping);
    else
      setBox(entry, cast<LoadOp>(access), box, mapping);
  }
  startLongProgramsFirst(entry);
  return boxes.size();
}

namespace {

struct TileFindBoxes : tile::impl::TileFindBoxesBase<TileFindBoxes> {
  using TileFindBoxesBase::TileFindBoxesBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetAttr target = requireTarget(module);
    if (!target)
      return signalPassFailure();
    if (!lookupTarget(target.getChip())->hasProductsOfSharedMemory() ||
        getProgramsPerCTA(module) != 1 || keepsLayouts(module))
      return;
    SmallVector<FuncOp> funcs;
    for (FuncOp func : module.getOps<FuncOp>()) {
      bool hasProducts = false;
      if (func.isKernel() && getEntryOf(func).empty())
        func.walk([&](Operation *op) {
          hasProducts |= isa<DotOp, DotScaledOp>(op) &&
                         op->getParentOfType<scf::ForOp>() != nullptr;
        });
      if (hasProducts)
        funcs.push_back(func);
    }
    if (funcs.empty())
      return;
    // Only the second entry needs one counter. The first one stays as it is:
    // the layouts of its loads and stores are chosen apart.
    std::vector<OwningOpRef<FuncOp>> originals;
    for (FuncOp func : funcs) {
      OwningOpRef<FuncOp> original(func.clone());
      originals.push_back(unifyLoopCounters(func) ? std::move(original)
                                                  : nullptr);
    }
    ModuleAxisInfo axisInfo(module);
    SymbolTable symbols(module);
    for (auto [func, original] : llvm::zip(funcs, originals)) {
      unsigned count = findBoxes(func, axisInfo, symbols, showRemarks);
      numBoxes += count;
      numEntries += count != 0;
      if (original)
        func.getBody().takeBody(original->getBody());
    }
  }
};

} // namespace
