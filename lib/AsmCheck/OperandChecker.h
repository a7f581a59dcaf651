//===- OperandChecker.h - Operands that the table does not describe -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One instruction at work: its operands one after the other, each against what
// ptxas takes beyond the row. Scalars are in AsmOperands.cpp, vectors in
// AsmVectors.cpp, addresses and calls in AsmAddresses.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_OPERANDCHECKER_H
#define TILE_LIB_ASMCHECK_OPERANDCHECKER_H

#include "AsmOperands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

namespace mlir::tile::ptx {

inline bool isNamed(const Operand &operand) {
  return operand.kind == Operand::Name || operand.kind == Operand::Placeholder;
}

inline bool isConstant(const Operand &operand) {
  return operand.kind == Operand::Integer || operand.kind == Operand::F32 ||
         operand.kind == Operand::F64;
}

inline std::string getSpelling(const Operand &operand) {
  return operand.kind == Operand::Placeholder
             ? "$" + std::to_string(operand.bits)
             : operand.name;
}

inline std::string describeConstant(const Operand &operand) {
  switch (operand.kind) {
  case Operand::Integer:
    return "an integer";
  case Operand::F32:
    return "an f32 constant";
  default:
    return "an f64 constant";
  }
}

inline bool isMatrix(llvm::StringRef opcode) {
  return opcode == "mma" || opcode == "wmma" || opcode == "wgmma" ||
         opcode == "stmatrix";
}

/// Messages are without the operand's place, which `run` adds; "" is "fine".
class OperandChecker {
public:
  OperandChecker(const Instruction &instruction, const InstructionMatch &match,
                 AsmNameLookup lookup)
      : instruction(instruction), match(match), lookup(lookup) {}
  std::optional<OperandProblem> run();

private:
  /// Of two priorities, the second is for the rest of the lines. Which is which
  /// is known by the order alone.
  bool hasPrioritiesInOrder() const;
  /// The parameter that a guarded ld or st of `.param` names, or null.
  const Operand *findGuardedParameter();
  /// What is wrong with a variable of the body that cvta converts, or "".
  std::string checkConvertedSpace(const Operand &variable);
  /// The patterns that the operands fit, without optional ones that are left
  /// out. Of several ways the first that fits kinds is taken.
  void alignPatterns(llvm::SmallVectorImpl<OperandPattern> &patterns);
  bool is(llvm::StringRef opcode) const { return instruction.opcode == opcode; }
  std::string check(const Operand &operand, const OperandPattern &pattern);
  /// Of rows that say nothing of their operands.
  std::string checkUndescribed(const Operand &operand);
  std::string checkPair(const Operand &operand, const OperandPattern &pattern);
  std::string checkVector(const Operand &operand,
                          const OperandPattern &pattern);
  /// Elements of a vector in memory have one width.
  std::string checkAlike(const Operand &vector);
  /// What ptxas makes of an element: bits go with all.
  enum class ElementKind { Bits, Integer, Float, Halves };
  ElementKind getElementKind(const Operand &element);
  std::string describeElement(const Operand &element);
  /// Neighbours in a vector have one kind.
  std::string checkKinds(const Operand &vector);
  /// Where no register of a fragment is of bits, they have the kind of the
  /// matrix.
  std::string checkFragmentKind(const Operand &vector);
  /// The opcode of matrix instructions on types of 8 bits, else "": ptxas makes
  /// several instructions of those.
  llvm::StringRef is8Bit() const;
  std::string checkFragmentConstant(const Operand &element,
                                    const OperandPattern &pattern,
                                    const Operand &vector);
  /// `mov.b64 {a, b}, c`: the elements are alike and make up the type.
  std::string checkMovedVector(const Operand &vector);
  /// PTX ISA, "Register Fragments" of wgmma: n / 2 registers of 32 bits for a
  /// matrix of 64 rows, or n / 4 with two f16 in each.
  std::string checkAccumulators(const Operand &vector);
  /// PTX ISA, "tcgen05.ld": as many registers as a lane has of the shape, times
  /// the number of `.x8`.
  std::string checkTensorMemory(const Operand &vector);
  /// PTX ISA, "im2col mode": an offset per dimension of the image, or two of a
  /// row.
  std::string checkImageOffsets(const Operand &vector);
  std::string checkScalar(const Operand &operand, const OperandPattern &pattern,
                          bool isElement);
  static bool hasConstantIndex(const Operand &element);
  /// Special registers are converted to integers only.
  bool isFloatConversion() const;
  /// Addresses of variables are values of these only.
  bool takesSymbol() const;
  std::string checkRegister(const Operand &operand, const AsmName &name,
                            const OperandPattern &pattern);
  std::string checkComponent(const Operand &operand);
  /// Of the scalar results only these may go nowhere.
  std::string checkSink(const Operand &operand, const OperandPattern &pattern);
  /// Whether the row says the operand's type by its words: data, not a count
  /// or a mask.
  bool isData() const;
  /// As checkConstantType, and `hint` says what to write instead.
  std::string checkLiteral(const Operand &operand,
                           const OperandPattern &pattern, bool isElement);
  std::string checkConstantType(const Operand &operand,
                                const OperandPattern &pattern, bool isElement);
  /// `call (results), function, (arguments)`, or a register and a prototype.
  std::string checkCall();
  /// Of the two addresses of a copy, one is that of a tensor, with coordinates:
  /// the first where it is written, reduced or fetched only.
  std::string checkTensorAddress(const Operand &operand);
  /// The state space that the words name; "" for a generic address.
  llvm::StringRef getSpace() const;
  /// Whether the address takes 64 bits, as addresses of global memory do: ptxas
  /// has given up 32. Instructions that also have an address of shared memory
  /// take any width.
  bool needsWideAddress() const;
  std::string checkAddress(const Operand &operand);
  /// Whether it is a register of that width without a kind, or may be one.
  bool isRegisterOf(const Operand &base, unsigned bits);
  std::string checkTensorMemoryAddress(const Operand &operand);
  /// `[texture, {x, y}]`
  std::string checkHandle(const Operand &operand,
                          const OperandPattern &pattern);
  std::string checkCoordinate(const Operand &operand,
                              const OperandPattern &pattern);
  std::string checkAddressType(const Operand &base, llvm::StringRef type);
  /// Generic addresses are of any variable.
  std::string checkSpace(const Operand &base, const AsmName &variable);
  const Instruction &instruction;
  const InstructionMatch &match;
  AsmNameLookup lookup;
  size_t position = 0;
  const Operand *culprit = nullptr;
  llvm::StringLiteral name = "operand-type";
  std::string hint;
  std::vector<Fix> fixes;
};

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_OPERANDCHECKER_H
