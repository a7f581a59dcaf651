//===- BoxFinder.cpp - Proves that accesses are boxes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file is long, as one proof has many steps, which share what is known of
// the box.
//
//===----------------------------------------------------------------------===//

#include "BoxFinder.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

/// PTX ISA, "Tensor Dimension".
static constexpr size_t kMaxTensorRank = 5;

/// Bytes that the begin of a box's lines is a multiple of.
static constexpr int64_t kCopyAlignment = 16;

/// Lets coordinates that may be negative begin before what the argument points
/// to. Rows of 128 bytes, the shortest that launches take for this, reach 32
/// GiB before it, and rows of 512 KiB reach as far as addresses go. Of further
/// dimensions, as pages, the strides are larger. False for the contiguous one
/// without an end: 2^31 of its elements are no more than a GPU has.
static bool setOrigin(TensorMapInfo &map, unsigned dim) {
  constexpr unsigned kOfRows = 1u << 28, kOfOthers = 1u << 24;
  map.dims[dim].origin = dim == 1 ? kOfRows : kOfOthers;
  return dim != 0 || map.dims[dim].extent;
}

std::optional<ArgumentSum>
BoxFinder::getArgumentSum(const ScalarSum &sum) const {
  if (!sum.isExact())
    return std::nullopt;
  ArgumentSum result;
  for (const ScalarTerm &term : sum.getTerms()) {
    ArgumentTerm &product = result.emplace_back();
    product.factor = term.factor;
    for (Value value : term.values) {
      if (!isArgument(value))
        return std::nullopt;
      product.arguments.push_back(cast<BlockArgument>(value).getArgNumber());
    }
  }
  return result;
}

/// The tile's dimensions are the first ones: the contiguous one, and another
/// one if it has two.
bool BoxFinder::setStrides(Box &box, const TileIndex &index,
                           ScalarTerm &stride) {
  std::optional<unsigned> fast;
  for (auto [dim, step] : llvm::enumerate(index.steps))
    if (step.getConstant() == 1) {
      if (fast)
        return false;
      fast = dim;
    }
  if (!fast)
    return false;
  box.tileDims = {int32_t(*fast)};
  box.map.dims.resize(index.steps.size());
  box.coordinates.resize(index.steps.size());
  if (index.steps.size() == 1)
    return true;
  const ScalarSum &step = index.steps[1 - *fast];
  std::optional<ArgumentSum> sum = getArgumentSum(step);
  if (!sum || step.getTerms().size() != 1)
    return false;
  stride = step.getTerms()[0];
  if (stride.factor <= 0)
    return false;
  box.tileDims.push_back(1 - *fast);
  box.map.dims[1].stride = std::move(*sum);
  return true;
}

/// Which part of the offset of element (0, 0) counts along which dimension. Of
/// rows in planes whose number of rows is an argument, the first row of a plane
/// counts along the rows or, if `isSeparate`, along a dimension of planes: then
/// a bound of rows in the plane is one of the box.
bool BoxFinder::setCoordinates(Box &box, const ScalarSum &start,
                               const ScalarTerm &stride, bool isSeparate) {
  SmallVector<ScalarTerm> others;
  size_t rank = box.tileDims.size();
  auto isMoving = [&](Value value) { return !isArgument(value); };
  for (const ScalarTerm &term : start.getTerms()) {
    ScalarTerm fixed{1, {}}, moving{term.factor, {}, term.narrow};
    if (auto rows = rank == 1 ? std::nullopt : term.divideBy(stride)) {
      bool isPlane = isSeparate && llvm::any_of(rows->values, isMoving) &&
                     !llvm::all_of(rows->values, isMoving);
      if (!isPlane) {
        box.coordinates[1] = box.coordinates[1] + ScalarSum::of(*rows);
        continue;
      }
      fixed.factor = stride.factor;
      moving.factor = rows->factor;
    }
    // What arguments multiply are strides of further dimensions.
    for (Value value : term.values)
      (isArgument(value) ? fixed : moving).values.push_back(value);
    if (fixed.values.empty() || moving.values.empty()) {
      box.coordinates[0] = box.coordinates[0] + ScalarSum::of(term);
      continue;
    }
    auto it = llvm::find_if(others, [&](const ScalarTerm &other) {
      return other.factor == fixed.factor && other.hasSameValues(fixed);
    });
    size_t number = rank + (it - others.begin());
    if (it == others.end()) {
      if (number >= kMaxTensorRank)
        return false;
      others.push_back(fixed);
      box.map.dims.emplace_back().stride =
          *getArgumentSum(ScalarSum::of(fixed));
      box.coordinates.emplace_back();
    }
    box.coordinates[number] = box.coordinates[number] + ScalarSum::of(moving);
  }
  return start.isExact();
}

