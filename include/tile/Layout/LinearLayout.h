//===- LinearLayout.h - Layouts as linear maps over F2 ----------*- C++ -*-===//
//
// Part of the Tilewright project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who holds what: LinearLayout maps a place in the hardware (register 3 of lane
// 5 of warp 1) to the element of a tile that lives there (row 2, column 7).
// Every layout attribute of the project turns into one; every lowering asks it.
// Needs only LLVM's ADT, no MLIR.
//
//===----------------------------------------------------------------------===//
//
// 1. The idea
//
// Write the inputs in binary: register = r1 r0, lane = l1 l0, warp = w0. A
// layout is *linear over F2* when the coordinates of the element are the XOR of
// one constant for each input bit that is 1. That constant is the bit's
// *basis*: where the element goes if this bit alone is set. So five bases say
// everything about 32 places, and a layout of 8192 places has thirteen.
//
//   L(a ^ b) = L(a) ^ L(b)        L(0) = 0
//
// XOR is addition without carries. As long as two bases share no bit, XOR and
// ordinary addition are the same thing, so a plain tiling is a special case,
// and a basis that shares bits with another one is a swizzle.
//
// 2. A 4x8 tile, filled in step by step
//
// Two warps of four lanes with four registers each hold a tile of 4 rows and 8
// columns. Bases, each written (row, column):
//
//   register=1 -> (0, 1)   register=2 -> (0, 2)
//   lane=1     -> (0, 4)   lane=2     -> (1, 0)
//   warp=1     -> (2, 0)
//
// A cell below is warp.lane.register. With no bit set, 0.0.0 is the first cell.
// Register bit 0 gives its neighbour, register bit 1 gives each of these two a
// copy two columns on. The first row grows like this:
//
//   0.0.0
//   0.0.0 0.0.1
//   0.0.0 0.0.1 0.0.2 0.0.3
//
// Each further bit doubles the known part the same way: the known cells, moved
// by XOR with the basis. Lane bit 0 moves by four columns, which ends row 0:
//
//   0.0.0 0.0.1 0.0.2 0.0.3 0.1.0 0.1.1 0.1.2 0.1.3
//
// lane bit 1 copies this row to row 1, and warp bit 0 copies the two rows to
// rows 2 and 3. The whole tile after five doublings:
//
//   0.0.0 0.0.1 0.0.2 0.0.3 0.1.0 0.1.1 0.1.2 0.1.3
//   0.2.0 0.2.1 0.2.2 0.2.3 0.3.0 0.3.1 0.3.2 0.3.3
//   1.0.0 1.0.1 1.0.2 1.0.3 1.1.0 1.1.1 1.1.2 1.1.3
//   1.2.0 1.2.1 1.2.2 1.2.3 1.3.0 1.3.1 1.3.2 1.3.3
//
// Read one place directly: warp 1, lane 3, register 2 has the bits warp=1,
// lane=1, lane=2, register=2, so (2,0) ^ (0,4) ^ (1,0) ^ (0,2) = (3, 6).
//
// 3. A swizzle, with the same means
//
// Shared memory for the tile, as offset -> (row, column). Row-major storage is
// offset=1,2,4 -> (0,1) (0,2) (0,4) and offset=8,16 -> (1,0) (2,0). Say there
// are eight banks, bank = offset mod 8 (a GPU has 32, and wider tiles): column
// 0 is at 0, 8, 16, 24, all in bank 0. Let the row bits also flip column bits,
//
//   offset=8 -> (1, 1)      offset=16 -> (2, 2)
//
// and the element at offset 8*row + c is (row, c ^ row). Offsets of each cell:
//
//   row 0    0  1  2  3  4  5  6  7
//   row 1    9  8 11 10 13 12 15 14
//   row 2   18 19 16 17 22 23 20 21
//   row 3   27 26 25 24 31 30 29 28
//
// Column 0 is now at 0, 9, 18, 27, in banks 0 to 3. Nothing new was needed: the
// swizzle is two changed bases, its inverse is an ordinary inverse.
//
// 4. Why it helps
//
// Questions that need a case for each pair of layout kinds elsewhere are one
// piece of linear algebra here, on at most 62 machine words:
//
//   - Where must a place of layout D read in layout S?   D.invertAndCompose(S)
//   - Does conversion C stay within each warp?           C.preserves({"warp"})
//   - Which threads hold copies?                         getFreeVariableMask
//   - How wide may a load be?                            getContiguity
//
// 5. Small examples (LinearLayoutExamplesTest.cpp runs each of them)
//
//   // (a) One warp, one element per thread.
//   auto a = LinearLayout::identity1D(32, "lane", "dim0");
//
//   // (b) Four elements per thread, then 32 threads: a product puts the right
//   // operand above the left one. Lane 1 begins at element 4.
//   auto b = LinearLayout::identity1D(4, "register", "dim0") *
//            LinearLayout::identity1D(32, "lane", "dim0");
//   b.apply({{"register", 3}, {"lane", 2}});        // dim0 = 11
//
//   // (c) Every warp holds the same 128 elements: a zero basis is a replica.
//   auto c = b * LinearLayout::zeros1D(4, "warp", "dim0");
//   c.getFreeVariableMask("warp");                  // 3: both warp bits
//
//   // (d) Registers stride over the lanes: register 1 begins at element 32.
//   auto d = LinearLayout::identity1D(32, "lane", "dim0") *
//            LinearLayout::identity1D(4, "register", "dim0");
//   d.getContiguity("register", "dim0");            // 1; b has 4
//
//   // (e) To turn d into b: which place of d does a place of b read?
//   auto e = b.invertAndCompose(d);
//   e.apply({{"register", 1}, {"lane", 8}});        // lane 1, register 1
//   e.preserves({"lane"});                          // false: lanes exchange
//
// 6. Limits
//
//   - Sizes are powers of two. A tile of 48 rows is padded to 64 by the caller,
//     which masks the padding; the map itself never knows.
//   - Only XOR: no rotation (row + column) mod 8 and no padding by a word. What
//     these do against bank conflicts an XOR swizzle does as well.
//   - A dimension has at most 2^30 positions, all inputs together 2^62, all
//     outputs together 2^62. No known tile comes near.
//   - The place of zero is element zero: an offset is added outside.
//
// 7. What else was considered
//
// Shape-and-stride trees (CuTe) have sizes that need not be powers of two, and
// read well for nested tiles. But they say swizzles only with a second kind of
// object put after them, composition exists only under divisibility rules, and
// "is the same map" is not a comparison of data. Separate classes for blocked,
// mma, sliced and shared layouts make each conversion a case of a pair. With
// linear maps, composition and inversion are total on what they are defined
// for, equality is equality of the bases, and one code path serves all.
//
// Source of the approach: "Linear Layouts: Robust Code Generation of Efficient
// Tensor Computation Using F2", arXiv 2505.23819. It is also where Triton's
// class of this name comes from; the code here is our own.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_LINEARLAYOUT_H
#define TILE_LAYOUT_LINEARLAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir {
namespace tile {

// This library is used without MLIR, whose LLVM.h would bring these names in.
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

/// A linear map over F2 from named input dimensions to named output dimensions,
/// each of a power-of-two size. See the head of this file for the idea.
///
/// A value type: immutable except for assignment and `*=`, cheap to copy, safe
/// to read from several threads. It need not be surjective, injective or
/// square; the functions that need one of these say so.
///
/// Order of dimensions. It is part of the value (`==` sees it, `isEquivalent`
/// does not), and the *first* dimension is the minor one wherever dimensions
/// are concatenated or split: x of size 4 and y of size 8 give x + 4 * y.
///
/// Errors. What the text of a user can cause has a `try...` form, or returns an
/// optional or a bool. The other functions assert their preconditions.
class LinearLayout {
public:
  /// For each input dimension, in order, its bases from bit 0 up; each basis is
  /// one coordinate for each output dimension. A dimension of size 1 has none.
  using BasesT =
      SmallVector<std::pair<std::string, std::vector<std::vector<int32_t>>>>;

