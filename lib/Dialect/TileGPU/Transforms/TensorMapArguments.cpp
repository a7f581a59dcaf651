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

void tilegpu::describeBox(FuncOp func, LoadOp load) {
  unsigned number = cast<BlockArgument>(load.getMap()).getArgNumber();
  std::optional<TensorMapInfo> map =
      readTensorMap(func.getArgAttr(number, kTensorMapAttrName));
  if (!map)
    return;
  auto tile = cast<RankedTensorType>(load.getType());
  unsigned bytes = getByteWidth(tile.getElementType());
  unsigned order[] = {unsigned(load.getBoxDims()[0]),
                      unsigned(load.getBoxDims()[1])};
  map->swizzle = getWarpgroupLine(tile.getShape(), bytes, order);
  map->dims[0].box = map->swizzle / bytes;
  map->dims[1].box = std::min(tile.getDimSize(order[1]), kMaxBox);
  func.setArgAttr(number, kTensorMapAttrName,
                  makeTensorMapAttr(func.getContext(), *map));
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
      if (llvm::any_of(arg.getUsers(), llvm::IsaPred<BoxCopyOp>)) {
        hasMaps = true;
        continue;
      }
      unused.set(arg.getArgNumber());
      for (Operation *user : llvm::make_early_inc_range(arg.getUsers()))
        if (auto load = dyn_cast<LoadOp>(user))
          load.dropBox();
    }
    if (hasMaps)
      (void)func.eraseArguments(unused);
    else
      func.erase();
  }
}
