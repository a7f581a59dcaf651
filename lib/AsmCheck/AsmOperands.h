//===- AsmOperands.h - What operands of an inline asm may be ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rows of the instruction table do not say of operands: which
// constants an instruction takes, where `_` may stand, what an address may be,
// and what a name means. Compared with ptxas 13.0, operand by operand.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_ASMOPERANDS_H
#define TILE_LIB_ASMCHECK_ASMOPERANDS_H

#include "tile/PTX/Fix.h"
#include "tile/PTX/Instructions.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tile::ptx {

/// What a name or `$k` of an asm is.
struct AsmName {
  enum Kind {
    /// Nothing is known; it fits everywhere.
    Unknown,
    Register,
    /// Memory that the body declares.
    Variable,
    Label,
    /// A variable or function of the module.
    Symbol,
    /// `WARP_SZ`, or a constant by which `$k` stands.
    Constant,
  };
  Kind kind = Unknown;
  /// Of a register, or an element of a vector register; "" if not known.
  llvm::StringRef type;
  /// Of a variable: "shared".
  llvm::StringRef space;
  /// Of a vector register; 0 of others.
  unsigned vectorSize = 0;
};

using AsmNameLookup = llvm::function_ref<AsmName(const Operand &)>;

/// What is wrong with an operand.
struct OperandProblem {
  Location location;
  /// The name of the finding.
  llvm::StringLiteral name = "operand-type";
  std::string message;
  std::string hint;
  bool isWarning = false;
  std::vector<Fix> fixes = {};
};

/// Checks the operands of an instruction that the table has.
std::optional<OperandProblem> checkAsmOperands(const Instruction &instruction,
                                               const InstructionMatch &match,
                                               AsmNameLookup lookup);

/// Whether the operands may be parts of registers: `$1.b0`.
bool isVideoInstruction(llvm::StringRef opcode);

/// What is wrong with an operand of a video instruction, or "".
std::string checkVideoOperand(const Instruction &instruction,
                              const InstructionMatch &match, size_t position,
                              AsmNameLookup lookup);

/// Checks what stands after `@`.
std::optional<OperandProblem> checkAsmGuard(const Operand &guard,
                                            AsmNameLookup lookup);

/// Whether the body of a function may declare this; `version` is 0 where it is
/// not checked.
std::optional<OperandProblem> checkAsmDeclaration(const Variable &variable,
                                                  unsigned version);
std::optional<OperandProblem> checkAsmLabel(const Label &label);
std::optional<OperandProblem> checkAsmDirective(const Directive &directive);

/// The state space that the words of an instruction name: "shared"; "" for
/// generic addresses.
llvm::StringRef getAddressSpace(const InstructionMatch &match);
/// The same of the address that is the operand at `position`; "" where the
/// words do not say it of that one.
llvm::StringRef getAddressSpace(const Instruction &instruction,
                                const InstructionMatch &match, size_t position);

/// Whether a constant there must lie in a range of its own: a count, a position
/// or the like.
bool hasConstantRange(const Instruction &instruction,
                      const InstructionMatch &match, size_t position);

/// A warning about a constant with too many bits, whose upper bits ptxas drops;
/// or no value.
std::optional<OperandProblem> checkConstantWidth(const Instruction &instruction,
                                                 const Operand &operand,
                                                 const OperandPattern &pattern,
                                                 size_t position);

/// What is wrong with the value of a constant, or no value.
std::optional<OperandProblem> checkConstant(const Instruction &instruction,
                                            const InstructionMatch &match,
                                            size_t position);

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_ASMOPERANDS_H
