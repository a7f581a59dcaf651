//===- TensorMapArguments.cpp - Tensor maps that copies use ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMapArguments.h"

#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// Of a tile whose dimensions are those of the box in this order.
static void describe(FuncOp func, Value argument, RankedTensorType tile,
                     ArrayRef<int32_t> boxDims, int64_t rows) {
  unsigned number = cast<BlockArgument>(argument).getArgNumber();
  std::optional<TensorMapInfo> map =
      readTensorMap(func.getArgAttr(number, kTensorMapAttrName));
  if (!map)
    return;
  unsigned bytes = getByteWidth(tile.getElementType());
  unsigned order[] = {unsigned(boxDims[0]), unsigned(boxDims[1])};
  map->swizzle = getWarpgroupLine(tile.getShape(), bytes, order);
  map->dims[0].box = map->swizzle / bytes;
  map->dims[1].box = std::min(rows, kMaxBox);
  func.setArgAttr(number, kTensorMapAttrName,
                  makeTensorMapAttr(func.getContext(), *map));
}

void tilegpu::describeBox(FuncOp func, LoadOp load) {
  auto tile = cast<RankedTensorType>(load.getType());
  describe(func, load.getMap(), tile, load.getBoxDims(),
           tile.getDimSize(load.getBoxDims()[1]));
}

void tilegpu::describeBox(FuncOp func, StoreOp store, int64_t rows) {
  describe(func, store.getMap(),
           cast<RankedTensorType>(store.getValue().getType()),
           store.getBoxDims(), rows);
}

void tilegpu::dropUnusedMaps(ModuleOp module) {
  for (FuncOp func : llvm::make_early_inc_range(module.getOps<FuncOp>())) {
    if (getEntryOf(func).empty())
      continue;
    llvm::BitVector unused(func.getNumArguments());
    bool hasMaps = false;
    for (BlockArgument arg : func.getArguments()) {
      if (!isa<TensorMapType>(arg.getType()))
        continue;
      if (llvm::any_of(arg.getUsers(), llvm::IsaPred<BoxCopyOp, BoxStoreOp>)) {
        hasMaps = true;
        continue;
      }
      unused.set(arg.getArgNumber());
      for (Operation *user : llvm::make_early_inc_range(arg.getUsers()))
        if (auto load = dyn_cast<LoadOp>(user))
          load.dropBox();
        else if (auto store = dyn_cast<StoreOp>(user))
          store.dropBox();
    }
    if (hasMaps)
      (void)func.eraseArguments(unused);
    else
      func.erase();
  }
}
