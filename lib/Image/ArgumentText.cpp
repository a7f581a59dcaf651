//===- ArgumentText.cpp - How messages speak of arguments -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Image/ArgumentText.h"

#include "llvm/ADT/StringRef.h"

using namespace mlir::tile;

std::string mlir::tile::describeArgument(const KernelInfo &kernel,
                                         unsigned index) {
  return "argument " + std::to_string(index) + " '" +
         kernel.arguments[index].name + "' of kernel '" + kernel.symbol + "'";
}

std::string mlir::tile::describeRemedy(const KernelInfo &kernel,
                                       unsigned index) {
  const KernelArgument &argument = kernel.arguments[index];
  // The options take a number for a position.
  unsigned number;
  std::string name = llvm::StringRef(argument.name).getAsInteger(10, number)
                         ? argument.name
                         : std::to_string(index);
  if (argument.fixedValue)
    return "compile without --assume=" + name + "=" +
           std::to_string(argument.type == "i1" ? *argument.fixedValue & 1
                                                : *argument.fixedValue) +
           " (in the source: tile.value) to allow any value";
  return "compile with --assume=" + name + ":1 to allow any value";
}
