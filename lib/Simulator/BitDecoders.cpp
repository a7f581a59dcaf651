//===- BitDecoders.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Lanes.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

void mlir::tile::sim::addBitDecoders(DecoderTable &table) { (void)table; }