/// Makes extents of the bounds that the mask is. `isBounded`: by dimension of
/// the box, whether the mask excludes negative coordinates.
bool BoxFinder::applyMask(Box &box, SmallVectorImpl<bool> &isBounded) {
  isBounded.assign(box.coordinates.size(), false);
  Value mask = cast<LayoutOpInterface>(box.access).getAccessMask();
  if (!mask)
    return true;
  auto conditions = indices.getConditions(mask);
  if (!conditions)
    return false;
  for (const IndexCondition &condition : *conditions) {
    const TileIndex &index = condition.index;
    std::optional<unsigned> along;
    for (auto [number, dim] : llvm::enumerate(box.tileDims)) {
      if (index.steps[dim].isZero())
        continue;
      if (along)
        return false;
      along = number;
    }
    if (!along)
      return false;
    std::optional<int64_t> step =
        index.steps[box.tileDims[*along]].getConstant();
    const ScalarSum &coordinate = box.coordinates[*along];
    if (step == -1) {
      // Coordinates greater than this are read.
      if ((coordinate + index.start).getConstant() != -1)
        return false;
      isBounded[*along] = true;
      continue;
    }
    TensorMapDim &dim = box.map.dims[*along];
    std::optional<ArgumentSum> extent =
        getArgumentSum(coordinate - index.start);
    if (step != 1 || !extent || dim.extent)
      return false;
    dim.extent = std::move(extent);
  }
  return true;
}

bool BoxFinder::applyWraps(Box &box, const TileIndex &index) {
  for (const TileIndex::Wrap &wrap : index.wraps) {
    unsigned number = box.tileDims[0] == int32_t(wrap.dim) ? 0 : 1;
    TensorMapDim &dim = box.map.dims[number];
    std::optional<ArgumentSum> extent = getArgumentSum(wrap.modulus);
    if (!extent || dim.extent || !(box.coordinates[number] == wrap.start) ||
        !reachesNoMemory(box.access->getResult(0), wrap.dim,
                         wrap.modulus - wrap.start))
      return false;
    dim.extent = std::move(extent);
    if (wrap.isRemainder && !isNonNegative(wrap.start))
      box.trapping.push_back(number);
  }
  return true;
}

/// A number that a scalar of 32 bits is not above, nor its negative below.
static int64_t getLargest(Value value) {
  constexpr int64_t kAny = int64_t(1) << 31, kAlongYAndZ = 65535;
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return std::abs(constant.getSExtValue());
  Operation *op = value.getDefiningOp();
  if (auto id = dyn_cast_or_null<GetProgramIdOp>(op))
    return id.getAxis() == ProgramAxis::X ? kAny : kAlongYAndZ;
  if (isa_and_present<arith::RemSIOp, arith::RemUIOp>(op))
    return getLargest(op->getOperand(1));
  if (isa_and_present<arith::DivSIOp>(op) &&
      matchPattern(op->getOperand(1), m_ConstantInt(&constant)))
    return getLargest(op->getOperand(0)) /
           std::max<int64_t>(1, std::abs(constant.getSExtValue()));
  return kAny;
}

