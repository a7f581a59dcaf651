//===- MatrixDecoders.h - Matrix instructions -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_DECODERS_MATRIXDECODERS_H
#define TILE_LIB_SIMULATOR_DECODERS_MATRIXDECODERS_H

#include "Decoder.h"

namespace mlir::tile::sim {

/// `mma`
void decodeMma(Decoder &d);
/// `wmma`
void decodeWmma(Decoder &d);
/// `wgmma`
void decodeWgmma(Decoder &d);

/// Whether the warp has 32 lanes and all execute the instruction; reports if
/// not.
bool checkWholeWarp(Warp &w, const Inst &i, uint32_t mask);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_DECODERS_MATRIXDECODERS_H
