//===- FindBoxes.h - Accesses that are boxes of tensors ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Second entries of kernels, whose loads for products bulk copies can make, and
// whose stores and additions.
//
//===----------------------------------------------------------------------===//
//
// A tile of pointers
//
//   base + (row + i) * stride + (column + j)
//
// with a mask that is a bound of each dimension, is a box of a tensor: at
// (column, row), of extents that the bounds are. If the base is an argument,
// and strides and extents are sums of products of arguments, the host can make
// a tensor map of them before the launch, and one thread's instruction copies
// the box: no thread computes addresses and masks, and elements outside are 0.
//
// The pass makes a copy of the kernel in which such loads also say which box
// they are (tile.load). That one has the maps after its arguments. It is for
// launches that can make the maps: 16-byte alignment, strides that are
// multiples of 16 bytes. All others take the kernel as it was, and so do
// launchers that know nothing of maps. tile-pipeline-loops makes copies of the
// boxes that it can use; if there are none, the second entry goes again.
//
// So is a load of a line in the loop of such loads, as of a number for each
// row, if the loop says how many stages it has.
//
// What must be proven; otherwise it is not a box, and a remark can say why:
//
// - Each element is at the address that the pointers say, and those that the
//   mask excludes are outside of the tensor: both are sums of products of the
//   same values (TileIndices.h). Index arithmetic is taken not to overflow.
// - The kernel does not write the tensor: a bulk copy is not an access of a
//   thread, and need not see what threads wrote in the same launch.
// - Lines of the box begin at multiples of 16 bytes.
// - No coordinate is negative: a bulk copy would read 0 there. Coordinates that
//   may be, except columns without a bound, count from 2^28 rows (2^24 along
//   further dimensions) before what the argument points to, where the map
//   begins (TensorMapDim, `origin`): no memory need be there. Where the
//   pointers have remainders, `(row + i) % rows`, the kernel tests them
//   instead, and traps, as tile-guard-remainders lets it.
// - Such a remainder is not a box where it wraps. Its rows from `rows` on may
//   be
//   anything only if they reach no memory: if they lead, row by row, through
//   products and elementwise operations, to stores whose mask excludes them.
//   The same holds of rows that a select makes 0, `row + i < rows ? row + i :
//   0`.
// - The loop of a load is in nothing but loops. What counts tiles twice there,
//   once a step late, is one counter first (LoopCounters.h).
//
// `row` may be a sum with the first row of a plane, `plane * rows`: then it
// counts along the rows, or along a dimension of planes if the bound is that of
// a plane's rows.
//
// A store is a box, too (tile.store), where in addition
//
// - no box begins below the tensor where a mask would exclude that: an H200
//   stops with an illegal instruction. If boxes begin at multiples of their
//   size such a one is wholly outside, and begins past the end instead.
// - lines end at multiples of 16 bytes: copies write so many.
// - stores of a loop, and several of an iteration, begin at multiples of their
//   size: two of them are one box or have nothing in common (BoxStores.cpp).
// - the program reads nothing else of the tensor than what goes to the store
//   element by element, and writes nothing else there: threads' accesses and
//   bulk copies have no order.
//
// So is an addition (tile.atomic_rmw), which a bulk reduction makes. It is
// relaxed, nothing reads its result, and nothing in the kernel orders it or
// reads the sums. Boxes may have elements in common.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_TRANSFORMS_FINDBOXES_H
#define TILE_DIALECT_TILE_TRANSFORMS_FINDBOXES_H

#include "tile/Analysis/AxisInfo.h"
#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// Makes the second entry of a kernel, if a load of it for a product is a box.
/// Returns how many are. `symbols` are the module's symbols. `showRemarks`:
/// says of the other loads for products why they are none.
unsigned findBoxes(FuncOp func, const ModuleAxisInfo &axisInfo,
                   SymbolTable &symbols, bool showRemarks = false);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_TRANSFORMS_FINDBOXES_H