/// Whether a coordinate is the same in 32 bits. What the kernel computes in 32
/// bits is, and so are sums of it. What it multiplies in 64 bits may need them.
bool BoxFinder::fitsInt32(const ScalarSum &sum) {
  constexpr int64_t kEnd = int64_t(1) << 31;
  for (const ScalarTerm &term : sum.getTerms()) {
    if (!llvm::isInt<32>(term.factor))
      return false;
    if (term.values.empty())
      continue;
    auto isExtended = [](Operation *op) {
      return isa_and_present<arith::ExtSIOp, arith::ExtUIOp>(op);
    };
    bool isNarrow = llvm::all_of(term.values, [&](Value value) {
      return value.getType().getIntOrFloatBitWidth() <= 32 ||
             (isExtended(value.getDefiningOp()) && term.values.size() == 1);
    });
    if (isNarrow && std::abs(term.factor) <= term.narrow)
      continue;
    if (term.values.size() != 1)
      return false;
    Value value = term.values[0];
    if (Operation *op = value.getDefiningOp(); isExtended(op))
      value = op->getOperand(0);
    if (isNarrow && getLargest(value) * std::abs(term.factor) < kEnd)
      continue;
    if (!isArgument(value))
      return false;
    unsigned number = cast<BlockArgument>(value).getArgNumber();
    for (int64_t factor : {-term.factor, term.factor})
      addPositive({ArgumentTerm{factor, {number}}, ArgumentTerm{kEnd, {}}});
  }
  return true;
}

void BoxFinder::addPositive(ArgumentSum sum) {
  if (!llvm::is_contained(positives, sum))
    positives.push_back(std::move(sum));
}

/// Whether a scalar is not negative, if all of `needed` are positive.
bool BoxFinder::isNonNegative(Value value,
                              SmallVectorImpl<ArgumentSum> &needed) const {
  const AxisInfo *info = axisInfo.lookup(value);
  if (info && info->isNonNegative())
    return true;
  // `factor` times an argument, and `constant`.
  auto need = [&](Value argument, int64_t factor, int64_t constant) {
    ArgumentTerm term{factor, {cast<BlockArgument>(argument).getArgNumber()}};
    needed.push_back({term, ArgumentTerm{constant, {}}});
  };
  if (isArgument(value)) {
    need(value, 1, 1);
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (isa_and_present<arith::DivSIOp, arith::MinSIOp>(op))
    return isNonNegative(op->getOperand(0), needed) &&
           isNonNegative(op->getOperand(1), needed);
  if (isa_and_present<arith::RemSIOp>(op))
    return isNonNegative(op->getOperand(0), needed);
  // As in a quotient that is rounded up: it must not overflow.
  if (auto sum = dyn_cast_or_null<arith::AddIOp>(op)) {
    constexpr int64_t kMost = 65535, kEnd = int64_t(1) << 31;
    APInt added;
    if (!isArgument(sum.getLhs()) || !sum.getType().isInteger(32) ||
        !matchPattern(sum.getRhs(), m_ConstantInt(&added)) ||
        added.isNegative() || added.ugt(kMost))
      return false;
    need(sum.getLhs(), 1, 1);
    need(sum.getLhs(), -1, kEnd - kMost);
    return true;
  }
  return false;
}

bool BoxFinder::isNonNegative(const ScalarSum &sum) {
  SmallVector<ArgumentSum> needed;
  for (const ScalarTerm &term : sum.getTerms()) {
    if (term.factor < 0)
      return false;
    for (Value value : term.values)
      if (!isNonNegative(value, needed))
        return false;
  }
  for (ArgumentSum &sum : needed)
    addPositive(std::move(sum));
  return sum.isExact();
}

/// A power of two that divides the sum.
int64_t BoxFinder::getDivisibility(const ScalarSum &sum) const {
  int64_t all = AxisInfo::kMaxDivisibility;
  auto getPowerOfTwo = [](int64_t number) { return number & -number; };
  for (const ScalarTerm &term : sum.getTerms()) {
    int64_t divisor = getPowerOfTwo(term.factor);
    for (Value value : term.values)
      if (const AxisInfo *info = axisInfo.lookup(value))
        if (llvm::MulOverflow(divisor, info->getDivisibilityOfAll(), divisor))
          divisor = AxisInfo::kMaxDivisibility;
    all = std::min(all, divisor);
  }
  return all;
}

/// Whether a sum is the same in all iterations of a loop.
static bool isSameIn(scf::ForOp loop, const ScalarSum &sum) {
  return llvm::all_of(sum.getTerms(), [&](const ScalarTerm &term) {
    return llvm::all_of(term.values, [&](Value value) {
      return loop.isDefinedOutsideOfLoop(value);
    });
  });
}

/// Whether elements of `tile` from number `from` on along `dim` change nothing
/// in memory.
bool BoxFinder::reachesNoMemory(Value tile, unsigned dim,
                                const ScalarSum &from) {
  llvm::SmallSetVector<std::pair<Value, unsigned>, 16> reached;
  reached.insert({tile, dim});
  auto isExcluded = [&](StoreOp store, unsigned dim) {
    auto conditions =
        store.getMask() ? indices.getConditions(store.getMask()) : std::nullopt;
    return conditions &&
           llvm::any_of(*conditions, [&](const IndexCondition &condition) {
             const TileIndex &index = condition.index;
             for (auto [number, step] : llvm::enumerate(index.steps))
               if (number == dim ? step.getConstant() != 1 : !step.isZero())
                 return false;
             return (index.start + from).isZero();
           });
  };
  for (size_t i = 0; i < reached.size(); ++i) {
    auto [value, dim] = reached[i];
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      unsigned number = use.getOperandNumber();
      if (auto dot = dyn_cast<DotOp>(user)) {
        if (number < 2 && dim != number)
          return false;
        reached.insert({dot.getResult(), dim});
      } else if (auto store = dyn_cast<StoreOp>(user)) {
        if (value != store.getValue() || value == store.getMask() ||
            !isExcluded(store, dim))
          return false;
      } else if (auto loop = dyn_cast<scf::ForOp>(user)) {
        BlockArgument arg = loop.getTiedLoopRegionIterArg(&use);
        if (!arg)
          return false;
        reached.insert({arg, dim});
        reached.insert({loop.getTiedLoopResult(&use), dim});
      } else if (isa<scf::YieldOp>(user)) {
        Operation *parent = user->getParentOp();
        if (auto loop = dyn_cast<scf::ForOp>(parent)) {
          // In the next iteration they may have other numbers.
          if (!isSameIn(loop, from))
            return false;
          reached.insert({loop.getRegionIterArg(number), dim});
        } else if (!isa<scf::IfOp>(parent)) {
          return false;
        }
        reached.insert({parent->getResult(number), dim});
      } else if (auto trans = dyn_cast<TransOp>(user)) {
        for (auto [to, old] : llvm::enumerate(trans.getOrder()))
          if (unsigned(old) == dim)
            reached.insert({trans.getResult(), unsigned(to)});
      } else if (isElementwise(user) && isMemoryEffectFree(user) &&
                 !isa<ElementwiseInlineAsmOp>(user)) {
        for (Value result : user->getResults())
          reached.insert({result, dim});
      } else {
        return false;
      }
    }
  }
  return true;
}

