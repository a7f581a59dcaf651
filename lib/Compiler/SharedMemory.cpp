//===- SharedMemory.cpp - What kernels take of shared memory --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"

#include "tile/Dialect/Tile/IR/DynamicSharedMemory.h"
#include "tile/Hardware/SharedMemory.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
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
  DenseSet<const llvm::Constant *> seen = {&kernel};
  SmallVector<const llvm::Constant *> worklist = {&kernel};
  auto reach = [&](const llvm::User &user) {
    for (const llvm::Use &operand : user.operands())
      if (auto *constant = dyn_cast<llvm::Constant>(operand))
        if (!isa<llvm::ConstantData>(constant) && seen.insert(constant).second)
          worklist.push_back(constant);
  };
  while (!worklist.empty()) {
    const llvm::Constant *constant = worklist.pop_back_val();
    if (auto *global = dyn_cast<llvm::GlobalVariable>(constant))
      if (global->getAddressSpace() == kSharedSpace)
        bytes += layout.getTypeAllocSize(global->getValueType());
    if (auto *function = dyn_cast<llvm::Function>(constant))
      for (const llvm::Instruction &instruction : llvm::instructions(function))
        reach(instruction);
    else
      reach(*constant);
  }
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
