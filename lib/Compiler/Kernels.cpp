//===- Kernels.cpp - What a launch must know of a kernel ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Compiler.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

static bool isPointer(Type type) {
  return isa<PtrType, LLVM::LLVMPointerType>(type);
}

/// Bytes of a kernel parameter of this type.
static unsigned getParameterSize(Type type) {
  if (type.isIntOrFloat())
    return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  return 8;
}

static std::string getArgumentName(BlockArgument argument) {
  if (auto name = dyn_cast<NameLoc>(argument.getLoc()))
    return name.getName().str();
  return "arg" + std::to_string(argument.getArgNumber());
}

static KernelInfo describe(FunctionOpInterface function,
                           StringRef divisibilityAttr) {
  KernelInfo info;
  info.symbol = info.name = function.getName().str();
  for (BlockArgument argument : function.getArguments()) {
    KernelArgument &entry = info.arguments.emplace_back();
    Type type = argument.getType();
    entry.name = getArgumentName(argument);
    llvm::raw_string_ostream stream(entry.type);
    type.print(stream);
    entry.isPointer = isPointer(type);
    entry.size = getParameterSize(type);
    if (auto divisibility = function.getArgAttrOfType<IntegerAttr>(
            argument.getArgNumber(), divisibilityAttr))
      entry.divisibility = divisibility.getInt();
  }
  return info;
}

std::vector<KernelInfo> tile::collectKernels(ModuleOp module) {
  std::vector<KernelInfo> kernels;
  TargetAttr target = getTarget(module);
  for (Operation &op : *module.getBody()) {
    if (auto function = dyn_cast<FuncOp>(op)) {
      if (!function.isKernel())
        continue;
      KernelInfo info = describe(function, kDivisibilityAttrName);
      info.numWarps = target ? target.getNumWarps() : 0;
      info.numThreads = info.numWarps * kThreadsPerWarp;
      kernels.push_back(std::move(info));
    } else if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op)) {
      if (function.isExternal() ||
          !function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
        continue;
      KernelInfo info =
          describe(function, LLVM::LLVMDialect::getAlignAttrName());
      info.numThreads = 1;
      if (auto threads = function->getAttrOfType<DenseI32ArrayAttr>(
              NVVM::NVVMDialect::getReqntidAttrName()))
        for (int32_t size : threads.asArrayRef())
          info.numThreads *= size;
      info.numWarps = llvm::divideCeil(info.numThreads, kThreadsPerWarp);
      kernels.push_back(std::move(info));
    }
  }
  return kernels;
}

std::optional<Assumption> tile::parseAssumption(StringRef text) {
  Assumption assumption;
  auto [argument, divisor] = text.rsplit(':');
  assumption.argument = argument.str();
  if (argument.empty() || divisor.getAsInteger(10, assumption.divisibility) ||
      assumption.divisibility < 1 ||
      !llvm::isPowerOf2_64(assumption.divisibility))
    return std::nullopt;
  return assumption;
}

LogicalResult tile::applyAssumption(ModuleOp module,
                                    const Assumption &assumption) {
  if (assumption.divisibility <= 0 ||
      !llvm::isPowerOf2_64(assumption.divisibility) ||
      !llvm::isInt<32>(assumption.divisibility))
    return emitError(module.getLoc())
           << "expected argument '" << assumption.argument
           << "' to be assumed a multiple of a power of two, found "
           << assumption.divisibility;
  unsigned number = 0;
  bool isNumber = !StringRef(assumption.argument).getAsInteger(10, number);
  auto value = IntegerAttr::get(IntegerType::get(module.getContext(), 32),
                                assumption.divisibility);
  bool found = false;
  for (auto function : module.getOps<FuncOp>()) {
    if (!function.isKernel())
      continue;
    for (BlockArgument argument : function.getArguments()) {
      if (isNumber ? argument.getArgNumber() != number
                   : getArgumentName(argument) != assumption.argument)
        continue;
      if (!isPointer(argument.getType()) &&
          !argument.getType().isSignlessInteger())
        return emitError(argument.getLoc())
               << "argument '" << assumption.argument
               << "' of divisibility must be an integer or a pointer, found "
               << argument.getType();
      function.setArgAttr(argument.getArgNumber(), kDivisibilityAttrName,
                          value);
      found = true;
    }
  }
  if (!found)
    return emitError(module.getLoc())
           << "no kernel has an argument '" << assumption.argument
           << "', for which an assumption is made";
  return success();
}
