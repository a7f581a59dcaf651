//===- DotPlan.h - Matrix products of what threads hold ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which registers of the operands and of the result of a matrix product go
// together, in one instruction of a tensor core or in the multiply-adds of a
// thread, given who holds which elements. Needs no MLIR.
//
//===----------------------------------------------------------------------===//
//
// 1. Tensor cores (PTX ISA, "Matrix fragments for mma")
//
// For each of its registers, `mma.sync.m16n8` takes of lane l
//
//   of a   row i = l / 4 or that and 8, and a step of K of the lanes l mod 4
//   of b   column j = l / 4, and the same step of K
//   of c   row i = l / 4 or that and 8, column j = 2 (l mod 4) or that and 1
//
// Which row of the tile is row i of the instruction does not matter, as long as
// a and c agree; the same for columns, of b and c, and for steps of K, of a and
// b. So the layouts fit if they are, for some maps row, column and depth,
//
//   a   lane 1, 2 -> depth          lane 4, 8, 16 -> row 1, 2, 4
//   b   lane 1, 2 -> depth          lane 4, 8, 16 -> column 1, 2, 4
//   c   lane 1, 2 -> column 2, 4    lane 4, 8, 16 -> row 1, 2, 4
//
// and warps choose the same rows in a and c, the same columns in b and c. All
// this is said by the images of single bits. Then, for each register of c at
// lane 0, the registers of a in its row and of b in its column are looked up,
// with the steps of K that lane 0 has, in ascending order.
//
// A tile smaller than an instruction has lanes or registers that hold copies.
// Copies of rows and columns give copies of sums, which is right. Copies of
// steps of K would count twice: lanes of `copies` must multiply zeros.
//
// Example: `kWidth` 4 instead of 2 for f16. Lane 0 has the steps 0, 1, 2, 3 of
// the first instruction, not 0, 1, 8, 9; in b as well, so the sum is the same.
//
// 2. Threads
//
// If each thread has all of K for the rows and columns of its part of c, it
// multiplies and adds by itself.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_DOTPLAN_H
#define TILE_LAYOUT_DOTPLAN_H

#include "tile/Layout/LinearLayout.h"

#include <array>

namespace mlir::tile {

/// What the threads multiply. Registers that repeat an element of c are in no
/// part, and of registers that repeat one of a or b the lowest is named.
struct DotPlan {
  /// For each row of instructions, or of c: the registers of a, for each step
  /// of K; with tensor cores of 16 rows two for each step, the second 8 rows
  /// below.
  SmallVector<SmallVector<uint32_t>> a;
  /// For each column of instructions, or of c: the registers of b, for each
  /// step of K.
  SmallVector<SmallVector<uint32_t>> b;
  struct Part {
    /// Numbers in `a` and `b`.
    uint32_t row, column;
    /// Registers of c: one for threads. For tensor cores that of the first
    /// column and of the second, and then the same 8 rows below. Where c has no
    /// such columns or rows the register is a copy.
    SmallVector<uint32_t, 4> registers;
  };
  /// Row after row.
  SmallVector<Part> parts;
  /// The steps of K that a thread has.
  uint32_t depth = 0;
  /// Bits of the lane that repeat steps of K: only lanes with 0 there count.
  uint32_t copies = 0;
};

/// The layouts of the operands and of the result of a product: inputs register,
/// lane, warp and block, outputs (batch,) row and column.
struct DotLayouts {
  LinearLayout a, b, c;
};

/// The plan for tensor cores whose instructions have 8 columns and `numRows`
/// rows, 8 or 16, if the layouts fit. Else nothing, and `error`, where it is
/// not null, is one lower-case clause.
[[nodiscard]] std::optional<DotPlan>
planTensorCores(const DotLayouts &layouts, unsigned numRows,
                std::string *error = nullptr);

/// The plan for threads, if the layouts fit; `error` as above.
[[nodiscard]] std::optional<DotPlan> planThreads(const DotLayouts &layouts,
                                                 std::string *error = nullptr);

} // namespace mlir::tile

#endif // TILE_LAYOUT_DOTPLAN_H
