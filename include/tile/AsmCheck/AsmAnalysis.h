//===- AsmAnalysis.h - What is wrong with an inline asm --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks the body of an inline asm by its registers, `$0`, `$1`, ..., and a
// target: instructions, names, what is read and written on which path, and what
// a pure asm must not do. Each finding has a name; docs/inline-ptx.md lists
// them.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ASMCHECK_ASMANALYSIS_H
#define TILE_ASMCHECK_ASMANALYSIS_H

#include "tile/PTX/Fix.h"
#include "tile/PTX/Instructions.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tile::ptx {

/// What a constraint string says of `$k`.
struct AsmOperand {
  bool isOutput = false;
  /// Of an output: nothing reads its value after the asm. Where an asm must
  /// have an output, one that is there for its effects need not write it.
  bool isUnused = false;
  /// The output whose register an input shares, or -1.
  int tiedTo = -1;
  /// A constant, and which one if that is known: an integer, or the bits of a
  /// float that stands in the text as one.
  bool isImmediate = false;
  std::optional<int64_t> constant;
  /// The type word of the constraint's class: b16 of h, b32 of r, b64 of l,
  /// b128 of q, f32, f64, pred of b; of an immediate f32, f64, or "" of an
  /// integer.
  llvm::StringRef type;
  /// Bits of the register that hold a value; 0 if that is not known.
  unsigned valueBits = 0;
  /// The elements in the register, and their type word if they are floats:
  /// f16, e4m3; "" of others and where it is not known.
  unsigned numElements = 1;
  llvm::StringRef floatFormat;
  /// The place of the first of them in the group of elements.
  unsigned firstElement = 0;
  /// Each of them is 0 or 1, in a byte.
  bool isBoolean = false;
  /// The value is the same for all elements of the group.
  bool isOfWholeGroup = false;
  /// The state space that it points to: "global"; "" if it is not a pointer, or
  /// a generic one.
  llvm::StringRef space;
  /// Of a pointer: what it points to, "f32" or "i32", and its bits; "" and 0 of
  /// others and where it is not known.
  llvm::StringRef pointee;
  unsigned pointeeBits = 0;
  /// All threads of the CTA have the same value.
  bool isUniform = false;
  /// Operands of one value (a group of elements) have the same number; if none
  /// of them is read, they are reported as one.
  unsigned value = 0;
};

enum class Severity {
  /// ptxas or the result is wrong.
  Error,
  /// Right only if the author knows something that the body does not show.
  Warning,
};

struct Finding {
  Location location;
  Severity severity = Severity::Error;
  /// "output-unwritten": the same in later versions.
  llvm::StringLiteral name;
  std::string message;
  /// What would put it right; empty if there is no one answer.
  std::string hint;
  /// The same as changes of the text, where it is that.
  std::vector<Fix> fixes = {};
};

struct AsmContext {
  llvm::ArrayRef<AsmOperand> operands;
  /// Without one, an instruction is fine if any target has it.
  std::optional<Target> target;
  /// PTX ISA version as major * 10 + minor; 0 is not checked.
  unsigned version = 0;
  /// The user asked for this version; else another one may be taken.
  bool isVersionGiven = false;
  /// May be removed, repeated and moved.
  bool isPure = false;
  /// Runs once for each element, in a thread that the compiler chooses.
  bool isOncePerElement = false;
  /// The elements that it runs for; 0 if that is not known.
  uint64_t numElements = 0;
  /// The author wrote `scope = thread`.
  bool hasThreadScope = false;
  /// Operands and results are single values, the same for all threads.
  bool isScalar = false;
  /// Lone integers are sign-extended.
  bool isSignExtended = false;
  /// Some threads of the CTA may not come to it, as it stands after a branch.
  bool mayLackThreads = false;
  /// Threads that reach the asm together: the threads of the CTA or of its
  /// region; 0 if that is not known.
  unsigned numThreads = 0;
  /// They are all threads of the CTA, from thread 0 on.
  bool isWholeCTA = false;
  /// Whether the module around the asm has a variable or function of the name.
  llvm::function_ref<bool(llvm::StringRef)> isSymbol;
};

/// What is wrong with a body, in the order of the text, at most `kMaxErrors`.
/// Takes time in proportion to the body (0.1 ms for 52 instructions) where
/// it has no branches.
std::vector<Finding> analyzeAsmBody(const AsmBody &body,
                                    const AsmContext &context);

/// A newer PTX version than that of the context, and what needs it.
struct NeededVersion {
  unsigned version;
  Finding reason;
};

/// The first of `versions` that has all that the body needs and the context's
/// version has not; none if that version has it, or none of them. `versions`
/// ascend.
std::optional<NeededVersion>
findNeededVersion(const AsmBody &body, const AsmContext &context,
                  llvm::ArrayRef<unsigned> versions);

/// The inputs that an instruction of the body writes though they share no
/// register with an output, in ascending order. They need a copy: the compiler
/// takes it that an asm leaves them as they are.
llvm::SmallVector<unsigned>
findWrittenInputs(const AsmBody &body, llvm::ArrayRef<AsmOperand> operands);

/// The InstructionEffects of all instructions of a body together; of one that
/// is not in the table, that it reads and writes memory.
unsigned getAsmEffects(const AsmBody &body);

/// Whether threads that run the body on the same operands may get different
/// results: by a register that differs from thread to thread or from read to
/// read, by other lanes, by an atomic operation, by memory of their own, or by
/// an instruction that is not in the table. checkAsmThreads follows each
/// register; this looks at instructions alone.
bool mayDifferByThread(const AsmBody &body);

} // namespace mlir::tile::ptx

#endif // TILE_ASMCHECK_ASMANALYSIS_H
