//===- MissingPromises.cpp - What would widen a memory access -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Analysis/MissingPromises.h"

#include "tile/Analysis/ValueFlow.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/Tile/IR/TileValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tile;

/// What is promised: a multiple of so much, as the widest access needs it.
static constexpr int64_t kPromised = 16;

namespace {
/// Follows an address or mask to the arguments that it is computed from, past
/// no value that allows the widest access.
class PromiseFinder {
  enum Part : unsigned { Address, Mask };

public:
  PromiseFinder(FuncOp kernel, unsigned dim, const ModuleAxisInfo &axisInfo)
      : kernel(kernel), dim(dim), axisInfo(axisInfo), flow(kernel) {}

  void addMask(Value mask) { worklist.insert({mask, Mask}); }
  void addAddress(Value value) { worklist.insert({value, Address}); }
  /// In the order of the parameters.
  SmallVector<BlockArgument> find();

private:
  void visit(Value value, unsigned part);

  FuncOp kernel;
  unsigned dim;
  const ModuleAxisInfo &axisInfo;
  ValueFlow flow;
  llvm::SetVector<std::pair<Value, unsigned>> worklist;
  llvm::SmallSetVector<BlockArgument, 4> found;
};
} // namespace

void PromiseFinder::visit(Value value, unsigned part) {
  if (part == Mask) {
    if (axisInfo.getMaskAlignment(value, dim) >= kPromised)
      return;
  } else if (axisInfo.getAlignment(value) >= kPromised) {
    return;
  }
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == &kernel.getBody().front()) {
    found.insert(argument);
    return;
  }
  for (OpOperand *source : flow.getSources(value))
    worklist.insert({source->get(), part});
  if (auto argument = dyn_cast<BlockArgument>(value))
    if (auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
        loop && loop.getInductionVar() == argument) {
      addAddress(loop.getLowerBound());
      addAddress(loop.getStep());
    }
  Operation *op = value.getDefiningOp();
  // Multiples do not pass through a division. What memory says is unknown.
  if (!op || op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
      isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op))
    return;
  for (Value operand : op->getOperands())
    worklist.insert({operand, isa<arith::CmpIOp>(op) ? Address : part});
}

SmallVector<BlockArgument> PromiseFinder::find() {
  for (unsigned i = 0; i < worklist.size(); ++i) {
    auto [value, part] = worklist[i];
    visit(value, part);
  }
  SmallVector<BlockArgument> arguments = found.takeVector();
  llvm::sort(arguments, [](BlockArgument a, BlockArgument b) {
    return a.getArgNumber() < b.getArgNumber();
  });
  return arguments;
}

std::string tile::suggestPromises(Operation *access, unsigned dim,
                                  const ModuleAxisInfo &axisInfo,
                                  bool withMask) {
  auto kernel = access->getParentOfType<FuncOp>();
  auto memory = dyn_cast<LayoutOpInterface>(access);
  if (!kernel || !kernel.isKernel() || !memory || !memory.getAccessedPointers())
    return "";
  PromiseFinder finder(kernel, dim, axisInfo);
  finder.addAddress(memory.getAccessedPointers());
  if (Value mask = memory.getAccessMask(); mask && withMask)
    finder.addMask(mask);
  SmallVector<BlockArgument> arguments = finder.find();
  if (arguments.empty())
    return "";
  std::string names, promises;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    std::string name = getArgumentName(argument);
    names += (i == 0                      ? "'"
              : i + 1 == arguments.size() ? " and '"
                                          : ", '") +
             name + "'";
    promises += (i ? "," : "") + name + ":" + std::to_string(kPromised);
  }
  return "; if " + names +
         (arguments.size() == 1 ? " is a multiple of " : " are multiples of ") +
         std::to_string(kPromised) +
         ", promise it by tile.divisibility or --assume=" + promises;
}
