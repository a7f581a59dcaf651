//===- WarpgroupPlan.h - Matrix products of warpgroups ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `wgmma` multiplies for four warps at once: 64 rows of a, from shared memory
// or from registers, with up to 256 columns of b from shared memory. Here is
// which layouts it can work on, and how it has to be called for them.
//
// Shared memory. The instruction has no address for each row, but a descriptor
// (PTX ISA, "Asynchronous Warpgroup Level Matrix Shared Memory Layout"). What
// it can describe is a linear map over F2, as all our layouts are. Lines of 32,
// 64 or 128 bytes lie one after the other; in each, vectors of 16 bytes change
// places: the bits from 4 on of a byte's offset are flipped by those from 7 on,
// one bit, two or three. Without that, an element (mn, k), mn being its row in
// a or its column in b, lies at
//
//   K-major     (mn / 8) * stride + (mn mod 8) * line + k * bytes
//   MN-major    (mn / w) * leading + (k / 8) * stride + (k mod 8) * line
//               + (mn mod w) * bytes,     w elements being a line
//
// Wider matrices are several of these, each with a start of its own. MN-major
// matrices of tf32, which only tcgen05.mma takes, have lines of 128 bytes with
// vectors of 32 bytes: bits 5 and 6 are flipped by 7 and 8, and lines are in
// groups of 4, not 8.
//
// Source of the layouts' formulas: PTX ISA 9.0, and measurements on an H200.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_WARPGROUPPLAN_H
#define TILE_LAYOUT_WARPGROUPPLAN_H

#include "tile/Layout/LinearLayout.h"

namespace mlir::tile {

/// Warps in a warpgroup, and the rows and the bytes along K of an instruction.
inline constexpr unsigned kWarpgroupWarps = 4, kWarpgroupRows = 64,
                          kWarpgroupDepthBytes = 32;

/// The most columns of an instruction.
inline constexpr unsigned kMaxWarpgroupColumns = 256;

/// Where a matrix has to begin in shared memory, in bytes: the pattern of a
/// swizzle of 128 bytes repeats after as many.
inline constexpr unsigned kWarpgroupAlignment = 1024;

/// What changes places in a line: vectors of 16 bytes, or of 32.
enum class SwizzledVectors { Of16, Of32 };

/// Where each element of a matrix of this shape should lie in shared memory, so
/// that a descriptor can say it: a map from "offset" to (dim0, dim1). `order`
/// is the dimensions, that of neighbours first. Nothing if the matrix is too
/// small.
[[nodiscard]] std::optional<LinearLayout>
getWarpgroupPlace(ArrayRef<int64_t> shape, unsigned elementBytes,
                  ArrayRef<unsigned> order,
                  SwizzledVectors vectors = SwizzledVectors::Of16);

/// Bytes of the lines of such a place, within which chunks are swizzled: 32, 64
/// or 128; 0 if there is none.
[[nodiscard]] unsigned getWarpgroupLine(ArrayRef<int64_t> shape,
                                        unsigned elementBytes,
                                        ArrayRef<unsigned> order);

/// A matrix in shared memory as `wgmma` and `tcgen05.mma` take it.
class MatrixDescriptor {
public:
  /// Of the place of an operand. `kDim` is its dimension along K, and
  /// `extent` the rows or columns that one instruction takes. `wgmma` takes
  /// bytes with neighbours along K only, `tcgen05.mma`, which `anyMajor` says,
  /// also others, and others of tf32 in vectors of 32 bytes. Nothing if no
  /// descriptor can say where the elements lie.
  [[nodiscard]] static std::optional<MatrixDescriptor>
  match(const LinearLayout &place, unsigned elementBytes, unsigned kDim,
        int64_t extent, bool anyMajor = false);

  /// Whether neighbours are elements of one row or column, not of one K.
  bool isMNMajor() const { return mnMajor; }

  /// The bits that do not depend on the address. PTX ISA, "Matrix Descriptor
  /// Format".
  uint64_t getBits() const;

  /// The bytes between the matrix's start and what a descriptor has to name for
  /// the part that begins at `mn` and `k`: multiples of what an instruction
  /// takes. For each bit of `mn` that part is a power of two of its own, so
  /// that what several bits contribute adds up.
  uint32_t getOffset(int64_t mn, int64_t k) const;

private:
  static std::optional<MatrixDescriptor> match(const LinearLayout &offsets,
                                               unsigned elementBytes,
                                               unsigned kDim, size_t extentBits,
                                               bool anyMajor, unsigned line,
                                               SwizzledVectors vectors);

  bool mnMajor = false;
  SwizzledVectors vectors = SwizzledVectors::Of16;
  unsigned line = 0;
  uint32_t leading = 0, stride = 0;
  /// By bit of the coordinate, in bytes and without the swizzle.
  SmallVector<uint32_t> mnOffsets, kOffsets;
};

/// How the sums of a product lie in registers.
struct WarpgroupSums {
  /// What the four warps have at a time, each 16 rows: 64 rows and columns that
  /// one `wgmma` makes, or half of the 128 that one `tcgen05.mma` makes.
  struct Block {
    /// The first row and column, in the first warpgroup.
    int32_t row, column;
    /// The register of each sum that a thread has, in the instruction's order.
    SmallVector<uint32_t> registers;
  };
  /// Rows from one warp to the next.
  unsigned warpRows = 0;
  /// Columns of a block.
  unsigned numColumns = 0;
  SmallVector<Block> blocks;
  /// What the bits of the warpgroup's number add to row and column.
  SmallVector<std::pair<int32_t, int32_t>> warpgroups;
};

/// Of the layout of a product's result, a map from (register, lane, warp,
/// block) to (dim0, dim1); nothing if warpgroups have them otherwise.
/// `warpRows` is 16, or 32 for `tcgen05.mma` of 128 rows.
[[nodiscard]] std::optional<WarpgroupSums>
planWarpgroupSums(const LinearLayout &layout, unsigned warpRows = 16);

/// The registers of a that a thread gives to the instruction for the rows from
/// `row` on and the steps of K from `k` on, in its order: nothing if the layout
/// of the operand is another one, or its warps hold other rows than the rows of
/// the sums. `mayShareDepth`: warpgroups of the same rows may have a part of K
/// each; `k` is one of the first warpgroup.
[[nodiscard]] std::optional<SmallVector<uint32_t>>
findWarpgroupOperand(const LinearLayout &layout, const WarpgroupSums &sums,
                     unsigned elementBytes, int32_t row, int32_t k,
                     bool mayShareDepth = false);

/// How much of K a warpgroup has of such an operand: all, or its part.
[[nodiscard]] int32_t getWarpgroupDepth(const LinearLayout &layout);

} // namespace mlir::tile

#endif // TILE_LAYOUT_WARPGROUPPLAN_H
