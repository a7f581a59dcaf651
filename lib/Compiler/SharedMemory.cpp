//===- SharedMemory.cpp - What kernels take of shared memory --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From lowered modules to the sizes in KernelInfo, and their limit.
//
//===----------------------------------------------------------------------===//

#include "KernelFacts.h"

#include "tile/Dialect/Tile/IR/DynamicSharedMemory.h"
#include "tile/Hardware/SharedMemory.h"
#include "tile/Target/CodeGen.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::tile;

void tile::readDynamicSharedMemory(ModuleOp module,
                                   MutableArrayRef<KernelInfo> kernels) {
  auto read = [&](StringRef symbol, unsigned &bytes) {
    if (auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(symbol))
      if (auto attr = function->getAttrOfType<IntegerAttr>(
              kDynamicSharedMemoryAttrName))
        bytes = attr.getInt();
  };
  for (KernelInfo &kernel : kernels) {
    read(kernel.symbol, kernel.dynamicSharedMemory);
    if (std::optional<TensorMapEntry> &entry = kernel.tensorMapEntry)
      read(entry->name, entry->dynamicSharedMemory);
  }
}

uint64_t tile::getStaticSharedMemory(const llvm::Function &kernel) {
  constexpr unsigned kSharedSpace = 3; // NVPTX back end, "Address Spaces"
  const llvm::DataLayout &layout = kernel.getParent()->getDataLayout();
  uint64_t bytes = 0;
  visitUsedGlobals(kernel, [&](const llvm::GlobalValue &used) {
    if (isa<llvm::GlobalVariable>(used) &&
        used.getAddressSpace() == kSharedSpace)
      bytes += layout.getTypeAllocSize(used.getValueType());
    return true;
  });
  return bytes;
}

LogicalResult tile::verifySharedMemory(ModuleOp module,
                                       const TargetInfo &target,
                                       ArrayRef<KernelInfo> kernels) {
  bool fit = true;
  for (const KernelInfo &kernel : kernels) {
    std::string problem = checkSharedMemory(target, kernel.sharedMemory,
                                            kernel.dynamicSharedMemory);
    if (problem.empty())
      continue;
    fit = false;
    Operation *function = module.lookupSymbol(kernel.symbol);
    emitError(function ? function->getLoc() : module.getLoc())
        << "kernel '" << kernel.symbol << "': " << problem;
  }
  return success(fit);
}