  /// A dimension's name with a size or a position in it.
  using NamedInt = std::pair<std::string, int32_t>;
  using NamedIntRef = std::pair<StringRef, int32_t>;

  /// The largest log2 size of one dimension.
  static constexpr int32_t maxDimLog2 = 30;
  /// The largest log2 size of all inputs together, or of all outputs.
  static constexpr int32_t maxTotalLog2 = 62;

  //===--------------------------------------------------------------------===//
  // Making one
  //===--------------------------------------------------------------------===//

  /// The layout with no dimensions: the neutral element of `*`.
  LinearLayout() = default;
  [[nodiscard]] static LinearLayout empty() { return LinearLayout(); }

  /// x -> x, for x in [0, size).
  [[nodiscard]] static LinearLayout identity1D(int32_t size, StringRef in,
                                               StringRef out);

  /// x -> 0, for x in [0, size): `size` replicas. Not surjective where
  /// outSize > 1.
  [[nodiscard]] static LinearLayout zeros1D(int32_t size, StringRef in,
                                            StringRef out, int32_t outSize = 1);

  /// The layout with these bases; `outDims` lists each output dimension with
  /// its size. On failure returns nothing and, where `error` is not null, sets
  /// it to one lower-case clause without a full stop. Fails when a size is no
  /// power of two or too large, a basis has the wrong number of coordinates or
  /// one out of range, a name is empty or appears twice, or, if
  /// `requireSurjective`, an output is not reached.
  [[nodiscard]] static std::optional<LinearLayout>
  tryCreate(const BasesT &bases, ArrayRef<NamedInt> outDims,
            bool requireSurjective, std::string *error = nullptr);

