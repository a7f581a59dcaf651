//===- CTAPairs.h - Products of two CTAs that share an operand --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs 2 i and 2 i + 1 along x often have the same right operand: tiles
// below each other. Then their CTAs are a cluster, a pair. Each CTA copies its
// left operand and a half of the right one, and one thread of the first CTA
// multiplies both: `tcgen05.mma.cta_group::2` reads both shared memories and
// adds to both tensor memories. So a tile of 128 x 256 takes 256 rows and
// columns per step, not 384, and the tensor cores read 64 bytes of shared
// memory per clock, not 96.
//
//   even CTA                             odd CTA
//   producer: a, left half of b          producer: its own a, right half of b
//        \______ both signal the even CTA's barrier "full" _____/
//   product warp: both products          product warp: nothing
//        its commits signal "empty" and "the sums are there" in both CTAs
//   others: load and store their sums    others: the same; they signal the
//                                        even CTA's barrier "sums loaded"
//
// Nothing says that the operands are the same: a program's number becomes a
// tile's row and column in many ways. So each pair compares, of the values that
// the right operand's boxes depend on, the two programs' ones. If they differ,
// the pair does everything twice, first with the even program's right operand
// and then with the odd one's, and each CTA stores the sums of its own pass
// only. That is right for all kernels, and fast if it is rare. So the compiler
// first tries what 64 programs would do, with all extents 4096.
//
// If the number of programs is odd, a launch has one CTA more, which loads its
// half of the right operand for the other one, and stores nothing.
//
// A pair takes programs together, by one request whose answer comes to both
// (PersistentGrid.h). It ends together: no CTA signals a barrier of one that
// has ended.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_CTAPAIRS_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_CTAPAIRS_H

#include "PipelinePlan.h"

namespace mlir::tilegpu {

/// Lets CTAs of an entry that takes programs work in pairs, if they can, or
/// says in a remark why they cannot. The loop over programs then carries
/// whether the pair is in the second pass, and yields whether one follows.
void pairPrograms(tile::FuncOp entry, MutableArrayRef<PipelinePlan> plans,
                  AutoChoice choice);

/// CTAs whose threads signal a barrier of one program.
unsigned getCTAsOfProgram(Operation *op);

/// Whether the CTA is the first one of its pair. In the loop over programs.
Value emitLeads(OpBuilder &builder, Location loc);

/// Whether the pair is in the first pass over its programs.
Value emitIsFirstPass(OpBuilder &builder, Location loc, Value isSecondPass);

/// The number of the CTA's program in a pair whose first program has the number
/// `first`. `now` is the number of the program that the CTA runs.
Value emitNumberInPair(OpBuilder &builder, Location loc, Value first,
                       Value now);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_CTAPAIRS_H
