//===- Uniformity.h - What all threads agree on -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values are the same in all threads of a program.
//
//===----------------------------------------------------------------------===//
//
// Each thread computes every scalar by itself. Mostly all threads come to the
// same number, since all begin with the same arguments. Then a branch on it is
// taken by all threads or by none, and may have barriers inside. A tile is
// uniform if all threads that hold an element hold the same value of it.
//
//   %pid = tile.get_program_id x       uniform: one program is one CTA, or a
//                                      part of it
//   %n   = tile.load %p                uniform if %p is: one address
//   %old = tile.atomic_rmw add ...     uniform: one thread acts, and all get
//                                      its result
//   %s   = "tile.reduce"(%tile) ...    uniform if the tile is
//   %i   = asm "mov.u32 $0, %laneid;"  not uniform
//   %v   = tile.load %p {isVolatile}   not uniform: each thread reads at a time
//                                      of its own
//
// A value is uniform if the operation that makes it says so, by its
// UniformOpInterface, and all its operands are uniform. A value is not uniform
// if nothing is known about it, such as the result of an operation of an
// unknown dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_UNIFORMITY_H
#define TILE_DIALECT_TILE_IR_UNIFORMITY_H

#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/DenseSet.h"

#include "tile/Dialect/Tile/IR/UniformOpInterface.h.inc"

namespace mlir::tile {

/// Whether uniform operands make uniform results: what the operation and all
/// operations in its regions say, and for a call the operations of the callee.
/// Operations of arith, math and ub do if they have no effects, and so does the
/// control flow of scf. Of others that have no UniformOpInterface nothing is
/// known: no.
bool keepsUniform(Operation *op);

/// Whether each thread of the program comes to the same value, as far as the
/// function shows. An argument of a function is the same in all threads.
bool isUniform(Value value);

/// The same for many values of a function that does not change meanwhile: each
/// is looked at once.
class Uniformity {
public:
  bool isUniform(Value value);

private:
  llvm::DenseSet<Value> uniform;
};

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_UNIFORMITY_H
