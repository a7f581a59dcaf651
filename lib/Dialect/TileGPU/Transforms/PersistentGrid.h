//===- PersistentGrid.h - CTAs that take several programs -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CTA that fills an SM begins with nothing to multiply, and the next one
// begins when it has written its last results. A persistent grid has as many
// CTAs as run at a time, and each takes one program after the other:
//
//   producer warp                       the other warps
//   for p = c to programs, step CTAs:   for p = c to programs, step CTAs:
//     loop of copies                      loop of products
//                                         results of program p
//
// The rings go on where they are from one program to the next (PipelineLoops.h,
// "A warp that copies"), so that the copies of the next program are in flight
// while the results of this one are written. For that no other tile may use
// their places, and there may be fewer of them.
//
// Only entries for tensor maps (FindBoxes.cpp) are so, as the launch has to
// know: it starts other CTAs, and gives the grid that was asked for as three
// more parameters (KernelInfo.h, TensorMapEntry).
//
// CTAs take programs in turns, not when they are done with one. So all programs
// should take as long: by default that is assumed if the bounds of no loop
// depend on the program or on memory.
//
// With cluster launch control (sm_100 and higher) the launch is as any other: a
// CTA for each program. Each CTA begins with its own program. Its producer warp
// asks for one that no CTA has begun, which then does not begin, and all roles
// read the answer when they are done:
//
//   producer warp                       the other warps
//   do:                                 do:
//     ask for the next program            loop of products
//     loop of copies                      results of the program
//     read the answer                     read the answer
//   while there is one                  while there is one
//
// Answers have places in turn, and a barrier says that all have read one.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PERSISTENTGRID_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PERSISTENTGRID_H

#include "PipelinePlan.h"

namespace mlir::tilegpu {

/// Whether it ends the launch, as where kernels test what they rely on.
bool isTrap(Operation *op);

/// Whether a CTA may run programs one after the other: none waits for a later
/// one, and nothing asks for the CTA.
bool mayTakeSeveral(tile::FuncOp kernel);

/// Plans the loops of an entry whose CTAs are to take several programs. None if
/// that cannot be, or does not gain and was not asked for.
SmallVector<PipelinePlan, 0>
planPersistent(FunctionOpInterface func, const PipelineSettings &settings,
               const tile::ModuleAxisInfo &axisInfo);

/// Plans the loops of an entry whose program is such a loop itself: boxes are
/// loaded in loops in loops. None if that cannot be.
SmallVector<PipelinePlan, 0>
planLoopsInLoops(FunctionOpInterface func, const PipelineSettings &settings,
                 const tile::ModuleAxisInfo &axisInfo);

/// Puts the entry's program into a loop over the programs of a CTA. With
/// cluster launch control it has one iteration until `takePrograms`.
void makePersistent(tile::FuncOp entry, bool hasClusterLaunchControl);

/// The last step: the loops go on with programs that no CTA has begun, if the
/// entry takes these by cluster launch control.
void takePrograms(tile::FuncOp entry);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_PERSISTENTGRID_H
