//===- Passes.td - Import from Triton ----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_IMPORT_PASSES
#define TILE_IMPORT_PASSES

include "mlir/Pass/PassBase.td"

def TileImportTTIR : Pass<"tile-import-ttir", "::mlir::ModuleOp"> {
  let summary = "turns the operations of Triton's TTIR into the tile dialect's";
}

#endif // TILE_IMPORT_PASSES
