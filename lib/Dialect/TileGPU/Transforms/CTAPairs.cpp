//===- CTAPairs.cpp - Products of two CTAs that share an operand ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CTAPairs.h"

#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/TileGPU/Transforms/OperandPlace.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// 1 in the second CTA of a pair, of a number of the pair's programs.
static Value emitRank(OpBuilder &builder, Location loc, Value id) {
  return arith::AndIOp::create(builder, loc, id, emitI32(builder, loc, 1));
}

unsigned tilegpu::getCTAsOfProgram(Operation *op) {
  return hasCTAPairs(op) ? 2 : 1;
}

Value tilegpu::emitLeads(OpBuilder &builder, Location loc) {
  Value id = GetProgramIdOp::create(builder, loc, ProgramAxis::X);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                               emitRank(builder, loc, id),
                               emitI32(builder, loc, 0));
}

Value tilegpu::emitIsFirstPass(OpBuilder &builder, Location loc,
                               Value isSecondPass) {
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  return arith::XOrIOp::create(builder, loc, isSecondPass, yes);
}

Value tilegpu::emitNumberInPair(OpBuilder &builder, Location loc, Value first,
                                Value now) {
  return arith::OrIOp::create(builder, loc, first, emitRank(builder, loc, now));
}

//===----------------------------------------------------------------------===//
// What depends on the program's number
//===----------------------------------------------------------------------===//

static bool isNumber(Operation *op) {
  auto id = dyn_cast_or_null<GetProgramIdOp>(op);
  return id && id.getAxis() == ProgramAxis::X;
}

/// Whether programs of a pair may have different values. The numbers of
/// iterations are compared apart.
static bool mayDiffer(Value value) {
  llvm::SetVector<Value> values;
  values.insert(value);
  return dependsOn(std::move(values), [](Operation *op) {
    return isNumber(op) || op->getNumRegions() != 0;
  });
}

namespace {
/// The right operand's boxes of a loop, of a program of any number.
class Boxes {
public:
  Boxes(scf::ForOp loop, LoadOp load) : loop(loop), load(load) {}

  /// Finds what outside of the loop they depend on, and programs may differ in.
  /// Or says why another program's boxes cannot be copied.
  std::string find() {
    for (Value coordinate : load.getCoordinates())
      find(coordinate);
    return problem;
  }

  /// What `find` found, of the program with this number.
  SmallVector<Value> emitRoots(OpBuilder &builder, Value number) {
    IRMapping map;
    return llvm::map_to_vector(
        roots, [&](Value root) { return emit(builder, root, number, map); });
  }

  /// Makes the boxes depend on other roots.
  void replaceRoots(ArrayRef<Value> others) {
    IRMapping map;
    map.map(roots.getArrayRef(), others);
    for (OpOperand &coordinate : load.getCoordinatesMutable())
      coordinate.set(replace(coordinate.get(), map));
  }

  /// Whether neighbours mostly have the same roots, as far as 64 programs say
  /// that, with extents of 4096.
  bool areMostlyShared() {
    constexpr int kPairs = 32, kEnough = 24;
    int shared = 0;
    for (int pair = 0; pair < kPairs; ++pair) {
      DenseMap<Value, Attribute> even, odd;
      shared += llvm::all_of(roots, [&](Value root) {
        Attribute a = evaluate(root, 2 * pair, even);
        return a && a == evaluate(root, 2 * pair + 1, odd);
      });
    }
    return shared >= kEnough;
  }

private:
  /// The loop has no others, as it has nothing but a product.
  bool isInLoop(Value value) {
    return value.getParentBlock() == loop.getBody();
  }

  void find(Value value) {
    if (!mayDiffer(value) || !problem.empty())
      return;
    check(value);
    if (!isInLoop(value))
      roots.insert(value);
    else if (problem.empty())
      for (Value operand : value.getDefiningOp()->getOperands())
        find(operand);
  }

