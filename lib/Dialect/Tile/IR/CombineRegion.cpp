//===- CombineRegion.cpp - How two elements become one --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineRegion.h"

#include "tile/Dialect/Tile/IR/CombineRegions.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

/// Whether something in `op` has an effect and is not an assertion.
static bool hasOtherEffects(Operation *op) {
  return op
      ->walk([](Operation *nested) {
        return isa<AssertOp>(nested) ||
                       nested->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                       isMemoryEffectFree(nested)
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

LogicalResult tile::verifyCombineRegion(Operation *op, ValueRange srcs,
                                        Block &body, StringRef returnName) {
  auto first = cast<RankedTensorType>(srcs[0].getType());
  for (Value src : srcs.drop_front())
    if (cast<RankedTensorType>(src.getType()).getShape() != first.getShape())
      return op->emitOpError("expected operands of one shape, found ")
             << first << " and " << src.getType();

  SmallVector<Type> elements;
  for (Value src : srcs)
    elements.push_back(getScalarType(src.getType()));
  SmallVector<Type> expected(elements);
  llvm::append_range(expected, elements);
  if (!llvm::equal(body.getArgumentTypes(), expected))
    return op->emitOpError("expected a region with arguments (")
           << expected << "), found (" << body.getArgumentTypes() << ")";
  Operation *ret = body.empty() ? nullptr : &body.back();
  if (!ret || ret->getName().getStringRef() != returnName)
    return op->emitOpError("expected a region that ends in ") << returnName;
  if (!llvm::equal(ret->getOperandTypes(), elements))
    return ret->emitOpError("expected values of types (")
           << elements << "), found (" << ret->getOperandTypes() << ")";
  return verifyOnlyAsserts(op, body);
}

LogicalResult tile::verifyOnlyAsserts(Operation *op, Block &body) {
  for (Operation &nested : body)
    if (hasOtherEffects(&nested))
      return nested.emitOpError("expected no side effects in the region of ")
             << op->getName();
  return success();
}

bool tile::hasAsserts(Block &body) {
  return llvm::any_of(
      body, [](Operation &nested) { return !isMemoryEffectFree(&nested); });
}

namespace {

/// Compares what values are with what they would be if left and right were
/// exchanged.
class Swapped {
public:
  explicit Swapped(Block &body) : body(body) {}

  /// Whether `a`, with the sides exchanged, is `b`.
  bool areEqual(Value a, Value b) {
    auto [it, isNew] = known.try_emplace({a, b}, false);
    if (!isNew)
      return it->second;
    bool result = compare(a, b);
    known[{a, b}] = result;
    return result;
  }

private:
  bool compare(Value a, Value b) {
    if (auto argument = dyn_cast<BlockArgument>(a);
        argument && argument.getOwner() == &body) {
      unsigned half = body.getNumArguments() / 2;
      unsigned number = argument.getArgNumber();
      return b ==
             body.getArgument(number < half ? number + half : number - half);
    }
    Operation *x = a.getDefiningOp(), *y = b.getDefiningOp();
    if (!x || x->getBlock() != &body)
      return a == b;
    if (!y || x->getName() != y->getName() ||
        x->getAttrDictionary() != y->getAttrDictionary() ||
        x->getNumRegions() != 0 || x->getNumOperands() != y->getNumOperands() ||
        cast<OpResult>(a).getResultNumber() !=
            cast<OpResult>(b).getResultNumber())
      return false;
    auto match = [&](unsigned first, unsigned second) {
      return areEqual(x->getOperand(0), y->getOperand(first)) &&
             areEqual(x->getOperand(1), y->getOperand(second));
    };
    if (x->hasTrait<OpTrait::IsCommutative>() && x->getNumOperands() == 2)
      return match(0, 1) || match(1, 0);
    return llvm::all_of(llvm::zip(x->getOperands(), y->getOperands()),
                        [&](auto pair) {
                          auto [left, right] = pair;
                          return areEqual(left, right);
                        });
  }

  Block &body;
  DenseMap<std::pair<Value, Value>, bool> known;
};

} // namespace

bool tile::isSymmetric(Block &body) {
  Swapped swapped(body);
  auto isSame = [&](Value value) { return swapped.areEqual(value, value); };
  bool areAssertsSame = llvm::all_of(body, [&](Operation &op) {
    auto assertion = dyn_cast<AssertOp>(op);
    return assertion ? isSame(assertion.getCondition())
                     : isMemoryEffectFree(&op);
  });
  return areAssertsSame &&
         llvm::all_of(body.getTerminator()->getOperands(), isSame);
}

RegionCost tile::getRegionCost(Block &body) {
  RegionCost cost{0, 0};
  body.walk([&](Operation *op) {
    cost.instructions += !op->hasTrait<OpTrait::ConstantLike>() &&
                         !op->hasTrait<OpTrait::IsTerminator>();
  });
  for (Value value : body.getTerminator()->getOperands())
    cost.words += llvm::divideCeil(getBitWidth(value.getType()), 32u);
  return cost;
}
