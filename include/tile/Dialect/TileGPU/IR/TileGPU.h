//===- TileGPU.h - The tilegpu dialect, whole -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Include this to use the tilegpu dialect and its operations.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_IR_TILEGPU_H
#define TILE_DIALECT_TILEGPU_IR_TILEGPU_H

#include "tile/Dialect/Tile/IR/Tile.h"

#include "tile/Dialect/TileGPU/IR/TileGPUDialect.h.inc"

#define GET_OP_CLASSES
#include "tile/Dialect/TileGPU/IR/TileGPUOps.h.inc"

#endif // TILE_DIALECT_TILEGPU_IR_TILEGPU_H
