//===- Passes.td - Passes that print analyses --------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ANALYSIS_PASSES
#define TILE_ANALYSIS_PASSES

include "mlir/Pass/PassBase.td"

def TilePrintAxisInfo : Pass<"tile-print-axis-info", "::mlir::ModuleOp"> {
  let summary = "remarks what AxisInfo knows of each value";
}

#endif // TILE_ANALYSIS_PASSES