  /// As `tryCreate`; asserts that it succeeds.
  LinearLayout(const BasesT &bases, ArrayRef<NamedInt> outDims,
               bool requireSurjective = true);

  //===--------------------------------------------------------------------===//
  // Looking at it. Names given to these functions must exist.
  //===--------------------------------------------------------------------===//

  /// The names, in order; valid as long as this object.
  [[nodiscard]] SmallVector<StringRef> getInDimNames() const;
  [[nodiscard]] SmallVector<StringRef> getOutDimNames() const;

  [[nodiscard]] int32_t getNumInDims() const { return inDims.size(); }
  [[nodiscard]] int32_t getNumOutDims() const { return outDims.size(); }

  [[nodiscard]] bool hasInDim(StringRef dim) const;
  [[nodiscard]] bool hasOutDim(StringRef dim) const;

  [[nodiscard]] int32_t getInDimSizeLog2(StringRef inDim) const;
  [[nodiscard]] int32_t getOutDimSizeLog2(StringRef outDim) const;
  [[nodiscard]] int32_t getInDimSize(StringRef inDim) const {
    return int32_t(1) << getInDimSizeLog2(inDim);
  }
  [[nodiscard]] int32_t getOutDimSize(StringRef outDim) const {
    return int32_t(1) << getOutDimSizeLog2(outDim);
  }

  /// Over all dimensions: the number of input bits, and 2 to that power.
  [[nodiscard]] int32_t getTotalInDimSizeLog2() const { return columns.size(); }
  [[nodiscard]] int32_t getTotalOutDimSizeLog2() const {
    return outDims.empty() ? 0 : outDims.back().offset + outDims.back().log2;
  }
  [[nodiscard]] int64_t getTotalInDimSize() const {
    return int64_t(1) << getTotalInDimSizeLog2();
  }
  [[nodiscard]] int64_t getTotalOutDimSize() const {
    return int64_t(1) << getTotalOutDimSizeLog2();
  }

  /// Each output dimension with its size, in order.
  [[nodiscard]] SmallVector<NamedInt> getOutDims() const;
  /// Each input dimension with its size, in order.
  [[nodiscard]] SmallVector<NamedInt> getInDims() const;

  /// Where bit `pos` of `inDim` goes: all coordinates, or the one of `outDim`.
  [[nodiscard]] SmallVector<int32_t> getBasis(StringRef inDim,
                                              int32_t pos) const;
  [[nodiscard]] int32_t getBasis(StringRef inDim, int32_t pos,
                                 StringRef outDim) const;
  /// All of them, in the form that `tryCreate` takes.
  [[nodiscard]] BasesT getBases() const;

  //===--------------------------------------------------------------------===//
  // Using it as a function. All three are linear: f(a ^ b) = f(a) ^ f(b).
  //===--------------------------------------------------------------------===//

  /// The coordinates of the element at `ins`, which gives each input dimension
  /// once, in any order, with a position in [0, its size).
  [[nodiscard]] SmallVector<NamedInt> apply(ArrayRef<NamedIntRef> ins) const;

  /// The same without names, in the order of the dimensions; no allocation
  /// beyond what `outs` may need. `outs` is overwritten.
  void applyInto(ArrayRef<int32_t> ins, SmallVectorImpl<int32_t> &outs) const;

  /// The same on words: the dimensions' bits concatenated, the first dimension
  /// in the low bits. An XOR for each set bit.
  [[nodiscard]] uint64_t applyPacked(uint64_t ins) const {
    uint64_t result = 0;
    for (; ins; ins &= ins - 1)
      result ^= columns[llvm::countr_zero(ins)];
    return result;
  }

  /// The bases as words, for all input bits in order, packed as `applyPacked`
  /// packs its result. Valid as long as this object.
  [[nodiscard]] ArrayRef<uint64_t> getColumns() const & { return columns; }
  ArrayRef<uint64_t> getColumns() && = delete;

  //===--------------------------------------------------------------------===//
  // Products: a layout made of repeated layouts
  //===--------------------------------------------------------------------===//

