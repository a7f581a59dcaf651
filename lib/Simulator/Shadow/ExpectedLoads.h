//===- ExpectedLoads.h - Loads that compare-and-swap verifies ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the loads of loops such as the CUDA guide's own atomic operations: what
// they load is only a guess, which a compare-and-swap on the same address
// accepts or refuses.
//
//===----------------------------------------------------------------------===//
//
//   ld.global.u32 %r1, [%rd1];                 // a guess
//   loop:
//   add.u32 %r2, %r1, 5;
//   atom.global.cas.b32 %r3, [%rd1], %r1, %r2; // wrong guesses change nothing
//   setp.ne.u32 %p1, %r1, %r3;
//   mov.u32 %r1, %r3;
//   @%p1 bra loop;
//
// The value may go, through instructions on registers, into what the
// compare-and-swap expects and what it puts, and into comparisons with what the
// compare-and-swap has found. Any other use may act on a value that was never
// there: then the load is like all others. So is a load whose address changes
// on the way, or one whose value goes to a function.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_SHADOW_EXPECTEDLOADS_H
#define TILE_LIB_SIMULATOR_SHADOW_EXPECTEDLOADS_H

#include "Code.h"

namespace mlir::tile::sim {

/// Sets InstInfo::isExpectedLoad of the function's instructions.
void markExpectedLoads(ProgramCode &program, const FunctionCode &function);

/// Whether two accesses to one place are a load that is only a guess, and an
/// atomic operation.
bool isExpectedRace(const ProgramCode &program, uint32_t pc, uint32_t otherPc);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_SHADOW_EXPECTEDLOADS_H
