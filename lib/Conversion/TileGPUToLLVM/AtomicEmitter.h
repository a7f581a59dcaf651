//===- AtomicEmitter.h - Inline PTX of atomic operations --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One instruction, or one loop, for a group of elements that a thread has.
// DistributeAtomics.cpp says why it is inline PTX.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILEGPUTOLLVM_ATOMICEMITTER_H
#define TILE_LIB_CONVERSION_TILEGPUTOLLVM_ATOMICEMITTER_H

#include "RegisterGroups.h"

#include <string>

namespace mlir::tile {

/// How a group of elements travels through PTX: words, each of one element or
/// of two of 16 bits.
struct AtomicShape {
  unsigned elementBits;
  bool isFloat; ///< of 32 or 64 bits
  unsigned perWord;
  unsigned words;

  /// `elementType` is a converted one: an integer, a float or an LLVM pointer.
  AtomicShape(Type elementType, unsigned width)
      : elementBits(8 * getMemoryBytes(elementType)),
        isFloat(isa<FloatType>(elementType) && elementBits >= 32),
        perWord(elementBits == 16 && width > 1 ? 2 : 1),
        words(width / perWord) {}

  unsigned getWordBits() const { return elementBits * perWord; }
  unsigned getRegisterBits() const { return std::max(getWordBits(), 16u); }
  /// ".v4", or nothing.
  std::string getVector() const {
    return words > 1 ? ".v" + std::to_string(words) : std::string();
  }
  /// LLVM's letter for a register of a word.
  StringRef getConstraint() const {
    switch (getRegisterBits()) {
    case 16:
      return "h";
    case 32:
      return isFloat ? "f" : "r";
    default:
      return isFloat ? "d" : "l";
    }
  }
};

/// An operation as PTX writes it.
struct AtomicText {
  /// ".acq_rel.gpu.global".
  std::string order;
  /// ".relaxed.gpu.global", for a read next to it.
  std::string relaxed;
  /// ".acq_rel.gpu", of a fence.
  std::string fence;
  /// ".add.v4.f32", after the order.
  std::string operation;
  /// "red", "atom", "ld" or "st".
  StringRef opcode;
  /// Whether a loop of `atom.cas` takes its place.
  bool isLoop = false;
  /// Whether it reads until there is what is expected.
  bool isPoll = false;
  /// Whether it is on pairs, so that each operand and the result are two words.
  bool isPair = false;
};

/// Emits the operation for one group of elements after another.
class AtomicEmitter {
public:
  /// `limits` are operands that all elements share, as 64-bit numbers.
  AtomicEmitter(OpBuilder &builder, Location loc, Type elementType,
                unsigned width, AtomicText text, bool hasResult,
                ArrayRef<Value> limits);

  /// `data` has the elements of each operand. Returns what was in memory, or
  /// zeros where `predicate`, which may be null, is false; nothing if no result
  /// was asked for.
  SmallVector<Value> emit(Value ptr, Value predicate,
                          ArrayRef<SmallVector<Value>> data);

  /// A fence, in the threads that act; `owner` may be null.
  void emitFence(Value owner);

private:
  Type getWordType();

  /// "$2", or "{$2, $3}".
  std::string getList(unsigned first) const;

  std::string getInstruction(StringRef address, ArrayRef<std::string> lists,
                             StringRef condition) const;

  /// On two pairs: what is expected, and what is written then.
  std::string getPair(StringRef address, ArrayRef<std::string> words,
                      StringRef condition) const;

  /// Reads until there is what is expected, or the time is over. The result is
  /// what was read last.
  std::string getPoll(StringRef address, StringRef expected,
                      ArrayRef<std::string> limits, StringRef condition) const;

  /// A sum of bf16, one or two, on a target without an instruction for it.
  std::string getLoop(StringRef address, StringRef operand,
                      StringRef condition) const;

  SmallVector<Value> pack(ArrayRef<Value> elements);

  SmallVector<Value> unpack(ArrayRef<Value> words);

  OpBuilder &builder;
  Location loc;
  Type elementType;
  AtomicShape shape;
  AtomicText text;
  bool hasResult;
  ArrayRef<Value> limits;
};

} // namespace mlir::tile

#endif // TILE_LIB_CONVERSION_TILEGPUTOLLVM_ATOMICEMITTER_H
