//===- TensorMapEntries.cpp - Second entries of kernels -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMapEntries.h"

#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

using namespace mlir;
using namespace mlir::tile;

void tile::readTensorMapEntries(ModuleOp module,
                                MutableArrayRef<KernelInfo> kernels) {
  for (FuncOp func : module.getOps<FuncOp>()) {
    StringRef name = getEntryOf(func);
    if (name.empty())
      continue;
    for (KernelInfo &kernel : kernels) {
      if (kernel.symbol != name)
        continue;
      TensorMapEntry entry;
      entry.name = func.getName().str();
      entry.numThreads = tilegpu::getThreadsPerCTA(func);
      entry.isPersistent = func->hasAttr(kPersistentAttrName);
      for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
        if (auto map = readTensorMap(func.getArgAttr(i, kTensorMapAttrName)))
          entry.maps.push_back(std::move(*map));
      if (auto positives = readSums(func->getAttr(kPositiveArgumentsAttrName)))
        entry.positives = std::move(*positives);
      kernel.tensorMapEntry = std::move(entry);
    }
  }
}
