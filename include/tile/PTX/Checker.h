//===- Checker.h - Whether a target has an instruction ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks instructions by the table: words, operands, version and target.
// An error says what was expected and found, or which target has what this one
// has not. What ptxas alone knows, it does not check.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_CHECKER_H
#define TILE_PTX_CHECKER_H

#include "tile/PTX/Fix.h"
#include "tile/PTX/Instructions.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tile::ptx {

/// The type word of a register or asm operand ("b32", "pred"), or "" if it is
/// not known, which fits everywhere. Gets Names and Placeholders.
using TypeLookup = llvm::function_ref<llvm::StringRef(const Operand &)>;

/// What an instruction lacks.
struct InstructionError : Diagnostic {
  enum Kind {
    /// No row has the opcode, or the words.
    Opcode,
    Words,
    /// Number of operands, or one that does not fit.
    OperandCount,
    Operand,
    Guard,
    /// What a special register is, or where it may stand.
    SpecialRegister,
    /// The target, or the PTX version, has it not.
    Target,
    Version,
  };
  Kind kind = Opcode;
  /// What would put it right, as "write 'div.full.f32'"; "" if nothing is near.
  std::string hint;
  std::vector<Fix> fixes;
  /// Of an Operand: the register or constant, which may be in a vector, and
  /// what it has to be. The name and the type point into the instruction.
  const ptx::Operand *operand = nullptr;
  OperandPattern pattern;
};

/// The row that the instruction is, for a target and a version (86). Where
/// there is none, no value, and `error` says why.
std::optional<InstructionMatch>
checkInstruction(const Instruction &instruction, const Target &target,
                 unsigned version, TypeLookup lookupType, Diagnostic &error);
/// The same, and `error` says more.
std::optional<InstructionMatch> checkInstruction(const Instruction &instruction,
                                                 const Target &target,
                                                 unsigned version,
                                                 TypeLookup lookupType,
                                                 InstructionError &error);

/// All instructions of a module, for the target and version that it names, with
/// the types of the registers that it declares. At most `kMaxErrors` are
/// reported.
std::vector<Diagnostic> checkModule(const Module &module);

/// All instructions of the body of an inline asm. `operandTypes` are the types
/// of the asm operands `$0`, `$1`, ...; an empty word is not checked.
std::vector<Diagnostic>
checkAsmBody(const AsmBody &body, const Target &target, unsigned version,
             llvm::ArrayRef<llvm::StringRef> operandTypes);

} // namespace mlir::tile::ptx

#endif // TILE_PTX_CHECKER_H
