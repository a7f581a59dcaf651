//===- AxisInfo.h - Runs, multiples and repeats in tiles --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of an integer or pointer, scalar or tile, that decides how wide
// a memory access may be: runs of consecutive numbers, alignment, repetition.
//
//===----------------------------------------------------------------------===//
//
// 1. The idea
//
// A thread that owns four neighbouring elements of a tile of pointers may read
// them with one 128-bit load if the four addresses follow each other and the
// first is a multiple of 16. The load does not show that; it follows from
// how the pointers were computed. So every operation on integers and pointers
// says what it makes of three facts about each dimension of its operands.
//
// 2. The facts
//
// Let x be a tile and d a dimension of n elements. All numbers are powers of
// two, and runs are *aligned*: a run of length L along d begins at an index
// that is a multiple of L, all other indices being whatever they are.
//
// If n is not a power of two, the last run may end early: a range of 100 is one
// run of C = 128.
//
//   contiguity C    In each aligned run of C elements along d, each element is
//                   its predecessor plus 1; of pointers, plus one pointee.
//   divisibility D  The FIRST element of each such run of C is a multiple of D;
//                   of pointers, the address in bytes is.
//   constancy K     In each aligned run of K elements along d all are equal.
//
// and of the whole value
//
//   constant        the number that every element is, if known;
//   non-negative    no element is below 0 as a signed number.
//
// A scalar counts as a tile of one element. Nothing known is C = D = K = 1.
// Of zero, every number is a divisor: D is then kMaxDivisibility.
//
// 3. Worked examples
//
// Eight elements along one dimension, p a pointer to f32 that is 16-aligned:
//
//   value                                    C     D       K
//   0  1  2  3  4  5  6  7   (range)         8     2^62    1
//   8  9 10 11 12 13 14 15   (range + 8)     8     8       1
//   3  4  5  6  7  8  9 10   (range + 3)     8     1       1   first is 3
//   5  5  5  5  5  5  5  5   (splat 5)       1     1       8   constant 5
//   8  9 10 11  0  1  2  3                   4     8       1   8 and 0
//   6  7  8  9 10 11 20 21                   2     2       1   6, 8, 10 and 20
//   0  0  0  0  4  4  4  4   (range & ~3)    1     4       4   all are firsts
//   0  4  8 12 16 20 24 28   (range * 4)     1     4       1
//   p + range                                8     16 (bytes)  1
//   p + range + 2                            8     8 (bytes)   1
//   p + 1185 * pid + range                   8     4 (bytes)   1
//
// The last three pointers: the run of 8 is contiguous in all of them, but only
// a part of it that begins at its own multiple makes a vector. The length of
// that part is min(C, D / 4): 4, 2 and 1 elements. That is
// `getPointerContiguity`.
//
// Two dimensions: row * 1024 + column, 4 rows and 8 columns.
//
//   along the rows'    dimension 0:  C = 1  D = 1     K = 1
//   along the columns' dimension 1:  C = 8  D = 1024  K = 1
//
// Along dimension 0 runs have one element, so every element is a first one, and
// 1 divides them all. Along dimension 1 the firsts are 0, 1024, 2048, 3072.
//
// 4. Shorter runs
//
// Where facts meet (at a loop's head, in a select, in a sum) the shorter run
// wins. A run of C cut to runs of L < C has new firsts: first + L, first + 2L,
// ... so of D only min(D, L) remains (times the pointee's bytes for pointers).
// `divisibilityAt(L)` says it: the meet of (C=8, D=16) and (C=4, D=16) is
// (C=4, D=4), not (C=4, D=16).
//
// 5. What is assumed
//
// Arithmetic wraps, as arith's does. C and D are facts modulo 2^width: all
// multiples of powers of two survive wrapping. A run with D >= C lies between
// two multiples of C and never crosses the wrap or the sign change, so
// extending it is exact. A run that is longer than its D (1185 * pid + range)
// may cross, and is then not contiguous after extension to 64 bits. Such a run
// is kept as what it most likely is, because the order of a layout's dimensions
// is chosen by it; but wherever a wrong answer would be a wrong program (the
// width of an access, the constancy of a compare) only min(C, D) is used.
//
// One assumption is made, and can be turned off (AxisInfoOptions): a sum or a
// product of non-negative numbers is non-negative, that is, index computations
// do not overflow as signed numbers. It serves one purpose: signed division and
// remainder round toward zero, so that (-8..-1) / 8 is -1, 0, 0, ... and no run
// survives; with a dividend known to be non-negative it does. Triton assumes
// the same, and more.
//
// 6. Limits
//
// Strides other than 1 are not followed ((2 * range) / 2 is not known to be a
// range); nor are values loaded from memory. A value in code that is never
// reached, or made after the analysis ran, has no facts: `lookup` is null and
// each query gives the safe answer.
//
// What else was considered: integer ranges know nothing of neighbours, and
// affine maps (Presburger sets) know all of this and more but not what to do
// with loops, masks and bit operations at the price of a pass over the code.
// Triton's analysis of this name has the same three facts; the transfer
// functions, and the definition of D by shorter runs, are our own.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ANALYSIS_AXISINFO_H
#define TILE_ANALYSIS_AXISINFO_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace mlir::tile {

//===----------------------------------------------------------------------===//
// AxisInfo
//===----------------------------------------------------------------------===//

/// The facts about one dimension; see the head of the file.
struct AxisFacts {
  int64_t contiguity = 1;
  int64_t divisibility = 1;
  int64_t constancy = 1;

