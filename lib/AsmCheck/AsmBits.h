//===- AsmBits.h - Which elements the bits of a register have --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of the 64 bits of a register: which are constant, and from
// which elements of an asm's operands the others come. Of `$1` with the bytes
// x0 to x3,
//
//   shr.b32 t, $1, 4;             bits 0 to 3 are of x0, 4 to 11 of x1, ...
//   and.b32 t, t, 0x0f0f0f0f;     bits 0 to 3 of x0, 8 to 11 of x1, others 0
//   shl.b32 u, t, 8;              bits 8 to 11 of x0, ...
//   add.u32 $0, t, u;             bits 8 to 12 of x0 and x1
//
// A source is an element of an operand. That a bit has a source is certain:
// some values of the operands show it. What is not certain is "open", so that
// nothing is reported: a bit that is open may have any source.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_ASMCHECK_ASMBITS_H
#define TILE_LIB_ASMCHECK_ASMBITS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace mlir::tile::ptx {

struct AsmBits {
  /// By source: the bits that depend on it. Empty if none does.
  llvm::SmallVector<uint64_t, 8> sources;
  /// Bits that are 0, and that are 1, whatever the operands are.
  uint64_t zeros = 0, ones = 0;
  /// Bits that are one bit of an operand, or its complement: they may have
  /// both values, whatever the bits next to them are.
  uint64_t copied = 0;
  /// Bits that may depend on anything.
  uint64_t open = 0;
  /// Nothing wrote it yet.
  bool isUnwritten = false;

  uint64_t get(size_t source) const {
    return sources.empty() ? 0 : sources[source];
  }
  bool isConstant(unsigned width) const;
};

/// The table of a function of three bits, as `lop3` has it.
namespace bit_table {
inline constexpr uint8_t kA = 0xf0, kB = 0xcc, kC = 0xaa;
inline constexpr uint8_t kAnd = kA & kB, kOr = kA | kB, kXor = kA ^ kB,
                         kNot = uint8_t(~kA);
} // namespace bit_table

/// Computes with bits and their sources.
class AsmBitAlgebra {
public:
  /// `positions` has the place in the group of each source's element.
  explicit AsmBitAlgebra(llvm::ArrayRef<unsigned> positions)
      : positions(positions), used(positions.size()) {}

  static AsmBits makeConstant(uint64_t value);
  /// The same for all elements, and not known.
  static AsmBits makeFree() { return AsmBits(); }
  /// May be anything that the inputs say.
  AsmBits makeOpen(llvm::ArrayRef<AsmBits> inputs);
  /// All `count` bits of an element, in place `first`.
  void addElement(AsmBits &bits, unsigned source, unsigned first,
                  unsigned count) const;

  /// Bit by bit, by a table; `isSame...` of inputs that are one register.
  AsmBits combine(uint8_t table, const AsmBits &a, const AsmBits &b,
                  const AsmBits &c, bool isSameAB = false,
                  bool isSameBC = false, bool isSameAC = false);
  AsmBits complement(const AsmBits &a);
  /// `count` bits from `first` on, zeros above.
  static AsmBits extract(const AsmBits &a, unsigned first, unsigned count);
  /// The same with the sign above.
  AsmBits extractSigned(const AsmBits &a, unsigned first, unsigned count);
  /// To the left; bits from 64 on are dropped.
  static AsmBits shiftLeft(const AsmBits &a, unsigned amount);
  /// The bits of a and of b; at each place at least one of the two is 0.
  AsmBits unite(const AsmBits &a, const AsmBits &b);
  /// The low `width` bits of a sum; `carry` is the one that comes in.
  AsmBits add(const AsmBits &a, const AsmBits &b, unsigned width,
              bool carry = false);
  AsmBits multiply(const AsmBits &a, const AsmBits &b, unsigned width);
  /// One of two, bit by bit; and the bits of `choice`, which all have.
  AsmBits select(const AsmBits &a, const AsmBits &b, const AsmBits &choice);
  /// What it has on two paths that meet.
  void join(AsmBits &a, const AsmBits &b);

  enum Certainty {
    /// Each bit of the result depends on all of each input.
    Certain,
    /// So it does of an input with bits of several elements only if those are
    /// its own: such a number may be what packed arithmetic is made of.
    IfCopied,
  };
  /// `count` bits that depend on all bits of all inputs. `mayCancel` says that
  /// the inputs may cancel each other, as in a difference.
  AsmBits mix(llvm::ArrayRef<AsmBits> inputs, unsigned count,
              Certainty certainty = Certain, bool mayCancel = false);

  /// The places of the elements in some bits, one bit each.
  uint32_t getPositions(const AsmBits &a, uint64_t mask = ~uint64_t(0)) const;
  /// Counts the sources as used, whatever becomes of them.
  void escape(const AsmBits &a);
  const llvm::BitVector &getUsed() const { return used; }
  unsigned getNumSources() const { return positions.size(); }
  unsigned getPosition(unsigned source) const { return positions[source]; }

  static uint64_t getMask(unsigned width) {
    return width >= 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  }

private:
  /// Sources of both that may cancel each other where another position is.
  void dropShared(AsmBits &result, const AsmBits &a, const AsmBits &b);

  llvm::ArrayRef<unsigned> positions;
  llvm::BitVector used;
};

} // namespace mlir::tile::ptx

#endif // TILE_LIB_ASMCHECK_ASMBITS_H
