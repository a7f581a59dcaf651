//===- LayoutModel.h - What any operation means for layouts -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LayoutOpInterface for any operation: what passes on layouts ask.
//
//===----------------------------------------------------------------------===//
//
// Operations of arith, math and ub do not know our interface, and passes must
// work for unknown operations. So a LayoutModel answers for each operation, by
// the first of these cases that is true:
//
//   1. it has LayoutOpInterface: the interface's answer, except that each tile
//      has its own class if all layouts are fixed;
//   2. it is a map (`isElementwise`): one class, cheap if it is of arith;
//   3. it is a constant: one class, cheap;
//   4. it is unknown: each tile has its own class and keeps its layout, no
//      layout follows from another one, no result is cheap.
//
// Control flow (scf, cf) is unknown here: its values pass from place to place,
// which ValueFlow says. So passes ask ValueFlow first, and take as fixed only
// what does not flow.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_LAYOUTMODEL_H
#define TILE_DIALECT_TILE_IR_LAYOUTMODEL_H

#include "tile/Dialect/Tile/IR/Tile.h"

namespace mlir::tile {

/// See the head of this file; LayoutOpInterface.td says what the questions
/// mean. Cheap to make and to copy.
class LayoutModel {
public:
  explicit LayoutModel(Operation *op);

  /// Whether anything says what the operation means for layouts.
  bool isKnown() const { return kind != Kind::Unknown; }
  /// Whether all tiles keep the layouts that they have.
  bool isFixed() const { return kind == Kind::Fixed || !isKnown(); }

  unsigned getNumClasses() const;
  unsigned getClass(OpOperand &operand) const;
  unsigned getClass(OpResult result) const;
  unsigned getDecidingClass() const;
  unsigned getFreeClass() const;
  /// The tiles of a class, operands first.
  SmallVector<Value> getTiles(unsigned layoutClass) const;
  /// The type of the first of them; null if the class has no tile.
  RankedTensorType getType(unsigned layoutClass) const;

  std::optional<CoordinateBit> mapBit(unsigned from, CoordinateBit bit,
                                      unsigned to) const;
  std::optional<unsigned> getSliceDim(unsigned slice, unsigned whole) const;
  /// Null if class `from` or `to` has no tile, or `layout` is null.
  Attribute inferLayout(unsigned from, Attribute layout, unsigned to,
                        bool forAnyExtent = false) const;
  /// Whether two classes may have these layouts: each element at the same place
  /// of the same thread, except for the register that tile.join adds and
  /// tile.split takes, which may be any. The maps count, not how they are
  /// written; within one class, both.
  bool areTied(unsigned a, Attribute layoutA, unsigned b,
               Attribute layoutB) const;

  SmallVector<LayoutDemand> getDemands(int64_t numThreads) const;
  bool accepts(unsigned layoutClass, Attribute layout) const;
  Work getWork(Attribute layout) const;
  /// About how many instructions of a thread one element takes, in a map.
  int64_t getNumInstructions() const;
  Attribute getPreferredLayout(unsigned layoutClass, unsigned numWarps) const;

  Value getAccessedPointers() const;
  bool isAnchor() const;
  /// Of an anchor only.
  Value getData() const;
  bool isCheap() const;
  bool isOncePerElement() const;
  bool wantsLargeCTAs() const;

private:
  enum class Kind { Interface, Fixed, Map, Constant, Unknown };

  Operation *op;
  /// Null unless `kind` is Interface, or Fixed, by that very interface.
  mutable LayoutOpInterface layoutOp;
  Kind kind;
};

/// Whether an operation in the function, at any depth, wants large CTAs.
bool wantsLargeCTAs(Operation *func);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_LAYOUTMODEL_H