/// Whether the function may write memory of an argument: through it, or through
/// pointers of unknown origin. A bulk copy sees no write of the same launch.
static bool mayWrite(Operation *func, Value argument) {
  llvm::SmallSetVector<Value, 8> pointers;
  bool isUnknown = false;
  func->walk([&](Operation *op) {
    if (isa<StoreOp, AtomicOpInterface>(op))
      pointers.insert(op->getOperand(0));
    else if (!isa<LoadOp, PrintOp, AssertOp, DotOp>(op) &&
             !isMemoryEffectFree(op) &&
             !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
             !op->hasTrait<OpTrait::IsTerminator>() && op != func)
      isUnknown = true;
  });
  for (size_t i = 0; i < pointers.size() && !isUnknown; ++i) {
    Value pointer = pointers[i];
    if (auto arg = dyn_cast<BlockArgument>(pointer)) {
      auto loop = dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp());
      if (pointer == argument)
        return true;
      if (loop && arg != loop.getInductionVar()) {
        pointers.insert(loop.getTiedLoopInit(arg)->get());
        pointers.insert(loop.getTiedLoopYieldedValue(arg)->get());
      } else if (loop || !isa<FuncOp>(arg.getOwner()->getParentOp())) {
        isUnknown = true;
      }
    } else if (Operation *op = pointer.getDefiningOp();
               isa<AddPtrOp, SplatOp, BroadcastOp, ExpandDimsOp, ReshapeOp,
                   TransOp, BitcastOp>(op)) {
      pointers.insert(op->getOperand(0));
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      pointers.insert(
          loop.getTiedLoopYieldedValue(
                  loop.getTiedLoopRegionIterArg(cast<OpResult>(pointer)))
              ->get());
      pointers.insert(loop.getTiedLoopInit(cast<OpResult>(pointer))->get());
    } else {
      isUnknown = true;
    }
  }
  return isUnknown;
}

