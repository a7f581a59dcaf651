//===- TensorMemoryDecoders.h - tcgen05 -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files about tcgen05 share.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_DECODERS_TENSORMEMORYDECODERS_H
#define TILE_LIB_SIMULATOR_DECODERS_TENSORMEMORYDECODERS_H

#include "MemoryOperand.h"
#include "TensorMemory.h"

namespace mlir::tile::sim {

/// `tcgen05`
void decodeTensorMemory(Decoder &d);
/// `tcgen05.ld` and `.st`
void decodeTensorMove(Decoder &d);
/// `tcgen05.cp`
void decodeTensorMemoryCopy(Decoder &d);
/// `tcgen05.shift`
void decodeTensorShift(Decoder &d);
/// `tcgen05.mma`
void decodeTensorProduct(Decoder &d);

/// An address of tensor memory: a register and an offset.
void decodeTensorAddress(Decoder &d, const ptx::Operand &operand,
                         MemoryOperand &memory);
/// The address that all these lanes give; reports if they do not agree.
uint32_t readTensorAddress(Warp &w, const Inst &i, uint32_t mask,
                           const MemoryOperand &memory);
inline unsigned getTensorLane(uint32_t address) { return address >> 16; }
inline unsigned getTensorColumn(uint32_t address) { return address & 0xFFFF; }

/// The lane that executes an instruction for which one is enough; each further
/// one would do the same again, which is reported.
unsigned getIssuingLane(Warp &w, const Inst &i, uint32_t mask);

/// The CTAs that take part: that of the warp, and with .cta_group::2 the other
/// one of its pair, the one of even rank first. Empty, after a report, if there
/// is no other one.
llvm::SmallVector<Block *, 2> getTensorBlocks(Warp &w, const Inst &i,
                                              unsigned lane, bool isPair);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_DECODERS_TENSORMEMORYDECODERS_H
