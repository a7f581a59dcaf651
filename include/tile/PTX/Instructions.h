//===- Instructions.h - The table of PTX instructions ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place that says which instructions PTX has: words, operands, first
// version and targets. The checker, the simulator and the docs all read it.
// Source: PTX ISA 9.0, the section named at each row; checked against ptxas.
//
//===----------------------------------------------------------------------===//
//
// A row is a form of an instruction: one list of words, one list of operands,
// one requirement. `add.f32` and `add.bf16` are two rows, as only one of them
// needs sm_90. Rows are short patterns:
//
//   {"add", "rn|rz|rm|rp? ftz? sat? f32", "=T T T", 10, ""}
//
// Words are groups with a blank between; a group is alternatives with '|'
// between, and '?' after if it may be left out. The words that are types are
// T, U, V and W, in order: `cvt.rn.f32.s32` has T = f32 and U = s32.
//
// An operand is a kind with marks around it:
//
//   T U V W f32 pred ...   a register of that type, or a constant
//   b32 b64                the same of any type except a float: a count, a mask
//   %b32                   of any type of that width, floats too
//   .b32                   a register, no constant
//   2T                     of T's class and twice its width: `mul.wide`
//   []                     an address
//   [t]                    an address of tensor memory, in 32 bits
//   [h]                    a texture or surface, by its handle of 64 bits
//   [h]{2}U [h]{i2}U       the same with 2 coordinates of type U in the
//   brackets,
//                          the first one may be an index in 32 bits: `tex`
//   #                      an integer constant
//   label, name, list      as they say; `any` is not checked
//   {4}b32 {v}T {*}T       a vector of 4; of the `.v2` of the words, or scalar;
//   {4x}b32                of any size; of 4 times the number of the word `.x8`
//   =T                     it is written
//   ~T                     the register may be wider: `ld`, `cvt`
//   !pred                  it may be negated: `!p`
//   -b32                   it may be the negative of a register: `vmad`
//   =T|pred                it may be a pair with a predicate: `shfl`
//   =T&pred                it is one: `elect`; so is a vector: ={4}T|pred
//   =_T                    it is written, to nowhere: only `_` may stand there
//   T?                     it may be left out
//   T?word                 it is there if the word is, and only then
//
// The words and the operands may end in "...": anything may follow. So rows say
// which target has an instruction that is not described in detail. `m64n*k16`
// is a word with any multiple of 8 up to 256 at the star.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_INSTRUCTIONS_H
#define TILE_PTX_INSTRUCTIONS_H

#include "tile/PTX/AST.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::tile::ptx {

/// What an instruction does besides computing its results.
enum InstructionEffects : uint8_t {
  NoEffects = 0,
  ReadsMemory = 1,
  WritesMemory = 2,
  /// Waits for others, or orders memory: barriers, fences, waits.
  Synchronizes = 4,
  /// Other lanes take part: shuffles, votes, matrix instructions.
  Convergent = 8,
  /// Does not go on with the next instruction: branches, traps.
  ControlFlow = 16,
  /// More than one warp takes part: barriers of the CTA or the cluster, and
  /// what the four warps of a warpgroup do together.
  AcrossWarps = 32,
  /// It is a barrier of the CTA. The first operand that it reads is the number
  /// of the barrier, and a `b32` after that one is a number of threads.
  IsNumberedBarrier = 64,
};

/// A row of the table; the head of the file explains the patterns.
struct InstructionForm {
  llvm::StringLiteral opcode;
  llvm::StringLiteral words;
  llvm::StringLiteral operands;
  /// The first PTX ISA version: 86.
  unsigned version;
  /// "" (all), "sm_90" (and later), "sm_90a" (only), "sm_100f" (its family);
  /// alternatives have '|' between.
  llvm::StringLiteral targets;
  uint8_t effects = NoEffects;
};

/// All rows, the forms of an opcode one after the other.
llvm::ArrayRef<llvm::ArrayRef<InstructionForm>> getInstructionFamilies();

/// The rows of an opcode, in the order of the table; empty if there are none.
llvm::ArrayRef<const InstructionForm *> lookupForms(llvm::StringRef opcode);

/// A word that needs more than the rows it is in: `.shared::cta` needs 7.8.
struct WordRequirement {
  /// The only opcode that it is about, or "".
  llvm::StringLiteral opcode;
  llvm::StringLiteral word;
  unsigned version;
  llvm::StringLiteral targets;
  /// Only where this word is there, too, or "".
  llvm::StringLiteral with = "";