  /// That the value can be made for another program.
  void check(Value value) {
    if (!mayDiffer(value) || !problem.empty() || !checked.insert(value).second)
      return;
    Operation *op = value.getDefiningOp();
    if (isNumber(op))
      return;
    if (!op || op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
        isa<RankedTensorType>(value.getType())) {
      problem = op ? ("'" + op->getName().getStringRef() +
                      "', on which the right operand depends, may not run for "
                      "another program")
                         .str()
                   : "the right operand depends on what a loop carries";
      return;
    }
    for (Value operand : op->getOperands())
      check(operand);
  }

  static Value emit(OpBuilder &builder, Value value, Value number,
                    IRMapping &map) {
    if (!mayDiffer(value))
      return value;
    if (Value known = map.lookupOrNull(value))
      return known;
    Operation *op = value.getDefiningOp();
    if (isNumber(op))
      return number;
    for (Value operand : op->getOperands())
      map.map(operand, emit(builder, operand, number, map));
    builder.clone(*op, map);
    return map.lookup(value);
  }

  Value replace(Value value, IRMapping &map) {
    if (!mayDiffer(value) && !map.contains(value))
      return value;
    if (Value known = map.lookupOrNull(value))
      return known;
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      map.map(operand, replace(operand, map));
    OpBuilder builder(load);
    builder.clone(*op, map);
    return map.lookup(value);
  }

  /// The value in the program of this number; null if it is not known.
  static Attribute evaluate(Value value, int number,
                            DenseMap<Value, Attribute> &known) {
    constexpr int64_t kExtent = 4096;
    auto type = dyn_cast<IntegerType>(value.getType());
    if (!type)
      return {};
    if (Attribute found = known.lookup(value))
      return found;
    Operation *op = value.getDefiningOp();
    Attribute result;
    if (!op) {
      if (isa<FuncOp>(cast<BlockArgument>(value).getOwner()->getParentOp()))
        result = IntegerAttr::get(type, type.getWidth() < 16 ? 0 : kExtent);
    } else if (auto id = dyn_cast<GetProgramIdOp>(op)) {
      result = IntegerAttr::get(type, isNumber(id) ? number : 0);
    } else {
      SmallVector<Attribute> operands;
      for (Value operand : op->getOperands())
        operands.push_back(evaluate(operand, number, known));
      SmallVector<OpFoldResult> folded;
      if (succeeded(op->fold(operands, folded)) && folded.size() == 1) {
        result = dyn_cast<Attribute>(folded.front());
        if (auto other = dyn_cast<Value>(folded.front()); other && !result)
          result =
              other == value ? Attribute() : evaluate(other, number, known);
      }
    }
    if (result)
      known[value] = result;
    return result;
  }

  scf::ForOp loop;
  LoadOp load;
  std::string problem;
  llvm::SetVector<Value> roots;
  DenseSet<Value> checked;
};
} // namespace

//===----------------------------------------------------------------------===//
// Which kernels
//===----------------------------------------------------------------------===//

/// Finds the right operand's load, and where a CTA has its half of it. Or says
/// why there is no such place.
static std::string findShared(const PipelinePlan &plan, LoadOp &shared,
                              MemDescType &sharedPlace) {
  DotOp dot = *scf::ForOp(plan.loop).getBody()->getOps<DotOp>().begin();
  auto sums = cast<RankedTensorType>(dot.getType());
  auto layout = cast<NvidiaMmaLayoutAttr>(sums.getEncoding());
  constexpr int64_t kRows = 128;
  int64_t columns = sums.getDimSize(1), half = columns / 2;
  if (kWarpgroupWarps * layout.getInstrShape()[0] != kRows)
    return "a CTA's product has less than 128 rows";
  // PTX ISA, "tcgen05.mma": the shapes of all kinds.
  if (columns < 64 || columns > kMaxWarpgroupColumns)
    return "the sums have less than 64 or more than 256 columns";
  auto [left, isLeftTransposed] = findLoad(dot.getA());
  auto [load, isTransposed] = findLoad(dot.getB());
  if (left == load || !load.getMap().hasOneUse())
    return "other operands have the same tensor";
  auto tile = cast<RankedTensorType>(load.getType());
  SmallVector<unsigned> order =
      cast<LayoutAttrInterface>(tile.getEncoding()).getOrder();
  SmallVector<int64_t> shape(tile.getShape());
  shape[isTransposed ? 0 : 1] = half;
  SharedLayoutAttrInterface place =
      makeWarpgroupPlace(shape, tile.getElementType(), order);
  if (!place || !MatrixDescriptor::match(place.toLinearLayout(shape),
                                         getByteWidth(tile.getElementType()),
                                         /*kDim=*/isTransposed ? 1 : 0, half,
                                         /*anyMajor=*/true))
    return "a half of the right operand has no place that a descriptor can "
           "name";
  shared = load;
  sharedPlace = MemDescType::get(shape, tile.getElementType(), place);
  return "";
}

