//===- Kernels.cpp - What a launch must know of a kernel ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Compiler.h"

#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/Tile/IR/TileValues.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"

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

/// Of the tile or the llvm dialect.
static bool isKernel(Operation *op) {
  // The second entry of one.
  if (!getEntryOf(op).empty())
    return false;
  if (auto function = dyn_cast<FuncOp>(op))
    return function.isKernel();
  auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
  return function && !function.isExternal() &&
         function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName());
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
    if (auto value = function.getArgAttrOfType<IntegerAttr>(
            argument.getArgNumber(), kValueAttrName))
      entry.fixedValue = value.getValue().getSExtValue();
  }
  return info;
}

std::vector<KernelInfo> tile::collectKernels(ModuleOp module) {
  std::vector<KernelInfo> kernels;
  for (Operation &op : *module.getBody()) {
    if (!isKernel(&op))
      continue;
    if (auto function = dyn_cast<FuncOp>(op)) {
      KernelInfo info = describe(function, kDivisibilityAttrName);
      info.numWarps = getNumWarps(function);
      info.programsPerCTA = getProgramsPerCTA(function);
      info.numThreads = info.numWarps * kThreadsPerWarp * info.programsPerCTA;
      kernels.push_back(std::move(info));
    } else if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op)) {
      KernelInfo info =
          describe(function, LLVM::LLVMDialect::getAlignAttrName());
      info.numThreads = 1;
      if (auto threads = function->getAttrOfType<DenseI32ArrayAttr>(
              NVVM::NVVMDialect::getReqntidAttrName()))
        for (int32_t size : threads.asArrayRef())
          info.numThreads *= size;
      if (auto programs =
              function->getAttrOfType<IntegerAttr>(kProgramsPerCTAAttrName)) {
        info.programsPerCTA = programs.getInt();
        // Launches fill in the last parameter.
        if (info.programsPerCTA > 1 && !info.arguments.empty())
          info.arguments.pop_back();
      }
      info.numWarps = llvm::divideCeil(info.numThreads,
                                       kThreadsPerWarp * info.programsPerCTA);
      kernels.push_back(std::move(info));
    }
  }
  return kernels;
}

std::optional<Assumption> tile::parseAssumption(StringRef text) {
  Assumption assumption;
  if (auto [name, value] = text.rsplit('='); !value.empty()) {
    int64_t number;
    if (name.empty() || value.getAsInteger(10, number))
      return std::nullopt;
    assumption.argument = name.str();
    assumption.value = number;
    return assumption;
  }
  auto [argument, divisor] = text.rsplit(':');
  assumption.argument = argument.str();
  if (argument.empty() || divisor.getAsInteger(10, assumption.divisibility) ||
      assumption.divisibility < 1 ||
      !llvm::isPowerOf2_64(assumption.divisibility))
    return std::nullopt;
  return assumption;
}

/// The attribute for an argument of this type, null after an error.
static IntegerAttr getPromise(const Assumption &assumption,
                              BlockArgument argument) {
  Type type = argument.getType();
  if (!assumption.value) {
    if (isPointer(type) || type.isSignlessInteger())
      return IntegerAttr::get(IntegerType::get(type.getContext(), 32),
                              assumption.divisibility);
    emitError(argument.getLoc())
        << "argument '" << assumption.argument
        << "' of divisibility must be an integer or a pointer, found " << type;
    return {};
  }
  if (!type.isSignlessInteger()) {
    emitError(argument.getLoc())
        << "argument '" << assumption.argument
        << "' of known value must be an integer, found " << type;
    return {};
  }
  // i1 is 0 or 1; the others are signed.
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 1 ? *assumption.value != 0 && *assumption.value != 1
                 : width < 64 && !llvm::isIntN(width, *assumption.value)) {
    emitError(argument.getLoc())
        << "value of argument '" << assumption.argument << "' must fit " << type
        << ", found " << *assumption.value;
    return {};
  }
  return IntegerAttr::get(type, APInt(width, *assumption.value,
                                      /*isSigned=*/width > 1));
}

LogicalResult tile::keepKernel(ModuleOp module, StringRef name) {
  std::string names;
  SmallVector<Operation *> others;
  bool found = false;
  for (Operation &op : *module.getBody()) {
    if (!isKernel(&op))
      continue;
    StringRef kernel = cast<FunctionOpInterface>(op).getName();
    names += (names.empty() ? "" : ", ") + kernel.str();
    if (kernel == name)
      found = true;
    else
      others.push_back(&op);
  }
  if (!found)
    return emitError(module.getLoc())
           << "expected one of the kernels "
           << (names.empty() ? "(there is none)" : names) << ", found '" << name
           << "'";
  for (Operation *function : others)
    function->erase();
  // What only the others call.
  bool changed = true;
  while (changed) {
    changed = false;
    for (auto function : llvm::make_early_inc_range(module.getOps<FuncOp>()))
      if (function.isPrivate() &&
          SymbolTable::symbolKnownUseEmpty(function.getOperation(), module)) {
        function.erase();
        changed = true;
      }
  }
  return success();
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
  bool found = false;
  for (auto function : module.getOps<FuncOp>()) {
    if (!function.isKernel())
      continue;
    for (BlockArgument argument : function.getArguments()) {
      if (isNumber ? argument.getArgNumber() != number
                   : getArgumentName(argument) != assumption.argument)
        continue;
      IntegerAttr promise = getPromise(assumption, argument);
      if (!promise)
        return failure();
      function.setArgAttr(
          argument.getArgNumber(),
          assumption.value ? kValueAttrName : kDivisibilityAttrName, promise);
      found = true;
    }
  }
  if (!found)
    return emitError(module.getLoc())
           << "no kernel has an argument '" << assumption.argument
           << "', for which an assumption is made";
  return success();
}
