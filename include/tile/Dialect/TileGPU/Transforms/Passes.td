//===- Passes.td - Passes on tiles with layouts ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_PASSES
#define TILE_DIALECT_TILEGPU_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def TileCoalesceMemory : Pass<"tile-coalesce-memory", "::mlir::ModuleOp"> {
  let summary = "gives loads and stores layouts that coalesce";
}

def TileRemoveLayoutConversions : Pass<"tile-remove-layout-conversions", "::mlir::ModuleOp"> {
  let summary = "chooses layouts so that few conversions remain";
}

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_PASSES
