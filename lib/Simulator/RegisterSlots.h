//===- RegisterSlots.h - Registers that share their place -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the registers of a function are in its frame, so that a frame is small.
//
//===----------------------------------------------------------------------===//
//
// PTX has as many registers as its maker likes; most have one value, which is
// used soon. With 128 bytes for each, the registers of a warp do not fit in the
// caches of the host. So registers that are not needed at the same time have
// one place:
//
//     ld.global.f32 %f1, [%rd1];     %f1 in place 0
//     add.f32 %f2, %f1, 1.0;         %f2 in place 1: %f1 is read here
//     mul.f32 %f3, %f2, %f2;         %f3 in place 0
//
// A thread of a warp needs a register from where it may have written it to
// where it reads it last, on all ways through the code. That is known thread by
// thread, so it does not matter that others of the warp are elsewhere: each has
// its own part of a place. A write under a guard keeps what was there before.
// What an instruction writes is never where it reads.
//
// Not shared are predicates, which are small; parameters and results of
// functions; and the registers of matrix products that may be in flight, which
// are known by their offsets. A register that may have undefined bits shares
// with such ones only: the instructions that write to others do not clear
// shadows.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_REGISTERSLOTS_H
#define TILE_LIB_SIMULATOR_REGISTERSLOTS_H

#include "Code.h"

namespace mlir::tile::sim {

struct RegisterSlots {
  static constexpr uint32_t kNone = ~0u;

  /// By the number of the register: its offset, or kNone if it is not shared.
  std::vector<uint32_t> offsets;
  /// By the number of the register: that of the first one in its place. What is
  /// known of undefined bits is by this number: who writes to a place then
  /// knows what the register before left in its shadow.
  std::vector<int32_t> numbers;
  /// The first offset after them all.
  uint32_t end = kFirstFreeOffset;
};

/// Places for the registers of a function that was decoded with one place for
/// each. The instructions must be marked: findUndefinedReads,
/// markMatrixRegisters.
RegisterSlots findRegisterSlots(const ProgramCode &program,
                                const FunctionCode &function);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_REGISTERSLOTS_H
