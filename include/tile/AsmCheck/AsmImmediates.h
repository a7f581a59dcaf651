//===- AsmImmediates.h - Constants in the text of an asm --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a constant operand of an inline asm (`n`, `i`) is written in its place.
// PTX writes floats by their bits, 0f3F800000, and takes them where it wants a
// float or bits of no kind. Where an instruction wants an integer, the bits of
// a float stand there as one, as they would come in a register.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ASMCHECK_ASMIMMEDIATES_H
#define TILE_ASMCHECK_ASMIMMEDIATES_H

#include "tile/AsmCheck/AsmAnalysis.h"

namespace mlir::tile::ptx {

/// Whether the instruction's operand of that number may be a float. A count or
/// a position may not, though its type says only how many bits it has. `row`
/// may be null, of an instruction that the table does not have.
bool takesFloat(const Instruction &instruction, const InstructionMatch *row,
                unsigned operand);

/// The offsets of the `$k` of a body that are floats (f32, f64) and stand where
/// an integer is wanted, in ascending order.
llvm::SmallVector<size_t>
findFloatsAsIntegers(const AsmBody &body, llvm::ArrayRef<AsmOperand> operands);

} // namespace mlir::tile::ptx

#endif // TILE_ASMCHECK_ASMIMMEDIATES_H
