//===- Passes.td - Passes on tiles without layouts ---------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_PASSES
#define TILE_DIALECT_TILE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def TileBroadcastAsmOperands : Pass<"tile-broadcast-asm-operands", "::mlir::ModuleOp"> {
  let summary = "gives all operands of inline asm the results' shape";
}

def TileVersionMaskedBlocks : Pass<"tile-version-masked-blocks", "::mlir::ModuleOp"> {
  let summary = "adds a path without masks for tiles that are wholly in bounds";
}

#endif // TILE_DIALECT_TILE_TRANSFORMS_PASSES