/// Whether the elements that are not read become 0.
static bool isZeroOutside(LoadOp load) {
  Value other = load.getOther();
  if (!load.getMask() || !other)
    return true;
  if (auto splat = other.getDefiningOp<SplatOp>())
    other = splat.getSrc();
  return matchPattern(other, m_Zero()) || matchPattern(other, m_PosZeroFloat());
}

/// Sets the tensor and where in it the access is; returns how its pointers are
/// made.
std::optional<TileIndex> BoxFinder::setTensor(Box &box, bool isSeparate,
                                              std::string &reason) {
  auto refuse = [&](StringRef text) {
    reason = text.str();
    return std::nullopt;
  };
  Value pointers = box.access->getOperand(0);
  auto tile = dyn_cast<RankedTensorType>(getPointeeLike(pointers.getType()));
  unsigned bits = tile ? getBitWidth(tile.getElementType()) : 0;
  // Nothing stores a line alone.
  int64_t least = isa<LoadOp>(box.access) ? 1 : 2;
  if (!tile || tile.getRank() < least || tile.getRank() > 2 ||
      (bits != 8 && bits != 16 && bits != 32))
    return refuse("of its type");
  // Padding would make such a tile's box a larger one.
  if (!llvm::all_of(tile.getShape(), llvm::isPowerOf2_64))
    return refuse("its sizes are not powers of two");
  std::optional<TileIndex> index = indices.get(pointers);
  if (!index || !index->base || !isArgument(index->base) ||
      cast<PtrType>(index->base.getType()).getAddressSpace() != 1)
    return refuse("its pointers are not an argument plus a sum of products of "
                  "scalars and the element's coordinates");
  box.map.argument = cast<BlockArgument>(index->base).getArgNumber();
  llvm::raw_string_ostream(box.map.elementType) << tile.getElementType();
  ScalarTerm stride;
  if (!setStrides(box, *index, stride))
    return refuse("its elements are not neighbours along one dimension, and a "
                  "product of arguments apart along the other one");
  if (!setCoordinates(box, index->start, stride, isSeparate))
    return refuse("its pointers have more than five strides");
  if (getDivisibility(box.coordinates[0]) * (bits / 8) % kCopyAlignment != 0)
    return refuse("its lines may begin at other places than multiples of 16 "
                  "bytes");
  if (!llvm::all_of(box.coordinates, [&](const ScalarSum &coordinate) {
        return fitsInt32(coordinate);
      }))
    return refuse("a coordinate may need more than 32 bits");
  return index;
}

/// Rows of all planes are one dimension, if that is enough: it is one less.
template <typename Access>
std::optional<Box> BoxFinder::findEither(Access access, std::string &reason) {
  std::vector<ArgumentSum> before = positives;
  for (bool isSeparate : {false, true}) {
    std::string problem;
    if (std::optional<Box> box = find(access, isSeparate, problem))
      return box;
    // What is needed for a box that is none.
    positives = before;
    if (reason.empty())
      reason = problem;
  }
  return std::nullopt;
}

std::optional<Box> BoxFinder::find(LoadOp load, bool isSeparate,
                                   std::string &reason) {
  auto refuse = [&](StringRef text) {
    reason = text.str();
    return std::nullopt;
  };
  if (load.getIsVolatile() ||
      !llvm::is_contained(
          {CacheModifier::None, CacheModifier::CA, CacheModifier::CG},
          load.getCache()))
    return refuse("it is volatile or past the caches");
  if (!isZeroOutside(load))
    return refuse("elements that are not read become something else than 0");
  Box box;
  box.access = load;
  std::optional<TileIndex> index = setTensor(box, isSeparate, reason);
  if (!index)
    return std::nullopt;
  if (mayWrite(load->getParentOfType<FuncOp>(), index->base))
    return refuse("the kernel may write what it reads");
  SmallVector<bool> isBounded;
  if (!applyMask(box, isBounded))
    return refuse("its mask is not a bound, made of arguments, of each "
                  "dimension");
  if (!applyWraps(box, *index))
    return refuse("rows or columns that a remainder wraps may reach memory");
  for (auto [number, coordinate] : llvm::enumerate(box.coordinates)) {
    if (!isBounded[number] && !llvm::is_contained(box.trapping, number) &&
        !isNonNegative(coordinate) && !setOrigin(box.map, number))
      return refuse("a column may be negative");
  }
  // The kernel traps before a loop that always runs.
  if (isa<FuncOp>(load->getParentOp()->getParentOp()))
    for (unsigned number : box.trapping)
      tested.push_back(box.coordinates[number]);
  return box;
}

