//===- Parameters.cpp - What kernels take of parameter memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The limit on a kernel's parameters, which the driver and ptxas have.
//
//===----------------------------------------------------------------------===//

#include "KernelFacts.h"

#include "tile/Hardware/TargetInfo.h"
#include "tile/Target/CodeGen.h"

#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::tile;

/// Each parameter is aligned as its type, or as it says.
static uint64_t getParameterBytes(const llvm::Function &kernel) {
  const llvm::DataLayout &layout = kernel.getParent()->getDataLayout();
  uint64_t bytes = 0;
  for (const llvm::Argument &argument : kernel.args()) {
    llvm::Type *type = argument.hasByValAttr() ? argument.getParamByValType()
                                               : argument.getType();
    llvm::Align alignment = layout.getABITypeAlign(type);
    if (argument.hasByValAttr())
      alignment = argument.getParamAlign().value_or(alignment);
    bytes = llvm::alignTo(bytes, alignment) + layout.getTypeAllocSize(type);
  }
  return bytes;
}

LogicalResult tile::verifyParameters(ModuleOp module, const CodeGen &codeGen,
                                     ArrayRef<KernelInfo> kernels,
                                     unsigned ptxVersion) {
  const unsigned most = getMaxParameterBytes(ptxVersion);
  bool fit = true;
  for (const KernelInfo &kernel : kernels) {
    const llvm::Function *function = codeGen.findFunction(kernel.name);
    uint64_t bytes = function ? getParameterBytes(*function) : 0;
    if (bytes <= most)
      continue;
    fit = false;
    Operation *op = module.lookupSymbol(kernel.symbol);
    emitError(op ? op->getLoc() : module.getLoc())
        << "kernel '" << kernel.symbol << "': expected at most " << most
        << " bytes of parameters in PTX " << ptxVersion / 10 << "."
        << ptxVersion % 10 << ", found " << bytes;
  }
  return success(fit);
}
