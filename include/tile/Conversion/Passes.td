//===- Passes.td - Conversions between the stages ----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CONVERSION_PASSES
#define TILE_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def TileAssignLayouts : Pass<"tile-assign-layouts", "::mlir::ModuleOp"> {
  let summary = "gives every tile a layout";
}

def TileDistributeToThreads : Pass<"tile-distribute-to-threads", "::mlir::ModuleOp"> {
  let summary = "turns tiles into the scalars that each thread holds";
}

def TileConvertToLLVM : Pass<"tile-convert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "lowers what is left to the llvm and nvvm dialects";
}

#endif // TILE_CONVERSION_PASSES