  bool appliesTo(llvm::StringRef instructionOpcode,
                 llvm::ArrayRef<std::string> words) const;
};

llvm::ArrayRef<WordRequirement> getWordRequirements();

/// The target of a `.target` line.
struct Target {
  /// 90 of sm_90a.
  unsigned capability = 0;
  /// 'a', 'f' or 0.
  char suffix = 0;

  /// "sm_90a", or no value.
  static std::optional<Target> parse(llvm::StringRef name);
  std::string getName() const;
  /// Whether it has what a row of the table says it needs.
  bool satisfies(llvm::StringRef targets) const;
};

/// The width of a type word: 32 for f32, f16x2 and tf32, 1 for pred, 0 if the
/// word is not a type.
unsigned getTypeBits(llvm::StringRef type);
/// f16, bf16x2, e4m3x2, tf32 ...
bool isFloatType(llvm::StringRef type);

/// How an instruction reads as a row. Has views into the words, which must
/// outlive it.
struct InstructionMatch {
  const InstructionForm *form = nullptr;
  /// One entry a group of the row; empty where it is left out.
  llvm::SmallVector<llvm::StringRef, 8> words;
  /// T, U, V, W.
  llvm::SmallVector<llvm::StringRef, 4> types;
  /// 2 of `.v2`; 0 if there is no such word.
  unsigned vectorSize = 0;

  bool has(llvm::StringRef word) const;
};

/// The words of an instruction, matched with a row. The order of words is
/// that of the row; where this cannot be, any order, as in ptxas.
std::optional<InstructionMatch> matchWords(const InstructionForm &form,
                                           llvm::ArrayRef<std::string> words);

/// The size of a vector that is not checked.
inline constexpr unsigned kAnyVectorSize = ~0u;

/// An operand of a row, split into its parts.
struct OperandPattern {
  enum Kind { Value, Address, Immediate, Label, Name, List, Any };
  Kind kind = Value;
  /// Of a Value: b32, pred; T to W are replaced by the types of the match. Of
  /// an Address: that of the coordinates.
  llvm::StringRef type;
  /// What is in the brackets of an Address.
  enum AddressKind { Memory, TensorMemory, Handle };
  AddressKind addressKind = Memory;
  /// Of a Handle: how many there are after it, and whether the first of them
  /// is an index of 32 bits.
  unsigned numCoordinates = 0;
  bool hasIndex = false;
  /// 2 for `2T`.
  unsigned widthFactor = 1;
  /// Of a vector; 0 for a scalar.
  unsigned vectorSize = 0;
  bool isWritten = false;
  bool mayBeWider = false;
  bool mayBeNegated = false;
  bool mayBeMinus = false;
  bool mayBePair = false;
  bool mustBePair = false;
  bool mustBeSink = false;
  /// A register of the body that is declared as a float does not do.
  bool mayNotBeFloat = false;
  bool mayNotBeConstant = false;
  /// Of `{v}`: braces around a single value may be left out.
  bool mayLackBraces = false;
  bool isOptional = false;

  unsigned getBits() const { return getTypeBits(type) * widthFactor; }
  /// Of a Handle: what one of the coordinates must be.
  OperandPattern getCoordinate(unsigned index) const;
};

/// The operands that the row has for the words of the match.
llvm::SmallVector<OperandPattern, 6>
getOperandPatterns(const InstructionMatch &match);

/// A register that the hardware fills: %tid, %laneid, %clock64.
struct SpecialRegister {
  /// Where two reads in one CTA may give two values.
  enum Variation : uint8_t {
    Nowhere,
    /// From thread to thread.
    Threads,
    /// From read to read: clocks, timers and performance counters.
    Reads,
  };
  llvm::StringLiteral name;
  llvm::StringLiteral type;
  /// It has .x, .y and .z.
  bool isVector;
  unsigned version;
  llvm::StringLiteral targets;
  Variation variation = Nowhere;
  /// The components that say something else of a CTA in which several programs
  /// run, "y"; "*" of a register that has none.
  llvm::StringLiteral ofCTA = "";
};

llvm::ArrayRef<SpecialRegister> getSpecialRegisters();
/// By its name with the '%', without a component; null if there is none.
const SpecialRegister *lookupSpecialRegister(llvm::StringRef name);

} // namespace mlir::tile::ptx

#endif // TILE_PTX_INSTRUCTIONS_H
