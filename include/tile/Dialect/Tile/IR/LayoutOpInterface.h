//===- LayoutOpInterface.h - What an op means for layouts -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface by which an operation says, in one place, what it means for the
// layouts of its tiles. Passes ask LayoutModel.h, never for classes of ops.
//
//===----------------------------------------------------------------------===//
//
// 1. Classes
//
// The tile operands and results of an operation belong to layout classes,
// numbered from 0. The members of one class have one layout; where two classes
// are tied, the layout of one says that of the other, and no element moves
// between threads. What must move is moved by a tilegpu.convert_layout before
// or after.
//
//   operation            classes                      tie
//   arith.addf           0: operands and result       -
//   tile.load            0: ptr, mask, other, result  -
//   tile.broadcast       0: operand and result        -
//   tile.trans, reshape  0: operand, 1: result        the same bits, elsewhere
//   tile.expand_dims     0: operand, 1: result        0 is a slice of 1
//   tile.reduce          0: operands, 1: results      1 is a slice of 0
//   tile.join            0: operands, 1: result       1 has one register more
//   tile.split           0: operand, 1: results       0 has one register more
//   tile.atomic_rmw      0: ptr, val, mask, result    -
//   tile.histogram       0: src and mask, 1: result   none
//   tile.print           one for each operand         none
//   a matrix product     fixed, as chosen for it      none
//   tile.call            fixed                        none
//   any unknown          one for each value, fixed    none
//
// 2. Bits
//
// Write the coordinates of an element in binary. tile.reshape deals the bits
// out to other dimensions, tile.trans renames the dimensions, and so on: a tie
// maps *bits* of one class's coordinates to bits of the other's, and `mapBit`
// is all there is to know of it. A layout is linear over F2, so its bases go
// through the same map, whatever kind of attribute it is written as.
//
//   %y = tile.reshape %x : tensor<4x16xf32> -> tensor<8x2x4xf32>
//
//   bit of %x         row 1  row 0  column 3  column 2  column 1  column 0
//   bit of %y         dim0.2 dim0.1 dim0.0    dim1.0    dim2.1    dim2.0
//
//   lane=1 -> (0, 4)  becomes  lane=1 -> (0, 1, 0)
//
// 3. Examples
//
// A map over elements: the trait Elementwise says it all, in this dialect and
// in arith and math. It gets the interface only if it is cheap:
//
//   bool BitcastOp::isCheap() { return true; }
//
// An operation on memory: one class, which the interface's default is; what it
// accesses, and whose layout it takes.
//
//   Value StoreOp::getAccessedPointers() { return getPtr(); }  // if a tile
//   Value StoreOp::getAccessMask() { return getMask(); }
//   Value StoreOp::getLayoutData() { return getValue(); }
//   bool StoreOp::isOncePerElement() { return true; }
//
// A change of shape: two classes (ODS: Tile_TiedOp, which also verifies the
// tie), and how bits go from one to the other.
//
//   TransOp::mapBit(0, {dim, pos}, 1)  is  {place of dim in order, pos}
//   TransOp::mapBit(1, {dim, pos}, 0)  is  {order[dim], pos}
//
// An operation with a need: tile.reduce takes its axis in one thread. The
// demand makes tile-coalesce-memory choose such a layout, `acceptsLayout` keeps
// others away, and as an anchor its results follow its operands.
//
//   getLayoutDemands: class 0, all bits along the axis
//   acceptsLayout(0, L): no lane and no warp of L moves along the axis
//   getSliceDim(/*slice=*/1, /*whole=*/0): the axis
//   getDecidingClass, getFreeClass: 0
//
// A matrix product has three layouts that have nothing to do with each other,
// as no element of `a` stays where one of `c` is. `tile-choose-dot-layouts`
// gives it all of them, with conversions around it; other passes keep them.
//
//   hasFixedLayouts: yes
//
// 4. Deciding and free
//
// Two classes may determine each other in one direction only. The result of
// tile.join has its register for the last dimension at any place, so many
// layouts of the result belong to one of the operands: the result *decides*.
// But not every layout is one of a result, only those with such a register: the
// operands are *free*.
//
//                   decides    free
//   trans, reshape  result     result  (either would do)
//   expand_dims     result     result
//   join            result     operands
//   split           operand    results
//   reduce          operands   operands
//
// Verifiers compare from the deciding class; whoever gives out first layouts
// begins with the free one.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_LAYOUTOPINTERFACE_H
#define TILE_DIALECT_TILE_IR_LAYOUTOPINTERFACE_H

#include "tile/Hardware/Cost.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::tile {

/// Bit `pos` of the coordinate along `dim`.
struct CoordinateBit {
  unsigned dim;
  unsigned pos;
};

/// Bits of the coordinates of a class of tiles; see `getLayoutDemands`.
struct LayoutDemand {
  unsigned layoutClass;
  SmallVector<CoordinateBit> bits;
};

/// The widest access of one thread (PTX ISA, "ld": .v4.b32 and .v2.b64; the
/// 256-bit forms of sm_100 are not used).
inline constexpr unsigned kMaxVectorBits = 128;

namespace detail {

/// The default of `inferLayout`, for an operation with the interface.
Attribute inferLayoutFromBits(Operation *op, unsigned from, Attribute layout,
                              unsigned to, bool forAnyExtent);

/// The first tile of a class among the operands, or else the results, of an
/// operation with the interface; null if there is none.
Value getFirstTile(Operation *op, unsigned layoutClass);

/// How many of the elements that a tile of pointers points to fill
/// kMaxVectorBits; 1 if `pointers` is null.
unsigned getFullAccessWidth(Value pointers);

} // namespace detail
} // namespace mlir::tile

#include "tile/Dialect/Tile/IR/LayoutOpInterface.h.inc"

#endif // TILE_DIALECT_TILE_IR_LAYOUTOPINTERFACE_H
