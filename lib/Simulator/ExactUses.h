//===- ExactUses.h - Which bits of a function are floats --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For exact arithmetic: the constants that are bits of floats, though PTX
// writes them as integers, and the instructions that look at the bits of
// floats as integers.
//
//===----------------------------------------------------------------------===//
//
//   mov.b16  %rs1, 0x3C00;              // 1.0, as an fma.f16 reads %rs1
//   fma.rn.f16 %rs2, %rs3, %rs1, %rs4;
//   shr.u32  %r1, %f1, 23;              // an exponent: there is none
//
// Registers have no types in PTX. So uses go back from instructions that
// compute with floats, through moves, to constants; a register that others use
// as an integer has none of these. And where bits are from goes on, along the
// control flow, to instructions. What went through memory is not known.
//
// Signs, halves and orders of numbers are in the same bits as for floats
// (ExactArithmetic.h): instructions that only change or compare these are right
// and not noted.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_EXACTUSES_H
#define TILE_LIB_SIMULATOR_EXACTUSES_H

#include "tile/PTX/AST.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::tile::sim {

/// An operand of an instruction, with the type of floats as which it is read or
/// written; empty: as other bits.
struct ExactUse {
  const ptx::Operand *operand;
  llvm::StringRef type;
};

/// What an instruction does with bits of floats.
struct ExactInstruction {
  const ptx::Instruction *source;
  llvm::SmallVector<ExactUse, 4> reads, writes;
  /// It hands bits on: results are of the type that operands are.
  bool isCopy = false;
  /// It makes other bits of integers.
  bool isInteger = false;

  explicit ExactInstruction(const ptx::Instruction &source);
};

class ExactUses {
public:
  explicit ExactUses(const ptx::Block &body);

  /// The bits of a constant as an instruction of exact arithmetic has them: the
  /// numbers of a float, "f32", or of two, "f16x2".
  static uint64_t encode(llvm::StringRef type, uint64_t bits);

  /// What a constant that is written as an integer is: "f32", "f16x2"; empty if
  /// it is an integer, for all that is known.
  llvm::StringRef findType(const ptx::Operand &constant) const {
    return constants.lookup(&constant);
  }

private:
  void collect(const ptx::Block &block);
  /// Calls `f(operand, type)` for what the instruction reads, `type` as far as
  /// it is known.
  template <typename F>
  void forReads(const ExactInstruction &instruction, F f) const;
  bool want(const ptx::Operand &operand, llvm::StringRef type);
  llvm::StringRef getWanted(const ptx::Operand &operand) const;

  std::vector<ExactInstruction> instructions;
  /// By the names of registers: what they are read as.
  llvm::StringMap<llvm::StringRef> wanted;
  llvm::DenseMap<const ptx::Operand *, llvm::StringRef> constants;
};

class ProgramCode;
struct FunctionCode;

/// Gives the instructions that mistake bits of floats for integers, or the
/// reverse, the flag IsInexact.
void markInexact(ProgramCode &program, const FunctionCode &function);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_EXACTUSES_H
