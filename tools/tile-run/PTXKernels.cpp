//===- PTXKernels.cpp - What PTX says of its kernels ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PTXKernels.h"

#include "tile/PTX/Instructions.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile;
using llvm::StringRef;

static uint64_t getElementBytes(const ptx::Variable &variable) {
  return uint64_t(std::max(ptx::getTypeBits(variable.type) / 8, 1u)) *
         std::max(variable.vectorSize, 1u);
}

/// 0 of an array whose size a launch decides, or that is beyond all memory.
static uint64_t getBytes(const ptx::Variable &variable,
                         const ptx::Declarator &declarator) {
  uint64_t bytes = getElementBytes(variable);
  for (std::optional<uint64_t> dim : declarator.dims) {
    uint64_t count = dim.value_or(0);
    if (count && bytes > (uint64_t(1) << 40) / count)
      return 0;
    bytes *= count;
  }
  return bytes;
}

static uint64_t getSharedBytes(const ptx::Variable &variable) {
  uint64_t bytes = 0;
  if (StringRef(variable.space).starts_with("shared"))
    for (const ptx::Declarator &declarator : variable.names)
      bytes += getBytes(variable, declarator);
  return bytes;
}

static uint64_t getSharedBytes(const ptx::Block &block) {
  uint64_t bytes = 0;
  for (const ptx::Statement &statement : block.statements) {
    if (const auto *variable = statement.getIf<ptx::Variable>())
      bytes += getSharedBytes(*variable);
    else if (const auto *inner = statement.getIf<ptx::Block>())
      bytes += getSharedBytes(*inner);
  }
  return bytes;
}

/// `.reqntid 128, 1, 1`; nothing if that is not a size.
static std::optional<sim::Dim3> getBlock(const ptx::Directive &directive) {
  sim::Dim3 block;
  unsigned *sizes[] = {&block.x, &block.y, &block.z};
  if (directive.arguments.size() > 3)
    return std::nullopt;
  for (auto [size, argument] : llvm::zip(sizes, directive.arguments)) {
    if (argument.kind != ptx::Operand::Integer || !argument.bits ||
        argument.bits > 0x7FFFFFFF)
      return std::nullopt;
    *size = argument.bits;
  }
  return block;
}

static PTXKernel makeKernel(const ptx::Function &function) {
  PTXKernel kernel;
  kernel.name = function.name;
  for (const ptx::Variable &variable : function.params)
    for (const ptx::Declarator &declarator : variable.names)
      kernel.parameters.push_back(
          {declarator.name, variable.type,
           unsigned(getBytes(variable, declarator)),
           unsigned(std::max(variable.alignment, getElementBytes(variable)))});
  for (const ptx::Directive &directive : function.directives)
    if (directive.name == "reqntid")
      kernel.requiredBlock = getBlock(directive);
  kernel.sharedMemory = getSharedBytes(*function.body);
  return kernel;
}

std::vector<PTXKernel>
mlir::tile::collectPTXKernels(const ptx::Module &module) {
  std::vector<PTXKernel> kernels;
  uint64_t sharedByAll = 0;
  for (const ptx::ModuleItem &item : module.items) {
    if (const auto *variable = std::get_if<ptx::Variable>(&item))
      sharedByAll += getSharedBytes(*variable);
    const auto *function = std::get_if<ptx::Function>(&item);
    if (!function || !function->body)
      continue;
    if (function->isEntry)
      kernels.push_back(makeKernel(*function));
    else
      sharedByAll += getSharedBytes(*function->body);
  }
  for (PTXKernel &kernel : kernels)
    kernel.sharedMemory += sharedByAll;
  return kernels;
}
