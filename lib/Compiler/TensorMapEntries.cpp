//===- TensorMapEntries.cpp - Second entries of kernels -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From what the IR says of kernels' entries with tensor maps to KernelInfo.
//
//===----------------------------------------------------------------------===//

#include "KernelFacts.h"

#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

/// The maps of an entry of the tile or the llvm dialect.
static std::vector<TensorMapInfo> readTensorMaps(FunctionOpInterface func) {
  std::vector<TensorMapInfo> maps;
  auto add = [&](Attribute attr) {
    if (auto map = readTensorMap(attr))
      maps.push_back(std::move(*map));
  };
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    add(func.getArgAttr(i, kTensorMapAttrName));
  if (auto lowered = func->getAttrOfType<ArrayAttr>(kTensorMapsAttrName))
    llvm::for_each(lowered, add);
  return maps;
}

void tile::readTensorMapEntries(ModuleOp module,
                                MutableArrayRef<KernelInfo> kernels) {
  for (auto func : module.getOps<FunctionOpInterface>()) {
    StringRef name = getEntryOf(func);
    if (name.empty())
      continue;
    for (KernelInfo &kernel : kernels) {
      if (kernel.symbol != name)
        continue;
      TensorMapEntry entry;
      entry.name = func.getName().str();
      auto block = func->getAttrOfType<DenseI32ArrayAttr>(
          NVVM::NVVMDialect::getReqntidAttrName());
      entry.numThreads = tilegpu::getThreadsPerCTA(func);
      if (block && !block.empty())
        entry.numThreads = block[0];
      entry.isPersistent = func->hasAttr(kPersistentAttrName);
      entry.split = readLoopSplit(func->getAttr(kLoopSplitAttrName));
      entry.ctasPerCluster = hasCTAPairs(func) ? 2 : 1;
      entry.maps = readTensorMaps(func);
      if (auto positives = readSums(func->getAttr(kPositiveArgumentsAttrName)))
        entry.positives = std::move(*positives);
      kernel.tensorMapEntry = std::move(entry);
    }
  }
}
