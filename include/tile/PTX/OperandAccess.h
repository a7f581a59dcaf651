//===- OperandAccess.h - What an instruction reads and writes --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of its operands an instruction reads, and which it writes, by the table
// of instructions. Needs no target: rows of all of them count.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_OPERANDACCESS_H
#define TILE_PTX_OPERANDACCESS_H

#include "tile/PTX/Instructions.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::tile::ptx {

/// How an operand is used.
enum class Access {
  Read,
  Write,
  /// The label of a branch, a function, a list of targets: no value.
  Reference,
};

/// Where the operand stands, for which names mean different things.
struct AccessContext {
  Access access = Access::Read;
  /// Within `[ ]`.
  bool isInAddress = false;
};

/// The row that the words of an instruction are of, whatever the target, if
/// one has so many operands; else no value.
std::optional<InstructionMatch> findRow(const Instruction &instruction);

/// Calls back with each name, `$k` and constant among the operands; vectors,
/// pairs and addresses are split. `row` may be null, of an instruction
/// that the table does not have: then the first operand counts as written, as
/// nearly everywhere in PTX. The guard is not an operand.
void forEachAccess(const Instruction &instruction, const InstructionMatch *row,
                   llvm::function_ref<void(const Operand &, AccessContext)> fn);

} // namespace mlir::tile::ptx

#endif // TILE_PTX_OPERANDACCESS_H