/// Whether the grid has more than one dimension, as far as the kernel says.
static bool hasOtherAxes(FuncOp entry) {
  auto asks = [](Operation *op) {
    auto id = dyn_cast<GetProgramIdOp>(op);
    return id && id.getAxis() != ProgramAxis::X ? WalkResult::interrupt()
                                                : WalkResult::advance();
  };
  return entry.walk(asks).wasInterrupted();
}

/// Why the programs of an entry cannot work in pairs; empty if they can.
static std::string planPairs(FuncOp entry, ArrayRef<PipelinePlan> plans,
                             LoadOp &shared, MemDescType &sharedPlace,
                             std::optional<Boxes> &boxes, AutoChoice choice) {
  // Of few programs along x, one more would be many.
  if (choice == AutoChoice::Auto && hasOtherAxes(entry))
    return "programs have numbers along y or z, too";
  if (plans.size() != 1)
    return "the program has several loops of products";
  const PipelinePlan &plan = plans.front();
  scf::ForOp loop = plan.loop;
  for (Value bound :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    if (mayDiffer(bound))
      return "programs may have different numbers of iterations";
  for (Operation &op : *loop->getBlock()) {
    if (&op == loop)
      break;
    if (!isMemoryEffectFree(&op) && !isa<LoadOp>(op))
      return ("'" + op.getName().getStringRef() +
              "' before the loop may not run twice")
          .str();
  }
  std::string problem = findShared(plan, shared, sharedPlace);
  if (!problem.empty())
    return problem;
  boxes.emplace(loop, shared);
  problem = boxes->find();
  if (problem.empty() && choice == AutoChoice::Auto &&
      !boxes->areMostlyShared())
    problem = "neighbours along x have different right operands";
  return problem;
}

//===----------------------------------------------------------------------===//
// The pair's programs
//===----------------------------------------------------------------------===//

/// Gives the load its half of a place, and all loads as many places as there is
/// room for then.
static void shrinkPlaces(PipelinePlan &plan, LoadOp shared, MemDescType half) {
  int64_t room = getBytes(plan);
  plan.loads[shared].place = half;
  plan.distance =
      room / (getBytes(plan) / plan.getNumPlaces()) - 1 - plan.spare;
}

void tilegpu::pairPrograms(FuncOp entry, MutableArrayRef<PipelinePlan> plans,
                           AutoChoice choice) {
  if (choice == AutoChoice::Never ||
      llvm::none_of(plans,
                    [](PipelinePlan &plan) { return plan.hasProductWarp; }))
    return;
  std::optional<Boxes> boxes;
  LoadOp shared;
  MemDescType sharedPlace;
  std::string problem =
      planPairs(entry, plans, shared, sharedPlace, boxes, choice);
  if (!problem.empty()) {
    plans.front().loop.emitRemark("is not multiplied by pairs of CTAs: ")
        << problem;
    return;
  }
  PipelinePlan &plan = plans.front();
  scf::ForOp loop = plan.loop;
  Location loc = entry.getLoc();
  shrinkPlaces(plan, shared, sharedPlace);
  unsigned number = entry.getNumArguments();
  (void)entry.insertArgument(number, IntegerType::get(entry.getContext(), 32),
                             DictionaryAttr(), loc);
  Value count = entry.getArgument(number);
  entry->setAttr(kCTAPairsAttrName, UnitAttr::get(entry.getContext()));

  // The loop carries whether it is the second pass.
  IRRewriter rewriter(entry.getContext());
  auto programs = cast<scf::ForOp>(loop->getParentOp());
  rewriter.setInsertionPoint(programs);
  Value no =
      arith::ConstantOp::create(rewriter, loc, rewriter.getBoolAttr(false));
  programs = cast<scf::ForOp>(*programs.replaceWithAdditionalYields(
      rewriter, no, /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
        return SmallVector<Value>{no};
      }));
  Value isSecond = programs.getRegionIterArg(0);

  // Roots of both programs, before programs know of the pair.
  OpBuilder builder(loop);
  Value id = GetProgramIdOp::create(builder, loc, ProgramAxis::X);
  Value one = emitI32(builder, loc, 1),
        last = arith::SubIOp::create(builder, loc, count, one),
        rank = emitRank(builder, loc, id),
        even = arith::SubIOp::create(builder, loc, id, rank),
        odd = arith::MinUIOp::create(
            builder, loc, arith::OrIOp::create(builder, loc, id, one), last);
  SmallVector<Value> ofEven = boxes->emitRoots(builder, even),
                     ofOdd = boxes->emitRoots(builder, odd), chosen;
  Value differ = no;
  for (auto [first, second] : llvm::zip(ofEven, ofOdd)) {
    Value differs = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, first, second);
    differ = differ == no ? differs
                          : arith::OrIOp::create(builder, loc, differ, differs);
    chosen.push_back(
        arith::SelectOp::create(builder, loc, isSecond, second, first));
  }
  boxes->replaceRoots(chosen);
  // A half of the columns.
  auto tile = cast<RankedTensorType>(shared.getType());
  for (auto [coordinate, dim] :
       llvm::zip(shared.getCoordinatesMutable(), shared.getBoxDims())) {
    int64_t half = sharedPlace.getShape()[dim];
    if (half == tile.getDimSize(dim))
      continue;
    Value first =
        arith::MulIOp::create(builder, loc, rank, emitI32(builder, loc, half));
    OpBuilder inside(shared);
    coordinate.set(arith::AddIOp::create(inside, loc, coordinate.get(), first));
  }
  // A second pass follows the first one where they differ.
  Value follows = arith::AndIOp::create(
      builder, loc, differ, emitIsFirstPass(builder, loc, isSecond));
  programs.getBody()->getTerminator()->setOperand(0, follows);

  // What comes after the sums is for a program that exists, in its own pass.
  Value pass = arith::ExtUIOp::create(builder, loc, rank.getType(), isSecond);
  Value isOwn =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, pass, rank);
  Value isShared = emitIsFirstPass(builder, loc, differ);
  Value isThere =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, id, count);
  Value goesOn = arith::AndIOp::create(
      builder, loc, isThere,
      arith::OrIOp::create(builder, loc, isShared, isOwn));
  builder.setInsertionPointAfter(loop);
  auto branch = scf::IfOp::create(builder, loc, goesOn,
                                  /*withElseRegion=*/false);
  Operation *end = branch.thenBlock()->getTerminator();
  for (Operation *op = branch->getNextNode(), *next = nullptr;
       !op->hasTrait<OpTrait::IsTerminator>(); op = next) {
    next = op->getNextNode();
    op->moveBefore(end);
  }

  // The CTA without a program begins with that of the other one.
  builder.setInsertionPointToStart(programs.getBody());
  id.getDefiningOp()->moveBefore(programs.getBody(),
                                 programs.getBody()->begin());
  builder.setInsertionPointAfter(id.getDefiningOp());
  last.getDefiningOp()->getOperand(1).getDefiningOp()->moveAfter(
      id.getDefiningOp());
  last.getDefiningOp()->moveAfter(one.getDefiningOp());
  builder.setInsertionPointAfter(last.getDefiningOp());
  Value own = arith::MinUIOp::create(builder, loc, id, last);
  entry.walk([&](Operation *op) {
    if (isNumber(op) && op != id.getDefiningOp())
      op->getResult(0).replaceAllUsesWith(own);
    else if (auto asked = dyn_cast<GetNumProgramsOp>(op);
             asked && asked.getAxis() == ProgramAxis::X)
      asked.getResult().replaceAllUsesWith(count);
  });
}