/// Whether what a load gives goes to the store alone, element by element: then
/// it has been read where the element is stored. In a loop it may read what a
/// copy of an earlier iteration writes.
static bool feedsOnly(LoadOp load, StoreOp store) {
  if (load.getPtr() != store.getPtr() || !isa<FuncOp>(store->getParentOp()))
    return false;
  llvm::SmallSetVector<Operation *, 8> ops;
  ops.insert(load);
  for (size_t i = 0; i < ops.size(); ++i)
    for (OpOperand &use : ops[i]->getUses()) {
      Operation *user = use.getOwner();
      if (user == store.getOperation() && use.get() == store.getValue())
        continue;
      if (!isElementwise(user) || !isMemoryEffectFree(user) ||
          user->getBlock() != store->getBlock())
        return false;
      ops.insert(user);
    }
  return true;
}

/// Whether pointers may point to the memory of `base`, an argument. Arguments
/// are different memory; of others the compiler does not know where they come
/// from.
static bool mayBeOf(Value pointers, Value base, TileIndices &indices) {
  std::optional<TileIndex> index = indices.get(pointers);
  if (index && index->base)
    pointers = index->base;
  while (isa_and_present<AddPtrOp, SplatOp, BroadcastOp, ExpandDimsOp,
                         ReshapeOp, TransOp>(pointers.getDefiningOp()))
    pointers = pointers.getDefiningOp()->getOperand(0);
  auto arg = dyn_cast<BlockArgument>(pointers);
  return !arg || !isa<FuncOp>(arg.getOwner()->getParentOp()) || arg == base;
}

