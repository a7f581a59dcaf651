//===- HeadRotation.h - The beginning of the next iteration -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves the head of a loop's iteration into the iteration before it: operations
// with effects that others wait for, and what these need.
//
//   for i:                              head(0)
//     head                              for i:
//     a                                   a
//     b                                   head(i + 1)
//                                         b
//
// The last iteration runs a head that no operation needs, and so does a loop of
// no iterations: its copies and loads get a predicate that is false then.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_HEADROTATION_H
#define TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_HEADROTATION_H

#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::tilegpu {

class HeadRotation {
public:
  /// The next iteration's head comes before `last`.
  HeadRotation(scf::ForOp loop, Operation *last)
      : loop(loop), body(loop.getBody()), last(last) {}

  /// Adds an operation that moves. What comes before it and has effects must
  /// move, too, or do nothing that it needs.
  void add(Operation *root) { head.insert(root); }
  bool isEmpty() const { return head.empty(); }

  /// Finds what the head needs, and what the rest takes of it. False if the
  /// head cannot move: it needs a product or something else with effects, or
  /// what it hands on is used after the loop or takes too many registers. Of
  /// tiles that it hands on, one of `parts` will do.
  bool plan(unsigned parts = 1) { return findHead() && findHandedOn(parts); }

  /// Moves the head, after `plan`.
  void run();

private:
  bool findHead();
  bool findHandedOn(unsigned parts);
  void clone(OpBuilder &builder, IRMapping &map, Value comes,
             function_ref<bool(Operation *)> isWanted);

  scf::ForOp loop;
  Block *body;
  Operation *last;
  llvm::SmallPtrSet<Operation *, 32> head;
  llvm::SmallDenseSet<Value> headArgs;
  /// Of the head, what the rest makes for itself.
  llvm::SmallPtrSet<Operation *, 16> shared;
  /// What the rest has from the head that ran an iteration before.
  llvm::SetVector<Value> handedOn;
};

/// What an operation reads, and operations in it.
void addOperands(Operation *op, SmallVectorImpl<Value> &values);

/// Lets a load happen only if `comes`; null: it happens.
void predicate(tile::LoadOp load, Value comes);

} // namespace mlir::tilegpu

#endif // TILE_LIB_DIALECT_TILEGPU_TRANSFORMS_HEADROTATION_H