  /// The divisibility of the elements whose index is a multiple of `run`. Each
  /// step along a run adds `unit` (1, or the bytes of a pointee).
  int64_t divisibilityAt(int64_t run, int64_t unit = 1) const;

  bool operator==(const AxisFacts &other) const {
    return contiguity == other.contiguity &&
           divisibility == other.divisibility && constancy == other.constancy;
  }
};

/// The facts about one value, and the lattice that the data flow analysis uses:
/// from "not reached yet" (rank 0) over all that may be known down to nothing.
class AxisInfo {
public:
  /// The divisibility of zero.
  static constexpr int64_t kMaxDivisibility = int64_t(1) << 62;

  /// Not reached yet.
  AxisInfo() = default;

  /// `dims` for each dimension; `unit` is what one step along a run adds.
  AxisInfo(ArrayRef<AxisFacts> dims, int64_t unit,
           std::optional<int64_t> constant = std::nullopt,
           bool nonNegative = false)
      : dims(dims), unit(unit), constant(constant), nonNegative(nonNegative) {}

  /// Nothing is known of a value of this type.
  static AxisInfo getUnknown(Type type);

  /// Every element is `value`. Only for integers of up to 64 bits and index.
  static AxisInfo getConstant(Type type, int64_t value);

  /// The dimensions of the tile, 1 for a scalar, 0 if not reached.
  unsigned getRank() const { return dims.size(); }
  bool isUninitialized() const { return dims.empty(); }

  ArrayRef<AxisFacts> getDims() const { return dims; }
  const AxisFacts &getDim(unsigned dim) const { return dims[dim]; }
  int64_t getContiguity(unsigned dim) const { return dims[dim].contiguity; }
  int64_t getDivisibility(unsigned dim) const { return dims[dim].divisibility; }
  int64_t getConstancy(unsigned dim) const { return dims[dim].constancy; }

  /// What every element is, sign-extended; 0 or 1 of an i1.
  std::optional<int64_t> getConstantValue() const { return constant; }

  /// Whether every element is known to be at least 0 as a signed number.
  bool isNonNegative() const { return nonNegative; }

  /// What one step along a run adds: 1, or of pointers the pointee's bytes.
  int64_t getUnit() const { return unit; }

  /// The length of the aligned runs along `dim` that are contiguous whatever
  /// wraps: min(contiguity, divisibility in steps).
  int64_t getAlignedContiguity(unsigned dim) const;

  /// A power of two that divides every element.
  int64_t getDivisibilityOfAll() const;

  /// What holds of both, for the meeting of control flow.
  static AxisInfo join(const AxisInfo &a, const AxisInfo &b);

  bool operator==(const AxisInfo &other) const {
    return dims == other.dims && unit == other.unit &&
           constant == other.constant && nonNegative == other.nonNegative;
  }

  /// `contiguity = [8], divisibility = [16], constancy = [1], constant = none`.
  void print(raw_ostream &os) const;

private:
  SmallVector<AxisFacts, 2> dims;
  int64_t unit = 1;
  std::optional<int64_t> constant;
  bool nonNegative = false;
};

//===----------------------------------------------------------------------===//
// ModuleAxisInfo
//===----------------------------------------------------------------------===//

struct AxisInfoOptions {
  /// Take a sum or product of non-negative numbers to be non-negative; see
  /// "What is assumed" at the head of the file.
  bool assumeNoSignedWrap = true;
};

/// The facts about all values of a module, and the questions that the compiler
/// asks of them. Holds no reference to the options.
///
/// Valid until the IR changes in a way that changes a value it was asked about;
/// values made later are unknown. Cost: each operation is visited a few times.
class ModuleAxisInfo {
public:
  /// Analyses the module that `root` is or is in; function calls are followed.
  explicit ModuleAxisInfo(Operation *root, const AxisInfoOptions &options = {});

  /// The facts about a value, or null if there are none: not reached, or new.
  const AxisInfo *lookup(Value value) const;

  /// A power of two of bytes that divides the address of every element of
  /// `ptr`, a pointer or a tile of pointers; for integers, divides them all.
  int64_t getAlignment(Value ptr) const;

  /// The elements along `dim` of `ptr` that are adjacent in memory and begin at
  /// a multiple of their total size, in each aligned run of so many: the widest
  /// access that the addresses allow. 1 if `ptr` is a scalar.
  unsigned getPointerContiguity(Value ptr, unsigned dim) const;

  /// The length of the aligned runs along `dim` over which `mask` is constant.
  unsigned getMaskAlignment(Value mask, unsigned dim) const;

  /// How an access of memory forms vectors: along which dimension, and of how
  /// many elements, a power of two.
  struct VectorShape {
    unsigned dim = 0;
    unsigned width = 1;
  };

  /// What one instruction of a thread takes of the tile that `op` accesses: as
  /// many neighbours along a dimension as the layout gives the thread, the
  /// addresses allow and the mask treats alike, and the operation's
  /// `getMaxAccessWidth` at most. Of several dimensions the layout's fastest
  /// one. One element for scalars, other operations and tiles without a layout.
  VectorShape getVectorShape(Operation *op) const;
  unsigned getVectorWidth(Operation *op) const {
    return getVectorShape(op).width;
  }

private:
  DenseMap<Value, AxisInfo> facts;
};

} // namespace mlir::tile

#endif // TILE_ANALYSIS_AXISINFO_H
