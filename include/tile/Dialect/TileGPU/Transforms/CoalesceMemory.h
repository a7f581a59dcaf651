//===- CoalesceMemory.h - Layouts that coalesce -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses the layouts of loads and stores such that the threads of a warp
// access neighbouring memory, each with as wide an access as pays.
//
//===----------------------------------------------------------------------===//
//
// 1. What is shared
//
// A load gives its tile a layout, and a store wants one. If the stored values
// come from the loaded ones, both must be the same, or elements move between
// threads. So one layout is chosen for each *component*: all accesses that are
// connected by values which each thread must have from the access itself -
// loaded, carried by a loop, computed from such. Elementwise operations,
// broadcasts, branches and loops connect. Pointers and masks that are made of
// ranges, splats and constants do not: `tile-remove-layout-conversions` makes
// them again in each layout that is wanted.
//
// Operations that change shapes (LayoutOpInterface.h) *link* components of
// different shapes: the layout of one follows from that of the other. It is
// chosen for the larger one, or the one with accesses, and the others follow.
// Two values always follow: the operand of a tile.expand_dims whose result is
// broadcast, and the result of a tile.reduce. Their layout is the #tile.slice
// of the other one's.
//
// 2. Order
//
// An access prefers the dimension with the longest run of consecutive addresses
// as the fastest one, then the others by falling length, the last dimension
// first among equals. Where the accesses of a component disagree, the order
// that most bytes prefer wins and the others get a remark, unless section 4 has
// a block for them, or section 5 a conversion.
//
// 3. Width
//
// How many neighbours W each thread owns along the fastest dimension is what an
// access can take at once, if it were alone: min(pointer contiguity, 16 bytes).
// Accesses that share a layout may differ in that, and W is chosen to cost
// least. An access of elements of b bytes that can take v of them at once takes
// w = min(W, v). A warp's request then spans 32 threads, W * b bytes apart, and
// touches min(32, W * b) sectors of 32 bytes; W / w requests do all elements.
// A sector counts twice, a request three times (Cost.h); of what costs
// the same, the smaller W is taken:
//
//   accesses (16-aligned)          W = 1    2      4      8      16
//   f32                sectors     4        4      4      8      16
//                      requests    1        1/2    1/4    1/4    1/4     W = 4
//   f16                sectors     2        2      2      2      4
//                      requests    1        1/2    1/4    1/8    1/8     W = 8
//   u8 and f32         sectors     5        5      5      9      17
//                      requests    2        1      1/2    3/8    5/16    W = 4
//   f32 and f32 that   sectors     8        12     20
//   is not aligned     requests    2        3/2    5/4                   W = 1
//
// (sectors and requests of 32 elements). So a narrow type alone gets 128-bit
// accesses; next to a wider one it gets what the wider one's 128 bits cover;
// and an access that cannot be vectorized, but has consecutive addresses, is
// not torn apart for one that can. An access with a stride, or a store whose
// index is loaded, touches a sector for every 32 bytes that it spans
// (AddressSteps.h). Accesses whose elements have a sector each in any case have
// no say. W is at most what gives every thread something to do: the tile's
// elements by 32 * warps. Masks do not count: where a mask may differ between
// neighbours, the access is split later and the layout is still right.
//
// 4. Demands
//
// Some operations need a dimension of their tile in one thread: tile.reduce its
// axis, tile.split and tile.join the dimension of size 2. Inline asm on groups
// has its elements by neighbours: as many as share a register, where the tile
// has so many for each thread, or, where it runs once for each element, as many
// as an invocation takes in any case. A demand is a set of
// bits of coordinates, so it goes over links as layouts do: the 16 columns that
// a reduction of a 64x4x16 tile demands are columns 0 to 15, 16 to 31 and so on
// of the 64x64 tile that was loaded and reshaped. Order and width are chosen as
// said; then the demanded bits become registers too, and threads get the rest.
// Here sizePerThread is [1, 16], and each thread takes its 64 bytes of f32 with
// four accesses of 16. Where demanded bits are not the lowest ones the layout
// is a #tile.linear. A demand for more than 128 elements per thread is
// ignored, and the operation then fails to lower.
//
// After a transpose, the fastest dimension of one access is another one of the
// layout that it shares. If all threads have something to do even so, the
// elements that it could take at once become registers, too: a thread gets a
// block of 4x4, loads its rows and stores its columns. There is one exception.
// A thread may have all of the faster dimensions. Neighbours along this
// dimension are then in neighbouring lanes. If a thread took more than a sector
// of them, its larger accesses would lie further apart. So it does not.
//
// 5. Prices
//
// What sections 2 to 4 choose is one layout for all accesses of linked
// components. Where an access would be a good deal cheaper with a layout of its
// own, other choices are looked at, by price (LayoutPrices.h): the layouts that
// the accesses would have alone, carried over the links to the other
// components. With each choice every access either has the layout of its
// component or goes on a *detour*: it has its own one, and conversions stand
// between it and the values around. What reduces, or is inline asm on groups,
// may go on a detour as well, if the layout that is cheap for the accesses does
// not suit it. An access goes on a detour that is 5 % cheaper for it; another
// choice of layouts has to be a tenth cheaper than the first one, or 2 % where
// threads exchange elements, as that is counted exactly. Of several such
// choices the cheapest counts; with more detours, only if it is a third
// cheaper.
//
// Layouts follow each other from a tile to a vector that it repeats, since to
// compute a vector's element in several threads is cheaper than to convert it.
// Not always: sixteen weights, with an exponential each, in each of 128
// threads. Where the price with layouts apart, conversions included, is a tenth
// less, the vector is converted where it is repeated (a *cut*). An H200, sums
// of 16 rows of 64 numbers with such weights: 34.7 us without.
//
//   a 64x64 tile of f32 is loaded by rows, transposed and stored, 4 warps
//                                         load    store   conversion   sum
//   a block of 4x4 per thread (section 4) 1024    1568                 2592
//   the same, the store on a detour       1024    1184    228          2436
//   the load's own layout for both        1024    6272                 7296
//
// A store on a detour may store a sum of two tiles; one of them was loaded. If
// the load costs no more in the store's layout, and its requests touch fewer
// lines there, it gets this layout, and the conversion stands before the sum,
// at the other tile: y in z = transpose(x) + y. There it is one conversion as
// well.
//
// The conversions of detours are pinned: `tile-remove-layout-conversions` keeps
// them. A value that is cheap to make again is made again instead. An access
// whose pointers and mask are made of loaded vectors, as in a gather, gets
// pointers and a mask of its own: then the vectors alone are converted, before
// a loop around it (SeparateAccesses.h). What stays uncoalesced gets a remark.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_COALESCEMEMORY_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_COALESCEMEMORY_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

namespace mlir::tile {
class ModuleAxisInfo;
} // namespace mlir::tile

namespace mlir::tilegpu {

/// The most elements that a thread holds because operations demand it; see
/// "Demands".
inline constexpr unsigned kMaxDemandedElements = 128;

/// Gives each tile.load and tile.store of tiles in `func` the layout described
/// above, with tilegpu.convert_layout before and after, and returns how many
/// changed. All tiles of `func` carry layouts over `numWarps` warps.
unsigned coalesceMemory(FunctionOpInterface func,
                        const tile::ModuleAxisInfo &axisInfo,
                        unsigned numWarps);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_COALESCEMEMORY_H
