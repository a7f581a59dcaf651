//===- TileOps.td - All operations of the tile dialect -----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations are defined by family; this file gathers them for ODS.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_OPS_TD
#define TILE_OPS_TD

include "tile/Dialect/Tile/IR/TileAsmOps.td"
include "tile/Dialect/Tile/IR/TileAtomicOps.td"
include "tile/Dialect/Tile/IR/TileDebugOps.td"
include "tile/Dialect/Tile/IR/TileDotOps.td"
include "tile/Dialect/Tile/IR/TileFuncOps.td"
include "tile/Dialect/Tile/IR/TileGatherOps.td"
include "tile/Dialect/Tile/IR/TileMathOps.td"
include "tile/Dialect/Tile/IR/TileMemoryOps.td"
include "tile/Dialect/Tile/IR/TileProgramOps.td"
include "tile/Dialect/Tile/IR/TileReduceOps.td"
include "tile/Dialect/Tile/IR/TileScanOps.td"
include "tile/Dialect/Tile/IR/TileShapeOps.td"
include "tile/Dialect/Tile/IR/TileSortOps.td"

#endif // TILE_OPS_TD
