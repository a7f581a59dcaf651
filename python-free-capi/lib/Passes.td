//===- Passes.td - All passes, for the C API ---------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "tile/Analysis/Passes.td"
include "tile/Compiler/Passes.td"
include "tile/Conversion/Passes.td"
include "tile/Dialect/Tile/Transforms/Passes.td"
include "tile/Dialect/TileGPU/Transforms/Passes.td"
include "tile/Import/Passes.td"
