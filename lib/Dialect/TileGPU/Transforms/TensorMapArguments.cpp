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

/// Of boxes of so many columns and rows, in lines that a swizzle of `swizzle`
/// bytes mixes.
static void describe(FuncOp func, Value argument, int64_t columns, int64_t rows,
                     unsigned swizzle) {
  unsigned number = cast<BlockArgument>(argument).getArgNumber();
  std::optional<TensorMapInfo> map =
      readTensorMap(func.getArgAttr(number, kTensorMapAttrName));
  if (!map)
    return;
  map->swizzle = swizzle;
  map->dims[0].box = std::min(columns, kMaxBox);
  if (map->dims.size() > 1)
    map->dims[1].box = std::min(rows, kMaxBox);
  func.setArgAttr(number, kTensorMapAttrName,
                  makeTensorMapAttr(func.getContext(), *map));
}

void tilegpu::describeBox(FuncOp func, LoadOp load, ArrayRef<int64_t> shape) {
  if (shape.size() == 1)
    return describe(func, load.getMap(), shape[0], /*rows=*/1, /*swizzle=*/0);
  unsigned bytes =
      getByteWidth(cast<RankedTensorType>(load.getType()).getElementType());
  unsigned order[] = {unsigned(load.getBoxDims()[0]),
                      unsigned(load.getBoxDims()[1])};
  unsigned line = getWarpgroupLine(shape, bytes, order);
  describe(func, load.getMap(), line / bytes, shape[order[1]], line);
}

void tilegpu::describeBox(FuncOp func, Value map, MemDescType place,
                          int64_t rows) {
  int64_t columns = place.getTileShape()[1];
  describe(func, map, columns, rows,
           columns * getByteWidth(place.getElementType()));
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
        else if (auto atomic = dyn_cast<AtomicRMWOp>(user))
          atomic.dropBox();
    }
    if (hasMaps)
      (void)func.eraseArguments(unused);
    else
      func.erase();
  }
}