  /// The direct product: (left * right)(x, y) = (left(x), right(y)). Where both
  /// have a dimension of the same name, the result has one dimension with left
  /// in the low bits and right above it; so `tile * repetition`. Dimensions
  /// come in the order of left, then the new ones of right. Associative, not
  /// commutative. Asserts that the result is within the size limits.
  [[nodiscard]] LinearLayout operator*(const LinearLayout &right) const;
  LinearLayout &operator*=(const LinearLayout &right) {
    return *this = *this * right;
  }

  /// As `*this * right`; fails, with a message, beyond the size limits.
  [[nodiscard]] std::optional<LinearLayout>
  tryMultiply(const LinearLayout &right, std::string *error = nullptr) const;

  //===--------------------------------------------------------------------===//
  // Composition and inverses
  //===--------------------------------------------------------------------===//

  /// x -> outer(this(x)). The outputs of this are the inputs of outer, up to
  /// order, and each fits: its size is at most the one that outer takes.
  [[nodiscard]] LinearLayout compose(const LinearLayout &outer) const;

  /// The inverse. This must be a bijection (see `isInvertible`).
  [[nodiscard]] LinearLayout invert() const;

  /// A right inverse R of a surjective layout: this(R(y)) = y for each y. Of
  /// the places that hold y it takes the one in which all free input bits (see
  /// `getFreeVariableMasks`) are 0; so it is unique, and equal to `invert()`
  /// for a bijection.
  [[nodiscard]] std::optional<LinearLayout> tryPseudoinvert() const;

  /// The layout conversion: a C with outer(C(x)) = this(x), that is outer^-1 of
  /// this. It says from which place of `outer` a place x of this layout can
  /// read its element. Exists where outer reaches every output of this; outer's
  /// outputs are the outputs of this up to order.
  ///
  /// If outer has replicas there are several such C. This one reads as near as
  /// it can: if a bit of x names a free bit of outer, the replica chosen has
  /// that same bit, and all other free bits of outer are 0. So
  /// L.invertAndCompose(L) is the identity, replicas or not, and lanes that
  /// hold what they need themselves do not ask another lane.
  [[nodiscard]] LinearLayout invertAndCompose(const LinearLayout &outer) const;
  [[nodiscard]] std::optional<LinearLayout>
  tryInvertAndCompose(const LinearLayout &outer) const;

  //===--------------------------------------------------------------------===//
  // Parts
  //===--------------------------------------------------------------------===//

  /// Only these inputs (the others at 0) and only these outputs, in the order
  /// in which this layout has them.
  [[nodiscard]] LinearLayout sublayout(ArrayRef<StringRef> inDimNames,
                                       ArrayRef<StringRef> outDimNames) const;

  /// Do these inputs leave these outputs alone?
  [[nodiscard]] bool sublayoutIsZero(ArrayRef<StringRef> inDimNames,
                                     ArrayRef<StringRef> outDimNames) const;

  /// Is each of these a dimension of the input and of the output, of one size,
  /// whose output is always its input? Other outputs may depend on it as well.
  /// For a conversion and "warp": no data leaves its warp.
  [[nodiscard]] bool preserves(ArrayRef<StringRef> dims) const;

  //===--------------------------------------------------------------------===//
  // The same map with other dimensions
  //===--------------------------------------------------------------------===//

  /// The dimensions in this order; `newOrder` is a permutation of them.
  [[nodiscard]] LinearLayout transposeIns(ArrayRef<StringRef> newOrder) const;
  [[nodiscard]] LinearLayout transposeOuts(ArrayRef<StringRef> newOrder) const;

  /// A new last dimension of size 1.
  [[nodiscard]] LinearLayout unsqueezeIn(StringRef newDim) const;

  //===--------------------------------------------------------------------===//
  // Questions
  //===--------------------------------------------------------------------===//

  /// log2 of how many different outputs are reached. Cost of this and the next
  /// three: elimination, at most (input bits) * (rank) XORs.
  [[nodiscard]] int32_t rank() const;
  [[nodiscard]] bool isSurjective() const {
    return rank() == getTotalOutDimSizeLog2();
  }
  [[nodiscard]] bool isInjective() const {
    return rank() == getTotalInDimSizeLog2();
  }
  [[nodiscard]] bool isInvertible() const {
    return getTotalInDimSizeLog2() == getTotalOutDimSizeLog2() &&
           isSurjective();
  }

