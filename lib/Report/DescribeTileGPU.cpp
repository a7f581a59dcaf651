//===- DescribeTileGPU.cpp - Layouts, shared memory and barriers ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Panes.h"

#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Dialect/TileGPU/Transforms/SharedMemory.h"
#include "tile/Hardware/Cost.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {
class Describer {
public:
  Describer(Report &report, const PrintedModule &printed);

  void describe(FuncOp func);

private:
  void addValue(Value value, unsigned line);
  void addBarrier(BarrierOp op);
  /// The number of a layout, which is added if it is new; none if it cannot be
  /// drawn.
  std::optional<unsigned> addLayout(Type type);

  unsigned getLine(Operation *op) const { return printed.lines.lookup(op); }
  std::string getName(Value value) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    value.printAsOperand(stream, state);
    return text;
  }
  std::string print(Type type) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    type.print(stream, state);
    return text;
  }

  Report &report;
  const PrintedModule &printed;
  AsmState state;
  /// By layout, shape and, in shared memory, bytes of an element.
  DenseMap<std::pair<Attribute, Attribute>, unsigned> known;
};
} // namespace

std::optional<unsigned> Describer::addLayout(Type type) {
  ReportLayout layout;
  Attribute attribute;
  SmallVector<int64_t> key;
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    attribute = tensor.getEncoding();
    if (!isa_and_nonnull<LayoutAttrInterface>(attribute))
      return std::nullopt;
    llvm::append_range(key, tensor.getShape());
  } else if (auto place = dyn_cast<MemDescType>(type)) {
    attribute = place.getLayout();
    layout.isShared = true;
    layout.elementBytes = getByteWidth(place.getElementType());
    llvm::append_range(key, place.getTileShape());
    key.push_back(layout.elementBytes);
  } else {
    return std::nullopt;
  }
  auto [entry, isNew] = known.try_emplace(
      {attribute, DenseI64ArrayAttr::get(type.getContext(), key)},
      report.layouts.size());
  if (!isNew)
    return entry->second;
  layout.map = layout.isShared ? cast<MemDescType>(type).toLinearLayout()
                               : toLinearLayout(cast<RankedTensorType>(type));
  llvm::raw_string_ostream name(layout.name), text(layout.text);
  attribute.print(name, state);
  attribute.print(text);
  report.layouts.push_back(std::move(layout));
  return entry->second;
}

void Describer::addValue(Value value, unsigned line) {
  if (std::optional<unsigned> layout = addLayout(value.getType()))
    report.values.push_back(
        {line, getName(value), print(value.getType()), *layout});
}

void Describer::addBarrier(BarrierOp op) {
  ReportBarrier barrier;
  barrier.line = getLine(op);
  barrier.scope = stringifyBarrierScope(op.getScope()).str();
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    barrier.loopDepth += isa<LoopLikeOpInterface>(parent);
  if (op.getScope() != BarrierScope::Warp)
    barrier.clocks = kBarrier / kClock;
  report.barriers.push_back(std::move(barrier));
}

void Describer::describe(FuncOp func) {
  if (auto bytes = func->getAttrOfType<IntegerAttr>(kSharedMemoryAttrName))
    report.sharedBytes = bytes.getInt();
  for (SharedPlace place : getSharedPlaces(func)) {
    ReportSharedPlace &added = report.sharedPlaces.emplace_back();
    added.name = getName(place.op.getResult());
    added.type = print(place.op.getType());
    added.offset = place.offset;
    added.bytes = place.bytes;
    added.line = getLine(place.op);
    added.first = getLine(place.first);
    added.last = getLine(place.last);
  }
  func->walk<WalkOrder::PreOrder>([&](Operation *op) {
    unsigned line = getLine(op);
    for (Value result : op->getResults())
      addValue(result, line);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          addValue(argument, line);
    if (auto barrier = dyn_cast<BarrierOp>(op))
      addBarrier(barrier);
  });
}

Describer::Describer(Report &report, const PrintedModule &printed)
    : report(report), printed(printed), state(printed.module.get()) {
  // Which aliases there are is found out while a module is printed.
  printed.module.get().print(llvm::nulls(), state);
}

void tile::describeTileGPU(Report &report, const PrintedModule &printed) {
  Describer describer(report, printed);
  for (FuncOp func : printed.module.get().getOps<FuncOp>())
    if (func.isPublic() && !func.isExternal())
      describer.describe(func);
}
