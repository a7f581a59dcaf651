//===- ImportTTIR.cpp - TTIR becomes tile -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Import/Passes.h"

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEIMPORTTTIR
#include "tile/Import/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

struct TileImportTTIR : tile::impl::TileImportTTIRBase<TileImportTTIR> {
  void runOnOperation() override {}
};

} // namespace