  /// For each input dimension, in order, the mask of its *free* bits: with them
  /// held at 0 every output is still reached, by exactly one place each. Which
  /// bits of a dependent set are free is a choice; here a bit is free when its
  /// basis is a sum of bases of bits before it, so earlier dimensions and lower
  /// bits are kept. With the usual order register, lane, warp, block, a replica
  /// across warps is preferred to one in registers as the one to drop.
  [[nodiscard]] SmallVector<NamedInt> getFreeVariableMasks() const;
  [[nodiscard]] int32_t getFreeVariableMask(StringRef inDim) const;
  /// How many positions along `inDim` are no copies of others; 1 without it.
  [[nodiscard]] int32_t getNumDistinct(StringRef inDim) const;

  /// The largest 2^k such that for each j < k some bit of `inDim` has the basis
  /// 1 << j in `outDim` and 0 elsewhere, and no *other* input dimension touches
  /// these k bits of `outDim`. Then, for `inDim` = register, each thread owns
  /// whole aligned groups of 2^k neighbours, and which register has which of
  /// them is the same in all threads: the width of a vector access. The bits
  /// need not be the lowest of `inDim`.
  [[nodiscard]] int32_t getContiguity(StringRef inDim, StringRef outDim) const;

  /// The k bit positions in `inDim` that getContiguity found, for j = 0 and up;
  /// of several candidates the lowest.
  [[nodiscard]] SmallVector<int32_t> getContiguousBits(StringRef inDim,
                                                       StringRef outDim) const;

  //===--------------------------------------------------------------------===//
  // Comparison and printing
  //===--------------------------------------------------------------------===//

  /// Same map, same names, same order.
  [[nodiscard]] bool operator==(const LinearLayout &other) const;
  [[nodiscard]] bool operator!=(const LinearLayout &other) const {
    return !(*this == other);
  }
  /// Same map and names, in whatever order.
  [[nodiscard]] bool isEquivalent(const LinearLayout &other) const;

  friend llvm::hash_code hash_value(const LinearLayout &layout);

  /// A line for each input dimension, then one for the outputs, each with its
  /// newline:
  ///
  ///    - register=1 -> (0, 1), 2 -> (0, 2)
  ///    - lane=1 -> (1, 0)
  ///    - warp has size 1
  ///   into dim0 (size 2), dim1 (size 4)
  void print(llvm::raw_ostream &os) const;
  [[nodiscard]] std::string toString() const;

  /// The tile as a table, for layouts of register, lane, warp, block (any of
  /// them, in any order) and one or two outputs; the first output counts the
  /// rows. Each cell names its owners; replicas are all named, in ascending
  /// order of block, thread, register:
  ///
  ///      0            1
  ///   0  T0:R0|T2:R0  T0:R1|T2:R1
  ///   1  T1:R0|T3:R0  T1:R1|T3:R1
  ///
  /// A single output is broken into rows of 16, labelled by their first
  /// element. A cell that no one owns is "-"; with more than one block each
  /// owner begins with B<block>. `style` is "thread" (T<thread>:R<register>,
  /// thread = lane + lanes * warp) or "warp" (W<warp>:L<lane>:R<register>).
  /// Returns false, prints nothing and sets `error` for another style, another
  /// input, no or three outputs, or more than 2^20 owners or cells.
  [[nodiscard]] bool printTable(llvm::raw_ostream &os,
                                StringRef style = "thread",
                                std::string *error = nullptr) const;

private:
  /// Bits [offset, offset + log2) of the packed input or output.
  struct Dim {
    std::string name;
    int32_t offset;
    int32_t log2;

    uint64_t mask() const { return (uint64_t(1) << log2) - 1; }
    int32_t extract(uint64_t packed) const {
      return int32_t((packed >> offset) & mask());
    }
    bool operator==(const Dim &other) const {
      return log2 == other.log2 && name == other.name;
    }
  };
  using Dims = SmallVector<Dim, 4>;

  static const Dim *find(const Dims &dims, StringRef name);
  static const Dim &get(const Dims &dims, StringRef name);
  static void append(Dims &dims, StringRef name, int32_t log2);
  static int32_t totalLog2(const Dims &dims) {
    return dims.empty() ? 0 : dims.back().offset + dims.back().log2;
  }
  static bool sameUpToOrder(const Dims &a, const Dims &b);
  static uint64_t repack(uint64_t packed, const Dims &from, const Dims &to);

  /// Both of these have consecutive offsets from 0.
  Dims inDims;
  Dims outDims;
  /// One word for each input bit: its basis, packed as `outDims` says.
  SmallVector<uint64_t, 16> columns;
};

/// Consistent with `==`.
[[nodiscard]] llvm::hash_code hash_value(const LinearLayout &layout);

/// Prints the bases, as `print`.
inline llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                                     const LinearLayout &layout) {
  layout.print(os);
  return os;
}

} // namespace tile
} // namespace mlir

#endif // TILE_LAYOUT_LINEARLAYOUT_H
