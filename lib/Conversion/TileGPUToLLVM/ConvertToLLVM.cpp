//===- ConvertToLLVM.cpp - From scalars to LLVM -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Conversion/Passes.h"

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILECONVERTTOLLVM
#include "tile/Conversion/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

struct TileConvertToLLVM : tile::impl::TileConvertToLLVMBase<TileConvertToLLVM> {
  void runOnOperation() override {}
};

} // namespace