/// Whether a program reads nothing else of `base`, a pointer, and writes
/// nothing else there: bulk copies come in another order. `others` are stores
/// that may meet it in its block.
static bool isLastOf(StoreOp store, Value base, TileIndices &indices,
                     SmallVectorImpl<StoreOp> &others) {
  auto mayMeet = [&](Operation *access) {
    return mayBeOf(access->getOperand(0), base, indices);
  };
  WalkResult walked = store->getParentOfType<FuncOp>().walk([&](Operation *op) {
    bool meets = false;
    if (op == store.getOperation() || isMemoryEffectFree(op) ||
        op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
        op->hasTrait<OpTrait::IsTerminator>() || isa<FuncOp>(op))
      meets = false;
    else if (auto load = dyn_cast<LoadOp>(op))
      meets = load.getIsVolatile() || (!feedsOnly(load, store) && mayMeet(op));
    else if (auto other = dyn_cast<StoreOp>(op); other && mayMeet(op)) {
      meets = op->getBlock() != store->getBlock();
      others.push_back(other);
    } else
      meets = !isa<DotOp, StoreOp>(op);
    return meets ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !walked.wasInterrupted();
}

/// Whether lines of a tensor end where a copy of 16 bytes does.
bool BoxFinder::endsAtCopies(const TensorMapInfo &map, FuncOp func,
                             int64_t bytes) const {
  const TensorMapDim &dim = map.dims[0];
  // What lines are apart is whole copies, or there is no map.
  if (!dim.extent || dim.extent == map.dims[1].stride)
    return true;
  return llvm::all_of(*dim.extent, [&](const ArgumentTerm &term) {
    ScalarTerm scalars{term.factor, {}};
    for (unsigned number : term.arguments)
      scalars.values.push_back(func.getArgument(number));
    return getDivisibility(ScalarSum::of(scalars)) * bytes % kCopyAlignment ==
           0;
  });
}

/// Whether boxes of a tile's size begin at multiples of it, so that two of them
/// are the same or have nothing in common.
bool BoxFinder::isInGrid(const Box &box) const {
  return isInGrid(box, 0) && isInGrid(box, 1);
}

/// The same along one dimension.
bool BoxFinder::isInGrid(const Box &box, unsigned number) const {
  auto tile = cast<RankedTensorType>(
      cast<LayoutOpInterface>(box.access).getLayoutData().getType());
  return getDivisibility(box.coordinates[number]) %
             tile.getDimSize(box.tileDims[number]) ==
         0;
}

/// Makes sure that what begins at kOutside is outside.
bool BoxFinder::setEnd(const TensorMapDim &dim) {
  if (!dim.extent)
    return false;
  ArgumentSum room{ArgumentTerm{kOutside + 1, {}}};
  for (ArgumentTerm term : *dim.extent) {
    term.factor = -term.factor;
    room.push_back(std::move(term));
  }
  addPositive(std::move(room));
  return true;
}

/// Makes sure that a line does not contain columns of the next line, if their
/// number is known.
void BoxFinder::keepLinesApart(const TensorMapInfo &map) {
  const std::optional<ArgumentSum> &columns = map.dims[0].extent;
  if (!columns || *columns == map.dims[1].stride)
    return;
  ArgumentSum room = map.dims[1].stride;
  room.push_back(ArgumentTerm{1, {}});
  for (ArgumentTerm term : *columns) {
    term.factor = -term.factor;
    room.push_back(std::move(term));
  }
  addPositive(std::move(room));
}

/// Whether another store of an iteration writes another box of the same grid,
/// in the same plane.
bool BoxFinder::writesOther(const Box &box, StoreOp store, bool isSeparate) {
  Box other;
  other.access = store;
  std::string reason;
  if (store.getValue().getType() !=
          cast<StoreOp>(box.access).getValue().getType() ||
      !setTensor(other, isSeparate, reason) || other.tileDims != box.tileDims ||
      other.coordinates.size() != box.coordinates.size() || !isInGrid(other))
    return false;
  bool differs = false;
  for (auto [number, dim] : llvm::enumerate(box.map.dims)) {
    if (!(dim.stride == other.map.dims[number].stride))
      return false;
    std::optional<int64_t> apart =
        (other.coordinates[number] - box.coordinates[number]).getConstant();
    if (number >= 2 && apart != 0)
      return false;
    differs |= apart && *apart != 0;
  }
  return differs;
}

std::optional<Box> BoxFinder::find(StoreOp store, bool isSeparate,
                                   std::string &reason) {
  auto refuse = [&](StringRef text) {
    reason = text.str();
    return std::nullopt;
  };
  if (store.getIsVolatile() || store.getCache() != CacheModifier::None ||
      store.getEvict() != EvictionPolicy::Normal)
    return refuse("it is volatile, or says what caches do");
  if (!isInLoopsOnly(store))
    return refuse("it is in a branch");
  Box box;
  box.access = store;
  std::optional<TileIndex> index = setTensor(box, isSeparate, reason);
  if (!index)
    return std::nullopt;
  if (!index->wraps.empty())
    return refuse("its rows or columns wrap");
  // Warps do not wait for each other's copies: where a program writes several
  // boxes, each warp's part of them must be its own.
  SmallVector<StoreOp> others;
  if (!isLastOf(store, index->base, indices, others) ||
      !llvm::all_of(others, [&](StoreOp other) {
        return writesOther(box, other, isSeparate);
      }))
    return refuse("the kernel may read what it writes, or write it again");
  bool isOneOfSeveral = !others.empty() || !isa<FuncOp>(store->getParentOp());
  if (isOneOfSeveral && !isInGrid(box))
    return refuse("it may write a part of another iteration's box");
  SmallVector<bool> isBounded;
  if (!applyMask(box, isBounded))
    return refuse("its mask is not a bound, made of arguments, of each "
                  "dimension");
  if (isOneOfSeveral)
    keepLinesApart(box.map);
  // Copies write whole 16 bytes.
  int64_t bytes = getBitWidth(getScalarType(store.getValue().getType())) / 8;
  if (!endsAtCopies(box.map, store->getParentOfType<FuncOp>(), bytes))
    return refuse("its lines may end at other places than multiples of 16 "
                  "bytes");
  if (!keepInside(box, isBounded, reason))
    return std::nullopt;
  return box;
}

/// Whether nothing in the kernel sees how far sums of `atomic` are, at `base`
/// and what `base` points to: relaxed additions come in any order, and bulk
/// reductions are such.
static bool isUnordered(AtomicRMWOp atomic, Value base, TileIndices &indices) {
  auto mayMeet = [&](Operation *access) {
    return mayBeOf(access->getOperand(0), base, indices);
  };
  WalkResult walked =
      atomic->getParentOfType<FuncOp>().walk([&](Operation *op) {
        bool sees = false;
        if (isMemoryEffectFree(op) ||
            op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
            op->hasTrait<OpTrait::IsTerminator>() || isa<FuncOp, DotOp>(op))
          sees = false;
        else if (auto load = dyn_cast<LoadOp>(op))
          sees = load.getIsVolatile() || mayMeet(op);
        else if (isa<StoreOp>(op))
          sees = mayMeet(op);
        else if (auto other = dyn_cast<AtomicRMWOp>(op))
          sees = other.getSem() != MemSemantic::Relaxed || !other.use_empty() ||
                 (mayMeet(op) &&
                  other.getAtomicRmwOp() != atomic.getAtomicRmwOp());
        else
          sees = true;
        return sees ? WalkResult::interrupt() : WalkResult::advance();
      });
  return !walked.wasInterrupted();
}

std::optional<Box> BoxFinder::find(AtomicRMWOp atomic, bool isSeparate,
                                   std::string &reason) {
  auto refuse = [&](StringRef text) {
    reason = text.str();
    return std::nullopt;
  };
  Type element = getScalarType(atomic.getVal().getType());
  RMWOp kind = atomic.getAtomicRmwOp();
  if (kind != RMWOp::FAdd && !(kind == RMWOp::Add && element.isInteger(32)))
    return refuse("it is no addition of floats or i32");
  if (!atomic.use_empty())
    return refuse("an operation reads its result");
  if (atomic.getSem() != MemSemantic::Relaxed ||
      atomic.getScope() == MemSyncScope::System)
    return refuse("it is ordered, or atomic for the host");
  if (!isInLoopsOnly(atomic))
    return refuse("it is in a branch");
  Box box;
  box.access = atomic;
  std::optional<TileIndex> index = setTensor(box, isSeparate, reason);
  if (!index)
    return std::nullopt;
  if (!index->wraps.empty())
    return refuse("its rows or columns wrap");
  if (!isUnordered(atomic, index->base, indices))
    return refuse("the kernel may see how far its sums are");
  SmallVector<bool> isBounded;
  if (!applyMask(box, isBounded))
    return refuse("its mask is not a bound, made of arguments, of each "
                  "dimension");
  if (!endsAtCopies(box.map, atomic->getParentOfType<FuncOp>(),
                    getBitWidth(element) / 8))
    return refuse("its lines may end at other places than multiples of 16 "
                  "bytes");
  if (!keepInside(box, isBounded, reason))
    return std::nullopt;
  return box;
}

/// Makes sure that no box of a store begins before the tensor: that is an
/// illegal instruction.
bool BoxFinder::keepInside(Box &box, ArrayRef<bool> isBounded,
                           std::string &reason) {
  for (auto [number, coordinate] : llvm::enumerate(box.coordinates)) {
    if (isBounded[number] && isInGrid(box, number) &&
        setEnd(box.map.dims[number])) {
      box.leaving.push_back(number);
      continue;
    }
    if (isNonNegative(coordinate) || llvm::is_contained(tested, coordinate))
      continue;
    if (isBounded[number] || !setOrigin(box.map, number))
      return reason = "a coordinate may be negative", false;
  }
  return true;
}

std::optional<Box> BoxFinder::find(LoadOp load, std::string &reason) {
  return findEither(load, reason);
}

std::optional<Box> BoxFinder::find(StoreOp store, std::string &reason) {
  return findEither(store, reason);
}

std::optional<Box> BoxFinder::find(AtomicRMWOp atomic, std::string &reason) {
  return findEither(atomic, reason);
}
