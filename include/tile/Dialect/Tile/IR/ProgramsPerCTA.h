//===- ProgramsPerCTA.h - Several programs in one CTA -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many programs of the grid share a CTA, and how a launch finds that out.
//
//===----------------------------------------------------------------------===//
//
// A GPU starts CTAs at a limited rate, and an SM has a limited number of them.
// A kernel whose programs are small can have P programs in each CTA. Of a
// kernel with W warps and P = 4:
//
//   CTA 0    warps 0 .. W-1       %tid.y = 0    program 0
//            warps W .. 2W-1      %tid.y = 1    program 1
//            ...                  %tid.y = 2    program 2
//                                 %tid.y = 3    program 3
//   CTA 1    warps 0 .. W-1       %tid.y = 0    program 4
//
// The CTA has 32 W x P threads. A row of them, which is whole warps, runs
// program P * %ctaid.x + %tid.y, and %tid.x is a thread's number in it.
// Programs share no memory and no barrier: each row has its own part of the
// shared memory, and waits at warp barriers or at the named barrier 1 + %tid.y.
//
// A launch of n programs along x has ceil(n / P) CTAs. The kernel gets n in a
// parameter after its arguments, a u32. Rows without a program end at once.
//
//   module                    tile.programs_per_cta = 4 : i32
//   tile.func                 as without it, up to tile-distribute-to-threads
//   llvm.func, the kernel     tile.programs_per_cta = 4 : i32, the parameter n
//
// Compiler puts the attribute into KernelInfo, and so it comes to every launch.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_PROGRAMSPERCTA_H
#define TILE_DIALECT_TILE_IR_PROGRAMSPERCTA_H

#include "mlir/IR/Operation.h"

namespace mlir::tile {

/// On a module with tiles: how many programs its kernels have in a CTA; on a
/// kernel that is an `llvm.func`, whose last parameter is then the number of
/// programs. An i32, a power of two up to 32.
inline constexpr llvm::StringLiteral kProgramsPerCTAAttrName =
    "tile.programs_per_cta";

/// CUDA C++ Programming Guide, "Technical Specifications": 1024 threads.
inline constexpr unsigned kMaxWarpsPerCTA = 32;
/// PTX ISA, "bar": barriers 0 to 15; 0 belongs to no program.
inline constexpr unsigned kMaxNamedBarriers = 15;

/// What the attribute of an operation, or of the nearest one around, says; 1 if
/// there is none.
unsigned getProgramsPerCTA(Operation *op);

/// Why programs of so many warps cannot share a CTA in such a number, for an
/// error; empty if they can.
std::string checkProgramsPerCTA(unsigned programs, unsigned numWarps);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_PROGRAMSPERCTA_H
