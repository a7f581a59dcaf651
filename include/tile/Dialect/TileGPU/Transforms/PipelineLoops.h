//===- PipelineLoops.h - Loads ahead of their use ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the loads of a loop run iterations ahead, as copies to shared memory
// that go on by themselves.
//
//===----------------------------------------------------------------------===//
//
// 1. The idea
//
// A loop loads two tiles and multiplies them. Memory answers after hundreds of
// clocks, and the products need what it answers:
//
//   for i = 0 to n:              clocks ->
//     a = load p                 load 0 ........ dot 0  load 1 ........ dot 1
//     acc = dot a, acc
//     p = p + 64
//
// So the load of iteration i + 2 is issued in iteration i. What it reads goes
// to shared memory, where there are three places, and no register waits for it:
//
//   copy p, place 0              copy 0 ........
//   copy p + 64, place 1         copy 1 ........
//   q = p + 128                                 dot 0
//   for i = 0 to n:              copy 2 .......... dot 1
//     wait for copy i                copy 3 ........ dot 2
//     barrier
//     copy q, place (i + 2) mod 3 if i + 2 < n
//     acc = dot place i mod 3, acc
//     q = q + 64
//
// These are three stages: two copies in flight, one tile in use. The barrier
// comes from tile-insert-barriers. It serves both sides: what all threads
// copied for iteration i is there for all of them, and all of them have read
// the place that is written next, that of iteration i - 1.
//
// 2. What runs ahead
//
// The operations that make the address and the mask run ahead with the copy, so
// they are there twice if the iteration needs their results as well. Values
// that they carry from iteration to iteration, as p, start with what they are
// two iterations later. Values without users are left out: above, p.
//
// Loop bounds may be anything. A copy for an iteration that does not come is
// turned off by its predicate; a loop of 0 iterations copies nothing. No last
// iterations are peeled: the code of the products is there once.
//
// 3. Addresses that come from loads
//
//   for i = 0 to n:              copies of rows, 2 ahead, that loaded numbers
//   name:
//     j = load q                 the numbers are loaded 3 ahead, and wait in
//     a = load p + 1024 * j      registers for one iteration
//     acc = dot a, acc
//
// And so on, if numbers lead to numbers: each step costs one more iteration.
//
// 4. Masks
//
// Where a mask is false a copy writes 0. If the load asks for another value, a
// select puts it in after shared memory. So a mask costs a test for each copy,
// which runs during the products. (Copies without masks, after a branch of
// their own, were tried: on an H200 the products ran at 0.92 to 0.99 of their
// speed, as the branch parts what is scheduled together.)
//
// A mask may change within the 4 to 16 bytes of a copy, as it does at the end
// of rows whose length is odd. Then a test of scalars says whether all masks of
// an iteration are true (AllTrueCondition.h), and the other way is a load and a
// store:
//
//   if all columns of iteration i + 2 are inside:
//     copy q, place (i + 2) mod 3
//   else:
//     store (load q where mask), place (i + 2) mod 3
//
// 5. Copies in place
//
// A place more than copies ahead may be what another CTA lacks on the SM. Four
// warps alone then wait for each other: at barriers, and while a softmax has no
// products. So where more CTAs fit if each copy goes to the place that was just
// read, it does, and comes later (not in a recurrence, see PipelinePlan.cpp):
//
//   copy k, copy v                          of iteration 0
//   for i = 0 to n:
//     wait for k; barrier
//     s = dot q, place of k
//     barrier; copy k of i + 1
//     p = softmax s
//     wait for v; barrier
//     o = dot p, place of v, o
//     barrier; copy v of i + 1
//
// 6. A warp that copies
//
// Of boxes (FindBoxes.cpp) one thread begins the copies. If all that a loop
// loads are boxes, and it has several products, a warp of its own may do it,
// and runs ahead as far as there are places. Two barriers per place say that it
// is full, and that it is empty:
//
//   producer warp                      the other warps
//   wait for "start"                   arrive at "start"
//   for i = 0 to n:                    for i = 0 to n:
//     wait until place i mod 3 is empty  wait until place i mod 3 is full
//     copy its boxes to it               dot
//                                        arrive: the place is empty
//
// The places belong to the producer from "start" on, so that other tiles may
// have their bytes before the loop, and after it. The producer has copies of
// the scalars that make the coordinates, and of the loops and branches around
// (ProducerWarp.h). Loads that different products take have barriers of their
// own. Where a product is in flight during the next iteration, its places are
// handed back after the wait for it, an iteration late.
//
// A loop in other loops, such as that over a CTA's programs (PersistentGrid.h),
// goes on where its last run has ended: the loops around carry the place's
// number and the parity. There is no "start" then, as no other tile uses the
// places, and the last places in flight are handed back after the loop.
//
// 7. Loops whose next run begins early
//
// At the end of a loop nothing of it is in flight. If it is in another one, its
// next run would begin with a wait for memory. Where the loop around says
// `tile.flatten`, the first copies of the next run come right after this run,
// and are in flight while its results are used (HeadRotation.h):
//
//   for t:                             first copies for tile 0
//     p = address of tile t            for t:
//     for i:                             for i:
//       acc = dot load p, acc              acc = dot of places, acc
//     store acc                          first copies for tile t + 1
//                                        store acc
//
// The places then stay over the whole loop around, which leaves less shared
// memory for the rest of it. A remark says where that cannot be: other loops
// are inside, the loop around has loads ahead of its own, or may write what the
// copies read, or loads say where they read. Rings go on by themselves.
//
// One loop of the two, with the rest in a branch, would begin copies before the
// last products of a tile. But each iteration has tests of whether it is the
// last one: on sm_90a a tenth of all instructions, with K of 2048.
//
// What else was considered: scf::pipelineForLoop, which needs a select for each
// carried value if it does not peel the last iterations; and unrolling by the
// number of places, which spares the arithmetic of place numbers, two
// instructions on uniform registers, for code of three times the size.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_PIPELINELOOPS_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_PIPELINELOOPS_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tilegpu {

/// What of a text's loops is decided, and not yet done: nothing, which loads
/// run ahead, or how products run next to other work.
enum class Schedule { None, Loads, Products };

/// The last that the attributes in `op` say.
Schedule findSchedule(Operation *op);

/// Pipelines the loops of a function by the schedules that they have. Returns
/// how many; fails after an error at a schedule that is not possible.
FailureOr<unsigned> pipelineLoops(FunctionOpInterface func);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_PIPELINELOOPS_H
