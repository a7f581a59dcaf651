//===- MemoryOperand.h - Addresses of memory instructions -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What loads, stores, atomics and copies share: where they go.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_DECODERS_MEMORYOPERAND_H
#define TILE_LIB_SIMULATOR_DECODERS_MEMORYOPERAND_H

#include "Decoder.h"
#include "Shadow/Order.h"
#include "Warp.h"

namespace mlir::tile::sim {

/// The address operand of an instruction, decoded; derive from it what else the
/// handler needs, and give it to `Decoder::setData`.
struct MemoryOperand {
  Access access;
  /// A register of 64 bits, or of 32 if `isNarrow`.
  uint32_t base = 0;
  bool isNarrow = false;
  /// The address is `offset` alone: that of a variable.
  bool isVariable = false;
  int64_t offset = 0;
  /// Of an `.acquire` or `.release` access.
  FenceScope scope = FenceScope::Device;
};

/// The scope that the words of an instruction name; Device if there is none.
FenceScope getScope(const Decoder &d);

/// Sets the space, from the words of the instruction, and the address.
void decodeAddress(Decoder &d, const ptx::Operand &operand,
                   MemoryOperand &memory);
/// Sets what is done to how many bytes per lane, and notes for the program how
/// small accesses are.
void setAccess(Decoder &d, MemoryOperand &memory, AccessKind kind,
               unsigned bytes, unsigned elementBytes);
InstructionClass getClassOf(Space space);

/// The addresses of the lanes, within the operand's space.
void computeAddresses(Warp &w, const MemoryOperand &memory, uint32_t mask,
                      uint64_t *addresses);

/// The part of a fence that is about other CTAs.
void fenceGlobal(Warp &w);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_DECODERS_MEMORYOPERAND_H
